"""Critical values fast enough for a chart that follows a slider.

`tools/write_chart_ladder.py` stores exact critical values of one competitor for a ladder of levels.
The number of competitors and alpha act only through that level, so a chart for any of them is one
interpolation along the ladder. The chart is for the eye; verdicts are exact.
"""

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from course_lib.chance.competition import check_competitors, level_for_each
from course_lib.chance.metrics import check_metric
from course_lib.common.arguments import open_unit_interval

FILE = Path(__file__).with_name("critical_value_ladder.npz")
#: Positives and negatives in the chart.
SIZES = (2, 3, 5, 7, 10, 14, 20, 30, 50, 70, 100, 140, 200, 300, 500, 700, 1000)
#: Levels of one competitor: four to a decade, from 0.1 down to 1e-9.
LEVELS = tuple(float(f"{level:.6g}") for level in np.logspace(-1, -9, 33))


class Chart(NamedTuple):
    """Critical values over class sizes."""

    #: Numbers of positives, and of negatives.
    sizes: np.ndarray
    #: A row for each number of positives, a column for each number of negatives.
    values: np.ndarray


@lru_cache(maxsize=64)
def chart(metric: str, competitors: int = 1, alpha: float = 0.01) -> Chart:
    """Critical values for a chart, from 2 to 1,000 of each class.

    Each lies between the exact values for the two stored levels beside its own, and so does the
    exact value; with many cases that leaves less than 0.01. Those of accuracy are exact, on a
    finer grid, for their valley is narrow.
    """
    found, _ = check_metric(metric)
    competitors = check_competitors(competitors)
    alpha = open_unit_interval("alpha", alpha)
    level = float(level_for_each(competitors, alpha))
    if not LEVELS[-1] <= level <= LEVELS[0] * (1 + 1e-9):
        raise ValueError(
            f"competitors and alpha must leave each competitor a level from {LEVELS[-1]:g} to "
            f"{LEVELS[0]:g}; {competitors} and {alpha} leave {level:.3g}"
        )
    if found.formula is not None:
        sizes = np.unique(np.geomspace(SIZES[0], SIZES[-1], 90).round()).astype(int)
        grid = found.formula(sizes, level)
    else:
        sizes = np.array(SIZES)
        position = np.interp(-np.log10(level), -np.log10(LEVELS), np.arange(len(LEVELS)))
        below = int(position)
        above = min(below + 1, len(LEVELS) - 1)
        share = position - below
        table = stored_tables()[found.name]
        grid = (1 - share) * table[:, :, below] + share * table[:, :, above]
    for array in (sizes, grid):
        array.setflags(write=False)  # they are remembered, and shared
    return Chart(sizes, grid)


@lru_cache(maxsize=1)
def stored_tables() -> dict[str, np.ndarray]:
    """Of each metric without a formula: [positives, negatives, level], NaN where there is none."""
    with np.load(FILE) as stored:
        return {metric: stored[metric].astype(float) for metric in stored.files}
