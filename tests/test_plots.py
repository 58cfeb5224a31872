"""Pictures are tested by what they contain."""

import matplotlib
import numpy as np
import pytest
from matplotlib.colors import to_rgba
from scipy.interpolate import RegularGridInterpolator

from course_lib import ConfusionMatrix, mcnemar_test, null_distribution, roc_points
from course_lib.chance.ladder import chart
from course_lib.plots import (
    COLOURS,
    draw_barrier,
    draw_chart_lines,
    draw_confusion,
    draw_contest,
    draw_counts,
    draw_luck,
    draw_reader,
    draw_reflection,
    draw_roc,
    draw_scaling,
    draw_tally,
    draw_versions,
    draw_walk,
    figure,
    show,
)
from tests.helpers import missing

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
def test_bars_hold_the_law_of_the_best(ax, metric, p, n, competitors, score):
    law = null_distribution(metric, p, n)
    drawn = draw_luck(ax, law, competitors, 0.01, score)
    assert drawn.critical_value == law.critical_value(competitors, 0.01)
    # All the probability is in the picture, and what lies beyond the line is what it must be.
    assert drawn.chances.sum() == pytest.approx(1, abs=2e-4)
    orange = [bar for bar in ax.patches if bar.get_facecolor() == to_rgba(COLOURS["critical"])]
    exceeds = -np.expm1(competitors * np.log1p(-law.sf(drawn.critical_value)))
    assert sum(bar.get_height() for bar in orange) == pytest.approx(exceeds, abs=2e-6)
    heights = [bar.get_height() for bar in ax.patches]
    assert sorted(heights) == pytest.approx(sorted(drawn.chances))
    assert (ax.get_xlabel(), ax.get_ylabel()) == (law.setting.title, "probability of each bar")
    assert law.setting.test_set in ax.get_title(loc="left")
    texts = " ".join(text.get_text() for text in ax.texts)
    assert "critical value" in texts
    assert ("your score" in texts) == (score is not None)


@pytest.mark.parametrize(("p", "n", "competitors"), [(10, 12, 1), (20, 20, 1), (30, 40, 10)])
def test_bars_rise_once_and_fall_once(ax, p, n, competitors):
    # Bars that hold now one, now two attainable scores would look like a comb.
    chances = draw_luck(ax, null_distribution("auc", p, n), competitors).chances
    turns = np.flatnonzero(np.diff(np.sign(np.diff(chances))))
    assert turns.size == 1


def test_a_score_that_cannot_be_is_not_drawn(ax):
    with pytest.raises(ValueError, match="score must be a number from 0 to 1"):
        draw_luck(ax, null_distribution("auc", 5, 5), score=60)


def test_show_closes_the_figure_and_keeps_the_text(monkeypatch):
    shown = []
    monkeypatch.setattr("IPython.display.display", shown.append)
    fig, _ = figure()
    show(fig, alt="nothing to see")
    assert not matplotlib.pyplot.fignum_exists(fig.number)
    assert shown[0].alt == "nothing to see"
    assert shown[0].data.startswith(b"\x89PNG")
    assert "nothing to see" in shown[1].data  # and in words, for JupyterLab's readers


# --- Walks, contests, charts -----------------------------------------------------------------


def test_a_walk_goes_up_for_positives_and_right_for_negatives(ax):
    drawn = draw_walk(ax, [1, 0, 1, 0, 0])
    assert drawn.true_positive_rates.tolist() == [0, 0.5, 0.5, 1, 1, 1]
    assert drawn.false_positive_rates == pytest.approx([0, 0, 1 / 3, 1 / 3, 2 / 3, 1])
    labels = [text.get_text() for text in ax.get_legend().get_texts()]
    assert labels == ["luck, on average", "best accuracy here", "best F here"]
    # Accuracy is best (0.8) after one case and after three.
    (best,) = [line for line in ax.lines if line.get_label() == "best accuracy here"]
    assert best.get_ydata().tolist() == [0.5, 1]
    # F is best after three cases: 2 * 2 / (2 + 3) = 0.8.
    (mark,) = [line for line in ax.lines if line.get_label() == "best F here"]
    assert (mark.get_xdata()[0], mark.get_ydata()[0]) == pytest.approx((1 / 3, 1))
    half = draw_walk(ax, [1, 0, 1, 0, 0], walked=2)
    assert half.true_positive_rates.tolist() == [0, 0.5, 0.5]


@pytest.mark.parametrize("metric", ["auc", "accuracy", "f_measure"])
@pytest.mark.parametrize(("p", "n"), [(1, 1), (5, 7), (50, 50), (1, 50), (50, 1)])
def test_a_tally_shows_the_whole_law_and_every_score(ax, metric, p, n):
    law = null_distribution(metric, p, n)
    drawn = draw_tally(ax, law, [law.lowest, 1.0, 1.0])
    assert drawn.chances.sum() == pytest.approx(1)
    assert drawn.shares.sum() == pytest.approx(1)  # the lowest and the highest score are inside
    assert ax.get_xlabel() == law.setting.title
    assert "3 rankings" in ax.get_title(loc="left")


