"""Confusion matrices, rates, ROC points and errors of regression say what is true."""

import math
import warnings
from dataclasses import astuple
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, settings, strategies as st
from scipy import stats
from sklearn import linear_model, metrics

from course_lib import (
    BinaryCounts,
    ConfusionMatrix,
    RocPoints,
    SumsOfSquares,
    accuracy_score,
    auc_score,
    binary_counts,
    confusion_matrix,
    error_rate,
    f_score,
    mean_absolute_error,
    mean_squared_error,
    negative_log_predictive_density,
    precision_score,
    r_squared,
    recall_score,
    roc_points,
    root_mean_squared_error,
    specificity_score,
    sums_of_squares,
)
from tests.helpers import exact_auc, loaded_by, message, refused

# Examples are drawn from a fixed seed, so that every run checks the same ones.
repeatable = settings(max_examples=100, deadline=None, derandomize=True)
seeds = pytest.mark.parametrize("seed", range(20))
ON_LABELS = [accuracy_score, error_rate, precision_score, recall_score, specificity_score, f_score,
             confusion_matrix]  # fmt: skip
ON_NUMBERS = [mean_absolute_error, mean_squared_error, root_mean_squared_error, r_squared,
              sums_of_squares]  # fmt: skip


def same(value, expected):
    assert value == pytest.approx(expected, rel=1e-12, abs=1e-14, nan_ok=True)


# --- Two classes --------------------------------------------------------------------------------


def random_calls(seed, size=60):
    """Two lists of 0 and 1 in which no count is 0."""
    rng = np.random.default_rng(seed)
    truth, called = rng.integers(0, 2, (2, size))
    truth[:4], called[:4] = [0, 0, 1, 1], [0, 1, 0, 1]
    return truth, called


@seeds
def test_every_rate_is_what_scikit_learn_says(seed):
    truth, called = random_calls(seed)
    counts = binary_counts(truth, called)
    (tn, fp), (fn, tp) = metrics.confusion_matrix(truth, called)
    assert astuple(counts) == (tp, fp, fn, tn)
    same(counts.accuracy, metrics.accuracy_score(truth, called))
    same(counts.error, metrics.zero_one_loss(truth, called))
    same(counts.precision, metrics.precision_score(truth, called))
    same(counts.recall, metrics.recall_score(truth, called))
    same(counts.specificity, metrics.recall_score(truth, called, pos_label=0))
    same(counts.negative_predictive_value, metrics.precision_score(truth, called, pos_label=0))
    same(counts.f_measure, metrics.f1_score(truth, called))
    same(counts.f(0.5), metrics.fbeta_score(truth, called, beta=0.5))
    same(counts.f(3), metrics.fbeta_score(truth, called, beta=3))
    same(counts.balanced_accuracy, metrics.balanced_accuracy_score(truth, called))
    same(counts.matthews_correlation, metrics.matthews_corrcoef(truth, called))


@seeds
def test_functions_on_lists_agree_with_the_counts_and_with_scikit_learn(seed):
    truth, called = random_calls(seed)
    words = np.array(["ham", "spam"])
    counts = binary_counts(truth, called)
    for y, p, kwargs in (
        (truth, called, {}),
        (truth.tolist(), called.tolist(), {"positive": 1}),
        (truth.astype(float), called.astype(bool), {"positive": True}),
        (words[truth], words[called].tolist(), {"positive": "spam"}),
        (words[truth].astype(object), words[called], {"positive": np.str_("spam")}),
    ):
        same(accuracy_score(y, p), metrics.accuracy_score(truth, called))
        same(error_rate(y, p), counts.error)
        same(precision_score(y, p, **kwargs), metrics.precision_score(truth, called))
        same(recall_score(y, p, **kwargs), metrics.recall_score(truth, called))
        same(specificity_score(y, p, **kwargs), counts.specificity)
        same(f_score(y, p, **kwargs), metrics.f1_score(truth, called))
        same(f_score(y, p, beta=2, **kwargs), metrics.fbeta_score(truth, called, beta=2))


counted = st.integers(0, 10**6)


@repeatable
@given(counted, counted, counted, counted)
def test_rates_lie_in_range_and_belong_together(tp, fp, fn, tn):
    assume(tp + fp + fn + tn > 0)
    counts = BinaryCounts(tp, fp, fn, tn)
    rates = "true_positive_rate false_positive_rate false_negative_rate true_negative_rate "
    rates += "precision negative_predictive_value accuracy error f_measure prevalence "
    rates += "balanced_accuracy majority_accuracy"
    for name in rates.split():
        rate = getattr(counts, name)
        assert isinstance(rate, float)
        assert math.isnan(rate) or 0 <= rate <= 1, name
    assert not abs(counts.matthews_correlation) > 1
    same(counts.recall, counts.true_positive_rate)
    same(counts.sensitivity, counts.true_positive_rate)
    same(counts.specificity, counts.true_negative_rate)
    same(counts.positive_predictive_value, counts.precision)
    same(counts.false_negative_rate, 1 - counts.recall)
    same(counts.false_positive_rate, 1 - counts.specificity)
    same(counts.error, 1 - counts.accuracy)
    if tp:
        same(counts.f_measure, 2 / (1 / counts.precision + 1 / counts.recall))
        low, high = sorted([counts.precision, counts.recall])
        assert low * (1 - 1e-12) <= counts.f(0.3) <= high * (1 + 1e-12)


