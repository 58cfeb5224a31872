"""Other right answers, and the wrong ones that people give, with a piece of what each hears."""

import numpy as np
from scipy import stats
from sklearn.metrics import confusion_matrix

from course_lib import (
    auc_score,
    confident_segment,
    delong_interval,
    delong_test,
    error_differences,
    mcnemar_test,
    tango_interval,
    wald_interval,
)
from course_lib.datasets import load_elazmeh_scores

ill = load_elazmeh_scores("sick-euthyroid")
is_ill = ill.is_positive[3::18]
forest = confident_segment(is_ill, ill.scores["random_forest"][3::18], 0.9)
spect = load_elazmeh_scores("spect")
t = spect.scores["decision_tree"]
b = spect.scores["naive_bayes"]
f = spect.scores["random_forest"]
s = spect.scores["decision_stump"]


# --- The difference at a threshold ----------------------------------------------------------------


def with_arrays(truth, scores, threshold):
    truth, called = np.asarray(truth) == 1, np.asarray(scores) >= threshold
    return ((truth & ~called).sum() - (~truth & called).sum()) / truth.size


def without_counting_errors(truth, scores, threshold):
    return (sum(truth) - sum(s >= threshold for s in scores)) / len(truth)


def exchanged(truth, scores, threshold):
    return -with_arrays(truth, scores, threshold)


def strict(truth, scores, threshold):
    truth, called = np.asarray(truth) == 1, np.asarray(scores) > threshold
    return ((truth & ~called).sum() - (~truth & called).sum()) / truth.size


def rates(truth, scores, threshold):
    truth, called = np.asarray(truth) == 1, np.asarray(scores) >= threshold
    return (truth & ~called).sum() / truth.sum() - (~truth & called).sum() / (~truth).sum()


def error_rate(truth, scores, threshold):
    return np.mean((np.asarray(truth) == 1) != (np.asarray(scores) >= threshold))


def counts_only(truth, scores, threshold):
    return sum(truth) - sum(s >= threshold for s in scores)


def of_the_lesson(is_positive, scores, threshold):
    called = scores >= threshold
    misses = (is_positive & ~called).sum()
    false_alarms = (~is_positive & called).sum()
    return (misses - false_alarms) / is_positive.size


def with_a_loop(truth, scores, threshold):
    total = 0
    for is_positive, score in zip(truth, scores, strict=True):
        total += int(is_positive == 1 and score < threshold)
        total -= int(is_positive == 0 and score >= threshold)
    return total / len(truth)


def with_a_confusion_matrix(truth, scores, threshold):
    called = [score >= threshold for score in scores]
    (_, false_alarms), (misses, _) = confusion_matrix(truth, called)
    return (misses - false_alarms) / len(truth)


def always_at_a_half(truth, scores, threshold):
    return with_arrays(truth, scores, 0.5)


def share_of_errors(truth, scores, threshold):
    truth, called = np.asarray(truth) == 1, np.asarray(scores) >= threshold
    return ((truth & ~called).sum() - (~truth & called).sum()) / (truth != called).sum()


def forgets_the_last(truth, scores, threshold):
    return with_arrays(truth[:-1], scores[:-1], threshold)


def asks_an_array(truth, scores, threshold):
    return 1.0 if scores >= threshold else 0.0


# --- Is a point confident? ------------------------------------------------------------------------


def by_the_test(b, c):
    return bool(mcnemar_test(b, c, "asymptotic").p_value >= 0.05)


def by_the_interval(b, c):
    low, high = tango_interval(b, c, 1000)
    return low <= 0 <= high


def by_the_interval_with_too_few(b, c):
    low, high = tango_interval(b, c, 100)
    return low <= 0 <= high


def by_the_interval_with_errors_alone(b, c):
    low, high = tango_interval(b, c, max(b + c, 1))
    return low <= 0 <= high


def the_other_way_round(b, c):
    return not by_the_test(b, c)


def no_equality(b, c):
    return (b - c) ** 2 < 1.96**2 * (b + c)


def not_squared(b, c):
    return abs(b - c) <= 3.84 * (b + c)


def with_correction(b, c):
    return bool(mcnemar_test(b, c, "corrected").p_value >= 0.05)


def one_tail(b, c):
    return (b - c) ** 2 <= stats.norm.ppf(0.95) ** 2 * (b + c)


def z_not_squared(b, c):
    return b == c or (b - c) ** 2 / (b + c) <= 1.96


