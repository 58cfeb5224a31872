"""Lesson 06 and its exercises: how large the difference may be."""

import math
from collections.abc import Callable
from functools import partial

import numpy as np

from course_lib.classroom.bank.in_words import in_words
from course_lib.classroom.questions import FunctionQuestion, Mistake, NumberQuestion
from course_lib.intervals.tango import tango_interval

LESSON = [in_words("intervals-meaning"), in_words("intervals-equal")]

_Z = 1.959963984540054


def _score(b: float, c: float, n: float, d: float, wrong: str = "") -> float:
    w = -b - c + (2 * n - b + c) * d
    if wrong == "exchanged":
        w = -b - c + (2 * n - c + b) * d
    inside = w * w + 8 * n * (b if wrong == "exchanged" else c) * d * (1 - d)
    root = math.sqrt(max(0.0, inside)) - w
    q = root / 4 * n if wrong == "brackets" else root / (4 * n)
    if wrong == "observed":
        variance = b + c - (b - c) ** 2 / n
    elif wrong == "mcnemar":
        variance = b + c
    elif wrong == "one q":
        variance = n * (q + d * (1 - d))
    else:
        variance = n * (2 * q + d * (1 - d))
    excess = (b - c) if wrong == "not moved" else b - c - n * d
    if wrong in ("not scaled", "share above"):
        excess = (b - c) / n - d
    if wrong in ("not scaled", "no n"):
        variance /= n
    if wrong == "no root":
        return excess / variance
    return (-excess if wrong == "turned" else excess) / math.sqrt(variance)


_TABLES = [
    (16, 6, 100, 0.0),
    (16, 6, 100, 0.05),
    (9, 3, 32, -0.02),
    (3, 8, 50, 0.1),
    (2, 2, 9, 0.3),
]


def _covered(n: int, chance: float, wrong: str = "") -> float:
    z = 1.6448536269514722 if wrong == "ninety" else _Z
    total, counted = 0.0, 0
    for b in range(n + 1):
        share = b / n
        spread = chance if wrong == "true spread" else share
        reach = z * math.sqrt(spread * (1 - spread) / n)
        low, high = tango_interval(b, 0, n) if wrong == "tango" else (share - reach, share + reach)
        above = chance <= high + 1e-12
        below = low - 1e-12 <= chance
        holds = above if wrong == "upper" else (above and below)
        if not holds:
            continue
        counted += 1
        ways = 1 if wrong == "order" else math.comb(n, b)
        total += ways * chance**b * (1 - chance) ** (n - b)
    return counted / (n + 1) if wrong == "unweighted" else 1 - total if wrong == "missed" else total


class _SummedQuestion(FunctionQuestion):
    """A chance that is to be added up: who simulates it comes close, and hears so."""

    def _habit(self, given: list, right: list) -> str | None:
        habit = super()._habit(given, right)
        if habit:
            return habit
        try:
            far = np.abs(np.asarray(given, dtype=float) - np.asarray(right, dtype=float))
        except (TypeError, ValueError):
            return None
        if far.shape == (len(right),) and (far <= _SIMULATED).all():
            return "it is close: that looks simulated. Add up the chances instead."
        return None


#: Three standard errors of a share among 10,000, or nearly so.
_SIMULATED = 0.015


def _rounded_percent(right: Callable[[], float]) -> list[Mistake]:
    """A share given in percent and rounded, as people speak."""
    return [
        Mistake(
            lambda digits=digits: round(100 * right(), digits),
            f"that is in percent, and rounded to {decimals}. Give a share of 1, with all its "
            "digits.",
        )
        for digits, decimals in ((1, "one decimal"), (2, "two decimals"))
    ]


def _ways(function: Callable, reasons: dict[str, str]) -> list[Mistake]:
    """A mistake for each way in which the function can go `wrong`."""
    return [Mistake(partial(function, wrong=way), why) for way, why in reasons.items()]


def _reach(b: int, c: int, n: int, confidence: float) -> float:
    return max(abs(limit) for limit in tango_interval(b, c, n, confidence))


