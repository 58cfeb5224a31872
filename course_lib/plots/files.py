"""A figure as the bytes of a file, the same every time."""

import io
from typing import Any


def png_of(fig: Any, dpi: int = 110) -> bytes:
    """A figure as PNG."""
    buffer = io.BytesIO()
    fig.savefig(buffer, format="png", dpi=dpi, metadata={"Software": None})
    return buffer.getvalue()


def svg_of(fig: Any, name: str) -> bytes:
    """A figure as SVG; names of the parts inside it are made from `name`."""
    import matplotlib as mpl

    buffer = io.BytesIO()
    with mpl.rc_context({"svg.hashsalt": name}):
        fig.savefig(buffer, format="svg", metadata={"Date": None})
    return buffer.getvalue()


def pdf_of(fig: Any) -> bytes:
    """A figure as PDF, whose letters can be searched."""
    import matplotlib as mpl

    buffer = io.BytesIO()
    with mpl.rc_context({"pdf.fonttype": 42}):
        fig.savefig(buffer, format="pdf", metadata={"CreationDate": None})
    return buffer.getvalue()
