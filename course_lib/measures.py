"""How well did it do? Confusion matrices, rates, ROC points and errors of regression.

Three conventions hold throughout:

- **Rows are the truth.** `counts[i, j]` is how many cases of class i were predicted as class j, as
  in scikit-learn. Many papers print the transpose; read those with
  `ConfusionMatrix.from_counts(table, rows="predictions")`.
- **A rate of nothing is NaN.** Where nothing stands below the line, as in the precision of a
  classifier that never says yes, the answer is NaN: neither 0 nor 1 would be true. There is no
  warning.
- **High scores mean positive.** A case is called positive if its score is at least the threshold.
"""

import math
import numbers
import reprlib
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np

from course_lib.arguments import number_between, one_of, whole_number
from course_lib.results import counted, told_apart

#: More classes than this are a mistake more often than a task: most likely numbers to be predicted.
MOST_CLASSES = 2_000
#: More classes than this do not fit on a page.
MOST_SHOWN = 40
#: Numbers beyond this cannot be squared and added up.
LARGEST_NUMBER = 1e145


# --- Two classes --------------------------------------------------------------------------------


@dataclass(frozen=True)
class BinaryCounts:
    """How often yes was right, yes was wrong, no was wrong and no was right.

    All rates of a yes-or-no classifier follow from these four numbers. A rate with nothing below
    the line is NaN.

    Examples
    --------
    Ten in a thousand are ill, and the test calls everyone healthy: a fine accuracy, no use at all.

    >>> lazy = BinaryCounts(
    ...     true_positives=0, false_positives=0, false_negatives=10, true_negatives=990
    ... )
    >>> lazy.accuracy, lazy.recall, lazy.precision
    (0.99, 0.0, nan)
    >>> lazy.balanced_accuracy
    0.5
    """

    #: Positive, and called positive.
    true_positives: int
    #: Negative, but called positive: false alarms.
    false_positives: int
    #: Positive, but called negative: misses.
    false_negatives: int
    #: Negative, and called negative.
    true_negatives: int

    def __post_init__(self) -> None:
        for name in vars(self):
            object.__setattr__(self, name, whole_number(name, getattr(self, name), 0))
        if self.total == 0:
            raise ValueError("the four counts must hold at least one case; got 0, 0, 0 and 0")

    @property
    def total(self) -> int:
        """All cases."""
        return self.positives + self.negatives

    @property
    def positives(self) -> int:
        """Cases that are positive, whatever they were called."""
        return self.true_positives + self.false_negatives

    @property
    def negatives(self) -> int:
        """Cases that are negative, whatever they were called."""
        return self.false_positives + self.true_negatives

    @property
    def called_positive(self) -> int:
        """Cases that were called positive, rightly or not."""
        return self.true_positives + self.false_positives

    @property
    def called_negative(self) -> int:
        """Cases that were called negative, rightly or not."""
        return self.false_negatives + self.true_negatives

    @property
    def prevalence(self) -> float:
        """The share of all cases that are positive."""
        return self.positives / self.total

    @property
    def true_positive_rate(self) -> float:
        """Of the positives, the share that was found."""
        return _share(self.true_positives, self.positives)

    @property
    def recall(self) -> float:
        """Of the positives, the share that was found: the true positive rate."""
        return self.true_positive_rate

    @property
    def sensitivity(self) -> float:
        """Of the positives, the share that was found: the true positive rate."""
        return self.true_positive_rate

    @property
    def false_negative_rate(self) -> float:
        """Of the positives, the share that was missed."""
        return _share(self.false_negatives, self.positives)

    @property
    def false_positive_rate(self) -> float:
        """Of the negatives, the share that was called positive: false alarms."""
        return _share(self.false_positives, self.negatives)

    @property
    def true_negative_rate(self) -> float:
        """Of the negatives, the share that was called negative."""
        return _share(self.true_negatives, self.negatives)

    @property
    def specificity(self) -> float:
        """Of the negatives, the share that was called negative: the true negative rate."""
        return self.true_negative_rate

    @property
    def precision(self) -> float:
        """Of what was called positive, the share that is."""
        return _share(self.true_positives, self.called_positive)

    @property
    def positive_predictive_value(self) -> float:
        """Of what was called positive, the share that is: the precision."""
        return self.precision

    @property
    def negative_predictive_value(self) -> float:
        """Of what was called negative, the share that is."""
        return _share(self.true_negatives, self.called_negative)

    @property
    def accuracy(self) -> float:
        """The share of all cases that were called what they are."""
        return (self.true_positives + self.true_negatives) / self.total

    @property
    def error(self) -> float:
        """The share of all cases that were called what they are not."""
        return (self.false_positives + self.false_negatives) / self.total

    @property
    def majority_accuracy(self) -> float:
        """The accuracy of always naming the larger class: what there is to beat."""
        return max(self.positives, self.negatives) / self.total

    @property
    def balanced_accuracy(self) -> float:
        """The mean of true positive rate and true negative rate: 0.5 for who always says the same.

        NaN if one of the classes has no case.
        """
        return (self.true_positive_rate + self.true_negative_rate) / 2

    @property
    def f_measure(self) -> float:
        """The harmonic mean of precision and recall: high only if both are."""
        return self.f()

    def f(self, beta: float = 1.0) -> float:
        """The F-measure in which recall weighs `beta` times as much as precision.

        It is 0 as soon as there is a mistake and no true positive, also where the precision itself
        is NaN; it is NaN only if nothing is positive and nothing was called so.

        Examples
        --------
        Precision 1 and recall 0.25: the arithmetic mean would flatter.

        >>> shy = BinaryCounts(5, 0, 15, 80)
        >>> shy.f(), round(shy.f(beta=2), 3), round(shy.f(beta=0.5), 3)
        (0.4, 0.294, 0.625)
        """
        weight = number_between("beta", beta, 1e-6, 1e6, "1 weighs both alike") ** 2
        found = (1 + weight) * self.true_positives
        return _share(found, found + weight * self.false_negatives + self.false_positives)

    @property
    def matthews_correlation(self) -> float:
        """The correlation of what the cases are and what they were called, from -1 to 1.

        NaN if one class is empty, or if every case was called the same: a constant correlates with
        nothing. Some packages say 0 there.
        """
        margins = self.positives * self.negatives * self.called_positive * self.called_negative
        if margins == 0:
            return math.nan
        agreement = (
            self.true_positives * self.true_negatives - self.false_positives * self.false_negatives
        )
        # Whole numbers up to the division, so that perfect agreement is exactly 1.
        return math.copysign(math.sqrt(agreement**2 / margins), agreement)

    def __str__(self) -> str:
        return self.sentence()

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """How IPython shows it where there is no HTML."""
        printer.text(str(self))

    def sentence(self) -> str:
        """Who was found, who was falsely accused, and what the accuracy is to be compared with.

        >>> print(BinaryCounts(40, 20, 10, 130).sentence())
        Of 50 positives 40 were found (recall 0.8), and of 60 called positive 40 are (precision
        0.667). Of 150 negatives 20 were called positive by mistake (false positive rate 0.133).
        The accuracy is 0.85; always naming the larger class would score 0.75.
        """
        found = (
            f"Of {counted(self.positives, 'positive')} {self.true_positives:,} "
            f"{_were(self.true_positives)} found (recall {self.recall:.3g})"
            if self.positives
            else "There are no positives to find (recall undefined)"
        )
        right = (
            f"of {self.called_positive:,} called positive {self.true_positives:,} "
            f"{'is' if self.true_positives == 1 else 'are'} (precision {self.precision:.3g})"
            if self.called_positive
            else "nothing was called positive (precision undefined)"
        )
        alarms = (
            f"Of {counted(self.negatives, 'negative')} {self.false_positives:,} "
            f"{_were(self.false_positives)} called positive by mistake "
            f"(false positive rate {self.false_positive_rate:.3g})"
            if self.negatives
            else "There are no negatives (false positive rate undefined)"
        )
        accuracy, majority = told_apart(self.accuracy, self.majority_accuracy)
        return (
            f"{found}, and {right}. {alarms}. The accuracy is {accuracy}; always naming the larger "
            f"class would score {majority}."
        )

    def _repr_html_(self) -> str:
        """How a notebook shows it: the table with the truth in its rows, and the sentence."""
        rows = (
            ("positive", f"<strong>{self.true_positives:,}</strong>", f"{self.false_negatives:,}"),
            ("negative", f"{self.false_positives:,}", f"<strong>{self.true_negatives:,}</strong>"),
        )
        return (
            _html_table(
                ("positive", "negative"), [(name, cells) for name, *cells in rows], corner="it is"
            )
            + f"<p>{escape(self.sentence())}</p>"
        )


