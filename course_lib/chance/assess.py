"""The practitioner's question: is my best classifier better than luck?"""

from course_lib.chance.exact import cached_law
from course_lib.chance.metrics import check_competitors, check_setting
from course_lib.chance.results import BestScore
from course_lib.common.arguments import open_unit_interval


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
    nothing (p = 0.011): luck alone is not ruled out.
    """
    setting = check_setting(metric, positives, negatives, k)
    competitors = check_competitors(competitors)
    alpha = open_unit_interval("alpha", alpha)
    score = setting.score(score)
    law = cached_law(setting)
    critical = law.critical_value(competitors, alpha)
    # Above the critical value, but short of the next score there is: rounded up, most likely.
    between = not law.is_attainable(score) and law.chance_at_least(score) == law.sf(critical)
    return BestScore(
        metric=setting.metric,
        title=setting.title,
        score=score,
        positives=setting.positives,
        negatives=setting.negatives,
        competitors=competitors,
        alpha=alpha,
        k=setting.k,
        p_value=law.p_value(score, competitors),
        critical_value=critical,
        lowest=law.lowest,
        highest=setting.highest,
        just_above_critical=between and score > critical,
    )
