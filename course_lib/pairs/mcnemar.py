"""McNemar's test: two classifiers, the same cases, right or wrong."""

import math
from typing import Any

import numpy as np

from course_lib.common.arguments import (
    LARGEST_COUNT,
    check_alternative,
    one_of,
    open_unit_interval,
    whole_number,
)
from course_lib.common.columns import distinct_labels, labels_together, listed_labels
from course_lib.pairs.results import PairTest
from course_lib.pairs.samples import binomial_tails, by_alternative, share_interval, too_few

METHODS = ("exact", "mid-p", "corrected", "asymptotic")
#: With fewer discordant cases the chi-squared distribution is not to be relied on.
FEW = 20


def mcnemar_test(
    only_a_wrong: int,
    only_b_wrong: int,
    method: str = "exact",
    *,
    alternative: str = "two-sided",
    confidence: float = 0.95,
) -> PairTest:
    """Is one of two classifiers wrong more often, on the same cases?

    Only the cases on which one is right and the other wrong count: if both are equally good, each
    of those is as likely to go one way as the other. `"greater"` asks whether A is better, that
    is, whether B alone is wrong more often.

    Methods
    -------
    exact
        The binomial distribution. Never rejects too often, and on few cases rather seldom.
    mid-p
        Counts only half of the chance of what was observed, as Fagerland et al. (2013) do. Closer
        to the level; may exceed it by a little.
    corrected
        Chi-squared with Edwards's continuity correction, (|c01 - c10| - 1)^2 / (c01 + c10).
    asymptotic
        Chi-squared without it.

    Examples
    --------
    >>> result = mcnemar_test(6, 16)
    >>> round(result.p_value, 6), round(mcnemar_test(6, 16, "mid-p").p_value, 6)
    (0.052479, 0.03469)
    """
    method = one_of("method", method, METHODS, {"midp": "mid-p", "mid_p": "mid-p"})
    alternative = check_alternative(alternative)
    confidence = open_unit_interval("confidence", confidence)
    a_wrong = whole_number("only_a_wrong", only_a_wrong, 0, LARGEST_COUNT)
    b_wrong = whole_number("only_b_wrong", only_b_wrong, 0, LARGEST_COUNT)
    total = a_wrong + b_wrong
    notes = []
    if total == 0:
        notes.append(
            "Both are right and wrong on the very same cases: there is nothing to compare."
        )
    if method == "exact":
        notes += too_few(total, "discordant case", alternative)
    if method in ("corrected", "asymptotic"):
        statistic, p = _chi_squared(a_wrong, b_wrong, method, alternative)
        if 0 < total < FEW:
            notes.append(
                f"The chi-squared distribution needs {FEW} discordant cases or more, and there are "
                f'{total}: use method="exact" or "mid-p".'
            )
    else:
        lower, upper, point = binomial_tails(b_wrong, total)
        if method == "mid-p":
            lower, upper = lower - point / 2, upper - point / 2
        p = by_alternative(lower, upper, alternative) if total else 1.0
        if method == "mid-p" and alternative == "two-sided" and 0 < a_wrong == b_wrong:
            # Here the two tails meet in what was observed: half of it counts, not half for each.
            p = 1 - point / 2
        statistic = float(min(a_wrong, b_wrong))
    share = b_wrong / total if total else 0.5
    return PairTest(
        test=f"McNemar test ({method})",
        statistic_name="chi-squared" if method in ("corrected", "asymptotic") else "smaller count",
        statistic=statistic,
        p_value=p,
        alternative=alternative,
        n=total,
        n_name="discordant case",
        effect_name="share of the discordant cases that A has right",
        effect=share,
        interval=share_interval(b_wrong, total, confidence, method),
        confidence=confidence,
        neutral=0.5,
        assumes=(
            "both classifiers were tested on the same cases",
            "the cases are independent of each other",
        ),
        notes=tuple(notes),
    )


def exact_p_values(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """McNemar's exact p-values, two-sided, of many pairs: how many discordant cases went each way.

    >>> exact_p_values(np.array([6, 0]), np.array([16, 0])).round(6).tolist()
    [0.052479, 1.0]
    """
    from scipy.special import betainc

    # The chance that a fair coin shows one side so often: scipy's bdtr goes astray for millions.
    more, fewer = np.maximum(one, other), np.minimum(one, other)
    with np.errstate(invalid="ignore"):
        both = 2 * betainc(more, fewer + 1, 0.5)
    return np.where(more > fewer, np.minimum(1.0, both), 1.0)


def mcnemar_from_predictions(
    y: Any,
    a: Any,
    b: Any,
    method: str = "exact",
    *,
    alternative: str = "two-sided",
    confidence: float = 0.95,
    labels: Any = None,
) -> PairTest:
    """McNemar's test from the true labels and what A and B predicted.

    The table must count who is *right*, not what was predicted: this does it for you.

    Whatever is predicted must occur in `y`: a label that does not, -1 where `y` has 0 or "Cat"
    where it has "cat", would always count as wrong, and nobody would notice. If a class is real and
    these cases happen to lack it, list all classes in `labels`.

    Examples
    --------
    >>> y = ["cat", "cat", "dog", "dog", "dog"]
    >>> a = ["cat", "cat", "dog", "dog", "cat"]
    >>> b = ["dog", "cat", "cat", "dog", "cat"]
    >>> mcnemar_from_predictions(y, a, b).n        # A alone is right twice, B alone never
    2
    """
    truth, first, second = labels_together(y=y, a=a, b=b, fractions=True)
    _check_known(truth, {"a": first, "b": second}, labels)
    a_right, b_right = first == truth, second == truth
    return mcnemar_test(
        int(np.sum(~a_right & b_right)),
        int(np.sum(a_right & ~b_right)),
        method,
        alternative=alternative,
        confidence=confidence,
    )


def _check_known(truth: np.ndarray, predictions: dict[str, np.ndarray], labels: Any) -> None:
    """Complain about labels that cannot be right: not in the truth, nor among all classes."""
    known = np.unique(truth).tolist()
    if labels is not None:
        known = list(distinct_labels(labels))
        if missing := sorted(set(truth.tolist()) - set(known)):
            raise ValueError(
                f"labels must list every class that occurs in y; got {listed_labels(known)}, "
                f"without {listed_labels(missing)}"
            )
    for name, predicted in predictions.items():
        if strange := sorted(set(predicted.tolist()) - set(known)):
            where = "y" if labels is None else "labels"
            raise ValueError(
                f"{name} must hold labels that occur in {where} ({listed_labels(known)}), or they "
                f"always count as wrong; got {listed_labels(strange)}"
                + (". A class that these cases lack goes into labels" if labels is None else "")
            )


def _chi_squared(a_wrong: int, b_wrong: int, method: str, alternative: str) -> tuple[float, float]:
    from scipy.special import ndtr

    total = a_wrong + b_wrong
    if total == 0:
        return 0.0, 1.0
    excess = abs(a_wrong - b_wrong)
    if method == "corrected":
        excess = max(0, excess - 1)  # with equal counts there is nothing left to correct
    z = math.copysign(excess / math.sqrt(total), b_wrong - a_wrong)
    return z * z, by_alternative(ndtr(z), ndtr(-z), alternative)
