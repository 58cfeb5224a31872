"""From one classifier that learned nothing to the best of C of them.

If one such classifier reaches a score with probability `tail`, then the best
of C independent ones reaches it with probability 1 - (1 - tail)^C.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from course_lib.common.arguments import whole_number

#: The most competitors that a result can be the best of.
MOST_COMPETITORS = 1_000_000_000
#: Beyond these sizes an exact power is not worth its digits: a float is right to 1e-15 anyway,
#: and 1 - alpha, a decimal number of at most 17 digits, cannot be an exact higher power.
_MOST_EXACT_COMPETITORS = 64
_MOST_EXACT_BITS = 100_000

#: A chance between 0 and 1: a Fraction where it is known exactly, or too small for a float.
Probability = Fraction | float


def check_competitors(competitors: Any) -> int:
    """The number of competitors, checked."""
    return whole_number("competitors", competitors, 1, MOST_COMPETITORS)


def from_log(logarithm: float) -> Probability:
    """The probability with this natural logarithm, however small.

    >>> from_log(-0.5) == math.exp(-0.5), float(from_log(-2000.0)), from_log(-2000.0) > 0
    (True, 0.0, True)
    """
    if logarithm > -600:
        return math.exp(logarithm)
    halvings = math.floor(-logarithm / math.log(2))
    return Fraction(math.exp(logarithm + halvings * math.log(2))) / 2**halvings


def looks_decimal(chance: Any) -> Any:
    """Is a float so close to a short decimal number that it may well *be* that number?

    Then the last bit of the float must not decide whether it equals a level, for levels are short
    decimals, and the chance is worth counting in integers. (A tail that equals the level for the
    best of several is a short decimal too: 1 - (1 - tail)^C could not be one otherwise.)

    >>> looks_decimal(0.010000000000000004), looks_decimal(0.0100000001234)
    (True, False)
    """
    chance = np.asarray(chance, dtype=float)
    seen = chance > 1e-290  # below that floats end, and no one's level lies
    digits = 10.0 ** (7 - np.floor(np.log10(np.where(seen, chance, 1.0))))
    near = seen & (np.abs(np.rint(chance * digits) / digits - chance) <= 1e-11 * chance)
    return near if near.ndim else bool(near)


def chance_of_best(tail: Probability, competitors: int) -> float:
    """The probability that the best of `competitors` reaches what one reaches with `tail`.

    >>> round(chance_of_best(0.001, 1000), 4)       # not 1, and not 0.001
    0.6323
    """
    chance = min(float(tail), 1.0)  # a sum of rounded numbers may exceed 1 by a bit
    if competitors == 1 or chance == 1:
        return chance
    if chance < 1e-290:  # a float would lose digits, or all of it; a power is a product here
        return float(competitors * Fraction(tail))
    if (
        isinstance(tail, Fraction)
        and competitors <= _MOST_EXACT_COMPETITORS
        and competitors * tail.denominator.bit_length() <= _MOST_EXACT_BITS
    ):
        return float(1 - (1 - tail) ** competitors)
    # log1p and expm1 keep all digits where 1 - tail would lose them.
    return -math.expm1(competitors * math.log1p(-chance))


def chance_of_count_above(count: Any, trials: int, chance: float) -> Any:
    """P(more than `count` successes in `trials`): the binomial tail, for any number of trials.

    >>> round(float(chance_of_count_above(0, 2, 0.5)), 12)
    0.75
    """
    from scipy.special import betainc  # scipy's own binomial functions stop at 2^31 trials

    return betainc(count + 1, trials - count, chance)


def chance_of_count_up_to(count: Any, trials: int, chance: float) -> Any:
    """P(at most `count` successes in `trials`), precise where it is small.

    >>> round(float(chance_of_count_up_to(0, 2, 0.5)), 12)
    0.25
    """
    from scipy.special import betaincc

    return betaincc(count + 1, trials - count, chance)


def chance_none_exceeds(exceeded: Any, competitors: int) -> Any:
    """The chance that none of `competitors` exceeds what one exceeds with chance `exceeded`.

    >>> chance_none_exceeds([0.5, 1.0], 3).round(12).tolist()
    [0.125, 0.0]
    """
    with np.errstate(divide="ignore"):  # log(0): what is always exceeded
        return np.exp(competitors * np.log1p(-np.asarray(exceeded, dtype=float)))


def level_for_each(competitors: int, alpha: float) -> float:
    """How rare a score must be for one classifier, so that the best of C reaches it by luck
    with probability `alpha`: 1 - (1 - alpha)^(1/C).

    >>> round(1 - level_for_each(10, 0.01), 6)      # Forman & Cohen, section 2
    0.998995
    """
    return -math.expm1(math.log1p(-alpha) / competitors)


@dataclass(frozen=True)
class Level:
    """How often luck may reach a score: so rarely that the best of `competitors` does so with
    probability `alpha` at most.
    """

    competitors: int
    alpha: float

    def allows(self, tail: Probability) -> bool:
        """May one classifier that learned nothing reach a score with this chance?"""
        # The very comparison that a reader makes with the p-value: the two cannot disagree.
        return chance_of_best(tail, self.competitors) <= self.alpha

    @property
    def for_each(self) -> Probability:
        """About the highest chance that is allowed, however small; `allows` has the last word."""
        level = level_for_each(self.competitors, self.alpha)
        return level if level > 1e-290 else Fraction(self.alpha) / self.competitors
