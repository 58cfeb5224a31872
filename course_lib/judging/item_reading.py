"""Right or wrong for each item, from files: a column for each model, or a row for each answer."""

from collections.abc import Mapping
from typing import Any

from course_lib.common.arguments import one_of
from course_lib.common.files import FileTable
from course_lib.common.phrases import counted, option
from course_lib.judging.door import guard
from course_lib.judging.item_choices import check_apart, column_named, names_of, rows_where
from course_lib.judging.item_columns import (
    Asked,
    find_columns,
    refuse_fractions,
    shares_of,
)
from course_lib.judging.item_files import Joined, chosen_rows, table_of_files
from course_lib.judging.item_ids import refuse_repeats
from course_lib.judging.item_questions import refuse_rows_of_models
from course_lib.judging.item_records import lay_out
from course_lib.judging.item_roles import Roles, filled
from course_lib.judging.item_spelling import (
    MODELS,
    PREDICTIONS,
    called,
    right_or_wrong,
    score_columns,
)
from course_lib.judging.items import Items, item_table
from course_lib.judging.labels import is_missing
from course_lib.judging.looks import looks_at


def read_items(
    files: Any,
    *,
    truth: str | None = None,
    ids: str | None = None,
    cluster: str | None = None,
    runs: str | None = None,
    model: str | None = None,
    score: str | None = None,
    where: Any = None,
    drop: Any = (),
    rows: str | None = None,
    missing: str | None = None,
) -> Items:
    """Read who was right where: K models on the same items, in any of the layouts people have.

    A table (CSV, Parquet) with a row for each item and a column for each model, that holds 1 and 0,
    true and false, right and wrong, C and I, or a share from 0 to 1. Or a table, or records in JSON
    lines, with a row for each model and item. Or one file for each model, named after what differs
    in their paths or as in `NAME=file`; a dictionary from names to files does as well, and so does
    a table that `read_table` gives. The samples
    of lm-evaluation-harness and the logs of Inspect, as JSON, are read as they are.

    What the columns are is found out from their names and cells, and asked for where it is in
    doubt: `truth` holds the right labels, if the others hold predicted ones; `ids` names the items,
    `cluster` says which belong together, `runs` which rows are repeated runs of an item; `model`
    and `score` are the columns of records that name the model and say right or wrong. `where` keeps
    some rows (`{"filter": "strict-match"}`), `drop` leaves columns out; `rows="items"` says that
    shares between 0 and 1 are shares of an item, and not scores on a data set. Every model must
    have every item; `missing="drop"` keeps those that all models have.

    Examples
    --------
    >>> from course_lib.datasets import example_items
    >>> found = read_items(example_items())
    >>> print(found)
    11 models on 899 items. Column 'truth' was taken for the right labels.
    """
    table = files if isinstance(files, FileTable) else table_of_files(files, model)
    if isinstance(table, Joined):
        model = "model"
    if missing is not None:
        one_of("missing", missing, ["drop"])
    table = rows_where(table, where)
    found = {
        name: None if column is None else column_named(table, name, column)
        for name, column in (
            ("truth", truth),
            ("id", ids),
            ("cluster", cluster),
            ("runs", runs),
            ("model", model),
            ("score", score),
        )
    }
    dropped = frozenset(column_named(table, "drop", name) for name in names_of(drop))
    check_apart(table, found, dropped)
    named = found["model"]
    if named is None:
        named = _model_column(table, found, dropped)
    if named is None and score is not None:
        raise ValueError(
            f"{table.source}: {option('score', score)} is for a row for each model and item; which "
            f"column names the model ({option('model')})?"
        )
    if named is not None:
        roles = Roles(
            named,
            found["id"],
            found["score"],
            found["truth"],
            found["cluster"],
            found["runs"],
            dropped,
        )
        return _from_records(table, roles, missing)
    asked = Asked(found["truth"], found["id"], found["cluster"], found["runs"], dropped)
    if truth is None:
        taken = {*dropped, *(column for column in found.values() if column is not None)}
        looks = looks_at(table, taken)
        # Labels that were predicted are welcome, with their truth; what is in doubt is asked below.
        labels = not any(look.is_numeric and not look.is_whole for look in looks)
        guard(table, looks, "items", rows, also=(None, "cases") if labels else (None,))
    return _from_columns(table, asked, rows, missing)


