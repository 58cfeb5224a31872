"""Pictures of a judgement: the classes, shuffled truth, test sets, who differs."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from course_lib.chance.shuffle import ShuffleTest
from course_lib.common.phrases import percent, told_apart
from course_lib.plots.forest import wrapped
from course_lib.plots.luck import draw_split_bars, label_line
from course_lib.plots.style import COLOURS, styled

#: With more classifiers than this a table of pairs holds colours only.
_WRITTEN = 8
#: And with more than this no signs either, nor lines between its cells, which would be all one saw.
_SIGNED = 40


@styled
def draw_classes(ax: Any, positives: int, negatives: int, labels: tuple[str, str]) -> None:
    """Draw how many cases each class has; `labels` are those of the positives and the negatives."""
    total = positives + negatives
    sizes, colours = (positives, negatives), ("score", "other")
    for row, (size, colour) in enumerate(zip(sizes, colours, strict=True)):
        ax.barh(row, size, color=COLOURS[colour], height=0.62)
        ax.text(
            size + 0.015 * max(sizes),
            row,
            f"{size:,} ({100 * size / total:.1f} %)",
            va="center",
        )
    names = [
        "\n".join(wrapped(f"{kind} ({label})", 24))
        for kind, label in zip(("positive", "negative"), labels, strict=True)
    ]
    ax.set_yticks((0, 1), names)
    ax.set(xlim=(0, 1.25 * max(sizes)), ylim=(1.55, -0.55), xlabel="cases")
    ax.tick_params(axis="y", length=0)


@styled
def draw_shuffles(
    ax: Any, found: ShuffleTest, auc: float, columns: int, alpha: float = 0.05
) -> np.ndarray:
    """Draw the best AUC that shuffled truth brings, and the one observed; returns the counts.

    What exceeds the critical value, which at most a share of alpha does, stands out.
    """
    best = found.best_aucs
    critical = found.critical_value(alpha)
    low, high = min(float(best[0]), auc), max(float(best[-1]), auc)
    # A bar ends at the critical value, so that no bar is half of one colour and half of the other.
    step = max(high - low, 1e-6) / 50
    anchor = critical if np.isfinite(critical) else low
    first, last = np.floor((low - anchor) / step) - 1, np.ceil((high - anchor) / step) + 1
    edges = anchor + step * (np.arange(first, last + 1) + 1e-6)
    counts, _ = np.histogram(best, edges)
    beyond = edges[:-1] >= anchor if np.isfinite(critical) else np.zeros(counts.size, bool)
    draw_split_bars(ax, edges, counts / best.size, beyond)
    top = counts.max() / best.size
    ax.axvline(auc, color=COLOURS["score"], linewidth=1.8)
    marks = [(auc, "your score", "score", 1.24)]
    if np.isfinite(critical):
        ax.axvline(critical, color=COLOURS["critical"], linestyle="--", linewidth=1.8)
        marks.append((critical, "critical value", "critical", 1.12))
    texts = told_apart(*(x for x, *_ in marks))
    middle = (edges[0] + edges[-1]) / 2
    for (x, name, colour, height), text in zip(marks, texts, strict=True):
        label_line(ax, x, f"{name} {text}", top * height, colour, x > middle)
    span = edges[-1] - edges[0]
    ax.set(xlim=(edges[0] - 0.12 * span, edges[-1] + 0.12 * span), ylim=(0, top * 1.32))
    ax.set_xlabel("AUC" if columns == 1 else f"best AUC of these {columns:,}")
    ax.set_ylabel("share of all ways" if found.every_way else "share of the shuffles")
    how = (
        f"Every way to hand out the labels: these very columns, {found.repetitions:,} ways."
        if found.every_way
        else f"Shuffled truth: these very columns, {found.repetitions:,} times"
        f"{' (normal limit)' if found.normal else ''}."
    )
    ax.set_title(f"{how}\nAt most {percent(alpha)} lies beyond the dashed line (orange).")
    return counts


@styled
def draw_test_sets(ax: Any, names: Sequence[str], aucs: np.ndarray, best: int) -> None:
    """Draw the AUCs within each test set, a row each; that of column `best` stands out."""
    rows = np.arange(len(names))
    for column in range(aucs.shape[1]):
        if column != best:
            ax.plot(aucs[:, column], rows, "|", color=COLOURS["other"], markersize=11, alpha=0.7)
    ax.plot(aucs[:, best], rows, "o", color=COLOURS["first"], markersize=8)
    ax.axvline(0.5, color=COLOURS["luck"], linestyle="--", linewidth=1.3)
    ax.set_yticks(rows, ["\n".join(wrapped(name, 24)) for name in names], fontsize=11)
    ax.tick_params(axis="y", length=0)
    ax.set(ylim=(len(names) - 0.4, -0.6), xlabel="AUC within the test set")


@styled
def draw_who_differs(
    ax: Any, names: Sequence[str], adjusted: np.ndarray, better: np.ndarray, title: str
) -> int:
    """Draw all pairs as a table; returns how many differ.

    `adjusted[i, j]` is the pair's p-value (NaN where there is none), `better[i, j]` whether the row
    is better than the column and the pair differs.
    """
    from matplotlib.colors import ListedColormap

    size = len(names)
    # One picture rather than a patch for each cell: of many classifiers there are hundreds.
    kinds = np.where(better, 2, np.where(better.T, 3, 1)) * ~np.eye(size, dtype=bool)
    cells = ListedColormap(["white", "#f2f2f2", COLOURS["first"], COLOURS["second"]])
    grid = np.arange(size + 1)
    lines = {"edgecolors": "white", "linewidth": 2} if size <= _SIGNED else {}
    ax.pcolormesh(grid, grid, kinds, cmap=cells, vmin=0, vmax=3, **lines)
    written = {"ha": "center", "va": "center", "fontsize": 9}
    signed = np.argwhere(kinds > (0 if size <= _WRITTEN else 1)) if size <= _SIGNED else ()
    for row, column in signed:
        kind, p = kinds[row, column], adjusted[row, column]
        if size <= _WRITTEN:
            text = "?" if np.isnan(p) else "<0.001" if p < 1e-3 else f"{p:.3f}"
            text += {2: "\nbetter", 3: "\nworse"}.get(kind, "")
        else:
            # A sign as well as a colour, for those who print in grey.
            text = "+" if kind == 2 else "-"
        colour = "white" if kind == 2 else "black"
        ax.text(column + 0.5, row + 0.5, text, color=colour, **written)
    ax.set(xlim=(0, size), ylim=(size, 0))
    middles = np.arange(size) + 0.5
    # Names are long, and columns narrow: these have the numbers of the rows.
    whole = [wrapped(name, 24) for name in names]
    labels = ["\n".join([*own[:-1], f"{own[-1]}  {row}"]) for row, own in enumerate(whole, 1)]
    ax.set_xticks(middles, [str(row) for row in range(1, size + 1)])
    ax.set_yticks(middles, labels)
    ax.tick_params(length=0, labelsize=10.5)
    ax.spines[:].set_visible(False)
    ax.set_title(title)
    return int(better.sum())


def short_name(name: str, most: int = 22) -> str:
    """A name that leaves room for the picture, and in which a dollar begins no formula."""
    text = name if len(name) <= most else f"{name[: most - 1]}…"
    return text.replace("$", r"\$")
