"""ROC curves: differences along them, confident segments, bands, and DeLong, doubted."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from scipy import stats

from course_lib import (
    auc_score,
    confident_segment,
    delong_interval,
    delong_test,
    error_differences,
    mcnemar_test,
    roc_band,
    roc_points,
    tango_interval,
)
from course_lib.datasets import (
    ELAZMEH_CLASSIFIERS,
    ELAZMEH_DATA_SETS,
    load_elazmeh_scores,
)
from course_lib.roc import bands
from tests.helpers import missing, near, refused

repeatable = settings(max_examples=80, deadline=None, derandomize=True)
few = settings(max_examples=30, deadline=None, derandomize=True)


@st.composite
def scored(draw, most=40, fewest=1):
    """Cases of both classes, with many ties among their scores."""
    positives = draw(st.integers(fewest, most))
    negatives = draw(st.integers(fewest, most))
    levels = draw(st.integers(1, 60))
    scores = draw(
        st.lists(
            st.integers(0, levels), min_size=positives + negatives, max_size=positives + negatives
        )
    )
    truth = draw(st.permutations([1] * positives + [0] * negatives))
    return np.array(truth), np.array(scores) / 8


def all_of_it(b, c, n, confidence):
    """An interval that holds everything."""
    return np.full(b.shape, -1.0), np.full(b.shape, 1.0)


# --- (b - c)/n along the thresholds ---------------------------------------------------------------


@given(scored())
@repeatable
def test_the_difference_climbs_from_minus_n_to_plus_p(case):
    truth, scores = case
    n = truth.size
    found = error_differences(truth, scores)
    # From the highest threshold to the lowest it falls, strictly: cases change sides at each.
    assert (np.diff(found.differences) < 0).all()
    assert found.differences[0] == truth.sum() / n
    assert found.differences[-1] == -(n - truth.sum()) / n


@given(scored(most=12))
@repeatable
def test_the_difference_is_counted_right_at_each_threshold(case):
    truth, scores = case
    found = error_differences(truth, scores)
    for place, threshold in enumerate(found.curve.thresholds):
        called = scores >= threshold
        b, c = int((~called & (truth == 1)).sum()), int((called & (truth == 0)).sum())
        assert (found.misses[place], found.false_alarms[place]) == (b, c)
        assert found.differences[place] == (b - c) / truth.size
        # And it does not depend on who is called, only on how many.
        assert b - c == truth.sum() - called.sum()
    assert found.curve.thresholds.size == np.unique(scores).size + 1


@given(scored(most=25), st.sampled_from([0.5, 0.9, 0.95, 0.99]))
@repeatable
def test_a_point_is_confident_where_mcnemar_does_not_reject(case, confidence):
    found = error_differences(*case, confidence)
    for b, c, holds in zip(found.misses, found.false_alarms, found.holds_zero, strict=True):
        test = mcnemar_test(int(b), int(c), "asymptotic")
        assert holds == (test.p_value >= 1 - confidence) or math.isclose(
            test.p_value, 1 - confidence
        )


# --- The confident segment ------------------------------------------------------------------------


@given(scored())
@repeatable
def test_both_areas_of_the_whole_curve_are_the_auc(case):
    segment = confident_segment(*case, interval=all_of_it)
    auc = auc_score(*case)
    assert (segment.vertical_area, segment.horizontal_area, segment.area) == (auc, auc, auc)
    assert len(segment.points) == segment.curve.thresholds.size


@given(scored())
@repeatable
def test_areas_by_adding_up_squares_in_fractions(case):
    segment = confident_segment(*case)
    p, n = segment.curve.positives, segment.curve.negatives
    below = beside = Fraction(0)
    for one, two in zip(segment.points, segment.points[1:], strict=False):
        x = [Fraction(point.false_alarms, n) for point in (one, two)]
        y = [1 - Fraction(point.misses, p) for point in (one, two)]
        below += (x[1] - x[0]) * (y[0] + y[1]) / 2
        beside += (y[1] - y[0]) * (2 - x[0] - x[1]) / 2
    assert segment.vertical_area == pytest.approx(float(below), abs=1e-15)
    assert segment.horizontal_area == pytest.approx(float(beside), abs=1e-15)
    assert 0 <= segment.vertical_area <= segment.curve.auc + 1e-15
    assert 0 <= segment.horizontal_area <= segment.curve.auc + 1e-15


@given(scored(), st.sampled_from([0.5, 0.8, 0.95, 0.999]))
@repeatable
def test_confident_points_follow_one_upon_another(case, confidence):
    # A theorem: along the curve (b - c)^2/(b + c) falls until b = c, and rises from there.
    inside = error_differences(*case, confidence).holds_zero
    places = np.flatnonzero(inside)
    assert places.size == 0 or places.size == places[-1] - places[0] + 1


@given(scored())
@repeatable
def test_exchanging_the_classes_turns_everything_round(case):
    truth, scores = case
    one, two = confident_segment(truth, scores), confident_segment(1 - truth, -scores)
    assert len(one.points) == len(two.points)
    assert (one.vertical_area, one.horizontal_area) == (two.horizontal_area, two.vertical_area)
    if not one.empty:
        assert one.mean_difference == -two.mean_difference
        for first, second in zip(one.points, two.points[::-1], strict=True):
            assert (first.misses, first.false_alarms) == (second.false_alarms, second.misses)
            assert first.low == pytest.approx(-second.high, abs=1e-12)


@given(scored())
@repeatable
def test_only_the_order_of_the_scores_matters(case):
    truth, scores = case
    one, two = confident_segment(truth, scores), confident_segment(truth, np.exp(scores) - 7)
    assert [p[:2] + p[3:] for p in one.points] == [p[:2] + p[3:] for p in two.points]
    assert (one.area, str(one.mean_difference)) == (two.area, str(two.mean_difference))


@given(scored())
@repeatable
def test_more_confidence_makes_longer_segments(case):
    sizes = [len(confident_segment(*case, c).points) for c in (0.5, 0.8, 0.95, 0.99)]
    assert sizes == sorted(sizes)


@given(scored(most=15), st.floats(0, 1))
@repeatable
def test_with_a_margin_the_whole_interval_must_lie_within_it(case, margin):
    segment = confident_segment(*case, margin=margin)
    inside = {(p.misses, p.false_alarms) for p in segment.points}
    for b, c in zip(segment.along.misses, segment.along.false_alarms, strict=True):
        low, high = tango_interval(int(b), int(c), segment.along.cases)
        assert ((b, c) in inside) == (max(-low, high) <= margin)
    wide = confident_segment(*case, margin=1)
    assert wide.area == wide.curve.auc


def test_an_empty_segment_is_an_answer():
    truth = np.repeat([1, 0], [20, 20])
    segment = confident_segment(truth, np.zeros(40))  # one score for all: call all, or nobody
    assert segment.points == ()
    assert segment.empty
    assert segment.vertical_area == segment.horizontal_area == segment.area == 0
    assert math.isnan(segment.mean_difference)
    assert math.isnan(segment.mean_absolute_difference)
    assert segment.threshold_range is None
    assert "no point" in segment.sentence()
    assert segment.facts()["AveD"] == "none"


def test_a_segment_of_one_point_has_no_area():
    truth = np.repeat([1, 0], [50, 50])
    scores = np.concatenate([np.repeat([2, 0], [40, 10]), np.repeat([2, 0], [10, 40])])
    segment = confident_segment(truth, scores)
    assert [(p.misses, p.false_alarms) for p in segment.points] == [(10, 10)]
    assert (segment.area, segment.mean_difference, segment.threshold_range) == (0, 0, (2, 2))
    assert "1 of 3 point of" in segment.sentence() or "1 of 3 points" in segment.sentence()


def test_a_segment_in_pieces_gets_nothing_for_the_gaps():
    def odd(b, c, n, confidence):
        """Holds 0 at every point but the third."""
        low = np.full(b.shape, -1.0)
        low[2] = 0.5
        return low, np.full(b.shape, 1.0)

    truth, scores = [1, 1, 0, 0], [4, 3, 2, 1]
    segment = confident_segment(truth, scores, interval=odd)
    # Points (0,0) (0,.5) [gap at (0,1)] (.5,1) (1,1): half a unit up, and half a unit along at 1.
    assert (segment.vertical_area, segment.horizontal_area) == (0.5, 0.5)
    assert len(segment.points) == 4


def test_sentences_tell_the_numbers():
    spect = load_elazmeh_scores("spect")
    segment = confident_segment(spect.is_positive, spect.scores["naive_bayes"])
    said = segment.sentence()
    points = f"{len(segment.points)} of {segment.curve.thresholds.size}"
    measured = f"{segment.area:.3g}", f"{segment.mean_difference:.3g}"
    assert not missing(said, "15 positives and 172 negatives", "95 %", points, *measured)
    margin = confident_segment(spect.is_positive, spect.scores["naive_bayes"], margin=0.2)
    assert "lies within 0.2 of 0" in margin.sentence()


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (([1, 1], [0.1, 0.2]), {}, "at least one positive and one negative"),
        (([0, 0], [0.1, 0.2]), {}, "at least one positive and one negative"),
        (([1, 0], [0.1, math.nan]), {}, "scores must be a list of.*got nan"),
        (([1, 0], [0.1]), {}, "must be about the same cases"),
        (([1, 2], [0.1, 0.2]), {}, "is_positive must hold True and False"),
        (([], []), {}, "at least one case"),
        (([1, 0], [0.1, 0.2], 0), {}, "confidence must be a number strictly between 0 and 1"),
        (([1, 0], [0.1, 0.2], 1.0), {}, "confidence must be a number strictly between 0 and 1"),
        (([1, 0], [0.1, 0.2], 95), {}, "confidence must be a number strictly between 0 and 1"),
        (([1, 0], [0.1, 0.2]), {"interval": "tango"}, "interval must be a function"),
        (([1, 0], [0.1, 0.2]), {"interval": lambda b, c, n, a: 0}, "interval must be a function"),
        (([1, 0], [0.1, 0.2]), {"interval": lambda b, c, n, a: (1, 0)}, "interval must return"),
        (([1, 0], [0.1, 0.2]), {"interval": lambda b, c, n, a: (b, b - 1)}, "the lower not above"),
        (([1, 0], [0.1, 0.2]), {"margin": -0.1}, "margin must be a number from 0 to 1"),
        (([1, 0], [0.1, 0.2]), {"margin": "0.1"}, "margin must be a number from 0 to 1"),
    ],
)
def test_wrong_input_to_a_segment_is_named(arguments, options, message):
    with pytest.raises(ValueError, match=message):
        confident_segment(*arguments, **options)


# --- The paper's data -----------------------------------------------------------------------------


def test_where_the_paper_finds_no_confident_point_there_is_none():
    empty = {
        (data_set, ELAZMEH_CLASSIFIERS[name])
        for data_set, name in product(ELAZMEH_DATA_SETS, ELAZMEH_CLASSIFIERS)
        if confident_segment(
            load_elazmeh_scores(data_set).is_positive, load_elazmeh_scores(data_set).scores[name]
        ).empty
    }
    assert empty == {("dis", "S"), ("sick", "S"), ("spect", "S"), ("spect", "T")}


def test_the_trees_confident_points_on_dis_by_hand():
    dis = load_elazmeh_scores("dis")
    segment = confident_segment(dis.is_positive, dis.scores["decision_tree"])
    assert [(p.misses, p.false_alarms) for p in segment.points] == [(10, 7), (10, 10), (10, 14)]
    # No step upwards, so nothing beside it; 7 of 959 along, at a height of 3 in 13.
    assert segment.horizontal_area == 0
    assert segment.vertical_area == pytest.approx(7 / 959 * 3 / 13)
    assert segment.mean_difference == pytest.approx(-1 / 972 / 3)


# --- What is to be doubted about the framework ----------------------------------------------------


def rank_scores(positives, negatives, separation, seed):
    random = np.random.default_rng(seed)
    truth = np.repeat([1, 0], [positives, negatives])
    return truth, random.standard_normal(truth.size) + separation * truth


def test_more_cases_make_confident_segments_shorter():
    areas = [
        np.mean(
            [confident_segment(*rank_scores(size, 9 * size, 1.5, seed)).area for seed in range(20)]
        )
        for size in (20, 200, 2000)
    ]
    # Like 1/root n: a hundred times the cases, a tenth of the area.
    assert areas[0] > 2 * areas[1] > 4 * areas[2]
    assert areas[2] == pytest.approx(areas[0] / 10, rel=0.5)


def test_a_worse_classifier_has_more_confident_points_and_can_have_the_larger_area():
    truth = np.repeat([1, 0], [500, 500])
    perfect = confident_segment(truth, np.arange(1000)[::-1])
    poor = confident_segment(*rank_scores(500, 500, 1.0, 3))
    assert perfect.curve.auc == 1 > 0.8 > poor.curve.auc
    # |b - c| = b + c <= z^2 = 3.84: seven points, whatever the size.
    assert len(perfect.points) == 7
    assert len(poor.points) > 60
    assert poor.area > 5 * perfect.area == pytest.approx(5 * 3 / 500)


# --- Bands ----------------------------------------------------------------------------------------


def binormal(x, separation):
    return stats.norm.sf(stats.norm.isf(x) - separation)


X = np.linspace(0, 1, 401)


def coverage(kind, positives, negatives, separation, repetitions, confidence=0.9, **options):
    inside, pointwise = 0, np.zeros(4)
    at = np.array([0.1, 0.2, 0.4, 0.95])
    for seed in range(repetitions):
        truth, scores = rank_scores(positives, negatives, separation, 1000 + seed)
        band = roc_band(truth, scores, kind, confidence, resamples=200, seed=seed, **options)
        inside += band.contains(X, binormal(X, separation))
        low, high = band.limits(at)
        pointwise += (low <= binormal(at, separation)) & (binormal(at, separation) <= high)
    return inside / repetitions, pointwise / repetitions


@pytest.mark.parametrize(("positives", "negatives"), [(60, 60), (30, 150)])
def test_fixed_width_bands_hold_the_whole_curve_about_as_often_as_they_say(positives, negatives):
    held, _ = coverage("fixed-width", positives, negatives, 1.0, 200)
    # Three standard errors of 0.9 from 200; on the safe side, for the curve goes in steps.
    assert 0.9 - 3 * math.sqrt(0.09 / 200) < held <= 0.985


def test_with_13_positives_fixed_width_bands_promise_somewhat_too_much():
    # About 85 % where 90 were promised, whole steps of 1/13 at a time; and they say so.
    held, _ = coverage("fixed-width", 13, 959, 1.0, 300)
    assert near(held, 0.85, 300, 3)
    assert (
        "may hold the true curve less often" in roc_band(*rank_scores(13, 959, 1.0, 1)).sentence()
    )


@pytest.mark.parametrize(
    ("positives", "negatives", "auc", "warns"),
    [
        # `benchmarks/bands.py` counts on 500 data sets each: here they keep their word, ...
        (30, 30, 0.75, False),
        (50, 50, 0.9, False),
        (100, 100, 0.95, False),
        # ... here, nearer to perfect, less and less.
        (30, 300, 0.983, True),
        (30, 30, 0.99, True),
        (30, 30, 0.998, True),
        (50, 50, 0.998, True),
    ],
)
def test_fixed_width_bands_warn_where_they_fall_short(positives, negatives, auc, warns):
    separation = math.sqrt(2) * stats.norm.ppf(auc)
    # By thresholds, for near to perfect all that matters happens at tiny false positive rates.
    thresholds = np.linspace(-7, 7 + separation, 2001)
    curve = stats.norm.sf(thresholds), stats.norm.sf(thresholds - separation)
    repetitions = 120
    held = warned = 0
    for seed in range(repetitions):
        case = rank_scores(positives, negatives, separation, seed)
        band = roc_band(*case, "fixed-width", 0.95, resamples=100, seed=seed)
        held += band.contains(*curve)
        warned += bool(band.notes)
    short = held / repetitions < 0.95 - 2 * math.sqrt(0.95 * 0.05 / repetitions)
    assert warned >= 0.98 * repetitions if warns else warned <= 0.2 * repetitions
    assert warns or not short
    if auc >= 0.99:
        assert short


def test_the_warning_of_a_fixed_width_band_counts_cases():
    # One negative above the lowest positive: every sample is off by a few cases at most.
    truth, scores = [1] * 40 + [0] * 40, [*range(41, 81), *range(1, 40), 43.5]
    band = roc_band(truth, scores, seed=1)
    sideways, upwards = band.shift
    cases = min(40 * sideways, 40 * upwards)
    assert 0 < cases < 5
    assert f"by the weight of {cases:.2g} cases only, fewer than 5" in band.sentence()
    assert 'kind="joint" does not' in band.sentence()
    assert roc_band(truth, scores, "joint").notes == ()
    assert roc_band(*rank_scores(200, 200, 1.0, 1), seed=1).notes == ()
    # However the curve is moved, it is the class with the fewer cases that counts.
    steep, flat = (roc_band(*rank_scores(60, 60, 1.0, 1), slope=s, seed=1) for s in (20, 0.05))
    assert len(steep.notes) == len(flat.notes) == 1


def test_fixed_width_bands_move_along_their_slope():
    case = rank_scores(20, 80, 1.0, 4)
    for slope, wanted in ((None, 2.0), (0.5, 0.5), (3.0, 3.0)):
        sideways, upwards = roc_band(*case, slope=slope, seed=1).shift
        assert upwards / sideways == pytest.approx(wanted)


def test_joint_bands_hold_the_whole_curve_at_least_as_often_as_they_say():
    for confidence in (0.5, 0.9):
        held, _ = coverage("joint", 40, 60, 1.0, 200, confidence)
        assert held > confidence


def test_pointwise_bands_are_right_at_a_point_and_wrong_for_the_curve():
    held, points = coverage("pointwise", 80, 80, 1.0, 200)
    assert (np.abs(points[:3] - 0.9) < 3 * math.sqrt(0.09 / 200) + 0.02).all()
    assert points[3] < 0.7  # where the curve found has reached 1, the band has no width
    assert held < 0.5


def test_pointwise_bands_promise_nothing_where_hardly_any_false_alarm_is_seen():
    repetitions, at = 150, np.array([0.02, 0.2])  # less than one of 30 negatives, and six
    expected, inside = binormal(at, 1.0), np.zeros(2)
    for seed in range(repetitions):
        band = roc_band(*rank_scores(30, 30, 1.0, seed), "pointwise", resamples=100, seed=seed)
        low, high = band.limits(at)
        inside += (low <= expected) & (expected <= high)
    assert inside[0] / repetitions < 0.8
    assert near(inside[1] / repetitions, 0.95, repetitions, 3)
    assert "rate of 0.17 or more (5 false alarms)" in band.sentence()


def test_joint_bands_are_the_curve_moved_by_kolmogorovs_distances():
    truth, scores = rank_scores(30, 70, 1.0, 5)
    band = roc_band(truth, scores, "joint", 0.9)
    sideways, upwards = band.shift
    # Two independent statements: each holds with the root of 0.9. The law by simulation.
    random = np.random.default_rng(1)
    uniform = np.sort(random.random((20_000, 30)), axis=1)
    steps = np.arange(1, 31) / 30
    distance = np.maximum(steps - uniform, uniform - steps + 1 / 30).max(axis=1)
    assert (distance <= upwards).mean() == pytest.approx(math.sqrt(0.9), abs=0.006)
    assert sideways < upwards
    curve = roc_points(truth, scores)
    inside = (curve.false_positive_rates > sideways) & (curve.false_positive_rates < 1 - sideways)
    for x, y in zip(
        curve.false_positive_rates[inside], curve.true_positive_rates[inside], strict=True
    ):
        assert band.limits(x - sideways)[1] >= min(1, y + upwards) - 1e-12
        assert band.limits(x + sideways)[0] <= max(0, y - upwards) + 1e-12


@given(scored(most=20), st.sampled_from(["fixed-width", "joint", "pointwise"]))
@few
def test_bands_hold_their_own_curve_and_stay_in_the_square(case, kind):
    band = roc_band(*case, kind, resamples=50, seed=1)
    for x, y in ((band.lower_x, band.lower), (band.upper_x, band.upper)):
        assert (x[0], x[-1]) == (0, 1)
        assert (np.diff(x) >= 0).all()
        assert (np.diff(y) >= -1e-12).all()
        assert 0 <= y.min() <= y.max() <= 1
    assert -1e-12 <= band.share <= 1
    # By counting squares instead of trapezia.
    middle = (np.arange(4000) + 0.5) / 4000
    low, high = band.limits(middle)
    assert band.share == pytest.approx(float((high - low).mean()), abs=2e-3)
    if kind != "pointwise":
        curve = band.curve
        assert band.contains(curve.false_positive_rates, curve.true_positive_rates)


@given(scored(most=20))
@few
def test_more_confidence_makes_wider_bands(case):
    for kind in ("fixed-width", "joint", "pointwise"):
        shares = [roc_band(*case, kind, c, resamples=60, seed=2).share for c in (0.5, 0.8, 0.95)]
        assert shares[0] <= shares[1] + 1e-12
        assert shares[1] <= shares[2] + 1e-12


def test_the_distance_of_two_curves_by_hand():
    corner = np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 1.0])
    line = np.array([0.0, 1.0]), np.array([0.0, 1.0])
    # Along slope -1 from the corner (0, 1) to the middle of the line (0.5, 0.5).
    assert bands._distance(corner, line, 1.0) == pytest.approx(0.5)
    assert bands._distance(line, corner, 1.0) == pytest.approx(0.5)
    # Along slope -3 to (0.25, 0.25).
    assert bands._distance(corner, line, 3.0) == pytest.approx(0.75)
    assert bands._distance(line, line, 3.0) == 0


def test_fixed_width_distances_by_trying_widths():
    # Bisect for the width that just holds a curve, point by point, instead of projecting it.
    truth, scores = rank_scores(12, 18, 1.0, 7)
    curve = roc_points(truth, scores)
    own = curve.false_positive_rates, curve.true_positive_rates
    slope = math.sqrt(18 / 12)
    dense = np.linspace(0, 1, 40)
    samples = list(bands._resampled(curve, truth == 1, scores, resamples=50, seed=3))
    distances = [bands._distance(own, sample, slope) for sample in samples]
    for (x, y), distance in zip(samples, distances, strict=True):
        # The sample's whole broken line, upright pieces too.
        places = np.concatenate([dense + i for i in range(x.size - 1)])
        xs, ys = (np.interp(places, np.arange(x.size), rates) for rates in (x, y))
        low, high = 0.0, 2.0
        for _ in range(40):
            width = (low + high) / 2
            moved = bands._moved("joint", curve, 0.5, width / slope, width, ())
            low, high = (low, width) if moved.contains(xs, ys) else (width, high)
        assert distance == pytest.approx(high, abs=1e-9)
    band = roc_band(truth, scores, "fixed-width", 0.95, resamples=50, seed=3)
    assert band.shift[1] == sorted(distances)[47]  # 48 of 50 fit, and no fewer than 95 %


def test_bootstrap_curves_are_those_of_samples_drawn_case_by_case():
    truth, scores = np.array([1, 1, 1, 0, 0, 0, 0]) == 1, np.array([3.0, 2, 2, 2, 1, 1, 0])
    curve = roc_points(truth, scores)
    samples = list(bands._resampled(curve, truth, scores, 4000, seed=5))
    for x, y in samples[:50]:
        assert (x[0], y[0], x[-1], y[-1]) == (0, 0, 1, 1)
    # At the threshold 2: of 4 negatives one scores so high, of 3 positives all do.
    place = curve.thresholds.tolist().index(2)
    heights = np.array([x[place] for x, _ in samples])
    shares = [np.mean(heights == k / 4) for k in range(5)]
    assert np.abs(np.array(shares) - stats.binom.pmf(range(5), 4, 0.25)).max() < 0.03
    assert all(y[place] == 1 for _, y in samples)


def test_bands_are_the_same_for_the_same_seed():
    case = rank_scores(20, 30, 1.0, 9)
    for kind in ("fixed-width", "pointwise"):
        one, two, other = (roc_band(*case, kind, seed=s, resamples=100) for s in (1, 1, 2))
        assert np.array_equal(one.lower, two.lower)
        assert one.share == two.share != other.share
    assert roc_band(*case, "joint", seed=1).share == roc_band(*case, "joint", seed=2).share


def test_a_band_that_collapsed_says_so():
    truth, scores = [1, 1, 1, 0, 0, 0], [6, 5, 4, 3, 2, 1]
    for kind in ("fixed-width", "pointwise"):
        band = roc_band(truth, scores, kind, seed=1)
        assert "must not be read as certainty" in band.sentence()
    joint = roc_band(truth, scores, "joint")
    assert joint.share > 0.4
    assert "certainty" not in joint.sentence()
    assert "the whole true curve" in joint.sentence()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"kind": "tolerance"}, "kind must be one of"),
        ({"confidence": 1}, "confidence must be"),
        ({"resamples": 10}, "resamples must be a whole number from 50"),
        ({"slope": 0}, "slope must be a number"),
        ({"slope": 1, "kind": "joint"}, "slope must be None unless"),
        ({"seed": -1}, "seed must be None"),
    ],
)
def test_wrong_input_to_a_band_is_named(options, message):
    with pytest.raises(ValueError, match=message):
        roc_band([1, 0, 1, 0], [1, 2, 3, 4], **options)


def test_points_outside_the_square_are_refused():
    band = roc_band([1, 0, 1, 0], [1, 2, 3, 4], "joint")
    refused("false_positive_rates must be a number from 0 to 1", band.limits, 1.5)
    refused("about the same cases", band.contains, [0, 1], [0.5])


# --- DeLong ---------------------------------------------------------------------------------------


def kernel(x, y):
    return Fraction(int(x > y)) + Fraction(int(x == y), 2)


def brute_delong(truth, *lists):
    """AUCs and their covariances from all pairs, in fractions."""
    sides = []
    for scores in lists:
        mine = [s for t, s in zip(truth, scores, strict=True) if t]
        others = [s for t, s in zip(truth, scores, strict=True) if not t]
        wins = [sum((kernel(x, y) for y in others), Fraction(0)) / len(others) for x in mine]
        losses = [sum((kernel(x, y) for x in mine), Fraction(0)) / len(mine) for y in others]
        sides.append((wins, losses))
    aucs = [sum(wins) / len(wins) for wins, _ in sides]

    def covariance(i, j):
        total = Fraction(0)
        for side in (0, 1):
            one, two = sides[i][side], sides[j][side]
            products = ((a - aucs[i]) * (b - aucs[j]) for a, b in zip(one, two, strict=True))
            total += sum(products, Fraction(0)) / (len(one) - 1) / len(one)
        return total

    return aucs, [[covariance(i, j) for j in range(len(lists))] for i in range(len(lists))]


@given(scored(most=9, fewest=2))
@few
def test_delongs_interval_from_all_pairs_in_fractions(case):
    truth, scores = case
    (auc,), ((variance,),) = brute_delong(truth, [Fraction(float(s)) for s in scores])
    found = delong_interval(truth, scores, method="plain")
    assert found.auc == pytest.approx(float(auc), abs=1e-14)
    assert found.standard_error**2 == pytest.approx(float(variance), abs=1e-14)
    z = 1.959963984540054
    assert found.low == pytest.approx(float(auc) - z * math.sqrt(variance), abs=1e-7)
    logit = delong_interval(truth, scores)
    assert 0 <= logit.low <= logit.auc <= logit.high <= 1


@given(scored(most=9, fewest=2), st.randoms(use_true_random=False))
@few
def test_delongs_test_from_all_pairs_in_fractions(case, random):
    truth, a = case
    b = np.array([s + random.choice([0, 0, 1, -2]) for s in a])
    aucs, c = brute_delong(truth, *([Fraction(float(s)) for s in scores] for scores in (a, b)))
    variance = c[0][0] + c[1][1] - 2 * c[0][1]
    found = delong_test(truth, a, b)
    assert found.effect == pytest.approx(float(aucs[0] - aucs[1]), abs=1e-12)
    if variance > 0:
        z = float(aucs[0] - aucs[1]) / math.sqrt(variance)
        assert found.statistic == pytest.approx(z, rel=1e-9, abs=1e-9)
        assert found.p_value == pytest.approx(2 * stats.norm.sf(abs(z)), rel=1e-6)
    elif aucs[0] == aucs[1]:
        assert (found.statistic, found.p_value) == (0, 1)
    else:
        assert "must not be relied on" in found.sentence()
    other = delong_test(truth, b, a)
    assert other.statistic == pytest.approx(-found.statistic)
    assert delong_test(truth, a, b, "greater").p_value == pytest.approx(
        delong_test(truth, b, a, "less").p_value
    )


#: Computed with MLstatkit 0.1.91, Delong_test(truth, a, b): |z|, p, and the intervals of a and b,
#: which it cuts off at 1.
PEER = {
    ("dis", "decision_tree"): (0.14079683080190167, 0.8880304467793602, 0.33046602719014045,
                               0.7511093317574813, 0.2981567396354244, 0.7346498698135209),
    ("dis", "random_forest"): (4.070694997490713, 4.6873086533771715e-05, 0.9171736264156607,
                               0.9792729926586956, 0.2981567396354244, 0.7346498698135209),
    ("spect", "decision_tree"): (2.393479629869318, 0.016689408035053796, 0.6158494353768305,
                                 0.8748482390417742, 0.7304064205510521, 0.9389734244101884),
    ("spectf", "random_forest"): (1.6385061945488864, 0.10131614289971126, 0.8312623012767113,
                                  0.968737698723289, 0.774724116861555, 0.9409008831384452),
    ("hypothyroid", "decision_tree"): (1.8102721753864386, 0.0702535897520337, 0.9004894169105734,
                                       0.9714422823409855, 0.9508564577405202, 0.9932655091381023),
}  # fmt: skip


@pytest.mark.parametrize(("data_set", "name"), PEER)
def test_delong_against_another_package(data_set, name):
    data = load_elazmeh_scores(data_set)
    z, p, *limits = PEER[data_set, name]
    pair = data.scores[name], data.scores["naive_bayes"]
    found = delong_test(data.is_positive, *pair)
    assert abs(found.statistic) == pytest.approx(z, rel=1e-9)
    assert found.p_value == pytest.approx(p, rel=1e-7)
    ours = [delong_interval(data.is_positive, s, method="plain") for s in pair]
    assert [ours[0].low, ours[0].high, ours[1].low, ours[1].high] == pytest.approx(limits, abs=1e-6)


def test_delong_intervals_hold_the_true_auc_about_as_often_as_they_say():
    true = stats.norm.cdf(1.0 / math.sqrt(2))
    for positives, negatives in ((30, 60), (15, 150)):
        held = 0
        for seed in range(1000):
            found = delong_interval(*rank_scores(positives, negatives, 1.0, seed))
            held += found.low <= true <= found.high
        assert abs(held / 1000 - 0.95) < 3 * math.sqrt(0.95 * 0.05 / 1000) + 0.005


def test_delongs_test_errs_as_often_as_it_says():
    random = np.random.default_rng(11)
    truth = np.repeat([1, 0], [40, 60])
    found = []
    for _ in range(1000):
        shared = random.standard_normal(100) + truth
        a, b = shared + random.standard_normal(100), shared + random.standard_normal(100)
        found.append(delong_test(truth, a, b).p_value)
    assert near(np.mean(np.array(found) <= 0.05), 0.05, 1000, 3)


def test_an_interval_that_collapsed_says_so():
    found = delong_interval([1, 1, 0, 0], [4, 3, 2, 1])
    assert (found.auc, found.low, found.high) == (1, 1, 1)
    assert "must not be read as certainty" in found.sentence()
    wide = delong_interval([1, 1, 1, 0, 0, 0], [6, 5, 2, 4, 3, 1], method="plain")
    assert wide.high > 1
    assert "use the logit one" in wide.sentence()


FOUR = [1, 1, 0, 0], [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: delong_interval([1, 0, 0], [1, 2, 3]), "at least two positives and two negatives"),
        (lambda: delong_interval([1, 1, 1], [1, 2, 3]), "at least one positive and one negative"),
        (
            lambda: delong_interval(FOUR[0], [1, 2, 3, math.nan]),
            "scores must be a list of.*got nan",
        ),
        (lambda: delong_interval(*FOUR, method="wilson"), "method must be"),
        (lambda: delong_interval(*FOUR, 1.5), "confidence must be"),
        (lambda: delong_test(*FOUR, [1, 2, 3, "4"]), "b must be a.*'4' at index"),
        (lambda: delong_test(FOUR[0], [1, 2, 3], [1, 2, 3, 4]), "the same cases"),
        (lambda: delong_test(*FOUR, [4, 3, 2, 1], "up"), "alternative must"),
    ],
)
def test_wrong_input_to_delong_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_on_dis_the_confident_area_of_lesson_07_counts_three_steps():
    dis = load_elazmeh_scores("dis")
    found = {}
    for name in ("naive_bayes", "random_forest"):
        scores = dis.scores[name]
        missed = []
        # By counting at each threshold; the interval holds 0 when McNemar's statistic is small.
        for threshold in np.unique(scores):
            called = scores >= threshold
            b, c = (dis.is_positive & ~called).sum(), (~dis.is_positive & called).sum()
            if (b - c) ** 2 <= 1.959964**2 * (b + c):
                missed.append(int(b))
        found[name] = max(missed), min(missed)
        area = confident_segment(dis.is_positive, scores).area
        assert area == pytest.approx(3 / 13 / 2, abs=0.001)
    assert found == {"naive_bayes": (12, 9), "random_forest": (11, 8)}


@pytest.mark.parametrize(
    ("data_set", "low", "high"),
    [("spect", 0.33, 0.495), ("spectf", 0.295, 0.505), ("sick", 0.045, 0.165),
     ("hypothyroid", 0.045, 0.165), ("sick-euthyroid", 0.045, 0.165)],
)  # fmt: skip
def test_fixed_width_bands_cover_what_lesson_07_says(data_set, low, high):
    data = load_elazmeh_scores(data_set)
    shares = {
        name: roc_band(data.is_positive, scores, "fixed-width", seed=1).share
        for name, scores in data.scores.items()
    }
    assert low <= min(shares.values()) <= max(shares.values()) <= high
    over_half = [name for name, share in shares.items() if share > 0.5]
    assert over_half == (["decision_tree"] if data_set == "spectf" else [])


@pytest.mark.parametrize(
    ("positives", "auc", "share"), [(13, 0.948, 0.85), (13, 0.52, 0.94), (50, 0.948, 0.92)]
)
def test_how_far_delongs_interval_keeps_its_promise(positives, auc, share):
    """What lesson 07 says of it: two normal laws, 959 negatives."""
    random = np.random.default_rng(7)
    repetitions = 1500
    labels = np.repeat([True, False], [positives, 959])
    shift = math.sqrt(2) * stats.norm.ppf(auc)
    held = 0
    for _ in range(repetitions):
        interval = delong_interval(labels, random.standard_normal(labels.size) + shift * labels)
        held += interval.low <= auc <= interval.high
    spread = math.sqrt(share * (1 - share) / repetitions)
    assert abs(held / repetitions - share) < 0.01 + 3 * spread
