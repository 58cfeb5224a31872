"""The four sources, opened once: verdicts that nobody typed in, figures, tables, and the page."""

import ast
import csv
import dataclasses
import json
import re
import sys
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from statistics import NormalDist

import matplotlib
import numpy as np
import pytest
from scipy import stats

from course_lib import critical_value, family_wise_errors, roc_band
from course_lib.cli import main
from course_lib.datasets import (
    ELAZMEH_DATA_SETS,
    load_elazmeh_auc,
    load_elazmeh_scores,
    load_lecture_sign_table,
)
from course_lib.papers import errata
from course_lib.papers.checks import CHECKS, check, printed_number, printed_numbers
from course_lib.papers.ledger import NOTABLE, Verdict, tally
from course_lib.papers.source import SOURCES
from course_lib.papers.sources.benavoli.checks import (
    error_of_three,
    judge_numbers,
    simulated_powers,
)
from course_lib.papers.sources.benavoli.run import table_1
from course_lib.papers.sources.elazmeh import checks_of_figures, checks_of_intervals
from course_lib.papers.sources.elazmeh.checks_of_tables import (
    agrees,
    auc_differences,
    count_misprints,
)
from course_lib.papers.sources.forman_cohen import printed_tables
from course_lib.papers.sources.forman_cohen.checks import _judge_cells, pooled_scores
from course_lib.papers.sources.forman_cohen.printed_tables import AGREES, NOISE, UNEXPLAINED
from course_lib.papers.sources.forman_cohen.run import ALL_METRICS
from course_lib.plots.regions import draw_type_i_errors
from course_lib.plots.surfaces import contour_levels
from course_lib.reports import lessons
from course_lib.reports.reproduction import reproduce
from tests.helpers import line_of_refusal, loaded_by, missing, near, refused
from tests.other_worlds import (
    CLAIMS,
    OTHERWISE,
    RIGHT_COUNTS,
    RIGHT_HEADER,
    RIGHT_SIGNS,
    RIGHT_T,
    other_example,
    other_table,
    otherwise,
    printing,
    scored_as,
    source_of,
    verdict_of,
)

matplotlib.use("Agg")
ROOT = Path(__file__).parent.parent
IDS = [
    f"{prefix}-{number:02}"
    for prefix, count in (("FC", 33), ("LN", 18), ("BC", 21), ("EJ", 20))
    for number in range(1, count + 1)
]


@pytest.fixture(scope="module")
def runs():
    """The sources, opened once for this file."""
    return {key: source.open(progress=False) for key, source in SOURCES.items()}


@pytest.fixture(scope="module")
def whole(runs, tmp_path_factory):
    """Everything rebuilt, with the runs above."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("course_lib.papers.source.Source.open", lambda self, progress: runs[self.key])
        return reproduce(tmp_path_factory.mktemp("whole"), progress=False)


@pytest.fixture(scope="module")
def verdicts(whole):
    return {claim_id: finding.evidence.verdict for claim_id, finding in whole.findings.items()}


def run_of(key):
    return pytest.fixture(scope="module")(lambda runs: runs[key])


forman_cohen, lecture, benavoli, elazmeh = map(run_of, SOURCES)


# --- Every claim has a verdict --------------------------------------------------------------------


def test_every_claim_has_a_verdict_with_evidence_and_a_lesson(whole):
    assert len(IDS) == 92
    assert list(whole.findings) == IDS == list(CLAIMS)
    lessons_there = {path.name[:2] for path in (ROOT / "notebooks").glob("*.ipynb")}
    for finding in whole.findings.values():
        assert isinstance(finding.evidence.verdict, Verdict)
        assert finding.evidence.ours
        assert finding.evidence.method
        assert finding.claim.lesson in lessons_there
        explanation = finding.evidence.explanation
        if finding.evidence.verdict not in (Verdict.REPRODUCED, Verdict.WITHIN_NOISE):
            assert explanation, finding.claim.id
        if explanation:  # one sentence; more stands in the details
            assert explanation.endswith(".")
            assert not re.search(r"[.?!]\)? [A-Z(]", explanation), finding.claim.id


def test_the_tally_counts(whole):
    assert tally(list(whole.findings.values())[:1]) == "1 claim: 1 reproduced."
    numbers = [int(n) for n in re.findall(r"(\d+) [a-z]", whole.sentence())]
    assert numbers[0] == 92 == sum(numbers[1:])


# --- ... that was computed ------------------------------------------------------------------------


def test_errata_and_what_differs_are_these(verdicts):
    for verdict, claim_ids in {
        Verdict.ERRATUM: "FC-18 FC-20 FC-21 FC-30 FC-33 LN-03 LN-06 LN-07 LN-14 LN-15 LN-16 LN-17 "
        "LN-18 BC-03 BC-10 BC-16 BC-17 BC-21 EJ-06 EJ-14 EJ-16 EJ-17 EJ-18 EJ-19",
        Verdict.ONE_READING: "FC-31 FC-32 EJ-10",
        Verdict.DIFFERS: "FC-09 EJ-07 EJ-12 EJ-15 EJ-20",
        Verdict.INCOMPARABLE: "FC-06 FC-07",
        Verdict.UNCHECKABLE: "FC-28 FC-29 EJ-08 EJ-09",
        Verdict.ANSWERED: "LN-04 LN-05",
    }.items():
        found = [claim_id for claim_id, other in verdicts.items() if other is verdict]
        assert found == claim_ids.split()


def test_verdicts_can_be_told_apart_without_colour_and_without_their_words():
    for knows in ("kind", "sign", "fill", "heading", "explanation"):
        assert len({getattr(verdict, knows) for verdict in Verdict}) == len(Verdict)
    assert Verdict("differs").counted(1) == "1 differs"
    assert Verdict("differs").counted(2) == "2 differ"


@pytest.mark.parametrize("key", SOURCES)
def test_no_check_hands_over_a_verdict_without_a_condition(key):
    """The verdict in `Evidence(...)` is a comparison's outcome, never just `Verdict.SOMETHING`."""
    source = SOURCES[key]
    modules = {source.checks[claim_id].func.__module__ for claim_id in source.claims}
    trees = [ast.parse(Path(sys.modules[name].__file__).read_text()) for name in modules]
    calls = [
        node
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Evidence"
    ]
    assert len(calls) >= 10
    for call in calls:
        verdict = ast.unparse(call.args[2])
        assert not re.fullmatch(r"Verdict\.\w+|['\"].*", verdict), ast.unparse(call)


