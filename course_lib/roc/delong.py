"""How sure is an AUC, and do two of them differ? DeLong, DeLong and Clarke-Pearson (1988)."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from course_lib.common.arguments import check_alternative, one_of, open_unit_interval
from course_lib.common.phrases import counted, percent
from course_lib.common.ranks import twice_mean_ranks
from course_lib.common.result import Result
from course_lib.pairs.results import PairTest
from course_lib.pairs.samples import by_alternative
from course_lib.roc.points import scored

METHODS = ("logit", "plain")


@dataclass(frozen=True, repr=False)
class AucInterval(Result):
    """An AUC and where the true one plausibly lies. Made by `delong_interval`."""

    auc: float
    low: float
    high: float
    #: DeLong's standard error of the AUC.
    standard_error: float
    confidence: float
    #: "logit" or "plain".
    method: str
    positives: int
    negatives: int
    #: What a reader should know about this very interval.
    notes: tuple[str, ...]

    def facts(self) -> dict[str, str]:
        """The AUC, its interval and its standard error."""
        return {
            "AUC": f"{self.auc:.4f}",
            f"{percent(self.confidence)} interval": f"{self.low:.4f} to {self.high:.4f}",
            "standard error": f"{self.standard_error:.4f}",
        }

    def sentence(self) -> str:
        """The finding, fit for a paper."""
        scale = ", on the logit scale" if self.method == "logit" else ""
        words = (
            f"The AUC is {self.auc:.3f} ({percent(self.confidence)} interval {self.low:.3f} to "
            f"{self.high:.3f}, DeLong{scale}), on {counted(self.positives, 'positive')} and "
            f"{counted(self.negatives, 'negative')}."
        )
        return self._with_notes(words)


def delong_interval(
    is_positive: Any, scores: Any, confidence: float = 0.95, *, method: str = "logit"
) -> AucInterval:
    """Where does the true AUC plausibly lie?

    DeLong's standard error asks of each positive what share of the negatives it beats, and of each
    negative what share of the positives beat it; a tie counts one half. How much these shares vary
    says how much the AUC would with other cases. It takes at least two cases of each class.

    `"logit"` computes the interval for log(auc / (1 - auc)), so that it stays between 0 and 1 and
    leans towards 1/2; `"plain"` is auc -+ z standard errors, as most packages have it, and may
    reach beyond 1. If all shares are equal, as in a perfect ranking, there is no variation to go
    by: the interval collapses, and the result says so.

    Examples
    --------
    >>> truth = [1, 1, 1, 1, 0, 0, 0, 0, 0, 0]
    >>> scores = [9, 8, 6, 3, 7, 5, 4, 2, 1, 0]
    >>> found = delong_interval(truth, scores)
    >>> round(found.auc, 3), round(found.low, 3), round(found.high, 3)
    (0.833, 0.395, 0.975)
    >>> plain = delong_interval(truth, scores, method="plain")
    >>> round(plain.low, 3), round(plain.high, 3)
    (0.55, 1.116)
    """
    confidence = open_unit_interval("confidence", confidence)
    method = one_of("method", method, METHODS, {"wald": "plain", "delong": "plain"})
    truth, values = _two_of_each(is_positive, "scores", scores)
    wins, losses = _shares(truth, values)
    auc = float(wins.mean())
    error = math.sqrt(_variance(wins, losses))
    return auc_interval(auc, error, confidence, method, wins.size, losses.size)


def auc_interval(
    auc: float, error: float, confidence: float, method: str, positives: int, negatives: int
) -> AucInterval:
    """The interval of an AUC with this standard error."""
    from scipy.special import expit, ndtri

    z = float(ndtri((1 + confidence) / 2))
    notes = list(rough_interval(auc, positives, negatives))
    if error == 0 or auc in (0, 1):
        low = high = auc
        notes.append(
            "No two cases of a class fare differently, so there is no variation to estimate an "
            "error from: the interval has collapsed and must not be read as certainty."
        )
    elif method == "logit":
        centre = math.log(auc / (1 - auc))
        reach = z * error / (auc * (1 - auc))
        low, high = float(expit(centre - reach)), float(expit(centre + reach))
    else:
        low, high = auc - z * error, auc + z * error
        if low < 0 or high > 1:
            notes.append("The plain interval reaches beyond what an AUC can be: use the logit one.")
    return AucInterval(
        auc, low, high, error, confidence, method, positives, negatives, tuple(notes)
    )


def delong_test(
    is_positive: Any,
    a: Any,
    b: Any,
    alternative: str = "two-sided",
    *,
    confidence: float = 0.95,
) -> PairTest:
    """Is the AUC of A better than that of B, on the same cases?

    `a` and `b` are the scores that A and B gave to the same cases. Both AUCs go up and down
    together with the luck of the test set; DeLong's test takes that into account. `"greater"` asks
    whether A is better.

    Examples
    --------
    >>> truth = [1, 1, 1, 1, 0, 0, 0, 0, 0, 0]
    >>> a = [9, 8, 6, 3, 7, 5, 4, 2, 1, 0]
    >>> b = [9, 4, 6, 3, 7, 5, 8, 2, 1, 0]
    >>> found = delong_test(truth, a, b)
    >>> round(found.effect, 3), round(found.p_value, 3)
    (0.167, 0.248)
    """
    from scipy.special import ndtr, ndtri

    confidence = open_unit_interval("confidence", confidence)
    alternative = check_alternative(alternative)
    truth, first = _two_of_each(is_positive, "a", a)
    _, second = _two_of_each(is_positive, "b", b)
    (wins_a, losses_a), (wins_b, losses_b) = _shares(truth, first), _shares(truth, second)
    wins, losses = wins_a - wins_b, losses_a - losses_b
    difference = float(wins_a.mean() - wins_b.mean())
    error = math.sqrt(_variance(wins, losses))
    notes = []
    # Shares are multiples of 1/(2 P) and 1/(2 N): less than this is the rounding of floats.
    if error < 1e-12:
        error = 0.0
        same = abs(difference) < 1e-12
        difference = 0.0 if same else difference
        statistic = 0.0 if same else math.copysign(math.inf, difference)
        notes.append(
            "A and B rank every positive alike among the negatives: there is nothing to compare."
            if same
            else "The difference is the same for every case, so there is no variation to estimate "
            "an error from: the p-value must not be relied on."
        )
    else:
        statistic = difference / error
    reach = float(ndtri((1 + confidence) / 2)) * error
    notes += few_cases(wins.size, losses.size)
    return PairTest(
        test="DeLong test",
        statistic_name="z",
        statistic=statistic,
        p_value=by_alternative(ndtr(statistic), ndtr(-statistic), alternative),
        alternative=alternative,
        n=int(truth.size),
        n_name="case",
        effect_name="difference of the AUCs",
        effect=difference,
        interval=(difference - reach, difference + reach),
        confidence=confidence,
        neutral=0.0,
        assumes=(
            "both classifiers scored the same cases",
            "the cases are independent of each other",
            "there are enough cases of each class for the normal distribution",
        ),
        notes=tuple(notes),
    )


#: Of files of noise with so many cases of the rarer class, in which share of them the test finds a
#: difference at 5 %: between two classifiers, and somewhere among twenty with Holm's correction.
#: (`benchmarks/false_differences.py`)
FALSE_DIFFERENCES = {
    3: (0.15, 0.98),
    5: (0.11, 0.70),
    10: (0.08, 0.40),
    15: (0.07, 0.25),
    20: (0.06, 0.18),
    30: (0.05, 0.10),
    50: (0.05, 0.08),
}


def few_cases(positives: int, negatives: int) -> tuple[str, ...]:
    """How often the test is wrong about noise with so few cases of a class; empty with many."""
    fewest = min(positives, negatives)
    sizes = sorted(FALSE_DIFFERENCES)
    if fewest > sizes[-1]:
        return ()
    nearest = max((size for size in sizes if size <= fewest), default=sizes[0])
    two, twenty = FALSE_DIFFERENCES[nearest]
    few = "positives" if positives <= negatives else "negatives"
    between = f"between two classifiers in some {100 * two:.0f} %, and " if two > 0.055 else ""
    return (
        f"With {fewest} {few} the normal distribution behind DeLong's test is too narrow: of files "
        f"of noise with {nearest} it finds a difference at 5 % {between}somewhere among twenty "
        f"(Holm) in {100 * twenty:.0f} %. swap_test and judge err far less often.",
    )


#: With so many cases of the rarer class, and fifty times as many of the other: in which share of
#: samples a 95 % interval on the logit scale holds a true AUC of 0.95.
#: (`benchmarks/false_differences.py`)
COVERAGE = {3: 0.75, 5: 0.77, 10: 0.83, 20: 0.88, 30: 0.88}
#: From so many cases of the rarer class on, and so many of them out of order, it keeps its promise.
_ENOUGH, _OUT_OF_ORDER = 30, 5


def rough_interval(auc: float, positives: int, negatives: int) -> tuple[str, ...]:
    """How often the interval holds the truth with so few cases of a class; empty with many."""
    fewest = min(positives, negatives)
    if fewest >= _ENOUGH and fewest * min(auc, 1 - auc) >= _OUT_OF_ORDER:
        return ()
    size = max((size for size in COVERAGE if size <= fewest), default=3)
    few = "positives" if positives <= negatives else "negatives"
    return (
        f"With {fewest} {few} DeLong's interval is rough: in simulations with {size} and many more "
        f"of the other class, 95 % intervals held a true AUC of 0.95 in {100 * COVERAGE[size]:.0f} "
        "% of samples, and less often nearer to 1.",
    )


def _two_of_each(is_positive: Any, name: str, scores: Any) -> tuple[np.ndarray, np.ndarray]:
    truth, values = scored(is_positive, scores, name)
    positives = int(truth.sum())
    if min(positives, truth.size - positives) < 2:
        raise ValueError(
            "is_positive must hold at least two positives and two negatives, for one alone shows "
            f"no variation; got {counted(positives, 'positive')} and "
            f"{counted(truth.size - positives, 'negative')}"
        )
    return truth, values


def _shares(truth: np.ndarray, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Of each positive, what share of the negatives it beats; of each negative, who beats it."""
    # A rank among all, less that among one's own, counts the others below; twice, ties being half.
    among_all = twice_mean_ranks(values)
    below = among_all[truth] - twice_mean_ranks(values[truth])
    below_me = among_all[~truth] - twice_mean_ranks(values[~truth])
    return below / (2 * below_me.size), 1 - below_me / (2 * below.size)


def _variance(wins: np.ndarray, losses: np.ndarray) -> float:
    return float(wins.var(ddof=1) / wins.size + losses.var(ddof=1) / losses.size)
