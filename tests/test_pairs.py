"""Two classifiers: every test against answers that share no code with it.

Enumeration with fractions where that is possible, formulas written out from the papers, published
values, and scipy where it is right.
"""

import math
import re
from fractions import Fraction
from functools import partial
from itertools import combinations_with_replacement, pairwise, product
from statistics import median

import numpy as np
import pytest
from hypothesis import assume, given, settings, strategies as st
from scipy import integrate, special, stats

import course_lib
from course_lib import (
    PairTest,
    choose_test,
    corrected_t_test,
    five_by_two_test,
    mcnemar_from_predictions,
    mcnemar_power,
    mcnemar_sample_size,
    mcnemar_test,
    paired_t_test,
    sign_test,
    sign_test_power,
    sign_test_sample_size,
    t_test_power,
    t_test_sample_size,
    wilcoxon_test,
)
from course_lib.datasets import load_lecture_accuracies
from tests.helpers import missing, refused

ALTERNATIVES = ["two-sided", "greater", "less"]
METHODS = ["exact", "mid-p", "corrected", "asymptotic"]
LEVELS = [0.001, 0.01, 0.025, 0.05, 0.1, 0.3]
# Examples are drawn from a fixed seed, so that every run checks the same ones.
repeatable = settings(max_examples=60, deadline=None, derandomize=True)

#: Tests on two lists of scores, all called the same way.
ON_LISTS = {
    "paired t": paired_t_test,
    "corrected t": lambda a, b, *more, **named: corrected_t_test(a, b, 0.1, *more, **named),
    "sign": sign_test,
    "sign, ties split": partial(sign_test, ties="split"),
    "sign, normal": partial(sign_test, method="normal"),
    "Wilcoxon": wilcoxon_test,
    "Wilcoxon, Pratt": partial(wilcoxon_test, zeros="pratt"),
    "Wilcoxon, split": partial(wilcoxon_test, zeros="split"),
    "Wilcoxon, normal": partial(wilcoxon_test, method="normal"),
}
on_lists = pytest.mark.parametrize("test", ON_LISTS.values(), ids=ON_LISTS.keys())
each_alternative = pytest.mark.parametrize("alternative", ALTERNATIVES)


def numbers_of(result):
    """Everything in a result that a reader may compute with."""
    return [result.statistic, result.p_value, result.effect, *result.interval]


def is_sound(result):
    """A p-value that is one, no NaN anywhere, an interval that is one and holds the effect."""
    low, high = result.interval
    assert isinstance(result, PairTest)
    assert not any(math.isnan(number) for number in numbers_of(result))
    assert 0 <= result.p_value <= 1
    assert low <= result.effect <= high
    return True


# --- Answers found the slow way -----------------------------------------------------------------


def coin_law(n):
    """P(k heads) of a fair coin, for k = 0 ... n."""
    return [Fraction(math.comb(n, k), 2**n) for k in range(n + 1)]


def coin_p(wins, n, alternative, as_extreme=1):
    """The binomial test: all that is more extreme, and this share of what is as extreme."""
    far = {"greater": lambda k: k, "less": lambda k: -k}.get(alternative, lambda k: abs(2 * k - n))
    shares = [(far(k) > far(wins)) + as_extreme * (far(k) == far(wins)) for k in range(n + 1)]
    return sum(chance * share for chance, share in zip(coin_law(n), shares, strict=True))


def beyond(law, x, alternative):
    """The p-value of x, if it is drawn from a law that is symmetric about 0."""
    return {"two-sided": 2 * law.sf(abs(x)), "greater": law.sf(x), "less": law.cdf(x)}[alternative]


def doubled_midranks(sizes):
    """Twice the ranks: one more than twice as many as are smaller, plus as many as are equal."""
    return [2 * sum(s < size for s in sizes) + sum(s == size for s in sizes) + 1 for size in sizes]


def rank_sums(d, zeros):
    """Twice: the ranks that carry a sign, the rank sum of A, and what both sides get for zeros."""
    d = [x for x in d if x != 0] if zeros == "drop" else list(d)
    ranks = doubled_midranks([abs(x) for x in d])
    signed = [r for r, x in zip(ranks, d, strict=True) if x != 0]
    plus = sum(r for r, x in zip(ranks, d, strict=True) if x > 0)
    given = sum(r for r, x in zip(ranks, d, strict=True) if x == 0) if zeros == "split" else 0
    return signed, plus, Fraction(given, 2)


def all_sums(ranks):
    """The rank sum of A under each of the 2^n ways to give signs to the ranks."""
    sums = np.zeros(1, dtype=int)
    for rank in ranks:
        sums = np.concatenate([sums, sums + rank])
    return sums


def brute_wilcoxon(d, zeros, alternative):
    """Statistic and p-value of the signed-rank test, over all signs."""
    ranks, plus, given = rank_sums(d, zeros)
    total, sums = sum(ranks), all_sums(ranks)
    if alternative == "greater":
        extreme = sums >= plus
    elif alternative == "less":
        extreme = sums <= plus
    else:
        extreme = abs(2 * sums - total) >= abs(2 * plus - total)
    of_a, of_b = plus + given, total - plus + given
    statistic = min(of_a, of_b) if alternative == "two-sided" else of_a
    return float(statistic / 2), Fraction(int(extreme.sum()), len(sums))


def pairwise_means(d):
    return sorted((x + y) / 2 for x, y in combinations_with_replacement(d, 2))


# --- t tests ------------------------------------------------------------------------------------


@each_alternative
@pytest.mark.parametrize("n", [2, 3, 5, 10, 30, 200])
def test_the_paired_t_test_is_scipys(n, alternative):
    random = np.random.default_rng(n)
    for confidence in (0.5, 0.9, 0.95, 0.999):
        a = random.normal(0.8, 0.05, n)
        b = a - random.normal(0.01, 0.03, n)
        ours = paired_t_test(a, b, alternative, confidence=confidence)
        theirs = stats.ttest_rel(a, b, alternative=alternative)
        assert ours.statistic == pytest.approx(theirs.statistic, rel=1e-10)
        assert ours.p_value == pytest.approx(theirs.pvalue, rel=1e-10)
        # Ours always has two limits.
        interval = stats.ttest_rel(a, b).confidence_interval(confidence)
        assert ours.interval == pytest.approx((interval.low, interval.high), rel=1e-9)
        assert ours.effect == pytest.approx((a - b).mean())


def test_the_paired_t_test_meets_the_lectures_table():
    # df = 4: 2.776 at the 5 % level, two-sided, and 2.132 one-sided.
    d = np.array([-2.0, -1.0, 0.0, 1.0, 2.0])
    error = math.sqrt(2.5 / 5)
    for critical, alternative in ((2.776, "two-sided"), (2.132, "greater")):
        p = paired_t_test(d + critical * error, np.zeros(5), alternative).p_value
        assert p == pytest.approx(0.05, abs=5e-5)


@each_alternative
def test_the_corrected_t_test_is_nadeaus_and_bengios(alternative):
    random = np.random.default_rng(3)
    for n, fraction in ((10, 0.1), (100, 0.1), (15, 1 / 3), (5, 0.5), (2, 0.9)):
        a, b = random.normal(0.8, 0.05, n), random.normal(0.78, 0.05, n)
        d = [x - y for x, y in zip(a, b, strict=True)]
        mean = math.fsum(d) / n
        variance = math.fsum((x - mean) ** 2 for x in d) / (n - 1)
        # Their section 3: (1/J + n2/n1) times the variance, with n2 test and n1 training cases.
        n_test, n_train = fraction * 900, (1 - fraction) * 900
        error = math.sqrt((1 / n + n_test / n_train) * variance)
        t = mean / error
        law = stats.t(n - 1)
        ours = corrected_t_test(a, b, fraction, alternative, confidence=0.9)
        assert ours.statistic == pytest.approx(t, rel=1e-10)
        assert ours.p_value == pytest.approx(beyond(law, t, alternative), rel=1e-9)
        half = law.ppf(0.95) * error
        assert ours.interval == pytest.approx((mean - half, mean + half), rel=1e-9)


def test_the_correction_vanishes_with_the_test_set_and_only_ever_weakens():
    random = np.random.default_rng(4)
    a, b = random.normal(size=(2, 12))
    plain = paired_t_test(a, b)
    hardly = corrected_t_test(a, b, 1e-12)
    assert numbers_of(hardly) == pytest.approx(numbers_of(plain), rel=1e-9)
    # Halving the data gives test/train = 1: the t statistic shrinks by sqrt(1 + n).
    half = corrected_t_test(a, b, 0.5)
    assert half.statistic == pytest.approx(plain.statistic / math.sqrt(13), rel=1e-12)
    ps = [corrected_t_test(a, b, share).p_value for share in (0.01, 0.1, 0.3, 0.5, 0.9)]
    assert ps == sorted(ps)
    assert plain.p_value < ps[0]


def test_five_by_two_is_dietterichs_t_and_alpaydins_f():
    random = np.random.default_rng(5)
    for _ in range(20):
        a, b = random.normal(0.8, 0.05, (2, 5, 2))
        p = a - b
        # Dietterich (1998), section 3.5, and Alpaydin (1999), equation 4.
        means = [(p[i][0] + p[i][1]) / 2 for i in range(5)]
        variances = [sum((p[i][j] - means[i]) ** 2 for j in range(2)) for i in range(5)]
        t = p[0][0] / math.sqrt(sum(variances) / 5)
        f = sum(p[i][j] ** 2 for i in range(5) for j in range(2)) / (2 * sum(variances))
        for alternative in ALTERNATIVES:
            ours = five_by_two_test(a, b, alternative, kind="t")
            expected = beyond(stats.t(5), t, alternative)
            assert ours.statistic == pytest.approx(t, rel=1e-10)
            assert ours.p_value == pytest.approx(expected, rel=1e-9)
            assert ours.effect == p[0][0]
        ours = five_by_two_test(a, b)
        assert ours.statistic == pytest.approx(f, rel=1e-10)
        assert ours.p_value == pytest.approx(stats.f.sf(f, 10, 5), rel=1e-9)
        assert ours.effect == pytest.approx(p.mean())


def test_the_order_of_the_halves_matters_to_the_t_version_only():
    a, b = np.random.default_rng(6).normal(size=(2, 5, 2))
    as_given = five_by_two_test(a, b).p_value
    assert five_by_two_test(a[:, ::-1], b[:, ::-1]).p_value == pytest.approx(as_given)
    assert five_by_two_test(a[::-1], b[::-1]).p_value == pytest.approx(as_given)
    turned = five_by_two_test(a[:, ::-1], b[:, ::-1], kind="t").p_value
    assert turned != five_by_two_test(a, b, kind="t").p_value


