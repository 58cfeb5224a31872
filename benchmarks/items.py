"""What `judge_items` promises, by simulation; and its time beside evalstats.

`python -m benchmarks.items [files]` draws so many tables of right and wrong for each setting and
prints, with standard errors:

- in which share of them some equal pair is declared different, or a difference the wrong way round;
- in which share all intervals for differences hold at once, and all rank intervals;
- how many pairs are found, beside Holm's correction of McNemar's exact tests;
- by how much the winner's accuracy is too high: as it is, corrected as `judge_items` does it, and
  in two other ways;
- how many times faster `judge_items` is than evalstats on 20 models and 1,000 items, if evalstats
  is installed.
"""

import sys
import time
from itertools import combinations

import numpy as np
from scipy.special import expit
from scipy.stats import norm

from course_lib import adjust_p_values, item_table, judge_items
from course_lib.intervals.wilson import effective_number, quantile, wilson_limits
from course_lib.judging.item_pairs import compare_pairs
from course_lib.judging.item_winner import corrected_accuracy

ALPHA = 0.05
FLIPS = 999
#: How far models share what makes an item hard.
SHARED = 0.6


def answers(rng, accuracies, units, turned=0):
    """Items x models: each model has its accuracy exactly, and most share what is hard.

    For the last `turned` models the hard items are those that are easy for the others.
    """
    models = accuracies.size
    common, own = rng.random((units, 1)), rng.random((units, models))
    difficulty = np.where(rng.random((units, models)) < SHARED, common, own)
    difficulty[:, models - turned :] = 1 - difficulty[:, models - turned :]
    return (difficulty < accuracies).astype(float)


def clustered(rng, accuracies, clusters, sizes, likeness):
    """Clusters of these sizes; an item repeats its cluster's first answers with this chance."""
    first = answers(rng, accuracies, clusters)
    code = np.repeat(np.arange(clusters), sizes)
    new = answers(rng, accuracies, code.size)
    return np.where(rng.random((code.size, 1)) < likeness, first[code], new), code


#: Name, true accuracies, how a table is drawn.
SETTINGS = {
    "10 equal, 300 items": (np.full(10, 0.7), lambda r, p: (answers(r, p, 300), None)),
    "10 equal, two kinds, 300 items": (
        np.full(10, 0.7),
        lambda r, p: (answers(r, p, 300, 5), None),
    ),
    "20 equal at 0.95, 200 items": (np.full(20, 0.95), lambda r, p: (answers(r, p, 200), None)),
    "5 of 10 equal, 300 items": (
        np.r_[np.full(5, 0.7), np.linspace(0.72, 0.85, 5)],
        lambda r, p: (answers(r, p, 300), None),
    ),
    "two groups of 5, 0.9 and 0.2, 300 items": (
        np.repeat([0.9, 0.2], 5),
        lambda r, p: (answers(r, p, 300), None),
    ),
    "10 from 0.55 to 0.80, 300 items": (
        np.linspace(0.55, 0.8, 10),
        lambda r, p: (answers(r, p, 300), None),
    ),
    "6 equal, 60 clusters of 5": (
        np.full(6, 0.7),
        lambda r, p: clustered(r, p, 60, np.full(60, 5), 0.5),
    ),
    "6 equal, 60 clusters of 5 copies": (
        np.full(6, 0.7),
        lambda r, p: clustered(r, p, 60, np.full(60, 5), 1.0),
    ),
    "6 equal, 60 clusters of 1 to 20": (
        np.full(6, 0.7),
        lambda r, p: clustered(r, p, 60, r.integers(1, 21, 60), 0.5),
    ),
    "6 from 0.5 to 0.9, 60 clusters of 5": (
        np.linspace(0.5, 0.9, 6),
        lambda r, p: clustered(r, p, 60, np.full(60, 5), 0.5),
    ),
    "3 equal, 12 clusters of 10": (
        np.full(3, 0.7),
        lambda r, p: clustered(r, p, 12, np.full(12, 10), 0.5),
    ),
    "3 unequal, 12 clusters of 10": (
        np.array([0.6, 0.7, 0.9]),
        lambda r, p: clustered(r, p, 12, np.full(12, 10), 0.5),
    ),
}


