"""A judgement of items for the paper: what was done and what came out, to copy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from course_lib.common.phrases import counted, p_in_words, percent, shares_in_words
from course_lib.judging.item_words import how

if TYPE_CHECKING:
    from course_lib.judging.item_results import ItemPair, ItemsJudgement

#: So many pairs or models are listed in a sentence.
_LISTED = 10


def paper(found: ItemsJudgement) -> dict[str, str]:
    """For each question a sentence on the method and one on the result."""
    words = {"accuracy": _accuracy(found)}
    if found.pairs:
        words["pairs"] = _pairs(found)
        if found.control is None:
            words["ranks"] = _ranks(found)
        words["winner"] = _winner(found)
    return words


def caption(found: ItemsJudgement) -> str:
    """What stands above the table of the models."""
    level = percent(1 - found.alpha)
    words = (
        f"Accuracy of {counted(len(found.items.names), 'model')} on "
        f"{counted(found.items.number, 'item')}, with two-sided {level} Wilson intervals, each by "
        "itself"
    )
    if found.control is not None:
        words += f", and differences from {found.control}, whose intervals hold together"
    elif found.pairs:
        words += ", and ranks that hold together"
    return f"{words}."


def _accuracy(found: ItemsJudgement) -> str:
    items, level = found.items, percent(1 - found.alpha)
    words = f"{counted(len(items.names), 'model')} answered {counted(items.number, 'item')}"
    if items.runs > 1:
        words += f" (up to {items.runs:,} runs of each, averaged)"
    how_many = ""
    if items.clusters is not None:
        words += f" in {counted(items.number_of_clusters or 0, 'cluster')}"
        how_many = " for the effective number of items, from the variance between clusters"
    elif not items.whole:
        how_many = " for the effective number of items, from their variance"
    told = []
    for one in found.ranking[:_LISTED]:
        share, low, high = shares_in_words(one.accuracy, one.low, one.high, error=one.error)
        told.append(f"{one.name} {share} % ({low} to {high} %)")
    more = len(found.accuracies) - len(told)
    rest = f" and {more:,} more" if more > 0 else ""
    return (
        f"{words}. Accuracies, with two-sided {level} Wilson intervals{how_many}, not corrected "
        f"for their number: {', '.join(told)}{rest}."
    )


def _pairs(found: ItemsJudgement) -> str:
    total = len(found.pairs)
    unit = "cluster" if found.items.clusters is not None else "item"
    against = f"All models were compared with {found.control}" if found.control else (
        "All pairs were compared" if total > 1 else "The two were compared"
    )  # fmt: skip
    if how(found).startswith("McNemar"):
        method = f"by {how(found)}"
    else:
        assert found.flips is not None
        ways = "all" if found.flips.every_way else f"{found.flips.repetitions:,}"
        adjusted = (
            ", adjusted for all of them by the step-down procedure of Westfall and Young"
            if total > 1
            else ""
        )
        method = (
            f"by a permutation test that exchanges two models {unit} by {unit} ({ways} sign flips, "
            f"two-sided{adjusted}; level {percent(found.alpha)})"
        )
    joint = f" that hold jointly at {percent(1 - found.alpha)}" if total > 1 else (
        f" at {percent(1 - found.alpha)}"
    )  # fmt: skip
    results = [_pair(found, pair) for pair in found.different]
    words = f"{against} {method}, with Tango intervals for the difference of accuracies{joint}. "
    if not results:
        who = "The two were" if total == 1 else f"No pair of {total:,} was"
        return f"{words}{who} shown to differ{_best_guess(found)}."
    told = "; ".join(results[:_LISTED])
    if len(results) > _LISTED:
        told += f"; and {len(results) - _LISTED:,} more"
    if total == 1:
        return f"{words}{told[0].upper()}{told[1:]}."
    return f"{words}Of {total:,} pairs, {len(results):,} differed: {told}."


def _best_guess(found: ItemsJudgement) -> str:
    if len(found.pairs) > 1:
        return ""
    pair = found.pairs[0]
    difference, low, high = pair.points()
    return (
        f" ({pair.first} ahead by {difference} percentage points, interval {low} to {high}, "
        f"{p_in_words(pair.adjusted, found.alpha)})"
    )


def _pair(found: ItemsJudgement, pair: ItemPair) -> str:
    difference, low, high = pair.points()
    adjusted = "adjusted " if len(found.pairs) > 1 else ""
    return (
        f"{pair.first} was right more often than {pair.second} (difference {difference} percentage "
        f"points, interval {low} to {high}, {adjusted}{p_in_words(pair.adjusted, found.alpha)})"
    )


def _ranks(found: ItemsJudgement) -> str:
    best = found.may_be_best
    who = ", ".join(best[:_LISTED]) + (f" and {len(best) - _LISTED:,} more" if len(best) > _LISTED
                                       else "")  # fmt: skip
    is_best = "only the best model may be" if len(best) == 1 else f"{len(best):,} models may be"
    told = ", ".join(
        f"{one.name} {lowest} to {highest}"
        for one in found.ranking[:_LISTED]
        for lowest, highest in [found.rank_intervals[one.name]]
    )
    more = len(found.accuracies) - _LISTED
    rest = f" and {more:,} more" if more > 0 else ""
    return (
        f"From these pairs follow rank intervals with a joint confidence of "
        f"{percent(1 - found.alpha)}: {told}{rest}. Not shown to be worse than any other, "
        f"{is_best} the best: {who}."
    )


def _winner(found: ItemsJudgement) -> str:
    winner = found.winner
    error = (winner.high - winner.low) / 6
    share, low, high = shares_in_words(winner.accuracy, winner.low, winner.high, error=error)
    words = (
        f"The highest accuracy, {share} % of {winner.name}, is that of the best of "
        f"{winner.models:,}; the {percent(winner.confidence)} Wilson interval with Bonferroni's "
        f"correction for the choice reaches from {low} to {high} %"
    )
    if winner.corrected is None:
        return f"{words}."
    less = shares_in_words(winner.corrected, error=error)[0]
    unit = "clusters" if found.items.clusters is not None else "items"
    return (
        f"{words}, and the bootstrap estimate on {unit} left out of the choice (Tsamardinos et "
        f"al., 2018; {winner.resamples:,} resamples) is {less} %."
    )
