"""A judgement as one HTML page: sentences, pictures, tables, and what to mind."""

import warnings
from collections.abc import Callable, Sequence
from html import escape
from typing import Any

import numpy as np

from course_lib import __version__
from course_lib.chance import null_distribution
from course_lib.judging.results import Judgement, PairJudgement
from course_lib.pages import html_page, image, png_of
from course_lib.results import counted, p_in_words, percent
from course_lib.roc import ConfidentSegment

#: More than these are not drawn or listed; the page says so.
MOST_CURVES = 6
MOST_INTERVALS = 15
MOST_ROWS = 40

_STYLE = """
.summary { border-left: 0.4rem solid #0072B2; padding: 0.2rem 1.2rem; background: #f4f8fb; }
.verdict { font-size: 1.25rem; font-weight: 600; margin: 0.6rem 0; }
.mind { border-left: 0.4rem solid #E69F00; padding: 0.2rem 1.2rem; background: #fdf8ef; }
blockquote { margin: 0.8rem 0; padding: 0.2rem 1rem; border-left: 0.2rem solid #999; }
table.numbers { width: auto; } .small { color: #444; font-size: 0.9rem; }
td.number { white-space: nowrap; } h3 { margin-bottom: 0.3rem; }
@media print { .scroll { overflow: visible; } body { font-size: 12px; } }
"""


def judgement_page(found: Judgement) -> str:
    """The whole page, which needs nothing but itself."""
    parts = [
        f"<h1>{escape(_file_name(found))}, judged</h1>",
        _summary(found),
        _notes(found),
        "<h2>The cases</h2>",
        _classes(found),
        "<h2>The classifiers</h2>",
        _classifier_table(found),
        "<h2>Is the best beyond luck?</h2>",
        _luck(found),
    ]
    if found.pairs:
        parts += ["<h2>Who differs from whom?</h2>", _pairs(found)]
    parts += [
        "<h2>ROC curves and their confident segments</h2>",
        _curves(found),
        "<h2>For the paper</h2>",
        _paper(found),
        "<h2>What this page cannot know</h2>",
        _caveats(found),
        f'<p class="small">Made by <code>course judge</code>, Beyond Chance {__version__}.</p>',
    ]
    return html_page(f"{_file_name(found)}, judged", parts, _STYLE)


def _file_name(found: Judgement) -> str:
    return found.predictions.source.replace("\\", "/").rsplit("/", 1)[-1]


# --- Words ----------------------------------------------------------------------------------------


def _summary(found: Judgement) -> str:
    luck = found.luck
    verdict = f"{luck.best} is beyond luck." if luck.beyond_luck else "Luck alone is not ruled out."
    words = "".join(f"<p>{escape(text)}</p>" for text in found.sentences().values())
    return f'<div class="summary"><p class="verdict">{escape(verdict)}</p>{words}</div>'


def _notes(found: Judgement) -> str:
    if not found.notes:
        return ""
    items = "".join(f"<li>{escape(note)}</li>" for note in found.notes)
    return f'<h2>To mind</h2><div class="mind"><ul>{items}</ul></div>'


def _paper(found: Judgement) -> str:
    titles = {
        "luck": "The best",
        "errors": "Errors at the threshold",
        "ranking": "AUCs",
        "segments": "Confident segments",
    }
    parts = ["<p>What was done and what came out, to copy.</p>"]
    for question, text in found.for_the_paper().items():
        parts.append(f"<h3>{titles[question]}</h3><blockquote><p>{escape(text)}</p></blockquote>")
    return "".join(parts)


def _caveats(found: Judgement) -> str:
    items = [
        "<strong>Was the test set used before?</strong> If these cases served to choose the "
        "threshold, the features or the classifiers, the scores are too good, and no test on this "
        "page can tell. Choose on other cases.",
        "<strong>How many were tried?</strong> Counted here: "
        f"{counted(found.luck.tried, 'classifier')}. Every setting that was tried and dropped "
        "counts as well: say <code>--tried</code>. (Lesson 03.)",
        "<strong>Are the cases independent?</strong> Several images of one patient, or one week "
        "after the other, are fewer cases than they seem: the p-values are then too small and the "
        "intervals too narrow.",
        "<strong>One test set.</strong> What is shown holds for these trained classifiers and for "
        "cases like these. It says nothing of other data, and nothing of what the same algorithms "
        "do when trained again. (Lessons 04 and 05.)",
        "<strong>Not shown is not equal.</strong> A pair that is not shown to differ may differ by "
        "as much as its interval reaches. (Lesson 06.)",
        "<strong>Is every error equally bad?</strong> Error rates count a miss and a false alarm "
        "alike. Where one costs more than the other, compare at thresholds that suit the costs. "
        "(Lesson 01.)",
    ]
    return f"<ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>"


