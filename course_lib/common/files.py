"""Tables in files, as spreadsheets, R and pandas write them: one reader for all that is read here.

It gives the text of every cell with its line, so that a complaint can name file, line and column.
What the columns mean is for the caller to say.
"""

import csv
import gzip
import math
import re
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from course_lib.common.cells import RowsOfColumns, lines_of, rows_of
from course_lib.common.memory import check_memory
from course_lib.common.records import may_hold_records, records_in

if TYPE_CHECKING:
    import numpy as np

#: What may stand between the columns, and what a note calls it.
_SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs"}
#: What stands for a value that is not there; and more of it where a number is expected.
MISSING = ("", "na", "n/a", "nan", "null", "<na>", "?")
_NO_NUMBER = (*MISSING, "none", "-")
#: A comma that may be one of decimals or of thousands.
_LIKE_THOUSANDS = re.compile(r"[-+]?[1-9]\d{0,2},\d{3}")
_DECIMALS = "Decimals with a comma go with semicolons between the columns"
#: What a file is that is no text, by how it begins or by the ending of its name.
_OTHER_KINDS = (
    ("a log of Inspect", (), (".eval",)),
    ("a spreadsheet", (b"PK\x03\x04", b"\xd0\xcf\x11\xe0"), (".xlsx", ".xls", ".ods", ".numbers")),
    ("a pickle", (b"\x80\x02", b"\x80\x03", b"\x80\x04", b"\x80\x05"), (".pkl", ".pickle")),
    ("a file of NumPy", (b"\x93NUMPY",), (".npy", ".npz")),
    ("a Feather file", (b"ARROW1", b"FEA1"), (".feather", ".arrow")),
)


@dataclass(frozen=True, eq=False, repr=False)
class FileTable:
    """The header and the rows of a file, as text without the space around it."""

    source: str
    #: Names of the columns; empty where the file was said to have none.
    header: tuple[str, ...]
    rows: Sequence[list[str]]
    #: The line of the file on which each row ends; or its number, where a file has no lines.
    lines: list[int]
    #: What stands between the columns.
    separator: str = ","
    #: How the file was understood, where it could have been otherwise.
    notes: tuple[str, ...] = ()
    #: What a complaint calls them.
    unit: str = "line"

    def column(self, index: int) -> list[str]:
        """All cells of a column, not to be changed."""
        if isinstance(self.rows, RowsOfColumns):
            return self.rows.columns[index]
        return [row[index] for row in self.rows]

    def without(self, columns: Iterable[int]) -> "FileTable":
        """The same table, without some of its columns."""
        left_out = set(columns)
        kept = [column for column in range(len(self.header)) if column not in left_out]
        rows = RowsOfColumns([self.column(column) for column in kept])
        return replace(self, header=tuple(self.header[column] for column in kept), rows=rows)

    def taking(self, rows: Sequence[int]) -> "FileTable":
        """The same table, with some of its rows."""
        columns = [self.column(column) for column in range(len(self.header))]
        return replace(
            self,
            rows=RowsOfColumns([[cells[row] for row in rows] for cells in columns]),
            lines=[self.lines[row] for row in rows],
        )

    def records(self) -> list[dict[str, str]]:
        """A dictionary for each row, by the names in the header."""
        return [dict(zip(self.header, row, strict=True)) for row in self.rows]

    def where(self, row: int, column: int | None = None) -> str:
        """The beginning of a complaint: which file, which line, which column."""
        of_column = "" if column is None else f", column {self.header[column]!r}"
        return f"{self.source}, {self.unit} {self.lines[row]}{of_column}"

    def number(self, cell: str) -> float | None:
        """A cell as a number; between semicolons and tabs it may have a decimal comma."""
        return _number(cell if self.separator == "," else cell.replace(",", "."))

    def numbers(
        self, columns: Sequence[int], what: str = "value", hint: str = ""
    ) -> "tuple[np.ndarray, tuple[str, ...]]":
        """These columns as numbers, and notes on how they were understood.

        Every cell must hold a finite number. `what` is the word for one in a complaint, at the end
        of which the hint stands.
        """
        import numpy as np  # only here: text can be read without it

        values = np.empty((len(self.rows), len(columns)))
        commas, notes = False, []
        for at, column in enumerate(columns):
            cells = self.column(column)
            if self.separator != "," and any("," in cell for cell in cells):
                commas = True
                notes += self._decimal_commas(column, cells)
                cells = [cell.replace(",", ".") for cell in cells]
            try:
                values[:, at] = np.fromiter(map(float, cells), float, len(cells))
            except ValueError:
                values[:, at] = np.nan
            # What Python takes for a number need not be one in a file: then look at every cell.
            if not np.isfinite(values[:, at]).all() or "_" in "".join(cells):
                self._refuse_first(column, what, hint)
        if commas:
            notes.insert(0, "Decimals in the file are written with a comma.")
        return values, tuple(notes)

    def _decimal_commas(self, column: int, cells: list[str]) -> list[str]:
        """No point in such a column, and one comma at most in a number; a note if in doubt."""
        first = next(row for row, cell in enumerate(cells) if "," in cell)
        for row, cell in enumerate(cells):
            if "." in cell and _number(cell.replace(",", "")) is not None:
                raise ValueError(
                    f"{self.where(row, column)}: a column must have points or commas in its "
                    f"numbers, not both; got {cell!r} and in {self.unit} {self.lines[first]} "
                    f"{cells[first]!r}"
                )
            if cell.count(",") > 1:
                raise ValueError(
                    f"{self.where(row, column)}: a number must have one decimal comma at most; got "
                    f"{cell!r}"
                )
        if not all(_LIKE_THOUSANDS.fullmatch(cell) for cell in cells if "," in cell):
            return []
        return [
            f"Column {self.header[column]!r} has three digits after every comma: {cells[first]} "
            f"was read as {cells[first].replace(',', '.')}. If thousands are meant, write them "
            "without a comma."
        ]

    def _refuse_first(self, column: int, what: str, hint: str) -> NoReturn:
        """Complain about the first cell of the column that holds no finite number."""
        for row, cell in enumerate(self.column(column)):
            number = self.number(cell)
            if number is None or not math.isfinite(number):
                self._refuse(row, column, what, hint)
        raise AssertionError("a column was refused for no reason")

    def _refuse(self, row: int, column: int, what: str, hint: str) -> NoReturn:
        cell = self.rows[row][column]
        if cell.casefold() in _NO_NUMBER:
            trouble = f"the {what} is missing; got {cell!r}"
        else:
            trouble = f"a {what} must be a finite number; got {cell!r}"
            if _number(cell.replace(",", ".")) is not None and "," in cell:
                hint = _DECIMALS
        raise ValueError(f"{self.where(row, column)}: {trouble}" + (f". {hint}" if hint else ""))


