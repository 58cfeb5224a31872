"""Lesson 05 and its exercises: many algorithms, and what the others have to do with it."""

import math
from functools import cache
from itertools import combinations

import numpy as np
from scipy.special import ndtri

from course_lib.classroom.bank.clear import is_clear
from course_lib.classroom.bank.in_words import in_words
from course_lib.classroom.questions import (
    FunctionQuestion,
    Mistake,
    NumberQuestion,
    own_numbers,
)
from course_lib.classroom.rounding import apart
from course_lib.common.phrases import counted
from course_lib.datasets import load_benavoli_accuracies
from course_lib.ranks.corrections import adjust_p_values
from course_lib.ranks.nemenyi import critical_difference, critical_z, range_tail, rank_spread
from course_lib.ranks.pools import pool_sensitivity
from course_lib.ranks.results import PoolSensitivity

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


#: How equal p-values can share a rank: its mean, the last of them all, or one rank for all.
_SHARED_RANK = {
    "mean": lambda x, p: (sum(o < x for o in p) + sum(o <= x for o in p) + 1) / 2,
    "last": lambda x, p: sum(o <= x for o in p),
    "one": lambda x, p: 1 + len({o for o in p if o < x}),
}


def _holm_by_ranks(p: list[float], shared: str, maximum: bool = True) -> list[float]:
    """Factors from ranks that equal p-values share, where each should take up its own."""
    rank = _SHARED_RANK[shared]
    steps = np.array([x * (len(p) + 1 - rank(x, list(p))) for x in p])
    if maximum:
        order = np.argsort(p, kind="stable")
        steps[order] = np.maximum.accumulate(steps[order])
    return np.minimum(steps, 1).tolist()


# Equal p-values at the low end, where the first one's factor counts for all; and in the middle.
_FAMILIES = [
    ([0.01, 0.04, 0.03],),
    ([0.3, 0.001, 0.02, 0.021],),
    ([0.55, 0.6, 0.04],),
    ([0.2],),
    ([0.012, 0.012, 0.9, 0.011, 0.03],),
    ([0.01234, 0.5, 0.01234],),
    ([0.2718, 0.00317, 0.04142, 0.04142, 0.04142, 0.00911, 0.31416],),
]


# --- A critical difference ------------------------------------------------------------------------


