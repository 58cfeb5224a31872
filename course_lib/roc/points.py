"""The points of a ROC curve, and the area under it.

High scores mean positive: a case is called positive if its score is at least the threshold.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from course_lib.common.arguments import number_between
from course_lib.common.columns import numbers_of, same_length, yes_or_no
from course_lib.common.phrases import counted
from course_lib.common.ranks import twice_mean_ranks
from course_lib.common.result import TableResult, records
from course_lib.measures.counts import BinaryCounts


@dataclass(frozen=True, eq=False, repr=False)
class RocPoints(TableResult):
    """The points of a ROC curve, from calling nobody positive to calling everybody so.

    Point by point the threshold falls to the next lower score that occurs. Cases of equal score
    are called together, so that a tie of positives and negatives is one slanting step. The arrays
    cannot be written to. Made by `roc_points`.
    """

    _also = ("positives", "negatives", "auc")

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

    def facts(self) -> dict[str, str]:
        """The area under the curve, and what it was drawn from."""
        return {
            "AUC": f"{self.auc:.4f}",
            "positives": f"{self.positives:,}",
            "negatives": f"{self.negatives:,}",
            "points": f"{self.thresholds.size:,}",
        }

    def rows(self) -> list[dict[str, Any]]:
        """A record for each point of the curve."""
        columns = {
            "threshold": self.thresholds,
            "true_positives": self.true_positives,
            "false_positives": self.false_positives,
            "true_positive_rate": self.true_positive_rates,
            "false_positive_rate": self.false_positive_rates,
        }
        return records(columns)

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
    positives = int(np.count_nonzero(truth))
    negatives = truth.size - positives
    twice_wins = int(twice_mean_ranks(values)[truth].sum()) - positives * (positives + 1)
    return twice_wins / (2 * positives * negatives)


def scored(is_positive: Any, scores: Any, name: str = "scores") -> tuple[np.ndarray, np.ndarray]:
    """Labels and scores of the same cases, checked: there must be some of each class."""
    truth, values = yes_or_no("is_positive", is_positive), numbers_of(name, scores)
    same_length(**{"is_positive": truth, name: values})
    positives = int(np.count_nonzero(truth))
    if positives in (0, truth.size):
        raise ValueError(
            "is_positive must hold at least one positive and one negative, for ROC curves compare "
            f"the two; got {counted(positives, 'positive')} and "
            f"{counted(truth.size - positives, 'negative')}"
        )
    return truth, values + 0.0  # -0.0 is 0.0, the same score under one name
