"""How far out the limits for many differences must lie for all of them to hold at once."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from course_lib.common.randomness import seed_sequence
from course_lib.pairs.differences import squared_lengths

#: Draws of all scores at once; fewer where pairs times draws would be more than those.
DRAWS = 40_000
_FEWEST = 2_000
_MOST = 50_000_000
#: Numbers at a time, which bounds the memory.
_AT_ONCE = 2_000_000
#: So much, as a part of what is there, keeps a root from failing.
_LITTLE = 1e-10


def joint_quantile(
    deviations: np.ndarray, couples: Sequence[tuple[int, int]], alpha: float, seed: Any = 0
) -> float:
    """How many standard errors to each side hold all differences at once, with 1 - alpha.

    `deviations` has a row for each classifier and a column for each case (or cluster of cases): how
    far it adds more to the classifier's score than cases do on average. The scores are about
    normal, and vary together as these rows do; so scores are drawn that vary like that, and the
    largest of their differences, in standard errors, is looked at. Many pairs share a classifier,
    and all share the cases: so this is less than Bonferroni's quantile, and never taken to be more.

    >>> two = joint_quantile(np.array([[1, -1, 0, 0], [0, 1, -1, 0]]), [(0, 1)], 0.05)
    >>> round(two, 6)                                        # one pair: the normal quantile
    1.959964
    """
    from scipy.special import ndtri

    bonferroni = float(-ndtri(alpha / (2 * len(couples))))
    if len(couples) == 1:
        return bonferroni
    first, second = np.array(couples, dtype=np.intp).T
    lengths = np.sqrt(squared_lengths(deviations, first, second))
    vary = lengths > 0
    if not vary.any():
        return bonferroni
    first, second, scale = first[vary], second[vary], 1 / lengths[vary]
    # A root of the covariances, a little enlarged: models may be equal, or never vary.
    covariances = deviations @ deviations.T
    little = _LITTLE * float(np.trace(covariances)) / len(covariances)
    root = np.linalg.cholesky(covariances + little * np.eye(len(covariances)))
    draws = max(_FEWEST, math.ceil(100 / alpha), min(DRAWS, _MOST // first.size))
    generator = np.random.default_rng(seed_sequence(seed, 2))
    largest = []
    at_once = max(1, _AT_ONCE // first.size)
    for start in range(0, draws, at_once):
        rows = min(at_once, draws - start)
        scores = generator.standard_normal((rows, len(root))) @ root.T
        sizes = np.abs(scores[:, first] - scores[:, second]) * scale
        largest.append(sizes.max(axis=1))
    rank = math.ceil((1 - alpha) * (1 + draws)) - 1  # as many as alpha allows lie beyond it
    found = float(np.sort(np.concatenate(largest))[min(rank, draws - 1)])
    return min(bonferroni, round(found, 4))  # more digits hang on the number of threads
