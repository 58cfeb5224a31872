"""Lesson 04 and its exercises: whether A is better than B."""

import math
from collections.abc import Callable
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
from scipy.special import chdtrc, chdtri, ndtr, ndtri, stdtr

from course_lib.classroom.bank.clear import is_clear
from course_lib.classroom.bank.in_words import in_words
from course_lib.classroom.questions import (
    FunctionQuestion,
    Mistake,
    NumberQuestion,
    own_numbers,
)
from course_lib.classroom.rounding import apart
from course_lib.datasets import load_benavoli_accuracies
from course_lib.pairs.sign import sign_test
from course_lib.pairs.t import paired_t_test
from course_lib.pairs.wilcoxon import wilcoxon_test

LESSON = [in_words("pairs-table"), in_words("pairs-overlap")]


# --- Where a critical region begins ---------------------------------------------------------------


def _edge(level: float, statistic: float) -> NumberQuestion:
    percent = f"{100 * level:g} percent"

    def edge(at: float = level, df: int = 1) -> float:
        return float(chdtri(df, at))

    one_tail = (
        f"that is for a level of {200 * level:g} percent, which is also what a one-sided z, "
        f"squared, leads to. The level is {percent}, and squaring folds both tails into one."
    )
    mistakes = [
        *(
            Mistake(
                lambda usual=usual: edge(usual),
                f"that is for a level of {100 * usual:g} percent. The question says {percent}.",
            )
            for usual in (0.05, 0.1 if 2 * level == 0.01 else 0.01)
        ),
        Mistake(lambda: edge(2 * level), one_tail),
        Mistake(
            lambda: edge(level / 2),
            "you halved the level, for two tails. The square has only one tail, and both "
            "directions are in it.",
        ),
        Mistake(
            lambda: math.sqrt(edge()),
            "that is the critical value of z. The statistic is its square, so square it.",
        ),
        Mistake(
            lambda: float(-ndtri(level)),
            "that is the critical value of a one-sided z. McNemar's statistic is the square of a "
            "z, and has both directions in it.",
        ),
        Mistake(
            lambda: edge(1 - level),
            f"that value leaves {percent} *below* it. The region is at the upper end: `isf`, or "
            "`ppf` of 1 - alpha.",
        ),
        Mistake(lambda: edge(df=2), "that is for 2 degrees of freedom. McNemar's test has 1."),
        Mistake(
            lambda: float(chdtrc(1, statistic)),
            f"that is the p-value of {statistic}. Which value would have a p-value of {level}?",
        ),
        Mistake(
            statistic,
            f"{statistic} is what came out. From which value on would it have been too rare?",
        ),
    ]
    verdict = (
        f"{statistic} lies in the region: significant at {percent}."
        if statistic >= edge()
        else f"{statistic} lies outside: not significant at {percent}."
    )
    return NumberQuestion(
        name="pairs-chi",
        title="Exercise 3.1, at another level",
        text=f"McNemar's chi-squared statistic came out as {statistic}, and alpha is {level}. At "
        "which value of the statistic does the critical region begin?",
        right=edge,
        worked=f"edge = stats.chi2(1).isf({level})",
        mistakes=mistakes,
        hints=(
            "`scipy.stats.chi2` has the distribution: `isf` turns a chance into a value.",
            f"One degree of freedom, and a chance of {level} above the value.",
        ),
        why=f"The region begins at {edge():.4g}. {verdict}",
    )


def _is_a_fair_edge(**numbers: Any) -> bool:
    """Every mistake has a number of its own, and the verdict can be seen with the naked eye."""
    asked = _edge(**numbers)
    return is_clear(asked) and abs(numbers["statistic"] - asked.right()) > 0.1


# --- The sign test --------------------------------------------------------------------------------


def _coin(trials: int, wins: int) -> float:
    """How often a coin is as uneven as so many wins, or more."""
    fewer = min(wins, trials - wins)
    return min(1.0, 2 * sum(math.comb(trials, k) for k in range(fewer + 1)) / 2**trials)


@cache
def _columns() -> dict[str, list[float]]:
    table = load_benavoli_accuracies()
    return dict(zip(table.names, table.scores.T.tolist(), strict=True))


@cache
def _p(test: Callable, first: str, second: str, data_sets: int, *how: tuple[str, str]) -> float:
    """The p-value of a test of two classifiers on the first of the data sets."""
    a, b = (_columns()[name][:data_sets] for name in (first, second))
    return test(a, b, **dict(how)).p_value


