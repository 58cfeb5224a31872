"""What one column's AUC does when the truth is shuffled, with the column's ties as they are.

Small files: every way to hand out the labels is counted, one group of equal scores after the other.
Large ones: a saddlepoint approximation to the same distribution (Skovgaard's for conditional tails,
1987). The normal distribution would do for rankings without ties, but not for a column that calls
few cases positive: its luck is skewed, and far out the normal distribution promises too much.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce

import numpy as np

from course_lib.chance.competition import Probability, from_log
from course_lib.common.folds import folds_of, together, widening
from course_lib.common.ranks import twice_mean_ranks

#: So many additions are made to count exactly, at most.
_MOST_ADDITIONS = 6e8
#: The logarithm of the largest number of ways that a float can hold, with room to spare.
_MOST_WAYS = 650
#: Closer to the middle than this the saddlepoint formula divides by nearly nothing.
_MIDDLE = 0.05


@dataclass(frozen=True, eq=False)
class Stratum:
    """Cases among which labels are handed out at random: all of a column's, or those of a fold."""

    #: Different scores, from the lowest, as whole steps (twice the mean rank, less what all share);
    #: and how many cases have each.
    steps: np.ndarray
    sizes: np.ndarray
    #: Of the smaller class.
    chosen: int

    @property
    def log_ways(self) -> float:
        """The logarithm of the number of ways to hand out the labels."""
        return _log_choose(int(self.sizes.sum()), self.chosen)

    @property
    def all_ways(self) -> int:
        """The number of ways to hand out the labels."""
        return math.comb(int(self.sizes.sum()), self.chosen)

    @cached_property
    def top(self) -> int:
        """The sum of the steps if the chosen cases are the highest."""
        return self._sum_of_first(self.steps[::-1], self.sizes[::-1])

    @cached_property
    def bottom(self) -> int:
        """The same if they are the lowest."""
        return self._sum_of_first(self.steps, self.sizes)

    def _sum_of_first(self, steps: np.ndarray, sizes: np.ndarray) -> int:
        left = np.maximum(self.chosen - (sizes.cumsum() - sizes), 0)
        return int((np.minimum(sizes, left) * steps).sum())

    @property
    def log_chance_of_top(self) -> float:
        """All of the highest scores are chosen, and of one group only some."""
        above = self.sizes[::-1].cumsum() - self.sizes[::-1]
        group = int(np.flatnonzero(above < self.chosen)[-1])
        size, taken = int(self.sizes[::-1][group]), self.chosen - int(above[group])
        return _log_choose(size, taken) - self.log_ways

    @property
    def additions(self) -> int:
        """How many it takes to count the ways."""
        taken = int(np.minimum(self.sizes, self.chosen).sum())
        return taken * (self.chosen + 1) * (self.top + 1)

    def ways(self) -> np.ndarray:
        """In how many ways the chosen cases bring each sum of steps."""
        ways = np.zeros((self.chosen + 1, self.top + 1))
        ways[0, 0] = 1
        for step, size in zip(self.steps.tolist(), self.sizes.tolist(), strict=True):
            more = ways.copy()
            for taken in range(1, min(size, self.chosen) + 1):
                if taken * step > self.top:
                    break
                before = ways[: self.chosen + 1 - taken, : self.top + 1 - taken * step]
                more[taken:, taken * step :] += math.comb(size, taken) * before
            ways = more
        return ways[-1]


