"""Two classes: how often yes was right, and every rate that follows.

A rate of nothing is NaN. Where nothing stands below the line, as in the precision of a classifier
that never says yes, the answer is NaN: neither 0 nor 1 would be true. There is no warning.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from course_lib.common.arguments import number_between, whole_number
from course_lib.common.columns import same_length, yes_or_no
from course_lib.common.phrases import counted, told_apart
from course_lib.common.result import Result, Table


@dataclass(frozen=True, repr=False)
class BinaryCounts(Result):
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

    _also = (
        "positives",
        "negatives",
        "accuracy",
        "majority_accuracy",
        "balanced_accuracy",
        "recall",
        "specificity",
        "precision",
        "f_measure",
        "matthews_correlation",
    )

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
        return share_of(self.true_positives, self.positives)

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
        return share_of(self.false_negatives, self.positives)

    @property
    def false_positive_rate(self) -> float:
        """Of the negatives, the share that was called positive: false alarms."""
        return share_of(self.false_positives, self.negatives)

    @property
    def true_negative_rate(self) -> float:
        """Of the negatives, the share that was called negative."""
        return share_of(self.true_negatives, self.negatives)

    @property
    def specificity(self) -> float:
        """Of the negatives, the share that was called negative: the true negative rate."""
        return self.true_negative_rate

    @property
    def precision(self) -> float:
        """Of what was called positive, the share that is."""
        return share_of(self.true_positives, self.called_positive)

    @property
    def positive_predictive_value(self) -> float:
        """Of what was called positive, the share that is: the precision."""
        return self.precision

    @property
    def negative_predictive_value(self) -> float:
        """Of what was called negative, the share that is."""
        return share_of(self.true_negatives, self.called_negative)

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
        return share_of(found, found + weight * self.false_negatives + self.false_positives)

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

    def table(self) -> Table:
        """The four counts, with the truth in the rows."""
        return Table(
            ("it is", "called positive", "called negative"),
            (
                ("positive", f"{self.true_positives:,}", f"{self.false_negatives:,}"),
                ("negative", f"{self.false_positives:,}", f"{self.true_negatives:,}"),
            ),
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
    truth = yes_or_no("is_positive", is_positive)
    called = yes_or_no("called_positive", called_positive)
    same_length(is_positive=truth, called_positive=called)
    return count_calls(truth, called)


def count_calls(truth: np.ndarray, called: np.ndarray) -> BinaryCounts:
    """The four counts, from two arrays of True and False."""
    both, positives, calls = (int(np.count_nonzero(x)) for x in (truth & called, truth, called))
    return BinaryCounts(both, calls - both, positives - both, truth.size - positives - calls + both)


def share_of(part: float, whole: float) -> float:
    """The part of a whole; NaN of nothing."""
    return part / whole if whole else math.nan


def _were(number: int) -> str:
    return "was" if number == 1 else "were"
