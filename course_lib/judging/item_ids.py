"""Which column names the items, and which the runs; where a row stands for each item."""

from collections.abc import Sequence

from course_lib.common.files import FileTable
from course_lib.common.phrases import option
from course_lib.judging.item_spelling import ITEMS, RUNS, TRUTHS, called, right_or_wrong
from course_lib.judging.labels import distinct, is_missing, key_of


def item_column(table: FileTable, columns: list[int], truth: int | None) -> int | None:
    """A column that is called so and does not say right or wrong, a nameless one, or a count.

    Failing that, the first whose cells are all different.
    """
    named = [k for k in called(table.header, ITEMS) if k in columns]
    nameless = [k for k in columns if not table.header[k]]
    for column in (*named, *nameless):
        cells = table.column(column)
        if right_or_wrong(cells, table.number)[1] is not None or counts(cells):
            return column
    counting = [k for k in columns if counts(table.column(k))]
    if counting:
        return counting[0]
    truths = [truth] if truth is not None else called(table.header, TRUTHS)
    labels = {key for k in truths for key in labels_in(table, k)}
    for column in columns:
        if (
            column not in truths
            and len(table.rows) > 2
            and _all_different(table, column)
            and not labels & set(labels_in(table, column))
            and right_or_wrong(table.column(column), table.number)[1] is not None
        ):
            return column
    return None


def _all_different(table: FileTable, column: int) -> bool:
    """Text or a whole number that is another in every row, as no answer is."""
    cells = table.column(column)
    if len(set(cells)) < len(cells):
        return False
    numbers = [table.number(cell) for cell in cells]
    return all(number is None for number in numbers) or all(
        number is not None and float(number).is_integer() for number in numbers
    )


def counts(cells: list[str]) -> bool:
    """0, 1, 2, ... or 1, 2, 3, ...?"""
    return len(cells) > 2 and any(
        all(key_of(cell) == str(row) for row, cell in enumerate(cells, start)) for start in (0, 1)
    )


def runs_column(table: FileTable, columns: list[int], item: int | None) -> int | None:
    """The column of the runs, if an item has several rows; a question if none can be it."""
    if item is None:
        return None
    ids = table.column(item)
    if len(set(ids)) == len(ids):
        return None
    for column in called(table.header, RUNS):
        pairs = zip(ids, table.column(column), strict=True)
        if column in columns and column != item and len(set(pairs)) == len(ids):
            return column
    return None


def task_beside(table: FileTable, item: int, tasks: Sequence[int]) -> int | None:
    """The column of tasks, if one id stands in several of them."""
    for task in tasks:
        seen: dict[str, str] = {}
        for a_task, an_id in zip(table.column(task), table.column(item), strict=True):
            if seen.setdefault(an_id, a_task) != a_task:
                return task
    return None


def refuse_repeats(table: FileTable, item: int, runs: int | None, ids: list[str]) -> None:
    """One clear question if an item stands there twice, or twice in the same run."""
    seen: dict[tuple[str, str], int] = {}
    run_of = [""] * len(ids) if runs is None else table.column(runs)
    for row, key in enumerate(zip(ids, run_of, strict=True)):
        first = seen.setdefault(key, row)
        if first != row:
            again = "" if runs is None else f" in run {key[1]!r}"
            remedy = (
                f"Are they repeated runs (name the column that says which, {option('runs')}), "
                f"answers of several models ({option('model')}), or is the item named by another "
                f"column ({option('id')}, or {option('drop', table.header[item])})?"
            )
            raise ValueError(
                f"{table.where(row, item)}: item {key[0]!r} stands there twice{again}, first in "
                f"{table.unit} {table.lines[first]}. {remedy}"
            )


def labels_in(table: FileTable, column: int) -> dict[str, str]:
    """The labels of a column, by their keys."""
    found = distinct(table.column(column))
    return {key: label for key, label in found.items() if not is_missing(label)}