def binary_counts(is_positive: Any, called_positive: Any) -> BinaryCounts:
    """Count hits, false alarms, misses and the rest, from two lists of yes and no.

    Both lists hold True and False, or 1 and 0, one for each case.

    Examples
    --------
    >>> is_spam = [True, True, True, False, False]
    >>> filtered = [True, True, False, True, False]
    >>> binary_counts(is_spam, filtered)
    BinaryCounts(true_positives=2, false_positives=1, false_negatives=1, true_negatives=1)
    """
    truth = _yes_or_no("is_positive", is_positive)
    called = _yes_or_no("called_positive", called_positive)
    same_length(is_positive=truth, called_positive=called)
    return _count(truth, called)


def _count(truth: np.ndarray, called: np.ndarray) -> BinaryCounts:
    both = np.count_nonzero(truth & called)
    positives, calls = np.count_nonzero(truth), np.count_nonzero(called)
    return BinaryCounts(both, calls - both, positives - both, truth.size - positives - calls + both)


def _share(part: float, whole: float) -> float:
    return part / whole if whole else math.nan


def _were(number: int) -> str:
    return "was" if number == 1 else "were"


# --- Any number of classes ----------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class ConfusionMatrix:
    """Which class was taken for which. ROWS ARE THE TRUTH, columns what was predicted.

    `counts[i, j]` is the number of cases of class `labels[i]` that were predicted as `labels[j]`,
    as in scikit-learn. A table with its predictions in the rows goes through `from_counts`.
    Made from data by `confusion_matrix`.
    """

    labels: tuple[Any, ...]
    #: A square array of whole numbers that cannot be written to.
    counts: np.ndarray

    def __post_init__(self) -> None:
        counts = _whole_table("counts", self.counts)
        labels = _distinct_labels(self.labels)
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
            label: _share(part, whole)
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
        label = _plain(label)
        if not _is_label(label) or label not in self.labels:
            raise ValueError(f"label must be one of {_listed(self.labels)}; got {label!r}")
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
        if len(self.labels) > MOST_SHOWN:
            return f"{self._too_large()} {self.sentence()}"
        names = [str(label) for label in self.labels]
        cells = [[str(count) for count in row] for row in self.counts.tolist()]
        side = max(map(len, ["true", *names]))
        widths = [max(map(len, column)) for column in zip(names, *cells, strict=True)]
        lines = [" " * side + "  predicted"]
        for name, row in [("true", names), *zip(names, cells, strict=True)]:
            padded = (text.rjust(width) for text, width in zip(row, widths, strict=True))
            lines.append("  ".join([name.ljust(side), *padded]))
        return "\n".join(lines)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """How IPython shows it where there is no HTML."""
        printer.text(str(self))

    def _repr_html_(self) -> str:
        """How a notebook shows it: the table with both axes named, and the sentence."""
        said = f"<p>{escape(self.sentence())}</p>"
        if len(self.labels) > MOST_SHOWN:
            return f"<p>{self._too_large()}</p>{said}"
        rows = []
        for i, (label, rate) in enumerate(self.recall.items()):
            cells = [f"{count:,}" for count in self.counts[i].tolist()]
            cells[i] = f"<strong>{cells[i]}</strong>"
            rows.append((label, [*cells, _rate(rate)]))
        below = [_rate(rate) for rate in self.precision.values()]
        rows.append(("precision", [*below, ""]))
        return _html_table(self.labels, rows, corner="true class", beside="recall") + said

    def _too_large(self) -> str:
        return f"A matrix of {len(self.labels):,} classes, too many to print: see .counts."


