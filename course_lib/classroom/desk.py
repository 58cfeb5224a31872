"""What a learner calls: `i_am`, `ask`, `check`, `hint`, `solution`, and the progress board."""

import functools
import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from course_lib.classroom import board, whose
from course_lib.classroom.bank import ROWS
from course_lib.classroom.catalogue import NotHere, find
from course_lib.classroom.forms import as_number
from course_lib.classroom.questions import ChoiceQuestion, NumberQuestion, Question
from course_lib.classroom.replies import Outcome, Reply, later, not_yet
from course_lib.classroom.rounding import agrees
from course_lib.classroom.whose import NOBODY, Learner
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


#: Tells a grader's own steps what was said about which question, besides showing it to people.
VERDICT = "application/vnd.beyond-chance.verdict+json"


def _unless_absent(asking: Callable[..., None]) -> Callable[..., None]:
    """A teacher's own question may not be on the learner's computer: that is no error there."""

    @functools.wraps(asking)
    def kindly(*arguments: Any, **named: Any) -> None:
        try:
            asking(*arguments, **named)
        except NotHere as absent:
            if os.environ.get(_GRADING):
                raise
            _show(Note(str(absent)))

    return kindly


def i_am(name: str = "", class_key: str = "", again: int = 0) -> None:
    """Say who answers: questions with numbers then ask for numbers of your own.

    In a class, give the name that your teacher knows you by. Alone, give any name, or none: then
    the numbers are the printed ones. `again=1`, `2`, ... draws new ones.

    Examples
    --------
    >>> i_am("Asa")
    The numbers in the questions are now your own, Asa.
    >>> i_am("")
    No name: you get the numbers that everybody gets who gives none.
    """
    learner = whose.say(name, class_key, again)
    if class_key and learner.is_nobody:
        words = (
            "Whose notebook is this? Put the name that your teacher knows you by between the "
            "quotes, and run this cell again. Your numbers depend on it, and so do your points."
        )
    elif learner.is_nobody:
        words = "No name: you get the numbers that everybody gets who gives none."
    else:
        words = f"The numbers in the questions are now your own, {' '.join(learner.name.split())}."
    _show(Note(words))


@_unless_absent
def ask(name: str) -> None:
    """Show a question with your numbers in it.

    Examples
    --------
    >>> ask("critical-look-up")
    200 cases, 40 of them positive; 60 classifiers; alpha 0.05. Which AUC must the winner exceed?
    """
    asked = question(name)
    if not isinstance(asked, NumberQuestion) or not asked.text:
        raise ValueError(f"name must be that of a question with numbers; got {name!r}")
    _show(Note(asked.text))


@_unless_absent
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
    reply = noted(asked, answer) if note else _judged(asked, answer)
    _show_verdict(asked, answer, reply)
    if os.environ.get(_GRADING) and not reply.correct:
        raise NotCorrect(str(reply))


def noted(asked: Question, answer: Any) -> Reply:
    """Judge an answer and note it on the progress board; the reply says what the board makes of it.

    Of a question with options the first answer counts; what is none of the options is no answer.
    """
    reply = _judged(asked, answer)
    if not isinstance(asked, ChoiceQuestion):
        board.record(asked.name, reply.outcome)
        return reply
    if not asked.is_option(answer):
        return reply
    board.record(asked.name, reply.outcome, first_counts=True)
    was_wrong = board.outcomes().get(asked.name) is Outcome.LATER
    return later(reply.reason) if reply.correct and was_wrong else reply


def _judged(asked: Question, answer: Any) -> Reply:
    """What to say to an answer; also to one that belongs to somebody else."""
    other = whose.somebody_else()
    if other is not None:
        return not_yet(
            f"this notebook says that it is {other}'s, and somebody else handed it in. Points are "
            "for work under one's own name: mend the name in the first cell, or ask your teacher."
        )
    reply = asked.check(answer)
    if not (isinstance(asked, NumberQuestion) and asked.draws):
        return reply
    if reply.correct and whose.name_is_missing():
        return not_yet(
            "it is right for whoever gives no name, and in your class everybody has numbers of "
            "their own. Put your name into the first cell, and run the notebook again."
        )
    if reply.outcome is Outcome.NOT_YET:
        named = any(mistake.because == reply.reason for mistake in asked.mistakes)
        number = as_number(answer)
        if isinstance(number, float) and not named:
            return _about_other_numbers(asked, number) or reply
    return reply


def _about_other_numbers(asked: NumberQuestion, number: float) -> Reply | None:
    """What to say to the right answer for numbers that are not this learner's."""
    mine = whose.current()
    for learner, whom in (
        (NOBODY, "the printed numbers"),
        (whose.said(), "the numbers that this notebook drew"),
        (Learner(mine.name), "numbers that were drawn without the key of your class"),
        (Learner(mine.name, mine.class_key), "the numbers you had before they were drawn again"),
    ):
        if agrees(number, asked.for_learner(learner).right()):
            return not_yet(f"that is the answer for {whom}. Yours are others: {asked.text}")
    return None


def _show_verdict(asked: Question, answer: Any, reply: Reply) -> None:
    """Show the reply to the learner; while grading, leave a note of it for the grader."""
    if not os.environ.get(_GRADING) or not _in_notebook():
        _show(reply)
        return
    from IPython.display import display

    number = as_number(answer) if isinstance(asked, NumberQuestion) else None
    told = {
        "question": asked.name,
        # For points it does not matter when it became correct.
        "outcome": (Outcome.CORRECT if reply.correct else reply.outcome).name,
        "answer": number if isinstance(number, float) else None,
    }
    data = {"text/plain": reply.text(), "text/html": reply.html(), VERDICT: told}
    display(data, raw=True)


def _in_notebook() -> bool:
    """Is there anything that takes in more than text?"""
    from IPython import get_ipython

    return getattr(get_ipython(), "kernel", None) is not None


@_unless_absent
def hint(name: str) -> None:
    """Give a hint; call it again for the next one."""
    hints = question(name).hints
    number = min(_hints_given.get(name, 0) + 1, len(hints))
    _hints_given[name] = number
    more = "" if number < len(hints) else f' That was the last; `solution("{name}")` shows the way.'
    _show(Note(f"Hint {number} of {len(hints)}: {hints[number - 1]}{more}"))


@_unless_absent
def solution(name: str) -> None:
    """Show the worked answer, and what to take from it."""
    asked = question(name)
    worked = getattr(asked, "worked", "") or _worked_answer(name)
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
    """The question of this name, with the numbers of whoever answers."""
    return find(name).for_learner(whose.current())


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
