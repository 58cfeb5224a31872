"""Pictures of what can be trusted about a ROC curve: segments, bands, differences of errors."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from course_lib.arguments import one_of
from course_lib.measures import BinaryCounts
from course_lib.plots.style import COLOURS, styled
from course_lib.results import percent
from course_lib.roc import ConfidentSegment, ErrorDifferences, RocBand

#: Colour, dash and marker of up to four classifiers, told apart in grey too.
LOOKS = (
    ("first", "-", "o"),
    ("second", "--", "^"),
    ("score", ":", "s"),
    ("other", "-.", "D"),
)
_SCALES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
#: The classifiers of the paper look the same in every picture.
_KNOWN = {
    name: LOOKS[place]
    for place, names in enumerate(
        (
            ("T", "tree", "decision_tree"),
            ("F", "forest", "random_forest"),
            ("S", "stump", "decision_stump"),
            ("B", "naive Bayes", "naive_bayes"),
        )
    )
    for name in names
}


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
) -> int:
    """Draw (b - c)/n with its interval at each point of a ROC curve; returns how many are drawn.

    `against` is `"points"` (one after the other, the threshold rising) or `"thresholds"`. Points
    whose interval holds 0 are green, the others grey; `mark` is the place of a point to point out.
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
        ax.plot(x[mark], along.differences[mark], "o", ms=13, mfc="none", mec="black", mew=2)
    if not shown.any():
        ax.text(
            0.5, 0.55, "no confident point", transform=ax.transAxes, ha="center", color="#666666"
        )
        ax.set(xlim=(0, 1), ylim=(-0.1, 0.1))
    ax.set_xlabel("threshold" if against == "thresholds" else "point (threshold rises)")
    ax.set_ylabel("(b - c)/n")
    return int(shown.sum())


@styled
def draw_segments(
    ax: Any,
    segments: Mapping[str, ConfidentSegment],
    *,
    areas: bool = False,
    labels: str = "legend",
) -> None:
    """Draw ROC curves with their confident segments, thick and green.

    With `areas`, what lies below and beside the segments is shaded. `labels` is `"legend"` or
    `"none"`.
    """
    labels = one_of("labels", labels, ("legend", "none"))
    ax.plot([0, 1], [0, 1], color=COLOURS["luck"], linestyle="--", linewidth=1)
    for (name, segment), (colour, dash, _) in zip(segments.items(), _looks(segments), strict=True):
        curve = segment.curve
        x, y = curve.false_positive_rates, curve.true_positive_rates
        ax.plot(x, y, color=COLOURS[colour], linestyle=dash, linewidth=1.6, label=name)
        if segment.empty:
            continue
        right, up = np.array([point[:2] for point in segment.points]).T
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
        ax.plot(right, up, color=COLOURS["trusted"], linewidth=5, alpha=0.75, zorder=3)
        ax.plot(right[[0, -1]], up[[0, -1]], "o", color=COLOURS["trusted"], markersize=6, zorder=4)
    ax.set(xlim=(-0.03, 1.03), ylim=(-0.03, 1.03))
    ax.set(xlabel="false positive rate", ylabel="true positive rate")
    if labels == "legend":
        ax.legend(loc="lower right", fontsize=11)


@styled
def draw_band(ax: Any, band: RocBand, label: str = "") -> float:
    """Draw a ROC curve and the band around it; returns the share of ROC space it covers."""
    ax.fill(
        np.concatenate([band.lower_x, band.upper_x[::-1]]),
        np.concatenate([band.lower, band.upper[::-1]]),
        color=COLOURS["luck"],
        alpha=0.35,
        linewidth=0,
    )
    ax.plot(band.lower_x, band.lower, color=COLOURS["first"], linewidth=1)
    ax.plot(band.upper_x, band.upper, color=COLOURS["first"], linewidth=1)
    curve = band.curve
    ax.plot(curve.false_positive_rates, curve.true_positive_rates, color="black", linewidth=1.8)
    ax.plot([0, 1], [0, 1], color=COLOURS["other"], linestyle="--", linewidth=1)
    ax.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02))
    ax.set(xlabel="false positive rate", ylabel="true positive rate")
    ax.set_title(f"{label}{': ' if label else ''}{100 * band.share:.0f} % of ROC space", loc="left")
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
    low, high = ax.get_xlim()
    for name, (x, y) in drawn.items():
        near_right = x > low + 0.7 * (high - low)
        ax.annotate(
            name,
            (x, y),
            xytext=(-9 if near_right else 9, 5),
            textcoords="offset points",
            ha="right" if near_right else "left",
        )
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


def _fit_plane(ax: Any, drawn: dict[str, tuple[float, float]], spread: str) -> None:
    xs = [x for x, _ in drawn.values()] or [0.0]
    ys = [y for _, y in drawn.values()] or [0.1]
    if spread == "signed":
        reach = 1.5 * max(max(abs(x) for x in xs), 1e-3)
        ax.set_xlim(-reach, reach)
        ax.axvline(0, color=COLOURS["other"], linestyle=":", linewidth=1)
    else:
        ax.set_xlim(0, 1.35 * max(max(xs), 1e-3))
    ax.set_ylim(0, 1.35 * max(max(ys), 1e-3))
    ax.locator_params(axis="x", nbins=4)


@styled
def draw_errors(ax: Any, counts: BinaryCounts) -> None:
    """Draw a confusion matrix with the truth in its rows; the two kinds of errors stand out."""
    from matplotlib.patches import Rectangle

    cells = {
        (0, 0): (counts.true_positives, "a"),
        (1, 0): (counts.false_negatives, "b"),
        (0, 1): (counts.false_positives, "c"),
        (1, 1): (counts.true_negatives, "d"),
    }
    for (column, row), (count, letter) in cells.items():
        error = column != row
        colour = COLOURS["luck"] if error else "white"
        ax.add_patch(Rectangle((column, row), 1, 1, facecolor=colour, edgecolor="#444444"))
        ax.text(
            column + 0.5,
            row + 0.5,
            f"{letter} = {count:,}",
            ha="center",
            va="center",
            fontsize=14,
            fontweight="bold" if error else "normal",
        )
    ax.set(xlim=(-0.02, 2.02), ylim=(2.02, -0.02))
    ax.set_xticks([0.5, 1.5], ["called +", "called -"])
    ax.set_yticks([0.5, 1.5], ["is +", "is -"])
    ax.tick_params(length=0)
    ax.xaxis.tick_top()
    for side in ax.spines.values():
        side.set_visible(False)


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
    # One of a few scales, so that it does not change with every step along a curve.
    far = max(abs(low), abs(high))
    reach = 1.08 * next((size for size in _SCALES if far <= size), 1.0)
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
