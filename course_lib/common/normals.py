"""Normal deviates that vary together as others do."""

import math

import numpy as np


def root_of(covariance: np.ndarray) -> np.ndarray:
    """A matrix that times its transpose is the covariance: Cholesky's, for any rank.

    Standard normal deviates times its transpose vary together as the covariance says. A row that
    follows from those above it adds no column; variances should be about 1, for what is below 1e-10
    counts as rounding. Rows are taken in the order they are in, so that rounding decides nothing.

    >>> root_of(np.array([[1.0, 0.6, 1.0], [0.6, 1.0, 0.6], [1.0, 0.6, 1.0]])).round(3).tolist()
    [[1.0, 0.0], [0.6, 0.8], [1.0, 0.0]]
    """
    size = len(covariance)
    root, rank = np.zeros((size, size)), 0
    for row in range(size):
        rest = covariance[row:, row] - root[row:, :rank] @ root[row, :rank]
        if rest[0] > 1e-10:
            root[row:, rank] = rest / math.sqrt(rest[0])
            rank += 1
    return root[:, :rank]
