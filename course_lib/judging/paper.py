"""A judgement for the paper: what was done and what came out, to copy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from course_lib.common.phrases import counted, fixed, level_in_words, p_briefly, percent
from course_lib.intervals.difference import limits_in_words
from course_lib.judging.luck_tests import EVERY_WAY, EXACT, SHUFFLING
from course_lib.judging.words import NOT_CORRECTED, at_the_threshold, corrected_for

if TYPE_CHECKING:
    from course_lib.judging.luck_results import Luck
    from course_lib.judging.results import Judgement, PairJudgement

#: So many pairs are listed in a sentence.
_LISTED = 10
#: What is done where there are folds.
_WIDENED = "widened for shared training cases after Nadeau and Bengio (2003)"


def paper(found: Judgement) -> dict[str, str]:
    """For each question a sentence on the method and one on the result."""
    words = {"luck": _luck(found)}
    if found.pairs:
        if found.compares_errors:
            words["errors"] = _errors(found)
        if any(pair.auc_p_value is not None for pair in found.pairs):
            words["ranking"] = _ranking(found)
    if not found.luck.folds:  # pooled, the folds' scores have no common threshold
        words["segments"] = _segment(found)
    return words


def caption(found: Judgement) -> str:
    """What stands above the table of the classifiers."""
    data, level = found.predictions, percent(1 - found.alpha)
    what, how = "AUC", []
    if found.has_auc_intervals:
        how.append("DeLong on the logit scale for AUCs")
    if any(one.counts for one in found.classifiers):
        what = f"AUC, and accuracy {at_the_threshold(found).lower()},"
        how.append("Wilson for accuracies")
    left_out = len(found.classifiers) - len(found.shown)
    whose = counted(len(found.classifiers), "classifier")
    whose = f"the best {len(found.shown)} of {whose}" if left_out else whose
    words = (
        f"{what} of {whose} on {counted(data.positives, 'positive')} and "
        f"{counted(data.negatives, 'negative')}{_within(found)}"
    )
    if how:
        words += f", with two-sided {level} intervals, each by itself ({'; '.join(how)})"
    return f"{words}."


def _within(found: Judgement) -> str:
    """Within which cases are ranked, where it is not all of them together."""
    data, parts = found.predictions, []
    if folds := data.number_of_folds:
        parts.append(f"the {folds:,} folds of a cross-validation")
    if data.strata is not None:
        parts.append(counted(len(data.stratum_names), "test set"))
    return f" within {' of '.join(parts)}" if parts else ""


def _luck(found: Judgement) -> str:
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
        f"{luck.best} reached an AUC of {fixed(luck.auc, found.decimals)}{_within(found)}"
    )
    interval = found.classifier(luck.best).auc_interval
    if interval:
        chosen = f", {NOT_CORRECTED}" if luck.tried > 1 else ""
        words += (
            f" (two-sided {percent(interval.confidence)} DeLong interval on the logit scale, "
            f"{found.classifier(luck.best).interval_in_words}{chosen})"
        )
    verdict = "is significant" if luck.beyond_luck else "is not significant"
    return (
        f"{words}, which {verdict} at the {percent(luck.alpha)} level "
        f"(one-sided {p_briefly(luck.p_value, luck.alpha)})."
    )


def _null_in_paper(luck: Luck, name: str) -> str:
    if name in (SHUFFLING, EVERY_WAY):
        assert luck.shuffled is not None
        kind = "random" if name == SHUFFLING else "possible"
        what = "all" if name == EVERY_WAY else ""
        within = f" within folds, {_WIDENED}" if luck.folds else ""
        within += ", drawn from their normal limit" if luck.shuffled.normal else ""
        return (
            f"{what} {luck.shuffled.repetitions:,} {kind} permutations of the class labels{within} "
            f"(the best of these {luck.columns:,} columns)"
        ).strip()
    if name == EXACT:
        return (
            "the exact null distribution of the AUC of a classifier that ranks at random"
            if luck.tried == 1
            else f"the exact null distribution of the best AUC of {luck.tried:,} classifiers that "
            "rank at random"
        )
    assert luck.column_distribution is not None
    how = "" if luck.column_distribution.exact else " (by a saddlepoint approximation)"
    ties = ", ties included" if luck.ties else ""
    ties += f", labels permuted within folds, {_WIDENED}" if luck.folds else ""
    best_of = (
        f", raised to the best of {luck.tried:,} independent classifiers by Sidak's formula"
        if luck.tried > 1
        else ""
    )
    return f"the permutation distribution of the AUC of {luck.best}{ties}{how}{best_of}"


def _errors(found: Judgement) -> str:
    pairs = found.pairs
    where = at_the_threshold(found).lower()
    confidence = level_in_words(found.pair_confidence)
    joint = f" each (Bonferroni, so that all hold at {percent(1 - found.alpha)})"
    widened = f", {_WIDENED}," if found.luck.folds else ""
    return (
        f"Errors {where} were compared by {_method(found, _ERRORS)}, with Tango "
        f"intervals{widened} for the difference of the error rates at {confidence} "
        f"confidence{joint if len(pairs) > 1 else ''}. "
        f"{_results([_pair_in_paper(found, p) for p in pairs if p.differs], found)}"
    )


#: What is flipped, and the test that may be asked for by name.
_ERRORS = "errors", "McNemar's exact test"
_AUCS = "within-classifier ranks", "DeLong's test"


def _method(found: Judgement, names: tuple[str, str]) -> str:
    """How pairs were compared, and what the p-values are adjusted for."""
    what, test = names
    family = corrected_for(found)
    if found.flips is None:
        return f"{test} (two-sided, Holm-adjusted for {family})"
    how_many = "all sign flips" if found.flips.every_way else found.flips.how
    within = " within folds" if found.luck.folds and what != "errors" else ""
    widened = f"{_WIDENED}, " if found.luck.folds else ""
    return (
        f"a permutation test that exchanges the {what} of two classifiers{within} case by case "
        f"({how_many}, {widened}two-sided, adjusted for {family} by the step-down "
        "procedure of Westfall and Young)"
    )


def _pair_in_paper(found: Judgement, pair: PairJudgement) -> str:
    difference, low, high = limits_in_words(
        pair.difference or 0.0, pair.low or 0.0, pair.high or 0.0
    )
    return (
        f"{pair.first} made fewer errors than {pair.second} ({pair.only_second_wrong:,} cases that "
        f"only {pair.second} had wrong against {pair.only_first_wrong:,}; difference of the error "
        f"rates {difference}, interval {low} to {high}; "
        f"adjusted {p_briefly(pair.adjusted or 0.0, found.alpha)})"
    )


def _ranking(found: Judgement) -> str:
    results = []
    for pair in found.pairs:
        if pair.ranks_better and pair.auc_adjusted is not None:
            results.append(
                f"the AUC of {pair.ranks_better[0]} exceeded that of {pair.ranks_better[1]} by "
                f"{_by_auc(pair)}adjusted {p_briefly(pair.auc_adjusted, found.alpha)})"
            )
    return f"AUCs were compared by {_method(found, _AUCS)}. {_results(results, found)}"


def _by_auc(pair: PairJudgement) -> str:
    """By how much, with DeLong's limits, from the side of the one that ranks better."""
    size = abs(pair.auc_difference)
    if pair.auc_low is None or pair.auc_high is None:
        return f"{limits_in_words(size)[0]} ("
    ends = (pair.auc_low, pair.auc_high)
    low, high = ends if pair.auc_difference > 0 else (-ends[1], -ends[0])
    told = limits_in_words(size, low, high)
    return f"{told[0]} (interval {told[1]} to {told[2]}; "


def _segment(found: Judgement) -> str:
    best = found.luck.best
    words = found.segment(best).sentence()
    return (
        "Confident segments of the ROC curves were found by Tango intervals for the difference of "
        f"misses and false alarms (Elazmeh et al., 2006). For {best}: "
        f"{words[0].lower()}{words[1:]}"
    )


def _results(results: Sequence[str], found: Judgement) -> str:
    pairs = len(found.pairs)
    if not results:
        who = "The two" if pairs == 1 else f"No pair of {pairs:,}"
        what = "were not shown to differ" if pairs == 1 else "was shown to differ"
        return f"{who} {what} at the {percent(found.alpha)} level."
    text = "; ".join(results[:_LISTED])
    if len(results) > _LISTED:
        text += f"; and {len(results) - _LISTED:,} more"
    if pairs == 1:
        return f"The two differed: {text}."
    rest = "" if len(results) == pairs else "; for the others no difference was shown"
    return f"Of {pairs:,} pairs, {len(results):,} differed: {text}{rest}."