def told(hits, files):
    """A rate with its standard error, in per cent."""
    rate = hits / files
    error = np.sqrt(max(rate * (1 - rate), 1 / files) / files)
    return f"{100 * rate:5.1f} ({100 * error:.1f})"


def promises(files):
    """False claims, and intervals that hold: all of a table at once."""
    print(
        f"Of {files:,} tables, per cent (standard error), at {ALPHA:.0%}: some false claim, which"
    )
    print("is the same as some rank interval that does not hold; the same without clusters; all")
    print("intervals of differences hold; each accuracy's interval; the winner's interval")
    for name, (accuracies, draw) in SETTINGS.items():
        rng = np.random.default_rng(len(name))
        couples = list(combinations(range(accuracies.size), 2))
        first, second = np.array(couples).T
        true = accuracies[first] - accuracies[second]
        false = naive = hold = each = winner = 0
        for seed in range(files):
            right, clusters = draw(rng, accuracies)
            table = item_table(right, clusters=clusters)
            found = compare_pairs(table, couples, ALPHA, FLIPS, seed)
            false += wrong_claim(found, true)
            hold += bool(((found.low <= true + 1e-12) & (true - 1e-12 <= found.high)).all())
            covered, best = accuracy_intervals(table, accuracies)
            each, winner = each + covered, winner + best
            if clusters is not None:
                as_items = compare_pairs(item_table(right), couples, ALPHA, FLIPS, seed)
                naive += wrong_claim(as_items, true)
        without = told(naive, files) if clusters is not None else "          -"
        print(
            f"  {told(false, files)}  {without:>11}  {told(hold, files)}  {told(each, files)}  "
            f"{told(winner, files)}  {name}",
            flush=True,
        )


def wrong_claim(found, true):
    """Is some pair declared different that is not, or the wrong way round?"""
    sign = np.sign(found.only_first - found.only_second)
    return bool(((found.adjusted <= ALPHA) & (sign != np.sign(np.round(true, 9)))).any())


def accuracy_intervals(table, accuracies):
    """The share of models whose interval holds the truth; and whether the winner's does."""
    models = accuracies.size
    shares = table.right.mean(axis=0)
    best = int(shares.argmax())
    covered, chosen = 0, False
    for model, (share, true) in enumerate(zip(shares, accuracies, strict=True)):
        number, freedom = effective_number(table.right[:, model], table.clusters)
        low, high = wilson_limits(share, number, quantile(1 - ALPHA, freedom))
        covered += low <= true <= high
        if model == best:
            low, high = wilson_limits(share, number, quantile(1 - ALPHA / models, freedom))
            chosen = low <= true <= high
    return covered / models, chosen


def findings_kind(rng, models=20, items=1000):
    """Models from 0.55 to 0.80 on items that are hard for all or easy for all."""
    ability = norm.ppf(np.linspace(0.55, 0.8, models)) * np.sqrt(1 + 1.5**2 / 1.7**2) * 1.7
    hard = 1.5 * rng.standard_normal((items, 1))
    return (rng.random((items, models)) < expit(ability + hard)).astype(int)


def power(files):
    """Pairs found of 190, beside Holm's."""
    rng, found = np.random.default_rng(16), []
    for seed in range(files):
        judged = judge_items(findings_kind(rng), repetitions=9_999, seed=seed)
        p_values = [pair.p_value for pair in judged.pairs]
        by_holm = (adjust_p_values(p_values, "holm") <= ALPHA).sum()
        found.append((len(judged.different), by_holm))
    ours, holm = np.array(found).T
    gain, fewer = ours - holm, (ours < holm).sum()
    print(
        f"20 models x 1,000 items, mean of {files:,} tables: {ours.mean():.1f} of 190 pairs, Holm "
        f"{holm.mean():.1f}; {gain.mean():.2f} more ({gain.std() / np.sqrt(files):.2f}), fewer in "
        f"{fewer} tables"
    )


