"""A file of scores on folds, or of a search's results: what its columns are."""

import re
from collections.abc import Sequence

import numpy as np

from course_lib.common.arguments import one_of
from course_lib.common.files import FileTable
from course_lib.common.phrases import counted
from course_lib.judging.fold_data import MISSING, FoldScores, checked
from course_lib.judging.search_scores import is_cv_results, search_scores

_NUMBERED = r"s?(id|no|nr|num|number|index|idx|name)?"
#: What people call the columns that name the splits, signs and spaces aside.
_FOLD = re.compile(rf"(cv|k|outer|inner|test)?(fold|split|partition){_NUMBERED}|cv")
_REPEAT = re.compile(
    rf"(cv|outer|inner)?(repeat|repetition|replicate|rep|run|trial|iteration|iter|seed|round)"
    rf"{_NUMBERED}|randomstate"
)
#: What a spreadsheet or pandas calls its own numbers of rows.
_COUNTED = re.compile(r"|unnamed0|index|id|row|rowid|nr|no")
_DATA_SET = re.compile(r"data(set)?s?(name|id)?|task|problem")


def folds_of_table(
    table: FileTable, *, metric: str | None = None, missing: str = "refuse"
) -> FoldScores:
    """The scores of a file: a row for each fold, a column for each model.

    Columns that name the splits (`fold`, `repeat`, `split`, `run`, ...) are no models. The
    `cv_results_` of a search are known by their columns `split0_test_score` and on.
    """
    if is_cv_results(table.header):
        return _search(table, metric, missing)
    if metric is not None:
        raise ValueError(
            f"metric must not be given for {table.source}, which is not the results of a search; "
            f"got {metric!r}"
        )
    kinds = [_kind(table, column) for column in range(len(table.header))]
    _refuse_several_data_sets(table, kinds)
    models = [column for column, kind in enumerate(kinds) if kind == "model"]
    names = tuple(table.header[column] for column in models)
    if len(models) < 2:
        raise ValueError(
            f"{table.source} must have a column of scores for each of at least 2 models, besides "
            f"those that name the folds; it has {', '.join(map(repr, names)) or 'none'}"
        )
    rows, notes = list(range(len(table.rows))), list(table.notes)
    gaps = [row for row in rows if any(not table.rows[row][column] or
            table.number(table.rows[row][column]) != table.number(table.rows[row][column])
            for column in models)]  # fmt: skip
    if gaps and one_of("missing", missing, MISSING) == "drop":
        notes.append(
            f"{counted(len(gaps), 'fold')} of {len(rows):,} left out, where a score is missing."
        )
        rows = [row for row in rows if row not in set(gaps)]
        table = FileTable(
            table.source, table.header, [table.rows[row] for row in rows],
            [table.lines[row] for row in rows], table.separator, table.notes, table.unit,
        )  # fmt: skip
    hint = _hint(table, kinds)
    values, more = table.numbers(models, "score", hint)
    splitting = [table.header[c] for c, kind in enumerate(kinds) if kind in ("fold", "repeat")]
    if splitting:
        told = " and ".join(map(repr, splitting))
        notes.append(
            f"Column{'s' if len(splitting) > 1 else ''} {told} name"
            f"{'' if len(splitting) > 1 else 's'} the folds, and no model."
        )
    data = FoldScores(
        values,
        names,
        1e-12,
        named=True,
        repeats=_repeats(table, kinds),
        tried=len(names),
        notes=(*notes, *more),
    )
    return checked(data)


def _search(table: FileTable, metric: str | None, missing: str) -> FoldScores:
    columns: dict[str, list] = {}
    for index, name in enumerate(table.header):
        cells = table.column(index)
        if re.fullmatch(r"split\d+_test_.+", name):
            numbers = [table.number(cell) for cell in cells]
            for row, (cell, number) in enumerate(zip(cells, numbers, strict=True)):
                if number is None and cell:
                    raise ValueError(
                        f"{table.where(row, index)}: a score must be a number; got {cell!r}"
                    )
            columns[name] = [np.nan if number is None else number for number in numbers]
        else:
            columns[name] = cells
    return search_scores(columns, None, metric, missing)


def _kind(table: FileTable, column: int) -> str:
    """What a column holds: "fold", "repeat", "counted", "data set" or "model"."""
    name = re.sub(r"[\W_]", "", table.header[column].casefold())
    cells = table.column(column)
    numbers = [table.number(cell) for cell in cells]
    if any(number is not None and not number.is_integer() for number in numbers):
        return "model"  # a label has no decimals
    if _FOLD.fullmatch(name):
        return "fold"
    if _REPEAT.fullmatch(name):
        return "repeat"
    if _DATA_SET.fullmatch(name):
        return "data set"
    unique = len(set(cells)) == len(cells)
    if column == 0 and unique and "" not in cells and numbers == [None] * len(cells):
        return "counted"  # text that names the rows
    if _COUNTED.fullmatch(name) and (not name or unique):
        return "counted"
    return "model"


def _refuse_several_data_sets(table: FileTable, kinds: Sequence[str]) -> None:
    for column, kind in enumerate(kinds):
        values = list(dict.fromkeys(table.column(column)))
        if kind == "data set" and len(values) > 1:
            raise ValueError(
                f"{table.source} must hold the folds of one data set; column "
                f"{table.header[column]!r} names {len(values):,} ({values[0]}, {values[1]}, ...). "
                "Scores on many data sets: course compare; folds of many: one data set at a time"
            )


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


def _repeats(table: FileTable, kinds: Sequence[str]) -> tuple[str, ...] | None:
    """To which repetition each row belongs, as the columns that name the splits tell."""
    folds = _cells(table, kinds, "fold")
    repeats = _cells(table, kinds, "repeat")
    if folds is None:
        return None
    if repeats is None:  # the first time a fold is named is the first repetition, and so on
        seen: dict[tuple[str, ...], int] = {}
        order = []
        for fold in folds:
            seen[fold] = seen.get(fold, 0) + 1
            order.append(str(seen[fold]))
        return tuple(order) if len(set(seen.values())) == 1 else None
    twice = len(folds) - len(set(zip(repeats, folds, strict=True)))
    if twice:
        raise ValueError(
            f"{table.source} must have one row for each fold; {counted(twice, 'row')} name"
            f"{'s' if twice == 1 else ''} a fold for the second time. Scores of many models must "
            "stand beside each other, a column for each"
        )
    return tuple(", ".join(labels) for labels in repeats)


def _cells(table: FileTable, kinds: Sequence[str], kind: str) -> list[tuple[str, ...]] | None:
    columns = [column for column, found in enumerate(kinds) if found == kind]
    return [tuple(row[column] for column in columns) for row in table.rows] if columns else None