def test_five_by_two_keeps_its_level_on_independent_normal_differences():
    # There F is 1/2 + F(5, 5)/2, since the sum of squares above holds the one below: the F test
    # is far on the safe side.
    random = np.random.default_rng(7)
    repetitions = 4000
    differences = random.normal(size=(repetitions, 5, 2))
    zero = np.zeros((5, 2))
    f = np.array([five_by_two_test(d, zero).p_value for d in differences])
    for alpha in (0.05, 0.2, 0.5):
        rate = stats.f.sf(2 * stats.f.isf(alpha, 10, 5) - 1, 5, 5)
        assert rate < alpha
        error = math.sqrt(rate * (1 - rate) / repetitions)
        assert (f <= alpha).mean() == pytest.approx(rate, abs=4 * error)
    t = np.array([five_by_two_test(d, zero, kind="t").p_value for d in differences])
    assert (t <= 0.05).mean() <= 0.05 + 4 * math.sqrt(0.05 * 0.95 / repetitions)


def test_the_f_interval_holds_the_shifts_that_the_test_does_not_reject():
    random = np.random.default_rng(8)
    checked = 0
    for _ in range(40):
        a = random.normal(0.3, 1, (5, 2))
        result = five_by_two_test(a, np.zeros((5, 2)), confidence=0.9)
        low, high = result.interval
        if low == high:
            # Not even the best shift is accepted, and the result says so.
            assert "no mean difference fits" in result.sentence()
            assert five_by_two_test(a, np.full((5, 2), result.effect)).p_value <= 0.1
            continue
        checked += 1
        for shift, inside in ((low - 1e-6, False), (low + 1e-6, True), (high - 1e-6, True)):
            p = five_by_two_test(a, np.full((5, 2), shift)).p_value
            assert (p > 0.1) == inside
    assert checked > 20


# --- McNemar ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("a_wrong", "b_wrong", "asymptotic", "corrected", "exact", "mid_p"),
    [
        # Cavo et al. (2012) and Bentur et al. (2009), as worked out in Fagerland, Lydersen and
        # Laake, and in R's contingencytables.
        (6, 16, 0.033006, 0.055009, 0.052479, 0.034690),
        (1, 7, 0.033895, 0.077100, 0.070312, 0.039063),
    ],
)
def test_published_mcnemar_values(a_wrong, b_wrong, asymptotic, corrected, exact, mid_p):
    for method, p in zip(METHODS, (exact, mid_p, corrected, asymptotic), strict=True):
        assert mcnemar_test(a_wrong, b_wrong, method).p_value == pytest.approx(p, abs=6e-7)
        assert mcnemar_test(b_wrong, a_wrong, method).p_value == pytest.approx(p, abs=6e-7)


@each_alternative
def test_exact_and_mid_p_mcnemar_and_the_sign_test_by_enumeration(alternative):
    for n in range(1, 17):
        for wins in range(n + 1):
            table = (n - wins, wins)
            exact = mcnemar_test(*table, alternative=alternative)
            mid_p = mcnemar_test(*table, "mid-p", alternative=alternative)
            sign = sign_test(*with_wins(wins, n - wins, ties=n % 5), alternative)
            p, half = (float(coin_p(wins, n, alternative, share)) for share in (1, Fraction(1, 2)))
            assert (exact.p_value, mid_p.p_value) == pytest.approx((p, half), rel=1e-12)
            assert exact.statistic == mid_p.statistic == min(table)
            assert (exact.n, exact.effect, sign.n) == (n, wins / n, n)
            # The exact test is the sign test of the cases.
            assert (sign.p_value, sign.interval) == (exact.p_value, exact.interval)


def test_with_as_many_on_both_sides_mid_p_leaves_out_half_of_what_was_observed():
    # Fagerland, Lydersen and Laake (2013), supplement: then it is 1 - half the point probability.
    assert mcnemar_test(1, 1, "mid-p").p_value == pytest.approx(0.75)
    assert mcnemar_test(5, 5, "mid-p").p_value == pytest.approx(1 - 252 / 1024 / 2)


@each_alternative
def test_exact_mcnemar_is_scipys_binomial_test(alternative):
    for a_wrong, b_wrong in ((40, 60), (123, 88), (0, 25), (500, 500), (9, 1000), (40000, 40500)):
        theirs = stats.binomtest(b_wrong, a_wrong + b_wrong, alternative=alternative)
        for confidence in (0.5, 0.95, 0.999):
            ours = mcnemar_test(a_wrong, b_wrong, alternative=alternative, confidence=confidence)
            assert ours.p_value == pytest.approx(theirs.pvalue, rel=1e-8)
            two_sided = stats.binomtest(b_wrong, a_wrong + b_wrong)
            limits = two_sided.proportion_ci(confidence, method="exact")
            assert ours.interval == pytest.approx((limits.low, limits.high), abs=1e-9)


