"""*Threshold*: move it, say what each error costs, and see what becomes of both classes."""

from functools import lru_cache
from typing import Any, ClassVar, NamedTuple

import numpy as np
from matplotlib.figure import Figure
from scipy.special import ndtri

from course_lib.common.phrases import counted
from course_lib.datasets.elazmeh import load_elazmeh_scores
from course_lib.measures.counts import BinaryCounts
from course_lib.plots.measures import draw_four_cells, draw_roc
from course_lib.plots.style import COLOURS
from course_lib.roc.points import RocPoints, roc_points
from course_lib.widgets.controls import Choice, Number, wide
from course_lib.widgets.panel import Panel, Told

#: So many cases fall under the two bell curves together.
BELL_CASES = 1000
#: Real scores: the same patients, ranked by two classifiers. As (data set, classifier).
REAL = {"bayes": ("sick", "naive_bayes"), "tree": ("sick", "decision_tree")}
#: So far a threshold goes beyond the middle of a bell curve; and beyond probabilities, so that
#: nobody is called positive.
_BEYOND, _ABOVE_ONE = 3.5, 1.01
_CHOICES = (
    ("two bell curves", "bells"),
    ("sick patients, by naive Bayes", "bayes"),
    ("sick patients, by a decision tree", "tree"),
)
#: Real scores are shortened to so many decimals, which leaves their AUCs as they are in three.
_DECIMALS = 5
_SHARES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
_DEAREST = 1000


class Cases(NamedTuple):
    """Which cases are positive, and what a classifier gave to each."""

    is_positive: np.ndarray
    scores: np.ndarray


class Reckoning(NamedTuple):
    """What a threshold does, what it costs, and where errors cost least."""

    points: RocPoints
    counts: BinaryCounts
    cost: int
    #: The place on the curve where errors cost least, and what they cost there.
    best: int
    least: int


class ThresholdPanel(Panel):
    """Two classes, a threshold and the cost of each error: matrix, point on the curve, cost."""

    front = "threshold"
    size = (9.0, 5.4)
    controls: ClassVar = {
        "scores": Choice("data", "bells", _CHOICES),
        "separation": Number("separation of the curves", 1.5, 0.0, 4.0, step=0.1, whole=False),
        "share": Number("share of positives", 0.2, 0.01, 0.9, stops=_SHARES, whole=False),
        "threshold": Number("threshold", 0.75, -_BEYOND, 4.0 + _BEYOND, step=0.05, whole=False),
        "miss": Number("cost of a miss", 5, 1, _DEAREST, stops=wide(1, _DEAREST)),
        "alarm": Number("cost of a false alarm", 1, 1, _DEAREST, stops=wide(1, _DEAREST)),
    }

    def __init__(
        self,
        scores: str = "bells",
        separation: float = 1.5,
        share: float = 0.2,
        threshold: float | None = None,
        miss: int = 5,
        alarm: int = 1,
    ) -> None:
        if threshold is None:
            threshold = separation / 2 if scores == "bells" else 0.5
        super().__init__(
            scores=scores,
            separation=separation,
            share=share,
            threshold=threshold,
            miss=miss,
            alarm=alarm,
        )

    @classmethod
    def shared_tables(cls) -> dict[str, Any]:
        """Of real scores: each that occurs, the highest first, with its positives and negatives."""
        tables = {}
        for name in REAL:
            is_positive, scores = cases(name)
            falling = np.unique(scores)[::-1]
            tables[name] = {
                "scores": falling.tolist(),
                "positives": [int((is_positive & (scores == s)).sum()) for s in falling],
                "negatives": [int((~is_positive & (scores == s)).sum()) for s in falling],
            }
        return tables

    def settled(self, values: dict[str, Any]) -> dict[str, Any]:
        """A threshold where there are scores."""
        low, high = threshold_range(values["scores"], values["separation"])
        return {**values, "threshold": min(max(values["threshold"], low), high)}

    def make_axes(self, figure: Figure) -> Any:
        """The scores and the counts on the left, the curve on the right."""
        left, right = figure.subplots(1, 2, width_ratios=(1, 1.05))
        figure.subplots_adjust(left=0.06, right=0.98, bottom=0.11, top=0.92, wspace=0.2)
        left.set_axis_off()
        scores = left.inset_axes((0, 0.55, 1, 0.45))
        matrix = left.inset_axes((0.25, 0, 0.75, 0.28))
        return scores, matrix, right

    def draw(self, axes: Any, v: dict[str, Any]) -> None:
        """Both classes with the threshold, the four counts, and the point on the ROC curve."""
        v = self.settled(v)
        found = reckon(v)
        draw_class_scores(axes[0], cases(v["scores"], v["separation"], v["share"]), v["threshold"])
        tp, fp, fn, tn = (getattr(found.counts, name) for name in _COUNTS)
        draw_four_cells(
            axes[1],
            (f"{tp:,} found", f"{fn:,} missed", f"{fp:,}\nfalse alarms", f"{tn:,} left alone"),
            ("called\npositive", "called\nnegative"),
            ("positives", "negatives"),
            (10, 10),
        )
        _draw_point(axes[2], found, v)

    def tell(self, v: dict[str, Any]) -> Told:
        """Rates, accuracy and cost, and whether another threshold costs less."""
        v = self.settled(v)
        points, counts, cost, best, least = reckon(v)
        misses, alarms = counts.false_negatives, counts.false_positives
        missed = f"{misses:,} {'miss' if misses == 1 else 'misses'}"
        words = (
            f"At the threshold {v['threshold']:.6g}, {counts.true_positives:,} of "
            f"{counted(points.positives, 'positive')} are found (true positive rate "
            f"{counts.true_positive_rate:.3f}) and {alarms:,} of "
            f"{counted(points.negatives, 'negative')} raise an alarm (false positive rate "
            f"{counts.false_positive_rate:.3f}); the accuracy is {counts.accuracy:.3f}. "
            f"{missed} at {v['miss']:,} and {counted(alarms, 'false alarm')} at "
            f"{v['alarm']:,} cost {cost:,}. "
        )
        if cost == least:
            words += "No threshold costs less."
        elif best == 0:
            words += f"Calling nobody positive would cost least: {least:,}."
        elif best == points.thresholds.size - 1:
            words += f"Calling everybody positive would cost least: {least:,}."
        else:
            words += f"A threshold of {points.thresholds[best]:.6g} would cost least: {least:,}."
        alt = (
            f"Left: the scores of the positives above a line and those of the negatives below it; "
            f"what lies on the wrong side of the threshold is orange. Right: the ROC curve, AUC "
            f"{points.auc:.3f}, with a dot at a false positive rate of "
            f"{counts.false_positive_rate:.3f} and a true positive rate of "
            f"{counts.true_positive_rate:.3f}, a dashed line of equal cost through it, and a "
            f"diamond where the errors cost least. Below: {counts.true_positives:,} found, "
            f"{misses:,} missed, {counted(alarms, 'false alarm')}, "
            f"{counts.true_negatives:,} left alone."
        )
        return Told(words, alt)


