"""Tango's tests with a margin: is A not much worse, and is the difference small?"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from course_lib.common.arguments import number_between, open_unit_interval
from course_lib.common.phrases import counted, p_alone, p_in_words, percent
from course_lib.common.result import Result
from course_lib.intervals.counts import one_set_of_counts
from course_lib.intervals.difference import limits_in_words
from course_lib.intervals.score import score_statistic
from course_lib.intervals.tango import tango_interval


@dataclass(frozen=True, repr=False)
class MarginTest(Result):
    """A test against a margin. Made by `equivalence_test` and `non_inferiority_test`."""

    #: "equivalence" or "non-inferiority".
    test: str
    b: int
    c: int
    n: int
    #: The largest difference that does not matter.
    margin: float
    #: (b - c)/n.
    difference: float
    #: By how many standard errors the counts lie inside the margin (the nearer one, of two).
    statistic: float
    #: How often luck brings them as far inside, if the true difference lies just at the margin.
    p_value: float

    def heading(self) -> str:
        """Which test."""
        return f"Tango's {self.test} test"

    def facts(self) -> dict[str, str]:
        """The difference, the margin, the statistic and the p-value."""
        return {
            "difference": f"{self.difference:.4f}",
            "margin": f"{self.margin:g}",
            "z": f"{self.statistic + 0.0:.4g}",
            "p-value": p_alone(self.p_value, 0.05),
            "pairs": f"{self.n:,}",
        }

    def interval(self, alpha: float = 0.05) -> tuple[float, float]:
        """Tango's interval that says the same: of confidence 1 - 2 alpha.

        The test rejects at the level alpha where this interval lies within the margin, on both
        sides for equivalence; for non-inferiority only its lower limit counts.
        """
        alpha = number_between("alpha", open_unit_interval("alpha", alpha), 0, 0.5)
        if alpha == 0.5:
            return self.difference, self.difference
        return tango_interval(self.b, self.c, self.n, 1 - 2 * alpha)

    def sentence(self, alpha: float = 0.05) -> str:
        """The finding, fit for a paper."""
        alpha = open_unit_interval("alpha", alpha)
        shown = self.p_value <= alpha
        estimate = limits_in_words(self.difference)[0]
        if self.test == "equivalence":
            found = (
                f"it is shown that the true difference is smaller than {self.margin:g} either way"
                if shown
                else f"it is not shown that the true difference is smaller than {self.margin:g}"
            )
        else:
            found = (
                f"it is shown that the first is not worse than the second by {self.margin:g} or "
                "more"
                if shown
                else f"it is not shown that the first is not worse by {self.margin:g} or more"
            )
        words = (
            f"Tango's {self.test} test with a margin of {self.margin:g}, on "
            f"{counted(self.n, 'pair')} ({self.b:,} one way only, {self.c:,} the other; difference "
            f"{estimate}): z = {self.statistic + 0.0:.4g}, {p_in_words(self.p_value, alpha)}; at "
            f"the {percent(alpha)} level {found}."
        )
        if alpha < 0.5:
            low, high = limits_in_words(*self.interval(alpha))
            words += f" The {percent(1 - 2 * alpha)} interval is {low} to {high}."
        return words


def non_inferiority_test(b: int, c: int, n: int, margin: float) -> MarginTest:
    """Is the first not worse than the second by the margin or more?

    Of `n` pairs, `b` speak for the first alone and `c` for the second alone. The null hypothesis is
    that the true difference is -margin or lower; a small p-value speaks against it. The margin must
    be chosen before the data are seen, by what matters, not by what can be shown. With a margin of
    0 the square of the statistic is McNemar's, without continuity correction.

    Examples
    --------
    Tango's own: 44 patients, one of whom the new treatment failed alone.

    >>> result = non_inferiority_test(0, 1, 44, margin=0.1)
    >>> round(result.statistic, 3), round(result.p_value, 3)
    (1.709, 0.044)
    """
    b, c, n, margin = _checked(b, c, n, margin)
    z = _score(b, c, n, -margin)
    return MarginTest("non-inferiority", b, c, n, margin, (b - c) / n, z, _above(z))


def equivalence_test(b: int, c: int, n: int, margin: float) -> MarginTest:
    """Is the true difference smaller than the margin, in either direction?

    Two one-sided tests, one at each end of the margin; both must reject, so the larger p-value
    counts. This is what can show that two are about equally good. A test that finds no difference
    cannot: it may have had too little to go by.

    Examples
    --------
    Nothing discordant among 20 pairs; shown to be equal within 10 percentage points? Among 200?

    >>> round(equivalence_test(0, 0, 20, margin=0.1).p_value, 3)
    0.068
    >>> equivalence_test(0, 0, 200, margin=0.1).p_value < 0.001
    True
    """
    b, c, n, margin = _checked(b, c, n, margin)
    z = min(_score(b, c, n, -margin), -_score(b, c, n, margin))
    return MarginTest("equivalence", b, c, n, margin, (b - c) / n, z, _above(z))


def _checked(b: Any, c: Any, n: Any, margin: Any) -> tuple[int, int, int, float]:
    b, c, n = one_set_of_counts(b, c, n)
    margin = number_between("margin", margin, 0, 1, "a share of all pairs; 1 itself is no margin")
    if margin == 1:
        raise ValueError(f"margin must be less than 1, for no difference is larger; got {margin:g}")
    return b, c, n, margin


def _score(b: int, c: int, n: int, difference: float) -> float:
    return float(score_statistic(*(np.asarray(float(v)) for v in (b, c, n, difference))))


def _above(z: float) -> float:
    from scipy.special import ndtr

    return float(ndtr(-z))
