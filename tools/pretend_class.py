"""Rehearse with a class that does not exist: thirty students hand in, nbgrader grades them.

    python -m tools.pretend_class [assignment ...] [--all] [--students 30] [--folder FOLDER]

Everybody answers from the right and wrong answers of `solutions/*/answers.py`, and ten in thirty
have a mishap. As each submission was made on purpose, its points are known beforehand; at the end
they are compared with nbgrader's. Exit code 1: they differ. The folder stays for you to look at.
"""

import argparse
import copy
import csv
import random
import shutil
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from course_lib.common.bars import progress_bar
from tools.class_report import ASKS, grades_table, heard, mistakes_text
from tools.classroom import ASSIGNMENTS, ROOT, cell_of, new_classroom, points, starter
from tools.handwriting import answers, questions, sentences

DEFAULT = ("00_first_steps", "02_luck")
MARKER = ".pretend-class"
FIRST_NAMES = ("Asa", "Bela", "Cleo", "Dara", "Ewan", "Fenna", "Gil", "Hana", "Ivo", "Juno")
LAST_NAMES = ("Ambler", "Brook", "Carver", "Dray", "Elm", "Fowler", "Garth", "Hale", "Ives")


# --- One submission -------------------------------------------------------------------------------


@dataclass
class Submission:
    """What one student hands in for one assignment, and what it should be worth."""

    notebook: object
    #: Points by graded cell. None: no points yet, and a person is asked to look.
    expected: dict
    #: By check: a piece of what the student must hear about a wrong answer.
    told: dict = field(default_factory=dict)
    note: str = ""
    #: Another file name than the one asked for.
    name: str | None = None
    #: Can nbgrader read and run it at all?
    gradable: bool = True


def ordinary(assignment, chance, generator):
    """Right with the given chance; otherwise wrong in a listed way, sometimes not attempted."""
    notebook, worth = starter(assignment), points(assignment)
    made = Submission(notebook, {})
    for name, listed in answers(assignment).items():
        check = f"{name}-check"
        draw = generator.random()
        if draw < chance:
            answer = generator.choice([a for a in listed if a.is_right])
        elif draw < 0.95:
            wrong = [a for a in listed if not a.is_right]
            # Those listed first are the likeliest.
            answer = generator.choices(wrong, [1 / (k + 1) for k in range(len(wrong))])[0]
        else:
            made.expected[check], made.told[check] = 0, "Not attempted"
            continue
        cell_of(notebook, name).source = answer.text
        made.expected[check] = worth[check] if answer.is_right else 0
        if not answer.is_right:
            made.told[check] = answer.because
    name, texts = sentences(assignment)
    if generator.random() < 0.9:
        cell_of(notebook, name).source = generator.choice(texts)
        made.expected[name] = None
    else:
        made.expected[name] = 0  # untouched: nbgrader need not ask anybody
    return made


# --- Mishaps: each changes an ordinary submission, and what it is worth ---------------------------


def renamed(made, assignment):
    """Browsers do that to a second download."""
    made.name = ASSIGNMENTS[assignment].replace(".ipynb", " (1).ipynb")
    return _ungradable(made)


def blank(made, assignment):
    """Handed in as it came."""
    made.notebook = starter(assignment)
    made.expected = dict.fromkeys(made.expected, 0)
    made.told = {check: "Not attempted" for check in made.expected if check.endswith("-check")}
    return made


def tampered(made, assignment):
    """Wrong answers, and checks that were made to pass."""
    for name in questions(assignment):
        cell_of(made.notebook, name).source = "pass"
        check = cell_of(made.notebook, f"{name}-check")
        check.source = "assert True"
        check.metadata.nbgrader.points = 100
        made.expected[f"{name}-check"] = 0
        made.told[f"{name}-check"] = "is not defined"
    return made


def syntax_error(made, assignment):
    """A bracket is missing: this cell does not run, the others do."""
    name = questions(assignment)[0]
    cell_of(made.notebook, name).source = "answer = max((1, 2)"
    made.expected[f"{name}-check"], made.told[f"{name}-check"] = 0, "is not defined"
    return made


