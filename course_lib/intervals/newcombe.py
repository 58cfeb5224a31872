"""Newcombe's interval: two of Wilson's, joined with regard to how much the two agree."""

from typing import Any

import numpy as np

from course_lib.common.columns import like_input
from course_lib.intervals.counts import counts, counts_and_quantile, together


def newcombe_interval(
    b: Any, c: Any, n: Any, confidence: Any = 0.95, *, both_right: Any
) -> tuple[Any, Any]:
    """Newcombe's interval for (b - c)/n, his method 10 for paired data.

    It needs more than the others: how many of the other pairs were `both_right`, since it begins
    with Wilson's intervals for the two shares (both_right + b)/n and (both_right + c)/n, and joins
    them by their correlation. (To exchange right and wrong changes nothing.) The score interval of
    Tango depends on b, c and n alone.

    Examples
    --------
    >>> low, high = newcombe_interval(6, 16, 161, both_right=59)
    >>> round(low, 4), round(high, 4)
    (-0.1186, -0.0046)
    """
    b, c, n, z = counts_and_quantile(b, c, n, confidence)
    both = counts("both_right", both_right)
    b, c, n, z, both = together(b, c, n, z, both, names="both_right, b, c, n and confidence")
    wrong = both + b + c > n
    if wrong.any():
        raise ValueError(
            "both_right must be at most n - b - c, the pairs that are left; got "
            f"{both[wrong][0]:.16g} where {(n - b - c)[wrong][0]:.16g} are left"
        )
    neither = n - b - c - both
    below_1, above_1 = _wilson_reach(both + b, n, z)
    below_2, above_2 = _wilson_reach(both + c, n, z)
    phi = _correlation(both, b, c, neither, n)
    estimate = (b - c) / n
    low = estimate - _joined(below_1, above_2, phi)
    high = estimate + _joined(above_1, below_2, phi)
    return like_input(low), like_input(high)


def _wilson_reach(count: np.ndarray, n: np.ndarray, z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """How far Wilson's interval for a share reaches below and above it."""
    share, square = count / n, z * z
    root = z * np.sqrt(n * share * (1 - share) + square / 4)
    below = (root - square / 2 + square * share) / (n + square)
    above = (root + square / 2 - square * share) / (n + square)
    return np.maximum(below, 0.0), np.maximum(above, 0.0)


def _correlation(
    both: np.ndarray, b: np.ndarray, c: np.ndarray, neither: np.ndarray, n: np.ndarray
) -> np.ndarray:
    """The correlation of the two outcomes; if positive, drawn towards 0 as Newcombe does."""
    sides = (both + b) * (c + neither) * (both + c) * (b + neither)
    excess = both * neither - b * c
    excess = np.where(excess > 0, np.maximum(excess - n / 2, 0.0), excess)
    return np.where(sides > 0, excess / np.sqrt(np.maximum(sides, 1.0)), 0.0)


def _joined(first: np.ndarray, second: np.ndarray, phi: np.ndarray) -> np.ndarray:
    # (x - y)^2 + 2 (1 - phi) x y is never negative, also after rounding.
    return np.sqrt((first - second) ** 2 + 2 * (1 - phi) * first * second)