@pytest.mark.parametrize("n", [10**5, 10**7, 10**9, 10**12, 10**15])
def test_mcnemar_stays_right_on_enormous_counts(n):
    # The normal law with continuity correction is as good as exact here.
    fewer = n // 2 - round(1.2 * math.sqrt(n))
    expected = 2 * stats.norm.cdf((fewer + 0.5 - n / 2) / (math.sqrt(n) / 2))
    assert mcnemar_test(fewer, n - fewer).p_value == pytest.approx(expected, rel=3e-4)
    # mid-p drops the continuity correction's half.
    expected = 2 * stats.norm.cdf((fewer - n / 2) / (math.sqrt(n) / 2))
    assert mcnemar_test(fewer, n - fewer, "mid-p").p_value == pytest.approx(expected, rel=3e-4)
    assert mcnemar_test(n // 2, n // 2).p_value == 1


def test_chi_squared_mcnemar_is_the_chi_squared_law():
    for a_wrong, b_wrong in product(range(0, 60, 7), range(0, 60, 9)):
        n = a_wrong + b_wrong
        if n == 0:
            continue
        plain = mcnemar_test(a_wrong, b_wrong, "asymptotic")
        assert plain.statistic == pytest.approx((a_wrong - b_wrong) ** 2 / n)
        assert plain.p_value == pytest.approx(stats.chi2.sf(plain.statistic, 1), rel=1e-9)
        corrected = mcnemar_test(a_wrong, b_wrong, "corrected")
        # The lecture's formula; equal counts leave nothing to correct, or 1/n would be evidence.
        excess = max(0, abs(a_wrong - b_wrong) - 1)
        assert corrected.statistic == pytest.approx(excess**2 / n)
        assert corrected.p_value == pytest.approx(stats.chi2.sf(corrected.statistic, 1), rel=1e-9)


@pytest.mark.parametrize("method", ["corrected", "asymptotic"])
def test_one_sided_chi_squared_is_half_of_two_sided_on_the_side_of_the_winner(method):
    for counts in ((10, 25), (3, 4), (0, 30)):
        both, greater, less = (
            mcnemar_test(*counts, method, alternative=side).p_value for side in ALTERNATIVES
        )
        assert (greater, less) == pytest.approx((both / 2, 1 - both / 2))


def test_lecture_exercise_3_1():
    # The critical value of the 1 % level is 6.635. 20 against 42 give 7.1, 20 against 41 less.
    above, below = mcnemar_test(20, 42, "corrected"), mcnemar_test(20, 41, "corrected")
    assert above.statistic == pytest.approx(7.1, abs=0.05)
    assert above.p_value < 0.01
    assert below.statistic < 6.635
    assert below.p_value > 0.01


LABELS = {
    "texts": ["cat", "dog", "owl"],
    "whole numbers": [0, 1, 2],
    "numbers": [0.5, 1.0, -2.0],
    "booleans": [False, True],
    "NumPy texts": list(np.array(["cat", "dog"])),
}


@pytest.mark.parametrize("labels", LABELS.values(), ids=LABELS.keys())
@pytest.mark.parametrize("make", [list, tuple, np.array])
def test_predictions_make_the_table_of_who_is_right(labels, make):
    random = np.random.default_rng(9)
    y, a, b = ([labels[i] for i in random.integers(len(labels), size=60)] for _ in range(3))
    a = [t if lucky else p for t, p, lucky in zip(y, a, random.random(60) < 0.6, strict=True)]
    only_a = sum(p != t and q == t for t, p, q in zip(y, a, b, strict=True))
    only_b = sum(p == t and q != t for t, p, q in zip(y, a, b, strict=True))
    assert only_a != only_b  # or a swapped table would pass
    for method, alternative in product(METHODS, ALTERNATIVES):
        found = mcnemar_from_predictions(
            make(y), make(a), make(b), method, alternative=alternative, confidence=0.9
        )
        by_hand = mcnemar_test(only_a, only_b, method, alternative=alternative, confidence=0.9)
        assert found == by_hand


def test_the_table_is_not_built_from_what_was_predicted():
    # A is right wherever they disagree. Counting predictions gives 10 against 10, and p = 1.
    y = [1] * 10 + [0] * 10 + [1, 0] * 5
    a = [1] * 10 + [0] * 10 + [1, 0] * 5
    b = [0] * 10 + [1] * 10 + [1, 0] * 5
    wrong = mcnemar_test(
        sum(p == 1 and q == 0 for p, q in zip(a, b, strict=True)),
        sum(p == 0 and q == 1 for p, q in zip(a, b, strict=True)),
    )
    assert wrong.p_value == 1
    result = mcnemar_from_predictions(y, a, b, alternative="greater")
    assert result == mcnemar_test(0, 20, alternative="greater")
    assert result.p_value == pytest.approx(2**-20)
    assert result.effect == 1


@pytest.mark.parametrize(
    ("y", "a", "b", "discordant"),
    [
        (list("abc"), list("bba"), list("cba"), 0),  # two wrong answers that differ
        ([True, False], [1, 0], [0, 0], 1),  # booleans may meet whole numbers
        ([1, 0], [1.0, 0.0], [True, True], 1),
    ],
)
def test_only_where_one_is_right_and_one_is_wrong_are_cases_discordant(y, a, b, discordant):
    assert mcnemar_from_predictions(y, a, b).n == discordant


@pytest.mark.parametrize(
    ("y", "a", "b", "parts"),
    [
        ([], [], [], ["y must hold at least one case"]),
        ([1, 0], [1], [1, 0], ["y, a and b must be about the same cases", "2, 1 and 2"]),
        ([[1, 0]], [1, 0], [1, 0], ["y must be a list of labels"]),
        ([1, 0], 1, [1, 0], ["a must be a list of labels", "got 1"]),
        ([1, 0], [1, 0], "10", ["b must be a list of labels", "'10'"]),
        ([1, 0], [[1], [0, 1]], [1, 0], ["a must be a list of labels", "[[1], [0, 1]]"]),
        ([1, math.nan], [1, 0], [1, 0], ["y must have a label for every case", "1 that"]),
        (["x", "y"], ["x", None], ["x", "y"], ["a must have a label for every case"]),
        (["x", "y"], ["x", "y"], ["x", math.nan], ["b must have a label for every case"]),
        ([1, 0], ["1", "0"], [1, 0], ["y and a must hold the same kind of labels", "'1' in a"]),
        (["1", "0"], ["1", "0"], [1, 0], ["y and b must hold the same kind", "1 in b"]),
        (["x"], ["x"], [b"x"], ["b must have a label for every case, text or number; got b'x'"]),
        ([1, 0], ["yes", "no"], [1, 0], ["y and a must hold the same kind", "'yes' in a"]),
        (["1", "0"], ["1", "0"], ["yes", "no"], ["b must hold", "('0', '1')", "'no', 'yes'"]),
        ([1, 0], [1, -1], [1, 0], ["a must hold labels that occur in y (0, 1)", "got -1. A class"]),
        ([0, 1, 2], [1, 2, 3], [0, 1, 2], ["a must hold", "(0, 1, 2)", "got 3"]),
        (["a", "b"], ["a", "b"], [" a", "b"], ["b must hold", "('a', 'b')", "got ' a'"]),
        (["cat", "dog"], ["Cat", "dog"], ["cat", "dog"], ["a must hold", "got 'Cat'"]),
        ([1, 0], [0.9, 0.2], [1, 0], ["a must hold labels", "got 0.2, 0.9"]),
    ],
)
def test_labels_that_cannot_be_compared_are_refused(y, a, b, parts):
    refused(parts, mcnemar_from_predictions, y, a, b)


def test_a_class_that_these_cases_lack_must_be_listed():
    # Only ill patients: "well" is never right, and yet no mistake of ours.
    y, a, b = [1] * 9, [1] * 8 + [0], [1, 0, 0] * 3
    refused(["a must hold", "got 0"], mcnemar_from_predictions, y, a, b)
    assert mcnemar_from_predictions(y, a, b, labels=[0, 1]) == mcnemar_test(0, 5)
    refused(
        ["labels must list every class that occurs in y", "0, 2, without 1"],
        lambda: mcnemar_from_predictions(y, a, b, labels=[0, 2]),
    )
    refused(
        ["b must hold labels that occur in labels (0, 1)", "got 7"],
        lambda: mcnemar_from_predictions(y, a, [7] * 9, labels=[0, 1]),
    )
    refused("labels must be different", lambda: mcnemar_from_predictions(y, a, b, labels=[0, 1, 1]))
    refused("labels must be a list", lambda: mcnemar_from_predictions(y, a, b, labels="01"))
    refused(
        ["labels must list every class that occurs in y", "without 1"],
        lambda: mcnemar_from_predictions(y, a, b, labels=["0", "1"]),
    )


@pytest.mark.parametrize(
    "count", [-1, 2.5, math.nan, math.inf, True, "3", None, [3], 10**16, 1 + 0j], ids=repr
)
def test_counts_must_be_whole_numbers(count):
    for name, arguments in (("only_a_wrong", (count, 3)), ("only_b_wrong", (3, count))):
        refused(f"{name} must be a whole number from 0 to", mcnemar_test, *arguments)


def test_whole_floats_and_numpy_integers_are_counts():
    assert mcnemar_test(6.0, np.int64(16)) == mcnemar_test(6, 16)


@pytest.mark.parametrize("method", METHODS)
@each_alternative
def test_without_discordant_cases_there_is_nothing_to_find(method, alternative):
    result = mcnemar_test(0, 0, method, alternative=alternative)
    assert is_sound(result)
    assert (result.p_value, result.interval, result.n) == (1, (0, 1), 0)
    assert "nothing to compare" in result.sentence()


# --- Sign test ----------------------------------------------------------------------------------


def with_wins(wins, losses, ties=0):
    """Scores in which A wins, loses and ties so often."""
    return [1] * wins + [0] * losses + [2] * ties, [0] * wins + [1] * losses + [2] * ties


@each_alternative
def test_the_sign_test_is_scipys_binomial_test(alternative):
    for wins, losses in product([0, 1, 2, 5, 8, 13, 40], repeat=2):
        if wins + losses == 0:
            continue
        ours = sign_test(*with_wins(wins, losses, 3), alternative, confidence=0.9)
        theirs = stats.binomtest(wins, wins + losses, alternative=alternative)
        assert ours.p_value == pytest.approx(theirs.pvalue, rel=1e-10)
        limits = stats.binomtest(wins, wins + losses).proportion_ci(0.9, method="exact")
        assert ours.interval == pytest.approx((limits.low, limits.high), abs=1e-9)
        assert (ours.statistic, ours.n) == (wins, wins + losses)


def test_ties_are_dropped_or_split_and_the_odd_one_dropped():
    for ties in range(6):
        scores = with_wins(7, 3, ties)
        dropped, split = sign_test(*scores), sign_test(*scores, ties="split")
        assert (dropped.statistic, dropped.n) == (7, 10)
        assert (split.statistic, split.n) == (7 + ties // 2, 10 + 2 * (ties // 2))
        assert split.p_value == pytest.approx(float(coin_p(split.statistic, split.n, "two-sided")))
        assert split.p_value >= dropped.p_value
        for result in (dropped, split):
            assert bool(result.notes) == bool(ties)
        if ties:
            assert f"{ties} tie" in dropped.sentence()
            assert ("odd one" in split.sentence()) == (ties % 2 == 1)


def test_lecture_exercise_3_2():
    nb, svm, ada, forest = (list(row.values()) for row in load_lecture_accuracies().values())
    first = sign_test(nb, svm)
    assert (first.statistic, first.n, first.p_value) == (4, 9, 1)
    assert sign_test(nb, svm, "less").p_value == pytest.approx(0.5)
    second = sign_test(ada, forest)
    assert (second.statistic, second.n) == (1, 9)
    assert second.p_value == pytest.approx(20 / 512)
    assert sign_test(ada, forest, "less").p_value == pytest.approx(10 / 512)
    assert "1 tie left out" in second.sentence()


@each_alternative
def test_the_normal_sign_test_is_the_continuity_corrected_approximation(alternative):
    for wins, losses in ((30, 18), (18, 30), (24, 24), (200, 260)):
        n = wins + losses
        law = stats.norm(n / 2, math.sqrt(n) / 2)
        above, below = law.sf(wins - 0.5), law.cdf(wins + 0.5)
        expected = {"greater": above, "less": below, "two-sided": min(1, 2 * min(above, below))}
        found = sign_test(*with_wins(wins, losses), alternative, method="normal")
        assert found.p_value == pytest.approx(expected[alternative], rel=1e-9)
        exact = sign_test(*with_wins(wins, losses), alternative)
        assert found.p_value == pytest.approx(exact.p_value, rel=0.03)
        low, high = wilson_corrected(wins, n)
        assert found.interval == pytest.approx((low, high), rel=1e-9)
        assert found.interval == pytest.approx(exact.interval, abs=0.01)


def wilson_corrected(count, n):
    """Newcombe (1998), method 4, as it is printed, at 95 %."""
    z, p = stats.norm.ppf(0.975), count / n
    q, both = 1 - p, 2 * (n + z * z)
    below = z * math.sqrt(z * z - 2 - 1 / n + 4 * p * (n * q + 1))
    above = z * math.sqrt(z * z + 2 - 1 / n + 4 * p * (n * q - 1))
    return (2 * n * p + z * z - 1 - below) / both, (2 * n * p + z * z + 1 + above) / both


# --- Wilcoxon -----------------------------------------------------------------------------------


@each_alternative
@pytest.mark.parametrize("zeros", ["drop", "pratt", "split"])
def test_the_exact_signed_rank_test_by_brute_force_over_all_signs(zeros, alternative):
    random = np.random.default_rng(10)
    for n in [*range(1, 12)] * 4:
        # Few different values, so that ties and zeros abound.
        a, b = random.integers(0, random.integers(2, 9), size=(2, n))
        if (a == b).all():
            continue
        statistic, p = brute_wilcoxon((a - b).tolist(), zeros, alternative)
        found = wilcoxon_test(a, b, alternative, zeros=zeros)
        assert found.statistic == statistic
        assert found.p_value == pytest.approx(float(p), rel=1e-12)
        assert found.n == (a != b).sum()


@each_alternative
def test_the_exact_signed_rank_test_is_scipys_without_ties(alternative):
    random = np.random.default_rng(11)
    for n in (1, 2, 5, 9, 20, 49, 120):
        a, b = random.normal(size=(2, n))
        b -= 0.3
        ours = wilcoxon_test(a, b, alternative)
        theirs = stats.wilcoxon(a, b, alternative=alternative, method="exact")
        assert ours.statistic == theirs.statistic
        assert ours.p_value == pytest.approx(theirs.pvalue, rel=1e-9)
        assert ours.test == "Wilcoxon signed-rank test (exact)"


@each_alternative
@pytest.mark.parametrize("zeros", ["drop", "pratt"])
def test_the_normal_signed_rank_test_is_scipys_with_ties_and_zeros(zeros, alternative):
    random = np.random.default_rng(12)
    for n, values in ((30, 5), (80, 12), (400, 50), (400, 10**6)):
        a, b = random.integers(values, size=(2, n))
        ours = wilcoxon_test(a, b, alternative, zeros=zeros, method="normal")
        theirs = stats.wilcoxon(
            a, b, {"drop": "wilcox"}.get(zeros, zeros), alternative=alternative, method="asymptotic"
        )
        assert ours.statistic == theirs.statistic
        assert ours.p_value == pytest.approx(theirs.pvalue, rel=1e-9)


@pytest.mark.parametrize("zeros", ["drop", "pratt", "split"])
def test_the_normal_version_has_the_mean_and_spread_of_all_signs(zeros):
    # Also where zeros are split: they have no sign, so they add no variance (scipy's do).
    d = np.random.default_rng(13).integers(-4, 5, size=14)
    ranks, plus, _ = rank_sums(d.tolist(), zeros)
    sums = all_sums(ranks)
    p = stats.norm.sf((plus - sums.mean()) / sums.std())
    found = wilcoxon_test(d, np.zeros(14), "greater", zeros=zeros, method="normal")
    assert found.p_value == pytest.approx(p, rel=1e-9)


def test_auto_is_exact_up_to_200_differences():
    random = np.random.default_rng(14)
    d = random.normal(0.05, 1, 201)
    assert "(exact)" in wilcoxon_test(d[:200], np.zeros(200)).test
    assert "(normal)" in wilcoxon_test(d, np.zeros(201)).test
    exact = wilcoxon_test(d, np.zeros(201), method="exact").p_value
    assert wilcoxon_test(d, np.zeros(201)).p_value == pytest.approx(exact, abs=2e-3)


def test_the_typical_difference_is_the_median_of_the_pairwise_means():
    random = np.random.default_rng(15)
    for n in (1, 2, 3, 6, 11, 40, 210):
        d = random.normal(size=n).tolist()
        assert wilcoxon_test(d, [0] * n).effect == pytest.approx(median(pairwise_means(d)))


@pytest.mark.parametrize("confidence", [0.5, 0.8, 0.9, 0.95, 0.99])
def test_the_interval_holds_just_what_the_test_does_not_reject(confidence):
    random = np.random.default_rng(16)
    for n in (4, 7, 9, 10):
        d = random.normal(0.4, 1, n).tolist()
        low, high = wilcoxon_test(d, [0] * n, confidence=confidence).interval
        means = pairwise_means(d)
        edges = [means[0] - 1, *means, means[-1] + 1]
        for left, right in pairwise(edges):
            shift = (left + right) / 2  # between two means: no ties, no zeros
            _, p = brute_wilcoxon([x - shift for x in d], "drop", "two-sided")
            assert (low < shift < high) == (p > 1 - confidence)
            assert wilcoxon_test(d, [shift] * n).p_value == pytest.approx(float(p))


@pytest.mark.parametrize("n", [205, 2500])
def test_the_interval_inverts_the_normal_test_however_many_differences(n):
    d = np.random.default_rng(n).normal(0.1, 1, n)
    result = wilcoxon_test(d, np.zeros(n))
    i, j = np.triu_indices(n)
    means = np.sort((d[i] + d[j]) / 2)
    assert result.effect == pytest.approx(np.median(means), abs=1e-12)
    for limit, outwards in zip(result.interval, (-1, 1), strict=True):
        place = np.searchsorted(means, limit - 1e-13)
        assert means[place] == pytest.approx(limit, abs=1e-13)
        outside = (means[place] + means[place + outwards]) / 2
        inside = (means[place] + means[place - outwards]) / 2
        assert wilcoxon_test(d, np.full(n, outside)).p_value <= 0.05
        assert wilcoxon_test(d, np.full(n, inside)).p_value > 0.05


def test_the_interval_shrinks_with_the_data():
    d = np.random.default_rng(17).normal(size=32_000)
    small, large = (wilcoxon_test(d[:n], np.zeros(n)).interval for n in (2000, 32_000))
    # Four times as narrow with sixteen times as many; and close to normal theory.
    assert (small[1] - small[0]) / (large[1] - large[0]) == pytest.approx(4, rel=0.1)
    expected = 2 * 1.96 * math.sqrt(math.pi / 3 / 32_000)
    assert large[1] - large[0] == pytest.approx(expected, rel=0.05)


@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.95])
def test_the_interval_covers_the_truth_at_least_as_often_as_it_says(confidence):
    # Every way to give signs to these sizes is equally likely if the differences are symmetric
    # about zero.
    sizes = np.array([0.3, 0.7, 1.1, 1.6, 2.9, 3.1, 4.6, 7.7])
    covered = 0
    for signs in product([-1, 1], repeat=sizes.size):
        low, high = wilcoxon_test(
            sizes * signs, np.zeros(sizes.size), confidence=confidence
        ).interval
        covered += low <= 0 <= high
    assert covered / 2**sizes.size >= confidence


