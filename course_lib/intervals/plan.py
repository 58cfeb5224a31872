"""How many pairs it takes for an interval of a wanted width."""

import math
from dataclasses import dataclass

import numpy as np

from course_lib.common.arguments import chances_of_one, number_between, one_of, open_unit_interval
from course_lib.common.phrases import percent
from course_lib.common.result import Result
from course_lib.intervals.counts import normal_quantile
from course_lib.intervals.methods import TITLES, interval_by_name

_LARGEST = 100_000_000
#: Those that depend on b, c and n alone. Not Wald's: on a single pair it has no width at all.
_METHODS = ("tango", "agresti-min")


@dataclass(frozen=True, repr=False)
class WidthPlan(Result):
    """How many pairs give an interval of a wanted width. Made by `interval_sample_size`."""

    width: float
    b_chance: float
    c_chance: float
    confidence: float
    method: str
    #: The smallest number of pairs whose interval is on average no wider than wanted.
    n: int
    #: And how wide that is.
    mean_width: float

    def facts(self) -> dict[str, str]:
        """How many pairs, and how wide their interval is."""
        return {
            "pairs": f"{self.n:,}",
            "mean width": f"{self.mean_width:.4g}",
            "wanted": f"{self.width:g}",
            "confidence": percent(self.confidence),
        }

    def sentence(self) -> str:
        """The plan in words."""
        return (
            f"If {percent(self.b_chance)} of the pairs go one way only and "
            f"{percent(self.c_chance)} the other, {self.n:,} pairs give an interval "
            f"({TITLES[self.method]}, {percent(self.confidence)} confidence) that is "
            f"{self.mean_width:.4g} wide on average, from end to end; {self.width:g} was wanted."
        )


def interval_sample_size(
    width: float,
    b_chance: float,
    c_chance: float,
    confidence: float = 0.95,
    method: str = "tango",
) -> WidthPlan:
    """How many pairs must be collected for the interval to be no wider than `width`, on average?

    `b_chance` and `c_chance` are the chances, guessed or from a first sample, that a pair goes one
    way only and the other way only. Discordant pairs are what makes an interval wide: if you know
    nothing, take the most that you think possible. `width` is from end to end, twice the "plus or
    minus". `method` is `"tango"` or `"agresti-min"`.

    Examples
    --------
    >>> interval_sample_size(0.1, 0.06, 0.16).n
    330
    """
    width = number_between("width", width, 0, 2)
    if not 0 < width < 2:
        raise ValueError(f"width must be above 0 and below 2; got {width}")
    first, second = chances_of_one(b_chance=b_chance, c_chance=c_chance)
    confidence = open_unit_interval("confidence", confidence)
    method = one_of("method", method, _METHODS, {"score": "tango"})

    def mean_width(n: int) -> float:
        return _mean_width(n, first, second, method, confidence)

    z = float(normal_quantile(confidence))
    n = max(1, round(4 * z * z * (first + second - (first - second) ** 2) / width**2))
    too_few, enough, widths = 0, None, {}
    while enough is None or enough - too_few > 1:
        if n > _LARGEST:
            raise ValueError(f"width must be larger: {width:g} takes more than {_LARGEST:,} pairs")
        widths[n] = mean_width(n)
        if widths[n] <= width:
            enough = n
        else:
            too_few = n
        # A width falls about as fast as 1 over the root of n: the next guess is nearly right.
        n = math.ceil(n * (widths[n] / width) ** 2)
        n = max(n, too_few + 1) if enough is None else min(max(n, too_few + 1), enough - 1)
    return WidthPlan(width, first, second, confidence, method, enough, widths[enough])


def _mean_width(n: int, b_chance: float, c_chance: float, method: str, confidence: float) -> float:
    """The average width over everything that n pairs can come to."""
    from scipy.special import gammaln, xlogy

    axes = []
    for chance in (b_chance, c_chance):
        spread = math.sqrt(n * chance * (1 - chance))
        reach = 15 + 9 * spread if spread > 0 else 0
        low, high = max(0, math.floor(n * chance - reach)), min(n, math.ceil(n * chance + reach))
        # Widths are smooth: where a count varies by hundreds, a sum over every eighth of its
        # standard deviation gives the same average, to more digits than anybody wants.
        axes.append(np.arange(low, high + 1, max(1, int(spread / 8))))
    b, c = (axis.ravel() for axis in np.meshgrid(*axes))
    possible = b + c <= n
    b, c = b[possible], c[possible]
    rest = n - b - c
    logs = xlogy(b, b_chance) + xlogy(c, c_chance) + xlogy(rest, max(0.0, 1 - b_chance - c_chance))
    logs -= gammaln(b + 1) + gammaln(c + 1) + gammaln(rest + 1)
    weights = np.exp(logs - logs.max())
    low, high = interval_by_name(method, b, c, n, confidence)
    return float(np.average(high - low, weights=weights))
