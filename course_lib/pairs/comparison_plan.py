"""Before two are compared: how many cases, and how small a difference can be shown?

Two accuracies are not enough to tell: it is the cases on which exactly one of the two is right
that decide. Their share, the disagreement, is at least the difference of the accuracies, and at
most what both together have wrong, or both together have right.
"""

import math
from typing import Any

from course_lib.common.arguments import number_between, open_unit_interval, whole_number
from course_lib.pairs.comparison_results import (
    ComparisonPlan,
    FoundDifference,
    PlannedCases,
    SmallestDifference,
)
from course_lib.pairs.power import LARGEST_TEST_SET, mcnemar_power, mcnemar_sample_size

#: Two numbers that differ by less were meant to be the same: 0.82 - 0.80 and 0.02.
_SLACK = 1e-9
#: Disagreements for which a plan is made beside the one asked for, from the least that is possible
#: to that of errors which have nothing to do with each other.
_STEPS = (0.1, 0.25, 0.5, 1.0)
_LARGEST_FAMILY = 1_000_000
#: Up to here sizes are found by summation; a size may turn out larger than was estimated.
_LARGEST_EXACT = 0.8 * LARGEST_TEST_SET


def plan_comparison(
    accuracy_a: float,
    accuracy_b: float,
    disagreement: float | None = None,
    *,
    alpha: float = 0.05,
    power: float = 0.8,
    comparisons: int = 1,
) -> ComparisonPlan:
    """How many cases it takes to show that the better of two is better.

    `disagreement` is the share of cases on which exactly one of the two is right; a pilot tells it.
    The answer is the number of cases from which on the exact McNemar test, two-sided, has the
    wanted power: a smaller number may be lucky to qualify, for the power of an exact test goes up
    and down. With `comparisons` each is held to alpha / comparisons (Bonferroni).

    Without a disagreement, that of errors which have nothing to do with each other is assumed, and
    the answer for others is given beside it. Models that find the same cases hard disagree less,
    and need fewer cases.

    Beyond some 80,000 cases the answer is that of a formula for large numbers, rounded up.

    Examples
    --------
    >>> plan = plan_comparison(0.80, 0.82, 0.10)
    >>> plan.cases, round(plan.attained_power, 3)
    (2043, 0.8)
    >>> plan_comparison(0.80, 0.82, 0.01)
    Traceback (most recent call last):
    ...
    ValueError: disagreement must be a number from 0.02 to 0.38 (the difference of 0.8 and 0.82, \
and at most what both together have wrong or both have right); got 0.01
    """
    a, b = (
        number_between(name, value, 0, 1, "a share: 72 % is 0.72")
        for name, value in (("accuracy_a", accuracy_a), ("accuracy_b", accuracy_b))
    )
    if abs(a - b) <= _SLACK:
        raise ValueError(
            f"accuracy_a and accuracy_b must differ, or no number of cases will show it; got {a:g} "
            "twice"
        )
    level = _level(alpha, comparisons)
    power = _power(power, level)
    least, most = disagreement_limits(a, b)
    unrelated = a * (1 - b) + b * (1 - a)
    note = (
        f"the difference of {a:g} and {b:g}, and at most what both together have wrong or both "
        "have right"
    )
    # With an accuracy of 0 or 1 there is nothing to guess.
    guessed = disagreement is None and most - least > _SLACK
    asked = (
        unrelated
        if disagreement is None
        else _within("disagreement", disagreement, least, most, note)
    )

    def planned(share: float) -> PlannedCases:
        cases, exact = _cases_for(abs(a - b), share, level, power)
        attained = power
        if exact:
            attained = mcnemar_power(*one_way(abs(a - b), share), cases, level)
        return PlannedCases(share, cases, exact, attained)

    others = [least + step * (unrelated - least) for step in (0.0, *_STEPS)]
    shares = sorted({round(share, 12) for share in (*others, asked)})
    sizes = {share: planned(share) for share in shares}
    here = sizes[round(asked, 12)]
    return ComparisonPlan(
        accuracy_a=a,
        accuracy_b=b,
        disagreement=asked,
        guessed=guessed,
        possible=(least, most),
        unrelated=unrelated,
        alpha=alpha,
        power=power,
        comparisons=comparisons,
        cases=here.cases,
        exact=here.exact,
        attained_power=here.power,
        sizes=tuple(sizes.values()),
    )


