"""How good must the best of C classifiers be? The exact answers, by name.

These four functions are thin: they check what they are given and ask the law of the metric.
"""

from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np

from course_lib.chance.accuracy import AccuracyDistribution
from course_lib.chance.auc import AUCDistribution
from course_lib.chance.distribution import NullDistribution
from course_lib.chance.f_measure import FMeasureDistribution
from course_lib.chance.metrics import (
    METRICS,
    Setting,
    check_metric,
    check_setting,
    check_sizes,
)
from course_lib.chance.top_k import TopKDistribution
from course_lib.progress import progress_bar

_LAWS: dict[str, type[NullDistribution]] = {
    "auc": AUCDistribution,
    "accuracy": AccuracyDistribution,
    "f_measure": FMeasureDistribution,
    "top_k": TopKDistribution,
}

#: Metrics that do not mind which class is called positive.
_SYMMETRIC = ("auc", "accuracy")


def null_distribution(
    metric: str, positives: int, negatives: int, *, k: int = 10
) -> NullDistribution:
    """The scores of one classifier that learned nothing, with their exact probabilities.

    Such a classifier ranks the test cases in a uniformly random order. Nothing is simulated.

    Parameters
    ----------
    metric
        `"auc"`; `"accuracy"` or `"f_measure"`, at the best threshold along the ranking;
        `"top_k"`, the number of positives among the first `k`.
    positives, negatives
        The classes of the test set: up to 10,000 each for AUC, 2,000 for F, 1,000,000 for the
        other two.
    k
        For `"top_k"` only.

    Examples
    --------
    Two positives and two negatives have six rankings, two of them with an AUC of one half.

    >>> luck = null_distribution("auc", 2, 2)
    >>> luck.support.tolist()
    [0.0, 0.25, 0.5, 0.75, 1.0]
    >>> (6 * luck.pmf).round(12).tolist()
    [1.0, 1.0, 2.0, 1.0, 1.0]
    >>> luck.sf(0.75)                  # only the perfect ranking exceeds 0.75
    0.16666666666666666
    """
    return _law(check_setting(metric, positives, negatives, k))


def critical_value(
    metric: str,
    positives: int,
    negatives: int,
    competitors: int = 1,
    alpha: float = 0.01,
    *,
    k: int = 10,
) -> float:
    """The score that the best of `competitors` must exceed before it beats luck.

    If none of them learned anything, the best of them exceeds this score with probability
    at most `alpha`. It is an attainable score, and the smallest with that property. If it is
    the highest score there is, even a perfect result would prove nothing on this test set.

    Competitors are taken to be independent. If they are many settings of one algorithm, they
    are not, and this value is on the careful side.

    Examples
    --------
    Ten positives, ten negatives, and a thousand classifiers to choose from: one must get more
    than 19 of 20 right (Forman & Cohen 2005, section 4).

    >>> critical_value("accuracy", 10, 10, competitors=1000)
    0.95

    Two positives and two negatives are too few for anything.

    >>> critical_value("auc", 2, 2)
    1.0
    """
    return cached_law(check_setting(metric, positives, negatives, k)).critical_value(
        competitors, alpha
    )


def p_value(
    metric: str,
    score: Any,
    positives: int,
    negatives: int,
    competitors: int = 1,
    *,
    k: int = 10,
) -> Any:
    """How often the best of `competitors` that learned nothing scores at least as well.

    `score` may be an array; the answer then has its shape. The best score is significant at
    level `alpha` when its p-value is at most `alpha`, which is to say when it exceeds
    `critical_value`.

    Examples
    --------
    An AUC of 0.60 on 150 positives and 484 negatives is remarkable for one classifier,
    and ordinary for the winner among 114.

    >>> round(p_value("auc", 0.60, 150, 484), 6)
    0.0001
    >>> round(p_value("auc", 0.60, 150, 484, competitors=114), 4)
    0.0114
    """
    return cached_law(check_setting(metric, positives, negatives, k)).p_value(score, competitors)


def critical_value_table(
    metric: str,
    positives: Any,
    negatives: Any,
    competitors: int,
    alpha: float = 0.01,
    *,
    k: int = 10,
    progress: bool | None = None,
) -> np.ndarray:
    """Critical values for every pair of class sizes: a row for each size in `positives`, a
    column for each in `negatives`.

    `progress` shows a bar (None: when it takes longer than two seconds and someone can see it).

    Examples
    --------
    >>> critical_value_table("accuracy", [10, 20], [10, 20, 40], competitors=10)
    array([[0.9       , 0.83333333, 0.88      ],
           [0.83333333, 0.775     , 0.78333333]])
    """
    metric, k = check_metric(metric, k)
    largest = METRICS[metric].largest_class
    rows = check_sizes("positives", positives, largest)
    columns = check_sizes("negatives", negatives, largest)
    settings = [check_setting(metric, p, n, k) for p, n in product(rows, columns)]

    known: dict[Any, float] = {}
    table = np.empty(len(settings))
    with progress_bar(len(settings), f"critical values of {metric}", progress) as bar:
        for position, setting in enumerate(settings):
            key = (setting.positives, setting.negatives)
            if metric in _SYMMETRIC:
                key = tuple(sorted(key))
            if key not in known:
                known[key] = _law(setting).critical_value(competitors, alpha)
            table[position] = known[key]
            bar.update(1)
    return table.reshape(len(rows), len(columns))


def _law(setting: Setting) -> NullDistribution:
    return _LAWS[setting.metric](setting)


#: Asking for a critical value and then for p-values on the same test set is the common case.
cached_law = lru_cache(maxsize=8)(_law)