def _difference(algorithms: int, data_sets: int, alpha: float) -> NumberQuestion:
    percent = f"{100 * alpha:g} percent"
    pairs = math.comb(algorithms, 2)
    spread = rank_spread(algorithms, data_sets)
    usual, unless_told = (
        (0.01, "") if alpha == 0.05 else (0.05, ", the level that is used if you give none")
    )

    def needed(level: float = alpha, method: str = "nemenyi") -> float:
        return critical_difference(algorithms, data_sets, level, method)

    mistakes = [
        Mistake(
            lambda: needed() * math.sqrt(2),
            "the quantile of the studentized range has to be divided by root 2: it is made for "
            "single means, and this is a difference of two.",
        ),
        Mistake(
            lambda: needed() / math.sqrt(2),
            "the quantile of the studentized range has to be divided by *root* 2, not by 2. (12 n "
            "in place of 6 n under the root leads to the same number.)",
        ),
        Mistake(
            lambda: needed(method="bonferroni"),
            "that is the normal version with Bonferroni, as in the paper. Nemenyi's uses the "
            "studentized range, and is a little smaller.",
        ),
        Mistake(
            lambda: needed(method="bonferroni-dunn"),
            "that is for comparisons with one control (Bonferroni and Dunn). Here any of the "
            f"{pairs} pairs may be the one that stands out.",
        ),
        Mistake(
            lambda: needed(method="none"),
            f"that is for one pair chosen in advance: {-ndtri(alpha / 2):.4g} times the spread. "
            f"Here any of the {pairs} pairs may be the one that stands out.",
        ),
        Mistake(
            lambda: needed(2 * alpha),
            f"that is for {200 * alpha:g} percent. The studentized range looks at the largest "
            "difference, so there is nothing to double.",
        ),
        Mistake(
            lambda: needed(alpha / 2),
            "you halved the level, for two tails. The range has no tails to choose from.",
        ),
        Mistake(
            lambda: critical_z(algorithms, alpha, "nemenyi"),
            "that is q over root 2, in units of the spread. Multiply it by the root of "
            "m (m + 1) / (6 n).",
        ),
        Mistake(
            lambda: math.sqrt(2) * critical_z(algorithms, alpha, "nemenyi"),
            "that is the quantile of the studentized range. Divide it by root 2, and multiply it "
            "by the root of m (m + 1) / (6 n).",
        ),
        Mistake(
            lambda: critical_z(algorithms, alpha, "nemenyi") * spread**2,
            "the root of m (m + 1) / (6 n) is missing.",
        ),
        Mistake(
            lambda: needed() * math.sqrt((algorithms - 1) / (algorithms + 1)),
            "under the root stands m (m + 1) / (6 n), with a plus.",
        ),
        Mistake(
            lambda: critical_difference(data_sets, algorithms, alpha),
            f"algorithms and data sets are exchanged: {algorithms} algorithms, {data_sets} data "
            "sets.",
        ),
        Mistake(
            lambda: needed(usual),
            f"that is for {100 * usual:g} percent{unless_told}. The question says {percent}.",
        ),
    ]
    return NumberQuestion(
        name="ranks-difference",
        title="A critical difference",
        text=f"{algorithms} algorithms on {data_sets} data sets; alpha {alpha}. How far apart must "
        "two mean ranks be, by Nemenyi's version (studentized range)?",
        right=needed,
        worked=f"difference = critical_difference({algorithms}, {data_sets}, alpha={alpha})",
        mistakes=mistakes,
        hints=(
            "`critical_difference(algorithms, data_sets, alpha)` is the function.",
            f"By hand: `stats.studentized_range.ppf({1 - alpha:g}, {algorithms}, np.inf) / "
            "np.sqrt(2)`, times the root of m (m + 1) / (6 n).",
        ),
        why=f"Mean ranks of {algorithms} algorithms on {data_sets} data sets must be "
        f"{needed():.3g} apart.",
    )


# --- What the company does to a p-value -----------------------------------------------------------

_COUNTED = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}


@cache
def _pools(first: str, second: str, size: int, correction: str) -> PoolSensitivity:
    """What mean ranks say about the two in the pools of this size."""
    return pool_sensitivity(
        load_benavoli_accuracies(), first, second, [size], correction=correction
    )


def _p_at(end: str, found: PoolSensitivity) -> float:
    """The largest p-value of all pools, or the smallest."""
    p_values = found.p_values[0]
    return float(p_values.max() if end == "largest" else p_values.min())


