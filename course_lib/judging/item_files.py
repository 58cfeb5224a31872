"""Several files, one for each model or run, as one table of records.

Where records do not name their model, the file does: `NAME=file`, or by what differs in the paths,
as lm-evaluation-harness lays them out: `<model>/samples_<task>_<time>.jsonl`.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from os import PathLike, fspath
from pathlib import Path, PurePath
from typing import Any

from course_lib.common.arguments import as_list
from course_lib.common.files import FileTable, read_table
from course_lib.judging.item_spelling import MODELS, TASKS, called, right_or_wrong

#: How lm-evaluation-harness calls the file of a task.
_SAMPLES = re.compile(r"samples_(.+?)(_\d{4}-\d\d-\d\dT[\d.-]+)?\.jsonl?(\.gz)?")
#: A column with cells this long holds questions and answers, which are not needed here.
_LONG = 1_000


@dataclass(frozen=True, eq=False, repr=False)
class Joined(FileTable):
    """Rows of several files; the column `file` says of which, as far as their names differ."""

    #: The file of each row.
    files: list[str] = field(default_factory=list)

    def where(self, row: int, column: int | None = None) -> str:
        """The beginning of a complaint: which file, which line, which column."""
        of_column = "" if column is None else f", column {self.header[column]!r}"
        return f"{self.files[row]}, {self.unit} {self.lines[row]}{of_column}"


def chosen_rows(table: FileTable, rows: list[int]) -> FileTable:
    """The same table with these rows only."""
    changes: dict[str, Any] = {
        "rows": [table.rows[row] for row in rows],
        "lines": [table.lines[row] for row in rows],
    }
    if isinstance(table, Joined):
        changes["files"] = [table.files[row] for row in rows]
    return replace(table, **changes)


def same_place(table: FileTable, row: int, other: int) -> str:
    """Where one row is, for a complaint about the other: the line, and the file if it differs."""
    if isinstance(table, Joined) and table.files[row] != table.files[other]:
        return table.where(row)
    return f"{table.unit} {table.lines[row]}"


def is_harness(header: Iterable[str]) -> bool:
    """Are these the samples of lm-evaluation-harness?"""
    names = set(header)
    return "doc_id" in names and bool(names & {"filtered_resps", "resps", "metrics"})


def table_of_files(files: Any, model: str | None = None) -> FileTable:
    """One file as it is, several as one table with the columns `file` and `model`.

    `files` is a path, a list of paths of which some may be written `NAME=path`, or a dictionary
    from names to paths. `model` is the column that names the model, if it is known.
    """
    given = named_files(files)
    tables = [read_table(path) for _, path in given]
    if len(given) == 1 and given[0][0] is None and not is_harness(tables[0].header):
        return tables[0]
    paths = [PurePath(path) for _, path in given]
    labels = _what_differs([path.with_name(_stem(path)) for path in paths])
    tasks = [_task_of(path) for path in paths]
    # Files of one model for several tasks differ in the name of the task, too.
    folders = _what_differs([path.parent for path in paths])
    by_path = folders if all(tasks) else labels
    parts = []
    for at, ((name, path), table) in enumerate(zip(given, tables, strict=True)):
        own, column = _models_in(table, model)
        if name is not None and len(set(own)) > 1:
            raise ValueError(
                f"{path}: {name}= names one model, but column {table.header[column]!r} names "
                f"{len(set(own))}: {', '.join(list(dict.fromkeys(own))[:3])}"
            )
        models = [name] * len(table.rows) if name is not None else own or None
        if models is None:
            models = [by_path[at]] * len(table.rows)
        more = {"file": [labels[at]] * len(table.rows), "model": models}
        if tasks[at] and is_harness(table.header) and not called(table.header, TASKS):
            more["task"] = [str(tasks[at])] * len(table.rows)
        parts.append((table, more, {column} if own else set()))
    return _join(parts)


def named_files(files: Any) -> list[tuple[str | None, str]]:
    """Each file with the name that was given to it, or None."""
    pairs: list[tuple[str | None, str]]
    if isinstance(files, Mapping):
        pairs = [(str(name), fspath(path)) for name, path in files.items()]
    else:
        listed = [files] if isinstance(files, PathLike) else as_list(files)
        pairs = [_split(file) for file in listed]
    if not pairs:
        raise ValueError("files must name at least one file; got none")
    seen = [path for _, path in pairs]
    if twice := next((path for path in seen if seen.count(path) > 1), None):
        raise ValueError(f"files must differ from each other; got {twice!r} twice")
    return pairs


def _split(file: Any) -> tuple[str | None, str]:
    """`NAME=path`, unless there is a file that is called so."""
    if not isinstance(file, str | PathLike):
        raise ValueError(f"files must be paths, or NAME=path; got {file!r}")
    path = fspath(file)
    name, equals, rest = path.partition("=")
    if isinstance(file, str) and equals and name and rest and not Path(path).exists():
        return " ".join(name.split()), rest
    return None, path


def _models_in(table: FileTable, model: str | None) -> tuple[list[str], int]:
    """The model of each row, where a column names it, and which column; else an empty list."""
    columns = called(table.header, MODELS)
    if model is not None:
        columns = [k for k, name in enumerate(table.header) if name == model]
    for column in columns:
        cells = table.column(column)
        if model is not None or right_or_wrong(cells, table.number)[1] is not None:
            return cells, column
    return [], -1


def _stem(path: PurePath) -> str:
    """The name of a file without its endings; a dot in the middle of it stays."""
    return re.sub(r"\.(csv|tsv|txt|jsonl?|ndjson|parquet|pq)?(\.gz)?$", "", path.name) or path.name


def _task_of(path: PurePath) -> str | None:
    found = _SAMPLES.fullmatch(path.name)
    return found[1] if found else None


def _what_differs(paths: list[PurePath]) -> list[str]:
    """Paths without the folders that all of them share, at the front and at the end.

    >>> _what_differs([PurePath("out/a/samples"), PurePath("out/b/samples")])
    ['a', 'b']
    """
    parts = [path.parts for path in paths]
    if len(set(parts)) == 1:  # nothing differs: the last part is the best name there is
        return [own[-1] if own else "model" for own in parts]
    while len({own[0] for own in parts if own}) == 1 and all(len(own) > 1 for own in parts):
        parts = [own[1:] for own in parts]
    while len({own[-1] for own in parts if own}) == 1 and all(len(own) > 1 for own in parts):
        parts = [own[:-1] for own in parts]
    return ["/".join(own) or "." for own in parts]


def _join(parts: list[tuple[FileTable, dict[str, list[str]], set[int]]]) -> Joined:
    """All rows under one header; what a file does not have is empty."""
    header: dict[str, None] = {}
    for table, more, without in parts:
        header.update(dict.fromkeys(more))
        for column, name in enumerate(table.header):
            long = any(len(cell) > _LONG for cell in table.column(column))
            if column not in without and not long:
                header[name] = None
    rows: list[list[str]] = []
    lines: list[int] = []
    files: list[str] = []
    for table, more, without in parts:
        columns = {
            name: table.column(column)
            for column, name in enumerate(table.header)
            if column not in without
        }
        columns = {**columns, **more}
        empty = [""] * len(table.rows)
        rows += map(list, zip(*(columns.get(name, empty) for name in header), strict=True))
        lines += table.lines
        files += [table.source] * len(table.rows)
    separators = [table.separator for table, _, _ in parts if table.separator != ","]
    units = {table.unit for table, _, _ in parts}
    return Joined(
        parts[0][0].source if len(parts) == 1 else f"{len(parts)} files",
        tuple(header),
        rows,
        lines,
        separators[0] if separators else ",",
        tuple(dict.fromkeys(note for table, _, _ in parts for note in table.notes)),
        units.pop() if len(units) == 1 else "row",
        files,
    )
