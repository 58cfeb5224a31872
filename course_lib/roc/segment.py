"""The confident segment of a ROC curve (Elazmeh, Japkowicz and Matwin, 2006)."""

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from course_lib.common.arguments import number_between
from course_lib.common.phrases import counted, percent
from course_lib.common.result import TableResult
from course_lib.intervals.tango import tango_interval
from course_lib.roc.differences import ErrorDifferences, Interval, error_differences
from course_lib.roc.points import RocPoints


class ConfidentPoint(NamedTuple):
    """One point of a confident segment."""

    false_positive_rate: float
    true_positive_rate: float
    #: Who scores at least this is called positive; infinity calls nobody positive.
    threshold: float
    #: (b - c)/n, and the interval for it.
    difference: float
    low: float
    high: float
    #: b, positives that are called negative; c, negatives that are called positive.
    misses: int
    false_alarms: int


@dataclass(frozen=True, eq=False, repr=False)
class ConfidentSegment(TableResult):
    """The part of a ROC curve whose two kinds of errors may be equally frequent.

    Made by `confident_segment`, whose text says what it means and what it does not.
    """

    _also = ("area", "threshold_range", "mean_absolute_difference")

    #: The confident points, from the highest threshold to the lowest; there may be none.
    points: tuple[ConfidentPoint, ...]
    #: AveD, the mean of (b - c)/n over the points; NaN if there is none.
    mean_difference: float
    #: The area between the segment and the axis below it.
    vertical_area: float
    #: The area between the segment and the right edge.
    horizontal_area: float
    confidence: float
    #: The equivalence margin, if one was asked for.
    margin: float | None
    #: The whole curve, with the interval at each of its points.
    along: ErrorDifferences

    @property
    def curve(self) -> RocPoints:
        """The whole ROC curve."""
        return self.along.curve

    @property
    def area(self) -> float:
        """CAUC: the mean of vertical and horizontal area, the "concordant partial AUC".

        For the whole curve both are the AUC, and so is their mean. Their sum, as other authors
        have it, would then be twice the AUC.
        """
        return (self.vertical_area + self.horizontal_area) / 2

    @property
    def empty(self) -> bool:
        """Is there no confident point?"""
        return not self.points

    @property
    def threshold_range(self) -> tuple[float, float] | None:
        """The lowest and the highest threshold of the segment; None if it is empty."""
        if self.empty:
            return None
        return self.points[-1].threshold, self.points[0].threshold

    @property
    def mean_absolute_difference(self) -> float:
        """The mean of |b - c|/n over the points; NaN if there is none.

        In the plain mean a surplus of misses makes up for a surplus of false alarms; here not.
        """
        if self.empty:
            return math.nan
        return float(np.mean([abs(point.difference) for point in self.points]))

    def facts(self) -> dict[str, str]:
        """How many points, their thresholds and differences, and the areas."""
        return {
            "confident points": f"{len(self.points):,} of {self.curve.thresholds.size:,}",
            "thresholds": _told(self.threshold_range),
            "AveD": "none" if self.empty else f"{self.mean_difference:.4g}",
            "vertical area": f"{self.vertical_area:.4f}",
            "horizontal area": f"{self.horizontal_area:.4f}",
            "CAUC, their mean": f"{self.area:.4f}",
            "AUC of the whole curve": f"{self.curve.auc:.4f}",
        }

    def rows(self) -> list[dict[str, Any]]:
        """A record for each confident point."""
        return [point._asdict() for point in self.points]

    def sentence(self) -> str:
        """The finding, fit for a paper."""
        curve = self.curve
        rule = "holds 0" if self.margin is None else f"lies within {self.margin:g} of 0"
        where = (
            f"On {counted(curve.positives, 'positive')} and {counted(curve.negatives, 'negative')}"
        )
        what = f"the {percent(self.confidence)} interval for (misses - false alarms)/n {rule}"
        if self.empty:
            return (
                f"{where}, there is no point of the ROC curve at which {what}: the confident "
                f"segment is empty (AUC of the whole curve {curve.auc:.3f})."
            )
        at = "point" if len(self.points) == 1 else "points"
        return (
            f"{where}, {what} at {len(self.points):,} of {curve.thresholds.size:,} {at} of the ROC "
            f"curve, thresholds {_told(self.threshold_range)}; mean difference "
            f"{self.mean_difference:.3g}, area of the confident segment {self.area:.3g} (vertical "
            f"{self.vertical_area:.3g}, horizontal {self.horizontal_area:.3g}; AUC of the whole "
            f"curve {curve.auc:.3f})."
        )


