"""Every pair of models, or each with a control: who is right more often, and by how much."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from course_lib.intervals.tango import tango_limits
from course_lib.judging.items import Items
from course_lib.pairs.differences import squared_lengths
from course_lib.pairs.flips import FlipTest, flip_test
from course_lib.pairs.joint import joint_quantile
from course_lib.pairs.mcnemar import exact_p_values

#: With fewer clusters their correlations are not known well enough to gain by them.
_FEW = 20
#: Numbers at a time, which bounds the memory.
_AT_ONCE = 2_000_000


class ComparedPairs(NamedTuple):
    """For each pair, in the order of the couples."""

    #: Items that only one of the two has right; parts where items count in part.
    only_first: np.ndarray
    only_second: np.ndarray
    p_values: np.ndarray
    adjusted: np.ndarray
    #: For the difference of the accuracies; the limits of all pairs hold together.
    low: np.ndarray
    high: np.ndarray
    #: So many standard errors to each side.
    quantile: float
    flips: FlipTest


def compare_pairs(
    items: Items,
    couples: Sequence[tuple[int, int]],
    alpha: float,
    repetitions: int | None,
    seed: Any,
) -> ComparedPairs:
    """Flip the signs of items, or of whole clusters, for all pairs at once.

    The limits are Tango's, at the joint quantile of all pairs. Where items belong together, or
    count in part, counts are divided by the design effect: by how much more the difference varies
    than if items were independent and right or wrong. So the score at a difference of 0 is the
    very statistic that is flipped.
    """
    first, second = np.array(couples, dtype=np.intp).T
    rows = sorted_rows(items)
    totals = totals_of(items)[rows].T
    flips = flip_test([totals], repetitions, seed, alpha=alpha, couples=couples)
    only_first, only_second = _only_one(items, first, second)
    exact = items.clusters is None and items.whole
    if exact:
        p_values = exact_p_values(only_first, only_second)
    else:
        p_values = _alone(totals, first, second, flips.p_values[0])
    differing = only_first + only_second
    quantile = _quantile(items, totals, sizes_of(items)[rows], couples, flips, alpha, seed)
    # A pair that never differs says nothing of it: then clusters count once.
    effect = np.full(first.size, items.number / totals.shape[1])
    some = differing > 0
    squares = np.maximum(  # clusters may cancel out by chance: never less than items by themselves
        squared_lengths(totals, first, second), squared_lengths(items.right.T, first, second)
    )
    effect[some] = squares[some] / differing[some]
    ours, theirs, number = (n / effect for n in (only_first, only_second, items.number))
    limits = tango_limits(ours, theirs, number, np.full(first.size, quantile))
    low, high = (np.round(limit, 12) + 0.0 for limit in limits)  # the rest hangs on threads
    # A p-value that was drawn may lie below the exact one by the luck of the draw; and for a
    # single pair that has an exact one nothing needs to be drawn.
    single = exact and first.size == 1
    adjusted = p_values if single else np.maximum(flips.adjusted[0], p_values)
    return ComparedPairs(only_first, only_second, p_values, adjusted, low, high, quantile, flips)


def totals_of(items: Items) -> np.ndarray:
    """A row for each item, or each cluster: how many of its items each model has right."""
    if items.clusters is None:
        return items.right
    columns = [np.bincount(items.clusters, column) for column in items.right.T]
    return np.round(np.array(columns).T, 9) + 0.0


def sizes_of(items: Items) -> np.ndarray:
    """How many items each row of `totals_of` stands for."""
    if items.clusters is None:
        return np.ones(items.number)
    return np.bincount(items.clusters).astype(float)


def sorted_rows(items: Items) -> np.ndarray:
    """An order of the rows that depends on what they hold, and on nothing else."""
    by_name = np.argsort(np.array(items.names))
    return np.lexsort([sizes_of(items), *totals_of(items).T[by_name]])


def _quantile(
    items: Items,
    totals: np.ndarray,
    sizes: np.ndarray,
    couples: Sequence[tuple[int, int]],
    flips: FlipTest,
    alpha: float,
    seed: Any,
) -> float:
    """Bonferroni's, or less where pairs vary together; then no less than the test's own."""
    from scipy.special import ndtri

    bonferroni = float(-ndtri(alpha / (2 * len(couples))))
    if totals.shape[1] < _FEW:
        return bonferroni
    deviations = totals - sizes * items.right.mean(axis=0)[:, None]
    joint = joint_quantile(deviations, couples, alpha, seed)
    return min(bonferroni, max(joint, round(flips.critical_value(alpha), 9)))


def _only_one(items: Items, first: np.ndarray, second: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """What the first of each pair has right and the second does not, and the other way round."""
    right, sums = items.right, items.right.sum(axis=0)
    if items.whole:
        both = (right.T @ right)[first, second]
    else:
        both = np.empty(first.size)  # the smaller of the two, summed up
        step = max(1, _AT_ONCE // len(right))
        for start in range(0, first.size, step):
            piece = slice(start, start + step)
            both[piece] = np.minimum(right[:, first[piece]], right[:, second[piece]]).sum(axis=0)
    ones = (np.round(sums[index] - both, 9) + 0.0 for index in (first, second))
    return next(ones), next(ones)


def _alone(
    totals: np.ndarray, first: np.ndarray, second: np.ndarray, drawn: np.ndarray
) -> np.ndarray:
    """The p-value of each pair by itself: exact where all its differences are of one size.

    Then to flip signs is to toss a coin for each, which is McNemar's exact test.
    """
    found = drawn.copy()
    step = max(1, _AT_ONCE // totals.shape[1])
    for start in range(0, first.size, step):
        piece = slice(start, start + step)
        difference = totals[first[piece]] - totals[second[piece]]
        ups, downs = (difference > 0).sum(axis=1), (difference < 0).sum(axis=1)
        sizes = np.abs(difference)
        largest = sizes.max(axis=1, keepdims=True)
        alike = ((sizes == 0) | (np.abs(sizes - largest) <= 1e-9 * largest)).all(axis=1)
        found[piece] = np.where(alike, exact_p_values(ups, downs), found[piece])
    return found
