"""Every public name, once, and the module that holds it. `__init__.py` loads them from here."""

__version__: str

from .chance.atlas import (
    critical_value_grid as critical_value_grid,
    critical_value_table as critical_value_table,
)
from .chance.distribution import NullDistribution as NullDistribution
from .chance.exact import (
    assess_best as assess_best,
    critical_value as critical_value,
    null_distribution as null_distribution,
    p_value as p_value,
)
from .chance.plan import compare_mixes as compare_mixes, plan_test_set as plan_test_set
from .chance.results import (
    BestScore as BestScore,
    MetricMix as MetricMix,
    SimulatedCriticalValue as SimulatedCriticalValue,
    TestSetPlan as TestSetPlan,
)
from .chance.simulate import (
    simulate_null as simulate_null,
    simulated_critical_value as simulated_critical_value,
    simulated_critical_value_table as simulated_critical_value_table,
)
from .classroom.desk import (
    ask as ask,
    check as check,
    hint as hint,
    i_am as i_am,
    progress_board as progress_board,
    reset_progress as reset_progress,
    solution as solution,
)
from .common.environment import check_environment as check_environment
from .common.score_table import (
    ScoreTable as ScoreTable,
    score_table as score_table,
)
from .intervals.bootstrap import bootstrap_interval as bootstrap_interval
from .intervals.coverage import interval_coverage as interval_coverage
from .intervals.difference import (
    PairedDifference as PairedDifference,
    paired_difference as paired_difference,
)
from .intervals.margin import (
    MarginTest as MarginTest,
    equivalence_test as equivalence_test,
    non_inferiority_test as non_inferiority_test,
)
from .intervals.newcombe import newcombe_interval as newcombe_interval
from .intervals.plan import WidthPlan as WidthPlan, interval_sample_size as interval_sample_size
from .intervals.simple import (
    agresti_min_interval as agresti_min_interval,
    wald_interval as wald_interval,
)
from .intervals.tango import tango_interval as tango_interval
from .judging.analysis import judge as judge
from .judging.fold_results import FoldComparison as FoldComparison
from .judging.fold_scores import compare_folds as compare_folds
from .judging.item_analysis import judge_items as judge_items
from .judging.item_reading import read_items as read_items
from .judging.item_results import ItemsJudgement as ItemsJudgement
from .judging.items import Items as Items, item_table as item_table
from .judging.predictions import Predictions as Predictions, prediction_table as prediction_table
from .judging.reading import read_predictions as read_predictions
from .judging.regression import (
    judge_regression as judge_regression,
    read_number_predictions as read_number_predictions,
)
from .judging.regression_results import RegressionJudgement as RegressionJudgement
from .judging.results import Judgement as Judgement
from .judging.score_file import read_scores as read_scores
from .measures.confusion import (
    ConfusionMatrix as ConfusionMatrix,
    confusion_matrix as confusion_matrix,
)
from .measures.counts import BinaryCounts as BinaryCounts, binary_counts as binary_counts
from .measures.regression import (
    SumsOfSquares as SumsOfSquares,
    mean_absolute_error as mean_absolute_error,
    mean_squared_error as mean_squared_error,
    negative_log_predictive_density as negative_log_predictive_density,
    r_squared as r_squared,
    root_mean_squared_error as root_mean_squared_error,
    sums_of_squares as sums_of_squares,
)
from .measures.scores import (
    accuracy_score as accuracy_score,
    error_rate as error_rate,
    f_score as f_score,
    precision_score as precision_score,
    recall_score as recall_score,
    specificity_score as specificity_score,
)
from .pairs.choose import Advice as Advice, choose_test as choose_test
from .pairs.comparison_plan import (
    plan_comparison as plan_comparison,
    smallest_difference as smallest_difference,
)
from .pairs.comparison_results import (
    ComparisonPlan as ComparisonPlan,
    FoundDifference as FoundDifference,
    PlannedCases as PlannedCases,
    SmallestDifference as SmallestDifference,
)
from .pairs.mcnemar import (
    mcnemar_from_predictions as mcnemar_from_predictions,
    mcnemar_test as mcnemar_test,
)
from .pairs.power import (
    mcnemar_power as mcnemar_power,
    mcnemar_sample_size as mcnemar_sample_size,
    sign_test_power as sign_test_power,
    sign_test_sample_size as sign_test_sample_size,
    t_test_power as t_test_power,
    t_test_sample_size as t_test_sample_size,
)
from .pairs.printed import printed_verdict as printed_verdict
from .pairs.printed_results import PrintedVerdict as PrintedVerdict
from .pairs.printed_table import PrintedTable as PrintedTable, printed_table as printed_table
from .pairs.resampling import TypeIErrors as TypeIErrors, type_i_errors as type_i_errors
from .pairs.results import PairTest as PairTest
from .pairs.rounded import counts_of as counts_of, possible_cases as possible_cases
from .pairs.sign import sign_test as sign_test
from .pairs.t import (
    corrected_t_test as corrected_t_test,
    five_by_two_test as five_by_two_test,
    paired_t_test as paired_t_test,
)
from .pairs.wilcoxon import wilcoxon_test as wilcoxon_test
from .ranks.corrections import (
    adjust_p_values as adjust_p_values,
    adjust_pairwise as adjust_pairwise,
)
from .ranks.errors import (
    FamilyWiseErrors as FamilyWiseErrors,
    family_wise_errors as family_wise_errors,
)
from .ranks.friedman import (
    friedman_test as friedman_test,
    iman_davenport_test as iman_davenport_test,
)
from .ranks.nemenyi import critical_difference as critical_difference
from .ranks.pairwise import pairwise_tests as pairwise_tests
from .ranks.pools import pool_sensitivity as pool_sensitivity
from .ranks.power import (
    mean_ranks_power as mean_ranks_power,
    rank_difference_law as rank_difference_law,
)
from .ranks.ranking import mean_ranks as mean_ranks
from .ranks.results import (
    PairwiseTests as PairwiseTests,
    PoolSensitivity as PoolSensitivity,
    RankTest as RankTest,
)
from .ranks.variants import VariantTrick as VariantTrick, variant_trick as variant_trick
from .roc.bands import RocBand as RocBand, roc_band as roc_band
from .roc.delong import (
    AucInterval as AucInterval,
    delong_interval as delong_interval,
    delong_test as delong_test,
)
from .roc.differences import (
    ErrorDifferences as ErrorDifferences,
    error_differences as error_differences,
)
from .roc.points import RocPoints as RocPoints, auc_score as auc_score, roc_points as roc_points
from .roc.segment import (
    ConfidentPoint as ConfidentPoint,
    ConfidentSegment as ConfidentSegment,
    confident_segment as confident_segment,
)
from .roc.swaps import swap_test as swap_test
