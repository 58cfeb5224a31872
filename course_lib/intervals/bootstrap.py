"""The percentile bootstrap: draw the same pairs again and again, and see what comes out."""

from typing import Any

import numpy as np

from course_lib.common.arguments import whole_number
from course_lib.common.columns import like_input
from course_lib.common.randomness import seed_sequence
from course_lib.intervals.counts import counts_and_quantile, single

#: Of resampled data sets, and of pairs for the exact distribution of them.
_MOST_REPETITIONS, _MOST_PAIRS = 10_000_000, 1_000_000
#: Chances at a time.
_PIECE = 500_000


def bootstrap_interval(
    b: Any,
    c: Any,
    n: Any,
    confidence: Any = 0.95,
    *,
    repetitions: int | None = 10_000,
    seed: Any = None,
) -> tuple[Any, Any]:
    """The middle of what (b - c)/n becomes when the pairs are drawn anew, with replacement.

    It can only draw what was seen: with no discordant pair, or with nothing but discordant pairs
    of one kind, every new data set is the old one, and the interval has no width at all. Here to
    be compared with. `repetitions=None` stands for infinitely many, found without any drawing.

    Examples
    --------
    >>> low, high = bootstrap_interval(9, 3, 32, seed=1)
    >>> round(low, 3), round(high, 3)
    (0.0, 0.375)
    >>> bootstrap_interval(0, 0, 20, seed=1)
    (0.0, 0.0)
    """
    b, c, n, _ = counts_and_quantile(b, c, n, confidence)
    beside = (1 - single("confidence", confidence)) / 2
    if repetitions is None:
        limits = _ideal(b.ravel(), c.ravel(), n.ravel(), beside)
    else:
        repetitions = whole_number("repetitions", repetitions, 1, _MOST_REPETITIONS)
        generator = np.random.default_rng(seed_sequence(seed))
        limits = np.array(
            [
                _drawn(*case, beside, repetitions, generator)
                for case in zip(b.ravel(), c.ravel(), n.ravel(), strict=True)
            ]
        ).reshape(-1, 2)
    low, high = limits.T.reshape(2, *b.shape)
    return like_input(low), like_input(high)


def _drawn(
    b: float, c: float, n: float, beside: float, repetitions: int, generator: np.random.Generator
) -> np.ndarray:
    drawn = generator.multinomial(int(n), [b / n, c / n, (n - b - c) / n], size=repetitions)
    differences = (drawn[:, 0] - drawn[:, 1]) / n
    return np.quantile(differences, [beside, 1 - beside], method="inverted_cdf")


def _ideal(b: np.ndarray, c: np.ndarray, n: np.ndarray, beside: float) -> np.ndarray:
    """The quantiles of the exact distribution of the difference of a resampled data set."""
    if n.size and n.max() > _MOST_PAIRS:
        raise ValueError(
            f"n must be at most {_MOST_PAIRS:,} if repetitions is None; got {n.max():.16g}"
        )
    limits = np.repeat((b - c)[:, None] / n[:, None], 2, axis=1)
    varied = (b + c > 0) & (b < n) & (c < n)  # else every resample is the same
    for size in np.unique(n[varied]):
        chosen = np.flatnonzero(varied & (n == size))
        for piece in np.array_split(chosen, 1 + chosen.size * int(size) // _PIECE):
            limits[piece] = _quantiles(b[piece], c[piece], int(size), beside)
    return limits


def _quantiles(b: np.ndarray, c: np.ndarray, n: int, beside: float) -> np.ndarray:
    """For tables of the same size: the quantiles of a resampled difference."""
    # The distribution of a sum of n steps -1, 0, 1: the n-th power of one step's Fourier transform.
    size = 2 * n + 1
    angle = 2 * np.pi * np.arange(n + 1) / size
    ahead, back, still = (count[:, None] / n for count in (b, c, n - b - c))
    step = still + (ahead + back) * np.cos(angle) - 1j * (ahead - back) * np.sin(angle)
    chances = np.roll(np.fft.irfft(step**n, size, axis=1), n, axis=1)  # of -n, ..., n
    below = np.cumsum(chances, axis=1)
    # Rounding must not decide where a sum is just as large as the level.
    low = (below < beside - 1e-12).sum(axis=1) - n
    high = (below < 1 - beside - 1e-12).sum(axis=1) - n
    return np.column_stack([low, high]) / n
