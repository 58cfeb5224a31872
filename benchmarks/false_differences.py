"""How often `judge` declares classifiers different: those that are equal, and those that are not.

`python -m benchmarks.false_differences [files]` draws files of noise and of classifiers of known
quality, and prints in which share of them some equal pair is declared different, in its errors or
in its AUC, at 5 % and at 1 %; and which share of the true differences is found at 5 %. Before:
McNemar's and DeLong's tests, each with Holm's correction. After: sign flips for both questions.
"""

import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations, product

import numpy as np
from scipy import stats

from course_lib import adjust_p_values, delong_interval
from course_lib.pairs.flips import flip_test
from course_lib.roc.swaps import auc_swaps

SIZES = ((3, 60), (5, 50), (10, 190), (15, 172), (20, 200), (30, 300), (50, 500), (100, 400))
COLUMNS = (2, 5, 20)
LEVELS = (0.05, 0.01)
FLIPS = 999


def independent(rng, cases, columns):
    """Scores that have nothing to do with anything."""
    return rng.random((cases, columns))


def alike(rng, cases, columns):
    """Columns that correlate by 0.8."""
    shared, own = rng.standard_normal((cases, 1)), rng.standard_normal((cases, columns))
    return stats.norm.cdf(np.sqrt(0.8) * shared + np.sqrt(0.2) * own)


def hard_labels(rng, cases, columns):
    """Labels at random, three in ten positive."""
    return (rng.random((cases, columns)) < 0.3).astype(float)


def ties(rng, cases, columns):
    """Eleven different scores."""
    return np.round(rng.random((cases, columns)), 1)


NOISE = (independent, alike, hard_labels, ties)


def by_delong(truth, scores, couples):
    """Two-sided p-values of DeLong's test, written anew; 1 where nothing varies."""
    first, second = np.array(couples).T
    mine, others = scores[truth], scores[~truth]
    beaten = (mine[:, None] > others).astype(float) + 0.5 * (mine[:, None] == others)
    wins, losses = beaten.mean(axis=1), beaten.mean(axis=0)
    wins, losses = wins[:, first] - wins[:, second], losses[:, first] - losses[:, second]
    variance = wins.var(axis=0, ddof=1) / len(wins) + losses.var(axis=0, ddof=1) / len(losses)
    z = np.abs(wins.mean(axis=0)) / np.sqrt(np.where(variance > 1e-24, variance, np.inf))
    return 2 * stats.norm.sf(z)


def by_mcnemar(wrong, couples):
    """Two-sided p-values of McNemar's exact test, written anew."""
    first, second = (wrong[:, list(side)] for side in zip(*couples, strict=True))
    only_first, only_second = (first & ~second).sum(axis=0), (second & ~first).sum(axis=0)
    fewer = np.minimum(only_first, only_second)
    return np.minimum(1, 2 * stats.binom.cdf(fewer, only_first + only_second, 0.5))


def adjusted(truth, scores, thresholds, couples, seed):
    """Errors and AUCs, before and after: four rows of adjusted p-values."""
    wrong = (scores >= thresholds) != truth[:, None]
    signed = wrong.T.astype(int)
    errors = np.array([signed[i] - signed[j] for i, j in couples])
    flips = flip_test([errors, auc_swaps(truth, scores, couples)], FLIPS, seed)
    before = by_mcnemar(wrong, couples), by_delong(truth, scores, couples)
    return np.array([*(adjust_p_values(p, "holm") for p in before), *flips.adjusted])


def noise(setting):
    """Shares of files with a false difference: by level, before and after."""
    positives, negatives, columns, kind, files = setting
    rng = np.random.default_rng([positives, negatives, columns])
    truth = np.arange(positives + negatives) < positives
    couples = list(combinations(range(columns), 2))
    counts = np.zeros((len(LEVELS), 4))
    for seed in range(files):
        found = adjusted(truth, kind(rng, truth.size, columns), 0.5, couples, seed)
        errors_before, aucs_before, errors, aucs = found.min(axis=1)
        either = (errors_before, aucs_before, min(errors_before, aucs_before), min(errors, aucs))
        counts += np.array([[p <= level for p in either] for level in LEVELS])
    return counts / files


def noise_table(files, workers):
    """A line for each setting of noise."""
    settings = [(*size, k, kind, files) for kind, size, k in product(NOISE, SIZES, COLUMNS)]
    print(f"Noise, {files:,} files: some pair declared different, at 5 % (at 1 %)")
    print(f"{'':34}{'McNemar-Holm':18}{'DeLong-Holm':18}{'either':18}{'sign flips':18}")
    too_often = 0
    with ProcessPoolExecutor(workers) as pool:
        for setting, shares in zip(settings, pool.map(noise, settings), strict=True):
            positives, negatives, columns, kind, _ = setting
            name = f"{kind.__name__}, {positives}+{negatives}, {columns} columns"
            told = "".join(f"{five:.3f} ({one:.3f})     " for five, one in shares.T)
            bounds = [level + 2 * np.sqrt(level * (1 - level) / files) for level in LEVELS]
            above = shares[:, 3] > bounds
            too_often += int(above.sum())
            print(
                f"{name:34}{told}{'above two standard errors' if above.any() else ''}", flush=True
            )
    errors = [np.sqrt(level * (1 - level) / files) for level in LEVELS]
    print(f"Standard errors at the levels: {errors[0]:.4f}, {errors[1]:.4f}.")
    print(f"Sign flips above level + 2 standard errors: {too_often} of {2 * len(settings)}; ")
    print(f"chance alone makes it {0.023 * 2 * len(settings):.0f} where the level is used up.")


