"""Seeds: every random function takes one, and nothing touches global state."""

import math
import numbers
from typing import Any

import numpy as np


def seed_sequence(seed: Any, *words: int) -> np.random.SeedSequence:
    """A SeedSequence from None (fresh), a whole number, a SeedSequence or a Generator.

    `words` tell apart the parts of one run: the same seed and words give the same stream.
    """
    if isinstance(seed, np.random.Generator):
        entropy = int(seed.integers(2**63))
    elif isinstance(seed, np.random.SeedSequence):
        return np.random.SeedSequence(seed.entropy, spawn_key=(*seed.spawn_key, *words))
    elif seed is None:
        entropy = None
    elif isinstance(seed, numbers.Integral) and not isinstance(seed, bool) and int(seed) >= 0:
        entropy = int(seed)
    else:
        raise ValueError(
            "seed must be None, a whole number of at least 0, a numpy Generator or a "
            f"SeedSequence; got {seed!r}"
        )
    return np.random.SeedSequence(entropy, spawn_key=words)


def key(seed: Any, *words: int) -> np.uint64:
    """A 64-bit key for kernels that make their own streams."""
    return seed_sequence(seed, *words).generate_state(1, np.uint64)[0]


def close_to_level(p: float, alpha: float, repetitions: int) -> bool:
    """Does a p-value that was drawn lie within three standard errors of the level?

    The error is that of a share of `repetitions` draws, if alpha were the true one. The smallest
    p-value there can be says that nothing drawn came close: it is not taken for close itself.
    """
    at_the_floor = p * (1 + repetitions) < 1.5
    return not at_the_floor and abs(p - alpha) < 3 * math.sqrt(alpha * (1 - alpha) / repetitions)
