"""Planning a test set."""

import matplotlib
import pytest

from course_lib import compare_mixes, critical_value, p_value, plan_test_set
from course_lib.plots import draw_growth, draw_mixes, figure
from tests.helpers import refused

matplotlib.use("Agg")


def significance(metric, score, competitors, ratio, alpha):
    """Whether the score counts on so many times the ratio's cases."""
    p, n = ratio
    return lambda times: p_value(metric, score, p * times, n * times, competitors) <= alpha


@pytest.mark.parametrize(
    ("metric", "score", "competitors", "ratio"),
    [
        ("auc", 0.65, 50, (1, 4)),
        ("accuracy", 0.7, 50, (1, 1)),
        ("f_measure", 0.5, 20, (1, 4)),
        ("accuracy", 0.9, 3, (2, 3)),
    ],
)
def test_a_plan_is_the_smallest_that_stays_significant(metric, score, competitors, ratio):
    plan = plan_test_set(metric, score, competitors, ratio)
    assert plan.significant == "from"
    assert plan.positives * ratio[1] == plan.negatives * ratio[0]
    times = plan.positives // ratio[0]
    significant = significance(metric, score, competitors, ratio, 0.01)
    assert not significant(times - 1)
    # From here on, every size; a plain search far beyond.
    assert all(significant(t) for t in range(times, 2 * times + 20))


