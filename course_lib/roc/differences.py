"""Along a ROC curve: misses less false alarms, with an interval at every threshold."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from course_lib.common.arguments import open_unit_interval
from course_lib.common.phrases import counted, percent
from course_lib.common.result import TableResult, records
from course_lib.intervals.difference import limits_in_words
from course_lib.intervals.tango import tango_interval
from course_lib.roc.points import RocPoints, roc_points

#: A function of (b, c, n, confidence) that returns the lower and upper limits for (b - c)/n.
Interval = Callable[[np.ndarray, np.ndarray, np.ndarray, float], tuple[Any, Any]]


@dataclass(frozen=True, eq=False, repr=False)
class ErrorDifferences(TableResult):
    """(b - c)/n at every point of a ROC curve, with its interval. Made by `error_differences`.

    The points stand as in `curve`, from calling nobody positive to calling everybody so. The arrays
    cannot be written to.
    """

    curve: RocPoints
    confidence: float
    #: Misses less false alarms, as a share of all cases: (b - c)/n.
    differences: np.ndarray
    #: Limits of the interval for it.
    low: np.ndarray
    high: np.ndarray

    @property
    def misses(self) -> np.ndarray:
        """b: how many positives are called negative."""
        return self.curve.positives - self.curve.true_positives

    @property
    def false_alarms(self) -> np.ndarray:
        """c: how many negatives are called positive."""
        return self.curve.false_positives

    @property
    def cases(self) -> int:
        """n: how many cases there are."""
        return self.curve.positives + self.curve.negatives

    @property
    def holds_zero(self) -> np.ndarray:
        """Where does the interval hold 0? There the paper calls a point confident."""
        return (self.low <= 0) & (self.high >= 0)

    def rows(self) -> list[dict[str, Any]]:
        """A record for each point of the curve."""
        columns = {
            "threshold": self.curve.thresholds,
            "misses": self.misses,
            "false_alarms": self.false_alarms,
            "difference": self.differences,
            "low": self.low,
            "high": self.high,
        }
        return records(columns)

    def sentence(self) -> str:
        """From where to where it goes, and where the two kinds of errors may be equally many."""
        first, last = limits_in_words(self.differences[0], self.differences[-1])
        inside, points = int(self.holds_zero.sum()), self.differences.size
        return (
            f"On {counted(self.curve.positives, 'positive')} and "
            f"{counted(self.curve.negatives, 'negative')}, (misses - false alarms)/n goes from "
            f"{first} down to {last} as the threshold falls; its {percent(self.confidence)} "
            f"interval holds 0 at {inside:,} of {counted(points, 'point')}."
        )


def error_differences(
    is_positive: Any,
    scores: Any,
    confidence: float = 0.95,
    *,
    interval: Interval = tango_interval,
) -> ErrorDifferences:
    """By how much do the misses outnumber the false alarms, at every threshold?

    At a threshold, b positives are missed and c negatives are called positive by mistake. As the
    threshold rises, b cannot fall and c cannot rise, so that (b - c)/n climbs from -N/n to +P/n, N
    and P being the numbers of negatives and positives. There is one point for each score that
    occurs: cases of equal score stay together.

    It climbs in the same way for *every* classifier without ties, good or bad: b - c is the number
    of positives less the number of cases called positive. What a classifier can do shows in b + c
    alone, which the width of the interval depends on.

    `interval` is any function of (b, c, n, confidence) that returns two limits; it is handed
    arrays.

    Examples
    --------
    >>> found = error_differences([1, 1, 0, 0], [0.9, 0.4, 0.6, 0.2])
    >>> found.curve.thresholds.tolist()
    [inf, 0.9, 0.6, 0.4, 0.2]
    >>> found.differences.tolist()
    [0.5, 0.25, 0.0, -0.25, -0.5]
    >>> found.holds_zero.tolist()
    [True, True, True, True, True]
    """
    confidence = open_unit_interval("confidence", confidence)
    curve = roc_points(is_positive, scores)
    misses = curve.positives - curve.true_positives
    alarms = curve.false_positives
    cases = curve.positives + curve.negatives
    low, high = _limits(interval, misses, alarms, np.full(misses.size, cases), confidence)
    difference = (misses - alarms) / cases
    for array in (difference, low, high):
        array.setflags(write=False)
    return ErrorDifferences(curve, confidence, difference, low, high)


def _limits(
    interval: Any, b: np.ndarray, c: np.ndarray, n: np.ndarray, confidence: float
) -> tuple[np.ndarray, np.ndarray]:
    """What the interval function says, if it is two limits for each point."""
    if not callable(interval):
        raise ValueError(
            "interval must be a function of (b, c, n, confidence) that returns a lower and an "
            f"upper limit; got {interval!r}"
        )
    name = getattr(interval, "__name__", "the function")
    try:
        low, high = (np.array(limit, dtype=float) for limit in interval(b, c, n, confidence))
    except (TypeError, ValueError) as error:
        raise ValueError(
            "interval must be a function of (b, c, n, confidence) that takes arrays and returns a "
            f"lower and an upper limit for each of their entries; {name} failed: {error}"
        ) from error
    if low.shape != b.shape or high.shape != b.shape or not np.all(low <= high):
        raise ValueError(
            "interval must return a lower and an upper limit for each point, the lower not above "
            f"the upper; {name} did not for {b.size} points"
        )
    return low, high
