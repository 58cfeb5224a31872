"""What a source shows: figures and tables, each beside what is said of it."""

import csv
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Source:
    """One of the works that the course stands on."""

    #: What the `course reproduce` command and the folders call it.
    key: str
    #: Short, as in the claims.
    name: str
    title: str
    #: Authors, where it appeared, and what was done with it here.
    about: str
    #: Where to find it, if it has a lasting address.
    address: str = ""


@dataclass(frozen=True)
class Picture:
    """A figure, beside what the source shows or says."""

    name: str
    title: str
    #: What the source shows and says of it.
    described: str
    #: What is to be seen in ours.
    text: str
    #: The claims that it bears on.
    claims: tuple[str, ...]
    data: dict[str, Any]
    figure: Any


@dataclass(frozen=True)
class Table:
    """A table, rebuilt: texts in rows, and the cells in which the source has something else."""

    name: str
    title: str
    text: str
    claims: tuple[str, ...]
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    #: What the source prints, by row and column, where that is not what the cell says.
    printed: tuple[tuple[int, int, str], ...] = ()
    #: Too long for a page: a file only.
    file_only: bool = False

    def write(self, folder: Path) -> None:
        """Write the cells as CSV."""
        with (folder / f"{self.name}.csv").open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(self.head)
            writer.writerows(self.rows)


@dataclass(frozen=True)
class Exhibit:
    """A numbered figure or table of a source, and what became of it here."""

    source: str
    exhibit: str
    #: Names of pictures and tables that rebuild it; empty if there are none.
    rebuilt: tuple[str, ...]
    #: What it is, and why it was not rebuilt if it was not.
    note: str


def load_exhibits(key: str) -> list[Exhibit]:
    """The figures and tables of a source, from `exhibits.csv` beside this module."""
    text = resources.files(__package__).joinpath("exhibits.csv").read_text("utf-8")
    return [
        Exhibit(row["source"], row["exhibit"], tuple(row["rebuilt"].split()), row["note"])
        for row in csv.DictReader(text.splitlines())
        if row["source"] == key
    ]
