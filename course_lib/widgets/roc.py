"""Widgets of the lesson on ROC curves."""

from functools import lru_cache
from typing import Any

import numpy as np

from course_lib.common.phrases import percent
from course_lib.datasets import ELAZMEH_CLASSIFIERS, ELAZMEH_DATA_SETS, load_elazmeh_scores
from course_lib.plots.roc import (
    draw_cauc,
    draw_error_differences,
    draw_errors,
    draw_one_interval,
    draw_segments,
)
from course_lib.roc.segment import ConfidentSegment, confident_segment
from course_lib.widgets.panel import Panel, dropdown, ladder, slider

_NAMES = {
    "decision_stump": "stump",
    "decision_tree": "tree",
    "random_forest": "forest",
    "naive_bayes": "naive Bayes",
}
_CLASSIFIERS = [(f"{_NAMES[name]} ({k})", name) for name, k in ELAZMEH_CLASSIFIERS.items()]
_DATA_SETS = [
    *((name, name) for name in ELAZMEH_DATA_SETS[:-1]),
    ("spectf (training file, cross-validated)", "spectf"),
    ("spectf (test file)", "spectf-test"),
    ("spectf (withdrawn test file)", "spectf-withdrawn"),
]
_LEVELS = [(percent(c), c) for c in (0.5, 0.8, 0.9, 0.95, 0.99, 0.999)]


@lru_cache(maxsize=64)
def _segment(data_set: str, classifier: str, confidence: float) -> ConfidentSegment:
    data = load_elazmeh_scores(data_set)
    return confident_segment(data.is_positive, data.scores[classifier], confidence)


