"""Pictures of what can be trusted about a ROC curve: segments, bands, differences of errors."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from course_lib.common.arguments import one_of
from course_lib.common.phrases import percent
from course_lib.measures.counts import BinaryCounts
from course_lib.plots.measures import draw_four_cells
from course_lib.plots.style import COLOURS, draw_diagonal, styled
from course_lib.plots.thinning import thinned
from course_lib.roc.bands import RocBand
from course_lib.roc.differences import ErrorDifferences
from course_lib.roc.segment import ConfidentSegment

#: Colour, dash and marker of up to four classifiers, told apart in grey too.
LOOKS = (
    ("first", "-", "o"),
    ("second", "--", "^"),
    ("score", "-.", "D"),
    ("other", ":", "s"),
)
_SCALES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
_STEPS = {0.01: 0.005, 0.02: 0.01, 0.05: 0.02, 0.1: 0.05, 0.2: 0.05, 0.5: 0.1, 1.0: 0.2}
#: The classifiers of the paper look the same in every picture, also as `draw_roc` has them.
_KNOWN = {
    name: LOOKS[place]
    for place, names in enumerate(
        (
            ("T", "tree", "decision_tree"),
            ("F", "forest", "random_forest"),
            ("B", "naive Bayes", "naive_bayes"),
            ("S", "stump", "decision_stump"),
        )
    )
    for name in names
}


def _scale(far: float) -> float:
    """One of a few scales, so that it does not change with every step along a curve."""
    return next((size for size in _SCALES if far <= size), 1.0)


def _looks(names: Iterable[str]) -> list[tuple[str, str, str]]:
    return [_KNOWN.get(name, LOOKS[place % 4]) for place, name in enumerate(names)]


@styled
def draw_error_differences(
    ax: Any,
    along: ErrorDifferences,
    against: str = "points",
    *,
    only_confident: bool = False,
    mark: int | None = None,
    near_zero: bool = False,
) -> int:
    """Draw (b - c)/n with its interval at each point of a ROC curve; returns how many are drawn.

    `against` is `"points"` (one after the other, the threshold rising) or `"thresholds"`. Points
    whose interval holds 0 are green, the others grey; `mark` is the index of a point to point out.
    With `near_zero` the picture goes as far down as it goes up, or down to the mark: where
    positives are rare, nearly all points lie far below 0.
    """
    against = one_of("against", against, ("points", "thresholds"))
    holds = along.holds_zero
    rising = np.arange(holds.size)[::-1]
    thresholds = along.curve.thresholds
    # Nobody has an infinite score: calling nobody positive stands a little beyond the highest.
    reach = thresholds[1] + 0.05 * max(thresholds[1] - thresholds[-1], 1e-9)
    x = rising if against == "points" else np.where(np.isinf(thresholds), reach, thresholds)
    shown = holds if only_confident else np.ones(holds.size, dtype=bool)
    for part, colour, marker in ((~holds, "other", "x"), (holds, "trusted", "o")):
        here = part & shown
        if not here.any():
            continue
        ax.vlines(x[here], along.low[here], along.high[here], color=COLOURS[colour], linewidth=1)
        ax.plot(
            x[here],
            along.differences[here],
            marker,
            color=COLOURS[colour],
            markersize=4,
            label=f"interval holds 0 ({here.sum()})" if colour == "trusted" else "it does not",
        )
    ax.axhline(0, color=COLOURS["score"], linewidth=1, linestyle="--")
    if mark is not None:
        # The ring is not cut off where the point lies at an edge, and leaves room for the point.
        ring = {"ms": 13, "mfc": "none", "mec": "black", "mew": 2, "clip_on": False, "zorder": 5}
        ax.plot(x[mark], along.differences[mark], "o", **ring)
    if near_zero:
        _fit_near_zero(ax, x, along, mark)
    if not shown.any():
        ax.text(
            0.5, 0.55, "no confident point", transform=ax.transAxes, ha="center", color="#666666"
        )
        ax.set(xlim=(0, 1), ylim=(-0.1, 0.1))
    ax.set_xlabel("threshold" if against == "thresholds" else "point (threshold rises)")
    ax.set_ylabel("(b - c)/n")
    return int(shown.sum())


def _fit_near_zero(ax: Any, x: np.ndarray, along: ErrorDifferences, mark: int | None) -> None:
    top = float(along.high.max())
    far = top if mark is None else max(top, -float(along.low[mark]))
    bottom = max(float(along.low.min()), -_scale(far))
    shown = along.low >= bottom
    if shown.sum() < min(8, shown.size):  # a curve of a few points is shown as a whole
        bottom, shown = float(along.low.min()), np.ones(shown.size, dtype=bool)
    left, right = float(x[shown].min()), float(x[shown].max())
    room = 0.03 * max(right - left, 1e-9)
    ax.set_xlim(left - room, right + room)
    ax.set_ylim(bottom - 0.1 * (top - bottom), top + 0.1 * (top - bottom))
    if np.issubdtype(x.dtype, np.integer):
        ax.locator_params(axis="x", integer=True)


@styled
def draw_segments(
    ax: Any,
    segments: Mapping[str, ConfidentSegment],
    *,
    areas: bool = False,
    labels: str = "legend",
    zoom: bool = False,
) -> float:
    """Draw ROC curves with their confident segments; returns the last false positive rate shown.

    Segments are thick and green. With `areas`, what lies below and beside them is shaded and named.
    `labels` is `"legend"` or `"none"`. With `zoom` only the left part is shown, if all segments
    lie there.
    """
    labels = one_of("labels", labels, ("legend", "none"))
    draw_diagonal(ax)
    farthest = max((one.points[-1][0] for one in segments.values() if one.points), default=0.0)
    last = _scale(1.5 * farthest) if zoom and farthest else 1.0
    for (name, segment), (colour, dash, _) in zip(segments.items(), _looks(segments), strict=True):
        curve = segment.curve
        x, y = thinned(curve.false_positive_rates, curve.true_positive_rates, last)
        ax.plot(x, y, color=COLOURS[colour], linestyle=dash, linewidth=1.6, label=name)
        if segment.empty:
            continue
        right, up = thinned(*np.array([point[:2] for point in segment.points]).T, last)
        if areas:
            ax.fill_between(right, up, color=COLOURS["trusted"], alpha=0.35, linewidth=0)
            ax.fill_betweenx(
                up,
                right,
                1,
                facecolor="none",
                edgecolor=COLOURS["trusted"],
                hatch="//",
                linewidth=0,
            )
            _name_areas(ax, right, up)
        ax.plot(right, up, color=COLOURS["trusted"], linewidth=5, alpha=0.75, zorder=3)
        ax.plot(right[[0, -1]], up[[0, -1]], "o", color=COLOURS["trusted"], markersize=6, zorder=4)
    ax.set(xlim=(-0.03 * last, 1.03 * last), ylim=(-0.03, 1.03))
    # Set in any case: axes that are used again would keep the ticks of another data set.
    ax.set_xticks(np.arange(0, 1.001 * last, _STEPS[last]))
    ax.set_xlabel("false positive rate" + (f" (only to {last:g})" if last < 1 else ""))
    ax.set_ylabel("true positive rate")
    if labels == "legend":
        place = "lower right" if last == 1 else _free_corner(segments.values(), last)
        ax.legend(loc=place, fontsize=11)
    return last


def _free_corner(segments: Iterable[ConfidentSegment], last: float) -> str:
    """Where the curves leave most room for a legend, if they are shown as far as `last` only.

    Not matplotlib's "best", which depends on what is visible at the moment of drawing.
    """
    x = np.linspace(0, last, 200)
    curves = [(g.curve.false_positive_rates, g.curve.true_positive_rates) for g in segments]
    heights = [x, *(np.interp(x, *curve) for curve in curves)]  # with the diagonal
    boxes = {
        "lower right": (x > 0.7 * last, 0.0, 0.42),
        "center right": (x > 0.7 * last, 0.29, 0.71),
        "upper right": (x > 0.7 * last, 0.58, 1.0),
        "upper left": (x < 0.3 * last, 0.58, 1.0),
    }

    def met(name: str) -> int:
        here, low, high = boxes[name]
        return sum(int(((y[here] > low) & (y[here] < high)).sum()) for y in heights)

    return min(boxes, key=met)  # of equally good ones the first


def _name_areas(ax: Any, right: np.ndarray, up: np.ndarray) -> None:
    white = {"facecolor": "white", "edgecolor": "none", "alpha": 0.85, "pad": 1.5}
    middle = (right[0] + right[-1]) / 2
    kind = {"ha": "center", "va": "center", "bbox": white, "fontsize": 11, "zorder": 6}
    ax.text(middle, up[0] / 2, "below:\nvertical", **kind)
    ax.text((right[-1] + 1) / 2, (up[0] + up[-1]) / 2, "beside: horizontal", **kind)


@styled
def draw_band(ax: Any, band: RocBand, label: str = "", name: str = "") -> float:
    """Draw a ROC curve and the band around it; returns the share of ROC space it covers.

    `name` is whose curve it is: the classifiers of the paper look as in the other pictures.
    """
    draw_diagonal(ax)
    ax.fill(
        np.concatenate([band.lower_x, band.upper_x[::-1]]),
        np.concatenate([band.lower, band.upper[::-1]]),
        color=COLOURS["luck"],
        alpha=0.35,
        linewidth=0,
    )
    ax.plot(band.lower_x, band.lower, color=COLOURS["other"], linewidth=1)
    ax.plot(band.upper_x, band.upper, color=COLOURS["other"], linewidth=1)
    x, y = band.curve.false_positive_rates, band.curve.true_positive_rates
    colour, dash, _ = _KNOWN.get(name, ("score", "-", "o"))
    ax.plot(x, y, color=COLOURS[colour], linestyle=dash, linewidth=1.8)
    ax.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02))
    ax.set(xlabel="false positive rate", ylabel="true positive rate")
    ax.set_title(f"{label}{': ' if label else ''}{100 * band.share:.0f} % of ROC space")
    return band.share


@styled
def draw_cauc(
    ax: Any, segments: Mapping[str, ConfidentSegment], *, area: str = "mean", spread: str = "signed"
) -> dict[str, tuple[float, float]]:
    """Draw the area of each confident segment against its mean difference; returns both, by name.

    Classifiers without a confident point are left out, as in the paper, and named below. `area` is
    `"mean"`, `"vertical"` or `"horizontal"`; `spread` is `"signed"` (AveD) or `"absolute"`.
    """
    area = one_of("area", area, ("mean", "vertical", "horizontal"))
    spread = one_of("spread", spread, ("signed", "absolute"))
    drawn, missing = {}, []
    for (name, segment), (colour, _, marker) in zip(
        segments.items(), _looks(segments), strict=True
    ):
        if segment.empty:
            missing.append(name)
            continue
        x = segment.mean_difference if spread == "signed" else segment.mean_absolute_difference
        y = {
            "mean": segment.area,
            "vertical": segment.vertical_area,
            "horizontal": segment.horizontal_area,
        }[area]
        drawn[name] = (x, y)
        ax.plot(x, y, marker, color=COLOURS[colour], markersize=10)
    _fit_plane(ax, drawn, spread)
    _name_points(ax, drawn, [0.0] if spread == "signed" else [])
    if missing:
        # Above all points, for the plane goes higher than they do.
        ax.text(
            0.98,
            0.97,
            f"no confident point: {', '.join(missing)}",
            transform=ax.transAxes,
            ha="right",
            va="top",
            color="#555555",
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 1},
        )
    ax.set_xlabel("AveD: mean of (b - c)/n" if spread == "signed" else "mean of |b - c|/n")
    ax.set_ylabel({"mean": "CAUC (mean area)"}.get(area, f"{area} area"))
    return drawn


#: Where a name may stand beside its mark, in points; the first place that is free is taken.
_PLACES = tuple(
    (across, up)
    for far in (1.0, 1.6)
    for across, up in (
        *((13 * far, 8 * far), (-13 * far, 8 * far), (13 * far, -9 * far), (-13 * far, -9 * far)),
        *((0, 16 * far), (0, -17 * far)),
    )
)


def _name_points(ax: Any, drawn: dict[str, tuple[float, float]], lines: list[float]) -> None:
    """Write each name beside its mark, off the other marks and names and off upright lines."""
    to_points = 72 / ax.figure.dpi
    marks = {name: to_points * ax.transData.transform(at) for name, at in drawn.items()}
    upright = [to_points * ax.transData.transform((x, 0))[0] for x in lines]
    left, bottom = to_points * ax.transAxes.transform((0, 0))
    right, top = to_points * ax.transAxes.transform((1, 1))
    written: list[np.ndarray] = []
    for name, at in drawn.items():

        def room(place: tuple[float, float], name: str = name) -> float:
            """How far it is to what is nearest, with 12 points for enough."""
            here = marks[name] + place
            others = [spot for other, spot in marks.items() if other != name] + written
            gaps = [float(np.hypot(*(here - other))) for other in others]
            gaps += [abs(here[0] - x) * 1.7 for x in upright]
            gaps += [1.5 * (here[0] - left), 1.5 * (right - here[0])]
            gaps += [1.5 * (here[1] - bottom), 0.5 * (top - here[1])]
            return min(*gaps, 12.0)

        best = max(_PLACES, key=room)  # of equally good ones the first
        written.append(marks[name] + best)
        ax.annotate(name, at, xytext=best, textcoords="offset points", ha="center", va="center")


def _fit_plane(ax: Any, drawn: dict[str, tuple[float, float]], spread: str) -> None:
    xs = [x for x, _ in drawn.values()] or [0.0]
    ys = [y for _, y in drawn.values()] or [0.1]
    if spread == "signed":
        reach = 1.5 * max(max(abs(x) for x in xs), 1e-3)
        ax.set_xlim(-reach, reach)
        ax.axvline(0, color=COLOURS["other"], linestyle=":", linewidth=1)
    else:
        reach = 1.35 * max(max(xs), 1e-3)
        ax.set_xlim(-0.06 * reach, reach)
    # Marks at 0 are to be whole.
    reach = 1.35 * max(max(ys), 1e-3)
    ax.set_ylim(-0.06 * reach, reach)
    ax.locator_params(axis="x", nbins=4)


@styled
def draw_errors(ax: Any, counts: BinaryCounts) -> None:
    """Draw a confusion matrix with the truth in its rows; the two kinds of errors stand out."""
    a, b = counts.true_positives, counts.false_negatives
    c, d = counts.false_positives, counts.true_negatives
    texts = [f"{letter} = {count:,}" for letter, count in zip("abcd", (a, b, c, d), strict=True)]
    draw_four_cells(ax, texts, ("called +", "called -"), ("is +", "is -"), (14, 14))


@styled
def draw_one_interval(
    ax: Any, difference: float, low: float, high: float, confidence: float
) -> None:
    """Draw one interval for (b - c)/n beside 0."""
    holds = low <= 0 <= high
    colour = COLOURS["trusted" if holds else "critical"]
    ax.plot([low, high], [0, 0], color=colour, linewidth=4, solid_capstyle="butt")
    ax.plot([difference], [0], "o", color=colour, markersize=10)
    ax.axvline(0, color=COLOURS["score"], linestyle="--", linewidth=1)
    reach = 1.08 * _scale(max(abs(low), abs(high)))
    ax.set(xlim=(-reach, reach), ylim=(-1, 1))
    ax.set_yticks([])
    ax.spines["left"].set_visible(False)
    ax.locator_params(axis="x", nbins=5)
    ax.set_xlabel(f"(b - c)/n, {percent(confidence)} interval")
    ax.text(
        0.5,
        0.8,
        "holds 0: confident" if holds else "0 is outside: not confident",
        transform=ax.transAxes,
        ha="center",
        color=colour,
        fontweight="bold",
        bbox={"facecolor": "white", "edgecolor": "none", "pad": 1},
    )
