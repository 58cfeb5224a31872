"""A judgement in three sentences: beyond luck, beyond the others, and what that is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from course_lib.common.phrases import (
    counted,
    decimals_for,
    fixed,
    listed,
    option,
    p_briefly,
    percent,
    points_in_words,
    shares_in_words,
)
from course_lib.intervals.tango import tango_interval
from course_lib.judging.margins import BEYOND, OPEN, WITHIN
from course_lib.judging.rivals import Difference, Rival
from course_lib.judging.words import NOT_CORRECTED, always, at_the_threshold, data_in_words, heading

if TYPE_CHECKING:
    from course_lib.judging.results import ClassifierJudgement, Judgement

#: So many names are told in a finding.
_LISTED = 3


def three_findings(found: Judgement) -> tuple[str, str, str]:
    """Is the best beyond luck; does it differ from the others; what does that mean in practice?"""
    return _luck(found), _standing(found), _practice(found)


# --- Luck -----------------------------------------------------------------------------------------


def _luck(found: Judgement) -> str:
    luck, best = found.luck, found.classifier(found.luck.best)
    limits, decimals = best.auc_interval, found.decimals
    if luck.columns == 1:
        words = f"{best.name} has an AUC of {fixed(luck.auc, decimals)}"
    else:
        have = "have" if len(luck.shared_by) > 1 else "has"
        words = (
            f"{listed(luck.shared_by, _LISTED)} {have} the highest AUC of "
            f"{luck.columns:,} classifiers, {fixed(luck.auc, decimals)}"
        )
    words += within(found)
    if limits:
        chosen = f", {NOT_CORRECTED}" if luck.tried > 1 else ""
        ends = f"{fixed(limits.low, decimals)} to {fixed(limits.high, decimals)}"
        words += f" ({percent(limits.confidence)} interval {ends}{chosen})"
    of = f" for the best of {luck.tried:,} that were tried" if luck.beyond_the_file else ""
    turned = best in found.upside_down and not luck.beyond_luck
    if luck.beyond_luck:
        verdict = f"beyond luck{of}"
    elif turned:
        verdict = "worse than luck brings" if luck.columns == 1 else f"no better than luck{of}"
    else:
        verdict = f"luck alone is not ruled out{of}"
        verdict += ", and on so few cases no score could rule it out" if luck.out_of_reach else ""
    close = "; a close call, another seed may decide otherwise" if luck.seed_matters else ""
    words += f": {verdict} (one-sided {p_briefly(luck.p_value, luck.alpha)}{close})."
    return f"{words} {heading(found)}" if turned else words


def within(found: Judgement) -> str:
    """Within which cases are ranked: " within 5 folds"; nothing where all are ranked together."""
    data, parts = found.predictions, []
    if data.number_of_folds:
        parts.append(counted(data.number_of_folds, "fold"))
    if data.strata is not None:
        parts.append(counted(len(data.stratum_names), "test set"))
    return f" within {' of '.join(parts)}" if parts else ""


# --- The others -----------------------------------------------------------------------------------


def _standing(found: Judgement) -> str:
    rivals = found.rivals
    if not rivals:
        return data_in_words(found)
    if found.reference != found.luck.best:
        return _beside_control(found, rivals)
    best, nearest = found.reference, rivals[0]  # the first sentence has named the best
    words = f"{best if _several(found) else 'It'} is {_than_whom(found, rivals)}"
    if fewer := [rival.name for rival in rivals if _shown(rival, -1)]:
        are = "is" if len(fewer) == 1 else "are"
        words += f"; {listed(fewer, _LISTED)} {are} shown to err less often than it does"
    whom = "" if len(rivals) == 1 else f"compared with {nearest.name}, the nearest, "
    words += f"; {whom}{_by_how_much(found, nearest)}"
    if len(rivals) > 1 and not nearest.shown:
        words += _not_shown(nearest)
    if len(rivals) > 2 and len(found.may_be_best) > 1 and found.luck.beyond_luck:
        of = f"{len(found.may_be_best):,} of {len(rivals) + 1:,}"
        words += f". By AUC {of} may be the best: {listed(found.may_be_best, _LISTED)}"
    return f"{words}."


def _not_shown(rival: Rival) -> str:
    if 0 in (rival.auc.size, rival.errors.size if rival.errors else None):
        return ", and no difference is shown"
    return ", neither of which is shown" if rival.errors else ", which is not shown"


def _than_whom(found: Judgement, rivals: Sequence[Rival]) -> str:
    """Shown to rank better, and to err less often, than whom?"""
    ranks = [rival.name for rival in rivals if rival.auc.shown]
    errs = [rival.name for rival in rivals if _shown(rival, 1)]
    total = len(rivals)
    either = "either" if total == 2 else "any"
    any_one = rivals[0].name if total == 1 else f"{either} of the {total:,} others"
    if not found.compares_errors:
        if not ranks:
            return f"not shown to rank better than {any_one}"
        return f"shown to rank better than {_whom(ranks, rivals)}"
    if not ranks and not errs:
        return f"not shown to rank better or to err less often than {any_one}"
    if not errs:
        rest = "to err less often" + ("" if total == 1 else f" than {either} of them")
        return f"shown to rank better than {_whom(ranks, rivals)}, but not {rest}"
    if not ranks:
        rest = "to rank better" + ("" if total == 1 else f" than {either} of them")
        return f"shown to err less often than {_whom(errs, rivals)}, but not {rest}"
    if ranks == errs:
        return f"shown to rank better and to err less often than {_whom(ranks, rivals)}"
    return (
        f"shown to rank better than {_whom(ranks, rivals)}, and to err less often than "
        f"{_whom(errs, rivals, again=True)}"
    )


def _several(found: Judgement) -> bool:
    """Do several share the highest AUC, so that "it" would not say which one is meant?"""
    return len(found.luck.shared_by) > 1


def _shown(rival: Rival, sign: int) -> bool:
    """Is it shown to err more often (sign 1), or less often (-1)?"""
    return rival.errors is not None and rival.errors.shown and rival.errors.size * sign > 0


def _whom(names: Sequence[str], rivals: Sequence[Rival], again: bool = False) -> str:
    """How many of the others these are, and which, if they are few."""
    total = len(rivals)
    if total == 1:
        return names[0]
    others = "of them" if again else f"of the {total:,} others"
    if len(names) == total:
        return "both others" if total == 2 else f"each {others}"
    told = f" ({listed(names, _LISTED)})" if len(names) <= _LISTED else ""
    return f"{len(names):,} {others}{told}"


def _by_how_much(found: Judgement, rival: Rival) -> str:
    """Its AUC is 0.018 higher (interval ...) and its error rate 3.2 points lower (interval ...)."""
    words = f"its AUC is {_told(rival.auc.turned(), found)}"
    if rival.errors:
        words += f" and its error rate {_told(rival.errors.turned(), found, points=True)}"
    return words


def _told(difference: Difference, found: Judgement, points: bool = False) -> str:
    """A difference and its limits, both in the direction that is told."""
    way = "lower" if difference.size < 0 else "higher"
    one = difference.turned() if difference.size < 0 else difference
    numbers = [one.size] if one.low is None or one.high is None else [one.size, one.low, one.high]
    unit = ""
    if points:
        texts = points_in_words(*numbers, error=_error(one))
        unit = " point" if texts[0] == "1" else " points"
    else:
        decimals = max(found.decimals, decimals_for(_error(one)))
        texts = [fixed(number, decimals) for number in numbers]
        if one.size and float(texts[0]) == 0:
            texts[0] = f"less than {10**-decimals:.{decimals}f}"
    limits = f" (interval {texts[1]} to {texts[2]})" if len(texts) > 1 else ""
    return f"the same{limits}" if one.size == 0 else f"{texts[0]}{unit} {way}{limits}"


def _error(difference: Difference) -> float:
    """About the standard error, if the limits lie three of them out."""
    if difference.low is None or difference.high is None:
        return 0.05
    return (difference.high - difference.low) / 6 or 0.05


def _beside_control(found: Judgement, rivals: Sequence[Rival]) -> str:
    """How many are shown to be better than the control, and where the best stands."""
    control, best = found.reference, found.luck.best
    ranks = [
        sum(rival.auc.shown and rival.auc.size * sign > 0 for rival in rivals) for sign in (1, -1)
    ]
    words = f"Compared with {control}, of {counted(len(rivals), 'other')} {ranks[0]:,} "
    words += f"{'is' if ranks[0] == 1 else 'are'} shown to rank better and {ranks[1]:,} worse"
    if found.compares_errors:
        errs = [sum(_shown(rival, sign) for rival in rivals) for sign in (-1, 1)]
        words += f", {errs[0]:,} to err less often and {errs[1]:,} more often"
    rival = next(rival for rival in rivals if rival.name == best)
    auc = f"the AUC of {best} is {_told(rival.auc, found)}"
    if rival.errors:
        auc += f" and its error rate {_told(rival.errors, found, points=True)}"
    return f"{words}; {auc}."


# --- Practice -------------------------------------------------------------------------------------


def _practice(found: Judgement) -> str:
    best = found.classifier(found.luck.best)
    named = _several(found) or found.reference != best.name
    if best.counts is None:
        who = best.name if named else "it"
        words = (
            f"Of 100 pairs of a positive and a negative case, {who} ranks about "
            f"{100 * best.auc:.0f} rightly; its errors are not counted, for nobody said from which "
            f"score on a case is called positive ({option('threshold')})"
        )
    else:
        words = _accuracy(found, best, best.name if named else "it")
    return f"{words}. {_size(found)}".strip()


def _accuracy(found: Judgement, best: ClassifierJudgement, who: str) -> str:
    """How often the best is right, beside an answer that needs no classifier."""
    counts = best.counts
    assert counts is not None
    low, high = best.accuracy_interval or (counts.accuracy, counts.accuracy)
    error = (high - low) / 4
    majority = counts.majority_accuracy
    share, most, *ends = shares_in_words(counts.accuracy, majority, low, high, error=error)
    words = (
        f"{at_the_threshold(found)} {who} is right for {share} % of the cases "
        f"({percent(1 - found.alpha)} interval {ends[0]} to {ends[1]} %)"
    )
    # Always naming one class is wrong where a case of the other class comes.
    ours, theirs = counts.true_positives, counts.false_positives
    if counts.positives > counts.negatives:
        ours, theirs = counts.true_negatives, counts.false_negatives
    than = f"{always(found)} ({most} %"
    if ours == theirs:
        return f"{words}, as often as {than})"
    more = ours > theirs
    limits = ""
    if not found.luck.folds:
        low, high = map(float, tango_interval(ours, theirs, counts.total, 1 - found.alpha))
        shown = not low <= 0 <= high
        low, high = (low, high) if more else (-high, -low)
        size = abs(ours - theirs) / counts.total
        points = points_in_words(size, low, high, error=(high - low) / 4)
        limits = f"; difference {points[0]} points, interval {points[1]} to {points[2]}"
        limits += "" if shown else ": not shown"
    return f"{words}, {'more' if more else 'less'} often than {than}{limits})"


def _size(found: Judgement) -> str:
    """Do the differences from the others matter; or, if nobody said when, how large may they be?"""
    if not found.rivals:
        return ""
    aucs = [rival.auc for rival in found.rivals]
    errors = [rival.errors for rival in found.rivals if rival.errors]
    if found.margin is not None:
        parts = [f"in AUC, {_beside_margin(aucs, found)}"]
        if errors:
            parts.append(f"in error rates, {_beside_margin(errors, found)}")
        return f"Beside a margin of {found.margin:g}: {'; '.join(parts)}."
    open_aucs, open_errors = (
        [one for one in some if not one.shown and one.reach] for some in (aucs, errors)
    )
    told = []
    if open_aucs:
        widest = max(open_aucs, key=lambda one: one.reach or 0.0)
        told.append(f"{widest.reach:.2g} in AUC")
    if open_errors:
        widest = max(open_errors, key=lambda one: one.reach or 0.0)
        told.append(f"{100 * (widest.reach or 0.0):.2g} points in the error rate")
    if not told:
        return ""
    size = " and ".join(told)
    if len(found.rivals) == 1:
        return f"As far as no difference is shown, up to {size} remain plausible."
    whom = "it" if found.reference == found.luck.best and not _several(found) else found.reference
    return f"Where no difference from {whom} is shown, up to {size} remain plausible."


#: What is said of one difference, and of several.
_KINDS = {
    BEYOND: ("matters", "matter"),
    WITHIN: ("is too small to matter", "are too small to matter"),
    OPEN: ("may matter or not", "may matter or not"),
}


def _beside_margin(differences: Sequence[Difference], found: Judgement) -> str:
    kinds = [one.beside(found.margin or 0.0) for one in differences]
    if len(kinds) == 1:
        return f"the difference {_KINDS[kinds[0]][0]}"
    if len(set(kinds)) == 1:
        return f"all {len(kinds):,} differences from {found.reference} {_KINDS[kinds[0]][1]}"
    told = [
        f"{number:,} {several if number > 1 else one}"
        for kind, (one, several) in _KINDS.items()
        if (number := kinds.count(kind))
    ]
    return f"of {len(kinds):,} differences from {found.reference} {listed(told)}"
