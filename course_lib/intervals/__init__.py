"""Paired differences: how large may the difference between A and B be?"""

from course_lib.intervals.bootstrap import bootstrap_interval
from course_lib.intervals.coverage import interval_coverage
from course_lib.intervals.difference import PairedDifference, paired_difference
from course_lib.intervals.margin import MarginTest, equivalence_test, non_inferiority_test
from course_lib.intervals.newcombe import newcombe_interval
from course_lib.intervals.plan import WidthPlan, interval_sample_size
from course_lib.intervals.simple import agresti_min_interval, wald_interval
from course_lib.intervals.tango import tango_interval

__all__ = [
    "MarginTest",
    "PairedDifference",
    "WidthPlan",
    "agresti_min_interval",
    "bootstrap_interval",
    "equivalence_test",
    "interval_coverage",
    "interval_sample_size",
    "newcombe_interval",
    "non_inferiority_test",
    "paired_difference",
    "tango_interval",
    "wald_interval",
]
