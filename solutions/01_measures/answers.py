"""Other right answers, and the wrong ones that people give, with a piece of what each hears."""

import numpy as np
from scipy import stats

from course_lib import auc_score, r_squared as library_r_squared

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


def only_printed(tp, fp, fn, tn):
    print(tp / (tp + fp), tp / (tp + fn))


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


def needs_sorted_scores(is_positive, scores):
    return is_positive[scores.index(max(scores) + 1)]


# --- R squared ------------------------------------------------------------------------------------


def with_variances(truth, predictions):
    error = np.array(truth) - np.array(predictions)
    return 1 - (error**2).mean() / np.var(truth)


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


def lists_do_not_subtract(y, p):
    return 1 - sum((y - p) ** 2)


RIGHT = {
    "measures-rows": ["b", "(b)"],
    "measures-spam": ["b", "B"],
    "measures-crossing": ["c", "c)"],
    "measures-rates": [as_a_list],
    "measures-leaf": [335 / 494, 0.6781, np.float64(0.67814)],
    "measures-auc": [by_ranks, by_outer_difference, auc_score],
    "measures-r2": [with_variances, library_r_squared],
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
        (of_all_cases, "both are divided by all cases"),
        (f_measure, "that is the F-measure"),
        (whole_division, "`//` does that"),
        (in_percent, "in percent"),
        (only_printed, "Is a `return` missing?"),
    ],
    "measures-leaf": [
        (335 / 468, "that is precision"),
        (2479 / 2957, "accuracy over all classes"),
        (159 / 494, "that was *missed*"),
        (494 / 2957, "the share of all spots"),
        (16 / 55, "that is for Phoma"),
        (67.81, "in percent"),
        ("0.68", "is text"),
        (0.67, "close, but not"),
        (0.68, "is rounded"),
    ],
    "measures-auc": [
        (pairs_with(0), "a tie counts nothing"),
        (pairs_with(1), "a tie counts as a win"),
        (pairs_with(0.5, reverse=True), "the *negative* has the higher score"),
        (pairs_with(0.5, divide=False), "how many pairs were won"),
        (all_pairs, "it divides by all pairs"),
        (forgets_the_labels, "should give"),
        (needs_sorted_scores, "stops with ValueError"),
        (lambda p, s: str(auc_score(p, s)), "text"),
    ],
    "measures-r2": [
        (regression_over_total, "SS_reg / SS_tot"),
        (correlation, "squared correlation"),
        (left_over, "that is *left over*"),
        (one_minus_mse, "Divide by SS_tot"),
        (never_negative, "it never goes below 0"),
        (lists_do_not_subtract, "stops with TypeError"),
        (lambda y, p: round(with_variances(y, p), 1), "it rounds"),
        (0.9, "is not a function"),
    ],
}
