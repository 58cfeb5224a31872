"""All pairs of algorithms, or all against a control, with a correction for so many tests."""

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from course_lib.common.arguments import one_of
from course_lib.common.score_table import ScoreTable, score_table
from course_lib.pairs.wilcoxon import MOST_EXACT, exact_tail, size_ranks
from course_lib.ranks.corrections import (
    CONDITIONS,
    DOUBTS,
    PAIRWISE_CONDITIONS,
    adjust_p_values,
    adjust_pairwise,
)
from course_lib.ranks.nemenyi import range_tail, rank_spread
from course_lib.ranks.ranking import rank_rows, win_table
from course_lib.ranks.results import PairwiseTests

#: The tests that are known by name, and how a sentence calls them.
TESTS = {
    "wilcoxon": "Wilcoxon signed-rank test",
    "sign": "sign test",
    "mean-ranks": "mean-ranks test",
}
CORRECTIONS = (*CONDITIONS, *PAIRWISE_CONDITIONS, "nemenyi")
_SYNONYMS = {"mean_ranks": "mean-ranks", "nemenyi": "mean-ranks"}


def pairwise_tests(
    scores: Any,
    test: str | Callable[[np.ndarray, np.ndarray], Any] = "wilcoxon",
    correction: str = "holm",
    *,
    control: str | int | None = None,
    higher_is_better: bool = True,
    names: Any = None,
) -> PairwiseTests:
    """Which of several algorithms differ? Every two of them, or each with a control, are tested.

    Parameters
    ----------
    scores
        Rows are data sets, columns algorithms: an array, a data frame, or a dictionary of lists.
    test
        `"wilcoxon"` (signed ranks, exact up to 200 differences) or `"sign"` look at nothing but
        the two; the first assumes that between equals differences spread evenly to both sides
        (that their distribution is symmetric), the second does not. `"mean-ranks"` looks at the
        ranks among *all* of them, so that its verdict on two depends on the others: see lesson 05
        before you use it. Or a function of two lists of scores that returns a p-value, or a
        result with one.
    correction
        `"none"`, `"bonferroni"`, `"holm"`, `"hochberg"`, `"hommel"`, `"finner"`, `"li"`; for all
        pairs also `"shaffer"` and `"bergmann-hommel"`; for all pairs by mean ranks also
        `"nemenyi"`, the studentized range.
    control
        The name of the algorithm that all others are compared with; or the number of its column,
        from 0, where the columns have no names.

    Examples
    --------
    >>> scores = {
    ...     "tree": [0.71, 0.64, 0.80, 0.77, 0.69, 0.83, 0.75, 0.66],
    ...     "forest": [0.75, 0.70, 0.83, 0.79, 0.76, 0.88, 0.79, 0.67],
    ...     "bayes": [0.70, 0.66, 0.79, 0.78, 0.71, 0.80, 0.74, 0.67],
    ... }
    >>> result = pairwise_tests(scores)
    >>> result.names, result.adjusted[0].round(4).tolist()
    (('tree', 'forest', 'bayes'), [1.0, 0.0234, 0.9219])
    """
    table = score_table(scores, names)
    if not callable(test):
        test = one_of("test", test, TESTS, _SYNONYMS, " (or a function)")
    correction = one_of("correction", correction, CORRECTIONS)
    column = None if control is None else table.column("control", control)
    check_together(test, correction, control)
    wins, _ = win_table(table, higher_is_better)
    if isinstance(test, str):
        name = TESTS[test]
        effect_name, find = _FINDERS[test]
    else:
        name = getattr(test, "__name__", "<")
        name = "the given test" if name.startswith("<") else name  # a lambda has no name
        effect_name, find = "mean difference", partial(_by_function, test)
    p_values, effects, notes = find(table, higher_is_better, column)
    np.fill_diagonal(p_values, 1.0)
    if correction == "nemenyi":
        z = np.abs(effects) / rank_spread(table.shape[1], table.shape[0])
        adjusted = range_tail(z * math.sqrt(2), table.shape[1])
        np.fill_diagonal(adjusted, 1.0)
    elif column is None:
        adjusted = adjust_pairwise(p_values, correction)
    else:
        adjusted = np.full_like(p_values, np.nan)
        others = np.arange(table.shape[1]) != column
        adjusted[column, others] = adjust_p_values(p_values[column, others], correction)
        adjusted[others, column] = adjusted[column, others]
        np.fill_diagonal(adjusted, 1.0)
    if correction in DOUBTS and not (test == "mean-ranks" and correction in PAIRWISE_CONDITIONS):
        notes = (*notes, f"{DOUBTS[correction]}.")
    return PairwiseTests(
        test=name,
        correction=correction,
        two_sided=not callable(test),
        names=table.names,
        control=None if column is None else table.names[column],
        data_sets=table.shape[0],
        p_values=p_values,
        adjusted=adjusted,
        effects=effects,
        effect_name=effect_name,
        median_differences=_median_differences(table.upwards(higher_is_better)),
        wins=wins,
        notes=tuple(notes),
    )


