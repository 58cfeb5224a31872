"""The widgets of lesson 07 say what the library says."""

import re

import pytest

from course_lib import confident_segment, roc_points
from course_lib.datasets import ELAZMEH_CLASSIFIERS, ELAZMEH_DATA_SETS, load_elazmeh_scores
from course_lib.widgets import CaucPlane, ThresholdRider


def words(panel):
    return re.sub("<[^>]+>", "", panel.words.value)


@pytest.mark.parametrize("data_set", ["dis", "spect", "spectf"])
@pytest.mark.parametrize("classifier", ["decision_tree", "naive_bayes"])
def test_the_rider_counts_what_is_called(data_set, classifier):
    panel = ThresholdRider()
    panel.set(data_set=data_set, classifier=classifier)
    data = load_elazmeh_scores(data_set)
    scores = data.scores[classifier]
    for called in (0, 1, data.positives, 30, data.is_positive.size):
        panel.controls["called"].value = called
        # The lowest threshold that calls no more than wanted, found by trying all.
        at = min(t for t in [2.0, *scores] if (scores >= t).sum() <= called)
        counts = roc_points(data.is_positive, scores).at_threshold(at)
        said = words(panel)
        assert f"{counts.called_positive} of {counts.total} cases are called positive" in said
        assert f"{counts.false_negatives} of {counts.positives} positives are missed" in said
        assert f"{counts.false_positives} of {counts.negatives} negatives" in said
        assert ("come together" in said) == (counts.called_positive != called)
        segment = confident_segment(data.is_positive, scores)
        confident = any(point.threshold == at for point in segment.points)
        assert ("the point is confident" in said) == confident


def test_the_riders_slider_goes_as_far_as_there_are_cases():
    panel = ThresholdRider()
    slide = panel.controls["called"]
    assert slide.max == 80
    panel.controls["data_set"].value = "dis"
    assert (slide.max, slide.value) == (972, 40)
    slide.value = 972
    panel.controls["data_set"].value = "spectf"
    assert (slide.max, slide.value) == (80, 80)


@pytest.mark.parametrize("data_set", ELAZMEH_DATA_SETS)
def test_the_plane_tells_areas_and_who_is_missing(data_set):
    panel = CaucPlane(data_set=data_set)
    data = load_elazmeh_scores(data_set)
    for name, letter in ELAZMEH_CLASSIFIERS.items():
        segment = confident_segment(data.is_positive, data.scores[name])
        said = words(panel)
        assert f"{letter} {segment.curve.auc:.3f}" in said
        if segment.empty:
            assert letter in said.split("Without a confident point: ")[1]
        else:
            assert f"{letter} {segment.area:.4f}" in said
            assert f"{letter} {segment.mean_difference:+.4f}" in said


def test_what_the_rider_cannot_show_it_refuses():
    with pytest.raises(ValueError, match="cases called positive must be"):
        ThresholdRider(data_set="spectf", called=81)
    with pytest.raises(ValueError, match="data_set must be one of"):
        ThresholdRider(data_set="iris")


def test_a_threshold_of_nothing_is_said_to_be_nothing():
    panel = ThresholdRider(data_set="dis", classifier="random_forest", called=972)
    assert "threshold 0 (to 12 decimals)" in words(panel)
    panel.controls["called"].value = 13
    assert "(to 12 decimals)" not in words(panel)


def test_the_plane_shows_the_left_part_of_the_curves_where_the_segments_are_there():
    panel = CaucPlane(data_set="dis")
    assert panel.axes[0].get_xlim()[1] < 0.06
    panel.controls["data_set"].value = "spectf"
    assert panel.axes[0].get_xlim()[1] > 1
