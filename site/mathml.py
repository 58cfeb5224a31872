"""Formulas as MathML, which browsers set by themselves: no script, no network, no picture.

Docutils, which comes with Sphinx, translates them.
"""

import re
from typing import Any

from docutils import nodes
from docutils.utils.math import MathError
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx.application import Sphinx
from sphinx.errors import SphinxError


def setup(app: Sphinx) -> dict[str, Any]:
    """Add the renderer `mathml`."""
    app.add_html_math_renderer("mathml", (_inline, None), (_block, None))
    return {"parallel_read_safe": True}


def _inline(translator: Any, node: nodes.math) -> None:
    translator.body.append(_mathml(node.astext(), as_block=False))
    raise nodes.SkipNode


def _block(translator: Any, node: nodes.math_block) -> None:
    translator.body.append(
        f'<div class="course-formula">{_mathml(node.astext(), as_block=True)}</div>'
    )
    raise nodes.SkipNode


def _mathml(tex: str, as_block: bool) -> str:
    try:
        mathml = tex2mathml(tex, as_block=as_block)
    except MathError as error:
        raise SphinxError(f"no MathML for the formula {tex!r}: {error}") from error
    # A slash is set without the room that other operators get, and room in words is kept.
    mathml = mathml.replace("<mo>/</mo>", '<mo lspace="0" rspace="0">/</mo>')
    return re.sub(r"(?<=<mtext>) | (?=</mtext>)", "\u00a0", mathml)
