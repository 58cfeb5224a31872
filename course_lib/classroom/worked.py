"""The worked answers of a notebook, and the world in which each of them stands."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from course_lib.classroom import calling
from course_lib.classroom.desk import question as question_of
from course_lib.classroom.questions import Question


@dataclass(frozen=True)
class WorkedAnswer:
    """A right answer as a learner would write it."""

    question: Question
    #: The name that the check looks at.
    variable: str
    source: str
    #: What the notebook defines above it: imports and given data.
    world: dict[str, Any]


def worked_answers(notebook: Path) -> Iterator[WorkedAnswer]:
    """Every answer that a check below it looks at, in order.

    The notebook is one of `solutions/`: answers stand in cells that nbgrader calls solutions, and
    the check of `name` stands in the cell `name-check`.
    """
    try:
        cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    except (ValueError, KeyError, TypeError):
        raise ValueError(f"notebook must be a Jupyter notebook, not {notebook}") from None
    checks = {cell["id"]: "".join(cell["source"]) for cell in cells if "id" in cell}
    world: dict[str, Any] = {}
    for cell in cells:
        if cell["cell_type"] != "code":
            continue
        text = "".join(cell["source"])
        marks = cell["metadata"].get("nbgrader", {})
        if marks.get("grade"):
            continue  # a check; whoever answers wrongly must not be told so here
        if not marks.get("solution"):
            try:
                calling.call(partial(exec, text, world), ())
            except calling.CallFailed as failure:
                raise ValueError(f"a cell of {notebook} {failure}") from None
            world.pop("__builtins__")  # the same in every world
            continue
        name = cell["id"]
        asked = re.search(rf'check\("{name}", (\w+)\)', checks.get(f"{name}-check", ""))
        if asked:
            yield WorkedAnswer(question_of(name), asked[1], _without_marks(text), dict(world))


def _without_marks(text: str) -> str:
    """The answer alone: no lines for the generator."""
    lines = [line for line in text.splitlines() if not line.strip().startswith("###")]
    return "\n".join(line for line in lines if not line.rstrip().endswith("= ..."))
