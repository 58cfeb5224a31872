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
    the jackknife, which leaves out one cluster at a time: a large cluster pulls the mean its own
    way, and seems to lie closer to it than it does. It is not taken to be smaller than if all cases
    were independent, for a few clusters may cancel out by chance. Clusters of unequal size count as
    `equal_clusters`; if nothing varies, each of these counts once.

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
    equal = float(units) if clusters is None else equal_clusters(sizes)
    if mean in (0.0, 1.0):
        return EffectiveNumber(equal, np.inf)
    variance = np.sum((values - mean) ** 2) / (cases - 1)
    if clusters is not None:
        without = (totals.sum() - totals) / (cases - sizes)
        jackknife = (units - 1) / units * np.sum((without - mean) ** 2)
        variance = max(variance, cases * jackknife)
    # A single yes/no case would have the variance m (1 - m), estimated likewise.
    single = mean * (1 - mean) * cases / (cases - 1)
    return EffectiveNumber(float(cases * single / variance), max(1.0, equal - 1))


def equal_clusters(sizes: np.ndarray) -> float:
    """As how many clusters of one size clusters of these sizes count.

    >>> equal_clusters(np.array([5, 5, 5])), equal_clusters(np.array([10, 1, 1, 1, 1]))
    (3.0, 1.8846153846153846)
    """
    return float(sizes.sum() ** 2 / np.sum(sizes.astype(float) ** 2))


def largest_share(clusters: np.ndarray) -> float:
    """The share of all cases in the largest cluster: above a fifth, an interval hangs on it.

    >>> largest_share(np.array([0, 0, 0, 1, 2]))
    0.6
    """
    return float(np.bincount(clusters).max() / clusters.size)
