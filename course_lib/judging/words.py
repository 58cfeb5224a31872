"""A judgement in words, for the reader in a hurry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from course_lib.common.phrases import (
    counted,
    fixed,
    option,
    p_in_words,
    percent,
    scores_apart,
    shares_in_words,
)
from course_lib.judging.luck_tests import COLUMN, EVERY_WAY, EXACT, SHUFFLING

if TYPE_CHECKING:
    from course_lib.judging.luck_results import Luck
    from course_lib.judging.results import Judgement, PairJudgement

#: So many pairs or names are listed in a sentence.
_LISTED = 3
#: What the interval of the best does not know.
NOT_CORRECTED = "not corrected for choosing the best"
#: What the verdict on the best means, and what it does not. (`benchmarks/pooled_folds.py`)
MEANING = (
    "Beyond luck means that the scores go with the truth more closely than luck explains. Whether "
    "training did it is another question: where the data have structure, models trained on "
    "shuffled labels pass this test in up to half of all runs."
)


def in_detail(found: Judgement) -> dict[str, str]:
    """A sentence or two for each question."""
    words = {"data": data_in_words(found)}
    if any(one.counts for one in found.classifiers):
        words["accuracy"] = _accuracy(found)
    words["luck"] = luck_in_words(found.luck, found)
    if found.luck.beyond_luck:
        words["meaning"] = MEANING
    if found.pairs:
        if found.luck.beyond_luck and found.control in (None, found.luck.best):
            words["rivals"] = _rivals(found)
        if found.compares_errors:
            words["errors"] = _errors(found)
        words["ranking"] = _ranking(found)
    if not found.compares_errors:
        words["left out"] = _left_out(found)
    return words


def _left_out(found: Judgement) -> str:
    """Whose errors are not counted, and how they would be."""
    data = found.predictions
    without = [one.name for one in found.classifiers if one.counts is None]
    told = []
    for name in without[:_LISTED]:
        scores = data.column(name)
        told.append(f"{name} ({scores.min():.4g} to {scores.max():.4g})")
    pairs = " and errors are not compared" if len(found.classifiers) > 1 else ""
    middle = f"{np.median(data.column(without[0])):.2g}"
    return (
        f"Errors are not counted for {_listed(told, len(without))}{pairs}: these scores are not "
        "from 0 to 1, and nobody said from which score on a case is called positive "
        f"({option('threshold')}, as in {option('threshold', float(middle))}). An AUC needs none."
    )


def heading(found: Judgement) -> str:
    """The verdict on the best, in a few words."""
    luck = found.luck
    if luck.beyond_luck:
        return f"{luck.best} is beyond luck."
    if found.classifier(luck.best) in found.upside_down:
        if luck.columns == 1:
            return f"{luck.best} ranks worse than luck: are its scores or the labels reversed?"
        return "All rank worse than luck: are the scores or the labels reversed?"
    return "Luck alone is not ruled out."


def data_in_words(found: Judgement) -> str:
    """How many cases of each class, and how often always naming the larger one is right."""
    data = found.predictions
    share = max(data.positives, data.negatives) / data.cases
    half = data.positives == data.negatives
    (told,) = shares_in_words(share, error=(share * (1 - share) / data.cases) ** 0.5)
    same = f"{always(found)} is right for {'one half' if half else f'{told} %'} of them"
    return (
        f"Of {counted(data.cases, 'case')}, {data.positives:,} "
        f"{'is' if data.positives == 1 else 'are'} positive "
        f"({data.positive_label!r}) and {data.negatives:,} negative ({data.negative_label!r}): "
        f"{same}."
    )


#: Each test of luck: its name on a page, what it is about, and how a sentence calls it.
NULLS = {
    SHUFFLING: (
        "shuffled truth",
        "these very columns, with their ties and their likeness to each other",
        "by shuffling the truth",
    ),
    EVERY_WAY: (
        "every way to hand out the labels",
        "these very columns, with their ties and their likeness to each other",
        "by listing every way to hand out the labels",
    ),
    EXACT: (
        "exact distribution",
        "independent rankings without ties",
        "by the exact distribution",
    ),
    COLUMN: (
        "the best column's own distribution",
        "independent columns like the best, with its ties",
        "by the column's own distribution",
    ),
}


def luck_in_words(luck: Luck, found: Judgement | None = None) -> str:
    """Is the best beyond luck? With its interval where the rest of the judgement is known."""
    best = found.classifier(luck.best) if found else None
    of = "one classifier" if luck.tried == 1 else f"the best of {luck.tried:,} classifiers"
    if luck.beyond_luck:
        verdict = f"beyond luck for {of}"
    elif found and best in found.upside_down:
        verdict = f"no better than luck for {of}"
    elif luck.out_of_reach:
        verdict = f"luck is not ruled out for {of}, and on so few cases no score could rule it out"
    else:
        verdict = f"luck alone is not ruled out for {of}"
    shared = len(luck.shared_by) > 1
    if luck.columns == 1:
        have = f"{luck.best} has an AUC of"
    elif shared:
        who = _listed(luck.shared_by[:_LISTED], len(luck.shared_by))
        have = f"{who} share the highest AUC,"
    else:
        have = f"{luck.best} has the highest AUC,"
    interval = ""
    if best and best.auc_interval:
        whose = f"for {luck.best}, " if shared else ""
        chosen = f", {NOT_CORRECTED}" if luck.tried > 1 else ""
        interval = (
            f" ({whose}two-sided {percent(1 - luck.alpha)} interval "
            f"{best.interval_in_words}{chosen})"
        )
    within = " within folds" if luck.folds else ""
    if found and luck.folds:
        within = f" within {counted(found.predictions.number_of_folds or 0, 'fold')}"
    if luck.strata:
        number = f"{len(found.predictions.stratum_names):,} " if found else ""
        within += f"{' of' if within else ' within'} {number}test sets"
    auc = fixed(luck.auc, found.decimals if found else 3)
    words = f"{have} {auc}{within}{interval}: {verdict} (one-sided {_p_values(luck)})."
    if luck.beyond_luck and best and best.auc_interval and best.auc_interval.low < 0.5:
        words += (
            " The interval asks about both sides, and reaches below 0.5; the test asks about one."
        )
    if luck.seed_matters:
        words += " That is a close call: another seed may decide otherwise."
    if luck.tests_disagree:
        words += f" {_why_they_part(luck)}"
    if found and not luck.beyond_luck and best in found.upside_down:
        words += f" {heading(found)}"
    if luck.beyond_the_file:
        return (
            f"{words} {luck.tried:,} were tried, of which the file holds {luck.columns:,}; all of "
            "them count."
        )
    those = "Only this one was" if luck.columns == 1 else f"The {luck.columns:,} in the file were"
    return f"{words} {those} counted; if more were tried, the bar is higher ({option('tried')})."


def _p_values(luck: Luck) -> str:
    """The p-value that decides, then the others."""
    others = [test for test in luck.tests if test != luck.deciding]
    return ", ".join(
        f"{_p(test.p_value, luck.alpha)} {NULLS[test.name][2]}{_least(luck, test.name)}"
        for test in (luck.deciding, *others)
    )


def _p(p: float, alpha: float) -> str:
    """Below one in a million the digits say no more."""
    return "p < 0.000001" if p < 1e-6 < alpha else p_in_words(p, alpha)


def _least(luck: Luck, name: str) -> str:
    """Said where the p-value is as small as so many shuffles can make it, or they are a limit."""
    if name != SHUFFLING or luck.shuffled is None:
        return ""
    shuffles, what = luck.shuffled.repetitions, "draws" if luck.shuffled.normal else "shuffles"
    limit = " in its normal limit" if luck.shuffled.normal else ""
    at_least = (luck.shuffled_p_value or 1.0) * (shuffles + 1) > 1.5
    return limit + ("" if at_least else f", the least that {shuffles:,} {what} can show")


def _why_they_part(luck: Luck) -> str:
    if luck.decided_by in (SHUFFLING, EVERY_WAY):
        if luck.beyond_the_file:
            return (
                "They disagree; shuffling counts, for the best of more cannot be beyond luck where "
                "the best of these is not."
            )
        return (
            "The two disagree; shuffling counts, for it takes ties and the likeness of these "
            "columns as they are, while the exact distribution takes them for independent rankings "
            "without ties."
        )
    if luck.columns == 1 and luck.tried == 1:
        return (
            "They disagree; the column's own distribution counts, for the exact distribution knows "
            "nothing of ties."
        )
    shuffling = (
        "shuffling knows nothing of those that are not in the file"
        if luck.beyond_the_file
        else "so few shuffles cannot tell"
    )
    if luck.decided_by == EXACT:
        return f"They disagree; the exact distribution counts, for {shuffling}."
    also = "the exact distribution nothing of ties"
    if not luck.beyond_the_file:
        also = "the exact distribution knows nothing of ties"
    return f"They disagree; the column's own distribution counts, for {shuffling}, and {also}."


def always(found: Judgement) -> str:
    """What the majority's answer is called."""
    data = found.predictions
    if data.positives == data.negatives:
        return "always giving the same answer"
    larger = data.negative_label if data.negatives > data.positives else data.positive_label
    return f"always answering {larger!r}"


