"""A progress bar for work that takes longer than a moment, in a terminal or a notebook."""

import os
import sys
from typing import Any

from course_lib.common.notebook_bar import NotebookBar

#: Shorter work shows no bar at all.
_DELAY_SECONDS = 2.0


class NoBar:
    """Nothing to see. (A tqdm bar would start a thread even if it is never shown.)"""

    def __enter__(self) -> "NoBar":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def update(self, steps: int) -> None:
        """So many steps more are done."""


def progress_bar(total: int | None, what: str, show: bool | None = None, unit: str = "") -> Any:
    """A bar to be used in a `with` statement; `total` is None where nobody knows it.

    `show=None` shows it after two seconds, in a terminal (by tqdm) or a notebook only: in a script
    whose output goes to a file nothing is written.
    """
    if show is False or (show is None and not _someone_is_looking()):
        return NoBar()
    delay = 0 if show else _DELAY_SECONDS
    if (shell := _notebook()) is not None:
        return NotebookBar(shell, total, what, unit, delay)
    from tqdm import tqdm

    return tqdm(
        total=total,
        desc=what,
        unit=unit or "step",
        unit_scale=bool(unit),
        delay=delay,
        leave=False,
    )


def _someone_is_looking() -> bool:
    if os.environ.get("COURSE_BARS") == "off":
        return False  # where outputs are stored or compared: a slow machine must not change them
    if os.environ.get("NBGRADER_EXECUTION"):
        return False  # graded in the teacher's absence
    return _notebook() is not None or sys.stderr.isatty()


def _notebook() -> Any:
    """What runs the cells of the notebook that we are in, if we are in one."""
    # Ask only if IPython is loaded already: importing it would cost a second.
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return shell if shell.__class__.__name__ == "ZMQInteractiveShell" else None