def test_too_few_differences_for_the_confidence_leave_everything_open():
    result = wilcoxon_test([1, 2, 4], [0, 0, 0])
    assert (result.interval, result.p_value) == ((-math.inf, math.inf), 0.25)


TENTHS = [(3, 2), (2, 1), (0, 4), (7, 7), (9, 1), (5, 6), (8, 5)]


@pytest.mark.parametrize("zeros", ["drop", "pratt", "split"])
@pytest.mark.parametrize("offset", [0, 1, 100, 1e6, -1e6])
@pytest.mark.parametrize("unit", [0.1, 0.01, 0.7, 1e-13, 1e9])
def test_differences_of_decimals_tie_as_they_would_on_paper(zeros, offset, unit):
    # 0.3 - 0.2 and 0.2 - 0.1 are the same on paper, and not in binary.
    assert 0.3 - 0.2 != 0.2 - 0.1
    offset = offset * unit * 10
    a, b = ([offset + unit * pair[i] for pair in TENTHS] for i in range(2))
    whole = [list(side) for side in zip(*TENTHS, strict=True)]
    for alternative in ALTERNATIVES:
        found = wilcoxon_test(a, b, alternative, zeros=zeros)
        expected = brute_wilcoxon([x - y for x, y in TENTHS], zeros, alternative)
        assert (found.statistic, found.p_value) == pytest.approx(
            (expected[0], float(expected[1])), rel=1e-12
        )
        assert found.notes == wilcoxon_test(*whole, alternative, zeros=zeros).notes
        assert sign_test(a, b, alternative).p_value == sign_test(*whole, alternative).p_value


def test_scores_in_single_precision_tie_as_they_would_on_paper():
    a, b = (np.array([pair[i] / 10 for pair in TENTHS], dtype=np.float32) for i in range(2))
    for alternative in ALTERNATIVES:
        found = wilcoxon_test(a, b, alternative)
        statistic, p = brute_wilcoxon([x - y for x, y in TENTHS], "drop", alternative)
        assert (found.statistic, found.p_value) == pytest.approx((statistic, float(p)))
    # Equal in decimals, but one side went through single precision.
    assert sign_test(b, [pair[1] / 10 for pair in TENTHS]).n == 0


@pytest.mark.parametrize(("first", "zeros"), [(10, "drop"), (0, "pratt")])
def test_a_data_set_with_large_scores_does_not_blur_the_others(first, zeros):
    # Errors of regression: one data set in millions of millions, the others below 1.
    a, b = [1e13 + 1e12 * first, 0.50, 0.70, 0.40, 0.30], [1e13, 0.49, 0.67, 0.45, 0.28]
    found = wilcoxon_test(a, b, "greater", zeros=zeros)
    statistic, p = brute_wilcoxon([first, 1, 3, -5, 2], zeros, "greater")
    assert (found.statistic, found.p_value) == (statistic, float(p))


# --- Under the null, p-values are no smaller than they say ---------------------------------------


@each_alternative
def test_exact_binomial_tests_reject_no_more_often_than_alpha(alternative):
    for n in (1, 2, 5, 6, 9, 14, 20, 31):
        law = coin_law(n)
        mcnemar = [mcnemar_test(n - k, k, alternative=alternative).p_value for k in range(n + 1)]
        sign = [sign_test(*with_wins(k, n - k), alternative).p_value for k in range(n + 1)]
        for ps, alpha in product((mcnemar, sign), LEVELS):
            rejected = sum(chance for chance, p in zip(law, ps, strict=True) if p <= alpha)
            assert rejected <= Fraction(alpha)


@each_alternative
@pytest.mark.parametrize("zeros", ["drop", "pratt", "split"])
def test_the_exact_signed_rank_test_rejects_no_more_often_than_alpha(zeros, alternative):
    for sizes in ([1, 2, 3, 4, 5, 6, 7], [1, 1, 1, 2, 2, 5, 5, 5], [0, 0, 1, 1, 2, 3, 4, 4]):
        sizes = np.array(sizes)
        signs = np.array(list(product([-1, 1], repeat=sizes.size)))
        ps = np.array(
            [wilcoxon_test(sizes * s, 0 * s, alternative, zeros=zeros).p_value for s in signs]
        )
        for alpha in LEVELS:
            assert (ps <= alpha).mean() <= alpha
        if 0 not in sizes and alternative != "two-sided":
            # Each attainable level is attained: P(p <= level) = level.
            for level in np.unique(ps.round(12)):
                assert (ps <= level + 1e-9).mean() == pytest.approx(level)


@each_alternative
def test_the_mid_p_mcnemar_test_is_fair_on_average(alternative):
    # Under the null its mean is one half, whatever the number of cases: the exact one's is more.
    for n in (1, 2, 7, 12):
        law = coin_law(n)
        mean = sum(
            float(chance) * mcnemar_test(n - k, k, "mid-p", alternative=alternative).p_value
            for k, chance in enumerate(law)
        )
        assert mean == pytest.approx(0.5, abs=1e-12)


def test_the_paired_t_test_has_a_uniform_p_value_on_normal_differences():
    random = np.random.default_rng(18)
    ps = [paired_t_test(d, np.zeros(6)).p_value for d in random.normal(size=(3000, 6))]
    assert stats.kstest(ps, "uniform").pvalue > 0.01


# --- Properties ---------------------------------------------------------------------------------

OPPOSITE = {"two-sided": "two-sided", "greater": "less", "less": "greater"}
score_pairs = st.lists(
    st.tuples(st.integers(0, 12), st.integers(0, 12)), min_size=2, max_size=25
).map(lambda pairs: [[x / 8 for x in side] for side in zip(*pairs, strict=True)])
lists_test = st.sampled_from(list(ON_LISTS.values()))
alternatives = st.sampled_from(ALTERNATIVES)
levels = st.sampled_from([0.001, 0.01, 0.05, 0.1, 0.5])


def rejects_as_its_interval_says(result, alpha):
    assume(abs(result.p_value - alpha) > 1e-9)
    low, high = result.interval
    return (result.p_value <= alpha) == (not low <= result.neutral <= high)


@repeatable
@given(lists_test, score_pairs, alternatives, st.sampled_from([0.5, 0.9, 0.95, 0.99]))
def test_swapping_the_classifiers_mirrors_the_result(test, scores, alternative, confidence):
    a, b = scores
    one = test(a, b, alternative, confidence=confidence)
    other = test(b, a, OPPOSITE[alternative], confidence=confidence)
    assert is_sound(one)
    assert one.p_value == pytest.approx(other.p_value, rel=1e-9)
    mirrored = [2 * one.neutral - limit for limit in reversed(other.interval)]
    assert list(one.interval) == pytest.approx(mirrored, rel=1e-9, abs=1e-12)
    assert one.effect == pytest.approx(2 * one.neutral - other.effect, rel=1e-9, abs=1e-12)


