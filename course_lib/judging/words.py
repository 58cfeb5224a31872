"""A judgement in words: for the reader in a hurry, and for the paper."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from course_lib.common.phrases import counted, level_in_words, p_in_words, percent
from course_lib.intervals.difference import limits_in_words

if TYPE_CHECKING:
    from course_lib.judging.results import Judgement, Luck, PairJudgement

#: So many pairs or names are listed in a sentence.
_LISTED = 3
_LISTED_IN_PAPER = 10
#: What the interval of the best does not know.
_NOT_CORRECTED = "not corrected for choosing the best"


def findings(found: "Judgement") -> dict[str, str]:
    """A sentence or two for each question."""
    words = {"data": _data(found), "accuracy": _accuracy(found), "luck": _luck(found)}
    if found.pairs:
        if found.luck.beyond_luck:
            words["rivals"] = _rivals(found)
        words |= {"errors": _errors(found), "ranking": _ranking(found)}
    return words


def headline(found: "Judgement") -> str:
    """The verdict on the best, in a few words."""
    luck = found.luck
    if luck.beyond_luck:
        return f"{luck.best} is beyond luck."
    if found.classifier(luck.best) in found.upside_down:
        if luck.columns == 1:
            return f"{luck.best} ranks worse than luck: are its scores upside down?"
        return "All rank worse than luck: are the scores upside down?"
    return "Luck alone is not ruled out."


def _data(found: "Judgement") -> str:
    data = found.predictions
    share = max(data.positives, data.negatives) / data.cases
    half = data.positives == data.negatives
    always = f"{_always(found)} is right for {'one half' if half else _share(share)} of them"
    return (
        f"Of {counted(data.cases, 'case')}, {data.positives:,} "
        f"{'is' if data.positives == 1 else 'are'} positive "
        f"({data.positive_label!r}) and {data.negatives:,} negative ({data.negative_label!r}): "
        f"{always}."
    )


def _luck(found: "Judgement") -> str:
    luck = found.luck
    best = found.classifier(luck.best)
    interval = ""
    if best.auc_interval:
        low, high = best.auc_interval.low, best.auc_interval.high
        chosen = f", {_NOT_CORRECTED}" if luck.tried > 1 else ""
        interval = f" ({percent(1 - found.alpha)} interval {low:.3f} to {high:.3f}{chosen})"
    of = "one classifier" if luck.tried == 1 else f"the best of {luck.tried:,} classifiers"
    if luck.beyond_luck:
        verdict = f"beyond luck for {of}"
    elif luck.out_of_reach:
        verdict = f"luck is not ruled out for {of}, and on so few cases no score could rule it out"
    else:
        verdict = f"luck alone is not ruled out for {of}"
    if luck.columns == 1:
        have = f"{luck.best} has an AUC of"
    elif len(luck.shared_by) == 1:
        have = f"{luck.best} has the highest AUC,"
    else:
        who = _listed(luck.shared_by[:_LISTED], len(luck.shared_by))
        have = f"{who} share the highest AUC,"
        if interval:
            interval = interval.replace(" (", f" (for {luck.best}, ", 1)
    words = f"{have} {luck.auc:.3f}{interval}: {verdict} ({_p_values(luck)})."
    if luck.seed_matters:
        words += " That is a close call: another seed may decide otherwise."
    if luck.tests_disagree:
        words += f" {_why_they_part(luck)}"
    if not luck.beyond_luck and best in found.upside_down:
        words += f" {headline(found)}"
    if luck.tried > luck.columns:
        words += (
            f" {luck.tried:,} were tried, of which the file holds {luck.columns:,}; all of them "
            "count."
        )
    else:
        those = (
            "Only this one was" if luck.columns == 1 else f"The {luck.columns:,} in the file were"
        )
        words += f" {those} counted; if more were tried, the bar is higher (--tried)."
    return words


_METHODS = {
    "shuffling": "by shuffling the truth",
    "exact law": "by the exact law",
    "own law": "by its own law",
}


def _p_values(luck: "Luck") -> str:
    """The p-value that decides, then the others."""
    others = [test for test in luck.tests if test != luck.deciding]
    return ", ".join(
        f"{p_in_words(test.p_value, luck.alpha)} {_METHODS[test.name]}{_least(luck, test.name)}"
        for test in (luck.deciding, *others)
    )


def _least(luck: "Luck", name: str) -> str:
    """Said where the p-value is as small as so many shuffles can make it."""
    shuffles = luck.shuffled.repetitions
    if name != "shuffling" or luck.shuffled_p_value * (shuffles + 1) > 1.5:
        return ""
    return f", the least that {shuffles:,} shuffles can show"


def _why_they_part(luck: "Luck") -> str:
    if luck.decided_by == "own law":
        why = (
            "for shuffling knows nothing of those that are not in the file, and the exact law "
            "nothing of ties"
            if luck.beyond_the_file
            else "for so few shuffles cannot tell, and the exact law knows nothing of ties"
        )
        return f"They disagree; its own law counts, {why}."
    if luck.decided_by == "exact law":
        why = (
            "for shuffling knows nothing of those that are not in the file"
            if luck.beyond_the_file
            else "for so few shuffles cannot tell"
        )
        return f"They disagree; the exact law counts, {why}."
    if luck.beyond_the_file:
        return (
            "They disagree; shuffling counts, for the best of more cannot be beyond luck where the "
            "best of these is not."
        )
    return (
        "The two disagree; shuffling counts, for it takes ties and the likeness of these columns "
        "as they are, while the exact law takes them for independent rankings without ties."
    )


def _always(found: "Judgement") -> str:
    """What the majority's answer is called."""
    data = found.predictions
    if data.positives == data.negatives:
        return "always giving the same answer"
    larger = data.negative_label if data.negatives > data.positives else data.positive_label
    return f"always answering {larger!r}"


