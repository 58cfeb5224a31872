"""How likely a test is to find a difference of a given size, and how much data that takes."""

from collections.abc import Callable
from typing import Any

import numpy as np

from course_lib.arguments import number_between, one_of, open_unit_interval, whole_number
from course_lib.pairs.mcnemar import METHODS
from course_lib.pairs.samples import check_alternative

_LARGEST = 10_000_000
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

    n = whole_number("n", n, 2)
    effect = number_between("effect", effect, -1e6, 1e6)
    alpha, alternative = open_unit_interval("alpha", alpha), check_alternative(alternative)
    shift, df = effect * np.sqrt(n), n - 1
    if alternative == "two-sided":
        edge = t.ppf(1 - alpha / 2, df)
        return float(nct.sf(edge, df, shift) + nct.cdf(-edge, df, shift))
    edge = t.ppf(1 - alpha, df)
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

    n = whole_number("n", n, 1)
    win_chance = number_between("win_chance", win_chance, 0, 1)
    alpha, alternative = open_unit_interval("alpha", alpha), check_alternative(alternative)
    wins = np.arange(n + 1)
    rejected = _exact_p(wins, n, alternative) <= alpha
    return float(binom.pmf(wins, n, win_chance)[rejected].sum())


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

    n = whole_number("n", n, 1, 100_000)
    first = number_between("only_a_wrong", only_a_wrong, 0, 1)
    second = number_between("only_b_wrong", only_b_wrong, 0, 1)
    if first + second > 1 + 1e-12:
        raise ValueError(
            f"only_a_wrong and only_b_wrong must add up to at most 1; got {first} and {second}"
        )
    alpha, alternative = open_unit_interval("alpha", alpha), check_alternative(alternative)
    method = one_of("method", method, METHODS)
    discordant = first + second
    if discordant == 0:
        return 0.0
    # Numbers of discordant cases that are not out of the question.
    low, high = binom.ppf([1e-13, 1 - 1e-13], n, discordant).astype(int)
    total = 0.0
    for m in range(max(0, low), high + 1):
        b_wrong = np.arange(m + 1)
        rejected = _mcnemar_p(b_wrong, m, method, alternative) <= alpha
        if rejected.any():
            chances = binom.pmf(b_wrong[rejected], m, second / discordant).sum()
            total += binom.pmf(m, n, discordant) * chances
    return float(min(1.0, total))


def t_test_sample_size(
    effect: float, power: float = 0.8, alpha: float = 0.05, alternative: str = "two-sided"
) -> int:
    """How many pairs a paired t test needs to find a difference with this power.

    >>> t_test_sample_size(0.5)
    34
    """
    effect = number_between("effect", effect, -1e6, 1e6)
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
    _can_be_found(
        shift if alternative != "less" else -shift, alternative, "only_b_wrong", only_b_wrong
    )
    return _smallest(
        lambda n: mcnemar_power(only_a_wrong, only_b_wrong, n, alpha, method, alternative),
        power,
        1,
        _LOOK_AHEAD,
        100_000,
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
    high = first
    while power_of(high) < wanted:
        if high >= largest:
            raise ValueError(f"power must be within reach of {largest:,} cases; got {wanted}")
        high = min(2 * high, largest)
    low = first
    while low < high:
        middle = (low + high) // 2
        if power_of(middle) >= wanted:
            high = middle
        else:
            low = middle + 1
    while True:
        short = [n for n in range(high, high + look_ahead) if power_of(n) < wanted]
        if not short:
            break
        high = short[-1] + 1
    while high > first and power_of(high - 1) >= wanted:
        high -= 1
    return high


def _exact_p(wins: np.ndarray, n: int, alternative: str) -> np.ndarray:
    from scipy.stats import binom

    lower, upper = binom.cdf(wins, n, 0.5), binom.sf(wins - 1, n, 0.5)
    both = np.minimum(1.0, 2 * np.minimum(lower, upper))
    return {"two-sided": both, "greater": upper, "less": lower}[alternative]


def _mcnemar_p(b_wrong: np.ndarray, m: int, method: str, alternative: str) -> np.ndarray:
    """p-values of McNemar's test for all splits of `m` discordant cases."""
    from scipy.special import ndtr
    from scipy.stats import binom

    if m == 0:
        return np.ones(1)
    if method == "exact":
        return _exact_p(b_wrong, m, alternative)
    if method == "mid-p":
        half = binom.pmf(b_wrong, m, 0.5) / 2
        lower, upper = binom.cdf(b_wrong, m, 0.5) - half, binom.sf(b_wrong - 1, m, 0.5) - half
        both = np.minimum(1.0, 2 * np.minimum(lower, upper))
        return {"two-sided": both, "greater": upper, "less": lower}[alternative]
    excess = (2 * b_wrong - m).astype(float)
    if method == "corrected":
        excess = np.sign(excess) * np.maximum(0, np.abs(excess) - 1)
    z = excess / np.sqrt(m)
    return {"two-sided": 2 * ndtr(-np.abs(z)), "greater": ndtr(-z), "less": ndtr(z)}[alternative]
