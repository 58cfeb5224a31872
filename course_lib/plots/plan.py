"""How the critical value falls, and the power grows, with the test set; and what a mix does."""

from typing import Any

import numpy as np

from course_lib.chance.metrics import METRICS
from course_lib.chance.results import TestSetPlan
from course_lib.common.phrases import percent, told_apart
from course_lib.pairs.comparison_plan import one_way
from course_lib.pairs.comparison_results import ComparisonPlan, SmallestDifference
from course_lib.pairs.power import LARGEST_TEST_SET, mcnemar_power
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


@styled
def draw_power_growth(ax: Any, plan: ComparisonPlan) -> tuple[np.ndarray, np.ndarray]:
    """Draw how the power to show which of two is better grows with the cases; returns the curve.

    It is jagged, for what an exact test demands rises by whole cases.
    """
    largest = min(2 * plan.cases, LARGEST_TEST_SET)
    sizes = np.unique(np.linspace(max(1, largest // 60), largest, 60).round().astype(int))
    wrong = one_way(abs(plan.accuracy_a - plan.accuracy_b), plan.disagreement)
    level = plan.alpha / plan.comparisons
    powers = np.array([mcnemar_power(*wrong, int(size), level) for size in sizes])
    ax.plot(sizes, powers, color=COLOURS["first"], marker=".", markersize=4)
    ax.axhline(plan.power, color=COLOURS["critical"], linestyle="--")
    ax.axvline(plan.cases, color=COLOURS["trusted"], linestyle="-")
    about = "" if plan.exact else "about "
    ax.annotate(
        f" {about}{plan.cases:,} cases", (plan.cases, 0.02), color=COLOURS["trusted"], va="bottom"
    )
    ax.xaxis.set_major_formatter("{x:,.0f}")
    ax.set(ylim=(0, 1.02), xlabel="cases", ylabel="power")
    accuracies = f"{percent(plan.accuracy_a)} and {percent(plan.accuracy_b)}"
    share = percent(float(f"{plan.disagreement:.3g}"))
    ax.set_title(f"{accuracies}, one alone right on {share} of the cases")
    return sizes, powers


@styled
def draw_difference_power(ax: Any, found: SmallestDifference) -> tuple[np.ndarray, np.ndarray]:
    """Draw how the power grows with the difference, on so many cases; returns the curve."""
    end = found.disagreement
    if found.difference is not None:
        end = min(end, 2 * found.difference)
    differences = np.linspace(0, end, 60)
    level = found.alpha / found.comparisons
    powers = np.array(
        [
            mcnemar_power(*one_way(difference, found.disagreement), found.cases, level)
            for difference in differences
        ]
    )
    ax.plot(100 * differences, powers, color=COLOURS["first"])
    ax.axhline(found.power, color=COLOURS["critical"], linestyle="--")
    if found.difference is not None:
        points = 100 * found.difference
        ax.axvline(points, color=COLOURS["trusted"], linestyle="-")
        ax.annotate(f" {points:.3g} points", (points, 0.02), color=COLOURS["trusted"], va="bottom")
    ax.set(ylim=(0, 1.02), xlabel="difference of the accuracies, in points", ylabel="power")
    share = percent(float(f"{found.disagreement:.3g}"))
    ax.set_title(f"{found.cases:,} cases, one alone right on {share} of them")
    return differences, powers
