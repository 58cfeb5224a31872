"""*Checkpoint*: a question in a lesson that marks itself, with a reason for each option."""

from html import escape
from typing import Any

import traitlets

from course_lib.classroom import board
from course_lib.classroom.desk import Note, question
from course_lib.classroom.questions import ChoiceQuestion
from course_lib.classroom.replies import not_attempted
from course_lib.common.markup import marked_up
from course_lib.widgets.panel import LiveWidget


class Checkpoint(LiveWidget):
    """Choose an option; the answer says why it is right or wrong. Another try is welcome."""

    front = "checkpoint"

    #: The options, what is said to each, and the hints, as HTML.
    asked = traitlets.Dict().tag(sync=True)
    #: The letter of the option that was chosen last; empty before the first choice.
    chosen = traitlets.Unicode("").tag(sync=True)

    def __init__(self, name: str) -> None:
        found = question(name)
        if not isinstance(found, ChoiceQuestion):
            raise ValueError(f"name must be that of a question with options; got {name!r}")
        self.question = found
        hints = [f"Hint {i} of {len(found.hints)}: {h}" for i, h in enumerate(found.hints, 1)]
        super().__init__(
            asked={
                "title": found.title,
                "options": [[k, option.text] for k, option in found.options.items()],
                "replies": {letter: found.check(letter).html() for letter in found.options},
                "hints": [Note(hint).html() for hint in hints],
                "invitation": not_attempted("Choose one.").html(),
            }
        )

    @traitlets.observe("chosen")
    def _count(self, change: dict[str, Any]) -> None:
        """Note it on the progress board: there is a kernel to do so."""
        board.record(self.question.name, self.question.check(change["new"]).outcome)

    def settings(self) -> dict[str, Any]:
        """Which question it is."""
        return {"name": self.question.name}

    def state(self) -> dict[str, Any]:
        """The question, not answered yet."""
        return {"asked": self.asked, "chosen": ""}

    def still(self) -> str:
        """The options with the answer folded away, for those who cannot run it."""
        options = self.question.options
        rows = "".join(f"<p>{k}) {escape(option.text)}</p>" for k, option in options.items())
        reasons = "".join(
            f"<p>{k}) {'Right' if k == self.question.right else 'No'}: {marked_up(o.because)}</p>"
            for k, o in options.items()
        )
        return f"{rows}<details><summary>Answer</summary>{reasons}</details>"

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """The widget, and the question as text."""
        options = self.question.options
        text = "\n".join(f"{k}  {option.text}" for k, option in options.items())
        return self._bundled({"text/html": self.still(), "text/plain": text})
