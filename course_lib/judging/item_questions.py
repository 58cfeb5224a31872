"""Columns that may change every answer, though none of them is a model: one clear question."""

from collections.abc import Collection, Sequence

import numpy as np

from course_lib.common.files import FileTable
from course_lib.common.phrases import counted, option
from course_lib.judging.item_ids import counts
from course_lib.judging.item_spelling import CLUSTERS, GROUPS, ITEMS, RUNS, called, right_or_wrong
from course_lib.judging.labels import is_missing

#: Where more than this share of the values differ, they hardly say what belongs together.
_NEARLY_ALL = 0.8


def ask_for_clusters(table: FileTable, taken: Collection[int]) -> None:
    """A column that is called so may change every answer."""
    if columns := [k for k in called(table.header, CLUSTERS) if k not in taken]:
        name = table.header[columns[0]]
        raise ValueError(
            f"{table.source}: column {name!r} seems to say which items belong together. If so, "
            f"{option('cluster', name)}, and they do not count as independent; if not, "
            f"{option('drop', name)}"
        )


def ask_for_runs(
    table: FileTable, columns: Collection[int], item: int | None, item_was_named: bool
) -> None:
    """Ten runs of an item are no ten items: without names of the items nobody could tell.

    Names that only count the rows do not tell either, unless the caller vouches for them.
    """
    if item is not None and (item_was_named or not counts(table.column(item))):
        return
    for column in called(table.header, RUNS):
        cells = table.column(column)
        different = len(set(cells))
        if column in columns and 1 < different < len(cells):
            name = table.header[column]
            raise ValueError(
                f"{table.source}: column {name!r} looks like runs of the same items, "
                f"{counted(different, 'value')} in {len(cells):,} rows; but no column says which "
                f"rows are the same item. Which one names the items ({option('id')})? If every row "
                f"is another item, {option('drop', name)}"
            )


def ask_for_groups(
    table: FileTable, columns: Sequence[int], models: Sequence[int], ids: Sequence[str] | None
) -> None:
    """Items about one text or patient are less than so many items: do they belong together?

    `columns` are not models; nor may those of the `models` be that hardly say right or wrong, if
    others do.
    """
    doubtful = [k for k in models if _hardly_right(table, k)]
    suspects = sorted([*columns, *(doubtful if len(doubtful) < len(models) else [])])
    groups = [k for k in suspects if _repeats(table.column(k), ids)]
    if not groups:
        return
    name, cells = table.header[groups[0]], table.column(groups[0])
    more = [repr(table.header[k]) for k in groups[1:4]]
    also = f" The same is asked of {', '.join(more)}." if more else ""
    raise ValueError(
        f"{table.source}: column {name!r} holds {len(set(cells)):,} different values in "
        f"{counted(len(cells), 'row')}: do items with the same one belong together "
        f"({option('cluster', name)}), or not ({option('drop', name)})?{also}"
    )


def ask_for_named_groups(table: FileTable, taken: Collection[int], ids: Sequence[str]) -> None:
    """Records hold all sorts of columns: only what is called as a group is asked about."""
    groups = [k for k in called(table.header, GROUPS) if k not in taken]
    ask_for_groups(table, groups, (), ids)


def refuse_rows_of_models(table: FileTable, model: int, dropped: Collection[int]) -> None:
    """A row for each model: a leaderboard, or a table of right and wrong that lies on its side."""
    names = table.column(model)
    if len(names) < 2 or len(set(names)) < len(names):
        return
    others = [k for k in range(len(table.header)) if k != model and k not in dropped]
    if any(len(set(table.column(k))) < len(names) for k in called(table.header, ITEMS)):
        return  # models that share an item
    numbers = [k for k in others if table.number(table.rows[0][k].rstrip(" %")) is not None]
    read = [right_or_wrong(table.column(k), table.number) for k in others]
    if len(others) > 1 and all(
        bad is None and np.isin(values[~np.isnan(values)], (0, 1)).all() for values, bad in read
    ):
        raise ValueError(
            f"{table.source}: a row for each of {counted(len(names), 'model')}, and a column for "
            "each item. Turn it round: a row for each item, a column for each model"
        )
    if numbers:
        raise ValueError(
            f"{table.source}: a row for each of {counted(len(names), 'model')}, with printed "
            f"numbers ({table.header[numbers[0]]!r}, ...), not who was right where. For accuracies "
            f"or counts there is course printed --table {table.source}"
        )


def _hardly_right(table: FileTable, column: int) -> bool:
    """Text or whole numbers, of which at most half could say right or wrong?"""
    cells = list(dict.fromkeys(cell for cell in table.column(column) if not is_missing(cell)))
    numbers = [table.number(cell) for cell in cells]
    if any(number is not None and not float(number).is_integer() for number in numbers):
        return False
    readable = int((~np.isnan(right_or_wrong(cells, table.number)[0])).sum())
    return 2 * readable <= len(cells)


def _repeats(cells: Sequence[str], ids: Sequence[str] | None) -> bool:
    """Do several items share a value? Rows of one item count once, if they agree."""
    rows = dict.fromkeys(zip(ids if ids is not None else range(len(cells)), cells, strict=True))
    items = len(set(ids)) if ids is not None else len(cells)
    if len(rows) > items:
        return False  # it differs within an item, and so says something of its rows
    there = [cell for _, cell in rows if not is_missing(cell)]
    return 2 * len(there) > items and 1 < len(set(there)) <= _NEARLY_ALL * len(there)
