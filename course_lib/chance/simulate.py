"""Luck by brute force: score random rankings, as Forman & Cohen (2005) did.

The exact distributions make this unnecessary for the four metrics. It stays because it is how the
idea is taught, because it works for any metric a reader brings, and because it checks them.
"""

import math
import os
from collections.abc import Iterable
from contextlib import closing
from itertools import product
from typing import Any

import numpy as np

from course_lib.chance.competition import (
    chance_of_count_above,
    chance_of_count_up_to,
    check_competitors,
    level_for_each,
)
from course_lib.chance.metrics import LARGEST_SIMULATED_CLASS, check_sizes
from course_lib.chance.pieces import (
    Everything,
    FunctionScorer,
    MetricFunction,
    NamedScorer,
    Top,
    metric_name,
    pieces,
)
from course_lib.chance.results import SimulatedCriticalValue
from course_lib.common.arguments import as_list, open_unit_interval, whole_number
from course_lib.common.bars import progress_bar
from course_lib.common.randomness import key as random_key, seed_sequence

#: All scores of more repetitions than this would fill most computers' memory.
_MOST_KEPT = 1_000_000_000
#: The paper keeps the thousand best scores, and repeats until that is the critical value.
_PAPER_RANK = 1000


def simulate_null(
    metric: str | MetricFunction,
    positives: int,
    negatives: int,
    repetitions: int,
    seed: Any = None,
    *,
    k: int = 10,
    keep_top: int | None = None,
    threads: int | None = None,
    progress: bool | None = None,
) -> np.ndarray:
    """Scores of classifiers that learned nothing, one for each of `repetitions` random rankings.

    Each case is drawn with a chance that is right to 2^-32. That is far below the noise of any
    simulation, but for single positives among millions: for 1 among 1,000,000 scores are some
    0.004 % too high.

    Parameters
    ----------
    metric
        `"auc"`, `"accuracy"`, `"f_measure"`, `"top_k"`, or `"TP10"`, `"TP25"` and so on; or a
        function `metric(tp, fp)` of your own. It gets two integer arrays, one entry for each
        case of the ranking: `tp[i]` and `fp[i]` count the positives and the negatives among the
        first `i + 1` cases. It returns a number. Compiled with `numba.njit` it runs on all
        cores; a plain Python function works too, and takes its time.
    positives, negatives
        The classes of the test set, up to 1,000,000 each.
    repetitions
        How many rankings to score.
    seed
        A whole number for the same scores every time, whatever the number of threads; None for
        fresh ones; or a NumPy Generator. Runs that shall be independent need different seeds, also
        if they differ in metric or size.
    k
        For `"top_k"` only.
    keep_top
        Return only this many of the highest scores, highest first. Memory then stays small
        however many repetitions there are.
    threads
        How many to use; None for one on each core.
    progress
        Show a bar (None: when it takes longer than two seconds and someone can see it). Ctrl-C
        stops the run at once.

    Examples
    --------
    Nobody learned anything, and somebody still scores well above one half.

    >>> contest = simulate_null("auc", 150, 484, repetitions=114, seed=2001)
    >>> print(f"{contest.mean():.3f} on average, {contest.max():.3f} at best")
    0.500 on average, 0.571 at best

    A metric of your own: the precision among the first half of the cases.

    >>> def precision_in_first_half(tp, fp):
    ...     half = len(tp) // 2
    ...     return tp[half - 1] / half
    >>> simulate_null(precision_in_first_half, 3, 7, repetitions=4, seed=0)
    array([0.4, 0.4, 0.6, 0.2])
    """
    if keep_top is None:
        note = "give keep_top for more: it returns the highest scores only"
        repetitions = whole_number("repetitions", repetitions, 1, _MOST_KEPT, note)
    else:
        repetitions = whole_number("repetitions", repetitions)
        keep_top = whole_number("keep_top", keep_top, 1, repetitions, "the repetitions")
    positives, negatives = _check_classes(positives, negatives)
    key = random_key(seed)
    scorer = (
        FunctionScorer(metric, positives, negatives, key)
        if callable(metric)
        else NamedScorer([metric], positives, negatives, k, key)
    )
    scorer(0, 0)  # compile before the clock of the progress bar starts
    keeper = Everything(repetitions) if keep_top is None else Top(keep_top)
    what = f"random rankings, {metric_name(metric)}"
    with (
        progress_bar(repetitions, what, progress, "rankings") as bar,
        closing(pieces(scorer, repetitions, _check_threads(threads))) as parts,
    ):
        for first, (scores,) in parts:
            keeper.add(first, scores)
            bar.update(scores.size)
    return keeper.scores()


