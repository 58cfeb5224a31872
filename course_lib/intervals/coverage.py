"""How often an interval catches the truth: summed over everything that n pairs can come to."""

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from course_lib.common.arguments import open_unit_interval, whole_number
from course_lib.common.columns import like_input, numbers_of
from course_lib.intervals.counts import together
from course_lib.intervals.methods import check_method, interval_by_name

#: Outcomes that are looked at, and so many that their limits may be remembered.
_MOST_OUTCOMES, _FEW_OUTCOMES = 4_000_000, 50_000
#: What is left out has a chance of less than e to the minus this, 4e-18.
_DEPTH = 40.0
#: Outcomes times probabilities at a time.
_PIECE = 2_000_000
#: Limits and differences that differ by less are the same: decimals are not exact.
_GRAIN = 1e-12


def interval_coverage(
    n: int,
    b_chance: Any,
    c_chance: Any,
    method: str | Callable = "tango",
    confidence: float = 0.95,
    *,
    both_right_chance: Any = None,
) -> Any:
    """How often an interval on `n` pairs holds the true difference, by summation.

    `b_chance` and `c_chance` are the true chances that a pair goes one way only and the other way
    only; their difference is the truth to be caught. Every outcome (b, c) is weighed by its chance,
    so nothing is simulated. An interval that keeps its promise covers at least as often as its
    confidence says, or nearly so. The chances may be arrays.

    `method` is a name (`"tango"`, `"wald"`, `"agresti-min"`, `"newcombe"`, `"bootstrap"`, the
    latter with infinitely many repetitions) or your own function of b, c, n and confidence, which
    gets arrays of counts and returns arrays of limits. Newcombe's interval depends on how the other
    pairs split, so it needs `both_right_chance` too.

    Examples
    --------
    Twenty pairs, and 5 percent of all pairs go one way only. Wald's "95 percent":

    >>> round(interval_coverage(20, 0.05, 0.0, "wald"), 3)
    0.639
    >>> round(interval_coverage(20, 0.05, 0.0, "tango"), 3)
    1.0
    """
    n = whole_number("n", n, 1, 10**9)
    confidence = open_unit_interval("confidence", confidence)
    if not callable(method):
        method = check_method(method)
    chances = _chances(b_chance, c_chance, both_right_chance, method)
    shape = chances[0].shape
    flat = np.array([values.ravel() for values in chances])
    spans = _spans(n, flat)
    counts = _outcomes(n, spans)
    low, high = _limits(method, n, spans, counts, confidence)
    truth = flat[0] - flat[1]
    ways = _ways(n, counts)
    # log 0 as a number so low that its multiples still give 0 times 0, and e to it is 0.
    logs = np.where(flat > 0, np.log(np.where(flat > 0, flat, 1.0)), -1e6)
    covered = np.empty(truth.size)
    step = max(1, _PIECE // len(ways))
    for start in range(0, truth.size, step):
        piece = slice(start, start + step)
        weights = np.exp(ways[:, None] + counts.T @ logs[:, piece])
        held = (low[:, None] <= truth[piece] + _GRAIN) & (high[:, None] >= truth[piece] - _GRAIN)
        covered[piece] = np.einsum("ij,ij->j", weights, held)
    return like_input(np.minimum(covered, 1.0).reshape(shape))


def _chances(b: Any, c: Any, both: Any, method: Any) -> list[np.ndarray]:
    """The chances of each kind of pair; the last is what is left."""
    given = {"b_chance": b, "c_chance": c}
    if method == "newcombe":
        if both is None:
            raise ValueError(
                "both_right_chance must be given for Newcombe's interval: the chance that a pair "
                "is right for both; got None"
            )
        given["both_right_chance"] = both
    elif both is not None:
        raise ValueError(
            f"both_right_chance must be None, for only Newcombe's interval needs it; got {both!r}"
        )
    arrays = [
        numbers_of(name, values, shape="any", lowest=0, highest=1, booleans=False)
        for name, values in given.items()
    ]
    arrays = list(together(*arrays, names=" and ".join(given)))
    rest = 1 - sum(arrays[1:], arrays[0])
    if (rest < -_GRAIN).any():
        found = ", ".join(f"{values[rest < -_GRAIN][0]:g}" for values in arrays)
        raise ValueError(f"{' and '.join(given)} must add up to at most 1; got {found}")
    return [*arrays, np.where(rest > _GRAIN, rest, 0.0)]


def _spans(n: int, chances: np.ndarray) -> tuple[tuple[int, int], ...]:
    """From where to where each count may reach; the chance of more is below 1e-16 (Bernstein)."""
    spans = []
    for chance in chances[:-1]:
        variance = n * chance * (1 - chance)
        reach = _DEPTH / 3 + np.sqrt(_DEPTH**2 / 9 + 2 * _DEPTH * variance)
        # What cannot happen has no reach, and what must has none either.
        reach = np.where(variance > 0, reach, 0.0)
        low = max(0, math.floor(np.min(n * chance - reach)))
        high = min(n, math.ceil(np.max(n * chance + reach)))
        spans.append((low, high))
    size = math.prod(high - low + 1 for low, high in spans)
    if size > _MOST_OUTCOMES:
        raise ValueError(
            f"n must be smaller: {n:,} pairs with these chances have {size:,} outcomes"
        )
    return tuple(spans)


def _outcomes(n: int, spans: tuple[tuple[int, int], ...]) -> np.ndarray:
    """All counts within the spans that leave the rest at 0 or more; the rest is the last row."""
    axes = np.meshgrid(*(np.arange(low, high + 1) for low, high in spans), indexing="ij")
    counts = np.array([axis.ravel() for axis in axes])
    rest = n - counts.sum(axis=0)
    return np.vstack([counts, rest])[:, rest >= 0].astype(float)


def _ways(n: int, counts: np.ndarray) -> np.ndarray:
    """The logarithm of how many orders each outcome can come in."""
    from scipy.special import gammaln

    return gammaln(n + 1) - gammaln(counts + 1).sum(axis=0)


def _limits(
    method: Any, n: int, spans: tuple, counts: np.ndarray, confidence: float
) -> tuple[np.ndarray, np.ndarray]:
    """The limits for every outcome."""
    if not callable(method):
        if counts.shape[1] <= _FEW_OUTCOMES:
            return _remembered_limits(method, n, spans, confidence)
        return _limits_by_name(method, n, counts, confidence)
    b, c = counts[0].astype(int), counts[1].astype(int)
    limits = method(b, c, n, confidence)
    try:
        low, high = (np.asarray(limit, dtype=float) for limit in limits)
    except (TypeError, ValueError):
        low = high = np.zeros(0)
    if low.shape != b.shape or high.shape != b.shape:
        raise ValueError(
            "method must return two arrays, the lower and the upper limit for each pair of counts "
            "(np.vectorize makes such a function from one for single counts); got "
            f"{type(limits).__name__}"
        )
    return low, high


@lru_cache(maxsize=32)  # a slider asks for the same limits again and again
def _remembered_limits(
    method: str, n: int, spans: tuple, confidence: float
) -> tuple[np.ndarray, np.ndarray]:
    return _limits_by_name(method, n, _outcomes(n, spans), confidence)


def _limits_by_name(
    method: str, n: int, counts: np.ndarray, confidence: float
) -> tuple[np.ndarray, np.ndarray]:
    both = counts[2] if method == "newcombe" else None
    more = {"repetitions": None} if method == "bootstrap" else {}
    return interval_by_name(method, counts[0], counts[1], n, confidence, both, **more)
