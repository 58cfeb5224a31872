"""Scores on several data sets, from a file or a data frame that is looked at first."""

from collections import Counter
from collections.abc import Sequence
from os import PathLike
from typing import Any

from course_lib.common.files import FileTable, read_table
from course_lib.common.phrases import option
from course_lib.common.score_table import ScoreTable, table_of_scores
from course_lib.judging.door import enter
from course_lib.judging.no_scores import (
    aside,
    names_models,
    refuse_confusions,
    refuse_summary_rows,
)

#: A name may stand twice by accident; where many do, rows are folds.
_MOSTLY_DIFFERENT = 0.75


def read_scores(
    file: str | PathLike | Any,
    *,
    drop: Sequence[str] = (),
    ids: Sequence[str] = (),
    rows: str | None = None,
    missing: str | None = None,
) -> ScoreTable:
    """Read a file: a header with the names of the algorithms, then a row for each data set.

    A column that holds text, counts the rows, or is called `dataset` (or `name`, or `id`) names the
    data sets. Columns are separated by commas, semicolons or tabs; with the latter two, decimals
    may have a comma. A file that looks like something else (predictions, folds, right or wrong for
    each item) is refused, with a word on what fits; `rows="sets"` insists. `drop` and `ids` name
    columns that are no algorithms; `missing="drop"` leaves out data sets on which a score is
    missing, and tells how many there were. Columns that count cases, tell how long it took or sum
    up the others are left out, and `notes` say so; a row that sums up the others is refused.
    """
    table = read_table(file)
    _check_header(table)
    table, notes = _scores_only(table, {*drop, *ids})
    entrance = enter(table, "sets", rows=rows, drop=drop, ids=ids, missing=missing)
    found = table_of_scores(
        entrance.table, entrance.columns, entrance.names, (*entrance.notes, *notes)
    )
    refuse_summary_rows(table.source, found.data_sets, "data set")
    name, times = Counter(found.data_sets).most_common(1)[0]
    if len(set(found.data_sets)) < _MOSTLY_DIFFERENT * len(found.data_sets):
        raise ValueError(
            f"{table.source}: data set {name!r} occurs {times} times. Folds or repetitions of one "
            "data set are no data sets of their own: average them first; if they are different "
            f"data sets, give them different names, or leave the column out ({option('drop')})"
        )
    return found


def _scores_only(table: FileTable, named: set[str]) -> tuple[FileTable, list[str]]:
    """The table without columns that are nobody's scores, and notes on them; or a refusal."""
    columns = [table.column(index) for index in range(len(table.header))]
    refuse_confusions(table.source, table.header, columns)
    open_to_doubt = [i for i, name in enumerate(table.header) if name not in named]
    for index in open_to_doubt:
        if names_models(table.header[index], columns[index]):
            raise ValueError(
                f"{table.source}: column {table.header[index]!r} says that rows are models here; "
                "rows must be data sets, and columns models: turn it round (in pandas: .T); or, "
                "for accuracies as they are printed, course printed --table"
            )
    found = aside([table.header[i] for i in open_to_doubt], [columns[i] for i in open_to_doubt])
    names = {open_to_doubt[place]: reason for place, reason in found.items()}
    notes = [f"Column {table.header[i]!r} {why}: it is left out." for i, why in names.items()]
    return table.without(set(names)), notes


def _check_header(table: FileTable) -> None:
    if len(table.header) < 2:
        raise ValueError(
            f"{table.source} must have a column for each algorithm, separated by commas, "
            f"semicolons or tabs; its header is one cell, {table.header[0]!r}"
        )
    if all(table.number(name) is not None for name in table.header[1:]):
        raise ValueError(
            f"{table.source} must begin with a header that names the algorithms; its first line "
            "holds numbers only"
        )
