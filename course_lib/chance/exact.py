"""How good must the best of C classifiers be? The exact answers, by name.

These functions are thin: they check what they are given and ask the metric's distribution. The
way down: `distribution.py` searches the tails for the first that a `Level` (`competition.py`)
allows; a tail is what each metric's own module knows (`auc.py`, `accuracy.py`, ...).
"""

from functools import lru_cache
from typing import Any

from course_lib.chance.competition import check_competitors
from course_lib.chance.distribution import NullDistribution
from course_lib.chance.metrics import check_setting
from course_lib.chance.results import BestScore
from course_lib.chance.setting import Setting
from course_lib.common.arguments import open_unit_interval

#: Asking for a critical value and then for p-values on the same test set is the common case.
cached_distribution = lru_cache(maxsize=8)(Setting.distribution)


def null_distribution(
    metric: str, positives: int, negatives: int, *, k: int = 10
) -> NullDistribution:
    """The scores of one classifier that learned nothing, with their exact probabilities.

    Such a classifier ranks the test cases in a uniformly random order. Nothing is simulated.

    Parameters
    ----------
    metric
        `"auc"`; `"accuracy"` or `"f_measure"`, at the best threshold along the ranking;
        `"top_k"`, the number of positives among the first `k`.
    positives, negatives
        The classes of the test set: up to 10,000 each for AUC, 2,000 for F, 1,000,000 for the
        other two.
    k
        For `"top_k"` only.

    Examples
    --------
    Two positives and two negatives have six rankings, two of them with an AUC of one half.

    >>> luck = null_distribution("auc", 2, 2)
    >>> luck.support.tolist()
    [0.0, 0.25, 0.5, 0.75, 1.0]
    >>> (6 * luck.pmf).round(12).tolist()
    [1.0, 1.0, 2.0, 1.0, 1.0]
    >>> luck.sf(0.75)                  # only the perfect ranking exceeds 0.75
    0.16666666666666666
    """
    return check_setting(metric, positives, negatives, k).distribution()


def critical_value(
    metric: str,
    positives: int,
    negatives: int,
    competitors: int = 1,
    alpha: float = 0.01,
    *,
    k: int = 10,
) -> float:
    """The score that the best of `competitors` must exceed before it beats luck.

    If none of them learned anything, the best of them exceeds this score with probability
    at most `alpha`. It is an attainable score, and the smallest with that property. If it is
    the highest score there is, even a perfect result would prove nothing on this test set.

    Competitors are taken to be independent. If they are many settings of one algorithm, they
    are not, and this value is on the careful side.

    Examples
    --------
    Ten positives, ten negatives, and a thousand classifiers to choose from: one must get more
    than 19 of 20 right (Forman & Cohen 2005, section 4).

    >>> critical_value("accuracy", 10, 10, competitors=1000)
    0.95

    Two positives and two negatives are too few for anything.

    >>> critical_value("auc", 2, 2)
    1.0
    """
    luck = cached_distribution(check_setting(metric, positives, negatives, k))
    return luck.critical_value(competitors, alpha)


def p_value(
    metric: str,
    score: Any,
    positives: int,
    negatives: int,
    competitors: int = 1,
    *,
    k: int = 10,
) -> Any:
    """How often the best of `competitors` that learned nothing scores at least as well.

    `score` may be an array; the answer then has its shape. The best score is significant at
    level `alpha` when its p-value is at most `alpha`, which is to say when it exceeds
    `critical_value`.

    Examples
    --------
    An AUC of 0.60 on 150 positives and 484 negatives is remarkable for one classifier,
    and ordinary for the winner among 114.

    >>> round(p_value("auc", 0.60, 150, 484), 6)
    0.0001
    >>> round(p_value("auc", 0.60, 150, 484, competitors=114), 4)
    0.0114
    """
    luck = cached_distribution(check_setting(metric, positives, negatives, k))
    return luck.p_value(score, competitors)


def assess_best(
    metric: str,
    score: float,
    positives: int,
    negatives: int,
    competitors: int = 1,
    alpha: float = 0.01,
    *,
    k: int = 10,
) -> BestScore:
    """Judge the best score among `competitors` classifiers tested on the same cases.

    Examples
    --------
    The winner of a contest among 114 entries, on 150 positives and 484 negatives.

    >>> print(assess_best("auc", 0.60, 150, 484, competitors=114).sentence())
    The AUC of 0.6, reached by the best of 114 classifiers on 150 positives and 484 negatives,
    does not exceed 0.6009, the 1 % critical value for the best of 114 classifiers that learned
    nothing (one-sided p = 0.011): luck alone is not ruled out.
    """
    setting = check_setting(metric, positives, negatives, k)
    competitors = check_competitors(competitors)
    alpha = open_unit_interval("alpha", alpha)
    score = setting.score(score)
    luck = cached_distribution(setting)
    critical = luck.critical_value(competitors, alpha)
    # Above the critical value, but short of the next score there is: rounded up, most likely.
    between = not luck.is_attainable(score) and luck.chance_at_least(score) == luck.sf(critical)
    return BestScore(
        metric=setting.metric.name,
        title=setting.title,
        score=score,
        positives=setting.positives,
        negatives=setting.negatives,
        competitors=competitors,
        alpha=alpha,
        k=setting.k,
        p_value=luck.p_value(score, competitors),
        critical_value=critical,
        lowest=luck.lowest,
        highest=setting.highest,
        just_above_critical=between and score > critical,
        p_value_low=float(luck.cdf(score)),
        at_best_threshold=setting.metric.at_best_threshold,
    )
