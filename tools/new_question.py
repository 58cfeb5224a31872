"""Begin a question of your own: a file in questions/, and its cells in an assignment.

    python -m tools.new_question own-power 08_mine [--kind number] [--folder FOLDER]

What it writes is a small question that works already: change it into yours, step by step. The
assignment is made where there is none of that name; otherwise the cells are added to its notebook,
before the progress board at its end.
"""

import argparse
import json
import re
import sys
import tomllib
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from tools.classroom import ROOT

SKELETONS = Path(__file__).parent / "skeletons"
CELLS = tomllib.loads((SKELETONS / "cells.toml").read_text(encoding="utf-8"))
CHECK = """### BEGIN HIDDEN TESTS
from course_lib import check  # afresh: an answer may have used the name
from course_lib.classroom.desk import question

### END HIDDEN TESTS
check("{name}", {variable})
### BEGIN HIDDEN TESTS
assert question("{name}").check({variable}).correct
### END HIDDEN TESTS"""
#: Not every notebook has imported it at its top.
ASK = """from course_lib import ask

ask("{name}")"""
WHO = """from course_lib import i_am

i_am("")  # your name between the quotes, as your teacher knows it; alone, leave them empty"""


def cells_of(name, kind):
    """The cells that ask, take and check an answer."""
    short, variable = name.removeprefix("own-"), _variable(name)
    text, answer = CELLS[kind]["text"], CELLS[kind]["answer"].replace("example", variable)
    cells = [new_markdown_cell(f"## {short}\n\n{text}", id=f"{short}-text")]
    if kind == "number":
        cells.append(new_code_cell(ASK.format(name=name), id=f"{short}-numbers"))
    if kind == "written":
        mark = _mark(name, "markdown", grade=True, solution=True, points=1)
        return [*cells, new_markdown_cell(answer, id=name, metadata=mark)]
    check = CHECK.format(name=name, variable=variable)
    return [
        *cells,
        new_code_cell(answer, id=name, metadata=_mark(name, "code", solution=True)),
        new_code_cell(
            check, id=f"{name}-check", metadata=_mark(f"{name}-check", "code", grade=True, points=1)
        ),
    ]


def _variable(name):
    """What the answer is called in the notebook."""
    return name.removeprefix("own-").replace("-", "_")


def _mark(name, cell_type, grade=False, solution=False, points=None):
    """What nbgrader has to know about a cell."""
    mark = {
        "cell_type": cell_type,
        "grade": grade,
        "grade_id": name,
        "locked": grade and not solution,
        "schema_version": 3,
        "solution": solution,
        "task": False,
    }
    return {"nbgrader": mark | ({"points": points} if points is not None else {})}


def first_cells(assignment):
    """What a new assignment begins with."""
    return [
        new_markdown_cell(f"# {assignment.partition('_')[2].replace('_', ' ')}", id="title"),
        new_code_cell(WHO, id="who"),
        new_code_cell("from course_lib import check, hint, solution", id="tools"),
    ]


def write(name, assignment, kind, folder):
    """Write the file and the cells; returns what was written. `ValueError`: it cannot be done."""
    if not re.fullmatch(r"own-[a-z0-9]+(-[a-z0-9]+)*", name):
        raise ValueError(
            f"name must be 'own-' and then small letters, digits and hyphens; got {name!r}"
        )
    if not re.fullmatch(r"[0-9]{2}_[a-z0-9_]+", assignment):
        raise ValueError(
            f"assignment must be two digits and a word, such as 08_mine; got {assignment!r}"
        )
    file = folder / "questions" / f"{_variable(name)}.py"
    if file.exists():
        raise ValueError(f"{file} is there already; choose another name")
    there = sorted((folder / "solutions" / assignment).glob("*.ipynb"))
    path = there[0] if there else folder / "solutions" / assignment / f"{assignment[3:]}.ipynb"
    notebook = (
        nbformat.read(path, as_version=4) if there else new_notebook(cells=first_cells(assignment))
    )
    if any(cell.id == name for cell in notebook.cells):
        raise ValueError(f"{path} asks {name} already")
    ids = [cell.id for cell in notebook.cells]
    end = ids.index("board") if "board" in ids else len(ids)
    notebook.cells[end:end] = cells_of(name, kind)
    path.parent.mkdir(parents=True, exist_ok=True)
    file.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    skeleton = (SKELETONS / f"{kind}.py").read_text(encoding="utf-8")
    text = skeleton.replace("own-example", name).replace("example =", f"{_variable(name)} =")
    file.write_text(text, encoding="utf-8")
    return [file, path]


def main(arguments=None):
    """The command; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.new_question", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("name", help="begins with own-, such as own-power")
    parser.add_argument("assignment", help="a folder of solutions/, new or there, such as 08_mine")
    parser.add_argument("--kind", choices=sorted(CELLS), default="number")
    parser.add_argument("--folder", type=Path, default=ROOT, help="where gradebook.db is")
    chosen = parser.parse_args(arguments)
    try:
        written = write(chosen.name, chosen.assignment, chosen.kind, chosen.folder)
    except (ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    print(*(f"written: {path}" for path in written), sep="\n")
    print("Change both into your question; then run `make exercises`.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
