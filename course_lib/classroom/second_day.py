"""What a saved lesson knows of its panels, kept: an extension of the Jupyter server.

JupyterLab stores the state of panels and checkpoints with the notebook, so that they are alive
again on the second day. But it stores those only that its kernel knows: whoever opens a lesson on
the second day and saves it would lose all the others, and read "model not found" on the third.
So whenever a notebook is saved, the state of panels that it still shows is carried over from the
file that it replaces. A panel whose state is known nowhere is left as the still picture that comes
with it.

And the lessons are trusted when the server starts. JupyterLab shows panels only in a notebook all
of whose outputs it trusts: without that, a lesson of which a reader has run only the first half
would show still pictures on the second day, for the outputs in its other half came with the course.

`tools/lab_settings.py` switches this on.
"""

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

VIEW = "application/vnd.jupyter.widget-view+json"
STATE = "application/vnd.jupyter.widget-state+json"
FIRST_LESSON = "00_start_here.ipynb"
#: How one model names another that it needs.
_REFERENCE = "IPY_MODEL_"


def keep_panels(notebook: dict[str, Any], before: dict[str, Any]) -> None:
    """Complete the notebook's stored panels from what was stored before."""
    stored = _inside(notebook, "metadata", "widgets").get(STATE)
    if not isinstance(stored, dict):
        return  # the reader does not want JupyterLab to store panels
    known = _inside(before, "metadata", "widgets", STATE, "state")
    state = stored["state"] = _inside(stored, "state")
    for data in _bundles(notebook):
        model = str(_inside(data, VIEW).get("model_id", ""))
        _carry_over(model, known, state)
        if model not in state:
            del data[VIEW]


def _inside(value: Any, *names: str) -> dict[str, Any]:
    """What lies inside of dictionaries inside of each other; empty where there is none."""
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def _bundles(notebook: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What stands in the notebook for each of its panels."""
    for cell in notebook.get("cells", []):
        for output in cell.get("outputs", []):
            if VIEW in output.get("data", {}):
                yield output["data"]


def _carry_over(model: str, known: dict[str, Any], state: dict[str, Any]) -> None:
    """A model's state, and that of all models it needs."""
    wanted = [model]
    while wanted:
        model = wanted.pop()
        if model in known and model not in state:
            state[model] = known[model]
            wanted += _references(_inside(known, model, "state"))


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, str) and value.startswith(_REFERENCE):
        yield value.removeprefix(_REFERENCE)
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _references(part)


def on_save(model: dict[str, Any], path: str, contents_manager: Any, **_: object) -> None:
    """Called by the server before it writes a file."""
    if model.get("type") != "notebook" or not isinstance(model.get("content"), dict):
        return
    file = Path(contents_manager.root_dir, *path.strip("/").split("/"))
    try:
        before = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        before = {}  # new, or broken: nothing to carry over
    keep_panels(model["content"], before)


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": __name__}]


def _load_jupyter_server_extension(server: Any) -> None:
    server.contents_manager.register_pre_save_hook(on_save)
    trust_lessons(Path(server.contents_manager.root_dir), server.contents_manager.notary)


def trust_lessons(folder: Path, notary: Any) -> list[Path]:
    """Sign the notebooks beside the first lesson, as `jupyter trust` does; returns them."""
    import nbformat

    signed = []
    for home in (folder, folder / "notebooks"):
        if not (home / FIRST_LESSON).exists():
            continue
        for path in sorted(home.glob("*.ipynb")):
            # One that cannot be read must not keep the others, or the server, from starting.
            with contextlib.suppress(OSError, ValueError, nbformat.ValidationError):
                notary.sign(nbformat.read(path, as_version=4))
                signed.append(path)
    return signed
