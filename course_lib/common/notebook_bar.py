"""A progress bar in the output of a notebook's cell that leaves nothing to see behind."""

import html
import threading
import time
import uuid
from typing import Any

#: The page is not asked to draw more often than this.
_SECONDS_BETWEEN_PICTURES = 0.1
#: Without height in JupyterLab. (An output of no kind at all would make nbconvert complain.)
_NOTHING = {"text/html": ""}


class NotebookBar:
    """A bar in the output of a cell, drawn in place, and gone when the work ends or breaks off.

    It is no widget, which would be a ruin on the second day, and no text on stderr, which would
    cost a student the points of a graded cell. Nor does it ask the page to clear the output of the
    cell, for that holds more than the bar. What stays in the notebook is the place where the bar
    was: an output that is empty, which no page shows. Any thread may call `update`.
    """

    def __init__(self, shell: Any, total: int | None, what: str, unit: str, delay: float) -> None:
        self._shell = shell
        self._total, self._what, self._unit = total, what, unit
        self._done = 0
        self._begin = time.monotonic()
        self._next_picture = self._begin + delay
        self._place: str | None = None
        self._ended = False
        self._lock = threading.RLock()

    def __enter__(self) -> "NotebookBar":
        self.update(0)  # shows it at once where there is no delay
        return self

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._ended = True  # a thread that is late must not draw it again
            if self._place is not None:
                self._draw(_NOTHING, again=True)
                _places.give_back(self._place, _running_cell(self._shell))

    def update(self, steps: int) -> None:
        """So many steps more are done."""
        with self._lock:
            self._done += steps
            now = time.monotonic()
            if now < self._next_picture or self._ended:
                return
            self._next_picture = now + _SECONDS_BETWEEN_PICTURES
            again = self._place is not None
            if self._place is None:
                self._place, again = _places.take(_running_cell(self._shell))
            self._draw(self._picture(now - self._begin), again)

    def _draw(self, bundle: dict[str, str], again: bool) -> None:
        self._shell.display_pub.publish(
            bundle, {}, transient={"display_id": self._place}, update=again
        )

    def _picture(self, seconds: float) -> dict[str, str]:
        words = self._words(seconds)
        name = html.escape(self._what, quote=True)
        value = f' max="{self._total}" value="{self._done}"' if self._total else ""
        bar = f'<progress aria-label="{name}"{value}></progress>'
        return {"text/html": f"<div>{bar} {html.escape(words)}</div>", "text/plain": words}

    def _words(self, seconds: float) -> str:
        unit = f" {self._unit}" if self._unit else ""
        if not self._total:
            return f"{self._what}: {self._done:,}{unit}"
        # Rounded down: a bar that says 100 % is done.
        percent = min(100, 100 * self._done // self._total)
        words = f"{self._what}: {self._done:,} of {self._total:,}{unit}, {percent} %"
        if 0 < self._done < self._total:
            left = seconds * (self._total - self._done) / self._done
            words += f", {_duration(left)} left"
        return words


class _Places:
    """Places for bars in a cell's output. One where a bar has ended takes the next bar of the cell.

    So a cell with a hundred bars, one after the other, leaves one empty place behind, not a
    hundred.
    """

    def __init__(self) -> None:
        self._cell: object = None
        self._free: list[str] = []
        self._lock = threading.Lock()

    def take(self, cell: object) -> tuple[str, bool]:
        """The name of a place, and whether there has been a bar before."""
        with self._lock:
            if self._cell != cell:
                # A cell that runs again begins with no output: the old places are gone.
                self._cell, self._free = cell, []
            return (self._free.pop(), True) if self._free else (uuid.uuid4().hex, False)

    def give_back(self, place: str, cell: object) -> None:
        """The bar in this place has ended."""
        with self._lock:
            if self._cell == cell:
                self._free.append(place)


_places = _Places()


def _running_cell(shell: Any) -> object:
    """The request to run a cell that the kernel is answering."""
    return shell.get_parent().get("header", {}).get("msg_id")


def _duration(seconds: float) -> str:
    if seconds < 60:
        return f"{seconds:.0f} s"
    minutes, seconds = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {seconds} s"
    return f"{minutes // 60} h {minutes % 60} min"
