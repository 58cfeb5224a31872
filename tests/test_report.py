"""A report one would show: findings first, the best against the rest, figures, LaTeX, a page."""

import re
from html import unescape
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from course_lib import judge, judge_items, read_predictions
from course_lib.cli import main
from course_lib.common.latex import latex_number, latex_text
from course_lib.common.phrases import AT_THE_SHELL, fixed, p_briefly, scores_apart
from course_lib.common.result import Table
from course_lib.datasets import example_predictions
from course_lib.intervals.tango import tango_interval
from course_lib.judging.rival_table import rival_table
from course_lib.judging.rivals import Difference
from course_lib.plots.forest import ForestRow, draw_forest, draw_strip, wrapped
from course_lib.reports.items import items_report
from course_lib.reports.judgement import judgement_report
from tests.helpers import line_of_refusal, missing

LONG = "roberta-large_finetuned-on-five-hospitals-seed-12-epoch-3-v{:02d}"


def drawn(classifiers, cases=500, names="m{:03d}", skill=None, seed=3, scale="probability"):
    """Classifiers of falling skill that see the same cases."""
    random = np.random.default_rng(seed)
    truth = random.random(cases) < 0.3
    skill = np.linspace(2.2, 0.4, classifiers) if skill is None else skill
    raw = skill * (truth[:, None] - 0.5) + random.standard_normal((cases, classifiers))
    scores = 1 / (1 + np.exp(-raw)) if scale == "probability" else 5 * raw
    return truth, {names.format(i): scores[:, i] for i in range(classifiers)}


@pytest.fixture(scope="module")
def example():
    return judge(read_predictions(example_predictions()))


@pytest.fixture(scope="module")
def twelve():
    return judge(*drawn(12, names=LONG))


@pytest.fixture(scope="module")
def many():
    return judge(*drawn(300, 200), repetitions=199)


# --- Findings -------------------------------------------------------------------------------------


def test_three_findings_say_luck_rivals_and_worth(example):
    luck, rivals, worth = example.findings()
    assert luck == (
        "naive_bayes has the highest AUC of 4 classifiers, 0.835 (95 % interval 0.703 to 0.915, "
        "not corrected for choosing the best): beyond luck (one-sided p = 0.0001)."
    )
    assert rivals == (
        "It is shown to err less often than 1 of the 3 others (decision_stump), but not to rank "
        "better than any of them; compared with random_forest, the nearest, its AUC is 0.018 "
        "higher (interval -0.077 to 0.112) and its error rate 3 points higher (interval -4 to 11), "
        "neither of which is shown. By AUC 3 of 4 may be the best: naive_bayes, random_forest and "
        "decision_tree."
    )
    assert worth == (
        "At threshold 0.5 it is right for 75 % of the cases (95 % interval 68 to 81 %), less often "
        "than always answering '0' (92 %; difference 17 points, interval 10 to 24). Where no "
        "difference from it is shown, up to 0.22 in AUC and 11 points in the error rate remain "
        "plausible."
    )
    assert example.as_dict()["findings"] == [luck, rivals, worth]


def test_the_numbers_of_the_findings_are_those_of_the_pairs(example):
    pair = next(p for p in example.pairs if {p.first, p.second} == {"naive_bayes", "random_forest"})
    assert (pair.first, pair.second) == ("random_forest", "naive_bayes")
    # The other's AUC less that of the best; its error rate likewise.
    rival = example.rivals[0]
    assert rival.name == "random_forest"
    assert rival.auc[:3] == (pair.auc_difference, pair.auc_low, pair.auc_high)
    assert rival.errors[:3] == (-pair.difference, -pair.high, -pair.low)
    assert rival.auc.size < 0
    assert [one.name for one in example.rivals] == [one.name for one in example.ranking[1:]]
    # Always answering '0' is wrong on the 15 positives: 10 of them it has right, 42 others wrong.
    low, high = tango_interval(10, 42, 187)
    assert (round(-100 * high), round(-100 * low)) == (10, 24)


@pytest.mark.parametrize(
    ("limits", "kind"),
    [
        ((0.03, 0.05), "beyond"),
        ((-0.05, -0.03), "beyond"),
        ((-0.01, 0.015), "within"),
        ((0.001, 0.019), "within"),
        ((-0.01, 0.03), "open"),
        ((0.01, 0.05), "open"),
        ((0.02, 0.05), "open"),
        ((None, None), "open"),
    ],
)
def test_a_difference_matters_if_it_is_shown_and_its_interval_is_beyond_the_margin(limits, kind):
    one = Difference(0.01, *limits, 0.01, True)
    assert one.beside(0.02) == one.turned().beside(0.02) == kind
    not_shown = "open" if kind == "beyond" else kind
    assert one._replace(shown=False).beside(0.02) == not_shown


