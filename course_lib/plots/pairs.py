"""Pictures for two classifiers: four versions of one test, and the way to the right test."""

from collections.abc import Sequence
from typing import Any

from course_lib.common.phrases import percent
from course_lib.pairs.results import PairTest
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
