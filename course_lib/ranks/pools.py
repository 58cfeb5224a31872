"""What the verdict on two algorithms owes to the others that happen to be in the pool.

The rank of A among a pool is 1, plus one for each rival that is better, plus half for each equal
one. So the difference between the mean ranks of A and B is a *sum*: what A and B owe to each other,
and one term for each further algorithm in the pool. Sums over all pools of a size can be counted
without listing the pools, one algorithm after the other, however many pools there are.
"""

import math
from functools import lru_cache
from itertools import combinations
from typing import Any

import numpy as np

from course_lib.common.arguments import one_of, open_unit_interval, whole_number
from course_lib.common.bars import progress_bar
from course_lib.common.randomness import seed_sequence
from course_lib.common.score_table import ScoreTable, score_table
from course_lib.ranks.corrections import adjust_pairwise
from course_lib.ranks.nemenyi import critical_z, range_tail, rank_spread
from course_lib.ranks.pairwise import CORRECTIONS, TESTS, check_together, pairwise_tests
from course_lib.ranks.ranking import win_table
from course_lib.ranks.results import PoolSensitivity

#: Corrections under which only the difference of the two mean ranks and the size of the pool count.
_SINGLE_STEP = ("none", "bonferroni", "nemenyi")
#: Of pools that must be looked at one by one, so many; more are sampled.
_MOST_POOLS = 5000
#: Numbers that the distributions of all sums may take: 2 GB.
_MOST_SUMS = 250_000_000


def pool_sensitivity(
    scores: Any,
    first: str | int,
    second: str | int,
    sizes: Any = None,
    *,
    test: str = "mean-ranks",
    correction: str = "bonferroni",
    alpha: float = 0.05,
    higher_is_better: bool = True,
    names: Any = None,
    seed: Any = 0,
    progress: bool | None = None,
) -> PoolSensitivity:
    """In how many pools are two algorithms called significantly different?

    `first` and `second` are names, or where the columns have none their numbers, from 0. The scores
    of the two are always the same; only the others in the pool change. `sizes` counts the two as
    well (None: from 2 to all of them). By mean ranks with `"none"`, `"bonferroni"` or
    `"nemenyi"` all pools are counted exactly, however many there are. Otherwise each pool has to
    be looked at; from 5,000 of one size on a random sample is taken, and the result says so.

    Examples
    --------
    >>> from course_lib.datasets import load_benavoli_accuracies
    >>> found = pool_sensitivity(load_benavoli_accuracies(), "C2", "C4", [4, 5, 6])
    >>> dict(found)
    {4: 0.7, 5: 0.9, 6: 0.6}
    """
    table = score_table(scores, names)
    test = one_of("test", test, TESTS, {"mean_ranks": "mean-ranks"})
    correction = one_of("correction", correction, CORRECTIONS)
    alpha = open_unit_interval("alpha", alpha)
    pair = table.column("first", first), table.column("second", second)
    if pair[0] == pair[1]:
        raise ValueError(f"first and second must be two algorithms; got {first!r} twice")
    sizes = _checked_sizes(sizes, table.shape[1])
    check_together(test, correction)
    additive = test == "mean-ranks" and correction in _SINGLE_STEP
    if additive:
        found = _count_sums(table, pair, sizes, correction, alpha, higher_is_better)
    else:
        found = _look_at_pools(
            table, pair, sizes, (test, correction), alpha, higher_is_better, seed, progress
        )
    columns = zip(*found, strict=True)
    one, other = (table.names[column] for column in pair)
    return PoolSensitivity(one, other, test, correction, alpha, sizes, *map(tuple, columns))


def _checked_sizes(sizes: Any, algorithms: int) -> tuple[int, ...]:
    note = "the two, and as many others as there are"
    if sizes is None:
        return tuple(range(2, algorithms + 1))
    given = [sizes] if np.ndim(sizes) == 0 else list(sizes)
    found = tuple(whole_number("sizes", size, 2, algorithms, note) for size in given)
    if not found or len(set(found)) < len(found):
        raise ValueError(f"sizes must be one or several different sizes; got {sizes!r}")
    return found


# --- Mean ranks: sums --------------------------------------------------------------------------


