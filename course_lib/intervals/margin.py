"""Tests with a margin, by Tango's score: is A not much worse, and is the difference small?"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from course_lib.common.arguments import number_between, one_of, open_unit_interval
from course_lib.common.phrases import counted, p_alone, p_in_words, percent
from course_lib.common.result import Result
from course_lib.intervals.counts import one_set_of_counts
from course_lib.intervals.difference import limits_in_words
from course_lib.intervals.score import score_statistic
from course_lib.intervals.tango import tango_interval
from course_lib.intervals.unconditional import MOST_PAIRS, largest_chance


@dataclass(frozen=True, repr=False)
class MarginTest(Result):
    """A test against a margin. Made by `equivalence_test` and `non_inferiority_test`."""

    #: "equivalence" or "non-inferiority".
    test: str
    #: "score", whose p-value is approximate, or "exact".
    method: str
    b: int
    c: int
    n: int
    #: The largest difference that does not matter.
    margin: float
    #: (b - c)/n.
    difference: float
    #: By how many standard errors the counts lie inside the margin (the nearer one, of two).
    statistic: float
    #: How often, at most, luck brings them as far inside, if the true difference lies at the margin
    #: or beyond; approximately so with "score".
    p_value: float

    def heading(self) -> str:
        """Which test."""
        return f"{self._name} ({self.method})"

    @property
    def _name(self) -> str:
        return f"Tango's {self.test} test"

    @property
    def _kind(self) -> str:
        return "exact" if self.method == "exact" else "approximate"

    def facts(self) -> dict[str, str]:
        """The difference, the margin, the statistic and the p-value."""
        return {
            "difference": f"{self.difference:.4f}",
            "margin": f"{self.margin:g}",
            "z": f"{self.statistic + 0.0:.4g}",
            f"{self._kind} p-value": p_alone(self.p_value, 0.05),
            "pairs": f"{self.n:,}",
        }

    def interval(self, alpha: float = 0.05) -> tuple[float, float]:
        """Tango's interval that goes with the score test: two-sided, of confidence 1 - 2 alpha.

        With `method="score"` the test rejects at the level alpha where this interval lies within
        the margin, on both sides for equivalence; for non-inferiority only its lower limit counts.
        The exact test may part from it, and its sentence says so where it does.
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
            f"{self._name} with a margin of {self.margin:g}, on "
            f"{counted(self.n, 'pair')} ({self.b:,} for the first alone, {self.c:,} for the second "
            f"alone; difference {estimate}): z = {self.statistic + 0.0:.4g}, {self._kind} "
            f"{p_in_words(self.p_value, alpha)}; at the {percent(alpha)} level {found}."
        )
        if alpha < 0.5:
            low, high = limits_in_words(*self.interval(alpha))
            words += f" The {percent(1 - 2 * alpha)} two-sided interval is {low} to {high}"
            by_score = _above(self.statistic) <= alpha
            if by_score != shown:
                words += ", by the approximate test, from which the exact one parts here"
            words += "."
        if shown and self.method == "score":
            often = "nearly 8 %" if self.n >= 20 else "more than 10 %"
            words += f" {_APPROXIMATE.format(often=often)}"
        return words


#: How wrong the score test may be: at 22 pairs and a margin of 0.25 it errs in 7.8 %, at 5 pairs in
#: 11.7 % at worst.
_APPROXIMATE = (
    "The p-value is approximate: a test at 5 % that goes by it can err in {often} of cases, "
    'while method="exact" keeps its level.'
)


def non_inferiority_test(
    b: int, c: int, n: int, margin: float, method: str = "score"
) -> MarginTest:
    """Is the first not worse than the second by the margin or more?

    Of `n` pairs, `b` speak for the first alone and `c` for the second alone. The null hypothesis is
    that the true difference is -margin or lower; a small p-value speaks against it. The margin must
    be chosen before the data are seen, by what matters, not by what can be shown. With a margin of
    0 the square of the statistic is McNemar's, without continuity correction.

    Methods
    -------
    score
        Tango's: the normal distribution of the score statistic. Approximate: at the 5 % level, with
        margins of up to 0.3, it errs at worst in 8 % of cases on 20 to 50 pairs, in 7 % on 50 to
        100 and in 6.5 % on more; on fewer pairs it may err more often than that.
    exact
        Never errs more often than it says. The p-value is the largest chance that any truth outside
        the margin gives to a score as large as this one (exact and unconditional). Up to 10,000
        pairs.

    Examples
    --------
    Tango's own: 44 patients, one of whom the new treatment failed alone.

    >>> result = non_inferiority_test(0, 1, 44, margin=0.1)
    >>> round(result.statistic, 3), round(result.p_value, 3)
    (1.709, 0.044)
    >>> round(non_inferiority_test(0, 1, 44, margin=0.1, method="exact").p_value, 3)
    0.057
    """
    b, c, n, margin = _checked(b, c, n, margin)
    z = _score(b, c, n, margin)
    return _tested("non-inferiority", b, c, n, margin, method, z)


def equivalence_test(b: int, c: int, n: int, margin: float, method: str = "score") -> MarginTest:
    """Is the true difference smaller than the margin, in either direction?

    Two one-sided tests, one at each end of the margin; both must reject, so the larger p-value
    counts. This is what can show that two are about equally good. A test that finds no difference
    cannot: it may have had too little to go by. `method` is `"score"`, which is approximate, or
    `"exact"`, as in `non_inferiority_test`.

    Examples
    --------
    Nothing discordant among 20 pairs; shown to be equal within 10 percentage points? Among 200?

    >>> round(equivalence_test(0, 0, 20, margin=0.1).p_value, 3)
    0.068
    >>> equivalence_test(0, 0, 200, margin=0.1).p_value < 0.001
    True
    """
    b, c, n, margin = _checked(b, c, n, margin)
    # Of the two ends, the nearer one counts.
    z = min(_score(b, c, n, margin), _score(c, b, n, margin))
    return _tested("equivalence", b, c, n, margin, method, z)


def _checked(b: Any, c: Any, n: Any, margin: Any) -> tuple[int, int, int, float]:
    b, c, n = one_set_of_counts(b, c, n)
    margin = number_between("margin", margin, 0, 1, "a share of all pairs; 1 itself is no margin")
    if margin == 1:
        raise ValueError(f"margin must be less than 1, for no difference is larger; got {margin:g}")
    return b, c, n, margin


def _score(b: int, c: int, n: int, margin: float) -> float:
    """By how many standard errors the counts lie above a true difference of -margin."""
    return float(score_statistic(*(np.asarray(float(v)) for v in (b, c, n, -margin))))


def _tested(test: str, b: int, c: int, n: int, margin: float, method: str, z: float) -> MarginTest:
    method = one_of("method", method, ("score", "exact"), _SYNONYMS)
    if method == "exact" and n > MOST_PAIRS:
        raise ValueError(
            f'n must be at most {MOST_PAIRS:,} for method="exact"; got {n:,}. For more pairs there '
            'is method="score", which is approximate'
        )
    p = largest_chance(n, margin, z) if method == "exact" else _above(z)
    return MarginTest(test, method, b, c, n, margin, (b - c) / n, z, p)


_SYNONYMS = {"tango": "score", "asymptotic": "score", "unconditional": "exact"}


def _above(z: float) -> float:
    from scipy.special import ndtr

    return float(ndtr(-z))