EXERCISES = [
    NumberQuestion(
        name="intervals-perfect",
        title="Fifty cases without a disagreement",
        right=lambda: tango_interval(0, 0, 50)[1],
        mistakes=[
            Mistake(
                0.0,
                "that is Wald's limit. It takes its standard error from data in which nothing "
                "varies, and so collapses.",
            ),
            Mistake(
                lambda: tango_interval(0, 0, 50, 0.9)[1],
                "that is for 90 percent (z = 1.645). An interval of 95 percent leaves 2.5 percent "
                "on each side: z = 1.96.",
            ),
            Mistake(lambda: _Z / (50 + _Z), "z must be squared, above and below the line."),
            Mistake(lambda: _Z**2 / 50, "the denominator is n + z squared, not n."),
            Mistake(
                lambda: 3 / 50,
                "that is the rule of three, for a single share with one side. Here the difference "
                "of two is asked for, at 95 percent with two sides.",
            ),
            Mistake(
                lambda: tango_interval(0, 0, 50)[0], "that is the lower limit. Which is the upper?"
            ),
            Mistake(
                lambda: 2 * tango_interval(0, 0, 50)[1],
                "that is the width from end to end. The limit is half of it.",
            ),
            *_rounded_percent(lambda: tango_interval(0, 0, 50)[1]),
        ],
        hints=(
            "With b = c = 0 the limits have a formula: plus and minus z^2 / (n + z^2).",
            "Or ask `tango_interval`, and take its second number.",
        ),
        why="Fifty cases on which the two always agree still leave open a difference of 7 percent.",
    ),
    FunctionQuestion(
        name="intervals-score",
        title="The score",
        reference=_score,
        cases=_TABLES,
        mistakes=[
            *_ways(
                _score,
                {
                    "observed": "the standard error comes from the counts as they are. That is "
                    "Wald's idea; the score test asks what it would be *if d were true*, with q.",
                    "mcnemar": "under the root you have b + c, which is right only for d = 0.",
                    "one q": "q counts twice: the variance is n (2q + d (1 - d)).",
                    "not moved": "the numerator must be how far b - c is from n d, what d lets "
                    "us expect.",
                    "not scaled": "the numerator is a share, (b - c)/n - d, and its variance is "
                    "that of *one* pair. The share of n pairs varies less: divide the variance by "
                    "n.",
                    "share above": "the numerator is a share and the denominator belongs to "
                    "counts. Multiply or divide both by n: b - c - n d above goes with the root "
                    "as it is.",
                    "no n": "n is missing under the root. The numerator b - c - n d belongs to "
                    "n pairs, and they vary n times as much as one: multiply or divide both by n.",
                    "brackets": "in `... / 4 * n` Python divides by 4 and then *multiplies* by "
                    "n. Brackets help: `/ (4 * n)`.",
                    "no root": "you divide by the variance. The standard error is the *root* of "
                    "the variance.",
                    "turned": "the sign is turned round: b - c - n d, not n d - (b - c).",
                    "exchanged": "b and c are exchanged in the formula for q. It is the chance "
                    "of a *c* pair.",
                },
            ),
        ],
        hints=(
            "First W, then q, then the score, one line each. A c pair has the chance q. Which "
            "chance has a b pair, if the difference is d?",
            "One pair adds +1, -1 or 0 to b - c. The mean of its square is (q + d) + q, its mean "
            "is d: the variance is 2q + d (1 - d). How many pairs are there?",
            "The score is b - c - n d, divided by the root of n (2q + d (1 - d)).",
        ),
        why="Where this lies between -1.96 and 1.96, d is in Tango's interval.",
    ),
    NumberQuestion(
        name="intervals-margin",
        title="The smallest margin",
        right=lambda: _reach(12, 9, 400, 0.9),
        mistakes=[
            Mistake(
                lambda: _reach(12, 9, 400, 0.95),
                "that comes from the 95 percent interval. Two one-sided tests at 5 percent belong "
                "to the 90 percent interval.",
            ),
            Mistake(
                lambda: 3 / 400,
                "that is the difference itself. The margin must hold the whole interval.",
            ),
            Mistake(
                lambda: abs(tango_interval(12, 9, 400, 0.9)[0]),
                "that is the nearer end. The interval must lie within the margin on *both* sides.",
            ),
            Mistake(
                lambda: float(np.ptp(tango_interval(12, 9, 400, 0.9))),
                "that is the width of the interval. A margin is counted from 0.",
            ),
            Mistake(
                lambda: _reach(12, 9, 400, 0.975),
                "97.5 percent is too much: each of the two tests has one tail of 5 percent.",
            ),
            *_rounded_percent(lambda: _reach(12, 9, 400, 0.9)),
        ],
        hints=(
            "The test rejects where the 90 percent interval lies within the margin.",
            "`tango_interval(12, 9, 400, confidence=0.9)`: which end is farther from 0?",
        ),
        why="Below that margin these data cannot show equivalence. (A margin is set before one "
        "looks, though; this was to see how the two belong together.)",
    ),
    _SummedQuestion(
        name="intervals-coverage",
        title="A broken promise, counted",
        reference=_covered,
        cases=[(20, 0.05), (10, 0.2), (40, 0.1), (5, 0.5)],
        mistakes=[
            *_ways(
                _covered,
                {
                    "order": "an outcome with b pairs can come in many orders: multiply by "
                    "`math.comb(n, b)`.",
                    "unweighted": "outcomes are not equally likely. Add up their chances "
                    "instead of counting them.",
                    "missed": "that is how often the interval *misses*. Coverage is the rest.",
                    "ninety": "z = 1.645 belongs to 90 percent. Take 1.96 for 95.",
                    "upper": "you look at the upper limit alone. The truth must lie above the "
                    "lower one too.",
                    "tango": "those are Tango's limits. Here Wald's are asked for, from "
                    "`wald_interval` or the formula.",
                    "true spread": "your standard error comes from the true chance. A study "
                    "does not know that one: put b / n under the root.",
                },
            ),
        ],
        hints=(
            "Go through b = 0, 1, ..., n. Which limits belong to b, and do they hold the chance?",
            "If so, add the chance of this b: comb(n, b) * p**b * (1 - p)**(n - b).",
        ),
        why="At 20 pairs and a chance of 5 percent, Wald's 95 percent are 64.",
    ),
    in_words("intervals-words"),
]
