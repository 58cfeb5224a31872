"""The exact distribution of the AUC of a random ranking.

AUC is U / (positives x negatives), where U counts the pairs in which the positive stands
above the negative. Count from the top instead: d = positives x negatives - U is the number
of pairs in the wrong order, and the number of rankings with d wrong pairs is the
coefficient of q^d in the Gaussian binomial coefficient

    G(q) = product over j = 1 .. m of (1 - q^(M+j)) / (1 - q^j),   m = fewer, M = more.

Rankings with *at most* d wrong pairs are the coefficient of q^d in G(q) / (1 - q).

Small sizes: multiply the product out in integers. Large sizes: read the coefficient off by
Cauchy's formula, as a mean over points on a circle |q| = r. With r at the saddle point all
points pull in one direction (no cancellation, however far in the tail), and the values fall
off so fast away from the real axis that some seventy points do. Nothing is approximated by a
normal distribution; the error is that of adding rounded numbers. Against integers, tails are
right to a relative 1e-12 at every size tried (up to 2,000 x 2,000 and 8 x 10,000); at
10,000 x 10,000, where integers are out of reach, circles of different radius agree to 1e-9, and
that is the bound we state. A critical value can then be off by one attainable score at most, if a
tail lies that close to the level.
"""

import math
from bisect import bisect_right
from collections.abc import Callable
from fractions import Fraction
from functools import cached_property

import numpy as np

from course_lib.chance.competition import Level, Probability, from_log, looks_decimal
from course_lib.chance.distribution import LatticeDistribution
from course_lib.chance.setting import Metric, RankingCounts, Setting

#: Multiplying out in integers takes fewer x (half the pairs) additions; up to this many we do it.
_EXACT_WORK = 200_000
#: And up to this many, where a tail seems to equal a level and only integers can tell.
_RECOUNT_WORK = 20_000_000
#: The circle is cut this finely, in units of the spread of the terms: what is added from
#: neighbouring coefficients is then below exp(-36), the precision of a float.
_POINTS_PER_SPREAD = 36
#: Points are added until the last eight of them are this small beside the first.
#: (Far from the real axis lie lower peaks, at roots of unity; this is below those that matter.)
_NEGLIGIBLE = 1e-25
#: The whole pmf: where windows take over from integers, and how far a window reaches below and
#: above its peak in units of the spread there (the pmf falls off faster on the lower side).
_WINDOWS_FROM = 200
_BELOW_PEAK = 2
_ABOVE_PEAK = 4
_WINDOW_POINTS = 24