def confusion_matrix(truth: Any, predictions: Any, labels: Any = None) -> ConfusionMatrix:
    """Count which class was taken for which. ROWS ARE THE TRUTH, columns what was predicted.

    Labels are text or whole numbers. They stand in sorted order, unless `labels` lists them in
    another; it may list classes that do not occur, but must list all that do.

    Examples
    --------
    >>> truth = ["cat", "cat", "cat", "dog", "dog", "fox"]
    >>> said = ["cat", "cat", "dog", "dog", "dog", "dog"]
    >>> matrix = confusion_matrix(truth, said)
    >>> print(matrix)
          predicted
    true  cat  dog  fox
    cat     2    1    0
    dog     0    2    0
    fox     0    1    0
    >>> matrix.recall["dog"], matrix.precision["dog"], matrix.precision["fox"]
    (1.0, 0.5, nan)
    >>> print(matrix.sentence())
    Right on 4 of 6 cases: accuracy 0.6667; always naming the most frequent class (cat) would
    score 0.5. Class fox fares worst: recall 0 (0 of 1), most often taken for dog (1 time).
    """
    first, second = _label_pair(truth, predictions)
    seen, where = np.unique(np.concatenate([first, second]), return_inverse=True)
    found = _plain_labels(seen)
    if labels is None:
        labels = found
    else:
        labels = _distinct_labels(labels)
        place = {label: i for i, label in enumerate(labels)}
        missing = [label for label in found if label not in place]
        if missing:
            raise ValueError(
                "labels must list every class that occurs in truth or predictions; got "
                f"{_listed(labels)}, without {_listed(missing)}"
            )
        where = np.array([place[label] for label in found])[where]
    if len(labels) > MOST_CLASSES:
        raise ValueError(
            f"truth and predictions must hold at most {MOST_CLASSES:,} classes; got "
            f"{len(labels):,}. If they are quantities, see mean_absolute_error"
        )
    size = len(labels)
    cells = where[: first.size] * size + where[first.size :]
    counts = np.bincount(cells, minlength=size * size).reshape(size, size)
    return ConfusionMatrix(tuple(labels), counts)


