"""Several models on the same items, each right or wrong."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from course_lib.common.arguments import one_of, whole_number
from course_lib.common.frames import aligned
from course_lib.common.phrases import counted
from course_lib.common.result import Result
from course_lib.common.tables import table_of_numbers
from course_lib.judging.item_labels import answer_columns, right_answers
from course_lib.judging.item_rows import (
    check_runs,
    index_of,
    labels_of_rows,
    names_rows,
    numbered,
    one_for_each_item,
)
from course_lib.judging.item_shapes import as_columns, check_not_turned
from course_lib.judging.labels import key_of


@dataclass(frozen=True, eq=False, repr=False)
class Items(Result):
    """A row for each item, a column for each model: 1 where it is right, 0 where it is wrong.

    Made by `item_table`. The arrays cannot be written to.
    """

    #: Of the models, in the order of the columns.
    names: tuple[str, ...]
    #: Items x models, from 0 to 1: parts come from partial credit, or from averaging runs.
    right: np.ndarray
    #: Of the items, in the order of the rows; None if they have no names.
    items: tuple[str, ...] | None
    #: Which items belong together: a number for each, from 0; None if each is on its own.
    clusters: np.ndarray | None
    #: The most runs of an item; they are averaged already.
    runs: int
    #: Where they come from: a file's name, or "arrays".
    source: str
    #: How the rows were understood, where it could have been otherwise.
    notes: tuple[str, ...] = ()
    #: Whether the models' names were given; else they are letters.
    named: bool = True

    @property
    def number(self) -> int:
        """How many items there are."""
        return len(self.right)

    @property
    def number_of_clusters(self) -> int | None:
        """How many clusters there are; None if each item is on its own."""
        return None if self.clusters is None else int(self.clusters.max()) + 1

    @property
    def whole(self) -> bool:
        """Is every answer right or wrong, and nothing in between?"""
        return bool(np.isin(self.right, (0.0, 1.0)).all())

    def column(self, argument: str, name: Any) -> int:
        """The column of a model, by its name; or by its number where there are no names."""
        if not self.named and not isinstance(name, str):
            last = len(self.names) - 1
            return whole_number(argument, name, 0, last, "a column's number, or its letter")
        name = str(name) if str(name) in self.names else name  # data frames number their columns
        return self.names.index(one_of(argument, name, self.names))

    def sentence(self) -> str:
        """How many models, how many items, and what belongs together."""
        words = f"{counted(len(self.names), 'model')} on {counted(self.number, 'item')}"
        if self.number_of_clusters is not None:
            words += f" in {counted(self.number_of_clusters, 'cluster')}"
        if self.runs > 1:
            words += f", each the average of up to {self.runs:,} runs"
        return self._with_notes(words + ".")


def item_table(
    right: Any,
    names: Iterable[str] | None = None,
    *,
    truth: Any = None,
    items: Any = None,
    clusters: Any = None,
    runs: Any = None,
    rows: str | None = None,
    source: str = "arrays",
    notes: Iterable[str] = (),
) -> Items:
    """Several models on the same items, from a dictionary, a data frame or an array.

    `right` has a row for each item and a column for each model: 1 or True where the model is right,
    0 or False where it is wrong; numbers in between are partial credit. With `truth`, the right
    answer to each item, the columns hold what the models answered instead, of any number of
    classes.

    `items` names the item of each row. If an item has several rows, say what they are: `runs` are
    repeated runs of it (a seed, an epoch), which are averaged first, so that they never count as
    more items; `clusters` are items that belong together (questions on one text, cases of one
    patient). Data frames and series are matched by their index. More than 200 models on less than
    half as many items look like a table that was transposed, unless `rows="items"`.

    Examples
    --------
    >>> found = item_table({"A": [1, 0, 1], "B": [1, 1, 1]})
    >>> print(found)
    2 models on 3 items.
    >>> answers = {"A": ["cat", "dog", "cat"], "B": ["cat", "cow", "dog"]}
    >>> item_table(answers, truth=["cat", "cow", "cat"]).right.T.tolist()
    [[1.0, 0.0, 1.0], [1.0, 1.0, 0.0]]
    >>> twice = item_table({"A": [1, 0, 1]}, items=["q1", "q1", "q2"], runs=[1, 2, 1])
    >>> twice.right.tolist()
    [[0.5], [1.0]]
    """
    right, left_out = as_columns(right)
    right, truth, items, clusters, runs = aligned(
        right=right, truth=truth, items=items, clusters=clusters, runs=runs
    ).values()
    index = index_of(right)
    values, models, named, told = _right_or_wrong(right, names, truth)
    told = [*notes, *left_out, *told]
    check_not_turned(len(values), len(models), rows)
    number = len(values)
    where = "items"
    if items is None and names_rows(index):
        items, where = index, "the index of right"
    if items is None and runs is not None:
        raise ValueError("runs need items, to know which rows are runs of the same item; got None")
    titles = None if items is None else labels_of_rows(where, items, number, "an item")
    groups = runs_of = None
    if clusters is not None:
        groups = labels_of_rows("clusters", clusters, number, "a cluster")
    if runs is not None:
        runs_of = labels_of_rows("runs", runs, number, "a run")
    most = 1
    if titles is not None:
        different, codes = numbered(titles)
        if runs_of is None and groups is None and len(different) < number:
            twice = titles[int(np.flatnonzero(np.bincount(codes)[codes] > 1)[0])]
            raise ValueError(
                f"{where} must be different from row to row; {twice!r} has {titles.count(twice):,} "
                "rows. If they are repeated runs of the item, say which (runs); if they are items "
                "that belong together, say so (clusters)"
            )
        if groups is not None:
            by_item = one_for_each_item("clusters", groups, titles, codes)
            groups = groups if runs_of is None else by_item
        if runs_of is not None:
            check_runs(titles, runs_of)
            if truth is not None:
                one_for_each_item("truth", list(map(key_of, truth)), titles, codes)
            sizes = np.bincount(codes)
            most = int(sizes.max())
            if sizes.min() < most:
                told.append(
                    f"Items have from {sizes.min():,} to {most:,} runs: each item counts once, "
                    "however often it was run."
                )
            values = np.array([np.bincount(codes, column) for column in values.T]).T
            values, titles = values / sizes[:, None], different
    values = np.round(values, 12) + 0.0  # what is equal but for rounding is equal
    values.flags.writeable = False
    return Items(
        names=models,
        right=values,
        items=None if titles is None else tuple(titles),
        clusters=None if groups is None else _cluster_codes(groups),
        runs=most,
        source=source,
        notes=tuple(told),
        named=named,
    )


def _right_or_wrong(
    right: Any, names: Any, truth: Any
) -> tuple[np.ndarray, tuple[str, ...], bool, list[str]]:
    """Items x models, the names, whether they were given, and what should be known."""
    if truth is not None:
        if isinstance(truth, str | bytes) or not np.iterable(truth):
            raise ValueError(f"truth must be a list with a label for each item; got {truth!r}")
        models, named, columns = answer_columns(right, names)
        _check_size(len(columns[0]) if columns else 0, len(columns))
        values, odd = right_answers(models, columns, list(truth))
        return values, models, named, list(odd)
    if (text := _text_in(right)) is not None:
        raise ValueError(
            f"right must hold 1 where a model is right and 0 where it is wrong; got {text!r}. "
            "Predicted labels need the truth beside them (truth)"
        )
    found = table_of_numbers("right", right, names, row="item", column="model", single=True)
    values = found.values
    _check_size(*values.shape)
    if np.isnan(values).any():
        row, column = np.argwhere(np.isnan(values))[0]
        more = int(np.isnan(values).sum()) - 1
        raise ValueError(
            f"right must have an entry for every model on every item; got none for "
            f"{found.names[column]!r} on item {found.rows[row]!r}"
            + (f" and {more:,} more" if more else "")
            + ". Leave the item out for all models; or, if no answer is a wrong answer, write 0"
        )
    wrong = (values < 0) | (values > 1)
    if wrong.any():
        row, column = np.argwhere(wrong)[0]
        raise ValueError(
            f"right must hold 1 where a model is right and 0 where it is wrong (or a number in "
            f"between for partial credit); got {values[row, column]:g} for "
            f"{found.names[column]!r} on item {found.rows[row]!r}. Predicted labels need the truth "
            "beside them (truth)"
        )
    parts = ~np.isin(values, (0.0, 1.0))
    told: list[str] = []
    if parts.any():
        values = np.round(values, 6 if found.precision > 1e-9 else 12)
        told.append(
            f"{counted(int(parts.sum()), 'entry').replace('entrys', 'entries')} of "
            f"{values.size:,} {'lies' if parts.sum() == 1 else 'lie'} between wrong and right: "
            "taken as partial credit."
        )
    return values, found.names, found.named, told


def _text_in(right: Any) -> str | None:
    """Some text among the numbers of a dictionary or an array; data frames have their own words."""
    if isinstance(right, str) or hasattr(right, "columns"):
        return None
    for values in right.values() if isinstance(right, Mapping) else [right]:
        kind = getattr(getattr(values, "dtype", None), "kind", "O")
        if kind in "OUS" and np.iterable(values):
            for row in values:
                if isinstance(row, str):
                    return row
                if np.iterable(row) and (text := next(filter(_is_text, row), None)) is not None:
                    return str(text)
    return None


def _is_text(cell: Any) -> bool:
    return isinstance(cell, str)


def _check_size(rows: int, columns: int) -> None:
    if rows < 1 or columns < 1:
        raise ValueError(
            "right must have at least one item (row) and one model (column); got "
            f"{rows} x {columns}"
        )


def _cluster_codes(groups: list[str]) -> np.ndarray:
    different, codes = numbered(groups)
    if len(different) < 2:
        raise ValueError(
            f"clusters must be at least 2; all {len(groups):,} items belong to {different[0]!r}. "
            "What one cluster says cannot be told from its own peculiarities"
        )
    codes.flags.writeable = False
    return codes