def smallest_difference(
    cases: int,
    disagreement: float | None = None,
    *,
    accuracy: float | None = None,
    alpha: float = 0.05,
    power: float = 0.8,
    comparisons: int = 1,
) -> SmallestDifference:
    """The smallest difference of two accuracies that so many cases show with this power.

    `disagreement` is the share of cases on which exactly one of the two is right. Without it, one
    `accuracy` is needed: then the answer is for errors which have nothing to do with each other,
    2 a (1 - a), and others are given beside it. By the exact McNemar test, two-sided.

    Examples
    --------
    >>> round(smallest_difference(500, 0.10).difference, 3)
    0.041
    """
    cases = whole_number("cases", cases, 1, LARGEST_TEST_SET)
    level = _level(alpha, comparisons)
    power = _power(power, level)
    if accuracy is not None:
        accuracy = number_between("accuracy", accuracy, 0, 1, "a share: 72 % is 0.72")
    unrelated = None if accuracy is None else 2 * accuracy * (1 - accuracy)
    if disagreement is not None:
        asked = number_between("disagreement", disagreement, 0, 1)
    elif unrelated is not None:
        asked = unrelated
    else:
        raise ValueError(
            "disagreement or accuracy must be given: it is the cases on which exactly one of the "
            "two is right that decide; got None for both"
        )
    if asked <= 0:
        name, value = ("accuracy", accuracy) if disagreement is None else ("disagreement", 0)
        raise ValueError(
            f"{name} must leave cases on which exactly one of the two is right; got {value!r}"
        )
    top = unrelated or min(1.0, 2 * asked)
    shares = sorted({round(step * top, 12) for step in _STEPS} | {round(asked, 12)})
    found = tuple(
        FoundDifference(share, _difference_for(cases, share, level, power)) for share in shares
    )
    difference = next(one.difference for one in found if one.disagreement == round(asked, 12))
    if accuracy is not None and difference is not None:
        most = 2 * min(accuracy, 1 - accuracy) + difference
        _within("disagreement", asked, 0.0, most, f"for accuracies as near as that to {accuracy:g}")
    return SmallestDifference(
        cases=cases,
        disagreement=asked,
        guessed=disagreement is None,
        accuracy=accuracy,
        alpha=alpha,
        power=power,
        comparisons=comparisons,
        difference=difference,
        differences=found,
    )


def disagreement_limits(accuracy_a: float, accuracy_b: float) -> tuple[float, float]:
    """Between what the share of cases lies on which exactly one of two is right.

    >>> disagreement_limits(0.80, 0.82)
    (0.02, 0.38)
    """
    both = accuracy_a + accuracy_b
    return round(abs(accuracy_a - accuracy_b), 12), round(min(both, 2 - both), 12)


def one_way(difference: float, disagreement: float) -> tuple[float, float]:
    """The chances that a case is got wrong by the better one alone, and by the other alone."""
    return max(0.0, (disagreement - difference) / 2), min(1.0, (disagreement + difference) / 2)


def _level(alpha: Any, comparisons: Any) -> float:
    comparisons = whole_number("comparisons", comparisons, 1, _LARGEST_FAMILY)
    return open_unit_interval("alpha", alpha) / comparisons


def _power(power: Any, level: float) -> float:
    """A power that takes more than luck: with so much alpha, a test finds what is not there."""
    power = open_unit_interval("power", power)
    if power <= level:
        raise ValueError(f"power must be above alpha, {level:g}; got {power!r}")
    return power


def _within(name: str, value: Any, least: float, most: float, note: str = "") -> float:
    """The value between limits which are written as people would: 0.02, not 0.0199999."""
    low, high = (float(f"{limit:.6g}") for limit in (least, most))
    number = number_between(name, value, low, high, note, _SLACK)
    return min(max(number, least), most)


def _cases_for(
    difference: float, disagreement: float, level: float, power: float
) -> tuple[int, bool]:
    """The number of cases, and whether it is exact."""
    from scipy.special import ndtri

    # As for large numbers (Connor 1987), and as many more as a correction for continuity takes.
    a, b = -ndtri(level / 2), ndtri(power)
    spread = math.sqrt(max(0.0, disagreement - difference**2))
    estimate = ((a * math.sqrt(disagreement) + b * spread) / difference) ** 2 + 1 / difference
    if estimate <= _LARGEST_EXACT:
        return mcnemar_sample_size(*one_way(difference, disagreement), power, level), True
    digits = math.floor(math.log10(estimate)) - 1
    return math.ceil(estimate / 10**digits) * 10**digits, False


def _difference_for(cases: int, disagreement: float, level: float, power: float) -> float | None:
    """The difference that is found with this power; none if not even the largest one is."""
    from scipy.optimize import brentq

    def missing(difference: float) -> float:
        return power - mcnemar_power(*one_way(difference, disagreement), cases, level)

    if missing(disagreement) > 0:
        return None
    return float(brentq(missing, 0.0, disagreement, xtol=1e-7 * disagreement))
