"""Results say in words what they hold."""

import ast
import dataclasses
import json
import re
from functools import cache
from html import escape
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from IPython.lib.pretty import pretty

import course_lib
from course_lib import (
    assess_best,
    binary_counts,
    check_environment,
    choose_test,
    compare_folds,
    confident_segment,
    confusion_matrix,
    delong_interval,
    equivalence_test,
    error_differences,
    family_wise_errors,
    friedman_test,
    interval_sample_size,
    item_table,
    judge,
    judge_items,
    judge_regression,
    null_distribution,
    paired_difference,
    pairwise_tests,
    plan_comparison,
    plan_test_set,
    pool_sensitivity,
    prediction_table,
    printed_table,
    printed_verdict,
    roc_band,
    roc_points,
    score_table,
    simulated_critical_value,
    smallest_difference,
    sums_of_squares,
    type_i_errors,
    variant_trick,
    wilcoxon_test,
)
from course_lib.common.result import TableResult, json_ready, plain

LIBRARY = Path(course_lib.__file__).parent
HOSTILE = ["<b>&", "it's", '"quoted"']
SCORES = np.random.default_rng(4).random((9, 3)).round(2)
TRUTH, RANKING = [1, 1, 0, 1, 0, 0, 1, 0], [9, 8, 7, 6, 6, 4, 3, 2]
RIGHT = np.random.default_rng(4).integers(0, 2, (8, 3))

#: One result of each kind, with names that would be markup if nobody took care.
KINDS = {
    "AUCDistribution": lambda: null_distribution("auc", 5, 7),
    "AccuracyDistribution": lambda: null_distribution("accuracy", 5, 7),
    "FMeasureDistribution": lambda: null_distribution("f_measure", 5, 7),
    "TopKDistribution": lambda: null_distribution("top_k", 5, 7, k=3),
    "BestScore": lambda: assess_best("auc", 0.72, 20, 300, competitors=12),
    "TestSetPlan": lambda: plan_test_set("auc", 0.8, 5),
    "SimulatedCriticalValue": lambda: simulated_critical_value(
        "auc", 10, 10, repetitions=5000, seed=1
    ),
    "BinaryCounts": lambda: binary_counts([1, 1, 0, 0, 1], [1, 0, 0, 1, 1]),
    "ConfusionMatrix": lambda: confusion_matrix([*HOSTILE, "<b>&"], [*HOSTILE, "it's"]),
    "SumsOfSquares": lambda: sums_of_squares([1, 2, 3, 4], [3, 4, 5, 6]),
    "PairTest": lambda: wilcoxon_test(SCORES[:, 0], SCORES[:, 1]),
    "Advice": choose_test,
    "PrintedVerdict": lambda: printed_verdict(500, 396, 388, names=HOSTILE[:2]),
    "PrintedTable": lambda: printed_table(500, dict(zip(HOSTILE, (396, 388, 300), strict=True))),
    "ComparisonPlan": lambda: plan_comparison(0.7, 0.8),
    "SmallestDifference": lambda: smallest_difference(500, accuracy=0.8),
    "TypeIErrors": lambda: type_i_errors(cases=20, folds=2, runs=2, repetitions=5, seed=1),
    "FoldComparison": lambda: compare_folds(SCORES, 1 / 9, names=HOSTILE, margin=0.3),
    "RankTest": lambda: friedman_test(SCORES, names=HOSTILE),
    "PairwiseTests": lambda: pairwise_tests(SCORES, names=HOSTILE, control="it's"),
    "PoolSensitivity": lambda: pool_sensitivity(SCORES, "<b>&", "it's", names=HOSTILE),
    "FamilyWiseErrors": lambda: family_wise_errors(repetitions=5, seed=1),
    "VariantTrick": lambda: variant_trick(10, 10),
    "PairedDifference": lambda: paired_difference(9, 3, 32),
    "MarginTest": lambda: equivalence_test(9, 3, 32, 0.2),
    "WidthPlan": lambda: interval_sample_size(0.3, 0.06, 0.16),
    "RocPoints": lambda: roc_points(TRUTH, RANKING),
    "AucInterval": lambda: delong_interval(TRUTH, RANKING),
    "RocBand": lambda: roc_band(TRUTH, RANKING, "joint"),
    "ErrorDifferences": lambda: error_differences(TRUTH, RANKING),
    "ConfidentSegment": lambda: confident_segment(TRUTH, RANKING),
    "Predictions": lambda: made("Judgement").predictions,
    "Judgement": lambda: judge(prediction_table(TRUTH, SCORES[:8], HOSTILE), repetitions=99),
    "ClassifierJudgement": lambda: made("Judgement").classifiers[0],
    "PairJudgement": lambda: made("Judgement").pairs[0],
    "Luck": lambda: made("Judgement").luck,
    "Items": lambda: item_table(RIGHT, HOSTILE, clusters=[1, 1, 2, 2, 3, 3, 4, 4]),
    "NumberPredictions": lambda: made("RegressionJudgement").data,
    "RegressionJudgement": lambda: judge_regression(
        SCORES[:, 0], SCORES[:, [1, 2, 1]] + 0.1, names=HOSTILE, margin=0.1
    ),
    "RegressionModel": lambda: made("RegressionJudgement").models[0],
    "RegressionPair": lambda: made("RegressionJudgement").pairs[0],
    "ItemsJudgement": lambda: judge_items(RIGHT, names=HOSTILE, margin=0.1),
    "ModelAccuracy": lambda: made("ItemsJudgement").accuracies[0],
    "ItemPair": lambda: made("ItemsJudgement").pairs[0],
    "Winner": lambda: made("ItemsJudgement").winner,
    "ScoreTable": lambda: score_table(SCORES, HOSTILE),
    "Environment": check_environment,
}
#: Every shuffle, and every case's score: a judgement's JSON holds what they come to.
LEFT_OUT_OF_JSON = {
    "ItemsJudgement": {"flips"},
    "RegressionJudgement": {"data", "flips"},
    "Judgement": {"flips", "predictions"},
    "Luck": {"alpha", "column_distribution", "exact", "shared_by", "shuffled", "tests", "ties"},
}
#: These are told in rows of their own.
TOLD_OTHERWISE = {"accuracies", "classifiers", "items", "luck", "pairs"}
of_each_kind = pytest.mark.parametrize("kind", KINDS)
#: The only methods that show a result by hand, and why.
BY_HAND = {
    "measures/confusion.py ConfusionMatrix.__str__"  # a matrix is read as a matrix
}


