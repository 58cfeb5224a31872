"""A judgement as one HTML page: sentences, pictures, tables, and what to keep in mind."""

from math import isfinite

from course_lib import __version__
from course_lib.common.phrases import counted, level_in_words, p_alone, percent, three_decimals
from course_lib.common.result import Table
from course_lib.judging.folds import WHY
from course_lib.judging.results import ClassifierJudgement, Judgement, PairJudgement
from course_lib.judging.words import MEANING, NULLS, corrected_for
from course_lib.reports.judgement_pictures import pictures_of
from course_lib.reports.pages import render
from course_lib.roc.segment import ConfidentSegment

#: More curves than these are not drawn, more pairs not listed; the page says so.
MOST_CURVES = 6
MOST_ROWS = 40


def judgement_page(found: Judgement) -> str:
    """The whole page, which needs nothing but itself."""
    name = found.predictions.source.replace("\\", "/").rsplit("/", 1)[-1]
    # Scores of several models have no common scale: pooled, they make no curve.
    drawn = () if found.luck.folds else found.ranking[:MOST_CURVES]
    segments = {one.name: found.segment(one.name) for one in drawn}
    return render(
        "judgement.html",
        title=f"{name}, judged",
        found=found,
        pictures=pictures_of(found, segments),
        tables={
            "classifiers": _classifier_table(found),
            "luck": _luck_table(found),
            "pairs": _pair_table(found),
            "segments": _segment_table(segments),
        },
        pairs_left_out=max(0, len(found.pairs) - MOST_ROWS),
        level=percent(found.alpha),
        confidence=percent(1 - found.alpha),
        pair_confidence=level_in_words(found.pair_confidence),
        corrected_for=corrected_for(found),
        meaning=MEANING,
        why_folds=WHY,
        tried=counted(found.luck.tried, "classifier"),
        version=__version__,
    )


def _classifier_table(found: Judgement) -> Table:
    header = ("classifier", "AUC", f"{percent(1 - found.alpha)} interval", "p (one-sided)",
              "threshold", "accuracy", "errors", "misses", "false alarms")  # fmt: skip
    rows = [
        (
            one.name,
            f"{one.auc:.3f}",
            one.interval_in_words,
            p_alone(one.p_value, found.alpha),
            *_at_the_threshold(one),
        )
        for one in found.ranking
    ]
    return Table(header, rows)


def _at_the_threshold(one: ClassifierJudgement) -> tuple[str, ...]:
    counts = one.counts
    if counts is None:
        return ("none",) * 5
    return (
        f"{one.threshold:g}",
        f"{counts.accuracy:.3f} ({three_decimals(*(one.accuracy_interval or (None,)))})",
        f"{counts.false_negatives + counts.false_positives:,}",
        f"{counts.false_negatives:,} of {counts.positives:,}",
        f"{counts.false_positives:,} of {counts.negatives:,}",
    )


def _luck_table(found: Judgement) -> Table:
    header = ("null hypothesis", "what it is about", "best of", "critical AUC", "p-value", "counts")
    rows = [
        (
            *NULLS[test.name][:2],
            f"{test.best_of:,}",
            f"{test.critical_value:.4f}" if isfinite(test.critical_value) else "none",
            p_alone(test.p_value, found.alpha),
            "yes" if test.counts else "",
        )
        for test in found.luck.tests
    ]
    return Table(header, rows)


def _pair_table(found: Judgement) -> Table:
    auc_test = "AUC p" if found.flips else "DeLong p"
    header = ("first", "second", "only first wrong", "only second wrong", "difference of errors",
              "interval", "errors p", "adjusted", "AUC difference", "interval", auc_test,
              "adjusted")  # fmt: skip
    return Table(header, [_pair_row(pair, found.alpha) for pair in found.pairs[:MOST_ROWS]])


def _pair_row(pair: PairJudgement, alpha: float) -> tuple[str, ...]:
    def told(p: float | None, differs: bool = False) -> str:
        return "none" if p is None else p_alone(p, alpha) + (" *" if differs else "")

    def count(number: int | None) -> str:
        return "none" if number is None else f"{number:,}"

    return (
        pair.first,
        pair.second,
        count(pair.only_first_wrong),
        count(pair.only_second_wrong),
        three_decimals(pair.difference),
        three_decimals(pair.low, pair.high),
        told(pair.p_value),
        told(pair.adjusted, pair.differs),
        three_decimals(pair.auc_difference),
        three_decimals(pair.auc_low, pair.auc_high),
        told(pair.auc_p_value),
        told(pair.auc_adjusted, pair.auc_differs),
    )


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
