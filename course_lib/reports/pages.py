"""Pages that need nothing but themselves: they open from a file, offline.

A page is a template in `templates/` that extends `page.html`. Values are escaped where they are
put in; HTML that is meant as such comes as `markupsafe.Markup`.
"""

import base64
import re
from functools import cache
from typing import Any

import jinja2
from markupsafe import Markup, escape

from course_lib.common.phrases import option


def render(template: str, **values: Any) -> str:
    """The page that a template makes of some values; a value that is missing is an error."""
    return _templates().get_template(template).render(values)


@cache
def _templates() -> jinja2.Environment:
    found = jinja2.Environment(
        loader=jinja2.PackageLoader(__package__),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    found.filters |= {"embedded": embedded, "with_code": with_code, "told": told}
    found.globals["option"] = option
    return found


def embedded(png: bytes) -> str:
    """The address of a picture that lies inside the page itself."""
    return f"data:image/png;base64,{base64.b64encode(png).decode()}"


def with_code(text: str) -> Markup:
    """Text with `names` in the letters of code."""
    pieces = text.split("`")
    words = (Markup("<code>{}</code>" if i % 2 else "{}").format(p) for i, p in enumerate(pieces))
    return Markup("").join(words)


def told(text: str) -> Markup:
    """A sentence in which no option, such as --tried, and no 95 % is broken over two lines."""
    pieces = re.split(r"(--[a-z][a-z-]*)", re.sub(r"(?<=\d) (?=%)", "\u00a0", text))
    words = (
        Markup('<span class="option">{}</span>').format(piece) if i % 2 else escape(piece)
        for i, piece in enumerate(pieces)
    )
    return Markup("").join(words)
