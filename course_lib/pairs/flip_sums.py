"""The sums of all pairs when signs are flipped: every way, at random, or by their normal limit.

With very many cases a flip of all signs is a sum of very many small things, which is normal, and
what the sums of several pairs have in common is in the sums of products. So no sign need be drawn
for a case that weighs little in every pair; for those that weigh more it still is.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from course_lib.common.bars import progress_bar
from course_lib.common.normals import root_of
from course_lib.common.randomness import seed_sequence
from course_lib.pairs.questions import AT_ONCE, KEPT, Moments, Question, Table, slices

#: The sums of the pairs of each question, with a row for each flip; and the weight of each flip.
Batch = tuple[list[np.ndarray], np.ndarray]
#: A case weighs little if its square is at most this share of the sum of squares, in every pair.
#: Then the fourth cumulant of what is taken for normal is at most twice that, and below zero: the
#: normal distribution puts p too high, by z^4/12 times the share, 0.2 % at p = 0.0001 and 0.5 % at
#: p = 0.000001. (`tests/test_many_cases.py` has it exactly.)
LITTLE = 1e-4
#: What flips in single precision must not be taken for less than.
COARSE = 1e-5
_ALIKE_DIGITS = 12
#: So many cases are looked at first.
_SOME = 1_000


def every_way(
    questions: Sequence[Question], moments: Sequence[Moments], alike: "Alike"
) -> Iterator[Batch]:
    """Of each kind of case: how many keep their sign, less those that do not; and its chance."""
    sizes, ways = alike.sizes, alike.ways
    tables = [
        question.block(alike.first) / own.lengths[:, None]
        for question, own in zip(questions, moments, strict=True)
    ]
    chances = [np.array([math.comb(size, k) / 2**size for k in range(size + 1)]) for size in sizes]
    at_once = max(1, AT_ONCE // sum(map(len, tables)))
    for start in range(0, ways, at_once):
        number = np.arange(start, min(start + at_once, ways))
        flipped = np.unravel_index(number, [size + 1 for size in sizes]) if sizes else ()
        weights = np.ones(number.size)
        for chance, how_many in zip(chances, flipped, strict=True):
            weights = weights * chance[how_many]
        each = [size - 2.0 * many for size, many in zip(sizes, flipped, strict=True)]
        net = np.reshape(each, (len(sizes), number.size)).T
        yield [net @ table.T for table in tables], weights


@dataclass(frozen=True, eq=False)
class Alike:
    """One of each kind of case, and how many there are of it; a case that adds nothing has none.

    Of one kind are cases that add the same, or its opposite, to every pair: it does not matter
    which of them are flipped, but how many. They are found by a mixture of all pairs in which
    others are not equal by chance.
    """

    first: np.ndarray
    sizes: list[int]

    @classmethod
    def of(
        cls, questions: Sequence[Question], moments: Sequence[Moments], most_ways: int
    ) -> "Alike | None":
        """The kinds of cases in all questions; None if there are more ways to flip their signs."""
        some = cls._of(questions, moments, min(_SOME, questions[0].cases))
        if some._more_ways_than(most_ways):
            return None
        found = cls._of(questions, moments, questions[0].cases)
        return None if found._more_ways_than(most_ways) else found

    @classmethod
    def _of(cls, questions: Sequence[Question], moments: Sequence[Moments], cases: int) -> "Alike":
        """The kinds of the first so many cases."""
        generator = np.random.default_rng(0)
        mixture = np.zeros(cases)
        for question, own in zip(questions, moments, strict=True):
            weights = generator.standard_normal(question.pairs) / own.lengths
            for some in slices(cases, question.pairs):
                mixture[some] += weights @ question.block(some)
        mixture = np.abs(mixture)
        largest = float(mixture.max(initial=0.0))
        kinds = np.round(mixture / largest, _ALIKE_DIGITS) if largest else mixture
        values, first, sizes = np.unique(kinds, return_index=True, return_counts=True)
        counts = values > 0
        return cls(first[counts], sizes[counts].tolist())

    @property
    def ways(self) -> int:
        """How many different ways there are to flip the signs."""
        return math.prod(size + 1 for size in self.sizes)

    def _more_ways_than(self, number: int) -> bool:
        """Are there more of them? Without the product itself, which may have many digits."""
        ways = 1
        return any((ways := ways * (size + 1)) > number for size in self.sizes)


def drawn(
    questions: Sequence[Question], moments: Sequence[Moments], number: int, seed: Any
) -> Iterator[Batch]:
    """Signs at random, all equally likely, some flips at a time."""
    generator = np.random.default_rng(seed_sequence(seed, 1))
    cases, pairs = questions[0].cases, sum(question.pairs for question in questions)
    tables = [question.basis(slice(None)).T for question in questions]
    # Signs are made few at a time, and multiplied many at a time, which is quicker.
    few = max(1, AT_ONCE // max(cases, pairs))
    many = few * max(1, 4 * AT_ONCE // (few * max(cases, pairs)))
    with progress_bar(number, "flipping signs", unit="flips") as bar:
        for start in range(0, number, many):
            stop = min(start + many, number)
            made = [_signs(generator, min(few, stop - k), cases) for k in range(start, stop, few)]
            signs = np.concatenate(made)
            yield (
                [
                    question.expand(signs @ table) / own.lengths
                    for question, own, table in zip(questions, moments, tables, strict=True)
                ],
                np.ones(len(signs)),
            )
            bar.update(len(signs))


def drawn_by_cases(
    questions: Sequence[Question], moments: Sequence[Moments], number: int, seed: Any
) -> Iterator[Batch]:
    """The same where a table of all cases would not fit: all flips, some cases at a time.

    In single precision, so that sums may be wrong by a millionth (`COARSE` is more than that).
    """
    generator = np.random.default_rng(seed_sequence(seed, 1))
    cases, pairs = questions[0].cases, sum(question.pairs for question in questions)
    sums = [np.zeros((number, len(question.basis(slice(0, 1))))) for question in questions]
    with progress_bar(cases, "flipping signs", unit="cases") as bar:
        for some in slices(cases, max(number, pairs), 4 * AT_ONCE):
            signs = _signs(generator, number, some.stop - some.start).astype(np.float32)
            for total, question in zip(sums, questions, strict=True):
                total += signs @ question.basis(some).T.astype(np.float32)
            bar.update(some.stop - some.start)
    for rows in slices(number, pairs):
        yield (
            [
                question.expand(total[rows]) / own.lengths
                for question, own, total in zip(questions, moments, sums, strict=True)
            ],
            np.ones(rows.stop - rows.start),
        )


def _signs(generator: np.random.Generator, rows: int, cases: int) -> np.ndarray:
    octets = np.frombuffer(generator.bytes(rows * -(-cases // 8)), np.uint8)
    return 1.0 - 2.0 * np.unpackbits(octets.reshape(rows, -1), axis=1, count=cases)


@dataclass(frozen=True, eq=False)
class NormalLimit:
    """Cases that weigh little in every pair, as one normal draw; the others, which are flipped."""

    #: What the other cases add to each pair, standardised: a row for each pair of all questions.
    heavy: np.ndarray
    #: Standard normal deviates times this have the covariances of all the rest.
    factor: np.ndarray
    #: Pairs of each question.
    pairs: tuple[int, ...]

    @classmethod
    def of(cls, questions: Sequence[Question], moments: Sequence[Moments]) -> "NormalLimit | None":
        """Tell them apart, some cases at a time; None if too many weigh much."""
        lengths = np.concatenate([own.lengths for own in moments])[:, None]
        covariance = np.zeros((lengths.size, lengths.size))
        heavy: list[np.ndarray] = []
        for cases in slices(questions[0].cases, lengths.size):
            table = np.concatenate([question.block(cases) for question in questions])
            table /= lengths
            weigh = np.maximum(table.max(axis=0), -table.min(axis=0)) ** 2 > LITTLE
            if weigh.any():
                heavy.append(table[:, weigh])
                if sum(part.size for part in heavy) > KEPT:
                    return None
                table[:, weigh] = 0
            covariance += table @ table.T
        pairs = tuple(question.pairs for question in questions)
        none = np.zeros((lengths.size, 0))
        return cls(np.concatenate([none, *heavy], axis=1), root_of(covariance), pairs)

    @property
    def questions(self) -> list[Question]:
        """The questions again, with the heavy cases only, standardised."""
        return [Table(part) for part in np.split(self.heavy, np.cumsum(self.pairs)[:-1])]

    def drawn(self, number: int, seed: Any) -> Iterator[Batch]:
        """Sums of pairs, some draws at a time."""
        generator = np.random.default_rng(seed_sequence(seed, 1))
        rows, cases = self.heavy.shape
        ends = np.cumsum(self.pairs)[:-1]
        with progress_bar(number, "drawing sums", unit="draws") as bar:
            for some in slices(number, max(rows, cases)):
                draws = some.stop - some.start
                sums = generator.standard_normal((draws, self.factor.shape[1])) @ self.factor.T
                if cases:
                    sums += _signs(generator, draws, cases) @ self.heavy.T
                yield np.split(sums, ends, axis=1), np.ones(draws)
                bar.update(draws)
