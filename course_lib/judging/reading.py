"""Predictions from a CSV file: the truth first, then a column of scores for each classifier."""

import csv
import io
import re
from os import PathLike
from typing import Any

import numpy as np

from course_lib.common.phrases import counted
from course_lib.judging.labels import MISSING, distinct, is_missing, key_of, told
from course_lib.judging.predictions import Predictions, assemble, check_names

#: What people call the column with the truth.
_TRUTH_HEADS = ("truth", "true", "y", "y_true", "ytrue", "label", "labels", "class", "target")
#: What may stand between the columns, and how a note calls it.
_SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs"}
#: A comma that may be one of decimals or of thousands.
_LIKE_THOUSANDS = re.compile(r"[-+]?[1-9]\d{0,2},\d{3}")
#: So much of a file is looked at to find out.
_SAMPLE = 1_000_000
#: The number of a line in the file, and its cells.
_Row = tuple[int, list[str]]


def read_predictions(file: str | PathLike, positive: Any = None) -> Predictions:
    """Read predictions: a head with names, then a row for each case; the truth comes first.

    The other columns hold scores, one column for each classifier; a high score means "positive".
    The truth is 1 and 0, true and false, yes and no, or any two labels, if `positive` says which
    of them is the positive one. Columns are separated by commas, semicolons or tabs. Every case
    needs a label and all scores: what is missing is an error that names the line.

    Examples
    --------
    >>> from course_lib.datasets import example_predictions
    >>> table = read_predictions(example_predictions())
    >>> print(table.sentence())
    4 classifiers on 15 positives (1) and 172 negatives (0).
    """
    rows, separator = _rows(file)
    if len(rows) < 2:
        raise ValueError(
            f"{file} must hold a head and a row for each case; got "
            + ("a head only" if rows else "nothing")
        )
    head, body = [" ".join(cell.split()) for cell in rows[0][1]], rows[1:]
    _check_shape(file, head, body, separator)
    labels = [cells[0].strip() for _, cells in body]
    _check_truth(file, head, body, labels)
    check_names(tuple(head[1:]), str(file))
    notes = []
    if separator != ",":
        notes.append(f"The columns of the file are separated by {_SEPARATORS[separator]}.")
    scores = np.empty((len(body), len(head) - 1))
    commas, thousands = False, []
    for column, name in enumerate(head[1:]):
        cells = [cells[column + 1].strip() for _, cells in body]
        if separator != "," and any("," in cell for cell in cells):
            _check_commas(file, name, cells, body)
            commas = True
            if all(_LIKE_THOUSANDS.fullmatch(cell) for cell in cells if "," in cell):
                thousands.append((name, next(cell for cell in cells if "," in cell)))
            cells = [cell.replace(",", ".") for cell in cells]
        scores[:, column] = _numbers(file, name, cells, body)
    if commas:
        notes.append("Decimals in the file are written with a comma.")
    for name, cell in thousands:
        notes.append(
            f"Column {name!r} has three digits after every comma: {cell} was read as "
            f"{cell.replace(',', '.')}. If thousands are meant, write them without a comma."
        )
    where = f"{file}, column {head[0]!r}"
    return assemble(labels, scores, tuple(head[1:]), positive, where, str(file), tuple(notes))


def _rows(file: str | PathLike) -> tuple[list[_Row], str]:
    """The lines that hold anything, with their numbers, and what separates their cells."""
    with open(file, newline="", encoding="utf-8-sig") as source:
        try:
            first = next((line for line in source if line.strip()), "")
            source.seek(0)
            separator = _separator(source.read(_SAMPLE), first)
            source.seek(0)
            reader = csv.reader(source, delimiter=separator, strict=True)
            rows = [
                (reader.line_num, cells) for cells in reader if any(cell.strip() for cell in cells)
            ]
            if rows and first.strip().casefold() == f"sep={separator}":
                rows = rows[1:]  # a word from one spreadsheet to another
        except (UnicodeDecodeError, csv.Error) as error:
            raise ValueError(
                f"{file} must be a text file in UTF-8, with commas between its columns; {error}"
            ) from None
    return rows, separator


def _separator(text: str, first: str) -> str:
    """What separates the columns: head and next row have as many cells, and more than one.

    A separator may stand inside quotes, or inside a number, so a count of signs does not tell.
    Where several fit, the one that leaves numbers is taken.
    """
    spreadsheet = first.strip().casefold().partition("sep=")
    if not spreadsheet[0] and spreadsheet[2] in _SEPARATORS:
        return spreadsheet[2]
    fits = {}
    for separator in _SEPARATORS:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
        rows = (row for row in reader if any(cell.strip() for cell in row))
        try:
            head, row = next(rows, []), next(rows, [])
        except csv.Error:
            head, row = [], []
        numbers = [
            _number(cell if separator == "," else cell.replace(",", ".")) for cell in row[1:]
        ]
        # Where none fits, the file is ragged, and a message will say where.
        fit = len(head) == len(row) > 1
        fits[separator] = (fit, fit and None not in numbers, len(head))
    return max(fits, key=fits.__getitem__)


