"""Tango's interval: every difference that the score test would not reject."""

from typing import Any

import numpy as np

from course_lib.common.columns import like_input
from course_lib.intervals.counts import counts_and_quantile
from course_lib.intervals.score import likeliest

#: So many at a time: larger arrays leave the cache of the processor, and take longer.
_PIECE = 4096
#: Neighbouring floats differ by no more, as a part of them.
_GRAIN = float(np.finfo(float).eps)


def tango_interval(b: Any, c: Any, n: Any, confidence: Any = 0.95) -> tuple[Any, Any]:
    """Where the true difference (b - c)/n plausibly lies, for paired yes/no outcomes.

    `b` cases went one way only, `c` the other way only, out of `n` pairs that are independent of
    each other. The limits invert Tango's score test, so they never leave [-1, 1] and do not
    collapse when there is nothing discordant. The interval holds 0 exactly when McNemar's test
    without continuity correction does not reject, (b - c)^2 <= z^2 (b + c).

    It is approximate: with 20 pairs or more, of which at most half tend to be discordant, 95 %
    becomes 93 % in the worst case. `interval_coverage` tells it for any case.

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
    return tango_limits(*counts_and_quantile(b, c, n, confidence))


def tango_limits(b: np.ndarray, c: np.ndarray, n: np.ndarray, z: np.ndarray) -> tuple[Any, Any]:
    """The same for arrays of one shape, at a normal quantile instead of a confidence.

    The counts need not be whole: where pairs are not independent, they count for fewer than they
    are, and partial credit adds parts of a count.

    >>> low, high = tango_limits(*map(np.asarray, (4.5, 1.5, 16.0, 1.96)))
    >>> round(low, 3), round(high, 3)
    (-0.128, 0.47)
    """
    low, high = np.empty(b.shape), np.empty(b.shape)
    flat = [values.ravel() for values in (b, c, n, z)]
    for start in range(0, b.size, _PIECE):
        piece = slice(start, start + _PIECE)
        first, second, total, quantile = (values[piece] for values in flat)
        high.ravel()[piece] = _upper(first, second, total, quantile)
        # The lower limit for b - c is the upper one for c - b, turned round; -0.0 is ugly.
        low.ravel()[piece] = 0.0 - _upper(second, first, total, quantile)
    return like_input(low), like_input(high)


def _upper(b: np.ndarray, c: np.ndarray, n: np.ndarray, z: np.ndarray) -> np.ndarray:
    """The upper limit for (b - c)/n."""
    # McNemar's test says which sign the limit has, and exactly so; the root finder only its size.
    excess, discordant = b - c, b + c
    mcnemar = excess * np.abs(excess) + z * z * discordant
    positive = (mcnemar > 0) | (discordant == 0)
    # A negative limit is the lower limit, turned round, of the problem with b and c exchanged.
    side = 2.0 * positive - 1.0
    first = np.where(positive, b, c)
    size = _size(first, discordant - first, n, z, side)
    return np.where(mcnemar != 0, side * size, np.where(positive, size, 0.0))


def _size(
    b: np.ndarray, c: np.ndarray, n: np.ndarray, z: np.ndarray, side: np.ndarray
) -> np.ndarray:
    """The limit that is not negative: above (b - c)/n where `side` is 1, below where it is -1."""
    size = np.empty_like(b)
    for solve, some in ((_without_c, c == 0), (_solve, c > 0)):
        chosen = np.flatnonzero(some)
        if chosen.size:
            size[chosen] = solve(*(values[chosen] for values in (b, c, n, z, side)))
    # Rounding must not turn "just above 0" into 0.
    return np.maximum(size, np.nextafter(0, 1))


@np.errstate(invalid="ignore")  # 0/0 where b = 0 and the quantile is next to nothing
def _without_c(
    b: np.ndarray, c: np.ndarray, n: np.ndarray, z: np.ndarray, side: np.ndarray
) -> np.ndarray:
    """Where c = 0 the equation falls apart into two that have a formula each.

    For differences above b/(2n - b) the likeliest q is 0, and the limit is Wilson's for the share
    b/n. Below, it is (b - z^2)/(n + z^2).
    """
    square = z * z
    middle, root = b + square / 2, z * np.sqrt(square / 4 + b * (n - b) / n)
    # Wilson's lower limit, written so that nothing cancels: the product of both limits is known.
    wilson = np.where(side > 0, middle + root, b * b / n * (n + square) / (middle + root))
    # With b = n it is 1; rounding may say otherwise.
    wilson = np.where((b == n) & (side > 0), 1.0, np.minimum(wilson / (n + square), 1.0))
    linear = np.maximum(b - square, 0.0) / (n + square)
    return np.where((side > 0) | (wilson >= b / (2 * n - b)), wilson, linear)


@np.errstate(divide="ignore", invalid="ignore")  # at 1 nothing varies; the bracket sees to it
def _solve(
    b: np.ndarray, c: np.ndarray, n: np.ndarray, z: np.ndarray, side: np.ndarray
) -> np.ndarray:
    """Halley's method on all equations at once, with a bracket that it may not leave.

    With all counts as shares of n, the root d of `side * (d - (b - c)) = z * spread(d)` lies
    between b - c and 1 or 0. Nothing cancels in it, so the root comes out to the last digits.
    """
    root_n = np.sqrt(n)
    estimate, discordant, c, z = (b - c) / n, (b + c) / n, c / n, z / root_n
    factor, square = 2 - estimate, z * z
    near, far = np.maximum(estimate, 0.0), (side > 0) * 1.0
    # A guess that is right where b and c are both 0, and good where they are large.
    reach = z * np.sqrt(discordant - estimate * estimate + square)
    x = (estimate + side * reach) / (1 + square)
    outside = np.flatnonzero(~((x - near) * (x - far) < 0))
    if outside.size:
        # There the limit is near 0: follow a straight line from the estimate down to it.
        at_zero = (estimate - z * np.sqrt(discordant))[outside]
        x[outside] = estimate[outside] * at_zero / (at_zero + reach[outside])
        x = np.where((x - near) * (x - far) < 0, x, (near + far) / 2)
    before = np.full(x.size, np.inf)
    # Each step cubes the error: after one this small nothing is left of it. (The curve has a bend,
    # about 1 over the root of n wide, where the cube is to be multiplied.)
    small = 1e-5 / root_n
    answer, still, done = np.empty_like(x), np.arange(x.size), np.zeros(x.size, bool)
    for _ in range(200):
        rest = 1 - x
        x_rest, turn = x * rest, rest - x
        q, root = likeliest(discordant, factor, c, x, x_rest)
        spread = np.sqrt(2 * q + x_rest)
        value = side * (x - estimate) - z * spread
        # The slopes of q, of the spread and of the value, and their bends.
        q_slope = (c * turn - factor * q) / root
        q_bend = -2 * (c + q_slope * (factor + 2 * q_slope)) / root
        spread_slope = (q_slope + turn / 2) / spread
        slope = side - z * spread_slope
        bend = -z * (q_bend - 1 - spread_slope * spread_slope) / spread
        # Seen from the estimate the value rises: it is positive beyond the root.
        beyond = value > 0
        near, far = np.where(beyond, near, x), np.where(beyond, x, far)
        step = value * slope / (slope * slope - value * bend / 2)
        following = x - step
        # Halve the bracket where the step would leave it, or is in no hurry.
        bold = ((following - near) * (following - far) <= 0) & (np.abs(step) <= before / 2)
        if not bold.all():
            following = np.where(bold, following, (near + far) / 2)
        if done.any():
            following = np.where(done, x, following)
        before = np.abs(following - x)
        done |= bold & (before <= small * x_rest + _GRAIN * x)
        done |= np.abs(far - near) <= _GRAIN * x
        answer[still] = x = following
        keep = np.flatnonzero(~done)
        if keep.size == 0:
            break
        if keep.size < 0.7 * x.size:  # to sort out fewer costs more than it saves
            still, x, near, far, before = (v[keep] for v in (still, x, near, far, before))
            estimate, discordant, factor = (v[keep] for v in (estimate, discordant, factor))
            c, z, side, small, done = (v[keep] for v in (c, z, side, small, done))
    return answer
