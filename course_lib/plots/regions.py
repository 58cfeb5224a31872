"""Where a test statistic falls if there is no difference, and which values are too rare."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from course_lib.common.arguments import one_of, open_unit_interval, whole_number
from course_lib.common.phrases import counted, p_in_words, percent
from course_lib.plots.style import COLOURS, styled

#: The distributions of test statistics, and how a picture calls them.
LAWS = {"t": "t", "chi-squared": "chi-squared", "normal": "z", "wins": "wins of A"}


@dataclass(frozen=True)
class RegionPicture:
    """What `draw_region` drew."""

    #: Values from which on, and up to which, the statistic is in the critical region (or None).
    upper: float | None
    lower: float | None
    #: The probability of the whole critical region: alpha, or less where values come in steps.
    mass: float
    #: Of the statistic, if one was given.
    p_value: float | None


@styled
def draw_region(
    ax: Any,
    law: str,
    n: int,
    alpha: float = 0.05,
    tails: str = "both",
    statistic: float | None = None,
) -> RegionPicture:
    """Draw how a statistic is distributed without a difference, its critical region, and a value.

    `law` is `"t"` or `"chi-squared"` (with `n` degrees of freedom), `"normal"`, or `"wins"` (of
    `n` trials). `tails` is `"both"`, `"upper"` or `"lower"`; chi-squared has only the upper one.
    """
    law = one_of("law", law, LAWS)
    tails = one_of("tails", tails, ("both", "upper", "lower"))
    alpha = open_unit_interval("alpha", alpha)
    n = whole_number("n", n)
    if law == "wins" and statistic is not None:
        statistic = whole_number("statistic", statistic, 0, n, "the trials")
    if law == "chi-squared":
        tails = "upper"
    if law == "wins":
        drawn = _steps(ax, n, alpha, tails, statistic)
    else:
        drawn = _curve(ax, law, n, alpha, tails, statistic)
    if statistic is not None:
        ax.axvline(statistic, color=COLOURS["score"], linewidth=2)
        low, high = ax.get_xlim()
        left = statistic > (low + high) / 2
        ax.text(
            statistic,
            0.97 * ax.get_ylim()[1],
            f" yours: {statistic:.4g}, {p_in_words(drawn.p_value, alpha)} ",
            ha="right" if left else "left",
            va="top",
            bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 1},
        )
    df = f"{n} degree{'' if n == 1 else 's'} of freedom"
    names = {"t": f"t, {df}", "chi-squared": f"chi-squared, {df}"}
    names |= {"normal": "z", "wins": f"wins of A in {counted(n, 'trial')}"}
    ax.set(xlabel=names[law], ylabel="probability" if law == "wins" else "density")
    ax.set_title(
        f"If there is no difference: the critical region (orange)\nhas {percent(alpha)} or less, "
        f"{'in both tails' if tails == 'both' else 'in one tail'}"
    )
    return drawn


def _curve(
    ax: Any, law: str, n: int, alpha: float, tails: str, statistic: float | None
) -> RegionPicture:
    from scipy import stats

    frozen = {"t": lambda: stats.t(n), "chi-squared": lambda: stats.chi2(n), "normal": stats.norm}
    density = frozen[law]()
    part = alpha / 2 if tails == "both" else alpha
    upper = float(density.isf(part)) if tails != "lower" else None
    lower = float(density.ppf(part)) if tails != "upper" else None
    reach = max(3.5, *(1.35 * abs(x) for x in (upper, lower) if x is not None))
    if law == "t":
        reach = min(reach, 40.0)  # with 1 degree of freedom the edges may lie at hundreds
    if statistic is not None:
        reach = max(reach, 1.1 * abs(statistic))
    low = 0.0 if law == "chi-squared" else -reach
    x = np.linspace(low + 1e-3, reach, 600)
    y = density.pdf(x)
    # The chi-squared density with one degree of freedom has no top: cut it, for the tail matters.
    top = min(float(y.max()), 0.2 if law == "chi-squared" else 1.0)
    if top < y.max():
        ax.text(0.02 * reach, 1.06 * top, "(cut off here)", color="#666666", va="bottom")
    ax.fill_between(x, np.minimum(y, top), color=COLOURS["luck"], alpha=0.5, linewidth=0)
    for inside in (
        x >= upper if upper is not None else None,
        x <= lower if lower is not None else None,
    ):
        if inside is not None and inside.any():
            ax.fill_between(x[inside], y[inside], color=COLOURS["critical"], linewidth=0)
    ax.plot(x, np.minimum(y, top), color=COLOURS["first"], linewidth=1.5)
    ax.set(xlim=(low, reach), ylim=(0, 1.25 * top))
    for edge, side in ((upper, "right"), (lower, "left")):
        if edge is not None and abs(edge) > reach:
            ax.text(
                reach if side == "right" else -reach,
                0.6 * top,
                f" begins at {edge:.4g} {'→' if side == 'right' else '←'} ",
                ha=side,
                color=COLOURS["critical"],
            )
        elif edge is not None:
            ax.axvline(edge, color=COLOURS["critical"], linestyle="--", linewidth=1.5)
            ax.text(
                edge,
                0.6 * top,
                f" {edge:.3f} ",
                ha=side,
                color=COLOURS["critical"],
                va="bottom",
                bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 1},
            )
    p = None
    if statistic is not None:
        p = _p_value(density.sf(statistic), density.cdf(statistic), tails)
    return RegionPicture(upper, lower, alpha, p)


def _steps(ax: Any, n: int, alpha: float, tails: str, statistic: float | None) -> RegionPicture:
    from scipy.stats import binom

    wins = np.arange(n + 1)
    chances = binom.pmf(wins, n, 0.5)
    below, above = binom.cdf(wins, n, 0.5), binom.sf(wins - 1, n, 0.5)
    part = alpha / 2 if tails == "both" else alpha
    high = wins[above <= part * (1 + 1e-12)] if tails != "lower" else wins[:0]
    low = wins[below <= part * (1 + 1e-12)] if tails != "upper" else wins[:0]
    orange = np.isin(wins, np.concatenate([high, low]))
    for inside, colour in ((~orange, "luck"), (orange, "critical")):
        ax.bar(wins[inside], chances[inside], color=COLOURS[colour], width=0.9)
    ax.set(xlim=(-0.7, n + 0.7), ylim=(0, 1.3 * chances.max()))
    for values, word, side in ((high, "{} or more", "left"), (low, "{} or fewer", "right")):
        if values.size:
            edge = values.min() if side == "left" else values.max()
            ax.text(
                edge,
                0.55 * chances.max(),
                f" {word.format(edge)} ",
                ha=side if n > 12 else "center",
                color=COLOURS["critical"],
            )
    p = None
    if statistic is not None:
        p = _p_value(above[round(statistic)], below[round(statistic)], tails)
    return RegionPicture(
        float(high.min()) if high.size else None,
        float(low.max()) if low.size else None,
        float(chances[orange].sum()),
        p,
    )


def _p_value(above: float, below: float, tails: str) -> float:
    both = min(1.0, 2 * min(above, below))
    return float({"upper": above, "lower": below, "both": both}[tails])


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