def test_with_a_margin_it_says_whether_differences_matter():
    two = judge(*drawn(2, 4000), margin=0.02)
    assert two.findings()[2].endswith(
        "Beside a margin of 0.02: in AUC, the difference matters; in error rates, the difference "
        "matters."
    )
    same = judge(*drawn(2, 4000, skill=np.array([2.0, 2.0])), margin=0.2)
    assert "in AUC, the difference is too small to matter" in same.findings()[2]
    few = judge(*drawn(3, 200), margin=0.1)
    assert "may matter or not" in few.findings()[2]
    assert "matters" in rival_table(few).header
    assert "plausible" not in few.findings()[2]


def test_with_a_control_the_findings_are_about_it():
    found = judge(*drawn(6), control="m003")
    assert found.reference == "m003"
    assert len(found.rivals) == 5
    words = found.findings()[1]
    assert words.startswith("Compared with m003, of 5 others ")
    ahead = [r for r in found.rivals if r.auc.shown and r.auc.size > 0]
    assert f"{len(ahead)} {'is' if len(ahead) == 1 else 'are'} shown to rank better" in words
    page = judgement_report(found)
    assert "All against m003" in page.html
    assert page.pictures["who_differs"] is None


def test_one_alone_has_three_findings_too():
    one = judge(*drawn(1, 60))
    assert one.rivals == ()
    assert not missing(
        one.findings()[0], "m000 has an AUC of", "beyond luck (one-sided p < 0.0001)"
    )
    assert one.findings()[1].startswith("Of 60 cases, ")


def test_copies_share_the_best_place_and_no_difference_is_made_of_them():
    truth, scores = drawn(1, 80)
    found = judge(truth, dict.fromkeys("abc", scores["m000"]))
    assert found.findings()[0].startswith("a, b and c have the highest AUC of 3 classifiers, ")
    assert found.findings()[1] == (
        "a is not shown to rank better or to err less often than either of the 2 others; compared "
        "with b, the nearest, its AUC is the same and its error rate the same (interval "
        f"{-100 * tango_interval(0, 0, 80, 1 - 0.05 / 3)[1]:.0f} to "
        f"{100 * tango_interval(0, 0, 80, 1 - 0.05 / 3)[1]:.0f}), and no difference is shown."
    )


def test_without_a_threshold_nothing_is_said_of_errors():
    found = judge(*drawn(5, scale="log-odds"))
    page = judgement_report(found).html
    assert "error rate" not in " ".join(found.findings())
    assert "its errors are not counted, for nobody said from which score on" in found.findings()[2]
    assert found.table().header == ["classifier", "AUC", "95 % interval"]
    assert "error rate by" not in rival_table(found).header
    table = page.partition("<table")[2].partition("</table>")[0]
    assert "none" not in table
    assert "accuracy" not in table


def test_upside_down_and_luck_are_not_called_findings():
    truth, scores = drawn(4)
    turned = judge(truth, {name: 1 - column for name, column in scores.items()})
    assert (
        "All rank worse than luck: are the scores or the labels reversed?" in turned.findings()[0]
    )
    luck = judge(*drawn(8, 200, skill=np.zeros(8)))
    assert "luck alone is not ruled out (one-sided p = " in luck.findings()[0]
    page = judgement_report(luck)
    assert page.pictures["who_differs"] is None


# --- Digits ---------------------------------------------------------------------------------------


def test_no_zero_has_a_sign_and_no_two_shares_look_alike():
    assert fixed(-0.0004, 3) == "0.000"
    assert scores_apart(0.90012, 0.90008) == ["0.90012", "0.90008"]
    truth = np.arange(40_000) % 10 == 0
    a = truth * (np.random.default_rng(1).random(40_000) < 0.5).astype(float)
    b = a.copy()
    b[np.flatnonzero(a)[:3]] = 0.0  # right on three cases less
    found = judge(truth, {"a": a, "b": b}, repetitions=99)
    told = " ".join([*found.findings(), *found.sentences().values(), found.table().text()])
    assert not re.search(r"-0(\.0+)?(?![\d.])", told)
    shares = re.search(r"\(a ([\d.]+) % and b ([\d.]+) %\)", told).groups()
    right = [(column.round() == truth).mean() for column in (a, b)]
    assert [float(share) for share in shares] == pytest.approx([100 * x for x in right], abs=0.005)
    assert shares[0] != shares[1]


