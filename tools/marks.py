"""Marks given by hand, from the files of a marking page into the gradebook.

A file is refused as a whole if anything in it cannot be: nothing is half read. Two things are left
out by themselves, and named: an answer that is another one since the page was made, and a mark that
somebody has changed in the gradebook since.
"""

import contextlib
import hashlib
import json
import math
import sqlite3
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

FORMAT = "beyond-chance marks 1"

_FIND = """
    SELECT grade.id, comment.id
    FROM grade
    JOIN base_cell ON base_cell.id = grade.cell_id
    JOIN comment ON comment.notebook_id = grade.notebook_id
    JOIN base_cell AS answer ON answer.id = comment.cell_id AND answer.name = base_cell.name
    JOIN submitted_notebook ON submitted_notebook.id = grade.notebook_id
    JOIN submitted_assignment ON submitted_assignment.id = submitted_notebook.assignment_id
    JOIN assignment ON assignment.id = submitted_assignment.assignment_id
    WHERE assignment.name = ? AND submitted_assignment.student_id = ? AND base_cell.name = ?
"""


@dataclass(frozen=True)
class Mark:
    """What a person gave to one answer."""

    #: None: only a comment so far.
    points: float | None
    comment: str
    fingerprint: str
    #: Points and comment that the page knew of in the gradebook: when it was made, and as it saved
    #: them earlier.
    known: tuple[tuple[float | None, str], ...]


@dataclass
class Done:
    """What became of some files of marks."""

    read: int = 0
    changed: int = 0
    #: Answers that are others since the page was made: (question, student).
    stale: list[tuple[str, str]] = field(default_factory=list)
    #: Marks that are others in the gradebook since the page was made: (question, student).
    overtaken: list[tuple[str, str]] = field(default_factory=list)
    questions: set[str] = field(default_factory=set)
    #: The gradebook as it was before; None if nothing had to be changed.
    copy: Path | None = None


def marks_file(assignment, question):
    """The name under which a page saves."""
    return f"{assignment}-{question}.marks.json"


def fingerprint(student, text):
    """A short name for what this student wrote; None: the cell was deleted."""
    whole = json.dumps([student, text])
    return hashlib.sha256(whole.encode()).hexdigest()[:16]


def read_marks(room, assignment, questions, texts, files):
    """Put what stands in the files into the gradebook of `room`.

    `questions` are the written questions by name, `texts` what students wrote: by question, then by
    student.
    """
    scores = room.scores(assignment)
    texts = {
        name: {student: text for student, text in written.items() if student in scores}
        for name, written in texts.items()
    }
    marks = {}
    for path in files:
        for key, mark in _parsed(path.expanduser(), assignment, questions, texts).items():
            other = marks.setdefault(key, mark)
            if (other.points, other.comment) != (mark.points, mark.comment):
                name, student = key
                raise ValueError(
                    f"two files mark {name} of {student} in different ways: {_told(other)}, and "
                    f"{_told(mark)}; nothing was read"
                )
    done = Done(read=len(marks), questions={name for name, _ in marks})
    wanted = {}
    for (name, student), mark in marks.items():
        if mark.fingerprint != fingerprint(student, texts[name][student]):
            done.stale.append((name, student))
        elif _is_there(scores[student][name], mark):
            continue
        elif _is_known(scores[student][name], mark):
            wanted[name, student] = mark
        else:
            done.overtaken.append((name, student))
    done.read -= len(done.stale) + len(done.overtaken)
    done.changed = len(wanted)
    if wanted:
        done.copy = back_up(room)
        _write(room, assignment, wanted)
    return done


def _told(mark):
    points = "no points" if mark.points is None else f"{mark.points:g} points"
    return f"{points} ({mark.comment!r})" if mark.comment else points


def _is_there(score, mark):
    """Does the gradebook say so already?"""
    same_points = mark.points is None or (score.by_hand == mark.points and not score.asks)
    return same_points and (score.comment or "") == mark.comment


