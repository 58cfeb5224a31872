"""Is the best beyond luck? Shuffle the truth, and see how good the very same columns get."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from course_lib.common.arguments import whole_number
from course_lib.common.bars import progress_bar
from course_lib.common.randomness import seed_sequence
from course_lib.common.ranks import twice_mean_ranks

#: Shuffles, if nobody says how many; fewer where each takes long.
REPETITIONS = 9_999
FEWER = 1_999
#: From so many cases on it is fewer.
MANY_CASES = 10_000
_MOST = 10_000_000
#: Where the p-value is close to the level: so many times more, unless it takes too many labels.
MORE = 10
_MOST_LABELS = 4e9
#: Shuffles at a time, and labels at a time, which bounds the memory.
_AT_ONCE = 10_000
_LABELS = 1_000_000


@dataclass(frozen=True, eq=False)
class ShuffleTest:
    """What the columns reach when the truth is shuffled. Made by `shuffle_test`."""

    #: Of each classifier: how often the best column reaches its AUC by luck, (1 + count)/(1 + R).
    p_values: np.ndarray
    #: The same if it were the only column.
    p_values_alone: np.ndarray
    #: How often the worst column falls as low.
    p_values_low: np.ndarray
    #: The best AUC of all columns, for each shuffle, in increasing order.
    best_aucs: np.ndarray
    repetitions: int

    @property
    def smallest_p_value(self) -> float:
        """No p-value can be smaller, with so many shuffles."""
        return 1 / (1 + self.repetitions)

    def critical_value(self, alpha: float) -> float:
        """What the best AUC must exceed to be significant; infinite with too few shuffles.

        (1 + count)/(1 + R) <= alpha leaves room for so many shuffles that reach the score.
        """
        allowed = math.floor(alpha * (1 + self.repetitions) + 1e-9) - 1
        return math.inf if allowed < 0 else float(self.best_aucs[-1 - allowed])

    def is_close(self, p: float, alpha: float) -> bool:
        """Does a p-value lie within three standard errors of the level?

        The error is that of a share of `repetitions` shuffles, if alpha were the true one.
        """
        return abs(p - alpha) < 3 * math.sqrt(alpha * (1 - alpha) / self.repetitions)


def default_repetitions(cases: int, alpha: float) -> int:
    """Enough shuffles to see what is as rare as alpha, twenty times over, within reason."""
    usual = REPETITIONS if cases <= MANY_CASES else FEWER
    return max(usual, min(math.ceil(20 / alpha), 99_999))


def may_shuffle_more(cases: int, repetitions: int) -> bool:
    """Is there time for `MORE` times as many shuffles?"""
    return MORE * repetitions * cases <= _MOST_LABELS


def shuffle_test(
    is_positive: np.ndarray, scores: np.ndarray, repetitions: int, seed: Any = 0
) -> ShuffleTest:
    """How good do these very columns get when the truth is shuffled?

    If the scores have nothing to do with the truth, every way to hand out the labels is as likely
    as the one observed. Ties and the likeness of the columns to each other stay as they are, which
    is what the exact distribution for independent rankings cannot know of. The count includes the
    truth as it is, so that a p-value is never 0 and the test keeps its level.

    `scores` has a row for each case and a column for each classifier. The order of the rows does
    not matter: they are put into an order of their own first.

    Examples
    --------
    All 20 ways to hand out the labels are equally likely, and one of them is perfect: 1/20.

    >>> truth = np.array([False, False, False, True, True, True])
    >>> found = shuffle_test(truth, np.array([[1, 2, 3, 4, 5, 6]]).T, 9999)
    >>> bool(abs(found.p_values[0] - 1 / 20) < 0.01)
    True
    """
    repetitions = whole_number("repetitions", repetitions, 1, _MOST)
    twice_ranks = np.column_stack([twice_mean_ranks(column) for column in scores.T]).astype(float)
    order = np.lexsort(twice_ranks.T)
    twice_ranks, truth = twice_ranks[order], is_positive[order]
    positives = int(truth.sum())
    # Whole numbers in floats, and small enough to be exact: what is equal compares as equal.
    observed = truth.astype(float) @ twice_ranks
    generator = np.random.default_rng(seed_sequence(seed))
    as_high, as_high_alone, as_low = (np.zeros(observed.size, int) for _ in range(3))
    best = np.empty(repetitions)
    with progress_bar(repetitions * truth.size, "shuffling the truth", unit="labels") as bar:
        for start in range(0, repetitions, _AT_ONCE):
            number = min(_AT_ONCE, repetitions - start)
            sums = _sums(twice_ranks, positives, number, generator, bar)
            highest, lowest = sums.max(axis=1), sums.min(axis=1)
            as_high += (highest[:, None] >= observed).sum(axis=0)
            as_high_alone += (sums >= observed).sum(axis=0)
            as_low += (lowest[:, None] <= observed).sum(axis=0)
            best[start : start + number] = highest
    pairs = positives * (truth.size - positives)
    best = np.sort((best - positives * (positives + 1)) / (2 * pairs))
    best.setflags(write=False)
    of_best, alone, of_worst = (
        (1 + count) / (1 + repetitions) for count in (as_high, as_high_alone, as_low)
    )
    return ShuffleTest(of_best, alone, of_worst, best, repetitions)


def _sums(
    twice_ranks: np.ndarray, positives: int, number: int, generator: np.random.Generator, bar: Any
) -> np.ndarray:
    """For each of `number` shuffles, the sum over its positives, column by column.

    Go through the cases: the next one is positive with probability (positives left)/(cases left).
    That is a shuffle, and all shuffles can be done side by side.
    """
    cases = twice_ranks.shape[0]
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