def check_together(test: Any, correction: str, control: Any = None) -> None:
    """Complain where test, correction and control do not fit together."""
    if correction == "nemenyi" and test != "mean-ranks":
        raise ValueError(
            "correction 'nemenyi' is about the largest difference of mean ranks; it goes with "
            f"test='mean-ranks' only, not with {getattr(test, '__name__', test)!r}"
        )
    if control is not None and correction in (*PAIRWISE_CONDITIONS, "nemenyi"):
        raise ValueError(
            f"correction {correction!r} is for all pairs; with a control use one of "
            f"{', '.join(map(repr, CONDITIONS))}"
        )


# --- The tests, each for all pairs at once --------------------------------------------------------

_Found = tuple[np.ndarray, np.ndarray, tuple[str, ...]]


def _pairs(algorithms: int, control: int | None) -> tuple[np.ndarray, np.ndarray]:
    if control is None:
        return np.triu_indices(algorithms, 1)
    others = np.flatnonzero(np.arange(algorithms) != control)
    return np.full(others.size, control), others


def _spread_out(
    values: np.ndarray, pairs: tuple[np.ndarray, np.ndarray], algorithms: int, sign: int = 1
) -> np.ndarray:
    """The values of pairs as a table, symmetric or (sign -1) changing sign across the diagonal."""
    table = np.full((algorithms, algorithms), np.nan)
    table[pairs] = values
    table[pairs[::-1]] = sign * values
    np.fill_diagonal(table, 0.0)
    return table


def _by_wilcoxon(table: ScoreTable, higher_is_better: bool, control: int | None) -> _Found:
    up = np.ascontiguousarray(table.upwards(higher_is_better).T)
    algorithms = up.shape[0]
    pairs = _pairs(algorithms, control)
    difference = up[pairs[0]] - up[pairs[1]]
    magnitude = np.abs(up)
    grain = table.precision * np.maximum(magnitude[pairs[0]], magnitude[pairs[1]])
    zero = np.abs(difference) <= grain
    difference[zero] = 0.0
    # Zeros come first in the order of sizes, so without them every rank is so much lower.
    zeros = zero.sum(axis=1)
    ranks = size_ranks(difference, grain) - zeros[:, None]
    ranks[zero] = 0.0
    plus = np.where(difference > 0, ranks, 0.0).sum(axis=1)
    total = ranks.sum(axis=1)
    used = difference.shape[1] - zeros
    p = np.ones(plus.size)
    rarer = np.minimum(plus, total - plus)
    large = used > MOST_EXACT
    if large.any():
        from scipy.special import ndtr

        spread = np.sqrt((ranks[large] ** 2).sum(axis=1)) / 2
        p[large] = 2 * ndtr((rarer[large] - total[large] / 2) / spread)
    known: dict[tuple, float] = {}
    for i in np.flatnonzero(~large & (used > 0)):
        doubled = np.sort(np.rint(2 * ranks[i][~zero[i]]).astype(np.int64))
        most = round(2 * rarer[i])
        key = (doubled.tobytes(), most)
        if key not in known:  # without ties, many pairs share one distribution
            known[key] = exact_tail(doubled, most)
        p[i] = min(1.0, 2 * known[key])
    effect = np.divide(2 * plus - total, total, out=np.zeros_like(plus), where=total > 0)
    notes = _notes(int(zeros.sum()), table.shape[0], pairs)
    return _spread_out(p, pairs, algorithms), _spread_out(effect, pairs, algorithms, -1), notes


