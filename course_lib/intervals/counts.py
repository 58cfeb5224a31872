"""What callers hand us: counts that make sense together, alone or as arrays."""

from numbers import Real
from typing import Any

import numpy as np

#: Larger counts are not exact as floats.
MOST = 10**15


def paired_counts(b: Any, c: Any, n: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The three counts as float arrays of one shape, or an error that says what is wrong.

    >>> paired_counts(9, [3, 4], 32)[1]
    array([3., 4.])
    >>> paired_counts(9, 3, 10)
    Traceback (most recent call last):
    ...
    ValueError: b + c must be at most n, for each pair is counted once; got b=9, c=3, n=10
    """
    first, second = whole_numbers("b", b, 0), whole_numbers("c", c, 0)
    total = whole_numbers("n", n, 1)
    first, second, total = together(first, second, total, names="b, c and n")
    wrong = first + second > total
    if wrong.any():
        found = ", ".join(
            f"{name}={values[wrong][0]:.16g}"
            for name, values in (("b", first), ("c", second), ("n", total))
        )
        raise ValueError(f"b + c must be at most n, for each pair is counted once; got {found}")
    return first, second, total


def counts_and_quantile(
    b: Any, c: Any, n: Any, confidence: Any
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """What every interval begins with: the counts and the normal quantile, of one shape."""
    b, c, n = paired_counts(b, c, n)
    return together(b, c, n, normal_quantile(confidence), names="b, c, n and confidence")


def together(*arrays: np.ndarray, names: str) -> Any:
    """Arrays of one shape, or an error that says that they do not go together."""
    try:
        return np.broadcast_arrays(*arrays)
    except ValueError:
        shapes = ", ".join(str(array.shape) for array in arrays)
        raise ValueError(f"{names} must have shapes that go together; got {shapes}") from None


def single(name: str, value: Any) -> float:
    """One level of confidence where only one will do."""
    if np.ndim(value) > 0:
        raise ValueError(f"{name} must be one number here; got {value!r}")
    return float(value)


def whole_numbers(name: str, values: Any, lowest: int) -> np.ndarray:
    """The values as floats that are whole. 20.0 passes, for people write it; 20.5 does not.

    >>> whole_numbers("n", [10, 0], 1)
    Traceback (most recent call last):
    ...
    ValueError: n must be whole numbers from 1 to 1,000,000,000,000,000; got 0 among them
    """
    numbers = real_numbers(name, values, f"whole numbers from {lowest:,} to {MOST:,}")
    fine = (numbers >= lowest) & (numbers <= MOST) & (numbers == np.floor(numbers))
    if not fine.all():
        _refuse(name, numbers, ~fine, f"from {lowest:,} to {MOST:,}", "whole number")
    return numbers


def confidences(confidence: Any) -> np.ndarray:
    """Levels of confidence, each strictly between 0 and 1.

    >>> confidences(95)
    Traceback (most recent call last):
    ...
    ValueError: confidence must be a number strictly between 0 and 1; got 95
    """
    numbers = real_numbers("confidence", confidence, "numbers strictly between 0 and 1")
    fine = (numbers > 0) & (numbers < 1)
    if not fine.all():
        _refuse("confidence", numbers, ~fine, "strictly between 0 and 1", "number")
    return numbers


def normal_quantile(confidence: Any) -> np.ndarray:
    """How many standard errors to each side hold so much of the normal law.

    >>> round(float(normal_quantile(0.95)), 4)
    1.96
    """
    from scipy.special import erfinv, ndtri

    level = confidences(confidence)
    # Near 1 the tail 1 - level is exact; near 0 it is not, and the error function is.
    tail = np.where(level > 0.5, 1 - level, 0.5)
    return np.where(level > 0.5, -ndtri(tail / 2), np.sqrt(2) * erfinv(level))


def real_numbers(name: str, values: Any, allowed: str) -> np.ndarray:
    """The values as a float array; True, "3" and None are not numbers here."""
    try:
        array = np.asarray(values)
    except ValueError:  # rows of different lengths
        array = np.asarray(None)
    if array.dtype.kind == "O":  # Python's own large whole numbers arrive so, and None
        plain = array.ravel().tolist()
        if all(isinstance(v, Real) and not isinstance(v, bool) for v in plain):
            array = np.array([float(max(min(v, 1e300), -1e300)) for v in plain]).reshape(
                array.shape
            )
    if array.dtype.kind not in "iuf":
        raise ValueError(f"{name} must be {allowed}; got {values!r}")
    return array.astype(float)


def like_input(values: np.ndarray) -> Any:
    """A float for scalars, an array for arrays."""
    return float(values) if values.ndim == 0 else values


def _refuse(name: str, numbers: np.ndarray, wrong: np.ndarray, rest: str, noun: str) -> None:
    found = f"{numbers[wrong][0]:.16g}"
    if numbers.ndim == 0:
        raise ValueError(f"{name} must be a {noun} {rest}; got {found}")
    raise ValueError(f"{name} must be {noun}s {rest}; got {found} among them")