def deleted_cells(made, assignment):
    """An answer and another question's check are gone. The check's points need a person."""
    first, second, *_ = questions(assignment)
    gone = {first, f"{second}-check"}
    made.notebook.cells = [cell for cell in made.notebook.cells if cell.id not in gone]
    made.expected[f"{first}-check"], made.told[f"{first}-check"] = 0, "is not defined"
    made.expected[f"{second}-check"] = None
    made.told.pop(f"{second}-check", None)
    return made


def nothing(made, assignment):
    """Nothing was handed in."""
    made.notebook = None
    return _ungradable(made)


def endless_loop(made, assignment):
    """A cell that never ends is stopped, and the rest is graded."""
    name = questions(assignment)[-1]
    cell_of(made.notebook, name).source = "while True:\n    pass"
    made.expected[f"{name}-check"], made.told[f"{name}-check"] = 0, "is not defined"
    return made


def kernel_quits(made, assignment):
    """A cell that ends the kernel; nothing can be graded after it."""
    cell_of(made.notebook, questions(assignment)[0]).source = "import os\nos._exit(1)"
    return _ungradable(made)


def copied_cells(made, assignment):
    """Graded cells copied, as Jupyter does it with a mouse: costs nothing."""
    check = f"{questions(assignment)[-1]}-check"
    double = copy.deepcopy(cell_of(made.notebook, check))
    double.id = "a-copy"
    made.notebook.cells.append(double)
    return made


def half_a_file(made, assignment):
    """An upload that broke off."""
    made.notebook = '{"cells": ['
    return _ungradable(made)


def _ungradable(made):
    made.expected = dict.fromkeys(made.expected)
    made.told, made.gradable = {}, False
    return made


MISHAPS = {
    "wrong file name": renamed,
    "handed in blank": blank,
    "tampered checks": tampered,
    "syntax error": syntax_error,
    "deleted cells": deleted_cells,
    "nothing handed in": nothing,
    "endless loop": endless_loop,
    "kernel quits": kernel_quits,
    "copied cells": copied_cells,
    "half a file": half_a_file,
}


# --- The class ------------------------------------------------------------------------------------


def students(count):
    """Ids and names, invented."""
    # 10 and 9 have no common divisor, so no name comes twice among 90.
    return {f"student-{i + 1:02}": (FIRST_NAMES[i % 10], LAST_NAMES[i % 9]) for i in range(count)}


def submissions(assignment, count, seed):
    """What everybody hands in: every third student has a mishap, another one each time."""
    turn = list(ASSIGNMENTS).index(assignment)
    made = {}
    for index, student in enumerate(students(count)):
        # The same student is good, or not, at everything; chance differs by assignment.
        chance = random.Random(f"{seed} {student}").uniform(0.45, 0.95)
        generator = random.Random(f"{seed} {student} {assignment}")
        made[student] = ordinary(assignment, chance, generator)
        number, rest = divmod((index + turn) % count, 3)
        if rest == 2:
            made[student].note = list(MISHAPS)[number % len(MISHAPS)]
            made[student] = MISHAPS[made[student].note](made[student], assignment)
    return made


def hold(room, chosen, count, seed, timeout):
    """Release, hand in, grade, give feedback, export. Returns what was handed in."""
    with (room.folder / "students.csv").open("w", newline="") as file:
        table = csv.writer(file)
        table.writerow(["id", "first_name", "last_name"])
        table.writerows([student, *name] for student, name in students(count).items())
    _step(room, "db", "student", "import", "students.csv")
    handed_in = {}
    for assignment in chosen:
        _step(room, "generate_assignment", assignment)
        handed_in[assignment] = submissions(assignment, count, seed)
        for student, made in handed_in[assignment].items():
            if made.notebook is not None:
                room.hand_in(student, assignment, made.notebook, made.name)
    for assignment in chosen:
        # Exit code 1 where somebody could not be graded, as is to be expected here.
        failures = not all(made.gradable for made in handed_in[assignment].values())
        limit = f"--Execute.timeout={timeout}"
        _step(room, "autograde", assignment, limit, fails=failures, total=count)
    for assignment in chosen:
        _step(room, "generate_feedback", assignment)
    _step(room, "export")
    return handed_in


