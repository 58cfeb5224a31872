"""What figures, tables and claims of the paper share, computed when first asked for."""

import math
from functools import cached_property
from itertools import combinations

from course_lib.common.score_table import ScoreTable
from course_lib.datasets import load_benavoli_accuracies, load_benavoli_example
from course_lib.papers.source import SOURCES, OpenSource
from course_lib.ranks.errors import FamilyWiseErrors, family_wise_errors
from course_lib.ranks.pools import pool_sensitivity
from course_lib.ranks.results import PoolSensitivity

_PRINTED = SOURCES["benavoli"].printed
ALPHA: float = _PRINTED["alpha"]
CARDS: list[int] = _PRINTED["cards"]
POOLS = tuple(map(tuple, _PRINTED["pools"]))
MEANS = tuple(_PRINTED["means"])
DATA_SETS: int = _PRINTED["data_sets"]
_REPETITIONS = 1000
SEED = 2016


class Run(OpenSource):
    """The paper, opened: its two tables of scores, every pool, and simulated worlds."""

    @cached_property
    def table(self) -> ScoreTable:
        """Accuracies of seven classifiers on 54 data sets."""
        return load_benavoli_accuracies()

    @cached_property
    def example(self) -> ScoreTable:
        """The five made-up algorithms of example 1."""
        return load_benavoli_example()

    @cached_property
    def pools(self) -> dict[tuple[str, str], PoolSensitivity]:
        """For each pair, the pools of 4, 5 and 6 that call it significant."""
        sizes = [card + 2 for card in CARDS]
        return {
            pair: pool_sensitivity(self.table, *pair, sizes, alpha=ALPHA)
            for pair in combinations(self.table.names, 2)
        }

    @cached_property
    def errors(self) -> dict[str, FamilyWiseErrors]:
        """Family-wise errors in three worlds: all equal, one far worse, one middling."""
        return {
            world: family_wise_errors(
                world, 5, DATA_SETS, _REPETITIONS, ALPHA, SEED, progress=self.progress
            )
            for world in ("equal", "outsider", "generalist")
        }


def table_1(run: Run) -> dict[str, tuple[str, ...]]:
    """Table 1, rebuilt: the pairs whose verdict depends on the pool, and how often they pass.

    A dash stands for a verdict that is the same in all pools of that size.
    """
    rows = {}
    for (first, second), found in run.pools.items():
        cells = tuple(
            f"{round(share * pools)}/{pools}" if 0 < share < 1 else "-"
            for share, pools in zip(found.fractions, found.pools, strict=True)
        )
        if any(cell != "-" for cell in cells):
            rows[f"{first}-{second}"] = cells
    return rows


def win_chance() -> float:
    """How often B beats A in example 2."""
    return 0.5 * math.erfc(-(MEANS[1] - MEANS[0]) / 2)