@repeatable
@given(counted, counted, counted, counted)
def test_swapping_what_is_called_positive_swaps_the_rates(tp, fp, fn, tn):
    assume(tp + fp + fn + tn > 0)
    here, there = BinaryCounts(tp, fp, fn, tn), BinaryCounts(tn, fn, fp, tp)
    same(here.recall, there.specificity)
    same(here.precision, there.negative_predictive_value)
    same(here.accuracy, there.accuracy)
    same(here.balanced_accuracy, there.balanced_accuracy)
    same(here.matthews_correlation, there.matthews_correlation)


@pytest.mark.parametrize(
    ("counts", "undefined", "known"),
    [
        ((0, 0, 5, 5), "precision matthews_correlation",
         {"recall": 0, "f_measure": 0, "negative_predictive_value": 0.5}),
        ((3, 0, 1, 0), "specificity false_positive_rate balanced_accuracy", {}),
        ((0, 0, 0, 9), "recall false_negative_rate f_measure", {"accuracy": 1}),
        ((2, 7, 0, 0), "negative_predictive_value", {}),
    ],
)  # fmt: skip
def test_a_rate_of_nothing_is_nan_without_a_warning(counts, undefined, known):
    counts = BinaryCounts(*counts)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert all(math.isnan(getattr(counts, rate)) for rate in undefined.split())
        assert {rate: getattr(counts, rate) for rate in known} == known
        assert "nan" not in counts.sentence()


def test_sentences_about_counts_say_what_cannot_be_said():
    assert "nothing was called positive (precision undefined)" in str(BinaryCounts(0, 0, 5, 5))
    assert "no positives to find (recall undefined)" in str(BinaryCounts(0, 1, 0, 5))
    assert "no negatives (false positive rate undefined)" in str(BinaryCounts(1, 0, 0, 0))
    assert "Of 1 positive 1 was found (recall 1), and of 2 called positive 1 is" in str(
        BinaryCounts(1, 1, 0, 3)
    )


def test_counts_are_plain_and_comparable():
    counts = BinaryCounts(np.int64(3), 2.0, 1, 4)
    assert counts == BinaryCounts(3, 2, 1, 4)
    assert hash(counts) == hash(BinaryCounts(3, 2, 1, 4))
    assert type(counts.true_positives) is type(counts.false_positives) is int
    assert (counts.positives, counts.negatives, counts.total) == (4, 6, 10)
    assert (counts.called_positive, counts.called_negative) == (5, 5)


def test_perfect_and_perfectly_wrong():
    assert BinaryCounts(10**9 + 7, 0, 0, 10**9 + 9).matthews_correlation == 1
    assert BinaryCounts(0, 10**9 + 7, 10**9 + 9, 0).matthews_correlation == -1


@pytest.mark.parametrize("value", [-1, 2.5, math.nan, math.inf, True, "3", None], ids=repr)
def test_a_count_must_be_a_whole_number(value):
    refused("false_negatives must be a whole number", BinaryCounts, 1, 1, value, 1)


def test_no_case_at_all_is_refused():
    refused("at least one case", BinaryCounts, 0, 0, 0, 0)


@pytest.mark.parametrize("beta", [0, -1, math.nan, math.inf, True, "1", None], ids=repr)
def test_beta_must_be_positive(beta):
    refused(["beta must be", repr(beta)], BinaryCounts(1, 1, 1, 1).f, beta)
    refused(["beta must be", repr(beta)], f_score, [0, 1], [1, 1], beta=beta)


# --- Yes and no ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "values",
    [[True, False, True], [1, 0, 1], [1.0, 0.0, 1.0], (True, 0, 1),
     *(np.array([True, False, True], dtype) for dtype in (np.uint8, object, np.float32))],
    ids=repr,
)  # fmt: skip
def test_yes_and_no_may_be_written_in_several_ways(values):
    assert binary_counts(values, values) == BinaryCounts(2, 0, 0, 1)
    assert auc_score(values, [3, 1, 2]) == 1


@pytest.mark.parametrize(
    ("values", "culprit"),
    [
        ([1, -1, 1], "-1"),
        ([1, 2, 1], "2"),
        ([0.5, 0, 1], "0.5"),
        ([math.nan, 0, 1], "nan"),
        (["yes", "no", "yes"], "'yes'"),
        (["1", "0", "1"], "'1'"),
        ([None, True, False], "None"),
        (np.array([1j, 0, 1]), "1j"),
    ],
    ids=repr,
)
def test_other_labels_are_not_taken_for_yes_and_no(values, culprit):
    parts = ("is_positive must hold True and False, or 1 and 0", f"got {culprit}", "compare first")
    for function in (binary_counts, roc_points, auc_score):
        refused(parts, function, values, [1, 0, 1])
    refused(["called_positive must hold", f"got {culprit}"], binary_counts, [1, 0, 1], values)


# --- Confusion matrices -------------------------------------------------------------------------

