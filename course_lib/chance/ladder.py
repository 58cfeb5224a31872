"""Critical values fast enough for a chart that follows a slider.

`tools/write_chart_ladder.py` stores exact critical values of one competitor for a ladder of levels.
The number of competitors and alpha act only through that level, so a chart for any of them is one
interpolation along the ladder. The chart is for the eye; verdicts come from the exact laws.
"""

from functools import lru_cache
from pathlib import Path

import numpy as np

from course_lib.arguments import open_unit_interval
from course_lib.chance.competition import level_for_each
from course_lib.chance.metrics import check_competitors, check_metric

FILE = Path(__file__).parents[1] / "datasets" / "critical_value_ladder.npz"
#: Positives and negatives in the chart.
SIZES = (2, 3, 5, 7, 10, 14, 20, 30, 50, 70, 100, 140, 200, 300, 500, 700, 1000)
#: Levels of one competitor: four to a decade, from 0.1 down to 1e-9.
LEVELS = tuple(float(f"{level:.6g}") for level in np.logspace(-1, -9, 33))


@lru_cache(maxsize=64)
def chart(metric: str, competitors: int = 1, alpha: float = 0.01) -> np.ndarray:
    """Critical values with a row for each number of positives in `SIZES`, a column for negatives.

    Interpolated between the stored levels: right to within one attainable score.
    """
    metric, _ = check_metric(metric, 10)
    competitors = check_competitors(competitors)
    alpha = open_unit_interval("alpha", alpha)
    level = float(level_for_each(competitors, alpha))
    if not LEVELS[-1] <= level <= LEVELS[0] * (1 + 1e-9):
        raise ValueError(
            f"competitors and alpha must leave each competitor a level from {LEVELS[-1]:g} to "
            f"{LEVELS[0]:g}; {competitors} and {alpha} leave {level:.3g}"
        )
    position = np.interp(-np.log10(level), -np.log10(LEVELS), np.arange(len(LEVELS)))
    below = int(position)
    above = min(below + 1, len(LEVELS) - 1)
    share = position - below
    table = _tables()[metric]
    grid = (1 - share) * table[:, :, below] + share * table[:, :, above]
    grid.setflags(write=False)  # it is remembered, and shared
    return grid


@lru_cache(maxsize=1)
def _tables() -> dict[str, np.ndarray]:
    with np.load(FILE) as stored:
        return {metric: stored[metric].astype(float) for metric in stored.files}