def _accuracy(found: "Judgement") -> str:
    """A count in this sample, and worded as such: it is not tested."""
    better = sorted(
        (one for one in found.classifiers if one.beats_majority),
        key=lambda one: -one.counts.accuracy,
    )
    all_of_them = len(found.classifiers)
    majority = found.classifiers[0].counts.majority_accuracy
    if all_of_them == 1:
        only = found.classifiers[0]
        who = f"{only.name} is {'' if better else 'not '}right"
        told = _share(only.counts.accuracy)
    elif not better:
        who = f"none of the {all_of_them:,} is right"
        told = f"at most {_share(max(one.counts.accuracy for one in found.classifiers))}"
    else:
        who = f"{len(better):,} of {all_of_them:,} {'is' if len(better) == 1 else 'are'} right"
        told = _listed(
            [f"{one.name} {_share(one.counts.accuracy)}" for one in better[:_LISTED]], len(better)
        )
    return (
        f"{_where(found)}, {who} more often in this sample ({told}) than {_always(found)} "
        f"({_share(majority)})."
    )


def _rivals(found: "Judgement") -> str:
    """From whom the best is not shown to differ: beyond luck is not beyond the others."""
    best = found.luck.best
    mine = [pair for pair in found.pairs if best in (pair.first, pair.second)]
    alike = [pair for pair in mine if not (pair.differs or pair.auc_differs)]
    if not alike:
        others = "the other" if len(mine) == 1 else "every other"
        return f"{best} is shown to differ from {others}, in its errors or in its AUC."
    names = [pair.second if pair.first == best else pair.first for pair in alike]
    names.sort(key=lambda name: -found.classifier(name).auc)
    return (
        f"{best} is not shown to differ from {_listed(names[:_LISTED], len(names))}, neither in "
        "its errors nor in its AUC: which of them is the best, these cases do not say."
    )


def _best_first(found: "Judgement", pairs: "Sequence[PairJudgement]") -> "list[PairJudgement]":
    """Pairs with the best in front, otherwise in their order."""
    return sorted(pairs, key=lambda pair: found.luck.best not in (pair.first, pair.second))


