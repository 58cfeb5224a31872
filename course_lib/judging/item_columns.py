"""A row for each item and a column for each model: which columns are models, and which are not."""

from typing import NamedTuple

import numpy as np

from course_lib.common.columns import listed_labels
from course_lib.common.files import FileTable
from course_lib.common.phrases import counted, option
from course_lib.judging.item_ids import item_column, labels_in, runs_column, task_beside
from course_lib.judging.item_questions import ask_for_clusters, ask_for_groups, ask_for_runs
from course_lib.judging.item_spelling import (
    HOW_WRITTEN,
    ITEMS,
    RUNS,
    TASKS,
    TRUTHS,
    called,
    right_or_wrong,
)
from course_lib.judging.labels import is_missing, key_of

#: Where truth and models both look like this, predictions cannot be told from right and wrong.
_TWO = ({"0", "1"}, {"false", "true"}, {"no", "yes"})
#: A column with more than this share of labels that the truth never has is hardly a model.
_STRANGE = 0.1


class Columns(NamedTuple):
    """The columns of a table by what they hold; None where there is none."""

    models: list[int]
    truth: int | None
    item: int | None
    #: Of the tasks, if the names of items begin anew in each.
    task: int | None
    cluster: int | None
    runs: int | None
    notes: list[str]


class Asked(NamedTuple):
    """Columns that the caller named."""

    truth: int | None
    item: int | None
    cluster: int | None
    runs: int | None
    dropped: frozenset[int]


def find_columns(table: FileTable, asked: Asked) -> Columns:
    """What each column is, from its name and its cells; a question where that is in doubt."""
    _check_header(table)
    taken = {*asked.dropped, *(k for k in asked[:-1] if k is not None)}
    rest = [k for k in range(len(table.header)) if k not in taken]
    if asked.cluster is None:
        ask_for_clusters(table, taken)
    item = asked.item if asked.item is not None else item_column(table, rest, asked.truth)
    runs = asked.runs if asked.runs is not None else runs_column(table, rest, item)
    if runs is None:
        ask_for_runs(table, rest, item, asked.item is not None)
    tasks = [k for k in called(table.header, TASKS) if k in rest and k != item]
    task = None if item is None or runs is not None else task_beside(table, item, tasks)
    # A column that is called so is no model; whether it is needed is another matter.
    no_models = {item, runs, task, *called(table.header, RUNS)}
    rest = [k for k in rest if k not in no_models]
    truth, note = (asked.truth, "") if asked.truth is not None else _truth_column(table, rest)
    rest = [k for k in rest if k != truth and table.header[k] != note]
    models, left_out = (
        _right_or_wrong_columns(table, rest) if truth is None else _labelled(table, rest, truth)
    )
    held = "right or wrong" if truth is None else "labels of the truth"
    if not models:
        hint = "" if truth is not None else (
            f". If they hold predicted labels, {option('truth')} names the column with the right "
            "ones"
        )  # fmt: skip
        raise ValueError(f"{table.source}: no column holds {held}{hint}")
    if asked.cluster is None:
        ids = None if item is None else table.column(item)
        ask_for_groups(table, left_out, models if truth is None else (), ids)
    notes = []
    if note:
        notes.append(f"Column {note!r} was left out: the others say right or wrong by themselves.")
    if truth is not None and asked.truth is None:
        notes.append(f"Column {table.header[truth]!r} was taken for the right labels.")
    if runs is not None and asked.runs is None:
        notes.append(f"Column {table.header[runs]!r} was taken for the runs of an item.")
    if len(left_out) == 1:
        notes.append(f"Column {table.header[left_out[0]]!r} was left out: it holds no {held}.")
    elif left_out:
        names = listed_labels([table.header[k] for k in left_out])
        notes.append(f"Columns {names} were left out: they hold no {held}.")
    return Columns(models, truth, item, task, asked.cluster, runs, notes)


def shares_of(table: FileTable, models: list[int]) -> np.ndarray:
    """Items x models, from 0 to 1, NaN where a cell is missing; refuses what is neither."""
    values = np.empty((len(table.rows), len(models)))
    for at, column in enumerate(models):
        cells = table.column(column)
        values[:, at], bad = right_or_wrong(cells, table.number)
        if bad is not None:
            raise ValueError(
                f"{table.where(bad, column)}: {HOW_WRITTEN}; got {cells[bad][:60]!r}. If the "
                f"column is no model, leave it out ({option('drop', table.header[column])}); if it "
                f"holds predicted labels, name the column with the right ones ({option('truth')})"
            )
    return values


