"""The sources, reproduced: every figure, table and claim in a folder, and one page about them."""

import json
import os
import platform
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import metadata
from os import PathLike
from pathlib import Path

from course_lib import __version__
from course_lib.common.bars import progress_bar
from course_lib.common.files import write_table
from course_lib.papers.exhibits import Picture, Table
from course_lib.papers.ledger import NOTABLE, Finding, Verdict, tally
from course_lib.papers.source import SOURCES, Source
from course_lib.plots.files import png_of, svg_of
from course_lib.reports.lessons import write_lessons
from course_lib.reports.pages import render

_PACKAGES = ("numpy", "scipy", "numba", "matplotlib")


@dataclass(frozen=True)
class SourceRebuilt:
    """Everything about one source; its figures and tables, by name."""

    source: Source
    findings: tuple[Finding, ...]
    pictures: dict[str, Picture]
    tables: dict[str, Table]
    seconds: float

    @property
    def exhibits(self) -> dict[str, Picture | Table]:
        """Figures and tables together."""
        return {**self.pictures, **self.tables}

    @property
    def verdicts(self) -> dict[Verdict, int]:
        """How many claims got each verdict."""
        return _counts(self.findings)


@dataclass(frozen=True)
class Reproduction:
    """All sources that were asked for, rebuilt into a folder."""

    folder: Path
    sources: tuple[SourceRebuilt, ...]
    #: What it was made with: versions and cores.
    made_with: dict[str, str]

    @cached_property
    def findings(self) -> dict[str, Finding]:
        """Every claim with its evidence, by id, source by source."""
        return {f.claim.id: f for rebuilt in self.sources for f in rebuilt.findings}

    @property
    def page(self) -> Path:
        """The page to open."""
        return self.folder / "index.html"

    @property
    def title(self) -> str:
        """What was reproduced."""
        if len(self.sources) == len(SOURCES):
            return "Four sources, reproduced"
        return f"{' and '.join(rebuilt.source.name for rebuilt in self.sources)}, reproduced"

    @property
    def verdicts(self) -> dict[Verdict, int]:
        """How many claims got each verdict."""
        return _counts(self.findings.values())

    def with_verdict(self, verdict: Verdict) -> list[Finding]:
        """The claims that got this verdict."""
        return [f for f in self.findings.values() if f.evidence.verdict is verdict]

    def shown_in(self, claim_id: str) -> list[tuple[str, str]]:
        """Figures and tables about a claim: the name of an anchor on the page, and the title."""
        return [
            (f"{rebuilt.source.key}-{name}", exhibit.title)
            for rebuilt in self.sources
            for name, exhibit in rebuilt.exhibits.items()
            if claim_id in exhibit.claims
        ]

    def lessons_about(self, exhibit: Picture | Table) -> list[str]:
        """Numbers of the lessons that explain what a figure or table is about."""
        return sorted({self.findings[claim_id].claim.lesson for claim_id in exhibit.claims})

    def sentence(self) -> str:
        """How the claims fare."""
        return tally(list(self.findings.values()))


def _counts(findings: Iterable[Finding]) -> dict[Verdict, int]:
    verdicts = [finding.evidence.verdict for finding in findings]
    return {verdict: verdicts.count(verdict) for verdict in Verdict if verdict in verdicts}


def reproduce(
    folder: str | PathLike,
    sources: Sequence[str] | None = None,
    progress: bool | None = None,
    tell: Callable[[str], None] = lambda words: None,
) -> Reproduction:
    """Rebuild sources (all, or those named by their keys) into a folder.

    Writes `index.html`, which needs nothing but itself, `ledger.csv` and `ledger.json`, every
    figure as PNG and SVG in `figures/`, every table in `tables/`, and the lessons that explain
    them in `lessons/`. `tell` is called with a line for each source that is done.
    """
    target = Path(folder)
    keys = list(dict.fromkeys(sources if sources is not None else SOURCES))
    if not keys or not set(keys) <= set(SOURCES):
        raise ValueError(f"sources must be some of {', '.join(SOURCES)}; got {keys!r}")
    target.mkdir(parents=True, exist_ok=True)
    (target / "index.html").open("a").close()  # known before the work begins
    done = []
    for key in keys:
        tell(f"{SOURCES[key].name} ...")
        done.append(_rebuild(SOURCES[key], target, progress))
        tell(f"{SOURCES[key].name}: {tally(done[-1].findings)}")
    found = Reproduction(target, tuple(done), _made_with())
    _write_ledger(list(found.findings.values()), target)
    lessons = write_lessons(target / "lessons")
    page = render(
        "reproduction.html",
        title=found.title,
        found=found,
        lessons=lessons,
        verdicts=list(Verdict),
        notable=NOTABLE,
        tally=tally,
    )
    found.page.write_text(page, encoding="utf-8")
    return found


def _rebuild(source: Source, target: Path, progress: bool | None) -> SourceRebuilt:
    start = time.perf_counter()
    figures, tables = (target / kind / source.key for kind in ("figures", "tables"))
    for made in (figures, tables):
        made.mkdir(parents=True, exist_ok=True)
    run = source.open(progress)
    findings = tuple(run.findings)
    for name, table in run.tables.items():
        table.write(tables / f"{name}.csv")
    with progress_bar(len(run.pictures), f"figures of {source.name}", progress) as bar:
        for name, picture in run.pictures.items():
            (figures / f"{name}.png").write_bytes(png_of(picture.figure))
            (figures / f"{name}.svg").write_bytes(svg_of(picture.figure, name))
            bar.update(1)
    return SourceRebuilt(
        source, findings, dict(run.pictures), dict(run.tables), time.perf_counter() - start
    )


def _write_ledger(findings: Sequence[Finding], folder: Path) -> None:
    rows = [finding.row() for finding in findings]
    write_table(folder / "ledger.csv", rows[0], (row.values() for row in rows))
    (folder / "ledger.json").write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


def _made_with() -> dict[str, str]:
    there = {package.metadata["Name"] for package in metadata.distributions()}
    return {
        "Beyond Chance": __version__,
        "Python": platform.python_version(),
        **{name: metadata.version(name) for name in _PACKAGES if name in there},
        "cores": str(os.cpu_count()),
    }
