"""The four metrics, by name: what their scores look like and how large a test set may be.

All four judge a ranking of `positives` positive and `negatives` negative cases.
Walk down the ranking: after `t` cases it has collected some true positives
(TP) and `t - TP` false positives (FP).
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from course_lib.common.arguments import number_between, one_of, whole_number
from course_lib.common.phrases import counted


@dataclass(frozen=True)
class Metric:
    """What the library knows of a metric before any data are seen."""

    name: str
    #: How a sentence calls its score.
    title: str
    #: The largest class for which the exact law is offered.
    largest_class: int
    #: Whether it does not matter which class is called positive.
    symmetric: bool


METRICS = {
    metric.name: metric
    for metric in (
        Metric("auc", "AUC", 10_000, True),
        Metric("accuracy", "best accuracy", 1_000_000, True),
        Metric("f_measure", "best F-measure", 2_000, False),
        Metric("top_k", "TP{k} score", 1_000_000, False),
    )
}

#: Scores closer than this are the same score computed by different formulas.
#: Attainable scores lie at least 1e-8 apart at every size we offer.
SAME_SCORE = 1e-10

#: What people call them elsewhere, for the suggestion after a name that we do not know.
_SYNONYMS = {
    "acc": "accuracy",
    "best_accuracy": "accuracy",
    "error_rate": "accuracy",
    "f": "f_measure",
    "f1": "f_measure",
    "f1_score": "f_measure",
    "f_score": "f_measure",
    "roc_auc": "auc",
    "roc_auc_score": "auc",
    "tp": "top_k",
    "precision_at_k": "top_k",
}

#: The largest class in a simulated ranking.
LARGEST_SIMULATED_CLASS = 1_000_000
#: The most competitors that a result can be the best of.
MOST_COMPETITORS = 1_000_000_000


@dataclass(frozen=True)
class Setting:
    """A metric and a test set, checked: all that the null hypothesis depends on.

    `k` counts only for `"top_k"`: how many cases from the top are looked at.
    """

    metric: str
    positives: int
    negatives: int
    k: int | None

    @property
    def title(self) -> str:
        """How a sentence calls the score: "AUC", "TP10 score"."""
        return METRICS[self.metric].title.format(k=self.k)

    @property
    def test_set(self) -> str:
        """The test set in words: "20 positives and 300 negatives"."""
        return f"{counted(self.positives, 'positive')} and {counted(self.negatives, 'negative')}"

    def score(self, value: Any, name: str = "score") -> float:
        """The value as a score of this metric, or a `ValueError`."""
        if self.metric != "top_k":
            score = number_between(name, value, 0.0, 1.0, "a share: 72 % is 0.72", SAME_SCORE)
            return min(max(score, 0.0), 1.0)  # a perfect score may come out a bit above 1
        note = f"how many of the top {self.k} are positive, not a share of them"
        return whole_number(name, value, 0, int(self.highest), note)

    @property
    def highest(self) -> float:
        """The highest score there is: that of a perfect ranking."""
        return min(self.k, self.positives) if self.metric == "top_k" else 1.0


def check_metric(metric: Any, k: Any = 10) -> tuple[str, Any]:
    """The metric's name, checked, and `k`. `"TP10"`, the paper's name, is `"top_k"` with k = 10."""
    if isinstance(metric, str) and (found := re.fullmatch(r"[tT][pP](\d{1,9})", metric)):
        named = int(found[1])
        if k not in (10, named):  # 10 is what k is when nobody gave it
            raise ValueError(f"k must be {named} for {metric!r}, or left out; got {k!r}")
        return "top_k", named
    if callable(metric):
        raise ValueError(
            "metric must be a name here; a function of your own works with simulate_null and "
            f"simulated_critical_value; got {metric!r}"
        )
    return one_of("metric", metric, METRICS, _SYNONYMS, also=" (or 'TP10' and the like)"), k


def check_setting(metric: Any, positives: Any, negatives: Any, k: Any = 10) -> Setting:
    """A checked `Setting`, or a `ValueError` that says which argument is wrong and why."""
    metric, k = check_metric(metric, k)
    largest = METRICS[metric].largest_class
    note = f"the limit for {metric!r}; simulate_null goes to {LARGEST_SIMULATED_CLASS:,}"
    positives = whole_number("positives", positives, 1, largest, note)
    negatives = whole_number("negatives", negatives, 1, largest, note)
    return Setting(metric, positives, negatives, check_k(metric, k, positives + negatives))


def check_k(metric: Any, k: Any, cases: int) -> int | None:
    """`k`, checked where it counts."""
    if metric != "top_k":
        return None
    return whole_number("k", k, 1, cases, "the number of cases")


def check_competitors(competitors: Any) -> int:
    """The number of competitors, checked."""
    return whole_number("competitors", competitors, 1, MOST_COMPETITORS)


def check_sizes(name: str, sizes: Any, largest: int) -> list[int]:
    """A list of class sizes, each checked."""
    if isinstance(sizes, str) or not isinstance(sizes, Iterable):
        sizes = [sizes]
    checked = [whole_number(name, size, 1, largest) for size in sizes]
    if not checked:
        raise ValueError(f"{name} must hold at least one size; got an empty list")
    return checked
