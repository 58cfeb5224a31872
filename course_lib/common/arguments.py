"""Checks of what callers hand us: one clear sentence for each wrong argument.

Every message names the argument, what was given and what is allowed, so that
a reader can mend the call without opening the documentation.
"""

import difflib
import math
import numbers
import reprlib
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

#: What a test of A and B may ask: do they differ, is A better, is B better?
ALTERNATIVES = ("two-sided", "greater", "less")
#: Larger counts are not exact as floats.
LARGEST_COUNT = 10**15


def _as_number(name: str, value: Any, allowed: str) -> Any:
    """The value as a plain number, or an error; True and "3" are not numbers here."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value.item()
    # np.generic.item() turns NumPy scalars into Python's own.
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, bool) or not isinstance(value, numbers.Real) or value != value:
        raise ValueError(f"{name} must be {allowed}; got {value!r}")
    return value


def whole_number(
    name: str, value: Any, lowest: int = 1, highest: int | None = None, note: str = ""
) -> int:
    """The value as an int. 20.0 and 1e9 pass, for people write them; 20.5 does not.

    >>> whole_number("positives", 1e3)
    1000
    >>> whole_number("positives", 2.5)
    Traceback (most recent call last):
    ...
    ValueError: positives must be a whole number of at least 1; got 2.5
    """
    allowed = (
        f"a whole number of at least {lowest:,}"
        if highest is None
        else f"a whole number from {lowest:,} to {highest:,}"
    )
    if note:
        allowed += f" ({note})"
    number = _as_number(name, value, allowed)
    if (
        number < lowest
        or (highest is not None and number > highest)
        or number == math.inf
        or number != int(number)
    ):
        raise ValueError(f"{name} must be {allowed}; got {value!r}")
    return int(number)


def open_unit_interval(name: str, value: Any) -> float:
    """The value as a float strictly between 0 and 1.

    >>> open_unit_interval("alpha", 0.05)
    0.05
    """
    allowed = "a number strictly between 0 and 1"
    number = _as_number(name, value, allowed)
    if not 0 < number < 1:
        raise ValueError(f"{name} must be {allowed}; got {value!r}")
    return float(number)


def number_between(
    name: str, value: Any, lowest: float, highest: float, note: str = "", slack: float = 0.0
) -> float:
    """The value as a float from `lowest` to `highest`, or beyond by no more than `slack`."""
    allowed = f"a number from {lowest:g} to {highest:g}" + (f" ({note})" if note else "")
    number = _as_number(name, value, allowed)
    if not lowest - slack <= number <= highest + slack:
        raise ValueError(f"{name} must be {allowed}; got {reprlib.repr(value)}")
    return float(number)


def chances_of_one(**chances: Any) -> list[float]:
    """Chances of things of which at most one happens, by their names.

    >>> chances_of_one(b_chance=0.7, c_chance=0.6)
    Traceback (most recent call last):
    ...
    ValueError: b_chance and c_chance must add up to at most 1; got 0.7 and 0.6
    """
    found = [number_between(name, chance, 0, 1) for name, chance in chances.items()]
    if sum(found) > 1 + 1e-12:
        told = " and ".join(f"{chance:g}" for chance in found)
        raise ValueError(f"{' and '.join(chances)} must add up to at most 1; got {told}")
    return found


def true_or_false(name: str, value: Any) -> bool:
    """The value if it is True or False; 1, "yes" and None are not."""
    if not isinstance(value, bool | np.bool_):
        raise ValueError(f"{name} must be True or False; got {value!r}")
    return bool(value)


def as_list(value: Any) -> list:
    """The entries of a list, an array, a range; a single value is a list of one.

    >>> as_list(5), as_list(range(2)), as_list("5")
    ([5], [0, 1], ['5'])
    """
    single = isinstance(value, str) or not isinstance(value, Iterable)
    return [value] if single or getattr(value, "ndim", 1) == 0 else list(value)


def one_of(
    name: str,
    value: Any,
    options: Iterable[str],
    synonyms: Mapping[str, str] | None = None,
    also: str = "",
) -> str:
    """The value if it is one of the options; otherwise an error that names the nearest one.

    >>> one_of("metric", "acuracy", ["auc", "accuracy"])
    Traceback (most recent call last):
    ...
    ValueError: metric must be one of 'auc', 'accuracy'; got 'acuracy'. Did you mean 'accuracy'?
    """
    options = list(options)
    if isinstance(value, str) and value in options:
        return value
    message = f"{name} must be one of {', '.join(map(repr, options))}{also}; got {value!r}"
    if isinstance(value, str):
        plain = value.lower().replace("-", "_").replace(" ", "_")
        near = difflib.get_close_matches(plain, options, n=1, cutoff=0.7)
        if guess := (synonyms or {}).get(plain) or (near[0] if near else None):
            message += f". Did you mean {guess!r}?"
    raise ValueError(message)


def check_alternative(alternative: Any) -> str:
    """`"two-sided"`, `"greater"` (A is better) or `"less"` (B is better)."""
    synonyms = {"two_sided": "two-sided", "larger": "greater", "smaller": "less"}
    return one_of("alternative", alternative, ALTERNATIVES, synonyms)
