"""Scores of several algorithms on several data sets, whatever they come as."""

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from typing import Any

import numpy as np

from course_lib.pairs.samples import HUGE

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

    def place(self, argument: str, name: Any) -> int:
        """The column of an algorithm, by its name."""
        if name not in self.names:
            raise ValueError(
                f"{argument} must be one of {', '.join(map(repr, self.names))}; got {name!r}"
            )
        return self.names.index(name)

    def subset(self, names: Iterable[str]) -> "ScoreTable":
        """The same data sets with some of the algorithms."""
        names = tuple(names)
        places = [self.place("names", name) for name in names]
        return ScoreTable(self.scores[:, places], names, self.data_sets, self.precision)

    def upwards(self, higher_is_better: bool) -> np.ndarray:
        """The scores such that more is better."""
        if not isinstance(higher_is_better, bool | np.bool_):
            raise ValueError(f"higher_is_better must be True or False; got {higher_is_better!r}")
        return self.scores if higher_is_better else -self.scores


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
        return (
            scores
            if names is None
            else ScoreTable(scores.scores, _checked_names(names, scores.shape[1]), scores.data_sets)
        )
    rows = None
    if isinstance(scores, Mapping):
        found, scores = tuple(scores), _columns(scores)
    elif hasattr(scores, "columns") and hasattr(scores, "to_numpy"):  # pandas, polars
        found, rows = tuple(scores.columns), getattr(scores, "index", None)
        scores = _frame(scores, found)
    else:
        found = None
    values, precision = _numbers(scores)
    data_set_names = tuple(map(str, rows)) if rows is not None else ()
    if not data_set_names:
        data_set_names = tuple(str(i + 1) for i in range(values.shape[0]))
    if names is not None:
        found = tuple(names)
    elif found is None:
        found = tuple(_letters(i) for i in range(values.shape[1]))
    table = ScoreTable(values, _checked_names(found, values.shape[1]), data_set_names, precision)
    _check_content(table)
    return table


def read_scores(file: str | PathLike) -> ScoreTable:
    """Read a CSV file: a head with the names of the algorithms, then a row for each data set.

    If the first column holds no numbers, or its head says `dataset`, it names the data sets.
    """
    with open(file, newline="", encoding="utf-8-sig") as source:
        try:
            sample = source.read(4096)
            source.seek(0)
            separator = max(",;\t", key=sample.partition("\n")[0].count)
            lines = [line for line in csv.reader(source, delimiter=separator) if any(line)]
        except (UnicodeDecodeError, csv.Error) as error:
            raise ValueError(f"{file} must be a text file with commas; {error}") from None
    if len(lines) < 2:
        raise ValueError(f"{file} must hold a head and at least one row of scores; got nothing")
    head, body = [cell.strip() for cell in lines[0]], lines[1:]
    for number, line in enumerate(body, start=2):
        if len(line) != len(head):
            raise ValueError(
                f"{file}, line {number}: there must be {len(head)} values, as in the head; got "
                f"{len(line)}"
            )
    named = head[0].lower().replace(" ", "").replace("_", "").replace("-", "") in (
        *("dataset", "datasets", "data", "name", "problem", ""),
    ) or any(_number(line[0]) is None for line in body)
    data_sets = [line[0].strip() for line in body] if named else []
    first = 1 if named else 0
    values = np.empty((len(body), len(head) - first))
    for i, line in enumerate(body):
        for j, cell in enumerate(line[first:]):
            number = _number(cell)
            if number is None:
                raise ValueError(
                    f"{file}, line {i + 2}, column {head[first + j]!r}: a score must be a number; "
                    f"got {cell!r}"
                )
            values[i, j] = number
    table = ScoreTable(
        values,
        _checked_names(head[first:], values.shape[1]),
        tuple(data_sets or (str(i + 1) for i in range(len(body)))),
    )
    _check_content(table)
    return table


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


def _numbers(scores: Any) -> tuple[np.ndarray, float]:
    try:
        given = np.asarray(scores)
    except ValueError:
        raise ValueError(
            "scores must be a table: as many scores in one row as in another"
        ) from None
    numeric = given.dtype.kind in "biuf"
    if given.dtype.kind == "O" and not any(isinstance(v, str | bytes) for v in given.flat):
        try:
            given = given.astype(float)
            numeric = True
        except (TypeError, ValueError):
            numeric = False
    if not numeric or given.ndim != 2:
        got = f"{given.ndim} dimensions" if numeric else repr(scores)[:60]
        raise ValueError(
            "scores must be a table of numbers, rows data sets, columns algorithms; got " + got
        )
    single = given.dtype.kind == "f" and given.dtype.itemsize < 8
    precision = 4 * float(np.finfo(given.dtype).eps) if single else _PRECISION
    return given.astype(float), precision


def _checked_names(names: Iterable, algorithms: int) -> tuple[str, ...]:
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