def _told(limits: tuple[float, float] | None) -> str:
    if limits is None:
        return "none"
    low, high = limits
    return f"{low:.4g}" if low == high else f"{low:.4g} to {high:.4g}"


def confident_segment(
    is_positive: Any,
    scores: Any,
    confidence: float = 0.95,
    *,
    interval: Interval = tango_interval,
    margin: float | None = None,
) -> ConfidentSegment:
    """Which part of a ROC curve has as many misses as false alarms, as far as the data can tell?

    The four steps of Elazmeh, Japkowicz and Matwin: take the points of the ROC curve, one for each
    score that occurs; at each, compute Tango's interval for (b - c)/n, b being misses and c false
    alarms; call a point *confident* if the interval holds 0; report the area of the segment that
    the confident points form (`.area`) and the mean of (b - c)/n over them (`.mean_difference`).

    The segment runs from its first confident point to its last, with straight lines from point to
    point, and not beyond: a single point has no area. `.vertical_area` lies below it,
    `.horizontal_area` to the right of it; for the whole curve both are the AUC. With Tango's
    interval the confident points always follow one upon another. With another interval there may
    be gaps; nothing is added for those.

    What it does not mean: a point is confident because a difference was *not shown*. So few cases
    make long segments, more cases make them shorter, and a classifier with more errors has wider
    intervals and so more confident points. With `margin` the question is turned round, as in an
    equivalence test: a point is confident if its whole interval lies between -margin and +margin.

    `interval` is any function of (b, c, n, confidence) that returns two limits, and takes arrays.

    Examples
    --------
    Three positives, and calling nobody positive is confident too: 3 misses against 0 false alarms
    are not enough to show a difference.

    >>> truth = [1, 1, 1, 0, 0, 0, 0, 0, 0, 0]
    >>> segment = confident_segment(truth, [9, 8, 5, 7, 6, 4, 3, 2, 1, 0])
    >>> [(point.misses, point.false_alarms) for point in segment.points]
    [(3, 0), (2, 0), (1, 0), (1, 1), (1, 2), (0, 2), (0, 3)]
    >>> round(segment.vertical_area, 3), round(segment.horizontal_area, 3), round(segment.area, 3)
    (0.333, 0.905, 0.619)
    >>> round(segment.mean_difference, 3)
    0.0
    """
    along = error_differences(is_positive, scores, confidence, interval=interval)
    if margin is None:
        inside = along.holds_zero
    else:
        margin = number_between("margin", margin, 0.0, 1.0, "a share of all cases")
        inside = (along.low >= -margin) & (along.high <= margin)
    vertical, horizontal = _areas(along.curve, inside)
    return ConfidentSegment(
        points=_points(along, inside),
        mean_difference=_mean_difference(along, inside),
        vertical_area=vertical,
        horizontal_area=horizontal,
        confidence=along.confidence,
        margin=margin,
        along=along,
    )


def _points(along: ErrorDifferences, inside: np.ndarray) -> tuple[ConfidentPoint, ...]:
    columns = (
        along.curve.false_positive_rates,
        along.curve.true_positive_rates,
        along.curve.thresholds,
        along.differences,
        along.low,
        along.high,
        along.misses,
        along.false_alarms,
    )
    rows = zip(*(column[inside].tolist() for column in columns), strict=True)
    return tuple(ConfidentPoint(*row) for row in rows)


def _mean_difference(along: ErrorDifferences, inside: np.ndarray) -> float:
    if not inside.any():
        return math.nan
    # Whole numbers up to the division: what adds up to nothing is 0.
    total = int((along.misses - along.false_alarms)[inside].sum())
    return total / (int(inside.sum()) * along.cases)


def _areas(curve: RocPoints, inside: np.ndarray) -> tuple[float, float]:
    """The areas below and beside the pieces of the curve that join two confident points.

    In whole numbers up to the last division, so that for a whole curve both are its AUC, exactly.
    """
    joined = inside[1:] & inside[:-1]
    hits, alarms = curve.true_positives, curve.false_positives
    right, up = np.diff(alarms)[joined], np.diff(hits)[joined]
    twice_height = (hits[1:] + hits[:-1])[joined]
    twice_beside = (2 * curve.negatives - alarms[1:] - alarms[:-1])[joined]
    square = 2 * curve.positives * curve.negatives
    return int(right @ twice_height) / square, int(up @ twice_beside) / square
