"""Is a question's checker strict enough? It is tried on wrong answers made from the right one.

`python -m course_lib.classroom.mutants` takes the worked answer to every question, makes each
program that is one wrong turn away from it (`mutations`), runs it where a learner's answer would
run, and shows those that the checker calls correct. Each of them is a hole in the checker, or
right after all.
"""

import argparse
import contextlib
import copy
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from course_lib.classroom import calling
from course_lib.classroom.mutations import Mutant, mutants_of
from course_lib.classroom.mutations.place import data_of, kinds_of, words_of
from course_lib.classroom.questions import ChoiceQuestion, Question
from course_lib.classroom.worked import WorkedAnswer, worked_answers
from course_lib.common.bars import progress_bar

_SOLUTIONS = Path(__file__).parents[2] / "solutions"
#: Seconds for a mutant to answer. What is right takes milliseconds.
PATIENCE = 0.5
#: So many bytes more than now may be taken by a mutant.
_MEMORY = 2 * 10**9


@dataclass(frozen=True)
class Trial:
    """What became of the mutants of an answer."""

    tried: int
    #: Those that the checker calls correct.
    survivors: tuple[Mutant, ...]
    #: Those that were given up, for they took too long: refused, but not by the checker.
    slow: tuple[Mutant, ...]

    def __add__(self, other: "Trial") -> "Trial":
        return Trial(
            self.tried + other.tried,
            tuple(dict.fromkeys(self.survivors + other.survivors)),
            tuple(dict.fromkeys(self.slow + other.slow)),
        )


def try_mutants(
    question: Question,
    source: str,
    world: Mapping[str, Any],
    variable: str,
    *,
    patience: float = PATIENCE,
    step: Callable[[], object] = lambda: None,
) -> Trial:
    """Ask the question's checker about every mutant of an answer.

    `source` is the text of the answer's cell, `world` what the notebook defined above it, and
    `variable` the name that the check looks at. Whatever raises, defines nothing, or never ends is
    refused. `step` is called after each mutant. An answer that is not right itself is an error.
    """
    tried, survivors, slow = 0, [], []
    heard: dict[Any, bool] = {}
    with _hurried(patience), _little_memory(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # by the compiler, about code that cannot work
        if not _is_correct(question, source, world, variable, heard):
            raise ValueError(f"source must be a right answer to {question.name}, not\n{source}")
        kinds = kinds_of(getattr(question, "cases", ()))
        for mutant in mutants_of(source, _words(question, world), data_of(world), kinds):
            begun = time.monotonic()
            if _is_correct(question, mutant.source, world, variable, heard):
                survivors.append(mutant)
            elif time.monotonic() - begun >= patience:
                slow.append(mutant)
            tried += 1
            step()
    return Trial(tried, tuple(survivors), tuple(slow))


def _words(question: Question, world: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """What can be mixed up in this place: names in the given data, options of the question."""
    found = list(words_of(world))
    if isinstance(question, ChoiceQuestion):
        found.append((*question.options, *(option.text for option in question.options.values())))
    return found


def _is_correct(
    question: Question,
    source: str,
    world: Mapping[str, Any],
    variable: str,
    heard: dict[Any, bool],
) -> bool:
    """Does the checker call correct what this program answers?"""
    try:
        code = compile(source, "<mutant>", "exec")
    except (SyntaxError, ValueError):
        return False
    try:
        answer = calling.call(lambda: _run(code, world)[variable], ())
    except calling.CallFailed:
        return False
    if callable(answer) or not isinstance(answer, int | float | str):
        return bool(question.check(answer).correct)
    asked = (type(answer), repr(answer))  # many mutants give the same number: ask once
    if asked not in heard:
        heard[asked] = bool(question.check(answer).correct)
    return heard[asked]


def _run(code: CodeType, world: Mapping[str, Any]) -> dict[str, Any]:
    """What a program leaves behind in a copy of the world, which it cannot spoil."""
    names = {name: _copied(value) for name, value in world.items()}
    exec(code, names)
    return names


def _copied(value: Any) -> Any:
    if isinstance(value, ModuleType) or callable(value):
        return value
    try:
        return copy.deepcopy(value)
    except TypeError:  # what cannot be copied is read-only, such as a view of a mapping
        return value


@contextlib.contextmanager
def _hurried(seconds: float) -> Iterator[None]:
    """Give the learner's functions less time than a learner gets."""
    before = calling.PATIENCE
    calling.PATIENCE = seconds
    try:
        yield
    finally:
        calling.PATIENCE = before


@contextlib.contextmanager
def _little_memory() -> Iterator[None]:
    """Let whoever asks for far too much memory hear of it at once, where the system can do that."""
    try:
        import resource

        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
    except (ImportError, OSError):  # neither Windows nor macOS can
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    limit = pages * resource.getpagesize() + _MEMORY
    if soft != resource.RLIM_INFINITY:
        limit = min(limit, soft)
    resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


# --- The command ----------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m course_lib.classroom.mutants",
        description="Try the checkers on wrong answers made from the right ones.",
    )
    parser.add_argument("questions", nargs="*", help="names of questions; all, if you name none")
    parser.add_argument(
        "--notebook",
        type=Path,
        action="append",
        help="a notebook with worked answers; those in solutions/, if you name none",
    )
    given = parser.parse_args(arguments)
    notebooks = given.notebook or sorted(_SOLUTIONS.glob("*/*.ipynb"))
    for path in notebooks:
        if not path.is_file():
            parser.error(f"there is no notebook {path}")
    found = [answer for path in notebooks for answer in worked_answers(path)]
    names = [answer.question.name for answer in found]
    for name in given.questions:
        if name not in names:
            parser.error(f"no notebook has a worked answer to {name}; there are {', '.join(names)}")
    chosen = [a for a in found if not given.questions or a.question.name in given.questions]
    survived = 0
    with progress_bar(None, "mutants", unit="mutant") as bar:
        for answer in chosen:
            trial = _tried(answer, lambda: bar.update(1))
            survived += len(trial.survivors)
            print(_report(answer.question.name, trial), flush=True)
    return 1 if survived else 0


def _tried(answer: WorkedAnswer, step: Callable[[], object]) -> Trial:
    return try_mutants(answer.question, answer.source, answer.world, answer.variable, step=step)


def _report(name: str, trial: Trial) -> str:
    """What became of the mutants, with the text of those that got through."""
    said = f"{name}: {trial.tried} mutants, {len(trial.survivors)} called correct"
    if trial.slow:
        said += f", {len(trial.slow)} given up after {PATIENCE:g} seconds"
    lines = [said]
    for mutant in trial.survivors:
        lines.append(f"  {mutant.what}")
        lines += [f"      {line}" for line in mutant.source.splitlines()]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
