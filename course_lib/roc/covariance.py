"""How the AUCs of several classifiers on the same cases vary together (DeLong et al., 1988)."""

import numpy as np

from course_lib.common.folds import folds_of
from course_lib.common.ranks import twice_mean_ranks


def auc_covariance(
    is_positive: np.ndarray, scores: np.ndarray, groups: np.ndarray | None = None
) -> np.ndarray | None:
    """DeLong's covariance matrix of the AUCs of the columns; None if a class is a single case.

    With `groups` cases are compared within their group, and groups count by their pairs of a
    positive and a negative. Where a class of a group is a single case, which tells nothing of
    variation, the most that a share can vary stands for it.

    >>> truth = np.array([1, 1, 1, 1, 0, 0, 0, 0, 0, 0], bool)
    >>> scores = np.array([[9, 8, 6, 3, 7, 5, 4, 2, 1, 0]]).T
    >>> round(float(auc_covariance(truth, scores)[0, 0]) ** 0.5, 4)
    0.1443
    """
    total, pairs = np.zeros((scores.shape[1],) * 2), 0
    for cases in folds_of(is_positive, groups):
        truth = is_positive[cases]
        positives, negatives = int(truth.sum()), int((~truth).sum())
        if min(positives, negatives) < 2 and groups is None:
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


#: The variance of a share that is 0 or 1, with even chances; none is larger.
_MOST = 0.25


def _covariance(table: np.ndarray) -> np.ndarray:
    if len(table) < 2:
        return _MOST * np.eye(table.shape[1])
    centred = table - table.mean(axis=0)
    return centred.T @ centred / (len(table) - 1)
