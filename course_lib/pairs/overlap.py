"""How McNemar's p-value depends on the number of cases that exactly one of two has right.

How often each was right does not tell that number d, but bounds it: from the lead g, if the better
one is right wherever the other is, in steps of two up to min(wrong_A + wrong_B, right_A + right_B).
For a lead g the p-value never falls as d grows: of two cases more, one goes each way, and the
chance of so few for the worse one changes by (P(s + 1) - P(s)) / 4, where s = (d - g) / 2 is how
many it has; that is not negative as long as g is at least 1. For a given s, p falls as g grows.
"""

import math
from bisect import bisect_left

from course_lib.pairs.samples import at_least

#: What is closer to the level equals it: on few cases, where that happens, p is righter than this.
_AS_GOOD_AS_EQUAL = 1e-12


def exact_p(lead: int, discordant: int) -> float:
    """The two-sided p-value if, of the cases that exactly one has right, one has `lead` more."""
    if lead <= 1:
        return 1.0  # the tails meet, or overlap in what was seen
    ahead = (discordant + lead) // 2
    return min(1.0, 2 * at_least(ahead, discordant))


def smallest_lead(level: float) -> int:
    """The smallest lead that can be significant at all: on as many discordant cases."""
    lead = max(1, math.floor(1 - math.log2(level)) - 1)
    while not at_most(exact_p(lead, lead), level):
        lead += 1
    return lead


def at_most(p: float, level: float) -> bool:
    """Whether the p-value is significant; one that equals the level is."""
    return p <= level * (1 + _AS_GOOD_AS_EQUAL)


def tipping_point(lead: int, most: int, level: float) -> int | None:
    """The largest number of discordant cases at which such a lead is significant; None if none is.

    Nothing above `most` is looked at.
    """
    numbers = range(lead, most + 1, 2)
    first = bisect_left(numbers, True, key=lambda d: not at_most(exact_p(lead, d), level))
    return numbers[first - 1] if first else None
