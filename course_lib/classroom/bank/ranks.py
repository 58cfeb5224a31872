"""Lesson 05 and its exercises: many algorithms, and what the others have to do with it."""

import math
from functools import cache

import numpy as np

from course_lib.classroom.bank.in_words import in_words
from course_lib.classroom.questions import FunctionQuestion, Mistake, NumberQuestion
from course_lib.datasets import load_benavoli_accuracies
from course_lib.ranks.corrections import adjust_p_values
from course_lib.ranks.nemenyi import critical_difference, critical_z, rank_spread
from course_lib.ranks.pools import pool_sensitivity

LESSON = [in_words("ranks-variants"), in_words("ranks-equal")]


# --- Mean ranks -----------------------------------------------------------------------------------


def _mean_ranks(rows: list[list[float]]) -> list[float]:
    totals = [0.0] * len(rows[0])
    for row in rows:
        for i, score in enumerate(row):
            better = sum(other > score for other in row)
            equal = sum(other == score for other in row) - 1
            totals[i] += 1 + better + equal / 2
    return [total / len(rows) for total in totals]


def _by_order(rows: list[list[float]]) -> list[float]:
    places = np.argsort(np.argsort(-np.array(rows), axis=1, kind="stable"), axis=1) + 1
    return places.mean(axis=0).tolist()


def _lowest_of_ties(rows: list[list[float]]) -> list[float]:
    return np.mean([[1 + sum(o > s for o in row) for s in row] for row in rows], axis=0).tolist()


def _dense(rows: list[list[float]]) -> list[float]:
    return np.mean(
        [[1 + len({o for o in row if o > s}) for s in row] for row in rows], axis=0
    ).tolist()


def _down_the_columns(rows: list[list[float]]) -> list[float]:
    turned = np.array(rows).T.tolist()
    ranks = [
        [1 + sum(o > s for o in column) + (column.count(s) - 1) / 2 for s in column]
        for column in turned
    ]
    return np.mean(ranks, axis=1).tolist()


_TABLES = [
    ([[0.8, 0.7, 0.6], [0.9, 0.8, 0.5], [0.7, 0.6, 0.65], [0.9, 0.7, 0.8]],),
    ([[0.8, 0.8, 0.6], [0.5, 0.7, 0.7]],),
    ([[3.0, 1.0, 1.0, 1.0], [2.0, 4.0, 2.0, 1.0], [5.0, 5.0, 5.0, 9.0]],),
    ([[1.0, 2.0], [2.0, 1.0], [0.0, 5.0]],),
]


# --- Holm -----------------------------------------------------------------------------------------


def _adjusted(method: str) -> object:
    return lambda p: np.asarray(adjust_p_values(list(p), method)).tolist()


def _holm(p: list[float], maximum: bool = True, limit: bool = True) -> list[float]:
    order = np.argsort(p, kind="stable")
    steps = np.array(p)[order] * np.arange(len(p), 0, -1)
    steps = np.maximum.accumulate(steps) if maximum else steps
    result = np.empty(len(p))
    result[order] = np.minimum(steps, 1) if limit else steps
    return result.tolist()


def _holm_put_back_wrong(p: list[float]) -> list[float]:
    order = np.argsort(p, kind="stable")
    steps = np.maximum.accumulate(np.array(p)[order] * np.arange(len(p), 0, -1))
    return np.minimum(steps, 1)[order].tolist()


def _holm_in_given_order(p: list[float]) -> list[float]:
    steps = np.array(p) * np.arange(len(p), 0, -1)
    return np.minimum(np.maximum.accumulate(steps), 1).tolist()


def _false_discovery_rate(p: list[float]) -> list[float]:
    order = np.argsort(p, kind="stable")
    steps = np.array(p)[order] * len(p) / np.arange(1, len(p) + 1)
    result = np.empty(len(p))
    result[order] = np.minimum.accumulate(steps[::-1])[::-1]
    return result.tolist()


_FAMILIES = [
    ([0.01, 0.04, 0.03],),
    ([0.3, 0.001, 0.02, 0.021],),
    ([0.55, 0.6, 0.04],),
    ([0.2],),
    ([0.012, 0.012, 0.9, 0.011, 0.03],),
]


