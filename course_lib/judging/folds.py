"""Scores of a cross-validation: each fold has a model of its own."""

import re
from collections.abc import Iterable, Mapping, Set
from typing import Any

import numpy as np

from course_lib.common.folds import folds_of
from course_lib.common.phrases import counted
from course_lib.judging.labels import is_missing, key_of

#: What people call the column that says which fold a case was in, signs and spaces aside.
_FOLD_NAME = re.compile(
    r"(cv|k|outer|inner|test)?(fold|split|partition)s?(id|no|nr|number|index)?|cv"
)


#: What becomes of pooled scores, and why. (`benchmarks/pooled_folds.py`)
FIGURES = (
    "of files with 60 cases of noise in 10 folds, a quarter looks worse than luck with logistic "
    "regression, and nearly all with a constant guess"
)
WHY = (
    "Each fold has a model of its own. A fold with more positives leaves fewer of them to train it "
    f"on, so that the fold's scores are lower. Pooled, {FIGURES}"
)


def fold_codes(folds: Any, is_positive: np.ndarray) -> np.ndarray:
    """The fold of each case as a number from 0, checked: within some fold there is who to rank."""
    # Sets and dictionaries are in no order that is that of the cases.
    single = isinstance(folds, str | bytes | Set | Mapping) or not isinstance(folds, Iterable)
    labels = [] if single else list(folds)
    if single or any(isinstance(label, list | tuple | np.ndarray) for label in labels):
        raise ValueError(f"folds must be a list with the fold of each case; got {folds!r}. {WHY}.")
    if len(labels) != is_positive.size:
        raise ValueError(
            "folds must say for each case in which fold it was; got "
            f"{len(labels):,} entries for {counted(is_positive.size, 'case')}"
        )
    for row, label in enumerate(labels):
        if is_missing(label):
            raise ValueError(f"folds must say the fold of every case; case {row} has {label!r}")
    names, codes = np.unique([key_of(label) for label in labels], return_inverse=True)
    if names.size < 2:
        raise ValueError(f"folds must be at least two; all cases are in fold {str(names[0])!r}")
    if not folds_of(is_positive, codes):
        alone = names.size == is_positive.size
        raise ValueError(
            "folds must have one with cases of both classes, for cases are ranked within their "
            f"fold; of {counted(names.size, 'fold')} none has"
            + (": leave-one-out leaves each case alone" if alone else "")
            + ". Take stratified folds, fewer of them"
        )
    codes.setflags(write=False)
    return codes


def fold_column(header: tuple[str, ...], wanted: Any, source: str) -> str | None:
    """The column that holds the folds, if there is one; an error that says why where in doubt."""
    columns = header[1:]
    named = [
        name for name in columns if _FOLD_NAME.fullmatch(re.sub(r"[\W_]", "", name.casefold()))
    ]
    if wanted is None and not named:
        return None
    if wanted is None:
        raise ValueError(
            f"{source}: column {named[0]!r} says that these are the scores of a cross-validation. "
            f"{WHY}. Say --folds {named[0]} (in Python, folds={named[0]!r}), and cases are ranked "
            "and shuffled within their fold; if it is a classifier, give it another name"
        )
    if wanted is True or wanted == "":
        like = f" (as in --folds {named[0]})" if named else ""
        raise ValueError(
            f"--folds must name the column that holds the fold of each case{like}. {WHY}"
        )
    if wanted not in columns:
        raise ValueError(
            f"folds must be one of the columns of {source} after the first, {', '.join(columns)}; "
            f"got {wanted!r}"
        )
    if len(columns) < 2:
        raise ValueError(f"{source} must have a classifier besides the folds; it has none")
    return wanted
