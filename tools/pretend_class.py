"""Rehearse with a class that does not exist: thirty students hand in and are graded.

    python -m tools.pretend_class [assignment ...] [--all] [--students 30] [--folder FOLDER]

Everybody answers from the right and wrong answers of `solutions/*/answers.py`, and every other
student has a mishap, or tries to get more than was earned. As each submission was made on purpose,
its points are known beforehand; at the end they are compared with nbgrader's. Exit code 1: they
differ. The folder stays for you to look at.
"""

import argparse
import contextlib
import copy
import csv
import random
import re
import shutil
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from course_lib.classroom import class_file, own
from course_lib.classroom.catalogue import find
from course_lib.classroom.desk import VERDICT
from course_lib.classroom.whose import NOBODY, Learner
from tools import grade
from tools.class_report import ASKS, grades_table, heard, mistakes_text
from tools.classroom import ASSIGNMENTS, ROOT, cell_of, new_classroom, points, starter
from tools.handwriting import Answer, answers, questions, sentences, variable
from tools.please_look import please_look, please_look_text

DEFAULT = ("02_luck", "03_critical_values")
#: Students, unless told otherwise.
CLASS = 30
#: What makes its numbers its own.
KEY = "rehearsal"
MARKER = ".pretend-class"
SCRIPT = "<script>window.hacked = true</script>"
#: Bytes: no feedback page needs more.
LARGEST_PAGE = 5_000_000
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
    student: str = ""
    #: What the student's page must not contain.
    absent: str = ""


def ordinary(assignment, chance, generator, student):
    """Right with the given chance; otherwise wrong in a listed way, sometimes not attempted."""
    notebook, worth = starter(assignment), points(assignment)
    _sign(notebook, student)
    made = Submission(notebook, {}, student=student)
    for name in questions(assignment):
        listed = _answers_of(student, assignment, name)
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


def _answers_of(student, assignment, name):
    """What a student may answer, with the student's own numbers where the question draws any."""
    if not own.draws(name):
        return answers(assignment)[name]
    asked = find(name).for_learner(Learner(student, KEY))
    typed = f"{variable(assignment, name)} = "
    return [
        Answer(f"{typed}{asked.right()!r}", True),
        *(Answer(f"{typed}{wrong.value()!r}", False, wrong.because) for wrong in asked.mistakes),
    ]


def _sign(notebook, name):
    """Put a name into the cell that asks for it, in the notebook as the class has it."""
    cell = cell_of(notebook, "who")
    cell.source = re.sub(r"i_am\(.*?\)", f'i_am("{name}", class_key="{KEY}")', cell.source)


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


# --- More than was earned -------------------------------------------------------------------------


def skip_tags(made, assignment):
    """Handed in as it came, and the checks are tagged so that Jupyter leaves them out."""
    made = blank(made, assignment)
    for cell in made.notebook.cells:
        cell.metadata["tags"] = ["skip-execution"]
    return made


def own_result(made, assignment):
    """No answers; each check seems to give a result, which nbgrader alone takes for the points."""
    return _before_each_cell(made, assignment, "__import__('sys').displayhook('full marks')")


def forged_verdict(made, assignment):
    """No answers; before each check a verdict of the student's own is shown."""
    told = {"question": questions(assignment)[-1], "outcome": "CORRECT", "answer": None}
    forged = {"text/plain": "Correct", VERDICT: told}
    return _before_each_cell(made, assignment, f"display({forged}, raw=True)")


def _before_each_cell(made, assignment, trick):
    made = blank(made, assignment)
    cell_of(
        made.notebook, questions(assignment)[0]
    ).source += f"\nget_ipython().events.register('pre_run_cell', lambda _: {trick})"
    return made


def scripts(made, assignment):
    """Sentences that are a script; the page that shows them is clean."""
    name, _ = sentences(assignment)
    cell_of(made.notebook, name).source = f"I would ask. {SCRIPT}"
    made.expected[name], made.absent = None, SCRIPT
    return made


def many_megabytes(made, assignment):
    """A line of fifty megabytes; it is left out, and the answers count."""
    name = questions(assignment)[0]
    cell_of(made.notebook, name).source += "\nprint('x' * 50_000_000)"
    return made


def classmates_notebook(made, assignment):
    """A classmate's notebook, with the classmate's name in its first cell."""
    classmate = _classmate(made.student)
    _sign(made.notebook, classmate)
    for name in questions(assignment):
        made.expected[f"{name}-check"] = 0
        made.told[f"{name}-check"] = f"this notebook says that it is {classmate}'s"
    return made


def classmates_numbers(made, assignment):
    """One's own name, and a classmate's numbers where the assignment draws them for each."""
    return _with_numbers_of(Learner(_classmate(made.student), KEY), made, assignment)


def no_name(made, assignment):
    """The cell that asks for a name was left as it came; so the numbers were the printed ones."""
    _sign(made.notebook, "")
    return _with_numbers_of(NOBODY, made, assignment)


def _with_numbers_of(learner, made, assignment):
    """Right answers to somebody else's numbers."""
    for name in filter(own.draws, questions(assignment)):
        number = own.right_for(name, learner)
        cell_of(made.notebook, name).source = f"{variable(assignment, name)} = {number!r}"
        # Two may have the same numbers by chance.
        same = own.is_right_for(name, Learner(made.student, KEY), number)
        made.expected[f"{name}-check"] = points(assignment)[f"{name}-check"] if same else 0
        made.told[f"{name}-check"] = "" if same else "Not yet"
    return made