def _html_table(
    columns: Any, rows: list[tuple[Any, list[str]]], corner: str, beside: str = ""
) -> str:
    """A table of counts with predictions over its columns; cells are HTML, names are not."""
    extra = f'<th rowspan="2" scope="col">{escape(beside)}</th>' if beside else ""
    over = (
        f'<tr><th rowspan="2" scope="col">{escape(corner)}</th>'
        f'<th colspan="{len(columns)}" scope="colgroup">predicted as</th>{extra}</tr>'
    )
    names = "".join(f'<th scope="col">{escape(str(name))}</th>' for name in columns)
    body = "".join(
        f'<tr><th scope="row">{escape(str(name))}</th>'
        + "".join(f"<td>{cell}</td>" for cell in cells)
        + "</tr>"
        for name, cells in rows
    )
    return f"<table><thead>{over}<tr>{names}</tr></thead><tbody>{body}</tbody></table>"


def _rate(rate: float) -> str:
    return "none" if math.isnan(rate) else f"{rate:.3f}"


# --- One number from truth and predictions ------------------------------------------------------


def accuracy_score(truth: Any, predictions: Any) -> float:
    """The share of the cases that were predicted as what they are.

    It counts every mistake alike, and is high by itself where one class is frequent: compare it
    with the share of that class.

    Examples
    --------
    >>> accuracy_score(["yes", "no", "no", "no"], ["no", "no", "no", "no"])
    0.75
    """
    first, second = _label_pair(truth, predictions)
    return float(np.mean(first == second))


def error_rate(truth: Any, predictions: Any) -> float:
    """The share of the cases that were predicted as something else: the mean 0/1 loss.

    Examples
    --------
    >>> error_rate([1, 0, 0, 1], [1, 1, 0, 1])
    0.25
    """
    first, second = _label_pair(truth, predictions)
    return float(np.mean(first != second))


def precision_score(truth: Any, predictions: Any, positive: Any = 1) -> float:
    """Of the cases that were called `positive`, the share that is.

    NaN if none was. All classes but `positive` count as negative.

    Examples
    --------
    The spam filter kept back four letters, and one of them was an invitation.

    >>> truth = ["spam", "spam", "spam", "ham", "spam", "ham"]
    >>> kept_back = ["spam", "spam", "spam", "spam", "ham", "ham"]
    >>> precision_score(truth, kept_back, positive="spam")
    0.75
    """
    return _one_against_rest(truth, predictions, positive).precision


def recall_score(truth: Any, predictions: Any, positive: Any = 1) -> float:
    """Of the cases that are `positive`, the share that was found.

    NaN if none is. All classes but `positive` count as negative.

    Examples
    --------
    >>> recall_score([1, 1, 1, 0, 0], [1, 1, 0, 1, 0]) == 2 / 3
    True
    """
    return _one_against_rest(truth, predictions, positive).recall


def specificity_score(truth: Any, predictions: Any, positive: Any = 1) -> float:
    """Of the cases that are not `positive`, the share that was left in peace.

    NaN if all are. It is the recall of "everything else".

    Examples
    --------
    >>> specificity_score([1, 1, 1, 0, 0], [1, 1, 0, 1, 0])
    0.5
    """
    return _one_against_rest(truth, predictions, positive).specificity


def f_score(truth: Any, predictions: Any, positive: Any = 1, beta: float = 1.0) -> float:
    """The harmonic mean of precision and recall; recall weighs `beta` times as much.

    This is the F-measure of the predictions as they stand. The metric `"f_measure"` of
    `critical_value` and its kin is the best F-measure that any threshold of a ranking reaches.

    Examples
    --------
    Precision 1/2 and recall 1: nearer to the smaller of the two.

    >>> round(f_score([1, 0, 0, 0], [1, 1, 0, 0]), 3)
    0.667
    """
    return _one_against_rest(truth, predictions, positive).f(beta)


def _one_against_rest(truth: Any, predictions: Any, positive: Any) -> BinaryCounts:
    first, second = _label_pair(truth, predictions)
    seen = _plain_labels(np.unique(np.concatenate([first, second])))
    wanted = _plain(positive)
    # Where only one label occurs the other is not known, and `positive` may be that one.
    known = _is_label(wanted) and (
        wanted in seen or (len(seen) == 1 and isinstance(wanted, str) == isinstance(seen[0], str))
    )
    if not known:
        raise ValueError(
            f"positive must be one of the labels in truth and predictions, {_listed(seen)}; got "
            f"{positive!r}"
        )
    return _count(first == wanted, second == wanted)


