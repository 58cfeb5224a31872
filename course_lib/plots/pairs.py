"""Pictures for two classifiers: versions of one test, the way to it, what printed numbers say."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from course_lib.common.phrases import percent
from course_lib.pairs.overlap import exact_p
from course_lib.pairs.printed_results import PrintedVerdict
from course_lib.pairs.printed_table import PrintedTable
from course_lib.pairs.results import PairTest
from course_lib.plots.judging import short_name
from course_lib.plots.measures import draw_four_cells
from course_lib.plots.style import COLOURS, styled


@styled
def draw_versions(
    ax: Any, results: Sequence[PairTest], names: Sequence[str], alpha: float = 0.05
) -> list[float]:
    """Draw the p-values of several versions of a test side by side, and the level; returns them."""
    values = [result.p_value for result in results]
    places = range(len(values))
    for place, value, result in zip(places, values, results, strict=True):
        colour = COLOURS["critical" if value <= alpha else "luck"]
        ax.barh(place, value, color=colour, height=0.6)
        doubt = "  (too few cases)" if any("needs" in note for note in result.notes) else ""
        ax.annotate(
            f"{'< 0.0001' if value < 1e-4 else format(value, '.4f')}{doubt}",
            (max(value, alpha), place),
            xytext=(6, 0),
            textcoords="offset points",
            va="center",
        )
    ax.axvline(alpha, color=COLOURS["score"], linestyle="--")
    ax.text(alpha, -0.72, f" level {percent(alpha)}", va="center")
    ax.set_yticks(places, names)
    ax.set_ylim(len(values) - 0.4, -1.0)
    ax.set(xlim=(0, min(1.35, max(0.15, 1.8 * max(values), 2.5 * alpha))), xlabel="p-value")
    ax.set_title("Four versions of the test: orange rejects")
    return values


@styled
def draw_counts(ax: Any, both_right: int, a_wrong: int, b_wrong: int, both_wrong: int) -> None:
    """Draw the table behind McNemar's test; the two cells that count stand out."""
    counts = (both_right, b_wrong, a_wrong, both_wrong)
    texts = [f"{count:,}" for count in counts]
    draw_four_cells(ax, texts, ("B right", "B wrong"), ("A right", "A wrong"), (13, 17))
    ax.set_title("Only the blue cells count")


@styled
def draw_way(ax: Any, steps: Sequence[tuple[str, str, bool]], goal: str) -> None:
    """Draw questions with their answers, one below the other, and the test they lead to.

    The third of each step says whether the answer makes a difference here; if not, it is pale.
    """
    last = len(steps)
    for place, (question, answer, asked) in enumerate(steps):
        ax.text(0.02, place, question, va="center", color="black" if asked else "#999999")
        ax.text(
            0.6,
            place,
            answer if asked else f"({answer})",
            va="center",
            fontweight="bold" if asked else "normal",
            color=COLOURS["first"] if asked else "#999999",
        )
        ax.annotate(
            "",
            (0.3, place + 0.75),
            (0.3, place + 0.28),
            arrowprops={"arrowstyle": "->", "color": "#666666"},
        )
    ax.text(
        0.02,
        last,
        goal,
        va="center",
        fontsize=14,
        fontweight="bold",
        bbox={"facecolor": "#e8f4fb", "edgecolor": COLOURS["first"], "boxstyle": "round,pad=0.4"},
    )
    ax.set(xlim=(0, 1), ylim=(last + 0.6, -0.6))
    ax.axis("off")


@styled
def draw_printed(ax: Any, found: PrintedVerdict) -> list[tuple[np.ndarray, np.ndarray]]:
    """Draw how p grows with the cases that exactly one of two has right, and the level.

    One curve for counts that are known, two for rounded numbers: for the smallest lead that they
    leave open and for the largest. Returns the curves.
    """
    largest = max(abs(lead) for lead in found.lead)
    curves = []
    looks = {found.fewest_discordant: ("second", "--")} | {largest: ("first", "-")}
    for lead, (colour, dash) in looks.items():
        steps = (found.most_discordant - lead) // 2
        numbers = lead + 2 * np.unique(np.linspace(0, steps, 400).round().astype(int))
        values = np.array([exact_p(lead, int(number)) for number in numbers])
        label = f"a lead of {lead:,}" if len(looks) > 1 else None
        # What is too small for the axis, or for a float, is drawn at its end.
        ax.plot(
            numbers,
            np.maximum(values, 1e-12),
            color=COLOURS[colour],
            linestyle=dash,
            marker="." if steps < 40 else None,
            label=label,
        )
        curves.append((numbers, values))
    ax.axhline(found.level, color=COLOURS["critical"], linestyle="--")
    ax.annotate(
        f"level {found.level:.3g}",
        (1, found.level),
        xycoords=("axes fraction", "data"),
        xytext=(0, 3),
        textcoords="offset points",
        ha="right",
        color=COLOURS["critical"],
    )
    ax.set_yscale("log")
    ax.xaxis.set_major_formatter("{x:,.0f}")
    ax.set(xlabel="cases on which exactly one of the two is right", ylabel="p-value, two-sided")
    first, second = map(short_name, found.names)
    ax.set_title(f"{first} and {second}: significant below the level")
    if len(looks) > 1:
        ax.legend()
    return curves


@styled
def draw_printed_ranges(ax: Any, found: PrintedTable) -> list[str]:
    """Draw between what p lies for each against the one ahead, or the control; returns the others.

    A range left of the level is always significant, one right of it never.
    """
    right = dict(zip(found.names, map(sum, found.right), strict=True))
    best = found.control or max(right, key=right.__getitem__)
    pairs = sorted(
        (pair for pair in found.pairs if best in pair.names),
        key=lambda pair: -sum(right[name] for name in pair.names),
    )
    others = [next(name for name in pair.names if name != best) for pair in pairs]
    colours = {"always": "critical", "depends": "other", "never": "luck"}
    for place, pair in enumerate(pairs):
        low, high = (max(p, 1e-12) for p in (pair.lowest_p, pair.highest_p))
        colour = COLOURS[colours[pair.verdict]]
        ax.plot([low, high], [place, place], color=colour, linewidth=5, solid_capstyle="butt")
        ax.plot([high], [place], color=colour, marker="|", markersize=12)
    level = found.alpha / found.comparisons
    ax.axvline(level, color=COLOURS["score"], linestyle="--")
    ax.annotate(
        f" level {level:.3g}",
        (level, 1),
        xycoords=("data", "axes fraction"),
        va="bottom",
    )
    ax.set_xscale("log")
    ax.set_xlim(min(level / 10, 1e-4), 1.5)
    ax.set_yticks(range(len(others)), [short_name(name, 40) for name in others])
    ax.set_ylim(len(others) - 0.4, -0.6)
    ax.set(xlabel="p-value, two-sided: what it may be, whoever was right where")
    ax.set_title(f"Against {short_name(best)}: orange is always significant, blue never\n")
    return others
