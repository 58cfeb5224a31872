"""Claims and verdicts: what was published, what we get, and whether the two agree.

A verdict is the outcome of a comparison, made when the ledger is made. No verdict is stored.
"""

import csv
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from importlib import resources
from pathlib import Path


class Verdict(StrEnum):
    """How a published claim fares."""

    REPRODUCED = "reproduced"
    WITHIN_NOISE = "reproduced within its simulation noise"
    DIFFERS = "differs"
    ERRATUM = "erratum"
    UNCHECKABLE = "cannot be checked"
    #: The source asks, as an exercise, and prints no answer: here is ours.
    ANSWERED = "answered"


@dataclass(frozen=True)
class Claim:
    """Something that a source says."""

    id: str
    source: str
    where: str
    claim: str
    published: str
    #: The number of the lesson that explains it.
    lesson: str


@dataclass(frozen=True)
class Evidence:
    """What we get for a claim."""

    ours: str
    #: How it was computed.
    method: str
    verdict: Verdict
    #: One sentence, for whatever is not plainly reproduced.
    explanation: str = ""
    #: What else there is to say.
    details: str = ""


@dataclass(frozen=True)
class Finding:
    """A claim with its evidence: a line of the ledger."""

    claim: Claim
    evidence: Evidence

    def sentence(self) -> str:
        """What was published, what we get, and the verdict."""
        claim, evidence = self.claim, self.evidence
        why = "".join(f" {text}" for text in (evidence.explanation, evidence.details) if text)
        return (
            f"{claim.id}, {claim.source}, {claim.where}: {claim.claim}. Published: "
            f"{claim.published}. Ours: {evidence.ours}. Verdict: {evidence.verdict}.{why}"
        )

    def row(self) -> dict[str, str]:
        """The line as a dictionary of texts."""
        return {
            "id": self.claim.id,
            "source": self.claim.source,
            "where": self.claim.where,
            "claim": self.claim.claim,
            "published": self.claim.published,
            "ours": self.evidence.ours,
            "method": self.evidence.method,
            "verdict": str(self.evidence.verdict),
            "explanation": self.evidence.explanation,
            "details": self.evidence.details,
            "lesson": self.claim.lesson,
        }


def load_claims(name: str) -> list[Claim]:
    """The claims of a source, from the file `<name>_claims.csv` beside this module."""
    text = resources.files(__package__).joinpath(f"{name}_claims.csv").read_text("utf-8")
    return [Claim(**row) for row in csv.DictReader(text.splitlines())]


def write_ledger(findings: Sequence[Finding], folder: Path) -> None:
    """Write ledger.csv and ledger.json."""
    rows = [finding.row() for finding in findings]
    with (folder / "ledger.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    (folder / "ledger.json").write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


# --- Comparisons: where verdicts come from ------------------------------------------------------


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
    agrees = printed_number(published).agrees_with(number)
    return Verdict.REPRODUCED if agrees else Verdict.DIFFERS


def judge_if_printed(published: str, ours: Sequence[float], otherwise: Verdict) -> Verdict:
    """Compare with the published numbers, if there are any; with none there is nothing to compare.

    >>> judge_if_printed("figure", [0.147], Verdict.UNCHECKABLE)
    <Verdict.UNCHECKABLE: 'cannot be checked'>
    >>> judge_if_printed("0.15", [0.147], Verdict.UNCHECKABLE)
    <Verdict.REPRODUCED: 'reproduced'>
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
