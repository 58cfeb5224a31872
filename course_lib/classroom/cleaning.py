"""Nothing that a student wrote may run in the teacher's browser.

Feedback pages and formgrader show what was handed in: sentences, outputs, pictures. A script among
them could read all marks and change them. So raw HTML is not allowed in sentences at all, and in
outputs only what our own results are made of.
"""

import html
import re
from collections.abc import Collection
from typing import Any

import bleach
import tinycss2
from bleach.css_sanitizer import CSSSanitizer
from nbformat import NotebookNode

from course_lib.classroom.desk import VERDICT
from course_lib.classroom.grading import KERNEL, LANGUAGE, Step
from course_lib.classroom.naming import NOTES

_PICTURES = ("image/png", "image/jpeg", "image/gif")
_BASE64 = re.compile(r"[A-Za-z0-9+/=\s]*")
#: The beginning of a tag; "a < b" and "> quoted" are left as they are.
_TAG = re.compile(r"<(?=[A-Za-z/!?])")
#: In a formula these make a link, which may be a script, or a style, which may hold an address.
_LINKING = re.compile(r"\\(bbox|class|cssId|csname|href|require|style)(?![A-Za-z])")
#: A picture that comes along with the notebook. One from elsewhere tells others who reads it when.
_ELSEWHERE = re.compile(
    r"!(?=\[)(?!\[[\w .,-]*\]\((attachment:)?[\w.-][\w./%-]*\.(png|jpe?g|gif)\))", re.IGNORECASE
)
_SCHEME = re.compile(r"javascript|vbscript|data|file", re.IGNORECASE)
_TAGS = frozenset(
    [
        *("a", "b", "blockquote", "br", "caption", "code", "dd", "del", "div", "dl", "dt", "em"),
        *("h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "img", "kbd", "li", "ol", "p", "pre", "s"),
        *("small", "span", "strong", "sub", "sup", "table", "tbody", "td", "tfoot", "th", "thead"),
        *("tr", "tt", "u", "ul"),
    ]
)
_ATTRIBUTES = frozenset(
    [
        *("align", "alt", "border", "colspan", "dir", "height", "lang", "rowspan", "scope"),
        *("style", "title", "valign", "width"),
    ]
)
_PICTURE = re.compile(r"data:image/(png|jpeg|gif);base64,[A-Za-z0-9+/=\s]*")
_LINK = re.compile(r"https?:|mailto:|#|[\w./-]+$", re.IGNORECASE)
_LENGTHS = ("dimension", "number", "percentage")


class _Styles(CSSSanitizer):
    """Without margins that are negative, or computed: they move an element over another one."""

    def sanitize_css(self, style: str) -> str:
        kept = tinycss2.parse_declaration_list(super().sanitize_css(style))
        return tinycss2.serialize([token for token in kept if not _may_overlap(token)]).strip()


def _may_overlap(token: Any) -> bool:
    return (
        token.type == "declaration"
        and token.lower_name.startswith("margin")
        and any(
            part.type == "function" or (part.type in _LENGTHS and part.value < 0)
            for part in token.value
        )
    )


#: Nothing that moves an element over another one, or asks another computer for a picture.
_STYLES = _Styles(
    allowed_css_properties=[
        *("background-color", "border", "border-bottom", "border-collapse", "border-left"),
        *("border-right", "border-top", "color", "display", "font-family", "font-size"),
        *("font-style", "font-weight", "height", "line-height", "margin", "margin-bottom"),
        *("margin-left", "margin-right", "margin-top", "max-width", "padding", "padding-left"),
        *("text-align", "text-decoration", "vertical-align", "white-space", "width"),
    ]
)


class CleanPages(Step):
    """Grading: leave what can be read, take out what could run."""

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        """Clean all cells, and what the kernel wrote into the notebook's own metadata."""
        ours = nb.metadata.get(NOTES)
        nb.metadata = NotebookNode(kernelspec=dict(KERNEL), language_info=dict(LANGUAGE))
        if ours:
            nb.metadata[NOTES] = ours
        return super().preprocess(nb, resources)

    def preprocess_cell(
        self, cell: NotebookNode, resources: dict, index: int
    ) -> tuple[NotebookNode, dict]:
        """Clean one cell."""
        if cell.cell_type == "code":
            cell.outputs = [_clean_output(output) for output in cell.outputs]
            return cell, resources
        if "attachments" in cell:
            cell.attachments = _pictures(cell.attachments)
        if cell.cell_type == "markdown":
            cell.source = clean_sentences(cell.source, cell.get("attachments", {}))
        else:  # raw cells go into a page as they are
            cell.source = cell.source.replace("&", "&amp;").replace("<", "&lt;")
        return cell, resources


def clean_sentences(text: str, pictures: Collection[str] = ()) -> str:
    """Markdown without HTML, without links that are scripts, and with no picture but these."""
    text = _LINKING.sub(r"\\text", _TAG.sub("&lt;", text))

    def harmless(link: re.Match[str]) -> str:
        # A scheme can hide behind entities and escapes, so it is looked at decoded.
        plain = re.sub(r"[<\\\x00-\x20]", "", html.unescape(link[2]))
        scheme, _, rest = plain.partition(":")
        if _SCHEME.fullmatch(scheme) or (scheme == "attachment" and rest not in pictures):
            return f"{link[1]}#"  # a page cannot be made where a picture is missing
        return link[0]

    text = re.sub(r"(\]\(\s*|\]:\s*|<)([^\s)>]*)", harmless, text)
    return _ELSEWHERE.sub("! ", text)  # a link is left, which nobody has to follow


def clean_html(text: str) -> str:
    """HTML with the few tags that results are made of; others are shown as text."""
    clean = bleach.clean(
        text,
        tags=_TAGS,
        attributes=_may_have,
        protocols={"http", "https", "mailto", "data"},
        css_sanitizer=_STYLES,
    )
    return _LINKING.sub(r"\\text", clean)


def _may_have(tag: str, name: str, value: str) -> bool:
    if name == "src":  # a picture that comes along, none from elsewhere
        return _PICTURE.fullmatch(value) is not None
    if name == "href":
        return _LINK.match(value.strip()) is not None
    return name in _ATTRIBUTES


def _clean_output(output: NotebookNode) -> NotebookNode:
    if output.output_type == "stream":
        output.name = "stderr" if output.name == "stderr" else "stdout"
        output.text = _text(output.text)
    elif output.output_type == "error":
        output.ename, output.evalue = _text(output.ename), _text(output.evalue)
        output.traceback = [_text(line) for line in output.traceback]
    else:
        cleaned = {kind: _clean_data(kind, value) for kind, value in output.data.items()}
        data = {kind: value for kind, value in cleaned.items() if value is not None}
        output.data = NotebookNode(data or {"text/plain": "(an output of a kind not shown here)"})
        output.metadata = NotebookNode()  # a width, for instance, goes into a page as it is
    return output


def _clean_data(kind: str, value: Any) -> Any:
    """A part of an output, made harmless; None where that cannot be done."""
    if kind == VERDICT:
        return value
    if kind == "text/plain":
        return _text(value)
    if kind == "text/html":
        return clean_html(_text(value))
    if kind == "text/markdown":
        return clean_sentences(_text(value))
    if kind == "text/latex":
        return _LINKING.sub(r"\\text", _text(value).replace("<", r"\lt "))
    if kind in _PICTURES and _BASE64.fullmatch(_text(value)):
        return value
    return None


def _pictures(attachments: Any) -> NotebookNode:
    """Pictures pasted into sentences; nothing else can be pasted by accident."""
    kept = NotebookNode()
    for name, bundle in attachments.items():
        for kind, value in bundle.items():
            if (
                kind in _PICTURES
                and _BASE64.fullmatch(_text(value))
                and re.fullmatch(r"[\w .-]+", name)
            ):
                kept[name] = NotebookNode({kind: value})
    return kept


def _text(value: Any) -> str:
    return "".join(map(str, value)) if isinstance(value, list) else str(value)
