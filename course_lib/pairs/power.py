"""How likely a test is to find a difference of a given size, and how much data that takes."""

from bisect import bisect_left
from collections.abc import Callable
from typing import Any

import numpy as np

from course_lib.common.arguments import (
    chances_of_one,
    check_alternative,
    number_between,
    one_of,
    open_unit_interval,
    whole_number,
)
from course_lib.pairs.mcnemar import METHODS
from course_lib.pairs.samples import by_alternative

_LARGEST = 10_000_000
#: Of so many cases powers are summed up.
LARGEST_TEST_SET = 100_000
#: In standard deviations. Nobody meets such a difference, and scipy cannot do with many more.
_STRONGEST = 1000.0


def t_test_power(
    effect: float, n: int, alpha: float = 0.05, alternative: str = "two-sided"
) -> float:
    """How often a paired t test on `n` pairs finds a difference.

    `effect` is the mean difference divided by the standard deviation of the differences.

    >>> round(t_test_power(0.5, 34), 3)
    0.808
    """
    from scipy.stats import nct, t

    n = whole_number("n", n, 2, _LARGEST)
    effect = number_between("effect", effect, -_STRONGEST, _STRONGEST)
    alpha, alternative = open_unit_interval("alpha", alpha), check_alternative(alternative)
    shift, df = effect * np.sqrt(n), n - 1
    if alternative == "two-sided":
        edge = t.isf(alpha / 2, df)
        # The lower tail as the upper one of the mirror image: scipy's nct.cdf is NaN far out.
        return min(1.0, float(nct.sf(edge, df, shift) + nct.sf(edge, df, -shift)))
    edge = t.isf(alpha, df)
    shift = shift if alternative == "greater" else -shift
    return float(nct.sf(edge, df, shift))


def sign_test_power(
    win_chance: float, n: int, alpha: float = 0.05, alternative: str = "two-sided"
) -> float:
    """How often the exact sign test on `n` trials finds a difference, by summation.

    `win_chance` is how likely A is to win a trial (ties apart).

    >>> round(sign_test_power(0.75, 30), 3)
    0.803
    """
    n = whole_number("n", n, 1, _LARGEST)
    win_chance = number_between("win_chance", win_chance, 0, 1)
    alpha, alternative = open_unit_interval("alpha", alpha), check_alternative(alternative)
    return float(_sign_powers(np.array([n]), win_chance, alpha, alternative)[0])


def _sign_powers(
    n: np.ndarray, win_chance: float, alpha: float, alternative: str, more: int = 0
) -> np.ndarray:
    if alternative == "less":
        win_chance, alternative = 1 - win_chance, "greater"
    return _found(n, win_chance, alpha, "exact", alternative, more)


def mcnemar_power(
    only_a_wrong: float,
    only_b_wrong: float,
    n: int,
    alpha: float = 0.05,
    method: str = "exact",
    alternative: str = "two-sided",
) -> float:
    """How often McNemar's test on `n` cases finds a difference, by summation.

    `only_a_wrong` and `only_b_wrong` are the chances that a case is got wrong by A alone and by
    B alone.

    >>> round(mcnemar_power(0.05, 0.15, 200), 3)
    0.875
    """
    n = whole_number("n", n, 1, LARGEST_TEST_SET)
    first, second = chances_of_one(only_a_wrong=only_a_wrong, only_b_wrong=only_b_wrong)
    alpha, alternative = open_unit_interval("alpha", alpha), check_alternative(alternative)
    method = one_of("method", method, METHODS)
    return float(_mcnemar_powers(np.array([n]), first, second, alpha, method, alternative)[0])


def _mcnemar_powers(
    sizes: np.ndarray,
    first: float,
    second: float,
    alpha: float,
    method: str,
    alternative: str,
    more: int = 0,
) -> np.ndarray:
    from scipy.stats import binom

    discordant = min(1.0, first + second)
    if discordant == 0 or sizes.size == 0:
        return np.zeros(sizes.size)
    if alternative == "less":
        first, second, alternative = second, first, "greater"
    # Numbers of discordant cases that are not out of the question; with none nothing is found.
    low = np.maximum(1, binom.ppf(1e-13, sizes, discordant)).astype(int)
    high = np.maximum(low, binom.ppf(1 - 1e-13, sizes, discordant)).astype(int)
    m = np.arange(low.min(), high.max() + 1)
    found = _found(m, min(1.0, second / discordant), alpha, method, alternative, more)
    powers = []
    for n, start, stop in zip(sizes, low - m[0], high - m[0] + 1, strict=True):
        powers.append(binom.pmf(m[start:stop], n, discordant) @ found[start:stop])
    return np.minimum(1.0, powers)


def t_test_sample_size(
    effect: float, power: float = 0.8, alpha: float = 0.05, alternative: str = "two-sided"
) -> int:
    """How many pairs a paired t test needs to find a difference with this power.

    >>> t_test_sample_size(0.5)
    34
    """
    effect = number_between("effect", effect, -_STRONGEST, _STRONGEST)
    _can_be_found(effect if alternative != "less" else -effect, alternative, "effect", effect)

    def powers(sizes: np.ndarray, more: int) -> np.ndarray:
        return np.array([t_test_power(effect, int(n), alpha, alternative) for n in sizes])

    return _smallest(powers, power, 2)


def sign_test_sample_size(
    win_chance: float, power: float = 0.8, alpha: float = 0.05, alternative: str = "two-sided"
) -> int:
    """How many trials (ties apart) the exact sign test needs, this number or any larger one.

    >>> sign_test_sample_size(0.75)
    35
    """
    win_chance = number_between("win_chance", win_chance, 0, 1)
    shift = win_chance - 0.5
    _can_be_found(shift if alternative != "less" else -shift, alternative, "win_chance", win_chance)
    alpha = open_unit_interval("alpha", alpha)

    def powers(sizes: np.ndarray, more: int) -> np.ndarray:
        return _sign_powers(sizes, win_chance, alpha, alternative, more)

    return _smallest(powers, power, 1)


