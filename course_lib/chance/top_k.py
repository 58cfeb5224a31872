"""The exact distribution of the number of positives among the first k of a random ranking.

The first k cases are k draws without replacement from an urn with the positives and
the negatives in it: the hypergeometric distribution, the one that Forman & Cohen (2005) had in
closed form. (Their sum starts at 1 where it must start at 0.)
"""

import math
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Any

import numpy as np

from course_lib.chance.competition import Probability, from_log
from course_lib.chance.distribution import LatticeDistribution
from course_lib.chance.setting import Metric, RankingCounts, Setting
from course_lib.common.arguments import whole_number

#: Draws are counted in integers while all counts together have at most this many bits.
_EXACT_BITS = 3_000_000


class TopKDistribution(LatticeDistribution):
    """Positives in the top k of a classifier that learned nothing; the index is the score."""

    k: int

    def __init__(self, setting: Setting) -> None:
        positives, negatives = setting.positives, setting.negatives
        self.k = k = whole_number("k", setting.k)
        below = positives + negatives - k
        first, last = max(0, k - negatives), min(k, positives)
        super().__init__(setting, first, last, scale=1)
        # "How many of the k drawn are positive" is "how many of the positives are drawn", and can
        # be told from the negatives drawn, or from the positives left over. The fewer draws, the
        # smaller the numbers.
        self.draws = min(positives, negatives, k, below)
        if self.draws in (positives, k):
            self.marked, self.reversed = max(positives, k), False
        elif self.draws == negatives:
            self.marked, self.reversed = k, True
        else:
            self.marked, self.reversed = positives, True
        self.unmarked = positives + negatives - self.marked
        self.fewest = max(0, self.draws - self.unmarked)

    def _in_order(self, by_draws: Any) -> Any:
        """From the order of what is counted to the order of the score."""
        return by_draws[::-1] if self.reversed else by_draws

    @cached_property
    def support(self) -> np.ndarray:
        """Every count with a positive probability, in increasing order."""
        return np.arange(self.first, self.last + 1)

    def _score(self, index: int) -> int:
        return index

    @cached_property
    def _counts(self) -> list[int] | None:
        """The number of ways to draw each index, if integers are cheap."""
        cases = self.marked + self.unmarked
        bits = (
            math.lgamma(cases + 1)
            - math.lgamma(self.draws + 1)
            - math.lgamma(cases - self.draws + 1)
        ) / math.log(2)
        if bits * (self.last - self.first + 1) > _EXACT_BITS:
            return None
        count = math.comb(self.marked, self.fewest) * math.comb(
            self.unmarked, self.draws - self.fewest
        )
        counts = [count]
        for i in range(self.fewest, self.draws):
            count = count * (self.marked - i) * (self.draws - i)
            count //= (i + 1) * (self.unmarked - self.draws + i + 1)
            counts.append(count)
        return self._in_order(counts)

    @cached_property
    def _counts_from_above(self) -> list[int]:
        return list(accumulate(reversed(self._counts or ())))[::-1]

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
        i = np.arange(self.fewest, self.draws)
        up = (self.marked - i) * (self.draws - i) / ((i + 1) * (self.unmarked - self.draws + i + 1))
        mode = int(np.searchsorted(-up, -1.0))  # the first ratio of at most 1
        above = np.cumsum(np.log(up[mode:]))
        below = np.cumsum(-np.log(up[:mode])[::-1])[::-1]
        logs = np.concatenate([below, [0.0], above])
        return self._in_order(logs - np.log(np.exp(logs).sum()))

    @cached_property
    def _log_tails(self) -> np.ndarray:
        # Never above log 1, whatever rounding says.
        return np.minimum(np.logaddexp.accumulate(self._log_pmf[::-1])[::-1], 0.0)

    @cached_property
    def _log_heads(self) -> np.ndarray:
        return np.minimum(np.logaddexp.accumulate(self._log_pmf), 0.0)

    @cached_property
    def _tails(self) -> np.ndarray:
        if self._counts is not None:
            total = self._counts_from_above[0]
            return np.array([count / total for count in self._counts_from_above])
        return np.exp(self._log_tails)

    @cached_property
    def _heads(self) -> np.ndarray:
        if self._counts is not None:
            return np.array([float(self._head(i)) for i in range(self.first, self.last)] + [1.0])
        return np.exp(self._log_heads)

    def _tail(self, index: int) -> Probability:
        position = index - self.first
        if self._counts is not None:
            return Fraction(self._counts_from_above[position], self._counts_from_above[0])
        if self._splits_in_halves_at(index):
            return Fraction(1, 2)
        return from_log(self._log_tails[position])

    def _head(self, index: int) -> Probability:
        if self._counts is not None or self._splits_in_halves_at(index + 1):
            return 1 - self._tail(index + 1)
        return from_log(self._log_heads[index - self.first])

    def _splits_in_halves_at(self, index: int) -> bool:
        """Is P(index' >= index) one half by symmetry?"""
        # With as many positives as negatives, i of the k are positive as often as negative; with
        # as many cases below as above, i positives lie above as often as below.
        either_class = self.positives == self.negatives and 2 * index - 1 == self.k
        either_end = 2 * self.k == self.positives + self.negatives
        return either_class or (either_end and 2 * index - 1 == self.positives)


class TopK(Metric):
    """How many of the first k cases are positive."""

    name = "top_k"
    title = "TP{k} score"
    distribution = TopKDistribution
    largest_class = 1_000_000
    symmetric = False
    takes_k = True

    def score_of(self, counts: RankingCounts) -> np.ndarray:
        """The count itself."""
        return counts.in_top_k

    def sawtooth(self, score: float, part: int, whole: int) -> int:
        """Counts come in whole steps, and the verdict flips seldom."""
        return 100

    def check_k(self, k: Any, cases: int | None = None) -> int:
        """`k`, checked: there must be as many cases, if their number is known."""
        return whole_number("k", k, 1, cases, "" if cases is None else "the number of cases")

    def check_score(self, name: str, value: Any, highest: float, k: int | None) -> int:
        """The value as a count, or a `ValueError`."""
        note = f"how many of the top {k} are positive, not a share of them"
        return whole_number(name, value, 0, int(highest), note)

    def highest(self, positives: int, k: int | None) -> int:
        """All k, or all the positives there are."""
        return min(self.check_k(k), positives)

    def fewest_steps(self, score: float, part: int, whole: int, k: int | None) -> int:
        """A test set needs at least k cases, and as many positives as are to be in the top k."""
        return max(1, math.ceil(self.check_k(k) / (part + whole)), math.ceil(score / part))
