"""The pictures of a page: inside it as PNG, and beside it as files."""

import warnings
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt

from course_lib.plots.files import pdf_of, png_of


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
