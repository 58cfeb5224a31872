"""Which values of a statistic are too rare if there is no difference: the critical region."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from course_lib.common.arguments import one_of, open_unit_interval, whole_number
from course_lib.common.phrases import counted

#: The distributions of test statistics that have one here.
LAWS = ("t", "chi-squared", "normal", "wins")
TAILS = ("both", "upper", "lower")
#: What differs by less is equal, but for rounding.
_CLOSE = 1e-12


@dataclass(frozen=True)
class Region:
    """A critical region, and where a statistic lies. Made by `critical_region`."""

    #: Values from which on, and up to which, the statistic is in the region (or None).
    upper: float | None
    lower: float | None
    #: The probability of the whole region: alpha, or less where values come in steps.
    mass: float
    #: Of the statistic, if one was given.
    p_value: float | None

    def holds(self, statistic: float) -> bool:
        """Does the statistic lie in it? Its edges belong to it."""
        return (
            self.has_edge(statistic)
            or (self.upper is not None and statistic >= self.upper)
            or (self.lower is not None and statistic <= self.lower)
        )

    def has_edge(self, statistic: float) -> bool:
        """Is the statistic an edge of it, but for rounding?"""
        edges = [edge for edge in (self.upper, self.lower) if edge is not None]
        return any(math.isclose(statistic, edge, rel_tol=_CLOSE, abs_tol=_CLOSE) for edge in edges)


def critical_region(
    law: str, n: int, alpha: float = 0.05, tails: str = "both", statistic: float | None = None
) -> Region:
    """The values that a test at the level alpha rejects, and the p-value of a statistic.

    `law` is `"t"` or `"chi-squared"` (with `n` degrees of freedom), `"normal"`, or `"wins"` (of
    `n` trials). `tails` is `"both"`, `"upper"` or `"lower"`; chi-squared has only the upper one.

    >>> region = critical_region("wins", 10, 0.05, statistic=9)
    >>> region.upper, region.lower, region.holds(9), round(region.p_value, 4)
    (9.0, 1.0, True, 0.0215)
    """
    law, tails = one_of("law", law, LAWS), one_of("tails", tails, TAILS)
    alpha, n = open_unit_interval("alpha", alpha), whole_number("n", n)
    if law == "chi-squared":
        tails = "upper"
    part = alpha / 2 if tails == "both" else alpha
    if law == "wins":
        return _of_wins(n, part, tails, statistic)
    density = distribution(law, n)
    # Adding 0 takes the sign from a zero.
    upper = float(density.isf(part)) + 0.0 if tails != "lower" else None
    lower = float(density.ppf(part)) + 0.0 if tails != "upper" else None
    p = None
    if statistic is not None:
        p = _p_value(density.sf(statistic), density.cdf(statistic), tails)
    return Region(upper, lower, alpha, p)


def distribution(law: str, n: int) -> Any:
    """The distribution of a statistic if there is no difference, as scipy has it."""
    from scipy import stats

    if law == "normal":
        return stats.norm()
    if law == "wins":
        return stats.binom(n, 0.5)
    return stats.t(n) if law == "t" else stats.chi2(n)


def law_in_words(law: str, n: int) -> str:
    """What the axis of a picture says.

    >>> law_in_words("t", 1), law_in_words("wins", 20)
    ('t, 1 degree of freedom', 'wins of A in 20 trials')
    """
    if law == "wins":
        return f"wins of A in {counted(n, 'trial')}"
    df = f"{n:,} degree{'' if n == 1 else 's'} of freedom"
    return "z" if law == "normal" else f"{law}, {df}"


def _of_wins(n: int, part: float, tails: str, statistic: float | None) -> Region:
    coin, wins = distribution("wins", n), np.arange(n + 1)
    chances, below, above = coin.pmf(wins), coin.cdf(wins), coin.sf(wins - 1)
    # A chance that equals the level, but for rounding, is rare enough.
    high = wins[above <= part * (1 + _CLOSE)] if tails != "lower" else wins[:0]
    low = wins[below <= part * (1 + _CLOSE)] if tails != "upper" else wins[:0]
    p = None
    if statistic is not None:
        won = whole_number("statistic", statistic, 0, n, "the trials")
        p = _p_value(above[won], below[won], tails)
    return Region(
        float(high.min()) if high.size else None,
        float(low.max()) if low.size else None,
        float(chances[high].sum() + chances[low].sum()),
        p,
    )


def _p_value(above: float, below: float, tails: str) -> float:
    both = min(1.0, 2 * min(above, below))
    return float({"upper": above, "lower": below, "both": both}[tails])
