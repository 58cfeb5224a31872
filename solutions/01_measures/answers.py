"""Other right answers, and the wrong ones that people give, with a piece of what each hears."""

from fractions import Fraction

import numpy as np
from scipy import stats
from sklearn.metrics import (
    accuracy_score,
    balanced_accuracy_score,
    mean_squared_error,
    r2_score,
    roc_auc_score,
)

from course_lib import auc_score, r_squared as library_r_squared
from course_lib.datasets import load_lecture_leaf_confusion

# --- Precision and recall -------------------------------------------------------------------------


def as_a_list(tp, fp, fn, tn):
    return [tp / (fp + tp), 1 - fn / (fn + tp)]


def exchanged(tp, fp, fn, tn):
    return tp / (tp + fn), tp / (tp + fp)


def specificity(tp, fp, fn, tn):
    return tp / (tp + fp), tn / (tn + fp)


def accuracy(tp, fp, fn, tn):
    return (tp + tn) / (tp + fp + fn + tn), tp / (tp + fn)


def of_all_cases(tp, fp, fn, tn):
    total = tp + fp + fn + tn
    return tp / total, tp / total


def f_measure(tp, fp, fn, tn):
    return 2 * tp / (2 * tp + fp + fn)


def whole_division(tp, fp, fn, tn):
    return tp // (tp + fp), tp // (tp + fn)


def in_percent(tp, fp, fn, tn):
    return 100 * tp / (tp + fp), 100 * tp / (tp + fn)


def as_fractions(tp, fp, fn, tn):
    return Fraction(tp, tp + fp), Fraction(tp, tp + fn)


def one_after_the_other(tp, fp, fn, tn):
    yield tp / (tp + fp)
    yield tp / (tp + fn)


def sensitivity_and_specificity(tp, fp, fn, tn):
    return tn / (tn + fp), tp / (tp + fn)


def false_positive_rate(tp, fp, fn, tn):
    return tp / (tp + fp), fp / (fp + tn)


def what_went_wrong(tp, fp, fn, tn):
    return fp / (tp + fp), fn / (tp + fn)


def as_texts(tp, fp, fn, tn):
    return str(tp / (tp + fp)), str(tp / (tp + fn))


def only_printed(tp, fp, fn, tn):
    print(tp / (tp + fp), tp / (tp + fn))


# --- The leaves -----------------------------------------------------------------------------------

labels, counts = load_lecture_leaf_confusion()


def moved():
    better = counts.copy()
    better[1, 4] -= 19
    better[4, 4] += 19
    return better


# --- The AUC --------------------------------------------------------------------------------------


def by_ranks(is_positive, scores):
    is_positive = np.asarray(is_positive, dtype=bool)
    ranks = stats.rankdata(scores)[is_positive]
    p, n = is_positive.sum(), (~is_positive).sum()
    return (ranks.sum() - p * (p + 1) / 2) / (p * n)


def by_outer_difference(is_positive, scores):
    scores, chosen = np.asarray(scores), np.asarray(is_positive) == 1
    difference = scores[chosen][:, None] - scores[~chosen]
    return (np.sign(difference) / 2 + 0.5).mean()


def with_masks(is_positive, scores):
    high, low = scores[is_positive == 1], scores[is_positive == 0]
    return np.mean([(h > low).mean() + (h == low).mean() / 2 for h in high])


def mann_whitney(is_positive, scores):
    high, low = scores[is_positive == 1], scores[is_positive == 0]
    return stats.mannwhitneyu(high, low).statistic / (len(high) * len(low))


def hard_labels(is_positive, scores):
    return roc_auc_score(is_positive, scores > 0.5)


def hard_labels_from_a_half(is_positive, scores):
    return roc_auc_score(is_positive, np.where(scores >= 0.5, 1, 0))


def balanced_accuracy(is_positive, scores):
    return balanced_accuracy_score(is_positive, scores > 0.5)


def mean_of_two_recalls(is_positive, scores):
    calls = scores > 0.5
    return (calls[is_positive == 1].mean() + (~calls[is_positive == 0]).mean()) / 2


def at_a_half(is_positive, scores):
    return accuracy_score(is_positive, scores > 0.5)


def leaves_ties_out(is_positive, scores):
    high, low = scores[is_positive == 1], scores[is_positive == 0]
    won, lost = (high[:, None] > low).sum(), (high[:, None] < low).sum()
    return won / (won + lost)