def read_table(file: str | PathLike, header: bool = True) -> FileTable:
    """Read a table: a header that names the columns, then a row on each line.

    The columns are separated by commas, semicolons or tabs, which is found out, or told by a first
    line such as `sep=;`. Text is UTF-8, with or without a byte-order mark; cells may be in quotes;
    empty lines do not matter; the file may be compressed (gzip). Parquet is read where pandas and
    pyarrow are installed; records in JSON have a line each, or are a list. `header=False` is for a
    file that begins with its first row.
    """
    path = Path(file)
    if path.suffix.lower() in (".parquet", ".pq"):
        return _parquet(path)
    check_memory(path, path.stat().st_size)
    data = path.read_bytes()
    if data.startswith(b"\x1f\x8b"):
        try:
            data = gzip.decompress(data)
        except (EOFError, zlib.error, OSError) as error:
            raise ValueError(f"{path}: the compressed file is damaged; {error}") from None
    if data.startswith(b"PAR1"):
        return _parquet(path)
    check_memory(path, len(data))
    if may_hold_records(path, data):
        found = records_in(path, _text(path, data))
        table = FileTable(str(path), found.header, found.rows, found.lines, unit=found.unit)
        return _checked(table, "its records")
    text = _text(path, data)
    separator, told = _separator(text)
    try:
        rows, lines = rows_of(text, separator)
    except csv.Error as error:
        raise ValueError(f"{path}, {error}") from None
    if told:  # a word from one spreadsheet to another
        rows, lines = rows[1:], lines[1:]
    names: list[str] = []
    above = f"line {lines[0]}" if rows else ""
    if header and rows:
        names = [" ".join(cell.split()) for cell in rows[0]]
        rows, lines = rows[1:], lines[1:]
    notes = () if separator == "," else (
        f"The columns of the file are separated by {_SEPARATORS[separator]}.",
    )  # fmt: skip
    return _checked(FileTable(str(path), tuple(names), rows, lines, separator, notes), above)


