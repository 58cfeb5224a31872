"""Before the data are collected: how large a test set, and which mix of classes?"""

import math
import re
from bisect import bisect_left
from collections.abc import Callable
from typing import Any

import numpy as np

from course_lib.chance.competition import check_competitors
from course_lib.chance.metrics import METRICS, check_metric
from course_lib.chance.results import MetricMix, TestSetPlan
from course_lib.chance.setting import Setting
from course_lib.common.arguments import open_unit_interval, whole_number

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
    a smaller set may be lucky to qualify, and that is not counted on. For `"top_k"` it may be the
    other way round, for the more positives there are, the easier they come to the top: then the
    answer is the size up to which the score is significant.

    Examples
    --------
    >>> plan = plan_test_set("auc", 0.65, competitors=50, ratio="1:4")
    >>> plan.positives, plan.negatives
    (58, 232)
    """
    found, k = check_metric(metric, k)
    part, whole = _check_ratio(ratio)
    competitors = check_competitors(competitors)
    alpha = open_unit_interval("alpha", alpha)
    largest = found.largest_class // max(part, whole)
    if largest < 1:
        raise ValueError(
            f"ratio must leave room for both classes, up to {found.largest_class:,} each "
            f"for {found.name!r}; got {ratio!r}"
        )
    its_k = found.check_k(k)
    score = found.check_score("score", score, found.highest(found.largest_class, its_k), its_k)
    smallest = found.fewest_steps(score, part, whole, its_k)
    if smallest > largest:
        raise ValueError(
            f"ratio must allow test sets of k = {its_k:,} cases with {score:,} positives, and "
            f"up to {found.largest_class:,} of each class; got {ratio!r}"
        )

    def setting(times: int) -> Setting:
        return Setting(found, part * times, whole * times, its_k)

    def significant(times: int) -> bool:
        return setting(times).distribution().p_value(score, competitors) <= alpha

    kind, times = _where_significant(
        significant, smallest, largest, found.sawtooth(score, part, whole)
    )
    planned = setting(times)
    last = min(largest, 4 * times)
    sizes = np.unique(np.geomspace(smallest, last, _STEPS).round().astype(int)).tolist()
    if times not in sizes:
        sizes = sorted([*sizes, times])
    total = planned.positives + planned.negatives
    return TestSetPlan(
        metric=found.name,
        title=planned.title,
        score=score,
        competitors=competitors,
        alpha=alpha,
        k=its_k,
        ratio=(part, whole),
        significant=kind,
        positives=planned.positives,
        negatives=planned.negatives,
        critical_value=planned.distribution().critical_value(competitors, alpha),
        totals=tuple((part + whole) * size for size in sizes),
        critical_values=tuple(
            setting(times).distribution().critical_value(competitors, alpha) for times in sizes
        ),
        mixes=tuple(compare_mixes(total, competitors, alpha, k=its_k or 10)),
    )


def compare_mixes(
    total: int, competitors: int = 1, alpha: float = 0.01, *, k: int = 10
) -> list[MetricMix]:
    """For a test set of `total` cases: which share of positives gives each metric the lowest
    critical value?

    Some twenty shares from 1 to 99 percent are tried. A mix on which not even a perfect score is
    significant does not count. Metrics without any mix left, or whose limits on the size of a
    class would rule out some of the mixes, are left out.

    A low critical value is not yet a good test set: with few positives the F-measure and the top-k
    count of a good classifier are low as well, and it may pass more often on another mix.

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
    k = whole_number("k", k, 1)
    competitors = check_competitors(competitors)
    alpha = open_unit_interval("alpha", alpha)
    counts = sorted({min(max(1, round(total * s / 100)), total - 1) for s in _SHARES})
    mixes = []
    for name, metric in METRICS.items():
        if (metric.takes_k and total < k) or counts[-1] > metric.largest_class:
            continue
        tried, values, useful = [], [], []
        for positives in counts:
            setting = Setting(metric, positives, total - positives, metric.check_k(k))
            tried.append(positives)
            values.append(setting.distribution().critical_value(competitors, alpha))
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


def _where_significant(
    significant: Callable[[int], bool], smallest: int, largest: int, sawtooth: int
) -> tuple[str, int]:
    """From which size on ("from"), or up to which ("up to"), a score is significant.

    Or ("never", largest). Attainable scores come in steps, so the verdict may flip to and fro near
    the edge; `sawtooth` is how many sizes to look ahead.
    """
    sizes = [smallest]
    while sizes[-1] < largest:
        sizes.append(min(2 * sizes[-1], largest))
    verdicts = [significant(size) for size in sizes]
    if not any(verdicts):
        return "never", largest
    wanted = verdicts[-1]  # what holds for the largest sizes
    stays = len(sizes) - 1
    while stays > 0 and verdicts[stays - 1] == wanted:
        stays -= 1
    between = range(sizes[max(stays - 1, 0)], sizes[stays])
    first = between.start + bisect_left(between, True, key=lambda size: significant(size) == wanted)
    # `first` has the verdict of the largest sizes. Look ahead for one that has not, and again from
    # there, until nothing flips any more.
    while True:
        ahead = range(first, min(largest, first + sawtooth) + 1)
        flipped = [size for size in ahead if significant(size) != wanted]
        if not flipped:
            return ("from", first) if wanted else ("up to", first - 1)
        first = flipped[-1] + 1


def _check_ratio(ratio: Any) -> tuple[int, int]:
    """Positives to negatives, in lowest terms."""
    allowed = 'two whole numbers of at least 1, positives to negatives, such as "1:4" or (1, 4)'
    numbers = ratio
    if isinstance(ratio, str):
        found = re.fullmatch(r"\s*(\d{1,9})\s*:\s*(\d{1,9})\s*", ratio)
        numbers = (int(found[1]), int(found[2])) if found else ()
    try:
        part, whole = (whole_number("ratio", number, 1) for number in numbers)
    except (TypeError, ValueError):
        raise ValueError(f"ratio must be {allowed}; got {ratio!r}") from None
    divisor = math.gcd(part, whole)
    return part // divisor, whole // divisor
