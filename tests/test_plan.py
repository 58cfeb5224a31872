"""Planning a test set."""

import matplotlib
import pytest

from course_lib import compare_mixes, critical_value, p_value, plan_test_set
from course_lib.plots import draw_growth, draw_mixes, figure

matplotlib.use("Agg")


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
    assert plan.reachable
    assert plan.positives * ratio[1] == plan.negatives * ratio[0]
    times = plan.positives // ratio[0]

    def significant(t):
        return p_value(metric, score, ratio[0] * t, ratio[1] * t, competitors) <= 0.01

    assert significant(times)
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
    assert not plan.reachable
    assert (
        "0.7 as the best accuracy of the best of 50 does not become significant" in plan.sentence()
    )


def test_a_count_that_only_small_test_sets_make_rare_is_not_promised():
    # 7 of the top 10 among 4 negatives for each positive: rare on 35 cases, not on a million.
    assert p_value("TP10", 7, 7, 28, 100) <= 0.01
    plan = plan_test_set("TP10", 7, 100, "1:4")
    assert not plan.reachable
    assert "does not become significant at the 1 % level as the test set grows" in plan.sentence()


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


def test_metrics_not_offered_at_a_size_are_left_out():
    assert {mix.metric for mix in compare_mixes(50_000)} == {"accuracy", "top_k"}
    assert "top_k" not in {mix.metric for mix in compare_mixes(9)}


@pytest.mark.parametrize("ratio", ["4", "1:0", "0:3", "a:b", (1, 2, 3), 5, (1.5, 2), "1:2:3", None])
def test_a_wrong_ratio_is_named(ratio):
    with pytest.raises(ValueError, match="ratio must be two whole numbers of at least 1"):
        plan_test_set("auc", 0.7, ratio=ratio)


def test_other_wrong_arguments_are_named():
    with pytest.raises(ValueError, match="score must be a number from 0 to 1"):
        plan_test_set("auc", 7)
    with pytest.raises(ValueError, match="score must be a whole number from 0 to 10"):
        plan_test_set("top_k", 12)
    with pytest.raises(ValueError, match="ratio must leave room for both classes"):
        plan_test_set("auc", 0.7, ratio=(1, 20_000))
    with pytest.raises(ValueError, match="Did you mean 'accuracy'"):
        plan_test_set("acc", 0.7)
    with pytest.raises(ValueError, match="total must be a whole number of at least 2; got 1"):
        compare_mixes(1)


def test_a_ratio_is_taken_in_lowest_terms():
    assert plan_test_set("auc", 0.8, 5, "5:10") == plan_test_set("auc", 0.8, 5, (1, 2))


def test_pictures_of_a_plan():
    plan = plan_test_set("auc", 0.65, 50, "1:4")
    fig, (left, right) = figure(14, 5, columns=2)
    draw_growth(left, plan)
    draw_mixes(right, plan)
    assert left.lines[0].get_ydata().tolist() == plan.critical_values
    assert "must be exceeded" in left.get_ylabel()
    assert any("58 + 232" in text.get_text() for text in left.texts)
    names = [text.get_text() for text in right.get_legend().get_texts()]
    assert names == ["AUC", "best accuracy", "best F-measure", "TP10 score / 10"]
    matplotlib.pyplot.close(fig)