@repeatable
@given(lists_test, score_pairs, alternatives)
def test_lower_is_better_is_swapping(test, scores, alternative):
    a, b = scores
    errors = test(a, b, alternative, higher_is_better=False)
    assert numbers_of(errors) == pytest.approx(numbers_of(test(b, a, alternative)), abs=1e-15)


@repeatable
@given(lists_test, score_pairs, alternatives, st.randoms(use_true_random=False))
def test_the_order_of_the_pairs_does_not_matter(test, scores, alternative, random):
    shuffled = list(zip(*scores, strict=True))
    random.shuffle(shuffled)
    found = test(*map(list, zip(*shuffled, strict=True)), alternative)
    assert numbers_of(found) == pytest.approx(numbers_of(test(*scores, alternative)), abs=1e-12)


@repeatable
@given(score_pairs, alternatives, st.sampled_from(["drop", "split"]))
def test_a_monotone_transformation_leaves_the_sign_test_alone(scores, alternative, ties):
    plain = sign_test(*scores, alternative, ties=ties)
    for bend in (lambda x: x**3, math.exp, lambda x: 100 * x - 7, lambda x: -1 / (1 + x)):
        assert sign_test(*([bend(x) for x in s] for s in scores), alternative, ties=ties) == plain


@repeatable
@given(lists_test, score_pairs, alternatives, st.sampled_from([0.25, 8, 2**-40, 2**60]))
def test_the_unit_of_the_scores_does_not_matter(test, scores, alternative, unit):
    one = test(*scores, alternative)
    other = test(*([x * unit for x in s] for s in scores), alternative)
    assert (other.statistic, other.p_value) == (one.statistic, one.p_value)


@repeatable
@given(st.sampled_from(["paired t", "corrected t"]), score_pairs, levels)
def test_a_t_test_rejects_if_its_interval_leaves_out_no_difference(test, scores, alpha):
    assert rejects_as_its_interval_says(ON_LISTS[test](*scores, confidence=1 - alpha), alpha)


@repeatable
@given(st.integers(0, 60), st.integers(0, 60), levels)
def test_exact_mcnemar_rejects_if_its_interval_leaves_out_one_half(a_wrong, b_wrong, alpha):
    result = mcnemar_test(a_wrong, b_wrong, confidence=1 - alpha)
    assert rejects_as_its_interval_says(result, alpha)


@repeatable
@given(st.integers(0, 300), st.integers(0, 300), st.sampled_from(METHODS), alternatives)
def test_mcnemar_mirrors_and_stays_between_0_and_1(a_wrong, b_wrong, method, alternative):
    one = mcnemar_test(a_wrong, b_wrong, method, alternative=alternative)
    other = mcnemar_test(b_wrong, a_wrong, method, alternative=OPPOSITE[alternative])
    assert is_sound(one)
    assert one.p_value == pytest.approx(other.p_value, rel=1e-12)
    assert one.statistic == other.statistic
    assert one.effect == pytest.approx(1 - other.effect)
    exact = mcnemar_test(a_wrong, b_wrong, alternative=alternative).p_value
    if method == "mid-p":
        assert one.p_value <= exact


@repeatable
@given(st.integers(1, 200), st.data())
def test_more_wins_give_more_evidence(n, data):
    wins = data.draw(st.integers(0, n - 1))
    for method in METHODS:
        fewer, more = (
            mcnemar_test(n - k, k, method, alternative="greater").p_value for k in (wins, wins + 1)
        )
        assert more <= fewer


# --- Power --------------------------------------------------------------------------------------


def t_power_by_integration(effect, n, alpha, alternative):
    """Over the standard deviation that is found: the chance that the mean lies beyond it."""
    df, shift = n - 1, effect * math.sqrt(n)
    edge = stats.t.isf(alpha / 2 if alternative == "two-sided" else alpha, df)

    def beyond(x):
        s = x / math.sqrt(df)
        above, below = stats.norm.sf(edge * s - shift), stats.norm.cdf(-edge * s - shift)
        found = {"two-sided": above + below, "greater": above, "less": below}[alternative]
        return found * stats.chi.pdf(x, df)

    low, high = stats.chi.ppf(1e-15, df), stats.chi.isf(1e-15, df)
    return integrate.quad(beyond, low, high, epsabs=1e-11, limit=200)[0]


@each_alternative
def test_the_power_of_the_t_test_by_integration(alternative):
    for effect, n, alpha in (
        (0.5, 34, 0.05),
        (0.2, 10, 0.05),
        (-0.8, 15, 0.01),
        (1.5, 2, 0.05),
        (0, 12, 0.1),
        (0.03, 5000, 0.05),
        (5, 10, 0.05),
    ):
        expected = t_power_by_integration(effect, n, alpha, alternative)
        assert t_test_power(effect, n, alpha, alternative) == pytest.approx(expected, abs=1e-8)


def test_the_power_of_the_t_test_is_scipys_noncentral_t():
    for effect, n in product([0.1, 0.3, 0.7], [3, 20, 60]):
        edge = stats.t.ppf(0.975, n - 1)
        law = stats.nct(n - 1, effect * math.sqrt(n))
        assert t_test_power(effect, n) == pytest.approx(law.sf(edge) + law.cdf(-edge), abs=1e-9)


def test_the_power_of_the_t_test_is_a_chance_also_far_out():
    # scipy's nct.cdf is NaN at many of these.
    for effect, n, alpha in product(
        [0.01, 0.3, 5, 30, 1000], [2, 4, 10, 1000, 10**6, 10**7], [0.5, 0.05, 1e-6, 1e-17]
    ):
        powers = [t_test_power(effect, n, alpha, alternative) for alternative in ALTERNATIVES]
        assert all(0 <= power <= 1 for power in powers)
        both, greater, less = powers
        assert less <= alpha + 1e-12
        assert alpha <= greater + 1e-12
        assert less <= both <= greater + 1e-12
        assert t_test_power(-effect, n, alpha) == pytest.approx(both)
    assert t_test_power(0.01, 10**6) == pytest.approx(1)


def test_without_a_difference_the_power_is_the_level():
    for n, alpha, alternative in product([2, 10, 1000], [0.01, 0.05, 0.3], ALTERNATIVES):
        assert t_test_power(0, n, alpha, alternative) == pytest.approx(alpha, rel=1e-7)
        assert sign_test_power(0.5, n, alpha, alternative) <= alpha
        assert mcnemar_power(0.1, 0.1, min(n, 300), alpha, "exact", alternative) <= alpha


def agrees_with(rate, power, repetitions):
    error = math.sqrt(max(power * (1 - power), 1 / repetitions) / repetitions)
    return abs(rate - power) <= 4 * error


@each_alternative
def test_the_powers_of_the_t_test_and_the_sign_test_by_simulation(alternative):
    random = np.random.default_rng(19)
    for test, power_of, truth, n, draw in (
        (paired_t_test, t_test_power, 0.6, 15, random.normal),
        (paired_t_test, t_test_power, -0.3, 20, random.normal),
        (sign_test, sign_test_power, 0.75, 30, random.uniform),
        (sign_test, sign_test_power, 0.35, 25, random.uniform),
    ):
        draws = draw(size=(1500, n))
        d = draws + truth if test is paired_t_test else np.where(draws < truth, 1, -1)
        found = [test(row, np.zeros(n), alternative).p_value <= 0.05 for row in d]
        assert agrees_with(np.mean(found), power_of(truth, n, 0.05, alternative), 1500)


@pytest.mark.parametrize("method", METHODS)
def test_the_power_of_mcnemars_test_by_simulation(method):
    random = np.random.default_rng(21)
    repetitions = 1500
    for alternative in ALTERNATIVES:
        cases = random.multinomial(80, [0.06, 0.2, 0.74], size=repetitions)
        tables, times = np.unique(cases[:, :2], axis=0, return_counts=True)
        found = [
            mcnemar_test(*table, method, alternative=alternative).p_value <= 0.05
            for table in tables.tolist()
        ]
        power = mcnemar_power(0.06, 0.2, 80, 0.05, method, alternative)
        assert agrees_with(times @ found / repetitions, power, repetitions)


@each_alternative
def test_the_power_of_the_sign_test_by_enumeration(alternative):
    for n, alpha in product([1, 4, 5, 6, 11, 18], [0.01, 1 / 16, 0.05, 0.2, 0.9]):
        for chance in (Fraction(0), Fraction(1, 3), Fraction(3, 4), Fraction(1)):
            power = sum(
                math.comb(n, k) * chance**k * (1 - chance) ** (n - k)
                for k in range(n + 1)
                if coin_p(k, n, alternative) <= Fraction(alpha)
            )
            found = sign_test_power(float(chance), n, alpha, alternative)
            assert found == pytest.approx(float(power), abs=1e-12)


@pytest.mark.parametrize("method", METHODS)
@each_alternative
def test_the_power_of_mcnemars_test_by_enumeration_of_all_tables(method, alternative):
    for n, first, second, alpha in (
        (1, 0.3, 0.5, 0.6),
        (12, 0.1, 0.4, 0.05),
        (25, 0.05, 0.3, 0.1),
        (18, 0.25, 0.75, 0.2),
        (15, 0.0, 0.5, 0.05),
        (14, 0.2, 0.3, 0.95),
    ):
        power = 0.0
        for a_wrong in range(n + 1):
            for b_wrong in range(n + 1 - a_wrong):
                if a_wrong + b_wrong == 0:
                    continue  # p = 1
                chance = stats.multinomial.pmf(
                    [a_wrong, b_wrong, n - a_wrong - b_wrong],
                    n,
                    [first, second, 1 - first - second],
                )
                result = mcnemar_test(a_wrong, b_wrong, method, alternative=alternative)
                power += chance * (result.p_value <= alpha)
        found = mcnemar_power(first, second, n, alpha, method, alternative)
        assert found == pytest.approx(power, abs=1e-10)


def test_published_powers_and_sizes():
    # Benavoli, Corani and Mangili (2016), section 4.2: N(0, 1) against N(1.5, 1) on 20 data sets.
    assert sign_test_power(stats.norm.cdf(1.5 / math.sqrt(2)), 20) == pytest.approx(0.94, abs=0.005)
    # Pairs for Cohen's small, medium and large effects at 80 %, as in any table of them.
    assert [t_test_sample_size(effect) for effect in (0.2, 0.5, 0.8)] == [199, 34, 15]


