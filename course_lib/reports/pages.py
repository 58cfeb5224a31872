"""Pages that need nothing but themselves: they open from a file, offline."""

import base64
import io
from collections.abc import Sequence
from html import escape
from typing import Any

_STYLE = """
body { font: 17px/1.5 system-ui, sans-serif; max-width: 66rem; margin: 2rem auto; padding: 0 1rem;
       color: #1a1a1a; background: #fff; }
h1, h2, h3 { line-height: 1.2; } h2 { margin-top: 2.5rem; }
table { border-collapse: collapse; margin: 1rem 0; font-size: 0.85rem; }
th, td { border-bottom: 1px solid #ccc; padding: 0.35rem 0.5rem; text-align: left;
         vertical-align: top; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
figure { margin: 1.5rem 0; } img { max-width: 100%; height: auto; }
figcaption { color: #444; } .scroll { overflow-x: auto; }
"""


def html_page(title: str, parts: Sequence[str], style: str = "") -> str:
    """A page made of pieces of HTML, with nothing to load from elsewhere."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}{style}</style></head>"
        f"<body>\n{chr(10).join(parts)}\n</body></html>\n"
    )


def png_of(fig: Any) -> bytes:
    """A figure as PNG, the same bytes every time."""
    buffer = io.BytesIO()
    fig.savefig(buffer, format="png", dpi=110, metadata={"Software": None})
    return buffer.getvalue()


def image(png: bytes, alt: str) -> str:
    """A picture inside the page itself, with a text that says what it shows."""
    data = base64.b64encode(png).decode()
    return f'<img alt="{escape(alt)}" src="data:image/png;base64,{data}">'
