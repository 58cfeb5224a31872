"""The percentile bootstrap: draw the same pairs again and again, and see what comes out."""

from typing import Any

import numpy as np

from course_lib.arguments import whole_number
from course_lib.intervals.counts import counts_and_quantile, like_input, single
from course_lib.randomness import seed_sequence

#: Of resampled data sets, and of pairs for the exact law of them.
_MOST_REPETITIONS, _MOST_PAIRS = 10_000_000, 1_000_000


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
    level = single("confidence", confidence)
    beside = (1 - level) / 2
    low, high = np.empty(b.shape), np.empty(b.shape)
    if repetitions is not None:
        repetitions = whole_number("repetitions", repetitions, 1, _MOST_REPETITIONS)
        generator = np.random.default_rng(seed_sequence(seed))
    for place in np.ndindex(b.shape):
        first, second, total = (int(values[place]) for values in (b, c, n))
        if repetitions is None:
            limits = _ideal(first, second, total, beside)
        else:
            shares = [first / total, second / total, (total - first - second) / total]
            drawn = generator.multinomial(total, shares, size=repetitions)
            differences = (drawn[:, 0] - drawn[:, 1]) / total
            limits = np.quantile(differences, [beside, 1 - beside], method="inverted_cdf")
        low[place], high[place] = limits
    return like_input(low), like_input(high)


def _ideal(b: int, c: int, n: int, beside: float) -> tuple[float, float]:
    """The quantiles of the exact law of the difference of a resampled data set."""
    if n > _MOST_PAIRS:
        raise ValueError(f"n must be at most {_MOST_PAIRS:,} if repetitions is None; got {n}")
    if b + c == 0 or b == n or c == n:
        return (b - c) / n, (b - c) / n
    # The law of a sum of n steps -1, 0, 1: the n-th power of one step's Fourier transform.
    size = 2 * n + 1
    angle = 2 * np.pi * np.arange(n + 1) / size
    step = (n - b - c) / n + (b * np.exp(-1j * angle) + c * np.exp(1j * angle)) / n
    chances = np.roll(np.fft.irfft(step**n, size), n)  # of -n, ..., n
    below = np.cumsum(chances)
    # Rounding must not decide where a sum is just as large as the level.
    low = np.searchsorted(below, beside * (1 + 1e-9)) - n
    high = np.searchsorted(below, (1 - beside) * (1 - 1e-12)) - n
    return float(low / n), float(high / n)
