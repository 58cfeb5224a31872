"""What the tests for two classifiers share: checking their input, intervals, tails."""

import math
from typing import Any

import numpy as np

from course_lib.arguments import one_of, open_unit_interval

ALTERNATIVES = ("two-sided", "greater", "less")


def check_alternative(alternative: Any) -> str:
    """`"two-sided"`, `"greater"` (A is better) or `"less"` (B is better)."""
    synonyms = {"two_sided": "two-sided", "larger": "greater", "smaller": "less"}
    return one_of("alternative", alternative, ALTERNATIVES, synonyms)


def check_confidence(confidence: Any) -> float:
    """A confidence strictly between 0 and 1."""
    return open_unit_interval("confidence", confidence)


def paired(a: Any, b: Any, fewest: int, higher_is_better: bool = True) -> np.ndarray:
    """The differences of two lists of scores, positive where A is better."""
    samples = [_numbers(name, values) for name, values in (("a", a), ("b", b))]
    sizes = [sample.shape for sample in samples]
    if sizes[0] != sizes[1]:
        raise ValueError(
            "a and b must be paired, score by score: as many of one as of the other; got "
            f"{_shape(sizes[0])} and {_shape(sizes[1])}"
        )
    if samples[0].size < fewest:
        raise ValueError(f"a and b must hold at least {fewest} scores; got {samples[0].size}")
    difference = samples[0] - samples[1]
    # Two decimals that differ by less than the last digits of a float are the same score.
    scale = np.maximum(np.abs(samples[0]), np.abs(samples[1]))
    difference[np.abs(difference) <= 1e-12 * scale] = 0.0
    return difference if higher_is_better else -difference


def _numbers(name: str, values: Any) -> np.ndarray:
    try:
        sample = np.asarray(values, dtype=float)
    except (TypeError, ValueError):
        sample = None
    if sample is None or sample.ndim == 0:
        raise ValueError(f"{name} must be a list of numbers; got {values!r}")
    if not np.isfinite(sample).all():
        raise ValueError(
            f"{name} must hold finite numbers only; it holds {np.sum(~np.isfinite(sample))} that "
            "are NaN or infinite. Drop those pairs, or find out where they come from"
        )
    return sample


def _shape(shape: tuple[int, ...]) -> str:
    return " x ".join(map(str, shape))


def tail(lower: float, upper: float, alternative: str) -> float:
    """The p-value, given the chances to be as low and as high; two-sided doubles the smaller."""
    if alternative == "greater":
        return min(1.0, upper)
    if alternative == "less":
        return min(1.0, lower)
    return min(1.0, 2 * min(lower, upper))


def share_interval(count: int, total: int, confidence: float) -> tuple[float, float]:
    """Clopper and Pearson's interval for a share; everything from 0 to 1 if there is no case.

    >>> [round(limit, 3) for limit in share_interval(7, 10, 0.95)]
    [0.348, 0.933]
    """
    from scipy.special import betaincinv

    beside = (1 - confidence) / 2
    low = 0.0 if count == 0 else float(betaincinv(count, total - count + 1, beside))
    high = 1.0 if count == total else float(betaincinv(count + 1, total - count, 1 - beside))
    return low, high


def binomial_tails(count: int, total: int) -> tuple[float, float, float]:
    """P(X <= count), P(X >= count) and P(X = count) of a fair coin thrown `total` times."""
    from scipy.special import bdtr, bdtrc

    lower = float(bdtr(count, total, 0.5))
    upper = 1.0 if count == 0 else float(bdtrc(count - 1, total, 0.5))
    log_point = (
        math.lgamma(total + 1) - math.lgamma(count + 1) - math.lgamma(total - count + 1)
    ) - total * math.log(2)
    return lower, upper, math.exp(log_point)
