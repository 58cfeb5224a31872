"""Panels on a page without a kernel: opened from a file or served by any server."""

import json
from html import escape
from typing import Any

from course_lib.widgets.bundle import as_script


def live_html(panel: str, settings: dict[str, Any], still: str = "") -> str:
    """The place of a panel on a page; `still` is HTML for readers without JavaScript."""
    from course_lib.widgets import LIVE_WIDGETS

    made = LIVE_WIDGETS[panel].as_set(settings)
    return live_place(made.front, _json(made.state()), still)


def live_place(front: str, state: str, still: str = "") -> str:
    """An element that the page's script brings to life, with its state inside."""
    noscript = f"<noscript>{still}</noscript>" if still else ""
    return (
        f'<div class="course-live" data-live="{escape(front)}">'
        f'<script type="application/json">{state}</script>{noscript}</div>'
    )


def panels_script() -> str:
    """What brings all panels of a page to life, as one plain script."""
    from course_lib.widgets import LIVE_WIDGETS

    fronts = {widget.front: widget.shared_tables() for widget in LIVE_WIDGETS.values()}
    return live_script(list(fronts), {front: table for front, table in fronts.items() if table})


def live_script(fronts: list[str], tables: dict[str, Any]) -> str:
    """The script for the panels `fronts`, which look things up in `tables`."""
    modules = ", ".join(f'"{front}": M["panels/{front}.js"].default' for front in fronts)
    then = (
        f"const tables = {_json(tables)};\n"
        f'const mount = () => M["host.js"].mountAll({{ {modules} }}, tables);\n'
        'if (document.readyState === "loading") addEventListener("DOMContentLoaded", mount);\n'
        "else mount();"
    )
    return as_script("host.js", *(f"panels/{front}.js" for front in fronts), then=then)


def _json(value: Any) -> str:
    """JSON that no page takes for the end of a script."""
    return json.dumps(value, separators=(",", ":")).replace("</", "<\\/")
