"""A wrong argument is named, with its value and what is allowed."""

import math

import numpy as np
import pandas as pd
import pytest

import course_lib
from course_lib import (
    assess_best,
    critical_value,
    critical_value_table,
    null_distribution,
    p_value,
    simulate_null,
    simulated_critical_value,
    simulated_critical_value_table,
)
from tests.helpers import refused

COUNTS = [0, -1, 2.5, math.nan, math.inf, True, np.True_, "20", None, [3], 1 + 0j]


@pytest.mark.parametrize("value", COUNTS, ids=repr)
@pytest.mark.parametrize("name", ["positives", "negatives"])
def test_class_sizes_must_be_whole_numbers(name, value):
    arguments = {"positives": 20, "negatives": 300, name: value}
    for function in (
        lambda: critical_value("auc", **arguments),
        lambda: p_value("auc", 0.7, **arguments),
        lambda: null_distribution("auc", **arguments),
        lambda: assess_best("auc", 0.7, **arguments),
        lambda: simulate_null("auc", **arguments, repetitions=5),
    ):
        told = [] if value is np.True_ else [repr(value)]
        refused([f"{name} must be a whole number from 1 to", *told], function)


@pytest.mark.parametrize(
    ("metric", "limit"),
    [("auc", 10_000), ("f_measure", 2_000), ("accuracy", 1_000_000), ("top_k", 1_000_000)],
)
def test_sizes_beyond_the_limit_are_refused_and_the_limit_works(metric, limit):
    for name, sizes in (("positives", (limit + 1, 5)), ("negatives", (5, limit + 1))):
        refused([name, f"from 1 to {limit:,}", str(limit + 1)], critical_value, metric, *sizes)
    assert critical_value(metric, limit, 5) > 0


@pytest.mark.parametrize(
    ("wrong", "suggestion"),
    [("acuracy", "accuracy"), ("acc", "accuracy"), ("AUCs", "auc"), ("roc_auc", "auc"),
     ("F-measure", "f_measure"), ("F1", "f_measure"), ("topk", "top_k")],
)  # fmt: skip
def test_an_unknown_metric_gets_a_suggestion(wrong, suggestion):
    for function in (
        lambda: critical_value(wrong, 20, 300),
        lambda: simulate_null(wrong, 20, 300, 10),
        lambda: critical_value_table(wrong, [20], [300], 10),
        lambda: simulated_critical_value_table([wrong], [20], [300], 10),
    ):
        refused(["metric", repr(wrong), f"Did you mean {suggestion!r}?"], function)


def test_another_metric_is_not_suggested_for_one_that_we_do_not_have():
    with pytest.raises(ValueError, match="metric must be one of") as error:
        critical_value("balanced_accuracy", 20, 300)
    assert "Did you mean" not in str(error.value)


def test_a_function_where_a_name_belongs_is_told_where_to_go():
    refused("works with simulate_null and simulated_critical_value", critical_value, max, 20, 300)


def test_a_k_that_contradicts_the_name_is_refused():
    refused("k must be 10 for 'TP10', or left out; got 5", critical_value, "TP10", 20, 300, k=5)
    assert critical_value("TP5", 20, 300, k=5) == critical_value("TP5", 20, 300)


@pytest.mark.parametrize("wrong", [None, 3, ["auc"], ""])
def test_what_is_no_metric_at_all_is_refused(wrong):
    refused("metric must be one of 'auc'", critical_value, wrong, 20, 300)


@pytest.mark.parametrize("alpha", [0, 1, -0.1, 1.5, 5, math.nan, True, "0.05", None])
def test_alpha_must_be_between_0_and_1(alpha):
    for function in (
        lambda: critical_value("auc", 20, 300, alpha=alpha),
        lambda: assess_best("auc", 0.7, 20, 300, alpha=alpha),
        lambda: critical_value_table("auc", [20], [300], 10, alpha),
        lambda: simulated_critical_value("auc", 20, 300, alpha=alpha),
        lambda: simulated_critical_value_table("auc", [20], [300], 10, alpha),
    ):
        refused("alpha must be a number strictly between 0 and 1", function)


@pytest.mark.parametrize("competitors", [0, -3, 1.5, math.nan, True, "many", 10**9 + 1, math.inf])
def test_competitors_must_be_a_whole_number(competitors):
    for function in (
        lambda: critical_value("auc", 20, 300, competitors),
        lambda: p_value("auc", 0.7, 20, 300, competitors),
        lambda: assess_best("auc", 0.7, 20, 300, competitors),
        lambda: simulated_critical_value("auc", 20, 300, competitors),
    ):
        refused(["competitors", "from 1 to 1,000,000,000"], function)


@pytest.mark.parametrize(
    ("metric", "score"),
    [*(("auc", x) for x in (1.2, -0.1, True, "0.7", math.inf)), ("accuracy", 72),
     ("f_measure", math.nan), ("top_k", 11), ("top_k", -1), ("top_k", math.nan)],
)  # fmt: skip
def test_scores_must_be_in_the_metrics_range(metric, score):
    refused(["score must be", repr(score)], p_value, metric, score, 20, 300)
    refused(["score must be", repr(score)], assess_best, metric, score, 20, 300)