# --- ROC ----------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class RocPoints:
    """The points of a ROC curve, from calling nobody positive to calling everybody so.

    Point by point the threshold falls to the next lower score that occurs. Cases of equal score
    are called together, so that a tie of positives and negatives is one slanting step. The arrays
    cannot be written to. Made by `roc_points`.
    """

    #: Who scores at least this is called positive; it starts at infinity, where nobody does.
    thresholds: np.ndarray
    #: How many positives, and how many negatives, are called positive.
    true_positives: np.ndarray
    false_positives: np.ndarray

    def __post_init__(self) -> None:
        for name, kind in (
            ("thresholds", np.float64),
            ("true_positives", np.int64),
            ("false_positives", np.int64),
        ):
            values = np.array(getattr(self, name), dtype=kind)
            values.setflags(write=False)
            object.__setattr__(self, name, values)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RocPoints):
            return NotImplemented
        return all(np.array_equal(vars(self)[name], vars(other)[name]) for name in vars(self))

    def __hash__(self) -> int:
        return hash(tuple(values.tobytes() for values in vars(self).values()))

    @property
    def positives(self) -> int:
        """How many cases are positive."""
        return int(self.true_positives[-1])

    @property
    def negatives(self) -> int:
        """How many cases are negative."""
        return int(self.false_positives[-1])

    @property
    def true_positive_rates(self) -> np.ndarray:
        """Of the positives, the share that is called positive: the upright axis."""
        return self.true_positives / self.positives

    @property
    def false_positive_rates(self) -> np.ndarray:
        """Of the negatives, the share that is called positive: the level axis."""
        return self.false_positives / self.negatives

    @property
    def auc(self) -> float:
        """The area under the curve, with straight lines from point to point."""
        steps = np.diff(self.false_positives)
        heights = self.true_positives[1:] + self.true_positives[:-1]
        # Whole numbers up to the last division, so that nothing is rounded before it.
        return int(steps @ heights) / (2 * self.positives * self.negatives)

    def at_threshold(self, threshold: float) -> BinaryCounts:
        """The counts when whoever scores at least `threshold` is called positive.

        Examples
        --------
        >>> points = roc_points([1, 1, 0, 0], [0.9, 0.4, 0.6, 0.2])
        >>> points.at_threshold(0.5)
        BinaryCounts(true_positives=1, false_positives=1, false_negatives=1, true_negatives=1)
        """
        threshold = number_between("threshold", threshold, -math.inf, math.inf)
        here = int(np.searchsorted(-self.thresholds, -threshold, side="right")) - 1
        hits, alarms = int(self.true_positives[here]), int(self.false_positives[here])
        return BinaryCounts(hits, alarms, self.positives - hits, self.negatives - alarms)

    def __str__(self) -> str:
        return self.sentence()

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """How IPython shows it where there is no HTML."""
        printer.text(str(self))

    def sentence(self) -> str:
        """What the area means."""
        return (
            f"On {counted(self.positives, 'positive')} and {counted(self.negatives, 'negative')} "
            f"the area under the ROC curve is {self.auc:.4g}: the chance that a random positive "
            "scores higher than a random negative, where a tie counts one half."
        )


def roc_points(is_positive: Any, scores: Any) -> RocPoints:
    """How many positives and negatives are caught as the threshold comes down.

    `is_positive` holds True and False, or 1 and 0; a high score means "positive". There is one
    point for each score that occurs, after a first one at which nobody is called positive.

    Examples
    --------
    A positive and a negative share the score 0.6: the curve takes both in one slanting step.

    >>> points = roc_points([1, 1, 0, 0], [0.9, 0.6, 0.6, 0.2])
    >>> points.thresholds.tolist()
    [inf, 0.9, 0.6, 0.2]
    >>> points.true_positive_rates.tolist()
    [0.0, 0.5, 1.0, 1.0]
    >>> points.false_positive_rates.tolist()
    [0.0, 0.0, 0.5, 1.0]
    >>> points.auc
    0.875
    """
    truth, values = scored(is_positive, scores)
    down = np.argsort(-values, kind="stable")
    truth, values = truth[down], values[down]
    # The last case of each score: only there the threshold may stand.
    last = np.append(np.flatnonzero(np.diff(values)), values.size - 1)
    hits = np.cumsum(truth)[last]
    return RocPoints(
        thresholds=np.append(np.inf, values[last]),
        true_positives=np.append(0, hits),
        false_positives=np.append(0, last + 1 - hits),
    )


def auc_score(is_positive: Any, scores: Any) -> float:
    """The chance that a random positive scores higher than a random negative; a tie is one half.

    It is the area under the ROC curve, and the Mann-Whitney statistic over the number of pairs.
    Only the order of the scores matters. A classifier that guesses has 0.5, a perfect one 1; much
    less than 0.5 mostly means that the scores are for the other class.

    Examples
    --------
    Of the four pairs of a positive and a negative, three are in order and one is tied.

    >>> auc_score([1, 1, 0, 0], [0.9, 0.6, 0.6, 0.2])
    0.875
    """
    truth, values = scored(is_positive, scores)
    _, group, sizes = np.unique(values, return_inverse=True, return_counts=True)
    # Twice the mean rank of each group of ties, which is a whole number.
    twice_rank = 2 * np.cumsum(sizes) - sizes + 1
    positives = int(np.count_nonzero(truth))
    negatives = truth.size - positives
    twice_wins = int(twice_rank[group[truth]].sum()) - positives * (positives + 1)
    return twice_wins / (2 * positives * negatives)


