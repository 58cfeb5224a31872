"""Lesson 06 and its exercises: how large the difference may be."""

import math
from collections.abc import Callable
from functools import partial

import numpy as np
from scipy.special import ndtri

from course_lib.classroom.bank.in_words import in_words
from course_lib.classroom.questions import (
    FunctionQuestion,
    Mistake,
    NumberQuestion,
    own_numbers,
)
from course_lib.classroom.replies import Reply, not_yet
from course_lib.intervals.simple import agresti_min_interval, wald_interval
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
    (7, 12, 40, -0.15),
    (21, 17, 40, 0.02),
    (9, 16, 26, -0.25),  # the likeliest q is above one half
]


class _SearchedQuestion(FunctionQuestion):
    """A value with a formula inside that may as well be searched for, which loses digits."""

    def _compare(self, name: str, given: list, right: list) -> Reply:
        reply = super()._compare(name, given, right)
        if reply.correct and all(np.all(np.round(value, 5) == value) for value in given):
            return not_yet("it rounds. Return what you computed, with all its digits.")
        return reply

    def _habit(self, given: list, right: list) -> str | None:
        habit = super()._habit(given, right)
        if habit or not _close(given, right, _SEARCHED):
            return habit
        return (
            "it is close, but off by more than arithmetic loses. If you search for q, search more "
            "finely (SciPy calls that `xatol`), or take the formula."
        )


#: What SciPy's searches are off by at most, with the settings that they have by themselves.
_SEARCHED = 1e-3


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
        if habit or not _close(given, right, _SIMULATED):
            return habit
        return (
            "it is close, and not exact. If that is simulated, add up the chances instead; if not, "
            "look at z (1.96) and at what stands under the root."
        )


#: Three standard errors of a share among 10,000, or nearly so.
_SIMULATED = 0.015


def _close(given: list, right: list, most: float) -> bool:
    """Is every number this near to the right one?"""
    try:
        far = np.abs(np.asarray(given, dtype=float) - np.asarray(right, dtype=float))
    except (TypeError, ValueError, OverflowError):
        return False
    return far.shape == (len(right),) and bool((far <= most).all())


def _ways(function: Callable, reasons: dict[str, str]) -> list[Mistake]:
    """A mistake for each way in which the function can go `wrong`."""
    return [Mistake(partial(function, wrong=way), why) for way, why in reasons.items()]


def _z(confidence: float) -> float:
    """The normal quantile of an interval with two sides."""
    return float(ndtri((1 + confidence) / 2))


def _perfect(n: int, confidence: float) -> NumberQuestion:
    percent = f"{100 * confidence:g}"
    z, alpha = _z(confidence), 1 - confidence

    def upper(at: float = confidence) -> float:
        return tango_interval(0, 0, n, at)[1]

    given = "" if confidence == 0.95 else f", confidence={confidence}"
    return NumberQuestion(
        name="intervals-perfect",
        title="Cases without a disagreement",
        text=f"Two classifiers are right and wrong on the very same {n} cases: b = 0, c = 0. What "
        f"is the upper limit of Tango's {percent} percent interval for the difference?",
        right=upper,
        worked=f"upper = tango_interval(0, 0, {n}{given})[1]",
        mistakes=[
            Mistake(
                0.0,
                "that is Wald's limit. It takes its standard error from data in which nothing "
                "varies, and so collapses.",
            ),
            Mistake(
                lambda: upper(1 - 2 * alpha),
                f"that is for {100 * (1 - 2 * alpha):g} percent. An interval of {percent} percent "
                f"leaves {50 * alpha:g} percent on *each* side: z = {z:.4g}.",
            ),
            *(
                [
                    Mistake(
                        lambda: upper(0.95),
                        "that is for 95 percent, which you get if you say nothing. The question "
                        f"says {percent}.",
                    )
                ]
                if confidence != 0.95
                else []
            ),
            Mistake(lambda: z / (n + z), "z must be squared, above and below the line."),
            Mistake(lambda: z**2 / n, "the denominator is n + z squared, not n."),
            Mistake(
                lambda: 3 / n,
                "that is the rule of three, for a single share with one side of 95 percent. Here "
                f"the difference of two is asked for, with two sides and {percent} percent.",
            ),
            Mistake(
                lambda: 1 - (alpha / 2) ** (1 / n),
                f"that is Clopper and Pearson's limit for a single share, none of {n}. Tango's is "
                "asked for.",
            ),
            Mistake(
                lambda: 1 - alpha ** (1 / n),
                f"that is the exact limit for a single share, none of {n}, with one side. Tango's "
                "is asked for, with two.",
            ),
            Mistake(
                lambda: agresti_min_interval(0, 0, n, confidence)[1],
                "that is Agresti and Min's limit, from counts to which 1/2 was added. Tango's is "
                "asked for.",
            ),
            Mistake(lambda: -upper(), "that is the lower limit. Which is the upper?"),
            Mistake(
                lambda: 2 * upper(),
                "that is the width from end to end. The limit is half of it.",
            ),
        ],
        hints=(
            "With b = c = 0 the limits have a formula: plus and minus z^2 / (n + z^2).",
            f"Or ask `tango_interval` with its `confidence` of {confidence}, and take its second "
            "number.",
        ),
        why=f"{n} cases on which the two always agree still leave open a difference of "
        f"{100 * upper():.2g} percent.",
    )


