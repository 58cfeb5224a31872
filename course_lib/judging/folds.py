"""Scores of a cross-validation: each fold has a model of its own."""

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any

import numpy as np

from course_lib.common.folds import folds_of
from course_lib.common.phrases import counted, option
from course_lib.judging.labels import first_missing, key_of
from course_lib.judging.looks import FOLDS, plain_name

#: What becomes of pooled scores, and why. (`benchmarks/pooled_folds.py`)
FIGURES = (
    "of files with 60 cases of noise in 10 folds, a quarter looks worse than luck with logistic "
    "regression, and nearly all with a constant guess"
)
WHY = (
    "Each fold has a model of its own. A fold with more positives leaves fewer of them to train it "
    f"on, so that the fold's scores are lower. Pooled, {FIGURES}"
)


def stratum_codes(strata: Any, is_positive: np.ndarray) -> tuple[np.ndarray, tuple[str, ...]]:
    """The stratum of each case as a number from 0, and the names of the strata."""
    names, codes = _codes("strata", "stratum", strata, is_positive.size, "")
    if not folds_of(is_positive, codes):
        raise ValueError(
            "strata must have one with cases of both classes, for cases are ranked within their "
            f"stratum; of {counted(names.size, 'stratum').replace('stratums', 'strata')} none has"
        )
    return codes, tuple(names.tolist())


def _codes(
    argument: str, what: str, given: Any, cases: int, why: str
) -> tuple[np.ndarray, np.ndarray]:
    """The group of each case as a number from 0, and the names of the groups."""
    # Sets and dictionaries are in no order that is that of the cases.
    single = isinstance(given, str | bytes | Set | Mapping) or not isinstance(given, Iterable)
    labels = [] if single else list(given)
    if single or any(isinstance(label, list | tuple | np.ndarray) for label in labels):
        raise ValueError(
            f"{argument} must be a list with the {what} of each case; got {given!r}.{why}"
        )
    if len(labels) != cases:
        raise ValueError(
            f"{argument} must say for each case in which {what} it was; got "
            f"{len(labels):,} entries for {counted(cases, 'case')}"
        )
    row = first_missing(labels)
    if row is not None:
        raise ValueError(
            f"{argument} must say the {what} of every case; case {row} has {labels[row]!r}"
        )
    keys = {label: key_of(label) for label in dict.fromkeys(labels)}
    keyed, codes = np.unique([keys[label] for label in labels], return_inverse=True)
    if keyed.size < 2:
        raise ValueError(
            f"{argument} must be at least two; all cases are in {what} {str(keyed[0])!r}"
        )
    codes.setflags(write=False)
    written = {key: str(label).strip() for label, key in keys.items()}
    return np.array([written[key] for key in keyed.tolist()]), codes


def fold_codes(folds: Any, is_positive: np.ndarray) -> np.ndarray:
    """The fold of each case as a number from 0, checked: within some fold there is who to rank."""
    names, codes = _codes("folds", "fold", folds, is_positive.size, f" {WHY}.")
    if not folds_of(is_positive, codes):
        alone = names.size == is_positive.size
        raise ValueError(
            "folds must have one with cases of both classes, for cases are ranked within their "
            f"fold; of {counted(names.size, 'fold')} none has"
            + (": leave-one-out leaves each case alone" if alone else "")
            + ". Take stratified folds, fewer of them"
        )
    return codes


def fold_column(columns: Sequence[str], wanted: Any, source: str) -> str | None:
    """Which of the columns holds the folds, if any does; an error that says why where in doubt."""
    named = [name for name in columns if FOLDS.fullmatch(plain_name(name))]
    if wanted is None and not named:
        return None
    if wanted is None:
        raise ValueError(
            f"{source}: column {named[0]!r} says that these are the scores of a cross-validation. "
            f"{WHY}. Say {option('folds', named[0])}, and cases are ranked and shuffled within "
            f"their fold; if it is a classifier, give it another name"
        )
    if wanted is True or wanted == "":
        like = f" (as in {option('folds', named[0])})" if named else ""
        raise ValueError(
            f"{option('folds')} must name the column that holds the fold of each case{like}. {WHY}"
        )
    if wanted not in columns:
        raise ValueError(
            f"folds must be one of the columns of {source} but the truth, {', '.join(columns)}; "
            f"got {wanted!r}"
        )
    if len(columns) < 2:
        raise ValueError(f"{source} must have a classifier besides the folds; it has none")
    return wanted