def _check_shape(file: Any, head: list[str], body: list[_Row], separator: str) -> None:
    if len(head) < 2:
        raise ValueError(
            f"{file} must have at least two columns, the truth and the scores of a classifier, "
            f"separated by commas; its head is one cell, {head[0]!r}"
        )
    if all(_number(cell) is not None for cell in head[1:]) and _is_a_label(head[0], body):
        raise ValueError(
            f"{file} must begin with a head that names its columns; its first line holds values, "
            f"{separator.join(head)[:40]!r}"
        )
    for line, cells in body:
        if len(cells) != len(head):
            hint = (
                ". Decimals written with a comma go with semicolons between the columns"
                if separator == "," and len(cells) > len(head)
                else ""
            )
            raise ValueError(
                f"{file}, line {line}: there must be {len(head)} values, as in the head; got "
                f"{len(cells)}{hint}"
            )


def _is_a_label(cell: str, body: list[_Row]) -> bool:
    """Does the first cell of the head look like the truth of a case? Names may be 2019 and 2020."""
    if cell.casefold() in _TRUTH_HEADS:
        return False
    below = {key_of(cells[0]) for _, cells in body if cells}
    return key_of(cell) in below or len(below) < 2


def _check_truth(file: Any, head: list[str], body: list[_Row], labels: list[str]) -> None:
    """Two classes in the first column; or a message that says where the trouble is."""
    for (line, _), label in zip(body, labels, strict=True):
        if is_missing(label):
            raise ValueError(
                f"{file}, line {line}, column {head[0]!r}: the truth is missing; got {label!r}"
            )
    seen = distinct(labels)
    if len(seen) == 2:
        return
    if len(seen) == 1:
        raise ValueError(
            f"{file}, column {head[0]!r}: there must be two classes to tell apart; got "
            f"{labels[0]!r} only, in {counted(len(labels), 'row')}"
        )
    counts_rows = labels in ([str(i) for i in range(s, s + len(labels))] for s in (0, 1))
    elsewhere = _truth_elsewhere(head, body)
    if len(seen) == 3 and not counts_rows and not elsewhere:
        third = list(seen.values())[2]
        line = next(n for (n, _), label in zip(body, labels, strict=True) if label == third)
        raise ValueError(
            f"{file}, line {line}, column {head[0]!r}: a third class, {third!r}, after "
            f"{told(list(seen.values())[:2])}; the truth must be one of two"
        )
    what = "counts the rows" if counts_rows else f"holds {len(seen):,} different values"
    message = (
        f"{file}: the first column must be the truth, one of two classes; column {head[0]!r} {what}"
    )
    if elsewhere:
        message += f". Column {elsewhere!r} looks like the truth: move it to the front"
    if counts_rows:
        message += ". Leave row numbers out (pandas: to_csv(..., index=False))"
    raise ValueError(message)


def _truth_elsewhere(head: list[str], body: list[_Row]) -> str | None:
    """Another column with two values that could be the truth; one that is called so comes first."""
    two = [
        name
        for column, name in enumerate(head)
        if column and len(distinct([cells[column].strip() for _, cells in body])) == 2
    ]
    called = [name for name in two if name.casefold() in _TRUTH_HEADS]
    return next(iter(called + two), None)


def _check_commas(file: Any, name: str, cells: list[str], body: list[_Row]) -> None:
    """In a column with decimal commas there is no point, and a comma at most once in a number."""
    with_comma = next(row for row, cell in enumerate(cells) if "," in cell)
    for row, cell in enumerate(cells):
        where = f"{file}, line {body[row][0]}, column {name!r}"
        if "." in cell and _number(cell.replace(",", "")) is not None:
            raise ValueError(
                f"{where}: a column must have points or commas in its numbers, not both; got "
                f"{cell!r} and in line {body[with_comma][0]} {cells[with_comma]!r}"
            )
        if cell.count(",") > 1:
            raise ValueError(f"{where}: a number must have one decimal comma at most; got {cell!r}")


def _numbers(file: Any, name: str, cells: list[str], body: list[_Row]) -> np.ndarray:
    """A column as numbers."""
    values = np.empty(len(cells))
    for row, cell in enumerate(cells):
        number = _number(cell)
        if number is None or not np.isfinite(number):
            where = f"{file}, line {body[row][0]}, column {name!r}"
            if cell.casefold() in (*MISSING, "none", "-"):
                raise ValueError(
                    f"{where}: the score is missing; got {cell!r}. Every classifier must have "
                    "judged every case"
                )
            hint = (
                ". The first column must be the truth, all others are scores"
                if number is None
                else ""
            )
            raise ValueError(f"{where}: a score must be a finite number; got {cell!r}{hint}")
        values[row] = number
    return values


def _number(cell: str) -> float | None:
    """A number as files have them; 1_0 is one in Python only."""
    try:
        return None if "_" in cell else float(cell)
    except ValueError:
        return None
