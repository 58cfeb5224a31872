"""Questions that take no computing: choices and written answers, read from `in_words.toml`."""

import tomllib
from importlib import resources

from course_lib.classroom.questions import ChoiceQuestion, Option, Question, WrittenQuestion

_SAID = tomllib.loads(resources.files(__package__).joinpath("in_words.toml").read_text("utf-8"))


def in_words(name: str) -> Question:
    """The choice or the written question of this name."""
    said = _SAID[name] | {"name": name, "hints": tuple(_SAID[name]["hints"])}
    if "options" not in said:
        return WrittenQuestion(**said)
    options = {letter: Option(**option) for letter, option in said.pop("options").items()}
    return ChoiceQuestion(options=options, **said)
