"""Cases that may be compared with each other: all of them, or those of a fold or a stratum."""

import math

import numpy as np


def folds_of(is_positive: np.ndarray, folds: np.ndarray | None) -> list[np.ndarray]:
    """The cases of each fold, as indices; of folds with both classes only, for others rank nobody.

    Without `folds` all cases are one.

    >>> truth = np.array([True, False, True, True, False])
    >>> [fold.tolist() for fold in folds_of(truth, np.array([1, 1, 2, 3, 3]))]
    [[0, 1], [3, 4]]
    """
    if folds is None:
        return [np.arange(is_positive.size)]
    each = (np.flatnonzero(folds == fold) for fold in np.unique(folds))
    return [cases for cases in each if 0 < is_positive[cases].sum() < cases.size]


def together(folds: np.ndarray | None, strata: np.ndarray | None) -> np.ndarray | None:
    """The groups within which cases are compared: of one fold, and of one stratum.

    >>> together(np.array([0, 0, 1, 1]), np.array([0, 1, 1, 1])).tolist()
    [0, 1, 2, 2]
    """
    if folds is None or strata is None:
        return strata if folds is None else folds
    return np.unique(np.column_stack([folds, strata]), axis=0, return_inverse=True)[1].ravel()


def widening(folds: np.ndarray | None) -> float:
    """By how much differences vary more than cases by themselves make them, with folds.

    The models of k folds are trained on cases that others are tested on, and share most of them, so
    that what luck did to one it does to the others. Nadeau and Bengio (2003) put the variance at
    1 + k times the ratio of test to training cases, which is 1 + k/(k - 1). Without it, of models
    that learned nothing a tenth is beyond luck at 5 % (`benchmarks/pooled_folds.py`).

    >>> round(widening(np.arange(10)) ** 2, 3)
    2.111
    """
    if folds is None:
        return 1.0
    number = np.unique(folds).size
    return math.sqrt(1 + number / (number - 1))
