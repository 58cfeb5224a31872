"""Threshold rider and CAUC plane: the browser says what Python says, point by point."""

import json
import random

import numpy as np
import pytest

from course_lib.datasets import ELAZMEH_CLASSIFIERS, load_elazmeh_scores
from course_lib.intervals.tango import tango_interval
from course_lib.roc.points import roc_points
from course_lib.roc.segment import confident_segment
from course_lib.widgets.controls import CONFIDENCES
from course_lib.widgets.roc import CaucPlane, ThresholdRider

from .told import Said

ROC = "math/roc.js"
DATA_SETS = [value for _, value in ThresholdRider.controls["data_set"].options]
CURVES = [(data_set, name) for data_set in DATA_SETS for name in ELAZMEH_CLASSIFIERS]


@pytest.fixture(scope="module")
def page(front):
    return front(ROC)


@pytest.fixture
def said(front):
    """A panel's module on a page of its own."""
    return lambda panel: Said(front("words.js").page, panel)


def curve(data_set, name):
    data = load_elazmeh_scores(data_set)
    return roc_points(data.is_positive, data.scores[name])


def unpacked(page):
    packed = ThresholdRider.shared_tables()["curves"]
    found = page.call(ROC, "unpackCurve", [packed[d][name] for d, name in CURVES])
    return zip(CURVES, found, strict=True)


def test_every_point_of_every_curve_comes_out_again(page):
    points = 0
    for which, found in unpacked(page):
        right = curve(*which)
        assert found["hits"] == right.true_positives.tolist(), which
        assert found["alarms"] == right.false_positives.tolist(), which
        texts = [
            "0 (to 12 decimals)" if abs(t) < 1e-12 else f"{t:.4g}" for t in right.thresholds[1:]
        ]
        assert found["at"] == ["above every score", *texts], which
        points += right.thresholds.size
    assert points > 14_000


def test_the_point_that_calls_so_many(page):
    for which, found in unpacked(page):
        right = curve(*which)
        calls = right.true_positives + right.false_positives
        asked = list(range(found["cases"] + 1))
        points = page.page.evaluate(
            """([curve, asked]) => asked.map(n => front["math/roc.js"].pointCalling(curve, n))""",
            [found, asked],
        )
        assert points == (np.searchsorted(calls, asked, side="right") - 1).tolist(), which


def test_segments_areas_and_differences(page):
    rng = random.Random(1)
    levels = np.array([*CONFIDENCES, *(rng.uniform(0.5, 0.9999) for _ in range(650))])
    compared = 0
    for which, found in unpacked(page):
        data, right = load_elazmeh_scores(which[0]), curve(*which)
        some = levels[:: 1 + right.thresholds.size // 100]
        said = page.page.evaluate(
            """([curve, levels]) =>
                levels.map(x => front["math/roc.js"].confidentSegment(curve, x))""",
            [found, some.tolist()],
        )
        [auc] = page.call(ROC, "rocAuc", [(found,)])
        assert auc == right.auc
        # All intervals at once, which is faster.
        misses = right.positives - right.true_positives
        table = (misses[:, None], right.false_positives[:, None], found["cases"], some)
        low, high = tango_interval(*table)
        for place, one in enumerate(said):
            limits = low[:, place], high[:, place]
            segment = confident_segment(
                data.is_positive, data.scores[which[1]], interval=lambda *_, known=limits: known
            )
            assert one["points"] == len(segment.points), (which, some[place])
            assert one["area"] == segment.area
            assert one["verticalArea"] == segment.vertical_area
            assert one["horizontalArea"] == segment.horizontal_area
            if segment.points:
                assert one["meanDifference"] == segment.mean_difference
                absolute = pytest.approx(segment.mean_absolute_difference, rel=1e-12)
                assert one["meanAbsoluteDifference"] == absolute
            compared += 1
    assert compared > 10_000


def test_the_rider_says_what_python_says(said):
    rng, settings = random.Random(2), []
    for data_set, classifier in CURVES:
        cases = load_elazmeh_scores(data_set).is_positive.size
        for level in (0.5, 0.95, 0.9999, round(rng.uniform(0.5, 0.9999), 3)):
            positives = load_elazmeh_scores(data_set).positives
            calls = {0, 1, cases - 1, cases, positives, rng.randrange(2 * positives)}
            calls |= {rng.randrange(cases) for _ in range(4)}
            settings += [
                {"data_set": data_set, "classifier": classifier, "called": n, "confidence": level}
                for n in sorted(calls)
            ]
    assert len(settings) > 1_000
    assert not said(ThresholdRider()).differ_from_python(settings)


def test_the_plane_says_what_python_says(said):
    rng = random.Random(3)
    levels = [*CONFIDENCES, *(round(rng.uniform(0.5, 0.9999), 4) for _ in range(3))]
    settings = [
        {"data_set": data_set, "confidence": level, "area": area, "spread": spread}
        for data_set in DATA_SETS
        for level in levels
        for area in ("mean", "vertical", "horizontal")
        for spread in ("signed", "absolute")
    ]
    assert not said(CaucPlane()).differ_from_python(settings)


def test_the_tables_are_small():
    assert len(json.dumps(ThresholdRider.shared_tables())) < 30_000
    assert len(json.dumps(CaucPlane.shared_tables())) < 10_000
