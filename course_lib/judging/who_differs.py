"""Who differs from whom? Every pair, in its errors at the threshold and in its AUCs."""

import math
from itertools import combinations
from typing import Any

import numpy as np

from course_lib.common.bars import progress_bar
from course_lib.common.folds import widening
from course_lib.intervals.tango import tango_interval
from course_lib.judging.beyond_luck import LuckOfColumns
from course_lib.judging.predictions import Predictions
from course_lib.judging.results import ClassifierJudgement, PairJudgement, confidence_of_each
from course_lib.pairs.flips import MANY_CASES, FlipTest, check_room, flip_test
from course_lib.pairs.mcnemar import mcnemar_test
from course_lib.pairs.questions import Differences
from course_lib.ranks.corrections import adjust_p_values
from course_lib.roc.delong import delong_test
from course_lib.roc.swaps import AucSwaps

Couples = list[tuple[int, int]]


def judge_pairs(
    predictions: Predictions,
    classifiers: tuple[ClassifierJudgement, ...],
    luck_of: LuckOfColumns,
    alpha: float,
    pairs_by: str,
    repetitions: int | None,
    seed: Any,
) -> tuple[FlipTest | None, tuple[PairJudgement, ...]]:
    """All pairs, the most different first, with p-values corrected for their number."""
    if len(classifiers) < 2:
        return None, ()
    called = predictions.scores >= np.array([one.threshold for one in classifiers])
    wrong = called != predictions.is_positive[:, None]
    # Whoever makes fewer errors is the first of a pair.
    order = sorted(
        range(len(classifiers)),
        key=lambda i: (wrong[:, i].sum(), -classifiers[i].auc, classifiers[i].name),
    )
    couples = list(combinations(order, 2))
    counts = [
        (int((wrong[:, i] & ~wrong[:, j]).sum()), int((wrong[:, j] & ~wrong[:, i]).sum()))
        for i, j in couples
    ]
    p_values = [mcnemar_test(*count).p_value for count in counts]
    flips = None
    auc_p_values: list[float | None]
    if pairs_by == "flips":
        flips = _flipped(predictions, wrong, couples, alpha, repetitions, seed)
        if predictions.folds is not None:  # McNemar's test knows nothing of them
            p_values = flips.p_values[0].tolist()
        auc_p_values = flips.p_values[1].tolist()
        # A p-value that was drawn may lie below McNemar's by the luck of the draw.
        adjusted = np.maximum(flips.adjusted[0], p_values)
        auc_adjusted = np.maximum(flips.adjusted[1], luck_of.p_value_of_all)
    else:
        auc_p_values = _by_delong(predictions, couples)
        # A test that cannot be done still counts as one of the family.
        family = p_values + [1.0 if p is None else p for p in auc_p_values]
        adjusted, auc_adjusted = np.split(adjust_p_values(family, "holm"), 2)
    ours, theirs = np.array(counts).T
    low, high = tango_interval(
        theirs,
        ours,
        predictions.cases,
        _widened(confidence_of_each(alpha, len(couples)), predictions),
    )
    pairs = []
    for k, (i, j) in enumerate(couples):
        known = auc_p_values[k] is not None
        pairs.append(
            PairJudgement(
                first=classifiers[i].name,
                second=classifiers[j].name,
                only_first_wrong=counts[k][0],
                only_second_wrong=counts[k][1],
                cases=predictions.cases,
                p_value=p_values[k],
                adjusted=float(adjusted[k]),
                differs=bool(adjusted[k] <= alpha),
                difference=(counts[k][1] - counts[k][0]) / predictions.cases,
                low=float(low[k]),
                high=float(high[k]),
                auc_difference=classifiers[i].auc - classifiers[j].auc,
                auc_p_value=auc_p_values[k],
                auc_adjusted=float(auc_adjusted[k]) if known else None,
                auc_differs=known and bool(auc_adjusted[k] <= alpha),
            )
        )
    pairs.sort(key=lambda pair: (pair.p_value, -pair.difference, pair.first, pair.second))
    return flips, tuple(pairs)


def _widened(confidence: float, predictions: Predictions) -> float:
    """With folds, the confidence whose limits lie as much farther out as differences vary more."""
    if predictions.folds is None:
        return confidence
    from scipy.special import ndtr, ndtri

    z = widening(predictions.folds) * ndtri((1 + confidence) / 2)
    return float(min(ndtr(z) - ndtr(-z), 1 - 1e-15))


def _flipped(
    predictions: Predictions,
    wrong: np.ndarray,
    couples: Couples,
    alpha: float,
    repetitions: int | None,
    seed: Any,
) -> FlipTest:
    """Signs flipped for errors and AUCs at once; the order of the cases is no matter."""
    check_room(2 * len(couples), predictions.cases)
    truth, scores, folds = predictions.is_positive, predictions.scores, predictions.folds
    rows = _in_order(predictions)
    errors = wrong[rows].T.astype(np.int8)
    folds = None if folds is None else folds[rows]
    return flip_test(
        [
            Differences(errors, couples),
            AucSwaps(truth[rows], scores[rows], couples, folds),
        ],
        repetitions,
        seed,
        alpha=alpha,
        widening=widening(predictions.folds),
    )


def _in_order(predictions: Predictions) -> np.ndarray:
    """The cases in an order that does not depend on the one in the file."""
    by_name = np.argsort(np.array(predictions.names))
    truth, scores, folds = predictions.is_positive, predictions.scores, predictions.folds
    keys = [*([] if folds is None else [folds]), truth, *scores.T[by_name]]
    if truth.size > MANY_CASES:
        # By one number for each case, which is quicker, and puts together those of like scores.
        weights = np.random.default_rng(0).uniform(1, 2, len(keys))
        weights /= [np.ptp(key.astype(float)) or 1.0 for key in keys]
        return np.argsort(sum(w * key for w, key in zip(weights, keys, strict=True)), kind="stable")
    return np.lexsort(keys)


def _by_delong(predictions: Predictions, couples: Couples) -> list[float | None]:
    """DeLong's p-values, None where nothing varies."""
    if predictions.folds is not None:
        raise ValueError("pairs_by must be 'flips' where there are folds; got 'delong'")
    if min(predictions.positives, predictions.negatives) < 2:
        return [None] * len(couples)
    found: list[float | None] = []
    with progress_bar(len(couples), "comparing AUCs") as bar:
        for i, j in couples:
            scores = predictions.scores
            test = delong_test(predictions.is_positive, scores[:, i], scores[:, j])
            # A difference that is the same for every case leaves nothing to estimate an error from.
            found.append(None if math.isinf(test.statistic) else test.p_value)
            bar.update(1)
    return found
