"""What a reader should know of this very file, besides the findings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from course_lib.chance.metrics import METRICS
from course_lib.common.folds import folds_of
from course_lib.common.phrases import listed, option, p_in_words
from course_lib.judging.folds import FIGURES
from course_lib.roc.delong import few_cases, rough_interval

if TYPE_CHECKING:
    from course_lib.judging.luck_results import Luck
    from course_lib.judging.results import Judgement


def notes_of(found: Judgement) -> tuple[str, ...]:
    """All that applies, the most urgent first."""
    return (
        *_upside_down(found),
        *found.predictions.notes,
        *found.predictions.suspicions(),
        *_tried(found.luck),
        *_luck_notes(found.luck),
        *_interval_notes(found),
        *_pair_notes(found),
        *_survivors(found.luck),
        *_strata(found),
        _folds(found),
    )


def _tried(luck: Luck) -> list[str]:
    """The best of many is good by luck alone: how many were counted?"""
    if luck.beyond_the_file:
        return []
    who = "One classifier was" if luck.columns == 1 else f"{luck.columns:,} classifiers were"
    return [f"{who} counted; if more were tried, the bar is higher ({option('tried')})."]


def _strata(found: Judgement) -> list[str]:
    """What was done with several test sets, and which of them rank nobody."""
    data = found.predictions
    if data.strata is None:
        return []
    alone = [name for k, name in enumerate(data.stratum_names) if data.aucs_within(k) is None]
    idle = f" {_one_class(alone)}" if alone else ""
    return [
        f"Cases are ranked, shuffled and compared within their {len(data.stratum_names):,} test "
        "sets, for scores may mean different things in different places. An AUC is the share of "
        "pairs of a positive and a negative of the same test set that are ranked rightly, so a "
        f"large test set counts for more.{idle}"
    ]


def _one_class(names: list[str]) -> str:
    told = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
    return f"One class only: {told}, where errors count, but nobody is ranked."


def _upside_down(found: Judgement) -> list[str]:
    return [
        f"{one.name} ranks worse than luck (AUC {one.auc:.3f}, one-sided "
        f"{p_in_words(one.p_value_low, found.alpha)} by "
        f"{'shuffling' if found.luck.shuffled else 'its distribution'}): are its scores those of "
        "the other class, or is the other label the positive one?"
        for one in found.upside_down
    ]


def _luck_notes(luck: Luck) -> list[str]:
    notes = []
    if len(luck.shared_by) > 1:
        notes.append(f"{' and '.join(luck.shared_by)} share the highest AUC.")
    own = luck.column_distribution
    if luck.exact is None and not (luck.folds or luck.strata):
        instead = "the column's own distribution" if own else "shuffling"
        notes.append(
            f"The exact distribution is offered up to {METRICS['auc'].largest_class:,} cases of "
            f"each class; here {instead} was used."
        )
    elif luck.ties and not (luck.folds or luck.strata):
        who = "the column's own distribution" if own else "shuffling"
        larger = ", and the larger p-value counts" if own and luck.tried > 1 else ""
        as_they_are = f"{who} takes them as they are{larger}"
        notes.append(
            f"Some cases share a score of {luck.best}: the exact distribution is for rankings "
            f"without ties, {as_they_are}."
        )
    if own:
        how = "every way is counted" if own.exact else "by a saddlepoint approximation"
        best_of = f"; the p-value is that of the best of {luck.tried:,} (Sidak)"
        notes.append(
            f"The column's own distribution says what the AUC of {luck.best} does when the truth "
            f"is shuffled ({how}){best_of if luck.tried > 1 else ''}."
        )
    if luck.seed_matters and luck.shuffled:
        notes.append(
            f"The p-value lies so close to {luck.alpha:g} that after "
            f"{luck.shuffled.repetitions:,} shuffles another seed may decide otherwise."
        )
    if (
        luck.shuffled
        and luck.shuffled.smallest_p_value > luck.alpha
        and not luck.shuffled.every_way
    ):
        notes.append(
            f"{luck.shuffled.repetitions:,} shuffles cannot show a p-value below "
            f"{luck.shuffled.smallest_p_value:.2g}: ask for more of them (repetitions), or for a "
            "larger alpha."
        )
    return notes


def _interval_notes(found: Judgement) -> list[str]:
    """Said once, for the AUC that is farthest from 0.5 of those that have an interval."""
    aucs = [one.auc for one in found.classifiers if one.auc_interval]
    if not aucs:
        return []
    data = found.predictions
    farthest = max(aucs, key=lambda auc: abs(auc - 0.5))
    rough = list(rough_interval(farthest, data.positives, data.negatives))
    if rough and found.pairs:
        rough.append(
            "Intervals for differences of AUCs are rough likewise, the more so the farther two "
            "AUCs lie apart."
        )
    return rough


def _pair_notes(found: Judgement) -> list[str]:
    if not found.pairs:
        return []
    pairs, notes = found.pairs, []
    if found.flips is None:
        notes += _delong_notes(found)
    elif found.flips.smallest_p_value > found.alpha:
        notes.append(
            f"{found.flips.repetitions:,} flips cannot show a p-value below "
            f"{found.flips.smallest_p_value:.2g}, so no pair can be shown to differ: ask for more "
            f"(in Python, repetitions), for a larger alpha, or for other tests "
            f"({option('pairs_by', 'delong')})."
        )
    elif found.flips.is_close(found.alpha) or _gate_is_close(found):
        notes.append(
            f"A p-value of a pair lies so close to {found.alpha:g} that another seed may decide "
            "otherwise."
        )
    parted = [
        f"{p.first} and {p.second}"
        for p in pairs
        if p.auc_low is not None
        and p.auc_high is not None
        and p.auc_differs != (not p.auc_low <= 0 <= p.auc_high)
    ]
    if parted:
        notes.append(
            f"For the AUCs of {listed(parted, 2)} test and interval part: the test decides whether "
            "they differ, DeLong's interval says by how much they may."
        )
    in_reach = found.flips is None or found.flips.smallest_p_value <= found.alpha
    margin = [f"{p.first} and {p.second}" for p in pairs if in_reach and p.at_the_margin]
    if margin:
        more = f" and {len(margin) - 2} more" if len(margin) > 2 else ""
        notes.append(
            f"At the margin, the test and the Tango interval (Bonferroni) part for "
            f"{'; '.join(margin[:2])}{more}: the test decides, the interval says how large the "
            "difference may be."
        )
    return notes


def _gate_is_close(found: Judgement) -> bool:
    """May other shuffles decide otherwise whether luck is ruled out, and so whether AUCs differ?"""
    shuffled = found.luck.shuffled
    return shuffled is not None and any(
        pair.auc_adjusted is not None and shuffled.is_close(pair.auc_adjusted, found.alpha)
        for pair in found.pairs
    )


def _delong_notes(found: Judgement) -> list[str]:
    """What a reader should know who asked for DeLong's test by name."""
    data, classifiers = found.predictions, found.classifiers
    fewest = min(data.positives, data.negatives)
    if fewest < 2:
        return [
            "A class with a single case shows no variation: DeLong's test cannot compare the AUCs."
        ]
    notes = list(few_cases(data.positives, data.negatives))
    if any(pair.auc_p_value is None for pair in found.pairs):
        notes.append(
            "Where two AUCs differ by the same for every case there is no variation to estimate an "
            "error from: DeLong's test is left open there."
        )
    perfect = [one.name for one in classifiers if one.auc in (0, 1)]
    if perfect and len(perfect) < len(classifiers):
        notes.append(
            f"{' and '.join(perfect)} put{'s' if len(perfect) == 1 else ''} every positive on one "
            "side: such an AUC shows no variation, and DeLong's p-values against it take it for "
            "certain."
        )
    return notes


