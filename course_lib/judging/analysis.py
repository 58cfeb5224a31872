"""A file of predictions, judged: beyond luck or not, and who differs from whom."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from course_lib.chance.competition import MOST_COMPETITORS
from course_lib.chance.shuffle import MOST_SHUFFLES
from course_lib.common.arguments import one_of, open_unit_interval, whole_number
from course_lib.common.randomness import seed_sequence
from course_lib.judging.beyond_luck import LuckOfColumns, judge_luck, luck_of_columns
from course_lib.judging.predictions import Predictions
from course_lib.judging.results import ClassifierJudgement, Judgement
from course_lib.judging.thresholds import thresholds_for
from course_lib.judging.who_differs import judge_pairs
from course_lib.measures.counts import binary_counts
from course_lib.roc.delong import AucInterval, delong_interval

#: How pairs may be compared: by flipping signs, or by McNemar's and DeLong's tests with Holm's
#: correction, for those who want these by name.
PAIRS_BY = ("flips", "delong")


def judge(
    predictions: Predictions,
    *,
    tried: int | None = None,
    threshold: float | Mapping[str, float] | None = None,
    alpha: float = 0.05,
    folds: Any = None,
    pairs_by: str = "flips",
    repetitions: int | None = None,
    seed: Any = 0,
) -> Judgement:
    """Judge classifiers that scored the same cases: is the best beyond luck, and who differs?

    `predictions` come from `read_predictions` or `prediction_table`. `tried` is how many
    classifiers were tried in all, if the table holds only some of them: the best of many is good by
    luck alone. `threshold` says from which score on a case is called positive, a number for all or
    a dictionary; without it, scores from 0 to 1 are called positive from 0.5 on. `folds` says in
    which fold of a cross-validation each case was, if the predictions do not: then cases are
    ranked, shuffled and compared within their fold.

    *Is the highest AUC beyond luck?* That is: do these scores go with the truth more closely than
    luck explains, one-sided? (Whether training did it is another question.) For one classifier the
    exact distribution decides, or the column's own where scores are tied or there are folds. For
    several, the truth is shuffled over these very columns: in every way if there are few, else
    `repetitions` times, with `seed`; by default more where it is close. If more were tried than the
    table holds, or the shuffles are too few for alpha, the larger p-value counts: by the exact
    distribution for the best of `tried` independent rankings without ties, and by the best column's
    own, with its ties, raised to the best of `tried`; and the columns of the table must be beyond
    luck by themselves.

    *Who makes fewer errors at the threshold, and who ranks better?* Two classifiers that are
    equally good may change places on any case. So signs are flipped, case by case, for all pairs
    and both questions at once, and each pair is compared with the largest difference there is
    (Westfall and Young's step-down). Among classifiers that may change places, some pair is
    declared different with a chance of about alpha at most, however many there are, and so it is in
    each question by itself. (Classifiers of different kinds whose AUCs happen to be equal may be
    declared different more often where a class has few cases.) Where all is luck no two AUCs
    differ: so none are declared different unless, two-sided, luck is ruled out somewhere in the
    table. `pairs_by="delong"` asks for McNemar's and DeLong's tests by name, corrected by Holm for
    all pairs and both questions: with few cases of a class DeLong's finds differences in noise.

    All of it assumes cases that are independent of each other, and of how the classifiers and their
    thresholds were made.

    Examples
    --------
    >>> from course_lib import read_predictions
    >>> from course_lib.datasets import example_predictions
    >>> found = judge(read_predictions(example_predictions()))
    >>> print(found.sentences()["luck"])
    naive_bayes has the highest AUC, 0.835 (two-sided 95 % interval 0.703 to 0.915, not corrected
    for choosing the best): beyond luck for the best of 4 classifiers (one-sided p = 0.0001 by
    shuffling the truth, the least that 9,999 shuffles can show, p = 8.7e-06 by the exact
    distribution). The 4 in the file were counted; if more were tried, the bar is higher (--tried).
    >>> [(pair.first, pair.second) for pair in found.pairs if pair.auc_differs]
    [('random_forest', 'decision_stump')]
    """
    if not isinstance(predictions, Predictions):
        raise ValueError(
            "predictions must come from read_predictions or prediction_table; got "
            f"{type(predictions).__name__}"
        )
    alpha = open_unit_interval("alpha", alpha)
    pairs_by = one_of("pairs_by", pairs_by, PAIRS_BY, {"mcnemar": "delong", "flip": "flips"})
    if folds is not None:
        predictions = predictions.with_folds(folds)
    columns = len(predictions.names)
    note = f"{columns} are here" if columns > 1 else "1 is here"
    tried = columns if tried is None else whole_number(
        "tried", tried, columns, MOST_COMPETITORS, note
    )  # fmt: skip
    if repetitions is not None:
        repetitions = whole_number("repetitions", repetitions, 1, MOST_SHUFFLES)
    seed_sequence(seed)  # wrong ones are refused even where nothing is drawn
    thresholds = thresholds_for(predictions, threshold)
    luck_of = luck_of_columns(predictions, repetitions, alpha, seed)
    classifiers = tuple(
        _judge_one(predictions, column, float(thresholds[column]), luck_of, alpha)
        for column in range(columns)
    )
    flips, pairs = judge_pairs(
        predictions, classifiers, luck_of, alpha, pairs_by, repetitions, seed
    )
    return Judgement(
        predictions,
        classifiers,
        judge_luck(predictions, classifiers, luck_of, tried, alpha),
        pairs,
        alpha,
        pairs_by,
        flips,
    )


def _judge_one(
    predictions: Predictions, column: int, threshold: float, luck_of: LuckOfColumns, alpha: float
) -> ClassifierJudgement:
    truth, scores = predictions.is_positive, predictions.scores[:, column]
    return ClassifierJudgement(
        name=predictions.names[column],
        auc=float(predictions.aucs[column]),
        auc_interval=_auc_interval(predictions, scores, alpha),
        ties=np.unique(scores).size < scores.size,
        threshold=threshold,
        counts=binary_counts(truth, scores >= threshold),
        p_value=luck_of.p_values[column],
        p_value_low=luck_of.p_values_low[column],
    )


def _auc_interval(predictions: Predictions, scores: np.ndarray, alpha: float) -> AucInterval | None:
    """None where a class is a single case, or cases come from several models."""
    if min(predictions.positives, predictions.negatives) < 2 or predictions.folds is not None:
        return None
    found = delong_interval(predictions.is_positive, scores, 1 - alpha)
    # Where nothing varies it has no width, which must not be read as certainty.
    return found if found.standard_error > 0 else None
