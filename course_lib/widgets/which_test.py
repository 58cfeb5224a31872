"""*Which test?*: a few questions, and the test they lead to."""

import json
from functools import lru_cache
from itertools import product
from typing import Any, ClassVar

from matplotlib.figure import Figure

from course_lib.pairs.choose import Advice, choose_test
from course_lib.plots.pairs import draw_way
from course_lib.widgets.controls import Choice
from course_lib.widgets.panel import Panel, Told

#: By control: the question, and how a sentence says that its answer makes no difference.
QUESTIONS = {
    "paired": ("Were both tested on the same data?", "whether both were tested on the same data"),
    "data_sets": ("One data set, or many?", "how many data sets there are"),
    "outcome": ("What do you have?", "whether you have right and wrong, or scores"),
    "resampled": ("Where do the results come from?", "where the results come from"),
}


class WhichTest(Panel):
    """A few questions, and the test they lead to, with the reason."""

    front = "which_test"
    size = (7.5, 3.6)
    controls: ClassVar = {
        "paired": Choice("same data for both", True, (("yes, paired", True), ("no", False))),
        "data_sets": Choice("data sets", "one", (("one", "one"), ("many", "many"))),
        "outcome": Choice(
            "outcome",
            "right or wrong",
            (("right or wrong, case by case", "right or wrong"), ("scores", "scores")),
        ),
        "resampled": Choice(
            "results come from",
            "no",
            (
                ("independent test sets", "no"),
                ("cross-validation", "cross-validation"),
                ("repeated cross-validation", "repeated cross-validation"),
                ("5x2 cross-validation", "5x2 cross-validation"),
            ),
        ),
    }

    def __init__(self) -> None:
        super().__init__()

    @classmethod
    def shared_tables(cls) -> dict[str, Any]:
        """Questions and answers, every piece of advice, and which answers lead to which."""
        return _tables()

    def make_axes(self, figure: Figure) -> Any:
        """The whole figure: there are no axes to see."""
        return figure.add_axes((0.02, 0.02, 0.96, 0.96))

    def draw(self, axes: Any, v: dict[str, Any]) -> None:
        """The way to the test."""
        draw_way(axes, self._steps(v), choose_test(**v).test)

    def tell(self, v: dict[str, Any]) -> Told:
        """The advice, and which answers make no difference to it."""
        advice, idle = choose_test(**v), idle_answers(v)
        words = advice.sentence()
        if idle:
            told = [QUESTIONS[name][1] for name in idle]
            *others, last = told
            listed = f"{', '.join(others)}, or {last}" if others else last
            words += f" (It makes no difference here {listed}.)"
        steps = self._steps(v)
        asked = "; ".join(f"{question} {answer}" for question, answer, counts in steps if counts)
        return Told(words, f"{asked}. This leads to: {advice.test}.")

    def _steps(self, v: dict[str, Any]) -> list[tuple[str, str, bool]]:
        """The questions, their answers, and whether these make a difference."""
        idle = idle_answers(v)
        return [
            (question, _answer(self.controls[name], v[name]), name not in idle)
            for name, (question, _) in QUESTIONS.items()
        ]


def idle_answers(v: dict[str, Any]) -> list[str]:
    """Questions whose answer, changed alone, would lead to the same advice."""
    here = choose_test(**v)
    return [
        name
        for name in QUESTIONS
        if all(choose_test(**{**v, name: other}) == here for other in _values(name))
    ]


def _values(name: str) -> list[Any]:
    return [value for _, value in WhichTest.controls[name].options]


def _answer(control: Choice, value: Any) -> str:
    return next(text for text, option in control.options if option == value)


@lru_cache(maxsize=1)
def _tables() -> dict[str, Any]:
    advice: list[Advice] = []
    leads = {}
    for answers in product(*(_values(name) for name in QUESTIONS)):
        found = choose_test(**dict(zip(QUESTIONS, answers, strict=True)))
        if found not in advice:
            advice.append(found)
        leads[json.dumps(answers, separators=(",", ":"))] = advice.index(found)
    told = [
        {"test": a.test, "function": a.function or "", "sentence": a.sentence()} for a in advice
    ]
    answers = {
        name: {json.dumps(v).strip('"'): text for text, v in WhichTest.controls[name].options}
        for name in QUESTIONS
    }
    return {"questions": QUESTIONS, "answers": answers, "advice": told, "leads": leads}