CLASSES = {
    "words": np.array(["zebra", "ant", "é", "mule"]),
    "numbers": np.array([3, -1, 0, 10]),
    "floats": np.array([5.0, 2.0, -1.0, 1e9]),
    "few": np.array([False, True]),
}


@seeds
@pytest.mark.parametrize("kind", CLASSES)
def test_matrices_and_rates_per_class_are_scikit_learns(kind, seed):
    rng = np.random.default_rng(seed)
    classes = CLASSES[kind]
    truth, predictions = rng.choice(classes, (2, 80))
    truth[: len(classes)] = predictions[: len(classes)] = classes
    order = rng.permutation(classes).tolist()
    for labels in (None, order):
        matrix = confusion_matrix(truth, predictions, labels=labels)
        expected = metrics.confusion_matrix(truth, predictions, labels=labels)
        np.testing.assert_array_equal(matrix.counts, expected)
        listed = list(matrix.labels)
        assert listed == (labels or np.unique(classes).tolist())
        precision, recall, f, support = metrics.precision_recall_fscore_support(
            truth, predictions, labels=listed
        )
        same(list(matrix.precision.values()), precision)
        same(list(matrix.recall.values()), recall)
        same([matrix.for_class(label).f_measure for label in listed], f)
        assert list(matrix.class_counts.values()) == support.tolist()
        assert sum(matrix.predicted_counts.values()) == matrix.total == 80
        same(matrix.accuracy, metrics.accuracy_score(truth, predictions))
        same(matrix.accuracy, accuracy_score(truth, predictions))
        same(matrix.error, error_rate(truth, predictions))
        same(
            np.mean(list(matrix.recall.values())),
            metrics.balanced_accuracy_score(truth, predictions),
        )
        for label in listed:
            assert matrix.for_class(label) == binary_counts(truth == label, predictions == label)
            same(precision_score(truth, predictions, label), matrix.precision[label])


def test_rows_are_the_truth():
    matrix = confusion_matrix(["a", "a", "a"], ["b", "b", "a"])
    assert matrix.counts.tolist() == [[1, 2], [0, 0]]
    assert matrix.class_counts == {"a": 3, "b": 0}
    assert matrix.predicted_counts == {"a": 1, "b": 2}
    assert matrix.recall["a"] == 1 / 3
    assert math.isnan(matrix.recall["b"])
    assert matrix.precision == {"a": 1.0, "b": 0.0}


def test_a_table_can_be_read_either_way():
    table = [[5, 1], [2, 7]]
    truth_in_rows = ConfusionMatrix.from_counts(table, ["a", "b"])
    assert truth_in_rows == ConfusionMatrix(["a", "b"], table)
    assert truth_in_rows == ConfusionMatrix.from_counts(
        np.transpose(table), ("a", "b"), rows="predictions"
    )
    other = ConfusionMatrix.from_counts(table, ["a", "b"], rows="predictions")
    assert other.counts.tolist() == [[5, 2], [1, 7]]
    assert other != truth_in_rows
    assert (other.recall, other.accuracy) == (truth_in_rows.precision, truth_in_rows.accuracy)
    assert ConfusionMatrix.from_counts(np.array(table, dtype=float)).labels == (0, 1)


def test_matrices_keep_their_own_counts():
    table = np.array([[5, 1], [2, 7]])
    matrix = ConfusionMatrix.from_counts(table, [0, 1], rows="predictions")
    table[0, 0] = 99
    assert matrix.counts[0, 0] == 5
    with pytest.raises(ValueError, match="read-only"):
        matrix.counts[0, 0] = 1
    twin = ConfusionMatrix((0, 1), [[5, 2], [1, 7]])
    assert matrix == twin
    assert hash(matrix) == hash(twin)
    assert matrix != "something else"


def test_whole_floats_are_the_same_labels_as_whole_numbers():
    matrix = confusion_matrix([0, 1, 2], [0.0, 1.0, 1.0])
    assert matrix.labels == (0, 1, 2)
    assert all(type(label) is int for label in matrix.labels)
    assert matrix.recall[np.int64(1)] == 1


def test_labels_may_include_classes_that_do_not_occur():
    matrix = confusion_matrix([1, 2], [2, 2], labels=[3, 2, 1])
    assert matrix.counts.tolist() == [[0, 0, 0], [0, 1, 0], [0, 1, 0]]
    absent = matrix.for_class(3)
    assert astuple(absent) == (0, 0, 0, 2)
    assert math.isnan(absent.recall)


def leaf_matrix():
    """Confusion matrix of leaf spots in the lecture on performance evaluation, section 2.2.2."""
    predictions_in_rows = [
        [1009, 26, 2, 58, 15, 6],
        [39, 891, 0, 94, 28, 14],
        [2, 0, 65, 1, 0, 0],
        [44, 64, 5, 335, 17, 3],
        [9, 24, 0, 6, 163, 16],
        [2, 1, 0, 0, 2, 16],
    ]
    classes = ["n-inf", "cerc", "rust", "pseu", "ram", "phom"]
    return ConfusionMatrix.from_counts(predictions_in_rows, classes, rows="predictions")


