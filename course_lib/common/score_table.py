"""Scores of several algorithms on several data sets, whatever they come as."""

import csv
import numbers
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from os import PathLike
from typing import Any

import numpy as np

from course_lib.common.arguments import one_of, true_or_false, whole_number
from course_lib.common.columns import HUGE

#: Decimals are not exact in a computer: scores that differ by less than this part are the same.
_PRECISION = 1e-12


@dataclass(frozen=True, eq=False)
class ScoreTable:
    """A row for each data set, a column for each algorithm."""

    scores: np.ndarray
    #: Of the algorithms, in the order of the columns.
    names: tuple[str, ...]
    #: Of the data sets, in the order of the rows.
    data_sets: tuple[str, ...]
    #: Up to what part of itself a score can be trusted.
    precision: float = _PRECISION
    #: Whether the names were given; else they are letters, and a column goes by its number, too.
    named: bool = True

    def __post_init__(self) -> None:
        values = _table_of_numbers(self.scores)
        values.flags.writeable = False  # a copy: what is computed from it stays true
        object.__setattr__(self, "scores", values)
        object.__setattr__(self, "names", _checked_names(self.names, values.shape[1]))
        object.__setattr__(self, "data_sets", tuple(map(str, self.data_sets)))
        if len(self.data_sets) != values.shape[0]:
            raise ValueError(
                f"data_sets must be as many as there are rows, {values.shape[0]}; got "
                f"{len(self.data_sets)}"
            )
        _check_content(self)

    @property
    def shape(self) -> tuple[int, int]:
        """How many data sets, how many algorithms."""
        return self.scores.shape

    @cached_property
    def duels(self) -> tuple[np.ndarray, np.ndarray]:
        """On how many data sets each algorithm (row) scores more than each other, and the same."""
        algorithms = self.shape[1]
        higher = np.zeros((algorithms, algorithms), int)
        equal = np.zeros((algorithms, algorithms), int)
        for first in range(algorithms):
            more, same = compare(self.scores[:, [first]], self.scores, self.precision)
            higher[first], equal[first] = more.sum(axis=0), same.sum(axis=0)
        higher.flags.writeable = equal.flags.writeable = False  # they are kept with the table
        return higher, equal

    def column(self, argument: str, name: Any) -> int:
        """The column of an algorithm, by its name; or by its number where there are no names."""
        if isinstance(name, numbers.Integral) and not isinstance(name, bool):
            if not self.named:
                last = self.shape[1] - 1
                return whole_number(argument, name, 0, last, "a column's number, or its letter")
            if str(name) in self.names:  # data frames number their columns
                return self.names.index(str(name))
            also = " (a column goes by its number only where no names were given)"
        else:
            also = ""
        alike = {plain: known for known in self.names if (plain := known.lower().replace(" ", "_"))}
        return self.names.index(one_of(argument, name, self.names, alike, also))

    def subset(self, names: Iterable[str]) -> "ScoreTable":
        """The same data sets with some of the algorithms."""
        names = tuple(names)
        columns = [self.column("names", name) for name in names]
        return ScoreTable(self.scores[:, columns], names, self.data_sets, self.precision)

    def upwards(self, higher_is_better: bool) -> np.ndarray:
        """The scores such that more is better."""
        return self.scores if true_or_false("higher_is_better", higher_is_better) else -self.scores


def compare(
    one: np.ndarray, others: np.ndarray, precision: float = _PRECISION
) -> tuple[np.ndarray, np.ndarray]:
    """Where one is more than the others, and where they are the same but for rounding."""
    difference = one - others
    same = np.abs(difference) <= precision * np.maximum(np.abs(one), np.abs(others))
    return (difference > 0) & ~same, same


def score_table(scores: Any, names: Iterable[str] | None = None) -> ScoreTable:
    """Read scores: rows are data sets, columns are algorithms.

    An array or a list of rows; a data frame, whose columns and index give the names; or a
    dictionary with a list of scores for each algorithm. Without names they are A, B, C, ...

    >>> table = score_table({"tree": [0.8, 0.7], "forest": [0.9, 0.75]})
    >>> table.names, table.shape
    (('tree', 'forest'), (2, 2))
    """
    if isinstance(scores, ScoreTable):
        return scores if names is None else replace(scores, names=names, named=True)
    found = data_sets = None
    if isinstance(scores, Mapping):
        found, scores = tuple(scores), _columns(scores)
    elif hasattr(scores, "columns") and hasattr(scores, "to_numpy"):  # pandas, polars
        found, data_sets = tuple(scores.columns), getattr(scores, "index", None)
        scores = _frame(scores, found)
    values = _table_of_numbers(scores)
    if data_sets is None:
        data_sets = range(1, values.shape[0] + 1)
    named = bool(found) or names is not None
    if names is None:
        names = found or tuple(_letters(i) for i in range(values.shape[1]))
    return ScoreTable(values, names, tuple(data_sets), _precision(scores), named)