@pytest.mark.parametrize("metric", ["auc", "accuracy", "f_measure", "top_k"])
@pytest.mark.parametrize("competitors", [1, 10, 1000])
def test_a_contest_shows_both_laws_and_colours_what_lies_beyond(ax, metric, competitors):
    law = null_distribution(metric, 30, 60)
    drawn = draw_contest(ax, law, competitors, 0.05, score=law.setting.highest)
    assert drawn.critical_value == law.critical_value(competitors, 0.05)
    assert drawn.beyond <= 0.05
    assert (drawn.one.sum(), drawn.best.sum()) == pytest.approx((1, 1), abs=0.002)
    for edge, cumulated in zip(drawn.edges[1:], drawn.best.cumsum(), strict=True):
        start = law.cdf(float(drawn.edges[0])) ** competitors
        assert start + cumulated == pytest.approx(law.cdf(float(edge)) ** competitors, abs=1e-9)
    orange = [p for p in ax.patches if p.get_facecolor() == to_rgba(COLOURS["critical"])]
    for patch in orange:  # nothing orange below the line
        assert patch.get_data().edges[0] > drawn.critical_value
    texts = " ".join(text.get_text() for text in ax.texts)
    assert not missing(texts, "critical value", "your score", "one guesser")
    assert (f"best of {competitors:,}" in texts) == (competitors > 1)


def test_a_reflected_walk_ends_at_the_mirrored_place(ax):
    ranking = [0, 1, 1, 0, 1, 1, 1, 0, 0, 1, 0, 0]
    mirrored = draw_reflection(ax, ranking, lead=3)
    assert (mirrored[-1], np.abs(np.diff(mirrored)).tolist()) == (2 * 3 - 0, [1] * 12)
    assert draw_reflection(ax, ranking, lead=5) is None


def test_a_walk_is_above_the_barrier_where_f_exceeds_the_value(ax):
    ranking = np.array([0, 1, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0])
    barrier = draw_barrier(ax, ranking, f=0.6)
    tp = np.concatenate([[0], np.cumsum(ranking)])
    f = 2 * tp / (ranking.sum() + np.arange(13))
    assert ((tp > barrier) == (f > 0.6)).all()
    marked = [line for line in ax.lines if line.get_markersize() == 7]
    assert marked[0].get_xdata().tolist() == np.flatnonzero(f > 0.6).tolist() == [5, 9]


@pytest.mark.parametrize("metric", ["auc", "accuracy", "f_measure", "top_k"])
def test_lines_of_a_chart_run_where_the_value_is_theirs(ax, metric):
    sizes, grid = chart(metric, 100, 0.01)
    levels = draw_chart_lines(ax, sizes, grid, "title")
    (lines,) = [c for c in ax.collections if hasattr(c, "levels")]
    assert lines.levels.tolist() == levels.tolist()
    logs = np.log10(sizes)
    at = RegularGridInterpolator((logs, logs), grid, method="linear")
    for level, path in zip(lines.levels, lines.get_paths(), strict=True):
        values = at(np.clip(path.vertices[:, ::-1], logs[0], logs[-1]))
        # All but the ends of the gaps that the labels leave, which are a little off.
        off = np.abs(values[np.isfinite(values)] - level)
        assert off.size < 6 or np.mean(off < 1e-3) > 0.8
    assert {float(text.get_text()) for text in ax.texts} <= set(levels.tolist())
    point, label = draw_reader(ax, 150, 484, "0.6: not beyond luck", significant=False)
    assert (point.get_xdata()[0], point.get_ydata()[0]) == pytest.approx(np.log10([484, 150]))
    assert point.get_markerfacecolor() == "white"
    assert label.get_text() == "0.6: not beyond luck"


def test_drawing_leaves_the_users_own_style_alone(ax):
    before = dict(matplotlib.rcParams)
    draw_walk(ax, [1, 0])
    assert dict(matplotlib.rcParams) == before


# --- What was scored ----------------------------------------------------------------------------


def test_a_confusion_matrix_shows_counts_and_shares_of_the_true_class(ax):
    matrix = ConfusionMatrix.from_counts([[8, 2], [0, 0]], ["cat", "dog"])
    shares = draw_confusion(ax, matrix)
    assert shares.tolist() == [[0.8, 0.2], [0, 0]]  # a class without cases is no division by zero
    assert sorted(text.get_text() for text in ax.texts) == ["0", "0", "2", "8"]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["cat", "dog"]
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("predicted", "true class")


def test_roc_curves_run_through_their_points_and_name_their_areas(ax):
    points = roc_points([1, 0, 1, 0], [0.9, 0.8, 0.8, 0.1])
    draw_roc(ax, {"A": points})
    (curve,) = [line for line in ax.lines if line.get_label().startswith("A")]
    assert curve.get_xdata().tolist() == points.false_positive_rates.tolist()
    assert curve.get_ydata().tolist() == points.true_positive_rates.tolist()
    assert curve.get_label() == "A, AUC 0.875"


def test_versions_of_a_test_show_their_p_values_and_doubts():
    _, (left, right) = figure(columns=2)
    results = [mcnemar_test(1, 7, method) for method in ("exact", "asymptotic")]
    values = draw_versions(left, results, ["exact", "asymptotic"], 0.05)
    assert values == [result.p_value for result in results]
    assert [bar.get_width() for bar in left.patches] == values
    texts = [text.get_text() for text in left.texts]
    assert any("too few cases" in text for text in texts)
    draw_counts(right, 59, 6, 16, 19)
    cells = {t.get_text(): t.get_position() for t in right.texts}
    assert cells["16"] == (1.5, 0.5)  # A right, B wrong
    assert cells["6"] == (0.5, 1.5)


def test_scaling_is_drawn_on_logarithmic_axes():
    _, axes = figure(columns=2)
    grown = {"cases": [10, 100], "A, seconds": [1e-3, 1e-1], "A, bytes": [1e6, 1e8]}
    draw_scaling(axes, {name: np.array(values) for name, values in grown.items()})
    for ax in axes:
        assert (ax.get_xscale(), ax.get_yscale()) == ("log", "log")
        assert ax.lines[0].get_ydata() == pytest.approx([1, 100])
