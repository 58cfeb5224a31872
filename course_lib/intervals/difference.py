"""A paired difference with its interval, as a result that can say itself."""

from dataclasses import dataclass
from typing import Any

from course_lib.common.arguments import open_unit_interval
from course_lib.common.phrases import counted, percent
from course_lib.common.result import Result
from course_lib.intervals.counts import one_set_of_counts
from course_lib.intervals.methods import TITLES, check_method, interval_by_name


@dataclass(frozen=True, repr=False)
class PairedDifference(Result):
    """How large is the difference, and how large may it be? Made by `paired_difference`."""

    _also = ("contains_zero",)

    #: Pairs that went the first way only, the other way only, and all pairs.
    b: int
    c: int
    n: int
    #: "tango", "wald", "agresti-min", "newcombe" or "bootstrap".
    method: str
    confidence: float
    #: (b - c)/n.
    difference: float
    low: float
    high: float
    #: What a reader should know about this very interval.
    notes: tuple[str, ...]

    @property
    def contains_zero(self) -> bool:
        """Is it left open that there is no difference at all?"""
        return self.low <= 0 <= self.high

    def heading(self) -> str:
        """Which interval."""
        title = TITLES[self.method]
        return title[0].upper() + title[1:]

    def facts(self) -> dict[str, str]:
        """The difference, its interval, and the counts."""
        return {
            "difference": f"{self.difference:.4f}",
            f"{percent(self.confidence)} interval": f"{self.low:.4f} to {self.high:.4f}",
            "one way only": f"{self.b:,}",
            "the other way only": f"{self.c:,}",
            "pairs": f"{self.n:,}",
        }

    def sentence(self) -> str:
        """The finding, fit for a paper; with what should be known about it."""
        low, high, estimate = limits_in_words(self.low, self.high, self.difference)
        holds = "holds" if self.contains_zero else "does not hold"
        words = (
            f"The difference is {estimate} ({self.b:,} one way only, {self.c:,} the other, of "
            f"{counted(self.n, 'pair')}); {TITLES[self.method]} at {percent(self.confidence)} "
            f"confidence reaches from {low} to {high}, and {holds} 0, no difference at all."
        )
        return self._with_notes(words)


def limits_in_words(*numbers: float) -> list[str]:
    """Numbers in three decimals, or in more where 0 and other numbers would look the same.

    >>> limits_in_words(-0.0271, 0.38970, 0.1875), limits_in_words(0.00004, 0.2)
    (['-0.027', '0.390', '0.188'], ['0.00004', '0.20000'])
    """
    for decimals in range(3, 13):
        texts = [f"{number + 0.0:.{decimals}f}" for number in numbers]
        if all((float(t) == 0) == (x == 0) for t, x in zip(texts, numbers, strict=True)):
            break
    return texts


def paired_difference(
    b: int,
    c: int,
    n: int,
    method: str = "tango",
    confidence: float = 0.95,
    *,
    both_right: int | None = None,
    seed: Any = None,
) -> PairedDifference:
    """How large is the difference (b - c)/n, and how large may it be?

    Of `n` pairs, `b` went one way only and `c` the other way only: cases that only A got right and
    only B did, say; then it is the accuracy of A minus that of B. `method` is `"tango"`, or for
    comparison `"wald"`, `"agresti-min"`, `"newcombe"` (which needs `both_right`) or `"bootstrap"`
    (which draws, and takes a `seed`).

    Examples
    --------
    >>> found = paired_difference(16, 6, 100)
    >>> round(found.low, 3), round(found.high, 3)
    (0.009, 0.196)
    >>> print(paired_difference(0, 0, 20, "wald").notes[0])
    The interval has no width, as if 20 pairs could tell for certain: do not report it.
    """
    method = check_method(method)
    confidence = open_unit_interval("confidence", confidence)
    b, c, n = one_set_of_counts(b, c, n)
    more = {"seed": seed} if method == "bootstrap" else {}
    low, high = interval_by_name(method, b, c, n, confidence, both_right, **more)
    notes = []
    if low == high:
        notes.append(
            f"The interval has no width, as if {counted(n, 'pair')} could tell for certain: do not "
            "report it."
        )
    elif low < -1 or high > 1:
        notes.append("It leaves [-1, 1], where no difference can be: do not report it.")
    return PairedDifference(b, c, n, method, confidence, (b - c) / n, low, high, tuple(notes))
