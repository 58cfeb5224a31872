"""Claims and verdicts: what was published, what we get, and whether the two agree.

A verdict is the outcome of a comparison, made when the ledger is made. No verdict is stored.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class Verdict(StrEnum):
    """How a published claim fares; each knows how to call, count, explain and mark itself."""

    #: One word, for classes and file names.
    kind: str
    #: After a number: of one claim, and of several.
    one: str
    several: str
    #: A sign to put before it, and the colours of the sign and of an area.
    sign: str
    ink: str
    fill: str
    #: Above a list of such claims, and what it means.
    heading: str
    explanation: str

    def __new__(cls, words: str, kind: str, called: tuple[str, str], look: tuple[str, str, str],
                heading: str, explanation: str) -> "Verdict":  # fmt: skip
        """Make one from its words and what it knows of itself."""
        verdict = str.__new__(cls, words)
        verdict._value_ = words
        verdict.kind, verdict.heading, verdict.explanation = kind, heading, explanation
        verdict.one, verdict.several = called
        verdict.sign, verdict.ink, verdict.fill = look
        return verdict

    REPRODUCED = (
        "reproduced",
        "reproduced",
        ("reproduced", "reproduced"),
        ("✓", "#00714f", "#8fd3bf"),
        "What is reproduced",
        "Our number rounds to the printed one, or the property holds.",
    )
    WITHIN_NOISE = (
        "reproduced within its simulation noise",
        "noise",
        ("within its simulation noise", "within their simulation noise"),
        ("≈", "#00714f", "#c9eadf"),
        "What is reproduced within simulation noise",
        "The source simulated, and what is left is no more than its random numbers explain.",
    )
    ONE_READING = (
        "holds in one reading",
        "reading",
        ("holds in one reading", "hold in one reading"),
        ("½", "#555", "#e9dfa6"),
        "What holds in one reading only",
        "The source can be read in two ways: we compute both, and say which one holds.",
    )
    DIFFERS = (
        "differs",
        "differs",
        ("differs", "differ"),
        ("≠", "#b34700", "#f4c27a"),
        "What differs",
        "We get something else, which need not be anybody's mistake: other versions of a program, "
        "a value read off a chart.",
    )
    ERRATUM = (
        "erratum",
        "erratum",
        ("erratum", "errata"),
        ("!", "#b34700", "#eda078"),
        "Errata",
        "What is printed cannot be right, by arithmetic, by the meaning of its words or by the "
        "data, and we can say what is.",
    )
    INCOMPARABLE = (
        "not comparable",
        "incomparable",
        ("not comparable", "not comparable"),
        ("○", "#555", "#bcc7d6"),
        "What is not comparable",
        "A time on the source's machine: ours stands beside it, and neither can be wrong.",
    )
    UNCHECKABLE = (
        "cannot be checked",
        "uncheckable",
        ("cannot be checked", "cannot be checked"),
        ("?", "#555", "#d0d0d0"),
        "What cannot be checked",
        "Nothing is printed that one could compare with.",
    )
    ANSWERED = (
        "answered",
        "answered",
        ("exercise answered", "exercises answered"),
        ("→", "#0072B2", "#a9d4f0"),
        "What was asked",
        "The source asks, as an exercise, and prints no answer: here is ours.",
    )

    def counted(self, number: int) -> str:
        """So many of them, in words.

        >>> Verdict.ERRATUM.counted(1), Verdict.ERRATUM.counted(10)
        ('1 erratum', '10 errata')
        """
        return f"{number} {self.one if number == 1 else self.several}"


#: What readers should hear of first, in this order; all others are reproduced.
NOTABLE = (
    Verdict.ERRATUM,
    Verdict.ONE_READING,
    Verdict.DIFFERS,
    Verdict.INCOMPARABLE,
    Verdict.UNCHECKABLE,
    Verdict.ANSWERED,
)


@dataclass(frozen=True)
class Claim:
    """Something that a source says."""

    id: str
    source: str
    where: str
    claim: str
    #: What the source prints, in its own words and figures; three dots where some are left out.
    published: str
    #: The numbers in it that ours are compared with; empty if it prints none.
    value: str
    #: The number of the lesson that explains it.
    lesson: str

    @property
    def quoted(self) -> str:
        """What was published, in quotation marks."""
        return f"“{self.published}”"


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
            f"{claim.quoted}. Ours: {evidence.ours}. Verdict: {evidence.verdict}.{why}"
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


def tally(findings: Sequence[Finding]) -> str:
    """How many claims there are, and how many of them got each verdict."""
    verdicts = [finding.evidence.verdict for finding in findings]
    counts = ", ".join(v.counted(verdicts.count(v)) for v in Verdict if v in verdicts)
    return f"{len(findings)} claim{'s' * (len(findings) != 1)}: {counts}."
