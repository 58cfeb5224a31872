"""The chart of critical values, with the reader's own test set on it."""

from collections.abc import Sequence
from typing import Any

import matplotlib as mpl
import numpy as np

from course_lib.plots.style import COLOURS, styled

_TICKS = (2, 5, 10, 30, 100, 300, 1000)


@styled
def draw_chart_lines(ax: Any, sizes: Sequence[int], grid: np.ndarray, title: str) -> np.ndarray:
    """Lines of equal critical value over the numbers of negatives and positives.

    Both axes are logarithmic, for the small test sets are where the values change. Returns the
    levels of the lines.
    """
    low, high = np.nanmin(grid), np.nanmax(grid)
    step = 1.0 if high > 1.5 else 0.05
    levels = np.round(np.arange(np.ceil(low / step), np.ceil(high / step)) * step, 10)
    logs = np.log10(sizes)
    if levels.size:
        # A value that equals a level counts as above it, or single cells would show as dots.
        lines = ax.contour(
            logs,
            logs,
            np.ma.masked_invalid(grid) + 1e-7,
            levels=levels,
            # Without the light end of the map, which vanishes on white and in grey.
            colors=list(mpl.colormaps["viridis_r"](np.linspace(0.25, 1, levels.size))),
            linewidths=1.3,
        )
        ax.clabel(lines, fmt="%g", fontsize=10, colors="black", use_clabeltext=False)
    ticks = np.log10(_TICKS)
    ax.set_xticks(ticks, [f"{tick:,}" for tick in _TICKS])
    ax.set_yticks(ticks, [f"{tick:,}" for tick in _TICKS])
    ax.set(xlim=(logs[0], logs[-1]), ylim=(logs[0], logs[-1]))
    ax.set(xlabel="negatives", ylabel="positives", title=title)
    return levels


@styled
def draw_reader(ax: Any, positives: int, negatives: int, words: str, significant: bool) -> list:
    """Mark the reader's test set on the chart: filled if the score is beyond luck."""
    position = (np.log10(negatives), np.log10(positives))
    colour = COLOURS["score"]
    (point,) = ax.plot(
        *position,
        marker="o",
        markersize=13,
        color=colour,
        markerfacecolor=colour if significant else "white",
        markeredgewidth=2.5,
        linestyle="none",
        clip_on=False,
        zorder=5,
    )
    # In the corner of tiny test sets, where few lines are; a thin line leads to the dot.
    label = ax.annotate(
        words,
        position,
        xytext=(0.03, 0.04),
        textcoords="axes fraction",
        va="bottom",
        zorder=6,
        bbox={"facecolor": "white", "edgecolor": colour, "boxstyle": "round,pad=0.3"},
        arrowprops={"arrowstyle": "-", "color": "#888888", "linewidth": 0.8},
    )
    return [point, label]
