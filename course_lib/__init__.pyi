"""Every public name, once, and the module that holds it. `__init__.py` loads them from here."""

__version__: str

from .chance.assess import assess_best as assess_best
from .chance.atlas import (
    critical_value_grid as critical_value_grid,
)
from .chance.atlas import (
    critical_value_table as critical_value_table,
)
from .chance.distribution import NullDistribution as NullDistribution
from .chance.exact import (
    critical_value as critical_value,
)
from .chance.exact import (
    null_distribution as null_distribution,
)
from .chance.exact import (
    p_value as p_value,
)
from .chance.plan import compare_mixes as compare_mixes
from .chance.plan import plan_test_set as plan_test_set
from .chance.results import (
    BestScore as BestScore,
)
from .chance.results import (
    MetricMix as MetricMix,
)
from .chance.results import (
    SimulatedCriticalValue as SimulatedCriticalValue,
)
from .chance.results import (
    TestSetPlan as TestSetPlan,
)
from .chance.simulate import (
    simulate_null as simulate_null,
)
from .chance.simulate import (
    simulated_critical_value as simulated_critical_value,
)
from .chance.simulate import (
    simulated_critical_value_table as simulated_critical_value_table,
)
from .classroom.desk import (
    check as check,
)
from .classroom.desk import (
    hint as hint,
)
from .classroom.desk import (
    progress_board as progress_board,
)
from .classroom.desk import (
    reset_progress as reset_progress,
)
from .classroom.desk import (
    solution as solution,
)
from .common.environment import check_environment as check_environment
from .common.score_table import (
    ScoreTable as ScoreTable,
)
from .common.score_table import (
    read_scores as read_scores,
)
from .common.score_table import (
    score_table as score_table,
)
from .intervals.bootstrap import bootstrap_interval as bootstrap_interval
from .intervals.coverage import interval_coverage as interval_coverage
from .intervals.difference import (
    PairedDifference as PairedDifference,
)
from .intervals.difference import (
    paired_difference as paired_difference,
)
from .intervals.margin import (
    MarginTest as MarginTest,
)
from .intervals.margin import (
    equivalence_test as equivalence_test,
)
from .intervals.margin import (
    non_inferiority_test as non_inferiority_test,
)
from .intervals.newcombe import newcombe_interval as newcombe_interval
from .intervals.plan import WidthPlan as WidthPlan
from .intervals.plan import interval_sample_size as interval_sample_size
from .intervals.simple import (
    agresti_min_interval as agresti_min_interval,
)
from .intervals.simple import (
    wald_interval as wald_interval,
)
from .intervals.tango import tango_interval as tango_interval
from .judging.predictions import Predictions as Predictions
from .judging.predictions import prediction_table as prediction_table
from .judging.reading import read_predictions as read_predictions
from .judging.results import Judgement as Judgement
from .judging.verdict import judge as judge
from .measures.confusion import (
    ConfusionMatrix as ConfusionMatrix,
)
from .measures.confusion import (
    confusion_matrix as confusion_matrix,
)
from .measures.counts import BinaryCounts as BinaryCounts
from .measures.counts import binary_counts as binary_counts
from .measures.regression import (
    SumsOfSquares as SumsOfSquares,
)
from .measures.regression import (
    mean_absolute_error as mean_absolute_error,
)
from .measures.regression import (
    mean_squared_error as mean_squared_error,
)
from .measures.regression import (
    negative_log_predictive_density as negative_log_predictive_density,
)
from .measures.regression import (
    r_squared as r_squared,
)
from .measures.regression import (
    root_mean_squared_error as root_mean_squared_error,
)
from .measures.regression import (
    sums_of_squares as sums_of_squares,
)
from .measures.scores import (
    accuracy_score as accuracy_score,
)
from .measures.scores import (
    error_rate as error_rate,
)
from .measures.scores import (
    f_score as f_score,
)
from .measures.scores import (
    precision_score as precision_score,
)
from .measures.scores import (
    recall_score as recall_score,
)
from .measures.scores import (
    specificity_score as specificity_score,
)
from .pairs.choose import Advice as Advice
from .pairs.choose import choose_test as choose_test
from .pairs.mcnemar import (
    mcnemar_from_predictions as mcnemar_from_predictions,
)
from .pairs.mcnemar import (
    mcnemar_test as mcnemar_test,
)
from .pairs.power import (
    mcnemar_power as mcnemar_power,
)
from .pairs.power import (
    mcnemar_sample_size as mcnemar_sample_size,
)
from .pairs.power import (
    sign_test_power as sign_test_power,
)
from .pairs.power import (
    sign_test_sample_size as sign_test_sample_size,
)
from .pairs.power import (
    t_test_power as t_test_power,
)
from .pairs.power import (
    t_test_sample_size as t_test_sample_size,
)
from .pairs.resampling import TypeIErrors as TypeIErrors
from .pairs.resampling import type_i_errors as type_i_errors
from .pairs.results import PairTest as PairTest
from .pairs.sign import sign_test as sign_test
from .pairs.t import (
    corrected_t_test as corrected_t_test,
)
from .pairs.t import (
    five_by_two_test as five_by_two_test,
)
from .pairs.t import (
    paired_t_test as paired_t_test,
)
from .pairs.wilcoxon import wilcoxon_test as wilcoxon_test
from .ranks.corrections import (
    adjust_p_values as adjust_p_values,
)
from .ranks.corrections import (
    adjust_pairwise as adjust_pairwise,
)
from .ranks.errors import (
    FamilyWiseErrors as FamilyWiseErrors,
)
from .ranks.errors import (
    family_wise_errors as family_wise_errors,
)
from .ranks.friedman import (
    friedman_test as friedman_test,
)
from .ranks.friedman import (
    iman_davenport_test as iman_davenport_test,
)
from .ranks.nemenyi import critical_difference as critical_difference
from .ranks.pairwise import pairwise_tests as pairwise_tests
from .ranks.pools import pool_sensitivity as pool_sensitivity
from .ranks.power import (
    mean_ranks_power as mean_ranks_power,
)
from .ranks.power import (
    rank_difference_law as rank_difference_law,
)
from .ranks.ranking import mean_ranks as mean_ranks
from .ranks.results import (
    PairwiseTests as PairwiseTests,
)
from .ranks.results import (
    PoolSensitivity as PoolSensitivity,
)
from .ranks.results import (
    RankTest as RankTest,
)
from .ranks.variants import VariantTrick as VariantTrick
from .ranks.variants import variant_trick as variant_trick
from .roc.bands import RocBand as RocBand
from .roc.bands import roc_band as roc_band
from .roc.delong import (
    AucInterval as AucInterval,
)
from .roc.delong import (
    delong_interval as delong_interval,
)
from .roc.delong import (
    delong_test as delong_test,
)
from .roc.differences import (
    ErrorDifferences as ErrorDifferences,
)
from .roc.differences import (
    error_differences as error_differences,
)
from .roc.points import RocPoints as RocPoints
from .roc.points import auc_score as auc_score
from .roc.points import roc_points as roc_points
from .roc.segment import (
    ConfidentPoint as ConfidentPoint,
)
from .roc.segment import (
    ConfidentSegment as ConfidentSegment,
)
from .roc.segment import (
    confident_segment as confident_segment,
)
