"""Hand an assignment back: grades and feedback pages, as Moodle and Canvas take them.

    python -m tools.hand_back 02_luck [--with-unmarked] [--keep-pages] [--folder FOLDER]

It writes into handed_back/02_luck/: grades.csv for you, moodle.csv and feedback.zip for Moodle,
canvas.csv for Canvas. Who waits for a person has no grade in them, rather than one that is too low;
nor has anybody whose newest version is not graded.
"""

import argparse
import csv
import html
import re
import sys
import zipfile
from dataclasses import dataclass, field
from pathlib import Path

from course_lib.classroom.spreadsheets import defused
from tools import shell
from tools.classroom import ASSIGNMENTS, ROOT, Classroom, Student, points
from tools.handed_in import not_the_last

NOT_ALL_READ = "Not all of your answers have been read yet; these points are not the last word."
FILES = ("grades.csv", "moodle.csv", "canvas.csv", "feedback.zip")
#: "Asa Ambler_1001_assignsubmission_file_", a folder or the beginning of a file's name.
_MOODLE = re.compile(r"(?P<name>[^/_]+)_(?P<number>[0-9]+)_assignsubmission_file_?")


@dataclass
class Result:
    """What one student gets back."""

    student: Student
    #: Points by question; None where there are none yet.
    points: dict[str, float | None]
    penalty: float = 0
    #: Questions that a person still has to look at.
    unmarked: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    #: Why there are no points at all, or none that count.
    note: str = ""

    @property
    def total(self):
        """All points so far, less those lost for being late."""
        return max(0.0, sum(p or 0 for p in self.points.values()) - self.penalty)

    @property
    def is_final(self):
        """Are these points the last word?"""
        return not self.unmarked and not self.note


# --- What there is to hand back -------------------------------------------------------------------


def results(room, assignment):
    """What everybody gets: the class list, and whoever else handed in."""
    students, scores = room.students(), room.scores(assignment)
    penalties, misnamed = room.penalties(assignment), room.misnamed(assignment)
    handed_in = {path.parent.name for path in room.folder.glob(f"submitted/*/{assignment}")}
    graded = {path.parent.name for path in room.folder.glob(f"autograded/*/{assignment}")}
    stale = not_the_last(room.folder, assignment)
    found = []
    for name in sorted({*students, *handed_in}):
        student, given = students.get(name, Student(name)), scores.get(name)
        result = Result(student, dict.fromkeys(points(assignment)))
        found.append(result)
        if name in misnamed:
            files = ", ".join(misnamed[name]) or "an empty folder"
            result.note = f"handed in {files}, not {ASSIGNMENTS[assignment]}"
        elif given is None:
            result.note = "not graded yet" if name in handed_in else "nothing handed in"
        elif name not in graded:
            result.note = "could not be graded"
        elif name in stale:
            result.note = stale[name]
        else:
            result.points |= {question: score.points for question, score in given.items()}
            result.penalty = penalties.get(name, 0)
            result.unmarked = [question for question, score in given.items() if score.asks]
            result.comments = [score.comment for score in given.values() if score.comment]
    return found


def moodle_places(room, assignment):
    """For each student what Moodle called their folder or file, as zip_collect saw it.

    {student: (participant's number, beginning of the path)}; names that two people have are left
    out, for their numbers cannot be told apart.
    """
    root, places = room.folder / "downloaded" / assignment / "extracted", {}
    for path in sorted(root.rglob("*")):
        # The outermost name is Moodle's; within it the student chose.
        *folders, file = path.relative_to(root).parts
        outer = next(filter(None, map(_MOODLE.match, [*folders, file])), None)
        if outer and path.is_file():
            # A folder of the student's own, or all files side by side.
            beginning = f"{outer.string}/" if outer.string in folders else outer[0]
            places.setdefault(outer["name"], {})[outer["number"]] = beginning
    return {name: next(iter(known.items())) for name, known in places.items() if len(known) == 1}


# --- Files ----------------------------------------------------------------------------------------


def grades_rows(found, assignment):
    """For the teacher: all there is, and what is missing."""
    names, most = list(points(assignment)), sum(points(assignment).values())
    yield ["student", "name", *names, "late_penalty", "total", "maximum", "unmarked", "note"]
    for result in found:
        no_total = result.note and result.note != "nothing handed in"
        yield [
            defused(result.student.id),
            defused(result.student.full_name),
            *(_number(result.points[name]) for name in names),
            _number(result.penalty),
            "" if no_total else _number(result.total),
            _number(most),
            " ".join(result.unmarked),
            defused(result.note),
        ]


def moodle_rows(found, assignment, places, with_unmarked):
    """Moodle's worksheet for grading offline, of those whose numbers we know."""
    # Moodle refuses a worksheet without the column for the time of the last grade.
    yield [
        *("Identifier", "Full name", "Email address", "Grade", "Maximum Grade"),
        *("Last modified (grade)", "Feedback comments"),
    ]
    for result in found:
        if result.student.id in places:
            yield [
                f"Participant {places[result.student.id][0]}",
                defused(result.student.full_name),
                defused(result.student.email or ""),
                _grade(result, with_unmarked),
                _number(sum(points(assignment).values())),
                "-",
                _comments(result, with_unmarked),
            ]


