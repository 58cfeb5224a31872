"""What several classifiers said about the same cases, and what the cases are."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from course_lib.common.phrases import counted
from course_lib.judging.labels import distinct, is_missing, matches, positive_key, told


@dataclass(frozen=True, eq=False)
class Predictions:
    """A row for each case, a column of scores for each classifier; high scores mean "positive".

    Made by `read_predictions` from a file and by `prediction_table` from arrays. The arrays cannot
    be written to.
    """

    #: Of the classifiers, in the order of the columns.
    names: tuple[str, ...]
    #: Which cases are positive.
    is_positive: np.ndarray
    #: A row for each case, a column for each classifier.
    scores: np.ndarray
    #: The two labels, as they were written.
    positive_label: str
    negative_label: str
    #: Where they come from: a file's name, or "arrays".
    source: str
    #: How the file was understood, where it could have been otherwise.
    notes: tuple[str, ...] = ()

    @property
    def positives(self) -> int:
        """How many cases are positive."""
        return int(self.is_positive.sum())

    @property
    def negatives(self) -> int:
        """How many cases are negative."""
        return self.is_positive.size - self.positives

    @property
    def cases(self) -> int:
        """How many cases there are."""
        return self.is_positive.size

    def column(self, name: str) -> np.ndarray:
        """The scores of one classifier."""
        if name not in self.names:
            raise ValueError(f"name must be one of {', '.join(self.names)}; got {name!r}")
        return self.scores[:, self.names.index(name)]

    def __str__(self) -> str:
        return self.sentence()

    def sentence(self) -> str:
        """How many classifiers, how many cases of each class."""
        return (
            f"{counted(len(self.names), 'classifier')} on {counted(self.positives, 'positive')} "
            f"({self.positive_label}) and {counted(self.negatives, 'negative')} "
            f"({self.negative_label})."
        )

    def suspicions(self) -> tuple[str, ...]:
        """What looks like a mistake in the columns, though it need not be one.

        >>> table = prediction_table([1, 0, 1, 0], {"id": [1, 2, 3, 4], "lazy": [5, 5, 5, 5]})
        >>> for words in table.suspicions():
        ...     print(words)
        Column 'id' counts the rows from 1 to 4: if it is not a classifier, take it out.
        Column 'lazy' holds 5 everywhere: it tells no case from another, so its AUC is 0.5.
        """
        found = []
        for name, column in zip(self.names, self.scores.T, strict=True):
            found += _suspicions_of(name, column, self.is_positive)
        for place, name in enumerate(self.names):
            same = [
                other
                for other in self.names[:place]
                if np.array_equal(self.column(other), self.scores[:, place])
            ]
            if same:
                found.append(f"Columns {same[0]!r} and {name!r} are the same, score by score.")
        return tuple(found)


def _suspicions_of(name: str, column: np.ndarray, truth: np.ndarray) -> list[str]:
    first, last = column.min(), column.max()
    if first == last:
        return [
            f"Column {name!r} holds {first:.6g} everywhere: it tells no case from another, so its "
            "AUC is 0.5."
        ]
    if first in (0, 1) and column.size > 2:
        counted_up = np.arange(first, first + column.size)
        if np.array_equal(column, counted_up):
            return [
                f"Column {name!r} counts the rows from {first:g} to {last:g}: if it is not a "
                "classifier, take it out."
            ]
        if np.array_equal(np.sort(column), counted_up):
            return [
                f"Column {name!r} holds each whole number from {first:g} to {last:g} once: ranks "
                "are welcome, but if it is an id, take it out."
            ]
    if np.array_equal(column, truth):
        return [f"Column {name!r} is the truth itself: has the answer leaked into it?"]
    if np.array_equal(column, ~truth):
        return [f"Column {name!r} is the truth turned round: has the answer leaked into it?"]
    if column[truth].min() > column[~truth].max() and _rare_by_luck(truth):
        return [
            f"Column {name!r} tells all cases apart, an AUC of 1: has the answer leaked into it?"
        ]
    if np.unique(column).size == 2:
        return [
            f"Column {name!r} holds two values only, as labels do: its ROC curve has a single "
            "corner."
        ]
    return []


def _rare_by_luck(truth: np.ndarray) -> bool:
    """Are there so many ways to hand out the labels that hitting the only right one is rare?"""
    return math.comb(truth.size, int(truth.sum())) > 1_000


def prediction_table(
    truth: Any,
    scores: Any,
    names: Iterable[str] | None = None,
    *,
    positive: Any = None,
) -> Predictions:
    """The truth and the scores of several classifiers, from arrays.

    `truth` holds a label for each case: 1 and 0, True and False, yes and no, or any two labels if
    `positive` says which is the positive one. `scores` is a dictionary or a data frame with a
    column for each classifier, a table (rows cases), or the list of a single one. Without names
    they are A, B, C, ...

    Examples
    --------
    >>> table = prediction_table(
    ...     ["ham", "spam", "ham"], {"filter": [0.2, 0.9, 0.4]}, positive="spam"
    ... )
    >>> print(table.sentence())
    1 classifier on 1 positive (spam) and 2 negatives (ham).
    """
    labels = _labels(truth)
    found, table = _columns(scores)
    if names is None:
        names = found or tuple(_letters(place) for place in range(table.shape[1]))
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise ValueError(f"names must be a list with a name for each classifier; got {names!r}")
    names = tuple(" ".join(str(name).split()) for name in names)
    if len(names) != table.shape[1]:
        raise ValueError(
            f"names must be as many as there are classifiers, {table.shape[1]}; got {len(names)}"
        )
    if len(labels) != table.shape[0]:
        raise ValueError(
            "truth and scores must be about the same cases, one entry for each; got "
            f"{len(labels):,} and {table.shape[0]:,} entries"
        )
    for row, label in enumerate(labels):
        if is_missing(label):
            raise ValueError(f"truth must have a label for every case; case {row} has {label!r}")
    bad = np.argwhere(~np.isfinite(table))
    if bad.size:
        row, column = bad[0]
        raise ValueError(
            f"scores must be finite numbers; got {table[row, column]} for {names[column]!r} in "
            f"case {row}"
        )
    return assemble(labels, table, names, positive, "truth", "arrays")


def assemble(
    labels: list,
    table: np.ndarray,
    names: tuple[str, ...],
    positive: Any,
    where: str,
    source: str,
    notes: tuple[str, ...] = (),
) -> Predictions:
    """The record, once labels and scores are known to be whole; `where` is what messages say."""
    check_names(names, where)
    two = distinct(labels)
    if len(two) != 2:
        got = f"only {told(list(two.values()))}" if len(two) == 1 else told(list(two.values()))
        raise ValueError(f"{where} must hold two classes; got {got}")
    key = positive_key(two, positive, where)
    is_positive = matches(labels, key)
    scores = np.array(table, dtype=float) + 0.0  # -0.0 is 0.0, the same score under one name
    for array in (is_positive, scores):
        array.setflags(write=False)
    written = {name: str(label).strip() for name, label in two.items()}
    (other,) = set(two) - {key}
    return Predictions(names, is_positive, scores, written[key], written[other], source, notes)


def check_names(names: tuple[str, ...], where: str) -> None:
    """Each classifier needs a name of its own."""
    if not names:
        raise ValueError(f"{where}: there must be at least one classifier; got none")
    for name in names:
        if not name.isprintable():
            raise ValueError(
                f"{where}: a name must hold letters and signs that can be printed; got {name!r}"
            )
    empty = [place for place, name in enumerate(names) if not name]
    if empty:
        raise ValueError(
            f"{where}: every classifier must have a name; the one in place {empty[0] + 1} has none"
        )
    twice = [name for name, times in Counter(names).items() if times > 1]
    if twice:
        raise ValueError(
            f"{where}: the names of the classifiers must differ; {twice[0]!r} occurs "
            f"{Counter(names)[twice[0]]} times"
        )


def _labels(truth: Any) -> list:
    if isinstance(truth, str | bytes) or not isinstance(truth, Iterable):
        raise ValueError(f"truth must be a list with a label for each case; got {truth!r}")
    labels = np.asarray(truth).tolist() if hasattr(truth, "dtype") else list(truth)
    if not labels or any(isinstance(label, list | tuple | np.ndarray) for label in labels):
        raise ValueError("truth must be a list with a label for each case; got none or a table")
    return labels


def _columns(scores: Any) -> tuple[tuple[str, ...], np.ndarray]:
    """Names, where there are any, and the scores as a table."""
    names: tuple[str, ...] = ()
    if isinstance(scores, Mapping):
        names = tuple(map(str, scores))
        sizes = {len(column) if hasattr(column, "__len__") else -1 for column in scores.values()}
        if len(sizes) > 1 or -1 in sizes:
            raise ValueError("scores must have a list of equal length for each classifier")
        scores = list(zip(*scores.values(), strict=True))
    elif hasattr(scores, "columns") and hasattr(scores, "to_numpy"):  # pandas, polars
        names, scores = tuple(map(str, scores.columns)), scores.to_numpy()
    try:
        given = np.asarray(scores)
        text = given.dtype.kind not in "biufO" or any(
            isinstance(value, str | bytes) for value in (given.flat if given.dtype == "O" else ())
        )
        table = None if text else np.array(given, float)
    except (TypeError, ValueError, OverflowError):
        table = None
    if table is not None and table.ndim == 1:
        table = table[:, None]
    if table is None or table.ndim != 2 or table.size == 0:
        raise ValueError(
            "scores must be a table of numbers, rows cases, columns classifiers; got "
            + repr(scores)[:60]
        )
    return names, table


def _letters(place: int) -> str:
    """A, B, ..., Z, A2, B2, ..."""
    return chr(ord("A") + place % 26) + (str(place // 26 + 1) if place >= 26 else "")
