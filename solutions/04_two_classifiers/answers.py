"""Other right answers, and the wrong ones that people give, with a piece of what each hears."""

import math
import statistics

import numpy as np
from scipy import stats

from course_lib import corrected_t_test, mcnemar_test, paired_t_test, sign_test, wilcoxon_test
from course_lib.datasets import load_benavoli_accuracies

scores = dict(zip(load_benavoli_accuracies().names, load_benavoli_accuracies().scores.T))
c3, c4 = scores["C3"][:24], scores["C4"][:24]  # 14 wins, 5 losses, 5 ties


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


def numpy_style(y, a, b):
    return np.sum((a != y) & (b == y)), np.sum((a == y) & (b != y))


def as_a_generator(y, a, b):
    yield sum(x != t and z == t for t, x, z in zip(y, a, b))
    yield sum(x == t and z != t for t, x, z in zip(y, a, b))


def right_answers(y, a, b):
    return (np.asarray(a) == y).sum(), (np.asarray(b) == y).sum()


def different_predictions(y, a, b):
    return sum(x != z for x, z in zip(a, b))


def as_text(y, a, b):
    return tuple(map(str, with_sums(y, a, b)))


def below_the_truth(y, a, b):
    return sum(x != t >= z for t, x, z in zip(y, a, b)), sum(
        x == t != z for t, x, z in zip(y, a, b)
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


def numpy_methods(differences, test_fraction):
    train = 1 - test_fraction
    error = differences.std(ddof=1) * (1 / differences.size + test_fraction / train) ** 0.5
    return differences.mean() / error


def by_the_library(differences, test_fraction):
    return corrected_t_test(differences, np.zeros(len(differences)), test_fraction).statistic


def by_way_of_the_naive_one(differences, test_fraction):
    n = len(differences)
    shrink = 1 + n * test_fraction / (1 - test_fraction)
    return stats.ttest_1samp(differences, 0).statistic / np.sqrt(shrink)


def by_the_variance(differences, test_fraction):
    d = np.asarray(differences)
    return d.mean() / (d.var(ddof=1) * np.sqrt(1 / d.size + test_fraction / (1 - test_fraction)))


def without_one_over_n(differences, test_fraction):
    d = np.asarray(differences)
    return d.mean() / (d.std(ddof=1) * np.sqrt(test_fraction / (1 - test_fraction)))


def one_over_train(differences, test_fraction):
    d = np.asarray(differences)
    return d.mean() / (d.std(ddof=1) * np.sqrt(1 / d.size + 1 / (1 - test_fraction)))


def p_value(differences, test_fraction):
    return corrected_t_test(differences, np.zeros(len(differences)), test_fraction).p_value


def takes_the_method_for_its_value(differences, test_fraction):
    return differences.mean / differences.std


RIGHT = {
    "pairs-table": ["b", "B"],
    "pairs-overlap": ["b", " b "],
    "pairs-chi": [
        7.879,
        stats.norm.isf(0.0025) ** 2,
        stats.norm.ppf(0.9975) ** 2,
        stats.chi2.ppf(0.995, 1),
        np.float32(stats.chi2.isf(0.005, df=1)),
    ],
    "pairs-discordant": [
        with_arrays,
        with_sums,
        numpy_style,
        as_a_generator,
        lambda y, a, b: map(sum, zip(*((x != t == z, x == t != z) for t, x, z in zip(y, a, b)))),
    ],
    "pairs-sign": [
        0.06357,
        0.063568115234375,
        stats.binomtest(14, 19).pvalue,
        2 * stats.binom(19, 0.5).cdf(5),
        sign_test(c4, c3).p_value,
        mcnemar_test(14, 5).p_value,
        np.array(sign_test(c3, c4).p_value),
    ],
    "pairs-corrected": [
        by_the_book,
        numpy_methods,
        by_the_library,
        by_way_of_the_naive_one,
        lambda d, f: np.array(by_the_book(d, f)),
    ],
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
        (stats.chi2(1).isf(0.1), "for a level of 10 percent"),
        (stats.chi2(1).isf(0.01), "for a level of 1 percent"),
        (stats.norm.isf(0.005) ** 2, "for a level of 1 percent"),
        (stats.norm.isf(0.0025), "so square it"),
        (stats.norm.isf(0.005), "a one-sided z. McNemar's"),
        (stats.chi2(1).isf(0.0025), "you halved the level"),
        (stats.chi2(2).isf(0.005), "for 2 degrees of freedom"),
        (stats.chi2(1).ppf(0.005), "*below* it"),
        (stats.chi2(1).sf(7.1), "that is the p-value of 7.1"),
        (7.1, "7.1 is what came out"),
        (7.88, "rounded too far"),
        (stats.chi2(3).isf(0.005), "12.8382 is not it"),
        (stats.chi2(1), "has the type"),
        (True, "not True"),
    ],
    "pairs-discordant": [
        (exchanged, "exchanged"),
        (all_errors, "Leave out the cases that both got wrong"),
        (from_predictions, "Compare each with the true label."),
        (one_number, "Return the two counts separately"),
        (concordant, "They do not count"),
        (right_answers, "how many A and B got right"),
        (different_predictions, "where A and B predict differently"),
        (forgot_to_return, "Is a `return` missing?"),
        (lambda y, a, b: [x / len(y) for x in with_sums(y, a, b)], "shares of all cases"),
        (as_text, "which is text. Return the numbers themselves"),
        (below_the_truth, "and should give (1, 1)"),
        (lambda y, a, b: (sum(a) - sum(y), sum(b) - sum(y)), "stops with TypeError"),
        (lambda y, a, b: mcnemar_test(*with_sums(y, a, b)), "McNemar test"),
        ((6, 16), "is not a function"),
    ],
    "pairs-sign": [
        (sign_test(c3, c4, "greater").p_value, "that is one-sided"),
        (sign_test(c3, c4, "less").p_value, "whether *C4* is better"),
        (stats.binomtest(14, 24).pvalue, "as a win of C4"),
        (stats.binomtest(5, 24).pvalue, "as a win of C3"),
        (sign_test(c3, c4, ties="split").p_value, "half to each"),
        (stats.binomtest(14, 19).pvalue - stats.binom(19, 0.5).pmf(14), "the mid-p-value"),
        (stats.binomtest(5, 20).pvalue, "the mid-p-value"),  # one tie counted
        (2 * stats.binom(19, 0.5).pmf(14), "twice the chance of exactly 5 wins"),
        (stats.binom(19, 0.5).pmf(5), "the chance of exactly 5 wins of 19"),
        (sign_test(c3, c4, method="normal").p_value, "corrected for continuity"),
        (2 * stats.norm.sf(9 / math.sqrt(19)), "normal approximation. The question"),
        (wilcoxon_test(c3, c4).p_value, "Wilcoxon's test, which listens"),
        (stats.wilcoxon(c3, c4).pvalue, "Wilcoxon's test, by the normal distribution"),
        (paired_t_test(c3, c4).p_value, "the paired t test"),
        (stats.ttest_rel(c4, c3).pvalue, "the paired t test"),
        (1 - sign_test(c3, c4).p_value, "1 minus the p-value"),
        (14 / 19, "the share of the 19 trials"),
        (sign_test(c3, c4).statistic, "how many data sets C3 won"),
        (sign_test(scores["C3"], scores["C4"]).p_value, "for all 54 data sets"),
        (sign_test(c3, scores["C2"][:24]).p_value, "0.647606 is not it"),
        (stats.ttest_ind(c3, c4).pvalue, "0.862127 is not it"),
        (6.357, "in percent"),
        (0.064, "rounded too far"),
        (sign_test(c3, c4), "has the type PairTest"),
    ],
    "pairs-corrected": [
        (naive, "that is the naive t statistic"),
        (adds_the_share, "test over *train*"),
        (upside_down, "train over test"),
        (divides_by_n, "`ddof=1`"),
        (without_the_root, "belongs under the root"),
        (lambda d, f: by_the_book(d, f) * math.sqrt(len(d)), "already under the root"),
        (by_the_variance, "it divides by the variance"),
        (without_one_over_n, "only test/train is under the root"),
        (one_over_train, "it adds 1 / (1 - f)"),
        (lambda d, f: abs(by_the_book(d, f)), "the sign is lost"),
        (lambda d, f: -by_the_book(d, f), "the sign is turned round"),
        (p_value, "that is the p-value"),
        (lambda d, f: np.mean(d), "that is the mean difference"),
        (takes_the_method_for_its_value, "stops with TypeError"),
        (lambda d, f: by_the_book(d, round(f, 1)), "should give"),
        (lambda d, f: round(by_the_book(d, f), 2), "it rounds"),
        (lambda d, f: str(by_the_book(d, f)), "which is text"),
    ],
}
