"""The four things a learner can hear about an answer, and how they look on a page."""

from dataclasses import dataclass
from enum import Enum

from course_lib.common.markup import Shown, edged

#: Said with a right answer that came after a wrong one, where there are options to choose from.
_FIRST_COUNTS = "The progress board counts first answers; later ones are there to learn from."


class Outcome(Enum):
    """What became of an answer. The sign tells it to those who see no colours."""

    CORRECT = ("✔", "Correct", "#009E73")
    #: Of options: right in the end, but not at first. Done, and no tick.
    LATER = ("◐", "Correct on a later try", "#009E73")
    NOT_YET = ("✘", "Not yet", "#D55E00")
    NOT_ATTEMPTED = ("○", "Not attempted", "#767676")

    @property
    def sign(self) -> str:
        """One character."""
        return self.value[0]

    @property
    def words(self) -> str:
        """The same in words."""
        return self.value[1]

    @property
    def colour(self) -> str:
        """And as a colour."""
        return self.value[2]


@dataclass(frozen=True, repr=False)
class Reply(Shown):
    """What a learner hears about one answer."""

    outcome: Outcome
    #: Why: a sentence, without the word "because".
    reason: str = ""

    @property
    def correct(self) -> bool:
        """Is the answer right?"""
        return self.outcome in (Outcome.CORRECT, Outcome.LATER)

    def sentence(self) -> str:
        """The reply in words."""
        joint = ", because " if self.outcome is Outcome.NOT_YET else ". "
        return self.outcome.words + (joint + self.reason if self.reason else ".")

    def text(self) -> str:
        """The same behind its sign."""
        return f"{self.outcome.sign} {self.sentence()}"

    def html(self) -> str:
        """The same beside an edge in its colour."""
        return edged(self.text(), self.outcome.colour)


def correct(reason: str = "") -> Reply:
    """The answer is right; `reason` says what to take from it."""
    return Reply(Outcome.CORRECT, reason)


def later(reason: str) -> Reply:
    """The answer is right, and there was a wrong one before it that counts."""
    return Reply(Outcome.LATER, f"{reason} {_FIRST_COUNTS}")


def not_yet(reason: str) -> Reply:
    """The answer is wrong; `reason` speaks about *this* mistake."""
    return Reply(Outcome.NOT_YET, reason)


def not_attempted(reason: str) -> Reply:
    """Nothing was answered yet; `reason` says what to do."""
    return Reply(Outcome.NOT_ATTEMPTED, reason)