def test_the_lectures_leaves_come_out_as_the_lecture_says():
    leaves = leaf_matrix()
    assert leaves.total == 2957
    # Its table of accuracies: 83.8 for this method, 37.4 for the most frequent class; for telling
    # infected from healthy the most frequent class gives 62.6.
    assert round(100 * leaves.accuracy, 1) == 83.8
    assert round(100 * leaves.majority_accuracy, 1) == 37.4
    assert round(100 * leaves.for_class("n-inf").majority_accuracy, 1) == 62.6
    # "All classes except phom have classification accuracies above 67%".
    assert [label for label, rate in leaves.recall.items() if rate <= 0.67] == ["phom"]
    assert leaves.recall["phom"] == 16 / 55
    # "less than 2% of the considered regions have the label phom".
    assert 0.018 < leaves.class_counts["phom"] / leaves.total < 0.02
    # "frequently labeled as Cercospora or Ramularia".
    phom = dict(zip(leaves.labels, leaves.counts[-1].tolist(), strict=True))
    assert phom == {"n-inf": 6, "cerc": 14, "rust": 0, "pseu": 3, "ram": 16, "phom": 16}
    assert leaves.sentence() == (
        "Right on 2,479 of 2,957 cases: accuracy 0.8383; always naming the most frequent class "
        "(n-inf) would score 0.3737. Class phom fares worst: recall 0.291 (16 of 55), most often "
        "taken for ram (16 times)."
    )


def test_read_the_wrong_way_round_the_lecture_would_contradict_itself():
    wrong = ConfusionMatrix((*"abcdef",), leaf_matrix().counts.T)
    assert min(wrong.recall.values()) > 0.67


@pytest.mark.parametrize(
    ("truth", "predictions", "ending"),
    [
        ("aabb", "aabb", "No case is mistaken."),
        ("aabb", "abab", "All classes fare alike: recall 0.5."),
        ("aaaa", "aaba", "There are no cases of any class but a."),
        ("aabbc", "abbac", "The classes that fare worst: a, b, each with recall 0.5."),
        ("aabbccddeef", "fafbfcfdfef", "fare worst: 5 of them, each with recall 0.5."),
        ("aaabb", "aabbb", "recall 0.667 (2 of 3), most often taken for b (1 time)."),
        ("aab", "baa", "Class b fares worst: recall 0 (0 of 1), most often taken for a (1 time)."),
    ],
)
def test_the_sentence_names_the_class_that_fares_worst(truth, predictions, ending):
    assert confusion_matrix([*truth], [*predictions]).sentence().endswith(ending)


def test_the_table_of_a_matrix_has_both_axes_and_rates():
    table = ConfusionMatrix(["<b>", "a & b"], [[3000, 1], [0, 2]]).table()
    assert table.header == (r"true \ predicted", "<b>", "a & b", "recall")
    assert table.rows == [
        ("<b>", "3,000", "1", "1.000"),
        ("a & b", "0", "2", "1.000"),
        ("precision", "1.000", "0.667", ""),
    ]
    assert confusion_matrix([0, 1], [0, 0]).table().rows[-1] == ("precision", "0.500", "none", "")


def test_the_table_of_counts_has_the_truth_in_rows():
    table = BinaryCounts(1, 2, 3, 4).table()
    assert table.header == ("it is", "called positive", "called negative")
    assert table.rows == (("positive", "1", "3"), ("negative", "2", "4"))


def test_the_text_table_lines_up():
    assert str(ConfusionMatrix(["cat", "hippopotamus"], [[1000, 2], [3, 40]])).splitlines() == [
        r"true \ predicted    cat  hippopotamus",
        "cat               1,000             2",
        "hippopotamus          3            40",
    ]


def test_a_huge_matrix_is_not_printed():
    matrix = confusion_matrix(range(300), range(300))
    assert "300 classes, too many to print" in str(matrix)
    assert len(matrix._repr_html_()) < 1000


# --- Wrong labels -------------------------------------------------------------------------------


@pytest.mark.parametrize("function", ON_LABELS)
@pytest.mark.parametrize(
    ("truth", "predictions", "parts"),
    [
        ([], [], ("truth must hold at least one case",)),
        ([1, 0], [], ("predictions must hold at least one case",)),
        ([1, 0], [1, 0, 1], ("truth and predictions", "the same cases", "got 2 and 3 entries")),
        ("spam", ["spam"], ("truth must be a list of labels", "'spam'")),
        (1, 1, ("truth must be a list of labels", "got 1")),
        ([[1, 0]], [[1, 0]], ("truth must be a list of labels", "a table of 1 x 2")),
        ([[1, 0], [1]], [1, 0], ("truth must be a list of labels", "[[1, 0], [1]]")),
        ([1, 0], [1, math.nan], ("predictions must have a label for every case", "got 1 that")),
        (["a", None], ["a", "b"], ("truth must have a label for every case", "got None")),
        (["a", math.nan], ["a", "b"], ("truth must have a label for every case", "got nan")),
        (["a", 1], ["a", "b"], ("truth must hold text only or numbers only", "['a', 1]")),
        ([b"a"], [b"a"], ("truth must have a label", "text or number", "b'a'")),
        ([10**30], [10**30], ("truth must hold labels of ordinary size",)),
        ([1, 0], [0.9, 0.2], ("predictions must hold labels", "got 0.9", "at a threshold")),
        ([1.5, 2], [1, 2], ("truth must hold labels, text or whole numbers", "got 1.5")),
        (["1", "0"], [1, 0], ("the same kind of labels", "'1' in truth and 1 in predictions")),
        ([1, 0], ["1", "0"], ("the same kind of labels", "1 in truth and '1' in predictions")),
    ],
)
def test_wrong_labels_are_named(function, truth, predictions, parts):
    refused(parts, function, truth, predictions)


