"""How far apart two mean ranks must be: Nemenyi's critical difference, and the normal one."""

import math
from functools import lru_cache
from typing import Any

import numpy as np

from course_lib.common.arguments import one_of, open_unit_interval, whole_number

_MOST_ALGORITHMS = 10_000
_MOST_AT_ONCE = 1000
METHODS = ("nemenyi", "bonferroni", "bonferroni-dunn", "none")


def critical_difference(
    algorithms: int, data_sets: int, alpha: float = 0.05, method: str = "nemenyi"
) -> float:
    """How far apart the mean ranks of two algorithms must be for the mean-ranks test to tell them
    apart.

    Parameters
    ----------
    method
        `"nemenyi"`, from the studentized range: the largest of all differences. `"bonferroni"`,
        the normal distribution with alpha shared out among all pairs, as in Benavoli et al. (2016).
        `"bonferroni-dunn"`, shared out among the comparisons with one control. `"none"`, for one
        pair chosen in advance.

    Examples
    --------
    Demšar's example: four algorithms, 14 data sets.

    >>> round(critical_difference(4, 14), 2), round(critical_difference(4, 14, 0.10), 2)
    (1.25, 1.12)
    """
    algorithms = whole_number("algorithms", algorithms, 2, _MOST_ALGORITHMS)
    data_sets = whole_number("data_sets", data_sets, 1)
    alpha = open_unit_interval("alpha", alpha)
    method = one_of("method", method, METHODS)
    return critical_z(algorithms, alpha, method) * rank_spread(algorithms, data_sets)


def rank_spread(algorithms: int, data_sets: int) -> float:
    """The standard deviation that the mean-ranks test gives to a difference of two mean ranks."""
    return math.sqrt(algorithms * (algorithms + 1) / (6 * data_sets))


def critical_z(algorithms: int, alpha: float, method: str) -> float:
    """What z, the difference of two mean ranks in units of its spread, must reach.

    With `"nemenyi"` this is Demšar's q: the quantile of the studentized range over root two.
    """
    from scipy.special import ndtri

    if method == "nemenyi":
        return _range_quantile(algorithms, alpha) / math.sqrt(2)
    pairs = algorithms * (algorithms - 1) // 2
    comparisons = {"bonferroni": pairs, "bonferroni-dunn": algorithms - 1, "none": 1}[method]
    return float(-ndtri(alpha / (2 * comparisons)))


def range_tail(q: Any, algorithms: int) -> np.ndarray:
    """How often the range of so many independent standard normal numbers is q or more.

    With Z the smallest, all others lie within q above it. The tail is integrated directly, not as
    one minus the rest, so it is right also where it is tiny.

    >>> round(float(range_tail(3.633, 4)), 4)
    0.05
    """
    from scipy.special import ndtr

    q = np.maximum(np.asarray(q, dtype=float), 0.0)
    if q.size > _MOST_AT_ONCE:  # all at once they would not fit into memory
        different, which = np.unique(q, return_inverse=True)
        parts = np.array_split(different, -(-different.size // _MOST_AT_ONCE))
        tails = np.concatenate([range_tail(part, algorithms) for part in parts])
        return tails[which].reshape(q.shape)
    # The largest number lies at x, the others below: all of them above x - q, or not.
    x, weights = _grid()
    below = ndtr(x)
    # log of the density of the largest; in logs, for thousands of algorithms.
    with np.errstate(divide="ignore"):
        largest = math.log(algorithms) - x * x / 2 - math.log(2 * math.pi) / 2
        largest = largest + (algorithms - 1) * np.log(below)
        share = np.minimum(ndtr(x - q[..., None]) / below, 1.0)
        outside = -np.expm1((algorithms - 1) * np.log1p(-share))
    return np.minimum((weights * np.exp(largest) * outside).sum(axis=-1), 1.0)


@lru_cache(maxsize=1)
def _grid() -> tuple[np.ndarray, np.ndarray]:
    """Equal steps: for a smooth function that vanishes at both ends nothing is more exact."""
    x = np.linspace(-37.0, 37.0, 2 * 37 * 16 + 1)
    return x, np.full(x.size, x[1] - x[0])


@lru_cache(maxsize=1000)
def _range_quantile(algorithms: int, alpha: float) -> float:
    from scipy.optimize import brentq

    def excess(q: float) -> float:
        # In logs, or levels of 1e-9 would look alike; the tail of 60 is too small for a float.
        return math.log(max(float(range_tail(q, algorithms)), 5e-324)) - math.log(alpha)

    return float(brentq(excess, 0.0, 60.0, xtol=1e-12)) if excess(0.0) > 0 else 0.0
