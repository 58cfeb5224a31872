"""A judgement as one HTML page: sentences, pictures, tables, and what to mind."""

from collections.abc import Sequence
from html import escape
from math import isfinite

from course_lib import __version__
from course_lib.common.phrases import counted, level_in_words, p_alone, percent
from course_lib.judging.results import Judgement, PairJudgement
from course_lib.reports.judgement_pictures import (
    classes_picture,
    curves_picture,
    intervals_picture,
    luck_picture,
    matrices_picture,
)
from course_lib.reports.pages import html_page
from course_lib.roc.segment import ConfidentSegment

#: More curves than these are not drawn, more pairs not listed; the page says so.
MOST_CURVES = 6
MOST_ROWS = 40

_STYLE = """
.summary { border-left: 0.4rem solid #0072B2; padding: 0.2rem 1.2rem; background: #f4f8fb; }
.verdict { font-size: 1.25rem; font-weight: 600; margin: 0.6rem 0; }
.mind { border-left: 0.4rem solid #E69F00; padding: 0.2rem 1.2rem; background: #fdf8ef; }
blockquote { margin: 0.8rem 0; padding: 0.2rem 1rem; border-left: 0.2rem solid #999; }
table.numbers { width: auto; } .small { color: #444; font-size: 0.9rem; }
body { overflow-wrap: anywhere; } th { overflow-wrap: normal; }
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
        classes_picture(found),
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
    words = "".join(f"<p>{escape(text)}</p>" for text in found.sentences().values())
    return f'<div class="summary"><p class="verdict">{escape(found.headline())}</p>{words}</div>'


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
                p_alone(one.p_value, found.alpha),
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


_NULLS = {
    "shuffling": (
        "shuffled truth",
        "these very columns, with their ties and their likeness to each other",
    ),
    "exact law": ("exact law", "independent rankings without ties"),
    "own law": ("own law of the best", "independent columns like the best, with its ties"),
}


def _luck(found: Judgement) -> str:
    luck = found.luck
    rows = [
        (
            *_NULLS[test.name],
            f"{test.best_of:,}",
            f"{test.critical_value:.4f}" if isfinite(test.critical_value) else "none",
            p_alone(test.p_value, found.alpha),
            "yes" if test.counts else "",
        )
        for test in luck.tests
    ]
    head = ("null hypothesis", "what it is about", "best of", "critical AUC", "p-value", "counts")
    own = ""
    if luck.own and not luck.own.exact:
        own = " The own law is a saddlepoint approximation here, for the file is large."
    return (
        luck_picture(found)
        + _table(head, rows, 2)
        + "<p>Shuffling counts, if all that were tried are in the file. Of those that are not in "
        "the file it knows nothing: if more were tried, the exact law counts, or where there are "
        "ties the larger p-value of the exact law and the own law of the best; and shuffling, if "
        "it objects. So it is, too, where the shuffles are too few for the level. They may differ. "
        "Classifiers that resemble each other have fewer chances to be lucky than independent "
        "ones, so that shuffling mostly asks for less; ties may shift it either way. "
        f"{luck.shuffled.repetitions:,} shuffles show no p-value below "
        f"{luck.shuffled.smallest_p_value:.2g}.{own} Lessons 02 and 03 explain the tests.</p>"
    )


def _pairs(found: Judgement) -> str:
    parts = [intervals_picture(found)]
    if len(found.classifiers) > 3:
        parts.append(matrices_picture(found))
    parts += ["<h3>All numbers</h3>", _pair_table(found), _how_pairs(found)]
    return "".join(parts)


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
        p_alone(pair.p_value, alpha),
        p_alone(pair.adjusted, alpha) + (" *" if pair.differs else ""),
        _three(pair.auc_difference),
        "none" if pair.auc_p_value is None else p_alone(pair.auc_p_value, alpha),
        "none"
        if pair.auc_adjusted is None
        else p_alone(pair.auc_adjusted, alpha) + (" *" if pair.auc_differs else ""),
    )


def _how_pairs(found: Judgement) -> str:
    level = percent(found.alpha)
    many = len(found.pairs) > 1
    together = (
        f" Each has a confidence of {level_in_words(found.pair_confidence)}, so that all of them "
        f"hold together at {percent(1 - found.alpha)} (Bonferroni). Close to the level the test "
        "and the interval may part, for Holm's correction asks for less than Bonferroni's and the "
        "interval belongs to the asymptotic test: the test decides whether a pair differs, the "
        "interval says by how much."
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
    segments = {one.name: found.segment(one.name) for one in found.ranking[:MOST_CURVES]}
    return (
        curves_picture(found, segments)
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
