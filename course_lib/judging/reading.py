"""Predictions from a file: the truth first, then a column of scores for each classifier."""

from os import PathLike
from typing import Any

from course_lib.common.files import FileTable, read_table
from course_lib.common.phrases import counted
from course_lib.judging.folds import fold_column
from course_lib.judging.labels import distinct, first_missing, is_missing, key_of, told
from course_lib.judging.predictions import Predictions, assemble

#: What people call the column with the truth.
_TRUTH_NAMES = ("truth", "true", "y", "y_true", "ytrue", "label", "labels", "class", "target")


def read_predictions(
    file: str | PathLike, positive: Any = None, folds: str | None = None
) -> Predictions:
    """Read predictions: a header with names, then a row for each case; the truth comes first.

    The other columns hold scores, one column for each classifier; a high score means "positive".
    The truth is 1 and 0, true and false, yes and no, or any two labels, if `positive` says which
    of them is the positive one. Columns are separated by commas, semicolons or tabs; the file may
    be compressed (gzip). Every case needs a label and all scores: what is missing is an error that
    names the line.

    If the scores come from a cross-validation, `folds` names the column that says in which fold
    each case was.

    Examples
    --------
    >>> from course_lib.datasets import example_predictions
    >>> table = read_predictions(example_predictions())
    >>> print(table.sentence())
    4 classifiers on 15 positives (1) and 172 negatives (0).
    """
    table = read_table(file)
    _check_header(table)
    labels = table.column(0)
    _check_truth(table, labels)
    held_by = fold_column(table.header, folds, table.source)
    columns = [k for k, name in enumerate(table.header) if k and name != held_by]
    scores, notes = table.numbers(
        columns,
        "score",
        "All columns but the first must hold a score for every case",
    )
    where = f"{table.source}, column {table.header[0]!r}"
    notes = (*table.notes, *notes)
    names = tuple(table.header[column] for column in columns)
    found = assemble(labels, scores, names, positive, where, table.source, notes)
    if held_by is None:
        return found
    at = table.header.index(held_by)
    folds_given = table.column(at)
    for row, cell in enumerate(folds_given):
        if is_missing(cell):
            raise ValueError(f"{table.where(row, at)}: the fold is missing; got {cell!r}")
        number = table.number(cell)
        if number is not None and not float(number).is_integer():
            raise ValueError(
                f"{table.where(row, at)}: the fold is {cell!r}, which looks like a score; --folds "
                "must name the column that says in which fold each case was"
            )
    return found.with_folds(folds_given)


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
    if table.header[0].casefold() in _TRUTH_NAMES:
        return False
    below = {key_of(label) for label in table.column(0)}
    return key_of(table.header[0]) in below or len(below) < 2


def _check_truth(table: FileTable, labels: list[str]) -> None:
    """Two classes in the first column; or a message that says where the trouble is."""
    row = first_missing(labels)
    if row is not None:
        raise ValueError(f"{table.where(row, 0)}: the truth is missing; got {labels[row]!r}")
    seen = distinct(labels)
    if len(seen) == 2:
        return
    name = table.header[0]
    if len(seen) == 1:
        raise ValueError(
            f"{table.source}, column {name!r}: there must be two classes to tell apart; got "
            f"{labels[0]!r} only, in {counted(len(labels), 'row')}"
        )
    counts_rows = labels in ([str(i) for i in range(s, s + len(labels))] for s in (0, 1))
    elsewhere = _truth_elsewhere(table)
    if len(seen) == 3 and not counts_rows and not elsewhere:
        *two, third = seen.values()
        raise ValueError(
            f"{table.where(labels.index(third), 0)}: a third class, {third!r}, after {told(two)}; "
            "the truth must be one of two"
        )
    what = "counts the rows" if counts_rows else f"holds {len(seen):,} different values"
    message = (
        f"{table.source}: the first column must be the truth, one of two classes; column {name!r} "
        f"{what}"
    )
    if elsewhere:
        message += f". Column {elsewhere!r} looks like the truth: move it to the front"
    if counts_rows:
        message += ". Leave row numbers out (pandas: to_csv(..., index=False))"
    raise ValueError(message)


def _truth_elsewhere(table: FileTable) -> str | None:
    """Another column with two values that could be the truth; one that is called so comes first."""
    two = [
        name
        for column, name in enumerate(table.header)
        if column and len(distinct(table.column(column))) == 2
    ]
    called = [name for name in two if name.casefold() in _TRUTH_NAMES]
    return next(iter(called + two), None)