_COUNTS = ("true_positives", "false_positives", "false_negatives", "true_negatives")


def threshold_range(data: str, separation: float) -> tuple[float, float]:
    """From where all are called positive to where nobody is."""
    return (-_BEYOND, separation + _BEYOND) if data == "bells" else (0.0, _ABOVE_ONE)


@lru_cache(maxsize=64)
def cases(data: str, separation: float = 0.0, share: float = 0.5) -> Cases:
    """The cases behind a panel: under two bell curves, or real ones."""
    if data in REAL:
        data_set, classifier = REAL[data]
        found = load_elazmeh_scores(data_set)
        return Cases(found.is_positive, found.scores[classifier].round(_DECIMALS))
    positives = round(BELL_CASES * share)
    ill = bell_scores(positives) + round(100 * separation)
    scores = np.concatenate([ill, bell_scores(BELL_CASES - positives)]) / 100
    return Cases(np.arange(BELL_CASES) < positives, scores)


def bell_scores(number: int) -> np.ndarray:
    """Scores under a bell curve around 0 in hundredths: the middles of so many equal shares."""
    return (100 * ndtri((np.arange(number) + 0.5) / number)).round().astype(int)


@lru_cache(maxsize=64)
def _points(data: str, separation: float, share: float) -> RocPoints:
    return roc_points(*cases(data, separation, share))


def reckon(v: dict[str, Any]) -> Reckoning:
    """What these values come to."""
    points = _points(v["scores"], v["separation"], v["share"])
    counts = points.at_threshold(v["threshold"])
    cost = counts.false_negatives * v["miss"] + counts.false_positives * v["alarm"]
    misses = points.positives - points.true_positives
    costs = misses * v["miss"] + points.false_positives * v["alarm"]
    best = int(costs.argmin())  # the highest of several thresholds
    return Reckoning(points, counts, cost, best, int(costs[best]))


def draw_class_scores(ax: Any, shown: Cases, threshold: float) -> None:
    """Positives above the line and negatives below it, each on its own scale; errors stand out."""
    low, high = float(shown.scores.min()), float(shown.scores.max())
    edges = np.linspace(low, high, 29)
    called = shown.scores >= threshold
    for sign, truth, wrong, colour in (
        (1, shown.is_positive, ~called, "first"),
        (-1, ~shown.is_positive, called, "other"),
    ):
        counts = np.histogram(shown.scores[truth], edges)[0]
        errors = np.histogram(shown.scores[truth & wrong], edges)[0]
        ax.stairs(sign * counts / counts.max(), edges, fill=True, color=COLOURS[colour])
        ax.stairs(sign * errors / counts.max(), edges, fill=True, color=COLOURS["critical"])
    ax.axhline(0, color="#444444", linewidth=0.8)
    ax.axvline(threshold, color=COLOURS["score"], linewidth=2)
    ax.set(yticks=[], ylim=(-1.1, 1.1), xlabel="score")
    ax.set_title(f"threshold {threshold:.6g}; errors are orange")
    ax.text(0.01, 0.97, "positives", transform=ax.transAxes, va="top", color=COLOURS["first"])
    ax.text(0.01, 0.03, "negatives", transform=ax.transAxes, color="#5c5c5c")


def _draw_point(ax: Any, found: Reckoning, v: dict[str, Any]) -> None:
    points, counts = found.points, found.counts
    draw_roc(ax, {"curve": points})
    slope = v["alarm"] * points.negatives / (v["miss"] * points.positives)
    here = counts.false_positive_rate, counts.true_positive_rate
    ax.axline(here, slope=slope, color=COLOURS["score"], linestyle="--", label="equal cost")
    ax.plot(*here, "o", color=COLOURS["score"], markersize=9, clip_on=False, zorder=5)
    cheapest = points.false_positive_rates[found.best], points.true_positive_rates[found.best]
    mark = {"markersize": 11, "markerfacecolor": "none", "markeredgewidth": 2, "clip_on": False}
    ax.plot(*cheapest, "D", color=COLOURS["trusted"], label="costs least", zorder=5, **mark)
    ax.legend(loc="lower right")
    ax.set_title("The point on the ROC curve")
