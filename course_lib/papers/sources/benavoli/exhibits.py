"""Benavoli et al. (2016): tables, rebuilt, and figures of its examples."""

from collections.abc import Callable
from typing import Any

import numpy as np

from course_lib.pairs.power import sign_test_power
from course_lib.papers.exhibits import Drawn, Table
from course_lib.papers.sources.benavoli.run import (
    ALPHA,
    CARDS,
    DATA_SETS,
    POOLS,
    Run,
    table_1,
    win_chance,
)
from course_lib.ranks.friedman import friedman_test
from course_lib.ranks.nemenyi import critical_difference
from course_lib.ranks.pools import pool_sensitivity
from course_lib.ranks.power import mean_ranks_power
from course_lib.ranks.ranking import mean_ranks
from course_lib.ranks.variants import variant_trick


def _dependent_pairs(run: Run) -> Table:
    return Table(
        "Table 1: pairs whose verdict depends on the pool",
        "In how many pools a pair is called different, by the number of others in it; a dash where "
        "all pools agree. Pairs that are not listed do not depend on the pool.",
        ("BC-14",),
        ("pair", *(f"Card={card}" for card in CARDS)),
        tuple((name, *cells) for name, cells in table_1(run).items()),
    )


def _friedman(run: Run) -> Table:
    rows = []
    for names in (*POOLS, tuple(run.table.names)):
        pool = run.table.subset(names)
        tests = [friedman_test(pool, ties=ties) for ties in ("uncorrected", "corrected")]
        cells = [text for t in tests for text in (f"{t.statistic:.2f}", f"{t.p_value:.2g}")]
        rows.append((", ".join(names), *cells))
    return Table(
        "Example 3: Friedman's test, which must come first",
        "Whether any of the pool differ, by eq. 3 and corrected for ties. The paper says that it "
        "rejects for both pools of four.",
        ("BC-10", "BC-11", "BC-21"),
        ("pool", "S by eq. 3", "p by eq. 3", "S with ties", "p with ties"),
        tuple(rows),
    )


def _accuracies(run: Run) -> Table:
    return Table(
        "Table 2: accuracies of seven classifiers on 54 data sets",
        "As printed: this is what example 3 and Table 1 are computed from.",
        ("BC-19",),
        ("data set", *run.table.names),
        tuple(
            (str(data_set), *(f"{score:.2f}" for score in row))
            for data_set, row in zip(run.table.data_sets, run.table.scores, strict=True)
        ),
    )


# --- Figures --------------------------------------------------------------------------------------
# The paper has no figures; these show its three examples.


def _example_picture(run: Run) -> Drawn:
    from course_lib.plots import draw_line_of_ranks, figure

    fig, axes = figure(12, 3.6, columns=2)
    data: dict[str, Any] = {}
    for ax, names in zip(axes, ("AB", "ABCDE"), strict=True):
        ranks = mean_ranks(run.example.subset(names))
        needed = critical_difference(len(names), DATA_SETS, ALPHA, "bonferroni")
        data[names] = draw_line_of_ranks(ax, ranks, "A", "B", needed, 5)
    return Drawn(
        "A and B each win on ten of twenty data sets. Alone they have the same mean rank; with C, "
        "D and E in the pool they are 1.5 ranks apart, more than the critical difference.",
        data,
        fig,
    )


def _variant_picture(run: Run) -> Drawn:
    from course_lib.plots import draw_variants, figure

    trick = variant_trick(10, 10)
    fig, ax = figure(8, 4.4)
    draw_variants(ax, trick, trick.needed or 0)
    return Drawn(
        f"A0 and B win ten data sets each. With {trick.needed} weak variants of A0 in the pool the "
        "mean-ranks test calls A0 significantly better.",
        {"z": trick.z.tolist(), "critical": trick.critical.tolist()},
        fig,
    )


def _power_picture(run: Run) -> Drawn:
    from course_lib.plots import draw_power, figure

    distances = np.arange(-4.0, 6.01, 0.25).tolist()
    powers = [mean_ranks_power([0, 1.5, *(1.5 + d + i for i in range(3))], 20) for d in distances]
    sign = sign_test_power(win_chance(), DATA_SETS, ALPHA)
    fig, ax = figure(8, 4.2)
    draw_power(ax, distances, powers, sign, 3.5)
    return Drawn(
        "The sign test finds the difference between A and B with chance 0.94. The mean-ranks test "
        "does as well while the others are near the two, and loses sight of it as they move ahead.",
        {"distances": distances, "powers": powers, "sign": sign},
        fig,
    )


def _pool_picture(run: Run) -> Drawn:
    from course_lib.plots import draw_pools, figure

    fig, ax = figure(8.5, 4.4)
    found = pool_sensitivity(run.table, "C2", "C4", alpha=ALPHA)
    labels = draw_pools(ax, found)
    return Drawn(found.sentence(), labels, fig)


def _errors_picture(run: Run) -> Drawn:
    from course_lib.plots import draw_family_wise_errors, figure

    fig, axes = figure(13, 3.8, columns=2)
    for ax, world in zip(axes, ("generalist", "outsider"), strict=True):
        draw_family_wise_errors(ax, run.errors[world])
        ax.set_title(f"One {world}, four equals", loc="left")
    return Drawn(
        "With a generalist between four equal specialists the mean-ranks test breaks its promise; "
        "with an outsider below them it hardly ever finds anything. Tests of pairs keep it.",
        {world: dict(errors.rates) for world, errors in run.errors.items()},
        fig,
    )


PICTURES: dict[str, Callable[[Run], Drawn]] = {
    "example-1": _example_picture,
    "variants": _variant_picture,
    "example-2": _power_picture,
    "example-3": _pool_picture,
    "type-i-error": _errors_picture,
}
TABLES: dict[str, Callable[[Run], Table]] = {
    "table_1": _dependent_pairs,
    "friedman": _friedman,
    "table_2": _accuracies,
}
