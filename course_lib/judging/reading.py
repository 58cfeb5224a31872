"""Predictions from a file or a data frame: who is the truth, who is judged, and what is neither."""

from collections.abc import Sequence
from os import PathLike
from typing import Any

import numpy as np

from course_lib.common.files import FileTable, read_table
from course_lib.common.frames import frame_table, is_frame
from course_lib.common.phrases import counted, option
from course_lib.judging.door import Entrance, column_of, enter
from course_lib.judging.folds import fold_column
from course_lib.judging.labels import (
    distinct,
    first_missing,
    is_missing,
    key_of,
    labels_as_scores,
    told,
)
from course_lib.judging.looks import IDS, TRUTH, Look, plain_name
from course_lib.judging.predictions import Predictions, assemble


def read_predictions(
    file: str | PathLike | Any,
    positive: Any = None,
    folds: str | None = None,
    *,
    truth: str | None = None,
    stratum: str | None = None,
    drop: Sequence[str] = (),
    ids: Sequence[str] = (),
    keep: Sequence[str] = (),
    rows: str | None = None,
    missing: str | None = None,
) -> Predictions:
    """Read predictions: a header with names, then a row for each case, with its truth and scores.

    The truth is the column that is called so (truth, label, y_true, ...) or the first one, if it
    alone holds two labels; `truth` names another one. It is 1 and 0, true and false, yes and no, or
    any two labels, if `positive` says which of them is the positive one. The other columns hold
    scores, one column for each classifier; a high score means "positive". Labels that were
    predicted will do as well. Ids, row numbers and columns that hold the same everywhere are left
    out; so are those that `drop` and `ids` name, while `keep` keeps what only looks like an id.
    `file` may be a data frame.

    A file that looks like something else (right or wrong for each item, folds, data sets) is
    refused, with a word on what fits; `rows="cases"` insists. A missing cell is an error that names
    the line; `missing="drop"` leaves such rows out and tells how many there were.

    Columns are separated by commas, semicolons or tabs; the file may be compressed (gzip). If the
    scores come from a cross-validation, `folds` names the column that says in which fold each case
    was; if there are several test sets, `stratum` names the column that says in which one it is.

    Examples
    --------
    >>> from course_lib.datasets import example_predictions
    >>> table = read_predictions(example_predictions())
    >>> print(table.sentence())
    4 classifiers on 15 positives (1) and 172 negatives (0).
    >>> print(table.taken_for)
    cases, with the truth in column 'truth' and scores of 4 classifiers
    """
    table = frame_table(file) if is_frame(file) else read_table(file)
    _check_header(table)
    entrance = enter(
        table,
        "cases",
        rows=rows,
        truth=truth,
        drop=drop,
        ids=ids,
        keep=keep,
        missing=missing,
        spoken_for=(stratum, folds if folds in table.header else None),
    )
    table, at = entrance.table, entrance.truth
    assert at is not None
    labels = table.column(at)
    _check_truth(table, at, labels)
    offered = [table.header[k] for k in range(len(table.header)) if k != at]
    held_by = fold_column(
        [n for n in offered if n in (folds, *(table.header[k] for k in entrance.columns))],
        folds,
        table.source,
    )
    columns = [k for k in entrance.columns if table.header[k] != held_by]
    scores, notes = _scores(entrance, columns, labels, positive)
    names = tuple(table.header[column] for column in columns)
    where = f"{table.source}, column {table.header[at]!r}"
    notes = (*table.notes, *entrance.notes, *_repeated(entrance), *notes)
    found = assemble(labels, scores, names, positive, where, table.source, notes)
    found = found.taken(_taken_for(table, at, len(names), held_by, stratum))
    if held_by is not None:
        found = found.with_folds(_fold_cells(table, table.header.index(held_by)))
    if stratum is not None:
        found = found.with_strata(table.column(column_of(table, "stratum", stratum)))
    return found


def without_ids(frame: Any) -> tuple[Any, tuple[str, ...]]:
    """A data frame of scores without columns that count rows, name them, or hold one value."""
    found = {}
    for name in frame.columns:
        values = np.asarray(frame[name])
        if values.dtype.kind not in "biufOU" or values.size < 3:
            continue
        first, different = values[0], len(set(values.tolist()))
        counter = values.dtype.kind in "iu" and np.array_equal(
            values, first + np.arange(len(values))
        )
        if different == 1:
            found[name] = f"holds {first!s} everywhere"
        elif (counter and first in (0, 1)) or (
            different == values.size and values.dtype.kind in "iuOU"
            and IDS.fullmatch(plain_name(str(name)))
        ):  # fmt: skip
            found[name] = "names or counts the rows"
    if len(found) == len(list(frame.columns)):
        return frame, ()
    notes = tuple(f"Column {str(n)!r} {why}: it is left out." for n, why in found.items())
    return frame[[name for name in frame.columns if name not in found]], notes


