"""Pictures of ROC curves hold the data they were given, and label them."""

import matplotlib
import numpy as np
import pytest

from course_lib import BinaryCounts, confident_segment, error_differences, roc_band
from course_lib.datasets import ELAZMEH_CLASSIFIERS, load_elazmeh_scores
from course_lib.plots import (
    draw_band,
    draw_cauc,
    draw_error_differences,
    draw_errors,
    draw_one_interval,
    draw_roc,
    draw_segments,
    figure,
)
from course_lib.plots.thinning import thinned

matplotlib.use("Agg")
SPECTF = load_elazmeh_scores("spectf")
SEGMENTS = {
    letter: confident_segment(SPECTF.is_positive, SPECTF.scores[name])
    for name, letter in ELAZMEH_CLASSIFIERS.items()
}


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


def test_both_areas_are_named_where_they_are(ax):
    segment = SEGMENTS["T"]
    draw_segments(ax, {"T": segment}, areas=True)
    named = {text.get_text().split(":")[0]: text.get_position() for text in ax.texts}
    first, last = segment.points[0], segment.points[-1]
    x, y = named["below"]
    assert first.false_positive_rate < x < last.false_positive_rate
    assert 0 < y < first.true_positive_rate
    x, y = named["beside"]
    assert last.false_positive_rate < x < 1
    assert first.true_positive_rate < y < last.true_positive_rate
    assert "vertical" in ax.texts[0].get_text()
    assert "horizontal" in ax.texts[1].get_text()


@pytest.mark.parametrize(
    ("data_set", "last"), [("dis", 0.05), ("sick", 0.1), ("spect", 0.2), ("spectf", 1.0)]
)
def test_zoom_shows_all_segments_and_says_where_it_ends(ax, data_set, last):
    data = load_elazmeh_scores(data_set)
    segments = {k: confident_segment(data.is_positive, data.scores[k]) for k in data.scores}
    assert draw_segments(ax, segments, zoom=True) == last
    left, right = ax.get_xlim()
    for segment in segments.values():
        assert all(left < point.false_positive_rate < right for point in segment.points)
    assert ("only to" in ax.get_xlabel()) == (last < 1)
    _, other = figure()
    assert draw_segments(other, segments) == 1


def test_zoom_without_a_segment_shows_the_whole_curve(ax):
    spect = load_elazmeh_scores("spect")
    empty = confident_segment(spect.is_positive, spect.scores["decision_tree"])
    assert draw_segments(ax, {"T": empty}, zoom=True) == 1


@pytest.mark.parametrize("called", [0, 13, 100, 962])
def test_near_zero_shows_the_mark_and_all_confident_points(ax, called):
    dis = load_elazmeh_scores("dis")
    along = error_differences(dis.is_positive, dis.scores["naive_bayes"])
    draw_error_differences(ax, along, mark=called, near_zero=True)
    place = np.arange(along.differences.size)[::-1]
    shown = along.holds_zero.copy()
    shown[called] = True
    (left, right), (bottom, top) = ax.get_xlim(), ax.get_ylim()
    assert (left < place[shown]).all()
    assert (place[shown] < right).all()
    assert (bottom < along.low[shown]).all()
    assert (along.high[shown] < top).all()
    if called <= 13:  # or the green points would be a dot at the end of a grey line
        assert right - left < 80
    ring = max(ax.lines, key=lambda line: line.get_markersize())
    assert not ring.get_clip_on()


def test_near_zero_shows_a_curve_of_four_points_as_a_whole(ax):
    dis = load_elazmeh_scores("dis")
    along = error_differences(dis.is_positive, dis.scores["decision_stump"])
    draw_error_differences(ax, along, mark=0, near_zero=True)
    left, right = ax.get_xlim()
    assert left < 0 < 3 < right


