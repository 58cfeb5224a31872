"""The null hypothesis: what classifiers that learned nothing score, and the best of many."""

from course_lib.chance.assess import assess_best
from course_lib.chance.distribution import NullDistribution
from course_lib.chance.exact import (
    critical_value,
    critical_value_table,
    null_distribution,
    p_value,
)
from course_lib.chance.simulate import (
    simulate_null,
    simulated_critical_value,
    simulated_critical_value_table,
)

__all__ = [
    "NullDistribution",
    "assess_best",
    "critical_value",
    "critical_value_table",
    "null_distribution",
    "p_value",
    "simulate_null",
    "simulated_critical_value",
    "simulated_critical_value_table",
]
