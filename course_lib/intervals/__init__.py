"""Paired differences: how large may the difference between A and B be?"""

from course_lib.intervals.tango import tango_interval

__all__ = ["tango_interval"]
