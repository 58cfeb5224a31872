"""Wilcoxon's signed-rank test, exact also with ties and zeros."""

import math
from typing import Any

import numpy as np

from course_lib.common.arguments import check_alternative, one_of, open_unit_interval
from course_lib.common.phrases import counted, percent
from course_lib.pairs.results import PairTest
from course_lib.pairs.samples import by_alternative, paired, too_few

#: With more differences than this the normal distribution is as good, and the exact one slow.
MOST_EXACT = 200
#: What rounding may do to a chance, as a part of it.
_GRAIN = 1e-12


def wilcoxon_test(
    a: Any,
    b: Any,
    alternative: str = "two-sided",
    *,
    zeros: str = "drop",
    method: str = "auto",
    higher_is_better: bool = True,
    confidence: float = 0.95,
) -> PairTest:
    """Is A better than B by more than B is better than A, in ranks of the differences?

    The differences are ranked by size; equal sizes share their ranks. If neither is better, each
    difference is as likely to be positive as negative, and the exact distribution runs over all
    these signs, ties included.

    The statistic is the rank sum of A's wins; in the two-sided test the smaller of the two sums.

    Parameters
    ----------
    zeros
        `"drop"` leaves out differences of zero before ranking, as Wilcoxon did. `"pratt"` ranks
        them, then leaves their ranks out. `"split"` gives half of their ranks to each side.
    method
        `"exact"`, `"normal"` (corrected for ties), or `"auto"`: exact up to 200 differences.

    The interval for the typical difference holds every shift that the two-sided test would not
    reject if no two differences were equally large. Where ties, or zeros that are kept, make the
    test and the interval part, a note says so.

    Examples
    --------
    >>> a = [0.81, 0.78, 0.84, 0.80, 0.79, 0.82]
    >>> b = [0.79, 0.77, 0.80, 0.81, 0.76, 0.77]
    >>> result = wilcoxon_test(a, b)
    >>> result.statistic, round(result.p_value, 4)      # one of the two smallest goes to B
    (1.5, 0.0938)
    """
    alternative = check_alternative(alternative)
    confidence = open_unit_interval("confidence", confidence)
    zeros = one_of("zeros", zeros, ("drop", "pratt", "split"), {"wilcox": "drop"})
    method = one_of("method", method, ("auto", "exact", "normal"), {"asymptotic": "normal"})
    d, grain = paired(a, b, 1, higher_is_better)
    zero = d == 0
    zero_count = int(zero.sum())
    notes = []
    if zero.any():
        done = {"drop": "left out", "pratt": "ranked, then left out", "split": "split"}[zeros]
        notes.append(f"{counted(int(zero.sum()), 'difference')} of zero {done}.")
    if zeros == "drop":
        d, grain, zero = d[~zero], grain[~zero], zero[~zero]
    ranks = size_ranks(d, grain)
    spare = float(ranks[zero].sum()) / 2 if zeros == "split" else 0.0
    plus = float(ranks[d > 0].sum()) + spare
    minus = float(ranks[d < 0].sum()) + spare
    used = ranks[~zero]
    if method == "auto":
        method = "exact" if used.size <= MOST_EXACT else "normal"
    if used.size == 0:
        notes.append("All differences are zero: there is nothing to compare.")
        lower = upper = 1.0
    elif method == "exact":
        notes += too_few(int(used.size), "difference", alternative)
        lower, upper = _exact_tails(used, plus - spare)
    else:
        lower, upper = _normal_tails(used, plus - spare)
        if used.size < 10:
            notes.append(
                f"The normal distribution is crude for {counted(used.size, 'difference')}."
            )
    effect, interval = _shift(_on_paper(d, ranks), confidence, method)
    notes += _parting(by_alternative(lower, upper, "two-sided"), interval, confidence)
    return PairTest(
        test=f"Wilcoxon signed-rank test ({method})",
        statistic_name="rank sum" if alternative == "two-sided" else "rank sum of A",
        statistic=min(plus, minus) if alternative == "two-sided" else plus,
        p_value=by_alternative(lower, upper, alternative),
        alternative=alternative,
        n=int(used.size),
        n_name="difference",
        effect_name="typical difference (median of all pairwise means"
        + (", zeros left out)" if zeros == "drop" and zero_count else ")"),
        effect=effect,
        interval=interval,
        confidence=confidence,
        neutral=0.0,
        assumes=(
            "the pairs are independent of each other",
            "if neither is better, differences spread evenly to both sides",
        ),
        notes=tuple(notes),
    )


def size_ranks(d: np.ndarray, grain: np.ndarray) -> np.ndarray:
    """Rank differences by size, from 1 up, along the last axis; equal sizes share their ranks.

    Differences of decimals: neighbours that differ by no more than their grain, that is, in the
    last bits only, are equal.
    """
    sizes = np.abs(d)
    order = np.argsort(sizes, axis=-1, kind="stable")
    ordered = np.take_along_axis(sizes, order, axis=-1)
    grain = np.take_along_axis(grain, order, axis=-1)
    positions = np.arange(1, sizes.shape[-1] + 1)
    # The first and the last position of each group of equals. What is zero is decided already.
    near = ordered[..., 1:] - ordered[..., :-1] <= np.maximum(grain[..., 1:], grain[..., :-1])
    near &= (ordered[..., :-1] > 0) | (ordered[..., 1:] == 0)
    begins = np.concatenate([np.ones_like(near[..., :1], shape=(*near.shape[:-1], 1)), ~near], -1)
    ends = np.concatenate([~near, np.ones_like(near[..., :1], shape=(*near.shape[:-1], 1))], -1)
    first = np.maximum.accumulate(np.where(begins, positions, 0), axis=-1)
    last = np.where(ends, positions, sizes.shape[-1] + 1)
    last = np.minimum.accumulate(last[..., ::-1], axis=-1)[..., ::-1]
    ranks = np.empty(sizes.shape)
    np.put_along_axis(ranks, order, (first + last) / 2, axis=-1)
    return ranks


