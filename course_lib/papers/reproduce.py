"""Rebuild the sources: judge every claim, draw every figure, write every table, make one page.

A source that is done is remembered until the whole run is, and so are charts, which take longest:
whoever interrupts a run and starts it again goes on where it was. A run that ended forgets, so the
next one computes everything anew.
"""

import hashlib
import json
import os
import platform
import shutil
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from importlib import metadata
from os import PathLike
from pathlib import Path
from types import ModuleType
from typing import Any

from course_lib import __version__
from course_lib.common.progress import progress_bar
from course_lib.papers import (
    benavoli,
    benavoli_exhibits,
    elazmeh,
    elazmeh_exhibits,
    forman_cohen,
    forman_cohen_exhibits,
    lecture,
    lecture_exhibits,
)
from course_lib.papers.exhibits import Picture, Source, Table
from course_lib.papers.ledger import Claim, Evidence, Finding, Verdict, write_ledger
from course_lib.reports.pages import png_of

#: For each source, by key: the module of its claims, and that of its figures and tables.
MODULES: dict[str, tuple[ModuleType, ModuleType]] = {
    claims.SOURCE.key: (claims, exhibits)
    for claims, exhibits in (
        (forman_cohen, forman_cohen_exhibits),
        (lecture, lecture_exhibits),
        (benavoli, benavoli_exhibits),
        (elazmeh, elazmeh_exhibits),
    )
}
_PACKAGE = Path(__file__).parents[1]
_PACKAGES = ("numpy", "scipy", "numba", "matplotlib")


@dataclass(frozen=True)
class DrawnPicture:
    """A figure that lies in a file, with its texts."""

    name: str
    title: str
    described: str
    text: str
    claims: tuple[str, ...]
    png: Path

    @property
    def svg(self) -> Path:
        """The same figure, as lines."""
        return self.png.with_suffix(".svg")


@dataclass(frozen=True)
class SourceRebuilt:
    """Everything about one source."""

    source: Source
    findings: tuple[Finding, ...]
    pictures: tuple[DrawnPicture, ...]
    tables: tuple[Table, ...]
    seconds: float
    #: Was it taken over from a run that was interrupted?
    resumed: bool = False


@dataclass(frozen=True)
class Reproduction:
    """All sources that were asked for, rebuilt into a folder."""

    folder: Path
    sources: tuple[SourceRebuilt, ...]
    #: What it was made with: versions and cores.
    made_with: dict[str, str]

    @property
    def findings(self) -> list[Finding]:
        """Every claim with its evidence, source by source."""
        return [finding for rebuilt in self.sources for finding in rebuilt.findings]

    @property
    def page(self) -> Path:
        """The page to open."""
        return self.folder / "index.html"

    def sentence(self) -> str:
        """How the claims fare."""
        return tally(self.findings)


#: Verdicts after a number: of one claim, and of several.
_COUNTED = {
    Verdict.REPRODUCED: ("reproduced", "reproduced"),
    Verdict.WITHIN_NOISE: ("within its simulation noise", "within their simulation noise"),
    Verdict.DIFFERS: ("differs", "differ"),
    Verdict.ERRATUM: ("erratum", "errata"),
    Verdict.UNCHECKABLE: ("cannot be checked", "cannot be checked"),
    Verdict.ANSWERED: ("exercise answered", "exercises answered"),
}


def tally(findings: Sequence[Finding]) -> str:
    """How many claims there are, and how many of them got each verdict."""
    verdicts = [finding.evidence.verdict for finding in findings]
    counts = ", ".join(
        f"{verdicts.count(v)} {words[verdicts.count(v) > 1]}"
        for v, words in _COUNTED.items()
        if v in verdicts
    )
    return f"{len(findings)} claim{'s' * (len(findings) != 1)}: {counts}."


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
    from course_lib.reports.reproduction import write_page

    target = Path(folder)
    keys = list(dict.fromkeys(sources if sources is not None else MODULES))
    unknown = [key for key in keys if key not in MODULES]
    if unknown or not keys:
        raise ValueError(f"sources must be some of {', '.join(MODULES)}; got {keys!r}")
    stamp = _stamp()
    # Of this very code: what another version left is not taken up.
    unfinished = target / "unfinished" / stamp[:12]
    if unfinished.exists():
        tell("Going on where the last run was interrupted.")
    unfinished.mkdir(parents=True, exist_ok=True)
    done = []
    for key in keys:
        note = unfinished / f"{key}.json"
        rebuilt = _remembered(note, stamp, target)
        if rebuilt is None:
            tell(f"{MODULES[key][0].SOURCE.name} ...")
            rebuilt = _rebuild(key, target, unfinished, progress)
            _remember(rebuilt, note, stamp)
        tell(
            f"{rebuilt.source.name}: {tally(rebuilt.findings)} "
            + ("(as the run that was interrupted left it)" if rebuilt.resumed else "")
        )
        done.append(rebuilt)
    found = Reproduction(target, tuple(done), _made_with())
    write_ledger(found.findings, target)
    write_page(found)
    shutil.rmtree(target / "unfinished")
    return found


