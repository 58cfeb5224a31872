"""Pictures of ROC curves hold the data they were given, and label them."""

import matplotlib
import numpy as np
import pytest

from course_lib import confident_segment, error_differences, roc_band
from course_lib.datasets import ELAZMEH_CLASSIFIERS, load_elazmeh_scores
from course_lib.measures import BinaryCounts
from course_lib.plots import (
    draw_band,
    draw_cauc,
    draw_error_differences,
    draw_errors,
    draw_one_interval,
    draw_segments,
    figure,
)

matplotlib.use("Agg")
SPECTF = load_elazmeh_scores("spectf")
SEGMENTS = {
    letter: confident_segment(SPECTF.is_positive, SPECTF.scores[name])
    for name, letter in ELAZMEH_CLASSIFIERS.items()
}


@pytest.fixture
def ax():
    fig, ax = figure()
    yield ax
    matplotlib.pyplot.close(fig)


def drawn_points(ax):
    return np.vstack([line.get_xydata() for line in ax.lines if len(line.get_xdata()) > 2])


@pytest.mark.parametrize("against", ["points", "thresholds"])
@pytest.mark.parametrize("only", [True, False])
def test_differences_are_drawn_where_they_are(ax, against, only):
    along = SEGMENTS["B"].along
    count = draw_error_differences(ax, along, against, only_confident=only, mark=30)
    wanted = along.differences[along.holds_zero] if only else along.differences
    assert count == wanted.size
    assert sorted(drawn_points(ax)[:, 1].tolist()) == sorted(wanted.tolist())
    segments = np.vstack([c.get_segments() for c in ax.collections])
    assert len(segments) == count
    assert segments[:, :, 1].min() == (along.low[along.holds_zero] if only else along.low).min()
    assert ax.get_xlabel().startswith("point" if against == "points" else "threshold")


def test_no_confident_point_is_said(ax):
    spect = load_elazmeh_scores("spect")
    along = error_differences(spect.is_positive, spect.scores["decision_tree"])
    assert draw_error_differences(ax, along, only_confident=True) == 0
    assert any("no confident point" in text.get_text() for text in ax.texts)


def test_segments_are_thick_and_their_areas_are_what_is_shaded(ax):
    segment = SEGMENTS["T"]
    draw_segments(ax, {"T": segment}, areas=True)
    thick = [line for line in ax.lines if line.get_linewidth() > 4]
    assert np.allclose(thick[0].get_xydata(), [point[:2] for point in segment.points])
    sizes = []
    for shade in ax.collections:
        x, y = shade.get_paths()[0].vertices.T
        sizes.append(abs(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1))) / 2)
    assert sizes == pytest.approx([segment.vertical_area, segment.horizontal_area])


def test_classifiers_look_the_same_alone_and_together(ax):
    draw_segments(ax, {"B": SEGMENTS["B"]})
    alone = next(line for line in ax.lines if line.get_label() == "B")
    fig, other = figure()
    draw_segments(other, SEGMENTS)
    together = {line.get_label(): line for line in other.lines}
    assert alone.get_color() == together["B"].get_color()
    assert alone.get_linestyle() == together["B"].get_linestyle()
    looks = {(together[k].get_color(), together[k].get_linestyle()) for k in SEGMENTS}
    assert len(looks) == 4
    assert len({dash for _, dash in looks}) == 4  # told apart in grey
    matplotlib.pyplot.close(fig)


def test_a_band_is_drawn_as_large_as_it_is(ax):
    band = roc_band(SPECTF.is_positive, SPECTF.scores["naive_bayes"], seed=1)
    assert draw_band(ax, band, "B") == band.share
    x, y = ax.patches[0].get_xy().T
    area = abs(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1))) / 2
    assert area == pytest.approx(band.share)
    assert f"{100 * band.share:.0f} %" in ax.get_title("left")


@pytest.mark.parametrize("area", ["mean", "vertical", "horizontal"])
@pytest.mark.parametrize("spread", ["signed", "absolute"])
def test_the_plane_has_each_classifier_in_its_place(ax, area, spread):
    placed = draw_cauc(ax, SEGMENTS, area=area, spread=spread)
    assert list(placed) == list(SEGMENTS)
    dots = [tuple(line.get_xydata()[0]) for line in ax.lines if line.get_marker() not in ("None",)]
    assert dots == list(placed.values())
    for letter, (x, y) in placed.items():
        segment = SEGMENTS[letter]
        assert (
            y
            == {
                "mean": (segment.vertical_area + segment.horizontal_area) / 2,
                "vertical": segment.vertical_area,
                "horizontal": segment.horizontal_area,
            }[area]
        )
        differences = np.array([point.difference for point in segment.points])
        wanted = differences.mean() if spread == "signed" else np.abs(differences).mean()
        assert x == pytest.approx(wanted, abs=1e-15)
        assert letter in [text.get_text() for text in ax.texts]


def test_counts_and_intervals_say_what_they_are(ax):
    draw_errors(ax, BinaryCounts(32, 9, 8, 31))
    texts = {text.get_text() for text in ax.texts}
    assert texts == {"a = 32", "b = 8", "c = 9", "d = 31"}
    for low, high, said in ((-0.1, 0.2, "holds 0"), (0.1, 0.2, "0 is outside")):
        fig, other = figure()
        draw_one_interval(other, 0.15, low, high, 0.95)
        assert said in other.texts[0].get_text()
        left, right = other.get_xlim()
        assert left < low < high < right
        matplotlib.pyplot.close(fig)


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda ax: draw_cauc(ax, SEGMENTS, area="total"), "area"),
        (lambda ax: draw_cauc(ax, SEGMENTS, spread="none"), "spread"),
        (lambda ax: draw_segments(ax, SEGMENTS, labels="yes"), "labels"),
        (lambda ax: draw_error_differences(ax, SEGMENTS["T"].along, "scores"), "against"),
    ],
)
def test_an_unknown_way_to_draw_is_refused(ax, call, name):
    with pytest.raises(ValueError, match=f"{name} must be one of"):
        call(ax)
