"""What a file looks like, from its header and its cells: four kinds of rows, or in doubt."""

from collections.abc import Sequence
from dataclasses import dataclass

from course_lib.common.files import FileTable
from course_lib.common.phrases import option
from course_lib.judging.looks import (
    FOLDS,
    MODELS,
    RUNS,
    SEARCH,
    SETS,
    TRUTH,
    Look,
    share_labels,
)


@dataclass(frozen=True)
class Sighting:
    """What a file looks like: a kind or None, and why."""

    kind: str | None
    why: str
    #: What else the command must be told.
    options: str = ""
    #: In doubt: what to ask, if that is known already.
    question: str = ""


def sight(table: FileTable, looks: Sequence[Look], truth: Look | None = None) -> Sighting:
    """What the file looks like, from its header and its cells; None for its kind if in doubt."""
    if any(SEARCH.fullmatch(name) for name in table.header):
        return Sighting("folds", "its columns are those of scikit-learn's cv_results_")
    if truth is None:
        called = [look for look in looks if look.called(TRUTH) and look.is_two]
        if len(called) > 1:
            return Sighting(None, "")
    truth = truth or called_truth(looks)
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
    first = models[0] if models else None
    if first and not first.is_numeric and not first.is_two and share_labels(first, models[1:]):
        why = f"all {len(models)} columns hold the same labels"
        return Sighting("items", why, f" {option('truth', first.name)}")
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
    if truth.labels is not None and models and not any(look.is_whole for look in models):
        if not truth.is_numeric:
            return Sighting(
                None,
                "",
                question=f"column {name!r} holds {len(truth.labels)} classes, and the others "
                "numbers. Take each model's most probable label instead: then course items, or "
                "judge_items, says who is right more often",
            )
        if truth.is_whole and 2 < len(truth.labels) <= _FEW_CLASSES:
            return Sighting(
                None,
                "",
                question=f"column {name!r} holds {len(truth.labels)} different whole numbers. Are "
                "they numbers that were predicted (course judge --regression, judge_regression), "
                "or classes? Then predicted labels are needed, and course items, or judge_items",
            )
    many = truth.labels is None or len(truth.labels) > _FEW_CLASSES or not truth.is_whole
    if truth.is_numeric and many and models and all(look.is_numeric for look in models):
        return Sighting("regression", f"column {name!r} holds numbers of many sizes")
    return Sighting("cases", "")


def _one_row_a_model(looks: Sequence[Look]) -> Sighting | None:
    """Long tables: a column of models, each of which occurs again and again."""
    models = [look for look in looks if look.called(MODELS) and not look.is_numeric]
    if not models:
        return None
    if models[0].all_different:
        if not all(look.is_numeric for look in looks if look is not models[0]):
            return None
        return Sighting(
            None,
            "",
            question=f"each row is a model (column {models[0].name!r}). Models must be columns: "
            "turn the table round, so that a row is a case, an item, a fold or a data set. What "
            "was printed of models goes to course printed --table, or printed_table",
        )
    if any(look.is_right_or_wrong and look.is_two for look in looks):
        return Sighting("items", f"column {models[0].name!r} names a model in every row")
    return Sighting(None, f"column {models[0].name!r} names a model in every row")


def _aside(look: Look) -> bool:
    """Never a classifier: ids, row numbers, folds, runs, what is the same everywhere."""
    office = look.called(FOLDS) or look.called(RUNS) or look.is_named_like_folds
    if look.is_numeric and not look.is_whole:
        office = False  # scores under a name that folds have, too
    return look.names_rows or office or (look.is_constant and look.is_text)


def called_truth(looks: Sequence[Look]) -> Look | None:
    """The column that is called the truth; the first with two labels if several are."""
    called = [look for look in looks if look.called(TRUTH) and not look.counts_rows]
    called.sort(key=lambda look: not look.is_two)
    return called[0] if called else None
