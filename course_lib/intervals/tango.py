"""Tango's interval: every difference that the score test would not reject."""

from typing import Any

import numpy as np

from course_lib.intervals.counts import like_input, normal_quantile, paired_counts
from course_lib.intervals.score import shared_probability


def tango_interval(b: Any, c: Any, n: Any, confidence: Any = 0.95) -> tuple[Any, Any]:
    """Where the true difference (b - c)/n plausibly lies, for paired yes/no outcomes.

    `b` cases went one way only, `c` the other way only, out of `n` pairs that are independent of
    each other. The limits invert Tango's score test, so they never leave [-1, 1] and do not
    collapse when there is nothing discordant. The interval holds 0 exactly when McNemar's test
    without continuity correction does not reject, (b - c)^2 <= z^2 (b + c).

    All arguments may be arrays; they broadcast, and the limits then are arrays as well.

    Examples
    --------
    Nine against three among 32 pairs: the interval still holds 0.

    >>> low, high = tango_interval(9, 3, 32)
    >>> round(low, 3), round(high, 3)
    (-0.027, 0.39)

    No discordant pair among 20, and yet the two need not be equally good:

    >>> low, high = tango_interval(0, 0, 20)
    >>> round(low, 3), round(high, 3)
    (-0.161, 0.161)
    """
    b, c, n = paired_counts(b, c, n)
    z = normal_quantile(confidence)
    try:
        b, c, n, z = np.broadcast_arrays(b, c, n, z)
    except ValueError:
        raise ValueError(
            "confidence must have a shape that goes with b, c and n; got "
            f"{z.shape} beside {b.shape}"
        ) from None
    # The lower limit for b - c is the upper one for c - b, turned round.
    high = _upper(b, c, n, z)
    low = 0.0 - _upper(c, b, n, z)  # 0.0 - x, for -0.0 is ugly
    return like_input(low), like_input(high)


def _upper(b: np.ndarray, c: np.ndarray, n: np.ndarray, z: np.ndarray) -> np.ndarray:
    """The upper limit for (b - c)/n."""
    # McNemar's test says which sign the limit has, and exactly so; the root finder only its size.
    margin = (b - c) * np.abs(b - c) + z * z * (b + c)
    nothing = b + c == 0
    positive = (margin > 0) | nothing
    # A negative limit is the lower limit, turned round, of the problem with b and c exchanged.
    more, less = np.where(positive, b, c), np.where(positive, c, b)
    size = _size(more, less, n, z, np.where(positive, 1.0, -1.0))
    size = np.maximum(size, np.nextafter(0, 1))
    return np.where(positive, size, np.where(margin == 0, 0.0, -size))


def _size(
    b: np.ndarray, c: np.ndarray, n: np.ndarray, z: np.ndarray, side: np.ndarray
) -> np.ndarray:
    """The limit that is not negative: above (b - c)/n where `side` is 1, below where it is -1."""
    size = _without_c(b, n, z, side)
    rest = c > 0
    if rest.any():
        size[rest] = _solve(*(values[rest] for values in (b, c, n, z, side)))
    return size


def _without_c(b: np.ndarray, n: np.ndarray, z: np.ndarray, side: np.ndarray) -> np.ndarray:
    """Where c = 0 the equation falls apart into two that have a formula each.

    For differences above b/(2n - b) the likeliest q is 0, and the limit is Wilson's for the share
    b/n. Below, it is (b - z^2)/(n + z^2).
    """
    square = z * z
    middle, root = b + square / 2, z * np.sqrt(square / 4 + b * (n - b) / n)
    # Wilson's lower limit, written so that nothing cancels: the product of both limits is known.
    wilson = np.where(side > 0, middle + root, b * b / n * (n + square) / (middle + root))
    wilson = np.minimum(wilson / (n + square), 1.0)
    linear = np.maximum(b - square, 0.0) / (n + square)
    return np.where((side > 0) | (wilson >= b / (2 * n - b)), wilson, linear)


def _solve(
    b: np.ndarray, c: np.ndarray, n: np.ndarray, z: np.ndarray, side: np.ndarray
) -> np.ndarray:
    """Newton's method on all equations at once, with a bracket that it may not leave."""
    estimate = np.maximum((b - c) / n, 0.0)
    low = np.where(side > 0, estimate, 0.0)
    high = np.where(side > 0, 1.0, estimate)
    square = z * z
    guess = (b - c) + side * z * np.sqrt(b + c - (b - c) ** 2 / n + square)
    x = np.clip(guess / (n + square), low, high)
    x = np.where((x <= 0) | (x >= 1), (low + high) / 2, x)
    answer, still = np.empty_like(x), np.arange(x.size)
    before = high - low
    for _ in range(200):
        q, _, r = shared_probability(b, c, n, x)
        variance = n * (2 * q + x * (1 - x))
        spread = np.sqrt(variance)
        value = side * (n * x - (b - c)) - z * spread
        slope_of_q = (c * (1 - 2 * x) - (2 * n - b + c) * q) / r
        slope = side * n - z * n * (2 * slope_of_q + 1 - 2 * x) / (2 * spread)
        # On either side the value rises away from the estimate.
        beyond = value * side > 0
        high, low = np.where(beyond, x, high), np.where(beyond, low, x)
        with np.errstate(divide="ignore", invalid="ignore"):
            step = value / slope
        newton = x - step
        # Halve the bracket where Newton's step would leave it, or is in no hurry.
        bold = (newton >= low) & (newton <= high) & (np.abs(step) <= before / 2)
        following = np.where(bold, newton, (low + high) / 2)
        before = np.abs(following - x)
        # Newton's error is squared by each step: after a step this small nothing is left of it.
        done = (bold & (before <= 1e-11 * x)) | (high - low <= 1e-16 * x)
        if done.any():
            answer[still[done]] = following[done]
            keep = ~done
            still, x, low, high, before = (v[keep] for v in (still, following, low, high, before))
            b, c, n, z, side = (v[keep] for v in (b, c, n, z, side))
            if still.size == 0:
                break
        else:
            x = following
    answer[still] = x
    return answer
