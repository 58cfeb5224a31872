"""The same thing looks the same in every picture, and the palette shows what it means."""

import matplotlib
import numpy as np
import pytest

from course_lib import confident_segment, friedman_test, roc_band, roc_points
from course_lib.plots import (
    COLOURS,
    draw_band,
    draw_critical_difference,
    draw_palette,
    draw_roc,
    draw_segments,
    draw_walk,
)
from course_lib.plots.style import MEANINGS

matplotlib.use("Agg")
TRUTH = np.arange(60) % 2
SCORES = TRUTH + np.random.default_rng(1).standard_normal(60)


def pictures():
    curve = roc_points(TRUTH, SCORES)
    segment = confident_segment(TRUTH, SCORES)
    band = roc_band(TRUTH, SCORES, "joint")
    return {
        "curves": lambda ax: draw_roc(ax, {"naive Bayes": curve}),
        "walk": lambda ax: draw_walk(ax, [1, 0, 1, 0]),
        "segments": lambda ax: draw_segments(ax, {"naive Bayes": segment}),
        "band": lambda ax: draw_band(ax, band, "joint", "naive Bayes"),
    }


@pytest.mark.parametrize("kind", pictures())
def test_luck_is_the_same_diagonal_in_every_picture_of_roc_space(kind, ax):
    pictures()[kind](ax)
    (line,) = [
        line
        for line in ax.lines
        if list(line.get_xdata()) == [0, 1] and list(line.get_ydata()) == [0, 1]
    ]
    assert line.get_color() == COLOURS["luck"]
    assert (line.get_linestyle(), line.get_linewidth()) == ("--", 2.5)


@pytest.mark.parametrize("kind", ["segments", "band"])
def test_a_known_classifier_keeps_its_dashes(kind, ax):
    pictures()[kind](ax)
    curve = roc_points(TRUTH, SCORES)
    (line,) = [
        line
        for line in ax.lines
        if np.array_equal(line.get_xdata(), curve.false_positive_rates)
        and np.array_equal(line.get_ydata(), curve.true_positive_rates)
    ]
    assert (line.get_color(), line.get_linestyle()) == (COLOURS["score"], "-.")


def test_orange_never_joins_what_is_not_shown_to_differ(ax):
    scores = np.random.default_rng(2).random((10, 4))
    groups = draw_critical_difference(ax, friedman_test(scores))
    bars = [line for line in ax.lines if line.get_linewidth() == 5]
    assert len(bars) == len(groups) >= 1
    assert {bar.get_color() for bar in bars} == {COLOURS["other"]}


def test_the_palette_shows_every_colour_with_its_meaning(ax):
    assert draw_palette(ax) == [meaning for _, meaning in MEANINGS.values()]
    assert set(MEANINGS) == set(COLOURS)
    assert [text.get_text() for text in ax.texts] == draw_palette(ax)
    assert [line.get_color() for line in ax.lines][: len(COLOURS)] == list(COLOURS.values())
