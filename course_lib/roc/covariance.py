"""How the AUCs of several classifiers on the same cases vary together (DeLong et al., 1988)."""

import numpy as np

from course_lib.common.folds import folds_of
from course_lib.common.ranks import twice_mean_ranks


def auc_covariance(
    is_positive: np.ndarray, scores: np.ndarray, groups: np.ndarray | None = None
) -> np.ndarray | None:
    """DeLong's covariance matrix of the AUCs of the columns; None if a class is a single case.

    With `groups` cases are compared within their group, and groups count by their pairs of a
    positive and a negative. A group in which a class is a single case tells nothing of variation.

    >>> truth = np.array([1, 1, 1, 1, 0, 0, 0, 0, 0, 0], bool)
    >>> scores = np.array([[9, 8, 6, 3, 7, 5, 4, 2, 1, 0]]).T
    >>> round(float(auc_covariance(truth, scores)[0, 0]) ** 0.5, 4)
    0.1443
    """
    total, pairs = np.zeros((scores.shape[1],) * 2), 0
    for cases in folds_of(is_positive, groups):
        truth = is_positive[cases]
        positives, negatives = int(truth.sum()), int((~truth).sum())
        if min(positives, negatives) < 2:
            return None
        wins, losses = (
            np.empty((positives, scores.shape[1])),
            np.empty((negatives, scores.shape[1])),
        )
        for column in range(scores.shape[1]):
            own = scores[cases, column]
            ranks = twice_mean_ranks(own)
            # Of each positive, which share of the negatives it beats; of each negative, who does.
            wins[:, column] = (ranks[truth] - twice_mean_ranks(own[truth])) / (2 * negatives)
            losses[:, column] = (ranks[~truth] - twice_mean_ranks(own[~truth])) / (2 * positives)
        here = positives * negatives
        pairs += here
        total += here**2 * (_covariance(wins) / positives + _covariance(losses) / negatives)
    return total / pairs**2


def _covariance(table: np.ndarray) -> np.ndarray:
    centred = table - table.mean(axis=0)
    return centred.T @ centred / (len(table) - 1)