@pytest.mark.parametrize("function", [precision_score, recall_score, specificity_score, f_score])
@pytest.mark.parametrize("positive", ["spm", 1, None, math.nan, ["spam"], np.zeros(2)], ids=repr)
def test_the_positive_label_must_be_one_that_occurs(function, positive):
    parts = ["positive must be one of", "'ham', 'spam'"]
    refused(parts, function, ["spam", "ham"], ["spam", "spam"], positive)


def test_where_one_label_occurs_the_positive_one_may_be_the_other():
    assert math.isnan(precision_score([0, 0], [0, 0]))
    assert math.isnan(recall_score(["ham"], ["ham"], positive="spam"))
    assert specificity_score([0, 0], [0, 0]) == 1
    for truth, positive in ((["ham"], 1), ([0], "spam"), ([0], math.nan), ([0], None)):
        refused("positive must be one of", precision_score, truth, truth, positive)


@pytest.mark.parametrize(
    ("labels", "parts"),
    [
        (["a", "b"], ("labels must list every class", "'a', 'b'", "without 'c'")),
        ([1, 2], ("labels must list every class", "1, 2", "without 'a', 'b', 'c'")),
        (["a", "b", "c", "a"], ("labels must be different", "'a' twice")),
        ("abc", ("labels must be a list", "'abc'")),
        (3, ("labels must be a list", "got 3")),
        (["a", "b", "c", None], ("labels must hold text or numbers", "None")),
        ([["a", "b", "c"]], ("labels must hold text or numbers",)),
    ],
)
def test_wrong_lists_of_labels_are_named(labels, parts):
    refused(parts, confusion_matrix, ["a", "b"], ["a", "c"], labels=labels)


def test_quantities_are_not_taken_for_classes():
    values = np.arange(3000) * 7
    refused("at most 2,000 classes; got 3,000", confusion_matrix, values, values)
    assert accuracy_score(values, values) == 1


@pytest.mark.parametrize("label", ["d", 1, None, math.nan, ["a"], np.zeros(2)], ids=repr)
def test_an_unknown_class_is_named(label):
    matrix = confusion_matrix(["a", "b"], ["a", "b"])
    refused("label must be one of 'a', 'b'", matrix.for_class, label)


@pytest.mark.parametrize(
    ("counts", "part"),
    [
        ([[1, 2, 3], [4, 5, 6]], "got a table of 2 x 3"),
        ([1, 2], "got a list of 2"),
        (7, "got 7"),
        ([[1, 2], [3]], "got [[1, 2], [3]]"),
        ([[1, -2], [3, 4]], "got -2"),
        ([[1, 2.5], [3, 4]], "got 2.5"),
        ([[1, math.nan], [3, 4]], "got nan"),
        ([[1, 1e300], [3, 4]], "got 1e+300"),
        ([["a", "b"], ["c", "d"]], "got 'a'"),
        ([[True, False], [False, True]], "got True"),
        ([[0, 0], [0, 0]], "at least one case"),
        (np.zeros((0, 0)), "got a table of 0 x 0"),
    ],
)
def test_wrong_tables_of_counts_are_named(counts, part):
    for make in (
        lambda: ConfusionMatrix([0, 1], counts),
        lambda: ConfusionMatrix.from_counts(counts, rows="predictions"),
    ):
        refused(["counts must", part], make)


def test_a_table_needs_a_label_for_each_row_and_a_known_direction():
    make, table = ConfusionMatrix.from_counts, [[1, 2], [3, 4]]
    refused(["labels must name every row", "2; got 3"], make, table, ["a", "b", "c"])
    refused(["rows must be", "Did you mean 'predictions'"], make, table, rows="predicted")


# --- ROC ----------------------------------------------------------------------------------------


def random_scores(seed, cases=50):
    """Scores with many ties, few ties or none; both classes occur."""
    rng = np.random.default_rng(seed)
    truth = rng.random(cases) < rng.uniform(0.1, 0.9)
    truth[:2] = [False, True]
    scores = truth * rng.random() + rng.normal(size=cases)
    return truth, [np.round(scores), np.round(scores, 1), scores][seed % 3]


@seeds
def test_points_and_area_are_scikit_learns(seed):
    truth, scores = random_scores(seed)
    points = roc_points(truth, scores)
    fpr, tpr, thresholds = metrics.roc_curve(truth, scores, drop_intermediate=False)
    np.testing.assert_array_equal(points.thresholds, thresholds)
    np.testing.assert_allclose(points.true_positive_rates, tpr, rtol=1e-14)
    np.testing.assert_allclose(points.false_positive_rates, fpr, rtol=1e-14)
    same(points.auc, metrics.roc_auc_score(truth, scores))
    assert (points.positives, points.negatives) == (truth.sum(), (~truth).sum())


