"""A file of predictions, judged: beyond luck or not, and who differs from whom."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from course_lib.chance.competition import MOST_COMPETITORS
from course_lib.chance.shuffle import ShuffleTest
from course_lib.common.arguments import one_of, open_unit_interval, whole_number
from course_lib.judging.beyond_luck import judge_luck, shuffles_of
from course_lib.judging.predictions import Predictions
from course_lib.judging.results import ClassifierJudgement, Judgement
from course_lib.judging.thresholds import thresholds_for
from course_lib.judging.who_differs import judge_pairs
from course_lib.measures.counts import binary_counts
from course_lib.roc.delong import AucInterval, delong_interval
from course_lib.roc.points import auc_score

#: Versions of McNemar's test that are right for any number of cases.
MCNEMAR = ("exact", "mid-p")


def judge(
    predictions: Predictions,
    *,
    tried: int | None = None,
    threshold: float | Mapping[str, float] | None = None,
    alpha: float = 0.05,
    mcnemar: str = "exact",
    repetitions: int | None = None,
    seed: Any = 0,
) -> Judgement:
    """Judge classifiers that scored the same cases: is the best beyond luck, and who differs?

    `predictions` come from `read_predictions` or `prediction_table`. `tried` is how many
    classifiers were tried in all, if the table holds only some of them: the best of many is good by
    luck alone. `threshold` says from which score on a case is called positive, a number for all or
    a dictionary; without it, scores from 0 to 1 are called positive from 0.5 on.

    Three questions, each at level `alpha`. *Is the highest AUC beyond luck?* By shuffling the truth
    (`repetitions` times, with `seed`; by default more where it is close) over these very columns,
    and by the exact distribution for the best of `tried` independent rankings without ties.
    Shuffling counts. If more were tried than the table holds, or the shuffles are too few for
    alpha, the larger p-value counts: by the exact distribution, and by the best column's own
    distribution under shuffled labels, with its ties, raised to the best of `tried`; and the
    columns of the table must be beyond luck by themselves. *Who makes fewer errors at the
    threshold?* McNemar's test for each pair, corrected by Holm, with Tango intervals that hold
    together. *Who ranks better?* DeLong's test for each pair, corrected by Holm.

    All of it assumes cases that are independent of each other, and of how the classifiers and their
    thresholds were made.

    Examples
    --------
    >>> from course_lib import read_predictions
    >>> from course_lib.datasets import example_predictions
    >>> found = judge(read_predictions(example_predictions()))
    >>> print(found.sentences()["luck"])
    naive_bayes has the highest AUC, 0.835 (95 % interval 0.703 to 0.915, not corrected for choosing
    the best): beyond luck for the best of 4 classifiers (p = 0.0001 by shuffling the truth,
    the least that 9,999 shuffles can show, p = 8.7e-06 by the exact distribution). The 4 in the
    file were counted; if more were tried, the bar is higher (--tried).
    >>> [(pair.first, pair.second) for pair in found.pairs if pair.auc_differs]
    [('random_forest', 'decision_stump')]
    """
    if not isinstance(predictions, Predictions):
        raise ValueError(
            "predictions must come from read_predictions or prediction_table; got "
            f"{type(predictions).__name__}"
        )
    alpha = open_unit_interval("alpha", alpha)
    mcnemar = one_of("mcnemar", mcnemar, MCNEMAR, {"midp": "mid-p", "mid_p": "mid-p"})
    columns = len(predictions.names)
    note = f"{columns} are here" if columns > 1 else "1 is here"
    tried = columns if tried is None else whole_number(
        "tried", tried, columns, MOST_COMPETITORS, note
    )  # fmt: skip
    thresholds = thresholds_for(predictions, threshold)
    shuffled = shuffles_of(predictions, repetitions, alpha, seed)
    classifiers = tuple(
        _judge_one(predictions, column, float(thresholds[column]), shuffled, alpha)
        for column in range(columns)
    )
    return Judgement(
        predictions,
        classifiers,
        judge_luck(predictions, classifiers, shuffled, tried, alpha),
        judge_pairs(predictions, classifiers, alpha, mcnemar),
        alpha,
        mcnemar,
    )


def _judge_one(
    predictions: Predictions, column: int, threshold: float, shuffled: ShuffleTest, alpha: float
) -> ClassifierJudgement:
    truth, scores = predictions.is_positive, predictions.scores[:, column]
    return ClassifierJudgement(
        name=predictions.names[column],
        auc=auc_score(truth, scores),
        auc_interval=_auc_interval(predictions, scores, alpha),
        ties=np.unique(scores).size < scores.size,
        threshold=threshold,
        counts=binary_counts(truth, scores >= threshold),
        p_value=float(shuffled.p_values[column]),
        p_value_low=float(shuffled.p_values_low[column]),
    )


def _auc_interval(predictions: Predictions, scores: np.ndarray, alpha: float) -> AucInterval | None:
    if min(predictions.positives, predictions.negatives) < 2:
        return None
    found = delong_interval(predictions.is_positive, scores, 1 - alpha)
    # Where nothing varies it has no width, which must not be read as certainty.
    return found if found.standard_error > 0 else None