@cache
def made(kind):
    return KINDS[kind]()


@cache
def classes():
    """Every class of the library, as it is written, with its file."""
    return [
        (path.relative_to(LIBRARY).as_posix(), node)
        for path in sorted(LIBRARY.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ClassDef)
    ]


def test_there_is_an_example_of_every_kind_of_result():
    bases = {node.name: {ast.unparse(base) for base in node.bases} for _, node in classes()}
    kinds = {"Result"}
    while more := {name for name, of in bases.items() if of & kinds} - kinds:
        kinds |= more
    assert kinds - set().union(*bases.values()) == set(KINDS)
    assert all(type(made(kind)).__name__ == kind for kind in KINDS)


def test_no_class_shows_itself_by_hand():
    shown = {"__str__", "__repr__", "_repr_pretty_", "_repr_html_"}
    found = {
        f"{path} {node.name}.{method.name}"
        for path, node in classes()
        for method in node.body
        if isinstance(method, ast.FunctionDef) and method.name in shown
        if path not in ("common/result.py", "common/markup.py")
    }
    assert found == BY_HAND


@of_each_kind
def test_a_result_shows_the_same_facts_everywhere(kind):
    result = made(kind)
    assert len(repr(result)) <= 300
    assert repr(result).startswith(f"{kind}(")
    sentence = result.sentence()
    if kind != "ConfusionMatrix":
        assert str(result) == sentence
    terminal, notebook = " ".join(pretty(result).split()), result._repr_html_()
    assert " ".join(sentence.split()) in terminal
    assert " ".join(result._paragraphs()).startswith(sentence)
    assert all(f"<p>{escape(text)}</p>" in notebook for text in result._paragraphs())
    for name, text in result.facts().items():
        assert " ".join(f"{name} {text}".split()) in terminal
        assert f'<th scope="row">{escape(name)}</th><td>{escape(text)}</td>' in notebook
    if result.heading():
        assert terminal.startswith(result.heading())
        assert escape(result.heading()) in notebook
    if table := result.table():
        cells = [cell for row in (table.header, *table.rows) for cell in row if cell]
        assert all(cell in pretty(result) and f">{escape(cell)}<" in notebook for cell in cells)
    for assumed in getattr(result, "assumes", ()):
        assert assumed in terminal
        assert escape(assumed) in notebook
    ElementTree.fromstring(f"<div>{notebook}</div>")  # every tag is closed, every name escaped


