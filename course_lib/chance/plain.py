"""Scores of rankings in plain NumPy: slow, short, and easy to believe.

The compiled kernels are tested against these.
"""

import numpy as np

from course_lib.chance.metrics import METRICS
from course_lib.chance.setting import RankingCounts


def score_rankings(true_positives: np.ndarray, k: int = 10) -> dict[str, np.ndarray]:
    """Score rankings, given as rows of cumulative true positives, by all four metrics.

    Examples
    --------
    A perfect ranking of two positives and two negatives, and the worst one.

    >>> scores = score_rankings(np.array([[1, 2, 2, 2], [0, 0, 1, 2]]), k=2)
    >>> scores["auc"].tolist(), scores["accuracy"].tolist(), scores["top_k"].tolist()
    ([1.0, 0.0], [1.0, 0.5], [2, 0])
    """
    counts = RankingCounts.of(true_positives, k)
    return {name: metric.score_of(counts) for name, metric in METRICS.items()}
