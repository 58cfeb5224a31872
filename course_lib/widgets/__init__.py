"""Live panels: each one lives in the browser (`front/`), and has a thin side in Python here."""

from course_lib.widgets.best_of_c import BestOfC
from course_lib.widgets.checkpoint import Checkpoint
from course_lib.widgets.critical_region import CriticalRegion
from course_lib.widgets.mcnemar_table import McNemarTable
from course_lib.widgets.type_i_error import TypeIError
from course_lib.widgets.which_test import WhichTest

#: By the name that a stored lesson tells.
LIVE_WIDGETS = {
    widget.__name__: widget
    for widget in (BestOfC, Checkpoint, CriticalRegion, McNemarTable, TypeIError, WhichTest)
}

__all__ = ["LIVE_WIDGETS", *LIVE_WIDGETS]
