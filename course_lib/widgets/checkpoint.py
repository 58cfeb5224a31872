"""*Checkpoint*: a question in a lesson that marks itself, with a reason for each option."""

from html import escape
from typing import Any

import ipywidgets

from course_lib.classroom import board
from course_lib.classroom.desk import question
from course_lib.classroom.questions import ChoiceQuestion
from course_lib.classroom.verdicts import not_attempted


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
        self.answer = ipywidgets.HTML(_said(not_attempted("Choose one.")._repr_html_()))
        self.answer.add_class("course-answer")
        super().__init__([self.choice, self.answer])
        self.add_class("course-checkpoint")
        self.choice.observe(self._chosen, "value")

    def _chosen(self, change: dict[str, Any]) -> None:
        verdict = self.question.check(change["new"])
        board.record(self.question.name, verdict.outcome)
        self.answer.value = _said(verdict._repr_html_())

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """The widget; and for those who cannot run it, the options with the answer folded away."""
        data = dict(super()._repr_mimebundle_(**kwargs))
        options = self.question.options
        data["text/plain"] = "\n".join(f"{k}  {option.text}" for k, option in options.items())
        rows = "".join(f"<li>{escape(option.text)}</li>" for option in options.values())
        reasons = "".join(
            f"<li>{'Right' if k == self.question.right else 'No'}: {escape(option.because)}</li>"
            for k, option in options.items()
        )
        data["text/html"] = (
            f'<ol type="a">{rows}</ol><details><summary>Answer</summary>'
            f'<ol type="a">{reasons}</ol></details>'
        )
        return data


def _said(html: str) -> str:
    return f'<div role="status" aria-live="polite">{html}</div>'