def winners(files, items=200):
    """How far the winner's accuracy is off, in percentage points (standard error; root mean
    square): as it is, as `judge_items` corrects it, less the mean gap, and by cross-validation.
    """
    print(f"The winner's accuracy less its true one, {items} items, percentage points (standard")
    print("error; root mean square): as it is; corrected; less the mean gap; left-out tenths")
    shapes = {
        "equal": lambda k: np.full(k, 0.7),
        "one leads by 10 points": lambda k: np.r_[0.8, np.full(k - 1, 0.7)],
        "from 0.6 to 0.8": lambda k: np.linspace(0.6, 0.8, k),
        "from 0.68 to 0.72": lambda k: np.linspace(0.68, 0.72, k),
    }
    for models in (2, 10, 50):
        for name, shape in shapes.items():
            rng, accuracies = np.random.default_rng(models), shape(models)
            off = []
            for seed in range(files):
                right = answers(rng, accuracies, items)
                shares = right.mean(axis=0)
                true = accuracies[shares == shares.max()].mean()
                estimates = (
                    shares.max(),
                    corrected_accuracy(right, np.ones(items), seed)[0],
                    *other_corrections(rng, right),
                )
                off.append(np.array(estimates) - true)
            off = 100 * np.array(off)
            error, size = off.std(axis=0) / np.sqrt(files), np.sqrt((off**2).mean(axis=0))
            line = "  ".join(
                f"{m:+5.2f} ({e:.2f}; {s:.2f})"
                for m, e, s in zip(off.mean(axis=0), error, size, strict=True)
            )
            print(f"  {line}  {models} models, {name}", flush=True)


def other_corrections(rng, right, resamples=200):
    """The winner's accuracy less the mean gap between items drawn and left out; and what winners
    chosen on nine tenths score on the last.
    """
    items = len(right)
    weights = rng.multinomial(items, np.full(items, 1 / items), size=resamples).astype(float)
    inside = weights @ right / items
    left_out = (weights == 0).astype(float)
    outside = left_out @ right / left_out.sum(axis=1, keepdims=True)
    gap = (of_leaders(inside, inside) - of_leaders(inside, outside)).mean()
    tenth = rng.permuted(np.tile(np.arange(items) < items // 10, (resamples, 1)), axis=1) * 1.0
    kept = (right.sum(axis=0) - tenth @ right) / (items - items // 10)
    return right.mean(axis=0).max() - gap, of_leaders(kept, tenth @ right / (items // 10)).mean()


def of_leaders(scores, values):
    """The values of those who lead, on average where several do."""
    leads = scores >= scores.max(axis=1, keepdims=True) - 1e-9
    return (leads * values).sum(axis=1) / leads.sum(axis=1)


def beside_evalstats():
    """Time of 20 models x 1,000 items, once each, in one run."""
    right = findings_kind(np.random.default_rng(20))
    names = [f"model {number}" for number in range(1, right.shape[1] + 1)]
    judge_items(right[:50], names=names)  # load what is needed
    start = time.perf_counter()
    judged = judge_items(right, names=names)
    ours = time.perf_counter() - start
    p_values = [pair.p_value for pair in judged.pairs]
    holm = (adjust_p_values(p_values, "holm") <= ALPHA).sum()
    print(f"judge_items: {ours:.2f} s, {len(judged.different)} of 190 pairs (Holm: {holm})")
    try:
        import evalstats
    except ImportError:
        print("evalstats is not installed: pip install evalstats, to compare with it")
        return
    start = time.perf_counter()
    matrix = evalstats.all_pairwise(
        right.T.astype(float), names, correction="romano_wolf", rng=np.random.default_rng(1)
    )
    evalstats.bootstrap_ranks(right.T.astype(float), names, rng=np.random.default_rng(1))
    theirs = time.perf_counter() - start
    different = sum(pair.p_value <= ALPHA for pair in matrix.results.values())
    print(f"evalstats (all pairs, Romano-Wolf; ranks): {theirs:.2f} s, {different} pairs")
    print(
        f"{theirs / ours:12,.1f} x  faster, target 20: {'met' if theirs > 20 * ours else 'MISSED'}"
    )


if __name__ == "__main__":
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    beside_evalstats()
    print()
    power(max(2, number // 20))
    print()
    promises(number)
    print()
    winners(number)
