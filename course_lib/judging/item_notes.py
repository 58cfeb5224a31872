"""What a reader should know about a judgement of items."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from course_lib.common.phrases import counted, listed, percent
from course_lib.judging.item_pairs import totals_of
from course_lib.judging.lopsided import lopsided_pairs

if TYPE_CHECKING:
    from course_lib.judging.item_results import ItemsJudgement

#: A cluster with a larger share of the items than this outweighs the others.
_LARGE_CLUSTER = 0.2
#: With fewer clusters than these, what they vary by is a rough guess.
_FEW_CLUSTERS = 20


def notes_of(found: ItemsJudgement) -> tuple[str, ...]:
    """What was assumed about the rows, what could not be told, and what is close."""
    notes = [*found.items.notes]
    notes += _extremes(found)
    clusters = found.items.number_of_clusters
    if clusters is not None and clusters < _FEW_CLUSTERS:
        notes.append(
            f"With {clusters} clusters only, intervals are rough, and only large differences can "
            "be shown."
        )
    notes += _unequal_clusters(found)
    notes += _lopsided(found)
    if found.control is not None:
        notes.append(
            f"Models were compared with {found.control} only; ranks, and who may be the best, need "
            "all pairs."
        )
    if found.flips is not None:
        notes += _flips(found)
    if found.winner.corrected is None:
        notes.append("On a single item nobody can be chosen and looked at on another.")
    return tuple(notes)


def _extremes(found: ItemsJudgement) -> list[str]:
    notes = []
    for share, words in ((1.0, "every item"), (0.0, "no item")):
        those = [one.name for one in found.accuracies if one.accuracy == share]
        if those:
            notes.append(f"{listed(those)} {'is' if len(those) == 1 else 'are'} right on {words}.")
    constant = {one.name for one in found.accuracies if one.accuracy in (0.0, 1.0)}
    same = [
        f"{pair.first} and {pair.second}"
        for pair in found.pairs
        if pair.only_first_right == pair.only_second_right == 0 and pair.first not in constant
    ]
    if same and len(found.pairs) > 1:
        notes.append(
            f"{listed(same, 3)} {'are' if len(same) == 1 else 'are each'} right and wrong on the "
            "very same items."
        )
    return notes


def _unequal_clusters(found: ItemsJudgement) -> list[str]:
    if found.items.clusters is None:
        return []
    share = float(np.bincount(found.items.clusters).max()) / found.items.number
    # Of two or three clusters each is large; that they are few is told already.
    if share <= max(_LARGE_CLUSTER, 1.5 / (found.items.number_of_clusters or 1)):
        return []
    return [
        f"The largest cluster holds {percent(round(share, 2))} of the items: what is said of all "
        "rests on it, and the intervals of accuracies are rough."
    ]


def _lopsided(found: ItemsJudgement) -> list[str]:
    """Right and wrong by themselves, one for one, are safe: McNemar's test needs no symmetry."""
    items = found.items
    if not found.pairs or (items.whole and items.clusters is None):
        return []
    column = {name: at for at, name in enumerate(items.names)}
    couples = [(column[pair.first], column[pair.second]) for pair in found.pairs]
    odd = lopsided_pairs(totals_of(items), couples)
    if not odd:
        return []
    what = "clusters" if items.clusters is not None else "items"
    number = items.number if items.number_of_clusters is None else items.number_of_clusters
    told = listed([f"{found.pairs[k].first} and {found.pairs[k].second}" for k in odd], 3)
    return [
        f"The differences between {told} are lopsided, many small ones against a few large ones, "
        f"and {number:,} {what} are few for that: test and interval take them for about symmetric, "
        f"and equal models may be told apart more often than in {percent(found.alpha)}."
    ]


def _flips(found: ItemsJudgement) -> list[str]:
    assert found.flips is not None
    notes = []
    if found.flips.smallest_p_value > found.alpha:
        notes.append(
            f"{counted(found.flips.repetitions, 'flip')} cannot show anything at "
            f"{percent(found.alpha)}: it takes more."
        )
    elif math.isinf(found.flips.critical_value(found.alpha)) and not found.different:
        what = "cluster" if found.items.clusters is not None else "item"
        notes.append(
            f"Too few {what}s tell the models apart for any difference to be shown at "
            f"{percent(found.alpha)}."
        )
    parted = [pair for pair in found.pairs if pair.at_the_margin]
    if parted:
        told = listed([f"{pair.first} against {pair.second}" for pair in parted], 3)
        notes.append(
            f"Close to the level, test and interval may part: the test decides. So it is for "
            f"{told}."
        )
    if found.flips.is_close(found.alpha):
        close = counted(sum(_is_close(found, pair.adjusted) for pair in found.pairs), "pair")
        notes.append(f"For {close} it is a close call: another seed may decide otherwise.")
    return notes


def _is_close(found: ItemsJudgement, p: float) -> bool:
    from course_lib.common.randomness import close_to_level

    assert found.flips is not None
    return close_to_level(p, found.alpha, found.flips.repetitions)


def assumptions(found: ItemsJudgement) -> tuple[str, ...]:
    """What must hold for the numbers to mean what they say."""
    what = "clusters" if found.items.clusters is not None else "items"
    return (
        f"the {what} are a random sample of those one wants to speak about, independent of each "
        "other",
        "no model was made, tuned or chosen on these items",
    )
