"""What every exact distribution can tell: support, pmf, cdf, tails, critical values, p-values.

A metric's distribution fills in how likely a score is; this module turns that into answers.
Probabilities travel as `Fraction` while integers are cheap and as floats after that.
A `Fraction` decides exactly when a tail *equals* the level, which happens more often
than one thinks: with 10 positives and 999 negatives the chance to beat majority voting
is 10/1000, and at alpha = 0.01 the last bit of a float would decide the verdict.
"""

import math
from abc import abstractmethod
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from course_lib.chance.competition import (
    Level,
    Probability,
    chance_of_best,
    check_competitors,
    looks_decimal,
)
from course_lib.chance.setting import SAME_SCORE, Setting
from course_lib.common.arguments import open_unit_interval
from course_lib.common.phrases import told_apart
from course_lib.common.result import Result

#: With this many scores at once, or more, it pays to have all tails at hand, unless there are more
#: than so many attainable scores for each of them.
_MANY = 100
_WORTH_A_SCORE = 20_000


@dataclass(init=False, repr=False, eq=False)
class NullDistribution(Result):
    """The scores of one classifier that learned nothing, and how likely each of them is.

    Made by `null_distribution`; never simulated.

    Attributes
    ----------
    metric, positives, negatives, k
        What was asked for (`k` is None unless the metric is `"top_k"`).
    support
        Every score with a positive probability, in increasing order.
    pmf
        The probability of each of them.
    """

    metric: str
    positives: int
    negatives: int
    k: int | None

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.metric = setting.metric.name
        self.positives = setting.positives
        self.negatives = setting.negatives
        self.k = setting.k

    @cached_property
    @abstractmethod
    def support(self) -> np.ndarray:
        """Every score with a positive probability, in increasing order."""

    @cached_property
    @abstractmethod
    def pmf(self) -> np.ndarray:
        """The probability of each score in `support`."""

    @property
    @abstractmethod
    def lowest(self) -> float:
        """The lowest score there is."""

    @abstractmethod
    def is_attainable(self, score: float) -> bool:
        """Can a ranking have this score?"""

    @abstractmethod
    def _chance_at_least(self, score: float) -> Probability:
        """P(score' >= score); `score` need not be attainable."""

    @abstractmethod
    def _chance_at_most(self, score: float) -> Probability:
        """P(score' <= score)."""

    @abstractmethod
    def _critical_score(self, level: Level) -> float:
        """The smallest attainable score x for which `level` allows P(score' > x)."""

    def cdf(self, x: Any) -> Any:
        """P(score <= x): how often luck does no better than x."""
        return self._map(x, self._chance_at_most)

    def sf(self, x: Any) -> Any:
        """P(score > x): how often luck does better than x. Precise far into the tail."""
        return self._map(x, lambda score: self._chance_at_least(finite(score) + 2 * SAME_SCORE))

    def chance_at_least(self, x: Any) -> Any:
        """P(score >= x): how often luck does as well as x, the tail behind a p-value."""
        return self._map(x, self._chance_at_least)

    def p_value(self, score: Any, competitors: int = 1) -> Any:
        """How often the best of `competitors` that learned nothing scores as well as `score`."""
        competitors = check_competitors(competitors)
        return self._map(
            score,
            lambda value: chance_of_best(
                self._chance_at_least(self.setting.score(value)), competitors
            ),
        )

    def critical_value(self, competitors: int = 1, alpha: float = 0.01) -> float:
        """The score that the best of `competitors` must *exceed* to be significant.

        It is the smallest attainable score that luck exceeds with probability at most
        `alpha`. If it is the highest score there is, not even a perfect result is
        significant on this test set.

        A float `alpha` means the decimal number that it prints as: 0.3 is three tenths, though
        the float is a little less.
        """
        competitors = check_competitors(competitors)
        alpha = open_unit_interval("alpha", alpha)
        return self._critical_score(Level(competitors, alpha))

    _also = ("exceeded_by_half", "exceeded_by_one_in_a_hundred")

    @cached_property
    def exceeded_by_half(self) -> float:
        """The smallest score that luck exceeds at most half of the time."""
        return self.critical_value(1, 0.5)

    @cached_property
    def exceeded_by_one_in_a_hundred(self) -> float:
        """The smallest score that luck exceeds at most once in a hundred times."""
        return self.critical_value(1, 0.01)

    def facts(self) -> dict[str, str]:
        """What luck exceeds half of the time, and once in a hundred times, at most."""
        half, rare = told_apart(self.exceeded_by_half, self.exceeded_by_one_in_a_hundred)
        return {
            "score": self.setting.title,
            "test set": self.setting.test_set,
            "exceeded by luck in 50 %": half,
            "in 1 %": rare,
        }

    def sentence(self) -> str:
        """What luck alone does on this test set, in words."""
        half, rare = told_apart(self.exceeded_by_half, self.exceeded_by_one_in_a_hundred)
        return (
            f"On {self.setting.test_set}, the {self.setting.title} of a classifier that learned "
            f"nothing exceeds {half} at most half of the time, and {rare} at most once in a "
            "hundred times."
        )

    @staticmethod
    def _map(x: Any, function: Callable[[Any], Probability]) -> Any:
        """Scalars in, scalars out; arrays keep their shape."""

        def answer(value: Any) -> float:
            return min(float(function(value)), 1.0)  # rounded numbers may add up to a bit more

        if np.ndim(x) == 0:
            return answer(x)
        values = np.asarray(x)
        return np.array([answer(value) for value in values.ravel()]).reshape(values.shape)


