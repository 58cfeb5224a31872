"""Beyond Chance: judging classifiers honestly.

All public names are importable from here. They are loaded when first used, so that
`import course_lib` itself costs next to nothing.
"""

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

#: Each public name and the module that holds it.
_HOMES = {
    "Advice": "course_lib.pairs",
    "AucInterval": "course_lib.roc",
    "BestScore": "course_lib.results",
    "BinaryCounts": "course_lib.measures",
    "ConfidentPoint": "course_lib.roc",
    "ConfidentSegment": "course_lib.roc",
    "ConfusionMatrix": "course_lib.measures",
    "ErrorDifferences": "course_lib.roc",
    "FamilyWiseErrors": "course_lib.ranks",
    "Judgement": "course_lib.judging",
    "MarginTest": "course_lib.intervals",
    "MetricMix": "course_lib.results",
    "NullDistribution": "course_lib.chance",
    "PairTest": "course_lib.results",
    "PairedDifference": "course_lib.intervals",
    "PairwiseTests": "course_lib.ranks",
    "PoolSensitivity": "course_lib.ranks",
    "Predictions": "course_lib.judging",
    "RankTest": "course_lib.ranks",
    "RocBand": "course_lib.roc",
    "RocPoints": "course_lib.measures",
    "ScoreTable": "course_lib.ranks",
    "SimulatedCriticalValue": "course_lib.results",
    "SumsOfSquares": "course_lib.measures",
    "TestSetPlan": "course_lib.results",
    "TypeIErrors": "course_lib.pairs",
    "VariantTrick": "course_lib.ranks",
    "WidthPlan": "course_lib.intervals",
    "accuracy_score": "course_lib.measures",
    "adjust_p_values": "course_lib.ranks",
    "adjust_pairwise": "course_lib.ranks",
    "agresti_min_interval": "course_lib.intervals",
    "assess_best": "course_lib.chance",
    "auc_score": "course_lib.measures",
    "binary_counts": "course_lib.measures",
    "bootstrap_interval": "course_lib.intervals",
    "check": "course_lib.classroom",
    "check_environment": "course_lib.environment",
    "choose_test": "course_lib.pairs",
    "compare_mixes": "course_lib.chance",
    "confident_segment": "course_lib.roc",
    "confusion_matrix": "course_lib.measures",
    "corrected_t_test": "course_lib.pairs",
    "critical_difference": "course_lib.ranks",
    "critical_value": "course_lib.chance",
    "critical_value_grid": "course_lib.chance",
    "critical_value_table": "course_lib.chance",
    "delong_interval": "course_lib.roc",
    "delong_test": "course_lib.roc",
    "equivalence_test": "course_lib.intervals",
    "error_differences": "course_lib.roc",
    "error_rate": "course_lib.measures",
    "f_score": "course_lib.measures",
    "family_wise_errors": "course_lib.ranks",
    "five_by_two_test": "course_lib.pairs",
    "friedman_test": "course_lib.ranks",
    "hint": "course_lib.classroom",
    "iman_davenport_test": "course_lib.ranks",
    "interval_coverage": "course_lib.intervals",
    "interval_sample_size": "course_lib.intervals",
    "judge": "course_lib.judging",
    "mcnemar_from_predictions": "course_lib.pairs",
    "mcnemar_power": "course_lib.pairs",
    "mcnemar_sample_size": "course_lib.pairs",
    "mcnemar_test": "course_lib.pairs",
    "mean_absolute_error": "course_lib.measures",
    "mean_ranks": "course_lib.ranks",
    "mean_ranks_power": "course_lib.ranks",
    "mean_squared_error": "course_lib.measures",
    "negative_log_predictive_density": "course_lib.measures",
    "newcombe_interval": "course_lib.intervals",
    "non_inferiority_test": "course_lib.intervals",
    "null_distribution": "course_lib.chance",
    "p_value": "course_lib.chance",
    "paired_difference": "course_lib.intervals",
    "paired_t_test": "course_lib.pairs",
    "pairwise_tests": "course_lib.ranks",
    "plan_test_set": "course_lib.chance",
    "pool_sensitivity": "course_lib.ranks",
    "precision_score": "course_lib.measures",
    "prediction_table": "course_lib.judging",
    "progress_board": "course_lib.classroom",
    "r_squared": "course_lib.measures",
    "rank_difference_law": "course_lib.ranks",
    "read_predictions": "course_lib.judging",
    "read_scores": "course_lib.ranks",
    "recall_score": "course_lib.measures",
    "reset_progress": "course_lib.classroom",
    "roc_band": "course_lib.roc",
    "roc_points": "course_lib.measures",
    "root_mean_squared_error": "course_lib.measures",
    "score_table": "course_lib.ranks",
    "sign_test": "course_lib.pairs",
    "sign_test_power": "course_lib.pairs",
    "sign_test_sample_size": "course_lib.pairs",
    "simulate_null": "course_lib.chance",
    "simulated_critical_value": "course_lib.chance",
    "simulated_critical_value_table": "course_lib.chance",
    "solution": "course_lib.classroom",
    "specificity_score": "course_lib.measures",
    "sums_of_squares": "course_lib.measures",
    "t_test_power": "course_lib.pairs",
    "t_test_sample_size": "course_lib.pairs",
    "tango_interval": "course_lib.intervals",
    "type_i_errors": "course_lib.pairs",
    "variant_trick": "course_lib.ranks",
    "wald_interval": "course_lib.intervals",
    "wilcoxon_test": "course_lib.pairs",
}

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value  # so that the next look-up does not come here
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
