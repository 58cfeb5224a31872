"""Intervals with a formula of one line: Wald's, and Agresti and Min's mended one."""

from typing import Any

import numpy as np

from course_lib.common.columns import like_input
from course_lib.intervals.counts import counts_and_quantile


def wald_interval(b: Any, c: Any, n: Any, confidence: Any = 0.95) -> tuple[Any, Any]:
    """The textbook interval for (b - c)/n: the estimate, plus and minus z standard errors.

    It trusts the normal distribution and its own estimate of the standard error, and both fail
    where counts are small: the limits may leave [-1, 1], and with no discordant pair at all (or
    nothing but discordant pairs of one kind) the interval is a single point. Here to be compared
    with; `tango_interval` is the one to report. Nothing is cut off.

    Examples
    --------
    Twenty pairs without a disagreement, and Wald is *certain*:

    >>> wald_interval(0, 0, 20)
    (0.0, 0.0)
    >>> low, high = wald_interval(9, 0, 10)
    >>> round(low, 3), round(high, 3)                 # a difference of more than 1?
    (0.714, 1.086)
    """
    b, c, n, z = counts_and_quantile(b, c, n, confidence)
    return _around(b, c, n, z)


def agresti_min_interval(b: Any, c: Any, n: Any, confidence: Any = 0.95) -> tuple[Any, Any]:
    """Wald's interval after half a pair was added to each of the four cells.

    Agresti and Min (2005) found that this little is enough to mend most of what is wrong with
    Wald's. The limits may still leave [-1, 1]; nothing is cut off.

    Examples
    --------
    >>> low, high = agresti_min_interval(6, 16, 161)
    >>> round(low, 4), round(high, 4)
    (-0.1182, -0.0045)
    """
    b, c, n, z = counts_and_quantile(b, c, n, confidence)
    return _around(b + 0.5, c + 0.5, n + 2, z)


def _around(b: np.ndarray, c: np.ndarray, n: np.ndarray, z: np.ndarray) -> tuple[Any, Any]:
    estimate = (b - c) / n
    # b + c - (b - c)^2/n without the subtraction, which may come out below 0.
    variance = ((b + c) * (n - b - c) + 4 * b * c) / n
    reach = z * np.sqrt(variance) / n
    return like_input(estimate - reach), like_input(estimate + reach)
