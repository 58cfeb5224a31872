"""How far a learner has come: a board that lives in a file beside the lessons.

Nothing leaves the computer. `reset_progress()` begins anew.
"""

import contextlib
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

from course_lib.classroom.replies import Outcome
from course_lib.common.markup import Shown

try:
    import fcntl
except ImportError:  # not on Windows: there the last of two that write at once wins
    fcntl = None  # type: ignore[assignment]

_HOUSE = Path(__file__).parents[2]
#: Used where nothing is to be left behind (tests, grading): what is known to this process only.
_memory: dict[str, Outcome] = {}


# --- What is kept ---------------------------------------------------------------------------------


def progress_file() -> Path | None:
    """Where the board is kept; None if only in memory.

    `COURSE_PROGRESS` names another file, or says `memory`.
    """
    chosen = os.environ.get("COURSE_PROGRESS")
    if chosen == "memory" or os.environ.get("NBGRADER_EXECUTION"):
        return None
    if chosen:
        return Path(chosen)
    home = _HOUSE if (_HOUSE / "notebooks").is_dir() else Path.cwd()
    return home / "progress.json"


def outcomes() -> dict[str, Outcome]:
    """What became of each question that was checked so far."""
    path = progress_file()
    if path is None:
        return dict(_memory)
    try:
        stored = json.loads(path.read_text())["questions"]
        return {name: Outcome[word] for name, word in stored.items()}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        # Damaged: put it aside rather than write over it.
        with contextlib.suppress(OSError):
            path.replace(path.with_suffix(".damaged.json"))
        return {}


def record(name: str, outcome: Outcome, *, first_counts: bool = False) -> None:
    """Note what became of a question. What was once correct stays correct.

    Where the first answer counts, what is correct after a wrong answer is noted as correct on a
    later try, and stays that.
    """
    if outcome is Outcome.NOT_ATTEMPTED:
        return
    path = progress_file()
    with _alone(path):
        known = outcomes()
        before = known.get(name)
        if before in (Outcome.CORRECT, Outcome.LATER, outcome):
            return
        if first_counts and before is Outcome.NOT_YET:
            outcome = Outcome.LATER
        # A folder that cannot be written to must not keep anybody from learning.
        with contextlib.suppress(OSError):
            _keep({**known, name: outcome}, path)


def forget() -> Path | None:
    """Begin anew; what was known is kept in another file, whose path is returned."""
    path = progress_file()
    _memory.clear()
    if path is None:
        return None
    aside = path.with_suffix(".before.json")
    with _alone(path):
        try:
            path.replace(aside)
        except FileNotFoundError:
            return None
    return aside


def forget_question(name: str) -> None:
    """Begin anew with one question; all others stay as they are."""
    path = progress_file()
    with _alone(path):
        known = outcomes()
        if known.pop(name, None):
            _keep(known, path)


def _keep(known: dict[str, Outcome], path: Path | None) -> None:
    """Put this on the board, in place of what was there."""
    if path is None:
        _memory.clear()
        _memory.update(known)
        return
    text = json.dumps({"questions": {k: v.name for k, v in sorted(known.items())}}, indent=1)
    beside = path.with_suffix(f".{os.getpid()}.tmp")
    beside.write_text(text + "\n")
    beside.replace(path)  # at once, so that a crash cannot leave half a file


@contextlib.contextmanager
def _alone(path: Path | None) -> Iterator[None]:
    """While this lasts, no other notebook reads and writes the board: it waits its turn.

    The lock is on the folder, so that there is no file of locks to be left behind, and the system
    opens it when a process dies.
    """
    with contextlib.ExitStack() as stack:
        if path is not None and fcntl is not None:
            # Some network drives know no locks: better a rare lost answer than none noted.
            with contextlib.suppress(OSError):
                folder = os.open(path.parent, os.O_RDONLY)
                stack.callback(os.close, folder)
                fcntl.flock(folder, fcntl.LOCK_EX)
        yield


# --- How it looks ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Part:
    """A lesson, or the exercises that go with it."""

    title: str
    #: The notebook, as seen from the folder of the course.
    file: str
    #: The names of its questions that a checker can judge.
    names: tuple[str, ...]


@dataclass(frozen=True)
class Row:
    """A line of the board: a lesson and its exercises."""

    number: str
    lesson: Part
    exercises: Part


