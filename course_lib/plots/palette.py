"""The palette of the course, for those who look a colour up."""

from typing import Any

from course_lib.plots.style import COLOURS, MEANINGS, styled


@styled
def draw_palette(ax: Any) -> list[str]:
    """Draw each colour as an area and as a line, with what it means; returns the meanings."""
    for row, (name, (dash, meaning)) in enumerate(MEANINGS.items()):
        colour = COLOURS[name]
        ax.bar(0.45, 0.6, width=0.7, bottom=row - 0.3, color=colour)
        ax.plot([1.0, 2.2], [row, row], color=colour, linestyle=dash, linewidth=2.5)
        ax.text(2.4, row, meaning, va="center")
    ax.set(xlim=(0, 12), ylim=(len(MEANINGS) - 0.4, -0.6))
    ax.axis("off")
    return [meaning for _, meaning in MEANINGS.values()]