def test_a_share_is_no_top_k_score():
    refused("how many of the top 10 are positive, not a share", p_value, "top_k", 0.7, 20, 300)


def test_no_more_positives_can_be_on_top_than_there_are():
    refused("score must be a whole number from 0 to 4", p_value, "top_k", 7, 4, 300)


@pytest.mark.parametrize("k", [0, 321, 2.5, True, math.nan])
def test_k_must_not_exceed_the_cases(k):
    told = "k must be a whole number from 1 to 320"
    refused([told, repr(k)], critical_value, "top_k", 20, 300, k=k)
    refused([told, repr(k)], simulate_null, "top_k", 20, 300, 10, k=k)
    assert critical_value("auc", 20, 300, k=k) > 0.5  # k counts for top_k only
    refused(told, critical_value, "TP400", 20, 300)


def test_repetitions_must_suffice():
    whole, few = "must be a whole number", {"repetitions": 1000}
    table = simulated_critical_value_table
    parts = f"repetitions {whole} from 1 to 1,000,000,000 (give keep_top"
    refused(parts, simulate_null, "auc", 20, 300, 0)
    parts = ["repetitions", "what it takes to see scores this rare"]
    refused(parts, simulated_critical_value, "auc", 20, 300, 1000, **few)
    refused(["repetitions", "at least 99,500", "got 1000"], table, "auc", 20, 300, 1000, **few)
    refused(f"keep_top {whole} from 1 to 10", simulate_null, "auc", 20, 300, 10, keep_top=11)
    refused(f"threads {whole} of at least 1; got 0", simulate_null, "auc", 20, 300, 10, threads=0)


def test_what_a_table_needs_is_asked_for():
    refused("positives must hold at least one size", critical_value_table, "auc", [], [300], 10)
    refused("negatives must hold at least one size", critical_value_table, "auc", [20], [], 10)
    table = simulated_critical_value_table
    refused("metrics must name at least one metric", table, [], [20], [300])
    refused("competitors must hold at least one number", table, "auc", [20], [300], [])
    refused("a function of your own works with simulate_null", table, max, [20], [300])


def test_numbers_beyond_floats_are_refused_like_others():
    huge = 10**400
    refused("competitors must be a whole number from 1 to", critical_value, "auc", 5, 5, huge)
    refused("positives must be a whole number from 1 to", critical_value, "auc", huge, 5)
    refused("metric must be one of", critical_value, "TP" + "9" * 5000, 5, 5)


def test_a_perfect_score_a_bit_above_one_is_a_perfect_score():
    assert p_value("auc", 1.0000000000000002, 20, 30) == p_value("auc", 1.0, 20, 30)


def test_default_repetitions_always_suffice():
    assert simulated_critical_value("auc", 10, 10, 1, 0.999, seed=1).repetitions > 3000


def test_numbers_of_any_kind_are_numbers():
    expected = critical_value("auc", 20, 300, 1000, 0.05)
    assert critical_value("auc", np.int16(20), 300.0, 1e3, np.float64(0.05)) == expected
    assert critical_value("auc", np.array(20), 300, 1000, 0.05) == expected
    assert isinstance(expected, float)
    assert isinstance(critical_value("top_k", 20, 300), int)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="critical_vlaue"):
        _ = course_lib.critical_vlaue


@pytest.mark.parametrize("function", [course_lib.roc_points, course_lib.confusion_matrix])
def test_what_is_masked_is_not_counted_in_silence(function):
    masked = np.ma.masked_array([1, 0, 1, 0], [False, False, False, True])
    refused("in which values are missing or masked", function, masked, [1, 0, 1, 1])


def test_spans_of_time_are_no_numbers():
    spans = np.arange(4).astype("m8[s]")
    refused("must be", course_lib.mean_ranks, {"a": spans, "b": spans})


def test_values_at_the_edge_of_what_is_one():
    refused("score must be a number from 0 to 1", course_lib.p_value, "auc", [10**400], 20, 30)
    refused("case 2 has <NA>", course_lib.prediction_table, [0, 1, pd.NA, 1], [1, 2, 3, 4])
    refused("truth must be a list", course_lib.prediction_table, np.array(1.0), [1, 2, 3, 4])
    masked = np.ma.masked_array([1, 0, 1, 0], [False, False, False, True])
    refused("got a masked array", course_lib.prediction_table, masked, [1, 2, 3, 4])
    assert course_lib.critical_value_table("auc", np.array(5), 5, np.array(2)).shape == (1, 1)


def test_the_least_precise_column_decides_what_is_equal():
    mixed = {"single": np.array([0.1, 0.2], np.float32), "double": np.array([0.1, 0.2])}
    for scores in (mixed, pd.DataFrame(mixed)):
        assert course_lib.mean_ranks(scores) == {"single": 1.5, "double": 1.5}
