"""Bands around a ROC curve: where may the true curve lie?

Three of them, which promise different things. The *joint* and the *fixed-width* band promise to
hold the whole true curve; the *pointwise* band speaks of each false positive rate by itself, holds
a whole curve much less often, and collapses where the curve found is at 0 or at 1.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from course_lib.common.arguments import number_between, one_of, open_unit_interval, whole_number
from course_lib.common.columns import like_input, numbers_of, same_length
from course_lib.common.phrases import counted, percent
from course_lib.common.randomness import seed_sequence
from course_lib.common.result import Result
from course_lib.roc.points import RocPoints, roc_points, scored

KINDS = ("fixed-width", "joint", "pointwise")
#: What rests on fewer cases may hold the truth less often than it says: a fixed-width band that
#: moves the curve by fewer, a pointwise band where there are fewer false alarms.
_FEWEST_CASES = 5
#: Pointwise bands are computed at so many false positive rates at most.
_MOST_RATES = 2_000


@dataclass(frozen=True, eq=False, repr=False)
class RocBand(Result):
    """A band around a ROC curve: two broken lines from left to right. Made by `roc_band`.

    The arrays cannot be written to.
    """

    _also = ("share",)

    #: "fixed-width", "joint" or "pointwise".
    kind: str
    confidence: float
    #: Does the confidence hold for the whole curve at once, or for one point of it at a time?
    simultaneous: bool
    curve: RocPoints
    #: The corners of the lower line: false positive rates, and true positive rates.
    lower_x: np.ndarray
    lower: np.ndarray
    #: The corners of the upper line.
    upper_x: np.ndarray
    upper: np.ndarray
    #: By how much the curve was moved, sideways and upwards; None for the pointwise band.
    shift: tuple[float, float] | None
    #: What a reader should know about this very band.
    notes: tuple[str, ...]

    @property
    def share(self) -> float:
        """The share of ROC space that the band covers."""
        above = np.trapezoid(self.upper, self.upper_x)
        return float(above - np.trapezoid(self.lower, self.lower_x))

    def limits(self, false_positive_rates: Any) -> tuple[Any, Any]:
        """The band's lower and upper limit at given false positive rates."""
        x = numbers_of(
            "false_positive_rates", false_positive_rates, shape="any", lowest=0, highest=1
        )
        low = _lowest(self.lower_x, self.lower, x)
        return like_input(low), like_input(_highest(self.upper_x, self.upper, x))

    def contains(self, false_positive_rates: Any, true_positive_rates: Any) -> bool:
        """Do all these points lie within the band?"""
        x = numbers_of("false_positive_rates", false_positive_rates)
        y = numbers_of("true_positive_rates", true_positive_rates)
        same_length(false_positive_rates=x, true_positive_rates=y)
        low, high = self.limits(x)
        return bool(((y >= low - 1e-12) & (y <= high + 1e-12)).all())

    def facts(self) -> dict[str, str]:
        """Which band, how sure, and how large."""
        return {
            "band": self.kind,
            "confidence": percent(self.confidence),
            "share of ROC space": f"{100 * self.share:.3g} %",
        }

    def sentence(self) -> str:
        """What the band promises, and how much it covers."""
        promise = (
            "the whole true curve lies within it"
            if self.simultaneous
            else f"at any one false positive rate of {_FEWEST_CASES / self.curve.negatives:.2g} or "
            f"more ({_FEWEST_CASES} false alarms) where the curve is neither at 0 nor at 1 the "
            "true curve lies within it (not at all of them at once)"
        )
        words = (
            f"The {percent(self.confidence)} {self.kind} band of a ROC curve from "
            f"{counted(self.curve.positives, 'positive')} and "
            f"{counted(self.curve.negatives, 'negative')} covers {100 * self.share:.3g} % of ROC "
            f"space: {promise}, with that confidence."
        )
        return self._with_notes(words)