@seeds
def test_area_is_the_share_of_pairs_in_order(seed):
    truth, scores = random_scores(seed)
    expected = float(exact_auc(scores[truth], scores[~truth]))
    assert auc_score(truth, scores) == expected
    assert roc_points(truth, scores).auc == expected
    assert auc_score(truth.tolist(), scores.tolist()) == expected


def test_ties_move_diagonally():
    points = roc_points([1, 0, 1, 0, 0], [2, 2, 1, 1, 1])
    assert points.thresholds.tolist() == [math.inf, 2, 1]
    assert points.true_positives.tolist() == [0, 1, 2]
    assert points.false_positives.tolist() == [0, 1, 3]


@pytest.mark.parametrize(
    ("truth", "scores", "area"),
    [
        ([1, 0], [2, 1], 1.0),
        ([1, 0], [1, 2], 0.0),
        ([1, 0, 1, 0, 0], [7, 7, 7, 7, 7], 0.5),
        ([1, 0], [0.0, -0.0], 0.5),
        ([1, 0, 0], [5e-324, 0.0, -1.7e308], 1.0),
        ([True, False], [True, False], 1.0),
        ([1, 0], [Fraction(1, 3), Fraction(1, 4)], 1.0),
    ],
)
def test_the_smallest_and_strangest_rankings(truth, scores, area):
    assert auc_score(truth, scores) == area
    assert roc_points(truth, scores).auc == area


def test_minus_zero_is_zero():
    points = roc_points([1, 0], [-0.0, 0.0])
    assert str(points.thresholds.tolist()) == "[inf, 0.0]"
    assert hash(points) == hash(roc_points([1, 0], [0.0, -0.0]))


def test_two_hundred_thousand_cases_are_no_trouble_and_still_exact():
    scores = np.arange(200_000) // 2  # in each tie one positive and one negative
    truth = np.arange(200_000) % 2 == 0
    assert auc_score(truth, scores) == roc_points(truth, scores).auc == 0.5


labelled = st.lists(st.tuples(st.booleans(), st.integers(-20, 20)), min_size=2, max_size=40).filter(
    lambda cases: len({y for y, _ in cases}) == 2
)


@repeatable
@given(labelled)
def test_only_the_order_of_the_scores_matters(cases):
    truth, scores = map(np.array, zip(*cases, strict=True))
    area = auc_score(truth, scores)
    for moved in (np.exp(scores / 4), scores**3 - 5.0, 10.0**9 * scores, np.arctan(scores)):
        assert auc_score(truth, moved) == area
        assert roc_points(truth, moved).auc == area


@repeatable
@given(labelled)
def test_turning_scores_or_classes_round_turns_the_area_round(cases):
    truth, scores = map(np.array, zip(*cases, strict=True))
    area = auc_score(truth, scores)
    assert 0 <= area <= 1
    same(auc_score(truth, -scores), 1 - area)
    same(auc_score(~truth, scores), 1 - area)
    assert auc_score(~truth, -scores) == area


@repeatable
@given(labelled, st.randoms(use_true_random=False))
def test_the_order_of_the_cases_does_not_matter(cases, random):
    shuffled = random.sample(cases, len(cases))
    one, other = (roc_points(*map(list, zip(*c, strict=True))) for c in (cases, shuffled))
    assert one == other
    assert hash(one) == hash(other)


@repeatable
@given(labelled, st.integers(-21, 21))
def test_every_threshold_gives_the_counts_of_calling_by_it(cases, threshold):
    truth, scores = map(np.array, zip(*cases, strict=True))
    points = roc_points(truth, scores)
    for level in (threshold, threshold + 0.5):
        assert points.at_threshold(level) == binary_counts(truth, scores >= level)
    assert points.at_threshold(math.inf) == binary_counts(truth, np.zeros_like(truth))
    assert points.at_threshold(-math.inf) == binary_counts(truth, np.ones_like(truth))


@repeatable
@given(labelled)
def test_curves_climb_from_corner_to_corner(cases):
    truth, scores = map(np.array, zip(*cases, strict=True))
    points = roc_points(truth, scores)
    assert len(points.thresholds) == len(np.unique(scores)) + 1
    assert (np.diff(points.thresholds) < 0).all()
    for rates in (points.true_positive_rates, points.false_positive_rates):
        assert (rates[0], rates[-1]) == (0, 1)
        assert (np.diff(rates) >= 0).all()


def test_points_are_frozen_and_comparable():
    points = roc_points([1, 0], [2, 1])
    for name in ("thresholds", "true_positives", "false_positives"):
        with pytest.raises(ValueError, match="read-only"):
            getattr(points, name)[0] = 1
    assert points == RocPoints([math.inf, 2, 1], [0, 1, 1], [0, 0, 1])
    assert points != roc_points([0, 1], [2, 1])
    assert points != "something else"
    assert points.sentence() == (
        "On 1 positive and 1 negative the area under the ROC curve is 1: the chance that a random "
        "positive scores higher than a random negative, where a tie counts one half."
    )


