"""Kinds of questions. Each knows the right answer, and the wrong ones that people give.

A wrong answer gets a message about *that* mistake. Mistakes are stated as what somebody who makes
them would compute (a value or a function), so no number is typed in by hand.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from course_lib.classroom.calling import CallFailed, call, is_empty
from course_lib.classroom.forms import as_number, is_truth, same, short, told_apart
from course_lib.classroom.replies import Reply, correct, not_attempted, not_yet
from course_lib.classroom.rounding import agrees, apart, rounded_too_far
from course_lib.classroom.whose import NOBODY, Learner


@dataclass(frozen=True)
class Mistake:
    """A wrong way to the answer, and what to say to whoever took it."""

    #: What this way leads to: a number or a function without arguments that returns it, for a
    #: question about a number; a function of the same arguments, for a question about a function.
    answer: Any
    #: The rest of "Not yet, because ...".
    because: str

    def value(self) -> float:
        """What this way leads to, in a question about a number."""
        return self.answer() if callable(self.answer) else self.answer


@dataclass(frozen=True, kw_only=True)
class Question(ABC):
    """What all kinds of questions share."""

    #: Also the id of its cell in an assignment: letters, digits and hyphens.
    name: str
    #: What is asked, in a few words.
    title: str
    #: From a nudge to almost the answer; two or three.
    hints: tuple[str, ...]
    #: What to take from it: said with "Correct".
    why: str

    @property
    def checked(self) -> bool:
        """Can a checker judge it?"""
        return True

    def for_learner(self, learner: Learner) -> "Question":
        """The same question with this learner's numbers, where it draws any."""
        return self

    def check(self, answer: Any) -> Reply:
        """Correct, not yet (because ...), or not attempted."""
        if answer is None or answer is Ellipsis:
            return not_attempted(self._invitation)
        return self._judge(answer)

    @property
    def _invitation(self) -> str:
        return f'Put your answer in place of the dots; `hint("{self.name}")` helps.'

    @abstractmethod
    def _judge(self, answer: Any) -> Reply:
        """Judge an answer that was given."""


@dataclass(frozen=True, kw_only=True)
class NumberQuestion(Question):
    """The answer is a number, right to four digits; a count (an `int`) must be right as it is."""

    right: Callable[[], float]
    mistakes: Sequence[Mistake]
    #: What is asked, in sentences that hold its numbers.
    text: str = ""
    #: Code that answers it.
    worked: str = ""
    #: Where its numbers come from, if they are drawn.
    draws: "Draws | None" = None

    def for_learner(self, learner: Learner) -> "NumberQuestion":
        """The same question with this learner's numbers, where it draws any."""
        return self.draws.question(learner) if self.draws else self

    def is_sound(self) -> bool:
        """Has it an answer, and is every known mistake apart from it, and from every other?

        Where two mistakes lead to one number, one of the messages would be wrong for somebody.
        """
        right = self.right()
        wrong = [mistake.value() for mistake in self.mistakes]
        return (
            bool(np.isfinite(right))
            and all(apart(value, right) for value in wrong)
            and all(apart(one, other) for one, other in combinations(wrong, 2))
        )

    def _judge(self, answer: Any) -> Reply:
        number = as_number(answer)
        if isinstance(number, Reply):
            return number
        right = self.right()
        if agrees(number, right):
            return correct(self.why)
        known = [(mistake.value(), mistake.because) for mistake in self.mistakes]
        for value, because in known:
            if math.isclose(number, value, rel_tol=1e-9):
                return not_yet(because)
        if rounded_too_far(number, right):
            return not_yet(
                f"{number:g} is rounded too far. Give four digits, or all that you computed."
            )
        for value, because in known:
            if agrees(number, value):
                return not_yet(because)
        if not isinstance(right, int):  # a count is no share
            if agrees(number, 100 * right):
                return not_yet(f"{number:g} is in percent. Give it as a share of 1.")
            if rounded_too_far(number, 100 * right):
                return not_yet(
                    f"{number:g} is in percent, and rounded. Give a share of 1, with all its "
                    "digits."
                )
        return not_yet(f'{number:g} is not it. `hint("{self.name}")` may help.')