def z_for_the_difference(b, c):
    return abs(b - c) <= 1.96


def exact(b, c):
    return bool(mcnemar_test(b, c, "exact").p_value >= 0.05)


def by_wald(n):
    def holds_zero(b, c):
        low, high = wald_interval(b, c, n or max(b + c, 1))
        return low <= 0 <= high

    return holds_zero


def of_one_percent(b, c):
    return (b - c) ** 2 <= stats.norm.ppf(0.995) ** 2 * (b + c)


def no_case_at_all(b, c):
    low, high = tango_interval(b, c, b + c)
    return low <= 0 <= high


def the_same(b, c):
    return b == c


def divides(b, c):
    return (b - c) ** 2 / (b + c) <= 3.84


# --- The area of a confident segment --------------------------------------------------------------


def area_of(scores):
    return confident_segment(is_ill, scores, confidence=0.9).area


def below_and_beside(b, c, holds):
    x, y = (c / (~is_ill).sum())[holds], (1 - b / is_ill.sum())[holds]
    below = np.sum(np.diff(x) * (y[1:] + y[:-1]) / 2)
    beside = np.sum(np.diff(y) * (2 - x[1:] - x[:-1]) / 2)
    return (below + beside) / 2


def by_hand():
    along = error_differences(is_ill, ill.scores["random_forest"][3::18])
    b, c = along.misses, along.false_alarms
    return below_and_beside(b, c, (b - c) ** 2 <= 1.645**2 * (b + c))


def by_the_exact_test():
    along = error_differences(is_ill, ill.scores["random_forest"][3::18])
    b, c = along.misses, along.false_alarms
    p = 2 * stats.binom.cdf(np.minimum(b, c), b + c, 0.5)
    return below_and_beside(b, c, p >= 0.1)


# --- Two AUCs -------------------------------------------------------------------------------------


def as_if_independent():
    first, second = (delong_interval(spect.is_positive, scores) for scores in (t, b))
    spread = np.hypot(first.standard_error, second.standard_error)
    return 2 * stats.norm.sf(abs(first.auc - second.auc) / spread)


RIGHT = {
    "roc-zero": ["b", "B"],
    "roc-more": ["c", "(c)"],
    "roc-difference": [
        with_arrays,
        without_counting_errors,
        of_the_lesson,
        with_a_loop,
        with_a_confusion_matrix,
        lambda truth, scores, at: np.mean(truth) - np.mean(np.asarray(scores) >= at),
        lambda truth, scores, at: np.float32(with_arrays(truth, scores, at)),
        lambda truth, scores, at: np.array(with_arrays(truth, scores, at)),
    ],
    "roc-confident": [
        by_the_test,
        by_the_interval,
        by_the_interval_with_errors_alone,
        lambda b, c: b == c or (b - c) ** 2 / (b + c) <= 3.84,
        lambda b, c: np.array((b - c) ** 2 <= stats.chi2.isf(0.05, 1) * (b + c)),
        lambda b, c: stats.chi2.sf((b - c) ** 2 / max(b + c, 1), 1) >= 0.05,
    ],
    "roc-area": [
        forest.area,
        (forest.vertical_area + forest.horizontal_area) / 2,
        by_hand(),
        np.array(forest.area),
        np.float32(forest.area),
        0.06844,
    ],
    "roc-delong": [
        delong_test(spect.is_positive, t, b).p_value,
        delong_test(spect.is_positive, b, t).p_value,
        0.01669,
    ],
}

