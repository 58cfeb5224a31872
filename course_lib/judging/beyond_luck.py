"""Is the best beyond luck? Shuffled truth, the exact distribution, the best column's own."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from course_lib.chance.column import column_distribution
from course_lib.chance.competition import chance_of_best, level_for_each
from course_lib.chance.exact import assess_best, p_value
from course_lib.chance.metrics import METRICS
from course_lib.chance.shuffle import ShuffleTest, Shuffling
from course_lib.judging.luck_results import Luck
from course_lib.judging.luck_tests import COLUMN, EVERY_WAY, EXACT, SHUFFLING, LuckTest
from course_lib.judging.predictions import Predictions
from course_lib.judging.results import ClassifierJudgement


@dataclass(frozen=True, eq=False)
class LuckOfColumns:
    """How often the best column reaches the AUC of each by luck, and the worst falls as low."""

    p_values: list[float]
    p_values_low: list[float]
    #: None if there is one column: its distribution is known, and needs no shuffles.
    shuffled: ShuffleTest | None
    #: That all columns are luck, two-sided: if they are, no two AUCs differ.
    p_value_of_all: float


def luck_of_columns(
    predictions: Predictions, repetitions: int | None, alpha: float, seed: Any
) -> LuckOfColumns:
    """One column by its own distribution; the best of several by shuffling the truth."""
    if len(predictions.names) > 1:
        shuffled = _shuffles_of(predictions, repetitions, alpha, seed)
        high, low = shuffled.p_values.tolist(), shuffled.p_values_low.tolist()
        of_all = min(1.0, 2 * min(*high, *low))
        if of_all > alpha and of_all <= 2 * shuffled.smallest_p_value:
            # So few shuffles cannot tell. By Bonferroni the farthest column's own distribution can.
            far = int(np.argmax(np.abs(predictions.aucs - 0.5)))
            of_all = min(of_all, 2 * len(high) * min(_by_itself(predictions, far)))
        return LuckOfColumns(high, low, shuffled, of_all)
    alone_high, alone_low = _by_itself(predictions, 0)
    both = min(1.0, 2 * min(alone_high, alone_low))
    return LuckOfColumns([alone_high], [alone_low], None, both)


def _by_itself(predictions: Predictions, column: int) -> tuple[float, float]:
    """How often luck brings one column as high, and as low, as it is."""
    truth, auc = predictions.is_positive, float(predictions.aucs[column])
    within = predictions.folds, predictions.strata
    scores = predictions.scores[:, column]
    if _is_a_ranking(predictions) and np.unique(scores).size == scores.size:
        sizes = predictions.positives, predictions.negatives
        high, low = (p_value("auc", score, *sizes) for score in (auc, 1 - auc))
    else:
        high = column_distribution(scores, truth, *within).chance_at_least(auc)
        low = column_distribution(-scores, truth, *within).chance_at_least(1 - auc)
    return float(high), float(low)


def _is_a_ranking(predictions: Predictions) -> bool:
    """Are all cases ranked together, and is the exact distribution of such a ranking offered?"""
    largest = max(predictions.positives, predictions.negatives)
    return predictions.groups is None and largest <= METRICS["auc"].largest_class


def _shuffles_of(
    predictions: Predictions, repetitions: int | None, alpha: float, seed: Any
) -> ShuffleTest:
    """As many as asked for; or the usual number, and more if the verdict hangs by a thread.

    Columns are shuffled in the order of their names: their order in the file is no matter.
    """
    order = np.argsort(np.array(predictions.names))
    ready = Shuffling(
        predictions.is_positive,
        predictions.scores[:, order],
        predictions.folds,
        predictions.strata,
    )
    found = ready.test(repetitions or ready.usual_repetitions(alpha), seed)
    best, far = found.p_values.min(), min(found.p_values.min(), found.p_values_low.min())
    # The best must pass alpha; for two AUCs to differ, the farthest must pass half of it.
    close = found.is_close(float(best), alpha) or found.is_close(2 * float(far), alpha)
    more = ready.more_than(found.repetitions)
    if repetitions is None and close and more:
        found = ready.test(more, seed)
    back = np.argsort(order)
    return replace(found, p_values=found.p_values[back], p_values_low=found.p_values_low[back])


def judge_luck(
    predictions: Predictions,
    classifiers: tuple[ClassifierJudgement, ...],
    luck_of: LuckOfColumns,
    tried: int,
    alpha: float,
) -> Luck:
    """The tests that can be made, and which of them count."""
    best = min(classifiers, key=lambda one: (-one.auc, one.name))
    columns = len(classifiers)
    tests = []
    shuffled, shuffling_suffices = luck_of.shuffled, False
    if shuffled:
        fine_enough = shuffled.smallest_p_value <= alpha
        shuffling_suffices = tried == columns and (fine_enough or shuffled.every_way)
        tests.append(
            LuckTest(
                EVERY_WAY if shuffled.every_way else SHUFFLING,
                columns,
                best.p_value,
                shuffled.critical_value(alpha),
                # Beyond the file it can only object: the best of more is no less lucky than this.
                counts=shuffling_suffices or (fine_enough and best.p_value > alpha),
            )
        )
    exact = own = own_p_value = None
    if _is_a_ranking(predictions):
        # With ties an AUC may lie between those of rankings without: it was not rounded.
        sizes = predictions.positives, predictions.negatives
        exact = replace(
            assess_best("auc", best.auc, *sizes, tried, alpha), just_above_critical=False
        )
        # A single column with ties has a distribution of its own, which is no approximation.
        counts = not shuffling_suffices and not (columns == 1 and tried == 1 and best.ties)
        tests.append(LuckTest(EXACT, tried, exact.p_value, exact.critical_value, counts))
    if not shuffling_suffices and (best.ties or exact is None):
        # With ties luck may go further than in a ranking without. What those had that are not in
        # the file nobody knows: they are taken to be like the best.
        own = column_distribution(
            predictions.column(best.name),
            predictions.is_positive,
            predictions.folds,
            predictions.strata,
        )
        own_p_value = chance_of_best(own.chance_at_least(best.auc), tried)
        critical = own.critical_value(level_for_each(tried, alpha))
        tests.append(LuckTest(COLUMN, tried, own_p_value, critical, counts=True))
    return Luck(
        best=best.name,
        shared_by=tuple(one.name for one in classifiers if one.auc == best.auc),
        auc=best.auc,
        tried=tried,
        columns=columns,
        alpha=alpha,
        exact=exact,
        shuffled=shuffled,
        column_distribution=own,
        column_p_value=own_p_value,
        tests=tuple(tests),
        ties=best.ties,
        folds=predictions.folds is not None,
        strata=predictions.strata is not None,
    )
