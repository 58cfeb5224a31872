"""Forman & Cohen (2005): figures and tables, rebuilt."""

from collections.abc import Callable
from functools import partial
from itertools import product

import numpy as np

from course_lib.chance.exact import null_distribution
from course_lib.chance.metrics import METRICS
from course_lib.papers.exhibits import Drawn, Table
from course_lib.papers.sources.forman_cohen.printed_tables import (
    AGREES,
    NOISE,
    UNEXPLAINED,
    TableComparison,
)
from course_lib.papers.sources.forman_cohen.run import (
    ALL_METRICS,
    COMPETITORS,
    SIZES,
    Run,
    title_of,
)

# --- Figures ------------------------------------------------------------------------------------


def figure_1(run: Run) -> Drawn:
    """CDFs of three metrics at P = 10, N = 1000."""
    from course_lib.plots import figure
    from course_lib.plots.surfaces import draw_cdfs

    data, curves = {}, {}
    for metric in ("auc", "accuracy", "f_measure"):
        null = null_distribution(metric, 10, 1000)
        heights = np.cumsum(null.pmf)
        data[f"{metric}_score"], data[f"{metric}_cdf"] = null.support, heights
        curves[title_of(metric)] = (
            np.concatenate([[0], null.support, [1]]),
            np.concatenate([[0], heights, [1]]),
        )
    fig, ax = figure(8, 4.5)
    draw_cdfs(ax, curves, 0.99)
    ax.set_title(
        "One classifier that learned nothing, on 10 positives and 1,000 negatives", loc="left"
    )
    return Drawn(
        "Cumulative probability of AUC, best accuracy and best F on 10 positives and 1,000 "
        "negatives. Above the 99th percentile each curve still runs on to the right.",
        data,
        fig,
    )


def surface(run: Run, metric: str) -> Drawn:
    """Figs. 2-5: the surface of critical values for C = 1000."""
    import matplotlib.pyplot as plt

    from course_lib.plots.surfaces import draw_surface

    grid = run.grid(metric, 1000)
    readings = ", ".join(
        f"{grid[SIZES.index(p), SIZES.index(n)]:.4g} on {p} positives and {n} negatives"
        for p, n in ((10, 10), (100, 100), (100, 300))
    )
    fig = plt.figure(figsize=(7.5, 6))
    ax = fig.add_subplot(projection="3d")
    draw_surface(
        ax, SIZES, grid, f"{title_of(metric)}: critical values, C = 1000", title_of(metric)
    )
    return Drawn(
        f"Surface of 1 % critical values of the {title_of(metric)} for the best of 1,000, over 2 "
        f"to 1,000 positives and negatives, with isoclines on it and on the floor: {readings}.",
        {"sizes": np.array(SIZES), "critical_values": grid},
        fig,
    )


def contours(run: Run, competitors: int) -> Drawn:
    """Figs. 6-7: labelled contours of all four metrics."""
    import matplotlib.pyplot as plt

    from course_lib.plots.surfaces import draw_contours

    fig, axes = plt.subplots(2, 2, figsize=(10, 10), layout="constrained")
    data = {"sizes": np.array(SIZES)}
    for ax, metric in zip(axes.flat, ALL_METRICS, strict=True):
        data[metric] = run.grid(metric, competitors)
        draw_contours(ax, SIZES, data[metric], f"{title_of(metric)}, C = {competitors:,}")
    return Drawn(
        f"Lines of equal 1 % critical value for the best of {competitors:,}, four metrics. AUC and "
        "accuracy mirror themselves along the diagonal; F and TP10 do not.",
        data,
        fig,
    )


