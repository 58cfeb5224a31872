"""Is the best beyond luck? Shuffled truth, the exact distribution, the best column's own."""

from dataclasses import replace
from typing import Any

import numpy as np

from course_lib.chance.column import column_distribution
from course_lib.chance.competition import chance_of_best, level_for_each
from course_lib.chance.exact import assess_best
from course_lib.chance.metrics import METRICS
from course_lib.chance.shuffle import (
    MORE,
    ShuffleTest,
    default_repetitions,
    may_shuffle_more,
    shuffle_test,
)
from course_lib.judging.luck_tests import COLUMN, EXACT, SHUFFLING, LuckTest
from course_lib.judging.predictions import Predictions
from course_lib.judging.results import ClassifierJudgement, Luck


def shuffles_of(
    predictions: Predictions, repetitions: int | None, alpha: float, seed: Any
) -> ShuffleTest:
    """As many as asked for; or the usual number, and more if the verdict hangs by a thread."""
    if repetitions is not None:
        return _shuffled(predictions, repetitions, seed)
    repetitions = default_repetitions(predictions.cases, alpha)
    found = _shuffled(predictions, repetitions, seed)
    if found.is_close(float(found.p_values.min()), alpha) and may_shuffle_more(
        predictions.cases, repetitions
    ):
        return _shuffled(predictions, MORE * (repetitions + 1) - 1, seed)
    return found


def _shuffled(predictions: Predictions, repetitions: int, seed: Any) -> ShuffleTest:
    """Columns are shuffled in the order of their names: their order in the file is no matter."""
    order = np.argsort(np.array(predictions.names))
    found = shuffle_test(predictions.is_positive, predictions.scores[:, order], repetitions, seed)
    back = np.argsort(order)
    return replace(
        found,
        p_values=found.p_values[back],
        p_values_alone=found.p_values_alone[back],
        p_values_low=found.p_values_low[back],
    )


def judge_luck(
    predictions: Predictions,
    classifiers: tuple[ClassifierJudgement, ...],
    shuffled: ShuffleTest,
    tried: int,
    alpha: float,
) -> Luck:
    """The tests that can be made, and which of them count."""
    best = min(classifiers, key=lambda one: (-one.auc, one.name))
    sizes = predictions.positives, predictions.negatives
    columns = len(classifiers)
    column = predictions.names.index(best.name)
    shuffled_p = float(shuffled.p_values[column])
    fine_enough = shuffled.smallest_p_value <= alpha
    shuffling_suffices = tried == columns and fine_enough
    tests = [
        LuckTest(
            SHUFFLING,
            columns,
            shuffled_p,
            shuffled.critical_value(alpha),
            # Beyond the file it can only object: the best of more is no less lucky than this.
            counts=shuffling_suffices or (fine_enough and shuffled_p > alpha),
        )
    ]
    exact = own = own_p_value = None
    if max(sizes) <= METRICS["auc"].largest_class:
        # With ties an AUC may lie between those of rankings without: it was not rounded.
        exact = replace(
            assess_best("auc", best.auc, *sizes, tried, alpha), just_above_critical=False
        )
        tests.append(
            LuckTest(EXACT, tried, exact.p_value, exact.critical_value, not shuffling_suffices)
        )
    if not shuffling_suffices and (best.ties or exact is None):
        # With ties luck may go further than in a ranking without. What those had that are not in
        # the file nobody knows: they are taken to be like the best.
        own = column_distribution(predictions.scores[:, column], predictions.positives)
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
        shuffled_p_value=shuffled_p,
        column_distribution=own,
        column_p_value=own_p_value,
        tests=tuple(tests),
        ties=best.ties,
    )