@pytest.mark.parametrize("function", [roc_points, auc_score])
@pytest.mark.parametrize(
    ("truth", "scores", "parts"),
    [
        ([], [], ("is_positive must hold at least one case",)),
        ([1, 0], [], ("scores must hold at least one case",)),
        ([1, 0], [1.0, 2.0, 3.0], ("is_positive and scores", "got 2 and 3 entries")),
        ([1, 1, 1], [1, 2, 3], ("one positive and one negative", "3 positives and 0 negatives")),
        ([0], [1], ("one positive and one negative", "0 positives and 1 negative")),
        ([1, 0], [1, math.nan], ("scores must be a list of finite numbers", "nan at index 1")),
        ([1, 0], [math.inf, 1], ("scores must be a list of finite numbers", "inf at index 0")),
        ([1, 0], ["1", "2"], ("scores must be a list of finite numbers", "got '1'")),
        ([1, 0], [None, 2], ("scores must be a list of finite numbers", "got None")),
        ([1, 0], [1j, 2], ("scores must be a list of finite numbers", "got 1j")),
        ([1, 0], [10**400, 2], ("scores must be a list of finite numbers", "got 1000")),
        ([1, 0], [[0.1, 0.9], [0.8, 0.2]], ("scores must be a list", "a table of 2 x 2")),
        ([1, 0], 3, ("scores must be a list of finite numbers", "got 3")),
    ],
)
def test_wrong_rankings_are_named(function, truth, scores, parts):
    refused(parts, function, truth, scores)


@pytest.mark.parametrize("threshold", [math.nan, "0.5", None, True], ids=repr)
def test_a_threshold_must_be_a_number(threshold):
    refused("threshold must be a number", roc_points([1, 0], [2, 1]).at_threshold, threshold)


# --- Regression ---------------------------------------------------------------------------------


@seeds
def test_errors_are_scikit_learns(seed):
    rng = np.random.default_rng(seed)
    truth = rng.normal(rng.normal(0, 100), 5, 30)
    predictions = truth + rng.normal(0, 4, 30)
    for ours, theirs in (
        (mean_absolute_error, metrics.mean_absolute_error),
        (mean_squared_error, metrics.mean_squared_error),
        (root_mean_squared_error, metrics.root_mean_squared_error),
        (r_squared, metrics.r2_score),
    ):
        same(ours(truth, predictions), theirs(truth, predictions))
    assert isinstance(mean_absolute_error(truth, predictions), float)


columns = st.lists(st.tuples(*[st.integers(-50, 50)] * 2), min_size=3, max_size=30)


@repeatable
@given(columns)
def test_sums_add_up_for_least_squares_with_an_intercept(cases):
    x, y = np.array(cases, dtype=float).T
    assume(np.ptp(x) and np.ptp(y))
    slope, intercept = stats.linregress(x, y)[:2]
    sums = sums_of_squares(y, intercept + slope * x)
    assert sums.residual + sums.regression == pytest.approx(sums.total, rel=1e-9)
    assert sums.adds_up
    assert sums.explained == pytest.approx(sums.r_squared, abs=1e-9)
    assert sums.r_squared == pytest.approx(np.corrcoef(x, y)[0, 1] ** 2, abs=1e-9)
    assert "add up" not in sums.sentence()


def test_sums_add_up_for_several_features_and_not_for_new_cases():
    rng = np.random.default_rng(0)
    x = rng.normal(size=(60, 3))
    y = x @ [1, -2, 0.5] + rng.normal(1e4, 1, 60)
    fit = linear_model.LinearRegression().fit(x[:30], y[:30])
    assert sums_of_squares(y[:30], fit.predict(x[:30])).adds_up
    new = sums_of_squares(y[30:], fit.predict(x[30:]))
    assert not new.adds_up
    assert new.r_squared == pytest.approx(metrics.r2_score(y[30:], fit.predict(x[30:])))
    assert f"regression over total ({new.explained:.3g}) is something else" in new.sentence()
    through_origin = linear_model.LinearRegression(fit_intercept=False).fit(x[:30], y[:30])
    assert not sums_of_squares(y[:30], through_origin.predict(x[:30])).adds_up


@repeatable
@given(columns)
def test_regression_measures_know_their_bounds(cases):
    truth, predictions = np.array(cases, dtype=float).T
    mae, rmse = mean_absolute_error(truth, predictions), root_mean_squared_error(truth, predictions)
    assert 0 <= mae <= rmse * (1 + 1e-12)
    assert mae == mean_absolute_error(predictions, truth)
    same(mean_squared_error(truth, predictions), rmse**2)
    assert not r_squared(truth, predictions) > 1
    if np.ptp(truth):
        assert r_squared(truth, truth) == 1
        assert r_squared(truth, np.full_like(truth, truth.mean())) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("truth", [[3, 3, 3], [0.1] * 3, [0.7] * 7, [5]], ids=repr)
def test_a_constant_truth_has_no_r_squared(truth):
    sums = sums_of_squares(truth, np.arange(len(truth)))
    assert sums.total == 0
    assert math.isnan(sums.r_squared)
    assert math.isnan(sums.explained)
    assert math.isnan(r_squared(truth, truth))
    assert "nothing to explain" in sums.sentence()