def chart(run: Run, metric: str) -> Drawn:
    """Appendix A: colour charts for C = 10, 100, 1000."""
    import matplotlib.pyplot as plt

    from course_lib.plots.surfaces import draw_chart

    fig, axes = plt.subplots(1, 3, figsize=(15, 5), layout="constrained")
    data = {"sizes": np.array(SIZES)}
    lowest = np.nanmin(run.grids[metric])  # one scale for all three
    for ax, competitors in zip(axes, COMPETITORS, strict=True):
        grid = run.grid(metric, competitors)
        data[f"competitors_{competitors}"] = grid
        title = f"{title_of(metric)}, C = {competitors:,}"
        filled = draw_chart(ax, SIZES, grid, title, lowest)
    ticks = range(int(lowest), 11) if METRICS[metric].takes_k else None
    fig.colorbar(filled, ax=axes, shrink=0.8, label="critical value", ticks=ticks)
    return Drawn(
        f"Colour charts of 1 % critical values of the {title_of(metric)} for the best of 10, 100 "
        "and 1,000.",
        data,
        fig,
    )


def differences(run: Run) -> Drawn:
    """Where the printed tables and the exact ones part."""
    return _heat_maps(
        run,
        tuple(run.comparisons),
        lambda comparison: comparison.published - comparison.exact,
        "Each square is a printed cell: printed critical value minus the exact one. Noise grows "
        "with C, for the rarer the score, the fewer of the ten million rankings reach it.",
        "printed minus exact",
    )


def asymmetry(run: Run) -> Drawn:
    """The printed tables of symmetric metrics, minus their mirror images."""
    return _heat_maps(
        run,
        tuple(m for m in run.comparisons if METRICS[m].symmetric),
        lambda comparison: comparison.published - comparison.published.swapaxes(1, 2),
        "AUC and accuracy do not mind which class is called positive, so these maps would be blank "
        "but for the noise of two simulations.",
        "(P, N) minus (N, P)",
    )


def _heat_maps(
    run: Run,
    metrics: tuple[str, ...],
    difference: Callable[[TableComparison], np.ndarray],
    text: str,
    label: str,
) -> Drawn:
    import matplotlib.pyplot as plt

    from course_lib.plots.surfaces import draw_differences

    height = 3.4 * len(metrics)
    fig, axes = plt.subplots(len(metrics), 3, figsize=(11, height), layout="constrained")
    data = {metric: difference(run.comparisons[metric]) for metric in metrics}
    limit = 0.004
    for row, metric in zip(axes, metrics, strict=True):
        for ax, competitors, cells in zip(row, COMPETITORS, data[metric], strict=True):
            title = f"{title_of(metric)}, C = {competitors:,}"
            image = draw_differences(ax, run.published.sizes, cells, limit, title)
        row[0].set_ylabel("positives")
    for ax in axes[-1]:
        ax.set_xlabel("negatives")
    fig.colorbar(image, ax=axes, label=label, shrink=0.7, extend="both")
    return Drawn(text, data, fig)


# --- Tables ---------------------------------------------------------------------------------------


def _counts(run: Run) -> Table:
    """How many printed cells agree, table by table."""
    rows = [
        (
            title_of(metric),
            f"{competitors:,}",
            *(f"{comparison.count(k, competitors)}" for k in (AGREES, NOISE, UNEXPLAINED)),
            f"{comparison.bias(competitors):+.1f}",
        )
        for metric, comparison in run.comparisons.items()
        for competitors in comparison.competitors
    ]
    return Table(
        "Appendix B: the nine tables, counted",
        "The paper kept the best of ten million random rankings and printed the r-th best of them. "
        "How many rankings reach a score is a binomial count, so each printed value can be tested "
        "against the exact tail; a cell is called unexplained if noise alone would part so far, in "
        f"any cell, in fewer than 1 % of such sets of tables. {_sterner(run)}",
        ("FC-22", "FC-23", "FC-24"),
        (
            *("metric", "C", "agree to three decimals", "within simulation noise", "unexplained"),
            "whole table, standard errors off",
        ),
        tuple(rows),
    )


def _sterner(run: Run) -> str:
    """How many cells would part at sterner levels, beside what noise alone would bring."""
    plausibility = np.concatenate([c.plausibility.ravel() for c in run.comparisons.values()])
    said = ", ".join(
        f"below {level:g} in {(plausibility < level).sum()} cells (by noise alone "
        f"{level * plausibility.size:.0f} or fewer)"
        for level in (0.05, 0.01, 0.001)
    )
    return f"Plausibility is {said}; the least plausible cell has {plausibility.min():.2g}."


