"""Formulas as MathML, which browsers set by themselves: no script, no network, no picture.

Docutils, which comes with Sphinx, translates them.
"""

import re

from docutils.utils.math import MathError
from docutils.utils.math.latex2mathml import tex2mathml


def mathml(tex: str, as_block: bool = False) -> str:
    """A formula written in LaTeX, without its dollars, as MathML."""
    try:
        formula = tex2mathml(tex, as_block=as_block)
    except MathError as error:
        raise ValueError(f"no MathML for the formula {tex!r}: {error}") from error
    # A slash is set without the room that other operators get, and room in words is kept.
    formula = formula.replace("<mo>/</mo>", '<mo lspace="0" rspace="0">/</mo>')
    return re.sub(r"(?<=<mtext>) | (?=</mtext>)", "\u00a0", formula)
