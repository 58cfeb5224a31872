"""The exact law of the number of positives among the first k of a random ranking.

The first k cases are k draws without replacement from an urn with the positives and
the negatives in it: the hypergeometric law, the one that Forman & Cohen (2005) had in
closed form. (Their sum starts at 1 where it must start at 0.)
"""

import math
from fractions import Fraction
from functools import cached_property

import numpy as np

from course_lib.chance.competition import Probability, from_log
from course_lib.chance.distribution import LatticeDistribution
from course_lib.chance.metrics import Setting

#: With no more draws than this, tails are ratios of integers.
_EXACT_DRAWS = 100


class TopKDistribution(LatticeDistribution):
    """Positives in the top k of a classifier that learned nothing; the index is the score."""

    def __init__(self, setting: Setting) -> None:
        # "How many of the k drawn are positive" is "how many of the positives are drawn":
        # take the smaller of the two as the number of draws.
        cases = setting.positives + setting.negatives
        self.draws, self.marked = sorted((setting.k, setting.positives))
        self.unmarked = cases - self.marked
        first = max(0, self.draws - self.unmarked)
        super().__init__(setting, first, last=self.draws, scale=1)

    @cached_property
    def support(self) -> np.ndarray:
        """Every count with a positive probability, in increasing order."""
        return np.arange(self.first, self.last + 1)

    def _score(self, index: int) -> int:
        return index

    @cached_property
    def _counts(self) -> list[int] | None:
        """The number of ways to draw each index, if few enough."""
        if self.draws > _EXACT_DRAWS:
            return None
        return [
            math.comb(self.marked, i) * math.comb(self.unmarked, self.draws - i)
            for i in range(self.first, self.last + 1)
        ]

    @cached_property
    def pmf(self) -> np.ndarray:
        """The probability of each count in `support`."""
        if self._counts is not None:
            total = sum(self._counts)
            return np.array([count / total for count in self._counts])
        return np.exp(self._log_pmf)

    @cached_property
    def _log_pmf(self) -> np.ndarray:
        # Ratios of neighbours, added up outwards from the most likely index.
        i = np.arange(self.first, self.last)
        up = (self.marked - i) * (self.draws - i) / ((i + 1) * (self.unmarked - self.draws + i + 1))
        mode = int(np.searchsorted(-up, -1.0))  # the first ratio of at most 1
        above = np.cumsum(np.log(up[mode:]))
        below = np.cumsum(-np.log(up[:mode])[::-1])[::-1]
        logs = np.concatenate([below, [0.0], above])
        return logs - np.log(np.exp(logs).sum())

    @cached_property
    def _log_tails(self) -> np.ndarray:
        return np.logaddexp.accumulate(self._log_pmf[::-1])[::-1]

    @cached_property
    def _log_heads(self) -> np.ndarray:
        return np.logaddexp.accumulate(self._log_pmf)

    @cached_property
    def _tails(self) -> np.ndarray:
        return np.exp(self._log_tails)

    @cached_property
    def _heads(self) -> np.ndarray:
        return np.exp(self._log_heads)

    def _tail(self, index: int) -> Probability:
        place = index - self.first
        if self._counts is not None:
            return Fraction(sum(self._counts[place:]), sum(self._counts))
        return self._share(self._log_tails[place], self._log_heads[place - 1])

    def _head(self, index: int) -> Probability:
        place = index - self.first
        if self._counts is not None:
            return 1 - self._tail(index + 1)
        return self._share(self._log_heads[place], self._log_tails[place + 1])

    @staticmethod
    def _share(part: float, rest: float) -> Probability:
        # Comparing the two sides keeps a symmetric law symmetric to the last bit.
        return from_log(part - np.logaddexp(part, rest))