def mcnemar_sample_size(
    only_a_wrong: float,
    only_b_wrong: float,
    power: float = 0.8,
    alpha: float = 0.05,
    method: str = "exact",
    alternative: str = "two-sided",
) -> int:
    """How many test cases McNemar's test needs, this number or any larger one.

    >>> mcnemar_sample_size(0.05, 0.15)
    168
    """
    shift = number_between("only_b_wrong", only_b_wrong, 0, 1) - number_between(
        "only_a_wrong", only_a_wrong, 0, 1
    )
    shift = 0.0 if abs(shift) < 1e-12 else shift  # 0.3 and 0.1 + 0.2
    _can_be_found(
        shift if alternative != "less" else -shift, alternative, "only_b_wrong", only_b_wrong
    )
    first, second = chances_of_one(only_a_wrong=only_a_wrong, only_b_wrong=only_b_wrong)
    alpha = open_unit_interval("alpha", alpha)
    method = one_of("method", method, METHODS)

    def powers(sizes: np.ndarray, more: int) -> np.ndarray:
        return _mcnemar_powers(sizes, first, second, alpha, method, alternative, more)

    return _smallest(powers, power, 1, LARGEST_TEST_SET)


def _can_be_found(shift: float, alternative: str, name: str, value: Any) -> None:
    """A difference of zero, or to the other side, is never found: no size is enough."""
    check_alternative(alternative)
    if shift == 0 or (alternative != "two-sided" and shift < 0):
        raise ValueError(
            f"{name} must say that the classifiers differ, in the direction that is tested; got "
            f"{value!r} with alternative={alternative!r}"
        )


def _smallest(
    powers: Callable[[np.ndarray, int], np.ndarray],
    wanted: float,
    first: int,
    largest: int = _LARGEST,
) -> int:
    """The smallest size from which on the power of every size is as wanted.

    Exact tests gain power in a sawtooth: what they demand rises by whole cases. But a size that
    has the power even if one case `more` were demanded is safe, and so are all larger ones; up to
    there, every size is looked at.
    """
    wanted = open_unit_interval("power", wanted)

    def enough(size: int, more: int = 0) -> bool:
        return bool(powers(np.array([size]), more)[0] >= wanted)

    high = first
    while not enough(high, 1):
        if high >= largest:
            raise ValueError(f"power must be within reach of {largest:,} cases; got {wanted}")
        high = min(2 * high, largest)
    safe = bisect_left(range(high + 1), True, first, high, key=lambda size: enough(size, 1))
    low = bisect_left(range(safe + 1), True, first, safe, key=enough)
    between = np.arange(low, safe)
    short = between[powers(between, 0) < wanted]
    return int(short[-1]) + 1 if short.size else low


def _found(
    m: np.ndarray, share: float, alpha: float, method: str, alternative: str, more: int = 0
) -> np.ndarray:
    """How often a difference is found in `m` discordant cases, if this share is B's alone to err.

    `more` is how many cases more must be B's than the test demands.
    """
    from scipy.stats import binom

    edge = _mcnemar_edge(m, alpha, method, alternative) + more
    found = binom.sf(edge - 1, m, share)
    if alternative == "two-sided":  # and just as far on the other side
        found = found + binom.cdf(np.minimum(m - edge, edge - 1), m, share)
    return np.minimum(1.0, found)


def _exact_p(wins: np.ndarray, n: Any, alternative: str) -> np.ndarray:
    from scipy.stats import binom

    lower, upper = binom.cdf(wins, n, 0.5), binom.sf(wins - 1, n, 0.5)
    return by_alternative(lower, upper, alternative)


def _mcnemar_edge(m: np.ndarray, alpha: float, method: str, alternative: str) -> np.ndarray:
    """Of `m` discordant cases, how many B alone must get wrong for A to be found better.

    For each number in `m`; one more than there are if nothing is enough. By halving: the p-value
    falls as B alone is wrong more often.
    """
    low = (m + 1) // 2 if alternative == "two-sided" else np.zeros_like(m)
    high = m + 1
    while (still := low < high).any():
        middle = (low + high) // 2
        enough = _mcnemar_p(np.minimum(middle, m), m, method, alternative) <= alpha
        high = np.where(still & enough, middle, high)
        low = np.where(still & ~enough, middle + 1, low)
    return high


def _mcnemar_p(b_wrong: np.ndarray, m: np.ndarray, method: str, alternative: str) -> np.ndarray:
    """p-values of McNemar's test if B alone is wrong in `b_wrong` of `m` discordant cases."""
    from scipy.special import ndtr
    from scipy.stats import binom

    if method == "exact":
        return _exact_p(b_wrong, m, alternative)
    if method == "mid-p":
        half = binom.pmf(b_wrong, m, 0.5) / 2
        lower, upper = binom.cdf(b_wrong, m, 0.5) - half, binom.sf(b_wrong - 1, m, 0.5) - half
        if alternative == "two-sided":  # where the tails meet, half of what was observed counts
            return np.where(2 * b_wrong == m, 1 - half, 2 * np.minimum(lower, upper))
        return by_alternative(lower, upper, alternative)
    excess = (2 * b_wrong - m).astype(float)
    if method == "corrected":
        excess = np.sign(excess) * np.maximum(0, np.abs(excess) - 1)
    z = excess / np.sqrt(m)
    return by_alternative(ndtr(z), ndtr(-z), alternative)
