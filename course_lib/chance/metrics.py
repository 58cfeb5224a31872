"""The four metrics, by name, and the checks of what people ask about them."""

import re
from typing import Any

from course_lib.chance.accuracy import BestAccuracy
from course_lib.chance.auc import AUC
from course_lib.chance.f_measure import BestFMeasure
from course_lib.chance.setting import Metric, Setting
from course_lib.chance.top_k import TopK
from course_lib.common.arguments import as_list, one_of, whole_number

METRICS: dict[str, Metric] = {
    metric.name: metric for metric in (AUC(), BestAccuracy(), BestFMeasure(), TopK())
}

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


def check_metric(metric: Any, k: Any = 10) -> tuple[Metric, Any]:
    """The metric of this name, and `k`. `"TP10"`, the paper's name, is `"top_k"` with k = 10."""
    if isinstance(metric, str) and (found := re.fullmatch(r"[tT][pP](\d{1,9})", metric)):
        named = int(found[1])
        if k not in (10, named):  # 10 is what k is when nobody gave it
            raise ValueError(f"k must be {named} for {metric!r}, or left out; got {k!r}")
        return METRICS["top_k"], named
    if callable(metric):
        raise ValueError(
            "metric must be a name here; a function of your own works with simulate_null and "
            f"simulated_critical_value; got {metric!r}"
        )
    if isinstance(metric, str) and metric.lower() in METRICS:
        return METRICS[metric.lower()], k
    name = one_of("metric", metric, METRICS, _SYNONYMS, also=" (or 'TP10' and the like)")
    return METRICS[name], k


def check_setting(metric: Any, positives: Any, negatives: Any, k: Any = 10) -> Setting:
    """A checked `Setting`, or a `ValueError` that says which argument is wrong and why."""
    found, k = check_metric(metric, k)
    note = f"the limit for {found.name!r}; simulate_null goes to {LARGEST_SIMULATED_CLASS:,}"
    positives = whole_number("positives", positives, 1, found.largest_class, note)
    negatives = whole_number("negatives", negatives, 1, found.largest_class, note)
    return Setting(found, positives, negatives, found.check_k(k, positives + negatives))


def check_sizes(name: str, sizes: Any, largest: int) -> list[int]:
    """A list of class sizes, each checked."""
    checked = [whole_number(name, size, 1, largest) for size in as_list(sizes)]
    if not checked:
        raise ValueError(f"{name} must hold at least one size; got an empty list")
    return checked
