"""The pictures of a judgement's page, each with a text that says what it shows."""

import math
from collections.abc import Callable

import numpy as np

from course_lib.chance.exact import null_distribution
from course_lib.chance.shuffle import REPETITIONS, shuffle_test
from course_lib.common.phrases import counted, fixed
from course_lib.judging.results import MOST_SHOWN, Judgement, PairJudgement
from course_lib.judging.rivals import Difference, Rival
from course_lib.plots.forest import (
    WIDTH,
    ForestRow,
    draw_forest,
    draw_strip,
    forest_height,
    wrapped,
)
from course_lib.plots.judging import draw_classes, draw_shuffles, draw_test_sets
from course_lib.plots.luck import draw_luck
from course_lib.plots.roc import draw_segments
from course_lib.plots.style import figure
from course_lib.reports.pictures import Picture, fits_a_matrix, matrices, pair_matrix, picture
from course_lib.roc.segment import ConfidentSegment


def pictures_of(
    found: Judgement, segments: dict[str, ConfidentSegment]
) -> dict[str, Picture | None]:
    """All pictures of the page, by what they show; None where there is nothing to show."""
    return {
        "aucs": _aucs(found),
        "best_against_rest": _rivals(found) if found.rivals else None,
        "test_sets": _test_sets(found) if found.predictions.strata is not None else None,
        "luck": _luck(found),
        "who_differs": _matrices(found),
        "roc_curves": _curves(found, segments) if segments else None,
        "classes": _classes(found),
    }


def _critical(found: Judgement) -> float | None:
    """What luck rarely exceeds; None where no score would do."""
    critical = found.luck.deciding.critical_value
    return critical if math.isfinite(critical) else None


def _aucs(found: Judgement) -> Picture:
    """Every AUC beside what luck brings: with intervals, or, of very many, as a strip."""
    critical, number = _critical(found), len(found.classifiers)
    label = "luck rarely exceeds this" if number == 1 else "the best by luck rarely exceeds this"
    alt = "" if critical is None else f" Luck rarely exceeds {critical:.3f}."
    if number > MOST_SHOWN:
        fig, ax = figure(WIDTH, 4.2)
        aucs = found.predictions.aucs
        beyond = aucs > critical if critical is not None else np.zeros(number, bool)
        draw_strip(ax, aucs, beyond, critical, label)
        ax.set_ylabel("AUC")
        told = f"{int(beyond.sum()):,} of {number:,} AUCs lie above the dashed line."
        ax.set_title(told, loc="left")
        return picture(fig, f"All {number:,} AUCs, from the highest to the lowest.{alt} {told}")
    rows = []
    for one in found.ranking:
        beyond_luck = critical is not None and one.auc > critical
        row = ForestRow(one.name, one.auc, None, None, beyond_luck, fixed(one.auc, found.decimals))
        if limits := one.auc_interval:
            ends = [fixed(limit, found.decimals) for limit in (limits.low, limits.high)]
            text = f"{row.text} ({' to '.join(ends)})"
            row = row._replace(low=limits.low, high=limits.high, text=text)
        rows.append(row)
    fig, ax = figure(WIDTH, forest_height(rows))
    draw_forest(ax, rows, line=critical, line_label=label if critical is not None else "")
    ax.set_xlabel("AUC")
    marked = [row.name for row in rows if row.marked]
    alt = f"The AUC of {counted(number, 'classifier')}, with intervals.{alt} Above it: " + (
        f"{', '.join(marked)}." if marked else "none."
    )
    caption = (
        "Dots are AUCs, lines their intervals, each by itself; blue: above what luck rarely "
        "exceeds. Whether two of them differ is another question, for they judge the same cases: "
        "see the best against the rest."
        if number > 1
        else ""
    )
    return picture(fig, alt, caption)


def _rivals(found: Judgement) -> Picture:
    """The others beside the best, or the control: differences with their intervals."""
    rivals = found.rivals[:MOST_SHOWN]
    panels: list[tuple[str, Callable[[Rival], Difference | None]]] = [
        ("AUC", lambda rival: rival.auc)
    ]
    if found.compares_errors:
        panels.append(("error rate", lambda rival: rival.errors))
    tables = []
    for _, of in panels:
        differences = [of(rival) for rival in rivals]
        tables.append(
            [
                ForestRow(rival.name, one.size, one.low, one.high, one.shown)
                for rival, one in zip(rivals, differences, strict=True)
                if one is not None
            ]
        )
    fig, axes = figure(WIDTH, forest_height(tables[0]), columns=len(panels))
    drawn = zip(np.atleast_1d(axes), panels, tables, strict=True)
    for place, (ax, (what, _), rows) in enumerate(drawn):
        draw_forest(ax, rows, line=0.0, margin=found.margin, names=place == 0)
        ax.set_xlabel(f"difference in {what}")
        better = "right" if what == "AUC" else "left"
        ax.set_title(f"{what}\n{better} of 0: better", fontsize=12, loc="left")
    shown = [sum(row.marked for row in rows) for rows in tables]
    told = " and ".join(
        f"{number} in {what}" for number, (what, _) in zip(shown, panels, strict=True)
    )
    alt = (
        f"Differences of {counted(len(rivals), 'classifier')} from {found.reference}, with "
        f"intervals; shown to differ: {told}."
    )
    caption = (
        f"Each classifier less {found.reference}. Blue: shown to differ; the test decides, the "
        "line says by how much."
    )
    if found.margin is not None:
        caption += f" Shaded: differences of up to {found.margin:g}, too small to matter."
    if left_out := len(found.rivals) - len(rivals):
        caption += f" The {len(rivals)} nearest are drawn, {left_out:,} are left out."
    return picture(fig, alt, caption)


