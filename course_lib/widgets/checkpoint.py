"""*Checkpoint*: a question in a lesson that marks itself, with a reason for each option."""

from html import escape
from typing import Any

import ipywidgets

from course_lib.classroom import board
from course_lib.classroom.desk import Note, question
from course_lib.classroom.questions import ChoiceQuestion
from course_lib.classroom.replies import not_attempted
from course_lib.common.markup import Shown, marked_up
from course_lib.widgets.panel import button


class Checkpoint(ipywidgets.VBox):
    """Choose an option; the answer says why it is right or wrong. Another try is welcome."""

    def __init__(self, name: str) -> None:
        asked = question(name)
        if not isinstance(asked, ChoiceQuestion):
            raise ValueError(f"name must be that of a question with options; got {name!r}")
        self.question = asked
        self.choice = ipywidgets.RadioButtons(
            options=[(f"{letter}  {o.text}", letter) for letter, o in asked.options.items()],
            value=None,
            layout={"width": "max-content"},
        )
        self.answer = ipywidgets.HTML(_said(not_attempted("Choose one.")))
        self.answer.add_class("course-answer")
        self.hint_button = button("Hint", "A nudge; press again for the next one")
        self.hint_button.on_click(lambda _: self._hint())
        self._hints = 0
        super().__init__([self.choice, self.hint_button, self.answer])
        self.add_class("course-checkpoint")
        self.choice.observe(self._chosen, "value")

    def _chosen(self, change: dict[str, Any]) -> None:
        reply = self.question.check(change["new"])
        board.record(self.question.name, reply.outcome)
        self.answer.value = _said(reply)

    def _hint(self) -> None:
        hints = self.question.hints
        self._hints = self._hints % len(hints) + 1
        text = f"Hint {self._hints} of {len(hints)}: {hints[self._hints - 1]}"
        self.answer.value = _said(Note(text))

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """The widget; and for those who cannot run it, the options with the answer folded away."""
        data = dict(super()._repr_mimebundle_(**kwargs))
        options = self.question.options
        data["text/plain"] = "\n".join(f"{k}  {option.text}" for k, option in options.items())
        rows = "".join(f"<p>{k}) {escape(option.text)}</p>" for k, option in options.items())
        reasons = "".join(
            f"<p>{k}) {'Right' if k == self.question.right else 'No'}: {marked_up(o.because)}</p>"
            for k, o in options.items()
        )
        data["text/html"] = f"{rows}<details><summary>Answer</summary>{reasons}</details>"
        return data


def _said(what: Shown) -> str:
    return f'<div role="status" aria-live="polite">{what.html()}</div>'