def test_each_claim_has_one_check():
    for source in SOURCES.values():
        assert list(source.checks) == list(source.claims)
    assert set(CHECKS) == set(IDS)
    with pytest.raises(ValueError, match="claim_id must not have a check yet; got 'EJ-01'"):
        check("EJ-01")(lambda claim, run: None)


@pytest.mark.parametrize("claim_id", IDS)
def test_in_another_world_the_verdict_would_be_another(claim_id, runs, verdicts, monkeypatch):
    run = runs[source_of(claim_id).key]
    found = OTHERWISE[claim_id].verdict(claim_id, run, monkeypatch)
    assert isinstance(found, Verdict)
    assert found is not verdicts[claim_id]


@pytest.mark.parametrize(
    ("claim_id", "published", "verdict"),
    [
        ("FC-09", "about 0.64", Verdict.REPRODUCED),
        ("FC-18", "0.00000203", Verdict.REPRODUCED),
        ("FC-18", "0.0000305", Verdict.DIFFERS),
        ("FC-28", "0.59", Verdict.REPRODUCED),
        ("FC-28", "0.62", Verdict.DIFFERS),
        ("FC-29", "0.66", Verdict.REPRODUCED),
        ("LN-04", "6.635", Verdict.REPRODUCED),
        ("LN-05", "1, 0.5, 0.039, 0.02", Verdict.REPRODUCED),
        ("BC-01", "3.5 and 2", Verdict.DIFFERS),
        ("BC-03", "1e-9", Verdict.REPRODUCED),
        ("BC-10", "2.519, 2.676, 2.889", Verdict.DIFFERS),
        ("BC-10", "2.519, 2.676, 2.889, 1.917", Verdict.REPRODUCED),
        ("BC-16", "0.0083", Verdict.REPRODUCED),
        ("BC-16", "0.0050", Verdict.DIFFERS),
        ("BC-14", "C2-C4 7/10 9/10 3/5; C2-C7 1/10 - -; C3-C7 2/10 - -", Verdict.DIFFERS),
        ("EJ-09", "0.147", Verdict.REPRODUCED),
    ],
)
def test_what_the_verdict_would_be(runs, claim_id, published, verdict):
    run = runs[source_of(claim_id).key]
    assert run.judge(claim_id, published=published).evidence.verdict is verdict


@pytest.mark.parametrize("seconds", [1e-3, 1e9])
def test_a_slow_machine_differs_from_nobody(seconds):
    run = otherwise(
        SOURCES["forman-cohen"].open(), simulation_seconds=seconds, _timed_grids=({}, seconds)
    )
    for claim_id in ("FC-06", "FC-07"):
        assert verdict_of(claim_id, run) is Verdict.INCOMPARABLE


def test_each_claim_quotes_its_source():
    # What stood there before quotations did, and says nothing of what the source says.
    kinds = {"figure", "formula", "wording", "property", "identity", "simulation", "construction"}
    for claim in CLAIMS.values():
        assert claim.published.lower() not in kinds | {"true", "example", "exercise"}, claim.id
        assert re.search(r"\d|\w+ \w+ \w+", claim.published), claim.id
        assert claim.quoted == f"“{claim.published}”"
        assert not claim.published.endswith("."), claim.id


def test_a_lesson_lists_the_errata_of_its_claims_and_no_others(verdicts):
    for path in sorted((ROOT / "notebooks").glob("0[0-9]_*.ipynb")):
        cells = json.loads(path.read_text())["cells"]
        text = "".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
        listed = re.findall(r"\b((?:FC|LN|BC|EJ)-\d\d)\b", text.partition("*Sources:*")[2])
        errata_of_it = {
            claim_id
            for claim_id, claim in CLAIMS.items()
            if claim.lesson == path.name[:2] and verdicts[claim_id] is Verdict.ERRATUM
        }
        assert set(listed) == errata_of_it, path.name
        assert len(listed) == len(set(listed)), path.name


def test_an_unknown_claim_is_refused(benavoli):
    refused("claim_id must be one of", benavoli.judge, "BC-22")


# --- The page and its files -----------------------------------------------------------------------


def test_the_page_needs_nothing_but_itself(whole):
    page = whole.page.read_text()
    # Links to the papers themselves, for those who are online; nothing is loaded.
    addresses = {r.source.address for r in whole.sources if r.source.address}
    assert set(re.findall(r'(?:href|src)="((?:https?:)?//[^"]*)"', page)) == addresses
    assert not re.search(r'src="(?!data:)', page)
    assert "<link" not in page
    images = re.findall(r'<img alt="([^"]*)"', page)
    assert len(images) == page.count("<img") == 29
    assert all(len(alt) > 30 for alt in images)


def test_the_page_holds_every_claim_once_and_every_link_leads_somewhere(whole):
    page = whole.page.read_text()
    names = re.findall(r'\bid="([^"]+)"', page)
    assert len(names) == len(set(names))
    assert set(IDS) <= set(names)
    links = re.findall(r'href="([^"]*)"', page)
    assert {link[1:] for link in links if link.startswith("#")} <= set(names)
    files = {link for link in links if not link.startswith(("#", "https://"))}
    assert len(files) > 70
    for link in files:
        assert (whole.folder / link).exists(), link


def test_on_a_phone_rows_are_stacked_and_say_what_is_ours(whole):
    page = whole.page.read_text()
    tables = re.findall(r'<table[^>]*class="stack"[^>]*>(.*?)</table>', page, re.DOTALL)
    assert len(tables) == 1 + sum(verdict in NOTABLE for verdict in whole.verdicts)
    for table in tables:
        assert table.lstrip().startswith("<thead>")  # which alone is hidden there
        rows = table.partition("<tbody>")[2].split("</tr>")[:-1]
        assert all(row.count('data-label="ours"') == 1 for row in rows)
    ledger = tables[-1].partition("<tbody>")[2].split("</tr>")[:-1]
    assert [re.search(r'id="([^"]+)"', row)[1] for row in ledger] == IDS
    assert all('data-label="verdict"' in row and 'data-label="published"' in row for row in ledger)


