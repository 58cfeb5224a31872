"""What people answer to lesson 03 and its exercises, and what the checker must say to it.

RIGHT: answers that are right, though written in another way than in the notebook.
WRONG: answers that are not, each with a piece of the message it must get.
"""

from fractions import Fraction

import numpy as np
from scipy import stats

from course_lib import assess_best, critical_value, null_distribution, p_value, plan_test_set

line = critical_value("auc", 40, 160, 60, 0.05)
one = p_value("auc", 0.65, 40, 160)
plan = plan_test_set("auc", 0.62, competitors=8, ratio="1:4", alpha=0.05)


def by_the_p_value(score, positives, negatives, competitors, alpha):
    return p_value("accuracy", score, positives, negatives, competitors) <= alpha


def by_the_library(score, positives, negatives, competitors, alpha):
    return assess_best("accuracy", score, positives, negatives, competitors, alpha).significant


def by_the_law_of_one(score, positives, negatives, competitors, alpha):
    law = null_distribution("accuracy", positives, negatives)
    return np.bool_(1 - (1 - law.chance_at_least(score)) ** competitors <= alpha)


def with_an_if(score, positives, negatives, competitors, alpha):
    verdict = False
    if score > critical_value("accuracy", positives, negatives, competitors, alpha):
        verdict = True
    return verdict


def at_least(score, positives, negatives, competitors, alpha):
    return score >= critical_value("accuracy", positives, negatives, competitors, alpha)


def forgets_the_competitors(score, positives, negatives, competitors, alpha):
    return score > critical_value("accuracy", positives, negatives, alpha=alpha)


def forgets_alpha(score, positives, negatives, competitors, alpha):
    return score > critical_value("accuracy", positives, negatives, competitors)


def the_wrong_way_round(score, positives, negatives, competitors, alpha):
    return critical_value("accuracy", positives, negatives, competitors, alpha) > score


def line_of_the_auc(score, positives, negatives, competitors, alpha):
    return score > critical_value("auc", positives, negatives, competitors, alpha)


def better_than_majority(score, positives, negatives, competitors, alpha):
    return score > max(positives, negatives) / (positives + negatives)


def against_majority(score, positives, negatives, competitors, alpha):
    cases = positives + negatives
    p = stats.binomtest(
        round(score * cases), cases, max(positives, negatives) / cases, alternative="greater"
    ).pvalue
    return 1 - (1 - p) ** competitors <= alpha


def against_majority_alone(score, positives, negatives, competitors, alpha):
    cases = positives + negatives
    chance = max(positives, negatives) / cases
    return stats.binom.sf(round(score * cases) - 1, cases, chance) <= alpha


def against_coins(score, positives, negatives, competitors, alpha):
    cases = positives + negatives
    p = stats.binom.sf(round(score * cases) - 1, cases, 0.5)
    return 1 - (1 - p) ** competitors <= alpha


def against_coins_alone(score, positives, negatives, competitors, alpha):
    cases = positives + negatives
    return stats.binom.sf(round(score * cases) - 1, cases, 0.5) <= alpha


def all_cases_negative(score, positives, negatives, competitors, alpha):
    cases = positives + negatives
    return score > critical_value("accuracy", positives, cases, competitors, alpha)


def p_value_itself(score, positives, negatives, competitors, alpha):
    return p_value("accuracy", score, positives, negatives, competitors)


def in_words(score, positives, negatives, competitors, alpha):
    significant = by_the_p_value(score, positives, negatives, competitors, alpha)
    return "significant" if significant else "not significant"


def as_text(score, positives, negatives, competitors, alpha):
    return str(by_the_p_value(score, positives, negatives, competitors, alpha))


def one_or_zero(score, positives, negatives, competitors, alpha):
    return int(by_the_p_value(score, positives, negatives, competitors, alpha))


def prints_the_verdict(score, positives, negatives, competitors, alpha):
    print(by_the_p_value(score, positives, negatives, competitors, alpha))


def says_true_or_nothing(score, positives, negatives, competitors, alpha):  # noqa: RET503
    if by_the_p_value(score, positives, negatives, competitors, alpha):
        return True


def takes_alpha_for_the_competitors(score, positives, negatives, competitors, alpha):
    return score > critical_value("accuracy", positives, negatives, alpha, competitors)


def always_true(score, positives, negatives, competitors, alpha):
    return True


RIGHT = {
    "critical-tenfold": ["B"],
    "critical-chart": ["b"],
    "critical-dependent": ["(b)"],
    "critical-look-up": [
        null_distribution("auc", 40, 160).critical_value(60, 0.05),
        assess_best("auc", 0.65, 40, 160, 60, 0.05).critical_value,
        critical_value("auc", 160, 40, 60, 0.05),  # the same: the AUC treats both classes alike
        Fraction(4218, 6400),
        0.6591,
        np.float32(line),
        np.array(line),
    ],
    "critical-p": [
        1 - (1 - one) ** 60,
        assess_best("auc", 0.65, 40, 160, 60).p_value,
        1 - null_distribution("auc", 40, 160).cdf(0.65 - 1e-9) ** 60,
        0.09015,
    ],
    "critical-verdict": [
        by_the_p_value,
        by_the_library,
        by_the_law_of_one,
        with_an_if,
        lambda s, p, n, c, a: s > null_distribution("accuracy", p, n).critical_value(c, a),
        lambda s, p, n, c, a: not s <= critical_value("accuracy", n, p, c, a),  # symmetric
        lambda s, p, n, c, a: np.array(p_value("accuracy", s, p, n, c) <= a),
    ],
    "critical-plan": [
        45.0,
        plan_test_set("auc", 0.62, competitors=8, ratio=(1, 4), alpha=0.05).positives,
        next(p for p in range(2, 99) if critical_value("auc", p, 4 * p, 8, 0.05) < 0.62),
    ],
}

