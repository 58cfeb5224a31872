"""Ranks of scores, with ties."""

import numpy as np


def twice_mean_ranks(scores: np.ndarray) -> np.ndarray:
    """Twice the rank of each score, from 1 for the lowest: whole, though ties share their mean.

    >>> twice_mean_ranks(np.array([0.9, 0.6, 0.6, 0.2])).tolist()
    [8, 5, 5, 2]
    """
    order = np.argsort(scores)
    rising = scores[order]
    last = np.append(np.flatnonzero(rising[1:] != rising[:-1]), rising.size - 1)
    sizes = np.diff(last, prepend=-1)
    ranks = np.empty(rising.size, int)
    ranks[order] = np.repeat(2 * last - sizes + 3, sizes)
    return ranks
