"""How far a learner has come: a board that lives in a file beside the lessons.

Nothing leaves the computer. Delete the file to begin anew.
"""

import contextlib
import json
import os
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

from course_lib.classroom.verdicts import Outcome

_HOUSE = Path(__file__).parents[2]
#: Used where nothing is to be left behind (tests, grading): what is known to this process only.
_memory: dict[str, Outcome] = {}


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


def record(name: str, outcome: Outcome) -> None:
    """Note what became of a question. What was once correct stays correct."""
    if outcome is Outcome.NOT_ATTEMPTED:
        return
    known = outcomes()
    if known.get(name) in (Outcome.CORRECT, outcome):
        return
    known[name] = outcome
    path = progress_file()
    if path is None:
        _memory[name] = outcome
        return
    text = json.dumps({"questions": {k: v.name for k, v in sorted(known.items())}}, indent=1)
    # A folder that cannot be written to must not keep anybody from learning.
    with contextlib.suppress(OSError):
        beside = path.with_suffix(f".{os.getpid()}.tmp")
        beside.write_text(text + "\n")
        beside.replace(path)  # at once, so that a crash cannot leave half a file


@dataclass(frozen=True, repr=False)
class ProgressBoard:
    """Every question of the course and what became of it. Made by `progress_board`."""

    #: For each part of the course: its title, and the names of its questions.
    parts: dict[str, tuple[str, ...]]
    outcomes: dict[str, Outcome] = field(default_factory=dict)

    def signs(self, part: str) -> str:
        """One sign for each question of a part."""
        found = (self.outcomes.get(name, Outcome.NOT_ATTEMPTED) for name in self.parts[part])
        return " ".join(outcome.sign for outcome in found)

    def count(self, part: str) -> str:
        """How many are correct, of how many."""
        names = self.parts[part]
        done = sum(self.outcomes.get(name) is Outcome.CORRECT for name in names)
        return f"{done} of {len(names)}"

    def __str__(self) -> str:
        width = max(map(len, self.parts))
        return "\n".join(
            f"{part:<{width}}  {self.count(part):>7}  {self.signs(part)}" for part in self.parts
        )

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """How a notebook shows it."""
        left = 'style="text-align: left"'
        rows = "".join(
            f"<tr><td {left}>{escape(part)}</td><td>{self.count(part)}</td>"
            f"<td {left}>{self.signs(part)}</td></tr>"
            for part in self.parts
        )
        key = " · ".join(f"{outcome.sign} {outcome.words.lower()}" for outcome in Outcome)
        return (
            f"<table><thead><tr><th {left}>part of the course</th><th>correct</th>"
            f"<th {left}>questions</th></tr></thead><tbody>{rows}</tbody></table><p>{key}</p>"
        )
