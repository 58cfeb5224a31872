"""ROC curves: a confident segment against a root finder in a loop, DeLong against all pairs."""

import numpy as np
from scipy.optimize import brentq

from course_lib import confident_segment, delong_test
from course_lib.datasets import load_elazmeh_scores

_Z = 1.959963984540054


def tango_by_root_finder(b, c, n):
    """Both limits of one interval, as scipy finds them."""

    def score(d):
        w = -b - c + (2 * n - b + c) * d
        q = (np.sqrt(w * w + 8 * n * c * d * (1 - d)) - w) / (4 * n)
        return b - c - n * d, np.sqrt(max(n * (2 * q + d * (1 - d)), 1e-300))

    middle = (b - c) / n

    def below(d):
        distance, spread = score(d)
        return distance - _Z * spread

    def above(d):
        distance, spread = score(d)
        return distance + _Z * spread

    return brentq(below, -1 + 1e-12, middle), brentq(above, middle, 1 - 1e-12)


def segment_in_a_loop(is_positive, scores):
    """Which points of a curve are confident, one threshold at a time."""
    found = []
    for threshold in np.append(np.inf, np.unique(scores)[::-1]):
        called = scores >= threshold
        b, c = int((is_positive & ~called).sum()), int((~is_positive & called).sum())
        low, high = tango_by_root_finder(b, c, is_positive.size)
        found.append(low <= 0 <= high)
    return found


def delong_by_all_pairs(is_positive, a, b):
    """DeLong's statistic from every pair of a positive and a negative."""
    parts = []
    for scores in (a, b):
        mine, others = scores[is_positive][:, None], scores[~is_positive][None, :]
        wins = (mine > others) + 0.5 * (mine == others)
        parts.append((wins.mean(axis=1), wins.mean(axis=0)))
    rows, columns = parts[0][0] - parts[1][0], parts[0][1] - parts[1][1]
    variance = rows.var(ddof=1) / rows.size + columns.var(ddof=1) / columns.size
    return (parts[0][0].mean() - parts[1][0].mean()) / np.sqrt(variance)


def run(seconds, report):
    """Time both, with the timer and the printer of `benchmarks`."""
    data = load_elazmeh_scores("hypothyroid")
    truth, bayes = data.is_positive, data.scores["naive_bayes"]
    ours = seconds(lambda: confident_segment(truth, bayes))
    loop = seconds(lambda: segment_in_a_loop(truth, bayes), rounds=1)
    report("a confident segment of 3,102 points, over scipy's root finder in a loop", loop / ours)
    rng = np.random.default_rng(0)
    truth = np.arange(20_000) < 2_000
    a, b = rng.normal(truth), rng.normal(truth)
    ours = seconds(lambda: delong_test(truth, a, b))
    pairs = seconds(lambda: delong_by_all_pairs(truth, a, b), rounds=1)
    report("DeLong's test on 2,000 + 18,000 cases, over all pairs in NumPy", pairs / ours)
