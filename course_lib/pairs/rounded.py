"""Accuracies as they are printed: which counts of right answers round to them?

The text matters: "79.20" leaves fewer counts than "79.2". A number above 1 is taken for percent,
one between 0 and 1 for a share, and all that are printed together for the same of the two.
"""

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from course_lib.common.arguments import as_list, whole_number
from course_lib.common.columns import python_value, short

#: So many cases, and no more: the shares of neighbouring counts must differ as floats do.
LARGEST_TEST_SET = 10**9
_NUMBER = re.compile(r"((?:\d+\.?\d*|\.\d+)(?:e[-+]?\d{1,3})?)\s*(%|percent)?", re.IGNORECASE)
#: No printed share is trusted beyond this: a float with all its digits is off by less.
_FINEST = Fraction(1, 10**12)


class _Printed(NamedTuple):
    text: str
    number: Decimal
    #: Whether a percent sign stood there.
    percent: bool


def counts_of(accuracy: str | float, cases: int) -> range:
    """All counts of right answers that are printed as this accuracy.

    `accuracy` is text as printed: "79.2" or "79.2 %" for percent, "0.792" for a share. A count fits
    if its share is at most half a unit of the last digit away, both ends included, so that it does
    not matter how halves were rounded; digits that were cut off and not rounded are another matter.
    A number is read as Python writes it, which drops zeros at the end.

    Examples
    --------
    >>> counts_of("79.2", 500), counts_of("79.2", 5000)
    (range(396, 397), range(3958, 3963))
    >>> counts_of("0.333", 10)
    Traceback (most recent call last):
    ...
    ValueError: accuracy must be what a count of 10 cases is printed as; got '0.333', but 3 \
right are printed as 0.300 and 4 as 0.400. Were there 10 cases?
    """
    return counts_together({"accuracy": accuracy}, cases)["accuracy"]


def counts_together(accuracies: Mapping[str, Any], cases: int) -> dict[str, range]:
    """The same for several that were printed together, by what a message calls them."""
    cases = whole_number("cases", cases, 1, LARGEST_TEST_SET)
    limits = _limits_together(accuracies)
    counts = {}
    for name, (low, high) in limits.items():
        # -(-x // 1) rounds up.
        first, last = max(0, -(-cases * low // 1)), min(cases, cases * high // 1)
        if first > last:
            raise ValueError(_no_count(name, accuracies[name], (low + high) / 2, cases))
        counts[name] = range(int(first), int(last) + 1)
    return counts


def possible_cases(accuracies: Any, largest: int = 10_000) -> list[int]:
    """The numbers of cases, up to `largest`, on which all of these accuracies can be reached.

    For a table that does not say how many cases it rests on. It tells much only if there are more
    digits than it takes to count the cases: from some number on every one will do.

    Examples
    --------
    >>> possible_cases(["95.12", "89.02", "84.76"], 400)
    [164, 328]
    """
    largest = whole_number("largest", largest, 1, 1_000_000)
    limits = _limits_together({f"accuracies[{i}]": x for i, x in enumerate(as_list(accuracies))})
    if not limits:
        raise ValueError("accuracies must hold at least one printed accuracy; got none")
    fits = np.ones(largest, dtype=bool)
    for low, high in limits.values():
        # Whole numbers of any size: floats would go astray where a count just fits.
        cases = np.arange(1, largest + 1).astype(object)
        first = -(-cases * low.numerator // low.denominator)
        last = cases * high.numerator // high.denominator
        fits &= (np.maximum(first, 0) <= np.minimum(last, cases)).astype(bool)
    return (np.flatnonzero(fits) + 1).tolist()


def were_numbers(accuracies: Iterable[Any]) -> bool:
    """Whether one of them came as a fraction and not as text: its last zeros are lost."""
    return any(isinstance(python_value(x), float) for x in accuracies)


def _limits_together(accuracies: Mapping[str, Any]) -> dict[str, tuple[Fraction, Fraction]]:
    """The shares between which each lies."""
    printed = {name: _parsed(name, accuracy) for name, accuracy in accuracies.items()}
    in_percent = _in_percent(printed)
    found = {}
    for name, one in printed.items():
        scale = 100 if in_percent else 1
        if one.number > scale:
            raise ValueError(
                f"{name} must be a share from 0 to 1 or from 0 to 100 percent; got {one.text!r}"
            )
        exponent = one.number.as_tuple().exponent
        assert isinstance(exponent, int)  # infinity and NaN do not get here
        share = Fraction(one.number) / scale
        half = max(Fraction(10) ** exponent / (2 * scale), _FINEST)
        found[name] = (share - half, share + half)
    return found


def _parsed(name: str, accuracy: Any) -> _Printed:
    value = python_value(accuracy)
    usable = isinstance(value, str | int | float | Decimal) and not isinstance(value, bool)
    text = str(value).strip() if usable else ""
    match = _NUMBER.fullmatch(text)
    if match is None:
        hint = ". Decimals take a point" if re.fullmatch(r"\d+,\d+\s*%?", text) else ""
        raise ValueError(
            f"{name} must be an accuracy as printed, such as '79.2' (percent) or '0.792'; got "
            f"{short(value)}{hint}"
        )
    return _Printed(text, Decimal(match[1]), match[2] is not None)


def _in_percent(printed: Mapping[str, _Printed]) -> bool:
    """Percent or shares? What is printed together is of one kind, and one of them must tell."""
    percent = {name: x for name, x in printed.items() if x.percent or x.number > 1}
    # A small percentage with its sign is in no doubt; without, it looks like a share.
    shares = {name: x for name, x in printed.items() if not x.percent and 0 < x.number < 1}
    if percent and shares:
        one, other = next(iter(percent)), next(iter(shares))
        raise ValueError(
            f"{one} and {other} must both be percent or both be shares; got "
            f"{percent[one].text!r} and {shares[other].text!r}. A percentage below 1 takes a "
            "percent sign"
        )
    if not percent and not shares and printed:
        name = next(iter(printed))
        raise ValueError(
            f"{name} must be clearly percent or a share; got {printed[name].text!r}, which "
            "may be either: write it with a percent sign, or give the number of right answers"
        )
    return bool(percent)


def _no_count(name: str, accuracy: Any, share: Fraction, cases: int) -> str:
    """The counts on either side, written with as many digits."""
    one = _parsed(name, accuracy)
    scale = Fraction(one.number) / share  # 100 or 1; what is zero is printed for no right answer
    exponent = one.number.as_tuple().exponent
    decimals = max(0, -exponent) if isinstance(exponent, int) else 0
    below = min(int(cases * share // 1), cases - 1)
    near = [f"{float(k * scale / cases):.{decimals}f}" for k in (below, below + 1)]
    return (
        f"{name} must be what a count of {cases:,} cases is printed as; got {one.text!r}, but "
        f"{below:,} right are printed as {near[0]} and {below + 1:,} as {near[1]}. Were there "
        f"{cases:,} cases?"
    )