@dataclass(frozen=True)
class Draws:
    """Where the numbers of a question come from. Made by `own_numbers`."""

    make: Callable[..., NumberQuestion]
    #: The numbers for nobody in particular.
    printed: Mapping[str, Any]
    #: What each of them is drawn from.
    among: Mapping[str, Sequence[Any]]
    #: Which of the draws make a question.
    possible: Callable[..., bool]

    def numbers(self, learner: Learner) -> dict[str, Any]:
        """What this learner draws; the printed ones for nobody."""
        if learner.is_nobody:
            return dict(self.printed)
        name = self.make(**self.printed).name
        for attempt in range(1000):
            drawn = learner.draw(name, self.among, attempt)
            # Not those of whoever gives no name: such an answer is known for what it is.
            if drawn != self.printed and self.possible(**drawn):
                return drawn
        raise RuntimeError(f"{name}: none of a thousand draws makes a question")

    def question(self, learner: Learner = NOBODY) -> NumberQuestion:
        """The question with this learner's numbers."""
        return replace(self.make(**self.numbers(learner)), draws=self)


def own_numbers(
    make: Callable[..., NumberQuestion],
    printed: Mapping[str, Any],
    among: Mapping[str, Sequence[Any]],
    possible: Callable[..., bool] | None = None,
) -> NumberQuestion:
    """A question that `make` makes from numbers: the printed ones, or a learner's own.

    Everything that `make` puts into it follows the numbers: text, answer, mistakes, hints, `why`.
    Without `possible`, those draws are left out in which a known mistake comes too close to the
    right answer; give it where computing them all takes long.
    """
    return Draws(make, printed, among, possible or (lambda **n: make(**n).is_sound())).question()


@dataclass(frozen=True)
class Option:
    """One option of a choice, and the reason why it is right or wrong."""

    text: str
    because: str


@dataclass(frozen=True, kw_only=True)
class ChoiceQuestion(Question):
    """One of a few options is right; each has its reason."""

    options: dict[str, Option]
    right: str

    def is_option(self, answer: Any) -> bool:
        """Is it one of the options, and not a slip of the pen?"""
        return isinstance(answer, str) and _letter(answer) in self.options

    def _judge(self, answer: Any) -> Reply:
        letters = ", ".join(self.options)
        if not isinstance(answer, str):
            return not_yet(f'an answer is one of the letters {letters}, in quotes, such as "a".')
        letter = _letter(answer)
        if letter in ("", "?"):
            return not_attempted(f"Choose one of {letters}.")
        if letter not in self.options:
            return not_yet(f"{answer!r} is not among the options {letters}.")
        because = self.options[letter].because
        return correct(because) if letter == self.right else not_yet(because)


def _letter(answer: str) -> str:
    """As people write it: in brackets, in capitals, with a full stop."""
    return answer.strip(" ().\"'").lower()


