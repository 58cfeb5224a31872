"""A metric and a test set: all that the null hypothesis depends on.

All metrics judge a ranking of `positives` positive and `negatives` negative cases.
Walk down the ranking: after `t` cases it has collected some true positives
(TP) and `t - TP` false positives (FP).
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from course_lib.common.arguments import number_between
from course_lib.common.phrases import counted

if TYPE_CHECKING:
    from course_lib.chance.distribution import NullDistribution

#: Scores closer than this are the same score computed by different formulas.
#: Attainable scores lie at least 1e-8 apart at every size we offer.
SAME_SCORE = 1e-10


class RankingCounts(NamedTuple):
    """What the metrics need to know of rankings; of each of many, or of one."""

    positives: Any
    negatives: Any
    #: Pairs of a positive and a negative in the right order.
    right_pairs: np.ndarray
    #: The highest TP - FP along the ranking, and the highest F.
    peak: np.ndarray
    best_f: np.ndarray
    #: Positives among the first k.
    in_top_k: np.ndarray

    @classmethod
    def of(cls, true_positives: np.ndarray, k: int) -> "RankingCounts":
        """Count along rankings, given as rows of cumulative true positives."""
        cut = np.arange(1, true_positives.shape[1] + 1)
        positives = true_positives[:, -1]
        false_positives = cut - true_positives
        is_negative = np.diff(false_positives, prepend=0, axis=1)
        return cls(
            positives,
            negatives=cut.size - positives,
            right_pairs=(is_negative * true_positives).sum(axis=1),
            # Calling nobody positive is a cut too, hence the 0.
            peak=np.maximum((true_positives - false_positives).max(axis=1), 0),
            best_f=(2 * true_positives / (positives[:, None] + cut)).max(axis=1),
            in_top_k=true_positives[:, k - 1],
        )


class Metric(ABC):
    """A way to score a ranking, and what the library knows of it before any data are seen.

    Each stands in the module of its distribution; `metrics.METRICS` lists them all.
    """

    name: ClassVar[str]
    #: How a sentence calls its score, with {k} where k counts.
    title: ClassVar[str]
    #: The exact distribution of the score of a classifier that learned nothing.
    distribution: ClassVar[type["NullDistribution"]]
    #: The largest class for which that is offered.
    largest_class: ClassVar[int]
    #: Whether it does not matter which class is called positive.
    symmetric: ClassVar[bool]
    #: Whether neighbouring scores lie one case apart: 1 / (positives + negatives).
    moves_by_cases: ClassVar[bool] = False
    #: Whether it is the score at the threshold, along the ranking, that makes it highest.
    at_best_threshold: ClassVar[bool] = False
    #: Whether it counts among the first k cases. All others are shares, from 0 to 1.
    takes_k: ClassVar[bool] = False
    #: From class sizes and a level to one competitor's critical values for every pair of sizes;
    #: None where there is no formula that is quick enough for a chart.
    formula: ClassVar[Any] = None

    @abstractmethod
    def score_of(self, counts: RankingCounts) -> np.ndarray:
        """The score of each ranking."""

    @abstractmethod
    def sawtooth(self, score: float, part: int, whole: int) -> int:
        """How many sizes ahead a verdict on `score` may flip back, if a test set grows in steps of
        `part` positives and `whole` negatives: attainable scores come in steps, too.
        """

    def check_k(self, k: Any, cases: int | None = None) -> int | None:
        """`k`, checked where it counts; None elsewhere."""
        return None

    def check_score(self, name: str, value: Any, highest: float, k: int | None) -> float:
        """The value as a score of this metric, or a `ValueError`."""
        score = number_between(name, value, 0.0, 1.0, "a share: 72 % is 0.72", SAME_SCORE)
        return min(max(score, 0.0), 1.0)  # a perfect score may come out a bit above 1

    def highest(self, positives: int, k: int | None) -> float:
        """The highest score there is: that of a perfect ranking."""
        return 1.0

    def fewest_steps(self, score: float, part: int, whole: int, k: int | None) -> int:
        """How often `part` positives and `whole` negatives it takes before `score` can occur."""
        return 1


@dataclass(frozen=True)
class Setting:
    """A metric and a test set, checked. `k` is None unless the metric takes it."""

    metric: Metric
    positives: int
    negatives: int
    k: int | None

    def distribution(self) -> "NullDistribution":
        """The exact distribution of the score of a classifier that learned nothing."""
        return self.metric.distribution(self)

    @property
    def title(self) -> str:
        """How a sentence calls the score: "AUC", "TP10 score"."""
        return self.metric.title.format(k=self.k)

    @property
    def test_set(self) -> str:
        """The test set in words: "20 positives and 300 negatives"."""
        return f"{counted(self.positives, 'positive')} and {counted(self.negatives, 'negative')}"

    @property
    def highest(self) -> float:
        """The highest score there is: that of a perfect ranking."""
        return self.metric.highest(self.positives, self.k)

    def score(self, value: Any, name: str = "score") -> float:
        """The value as a score of this metric, or a `ValueError`."""
        return self.metric.check_score(name, value, self.highest, self.k)
