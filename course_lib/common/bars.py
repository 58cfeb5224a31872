"""A progress bar for work that takes longer than a moment, in a terminal or a notebook."""

import os
import sys
from typing import Any

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


def progress_bar(total: int, what: str, show: bool | None = None, unit: str = "") -> Any:
    """A tqdm bar. `show=None` shows it after two seconds, in a terminal or notebook only.

    In a script whose output goes to a file nothing is written; and in a notebook the bar is a
    widget, not text on stderr, which would cost a student the points of a graded cell.
    """
    if show is False or (show is None and not _someone_is_looking()):
        return NoBar()
    from tqdm.auto import tqdm

    return tqdm(
        total=total,
        desc=what,
        unit=unit or "step",
        unit_scale=bool(unit),
        delay=0 if show else _DELAY_SECONDS,
        leave=False,
    )


def _someone_is_looking() -> bool:
    if os.environ.get("COURSE_BARS") == "off":
        return False  # where outputs are stored or compared: a slow machine must not change them
    return _in_notebook() or sys.stderr.isatty()


def _in_notebook() -> bool:
    # Ask only if IPython is loaded already: importing it would cost a second.
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return shell is not None and shell.__class__.__name__ == "ZMQInteractiveShell"
