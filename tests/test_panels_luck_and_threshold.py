"""What Walk, the chart reader and the threshold panel say, and what they refuse."""

import numpy as np
import pytest

from course_lib import auc_score, critical_value, null_distribution, p_value, roc_points
from course_lib.datasets import load_elazmeh_scores
from course_lib.widgets import ChartReader, ThresholdPanel, Walk
from course_lib.widgets.threshold import BELL_CASES, cases, reckon


def words(panel):
    return panel.tell(panel.values).words


# --- Walk ---------------------------------------------------------------------------------------


def test_walks_step_by_step_give_the_scores_of_their_thresholds():
    panel = Walk(positives=4, negatives=6)
    ranking = panel.collected(panel.values).ranking
    assert ranking.sum() == 4
    for walked in range(10):
        panel.walked = walked
        tp = int(ranking[:walked].sum())
        right = tp + 6 - (walked - tp)
        assert f"accuracy {right / 10:.3f}" in words(panel)
        assert f"F {2 * tp / (4 + walked):.3f}" in words(panel)
        assert "best" not in words(panel)  # not before the walk ends
    panel.walked = 10
    assert "best accuracy" in words(panel)


def test_a_walk_collects_scores_that_follow_the_exact_distribution():
    panel = Walk(positives=5, negatives=7)
    panel.rankings = 4001
    for metric, scores in panel.collected(panel.values).scores.items():
        assert len(scores) == 4001
        exact = null_distribution(metric, 5, 7)
        # Largest distance between the two distribution functions (Kolmogorov): 0.1 % level.
        values = exact.support
        empirical = np.searchsorted(np.sort(scores), values + 1e-9) / len(scores)
        assert np.abs(empirical - exact.cdf(values)).max() < 1.95 / np.sqrt(len(scores))
        panel.metric = metric
        assert f"with an average {exact.setting.title} of {scores.mean():.3f}" in words(panel)


def test_the_last_ranking_has_the_last_score():
    panel = Walk()
    for rankings in (1, 2, 501):
        panel.rankings = rankings
        ranking, scores = panel.collected(panel.values)
        falling = -np.arange(ranking.size)
        assert scores["auc"][-1] == pytest.approx(auc_score(ranking == 1, falling))


def test_another_test_set_begins_anew_and_no_more_cases_are_walked_than_there_are():
    panel = Walk()
    panel.set(rankings=501)
    assert "Collected so far: 501 rankings" in words(panel)
    panel.set(positives=20)
    assert "Collected so far: 1 ranking," in words(panel)
    assert panel.walked == 40
    panel.set(negatives=1)
    assert panel.walked == 21
    panel.negatives = 50  # set by itself: the walk is half way
    assert words(panel).startswith("After 21 cases: ")


def test_two_walks_with_one_seed_are_the_same_and_with_another_are_not():
    first, second, third = Walk(seed=1), Walk(seed=1), Walk(seed=2)
    for panel in (first, second, third):
        panel.rankings = 501
    scores = [panel.collected(panel.values).scores["auc"] for panel in (first, second, third)]
    assert np.array_equal(scores[0], scores[1])
    assert not np.array_equal(scores[0], scores[2])
    assert first.data == second.data != third.data


def test_a_page_without_a_kernel_gets_the_seed_too():
    panel = Walk(seed=3, positives=7)
    twin = Walk.as_set(panel.settings())
    assert (twin.seed, twin.values, twin.data) == (3, panel.values, panel.data)
    assert twin.spec["first"] == panel.values


# --- Chart reader -------------------------------------------------------------------------------


@pytest.mark.parametrize("score", [0.55, 0.60, 0.65])
@pytest.mark.parametrize("competitors", [1, 100, 101, 114])
def test_the_chart_reader_gives_the_exact_verdict(score, competitors):
    panel = ChartReader(score=score, competitors=competitors)
    significant = p_value("auc", score, 150, 484, competitors) <= 0.01
    told = panel.tell(panel.values)
    assert ("luck alone is not a plausible explanation" in told.words) == significant
    assert ("filled" in told.alt) == significant


def test_the_chart_reader_counts_in_whole_numbers_for_tp10():
    panel = ChartReader()
    panel.set(metric="top_k")
    assert panel.score == 6
    panel.set(score=9)
    assert "TP10 score of 9" in words(panel)
    panel.set(positives=4)
    assert panel.score == 4
    assert "TP10 score of 4" in words(panel)
    panel.set(metric="accuracy")
    assert panel.score == 0.6


def test_there_are_always_ten_cases_for_the_first_ten():
    panel = ChartReader(metric="top_k", score=2, positives=2, negatives=2)
    assert panel.negatives == 8
    line = critical_value("top_k", 2, 8, 114)
    assert f"does not exceed {line}" in words(panel)
    panel.negatives = 3  # set by itself, it is told as it must be
    assert "2 positives and 8 negatives" in words(panel)


def test_a_panel_can_begin_with_counts_and_with_numbers_of_ones_own():
    assert "TP10 score of 6" in words(ChartReader(metric="top_k", score=6))
    panel = ChartReader(alpha=0.03, competitors=12, positives=151)
    assert "3 % critical value for the best of 12 classifiers" in words(panel)
    assert "on 151 positives" in words(panel)
    stops = panel.controls["alpha"].stops
    assert list(stops) == sorted(stops)


