"""Other right answers, and the wrong ones that people give, with a piece of what each hears."""

import itertools
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


def array_methods(rows):
    better = (rows[:, None, :] > rows[:, :, None]).sum(axis=2)
    equal = (rows[:, None, :] == rows[:, :, None]).sum(axis=2)
    return (better + (equal + 1) / 2).mean(axis=0)


def by_the_library(rows):
    return mean_ranks(rows).values()


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


def by_lowest_ranks(p):  # of equal ones each takes the largest factor: so does the maximum
    ranks = stats.rankdata(p, method="min")
    steps = np.asarray(p) * (len(p) - ranks + 1)
    return [min(1, max(s for s, y in zip(steps, p) if y <= x)) for x in p]


def as_generator(p):
    yield from by_loop(p)


def largest_so_far(steps, p):
    return [min(1, max(s for s, y in zip(steps, p) if y <= x)) for x in p]


def shared_ranks(p):
    return largest_so_far(np.asarray(p) * (len(p) + 1 - stats.rankdata(p)), p)


def shared_ranks_without_maximum(p):
    return np.minimum(np.asarray(p) * (len(p) + 1 - stats.rankdata(p)), 1)


def last_ranks(p):
    return largest_so_far(np.asarray(p) * (len(p) + 1 - stats.rankdata(p, method="max")), p)


def dense_ranks(p):
    return largest_so_far(np.asarray(p) * (len(p) + 1 - stats.rankdata(p, method="dense")), p)


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


# --- What the company does to a p-value -----------------------------------------------------------

scores = load_benavoli_accuracies()
by_nemenyi = pool_sensitivity(scores, "C2", "C4", [4, 5, 6, 7], correction="nemenyi")


def all_pools(size):
    others = [name for name in scores.names if name not in ("C2", "C4")]
    return [["C2", "C4", *chosen] for chosen in itertools.combinations(others, size - 2)]


def z_of_a_pool(pool):
    columns = [scores.names.index(name) for name in pool]
    ranks = stats.rankdata(scores.scores[:, columns], axis=1).mean(axis=0)
    return abs(ranks[0] - ranks[1]) / math.sqrt(len(pool) * (len(pool) + 1) / (6 * 54))


smallest_z = min(z_of_a_pool(pool) for pool in all_pools(5))

RIGHT = {
    "ranks-variants": ["b", "B"],
    "ranks-equal": ["c", " C "],
    "ranks-mean": [by_counting, as_array, array_methods, by_the_library],
    "ranks-difference": [
        q / math.sqrt(2) * spread,
        q * math.sqrt(6 * 7 / (12 * 25)),
        critical_difference(6, 25),
        np.float32(critical_difference(6, 25)),
        1.508,
    ],
    "ranks-pools": [
        0.1142,
        max(pool_sensitivity(scores, "C4", "C2", 5, correction="nemenyi").p_values[0]),
        np.max(pool_sensitivity(scores, "C2", "C4", [5], correction="nemenyi").p_values),
    ],
    "ranks-holm": [by_statsmodels, by_loop, by_lowest_ranks, as_generator],
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
        (lambda rows: list(map(str, as_array(rows))), "which is text"),
        (lambda rows: np.round(as_array(rows), 3), "it rounds"),
        (lambda rows: [sum(c) / len(c) for c in zip(*rows)], "should give"),
        (lambda rows: sorted(as_array(rows)), "should give"),
        ([2, 3, 1], "is not a function"),
    ],
    "ranks-difference": [
        (q * spread, "divided by root 2"),
        (q / 2 * spread, "divided by *root* 2, not by 2"),
        (q / math.sqrt(2) * math.sqrt(6 * 7 / (12 * 25)), "divided by *root* 2, not by 2"),
        (critical_difference(6, 25, method="bonferroni-dunn"), "comparisons with one control"),
        (critical_difference(6, 25, method="bonferroni"), "normal version with Bonferroni"),
        (1.96 * spread, "one pair chosen in advance"),
        (critical_difference(6, 25, 0.1), "for 10 percent"),
        (critical_difference(6, 25, 0.01), "for 1 percent"),
        (critical_difference(6, 25, 0.025), "you halved the level"),
        (q / math.sqrt(2), "in units of the spread"),
        (q, "that is the quantile of the studentized range"),
        (q / math.sqrt(2) * math.sqrt(6 * 5 / (6 * 25)), "with a plus"),
        (stats.studentized_range.ppf(0.95, 6, 24) / math.sqrt(2) * spread, "1.6361 is not it"),
        (1.51, "rounded too far"),
        (q / math.sqrt(2) * spread**2, "is missing"),
        (critical_difference(25, 6), "are exchanged"),
        (True, "not True"),
    ],
    "ranks-pools": [
        (by_nemenyi.p_values[1].min(), "that is the smallest one"),
        (pool_sensitivity(scores, "C2", "C4", [5]).p_values[0].max(), "that is with Bonferroni"),
        (
            pool_sensitivity(scores, "C2", "C4", [5], correction="holm").p_values[0].max(),
            "Holm leads to the same here",
        ),
        (2 * stats.norm.sf(smallest_z), "without any correction"),
        (stats.studentized_range.sf(smallest_z, 5, np.inf), "Multiply it by root 2 first"),
        (by_nemenyi.p_values[1].mean(), "the mean of the p-values"),
        (by_nemenyi[5], "that is the share of the pools"),
        (smallest_z, "that is z"),
        (by_nemenyi.p_values[0].max(), "those are pools of four"),
        (by_nemenyi.p_values[2].max(), "those are pools of six"),
        (by_nemenyi.p_values[3].max(), "with all seven in the pool"),
        (11.42, "in percent"),
        (0.114, "rounded too far"),
        (by_nemenyi.p_values[1], "this is a list of 7"),
        (by_nemenyi, "this is a collection"),
        (pool_sensitivity(scores, "C2", "C3", [5]).p_values[0].max(), "1 is not it"),
    ],
    "ranks-holm": [
        (flat, "that is Bonferroni"),
        (no_maximum, "before it, so take the largest"),
        (no_limit, "exceed 1"),
        (factors_only, "the factors are right"),
        (put_back_wrong, "puts them back"),
        (list_order, "sort first"),
        (shared_ranks, "`rankdata` does that"),
        (shared_ranks_without_maximum, "and a larger p-value comes out"),
        (last_ranks, "all get the smallest factor"),
        (dense_ranks, "as if there had been one"),
        (lambda p: list(map(str, by_loop(p))), "which is text"),
        (lambda p: np.round(by_loop(p), 3), "it rounds"),
        (lambda p: sorted(by_loop(p)), "Put each back"),
        (lambda p: multipletests(p, method="simes-hochberg")[1], "Hochberg's"),
        (lambda p: multipletests(p, method="fdr_bh")[1], "false discovery rate"),
        (lambda p: [x * 2 for x in by_loop(p)], "should give"),
        (forgot_to_return, "Is a `return` missing?"),
        (lambda p: [round(x, 2) for x in by_loop(p)], "it rounds"),
    ],
}