def _folds(found: Judgement) -> str:
    """How folds were respected; or what holds if there were some that nobody spoke of."""
    folds = found.predictions.number_of_folds
    if folds is None:
        return (
            "If these scores were pooled from the folds of a cross-validation, these tests do not "
            f"hold: {FIGURES}. Say in which fold each case was ({option('folds')})."
        )
    ranked = len(folds_of(found.predictions.is_positive, found.predictions.folds))
    idle = ""
    if ranked < folds:
        who = "One of them holds" if folds - ranked == 1 else f"{folds - ranked:,} of them hold"
        idle = f" {who} one class only, and count for errors but not for AUCs."
    return (
        f"Cases are ranked, shuffled and compared within their {folds:,} folds, for each has a "
        f"model of its own.{idle} Models are trained on cases that others are tested on, so that "
        "their luck goes together: p-values, and intervals for differences, allow for that (Nadeau "
        "and Bengio's correction, a rule of thumb: in simulations at 5 % it erred in 0 to 10 % of "
        "files); AUCs have no interval, and no ROC curve is drawn. Each case should appear once."
    )


def _survivors(luck: Luck) -> list[str]:
    if luck.tried == luck.columns or luck.columns == 1:
        return []
    return [
        "The comparisons of pairs count those in the file only. If these were kept because they "
        "did well on the same cases, their scores are too good."
    ]
