"""Lesson 04 and its exercises: whether A is better than B."""

import math
from functools import cache

import numpy as np
from scipy.special import chdtri

from course_lib.classroom.bank.in_words import in_words
from course_lib.classroom.questions import FunctionQuestion, Mistake, NumberQuestion
from course_lib.datasets import load_lecture_accuracies
from course_lib.pairs.sign import sign_test

LESSON = [in_words("pairs-table"), in_words("pairs-overlap")]


def _discordant(y: list, a: list, b: list) -> tuple[int, int]:
    only_a = sum(x != t and z == t for t, x, z in zip(y, a, b, strict=True))
    only_b = sum(x == t and z != t for t, x, z in zip(y, a, b, strict=True))
    return only_a, only_b


def _t(differences: list[float], factor: float, ddof: int = 1) -> float:
    d = np.asarray(differences, dtype=float)
    return float(d.mean() / (d.std(ddof=ddof) * math.sqrt(factor)))


def _chi(level: float, df: int = 1) -> float:
    return float(chdtri(df, level))


def _coin(trials: int, wins: int) -> float:
    """How often a coin is as uneven as so many wins, or more."""
    return 2 * sum(math.comb(trials, k) for k in range(wins + 1)) / 2**trials


@cache
def _p(first: str, second: str, alternative: str = "two-sided") -> float:
    scores = load_lecture_accuracies()
    a, b = ([*scores[name].values()] for name in (first, second))
    return sign_test(a, b, alternative).p_value


_PREDICTIONS = [
    ([1, 1, 0, 0, 1], [1, 0, 0, 1, 1], [1, 1, 0, 0, 0]),
    ([0, 0, 0, 1], [1, 1, 0, 1], [0, 0, 0, 1]),
    ([1, 0, 1, 0, 1, 0], [1, 0, 1, 1, 1, 1], [0, 1, 0, 1, 1, 0]),
    (["cat", "dog", "dog"], ["cat", "cat", "dog"], ["dog", "dog", "cat"]),
]
_DIFFERENCES = [
    ([0.02, 0.01, 0.04, 0.0, 0.03], 0.1),
    ([0.02, -0.01, 0.04, 0.0, 0.03, 0.01, 0.02, 0.0, 0.01, 0.02], 0.2),
    ([-0.3, 0.1, -0.2], 0.5),
]

EXERCISES = [
    NumberQuestion(
        name="pairs-chi",
        title="Exercise 3.1, at a sterner level",
        right=lambda: _chi(0.005),
        mistakes=[
            Mistake(
                lambda: _chi(0.05),
                "that is for a level of 5 percent. The question says 0.5 percent.",
            ),
            Mistake(
                lambda: math.sqrt(_chi(0.005)),
                "that is the critical value of z. The statistic is its square, so square it.",
            ),
            Mistake(
                lambda: _chi(0.0025),
                "you halved the level, for two tails. The square has only one tail, and both "
                "directions are in it.",
            ),
            Mistake(
                lambda: _chi(0.01),
                "that is for a level of 1 percent (or a one-sided z, squared). The question says "
                "0.5 percent, and squaring folds both tails into one.",
            ),
            Mistake(
                lambda: _chi(0.005, 2), "that is for 2 degrees of freedom. McNemar's test has 1."
            ),
            Mistake(
                lambda: 0.007708395184420187,
                "that is the p-value of 7.1. Which value would have a p-value of 0.005?",
            ),
        ],
        hints=(
            "`scipy.stats.chi2` has the distribution: `isf` turns a chance into a value.",
            "One degree of freedom, and 0.005 above the value.",
        ),
        why="7.1 does not exceed 7.879: what is significant at 1 percent need not be so at 0.5.",
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
        ],
        hints=(
            "Go through the three lists together with `zip(y, a, b)`.",
            "Only A is wrong where its prediction differs from the label and B's does not.",
        ),
        why="Everything else in McNemar's test follows from these two numbers.",
    ),
    NumberQuestion(
        name="pairs-sign",
        title="Adaboost against the SVM",
        right=lambda: _p("Adaboost", "SVM"),
        mistakes=[
            Mistake(
                lambda: _p("SVM", "Adaboost", "greater"),
                "that is one-sided. The question is whether they differ, in either direction.",
            ),
            Mistake(
                lambda: _p("Adaboost", "SVM", "greater"),
                "that asks whether *Adaboost* is better, and with one tail.",
            ),
            Mistake(
                lambda: _coin(10, 2),
                "it counts the tie on Contact Lenses as a win of the SVM. Leave it out: nine "
                "trials.",
            ),
            Mistake(
                lambda: _coin(10, 3),
                "it counts the tie on Contact Lenses as a win of Adaboost. Leave it out: nine "
                "trials.",
            ),
            Mistake(
                lambda: _p("Adaboost", "RandForest"),
                "that is for another pair: the forest against Adaboost, or against naive Bayes.",
            ),
            Mistake(
                lambda: _p("NB", "SVM"), "p = 1 is for another pair: NB or the forest and the SVM."
            ),
            Mistake(
                lambda: 2 * math.comb(9, 2) / 2**9,
                "that is the chance of exactly 2 wins. As uneven *or more* counts 1 and 0 too.",
            ),
        ],
        hints=(
            "`sign_test(a, b)` does it; or count wins and use the coin.",
            "One of the ten data sets is a tie, which leaves nine trials.",
        ),
        why="Two wins of nine: p = 0.18, not significant.",
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
