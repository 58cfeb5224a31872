"""Panels of the lesson on ROC curves."""

from functools import lru_cache
from typing import Any, ClassVar

import numpy as np
from matplotlib.figure import Figure

from course_lib.common.arguments import whole_number
from course_lib.common.phrases import percent
from course_lib.datasets import ELAZMEH_CLASSIFIERS, ELAZMEH_DATA_SETS, load_elazmeh_scores
from course_lib.measures.counts import BinaryCounts
from course_lib.plots.roc import (
    draw_cauc,
    draw_error_differences,
    draw_errors,
    draw_one_interval,
    draw_segments,
)
from course_lib.roc.points import roc_points
from course_lib.roc.segment import ConfidentSegment, confident_segment
from course_lib.widgets.controls import Choice, Number, confidence
from course_lib.widgets.curves import as_steps, as_thresholds
from course_lib.widgets.panel import Panel, Told

_NAMES = {
    "decision_stump": "stump",
    "decision_tree": "tree",
    "random_forest": "forest",
    "naive_bayes": "naive Bayes",
}
_CLASSIFIERS = tuple((f"{_NAMES[name]} ({k})", name) for name, k in ELAZMEH_CLASSIFIERS.items())
_DATA_SETS = (
    *((name, name) for name in ELAZMEH_DATA_SETS[:-1]),
    ("spectf (training file, cross-validated)", "spectf"),
    ("spectf (test file)", "spectf-test"),
    ("spectf (withdrawn test file)", "spectf-withdrawn"),
)
_AREAS = ("mean", "vertical", "horizontal")
_SPREADS = (("AveD, mean of (b - c)/n", "signed"), ("mean of |b - c|/n", "absolute"))
#: Called positive: as many cases as the largest data set has.
_CALLED = "cases called positive"
_MOST_CASES = 3163


@lru_cache(maxsize=64)
def _segment(data_set: str, classifier: str, confidence: float) -> ConfidentSegment:
    data = load_elazmeh_scores(data_set)
    return confident_segment(data.is_positive, data.scores[classifier], confidence)


def _cases(data_set: str) -> int:
    return load_elazmeh_scores(data_set).is_positive.size


@lru_cache(maxsize=1)
def _curves() -> dict[str, dict[str, tuple[str, str]]]:
    """Steps and thresholds of every curve, as the front end unpacks them."""
    packed = {}
    for _, data_set in _DATA_SETS:
        data = load_elazmeh_scores(data_set)
        curves = {name: roc_points(data.is_positive, data.scores[name]) for name in _NAMES}
        packed[data_set] = {n: (as_steps(c), as_thresholds(c)) for n, c in curves.items()}
    return packed


def _exactly(number: float) -> float:
    """Without the last digits, which depend on the order of a sum."""
    return round(number, 12)


class ThresholdRider(Panel):
    """Ride along a ROC curve: confusion matrix, Tango's interval, and the confident segment."""

    front = "threshold_rider"
    size = (9.6, 7.4)
    controls: ClassVar = {
        "data_set": Choice("data set", "spectf", _DATA_SETS),
        "classifier": Choice("classifier", "naive_bayes", _CLASSIFIERS),
        "called": Number(_CALLED, 40, 0, _MOST_CASES),
        "confidence": confidence(0.95),
    }

    def __init__(
        self, data_set: str = "spectf", classifier: str = "naive_bayes", called: int = 40
    ) -> None:
        # Later it is clamped; but who asks for more cases than there are is to know it.
        called = whole_number(_CALLED, called, 0, _cases(data_set))
        super().__init__(data_set=data_set, classifier=classifier, called=called)

    @classmethod
    def shared_tables(cls) -> dict[str, Any]:
        """The curves."""
        return {"curves": _curves()}

    def settled(self, values: dict[str, Any]) -> dict[str, Any]:
        """There are as many cases to call as the data set has."""
        return {**values, "called": min(values["called"], _cases(values["data_set"]))}

    def make_axes(self, figure: Figure) -> Any:
        """The curve on the left, table and interval on the right, all differences below."""
        grid = figure.add_gridspec(
            3,
            2,
            width_ratios=[1.35, 1],
            height_ratios=[1.35, 0.75, 1.1],
            left=0.12,
            right=0.97,
            bottom=0.08,
            top=0.92,
            hspace=0.62,
            wspace=0.25,
        )
        places = (grid[:2, 0], grid[0, 1], grid[1, 1], grid[2, :])
        return [figure.add_subplot(place) for place in places]

    def draw(self, axes: Any, v: dict[str, Any]) -> None:
        """All four pictures for the point at hand."""
        segment, point, counts = self._found(v)
        along, curve = segment.along, segment.curve
        draw_segments(axes[0], {_NAMES[v["classifier"]]: segment}, labels="none")
        x, y = curve.false_positive_rates[point], curve.true_positive_rates[point]
        axes[0].plot(x, y, "o", ms=13, mfc="none", mec="black", mew=2.5, zorder=5)
        axes[0].set_title(f"AUC {curve.auc:.3f}, CAUC {segment.area:.3f}", loc="left")
        draw_errors(axes[1], counts)
        interval = (float(values[point]) for values in (along.differences, along.low, along.high))
        draw_one_interval(axes[2], *interval, v["confidence"])
        draw_error_differences(axes[3], along, mark=point, near_zero=True)

    def tell(self, v: dict[str, Any]) -> Told:
        """The errors at the point at hand, and whether it is confident."""
        v = self.settled(v)
        segment, point, counts = self._found(v)
        along, curve = segment.along, segment.curve
        low, high = float(along.low[point]), float(along.high[point])
        name = _NAMES[v["classifier"]]
        threshold = curve.thresholds[point]
        at = "above every score" if np.isinf(threshold) else f"{threshold:.4g}"
        if abs(threshold) < 1e-12:
            at = "0 (to 12 decimals)"
        together = counts.called_positive != v["called"]
        words = (
            f"{name[0].upper()}{name[1:]} on {v['data_set']}, threshold {at}: "
            f"{counts.called_positive} of {counts.total} cases are called positive"
            + (" (the next ones have equal scores and come together)" if together else "")
            + f". {counts.false_negatives} of {counts.positives} positives are missed (b), "
            f"{counts.false_positives} of {counts.negatives} negatives are false alarms (c). (b - "
            f"c)/n = {_exactly(along.differences[point]):+.4f}, {percent(v['confidence'])} "
            f"interval {low:+.4f} to {high:+.4f}: "
            f"{'it holds 0, the point is confident' if low <= 0 <= high else 'not confident'}. "
            f"Confident: {len(segment.points)} of {curve.thresholds.size} points."
        )
        x, y = curve.false_positive_rates[point], curve.true_positive_rates[point]
        alt = (
            f"A ROC curve with a mark at false positive rate {_exactly(x):.3f} and true positive "
            f"rate {_exactly(y):.3f}; the table a {counts.true_positives}, b "
            f"{counts.false_negatives}, c {counts.false_positives}, d {counts.true_negatives}; the "
            f"interval from {low:+.4f} to {high:+.4f}; and all differences along the curve, "
            + (f"{len(segment.points)} of them green." if segment.points else "none of them green.")
        )
        return Told(words, alt)

    def _found(self, v: dict[str, Any]) -> tuple[ConfidentSegment, int, BinaryCounts]:
        """The segment, the index of the point at hand, and its counts."""
        segment = _segment(v["data_set"], v["classifier"], v["confidence"])
        curve = segment.curve
        calls = curve.true_positives + curve.false_positives
        # Cases of equal score can only be called together: the last point that calls no more.
        point = int(np.searchsorted(calls, v["called"], side="right")) - 1
        return segment, point, curve.at_threshold(float(curve.thresholds[point]))


