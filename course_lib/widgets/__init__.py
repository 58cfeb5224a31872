"""Live panels: each one lives in the browser (`front/`), and has a thin side in Python here."""

from course_lib.widgets.best_of_c import BestOfC

#: By the name that a stored lesson tells.
LIVE_WIDGETS = {widget.__name__: widget for widget in (BestOfC,)}

__all__ = ["LIVE_WIDGETS", *LIVE_WIDGETS]
