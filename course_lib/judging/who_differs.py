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
from course_lib.pairs.questions import Differences, Question
from course_lib.ranks.corrections import adjust_p_values
from course_lib.roc.covariance import auc_covariance
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
    control: str | None = None,
) -> tuple[FlipTest | None, tuple[PairJudgement, ...]]:
    """All pairs, or those with the control, the most different first; p-values are corrected for
    their number.
    """
    if len(classifiers) < 2:
        return None, ()
    wrong = _wrong(predictions, classifiers)
    couples = _couples(classifiers, wrong, control)
    flips = None
    if pairs_by == "flips":
        flips = _flipped(predictions, wrong, couples, alpha, repetitions, seed)
    errors = None if wrong is None else _Errors(predictions, wrong, couples, alpha, flips)
    auc_p_values: list[float | None]
    if flips is not None:
        auc_p_values = flips.p_values[-1].tolist()
        auc_adjusted = np.maximum(flips.adjusted[-1], luck_of.p_value_of_all)
        adjusted = None if errors is None else np.maximum(flips.adjusted[0], errors.p_values)
    else:
        auc_p_values = _by_delong(predictions, couples)
        # A test that cannot be done still counts as one of the family.
        family = [1.0 if p is None else p for p in auc_p_values]
        both = adjust_p_values([*(errors.p_values if errors else ()), *family], "holm")
        auc_adjusted = both[-len(couples) :]
        adjusted = both[: len(couples)] if errors else None
    limits = _auc_limits(predictions, couples, alpha)
    pairs = []
    for k, (i, j) in enumerate(couples):
        known = auc_p_values[k] is not None
        auc_low, auc_high = limits[k]
        pairs.append(
            PairJudgement(
                first=classifiers[i].name,
                second=classifiers[j].name,
                cases=predictions.cases,
                adjusted=None if adjusted is None else float(adjusted[k]),
                differs=adjusted is not None and bool(adjusted[k] <= alpha),
                **(_NOT_COMPARED if errors is None else errors.of(k)),
                auc_difference=classifiers[i].auc - classifiers[j].auc,
                auc_p_value=auc_p_values[k],
                auc_adjusted=float(auc_adjusted[k]) if known else None,
                auc_differs=known and bool(auc_adjusted[k] <= alpha),
                auc_low=auc_low,
                auc_high=auc_high,
            )
        )
    pairs.sort(key=_most_different_first)
    return flips, tuple(pairs)


def _most_different_first(pair: PairJudgement) -> tuple:
    p, size = pair.p_value, pair.difference
    if p is None or size is None:
        p, size = 1.0 if pair.auc_p_value is None else pair.auc_p_value, abs(pair.auc_difference)
    return (p, -size, pair.first, pair.second)


def _wrong(
    predictions: Predictions, classifiers: tuple[ClassifierJudgement, ...]
) -> np.ndarray | None:
    """Which cases each has wrong; None where somebody has no threshold."""
    thresholds = [one.threshold for one in classifiers]
    if None in thresholds:
        return None
    called = predictions.scores >= np.array(thresholds, dtype=float)
    return called != predictions.is_positive[:, None]


def _couples(
    classifiers: tuple[ClassifierJudgement, ...], wrong: np.ndarray | None, control: str | None
) -> Couples:
    """Whoever makes fewer errors, or has the higher AUC, is the first of a pair."""
    order = sorted(
        range(len(classifiers)),
        key=lambda i: (
            0 if wrong is None else wrong[:, i].sum(),
            -classifiers[i].auc,
            classifiers[i].name,
        ),
    )
    couples = combinations(order, 2)
    if control is None:
        return list(couples)
    one = [classifier.name for classifier in classifiers].index(control)
    return [couple for couple in couples if one in couple]


#: What is said of the errors of a pair of which one has no threshold.
_NOT_COMPARED: dict[str, Any] = dict.fromkeys(
    ("only_first_wrong", "only_second_wrong", "p_value", "difference", "low", "high")
)


