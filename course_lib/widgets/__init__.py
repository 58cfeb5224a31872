"""Live panels: each one lives in the browser (`front/`), and has a thin side in Python here."""

from course_lib.widgets.best_of_c import BestOfC
from course_lib.widgets.checkpoint import Checkpoint
from course_lib.widgets.corrections import Corrections
from course_lib.widgets.pool_picker import PoolPicker
from course_lib.widgets.power import Power
from course_lib.widgets.variant_factory import VariantFactory

_WIDGETS = (BestOfC, Checkpoint, Corrections, PoolPicker, Power, VariantFactory)
#: By the name that a stored lesson tells.
LIVE_WIDGETS = {widget.__name__: widget for widget in _WIDGETS}

__all__ = ["LIVE_WIDGETS", *LIVE_WIDGETS]
