"""Where a question is found: in the bank of the course, or in a teacher's own folder.

A teacher's questions lie in `questions/`, beside the gradebook: Python files, each with a list
`QUESTIONS`. Their names begin with `own-`, so that nobody takes them for the course's. The folder
is loaded only when such a question is asked for.
"""

import importlib.util
import os
import re
from collections.abc import Iterator
from pathlib import Path

from course_lib.classroom.bank import QUESTIONS
from course_lib.classroom.questions import Question
from course_lib.common.arguments import one_of

FOLDER = "questions"
#: How the names of a teacher's own questions begin.
OWN = "own-"
#: Says where the folder is, where it is not among the folders around the notebook.
PLACE = "COURSE_QUESTIONS"
_loaded: dict[Path, tuple[float, dict[str, Question]]] = {}


class NotHere(LookupError):
    """A teacher's own question whose file is not on this computer."""


def find(name: str, around: Path | None = None) -> Question:
    """The question of this name.

    Raises `ValueError` for a name that the course does not know, and `NotHere` for a teacher's own
    question whose file cannot be found from here.
    """
    if not (isinstance(name, str) and name.startswith(OWN)):
        return QUESTIONS[one_of("name", name, QUESTIONS)]
    for folder in _folders(around):
        found = _questions_in(folder)
        if name in found:
            return found[name]
    raise NotHere(
        f"{name} is a question of your teacher's own. It is not on this computer: your teacher "
        "checks it."
    )


def _folders(around: Path | None) -> Iterator[Path]:
    if os.environ.get(PLACE):
        yield Path(os.environ[PLACE])
    here = (around or Path.cwd()).resolve()
    # A notebook lies up to three folders below the gradebook: autograded/<student>/<assignment>/.
    for place in (here, *here.parents[:3]):
        yield place / FOLDER


def _questions_in(folder: Path) -> dict[str, Question]:
    """The questions in a teacher's folder; read again after one of its files was changed."""
    files = sorted(folder.glob("*.py"))
    newest = max((file.stat().st_mtime for file in files), default=0.0) + len(files)
    if folder in _loaded and _loaded[folder][0] == newest:
        return _loaded[folder][1]
    found: dict[str, Question] = {}
    for file in files:
        for question in _questions_of(file):
            if question.name in found:
                raise ValueError(f"{file}: {question.name} is there already, in another file")
            found[question.name] = question
    _loaded[folder] = newest, found
    return found


def _questions_of(file: Path) -> list[Question]:
    """The list QUESTIONS of one file. What is wrong with it is said with the file's name."""
    spec = importlib.util.spec_from_file_location(f"questions_{file.stem}", file)
    if spec is None or spec.loader is None:
        raise ValueError(f"{file} cannot be loaded")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise ValueError(f"{file} cannot be loaded: {type(error).__name__}: {error}") from error
    listed = getattr(module, "QUESTIONS", None)
    if not isinstance(listed, list) or not all(isinstance(one, Question) for one in listed):
        raise ValueError(f"{file} must have a list QUESTIONS of questions")
    for question in listed:
        if not re.fullmatch(r"own-[a-z0-9]+(-[a-z0-9]+)*", question.name):
            raise ValueError(
                f"{file}: the name {question.name!r} must be {OWN!r} and then small letters, "
                "digits and hyphens"
            )
    return listed
