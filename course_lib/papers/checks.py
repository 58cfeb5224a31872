"""How claims are checked: `@check("EJ-01")`, and the comparisons that verdicts come from."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from course_lib.papers.ledger import Evidence, Verdict

#: The check of each claim, called with the claim and the opened source; filled by `check`.
CHECKS: dict[str, Callable[..., Evidence]] = {}


def check(claim_id: str, **settings: Any) -> Callable[[Callable], Callable]:
    """Declare the function below to be the check of a claim, with these settings.

    It is called with the claim and the opened source, and returns the evidence.
    """

    def declare(function: Callable[..., Evidence]) -> Callable[..., Evidence]:
        if claim_id in CHECKS:
            raise ValueError(f"claim_id must not have a check yet; got {claim_id!r}")
        CHECKS[claim_id] = partial(function, **settings)
        return function

    return declare


@dataclass(frozen=True)
class PrintedNumber:
    """A number as a paper prints it, and how far from it an agreeing one may lie."""

    value: float
    tolerance: float

    def agrees_with(self, number: float) -> bool:
        """Does a number round to the printed one (or come near it, if "about" was said)?"""
        return abs(number - self.value) <= self.tolerance * (1 + 1e-9)


def printed_number(text: str) -> PrintedNumber:
    """The number in a published text.

    It stands for what rounds to it: half a unit of its last digit to either side. Said with
    "about", it stands for what lies within one percent, if that is more.

    >>> printed_number("0.95")
    PrintedNumber(value=0.95, tolerance=0.005)
    >>> printed_number("about 100 million").agrees_with(99.5e6)
    True
    """
    found = re.search(r"\d[\d,]*(?:\.(\d+))?", text)
    if found is None:
        raise ValueError(f"text must hold a number; got {text!r}")
    scale = 1e6 if "million" in text else 1.0
    value = float(found[0].replace(",", "")) * scale
    tolerance = 0.5 * 10.0 ** -len(found[1] or "") * scale
    if "about" in text:
        tolerance = max(tolerance, 0.01 * value)
    return PrintedNumber(value, tolerance)


def printed_numbers(text: str) -> list[PrintedNumber]:
    """All the numbers in a published text, each with its own tolerance.

    >>> [number.value for number in printed_numbers("2.518, 2.676 and 3")]
    [2.518, 2.676, 3.0]
    """
    return [printed_number(part) for part in re.findall(r"\d+(?:\.\d+)?", text)]


def judge_number(published: str, number: float) -> Verdict:
    """Reproduced if our number rounds to the published one."""
    return judge_property(printed_number(published).agrees_with(number))


def judge_if_printed(published: str, ours: Sequence[float], otherwise: Verdict) -> Verdict:
    """Compare with the published numbers, if there are any; with none there is nothing to compare.

    >>> judge_if_printed("", [0.147], Verdict.UNCHECKABLE).name
    'UNCHECKABLE'
    >>> judge_if_printed("0.15", [0.147], Verdict.UNCHECKABLE).name
    'REPRODUCED'
    """
    printed = printed_numbers(published)
    if not printed:
        return otherwise
    agree = len(printed) == len(ours) and all(
        number.agrees_with(value) for number, value in zip(printed, ours, strict=True)
    )
    return judge_property(agree)


def judge_property(holds: bool) -> Verdict:
    """Reproduced if the property holds."""
    return Verdict.REPRODUCED if holds else Verdict.DIFFERS


def judge_readings(*holds: bool) -> Verdict:
    """Does it hold in all the ways in which the source can be read, in some, or in none?"""
    return Verdict.ONE_READING if any(holds) and not all(holds) else judge_property(all(holds))


def judge_words(wrong: bool) -> Verdict:
    """An erratum if what the source says is wrong."""
    return Verdict.ERRATUM if wrong else Verdict.REPRODUCED
