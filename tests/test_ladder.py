"""The critical values behind the chart are the exact ones, or as near as it says."""

import numpy as np
import pytest

from course_lib import critical_value
from course_lib.chance.ladder import LEVELS, SIZES, chart, stored_tables
from course_lib.chance.metrics import METRICS
from tests.helpers import refused

STORED = ("auc", "f_measure", "top_k")
SETTINGS = [(114, 0.01), (1, 0.02), (7, 0.05), (10**6, 0.001), (1, 0.1)]


@pytest.mark.parametrize("metric", STORED)
def test_stored_values_are_exact(metric):
    table = stored_tables()[metric]
    assert table.shape == (len(SIZES), len(SIZES), len(LEVELS))
    random = np.random.default_rng(5)
    for i, j, q in random.integers(0, table.shape, size=(60, 3)):
        positives, negatives = SIZES[i], SIZES[j]
        if metric == "top_k" and positives + negatives < 10:
            assert np.isnan(table[i, j]).all()
            continue
        exact = critical_value(metric, positives, negatives, alpha=LEVELS[q])
        assert table[i, j, q] == np.float32(exact)


@pytest.mark.parametrize("metric", STORED)
@pytest.mark.parametrize(("competitors", "alpha"), SETTINGS)
def test_charts_are_as_near_as_they_say(metric, competitors, alpha):
    sizes, values = chart(metric, competitors, alpha)
    level = 1 - (1 - alpha) ** (1 / competitors)
    above = max(q for q in LEVELS if q <= level * (1 + 1e-9))  # rarer, so a higher value
    below = min(q for q in LEVELS if q >= level * (1 - 1e-9))
    random = np.random.default_rng(competitors)
    for i, j in random.integers(0, sizes.size, size=(40, 2)):
        if np.isnan(values[i, j]):
            continue
        test_set = metric, int(sizes[i]), int(sizes[j])
        low, high = (critical_value(*test_set, alpha=q) for q in (below, above))
        exact = critical_value(*test_set, competitors, alpha)
        assert low <= exact <= high
        assert low - 1e-6 <= values[i, j] <= high + 1e-6
        if metric != "top_k" and min(test_set[1:]) >= 100:
            assert abs(values[i, j] - exact) < 0.01


@pytest.mark.parametrize(("competitors", "alpha"), SETTINGS)
def test_the_chart_of_accuracy_is_exact_and_shows_its_narrow_valley(competitors, alpha):
    sizes, values = chart("accuracy", competitors, alpha)
    random = np.random.default_rng(competitors)
    for i, j in random.integers(0, sizes.size, size=(200, 2)):
        exact = critical_value("accuracy", int(sizes[i]), int(sizes[j]), competitors, alpha)
        assert values[i, j] == pytest.approx(exact, abs=1e-12)
    # Between the cells a reader sees nearly what is there, also in the valley.
    between = np.searchsorted(sizes, 400)
    exact = critical_value("accuracy", 400, 400, competitors, alpha)
    assert values[between, between] == pytest.approx(exact, abs=0.01)


def test_charts_fall_as_the_test_set_grows_and_rise_with_competitors():
    for metric in METRICS:
        for few, many in [(1, 10), (10, 1000), (1000, 10**6)]:
            more = chart(metric, many, 0.01).values >= chart(metric, few, 0.01).values - 1e-6
            assert (more | np.isnan(chart(metric, few, 0.01).values)).all()
    square = chart("auc", 100, 0.01).values
    assert (np.diff(np.diag(square)) <= 0).all()
    assert np.array_equal(square, square.T)


def test_levels_outside_the_ladder_are_refused():
    refused("competitors and alpha must leave each competitor", chart, "auc", 10**9, 0.001)
    refused("competitors and alpha", chart, "auc", 1, 0.5)


def test_a_chart_cannot_be_spoilt_by_its_user():
    with pytest.raises(ValueError, match="read-only"):
        chart("auc", 10, 0.01).values[0, 0] = 7