def _repeated(entrance: Entrance) -> list[str]:
    """Rows that share an id are fewer cases than they seem."""
    if entrance.names is None:
        return []
    name, cells = entrance.table.header[entrance.names], entrance.table.column(entrance.names)
    different = len(set(cells))
    if different == len(cells):
        return []
    return [
        f"Column {name!r} holds {different:,} different ids in {len(cells):,} rows. Cases that "
        "belong together are fewer than they seem: p-values are then too small, and intervals too "
        "narrow. Average them, or keep one of each."
    ]


def _taken_for(
    table: FileTable, truth: int, classifiers: int, folds: str | None, stratum: str | None
) -> str:
    words = f"cases, with the truth in column {table.header[truth]!r} and scores of "
    words += counted(classifiers, "classifier")
    words += f", folds in column {folds!r}" if folds else ""
    return words + (f", test sets in column {stratum!r}" if stratum else "")


def _scores(
    entrance: Entrance, columns: Sequence[int], labels: list[str], positive: Any
) -> tuple[np.ndarray, tuple[str, ...]]:
    """The scores; labels that were predicted are 1 and 0."""
    table, two = entrance.table, distinct(labels)
    where = f"{table.source}, column {table.header[entrance.truth or 0]!r}"
    called = {}
    for k in columns:
        if not Look(table, k).is_numeric:  # labels that are numbers are known later
            called[k] = labels_as_scores(table.column(k), two, positive, where)
    plain = [k for k in columns if called.get(k) is None]
    numbers, notes = table.numbers(
        plain,
        "score",
        "Every column but the truth must hold a score for every case: a column that is no "
        f"classifier goes with {option('drop', 'COLUMN')}, rows with gaps with "
        f"{option('missing', 'drop')}",
    )
    scores = np.empty((len(labels), len(columns)))
    for place, column in enumerate(columns):
        own = called.get(column)
        scores[:, place] = numbers[:, plain.index(column)] if own is None else own[0]
        if own is not None:
            notes = (*notes, f"Column {table.header[column]!r} {own[1]}.")
    return scores, notes


def _fold_cells(table: FileTable, at: int) -> list[str]:
    cells = table.column(at)
    for cell in dict.fromkeys(cells):
        if is_missing(cell):
            where = table.where(cells.index(cell), at)
            raise ValueError(f"{where}: the fold is missing; got {cell!r}")
        number = table.number(cell)
        if number is not None and not float(number).is_integer():
            raise ValueError(
                f"{table.where(cells.index(cell), at)}: the fold is {cell!r}, which looks like a "
                f"score; {option('folds')} must name the column that says in which fold each case "
                "was"
            )
    return cells


def _check_header(table: FileTable) -> None:
    header = table.header
    if len(header) < 2:
        raise ValueError(
            f"{table.source} must have at least two columns, the truth and the scores of a "
            f"classifier, separated by commas; its header is one cell, {header[0]!r}"
        )
    if all(table.number(cell) is not None for cell in header[1:]) and _is_a_label(table):
        raise ValueError(
            f"{table.source} must begin with a header that names its columns; its first line holds "
            f"values, {table.separator.join(header)[:40]!r}"
        )


def _is_a_label(table: FileTable) -> bool:
    """Does the header begin with what looks like the truth of a case? Names may be years."""
    if TRUTH.fullmatch(plain_name(table.header[0])):
        return False
    below = {key_of(label) for label in dict.fromkeys(table.column(0))}
    return key_of(table.header[0]) in below or len(below) < 2


def _check_truth(table: FileTable, at: int, labels: list[str]) -> None:
    """Two classes in the column of the truth; or a message that says where the trouble is."""
    row = first_missing(labels)
    if row is not None:
        raise ValueError(
            f"{table.where(row, at)}: the truth is missing; got {labels[row]!r}. "
            f"{option('missing', 'drop')} leaves such rows out"
        )
    seen = distinct(labels)
    if len(seen) == 2:
        return
    name = table.header[at]
    if len(seen) == 1:
        raise ValueError(
            f"{table.source}, column {name!r}: there must be two classes to tell apart; got "
            f"{labels[0]!r} only, in {counted(len(labels), 'row')}"
        )
    if len(seen) == 3:
        *two, third = seen.values()
        raise ValueError(
            f"{table.where(labels.index(third), at)}: a third class, {third!r}, after {told(two)}; "
            "the truth must be one of two"
        )
    raise ValueError(
        f"{table.source}, column {name!r}: the truth must be one of two classes; it holds "
        f"{len(seen):,} different values"
    )