def test_claims_link_back_to_where_they_are_shown(whole):
    page = whole.page.read_text()
    ledger = page[page.index('id="ledger"') :]
    for rebuilt in whole.sources:
        for name, exhibit in rebuilt.exhibits.items():
            for claim_id in exhibit.claims:
                row = ledger[ledger.index(f'id="{claim_id}"') :].partition("</tr>")[0]
                assert f'href="#{rebuilt.source.key}-{name}"' in row


def test_errata_come_first_and_each_is_there(whole, verdicts):
    page = whole.page.read_text()
    top = page[: page.index('id="forman-cohen"')]
    for claim_id, verdict in verdicts.items():
        linked = f'href="#{claim_id}"' in top
        assert linked == (verdict not in (Verdict.REPRODUCED, Verdict.WITHIN_NOISE)), claim_id


def test_each_figure_stands_beside_what_the_source_shows(whole):
    page = whole.page.read_text()
    for rebuilt in whole.sources:
        figures = whole.folder / "figures" / rebuilt.source.key
        for name, picture in rebuilt.pictures.items():
            start = page.index(f'id="{rebuilt.source.key}-{name}"')
            section = page[start : page.index("</section>", start)]
            assert "In the source" in section
            assert len(picture.described) > 60
            assert picture.claims
            for claim_id in picture.claims:
                assert claim_id in CLAIMS
                assert f'href="#{claim_id}"' in section
            assert 'href="lessons/' in section
            assert (figures / f"{name}.png").read_bytes().startswith(b"\x89PNG")
            assert "<svg" in (figures / f"{name}.svg").read_text()


def test_every_figure_and_table_of_the_sources_is_accounted_for(whole):
    for rebuilt in whole.sources:
        exhibits = rebuilt.source.exhibits
        made = {name for exhibit in exhibits for name in exhibit.rebuilt}
        assert made == set(rebuilt.exhibits)
        for exhibit in exhibits:
            assert exhibit.rebuilt or exhibit.note, exhibit


@pytest.mark.parametrize(
    ("key", "figures", "tables"),
    [
        ("forman-cohen", "1234567", "123"),
        ("elazmeh", "12345678", "123"),
        ("lecture", "12345", "1"),
        ("benavoli", "", "12"),
    ],
)
def test_numbered_figures_and_tables_are_all_in_the_inventory(key, figures, tables):
    found = " ".join(e.exhibit for e in SOURCES[key].exhibits if "Appendix" not in e.exhibit)
    assert set(re.findall(r"Fig\. (\d)", found)) == set(figures)
    assert set(re.findall(r"Table (\d)", found)) == set(tables)


def test_the_ledger_is_the_same_in_both_formats(whole, verdicts):
    rows = json.loads((whole.folder / "ledger.json").read_text())
    with (whole.folder / "ledger.csv").open() as file:
        assert list(csv.DictReader(file)) == rows
    assert {row["id"]: row["verdict"] for row in rows} == {k: str(v) for k, v in verdicts.items()}
    assert set(rows[0]) == {
        *("id", "source", "where", "claim", "published", "ours", "method", "verdict"),
        *("explanation", "details", "lesson"),
    }


def test_tables_mark_what_is_printed_otherwise(whole, runs):
    tables = {
        (rebuilt.source.key, name): table
        for rebuilt in whole.sources
        for name, table in rebuilt.tables.items()
    }
    for (key, name), table in tables.items():
        with (whole.folder / "tables" / key / f"{name}.csv").open() as file:
            assert [tuple(row) for row in csv.reader(file)] == [table.header, *table.rows]
        assert all(len(row) == len(table.header) for row in table.rows)
        for i, j, printed in table.printed:
            assert table.rows[i][j] != printed
    marked = {key: len(table.printed) for key, table in tables.items() if table.printed}
    nine = sum(marked[("forman-cohen", f"table_{n}")] for n in range(1, 10))
    assert nine == sum((~c.agrees).sum() for c in runs["forman-cohen"].comparisons.values())
    assert (marked["lecture", "t_table"], marked["lecture", "sign_table"]) == (3, 5)
    assert marked["elazmeh", "table_2"] == 3
    assert marked["elazmeh", "table_3"] == 5  # the forest, but for sick
    assert len(tables["forman-cohen", "table_cells"].rows) == 3249
    assert tables["benavoli", "table_1"].rows[0] == ("C2-C4", "7/10", "9/10", "3/5")
    segments = [dict(zip(t.header, row, strict=True)) for t in [tables["elazmeh", "segments"]]
                for row in t.rows]  # fmt: skip
    assert sum(row["confident_points"] == "0" for row in segments) == 8


def test_lessons_come_as_pages_that_load_nothing(whole):
    pages = list((whole.folder / "lessons").glob("*.html"))
    assert len(pages) == len(list((ROOT / "notebooks").glob("*.ipynb")))
    for page in pages:
        text = page.read_text()
        assert not re.search(r'src="(?!data:)', text), page
        assert "$$" not in re.sub(r"<pre.*?</pre>", "", text, flags=re.DOTALL)
        for link in re.findall(r'href="(?!https?:)([^"#]+)', text):
            assert (page.parent / link).exists(), (page, link)


def test_formulas_become_pictures_and_what_cannot_stays_readable():
    assert lessons._with_formulas("no formula, 5 dollars") == "no formula, 5 dollars"
    drawn = lessons._with_formulas(r"so $t \ge \sqrt n$ and $\frac1n$.")
    assert drawn.count("data:image/svg+xml") == 2
    assert r'alt="t \ge \sqrt n"' in drawn
    assert lessons._with_formulas(r"$\undefined{x}$") == r"<code>\undefined{x}</code>"


def test_without_nbconvert_there_are_no_lessons_to_link_to(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "nbconvert", None)
    assert lessons.write_lessons(tmp_path / "lessons") == {}
    assert not (tmp_path / "lessons").exists()


