"""The door: what is this file? Said before anything is computed from it, and asked if in doubt.

Four kinds of rows come in. A row is a case with its truth and scores, an item that models have
right or wrong, a fold of a cross-validation, or a data set. Each has a command of its own, and
the wrong one would compute something from it, too. So the header and the cells are looked at first.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from course_lib.common.arguments import one_of
from course_lib.common.files import FileTable
from course_lib.common.phrases import counted, option
from course_lib.judging.doorkeeper import KINDS, rows_of, takes, turn_away, way_to
from course_lib.judging.labels import is_missing
from course_lib.judging.looks import FOLDS, GROUPS, RUNS, SPLITS, Look, looks_at
from course_lib.judging.sighting import called_truth, sight


@dataclass(frozen=True)
class Entrance:
    """A table whose columns are sorted out: who is judged, and what was left aside."""

    table: FileTable
    #: Columns to be judged, by their numbers.
    columns: tuple[int, ...]
    #: The column of the truth, where there is one.
    truth: int | None
    #: A column that names the rows.
    names: int | None
    #: What was left aside and why, and how rows were dropped.
    notes: tuple[str, ...]


def enter(
    table: FileTable,
    wanted: str,
    *,
    rows: str | None = None,
    truth: str | None = None,
    drop: Sequence[str] = (),
    ids: Sequence[str] = (),
    keep: Sequence[str] = (),
    missing: str | None = None,
    spoken_for: Sequence[str | None] = (),
) -> Entrance:
    """Let a file in that holds what is wanted; else a question, or the way to another door.

    `rows` says what a row is, which settles all doubt; `truth`, `drop` and `ids` name columns;
    `keep` names columns that are classifiers though they look like an id; `spoken_for` are columns
    with another office (folds, clusters). `missing="drop"` leaves out rows with a gap.
    """
    named = {name: column_of(table, "drop", name) for name in drop}
    named |= {name: column_of(table, "id", name) for name in ids}
    given = {*named.values(), *(column_of(table, "columns", n) for n in spoken_for if n)}
    if missing is not None:
        one_of("missing", missing, ("drop",))
    looks = looks_at(table, given)
    known = None if truth is None else Look(table, column_of(table, "truth", truth))
    kept = {column_of(table, "keep", name) for name in keep}
    guard(table, looks, wanted, rows, known)
    found = known if known is not None else _truth_among(looks, table, wanted)
    entrance = _sorted_out(table, wanted, looks, found, kept, ids)
    return _without_gaps(entrance, spoken_for) if missing == "drop" else entrance


def guard(
    table: FileTable,
    looks: Sequence[Look],
    wanted: str,
    rows: str | None = None,
    truth: Look | None = None,
    also: Sequence[str | None] = (),
) -> None:
    """Turn a file away that looks like something else than is wanted (or is `also` let in)."""
    if rows is not None:
        rows = one_of("rows", rows, [kind for kind in KINDS if kind != "regression"])
        if rows != rows_of(wanted):
            raise ValueError(f"{takes(wanted)}; for {rows}, use {way_to(rows, table)}")
        return
    sighting = sight(table, looks, truth)
    if sighting.kind not in (wanted, *also):
        turn_away(table, wanted, sighting, looks)


def _truth_among(looks: Sequence[Look], table: FileTable, wanted: str) -> Look | None:
    """The truth of a file whose kind is settled: by its name, or the first column."""
    called = called_truth(looks)
    if called or wanted in ("items", "folds", "sets"):
        return called if wanted not in ("folds", "sets") else None
    first = next((look for look in looks if not look.names_rows), None)
    if first is None:
        raise ValueError(f"{table.source} must have a column with the truth; all columns name rows")
    return first


def _sorted_out(
    table: FileTable,
    wanted: str,
    looks: Sequence[Look],
    truth: Look | None,
    kept: set[int],
    ids: Sequence[str],
) -> Entrance:
    notes, columns, names = [], [], None
    if ids:
        names = column_of(table, "id", ids[0])
    for look in looks:
        if truth is not None and look.index == truth.index:
            continue
        reason = None if look.index in kept else _reason_to_leave_out(look, wanted)
        if reason:
            if names is None and look.names_rows:
                names = look.index
                if wanted in ("sets", "folds", "items"):
                    continue  # that is what it is there for
            notes.append(f"Column {look.name!r} {reason}: it is left out.")
        else:
            columns.append(look.index)
    if not columns:
        raise ValueError(
            f"{table.source} must have a column to be judged; none is left"
            + (f". {' '.join(notes)}" if notes else "")
        )
    return Entrance(table, tuple(columns), truth.index if truth else None, names, tuple(notes))


def _reason_to_leave_out(look: Look, wanted: str) -> str | None:
    """Why a column is never a classifier; a question where that is in doubt."""
    if look.counts_rows:
        return "counts the rows"
    # On folds and data sets an algorithm may score the same throughout; a model may have all right.
    if look.is_constant and (look.is_text or wanted in ("cases", "regression")):
        return f"holds {look.cells[0]!r} everywhere"
    if look.names_rows:
        return "names the rows"
    source, name = look.table.source, look.name
    if look.called(FOLDS) or look.called(RUNS) or look.is_named_like_folds:
        if wanted == "cases" and look.labels and set(look.labels) <= SPLITS:
            raise ValueError(
                f"{source}: column {name!r} tells training from test cases. Only cases that no "
                "model was made with can be judged: leave the others out of the file, and then "
                f"say {option('drop', name)}"
            )
        runs = look.called(RUNS) and look.is_whole and not look.is_two
        return "names folds or runs" if wanted in ("folds", "items") or runs else None
    if wanted == "cases" and look.called(GROUPS) and look.is_numeric:
        raise ValueError(
            f"{source}: is column {name!r} a classifier ({option('keep', name)}), a group within "
            f"which to judge ({option('stratum', name)}), or neither ({option('drop', name)})?"
        )
    if wanted == "cases" and not look.is_numeric and look.labels and not look.is_two:
        raise ValueError(
            f"{source}: column {name!r} holds text, {counted(len(look.labels), 'value')}. Is it "
            f"the truth ({option('truth', name)}), a group within which to judge "
            f"({option('stratum', name)}), or neither ({option('drop', name)})?"
        )
    if wanted == "cases" and look.may_be_an_id:
        raise ValueError(
            f"{source}: column {name!r} holds a different whole number in every row. Is it an id "
            f"({option('id', name)}), or the scores of a classifier ({option('keep', name)})?"
        )
    return None


def _without_gaps(entrance: Entrance, spoken_for: Sequence[str | None]) -> Entrance:
    """Rows in which no cell is missing that is needed, with the count of the others told."""
    table = entrance.table
    needed = [*entrance.columns, *(() if entrance.truth is None else (entrance.truth,))]
    needed += [column_of(table, "columns", name) for name in spoken_for if name]
    gaps: set[int] = set()
    for column in needed:
        cells = table.column(column)
        missing = {cell for cell in dict.fromkeys(cells) if is_missing(cell) or cell in _NO_CELL}
        if missing:
            gaps |= {row for row, cell in enumerate(cells) if cell in missing}
    if not gaps:
        return entrance
    left = len(table.rows) - len(gaps)
    if not left:
        raise ValueError(f"{table.source}: every row has a missing cell; none is left to judge")
    note = (
        f"{counted(len(gaps), 'row')} of {len(table.rows):,} had a missing cell and "
        f"{'was' if len(gaps) == 1 else 'were'} dropped. If they are missing for a reason, what is "
        "left is not like the whole."
    )
    kept = [row for row in range(len(table.rows)) if row not in gaps]
    return Entrance(
        table.taking(kept), entrance.columns, entrance.truth, entrance.names,
        (*entrance.notes, note),
    )  # fmt: skip


#: What else stands for a number that is not there.
_NO_CELL = ("-", "none", "None", "NONE")


def column_of(table: FileTable, argument: str, name: Any) -> int:
    """The number of a column, by its name; or by its number, counted from 1, where it has none."""
    text = " ".join(str(name).split())
    if text in table.header:
        return table.header.index(text)
    return table.header.index(one_of(f"{argument}: the column", text, table.header))
