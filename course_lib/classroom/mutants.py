"""Is a question's checker strict enough? It is tried on wrong answers made from the right one.

`python -m course_lib.classroom.mutants` takes the worked answer to every question, makes each
program that is one wrong turn away from it (`mutations`), runs it where a learner's answer would
run, and shows those that the checker calls correct. Each of them is a hole in the checker, or
right after all.
"""

import argparse
import contextlib
import copy
import gc
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
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
#: A mutant has so many seconds to answer, or so many times as long as the right answer takes.
_PATIENCE = 0.5
_TIMES_AS_SLOW = 5
#: So many bytes more than now may be taken by a mutant.
_MEMORY = 2 * 10**9


@dataclass(frozen=True)
class Trial:
    """What became of the mutants of an answer."""

    tried: int = 0
    #: Those that the checker calls correct.
    survivors: tuple[Mutant, ...] = ()
    #: Those at which the checker itself stops with an error.
    crashes: tuple[Mutant, ...] = ()
    #: Those that were given up, for they took too long: refused, but not by the checker.
    slow: tuple[Mutant, ...] = ()


def try_mutants(
    question: Question,
    source: str,
    world: Mapping[str, Any],
    variable: str,
    *,
    step: Callable[[], object] = lambda: None,
) -> Trial:
    """Ask the question's checker about every mutant of an answer.

    `source` is the text of the answer's cell, `world` what the notebook defined above it, and
    `variable` the name that the check looks at. Whatever raises, defines nothing, or never ends is
    refused. `step` is called after each mutant. An answer that is not right itself is an error.
    """
    ask = _Asking(question, world, variable)
    for _ in range(2):  # what has to be loaded at first does not count
        begun = time.monotonic()
        if ask(source) is not _Fate.SURVIVES:
            raise ValueError(f"source must be a right answer to {question.name}, not\n{source}")
    patience = max(_PATIENCE, _TIMES_AS_SLOW * (time.monotonic() - begun))
    kinds = kinds_of(getattr(question, "cases", ()))
    fates: dict[_Fate, list[Mutant]] = {fate: [] for fate in _Fate}
    with _hurried(patience), _little_memory(), _quick_collection(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # by the compiler, about code that cannot work
        for mutant in mutants_of(source, _words(question, world), data_of(world), kinds):
            begun = time.monotonic()
            fate = ask(mutant.source)
            if fate is _Fate.REFUSED and time.monotonic() - begun >= patience:
                fate = _Fate.SLOW
            fates[fate].append(mutant)
            step()
    return Trial(
        sum(map(len, fates.values())),
        tuple(fates[_Fate.SURVIVES]),
        tuple(fates[_Fate.CRASHES]),
        tuple(fates[_Fate.SLOW]),
    )


def _words(question: Question, world: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """What can be mixed up in this place: names in the given data, options of the question."""
    found = list(words_of(world))
    if isinstance(question, ChoiceQuestion):
        found.append((*question.options, *(option.text for option in question.options.values())))
    return found


class _Fate(Enum):
    """What can become of a mutant."""

    REFUSED, SURVIVES, CRASHES, SLOW = range(4)


class _Asking:
    """The checker of a question, asked about programs."""

    def __init__(self, question: Question, world: Mapping[str, Any], variable: str) -> None:
        self.question, self.world, self.variable = question, world, variable
        #: Many mutants give the same number: ask once.
        self.heard: dict[tuple[type, str], _Fate] = {}

    def __call__(self, source: str) -> _Fate:
        """What the checker says to what a program answers."""
        try:
            code = compile(source, "<mutant>", "exec")
            answer = calling.call(lambda: _run(code, self.world)[self.variable], ())
        except (SyntaxError, ValueError, calling.CallFailed):
            return _Fate.REFUSED
        if not isinstance(answer, int | float | str):
            return self._judged(answer)
        key = type(answer), repr(answer)
        if key not in self.heard:
            self.heard[key] = self._judged(answer)
        return self.heard[key]

    def _judged(self, answer: Any) -> _Fate:
        try:
            return _Fate.SURVIVES if self.question.check(answer).correct else _Fate.REFUSED
        except Exception:  # whatever a learner answers, the checker should reply
            return _Fate.CRASHES


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
def _quick_collection() -> Iterator[None]:
    """Leave what is loaded now out of garbage collection: statsmodels collects at every call."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


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
    holes = 0
    with progress_bar(None, "mutants", unit="mutant") as bar:
        for answer in chosen:
            trial = _tried(answer, lambda: bar.update(1))
            holes += len(trial.survivors) + len(trial.crashes)
            print(_report(answer.question.name, trial), flush=True)
    return 1 if holes else 0


def _tried(answer: WorkedAnswer, step: Callable[[], object]) -> Trial:
    return try_mutants(answer.question, answer.source, answer.world, answer.variable, step=step)


def _report(name: str, trial: Trial) -> str:
    """What became of the mutants, with the text of those that got through."""
    said = f"{name}: {trial.tried} mutants, {len(trial.survivors)} called correct"
    if trial.slow:
        said += f", {len(trial.slow)} given up because they took too long"
    lines = [said]
    for mutant in trial.survivors:
        lines.append(f"  {mutant.what}")
        lines += [f"      {line}" for line in mutant.source.splitlines()]
    for mutant in trial.crashes:
        lines.append(f"  the checker stops with an error: {mutant.what}")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