def write_table(path: str | PathLike, header: Iterable[str], rows: Iterable[Iterable]) -> None:
    """Write a CSV file: a header, which stands there even if there is no row, and the rows."""
    with open(path, "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([list(header), *rows])


def _checked(table: FileTable, above: str) -> FileTable:
    """The table, if it has rows that are equally long and columns with names of their own."""
    if not table.rows:
        got = "a header only" if table.header else "nothing"
        raise ValueError(
            f"{table.source} must hold a header and at least one row below it; got {got}"
        )
    width = len(table.header or table.rows[0])
    # Rows that were cut from columns are equally long, but for the header.
    rows = table.rows[:1] if isinstance(table.rows, RowsOfColumns) else table.rows
    for row, cells in enumerate(rows):
        if len(cells) != width:
            hint = f". {_DECIMALS}" if table.separator == "," and len(cells) > width else ""
            raise ValueError(
                f"{table.where(row)}: there must be {width} values, as in "
                f"{'the header' if table.header else 'the first row'}; got {len(cells)}{hint}"
            )
    if any(table.number(name) is None for name in table.header):
        again = [row for row, cell in enumerate(table.column(0)) if cell == table.header[0]]
        for row in again:
            if tuple(table.rows[row]) == table.header:
                raise ValueError(
                    f"{table.where(row)}: the header stands there again, as where files were put "
                    "together: leave that line out"
                )
    for column, name in enumerate(table.header):
        where = f"{table.source}, {above}, column {column + 1}"
        if not name and column:  # the first may name the rows
            raise ValueError(f"{where}: every column must have a name in the header; got none")
        if not name.isprintable():
            raise ValueError(
                f"{where}: a name must hold letters and signs that can be printed; got {name!r}"
            )
        if name in table.header[:column]:
            raise ValueError(
                f"{where}: the names of the columns must differ; {name!r} occurs "
                f"{table.header.count(name)} times"
            )
    return table


def _text(path: Path, data: bytes) -> str:
    """The bytes as text; or a word on what they are instead."""
    beginning = data[:1_000].removeprefix(b"\xef\xbb\xbf").lstrip()
    for kind, beginnings, endings in _OTHER_KINDS:
        if beginning.startswith(beginnings) or path.suffix.lower() in endings:
            remedy = "save the table as CSV first (in pandas: to_csv(..., index=False))"
            if kind == "a log of Inspect":
                remedy = (
                    "turn it into JSON first (inspect log convert FILE --to json --output-dir DIR)"
                )
            raise ValueError(f"{path} is {kind}: {remedy}")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ValueError(
            f"{path}, line {line}: must be a text file in UTF-8: save the table as CSV in UTF-8, "
            "which spreadsheets offer among their formats"
        ) from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise ValueError(f"{path}, line {line}: must be a text file in UTF-8; it holds a zero byte")
    return text


def _separator(text: str) -> tuple[str, bool]:
    """What separates the columns, and whether the first line tells so.

    Header and next row have as many cells, and more than one. A separator may stand inside quotes,
    or inside a number, so a count of signs does not tell. Where several fit, the one that leaves
    numbers is taken.
    """
    if told := re.match(r"\s*\"?sep=([,;\t])\"?[ ,;\t]*(\r|\n|$)", text, re.IGNORECASE):
        return told[1], True
    fits = {}
    for separator in _SEPARATORS:
        reader = csv.reader(lines_of(text), delimiter=separator)
        rows = (row for row in reader if any(cell.strip() for cell in row))
        try:
            first, second = next(rows, []), next(rows, [])
        except csv.Error:
            first, second = [], []
        cells = second[1:] if separator == "," else [x.replace(",", ".") for x in second[1:]]
        # Where none fits, rows differ in length, and a message will say where.
        fit = len(first) == len(second) > 1
        fits[separator] = (fit, fit and None not in map(_number, cells), len(first))
    return max(fits, key=fits.__getitem__), False


def _parquet(path: Path) -> FileTable:
    """Through pandas, which keeps every number as it is; rows are counted from 1."""
    path.open("rb").close()  # what is not there is no matter of packages
    try:
        import pandas as pd

        frame = pd.read_parquet(path)
    except ImportError:
        raise ValueError(
            f"{path} is a Parquet file, and to read it pandas and pyarrow must be installed (pip "
            "install pandas pyarrow); or save the table as CSV"
        ) from None
    except (ValueError, OSError) as error:
        raise ValueError(f"{path} cannot be read as a Parquet file; {error}") from None
    if not isinstance(frame.index, pd.RangeIndex):
        frame = frame.reset_index()
    whole = frame.astype(object).where(frame.notna(), "")
    rows = RowsOfColumns([[str(value).strip() for value in cells] for _, cells in whole.items()])
    header = [" ".join(str(name).split()) for name in frame.columns]
    lines = list(range(1, len(rows) + 1))
    return _checked(FileTable(str(path), tuple(header), rows, lines, unit="row"), "its header")


def _number(cell: str) -> float | None:
    """A number as files have them; 1_0 is one in Python only."""
    try:
        return None if "_" in cell else float(cell)
    except ValueError:
        return None
