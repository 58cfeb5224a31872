"""Exact p-values against a margin: the most that luck can do, wherever the truth lies.

The margin does not say how many pairs are discordant, and the chance of a result depends on that.
The exact unconditional p-value takes the worst case: the largest chance that any truth outside the
margin gives to a score statistic as large as the one found.
"""

import math

import numpy as np

from course_lib.intervals.score import score_statistic

#: So many take some seconds.
MOST_PAIRS = 10_000
#: Scores that differ by less are the same: a table that is just as extreme must not be missed.
_GRAIN = 1e-9
#: A b with a smaller chance is left out, and this added in its place.
_NEVER = 1e-100
#: So many of the highest peaks are climbed.
_PEAKS = 5


def largest_chance(n: int, margin: float, statistic: float) -> float:
    """How often, at most, the score is so large if the true difference is -margin or lower.

    The score falls with every further c. So the chance rises, or stays, as the truth moves from c
    to pairs that agree, and the worst case is a difference of just -margin. There the chance of a b
    is the only unknown: it is looked for on a grid, and then between the neighbours of each peak.

    >>> round(largest_chance(44, 0.1, 1.7085), 4)
    0.0571
    """
    from scipy.optimize import minimize_scalar

    edge = _most_c(n, margin, statistic)
    # In angles all peaks are about as wide, 1 over the root of n; the grid is much finer.
    last = math.asin(math.sqrt((1 - margin) / 2))
    angles = np.linspace(0.0, last, 50 + 30 * math.isqrt(n))
    chances = np.array([_chance(n, edge, margin, angle) for angle in angles])
    beside = np.pad(chances, 1, constant_values=-1.0)
    peaks = np.flatnonzero((chances >= beside[:-2]) & (chances >= beside[2:]))
    best = float(chances.max())
    for peak in peaks[np.argsort(-chances[peaks])[:_PEAKS]]:
        found = minimize_scalar(
            lambda angle: -_chance(n, edge, margin, angle),
            bounds=(angles[max(peak - 1, 0)], angles[min(peak + 1, angles.size - 1)]),
            method="bounded",
            options={"xatol": 1e-9},
        )
        best = max(best, -float(found.fun))
    return min(1.0, best + (n + 1) * _NEVER)


def _most_c(n: int, margin: float, statistic: float) -> np.ndarray:
    """For each b from 0 to n: up to which c the score is so large; -1 if it never is."""
    b = np.arange(n + 1.0)
    size, difference = np.asarray(float(n)), np.asarray(-margin)
    inside, outside = np.full(n + 1, -1.0), n - b + 1
    while (outside - inside > 1).any():
        middle = np.clip(np.floor((inside + outside) / 2), 0, n - b)
        large = score_statistic(b, middle, size, difference) >= statistic - _GRAIN
        inside, outside = np.where(large, middle, inside), np.where(large, outside, middle)
    return inside


def _chance(n: int, edge: np.ndarray, margin: float, angle: float) -> float:
    """The chance of b's with a c of at most `edge[b]`, if sin(angle)^2 is the chance of a b."""
    from scipy.special import betainc, gammaln, xlog1py, xlogy

    first = math.sin(angle) ** 2
    b = np.flatnonzero(edge >= 0)
    logs = gammaln(n + 1) - gammaln(b + 1) - gammaln(n - b + 1)
    weights = np.exp(logs + xlogy(b, first) + xlog1py(n - b, -first))
    b, weights = b[weights > _NEVER], weights[weights > _NEVER]
    # Of the pairs that are no b, each is a c with this chance: P(C <= edge).
    share = min(1.0, (first + margin) / (1 - first))
    rest, most = n - b, edge[b]
    below = betainc(np.maximum(rest - most, 1), most + 1, 1 - share)
    return float((weights * np.where(most >= rest, 1.0, below)).sum())