def rank_terms(
    table: ScoreTable, first: int, second: int, higher_is_better: bool = True
) -> tuple[int, np.ndarray]:
    """What the pair itself, and each other algorithm, adds to second's minus first's mean rank.

    In units of 1/(2n), so that all are whole numbers; positive is in favour of the first.
    """
    wins, ties = win_table(table, higher_is_better)
    behind = 2 * wins + ties  # twice how often the row pushes the column down, ties for half
    own = int(behind[first, second] - behind[second, first])
    others = [i for i in range(table.shape[1]) if i not in (first, second)]
    return own, (behind[others, second] - behind[others, first]).astype(np.int64)


def _count_sums(
    table: ScoreTable,
    pair: tuple[int, int],
    sizes: tuple[int, ...],
    correction: str,
    alpha: float,
    higher_is_better: bool,
) -> list[tuple]:
    data_sets = table.shape[0]
    own, terms = rank_terms(table, *pair, higher_is_better)
    names = [name for i, name in enumerate(table.names) if i not in pair]
    found = []
    distributions = None
    for size in sizes:
        others = size - 2
        pools = math.comb(len(names), others)
        if pools <= _MOST_POOLS:
            company = _subsets(len(names), others)
            sums = own + terms[company].sum(axis=1)
            units, counts = np.unique(sums, return_counts=True)
            shares = counts / pools
            most, least = company[np.abs(sums).argmax()], company[np.abs(sums).argmin()]
        else:
            distributions = distributions or subset_sums(terms, max(sizes) - 2)
            offset, chances = distributions[others]
            units = own + offset + np.arange(chances.size)[chances > 0]
            shares = chances[chances > 0]
            most, least = _extreme_pools(own, terms, others)
        z = np.abs(units) / (2 * data_sets) / rank_spread(size, data_sets)
        significant = z >= critical_z(size, alpha, correction) * (1 - 1e-12)
        fraction = float(shares[significant].sum())
        if pools < 2**50:  # a share of so many pools: no digits beyond that
            fraction = round(fraction * pools) / pools
        extremes = (tuple(names[i] for i in sorted(chosen)) for chosen in (most, least))
        found.append((pools, pools, fraction, _adjusted(z, size, correction), shares, *extremes))
    return found


@lru_cache(maxsize=100)
def _subsets(count: int, chosen: int) -> np.ndarray:
    """All subsets of so many things, a row for each."""
    rows = list(combinations(range(count), chosen))
    return np.array(rows, dtype=np.int64).reshape(len(rows), chosen)