def _from_records(table: FileTable, roles: Roles, missing: str | None) -> Items:
    laid = lay_out(table, roles, missing)
    return item_table(
        laid.cells.tolist(),
        laid.names,
        truth=laid.truth,
        items=laid.items,
        clusters=laid.clusters,
        runs=laid.runs,
        rows="items",
        source=table.source,
        notes=[*table.notes, *laid.notes],
    )


def _from_columns(table: FileTable, asked: Asked, rows: str | None, missing: str | None) -> Items:
    columns = find_columns(table, asked)
    notes = [*table.notes, *columns.notes]
    if columns.item is None and columns.runs is not None:
        raise ValueError(
            f"{table.source}: {option('runs', table.header[columns.runs])} needs the column that "
            f"names the items as well ({option('id')})"
        )
    needed = [*columns.models, *(k for k in (columns.truth, columns.cluster) if k is not None)]
    gaps = sorted(
        {row for k in needed for row, cell in enumerate(table.column(k)) if is_missing(cell)}
    )
    if gaps:
        table, note = _without(table, gaps, needed, missing)
        notes.append(note)
    ids = None
    if columns.item is not None:
        ids = filled(table, columns.item, "the name of the item")
        if columns.task is not None:
            tasks = filled(table, columns.task, "the task")
            ids = [f"{task}/{item}" for task, item in zip(tasks, ids, strict=True)]
        refuse_repeats(table, columns.item, columns.runs, ids)

    def along(index: int | None) -> list[str] | None:
        return None if index is None else table.column(index)

    right: Any
    if columns.truth is None:
        right = shares_of(table, columns.models)
        if rows is None:
            refuse_fractions(table, columns.models, right)
    else:
        right = {table.header[k]: table.column(k) for k in columns.models}
    return item_table(
        right,
        [table.header[k] for k in columns.models],
        truth=along(columns.truth),
        items=ids,
        clusters=along(columns.cluster),
        runs=along(columns.runs),
        rows=rows,
        source=table.source,
        notes=notes,
    )


def _without(
    table: FileTable, gaps: list[int], needed: list[int], missing: str | None
) -> tuple[FileTable, str]:
    """The table without these rows, and a note on them; an error unless that was asked for."""
    column = next(k for k in needed if is_missing(table.rows[gaps[0]][k]))
    if missing is None:
        many = f"There are {len(gaps):,} such rows of {len(table.rows):,}: " * (len(gaps) > 1)
        raise ValueError(
            f"{table.where(gaps[0], column)}: a cell is missing; got "
            f"{table.rows[gaps[0]][column]!r}. {many}{option('missing', 'drop')} leaves "
            f"{'them' if many else 'the row'} out"
        )
    if len(gaps) == len(table.rows):
        raise ValueError(f"{table.source}: every row has a missing cell; nothing would be left")
    out = set(gaps)
    kept = chosen_rows(table, [row for row in range(len(table.rows)) if row not in out])
    told = f"{counted(len(gaps), 'row')} with a missing cell left out, of {len(table.rows):,}."
    return kept, told


def _model_column(
    table: FileTable, found: Mapping[str, int | None], dropped: frozenset[int]
) -> int | None:
    """The column that names the models, if the rows are records of one model and item each."""
    taken = {*dropped, *found.values()}
    scores = score_columns(table.header) + (
        called(table.header, PREDICTIONS) if found["truth"] is not None else []
    )
    for column in called(table.header, MODELS):
        cells = table.column(column)
        if column in taken or right_or_wrong(cells, table.number)[1] is None:
            continue  # a model that is called "model"
        if found["score"] is found["id"] is None:
            refuse_rows_of_models(table, column, dropped)
        if found["score"] is None and not [k for k in scores if k not in taken and k != column]:
            raise ValueError(
                f"{table.source}: column {table.header[column]!r} seems to name the models, a row "
                "for each model and item; but no column is called as right or wrong is (correct, "
                f"score, acc, passed, ...): name it with {option('score')}"
            )
        return column
    if "eval_id" in table.header and scores and found["model"] is None:
        column = table.header.index("eval_id")  # Inspect's samples, without the model beside them
        if column not in taken and len(set(table.column(column))) > 1:
            raise ValueError(
                f"{table.source}: which column names the model ({option('model')})? Column "
                f"'eval_id' names evaluations; Inspect adds the models: samples_df(..., "
                "columns=EvalModel + SampleSummary)"
            )
    return None
