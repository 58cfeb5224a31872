"""The chart reader in the browser: the same lines, and to the letter the same verdicts."""

import itertools
import random

import numpy as np
import pytest

from course_lib import critical_value
from course_lib.chance.ladder import LEVELS, SIZES, chart, stored_tables
from course_lib.widgets import ChartReader

from .front import Front
from .live import LivePanel
from .told import Said

METRICS = ("auc", "accuracy", "f_measure", "top_k")
LADDER, CONTOURS = "math/ladder.js", "math/contours.js"
ALPHAS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1)


@pytest.fixture(scope="module")
def ladder(browser):
    return Front(browser.new_page(), LADDER)


@pytest.mark.parametrize("metric", ["auc", "f_measure", "top_k"])
def test_the_stored_ladder_arrives_in_four_decimals(ladder, metric):
    packed = ChartReader.shared_tables()["tables"][metric]
    (found,) = ladder.call(LADDER, "unpacked", [(packed, SIZES, len(LEVELS))])
    found, stored = np.array(found, dtype=float), stored_tables()[metric]
    assert stored.size >= 9_000
    assert np.array_equal(np.isnan(found), np.isnan(stored))
    assert np.nanmax(np.abs(found - stored)) <= 0.500001e-4


@pytest.mark.parametrize("metric", METRICS)
def test_the_same_chart_as_python(ladder, metric):
    rng = random.Random(1)
    settings = [(1, 0.1), (1_000_000, 0.001), (1, 0.001), (1_000_000, 0.1), (114, 0.01)]
    settings += [
        (int(10 ** rng.uniform(0, 6)), round(10 ** rng.uniform(-3, -1), 5)) for _ in range(40)
    ]
    tables = ChartReader.shared_tables()
    inputs = [(metric, *setting, tables) for setting in settings]
    for setting, found in zip(settings, ladder.call(LADDER, "criticalChart", inputs), strict=True):
        wanted = chart(metric, *setting)
        assert found["sizes"] == wanted.sizes.tolist()
        theirs = np.array(found["grid"], dtype=float)
        assert np.array_equal(np.isnan(theirs), np.isnan(wanted.values))
        assert np.nanmax(np.abs(theirs - wanted.values)) <= 0.51e-4, setting


def test_critical_accuracies_are_exact(ladder):
    rng = random.Random(2)
    # 10 positives and 999 negatives: a tail that equals the level.
    inputs = [(10, 999, 0.01), (999, 10, 0.01), (2, 2, 0.1), (1000, 1000, 1e-9), (2, 1000, 1e-9)]
    while len(inputs) < 10_000:
        positives, negatives = (int(2 * 500 ** rng.random()) for _ in range(2))
        inputs.append((positives, negatives, rng.choice([*ALPHAS, 10 ** rng.uniform(-9, -1)])))
    found = ladder.call(LADDER, "criticalAccuracy", inputs)
    for (positives, negatives, alpha), theirs in zip(inputs, found, strict=True):
        assert theirs == critical_value("accuracy", positives, negatives, 1, alpha)


def test_contours_of_a_cone_are_circles_and_of_a_saddle_meet_nobody_twice(browser):
    front = Front(browser.new_page(), CONTOURS)
    axis = np.linspace(-1, 1, 41)
    cone = -np.hypot(*np.meshgrid(axis, axis))
    (lines,) = front.call(
        CONTOURS, "contourLines", [(axis.tolist(), axis.tolist(), cone.tolist(), -0.6)]
    )
    assert len(lines) == 1
    assert lines[0][0] == lines[0][-1]  # it closes
    assert np.abs(np.hypot(*np.array(lines[0]).T) - 0.6).max() < 0.01
    saddle = [[1, -1], [-1, 1]]
    (lines,) = front.call(CONTOURS, "contourLines", [([0, 1], [0, 1], saddle, 0)])
    assert sorted(len(line) for line in lines) == [2, 2]
    (lines,) = front.call(CONTOURS, "contourLines", [([0, 1], [0, 1], [[1, 1], [1, 1]], 0)])
    assert lines == []


