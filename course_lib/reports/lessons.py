"""The lessons as pages to read beside the reproduction: no kernel, no network."""

import base64
import io
import re
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

import matplotlib as mpl
from markupsafe import Markup

from course_lib.reports.pages import render

_NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
#: As large as the text around it: 17 pixels.
_FORMULA_POINTS = 12.75


def write_lessons(folder: Path) -> dict[str, str]:
    """Write every lesson as a page; returns the pages' names by the lessons' numbers.

    Where the library is installed without the course, or without nbconvert, there are no pages.
    """
    notebooks = sorted(_NOTEBOOKS.glob("*.ipynb"))
    try:
        from nbconvert import HTMLExporter
    except ImportError:  # it comes with the course, not with the library alone
        notebooks = []
    if not notebooks:
        return {}
    exporter = HTMLExporter(template_name="basic")
    folder.mkdir(parents=True, exist_ok=True)
    names = {path.name: f"{path.stem}.html" for path in notebooks}
    for path in notebooks:
        (folder / names[path.name]).write_text(_page(path, names, exporter), encoding="utf-8")
    return {path.stem[:2]: names[path.name] for path in notebooks if path.stem[0].isdigit()}


def _page(path: Path, names: dict[str, str], exporter: Any) -> str:
    import nbformat

    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = _with_formulas(cell.source)
        for output in cell.get("outputs", []):
            # A widget needs a kernel; what lies beside it for those without one does not.
            output.get("data", {}).pop("application/vnd.jupyter.widget-view+json", None)
    body, _ = exporter.from_notebook_node(notebook)
    title = path.stem.replace("_", " ")
    return render("lesson.html", title=title, name=path.name, body=_with_links(body, names))


def _with_links(body: str, names: dict[str, str]) -> Markup:
    """Links to lessons lead to their pages; those to other files become plain words."""

    def change(found: re.Match) -> str:
        target, fragment, words = found["target"], found["fragment"] or "", found["words"]
        if target in names:
            return f'<a href="{names[target]}{fragment}">{words}</a>'
        return found[0] if not target or "://" in target else words

    link = r'<a href="(?P<target>[^"#]*)(?P<fragment>#[^"]*)?"[^>]*>(?P<words>.*?)</a>'
    return Markup(re.sub(link, change, body, flags=re.DOTALL))


def _with_formulas(text: str) -> str:
    """Formulas as pictures, for a page that can load nothing to set them."""
    text = re.sub(r"\$\$(.+?)\$\$", lambda found: _formula(found[1], True), text, flags=re.DOTALL)
    return re.sub(r"(?<![\\$])\$([^$\n]+?)\$", lambda found: _formula(found[1], False), text)


@cache
def _formula(tex: str, display: bool) -> str:
    from matplotlib.font_manager import FontProperties
    from matplotlib.mathtext import MathTextParser, math_to_image

    font = FontProperties(size=_FORMULA_POINTS)
    plain = f"${_plain(' '.join(tex.split()))}$"
    try:
        depth = MathTextParser("path").parse(plain, 72, font).depth
    except ValueError:  # something that mathtext does not know: better as it is than not at all
        return f"<code>{escape(tex)}</code>"
    buffer = io.BytesIO()
    with mpl.rc_context({"svg.hashsalt": "formula"}):
        math_to_image(plain, buffer, prop=font, format="svg")
    data = base64.b64encode(buffer.getvalue()).decode()
    image = (
        f'<img alt="{escape(tex.strip())}" src="data:image/svg+xml;base64,{data}" '
        f'style="vertical-align: -{depth:.1f}pt">'
    )
    return f"\n\n{image}\n\n" if display else image


def _plain(tex: str) -> str:
    """The same formula in the words that mathtext knows."""
    tex = re.sub(r"\\(sqrt) ?([A-Za-z0-9])", r"\\\1{\2}", tex)
    tex = re.sub(r"\\frac([A-Za-z0-9])([A-Za-z0-9])", r"\\frac{\1}{\2}", tex)
    return re.sub(r"\\(le|ge)(?![a-z])", r"\\\1q", tex)