def _classmate(student):
    return "student-01" if student != "student-01" else "student-02"


def _ungradable(made):
    made.expected = dict.fromkeys(made.expected)
    made.told, made.gradable = {}, False
    return made


NOTHING = "nothing handed in"
MISHAPS = {
    "wrong file name": renamed,
    "handed in blank": blank,
    "tampered checks": tampered,
    "syntax error": syntax_error,
    "deleted cells": deleted_cells,
    NOTHING: nothing,
    "endless loop": endless_loop,
    "kernel quits": kernel_quits,
    "copied cells": copied_cells,
    "half a file": half_a_file,
    "skip tags": skip_tags,
    "a result of its own": own_result,
    "forged verdict": forged_verdict,
    "script in sentences": scripts,
    "many megabytes": many_megabytes,
    "classmate's notebook": classmates_notebook,
    "classmate's numbers": classmates_numbers,
    "no name given": no_name,
}


# --- The class ------------------------------------------------------------------------------------


def students(count):
    """Ids and names, invented."""
    # 10 and 9 have no common divisor, so no name comes twice among 90.
    return {f"student-{i + 1:02}": (FIRST_NAMES[i % 10], LAST_NAMES[i % 9]) for i in range(count)}


def submissions(assignment, count, seed):
    """What everybody hands in. In a class of thirty, every mishap and trick happens once."""
    turn = list(ASSIGNMENTS).index(assignment)
    made = {}
    for index, student in enumerate(students(count)):
        # The same student is good, or not, at everything; chance differs by assignment.
        chance = random.Random(f"{seed} {student}").uniform(0.45, 0.95)
        generator = random.Random(f"{seed} {student} {assignment}")
        made[student] = ordinary(assignment, chance, generator, student)
        place = (index + turn) % count
        number = place * len(MISHAPS) // CLASS
        if (place + 1) * len(MISHAPS) // CLASS > number:
            made[student].note = list(MISHAPS)[number % len(MISHAPS)]
            made[student] = MISHAPS[made[student].note](made[student], assignment)
    return made


def hold(room, chosen, count, seed, timeout, sandbox="auto", jobs=None):
    """Release, hand in, grade, give feedback, export. Returns what was handed in."""
    with (room.folder / "students.csv").open("w", newline="") as file:
        table = csv.writer(file)
        table.writerow(["id", "first_name", "last_name"])
        table.writerows([student, *name] for student, name in students(count).items())
    (room.folder / class_file.NAME).write_text(f'key = "{KEY}"\n')
    _step(room, "db", "student", "import", "students.csv")
    handed_in = {}
    for assignment in chosen:
        _step(room, "generate_assignment", assignment)
        handed_in[assignment] = submissions(assignment, count, seed)
        for student, made in handed_in[assignment].items():
            if made.notebook is not None:
                room.hand_in(student, assignment, made.notebook, made.name)
    limit = {"Execute": {"timeout": timeout}}
    for assignment in chosen:
        with _announced(f"make grade ASSIGNMENT={assignment}"):
            said = []
            code = grade.run(
                *(room.folder, assignment),
                **{"jobs": jobs, "use": sandbox, "settings": limit, "out": said.append},
            )
        _log(room, f"make grade ASSIGNMENT={assignment}", "\n".join(said))
        print(said[0], said[-1], sep="\n")
        # Exit code 1 where somebody could not be graded, as is to be expected here.
        fails = {m.gradable for m in handed_in[assignment].values() if m.note != NOTHING}
        if code != (0 if fails == {True} else 1):
            raise RuntimeError("\n".join([f"make grade ended with {code}", *said]))
    for assignment in chosen:
        _step(room, "generate_feedback", assignment)
    _step(room, "export")
    return handed_in


def _step(room, *arguments):
    """One command of nbgrader, announced."""
    command = f"nbgrader {' '.join(arguments)}"
    with _announced(command):
        run = room.run(*arguments)
    _log(room, command, run.stdout)
    if run.returncode:
        raise RuntimeError(f"{command} failed:\n{run.stdout}")


@contextlib.contextmanager
def _announced(what):
    print(f"{what} ...", end=" ", flush=True)
    begin = time.monotonic()
    yield
    print(f"{time.monotonic() - begin:.0f} s", flush=True)


def _log(room, command, text):
    with (room.folder / "nbgrader.log").open("a") as file:
        file.write(f"$ {command}\n{text}\n")


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
            name = Path(ASSIGNMENTS[assignment]).with_suffix(".html")
            page = room.folder / "feedback" / student / assignment / name
            if page.exists() != one.gradable:
                found.append(f"{where}: a feedback page is missing, or there is one too many")
            elif page.exists() and page.stat().st_size > LARGEST_PAGE:
                found.append(f"{where}: the feedback page has {page.stat().st_size:,} bytes")
            elif one.absent and one.absent in page.read_text(encoding="utf-8"):
                found.append(f"{where}: the feedback page contains {one.absent}")
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
        print(f"\n{please_look_text(please_look(room.folder, assignment))}")


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
    parser.add_argument("--students", type=int, default=CLASS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--timeout", type=int, default=15, help="seconds for one cell")
    parser.add_argument("--sandbox", choices=("auto", "yes", "no"), default="auto")
    parser.add_argument("--jobs", type=int, help="how many are graded at once")
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
    use = "required" if asked.sandbox == "yes" else asked.sandbox
    try:
        handed_in = hold(room, chosen, asked.students, asked.seed, asked.timeout, use, asked.jobs)
    except ValueError as error:  # no sandbox where one was asked for
        parser.error(str(error))
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
