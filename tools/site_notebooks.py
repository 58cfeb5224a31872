"""Notebooks of the course, as the web site shows them: never run, only rewritten.

A panel becomes the live panel of a static page, a picture a file with its alternative text, long
code and answers are folded away, and links lead to pages of the site.
"""

import base64
import hashlib
import posixpath
import re
import struct
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from html import escape
from typing import Any

from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell, new_output

from course_lib.classroom.bank import QUESTIONS
from course_lib.classroom.desk import Note

# What a panel's output tells of itself: its name and its settings.
from course_lib.widgets.panel import LIVE as PANEL
from tools.site_links import in_html, in_markdown, word_anchor

#: It needs a kernel, which a page has not.
_WIDGET = "application/vnd.jupyter.widget-view+json"
#: How a live panel's HTML can be told from other HTML.
LIVE = 'class="course-live'
#: Code of more lines is folded away: lessons are for reading.
MOST_LINES = 6
GLOSSARY = "notebooks/glossary.ipynb"


def _shown(cell: NotebookNode) -> list[NotebookNode]:
    """What a cell shows; where it would ask for a reader's own numbers, the printed ones."""
    asked = re.fullmatch(r'ask\("([\w-]+)"\)', cell.source)
    if not asked:
        return cell.outputs
    return [new_output("display_data", {"text/html": Note(QUESTIONS[asked[1]].text).html()})]


@dataclass
class Rewriter:
    """Rewrites the notebooks of one site, and collects the pictures in them."""

    #: Every file that is a page of the site.
    pages: Collection[str]
    #: What makes a panel of a name, settings, and HTML for readers without JavaScript: see
    #: `course_lib.widgets.static.live_html`.
    live_html: Callable[[str, dict[str, Any], str], str]
    #: The pictures met, by the names of their files.
    pictures: dict[str, bytes] = field(default_factory=dict)

    def rewritten(self, notebook: NotebookNode, page: str) -> NotebookNode:
        """The notebook as the page `page`, say "notebooks/00_start_here.ipynb"."""
        _raise_headings(notebook)
        for cell in notebook.cells:
            if cell.cell_type == "markdown":
                cell.source = for_readers(in_markdown(cell.source, page, self.pages))
                if page == GLOSSARY and cell.source.startswith("#"):
                    cell.source = f"({word_anchor(cell.id)})=\n{cell.source}"
            if cell.cell_type == "code":
                cell.outputs = [self._output(output, page) for output in _shown(cell)]
                self._fold(cell, page)
            else:
                cell.metadata = {}
        notebook.metadata.pop("widgets", None)
        if any(cell.cell_type == "code" for cell in notebook.cells):
            notebook.cells.insert(1, _download(page))
        return notebook

    def _output(self, output: NotebookNode, page: str) -> NotebookNode:
        data = output.get("data")
        if not data:
            return output
        data.pop(_WIDGET, None)
        panel = output.metadata.pop(PANEL, None)
        if panel:
            still = self._still(output, page)
            live = self.live_html(panel["panel"], panel["settings"], still)
            output.data = {"text/html": live}
        elif "text/html" in data:
            output.data = {"text/html": in_html(data["text/html"], page, self.pages)}
        elif "image/png" in data:
            output.data = {"text/html": self._image(output, page)}
        return output

    def _still(self, output: NotebookNode, page: str) -> str:
        """What shows where nothing runs: a picture, else HTML, else words."""
        if "image/png" in output.data:
            return self._image(output, page)
        if "text/html" in output.data:
            return in_html(output.data["text/html"], page, self.pages)
        return f"<pre>{escape(output.data.get('text/plain', ''))}</pre>"

    def _image(self, output: NotebookNode, page: str) -> str:
        picture = base64.b64decode(output.data["image/png"])
        name = f"{hashlib.sha256(picture).hexdigest()[:16]}.png"
        self.pictures[name] = picture
        # Both stand in the file's first chunk; the page keeps room for the picture.
        width, height = struct.unpack(">II", picture[16:24])
        alt = output.metadata.get("image/png", {}).get("alt", "")
        address = posixpath.relpath(f"_static/pictures/{name}", posixpath.dirname(page))
        return (
            f'<img class="course-picture" src="{address}" width="{width}" height="{height}" '
            f'alt="{escape(alt)}">'
        )

    def _fold(self, cell: NotebookNode, page: str) -> None:
        """Fold away code that is long or only opens a panel, and outputs that tell an answer."""
        asked = cell.metadata.get("jupyter", {})
        lines = [line for line in cell.source.splitlines() if line.strip()]
        live = any(LIVE in output.get("data", {}).get("text/html", "") for output in cell.outputs)
        long = len(lines) > MOST_LINES or asked.get("source_hidden", False)
        code = page.startswith("notebooks/") and (live or long)
        told = bool(cell.outputs) and asked.get("outputs_hidden", False)
        tags = {*cell.metadata.get("tags", []), *["hide-input"] * code, *["hide-output"] * told}
        what = {(1, 1): "the code, and what it gives", (0, 1): "what it gives"}
        prompt = what.get((code, told), "the code")
        # What else the metadata say (nbgrader, slides) is nothing to a page.
        cell.metadata = {
            "tags": sorted(tags),
            "mystnb": {"code_prompt_show": f"Show {prompt}", "code_prompt_hide": f"Hide {prompt}"},
        }


def for_readers(text: str) -> str:
    """Prose without what only JupyterLab asks for: on a page the panels run by themselves."""
    first = r"Run the cell first(?:, then|\. Then) (\w)"
    text = re.sub(first, lambda found: found[1].upper(), text)
    return text.replace("Run the cell first. ", "").replace("Run the cell first.", "")


def _raise_headings(notebook: NotebookNode) -> None:
    """Where headings jump from the first level to the third, make the third the second."""
    prose = [cell for cell in notebook.cells if cell.cell_type == "markdown"]
    if not any(re.search(r"^## ", cell.source, re.MULTILINE) for cell in prose):
        for cell in prose:
            cell.source = re.sub(r"^##(#+ )", r"#\1", cell.source, flags=re.MULTILINE)


def _download(page: str) -> NotebookNode:
    """A line for below the title: the notebook itself, to keep and to run."""
    name = posixpath.basename(page).removesuffix(".ipynb")
    text = (
        "On this page panels and checkpoints live; code does not run. "
        f"{{download}}`Download the notebook </originals/{page}>` to run it in JupyterLab."
    )
    return new_markdown_cell(f"```{{container}} course-download\n{text}\n```", id=f"get-{name}")
