"""A judgement as one HTML page: findings first, then the best against the rest, then the rest."""

from math import isfinite

from course_lib import __version__
from course_lib.common.phrases import (
    AT_THE_SHELL,
    counted,
    decimals_for,
    fixed,
    level_in_words,
    p_briefly,
    percent,
    three_decimals,
)
from course_lib.common.result import Table
from course_lib.intervals.difference import limits_in_words
from course_lib.judging.folds import WHY
from course_lib.judging.results import ClassifierJudgement, Judgement, PairJudgement
from course_lib.judging.rival_table import rival_table, rival_words
from course_lib.judging.words import MEANING, NULLS, corrected_for
from course_lib.reports.judgement_pictures import pictures_of
from course_lib.reports.pages import render
from course_lib.reports.pictures import Report
from course_lib.roc.segment import ConfidentSegment

#: More curves than these are not drawn, more pairs not listed; the page says so.
MOST_CURVES = 6
MOST_ROWS = 40


def judgement_page(found: Judgement) -> str:
    """The whole page, which needs nothing but itself."""
    return judgement_report(found).html


def judgement_report(found: Judgement) -> Report:
    """The page, and its pictures."""
    name = found.predictions.source.replace("\\", "/").rsplit("/", 1)[-1]
    # Scores of several models have no common scale: pooled, they make no curve.
    drawn = () if found.luck.folds else found.ranking[:MOST_CURVES]
    segments = {one.name: found.segment(one.name) for one in drawn}
    pictures = pictures_of(found, segments)
    html = render(
        "judgement.html",
        title=f"{name}, judged",
        found=found,
        pictures=pictures,
        tables={
            "classifiers": _classifier_table(found),
            "rivals": rival_table(found),
            "luck": _luck_table(found),
            "pairs": _pair_table(found),
            "segments": _segment_table(segments),
            "test_sets": _test_set_table(found),
        },
        rival_words=rival_words(found),
        left_out=len(found.classifiers) - len(found.shown),
        pairs_left_out=max(0, len(found.pairs) - MOST_ROWS),
        all_pairs="--csv pairs.csv" if AT_THE_SHELL.get() else "pair_rows()",
        level=percent(found.alpha),
        confidence=percent(1 - found.alpha),
        pair_confidence=level_in_words(found.pair_confidence),
        corrected_for=corrected_for(found),
        meaning=MEANING,
        why_folds=WHY,
        tried=counted(found.luck.tried, "classifier"),
        version=__version__,
    )
    return Report(html, pictures)


def _p(p: float | None, alpha: float, differs: bool = False) -> str:
    if p is None:
        return "none"
    return p_briefly(p, alpha).removeprefix("p = ").removeprefix("p ") + (" *" if differs else "")


def _classifier_table(found: Judgement) -> Table:
    level = percent(1 - found.alpha)
    errors = [one.accuracy_error for one in found.classifiers if one.counts]
    header = ["classifier", "AUC", *([f"{level} interval"] if found.has_auc_intervals else [])]
    header.append("p (one-sided)")
    if errors:
        header += ["threshold", "accuracy", f"{level} interval", "misses", "false alarms"]
    rows = []
    for one in found.shown:
        limits = one.auc_interval
        ends = [] if limits is None else [limits.low, limits.high]
        row = [one.name, fixed(one.auc, found.decimals)]
        if found.has_auc_intervals:
            row.append(" to ".join(fixed(limit, found.decimals) for limit in ends) or "none")
        row.append(_p(one.p_value, found.alpha))
        rows.append([*row, *_at_the_threshold(one, min(errors))] if errors else row)
    return Table(header, rows)


def _at_the_threshold(one: ClassifierJudgement, error: float) -> tuple[str, ...]:
    counts, decimals = one.counts, decimals_for(error)
    if counts is None:
        return ("none",) * 5
    return (
        f"{one.threshold:g}",
        fixed(counts.accuracy, decimals),
        " to ".join(fixed(limit, decimals) for limit in one.accuracy_interval or ()),
        f"{counts.false_negatives:,} of {counts.positives:,}",
        f"{counts.false_positives:,} of {counts.negatives:,}",
    )


def _test_set_table(found: Judgement) -> Table:
    """A row for each test set: its cases, and the AUC of each classifier there."""
    data, shown = found.predictions, found.shown[:MOST_CURVES]
    columns = [data.names.index(one.name) for one in shown]
    rows = []
    for k, name in enumerate(data.stratum_names):
        own = data.is_positive[data.strata == k]
        aucs = data.aucs_within(k)
        told = ["none"] * len(columns) if aucs is None else [f"{aucs[i]:.3f}" for i in columns]
        rows.append([name, f"{int(own.sum()):,}", f"{own.size - int(own.sum()):,}", *told])
    return Table(["test set", "positives", "negatives", *(one.name for one in shown)], rows)


def _luck_table(found: Judgement) -> Table:
    header = ("null hypothesis", "what it is about", "best of", "critical AUC", "p-value", "counts")
    rows = [
        (
            *NULLS[test.name][:2],
            f"{test.best_of:,}",
            f"{test.critical_value:.4f}" if isfinite(test.critical_value) else "none",
            _p(test.p_value, found.alpha),
            "yes" if test.counts else "",
        )
        for test in found.luck.tests
    ]
    return Table(header, rows)


def _pair_table(found: Judgement) -> Table:
    """Of each pair: errors, if they are compared, and AUCs."""
    header = ["first", "second"]
    if found.compares_errors:
        header += ["only first wrong", "only second wrong", "difference of errors", "interval",
                   "p", "adjusted"]  # fmt: skip
    header += ["AUC difference", "interval", "AUC p" if found.flips else "DeLong p", "adjusted"]
    return Table(header, [_pair_row(pair, found.alpha) for pair in found.pairs[:MOST_ROWS]])


def _pair_row(pair: PairJudgement, alpha: float) -> list[str]:
    row = [pair.first, pair.second]
    if pair.difference is not None:
        row += [
            f"{pair.only_first_wrong:,}",
            f"{pair.only_second_wrong:,}",
            *_limits(pair.difference, pair.low, pair.high),
            _p(pair.p_value, alpha),
            _p(pair.adjusted, alpha, pair.differs),
        ]
    return [
        *row,
        *_limits(pair.auc_difference, pair.auc_low, pair.auc_high),
        _p(pair.auc_p_value, alpha),
        _p(pair.auc_adjusted, alpha, pair.auc_differs),
    ]


def _limits(size: float, low: float | None, high: float | None) -> tuple[str, str]:
    """A difference and its limits, as two cells."""
    if low is None or high is None:
        return limits_in_words(size)[0], "none"
    told = limits_in_words(size, low, high)
    return told[0], f"{told[1]} to {told[2]}"


def _segment_table(segments: dict[str, ConfidentSegment]) -> Table:
    rows = []
    for name, segment in segments.items():
        points = f"{len(segment.points):,} of {segment.curve.thresholds.size:,}"
        if segment.threshold_range is None:
            rows.append((name, points, "none", "none", "none"))
            continue
        low, high = segment.threshold_range
        told = f"{low:.4g}" if low == high else f"{low:.4g} to {high:.4g}"
        mean, area = three_decimals(segment.mean_difference), three_decimals(segment.area)
        rows.append((name, points, told, mean, area))
    header = ("classifier", "confident points", "thresholds", "mean difference", "area (CAUC)")
    return Table(header, rows)
