"""The controls of a panel: what they are called, where they begin, how far they go.

The front end makes sliders and lists from these; Python checks what is set here by them. One place
for both, and nothing of Jupyter in it, so that a page without a kernel can use them as well.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from course_lib.common.arguments import number_between, one_of, whole_number

#: Levels of a test and of an interval, from small to large.
ALPHAS = (0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5)
CONFIDENCES = (0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 0.9999)
#: Steps within a factor of ten, for a slider over several of them.
_WITHIN_TEN = (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8)


def wide(low: int, high: int) -> tuple[int, ...]:
    """Whole numbers from low to high in steps of about a fifth, as people count.

    >>> wide(1, 30)
    (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30)
    """
    steps = {
        int(step * 10**power)
        for power in range(len(str(high)))
        for step in _WITHIN_TEN
        if step * 10**power % 1 == 0 and low <= step * 10**power <= high
    }
    return tuple(sorted({low, *steps, high}))


@dataclass(frozen=True)
class Control(ABC):
    """One of them."""

    label: str
    #: Where it begins, and where a reset brings it back to.
    first: Any

    @abstractmethod
    def check(self, value: Any) -> Any:
        """The value as it is to be kept, or a `ValueError` that says what is allowed."""

    @abstractmethod
    def spec(self) -> dict[str, Any]:
        """For the front end, which calls it a specification."""

    def beginning_with(self, value: Any) -> "Control":
        """The same, beginning elsewhere."""
        return replace(self, first=self.check(value))


@dataclass(frozen=True)
class Number(Control):
    """A number that can be dragged and typed."""

    low: float
    high: float
    #: The step of the slider; what is typed need not keep to it unless it is 1.
    step: float = 1
    #: Where the slider stops instead, if the range is wide; anything between can be typed.
    stops: Sequence[float] = ()
    #: Whether only whole numbers are allowed; None: if low, high and step are whole.
    whole: bool | None = None

    @property
    def is_whole(self) -> bool:
        """Are only whole numbers allowed?"""
        if self.whole is not None:
            return self.whole
        return all(isinstance(n, int) for n in (self.low, self.high, self.step))

    def check(self, value: Any) -> Any:
        """A number within the range."""
        check = whole_number if self.is_whole else number_between
        return check(self.label, value, self.low, self.high)

    def spec(self) -> dict[str, Any]:
        """Range, step and stops."""
        return {
            "kind": "number",
            "label": self.label,
            "low": self.low,
            "high": self.high,
            "step": self.step,
            "stops": list(self.stops),
            "whole": self.is_whole,
        }


def level(first: float, label: str = "level alpha") -> Number:
    """The level of a test."""
    return Number(label, first, ALPHAS[0], ALPHAS[-1], stops=ALPHAS, whole=False)


def confidence(first: float, high: float = CONFIDENCES[-1], label: str = "confidence") -> Number:
    """The confidence of an interval."""
    stops = tuple(stop for stop in CONFIDENCES if stop <= high)
    return Number(label, first, stops[0], high, stops=stops, whole=False)


@dataclass(frozen=True)
class Choice(Control):
    """One of a few; `options` are (what the reader sees, value)."""

    options: Sequence[tuple[str, Any]]

    def check(self, value: Any) -> Any:
        """One of the values, which need not be words."""
        values = [option for _, option in self.options]
        for option in values:
            if option == value and isinstance(option, bool) == isinstance(value, bool):
                return option
        if all(isinstance(option, str) for option in values):
            return one_of(self.label, value, values)
        raise ValueError(
            f"{self.label} must be one of {', '.join(map(repr, values))}; got {value!r}"
        )

    def spec(self) -> dict[str, Any]:
        """The options in order."""
        return {"kind": "choice", "label": self.label, "options": [list(o) for o in self.options]}


@dataclass(frozen=True)
class Ticks(Control):
    """Boxes to tick; the value is the list of those that are."""

    options: Sequence[str]

    def check(self, value: Any) -> list[str]:
        """Names of boxes, in their order."""
        if isinstance(value, str):
            value = [value]
        for name in value:
            one_of(self.label, name, list(self.options))
        return [name for name in self.options if name in set(value)]

    def spec(self) -> dict[str, Any]:
        """The boxes in order."""
        return {"kind": "ticks", "label": self.label, "options": list(self.options)}


@dataclass(frozen=True)
class Text(Control):
    """Something that is typed as it was printed: "79.20" says more than 79.2."""

    def check(self, value: Any) -> str:
        """A text."""
        if not isinstance(value, str):
            raise ValueError(f"{self.label} must be a text; got {value!r}")
        return value

    def spec(self) -> dict[str, Any]:
        """A field to type in."""
        return {"kind": "text", "label": self.label}
