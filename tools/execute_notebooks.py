"""Run lessons from top to bottom and store their outputs, byte for byte the same every time.

    python tools/execute_notebooks.py [--check] [notebook ...]

Without names: all of notebooks/. What differs between two runs or two machines is left out:
timings, versions, widgets. --check writes nothing and only says what would change.
"""

import os
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).parent.parent


def execute(path):
    """The notebook, run in its own folder, without what differs from run to run."""
    os.environ["COURSE_PROGRESS"] = "memory"  # what a reader has answered is nobody's business
    os.environ["COURSE_BARS"] = "off"
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook,
        timeout=300,
        kernel_name="python3",
        record_timing=False,
        coalesce_streams=True,
        resources={"metadata": {"path": str(path.parent)}},
    )
    client.execute()
    return normalise(notebook)


def normalise(notebook):
    """Leave out timings, versions and widgets, whose still pictures stay; give cells stable ids."""
    notebook.metadata.pop("widgets", None)
    notebook.metadata.kernelspec = {
        "display_name": "Python 3 (ipykernel)",
        "language": "python",
        "name": "python3",
    }
    notebook.metadata.language_info = {"name": "python", "file_extension": ".py"}
    for number, cell in enumerate(notebook.cells):
        cell.metadata.pop("execution", None)
        if "id" not in cell:
            cell.id = f"cell-{number:02}"
        for output in cell.get("outputs", []):
            # A view without its state would only say that its model is not found.
            output.get("data", {}).pop("application/vnd.jupyter.widget-view+json", None)
    return notebook


def main(arguments):
    """Run the notebooks named, or all of them; returns the exit code."""
    check = "--check" in arguments
    names = [a for a in arguments if not a.startswith("--")]
    paths = [Path(n).resolve() for n in names] or sorted((ROOT / "notebooks").glob("*.ipynb"))
    changed = []
    for path in paths:
        text = nbformat.writes(execute(path)) + "\n"
        if text != path.read_text():
            changed.append(path.name)
            if not check:
                path.write_text(text)
        print(f"{path.name}: {'changed' if path.name in changed else 'the same'}")
    return 1 if check and changed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