@pytest.mark.parametrize(
    ("p", "words"),
    [(3e-57, "p < 0.0001"), (0.0001, "p = 0.0001"), (0.0123, "p = 0.012"), (0.0504, "p = 0.0504")],
)
def test_small_p_values_are_told_as_far_as_they_say_something(p, words):
    assert p_briefly(p, 0.05) == words


# --- Pictures -------------------------------------------------------------------------------------


def test_a_forest_draws_every_interval_under_its_whole_name(ax):
    rows = [
        ForestRow(LONG.format(1), -0.02, -0.05, 0.01, False),
        ForestRow("b" * 150, -0.2, -0.3, -0.1, True),
        ForestRow("no interval", 0.1, None, None, False),
    ]
    places = draw_forest(ax, rows, line=0.0, margin=0.01)
    assert places == sorted(places)
    lines = [line for line in ax.lines if len(set(line.get_xdata())) == 2]
    assert [tuple(line.get_xdata()) for line in lines] == [(-0.05, 0.01), (-0.3, -0.1)]
    dots = [line.get_xdata()[0] for line in ax.lines if len(line.get_xdata()) == 1]
    assert dots == [-0.02, -0.2, 0.1]
    texts = [text.get_text().replace("\n", "") for text in ax.texts]
    assert texts[:2] == [LONG.format(1), "b" * 150]
    assert wrapped("one two-three_four", 9) == ["one two-", "three_", "four"]
    assert wrapped("costs $5", 70) == [r"costs \$5"]


def test_names_in_the_pictures_do_not_run_out_of_them(twelve):
    picture = judgement_report(twelve).pictures["best_against_rest"]
    canvas = FigureCanvasAgg(picture.figure)
    canvas.draw()
    pen = canvas.get_renderer()
    texts = [text for ax in picture.figure.axes for text in ax.texts]
    assert len(texts) == 11
    boxes = [text.get_window_extent(pen) for text in texts]
    assert min(box.x0 for box in boxes) >= 0
    assert max(box.x1 for box in boxes) <= picture.figure.bbox.x1
    names = {text.get_text().replace("\n", "") for text in texts}
    assert names == {one.name for one in twelve.rivals}


def test_a_strip_marks_what_is_beyond_luck(ax):
    values = np.linspace(0.4, 0.9, 300)
    draw_strip(ax, values, values > 0.6, 0.6, "luck")
    others, marked = ax.lines[:2]
    assert min(marked.get_ydata()) > 0.6 >= max(others.get_ydata())
    assert list(marked.get_xdata()) == list(range(1, len(marked.get_xdata()) + 1))


@pytest.mark.parametrize(
    ("classifiers", "pictures"),
    [
        (2, {"aucs", "best_against_rest", "luck", "roc_curves", "classes"}),
        (12, {"aucs", "best_against_rest", "luck", "roc_curves", "classes", "who_differs"}),
    ],
)
def test_matrices_only_where_they_say_something(classifiers, pictures):
    found = judge(*drawn(classifiers, 300), repetitions=999)
    drawn_ones = judgement_report(found).pictures
    assert {name for name, one in drawn_ones.items() if one} == pictures


def test_a_page_of_three_hundred_can_be_read(many):
    page = judgement_report(many)
    assert len(page.html) < 3e6
    assert page.pictures["who_differs"] is None
    assert page.html.count("<tr>") < 130
    assert not missing(page.html, "The 25 highest AUCs of 300", "274 are left out")
    assert page.pictures["aucs"].alt.startswith("All 300 AUCs, from the highest to the lowest.")
    critical = many.luck.deciding.critical_value
    beyond = sum(one.auc > critical for one in many.classifiers)
    assert f"{beyond} of 300 AUCs lie above the dashed line." in page.pictures["aucs"].alt
    assert max(map(len, many.findings())) < 500