def canvas_rows(found, assignment, with_unmarked):
    """What Canvas's gradebook imports."""
    yield ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", assignment]
    # Canvas knows this row by these words, and indents it itself.
    yield ["    Points Possible", "", "", "", "", _number(sum(points(assignment).values()))]
    for result in found:
        student = result.student
        number = student.lms_id or (student.id if student.id.isdecimal() else "")
        last_first = ", ".join(filter(None, (student.last_name, student.first_name)))
        yield [
            defused(last_first or student.id),
            defused(number),
            "",
            # What holds a space is a name.
            "" if number or " " in student.id else defused(student.id),
            "",
            _grade(result, with_unmarked),
        ]


def _number(value):
    return "" if value is None else f"{value:.10g}"


def _grade(result, with_unmarked):
    """For others than the teacher: empty rather than too low."""
    shown = result.is_final or (with_unmarked and not result.note)
    return _number(result.total) if shown else ""


def _comments(result, with_unmarked):
    """As HTML, for that is what Moodle takes a comment for."""
    if not _grade(result, with_unmarked):
        return ""
    texts = [*result.comments, *([NOT_ALL_READ] if result.unmarked else [])]
    return "<br>".join(html.escape(text, quote=False).replace("\n", "<br>") for text in texts)


def write_feedback(path, room, assignment, found, places, with_unmarked):
    """Everybody's page in one archive, under the names that Moodle gave; returns how many.

    Only of those who get a grade: a page shows the same points.
    """
    page, count = Path(ASSIGNMENTS[assignment]).with_suffix(".html").name, 0
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for result in found:
            student = result.student.id
            source = room.folder / "feedback" / student / assignment / page
            if _grade(result, with_unmarked) and source.exists():
                _, beginning = places.get(student, (None, f"{student}/"))
                archive.write(source, f"{beginning}{page}")
                count += 1
    return count


def _write_table(path, rows):
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(rows)


# --- The command ----------------------------------------------------------------------------------


def hand_back(room, assignment, with_unmarked=False, keep_pages=False):
    """Write everything, and say what is missing; returns the exit code."""
    room.require_grades(assignment)
    found, places = results(room, assignment), moodle_places(room, assignment)
    if not any(not result.note for result in found):
        raise ValueError(f"nobody's {assignment} has been graded in {room.folder}: grade first.")
    if not keep_pages:
        print("nbgrader generate_feedback ...", flush=True)
        run = room.run("generate_feedback", assignment, "--force")
        if run.returncode:
            raise ValueError(f"nbgrader generate_feedback failed: {run.stdout.strip()[-300:]}")
    folder = room.folder / "handed_back" / assignment
    folder.mkdir(parents=True, exist_ok=True)
    for name in FILES:
        (folder / name).unlink(missing_ok=True)
    _write_table(folder / "grades.csv", grades_rows(found, assignment))
    _write_table(folder / "canvas.csv", canvas_rows(found, assignment, with_unmarked))
    if places:
        rows = moodle_rows(found, assignment, places, with_unmarked)
        _write_table(folder / "moodle.csv", rows)
    archive = folder / "feedback.zip"
    pages = write_feedback(archive, room, assignment, found, places, with_unmarked)
    final = sum(result.is_final for result in found)
    print(f"{folder}: {final} of {len(found)} students are marked to the end; {pages} pages.")
    _tell_missing(found, places, with_unmarked)
    return 0


def _tell_missing(found, places, with_unmarked):
    """Loudly: who has no grade, and why."""
    waiting = [result for result in found if result.unmarked]
    if waiting:
        done = "what there is counts" if with_unmarked else "NO grade and NO page until then"
        print(f"\nA PERSON MUST STILL LOOK ({done}):")
        for result in waiting:
            print(f"  {result.student.id}: {', '.join(result.unmarked)}")
    without = [result for result in found if result.note]
    if without:
        print("\nNo points, so no grade in moodle.csv and canvas.csv:")
        for result in without:
            print(f"  {result.student.id}: {result.note}")
    if not places:
        print("\nNo moodle.csv: downloaded/ has no names of Moodle's for this assignment.")
    elif missing := [r.student.id for r in found if r.student.id not in places and not r.note]:
        print(f"\nNot in moodle.csv, for Moodle's number is unknown: {', '.join(missing)}.")


def main(arguments=None):
    """The command; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.hand_back", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("assignment", choices=sorted(ASSIGNMENTS), metavar="assignment")
    parser.add_argument(
        "--with-unmarked",
        action="store_true",
        help="grades for those whose sentences nobody has read, too; the comment says so",
    )
    parser.add_argument(
        "--keep-pages", action="store_true", help="take the feedback pages as they are"
    )
    parser.add_argument("--folder", type=Path, default=ROOT, help="where gradebook.db is")
    chosen = parser.parse_args(arguments)
    room = Classroom(chosen.folder)
    return shell.run(
        "hand_back",
        lambda: hand_back(room, chosen.assignment, chosen.with_unmarked, chosen.keep_pages),
    )


if __name__ == "__main__":
    sys.exit(main())