@pytest.mark.parametrize("spread", ["signed", "absolute"])
@pytest.mark.parametrize("data_set", ["dis", "hypothyroid", "sick", "spect", "spectf"])
def test_names_in_the_plane_stand_clear_of_marks_and_of_the_line(data_set, spread):
    data = load_elazmeh_scores(data_set)
    segments = {
        letter: confident_segment(data.is_positive, data.scores[name])
        for name, letter in ELAZMEH_CLASSIFIERS.items()
    }
    fig, ax = figure(6, 4.5)
    drawn = draw_cauc(ax, segments, spread=spread)
    fig.canvas.draw()
    marks = [ax.transData.transform(at) for at in drawn.values()]
    zero = ax.transData.transform((0, 0))[0]
    frame = ax.get_window_extent()
    for text in ax.texts[: len(drawn)]:
        box = text.get_window_extent()
        centre = ((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2)
        assert all(np.hypot(*(mark - centre)) > 12 for mark in marks)
        assert spread == "absolute" or not box.x0 < zero < box.x1
        assert frame.x0 < box.x0
        assert box.x1 < frame.x1
    # Marks at 0 are whole: half a mark is five points.
    for x, y in marks:
        assert x - frame.x0 > 5 * fig.dpi / 72
        assert y - frame.y0 > 5 * fig.dpi / 72


def looks(ax):
    """How the line of each name is drawn."""
    return {
        line.get_label().split(",")[0]: (line.get_color(), line.get_linestyle())
        for line in ax.lines
    }


def test_a_classifier_looks_as_it_does_among_plain_curves_and_alone(ax):
    """In the lesson `draw_roc` shows tree, forest and naive Bayes, in this order."""
    names = {"tree": "T", "forest": "F", "naive Bayes": "B"}
    draw_roc(ax, {name: SEGMENTS[letter].curve for name, letter in names.items()})
    _, (other, third) = figure(columns=2)
    draw_segments(other, SEGMENTS)
    draw_segments(third, {"B": SEGMENTS["B"]})
    plain, together = looks(ax), looks(other)
    assert {letter: plain[name] for name, letter in names.items()}.items() <= together.items()
    assert looks(third)["B"] == together["B"]
    assert len({together[letter] for letter in SEGMENTS}) == 4
    assert len({together[letter][1] for letter in SEGMENTS}) == 4  # told apart in grey


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
        sizes = {"vertical": segment.vertical_area, "horizontal": segment.horizontal_area}
        assert y == sizes.get(area, sum(sizes.values()) / 2)
        differences = np.array([point.difference for point in segment.points])
        wanted = differences.mean() if spread == "signed" else np.abs(differences).mean()
        assert x == pytest.approx(wanted, abs=1e-15)
        assert letter in [text.get_text() for text in ax.texts]


def test_counts_and_intervals_say_what_they_are(ax):
    draw_errors(ax, BinaryCounts(32, 9, 8, 31))
    texts = {text.get_text() for text in ax.texts}
    assert texts == {"a = 32", "b = 8", "c = 9", "d = 31"}
    for low, high, said in ((-0.1, 0.2, "holds 0"), (0.1, 0.2, "0 is outside")):
        _, other = figure()
        draw_one_interval(other, 0.15, low, high, 0.95)
        assert said in other.texts[0].get_text()
        left, right = other.get_xlim()
        assert left < low < high < right


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


# --- Very many points -----------------------------------------------------------------------------


def test_a_curve_of_very_many_points_is_drawn_from_few_that_look_the_same(ax):
    generator = np.random.default_rng(1)
    truth = np.arange(300_000) < 90_000
    scores = generator.normal(size=truth.size) + truth
    segment = confident_segment(truth, scores)
    draw_segments(ax, {"A": segment})
    curve = segment.curve
    drawn = max((line.get_xydata() for line in ax.lines), key=len)
    assert len(drawn) < 20_000 < curve.thresholds.size / 10
    # Every point has one that is drawn within a four-thousandth of the picture, each way.
    x, y = curve.false_positive_rates, curve.true_positive_rates
    before = np.searchsorted(drawn.sum(axis=1), x + y, side="right") - 1
    assert (x - drawn[before, 0]).max() <= 1 / 4_000
    assert (y - drawn[before, 1]).max() <= 1 / 4_000
    # A corner stays where it is: a step that no case breaks.
    corner = np.concatenate([np.zeros(50_000), np.linspace(0, 1, 50_001)])
    up = np.concatenate([np.linspace(0, 0.9, 50_000), np.full(50_001, 0.9)])
    kept = np.column_stack(thinned(corner, up))
    assert [0.0, 0.9] in kept.tolist()
    assert np.array_equal(thinned(corner[:900], up[:900])[0], corner[:900])