def test_test_sets_have_a_table_and_a_picture():
    truth, scores = drawn(3, 300)
    found = judge(truth, scores, strata=np.array(["north", "south", "west"])[np.arange(300) % 3])
    assert "within 3 test sets" in found.findings()[0]
    page = judgement_report(found)
    own = found.predictions.aucs_within(1)[found.predictions.names.index(found.luck.best)]
    assert "Test set by test set" in page.html
    assert f'<td class="number">{own:.3f}</td>' in page.html
    assert "in each of 3 test sets" in page.pictures["test_sets"].alt


# --- The page and its files -----------------------------------------------------------------------


def test_python_and_the_shell_each_speak_their_own_language(example):
    here = judgement_report(example).html
    assert not re.search(r"--(tried|folds|csv|threshold)", here)
    assert not missing(here, "tried=", "folds=")
    token = AT_THE_SHELL.set(True)
    try:
        there = judgement_report(judge(example.predictions)).html
    finally:
        AT_THE_SHELL.reset(token)
    assert not missing(there, '<span class="option">--tried</span>', "--folds")
    assert "tried=" not in there


def test_write_report_returns_the_path_and_figures_stand_beside_it(example, tmp_path):
    path = example.write_report(tmp_path / "page.html", figures=tmp_path / "new" / "figures")
    assert path == tmp_path / "page.html"
    assert path.read_text().startswith("<!doctype html>")
    files = {file.name for file in (tmp_path / "new" / "figures").iterdir()}
    names = ("aucs", "best_against_rest", "luck", "who_differs", "roc_curves", "classes")
    assert files == {f"{name}.{ending}" for name in names for ending in ("png", "pdf")}
    assert (tmp_path / "new" / "figures" / "luck.pdf").read_bytes().startswith(b"%PDF")
    again = example.write_figures(tmp_path / "again")
    assert [file.read_bytes() for file in again] == [
        (tmp_path / "new" / "figures" / file.name).read_bytes() for file in again
    ]
    assert plt.get_fignums() == []
    with pytest.raises(ValueError, match=r"path must end in \.html; got 'page\.pdf'"):
        example.write_report("page.pdf")


