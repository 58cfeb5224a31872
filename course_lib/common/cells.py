"""From the text of a file to its cells: rows on lines, in columns, with or without quotes."""

import csv
import re
from collections.abc import Iterator, Sequence
from typing import Any


class RowsOfColumns(Sequence[list[str]]):
    """The rows of a table that is kept column by column; each is made when it is asked for.

    As lists, a million rows would take more time and memory than all their cells do.
    """

    def __init__(self, columns: list[list[str]]) -> None:
        self.columns = columns

    def __len__(self) -> int:
        return len(self.columns[0]) if self.columns else 0

    def __getitem__(self, row: Any) -> Any:
        if isinstance(row, slice):
            return RowsOfColumns([column[row] for column in self.columns])
        return [column[row] for column in self.columns]

    def __iter__(self) -> Iterator[list[str]]:
        return map(list, zip(*self.columns, strict=True))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)


def rows_of(text: str, separator: str) -> tuple[Sequence[list[str]], list[int]]:
    """The rows that are not empty, without the space around their cells, and where each ends.

    What cannot be read is a `csv.Error` that names the line.
    """
    return _plain(text, separator) or _any(text, separator)


def lines_of(text: str) -> Iterator[str]:
    """Line by line with their ends, which may be of three kinds; without a copy of it all."""
    return (line[0] for line in re.finditer(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z", text))


def _plain(text: str, separator: str) -> tuple[RowsOfColumns, list[int]] | None:
    """All at once, for rows that are equally long, each on a line, without quotes below the first.

    None if they are not.
    """
    header, _, body = text.replace("\r\n", "\n").rstrip("\n").partition("\n")
    if '"' in body or "\r" in body or "\r" in header:
        return None
    lines = body.split("\n")
    try:
        (first,) = csv.reader([header], delimiter=separator, strict=True)
    except (ValueError, csv.Error):
        return None
    if set(map(str.count, lines, [separator] * len(lines))) != {len(first) - 1}:
        return None
    if max(map(len, lines)) > csv.field_size_limit():
        return None
    del lines
    below = body.replace("\n", separator).split(separator)
    width = len(first)
    cells = list(map(str.strip, first + below))
    rows = RowsOfColumns([cells[column::width] for column in range(width)])
    if "" in rows.columns[0] and not all(map(any, rows)):
        return None
    return rows, list(range(1, len(rows) + 1))


def _any(text: str, separator: str) -> tuple[list[list[str]], list[int]]:
    """Row by row, as they come."""
    reader = csv.reader(lines_of(text), delimiter=separator, strict=True)
    rows, lines = [], []
    try:
        for cells in reader:
            stripped = [cell.strip() for cell in cells]
            if any(stripped):
                rows.append(stripped)
                lines.append(reader.line_num)
    except csv.Error as error:
        raise csv.Error(
            f"line {reader.line_num}: must be a text file with commas, semicolons or tabs between "
            f"its columns; {error}"
        ) from None
    return rows, lines
