"""Live panels: each one lives in the browser (`front/`), and has a thin side in Python here."""

from course_lib.widgets.best_of_c import BestOfC
from course_lib.widgets.checkpoint import Checkpoint
from course_lib.widgets.intervals import CoverageMap, IntervalRace
from course_lib.widgets.roc import CaucPlane, ThresholdRider

#: By the name that a stored lesson tells.
LIVE_WIDGETS = {
    widget.__name__: widget
    for widget in (
        BestOfC,
        CaucPlane,
        Checkpoint,
        CoverageMap,
        IntervalRace,
        ThresholdRider,
    )
}

__all__ = ["LIVE_WIDGETS", *LIVE_WIDGETS]
