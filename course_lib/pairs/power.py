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
_LARGEST_TEST_SET = 100_000
#: In standard deviations. Nobody meets such a difference, and scipy cannot do with many more.
_STRONGEST = 1000.0
#: Exact tests gain power in a sawtooth; a needed size must hold for so many larger ones too.
_LOOK_AHEAD = 30


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
    from scipy.stats import binom

    n = whole_number("n", n, 1, _LARGEST)
    win_chance = number_between("win_chance", win_chance, 0, 1)
    alpha, alternative = open_unit_interval("alpha", alpha), check_alternative(alternative)
    wins = np.arange(n + 1)
    rejected = _exact_p(wins, n, alternative) <= alpha
    return min(1.0, float(binom.pmf(wins, n, win_chance)[rejected].sum()))


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
    from scipy.stats import binom

    n = whole_number("n", n, 1, _LARGEST_TEST_SET)
    first, second = chances_of_one(only_a_wrong=only_a_wrong, only_b_wrong=only_b_wrong)
    alpha, alternative = open_unit_interval("alpha", alpha), check_alternative(alternative)
    method = one_of("method", method, METHODS)
    discordant = min(1.0, first + second)
    if discordant == 0:
        return 0.0
    if alternative == "less":
        first, second, alternative = second, first, "greater"
    # Numbers of discordant cases that are not out of the question; with none nothing is found.
    low, high = binom.ppf([1e-13, 1 - 1e-13], n, discordant).astype(int)
    m = np.arange(max(1, low), high + 1)
    edge = _mcnemar_edge(m, alpha, method, alternative)
    share = min(1.0, second / discordant)
    found = binom.sf(edge - 1, m, share)
    if alternative == "two-sided":  # and just as far on the other side
        found = found + binom.cdf(np.minimum(m - edge, edge - 1), m, share)
    return float(min(1.0, (binom.pmf(m, n, discordant) * found).sum()))


def t_test_sample_size(
    effect: float, power: float = 0.8, alpha: float = 0.05, alternative: str = "two-sided"
) -> int:
    """How many pairs a paired t test needs to find a difference with this power.

    >>> t_test_sample_size(0.5)
    34
    """
    effect = number_between("effect", effect, -_STRONGEST, _STRONGEST)
    _can_be_found(effect if alternative != "less" else -effect, alternative, "effect", effect)
    return _smallest(lambda n: t_test_power(effect, n, alpha, alternative), power, 2, 1)


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
    return _smallest(
        lambda n: sign_test_power(win_chance, n, alpha, alternative), power, 1, _LOOK_AHEAD
    )


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
    return _smallest(
        lambda n: mcnemar_power(only_a_wrong, only_b_wrong, n, alpha, method, alternative),
        power,
        1,
        _LOOK_AHEAD,
        _LARGEST_TEST_SET,
    )


def _can_be_found(shift: float, alternative: str, name: str, value: Any) -> None:
    """A difference of zero, or to the other side, is never found: no size is enough."""
    check_alternative(alternative)
    if shift == 0 or (alternative != "two-sided" and shift < 0):
        raise ValueError(
            f"{name} must say that the classifiers differ, in the direction that is tested; got "
            f"{value!r} with alternative={alternative!r}"
        )


def _smallest(
    power_of: Callable[[int], float],
    wanted: float,
    first: int,
    look_ahead: int,
    largest: int = _LARGEST,
) -> int:
    """The smallest size whose power, and that of the sizes after it, is as wanted."""
    wanted = open_unit_interval("power", wanted)
    out_of_reach = f"power must be within reach of {largest:,} cases; got {wanted}"
    high = first
    while power_of(high) < wanted:
        if high >= largest:
            raise ValueError(out_of_reach)
        high = min(2 * high, largest)
    high = bisect_left(
        range(high + 1), True, first, high, key=lambda size: power_of(size) >= wanted
    )
    while True:
        if high > largest:
            raise ValueError(out_of_reach)
        end = min(high + look_ahead, largest)
        short = [n for n in range(high, end + 1) if power_of(n) < wanted]
        if not short:
            break
        high = short[-1] + 1
    while high > first and power_of(high - 1) >= wanted:
        high -= 1
    return high


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
