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
from course_lib.pairs.flips import flip_test
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
        test=f"swap test ({'all' if found.every_way else f'{found.repetitions:,}'} exchanges)",
        statistic_name="standardised difference",
        statistic=float(swaps.sum() / (np.sqrt((swaps**2).sum()) or 1.0)),
        p_value=max(p, luck),
        assumes=(*beside.assumes[:2], "if A and B are equal, they may change places on any case"),
        notes=tuple(notes),
    )


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
    found = np.zeros((len(couples), is_positive.size))
    pairs = 0
    for fold in folds_of(is_positive, folds):
        truth = is_positive[fold]
        columns = [_Ranks(truth, column) for column in scores[fold].T]
        pairs += int(truth.sum()) * int((~truth).sum())
        for row, (i, j) in enumerate(couples):
            first, second = columns[i], columns[j]
            below = first.below + second.below
            found[row, fold] = (first.places(below) - second.places(below)) / 2
    found /= pairs
    return found


class _Ranks:
    """One column of a fold as ranks from 0 to n, on which each case has an interval of its own."""

    def __init__(self, truth: np.ndarray, scores: np.ndarray) -> None:
        _, group, sizes = np.unique(scores, return_inverse=True, return_counts=True)
        self.truth = truth
        self.high = sizes.cumsum()[group]
        self.low = self.high - sizes[group]
        positives = np.repeat(np.bincount(group, truth) / sizes, sizes)
        #: Cases below each rank, summed up from rank to rank: negatives, then positives.
        self.below = np.array([_twice_summed(1 - positives), _twice_summed(positives)])

    def places(self, below: np.ndarray) -> np.ndarray:
        """For positives how many negatives lie below them, for negatives less the positives."""
        negatives, positives = (below[:, self.high] - below[:, self.low]) / (self.high - self.low)
        return np.where(self.truth, negatives, -positives)


def _twice_summed(shares: np.ndarray) -> np.ndarray:
    """The integral, at whole ranks, of how many lie below: they are spread evenly in between."""
    below = np.append(0.0, shares.cumsum())
    return np.append(0.0, ((below[1:] + below[:-1]) / 2).cumsum())
