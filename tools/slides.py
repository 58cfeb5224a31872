"""A deck of slides for each lesson, to show in a lecture without a network: `make slides`.

    python -m tools.slides                                  all lessons
    python -m tools.slides 02_luck_has_a_distribution       one of them

Nothing is run: pictures and answers are those that the lessons were stored with. nbconvert writes
the decks; reveal.js, which turns the pages, is copied from the package sphinx-revealjs.
"""

import argparse
import importlib.util
import re
import shutil
from collections.abc import Sequence
from html import escape, unescape
from pathlib import Path

import nbformat
from nbconvert import SlidesExporter

from tools.formulas import mathml
from tools.slide_notebooks import as_notebook, slides_of

ROOT = Path(__file__).parent.parent
LESSONS = {path.stem: path for path in sorted((ROOT / "notebooks").glob("[0-9]*.ipynb"))}
TEMPLATE = Path(__file__).parent / "slide_template"
#: The folder of reveal.js beside the decks, and what a deck needs of it.
REVEAL = "reveal.js"
REVEAL_FILES = (
    "LICENSE",
    "dist/reset.css",
    "dist/reveal.css",
    "dist/reveal.js",
    "plugin/notes/notes.js",
)


def write_decks(folder: Path, names: Sequence[str]) -> None:
    """Write the decks of these lessons, what they need, and a page that lists all decks there."""
    folder.mkdir(parents=True, exist_ok=True)
    copy_reveal(folder / REVEAL)
    shutil.copy(TEMPLATE / "deck.css", folder)
    exporter = deck_exporter()
    for name in names:
        lesson = nbformat.read(LESSONS[name], as_version=4)
        page, _ = exporter.from_notebook_node(as_notebook(slides_of(lesson)))
        (folder / f"{name}.html").write_text(page, encoding="utf-8")
    there = [name for name in LESSONS if (folder / f"{name}.html").exists()]
    (folder / "index.html").write_text(_index(there), encoding="utf-8")


def deck_exporter() -> SlidesExporter:
    """The exporter of nbconvert, with a page of our own."""
    exporter = SlidesExporter(
        template_name=TEMPLATE.name,
        extra_template_basedirs=[str(TEMPLATE.parent)],
        reveal_url_prefix=REVEAL,
        exclude_anchor_links=True,
    )
    exporter.register_filter("with_formulas", with_formulas)
    return exporter


def with_formulas(html: str) -> str:
    """Formulas between dollars, which nbconvert leaves to a script from a network, as MathML."""
    pieces = re.split(r"(<img [^>]*>|<pre.*?</pre>)", html, flags=re.DOTALL)
    return "".join(piece if number % 2 else _set(piece) for number, piece in enumerate(pieces))


def _set(html: str) -> str:
    def block(found: re.Match[str]) -> str:
        return f"<div>{mathml(unescape(found[1]), as_block=True)}</div>"

    html = re.sub(r"\$\$(.+?)\$\$", block, html, flags=re.DOTALL)
    return re.sub(r"\$([^$]+?)\$", lambda found: mathml(unescape(found[1])), html)


def copy_reveal(folder: Path) -> None:
    """Copy reveal.js and its licence from the package that brings it."""
    package = importlib.util.find_spec("sphinx_revealjs")
    if package is None or package.origin is None:
        raise SystemExit(
            "reveal.js is missing: `make setup` installs sphinx-revealjs, which has it"
        )
    folder.mkdir(exist_ok=True)
    for name in REVEAL_FILES:
        shutil.copy(Path(package.origin).parent / "_static" / "revealjs" / name, folder)


def _index(names: Sequence[str]) -> str:
    """A page with a link to each deck, and the keys that move in it."""
    rows = []
    for name in names:
        first = nbformat.read(LESSONS[name], as_version=4).cells[0].source.splitlines()[0]
        rows.append(f'<li><a href="{name}.html">{name[:2]} {escape(first.lstrip("# "))}</a></li>')
    text = (TEMPLATE / "list.html").read_text(encoding="utf-8")
    return text.replace("<!-- decks -->", "\n".join(rows))


def main(arguments: Sequence[str] | None = None) -> None:
    """Write all decks, or one."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.slides",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("lesson", nargs="?", help=f"one of {', '.join(LESSONS)}")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "slides")
    options = parser.parse_args(arguments)
    if options.lesson is not None and options.lesson not in LESSONS:
        parser.error(f"lesson: {options.lesson!r} is none of {', '.join(LESSONS)}")
    try:
        write_decks(options.folder, [options.lesson] if options.lesson else list(LESSONS))
    except OSError as error:
        parser.error(f"folder: cannot write {error.filename}: {error.strerror}")
    page = f"{options.lesson}.html" if options.lesson else "index.html"
    print(f"Open {options.folder / page}")


if __name__ == "__main__":
    main()
