"""Tango's score: how far the counts are from what a supposed difference lets us expect."""

import numpy as np


def shared_probability(
    b: np.ndarray, c: np.ndarray, n: np.ndarray, difference: np.ndarray
) -> np.ndarray:
    """If the true difference were this (0 or more): the likeliest probability of a "c" pair."""
    discordant, factor = (b + c) / n, 2 - (b - c) / n
    return likeliest(discordant, factor, c / n, difference, difference * (1 - difference))[0]


def likeliest(
    discordant: np.ndarray, factor: np.ndarray, c: np.ndarray, d: np.ndarray, d_rest: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The same from what a solver knows already: b + c, 2 - b + c, c as shares of n; d; d (1 - d).

    It solves 2 q^2 + W q = c d (1 - d). Of the two ways to write the root, each is taken where it
    adds numbers of the same sign; the other would lose digits. Also returns the square root in the
    formula, since a derivative needs it.
    """
    w = factor * d - discordant
    product = c * d_rest
    root = np.sqrt(w * w + 8 * product)
    total = root + np.abs(w)
    with np.errstate(invalid="ignore"):  # 0/0 where neither b nor c is there, and not chosen
        return np.where(w > 0, 2 * product / total, total / 4), root


def score_variance(
    b: np.ndarray, c: np.ndarray, n: np.ndarray, difference: np.ndarray
) -> np.ndarray:
    """The variance of b - c, if the true difference were this; any sign."""
    # A negative difference is a positive one with b and c exchanged; so nothing cancels.
    turned = difference < 0
    size = np.abs(difference)
    q = shared_probability(np.where(turned, c, b), np.where(turned, b, c), n, size)
    return n * (2 * q + size * (1 - size))


def score_statistic(
    b: np.ndarray, c: np.ndarray, n: np.ndarray, difference: np.ndarray
) -> np.ndarray:
    """By how many standard errors b - c lies above what a supposed difference lets us expect.

    With a difference of 0 this is (b - c) / sqrt(b + c), the root of McNemar's statistic. Where
    nothing can vary and nothing is off, it is 0.

    >>> import numpy as np
    >>> z = score_statistic(*map(np.asarray, (9.0, 3.0, 32.0, 0.0)))
    >>> round(float(z * z), 12)                   # (9 - 3)^2 / (9 + 3)
    3.0
    """
    excess = (b - c) - n * difference
    spread = np.sqrt(score_variance(b, c, n, difference))
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(excess == 0, 0.0, excess / spread)
