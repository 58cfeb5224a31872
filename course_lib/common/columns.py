"""Checks of lists that callers hand us: numbers, labels, yes and no, one entry for each case."""

import numbers
import reprlib
from typing import Any

import numpy as np

#: Larger numbers have squares beyond what a float holds.
HUGE = 1e150


def short(value: Any) -> str:
    """A value for a message, cut where it gets long."""
    return reprlib.repr(value)


def listed_labels(labels: Any) -> str:
    """Labels for a message: all of them, or the first few."""
    shown = ", ".join(repr(label) for label in labels[:8])
    return shown + (f" and {len(labels) - 8} more" if len(labels) > 8 else "")


def python_value(value: Any) -> Any:
    """NumPy's scalars as Python's own."""
    return value.item() if isinstance(value, np.generic) else value


def column(name: str, values: Any, what: str) -> np.ndarray:
    """The values as an array with one entry for each case."""
    try:
        array = np.asarray(values)
    except ValueError:
        array = None  # lists of different lengths
    if array is None or array.ndim == 0:
        raise ValueError(f"{name} must be a list of {what}, one for each case; got {short(values)}")
    if array.ndim > 1:
        shape = " x ".join(map(str, array.shape))
        raise ValueError(
            f"{name} must be a list of {what}, one for each case; got a table of {shape}"
        )
    if array.size == 0:
        raise ValueError(f"{name} must hold at least one case; got none")
    return array


def same_length(**columns: np.ndarray) -> None:
    """Complain, by their names, where columns are not equally long."""
    sizes = [str(column.size) for column in columns.values()]
    if len(set(sizes)) > 1:
        names = list(columns)
        raise ValueError(
            f"{', '.join(names[:-1])} and {names[-1]} must be about the same cases, one entry for "
            f"each; got {', '.join(sizes[:-1])} and {sizes[-1]} entries"
        )


def finite_numbers(name: str, values: Any) -> np.ndarray:
    """A list of finite numbers, as floats; text that looks like numbers is not accepted."""
    array = column(name, values, "numbers")
    if array.dtype.kind == "O":
        for item in array.tolist():
            if not isinstance(item, numbers.Real):
                raise ValueError(f"{name} must hold numbers only; got {short(item)}")
    elif array.dtype.kind not in "biuf":
        raise ValueError(f"{name} must hold numbers only; got {short(array[0].item())}")
    try:
        with np.errstate(over="ignore"):
            array = array.astype(np.float64)
    except OverflowError:
        raise ValueError(f"{name} must hold numbers that fit into a float; got larger") from None
    strange = ~np.isfinite(array)
    if strange.any():
        raise ValueError(
            f"{name} must hold finite numbers only; got {np.count_nonzero(strange)} that are NaN "
            f"or infinite, the first in place {int(np.flatnonzero(strange)[0])}"
        )
    return array


def yes_or_no(name: str, values: Any) -> np.ndarray:
    """A list of True and False, also if written as 1 and 0."""
    array = column(name, values, "True and False")
    if array.dtype.kind == "b":
        return array
    if array.dtype.kind in "iuf":
        strange = array[(array != 0) & (array != 1)].tolist()
    else:
        items = array.tolist()
        strange = [x for x in items if not isinstance(x, numbers.Real) or x not in (0, 1)]
    if strange:
        raise ValueError(
            f"{name} must hold True and False, or 1 and 0; got {short(strange[0])}. Other labels "
            'compare first, as in numpy.asarray(labels) == "spam"'
        )
    return array.astype(bool)


def is_label(value: Any) -> bool:
    """Text or a number; NaN is a label that is missing."""
    return isinstance(value, str) or (isinstance(value, numbers.Real) and value == value)


def labels_of(name: str, values: Any) -> np.ndarray:
    """A list of labels: text throughout, or whole numbers throughout."""
    array = column(name, values, "labels")
    if array.dtype.kind not in ("biufU" if isinstance(values, np.ndarray) else "biuf"):
        # NumPy would turn ["a", 1, nan] into text without a word, so look at what was given.
        items = array.tolist() if isinstance(values, np.ndarray) else list(values)
        for item in items:
            if not is_label(item):
                raise ValueError(
                    f"{name} must have a label for every case, text or number; got {short(item)}"
                )
        if len({isinstance(item, str) for item in items}) > 1:
            raise ValueError(f"{name} must hold text only or numbers only; got {short(items)}")
        array = np.array(items)
        if array.dtype.kind not in "biufU":
            raise ValueError(f"{name} must hold labels of ordinary size; got {short(items)}")
    if array.dtype.kind == "f":
        if not np.isfinite(array).all():
            raise ValueError(
                f"{name} must have a label for every case; got "
                f"{np.count_nonzero(~np.isfinite(array))} that are NaN or infinite"
            )
        if (between := array[array != np.floor(array)]).size:
            raise ValueError(
                f"{name} must hold labels, text or whole numbers; got {between[0].item()!r}. "
                "Probabilities become labels at a threshold, as in probabilities >= 0.5"
            )
    return array


def label_pair(truth: Any, predictions: Any) -> tuple[np.ndarray, np.ndarray]:
    """Labels of the same cases, of one kind."""
    first, second = labels_of("truth", truth), labels_of("predictions", predictions)
    same_length(truth=first, predictions=second)
    if (first.dtype.kind == "U") != (second.dtype.kind == "U"):
        raise ValueError(
            "truth and predictions must hold the same kind of labels; got "
            f"{first[0].item()!r} in truth and {second[0].item()!r} in predictions"
        )
    return first, second


def plain_labels(seen: np.ndarray) -> list[Any]:
    """Labels as Python's own values; 1.0 is 1, for a label is a name."""
    return [int(label) if isinstance(label, float) else label for label in seen.tolist()]


def distinct_labels(labels: Any) -> tuple[Any, ...]:
    """Labels as they were listed, if they are a list of different ones."""
    if isinstance(labels, str) or not np.iterable(labels):
        raise ValueError(f"labels must be a list of labels; got {labels!r}")
    listed = tuple(python_value(label) for label in labels)
    for label in listed:
        if not is_label(label):
            raise ValueError(f"labels must hold text or numbers; got {short(label)}")
    if len(set(listed)) < len(listed):
        twice = next(label for label in listed if listed.count(label) > 1)
        raise ValueError(f"labels must be different from each other; got {twice!r} twice")
    return listed