def _is_known(score, mark):
    """Does the gradebook say what the page knew, or the mark itself, graded anew since?"""
    return (score.by_hand, (score.comment or "").strip()) in (
        *mark.known,
        (mark.points, mark.comment),
    )


# --- Reading a file -------------------------------------------------------------------------------


def _parsed(path, assignment, questions, texts):
    """The marks in a file, by question and student, once all is well."""
    try:
        whole = json.loads(path.read_text(encoding="utf-8"))
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError):
        raise ValueError(f"{path} is broken, or no file of marks") from None
    if not isinstance(whole, dict) or whole.get("format") != FORMAT:
        raise ValueError(f"{path} is no file that a marking page saved")
    if whole.get("assignment") != assignment:
        raise ValueError(f"{path} has marks of {whole.get('assignment')}, not of {assignment}")
    name = whole.get("question")
    if not isinstance(name, str) or name not in questions:
        raise ValueError(f"{path} has marks of {name}, which is no written question there")
    if not isinstance(whole.get("marks"), list):
        raise ValueError(f"{path} is broken: it has no list of marks")
    found = {}
    for entry in whole["marks"]:
        student, mark = _parsed_entry(path, entry, questions[name].points)
        if student not in texts[name]:
            raise ValueError(f"{path} marks {student}, whose {assignment} was not graded here")
        if (name, student) in found:
            raise ValueError(f"{path} marks {student} twice")
        found[name, student] = mark
    return found


def _parsed_entry(path, entry, maximum):
    expected = {"student": str, "comment": str, "fingerprint": str, "from": list}
    if (
        not isinstance(entry, dict)
        or not all(isinstance(entry.get(key), kind) for key, kind in expected.items())
        or not all(_is_state(state) for state in entry["from"])
    ):
        raise ValueError(f"{path} is broken: {json.dumps(entry)[:80]} is no mark")
    points = entry.get("points")
    if points is not None and not _is_number(points):
        raise ValueError(f"{path} gives {entry['student']} {points!r}, which is no number")
    if points is not None and not 0 <= points <= maximum:
        raise ValueError(
            f"{path} gives {entry['student']} {points:g} points; from 0 to {maximum:g} are allowed"
        )
    known = tuple((state["points"], state["comment"].strip()) for state in entry["from"])
    return entry["student"], Mark(points, entry["comment"].strip(), entry["fingerprint"], known)


def _is_state(value):
    """Is this what a page knew of an answer: points, or None, and a comment?"""
    if not isinstance(value, dict) or not isinstance(value.get("comment"), str):
        return False
    return "points" in value and (value["points"] is None or _is_number(value["points"]))


def _is_number(value):
    if isinstance(value, float):
        return math.isfinite(value)
    return isinstance(value, int) and not isinstance(value, bool)


# --- Writing into the gradebook -------------------------------------------------------------------


def back_up(room):
    """Copy the gradebook into backups/, and return where."""
    folder = room.folder / "backups"
    folder.mkdir(exist_ok=True)
    name = f"gradebook-{datetime.now():%Y-%m-%d-%H%M%S}"
    copy, number = folder / f"{name}.db", 1
    while copy.exists():
        number += 1
        copy = folder / f"{name}-{number}.db"
    with (
        contextlib.closing(room.open_gradebook()) as gradebook,
        contextlib.closing(sqlite3.connect(copy)) as target,
    ):
        gradebook.backup(target)
    return copy


def _write(room, assignment, marks):
    """All of them, or none."""
    with contextlib.closing(room.open_gradebook("rw")) as gradebook, gradebook:
        for (name, student), mark in marks.items():
            grade, comment = gradebook.execute(_FIND, (assignment, student, name)).fetchone()
            if mark.points is not None:
                gradebook.execute(
                    "UPDATE grade SET manual_score = ?, needs_manual_grade = 0 WHERE id = ?",
                    (mark.points, grade),
                )
            gradebook.execute(
                "UPDATE comment SET manual_comment = ? WHERE id = ?",
                (mark.comment or None, comment),
            )
