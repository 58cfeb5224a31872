"""The lecture's printed tables beside exact values, cell by cell."""

from collections.abc import Mapping
from functools import cache
from itertools import product

import numpy as np

from course_lib.datasets import load_lecture_sign_table, load_lecture_t_table
from course_lib.pairs.sign import sign_test

#: Printed measures are rounded to two decimals.
_HALF = 0.005


def t_quantile(df: int, one_tail: float) -> float:
    """The critical value of t; 0 degrees of freedom stand for infinitely many."""
    from scipy.special import ndtri, stdtrit

    return float(-stdtrit(df, one_tail) if df else -ndtri(one_tail))


def t_table_misprints(
    table: Mapping[tuple[int, float], float] | None = None,
) -> list[tuple[int, float, float, float]]:
    """Cells of the t table that the exact value does not round to: df, level, printed, exact."""
    wrong = []
    for (df, level), printed in (table or load_lecture_t_table()).items():
        exact = t_quantile(df, level)
        digits = 2 if printed >= 100 else 3
        if abs(exact - printed) > 0.5 * 10.0**-digits + 1e-9:
            wrong.append((df, level, printed, exact))
    return wrong


@cache
def critical_difference(trials: int, alpha: float) -> int | None:
    """The smallest |wins - losses| that the exact two-sided sign test calls significant."""
    for difference in range(trials % 2, trials + 1, 2):
        wins = (trials + difference) // 2
        outcome = np.repeat([1.0, 0.0], [wins, trials - wins])
        if sign_test(outcome, 1 - outcome).p_value <= alpha:
            return difference
    return None


def sign_table_misprints(
    table: Mapping[tuple[int, float], int | None] | None = None,
) -> list[tuple[int, float, int | None, int | None]]:
    """Cells of the sign table that differ from the exact ones: n, level, printed, exact."""
    cells = (table or load_lecture_sign_table()).items()
    compared = [(*cell, printed, critical_difference(*cell)) for cell, printed in cells]
    return [line for line in compared if line[2] != line[3]]


def consistent_f(precision: float, recall: float, f: float) -> bool:
    """Could these three, each rounded to two decimals, belong together?"""
    corners = [
        2 * p * r / (p + r)
        for p, r in product(
            (precision - _HALF, precision + _HALF), (recall - _HALF, recall + _HALF)
        )
    ]
    return min(corners) <= f + _HALF and f - _HALF <= max(corners)