class AUCDistribution(LatticeDistribution):
    """AUC of a classifier that learned nothing; the index counts pairs in the right order."""

    def __init__(self, setting: Setting) -> None:
        self.fewer = min(setting.positives, setting.negatives)
        self.more = max(setting.positives, setting.negatives)
        pairs = self.fewer * self.more
        super().__init__(setting, first=0, last=pairs, scale=pairs)
        self._integers_are_cheap = self.fewer * pairs <= 2 * _EXACT_WORK

    @cached_property
    def _rankings(self) -> int:
        return math.comb(self.fewer + self.more, self.fewer)

    @cached_property
    def _counts(self) -> np.ndarray:
        """Rankings with 0, 1, 2, ... wrong pairs, up to half of the pairs, as integers."""
        return gaussian_binomial(self.fewer, self.more, self.last // 2)

    @cached_property
    def _cumulative_counts(self) -> np.ndarray:
        return np.add.accumulate(self._counts)

    def _at_most_wrong(self, wrong: int) -> Probability:
        """P(d <= wrong), for fewer wrong pairs than half of them."""
        if 2 * wrong + 1 == self.last:
            return Fraction(1, 2)  # an odd number of pairs: reversing the ranking swaps the halves
        if self._integers_are_cheap:
            return Fraction(int(self._cumulative_counts[wrong]), self._rankings)
        chance = _Circle.peaking_at(self.fewer, self.more, wrong).at_most(wrong)
        if looks_decimal(chance) and min(self.fewer, wrong) * wrong <= _RECOUNT_WORK:
            counts = gaussian_binomial(self.fewer, self.more, wrong)
            return Fraction(int(counts.sum()), self._rankings)
        return chance

    def _tail(self, index: int) -> Probability:
        wrong = self.last - index
        if 2 * wrong < self.last:
            return self._at_most_wrong(wrong)
        return 1 - self._at_most_wrong(self.last - wrong - 1)

    def _head(self, index: int) -> Probability:
        return self._tail(self.last - index)

    def _critical_between(self, level: Level) -> tuple[int, int]:
        if self._integers_are_cheap:
            return super()._critical_between(level)
        # A tail takes long here. So begin with a guess, which is nearly always right, and go on
        # further and further, down or up, until the critical index is known to lie between.
        low = high = min(max(self._guess(level.for_each), self.first), self.last)
        step = 1
        while low > self.first and level.allows(self._tail(low)):
            low, high, step = max(low - step, self.first), low - 1, 2 * step
        while high < self.last and not level.allows(self._tail(high + 1)):
            low, high, step = high + 1, min(high + step, self.last), 2 * step
        return low, high

    def _guess(self, chance: Probability) -> int:
        """About the smallest index that luck exceeds with at most this chance."""
        if chance > 0.5:  # count right pairs instead: the distribution is its own mirror image
            return self._most_wrong(1 - chance) + 1
        return self.last - self._most_wrong(chance) - 1

    def _most_wrong(self, chance: Probability) -> int:
        """About the largest d for which P(at most d wrong pairs) is at most `chance`."""
        # An estimate of the tail says where, and one circle gives all the tails near there.
        rate = _bisect_rate(lambda rate: _estimated_tail(self.fewer, self.more, rate) <= chance)
        circle = _Circle(self.fewer, self.more, rate)
        middle, reach = round(circle.mean), math.ceil(circle.spread)
        near = range(max(0, middle - reach), middle + reach + 1)
        return near.start + bisect_right(near, chance, key=circle.at_most) - 1

    @cached_property
    def pmf(self) -> np.ndarray:
        """The probability of each score in `support`."""
        if self._integers_are_cheap:
            half = np.array([int(count) / self._rankings for count in self._counts])
        else:
            half = np.exp(_log_pmf(self.fewer, self.more, self.last // 2))
        # Reversing a ranking turns d wrong pairs into pairs - d: the pmf is its own mirror image.
        mirrored = half[::-1] if self.last % 2 else half[-2::-1]
        return np.concatenate([half, mirrored])

    @cached_property
    def _tails(self) -> np.ndarray:
        if self._integers_are_cheap:
            return np.array([1.0, *(float(self._tail(i)) for i in range(1, self.last + 1))])
        # From the rare end on, so that rare tails keep their digits.
        at_most_wrong = np.minimum(np.cumsum(self.pmf[: self.last // 2 + 1]), 1.0)
        beyond_median = 1 - at_most_wrong[: self.last - at_most_wrong.size]
        return np.concatenate([[1.0], beyond_median, at_most_wrong[::-1]])

    @cached_property
    def _heads(self) -> np.ndarray:
        return self._tails[::-1]


def gaussian_binomial(fewer: int, more: int, degree: int) -> np.ndarray:
    """Coefficients 0 .. degree of the Gaussian binomial coefficient, as Python integers.

    Two positives and two negatives: six rankings, two of them with two wrong pairs.

    >>> gaussian_binomial(2, 2, 4).tolist()
    [1, 1, 2, 1, 1]
    """
    counts = np.zeros(degree + 1, dtype=object)
    counts[0] = 1
    for j in range(1, min(fewer, degree) + 1):  # a higher power than `degree` changes nothing
        if more + j <= degree:
            counts[more + j :] -= counts[: -(more + j)].copy()
        for start in range(j):
            counts[start::j] = np.add.accumulate(counts[start::j])
    return counts


def _bisect_rate(enough: Callable[[float], bool]) -> float:
    """About the smallest rate that is `enough`; a higher rate means fewer wrong pairs.

    Near is good enough: the peak of the terms may lie a little beside the one asked for.
    """
    low, high = math.log(1e-9), math.log(50.0)
    while high - low > 1e-3:
        middle = (low + high) / 2
        if enough(math.exp(middle)):
            high = middle
        else:
            low = middle
    return math.exp(high)


def _tilted(fewer: int, more: int, rate: float) -> tuple[float, float, float]:
    """Mean and variance of d when each ranking is weighted by exp(-rate d), and the logarithm
    of the mean weight, log(G(exp(-rate)) / number of rankings).
    """
    j = np.arange(1, fewer + 1)
    exponents = np.array([j, more + j])
    x = np.minimum(rate * exponents, 700.0)  # beyond that exp overflows and the term is zero
    means = exponents / np.expm1(x)
    variances = (0.5 * exponents / np.sinh(x / 2)) ** 2
    logs = np.log(-np.expm1(-x) / exponents)
    return (
        float((means[0] - means[1]).sum()),
        float((variances[0] - variances[1]).sum()),
        float((logs[1] - logs[0]).sum()),
    )


def _tilted_sum(fewer: int, more: int, rate: float) -> tuple[float, float, float]:
    """The same for G(q) / (1 - q), whose coefficients count rankings with *at most* d wrong."""
    mean, variance, log_weight = _tilted(fewer, more, rate)
    return (
        mean + 1 / math.expm1(rate),
        variance + (0.5 / math.sinh(rate / 2)) ** 2,
        log_weight - math.log(-math.expm1(-rate)),
    )


def _estimated_tail(fewer: int, more: int, rate: float) -> Probability:
    """P(d <= wrong), to a few percent, where `wrong` is where the terms at this rate peak."""
    mean, variance, log_weight = _tilted_sum(fewer, more, rate)
    log_tail = log_weight + rate * mean - 0.5 * math.log(2 * math.pi * variance + 1)
    return from_log(min(0.0, log_tail))


def _gaussian_binomial_on_circle(
    fewer: int, more: int, rate: float, points: int
) -> tuple[np.ndarray, np.ndarray]:
    """G(q) / G(|q|) at `points` even steps around |q| = exp(-rate), from the real axis on.

    Returns the angles and the values, as far as they are not negligible; the lower half of
    the circle mirrors the upper one.
    """
    j = np.arange(1, fewer + 1)[:, None]
    values = np.empty(0, dtype=complex)
    last = points // 2
    while values.size <= last:
        number = np.arange(values.size, min(max(80, 2 * values.size), last + 1))
        angle = 2 * np.pi * number / points
        factors = _one_minus_power(rate, angle, more + j) / _one_minus_power(rate, angle, j)
        batch = factors.prod(axis=0)
        values = np.concatenate([values, batch])
        if np.abs(batch[-8:]).max() < _NEGLIGIBLE:
            break
    return 2 * np.pi * np.arange(values.size) / points, values


def _one_minus_power(rate: float, angle: np.ndarray, exponent: np.ndarray | int) -> np.ndarray:
    """(1 - q^exponent) / (1 - |q|^exponent) for q = exp(-rate - i angle).

    Written with half angles, so that nothing cancels where q is close to 1.
    """
    sine, cosine = np.sin(angle * exponent / 2), np.cos(angle * exponent / 2)
    twice_ratio = 2 / np.expm1(np.minimum(rate * exponent, 700.0))
    value = np.empty(sine.shape, dtype=complex)
    value.real = 1 + twice_ratio * sine**2
    value.imag = twice_ratio * sine * cosine
    return value


class _Circle:
    """G(q) / (1 - q) on the circle |q| = exp(-rate), ready to give P(d <= wrong) near its peak."""

    def __init__(self, fewer: int, more: int, rate: float) -> None:
        self.rate = rate
        self.mean, variance, self.log_weight = _tilted_sum(fewer, more, rate)
        self.spread = math.sqrt(variance)
        self.points = 2 * math.ceil(_POINTS_PER_SPREAD * self.spread / 2) + 2
        angle, values = _gaussian_binomial_on_circle(fewer, more, rate, self.points)
        self.values = values / _one_minus_power(rate, angle, 1)

    @classmethod
    def peaking_at(cls, fewer: int, more: int, wrong: int) -> "_Circle":
        """The circle through the saddle point for P(d <= wrong)."""
        return cls(
            fewer,
            more,
            _bisect_rate(lambda rate: _tilted_sum(fewer, more, rate)[0] <= wrong),
        )

    def at_most(self, wrong: int) -> Probability:
        """P(d <= wrong): the coefficient of q^wrong, by Cauchy's formula."""
        # Whole turns are dropped in integers, so that the angle keeps all its digits.
        steps = np.arange(self.values.size) * wrong % self.points
        terms = (self.values * np.exp(2j * np.pi * steps / self.points)).real
        # Each point stands for its mirror image too, except the two on the real axis.
        total = 2 * terms.sum() - terms[0]
        if self.values.size == self.points // 2 + 1:
            total -= terms[-1]
        if total <= 0:  # so far from the peak that nothing but rounding is left
            return 0.0
        return from_log(self.log_weight + self.rate * wrong + math.log(total / self.points))


def _log_pmf(fewer: int, more: int, half: int) -> np.ndarray:
    """The logarithm of P(d = 0 .. half), every one to about 1e-11, however rare."""
    log_rankings = math.lgamma(fewer + more + 1) - math.lgamma(fewer + 1) - math.lgamma(more + 1)
    # The first few in integers, the rest in overlapping windows: weighted by exp(-rate d) the
    # pmf peaks in the window's middle, and a Fourier transform is precise around the peak.
    counts = gaussian_binomial(fewer, more, min(half, _WINDOWS_FROM))
    logs = np.empty(half + 1)
    logs[: counts.size] = [math.log(count) - log_rankings for count in counts]
    done = counts.size
    while done <= half:
        start = done

        def begins_in_time(rate: float, start: int = start) -> bool:
            mean, variance, _ = _tilted(fewer, more, rate)
            return mean - _BELOW_PEAK * math.sqrt(variance) <= start

        rate = _bisect_rate(begins_in_time)
        mean, variance, log_weight = _tilted(fewer, more, rate)
        spread = math.sqrt(variance)
        stop = min(half, math.floor(mean + _ABOVE_PEAK * spread)) + 1
        points = 2 ** math.ceil(math.log2(_WINDOW_POINTS * spread))
        _, values = _gaussian_binomial_on_circle(fewer, more, rate, points)
        weighted = np.fft.irfft(values, points)
        wrong = np.arange(start, stop)
        logs[start:stop] = np.log(weighted[wrong % points]) + rate * wrong + log_weight
        done = stop
    return logs


class AUC(Metric):
    """The area under the ROC curve: the share of pairs in the right order."""

    name = "auc"
    title = "AUC"
    distribution = AUCDistribution
    largest_class = 10_000
    symmetric = True

    def score_of(self, counts: RankingCounts) -> np.ndarray:
        """The pairs in the right order, as a share of all."""
        return counts.right_pairs / (counts.positives * counts.negatives)

    def sawtooth(self, score: float, part: int, whole: int) -> int:
        """Few: scores come in steps of one pair, far finer than a case."""
        return 10
