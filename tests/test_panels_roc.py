"""The panels of lesson 07 say what the library says."""

import pytest
from matplotlib.figure import Figure

from course_lib import confident_segment, roc_points
from course_lib.datasets import ELAZMEH_CLASSIFIERS, ELAZMEH_DATA_SETS, load_elazmeh_scores
from course_lib.widgets import CaucPlane, ThresholdRider
from course_lib.widgets.roc import _MOST_CASES


def words(panel):
    return panel.tell(panel.values).words


def drawn(panel):
    axes = panel.make_axes(Figure(figsize=panel.size))
    panel.draw(axes, panel.values)
    return axes


@pytest.mark.parametrize("data_set", ["dis", "spect", "spectf"])
@pytest.mark.parametrize("classifier", ["decision_tree", "naive_bayes"])
def test_the_rider_counts_what_is_called(data_set, classifier):
    panel = ThresholdRider()
    panel.set(data_set=data_set, classifier=classifier)
    data = load_elazmeh_scores(data_set)
    scores = data.scores[classifier]
    for called in (0, 1, data.positives, 30, data.is_positive.size):
        panel.called = called
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


def test_no_more_cases_are_called_than_there_are():
    panel = ThresholdRider()
    panel.set(data_set="dis", called=972)
    assert panel.called == 972
    panel.set(data_set="spectf")
    assert panel.called == 80
    panel.called = 500  # one trait alone is not settled; what is said is
    assert "80 of 80 cases are called positive. " in words(panel)
    sizes = [
        load_elazmeh_scores(data_set).is_positive.size
        for _, data_set in ThresholdRider.controls["data_set"].options
    ]
    assert max(sizes) == _MOST_CASES


@pytest.mark.parametrize("data_set", ELAZMEH_DATA_SETS)
def test_the_plane_tells_areas_and_who_is_missing(data_set):
    panel = CaucPlane(data_set=data_set)
    data = load_elazmeh_scores(data_set)
    said = words(panel)
    for name, letter in ELAZMEH_CLASSIFIERS.items():
        segment = confident_segment(data.is_positive, data.scores[name])
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
    panel.called = 13
    assert "(to 12 decimals)" not in words(panel)


def test_the_plane_shows_the_left_part_of_the_curves_where_the_segments_are_there():
    assert drawn(CaucPlane(data_set="dis"))[0].get_xlim()[1] < 0.06
    assert drawn(CaucPlane(data_set="spectf"))[0].get_xlim()[1] > 1


def test_the_riders_still_picture_rings_the_point_it_tells_of():
    panel = ThresholdRider(called=40)
    axes = drawn(panel)
    ring = axes[0].lines[-1]
    assert (float(ring.get_xdata()[0]), float(ring.get_ydata()[0])) == (0.2, 0.8)
    assert "false positive rate 0.200 and true positive rate 0.800" in panel.tell(panel.values).alt
    assert axes[0].get_title(loc="left") == "AUC 0.858, CAUC 0.159"