# --- Threshold ----------------------------------------------------------------------------------


@pytest.mark.parametrize("scores", ["bells", "bayes", "tree"])
def test_the_cheapest_threshold_is_the_cheapest_of_all(scores):
    panel = ThresholdPanel(scores=scores, miss=20, alarm=3)
    truth, values = cases(scores, panel.separation, panel.share)
    costs = {
        threshold: int(20 * (truth & (values < threshold)).sum())
        + int(3 * (~truth & (values >= threshold)).sum())
        for threshold in [*np.unique(values), np.inf]
    }
    found = reckon(panel.values)
    assert found.least == min(costs.values())
    assert costs[found.points.thresholds[found.best]] == found.least
    assert f"would cost least: {found.least:,}." in words(panel)
    panel.threshold = float(found.points.thresholds[found.best])
    assert words(panel).endswith("No threshold costs less.")


def test_words_tell_counts_rates_accuracy_and_cost():
    panel = ThresholdPanel(threshold=1.0, miss=7, alarm=2)
    truth, values = cases("bells", 1.5, 0.2)
    hits, alarms = int((truth & (values >= 1)).sum()), int((~truth & (values >= 1)).sum())
    assert (truth.sum(), truth.size) == (200, BELL_CASES)
    text = words(panel)
    assert f"{hits} of 200 positives are found (true positive rate {hits / 200:.3f})" in text
    assert f"{alarms} of 800 negatives raise an alarm (false positive rate {alarms / 800:.3f})" in (
        text
    )
    assert f"accuracy is {(hits + 800 - alarms) / 1000:.3f}" in text
    assert f"{200 - hits} misses at 7 and {alarms} false alarms at 2" in text
    assert f"cost {7 * (200 - hits) + 2 * alarms:,}." in text


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"share": 0.01, "separation": 0.0, "alarm": 1000}, "Calling nobody positive would cost"),
        ({"share": 0.9, "separation": 0.0, "miss": 1000}, "Calling everybody positive would cost"),
    ],
)
def test_where_errors_of_one_kind_cost_everything(settings, said):
    assert said in words(ThresholdPanel(threshold=0.5, **settings))


def test_bell_curves_are_as_far_apart_as_they_say():
    truth, values = cases("bells", 1.5, 0.2)
    assert values[truth].mean() - values[~truth].mean() == pytest.approx(1.5, abs=0.001)
    assert values[~truth].std() == pytest.approx(1, abs=0.01)
    # Two normal curves a distance d apart have an AUC of Phi(d / sqrt 2).
    assert roc_points(truth, values).auc == pytest.approx(0.8556, abs=0.0015)


@pytest.mark.parametrize(
    ("name", "classifier"), [("bayes", "naive_bayes"), ("tree", "decision_tree")]
)
def test_shortened_scores_keep_the_auc(name, classifier):
    sick = load_elazmeh_scores("sick")
    exact = auc_score(sick.is_positive, sick.scores[classifier])
    assert f"{auc_score(*cases(name)):.3f}" == f"{exact:.3f}"
    table = ThresholdPanel.shared_tables()[name]
    assert (sum(table["positives"]), sum(table["negatives"])) == (60, 912)
    assert table["scores"] == sorted(set(table["scores"]), reverse=True)


def test_a_threshold_stays_where_there_are_scores():
    panel = ThresholdPanel(separation=4.0, threshold=7.0)
    panel.set(separation=0.0)
    assert panel.threshold == 3.5
    panel.set(scores="tree")
    assert panel.threshold == 1.01
    assert ThresholdPanel(scores="tree").threshold == 0.5
    assert ThresholdPanel(separation=2.0).threshold == 1.0


# --- All three ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "settings", "name"),
    [
        (Walk, {"positives": 100}, "positives"),
        (Walk, {"seed": -1}, "seed"),
        (ChartReader, {"negatives": 2000}, "negatives"),
        (ChartReader, {"score": 60}, "your best score"),
        (ChartReader, {"score": 5}, "your best score"),
        (ChartReader, {"metric": "top_k", "score": 60}, "your best score"),
        (ChartReader, {"competitors": 10**9}, "competitors C"),
        (ChartReader, {"alpha": 0.5}, "level alpha"),
        (ThresholdPanel, {"scores": "mine"}, "data"),
        (ThresholdPanel, {"share": 0}, "share of positives"),
        (ThresholdPanel, {"miss": 0}, "cost of a miss"),
    ],
)
def test_what_a_panel_cannot_show_it_refuses(make, settings, name):
    with pytest.raises(ValueError, match=f"{name} must be"):
        make(**settings)


@pytest.mark.parametrize("make", [Walk, ChartReader, ThresholdPanel])
def test_the_still_picture_is_the_same_every_time_and_changes_nothing(make):
    panel = make()
    before = panel.values
    picture, told = panel.still()
    assert panel.still() == (picture, told)
    assert panel.values == before
    assert told.words.count("\n") == told.alt.count("\n") == len(panel.stills) - 1
