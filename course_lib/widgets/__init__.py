"""Live panels: each one lives in the browser (`front/`), and has a thin side in Python here."""

from course_lib.widgets.best_of_c import BestOfC
from course_lib.widgets.chart_reader import ChartReader
from course_lib.widgets.checkpoint import Checkpoint
from course_lib.widgets.threshold import ThresholdPanel
from course_lib.widgets.walk import Walk

#: By the name that a stored lesson tells.
LIVE_WIDGETS = {
    widget.__name__: widget for widget in (BestOfC, ChartReader, Checkpoint, ThresholdPanel, Walk)
}

__all__ = ["LIVE_WIDGETS", *LIVE_WIDGETS]