def test_contours_lie_at_their_level(browser):
    front = Front(browser.new_page(), CONTOURS)
    logs = np.log(SIZES)
    grid = chart("auc", 114, 0.01).values
    levels = (0.6, 0.7, 0.8, 0.9)
    asked = [(logs.tolist(), logs.tolist(), grid.tolist(), level) for level in levels]
    for level, lines in zip(levels, front.call(CONTOURS, "contourLines", asked), strict=True):
        assert lines
        for x, y in itertools.chain(*lines):
            # Every point lies on an edge of the grid, between a corner below and one above.
            column, row = (np.abs(logs - one).argmin() for one in (x, y))
            if abs(logs[column] - x) < 1e-12:
                height = np.interp(y, logs, grid[:, column])
            else:
                assert abs(logs[row] - y) < 1e-12
                height = np.interp(x, logs, grid[row])
            assert height == pytest.approx(level, abs=1e-6)


def test_the_same_words_as_python(browser):
    rng = random.Random(3)
    panel = ChartReader()
    names = list(panel.controls)
    ends = itertools.product(METRICS, [2, 1000], [2, 1000], [1, 1_000_000], [0.001, 0.1], [0, 1])
    values = [one for one in ends if one[0] != "f_measure" or one[1] + one[2] < 2000]
    values += [("f_measure", 1000, 1000, c, 0.01, score) for c in (1, 10**6) for score in (0.6, 1)]
    for _ in range(900):
        metric = rng.choice(METRICS)
        largest = 300 if metric == "f_measure" else 1000
        positives, negatives = (int(2 * (largest / 2) ** rng.random()) for _ in range(2))
        competitors = rng.choice([1, 101, 114, int(10 ** rng.uniform(0, 6))])
        alpha = rng.choice([*ALPHAS, round(rng.uniform(0.001, 0.1), 4)])
        score = rng.choice([0.6, rng.randrange(201) / 200, round(rng.random(), 4)])
        if rng.random() < 0.3 and (metric != "top_k" or positives + negatives >= 10):
            # At the critical value, and a hair above it: a score that was rounded up.
            line = critical_value(metric, positives, negatives, competitors, alpha)
            score = min(1.0, rng.choice([line, round(line + 0.5e-5, 5)])) if line <= 1 else line
        if metric == "top_k":
            score = rng.choice([rng.randint(0, 10), score])
        values.append((metric, positives, negatives, competitors, alpha, score))
    assert not Said(browser.new_page(), panel).differ_from_python(
        dict(zip(names, one, strict=True)) for one in values
    )


@pytest.fixture
def reader(browser, tmp_path):
    context = browser.new_context()
    yield LivePanel(context, tmp_path, "ChartReader")
    context.close()


def press(panel, name, key):
    """Press a key on a slider, or choose an option of a list by its number."""
    control = panel.element.query_selector(f"[name={name}]")
    if isinstance(key, int):
        control.select_option(index=key)
    else:
        control.press(key)
    panel.settle()


def kind_of_slider(panel):
    slider = panel.element.query_selector("input[name=score]")
    return slider.evaluate("s => [s.min, s.max, s.step, s.value]")


def test_the_score_is_a_count_for_tp10_and_a_share_otherwise(reader):
    assert kind_of_slider(reader) == ["0", "1", "0.005", "0.6"]
    press(reader, "metric", 3)
    assert kind_of_slider(reader) == ["0", "10", "1", "6"]
    press(reader, "score", "End")
    press(reader, "positives", "Home")
    assert reader.values()["positives"] == 2
    assert kind_of_slider(reader) == ["0", "2", "1", "2"]
    assert "TP10 score of 2" in reader.see()["words"]
    # There must be ten cases for the first ten.
    press(reader, "negatives", "Home")
    assert reader.values()["negatives"] == 8
    press(reader, "metric", 1)
    assert kind_of_slider(reader) == ["0", "1", "0.005", "0.6"]


def test_any_number_of_competitors_can_be_typed(reader):
    for typed, verdict in (("100", "beyond luck"), ("101", "not beyond luck")):
        field = reader.element.query_selector(".course-row:has([name=competitors]) .course-typed")
        field.fill(typed)
        field.press("Enter")
        reader.settle()
        assert reader.values()["competitors"] == int(typed)
        seen = reader.see()
        assert f"best of {typed} classifiers" in seen["words"]
        assert f"0.6: {verdict}" in seen["picture"]