def _test_sets(found: Judgement) -> Picture | None:
    """The AUCs within each of several test sets."""
    data = found.predictions
    rows = [
        (name, aucs)
        for k, name in enumerate(data.stratum_names)
        if (aucs := data.aucs_within(k)) is not None
    ][:MOST_SHOWN]
    if not rows:
        return None
    names = [name for name, _ in rows]
    table = np.array([aucs for _, aucs in rows])
    best = data.names.index(found.luck.best)
    fig, ax = figure(WIDTH, 1.4 + 0.5 * len(rows))
    draw_test_sets(ax, names, table, best)
    lowest, highest = int(table[:, best].argmin()), int(table[:, best].argmax())
    alt = (
        f"The AUC of {found.luck.best} in each of {counted(len(rows), 'test set')}, from "
        f"{table[lowest, best]:.3f} ({names[lowest]}) to {table[highest, best]:.3f} "
        f"({names[highest]})."
    )
    others = "; grey: the others" if table.shape[1] > 1 else ""
    left_out = len(data.stratum_names) - len(rows)
    more = f" {counted(left_out, 'test set')} not drawn." if left_out else ""
    return picture(fig, alt, f"Blue: {found.luck.best}{others}. Dashed: luck, on average.{more}")


def _classes(found: Judgement) -> Picture:
    """How many cases each class has."""
    data = found.predictions
    fig, ax = figure(WIDTH, 1.7)
    draw_classes(ax, data.positives, data.negatives, (data.positive_label, data.negative_label))
    alt = f"Two bars: {data.positives:,} positive and {data.negatives:,} negative cases."
    return picture(fig, alt)


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
    fig, axes = figure(1.15 * WIDTH, 3.6 * panels, rows=panels)
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
    return picture(fig, alt)


def _matrices(found: Judgement) -> Picture | None:
    """Who differs from whom, in errors and in AUCs, as far as some pair does."""
    names = [one.name for one in found.ranking]
    size = len(names)
    if not fits_a_matrix(size) or found.control is not None:
        return None
    questions: list[tuple[str, Callable, Callable]] = [
        ("Errors at the threshold", lambda pair: pair.adjusted, _fewer_errors),
        ("AUCs", lambda pair: pair.auc_adjusted, lambda pair: pair.ranks_better),
    ]
    asked = [one for one in questions if any(one[2](pair) for pair in found.pairs)]
    if not asked:
        return None
    tables = []
    for title, adjusted_of, winner_of in asked:
        pairs = [(p.first, p.second, adjusted_of(p), winner_of(p)) for p in found.pairs]
        tables.append((title, *pair_matrix(names, pairs)))
    fig, told = matrices(names, tables)
    caption = (
        "Columns have the numbers of the rows. Blue: the row is better than the column; orange: it "
        "is worse; grey: no difference is shown."
    )
    caption += " The numbers are adjusted p-values." if size <= 8 else ""
    if len(asked) < len(questions):
        (other,) = {title for title, *_ in questions} - {title for title, *_ in asked}
        caption += f" {other}: no pair is shown to differ." if found.compares_errors else ""
    return picture(fig, f"Tables of who differs from whom. {told}", caption)


def _fewer_errors(pair: PairJudgement) -> tuple[str, str] | None:
    return (pair.first, pair.second) if pair.differs else None


def _curves(found: Judgement, segments: dict[str, ConfidentSegment]) -> Picture:
    """ROC curves with their confident segments."""
    shown = [found.classifier(name) for name in segments]
    columns = min(2, len(shown))
    rows = -(-len(shown) // columns)
    side = WIDTH / 2
    fig, axes = figure(columns * side, (side + 0.3) * rows, rows=rows, columns=columns)
    panels = np.atleast_1d(axes).ravel()
    for ax, one in zip(panels, shown, strict=False):
        draw_segments(ax, {one.name: segments[one.name]}, labels="none")
        counts = one.counts
        if counts:
            ax.plot(counts.false_positive_rate, counts.true_positive_rate, "X", color="black",
                    ms=9, markeredgecolor="white", zorder=6)  # fmt: skip
        title = "\n".join([*wrapped(one.name, 30), f"AUC {fixed(one.auc, found.decimals)}"])
        ax.set_title(title, fontsize=11, loc="left")
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
    return picture(fig, alt, caption)
