"""What each case adds to the difference of two AUCs, and what it would if the two changed places.

Let two classifiers exchange their ranks of a case. The difference of their AUCs changes, and by the
same whatever became of the other cases: it is a sum over cases, and to exchange is to flip a sign
(Bandos, Rockette and Gur, 2005). To see it, compare a positive with a negative: if both exchange,
the two comparisons change places; if one does, it is A's positive against B's negative, and the
other way round. So a positive adds how many negatives, of A's and of B's together, lie below its
rank with A, less those below its rank with B.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from course_lib.chance.column import column_distribution
from course_lib.common.folds import folds_of
from course_lib.pairs.flips import FlipTest, flip_test
from course_lib.pairs.questions import Question
from course_lib.pairs.results import PairTest
from course_lib.roc.delong import delong_test, few_cases
from course_lib.roc.points import auc_score, scored

#: With fewer cases of a class exchanges may promise more than luck allows.
_FEW = 30


def swap_test(
    is_positive: Any,
    a: Any,
    b: Any,
    *,
    confidence: float = 0.95,
    repetitions: int | None = None,
    seed: Any = 0,
) -> PairTest:
    """Do the AUCs of A and B differ, on the same cases? Also where cases are few.

    If A and B are equally good, they may exchange their ranks of any case. How often does the
    difference of the AUCs get as large when they do? All exchanges are listed where the cases that
    A and B rank differently are few, else they are drawn (`repetitions` of them, with `seed`). The
    interval is DeLong's, which with few cases of a class is too narrow.

    The test keeps its level, as far as simulations show, for classifiers that may change places.
    Where a class has fewer than 30 cases p is besides no lower than luck allows: if both AUCs are
    luck they do not differ, and that is tested by each column's own distribution (two-sided,
    Bonferroni). Two of different kinds whose AUCs happen to be equal (one calls few cases positive,
    the other many; one misses some cases utterly) it declares different more often where a class
    has few cases: with `judge` at 5 % some of five columns of labels, on 6 positives and 200
    negatives, in 17 % of files, where DeLong's test with Holm's correction does in 39 %.
    (`benchmarks/false_differences.py`)

    Examples
    --------
    A and B rank two cases differently. Of four ways to exchange them two keep the difference.

    >>> truth = [1, 1, 1, 1, 0, 0, 0, 0, 0, 0]
    >>> a = [9, 8, 6, 3, 7, 5, 4, 2, 1, 0]
    >>> b = [9, 4, 6, 3, 7, 5, 8, 2, 1, 0]
    >>> found = swap_test(truth, a, b)
    >>> round(found.effect, 3), found.p_value
    (0.167, 0.5)
    """
    beside = delong_test(is_positive, a, b, confidence=confidence)
    truth, first = scored(is_positive, a, "a")
    _, second = scored(is_positive, b, "b")
    swaps = auc_swaps(truth, np.column_stack([first, second]), [(0, 1)])
    found = flip_test([swaps], repetitions, seed, alpha=1 - confidence)
    p, notes = float(found.p_values[0, 0]), []
    luck = _luck_of_both(truth, first, second) if min(truth.sum(), (~truth).sum()) < _FEW else 0.0
    if luck > p:
        notes.append(
            f"Of the exchanges a share of {p:.2g} brings such a difference; but that both AUCs are "
            f"luck is not ruled out beyond p = {luck:.2g}, and if they are they do not differ."
        )
    if not swaps.any():
        notes.append("A and B rank every case alike: there is nothing to compare.")
    elif beside.interval[0] == beside.interval[1]:
        notes.append("The interval is DeLong's, and has collapsed: it must not be relied on.")
    elif few_cases(int(truth.sum()), int((~truth).sum())):
        notes.append("The interval is DeLong's, and with so few cases of a class too narrow.")
    if found.is_close(1 - confidence):
        notes.append(f"Close to {1 - confidence:.2g} another seed may decide otherwise.")
    return replace(
        beside,
        test=f"swap test ({_exchanges(found)})",
        statistic_name="standardised difference",
        statistic=float(swaps.sum() / (np.sqrt((swaps**2).sum()) or 1.0)),
        p_value=max(p, luck),
        assumes=(*beside.assumes[:2], "if A and B are equal, they may change places on any case"),
        notes=tuple(notes),
    )


def _exchanges(found: FlipTest) -> str:
    """How many, and how they were made."""
    limit = ", drawn from their normal limit" if found.normal else ""
    return "all exchanges" if found.every_way else f"{found.repetitions:,} exchanges{limit}"


def _luck_of_both(truth: np.ndarray, first: np.ndarray, second: np.ndarray) -> float:
    """How often luck brings one of two columns as far from 0.5, up or down, at most."""
    tails = [
        column_distribution(sign * scores, truth).chance_at_least(auc_score(truth, sign * scores))
        for scores in (first, second)
        for sign in (1, -1)
    ]
    return min(1.0, float(len(tails) * min(tails)))


def auc_swaps(
    is_positive: np.ndarray,
    scores: np.ndarray,
    couples: Sequence[tuple[int, int]],
    folds: np.ndarray | None = None,
) -> np.ndarray:
    """What each case adds to the AUC of the first less that of the second: a row for each couple.

    `scores` has a row for each case and a column for each classifier; they are replaced by ranks
    within their column, and within a fold if there are `folds`, so that scales do not matter. Cases
    of equal score are spread evenly over the ranks they share. The sum of a row is the difference
    of the AUCs; flip signs in it, and it is what the difference is with these cases exchanged.

    Examples
    --------
    >>> truth = np.array([True, True, False, False])
    >>> a, b = [4, 3, 2, 1], [4, 1, 3, 2]
    >>> auc_swaps(truth, np.column_stack([a, b]), [(0, 1)]).tolist()
    [[0.0, 0.375, 0.0625, 0.0625]]
    """
    return AucSwaps(is_positive, scores, couples, folds).block(slice(None))


class AucSwaps(Question):
    """The same, made for some cases at a time: of many couples it would not fit into memory."""

    def __init__(
        self,
        is_positive: np.ndarray,
        scores: np.ndarray,
        couples: Sequence[tuple[int, int]],
        folds: np.ndarray | None = None,
    ) -> None:
        self.pairs, self.cases = len(couples), is_positive.size
        self.first, self.second = np.array(couples).T
        parts = folds_of(is_positive, folds)
        ranked = [int(is_positive[fold].sum()) for fold in parts]
        comparisons = sum(p * (fold.size - p) for p, fold in zip(ranked, parts, strict=True))
        self.columns = [_Ranks(is_positive, column, parts, comparisons) for column in scores.T]
        # A row for each rank: what one case needs of all columns stands together.
        self.below = np.array([column.below for column in self.columns]).T.copy()

    def block(self, cases: Any) -> np.ndarray:
        """What these cases add."""
        found = np.zeros((self.columns[0].low[cases].size, self.pairs))
        for at, column in enumerate(self.columns):
            low, high, over = column.low[cases], column.high[cases], column.over[cases, None]
            own = (self.below[high, at] - self.below[low, at])[:, None]
            # All columns at once, unless few are wanted.
            few = 8 * np.count_nonzero((self.first == at) | (self.second == at)) < len(self.columns)
            gains = None if few else self.below[high] - self.below[low] + own
            for mine, others, sign in ((self.first, self.second, 1), (self.second, self.first, -1)):
                rows = np.flatnonzero(mine == at)
                other = others[rows]
                if gains is None:
                    added = self.below[high[:, None], other] - self.below[low[:, None], other] + own
                else:
                    added = gains[:, other]
                added /= sign * over
                found[:, rows] += added
        return found.T


class _Ranks:
    """One column as ranks, within a fold from 0 to its number of cases; one fold after another.

    Each case has an interval of ranks of its own, or shares it with others of its score. For a
    positive, how many negatives lie below it is what `below` gains from `low` to `high`, over the
    interval's width; for a negative it is less the positives.
    """

    def __init__(
        self, truth: np.ndarray, scores: np.ndarray, folds: list[np.ndarray], comparisons: int
    ) -> None:
        room = sum(fold.size + 1 for fold in folds)
        #: Cases below each rank, summed up from rank to rank: negatives, then positives.
        self.below = np.zeros(2 * room)
        #: Twice the width of each interval, times the comparisons; below 0 for negatives.
        self.over = np.ones(truth.size)
        # A case of no fold lies where nothing does.
        self.low, self.high = np.zeros(truth.size, np.int32), np.zeros(truth.size, np.int32)
        start = 0
        for fold in folds:
            positive = truth[fold]
            _, group, sizes = np.unique(scores[fold], return_inverse=True, return_counts=True)
            shares = np.repeat(np.bincount(group, positive) / sizes, sizes)
            end = start + fold.size + 1
            self.below[start:end] = _twice_summed(1 - shares)
            self.below[room + start : room + end] = _twice_summed(shares)
            high = sizes.cumsum()[group]
            # Positives are compared with negatives, and negatives with positives.
            self.high[fold] = high + np.where(positive, start, room + start)
            self.low[fold] = self.high[fold] - sizes[group]
            self.over[fold] = np.where(positive, 2, -2) * sizes[group] * comparisons
            start = end


def _twice_summed(shares: np.ndarray) -> np.ndarray:
    """The integral, at whole ranks, of how many lie below: they are spread evenly in between."""
    below = np.append(0.0, shares.cumsum())
    return np.append(0.0, ((below[1:] + below[:-1]) / 2).cumsum())
