"""ERRATA.md: where the sources are wrong, written from the verdicts.

`python -m course_lib.papers.errata FILE`, or `make errata`, writes it anew.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from course_lib.papers.ledger import Finding, Verdict

_TOP = """# Errata of the sources

The course stands on four sources, and is grateful to them. Where they slip, or where we get
something else, this page says so. It is written from the verdicts that `make reproduce` computes:
do not edit it, run `make errata`. For all claims, with figures and tables, run `make reproduce` and
open `build/reproduction/index.html`.
"""
#: A heading for each kind of verdict, and what it means; what holds is told only with a remark.
_ERRATA = ("Errata", "What is printed cannot be right, and we can say what is.")
_DIFFERS = (
    "What differs",
    "We get something else, which need not be anybody's mistake: other versions, other machines, a "
    "value read off a chart.",
)
_UNCHECKABLE = ("What cannot be checked", "Nothing is printed that one could compare with.")
_HOLDS = (
    "What holds, with a remark",
    "Reproduced, or an exercise answered; but whoever uses it should know this.",
)
_SECTIONS = {
    Verdict.ERRATUM: _ERRATA,
    Verdict.DIFFERS: _DIFFERS,
    Verdict.UNCHECKABLE: _UNCHECKABLE,
    Verdict.REPRODUCED: _HOLDS,
    Verdict.WITHIN_NOISE: _HOLDS,
    Verdict.ANSWERED: _HOLDS,
}
#: Slips of the pen that no row of the ledger is about.
_SLIPS = """## Slips of the pen

Not among the claims, and without a computed verdict.

- **Forman & Cohen 2005**, sec. 6: where it speaks of the Bonferroni correction, type I and type II
  errors are named the wrong way round. A sterner level makes *type I* errors rarer, and type II
  errors more frequent.
- **Lecture 6 (Neumann)**, sec. 1.1: in the table of eight classifiers one accuracy is printed as
  ".71.7".
- **Lecture 6 (Neumann)**, sec. 3.1.1: the null hypothesis of the t test is about the true means;
  the text has the *observed* ones, which are known, and hardly ever the same.
- **Lecture 6 (Neumann)**, sec. 3.1.1: the critical region is where t is at most the lower edge *or*
  at least the upper one; the text has *and*.
"""


def errata_page(findings: Sequence[Finding]) -> str:
    """The page, in Markdown. Nothing in it depends on the machine that made it."""
    lines: dict[tuple[str, str], list[str]] = {section: [] for section in _SECTIONS.values()}
    for finding in findings:
        if finding.evidence.explanation:
            lines[_SECTIONS[finding.evidence.verdict]].append(_line(finding))
    parts = [
        f"## {heading}\n\n{said}\n\n" + "\n".join(told) + "\n"
        for (heading, said), told in lines.items()
        if told
    ]
    return "\n".join([_TOP, *parts, _SLIPS])


def _line(finding: Finding) -> str:
    claim, evidence = finding.claim, finding.evidence
    number = f": {claim.published}" if claim.published[:1].isdigit() else ""
    said = f"{claim.claim}{number}"
    return (
        f"- **{claim.source}**, {claim.where} ({claim.id}, lesson {claim.lesson}): "
        f"{said}{'' if said.endswith('?') else '.'} *{evidence.explanation}*"
        f"{' ' + evidence.details if evidence.details else ''}"
    )


if __name__ == "__main__":
    from course_lib.papers.reproduce import MODULES

    everything = [f for claims, _ in MODULES.values() for f in claims.findings(claims.Run())]
    Path(sys.argv[1]).write_text(errata_page(everything), encoding="utf-8")
