"""A file of scores on folds, or of a search's results: what its columns are."""

import re
from collections.abc import Sequence

import numpy as np

from course_lib.common.arguments import one_of
from course_lib.common.files import MISSING as NOT_THERE, FileTable
from course_lib.common.phrases import counted, option
from course_lib.judging.door import column_of, guard
from course_lib.judging.fold_columns import kinds_of, refuse_other_kinds, repeats_of, told_of
from course_lib.judging.fold_data import MISSING, Before, FoldScores, checked
from course_lib.judging.looks import SETS, looks_at
from course_lib.judging.no_scores import refuse_confusions
from course_lib.judging.search_scores import is_cv_results, search_scores


def folds_of_table(
    table: FileTable,
    *,
    metric: str | None = None,
    missing: str = "refuse",
    drop: Sequence[str] = (),
    rows: str | None = None,
) -> FoldScores:
    """The scores of a file: a row for each fold, a column for each model.

    Columns that name the splits (`fold`, `repeat`, `split`, `run`, ...) are no models. The
    `cv_results_` of a search are known by their columns `split0_test_score` and on. A file that
    looks like something else is refused, with a word on what fits; `rows="folds"` insists.
    """
    missing = one_of("missing", missing, MISSING)
    table = table.without({column_of(table, "drop", name) for name in drop})
    table, left_aside = _without_asides(table)
    looks = looks_at(table)
    # Whoever says folds may leave them without names; but a column of two values is none of scores.
    sure = not any(look.is_two for look in looks)
    called = any(look.called(SETS) for look in looks)
    also = ((None,) if sure else ()) + (() if called else ("sets",))
    guard(table, looks, "folds", rows, also=also)
    if is_cv_results(table.header):
        return _search(table, metric, missing)
    if metric is not None:
        raise ValueError(
            f"{option('metric').removesuffix('=')} must not be given for {table.source}, which "
            f"is not the results of a search; got {metric!r}"
        )
    if all(table.number(name) is not None for name in table.header):
        raise ValueError(
            f"{table.source} must begin with a header that names the models; its first line holds "
            "numbers only"
        )
    columns = _columns(table)
    kinds, _ = kinds_of(table.header, columns, may_name_rows=True)
    refuse_other_kinds(table.source, table.header, kinds, columns)
    models = [column for column, kind in enumerate(kinds) if kind == "model"]
    names = tuple(table.header[column] for column in models)
    if len(models) < 2:
        raise ValueError(
            f"{table.source} must have a column of scores for each of at least 2 models, besides "
            f"those that name the folds; it has {', '.join(map(repr, names)) or 'none'}"
        )
    notes = [*table.notes, *told_of(table.header, kinds), *left_aside]
    before = None
    whole = [
        row
        for row, cells in enumerate(table.rows)
        if not any(cells[column].casefold() in NOT_THERE for column in models)
    ]
    if missing == "drop" and len(whole) < len(table.rows):
        left_out = len(table.rows) - len(whole)
        notes.append(
            f"{counted(left_out, 'fold')} of {len(table.rows):,} left out, where a score is "
            "missing."
        )
        repeats = repeats_of(table.source, kinds, columns)
        before = Before(len(table.rows), tuple(whole), repeats)
        table = table.taking(whole)
        columns = _columns(table)
    values, more = table.numbers(models, "score", _hint(table, kinds))
    return checked(
        FoldScores(
            values,
            names,
            1e-12,
            named=True,
            repeats=before.left if before else repeats_of(table.source, kinds, columns),
            before=before,
            tried=len(names),
            notes=(*notes, *more),
        )
    )


def _without_asides(table: FileTable) -> tuple[FileTable, tuple[str, ...]]:
    """Without columns of numbers that are no scores (a search's results have some of their own)."""
    columns = _columns(table)
    refuse_confusions(table.source, table.header, columns)
    kinds, notes = kinds_of(table.header, columns, may_name_rows=True)
    if is_cv_results(table.header) or "aside" not in kinds:
        return table, ()
    refuse_other_kinds(table.source, table.header, kinds, columns)
    return table.without({place for place, kind in enumerate(kinds) if kind == "aside"}), notes


def _columns(table: FileTable) -> list[list[str]]:
    return [table.column(column) for column in range(len(table.header))]


def _search(table: FileTable, metric: str | None, missing: str) -> FoldScores:
    columns: dict[str, list] = {}
    for index, name in enumerate(table.header):
        cells = table.column(index)
        if not re.fullmatch(r"split\d+_test_.+", name):
            columns[name] = cells
            continue
        numbers = [table.number(cell) for cell in cells]
        for row, (cell, number) in enumerate(zip(cells, numbers, strict=True)):
            if number is None and cell:
                raise ValueError(
                    f"{table.where(row, index)}: a score must be a number; got {cell!r}"
                )
        columns[name] = [np.nan if number is None else number for number in numbers]
    return search_scores(columns, None, metric, missing)


def _hint(table: FileTable, kinds: Sequence[str]) -> str:
    """What to do about a cell that is no score."""
    for column, kind in enumerate(kinds):
        cells = table.column(column)
        if kind == "model" and len(set(cells)) < len(cells) and table.number(cells[0]) is None:
            return (
                "If there is a row for each model and fold, make a column for each model (in "
                f"pandas: pivot, with columns={table.header[column]!r}); a column that holds no "
                "scores must go"
            )
    return "Every model must have a score on every fold"