# --- Numbers --------------------------------------------------------------------------------------


def _spread(algorithms: int = 6, data_sets: int = 25) -> float:
    return rank_spread(algorithms, data_sets)


@cache
def _pools(size: int = 5, alpha: float = 0.01) -> float:
    found = pool_sensitivity(load_benavoli_accuracies(), "C2", "C4", [size], alpha=alpha)
    return round(found[size] * found.pools[0])


EXERCISES = [
    FunctionQuestion(
        name="ranks-mean",
        title="Mean ranks",
        reference=_mean_ranks,
        cases=_TABLES,
        mistakes=[
            Mistake(
                lambda rows: [len(rows[0]) + 1 - r for r in _mean_ranks(rows)],
                "the *worst* has rank 1. Higher scores are better, and the best gets rank 1.",
            ),
            Mistake(
                _by_order,
                "equal scores get different ranks, by their place in the row. Let them share: two "
                "that are best together have 1.5 each.",
            ),
            Mistake(
                _lowest_of_ties,
                "equal scores all get the best of their ranks. They should share: the mean of the "
                "ranks they take up.",
            ),
            Mistake(
                _dense,
                "after a tie the ranks go on as if nothing were taken up. After two that share 1 "
                "and 2 the next one has rank 3.",
            ),
            Mistake(
                _down_the_columns,
                "it ranks the data sets for each algorithm. Rank the algorithms on each data set: "
                "row by row.",
            ),
            Mistake(
                lambda rows: [r - 1 for r in _mean_ranks(rows)],
                "ranks begin with 1, and yours with 0.",
            ),
            Mistake(
                lambda rows: [r * len(rows) for r in _mean_ranks(rows)],
                "those are sums. Divide by the number of data sets.",
            ),
            Mistake(
                lambda rows: np.argsort(-np.array(rows), axis=1).mean(axis=0).tolist(),
                "`argsort` says who is at each place, not which place each one has.",
            ),
            Mistake(
                lambda rows: (np.argsort(-np.array(rows), axis=1).mean(axis=0) + 1).tolist(),
                "`argsort` says who is at each place, not which place each one has; adding 1 does "
                "not help.",
            ),
            Mistake(
                lambda rows: [(len(row) + 1) / 2 for row in rows],
                "that is one number for each data set. Take the mean over the data sets, `axis=0`.",
            ),
        ],
        hints=(
            "The rank of a score is 1, plus 1 for each better one in its row, plus ½ for each "
            "equal one (itself apart).",
            "`scipy.stats.rankdata` gives rank 1 to the *lowest*; hand it the negative scores, "
            "with `axis=1`.",
        ),
        why="Everything in Friedman's test and the mean-ranks test is made of these.",
    ),
    NumberQuestion(
        name="ranks-difference",
        title="A critical difference",
        right=lambda: critical_difference(6, 25),
        mistakes=[
            Mistake(
                lambda: critical_difference(6, 25) * math.sqrt(2),
                "the quantile of the studentized range has to be divided by root 2: it is made for "
                "single means, and this is a difference of two.",
            ),
            Mistake(
                lambda: critical_difference(6, 25, method="bonferroni"),
                "that is the normal version with Bonferroni, as in the paper. Nemenyi's uses the "
                "studentized range, and is a little smaller.",
            ),
            Mistake(
                lambda: critical_difference(6, 25, method="none"),
                "that is for one pair chosen in advance: 1.96 times the spread. Here any of the 15 "
                "pairs may be the one that stands out.",
            ),
            Mistake(
                lambda: critical_difference(6, 25, 0.10),
                "that is for 10 percent. The studentized range looks at the largest difference, "
                "so there is nothing to double.",
            ),
            Mistake(
                lambda: critical_difference(6, 25, 0.01),
                "that is for 1 percent. The question says 5.",
            ),
            Mistake(
                lambda: critical_difference(6, 25, 0.025),
                "you halved the level, for two tails. The range has no tails to choose from.",
            ),
            Mistake(
                lambda: critical_z(6, 0.05, "nemenyi"),
                "that is q over root 2, in units of the spread. Multiply it by the root of "
                "m (m + 1) / (6 n).",
            ),
            Mistake(
                lambda: critical_z(6, 0.05, "nemenyi") * _spread() ** 2,
                "the root of m (m + 1) / (6 n) is missing.",
            ),
            Mistake(
                lambda: critical_z(25, 0.05, "nemenyi") * _spread(25, 6),
                "algorithms and data sets are exchanged: 6 algorithms, 25 data sets.",
            ),
        ],
        hints=(
            "`critical_difference` has the two numbers as its arguments.",
            "By hand: `stats.studentized_range.ppf(0.95, 6, np.inf) / np.sqrt(2)`, times the root "
            "of m (m + 1) / (6 n).",
        ),
        why="Mean ranks of six algorithms on 25 data sets must be 1.51 apart.",
    ),
    NumberQuestion(
        name="ranks-pools",
        title="C2 against C4, at a sterner level",
        right=_pools,
        mistakes=[
            Mistake(
                lambda: _pools(alpha=0.05),
                "that is what comes out at 5 percent (or at 1 percent without Bonferroni). The "
                "question has a level of 1 percent for the whole pool.",
            ),
            Mistake(
                lambda: _pools(size=4),
                "those are pools of four. Pools of five have three others beside C2 and C4.",
            ),
            Mistake(
                lambda: _pools() / 10,
                "that is the share. How many of the ten pools?",
            ),
            Mistake(
                lambda: math.comb(5, 3),
                "that is how many pools there are. In some of them the two are not called "
                "different.",
            ),
        ],
        hints=(
            '`pool_sensitivity(table, "C2", "C4", [5], alpha=...)` counts them; its value is a '
            "share.",
            "There are ten ways to choose three of the five others.",
        ),
        why="Three of ten, where it was nine at 5 percent. The level moves the border; on which "
        "side of it a pool falls, the company decides.",
    ),
    FunctionQuestion(
        name="ranks-holm",
        title="Holm's correction",
        reference=_adjusted("holm"),
        cases=_FAMILIES,
        mistakes=[
            Mistake(
                _adjusted("bonferroni"),
                "every p-value is multiplied by the number of tests: that is Bonferroni. With Holm "
                "only the smallest is.",
            ),
            Mistake(
                lambda p: _holm(p, maximum=False),
                "a larger p-value comes out with a smaller adjusted one. None may be below the one "
                "before it, so take the largest so far.",
            ),
            Mistake(
                lambda p: _holm(p, maximum=False, limit=False),
                "the factors are right. What is missing: none may be below the one before it "
                "(going up), and none above 1.",
            ),
            Mistake(
                _holm_put_back_wrong,
                "the values are right, but in wrong places: `steps[order]` takes them in that "
                "order, `result[order] = steps` puts them back.",
            ),
            Mistake(
                lambda p: _holm(p, limit=False),
                "some exceed 1, and no p-value does.",
            ),
            Mistake(
                _holm_in_given_order,
                "the factors go by the order of the list. They go by size: sort first, and put the "
                "results back in their places.",
            ),
            Mistake(
                lambda p: sorted(_adjusted("holm")(p)),
                "the results are sorted. Put each back where its p-value was.",
            ),
            Mistake(
                _adjusted("hochberg"),
                "that is Hochberg's, which goes from the largest down and takes minima. Holm goes "
                "from the smallest up and takes maxima.",
            ),
            Mistake(
                _false_discovery_rate,
                "that controls the false discovery rate (Benjamini and Hochberg), which is another "
                "promise. Holm's factors are n, n - 1, ..., 1.",
            ),
        ],
        hints=(
            "Sort; multiply the smallest by n, the next by n - 1, and so on.",
            "Going up, no adjusted value may be below the one before: `np.maximum.accumulate`.",
            "Cut at 1, and put everything back: `result[order] = steps`.",
        ),
        why="Never worse than Bonferroni, and valid always.",
    ),
    in_words("ranks-words"),
]
