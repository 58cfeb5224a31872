"""Is the best beyond luck? Shuffle the truth, and see how good the very same columns get."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain, combinations
from typing import Any

import numpy as np

from course_lib.chance.normal_sums import NormalSums
from course_lib.common.arguments import whole_number
from course_lib.common.bars import progress_bar
from course_lib.common.folds import folds_of, together, widening
from course_lib.common.randomness import close_to_level, seed_sequence
from course_lib.common.ranks import twice_mean_ranks

#: Shuffles, if nobody says how many; fewer where each takes long.
REPETITIONS = 9_999
FEWER = 1_999
#: From so many cases on it is fewer.
MANY_CASES = 10_000
MOST_SHUFFLES = 10_000_000
#: So many ways to hand out the labels are all listed.
MOST_WAYS = 100_000
#: Where the p-value is close to the level: so many times more, unless it takes too many labels.
MORE = 10
_MOST_LABELS = 4e9
#: From so many cases on, sums over the positives are drawn from the normal distribution, if they
#: follow it: that is, if at a p-value as small as this, over the number of columns, skewness and
#: kurtosis would change it by no more than this share.
NORMAL_CASES = 20_000
_DEEP, _WRONG = 1e-5, 0.02
#: A class is rare if it has less than one case in so many.
_RARE = 20
#: Shuffles at a time, and labels at a time, which bounds the memory.
_AT_ONCE = 10_000
_LABELS = 1_000_000


@dataclass(frozen=True, eq=False)
class ShuffleTest:
    """What the columns reach when the truth is shuffled. Made by `shuffle_test`."""

    #: Of each classifier: how often the best column reaches its AUC by luck, (1 + count)/(1 + R),
    #: or the share of all ways.
    p_values: np.ndarray
    #: How often the worst column falls as low.
    p_values_low: np.ndarray
    #: The best AUC of all columns, for each shuffle, in increasing order.
    best_aucs: np.ndarray
    repetitions: int
    #: Whether these are all ways to hand out the labels, each once: then the p-values are exact.
    every_way: bool
    #: Whether the sums of ranks were drawn from the normal distribution that they follow with so
    #: many cases, instead of shuffling labels one by one.
    normal: bool = False

    @property
    def smallest_p_value(self) -> float:
        """No p-value can be smaller, with so many shuffles."""
        return 1 / (self.repetitions + (not self.every_way))

    def critical_value(self, alpha: float) -> float:
        """What the best AUC must exceed to be significant; infinite with too few shuffles.

        (1 + count)/(1 + R) <= alpha leaves room for so many shuffles that reach the score; of all
        ways, count/R does.
        """
        drawn = not self.every_way
        allowed = math.floor(alpha * (drawn + self.repetitions) + 1e-9) - drawn
        return math.inf if allowed < 0 else float(self.best_aucs[-1 - allowed])

    def is_close(self, p: float, alpha: float) -> bool:
        """May another seed decide otherwise? Not where every way is listed."""
        return not self.every_way and close_to_level(p, alpha, self.repetitions)


def default_repetitions(cases: int, alpha: float) -> int:
    """Enough shuffles to see what is as rare as alpha, twenty times over, within reason."""
    usual = REPETITIONS if cases <= MANY_CASES else FEWER
    return max(usual, min(math.ceil(20 / alpha), 99_999))


def shuffle_test(
    is_positive: np.ndarray,
    scores: np.ndarray,
    repetitions: int,
    seed: Any = 0,
    folds: np.ndarray | None = None,
    strata: np.ndarray | None = None,
) -> ShuffleTest:
    """How good do these very columns get when the truth is shuffled?

    If the scores have nothing to do with the truth, every way to hand out the labels is as likely
    as the one observed. Ties and the likeness of the columns to each other stay as they are, which
    is what the exact distribution for independent rankings cannot know of. Where there are few ways
    all of them are listed, and nothing depends on the seed. Else labels are shuffled `repetitions`
    times, and the count includes the truth as it is, so that a p-value is never 0 and the test
    keeps its level. From 20,000 cases on, the sums of ranks that shuffles bring are drawn from the
    normal distribution, if by their third and fourth moments that changes a p-value of 0.00001 by
    no more than 2 %.

    `scores` has a row for each case and a column for each classifier. The order of the rows does
    not matter: they are put into an order of their own first. With `folds` only cases of one fold
    are compared with each other, and labels change places within a fold; what they reach is moved
    away from 0.5, for the folds' models share training cases. With `strata` it is the same, but
    for that.

    Examples
    --------
    All 20 ways to hand out the labels are equally likely, and one of them is perfect: 1/20.

    >>> truth = np.array([False, False, False, True, True, True])
    >>> found = shuffle_test(truth, np.array([[1, 2, 3, 4, 5, 6]]).T, 9999)
    >>> found.repetitions, found.every_way, float(found.p_values[0])
    (20, True, 0.05)
    """
    return Shuffling(is_positive, scores, folds, strata).test(repetitions, seed)


class Shuffling:
    """Columns that are ready to be shuffled, as often as one likes: see `shuffle_test`."""

    def __init__(
        self,
        is_positive: np.ndarray,
        scores: np.ndarray,
        folds: np.ndarray | None = None,
        strata: np.ndarray | None = None,
    ) -> None:
        groups = folds_of(is_positive, together(folds, strata))
        parts = [_Fold.of(is_positive[cases], scores[cases]) for cases in groups]
        self._parts, self._columns, self._wide = parts, scores.shape[1], widening(folds)
        # Whole numbers in floats, and small enough to be exact: what is equal compares as equal.
        self._observed = sum((part.observed for part in parts), np.zeros(scores.shape[1]))
        self._cases = sum(part.cases for part in parts)
        limit = NormalSums.of(parts) if self._cases > NORMAL_CASES else None
        self._limit = limit if limit and limit.wrong_at(_DEEP) <= _WRONG else None
        if self._limit is None:
            self._parts = [part.in_order() for part in parts]

    def usual_repetitions(self, alpha: float) -> int:
        """Fewer where each takes long."""
        return default_repetitions(0 if self._limit else self._cases, alpha)

    def more_than(self, repetitions: int) -> int | None:
        """`MORE` times as many shuffles, if there is time for them."""
        cost = self._columns if self._limit else self._cases
        quick = MORE * repetitions * cost <= _MOST_LABELS
        return MORE * (repetitions + 1) - 1 if quick else None

    def test(self, repetitions: int, seed: Any = 0) -> ShuffleTest:
        """What luck brings."""
        repetitions = whole_number("repetitions", repetitions, 1, MOST_SHUFFLES)
        parts, wide, limit = self._parts, self._wide, self._limit
        every_way = limit is None and _ways_are_few(parts)
        high = low = self._observed
        if every_way:
            batches: Iterator[np.ndarray] = iter([_all_sums(parts)])
            repetitions = math.prod(part.ways for part in parts)
        else:
            generator = np.random.default_rng(seed_sequence(seed))
            batches = limit.drawn(repetitions, generator) if limit else (
                _drawn_sums(parts, repetitions, generator)
            )  # fmt: skip
        if limit:  # sums go in steps: half a step for continuity
            high, low = high - wide * limit.half_steps, low + wide * limit.half_steps
        middle = sum(part.positives * (part.cases + 1) for part in parts)
        as_high, as_low = np.zeros(self._columns, int), np.zeros(self._columns, int)
        best = []
        for sums in batches:
            if wide > 1:
                sums = middle + wide * (sums - middle)
            highest, lowest = sums.max(axis=1), sums.min(axis=1)
            as_high += (highest[:, None] >= high).sum(axis=0)
            as_low += (lowest[:, None] <= low).sum(axis=0)
            best.append(highest)
        least = sum(part.positives * (part.positives + 1) for part in parts)
        pairs = sum(part.positives * (part.cases - part.positives) for part in parts)
        aucs = np.sort((np.concatenate(best) - least) / (2 * pairs))
        aucs.setflags(write=False)
        # Among all ways the truth as it is has its place already.
        itself = 0 if every_way else 1
        of_best, of_worst = (
            (itself + count) / (itself + repetitions) for count in (as_high, as_low)
        )
        return ShuffleTest(of_best, of_worst, aucs, repetitions, every_way, limit is not None)


@dataclass(frozen=True, eq=False)
class _Fold:
    """Cases among which the labels change places."""

    #: A row for each case, a column for each classifier.
    twice_ranks: np.ndarray
    #: The sum over the positives, column by column.
    observed: np.ndarray
    positives: int

    @classmethod
    def of(cls, truth: np.ndarray, scores: np.ndarray) -> "_Fold":
        columns = [twice_mean_ranks(column) for column in scores.T]
        twice_ranks = np.column_stack(columns).astype(float)
        return cls(twice_ranks, truth.astype(float) @ twice_ranks, int(truth.sum()))

    def in_order(self) -> "_Fold":
        """The same, with the cases in an order of their own."""
        return replace(self, twice_ranks=self.twice_ranks[np.lexsort(self.twice_ranks.T)])

    @property
    def cases(self) -> int:
        return self.twice_ranks.shape[0]

    @property
    def ways(self) -> int:
        return math.comb(self.cases, self.positives)


def _ways_are_few(parts: list[_Fold]) -> bool:
    """Can all be listed? Asked by logarithms first, for the number may have many digits."""
    digits = sum(
        math.lgamma(part.cases + 1)
        - math.lgamma(part.positives + 1)
        - math.lgamma(part.cases - part.positives + 1)
        for part in parts
    )
    return digits < 50 and math.prod(part.ways for part in parts) <= MOST_WAYS


def _all_sums(parts: list[_Fold]) -> np.ndarray:
    """The sum over the positives, column by column, for every way to hand out the labels."""
    sums = np.zeros((1, parts[0].twice_ranks.shape[1]))
    for part in parts:
        # Choose the smaller class: what the others have is the rest.
        fewer = min(part.positives, part.cases - part.positives)
        chosen = np.fromiter(
            chain.from_iterable(combinations(range(part.cases), fewer)), int, part.ways * fewer
        ).reshape(part.ways, fewer)
        here = sum(part.twice_ranks[place] for place in chosen.T)
        if fewer < part.positives:
            here = part.twice_ranks.sum(axis=0) - here
        sums = (sums[:, None] + here).reshape(-1, sums.shape[1])
    return sums


def _drawn_sums(
    parts: list[_Fold], repetitions: int, generator: np.random.Generator
) -> Iterator[np.ndarray]:
    """The same for labels that are shuffled, some thousand shuffles at a time."""
    labels = repetitions * sum(part.cases for part in parts)
    with progress_bar(labels, "shuffling the truth", unit="labels") as bar:
        for start in range(0, repetitions, _AT_ONCE):
            number = min(_AT_ONCE, repetitions - start)
            yield sum(
                (_sums(part.twice_ranks, part.positives, number, generator, bar) for part in parts),
                np.zeros(1),
            )


def _sums(
    twice_ranks: np.ndarray, positives: int, number: int, generator: np.random.Generator, bar: Any
) -> np.ndarray:
    """For each of `number` shuffles, the sum over its positives, column by column.

    Go through the cases: the next one is positive with probability (positives left)/(cases left).
    That is a shuffle, and all shuffles can be done side by side.
    """
    cases = twice_ranks.shape[0]
    if cases > NORMAL_CASES and min(positives, cases - positives) < cases / _RARE:
        return _sums_of_few(twice_ranks, positives, number, generator, bar)
    left = np.full(number, float(positives))
    sums = np.zeros((number, twice_ranks.shape[1]))
    step = max(1, _LABELS // number)
    for start in range(0, cases, step):
        block = twice_ranks[start : start + step]
        labels = generator.random((block.shape[0], number))
        for case, row in enumerate(labels, start):
            row[:] = row * (cases - case) < left
            left -= row
        sums += labels.T @ block
        bar.update(labels.size)
    return sums


def _sums_of_few(
    twice_ranks: np.ndarray, positives: int, number: int, generator: np.random.Generator, bar: Any
) -> np.ndarray:
    """The same where a class is rare: choose its cases, and leave all others alone."""
    cases = twice_ranks.shape[0]
    fewer = min(positives, cases - positives)
    sums = np.empty((number, twice_ranks.shape[1]))
    for row in sums:
        chosen = generator.choice(cases, fewer, replace=False, shuffle=False)
        row[:] = twice_ranks[chosen].sum(axis=0)
        bar.update(cases)
    return sums if fewer == positives else twice_ranks.sum(axis=0) - sums