def test_errata_md_is_what_the_verdicts_say(whole):
    assert (ROOT / "ERRATA.md").read_text() == errata.errata_page(list(whole.findings.values())), (
        "run `make errata`"
    )


# --- The command ----------------------------------------------------------------------------------


@pytest.fixture
def light(monkeypatch):
    """Two sources with two claims each, without figures, tables and lessons."""
    for key, chosen in (("benavoli", ("BC-04", "BC-13")), ("elazmeh", ("EJ-03", "EJ-16"))):
        source = SOURCES[key]
        claims = {claim_id: source.claims[claim_id] for claim_id in chosen}
        assert source.checks  # all of them, before there are fewer claims
        for name, fewer in (("claims", claims), ("exhibits", []), ("pictures", {}), ("tables", {})):
            monkeypatch.setitem(vars(source), name, fewer)
    monkeypatch.setattr("course_lib.reports.reproduction.write_lessons", lambda folder: {})


def test_the_command_says_how_many_have_a_verdict(light, tmp_path, capsys):
    assert main(["reproduce", "benavoli", "elazmeh", "--folder", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert "Benavoli et al. 2016: 2 claims: 2 reproduced." in out
    assert "4 of 4 claims have a verdict. Open" in out
    page = (tmp_path / "index.html").read_text()
    assert "<h1>Benavoli et al. 2016 and Elazmeh et al. 2006, reproduced</h1>" in page
    # Where there are no lessons, the page names them and links to nothing.
    assert "lesson 05" in page
    assert "lessons/" not in page
    written = {path.name for path in tmp_path.iterdir()}
    assert written == {"index.html", "ledger.csv", "ledger.json", "figures", "tables"}


def test_a_source_named_twice_is_rebuilt_once(light, tmp_path):
    assert len(reproduce(tmp_path, ["benavoli", "benavoli"]).findings) == 2


def test_some_sources_do_not_write_over_the_page_of_all(light, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["reproduce", "elazmeh"]) == 0
    assert (tmp_path / "build" / "reproduction-elazmeh" / "index.html").exists()
    assert not (tmp_path / "build" / "reproduction").exists()


def test_ctrl_c_gives_one_line(light, tmp_path, monkeypatch, capsys):
    def interrupted(claim, run):
        raise KeyboardInterrupt

    monkeypatch.setitem(SOURCES["elazmeh"].checks, "EJ-03", interrupted)
    assert main(["reproduce", "elazmeh", "--folder", str(tmp_path)]) == 130
    assert capsys.readouterr().err.strip() == "course: interrupted"


def test_an_unknown_source_is_refused(capsys):
    told = "sources must be some of forman-cohen, lecture, benavoli, elazmeh"
    assert told in line_of_refusal(["reproduce", "shakespeare"], capsys)


def test_listing_the_sources_loads_nothing_heavy():
    assert list(SOURCES) == ["forman-cohen", "lecture", "benavoli", "elazmeh"]
    loaded = loaded_by("from course_lib.papers.source import SOURCES; list(SOURCES)")
    assert loaded.isdisjoint({"numpy", "scipy", "matplotlib", "jinja2"})


# --- Numbers as they are printed ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value", "tolerance"),
    [
        ("0.95", 0.95, 0.005),
        ("9950416", 9950416, 0.5),
        ("about 100 million", 1e8, 1e6),
        ("380 MB", 380, 0.5),
        ("5.5 hours", 5.5, 0.05),
        ("9,950,416", 9950416, 0.5),
        ("about 0.65", 0.65, 0.0065),
    ],
)
def test_numbers_as_papers_print_them(text, value, tolerance):
    found = printed_number(text)
    assert (found.value, found.tolerance) == pytest.approx((value, tolerance))


def test_a_text_without_a_number_is_refused():
    refused("text must hold a number; got 'figure'", printed_number, "figure")


def test_printed_numbers():
    assert [n.value for n in printed_numbers("2 and 3.5")] == [2.0, 3.5]
    assert [n.tolerance for n in printed_numbers("2.518, 3.1")] == pytest.approx([5e-4, 0.05])


def test_numbers_cut_off_instead_of_rounded_are_said_to_be():
    assert judge_numbers("1.23", [1.2345]) == (Verdict.REPRODUCED, "")
    told = judge_numbers("1.23", [1.239])
    assert told == (Verdict.ERRATUM, "Cut off in print instead of rounded: 1.23.")
    assert judge_numbers("1.23", [1.221])[0] is Verdict.DIFFERS
    assert judge_numbers("1.23", [1.2401])[0] is Verdict.DIFFERS


# --- Forman & Cohen: the nine tables, and the figures --------------------------------------------


def test_the_printed_tables_are_whole(forman_cohen):
    published = forman_cohen.published
    assert (published.competitors, len(published.sizes)) == ((10, 100, 1000), 19)
    assert set(published.values) == {"accuracy", "auc", "f_measure"}
    for values in published.values.values():
        assert values.shape == (3, 19, 19)
        assert ((values > 0) & (values <= 1)).all()
    # Spot checks against the printed pages: table 1, first row and column.
    assert published.values["accuracy"][0, 0, :4].tolist() == [0.775, 0.76, 0.783, 0.8]


def test_accuracy_agrees_in_1050_cells_and_elsewhere_is_one_step_away(forman_cohen):
    comparison = forman_cohen.comparisons["accuracy"]
    assert comparison.count(AGREES) >= 1050
    assert comparison.within_one_case.all()
    assert comparison.count(UNEXPLAINED) == 0


def test_every_cell_is_of_one_kind_and_none_is_unexplained(forman_cohen):
    for comparison in forman_cohen.comparisons.values():
        counts = [comparison.count(kind) for kind in (AGREES, NOISE, UNEXPLAINED)]
        assert sum(counts) == 1083
        assert counts[UNEXPLAINED] == 0
        by_competitors = sum(comparison.count(NOISE, c) for c in comparison.competitors)
        assert by_competitors == counts[NOISE]


def test_exact_values_in_the_comparison_are_the_librarys(forman_cohen):
    for metric, comparison in forman_cohen.comparisons.items():
        for c, i, j in ((0, 0, 5), (1, 10, 2), (2, 18, 18)):
            p, n = comparison.sizes[i], comparison.sizes[j]
            expected = critical_value(metric, p, n, comparison.competitors[c])
            assert comparison.exact[c, i, j] == expected


def test_plausibility_is_what_ten_million_rankings_give():
    # Small enough to do the paper's work over: the printed value is the r-th best of R scores.
    from course_lib import null_distribution, simulate_null

    null = null_distribution("auc", 20, 30)
    rank = printed_tables.rank_of_critical_value(100)
    assert rank == 1004
    top = simulate_null("auc", 20, 30, printed_tables.REPETITIONS, seed=3, keep_top=rank)
    printed = round(float(top[-1]), 3)
    so_high, so_low = printed_tables._as_high_and_as_low(null, printed, 100)
    assert min(so_high, so_low) > 0.005
    assert printed_tables._as_high_and_as_low(null, printed + 0.01, 100)[0] < 1e-6
    assert printed_tables._as_high_and_as_low(null, printed - 0.01, 100)[1] < 1e-6


def test_whole_tables_lie_on_no_side_and_a_shift_of_all_cells_would_be_noticed(forman_cohen):
    for comparison in forman_cohen.comparisons.values():
        for competitors in comparison.competitors:
            assert abs(comparison.bias(competitors)) < printed_tables.MOST_BIAS
    # One third of a noise deviation in every cell: no cell alone would tell.
    comparison = forman_cohen.comparisons["auc"]
    from scipy.special import ndtr, ndtri

    shifted = ndtr(ndtri(comparison.position) + 1 / 3)
    moved = dataclasses.replace(comparison, position=shifted)
    assert _judge_cells([moved]) is Verdict.DIFFERS
    assert _judge_cells([comparison]) is Verdict.WITHIN_NOISE


def test_a_misprint_would_be_noticed(forman_cohen):
    values = {m: v.copy() for m, v in forman_cohen.published.values.items()}
    values["auc"][2, 10, 10] += 0.01
    published = dataclasses.replace(forman_cohen.published, values=values)
    sizes = (10, 18)
    small = dataclasses.replace(
        published,
        sizes=tuple(published.sizes[i] for i in sizes),
        values={m: v[:, sizes, :][:, :, sizes] for m, v in values.items()},
    )
    exact = forman_cohen.comparisons["auc"].exact[:, sizes, :][:, :, sizes]
    comparison = dataclasses.replace(
        printed_tables.compare_tables(small, "auc", exact), cells_in_all=3249
    )
    assert comparison.count(UNEXPLAINED) == 1
    assert _judge_cells([comparison]) is Verdict.DIFFERS
    assert _judge_cells([comparison], 10) is not Verdict.DIFFERS


def test_printed_tables_are_not_symmetric_where_exact_ones_are(forman_cohen):
    for metric in ("accuracy", "auc"):
        comparison = forman_cohen.comparisons[metric]
        assert comparison.asymmetric > 0
        assert (comparison.exact == comparison.exact.swapaxes(1, 2)).all()
        for p, n in combinations((20, 90, 300, 1000), 2):  # each computed for itself
            assert critical_value(metric, p, n, 1000) == critical_value(metric, n, p, 1000)


def test_all_figures_are_there(forman_cohen):
    pictures = forman_cohen.pictures
    assert list(pictures) == [
        *(f"figure-{i}" for i in range(1, 8)),
        *(f"appendix-a-{i}" for i in range(1, 5)),
        "appendix-b-differences",
        "appendix-b-asymmetry",
    ]
    for name, picture in pictures.items():
        assert picture.text
        for ax in picture.figure.axes:
            named = ax.get_title() or ax.get_title(loc="left")
            inner = name.startswith("appendix-b")  # there only the outer ones are labelled
            if named and not inner:  # those without a title are colour bars
                assert (ax.get_xlabel(), ax.get_ylabel()) in {
                    ("negatives", "positives"),
                    ("score", "cumulative probability"),
                }


@pytest.mark.parametrize(
    ("number", "metric"), [(2, "auc"), (3, "accuracy"), (4, "f_measure"), (5, "top_k")]
)
def test_surfaces_hold_critical_values(forman_cohen, number, metric):
    picture = forman_cohen.pictures[f"figure-{number}"]
    sizes, grid = picture.data["sizes"].tolist(), picture.data["critical_values"]
    for p, n in ((20, 1000), (100, 300), (1000, 1000), (900, 13)):
        expected = critical_value(metric, p, n, 1000)
        assert grid[sizes.index(p), sizes.index(n)] == expected
    (ax,) = picture.figure.axes
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("negatives", "positives")
    assert ax.get_zlabel() in ax.get_title()
    assert "C = 1000" in ax.get_title()


@pytest.mark.parametrize(("number", "competitors"), [(6, 10), (7, 1000)])
def test_contours_are_labelled_and_at_round_levels(forman_cohen, number, competitors):
    picture = forman_cohen.pictures[f"figure-{number}"]
    sizes = picture.data["sizes"].tolist()
    for ax, metric in zip(picture.figure.axes, ALL_METRICS, strict=True):
        grid = picture.data[metric]
        expected = critical_value(metric, 150, 400, competitors)
        assert grid[sizes.index(150), sizes.index(400)] == expected
        step = 1 if metric == "top_k" else 0.05
        (lines,) = [c for c in ax.collections if hasattr(c, "levels")]
        assert np.allclose(np.asarray(lines.levels) / step % 1, 0) or np.allclose(
            np.round(np.asarray(lines.levels) / step), np.asarray(lines.levels) / step
        )
        assert np.nanmin(grid) <= min(lines.levels) <= max(lines.levels) <= np.nanmax(grid)
        labels = [text.get_text() for text in ax.texts]
        assert labels
        assert {float(label) for label in labels} <= set(np.round(lines.levels, 10).tolist())
        assert f"C = {competitors:,}" in ax.get_title(loc="left")


def test_charts_hold_three_numbers_of_competitors(forman_cohen):
    for number, metric in enumerate(ALL_METRICS, 1):
        data = forman_cohen.pictures[f"appendix-a-{number}"].data
        sizes = data["sizes"].tolist()
        for competitors in (10, 100, 1000):
            grid = data[f"competitors_{competitors}"]
            expected = critical_value(metric, 80, 50, competitors)
            assert grid[sizes.index(80), sizes.index(50)] == expected
        assert (data["competitors_10"] <= data["competitors_1000"])[3:, 3:].all()


def test_figure_1_holds_the_exact_cdfs(forman_cohen):
    data = forman_cohen.pictures["figure-1"].data
    for metric in ("auc", "accuracy", "f_measure"):
        heights = data[f"{metric}_cdf"]
        assert heights[-1] == pytest.approx(1)
        assert (np.diff(heights) >= 0).all()
        at = int(np.argmax(heights >= 0.99 - 1e-12))
        assert data[f"{metric}_score"][at] == critical_value(metric, 10, 1000, 1, 0.01)


def test_heat_maps_hold_differences(forman_cohen):
    data = forman_cohen.pictures["appendix-b-differences"].data
    auc = forman_cohen.comparisons["auc"]
    assert (data["auc"] == auc.published - auc.exact).all()
    mirrored = forman_cohen.pictures["appendix-b-asymmetry"].data
    assert set(mirrored) == {"accuracy", "auc"}
    assert (mirrored["auc"] == -mirrored["auc"].swapaxes(1, 2)).all()


def test_contour_levels_are_names_a_reader_knows():
    assert contour_levels(np.array([0.52, 0.71])).tolist() == [0.55, 0.6, 0.65, 0.7]
    assert contour_levels(np.array([2.0, np.nan, 5.0])).tolist() == [2, 3, 4, 5]


def test_pooled_scores_of_folds_are_those_of_another_package():
    sklearn_dummy = pytest.importorskip("sklearn.dummy")
    from sklearn.metrics import roc_auc_score
    from sklearn.model_selection import LeaveOneOut, PredefinedSplit, cross_val_predict

    random = np.random.default_rng(1)
    truth, x = np.arange(60) < 30, random.standard_normal((60, 5))
    folds = random.permutation(60) % 10
    learner = sklearn_dummy.DummyClassifier(strategy="prior")
    for split, name in ((PredefinedSplit(folds), folds), (LeaveOneOut(), np.arange(60))):
        theirs = cross_val_predict(learner, x, truth, cv=split, method="predict_proba")[:, 1]
        assert pooled_scores(truth, x, name)["prior"] == pytest.approx(theirs)
    assert roc_auc_score(truth, theirs) == 0  # every positive left out is missed by its model
    # The other learner's scores, for one fold, by hand.
    fold, line = folds == 3, pooled_scores(truth, x, folds)["line"]
    between = x[~fold & truth].mean(axis=0) - x[~fold & ~truth].mean(axis=0)
    assert line[fold] == pytest.approx((x[fold] * between).sum(axis=1))


def test_the_chance_that_a_score_came_from_luck_depends_on_how_many_learned(whole):
    # Half of them learned: of 20,000 classifiers that stay below the line, how many are guessers?
    random = np.random.default_rng(31)
    line = critical_value("auc", 100, 100, 1, 0.01)
    shift = np.sqrt(2) * stats.norm.ppf(0.6)
    kept = []
    for moved in (0.0, shift):
        scores = random.standard_normal((10_000, 200))
        scores[:, :100] += moved
        ranks = scores.argsort(axis=1).argsort(axis=1)[:, :100]
        aucs = (ranks.sum(axis=1) - 100 * 99 / 2) / 100**2
        kept.append((aucs <= line).sum())
    share = kept[0] / sum(kept)
    told = re.search(r"([\d.]+) % if 50 %", whole.findings["FC-31"].evidence.ours)
    assert near(share, float(told[1]) / 100, sum(kept), 4)


def test_a_correction_makes_missing_more_frequent(whole):
    normal = NormalDist()
    for alpha, told in ((0.01, "0.34"), (0.01 / 4950, "0.96")):
        missed = normal.cdf(normal.inv_cdf(1 - alpha / 2) - 3)
        assert f"{missed:.2f}" == told
        assert told in whole.findings["FC-33"].evidence.ours


# --- The lecture ----------------------------------------------------------------------------------


def test_the_entry_of_the_sign_table_is_enough(whole):
    assert stats.binomtest(9, 10).pvalue == 22 / 1024
    found = whole.findings["LN-15"].evidence
    assert "9 wins against 1, a difference of 8, have p = 0.021" in found.ours
    cells = sum(entry is not None for entry in load_lecture_sign_table().values())
    assert f"in {cells - 5} of {cells - 5} cells" in found.ours  # five are misprinted


def test_a_corrected_table_would_be_reproduced(lecture):
    assert verdict_of("LN-07", otherwise(lecture, sign_table=RIGHT_SIGNS)) is Verdict.REPRODUCED
    corrected = otherwise(lecture, t_table=RIGHT_T)
    assert verdict_of("LN-06", corrected) is Verdict.ERRATUM  # for its header
    corrected = printing(corrected, t_header=RIGHT_HEADER)
    assert verdict_of("LN-06", corrected) is Verdict.REPRODUCED


def test_the_entries_of_the_sign_table_are_differences_not_wins(whole):
    table = load_lecture_sign_table()
    p_values = {
        n: {w: stats.binomtest(w, n).pvalue for w in range(n // 2, n + 1)}
        for n in {n for n, _ in table}
    }
    as_wins = 0
    for (n, alpha), printed in table.items():
        significant = [w for w, p in p_values[n].items() if p <= alpha * (1 + 1e-12)]
        as_wins += printed is not None and printed == min(significant, default=None)
    assert as_wins < 30  # hardly any cell would be right
    told = f"(read as wins, {as_wins} of 240 would be right)"
    assert told in whole.findings["LN-07"].evidence.explanation


def test_the_exercises(whole):
    assert (
        "critical value 6.635; 7.1 exceeds it (p = 0.0077)" in whole.findings["LN-04"].evidence.ours
    )
    answers = whole.findings["LN-05"].evidence.ours
    # Counted by hand in the lecture's table: NB wins 4, SVM 5; Adaboost wins 1, the forest 8.
    assert "NB wins 4 of 9 against SVM, p = 1: do not reject" in answers
    assert "SVM wins 5 of 9 against NB, p = 0.5: do not reject" in answers
    assert "Adaboost wins 1 of 9 against RandForest, p = 0.039: reject" in answers
    assert "RandForest wins 8 of 9 against Adaboost, p = 0.02: reject" in answers


def test_repeated_cross_validation_breaks_the_t_test_and_the_corrected_one_holds(lecture):
    errors = lecture.type_i
    assert errors.rates["naive t"] > 0.3
    assert errors.rates["t of run means"] > 0.5
    for name in ("corrected t", "5x2cv F"):
        assert errors.rates[name] <= errors.alpha + 3 * errors.standard_error(name)
        assert errors.rates[name] > 0.01
    assert errors.rates["McNemar"] <= errors.alpha + 2 * errors.standard_error("McNemar")


def test_bars_of_type_i_errors_are_the_rates(ax, lecture):
    draw_type_i_errors(ax, lecture.type_i)
    widths = [bar.get_width() for bar in ax.patches]
    assert widths == list(lecture.type_i.rates.values())
    assert [label.get_text() for label in ax.get_yticklabels()] == list(lecture.type_i.rates)


# --- Benavoli et al. ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("run", "claim_ids"),
    [(other_table, (10, 11, 12, 14, 15, 19)), (other_example, (1, 2))],
    ids=["other accuracies", "an example in which A wins"],
)
def test_another_benavoli_would_not_be_reproduced(run, claim_ids):
    for number in claim_ids:
        assert verdict_of(f"BC-{number:02}", run()) is Verdict.DIFFERS


def test_table_1_as_it_is_printed(benavoli):
    # Counted pool by pool with scipy alone in the tests of pools.
    assert table_1(benavoli) == {
        "C2-C4": ("7/10", "9/10", "3/5"),
        "C2-C7": ("1/10", "-", "-"),
        "C3-C7": ("2/10", "-", "-"),
        "C4-C6": ("9/10", "5/10", "-"),
    }


def test_the_error_of_three_by_simulation():
    exact = error_of_three()
    assert exact == pytest.approx(2 * stats.binom.sf(13, 20, 0.5), rel=1e-12)
    found = family_wise_errors("generalist", 3, 20, 1500, seed=3)
    assert near(found.rates["mean ranks, Bonferroni"], exact, 1500, 4)


def test_powers_by_simulation_are_those_by_computation(whole):
    sign, ranks = simulated_powers(20_000, seed=5)
    for exact, simulated in ((0.94231, sign), (0.04629, ranks)):
        assert near(simulated, exact, 20_000, 4)
    assert "0.9423 exactly" in whole.findings["BC-07"].evidence.ours
    assert "0.0463 exactly" in whole.findings["BC-08"].evidence.ours


def test_figures_hold_what_they_should(benavoli):
    pictures = benavoli.pictures
    assert pictures["example-1"].data == {"AB": False, "ABCDE": True}
    curve = pictures["example-2"].data
    at = curve["distances"].index(3.5)
    assert curve["powers"][at] == pytest.approx(0.0463, abs=5e-5)
    assert max(curve["powers"]) > curve["sign"]
    assert (pictures["example-3"].data[4], pictures["variants"].data["z"][0]) == ("7 of 10", 0)


def test_friedman_rejects_again_only_if_ties_are_corrected(benavoli, whole):
    names = ("C1", "C2", "C4", "C5")
    columns = [benavoli.table.scores[:, benavoli.table.names.index(name)] for name in names]
    corrected = stats.friedmanchisquare(*columns).pvalue
    # Eq. 3 with fractions: rank sums are halves.
    sums = [Fraction(0)] * 4
    for row in zip(*columns, strict=True):
        for i, score in enumerate(row):
            below, alike = sum(o < score for o in row), sum(o == score for o in row)
            sums[i] += below + Fraction(alike + 1, 2)
    statistic = Fraction(12, 54 * 4 * 5) * sum((r - Fraction(54 * 5, 2)) ** 2 for r in sums)
    as_printed = stats.chi2.sf(float(statistic), 3)
    assert corrected < 0.05 < as_printed
    told = f"p = {as_printed:.4f} by eq. 3, {corrected:.4f} corrected for ties"
    assert told in whole.findings["BC-21"].evidence.ours


# --- Elazmeh et al. -------------------------------------------------------------------------------


def test_bands_depend_on_how_the_slope_is_read(elazmeh):
    wide = {
        (reading, name): "".join(k for k in "STB" if bands[k].share > 0.5)
        for reading, sets in elazmeh.bands.items()
        for name, bands in sets.items()
    }
    assert wide["N/P", "dis"] == "TB"
    assert wide["P/N", "dis"] == wide["P/N", "spect"] == "STB"
    assert not any(wide["P/N", name] for name in ("hypothyroid", "sick", "sick-euthyroid"))
    dis = load_elazmeh_scores("dis")
    first = elazmeh.bands["N/P"]["dis"]["B"]
    by_default = roc_band(dis.is_positive, dis.scores["naive_bayes"], seed=2006)
    assert first.share == by_default.share


def test_table_3_itself_has_the_tree_above_the_stump_and_bayes_above_the_forest():
    # As printed in the paper: stump, tree, forest, naive Bayes.
    assert list(load_elazmeh_auc()["spect"].values()) == [0.730, 0.745, 0.833, 0.835]
    assert list(load_elazmeh_auc()["sick"].values()) == [0.952, 0.956, 0.997, 0.946]


def test_other_aucs_would_get_another_verdict(elazmeh):
    printed = load_elazmeh_auc()
    for data_set, row in printed.items():  # as if it had printed our forest
        ours = auc_differences(elazmeh)[data_set, "F"]
        row["random_forest"] = round(row["random_forest"] + ours, 3)
    assert verdict_of("EJ-07", otherwise(elazmeh, auc=printed)) is Verdict.REPRODUCED
    printed["dis"]["decision_tree"] += 0.001
    assert verdict_of("EJ-07", otherwise(elazmeh, auc=printed)) is Verdict.DIFFERS


def test_18_of_18_and_the_forest_as_it_is(whole):
    ours = whole.findings["EJ-07"].evidence.ours
    sick, dis = "sick 0.997 (printed 0.997)", "dis 0.948 (printed 0.805)"
    assert not missing(ours, "18 of 18 to three decimals", sick, dis)


def test_the_printed_spectf_aucs_come_from_neither_test_file(whole, elazmeh):
    told = whole.findings["EJ-07"].evidence.details
    assert "0 agree on today's, 0 on the withdrawn one, 3 with cross-validation" in told
    for other in ("spectf-test", "spectf-withdrawn"):
        found = auc_differences(elazmeh, {"spectf": other})
        assert not any(agrees(found["spectf", letter]) for letter in "STB")
    assert all(agrees(auc_differences(elazmeh)["spectf", letter]) for letter in "STB")


def test_other_class_counts_would_get_another_verdict(elazmeh):
    other = otherwise(elazmeh, class_counts=RIGHT_COUNTS)
    assert count_misprints(other) == []
    assert verdict_of("EJ-06", other) is Verdict.ERRATUM  # for the percentages in the text
    other = printing(other, shares={"dis": 1.3, "spectf": 20.4})
    assert verdict_of("EJ-06", other) is Verdict.REPRODUCED
    dis = {**RIGHT_COUNTS["dis"], "train_positives": 46}
    other = otherwise(other, class_counts={**RIGHT_COUNTS, "dis": dis})
    assert verdict_of("EJ-06", other) is Verdict.ERRATUM


def test_the_counts_of_sick_are_impossible(elazmeh):
    wrong = count_misprints(elazmeh)
    assert {data_set for data_set, *_ in wrong} == {"sick"}
    assert [row[1] for row in wrong] == ["train_negatives", "test_positives", "test_negatives"]
    # The scores, which know nothing of the table of counts, say the same.
    sick, dis = load_elazmeh_scores("sick"), load_elazmeh_scores("dis")
    assert (sick.positives, sick.negatives) == (60, 912) == tuple(row[3] for row in wrong[1:])
    assert sick.is_positive.size == dis.is_positive.size


def test_other_points_would_get_another_verdict(elazmeh):
    other = printing(elazmeh, tree_points=3)
    assert verdict_of("EJ-15", other) is Verdict.REPRODUCED
    other = printing(other, no_confident_point={"dis": "S", "spect": "ST"})
    for claim_id in ("EJ-11", "EJ-15"):
        assert verdict_of(claim_id, other) is Verdict.DIFFERS


def test_another_formula_would_not_pass(elazmeh, monkeypatch):
    right = checks_of_intervals._likeliest
    monkeypatch.setattr(
        checks_of_intervals, "_likeliest", lambda b, c, n, d: right(b, c, n, d) + 0.001
    )
    assert verdict_of("EJ-05", elazmeh) is Verdict.DIFFERS
    assert verdict_of("EJ-03", elazmeh) is Verdict.DIFFERS


def test_on_test_files_the_figures_of_spectf_would_be_others(elazmeh):
    with_the_test_file = scored_as(elazmeh, spectf="spectf-test")
    assert verdict_of("EJ-14", with_the_test_file) is Verdict.DIFFERS
    assert verdict_of("EJ-11", with_the_test_file) is Verdict.DIFFERS
    # If today's test file gave what cross-validation gives, nothing would be impossible; but two
    # statements would still fail.
    other = scored_as(elazmeh, **{"spectf-test": "spectf"})
    assert verdict_of("EJ-14", other) is Verdict.DIFFERS
    fits = checks_of_figures.figure_8_fits(elazmeh, "spectf")
    assert [statement for statement, true in fits.items() if not true] == [
        "F and B come close to no difference",
        "T has the least difference",
    ]


def test_a_figure_8_that_a_test_file_fits_would_be_reproduced(elazmeh, monkeypatch):
    right = dict.fromkeys(checks_of_figures.figure_8_fits(elazmeh, "spectf"), True)
    monkeypatch.setattr(checks_of_figures, "figure_8_fits", lambda run, name: right)
    assert verdict_of("EJ-14", elazmeh) is Verdict.REPRODUCED


def test_statements_about_figure_6_depend_on_how_one_measures(elazmeh):
    for area, spread, held in (
        ("mean", "signed", 1),
        ("mean", "absolute", 3),
        ("vertical", "signed", 3),
        ("vertical", "absolute", 4),  # all of them
    ):
        found = checks_of_figures.plane_statements(elazmeh, area, spread)
        assert sum(found.values()) == held


def test_pictures_hold_what_they_say(elazmeh):
    drawn = elazmeh.pictures
    assert list(drawn) == [f"figure-{i}" for i in (1, 3, 4, 5, 6, 7, 8)]
    assert drawn["figure-1"].data == {"points": 76, "confident": 17}
    curve = elazmeh.segments("spectf")["T"]
    assert drawn["figure-3"].data["vertical"] == curve.vertical_area
    bands = elazmeh.bands["N/P"]["dis"]
    assert drawn["figure-4"].data == {k: band.share for k, band in bands.items()}
    assert drawn["figure-7"].data == {"S": 0, "T": 3, "F": 17, "B": 18}
    assert drawn["figure-8"].data == {"S": 3, "T": 10, "F": 8, "B": 17}
    for data_set in ELAZMEH_DATA_SETS:
        placed = drawn["figure-6"].data[data_set]
        segments = elazmeh.segments(data_set)
        assert set(placed) == {k for k, segment in segments.items() if not segment.empty}
        for letter, (x, y) in placed.items():
            assert (x, y) == (segments[letter].mean_difference, segments[letter].area)
    axes = drawn["figure-5"].figure.axes
    assert [ax.get_title("left") for ax in axes] == list(ELAZMEH_DATA_SETS)
    for ax, data_set in zip(axes, ELAZMEH_DATA_SETS, strict=True):
        curves = [line.get_xydata() for line in ax.lines]
        curve = elazmeh.segments(data_set)["B"].curve
        wanted = np.column_stack([curve.false_positive_rates, curve.true_positive_rates])
        assert any(c.shape == wanted.shape and np.allclose(c, wanted) for c in curves)
    for picture in drawn.values():
        assert len(picture.text) > 40
        for ax in picture.figure.axes:
            assert ax.get_xlabel()
            assert ax.get_ylabel()