class ThresholdRider(Panel):
    """Ride along a ROC curve: confusion matrix, Tango's interval, and the confident segment."""

    name = "threshold_rider"
    size = (9.6, 7.4)

    def __init__(
        self, data_set: str = "spectf", classifier: str = "naive_bayes", called: int = 40
    ) -> None:
        # The slider's first range is that of the data set, or a call could not be set.
        cases = load_elazmeh_scores(data_set).is_positive.size
        super().__init__(
            {
                "data_set": dropdown("data set", data_set, _DATA_SETS),
                "classifier": dropdown("classifier", classifier, _CLASSIFIERS),
                "called": slider("cases called positive", called, 0, cases),
                "confidence": ladder("confidence", 0.95, _LEVELS),
            }
        )

    def make_axes(self) -> Any:
        """The curve on the left, table and interval on the right, all differences below."""
        grid = self.figure.add_gridspec(
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
        return np.array(
            [
                self.figure.add_subplot(grid[:2, 0]),
                self.figure.add_subplot(grid[0, 1]),
                self.figure.add_subplot(grid[1, 1]),
                self.figure.add_subplot(grid[2, :]),
            ]
        )

    def adapt(self, name: str) -> None:
        """There are as many cases to call as the data set has."""
        if name == "data_set":
            self._fit()

    def _fit(self) -> None:
        data = load_elazmeh_scores(self.values["data_set"])
        slide = self.controls["called"]
        slide.value = min(slide.value, data.is_positive.size)
        slide.max = data.is_positive.size

    def pose(self, settings: dict[str, Any]) -> None:
        """The range follows the data set here too."""
        self.controls["data_set"].value = {**self._defaults, **settings}["data_set"]
        self._fit()
        super().pose(settings)

    def reset(self) -> None:
        """The data set first, for the other settings must fit it."""
        self.at_once(
            lambda: (
                self._move({"data_set": self._defaults["data_set"]}),
                self._fit(),
                self._move(self._defaults),
            )
        )

    def paint(self) -> tuple[str, str]:
        """All four pictures for the point at hand."""
        v = self.values
        segment = _segment(v["data_set"], v["classifier"], v["confidence"])
        along, curve = segment.along, segment.curve
        calls = curve.true_positives + curve.false_positives
        # Cases of equal score can only be called together: the last point that calls no more.
        point = int(np.searchsorted(calls, v["called"], side="right")) - 1
        counts = curve.at_threshold(float(curve.thresholds[point]))
        low, high = float(along.low[point]), float(along.high[point])
        difference = float(along.differences[point])
        name = _NAMES[v["classifier"]]
        draw_segments(self.axes[0], {name: segment}, labels="none")
        x, y = curve.false_positive_rates[point], curve.true_positive_rates[point]
        self.axes[0].plot(x, y, "o", ms=13, mfc="none", mec="black", mew=2.5, zorder=5)
        self.axes[0].set_title(f"AUC {curve.auc:.3f}, CAUC {segment.area:.3f}", loc="left")
        draw_errors(self.axes[1], counts)
        draw_one_interval(self.axes[2], difference, low, high, v["confidence"])
        draw_error_differences(self.axes[3], along, mark=point, near_zero=True)
        holds = low <= 0 <= high
        threshold = curve.thresholds[point]
        at = "above every score" if np.isinf(threshold) else f"{threshold:.4g}"
        if abs(threshold) < 1e-12:
            at = "0 (to 12 decimals)"
        together = calls[point] != v["called"]
        words = (
            f"{name[0].upper()}{name[1:]} on {v['data_set']}, threshold {at}: "
            f"{counts.called_positive} of {counts.total} cases are called positive"
            + (" (the next ones have equal scores and come together)" if together else "")
            + f". {counts.false_negatives} of {counts.positives} positives are missed (b), "
            f"{counts.false_positives} of {counts.negatives} negatives are false alarms (c). (b - "
            f"c)/n = {difference:+.4f}, {percent(v['confidence'])} interval {low:+.4f} to "
            f"{high:+.4f}: {'it holds 0, the point is confident' if holds else 'not confident'}. "
            f"Confident: {len(segment.points)} of {calls.size} points."
        )
        alt = (
            f"A ROC curve with a mark at false positive rate {x:.3f} and true positive rate "
            f"{y:.3f}; the table a {counts.true_positives}, b {counts.false_negatives}, c "
            f"{counts.false_positives}, d {counts.true_negatives}; the interval from {low:+.4f} to "
            f"{high:+.4f}; and all differences along the curve, "
            + (f"{len(segment.points)} of them green." if segment.points else "none of them green.")
        )
        return words, alt


class CaucPlane(Panel):
    """The paper's plane: area of the confident segment against the mean difference."""

    name = "cauc_plane"
    size = (9.6, 4.8)

    def __init__(self, data_set: str = "spectf", confidence: float = 0.95) -> None:
        super().__init__(
            {
                "data_set": dropdown("data set", data_set, _DATA_SETS),
                "confidence": ladder("confidence", confidence, _LEVELS),
                "area": dropdown(
                    "area",
                    "mean",
                    [(name, name) for name in ("mean", "vertical", "horizontal")],
                ),
                "spread": dropdown(
                    "difference",
                    "signed",
                    [("AveD, mean of (b - c)/n", "signed"), ("mean of |b - c|/n", "absolute")],
                ),
            }
        )

    def make_axes(self) -> Any:
        """The curves on the left, the plane on the right."""
        axes = self.figure.subplots(1, 2, width_ratios=[1, 1.15])
        self.figure.subplots_adjust(left=0.08, right=0.97, bottom=0.14, top=0.88, wspace=0.27)
        return axes

    def backdrop(self) -> tuple:
        """The legend's corner follows the curves."""
        return (*super().backdrop(), self.values["data_set"], self.values["confidence"])

    def paint(self) -> tuple[str, str]:
        """Curves and plane."""
        v = self.values
        segments = {
            letter: _segment(v["data_set"], name, v["confidence"])
            for name, letter in ELAZMEH_CLASSIFIERS.items()
        }
        draw_segments(self.axes[0], segments, zoom=True)
        self.axes[0].set_title("Confident segments (green)", loc="left")
        placed = draw_cauc(self.axes[1], segments, area=v["area"], spread=v["spread"])
        self.axes[1].set_title("The paper calls the top left best", loc="left")
        by_auc = sorted(segments, key=lambda k: -segments[k].curve.auc)
        by_area = sorted(placed, key=lambda k: -placed[k][1])
        missing = [k for k in segments if k not in placed]
        aucs = ", ".join(f"{k} {segments[k].curve.auc:.3f}" for k in by_auc)
        areas = ", ".join(f"{k} {placed[k][1]:.4f}" for k in by_area) or "none has one"
        sign = "+" if v["spread"] == "signed" else ""
        differences = ", ".join(f"{k} {placed[k][0]:{sign}.4f}" for k in by_area) or "none"
        words = (
            f"On {v['data_set']}, by AUC: {aucs}. By the {v['area']} area of the confident segment "
            f"({percent(v['confidence'])}): {areas}; "
            f"{'mean' if v['spread'] == 'signed' else 'mean absolute'} difference: {differences}."
            + (f" Without a confident point: {', '.join(missing)}." if missing else "")
        )
        alt = (
            f"Four ROC curves with their confident segments on {v['data_set']}, and a plane with "
            f"the {v['area']} area above the difference: {areas}."
        )
        return words, alt
