"""Which pairs of algorithms can be equal together, and what Shaffer and Bergmann-Hommel make of it.

Suppose that equality passes on: if A equals B and B equals C, then A equals C. Then pairs that are
equal form groups, and a set of equalities can be all that is true only if it holds just the pairs
within the groups of some division of the algorithms. Such sets are called exhaustive.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

import numpy as np

#: The work of Bergmann and Hommel's procedure grows threefold with each algorithm.
MOST_ALGORITHMS = 16
#: Up to here all divisions are tried one by one, which is quicker.
_FEW = 8


def shaffer_counts(algorithms: int) -> np.ndarray:
    """How many pairs can still be equal once 0, 1, 2, ... pairs are known to differ.

    >>> shaffer_counts(4).tolist()
    [6, 3, 3, 3, 2, 1]
    """
    pairs = algorithms * (algorithms - 1) // 2
    possible = np.array(_possible_counts(algorithms))
    remaining = np.arange(pairs, 0, -1)
    return possible[np.searchsorted(possible, remaining, side="right") - 1]


@lru_cache(maxsize=64)
def _possible_counts(algorithms: int) -> tuple[int, ...]:
    """How many pairs of equals there can be: a group of size j has j (j - 1) / 2.

    The counts that can be are the bits of one long number.
    """
    known = [1]
    for total in range(1, algorithms + 1):
        bits = 0
        for size in range(1, total + 1):
            bits |= known[total - size] << size * (size - 1) // 2
        known.append(bits)
    return tuple(i for i, bit in enumerate(reversed(bin(known[algorithms])[2:])) if bit == "1")


def divisions(things: list[int]) -> Iterator[list[list[int]]]:
    """All ways to divide things into groups.

    >>> sum(1 for _ in divisions([1, 2, 3, 4]))
    15
    """
    if not things:
        yield []
        return
    first, rest = things[0], things[1:]
    for division in divisions(rest):
        yield [[first], *division]
        for i, group in enumerate(division):
            yield [*division[:i], [first, *group], *division[i + 1 :]]


def bergmann_hommel(p_values: np.ndarray, algorithms: int) -> np.ndarray:
    """Adjusted p-values: of all exhaustive sets with the pair in it, the largest Bonferroni value.

    The Bonferroni value of a set is its size times its smallest p-value. `p_values` are those of
    the pairs (0, 1), (0, 2), ..., (1, 2), ...
    """
    adjust = by_divisions if algorithms <= _FEW else by_groups
    return np.minimum(adjust(p_values, algorithms), 1.0)


def by_divisions(p_values: np.ndarray, algorithms: int) -> np.ndarray:
    """The same by trying every division: short, and easy to believe. Values may exceed 1."""
    number = np.zeros((algorithms, algorithms), int)
    first, second = np.triu_indices(algorithms, 1)
    number[first, second] = np.arange(first.size)
    adjusted = np.zeros(first.size)
    for division in divisions(list(range(algorithms))):
        inside = [number[a, b] for group in division for a in group for b in group if a < b]
        if inside:
            value = len(inside) * p_values[inside].min()
            adjusted[inside] = np.maximum(adjusted[inside], value)
    return adjusted


def by_groups(p_values: np.ndarray, algorithms: int) -> np.ndarray:
    """The same for many algorithms, whose divisions are too many to try. Values may exceed 1.

    For each p-value as a level, look at the pairs with at least that p-value only. Among the
    divisions whose groups hold no other pairs, find for each pair the one with the most pairs that
    has the two in one group: the level times that many is a Bonferroni value, or below one. Sets of
    algorithms are the bits of a number, and the best division of a set is the group of its first
    member and the best division of the rest; all levels and all rests are tried at once.
    """
    sets = np.arange(1 << algorithms)
    sizes = np.bitwise_count(sets).astype(np.int16)
    pairs = sizes * (sizes - 1) // 2
    holding = [
        sets & (1 << a | 1 << b) == (1 << a | 1 << b) for a, b in combinations(range(algorithms), 2)
    ]
    smallest = np.full(sets.size, np.inf)  # p-value within each set
    for both, p in zip(holding, p_values, strict=True):
        smallest[both] = np.minimum(smallest[both], p)
    levels = np.unique(p_values)
    # The first so many levels allow all pairs of the set.
    allowing = np.searchsorted(levels, smallest, side="right")
    most = np.zeros((levels.size, sets.size), np.int16)  # pairs in the best division of a set
    for first in reversed(range(algorithms)):
        # Of the sets of those that come after the first one, an axis for each of them: is it in?
        after = algorithms - first - 1
        rest = most[:, :: 2 << first].reshape(-1, *(2,) * after)
        best = rest.copy()  # the first one alone
        for friends in range(1, 1 << after):
            group = (2 * friends + 1) << first
            told = [friends >> axis & 1 for axis in reversed(range(after))]
            at = slice(allowing[group])
            there = best[at, *(1 if friend else slice(None) for friend in told)]
            left = rest[at, *(0 if friend else slice(None) for friend in told)]
            np.maximum(there, left + pairs[group], out=there)
        most[:, 1 << first :: 2 << first] = best.reshape(levels.size, -1)
    values = np.zeros(sets.size)
    for number, level in enumerate(levels):
        groups = sets[allowing > number]
        found = level * (pairs[groups] + most[number, sets[-1] ^ groups])
        values[groups] = np.maximum(values[groups], found)
    return np.array([values[both].max() for both in holding])