class _Errors:
    """The errors of each pair: counts, p-values by themselves, and limits that hold together."""

    def __init__(
        self,
        predictions: Predictions,
        wrong: np.ndarray,
        couples: Couples,
        alpha: float,
        flips: FlipTest | None,
    ) -> None:
        # All pairs at once: of so many that are wrong, how many are wrong together?
        both = wrong.T.astype(np.float32) @ wrong.astype(np.float32)
        if wrong.shape[0] >= 2**24:  # beyond what such floats count one by one
            both = wrong.T.astype(float) @ wrong.astype(float)
        self.counts = [
            (int(both[i, i] - both[i, j]), int(both[j, j] - both[i, j])) for i, j in couples
        ]
        if flips is not None and predictions.folds is not None:  # McNemar's knows nothing of them
            self.p_values = flips.p_values[0].tolist()
        else:
            self.p_values = [mcnemar_test(*count).p_value for count in self.counts]
        ours, theirs = np.array(self.counts).T
        self.differences = ((theirs - ours) / predictions.cases).tolist()
        self.low, self.high = tango_interval(
            theirs,
            ours,
            predictions.cases,
            _widened(confidence_of_each(alpha, len(couples)), predictions),
        )

    def of(self, pair: int) -> dict[str, Any]:
        """What is said of the errors of one pair."""
        return {
            "only_first_wrong": self.counts[pair][0],
            "only_second_wrong": self.counts[pair][1],
            "p_value": self.p_values[pair],
            "difference": self.differences[pair],
            "low": float(self.low[pair]),
            "high": float(self.high[pair]),
        }


def _auc_limits(
    predictions: Predictions, couples: Couples, alpha: float
) -> list[tuple[float | None, float | None]]:
    """DeLong's limits for each difference, such that all hold together (Bonferroni)."""
    from scipy.special import ndtri

    nothing: list[tuple[float | None, float | None]] = [(None, None)] * len(couples)
    if predictions.folds is not None:
        return nothing
    spread = auc_covariance(predictions.is_positive, predictions.scores, predictions.strata)
    if spread is None:
        return nothing
    z = float(ndtri((1 + confidence_of_each(alpha, len(couples))) / 2))
    found = nothing
    for k, (i, j) in enumerate(couples):
        variance = float(spread[i, i] + spread[j, j] - 2 * spread[i, j])
        # Rounding leaves something of no variation at all.
        if variance > 1e-14 * float(spread[i, i] + spread[j, j]):
            difference = float(predictions.aucs[i] - predictions.aucs[j])
            reach = z * math.sqrt(variance)
            low, high = max(-1.0, difference - reach), min(1.0, difference + reach)
            found[k] = round(low, 12), round(high, 12)  # in whichever order cases are added up
    return found


def _widened(confidence: float, predictions: Predictions) -> float:
    """With folds, the confidence whose limits lie as much farther out as differences vary more."""
    if predictions.folds is None:
        return confidence
    from scipy.special import ndtr, ndtri

    z = widening(predictions.folds) * ndtri((1 + confidence) / 2)
    return float(min(ndtr(z) - ndtr(-z), 1 - 1e-15))


def _flipped(
    predictions: Predictions,
    wrong: np.ndarray | None,
    couples: Couples,
    alpha: float,
    repetitions: int | None,
    seed: Any,
) -> FlipTest:
    """Signs flipped for errors and AUCs at once; the order of the cases is no matter."""
    check_room((1 if wrong is None else 2) * len(couples), predictions.cases)
    rows = _in_order(predictions)
    truth, scores, groups = predictions.is_positive[rows], predictions.scores[rows], None
    if predictions.groups is not None:
        groups = predictions.groups[rows]
    questions: list[Question] = [AucSwaps(truth, scores, couples, groups)]
    if wrong is not None:
        questions.insert(0, Differences(wrong[rows].T.astype(np.int8), couples))
    return flip_test(
        questions,
        repetitions,
        seed,
        alpha=alpha,
        widening=widening(predictions.folds),
    )


def _in_order(predictions: Predictions) -> np.ndarray:
    """The cases in an order that does not depend on the one in the file."""
    by_name = np.argsort(np.array(predictions.names))
    truth, scores, groups = predictions.is_positive, predictions.scores, predictions.groups
    keys = [*([] if groups is None else [groups]), truth, *scores.T[by_name]]
    if truth.size > MANY_CASES:
        # By one number for each case, which is quicker, and puts together those of like scores.
        weights = np.random.default_rng(0).uniform(1, 2, len(keys))
        weights /= [np.ptp(key.astype(float)) or 1.0 for key in keys]
        return np.argsort(sum(w * key for w, key in zip(weights, keys, strict=True)), kind="stable")
    return np.lexsort(keys)


def _by_delong(predictions: Predictions, couples: Couples) -> list[float | None]:
    """DeLong's p-values, None where nothing varies."""
    if predictions.groups is not None:
        where = "strata" if predictions.folds is None else "folds"
        raise ValueError(f"pairs_by must be 'flips' where there are {where}; got 'delong'")
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