@dataclass(frozen=True, repr=False)
class ProgressBoard(Shown):
    """Every question of the course and what became of it. Made by `progress_board`."""

    rows: tuple[Row, ...]
    outcomes: Mapping[str, Outcome] = field(default_factory=dict)

    @property
    def total(self) -> int:
        """How many questions the course asks."""
        return sum(len(part.names) for _, part in self._parts())

    @property
    def correct(self) -> int:
        """How many of them have a tick."""
        return sum(self._count(part, Outcome.CORRECT) for _, part in self._parts())

    @property
    def later(self) -> int:
        """How many of them were right on a later try only."""
        return sum(self._count(part, Outcome.LATER) for _, part in self._parts())

    @property
    def next(self) -> tuple[str, Part] | None:
        """The first part with something left to do, and what to call it; None if all is done."""
        for called, part in self._parts():
            if self._count(part, Outcome.CORRECT, Outcome.LATER) < len(part.names):
                return called, part
        return None

    @property
    def to_try_again(self) -> tuple[str, ...]:
        """Questions whose last answer was not yet correct, in the order of the course."""
        names = (name for _, part in self._parts() for name in part.names)
        return tuple(name for name in names if self.outcomes.get(name) is Outcome.NOT_YET)

    def summary(self) -> str:
        """How far one has come, in words."""
        more = f", {self.later} more on a later try" if self.later else ""
        return (
            f"{self.correct} of {self.total} questions correct "
            f"({100 * self.correct // self.total} percent){more}."
        )

    def text(self) -> str:
        """The board for a terminal."""
        lines = [self.summary(), *self._advice(), ""]
        titles = [f"{row.number} {row.lesson.title}" for row in self.rows]
        cells = [[self._cell(row.lesson), self._cell(row.exercises)] for row in self.rows]
        left = max(map(len, titles))
        middle = max(len("lesson"), *(len(lesson) for lesson, _ in cells))
        lines.append(f"{'':{left}}  {'lesson':{middle}}  exercises")
        for title, (lesson, exercises) in zip(titles, cells, strict=True):
            lines.append(f"{title:{left}}  {lesson:{middle}}  {exercises}")
        return "\n".join([*lines, "", _key()])

    def html(self) -> str:
        """The board for a notebook, with links to what is there."""
        left = 'style="text-align: left"'
        rows = "".join(
            f"<tr><td {left}>{row.number} {_link(row.lesson)}</td>"
            f"<td {left}>{self._cell(row.lesson)}</td>"
            f"<td {left}>{_link(row.exercises)}</td>"
            f"<td {left}>{self._cell(row.exercises)}</td></tr>"
            for row in self.rows
        )
        columns = ("lesson", "its questions", "exercises", "theirs")
        header = "".join(f"<th {left}>{column}</th>" for column in columns)
        advice = "".join(f"<br>{line}" for line in self._advice(html=True))
        return (
            f"<p><b>{self.summary()}</b>{advice}</p>"
            f"<table><thead><tr>{header}</tr></thead><tbody>{rows}</tbody></table><p>{_key()}</p>"
        )

    def _parts(self) -> Iterator[tuple[str, Part]]:
        for row in self.rows:
            yield f"lesson {row.number}", row.lesson
            yield f"exercises {row.number}", row.exercises

    def _count(self, part: Part, *wanted: Outcome) -> int:
        return sum(self.outcomes.get(name) in wanted for name in part.names)

    def _cell(self, part: Part) -> str:
        found = (self.outcomes.get(name, Outcome.NOT_ATTEMPTED) for name in part.names)
        signs = " ".join(outcome.sign for outcome in found)
        return f"{self._count(part, Outcome.CORRECT)} of {len(part.names)}  {signs}"

    def _advice(self, html: bool = False) -> Iterator[str]:
        if self.next is None:
            yield "Nothing is left to do."
            return
        called, part = self.next
        yield f"Next: {called}, {_link(part) if html else part.title}."
        if self.to_try_again:
            places = [
                f"{called}, question {number} ({name})"
                for called, part in self._parts()
                for number, name in enumerate(part.names, 1)
                if name in self.to_try_again
            ]
            yield f"To try again: {'; '.join(places)}."


def _key() -> str:
    return " · ".join(f"{outcome.sign} {outcome.words.lower()}" for outcome in Outcome)


def _link(part: Part) -> str:
    """The part's title; a link where its notebook can be found from the one that runs."""
    here = Path.cwd()
    for house in (here, *here.parents[:2]):
        if (house / part.file).is_file():
            way = Path(os.path.relpath(house / part.file, here)).as_posix()
            return f'<a href="{escape(way)}">{escape(part.title)}</a>'
    return escape(part.title)
