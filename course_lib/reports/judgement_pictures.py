"""The pictures of a judgement's page, each with a text that says what it shows."""

import warnings
from collections.abc import Callable
from typing import Any, NamedTuple

import matplotlib.pyplot as plt
import numpy as np

from course_lib.chance.exact import null_distribution
from course_lib.chance.shuffle import REPETITIONS, shuffle_test
from course_lib.common.phrases import counted
from course_lib.judging.results import Judgement, PairJudgement
from course_lib.plots.files import png_of
from course_lib.plots.judging import (
    draw_classes,
    draw_pair_intervals,
    draw_shuffles,
    draw_who_differs,
    short_name,
)
from course_lib.plots.luck import draw_luck
from course_lib.plots.roc import draw_segments
from course_lib.plots.style import figure
from course_lib.roc.segment import ConfidentSegment

#: Intervals of more pairs than these are not drawn; the caption says so.
MOST_INTERVALS = 15
#: With fewer classifiers a table of who differs from whom adds nothing to their intervals.
_FEWEST_FOR_A_MATRIX = 4


class Picture(NamedTuple):
    """A picture, the text that stands for it, and the one below it."""

    png: bytes
    alt: str
    caption: str = ""


def pictures_of(
    found: Judgement, segments: dict[str, ConfidentSegment]
) -> dict[str, Picture | None]:
    """All pictures of the page, by what they show; None where there is nothing to show."""
    many = len(found.classifiers) >= _FEWEST_FOR_A_MATRIX
    return {
        "classes": _classes(found),
        "luck": _luck(found),
        "intervals": _intervals(found) if found.pairs and found.compares_errors else None,
        "matrices": _matrices(found) if many else None,
        "curves": _curves(found, segments) if segments else None,
    }


def _picture(fig: Any, alt: str, caption: str = "") -> Picture:
    with warnings.catch_warnings():
        # A name in a script that the font does not have is a box in the picture, no more.
        warnings.filterwarnings("ignore", "Glyph .* missing from font")
        png = png_of(fig)
    plt.close(fig)
    return Picture(png, alt, caption)


def _classes(found: Judgement) -> Picture:
    """How many cases each class has."""
    data = found.predictions
    fig, ax = figure(8, 1.9)
    draw_classes(ax, data.positives, data.negatives, (data.positive_label, data.negative_label))
    alt = f"Two bars: {data.positives:,} positive and {data.negatives:,} negative cases."
    return _picture(fig, alt)


def _luck(found: Judgement) -> Picture:
    """What luck brings, by shuffling and by the exact distribution, and where the best lies."""
    luck, data = found.luck, found.predictions
    # A single column without ties needs no shuffles: the exact distribution says it all.
    shuffled = luck.shuffled
    if shuffled is None and (luck.ties or luck.exact is None):
        column = data.column(luck.best)[:, None]
        shuffled = shuffle_test(
            data.is_positive, column, REPETITIONS, folds=data.folds, strata=data.strata
        )
    panels = (shuffled is not None) + (luck.exact is not None)
    fig, axes = figure(9, 4 * panels, rows=panels)
    left = list(np.atleast_1d(axes))
    alt = f"The highest AUC, {luck.auc:.3f}, among those that luck brings."
    if shuffled:
        draw_shuffles(left.pop(0), shuffled, luck.auc, luck.columns, found.alpha)
        critical = shuffled.critical_value(found.alpha)
        alt += (
            f" When the truth is shuffled, the critical value is {critical:.3f}."
            if np.isfinite(critical)
            else " The shuffles are too few to show a critical value."
        )
    if luck.exact:
        exact = null_distribution("auc", data.positives, data.negatives)
        draw_luck(left.pop(0), exact, luck.tried, found.alpha, luck.auc)
        alt += f" By the exact distribution it is {luck.exact.critical_value:.3f}."
    # The same axis for both, so that they can be compared.
    ends = np.array([ax.get_xlim() for ax in np.atleast_1d(axes)])
    for ax in np.atleast_1d(axes):
        ax.set_xlim(ends[:, 0].min(), ends[:, 1].max())
    return _picture(fig, alt)