def simulated_critical_value(
    metric: str | MetricFunction,
    positives: int,
    negatives: int,
    competitors: int = 1,
    alpha: float = 0.01,
    repetitions: int | None = None,
    seed: Any = None,
    *,
    k: int = 10,
    confidence: float = 0.95,
    threads: int | None = None,
    progress: bool | None = None,
) -> SimulatedCriticalValue:
    """A critical value by simulation, with the range that its noise leaves open.

    This is the procedure of Forman & Cohen's Table 2: score random rankings, keep the best, and
    take the one that a share of 1 - (1 - alpha)^(1/competitors) of all scores reach. Without
    `repetitions`, as many rankings as the paper takes: enough that it is the 1,000th best.
    Works for any metric (see `simulate_null`); the four named ones have exact answers in
    `critical_value`.

    The range rests on no assumption about the scores: if the exact critical value lay outside
    it, too many or too few of the simulated scores would have exceeded it.

    Examples
    --------
    Five thousand rankings are a poor guide to the best of ten. (The exact value is 0.6538.)

    >>> found = simulated_critical_value("auc", 50, 100, competitors=10, repetitions=5000, seed=1)
    >>> print(f"{found.value:.4f}, or anything from {found.low:.4f} to {found.high:.4f}")
    0.6508, or anything from 0.6416 to 0.6778
    """
    competitors = check_competitors(competitors)
    alpha = open_unit_interval("alpha", alpha)
    confidence = open_unit_interval("confidence", confidence)
    level = level_for_each(competitors, alpha)
    # Enough for a score to be seen above the critical value, and one below, with confidence.
    risk = (1 - confidence) / 2
    fewest = math.ceil(math.log(risk) / max(math.log1p(-level), math.log(level)))
    if repetitions is None:
        repetitions = max(fewest, math.floor(_PAPER_RANK / level))
    repetitions = _check_repetitions(repetitions, fewest)
    above, below = _ranks_left_open(repetitions, level, risk)
    rank = _rank(repetitions, level)
    top = simulate_null(
        metric,
        positives,
        negatives,
        repetitions,
        seed,
        k=k,
        keep_top=below,
        threads=threads,
        progress=progress,
    )
    return SimulatedCriticalValue(
        value=top[rank - 1].item(),
        low=top[-1].item(),
        high=top[above - 1].item(),
        confidence=confidence,
        metric=metric_name(metric),
        positives=int(positives),
        negatives=int(negatives),
        competitors=competitors,
        alpha=alpha,
        repetitions=repetitions,
        rank=rank,
    )


