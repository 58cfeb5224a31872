"""What students handed in for an assignment, and what of it is graded already."""

import contextlib
import hashlib
import json
import os
import re
import sqlite3
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path

from course_lib.classroom import class_file
from course_lib.classroom.catalogue import FOLDER as QUESTIONS
from tools.grade_worker import aside

#: What was graded, by assignment and student: the fingerprint of what was handed in; none while
#: it is being graded, and none if that failed.
RECORD = Path("autograded") / ".graded.json"
NEWER = "a newer version was handed in and is not graded"
UNFINISHED = "grading failed or was cut short: grade again"
_IGNORED = {".ipynb_checkpoints", "__pycache__"}


@dataclass
class Submissions:
    """Who is to be graded now, and who is not."""

    to_do: dict = field(default_factory=dict)  # student: fingerprint
    done: list = field(default_factory=list)
    #: Who cannot be graded as it is, and why.
    wrong: dict = field(default_factory=dict)
    #: Who is in the class list and handed in nothing.
    missing: list = field(default_factory=list)


def gradebook_of(folder):
    """The gradebook, for reading; it is waited for while somebody else writes."""
    path = (Path(folder) / "gradebook.db").resolve()
    return contextlib.closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=30))


def released(folder, assignment):
    """The names of an assignment's notebooks, without ending; none if it was not released."""
    if not (Path(folder) / "gradebook.db").exists():
        return []
    asked = (
        "SELECT notebook.name FROM notebook JOIN assignment ON assignment.id = assignment_id "
        "WHERE assignment.name = ?"
    )
    with gradebook_of(folder) as gradebook, contextlib.suppress(sqlite3.OperationalError):
        return sorted(name for (name,) in gradebook.execute(asked, [assignment]))
    return []


def look(folder, assignment, pattern="*", again=False):
    """Sort everybody's submissions; `again`: also who is done is graded."""
    folder = Path(folder)
    names = released(folder, assignment)
    record, agreed = read_record(folder).get(assignment, {}), class_file.read(folder)
    version = _version(folder, assignment)
    found = Submissions()
    handed_in = {path.parent.name: path for path in folder.glob(f"submitted/*/{assignment}")}
    for student, path in sorted(handed_in.items()):
        if not fnmatchcase(student, pattern):
            continue
        why = _odd_name(student) or _wrong(path, names)
        if why == _NOTHING:
            found.missing.append(student)
        elif why:
            found.wrong[student] = why
        else:
            rest = hashlib.sha256(f"{version} {agreed.learner(student)}".encode()).hexdigest()
            print_of_it = f"{fingerprint(path)} {rest}"
            if not again and _is_done(folder, assignment, student, names, record, print_of_it):
                found.done.append(student)
            else:
                found.to_do[student] = print_of_it
    with gradebook_of(folder) as gradebook:
        everybody = {student for (student,) in gradebook.execute("SELECT id FROM student")}
    found.missing += sorted(s for s in everybody - {*handed_in} if fnmatchcase(s, pattern))
    return found


_NOTHING = "nothing handed in"


def _odd_name(student):
    """A folder's name is a pattern to nbgrader, and a blank at its end a slip."""
    if re.search(r"[\[\]*?]", student):
        return "nbgrader cannot read a folder with [, ], * or ? in its name: rename it"
    if student != student.strip():
        return "nbgrader cannot read a folder with a blank at an end of its name: rename it"
    return None


def _wrong(path, names):
    """Why a folder cannot be graded, in a few words; None if it can."""
    if not path.is_dir():
        return "is a file where a folder should be"
    if any(one.is_symlink() for one in [path, *path.rglob("*")]):
        return "contains a link to another file; put the file itself there"
    there = sorted(one.name for one in path.glob("*.ipynb"))
    missing = [f"{name}.ipynb" for name in names if f"{name}.ipynb" not in there]
    if not missing:
        return None
    others = [name for name in there if name.removesuffix(".ipynb") not in names]
    if others:
        return f'"{others[0]}" should be called {missing[0]}: rename it'
    deeper = sorted(path.rglob("*.ipynb"))
    if deeper:
        return f'"{deeper[0].relative_to(path)}" should lie directly in {path.name}/'
    files = [one.name for one in path.rglob("*") if one.is_file()]
    return f'no notebook, but "{sorted(files)[0]}"' if files else _NOTHING


def fingerprint(path, *more):
    """What tells one version of a folder's files from another."""
    digest = hashlib.sha256(repr(more).encode())
    for one in sorted(path.rglob("*")):
        if one.is_file() and not _IGNORED & {*one.relative_to(path).parts}:
            digest.update(f"\0{one.relative_to(path)}\0{one.stat().st_size}\0".encode())
            digest.update(one.read_bytes())
    return digest.hexdigest()


def _version(folder, assignment):
    """Changes with the tests in the gradebook, and with the teacher's own questions.

    Who was graded by others is graded again.
    """
    asked = (
        "SELECT source_cell.checksum FROM source_cell JOIN notebook ON notebook.id = notebook_id "
        "JOIN assignment ON assignment.id = assignment_id WHERE assignment.name = ? ORDER BY 1"
    )
    with gradebook_of(folder) as gradebook:
        tests = list(gradebook.execute(asked, [assignment]))
    return fingerprint(folder / QUESTIONS, tests)


def _is_done(folder, assignment, student, names, record, now):
    # Ended by force: beside the version before lies one that did not go through all the steps.
    if aside(folder, assignment, student).exists():
        return False
    made = [folder / "autograded" / student / assignment / f"{name}.ipynb" for name in names]
    if not all(path.exists() for path in made):
        return False
    if student in record:
        return record[student] == now
    # Graded by nbgrader itself. Its last step takes away the right to write; and a submission
    # that is newer has not been seen.
    handed_in = folder / "submitted" / student / assignment
    newest = _newest(handed_in)
    return all(not path.stat().st_mode & 0o222 and path.stat().st_mtime >= newest for path in made)


def not_the_last(folder, assignment):
    """Whose grade is not that of what was handed in last, and why: {student: why}.

    Nothing is said of those whom `make grade` did not grade.
    """
    found, folder = {}, Path(folder)
    for student, mark in read_record(folder).get(assignment, {}).items():
        handed_in = folder / "submitted" / student / assignment
        made = folder / "autograded" / student / assignment
        if not handed_in.is_dir() or not made.is_dir():
            continue
        if mark is None or aside(folder, assignment, student).exists():
            is_newer = _newest(handed_in) > _newest(made)
            found[student] = NEWER if is_newer else UNFINISHED
        elif mark.partition(" ")[0] != fingerprint(handed_in):
            found[student] = NEWER
    return found


def _newest(path):
    return max((one.stat().st_mtime for one in path.rglob("*")), default=0.0)


def read_record(folder):
    """What was graded; empty if nobody was, or if the file is damaged."""
    try:
        found = json.loads((Path(folder) / RECORD).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def note(folder, assignment, student, mark):
    """Note that a student is graded (`mark` is the fingerprint), or is not yet (None)."""
    path = Path(folder) / RECORD
    record = read_record(folder)
    record.setdefault(assignment, {})[student] = mark
    path.parent.mkdir(exist_ok=True)
    beside = path.with_suffix(f".{os.getpid()}.tmp")
    beside.write_text(json.dumps(record, indent=1, sort_keys=True), encoding="utf-8")
    beside.replace(path)  # at once, so that a crash cannot leave half a file
