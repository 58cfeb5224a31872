"""A row for each item and a column for each model: which columns are models, and which are not."""

from collections.abc import Collection
from typing import NamedTuple

import numpy as np

from course_lib.common.files import FileTable
from course_lib.common.phrases import counted, option
from course_lib.judging.item_spelling import (
    CLUSTERS,
    HOW_WRITTEN,
    ITEMS,
    RUNS,
    TRUTHS,
    called,
    right_or_wrong,
)
from course_lib.judging.labels import distinct, is_missing, key_of

#: Where truth and models both look like this, predictions cannot be told from right and wrong.
_TWO = ({"0", "1"}, {"false", "true"}, {"no", "yes"})
#: Beyond so many different shares they are hardly partial credit.
_MANY_SHARES = 30
#: A column with more than this share of labels that the truth never has is hardly a model.
_STRANGE = 0.1


class Columns(NamedTuple):
    """The columns of a table by what they hold; None where there is none."""

    models: list[int]
    truth: int | None
    item: int | None
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
    item = asked.item if asked.item is not None else _item_column(table, rest, asked.truth)
    runs = asked.runs if asked.runs is not None else _runs_column(table, rest, item)
    # A column that is called so is no model; whether it is needed is another matter.
    no_models = {item, runs, *called(table.header, RUNS)}
    rest = [k for k in rest if k not in no_models]
    truth, note = (asked.truth, "") if asked.truth is not None else _truth_column(table, rest)
    rest = [k for k in rest if k != truth and table.header[k] != note]
    notes = [f"Column {note!r} was left out: the others say right or wrong by themselves."]
    models, left_out = (
        _right_or_wrong_columns(table, rest) if truth is None else _labelled(table, rest, truth)
    )
    if truth is not None and asked.truth is None:
        notes.append(f"Column {table.header[truth]!r} was taken for the right labels.")
    if runs is not None and asked.runs is None:
        notes.append(f"Column {table.header[runs]!r} was taken for the runs of an item.")
    if left_out:
        names = ", ".join(repr(table.header[k]) for k in left_out[:6])
        names += f" and {len(left_out) - 6} more" if len(left_out) > 6 else ""
        what = "right or wrong" if truth is None else "labels of the truth"
        are = "s" if len(left_out) > 1 else ""
        was = "were" if are else "was"
        hold = "hold" if are else "holds"
        notes.append(
            f"Column{are} {names} {was} left out: {'they' if are else 'it'} {hold} no {what}."
        )
    if not models:
        what = "right or wrong" if truth is None else "labels that the truth has"
        hint = (
            "" if truth is not None else f" If they hold predicted labels, {option('truth')} names "
        )
        hint += "" if truth is not None else "the column with the right ones"
        raise ValueError(f"{table.source}: no column holds {what}.{hint}")
    return Columns(models, truth, item, asked.cluster, runs, notes if note else notes[1:])


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


def ask_for_clusters(table: FileTable, taken: Collection[int]) -> None:
    """A column that is called so may change every answer: one clear question."""
    if columns := [k for k in called(table.header, CLUSTERS) if k not in taken]:
        name = table.header[columns[0]]
        raise ValueError(
            f"{table.source}: column {name!r} seems to say which items belong together. If so, "
            f"{option('cluster', name)}, and they do not count as independent; if not, "
            f"{option('drop', name)}"
        )


# --- Names of items, and runs --------------------------------------------------------------------


