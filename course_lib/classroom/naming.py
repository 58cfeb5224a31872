"""Whose notebook it is: the class when it is released, the student when it is graded.

All get the same notebook, and its first cell asks who it is. Grading does not believe that cell: a
student is who owns the folder that the notebook was handed in by.
"""

import math
import re
import uuid
from collections.abc import Iterator
from pathlib import Path

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_output

from course_lib.classroom import class_file, own
from course_lib.classroom.catalogue import NotHere, find
from course_lib.classroom.grading import Step
from course_lib.classroom.verdicts import asked_in, verdicts
from course_lib.classroom.whose import NOBODY, Learner, folded

#: In an autograded notebook's metadata: what the class report has to know.
NOTES = "beyond_chance"
REMARK = "This is the right answer to other numbers than yours; yours are drawn for your name.\n"
#: Classmates with one right answer; with more, somebody has it by chance.
_FEW = 2
_INSERTED = "cells that are there while the notebook runs"
_I_AM_NOBODY = re.compile(r"""\bi_am\(\s*(""|'')\s*\)""")
_I_AM = re.compile(r"""^\s*i_am\(\s*(?:name\s*=\s*)?(["'])(.*?)\1""", re.MULTILINE)
# It leaves no name behind: one that the student forgot to define must not be there.
_SAY = "import course_lib.classroom.whose as _whose\n_whose.graded({!r}, {!r}, {!r})\ndel _whose"


def folder_of(resources: dict) -> Path:
    """Where the gradebook is, and with it the class file and what was handed in."""
    url = resources.get("nbgrader", {}).get("db_url", "")
    path = url.removeprefix("sqlite:///")
    return Path(path).parent if path != url else Path.cwd()


def name_in(notebook: NotebookNode) -> str:
    """Who the notebook says it is: the last `i_am("...")` that stands in it; empty if nobody."""
    found = ""
    for cell in notebook.cells:
        if cell.cell_type == "code":
            for _, name in _I_AM.findall(cell.source):
                found = name
    return found


class NameTheClass(Step):
    """Release: put the key of the class into the cell that asks who it is.

    Where everybody is to have the printed numbers, nobody is asked.
    """

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        """Nothing changes where there is no class file, or no key in it."""
        agreed = class_file.read(folder_of(resources))
        for cell in nb.cells:
            if cell.cell_type == "code" and _I_AM_NOBODY.search(cell.source):
                if not agreed.own_numbers:
                    cell.source = "# In this class everybody has the same numbers."
                elif agreed.key:
                    asked = f'i_am("", class_key="{agreed.key}")'
                    cell.source = _I_AM_NOBODY.sub(asked, cell.source)
                    cell.source = cell.source.replace("; alone, leave them empty", "")
                break
        return nb, resources


class NameTheStudent(Step):
    """Grading: before anything runs, and again before each check, say whose folder it came from."""

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        """Insert the cells; `ForgetTheStudent` removes them."""
        learner = class_file.read(folder_of(resources)).learner(resources["nbgrader"]["student"])
        inserted: set[str] = set()
        cells = [_telling(learner, inserted)]
        for cell in nb.cells:
            mark = cell.metadata.get("nbgrader", {})
            if cell.cell_type == "code" and mark.get("grade"):
                cells.append(_telling(learner, inserted))
            cells.append(cell)
        nb.cells = cells
        resources[_INSERTED] = inserted
        return nb, resources


def _telling(learner: Learner, inserted: set[str]) -> NotebookNode:
    cell = new_code_cell(
        _SAY.format(learner.name, learner.class_key, learner.again), id=uuid.uuid4().hex
    )
    inserted.add(cell.id)
    return cell


class ForgetTheStudent(Step):
    """Grading: take the cells of `NameTheStudent` out again."""

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        """Leave the student's own cells."""
        inserted = resources.pop(_INSERTED, set())
        nb.cells = [cell for cell in nb.cells if cell.id not in inserted]
        return nb, resources


class CompareNumbers(Step):
    """Grading: is a wrong number somebody else's right one? The student hears that, not whose.

    Who it may be is noted for the class report. It costs no points: a wrong answer has none. What
    many have is nobody's in particular: then nothing is said.
    """

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        """Look at every check that was not passed."""
        folder = folder_of(resources)
        told = resources["nbgrader"]
        agreed = class_file.read(folder)
        me = agreed.learner(told["student"])
        others = {
            student: agreed.learner(student) for student in _class(folder, told["assignment"])
        }
        same: dict[str, list[str]] = {}
        for cell in nb.cells:
            if not cell.metadata.get("nbgrader", {}).get("grade"):
                continue
            for name, number in _wrong_numbers(cell):
                if (
                    _is_worth_a_look(name, me)
                    and not own.is_right_for(name, NOBODY, number)  # no name was given: no copy
                    and not _is_a_mistake_of_ones_own(name, me, cell)
                ):
                    whose = [
                        student
                        for student, learner in others.items()
                        if folded(learner.name) != folded(me.name)
                        and own.is_right_for(name, learner, number)
                    ]
                    if 0 < len(whose) <= _FEW:
                        same[name] = whose
                        cell.outputs.append(new_output("stream", name="stdout", text=REMARK))
        if same:
            nb.metadata[NOTES] = {"same_numbers": same}
        return nb, resources


def _class(folder: Path, assignment: str) -> list[str]:
    """Everybody who handed in."""
    return sorted(path.parent.name for path in folder.glob(f"submitted/*/{assignment}"))


def _wrong_numbers(cell: NotebookNode) -> Iterator[tuple[str, float]]:
    """The questions of a check that were answered with a wrong number, and that number.

    A student's code can show what looks like a verdict, with any name and any number in it.
    """
    asked = asked_in(cell.source)
    for verdict in verdicts(cell):
        name, number = verdict.get("question"), verdict.get("answer")
        if (
            verdict.get("outcome") == "NOT_YET"
            and name in asked
            and isinstance(number, float)
            and math.isfinite(number)
        ):
            yield name, number


def _is_worth_a_look(name: str, me: Learner) -> bool:
    """Would it be odd to have somebody else's right answer?

    Not where all have the same numbers; and not with a count, which many share by chance.
    """
    try:
        return own.draws(name) and not isinstance(own.right_for(name, me), int)
    except (NotHere, ValueError):  # a teacher's own question whose file is not here, or is broken
        return False


def _is_a_mistake_of_ones_own(name: str, me: Learner, cell: NotebookNode) -> bool:
    """Did the check recognise a mistake made with the student's own numbers?"""
    said = " ".join(output.evalue for output in cell.outputs if output.output_type == "error")
    mistakes = getattr(find(name).for_learner(me), "mistakes", ())
    return any(mistake.because in said for mistake in mistakes)
