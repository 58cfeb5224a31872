"""The one rule for rounding, and what follows from it.

A number is right if its first four digits are, rounded or cut off there; a count must be right as
it is. A function returns what it computed: a millionth is all that arithmetic may lose.
"""

import math

#: So many digits, from the first that is not 0, have to be right.
DIGITS = 4
RULE = (
    "A number counts if its first four digits that are not leading zeros are right: 0.6781 will do "
    "for 0.678137, and 0.68 will not. What you computed, with all its digits, is best. A function "
    "returns what it computed, without rounding."
)


def agrees(number: float, right: float) -> bool:
    """Is the number right by the rule?"""
    if isinstance(right, int):
        return number == right
    if not math.isfinite(right):
        return False
    unit = _unit(right, DIGITS)
    if abs(number - right) <= 0.5 * unit * (1 + 1e-9):
        return True
    # Cut off rather than rounded: the first four digits are the same.
    return math.isclose(number, math.trunc(right / unit) * unit, rel_tol=1e-9)


def apart(wrong: float, right: float) -> bool:
    """Is a wrong number far enough off that nobody who rounds it, or cuts it, is called right?"""
    if isinstance(right, int) or not math.isfinite(wrong):
        return wrong != right
    return abs(wrong - right) > 1.5 * _unit(right, DIGITS)


def rounded_too_far(number: float, right: float) -> bool:
    """Does rounding (or cutting) the right number to two or three digits give this one?

    One digit says nothing: almost any small number rounds to one.
    """
    if isinstance(right, int) or not math.isfinite(right):
        return False
    return any(
        math.isclose(number, rounding(right / unit) * unit, rel_tol=1e-9)
        for digits in range(2, DIGITS)
        for unit in [_unit(right, digits)]
        for rounding in (round, math.trunc)
        if rounding(right / unit) != 0
    )


def _unit(right: float, digits: int) -> float:
    """What the last of so many significant digits is worth."""
    if right == 0:
        return 10.0**-digits
    return 10.0 ** (math.floor(math.log10(abs(right))) - digits + 1)