@dataclass(frozen=True, eq=False)
class ColumnDistribution:
    """The distribution of one column's AUC under shuffled truth. Made by `column_distribution`."""

    #: The folds with cases of both classes, or all cases in one.
    strata: tuple[Stratum, ...]
    #: The AUC if every chosen case were at the lowest score, and what a step adds to it.
    offset: float
    step: float

    @cached_property
    def exact(self) -> bool:
        """Is every way to hand out the labels counted?"""
        if sum(one.log_ways for one in self.strata) > _MOST_WAYS:
            return False
        tops = [one.top + 1 for one in self.strata]
        joining = sum(sum(tops[:i]) * top for i, top in enumerate(tops))
        return sum(one.additions for one in self.strata) + joining <= _MOST_ADDITIONS

    def chance_at_least(self, auc: float) -> Probability:
        """How often luck reaches this AUC."""
        return self._tail(math.ceil((auc - self.offset) / self.step - 1e-6))

    def critical_value(self, level: float) -> float:
        """What must be exceeded, so that luck does so with a chance of at most `level`."""
        if self._tail(self._top) > level:
            total = self._top
        elif self.exact:
            ways = self._ways[::-1].cumsum()[::-1]
            total = int(np.argmax(np.append(ways[1:], 0) <= level * self._all_ways))
        else:
            total = math.ceil(self._saddle.step_with_tail(level)) - 1
        return self.offset + self.step * total

    @cached_property
    def _top(self) -> int:
        return sum(one.top for one in self.strata)

    @cached_property
    def _bottom(self) -> int:
        return sum(one.bottom for one in self.strata)

    @property
    def _all_ways(self) -> int:
        return math.prod(one.all_ways for one in self.strata)

    @cached_property
    def _ways(self) -> np.ndarray:
        """In how many ways each sum of steps comes about, in all strata together."""
        return reduce(np.convolve, (one.ways() for one in self.strata))

    @cached_property
    def _saddle(self) -> "_Saddle":
        return _Saddle(self.strata)

    def _tail(self, total: int) -> Probability:
        """The chance of at least this sum of steps."""
        if total > self._top:
            return 0.0
        if total <= self._bottom:
            return 1.0
        if not self.exact:
            if total == self._top:
                return from_log(sum(one.log_chance_of_top for one in self.strata))
            return self._saddle.tail(total)
        ways = math.fsum(self._ways[total:])
        if self._all_ways < 2**53:  # each count is a whole number, and right
            return Fraction(int(ways), self._all_ways)
        return min(ways / self._all_ways, 1.0)