def _intervals(found: Judgement) -> Picture:
    """The interval of each pair, one below the other."""
    pairs = found.pairs
    drawn = pairs[:MOST_INTERVALS]
    fig, ax = figure(11, 1.5 + 0.42 * len(drawn))
    draw_pair_intervals(ax, drawn, found.pair_confidence)
    alt = (
        f"Tango intervals for the difference of the error rates of {counted(len(drawn), 'pair')}; "
        f"{sum(pair.differs for pair in drawn)} of them differ."
    )
    left_out = len(pairs) - len(drawn)
    caption = (
        f"The {len(drawn)} most different of {len(pairs):,} pairs are drawn." if left_out else ""
    )
    return _picture(fig, alt, caption)


def _matrices(found: Judgement) -> Picture:
    """Who differs from whom, in their errors and in their AUCs."""
    names = [one.name for one in found.ranking]
    size = len(names)
    row_of = {name: i for i, name in enumerate(names)}
    if size <= 8:
        side = max(5.0, 0.95 * size)
        fig, axes = figure(2 * side, side, columns=2)
    else:
        # One above the other, or the names could not be read; of very many they cannot anyway.
        side = min(14.0, 0.3 * size + 2.5)
        fig, axes = figure(side + 1, 2 * side, rows=2)
    questions: list[tuple[str, Callable, Callable]] = [
        ("Errors at the threshold", lambda pair: pair.adjusted, _fewer_errors),
        ("AUCs", lambda pair: pair.auc_adjusted, lambda pair: pair.ranks_better),
    ]
    told = []
    for ax, (title, adjusted_of, winner_of) in zip(axes, questions, strict=True):
        adjusted = np.full((size, size), np.nan)
        better = np.zeros((size, size), bool)
        for pair in found.pairs:
            i, j = row_of[pair.first], row_of[pair.second]
            value = adjusted_of(pair)
            adjusted[i, j] = adjusted[j, i] = np.nan if value is None else value
            if winner := winner_of(pair):
                better[row_of[winner[0]], row_of[winner[1]]] = True
        number = draw_who_differs(ax, names, adjusted, better, title)
        told.append(f"{title}: {number} of {len(found.pairs):,} pairs differ")
    caption = (
        "Blue: the row is better than the column; orange: it is worse; grey: no difference is "
        "shown. " + ("The numbers are adjusted p-values." if size <= 8 else "")
    )
    return _picture(fig, f"Tables of who differs from whom. {'; '.join(told)}.", caption)


def _fewer_errors(pair: PairJudgement) -> tuple[str, str] | None:
    return (pair.first, pair.second) if pair.differs else None


def _curves(found: Judgement, segments: dict[str, ConfidentSegment]) -> Picture:
    """ROC curves with their confident segments."""
    shown = [found.classifier(name) for name in segments]
    columns = {1: 1, 2: 2, 4: 2}.get(len(shown), 3)
    rows = -(-len(shown) // columns)
    fig, axes = figure(4.6 * columns, 4.6 * rows, rows=rows, columns=columns)
    panels = np.atleast_1d(axes).ravel()
    for ax, one in zip(panels, shown, strict=False):
        draw_segments(ax, {one.name: segments[one.name]}, labels="none")
        counts = one.counts
        if counts:
            ax.plot(counts.false_positive_rate, counts.true_positive_rate, "X", color="black",
                    ms=9, markeredgecolor="white", zorder=6)  # fmt: skip
        ax.set_title(f"{short_name(one.name, 26)}\nAUC {one.auc:.3f}", loc="left")
    for ax in panels[len(shown) :]:
        ax.set_visible(False)
    empty = [name for name, segment in segments.items() if segment.empty]
    alt = f"ROC curves of {', '.join(segments)}, with their confident segments. " + (
        f"Without one: {', '.join(empty)}." if empty else ""
    )
    left_out = len(found.classifiers) - len(shown)
    caption = "Green: the confident segment. Cross: the threshold. Dashed: luck, on average."
    if left_out:
        caption += f" The {len(shown)} highest AUCs of {len(found.classifiers)} are drawn."
    return _picture(fig, alt, caption)
