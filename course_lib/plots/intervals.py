"""Pictures of intervals: side by side, how they come about, how often they hold the truth."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from course_lib.common.phrases import percent
from course_lib.intervals.counts import normal_quantile
from course_lib.intervals.score import score_statistic
from course_lib.intervals.tango import tango_interval
from course_lib.plots.style import COLOURS, styled

#: Half-widths of the axis that a picture of intervals chooses from, so that it seldom jumps.
_REACHES = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 1.3)
#: Each line of a picture of coverage has its own dash, for those who do not see the colour.
_LINES = {
    "tango": (COLOURS["trusted"], "-", 2.4),
    "wald": (COLOURS["critical"], "--", 1.8),
    "agresti-min": (COLOURS["first"], "-.", 1.8),
    "newcombe": (COLOURS["second"], (0, (6, 2, 1, 2, 1, 2)), 1.8),
    "bootstrap": (COLOURS["other"], ":", 2.2),
}
_NAMES = {
    "tango": "Tango",
    "wald": "Wald",
    "agresti-min": "Agresti-Min",
    "newcombe": "Newcombe",
    "bootstrap": "Bootstrap",
}
#: How often it misses, in units of what was promised: up to where, in what colour, in words.
_BANDS = (
    (0.5, "#A6D4EE", "less than half as often"),
    (1.5, "#FFFFFF", "about as often"),
    (3.0, "#F2A65A", "1.5 to 3 times as often"),
    (np.inf, "#8A3B00", "over 3 times as often"),
)


def interval_name(method: str) -> str:
    """How pictures call an interval."""
    return _NAMES.get(method, method)


@styled
def draw_intervals(
    ax: Any,
    limits: Mapping[str, tuple[float, float]],
    estimate: float | Mapping[str, float],
    *,
    emphasis: Sequence[str] = ("tango",),
    margin: float | None = None,
    title: str | None = None,
) -> dict[str, str]:
    """Draw intervals one below the other, with 0 marked; returns what is noted beside each.

    What lies beyond -1 and 1, where no difference can be, is orange. An interval without width is
    a cross. With a `margin`, the differences within it are shaded.
    """
    estimates = estimate if isinstance(estimate, Mapping) else dict.fromkeys(limits, estimate)
    ends = [abs(x) for pair in limits.values() for x in pair] + [margin or 0.0]
    reach = next((r for r in _REACHES if max(ends) <= 0.97 * r), 1.1 * max(ends))
    notes = {}
    if margin is not None:
        ax.axvspan(-margin, margin, color=COLOURS["luck"], alpha=0.35, linewidth=0)
        ax.text(0, -0.95, f"within ±{margin:g}", ha="center", va="center", fontsize=11)
    # Where there are words at the top, the line at 0 begins below them.
    bottom, top = len(limits) - 0.4, -0.6
    ax.plot([0, 0], [bottom, top], color=COLOURS["score"], linewidth=1, linestyle="--")
    for place, (name, (low, high)) in enumerate(limits.items()):
        main = name in emphasis
        colour = COLOURS["trusted"] if main else COLOURS["other"]
        width = 4.5 if main else 3
        if low == high:
            ax.plot(low, place, "x", color=COLOURS["critical"], markersize=11, markeredgewidth=3)
            notes[name] = "no width"
        else:
            # Flat ends: round ones would stick out beyond the limits.
            looks = {"color": colour, "solid_capstyle": "butt"}
            ax.plot([low, high], [place, place], linewidth=width, **looks)
            for x in (low, high):
                ax.plot([x, x], [place - 0.16, place + 0.16], linewidth=2, **looks)
            # A short interval is not to vanish behind its estimate.
            size = 5 if high - low > 0.1 * reach else 3
            ax.plot(estimates[name], place, "o", color=COLOURS["score"], markersize=size)
            notes[name] = ""
        for beyond, edge in ((low, -1.0), (high, 1.0)):
            if abs(beyond) > 1:
                looks = {"color": COLOURS["critical"], "solid_capstyle": "butt"}
                ax.plot([edge, beyond], [place, place], linewidth=6, **looks)
                notes[name] = "beyond 1"
        decimals = 2 if reach > 0.3 else 3 if reach > 0.04 else 4
        text = f"{low + 0.0:.{decimals}f} to {high + 0.0:.{decimals}f}"
        if notes[name]:
            text += f"\n{notes[name]}"
        ax.text(
            1.02,
            place,
            text,
            transform=ax.get_yaxis_transform(),
            va="center",
            fontsize=11,
            linespacing=1.1,
        )
    for edge in (-1, 1):
        if reach >= 1:
            ax.axvline(edge, color=COLOURS["other"], linewidth=1, linestyle=":")
    names = [interval_name(name) for name in limits]
    ax.set_yticks(range(len(names)), names)
    ax.tick_params(axis="y", length=0)
    ax.set(ylim=(bottom, top if margin is None else -1.3), xlim=(-reach, reach))
    step = {0.15: 0.05, 0.25: 0.1}.get(reach, 0.5 if reach > 1 else reach / 2)
    most = int(reach / step + 1e-9)  # 0.15 / 0.05 is a hair less than 3
    ticks = step * np.arange(-most, most + 1)
    ax.set_xticks(ticks, [f"{tick:.4g}" for tick in ticks])
    ax.set_xlabel("difference (b - c)/n")
    if title is None:
        title = "Plausible differences" + (", and those that do not matter" if margin else "")
    ax.set_title(title)
    return notes


@styled
def draw_score(
    ax: Any, b: int, c: int, n: int, confidence: float = 0.95, reach: float = 1.0
) -> tuple[float, float]:
    """Draw how surprising the counts are under each supposed difference; returns the interval.

    Tango's interval is where the curve lies between -z and z.
    """
    low, high = tango_interval(b, c, n, confidence)
    z = float(normal_quantile(confidence))
    d = np.linspace(-reach, reach, 2001)[1:-1]
    scores = score_statistic(*(np.full_like(d, v) for v in (b, c, n)), d)
    ax.axhspan(-z, z, color=COLOURS["luck"], alpha=0.3, linewidth=0)
    ax.plot(d, scores, color=COLOURS["first"], linewidth=2)
    for limit, at, side in ((low, z, "right"), (high, -z, "left")):
        ax.plot([limit, limit], [-4.4, at], color=COLOURS["trusted"], linestyle=":", linewidth=1.5)
        ax.plot(limit, at, "o", color=COLOURS["trusted"], markersize=8)
        ax.annotate(
            f"{limit:.3f}",
            (limit, at),
            xytext=(-8 if side == "right" else 8, 8 if side == "left" else -16),
            textcoords="offset points",
            ha=side,
            fontweight="bold",
        )
    ax.plot([low, high], [-4.4, -4.4], color=COLOURS["trusted"], linewidth=6, solid_capstyle="butt")
    at_zero = float(score_statistic(*(np.asarray(float(v)) for v in (b, c, n, 0))))
    ax.plot(0, at_zero, "s", color=COLOURS["score"], markersize=7)
    ax.annotate(
        f"difference 0: score {at_zero:.2f}",
        (0, at_zero),
        xytext=(12, 14),
        textcoords="offset points",
        bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 1},
    )
    ax.text(-0.98 * reach, 0, f"not rejected:\n-{z:.2f} to {z:.2f}", va="center", fontsize=11)
    ax.set(xlim=(-reach, reach), ylim=(-4.7, 5.2), xlabel="supposed true difference d")
    ax.set_ylabel("score, in standard errors")
    ax.set_title("Tango's interval (green): the differences that are not rejected")
    return low, high


@styled
def draw_coverage(
    ax: Any,
    places: Sequence[float],
    coverages: Mapping[str, Sequence[float]],
    confidence: float = 0.95,
    *,
    lowest: float = 0.6,
    xlabel: str = "true difference",
    title: str | None = None,
    legend: str | None = None,
) -> None:
    """Draw how often each interval holds the truth, beside what it promised.

    `places` are where the truth lies, in whatever units `xlabel` says; `legend` is where
    matplotlib should put it, at the bottom if nothing is said.
    """
    ax.axhline(confidence, color=COLOURS["score"], linewidth=1, label="promised")
    for name, values in coverages.items():
        colour, dash, width = _LINES.get(name, (COLOURS["score"], "-", 1.5))
        ax.plot(
            places, values, color=colour, linestyle=dash, linewidth=width, label=interval_name(name)
        )
    ax.set(xlim=(min(places), max(places)), ylim=(lowest, 1.005))
    ax.yaxis.set_major_formatter(lambda share, _: f"{100 * share:.3g} %")
    ax.set(xlabel=xlabel, ylabel="holds the truth")
    ax.set_title(title or f"Promised: {percent(confidence)}")
    few = len(coverages) <= 2
    ax.legend(
        loc=legend or ("lower right" if few else "lower center"),
        ncols=1 if few else len(coverages) + 1,
        fontsize=11,
        handlelength=2.6,
        columnspacing=1.2,
    )


@styled
def draw_coverage_map(
    ax: Any, shares: np.ndarray, covered: np.ndarray, confidence: float = 0.95, heading: str = "It"
) -> np.ndarray:
    """Draw, for all pairs of chances, how often an interval misses, in units of what it promised.

    `covered[i, j]` belongs to the chances `shares[j]` (b) and `shares[i]` (c); NaN where they add
    up to more than 1. `heading` names the interval. Returns the band of each cell, -1 where there
    is none.
    """
    from matplotlib.colors import ListedColormap

    misses = (1 - covered) / (1 - confidence)
    edges = [edge for edge, _, _ in _BANDS[:-1]]
    bands = np.where(np.isnan(misses), -1, np.digitize(misses, edges))
    ax.pcolormesh(
        shares,
        shares,
        np.ma.masked_less(bands, 0),
        cmap=ListedColormap([colour for _, colour, _ in _BANDS]),
        vmin=-0.5,
        vmax=len(_BANDS) - 0.5,
        shading="nearest",
    )
    ax.plot([0, 1], [1, 0], color="#444444", linewidth=1)
    words = f"Compared with its promise,\n{heading} misses"
    ax.text(1.02, 1.01, words, ha="right", va="top", fontsize=11, fontweight="bold")
    for place, (_, colour, words) in enumerate(_BANDS):
        y = 0.82 - 0.08 * place
        ax.plot(0.5, y, "s", color=colour, markersize=10, markeredgecolor="#444444")
        ax.text(0.55, y, words, va="center", fontsize=11)
    ax.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), xlabel="chance of a b pair")
    ax.set(ylabel="chance of a c pair", title="Wherever the truth may be")
    return bands
