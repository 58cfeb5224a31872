"""Larger test sets: the library equals integer arithmetic, to the last attainable score."""

import json
import math
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import hypergeom

from course_lib import critical_value, null_distribution, p_value
from course_lib.chance import auc as auc_module, distribution
from tests import oracle

SIZES = [
    (515, 515),  # where scipy's exact Mann-Whitney overflows
    (150, 484),  # KDD Cup 2001
    (241, 458),  # Wisconsin breast cancer
    *[(20, 1000), (1000, 20), (100, 300), (200, 200), (64, 65), (77, 500), (300, 90)],
    *[(3, 2000), (2000, 3), (1, 2000), (2, 1999)],
]
LEVELS = [(1, "0.01"), (1, "0.3"), (10, "0.01"), (100, "0.05"), (1000, "0.01"), (1000, "1e-9")]
STORED = json.loads((Path(__file__).parent / "data" / "auc_tails_large.json").read_text())
STORED_SIZES = {(p, n) for p, n, *_ in STORED["critical_values"]}


def agrees_with_integers(metric, p, n, reaching, total, scale, highest, some, k=10):
    """Critical values and p-values are those of counting; scores are whole numbers over `scale`."""
    for competitors, alpha in LEVELS:
        critical = round(critical_value(metric, p, n, competitors, float(alpha), k=k) * scale)
        following = critical + 1 if critical < highest else None
        assert is_critical(reaching, critical, following, total, competitors, alpha)
    for score in np.unique(some.astype(int)).tolist():
        exact = reaching(score) / total
        if exact > 1e-290:
            assert p_value(metric, score / scale, p, n, k=k) == pytest.approx(exact, rel=1e-11)
    return True


def is_critical(reaching, critical, following, total, competitors, alpha):
    """`critical` is reached too often to be significant, and the next score is rare enough."""
    alpha = Fraction(alpha)
    assert not oracle.is_rare(reaching(critical), total, competitors, alpha), critical
    if following is not None:
        assert oracle.is_rare(reaching(following), total, competitors, alpha), following
    return True


@pytest.mark.parametrize(("p", "n"), [size for size in SIZES if size not in STORED_SIZES])
def test_auc_equals_integers(p, n):
    pairs, total = p * n, math.comb(p + n, p)
    lowest = min(critical_value("auc", p, n, c, float(a)) for c, a in LEVELS)
    at_most = oracle.rankings_with_at_most(pairs - round(lowest * pairs) + 1, p, n)

    def reaching(right):
        return int(at_most[pairs - right])

    some = pairs - np.linspace(0, at_most.size - 1, 60).astype(int)
    assert agrees_with_integers("auc", p, n, reaching, total, pairs, pairs, some)


@pytest.mark.parametrize(("p", "n"), sorted(STORED_SIZES))
def test_auc_equals_stored_integers(p, n):
    pairs = p * n
    expected = {
        (c, alpha): right for *size, c, alpha, right in STORED["critical_values"] if size == [p, n]
    }
    assert list(expected) == LEVELS
    for (competitors, alpha), right in expected.items():
        assert round(critical_value("auc", p, n, competitors, float(alpha)) * pairs) == right
    tails = [(wrong, tail) for *size, wrong, tail in STORED["tails_all_over"] if size == [p, n]]
    assert len(tails) > 50
    for wrong, tail in tails:
        found = p_value("auc", (pairs - wrong) / pairs, p, n)
        assert found == pytest.approx(float(tail), rel=1e-11)


@pytest.mark.parametrize(("p", "n"), SIZES)
def test_accuracy_equals_integers(p, n):
    def reaching(right):
        return oracle.rankings_with_at_least_right(right, p, n)

    cases, total = p + n, math.comb(p + n, p)
    some = np.linspace(max(p, n), cases, 12)
    assert agrees_with_integers("accuracy", p, n, reaching, total, cases, cases, some)