@dataclass(frozen=True, kw_only=True)
class FunctionQuestion(Question):
    """The answer is a function that must return the right thing for every case.

    It is called with NumPy arrays wherever a case holds a list; and where that fails with lists,
    for `ranking.count(0)` is as right as `(ranking == 0).sum()`.
    """

    reference: Callable
    cases: Sequence[tuple]
    mistakes: Sequence[Mistake]
    #: How far a number may be off, as a share of it (or as it is, below 1).
    tolerance: float = 1e-6

    @property
    def _invitation(self) -> str:
        return f'Write the body of the function; `hint("{self.name}")` helps.'

    def _judge(self, answer: Any) -> Reply:
        if not callable(answer):
            return not_yet(
                f"{short(answer)} is not a function. Hand over the function itself, by its name "
                "alone, without brackets."
            )
        if is_empty(answer):
            return not_attempted(self._invitation)
        # First, so that what has to be loaded on the way does not count as the learner's time.
        right = [self.reference(*case) for case in self.cases]
        arrays = self._tried(answer, right, _with_arrays)
        if arrays.reply.correct:
            return arrays.reply
        lists = self._tried(answer, right, _with_lists)
        if lists.reply.correct or (lists.ran and not arrays.ran):
            return lists.reply
        return arrays.reply

    def _tried(self, answer: Callable, right: list, form: Callable[[Any], Any]) -> "_Trial":
        """What becomes of the function if its arguments come in this form."""
        name = getattr(answer, "__name__", "your function")
        given = []
        for case in self.cases:
            shown = f"`{name}({', '.join(short(argument) for argument in case)})`"
            try:
                value = call(answer, tuple(form(argument) for argument in case))
            except CallFailed as failure:
                return _Trial(False, not_yet(f"{shown} {failure}"))
            if value is None:
                return _Trial(True, not_yet(f"{shown} returns nothing. Is a `return` missing?"))
            given.append(value)
        return _Trial(True, self._compare(name, given, right))

    def _compare(self, name: str, given: list, right: list) -> Reply:
        """What to say to these values, one for each case."""
        wrong = [i for i, value in enumerate(given) if not self._same(value, right[i])]
        if not wrong:
            return correct(self.why)
        for mistake in self.mistakes:
            if all(
                self._same(value, mistake.answer(*case))
                for value, case in zip(given, self.cases, strict=True)
            ):
                return not_yet(mistake.because)
        habit = self._habit(given, right)
        if habit:
            return not_yet(habit)
        first = wrong[0]
        case = ", ".join(short(argument) for argument in self.cases[first])
        return not_yet(f"`{name}({case})` gives {_compared(given[first], right[first])}")

    def _habit(self, given: list, right: list) -> str | None:
        """What to say where a right number was spoilt in the end, in whichever question."""
        if any(is_truth(value) for value in right):
            return None
        if all(self._same(value, given[0]) for value in given):
            return None  # always the same: that is no rounding

        def is_always(change: Callable[[Any], Any]) -> bool:
            return all(same(g, change(r), 1e-9) for g, r in zip(given, right, strict=True))

        if is_always(lambda value: 100 * np.asarray(value)):
            return "that is in percent. Give a share of 1."
        if is_always(np.floor):
            return "it drops everything after the decimal point. `//` does that; divide with `/`."
        if any(is_always(lambda value, d=digits: np.round(value, d)) for digits in range(1, 7)):
            return "it rounds. Return what you computed, with all its digits."
        return None

    def _same(self, value: Any, right: Any) -> bool:
        return same(value, right, self.tolerance)


@dataclass(frozen=True)
class _Trial:
    """What came of calling a function for every case."""

    #: Did it come back each time?
    ran: bool
    reply: Reply


def _with_arrays(argument: Any) -> Any:
    return np.array(argument) if isinstance(argument, list | np.ndarray) else argument


def _with_lists(argument: Any) -> Any:
    return np.array(argument).tolist() if isinstance(argument, list | np.ndarray) else argument


def _compared(value: Any, right: Any) -> str:
    """What was returned, and what is wrong with it."""
    if is_truth(right) and not is_truth(value):
        return f"{short(value)}, and should give {short(right)}: `True` or `False`, nothing else."
    if is_truth(value) and not is_truth(right):
        return f"{short(value)}, and a number is wanted: {short(right)}."
    if isinstance(value, str):
        return f"{short(value)}, which is text. Return the number itself."
    if isinstance(value, list | tuple) and any(isinstance(one, str) for one in value):
        return f"{short(value)}, which is text. Return the numbers themselves."
    if callable(value):
        return "a function. Call it, with brackets, and return what it gives."
    if isinstance(value, dict) and np.ndim(right) == 1:
        return "a dictionary. Return a list of its values: `list(result.values())`."
    try:
        shapes = np.shape(value), np.shape(right)
    except ValueError:  # lists of different lengths within a list
        shapes = None, np.shape(right)
    if shapes[0] != shapes[1] and shapes[1] == ():
        return f"{short(value)}. One number is wanted: {short(right)}."
    seen, wanted = told_apart(value, right)
    return f"{seen}, and should give {wanted}."


@dataclass(frozen=True, kw_only=True)
class WrittenQuestion(Question):
    """An answer in sentences. A person reads it; the hints say what a good one holds."""

    @property
    def checked(self) -> bool:
        """No: a person reads it."""
        return False

    def _judge(self, answer: Any) -> Reply:
        return not_attempted(
            f'Written answers are for people to read. Compare yours with `solution("{self.name}")`.'
        )
