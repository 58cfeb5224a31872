"""Other right answers, and the wrong ones that people give, with a piece of what each hears."""

import math
import statistics

import numpy as np
from scipy import stats

from course_lib import mcnemar_test, sign_test
from course_lib.datasets import load_lecture_accuracies

scores = {name: list(row.values()) for name, row in load_lecture_accuracies().items()}
ada, forest, svm = scores["Adaboost"], scores["RandForest"], scores["SVM"]


# --- The two counts that matter -------------------------------------------------------------------


def with_arrays(y, a, b):
    y, a, b = np.asarray(y), np.asarray(a), np.asarray(b)
    return [int(((a != y) & (b == y)).sum()), int(((a == y) & (b != y)).sum())]


def with_sums(y, a, b):
    return sum(x != t == z for t, x, z in zip(y, a, b)), sum(
        x == t != z for t, x, z in zip(y, a, b)
    )


def exchanged(y, a, b):
    return with_sums(y, b, a)


def all_errors(y, a, b):
    return sum(t != x for t, x in zip(y, a)), sum(t != z for t, z in zip(y, b))


def from_predictions(y, a, b):
    return sum(x == 1 != z for x, z in zip(a, b)), sum(x != 1 == z for x, z in zip(a, b))


def one_number(y, a, b):
    return sum(with_sums(y, a, b))


def concordant(y, a, b):
    return sum(x == t == z for t, x, z in zip(y, a, b)), sum(
        x != t != z for t, x, z in zip(y, a, b)
    )


def forgot_to_return(y, a, b):
    with_sums(y, a, b)


# --- The corrected t statistic --------------------------------------------------------------------


def by_the_book(differences, test_fraction):
    n = len(differences)
    ratio = test_fraction / (1 - test_fraction)
    return statistics.mean(differences) / (statistics.stdev(differences) * math.sqrt(1 / n + ratio))


def naive(differences, test_fraction):
    return stats.ttest_1samp(differences, 0).statistic


def adds_the_share(differences, test_fraction):
    d = np.asarray(differences)
    return d.mean() / (d.std(ddof=1) * np.sqrt(1 / d.size + test_fraction))


def upside_down(differences, test_fraction):
    d = np.asarray(differences)
    return d.mean() / (d.std(ddof=1) * np.sqrt(1 / d.size + (1 - test_fraction) / test_fraction))


def divides_by_n(differences, test_fraction):
    d = np.asarray(differences)
    return d.mean() / (d.std() * np.sqrt(1 / d.size + test_fraction / (1 - test_fraction)))


def without_the_root(differences, test_fraction):
    d = np.asarray(differences)
    return d.mean() / (d.std(ddof=1) * (1 / d.size + test_fraction / (1 - test_fraction)))


def lists_do_not_subtract(differences, test_fraction):
    return differences - test_fraction


RIGHT = {
    "pairs-table": ["b", "B"],
    "pairs-overlap": ["b", " b "],
    "pairs-chi": [7.879, stats.norm.isf(0.0025) ** 2, stats.chi2.ppf(0.995, 1)],
    "pairs-discordant": [with_arrays, with_sums],
    "pairs-sign": [
        0.1796875,
        2 * (1 + 9 + 36) / 2**9,
        stats.binomtest(2, 9).pvalue,
        sign_test(scores["SVM"], ada).p_value,
    ],
    "pairs-corrected": [by_the_book],
}

WRONG = {
    "pairs-table": [
        ("a", "predict very differently and be right equally often"),
        ("c", "it can be computed"),
        (2, "one of the letters"),
    ],
    "pairs-overlap": [
        ("a", "Repeating brings no new evidence"),
        ("c", "grows like the root"),
        ("d", "is not among the options"),
    ],
    "pairs-chi": [
        (stats.chi2(1).isf(0.05), "for a level of 5 percent"),
        (stats.chi2(1).isf(0.01), "for a level of 1 percent"),
        (stats.norm.isf(0.0025), "so square it"),
        (stats.chi2(1).isf(0.0025), "you halved the level"),
        (stats.chi2(2).isf(0.005), "for 2 degrees of freedom"),
        (stats.chi2(1).sf(7.1), "that is the p-value of 7.1"),
        (True, "not True"),
        (7.1, "is not it"),
    ],
    "pairs-discordant": [
        (exchanged, "exchanged"),
        (all_errors, "Leave out the cases that both got wrong"),
        (from_predictions, "Compare each with the true label"),
        (one_number, "Return the two counts separately"),
        (concordant, "They do not count"),
        (forgot_to_return, "Is a `return` missing?"),
        (lambda y, a, b: [x / len(y) for x in with_sums(y, a, b)], "should give"),
        (lambda y, a, b: (sum(a) - sum(y), sum(b) - sum(y)), "stops with TypeError"),
        (lambda y, a, b: mcnemar_test(*with_sums(y, a, b)), "should give"),
        ((6, 16), "is not a function"),
    ],
    "pairs-sign": [
        (sign_test(ada, svm, "less").p_value, "that is one-sided"),
        (sign_test(ada, svm, "greater").p_value, "whether *Adaboost* is better"),
        (stats.binomtest(2, 10).pvalue, "as a win of the SVM"),
        (stats.binomtest(3, 10).pvalue, "as a win of Adaboost"),
        (sign_test(ada, forest).p_value, "the forest against Adaboost"),
        (sign_test(scores["NB"], svm).p_value, "p = 1 is for another pair"),
        (2 * 36 / 2**9, "exactly 2 wins"),
        (17.96875, "in percent"),
        (sign_test(ada, svm), "has the type PairTest"),
    ],
    "pairs-corrected": [
        (naive, "that is the naive t statistic"),
        (adds_the_share, "test over *train*"),
        (upside_down, "train over test"),
        (divides_by_n, "`ddof=1`"),
        (without_the_root, "belongs under the root"),
        (lambda d, f: by_the_book(d, f) * math.sqrt(len(d)), "already under the root"),
        (lists_do_not_subtract, "stops with TypeError"),
        (lambda d, f: round(by_the_book(d, f), 2), "it rounds"),
        (lambda d, f: str(by_the_book(d, f)), "text"),
        (lambda d, f: -by_the_book(d, f), "should give"),
    ],
}