def roc_band(
    is_positive: Any,
    scores: Any,
    kind: str = "fixed-width",
    confidence: float = 0.95,
    *,
    resamples: int = 1000,
    slope: float | None = None,
    seed: Any = None,
) -> RocBand:
    """Where may the true ROC curve lie? A band of given confidence around the one that was found.

    Kinds
    -----
    fixed-width
        Campbell's (1994) band, recommended by Macskassy, Provost and Rosset (2005): the curve is
        moved up and to the left, and down and to the right, by the distance that holds the wanted
        share of the whole curves of bootstrap samples. It moves `slope` times as far upwards as
        sideways: by default the root of negatives/positives, as the errors of the two rates
        relate. Approximate. In simulations it holds what it promises where it moves the curve by
        five cases or more of each class: at 95 %, with 30 of the rarer class up to an AUC of about
        0.85, with 50 up to 0.95, with 100 up to 0.98, with 300 up to 0.998. Nearer to perfection,
        or with fewer cases, it may hold the curve less often, or far less (30 + 30, AUC 0.998: in
        half of all cases), and the result says so.
    joint
        Campbell's simultaneous joint regions: Kolmogorov's distribution bounds how far the true
        positive rates can be off, anywhere, and the same for the false positive rates; both
        together with the wanted confidence. Needs no resampling, holds for any test set, and is
        wide: it promises *at least* the confidence.
    pointwise
        At each false positive rate, the middle of the bootstrap samples' true positive rates. It
        says nothing about the whole curve. Where the curve found has reached 1 (or is still at 0)
        no sample leaves it and the band has no width: there it holds the truth far less often than
        it says, with few positives on a large part of the curve. It also falls short where there
        are fewer than about five false alarms: with 30 negatives, at a false positive rate of 0.02,
        a band of 95 % held the truth in 70 to 75 %.

    Samples are drawn from the positives and from the negatives, each as many as there are. Where
    the classes do not overlap, bootstrap samples are all alike and their bands collapse: the result
    says so.

    Examples
    --------
    >>> truth = [1] * 20 + [0] * 40
    >>> scores = [*range(20, 60, 2), *range(40)]
    >>> for kind in ("fixed-width", "joint", "pointwise"):
    ...     print(kind, round(roc_band(truth, scores, kind, seed=1).share, 1))
    fixed-width 0.4
    joint 0.6
    pointwise 0.2
    """
    kind = one_of("kind", kind, KINDS, {"fixed": "fixed-width", "simultaneous": "joint"})
    confidence = open_unit_interval("confidence", confidence)
    resamples = whole_number("resamples", resamples, 50, 100_000)
    curve = roc_points(is_positive, scores)
    if slope is not None:
        if kind != "fixed-width":
            raise ValueError(f"slope must be None unless kind is 'fixed-width'; got {slope!r}")
        slope = number_between("slope", slope, 1e-6, 1e6)
    if kind == "joint":
        return _joint(curve, confidence)
    truth, values = scored(is_positive, scores)
    samples = _resampled(curve, truth, values, resamples, seed)
    if kind == "fixed-width":
        return _fixed_width(curve, confidence, samples, slope)
    return _pointwise(curve, confidence, samples)


# --- The three bands ------------------------------------------------------------------------------


def _joint(curve: RocPoints, confidence: float) -> RocBand:
    # Positives and negatives are independent: two statements of this confidence are both true with
    # the wanted one.
    each = math.sqrt(confidence)
    sideways, upwards = (_kolmogorov(each, n) for n in (curve.negatives, curve.positives))
    return _moved("joint", curve, confidence, sideways, upwards, ())


@lru_cache(maxsize=1000)
def _kolmogorov(confidence: float, cases: int) -> float:
    """How far the shares of so many cases are off at most, anywhere, with this confidence."""
    from scipy.stats import kstwo

    return float(kstwo.ppf(confidence, cases))


def _fixed_width(
    curve: RocPoints, confidence: float, samples: Iterable[Any], slope: float | None
) -> RocBand:
    slope = math.sqrt(curve.negatives / curve.positives) if slope is None else slope
    x, y = curve.false_positive_rates, curve.true_positive_rates
    distances = [_distance((x, y), sample, slope) for sample in samples]
    upwards = float(np.quantile(distances, confidence, method="higher"))
    cases = min(upwards * curve.positives, upwards / slope * curve.negatives)
    notes = _collapsed(upwards == 0) or _narrow(cases)
    return _moved("fixed-width", curve, confidence, upwards / slope, upwards, notes)


def _distance(
    one: tuple[np.ndarray, np.ndarray], two: tuple[np.ndarray, np.ndarray], slope: float
) -> float:
    """How far upwards one curve must be moved along a line of slope -s to hold the other.

    Along such a line the sum s x + y stays the same. Both curves rise in it, so each is a function
    of it, and the distance is the largest difference of their heights, at a corner of one of them.
    """
    sums = [slope * x + y for x, y in (one, two)]
    heights = one[1], two[1]
    at_its_own = np.abs(np.interp(sums[0], sums[1], heights[1]) - heights[0]).max()
    at_the_others = np.abs(np.interp(sums[1], sums[0], heights[0]) - heights[1]).max()
    return float(max(at_its_own, at_the_others))


def _pointwise(curve: RocPoints, confidence: float, samples: Iterable[Any]) -> RocBand:
    # Every rate that a sample can have, for there the curves jump; of very many, some.
    steps = min(curve.negatives, _MOST_RATES)
    x = np.arange(steps + 1) / steps
    heights = np.array([_highest(right, up, x) for right, up in samples])
    beside = (1 - confidence) / 2
    low, high = np.quantile(heights, [beside, 1 - beside], axis=0)
    notes = _collapsed(bool(np.all(high[:-1] - low[:-1] == 0)))
    return _band("pointwise", curve, confidence, False, (x, low), (x, high), None, notes)