def _by_signs(table: ScoreTable, higher_is_better: bool, control: int | None) -> _Found:
    from scipy.special import betainc

    wins, ties = win_table(table, higher_is_better)
    algorithms = wins.shape[0]
    pairs = _pairs(algorithms, control)
    won, lost = wins[pairs], wins.T[pairs]
    trials, rarer = won + lost, np.minimum(won, lost)
    # P(X <= rarer) of a fair coin; with nothing won or lost there is nothing to tell.
    p = np.where(
        2 * rarer >= trials,
        1.0,
        2 * betainc(np.maximum(trials - rarer, 1), rarer + 1, 0.5),
    )
    effect = np.divide(won - lost, trials, out=np.zeros(trials.size), where=trials > 0)
    notes = _notes(int(ties[pairs].sum()), table.shape[0], pairs)
    return (
        _spread_out(np.minimum(p, 1.0), pairs, algorithms),
        _spread_out(effect, pairs, algorithms, -1),
        notes,
    )


def _by_mean_ranks(table: ScoreTable, higher_is_better: bool, control: int | None) -> _Found:
    from scipy.special import ndtr

    data_sets, algorithms = table.shape
    means = rank_rows(table, higher_is_better).mean(axis=0)
    pairs = _pairs(algorithms, control)
    effect = means[pairs[1]] - means[pairs[0]]  # lower ranks are better
    z = np.abs(effect) / rank_spread(algorithms, data_sets)
    notes = []
    if algorithms > 2:
        notes.append("The mean-ranks test of two algorithms depends on the others in the pool.")
    if win_table(table)[1][np.triu_indices(algorithms, 1)].any():
        notes.append("Its spread is that without ties, so with ties it finds too little.")
    return (
        _spread_out(2 * ndtr(-z), pairs, algorithms),
        _spread_out(effect, pairs, algorithms, -1),
        tuple(notes),
    )


def _by_function(
    test: Callable, table: ScoreTable, higher_is_better: bool, control: int | None
) -> _Found:
    up = table.upwards(higher_is_better)
    pairs = _pairs(table.shape[1], control)
    p = []
    for i, j in zip(*pairs, strict=True):
        found = test(up[:, i].copy(), up[:, j].copy())
        value = next(
            (getattr(found, name) for name in ("p_value", "pvalue") if hasattr(found, name)), found
        )
        try:
            value = float(value)
        except (TypeError, ValueError):
            value = math.nan
        if not 0 <= value <= 1:
            raise ValueError(
                "test must return a p-value from 0 to 1, or a result that has one; for "
                f"{table.names[i]!r} and {table.names[j]!r} it gave {found!r}"
            )
        p.append(value)
    effect = (up[:, pairs[0]] - up[:, pairs[1]]).mean(axis=0)
    algorithms = table.shape[1]
    return (
        _spread_out(np.array(p), pairs, algorithms),
        _spread_out(effect, pairs, algorithms, -1),
        (),
    )


def _notes(ties: int, data_sets: int, pairs: tuple[np.ndarray, np.ndarray]) -> tuple[str, ...]:
    notes: tuple[str, ...] = ("Ties on a data set were left out.",) if ties else ()
    best = min(1.0, pairs[0].size * 2 * 0.5**data_sets)
    if best > 0.05:
        notes += (
            f"With {data_sets} data sets even a win on each of them has a p-value of "
            f"{2 * 0.5**data_sets:.2g}, and {best:.2g} after Bonferroni's or Holm's correction.",
        )
    return notes


def _median_differences(scores: np.ndarray) -> np.ndarray:
    """Of each row less each column, over the data sets."""
    found = [np.median(scores[:, [i]] - scores, axis=0) for i in range(scores.shape[1])]
    return np.array(found)


_FINDERS = {
    "wilcoxon": ("rank sum won minus rank sum lost, as a share of all", _by_wilcoxon),
    "sign": ("wins minus losses, as a share of both", _by_signs),
    "mean-ranks": ("difference of the mean ranks", _by_mean_ranks),
}
