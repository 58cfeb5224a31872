"""What a learner calls: `check`, `hint`, `solution`, and the progress board."""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from course_lib.classroom import board
from course_lib.classroom.bank import QUESTIONS, ROWS
from course_lib.classroom.questions import ChoiceQuestion, Question
from course_lib.classroom.replies import Outcome, Reply, later
from course_lib.common.arguments import one_of
from course_lib.common.markup import Shown, edged

#: Set by nbgrader while it runs a notebook in order to grade or to validate it.
_GRADING = "NBGRADER_EXECUTION"
_BLUE = "#0072B2"
_SOLUTIONS = Path(__file__).parents[2] / "solutions"
_hints_given: dict[str, int] = {}


class NotCorrect(AssertionError):
    """Raised instead of a reply while a grader runs the notebook: only an error costs points."""


@dataclass(frozen=True, repr=False)
class Note(Shown):
    """A text for a notebook: a hint, a solution."""

    words: str

    def text(self) -> str:
        """The words as they are."""
        return self.words

    def html(self) -> str:
        """The words beside a blue edge."""
        return edged(self.words, _BLUE)


def check(name: str, answer: Any, *, note: bool = True) -> None:
    """Say whether an answer is correct, not yet (and why), or not attempted; and note it down.

    With `note=False` it is not noted on the progress board. Where there are options to choose
    from, the board keeps the first answer: right after a wrong one is no tick, but it is done.

    Examples
    --------
    >>> check("start-pairs", 7)
    ✘ Not yet, because 3 + 4 counts the cases. A pair takes one positive and one negative.
    >>> check("start-pairs", ...)
    ○ Not attempted. Put your answer in place of the dots; `hint("start-pairs")` helps.
    """
    asked = question(name)
    reply = noted(asked, answer) if note else asked.check(answer)
    if os.environ.get(_GRADING) and not reply.correct:
        raise NotCorrect(str(reply))
    _show(reply)


def noted(asked: Question, answer: Any) -> Reply:
    """Judge an answer and note it on the progress board; the reply says what the board makes of it.

    Of a question with options the first answer counts; what is none of the options is no answer.
    """
    reply = asked.check(answer)
    if not isinstance(asked, ChoiceQuestion):
        board.record(asked.name, reply.outcome)
        return reply
    if not asked.is_option(answer):
        return reply
    board.record(asked.name, reply.outcome, first_counts=True)
    was_wrong = board.outcomes().get(asked.name) is Outcome.LATER
    return later(reply.reason) if reply.correct and was_wrong else reply


def hint(name: str) -> None:
    """Give a hint; call it again for the next one."""
    hints = question(name).hints
    number = min(_hints_given.get(name, 0) + 1, len(hints))
    _hints_given[name] = number
    more = "" if number < len(hints) else f' That was the last; `solution("{name}")` shows the way.'
    _show(Note(f"Hint {number} of {len(hints)}: {hints[number - 1]}{more}"))


def solution(name: str) -> None:
    """Show the worked answer, and what to take from it."""
    asked = question(name)
    worked = _worked_answer(name)
    if worked:
        print(worked)
    _show(Note(f"{'Why' if asked.checked else 'What counts'}: {asked.why}"))


def progress_board() -> board.ProgressBoard:
    """How far you have come: every question of the course, what is next, what to try again.

    It is kept in `progress.json` beside the lessons, on this computer only. `reset_progress`
    begins anew.
    """
    return board.ProgressBoard(ROWS, board.outcomes())


def reset_progress(name: str | None = None) -> None:
    """Begin anew with an empty progress board, or with the one question of this name.

    What was on the board is kept in `progress.before.json`: rename that file to get it back.
    Answers in the notebooks stay as they are.
    """
    if name is not None:
        board.forget_question(question(name).name)
        _show(Note(f"The question `{name}` begins anew: its next answer is the first."))
        return
    aside = board.forget()
    kept = f" What was on it is in `{aside.name}`." if aside else ""
    _show(Note(f"The progress board is empty.{kept}"))


def question(name: str) -> Question:
    """The question of this name."""
    return QUESTIONS[one_of("name", name, QUESTIONS)]


def _worked_answer(name: str) -> str | None:
    """The cell with this id in `solutions/`, or None where there is none."""
    for path in sorted(_SOLUTIONS.glob("*/*.ipynb")):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            if cell["metadata"].get("nbgrader", {}).get("grade_id") == name:
                text, *_ = "".join(cell["source"]).split("=== BEGIN MARK SCHEME")
                lines = text.rstrip().splitlines()
                return "\n".join(line for line in lines if not _is_mark(line))
    return None


def _is_mark(line: str) -> bool:
    """A line that only tells the generator what to leave out, or what to put there instead."""
    return line.strip().startswith("###") or line.rstrip().endswith("= ...")


def _show(thing: Any) -> None:
    from IPython.display import display

    display(thing)