def _errors(found: "Judgement") -> str:
    differ = _best_first(found, [pair for pair in found.pairs if pair.differs])
    where = _where(found)
    how = f"{found.mcnemar} McNemar tests{_holm(found)}, {percent(found.alpha)}"
    if differ:
        told = []
        for place, pair in enumerate(differ[:_LISTED]):
            rates = [1 - found.classifier(n).counts.accuracy for n in (pair.first, pair.second)]
            errs = "errs less often" if place == 0 else "less often"
            told.append(
                f"{pair.first} {errs} than {pair.second} ({rates[0]:.3f} against {rates[1]:.3f})"
            )
        return (
            f"In their errors {where.lower()}, {_of_pairs(len(differ), len(found.pairs))} ({how}): "
            f"{_listed(told, len(differ))}."
        )
    data = found.predictions
    apart = [
        pair
        for pair in found.pairs
        if not np.array_equal(data.column(pair.first), data.column(pair.second))
    ]
    if not apart:
        return (
            f"In their errors {where.lower()}, {_none(found)} ({how}): their scores are the same."
        )
    widest = max(max(-pair.low, pair.high) for pair in apart)
    return (
        f"In their errors {where.lower()}, {_none(found)} ({how}). That is not to say they are "
        f"equal: differences of the error rates of up to {widest:.2g} remain plausible."
    )


def _ranking(found: "Judgement") -> str:
    if all(pair.auc_p_value is None for pair in found.pairs):
        return "Whether the AUCs differ cannot be tested: there is no variation to estimate from."
    differ = _best_first(
        found,
        sorted(
            (pair for pair in found.pairs if pair.auc_differs), key=lambda pair: pair.auc_p_value
        ),
    )
    how = f"DeLong{_holm(found)}, {percent(found.alpha)}"
    if not differ:
        return f"In their AUCs, {_none(found)} ({how})."
    told = []
    for pair in differ[:_LISTED]:
        names = sorted((pair.first, pair.second), key=lambda name: -found.classifier(name).auc)
        aucs = [found.classifier(name).auc for name in names]
        told.append(f"{names[0]} ranks better than {names[1]} ({aucs[0]:.3f}, {aucs[1]:.3f})")
    return (
        f"In their AUCs, {_of_pairs(len(differ), len(found.pairs))} ({how}): "
        f"{_listed(told, len(differ))}."
    )


# --- For the paper --------------------------------------------------------------------------------


def paper(found: "Judgement") -> dict[str, str]:
    """For each question a sentence on the method and one on the result."""
    words = {"luck": _paper_luck(found)}
    if found.pairs:
        words["errors"] = _paper_errors(found)
        if any(pair.auc_p_value is not None for pair in found.pairs):
            words["ranking"] = _paper_ranking(found)
    words["segments"] = _paper_segment(found)
    return words


def _paper_luck(found: "Judgement") -> str:
    """The test that decides, the one beside it, and what came out."""
    luck, data = found.luck, found.predictions
    decided = luck.deciding
    what = "The highest AUC" if luck.tried > 1 else "The AUC"
    beside = [test for test in luck.tests if test.counts and test != decided]
    nulls = [_null_in_paper(luck, test.name) for test in (decided, *beside)]
    words = f"{what} was compared with {', and with '.join(nulls)}"
    if beside:
        words += f"; the {'larger' if len(beside) == 1 else 'largest'} p-value counts"
    words += (
        f". On {counted(data.positives, 'positive')} and {counted(data.negatives, 'negative')}, "
        f"{luck.best} reached an AUC of {luck.auc:.3f}"
    )
    interval = found.classifier(luck.best).auc_interval
    if interval:
        chosen = f", {_NOT_CORRECTED}" if luck.tried > 1 else ""
        words += (
            f" ({percent(interval.confidence)} DeLong interval on the logit scale, "
            f"{interval.low:.3f} to {interval.high:.3f}{chosen})"
        )
    verdict = "is significant" if luck.beyond_luck else "is not significant"
    return (
        f"{words}, which {verdict} at the {percent(luck.alpha)} level "
        f"({p_in_words(luck.p_value, luck.alpha)})."
    )


def _null_in_paper(luck: "Luck", name: str) -> str:
    if name == "shuffling":
        of = f" (the best of these {luck.columns:,} columns)" if luck.columns > 1 else ""
        return f"{luck.shuffled.repetitions:,} random permutations of the class labels{of}"
    if name == "exact law":
        return (
            "the exact null distribution of the AUC of a classifier that ranks at random"
            if luck.tried == 1
            else f"the exact null distribution of the best AUC of {luck.tried:,} classifiers that "
            "rank at random"
        )
    assert luck.own is not None
    how = "" if luck.own.exact else " (by a saddlepoint approximation)"
    ties = ", ties included" if luck.ties else ""
    best_of = (
        f", raised to the best of {luck.tried:,} independent classifiers by Sidak's formula"
        if luck.tried > 1
        else ""
    )
    return f"the permutation distribution of the AUC of {luck.best}{ties}{how}{best_of}"


