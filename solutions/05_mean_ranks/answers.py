"""Other right answers, and the wrong ones that people give, with a piece of what each hears."""

import math

import numpy as np
from scipy import stats
from statsmodels.stats.multitest import multipletests

from course_lib import critical_difference, mean_ranks, pool_sensitivity
from course_lib.datasets import load_benavoli_accuracies

# --- Mean ranks -----------------------------------------------------------------------------------


def by_counting(rows):
    means = [0] * len(rows[0])
    for row in rows:
        for i, score in enumerate(row):
            means[i] += (sum(x > score for x in row) + sum(x >= score for x in row) + 1) / 2
    return tuple(total / len(rows) for total in means)


def as_array(rows):
    return stats.rankdata([[-x for x in row] for row in rows], axis=1).mean(axis=0)


def worst_first(rows):
    return stats.rankdata(rows, axis=1).mean(axis=0)


def ties_broken(rows):
    return stats.rankdata(-np.asarray(rows), method="ordinal", axis=1).mean(axis=0)


def ties_at_their_best(rows):
    return stats.rankdata(-np.asarray(rows), method="min", axis=1).mean(axis=0)


def dense(rows):
    return stats.rankdata(-np.asarray(rows), method="dense", axis=1).mean(axis=0)


def wrong_axis(rows):
    return stats.rankdata(-np.asarray(rows), axis=0).mean(axis=0)


def from_zero(rows):
    return as_array(rows) - 1


def sums(rows):
    return as_array(rows) * len(rows)


def argsort_once(rows):
    return np.argsort(-np.asarray(rows), axis=1).mean(axis=0)


# --- Holm -----------------------------------------------------------------------------------------


def by_statsmodels(p):
    return multipletests(p, method="holm")[1]


def by_loop(p):
    adjusted, largest = [0.0] * len(p), 0.0
    for step, i in enumerate(sorted(range(len(p)), key=lambda i: p[i])):
        largest = max(largest, p[i] * (len(p) - step))
        adjusted[i] = min(1.0, largest)
    return adjusted


def flat(p):
    return [min(1, x * len(p)) for x in p]


def no_maximum(p):
    ranks = stats.rankdata(p, method="ordinal")
    return [min(1, x * (len(p) - r + 1)) for x, r in zip(p, ranks)]


def no_limit(p):
    order = np.argsort(p)
    result = np.empty(len(p))
    result[order] = np.maximum.accumulate(np.sort(p) * np.arange(len(p), 0, -1))
    return result


def list_order(p):
    return np.minimum(np.maximum.accumulate(np.asarray(p) * np.arange(len(p), 0, -1)), 1)


def factors_only(p):
    ranks = stats.rankdata(p, method="ordinal")
    return [x * (len(p) - r + 1) for x, r in zip(p, ranks)]


def put_back_wrong(p):
    order = np.argsort(p)
    return np.minimum(np.maximum.accumulate(np.sort(p) * np.arange(len(p), 0, -1)), 1)[order]


def forgot_to_return(p):
    by_loop(p)


q = stats.studentized_range.ppf(0.95, 6, np.inf)
spread = math.sqrt(6 * 7 / (6 * 25))

RIGHT = {
    "ranks-variants": ["b", "B"],
    "ranks-equal": ["c", " C "],
    "ranks-mean": [by_counting, as_array],
    "ranks-difference": [q / math.sqrt(2) * spread, 1.508, 1.51],
    "ranks-pools": [3, 3.0, np.int64(3)],
    "ranks-holm": [by_statsmodels, by_loop],
}

WRONG = {
    "ranks-variants": [
        ("a", "the variants come *after* A0"),
        ("c", "ranks know nothing of how much"),
        (1, "one of the letters"),
    ],
    "ranks-equal": [
        ("a", "has not shown equality"),
        ("b", "does not pass from pair to pair"),
        ("d", "is not among the options"),
    ],
    "ranks-mean": [
        (worst_first, "the *worst* has rank 1"),
        (ties_broken, "Let them share"),
        (ties_at_their_best, "the mean of the ranks they take up"),
        (dense, "the next one has rank 3"),
        (wrong_axis, "row by row"),
        (from_zero, "ranks begin with 1"),
        (sums, "Divide by the number of data sets"),
        (argsort_once, "which place each one has."),
        (lambda rows: argsort_once(rows) + 1, "adding 1 does not help"),
        (lambda rows: stats.rankdata(rows, axis=1).mean(axis=1), "one number for each data set"),
        (mean_ranks, "a dictionary"),
        (lambda rows: [sum(c) / len(c) for c in zip(*rows)], "should give"),
        (lambda rows: sorted(as_array(rows)), "should give"),
        ([2, 3, 1], "is not a function"),
    ],
    "ranks-difference": [
        (q * spread, "divided by root 2"),
        (critical_difference(6, 25, method="bonferroni"), "normal version with Bonferroni"),
        (1.96 * spread, "one pair chosen in advance"),
        (critical_difference(6, 25, 0.1), "for 10 percent"),
        (critical_difference(6, 25, 0.01), "for 1 percent"),
        (critical_difference(6, 25, 0.025), "you halved the level"),
        (q / math.sqrt(2), "in units of the spread"),
        (q / math.sqrt(2) * spread**2, "is missing"),
        (critical_difference(25, 6), "are exchanged"),
        (True, "not True"),
    ],
    "ranks-pools": [
        (9, "at 5 percent"),
        (4, "those are pools of four"),
        (0.3, "that is the share"),
        (10, "how many pools there are"),
        (pool_sensitivity(load_benavoli_accuracies(), "C2", "C4", [5]), "this is a collection"),
        (2, "is not it"),
    ],
    "ranks-holm": [
        (flat, "that is Bonferroni"),
        (no_maximum, "take the largest so far"),
        (no_limit, "exceed 1"),
        (factors_only, "the factors are right"),
        (put_back_wrong, "puts them back"),
        (list_order, "sort first"),
        (lambda p: sorted(by_loop(p)), "Put each back"),
        (lambda p: multipletests(p, method="simes-hochberg")[1], "Hochberg's"),
        (lambda p: multipletests(p, method="fdr_bh")[1], "false discovery rate"),
        (lambda p: [x * 2 for x in by_loop(p)], "should give"),
        (forgot_to_return, "Is a `return` missing?"),
        (lambda p: [round(x, 2) for x in by_loop(p)], "it rounds"),
    ],
}
