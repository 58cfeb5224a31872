"""How a script uses the public names, for the type checker: `make lint` reads it, nothing runs it.

Each line fails there once a name loses its type: what is `Any` is not what is asserted.
"""

from pathlib import Path
from typing import Any, assert_type

import numpy as np

from course_lib import (
    BestScore,
    ComparisonPlan,
    ConfidentSegment,
    FoldComparison,
    Items,
    ItemsJudgement,
    Judgement,
    MarginTest,
    NullDistribution,
    PairTest,
    PairwiseTests,
    PoolSensitivity,
    Predictions,
    PrintedTable,
    PrintedVerdict,
    RankTest,
    RocPoints,
    SmallestDifference,
    adjust_p_values,
    adjust_pairwise,
    assess_best,
    compare_folds,
    confident_segment,
    corrected_t_test,
    counts_of,
    critical_value,
    critical_value_grid,
    critical_value_table,
    friedman_test,
    iman_davenport_test,
    item_table,
    judge,
    judge_items,
    mcnemar_test,
    non_inferiority_test,
    null_distribution,
    p_value,
    paired_t_test,
    pairwise_tests,
    plan_comparison,
    pool_sensitivity,
    possible_cases,
    prediction_table,
    printed_table,
    printed_verdict,
    read_items,
    read_predictions,
    roc_points,
    sign_test,
    simulate_null,
    smallest_difference,
    swap_test,
    tango_interval,
    wilcoxon_test,
)
from course_lib.datasets import load_benavoli_accuracies


def luck() -> None:
    assert_type(critical_value("auc", 150, 484, competitors=114, alpha=0.05), float)
    assert_type(simulate_null("top_k", 150, 484, 1000, seed=1, k=5), np.ndarray)
    assert_type(simulate_null(lambda tp, fp: float(tp[9]), 150, 484, 1000), np.ndarray)
    assert_type(critical_value_table("auc", [10, 20], [30], 10), np.ndarray)
    assert_type(critical_value_grid("auc", [10, 20], [30], [1, 10], executor=None), np.ndarray)

    chance = null_distribution("accuracy", 10, 20)
    assert_type(chance, NullDistribution)
    assert_type(chance.support, np.ndarray)
    assert_type(chance.pmf, np.ndarray)
    assert_type(chance.critical_value(10, 0.05), float)

    best = assess_best("auc", 0.6, 150, 484, competitors=114)
    assert_type(best, BestScore)
    assert_type(best.significant, bool)
    assert_type(best.sentence(), str)
    assert_type(best.as_dict(), dict[str, Any])


def two_classifiers(a: list[float], b: np.ndarray) -> None:
    assert_type(paired_t_test(a, b), PairTest)
    assert_type(corrected_t_test(a, b, test_fraction=0.1), PairTest)
    assert_type(compare_folds({"A": a, "B": b}, 0.1, control="A"), FoldComparison)
    assert_type(compare_folds({"A": a, "B": b}, 0.1).adjusted, np.ndarray)
    assert_type(compare_folds({"A": a, "B": b}, 0.1).rows(), list[dict[str, Any]])
    assert_type(sign_test(a, b, "greater"), PairTest)
    assert_type(wilcoxon_test(a, b, higher_is_better=False), PairTest)
    assert_type(mcnemar_test(5, 14, method="mid-p"), PairTest)
    assert_type(mcnemar_test(5, 14).p_value, float)
    assert_type(tango_interval(16, 6, 100), tuple[Any, Any])
    assert_type(non_inferiority_test(16, 6, 100, margin=0.1), MarginTest)
    assert_type(non_inferiority_test(16, 6, 100, 0.1, method="exact").p_value, float)


def printed_and_planned() -> None:
    verdict = printed_verdict(500, 396, 388, alpha=0.05, comparisons=1)
    assert_type(verdict, PrintedVerdict)
    assert_type(verdict.significant_up_to, int | None)
    assert_type(printed_verdict(500, accuracy_a="79.2", accuracy_b=0.776).highest_p, float)
    assert_type(printed_table(500, {"a": 396, "b": 388}), PrintedTable)
    assert_type(printed_table(500, accuracies={"a": "79.2"}).may_be_best, tuple[str, ...])
    assert_type(counts_of("79.2", 500), range)
    assert_type(possible_cases(["79.2", "77.6"]), list[int])
    assert_type(plan_comparison(0.8, 0.82, 0.1), ComparisonPlan)
    assert_type(plan_comparison(0.8, 0.82).cases, int)
    assert_type(smallest_difference(500, 0.1), SmallestDifference)


def many_algorithms() -> None:
    scores = load_benavoli_accuracies()
    assert_type(scores.names, tuple[str, ...])
    assert_type(friedman_test(scores), RankTest)
    assert_type(iman_davenport_test(scores), RankTest)
    assert_type(pairwise_tests(scores, "sign", "holm", control=0), PairwiseTests)
    assert_type(pairwise_tests(scores, wilcoxon_test).adjusted, np.ndarray)
    assert_type(pairwise_tests(scores).rows(), list[dict[str, Any]])
    assert_type(pool_sensitivity(scores, "nbayes", "j48", sizes=[4]), PoolSensitivity)


def curves_and_judgements(truth: list[int], scores: np.ndarray) -> None:
    assert_type(roc_points(truth, scores), RocPoints)
    assert_type(confident_segment(truth, scores), ConfidentSegment)
    assert_type(prediction_table(truth, scores, ["tree", "forest"]), Predictions)
    assert_type(swap_test(truth, scores, scores, seed=1), PairTest)
    judgement = judge(read_predictions("predictions.csv"), tried=50, seed=1)
    assert_type(judgement, Judgement)
    assert_type(judgement.sentence(), str)
    assert_type(judgement.findings(), tuple[str, str, str])
    assert_type(judgement.to_latex(words=True), str)
    assert_type(judgement.write_report("page.html", figures="figures"), Path)


def items(right: np.ndarray) -> None:
    table = item_table(right, ["small", "large"], clusters=[1, 1, 2, 2])
    assert_type(table, Items)
    assert_type(read_items(["a=a.jsonl", "b=b.jsonl"], score="acc", missing="drop"), Items)
    found = judge_items(table, control="small", margin=0.02, seed=1)
    assert_type(found, ItemsJudgement)
    assert_type(found.rank_intervals, dict[str, tuple[int, int]])
    assert_type(found.may_be_best, tuple[str, ...])
    assert_type(found.pairs[0].differs, bool)
    assert_type(found.winner.corrected, float | None)


def what_answers_in_kind() -> None:
    """A number for a number, an array for an array: the answer has no one type, but they do."""
    assert_type(p_value.__name__, str)
    assert_type(adjust_p_values.__name__, str)
    assert_type(adjust_pairwise.__name__, str)
    assert_type(null_distribution("auc", 10, 20).chance_at_least.__name__, str)
