"""ERRATA.md: where the sources are wrong, written from the verdicts.

`python -m course_lib.papers.errata FILE`, or `make errata`, writes it anew.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from course_lib.papers.ledger import NOTABLE, Finding, Verdict
from course_lib.papers.source import SOURCES

_TOP = """# Errata of the sources

The course stands on four sources, and is grateful to them. Where they are wrong, or where we get
something else, this page says so, with a few of their own words in quotation marks. It is written
from the verdicts that `make reproduce` computes: do not edit it, run `make errata`. For all claims,
with figures and tables, run `make reproduce` and open `build/reproduction/index.html`.
"""
_REMARKS = """## What holds, with a remark

Reproduced, or an exercise answered; but whoever uses it should know this.
"""


def errata_page(findings: Sequence[Finding]) -> str:
    """The page, in Markdown. Nothing in it depends on the machine that made it."""
    told = [finding for finding in findings if finding.evidence.explanation]
    wrong = [verdict for verdict in NOTABLE if verdict is not Verdict.ANSWERED]
    parts = [
        (f"## {verdict.heading}\n\n{verdict.explanation}\n", _lines(told, verdict))
        for verdict in wrong
    ]
    parts.append((_REMARKS, _lines(told, *(set(Verdict) - set(wrong)))))
    return "\n".join([_TOP, *(f"{top}\n{chr(10).join(lines)}\n" for top, lines in parts if lines)])


def _lines(findings: Sequence[Finding], *verdicts: Verdict) -> list[str]:
    return [_line(finding) for finding in findings if finding.evidence.verdict in verdicts]


def _line(finding: Finding) -> str:
    claim, evidence = finding.claim, finding.evidence
    end = "" if claim.claim.endswith("?") else "."
    return (
        f"- **{claim.source}**, {claim.where} ({claim.id}, lesson {claim.lesson}): "
        f"{claim.claim}{end} {claim.quoted} *{evidence.explanation}*"
        f"{' ' + evidence.details if evidence.details else ''}"
    )


if __name__ == "__main__":
    everything = [finding for source in SOURCES.values() for finding in source.open().findings]
    Path(sys.argv[1]).write_text(errata_page(everything), encoding="utf-8")
