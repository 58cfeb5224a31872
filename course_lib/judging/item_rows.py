"""Rows that are about the same items: what names them, and what they share."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from course_lib.judging.labels import is_missing


def index_of(values: Any) -> Any:
    """The index of pandas' data frames and series, or of the first of them in a dictionary."""
    if isinstance(values, Mapping):
        return next((i for i in map(index_of, values.values()) if i is not None), None)
    index = getattr(values, "index", None)
    return index if hasattr(index, "equals") else None


def names_rows(index: Any) -> bool:
    """Does it name the rows? Not if it only counts them from 0."""
    return index is not None and not (
        type(index).__name__ == "RangeIndex" and (index.start, index.step) == (0, 1)
    )


def labels_of_rows(name: str, values: Any, rows: int, what: str) -> list[str]:
    """A label for each row, as text; 1.0 is 1."""
    if isinstance(values, str | bytes) or not np.iterable(values):
        raise ValueError(f"{name} must be a list with {what} for each row; got {values!r}")
    found = list(values)
    if len(found) != rows:
        raise ValueError(
            f"{name} must have an entry for each of the {rows:,} rows; got {len(found):,}"
        )
    for row, label in enumerate(found, 1):
        if is_missing(label):
            raise ValueError(f"{name} must have {what} for each row; got {label!r} in row {row:,}")
    return [_written(label) for label in found]


def _written(label: Any) -> str:
    whole = isinstance(label, float | np.floating) and float(label).is_integer()
    return f"{label:.0f}" if whole else str(label)


def numbered(labels: Sequence[str]) -> tuple[list[str], np.ndarray]:
    """The different labels as they come, and for each row the number of its label, from 0.

    >>> numbered(["b", "a", "b"])
    (['b', 'a'], array([0, 1, 0]))
    """
    numbers_of_labels = {label: number for number, label in enumerate(dict.fromkeys(labels))}
    return list(numbers_of_labels), np.array([numbers_of_labels[label] for label in labels])


def check_runs(items: Sequence[str], runs: Sequence[str]) -> None:
    """Complain where a run of an item occurs twice."""
    seen: set[tuple[str, str]] = set()
    for both in zip(items, runs, strict=True):
        if both in seen:
            raise ValueError(
                f"runs must tell the rows of an item apart; item {both[0]!r} has run {both[1]!r} "
                "twice"
            )
        seen.add(both)


def one_for_each_item(
    name: str, values: Sequence[str], items: Sequence[str], codes: np.ndarray
) -> list[str]:
    """What all rows of an item share; an error where they do not."""
    found: dict[int, str] = {}
    for row, (code, value) in enumerate(zip(codes.tolist(), values, strict=True)):
        if found.setdefault(code, value) != value:
            raise ValueError(
                f"{name} must be the same in all rows of an item; item {items[row]!r} has "
                f"{found[code]!r} and {value!r}"
            )
    return [found[code] for code in range(len(found))]
