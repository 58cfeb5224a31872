"""A simulation cut into pieces: scored on all cores, kept as they come, stopped at once.

A piece is some tens of milliseconds of work, so that Ctrl-C and the progress bar respond.
"""

import numbers
from collections.abc import Callable, Generator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any, NoReturn

import numpy as np

from course_lib.chance.metrics import check_metric
from course_lib.chance.setting import RankingCounts

#: A metric that a reader brings: a function of the cumulative true and false positives.
MetricFunction = Callable[[np.ndarray, np.ndarray], float]

#: Cases in one piece of work.
_CASES_IN_A_PIECE = 20_000_000
#: And no more rankings than this, so that the scores of the pieces in hand take little memory.
_RANKINGS_IN_A_PIECE = 200_000
#: The same where a Python function is called for every ranking or rankings are held in memory.
_CASES_IN_A_SMALL_PIECE = 1_000_000


def metric_name(metric: str | MetricFunction) -> str:
    """What to call a metric: its name, or that of the function."""
    return getattr(metric, "__name__", "your metric") if callable(metric) else str(metric)


# --- Scoring a piece of the work --------------------------------------------------------------


class NamedScorer:
    """Scores pieces of a run by one or more of the named metrics."""

    parallel = True
    cases_in_a_piece = _CASES_IN_A_PIECE

    def __init__(
        self, names: list[str], positives: int, negatives: int, k: Any, key: np.uint64
    ) -> None:
        self.positives, self.negatives, self.key = positives, negatives, key
        self.cases = positives + negatives
        self.wanted = []
        for name in names:
            metric, its_k = check_metric(name, k)
            self.wanted.append((metric, metric.check_k(its_k, self.cases)))

    def __call__(self, first: int, count: int) -> list[np.ndarray]:
        """A score array for each metric, of the repetitions from `first` on."""
        # The kernel looks at one k. For TP5 and TP10 in one call it draws the same rankings twice.
        ks = {k for _, k in self.wanted if k is not None} or {0}
        counted = {k: self._count(first, count, k) for k in ks}
        return [metric.score_of(counted[min(ks) if k is None else k]) for metric, k in self.wanted]

    def _count(self, first: int, count: int, k: int) -> RankingCounts:
        from course_lib.chance.kernels import score_rankings  # numba: only when needed

        right_pairs, peak, in_top_k = (np.empty(count, np.int64) for _ in range(3))
        best_f = np.empty(count)
        filled = right_pairs, peak, best_f, in_top_k
        score_rankings(self.positives, self.negatives, k, self.key, first, *filled)
        return RankingCounts(self.positives, self.negatives, *filled)


class FunctionScorer:
    """Scores pieces of a run by a function that a reader brings."""

    cases_in_a_piece = _CASES_IN_A_SMALL_PIECE

    def __init__(
        self, metric: MetricFunction, positives: int, negatives: int, key: np.uint64
    ) -> None:
        self.metric = metric
        self.positives, self.cases, self.key = positives, positives + negatives, key
        # Compiled functions know their Python original; others hold the interpreter's lock, and
        # threads would only get in each other's way.
        self.original = getattr(metric, "py_func", None)
        self.parallel = self.original is not None

    def __call__(self, first: int, count: int) -> list[np.ndarray]:
        """One score array, of the repetitions from `first` on."""
        from course_lib.chance.kernels import draw_rankings, score_by_metric

        true_positives = np.empty((count, self.cases), np.int64)
        draw_rankings(self.positives, self.key, first, true_positives)
        scores = np.empty(count)
        if self.original is not None:
            if first == 0 and count:
                # Compiled code does not notice an index out of bounds; its Python original does.
                # On a copy, for it may write into what it is given.
                self._checked(self.original, true_positives[0].copy())
            score_by_metric(self.metric, true_positives, scores)
        else:
            for row, tp in enumerate(true_positives):
                scores[row] = self._checked(self.metric, tp)
        if np.isnan(scores).any():
            self._complain(np.nan, true_positives[int(np.isnan(scores).argmax())])
        return [scores]

    def _checked(self, metric: MetricFunction, tp: np.ndarray) -> float:
        """The score of one ranking, if it is a number."""
        score = metric(tp, np.arange(1, self.cases + 1) - tp)
        if np.ndim(score) != 0 or not isinstance(score, numbers.Real | np.bool_):
            self._complain(score, tp)
        return float(score)

    def _complain(self, score: Any, tp: np.ndarray) -> NoReturn:
        raise ValueError(
            f"metric {metric_name(self.metric)!r}, called as metric(tp, fp), must return a number "
            f"for every ranking; got {score!r} for tp = {np.array2string(tp, threshold=10)}"
        )


def pieces(
    scorer: NamedScorer | FunctionScorer, repetitions: int, threads: int
) -> Generator[tuple[int, list[np.ndarray]], None, None]:
    """Cut the run into pieces, score them on `threads` threads, yield them as they are done.

    Close it (`contextlib.closing`) so that its threads end when the caller is interrupted.
    """
    size = min(max(1, scorer.cases_in_a_piece // scorer.cases), _RANKINGS_IN_A_PIECE)
    starts = iter(range(0, repetitions, size))
    if not scorer.parallel:
        threads = 1

    def submit(pool: ThreadPoolExecutor) -> None:
        if (first := next(starts, None)) is not None:
            count = min(size, repetitions - first)
            waiting[pool.submit(scorer, first, count)] = first

    waiting: dict[Future, int] = {}
    with ThreadPoolExecutor(threads) as pool:
        try:
            # A piece in hand and one to follow for each thread; more would only fill memory.
            for _ in range(2 * threads):
                submit(pool)
            while waiting:
                done, _ = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    yield waiting.pop(future), future.result()
                    submit(pool)
        finally:
            # After Ctrl-C or an error in a metric: what has not begun never will.
            pool.shutdown(wait=True, cancel_futures=True)


# --- Keeping the scores ---------------------------------------------------------------------


class Everything:
    """Keeps every score, in the order of the repetitions."""

    def __init__(self, repetitions: int) -> None:
        self.repetitions = repetitions
        self.kept = np.empty(0)

    def add(self, first: int, scores: np.ndarray) -> None:
        """Take the scores of the repetitions from `first` on."""
        if not self.kept.size:
            self.kept = np.empty(self.repetitions, scores.dtype)
        self.kept[first : first + scores.size] = scores

    def scores(self) -> np.ndarray:
        """All of them."""
        return self.kept


class Top:
    """Keeps the highest scores only."""

    def __init__(self, size: int) -> None:
        self.size = int(size)
        self.kept = np.empty(0, bool)  # the first scores make it a list of their type

    def add(self, first: int, scores: np.ndarray) -> None:
        """Take the scores of the repetitions from `first` on."""
        if self.kept.size == self.size:
            scores = scores[scores > self.kept.min()]
        both = np.concatenate([self.kept, scores])
        if both.size > self.size:
            both = np.partition(both, both.size - self.size)[-self.size :]
        self.kept = both

    def scores(self) -> np.ndarray:
        """The highest first."""
        return np.sort(self.kept)[::-1]