WRONG = {
    "roc-zero": [
        ("a", "Not shown to differ is not shown to be equal"),
        ("c", "Ten misses and ten false alarms"),
        (0, "one of the letters"),
    ],
    "roc-more": [
        ("a", "*not shown*"),
        ("b", "The intervals get narrower"),
        ("d", "is not among the options"),
    ],
    "roc-difference": [
        (exchanged, "the sign is exchanged"),
        (strict, "compare with `>=`"),
        (rates, "miss rate less the false positive rate"),
        (error_rate, "that is the error rate"),
        (counts_only, "Divide by the number of cases"),
        (always_at_a_half, "it is always 0.5"),
        (share_of_errors, "it divides by the number of errors"),
        (lambda truth, scores, at: round(with_arrays(truth, scores, at), 3), "it rounds"),
        (forgets_the_last, "should give"),
        (asks_an_array, "stops with ValueError"),
        (lambda truth, scores, at: with_arrays(truth, scores, at) * 100, "in percent"),
        (0.25, "is not a function"),
    ],
    "roc-confident": [
        (the_other_way_round, "does *not* reject"),
        (no_equality, "Allow for equality"),
        (not_squared, "it is always `True`"),
        (lambda b, c: abs(b - c) <= 1.96 * (b + c), "left without its square"),
        (z_not_squared, "1.96 is z. The statistic is squared"),
        (z_for_the_difference, "compares b - c itself with z"),
        (exact, "McNemar's *exact* test"),
        (by_wald(200), "Wald's interval (n = 200)"),
        (by_wald(500), "Wald's interval (n = 500)"),
        (by_wald(1000), "Wald's interval (n = 1000)"),
        (by_the_interval_with_too_few, "`by_the_interval_with_too_few(47, 68)` stops with"),
        (by_wald(None), "Wald's interval (n = b + c)"),
        (of_one_percent, "that of 1 percent"),
        (no_case_at_all, "stops with ValueError: n must be a whole number from 1"),
        (with_correction, "continuity correction"),
        (one_tail, "that of 10 percent"),
        (the_same, "whether a difference is shown"),
        (divides, "stops with ZeroDivisionError"),
        (lambda b, c: mcnemar_test(b, c, "asymptotic").p_value, "`True` or `False`"),
    ],
    "roc-area": [
        (forest.curve.auc, "that is the AUC"),
        (forest.vertical_area, "the area below the segment"),
        (forest.horizontal_area, "the area beside the segment"),
        (forest.vertical_area + forest.horizontal_area, "the sum of both"),
        (forest.mean_difference, "that is AveD"),
        (area_of(ill.scores["decision_tree"][3::18]), "that is the area of the decision tree"),
        (area_of(ill.scores["decision_stump"][3::18]), "that is the area of the decision stump"),
        (area_of(ill.scores["naive_bayes"][3::18]), "that is the area of naive Bayes"),
        (
            confident_segment(is_ill, ill.scores["random_forest"][3::18]).area,
            "one gets at 95 percent",
        ),
        (
            confident_segment(is_ill, ill.scores["random_forest"][3::18], 0.99).area,
            "one gets at 99 percent",
        ),
        (
            confident_segment(
                is_ill, ill.scores["random_forest"][3::18], 0.9, interval=wald_interval
            ).area,
            "with Wald's interval",
        ),
        (by_the_exact_test(), "is not it"),
        (
            confident_segment(ill.is_positive, ill.scores["random_forest"], 0.9).area,
            "with all cases of `sick-euthyroid`",
        ),
        (
            confident_segment(ill.is_positive[::18], ill.scores["random_forest"][::18], 0.9).area,
            "that begins with case 0",
        ),
        (100 * forest.area, "in percent"),
        (0.0684, "0.0684 is rounded too far"),
        (forest, "has the type ConfidentSegment"),
    ],
    "roc-delong": [
        (as_if_independent(), "as independent"),
        (delong_test(spect.is_positive, t, b, "less").p_value, "that is one-sided"),
        (
            delong_test(spect.is_positive, t, b, "greater").p_value,
            "whether the decision tree is better",
        ),
        (1 - delong_test(spect.is_positive, t, b).p_value, "1 less the p-value"),
        (delong_test(spect.is_positive, t, b).statistic, "that is z, the difference"),
        (delong_test(spect.is_positive, b, t).statistic, "that is z, with the two exchanged"),
        (delong_test(spect.is_positive, b, t).effect, "the difference of the two AUCs"),
        (
            auc_score(spect.is_positive, t) - auc_score(spect.is_positive, b),
            "the AUC of the decision tree less that of naive Bayes",
        ),
        (
            delong_test(spect.is_positive, f, b).p_value,
            "that is the random forest against naive Bayes",
        ),
        (
            delong_test(spect.is_positive, f, t).p_value,
            "that is the decision tree against the random forest",
        ),
        (
            delong_test(spect.is_positive, s, t).p_value,
            "that is the decision stump against the decision tree",
        ),
        (
            delong_test(spect.is_positive, s, f).p_value,
            "that is the decision stump against the random forest",
        ),
        (
            delong_test(spect.is_positive, s, b).p_value,
            "that is the decision stump against naive Bayes",
        ),
        (0.017, "0.017 is rounded too far"),
        (0.0169, "0.0169 is not it"),
        (1.669, "is in percent"),
        (delong_test(spect.is_positive, t, b), "has the type PairTest"),
    ],
}