WRONG = {
    "critical-tenfold": [
        ("a", "beyond a perfect score"),
        ("c", "the best of more guesses"),
        (10, "in quotes"),
    ],
    "critical-chart": [
        ("a", "negatives are not what is missing"),
        ("c", "the lines bend"),
        ("20 positives", "not among the options"),
    ],
    "critical-dependent": [
        ("a", "*fewer* tries"),
        ("c", "one setting's luck"),
        (["b"], "one of the letters"),
    ],
    "critical-look-up": [
        (critical_value("auc", 40, 160, 60), "1 percent: the one that is used"),
        (critical_value("auc", 40, 160, alpha=0.05), "that is for one classifier. The winner"),
        (critical_value("auc", 40, 160), "one classifier at 1 percent"),
        (critical_value("auc", 40, 200, 60, 0.05), "200 is the number of all cases"),
        (critical_value("accuracy", 40, 160, 60, 0.05), "best accuracy"),
        (critical_value("auc", 40, 160, alpha=0.05 / 60), "Bonferroni"),
        (p_value("auc", 0.65, 40, 160, 60), "0.0901499 is not it"),
        (100 * line, "in percent"),
        (0.66, "0.66 is rounded"),
        (0.6601, "0.6601 is not it"),
        (0.5, "0.5 is not it"),
        (f"{line:.4f}", "is text"),
        (critical_value, "Call it, with brackets"),
        (null_distribution("auc", 40, 160), "has the type AUCDistribution"),
        ((line, 0.05), "this is a list of 2"),
    ],
    "critical-p": [
        (one, "named in advance"),
        (60 * one, "Bonferroni"),
        (1 - p_value("auc", 0.65, 40, 160, 60), "luck does *worse*"),
        (1 - (1 - null_distribution("auc", 40, 160).sf(0.65)) ** 60, "Doing as well counts"),
        (p_value("auc", 0.65, 40, 200, 60), "200 is the number of all cases"),
        (p_value("accuracy", 0.65, 40, 160, 60), "best accuracy"),
        (line, "that is a score to exceed"),
        (9.015, "9.015 is in percent"),
        (0.09, "is rounded"),
        (0.05, "0.05 is not it"),
        ("9 %", "is text"),
        (assess_best("auc", 0.65, 40, 160, 60), "has the type BestScore"),
    ],
    "critical-verdict": [
        (at_least, "*equal* to the critical value"),
        (forgets_the_competitors, "the number of competitors makes no difference"),
        (forgets_alpha, "the level makes no difference"),
        (the_wrong_way_round, "*below* the critical value"),
        (line_of_the_auc, "the critical value of an AUC"),
        (better_than_majority, "it compares with majority voting"),
        (against_majority, "against the share of the larger class, as if"),
        (against_majority_alone, "of *one* classifier against the share of the larger class"),
        (against_coins, "as if each call were a fair coin"),
        (against_coins_alone, "of *one* classifier against one half"),
        (lambda s, p, n, c, a: s > 1 - a, "with `1 - alpha`"),
        (all_cases_negative, "it takes all cases for the negatives"),
        (lambda s, p, n, c, a: s > critical_value("accuracy", p, n, c, 2 * a), "doubles the level"),
        (lambda s, p, n, c, a: p_value("accuracy", s, p, n, c) <= a / 2, "halves the level"),
        (lambda s, p, n, c, a: s > critical_value("accuracy", p + 1, n, c, a), "(0.7, 50, 50, 200"),
        (lambda s, p, n, c, a: s > critical_value("accuracy", p, n + 1, c, a), "(0.7, 50, 50, 200"),
        (p_value_itself, "gives 0.102603, and should give False: `True` or `False`"),
        (in_words, "gives 'not significant', and should give False"),
        (as_text, "gives 'False', and should give False"),
        (one_or_zero, "gives 0, and should give False"),
        (prints_the_verdict, "prints_the_verdict(0.95, 10, 10, 1000, 0.01)` returns nothing"),
        (says_true_or_nothing, "says_true_or_nothing(0.95, 10, 10, 1000, 0.01)` returns nothing"),
        (
            lambda s, p, n, c, a: s > critical_value("f_measure", p, n, c, a),
            "critical value of an F-measure",
        ),
        (lambda s, p, n, c, a: p_value("accuracy", s, p, n) <= a / c, "(Bonferroni)"),
        (takes_alpha_for_the_competitors, "stops with ValueError: competitors must be"),
        (lambda score: score > 0.5, "stops with TypeError"),
        (always_true, "always_true(0.95, 10, 10, 1000, 0.01)` gives True, and should give False"),
        (by_the_p_value(0.65, 40, 160, 60, 0.05), "False is not a function"),
    ],
    "critical-plan": [
        (plan.negatives, "those are the negatives"),
        (plan.positives + plan.negatives, "those are all cases"),
        (plan_test_set("auc", 0.62, 1, "1:4", 0.05).positives, "enough for one classifier"),
        (plan_test_set("auc", 0.62, 8, "1:1", 0.05).positives, "as many positives as negatives"),
        (plan_test_set("auc", 0.62, 8, "1:4").positives, "a level of 1 percent"),
        (plan, "has the type TestSetPlan"),
        (plan_test_set("auc", 0.62, 8, "1:5", 0.05).positives, "one positive to 4 negatives"),
        (plan.positives + 1, "46 is not it"),
        ("45", "is text"),
        (critical_value("auc", 45, 180, 8, 0.05), "0.61963 is not it"),
    ],
}
