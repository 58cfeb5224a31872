"""A copy of the house to grade in: nbgrader's own commands, with our settings, and nobody's marks.

The rehearsal (`pretend_class.py`) and the tests hold their classes in it. What a gradebook holds
is read here, once, for all who show it, mark in it or hand it back.
"""

import contextlib
import csv
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import nbformat

ROOT = Path(__file__).parent.parent
#: The notebook of each assignment.
ASSIGNMENTS = {path.parent.name: path.name for path in sorted(ROOT.glob("solutions/*/*.ipynb"))}

# By hand: nbgrader's own interface takes seconds to load. To nbgrader a written answer is two cells
# of one name, the first with points and the second with comments.
_SCORES = """
    SELECT submitted_assignment.student_id, base_cell.name,
           grade.auto_score, grade.manual_score, grade.extra_credit, grade.needs_manual_grade,
           (SELECT comment.manual_comment FROM comment
            JOIN base_cell AS answer ON answer.id = comment.cell_id
            WHERE comment.notebook_id = grade.notebook_id AND answer.name = base_cell.name)
    FROM grade
    JOIN base_cell ON base_cell.id = grade.cell_id
    JOIN submitted_notebook ON submitted_notebook.id = grade.notebook_id
    JOIN submitted_assignment ON submitted_assignment.id = submitted_notebook.assignment_id
    JOIN assignment ON assignment.id = submitted_assignment.assignment_id
    WHERE assignment.name = ?
"""
_PENALTIES = """
    SELECT submitted_assignment.student_id, SUM(submitted_notebook.late_submission_penalty)
    FROM submitted_notebook
    JOIN submitted_assignment ON submitted_assignment.id = submitted_notebook.assignment_id
    JOIN assignment ON assignment.id = submitted_assignment.assignment_id
    WHERE assignment.name = ?
    GROUP BY submitted_assignment.student_id
"""
_STUDENTS = "SELECT id, first_name, last_name, email, lms_user_id FROM student ORDER BY id"
_SCHEME = re.compile(r"=== BEGIN MARK SCHEME ===\n(.*?)=== END MARK SCHEME ===", re.S)


@dataclass(frozen=True)
class WrittenQuestion:
    """A question answered in sentences, with what a marker needs beside the answers."""

    name: str
    points: float
    question: str
    model_answer: str
    mark_scheme: str


@dataclass(frozen=True)
class Score:
    """What the gradebook says about one student's answer to one question."""

    automatic: float | None
    by_hand: float | None
    extra: float | None
    #: nbgrader asks a person to look: nobody has yet, or it was graded anew since.
    asks: bool
    #: What a person wrote to the student.
    comment: str | None

    @property
    def points(self):
        """Points so far; None if there are none."""
        given = self.automatic if self.by_hand is None else self.by_hand
        return None if given is None else given + (self.extra or 0)


@dataclass(frozen=True)
class Student:
    """Somebody in the gradebook."""

    id: str
    first_name: str | None = None
    last_name: str | None = None
    email: str | None = None
    #: The number that a learning management system knows them by.
    lms_id: str | None = None

    @property
    def full_name(self):
        """First and last name; the id where there are none, for Moodle's ids are names."""
        return " ".join(filter(None, (self.first_name, self.last_name))) or self.id


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


def written_questions(assignment):
    """The questions of an assignment that are answered in sentences, in order."""
    cells = source(assignment).cells
    found = []
    for index, cell in enumerate(cells):
        mark = cell.metadata.get("nbgrader", {})
        if cell.cell_type == "markdown" and mark.get("grade") and mark.get("solution"):
            scheme = _SCHEME.search(cell.source)
            found.append(
                WrittenQuestion(
                    name=mark["grade_id"],
                    points=mark["points"],
                    question=_asked_above(cells, index),
                    model_answer=_SCHEME.sub("", cell.source).strip(),
                    mark_scheme=scheme[1].strip() if scheme else "",
                )
            )
    return found


def _asked_above(cells, index):
    """The text between an answer and the heading above it."""
    texts = []
    for cell in reversed(cells[:index]):
        if cell.cell_type != "markdown" or "nbgrader" in cell.metadata:
            break
        texts.insert(0, cell.source)
        if cell.source.startswith("#"):
            break
    return "\n\n".join(texts)


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

    @property
    def gradebook(self):
        """The file with everybody's marks."""
        return self.folder / "gradebook.db"

    def require_grades(self, assignment):
        """Refuse a folder in which this assignment was never graded."""
        if not self.gradebook.exists():
            raise ValueError(f"There is no gradebook.db in {self.folder}: grade first.")
        if not self.query("SELECT 1 FROM assignment WHERE name = ?", assignment):
            raise ValueError(f"{self.gradebook} has nothing about {assignment}: grade first.")

    def query(self, text, *values):
        """All rows that a question in SQL finds in the gradebook."""
        with contextlib.closing(self.open_gradebook()) as gradebook:
            return gradebook.execute(text, values).fetchall()

    def open_gradebook(self, mode="ro"):
        """The gradebook as it is; nothing is made where there is none."""
        address = f"{self.gradebook.resolve().as_uri()}?mode={mode}"
        return sqlite3.connect(address, uri=True)

    def scores(self, assignment):
        """For each student who handed in, the Score of each graded cell."""
        found = {}
        for student, name, auto, manual, extra, asks, comment in self.query(_SCORES, assignment):
            score = Score(auto, manual, extra, bool(asks), comment)
            found.setdefault(student, {})[name] = score
        return found

    def grades(self, assignment):
        """For each student the points for each graded cell, None where a person has to look."""
        found = {}
        for student, scores in self.scores(assignment).items():
            for name, score in scores.items():
                if score.by_hand is None and (score.automatic is None) != score.asks:
                    raise RuntimeError(f"{student}, {name}: scored, and a person is asked to look")
                found.setdefault(student, {})[name] = score.points
        return found

    def penalties(self, assignment):
        """Points that each student lost for being late."""
        return {student: lost or 0 for student, lost in self.query(_PENALTIES, assignment)}

    def students(self):
        """Everybody in the gradebook, by id."""
        return {row[0]: Student(*row) for row in self.query(_STUDENTS)}

    def autograded(self, assignment):
        """Each student whose notebook was graded, with that notebook."""
        name = ASSIGNMENTS[assignment]
        for path in sorted(self.folder.glob(f"autograded/*/{assignment}/{name}")):
            yield path.parent.parent.name, nbformat.read(path, as_version=4)

    def misnamed(self, assignment):
        """Students without the notebook asked for, and what they handed in instead of it."""
        found = {}
        for folder in sorted(self.folder.glob(f"submitted/*/{assignment}")):
            names = sorted(path.name for path in folder.iterdir() if path.name != "timestamp.txt")
            if ASSIGNMENTS[assignment] not in names:
                found[folder.parent.name] = names
        return found

    def exported(self):
        """The rows of grades.csv, by assignment and student."""
        with (self.folder / "grades.csv").open() as file:
            return {(row["assignment"], row["student_id"]): row for row in csv.DictReader(file)}