def _sign(first: str, second: str, data_sets: int) -> NumberQuestion:
    pairs = list(zip(*(_columns()[name][:data_sets] for name in (first, second)), strict=True))
    wins, losses = sum(a > b for a, b in pairs), sum(a < b for a, b in pairs)
    trials, ties = wins + losses, data_sets - wins - losses
    ahead, behind = (first, second) if wins >= losses else (second, first)
    fewer = min(wins, losses)
    z = abs(wins - losses) / math.sqrt(trials)
    exactly = math.comb(trials, fewer) / 2**trials
    leave_out = f"Leave out the {ties} ties: {trials} trials."

    def p(test: Callable = sign_test, n: int = data_sets, **how: str) -> float:
        return _p(test, first, second, n, *how.items())

    mistakes = [
        Mistake(
            lambda: p(alternative="greater" if ahead == first else "less"),
            "that is one-sided. The question is whether they differ, in either direction.",
        ),
        Mistake(
            lambda: p(alternative="less" if ahead == first else "greater"),
            f"that asks whether *{behind}* is better, and with one tail.",
        ),
        Mistake(
            lambda: _coin(data_sets, wins),
            f"it counts every tie as a win of {second}, or as a trial that {first} did not win. "
            + leave_out,
        ),
        Mistake(
            lambda: _coin(data_sets, losses),
            f"it counts every tie as a win of {first}, or as a trial that {second} did not win. "
            + leave_out,
        ),
        Mistake(
            lambda: p(ties="split"),
            "it shares the ties out, half to each. That is Demšar's way; in the lesson ties are "
            f"left out, since they say nothing. {trials} trials remain.",
        ),
        Mistake(
            lambda: p() - exactly,
            "that is the mid-p-value, which counts what was seen for half; one more win for "
            f"{ahead} leads to the same number. The exact test counts all of what was seen, and "
            "nothing else.",
        ),
        Mistake(
            lambda: 2 * exactly,
            f"that is twice the chance of exactly {fewer} wins. As uneven *or more* counts fewer "
            "wins too.",
        ),
        Mistake(
            lambda: exactly,
            f"that is the chance of exactly {fewer} wins of {trials}. As uneven *or more* counts "
            "fewer wins too, and the same on the other side.",
        ),
        Mistake(
            lambda: p(method="normal"),
            "that is the normal approximation, corrected for continuity. The question asks for "
            "the exact test: the coin.",
        ),
        Mistake(
            lambda: 2 * float(ndtr(-z)),
            "that is the normal approximation. The question asks for the exact test: the coin.",
        ),
        Mistake(
            lambda: p(wilcoxon_test),
            "that is Wilcoxon's test, which listens to how large the differences are. The sign "
            "test asks only who won.",
        ),
        Mistake(
            lambda: p(wilcoxon_test, method="normal"),
            "that is Wilcoxon's test, by the normal distribution. The sign test asks only who won, "
            "and the coin is its law.",
        ),
        Mistake(
            lambda: p(paired_t_test),
            "that is the paired t test, which listens to the sizes of the differences. The sign "
            "test asks only who won.",
        ),
        Mistake(lambda: 1 - p(), "that is 1 minus the p-value."),
        Mistake(
            lambda: wins / trials,
            f"that is the share of the {trials} trials that {first} won. How often would a coin be "
            "as uneven, or more?",
        ),
        Mistake(
            float(wins),
            f"that is how many data sets {first} won. How often would a coin be as uneven, or "
            "more?",
        ),
        Mistake(
            lambda: p(n=len(_columns()[first])),
            f"that is for all 54 data sets. The question is about the first {data_sets}.",
        ),
    ]
    return NumberQuestion(
        name="pairs-sign",
        title="Who wins more often",
        text=f"Take {first} and {second}, on the first {data_sets} of the 54 data sets. Do they "
        "differ? Give the p-value of the exact two-sided sign test.",
        right=p,
        worked=f'p = sign_test(accuracies["{first}"][:{data_sets}], '
        f'accuracies["{second}"][:{data_sets}]).p_value',
        mistakes=mistakes,
        hints=(
            "`sign_test(a, b)` does it; or count wins and use the coin. `scores[:20]` takes the "
            "first 20.",
            f"{ties} of the {data_sets} data sets are ties, which leaves {trials} trials.",
        ),
        why=f"{ahead} won {trials - fewer} of {trials}: p = {p():.2g}, "
        f"{'' if p() <= 0.05 else 'not '}significant at 5 percent.",
    )


