"""Every test set of up to 14 cases: the library equals enumeration with fractions."""

from fractions import Fraction

import numpy as np
import pytest

from course_lib import critical_value, null_distribution, p_value
from tests.helpers import refused
from tests.oracle import critical_value_of, enumerated

METRICS = ["auc", "accuracy", "f_measure", "top_k"]
SIZES = [(p, n) for p in range(1, 14) for n in range(1, 15 - p)]
LEVELS = [(1, "0.01"), (1, "0.05"), (1, "0.5"), (3, "0.1"), (10, "0.01"), (60, "0.3"), (1, "0.999")]


def small_test_sets(metric):
    """Every one, with the chances of its scores over all rankings: p, n, k and these."""
    for p, n in SIZES:
        for k in sorted({1, 2, min(10, p + n), p + n}) if metric == "top_k" else [10]:
            yield p, n, k, enumerated(metric, p, n, k)


@pytest.mark.parametrize("metric", METRICS)
def test_pmf_cdf_and_tails_are_those_of_all_rankings(metric):
    for p, n, k, chances in small_test_sets(metric):
        luck = null_distribution(metric, p, n, k=k)
        assert luck.support.tolist() == [float(score) for score in chances], (p, n, k)
        assert luck.pmf.tolist() == [float(chance) for chance in chances.values()], (p, n, k)
        at_most = Fraction(0)
        for score, chance in chances.items():
            at_least = 1 - at_most
            at_most += chance
            found = [tail(float(score)) for tail in (luck.cdf, luck.sf, luck.chance_at_least)]
            assert found == [float(at_most), float(1 - at_most), float(at_least)], (p, n, k, score)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize(("competitors", "alpha"), LEVELS)
def test_critical_values_are_those_of_all_rankings(metric, competitors, alpha):
    for p, n, k, chances in small_test_sets(metric):
        expected = critical_value_of(chances, competitors, Fraction(alpha))
        found = critical_value(metric, p, n, competitors, float(alpha), k=k)
        assert found == float(expected), (p, n, k)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize(("competitors", "alpha"), [*LEVELS, (10**9, "0.01")])
def test_p_value_and_critical_value_agree_at_every_attainable_score(metric, competitors, alpha):
    for p, n in [(1, 1), (1, 13), (13, 1), (4, 9), (7, 7), (10, 60), (60, 10), (1, 99), (35, 35)]:
        critical = critical_value(metric, p, n, competitors, float(alpha), k=2)
        support = null_distribution(metric, p, n, k=2).support
        assert critical in support
        chances = p_value(metric, support, p, n, competitors, k=2)
        assert np.all(np.diff(chances) <= 0)
        assert ((chances <= float(alpha)) == (support > critical)).all(), (p, n)


def test_a_tail_equal_to_the_level_counts_as_rare():
    # One positive among a hundred: it comes first with probability 1/100.
    assert critical_value("auc", 1, 99, alpha=0.01) == 98 / 99
    assert p_value("auc", 1.0, 1, 99) == 0.01
    # Majority voting is beaten with probability 10/1000.
    assert critical_value("accuracy", 10, 999, alpha=0.01) == 999 / 1009
    assert p_value("accuracy", 1000 / 1009, 10, 999) == 0.01
    assert critical_value("top_k", 10, 990, alpha=0.01, k=1) == 0
    # The float 0.3 is a little less than 3/10, and means 3/10.
    assert critical_value("top_k", 3, 7, alpha=0.3, k=1) == 0
    # 1 - (1 - 1/10)^2 = 0.19
    assert critical_value("top_k", 1, 9, competitors=2, alpha=0.19, k=1) == 0
    assert critical_value("top_k", 1, 9, competitors=2, alpha=0.1899999, k=1) == 1


@pytest.mark.parametrize(
    ("metric", "p", "n", "k", "alpha", "score"),
    [
        # At least `score` with a chance of exactly alpha, by hand: the one negative is among the
        # last cases - k, and so on.
        ("top_k", 199, 1, 198, 0.01, 198),
        ("top_k", 1999, 1, 1980, 0.01, 1980),
        ("top_k", 999_999, 1, 990_000, 0.01, 990_000),
        ("top_k", 301, 299, 300, 0.5, 151),
        ("top_k", 100_001, 99_999, 100_000, 0.5, 50_001),
        ("top_k", 500_000, 500_000, 700_001, 0.5, 350_001),
        # The three negatives stand below 1997 of 1999 positives, or only the last two differ.
        ("f_measure", 1999, 3, 10, 0.0015, 1997 / 1998),
        ("f_measure", 1, 1999, 10, 0.01, 2 / 21),
        ("accuracy", 999_999, 999_999, 10, 0.999999, 1_000_000 / 1_999_998),
    ],
)
def test_ties_are_decided_by_integers_at_larger_sizes_too(metric, p, n, k, alpha, score):
    assert p_value(metric, score, p, n, k=k) == alpha
    assert critical_value(metric, p, n, alpha=alpha, k=k) < score
    assert critical_value(metric, p, n, alpha=alpha * (1 - 1e-9), k=k) == score


def test_odd_numbers_of_pairs_split_in_equal_halves():
    for p, n in [(3, 5), (101, 99), (1999, 1999), (9999, 9999)]:
        above_the_middle = (p * n + 1) // 2 / (p * n)
        assert p_value("auc", above_the_middle, p, n) == 0.5
        assert critical_value("auc", p, n, alpha=0.5) == (p * n - 1) // 2 / (p * n)


def test_a_score_between_two_attainable_ones_counts_as_the_next():
    luck = null_distribution("accuracy", 10, 10)
    assert luck.chance_at_least(0.81) == luck.chance_at_least(0.85)
    assert (luck.sf(0.81), luck.cdf(0.81)) == (luck.sf(0.80), luck.cdf(0.80))


def test_the_same_score_by_another_formula_is_the_same_score():
    # F as the harmonic mean of precision and recall is off by a bit now and then.
    for p, n in [(7, 30), (40, 60), (100, 300)]:
        for tp, fp in [(p, 3), (p - 1, 5), (p // 2, 1)]:
            precision, recall = tp / (tp + fp), tp / p
            score = 2 * precision * recall / (precision + recall)
            assert p_value("f_measure", score, p, n) == p_value(
                "f_measure", 2 * tp / (p + tp + fp), p, n
            )
    assert p_value("auc", 0.1 + 0.2, 10, 10) == p_value("auc", 0.3, 10, 10)


def test_scalars_give_scalars_and_arrays_keep_their_shape():
    auc = null_distribution("auc", 5, 6)
    assert isinstance(auc.cdf(0.5), float)
    assert auc.sf([[0.1, 0.5], [0.7, 0.9]]).shape == (2, 2)
    many = np.linspace(-0.5, 1.5, 301)
    for luck in (
        auc,
        null_distribution("top_k", 200, 300, k=150),
        null_distribution("accuracy", 3, 9),
    ):
        spread = many * luck.support[-1]
        assert luck.cdf(spread) == pytest.approx([luck.cdf(x) for x in spread], rel=1e-12)
        assert luck.sf(spread) == pytest.approx([luck.sf(x) for x in spread], rel=1e-12)
        assert (luck.cdf(spread.reshape(7, 43)).shape, luck.cdf(np.inf)) == ((7, 43), 1)
        assert luck.sf(-np.inf) == 1
        for wrong in (np.nan, "a", True, None, [0.5, np.nan]):
            for method in (luck.cdf, luck.sf, luck.chance_at_least):
                refused("x must be a number or an array of numbers", method, wrong)