@of_each_kind
def test_a_result_goes_to_json_and_back(kind):
    result = made(kind)
    told = result.as_dict()
    again = json.loads(json.dumps(told, allow_nan=False))
    assert again["sentence"] == result.sentence()
    names = {*(field.name for field in dataclasses.fields(result)), *result._also}
    assert names - set(again) == LEFT_OUT_OF_JSON.get(kind, set())
    for name in names - LEFT_OUT_OF_JSON.get(kind, set()) - TOLD_OTHERWISE:
        value, read = getattr(result, name), again[name]
        if isinstance(value, np.ndarray):
            value, read = np.asarray(value, float), np.asarray(read, float)  # None is NaN
            assert np.array_equal(np.where(np.isfinite(value), value, np.nan), read, equal_nan=True)
        elif isinstance(value, float):
            assert read == value if np.isfinite(value) else read is None
        elif isinstance(value, str | int | None):
            assert read == value
        else:
            assert len(read) >= len(value if isinstance(value, tuple | dict) else "")
            assert read == json_ready(plain(value))


@of_each_kind
def test_whatever_has_a_table_has_it_in_latex(kind):
    result = made(kind)
    if result.table() is None:
        with pytest.raises(ValueError, match=f"to_latex needs a table, and a {kind} has none"):
            result.to_latex()
        return
    table, latex = result.table(), result.to_latex(words=True)
    inside = latex.partition(r"\midrule")[2].partition(r"\bottomrule")[0].strip().splitlines()
    assert len(inside) == len(table.rows)
    for line in inside:  # what is not escaped parts the cells
        assert len(re.findall(r"(?<!\\)&", line)) == len(table.header) - 1
        assert line.endswith(r" \\")


@of_each_kind
def test_a_table_of_results_is_a_data_frame(kind):
    result = made(kind)
    if not isinstance(result, TableResult):
        assert not hasattr(result, "rows")
        return
    rows, frame = result.rows(), result.to_frame()
    assert len(frame) == len(rows) > 0
    assert list(frame.columns) == list(rows[0])
    assert frame.iloc[0].tolist() == list(rows[0].values())


def test_the_rows_of_a_level_make_the_frame_of_that_level():
    result = made("PairwiseTests")
    assert result.to_frame(alpha=0.999)["significant"].sum() == sum(
        row["significant"] for row in result.rows(alpha=0.999)
    )


@pytest.mark.parametrize(
    "kind",
    ["ConfusionMatrix", "RankTest", "PairwiseTests", "PoolSensitivity", "PrintedTable"],
)
def test_names_are_never_markup(kind):
    html = made(kind)._repr_html_()
    assert "&lt;b&gt;&amp;" in html
    assert "<b>" not in html


@pytest.mark.parametrize(
    ("found", "significant", "out_of_reach", "sentence"),
    [
        (
            assess_best("auc", 0.72, 20, 300, competitors=12), True, False,
            "The AUC of 0.72, reached by the best of 12 classifiers on 20 positives and 300 "
            "negatives, exceeds 0.7062, the 1 % critical value for the best of 12 classifiers "
            "that learned nothing (one-sided p = 0.0046): luck alone is not a plausible "
            "explanation.",
        ),
        (
            assess_best("top_k", 3, 20, 300, competitors=12, alpha=0.05), False, False,
            "The TP10 score of 3, reached by the best of 12 classifiers on 20 positives and 300 "
            "negatives, does not exceed 3, the 5 % critical value for the best of 12 classifiers "
            "that learned nothing (one-sided p = 0.21): luck alone is not ruled out.",
        ),
        (
            assess_best("auc", 1.0, 2, 1), False, True,
            "The AUC of 1, reached by one classifier on 2 positives and 1 negative, does not "
            "exceed 1, the 1 % critical value for one classifier that learned nothing (one-sided "
            "p = 0.33): on this test set not even a perfect score would be significant.",
        ),
    ],
    ids=["beyond luck", "luck explains it", "no score would do"],
)  # fmt: skip
def test_a_verdict_in_words(found, significant, out_of_reach, sentence):
    assert (found.significant, found.out_of_reach) == (significant, out_of_reach)
    assert found.sentence() == sentence


