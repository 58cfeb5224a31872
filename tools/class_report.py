"""What a class knows: points by student and question, and which wrong answers were most common.

    python -m tools.class_report 02_luck [--folder FOLDER]

It reads what `nbgrader autograde` left in a folder: gradebook.db and autograded/.
"""

import argparse
import re
import sys
from collections import Counter
from pathlib import Path

from course_lib.classroom.verdicts import NOT_COUNTED
from tools import shell
from tools.classroom import ASSIGNMENTS, ROOT, Classroom, points
from tools.please_look import please_look, please_look_text

#: In place of points: a person has to look.
ASKS = "?"
_CORRECT = "Correct"


def heard(folder, assignment):
    """What each student was told about each answer: {question: {student: message}}."""
    told = {name: {} for name in points(assignment) if name.endswith("-check")}
    for student, notebook in Classroom(folder).autograded(assignment):
        for cell in notebook.cells:
            mark = cell.metadata.get("nbgrader", {})
            if mark.get("grade") and mark["grade_id"] in told and cell.cell_type == "code":
                told[mark["grade_id"]][student] = _message(cell)
    return told


def _message(cell):
    """What a check said; `Correct` if nothing was wrong."""
    for output in cell.outputs:
        if output.output_type == "error":
            if output.ename in ("NotCorrect", "AssertionError", NOT_COUNTED):
                return output.evalue.lstrip("✘○ ") or "a hidden test failed"
            return f"{output.ename}: {output.evalue}"
    return _CORRECT


def grades_table(grades, wanted, note=None):
    """One line a student: points for each question and their sum.

    `note` gives a few words for each student.
    """
    names = list(wanted)
    # "luck-auc-check" is the question "auc": all begin with the same word.
    short = {n: n.removesuffix("-check").partition("-")[2] or n for n in names}
    columns = [f"{short[n]} /{wanted[n]:g}" for n in names]
    header = ["student", *(["what happened"] if note else []), *columns]
    rows = []
    for student, scores in sorted(grades.items()):
        shown = [ASKS if scores[n] is None else f"{scores[n]:g}" for n in names]
        total = sum(score or 0 for score in scores.values())
        rows.append([student, *([note[student]] if note else []), *shown, f"{total:g}"])
    return aligned([[*header, f"total /{sum(wanted.values()):g}"], *rows])


def aligned(rows):
    """Rows of text as a table; numbers and question marks to the right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            text.rjust(width) if _is_number(rows[-1][i]) else text.ljust(width)
            for i, (text, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join([lines[0], "  ".join("-" * width for width in widths), *lines[1:]])


def _is_number(text):
    return text == ASKS or text.replace(".", "", 1).isdigit()


def mistakes_text(told, most=3):
    """For each question how many had it right, and what the others heard most often."""
    lines = []
    for name, messages in told.items():
        count = Counter(_without_numbers(text) for text in messages.values())
        first = {_without_numbers(text): text for text in reversed(messages.values())}
        right = count.pop(_CORRECT, 0)
        lines.append(f"{name.removesuffix('-check')}: {right} of {len(messages)} right")
        lines += [f"  {times:3} x {_short(first[text])}" for text, times in count.most_common(most)]
    return "\n".join(lines)


def _without_numbers(text):
    """The same mistake is made with other numbers by each student."""
    return re.sub(r"\d+([.,:]\d+)*", "#", text)


def _short(text, longest=100):
    text = " ".join(text.split())
    return text if len(text) <= longest else text[: longest - 3] + "..."


def misnamed_text(misnamed, assignment):
    """A line for each student whose file has another name; nothing if there are none."""
    lines = [
        f"{student}: {', '.join(names) or 'an empty folder'}, and no {ASSIGNMENTS[assignment]}"
        for student, names in misnamed.items()
    ]
    return "\n".join(["Not graded, for the file has another name:", *lines]) if lines else ""


def report(folder, assignment):
    """Print it all; returns the exit code."""
    room = Classroom(folder)
    room.require_grades(assignment)
    print(grades_table(room.grades(assignment), points(assignment)))
    print(f"\n{ASKS}: a person has to look.\n")
    misnamed = misnamed_text(room.misnamed(assignment), assignment)
    if misnamed:
        print(f"{misnamed}\n")
    print(mistakes_text(heard(folder, assignment)))
    print(f"\n{please_look_text(please_look(folder, assignment))}")
    return 0


def main(arguments=None):
    """The command; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.class_report", description=__doc__)
    parser.add_argument("assignment", choices=sorted(ASSIGNMENTS), metavar="assignment")
    parser.add_argument("--folder", type=Path, default=ROOT, help="where gradebook.db is")
    chosen = parser.parse_args(arguments)
    return shell.run("class_report", lambda: report(chosen.folder, chosen.assignment))


if __name__ == "__main__":
    sys.exit(main())
