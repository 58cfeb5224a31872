"""What the caller chose: rows with some values, and columns by their names."""

from collections.abc import Iterable, Mapping
from typing import Any

from course_lib.common.arguments import as_list
from course_lib.common.columns import listed_labels
from course_lib.common.files import FileTable
from course_lib.common.phrases import option
from course_lib.judging.item_files import chosen_rows
from course_lib.judging.item_spelling import plain
from course_lib.judging.labels import key_of


def rows_where(table: FileTable, where: Any) -> FileTable:
    """Rows with these values only: `{"filter": "none"}`, or texts such as "filter=none"."""
    if where is None:
        return table
    pairs = where.items() if isinstance(where, Mapping) else map(_equation, as_list(where))
    for name, value in pairs:
        column = column_named(table, "where", name)
        cells = table.column(column)
        wanted = {key_of(one) for one in as_list(value)}
        rows = [row for row, cell in enumerate(cells) if key_of(cell) in wanted]
        if not rows:
            seen = list(dict.fromkeys(cells))
            raise ValueError(
                f"{table.source}, column {table.header[column]!r}: no row has "
                f"{' or '.join(map(repr, as_list(value)))}; there are {listed_labels(seen)}"
            )
        table = chosen_rows(table, rows)
    return table


def _equation(text: Any) -> tuple[str, str]:
    name, equals, value = str(text).partition("=")
    if not equals or not name:
        raise ValueError(f"where must be COLUMN=value; got {text!r}")
    return name, value


def names_of(drop: Any) -> list[str]:
    """One name, or several."""
    return [] if drop is None else [str(name) for name in as_list(drop)]


def column_named(table: FileTable, argument: str, name: Any) -> int:
    """The column of this name, whichever way its capitals and signs are written."""
    if name in table.header:
        return table.header.index(name)
    alike = [k for k, own in enumerate(table.header) if plain(own) == plain(str(name))]
    if len(alike) == 1 and plain(str(name)):
        return alike[0]
    told = option(argument).rstrip("=")
    raise ValueError(
        f"{told} must name a column of {table.source}: {listed_labels(table.header)}; got {name!r}"
    )


def check_apart(table: FileTable, found: Mapping[str, int | None], dropped: Iterable[int]) -> None:
    """One column has one task."""
    seen: dict[int, str] = dict.fromkeys(dropped, "drop")
    for name, column in found.items():
        if column is None:
            continue
        if column in seen:
            raise ValueError(
                f"{option(seen[column]).rstrip('=')} and {option(name).rstrip('=')} must be two "
                f"columns; got {table.header[column]!r} for both"
            )
        seen[column] = name