def _adjusted(z: np.ndarray, size: int, correction: str) -> np.ndarray:
    from scipy.special import ndtr

    if correction == "nemenyi":
        return range_tail(z * math.sqrt(2), size)
    return np.minimum(1.0, 2 * ndtr(-z) * (size * (size - 1) // 2 if correction != "none" else 1))


def subset_sums(terms: np.ndarray, largest: int) -> list[tuple[int, np.ndarray]]:
    """For subsets of 0, 1, ..., `largest` terms: what is the chance of each sum?

    Each is given as the lowest sum and the chances of it, of the next whole number, and so on.
    All subsets of a size are equally likely.

    >>> lowest, chances = subset_sums(np.array([1, 2, 2]), 2)[2]
    >>> lowest, (3 * chances).round(9).tolist()
    (3, [2.0, 1.0])
    """
    count = terms.size
    step = max(1, int(np.gcd.reduce(terms)) if count else 1)  # all sums are its multiples
    terms = terms // step
    low = min(0, int(np.minimum(terms, 0).sum()))
    width = int(np.maximum(terms, 0).sum()) - low + 1
    if (largest + 1) * width > _MOST_SUMS:
        raise ValueError(
            f"sizes must be smaller: pools of {largest + 2} of {count + 2} algorithms have more "
            "different sums of ranks than fit into memory"
        )
    # chances[k, s]: of k terms among those seen so far, in proportion to all subsets of k terms.
    chances = np.zeros((largest + 1, width))
    chances[0, -low] = 1.0
    for seen, term in enumerate(terms.tolist(), start=1):
        for k in range(min(largest, seen), 0, -1):
            # A random subset of k of the seen holds the newest with chance k / seen.
            moved = np.zeros(width)
            if term >= 0:
                moved[term:] = chances[k - 1, : width - term]
            else:
                moved[:term] = chances[k - 1, -term:]
            chances[k] = chances[k] * (1 - k / seen) + moved * (k / seen)
    distributions = []
    for row in chances[: count + 1]:
        first, last = np.flatnonzero(row)[[0, -1]].tolist()
        spread = np.zeros((last - first) * step + 1)
        spread[::step] = row[first : last + 1]
        distributions.append(((low + first) * step, spread))
    return distributions


def _extreme_pools(own: int, terms: np.ndarray, others: int) -> tuple[list[int], list[int]]:
    """The others that make the two look most different, and least."""
    order = np.argsort(terms, kind="stable")
    low, high = order[:others].tolist(), order[order.size - others :].tolist()
    most = max((low, high), key=lambda chosen: abs(own + int(terms[chosen].sum())))
    return most, _nearest_sum(terms.tolist(), others, -own)


def _nearest_sum(terms: list[int], others: int, target: int) -> list[int]:
    """So many of the terms whose sum is as near to the target as can be.

    Which sums can be reached by k of the first i terms is kept as the bits of one long number.
    """
    least = min(terms)
    steps = [term - least for term in terms]
    wanted = max(0, target - others * least)
    reached = [[1, *([0] * others)]]
    for step in steps:
        before = reached[-1]
        grown = [before[k] | (before[k - 1] << step) for k in range(1, others + 1)]
        reached.append([1, *grown])
    sums = reached[-1][others]
    below = (sums & ((1 << (wanted + 1)) - 1)).bit_length() - 1
    above = sums >> wanted
    total = below
    if above:
        upwards = (above & -above).bit_length() - 1
        total = wanted + upwards if below < 0 or upwards < wanted - below else below
    chosen, left = [], others
    for i in range(len(steps) - 1, -1, -1):
        if left and not (reached[i][left] >> total) & 1:
            chosen.append(i)
            total -= steps[i]
            left -= 1
    return chosen


# --- Everything else: pool by pool --------------------------------------------------------------


def _look_at_pools(
    table: ScoreTable,
    pair: tuple[int, int],
    sizes: tuple[int, ...],
    question: tuple[str, str],
    alpha: float,
    higher_is_better: bool,
    seed: Any,
    progress: bool | None,
) -> list[tuple]:
    test, correction = question
    others = [i for i in range(table.shape[1]) if i not in pair]
    if test != "mean-ranks":  # p-values do not depend on the pool; only the correction does
        whole = pairwise_tests(table, test, "none", higher_is_better=higher_is_better).p_values
    samples = [_sample(len(others), size - 2, seed) for size in sizes]
    found = []
    with progress_bar(sum(map(len, samples)), "pools", progress) as bar:
        for size, chosen in zip(sizes, samples, strict=True):
            p = np.empty(len(chosen))
            for number, pool in enumerate(chosen):
                members = [*pair, *(others[i] for i in pool)]
                if test == "mean-ranks":
                    some = ScoreTable(
                        table.scores[:, members],
                        tuple(table.names[i] for i in members),
                        table.data_sets,
                        table.precision,
                    )
                    result = pairwise_tests(
                        some, test, correction, higher_is_better=higher_is_better
                    )
                    p[number] = result.adjusted[0, 1]
                else:
                    p[number] = adjust_pairwise(whole[np.ix_(members, members)], correction)[0, 1]
                bar.update(1)
            values, counts = np.unique(p, return_counts=True)
            extremes = (
                tuple(table.names[others[i]] for i in chosen[pool])
                for pool in (p.argmin(), p.argmax())
            )
            found.append(
                (
                    math.comb(len(others), size - 2),
                    len(chosen),
                    float((p <= alpha).mean()),
                    values,
                    counts / p.size,
                    *extremes,
                )
            )
    return found


def _sample(count: int, chosen: int, seed: Any) -> list[tuple[int, ...]]:
    """All subsets, or as many different random ones as we are ready to look at."""
    if math.comb(count, chosen) <= _MOST_POOLS:
        return [tuple(row) for row in _subsets(count, chosen).tolist()]
    random = np.random.default_rng(seed_sequence(seed, count, chosen))
    picked: set[tuple[int, ...]] = set()
    while len(picked) < _MOST_POOLS:
        picked.add(tuple(sorted(random.choice(count, chosen, replace=False).tolist())))
    return sorted(picked)
