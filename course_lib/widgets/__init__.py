"""Widgets: thin controls over `plots/`. No statistics in here."""

from course_lib.widgets.best_of_c import BestOfC
from course_lib.widgets.chart_reader import ChartReader
from course_lib.widgets.checkpoint import Checkpoint
from course_lib.widgets.intervals import CoverageMap, IntervalRace
from course_lib.widgets.many_algorithms import (
    Corrections,
    PoolPicker,
    Power,
    VariantFactory,
)
from course_lib.widgets.roc import CaucPlane, ThresholdRider
from course_lib.widgets.two_classifiers import CriticalRegion, McNemarTable, TypeIError, WhichTest
from course_lib.widgets.walk import Walk

__all__ = [
    "BestOfC",
    "CaucPlane",
    "ChartReader",
    "Checkpoint",
    "Corrections",
    "CoverageMap",
    "CriticalRegion",
    "IntervalRace",
    "McNemarTable",
    "PoolPicker",
    "Power",
    "ThresholdRider",
    "TypeIError",
    "VariantFactory",
    "Walk",
    "WhichTest",
]
