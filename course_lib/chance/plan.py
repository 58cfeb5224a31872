"""Before the data are collected: how large a test set, and which mix of classes?"""

import math
import re
from collections.abc import Callable
from typing import Any

import numpy as np

from course_lib.arguments import open_unit_interval, whole_number
from course_lib.chance.exact import law_of
from course_lib.chance.metrics import METRICS, Setting, check_competitors, check_metric
from course_lib.results import MetricMix, TestSetPlan

#: Shares of positives at which mixes are compared, in percent.
_SHARES = (1, 2, 5, *range(10, 91, 5), 95, 98, 99)
#: Sizes at which the critical value is reported: about this many, evenly on a log scale.
_STEPS = 24


def plan_test_set(
    metric: str,
    score: float,
    competitors: int = 1,
    ratio: Any = (1, 1),
    alpha: float = 0.01,
    *,
    k: int = 10,
) -> TestSetPlan:
    """How many positives and negatives it takes until `score` would be significant.

    Test sets grow in the given ratio of positives to negatives, say `(1, 4)` or `"1:4"`. The
    answer is the size from which on the score is significant: attainable scores come in steps, so
    a smaller set may be lucky to qualify, and that is not counted on.

    Examples
    --------
    >>> plan = plan_test_set("auc", 0.65, competitors=50, ratio="1:4")
    >>> plan.positives, plan.negatives
    (58, 232)
    """
    metric, k = check_metric(metric, k)
    part, whole = _check_ratio(ratio)
    competitors = check_competitors(competitors)
    alpha = open_unit_interval("alpha", alpha)
    largest = METRICS[metric].largest_class // max(part, whole)
    if largest < 1:
        raise ValueError(
            f"ratio must leave room for both classes, up to {METRICS[metric].largest_class:,} each "
            f"for {metric!r}; got {ratio!r}"
        )
    # A test set needs at least k cases for the top k to mean anything.
    smallest = math.ceil(k / (part + whole)) if metric == "top_k" else 1
    if metric == "top_k":
        smallest = max(smallest, math.ceil(whole_number("score", score, 0, k) / part))
        largest = max(largest, smallest)

    def setting(times: int) -> Setting:
        return Setting(metric, part * times, whole * times, k if metric == "top_k" else None)

    score = setting(smallest).score(score)

    def significant(times: int) -> bool:
        return law_of(setting(times)).p_value(score, competitors) <= alpha

    enough = _from_then_on(significant, smallest, largest)
    last = largest if enough is None else enough
    sizes = np.unique(np.geomspace(smallest, min(largest, 4 * last), _STEPS).round().astype(int))
    values = [law_of(setting(t)).critical_value(competitors, alpha) for t in sizes.tolist()]
    found = setting(last)
    total = found.positives + found.negatives
    return TestSetPlan(
        metric=metric,
        title=found.title,
        score=score,
        competitors=competitors,
        alpha=alpha,
        k=found.k,
        ratio=(part, whole),
        reachable=enough is not None,
        positives=found.positives,
        negatives=found.negatives,
        critical_value=law_of(found).critical_value(competitors, alpha),
        totals=((part + whole) * sizes).tolist(),
        critical_values=values,
        mixes=tuple(compare_mixes(total, competitors, alpha, k=k)),
    )


def compare_mixes(
    total: int, competitors: int = 1, alpha: float = 0.01, *, k: int = 10
) -> list[MetricMix]:
    """For a test set of `total` cases: which share of positives gives each metric the lowest
    critical value?

    Shares run from 1 to 99 percent. A mix on which not even a perfect score is significant does
    not count. Metrics without any mix left, or not offered at this size, are left out.

    Examples
    --------
    >>> for mix in compare_mixes(200, competitors=100):
    ...     print(mix.metric, mix.positives, mix.negatives)
    auc 100 100
    accuracy 100 100
    f_measure 20 180
    top_k 4 196
    """
    total = whole_number("total", total, 2)
    competitors = check_competitors(competitors)
    alpha = open_unit_interval("alpha", alpha)
    counts = sorted({min(max(1, round(total * s / 100)), total - 1) for s in _SHARES})
    mixes = []
    for name, metric in METRICS.items():
        if name == "top_k" and total < k:
            continue
        tried, values, useful = [], [], []
        for positives in counts:
            if max(positives, total - positives) > metric.largest_class:
                continue
            setting = Setting(name, positives, total - positives, k if name == "top_k" else None)
            tried.append(positives)
            values.append(law_of(setting).critical_value(competitors, alpha))
            if values[-1] < setting.highest:
                # Of equal values, the most even mix.
                useful.append((values[-1], abs(total - 2 * positives), positives))
        if not useful:
            continue
        lowest, _, best = min(useful)
        mixes.append(
            MetricMix(
                metric=name,
                title=metric.title.format(k=k),
                positives=best,
                negatives=total - best,
                critical_value=lowest,
                tried=tuple(tried),
                critical_values=tuple(values),
            )
        )
    return mixes


def _from_then_on(significant: Callable[[int], bool], smallest: int, largest: int) -> int | None:
    """The smallest size from which on the score is significant; None if the largest is not."""
    if not significant(largest):
        return None
    high = smallest
    while not significant(high):
        high = min(2 * high, largest)
    low = max(smallest, high // 2)
    while low < high:
        middle = (low + high) // 2
        if significant(middle):
            high = middle
        else:
            low = middle + 1
    # Scores come in steps, so the verdict may flip back a little further on: look there too.
    beyond = min(largest, high + max(10, high // 5))
    failures = [times for times in range(high, beyond + 1) if not significant(times)]
    return failures[-1] + 1 if failures else high


def _check_ratio(ratio: Any) -> tuple[int, int]:
    """Positives to negatives, in lowest terms."""
    allowed = 'two whole numbers of at least 1, positives to negatives, such as "1:4" or (1, 4)'
    if isinstance(ratio, str):
        found = re.fullmatch(r"\s*(\d+)\s*:\s*(\d+)\s*", ratio)
        ratio = (int(found[1]), int(found[2])) if found else ()
    try:
        part, whole = (whole_number("ratio", number, 1) for number in ratio)
    except (TypeError, ValueError):
        raise ValueError(f"ratio must be {allowed}; got {ratio!r}") from None
    divisor = math.gcd(part, whole)
    return part // divisor, whole // divisor
