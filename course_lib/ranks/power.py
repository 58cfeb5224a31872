"""How likely the mean-ranks test is to find a difference, computed without simulation."""

from functools import lru_cache
from typing import Any

import numpy as np

from course_lib.common.arguments import one_of, open_unit_interval, whole_number
from course_lib.common.columns import numbers_of
from course_lib.ranks.nemenyi import METHODS, critical_z, rank_spread

#: Normal scores beyond so many standard deviations do not matter.
_REACH = 9.0
_MOST_ALGORITHMS = 50
_MOST_DATA_SETS = 100_000


def rank_difference_law(means: Any) -> np.ndarray:
    """By how many ranks the first algorithm is ahead of the second on one data set.

    Each algorithm's score is normal around its mean, with standard deviation 1, and independent of
    the others; more is better. Returns the chances of -(m-1), ..., m-1 ranks ahead.

    Examples
    --------
    Two algorithms: the first is ahead in so many cases, and behind in the rest.

    >>> rank_difference_law([1.5, 0.0]).round(4).tolist()
    [0.1444, 0.0, 0.8556]
    """
    return _difference_chances(tuple(_checked_means(means).tolist())).copy()


@lru_cache(maxsize=2000)
def _difference_chances(means: tuple[float, ...]) -> np.ndarray:
    size = len(means)
    chances = np.zeros(2 * size - 1)
    chances[: size - 1] = _ranks_behind(np.array(means))[::-1]  # most ranks behind come first
    chances[size:] = _ranks_behind(np.array([means[1], means[0], *means[2:]]))
    return chances


def mean_ranks_power(
    means: Any, data_sets: int, alpha: float = 0.05, correction: str = "none"
) -> float:
    """How often the mean-ranks test calls the first two of these algorithms different.

    Scores as in `rank_difference_law`; `correction` is `"none"`, `"bonferroni"` or `"nemenyi"`.

    Examples
    --------
    Example 2 of Benavoli et al.: B is better than A by 1.5, but C, D and E are far ahead.

    >>> round(mean_ranks_power([0, 1.5, 5, 6, 7], 20), 4)
    0.0463
    """
    means = _checked_means(means)
    data_sets = whole_number("data_sets", data_sets, 1, _MOST_DATA_SETS)
    alpha = open_unit_interval("alpha", alpha)
    correction = one_of("correction", correction, METHODS)
    total = sum_chances(rank_difference_law(means), data_sets)
    reach = (means.size - 1) * data_sets
    needed = critical_z(means.size, alpha, correction) * rank_spread(means.size, data_sets)
    ahead = np.abs(np.arange(-reach, reach + 1))
    return float(min(1.0, total[ahead >= needed * data_sets * (1 - 1e-12)].sum()))


def sum_chances(chances: np.ndarray, times: int) -> np.ndarray:
    """The distribution of a sum of so many independent whole numbers, each distributed so."""
    size = (chances.size - 1) * times + 1
    transform = np.fft.rfft(chances, 2 ** int(np.ceil(np.log2(size))))
    return np.maximum(np.fft.irfft(transform**times)[:size], 0.0)


def _checked_means(means: Any) -> np.ndarray:
    found = numbers_of("means", means, entry="algorithm", fewest=2)
    if found.size > _MOST_ALGORITHMS:
        raise ValueError(
            f"means must be 2 to {_MOST_ALGORITHMS} numbers, the compared two first; got "
            f"{found.size}"
        )
    return found


@lru_cache(maxsize=2)
def _legendre(nodes: int) -> tuple[np.ndarray, np.ndarray]:
    return np.polynomial.legendre.leggauss(nodes)


def _ranks_behind(means: np.ndarray) -> np.ndarray:
    """The chances that the first is behind the second by 1, 2, ..., m-1 ranks.

    An integral over the score of the first and how far the second is above it; for each, how many
    others come in between is a sum of independent yes-or-no's.
    """
    from scipy.special import ndtr

    # Among many algorithms a step of the score passes several of them: a finer grid.
    steps, points = (90, 120) if means.size <= 12 else (360, 480)
    first = means[0] + np.linspace(-_REACH, _REACH, steps + 1)[:, None]
    # How far the second can be above it at all; the integrand does not vanish where that begins.
    gap = means[1] - means[0]
    nearest, furthest = max(0.0, gap - 2 * _REACH), max(0.0, gap + 2 * _REACH)
    nodes, weights = _legendre(points)
    width = furthest - nearest
    above = nearest + (nodes + 1) * width / 2
    density = np.exp(-((first - means[0]) ** 2) / 2 - (first + above - means[1]) ** 2 / 2)
    density *= (weights * width / 2) * (2 * _REACH / steps) / (2 * np.pi)
    chances = [density]
    for mean in means[2:]:
        between = ndtr(first + above - mean) - ndtr(first - mean)
        stay = [c * (1 - between) for c in chances]
        move = [c * between for c in chances]
        chances = [
            *stay[:1],
            *(s + m for s, m in zip(stay[1:], move[:-1], strict=True)),
            move[-1],
        ]
    return np.array([c.sum() for c in chances])