def _item_column(table: FileTable, columns: list[int], truth: int | None) -> int | None:
    """A column that is called so and does not say right or wrong, a nameless one, or a count.

    Failing that, the first whose cells are all different.
    """
    named = [k for k in called(table.header, ITEMS) if k in columns]
    nameless = [k for k in columns if not table.header[k]]
    for column in (*named, *nameless):
        cells = table.column(column)
        if right_or_wrong(cells, table.number)[1] is not None or _counts(cells):
            return column
    counting = [k for k in columns if _counts(table.column(k))]
    if counting:
        return counting[0]
    truths = [truth] if truth is not None else called(table.header, TRUTHS)
    labels = {key for k in truths for key in _labels(table, k)}
    for column in columns:
        if (
            column not in truths
            and len(table.rows) > 2
            and _all_different(table, column)
            and not labels & set(_labels(table, column))
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


def _counts(cells: list[str]) -> bool:
    """0, 1, 2, ... or 1, 2, 3, ...?"""
    return len(cells) > 2 and any(
        all(key_of(cell) == str(row) for row, cell in enumerate(cells, start)) for start in (0, 1)
    )


def _runs_column(table: FileTable, columns: list[int], item: int | None) -> int | None:
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


def refuse_repeats(table: FileTable, item: int, runs: int | None) -> None:
    """One clear question if an item stands there twice, or twice in the same run."""
    seen: dict[tuple[str, str], int] = {}
    for row, cells in enumerate(table.rows):
        key = (cells[item], "" if runs is None else cells[runs])
        first = seen.setdefault(key, row)
        if first != row:
            again = "" if runs is None else f" in run {key[1]!r}"
            remedy = (
                f"If they are repeated runs, name the column that says which ({option('runs')}); "
                f"if they are different items, the column that names the items ({option('id')}), "
                f"or leave this one out ({option('drop', table.header[item])})"
            )
            raise ValueError(
                f"{table.where(row, item)}: item {key[0]!r} stands there twice{again}, first in "
                f"{table.unit} {table.lines[first]}. {remedy}"
            )


# --- The truth, and what the models said ---------------------------------------------------------


def _truth_column(table: FileTable, columns: list[int]) -> tuple[int | None, str]:
    """The truth, if one is called so and others hold its labels; or the name of an idle one."""
    named = [k for k in called(table.header, TRUTHS) if k in columns]
    if not named:
        return None, ""
    truth, name = named[0], table.header[named[0]]
    labels = set(_labels(table, truth))
    others = [k for k in columns if k != truth]
    plain = [k for k in others if right_or_wrong(table.column(k), table.number)[1] is None]
    if plain and any(labels <= two for two in _TWO):
        _refuse_scores(table, plain, name)
        raise ValueError(
            f"{table.source}: column {name!r} looks like the truth. Are the other columns labels "
            f"that models predicted ({option('truth', name)}), or do they say right and wrong by "
            f"themselves ({option('drop', name)})?"
        )
    if not plain and any(labels & set(_labels(table, k)) for k in others):
        return truth, ""
    return None, name


def _refuse_scores(table: FileTable, columns: list[int], name: str) -> None:
    """Scores beside the truth of two classes are a matter for `course judge`."""
    for column in columns:
        if len(distinct(table.column(column))) > _MANY_SHARES:
            raise ValueError(
                f"{table.source}: column {table.header[column]!r} looks like a score for every "
                f"case, with the truth in {name!r}: course judge is for that"
            )


def _labels(table: FileTable, column: int) -> dict[str, str]:
    found = distinct(table.column(column))
    return {key: label for key, label in found.items() if not is_missing(label)}


def _right_or_wrong_columns(table: FileTable, columns: list[int]) -> tuple[list[int], list[int]]:
    """The models, and the columns that hold text, or ids, and never right or wrong."""
    models, left_out = [], []
    for column in columns:
        cells = table.column(column)
        values, bad = right_or_wrong(cells, table.number)
        if bad is None and np.isnan(values).all():
            left_out.append(column)  # nothing in it
        elif bad is None or not np.isnan(values).all():
            models.append(column)
        elif any(table.number(cell) is not None for cell in cells) and len(set(cells)) < len(cells):
            models.append(column)  # numbers beyond 0 and 1: to be asked about
        else:
            left_out.append(column)
    return models, left_out


def _labelled(table: FileTable, columns: list[int], truth: int) -> tuple[list[int], list[int]]:
    """The models that predict labels of the truth, and the columns that never hold one."""
    known = set(_labels(table, truth))
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