def _is_a_fair_duel(first: str, second: str, data_sets: int) -> bool:
    """A p-value that is neither next to 0 nor next to 1, and that nothing else leads to: no other
    pair, no data set more or less, no known mistake (with no ties, or one, some are none).
    """
    if first == second:
        return False
    right = _p(sign_test, first, second, data_sets)
    if not 0.001 < right < 0.6:
        return False
    others = [_p(sign_test, first, second, n) for n in (data_sets - 1, data_sets + 1)] + [
        _p(sign_test, one, another, data_sets)
        for one, another in combinations(_columns(), 2)
        if {one, another} != {first, second}
    ]
    return all(apart(other, right) for other in others) and is_clear(
        _sign(first, second, data_sets)
    )


# --- Functions ------------------------------------------------------------------------------------


def _discordant(y: list, a: list, b: list) -> tuple[int, int]:
    only_a = sum(x != t and z == t for t, x, z in zip(y, a, b, strict=True))
    only_b = sum(x == t and z != t for t, x, z in zip(y, a, b, strict=True))
    return only_a, only_b


def _t(differences: list[float], factor: float, ddof: int = 1) -> float:
    d = np.asarray(differences, dtype=float)
    return float(d.mean() / (d.std(ddof=ddof) * math.sqrt(factor)))


def _corrected_p(differences: list[float], test_fraction: float) -> float:
    n = len(differences)
    t = _t(differences, 1 / n + test_fraction / (1 - test_fraction))
    return 2 * float(stdtr(n - 1, -abs(t)))


# Both may be wrong on a case, in the same way and in different ways, whatever its label is.
_PREDICTIONS = [
    ([1, 1, 0, 0, 1], [1, 0, 0, 1, 1], [1, 1, 0, 0, 0]),
    ([0, 0, 0, 1], [1, 1, 0, 1], [0, 0, 0, 1]),
    ([1, 1, 0, 1, 0, 1, 0, 0], [0, 0, 1, 0, 1, 1, 0, 1], [0, 0, 1, 1, 1, 0, 0, 1]),
    ([1, 0, 1, 0, 1, 0], [1, 0, 1, 1, 1, 1], [0, 1, 0, 1, 1, 0]),
    ([2, 0, 1, 2, 1, 0, 2, 1, 0], [1, 0, 1, 0, 2, 1, 2, 0, 0], [2, 1, 1, 1, 0, 0, 0, 1, 0]),
    (
        ["cat", "dog", "dog", "owl", "cat"],
        ["cat", "cat", "dog", "dog", "owl"],
        ["dog", "dog", "cat", "cat", "cat"],
    ),
]
_DIFFERENCES = [
    ([0.02, 0.01, 0.04, 0.0, 0.03], 0.1),
    ([0.02, -0.01, 0.04, 0.0, 0.03, 0.01, 0.02, 0.0, 0.01, 0.02], 0.25),
    ([-0.317, 0.124, -0.236], 0.5),
    ([0.0137, -0.0046, 0.0271, 0.0083, 0.0192, -0.0119, 0.0025], 1 / 3),
    ([-1.4, -0.6, 0.3, -2.2], 0.08),
]

