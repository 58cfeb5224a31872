"""A renderer for Sphinx that makes MathML of formulas: see tools/formulas.py."""

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import SphinxError

from tools.formulas import mathml


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
        return mathml(tex, as_block)
    except ValueError as error:
        raise SphinxError(str(error)) from error