class LatticeDistribution(NullDistribution):
    """A distribution whose attainable scores are `index / scale` for consecutive whole indices.

    It knows `_tail(index)`, the chance to reach an index, for every index above `first` and not
    above `last`, and all of them at once as `_tails`.
    """

    def __init__(self, setting: Setting, first: int, last: int, scale: int) -> None:
        super().__init__(setting)
        self.first = first
        self.last = last
        self.scale = scale

    @abstractmethod
    def _tail(self, index: int) -> Probability:
        """P(index' >= index) for first < index <= last."""

    @abstractmethod
    def _head(self, index: int) -> Probability:
        """P(index' <= index) for first <= index < last."""

    @cached_property
    @abstractmethod
    def _tails(self) -> np.ndarray:
        """P(index' >= index) for index = first .. last, as floats."""

    @cached_property
    def _heads(self) -> np.ndarray:
        """P(index' <= index) for index = first .. last, as floats."""
        return np.append(1 - self._tails[1:], 1.0)

    @cached_property
    def support(self) -> np.ndarray:
        """Every score with a positive probability, in increasing order."""
        return np.arange(self.first, self.last + 1) / self.scale

    def _many(self, x: Any) -> bool:
        size = np.size(x)
        return size >= _MANY and self.last - self.first <= size * _WORTH_A_SCORE

    def cdf(self, x: Any) -> Any:
        """P(score <= x): how often luck does no better than x."""
        if not self._many(x):
            return super().cdf(x)
        index = np.floor((finite(x) + SAME_SCORE) * self.scale)
        position = np.clip(index - self.first, -1, self._heads.size - 1).astype(np.int64)
        return np.insert(self._heads, 0, 0.0)[position + 1]

    def sf(self, x: Any) -> Any:
        """P(score > x): how often luck does better than x. Precise far into the tail."""
        if not self._many(x):
            return super().sf(x)
        return self.chance_at_least(finite(x) + 2 * SAME_SCORE)

    def chance_at_least(self, x: Any) -> Any:
        """P(score >= x): how often luck does as well as x, the tail behind a p-value."""
        if not self._many(x):
            return super().chance_at_least(x)
        index = np.ceil((finite(x) - SAME_SCORE) * self.scale)
        position = np.clip(index - self.first, 0, self._tails.size).astype(np.int64)
        return np.append(self._tails, 0.0)[position]

    def p_value(self, score: Any, competitors: int = 1) -> Any:
        """How often the best of `competitors` that learned nothing scores as well as `score`."""
        if not self._many(score):
            return super().p_value(score, competitors)
        competitors = check_competitors(competitors)
        scores = np.asarray(score)
        checked = np.array([self.setting.score(value) for value in scores.ravel()], dtype=float)
        chances = self.chance_at_least(checked)
        with np.errstate(divide="ignore"):  # a chance of 1
            values = chances if competitors == 1 else -np.expm1(competitors * np.log1p(-chances))
        # Where a level may be hit exactly, and where floats end, one by one.
        for i in np.flatnonzero(looks_decimal(chances) | (chances < 1e-290)):
            if chances[i] < 1:
                values[i] = super().p_value(checked[i], competitors)
        return values.reshape(scores.shape)

    @property
    def lowest(self) -> float:
        """The lowest score there is."""
        return self._score(self.first)

    def is_attainable(self, score: float) -> bool:
        """Can a ranking have this score?"""
        index = round(score * self.scale)
        close = abs(score - index / self.scale) <= SAME_SCORE
        return close and self.first <= index <= self.last

    def _score(self, index: int) -> float:
        return index / self.scale

    def _chance_at_least(self, score: float) -> Probability:
        bound = (finite(score) - SAME_SCORE) * self.scale
        if bound <= self.first:
            return Fraction(1)
        if bound > self.last:
            return Fraction(0)
        return self._tail(math.ceil(bound))

    def _chance_at_most(self, score: float) -> Probability:
        bound = (finite(score) + SAME_SCORE) * self.scale
        if bound < self.first:
            return Fraction(0)
        if bound >= self.last:
            return Fraction(1)
        return self._head(math.floor(bound))

    def _critical_score(self, level: Level) -> float:
        # Tails fall as the index rises: find the first that is allowed. What must be exceeded is
        # the index before it; the last index if none is allowed, for nothing exceeds that.
        low, high = self._critical_between(level)
        higher = range(low + 1, high + 1)
        allowed = bisect_left(higher, True, key=lambda index: level.allows(self._tail(index)))
        return self._score(low + allowed)

    def _critical_between(self, level: Level) -> tuple[int, int]:
        """The lowest and the highest index that the critical value may have."""
        return self.first, self.last


def finite(x: Any) -> Any:
    """Numbers as floats; infinities become huge numbers, and what is no number is an error."""
    numbers = np.asarray(x)
    if numbers.dtype.kind not in "iuf" or np.isnan(numbers).any():
        raise ValueError(f"x must be a number or an array of numbers; got {x!r}")
    numbers = numbers.astype(float)
    numbers = np.clip(numbers, -1e9, 1e9)
    return float(numbers) if numbers.ndim == 0 else numbers