def test_the_command_writes_figures_and_latex(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    arguments = ["--figures", "figures", "--latex", "table.tex", "--no-report"]
    assert main(["judge", "--example", *arguments]) == 0
    assert capsys.readouterr().out.endswith("Written: figures and table.tex\n")
    assert (tmp_path / "table.tex").read_text().count(r"\toprule") == 1
    assert len(list((tmp_path / "figures").iterdir())) == 12
    (tmp_path / "file").write_text("")
    wrong = ["judge", "--example", "--no-report", "--figures"]
    assert "--figures must be a folder" in line_of_refusal([*wrong, "file"], capsys)
    assert "--figures must be a folder" in line_of_refusal([*wrong, "file/in"], capsys)
    assert "--latex: cannot write" in line_of_refusal(
        ["judge", "--example", "--latex", "."], capsys
    )


# --- LaTeX ----------------------------------------------------------------------------------------

#: What LaTeX makes of each command that is written, to read it back.
PRINTED = {
    r"\textbackslash{}": "\\", r"\textasciitilde{}": "~", r"\textasciicircum{}": "^",
    r"\textless{}": "<", r"\textgreater{}": ">", r"\textbar{}": "|", r"\textasciigrave{}": "`",
    r"\_": "_", r"\%": "%", r"\&": "&", r"\#": "#", r"\$": "$", r"\{": "{", r"\}": "}",
    "''": '"', "-{}": "-",
}  # fmt: skip


def as_printed(latex):
    return re.sub("|".join(map(re.escape, PRINTED)), lambda sign: PRINTED[sign[0]], latex)


@pytest.mark.parametrize(
    "text",
    ["a_b 5% & c#1 $x^2$ ~{y} \\frac", '--tried <b>|`"', "a---b", "\\textbackslash{}", "naïve 猫"],
)
def test_latex_prints_every_sign_as_it_was(text):
    written = latex_text(text)
    assert as_printed(written) == text
    # Nothing is left that LaTeX would act upon.
    rest = re.sub("|".join(map(re.escape, PRINTED)), "", written)
    assert not set(rest) & set('_%&#$~^{}\\<>|`"')
    assert "--" not in written


def test_latex_writes_symbols_and_minus_signs():
    assert latex_text("\u03c3 \u2264 5 \u00d7 10\u00b2") == r"$\sigma$ $\leq$ 5 $\times$ 10$^{2}$"
    assert latex_number("-0.01 (-.5 to 1e-3)") == "$-$0.01 ($-$.5 to 1e-3)"


def test_a_table_in_latex_has_every_cell_and_its_caption(example):
    table = Table(["name", "5 %"], [["[a]_b", "-1"], ["*c", "2"]])
    assert table.latex("What & why").splitlines() == [
        r"% needs \usepackage{booktabs}",
        r"\begin{table}",
        r"\centering",
        r"\caption{What \& why}",
        r"\begin{tabular}{lr}",
        r"\toprule",
        r"name & 5 \% \\",
        r"\midrule",
        r"{}[a]\_b & $-$1 \\",
        r"{}*c & 2 \\",
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]
    latex = example.to_latex("tab:spect", words=True)
    assert r"naive\_bayes & 0.835 & 0.703 to 0.915 & 0.749 & 0.682 to 0.805 & 5 & 42 \\" in latex
    assert not missing(latex, r"\label{tab:spect}", "AUC, and accuracy at threshold 0.5, of 4")
    for text in example.for_the_paper().values():
        assert text in as_printed(latex)
    page = unescape(judgement_report(example).html)
    assert example.to_latex(words=True) in page


def test_what_has_no_table_has_no_latex(example):
    with pytest.raises(ValueError, match="to_latex needs a table, and a PairJudgement has none"):
        example.pairs[0].to_latex()


# --- Items ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def items():
    generator = np.random.default_rng(2)
    right = {LONG.format(i): generator.random(300) < 0.95 - 0.05 * i for i in range(6)}
    return judge_items(right, margin=0.02)


def test_the_page_of_items_says_what_the_judgement_says(items):
    page = items_report(items)
    text = " ".join(unescape(re.sub(r"</?(span|code)[^>]*>", "", page.html)).split())
    words = (*items.findings(), *items.sentences().values(), *items.for_the_paper().values())
    assert not missing(text, *(" ".join(t.split()) for t in (*words, *items.notes)))
    assert {name for name, one in page.pictures.items() if one} == {
        "accuracies", "best_against_rest", "who_differs",
    }  # fmt: skip
    assert items.findings() == tuple(items.sentences().values())[:3]
    assert len(page.html) < 1e6


def test_the_picture_of_items_shows_differences_from_the_best(items):
    rows = items_report(items).pictures["best_against_rest"].figure.axes[0]
    best = items.winner.name
    expected = []
    for pair in items.pairs:
        if best in (pair.first, pair.second):
            sign = 1 if pair.second == best else -1
            expected.append(sorted((100 * sign * pair.low, 100 * sign * pair.high)))
    lines = [sorted(line.get_xdata()) for line in rows.lines if len(set(line.get_xdata())) == 2]
    assert np.array(sorted(lines)) == pytest.approx(np.array(sorted(expected)))
    ranks = items_report(items).pictures["accuracies"].figure.axes[1]
    drawn_ranks = [tuple(x.get_xdata()) for x in ranks.lines if len(x.get_xdata()) == 2]
    assert drawn_ranks == [items.rank_intervals[one.name] for one in items.ranking]


def test_items_beside_a_control_alone_and_in_crowds():
    generator = np.random.default_rng(4)
    control = judge_items({n: generator.random(80) < 0.7 for n in "abcde"}, control="c")
    page = items_report(control)
    assert "All against c" in page.html
    assert page.pictures["who_differs"] is None
    alone = items_report(judge_items({"a": generator.random(40) < 0.7}))
    assert alone.pictures["best_against_rest"] is None
    assert "Who differs" not in alone.html
    crowd = items_report(judge_items({f"m{i}": generator.random(60) < 0.7 for i in range(40)}))
    assert crowd.pictures["who_differs"] is None
    assert not missing(crowd.html, "The 25 highest accuracies of 40.", "14 are left out")


def test_the_command_for_items_writes_page_and_latex(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["items", "--example", "--report", "page.html", "--latex", "table.tex"]) == 0
    assert capsys.readouterr().out.endswith("Written: page.html and table.tex\n")
    assert "<h1>digits_predicted.csv, judged item by item</h1>" in Path("page.html").read_text()
    latex = Path("table.tex").read_text()
    assert r"support\_vectors & 96.9 \% & 95.5 to 97.8 \% & 1 to 3 \\" in latex
    wrong = ["items", "--example", "--report", "page.pdf"]
    assert "--report must end in .html" in line_of_refusal(wrong, capsys)
