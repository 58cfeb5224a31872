"""Tables that callers hand us: a dictionary of columns, a data frame, an array, or rows."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from course_lib.common.columns import names_for, numbers_of, precision_of


class NumberTable(NamedTuple):
    """Numbers in rows and columns, a copy, and what rows and columns are called."""

    values: np.ndarray
    names: tuple[str, ...]
    #: Whether the names were given; else they are A, B, C, ...
    named: bool
    #: A data frame's index; otherwise 1, 2, 3, ...
    rows: tuple[str, ...]
    #: Up to what part of itself a number can be trusted.
    precision: float


def table_of_numbers(
    name: str,
    table: Any,
    names: Iterable[str] | None = None,
    *,
    row: str,
    column: str,
    single: bool = False,
) -> NumberTable:
    """A table, whatever it comes as; NaN and infinity pass, for callers know better words for them.

    `row` and `column` are what a message calls them. `single` allows the list of a single column.

    >>> table_of_numbers("x", {"a": [1, 2], "b": [3, 4]}, row="case", column="classifier").values
    array([[1., 3.],
           [2., 4.]])
    """
    found = index = None
    # One column may be of single precision and another not: trust no more than the worst.
    parts = [table]
    if isinstance(table, Mapping):
        parts = list(table.values())
        found, table = tuple(table), _rows_of(name, table, row, column)
    elif hasattr(table, "columns") and hasattr(table, "to_numpy"):  # pandas, polars
        found, index = tuple(table.columns), getattr(table, "index", None)
        parts = [table[name] for name in found]
        table = _frame(name, table, row)
    elif single and _is_a_list(table):
        table = [[number] for number in table]
    layout = f"rows {row}s, columns {column}s"
    values = numbers_of(name, table, shape="table", layout=layout, finite=False)
    size, width = values.shape
    named = names is not None or bool(found)
    if names is None:
        names = found or map(letters, range(width))
    return NumberTable(
        values,
        names_for(names, width, column),
        named,
        tuple(map(str, range(1, size + 1) if index is None else index)),
        max(map(precision_of, parts), default=precision_of(())),
    )


def letters(index: int) -> str:
    """A name for want of a better one: A, B, ..., Z, AA, AB, ...

    >>> [letters(index) for index in (0, 25, 26, 27, 52)]
    ['A', 'Z', 'AA', 'AB', 'BA']
    """
    name = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        name = chr(ord("A") + rest) + name
    return name


def _is_a_list(table: Any) -> bool:
    try:
        return np.ndim(table) == 1
    except ValueError:  # rows of different lengths
        return False


def _rows_of(name: str, columns: Mapping, row: str, column: str) -> list[list]:
    """A dictionary of columns, turned into rows."""
    try:
        sizes = {str(key): len(values) for key, values in columns.items()}
    except TypeError:
        raise ValueError(
            f"{name} must have a list of numbers for each {column}; got {columns!r}"
        ) from None
    if len(set(sizes.values())) > 1:
        told = ", ".join(f"{key} {size}" for key, size in sizes.items())
        raise ValueError(
            f"{name} must have as many {row}s for one {column} as for another; got {told}"
        )
    return [list(cells) for cells in zip(*columns.values(), strict=True)]


def _frame(name: str, frame: Any, row: str) -> np.ndarray:
    values = frame.to_numpy()
    if values.dtype == object:
        for column, cells in zip(frame.columns, values.T, strict=True):
            if any(isinstance(cell, str) for cell in cells):
                raise ValueError(
                    f"{name} must hold numbers only; column {column!r} holds text. If it names the "
                    f"{row}s, make it the index: {name}.set_index({column!r})"
                )
    return values
