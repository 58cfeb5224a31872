"""What several classifiers said about the same cases, and what the cases are."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from course_lib.common.columns import names_for
from course_lib.common.folds import folds_of, together
from course_lib.common.frames import MATCHED, aligned, is_frame, reordered
from course_lib.common.phrases import counted, option
from course_lib.common.ranks import twice_mean_ranks
from course_lib.common.result import Result
from course_lib.common.tables import table_of_numbers
from course_lib.judging.folds import fold_codes, stratum_codes
from course_lib.judging.labels import (
    distinct,
    first_missing,
    key_of,
    label_of_positives,
    labels_as_scores,
    matches,
    positive_key,
    told,
)


@dataclass(frozen=True, eq=False, repr=False)
class Predictions(Result):
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
    #: Of a cross-validation: in which fold each case was, as a number from 0.
    folds: np.ndarray | None = None
    #: Of several test sets: in which one each case is, as a number from 0; and their names.
    strata: np.ndarray | None = None
    stratum_names: tuple[str, ...] = ()
    #: What the file was taken to be, column by column.
    taken_for: str = ""

    def with_folds(self, folds: Any) -> "Predictions":
        """The same, and in which fold of a cross-validation each case was."""
        return replace(self, folds=fold_codes(folds, self.is_positive))

    def taken(self, words: str) -> "Predictions":
        """The same, and what the file was taken to be."""
        return replace(self, taken_for=words)

    def with_strata(self, strata: Any) -> "Predictions":
        """The same, and in which of several test sets (hospitals, languages) each case is."""
        codes, names = stratum_codes(strata, self.is_positive)
        return replace(self, strata=codes, stratum_names=names)

    @cached_property
    def groups(self) -> np.ndarray | None:
        """Within which cases are compared: folds, strata, or both; None if all with all."""
        return together(self.folds, self.strata)

    @property
    def number_of_folds(self) -> int | None:
        """How many folds there are; None if the scores are not those of a cross-validation."""
        return None if self.folds is None else int(self.folds.max()) + 1

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

    @cached_property
    def aucs(self) -> np.ndarray:
        """Of each classifier, over all pairs of a positive and a negative, or those of a group."""
        return _aucs(self.is_positive, self.scores, self.groups)

    def aucs_within(self, stratum: int) -> np.ndarray | None:
        """Of each classifier in one of the test sets; None where one class is missing."""
        if self.strata is None:
            raise ValueError("predictions must have strata; they have none")
        own = self.strata == stratum
        if not 0 < self.is_positive[own].sum() < own.sum():
            return None
        folds = None if self.folds is None else self.folds[own]
        return _aucs(self.is_positive[own], self.scores[own], folds)

    def column(self, name: str) -> np.ndarray:
        """The scores of one classifier."""
        if name not in self.names:
            raise ValueError(f"name must be one of {', '.join(self.names)}; got {name!r}")
        return self.scores[:, self.names.index(name)]

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
        for index, name in enumerate(self.names):
            same = [
                other
                for other in self.names[:index]
                if np.array_equal(self.column(other), self.scores[:, index])
            ]
            if same:
                found.append(f"Columns {same[0]!r} and {name!r} are the same, score by score.")
        return tuple(found)


def _aucs(is_positive: np.ndarray, scores: np.ndarray, groups: np.ndarray | None) -> np.ndarray:
    twice_won, pairs = np.zeros(scores.shape[1], int), 0
    for cases in folds_of(is_positive, groups):
        truth = is_positive[cases]
        positives = int(truth.sum())
        ranks = (twice_mean_ranks(column) for column in scores[cases].T)
        twice_won += [int(own[truth].sum()) - positives * (positives + 1) for own in ranks]
        pairs += positives * (truth.size - positives)
    return twice_won / (2 * pairs)


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
    positives = int(truth.sum())
    fewer = min(positives, truth.size - positives)
    # Of a million cases the number of ways has many digits; two of them suffice to know.
    return math.comb(truth.size, fewer if truth.size <= 60 else min(fewer, 2)) > 1_000


def prediction_table(
    truth: Any,
    scores: Any,
    names: Iterable[str] | None = None,
    *,
    positive: Any = None,
    folds: Any = None,
    strata: Any = None,
) -> Predictions:
    """The truth and the scores of several classifiers, from arrays.

    `truth` holds a label for each case: 1 and 0, True and False, yes and no, or any two labels if
    `positive` says which is the positive one. `scores` is a dictionary or a data frame with a
    column for each classifier, a table (rows cases), or the list of a single one; labels that were
    predicted will do in place of scores, if they are written like those of the truth. Without names
    they are A, B, C, ... If the scores come from a cross-validation, `folds` says in which fold
    each case was; if there are several test sets, `strata` says in which one it is. What has an
    index, as pandas has, is aligned by it.

    Examples
    --------
    >>> table = prediction_table(
    ...     ["ham", "spam", "ham"], {"filter": [0.2, 0.9, 0.4]}, positive="spam"
    ... )
    >>> print(table.sentence())
    1 classifier on 1 positive (spam) and 2 negatives (ham).
    """
    given_ = {"truth": truth, "scores": scores, "folds": folds, "strata": strata}
    moved = MATCHED if reordered(**given_) else ()
    truth, scores, folds, strata = aligned(**given_).values()
    labels = _labels(truth)
    scores, notes = _labels_as_scores(labels, scores, positive)
    given = table_of_numbers("scores", scores, names, row="case", column="classifier", single=True)
    table = given.values
    found = names_for(
        (" ".join(name.split()) for name in given.names), len(given.names), "classifier"
    )
    for name in found:
        if not name or not name.isprintable():
            raise ValueError(f"names must hold letters and signs that can be printed; got {name!r}")
    if not found:
        raise ValueError("scores must have at least one classifier (column); got none")
    if len(labels) != table.shape[0]:
        raise ValueError(
            "truth and scores must be about the same cases, one entry for each; got "
            f"{len(labels):,} and {table.shape[0]:,} entries"
        )
    gap = first_missing(labels)
    if gap is not None:
        raise ValueError(f"truth must have a label for every case; case {gap} has {labels[gap]!r}")
    bad = np.argwhere(~np.isfinite(table))
    if bad.size:
        row, column = bad[0]
        raise ValueError(
            f"scores must be finite numbers; got {table[row, column]} for {found[column]!r} in "
            f"case {row}"
        )
    known = assemble(labels, table, found, positive, "truth", "arrays", (*moved, *notes))
    known = known if folds is None else known.with_folds(folds)
    return known if strata is None else known.with_strata(strata)


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
    two = distinct(labels)
    if len(two) != 2:
        got = f"only {told(list(two.values()))}" if len(two) == 1 else told(list(two.values()))
        raise ValueError(f"{where} must hold two classes; got {got}")
    key = positive_key(two, positive, where)
    if positive is None and set(two) == {"1", "2"}:
        say = option("positive", 1)
        notes = (*notes, f"Of the labels 1 and 2, 2 was taken for the positive one; else {say}.")
    is_positive = matches(labels, key)
    scores = np.array(table, dtype=float) + 0.0  # -0.0 is 0.0, the same score under one name
    _refuse_both_classes(scores, names, source == "arrays")
    notes = (*notes, *_labels_among(scores, names, two, key))
    for array in (is_positive, scores):
        array.setflags(write=False)
    written = {name: str(label).strip() for name, label in two.items()}
    (other,) = set(two) - {key}
    return Predictions(names, is_positive, scores, written[key], written[other], source, notes)


def _labels_among(
    scores: np.ndarray, names: tuple[str, ...], two: dict[str, Any], positive: str
) -> list[str]:
    """Columns of numbers that are labels become 1 and 0, in place; notes on them."""
    notes = []
    for column, name in enumerate(names):
        values = np.unique(scores[:, column])
        keys = {key_of(value) for value in values.tolist()} if values.size <= 2 else set()
        if keys and (known := label_of_positives(keys, two, positive)):
            scores[:, column] = scores[:, column] == float(known[0])
            notes.append(f"Column {name!r} {known[1]}.")
    return notes


def _refuse_both_classes(scores: np.ndarray, names: tuple[str, ...], arrays: bool) -> None:
    """Two columns that add up to 1 are what one model says of both classes."""
    if len(names) > _MOST_LOOKED_AT:
        return
    for second in range(1, len(names)):
        for first in range(second):
            one, other = scores[:, first], scores[:, second]
            between = bool(((one > 0) & (one < 1)).any()) and np.ptp(one) > 0
            if between and one.size > 2 and np.allclose(one + other, 1, rtol=0, atol=1e-6):
                raise ValueError(
                    f"columns {names[first]!r} and {names[second]!r} add up to 1 in every case: "
                    "one model's probabilities of the two classes. Keep that of the positive "
                    "class only" + ("" if arrays else f" ({option('drop', names[first])})")
                )


#: Among more classifiers than these one does not look for such pairs.
_MOST_LOOKED_AT = 60


def _labels_as_scores(labels: list, scores: Any, positive: Any) -> tuple[Any, tuple[str, ...]]:
    """Columns of text in a dictionary or a data frame that hold labels, as 1 and 0."""
    two = distinct(labels)
    if len(two) != 2 or not (isinstance(scores, Mapping) or is_frame(scores)):
        return scores, ()
    names = list(scores) if isinstance(scores, Mapping) else list(scores.columns)
    found, notes = {}, []
    for name in names:
        column = found[name] = scores[name]
        if isinstance(column, str) or not isinstance(column, Iterable):
            continue
        cells = list(column)
        if cells and all(isinstance(cell, str) for cell in cells[:5]):
            known = labels_as_scores(cells, two, positive, "truth")
            if known is not None:
                found[name] = known[0]
                notes.append(f"Column {str(name)!r} {known[1]}.")
    return (found, tuple(notes)) if notes else (scores, ())


def _labels(truth: Any) -> list:
    single = isinstance(truth, str | bytes) or not isinstance(truth, Iterable)
    if single or getattr(truth, "ndim", 1) == 0:
        raise ValueError(f"truth must be a list with a label for each case; got {truth!r}")
    if isinstance(truth, np.ma.MaskedArray) and np.ma.is_masked(truth):
        raise ValueError("truth must have a label for every case; got a masked array")
    labels = np.asarray(truth).tolist() if hasattr(truth, "dtype") else list(truth)
    if not labels or any(isinstance(label, list | tuple | np.ndarray) for label in labels):
        raise ValueError("truth must be a list with a label for each case; got none or a table")
    return labels
