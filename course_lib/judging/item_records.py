"""Records of one model and item each, laid out: a row for each item, a column for each model."""

from collections import Counter, defaultdict
from typing import Any, NamedTuple

import numpy as np

from course_lib.common.files import FileTable
from course_lib.common.phrases import counted, option
from course_lib.judging.item_files import is_harness, same_place
from course_lib.judging.item_questions import ask_for_clusters, ask_for_named_groups
from course_lib.judging.item_roles import (
    Roles,
    filled,
    item_column,
    one_filter,
    runs_column,
    score_column,
)
from course_lib.judging.item_spelling import HOW_WRITTEN, right_or_wrong
from course_lib.judging.labels import is_missing


class Laid(NamedTuple):
    """Records laid out: a row for each item, or for each item and run; a column for each model."""

    #: Shares from 0 to 1, or, where there is a truth, labels.
    cells: np.ndarray
    names: tuple[str, ...]
    items: list[str]
    truth: list[str] | None
    clusters: list[str] | None
    runs: list[str] | None
    notes: list[str]


def lay_out(table: FileTable, roles: Roles, missing: str | None) -> Laid:
    """Find the columns that were not named, and turn records into a table."""
    if roles.cluster is None:
        ask_for_clusters(table, roles.taken)
    models = filled(table, roles.model, "the model")
    score = score_column(table, roles)
    item, task = item_column(table, roles, models)
    ids = filled(table, item, "the item")
    if task is not None:
        ids = [f"{a}/{b}" for a, b in zip(filled(table, task, "the task"), ids, strict=True)]
    one_filter(table, roles)
    runs = runs_column(table, roles, models, ids, {score, item, *([] if task is None else [task])})
    _same_documents(table, roles, ids)
    if roles.cluster is None:
        used = {k for k in (score, item, task, runs) if k is not None}
        ask_for_named_groups(table, roles.taken | used, ids)
    cells, gaps = _cells(table, score, roles.truth)
    if gaps.all():
        raise ValueError(f"{table.source}, column {table.header[score]!r}: all cells are missing")
    run_of = ["1"] * len(ids) if runs is None else filled(table, runs, "the run")
    run_of = _runs_alike(models, ids, run_of)
    notes = _told(table, roles, item, task, score, runs)

    names = tuple(dict.fromkeys(models))
    keys = dict.fromkeys(zip(ids, run_of, strict=True))
    at = {key: row for row, key in enumerate(keys)}
    column = {name: k for k, name in enumerate(names)}
    place = np.full((len(at), len(names)), -1)
    for row, (name, item_of, run) in enumerate(zip(models, ids, run_of, strict=True)):
        if not gaps[row]:
            place[at[item_of, run], column[name]] = row
    there = np.asarray((place >= 0).all(axis=1))
    if not there.all():
        lost = _tell_missing(names, list(at), place, runs is not None, missing)
        notes.append(lost)
        place = place[there]
    kept = [key for key, whole in zip(at, there, strict=True) if whole]
    first = place[:, 0].tolist()

    def along(index: int | None, what: str) -> list[str] | None:
        if index is None:
            return None
        _constant_within(table, index, ids, what)
        return [table.rows[row][index] for row in first]

    return Laid(
        cells[place],
        names,
        [key[0] for key in kept],
        along(roles.truth, "truth"),
        along(roles.cluster, "cluster"),
        None if runs is None else [key[1] for key in kept],
        notes,
    )


def _cells(table: FileTable, score: int, truth: int | None) -> tuple[np.ndarray, np.ndarray]:
    """What each record scored or predicted, and where that is missing."""
    cells = table.column(score)
    if truth is not None:
        gaps = np.array([is_missing(cell) for cell in cells], dtype=bool)
        return np.array(cells, dtype=object), gaps
    values, bad = right_or_wrong(cells, table.number)
    if bad is not None:
        raise ValueError(
            f"{table.where(bad, score)}: {HOW_WRITTEN}; got {cells[bad][:60]!r}. If another column "
            f"says it, {option('score')}"
        )
    return values, np.isnan(values)