def column_distribution(
    scores: np.ndarray,
    is_positive: np.ndarray,
    folds: np.ndarray | None = None,
    strata: np.ndarray | None = None,
) -> ColumnDistribution:
    """The distribution of the AUC of these scores when the labels are handed out at random.

    With `folds`, within each fold: only cases of one fold are compared, and each keeps its number
    of positives; and the distribution is widened, for the folds' models share training cases. With
    `strata` it is the same, but for that.

    Examples
    --------
    Three positives, forty negatives, and twelve cases called positive: all three among them in
    C(40, 9) of C(43, 12) ways.

    >>> called = np.array([1] * 12 + [0] * 31)
    >>> luck = column_distribution(called, np.arange(43) < 3)
    >>> luck.chance_at_least(1 - 9 / 80) == Fraction(math.comb(40, 9), math.comb(43, 12))
    True
    """
    found = []
    pairs = lowest_total = 0
    for fold in folds_of(is_positive, together(folds, strata)):
        twice_ranks, sizes = np.unique(twice_mean_ranks(scores[fold]), return_counts=True)
        cases, chosen = fold.size, int(is_positive[fold].sum())
        if chosen > cases - chosen:
            # Fewer are negative: choose those, and count from the other end.
            chosen, sizes = cases - chosen, sizes[::-1]
            twice_ranks = 2 * (cases + 1) - twice_ranks[::-1]
        lowest = int(twice_ranks[0])
        lowest_total += chosen * lowest - chosen * (chosen + 1)
        pairs += chosen * (cases - chosen)
        found.append((twice_ranks - lowest, sizes, chosen))
    span = int(np.gcd.reduce(np.concatenate([steps for steps, _, _ in found]))) or 1
    wide = widening(folds)
    return ColumnDistribution(
        strata=tuple(Stratum(steps // span, sizes, chosen) for steps, sizes, chosen in found),
        offset=0.5 + wide * (lowest_total / (2 * pairs) - 0.5),
        step=wide * span / (2 * pairs),
    )


def _log_choose(cases: int, chosen: int) -> float:
    return math.lgamma(cases + 1) - math.lgamma(chosen + 1) - math.lgamma(cases - chosen + 1)


class _Saddle:
    """The tail of a sum over cases drawn without putting back, so many from each stratum.

    Let every case be drawn on its own, with odds exp(tilt * step + base), on condition that of each
    stratum as many are drawn as it has `chosen`. With the tilt that makes the sum in question the
    expected one, the normal distribution is used where it is best, and its result is carried back
    to no tilt at all.
    """

    def __init__(self, strata: tuple[Stratum, ...]) -> None:
        self.scale = float(max(1, *(one.steps[-1] for one in strata)))
        self.strata = [_Tilted(one, self.scale) for one in strata]
        self.mean = sum(one.mean for one in self.strata)

    def tail(self, step: int) -> float:
        """P(the sum is at least `step`)."""
        from scipy.optimize import brentq

        goal = (step - 0.5) / self.scale  # half a step lower, for the sum comes in whole steps
        sign = 1.0 if goal > self.mean else -1.0
        end = sign
        while sign * (self._at(end)[0] - goal) < 0:
            end *= 2
        tilt = brentq(lambda tilt: self._at(tilt)[0] - goal, 0, end, xtol=1e-14, rtol=1e-11)
        return self._tail_at(tilt)

    def step_with_tail(self, level: float) -> float:
        """Which sum is reached with this chance; not rounded to a whole step."""
        from scipy.optimize import brentq

        sign = 1.0 if self._tail_at(0.0) > level else -1.0
        end = sign
        while sign * (self._tail_at(end) - level) > 0:
            end *= 2
        tilt = brentq(lambda tilt: self._tail_at(tilt) - level, 0, end, xtol=1e-14, rtol=1e-11)
        return self._at(tilt)[0] * self.scale + 0.5

    def _at(self, tilt: float) -> tuple[float, float, float]:
        """Under a tilt: the expected sum, the gain in likelihood, the variance that counts."""
        parts = np.array([one.at(tilt) for one in self.strata])
        expected, gain, spread = parts[:, :3].sum(axis=0)
        return float(expected), max(float(gain), 0.0), float(spread * parts[:, 3].prod())

    def _tail_at(self, tilt: float) -> float:
        """The tail at half a step above the sum that this tilt makes the expected one."""
        from scipy.special import ndtr

        expected, gain, variance = self._at(tilt)
        root = math.copysign(math.sqrt(2 * gain), tilt)
        if abs(root) < _MIDDLE:
            deviation = math.sqrt(self._at(0.0)[2])
            return float(ndtr((self.mean - expected) / deviation))
        half = tilt / (2 * self.scale)
        if abs(half) > 300:
            return 0.0 if tilt > 0 else 1.0
        slope = 2 * self.scale * math.sinh(half) * math.sqrt(variance)
        density = math.exp(-gain) / math.sqrt(2 * math.pi)
        return min(max(float(ndtr(-root)) + density * (1 / slope - 1 / root), 0.0), 1.0)


class _Tilted:
    """One stratum under a tilt."""

    def __init__(self, stratum: Stratum, scale: float) -> None:
        self.heights = stratum.steps / scale
        self.sizes = stratum.sizes.astype(float)
        self.chosen = stratum.chosen
        cases = self.sizes.sum()
        share = self.chosen / cases
        self.base = math.log(share) - math.log1p(-share)
        self.mean = self.chosen * float(self.sizes @ self.heights) / cases
        #: Variance of the number drawn, before any condition and without a tilt.
        self.free = cases * share * (1 - share)

    def at(self, tilt: float) -> tuple[float, float, float, float]:
        """The expected sum, the gain in likelihood, the sum's variance once the number is given,
        and how the variance of the number compares with that without a tilt.
        """
        from scipy.special import expit

        pulls = tilt * self.heights
        base = self._base_for(pulls)
        drawn = expit(pulls + base)
        expected = float(self.sizes @ (drawn * self.heights))
        spread = self.sizes * drawn * expit(-pulls - base)
        weight = float(spread.sum())
        middle = float(spread @ self.heights) / weight
        # How much likelier the sum is with the tilt than without, as a logarithm.
        gain = (
            tilt * expected
            + (base - self.base) * self.chosen
            - float(self.sizes @ (np.logaddexp(0, pulls + base) - np.logaddexp(0, self.base)))
        )
        return expected, gain, float(spread @ (self.heights - middle) ** 2), weight / self.free

    def _base_for(self, pulls: np.ndarray) -> float:
        """The base with which as many cases are expected to be drawn as are: Newton, fenced in."""
        from scipy.special import expit

        # With the highest pull for all, or with the lowest, too few or too many are drawn.
        low, high = self.base - pulls.max(), self.base - pulls.min()
        base = (low + high) / 2
        for _ in range(200):
            drawn = expit(pulls + base)
            excess = float(self.sizes @ drawn) - self.chosen
            low, high = (low, base) if excess > 0 else (base, high)
            slope = float(self.sizes @ (drawn * (1 - drawn)))
            following = base - excess / slope if slope > 0 else low
            if not low < following < high:
                following = (low + high) / 2
            if abs(following - base) <= 1e-13 * max(1.0, abs(base)):
                break
            base = following
        return base
