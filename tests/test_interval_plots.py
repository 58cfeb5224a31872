"""Pictures of intervals, tested by what they contain."""

import matplotlib
import numpy as np
import pytest

from course_lib import interval_coverage, mcnemar_test, tango_interval, wald_interval
from course_lib.plots import (
    COLOURS,
    draw_coverage,
    draw_coverage_map,
    draw_intervals,
    draw_score,
)
from tests.helpers import texts

matplotlib.use("Agg")


def spans(ax, place):
    """From where to where the lines at a height run."""
    lines = [line for line in ax.lines if set(line.get_ydata()) == {place}]
    return [tuple(line.get_xdata()) for line in lines if len(line.get_xdata()) == 2]


def test_intervals_are_drawn_from_limit_to_limit(ax):
    limits = {"tango": tango_interval(9, 3, 32), "wald": wald_interval(9, 3, 32)}
    notes = draw_intervals(ax, limits, 6 / 32)
    assert notes == {"tango": "", "wald": ""}
    for place, pair in enumerate(limits.values()):
        assert spans(ax, place) == [pair]
    # Round ends would stick out beyond the limits.
    bars = [line for line in ax.lines if line.get_linewidth() > 1 and line.get_marker() == "None"]
    assert len(bars) == 6
    assert {line.get_solid_capstyle() for line in bars} == {"butt"}
    assert [label.get_text() for label in ax.get_yticklabels()] == ["Tango", "Wald"]
    assert texts(ax) == ["-0.03 to 0.39", "-0.01 to 0.39"]
    assert ax.get_xlabel()
    assert ax.get_title("left")


def test_what_cannot_be_is_pointed_out(ax):
    limits = {"tango": tango_interval(9, 0, 10), "wald": wald_interval(9, 0, 10), "none": (0, 0)}
    notes = draw_intervals(ax, limits, 0.9)
    assert notes == {"tango": "", "wald": "beyond 1", "none": "no width"}
    orange = [line for line in ax.lines if line.get_color() == COLOURS["critical"]]
    assert (1.0, limits["wald"][1]) in [tuple(line.get_xdata()) for line in orange]
    assert any(line.get_marker() == "x" for line in orange)
    low, high = ax.get_xlim()
    assert low <= -1 < limits["wald"][1] <= high


def test_a_margin_is_shaded(ax):
    draw_intervals(ax, {"study": (-0.01, 0.02)}, {"study": 0.005}, margin=0.05)
    band = ax.patches[0].get_bbox() if hasattr(ax.patches[0], "get_bbox") else ax.patches[0]
    assert (band.x0, band.x1) == (-0.05, 0.05)
    words = next(text for text in ax.texts if text.get_text() == "within ±0.05")
    assert words.get_bbox_patch() is None  # it would cut a hole into the band
    zero = next(line for line in ax.lines if list(line.get_xdata()) == [0, 0])
    assert words.get_position()[1] < min(zero.get_ydata())  # upwards is less: the words stand free


@pytest.mark.parametrize("case", [(16, 6, 100), (0, 0, 20), (3, 9, 12), (20, 0, 20)])
def test_the_score_crosses_the_band_at_the_limits(ax, case):
    limits = draw_score(ax, *case)
    assert limits == tango_interval(*case)
    curve = next(line for line in ax.lines if len(line.get_xdata()) > 1000)
    d, score = curve.get_xdata(), curve.get_ydata()
    assert (np.diff(score) <= 0).all()
    inside = (d > limits[0]) & (d < limits[1])
    assert (np.abs(score[inside]) <= 1.96).all()
    assert (np.abs(score[~inside]) >= 1.95).all()
    b, c, _ = case
    at_zero = np.sqrt(mcnemar_test(b, c, "asymptotic").statistic) * np.sign(b - c)
    assert f"difference 0: score {at_zero + 0.0:.2f}" in texts(ax)


def test_coverage_lines_hold_the_coverage(ax):
    truths = np.linspace(-0.1, 0.1, 11)
    values = {
        m: interval_coverage(20, (0.1 + truths) / 2, (0.1 - truths) / 2, m)
        for m in ("tango", "wald")
    }
    draw_coverage(ax, truths, values)
    promised, *lines = ax.lines
    assert set(promised.get_ydata()) == {0.95}
    named = [text.get_text() for text in ax.get_legend().get_texts()]
    assert named == ["promised", "Tango", "Wald"]
    for line, expected in zip(lines, values.values(), strict=True):
        assert line.get_ydata() == pytest.approx(expected)
    assert len({line.get_linestyle() for line in lines}) == 2  # not by colour alone


def test_the_map_sorts_misses_into_bands(ax):
    shares = np.array([0.0, 0.5, 1.0])
    covered = np.array([[0.99, 0.95, 0.9], [0.8, 0.94, np.nan], [0.97, np.nan, np.nan]])
    bands = draw_coverage_map(ax, shares, covered, 0.95, "Mine")
    assert bands.tolist() == [[0, 1, 2], [3, 1, -1], [1, -1, -1]]
    assert "Compared with its promise,\nMine misses" in texts(ax)


# --- What the lesson says -------------------------------------------------------------------------


@pytest.mark.parametrize("n", [20, 60, 120, 400])
def test_tangos_interval_with_few_discordant_pairs_is_as_the_lesson_says(n):
    split = np.linspace(0.5, 1, 101)
    worst = {
        expected: interval_coverage(n, expected / n * split, expected / n * (1 - split)).min()
        for expected in (0.1, 0.5, 1, 2, 3, 4, 5, 5.5, 6, 8, 10, 15, 20)
        if expected <= n / 2
    }
    assert min(value for expected, value in worst.items() if expected <= 2) >= 0.98
    assert min(worst.values()) >= 0.92
    assert min(worst.values()) < 0.95  # it does promise a little too much
