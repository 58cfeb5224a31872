"""Friedman's test: do the algorithms differ at all?"""

import math
from typing import Any

import numpy as np

from course_lib.common.arguments import one_of
from course_lib.common.phrases import counted
from course_lib.common.score_table import score_table
from course_lib.ranks.ranking import rank_rows
from course_lib.ranks.results import RankTest

#: With fewer data sets the chi-squared distribution is a rough guide only.
_FEW = 10


def friedman_test(
    scores: Any,
    *,
    ties: str = "corrected",
    method: str = "chi-squared",
    higher_is_better: bool = True,
    names: Any = None,
) -> RankTest:
    """Do the algorithms differ at all? Rows are data sets, columns algorithms.

    Each data set ranks the algorithms. If none is better, all orders are equally likely on each
    data set, and the mean ranks come out nearly the same.

    Parameters
    ----------
    ties
        `"corrected"` divides by what ties leave of the variance; `"uncorrected"` is the formula
        of the textbooks, which with ties finds too little.
    method
        `"chi-squared"`, Friedman's; or `"iman-davenport"`, the F statistic that Iman and
        Davenport made of it, since the first is too cautious as a rule.

    Both distributions are approximate, and with few data sets or many ties they may fall below the
    chance of this very table, its columns in any order. No exact p-value is lower. A note then says
    so, and the second method gives that chance instead; where all data sets agree, it is exact.

    Examples
    --------
    >>> table = [[0.8, 0.7, 0.6], [0.9, 0.8, 0.5], [0.7, 0.6, 0.65], [0.9, 0.7, 0.8]]
    >>> result = friedman_test(table)
    >>> round(result.statistic, 3), round(result.p_value, 4), result.mean_ranks
    (6.0, 0.0498, (1.0, 2.5, 2.5))
    """
    table = score_table(scores, names)
    ties = one_of("ties", ties, ("corrected", "uncorrected"))
    method = one_of("method", method, ("chi-squared", "iman-davenport"), {"f": "iman-davenport"})
    ranks = rank_rows(table, higher_is_better)
    data_sets, algorithms = table.shape
    middle = (algorithms + 1) / 2
    sums = ranks.sum(axis=0)
    # Of all ranks, within data sets. Without ties n (m^3 - m) / 12.
    full = data_sets * (algorithms**3 - algorithms) / 12
    spread = float(((ranks - middle) ** 2).sum())
    tied = spread < full - 1e-9
    notes = []
    if tied:
        notes.append(
            "Tied scores share their ranks, and the statistic is "
            + ("corrected for that." if ties == "corrected" else "not corrected for that.")
        )
    used = spread if ties == "corrected" else full
    between = float(((sums - data_sets * middle) ** 2).sum())
    if spread == 0:
        notes.append("All algorithms are equal on all data sets: there is nothing to compare.")
    statistic = (algorithms - 1) * between / used if used else 0.0
    name, freedom = "chi-squared", [algorithms - 1]
    if method == "iman-davenport":
        name, freedom = "F", [algorithms - 1, (algorithms - 1) * (data_sets - 1)]
        rest = data_sets * (algorithms - 1) - statistic
        statistic = (data_sets - 1) * statistic / rest if rest > 1e-9 * statistic else np.inf
    tail, least = _tail(statistic, *freedom), _least_p(ranks)
    if np.isinf(statistic):
        notes.append(
            "All data sets agree on the order, so F is infinite, and p is the chance that they "
            "agree."
        )
    else:
        if data_sets < _FEW:
            few = counted(data_sets, "data set")
            notes.append(f"With {few} the distribution is a rough guide only.")
        if tail < least:
            notes.append(
                f"Luck brings this very table, its columns in some order, with a chance of "
                f"{least:.2g}, and no exact p-value is lower: "
                + (
                    f"so much is given, not the {tail:.2g} of the F distribution."
                    if name == "F"
                    else "do not rely on this one."
                )
            )
    about = f", {ties} for ties" if tied else ""
    return RankTest(
        test=f"Friedman test ({'Iman-Davenport' if name == 'F' else 'chi-squared'}{about})",
        statistic_name=name,
        statistic=float(statistic),
        p_value=max(tail, least) if name == "F" else tail,
        degrees_of_freedom=tuple(freedom),
        names=table.names,
        mean_ranks=tuple((sums / data_sets).tolist()),
        data_sets=data_sets,
        notes=tuple(notes),
    )


def iman_davenport_test(
    scores: Any, *, ties: str = "corrected", higher_is_better: bool = True, names: Any = None
) -> RankTest:
    """Friedman's test with Iman and Davenport's F statistic, which is less cautious.

    >>> table = [[0.8, 0.7, 0.6], [0.9, 0.8, 0.5], [0.7, 0.6, 0.65], [0.9, 0.7, 0.8]]
    >>> round(iman_davenport_test(table).p_value, 4)
    0.0156
    """
    return friedman_test(
        scores, ties=ties, method="iman-davenport", higher_is_better=higher_is_better, names=names
    )


def _tail(statistic: float, first: int, second: int | None = None) -> float:
    """P(chi-squared or, with two degrees of freedom, F >= statistic)."""
    from scipy.special import chdtrc, fdtrc

    if np.isinf(statistic):
        return 0.0
    return float(chdtrc(first, statistic) if second is None else fdtrc(first, second, statistic))


def _least_p(ranks: np.ndarray) -> float:
    """The chance of this very table, its columns in any order. No exact p-value is lower.

    If nobody is better, a row of m scores, t of which are equal, has m!/t! orders, all as likely.
    All tables that differ in the order of their columns only have the same statistic; columns that
    are equal on every data set have no order among them.
    """
    from scipy.special import gammaln

    rows, algorithms = ranks.shape
    # Equal scores share a rank, and no rank reaches those of the next row.
    tied = np.unique(ranks + 2 * algorithms * np.arange(rows)[:, None], return_counts=True)[1]
    alike = np.unique(ranks, axis=1, return_counts=True)[1]
    row = float(gammaln(algorithms + 1))
    tables = rows * row - float(gammaln(tied + 1).sum())
    this_one = row - float(gammaln(alike + 1).sum())
    return math.exp(min(0.0, this_one - tables))
