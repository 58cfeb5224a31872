"""Scores of several algorithms on several data sets, whatever they come as."""

import numbers
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from course_lib.common.arguments import one_of, true_or_false, whole_number
from course_lib.common.columns import HUGE, names_for, numbers_of
from course_lib.common.files import FileTable
from course_lib.common.phrases import counted
from course_lib.common.result import TableResult
from course_lib.common.tables import table_of_numbers

#: Decimals are not exact in a computer: scores that differ by less than this part are the same.
_PRECISION = 1e-12


@dataclass(frozen=True, eq=False, repr=False)
class ScoreTable(TableResult):
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
    #: How a file was understood, where it could have been otherwise.
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        layout = "rows data sets, columns algorithms"
        values = numbers_of("scores", self.scores, shape="table", layout=layout, finite=False)
        values.flags.writeable = False  # a copy: what is computed from it stays true
        object.__setattr__(self, "scores", values)
        object.__setattr__(self, "names", names_for(self.names, values.shape[1], "algorithm"))
        object.__setattr__(self, "data_sets", tuple(map(str, self.data_sets)))
        if len(self.data_sets) != values.shape[0]:
            raise ValueError(
                f"data_sets must be as many as there are rows, {values.shape[0]}; got "
                f"{len(self.data_sets)}"
            )
        _check_content(self)

    def sentence(self) -> str:
        """How many algorithms, how many data sets."""
        data_sets, algorithms = self.shape
        words = f"{counted(algorithms, 'algorithm')} on {counted(data_sets, 'data set')}."
        return self._with_notes(words)

    def rows(self) -> list[dict[str, Any]]:
        """A row for each data set: its name, and the score of each algorithm."""
        return [
            {"data set": data_set, **dict(zip(self.names, scores, strict=True))}
            for data_set, scores in zip(self.data_sets, self.scores.tolist(), strict=True)
        ]

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
        if names is None:
            return scores
        return replace(scores, names=names_for(names, scores.shape[1], "algorithm"), named=True)
    found = table_of_numbers("scores", scores, names, row="data set", column="algorithm")
    return ScoreTable(found.values, found.names, found.rows, found.precision, found.named)


def table_of_scores(
    table: FileTable, columns: Sequence[int], names: int | None = None, notes: tuple[str, ...] = ()
) -> ScoreTable:
    """These columns of a file, a row for each data set, which the column `names` names."""
    scores, more = table.numbers(
        columns,
        "score",
        "Every algorithm must have a score on every data set",
    )
    size = len(table.rows)
    data_sets = map(str, range(1, size + 1)) if names is None else table.column(names)
    header = tuple(table.header[column] for column in columns)
    return ScoreTable(scores, header, tuple(data_sets), notes=(*table.notes, *notes, *more))


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
