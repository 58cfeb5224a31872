"""The three things a checker can say, and how they look on a page."""

import re
from dataclasses import dataclass
from enum import Enum
from html import escape


class Outcome(Enum):
    """What became of an answer. The sign tells it to those who see no colours."""

    CORRECT = ("✔", "Correct", "#009E73")
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
class Verdict:
    """What the checker says about one answer."""

    outcome: Outcome
    #: Why: a sentence, without the word "because".
    reason: str = ""

    @property
    def correct(self) -> bool:
        """Is the answer right?"""
        return self.outcome is Outcome.CORRECT

    def sentence(self) -> str:
        """The verdict in words."""
        joint = ", because " if self.outcome is Outcome.NOT_YET else ". "
        return self.outcome.words + (joint + self.reason if self.reason else ".")

    def __str__(self) -> str:
        return f"{self.outcome.sign} {self.sentence()}"

    __repr__ = __str__  # what a terminal, or a page without HTML, shows

    def _repr_html_(self) -> str:
        """How a notebook shows it."""
        return edged(str(self), self.outcome.colour)


def correct(reason: str = "") -> Verdict:
    """The answer is right; `reason` says what to take from it."""
    return Verdict(Outcome.CORRECT, reason)


def not_yet(reason: str) -> Verdict:
    """The answer is wrong; `reason` speaks about *this* mistake."""
    return Verdict(Outcome.NOT_YET, reason)


def not_attempted(reason: str) -> Verdict:
    """Nothing was answered yet; `reason` says what to do."""
    return Verdict(Outcome.NOT_ATTEMPTED, reason)


def edged(text: str, colour: str) -> str:
    """A note with a coloured edge, as HTML."""
    inside = marked_up(text)
    return (
        f'<div style="border-left: 4px solid {colour}; padding: 0.3em 0.8em; margin: 0.3em 0">'
        f"{inside}</div>"
    )


def marked_up(text: str) -> str:
    """Text as HTML: `code` between backticks, *emphasis* between asterisks."""
    parts = escape(text).split("`")
    inside = "".join(f"<code>{p}</code>" if i % 2 else p for i, p in enumerate(parts))
    return re.sub(r"\*(\w[^*<]*)\*", r"<em>\1</em>", inside).replace("\n", "<br>")
