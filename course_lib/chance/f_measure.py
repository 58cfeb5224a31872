"""The exact distribution of the best F-measure along a random ranking.

With TP true positives among the first t cases, F = 2 TP / (positives + t). So F reaches f
exactly when TP reaches f (positives + t) / 2: a straight barrier that rises with t. The
chance that a random ranking touches it is found by walking all rankings at once: carry the
probability of every (t, TP) that has not touched the barrier yet, and add up what arrives
at it. Only positive numbers are added, so rare tails keep their digits.
"""

import math
from bisect import bisect_left
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Any

import numpy as np

from course_lib.chance.accuracy import steps_to_outrun
from course_lib.chance.competition import Level, Probability, looks_decimal
from course_lib.chance.distribution import NullDistribution, finite
from course_lib.chance.setting import SAME_SCORE, Metric, RankingCounts, Setting

#: With no more (TP, FP) pairs than this, rankings are counted in integers; with more, only where
#: a tail seems to equal a level.
_EXACT_PAIRS = 5_000
#: Bisection over all numbers goes on until at most this many (TP, FP) pairs are left.
_FEW = 50
#: The pmf needs one walk for each attainable score. Beyond this many steps in all, it is refused.
_MOST_PMF_STEPS = 50_000_000_000


class FMeasureDistribution(NullDistribution):
    """Best F-measure of a classifier that learned nothing."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        #: The whole ranking taken as positive: every ranking gets at least this.
        self._lowest = self._f(self.positives, self.negatives)

    @property
    def lowest(self) -> float:
        """The lowest score there is."""
        return self._lowest

    def is_attainable(self, score: float) -> bool:
        """Can a ranking have this score?"""
        low, high = score - SAME_SCORE, score + 2 * SAME_SCORE
        return score >= self._lowest - SAME_SCORE and self._count_between(low, high) > 0

    def _f(self, true_positives: Any, false_positives: Any) -> Any:
        return 2 * true_positives / (self.positives + true_positives + false_positives)

    def _reach(self, score: float) -> np.ndarray:
        """For each TP, the most FP with which F >= score; -1 where none is few enough."""
        true_positives = np.arange(self.positives + 1)
        # The same score computed by another formula must count, hence the allowance.
        cases = np.floor(2 * true_positives / (score - SAME_SCORE))
        reach = cases - self.positives - true_positives
        return np.clip(reach, -1, self.negatives).astype(np.int64)

    def _chances(self, score: float) -> tuple[Probability, Probability]:
        """P(F >= score) and P(F < score)."""
        if score <= self._lowest + SAME_SCORE:
            return Fraction(1), Fraction(0)
        if score > 1 + SAME_SCORE:
            return Fraction(0), Fraction(1)
        reach = self._reach(score)
        if self.positives * self.negatives <= _EXACT_PAIRS:
            return self._counted(reach)
        from course_lib.chance.kernels import WALK_SCALE, walk_to_barrier  # numba: only if needed

        touched, passed = walk_to_barrier(self.positives, self.negatives, reach)
        if looks_decimal(touched / WALK_SCALE):
            return self._counted(reach)
        # As a Fraction, for the smallest may be too small for a float.
        scale = Fraction(WALK_SCALE)
        return Fraction(touched) / scale, Fraction(passed) / scale

    def _counted(self, reach: np.ndarray) -> tuple[Fraction, Fraction]:
        """The same in integers: slower, and right to the last bit."""
        rankings = math.comb(self.positives + self.negatives, self.positives)
        tail = Fraction(rankings_reaching(self.positives, self.negatives, reach), rankings)
        return tail, 1 - tail

    def _chance_at_least(self, score: float) -> Probability:
        return self._chances(finite(score))[0]

    def _chance_at_most(self, score: float) -> Probability:
        return self._chances(finite(score) + 2 * SAME_SCORE)[1]

    def _critical_score(self, level: Level) -> float:
        def rare(score: float) -> bool:
            return level.allows(self._chance_at_least(score))

        # Invariant: reaching `low` is not rare, reaching `high` is. Many pairs may share one score,
        # so few pairs may never be left; an interval this narrow holds one score.
        low, high = self._lowest, 1 + 2 * SAME_SCORE
        while self._count_between(low, high) > _FEW and high - low > 10 * SAME_SCORE:
            middle = (low + high) / 2
            if rare(middle):
                high = middle
            else:
                low = middle
        scores = self._scores_between(low, high)
        # Reaching scores[0] is reaching `low`, not rare. Find the last one that is not rare.
        return float(scores[bisect_left(scores, True, lo=1, key=rare) - 1])

    def _false_positives_between(self, low: float, high: float) -> tuple[np.ndarray, np.ndarray]:
        """For each TP, the fewest FP with low <= F < high, and how many such FP there are."""
        fewest = self._reach(high) + 1
        return fewest, np.maximum(self._reach(low) - fewest + 1, 0)

    def _count_between(self, low: float, high: float) -> int:
        return int(self._false_positives_between(low, high)[1].sum())

    def _scores_between(self, low: float, high: float) -> np.ndarray:
        """The attainable scores with low <= F < high, in increasing order."""
        fewest, how_many = self._false_positives_between(low, high)
        true_positives = np.repeat(np.arange(self.positives + 1), how_many)
        within_row = np.arange(how_many.sum()) - np.repeat(np.cumsum(how_many) - how_many, how_many)
        return np.unique(self._f(true_positives, np.repeat(fewest, how_many) + within_row))

    @cached_property
    def support(self) -> np.ndarray:
        """Every score with a positive probability, in increasing order."""
        return self._scores_between(self._lowest, 1 + 2 * SAME_SCORE)

    @cached_property
    def pmf(self) -> np.ndarray:
        """The probability of each score in `support`: one walk for each, so not for large sizes.

        `cdf` and `sf` at the scores of interest are available at every size.
        """
        steps = self.support.size * self.positives * self.negatives
        if steps > _MOST_PMF_STEPS:
            raise ValueError(
                f"the pmf of the best F-measure on {self.setting.test_set} has "
                f"{self.support.size:,} scores, too many to compute one by one; "
                "ask cdf(x) or sf(x) for the scores of interest instead"
            )
        tails = [self._chance_at_least(score) for score in self.support]
        # Rounding may leave a difference of equal tails a hair below zero.
        return np.array(
            [max(float(a - b), 0.0) for a, b in zip(tails, [*tails[1:], 0], strict=True)]
        )


def rankings_reaching(positives: int, negatives: int, reach: np.ndarray) -> int:
    """How many rankings touch a barrier; the plain twin of `kernels.walk_to_barrier`.

    One positive and two negatives, F of at least 2/3: the positive must come first or second.

    >>> rankings_reaching(1, 2, [-1, 1])
    2
    """
    # The ways to have tp positives and fp negatives so far, never having touched the barrier: for
    # one tp after the other, a running sum over fp. What touches it is what is left over.
    ways = [1] * (negatives + 1)
    for tp in range(1, positives + 1):
        first = int(reach[tp]) + 1  # with fewer false positives than this, it is touched
        ways[:first] = [0] * first
        ways[first:] = accumulate(ways[first:])
    return math.comb(positives + negatives, positives) - ways[negatives]


class BestFMeasure(Metric):
    """The F-measure at the best threshold along the ranking."""

    name = "f_measure"
    title = "best F-measure"
    at_best_threshold = True
    distribution = FMeasureDistribution
    largest_class = 2_000
    symmetric = False

    def score_of(self, counts: RankingCounts) -> np.ndarray:
        """The best F itself."""
        return counts.best_f

    def sawtooth(self, score: float, part: int, whole: int) -> int:
        """As for the accuracy; the lowest score is that of calling everybody positive."""
        return steps_to_outrun(score - 2 * part / (2 * part + whole))
