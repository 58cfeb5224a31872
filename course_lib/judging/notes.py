"""What a reader should know of this very file, besides the findings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from course_lib.chance.metrics import METRICS

if TYPE_CHECKING:
    from course_lib.judging.results import Judgement, Luck


def notes_of(found: Judgement) -> tuple[str, ...]:
    """All that applies, the most urgent first."""
    return (
        *_upside_down(found),
        *found.predictions.notes,
        *found.predictions.suspicions(),
        *_luck_notes(found.luck),
        *_pair_notes(found),
        *_survivors(found.luck),
    )


def _upside_down(found: Judgement) -> list[str]:
    return [
        f"{one.name} ranks worse than luck (AUC {one.auc:.3f}, p = {one.p_value_low:.2g} by "
        "shuffling): are its scores those of the other class, or is the other label the positive "
        "one?"
        for one in found.upside_down
    ]


def _luck_notes(luck: Luck) -> list[str]:
    notes = []
    if len(luck.shared_by) > 1:
        notes.append(f"{' and '.join(luck.shared_by)} share the highest AUC.")
    own = luck.column_distribution
    if luck.exact is None:
        instead = "the column's own distribution" if own else "shuffling"
        notes.append(
            f"The exact distribution is offered up to {METRICS['auc'].largest_class:,} cases of "
            f"each class; here {instead} was used."
        )
    elif luck.ties:
        as_they_are = (
            "the column's own distribution takes them as they are, and the larger p-value counts"
            if own
            else "shuffling takes them as they are"
        )
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


def _pair_notes(found: Judgement) -> list[str]:
    if not found.pairs:
        return []
    predictions, classifiers, pairs = found.predictions, found.classifiers, found.pairs
    notes = []
    fewest = min(predictions.positives, predictions.negatives)
    if fewest < 2:
        notes.append(
            "A class with a single case shows no variation: AUCs have no interval and are not "
            "compared."
        )
    elif fewest < 10:
        few = "positives" if predictions.positives == fewest else "negatives"
        notes.append(f"With {fewest} {few} the normal distribution behind DeLong's test is rough.")
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


def _survivors(luck: Luck) -> list[str]:
    if luck.tried == luck.columns or luck.columns == 1:
        return []
    return [
        "The comparisons of pairs count those in the file only. If these were kept because they "
        "did well on the same cases, their scores are too good."
    ]
