"""Scores of rankings in plain NumPy: slow, short, and easy to believe.

The compiled kernels are tested against these.
"""

import numpy as np


def score_rankings(true_positives: np.ndarray, k: int = 10) -> dict[str, np.ndarray]:
    """Score rankings, given as rows of cumulative true positives, by all four metrics.

    Examples
    --------
    A perfect ranking of two positives and two negatives, and the worst one.

    >>> scores = score_rankings(np.array([[1, 2, 2, 2], [0, 0, 1, 2]]), k=2)
    >>> scores["auc"].tolist(), scores["accuracy"].tolist(), scores["top_k"].tolist()
    ([1.0, 0.0], [1.0, 0.5], [2, 0])
    """
    cases = true_positives.shape[1]
    cut = np.arange(1, cases + 1)
    positives = true_positives[:, -1:]
    negatives = cases - positives
    false_positives = cut - true_positives
    is_negative = np.diff(false_positives, prepend=0, axis=1)
    # Calling nobody positive is a cut too, hence the 0.
    peak = np.maximum((true_positives - false_positives).max(axis=1, keepdims=True), 0)
    return {
        "auc": (
            (is_negative * true_positives).sum(axis=1, keepdims=True) / (positives * negatives)
        )[:, 0],
        "accuracy": ((peak + negatives) / cases)[:, 0],
        "f_measure": (2 * true_positives / (positives + cut)).max(axis=1),
        "top_k": true_positives[:, k - 1],
    }
