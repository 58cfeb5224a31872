"""Two classes, as people write them, and which of the two is the positive one."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from course_lib.common.files import MISSING
from course_lib.common.phrases import option

#: Pairs that explain themselves: the negative label, then the positive one.
_PLAIN = (
    ("0", "1"),
    ("-1", "1"),
    ("false", "true"),
    ("f", "t"),
    ("no", "yes"),
    ("n", "y"),
    ("negative", "positive"),
    ("neg", "pos"),
    ("-", "+"),
    ("1", "2"),
)


def key_of(label: Any) -> str:
    """What two ways to write one label have in common: 1 and 1.0, yes and "Yes ".

    >>> key_of("1.0"), key_of(True), key_of(" Yes")
    ('1', 'true', 'yes')
    """
    text = str(label).strip().casefold()
    try:
        number = float(text)
    except ValueError:
        return text
    return f"{number + 0.0:.17g}"


def is_missing(label: Any) -> bool:
    """Is there no label? None, NaN, an empty cell, and words such as NA."""
    # In this order, for pandas.NA is neither equal to itself nor not.
    return label is None or str(label).strip().casefold() in MISSING or label != label


def first_missing(labels: Sequence[Any]) -> int | None:
    """Where the first label stands that is none; None if there is no such.

    >>> first_missing(["yes", "no", "NA", "no", ""])
    2
    """
    # Of a million labels few are different: only those are looked at.
    if not any(map(is_missing, dict.fromkeys(labels))):
        return None
    return next(row for row, label in enumerate(labels) if is_missing(label))


def told(labels: Sequence[Any]) -> str:
    """Labels, for a message: the first few, and how many more there are."""
    shown = ", ".join(repr(label) for label in labels[:3])
    return shown + (f" and {len(labels) - 3:,} more" if len(labels) > 3 else "")


def distinct(labels: Sequence[Any]) -> dict[str, Any]:
    """Each label that occurs, by its key, as it is first written."""
    seen: dict[str, Any] = {}
    for label in dict.fromkeys(labels):
        seen.setdefault(key_of(label), label)
    return seen


def positive_key(two: dict[str, Any], positive: Any, where: str) -> str:
    """Which of the two labels is the positive one: as asked for, or if they explain themselves."""
    first, second = two.values()
    if positive is not None:
        if key_of(positive) not in two:
            raise ValueError(
                f"positive must be one of the two labels in {where}, {str(first)!r} and "
                f"{str(second)!r}; got {positive!r}"
            )
        return key_of(positive)
    for negative_label, positive_label in _PLAIN:
        if set(two) == {negative_label, positive_label}:
            return positive_label
    raise ValueError(
        f"{where} holds the labels {str(first)!r} and {str(second)!r}: say which is positive, with "
        f"{option('positive', first)} or {option('positive', second)}"
    )


def matches(labels: Sequence[Any], key: str) -> np.ndarray:
    """Where the label with this key stands."""
    keys = {label: key_of(label) for label in dict.fromkeys(labels)}
    return np.array([keys[label] == key for label in labels], dtype=bool)


def label_of_positives(
    found: set[str], two: dict[str, Any], positive: str
) -> tuple[str, str] | None:
    """Which of the labels in a column means "positive", and a note on it; None if it holds scores.

    `found` are the keys of what it holds. They are labels if they are those of the truth, or a pair
    that explains itself where that of the truth does, too. 0 and 1 are scores as they are, unless
    0 is the positive label.
    """
    if found <= set(two):
        as_they_are = set(two) == {"0", "1"} and positive == "1"
        return None if as_they_are else (positive, "holds labels, those of the truth")
    plain = {label for _, label in _PLAIN}
    for pair in _PLAIN:
        if found <= set(pair) and pair not in (("0", "1"), ("1", "2")) and positive in plain:
            return pair[1], f"holds the labels {pair[0]} and {pair[1]}: no and yes"
    return None


#: A column with more different cells than this holds no labels of two classes.
_FEW = 20


def labels_as_scores(
    column: Sequence[Any], two: dict[str, Any], positive: Any, where: str
) -> tuple[np.ndarray, str] | None:
    """A column of predicted labels as 1 and 0, and a note on it; None if it holds others."""
    if len(dict.fromkeys(column)) > _FEW:
        return None
    found = label_of_positives(set(distinct(column)), two, positive_key(two, positive, where))
    return None if found is None else (matches(column, found[0]).astype(float), found[1])