def _step(room, *arguments, fails=False, total=None):
    """One command of nbgrader, announced, with a bar where it takes long."""
    print(f"nbgrader {' '.join(arguments)} ...", end=" ", flush=True)
    begin = time.monotonic()
    with progress_bar(total or 1, arguments[0]) as bar:
        run = room.run(
            *arguments, line=lambda text: "student with ID" in text and total and bar.update(1)
        )
    print(f"{time.monotonic() - begin:.0f} s", flush=True)
    with (room.folder / "nbgrader.log").open("a") as file:
        file.write(f"$ nbgrader {' '.join(arguments)}\n{run.stdout}\n")
    if run.returncode and not fails:
        raise RuntimeError(f"nbgrader {' '.join(arguments)} failed:\n{run.stdout}")


# --- What came of it ------------------------------------------------------------------------------


def disagreements(room, handed_in):
    """Where nbgrader's points, messages or exported totals are not those we planned."""
    exported = room.exported()
    found = []
    for assignment, made in handed_in.items():
        grades, told = room.grades(assignment), heard(room.folder, assignment)
        for student, one in made.items():
            where = f"{assignment}, {student} ({one.note or 'ordinary'})"
            given = grades.get(student, dict.fromkeys(one.expected))
            for name, score in one.expected.items():
                if given[name] != score:
                    found.append(f"{where}, {name}: {given[name]}, not {score}")
            for check, piece in one.told.items():
                if piece not in told[check].get(student, ""):
                    found.append(f"{where}, {check}: heard {told[check].get(student)!r}")
            total = sum(score or 0 for score in one.expected.values())
            row = exported.get((assignment, student))
            if row is None or float(row["score"]) != total:
                found.append(f"{where}: grades.csv has {row and row['score']}, not {total}")
            page = Path(ASSIGNMENTS[assignment]).with_suffix(".html")
            if (room.folder / "feedback" / student / assignment / page).exists() != one.gradable:
                found.append(f"{where}: a feedback page is missing, or there is one too many")
    return found


def report(room, handed_in):
    """The grades and the most common mistakes, assignment by assignment."""
    for assignment, made in handed_in.items():
        grades, worth = room.grades(assignment), points(assignment)
        everybody = {student: grades.get(student, dict.fromkeys(worth)) for student in made}
        notes = {student: one.note for student, one in made.items()}
        print(f"\n{assignment}\n")
        print(grades_table(everybody, worth, notes))
        print(f"\n{ASKS}: a person has to look.\n")
        print(mistakes_text(heard(room.folder, assignment)))


def prepare(folder):
    """An empty folder: a new one, or that of an earlier rehearsal, which is removed."""
    folder = folder.resolve()
    if folder == ROOT or (ROOT in folder.parents and folder.parts[len(ROOT.parts)] != "build"):
        raise ValueError(f"folder {folder} belongs to the course; choose one in build/, or outside")
    if folder.exists() and any(folder.iterdir()):
        if not (folder / MARKER).exists():
            raise ValueError(f"folder {folder} is not empty, and no rehearsal made it")
        shutil.rmtree(folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / MARKER).write_text("Made by tools/pretend_class.py, which may remove it.\n")
    return folder


def main(arguments=None):
    """The command; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.pretend_class",
        description=__doc__.partition("\n")[0],
    )
    parser.add_argument("assignments", nargs="*", metavar="assignment")
    parser.add_argument("--all", action="store_true", help="every assignment of the course")
    parser.add_argument("--students", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--timeout", type=int, default=15, help="seconds for one cell")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "classroom")
    asked = parser.parse_args(arguments)
    chosen = sorted(ASSIGNMENTS) if asked.all else asked.assignments or list(DEFAULT)
    unknown = [name for name in chosen if name not in ASSIGNMENTS]
    if unknown:
        parser.error(f"there is no assignment {unknown[0]}; choose of {', '.join(ASSIGNMENTS)}")
    if not 1 <= asked.students <= 90:
        parser.error(f"students must be from 1 to 90, not {asked.students}")
    try:
        room = new_classroom(prepare(asked.folder))
    except ValueError as error:
        parser.error(str(error))
    handed_in = hold(room, chosen, asked.students, asked.seed, asked.timeout)
    report(room, handed_in)
    wrong = disagreements(room, handed_in)
    count = sum(len(one.expected) for made in handed_in.values() for one in made.values())
    if wrong:
        print("\nnbgrader disagrees with what was planned:", *wrong, sep="\n", file=sys.stderr)
        return 1
    print(f"\nAll {count} marks, the messages and grades.csv are as planned.")
    print(f"Everything is in {room.folder}: nbgrader.log, feedback/, and formgrader.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