def test_chances_that_add_up_to_1_may_do_so_in_floats():
    found = mcnemar_power(0.8, 0.2000000000000001, 20)
    assert found == pytest.approx(mcnemar_power(0.8, 0.2, 20))
    assert mcnemar_power(0, 1, 20) == pytest.approx(1)
    assert mcnemar_power(0, 0, 20) == 0
    assert mcnemar_power(0.3, 0.4, 100_000) == pytest.approx(1)


#: Size and power of a test, the fewest cases it takes, the other side's truth, and what is asked:
#: truth, power, alpha and, for McNemar's, the version.
SIZED = {
    "t": (t_test_sample_size, t_test_power, 2, lambda effect: [-effect],
          [([0.5], 0.8, 0.05), ([0.1], 0.9, 0.01), ([3], 0.5, 0.3), ([50], 0.9, 0.1)]),
    "sign": (sign_test_sample_size, sign_test_power, 1, lambda chance: [1 - chance],
             [([0.75], 0.8, 0.05), ([0.6], 0.9, 0.05), ([1], 0.99, 0.01), ([0.9], 0.5, 0.7),
              ([0.55], 0.7, 0.1)]),
    **{f"McNemar {method}": (mcnemar_sample_size, mcnemar_power, 1, lambda a, b: [b, a],
                             [([0.05, 0.15], 0.8, 0.05, method), ([0.0, 0.1], 0.95, 0.01, method)])
       for method in METHODS},
}  # fmt: skip


@each_alternative
@pytest.mark.parametrize("test", SIZED)
def test_the_size_is_enough_from_there_on_and_one_less_is_not(test, alternative):
    size_of, power_of, fewest, turned, asked = SIZED[test]
    for truth, target, *more in asked:
        truth = turned(*truth) if alternative == "less" else truth
        n = size_of(*truth, target, *more, alternative)
        powers = [power_of(*truth, k, *more, alternative) for k in range(n, n + 31)]
        assert min(powers) >= target
        assert n == fewest or power_of(*truth, n - 1, *more, alternative) < target


def demanded(most, alpha):
    """For 0 to `most` trials: how many wins have a chance of at most alpha, if both are equal."""
    edges = [1]  # of no trial: one more than there are
    for n in range(1, most + 1):
        edge = edges[-1]  # with one trial more, it rises by one or stays
        edges.append(edge + (special.betainc(edge, n - edge + 1, 0.5) > alpha))
    return np.array(edges)


@pytest.mark.parametrize("alternative", ["two-sided", "greater"])
def test_no_larger_number_of_trials_has_less_power_than_promised(alternative):
    # Every number of trials up to twice what is needed, by its own tails.
    most = 76_000
    n = np.arange(1, most + 1)
    for alpha in (0.01, 0.05, 0.1):
        edge = demanded(most, alpha / 2 if alternative == "two-sided" else alpha)[1:]
        can = edge <= n
        edge = np.minimum(edge, n)
        for chance in (0.51, 0.5125, 0.52, 0.55, 0.6, 0.75, 0.99):
            powers = special.betainc(edge, n - edge + 1, chance)
            if alternative == "two-sided":
                powers += special.betainc(edge, n - edge + 1, 1 - chance)
            for target in (0.2, 0.5, 0.8, 0.9):
                short = n[~(can & (powers >= target))]
                assert 2 * short[-1] < most
                found = sign_test_sample_size(chance, target, alpha, alternative)
                assert found == short[-1] + 1, (chance, target, alpha)


@pytest.mark.parametrize(
    ("asked", "size"),
    [
        ((0.51, 0.5, 0.05), 9800),  # 9,749 is enough, and so are the 30 that follow
        ((0.52, 0.99, 0.1), 9948),
        ((0.5125, 0.99, 0.05, "greater"), 25_382),
    ],
)
def test_a_sample_size_that_looks_far_ahead(asked, size):
    chance, target, *more = asked
    assert sign_test_sample_size(*asked) == size
    assert sign_test_power(chance, size - 1, *more) < target
    assert any(
        all(sign_test_power(chance, k, *more) >= target for k in range(start, start + 31))
        for start in range(size - 60, size - 31)
    )


@pytest.mark.parametrize("method", METHODS)
def test_no_larger_test_set_has_less_power_than_promised(method):
    for first, second, target in ((0.4, 0.6, 0.8), (0.3, 0.5, 0.5), (0, 0.06, 0.9)):
        powers = [mcnemar_power(first, second, n, 0.05, method) for n in range(1, 700)]
        short = [n for n, power in enumerate(powers, start=1) if power < target]
        assert short[-1] < 350
        assert mcnemar_sample_size(first, second, target, 0.05, method) == short[-1] + 1


@pytest.mark.parametrize(
    ("call", "parts"),
    [
        (lambda: sign_test([1, 2], [2, 1], ties="half"), ["ties must be one of 'drop', 'split'"]),
        (lambda: sign_test([1, 2], [2, 1], method="mid"), ["method must be one of 'exact'"]),
        (lambda: wilcoxon_test([1], [2], zeros="keep"), ["zeros must be one of 'drop', 'pratt'"]),
        (lambda: wilcoxon_test([1], [2], method="t"), ["method must be one of 'auto'", "'t'"]),
        (lambda: corrected_t_test([1, 2], [2, 5], 0), ["test_fraction must be", "got 0"]),
        (lambda: corrected_t_test([1, 2], [2, 5], 1), ["test_fraction must be", "got 1"]),
        (lambda: corrected_t_test([1, 2], [2, 5], 10), ["test_fraction must be", "got 10"]),
        (lambda: mcnemar_test(3, 4, "chi2"), ["method must be one of 'exact'", "'chi2'"]),
        (lambda: mcnemar_test(3, 4, "midp"), ["Did you mean 'mid-p'?"]),
        (lambda: mcnemar_test(3, 4, alternative="a"), ["alternative must be one of"]),
        (lambda: mcnemar_test(3, 4, confidence=1.0), ["confidence must be"]),
        (lambda: mcnemar_from_predictions([1], [1], [1], "no"), ["method must be one of"]),
        (lambda: five_by_two_test([[1] * 5] * 2, [[2] * 5] * 2), ["five rows of two", "2 x 5"]),
        (lambda: five_by_two_test([1] * 10, [2] * 10), ["a must be a table", "a list of 10"]),
        (lambda: five_by_two_test([], []), ["a must be a table", "a list of 0"]),
        (lambda: five_by_two_test([[1, 2]] * 5, [[2, 3]] * 4), ["a and b must be paired"]),
        (lambda: five_by_two_test([[1, 2]] * 5, [[2, 4]] * 5, kind="z"), ["kind must be one of"]),
        (lambda: five_by_two_test([[1, 2]] * 5, [[2, 4]] * 5, "less"), ["'two-sided' for kind"]),
        (
            lambda: five_by_two_test([[1, math.nan]] * 5, [[2, 4]] * 5),
            ["a must", "nan at index 0, 1"],
        ),
        (lambda: five_by_two_test([[1, 2]] * 5, [["2", "4"]] * 5), ["b must be", "'2' at"]),
        (lambda: choose_test("two"), ["data_sets must be one of 'one', 'many'", "'two'"]),
        (lambda: choose_test(1), ["data_sets must be one of"]),
        (lambda: choose_test("several"), ["Did you mean 'many'?"]),
        (lambda: choose_test(outcome="score"), ["outcome must be one of", "you mean 'scores'?"]),
        (lambda: choose_test(outcome=None), ["outcome must be one of"]),
        (lambda: choose_test(paired="yes"), ["paired must be True or False; got 'yes'"]),
        (lambda: choose_test(paired=1), ["paired must be True or False; got 1"]),
        (lambda: choose_test(resampled="boot"), ["resampled must be one of 'no', 'cross-validat"]),
        (lambda: choose_test(resampled=True), ["resampled must be one of"]),
        (lambda: choose_test(resampled="5x2"), ["Did you mean '5x2 cross-validation'?"]),
        (lambda: t_test_sample_size(0), ["effect must say that the classifiers differ"]),
        (lambda: t_test_sample_size(-0.5, alternative="greater"), ["effect", "-0.5", "greater"]),
        (lambda: t_test_sample_size(0.5, alternative="less"), ["effect", "0.5", "less"]),
        (lambda: t_test_sample_size(1e-5), ["power must be within reach", "10,000,000"]),
        (lambda: t_test_sample_size(0.5, 1), ["power must be a number strictly between 0 and 1"]),
        (lambda: t_test_sample_size(0.5, 0), ["power must be"]),
        (lambda: t_test_sample_size(0.5, 0.8, 1.5), ["alpha must be", "1.5"]),
        (lambda: t_test_sample_size(math.nan), ["effect must be a number"]),
        (lambda: t_test_sample_size(0.5, alternative="both"), ["alternative must be one of"]),
        (lambda: sign_test_sample_size(0.5), ["win_chance must say", "0.5"]),
        (lambda: sign_test_sample_size(0.4, alternative="greater"), ["win_chance must say"]),
        (lambda: sign_test_sample_size(1.2), ["win_chance must be a number from 0 to 1", "1.2"]),
        (lambda: mcnemar_sample_size(0.1, 0.1), ["only_b_wrong must say"]),
        (lambda: mcnemar_sample_size(0.1 + 0.2, 0.3), ["only_b_wrong must say"]),
        (lambda: mcnemar_sample_size(0.2, 0.1, alternative="greater"), ["only_b_wrong must say"]),
        (lambda: mcnemar_sample_size(0.6, 0.7), ["must add up to at most 1", "0.6 and 0.7"]),
        (lambda: mcnemar_sample_size(0.3, 0.3001), ["power must be within reach of 100,000"]),
        (lambda: mcnemar_sample_size(0.1, 0.2, method="chi"), ["method must be one of"]),
        (lambda: mcnemar_power(0.1, -0.2, 10), ["only_b_wrong must be", "-0.2"]),
        (lambda: mcnemar_power("0.1", 0.2, 10), ["only_a_wrong must be", "'0.1'"]),
        (lambda: mcnemar_power(0.1, 0.2, 0), ["n must be a whole number from 1 to 100,000"]),
        (lambda: mcnemar_power(0.1, 0.2, 10, 0), ["alpha must be"]),
        (lambda: t_test_power(0.5, 1), ["n must be a whole number from 2 to"]),
        (lambda: t_test_power(0.5, 2.5), ["n must be", "2.5"]),
        (lambda: t_test_power(math.inf, 5), ["effect must be a number from -1000 to 1000"]),
        (lambda: sign_test_power(0.7, 10**9), ["n must be a whole number from 1 to"]),
        (lambda: sign_test_power(0.7, 10, alternative=None), ["alternative must be one of"]),
    ],
)
def test_wrong_arguments_are_named(call, parts):
    refused(parts, call)