class CaucPlane(Panel):
    """The paper's plane: area of the confident segment against the mean difference."""

    front = "cauc_plane"
    size = (9.6, 4.8)
    controls: ClassVar = {
        "data_set": Choice("data set", "spectf", _DATA_SETS),
        "confidence": confidence(0.95),
        "area": Choice("area", "mean", tuple((name, name) for name in _AREAS)),
        "spread": Choice("difference", "signed", _SPREADS),
    }

    def __init__(self, data_set: str = "spectf", confidence: float = 0.95) -> None:
        super().__init__(data_set=data_set, confidence=confidence)

    @classmethod
    def shared_tables(cls) -> dict[str, Any]:
        """The curves, of which it needs no thresholds."""
        curves = _curves().items()
        return {"curves": {d: {name: (c[0],) for name, c in of.items()} for d, of in curves}}

    def make_axes(self, figure: Figure) -> Any:
        """The curves on the left, the plane on the right."""
        axes = figure.subplots(1, 2, width_ratios=[1, 1.15])
        figure.subplots_adjust(left=0.08, right=0.97, bottom=0.14, top=0.88, wspace=0.27)
        return axes

    def draw(self, axes: Any, v: dict[str, Any]) -> None:
        """Curves and plane."""
        segments = self._segments(v)
        draw_segments(axes[0], segments, zoom=True)
        axes[0].set_title("Confident segments (green)", loc="left")
        draw_cauc(axes[1], segments, area=v["area"], spread=v["spread"])
        axes[1].set_title("The paper calls the top left best", loc="left")

    def tell(self, v: dict[str, Any]) -> Told:
        """Who is first by the AUC, and by the area of the confident segment."""
        segments, signed = self._segments(v), v["spread"] == "signed"
        placed = {k: self._place(s, v) for k, s in segments.items() if not s.empty}
        by_auc = sorted(segments, key=lambda k: -segments[k].curve.auc)
        by_area = sorted(placed, key=lambda k: -placed[k][1])
        missing = [k for k in segments if k not in placed]
        aucs = ", ".join(f"{k} {_exactly(segments[k].curve.auc):.3f}" for k in by_auc)
        areas = ", ".join(f"{k} {placed[k][1]:.4f}" for k in by_area) or "none has one"
        sign = "+" if signed else ""
        differences = ", ".join(f"{k} {placed[k][0]:{sign}.4f}" for k in by_area) or "none"
        words = (
            f"On {v['data_set']}, by AUC: {aucs}. By the {v['area']} area of the confident segment "
            f"({percent(v['confidence'])}): {areas}; "
            f"{'mean' if signed else 'mean absolute'} difference: {differences}."
            + (f" Without a confident point: {', '.join(missing)}." if missing else "")
        )
        alt = (
            f"Four ROC curves with their confident segments on {v['data_set']}, and a plane with "
            f"the {v['area']} area above the difference: {areas}."
        )
        return Told(words, alt)

    def _segments(self, v: dict[str, Any]) -> dict[str, ConfidentSegment]:
        return {
            letter: _segment(v["data_set"], name, v["confidence"])
            for name, letter in ELAZMEH_CLASSIFIERS.items()
        }

    def _place(self, segment: ConfidentSegment, v: dict[str, Any]) -> tuple[float, float]:
        """Across and up, as `draw_cauc` has it."""
        signed = v["spread"] == "signed"
        across = segment.mean_difference if signed else segment.mean_absolute_difference
        up = {
            "mean": segment.area,
            "vertical": segment.vertical_area,
            "horizontal": segment.horizontal_area,
        }[v["area"]]
        return _exactly(across), _exactly(up)
