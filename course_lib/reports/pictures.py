"""The pictures of a page: inside it as PNG, and beside it as files."""

import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import numpy as np

from course_lib.plots.files import pdf_of, png_of
from course_lib.plots.forest import WIDTH, wrapped
from course_lib.plots.judging import draw_who_differs
from course_lib.plots.style import figure


@dataclass(frozen=True, eq=False)
class Picture:
    """A picture, the text that stands for it, and the one below it."""

    figure: Any
    alt: str
    caption: str = ""

    @cached_property
    def png(self) -> bytes:
        """As the page holds it."""
        with _any_script():
            return png_of(self.figure, dpi=150)

    def write(self, folder: Path, name: str) -> list[Path]:
        """As two files: PNG for slides, PDF for papers."""
        files = [folder / f"{name}.png", folder / f"{name}.pdf"]
        with _any_script():
            files[0].write_bytes(png_of(self.figure, dpi=200))
            files[1].write_bytes(pdf_of(self.figure))
        return files


def picture(figure: Any, alt: str, caption: str = "") -> Picture:
    """A figure that is done: pyplot need not hold it any longer."""
    plt.close(figure)
    return Picture(figure, alt, caption)


#: With fewer classifiers a table of who differs from whom adds nothing to the best against the
#: rest, and with more it cannot be read.
FEWEST_IN_A_MATRIX, MOST_IN_A_MATRIX = 4, 20


def fits_a_matrix(number: int) -> bool:
    """Can a table of who differs from whom be read, and does it add something?"""
    return FEWEST_IN_A_MATRIX <= number <= MOST_IN_A_MATRIX


def pair_matrix(
    names: Sequence[str],
    pairs: Iterable[tuple[str, str, float | None, tuple[str, str] | None]],
) -> tuple[np.ndarray, np.ndarray]:
    """The adjusted p-values of all pairs, and who is better than whom.

    A pair is two names, its p-value (None where there is none), and, where it differs, the better
    one and the other.
    """
    size, row_of = len(names), {name: row for row, name in enumerate(names)}
    adjusted, better = np.full((size, size), np.nan), np.zeros((size, size), bool)
    for first, second, p, winner in pairs:
        i, j = row_of[first], row_of[second]
        adjusted[i, j] = adjusted[j, i] = np.nan if p is None else p
        if winner:
            better[row_of[winner[0]], row_of[winner[1]]] = True
    return adjusted, better


def matrices(
    names: Sequence[str], tables: Sequence[tuple[str, np.ndarray, np.ndarray]]
) -> tuple[Any, str]:
    """Tables of who differs from whom, one below the other, and what they say in words."""
    size = len(names)
    lines = max(len(wrapped(name, 24)) for name in names)
    side = 1.0 + size * max(0.45 if size <= 8 else 0.3, 0.17 * lines)
    fig, axes = figure(WIDTH, side * len(tables), rows=len(tables))
    told = []
    for ax, (title, adjusted, better) in zip(np.atleast_1d(axes), tables, strict=True):
        number = draw_who_differs(ax, names, adjusted, better, title)
        told.append(f"{title}: {number} of {size * (size - 1) // 2:,} pairs differ")
    return fig, f"{'; '.join(told)}."


@dataclass(frozen=True, eq=False)
class Report:
    """A page, and its pictures by what they show."""

    html: str
    pictures: dict[str, Picture | None]

    def write_figures(self, folder: str | PathLike[str]) -> list[Path]:
        """Each picture, by its name, into a folder, which is made if need be; returns the files."""
        target = Path(folder)
        target.mkdir(parents=True, exist_ok=True)
        drawn = {name: one for name, one in self.pictures.items() if one is not None}
        return [file for name, one in drawn.items() for file in one.write(target, name)]


class _any_script(warnings.catch_warnings):
    """A name in a script that the font does not have is a box in the picture, no more."""

    def __enter__(self) -> None:
        super().__enter__()
        warnings.filterwarnings("ignore", "Glyph .* missing from font")
