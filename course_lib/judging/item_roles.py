"""Records of one model and item each: which columns are which."""

import json
from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

import numpy as np

from course_lib.common.files import FileTable
from course_lib.common.phrases import option
from course_lib.judging.item_files import is_harness, same_place
from course_lib.judging.item_ids import task_beside
from course_lib.judging.item_spelling import (
    ITEMS,
    PREDICTIONS,
    RUNS,
    TASKS,
    called,
    right_or_wrong,
    score_columns,
)
from course_lib.judging.labels import is_missing

#: A column that tells two records apart is proposed only if it has few values.
_FEW_VALUES = 40


class Roles(NamedTuple):
    """Columns of the table, by what they hold; None where it is not known."""

    model: int
    item: int | None = None
    score: int | None = None
    truth: int | None = None
    cluster: int | None = None
    runs: int | None = None
    #: Not to be looked at.
    dropped: frozenset[int] = frozenset()

    @property
    def taken(self) -> set[int]:
        """Columns that are spoken for."""
        return {*self.dropped, *(column for column in self[:-1] if column is not None)}


def filled(table: FileTable, column: int, what: str) -> list[str]:
    """The cells of a column in which none may be missing."""
    cells = table.column(column)
    for row, cell in enumerate(cells):
        if is_missing(cell):
            raise ValueError(f"{table.where(row, column)}: {what} is missing; got {cell!r}")
    return cells


# --- Which column says right or wrong? ---------------------------------------------------------


def score_column(table: FileTable, roles: Roles) -> int:
    """The column that says right or wrong, or what was predicted; a question if several may."""
    if roles.score is not None:
        return roles.score
    taken = roles.taken
    if roles.truth is not None:
        found = [k for k in called(table.header, PREDICTIONS) if k not in taken]
        if len(found) == 1:
            return found[0]
        raise ValueError(
            f"{table.source}: which column holds what each model predicted? Name it with "
            f"{option('score')}" + (f": {_listed(table, found)}" if found else "")
        )
    named = [k for k in _metrics(table) or score_columns(table.header) if k not in taken]
    read = {k: right_or_wrong(table.column(k), table.number) for k in named}
    good = [k for k in named if read[k][1] is None and not np.isnan(read[k][0]).all()]
    if not named:
        raise ValueError(
            f"{table.source}: no column is called as right or wrong is (correct, score, acc, "
            f"passed, ...). Name it with {option('score')}, one of {_listed(table, taken=taken)}"
        )
    if not good:
        return named[0]  # and complain of its cells
    first = read[good[0]][0]
    if all(np.array_equal(first, read[k][0], equal_nan=True) for k in good):
        return good[0]
    raise ValueError(
        f"{table.source}: which column says right or wrong: {_listed(table, good)}? Name it, as in "
        f"{option('score', table.header[good[0]])}"
    )


def _metrics(table: FileTable) -> list[int]:
    """lm-evaluation-harness lists the names of its metrics in each record."""
    if not is_harness(table.header) or "metrics" not in table.header:
        return []
    names: dict[str, None] = {}
    for cell in dict.fromkeys(table.column(table.header.index("metrics"))):
        try:
            listed = json.loads(cell or "[]")
        except json.JSONDecodeError:
            return []
        names.update(dict.fromkeys(map(str, listed)) if isinstance(listed, list) else {})
    return [table.header.index(name) for name in names if name in table.header]


# --- Which column says which item? -------------------------------------------------------------


def item_column(table: FileTable, roles: Roles, models: list[str]) -> tuple[int, int | None]:
    """The column of the items, and that of their tasks, if ids begin anew in each."""
    taken = roles.taken
    tasks = [k for k in called(table.header, TASKS) if k not in taken and k != roles.item]
    if roles.item is not None:
        return roles.item, task_beside(table, roles.item, tasks)
    named = [k for k in called(table.header, ITEMS) if k not in taken]
    if not table.header[0] and 0 not in taken:
        named.append(0)
    several = len(set(models)) > 1
    # What no two models share names records, not items.
    shared = [k for k in named if not several or _is_shared(table.column(k), models)]
    shared = [k for k in shared if len(set(table.column(k))) > 1] or shared
    if not shared:
        why = ", for no two models have one in common" if named else ""
        found = f"; {_listed(table, named)} cannot{why}" if named else ""
        raise ValueError(
            f"{table.source}: which column names the items{found}? Name it with {option('id')}"
        )
    runs = [k for k in called(table.header, RUNS) if k not in taken]
    once: list[int] = []
    for column in shared:
        task = task_beside(table, column, tasks)
        beside = [table.column(k) for k in (task, *runs) if k is not None]
        keys = Counter(zip(models, table.column(column), *beside, strict=True))
        if max(keys.values()) == 1 and not any(
            _one_to_one(table.column(column), table.column(other)) for other in once
        ):
            once.append(column)
    if len(once) > 1:
        raise ValueError(
            f"{table.source}: which column names the items: {_listed(table, once)}? Name it, as in "
            f"{option('id', table.header[once[0]])}"
        )
    chosen = (once or shared)[0]
    return chosen, task_beside(table, chosen, tasks)