def test_growth_is_critical_values_at_growing_totals():
    plan = plan_test_set("auc", 0.65, 50, "1:4")
    assert list(plan.totals) == sorted(set(plan.totals))
    for total, value in zip(plan.totals, plan.critical_values, strict=True):
        assert value == critical_value("auc", total // 5, total * 4 // 5, 50)


def test_a_score_below_majority_voting_never_counts():
    plan = plan_test_set("accuracy", 0.7, 50, "1:4")
    assert plan.significant == "never"
    assert (
        "0.7 as the best accuracy of the best of 50 does not become significant" in plan.sentence()
    )


def test_a_count_that_only_small_test_sets_make_rare_is_not_promised():
    # 7 of the top 10 among 4 negatives for each positive: rare on 35 cases, not on a million.
    plan = plan_test_set("TP10", 7, 100, "1:4")
    assert plan.significant == "up to"
    times = plan.positives
    assert times >= 7
    assert p_value("TP10", 7, times, 4 * times, 100) <= 0.01
    for t in range(times + 1, 3 * times + 50):
        assert p_value("TP10", 7, t, 4 * t, 100) > 0.01
    assert "is significant at the 1 % level only up to" in plan.sentence()
    # By hand: 10 of 10 by the best of 100 counts at P = N = 10 to 15.
    plan = plan_test_set("TP10", 10, 100, "1:1")
    assert (plan.significant, plan.positives) == ("up to", 15)


@pytest.mark.parametrize("score", [0.51, 0.52, 0.55, 0.6, 0.73])
@pytest.mark.parametrize("metric", ["accuracy", "f_measure"])
def test_the_saw_tooth_is_outrun(metric, score):
    ratio = (1, 1) if metric == "accuracy" else (1, 3)
    plan = plan_test_set(metric, score, 2, ratio, 0.05)
    if plan.significant == "never":
        return
    times = plan.positives // ratio[0]
    limit = 2000 // ratio[1] if metric == "f_measure" else 4 * times
    significant = significance(metric, score, 2, ratio, 0.05)
    assert not significant(times - 1)
    assert all(significant(t) for t in range(times, limit, 1 if limit < 3000 else 7))


def test_mixes_are_the_lowest_critical_values_that_can_be_exceeded():
    for mix in compare_mixes(120, competitors=30):
        highest = 10 if mix.metric == "top_k" else 1
        for positives, value in zip(mix.tried, mix.critical_values, strict=True):
            expected = critical_value(mix.metric, positives, 120 - positives, 30)
            assert value == expected
            if value < min(highest, positives if mix.metric == "top_k" else 1):
                assert mix.critical_value <= value
    symmetric = {mix.metric: mix for mix in compare_mixes(120, competitors=30)}
    assert symmetric["auc"].positives == symmetric["accuracy"].positives == 60
    # F and TP10 like fewer positives than negatives (Forman & Cohen, section 4).
    assert symmetric["f_measure"].positives < 60
    assert symmetric["top_k"].positives < 60


@pytest.mark.parametrize(
    ("metric", "score", "ratio", "alpha", "competitors"),
    [
        ("accuracy", 0.53, (1, 1), 0.5, 1),
        ("accuracy", 0.51, (1, 1), 0.9, 1),
        ("accuracy", 0.55, (1, 1), 0.5, 1),
        ("f_measure", 0.67, (1, 1), 0.5, 1),
        ("f_measure", 0.576, (2, 3), 0.7, 1),
        ("accuracy", 0.51, (1, 1), 0.99, 5),
    ],
)
def test_lenient_levels_have_long_saw_teeth(metric, score, ratio, alpha, competitors):
    plan = plan_test_set(metric, score, competitors, ratio, alpha)
    assert plan.significant == "from"
    assert plan.critical_value < score
    times = plan.positives // ratio[0]
    limit = min(3 * times + 500, 2000 // max(ratio) if metric == "f_measure" else 10**6)
    for t in range(times, limit):
        assert p_value(metric, score, ratio[0] * t, ratio[1] * t, competitors) <= alpha, t


def test_metrics_not_offered_at_a_size_are_left_out():
    assert {mix.metric for mix in compare_mixes(50_000)} == {"accuracy", "top_k"}
    # 2,500 cases: with few positives there would be too many negatives for F, and the lowest
    # critical value that is left would be no more than the edge of what can be computed.
    assert "f_measure" not in {mix.metric for mix in compare_mixes(2500)}
    assert "top_k" not in {mix.metric for mix in compare_mixes(9)}


@pytest.mark.parametrize("ratio", ["4", "1:0", "0:3", "a:b", (1, 2, 3), 5, (1.5, 2), "1:2:3", None])
def test_a_wrong_ratio_is_named(ratio):
    with pytest.raises(ValueError, match="ratio must be two whole numbers of at least 1") as error:
        plan_test_set("auc", 0.7, ratio=ratio)
    assert f"got {ratio!r}" in str(error.value)


def test_other_wrong_arguments_are_named():
    refused("score must be a number from 0 to 1", plan_test_set, "auc", 7)
    refused("score must be a whole number from 0 to 10", plan_test_set, "top_k", 12)
    refused("ratio must leave room for both classes", plan_test_set, "auc", 0.7, ratio=(1, 20_000))
    for k in (0, 2.5, float("nan"), True):
        refused("k must be a whole number of at least 1", plan_test_set, "top_k", 3, k=k)
        refused("k must be a whole number of at least 1", compare_mixes, 100, k=k)
    with pytest.raises(
        ValueError, match="ratio must allow test sets of k = 5 cases with 3 positives"
    ):
        plan_test_set("top_k", 3, ratio=(1, 1_000_000), k=5)
    refused("Did you mean 'accuracy'", plan_test_set, "acc", 0.7)
    refused("total must be a whole number of at least 2; got 1", compare_mixes, 1)


def test_a_ratio_is_taken_in_lowest_terms():
    assert plan_test_set("auc", 0.8, 5, "5:10") == plan_test_set("auc", 0.8, 5, (1, 2))


def test_pictures_of_a_plan():
    plan = plan_test_set("auc", 0.65, 50, "1:4")
    _, (left, right) = figure(14, 5, columns=2)
    draw_growth(left, plan)
    draw_mixes(right, plan)
    assert tuple(left.lines[0].get_ydata()) == plan.critical_values
    assert "must be exceeded" in left.get_ylabel()
    assert any("58 + 232" in text.get_text() for text in left.texts)
    names = [text.get_text() for text in right.get_legend().get_texts()]
    assert names == ["AUC", "best accuracy", "best F-measure", "TP10 score / 10"]
