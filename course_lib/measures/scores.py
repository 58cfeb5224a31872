"""One number from truth and predictions."""

from typing import Any

import numpy as np

from course_lib.common.columns import (
    is_label,
    labels_together,
    listed_labels,
    plain_labels,
    python_value,
)
from course_lib.measures.counts import BinaryCounts, count_calls


def accuracy_score(truth: Any, predictions: Any) -> float:
    """The share of the cases that were predicted as what they are.

    It counts every mistake alike, and is high by itself where one class is frequent: compare it
    with the share of that class.

    Examples
    --------
    >>> accuracy_score(["yes", "no", "no", "no"], ["no", "no", "no", "no"])
    0.75
    """
    first, second = labels_together(truth=truth, predictions=predictions)
    return float(np.mean(first == second))


def error_rate(truth: Any, predictions: Any) -> float:
    """The share of the cases that were predicted as something else: the mean 0/1 loss.

    Examples
    --------
    >>> error_rate([1, 0, 0, 1], [1, 1, 0, 1])
    0.25
    """
    first, second = labels_together(truth=truth, predictions=predictions)
    return float(np.mean(first != second))


def precision_score(truth: Any, predictions: Any, positive: Any = 1) -> float:
    """Of the cases that were called `positive`, the share that is.

    NaN if none was. All classes but `positive` count as negative.

    Examples
    --------
    The spam filter kept back four letters, and one of them was an invitation.

    >>> truth = ["spam", "spam", "spam", "ham", "spam", "ham"]
    >>> kept_back = ["spam", "spam", "spam", "spam", "ham", "ham"]
    >>> precision_score(truth, kept_back, positive="spam")
    0.75
    """
    return _one_against_rest(truth, predictions, positive).precision


def recall_score(truth: Any, predictions: Any, positive: Any = 1) -> float:
    """Of the cases that are `positive`, the share that was found.

    NaN if none is. All classes but `positive` count as negative.

    Examples
    --------
    >>> recall_score([1, 1, 1, 0, 0], [1, 1, 0, 1, 0]) == 2 / 3
    True
    """
    return _one_against_rest(truth, predictions, positive).recall


def specificity_score(truth: Any, predictions: Any, positive: Any = 1) -> float:
    """Of the cases that are not `positive`, the share that was left in peace.

    NaN if all are. It is the recall of "everything else".

    Examples
    --------
    >>> specificity_score([1, 1, 1, 0, 0], [1, 1, 0, 1, 0])
    0.5
    """
    return _one_against_rest(truth, predictions, positive).specificity


def f_score(truth: Any, predictions: Any, positive: Any = 1, beta: float = 1.0) -> float:
    """The harmonic mean of precision and recall; recall weighs `beta` times as much.

    This is the F-measure of the predictions as they stand. The metric `"f_measure"` of
    `critical_value` and its kin is the best F-measure that any threshold of a ranking reaches.

    Examples
    --------
    Precision 1/2 and recall 1: nearer to the smaller of the two.

    >>> round(f_score([1, 0, 0, 0], [1, 1, 0, 0]), 3)
    0.667
    """
    return _one_against_rest(truth, predictions, positive).f(beta)


def _one_against_rest(truth: Any, predictions: Any, positive: Any) -> BinaryCounts:
    first, second = labels_together(truth=truth, predictions=predictions)
    seen = plain_labels(np.unique(np.concatenate([first, second])))
    wanted = python_value(positive)
    # Where only one label occurs the other is not known, and `positive` may be that one.
    known = is_label(wanted) and (
        wanted in seen or (len(seen) == 1 and isinstance(wanted, str) == isinstance(seen[0], str))
    )
    if not known:
        raise ValueError(
            "positive must be one of the labels in truth and predictions, "
            f"{listed_labels(seen)}; got {positive!r}"
        )
    return count_calls(first == wanted, second == wanted)
