"""Who differs from whom? Flip signs, case by case, and see how large differences get by chance.

If two classifiers are equally good, it is chance which of them did better on a case: the difference
between them could as well have had the other sign. Flip the signs of some cases, for all pairs
alike, and look at the largest difference there is: that is what chance brings to the best-looking
of all pairs (Westfall and Young, 1993).
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from course_lib.common.arguments import whole_number
from course_lib.common.bars import progress_bar
from course_lib.common.phrases import option
from course_lib.common.randomness import close_to_level, seed_sequence
from course_lib.pairs.differences import PairRows, PairsOf

#: Flips, if nobody says how many; fewer where each takes long.
REPETITIONS = 9_999
FEWER = 1_999
_MOST = 10_000_000
#: So many ways to flip the signs are all listed.
MOST_WAYS = 2**17
#: Where a p-value is close to the level: so many times more.
MORE = 10
#: The usual number of flips must not take more additions than these, nor more of them than those.
_MOST_ADDITIONS = 1e11
_QUICK = 5e10
#: Pairs times cases, of all questions, that are held in memory: 4 GB, and as much to work with.
MOST_NUMBERS = 500_000_000
#: Numbers at a time, which bounds the memory.
_AT_ONCE = 2_000_000
#: What differs by less than rounding does counts as equal.
_EQUAL = 1e-9
#: To take a difference and to compare it takes as long as so many additions.
_ADDITIONS_OF_A_PAIR = 50
#: To throw many coins at once takes as long as to throw so many, one by one.
_COINS_AT_ONCE = 16


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
    questions: Sequence[np.ndarray],
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
    if it is None the usual number, and more where a p-value is close to `alpha`. `widening` says
    how much more differences vary than cases by themselves make them (`common/folds.py`).

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
    rows, cases = sum(map(len, questions)), questions[0].shape[1]
    check_room(rows, cases)
    if repetitions is not None:
        repetitions = whole_number("repetitions", repetitions, 1, _MOST)
    seed_sequence(seed)  # a wrong one is refused even where nothing is drawn
    asked: list[PairRows | PairsOf] = [
        PairRows(table) if couples is None else PairsOf(table, couples) for table in questions
    ]
    observed = [question.observed / widening for question in asked]
    pairs = sum(question.pairs for question in asked)
    kinds, alike, sizes = _alike(asked)
    ways = math.prod(size + 1 for size in sizes)
    if ways <= MOST_WAYS:
        for question in asked:
            question.keep(alike)
        batches = _every_way(sizes, ways, _AT_ONCE // max(1, pairs))
        return _tested(asked, observed, batches, ways, every_way=True)
    coins = np.ones(cases, int)
    if couples is not None:  # leave out cases that add nothing, and take many of a kind as one
        by_kind = _COINS_AT_ONCE * len(sizes) <= sum(sizes)
        kept = alike if by_kind else np.flatnonzero(kinds)
        coins = np.array(sizes) if by_kind else np.ones(kept.size, int)
        for question in asked:
            question.keep(kept)

    def drawn(number: int) -> FlipTest:
        batches = _drawn(coins, number, _AT_ONCE // max(coins.size, pairs), seed)
        return _tested(asked, observed, batches, number, every_way=False)

    if repetitions is not None:
        return drawn(repetitions)
    work = cases * pairs  # additions for each flip
    if couples is not None:
        work = coins.size * rows + _ADDITIONS_OF_A_PAIR * pairs
    number = REPETITIONS if work * REPETITIONS <= _MOST_ADDITIONS else FEWER
    if alpha is not None:  # enough to see what is as rare as alpha, twenty times over, in reason
        affordable = int(_MOST_ADDITIONS // work)
        number = max(number, min(math.ceil(20 / alpha), 999_999, affordable))
    found = drawn(number)
    more = MORE * (number + 1) - 1
    if alpha is not None and found.is_close(alpha) and work * more <= _QUICK:
        return drawn(more)
    return found


def check_room(pairs: int, cases: int) -> None:
    """Refuse what would fill the memory; `pairs` are those of all questions."""
    if pairs * cases > MOST_NUMBERS:
        raise ValueError(
            f"scores must have fewer columns, or fewer cases: to flip signs takes {pairs:,} x "
            f"{cases:,} numbers, and at most {MOST_NUMBERS:,} are held. Compare fewer classifiers "
            f"at a time, or by other tests ({option('pairs_by', 'delong')})"
        )


def _alike(questions: Sequence[PairRows | PairsOf]) -> tuple[np.ndarray, np.ndarray, list[int]]:
    """The kind of each case, as a number; one of each kind, and how many there are of it.

    Of one kind are cases that add the same, or its opposite, to every pair: it does not matter
    which of them are flipped, but how many. They are found by a mixture of all pairs in which
    others are not equal by chance. A case that adds nothing is of the kind 0, which is left out.
    """
    generator = np.random.default_rng(0)
    mixture = np.abs(sum(question.mixture(generator) for question in questions))
    largest = float(mixture.max(initial=0.0))
    kinds = np.round(mixture / largest, 12) if largest else mixture
    values, first, sizes = np.unique(kinds, return_index=True, return_counts=True)
    counts = values > 0
    return kinds, first[counts], sizes[counts].tolist()


def _every_way(sizes: list[int], ways: int, at_once: int) -> Iterator[tuple[np.ndarray, Any]]:
    """Of each kind of case: how many keep their sign, less those that do not; and its chance."""
    chances = [np.array([math.comb(size, k) / 2**size for k in range(size + 1)]) for size in sizes]
    at_once = max(1, at_once)
    for start in range(0, ways, at_once):
        number = np.arange(start, min(start + at_once, ways))
        flipped = np.unravel_index(number, [size + 1 for size in sizes]) if sizes else ()
        weights = np.ones(number.size)
        for chance, how_many in zip(chances, flipped, strict=True):
            weights = weights * chance[how_many]
        net = [size - 2.0 * many for size, many in zip(sizes, flipped, strict=True)]
        yield np.reshape(net, (len(sizes), number.size)).T, weights


def _drawn(
    coins: np.ndarray, number: int, at_once: int, seed: Any
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Signs at random, a row for each flip, all equally likely; of a kind with several coins, how
    many keep their sign, less those that do not.
    """
    generator = np.random.default_rng(seed_sequence(seed, 1))
    at_once, cases = max(1, at_once), coins.size
    single = bool((coins == 1).all())
    with progress_bar(number, "flipping signs", unit="flips") as bar:
        for start in range(0, number, at_once):
            rows = min(at_once, number - start)
            if single:
                octets = np.frombuffer(generator.bytes(rows * -(-cases // 8)), np.uint8)
                tails = np.unpackbits(octets.reshape(rows, -1), axis=1, count=cases)
                signs = (1 - 2 * tails.view(np.int8)).astype(float)  # small numbers are quick
            else:
                signs = coins - 2.0 * generator.binomial(coins, 0.5, (rows, cases))
            yield signs, np.ones(rows)
            bar.update(rows)


def _tested(
    questions: Sequence[PairRows | PairsOf],
    observed: list[np.ndarray],
    batches: Iterator[tuple[np.ndarray, np.ndarray]],
    number: int,
    *,
    every_way: bool,
) -> FlipTest:
    alone = np.zeros((len(questions), observed[0].size))
    families = [_StepDown(sizes) for sizes in observed]
    jointly = _StepDown(np.max(observed, axis=0))
    maxima, chances = [], []
    for signs, weights in batches:
        flipped = [question.sizes(signs) for question in questions]
        for row, sizes in enumerate(flipped):
            alone[row] += weights @ (sizes >= observed[row] - _EQUAL)
            families[row].count(sizes, weights)
        largest = np.max(flipped, axis=0)
        if len(questions) > 1:
            jointly.count(largest, weights)
        maxima.append(largest.max(axis=1, initial=0.0))
        chances.append(weights)

    def share(counts: np.ndarray) -> np.ndarray:
        # Among all ways the signs as they are have their place already.
        return counts if every_way else (1 + counts) / (1 + number)

    adjusted = np.array([family.in_order(share(family.as_large)) for family in families])
    if len(questions) > 1:
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