def scored(is_positive: Any, scores: Any) -> tuple[np.ndarray, np.ndarray]:
    """Labels and scores of the same cases, checked: there must be some of each class."""
    truth, values = _yes_or_no("is_positive", is_positive), finite_numbers("scores", scores)
    same_length(is_positive=truth, scores=values)
    positives = int(np.count_nonzero(truth))
    if positives in (0, truth.size):
        raise ValueError(
            "is_positive must hold at least one positive and one negative, for ROC curves compare "
            f"the two; got {counted(positives, 'positive')} and "
            f"{counted(truth.size - positives, 'negative')}"
        )
    return truth, values + 0.0  # -0.0 is 0.0, the same score under one name


# --- Regression ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class SumsOfSquares:
    """What a regression left over, what it moved, and what there was to explain.

    Made by `sums_of_squares`.
    """

    #: Squared distances of the predictions from the truth.
    residual: float
    #: Squared distances of the predictions from the mean of the truth.
    regression: float
    #: Squared distances of the truth from its mean.
    total: float

    @property
    def r_squared(self) -> float:
        """One minus residual over total; NaN if the truth is constant, with nothing to explain.

        1 is perfect, 0 is no better than always saying the mean, and worse is below 0.
        """
        return 1 - self.residual / self.total if self.total else math.nan

    @property
    def explained(self) -> float:
        """Regression over total; NaN if the truth is constant.

        Only where the sums add up is this the same as `r_squared`; elsewhere it may even exceed 1.
        """
        return _share(self.regression, self.total)

    @property
    def adds_up(self) -> bool:
        """Do residual and regression make up the total, to one part in a million?

        They do for least squares with an intercept, on the cases it was fitted to; on other cases,
        and for other models, hardly ever.
        """
        return math.isclose(self.residual + self.regression, self.total, rel_tol=1e-6)

    def __str__(self) -> str:
        return self.sentence()

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """How IPython shows it where there is no HTML."""
        printer.text(str(self))

    def sentence(self) -> str:
        """R squared in words, with a warning where its two formulas part."""
        if not self.total:
            return "The truth is constant: there is nothing to explain, and R squared is undefined."
        words = f"R squared is {self.r_squared:.3g}: "
        if self.r_squared > 0:
            words += f"the predictions leave {100 * self.residual / self.total:.3g} % of the "
            words += "variation unexplained."
        elif self.r_squared == 0:
            words += "the predictions are as good as always saying the mean."
        else:
            words += "the predictions are worse than always saying the mean."
        if not self.adds_up:
            words += (
                " The sums do not add up, so regression over total "
                f"({self.explained:.3g}) is something else."
            )
        return words


def sums_of_squares(truth: Any, predictions: Any) -> SumsOfSquares:
    """Split the variation of the truth into what the predictions explain and what they leave.

    Two formulas go by the name of R squared, 1 - residual/total and regression/total. They agree
    for least squares with an intercept on its own training cases, where the sums add up.

    Examples
    --------
    Predictions that have the right shape and are all too high: only the first formula minds.

    >>> sums = sums_of_squares([1, 2, 3, 4], [3, 4, 5, 6])
    >>> sums
    SumsOfSquares(residual=16.0, regression=21.0, total=5.0)
    >>> round(sums.r_squared, 3), sums.explained, sums.adds_up
    (-2.2, 4.2, False)
    """
    truth, predictions = _number_pair(truth, predictions)
    # The mean of equal numbers may differ from them in the last digit; the total would not be 0.
    mean = truth[0] if (truth == truth[0]).all() else truth.mean()
    return SumsOfSquares(
        residual=_sum_of_squares(predictions - truth),
        regression=_sum_of_squares(predictions - mean),
        total=_sum_of_squares(truth - mean),
    )


def r_squared(truth: Any, predictions: Any) -> float:
    """How much better than always saying the mean: 1 is perfect, 0 no better, below 0 worse.

    It is 1 - residual/total (see `sums_of_squares`), and NaN if the truth is constant.

    Examples
    --------
    >>> r_squared([1, 2, 3, 4], [1, 2, 3, 3]), r_squared([1, 2, 3, 4], [2.5, 2.5, 2.5, 2.5])
    (0.8, 0.0)
    """
    return sums_of_squares(truth, predictions).r_squared


def mean_absolute_error(truth: Any, predictions: Any) -> float:
    """How far off the predictions are on average, in the units of the truth.

    Examples
    --------
    >>> mean_absolute_error([10, 20, 30], [10, 21, 35])
    2.0
    """
    truth, predictions = _number_pair(truth, predictions)
    return float(np.abs(predictions - truth).mean())


def mean_squared_error(truth: Any, predictions: Any) -> float:
    """The mean of the squared errors: one large error weighs more than many small ones.

    Examples
    --------
    The same total error, in one piece and in two.

    >>> mean_squared_error([0, 0], [4, 0]), mean_squared_error([0, 0], [2, 2])
    (8.0, 4.0)
    """
    truth, predictions = _number_pair(truth, predictions)
    return _sum_of_squares(predictions - truth) / truth.size


