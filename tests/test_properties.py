"""What must hold at any size: symmetry, order, agreement with other packages."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from scipy import stats

from course_lib import critical_value, critical_value_table, null_distribution, p_value

METRICS = ["auc", "accuracy", "f_measure", "top_k"]
# Examples are drawn from a fixed seed, so that every run checks the same ones.
repeatable = settings(max_examples=60, deadline=None, derandomize=True)
sizes = st.integers(1, 120)
competitors = st.integers(0, 9).map(lambda power: 10**power)
alphas = st.sampled_from([1e-6, 0.001, 0.01, 0.05, 0.2, 0.5, 0.9])


@repeatable
@given(st.sampled_from(["auc", "accuracy"]), sizes, sizes, competitors, alphas)
def test_swapping_the_classes_changes_nothing(metric, p, n, c, alpha):
    assert critical_value(metric, p, n, c, alpha) == critical_value(metric, n, p, c, alpha)


@repeatable
@given(st.sampled_from(METRICS), sizes, sizes, competitors, alphas)
def test_more_competitors_or_a_stricter_level_raise_the_critical_value(metric, p, n, c, alpha):
    here = critical_value(metric, p, n, c, alpha, k=1)
    assert here <= critical_value(metric, p, n, min(10 * c, 10**9), alpha, k=1)
    assert here <= critical_value(metric, p, n, c, alpha / 3, k=1)


@repeatable
@given(st.sampled_from(METRICS), sizes, sizes, competitors, alphas, st.integers(0, 10**6))
def test_exceeding_the_critical_value_is_having_a_small_p_value(metric, p, n, c, alpha, pick):
    luck = null_distribution(metric, p, n, k=min(10, p + n))
    score = luck.support[pick % luck.support.size]
    assert (luck.p_value(score, c) <= alpha) == (score > luck.critical_value(c, alpha))


@repeatable
@given(st.sampled_from(METRICS), st.integers(1, 2000), st.integers(1, 2000), st.floats(0, 1))
def test_chances_are_between_0_and_1_and_add_up(metric, p, n, x):
    luck = null_distribution(metric, p, n, k=(p + n) // 2)
    score = x * luck.setting.highest
    at_most, above = luck.cdf(score), luck.sf(score)
    assert 0 <= at_most <= 1
    assert 0 <= above <= 1
    assert at_most + above == pytest.approx(1, abs=1e-11)


def test_a_chance_never_exceeds_1_by_rounding():
    assert null_distribution("f_measure", 20, 1663).cdf(20 / 33) <= 1


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("c", [1, 1000, 10**9])
def test_p_value_as_level_makes_the_score_just_significant(metric, c):
    # However p rounds, a level equal to it must count the score as significant.
    luck = null_distribution(metric, 60, 80)
    for score in luck.support[:: max(1, luck.support.size // 40)]:
        p = luck.p_value(score, c)
        if 0 < p < 1:
            assert luck.critical_value(c, p) < score


@repeatable
@given(st.integers(1, 40), st.integers(1, 40))
def test_auc_agrees_with_scipy_where_scipy_does_not_overflow(p, n):
    for u in {0, p * n // 3, p * n // 2, p * n}:
        # A sample with this U: scipy takes data, so build scores that give it.
        above = [min(n, max(0, u - i * n)) for i in range(p)]
        x, y = [a - 0.5 for a in above], list(range(n))
        found = stats.mannwhitneyu(x, y, alternative="greater", method="exact")
        assert found.statistic == u
        assert p_value("auc", u / (p * n), p, n) == pytest.approx(found.pvalue, rel=1e-9)


def test_auc_near_the_middle_is_nearly_normal_where_scipy_overflows():
    # That scipy does, benchmarks/ shows: it takes scipy most of a minute.
    n = 515
    right = n * (n + 1) // 2
    normal = stats.norm.sf((right - 0.5 - n * n / 2) / np.sqrt(n * n * (2 * n + 1) / 12))
    assert p_value("auc", right / n**2, n, n) == pytest.approx(normal, rel=1e-4)


@pytest.mark.parametrize(("p", "n", "k"), [(20, 300, 10), (300, 20, 50), (5000, 9000, 2000)])
def test_top_k_agrees_with_scipy(p, n, k):
    luck = null_distribution("top_k", p, n, k=k)
    theirs = stats.hypergeom(p + n, p, k)
    assert luck.pmf == pytest.approx(theirs.pmf(luck.support), rel=1e-8, abs=1e-300)
    assert luck.cdf(luck.support) == pytest.approx(theirs.cdf(luck.support), rel=1e-8)


def test_accuracy_is_the_two_sample_smirnov_statistic_of_equal_classes():
    # With P = N the peak of TP - FP is N times the one-sided Smirnov statistic.
    n = 40
    luck = null_distribution("accuracy", n, n)
    for right in range(n, 2 * n + 1, 7):
        x = np.arange(n) + (right - n)
        found = stats.ks_2samp(np.arange(n), x, alternative="greater", method="exact")
        assert luck.chance_at_least(right / (2 * n)) == pytest.approx(found.pvalue, rel=1e-9)


def test_a_table_is_its_cells_in_rows_of_positives():
    rows, columns = [5, 20, 70], [10, 30]
    for metric in METRICS:
        table = critical_value_table(metric, rows, columns, competitors=100, alpha=0.05, k=3)
        cells = [[critical_value(metric, p, n, 100, 0.05, k=3) for n in columns] for p in rows]
        assert table.tolist() == cells
    assert critical_value_table("TP3", 5, range(10, 12), 1).shape == (1, 2)


def test_luck_has_the_known_mean_and_spread():
    for p, n in [(30, 50), (300, 200)]:
        luck = null_distribution("auc", p, n)
        mean = luck.support @ luck.pmf
        variance = luck.support**2 @ luck.pmf - mean**2
        assert mean == pytest.approx(0.5, rel=1e-12)
        assert variance == pytest.approx((p + n + 1) / (12 * p * n), rel=1e-9)
