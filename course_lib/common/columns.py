"""Checks of lists that callers hand us: numbers, labels, yes and no, one entry for each case."""

import math
import numbers
import reprlib
from collections.abc import Iterable
from contextlib import suppress
from decimal import Decimal
from typing import Any, NoReturn

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
    array = _array(values)
    masked = np.ma.is_masked(values)
    if array is None or array.ndim != 1 or masked:
        got = short(values) if array is None else shape_in_words(array)
        got = "one in which values are missing or masked" if masked else got
        raise ValueError(f"{name} must be a list of {what}, one for each case; got {got}")
    if array.size == 0:
        raise ValueError(f"{name} must hold at least one case; got none")
    return array


def shape_in_words(array: np.ndarray) -> str:
    """What was given, for a message: a single value itself, else how long or how large it is."""
    if array.ndim == 0:
        return short(python_value(array[()]))
    kind = ("a list", "a table")[array.ndim - 1] if array.ndim < 3 else "an array"
    return f"{kind} of {' x '.join(map(str, array.shape))}"


def _array(values: Any) -> np.ndarray | None:
    """The values as an array; None where rows differ in length."""
    try:
        return np.asarray(values)
    except ValueError:
        return None


def same_length(**columns: np.ndarray) -> None:
    """Complain, by their names, where columns are not equally long."""
    sizes = [str(column.size) for column in columns.values()]
    if len(set(sizes)) > 1:
        names = list(columns)
        raise ValueError(
            f"{', '.join(names[:-1])} and {names[-1]} must be about the same cases, one entry for "
            f"each; got {', '.join(sizes[:-1])} and {sizes[-1]} entries"
        )


def numbers_of(
    name: str,
    values: Any,
    *,
    shape: str = "list",
    entry: str = "case",
    layout: str = "",
    fewest: int = 1,
    lowest: float = -math.inf,
    highest: float = math.inf,
    strictly: bool = False,
    largest: float = math.inf,
    whole: bool = False,
    finite: bool = True,
    booleans: bool = True,
) -> np.ndarray:
    """The values as an array of floats, a copy; else an error that names the first wrong entry.

    Text is no number, even where it reads like one. `shape` is `"list"`, with `fewest` entries or
    more, one for each `entry`; `"table"` or `"square"`, whose `layout` a message tells; or `"any"`,
    a single number included. `largest` is what the arithmetic can do with, so a message speaks of
    it only where it is exceeded. `finite=False` lets NaN and infinity pass, and None as NaN, for
    callers who know better words for them.

    >>> numbers_of("weights", [1, 2.5]).tolist()
    [1.0, 2.5]
    >>> numbers_of("weights", [1, "2.5"])
    Traceback (most recent call last):
    ...
    ValueError: weights must be a list of finite numbers, one for each case; got '2.5' at index 1
    >>> numbers_of("n", 0, shape="any", lowest=1, whole=True)
    Traceback (most recent call last):
    ...
    ValueError: n must be a whole number of at least 1; got 0
    """
    array = _array(values)
    limits = _limits_in_words(lowest, highest, strictly, "," if whole else "g")

    def refuse(got: str, limits: str = limits) -> NoReturn:
        kind = "whole numbers" if whole else "numbers" if limits or not finite else "finite numbers"
        form = "square table" if shape == "square" else shape
        allowed = f"a {form} of {kind}{limits}" if shape != "any" else kind + limits
        if shape == "any" and array is not None and array.ndim == 0:
            allowed = f"a {kind.removesuffix('s')}{limits}"
        told = layout or (f"one for each {entry}" if shape == "list" else "")
        raise ValueError(f"{name} must be {allowed}{told and f', {told}'}; got {got}")

    if array is None:
        refuse(short(values))
    if np.ma.is_masked(values):
        refuse("one in which values are missing or masked")
    if array.ndim != {"list": 1, "table": 2, "square": 2}.get(shape, array.ndim):
        refuse(shape_in_words(array))
    if shape == "square" and (array.size == 0 or array.shape[0] != array.shape[1]):
        refuse(shape_in_words(array))
    if shape == "list" and array.size < fewest:
        least = f"one {entry}" if fewest == 1 else f"{fewest} {entry}s"
        raise ValueError(f"{name} must hold at least {least}; got {array.size or 'none'}")
    given, found, wrong = _floats(array, values, booleans, finite)
    if finite and not wrong.any():
        above, below = (np.greater, np.less) if strictly else (np.greater_equal, np.less_equal)
        wrong = ~(np.isfinite(found) & above(found, lowest) & below(found, highest))
        wrong |= whole & (found != np.floor(found))
    if not wrong.any() and np.abs(found).max(initial=0.0) > largest:
        wrong, limits = np.abs(found) > largest, f" from {-largest:g} to {largest:g}"
    if wrong.any():
        index = tuple(np.argwhere(wrong)[0].tolist())
        where = f" at index {', '.join(map(str, index))}" if index else ""
        many = f" ({np.count_nonzero(wrong)} such entries)" if np.count_nonzero(wrong) > 1 else ""
        refuse(short(python_value(given[index])) + where + many, limits)
    return found


