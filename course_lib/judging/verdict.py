"""A file of predictions, judged: beyond luck or not, and who differs from whom."""

import math
from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np

from course_lib.chance.column import column_distribution
from course_lib.chance.competition import MOST_COMPETITORS, chance_of_best, level_for_each
from course_lib.chance.exact import assess_best
from course_lib.chance.metrics import METRICS
from course_lib.chance.shuffle import (
    MORE,
    ShuffleTest,
    default_repetitions,
    may_shuffle_more,
    shuffle_test,
)
from course_lib.common.arguments import one_of, open_unit_interval, whole_number
from course_lib.common.progress import progress_bar
from course_lib.intervals.tango import tango_interval
from course_lib.judging.predictions import Predictions
from course_lib.judging.results import (
    ClassifierJudgement,
    Judgement,
    Luck,
    LuckTest,
    PairJudgement,
    confidence_of_each,
)
from course_lib.judging.thresholds import thresholds_for
from course_lib.measures.counts import binary_counts
from course_lib.pairs.mcnemar import mcnemar_test
from course_lib.ranks.corrections import adjust_p_values
from course_lib.roc.delong import AucInterval, delong_interval, delong_test
from course_lib.roc.points import auc_score

#: Versions of McNemar's test that are right for any number of cases.
MCNEMAR = ("exact", "mid-p")


def judge(
    predictions: Predictions,
    *,
    tried: int | None = None,
    threshold: float | Mapping[str, float] | None = None,
    alpha: float = 0.05,
    mcnemar: str = "exact",
    repetitions: int | None = None,
    seed: Any = 0,
) -> Judgement:
    """Judge classifiers that scored the same cases: is the best beyond luck, and who differs?

    `predictions` come from `read_predictions` or `prediction_table`. `tried` is how many
    classifiers were tried in all, if the table holds only some of them: the best of many is good by
    luck alone. `threshold` says from which score on a case is called positive, a number for all or
    a dictionary; without it, scores from 0 to 1 are called positive from 0.5 on.

    Three questions, each at level `alpha`. *Is the highest AUC beyond luck?* By shuffling the truth
    (`repetitions` times, with `seed`; by default more where it is close) over these very columns,
    and by the exact law for the best of `tried` independent rankings without ties. Shuffling
    counts. If more were tried than the table holds, or the shuffles are too few for alpha, the
    larger p-value counts: of the exact law, and of the best column's own law with its ties, raised
    to the best of `tried`; and the columns of the table must be beyond luck by themselves. *Who
    makes fewer errors at the threshold?* McNemar's test for each pair, corrected by Holm, with
    Tango intervals that hold together. *Who ranks better?* DeLong's test for each pair, corrected
    by Holm.

    All of it assumes cases that are independent of each other, and of how the classifiers and their
    thresholds were made.

    Examples
    --------
    >>> from course_lib import read_predictions
    >>> from course_lib.datasets import example_predictions
    >>> found = judge(read_predictions(example_predictions()))
    >>> print(found.sentences()["luck"])
    naive_bayes has the highest AUC, 0.835 (95 % interval 0.703 to 0.915, not corrected for choosing
    the best): beyond luck for the best of 4 classifiers (p = 0.0001 by shuffling the truth,
    the least that 9,999 shuffles can show, p = 8.7e-06 by the exact law). The 4 in the file were
    counted; if more were tried, the bar is higher (--tried).
    >>> [(pair.first, pair.second) for pair in found.pairs if pair.auc_differs]
    [('random_forest', 'decision_stump')]
    """
    if not isinstance(predictions, Predictions):
        raise ValueError(
            "predictions must come from read_predictions or prediction_table; got "
            f"{type(predictions).__name__}"
        )
    alpha = open_unit_interval("alpha", alpha)
    mcnemar = one_of("mcnemar", mcnemar, MCNEMAR, {"midp": "mid-p", "mid_p": "mid-p"})
    columns = len(predictions.names)
    note = f"{columns} are here" if columns > 1 else "1 is here"
    tried = columns if tried is None else whole_number(
        "tried", tried, columns, MOST_COMPETITORS, note
    )  # fmt: skip
    thresholds = thresholds_for(predictions, threshold)
    shuffled = _shuffles(predictions, repetitions, alpha, seed)
    classifiers = tuple(
        _judge_one(predictions, place, float(thresholds[place]), shuffled, alpha)
        for place in range(columns)
    )
    luck = _judge_luck(predictions, classifiers, shuffled, tried, alpha)
    pairs, pair_notes = _judge_pairs(predictions, classifiers, alpha, mcnemar)
    notes = (
        *predictions.notes,
        *predictions.suspicions(),
        *_luck_notes(luck),
        *pair_notes,
        *_survivors(luck),
    )
    found = Judgement(predictions, classifiers, luck, pairs, alpha, mcnemar, notes)
    return replace(found, notes=(*_upside_down(found), *notes))