def _exact_tails(ranks: np.ndarray, plus: float) -> tuple[float, float]:
    """P(W <= plus) and P(W >= plus), with every sign as likely as the other.

    Ranks of ties end in a half, so all are doubled; then sums are whole numbers.
    """
    doubled = np.rint(2 * ranks).astype(int)
    sum_of_a, total = round(2 * plus), int(doubled.sum())
    # By symmetry the upper tail is the lower one of what is left.
    return exact_tail(doubled, sum_of_a), exact_tail(doubled, total - sum_of_a)


def exact_tail(doubled: np.ndarray, most: int) -> float:
    """P(W <= most), where each of the whole numbers `doubled` is added with chance one half."""
    chances = np.zeros(most + 1)
    chances[0] = 1.0
    top = 0  # nothing beyond
    for rank in np.sort(doubled):
        if rank > most:  # it, and all that follow, must not be added
            return float(chances.sum()) * 0.5 ** int((doubled >= rank).sum())
        top = min(top + int(rank), most)
        chances[: top + 1] /= 2
        chances[rank : top + 1] += chances[: top + 1 - rank]
    return float(chances.sum())


def _normal_tails(ranks: np.ndarray, plus: float) -> tuple[float, float]:
    """The same by the normal distribution, whose variance is that of the ranks as they are."""
    from scipy.special import ndtr

    z = (plus - ranks.sum() / 2) / (math.sqrt((ranks**2).sum()) / 2)
    return float(ndtr(z)), float(ndtr(-z))


def _on_paper(d: np.ndarray, ranks: np.ndarray) -> np.ndarray:
    """The differences with equal sizes made equal to the last bit: then 0.3 - 0.1 - 0.2 is 0."""
    places, group = np.unique(ranks, return_inverse=True)
    sizes = np.full(places.size, np.inf)
    np.minimum.at(sizes, group, np.abs(d))
    return np.copysign(sizes[group], d)


def _shift(d: np.ndarray, confidence: float, method: str) -> tuple[float, tuple[float, float]]:
    """The Hodges-Lehmann estimate and the interval that inverts the test (without ties)."""
    n = d.size
    if n == 0:
        return 0.0, (-math.inf, math.inf)
    beside = (1 - confidence) / 2
    total = n * (n + 1) // 2
    # The largest k with P(W < k) <= beside: leave out k - 1 means on each side.
    if method == "exact":
        chances = np.zeros(total // 2 + 1)  # of sums up to the middle
        chances[0] = 1.0
        for rank in range(1, n + 1):
            chances /= 2
            chances[rank:] += chances[: max(0, chances.size - rank)].copy()
        k = int(np.searchsorted(np.cumsum(chances), beside * (1 + _GRAIN), side="right"))
    else:
        from scipy.special import ndtri

        spread = math.sqrt(n * (n + 1) * (2 * n + 1) / 24)
        k = max(0, math.floor(n * (n + 1) / 4 + float(ndtri(beside)) * spread) + 1)
    k = min(k, (total + 1) // 2)  # with next to no confidence the middle is left
    ranks = [(total + 1) // 2, total // 2 + 1, *((k, total + 1 - k) if k else ())]
    low_middle, high_middle, *limits = _pairwise_means(np.sort(d), ranks)
    low, high = limits or (-math.inf, math.inf)
    return (low_middle + high_middle) / 2, (low, high)


def _parting(p: float, interval: tuple[float, float], confidence: float) -> list[str]:
    """A note where the two-sided test and the interval say different things; else nothing.

    Between two of the pairwise means no shift makes ties, and test and interval agree. But a mean
    is 0 if two differences are equally large on either side, or one is 0: then they may part.
    """
    low, high = interval
    found, outside = p <= (1 - confidence) * (1 + _GRAIN), not low <= 0 <= high
    if found == outside:
        return []
    held = ("holds 0" + (" as its end" if 0 in interval else "")) if found else "leaves out 0"
    return [
        f"Test and interval part here: at the {percent(1 - confidence)} level the two-sided test "
        f"{'finds a' if found else 'does not find a'} difference, and the {percent(confidence)} "
        f"interval {held}. In the test ties share their ranks; the interval takes them as if they "
        "were not quite equal."
    ]


def _pairwise_means(d: np.ndarray, ranks: list[int]) -> list[float]:
    """The means of all pairs (each with itself, too) that have these ranks, from 1 up."""
    if d.size <= 2000:
        i, j = np.triu_indices(d.size)
        means = np.sort((d[i] + d[j]) / 2)
        return [float(means[rank - 1]) for rank in ranks]
    # Too many to list. But how many lie below a value is quickly counted: halve the range until
    # hardly anything is left of it, then take the first that lies in it.
    found = []
    least = 1e-15 * float(np.abs(d[[0, -1]]).max())
    for rank in ranks:
        low, high = float(d[0]) - least, float(d[-1])
        while high - low > 2 * least:
            middle = low + (high - low) / 2
            ordered = np.searchsorted(d, 2 * middle - d, side="right").sum()
            below = (ordered + np.searchsorted(d, middle, side="right")) // 2
            low, high = (low, middle) if below >= rank else (middle, high)
        above = np.searchsorted(d, 2 * low - d, side="right")
        there = above < d.size
        found.append(float((d[there] + d[above[there]]).min(initial=2 * high) / 2))
    return found
