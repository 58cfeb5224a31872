"""A comparison on folds in words: for readers, and for a paper."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from course_lib.common.phrases import counted, listed as listed_with_and, p_in_words, percent
from course_lib.ranks.results import CORRECTION_NAMES

if TYPE_CHECKING:
    from course_lib.judging.fold_results import FoldComparison, FoldPair

#: So many pairs, and so many names, are listed in a sentence.
_LISTED = 10
_SMALL = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine"}


def writer(found: FoldComparison) -> Callable[[float], str]:
    """How scores are written here: as many decimals as the standard errors carry."""
    known = found.errors[found.errors > 0]
    decimals = 3
    if known.size:
        decimals = max(0, round(1 - math.log10(float(np.median(known)))))
    if np.abs(found.means).max() <= 1:
        decimals = max(3, decimals)

    def write(number: float) -> str:
        text = f"{number:.{decimals}f}" if decimals <= 8 else f"{number:.4g}"
        return text.removeprefix("-") if float(text) == 0 else text

    return write


def sentence(found: FoldComparison) -> str:
    """The findings, without the notes."""
    parts = [_winner(found), _search(found)] if found.searched else []
    parts.append(f"{_method(found)}: {_result(found)}")
    if not found.searched:
        parts += [_standing(found), _winner(found)]
    if found.margin is not None:
        parts.append(_margin(found))
    if astride := sum(pair.differs and pair.low <= 0 for pair in found.pairs):
        parts.append(
            f"Intervals are such that all hold at once (Bonferroni), wider than the test needs "
            f"them: for {counted(astride, 'pair')} that {_is(astride)} shown to differ the "
            "interval holds 0."
        )
    parts.append(
        "The test allows for training sets that overlap (Nadeau and Bengio), takes differences on "
        "folds to be about normal, and speaks of this one data set: it says nothing of others."
    )
    return " ".join(part for part in parts if part)


def of_pair(found: FoldComparison, pair: FoldPair) -> str:
    """One pair: who is better, by how much, and how sure that is."""
    write = writer(found)
    p = p_in_words(pair.adjusted, found.alpha).replace("p ", "adjusted p ", 1)
    limits = f"{write(pair.low)} to {write(pair.high)}"
    if pair.differs:
        words = (
            f"{pair.first} is better than {pair.second} by {write(pair.difference)} ({limits}; {p}"
        )
    else:
        words = (
            f"Between {pair.first} and {pair.second} no difference is shown "
            f"({write(pair.difference)}, {limits}; {p}"
        )
    if pair.matters is None:
        return f"{words})."
    kind = "more" if pair.matters else "less"
    return f"{words}); they are shown to be {kind} than {found.margin:g} apart."


def for_the_paper(found: FoldComparison) -> str:
    """What was done, and what came out."""
    write = writer(found)
    fraction = f"{found.test_fraction:.3g}"
    what = "candidates of the hyper-parameter search" if found.searched else "models"
    who = {
        "all pairs": f"All {counted(found.comparisons, 'pair')} of {len(found.names):,} {what}",
        "control": f"{found.reference} and each of {counted(len(found.names) - 1, 'other model')}",
        "best": f"The best of {len(found.names):,} {what} and each of the others",
    }[found.question]
    if len(found.names) == 2:
        who = " and ".join(found.names)
    words = (
        f"{who} were compared by the corrected resampled t test (Nadeau and Bengio, 2003; "
        f"two-sided, {found.folds - 1:,} degrees of freedom) on {found.splits} of one data set "
        f"with {fraction} of the cases in each test set"
    )
    if found.comparisons > 1:
        words += (
            f"; p-values are corrected by {CORRECTION_NAMES[found.correction]} for "
            f"{found.comparisons:,} comparisons"
        )
    if found.question == "best" and found.comparisons > 1:
        words += ", that is for all pairs, since the same scores chose the best"
    chosen = [pair for pair in found.pairs if pair.differs]
    if not chosen:
        words += f". No difference was shown at the {percent(found.alpha)} level."
    else:
        told = [
            f"{pair.first} exceeded {pair.second} by {write(pair.difference)} (simultaneous "
            f"{percent(1 - found.alpha)} interval {write(pair.low)} to {write(pair.high)}, "
            f"adjusted {p_in_words(pair.adjusted, found.alpha)})"
            for pair in chosen[:_LISTED]
        ]
        if not found.higher_is_better:
            told = [text.replace(" exceeded ", " was better (lower) than ", 1) for text in told]
        more = f"; and {len(chosen) - _LISTED:,} more" if len(chosen) > _LISTED else ""
        of = f"{len(chosen):,} of {len(found.pairs):,} comparisons showed a difference"
        if len(found.pairs) == 1:
            of = "They differed"
        words += f". {of} at the {percent(found.alpha)} level: {'; '.join(told)}{more}."
    winner = found.winner
    how = "chosen on the other folds and assessed on the fold left out"
    if winner.enlarged != 1:
        how = "corrected for having been chosen on the same splits"
    return (
        f"{words} {winner.name} had the {_extreme(found)} mean {found.metric}, "
        f"{write(winner.mean)}; {how}, the winner of {found.tried:,} reached "
        f"{write(winner.corrected)}."
    )


def _extreme(found: FoldComparison) -> str:
    return "highest" if found.higher_is_better else "lowest"


def _method(found: FoldComparison) -> str:
    many = len(found.names)
    family = f"corrected by {CORRECTION_NAMES[found.correction]}"
    what = {
        "all pairs": f"{counted(found.comparisons, 'pair')} of models {family}",
        "control": f"{counted(many - 1, 'comparison')} with {found.reference} {family}",
        "best": f"{found.reference} with each of {counted(many - 1, 'other')}, {family} for all "
        f"{found.comparisons:,} pairs, because the same scores chose it",
    }[found.question]
    if many == 2:
        what = f"{found.names[0]} with {found.names[1]}"
    return (
        f"Corrected resampled t test, two-sided, on {found.splits} with {found.test_fraction:.3g} "
        f"of the cases in each test set, {what}"
    )


def _result(found: FoldComparison) -> str:
    write = writer(found)
    chosen = [pair for pair in found.pairs if pair.differs]
    level = f"at the {percent(found.alpha)} level"
    if not chosen:
        return f"{level} no difference is shown, which is not to say that there is none."
    rest = "" if len(chosen) == len(found.pairs) else " Not shown is not equal."
    if found.question == "best":
        if len(chosen) == len(found.pairs):
            return f"{level} it is better than every other one."
        return f"{level} it is better than {len(chosen):,} of them.{rest}"
    told = [f"{pair.first} is better than {pair.second} (by {write(pair.difference)})"
            for pair in chosen]  # fmt: skip
    of = f"{len(chosen):,} of {len(found.pairs):,}" if len(found.pairs) > 1 else "the two"
    verb = "is" if len(chosen) == 1 and len(found.pairs) > 1 else "are"
    return f"{level} {of} {verb} shown to differ: {listed(told, '; ')}.{rest}"


def _standing(found: FoldComparison) -> str:
    """Who may be the best, given all pairs."""
    if found.question == "control":
        return ""
    others = [name for name in found.may_be_best if name != found.winner.name]
    if len(others) == len(found.names) - 1:
        return "Any of them may be the best."
    if not others:
        return f"{found.winner.name} is shown to be the best of them."
    if len(others) == 1:
        return f"Besides {found.winner.name}, {others[0]} may be the best."
    many = _SMALL.get(len(others), f"{len(others):,}")
    return (
        f"Besides {found.winner.name}, {many} others may be the best: "
        f"{listed_with_and(others, _LISTED)}."
    )


def _winner(found: FoldComparison) -> str:
    """The winner's score, as it stands and corrected for having won."""
    winner, write = found.winner, writer(found)
    among = f"Of {found.tried:,} candidates tried, " if found.searched else ""
    shared = f" (shared by {counted(winner.shared_with, 'other')})" if winner.shared_with else ""
    words = (
        f"{among}{winner.name} has the {_extreme(found)} mean {found.metric}, "
        f"{write(winner.mean)}{shared}."
    )
    how = "Chosen on the other folds and looked at on the fold left out, the winner scores"
    if winner.enlarged != 1:
        how = "Chosen on other splits and looked at on the one left out, it would score about"
    if write(winner.optimism) == write(0):
        return f"{words} {how} the same: what the choice itself brought is too little to be seen."
    brought = "flatters it by" if found.higher_is_better else "makes its error look smaller by"
    much = write(winner.optimism)
    return f"{words} {how} {write(winner.corrected)}: having been chosen {brought} {much}."


