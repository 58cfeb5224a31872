"""Critical values over a plane of test sets: surfaces, contours, colour charts, differences."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from course_lib.plots.style import COLOURS, styled

#: From low (easy to be significant) to high critical values; even in grey it runs light to dark.
_MAP = "viridis_r"
_AXES = {"xlabel": "negatives", "ylabel": "positives"}


def contour_levels(grid: np.ndarray) -> np.ndarray:
    """Levels that a reader can name: multiples of 0.05, or whole counts."""
    low, high = np.nanmin(grid), np.nanmax(grid)
    step = 1.0 if high > 1.5 else 0.05
    levels = np.arange(np.ceil(low / step), np.floor(high / step) + 1) * step
    return np.round(levels, 10)


@styled
def draw_contours(ax: Any, sizes: Sequence[int], grid: np.ndarray, title: str) -> Any:
    """Labelled lines of equal critical value; `grid` has rows of positives."""
    levels = contour_levels(grid)
    # Thin lines at a test set of every level; every other one is labelled if they are many.
    lines = ax.contour(sizes, sizes, grid, levels=levels, cmap=_MAP, linewidths=1.3)
    labelled = levels if levels.size <= 12 else levels[::2]
    ax.clabel(lines, levels=labelled, fmt="%g", fontsize=9, colors="black")
    ax.set(title=title, **_AXES)
    ax.set_aspect("equal")
    return lines


@styled
def draw_chart(ax: Any, sizes: Sequence[int], grid: np.ndarray, title: str, lowest: float) -> Any:
    """A colour chart of critical values with lines at its levels; colours run from `lowest` up."""
    levels = contour_levels(grid)
    if np.nanmax(grid) > 1.5:  # counts: one colour for each
        shades = np.arange(lowest - 0.5, np.nanmax(grid) + 1)
    else:
        shades = np.arange(np.floor(lowest * 50), 51) / 50
    filled = ax.contourf(sizes, sizes, grid, levels=shades, cmap=_MAP)
    lines = ax.contour(sizes, sizes, grid, levels=levels, colors="white", linewidths=0.6)
    ax.clabel(lines, levels=levels if levels.size <= 12 else levels[::2], fmt="%g", fontsize=8)
    ax.set(title=title, **_AXES)
    ax.set_aspect("equal")
    return filled


@styled
def draw_surface(ax: Any, sizes: Sequence[int], grid: np.ndarray, title: str, name: str) -> Any:
    """A surface in three dimensions, its isoclines on it and on the floor below."""
    across, along = np.meshgrid(sizes, sizes)
    levels = contour_levels(grid)
    low, high = np.nanmin(grid), np.nanmax(grid)
    floor = low - 0.35 * (high - low)
    surface = ax.plot_surface(
        across, along, grid, cmap=_MAP, linewidth=0, rcount=60, ccount=60, alpha=0.85
    )
    ax.contour(across, along, grid, levels=levels, colors="black", linewidths=0.5)
    ax.contour(across, along, grid, levels=levels, zdir="z", offset=floor, cmap=_MAP)
    ax.set_zlim(floor, high)
    ax.set(title=title, zlabel=name, **_AXES)
    ax.view_init(elev=28, azim=45)
    return surface


@styled
def draw_differences(
    ax: Any,
    sizes: Sequence[int],
    differences: np.ndarray,
    limit: float,
    title: str,
    fontsize: float = 8,
) -> Any:
    """A heat map of differences around zero, one square for each printed cell."""
    image = ax.imshow(differences, cmap="PuOr", vmin=-limit, vmax=limit, origin="lower")
    labelled = range(0, len(sizes), 3)
    ax.set_xticks(labelled, [sizes[i] for i in labelled], fontsize=fontsize)
    ax.set_yticks(labelled, [sizes[i] for i in labelled], fontsize=fontsize)
    ax.set_title(title, fontsize=fontsize + 2)
    return image


@styled
def draw_cdfs(ax: Any, curves: dict[str, tuple[np.ndarray, np.ndarray]], percentile: float) -> None:
    """Cumulative distributions as steps, each labelled, and a line at a percentile."""
    looks = [("first", "-"), ("second", "--"), ("score", "-.")]
    for (name, (scores, heights)), (colour, dash) in zip(curves.items(), looks, strict=True):
        ax.step(
            scores, heights, where="post", color=COLOURS[colour], linestyle=dash, label=name, lw=2
        )
    ax.axhline(percentile, color=COLOURS["critical"], linestyle="--", linewidth=1.5)
    ax.annotate(
        f"{100 * percentile:g}th percentile",
        (0.3, percentile),
        xytext=(0, -4),
        textcoords="offset points",
        va="top",
        color=COLOURS["critical"],
    )
    ax.set(xlim=(0, 1), ylim=(0, 1.02), xlabel="score", ylabel="cumulative probability")
    ax.legend(loc="center right", frameon=False)