def test_the_verdict_is_the_same_by_p_value_and_by_critical_value():
    for metric in ("auc", "accuracy", "f_measure", "top_k"):
        for score in null_distribution(metric, 9, 14).support:
            found = assess_best(metric, score, 9, 14, competitors=5, alpha=0.05)
            assert found.significant == (found.score > found.critical_value)


def test_sentences_tell_close_scores_apart():
    critical = assess_best("auc", 0.7, 700, 900, competitors=50).critical_value
    just_above = critical + 1 / (700 * 900)
    words = assess_best("auc", just_above, 700, 900, competitors=50).sentence()
    score, said_critical = (words.split(before)[1].split(",")[0] for before in (" of ", "exceeds "))
    assert float(score) > float(said_critical)


def test_a_rounded_score_is_not_taken_for_more_than_it_is():
    # 26 of 30 is the critical value; typed as 0.87 it seems to exceed it.
    exact = assess_best("accuracy", 26 / 30, 10, 20, competitors=20)
    assert exact.critical_value == exact.score
    assert not exact.just_above_critical
    rounded = assess_best("accuracy", 0.87, 10, 20, competitors=20)
    assert rounded.just_above_critical
    assert "if it was rounded from 0.8666666667, it is not significant." in rounded.sentence()
    assert not assess_best("accuracy", 27 / 30, 10, 20, competitors=20).just_above_critical
    assert not assess_best("accuracy", 0.91, 10, 20, competitors=20).just_above_critical
    critical = assess_best("f_measure", 0.9, 30, 40, competitors=7).critical_value
    assert assess_best("f_measure", critical + 1e-6, 30, 40, competitors=7).just_above_critical


def test_a_score_below_the_lowest_best_score_is_remarked_upon():
    words = assess_best("accuracy", 0.35, 20, 30).sentence()
    assert "no ranking scores below 0.6 at its best threshold" in words
    assert assess_best("auc", 0.35, 20, 30).sentence().endswith("luck alone is not ruled out.")


def test_a_p_value_near_the_level_is_told_apart_from_it():
    # p = 0.010468: rounded to two digits it would contradict the verdict.
    luck = null_distribution("auc", 21, 21)
    found = assess_best("auc", luck.critical_value(), 21, 21)
    assert "(one-sided p = 0.0105): luck alone is not ruled out" in found.sentence()
    assert "(one-sided p = 0.01)" in assess_best("auc", 1.0, 1, 99).sentence()


def test_a_distribution_in_words():
    luck = null_distribution("accuracy", 10, 30)
    assert luck.sentence() == (
        "On 10 positives and 30 negatives, the best accuracy of a classifier that learned nothing "
        "exceeds 0.75 at most half of the time, and 0.825 at most once in a hundred times."
    )
    assert repr(null_distribution("top_k", 4, 1, k=3)) == (
        "TopKDistribution(metric='top_k', positives=4, negatives=1, k=3)"
    )
    assert luck.facts()["in 1 %"] == "0.825"
    told = {"metric": "accuracy", "positives": 10, "negatives": 30, "k": None}
    exceeded = {"exceeded_by_half": 0.75, "exceeded_by_one_in_a_hundred": 0.825}
    assert luck.as_dict() == told | exceeded | {"sentence": luck.sentence()}


def test_a_simulated_critical_value_in_words():
    found = simulated_critical_value("auc", 100, 100, 10, repetitions=100_000, seed=1)
    words = found.sentence()
    assert (
        "100,000 simulated rankings put the 1 % critical value of auc for the best of 10 at"
        in words
    )
    assert f"from {found.low:.4g} to {found.high:.4g} (95 % confidence)" in words


# A distribution computes its pieces when they are asked for, and keeps them.
@pytest.mark.parametrize("kind", [kind for kind in KINDS if "Distribution" not in kind])
def test_results_cannot_be_changed(kind):
    result = made(kind)
    for field in dataclasses.fields(result):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(result, field.name, None)