def simulated_critical_value_table(
    metrics: str | Iterable[str],
    positives: Any,
    negatives: Any,
    competitors: Any = (10, 100, 1000),
    alpha: float = 0.01,
    repetitions: int = 10_000_000,
    seed: Any = None,
    *,
    k: int = 10,
    threads: int | None = None,
    progress: bool | None = None,
) -> dict[str, np.ndarray]:
    """Critical values by simulation for many test sets, metrics and numbers of competitors.

    This is the procedure of Forman & Cohen's Table 3: for each test set one run of rankings,
    scored by all metrics at once, its best scores read off at several ranks. Returns, for each
    metric, an array with an axis for `competitors`, one for `positives`, one for `negatives`.

    A test set gives the same values for the same seed, whatever else is in the table.

    Examples
    --------
    >>> found = simulated_critical_value_table(
    ...     ["auc", "accuracy"], [10, 20], [20], competitors=[1, 10], repetitions=50_000, seed=1)
    >>> found["accuracy"][:, :, 0].round(3)
    array([[0.8  , 0.725],
           [0.833, 0.775]])
    """
    # A function goes on, too, to a message that says where functions work.
    names: list[Any] = [metrics] if isinstance(metrics, str) or callable(metrics) else list(metrics)
    if not names:
        raise ValueError("metrics must name at least one metric; got an empty list")
    rows = check_sizes("positives", positives, LARGEST_SIMULATED_CLASS)
    columns = check_sizes("negatives", negatives, LARGEST_SIMULATED_CLASS)
    alpha = open_unit_interval("alpha", alpha)
    levels = [level_for_each(check_competitors(c), alpha) for c in as_list(competitors)]
    if not levels:
        raise ValueError("competitors must hold at least one number; got an empty list")
    repetitions = _check_repetitions(repetitions, math.ceil(1 / min(levels)))
    ranks = np.array([_rank(repetitions, level) for level in levels])
    threads = _check_threads(threads)
    seed = seed_sequence(seed)  # one draw from a Generator, not one for each test set

    table = {name: np.empty((len(ranks), len(rows), len(columns))) for name in names}
    NamedScorer(names, rows[0], columns[0], k, random_key(seed))(0, 0)  # compile first
    total = len(rows) * len(columns) * repetitions
    with progress_bar(total, "random rankings", progress, "rankings") as bar:
        for (row, p), (column, n) in product(enumerate(rows), enumerate(columns)):
            scorer = NamedScorer(names, p, n, k, random_key(seed, p, n))
            tops = [Top(ranks.max()) for _ in names]
            with closing(pieces(scorer, repetitions, threads)) as parts:
                for first, by_metric in parts:
                    for top, scores in zip(tops, by_metric, strict=True):
                        top.add(first, scores)
                    bar.update(by_metric[0].size)
            for name, top in zip(names, tops, strict=True):
                table[name][:, row, column] = top.scores()[ranks - 1]
    return table


def _rank(repetitions: int, level: float) -> int:
    """Which of the best scores is the critical value. 1000/level repetitions make it 1000."""
    return max(1, round(repetitions * level))


def _ranks_left_open(repetitions: int, level: float, risk: float) -> tuple[int, int]:
    """The ranks between which the exact critical value lies, up to `risk` on either side.

    How many of the scores exceed the exact critical value is a binomial count with probability
    at most `level`; how many reach it, one with probability above `level`. So the count's own
    range holds the rank of the critical value, however the scores are distributed.
    """
    # Ten standard deviations to either side leave nothing out.
    middle = repetitions * level
    reach = 10 * math.sqrt(middle * (1 - level)) + 10
    counts = np.arange(max(0, math.floor(middle - reach)), min(repetitions - 1, middle + reach) + 1)
    too_few = counts[chance_of_count_up_to(counts, repetitions, level) <= risk]
    too_many = counts[chance_of_count_above(counts, repetitions, level) <= risk]
    return int(too_few[-1]) + 1, int(too_many[0]) + 1


def _check_repetitions(repetitions: Any, fewest: int) -> int:
    return whole_number(
        "repetitions", repetitions, fewest, note="what it takes to see scores this rare"
    )


def _check_classes(positives: Any, negatives: Any) -> tuple[int, int]:
    return (
        whole_number("positives", positives, 1, LARGEST_SIMULATED_CLASS),
        whole_number("negatives", negatives, 1, LARGEST_SIMULATED_CLASS),
    )


def _check_threads(threads: Any) -> int:
    if threads is None:
        return os.cpu_count() or 1
    return whole_number("threads", threads)
