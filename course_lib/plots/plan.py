"""How the critical value falls as the test set grows, and what a change of mix does."""

from typing import Any

import numpy as np

from course_lib.chance.metrics import METRICS
from course_lib.chance.results import TestSetPlan
from course_lib.common.phrases import told_apart
from course_lib.plots.style import COLOURS, styled

_LOOKS = {
    "auc": ("first", "-"),
    "accuracy": ("second", "--"),
    "f_measure": ("score", "-."),
    "top_k": ("other", ":"),
}


@styled
def draw_growth(ax: Any, plan: TestSetPlan) -> None:
    """Draw the critical value against the size of the test set, and the score to be reached."""
    ax.plot(plan.totals, plan.critical_values, color=COLOURS["critical"], marker="o", markersize=3)
    ax.axhline(plan.score, color=COLOURS["score"], linewidth=1.5)
    ax.set_xscale("log")
    ax.xaxis.set_major_formatter("{x:,.0f}")
    (score,) = told_apart(plan.score)
    ax.annotate(
        f"your score {score}",
        (plan.totals[-1], plan.score),
        xytext=(0, 4),
        textcoords="offset points",
        ha="right",
        va="bottom",
    )
    total = plan.positives + plan.negatives
    if plan.significant != "never":
        ax.axvline(total, color=COLOURS["trusted"], linestyle="--")
        ax.annotate(
            f" {plan.positives:,} + {plan.negatives:,}",
            (total, max(plan.critical_values)),
            va="top",
            color=COLOURS["trusted"],
        )
    ax.set(xlabel="cases in the test set", ylabel=f"{plan.title} that must be exceeded")
    ax.set_title(
        f"The critical value as the test set grows\n(best of {plan.competitors:,}, "
        f"positives to negatives {plan.ratio[0]}:{plan.ratio[1]})"
    )


@styled
def draw_mixes(ax: Any, plan: TestSetPlan) -> None:
    """Draw each metric's critical value against the share of positives, at a fixed total."""
    total = plan.positives + plan.negatives
    for mix in plan.mixes:
        # Counts are drawn as shares of k, so that all four fit on one axis.
        scale = plan.k or 10 if METRICS[mix.metric].takes_k else 1
        name = f"{mix.title} / {scale}" if scale > 1 else mix.title
        colour, dash = _LOOKS[mix.metric]
        shares = 100 * np.array(mix.tried) / total
        ax.plot(
            shares,
            np.array(mix.critical_values) / scale,
            color=COLOURS[colour],
            linestyle=dash,
            label=name,
        )
        ax.plot(
            [100 * mix.positives / total],
            [mix.critical_value / scale],
            color=COLOURS[colour],
            marker="o",
        )
    ax.set(xlim=(0, 100), ylim=(0, 1.03))
    ax.set(xlabel="positives, in percent of the cases", ylabel="critical value")
    ax.set_title(f"{total:,} cases: where each critical value is lowest (dots)")
    ax.legend(frameon=False)
