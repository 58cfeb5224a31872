"""A judgement of items in words, for the reader in a hurry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from course_lib.common.phrases import (
    counted,
    listed,
    p_in_words,
    percent,
    shares_in_words,
)

if TYPE_CHECKING:
    from course_lib.judging.item_results import ItemPair, ItemsJudgement, Winner

#: So many models have their ranks told in a sentence.
_RANKS_TOLD = 10
NOT_EQUAL = "Not shown is not equal."


def findings(found: ItemsJudgement) -> dict[str, str]:
    """A sentence or two for each question; the first three are the findings."""
    if not found.pairs:
        return {"best": _alone(found), "data": _data(found)}
    words = {"best": _best(found)}
    words["standing"] = _standing(found) if found.control is None else _beside_control(found)
    words["pairs"] = _pairs(found)
    if found.control is None and len(found.items.names) > 2:
        words["ranks"] = _ranks(found)
    return words | {"data": _data(found)}


def heading(found: ItemsJudgement) -> str:
    """The finding in a few words."""
    best, names = found.winner.name, found.items.names
    if len(names) == 1:
        return f"{names[0]} on {counted(found.items.number, 'item')}"
    if found.control is not None:
        better = sum(pair.differs and pair.second == found.control for pair in found.pairs)
        if better == 0:
            return f"None is shown to be better than {found.control}."
        return f"{better:,} of {len(found.pairs):,} are shown to be better than {found.control}."
    if len(found.may_be_best) == 1:
        return f"{best} is shown to be the best."
    if len(names) == 2:
        return "The two are not shown to differ."
    return f"{len(found.may_be_best):,} of {len(names):,} models may be the best."


def winner_in_words(winner: Winner, number: str = "") -> str:
    """The accuracy as it is, corrected, and with an interval that allows for the choice."""
    error = (winner.high - winner.low) / 6
    share, low, high = shares_in_words(winner.accuracy, winner.low, winner.high, error=error)
    interval = f"{low} to {high} %"
    on = f" on {number}" if number else ""
    if winner.models == 1:
        level = percent(winner.confidence)
        return f"{winner.name} has an accuracy of {share} %{on} ({level} interval {interval})."
    allows = f"an interval that allows for the choice, {percent(winner.confidence)}: {interval}"
    if len(winner.shared_by) == 1:
        words = (
            f"Of {winner.models:,} models, {winner.name} has the highest accuracy, {share} %{on}"
        )
    else:
        all_of_them = len(winner.shared_by) == winner.models
        who = "All models" if all_of_them else listed(winner.shared_by)
        words = f"{who} share the highest accuracy, {share} %{on}"
    return f"{words} ({allows}). {_flattery(winner, error)}".strip()


def _flattery(winner: Winner, error: float) -> str:
    """What being chosen adds to the accuracy of the best."""
    if winner.corrected is None or winner.corrected == winner.accuracy:
        return ""
    outside = "on items left out of the choice, whoever looks best has"
    (before,), (after,) = (
        shares_in_words(share, error=error) for share in (winner.accuracy, winner.corrected)
    )
    if before == after:
        return f"Being chosen hardly flatters it: {outside} about the same."
    return f"Being chosen flatters: {outside} about {after} %."


def _best(found: ItemsJudgement) -> str:
    return winner_in_words(found.winner, counted(found.items.number, "item"))


def _alone(found: ItemsJudgement) -> str:
    return found.accuracies[0].sentence()


def _standing(found: ItemsJudgement) -> str:
    """Who may be the best, and how far behind the runner-up is."""
    names, best = found.items.names, found.may_be_best
    winner = found.winner.name
    beaten = {pair.second for pair in found.pairs if pair.first == winner and pair.differs}
    if len(names) == 2:
        return _two(found)
    if len(beaten) == len(names) - 1:
        words = f"{winner} is shown to be right more often than each of the others."
    elif len(best) == 1:
        words = f"Only {winner} may be the best: each of the others is shown worse than some model."
    elif len(best) == len(names):
        words = (
            f"Any of the {len(names):,} models may be the best: none is shown to be right more "
            f"often than another. {NOT_EQUAL}"
            if not found.different
            else f"Any of the {len(names):,} models may be the best. {NOT_EQUAL}"
        )
    else:
        words = (
            f"{len(best):,} of {len(names):,} models may be the best, for none is shown to be "
            f"right more often than they are: {listed(best)}. {NOT_EQUAL}"
        )
    if len(found.winner.shared_by) > 1:
        return words
    second = found.pair(winner, found.ranking[1].name)
    difference, low, high = second.points()
    return (
        f"{words} The runner-up, {second.second}, is {_points(difference)} behind (interval "
        f"{low} to {high})."
    )


def _two(found: ItemsJudgement) -> str:
    pair = found.pairs[0]
    difference, low, high = pair.points()
    p = p_in_words(pair.adjusted, found.alpha)
    interval = f"{percent(1 - found.alpha)} interval {low} to {high}; two-sided {p}"
    if pair.differs:
        return (
            f"{pair.first} is right more often than {pair.second}, by {_points(difference)} "
            f"({interval})."
        )
    if pair.difference == 0:
        return f"Neither is right more often ({interval}). {NOT_EQUAL}"
    return (
        f"{pair.first} is ahead of {pair.second} by {_points(difference)}, which is not shown to "
        f"be more than luck ({interval}). {NOT_EQUAL}"
    )


def _beside_control(found: ItemsJudgement) -> str:
    better = [pair.first for pair in found.pairs if pair.differs and pair.second == found.control]
    worse = [pair.second for pair in found.pairs if pair.differs and pair.first == found.control]
    others = len(found.pairs)
    parts = []
    if better:
        parts.append(f"{listed(better)} {_are(better)} shown to be right more often")
    if worse:
        parts.append(f"{listed(worse)} {_are(worse)} shown to be right less often")
    rest = others - len(better) - len(worse)
    if not parts:
        who = "the other is" if others == 1 else f"none of the {others:,} others is"
        not_shown = " not" if others == 1 else ""
        return f"Compared with {found.control}, {who}{not_shown} shown to differ. {NOT_EQUAL}"
    words = f"Compared with {found.control}, {'; '.join(parts)}."
    if rest:
        words += f" For {counted(rest, 'other')} no difference is shown. {NOT_EQUAL}"
    return words


def _pairs(found: ItemsJudgement) -> str:
    """How many pairs differ, how that was found, and whether it matters."""
    total, number = len(found.pairs), len(found.different)
    if total == 1:
        words = f"{_split(found.pairs[0])} ({how(found)})."
    elif number == 0:
        words = f"None of {total:,} pairs is shown to differ ({how(found)})."
    elif number == total:
        words = f"All {total:,} pairs are shown to differ ({how(found)})."
    else:
        differ = "pair is" if number == 1 else "pairs are"
        words = f"{number:,} of {total:,} {differ} shown to differ ({how(found)})."
        words = words.replace(f"{total:,} pair is", f"{total:,} pairs is")
    return f"{words} {_margin(found)}".strip()


def _split(pair: ItemPair) -> str:
    if pair.only_first_right == pair.only_second_right == 0:
        return f"{pair.first} and {pair.second} are right and wrong on the very same items"
    return (
        f"Only {pair.first} is right on {_count(pair.only_first_right)}, only {pair.second} on "
        f"{_count(pair.only_second_right)}"
    )


def _count(number: float) -> str:
    if isinstance(number, int) or number.is_integer():
        return counted(int(number), "item")
    return f"{number:,.4g} items, counted in parts"


def _margin(found: ItemsJudgement) -> str:
    """What the intervals say beside a difference that matters."""
    if found.margin is None:
        return ""
    margin = f"{100 * found.margin:.6g} points"
    kinds = [pair.against_margin for pair in found.pairs]
    beyond, within, rest = (kinds.count(kind) for kind in ("beyond", "within", "open"))
    if len(kinds) == 1:
        return {
            "beyond": f"The difference matters: it is shown to be more than {margin}.",
            "within": f"It is shown to be too small to matter: less than {margin} either way.",
            "open": f"Whether it exceeds {margin}, and so matters, is open.",
        }[kinds[0] or "open"]
    return (
        f"Beside a margin of {margin}: {beyond:,} {'is' if beyond == 1 else 'are'} shown to differ "
        f"by more, {within:,} by less, which is too little to matter; for {rest:,} it is open."
    )


def _ranks(found: ItemsJudgement) -> str:
    level = percent(1 - found.alpha)
    told = [
        f"{one.name} {_range(*found.rank_intervals[one.name])}"
        for one in found.ranking[:_RANKS_TOLD]
    ]
    if len(told) < len(found.accuracies):
        told.append(f"and {len(found.accuracies) - len(told):,} more")
    return f"Ranks, all at once with {level} confidence: {', '.join(told)}."


def _data(found: ItemsJudgement) -> str:
    """What counts as a piece of evidence, and what the intervals of accuracies are."""
    items, words = found.items, ""
    if items.number_of_clusters is not None:
        words += (
            f"The items come in {counted(items.number_of_clusters, 'cluster')}: a cluster is one "
            "piece of evidence, however many items it has. "
        )
    if items.runs > 1:
        words += f"Up to {items.runs:,} runs of an item are averaged, and add no items. "
    level = percent(1 - found.alpha)
    plain = items.whole and items.clusters is None
    number = "" if plain else (
        ", for so many independent items, right or wrong, as would tell as much"
    )  # fmt: skip
    return f"{words}Each accuracy's own interval is Wilson's, at {level}{number}."


# --- Small words ----------------------------------------------------------------------------------


def how(found: ItemsJudgement) -> str:
    """How pairs were compared, for brackets."""
    assert found.flips is not None
    level = percent(found.alpha)
    if len(found.pairs) == 1 and found.items.whole and found.items.clusters is None:
        return f"McNemar's exact test, two-sided, {level}"
    flips = "every way to flip signs" if found.flips.every_way else (
        f"{found.flips.repetitions:,} sign flips"
    )  # fmt: skip
    whole = " of whole clusters" if found.items.clusters is not None else ""
    family = "" if len(found.pairs) == 1 else " corrected for all of them,"
    return f"{flips}{whole}, two-sided,{family} {level}"


def _points(difference: str) -> str:
    return f"{difference} point" if difference == "1" else f"{difference} points"


def _range(lowest: int, highest: int) -> str:
    return f"{lowest}" if lowest == highest else f"{lowest} to {highest}"


def _are(names: list[str]) -> str:
    return "is" if len(names) == 1 else "are"
