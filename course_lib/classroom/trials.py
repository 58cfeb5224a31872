"""Asking a question's checker about mutants of a right answer."""

import ast
import contextlib
import copy
import gc
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache, wraps
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from course_lib.classroom import calling
from course_lib.classroom.mutations.changes import altered
from course_lib.classroom.mutations.place import data_of, kinds_of, words_of
from course_lib.classroom.mutations.programs import Mutant, mutants_of
from course_lib.classroom.questions import ChoiceQuestion, Question

#: A mutant has so many seconds to answer, or so many times as long as the right answer takes.
_PATIENCE = 1.0
_TIMES_AS_SLOW = 10
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
    program, world = _below_its_imports(source, world)
    ask = _Asking(question, world, variable)
    begun = time.monotonic()
    if ask(program) is not _Fate.SURVIVES:
        raise ValueError(f"source must be a right answer to {question.name}, not\n{source}")
    patience = max(_PATIENCE, _TIMES_AS_SLOW * (time.monotonic() - begun))
    kinds = kinds_of(getattr(question, "cases", ()))
    fates: dict[_Fate, list[Mutant]] = {fate: [] for fate in _Fate}
    with _hurried(patience), _little_memory(), _quick_collection(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # by the compiler, about code that cannot work
        for mutant in mutants_of(program, _words(question, world), data_of(world), kinds):
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


def _below_its_imports(source: str, world: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """A program without its imports, and a world in which they have been made.

    Functions of the library keep their results there: mutants call them with the same arguments
    over and over.
    """
    tree = ast.parse(source)
    imports = [s for s in tree.body if isinstance(s, ast.Import | ast.ImportFrom)]
    below = dict(world)
    exec("\n".join(map(ast.unparse, imports)), below)
    below.pop("__builtins__")
    rest = ast.unparse(altered(tree, body=[s for s in tree.body if s not in imports]))
    return rest, {name: _remembering(value) for name, value in below.items()}


@cache
def _remembered(function: Callable, arguments: tuple, keywords: tuple, _: tuple) -> Any:
    return function(*arguments, **dict(keywords))


def _remembering(value: Any) -> Any:
    """A function of the library that computes nothing twice; all else as it is."""
    if not isinstance(value, FunctionType) or not str(value.__module__).startswith("course_lib."):
        return value

    @wraps(value)
    def function(*arguments: Any, **keywords: Any) -> Any:
        # 1 and 1.0 and True are equal, but not the same argument.
        kinds = tuple(map(type, [*arguments, *keywords.values()]))
        try:
            hash((arguments, kinds, tuple(keywords.items())))
        except TypeError:
            return value(*arguments, **keywords)
        return _copied(_remembered(value, arguments, tuple(keywords.items()), kinds))

    return function


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
        self.heard: dict[tuple[type, int | float | str], _Fate] = {}

    def __call__(self, source: str) -> _Fate:
        """What the checker says to what a program answers."""
        try:
            code = compile(source, "<mutant>", "exec")
            answer = calling.call(lambda: _run(code, self.world)[self.variable], ())
        except (SyntaxError, ValueError, calling.CallFailed):
            return _Fate.REFUSED
        if not isinstance(answer, int | float | str):
            return self._judged(answer)
        key = type(answer), answer
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