def _accuracy(found: Judgement) -> str:
    """A count in this sample, and worded as such: it is not tested."""
    counted_ones = [(one, one.counts) for one in found.classifiers if one.counts]
    better = sorted(
        ((one, counts.accuracy) for one, counts in counted_ones if one.beats_majority),
        key=lambda pair: -pair[1],
    )
    all_of_them = len(counted_ones)
    only, counts = counted_ones[0]
    highest = max(counts.accuracy for _, counts in counted_ones)
    named = better[:_LISTED]
    most, top, *told = shares_in_words(
        counts.majority_accuracy, highest, *(accuracy for _, accuracy in named),
        error=min(one.accuracy_error for one, _ in counted_ones),
    )  # fmt: skip
    if all_of_them == 1:
        who = f"{only.name} is {'' if better else 'not '}right"
        shares = f"{top} %"
    elif not better:
        who = f"{'neither' if all_of_them == 2 else f'none of the {all_of_them:,}'} is right"
        shares = f"at most {top} %"
    else:
        every = "both" if all_of_them == 2 else f"all {all_of_them:,}"
        some = f"{len(better):,} of {all_of_them:,}"
        who = every if len(better) == all_of_them else some
        who += " is right" if len(better) == 1 else " are right"
        texts = [f"{one.name} {text} %" for (one, _), text in zip(named, told, strict=True)]
        shares = _listed(texts, len(better))
    return (
        f"{at_the_threshold(found)}, {who} more often in this sample ({shares}) than "
        f"{always(found)} ({most} %)."
    )


