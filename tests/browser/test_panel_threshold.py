"""The threshold panel in the browser: the same scores, counts, costs and words as Python's."""

import itertools
import random

import pytest

from course_lib import roc_points
from course_lib.widgets import ThresholdPanel
from course_lib.widgets.threshold import bell_scores, cases, threshold_range

from .front import Front
from .live import LivePanel
from .told import Said

MODULE = "math/threshold.js"
# What a threshold does and what costs least, in one call.
RECKON = """([inputs, real]) => {
    const f = window.front["math/threshold.js"];
    return inputs.map(([data, separation, share, threshold, miss, alarm]) => {
        const curve = f.curveOf(data === "bells" ? f.bellTable(separation, share) : real[data]);
        const place = f.placeOf(curve, threshold), best = f.cheapestPlace(curve, miss, alarm);
        return [curve.hits[place], curve.alarms[place], f.areaUnder(curve),
                f.costAt(curve, place, miss, alarm), best, f.costAt(curve, best, miss, alarm)];
    });
}"""


def settings(seed, count):
    """Random values, within the ranges of the controls and at their ends."""
    rng = random.Random(seed)
    for _ in range(count):
        data = rng.choice(["bells", "bells", "bayes", "tree"])
        separation = rng.choice([0.0, 4.0, rng.randrange(41) / 10, round(rng.uniform(0, 4), 3)])
        share = rng.choice([0.01, 0.9, 0.0125, 0.5, round(rng.uniform(0.01, 0.9), 4)])
        low, high = threshold_range(data, separation)
        occurring = rng.choice(cases(data, separation, share).scores).item()
        threshold = rng.choice([low, high, round(rng.uniform(low, high), 2), occurring])
        miss, alarm = (rng.choice([1, 1000, rng.randint(1, 1000)]) for _ in range(2))
        yield data, separation, share, threshold, miss, alarm


def test_bell_curves_of_every_size(browser):
    front = Front(browser.new_page(), MODULE)
    found = front.call(MODULE, "bellScores", [(n,) for n in range(1, 1001)])
    for number, scores in enumerate(found, 1):
        assert scores == bell_scores(number).tolist(), number


def test_counts_areas_and_costs(browser):
    front = Front(browser.new_page(), MODULE)
    inputs = list(settings(1, 10_500))
    found = front.page.evaluate(RECKON, [inputs, ThresholdPanel.shared_tables()])
    curves = {}
    for one, theirs in zip(inputs, found, strict=True):
        *data, threshold, miss, alarm = one
        key = tuple(data) if data[0] == "bells" else data[0]
        if key not in curves:
            curves[key] = roc_points(*cases(*data))
        points = curves[key]
        counts = points.at_threshold(threshold)
        costs = miss * (points.positives - points.true_positives) + alarm * points.false_positives
        assert theirs == [
            counts.true_positives,
            counts.false_positives,
            points.auc,
            miss * counts.false_negatives + alarm * counts.false_positives,
            costs.argmin(),
            costs.min(),
        ], one


def test_the_same_words_as_python(browser):
    panel = ThresholdPanel()
    names = list(panel.controls)
    ends = itertools.product(
        ["bells", "bayes", "tree"], [0, 4], [0.01, 0.9], [-3.5, 7.5], [1, 1000], [1, 1000]
    )
    values = [*ends, *settings(2, 1000)]
    assert not Said(browser.new_page(), panel).differ_from_python(
        dict(zip(names, one, strict=True)) for one in values
    )


@pytest.mark.parametrize("slope", [0.0, 0.01, 1.0, 100.0])
def test_the_line_of_equal_cost_stays_within_the_square_and_keeps_its_slope(browser, slope):
    module = "panels/threshold.js"
    front = Front(browser.new_page(), module)
    points = [[x / 4, y / 4] for x in range(5) for y in range(5)]
    for (a, b), point in zip(
        front.call(module, "withinSquare", [(p, slope) for p in points]), points, strict=True
    ):
        assert all(-1e-9 <= n <= 1 + 1e-9 for n in (*a, *b))
        assert b[1] - a[1] == pytest.approx(slope * (b[0] - a[0]))
        assert point[1] - a[1] == pytest.approx(slope * (point[0] - a[0]))


def test_controls_of_the_bell_curves_hide_beside_real_scores(browser, tmp_path):
    context = browser.new_context()
    panel = LivePanel(context, tmp_path, "ThresholdPanel")
    separation = panel.element.query_selector("[name=separation]")
    assert separation.is_visible()
    panel.element.query_selector("select").select_option(index=2)
    panel.settle()
    assert not separation.is_visible()
    assert panel.values()["threshold"] == 0.5
    assert "52 of 60 positives are found" in panel.see()["words"]
    panel.reset()
    assert separation.is_visible()
    context.close()


def test_a_threshold_comes_back_when_the_curves_move_together(browser, tmp_path):
    context = browser.new_context()
    panel = LivePanel(context, tmp_path, "ThresholdPanel")
    for name, key, threshold in (
        ("separation", "End", 0.75),
        ("threshold", "End", 7.5),
        ("separation", "Home", 3.5),
    ):
        panel.element.query_selector(f"[name={name}]").press(key)
        panel.settle()
        assert panel.values()["threshold"] == threshold
    context.close()
