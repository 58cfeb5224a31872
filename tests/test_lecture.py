"""The lecture: its tables against exact values, its exercises answered, its warning simulated."""

import matplotlib
import numpy as np
import pytest
from scipy import stats
from sklearn.kernel_ridge import KernelRidge
from sklearn.naive_bayes import GaussianNB

from course_lib import type_i_errors
from course_lib.datasets import load_lecture_sign_table, load_lecture_t_table
from course_lib.papers.sources.lecture import growth
from course_lib.papers.sources.lecture.printed_tables import (
    consistent_f,
    sign_table_misprints,
    t_table_misprints,
)
from course_lib.plots.regions import draw_region

matplotlib.use("Agg")


# --- Tables ---------------------------------------------------------------------------------------


def test_the_t_table_by_another_way():
    # Integrating the density instead of asking for its quantile.
    table = load_lecture_t_table()
    assert len(table) == 340
    wrong = {(df, level) for df, level, _, _ in t_table_misprints()}
    assert wrong == {(2, 0.0005), (3, 0.001), (23, 0.0005)}
    for (df, level), printed in table.items():
        exact = stats.t(df) if df else stats.norm()
        half = 0.005 if printed >= 100 else 0.0005
        inside = (
            exact.sf(printed + half) <= level * (1 + 1e-9) <= exact.sf(printed - half) * (1 + 2e-9)
        )
        assert inside == ((df, level) not in wrong)


def test_the_sign_table_by_another_way():
    # Through binomtest, for all numbers of wins.
    table = load_lecture_sign_table()
    assert len(table) == 240
    wrong = {(n, alpha): exact for n, alpha, _, exact in sign_table_misprints()}
    assert wrong == {(8, 0.1): 6, (56, 0.02): 20, (56, 0.01): 22, (69, 0.02): 21, (69, 0.01): 23}
    trials = {n for n, _ in table}
    p_values = {n: [stats.binomtest(w, n).pvalue for w in range(n + 1)] for n in trials}
    for (n, alpha), printed in table.items():
        significant = [
            abs(2 * w - n) for w, p in enumerate(p_values[n]) if p <= alpha * (1 + 1e-12)
        ]
        exact = min(significant, default=None)
        assert exact == wrong.get((n, alpha), printed)


@pytest.mark.parametrize(
    ("precision", "recall", "f", "possible"),
    [(0.53, 0.44, 0.48, True), (0.4, 0.17, 0.23, True), (0.4, 0.17, 0.22, False)],
)
def test_rounded_scores_that_belong_together(precision, recall, f, possible):
    assert consistent_f(precision, recall, f) == possible


# --- What grows ---------------------------------------------------------------------------------


def test_the_learners_that_are_measured_are_what_they_are_called():
    random = np.random.default_rng(1)
    x, y = random.standard_normal((60, 20)), np.arange(60) % 2
    weights = KernelRidge(kernel="rbf").fit(x, y).dual_coef_
    assert growth.kernel_ridge(x, y) == pytest.approx(weights, abs=1e-12)
    theirs = GaussianNB(var_smoothing=0).fit(x, y)
    for (mean, spread), their_mean, their_variance in zip(
        growth.naive_bayes(x, y), theirs.theta_, theirs.var_, strict=True
    ):
        assert mean == pytest.approx(their_mean)
        assert spread**2 == pytest.approx(their_variance)


# --- The simulation -------------------------------------------------------------------------------


def test_the_fewer_the_runs_the_smaller_the_harm():
    naive = [type_i_errors(100, 5, runs, 300, seed=3).rates["naive t"] for runs in (1, 3, 10)]
    assert naive[0] < naive[1] < naive[2]


def test_the_learners_of_the_simulation_are_equally_good_and_its_folds_are_folds():
    from course_lib.pairs import resampling

    random = np.random.default_rng(0)
    data = (*resampling._data(100, 400, random), "midpoint")
    a, b = resampling._cross_validate(data, 5, 2, random)
    assert a.shape == b.shape == (400, 10)
    assert a.mean() == pytest.approx(b.mean(), abs=0.01)
    assert a.mean() == pytest.approx(stats.norm.cdf(0.7), abs=0.01)  # the best there is
    a_wrong, b_wrong = resampling._hold_out(data, random)
    assert a_wrong.mean() == pytest.approx(b_wrong.mean(), rel=0.1)


def test_the_nearest_training_case_is_found():
    from course_lib.pairs import resampling

    random = np.random.default_rng(1)
    labels, features = resampling._data(30, 5, random)
    train = random.random((5, 30)) < 0.6
    found = resampling._nearest(labels, features, train)
    for r in range(5):
        for f in range(2):
            for case in range(30):
                distance = np.abs(features[r, f] - features[r, f, case])
                distance[~train[r]] = np.inf
                assert found[r, f, case] == labels[distance.argmin()]


def test_the_correction_is_too_small_for_jumpy_learners():
    errors = type_i_errors(200, 10, 10, 400, seed=6, learner="nearest")
    rate, spread = errors.rates["corrected t"], errors.standard_error("corrected t")
    assert rate - 3 * spread > errors.alpha


def test_the_simulation_repeats_and_says_what_is_wrong():
    first, second = (type_i_errors(50, 5, 2, 30, seed=1) for _ in range(2))
    assert first == second
    assert "30 data sets of 50 cases" in first.sentence()
    for bad in ({"cases": 5}, {"folds": 1}, {"runs": 0}, {"repetitions": 0}, {"alpha": 1}):
        with pytest.raises(ValueError, match=next(iter(bad))):
            type_i_errors(**bad)


# --- Figures --------------------------------------------------------------------------------------


@pytest.mark.parametrize("tails", ["both", "upper", "lower"])
@pytest.mark.parametrize(("law", "n"), [("t", 1), ("t", 9), ("t", 100), ("normal", 1)])
@pytest.mark.parametrize("alpha", [0.1, 0.05, 0.001])
def test_critical_regions_hold_alpha(ax, law, n, tails, alpha):
    drawn = draw_region(ax, law, n, alpha, tails, statistic=1.5)
    frozen = stats.t(n) if law == "t" else stats.norm()
    mass = 0.0
    if drawn.upper is not None:
        mass += frozen.sf(drawn.upper)
    if drawn.lower is not None:
        mass += frozen.cdf(drawn.lower)
    assert mass == pytest.approx(alpha)
    assert (drawn.upper is None) == (tails == "lower")
    expected = {"both": 2 * frozen.sf(1.5), "upper": frozen.sf(1.5), "lower": frozen.cdf(1.5)}
    assert drawn.p_value == pytest.approx(expected[tails])
    assert any("yours: 1.5" in text.get_text() for text in ax.texts)


@pytest.mark.parametrize("n", [1, 5, 9, 40])
@pytest.mark.parametrize("tails", ["both", "upper", "lower"])
def test_critical_regions_of_wins_hold_no_more_than_alpha(ax, n, tails):
    drawn = draw_region(ax, "wins", n, 0.05, tails, statistic=n)
    alternative = {"both": "two-sided", "upper": "greater", "lower": "less"}[tails]
    rejected = [
        w for w in range(n + 1) if stats.binomtest(w, n, alternative=alternative).pvalue <= 0.05
    ]
    assert drawn.mass == pytest.approx(stats.binom.pmf(rejected, n, 0.5).sum())
    assert drawn.mass <= 0.05
    assert drawn.p_value == pytest.approx(stats.binomtest(n, n, alternative=alternative).pvalue)
