"""What flipping signs does to the differences of many pairs at once."""

from collections.abc import Sequence

import numpy as np

#: Numbers at a time, which bounds the memory.
_AT_ONCE = 2_000_000
#: A difference that leaves less of two numbers than this part loses digits.
_LITTLE = 1e-4


class PairRows:
    """A row for each pair, a column for each case: what the case adds to the pair's difference.

    A pair's statistic is the size of its sum, over the root of the sum of squares.
    """

    def __init__(self, table: np.ndarray) -> None:
        #: Each pair with squares that sum to 1; a pair that never differs stays at 0.
        self.table = table.astype(float)
        lengths = np.sqrt(np.einsum("ij,ij->i", self.table, self.table))
        self.table /= np.where(lengths > 0, lengths, 1.0)[:, None]
        self.pairs = len(self.table)
        self.observed = np.abs(self.table.sum(axis=1))

    def mixture(self, generator: np.random.Generator) -> np.ndarray:
        """All pairs mixed at random: cases of a kind, and hardly others, have the same in it."""
        return generator.standard_normal(self.pairs) @ self.table

    def keep(self, columns: np.ndarray) -> None:
        """From now on, signs are those of these columns."""
        self.table = self.table[:, columns]

    def sizes(self, signs: np.ndarray) -> np.ndarray:
        """The statistics after these flips: a row for each flip, a column for each pair."""
        return np.abs(signs @ self.table.T)


class PairsOf:
    """The same for pairs of classifiers, from what each case adds to each classifier's score.

    The signs of all pairs are flipped alike, so it is enough to flip those of the classifiers'
    scores and to take differences afterwards: of 300 classifiers, 300 sums and not 44,850.
    """

    def __init__(self, scores: np.ndarray, couples: Sequence[tuple[int, int]]) -> None:
        #: A row for each classifier, a column for each case.
        self.table = scores.astype(float)
        self.first, self.second = np.array(couples, dtype=np.intp).reshape(-1, 2).T
        lengths = np.sqrt(squared_lengths(self.table, self.first, self.second))
        self.scale = 1 / np.where(lengths > 0, lengths, np.inf)
        self.pairs = self.first.size
        self.observed = self.sizes(np.ones((1, self.table.shape[1])))[0]

    def mixture(self, generator: np.random.Generator) -> np.ndarray:
        """All pairs mixed at random: cases of a kind, and hardly others, have the same in it."""
        drawn = generator.standard_normal(self.pairs) * self.scale
        weights = np.bincount(self.first, drawn, len(self.table))
        # Centred, so that a case on which all score the same adds nothing, to the last digit.
        centred = self.table - self.table[:1]
        return (weights - np.bincount(self.second, drawn, len(self.table))) @ centred

    def keep(self, columns: np.ndarray) -> None:
        """From now on, signs are those of these columns."""
        self.table = self.table[:, columns]

    def sizes(self, signs: np.ndarray) -> np.ndarray:
        """The statistics after these flips: a row for each flip, a column for each pair."""
        sums = signs @ self.table.T
        found = sums[:, self.first]
        found -= sums[:, self.second]
        np.abs(found, out=found)
        found *= self.scale
        return found


def squared_lengths(table: np.ndarray, first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """The sum of squares of the difference of two rows, for many pairs of rows.

    >>> squared_lengths(np.array([[1.0, 0.0], [0.0, 0.0], [2.0, 1.0]]), [0, 0], [1, 2]).tolist()
    [1.0, 2.0]
    """
    first, second = np.asarray(first), np.asarray(second)
    products = table @ table.T
    own = np.diag(products)
    both = own[first] + own[second]
    found = both - 2 * products[first, second]
    if np.array_equal(table, np.rint(table)):  # whole numbers: nothing is lost
        return found
    # Where little is left of much, digits are lost: there the long way.
    lost = np.flatnonzero(found <= _LITTLE * both)
    step = max(1, _AT_ONCE // max(1, table.shape[1]))
    for start in range(0, lost.size, step):
        piece = lost[start : start + step]
        difference = table[first[piece]] - table[second[piece]]
        found[piece] = np.einsum("ij,ij->i", difference, difference)
    return found