def _rivals(found: Judgement) -> str:
    """From whom the best is not shown to differ: beyond luck is not beyond the others."""
    best = found.luck.best
    mine = [pair for pair in found.pairs if best in (pair.first, pair.second)]
    errors = found.compares_errors
    alike = [pair for pair in mine if not (pair.differs or pair.auc_differs)]
    if not alike:
        others = "the other" if len(mine) == 1 else "every other"
        what = "in its errors or in its AUC" if errors else "in its AUC"
        return f"{best} is shown to differ from {others}, {what}."
    names = [pair.second if pair.first == best else pair.first for pair in alike]
    names.sort(key=lambda name: -found.classifier(name).auc)
    return (
        f"{best} is not shown to differ from {_listed(names[:_LISTED], len(names))}, "
        f"{'neither in its errors nor in its AUC' if errors else 'in its AUC'}: which of them is "
        "the best, these cases do not say."
    )


def _best_first(found: Judgement, pairs: Sequence[PairJudgement]) -> list[PairJudgement]:
    """Pairs with the best in front, otherwise in their order."""
    return sorted(pairs, key=lambda pair: found.luck.best not in (pair.first, pair.second))


def _errors(found: Judgement) -> str:
    differ = _best_first(found, [pair for pair in found.pairs if pair.differs])
    where = at_the_threshold(found).lower()
    how = how_compared(found, "exact McNemar tests")
    if differ:
        told: list[str] = []
        for pair in differ[:_LISTED]:
            rates = scores_apart(*(found.error_rate(name) for name in (pair.first, pair.second)))
            errs = "less often" if told else "errs less often"
            told.append(f"{pair.first} {errs} than {pair.second} ({rates[0]} against {rates[1]})")
        return (
            f"In their errors {where}, {_of_pairs(len(differ), len(found.pairs))} ({how}): "
            f"{_listed(told, len(differ))}."
        )
    data = found.predictions
    apart = [
        pair
        for pair in found.pairs
        if not np.array_equal(data.column(pair.first), data.column(pair.second))
    ]
    if not apart:
        return f"In their errors {where}, {_none(found)} ({how}): their scores are the same."
    widest = max(max(-(pair.low or 0.0), pair.high or 0.0) for pair in apart)
    return (
        f"In their errors {where}, {_none(found)} ({how}). That is not to say they are "
        f"equal: differences of the error rates of up to {widest:.2g} remain plausible."
    )