def _search(found: FoldComparison) -> str:
    """What luck would show, and who may be the best."""
    winner, write = found.winner, writer(found)
    many = len(found.names)
    words = (
        f"It is {write(winner.lead)} ahead of the mean of all; the best of {many:,} equally good "
        f"candidates like these would be about {write(winner.lead_by_luck)} ahead by luck alone."
    )
    best = found.may_be_best
    if len(best) == many:
        return f"{words} Any of the {many:,} may be the best."
    if best == (winner.name,):
        return f"{words} With {percent(1 - found.alpha)} confidence it is the best of the {many:,}."
    return (
        f"{words} With {percent(1 - found.alpha)} confidence the best of the {many:,} is one of "
        f"{len(best):,}: {listed(best, '; ', 3)}."
    )


def _margin(found: FoldComparison) -> str:
    larger = sum(pair.matters is True for pair in found.pairs)
    smaller = sum(pair.matters is False for pair in found.pairs)
    return (
        f"Of {counted(len(found.pairs), 'comparison')}, {larger:,} {_is(larger)} shown to be more "
        f"than {found.margin:g} apart, {smaller:,} {_is(smaller)} shown to be less than that apart."
    )


def _is(number: int) -> str:
    return "is" if number == 1 else "are"


def listed(items: Sequence[str], separator: str, most: int = _LISTED) -> str:
    """All of them, or the first few and how many more."""
    more = f"{separator}and {len(items) - most:,} more" if len(items) > most else ""
    return separator.join(items[:most]) + more