def _floats(
    array: np.ndarray, values: Any, booleans: bool, finite: bool
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """What was given, the same as floats, and where it is no number."""
    if array.dtype.kind in ("biuf" if booleans else "iuf"):
        with np.errstate(over="ignore"):
            return array, array.astype(np.float64), np.zeros(array.shape, bool)
    # NumPy turns all of ["a", 1] into text without a word, so look at what was given.
    given = np.asarray(values, dtype=object) if array.dtype.kind in "OUSc" else array
    found, wrong = np.full(given.shape, np.nan), np.ones(given.shape, bool)
    for index in np.ndindex(given.shape) if array.dtype.kind in "OUSc" else ():
        item = given[index]
        if item is None and not finite:
            wrong[index] = False
        elif isinstance(item, numbers.Real | Decimal) and (booleans or not isinstance(item, bool)):
            with suppress(OverflowError, TypeError):  # too large for a float; or a span of time
                found[index], wrong[index] = float(item), False
    return given, found, wrong


def _limits_in_words(lowest: float, highest: float, strictly: bool, style: str) -> str:
    if highest == math.inf:
        if lowest == -math.inf:
            return ""
        return f" {'greater than' if strictly else 'of at least'} {lowest:{style}}"
    low, high = f"{lowest:{style}}", f"{highest:{style}}"
    return f" strictly between {low} and {high}" if strictly else f" from {low} to {high}"


def like_input(values: Any) -> Any:
    """A float for a single number, an array for arrays."""
    return float(values) if np.ndim(values) == 0 else values


def precision_of(values: Any) -> float:
    """Up to what part of itself a score can be trusted: decimals are not exact in a computer."""
    kind = np.asarray(values).dtype
    single = kind.kind == "f" and kind.itemsize < 8
    return 4 * float(np.finfo(kind).eps) if single else 1e-12


def names_for(names: Any, count: int, noun: str) -> tuple[str, ...]:
    """A name for each of so many things, all different.

    >>> names_for(["tree", "tree"], 2, "algorithm")
    Traceback (most recent call last):
    ...
    ValueError: names must differ from each other; 'tree' occurs twice
    """
    if isinstance(names, str | bytes) or not isinstance(names, Iterable):
        raise ValueError(f"names must be a list with a name for each {noun}; got {short(names)}")
    found = tuple(map(str, names))
    if len(found) != count:
        raise ValueError(f"names must be as many as there are {noun}s, {count}; got {len(found)}")
    if len(set(found)) < count:
        twice = next(name for name in found if found.count(name) > 1)
        raise ValueError(f"names must differ from each other; {twice!r} occurs twice")
    return found


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


def labels_of(name: str, values: Any, fractions: bool = False) -> np.ndarray:
    """A list of labels: text throughout, or numbers throughout, whole ones unless `fractions`."""
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
        if not fractions and (between := array[array != np.floor(array)]).size:
            raise ValueError(
                f"{name} must hold labels, text or whole numbers; got {between[0].item()!r}. "
                "Probabilities become labels at a threshold, as in probabilities >= 0.5"
            )
    return array


def labels_together(*, fractions: bool = False, **columns: Any) -> list[np.ndarray]:
    """Labels of the same cases, of one kind, by their names; the truth comes first."""
    found = {name: labels_of(name, values, fractions) for name, values in columns.items()}
    same_length(**found)
    (first, truth), *others = found.items()
    for name, labels in others:
        # "1" never equals 1: every case would count as wrong, and nobody would notice.
        if (truth.dtype.kind == "U") != (labels.dtype.kind == "U"):
            raise ValueError(
                f"{first} and {name} must hold the same kind of labels; got "
                f"{truth[0].item()!r} in {first} and {labels[0].item()!r} in {name}"
            )
    return list(found.values())


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