@pytest.mark.parametrize(("p", "n"), SIZES)
def test_f_measure_equals_integers(p, n):
    total = math.comb(p + n, p)
    support = null_distribution("f_measure", p, n).support

    def fraction(score):
        return Fraction(float(score)).limit_denominator(2 * p + n)

    def reaching(score):
        return oracle.rankings_with_f_at_least(score, p, n)

    for competitors, alpha in LEVELS:
        critical = critical_value("f_measure", p, n, competitors, float(alpha))
        i = int(np.flatnonzero(support == critical)[0])
        following = fraction(support[i + 1]) if i + 1 < support.size else None
        critical = fraction(critical)
        assert is_critical(reaching, critical, following, total, competitors, alpha)
    for score in support[np.unique(np.linspace(0, support.size - 1, 8).astype(int))]:
        exact = reaching(fraction(score)) / total
        if exact > 1e-290:
            assert p_value("f_measure", score, p, n) == pytest.approx(exact, rel=1e-11)


@pytest.mark.parametrize(
    ("p", "n", "k"),
    [(1624, 1357, 1699), (1429, 1881, 1182), (11_773, 7593, 1708), (1900, 1990, 1950)],
)
def test_top_k_beyond_integers_has_no_chance_above_one(p, n, k):
    luck = null_distribution("top_k", p, n, k=k)
    assert luck._counts is None
    chances = luck.p_value(luck.support, 10)
    assert ((chances >= 0) & (chances <= 1)).all()
    assert (np.diff(chances) <= 0).all()
    critical = luck.critical_value(10, 0.01)
    total = math.comb(p + n, k)
    assert not oracle.is_rare(oracle.draws_with_at_least(critical, p, n, k), total, 10, "0.01")
    assert oracle.is_rare(oracle.draws_with_at_least(critical + 1, p, n, k), total, 10, "0.01")


def test_top_k_with_a_tiny_class_is_counted_by_that_class():
    luck = null_distribution("top_k", 1_000_000, 1, k=500_000)
    assert luck._counts is not None
    assert luck.pmf.tolist() == [500_000 / 1_000_001, 500_001 / 1_000_001]
    luck = null_distribution("top_k", 5, 500_000, k=500_003)
    assert luck.support.tolist() == [3, 4, 5]
    exact = [math.comb(500_003, i) * math.comb(2, 5 - i) for i in (3, 4, 5)]
    assert luck.pmf == pytest.approx([e / sum(exact) for e in exact], rel=1e-14)


@pytest.mark.parametrize(("p", "n"), SIZES)
@pytest.mark.parametrize("k", [1, 10, 250])
def test_top_k_equals_integers(p, n, k):
    k = min(k, p + n)

    def reaching(count):
        return oracle.draws_with_at_least(count, p, n, k)

    some, total = np.linspace(max(0, k - n), min(k, p), 12), math.comb(p + n, k)
    assert agrees_with_integers("top_k", p, n, reaching, total, 1, min(k, p), some, k)


def test_f_where_hundreds_of_cuts_share_the_critical_score():
    # F = 1/2 wherever 3 TP = P + FP: here for 200 pairs (TP, FP).
    luck = null_distribution("f_measure", 300, 900)
    half = luck.chance_at_least(0.5)
    following = luck.support[np.searchsorted(luck.support, 0.5) + 1]
    between = (half + luck.chance_at_least(following)) / 2
    assert luck.critical_value(1, between) == 0.5


def test_f_support_is_what_rankings_can_reach():
    for p, n in [(20, 30), (7, 200), (150, 11)]:
        lowest = Fraction(2 * p, 2 * p + n)
        every = {Fraction(2 * i, p + i + j) for i in range(1, p + 1) for j in range(n + 1)}
        expected = [float(score) for score in sorted(every) if score >= lowest]
        assert null_distribution("f_measure", p, n).support.tolist() == expected


@pytest.mark.parametrize(
    ("metric", "p", "n"),
    [("auc", 100, 100), ("auc", 33, 70), ("accuracy", 300, 500), ("top_k", 900, 800)],
)
def test_pmf_adds_up_to_the_tails(metric, p, n):
    luck = null_distribution(metric, p, n, k=150)
    from_above = np.cumsum(luck.pmf[::-1])[::-1]
    for i in np.unique(np.linspace(1, luck.support.size - 1, 50).astype(int)):
        expected = luck.chance_at_least(luck.support[i])
        if expected > 1e-290:
            assert from_above[i] == pytest.approx(expected, rel=1e-10)


