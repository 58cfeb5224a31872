"""Other right answers, and the wrong ones that people give, with a piece of what each hears."""

import numpy as np
from scipy import stats

from course_lib import (
    auc_score,
    confident_segment,
    delong_interval,
    delong_test,
    mcnemar_test,
    tango_interval,
    wald_interval,
)
from course_lib.datasets import load_elazmeh_scores

sick = load_elazmeh_scores("sick")
tree = confident_segment(sick.is_positive, sick.scores["decision_tree"])
dis = load_elazmeh_scores("dis")
spect = load_elazmeh_scores("spect")
t, b, f = (spect.scores[name] for name in ("decision_tree", "naive_bayes", "random_forest"))


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


def asks_an_array(truth, scores, threshold):
    return 1.0 if scores >= threshold else 0.0


# --- Is a point confident? ------------------------------------------------------------------------


def by_the_test(b, c):
    return bool(mcnemar_test(b, c, "asymptotic").p_value >= 0.05)


def by_the_interval(b, c):
    low, high = tango_interval(b, c, 1000)
    return low <= 0 <= high


def by_the_interval_with_few(b, c):
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


# --- Two AUCs -------------------------------------------------------------------------------------


def as_if_independent():
    first, second = (delong_interval(spect.is_positive, scores) for scores in (t, b))
    spread = np.hypot(first.standard_error, second.standard_error)
    return 2 * stats.norm.sf(abs(first.auc - second.auc) / spread)


RIGHT = {
    "roc-zero": ["b", "B"],
    "roc-more": ["c", "(c)"],
    "roc-difference": [with_arrays, without_counting_errors, of_the_lesson, with_a_loop],
    "roc-confident": [
        by_the_test,
        by_the_interval,
        by_the_interval_with_few,
        by_the_interval_with_errors_alone,
        lambda b, c: b == c or (b - c) ** 2 / (b + c) <= 3.84,
    ],
    "roc-area": [tree.area, (tree.vertical_area + tree.horizontal_area) / 2],
    "roc-delong": [
        delong_test(spect.is_positive, t, b).p_value,
        delong_test(spect.is_positive, b, t).p_value,
        0.0167,
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
        (by_wald(100), "Wald's interval (n = 100)"),
        (by_wald(200), "Wald's interval (n = 200)"),
        (by_wald(500), "Wald's interval (n = 500)"),
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
        (auc_score(sick.is_positive, sick.scores["decision_tree"]), "that is the AUC"),
        (tree.vertical_area, "the area below the segment"),
        (tree.horizontal_area, "the area beside the segment"),
        (tree.vertical_area + tree.horizontal_area, "the sum of both"),
        (tree.mean_difference, "that is AveD"),
        (confident_segment(sick.is_positive, sick.scores["random_forest"]).area, "of the forest"),
        (confident_segment(sick.is_positive, sick.scores["naive_bayes"]).area, "of naive Bayes"),
        (
            confident_segment(sick.is_positive, sick.scores["decision_tree"], 0.9).area,
            "with 90 percent confidence",
        ),
        (confident_segment(dis.is_positive, dis.scores["decision_tree"]).area, "on `dis`"),
        (100 * tree.area, "in percent"),
        (0.053, "is rounded"),
        (tree, "has the type ConfidentSegment"),
    ],
    "roc-delong": [
        (as_if_independent(), "as independent"),
        (delong_test(spect.is_positive, t, b, "less").p_value, "one-sided"),
        (delong_test(spect.is_positive, t, b, "greater").p_value, "whether the *tree* is better"),
        (delong_test(spect.is_positive, f, b).p_value, "the forest against naive Bayes"),
        (
            auc_score(spect.is_positive, t) - auc_score(spect.is_positive, b),
            "the difference of the two AUCs",
        ),
        (delong_test(spect.is_positive, t, b), "has the type PairTest"),
    ],
}
