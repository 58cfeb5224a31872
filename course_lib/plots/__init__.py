"""Pictures: `draw_*(ax, ...)` functions take data, paint it, and return what they drew."""

from course_lib.plots.luck import draw_luck
from course_lib.plots.plan import draw_growth, draw_mixes
from course_lib.plots.style import COLOURS, figure, show

__all__ = ["COLOURS", "draw_growth", "draw_luck", "draw_mixes", "figure", "show"]
