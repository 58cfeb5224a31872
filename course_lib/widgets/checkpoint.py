"""*Checkpoint*: a question in a lesson that marks itself, with a reason for each option."""

from html import escape
from typing import Any

import traitlets

from course_lib.classroom import board
from course_lib.classroom.desk import Note, noted, question
from course_lib.classroom.questions import ChoiceQuestion
from course_lib.classroom.replies import Outcome, later, not_attempted
from course_lib.common.markup import marked_up
from course_lib.widgets.panel import LiveWidget


class Checkpoint(LiveWidget):
    """Choose an option; the answer says why it is right or wrong.

    Another try is welcome: the first answer counts for the progress board, later ones teach.
    """

    front = "checkpoint"

    #: The options, and the hints as HTML.
    asked = traitlets.Dict().tag(sync=True)
    #: What is said to each option, as HTML. The right one hears another word after a wrong one.
    replies = traitlets.Dict().tag(sync=True)
    #: The letters of all options that were chosen, in their order. All of them, and not the last
    #: alone: while a kernel is busy, a page sends only the newest of what it has to say.
    tried = traitlets.List(traitlets.Unicode()).tag(sync=True)

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
                "hints": [Note(hint).html() for hint in hints],
                "invitation": not_attempted("Choose one.").html(),
            },
            replies=self._replies(board.outcomes().get(name)),
        )

    def _replies(self, on_board: Outcome | None) -> dict[str, str]:
        """What is said to each option where this is on the board."""
        replies = {letter: self.question.check(letter) for letter in self.question.options}
        if on_board in (Outcome.NOT_YET, Outcome.LATER):
            replies[self.question.right] = later(replies[self.question.right].reason)
        return {letter: reply.html() for letter, reply in replies.items()}

    @traitlets.observe("tried")
    def _note(self, change: dict[str, Any]) -> None:
        """Note what is new on the progress board: there is a kernel to do so."""
        for letter in change["new"][len(change["old"]) :]:
            noted(self.question, letter)
        self.replies = self._replies(board.outcomes().get(self.question.name))

    def settings(self) -> dict[str, Any]:
        """Which question it is."""
        return {"name": self.question.name}

    def state(self) -> dict[str, Any]:
        """The question, not answered yet; a page without a kernel has no board."""
        return {"asked": self.asked, "replies": self._replies(None), "tried": []}

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
