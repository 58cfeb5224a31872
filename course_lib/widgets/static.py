"""Panels on a page without a kernel: opened from a file or served by any server."""

import json
from html import escape
from typing import Any

from course_lib.widgets.bundle import as_script


def live_html(panel: str, settings: dict[str, Any], still: str = "") -> str:
    """The place of a panel on a page; `still` is HTML for readers without JavaScript."""
    from course_lib.widgets import LIVE_WIDGETS

    made = LIVE_WIDGETS[panel].as_set(settings)
    return live_place(made.front, made.state(), still)


def live_place(front: str, state: dict[str, Any], still: str = "") -> str:
    """An element that the page's script brings to life, with its state inside."""
    noscript = f"<noscript>{still}</noscript>" if still else ""
    return (
        f'<div class="course-live" data-live="{escape(front)}">'
        f'<script type="application/json">{_json(state)}</script>{noscript}</div>'
    )


def panels_script() -> str:
    """What brings all panels of a page to life, as one plain script."""
    from course_lib.widgets import LIVE_WIDGETS

    widgets = LIVE_WIDGETS.values()
    tables = {widget.front: widget.shared_tables() for widget in widgets}
    modules = {widget.front: f"panels/{widget.front}.js" for widget in widgets}
    return live_script(modules, {front: table for front, table in tables.items() if table})


def live_script(modules: dict[str, str], tables: dict[str, Any] | None = None) -> str:
    """The script for panels, named with their modules, which may look things up in `tables`."""
    named = ", ".join(f'"{name}": M["{module}"].default' for name, module in modules.items())
    then = (
        f"const tables = {_json(tables or {})};\n"
        f'const mount = () => M["host.js"].mountAll({{ {named} }}, tables);\n'
        'if (document.readyState === "loading") addEventListener("DOMContentLoaded", mount);\n'
        "else mount();"
    )
    return as_script("host.js", *modules.values(), then=then)


def _json(value: Any) -> str:
    """JSON in which a page finds no tag: a name may hold anything."""
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")
