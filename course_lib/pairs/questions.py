"""What each case adds to the differences of pairs: held as a table, or made when it is needed.

Of a hundred classifiers there are 4,950 pairs. What a hundred thousand cases add to each would not
fit into memory; what they add to a hundred sums does, and so does some of it at a time.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

#: Numbers at a time, which bounds the memory.
AT_ONCE = 2_000_000
#: Numbers that are made once and kept: 800 MB.
KEPT = 100_000_000

#: Some of the cases: a slice, or their places.
Cases = Any


class Question(ABC):
    """A respect in which pairs may differ: for each pair, what each case adds."""

    pairs: int
    cases: int

    @abstractmethod
    def block(self, cases: Cases) -> np.ndarray:
        """What these cases add: a row for each pair, a column for each case."""

    def basis(self, cases: Cases) -> np.ndarray:
        """The same, or what it is made of: fewer rows, whose sums make the sums of all pairs."""
        return self.block(cases)

    def expand(self, sums: np.ndarray) -> np.ndarray:
        """From sums over the basis to those of the pairs, along the last axis."""
        return sums

    def kept(self) -> "Question":
        """A table of it all, if that is not too large."""
        small = self.pairs * self.cases <= KEPT
        return Table(self.block(slice(None))) if small else self


class Table(Question):
    """A table with a row for each pair and a column for each case."""

    def __init__(self, table: np.ndarray) -> None:
        self.table = np.asarray(table)
        self.pairs, self.cases = self.table.shape

    def block(self, cases: Cases) -> np.ndarray:
        """These columns."""
        return self.table[:, cases].astype(float, copy=False)

    def kept(self) -> Question:
        """It is one."""
        return self


class Differences(Question):
    """The first less the second of each couple, of values in a row for each classifier.

    >>> errors = np.array([[1, 0, 1], [0, 0, 1], [1, 1, 0]])
    >>> Differences(errors, [(0, 1), (1, 2)]).block(slice(None)).tolist()
    [[1.0, 0.0, 0.0], [-1.0, -1.0, 1.0]]
    """

    def __init__(self, values: np.ndarray, couples: Sequence[tuple[int, int]]) -> None:
        self.values = np.asarray(values)
        self.first, self.second = np.array(couples).T
        self.pairs, self.cases = len(couples), self.values.shape[1]

    def block(self, cases: Cases) -> np.ndarray:
        """The differences in these cases."""
        return self.expand(self.basis(cases).T).T

    def basis(self, cases: Cases) -> np.ndarray:
        """The values themselves."""
        return self.values[:, cases].astype(float)

    def expand(self, sums: np.ndarray) -> np.ndarray:
        """First less second."""
        return sums[..., self.first] - sums[..., self.second]

    def kept(self) -> Question:
        """Sums are quicker than a table would be."""
        return self


@dataclass(frozen=True, eq=False)
class Moments:
    """What all cases of a question come to, pair by pair."""

    sums: np.ndarray
    #: The root of the sum of squares; 1 for a pair that never differs.
    lengths: np.ndarray
    #: The least that a case adds, if it adds anything.
    smallest: np.ndarray

    @classmethod
    def of(cls, question: Question) -> "Moments":
        """All of it, some cases at a time."""
        sums, squares = np.zeros(question.pairs), np.zeros(question.pairs)
        smallest = np.full(question.pairs, np.inf)
        for cases in slices(question.cases, question.pairs):
            added = question.block(cases)
            sums += added.sum(axis=1)
            squares += np.einsum("ij,ij->i", added, added)
            sizes = np.abs(added)
            smallest = np.minimum(smallest, sizes.min(axis=1, where=sizes > 0, initial=np.inf))
        differs = squares > 0
        lengths = np.sqrt(np.where(differs, squares, 1.0))
        return cls(sums, lengths, np.where(differs, smallest, 0.0))


def slices(cases: int, rows: int, at_once: int = AT_ONCE) -> Iterator[slice]:
    """All cases, so many at a time that a table with so many rows is not too large."""
    step = max(1, at_once // max(1, rows))
    return (slice(start, min(start + step, cases)) for start in range(0, cases, step))
