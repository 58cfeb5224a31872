"""The stored critical values behind the chart are the exact ones."""

import numpy as np
import pytest

from course_lib import critical_value, null_distribution
from course_lib.chance.ladder import LEVELS, SIZES, _tables, chart
from course_lib.chance.metrics import METRICS


@pytest.mark.parametrize("metric", METRICS)
def test_stored_values_are_exact(metric):
    table = _tables()[metric]
    assert table.shape == (len(SIZES), len(SIZES), len(LEVELS))
    random = np.random.default_rng(5)
    for i, j, q in random.integers(0, table.shape, size=(60, 3)):
        positives, negatives = SIZES[i], SIZES[j]
        if metric == "top_k" and positives + negatives < 10:
            assert np.isnan(table[i, j]).all()
            continue
        exact = critical_value(metric, positives, negatives, alpha=LEVELS[q])
        assert table[i, j, q] == np.float32(exact)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize(
    ("competitors", "alpha"), [(114, 0.01), (1, 0.02), (7, 0.05), (10**6, 0.001)]
)
def test_charts_are_right_to_within_one_attainable_score(metric, competitors, alpha):
    grid = chart(metric, competitors, alpha)
    for i, j in [(4, 4), (6, 12), (10, 8), (16, 10)]:
        law = null_distribution(metric, SIZES[i], SIZES[j])
        exact = law.critical_value(competitors, alpha)
        # The interpolated value lies within the next scores below and above the exact one, or
        # within 0.002 where those are closer than the eye can see.
        support = law.support
        place = int(np.searchsorted(support, exact - 1e-9))
        low, high = support[max(place - 1, 0)], support[min(place + 1, support.size - 1)]
        assert min(low, exact - 0.002) <= grid[i, j] <= max(high, exact + 0.002)


def test_charts_fall_as_the_test_set_grows_and_rise_with_competitors():
    for metric in ("auc", "f_measure"):
        for few, many in [(1, 10), (10, 1000), (1000, 10**6)]:
            assert (chart(metric, many, 0.01) >= chart(metric, few, 0.01) - 1e-6).all()
    square = chart("auc", 100, 0.01)
    assert (np.diff(np.diag(square)) <= 0).all()
    assert np.array_equal(square, square.T)


def test_levels_outside_the_ladder_are_refused():
    with pytest.raises(ValueError, match="competitors and alpha must leave each competitor"):
        chart("auc", 10**9, 0.001)
    with pytest.raises(ValueError, match="competitors and alpha"):
        chart("auc", 1, 0.5)


def test_a_chart_cannot_be_spoilt_by_its_user():
    with pytest.raises(ValueError, match="read-only"):
        chart("auc", 10, 0.01)[0, 0] = 7