# --- Degenerate input ---------------------------------------------------------------------------


@on_lists
@pytest.mark.parametrize(
    ("a", "b", "parts"),
    [
        ([], [], ["a must hold at least", "got none"]),
        ([1, 2], [1, 2, 3], ["a and b must be paired", "a list of 2 and a list of 3"]),
        ([1, math.nan, 3], [1, 2, 3], ["a must be a list of finite numbers", "got nan at index 1"]),
        ([1, 2, 3], [1, -math.inf, math.inf], ["b must be a list", "-inf at index 1 (2 such"]),
        ([1, None, 3], [1, 2, 3], ["a must be a list of finite numbers", "None at index 1"]),
        ([1, 2, 3], ["0.1", "0.2", "0.3"], ["b must be a list of finite", "'0.1' at index 0"]),
        ([1, "2", 3], [1, 2, 3], ["a must be a list of finite numbers", "'2' at index 1"]),
        (["x", "y"], [1, 2], ["a must be a list of finite numbers", "'x'"]),
        ("0.81", [1, 2], ["a must be a list of finite numbers", "'0.81'"]),
        (0.8, 0.7, ["a must be a list of finite numbers, one for each pair; got 0.8"]),
        (None, [1, 2], ["a must be a list of finite numbers, one for each pair; got None"]),
        ({1, 2}, [1, 2], ["a must be a list of finite numbers", "{1, 2}"]),
        (np.array([1j, 2]), [1, 2], ["a must be a list of finite numbers", "1j"]),
        ([[1], [2, 3]], [1, 2], ["a must be a list of finite numbers", "[[1], [2, 3]]"]),
        ([[1, 2], [3, 4]], [[2, 1], [1, 1]], ["a must be a list", "a table of 2 x 2"]),
        ([[1, 2, 3]], [1, 2, 3], ["a must be a list", "a table of 1 x 3"]),
        ([1e200, 2], [1, 2], ["a must be a list of numbers from -1e+150 to 1e+150", "1e+200"]),
    ],
)
def test_scores_that_cannot_be_compared_are_refused(test, a, b, parts):
    refused(parts, test, a, b)


@on_lists
@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        ({"alternative": "bigger"}, ["alternative must be one of 'two-sided'", "'bigger'"]),
        ({"alternative": None}, ["alternative must be one of", "None"]),
        ({"alternative": "two_sided"}, ["Did you mean 'two-sided'?"]),
        ({"confidence": 0}, ["confidence must be a number strictly between 0 and 1; got 0"]),
        ({"confidence": 1}, ["confidence must be", "got 1"]),
        ({"confidence": 95}, ["confidence must be", "got 95"]),
        ({"confidence": math.nan}, ["confidence must be"]),
        ({"confidence": "0.9"}, ["confidence must be", "'0.9'"]),
        ({"higher_is_better": "no"}, ["higher_is_better must be True or False; got 'no'"]),
        ({"higher_is_better": None}, ["higher_is_better must be True or False"]),
    ],
)
def test_wrong_arguments_of_tests_on_scores_are_named(test, arguments, parts):
    refused(parts, test, [1, 2, 3], [3, 1, 1], **arguments)


def test_one_pair_is_too_few_for_a_spread_and_enough_for_a_sign():
    for test in (ON_LISTS["paired t"], ON_LISTS["corrected t"]):
        refused("a must hold at least 2 scores; got 1", test, [0.8], [0.7])
    for test in (sign_test, wilcoxon_test):
        result = test([0.8], [0.7])
        assert is_sound(result)
        assert (result.n, result.p_value) == (1, 1)
        assert test([0.8], [0.7], "greater").p_value == 0.5


@on_lists
@each_alternative
@pytest.mark.parametrize("n", [2, 3, 12, 300])
def test_with_all_ties_nothing_is_found_and_that_is_said(test, alternative, n):
    result = test([0.1 + 0.2] * n, [0.3] * n, alternative)
    assert is_sound(result)
    # t tests count t = 0 as the middle, the others count what is as extreme as nothing: all.
    assert result.p_value == 1 if alternative == "two-sided" else result.p_value >= 0.5
    assert result.effect == result.neutral
    assert re.search("nothing to compare|no spread|half of them counted", result.sentence())


@pytest.mark.parametrize("n", [2, 3, 9])
def test_one_difference_left_or_none_leaves_the_size_of_it_open(n):
    # Fewer differences must not make the interval narrower.
    for result in (wilcoxon_test([1] * n, [1] * n), wilcoxon_test([*[1] * n, 2], [*[1] * n, 1])):
        assert result.interval == (-math.inf, math.inf)


@pytest.mark.parametrize("scale", [1e-6, 1, 1e6])
@pytest.mark.parametrize("test", ["paired t", "corrected t"])
def test_equal_differences_have_no_spread_however_they_round(test, scale):
    b = np.array([0.1, 0.7, 0.3, 0.9, 0.2]) + scale
    a = b + 0.1 * scale
    for alternative, p in zip(ALTERNATIVES, (0, 0, 1), strict=True):
        result = ON_LISTS[test](a, b, alternative)
        assert (result.p_value, result.statistic) == (p, math.inf)
        assert "no spread to judge them by" in result.sentence()


def test_halves_that_agree_have_no_spread_however_they_round():
    runs = np.array([[0.1], [0.2], [0.3], [0.25], [0.15]])
    b = np.array([[0.7, 0.61], [0.3, 0.44], [0.9, 0.88], [0.5, 0.51], [0.62, 0.4]])
    for kind in ("F", "t"):
        result = five_by_two_test(b + runs, b, kind=kind)
        assert (result.statistic, result.p_value) == (math.inf, 0)
        assert "The two differences of each run are equal" in result.sentence()
        same = five_by_two_test(b, b, kind=kind)
        assert is_sound(same)
        assert (same.statistic, same.p_value) == (0, 1)
        assert "no spread" in same.sentence()


def test_tiny_differences_have_a_spread():
    # Their squares are too small for a float; they must not be taken for equal.
    d = np.array([[1.0, 2.0], [2.5, 0.5], [4.0, 3.0], [-1.0, 1.0], [2.0, 2.5]])
    for scale in (1e-200, 1e-160, 1e140):
        zero = np.zeros(10)
        for test in (ON_LISTS["paired t"], ON_LISTS["corrected t"], wilcoxon_test, sign_test):
            one, other = test(d.ravel(), zero), test(d.ravel() * scale, zero)
            assert (other.p_value, other.statistic) == pytest.approx((one.p_value, one.statistic))
        for kind in ("F", "t"):
            one = five_by_two_test(d, 0 * d, kind=kind)
            other = five_by_two_test(d * scale, 0 * d, kind=kind)
            assert other.p_value == pytest.approx(one.p_value)
            assert other.interval == pytest.approx(tuple(scale * x for x in one.interval))


@on_lists
def test_any_list_of_numbers_will_do(test):
    a, b = [3, 5, 2, 8, 6], [2, 5, 4, 4, 1]
    expected = test(a, b)
    for make in (tuple, np.array, np.float32, lambda x: [Fraction(v) for v in x]):
        assert test(make(a), make(b)) == expected
    assert test([True, False, True], [False, False, True]).n > 0


@on_lists
def test_the_callers_scores_are_left_alone(test):
    a, b = np.array([0.3, 0.2, 0.9]), np.array([0.1 + 0.2, 0.1, 0.4])
    before = a.copy(), b.copy()
    test(a, b)
    assert (a == before[0]).all()
    assert (b == before[1]).all()


@on_lists
@pytest.mark.parametrize("confidence", [1e-12, 1 - 1e-12, 1 - 1e-16])
def test_extreme_confidence_gives_an_interval_all_the_same(test, confidence):
    for n in (5, 30, 250):
        a, b = np.random.default_rng(n).normal(size=(2, n))
        assert is_sound(test(a, b, confidence=confidence))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("confidence", [1 - 1e-12, 1 - 1e-16])
def test_extreme_confidence_gives_mcnemars_interval_too(method, confidence):
    for a_wrong, b_wrong in ((0, 9), (3, 12), (40, 40)):
        assert is_sound(mcnemar_test(a_wrong, b_wrong, method, confidence=confidence))


def test_a_higher_confidence_never_narrows_the_interval():
    a, b = np.random.default_rng(22).normal(size=(2, 40))
    levels = [0.01, 0.5, 0.9, 0.99, 1 - 1e-9, 1 - 1e-13]
    for test in ON_LISTS.values():
        widths = [np.diff(test(a, b, confidence=level).interval)[0] for level in levels]
        assert widths == sorted(widths)
        assert widths[-2] < widths[-1] or math.isinf(widths[-2])


# --- What a result says -------------------------------------------------------------------------

RESULTS = {
    "paired t": lambda: paired_t_test([0.81, 0.78, 0.84], [0.79, 0.77, 0.8], "greater"),
    "corrected t": lambda: corrected_t_test([0.81, 0.78, 0.84], [0.79, 0.77, 0.8], 0.1),
    "5x2 F": lambda: five_by_two_test(np.arange(10).reshape(5, 2) % 4, np.eye(5, 2)),
    "5x2 t": lambda: five_by_two_test(np.arange(10).reshape(5, 2) % 4, np.eye(5, 2), kind="t"),
    "sign": lambda: sign_test([3, 2, 5, 7, 1], [1, 2, 3, 8, 0]),
    "Wilcoxon": lambda: wilcoxon_test([3, 2, 5, 7, 1, 9, 8], [1, 2, 3, 8, 0, 4, 4], "less"),
    "Wilcoxon, open": lambda: wilcoxon_test([3, 2], [1, 4]),
    **{f"McNemar {m}": lambda m=m: mcnemar_test(4, 13, m, confidence=0.9) for m in METHODS},
}


@pytest.mark.parametrize("make", RESULTS.values(), ids=RESULTS.keys())
def test_the_sentence_says_everything(make):
    result = make()
    text, (low, high) = result.sentence(), result.interval
    two_sided = result.alternative == "two-sided"
    sides = "" if two_sided else "two-sided "
    assert text.startswith(result.test[0].upper() + result.test[1:])
    assert not missing(
        text,
        f"{result.statistic_name} = {result.statistic:.4g}",
        "p = ",
        f"{result.effect_name} is {result.effect:.3g}",
        f"({100 * result.confidence:g} % {sides}interval {low:.3g} to {high:.3g})",
        f"on {result.n:,} {result.n_name}",
        "two-sided" if two_sided else "one-sided",
        *result.notes,
    )
    assert result.assumes