def read_scores(file: str | PathLike) -> ScoreTable:
    """Read a CSV file: a head with the names of the algorithms, then a row for each data set.

    If the head of the first column says `dataset` (or `name`, or `id`), or all of that column is
    text, or it counts 1, 2, 3, ..., it names the data sets.
    """
    lines = _lines(file)
    if len(lines) < 2:
        found = "a head only" if lines else "nothing"
        raise ValueError(f"{file} must hold a head and at least one row of scores; got {found}")
    (_, head), body = lines[0], lines[1:]
    head = [cell.strip() for cell in head]
    for number, line in body:
        if len(line) != len(head):
            raise ValueError(
                f"{file}, line {number}: there must be {len(head)} values, as in the head; got "
                f"{len(line)}"
            )
    told = head[0].lower().replace(" ", "").replace("_", "").replace("-", "") in _FIRST_HEADS
    cells = [line[0].strip() for _, line in body]
    counted = len(cells) > 2 and cells in (
        [str(i) for i in range(start, start + len(cells))] for start in (0, 1)
    )
    named = told or counted or all(_is_text(cell) for cell in cells)
    first = 1 if named else 0
    if head[first:] and all(_number(cell) is not None for cell in head[first:]):
        raise ValueError(
            f"{file} must begin with a head that names the algorithms; its first line holds "
            "numbers only"
        )
    values = np.empty((len(body), len(head) - first))
    for row, (number, line) in enumerate(body):
        for column, cell in enumerate(line[first:]):
            value = _number(cell)
            if value is None:
                raise ValueError(
                    f"{file}, line {number}, column {head[first + column]!r}: a score must be a "
                    f"number; got {cell!r}"
                )
            values[row, column] = value
    data_sets = cells if named else range(1, len(body) + 1)
    return ScoreTable(values, tuple(head[first:]), tuple(data_sets))


#: Heads of a first column that names the data sets, without spaces and hyphens.
_FIRST_HEADS = ("dataset", "datasets", "data", "name", "problem", "task", "id", "index", "nr", "")


def _lines(file: str | PathLike) -> list[tuple[int, list[str]]]:
    """The lines that hold anything, with their numbers."""
    with open(file, newline="", encoding="utf-8-sig") as source:
        try:
            separator = max(",;\t", key=source.readline().count)
            source.seek(0)
            reader = csv.reader(source, delimiter=separator)
            return [(reader.line_num, line) for line in reader if any(line)]
        except (UnicodeDecodeError, csv.Error) as error:
            raise ValueError(f"{file} must be a text file with commas; {error}") from None


def _is_text(cell: str) -> bool:
    """Neither a number nor a missing one."""
    return _number(cell) is None and cell.strip().lower() not in ("", "na", "n/a", "null", "-", "?")


def _number(cell: str) -> float | None:
    try:
        return float(cell)
    except ValueError:
        return None


def _columns(scores: Mapping) -> list[list]:
    """A dictionary of columns, turned into rows."""
    try:
        sizes = {str(name): len(column) for name, column in scores.items()}
    except TypeError:
        raise ValueError(
            f"scores must have a list of numbers for each algorithm; got {scores!r}"
        ) from None
    if len(set(sizes.values())) > 1:
        told = ", ".join(f"{name} {size}" for name, size in sizes.items())
        raise ValueError(
            f"scores must have as many data sets for one algorithm as for another; got {told}"
        )
    return [list(row) for row in zip(*scores.values(), strict=True)]


def _frame(frame: Any, columns: tuple) -> np.ndarray:
    values = frame.to_numpy()
    if values.dtype == object:
        for j, name in enumerate(columns):
            if any(isinstance(value, str) for value in values[:, j]):
                raise ValueError(
                    f"scores must hold numbers only; column {name!r} holds text. If it names the "
                    f"data sets, make it the index: scores.set_index({name!r})"
                )
    return values


def _table_of_numbers(scores: Any) -> np.ndarray:
    """A copy of the scores as floats."""
    if np.ma.is_masked(scores):
        raise ValueError("scores must be whole; got a masked array with values left out")
    try:
        given = np.asarray(scores)
        texts = given.dtype.kind == "O" and any(isinstance(v, str | bytes) for v in given.flat)
        values = None if texts or given.dtype.kind not in "biufO" else np.array(given, float)
    except (TypeError, OverflowError):
        values = None
    except ValueError:
        raise ValueError(
            "scores must be a table: as many scores in one row as in another"
        ) from None
    if values is None or values.ndim != 2:
        got = repr(scores)[:60] if values is None else f"{values.ndim} dimensions"
        raise ValueError(
            "scores must be a table of numbers, rows data sets, columns algorithms; got " + got
        )
    return values


def _precision(scores: Any) -> float:
    kind = np.asarray(scores).dtype
    single = kind.kind == "f" and kind.itemsize < 8
    return 4 * float(np.finfo(kind).eps) if single else _PRECISION


def _checked_names(names: Iterable, algorithms: int) -> tuple[str, ...]:
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise ValueError(f"names must be a list with a name for each algorithm; got {names!r}")
    found = tuple(str(name) for name in names)
    if len(found) != algorithms:
        raise ValueError(
            f"names must be as many as there are algorithms, {algorithms}; got {len(found)}"
        )
    twice = sorted({name for name in found if found.count(name) > 1})
    if twice:
        raise ValueError(f"names must differ from each other; {', '.join(twice)} occurs twice")
    return found


def _check_content(table: ScoreTable) -> None:
    data_sets, algorithms = table.shape
    if algorithms < 2:
        raise ValueError(f"scores must have at least 2 algorithms (columns); got {algorithms}")
    if data_sets < 2:
        raise ValueError(
            f"scores must have at least 2 data sets (rows); got {data_sets}. What one data set "
            "says of algorithms cannot be told from its own peculiarities"
        )
    bad = ~np.isfinite(table.scores)
    if bad.any():
        i, j = np.argwhere(bad)[0]
        raise ValueError(
            f"scores must be finite numbers; got {table.scores[i, j]} for {table.names[j]!r} on "
            f"data set {table.data_sets[i]!r}"
            + (f" and {bad.sum() - 1} more" if bad.sum() > 1 else "")
            + ". Drop the data set, or the algorithm, or find out where it comes from"
        )
    if np.abs(table.scores).max() > HUGE:
        raise ValueError(f"scores must be numbers from {-HUGE:g} to {HUGE:g}")


def _letters(number: int) -> str:
    """A, B, ..., Z, AA, AB, ..."""
    name = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        name = chr(ord("A") + rest) + name
    return name
