"""The sign test: who wins more often?"""

import math
from typing import Any

from course_lib.common.arguments import check_alternative, one_of, open_unit_interval
from course_lib.common.phrases import counted
from course_lib.pairs.results import PairTest
from course_lib.pairs.samples import (
    binomial_tails,
    by_alternative,
    paired,
    share_interval,
    too_few,
)


def sign_test(
    a: Any,
    b: Any,
    alternative: str = "two-sided",
    *,
    ties: str = "drop",
    method: str = "exact",
    higher_is_better: bool = True,
    confidence: float = 0.95,
) -> PairTest:
    """Does A win more often than B, over data sets or other independent trials?

    Only who wins counts, not by how much, so nothing is assumed about the scores.

    Parameters
    ----------
    ties
        `"drop"` leaves them out. `"split"` counts half of them for each, as Demšar (2006) does,
        and drops one if their number is odd; that makes differences harder to find.
    method
        `"exact"`, the binomial distribution; or `"normal"`, its approximation with continuity
        correction. The interval is of the same kind.

    Examples
    --------
    Ten data sets, one tie: AdaBoost wins one of the other nine.

    >>> ada = [83.63, 46.46, 72.31, 70.28, 71.67, 74.35, 44.91, 82.54, 93.21, 72.54]
    >>> forest = [99.55, 79.15, 80.97, 69.99, 71.67, 74.88, 79.87, 84.58, 99.39, 93.94]
    >>> result = sign_test(ada, forest)
    >>> result.n, result.statistic, round(result.p_value, 4)
    (9, 1.0, 0.0391)
    """
    alternative = check_alternative(alternative)
    confidence = open_unit_interval("confidence", confidence)
    ties = one_of("ties", ties, ("drop", "split"))
    method = one_of("method", method, ("exact", "normal"), {"asymptotic": "normal"})
    d, _ = paired(a, b, 1, higher_is_better)
    wins, losses = int((d > 0).sum()), int((d < 0).sum())
    tied = d.size - wins - losses
    notes = []
    if tied:
        notes.append(
            f"{counted(tied, 'tie')} left out."
            if ties == "drop"
            else f"{counted(tied, 'tie')}: half of them counted for each"
            + (", the odd one left out." if tied % 2 else ".")
        )
    if ties == "split":
        wins, losses = wins + tied // 2, losses + tied // 2
    n = wins + losses
    if n == 0:
        notes.append("Nobody wins anything: there is nothing to compare.")
        lower = upper = 1.0
    elif method == "exact":
        lower, upper, _ = binomial_tails(wins, n)
        notes += too_few(n, "trial", alternative)
    else:
        from scipy.special import ndtr

        spread = math.sqrt(n) / 2
        lower = float(ndtr((wins + 0.5 - n / 2) / spread))
        upper = float(ndtr(-(wins - 0.5 - n / 2) / spread))
        if n <= 25:
            notes.append(f"The normal approximation is meant for more than 25 trials, not {n}.")
    return PairTest(
        test=f"sign test ({method})",
        statistic_name="wins of A",
        statistic=float(wins),
        p_value=by_alternative(lower, upper, alternative),
        alternative=alternative,
        n=n,
        n_name="trial",
        effect_name="share of the wins that are A's",
        effect=wins / n if n else 0.5,
        # Of the same version as the test, so that the two agree.
        interval=share_interval(wins, n, confidence, "exact" if method == "exact" else "corrected"),
        confidence=confidence,
        neutral=0.5,
        assumes=("the trials are independent of each other",),
        notes=tuple(notes),
    )
