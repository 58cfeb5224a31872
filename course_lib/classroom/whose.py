"""Who answers, and what chance draws for them: the same for everyone who gives the same name."""

import hashlib
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from course_lib.common.arguments import whole_number


@dataclass(frozen=True)
class Learner:
    """Somebody whose numbers are drawn; nobody, whose numbers are the printed ones."""

    #: As a class knows them, or as they call themselves; empty for nobody.
    name: str = ""
    #: What tells one class, and one year, from another; empty for whoever learns alone.
    class_key: str = ""
    #: How often new numbers were asked for.
    again: int = 0

    @property
    def is_nobody(self) -> bool:
        """Does nobody say who they are?"""
        return not folded(self.name)

    def draw(
        self, question: str, among: Mapping[str, Sequence[Any]], attempt: int = 0
    ) -> dict[str, Any]:
        """One of each of the lists, drawn by a hash of class, question, name and `again`."""
        told = [self.class_key, question, folded(self.name), str(self.again), str(attempt)]
        digest = hashlib.sha256("\x1f".join(told).encode()).digest()
        rest = int.from_bytes(digest, "big")  # 256 bits are far more than all lists take
        numbers = {}
        for name, options in among.items():
            rest, place = divmod(rest, len(options))
            numbers[name] = options[place]
        return numbers


NOBODY = Learner()


def folded(name: str) -> str:
    """A name without what people type differently from day to day: capitals and blanks."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


# --- Who it is in this notebook -------------------------------------------------------------------

#: Who the notebook says it is.
_said = NOBODY
#: Whose work is graded, according to the folder it was handed in by; None unless it is graded.
_graded: Learner | None = None


def say(name: str, class_key: str, again: int) -> Learner:
    """The notebook says who answers. Returns whose numbers it gets."""
    global _said
    for argument, value in (("name", name), ("class_key", class_key)):
        if not isinstance(value, str):
            raise ValueError(f"{argument} must be text in quotes; got {value!r}")
    _said = Learner(name, class_key, whole_number("again", again, lowest=0))
    return current()


def graded(name: str, class_key: str, again: int = 0) -> None:
    """A grader says whose folder the notebook came from. What the notebook says counts no more."""
    global _graded
    _graded = Learner(name, class_key, again)


def current() -> Learner:
    """Whose numbers are asked about now."""
    if _graded is None:
        # In a class, numbers belong to a name: without one there are none but the printed ones.
        return NOBODY if _said.is_nobody else _said
    if _graded.class_key or folded(_said.name) == folded(_graded.name):
        return _graded
    return NOBODY  # a class without a key: who gave no name worked with the printed numbers


def said() -> Learner:
    """Who the notebook says it is."""
    return _said


def name_is_missing() -> bool:
    """Is this the notebook of a class, and nobody has said whose?"""
    return _graded is None and bool(_said.class_key) and _said.is_nobody


def somebody_else() -> str | None:
    """While grading: the name in the notebook, where it is not that of whoever handed it in."""
    if _graded is None or _graded.is_nobody or _said.is_nobody:
        return None
    if folded(_said.name) == folded(_graded.name):
        return None
    return _said.name


def forget() -> None:
    """Begin anew, as a kernel that was just started."""
    global _said, _graded
    _said, _graded = NOBODY, None
