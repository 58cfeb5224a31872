"""A file of predictions, judged: beyond luck or not, and who differs from whom."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from course_lib.chance.competition import MOST_COMPETITORS
from course_lib.chance.shuffle import MOST_SHUFFLES
from course_lib.common.arguments import one_of, open_unit_interval, whole_number
from course_lib.common.columns import short
from course_lib.common.frames import aligned, is_frame
from course_lib.common.randomness import seed_sequence
from course_lib.judging.beyond_luck import LuckOfColumns, judge_luck, luck_of_columns
from course_lib.judging.predictions import Predictions, prediction_table
from course_lib.judging.reading import read_predictions, without_ids
from course_lib.judging.results import ClassifierJudgement, Judgement
from course_lib.judging.thresholds import thresholds_for
from course_lib.judging.who_differs import judge_pairs
from course_lib.measures.counts import binary_counts
from course_lib.pairs.samples import share_interval
from course_lib.roc.covariance import auc_covariance
from course_lib.roc.delong import AucInterval, auc_interval

#: How pairs may be compared: by flipping signs, or by McNemar's and DeLong's tests with Holm's
#: correction, for those who want these by name.
PAIRS_BY = ("flips", "delong")


def judge(
    y_true: Any,
    scores: Any = None,
    *,
    names: Iterable[str] | None = None,
    positive: Any = None,
    truth: str | None = None,
    tried: int | None = None,
    threshold: float | Mapping[str, float] | None = None,
    control: str | None = None,
    margin: float | None = None,
    alpha: float = 0.05,
    folds: Any = None,
    strata: Any = None,
    pairs_by: str = "flips",
    repetitions: int | None = None,
    seed: Any = 0,
    **reading: Any,
) -> Judgement:
    """Judge classifiers that scored the same cases: is the best beyond luck, and who differs?

    `y_true` is the truth, a label for each case, and `scores` a dictionary, a data frame or a table
    with a column for each classifier, or the list of one; what has an index is aligned by it. Or
    hand over a data frame that holds both (`truth` names the column, and other options are those
    of `read_predictions`), or what `read_predictions` gives.

    `tried` is how many classifiers were tried in all, if the table holds only some of them: the
    best of many is good by luck alone. `threshold` says from which score on a case is called
    positive, a number for all or a dictionary; without it, scores from 0 to 1 are called positive
    from 0.5 on, and others are judged by their ranking only. `control` names the one that all
    others are compared with, in place of all pairs. `margin` is how large a difference must be to
    matter. `folds` says in which fold of a cross-validation each case was: then cases are ranked,
    shuffled and compared within their fold. `strata` says in which of several test sets it is:
    then they are compared within their test set, and there is one verdict.

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
    >>> judge([1, 1, 1, 0, 0, 0], {"tree": [0.9, 0.8, 0.7, 0.6, 0.2, 0.1]}).luck.p_value
    0.05
    >>> from course_lib import read_predictions
    >>> from course_lib.datasets import example_predictions
    >>> found = judge(read_predictions(example_predictions()))
    >>> print(found.sentences()["luck"])
    naive_bayes has the highest AUC, 0.835 (two-sided 95 % interval 0.703 to 0.915, not corrected
    for choosing the best): beyond luck for the best of 4 classifiers (one-sided p = 0.0001 by
    shuffling the truth, the least that 9,999 shuffles can show, p = 8.7e-06 by the exact
    distribution). The 4 in the file were counted; if more were tried, the bar is higher (tried=).
    >>> [(pair.first, pair.second) for pair in found.pairs if pair.auc_differs]
    [('random_forest', 'decision_stump')]
    """
    predictions = _predictions(y_true, scores, names, positive, truth, folds, strata, reading)
    alpha = open_unit_interval("alpha", alpha)
    pairs_by = one_of("pairs_by", pairs_by, PAIRS_BY, {"mcnemar": "delong", "flip": "flips"})
    if control is not None:
        control = one_of("control", control, predictions.names)
    if margin is not None:
        margin = open_unit_interval("margin", margin)
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
    spread = auc_covariance(predictions.is_positive, predictions.scores, predictions.strata)
    classifiers = tuple(
        _judge_one(predictions, column, float(thresholds[column]), luck_of, alpha, spread)
        for column in range(columns)
    )
    flips, pairs = judge_pairs(
        predictions, classifiers, luck_of, alpha, pairs_by, repetitions, seed, control
    )
    return Judgement(
        predictions,
        classifiers,
        judge_luck(predictions, classifiers, luck_of, tried, alpha),
        pairs,
        alpha,
        pairs_by,
        flips,
        control,
        margin,
    )


def _predictions(
    y_true: Any,
    scores: Any,
    names: Iterable[str] | None,
    positive: Any,
    truth: str | None,
    folds: Any,
    strata: Any,
    reading: dict[str, Any],
) -> Predictions:
    """Whatever it comes as: a table of both, a data frame of both, or the two of them."""
    if reading and (scores is not None or not is_frame(y_true)):
        name = next(iter(reading))
        raise ValueError(f"{name} goes with a data frame that holds truth and scores; got no such")
    if unknown := set(reading) - {"stratum", "drop", "ids", "keep", "rows", "missing"}:
        raise TypeError(f"judge() got an unexpected argument {min(unknown)!r}")
    if isinstance(y_true, Predictions):
        given = {"scores": scores, "names": names, "positive": positive, "truth": truth}
        if extra := [name for name, value in given.items() if value is not None]:
            raise ValueError(f"{extra[0]} must be left out: the predictions are a table already")
        known = y_true if folds is None else y_true.with_folds(folds)
        return known if strata is None else known.with_strata(strata)
    if scores is None:
        if is_frame(y_true):
            named = [column if isinstance(column, str) else None for column in (folds, strata)]
            beside = {"y_true": y_true, "folds": folds, "strata": strata}
            kept = {k: v for k, v in beside.items() if v is not None and not isinstance(v, str)}
            _, folds, strata = {**beside, **aligned(**kept)}.values()
            reading = {"truth": truth, "stratum": named[1]} | reading
            known = read_predictions(y_true, positive, named[0], **reading)
            known = known if folds is None or named[0] else known.with_folds(folds)
            return known if strata is None or named[1] else known.with_strata(strata)
        raise ValueError(
            "scores must be given with y_true: a dictionary, a data frame or a table with a column "
            f"for each classifier; got none, and {short(y_true)} as y_true. A file is read by "
            "read_predictions"
        )
    if truth is not None:
        raise ValueError("truth names a column of a data frame; here y_true is the truth already")
    scores, notes = without_ids(scores) if is_frame(scores) else (scores, ())
    known = prediction_table(y_true, scores, names, positive=positive, folds=folds, strata=strata)
    return replace(known, notes=(*notes, *known.notes))


def _judge_one(
    predictions: Predictions,
    column: int,
    threshold: float,
    luck_of: LuckOfColumns,
    alpha: float,
    spread: np.ndarray | None,
) -> ClassifierJudgement:
    truth, scores = predictions.is_positive, predictions.scores[:, column]
    counts = None if np.isnan(threshold) else binary_counts(truth, scores >= threshold)
    interval = None
    if counts:
        right = counts.true_positives + counts.true_negatives
        interval = share_interval(right, truth.size, 1 - alpha, "asymptotic")
    return ClassifierJudgement(
        name=predictions.names[column],
        auc=float(predictions.aucs[column]),
        auc_interval=_auc_interval(predictions, column, alpha, spread),
        ties=np.unique(scores).size < scores.size,
        threshold=threshold if counts else None,
        counts=counts,
        accuracy_interval=interval,
        p_value=luck_of.p_values[column],
        p_value_low=luck_of.p_values_low[column],
    )


def _auc_interval(
    predictions: Predictions, column: int, alpha: float, spread: np.ndarray | None
) -> AucInterval | None:
    """None where a class is a single case, or cases come from several models."""
    if spread is None or predictions.folds is not None:
        return None
    auc, variance = float(predictions.aucs[column]), float(spread[column, column])
    # Where nothing varies it has no width, which must not be read as certainty.
    if variance <= 1e-24 or auc in (0, 1):
        return None
    sizes = predictions.positives, predictions.negatives
    return auc_interval(auc, variance**0.5, 1 - alpha, "logit", *sizes)
