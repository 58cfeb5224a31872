"""Where a test statistic falls if there is no difference, and which values are too rare."""

from typing import Any

import numpy as np

from course_lib.common.phrases import p_in_words, percent
from course_lib.pairs.regions import Region, critical_region, distribution, law_in_words
from course_lib.plots.style import COLOURS, styled

#: How high, as shares of the axes, the region's numbers and the statistic's stand: in two rows.
_EDGES, _YOURS = 0.8, 0.9
_PAPER = {"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 1}


@styled
def draw_region(
    ax: Any,
    law: str,
    n: int,
    alpha: float = 0.05,
    tails: str = "both",
    statistic: float | None = None,
) -> Region:
    """Draw how a statistic is distributed without a difference, its critical region, and a value.

    `law` is `"t"` or `"chi-squared"` (with `n` degrees of freedom), `"normal"`, or `"wins"` (of
    `n` trials). `tails` is `"both"`, `"upper"` or `"lower"`; chi-squared has only the upper one.
    """
    region = critical_region(law, n, alpha, tails, statistic)
    (_draw_steps if law == "wins" else _draw_curve)(ax, law, n, region, statistic)
    for edge, side in ((region.upper, 1), (region.lower, -1)):
        if edge is not None and law == "wins":  # between two bars
            text = f"{edge:.0f} or {'more' if side > 0 else 'fewer'}"
            _name_edge(ax, edge - 0.5 * side, side, text, statistic)
        elif edge is not None:
            _name_edge(ax, edge, side, f"{edge:.3f}", statistic)
    if statistic is not None:
        _name_statistic(ax, statistic, f"{statistic:.4g}, {p_in_words(region.p_value, alpha)}")
    ax.set(xlabel=law_in_words(law, n), ylabel="probability" if law == "wins" else "density")
    two = tails == "both" and law != "chi-squared"
    ax.set_title(
        f"If there is no difference: the critical region (orange)\nhas {percent(alpha)} or less, "
        f"{'in both tails' if two else 'in one tail'}"
    )
    return region


def _draw_curve(ax: Any, law: str, n: int, region: Region, statistic: float | None) -> None:
    density = distribution(law, n)
    edges = [edge for edge in (region.upper, region.lower) if edge is not None]
    reach = max(3.5, *(1.35 * abs(edge) for edge in edges))
    low = 0.0
    if law == "chi-squared":
        low = max(0.0, n - 5 * np.sqrt(2 * n))
        reach = max(edges[0] + 0.35 * (edges[0] - low), n + 5 * np.sqrt(2 * n) if n > 20 else 3.5)
    else:
        reach = min(reach, 40.0)  # with 1 degree of freedom the edges may lie at hundreds
    if statistic is not None:
        reach = max(reach, min(1.1 * abs(statistic), 3 * reach))
        low = min(low, max(0.0, statistic - 0.1 * reach))
    low = low if law == "chi-squared" else -reach
    x = np.linspace(low + 1e-3, reach, 600)
    y = density.pdf(x)
    # The chi-squared density with one degree of freedom has no top: cut it, for the tail matters.
    top = min(float(y.max()), 0.25 if law == "chi-squared" else 1.0)
    if top < y.max():
        ax.text(0.02 * reach, 1.06 * top, "(cut off here)", color="#666666", va="bottom")
    ax.fill_between(x, np.minimum(y, top), color=COLOURS["luck"], alpha=0.5, linewidth=0)
    for inside in (
        x >= region.upper if region.upper is not None else None,
        x <= region.lower if region.lower is not None else None,
    ):
        if inside is not None and inside.any():
            shown = np.minimum(y[inside], top)
            ax.fill_between(x[inside], shown, color=COLOURS["critical"], linewidth=0)
    ax.plot(x, np.minimum(y, top), color=COLOURS["first"], linewidth=1.5)
    ax.set(xlim=(low, reach), ylim=(0, 1.5 * top))


def _draw_steps(ax: Any, law: str, n: int, region: Region, statistic: float | None) -> None:
    # Of many trials only those that may happen.
    far = 0.0 if statistic is None else 1.2 * abs(statistic - n / 2)
    half = max(10.0, 5 * np.sqrt(n) / 2, far)
    wins = np.arange(max(0, int(n / 2 - half)), min(n, int(n / 2 + half + 1)) + 1)
    chances = distribution(law, n).pmf(wins)
    orange = np.array([region.holds(count) for count in wins])
    for inside, colour in ((~orange, "luck"), (orange, "critical")):
        ax.bar(wins[inside], chances[inside], color=COLOURS[colour], width=0.9)
    ax.set(xlim=(wins[0] - 0.7, wins[-1] + 0.7), ylim=(0, 1.5 * chances.max()))
    ax.xaxis.get_major_locator().set_params(integer=True)


def _name_edge(ax: Any, edge: float, side: int, text: str, statistic: float | None) -> None:
    """A dashed line and its number, on the outer side; on the inner one if yours is there."""
    low, high = ax.get_xlim()
    across = ax.get_xaxis_transform()
    if not low <= edge <= high:
        arrow = f"begins at {edge:.4g} →" if side > 0 else f"← begins at {edge:.4g}"
        end = high if side > 0 else low
        _beside(ax, end, _EDGES, arrow, side < 0, COLOURS["critical"])
        return
    ax.plot([edge, edge], [0, _EDGES], transform=across, color=COLOURS["critical"], ls="--", lw=1.5)
    room = 0.016 * (len(text) + 3) * (high - low)
    beside = statistic is not None and -0.01 * room < side * (statistic - edge) < room
    outside = side * ((high if side > 0 else low) - edge) < room
    right = (side > 0) != (beside or outside)
    _beside(ax, edge, _EDGES, text, right, COLOURS["critical"])


def _name_statistic(ax: Any, statistic: float, text: str) -> None:
    low, high = ax.get_xlim()
    across = ax.get_xaxis_transform()
    left = statistic > (low + high) / 2
    place = min(max(statistic, low), high)
    if place == statistic:
        ax.plot([place] * 2, [0, 0.97], transform=across, color=COLOURS["score"], lw=2)
        text = f"yours: {text}"
    else:
        text = f"yours: {text} →" if left else f"← yours: {text}"
    _beside(ax, place, _YOURS, text, not left, COLOURS["score"])


def _beside(ax: Any, x: float, height: float, text: str, right: bool, colour: str) -> None:
    """A text right or left of a place, clear of the line there."""
    ax.annotate(
        text,
        (x, height),
        xycoords=ax.get_xaxis_transform(),
        xytext=(5 if right else -5, 0),
        textcoords="offset points",
        ha="left" if right else "right",
        va="bottom",
        color=colour,
        bbox=_PAPER,
    )


@styled
def draw_type_i_errors(ax: Any, errors: Any, chosen: str | None = None) -> None:
    """Draw how often each test finds a difference where there is none, beside what it promised.

    The bar of a `chosen` test gets a frame.
    """
    draw_error_rates(ax, errors, chosen)
    ax.set_xlabel("share of data sets on which a difference is found (there is none)")
    ax.set_title(
        f"{errors.runs} x {errors.folds}-fold cross-validation of {errors.cases} cases\n"
        "(5x2cv and McNemar: splits of their own)"
    )


@styled
def draw_family_wise_errors(ax: Any, errors: Any) -> None:
    """Draw how often each way to compare many algorithms calls two equals different."""
    draw_error_rates(ax, errors)
    ax.set_xlabel("share of studies in which two equals are called different")
    ax.set_title(
        f"{errors.algorithms} algorithms on {errors.data_sets} data sets, "
        f"{errors.repetitions:,} studies"
    )


def draw_error_rates(ax: Any, errors: Any, chosen: str | None = None) -> None:
    """Bars of error rates with their noise, orange where they break the promise."""
    names = list(errors.rates)
    rates = [errors.rates[name] for name in names]
    places = np.arange(len(names))
    spread = [2 * errors.standard_error(name) for name in names]
    too_high = [r - s > errors.alpha for r, s in zip(rates, spread, strict=True)]
    colours = [COLOURS["critical" if high else "luck"] for high in too_high]
    frames = [COLOURS["score"] if name == chosen else "none" for name in names]
    ax.barh(places, rates, xerr=spread, color=colours, height=0.6, edgecolor=frames, linewidth=2.5)
    for place, rate, extent in zip(places, rates, spread, strict=True):
        clear = max(rate + extent, errors.alpha)  # of the dashed line
        ax.text(clear + 0.012, place, f"{100 * rate:.1f} %", va="center")
    ax.axvline(errors.alpha, color=COLOURS["score"], linestyle="--")
    ax.text(errors.alpha, -0.62, f" promised: {percent(errors.alpha)}", va="center")
    ax.set_yticks(places, names)
    ax.set_ylim(len(names) - 0.4, -0.9)
    ax.set_xlim(0, max(0.25, *(r + s + 0.12 for r, s in zip(rates, spread, strict=True))))
