"""The door: what is this file? Said before anything is computed from it, and asked if in doubt.

Four kinds of rows come in. A row is a case with its truth and scores, an item that models have
right or wrong, a fold of a cross-validation, or a data set. Each has a command of its own, and
the wrong one would compute something from it, too. So the header and the cells are looked at first.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from course_lib.common.arguments import one_of
from course_lib.common.files import FileTable
from course_lib.common.phrases import AT_THE_SHELL, counted, option
from course_lib.judging.labels import is_missing
from course_lib.judging.looks import (
    FOLDS,
    MODELS,
    RUNS,
    SEARCH,
    SETS,
    SURELY_TRUTH,
    TRUTH,
    Look,
    looks_at,
    share_labels,
)

#: What a row may be: in words, and who takes such a file, at the shell and in Python.
KINDS = {
    "cases": ("cases with their truth and scores", "course judge", "judge"),
    "items": ("right or wrong for each item", "course items", "judge_items"),
    "folds": ("scores on the folds of a cross-validation", "course folds", "compare_folds"),
    "sets": ("scores on several data sets", "course compare", "pairwise_tests"),
    "regression": (
        "numbers that were predicted",
        "course judge --regression",
        "judge_regression",
    ),
}


@dataclass(frozen=True)
class Sighting:
    """What a file looks like: a kind or None, and why."""

    kind: str | None
    why: str
    #: What else the command must be told.
    options: str = ""


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
        if rows != _rows(wanted):
            raise ValueError(f"{_taken(wanted)}; for {rows}, use {_way_to(rows, table)}")
        return
    sighting = sight(table, looks, truth)
    if sighting.kind not in (wanted, *also):
        _turn_away(table, wanted, sighting, looks)


def sight(table: FileTable, looks: Sequence[Look], truth: Look | None = None) -> Sighting:
    """What the file looks like, from its header and its cells; None for its kind if in doubt."""
    if any(SEARCH.fullmatch(name) for name in table.header):
        return Sighting("folds", "its columns are those of scikit-learn's cv_results_")
    if truth is None:
        called = [look for look in looks if look.called(TRUTH) and look.is_two]
        surely = [look for look in called if look.called(SURELY_TRUTH)]
        if len(called) > 1 and len(surely) != 1:
            return Sighting(None, "")
    truth = truth or _called_truth(looks)
    if truth is None and (long := _one_row_a_model(looks)):
        return long
    # What has an office by its name or its cells is no model.
    models = [
        look for look in looks if not _aside(look) and (not truth or look.index != truth.index)
    ]
    folds = [look for look in looks if look.called(FOLDS) or look.called(RUNS)]
    folds += [look for look in looks if look.is_named_like_folds]
    if truth is not None:
        return _with_truth(truth, models)
    if folds and not any(look.is_two for look in models):
        return Sighting("folds", f"column {folds[0].name!r} names folds or runs")
    two = [look for look in models if look.is_two and not look.names_rows]
    if len(models) > 1 and all(look.is_right_or_wrong for look in models) and len(two) > 0:
        return Sighting("items", f"all {len(models)} columns hold 0 and 1, or the like")
    if two and models and two == models[:1] and len(models) > 1:
        return Sighting("cases", f"column {two[0].name!r} holds two labels, and the others scores")
    if two:
        return Sighting(None, "")
    if len(models) > 1 and _third_class(models):
        return Sighting("cases", f"column {models[0].name!r} holds few labels")
    if models and all(look.is_numeric for look in models):
        names = next((look for look in looks if look.names_rows and not look.is_numeric), None)
        sets = next((look for look in looks if look.called(SETS) and look not in models), names)
        if sets:
            return Sighting(
                "sets", f"column {sets.name!r} names the rows, and the others hold scores"
            )
    return Sighting(None, "")


#: Whole numbers of more kinds than this are hardly classes.
_FEW_CLASSES = 20


def _third_class(models: Sequence[Look]) -> bool:
    """Does the first column hold 0, 1 and something else, a slip, and the others scores?"""
    first, *others = models
    few = first.is_whole and {"0", "1"} <= set(first.labels or ()) and len(first.labels or ()) < 6
    return few and not any(look.is_whole for look in others)


def _with_truth(truth: Look, models: Sequence[Look]) -> Sighting:
    name = truth.name
    if truth.is_two or (truth.labels is not None and len(truth.labels) <= 2):
        return Sighting("cases", f"column {name!r} looks like the truth, one of two classes")
    if truth.labels is not None and len(truth.labels) > 2 and share_labels(truth, models):
        classes = f"{len(truth.labels)} classes"
        why = f"column {name!r} holds {classes}, and the others such labels"
        return Sighting("items", why, f" {option('truth', name)}")
    many = truth.labels is None or len(truth.labels) > _FEW_CLASSES or not truth.is_whole
    if truth.is_numeric and many and models and all(look.is_numeric for look in models):
        return Sighting("regression", f"column {name!r} holds numbers of many sizes")
    return Sighting("cases", "")


def _one_row_a_model(looks: Sequence[Look]) -> Sighting | None:
    """Long tables: a column of models, each of which occurs again and again."""
    models = [look for look in looks if look.called(MODELS) and not look.is_numeric]
    if not models or models[0].all_different:
        return None
    if any(look.is_right_or_wrong and look.is_two for look in looks):
        return Sighting("items", f"column {models[0].name!r} names a model in every row")
    return Sighting(None, f"column {models[0].name!r} names a model in every row")


def _aside(look: Look) -> bool:
    """Never a classifier: ids, row numbers, folds, runs, what is the same everywhere."""
    office = look.called(FOLDS) or look.called(RUNS) or look.is_named_like_folds
    if look.is_numeric and not look.is_whole:
        office = False  # scores under a name that folds have, too
    return look.names_rows or office or (look.is_constant and look.is_text)


def _called_truth(looks: Sequence[Look]) -> Look | None:
    """The column that is called the truth; the first with two labels if several are."""
    called = [look for look in looks if look.called(TRUTH) and not look.counts_rows]
    called.sort(key=lambda look: (not look.is_two, not look.called(SURELY_TRUTH)))
    return called[0] if called else None


def _truth_among(looks: Sequence[Look], table: FileTable, wanted: str) -> Look | None:
    """The truth of a file whose kind is settled: by its name, or the first column."""
    called = _called_truth(looks)
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
    if look.called(FOLDS) or look.called(RUNS) or look.is_named_like_folds:
        return "names folds or runs" if wanted in ("folds", "items") else None
    source, name = look.table.source, look.name
    if wanted == "cases" and not look.is_numeric and look.labels and not look.is_two:
        raise ValueError(
            f"{source}: column {name!r} holds text, {counted(len(look.labels), 'value')}. Is it "
            f"the truth ({option('truth', name)}), a group within which to judge "
            f"({option('stratum', name)}), or neither ({option('drop', name)})?"
        )
    if wanted in ("cases", "regression") and look.may_be_an_id and wanted == "cases":
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


def _taken(kind: str) -> str:
    words, command, function = KINDS[kind]
    return f"{command if AT_THE_SHELL.get() else function} takes {words}"


def _way_to(kind: str, table: FileTable, more: str = "") -> str:
    _, command, function = KINDS[kind]
    return f"{command} {table.source}{more}" if AT_THE_SHELL.get() else function


def _turn_away(
    table: FileTable, wanted: str, sighting: Sighting, looks: Sequence[Look]
) -> NoReturn:
    """One clear question, or the way to another door."""
    source = table.source
    if sighting.kind is None:
        raise ValueError(f"{source}: {_question(wanted, sighting, looks)}")
    words = KINDS[sighting.kind][0]
    raise ValueError(
        f"{source} looks like {words} ({sighting.why}): "
        f"{_way_to(sighting.kind, table, sighting.options)}. "
        f"{_if_not(wanted, sighting, looks)}"
    )


def _if_not(wanted: str, sighting: Sighting, looks: Sequence[Look]) -> str:
    """How to insist."""
    if wanted == "cases" and sighting.kind != "cases":
        two = [look.name for look in looks if look.is_two]
        if two:
            return f"If column {two[0]!r} is the truth, say {option('truth', two[0])}"
    return f"If it holds {KINDS[wanted][0]} nevertheless, say {option('rows', _rows(wanted))}"


def _rows(wanted: str) -> str:
    return "cases" if wanted == "regression" else wanted


def _question(wanted: str, sighting: Sighting, looks: Sequence[Look]) -> str:
    if sighting.why:  # long tables
        return (
            f"{sighting.why}; there must be a column for each, and a row for what they have in "
            "common (in pandas: pivot)"
        )
    two = [look.name for look in looks if look.is_two]
    if wanted in ("cases", "regression"):
        if len(two) > 1:
            some = ", ".join(map(repr, two[:3])) + (", ..." if len(two) > 3 else "")
            return (
                f"which column is the truth? {some} hold two labels each: say "
                f"{option('truth', two[0])}"
            )
        if two:
            return f"is column {two[0]!r} the truth? Then say {option('truth', two[0])}"
        return (
            "no column looks like the truth, one of two classes: say which is, with "
            f"{option('truth', 'COLUMN')}; scores on data sets go to {_command('sets')}, those on "
            f"folds to {_command('folds')}, and numbers that were predicted to "
            f"{_command('regression')}"
        )
    if wanted in ("sets", "folds"):
        if two:
            return (
                f"column {two[0]!r} holds two values only. Is it the truth ({_command('cases')} "
                f"{option('truth', two[0])})? If it is an algorithm's scores, say "
                f"{option('rows', wanted)}"
            )
        return (
            "what is a row? Nothing names the rows. If each is a data set of its own, say "
            f"{_command('sets')} {option('rows', 'sets')}; if they are folds or repetitions on one "
            f"data set, {_command('folds')} {option('rows', 'folds')}"
        )
    return (
        f"is a cell right or wrong for an item? Then say {option('rows', 'items')}; labels that "
        f"were predicted need the truth, {option('truth', 'COLUMN')}"
    )


def _command(kind: str) -> str:
    return KINDS[kind][1] if AT_THE_SHELL.get() else KINDS[kind][2]
