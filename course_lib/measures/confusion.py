"""Any number of classes: which was taken for which.

Rows are the truth: `counts[i, j]` is how many cases of class i were predicted as class j, as in
scikit-learn. Many papers print the transpose; read those with
`ConfusionMatrix.from_counts(table, rows="predictions")`.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from course_lib.common.arguments import one_of
from course_lib.common.columns import (
    distinct_labels,
    is_label,
    labels_together,
    listed_labels,
    numbers_of,
    plain_labels,
    python_value,
)
from course_lib.common.phrases import counted, told_apart
from course_lib.common.result import Result, Table
from course_lib.measures.counts import BinaryCounts, share_of

#: More classes than this are a mistake more often than a task: most likely numbers to be predicted.
MOST_CLASSES = 2_000
#: More classes than this do not fit on a page.
MOST_SHOWN = 40


@dataclass(frozen=True, eq=False, repr=False)
class ConfusionMatrix(Result):
    """Which class was taken for which. ROWS ARE THE TRUTH, columns what was predicted.

    `counts[i, j]` is the number of cases of class `labels[i]` that were predicted as `labels[j]`,
    as in scikit-learn. A table with its predictions in the rows goes through `from_counts`.
    Made from data by `confusion_matrix`.
    """

    _also = ("accuracy", "majority_accuracy", "recall", "precision")

    labels: tuple[Any, ...]
    #: A square array of whole numbers that cannot be written to.
    counts: np.ndarray

    def __post_init__(self) -> None:
        counts = _whole_table("counts", self.counts)
        labels = distinct_labels(self.labels)
        if len(labels) != len(counts):
            raise ValueError(
                f"labels must name every row of counts, and there are {len(counts)}; got "
                f"{len(labels)} of them"
            )
        object.__setattr__(self, "labels", labels)
        object.__setattr__(self, "counts", counts)

    @classmethod
    def from_counts(cls, counts: Any, labels: Any = None, rows: str = "truth") -> "ConfusionMatrix":
        """Read a printed table: say whether its rows are the `"truth"` or the `"predictions"`.

        Without `labels` the classes are numbered from 0. Reading a table the wrong way round swaps
        precision and recall, and the accuracy will not tell.

        Examples
        --------
        Of 100 ill people 90 were found. In this table the predictions stand in the rows.

        >>> table = [[90, 40],
        ...          [10, 860]]
        >>> right = ConfusionMatrix.from_counts(table, ["ill", "well"], rows="predictions")
        >>> wrong = ConfusionMatrix.from_counts(table, ["ill", "well"], rows="truth")
        >>> right.recall["ill"], round(wrong.recall["ill"], 3), right.accuracy == wrong.accuracy
        (0.9, 0.692, True)
        """
        synonyms = {
            "true": "truth",
            "actual": "truth",
            "predicted": "predictions",
            "prediction": "predictions",
        }
        rows = one_of("rows", rows, ("truth", "predictions"), synonyms)
        table = _whole_table("counts", counts)
        if labels is None:
            labels = range(len(table))
        return cls(labels, table if rows == "truth" else table.T)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ConfusionMatrix):
            return NotImplemented
        return self.labels == other.labels and np.array_equal(self.counts, other.counts)

    def __hash__(self) -> int:
        return hash((self.labels, self.counts.tobytes()))

    @property
    def total(self) -> int:
        """All cases."""
        return int(self.counts.sum())

    @property
    def correct(self) -> int:
        """Cases that were predicted as what they are."""
        return int(np.trace(self.counts))

    @property
    def accuracy(self) -> float:
        """The share of all cases that were predicted as what they are."""
        return self.correct / self.total

    @property
    def error(self) -> float:
        """The share of all cases that were predicted as something else."""
        return (self.total - self.correct) / self.total

    @property
    def class_counts(self) -> dict[Any, int]:
        """How many cases of each class there are."""
        return dict(zip(self.labels, self.counts.sum(axis=1).tolist(), strict=True))

    @property
    def predicted_counts(self) -> dict[Any, int]:
        """How often each class was predicted."""
        return dict(zip(self.labels, self.counts.sum(axis=0).tolist(), strict=True))

    @property
    def recall(self) -> dict[Any, float]:
        """Of each class, the share that was recognised; NaN for a class without cases."""
        return self._shares(self.class_counts)

    @property
    def precision(self) -> dict[Any, float]:
        """Of what was predicted as each class, the share that is; NaN if it never was."""
        return self._shares(self.predicted_counts)

    def _shares(self, wholes: dict[Any, int]) -> dict[Any, float]:
        right = self.counts.diagonal().tolist()
        return {
            label: share_of(part, whole)
            for part, (label, whole) in zip(right, wholes.items(), strict=True)
        }

    @property
    def majority_accuracy(self) -> float:
        """The accuracy of always naming the most frequent class: what there is to beat."""
        return max(self.class_counts.values()) / self.total

    def for_class(self, label: Any) -> BinaryCounts:
        """One class against all the others: the counts when `label` is the positive class.

        Examples
        --------
        >>> matrix = confusion_matrix(["a", "a", "b", "c"], ["a", "b", "b", "b"])
        >>> matrix.for_class("b")
        BinaryCounts(true_positives=1, false_positives=2, false_negatives=0, true_negatives=1)
        """
        label = python_value(label)
        if not is_label(label) or label not in self.labels:
            raise ValueError(f"label must be one of {listed_labels(self.labels)}; got {label!r}")
        here = self.labels.index(label)
        hits = int(self.counts[here, here])
        alarms = int(self.counts[:, here].sum()) - hits
        misses = int(self.counts[here].sum()) - hits
        return BinaryCounts(hits, alarms, misses, self.total - hits - alarms - misses)

    def sentence(self) -> str:
        """The accuracy, what it is to be compared with, and the class that fares worst."""
        sizes = self.class_counts
        common = max(sizes, key=sizes.__getitem__)
        accuracy, majority = told_apart(self.accuracy, self.majority_accuracy)
        return (
            f"Right on {self.correct:,} of {counted(self.total, 'case')}: accuracy {accuracy}; "
            f"always naming the most frequent class ({common}) would score {majority}. "
            + self._worst()
        )

    def _worst(self) -> str:
        rates = {label: rate for label, rate in self.recall.items() if not math.isnan(rate)}
        lowest = min(rates.values())
        worst = [label for label, rate in rates.items() if rate == lowest]
        if len(rates) == 1:
            return f"There are no cases of any class but {worst[0]}."
        if lowest == 1:
            return "No case is mistaken."
        if len(worst) == len(rates):
            return f"All classes fare alike: recall {lowest:.3g}."
        if len(worst) > 1:
            names = ", ".join(map(str, worst)) if len(worst) < 5 else f"{len(worst)} of them"
            return f"The classes that fare worst: {names}, each with recall {lowest:.3g}."
        here = self.labels.index(worst[0])
        counts = self.for_class(worst[0])
        taken = self.counts[here].copy()
        taken[here] = 0
        other = int(taken.argmax())
        return (
            f"Class {worst[0]} fares worst: recall {lowest:.3g} ({counts.true_positives:,} of "
            f"{counts.positives:,}), most often taken for {self.labels[other]} "
            f"({counted(int(taken[other]), 'time')})."
        )

    def __str__(self) -> str:
        # A matrix is read as a matrix; its sentence is there for the asking.
        return table.text() if (table := self._counts_table()) else self._too_large()

    def table(self) -> Table | None:
        """The counts, with recall beside and precision below; None if too many classes."""
        if (counts := self._counts_table()) is None:
            return None
        recall = (_rate(rate) for rate in self.recall.values())
        rows = [(*row, rate) for row, rate in zip(counts.rows, recall, strict=True)]
        below = ("precision", *(_rate(rate) for rate in self.precision.values()), "")
        return Table((*counts.header, "recall"), [*rows, below])

    def _counts_table(self) -> Table | None:
        if len(self.labels) > MOST_SHOWN:
            return None
        return Table(
            (r"true \ predicted", *map(str, self.labels)),
            [
                (str(label), *(f"{count:,}" for count in row))
                for label, row in zip(self.labels, self.counts.tolist(), strict=True)
            ],
        )

    def _too_large(self) -> str:
        return f"A matrix of {len(self.labels):,} classes, too many to print: see .counts."


def confusion_matrix(truth: Any, predictions: Any, labels: Any = None) -> ConfusionMatrix:
    r"""Count which class was taken for which. ROWS ARE THE TRUTH, columns what was predicted.

    Labels are text or whole numbers. They stand in sorted order, unless `labels` lists them in
    another; it may list classes that do not occur, but must list all that do.

    Examples
    --------
    >>> truth = ["cat", "cat", "cat", "dog", "dog", "fox"]
    >>> said = ["cat", "cat", "dog", "dog", "dog", "dog"]
    >>> matrix = confusion_matrix(truth, said)
    >>> print(matrix)
    true \ predicted  cat  dog  fox
    cat                 2    1    0
    dog                 0    2    0
    fox                 0    1    0
    >>> matrix.recall["dog"], matrix.precision["dog"], matrix.precision["fox"]
    (1.0, 0.5, nan)
    >>> print(matrix.sentence())
    Right on 4 of 6 cases: accuracy 0.6667; always naming the most frequent class (cat) would
    score 0.5. Class fox fares worst: recall 0 (0 of 1), most often taken for dog (1 time).
    """
    first, second = labels_together(truth=truth, predictions=predictions)
    seen, where = np.unique(np.concatenate([first, second]), return_inverse=True)
    found = plain_labels(seen)
    if labels is None:
        labels = found
    else:
        labels = distinct_labels(labels)
        column_of = {label: i for i, label in enumerate(labels)}
        missing = [label for label in found if label not in column_of]
        if missing:
            raise ValueError(
                "labels must list every class that occurs in truth or predictions; got "
                f"{listed_labels(labels)}, without {listed_labels(missing)}"
            )
        where = np.array([column_of[label] for label in found])[where]
    if len(labels) > MOST_CLASSES:
        raise ValueError(
            f"truth and predictions must hold at most {MOST_CLASSES:,} classes; got "
            f"{len(labels):,}. If they are quantities, see mean_absolute_error"
        )
    size = len(labels)
    cells = where[: first.size] * size + where[first.size :]
    counts = np.bincount(cells, minlength=size * size).reshape(size, size)
    return ConfusionMatrix(tuple(labels), counts)


def _rate(rate: float) -> str:
    return "none" if math.isnan(rate) else f"{rate:.3f}"


def _whole_table(name: str, table: Any) -> np.ndarray:
    """A square table of counts, as an array of its own that cannot be written to."""
    # Beyond 2**53 not every whole number is a float.
    array = numbers_of(
        name, table, shape="square", lowest=0, largest=2**53, whole=True, booleans=False
    )
    if not array.any():
        raise ValueError(f"{name} must hold at least one case; got none")
    counts = array.astype(np.int64)
    counts.setflags(write=False)
    return counts