#: Positives, negatives, how far each classifier moves the positives, correlation of the scores.
QUALITIES = (
    (100, 100, (1, 1, 1, 1.4, 1.4), 0.3),
    (100, 100, (1, 1.2, 1.4, 1.6, 1.6), 0.5),
    (100, 100, (2, 2, 2, 2.6, 2.6), 0.3),
    (100, 400, (1, 1, 1, 1.4, 1.4), 0.5),
    (100, 400, (2, 2.5), 0.5),
    (200, 200, (1, 1.3), 0.5),
    (200, 200, (1, 1.3) * 5, 0.8),
    (15, 172, (1,) * 5 + (1.8,) * 5, 0.7),
    (100, 400, (1.5,) * 5, 0.5),
)


def quality(setting):
    """Share of true differences found, and of files with a false one: before and after."""
    positives, negatives, moves, correlation, files = setting
    rng = np.random.default_rng([positives, negatives, len(moves)])
    truth = np.arange(positives + negatives) < positives
    moves = np.array(moves, float)
    couples = list(combinations(range(moves.size), 2))
    differ = np.array([moves[i] != moves[j] for i, j in couples])
    found, false = np.zeros(4), np.zeros(4)
    for seed in range(files):
        shared, own = (
            rng.standard_normal((truth.size, 1)),
            rng.standard_normal((truth.size, moves.size)),
        )
        scores = np.sqrt(correlation) * shared + np.sqrt(1 - correlation) * own
        scores += truth[:, None] * moves
        declared = adjusted(truth, scores, moves / 2, couples, seed) <= LEVELS[0]
        if differ.any():
            found += declared[:, differ].mean(axis=1)
        if not differ.all():
            false += declared[:, ~differ].any(axis=1)
    return found / files, false / files


def quality_table(files, workers):
    """A line for each setting of classifiers of known quality."""
    print(f"\nKnown quality, {files:,} files: true differences found (files with a false one), 5 %")
    print(f"{'':50}{'McNemar-Holm':17}{'flips, errors':17}{'DeLong-Holm':17}{'flips, AUCs':17}")
    settings = [(*setting, files) for setting in QUALITIES]
    with ProcessPoolExecutor(workers) as pool:
        for setting, shares in zip(settings, pool.map(quality, settings), strict=True):
            positives, negatives, moves, correlation, _ = setting
            name = f"{positives}+{negatives}, moved {moves}, r {correlation}".replace(" ", "")
            told = "".join(f"{shares[0][k]:.3f} ({shares[1][k]:.3f})    " for k in (0, 2, 1, 3))
            print(f"{name:50.48}{told}", flush=True)


def unlike_labels(rng, truth, columns):
    """Labels with a true AUC of 0.75 each, that call different shares of the cases positive."""
    rates = np.linspace(0.05, 0.45, columns)
    return (rng.random((truth.size, columns)) < rates + 0.5 * truth[:, None]).astype(float)


def misses_utterly(rng, truth, columns):
    """True AUCs of 0.9: normal scores; every other column misses a tenth of the positives."""
    normal = rng.standard_normal((truth.size, columns))
    apart = normal + np.sqrt(2) * stats.norm.ppf(0.9) * truth[:, None]
    missing = np.where(truth[:, None] & (rng.random(normal.shape) > 0.1), normal + 20, normal)
    missing -= 20 * (truth[:, None] & (missing < 10))
    return np.where(np.arange(columns) % 2, missing, apart)


def unlike_table(files):
    """Equal AUCs of classifiers that may not change places: where no test here keeps its level."""
    print(f"\nEqual AUCs of unlike classifiers, {files:,} files: AUCs declared different, at 5 %")
    for kind, positives, negatives, columns in (
        (unlike_labels, 3, 60, 2), (unlike_labels, 6, 200, 5), (unlike_labels, 10, 190, 5),
        (unlike_labels, 100, 400, 5), (misses_utterly, 6, 200, 2), (misses_utterly, 12, 40, 2),
        (misses_utterly, 100, 400, 2),
    ):  # fmt: skip
        rng = np.random.default_rng([positives, negatives, columns])
        truth = np.arange(positives + negatives) < positives
        couples = list(combinations(range(columns), 2))
        found = np.zeros(4)
        for seed in range(files):
            scores = kind(rng, truth, columns)
            found += adjusted(truth, scores, 0.5, couples, seed).min(axis=1) <= LEVELS[0]
        name = f"{kind.__name__}, {positives}+{negatives}, {columns} columns"
        _, delong, _, flips = found / files
        print(f"  {name:40}DeLong-Holm {delong:.3f}   flips {flips:.3f}", flush=True)


def interval_table(files):
    """How often DeLong's interval holds the true AUC."""
    print(f"\n95 % DeLong intervals, logit scale, {files:,} samples: share that hold the truth")
    rng = np.random.default_rng(0)
    for positives, negatives in (*SIZES, *((size, 50 * size) for size in (3, 5, 10, 20, 30))):
        truth, shares = np.arange(positives + negatives) < positives, []
        for auc in (0.5, 0.8, 0.95):
            move, held = np.sqrt(2) * stats.norm.ppf(auc), 0
            for _ in range(files):
                found = delong_interval(truth, rng.standard_normal(truth.size) + move * truth)
                held += found.low <= auc <= found.high
            shares.append(f"{auc}: {held / files:.3f}")
        print(f"  {positives}+{negatives}: {', '.join(shares)}", flush=True)


if __name__ == "__main__":
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000
    noise_table(number, workers=2)
    quality_table(number, workers=2)
    unlike_table(number)
    interval_table(number)