def _check_header(table: FileTable) -> None:
    shares = [table.number(name) for name in table.header if name]
    if all(share is not None and 0 <= share <= 1 for share in shares):
        raise ValueError(
            f"{table.source} must begin with a header that names its columns; its first line holds "
            f"values, {table.separator.join(table.header)[:40]!r}"
        )


# --- The truth, and what the models said ---------------------------------------------------------


def _truth_column(table: FileTable, columns: list[int]) -> tuple[int | None, str]:
    """The truth, if one is called so and others hold its labels; or the name of an idle one."""
    named = [k for k in called(table.header, TRUTHS) if k in columns]
    if not named:
        return None, ""
    truth, name = named[0], table.header[named[0]]
    labels = set(labels_in(table, truth))
    others = [k for k in columns if k != truth]
    plain = [k for k in others if right_or_wrong(table.column(k), table.number)[1] is None]
    if plain and any(labels <= two for two in _TWO):
        _refuse_scores(table, plain, name)
        raise ValueError(
            f"{table.source}: column {name!r} looks like the truth. Are the other columns labels "
            f"that models predicted ({option('truth', name)}), or do they say right and wrong by "
            f"themselves ({option('drop', name)})?"
        )
    if not plain and any(labels & set(labels_in(table, k)) for k in others):
        return truth, ""
    return None, name


def refuse_fractions(table: FileTable, models: list[int], values: np.ndarray) -> None:
    """Shares of an item are rare; scores, difficulties and accuracies are not."""
    odd = [k for k, column in zip(models, values.T, strict=True) if _mostly_between(column)]
    if not odd:
        return
    name, all_of_them = table.header[odd[0]], len(odd) == len(models)
    what = "most cells lie" if all_of_them else f"most cells of column {name!r} lie"
    other = (
        "For scores on data sets, on folds or of cases there is another way in (course compare, "
        "folds, judge)"
        if all_of_them
        else f"If the column is no model, {option('drop', name)}"
    )
    raise ValueError(
        f"{table.source}: {what} between 0 and 1. If they are shares of an item that a model has "
        f"right, {option('rows', 'items')}. {other}"
    )


def _mostly_between(shares: np.ndarray) -> bool:
    return bool(np.mean((shares > 0) & (shares < 1)) > 0.5)


def _refuse_scores(table: FileTable, columns: list[int], name: str) -> None:
    """Scores beside the truth of two classes are a matter for `course judge`."""
    for column in columns:
        if _mostly_between(right_or_wrong(table.column(column), table.number)[0]):
            raise ValueError(
                f"{table.source}: column {table.header[column]!r} looks like a score for every "
                f"case, with the truth in {name!r}: course judge is for that"
            )


def _right_or_wrong_columns(table: FileTable, columns: list[int]) -> tuple[list[int], list[int]]:
    """The models, and the columns that hold text, or ids, and never right or wrong."""
    models, left_out = [], []
    ids = called(table.header, ITEMS)
    for column in columns:
        cells = table.column(column)
        values, bad = right_or_wrong(cells, table.number)
        if (bad is None and np.isnan(values).all()) or (bad is not None and column in ids):
            left_out.append(column)  # nothing in it, or another id
        elif bad is None or not np.isnan(values).all():
            models.append(column)
        elif any(table.number(cell) is not None for cell in cells) and len(set(cells)) < len(cells):
            models.append(column)  # numbers beyond 0 and 1: to be asked about
        else:
            left_out.append(column)
    return models, left_out


def _labelled(table: FileTable, columns: list[int], truth: int) -> tuple[list[int], list[int]]:
    """The models that predict labels of the truth, and the columns that never hold one."""
    known = set(labels_in(table, truth))
    models, left_out = [], []
    for column in columns:
        cells = [cell for cell in table.column(column) if not is_missing(cell)]
        keys = {cell: key_of(cell) for cell in dict.fromkeys(cells)}
        strange = [cell for cell in cells if keys[cell] not in known]
        if len(strange) == len(cells):
            left_out.append(column)
        elif len(strange) > _STRANGE * len(cells) and len(set(strange)) > len(known):
            row = table.column(column).index(strange[0])
            raise ValueError(
                f"{table.where(row, column)}: {strange[0][:60]!r} is no label of the truth, nor "
                f"are {counted(len(strange) - 1, 'other cell')}. If the column is no model, leave "
                f"it out: {option('drop', table.header[column])}"
            )
        else:
            models.append(column)
    return models, left_out
