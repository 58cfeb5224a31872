"""What the tests for two classifiers share: checking their input, intervals, tails."""

from typing import Any

import numpy as np

from course_lib.common.arguments import one_of, open_unit_interval
from course_lib.common.columns import HUGE
from course_lib.common.phrases import counted, percent

ALTERNATIVES = ("two-sided", "greater", "less")


def check_alternative(alternative: Any) -> str:
    """`"two-sided"`, `"greater"` (A is better) or `"less"` (B is better)."""
    synonyms = {"two_sided": "two-sided", "larger": "greater", "smaller": "less"}
    return one_of("alternative", alternative, ALTERNATIVES, synonyms)


def check_confidence(confidence: Any) -> float:
    """A confidence strictly between 0 and 1."""
    return open_unit_interval("confidence", confidence)


def paired(
    a: Any, b: Any, fewest: int, higher_is_better: bool = True
) -> tuple[np.ndarray, np.ndarray]:
    """The differences of two lists of scores, positive where A is better; and their grain.

    Decimals are not exact in a computer: differences that differ by no more than their grain are
    the same.
    """
    if not isinstance(higher_is_better, bool | np.bool_):
        raise ValueError(f"higher_is_better must be True or False; got {higher_is_better!r}")
    samples, precisions = zip(*(_numbers(*item) for item in (("a", a), ("b", b))), strict=True)
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
    grain = max(precisions) * np.maximum(np.abs(samples[0]), np.abs(samples[1]))
    difference[np.abs(difference) <= grain] = 0.0
    return (difference if higher_is_better else -difference), grain


def paired_lists(
    a: Any, b: Any, fewest: int, higher_is_better: bool = True
) -> tuple[np.ndarray, np.ndarray]:
    """The same for plain lists; a table of scores has no single right way to be paired."""
    difference, grain = paired(a, b, fewest, higher_is_better)
    if difference.ndim != 1:
        raise ValueError(
            f"a and b must be plain lists of scores; got {difference.ndim} dimensions, "
            f"{_shape(difference.shape)}"
        )
    return difference, grain


def _numbers(name: str, values: Any) -> tuple[np.ndarray, float]:
    """The scores, and up to what part of a score they can be trusted."""
    try:
        given = np.asarray(values)
        # "0.8" is text, though NumPy would read it as a number.
        texts = given.dtype.kind == "O" and any(isinstance(v, str | bytes) for v in given.flat)
        sample = None if texts or given.dtype.kind not in "biufO" else given.astype(float)
    except (TypeError, ValueError, OverflowError):
        sample = None
    if sample is None or sample.ndim == 0:
        raise ValueError(f"{name} must be a list of numbers; got {values!r}")
    if not np.isfinite(sample).all():
        raise ValueError(
            f"{name} must hold finite numbers only; it holds {np.sum(~np.isfinite(sample))} that "
            "are NaN or infinite. Drop those pairs, or find out where they come from"
        )
    if np.abs(sample).max(initial=0.0) > HUGE:
        raise ValueError(
            f"{name} must hold numbers from {-HUGE:g} to {HUGE:g}; it goes as far as "
            f"{sample.flat[np.abs(sample).argmax()]:g}"
        )
    single = given.dtype.kind == "f" and given.dtype.itemsize < 8
    return sample, 4 * float(np.finfo(given.dtype).eps) if single else 1e-12


def _shape(shape: tuple[int, ...]) -> str:
    return " x ".join(map(str, shape))


def tail(lower: float, upper: float, alternative: str) -> float:
    """The p-value, given the chances to be as low and as high; two-sided doubles the smaller."""
    if alternative == "greater":
        return min(1.0, upper)
    if alternative == "less":
        return min(1.0, lower)
    return min(1.0, 2 * min(lower, upper))


def too_few(n: int, what: str) -> str:
    """A note for so few that an exact two-sided test cannot reach 5 %."""
    lowest = percent(round(2 * 0.5**n, 4))
    return f"With {counted(n, what)} the smallest two-sided p-value there is, is {lowest}."


def share_interval(count: int, total: int, confidence: float) -> tuple[float, float]:
    """Clopper and Pearson's interval for a share; everything from 0 to 1 if there is no case.

    >>> [round(limit, 3) for limit in share_interval(7, 10, 0.95)]
    [0.348, 0.933]
    """
    from scipy.special import betainccinv, betaincinv

    beside = (1 - confidence) / 2
    low = 0.0 if count == 0 else float(betaincinv(count, total - count + 1, beside))
    high = 1.0 if count == total else float(betainccinv(count + 1, total - count, beside))
    return low, high


def binomial_tails(count: int, total: int) -> tuple[float, float, float]:
    """P(X <= count), P(X >= count) and P(X = count) of a fair coin thrown `total` times."""
    from scipy.special import betainc

    def at_most(k: int) -> float:
        # Not scipy's bdtr, which goes astray from some millions on and is NaN at 10^12.
        if k < 0:
            return 0.0
        return 1.0 if k >= total else float(betainc(total - k, k + 1, 0.5))

    lower, upper = at_most(count), at_most(total - count)
    rarer = min(count, total - count)
    return lower, upper, at_most(rarer) - at_most(rarer - 1)
