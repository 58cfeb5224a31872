"""The exact distribution of the best accuracy along a random ranking.

Cutting the ranking after t cases gets TP + (negatives - FP) cases right. The best cut
is where TP - FP peaks: the maximum of a walk that goes up at a positive and down at a
negative and ends at a known height. Reflecting the walk at the height it is asked to
reach turns "reaches it" into "ends elsewhere", which is a binomial coefficient:

    P(best cut gets at least c right) = C(n, c) / C(n, positives)

for every c above max(positives, negatives), what majority voting gets right. The two
classes enter alike, so the distribution is symmetric in them.
"""

import math
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

import numpy as np

from course_lib.chance.competition import Probability, from_log, looks_decimal
from course_lib.chance.distribution import LatticeDistribution
from course_lib.chance.setting import Metric, RankingCounts, Setting

#: Up to this many steps above majority voting a tail is a ratio of integers.
_EXACT_STEPS = 100
#: And up to this many, where a tail seems to equal a level and only integers can tell.
_RECOUNT_STEPS = 5_000


class AccuracyDistribution(LatticeDistribution):
    """Best accuracy of a classifier that learned nothing; the index counts cases right."""

    def __init__(self, setting: Setting) -> None:
        self.fewer = min(setting.positives, setting.negatives)
        self.more = max(setting.positives, setting.negatives)
        cases = self.fewer + self.more
        super().__init__(setting, first=self.more, last=cases, scale=cases)

    @cached_property
    def _log_tails(self) -> np.ndarray:
        """The logarithm of P(index' >= more + step) for step = 0 .. fewer, as a running sum."""
        step = np.arange(self.fewer)
        logs = np.log(self.fewer - step) - np.log(self.more + 1 + step)
        return np.concatenate([[0.0], np.cumsum(logs)])

    @cached_property
    def _tails(self) -> np.ndarray:
        return np.exp(self._log_tails)

    def _tail(self, index: int) -> Probability:
        step = index - self.more
        if step > _EXACT_STEPS:
            chance = from_log(self._log_tails[step])
            if step > _RECOUNT_STEPS or not looks_decimal(chance):
                return chance
        return Fraction(math.perm(self.fewer, step), math.perm(self.more + step, step))

    def _head(self, index: int) -> Probability:
        return 1 - self._tail(index + 1)

    @cached_property
    def pmf(self) -> np.ndarray:
        """The probability of each score in `support`."""
        if self.fewer <= _EXACT_STEPS:
            tails = [Fraction(1), *map(self._tail, range(self.first + 1, self.last + 1)), 0]
            return np.array([float(a - b) for a, b in pairwise(tails)])
        # tail(c) - tail(c + 1) = tail(c) (2c + 1 - n) / (c + 1): no digits cancel.
        right = np.arange(self.first, self.last + 1)
        return np.exp(self._log_tails) * (2 * right + 1 - self.scale) / (right + 1)


def critical_accuracies(sizes: np.ndarray, level: float) -> np.ndarray:
    """Critical best accuracies of one competitor for every pair of class sizes, all at once.

    A lead of k is reached with chance C(P+N, N+k) / C(P+N, P), which falls with k: halve the
    range of k until the smallest lead is found that is exceeded with at most `level`.
    """
    from scipy.special import gammaln

    positives, negatives = np.meshgrid(sizes, sizes, indexing="ij")

    def log_reached(lead: np.ndarray) -> np.ndarray:
        ways = gammaln(negatives + lead + 1) + gammaln(positives - lead + 1)
        return gammaln(positives + 1) + gammaln(negatives + 1) - ways

    low = np.maximum(0, positives - negatives)
    high = positives.copy()
    while (low < high).any():
        middle = (low + high) // 2
        # What equals the level is allowed, whatever rounding makes of its logarithm.
        rare = log_reached(np.minimum(middle + 1, positives)) <= np.log(level) + 1e-10
        rare |= middle >= positives
        high = np.where((low < high) & rare, middle, high)
        low = np.where((low < high) & ~rare, middle + 1, low)
    return (low + negatives) / (positives + negatives)


class BestAccuracy(Metric):
    """The accuracy at the best threshold along the ranking."""

    name = "accuracy"
    title = "best accuracy"
    at_best_threshold = True
    distribution = AccuracyDistribution
    largest_class = 1_000_000
    symmetric = True
    moves_by_cases = True
    formula = staticmethod(critical_accuracies)

    def score_of(self, counts: RankingCounts) -> np.ndarray:
        """The cases that the best cut gets right, as a share."""
        return (counts.peak + counts.negatives) / (counts.positives + counts.negatives)

    def sawtooth(self, score: float, part: int, whole: int) -> int:
        """The critical value moves in steps of one case, and the gap between the score and it
        opens by about half of (score - majority share) cases with each case added.
        """
        return steps_to_outrun(score - max(part, whole) / (part + whole))


def steps_to_outrun(lead: float) -> int:
    """How far to look ahead if the score leads the lowest one that there is by so much."""
    return min(1000, max(20, math.ceil(4 / max(lead, 0.001))))
