"""What callers hand us: counts that make sense together, alone or as arrays."""

from typing import Any

import numpy as np

from course_lib.common.arguments import LARGEST_COUNT, whole_number
from course_lib.common.columns import numbers_of


def paired_counts(b: Any, c: Any, n: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The three counts as float arrays of one shape, or an error that says what is wrong.

    >>> paired_counts(9, [3, 4], 32)[1]
    array([3., 4.])
    >>> paired_counts(9, 3, 10)
    Traceback (most recent call last):
    ...
    ValueError: b + c must be at most n, for each pair is counted once; got b=9, c=3, n=10
    """
    first, second, total = together(
        counts("b", b), counts("c", c), counts("n", n, 1), names="b, c and n"
    )
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


def one_set_of_counts(b: Any, c: Any, n: Any) -> tuple[int, int, int]:
    """The same three, where each must be a single number."""
    b, c = (whole_number(name, value, 0, LARGEST_COUNT) for name, value in (("b", b), ("c", c)))
    n = whole_number("n", n, 1, LARGEST_COUNT)
    paired_counts(b, c, n)
    return b, c, n


def single(name: str, value: Any) -> float:
    """One level of confidence where only one will do."""
    if np.ndim(value) > 0:
        raise ValueError(f"{name} must be one number here; got {value!r}")
    return float(value)


def counts(name: str, values: Any, lowest: int = 0) -> np.ndarray:
    """Counts as floats that are whole. 20.0 passes, for people write it; 20.5 does not.

    >>> counts("n", [10, 0], 1)
    Traceback (most recent call last):
    ...
    ValueError: n must be whole numbers from 1 to 1,000,000,000,000,000; got 0 at index 1
    """
    return numbers_of(
        name,
        values,
        shape="any",
        lowest=lowest,
        highest=LARGEST_COUNT,
        whole=True,
        booleans=False,
    )


def normal_quantile(confidence: Any) -> np.ndarray:
    """How many standard errors to each side hold so much of the normal distribution.

    >>> round(float(normal_quantile(0.95)), 4)
    1.96
    """
    from scipy.special import erfinv, ndtri

    level = numbers_of(
        "confidence", confidence, shape="any", lowest=0, highest=1, strictly=True, booleans=False
    )
    # Near 1 the tail 1 - level is exact; near 0 it is not, and the error function is.
    tail = np.where(level > 0.5, 1 - level, 0.5)
    return np.where(level > 0.5, -ndtri(tail / 2), np.sqrt(2) * erfinv(level))
