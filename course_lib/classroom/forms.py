"""In what form an answer comes: numbers of any honest kind, and everything else."""

import re
from collections.abc import Mapping
from numbers import Number
from types import ModuleType
from typing import Any

import numpy as np

from course_lib.classroom.replies import Reply, not_yet


def as_number(answer: Any) -> float | Reply:
    """A finite number, or what to say to somebody who gave something else."""
    if callable(answer):
        return not_yet("this is a function, and a number is wanted. Call it, with brackets.")
    if isinstance(answer, ModuleType):
        return not_yet(f"{answer.__name__} is a module, and a number is wanted.")
    if isinstance(answer, str):
        return not_yet(_about_text(answer))
    if is_truth(answer):
        return not_yet(f"a number is wanted, not {bool(answer)}.")
    if isinstance(answer, Mapping) and not isinstance(answer, dict):
        return not_yet(
            "one number is wanted, and this is a collection. Take what you need from it."
        )
    try:
        size = np.size(answer) if np.ndim(answer) > 0 else None
    except ValueError:  # lists of different lengths within a list
        size = len(answer)
    if size is not None:
        return not_yet(f"one number is wanted, and this is a list of {size}.")
    if isinstance(answer, np.ndarray):
        answer = answer.item()
    if isinstance(answer, complex | np.complexfloating):
        return not_yet(f"a number is wanted, not {short(answer)}.")
    if not isinstance(answer, Number) and not hasattr(answer, "__float__"):
        return not_yet(f"a number is wanted, and this has the type {type(answer).__name__}.")
    try:
        number = float(answer)
    except OverflowError:
        number = np.inf
    except (TypeError, ValueError):
        return not_yet(f"a number is wanted, not {short(answer)}.")
    if not np.isfinite(number):
        return not_yet(f"{number} is not a number one can compare.")
    return number


def _about_text(text: str) -> str:
    if re.fullmatch(r"\s*[-+]?[\d.,]+\s*%\s*", text):
        return f"{text!r} is text, and in percent. Give a share of 1, as a number without quotes."
    try:
        float(text)
    except ValueError:
        return f"{text!r} is text, and a number is wanted."
    return f"{text!r} is text. Leave out the quotes to make it a number."


def is_truth(value: Any) -> bool:
    """Is it True or False, of whatever kind?"""
    return isinstance(value, bool | np.bool_) or (
        isinstance(value, np.ndarray) and value.shape == () and value.dtype == bool
    )


def same(value: Any, right: Any, tolerance: float) -> bool:
    """Is what a function returned the same as what it should have, in whatever honest form?"""
    if is_truth(right):
        return is_truth(value) and bool(value) == bool(right)
    numbers = _as_numbers(value)
    if numbers is None:
        return False
    right = np.asarray(right, dtype=float)
    if numbers.shape != right.shape:
        return False
    finite = np.isfinite(numbers) & np.isfinite(right)
    distance = np.abs(np.where(finite, numbers, 0) - np.where(finite, right, 0))
    near = distance <= tolerance * np.maximum(1, np.abs(np.where(finite, right, 0)))
    # What is no number is the same only where a known mistake leads to no number as well.
    return bool(np.array_equal(numbers[~finite], right[~finite], equal_nan=True) and near.all())


def _as_numbers(value: Any) -> np.ndarray | None:
    """Numbers as an array; None for text, truth values and whatever else is no number."""
    try:
        found = np.asarray(value)
    except ValueError:  # lists of different lengths within a list
        return None
    if found.dtype.kind == "O":  # fractions, decimals, huge integers; or text among them
        if any(isinstance(one, str | bytes | bool | complex | None) for one in found.flat):
            return None
    elif found.dtype.kind not in "iuf" or (
        not isinstance(value, np.ndarray) and _holds_truth(value)
    ):
        return None
    try:
        return found.astype(float)
    except (TypeError, ValueError, OverflowError):
        return None


def _holds_truth(value: Any) -> bool:
    """A truth value among numbers becomes a number without a word."""
    return isinstance(value, list | tuple) and any(is_truth(v) or _holds_truth(v) for v in value)


def short(value: Any, digits: int = 6) -> str:
    """A value in a message: numbers in a few digits, long lists cut."""
    if is_truth(value):
        return str(bool(value))
    if isinstance(value, ModuleType):
        return f"the module {value.__name__}"
    value = _plain(value)
    if isinstance(value, float):
        return f"{value:.{digits}g}"
    try:
        text = repr(value)
    except ValueError:  # Python writes no whole number of more than 4,300 digits
        return "a number of thousands of digits"
    return text if len(text) <= 60 else text[:57] + "..."


def _plain(value: Any) -> Any:
    """Numbers as Python writes them, and not as NumPy does; also within lists and tuples."""
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    if type(value) in (list, tuple):
        return type(value)(_plain(one) for one in value)
    return value


def told_apart(value: Any, right: Any) -> tuple[str, str]:
    """Both in a message, in as many digits as it takes to see that they differ."""
    for digits in (6, 9, 12, 17):
        both = short(value, digits), short(right, digits)
        if both[0] != both[1]:
            break
    return both
