"""The intervals by name, for whatever compares them."""

from collections.abc import Callable
from typing import Any

from course_lib.common.arguments import one_of
from course_lib.intervals.bootstrap import bootstrap_interval
from course_lib.intervals.newcombe import newcombe_interval
from course_lib.intervals.simple import agresti_min_interval, wald_interval
from course_lib.intervals.tango import tango_interval

METHODS = ("tango", "wald", "agresti-min", "newcombe", "bootstrap")
#: How a sentence calls them.
TITLES = {
    "tango": "Tango's score interval",
    "wald": "Wald's interval",
    "agresti-min": "Agresti and Min's interval",
    "newcombe": "Newcombe's interval",
    "bootstrap": "the bootstrap's percentile interval",
}
_SYNONYMS = {
    "score": "tango",
    "agresti_min": "agresti-min",
    "agresti": "agresti-min",
    "percentile": "bootstrap",
    "normal": "wald",
}
_ON_COUNTS = {
    "tango": tango_interval,
    "wald": wald_interval,
    "agresti-min": agresti_min_interval,
    "bootstrap": bootstrap_interval,
}


def check_method(method: Any) -> str:
    """The name of an interval, or an error that lists them."""
    return one_of("method", method, METHODS, _SYNONYMS)


def interval_by_name(
    method: str, b: Any, c: Any, n: Any, confidence: Any, both_right: Any = None, **more: Any
) -> tuple[Any, Any]:
    """The limits of the interval of this name; Newcombe's needs `both_right`."""
    if method == "newcombe":
        if both_right is None:
            raise ValueError(
                "both_right must be given for Newcombe's interval: how many pairs went right for "
                "both; got None"
            )
        return newcombe_interval(b, c, n, confidence, both_right=both_right)
    function: Callable = _ON_COUNTS[method]
    return function(b, c, n, confidence, **more)
