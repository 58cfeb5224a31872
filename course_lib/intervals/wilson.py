"""Wilson's interval for a share, also where cases belong together or count in part."""

from typing import NamedTuple

import numpy as np


class EffectiveNumber(NamedTuple):
    """So many independent yes/no cases would tell as much as these do."""

    number: float
    #: From how many independent units that was estimated; infinite where nothing had to be.
    freedom: float


def wilson_limits(share: float, number: float, z: float) -> tuple[float, float]:
    """Every true share that is at most z standard errors away from the observed one.

    `number` need not be whole.

    >>> [round(limit, 4) for limit in wilson_limits(0.8, 100, 1.96)]
    [0.7112, 0.8666]
    """
    square = z * z / number
    middle = share + square / 2
    reach = np.sqrt(square * (share * (1 - share) + square / 4))
    # At 0 and 1 the limit is there, and rounding must not say otherwise.
    low = 0.0 if share == 0 else max(0.0, float((middle - reach) / (1 + square)))
    return low, 1.0 if share == 1 else min(1.0, float((middle + reach) / (1 + square)))


def quantile(confidence: float, freedom: float) -> float:
    """Standard errors to each side: Student's with so many degrees of freedom, or the normal."""
    from scipy.special import ndtri, stdtrit

    tail = (1 - confidence) / 2
    return float(-ndtri(tail) if np.isinf(freedom) else -stdtrit(freedom, tail))


def effective_number(values: np.ndarray, clusters: np.ndarray | None) -> EffectiveNumber:
    """How many independent yes/no cases would tell as much about the mean of these values.

    `values` from 0 to 1, one for each case; `clusters` numbers, from 0, that say which cases belong
    together. For 0 and 1 without clusters it is their number. The variance of the mean is that of
    a ratio of cluster totals; it is not taken to be smaller than if all cases were independent, for
    a few clusters may cancel out by chance. If nothing varies, each cluster counts once.

    >>> effective_number(np.array([1, 1, 0, 0, 1.0]), None)
    EffectiveNumber(number=5.0, freedom=inf)
    >>> effective_number(np.repeat([1, 0, 1.0], 4), np.repeat([0, 1, 2], 4))   # three, four times
    EffectiveNumber(number=3.0, freedom=inf)
    """
    cases = values.size
    sizes = np.ones(cases) if clusters is None else np.bincount(clusters).astype(float)
    units = sizes.size
    totals = values if clusters is None else np.bincount(clusters, values)
    if (sizes == sizes[0]).all() and ((totals == 0) | (totals == sizes)).all():
        return EffectiveNumber(float(units), np.inf)  # so many throws of a coin, nothing else
    mean = values.mean()
    if mean in (0.0, 1.0):
        return EffectiveNumber(float(units), np.inf)
    if clusters is None:
        units_left, variance = cases - 1, np.sum((values - mean) ** 2) / (cases - 1)
    else:
        units_left = units - 1
        variance = np.sum((totals - sizes * mean) ** 2) / cases * units / units_left
        variance = max(variance, np.sum((values - mean) ** 2) / (cases - 1))
    # A single yes/no case would have the variance m (1 - m), estimated likewise.
    single = mean * (1 - mean) * cases / (cases - 1)
    return EffectiveNumber(float(cases * single / variance), float(units_left))
