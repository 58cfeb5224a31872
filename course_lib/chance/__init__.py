"""The null hypothesis: what classifiers that learned nothing score, and the best of many."""

from course_lib.chance.assess import assess_best
from course_lib.chance.atlas import critical_value_grid, critical_value_table
from course_lib.chance.distribution import NullDistribution
from course_lib.chance.exact import critical_value, null_distribution, p_value
from course_lib.chance.plan import compare_mixes, plan_test_set
from course_lib.chance.simulate import (
    simulate_null,
    simulated_critical_value,
    simulated_critical_value_table,
)

__all__ = [
    "NullDistribution",
    "assess_best",
    "compare_mixes",
    "critical_value",
    "critical_value_grid",
    "critical_value_table",
    "null_distribution",
    "p_value",
    "plan_test_set",
    "simulate_null",
    "simulated_critical_value",
    "simulated_critical_value_table",
]