def test_auc_pmf_equals_integers_where_windows_are_stitched():
    # Small classes too: there the transform has peaks far from the real axis.
    for p, n in [(100, 100), (8, 7000), (10, 4100), (7, 9000), (21, 1000), (130, 140)]:
        at_most = oracle.rankings_with_at_most(p * n // 2, p, n)
        counts = np.append(at_most[:1], np.diff(at_most))
        exact = np.array([count / math.comb(p + n, p) for count in counts])
        found = null_distribution("auc", p, n).pmf[: exact.size]
        seen = exact > 1e-290
        assert found[seen] == pytest.approx(exact[seen], rel=1e-10)


# --- Beyond the sizes that integers reach while a reader waits --------------------------------


@pytest.mark.parametrize("case", STORED["tails"], ids=str)
def test_auc_of_large_test_sets_equals_stored_integers(case):
    p, n, wrong, tail = case
    score = (p * n - wrong) / (p * n)
    assert p_value("auc", score, p, n) == pytest.approx(float(tail), rel=1e-10)


@pytest.mark.parametrize(("p", "n"), [(600, 900), (2000, 2000), (10_000, 10_000), (100, 10_000)])
def test_auc_tails_do_not_depend_on_the_circle(p, n):
    # Cauchy's formula holds for every radius; rounding, aliasing and truncation would not.
    spread = math.sqrt(p * n * (p + n + 1) / 12)
    fewer, more = sorted((p, n))
    for deviations in (0.01, 1, 4, 7):
        wrong = int(p * n / 2 - deviations * spread)
        saddle = auc_module._Circle.peaking_at(fewer, more, wrong)
        expected = saddle.at_most(wrong)
        for factor in (0.8, 0.9, 1.1):
            other = auc_module._Circle(fewer, more, factor * saddle.rate)
            assert other.at_most(wrong) == pytest.approx(expected, rel=1e-9), (deviations, factor)


@pytest.mark.parametrize(("p", "n"), [(515, 515), (2000, 2000), (10_000, 10_000), (1, 10_000)])
def test_auc_never_overflows(p, n):
    luck = null_distribution("auc", p, n)
    for score in (0.0, 0.25, 0.5, 0.51, 0.75, 1.0):
        assert 0 <= luck.sf(score) <= 1
        assert luck.cdf(score) + luck.sf(score) == pytest.approx(1, abs=1e-12)
    assert luck.cdf(1.0) == 1
    assert 0.5 <= luck.critical_value(1000, 0.01) <= 1


@pytest.mark.parametrize("metric", ["accuracy", "top_k"])
def test_a_million_of_each_class(metric):
    luck = null_distribution(metric, 10**6, 10**6, k=10**6)
    critical = luck.critical_value(10**9, 0.01)
    assert luck.p_value(critical, 10**9) > 0.01
    step = 1 if metric == "top_k" else 1 / (2 * 10**6)
    assert luck.p_value(critical + step, 10**9) <= 0.01
    if metric == "accuracy":
        right = round(critical * 2 * 10**6)
        log = 2 * math.lgamma(10**6 + 1) - math.lgamma(right + 2) - math.lgamma(2 * 10**6 - right)
        expected, rel = math.exp(log), 1e-7  # what lgamma is good for
    else:
        expected, rel = hypergeom.sf(critical, 2 * 10**6, 10**6, 10**6), 1e-6
    assert luck.sf(critical) == pytest.approx(expected, rel=rel)


@pytest.mark.parametrize(
    ("p", "n", "alpha"),
    [(7, 10_000, 1e-16), (74, 74, 1e-40), (100, 100, 1e-60), (150, 484, 1e-200),
     (500, 500, 1e-300)],
)  # fmt: skip
def test_a_perfect_auc_that_is_not_rare_enough_is_a_normal_answer(p, n, alpha):
    assert critical_value("auc", p, n, 10**9, alpha) == 1.0
    assert p_value("auc", 1.0, p, n, 10**9) > alpha


@pytest.mark.parametrize("off", [-3_000, -1, 1, 2, 500, 10**9])
@pytest.mark.parametrize("alpha", [0.01, 0.5, 0.97])
def test_a_wrong_guess_costs_time_only(off, alpha, monkeypatch):
    expected = critical_value("auc", 80, 90, 3, alpha)
    guess = auc_module.AUCDistribution._guess
    monkeypatch.setattr(
        auc_module.AUCDistribution, "_guess", lambda self, chance: guess(self, chance) + off
    )
    assert null_distribution("auc", 80, 90).critical_value(3, alpha) == expected


@pytest.mark.parametrize("metric", ["auc", "accuracy", "f_measure", "top_k"])
@pytest.mark.parametrize(("p", "n"), [(1, 1), (90, 110), (600, 40), (700, 800)])
@pytest.mark.parametrize("c", [1, 10**9])
def test_levels_at_both_ends(metric, p, n, c):
    luck = null_distribution(metric, p, n, k=2)
    for alpha in (5e-324, 1e-100, 0.5, 0.9, 1 - 1e-12, 1 - 2**-53):
        critical = luck.critical_value(c, alpha)
        assert luck.is_attainable(critical)
        if critical > luck.lowest:
            assert luck.p_value(critical, c) > alpha
        if critical < luck.setting.highest:
            above = luck.support[np.searchsorted(luck.support, critical) + 1]
            assert luck.p_value(above, c) <= alpha


def test_arrays_and_scalars_agree_beyond_integers(monkeypatch):
    monkeypatch.setattr(distribution, "_MANY", 25)
    sizes = [("auc", 75, 76), ("auc", 75, 77), ("accuracy", 500, 700), ("top_k", 30_000, 20_000)]
    for metric, p, n in sizes:
        luck = null_distribution(metric, p, n, k=10_000)
        scores = luck.support[:: max(1, luck.support.size // 30)]
        assert luck._many(scores)
        assert not getattr(luck, "_integers_are_cheap", False)
        for name in ("cdf", "sf", "chance_at_least", "p_value"):
            method = getattr(luck, name)
            one_by_one = [method(score) for score in scores.tolist()]
            assert method(scores) == pytest.approx(one_by_one, rel=1e-9, abs=1e-300), name
        best = [luck.p_value(score, 1000) for score in scores.tolist()]
        assert luck.p_value(scores, 1000) == pytest.approx(best, rel=1e-9, abs=1e-300)


def test_many_scores_do_not_build_a_pmf_of_millions():
    luck = null_distribution("auc", 210, 10_000)
    assert luck.sf(np.linspace(0.49, 0.52, 100)).size == 100
    assert "pmf" not in vars(luck)
    # But more of them are worth it.
    assert luck.sf(np.linspace(0.49, 0.52, 110)).size == 110
    assert "pmf" in vars(luck)


def test_the_smallest_floats_are_levels_too():
    # The best of 10^9 at alpha = 1e-318: tails of 1e-327, which no float holds.
    level = (10**9, 1e-318)
    p, n = 900, 800
    right = round(critical_value("accuracy", p, n, *level) * (p + n))
    count = critical_value("top_k", p, n, *level, k=700)
    on_top = [oracle.draws_with_at_least(count + i, p, n, 700) for i in (0, 1)]
    reached = [
        (math.comb(p + n, p), [math.comb(p + n, right + i) for i in (0, 1)]),
        (math.comb(p + n, 700), on_top),
    ]
    p, n = 600, 620
    wrong = p * n - round(critical_value("auc", p, n, *level) * p * n)
    at_most = oracle.rankings_with_at_most(wrong, p, n)
    reached.append((math.comb(p + n, p), [int(at_most[wrong]), int(at_most[wrong - 1])]))
    support = null_distribution("f_measure", p, n).support
    i = np.searchsorted(support, critical_value("f_measure", p, n, *level))
    scores = [Fraction(float(f)).limit_denominator(2 * p + n) for f in support[i : i + 2]]
    cuts = [oracle.rankings_with_f_at_least(score, p, n) for score in scores]
    reached.append((math.comb(p + n, p), cuts))
    for total, (at_critical, beyond) in reached:
        rare = Fraction(level[1]) / level[0]
        assert Fraction(beyond, total) <= rare < Fraction(at_critical, total)


def test_pmf_of_f_refuses_what_would_take_hours():
    with pytest.raises(ValueError, match=r"too many to compute one by one; ask cdf\(x\)"):
        _ = null_distribution("f_measure", 2000, 2000).pmf
