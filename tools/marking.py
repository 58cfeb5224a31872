"""Mark written answers: one page with everybody's answers beside the mark scheme, by keyboard.

    python -m tools.marking 02_luck [--question NAME] [--folder FOLDER]
    python -m tools.marking 02_luck --read FILE [FILE ...] [--folder FOLDER]

The first writes marking/02_luck-luck-words.html, which saves what you give as a file; the second
reads such files back into gradebook.db, of which it makes a copy first.
"""

import argparse
import base64
import hashlib
import json
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import jinja2
from markupsafe import Markup
from nbconvert.filters import markdown2html

from tools import shell
from tools.classroom import ASSIGNMENTS, ROOT, Classroom, written_questions
from tools.marks import fingerprint, marks_file, read_marks

TEMPLATES = Path(__file__).parent / "templates"


@dataclass
class Answer:
    """One student's sentences, as they come to be marked."""

    student: str
    name: str
    #: None: the cell was deleted.
    text: str | None
    points: float | None
    comment: str
    #: It has points, and was graded anew since they were given.
    again: bool
    number: int = 0
    #: The numbers of answers with the same words.
    same: list[int] = field(default_factory=list)

    @property
    def fingerprint(self):
        """Another one if student or answer are others."""
        return fingerprint(self.student, self.text)


@dataclass
class Pile:
    """All answers to one question, and who is not among them."""

    answers: list[Answer]
    #: How many left the stub as it was; they have 0 already.
    unanswered: int
    #: Whose notebook could not be graded.
    ungraded: list[str]

    @property
    def unmarked(self):
        """How many of the answers nobody has read as they are now."""
        return sum(a.points is None or a.again for a in self.answers)


# --- What there is to mark ------------------------------------------------------------------------


def collect(room, assignment, question):
    """The pile of answers to a question, in an order by chance that is always the same."""
    students, texts = room.students(), texts_of(room, assignment, question.name)
    pile = Pile([], 0, [])
    for student, scores in room.scores(assignment).items():
        score = scores[question.name]
        if student not in texts:
            pile.ungraded.append(student)
        elif not score.asks and score.by_hand is None:
            pile.unanswered += 1
        else:
            pile.answers.append(
                Answer(
                    student=student,
                    name=students[student].full_name,
                    text=texts[student],
                    points=score.by_hand,
                    comment=score.comment or "",
                    again=score.asks and score.by_hand is not None,
                )
            )
    # Not by the alphabet: whoever is read first is judged by another measure than the last.
    pile.answers.sort(
        key=lambda a: hashlib.sha256(f"{assignment} {question.name} {a.student}".encode()).digest()
    )
    _number(pile.answers)
    return pile


def texts_of(room, assignment, question):
    """What each student wrote; None where the cell was deleted."""
    texts = {}
    for student, notebook in room.autograded(assignment):
        cells = (c for c in notebook.cells if _grade_id(c) == question)
        cell = next(cells, None)
        texts[student] = None if cell is None else cell.source
    return texts


def _grade_id(cell):
    return cell.metadata.get("nbgrader", {}).get("grade_id")


def _number(answers):
    """Number the answers, and note which have the same words."""
    alike = defaultdict(list)
    for number, answer in enumerate(answers, start=1):
        answer.number = number
        folded = " ".join((answer.text or "").split()).casefold()
        if folded:
            alike[folded].append(answer)
    for group in alike.values():
        for answer in group:
            answer.same = [other.number for other in group if other is not answer]


# --- The page -------------------------------------------------------------------------------------


def page(assignment, question, pile):
    """The page on which these answers are marked; it needs nothing but itself."""
    script = (TEMPLATES / "marking.js").read_text(encoding="utf-8")
    data = {
        "assignment": assignment,
        "question": question.name,
        "maximum": question.points,
        "file": marks_file(assignment, question.name),
        "answers": [
            {
                "student": a.student,
                "name": a.name if a.name == a.student else f"{a.name} ({a.student})",
                "fingerprint": a.fingerprint,
                "points": a.points,
                "comment": a.comment,
                "again": a.again,
                "same": a.same,
            }
            for a in pile.answers
        ],
    }
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("marking.html").render(
        assignment=assignment,
        question=question,
        asked=Markup(markdown2html(_without_heading(question.question))),
        heading=_heading(question.question) or question.name,
        model_answer=Markup(markdown2html(question.model_answer)),
        mark_scheme=question.mark_scheme.splitlines(),
        pile=pile,
        whole_points=range(int(question.points) + 1),
        script=Markup(script),
        # No other script runs on this page, whatever an answer holds.
        script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        data=Markup(json.dumps(data).replace("<", "\\u003c")),
    )


