"""Who differs from whom? Flip signs, case by case, and see how large differences get by chance.

If two classifiers are equally good, it is chance which of them did better on a case: the difference
between them could as well have had the other sign. Flip the signs of some cases, for all pairs
alike, and look at the largest difference there is: that is what chance brings to the best-looking
of all pairs (Westfall and Young, 1993).
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from course_lib.common.arguments import whole_number
from course_lib.common.phrases import option
from course_lib.common.randomness import close_to_level, seed_sequence
from course_lib.pairs.flip_sums import (
    COARSE,
    Alike,
    Batch,
    NormalLimit,
    drawn,
    drawn_by_cases,
    every_way,
)
from course_lib.pairs.questions import Differences, Moments, Question, Table

#: Flips, if nobody says how many; fewer where each takes long.
REPETITIONS = 9_999
FEWER = 1_999
_MOST = 10_000_000
#: So many ways to flip the signs are all listed.
MOST_WAYS = 2**17
#: Where a p-value is close to the level: so many times more.
MORE = 10
#: From so many cases on, those that weigh little are taken for normal.
MANY_CASES = 20_000
#: The usual number of flips must not take more additions than these, nor more of them than those;
#: and what would take more than these is refused.
_MOST_ADDITIONS = 1e11
_QUICK = 5e10
_HOURS = 2e14
#: Sums of pairs, of all questions, that are held in memory: 4 GB.
MOST_NUMBERS = 500_000_000
#: What differs by less than rounding does counts as equal.
_EQUAL = 1e-9


@dataclass(frozen=True, eq=False)
class FlipTest:
    """How often chance brings differences as large as those of each pair. Made by `flip_test`."""

    #: A row for each question, a column for each pair: the p-value of the pair by itself.
    p_values: np.ndarray
    #: Corrected for all pairs of the question, and for the other questions about the same pair.
    adjusted: np.ndarray
    #: How many flips were drawn, or how many different ones there are in all: then the p-values are
    #: exact.
    repetitions: int
    every_way: bool
    #: The largest statistic of all pairs and questions in each flip, rising; and the chance that it
    #: is as large as that or larger.
    largest: np.ndarray
    chances: np.ndarray
    #: Whether cases that weigh little in every pair were not flipped but drawn as a whole, from the
    #: normal distribution that the sums of so many have.
    normal: bool = False

    @property
    def how(self) -> str:
        """What was done, in a few words.

        >>> flip_test([np.array([[1, 1, -1]])]).how
        'every way to flip signs'
        """
        if self.every_way:
            return "every way to flip signs"
        limit = ", drawn from their normal limit" if self.normal else ""
        return f"{self.repetitions:,} sign flips{limit}"

    def critical_value(self, alpha: float) -> float:
        """What the largest statistic of all reaches with a chance of at most alpha, at the least.

        A statistic is the size of a sum over the root of the sum of squares, about a normal
        deviate. Where no flip is as rare as that, it is infinite.
        """
        rare = self.chances <= alpha
        return float(self.largest[rare][0]) if rare.any() else math.inf

    @property
    def smallest_p_value(self) -> float:
        """No p-value can be smaller, with so many flips; 0 where every way is listed."""
        return 0.0 if self.every_way else 1 / (1 + self.repetitions)

    def is_close(self, alpha: float) -> bool:
        """May another seed decide otherwise about some pair? Not where every way is listed."""
        return not self.every_way and any(
            close_to_level(p, alpha, self.repetitions) for p in self.adjusted.flat
        )


def flip_test(
    questions: Sequence[np.ndarray | Question],
    repetitions: int | None = None,
    seed: Any = 0,
    *,
    alpha: float | None = None,
    widening: float = 1.0,
    couples: Sequence[tuple[int, int]] | None = None,
) -> FlipTest:
    """Which of several pairs differ, in one respect or in several?

    Each question is a table with a row for each pair and a column for each case: what the case adds
    to the difference of the pair. (If A is wrong and B is right, it adds 1 to the difference of
    their errors.) A pair's statistic is the size of its sum, over the root of the sum of squares.

    The adjusted p-values are those of Westfall and Young's step-down procedure for all pairs of a
    question. Where there are several questions, a pair must besides stand out among all pairs in
    the larger of its statistics, in which all questions count. So among classifiers that may change
    places, which are equal in all respects, some pair is declared different with a chance of about
    alpha at most; and so it is in each question by itself. For two classifiers that may change
    places on any case that is exact; for more it holds in simulations, for to flip all pairs alike
    is not quite to let all of them change places.

    Where cases are few all ways to flip them are listed. Else `repetitions` are drawn with `seed`;
    if it is None the usual number, and more where a p-value is close to `alpha`. From 20,000 cases
    on, the sum of those that weigh little in every pair (at most a ten-thousandth of its sum of
    squares) is drawn from the normal distribution, with their covariances, instead of case by case;
    that puts a p-value of 0.0001 too high by some 0.2 %. `widening` says how much more
    differences vary than cases by themselves make them (`common/folds.py`).

    With `couples` a question has a row for each classifier instead, what each case adds to its
    score, and the pairs are these differences of rows, by their numbers: quicker where pairs are
    many.

    Examples
    --------
    A alone is wrong on 6 cases, B alone on 16. To flip all signs is to toss 22 coins, which is
    McNemar's exact test.

    >>> found = flip_test([np.array([[1] * 6 + [-1] * 16])])
    >>> round(float(found.p_values[0, 0]), 6), found.every_way
    (0.052479, True)
    >>> from course_lib import mcnemar_test
    >>> round(mcnemar_test(6, 16).p_value, 6)
    0.052479
    """
    asked = [_asked(question, couples) for question in questions]
    pairs, cases = sum(question.pairs for question in asked), asked[0].cases
    check_room(sum(len(question.basis(slice(0, 1))) for question in asked), cases)
    if repetitions is not None:
        repetitions = whole_number("repetitions", repetitions, 1, _MOST)
    seed_sequence(seed)  # a wrong one is refused even where nothing is drawn
    asked = [question.kept() for question in asked]
    moments = [Moments.of(question) for question in asked]
    observed = [np.abs(own.sums) / own.lengths / widening for own in moments]
    limit = None
    # With more pairs than flips their products would take longer than to flip.
    if cases > MANY_CASES and pairs <= FEWER:
        limit = NormalLimit.of(asked, moments)
        if limit and not limit.factor.size:  # what adds nothing need not be flipped
            asked, cases, limit = limit.questions, limit.heavy.shape[1], None
            moments = [Moments.of(question) for question in asked]
    if limit:
        # Sums go in steps, of twice the least that a case adds or less; half a step for continuity.
        steps = [own.smallest / own.lengths / widening for own in moments]
        observed = [sizes - step for sizes, step in zip(observed, steps, strict=True)]
        cost = pairs * (pairs + limit.heavy.shape[1])
    else:
        cost = pairs * cases
        if alike := Alike.of(asked, moments, MOST_WAYS):
            return _tested(observed, every_way(asked, moments, alike), alike.ways, every_way=True)

    held = all(isinstance(question, Table | Differences) for question in asked)
    if not held and not limit:
        observed = [sizes - COARSE for sizes in observed]

    def tested(number: int) -> FlipTest:
        if limit:
            return replace(_tested(observed, limit.drawn(number, seed), number), normal=True)
        draw = drawn if held else drawn_by_cases
        return _tested(observed, draw(asked, moments, number, seed), number)

    if repetitions is not None:
        return tested(repetitions)
    number = REPETITIONS if cost * REPETITIONS <= _MOST_ADDITIONS else FEWER
    if alpha is not None:  # enough to see what is as rare as alpha, twenty times over, in reason
        number = max(number, min(math.ceil(20 / alpha), 999_999, int(_MOST_ADDITIONS // cost)))
    found = tested(number)
    more = MORE * (number + 1) - 1
    if alpha is not None and found.is_close(alpha) and cost * more <= _QUICK:
        return tested(more)
    return found


def _asked(question: np.ndarray | Question, couples: Sequence[tuple[int, int]] | None) -> Question:
    if isinstance(question, Question):
        return question
    return Table(question) if couples is None else Differences(question, couples)


def check_room(pairs: int, cases: int) -> None:
    """Refuse what would fill the memory, or take hours; `pairs` are those of all questions."""
    if pairs * FEWER > MOST_NUMBERS or pairs * cases * FEWER > _HOURS:
        raise ValueError(
            f"scores must have fewer columns, or fewer cases: to flip the signs of {cases:,} cases "
            f"in {pairs:,} pairs takes too much memory, or too long. Compare fewer classifiers at "
            f"a time, or by other tests ({option('pairs_by', 'delong')})"
        )


def _tested(
    observed: list[np.ndarray], batches: Iterator[Batch], number: int, *, every_way: bool = False
) -> FlipTest:
    alone = np.zeros((len(observed), observed[0].size))
    families = [_StepDown(sizes) for sizes in observed]
    jointly = _StepDown(np.max(observed, axis=0))
    maxima, chances = [], []
    for sums, weights in batches:
        flipped = [np.abs(of_pairs) for of_pairs in sums]
        for row, sizes in enumerate(flipped):
            alone[row] += weights @ (sizes >= observed[row] - _EQUAL)
            families[row].count(sizes, weights)
        largest = np.max(flipped, axis=0)
        if len(observed) > 1:
            jointly.count(largest, weights)
        maxima.append(largest.max(axis=1, initial=0.0))
        chances.append(weights)

    def share(counts: np.ndarray) -> np.ndarray:
        # Among all ways the signs as they are have their place already.
        return counts if every_way else (1 + counts) / (1 + number)

    adjusted = np.array([family.in_order(share(family.as_large)) for family in families])
    if len(observed) > 1:
        adjusted = np.maximum(adjusted, jointly.in_order(share(jointly.as_large)))
    highest, weight = np.concatenate(maxima), np.concatenate(chances)
    order = np.argsort(highest, kind="stable")
    # As large or larger, rounding aside: all of the equal ones count.
    from_here = np.append(np.cumsum(weight[order][::-1])[::-1], 0.0)
    highest = highest[order]
    as_large = from_here[np.searchsorted(highest, highest - _EQUAL)]
    return FlipTest(share(alone), adjusted, number, every_way, highest, share(as_large))


class _StepDown:
    """The largest pair is compared with the largest of all, the next with the largest of the rest,
    and so on.
    """

    def __init__(self, observed: np.ndarray) -> None:
        self.rising = np.argsort(observed, kind="stable")
        self.observed = observed[self.rising]
        #: From the smallest to the largest pair: the weight of flips that reach it.
        self.as_large = np.zeros(observed.size)

    def count(self, sizes: np.ndarray, weights: np.ndarray) -> None:
        """Take more flips into account: a row for each, a column for each pair."""
        largest = np.maximum.accumulate(sizes[:, self.rising], axis=1)
        self.as_large += weights @ (largest >= self.observed - _EQUAL)

    def in_order(self, p: np.ndarray) -> np.ndarray:
        """For each pair, in the order they were given; none below that of a larger one."""
        found = np.empty_like(p)
        found[self.rising] = np.maximum.accumulate(p[::-1])[::-1]
        return found
