"""What the tests for two classifiers share: checking their input, intervals, tails."""

import math
from typing import Any

import numpy as np

from course_lib.common.arguments import true_or_false
from course_lib.common.columns import HUGE, like_input, numbers_of, precision_of, shape_in_words
from course_lib.common.phrases import counted, percent


def paired(
    a: Any, b: Any, fewest: int, higher_is_better: bool = True, *, shape: str = "list"
) -> tuple[np.ndarray, np.ndarray]:
    """The differences of two lists of scores, positive where A is better; and their grain.

    Decimals are not exact in a computer: differences that differ by no more than their grain are
    the same.
    """
    up = true_or_false("higher_is_better", higher_is_better)
    first, second = (
        numbers_of(
            name,
            scores,
            shape=shape,
            entry="score",
            layout="one for each pair",
            fewest=fewest,
            largest=HUGE,
        )
        for name, scores in (("a", a), ("b", b))
    )
    if first.shape != second.shape:
        raise ValueError(
            "a and b must be paired, score by score: as many of one as of the other; got "
            f"{shape_in_words(first)} and {shape_in_words(second)}"
        )
    difference = first - second
    # Two decimals that differ by less than the last digits of a float are the same score.
    precision = max(precision_of(a), precision_of(b))
    grain = precision * np.maximum(np.abs(first), np.abs(second))
    difference[np.abs(difference) <= grain] = 0.0
    return (difference if up else -difference), grain


def by_alternative(lower: Any, upper: Any, alternative: str) -> Any:
    """The p-value, given the chances to be as low and as high; two-sided doubles the smaller."""
    both = 2 * np.minimum(lower, upper)
    p = {"two-sided": both, "greater": upper, "less": lower}[alternative]
    return like_input(np.minimum(1.0, p))


def too_few(n: int, what: str, alternative: str) -> list[str]:
    """A note where there are so few that an exact test cannot reach 5 %; else nothing."""
    lowest = (2 if alternative == "two-sided" else 1) * 0.5**n
    if n == 0 or lowest <= 0.05:
        return []
    sides = "two-sided" if alternative == "two-sided" else "one-sided"
    least = percent(round(lowest, 4))
    return [f"With {counted(n, what)} the smallest {sides} p-value there is, is {least}."]


def share_interval(
    count: int, total: int, confidence: float, method: str = "exact"
) -> tuple[float, float]:
    """All shares that this version of the test would not reject, so that the two agree.

    `"exact"` is Clopper and Pearson's interval, `"mid-p"` the same with half of the chance of what
    was observed, `"asymptotic"` Wilson's, `"corrected"` Wilson's with continuity correction.
    Everything from 0 to 1 if there is no case.

    >>> [round(limit, 3) for limit in share_interval(7, 10, 0.95)]
    [0.348, 0.933]
    """
    if total == 0:
        return 0.0, 1.0
    if method == "exact":
        return _clopper_pearson(count, total, confidence)
    if method == "mid-p":
        return _mid_p_interval(count, total, confidence)
    return _wilson(count, total, confidence, 0.5 if method == "corrected" else 0.0)


def _clopper_pearson(count: int, total: int, confidence: float) -> tuple[float, float]:
    from scipy.special import betainccinv, betaincinv

    beside = (1 - confidence) / 2
    low = 0.0 if count == 0 else float(betaincinv(count, total - count + 1, beside))
    high = 1.0 if count == total else float(betainccinv(count + 1, total - count, beside))
    return low, high


def _mid_p_interval(count: int, total: int, confidence: float) -> tuple[float, float]:
    from scipy.optimize import brentq

    def lower(count: int) -> float:
        def excess(share: float) -> float:
            both = at_least(count, total, share) + at_least(count + 1, total, share)
            return both / 2 - (1 - confidence) / 2

        return 0.0 if count == 0 else float(brentq(excess, 0.0, 1.0, xtol=1e-12))

    return lower(count), 1 - lower(total - count)


def _wilson(count: int, total: int, confidence: float, less: float) -> tuple[float, float]:
    """The shares p with |count - n p| - less = z sqrt(n p (1 - p))."""
    from scipy.special import ndtri

    z = -float(ndtri((1 - confidence) / 2))  # finite also where the confidence is all but 1
    limits = []
    for sign in (-1, 1):
        c = min(max(count + sign * less, 0.0), float(total))
        root = z * math.sqrt(z * z / 4 + c * (total - c) / total)
        limits.append((c + z * z / 2 + sign * root) / (total + z * z))
    low = 0.0 if count == 0 else limits[0]
    return low, 1.0 if count == total else limits[1]


def binomial_tails(count: int, total: int) -> tuple[float, float, float]:
    """P(X <= count), P(X >= count) and P(X = count) of a fair coin thrown `total` times."""
    rarer = max(count, total - count)
    point = at_least(rarer, total) - at_least(rarer + 1, total)
    return at_least(total - count, total), at_least(count, total), point


def at_least(count: int, total: int, share: float = 0.5) -> float:
    """P(X >= count) of `total` throws of a coin that shows this share of heads."""
    from scipy.special import betainc

    # Not scipy's bdtr, which goes astray from some millions on and is NaN at 10^12.
    if count <= 0:
        return 1.0
    if count > total:
        return 0.0
    found = float(betainc(count, total - count + 1, share))
    if found == 0 and share == 0.5 and total < 2000:
        # From 1,075 throws on, betainc gives up at 1e-256: here the sum of whole numbers is short.
        found = sum(math.comb(total, heads) for heads in range(count, total + 1)) / 2**total
    return found
