"""Live panels: each one lives in the browser (`front/`), and has a thin side in Python here.

They are imported when asked for: pages without a kernel use their controls and the front end, and
need no Jupyter for that.
"""

from importlib import import_module
from typing import Any

#: Where each of them is.
_HOMES = {
    "BestOfC": "best_of_c",
    "CaucPlane": "roc",
    "ChartReader": "chart_reader",
    "Checkpoint": "checkpoint",
    "Corrections": "corrections",
    "CoverageMap": "intervals",
    "CriticalRegion": "critical_region",
    "IntervalRace": "intervals",
    "McNemarTable": "mcnemar_table",
    "PoolPicker": "pool_picker",
    "Power": "power",
    "ThresholdPanel": "threshold",
    "ThresholdRider": "roc",
    "TypeIError": "type_i_error",
    "VariantFactory": "variant_factory",
    "Walk": "walk",
    "WhichTest": "which_test",
}


def __getattr__(name: str) -> Any:
    if name == "LIVE_WIDGETS":  # all of them, by the name that a stored lesson tells
        return {widget: __getattr__(widget) for widget in _HOMES}
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


__all__ = ["LIVE_WIDGETS", *_HOMES]