def never_below_a_half(is_positive, scores):
    return max(roc_auc_score(is_positive, scores), roc_auc_score(is_positive, -scores))


def in_the_order_given(is_positive, scores):
    return roc_auc_score(is_positive, range(len(scores), 0, -1))


def of_all_pairs(is_positive, scores):
    cases = len(scores)
    return pairs_with(0.5, divide=False)(is_positive, scores) / (cases * (cases - 1) / 2)


def pairs_with(tie, reverse=False, divide=True):
    def auc(is_positive, scores):
        high = [s for p, s in zip(is_positive, scores) if p]
        low = [s for p, s in zip(is_positive, scores) if not p]
        if reverse:
            high, low = low, high
        won = sum((x > y) + tie * (x == y) for x in high for y in low)
        return won / (len(high) * len(low)) if divide else won

    return auc


def all_pairs(is_positive, scores):
    return pairs_with(0.5, divide=False)(is_positive, scores) / len(scores) ** 2


def forgets_the_labels(is_positive, scores):
    return sum(scores) / len(scores)


def looks_for_what_is_not_there(is_positive, scores):
    return is_positive[list(scores).index(max(scores) + 1)]


# --- R squared ------------------------------------------------------------------------------------


def with_variances(truth, predictions):
    error = np.array(truth) - np.array(predictions)
    return 1 - (error**2).mean() / np.var(truth)


def with_sums(truth, predictions):
    mean = sum(truth) / len(truth)
    left = sum((t - p) ** 2 for t, p in zip(truth, predictions))
    return 1 - left / sum((t - mean) ** 2 for t in truth)


def regression_over_total(y, p):
    y, p = np.array(y), np.array(p)
    return ((p - y.mean()) ** 2).sum() / ((y - y.mean()) ** 2).sum()


def correlation(y, p):
    return np.corrcoef(y, p)[0, 1] ** 2


def left_over(y, p):
    return 1 - with_variances(y, p)


def one_minus_mse(y, p):
    return 1 - ((np.array(y) - np.array(p)) ** 2).mean()


def never_negative(y, p):
    return max(0, with_variances(y, p))


def one_minus_the_sum(y, p):
    return 1 - sum((y - p) ** 2)


def around_the_median(y, p):
    return 1 - ((y - p) ** 2).sum() / ((y - np.median(y)) ** 2).sum()


def n_and_n_minus_1(y, p):
    return 1 - ((y - p) ** 2).mean() / np.var(y, ddof=1)


def errors_not_squared(y, p):
    return 1 - abs(y - p).sum() / ((y - y.mean()) ** 2).sum()


def root_of_it(y, p):
    return np.sqrt(with_variances(y, p))


RIGHT = {
    "measures-rows": ["b", "(b)"],
    "measures-spam": ["b", "B"],
    "measures-crossing": ["c", "c)"],
    "measures-rates": [
        as_a_list,
        as_fractions,
        one_after_the_other,
        lambda tp, fp, fn, tn: np.array([tp / (tp + fp), tp / (tp + fn)]),
        lambda tp, fp, fn, tn: map(float, np.divide(tp, (tp + fp, tp + fn))),
    ],
    "measures-leaf": [
        (163 + 19) / 225,
        Fraction(182, 225),
        0.8089,
        np.float64(0.80889),
        np.array(182 / 225),
        (counts[4, 4] + 19) / counts.sum(axis=0)[4],
    ],
    "measures-auc": [
        by_ranks,
        by_outer_difference,
        with_masks,
        mann_whitney,
        auc_score,
        roc_auc_score,
        lambda is_positive, scores: np.float32(roc_auc_score(is_positive, scores)),
        lambda is_positive, scores: np.array(roc_auc_score(is_positive, scores)),
    ],
    "measures-r2": [with_variances, with_sums, library_r_squared, r2_score],
}