def root_mean_squared_error(truth: Any, predictions: Any) -> float:
    """The square root of the mean squared error, in the units of the truth.

    For a classifier that gives probabilities, the truth is 0 or 1.

    Examples
    --------
    >>> root_mean_squared_error([0, 0], [3, 3])
    3.0
    """
    return math.sqrt(mean_squared_error(truth, predictions))


def negative_log_predictive_density(truth: Any, means: Any, standard_deviations: Any) -> float:
    """How surprised a model was that predicted bell curves: the mean over all cases; low is good.

    Each case was predicted by a normal law of its own mean and standard deviation; one standard
    deviation may serve all. Being sure and wrong costs most. Densities can exceed 1, so the measure
    can be negative, and it changes with the units of the truth.

    Examples
    --------
    The same error of 2, once with a modest claim and once with a bold one.

    >>> round(negative_log_predictive_density([10], [12], 2), 3)
    2.112
    >>> round(negative_log_predictive_density([10], [12], 0.2), 3)
    49.31
    """
    truth = finite_numbers("truth", truth)
    means = finite_numbers("means", means)
    one_for_all = np.ndim(standard_deviations) == 0
    spreads = finite_numbers(
        "standard_deviations", [standard_deviations] if one_for_all else standard_deviations
    )
    same_length(truth=truth, means=means)
    if not one_for_all:
        same_length(truth=truth, standard_deviations=spreads)
    if not (spreads > 0).all():
        raise ValueError(
            "standard_deviations must be greater than 0; got "
            f"{_plain(spreads[~(spreads > 0)][0])!r}"
        )
    # A tiny deviation and a real error: infinitely surprised, as far as floats go.
    with np.errstate(over="ignore"):
        costs = np.log(spreads) + ((truth - means) / spreads) ** 2 / 2
        return float(costs.mean()) + math.log(2 * math.pi) / 2


def _sum_of_squares(values: np.ndarray) -> float:
    return float(np.square(values).sum())


# --- What callers hand us -----------------------------------------------------------------------


def _short(value: Any) -> str:
    """A value for a message, cut where it gets long."""
    return reprlib.repr(value)


def _listed(labels: Any) -> str:
    """Labels for a message: all of them, or the first few."""
    shown = ", ".join(repr(label) for label in labels[:8])
    return shown + (f" and {len(labels) - 8} more" if len(labels) > 8 else "")


def _plain(value: Any) -> Any:
    """NumPy's scalars as Python's own."""
    return value.item() if isinstance(value, np.generic) else value


def _column(name: str, values: Any, what: str) -> np.ndarray:
    """The values as an array with one entry for each case."""
    try:
        array = np.asarray(values)
    except ValueError:
        array = None  # lists of different lengths
    if array is None or array.ndim == 0:
        raise ValueError(
            f"{name} must be a list of {what}, one for each case; got {_short(values)}"
        )
    if array.ndim > 1:
        shape = " x ".join(map(str, array.shape))
        raise ValueError(
            f"{name} must be a list of {what}, one for each case; got a table of {shape}"
        )
    if array.size == 0:
        raise ValueError(f"{name} must hold at least one case; got none")
    return array


def same_length(**columns: np.ndarray) -> None:
    """Complain, by their names, where columns are not equally long."""
    sizes = [str(column.size) for column in columns.values()]
    if len(set(sizes)) > 1:
        names = list(columns)
        raise ValueError(
            f"{', '.join(names[:-1])} and {names[-1]} must be about the same cases, one entry for "
            f"each; got {', '.join(sizes[:-1])} and {sizes[-1]} entries"
        )


def finite_numbers(name: str, values: Any) -> np.ndarray:
    """A list of finite numbers, as floats; text that looks like numbers is not accepted."""
    array = _column(name, values, "numbers")
    if array.dtype.kind == "O":
        for item in array.tolist():
            if not isinstance(item, numbers.Real):
                raise ValueError(f"{name} must hold numbers only; got {_short(item)}")
    elif array.dtype.kind not in "biuf":
        raise ValueError(f"{name} must hold numbers only; got {_short(array[0].item())}")
    try:
        with np.errstate(over="ignore"):
            array = array.astype(np.float64)
    except OverflowError:
        raise ValueError(f"{name} must hold numbers that fit into a float; got larger") from None
    strange = ~np.isfinite(array)
    if strange.any():
        raise ValueError(
            f"{name} must hold finite numbers only; got {np.count_nonzero(strange)} that are NaN "
            f"or infinite, the first in place {int(np.flatnonzero(strange)[0])}"
        )
    return array


def _number_pair(truth: Any, predictions: Any) -> tuple[np.ndarray, np.ndarray]:
    pair = {
        "truth": finite_numbers("truth", truth),
        "predictions": finite_numbers("predictions", predictions),
    }
    same_length(**pair)
    for name, values in pair.items():
        if np.abs(values).max() > LARGEST_NUMBER:
            raise ValueError(
                f"{name} must hold numbers from {-LARGEST_NUMBER:g} to {LARGEST_NUMBER:g}, which "
                f"can be squared; got {_plain(values[np.abs(values).argmax()])!r}"
            )
    return pair["truth"], pair["predictions"]


