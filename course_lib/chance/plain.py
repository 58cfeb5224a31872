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
    counts = count_rankings(true_positives, k)
    return {name: metric.score_of(counts) for name, metric in METRICS.items()}


def count_rankings(true_positives: np.ndarray, k: int) -> RankingCounts:
    """What the metrics need to know of each row of cumulative true positives."""
    cut = np.arange(1, true_positives.shape[1] + 1)
    positives = true_positives[:, -1]
    false_positives = cut - true_positives
    is_negative = np.diff(false_positives, prepend=0, axis=1)
    return RankingCounts(
        positives,
        negatives=cut.size - positives,
        right_pairs=(is_negative * true_positives).sum(axis=1),
        # Calling nobody positive is a cut too, hence the 0.
        peak=np.maximum((true_positives - false_positives).max(axis=1), 0),
        best_f=(2 * true_positives / (positives[:, None] + cut)).max(axis=1),
        in_top_k=true_positives[:, k - 1],
    )