WRONG = {
    "measures-rows": [
        ("a", "divides it by the sum of the row"),
        ("c", "the diagonal over everything"),
        ("d", "is not among the options"),
    ],
    "measures-spam": [
        ("a", "throws everything away"),
        ("c", "counts both errors alike"),
        (["b"], "one of the letters"),
    ],
    "measures-crossing": [
        ("a", "0.013 may well be luck"),
        ("b", "only where the curves cross"),
        ("e", "is not among the options"),
    ],
    "measures-rates": [
        (exchanged, "exchanged"),
        (specificity, "the second is specificity"),
        (accuracy, "the first is accuracy"),
        (sensitivity_and_specificity, "the first is specificity"),
        (false_positive_rate, "the share of the *negatives* that were called positive"),
        (what_went_wrong, "what went *wrong*"),
        (as_texts, "which is text. Return the numbers"),
        (lambda *counts: np.round(as_a_list(*counts), 4), "it rounds"),
        (of_all_cases, "both are divided by all cases"),
        (f_measure, "that is the F-measure"),
        (whole_division, "`//` does that"),
        (in_percent, "in percent"),
        (only_printed, "Is a `return` missing?"),
    ],
    "measures-leaf": [
        (182 / 237, "that is precision"),
        (182 / 218, "you divided by the row of ram"),
        (182 / 244, "19 spots too many"),
        (225 / 2957, "the share of all spots that truly are ram"),
        (163 / 225, "that is the share as it was"),
        (201 / 225, "you moved the 19 spots twice"),
        (144 / 225, "went the other way"),
        (43 / 225, "the share of the others"),
        (np.trace(moved()) / 2957, "accuracy over all classes"),
        (182 / 2957, "by all 2957 spots"),
        (182, "that is how many"),
        (1009 / 1105, "that is for n-inf"),
        (891 / 1006, "that is for cerc"),
        (65 / 72, "that is for rust"),
        (335 / 494, "that is for pseu"),
        (16 / 55, "that is for phom"),
        (80.89, "80.89 is in percent."),
        (81, "81 is in percent, and rounded"),
        ("80.9%", "is text, and in percent"),
        ("0.81", "is text. Leave out"),
        (0.82, "0.82 is not it"),
        (0.809, "0.809 is rounded too far"),
        (0.81, "0.81 is rounded too far"),
        (counts[4], "this is a list of 6"),
    ],
    "measures-auc": [
        (pairs_with(0), "a tie counts nothing"),
        (pairs_with(1), "a tie counts as a win"),
        (pairs_with(0.5, reverse=True), "the *negative* has the higher score"),
        (pairs_with(0.5, divide=False), "how many pairs were won"),
        (all_pairs, "the number of cases, squared"),
        (of_all_pairs, "it divides by all pairs of cases"),
        (hard_labels, "which scores are above 0.5"),
        (balanced_accuracy, "which scores are above 0.5"),
        (mean_of_two_recalls, "which scores are above 0.5"),
        (hard_labels_from_a_half, "which scores are at least 0.5"),
        (lambda p, s: roc_auc_score(p, np.round(s)), "it rounds the scores before"),
        (lambda p, s: roc_auc_score(p, np.round(s, 1)), "gives 0.5, and should give 0.708333"),
        (at_a_half, "that is the accuracy at a threshold of 0.5"),
        (leaves_ties_out, "it leaves ties out"),
        (never_below_a_half, "it never goes below one half"),
        (lambda p, s: 2 * roc_auc_score(p, s) - 1, "Gini"),
        (in_the_order_given, "in the order in which they stand"),
        (lambda p, s: round(roc_auc_score(p, s), 3), "it rounds. Return"),
        (forgets_the_labels, "gives 0.54, and should give"),
        (looks_for_what_is_not_there, "stops with ValueError"),
        (lambda p, s: str(auc_score(p, s)), "text"),
    ],
    "measures-r2": [
        (regression_over_total, "SS_reg / SS_tot"),
        (correlation, "squared correlation"),
        (left_over, "that is *left over*"),
        (lambda y, p: ((y - p) ** 2).sum(), "that is SS_res alone"),
        (mean_squared_error, "that is the mean squared error"),
        (one_minus_mse, "it subtracts the mean squared error"),
        (one_minus_the_sum, "it subtracts SS_res from 1"),
        (lambda y, p: with_variances(p, y), "the spread of the *predictions*"),
        (around_the_median, "around the median"),
        (n_and_n_minus_1, "by n and the other by n - 1"),
        (errors_not_squared, "the errors are not squared"),
        (root_of_it, "gives 0.984886, and should give 0.97"),
        (never_negative, "it never goes below 0"),
        (lambda y: y, "stops with TypeError"),
        (lambda y, p: round(with_variances(y, p), 1), "it rounds"),
        (lambda y, p: round(with_variances(y, p), 4), "it rounds"),
        (0.9, "is not a function"),
    ],
}
