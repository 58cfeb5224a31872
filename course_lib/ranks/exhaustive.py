"""Which pairs of algorithms can be equal together, and what Shaffer and Bergmann-Hommel make of it.

Suppose that equality passes on: if A equals B and B equals C, then A equals C. Then pairs that are
equal form groups, and a set of equalities can be all that is true only if it holds just the pairs
within the groups of some division of the algorithms. Such sets are called exhaustive.
"""

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

#: The work of Bergmann and Hommel's procedure grows threefold with each algorithm.
MOST_ALGORITHMS = 16
#: Up to here all divisions are tried one by one; beyond, a compiled kernel is worth loading.
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
    if algorithms <= _FEW:
        return by_divisions(p_values, algorithms)
    from course_lib.ranks.kernels import adjust_over_groups  # numba: only if needed

    matrix = np.ones((algorithms, algorithms))
    upper = np.triu_indices(algorithms, 1)
    matrix[upper] = matrix.T[upper] = p_values
    adjusted = np.zeros_like(matrix)
    adjust_over_groups(matrix, np.unique(p_values), adjusted)
    return np.minimum(adjusted[upper], 1.0)


def by_divisions(p_values: np.ndarray, algorithms: int) -> np.ndarray:
    """The same by trying every division: slow, short, and easy to believe."""
    number = np.zeros((algorithms, algorithms), int)
    first, second = np.triu_indices(algorithms, 1)
    number[first, second] = np.arange(first.size)
    adjusted = np.zeros(first.size)
    for division in divisions(list(range(algorithms))):
        inside = [number[a, b] for group in division for a in group for b in group if a < b]
        if inside:
            value = len(inside) * p_values[inside].min()
            adjusted[inside] = np.maximum(adjusted[inside], value)
    return np.minimum(adjusted, 1.0)
