"""Ranks of algorithms on each data set, and their means."""

from typing import Any

import numpy as np

from course_lib.common.arguments import one_of
from course_lib.common.score_table import ScoreTable, compare, score_table


def mean_ranks(
    scores: Any, higher_is_better: bool = True, *, best: str = "lowest", names: Any = None
) -> dict[str, float]:
    """The mean rank of each algorithm: on each data set the best has rank 1, ties share ranks.

    `best="highest"` counts the other way round, as Benavoli et al. (2016) do: the best of m
    algorithms then has rank m. Tests do not care, but a reader must know.

    >>> mean_ranks({"tree": [0.8, 0.7, 0.6], "forest": [0.9, 0.7, 0.7]})
    {'tree': 1.8333333333333333, 'forest': 1.1666666666666667}
    """
    table = score_table(scores, names)
    best = one_of("best", best, ("lowest", "highest"))
    means = rank_rows(table, higher_is_better).mean(axis=0)
    if best == "highest":
        means = table.shape[1] + 1 - means
    return dict(zip(table.names, means.tolist(), strict=True))


def rank_rows(table: ScoreTable, higher_is_better: bool = True) -> np.ndarray:
    """The rank of each algorithm on each data set, 1 for the best; equal scores share ranks.

    An algorithm's rank is 1, and 1 more for each that is better, and half for each that is equal.
    """
    up = table.upwards(higher_is_better)
    ranks = np.ones(up.shape)
    for rival in range(up.shape[1]):
        better, equal = compare(up[:, [rival]], up, table.precision)
        equal[:, rival] = False
        ranks += better + 0.5 * equal
    return ranks


def win_table(table: ScoreTable, higher_is_better: bool = True) -> tuple[np.ndarray, np.ndarray]:
    """On how many data sets each algorithm (row) beats each other one (column), and equals it."""
    table.upwards(higher_is_better)  # complains about anything but True and False
    wins, ties = table.duels
    return (wins if higher_is_better else wins.T), ties