def test_the_sentence_takes_the_side_that_was_tested():
    assert "5 % level A is better than B." in mcnemar_test(2, 20).sentence()
    assert "5 % level B is better than A." in mcnemar_test(20, 2).sentence()
    assert "no difference is shown" in mcnemar_test(9, 10).sentence()
    assert "level A is better" in mcnemar_test(2, 20, alternative="greater").sentence()
    assert "level B is better" in mcnemar_test(20, 2, alternative="less").sentence()
    assert "not shown that A" in mcnemar_test(20, 2, alternative="greater").sentence()
    assert "not shown that B" in mcnemar_test(2, 20, alternative="less").sentence()
    result = mcnemar_test(6, 16)  # p = 0.052
    assert "5 % level no difference" in result.sentence()
    assert "is better than" in result.sentence(alpha=0.1).split("10 % level")[1]


@pytest.mark.parametrize("method", METHODS)
def test_chi_squared_with_fewer_than_20_discordant_cases_says_so(method):
    needs = method in ("corrected", "asymptotic")
    for a_wrong, b_wrong, few in ((1, 0, True), (7, 12, True), (8, 12, False), (30, 31, False)):
        result = mcnemar_test(a_wrong, b_wrong, method)
        assert ("needs 20 discordant cases" in result.sentence()) == (needs and few)
        if needs and few:
            assert f"there are {a_wrong + b_wrong}" in result.sentence()
            assert 'method="exact"' in result.sentence()


def test_ties_zeros_and_small_samples_are_told():
    tied = [1, 2, 3, 4, 5], [1, 2, 4, 2, 2]
    assert "2 ties left out" in sign_test(*tied).sentence()
    assert "2 ties: half of them counted for each" in sign_test(*tied, ties="split").sentence()
    assert "2 differences of zero left out" in wilcoxon_test(*tied).sentence()
    assert "ranked, then left out" in wilcoxon_test(*tied, zeros="pratt").sentence()
    assert "of zero split" in wilcoxon_test(*tied, zeros="split").sentence()
    assert "crude for 3 differences" in wilcoxon_test(*tied, method="normal").sentence()
    assert "more than 25 trials, not 3" in sign_test(*tied, method="normal").sentence()
    assert "5 pairs are few" in paired_t_test(*tied).sentence()
    many = np.random.default_rng(23).normal(size=(2, 30))
    assert paired_t_test(*many).notes == ()
    assert paired_t_test(*many[:, :29]).notes
    assert sign_test(*many[:, :26], method="normal").notes == ()
    assert sign_test(*many[:, :25], method="normal").notes
    assert wilcoxon_test(*many[:, :10], method="normal").notes == ()
    assert wilcoxon_test(*many[:, :9], method="normal").notes


@pytest.mark.parametrize("make", RESULTS.values(), ids=RESULTS.keys())
def test_results_are_plain_and_comparable(make):
    result = make()
    assert (result, hash(result)) == (make(), hash(make()))
    for field in ("statistic", "p_value", "effect", "confidence", "neutral"):
        assert type(getattr(result, field)) in (float, int)
    assert type(result.n) is int
    assert [type(limit) for limit in result.interval] == [float, float]
    assert isinstance(result.notes, tuple)
    assert isinstance(result.assumes, tuple)


# --- Which test? --------------------------------------------------------------------------------


@pytest.mark.parametrize("data_sets", ["one", "many"])
@pytest.mark.parametrize("outcome", ["right or wrong", "scores"])
@pytest.mark.parametrize("paired", [True, False])
@pytest.mark.parametrize(
    "resampled", ["no", "cross-validation", "repeated cross-validation", "5x2 cross-validation"]
)
def test_every_situation_gets_advice_with_a_reason(data_sets, outcome, paired, resampled):
    advice = choose_test(data_sets, outcome, paired, resampled)
    assert advice.reason in advice.sentence()
    assert advice.caution in str(advice)
    assert len(advice.reason) > 20
    if paired:
        assert callable(getattr(course_lib, advice.function))
        assert advice.function in course_lib.__all__
        assert f"`{advice.function}`" in advice.sentence()
    else:
        assert advice.function is None
        assert "same" in advice.sentence()


@pytest.mark.parametrize(
    ("answers", "resampled", "function"),
    [
        ([], "no", "mcnemar_test"),
        (["one", "right or wrong"], "no", "mcnemar_test"),
        (["one", "right or wrong"], "cross-validation", "mcnemar_test"),
        (["one", "right or wrong"], "repeated cross-validation", "corrected_t_test"),
        (["one", "right or wrong"], "5x2 cross-validation", "five_by_two_test"),
        (["one", "scores"], "no", "paired_t_test"),
        (["one", "scores"], "cross-validation", "corrected_t_test"),
        (["one", "scores"], "repeated cross-validation", "corrected_t_test"),
        (["one", "scores"], "5x2 cross-validation", "five_by_two_test"),
        (["many", "scores"], "no", "wilcoxon_test"),
        (["many", "right or wrong"], "no", "sign_test"),
    ],
)
def test_the_advice_is_the_textbooks(answers, resampled, function):
    advice = choose_test(*answers, resampled=resampled)
    assert advice.function == function
    if answers[1:] == ["right or wrong"] and answers[0] == "one":
        # Cases tested again and again are not for McNemar.
        assert ("rough" in advice.caution) == (resampled == "cross-validation")


@pytest.mark.parametrize("method", ["exact", "mid-p", "corrected", "asymptotic"])
@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.99])
def test_mcnemars_interval_agrees_with_the_version_of_the_test(method, confidence):
    # One half is inside exactly if the same version does not reject at 1 - confidence.
    for total in range(1, 41):
        for b_wrong in range(total + 1):
            result = mcnemar_test(total - b_wrong, b_wrong, method, confidence=confidence)
            low, high = result.interval
            assert 0 <= low <= b_wrong / total <= high <= 1
            if abs(result.p_value - (1 - confidence)) > 1e-9 and 2 * b_wrong != total:
                assert (low <= 0.5 <= high) == (result.p_value > 1 - confidence), result


def at_odds(result):
    """Does a two-sided test find a difference that its interval denies, or the other way round?"""
    low, high = result.interval
    found = result.p_value <= (1 - result.confidence) * (1 + 1e-9)
    return found == (low <= result.neutral <= high)


#: Two-decimal accuracies tie all the time; with more decimals they hardly do.
TWO_DECIMALS = [
    (
        np.round(a, decimals),
        np.round(a + np.random.default_rng(seed).normal(-0.012, 0.03, n), decimals),
    )
    for seed in range(500)
    for n in [5 + seed % 37]
    for a in [np.random.default_rng(1000 + seed).normal(0.8, 0.03, n)]
    for decimals in (2, 3, 9)
]


@on_lists
@pytest.mark.parametrize("confidence", [0.9, 0.95])
def test_where_a_test_and_its_interval_part_a_note_says_so_and_only_there(test, confidence):
    parted = 0
    for a, b in TWO_DECIMALS:
        result = test(a, b, confidence=confidence)
        told = any("Test and interval part" in note for note in result.notes)
        assert told == at_odds(result), (a, b)
        parted += told
    # Only Wilcoxon's test has ties that its interval does not know of.
    assert (parted > 50) == (test in WITH_RANKS)


WITH_RANKS = [test for name, test in ON_LISTS.items() if "Wilcoxon" in name]


def test_the_note_on_parting_tells_what_parts():
    # With 8 differences the interval begins at the fourth of the pairwise means: -3, -1, -0.5, 0.
    d = [-3, 1, 2, 3, 4, 5, 6, 7]
    result = wilcoxon_test(d, [0] * 8)
    _, p = brute_wilcoxon(d, "drop", "two-sided")
    assert result.p_value == pytest.approx(float(p))
    assert p == Fraction(12, 256)
    assert result.interval[0] == 0
    assert not missing(result.sentence(), "at the 5 % level the two-sided test finds a difference",
                       "the 95 % interval holds 0 as its end", "ties share")  # fmt: skip
    # In decimals that a computer cannot hold, all is as on paper.
    tenths = wilcoxon_test([0.7 + x / 10 for x in d], [0.7] * 8)
    assert tenths.interval[0] == 0
    assert tenths.notes == result.notes


def test_the_normal_sign_tests_interval_agrees_with_it():
    for n, confidence in product([*range(1, 60), 101, 300], [0.8, 0.95, 0.99]):
        for wins in range(0, n + 1, 1 if n < 60 else 3):
            result = sign_test(*with_wins(wins, n - wins), method="normal", confidence=confidence)
            assert not at_odds(result)
            assert 0 <= result.interval[0] <= wins / n <= result.interval[1] <= 1


@on_lists
@pytest.mark.parametrize("alternative", ["greater", "less"])
def test_a_one_sided_test_beside_a_two_sided_interval_says_so(test, alternative):
    seen = set()
    for a, b in TWO_DECIMALS[:300]:
        result = test(a, b, alternative)
        low, high = result.interval
        apart = result.p_value <= 0.05 and low <= result.neutral <= high
        text = result.sentence()
        assert not missing(text, "one-sided, on", "95 % two-sided interval")
        assert (f"holds {result.neutral:g}, for it looks to both sides" in text) == apart
        assert "one-sided p-value" in result.facts()
        assert "95 % two-sided interval" in result.facts()
        seen.add(apart)
    assert seen == ({True, False} if alternative == "greater" else {False, *seen})


@each_alternative
@pytest.mark.parametrize("n", range(1, 8))
def test_so_few_that_nothing_could_be_significant_is_said(n, alternative):
    # Every one of them won: nothing is more extreme.
    least = 0.5**n if alternative == "greater" else 2 * 0.5**n
    wins, sides = np.arange(1, n + 1), "two-sided" if alternative == "two-sided" else "one-sided"
    if alternative == "less":
        wins, least = -wins, 0.5**n
    for result in (
        mcnemar_test(*((0, n) if wins[0] > 0 else (n, 0)), alternative=alternative),
        sign_test(wins, [0] * n, alternative),
        wilcoxon_test(wins, [0] * n, alternative),
    ):
        assert result.p_value == pytest.approx(least)
        told = [note for note in result.notes if f"smallest {sides} p-value" in note]
        assert len(told) == (least > 0.05)
        assert not told or told[0].endswith(f" is {100 * least:.6g} %.")


def test_a_sentence_about_no_case_tells_no_share_and_large_counts_are_written_out():
    nothing = mcnemar_test(0, 0).sentence()
    assert "share" not in nothing
    assert "there is nothing to compare" in nothing
    assert "smaller count = 12,345, p" in mcnemar_test(12_345, 13_000).sentence()