def _heading(text):
    first = text.partition("\n")[0]
    return first.lstrip("# ") if first.startswith("#") else ""


def _without_heading(text):
    return text.partition("\n")[2] if _heading(text) else text


# --- The command ----------------------------------------------------------------------------------


def write_pages(room, assignment, questions):
    """Write a page for each question, and say what is on it; returns the exit code."""
    room.require_grades(assignment)
    piles = {question.name: collect(room, assignment, question) for question in questions}
    if not any(pile.answers for pile in piles.values()):
        print(f"There is nothing to mark in {assignment}: nobody has written anything.")
        return 0
    folder = room.folder / "marking"
    folder.mkdir(exist_ok=True)
    for question in questions:
        pile = piles[question.name]
        path = folder / f"{assignment}-{question.name}.html"
        path.write_text(page(assignment, question, pile), encoding="utf-8")
        print(f"{path}: {len(pile.answers)} answers, {pile.unmarked} of them to be marked.")
        if pile.unanswered:
            print(f"  Left as it was, so 0 points already: {pile.unanswered}.")
        if pile.ungraded:
            print(f"  Not there, for they could not be graded: {', '.join(sorted(pile.ungraded))}.")
    print("Open it in a browser. Press ? for the keys, s to save; then read what you saved:")
    for question in questions:
        saved = f"~/Downloads/{marks_file(assignment, question.name)}"
        if room.folder == ROOT:
            print(f"  make mark ASSIGNMENT={assignment} MARKS={saved}")
        else:
            folder_option = f'--folder "{room.folder}"'
            print(f"  python -m tools.marking {assignment} --read {saved} {folder_option}")
    return 0


def read_back(room, assignment, files):
    """Put the marks of some files into the gradebook, and say what became of them."""
    room.require_grades(assignment)
    questions = {question.name: question for question in written_questions(assignment)}
    texts = {name: texts_of(room, assignment, name) for name in questions}
    done = read_marks(room, assignment, questions, texts, files)
    if done.copy:
        print(f"A copy of the gradebook as it was: {done.copy}")
    print(f"Marks read: {done.read}; {done.changed} of them are new or other than before.")
    if done.stale:
        print("NOT read, for the answer is another one since the page was made; mark it again:")
        print(*(f"  {student}, {name}" for name, student in done.stale), sep="\n")
    if done.overtaken:
        print("NOT read, for the mark was changed in the gradebook since; make the page anew:")
        print(*(f"  {student}, {name}" for name, student in done.overtaken), sep="\n")
    for name in sorted(done.questions):
        left = collect(room, assignment, questions[name]).unmarked
        print(f"{name}: {left or 'none'} still to be marked.")
    return 0


def main(arguments=None):
    """The command; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.marking", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("assignment", choices=sorted(ASSIGNMENTS), metavar="assignment")
    parser.add_argument("--question", metavar="NAME", help="only this written question")
    parser.add_argument("--read", nargs="+", type=Path, metavar="FILE", help="marks to read back")
    parser.add_argument("--folder", type=Path, default=ROOT, help="where gradebook.db is")
    chosen = parser.parse_args(arguments)
    questions = written_questions(chosen.assignment)
    if chosen.question:
        names = [question.name for question in questions]
        if chosen.question not in names:
            parser.error(
                f"{chosen.assignment} has no written question {chosen.question}, "
                f"but {', '.join(names)}"
            )
        questions = [question for question in questions if question.name == chosen.question]
    room = Classroom(chosen.folder)
    if chosen.read:
        return shell.run("marking", lambda: read_back(room, chosen.assignment, chosen.read))
    return shell.run("marking", lambda: write_pages(room, chosen.assignment, questions))


if __name__ == "__main__":
    sys.exit(main())