# --- Tables ---------------------------------------------------------------------------------------


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], texts: int = 1) -> str:
    """A table whose first `texts` columns are words, and the others numbers."""
    cells = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
    body = ""
    for row in rows:
        body += "<tr>" + "".join(
            f"<td>{escape(cell)}</td>"
            if place < texts
            else f'<td class="number">{escape(cell)}</td>'
            for place, cell in enumerate(row)
        )
        body += "</tr>"
    return (
        f'<div class="scroll"><table class="numbers"><thead><tr>{cells}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def _classifier_table(found: Judgement) -> str:
    confidence = percent(1 - found.alpha)
    head = ("classifier", "AUC", f"{confidence} interval", "p, best by shuffling", "threshold",
            "accuracy", "errors", "misses", "false alarms")  # fmt: skip
    rows = []
    for one in found.ranking:
        interval = one.auc_interval
        counts = one.counts
        rows.append(
            (
                one.name,
                f"{one.auc:.3f}",
                f"{interval.low:.3f} to {interval.high:.3f}" if interval else "none",
                _p(one.p_value, found.alpha),
                f"{one.threshold:g}",
                f"{counts.accuracy:.3f}",
                f"{counts.false_negatives + counts.false_positives:,}",
                f"{counts.false_negatives:,} of {counts.positives:,}",
                f"{counts.false_positives:,} of {counts.negatives:,}",
            )
        )
    majority = found.classifiers[0].counts.majority_accuracy
    who = (
        "it reaches"
        if len(rows) == 1
        else "the best of these columns, not just the one in the row, reaches"
    )
    return (
        _table(head, rows)
        + f"<p>Always naming the larger class has an accuracy of {majority:.3f}. A case is called "
        f"positive if it scores at least the threshold. The p-value says how often {who} that AUC "
        "when the truth is shuffled. Lesson 01 explains the measures, "
        "lesson 07 DeLong's interval.</p>"
    )


def _three(number: float) -> str:
    """Three decimals, without the sign of a zero."""
    text = f"{number:.3f}"
    return text.removeprefix("-") if float(text) == 0 else text


def _p(p: float, alpha: float) -> str:
    return p_in_words(p, alpha).removeprefix("p = ").removeprefix("p ")


# --- Pictures -------------------------------------------------------------------------------------


def _picture(fig: Any, alt: str, caption: str = "") -> str:
    import matplotlib.pyplot as plt

    with warnings.catch_warnings():
        # A name in a script that the font does not have is a box in the picture, no more.
        warnings.filterwarnings("ignore", "Glyph .* missing from font")
        png = png_of(fig)
    plt.close(fig)
    words = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    return f"<figure>{image(png, alt)}{words}</figure>"


def _classes(found: Judgement) -> str:
    from course_lib.plots import figure
    from course_lib.plots.judging import draw_classes

    data = found.predictions
    fig, ax = figure(8, 1.9)
    draw_classes(ax, data.positives, data.negatives, (data.positive_label, data.negative_label))
    alt = f"Two bars: {data.positives:,} positive and {data.negatives:,} negative cases."
    return _picture(fig, alt)


def _luck(found: Judgement) -> str:
    from course_lib.plots import draw_luck, figure
    from course_lib.plots.judging import draw_shuffles

    luck, data = found.luck, found.predictions
    both = luck.exact is not None
    fig, axes = figure(9, 8 if both else 4.2, rows=2 if both else 1)
    panels = np.atleast_1d(axes)
    draw_shuffles(panels[0], luck.shuffled, luck.auc, luck.columns, found.alpha)
    if both:
        law = null_distribution("auc", data.positives, data.negatives)
        draw_luck(panels[1], law, luck.tried, found.alpha, luck.auc)
        # The same axis for both, so that they can be compared.
        ends = np.array([ax.get_xlim() for ax in panels])
        for ax in panels:
            ax.set_xlim(ends[:, 0].min(), ends[:, 1].max())
    alt = f"The highest AUC, {luck.auc:.3f}, among those that luck brings. "
    if both:
        alt += f"By the exact law the critical value is {luck.exact.critical_value:.3f}. "
    critical = luck.shuffled.critical_value(found.alpha)
    alt += f"When the truth is shuffled, it is {critical:.3f}."
    rows = [
        (
            "shuffled truth",
            "these very columns, with their ties and their likeness to each other",
            f"{luck.columns:,}",
            f"{critical:.4f}" if np.isfinite(critical) else "none",
            _p(luck.shuffled_p_value, found.alpha),
            "yes" if luck.decided_by == "shuffling" else "",
        )
    ]
    if both:
        rows.append(
            (
                "exact law",
                "independent rankings without ties",
                f"{luck.tried:,}",
                f"{luck.exact.critical_value:.4f}",
                _p(luck.exact.p_value, found.alpha),
                "yes" if luck.decided_by == "exact law" else "",
            )
        )
    head = ("null hypothesis", "what it is about", "best of", "critical AUC", "p-value", "counts")
    return (
        _picture(fig, alt)
        + _table(head, rows, 2)
        + "<p>Which of the two counts is settled beforehand, not by what they say: shuffling, "
        "unless more classifiers were tried than the file holds; of the others shuffling knows "
        "nothing, and the exact law counts. They may differ. Classifiers that resemble each other "
        "have fewer chances to be lucky than independent ones, so that shuffling mostly asks for "
        "less; ties may shift it either way. "
        f"{luck.shuffled.repetitions:,} shuffles show no p-value below "
        f"{luck.shuffled.smallest_p_value:.2g}. Lessons 02 and 03 explain both.</p>"
    )


def _pairs(found: Judgement) -> str:
    from course_lib.plots import figure
    from course_lib.plots.judging import draw_pair_intervals

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
    parts = [_picture(fig, alt, caption)]
    if len(found.classifiers) > 3:
        parts.append(_matrices(found))
    parts += ["<h3>All numbers</h3>", _pair_table(found), _how_pairs(found)]
    return "".join(parts)


def _matrices(found: Judgement) -> str:
    from course_lib.plots import figure
    from course_lib.plots.judging import draw_who_differs

    names = [one.name for one in found.ranking]
    size = len(names)
    place = {name: i for i, name in enumerate(names)}
    if size <= 8:
        side = max(5.0, 0.95 * size)
        fig, axes = figure(2 * side, side, columns=2)
    else:
        # One above the other, or the names could not be read; of very many they cannot anyway.
        side = min(14.0, 0.3 * size + 2.5)
        fig, axes = figure(side + 1, 2 * side, rows=2)
    questions: tuple[tuple[str, Callable, Callable, Callable], ...] = (
        ("Errors at the threshold", lambda p: p.adjusted, lambda p: p.differs, lambda p: True),
        (
            "AUCs",
            lambda p: p.auc_adjusted,
            lambda p: p.auc_differs,
            lambda p: p.auc_difference > 0,
        ),
    )
    told = []
    for ax, (title, adjusted_of, differs, first_better) in zip(axes, questions, strict=True):
        adjusted = np.full((size, size), np.nan)
        better = np.zeros((size, size), bool)
        for pair in found.pairs:
            i, j = place[pair.first], place[pair.second]
            value = adjusted_of(pair)
            adjusted[i, j] = adjusted[j, i] = np.nan if value is None else value
            if differs(pair):
                winner, loser = (i, j) if first_better(pair) else (j, i)
                better[winner, loser] = True
        number = draw_who_differs(ax, names, adjusted, better, title)
        told.append(f"{title}: {number} of {len(found.pairs):,} pairs differ")
    caption = (
        "Blue: the row is better than the column; orange: it is worse; grey: no difference is "
        "shown. " + ("The numbers are adjusted p-values." if size <= 8 else "")
    )
    return _picture(fig, f"Tables of who differs from whom. {'; '.join(told)}.", caption)


def _pair_table(found: Judgement) -> str:
    head = ("first", "second", "only first wrong", "only second wrong", "difference of errors",
            "interval", "McNemar p", "Holm", "AUC difference", "DeLong p", "Holm")  # fmt: skip
    rows = [_pair_row(pair, found.alpha) for pair in found.pairs[:MOST_ROWS]]
    left_out = len(found.pairs) - len(rows)
    more = (
        f"<p>{left_out:,} more pairs are not listed: <code>--csv pairs.csv</code> writes all.</p>"
        if left_out
        else ""
    )
    return _table(head, rows, 2) + more


def _pair_row(pair: PairJudgement, alpha: float) -> tuple[str, ...]:
    return (
        pair.first,
        pair.second,
        f"{pair.only_first_wrong:,}",
        f"{pair.only_second_wrong:,}",
        f"{pair.difference:.3f}",
        f"{_three(pair.low)} to {_three(pair.high)}",
        _p(pair.p_value, alpha),
        _p(pair.adjusted, alpha) + (" *" if pair.differs else ""),
        _three(pair.auc_difference),
        "none" if pair.auc_p_value is None else _p(pair.auc_p_value, alpha),
        "none"
        if pair.auc_adjusted is None
        else _p(pair.auc_adjusted, alpha) + (" *" if pair.auc_differs else ""),
    )


def _how_pairs(found: Judgement) -> str:
    level = percent(found.alpha)
    many = len(found.pairs) > 1
    together = (
        f" Each has a confidence of {100 * found.pair_confidence:.4g} %, so that all of them hold "
        f"together at {percent(1 - found.alpha)} (Bonferroni). Close to the level the test and the "
        "interval may part, for Holm's correction asks for less than Bonferroni's and the interval "
        "belongs to the asymptotic test: the test decides whether a pair differs, the interval "
        "says by how much."
        if many
        else " Close to the level the test and the interval may part, for the interval belongs to "
        "the asymptotic test: the test decides, the interval says how large the difference may be."
    )
    return (
        f"<p>* differs at the {level} level"
        + (", all pairs of a question counted (Holm)" if many else "")
        + f". McNemar's test ({escape(found.mcnemar)}) asks who is wrong more often at the "
        "threshold; only the cases count on which one alone is wrong. DeLong's test asks who ranks "
        "better, whatever the threshold. These are two questions, and the answers may differ. "
        f"Tango's interval is for the difference of the error rates.{together} Lesson 04 explains "
        "McNemar's test, lesson 05 the corrections, lesson 06 the intervals.</p>"
    )


def _curves(found: Judgement) -> str:
    from course_lib.plots import draw_segments, figure
    from course_lib.plots.judging import short_name

    shown = found.ranking[:MOST_CURVES]
    segments = {one.name: found.segment(one.name) for one in shown}
    columns = {1: 1, 2: 2, 4: 2}.get(len(shown), 3)
    rows = -(-len(shown) // columns)
    fig, axes = figure(4.6 * columns, 4.6 * rows, rows=rows, columns=columns)
    panels = np.atleast_1d(axes).ravel()
    for ax, one in zip(panels, shown, strict=False):
        draw_segments(ax, {one.name: segments[one.name]}, labels="none")
        counts = one.counts
        ax.plot(counts.false_positive_rate, counts.true_positive_rate, "X", color="black", ms=9,
                markeredgecolor="white", zorder=6)  # fmt: skip
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
    return (
        _picture(fig, alt, caption)
        + _segment_table(segments)
        + f"<p>At a confident point the {percent(1 - found.alpha)} Tango interval for (misses - "
        "false alarms)/n holds 0: as far as these cases can tell, the two kinds of error are "
        "equally frequent. It does not mean that errors are few there, and few cases make long "
        "segments. The threshold inf calls nobody positive. Lesson 07 explains it, and what speaks "
        "against it.</p>"
    )


def _segment_table(segments: dict[str, ConfidentSegment]) -> str:
    rows = []
    for name, segment in segments.items():
        points = f"{len(segment.points):,} of {segment.curve.thresholds.size:,}"
        if segment.empty:
            rows.append((name, points, "none", "none", "none"))
            continue
        low, high = segment.threshold_range
        told = f"{low:.4g}" if low == high else f"{low:.4g} to {high:.4g}"
        rows.append((name, points, told, _three(segment.mean_difference), f"{segment.area:.3f}"))
    head = ("classifier", "confident points", "thresholds", "mean difference", "area (CAUC)")
    return _table(head, rows)