def _critical_values(run: Run, metric: str, competitors: int, number: int) -> Table:
    """One of the nine tables, exact, with the printed value wherever it is another."""
    comparison = run.comparisons[metric]
    c = comparison.competitors.index(competitors)
    sizes = comparison.sizes
    return Table(
        f"Appendix B, Table {number}: {title_of(metric)}, C = {competitors:,}",
        "Exact critical values at 1 %, rows of positives, columns of negatives; in brackets what "
        "the paper prints, where the third decimal is another.",
        (f"FC-{22 + (number - 1) // 3}",),
        ("P \\ N", *(str(size) for size in sizes)),
        tuple(
            (str(size), *(f"{value:.3f}" for value in comparison.exact[c, i]))
            for i, size in enumerate(sizes)
        ),
        tuple(
            (int(i), int(j) + 1, f"{comparison.published[c, i, j]:.3f}")
            for i, j in np.argwhere(~comparison.agrees[c])
        ),
    )


def _top_ten(run: Run, competitors: int) -> Table:
    """Critical values of TP10 at the sizes of the printed tables."""
    sizes = run.published.sizes
    rows = [SIZES.index(size) for size in sizes]
    grid = run.grid("top_k", competitors)[np.ix_(rows, rows)]
    return Table(
        f"TP10, C = {competitors:,}",
        "The paper charted TP10 and did not print its tables. Critical values at 1 %, rows of "
        "positives, columns of negatives; a score must exceed them, so 10 means that not even ten "
        "of ten would be significant.",
        ("FC-14", "FC-20"),
        ("P \\ N", *(str(size) for size in sizes)),
        tuple(
            (str(size), *(f"{v:.0f}" for v in row)) for size, row in zip(sizes, grid, strict=True)
        ),
    )


def _cells(run: Run) -> Table:
    """Every printed cell with its exact value, and how plausible the difference is as noise."""
    kinds = {AGREES: "agrees", NOISE: "noise", UNEXPLAINED: "unexplained"}
    rows = [
        (
            metric,
            str(comparison.competitors[c]),
            *(str(comparison.sizes[i]) for i in (i, j)),
            *(f"{printed:.3f}", f"{comparison.exact[c, i, j]:.6f}"),
            *(f"{comparison.plausibility[c, i, j]:.3g}", kinds[int(comparison.kind[c, i, j])]),
        )
        for metric, comparison in run.comparisons.items()
        for (c, i, j), printed in np.ndenumerate(comparison.published)
    ]
    return Table(
        "Appendix B: every cell",
        "Each printed cell with its exact value and how plausible their difference is as noise.",
        ("FC-22", "FC-23", "FC-24"),
        (
            *("metric", "competitors", "positives", "negatives"),
            *("printed", "exact", "plausibility", "kind"),
        ),
        tuple(rows),
        file_only=True,
    )


#: All figures, in the order of the paper.
PICTURES: dict[str, Callable[[Run], Drawn]] = {
    "figure-1": figure_1,
    **{
        f"figure-{number}": partial(surface, metric=metric)
        for number, metric in enumerate(ALL_METRICS, 2)
    },
    "figure-6": partial(contours, competitors=10),
    "figure-7": partial(contours, competitors=1000),
    **{
        f"appendix-a-{number}": partial(chart, metric=metric)
        for number, metric in enumerate(ALL_METRICS, 1)
    },
    "appendix-b-differences": differences,
    "appendix-b-asymmetry": asymmetry,
}
#: The nine tables, those of TP10, which the paper charted only, and the cells compared.
TABLES: dict[str, Callable[[Run], Table]] = {
    "cells_by_table": _counts,
    **{
        f"table_{number}": partial(
            _critical_values, metric=metric, competitors=competitors, number=number
        )
        for number, (metric, competitors) in enumerate(
            product(("accuracy", "auc", "f_measure"), COMPETITORS), 1
        )
    },
    **{
        f"tp10_{competitors}": partial(_top_ten, competitors=competitors)
        for competitors in COMPETITORS
    },
    "table_cells": _cells,
}