def _margin(b: int, c: int, n: int) -> NumberQuestion:
    def ends(confidence: float = 0.9) -> tuple[float, float]:
        return tango_interval(b, c, n, confidence)

    def reach(confidence: float = 0.9) -> float:
        return max(abs(limit) for limit in ends(confidence))

    mistakes = [
        Mistake(
            lambda: reach(0.95),
            "that comes from the 95 percent interval. Two one-sided tests at 5 percent belong to "
            "the 90 percent interval.",
        ),
        Mistake(
            lambda: abs(b - c) / n,
            "that is the size of the difference itself. The margin must hold the whole interval.",
        ),
        Mistake(
            lambda: min(abs(limit) for limit in ends()),
            "that is the nearer end. The interval must lie within the margin on *both* sides.",
        ),
        Mistake(
            lambda: ends()[1] - ends()[0],
            "that is the width of the interval. A margin is counted from 0.",
        ),
        Mistake(
            lambda: (ends()[1] - ends()[0]) / 2,
            "that is half the width of the interval. A margin is counted from 0, and the middle "
            "of the interval lies elsewhere.",
        ),
        Mistake(
            lambda: reach(0.975),
            "97.5 percent is too much: each of the two tests has one tail of 5 percent.",
        ),
        Mistake(
            lambda: max(abs(limit) for limit in wald_interval(b, c, n, 0.9)),
            "that is from Wald's interval. The test that goes with the score takes Tango's.",
        ),
        Mistake(
            lambda: ends()[0],
            "that is the end that lies farther from 0, and a margin is its *size*.",
        ),
        Mistake(
            lambda: (b - c) / n,
            "that is the difference itself. A margin is a size, and it must hold the whole "
            "interval.",
        ),
        Mistake(
            lambda: ends(0.95)[0],
            "that is an end of the 95 percent interval. Two one-sided tests at 5 percent "
            "belong to the 90 percent interval, and a margin is a size.",
        ),
    ]
    return NumberQuestion(
        name="intervals-margin",
        title="The smallest margin",
        text=f"{b} cases only A got right, {c} only B, of {n}. An equivalence test at the 5 "
        "percent level asks whether the true difference is smaller than a margin. For which "
        "margin would it just say yes?",
        right=reach,
        worked=f"low, high = tango_interval({b}, {c}, {n}, confidence=0.9)\n"
        "margin = max(-low, high)",
        mistakes=mistakes,
        hints=(
            "The test rejects where the 90 percent interval lies within the margin.",
            f"`tango_interval({b}, {c}, {n}, confidence=0.9)`: which end is farther from 0?",
        ),
        why="Below that margin these data cannot show equivalence. (A margin is set before one "
        "looks, though; this was to see how the two belong together.)",
    )


def _lower_end_is_farther(b: int, c: int, n: int) -> bool:
    """Only then is the upper end, which people take, another number; and the interval holds 0."""
    low, high = tango_interval(b, c, n, 0.9)
    return c > b and low < 0 < high and _margin(b, c, n).is_sound()


EXERCISES = [
    own_numbers(
        _perfect,
        {"n": 50, "confidence": 0.95},
        {"n": range(24, 125), "confidence": (0.9, 0.95, 0.98, 0.99)},
    ),
    _SearchedQuestion(
        name="intervals-score",
        title="The score",
        reference=_score,
        cases=_TABLES,
        tolerance=1e-5,  # whoever finds q by a search loses more than by the formula
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
    own_numbers(
        _margin,
        {"b": 9, "c": 12, "n": 400},
        {"b": range(4, 25), "c": range(4, 25), "n": range(180, 621, 20)},
        _lower_end_is_farther,
    ),
    _SummedQuestion(
        name="intervals-coverage",
        title="A broken promise, counted",
        reference=_covered,
        # If the chance is 0 or 1, the interval has no width and holds the truth with its ends.
        # With 19 pairs, z = 2 and z = 1.96 hold different outcomes.
        cases=[(20, 0.05), (10, 0.2), (40, 0.1), (5, 0.5), (19, 0.15), (6, 0.0), (6, 1.0)],
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
                    "true spread": "your standard error comes from the true chance, as in Wilson's "
                    "interval. A study does not know that one, and Wald's does not ask for it: put "
                    "b / n under the root.",
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
