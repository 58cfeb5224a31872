"""`course reproduce`: the papers' figures, tables and claims, computed anew."""

from argparse import ArgumentParser, Namespace

from course_lib.papers.source import SOURCES

EXAMPLE = "course reproduce"


def add_options(parser: ArgumentParser) -> None:
    """Which sources, and where to."""
    parser.add_argument(
        "sources",
        nargs="*",
        metavar="source",
        help=f"which: {', '.join(SOURCES)} (default: all four)",
    )
    parser.add_argument(
        "--folder",
        help="where to (default: build/reproduction; with -SOURCE added for some of them)",
    )


def run(options: Namespace) -> int:
    """Rebuild, and list the verdicts."""
    from course_lib.reports.reproduction import reproduce  # brings matplotlib

    folder = options.folder or "-".join(["build/reproduction", *options.sources])
    found = reproduce(folder, options.sources or None, tell=lambda words: print(words, flush=True))
    print()
    for finding in found.findings.values():
        print(f"{finding.claim.id}  {finding.evidence.verdict:40}  {finding.evidence.ours}")
    judged = sum(bool(finding.evidence.verdict) for finding in found.findings.values())
    print(f"\n{judged} of {len(found.findings)} claims have a verdict. Open {found.page}")
    return 0