def _collapsed(is_so: bool) -> tuple[str, ...]:
    if not is_so:
        return ()
    return (
        "All bootstrap samples have the same curve, so the band has collapsed and must not be read "
        'as certainty: use kind="joint".',
    )


def _narrow(cases: float) -> tuple[str, ...]:
    if cases >= _FEWEST_CASES - 1e-9:
        return ()
    return (
        f"The band moves the curve by the weight of {cases:.2g} cases only, fewer than "
        f"{_FEWEST_CASES}: with a curve so near to perfect, or so few cases, it may hold the true "
        'curve less often than it says. kind="joint" does not.',
    )


def _moved(
    kind: str,
    curve: RocPoints,
    confidence: float,
    sideways: float,
    upwards: float,
    notes: tuple[str, ...],
) -> RocBand:
    """The curve moved up and left, and down and right, as far as it stays in the unit square."""
    x, y = curve.false_positive_rates, curve.true_positive_rates
    # Beyond its ends a ROC curve goes on level: below 0 at 0, above 1 at 1.
    upper = _cut(np.append(x - sideways, 2.0), np.append(y + upwards, 1.0 + upwards))
    lower = _cut(np.append(-1.0, x + sideways), np.append(-upwards, y - upwards))
    return _band(kind, curve, confidence, True, lower, upper, (sideways, upwards), notes)


def _cut(x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The part of a rising broken line from x = 0 to 1, and what is left of it between y 0 and 1.

    The line begins at or before 0 and ends at or after 1.
    """
    # Corners where it crosses the edges, so that cutting it there bends nothing.
    for edge in (0.0, 1.0):
        crosses = np.flatnonzero((y[:-1] < edge) & (y[1:] > edge))
        for before in crosses[::-1]:
            part = (edge - y[before]) / (y[before + 1] - y[before])
            x = np.insert(x, before + 1, x[before] + part * (x[before + 1] - x[before]))
            y = np.insert(y, before + 1, edge)
    y = np.clip(y, 0.0, 1.0)
    first, last = _lowest(x, y, np.array([0.0])), _highest(x, y, np.array([1.0]))
    inside = (x >= 0) & (x <= 1)  # with upright pieces at the very edges
    return np.concatenate([[0.0], x[inside], [1.0]]), np.concatenate([first, y[inside], last])


def _band(
    kind: str,
    curve: RocPoints,
    confidence: float,
    simultaneous: bool,
    lower: tuple[np.ndarray, np.ndarray],
    upper: tuple[np.ndarray, np.ndarray],
    shift: tuple[float, float] | None,
    notes: tuple[str, ...],
) -> RocBand:
    for array in (*lower, *upper):
        array.setflags(write=False)
    return RocBand(kind, confidence, simultaneous, curve, *lower, *upper, shift, notes)


# --- Curves ---------------------------------------------------------------------------------------


def _resampled(
    curve: RocPoints, truth: np.ndarray, values: np.ndarray, resamples: int, seed: Any
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Curves of bootstrap samples, one after the other: false and true positive rates."""
    random = np.random.default_rng(seed_sequence(seed))
    classes = []
    for kind in (~truth, truth):
        # The index of the point that takes in each case of this class.
        classes.append(np.searchsorted(-curve.thresholds, -values[kind], side="left"))
    points = curve.thresholds.size
    for _ in range(resamples):
        rates = []
        for indices in classes:
            drawn = indices[random.integers(0, indices.size, indices.size)]
            rates.append(np.cumsum(np.bincount(drawn, minlength=points)) / indices.size)
        yield rates[0], rates[1]


def _highest(x: np.ndarray, y: np.ndarray, at: np.ndarray) -> np.ndarray:
    """The height of a rising broken line; where it rises upright, its upper end."""
    before = np.searchsorted(x, at, side="right") - 1
    after = np.minimum(before + 1, x.size - 1)
    return _between(x, y, before, after, at)


def _lowest(x: np.ndarray, y: np.ndarray, at: np.ndarray) -> np.ndarray:
    """The same, but where it rises upright, its lower end."""
    after = np.searchsorted(x, at, side="left")
    before = np.maximum(after - 1, 0)
    return _between(x, y, before, after, at)


def _between(
    x: np.ndarray, y: np.ndarray, before: np.ndarray, after: np.ndarray, at: np.ndarray
) -> np.ndarray:
    width = x[after] - x[before]
    # Nothing lies between a corner and itself.
    part = np.divide(at - x[before], width, out=np.zeros_like(at), where=width > 0)
    return np.where(part >= 1, y[after], y[before] + part * (y[after] - y[before]))
