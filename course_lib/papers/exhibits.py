"""What a source shows: figures and tables, each beside what is said of it."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from markupsafe import Markup

from course_lib.common.files import write_table

#: Tables with more columns than these are set in smaller letters.
_MANY_COLUMNS = 12


class Drawn(NamedTuple):
    """A figure as we draw it."""

    #: What is to be seen in it.
    text: str
    data: dict[Any, Any]
    figure: Any


@dataclass(frozen=True)
class Picture:
    """A figure, beside what the source shows or says."""

    title: str
    #: The claims that it bears on.
    claims: tuple[str, ...]
    #: What the source shows and says of it.
    described: str
    #: Ours.
    text: str
    data: dict[Any, Any]
    figure: Any


@dataclass(frozen=True)
class Table:
    """A table, rebuilt: texts in rows, and the cells in which the source has something else."""

    title: str
    text: str
    claims: tuple[str, ...]
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    #: What the source prints, by row and column, where that is not what the cell says.
    printed: tuple[tuple[int, int, str], ...] = ()
    #: Too long for a page: a file only.
    file_only: bool = False

    def first_rows(self, count: int) -> "Table":
        """The table, cut after some rows."""
        printed = tuple(cell for cell in self.printed if cell[0] < count)
        return replace(self, rows=self.rows[:count], printed=printed)

    def write(self, path: Path) -> None:
        """Write the cells as CSV."""
        write_table(path, self.header, self.rows)

    def html(self) -> Markup:
        """The cells for a page; in brackets what the source prints, where it is another value."""
        printed = {(i, j): text for i, j, text in self.printed}
        mark = Markup(' <span class="printed">[{}]</span>')
        lines = [Markup("").join(Markup("<th>{}</th>").format(words) for words in self.header)]
        for i, (name, *cells) in enumerate(self.rows):
            line = Markup("<th>{}</th>").format(name)
            for j, text in enumerate(cells, 1):
                other = printed.get((i, j))
                line += Markup('<td class="number">{}{}</td>').format(
                    text, mark.format(other) if other else ""
                )
            lines.append(line)
        return Markup('<div class="scroll"><table class="cells{}">{}</table></div>').format(
            " dense" if len(self.header) > _MANY_COLUMNS else "",
            Markup("").join(Markup("<tr>{}</tr>").format(line) for line in lines),
        )


@dataclass(frozen=True)
class Exhibit:
    """A numbered figure or table of a source, and what became of it here."""

    exhibit: str
    #: Names of pictures and tables that rebuild it; empty if there are none.
    rebuilt: tuple[str, ...]
    #: What it is, and why it was not rebuilt if it was not.
    note: str
