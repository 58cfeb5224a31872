"""How the splits of a fitted search were made: what scikit-learn's splitters tell of themselves."""

from collections.abc import Sequence
from typing import Any

import numpy as np

#: Splitters by the names of their classes: nothing of scikit-learn is needed to know them.
_FOLDS = {"KFold", "StratifiedKFold", "GroupKFold", "StratifiedGroupKFold"}
_LEAVE_OUT = {"LeaveOneOut", "LeaveOneGroupOut"}


def splits_of_search(search: Any, splits: int) -> dict[str, Any]:
    """`test_fraction`, `random_splits`, `repeats` and `notes`, as far as the search tells them."""
    cv = getattr(search, "cv", None)
    kinds = {kind.__name__ for kind in type(cv).__mro__}
    if cv is None or isinstance(cv, int | np.integer):
        return _folds(1, splits)
    if kinds & _FOLDS and "TimeSeriesSplit" not in kinds:
        return _folds(1, splits)
    if kinds & _LEAVE_OUT:
        return _folds(1, splits)
    if "_RepeatedSplits" in kinds or hasattr(cv, "n_repeats"):
        repeats = getattr(cv, "n_repeats", None)
        inner = getattr(cv, "cv", None)
        known = inner is None or {kind.__name__ for kind in getattr(inner, "__mro__", ())} & _FOLDS
        if known and isinstance(repeats, int) and repeats > 0 and splits % repeats == 0:
            return _folds(repeats, splits)
    if "BaseShuffleSplit" in kinds or {"ShuffleSplit", "StratifiedShuffleSplit"} & kinds:
        return {"test_fraction": _random_fraction(cv), "random_splits": True}
    if isinstance(cv, Sequence) and not isinstance(cv, str):
        return _listed(cv)
    if "TimeSeriesSplit" in kinds:
        return {
            "random_splits": True,
            "notes": (
                "Splits of a time series train on more and more cases; the corrected t test is "
                "made for training sets of one size, and is rough here.",
            ),
        }
    return {}


def _folds(repeats: int, splits: int) -> dict[str, Any]:
    folds = splits // repeats
    return {
        "test_fraction": 1 / folds,
        "random_splits": False,
        "repeats": tuple(str(split // folds) for split in range(splits)),
    }


def _random_fraction(cv: Any) -> float | None:
    """The share in each test set, where it does not depend on the number of cases."""
    test, train = getattr(cv, "test_size", None), getattr(cv, "train_size", None)
    if test is None and train is None:
        return getattr(cv, "_default_test_size", None)
    for kind in (float, int):
        if isinstance(test, kind) and isinstance(train, kind):
            return test / (test + train)
    if isinstance(test, float):
        return test if train is None else None
    return 1 - train if isinstance(train, float) and test is None else None


def _listed(cv: Sequence[Any]) -> dict[str, Any]:
    """Splits that were listed one by one, as cases for training and for testing."""
    try:
        sets = [(_cases(train), _cases(test)) for train, test in cv]
    except (TypeError, ValueError):
        return {}
    if not sets or any(test.size == 0 or train.size == 0 for train, test in sets):
        return {}
    fraction = float(np.mean([test.size / (test.size + train.size) for train, test in sets]))
    every = np.concatenate([test for _, test in sets])
    apart = np.unique(every).size == every.size
    told: dict[str, Any] = {"test_fraction": fraction, "random_splits": not apart}
    if apart:
        told["repeats"] = ("0",) * len(sets)
    return told


def _cases(chosen: Any) -> np.ndarray:
    cases = np.asarray(chosen)
    return np.flatnonzero(cases) if cases.dtype == bool else cases
