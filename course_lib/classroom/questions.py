"""Kinds of questions. Each knows the right answer, and the wrong ones that people give.

A wrong answer gets a message about *that* mistake. Mistakes are stated as what somebody who makes
them would compute (a value or a function), so no number is typed in by hand.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from numbers import Number
from typing import Any

import numpy as np

from course_lib.classroom.calling import CallFailed, call, is_empty
from course_lib.classroom.replies import Reply, correct, not_attempted, not_yet


@dataclass(frozen=True)
class Mistake:
    """A wrong way to the answer, and what to say to whoever took it."""

    #: What this way leads to: a number or a function without arguments that returns it, for a
    #: question about a number; a function of the same arguments, for a question about a function.
    answer: Any
    #: The rest of "Not yet, because ...".
    because: str


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
    """The answer is a number, right within a tolerance."""

    right: Callable[[], float]
    tolerance: float
    mistakes: Sequence[Mistake]

    def _judge(self, answer: Any) -> Reply:
        number = _as_number(answer)
        if isinstance(number, Reply):
            return number
        right = self.right()
        if abs(number - right) <= self.tolerance:
            return correct(self.why)
        for mistake in self.mistakes:
            value = mistake.answer() if callable(mistake.answer) else mistake.answer
            if abs(number - value) <= self.tolerance:
                return not_yet(mistake.because)
        if self.tolerance == 0:  # a count: neither shares nor digits to go wrong
            return not_yet(f'{number:g} is not it. `hint("{self.name}")` may help.')
        if abs(number - 100 * right) <= 100 * self.tolerance:
            return not_yet(f"{number:g} is in percent. Give it as a share of 1.")
        # Two digits at least: almost any small number rounds to one.
        if any(number == float(f"{right:.{digits}g}") for digits in range(2, 8)):
            return not_yet(
                f"{number:g} is rounded. Hand over what you computed, with all its digits."
            )
        if abs(number - right) <= 20 * self.tolerance:
            return not_yet(
                f"{number:g} is close, but not close enough. Was something rounded on the way?"
            )
        return not_yet(f'{number:g} is not it. `hint("{self.name}")` may help.')


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
    """The answer is a function that must return the right thing for every case."""

    reference: Callable
    cases: Sequence[tuple]
    mistakes: Sequence[Mistake]
    tolerance: float = 1e-9

    @property
    def _invitation(self) -> str:
        return f'Write the body of the function; `hint("{self.name}")` helps.'

    def _judge(self, answer: Any) -> Reply:
        if not callable(answer):
            return not_yet(
                f"{answer!r} is not a function. Hand over the function itself, by its name alone, "
                "without brackets."
            )
        if is_empty(answer):
            return not_attempted(self._invitation)
        name = getattr(answer, "__name__", "your function")
        # First, so that what has to be loaded on the way does not count as the learner's time.
        right = [self.reference(*case) for case in self.cases]
        given = []
        for case in self.cases:
            shown = f"`{name}({', '.join(_short(argument) for argument in case)})`"
            try:
                value = call(answer, case)
            except CallFailed as failure:
                return not_yet(f"{shown} {failure}")
            if value is None:
                return not_yet(f"{shown} returns nothing. Is a `return` missing?")
            given.append(value)
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
        case = ", ".join(_short(argument) for argument in self.cases[first])
        return not_yet(f"`{name}({case})` gives {self._compared(given[first], right[first])}")

    def _habit(self, given: list, right: list) -> str | None:
        """What to say where a right number was spoilt in the end, in whichever question."""
        if any(isinstance(value, bool | np.bool_) for value in right):
            return None
        if all(self._same(value, given[0]) for value in given):
            return None  # always the same: that is no rounding

        def is_always(change: Callable[[Any], Any]) -> bool:
            return all(self._same(g, change(r)) for g, r in zip(given, right, strict=True))

        if is_always(lambda value: 100 * np.asarray(value)):
            return "that is in percent. Give a share of 1."
        if is_always(np.floor):
            return "it drops everything after the decimal point. `//` does that; divide with `/`."
        if any(is_always(lambda value, d=digits: np.round(value, d)) for digits in range(1, 7)):
            return "it rounds. Return what you computed, with all its digits."
        return None

    @staticmethod
    def _compared(value: Any, right: Any) -> str:
        """What was returned, and what is wrong with it."""
        if isinstance(right, bool | np.bool_) and not isinstance(value, bool | np.bool_):
            return f"{_short(value)}, and should give {_short(right)}: `True` or `False`, no other."
        if isinstance(value, bool | np.bool_) and not isinstance(right, bool | np.bool_):
            return f"{_short(value)}, and a number is wanted: {_short(right)}."
        if isinstance(value, str):
            return f"{_short(value)}, which is text. Return the number itself."
        if callable(value):
            return "a function. Call it, with brackets, and return what it gives."
        if isinstance(value, dict) and np.ndim(right) == 1:
            return "a dictionary. Return a list of its values: `list(result.values())`."
        try:
            shapes = np.shape(value), np.shape(right)
        except ValueError:  # lists of different lengths within a list
            shapes = None, np.shape(right)
        if shapes[0] != shapes[1] and shapes[1] == ():
            return f"{_short(value)}. One number is wanted: {_short(right)}."
        return f"{_short(value)}, and should give {_short(right)}."

    def _same(self, value: Any, right: Any) -> bool:
        if isinstance(right, bool | np.bool_):
            return isinstance(value, bool | np.bool_) and bool(value) == bool(right)
        if isinstance(value, str | bool | np.bool_ | complex | np.complexfloating):
            return False
        try:
            value = np.asarray(value, dtype=float)
        except (TypeError, ValueError, OverflowError):
            return False
        right = np.asarray(right, dtype=float)
        if value.shape != right.shape:
            return False
        # What is no number is the same only where a known mistake leads to no number as well.
        near = np.abs(value - right) <= self.tolerance
        return bool(np.all(near | (np.isnan(value) & np.isnan(right))))


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


def _as_number(answer: Any) -> float | Reply:
    """A finite number, or what to say to somebody who gave something else."""
    if callable(answer):
        return not_yet("this is a function, and a number is wanted. Call it, with brackets.")
    if isinstance(answer, str):
        return not_yet(f"{answer!r} is text. Leave out the quotes to make it a number.")
    if isinstance(answer, bool | np.bool_):
        return not_yet(f"a number is wanted, not {answer}.")
    if isinstance(answer, Mapping) and not isinstance(answer, dict):
        return not_yet(
            "one number is wanted, and this is a collection. Take what you need from it."
        )
    try:
        size = np.size(answer) if np.ndim(answer) > 0 else None
    except ValueError:  # lists of different lengths within a list
        size = len(answer)
    if size is not None:
        return not_yet(f"one number is wanted, and these are {size}.")
    if isinstance(
        answer, complex | np.complexfloating
    ):  # NumPy's would lose their imaginary part, with a warning
        return not_yet(f"a number is wanted, not {_short(answer)}.")
    if not isinstance(answer, Number | np.ndarray) and not hasattr(answer, "__float__"):
        return not_yet(f"a number is wanted, and this has the type {type(answer).__name__}.")
    try:
        number = float(answer)
    except OverflowError:
        number = np.inf
    except (TypeError, ValueError):
        return not_yet(f"a number is wanted, not {answer!r}.")
    if not np.isfinite(number):
        return not_yet(f"{number} is not a number one can compare.")
    return number


def _short(value: Any) -> str:
    """A value in a message: numbers in a few digits, long lists cut."""
    if isinstance(value, bool | np.bool_):
        return str(bool(value))
    if isinstance(value, float | np.floating):
        return f"{float(value):.6g}"
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, np.generic):
        value = value.item()
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