def test_r_squared_in_words():
    assert str(sums_of_squares([1, 2, 3, 4], [1, 2, 3, 4])).startswith(
        "R squared is 1: the predictions leave 0 % of the variation unexplained."
    )
    assert "as good as always saying the mean" in str(sums_of_squares([1, 3], [2, 2]))
    assert "worse than always saying the mean" in str(sums_of_squares([1, 3], [3, 1]))


def test_adding_up_forgives_rounding_and_nothing_more():
    assert SumsOfSquares(1.0, 2.0, 3.0 + 1e-9).adds_up
    assert not SumsOfSquares(1.0, 2.0, 3.001).adds_up
    assert SumsOfSquares(0.0, 0.0, 0.0).adds_up


def test_large_offsets_do_not_spoil_r_squared():
    truth = 1e9 + np.arange(5)
    assert r_squared(truth, truth + 1) == pytest.approx(0.5)


@seeds
def test_log_density_is_the_normal_laws(seed):
    rng = np.random.default_rng(seed)
    truth, means = rng.normal(size=(2, 25)) * 10
    spreads = rng.uniform(0.01, 20, 25)
    measured = negative_log_predictive_density(truth, means, spreads)
    same(measured, -stats.norm.logpdf(truth, means, spreads).mean())
    # As the lecture writes it.
    terms = np.log(2 * np.pi * spreads**2) / 2 + (truth - means) ** 2 / (2 * spreads**2)
    same(measured, terms.mean())
    alike = negative_log_predictive_density(truth, means, 2)
    same(alike, -stats.norm.logpdf(truth, means, 2).mean())


def test_log_density_rewards_certainty_that_is_justified():
    right = negative_log_predictive_density([1, 2], [1, 2], 1e-3)
    assert right < negative_log_predictive_density([1, 2], [1, 2], 1) < 1
    assert right < 0
    assert negative_log_predictive_density([1, 2], [1, 3], 1e-300) == math.inf
    assert math.isfinite(negative_log_predictive_density([1e-200], [0], 1e-200))
    assert negative_log_predictive_density([1.7e308], [-1.7e308], 1) == math.inf


@pytest.mark.parametrize("spread", [0, -1, -0.0], ids=repr)
def test_standard_deviations_must_be_positive(spread):
    for spreads in ([1, spread], spread):
        with pytest.raises(ValueError, match=message("standard_deviations", "greater than 0; got")):
            negative_log_predictive_density([1, 2], [1, 2], spreads)


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (([], [], []), ("truth must hold at least one case",)),
        (([1], [1, 2], 1), ("truth and means", "got 1 and 2 entries")),
        (([1, 2], [1, 2], [1]), ("truth and standard_deviations", "got 2 and 1 entries")),
        (([1, 2], [1, math.nan], 1), ("means must be a list of finite numbers", "nan at index 1")),
        (([1, 2], [1, 2], math.nan), ("standard_deviations", "greater than 0; got nan")),
        (([1, 2], [1, 2], "1"), ("standard_deviations must be a number", "'1'")),
        (([1, 2], [1, 2], None), ("standard_deviations must be a number", "None")),
    ],
)
def test_wrong_predictive_laws_are_named(arguments, parts):
    refused(parts, negative_log_predictive_density, *arguments)


@pytest.mark.parametrize("function", ON_NUMBERS)
@pytest.mark.parametrize(
    ("truth", "predictions", "parts"),
    [
        ([], [], ("truth must hold at least one case",)),
        ([1], [], ("predictions must hold at least one case",)),
        ([1, 2], [1, 2, 3], ("truth and predictions", "got 2 and 3 entries")),
        ([1, math.inf], [1, 2], ("truth must be a list of finite numbers", "inf at index 1")),
        ([1, 2], [math.nan, 2], ("predictions must be a list of finite numbers", "nan at index 0")),
        ([1, 2], ["a", "b"], ("predictions must be a list of finite numbers", "'a'")),
        (1, 2, ("truth must be a list of finite numbers", "got 1")),
        ([[1], [2]], [1, 2], ("truth must be a list of finite numbers", "a table of 2 x 1")),
        ([1, 1e200], [1, 2], ("truth must be a list of numbers from -1e+145 to", "got 1e+200")),
    ],
)
def test_wrong_quantities_are_named(function, truth, predictions, parts):
    refused(parts, function, truth, predictions)


def test_the_module_needs_numpy_and_nothing_heavier():
    heavy = {"scipy", "sklearn", "matplotlib", "numba", "pandas", "IPython"}
    assert loaded_by("import course_lib.measures").isdisjoint(heavy)


def test_long_input_is_cut_short_in_messages():
    with pytest.raises(ValueError, match="truth") as error:
        accuracy_score(["a", 1] * 10_000, ["a"] * 20_000)
    assert len(str(error.value)) < 200
    with pytest.raises(ValueError, match="labels must list") as error:
        confusion_matrix(range(1000), range(1000), labels=[-1])
    assert "and 992 more" in str(error.value)
