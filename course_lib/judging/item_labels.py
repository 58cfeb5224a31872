"""Who was right, from what several models answered and what the answer is."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from course_lib.common.columns import names_for
from course_lib.common.phrases import counted
from course_lib.common.tables import letters
from course_lib.judging.labels import is_missing, key_of, told

#: Answers that mean yes and no, whichever way they are written.
_YES_AND_NO = {"true": "1", "false": "0", "1": "1", "0": "0"}


def answer_columns(right: Any, names: Any) -> tuple[tuple[str, ...], bool, list[list]]:
    """The models' names, whether they were given, and each model's answers as a list."""
    if isinstance(right, Mapping):
        found: Any = tuple(right)
        columns = [_listed(right[name], f"right[{name!r}]") for name in found]
    elif hasattr(right, "columns") and hasattr(right, "to_numpy"):  # pandas, polars
        found = tuple(right.columns)
        columns = [list(right[name]) for name in found]
    else:
        rows = _listed(right, "right")
        if not all(isinstance(row, list | tuple | np.ndarray) for row in rows):
            rows = [[answer] for answer in rows]  # a single model
        if len({len(row) for row in rows}) > 1:
            raise ValueError("right must have as many answers in one row as in another")
        found, columns = None, [list(column) for column in zip(*rows, strict=True)]
    if len({len(column) for column in columns}) > 1:
        sizes = ", ".join(f"{n} {len(c)}" for n, c in zip(found, columns, strict=True))
        raise ValueError(f"right must have as many items for one model as for another; got {sizes}")
    named = names is not None or found is not None
    if names is None:
        names = map(letters, range(len(columns))) if found is None else found
    return names_for(names, len(columns), "model"), named, columns


def _listed(values: Any, name: str) -> list:
    if isinstance(values, str | bytes) or not np.iterable(values):
        raise ValueError(f"{name} must be a list of labels, one for each item; got {values!r}")
    return list(values)


def right_answers(
    names: Sequence[str], columns: Sequence[list], truth: list
) -> tuple[np.ndarray, tuple[str, ...]]:
    """Who was right where: items x models, 0 or 1; and what should be known about the answers.

    1 and 1.0 are the same answer, so are yes and "Yes ", and True and 1 where nothing else occurs.

    >>> right_answers(["A"], [["cat", "Dog", "cat"]], ["cat", "dog", "dog"])[0].T.tolist()
    [[1.0, 1.0, 0.0]]
    """
    truth_keys = _keys("truth", truth)
    known = frozenset(truth_keys)
    found, notes = np.empty((len(truth), len(columns))), []
    for index, (name, answers) in enumerate(zip(names, columns, strict=True)):
        if len(answers) != len(truth):
            raise ValueError(
                f"truth must have a label for each item, as right has; got {len(truth):,} and "
                f"{len(answers):,}"
            )
        keys = _keys(f"right ({name!r})", answers)
        true_keys = truth_keys
        if known | set(keys) <= set(_YES_AND_NO):
            keys, true_keys = ([_YES_AND_NO[key] for key in ks] for ks in (keys, truth_keys))
        strange = _strange(name, dict(zip(keys, answers, strict=True)), true_keys, truth)
        if strange:
            here = set(strange)
            notes.append(
                f"{name} answers {told(list(strange.values()))}, which the truth never is "
                f"({counted(sum(key in here for key in keys), 'item')}): counted as wrong."
            )
        found[:, index] = [key == true for key, true in zip(keys, true_keys, strict=True)]
    return found, tuple(notes)


def _keys(name: str, labels: list) -> list[str]:
    """What equal labels have in common."""
    try:
        distinct = dict.fromkeys(labels)
    except TypeError:
        raise ValueError(f"{name} must hold labels, text or numbers; got {labels[0]!r}") from None
    keys = {}
    for label in distinct:
        keys[label] = key_of(label)
        if is_missing(label):
            # Not by ==, for NaN is not equal to itself.
            row = next(i for i, other in enumerate(labels, 1) if other is label or other == label)
            remedy = (
                "Leave the item out"
                if name == "truth"
                else "Leave the item out for all; or, if no answer is a wrong answer, fill in a "
                'label that is never right, such as "no answer"'
            )
            raise ValueError(
                f"{name} must have a label for every item; got {label!r} in row {row:,}. {remedy}"
            )
    return [keys[label] for label in labels]


def _strange(
    name: str, answered: dict[str, Any], truth_keys: list[str], truth: list
) -> dict[str, Any]:
    """Answers that the truth never is, by their keys; refused where that looks like a mix-up."""
    known = dict(zip(truth_keys, truth, strict=True))
    strange = {key: label for key, label in answered.items() if key not in known}
    if not strange:
        return {}
    classes, given = told(list(known.values())), told(list(answered.values()))
    fractions = [label for key, label in strange.items() if _is_fraction(key)]
    if fractions and not any(map(_is_fraction, known)):
        raise ValueError(
            f"right must hold predicted labels where there is a truth; {name!r} holds "
            f"{told(fractions)}. Probabilities become labels at a threshold"
        )
    if len(strange) == len(answered):
        raise ValueError(
            f"right must hold labels as the truth has them ({classes}); {name!r} holds {given}, "
            "never one of them, and would always be wrong. Are the labels coded in another way?"
        )
    if len(answered) == len(known) == 2 and all(map(_is_number, (*answered, *known))):
        raise ValueError(
            f"right must hold labels as the truth has them ({classes}); {name!r} holds {given}: "
            "two numbers here and two there, of which only one is the same. Recode one of them"
        )
    return strange


def _is_number(key: str) -> bool:
    try:
        return math.isfinite(float(key))
    except ValueError:
        return False


def _is_fraction(key: str) -> bool:
    return _is_number(key) and not float(key).is_integer()