def _yes_or_no(name: str, values: Any) -> np.ndarray:
    """A list of True and False, also if written as 1 and 0."""
    array = _column(name, values, "True and False")
    if array.dtype.kind == "b":
        return array
    if array.dtype.kind in "iuf":
        strange = array[(array != 0) & (array != 1)].tolist()
    else:
        items = array.tolist()
        strange = [x for x in items if not isinstance(x, numbers.Real) or x not in (0, 1)]
    if strange:
        raise ValueError(
            f"{name} must hold True and False, or 1 and 0; got {_short(strange[0])}. Other labels "
            'compare first, as in numpy.asarray(labels) == "spam"'
        )
    return array.astype(bool)


def _is_label(value: Any) -> bool:
    """Text or a number; NaN is a label that is missing."""
    return isinstance(value, str) or (isinstance(value, numbers.Real) and value == value)


def _labels(name: str, values: Any) -> np.ndarray:
    """A list of labels: text throughout, or whole numbers throughout."""
    array = _column(name, values, "labels")
    if array.dtype.kind not in ("biufU" if isinstance(values, np.ndarray) else "biuf"):
        # NumPy would turn ["a", 1, nan] into text without a word, so look at what was given.
        items = array.tolist() if isinstance(values, np.ndarray) else list(values)
        for item in items:
            if not _is_label(item):
                raise ValueError(
                    f"{name} must have a label for every case, text or number; got {_short(item)}"
                )
        if len({isinstance(item, str) for item in items}) > 1:
            raise ValueError(f"{name} must hold text only or numbers only; got {_short(items)}")
        array = np.array(items)
        if array.dtype.kind not in "biufU":
            raise ValueError(f"{name} must hold labels of ordinary size; got {_short(items)}")
    if array.dtype.kind == "f":
        if not np.isfinite(array).all():
            raise ValueError(
                f"{name} must have a label for every case; got "
                f"{np.count_nonzero(~np.isfinite(array))} that are NaN or infinite"
            )
        if (between := array[array != np.floor(array)]).size:
            raise ValueError(
                f"{name} must hold labels, text or whole numbers; got {between[0].item()!r}. "
                "Probabilities become labels at a threshold, as in probabilities >= 0.5"
            )
    return array


def _label_pair(truth: Any, predictions: Any) -> tuple[np.ndarray, np.ndarray]:
    first, second = _labels("truth", truth), _labels("predictions", predictions)
    same_length(truth=first, predictions=second)
    if (first.dtype.kind == "U") != (second.dtype.kind == "U"):
        raise ValueError(
            "truth and predictions must hold the same kind of labels; got "
            f"{first[0].item()!r} in truth and {second[0].item()!r} in predictions"
        )
    return first, second


def _plain_labels(seen: np.ndarray) -> list[Any]:
    """Labels as Python's own values; 1.0 is 1, for a label is a name."""
    return [int(label) if isinstance(label, float) else label for label in seen.tolist()]


def _distinct_labels(labels: Any) -> tuple[Any, ...]:
    """Labels as they were listed, if they are a list of different ones."""
    if isinstance(labels, str) or not np.iterable(labels):
        raise ValueError(f"labels must be a list of labels; got {labels!r}")
    listed = tuple(_plain(label) for label in labels)
    for label in listed:
        if not _is_label(label):
            raise ValueError(f"labels must hold text or numbers; got {_short(label)}")
    if len(set(listed)) < len(listed):
        twice = next(label for label in listed if listed.count(label) > 1)
        raise ValueError(f"labels must be different from each other; got {twice!r} twice")
    return listed


def _whole_table(name: str, table: Any) -> np.ndarray:
    """A square table of counts, as an array of its own that cannot be written to."""
    allowed = f"{name} must be a square table of whole numbers, 0 or more"
    try:
        array = np.asarray(table)
    except ValueError:
        raise ValueError(f"{allowed}; got rows of different lengths") from None
    if array.ndim != 2 or array.shape[0] != array.shape[1] or array.size == 0:
        shape = " x ".join(map(str, array.shape)) or "a single value"
        raise ValueError(f"{allowed}; got {shape}")
    if array.dtype.kind not in "iuf":
        raise ValueError(f"{allowed}; got {_short(_plain(array.flat[0]))}")
    # Beyond 2**53 not every whole number is a float.
    fits = (array >= 0) & (array <= 2.0**53) & (array == np.floor(array))
    if not fits.all():
        raise ValueError(f"{allowed}; got {_plain(array[~fits][0])!r}")
    if not array.any():
        raise ValueError(f"{name} must hold at least one case; got none")
    counts = array.astype(np.int64)
    counts.setflags(write=False)
    return counts