def _ranking(found: Judgement) -> str:
    if all(pair.auc_p_value is None for pair in found.pairs):
        return "Whether the AUCs differ cannot be tested: there is no variation to estimate from."
    better = (pair for pair in found.pairs if pair.ranks_better)
    differ = _best_first(found, sorted(better, key=lambda pair: pair.auc_p_value or 0.0))
    how = how_compared(found, "DeLong")
    if not differ:
        return f"In their AUCs, {_none(found)} ({how})."
    told = []
    for pair in differ[:_LISTED]:
        first, second = (found.classifier(name) for name in pair.ranks_better or ())
        aucs = scores_apart(first.auc, second.auc, decimals=found.decimals)
        told.append(f"{first.name} ranks better than {second.name} ({aucs[0]}, {aucs[1]})")
    return (
        f"In their AUCs, {_of_pairs(len(differ), len(found.pairs))} ({how}): "
        f"{_listed(told, len(differ))}."
    )


# --- Small words ----------------------------------------------------------------------------------


def at_the_threshold(found: Judgement) -> str:
    """Where errors are counted: at the threshold of all, or at those of each."""
    values = {one.threshold for one in found.classifiers if one.threshold is not None}
    if len(values) == 1:
        return f"At threshold {values.pop():g}"
    return "At their thresholds"


def how_compared(found: Judgement, test: str) -> str:
    """How pairs were compared, in brackets: by flipping signs, or by the test with this name."""
    family = corrected_for(found)
    level = percent(found.alpha)
    if found.flips is None:
        return f"{test}, Holm for {family}, {level}"
    return f"{found.flips.how}, corrected for {family}, {level}"


def corrected_for(found: Judgement) -> str:
    """What the p-values of pairs are corrected for."""
    if not found.compares_errors:
        return "one comparison" if len(found.pairs) == 1 else _family(found)
    return "both questions" if len(found.pairs) == 1 else f"{_family(found)} and both questions"


def _family(found: Judgement) -> str:
    return "all pairs" if found.control is None else f"all pairs with {found.control}"


def _of_pairs(number: int, total: int) -> str:
    if total == 1:
        return "the two differ"
    return f"{number:,} of {total:,} pairs {'differs' if number == 1 else 'differ'}"


def _none(found: Judgement) -> str:
    if len(found.pairs) == 1:
        return "the two are not shown to differ"
    return f"none of {len(found.pairs):,} pairs is shown to differ"


def _listed(texts: Sequence[str], total: int) -> str:
    """Some of `total` things: a, b and c; or a, b, c and 4 more."""
    if total > len(texts):
        return ", ".join(texts) + f" and {total - len(texts):,} more"
    return texts[0] if total == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"