def _rebuild(key: str, target: Path, unfinished: Path, progress: bool | None) -> SourceRebuilt:
    start = time.perf_counter()
    claims, exhibits = MODULES[key]
    figures, tables = (target / kind / key for kind in ("figures", "tables"))
    for place in (figures, tables):
        place.mkdir(parents=True, exist_ok=True)
    run = claims.Run(progress)
    if hasattr(run, "cache"):
        run.cache = unfinished / "charts"
    found = claims.findings(run)
    rebuilt = exhibits.tables(run)
    for table in rebuilt:
        table.write(tables)
    drawn = []
    waiting = exhibits.pictures(run)
    with progress_bar(len(waiting), f"figures of {claims.SOURCE.name}", progress) as bar:
        for draw in waiting:
            drawn.append(_store(draw(), figures))
            bar.update(1)
    seconds = time.perf_counter() - start
    return SourceRebuilt(claims.SOURCE, tuple(found), tuple(drawn), tuple(rebuilt), seconds)


def _store(picture: Picture, folder: Path) -> DrawnPicture:
    """Write a figure as PNG and SVG, the same bytes every time, and close it."""
    import matplotlib as mpl
    import matplotlib.pyplot as plt

    drawn = DrawnPicture(
        picture.name,
        picture.title,
        picture.described,
        picture.text,
        picture.claims,
        folder / f"{picture.name}.png",
    )
    drawn.png.write_bytes(png_of(picture.figure))
    with mpl.rc_context({"svg.hashsalt": picture.name}):
        picture.figure.savefig(drawn.svg, metadata={"Date": None})
    plt.close(picture.figure)
    return drawn


# --- Going on after an interruption ---------------------------------------------------------------


def _stamp() -> str:
    """What results depend on: the library, its data, and the packages below it."""
    digest = hashlib.sha256(json.dumps(_made_with(), sort_keys=True).encode())
    for path in sorted(_PACKAGE.rglob("*")):
        if path.suffix in (".py", ".csv", ".npz", ".gz"):
            digest.update(str(path.relative_to(_PACKAGE)).encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _made_with() -> dict[str, str]:
    return {
        "Beyond Chance": __version__,
        "Python": platform.python_version(),
        **{name: metadata.version(name) for name in _PACKAGES},
        "cores": str(os.cpu_count()),
    }


def _remember(rebuilt: SourceRebuilt, note: Path, stamp: str) -> None:
    texts = {
        "stamp": stamp,
        "findings": [asdict(finding) for finding in rebuilt.findings],
        "pictures": [asdict(p) | {"png": p.png.name} for p in rebuilt.pictures],
        "tables": [asdict(table) for table in rebuilt.tables],
        "seconds": rebuilt.seconds,
    }
    half = note.with_suffix(".half")
    half.write_text(json.dumps(texts), encoding="utf-8")
    half.replace(note)  # whole or not at all


def _remembered(note: Path, stamp: str, target: Path) -> SourceRebuilt | None:
    """What an interrupted run left of a source; None if nothing, or if something changed since."""
    if not note.exists():
        return None
    texts = json.loads(note.read_text("utf-8"))
    if texts["stamp"] != stamp:
        return None
    figures = target / "figures" / note.stem
    pictures = tuple(
        DrawnPicture(**_with_tuples(p) | {"png": figures / p["png"]}) for p in texts["pictures"]
    )
    if not all(picture.png.exists() and picture.svg.exists() for picture in pictures):
        return None
    return SourceRebuilt(
        MODULES[note.stem][0].SOURCE,
        tuple(
            Finding(
                Claim(**f["claim"]),
                Evidence(**f["evidence"] | {"verdict": Verdict(f["evidence"]["verdict"])}),
            )
            for f in texts["findings"]
        ),
        pictures,
        tuple(Table(**_with_tuples(table)) for table in texts["tables"]),
        texts["seconds"],
        resumed=True,
    )


def _with_tuples(texts: dict[str, Any]) -> dict[str, Any]:
    """JSON knows lists only."""

    def deep(value: Any) -> Any:
        return tuple(deep(v) for v in value) if isinstance(value, list) else value

    return {key: deep(value) for key, value in texts.items()}