def _is_shared(cells: list[str], models: list[str]) -> bool:
    owner: dict[str, str] = {}
    return any(
        owner.setdefault(cell, name) != name for cell, name in zip(cells, models, strict=True)
    )


def _one_to_one(one: list[str], other: list[str]) -> bool:
    return len(set(zip(one, other, strict=True))) == len(set(one)) == len(set(other))


# --- Repeated runs, and records that stand there twice -----------------------------------------


def one_filter(table: FileTable, roles: Roles) -> None:
    """lm-evaluation-harness writes a record for each way to extract the answer."""
    if not is_harness(table.header) or "filter" not in table.header:
        return
    column = table.header.index("filter")
    found = list(dict.fromkeys(table.column(column)))
    if len(found) > 1 and column not in roles.dropped and column != roles.runs:
        raise ValueError(
            f"{table.source}: every item stands there once for each filter: "
            f"{', '.join(map(repr, found))}. Choose one, as in "
            f"{_where('filter', found[0])}"
        )


def runs_column(
    table: FileTable, roles: Roles, models: list[str], ids: list[str], others: set[int]
) -> int | None:
    """The column of the runs, if models have items more than once."""
    if roles.runs is not None:
        cells = table.column(roles.runs)
        _refuse_twice(table, list(zip(models, ids, cells, strict=True)), roles, others)
        return roles.runs
    keys = list(zip(models, ids, strict=True))
    if len(set(keys)) == len(keys):
        return None
    taken = roles.taken | others
    for column in called(table.header, RUNS):
        cells = table.column(column)
        if column not in taken and len(set(zip(keys, cells, strict=True))) == len(keys):
            return column
    _refuse_twice(table, keys, roles, others)
    return None


def _refuse_twice(table: FileTable, keys: list[Any], roles: Roles, others: set[int]) -> None:
    """One clear question if a model has an item twice."""
    seen: dict[Hashable, int] = {}
    for row, key in enumerate(keys):
        first = seen.setdefault(key, row)
        if first != row:
            break
    else:
        return
    taken = roles.taken | others
    differing = [
        k
        for k in range(len(table.header))
        if k not in taken
        and table.rows[first][k] != table.rows[row][k]
        and len(set(table.column(k))) <= min(_FEW_VALUES, len(keys) // 2)
    ]
    asked = f"which column says in which run ({option('runs')})?"
    if differing:
        name = table.header[differing[0]]
        cells = " and ".join(repr(table.rows[k][differing[0]]) for k in (first, row))
        asked = (
            f"if column {name!r} ({cells}) says the run, {option('runs', name)}; if one of them is "
            f"enough, {_where(name, table.rows[first][differing[0]])}"
        )
    if (
        "file" in table.header
        and table.rows[first][table.header.index("file")]
        != (table.rows[row][table.header.index("file")])
    ):
        asked += ". If the files are of different models, name them: NAME=file"
    model, item = keys[row][:2]
    raise ValueError(
        f"{table.where(row)}: {model!r} has item {item!r} twice, first in "
        f"{same_place(table, first, row)}: {asked}"
    )


def _listed(table: FileTable, columns: Sequence[int] | None = None, taken: Any = ()) -> str:
    """Names of columns for a question, the first few."""
    if columns is None:
        columns = [k for k in range(len(table.header)) if k not in taken]
    names = [repr(table.header[k]) for k in columns]
    if len(names) > 8:
        return f"{', '.join(names[:8])} and {len(names) - 8} more"
    *others, last = names or ["none"]
    return f"{', '.join(others)} or {last}" if others else last


def _where(name: str, value: str) -> str:
    """How one asks for some of the rows, at the shell and in Python."""
    if option("where").startswith("--"):
        return option("where", f"{name}={value}")
    return f"where={{{name!r}: {value!r}}}"
