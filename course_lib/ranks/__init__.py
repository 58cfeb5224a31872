"""Many algorithms on many data sets: which of them differ?"""

from course_lib.ranks.corrections import adjust_p_values, adjust_pairwise
from course_lib.ranks.errors import FamilyWiseErrors, family_wise_errors
from course_lib.ranks.friedman import friedman_test, iman_davenport_test
from course_lib.ranks.nemenyi import critical_difference
from course_lib.ranks.pairwise import pairwise_tests
from course_lib.ranks.pools import pool_sensitivity
from course_lib.ranks.power import mean_ranks_power, rank_difference_law
from course_lib.ranks.ranking import mean_ranks
from course_lib.ranks.results import PairwiseTests, PoolSensitivity, RankTest
from course_lib.ranks.table import ScoreTable, read_scores, score_table
from course_lib.ranks.variants import VariantTrick, variant_trick

__all__ = [
    "FamilyWiseErrors",
    "PairwiseTests",
    "PoolSensitivity",
    "RankTest",
    "ScoreTable",
    "VariantTrick",
    "adjust_p_values",
    "adjust_pairwise",
    "critical_difference",
    "family_wise_errors",
    "friedman_test",
    "iman_davenport_test",
    "mean_ranks",
    "mean_ranks_power",
    "pairwise_tests",
    "pool_sensitivity",
    "rank_difference_law",
    "read_scores",
    "score_table",
    "variant_trick",
]