def _paper_errors(found: "Judgement") -> str:
    pairs = found.pairs
    method = (
        f"Errors {_where(found).lower()} were compared by McNemar's test ({found.mcnemar}, "
        f"two-sided{', Holm-adjusted for all pairs' if len(pairs) > 1 else ''}), with Tango "
        f"intervals for the difference of the error rates"
        + (
            f" at {level_in_words(found.pair_confidence)} confidence each (Bonferroni, so that all "
            f"hold at {percent(1 - found.alpha)})"
            if len(pairs) > 1
            else f" at {level_in_words(found.pair_confidence)} confidence"
        )
    )
    return f"{method}. {_results([_pair_in_paper(found, p) for p in pairs if p.differs], found)}"


def _pair_in_paper(found: "Judgement", pair: "PairJudgement") -> str:
    difference, low, high = limits_in_words(pair.difference, pair.low, pair.high)
    adjusted = "adjusted " if len(found.pairs) > 1 else ""
    return (
        f"{pair.first} made fewer errors than {pair.second} ({pair.only_second_wrong:,} cases that "
        f"only {pair.second} had wrong against {pair.only_first_wrong:,}; difference of the error "
        f"rates {difference}, interval {low} to {high}; "
        f"{adjusted}{p_in_words(pair.adjusted, found.alpha)})"
    )


def _paper_ranking(found: "Judgement") -> str:
    results = []
    for pair in found.pairs:
        if pair.auc_differs:
            better = pair.auc_difference > 0
            names = (pair.first, pair.second) if better else (pair.second, pair.first)
            adjusted = "adjusted " if len(found.pairs) > 1 else ""
            results.append(
                f"the AUC of {names[0]} exceeded that of {names[1]} by "
                f"{abs(pair.auc_difference):.3f} "
                f"({adjusted}{p_in_words(pair.auc_adjusted, found.alpha)})"
            )
    holm = ", Holm-adjusted for all pairs" if len(found.pairs) > 1 else ""
    return f"AUCs were compared by DeLong's test (two-sided{holm}). {_results(results, found)}"


def _paper_segment(found: "Judgement") -> str:
    best = found.luck.best
    words = found.segment(best).sentence()
    return (
        "Confident segments of the ROC curves were found by Tango intervals for the difference of "
        f"misses and false alarms (Elazmeh et al., 2006). For {best}: "
        f"{words[0].lower()}{words[1:]}"
    )


def _results(results: Sequence[str], found: "Judgement") -> str:
    pairs = len(found.pairs)
    if not results:
        who = "The two" if pairs == 1 else f"No pair of {pairs:,}"
        what = "were not shown to differ" if pairs == 1 else "was shown to differ"
        return f"{who} {what} at the {percent(found.alpha)} level."
    text = "; ".join(results[:_LISTED_IN_PAPER])
    if len(results) > _LISTED_IN_PAPER:
        text += f"; and {len(results) - _LISTED_IN_PAPER:,} more"
    if pairs == 1:
        return f"The two differed: {text}."
    rest = "" if len(results) == pairs else "; for the others no difference was shown"
    return f"Of {pairs:,} pairs, {len(results):,} differed: {text}{rest}."


# --- Small words ----------------------------------------------------------------------------------


def _where(found: "Judgement") -> str:
    values = {one.threshold for one in found.classifiers}
    if len(values) == 1:
        return f"At threshold {values.pop():g}"
    return "At their thresholds"


def _holm(found: "Judgement") -> str:
    return ", Holm" if len(found.pairs) > 1 else ""


def _of_pairs(number: int, total: int) -> str:
    if total == 1:
        return "the two differ"
    return f"{number:,} of {total:,} pairs {'differs' if number == 1 else 'differ'}"


def _none(found: "Judgement") -> str:
    if len(found.pairs) == 1:
        return "the two are not shown to differ"
    return f"none of {len(found.pairs):,} pairs is shown to differ"


def _listed(texts: Sequence[str], total: int) -> str:
    """Some of `total` things: a, b and c; or a, b, c and 4 more."""
    if total > len(texts):
        return ", ".join(texts) + f" and {total - len(texts):,} more"
    return texts[0] if total == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"


def _share(share: float) -> str:
    return f"{100 * share:.1f} %"