EXERCISES = [
    own_numbers(
        _edge,
        {"level": 0.005, "statistic": 7.1},
        {
            "level": [per_mille / 1000 for per_mille in range(1, 49)],
            "statistic": [tenths / 10 for tenths in range(41, 130)],
        },
        _is_a_fair_edge,
    ),
    FunctionQuestion(
        name="pairs-discordant",
        title="The two counts that matter",
        reference=_discordant,
        cases=_PREDICTIONS,
        mistakes=[
            Mistake(
                lambda y, a, b: _discordant(y, b, a),
                "the two counts are exchanged: first those that only *A* got wrong.",
            ),
            Mistake(
                lambda y, a, b: (
                    sum(x != t for t, x in zip(y, a, strict=True)),
                    sum(x != t for t, x in zip(y, b, strict=True)),
                ),
                "those are all errors of A and of B. Leave out the cases that both got wrong.",
            ),
            Mistake(
                lambda y, a, b: (
                    sum(x == 1 and z != 1 for x, z in zip(a, b, strict=True)),
                    sum(x != 1 and z == 1 for x, z in zip(a, b, strict=True)),
                ),
                "it compares the predictions with each other. Compare each with the true label.",
            ),
            Mistake(
                lambda y, a, b: sum(_discordant(y, a, b)),
                "that is how many cases are discordant. Return the two counts separately.",
            ),
            Mistake(
                lambda y, a, b: (
                    sum(x == t and z == t for t, x, z in zip(y, a, b, strict=True)),
                    sum(x != t and z != t for t, x, z in zip(y, a, b, strict=True)),
                ),
                "those are the cases on which both are right, and both wrong. They do not count.",
            ),
            Mistake(
                lambda y, a, b: (
                    sum(x == t for t, x in zip(y, a, strict=True)),
                    sum(x == t for t, x in zip(y, b, strict=True)),
                ),
                "those are how many A and B got right. Count the cases that only one got wrong.",
            ),
            Mistake(
                lambda y, a, b: sum(x != z for x, z in zip(a, b, strict=True)),
                "it counts where A and B predict differently. Compare each with the true label, "
                "and return two counts.",
            ),
            Mistake(
                lambda y, a, b: tuple(count / len(y) for count in _discordant(y, a, b)),
                "those are shares of all cases. McNemar's test needs the counts.",
            ),
        ],
        hints=(
            "Go through the three lists together with `zip(y, a, b)`.",
            "Only A is wrong where its prediction differs from the label and B's does not.",
        ),
        why="Everything else in McNemar's test follows from these two numbers.",
    ),
    own_numbers(
        _sign,
        {"first": "C3", "second": "C4", "data_sets": 24},
        {
            "first": [f"C{number}" for number in range(1, 8)],
            "second": [f"C{number}" for number in range(1, 8)],
            "data_sets": range(20, 54),
        },
        _is_a_fair_duel,
    ),
    FunctionQuestion(
        name="pairs-corrected",
        title="The corrected t statistic",
        reference=lambda d, f: _t(d, 1 / len(d) + f / (1 - f)),
        cases=_DIFFERENCES,
        mistakes=[
            Mistake(
                lambda d, f: _t(d, 1 / len(d)),
                "that is the naive t statistic, as if the scores were independent.",
            ),
            Mistake(
                lambda d, f: _t(d, 1 / len(d) + f),
                "it adds the share of the test set. The correction is test over *train*: "
                "`f / (1 - f)`.",
            ),
            Mistake(
                lambda d, f: _t(d, 1 / len(d) + (1 - f) / f),
                "it adds train over test. The correction is test over train.",
            ),
            Mistake(
                lambda d, f: _t(d, 1 / len(d) + f / (1 - f), ddof=0),
                "the standard deviation divides by n. Use n - 1: `ddof=1`.",
            ),
            Mistake(
                lambda d, f: _t(d, (1 / len(d) + f / (1 - f)) / len(d)),
                "it divides by the root of n as well. 1/n is already under the root.",
            ),
            Mistake(
                lambda d, f: _t(d, (1 / len(d) + f / (1 - f)) ** 2),
                "the factor 1/n + test/train belongs under the root.",
            ),
            Mistake(
                lambda d, f: _t(d, 1 / len(d) + f / (1 - f)) / np.std(d, ddof=1),
                "it divides by the variance. Divide by the standard deviation, its root.",
            ),
            Mistake(
                lambda d, f: _t(d, f / (1 - f)),
                "only test/train is under the root. 1/n belongs there, too.",
            ),
            Mistake(
                lambda d, f: _t(d, 1 / len(d) + 1 / (1 - f)),
                "it adds 1 / (1 - f). The correction is test over train: `f / (1 - f)`.",
            ),
            Mistake(
                lambda d, f: abs(_t(d, 1 / len(d) + f / (1 - f))),
                "the sign is lost. A statistic below 0 says that the mean difference is.",
            ),
            Mistake(
                lambda d, f: -_t(d, 1 / len(d) + f / (1 - f)),
                "the sign is turned round. The differences are given: take their mean as it is.",
            ),
            Mistake(
                _corrected_p,
                "that is the p-value. The question asks for the t statistic itself.",
            ),
            Mistake(
                lambda d, f: float(np.mean(d)),
                "that is the mean difference. Divide it by its standard error.",
            ),
        ],
        hints=(
            "Mean of the differences, divided by its standard error.",
            "The standard error is the standard deviation (n - 1) times a root.",
            "Under the root: `1 / n + test_fraction / (1 - test_fraction)`.",
        ),
        why="However often cross-validation is repeated, test over train stays under the root.",
    ),
    in_words("pairs-words"),
]
