"""Values with their intervals, one below the other, under names that are written whole."""

import re
import unicodedata
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from course_lib.plots.style import COLOURS, styled

#: The sizes of a line of text and of the room for an interval, in inches.
_LINE, _BAR = 0.21, 0.3
#: So wide are these pictures: the letters can still be read on a telephone.
WIDTH = 6.4
#: Letters that fit into a line of a picture, and beside a text at its right end.
_LETTERS, _BESIDE = 64, 42


class ForestRow(NamedTuple):
    """A value with its limits, and its name above it; `text` stands at the right end."""

    name: str
    value: float
    low: float | None
    high: float | None
    #: Whether it stands out: blue and bold, or grey.
    marked: bool
    text: str = ""

    @property
    def lines(self) -> list[str]:
        """The name, broken if it is too long for one line, and never cut."""
        return wrapped(self.name, _BESIDE if self.text else _LETTERS)


def wrapped(name: str, letters: int) -> list[str]:
    """A name in lines as wide as so many small letters, broken at its joints where it has some.

    A dollar begins no formula.
    """
    lines, line, room = [], "", float(letters)
    for piece in re.findall(r"[^\s_/.-]*[\s_/.-]*", name):
        if line and sum(map(_width, piece.rstrip())) > room:
            lines, line, room = [*lines, line], "", float(letters)
        for letter in piece:
            if _width(letter) > room and letter != " ":
                lines, line, room = [*lines, line], "", float(letters)
            line, room = line + letter, room - _width(letter)
    return [line.replace("$", r"\$") for line in (*lines, line) if line]


def _width(letter: str) -> float:
    """About how many small letters it takes the room of."""
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.7
    return 1.45 if letter in "mwMW@%&" else 1.15 if letter.isupper() else 1.0


def forest_height(rows: Sequence[ForestRow]) -> float:
    """How high a picture of these rows is, in inches, with its axis and a title of two lines."""
    return 1.35 + sum(_LINE * len(row.lines) + _BAR for row in rows)


@styled
def draw_forest(
    ax: Any,
    rows: Sequence[ForestRow],
    *,
    line: float | None = None,
    line_label: str = "",
    margin: float | None = None,
    names: bool = True,
) -> list[float]:
    """Draw a dot with its interval for each row; returns where they are, from the top.

    `line` is an upright line to compare with, such as 0 for differences; `margin` shades what is
    within it on both sides, too small to matter. Without `names` the room for them stays empty, for
    a second panel beside the first.
    """
    places, top = [], 0.0
    for row in rows:
        lines = row.lines
        if names:
            _write(ax, 0, top, "\n".join(lines), fontweight="bold" if row.marked else "normal")
            _write(ax, 1, top, row.text, ha="right")
        top += _LINE * len(lines)
        places.append(top + 0.45 * _BAR)
        top += _BAR
    if margin is not None:
        ax.axvspan(-margin, margin, color="#e6e6e6", zorder=0)
    if line is not None:
        colour = COLOURS["critical" if line_label else "score"]
        ax.axvline(line, color=colour, linestyle="--", linewidth=1.2, zorder=1)
        if line_label:
            ax.text(line, top + 0.14, f" {line_label} ", color=colour, fontsize=10.5, va="center",
                    ha=_side(line, rows))  # fmt: skip
    for row, place in zip(rows, places, strict=True):
        colour = COLOURS["first" if row.marked else "other"]
        if row.low is not None and row.high is not None:
            width = 4 if row.marked else 2.5
            ax.plot([row.low, row.high], [place] * 2, color=colour, lw=width,
                    solid_capstyle="butt", zorder=2)  # fmt: skip
            colour = "black"
        shape = "o" if row.marked else "s"
        ax.plot(row.value, place, shape, color=colour, markersize=5.5, zorder=3)
    ends = [x for row in rows for x in (row.value, row.low, row.high, line) if x is not None]
    room = 0.05 * max(max(ends) - min(ends), 1e-6)
    ax.set(xlim=(min(ends) - room, max(ends) + room), ylim=(top + (0.28 if line_label else 0), 0))
    ax.set_yticks([])
    ax.spines["left"].set_visible(False)
    ax.locator_params(axis="x", nbins=5)
    ax.ticklabel_format(axis="x", useOffset=False)
    if names:  # above a panel that stands beside it
        ax.set_zorder(2)
        ax.patch.set_visible(False)
    return places


def _write(ax: Any, side: float, top: float, text: str, **look: Any) -> None:
    """A text above an interval, over all lines; it may go beyond its panel, and makes no room."""
    box = {"facecolor": "white", "edgecolor": "none", "pad": 0.8}
    if text:
        ax.text(
            side, top + 0.05, text, transform=ax.get_yaxis_transform(), va="top", fontsize=11,
            linespacing=1.15, bbox=box, zorder=2.5, in_layout=False, **look,
        )  # fmt: skip


def _side(line: float, rows: Sequence[ForestRow]) -> str:
    """A label stands on the side where there is more room."""
    middle = np.mean([row.value for row in rows])
    return "left" if line < middle else "right"


@styled
def draw_strip(
    ax: Any,
    values: np.ndarray,
    marked: np.ndarray,
    line: float | None = None,
    line_label: str = "",
) -> None:
    """Draw very many values in their order, the highest on the left; those marked stand out."""
    order = np.argsort(-np.asarray(values, float), kind="stable")
    ordered, marks = np.asarray(values, float)[order], np.asarray(marked, bool)[order]
    place = np.arange(1, ordered.size + 1)
    for part, colour, shape in ((~marks, "other", "s"), (marks, "first", "o")):
        ax.plot(place[part], ordered[part], shape, color=COLOURS[colour], markersize=3.5)
    if line is not None:
        ax.axhline(line, color=COLOURS["critical"], linestyle="--", linewidth=1.3)
        # The highest stand on the left: there is room at the line.
        ax.annotate(line_label, (1, line), (0, -4), textcoords="offset points", va="top",
                    color=COLOURS["critical"], fontsize=11)  # fmt: skip
    ax.set_xlim(1 - 0.02 * ordered.size, 1.02 * ordered.size)
    ax.set_xlabel("place, from the highest to the lowest")
