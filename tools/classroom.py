"""A copy of the house to grade in: nbgrader's own commands, with our settings, and nobody's marks.

The rehearsal (`pretend_class.py`) and the tests hold their classes in it.
"""

import contextlib
import csv
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import nbformat

ROOT = Path(__file__).parent.parent
#: The notebook of each assignment.
ASSIGNMENTS = {path.parent.name: path.name for path in sorted(ROOT.glob("solutions/*/*.ipynb"))}

# By hand: nbgrader's own interface takes seconds to load.
_GRADES = """
    SELECT submitted_assignment.student_id, base_cell.name,
           grade.auto_score, grade.manual_score, grade.extra_credit, grade.needs_manual_grade
    FROM grade
    JOIN base_cell ON base_cell.id = grade.cell_id
    JOIN submitted_notebook ON submitted_notebook.id = grade.notebook_id
    JOIN submitted_assignment ON submitted_assignment.id = submitted_notebook.assignment_id
    JOIN assignment ON assignment.id = submitted_assignment.assignment_id
    WHERE assignment.name = ?
"""


def starter(assignment):
    """What students get."""
    return nbformat.read(ROOT / "exercises" / assignment / ASSIGNMENTS[assignment], as_version=4)


def source(assignment):
    """The same with answers and mark schemes."""
    return nbformat.read(ROOT / "solutions" / assignment / ASSIGNMENTS[assignment], as_version=4)


def cell_of(notebook, name):
    """The cell with this id."""
    return next(cell for cell in notebook.cells if cell.id == name)


def points(assignment):
    """The points of each graded cell, in order."""
    marks = [(cell.id, cell.metadata.get("nbgrader", {})) for cell in starter(assignment).cells]
    return {name: mark["points"] for name, mark in marks if mark.get("grade")}


def new_classroom(folder):
    """A classroom in a copy of what nbgrader needs of the house."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    caches = shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints")
    for name in ("solutions", "exercises"):
        shutil.copytree(ROOT / name, folder / name, ignore=caches)
    shutil.copy(ROOT / "nbgrader_config.py", folder)
    return Classroom(folder)


class Classroom:
    """A folder in which nbgrader is at home: the course's own, or a copy."""

    def __init__(self, folder):
        self.folder = Path(folder)

    def run(self, *arguments, line=None):
        """One nbgrader command, in an environment where nobody activated anything.

        `line` is called with each line that the command writes, as it writes it.
        """
        kept = {k: v for k, v in os.environ.items() if k not in ("PATH", "NBGRADER_EXECUTION")}
        process = subprocess.Popen(
            [sys.executable, "-m", "nbgrader", *arguments],
            cwd=self.folder,
            env=kept | {"PATH": os.defpath},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        said = []
        with process:
            for text in process.stdout:
                said.append(text)
                if line:
                    line(text.rstrip())
        return subprocess.CompletedProcess(arguments, process.returncode, "".join(said))

    def hand_in(self, student, assignment, submission, name=None):
        """Put a notebook, or any text, where nbgrader looks for submissions."""
        path = self.folder / "submitted" / student / assignment / (name or ASSIGNMENTS[assignment])
        path.parent.mkdir(parents=True)
        path.write_text(submission if isinstance(submission, str) else nbformat.writes(submission))

    def ask_gradebook(self, code):
        """Run a few lines with the gradebook `gb`; in another process, for its warnings' sake."""
        start = (
            "from nbgrader.api import Gradebook\nwith Gradebook('sqlite:///gradebook.db') as gb:"
        )
        lines = "\n".join(f"    {line}" for line in code.splitlines())
        run = subprocess.run(
            [sys.executable, "-c", f"{start}\n{lines}"],
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=True,
        )
        return run.stdout

    def grades(self, assignment):
        """For each student the points for each graded cell, None where a person has to look."""
        found = {}
        gradebook = sqlite3.connect((self.folder / "gradebook.db").resolve().as_uri(), uri=True)
        with contextlib.closing(gradebook):
            for student, name, auto, manual, extra, asks in gradebook.execute(
                _GRADES, [assignment]
            ):
                score = auto if manual is None else manual
                if manual is None and (score is None) != bool(asks):
                    raise RuntimeError(f"{student}, {name}: scored, and a person is asked to look")
                score = None if score is None else score + (extra or 0)
                found.setdefault(student, {})[name] = score
        return found

    def exported(self):
        """The rows of grades.csv, by assignment and student."""
        with (self.folder / "grades.csv").open() as file:
            return {(row["assignment"], row["student_id"]): row for row in csv.DictReader(file)}
