"""Pictures are tested by what they contain."""

import matplotlib
import numpy as np
import pytest
from matplotlib.colors import to_rgba

from course_lib import null_distribution
from course_lib.plots import COLOURS, draw_luck, figure, show

matplotlib.use("Agg")


@pytest.mark.parametrize(
    ("metric", "p", "n", "competitors", "score"),
    [
        ("auc", 150, 484, 114, 0.6),
        ("auc", 2, 2, 1, 1.0),
        ("accuracy", 10, 10, 1000, 0.8),
        ("accuracy", 2000, 3000, 1, None),
        ("accuracy", 20, 980, 10, 0.98),
        ("accuracy", 13, 15, 100, None),
        ("accuracy", 9, 15, 1, 0.7),
        ("auc", 5, 15, 1, 0.9),
        ("f_measure", 10, 1000, 10, 0.4),
        ("top_k", 20, 300, 12, 7),
    ],
)
def test_bars_hold_the_law_of_the_best(metric, p, n, competitors, score):
    law = null_distribution(metric, p, n)
    fig, ax = figure()
    drawn = draw_luck(ax, law, competitors, 0.01, score)
    assert drawn.critical_value == law.critical_value(competitors, 0.01)
    # All the probability is in the picture, and what lies beyond the line is what it must be.
    assert drawn.chances.sum() == pytest.approx(1, abs=2e-4)
    orange = [bar for bar in ax.patches if bar.get_facecolor() == to_rgba(COLOURS["critical"])]
    exceeds = -np.expm1(competitors * np.log1p(-law.sf(drawn.critical_value)))
    assert sum(bar.get_height() for bar in orange) == pytest.approx(exceeds, abs=2e-6)
    heights = [bar.get_height() for bar in ax.patches]
    assert sorted(heights) == pytest.approx(sorted(drawn.chances))
    assert ax.get_xlabel() == law.setting.title
    assert ax.get_ylabel() == "probability of each bar"
    assert law.setting.test_set in ax.get_title(loc="left")
    texts = [text.get_text() for text in ax.texts]
    assert any("critical value" in text for text in texts)
    assert any("your score" in text for text in texts) == (score is not None)
    matplotlib.pyplot.close(fig)


@pytest.mark.parametrize(("p", "n", "competitors"), [(10, 12, 1), (20, 20, 1), (30, 40, 10)])
def test_bars_rise_once_and_fall_once(p, n, competitors):
    # Bars that hold now one, now two attainable scores would look like a comb.
    fig, ax = figure()
    chances = draw_luck(ax, null_distribution("auc", p, n), competitors).chances
    turns = np.flatnonzero(np.diff(np.sign(np.diff(chances))))
    assert turns.size == 1
    matplotlib.pyplot.close(fig)


def test_a_score_that_cannot_be_is_not_drawn():
    fig, ax = figure()
    with pytest.raises(ValueError, match="score must be a number from 0 to 1"):
        draw_luck(ax, null_distribution("auc", 5, 5), score=60)
    matplotlib.pyplot.close(fig)


def test_show_closes_the_figure_and_keeps_the_text(monkeypatch):
    shown = []
    monkeypatch.setattr("IPython.display.display", shown.append)
    fig, _ = figure()
    show(fig, alt="nothing to see")
    assert not matplotlib.pyplot.fignum_exists(fig.number)
    assert shown[0].alt == "nothing to see"
    assert shown[0].data.startswith(b"\x89PNG")