def _company(first: str, second: str, size: int, end: str) -> NumberQuestion:
    pools = math.comb(5, size - 2)
    pairs = math.comb(size, 2)
    method, other_end = ("max", "smallest") if end == "largest" else ("min", "largest")

    def p(correction: str = "nemenyi", of: int = size, at: str = end) -> float:
        return _p_at(at, _pools(first, second, of, correction))

    def z() -> float:
        return float(-ndtri(p("none") / 2))

    holm_is_alike = not apart(p("holm"), p("bonferroni"))
    mistakes = [
        Mistake(
            lambda: p(at=other_end),
            f"that is the {other_end} one. The question asks for the {end}.",
        ),
        Mistake(
            lambda: p("bonferroni"),
            "that is with Bonferroni, which `pool_sensitivity` uses if you name no correction"
            f"{' (and Holm leads to the same here)' if holm_is_alike else ''}. The question asks "
            "for Nemenyi's.",
        ),
        Mistake(
            lambda: p("none"),
            f"that is without any correction, as if the two were the only pair. A pool of {size} "
            f"has {pairs} pairs.",
        ),
        Mistake(
            lambda: float(range_tail(z(), size)),
            "the difference in units of its spread, z, was handed to the studentized range as it "
            "is. Multiply it by root 2 first: the range is made for single means.",
        ),
        Mistake(
            lambda: float(_pools(first, second, size, "nemenyi").p_values[0].mean()),
            f"that is the mean of the p-values that occur. The question asks for the {end}.",
        ),
        Mistake(
            lambda: _pools(first, second, size, "nemenyi")[size],
            "that is the share of the pools that call the two different at 5 percent. Look at the "
            "p-values themselves.",
        ),
        Mistake(z, "that is z, the difference in units of its spread. Which p-value has it?"),
        *(
            Mistake(
                lambda of=other: p(of=of),
                f"those are pools of {_COUNTED[other]}. Pools of {_COUNTED[size]} have "
                f"{counted(size - 2, 'other')} beside {first} and {second}."
                if other < 7
                else "that is with all seven in the pool.",
            )
            for other in (size - 1, size + 1, 7 if size < 6 else 4)
        ),
    ]
    return NumberQuestion(
        name="ranks-pools",
        title="What the company does to a p-value",
        text=f"{first} and {second} meet in {pools} pools of {size}, out of the seven classifiers. "
        f"Test them in each pool by mean ranks, with Nemenyi's correction. What is the {end} "
        "p-value that they get?",
        right=p,
        worked=f'found = pool_sensitivity(table, "{first}", "{second}", [{size}], '
        f'correction="nemenyi")\np = found.p_values[0].{method}()',
        mistakes=mistakes,
        hints=(
            f'`pool_sensitivity(table, "{first}", "{second}", [{size}], correction=...)` goes '
            "through the pools.",
            "What it gives has `.p_values`: for each size that you asked for, an array of the "
            "p-values that occur.",
        ),
        why=f"From {p(at='smallest'):.2g} to {p(at='largest'):.2g}: the same 54 differences "
        f"between {first} and {second}, in different company.",
    )


def _is_worth_asking(first: str, second: str, size: int, end: str) -> bool:
    """The company makes a difference, and no mistake and no other pair leads to the same number."""
    if first >= second:
        return False
    asked = _company(first, second, size, end)
    right = asked.right()
    return (
        1e-5 < right < 0.95
        and is_clear(asked)
        and apart(_p_at(end, _pools(first, second, size, "holm")), right)
        and all(
            apart(_p_at(end, _pools(*pair, size, "nemenyi")), right)
            for pair in combinations(load_benavoli_accuracies().names, 2)
            if pair != (first, second)
        )
    )


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
    own_numbers(
        _difference,
        {"algorithms": 6, "data_sets": 25, "alpha": 0.05},
        {
            "algorithms": range(4, 13),
            "data_sets": range(15, 61),
            "alpha": (0.05, 0.01, 0.02, 0.03),
        },
        lambda **numbers: is_clear(_difference(**numbers)),
    ),
    own_numbers(
        _company,
        {"first": "C2", "second": "C4", "size": 5, "end": "largest"},
        {
            "first": [f"C{number}" for number in range(1, 8)],
            "second": [f"C{number}" for number in range(1, 8)],
            "size": (3, 4, 5, 6),
            "end": ("largest", "smallest"),
        },
        _is_worth_asking,
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
                lambda p: _holm_by_ranks(p, "mean"),
                "equal p-values share their ranks, and so their factors: `rankdata` does that. The "
                "first of them takes the larger factor, and the others may not be below it.",
            ),
            Mistake(
                lambda p: _holm_by_ranks(p, "mean", maximum=False),
                "equal p-values share their ranks, and so their factors, and a larger p-value "
                "comes out with a smaller adjusted one. Sort, and take the largest so far.",
            ),
            Mistake(
                lambda p: _holm_by_ranks(p, "last"),
                "of equal p-values all get the smallest factor. The first of them takes the "
                "largest, and the others may not be below it.",
            ),
            Mistake(
                lambda p: _holm_by_ranks(p, "one"),
                "after equal p-values the factors go on as if there had been one. Each p-value "
                "uses up a factor.",
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
