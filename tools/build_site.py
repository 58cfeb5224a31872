"""The whole course as a web site that needs no network: `python -m tools.build_site`.

Rewritten copies of the lessons and texts go into a folder of sources, the reproduction and the
calculators beside them, and Sphinx makes pages of it. Nothing is run again but the reproduction,
which takes a minute and a half; `--reproduction FOLDER` takes one that was made before.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import jinja2
import nbformat

from course_lib.reports.calculators import write_calculators
from course_lib.widgets.static import live_html, panels_script
from tools.site_links import in_markdown
from tools.site_notebooks import Rewriter
from tools.site_reference import ROOMS, linked, public_names, room_page

ROOT = Path(__file__).parent.parent
SITE = ROOT / "site"
#: Texts of the repository that are pages of the site.
TEXTS = (
    "WHICH_TOOL.md",
    "REFERENCE.md",
    "ERRATA.md",
    "CHANGELOG.md",
    "solutions/INSTRUCTOR_GUIDE.md",
)
#: The calculators are one file that works by itself, and may be kept under this name.
CALCULATORS = "beyond-chance-calculators.html"


def build_site(folder: Path, work: Path, reproduction: Path) -> None:
    """Make the site in `folder`, with `work` for what is needed on the way.

    `reproduction` is what `course reproduce` made.
    """
    _empty(folder, "searchindex.js")
    _empty(work, "source")
    source, extra = work / "source", work / "extra"
    write_sources(source, extra, reproduction)
    command = [sys.executable, "-m", "sphinx", "-b", "html", "-q", "-W", "--keep-going"]
    made = subprocess.run([*command, "-d", work / "doctrees", source, folder], cwd=ROOT)
    if made.returncode:
        raise SystemExit("Sphinx is not content: see above.")
    _tidy(folder)


def _tidy(folder: Path) -> None:
    """Mend what the theme leaves: switches without a name, and files that no reader needs."""
    switch = '<summary><span class="toctree-toggle"'
    named = switch.replace("<summary>", '<summary aria-label="The pages below this one">')
    for path in folder.rglob("*.html"):
        _write(path, path.read_text(encoding="utf-8").replace(switch, named))
    for path in (folder / "_static").rglob("*"):
        if path.suffix in (".map", ".html"):  # for whoever mends the theme, not for readers
            path.unlink()


def write_sources(source: Path, extra: Path, reproduction: Path) -> None:
    """What Sphinx reads, and beside it what it only copies."""
    shutil.copytree(SITE, source, ignore=shutil.ignore_patterns("pages", "__pycache__"))
    extra.mkdir(parents=True)
    notebooks = _files("notebooks/*.ipynb") + _files("exercises/*/*.ipynb")
    write_calculators(extra / CALCULATORS)
    own = [path.name for path in (SITE / "pages").glob("*.md")]
    pages = {*notebooks, *TEXTS, *own}
    rewriter = Rewriter(pages, live_html)
    for name in notebooks:
        _copy(ROOT / name, source / "originals" / name)
        notebook = rewriter.rewritten(nbformat.read(ROOT / name, as_version=4), name)
        _write(source / name, nbformat.writes(notebook))
    for name, picture in rewriter.pictures.items():
        _write(source / "static" / "pictures" / name, picture)
    _write(source / "static" / "panels.js", panels_script())
    for name in TEXTS:
        text = linked(in_markdown((ROOT / name).read_text(encoding="utf-8"), name, pages))
        _write(source / name, text + (_rooms_listed() if name == "REFERENCE.md" else ""))
    for room, names in public_names().items():
        _write(source / "api" / f"{room}.rst", room_page(room, names))
    _copy_reproduction(reproduction, extra / "reproduction")
    values = {
        "lessons": [
            (_numbered(name), name) for name in notebooks if re.match(r"notebooks/\d", name)
        ],
        "exercises": [
            (_numbered(name), name) for name in notebooks if name.startswith("exercises/")
        ],
        "calculators": CALCULATORS,
        "verdicts": _verdicts(reproduction),
    }
    for name in own:
        template = jinja2.Template((SITE / "pages" / name).read_text(encoding="utf-8"),
                                   undefined=jinja2.StrictUndefined, trim_blocks=True,
                                   lstrip_blocks=True)  # fmt: skip
        _write(source / name, template.render(values))


def _files(pattern: str) -> list[str]:
    return sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob(pattern))


def _numbered(name: str) -> str:
    """A notebook's number and title: "03 How good must the best of C be?"."""
    first = nbformat.read(ROOT / name, as_version=4).cells[0].source
    number = re.search(r"/(\d\d)_", name)
    return f"{number[1] if number else ''} {first.splitlines()[0].lstrip('# ')}".strip()


def _rooms_listed() -> str:
    """The table of contents that REFERENCE.md has on the site: a page for each room."""
    rooms = "\n".join(f"api/{room}" for room in ROOMS if room in public_names())
    return f"\n## Every name, from its docstring\n\n```{{toctree}}\n:maxdepth: 1\n\n{rooms}\n```\n"


def _copy_reproduction(made: Path, target: Path) -> None:
    """The reproduction, with links to the site's own lessons, and one back to the course."""
    shutil.copytree(made, target, ignore=shutil.ignore_patterns("lessons"))
    page = (target / "index.html").read_text(encoding="utf-8")
    page = page.replace('href="lessons/', 'href="../notebooks/')
    back = '<body>\n<p><a href="../index.html">Beyond Chance, the course</a></p>'
    _write(target / "index.html", page.replace("<body>", back, 1))


def _verdicts(reproduction: Path) -> list[tuple[str, int]]:
    """How many claims got each verdict, most frequent first."""
    rows = json.loads((reproduction / "ledger.json").read_text(encoding="utf-8"))
    return Counter(row["verdict"] for row in rows).most_common()


def _empty(folder: Path, sign: str) -> None:
    """Remove what an earlier build left; anything else is none of our business."""
    if folder.exists() and any(folder.iterdir()):
        if not (folder / sign).exists():
            raise SystemExit(f"{folder} is not empty, and holds no site: it is left as it is")
        shutil.rmtree(folder)


def _copy(path: Path, target: Path) -> None:
    _write(target, path.read_bytes())


def _write(path: Path, content: str | bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)


def main(arguments: Sequence[str] | None = None) -> None:
    """Build it, the reproduction first."""
    parser = argparse.ArgumentParser(prog="python -m tools.build_site", description=__doc__)
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "site")
    parser.add_argument("--reproduction", type=Path, help="one that `make reproduce` made before")
    options = parser.parse_args(arguments)
    reproduction = options.reproduction
    if reproduction is None:
        from course_lib.reports.reproduction import reproduce

        reproduction = ROOT / "build" / "reproduction"
        reproduce(reproduction, tell=lambda words: print(words, flush=True))
    print("The pages ...", flush=True)
    build_site(options.folder, ROOT / "build" / "site-work", reproduction)
    print(f"Open {options.folder / 'index.html'}")


if __name__ == "__main__":
    main()