def _runs_alike(models: list[str], ids: list[str], runs: list[str]) -> list[str]:
    """Runs by their names, if all models have the same ones; else by their numbers.

    One model's seeds need not be another's.
    """
    by_model = defaultdict(set)
    for model, run in zip(models, runs, strict=True):
        by_model[model].add(run)
    sets = list(by_model.values())
    if all(own == sets[0] for own in sets):
        return runs
    number: Counter[tuple[str, str]] = Counter()
    numbered = []
    for key in zip(models, ids, strict=True):
        number[key] += 1
        numbered.append(str(number[key]))
    return numbered


# --- What is missing, or does not fit ----------------------------------------------------------


def _tell_missing(
    names: tuple[str, ...], keys: list[Any], place: np.ndarray, runs: bool, missing: str | None
) -> str:
    """A note on what is left out; an error, unless that was asked for."""
    what = "item and run" if runs else "item"
    lacking = (place < 0).sum(axis=0)
    there = int((place >= 0).all(axis=1).sum())
    worst = int(lacking.argmax())
    others = int((lacking > 0).sum()) - 1
    first = keys[int((place[:, worst] < 0).argmax())]
    example = f"{first[0]!r}, run {first[1]!r}" if runs else repr(first[0])
    more = f", and {counted(others, 'other model')} lacks some, too" if others == 1 else ""
    more = f", and {counted(others, 'other model')} lack some, too" if others > 1 else more
    told = (
        f"{names[worst]!r} lacks {int(lacking[worst]):,} of {len(keys):,} "
        f"{'items (runs counted)' if runs else 'items'}, the first of them {example}{more}"
    )
    if missing == "drop" and there:
        return f"{counted(len(keys) - there, what)} left out: {told}."
    kept = (
        f"{option('missing', 'drop')} keeps the {there:,} that all models have"
        if there
        else "No item is there for all models: do they have the same names everywhere?"
    )
    raise ValueError(f"every model must have every {what}: {told}. {kept}")


def _constant_within(table: FileTable, column: int, ids: list[str], what: str) -> None:
    cells = filled(table, column, f"the {what}")
    seen: dict[str, tuple[str, int]] = {}
    for row, (cell, item) in enumerate(zip(cells, ids, strict=True)):
        known, first = seen.setdefault(item, (cell, row))
        if known != cell:
            raise ValueError(
                f"{table.where(row, column)}: the {what} of item {item!r} must be the same in all "
                f"its records; got {cell!r} here and {known!r} in "
                f"{same_place(table, first, row)}"
            )


def _same_documents(table: FileTable, roles: Roles, ids: list[str]) -> None:
    """The harness notes a hash of each question: one id must not stand for two questions."""
    if not is_harness(table.header) or "doc_hash" not in table.header:
        return
    column = table.header.index("doc_hash")
    if column in roles.dropped:
        return
    seen: dict[str, tuple[str, int]] = {}
    for row, (cell, item) in enumerate(zip(table.column(column), ids, strict=True)):
        known, first = seen.setdefault(item, (cell, row))
        if known != cell:
            raise ValueError(
                f"{table.where(row, column)}: item {item!r} is another question than in "
                f"{table.where(first)}: the files are not about the same items (or say "
                f"{option('drop', 'doc_hash')})"
            )


def _told(
    table: FileTable,
    roles: Roles,
    item: int,
    task: int | None,
    score: int,
    runs: int | None,
) -> list[str]:
    """How the records were understood."""
    header = table.header
    named = f"{header[task]!r} and {header[item]!r}" if task is not None else f"{header[item]!r}"
    said = "the predicted label" if roles.truth is not None else "right or wrong"
    parts = [f"{header[roles.model]!r} the model", f"{named} the item", f"{header[score]!r} {said}"]
    if runs is not None:
        parts.append(f"{header[runs]!r} the run")
    return [f"A row for each model and item: {', '.join(parts)}."]