def _shuffles(
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
    """Columns are shuffled in the order of their names, so that theirs in the file is nothing."""
    order = np.argsort(np.array(predictions.names))
    found = shuffle_test(predictions.is_positive, predictions.scores[:, order], repetitions, seed)
    back = np.argsort(order)
    return replace(
        found,
        p_values=found.p_values[back],
        p_values_alone=found.p_values_alone[back],
        p_values_low=found.p_values_low[back],
    )


# --- One classifier -------------------------------------------------------------------------------


def _judge_one(
    predictions: Predictions, place: int, threshold: float, shuffled: ShuffleTest, alpha: float
) -> ClassifierJudgement:
    truth, scores = predictions.is_positive, predictions.scores[:, place]
    return ClassifierJudgement(
        name=predictions.names[place],
        auc=auc_score(truth, scores),
        auc_interval=_auc_interval(predictions, scores, alpha),
        ties=np.unique(scores).size < scores.size,
        threshold=threshold,
        counts=binary_counts(truth, scores >= threshold),
        p_value=float(shuffled.p_values[place]),
        p_value_low=float(shuffled.p_values_low[place]),
    )


def _auc_interval(predictions: Predictions, scores: np.ndarray, alpha: float) -> AucInterval | None:
    if min(predictions.positives, predictions.negatives) < 2:
        return None
    found = delong_interval(predictions.is_positive, scores, 1 - alpha)
    # Where nothing varies it has no width, which must not be read as certainty.
    return found if found.standard_error > 0 else None


def _upside_down(found: Judgement) -> list[str]:
    return [
        f"{one.name} ranks worse than luck (AUC {one.auc:.3f}, p = {one.p_value_low:.2g} by "
        "shuffling): are its scores those of the other class, or is the other label the positive "
        "one?"
        for one in found.upside_down
    ]


# --- The best -------------------------------------------------------------------------------------


def _judge_luck(
    predictions: Predictions,
    classifiers: tuple[ClassifierJudgement, ...],
    shuffled: ShuffleTest,
    tried: int,
    alpha: float,
) -> Luck:
    best = min(classifiers, key=lambda one: (-one.auc, one.name))
    sizes = predictions.positives, predictions.negatives
    columns = len(classifiers)
    place = predictions.names.index(best.name)
    shuffled_p = float(shuffled.p_values[place])
    fine_enough = shuffled.smallest_p_value <= alpha
    shuffling_suffices = tried == columns and fine_enough
    tests = [
        LuckTest(
            "shuffling",
            columns,
            shuffled_p,
            shuffled.critical_value(alpha),
            # Beyond the file it can only object: the best of more is no less lucky than this.
            counts=shuffling_suffices or (fine_enough and shuffled_p > alpha),
        )
    ]
    exact = own = own_p = None
    if max(sizes) <= METRICS["auc"].largest_class:
        # With ties an AUC may lie between those of rankings without: it was not rounded.
        exact = replace(
            assess_best("auc", best.auc, *sizes, tried, alpha), just_above_critical=False
        )
        tests.append(
            LuckTest(
                "exact law", tried, exact.p_value, exact.critical_value, not shuffling_suffices
            )
        )
    if not shuffling_suffices and (best.ties or exact is None):
        # With ties luck may go further than in a ranking without. What those had that are not in
        # the file nobody knows: they are taken to be like the best.
        own = column_distribution(predictions.scores[:, place], predictions.positives)
        own_p = chance_of_best(own.chance_at_least(best.auc), tried)
        critical = own.critical_value(level_for_each(tried, alpha))
        tests.append(LuckTest("own law", tried, own_p, critical, counts=True))
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
        own=own,
        own_p_value=own_p,
        tests=tuple(tests),
        ties=best.ties,
    )


def _luck_notes(luck: Luck) -> list[str]:
    notes = []
    if len(luck.shared_by) > 1:
        notes.append(f"{' and '.join(luck.shared_by)} share the highest AUC.")
    if luck.exact is None:
        instead = f"the own law of {luck.best}" if luck.own else "shuffling"
        notes.append(
            f"The exact law is offered up to {METRICS['auc'].largest_class:,} cases of each class; "
            f"here {instead} was used."
        )
    elif luck.ties and luck.own is None:
        notes.append(
            f"Some cases share a score of {luck.best}: the exact law is for rankings without ties, "
            "shuffling takes them as they are."
        )
    elif luck.ties:
        notes.append(
            f"Some cases share a score of {luck.best}: the exact law is for rankings without ties, "
            "its own law takes them as they are, and the larger p-value counts."
        )
    if luck.own:
        how = "every way is counted" if luck.own.exact else "by a saddlepoint approximation"
        best_of = f"; the p-value is that of the best of {luck.tried:,} (Sidak)"
        notes.append(
            f"The own law of {luck.best} says what its AUC does when the truth is shuffled "
            f"({how}){best_of if luck.tried > 1 else ''}."
        )
    if luck.seed_matters:
        notes.append(
            f"The p-value lies so close to {luck.alpha:g} that after "
            f"{luck.shuffled.repetitions:,} shuffles another seed may decide otherwise."
        )
    if luck.shuffled.smallest_p_value > luck.alpha:
        notes.append(
            f"{luck.shuffled.repetitions:,} shuffles cannot show a p-value below "
            f"{luck.shuffled.smallest_p_value:.2g}: ask for more of them (repetitions), or for a "
            "larger alpha."
        )
    return notes


