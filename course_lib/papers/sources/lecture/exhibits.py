"""Lecture 6: figures and tables, rebuilt."""

from collections.abc import Callable
from functools import partial

import numpy as np

from course_lib.common.phrases import percent
from course_lib.papers.exhibits import Drawn, Table
from course_lib.papers.sources.lecture.printed_tables import (
    consistent_f,
    critical_difference,
    sign_table_misprints,
    t_quantile,
    t_table_misprints,
)
from course_lib.papers.sources.lecture.run import Run


def _scores_table(run: Run) -> Table:
    rows, printed = [], []
    for i, (name, row) in enumerate(run.scores.items()):
        f = 2 * row["precision"] * row["recall"] / (row["precision"] + row["recall"])
        belongs = consistent_f(row["precision"], row["recall"], row["f_measure"])
        rows.append((name, f"{row['precision']:.2f}", f"{row['recall']:.2f}", f"{f:.3f}"))
        if not belongs:
            printed.append((i, 3, f"{row['f_measure']:.2f}"))
    return Table(
        "Section 1.1: F from precision and recall",
        "Eight classifiers on one data set. F is computed from precision and recall as printed, "
        "two decimals each; in brackets the printed F, where rounding cannot explain another one.",
        ("LN-01", "LN-03", "LN-16"),
        ("classifier", "precision", "recall", "F"),
        tuple(rows),
        tuple(printed),
    )


def _leaf_table(run: Run) -> Table:
    labels, counts = run.leaves
    right, truth, called = np.diag(counts), counts.sum(axis=0), counts.sum(axis=1)
    rows = [
        (label, f"{truth[i]:,}", f"{right[i] / truth[i]:.3f}", f"{right[i] / called[i]:.3f}")
        for i, label in enumerate(labels)
    ]
    return Table(
        "Section 2.2.2: recall and precision of each leaf disease",
        "From the confusion matrix. What the lecture calls the accuracy of a class is its recall.",
        ("LN-02",),
        ("class", "regions", "recall", "precision"),
        tuple(rows),
    )


def _accuracies(run: Run) -> Table:
    scores = run.accuracies
    names = list(scores)
    return Table(
        "Section 3.2.2: four classifiers on ten data sets",
        "As printed, in percent: this is what exercise 3.2 is computed from.",
        ("LN-05",),
        ("data set", *names),
        tuple(
            (data_set, *(f"{scores[name][data_set]:.2f}" for name in names))
            for data_set in scores[names[0]]
        ),
    )


def _t_quantiles(run: Run) -> Table:
    cells = run.t_table
    levels = sorted({level for _, level in cells}, reverse=True)
    lines = sorted({df for df, _ in cells}, key=lambda df: df or np.inf)
    wrong = {(df, level): printed for df, level, printed, _ in t_table_misprints(run.t_table)}
    return Table(
        "Fig. 3: critical values of t",
        "Exact quantiles by degrees of freedom and one-tail level; in brackets what is printed, "
        "where the exact value does not round to it. The header of the printed table also has a "
        "slip: see LN-06.",
        ("LN-06",),
        ("df", *(f"{level:g}" for level in levels)),
        tuple(
            (
                str(df or "infinity"),
                *(
                    f"{t_quantile(df, level):.{2 if cells[df, level] >= 100 else 3}f}"
                    for level in levels
                ),
            )
            for df in lines
        ),
        tuple(
            (lines.index(df), 1 + levels.index(level), f"{printed:g}")
            for (df, level), printed in wrong.items()
        ),
    )


def _sign_differences(run: Run) -> Table:
    cells = run.sign_table
    levels = sorted({alpha for _, alpha in cells}, reverse=True)
    lines = sorted({n for n, _ in cells})
    return Table(
        "Fig. 5: the sign test",
        "The smallest significant difference between wins and losses, by the number of data sets "
        "and the two-sided level, from the binomial distribution; in brackets what is "
        "printed, where that is another number.",
        ("LN-07", "LN-15"),
        ("n", *(f"{alpha:g}" for alpha in levels)),
        tuple(
            (str(n), *(_or_dash(critical_difference(n, alpha)) for alpha in levels)) for n in lines
        ),
        tuple(
            (lines.index(n), 1 + levels.index(alpha), _or_dash(printed))
            for n, alpha, printed, _ in sign_table_misprints(run.sign_table)
        ),
    )


def _or_dash(number: int | None) -> str:
    return "-" if number is None else str(number)


# --- Figures --------------------------------------------------------------------------------------


def _region_picture(run: Run, distribution: str, n: int, alpha: float) -> Drawn:
    from course_lib.plots import figure
    from course_lib.plots.regions import draw_region

    fig, ax = figure(8, 4.2)
    drawn = draw_region(ax, distribution, n, alpha)
    text = (
        f"The distribution of the statistic if there is no difference; beyond {drawn.upper:.3f}"
        + (f" and below {drawn.lower:.3f}" if drawn.lower is not None else "")
        + f" lies {percent(alpha)}."
    )
    return Drawn(text, {"upper": drawn.upper, "lower": drawn.lower}, fig)


def _type_i_picture(run: Run) -> Drawn:
    from course_lib.plots import figure
    from course_lib.plots.regions import draw_type_i_errors

    fig, ax = figure(8, 3.6)
    draw_type_i_errors(ax, run.type_i)
    return Drawn(
        "The t test, on all scores or on the averages of the runs, finds a difference between "
        "equally good learners many times more often than it promises; the corrected test, 5x2cv "
        "and McNemar's test do not, for these steady learners.",
        dict(run.type_i.rates),
        fig,
    )


def _growth_picture(run: Run) -> Drawn:
    from course_lib.plots import figure
    from course_lib.plots.scaling import draw_scaling

    fig, axes = figure(11, 4.2, columns=2)
    draw_scaling(axes, run.growth)
    return Drawn(
        "Two learners, measured while this was made. On logarithmic axes a power of n is a "
        "straight line; the kernel's memory has slope two.",
        run.growth,
        fig,
    )


PICTURES: dict[str, Callable[[Run], Drawn]] = {
    "figure-2": partial(_region_picture, distribution="t", n=9, alpha=0.05),
    "figure-4": partial(_region_picture, distribution="chi-squared", n=1, alpha=0.01),
    "type-i-errors": _type_i_picture,
    "growth": _growth_picture,
}
#: Rebuilt where there is something to compute.
TABLES: dict[str, Callable[[Run], Table]] = {
    "breast_cancer_scores": _scores_table,
    "leaf_diseases": _leaf_table,
    "sign_exercise": _accuracies,
    "t_table": _t_quantiles,
    "sign_table": _sign_differences,
}
