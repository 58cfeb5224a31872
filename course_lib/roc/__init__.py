"""Which part of a ROC curve can be trusted? Confident segments, bands, intervals for the AUC."""

from course_lib.roc.bands import RocBand, roc_band
from course_lib.roc.delong import AucInterval, delong_interval, delong_test
from course_lib.roc.differences import ErrorDifferences, error_differences
from course_lib.roc.segment import ConfidentPoint, ConfidentSegment, confident_segment

__all__ = [
    "AucInterval",
    "ConfidentPoint",
    "ConfidentSegment",
    "ErrorDifferences",
    "RocBand",
    "confident_segment",
    "delong_interval",
    "delong_test",
    "error_differences",
    "roc_band",
]