def _survivors(luck: Luck) -> list[str]:
    if luck.tried == luck.columns or luck.columns == 1:
        return []
    return [
        "The comparisons of pairs count those in the file only. If these were kept because they "
        "did well on the same cases, their scores are too good."
    ]


# --- Pairs ----------------------------------------------------------------------------------------


def _judge_pairs(
    predictions: Predictions,
    classifiers: tuple[ClassifierJudgement, ...],
    alpha: float,
    mcnemar: str,
) -> tuple[tuple[PairJudgement, ...], list[str]]:
    if len(classifiers) < 2:
        return (), []
    called = predictions.scores >= np.array([one.threshold for one in classifiers])
    wrong = called != predictions.is_positive[:, None]
    # Whoever makes fewer errors is the first of a pair.
    order = sorted(
        range(len(classifiers)),
        key=lambda i: (wrong[:, i].sum(), -classifiers[i].auc, classifiers[i].name),
    )
    places = list(combinations(order, 2))
    counts = [
        (int((wrong[:, i] & ~wrong[:, j]).sum()), int((wrong[:, j] & ~wrong[:, i]).sum()))
        for i, j in places
    ]
    p_values = [mcnemar_test(*count, mcnemar).p_value for count in counts]
    adjusted = adjust_p_values(p_values, "holm")
    ours, theirs = np.array(counts).T
    confidence = confidence_of_each(alpha, len(places))
    low, high = tango_interval(theirs, ours, predictions.cases, confidence)
    auc_p_values, rough = _auc_p_values(predictions, places)
    # A test that cannot be done still counts as one of the family.
    auc_adjusted = adjust_p_values([1.0 if p is None else p for p in auc_p_values], "holm")
    pairs = []
    for place, (i, j) in enumerate(places):
        known = auc_p_values[place] is not None
        pairs.append(
            PairJudgement(
                first=classifiers[i].name,
                second=classifiers[j].name,
                only_first_wrong=counts[place][0],
                only_second_wrong=counts[place][1],
                cases=predictions.cases,
                p_value=p_values[place],
                adjusted=float(adjusted[place]),
                differs=bool(adjusted[place] <= alpha),
                difference=(counts[place][1] - counts[place][0]) / predictions.cases,
                low=float(low[place]),
                high=float(high[place]),
                auc_difference=classifiers[i].auc - classifiers[j].auc,
                auc_p_value=auc_p_values[place],
                auc_adjusted=float(auc_adjusted[place]) if known else None,
                auc_differs=known and bool(auc_adjusted[place] <= alpha),
            )
        )
    pairs.sort(key=lambda pair: (pair.p_value, -pair.difference, pair.first, pair.second))
    return tuple(pairs), _pair_notes(predictions, classifiers, pairs, rough)


def _auc_p_values(
    predictions: Predictions, places: list[tuple[int, int]]
) -> tuple[list[float | None], bool]:
    """DeLong's p-values, None where nothing varies; and whether its normal law is rough here."""
    fewest = min(predictions.positives, predictions.negatives)
    if fewest < 2:
        return [None] * len(places), False
    found: list[float | None] = []
    with progress_bar(len(places), "comparing AUCs") as bar:
        for i, j in places:
            columns = (predictions.scores[:, place] for place in (i, j))
            test = delong_test(predictions.is_positive, *columns)
            # A difference that is the same for every case leaves nothing to estimate an error from.
            found.append(None if math.isinf(test.statistic) else test.p_value)
            bar.update(1)
    return found, fewest < 10


def _pair_notes(
    predictions: Predictions,
    classifiers: tuple[ClassifierJudgement, ...],
    pairs: list[PairJudgement],
    rough: bool,
) -> list[str]:
    notes = []
    fewest = min(predictions.positives, predictions.negatives)
    if fewest < 2:
        notes.append(
            "A class with a single case shows no variation: AUCs have no interval and are not "
            "compared."
        )
    elif rough:
        few = "positives" if predictions.positives == fewest else "negatives"
        notes.append(f"With {fewest} {few} the normal law behind DeLong's test is rough.")
    if fewest >= 2 and any(pair.auc_p_value is None for pair in pairs):
        notes.append(
            "Where two AUCs differ by the same for every case there is no variation to estimate an "
            "error from: DeLong's test is left open there."
        )
    perfect = [one.name for one in classifiers if one.auc in (0, 1)]
    if fewest >= 2 and perfect and len(perfect) < len(classifiers):
        notes.append(
            f"{' and '.join(perfect)} put{'s' if len(perfect) == 1 else ''} every positive on one "
            "side: such an AUC shows no variation, and DeLong's p-values against it take it for "
            "certain."
        )
    margin = [f"{pair.first} and {pair.second}" for pair in pairs if pair.at_the_margin]
    if margin:
        more = f" and {len(margin) - 2} more" if len(margin) > 2 else ""
        notes.append(
            f"At the margin, McNemar's test (Holm) and the Tango interval (Bonferroni) part for "
            f"{'; '.join(margin[:2])}{more}: the test decides, the interval says how large the "
            "difference may be."
        )
    return notes
