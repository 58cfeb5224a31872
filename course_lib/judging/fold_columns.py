"""Columns of a table of folds: which hold a model's scores, and which name the folds."""

import re
from collections.abc import Sequence

from course_lib.common.phrases import counted
from course_lib.judging.no_scores import aside, names_models, refuse_summary_rows

_NUMBERED = r"s?(id|no|nr|num|number|index|idx|name)?"
#: What people call the columns that name the splits, signs and spaces aside.
_FOLD = re.compile(rf"(cv|k|outer|inner|test)?(fold|split|partition){_NUMBERED}|cv")
_REPEAT = re.compile(
    rf"(cv|outer|inner)?(repeat|repetition|replicate|rep|run|trial|iteration|iter|seed|round)"
    rf"{_NUMBERED}|randomstate"
)
#: What a spreadsheet or pandas calls its own numbers of rows.
_COUNTED = re.compile(r"|unnamed0|index|id|row|rowid|nr|no")
#: Columns that are folds themselves; and the truth, which stands beside predictions.
_EACH_FOLD = re.compile(r"(cv|outer|inner|test)?(fold|split|repeat|run)\d+(score)?")
_TRUTH = ("truth", "true", "ytrue", "target", "label", "class", "y")
#: What cross_validate tells of one model besides times.
_OF_ONE_MODEL = re.compile(r"(test|train)_")
_DATA_SET = re.compile(r"data(set)?s?(name|id)?|task|problem")


def kind_of(name: str, cells: Sequence[str], first: bool) -> str:
    """What a column holds: "fold", "repeat", "counted", "data set" or "model".

    >>> kind_of("Fold nr", ["1", "2"], True), kind_of("cv", ["0.81", "0.79"], True)
    ('fold', 'model')
    """
    called = re.sub(r"[\W_]", "", name.casefold())
    numbers = [_number(cell) for cell in cells]
    if any(number is not None and not number.is_integer() for number in numbers):
        return "model"  # a label has no decimals
    for kind, pattern in (("fold", _FOLD), ("repeat", _REPEAT), ("data set", _DATA_SET)):
        if pattern.fullmatch(called):
            return kind
    unique = len(set(cells)) == len(cells)
    if first and unique and "" not in cells and numbers == [None] * len(cells):
        return "counted"  # text that names the rows
    return "counted" if _COUNTED.fullmatch(called) and (not called or unique) else "model"


def kinds_of(
    header: Sequence[str], columns: Sequence[Sequence[str]], may_name_rows: bool
) -> tuple[list[str], tuple[str, ...]]:
    """What each column holds, "aside" for numbers that are no scores; and notes on those.

    The first column may name the rows, in a file.
    """
    kinds = [
        kind_of(name, cells, may_name_rows and index == 0)
        for index, (name, cells) in enumerate(zip(header, columns, strict=True))
    ]
    models = [index for index, kind in enumerate(kinds) if kind == "model"]
    found = aside([header[index] for index in models], [columns[index] for index in models])
    notes = []
    for place, reason in found.items():
        kinds[models[place]] = "aside"
        notes.append(f"Column {header[models[place]]!r} {reason}, and is no model: it is left out.")
    return kinds, tuple(notes)


def refuse_other_kinds(
    source: str, header: Sequence[str], kinds: Sequence[str], columns: Sequence[Sequence[str]]
) -> None:
    """Complain about tables that hold something else than models on the folds of one data set."""
    called = [re.sub(r"[\W_]", "", name.casefold()) for name in header]
    if sum(_EACH_FOLD.fullmatch(name) is not None for name in called) > 1:
        raise ValueError(
            f"{source} must have a row for each fold and a column for each model; its columns are "
            "folds: turn the table round (in pandas: .T)"
        )
    for name, kind, cells in zip(header, kinds, columns, strict=True):
        if names_models(name, cells):
            raise ValueError(
                f"{source} must have a row for each fold and a column for each model; column "
                f"{name!r} says that rows are models: turn the table round (in pandas: .T)"
            )
        if kind not in ("model", "aside"):
            refuse_summary_rows(source, cells, "fold")
    for name, plain, cells in zip(header, called, columns, strict=True):
        if plain in _TRUTH and len(set(cells)) < len(cells) and all(map(_is_label, cells)):
            raise ValueError(
                f"{source} must hold scores on folds; column {name!r} looks like the truth of each "
                "case: for predictions, course judge, or judge"
            )
    models = [name for name, kind in zip(header, kinds, strict=True) if kind == "model"]
    if {"fit_time", "score_time"} <= set(header) and all(map(_OF_ONE_MODEL.match, models)):
        raise ValueError(
            f"{source} must have a column of scores for each model; fit_time and score_time say "
            "that this is what cross_validate tells of one model: put the test_score of each "
            "model side by side"
        )
    for name, kind, cells in zip(header, kinds, columns, strict=True):
        values = list(dict.fromkeys(cells))
        if kind == "data set" and len(values) > 1:
            raise ValueError(
                f"{source} must hold the folds of one data set; column {name!r} names "
                f"{len(values):,} ({values[0]}, {values[1]}, ...). Scores on many data sets: "
                "course compare, or pairwise_tests; folds of many: one data set at a time"
            )


def repeats_of(
    source: str, kinds: Sequence[str], columns: Sequence[Sequence[str]]
) -> tuple[str, ...] | None:
    """To which repetition each row belongs, as the columns that name the splits tell."""
    folds = _together(kinds, columns, "fold")
    repeats = _together(kinds, columns, "repeat")
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
            f"{source} must have one row for each fold; {counted(twice, 'row')} name"
            f"{'s' if twice == 1 else ''} a fold for the second time. Scores of many models must "
            "stand beside each other, a column for each"
        )
    return tuple(", ".join(labels) for labels in repeats)


def told_of(header: Sequence[str], kinds: Sequence[str]) -> tuple[str, ...]:
    """A note on the columns that name the folds."""
    names = [name for name, kind in zip(header, kinds, strict=True) if kind in ("fold", "repeat")]
    if not names:
        return ()
    s, verb = ("s", "name") if len(names) > 1 else ("", "names")
    return (f"Column{s} {' and '.join(map(repr, names))} {verb} the folds, and no model.",)


def _together(
    kinds: Sequence[str], columns: Sequence[Sequence[str]], kind: str
) -> list[tuple[str, ...]] | None:
    chosen = [cells for cells, found in zip(columns, kinds, strict=True) if found == kind]
    return list(zip(*chosen, strict=True)) if chosen else None


def _is_label(cell: str) -> bool:
    number = _number(cell)
    return number is None or number.is_integer()


def _number(cell: str) -> float | None:
    try:
        return float(cell.replace(",", "."))
    except ValueError:
        return None
