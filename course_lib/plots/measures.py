"""Pictures of what a classifier scored: a confusion matrix, ROC curves."""

from collections.abc import Sequence
from itertools import cycle
from typing import Any

import numpy as np

from course_lib.measures.confusion import ConfusionMatrix
from course_lib.plots.style import COLOURS, draw_diagonal, styled
from course_lib.roc.points import RocPoints

_LOOKS = (("first", "-"), ("second", "--"), ("score", "-."))


@styled
def draw_confusion(ax: Any, matrix: ConfusionMatrix) -> np.ndarray:
    """Draw a confusion matrix: a row for each true class, shaded by share; returns the shares.

    Shares of the row, since a rare class would be invisible among the counts of a large one.
    """
    counts = np.asarray(matrix.counts)
    shares = counts / np.maximum(1, counts.sum(axis=1, keepdims=True))
    ax.imshow(shares, cmap="Blues", vmin=0, vmax=1)
    for (row, column), count in np.ndenumerate(counts):
        dark = shares[row, column] > 0.5
        ax.text(
            column,
            row,
            f"{count:,}",
            ha="center",
            va="center",
            color="white" if dark else "black",
            fontweight="bold" if row == column else "normal",
        )
    names = [str(label) for label in matrix.labels]
    ax.set_xticks(range(len(names)), names)
    ax.set_yticks(range(len(names)), names)
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    ax.set(xlabel="predicted", ylabel="true class")
    ax.set_title("Counts, shaded by the share of each true class")
    return shares


def draw_four_cells(
    ax: Any,
    texts: Sequence[str],
    columns: Sequence[str],
    rows: Sequence[str],
    fontsizes: tuple[int, int],
) -> None:
    """Draw a table of two by two, its texts row by row; the cells off the diagonal stand out.

    `fontsizes` are those of the cells on the diagonal and off it.
    """
    from matplotlib.patches import Rectangle

    for index, text in enumerate(texts):
        row, column = divmod(index, 2)
        off = column != row
        colour = COLOURS["luck"] if off else "white"
        ax.add_patch(Rectangle((column, row), 1, 1, facecolor=colour, edgecolor="#444444"))
        looks = {"fontsize": fontsizes[off], "fontweight": "bold" if off else "normal"}
        ax.text(column + 0.5, row + 0.5, text, ha="center", va="center", **looks)
    ax.set(xlim=(-0.02, 2.02), ylim=(2.02, -0.02))
    ax.set_xticks([0.5, 1.5], columns)
    ax.set_yticks([0.5, 1.5], rows)
    ax.tick_params(length=0)
    ax.xaxis.tick_top()
    ax.spines[:].set_visible(False)


@styled
def draw_roc(ax: Any, curves: dict[str, RocPoints]) -> None:
    """Draw ROC curves, each labelled with its name and the area under it."""
    draw_diagonal(ax, "luck, on average")
    for (name, points), (colour, dash) in zip(curves.items(), cycle(_LOOKS), strict=False):
        ax.plot(
            points.false_positive_rates,
            points.true_positive_rates,
            color=COLOURS[colour],
            linestyle=dash,
            linewidth=2,
            label=f"{name}, AUC {points.auc:.3f}",
        )
    ax.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02))
    ax.set(xlabel="false positive rate", ylabel="true positive rate")
    ax.legend(loc="lower right")
    ax.set_title("ROC curves: every threshold at once")
