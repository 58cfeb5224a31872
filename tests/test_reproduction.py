"""All four sources at once: the page, the ledger, and verdicts that nobody typed in."""

import ast
import csv
import dataclasses
import inspect
import json
import re
from pathlib import Path
from types import SimpleNamespace

import matplotlib
import numpy as np
import pytest

from course_lib import ScoreTable, agresti_min_interval, friedman_test, wald_interval
from course_lib.cli import main
from course_lib.datasets import (
    load_benavoli_accuracies,
    load_benavoli_example,
    load_elazmeh_auc,
    load_elazmeh_class_counts,
    load_lecture_breast_cancer_scores,
    load_lecture_leaf_confusion,
    load_lecture_sign_table,
    load_lecture_t_table,
    load_uci_class_counts,
)
from course_lib.papers import (
    benavoli,
    elazmeh,
    errata,
    forman_cohen,
    lecture,
    lessons,
    reproduce as reproduction,
)
from course_lib.papers.exhibits import load_exhibits
from course_lib.papers.ledger import Verdict, load_claims
from course_lib.papers.reproduce import MODULES, reproduce, tally

matplotlib.use("Agg")
ROOT = Path(__file__).parent.parent
FILES = {"FC": "forman_cohen", "LN": "lecture", "BC": "benavoli", "EJ": "elazmeh"}
BY_PREFIX = {"FC": forman_cohen, "LN": lecture, "BC": benavoli, "EJ": elazmeh}
CLAIMS = {claim.id: claim for name in FILES.values() for claim in load_claims(name)}
IDS = [
    f"{prefix}-{number:02}"
    for prefix, count in (("FC", 29), ("LN", 13), ("BC", 20), ("EJ", 16))
    for number in range(1, count + 1)
]


@pytest.fixture(scope="module")
def runs():
    """What the checks share, computed once for this file."""
    return {prefix: module.Run() for prefix, module in BY_PREFIX.items()}


@pytest.fixture(scope="module")
def whole(runs, tmp_path_factory):
    """Everything rebuilt, with the runs above."""
    with pytest.MonkeyPatch.context() as patch:
        for prefix, module in BY_PREFIX.items():
            patch.setattr(module, "Run", lambda progress=None, prefix=prefix: runs[prefix])
        return reproduce(tmp_path_factory.mktemp("whole"), progress=False)


@pytest.fixture(scope="module")
def verdicts(whole):
    return {finding.claim.id: finding.evidence.verdict for finding in whole.findings}


# --- Every claim has a verdict --------------------------------------------------------------------


def test_every_claim_has_a_verdict_with_evidence_and_a_lesson(whole):
    assert len(IDS) == 78
    assert [finding.claim.id for finding in whole.findings] == IDS == list(CLAIMS)
    lessons_there = {path.name[:2] for path in (ROOT / "notebooks").glob("*.ipynb")}
    for finding in whole.findings:
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
    assert tally(whole.findings) == whole.sentence()
    assert tally(whole.findings[:1]) == "1 claim: 1 reproduced."
    numbers = [int(n) for n in re.findall(r"(\d+) [a-z]", whole.sentence())]
    assert numbers[0] == 78 == sum(numbers[1:])


# --- ... that was computed ------------------------------------------------------------------------


@pytest.mark.parametrize("module", BY_PREFIX.values(), ids=list(BY_PREFIX))
def test_no_check_hands_over_a_verdict_without_a_condition(module):
    """The verdict in `Evidence(...)` is a comparison's outcome, never just `Verdict.SOMETHING`."""
    calls = [
        node
        for node in ast.walk(ast.parse(inspect.getsource(module)))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Evidence"
    ]
    assert len(calls) >= 10
    for call in calls:
        verdict = ast.unparse(call.args[2])
        assert not re.fullmatch(r"Verdict\.\w+|['\"].*", verdict), ast.unparse(call)


class Other:
    """A world that is otherwise in one thing: published words, a function, or a run."""

    def __init__(self, published=None, patch=None, run=None):
        self.published, self.patch, self.run = published, patch or {}, run


def _comparisons(run, change):
    """The printed tables of Forman & Cohen, changed."""
    return SimpleNamespace(
        published=run.published,
        comparisons={metric: change(c) for metric, c in run.comparisons.items()},
    )


def _misprinted(run):
    def change(comparison):
        off = comparison.published + 0.02
        impossible = np.zeros_like(comparison.plausibility)
        return dataclasses.replace(comparison, published=off, plausibility=impossible)

    return _comparisons(run, change)


def _classes_swapped(run):
    return SimpleNamespace(grid=lambda metric, c: run.grid(metric, c).T)


class _FlatLaw:
    """A law that ends at its 99th percentile."""

    def critical_value(self, competitors, alpha):
        return 1 - max(alpha, 0.01)


def _other_table(run):
    table = load_benavoli_accuracies()
    scores = table.scores.copy()
    scores[:, 3] += 3.0
    other = benavoli.Run()
    other.table = ScoreTable(scores, table.names, table.data_sets)
    return other


def _other_example(run):
    table = load_benavoli_example()
    scores = table.scores.copy()
    scores[:5, 0] = 85.0
    other = benavoli.Run()
    other.example = ScoreTable(scores, table.names, table.data_sets)
    return other


def _as_many_algorithms_as_data_sets(run):
    other = benavoli.Run()
    other.example = ScoreTable(np.eye(5) + np.arange(5), tuple("ABCDE"), tuple("12345"))
    return other


def _type_i_errors_of_five_percent(run):
    rates = dict.fromkeys(run.type_i.rates, 0.05)
    return SimpleNamespace(type_i=dataclasses.replace(run.type_i, rates=rates))


def _both_grow_alike(run):
    grown = dict(run.growth)
    grown["kernel ridge, bytes"] = grown["naive Bayes, bytes"]
    return SimpleNamespace(growth=grown)


def _curves_that_end_elsewhere(run):
    along = SimpleNamespace(differences=np.array([0.5, -0.5]), cases=100)
    segment = SimpleNamespace(along=along, curve=SimpleNamespace(positives=10, negatives=90))
    return SimpleNamespace(segments=lambda data_set: dict.fromkeys("STFB", segment))


def _confident_points_with_a_gap(run):
    along = SimpleNamespace(
        holds_zero=np.array([True, False, True]),
        differences=np.array([0.1, 0.0, -0.1]),
        low=np.array([-0.1, -0.2, -0.3]),
        high=np.array([0.3, 0.2, 0.1]),
    )
    return SimpleNamespace(segments=lambda data_set: {"B": SimpleNamespace(along=along)})


def _stump_with_the_trees_band(run):
    bands = {**run.bands, "S": run.bands["T"]}
    return SimpleNamespace(bands=bands, other_bands=run.other_bands, segments=run.segments)


def _uncorrected_friedman(table):
    return friedman_test(table, ties="uncorrected")


def _leaves_turned():
    labels, counts = load_lecture_leaf_confusion()
    return labels, counts.T


def _scores_with_another_f():
    rows = load_lecture_breast_cancer_scores()
    rows["NB"]["f_measure"] = 0.5
    return rows


def _edges_elsewhere():
    return load_lecture_t_table() | {(9, 0.025): 2.3, (0, 0.005): 2.5}


def _our_aucs():
    printed = load_elazmeh_auc()
    for (data_set, letter), difference in elazmeh.auc_differences().items():
        name = next(n for n, k in elazmeh.ELAZMEH_CLASSIFIERS.items() if k == letter)
        printed[data_set][name] = round(printed[data_set][name] + difference, 3)
    return printed


def _measured_otherwise(run):
    """Areas and differences measured in the one way in which all statements about Fig. 6 hold."""

    def other(segment):
        return SimpleNamespace(
            empty=segment.empty,
            points=segment.points,
            vertical_area=segment.vertical_area,
            area=segment.vertical_area,
            mean_difference=0 if segment.empty else segment.mean_absolute_difference,
            mean_absolute_difference=0 if segment.empty else segment.mean_absolute_difference,
        )

    return SimpleNamespace(
        segments=lambda data_set: {k: other(s) for k, s in run.segments(data_set).items()}
    )


def _spectf_by_its_test_file(run):
    names = {"spectf": "spectf-test"}
    return SimpleNamespace(segments=lambda data_set: run.segments(names.get(data_set, data_set)))


RIGHT_T = load_lecture_t_table() | {
    (df, level): round(exact, 3) for df, level, _, exact in lecture.t_table_misprints()
}
RIGHT_SIGNS = load_lecture_sign_table() | {
    (n, alpha): exact for n, alpha, _, exact in lecture.sign_table_misprints()
}
RIGHT_COUNTS = load_elazmeh_class_counts() | {"sick": load_uci_class_counts()["sick"]}
OUR_AUCS = _our_aucs()
RIGHT_HEADER = tuple((one, 2 * one) for one, _ in lecture.PRINTED_T_HEADER)
ONE_TREE_POINT_MORE = {"PRINTED_TREE_POINTS": 3}

#: For every claim a world in which its verdict is another one.
OTHERWISE = {
    "FC-01": Other("0.998994"),
    "FC-02": Other("9950417"),
    "FC-03": Other("about 110 million"),
    "FC-04": Other("400 MB"),
    "FC-05": Other("0.98"),
    "FC-06": Other(run=lambda run: SimpleNamespace(simulation_seconds=5 * 3600)),
    "FC-07": Other(run=lambda run: SimpleNamespace(grids={}, seconds={"grids": 400 * 86400})),
    "FC-08": Other(patch={"null_distribution": lambda *sizes: _FlatLaw()}),
    "FC-09": Other("about 0.64"),
    "FC-10": Other("0.90"),
    "FC-11": Other("0.68"),
    "FC-12": Other("0.66"),
    "FC-13": Other(patch={"_all_scores": lambda metric, p, n: np.array([p])}),
    "FC-14": Other(patch={"critical_value": lambda *sizes: 9.0}),
    "FC-15": Other(run=_classes_swapped),
    "FC-16": Other("4951"),
    "FC-17": Other("about 100"),
    "FC-18": Other("0.00000203"),
    "FC-19": Other("49 times"),
    "FC-20": Other(patch={"PRINTED_START": 0}),
    "FC-21": Other(patch={"PRINTED_MEANING": "rejecting"}),
    **{f"FC-{n}": Other(run=_misprinted) for n in (22, 23, 24, 25, 26, 27)},
    "FC-28": Other("0.59"),
    "FC-29": Other("0.96"),
    "LN-01": Other(patch={"load_lecture_breast_cancer_scores": _scores_with_another_f}),
    "LN-02": Other(patch={"load_lecture_leaf_confusion": _leaves_turned}),
    "LN-03": Other(patch={"printed_f": lambda p, r: 2 / (1 / p + 1 / r)}),
    "LN-04": Other("9.21"),
    "LN-05": Other("1, 0.5, 0.04, 0.02"),
    "LN-06": Other(
        patch={"load_lecture_t_table": lambda: RIGHT_T, "PRINTED_T_HEADER": RIGHT_HEADER}
    ),
    "LN-07": Other(patch={"load_lecture_sign_table": lambda: RIGHT_SIGNS}),
    "LN-08": Other(patch={"load_lecture_t_table": _edges_elsewhere}),
    "LN-09": Other(patch={"load_lecture_t_table": _edges_elsewhere}),
    "LN-10": Other(run=_type_i_errors_of_five_percent),
    "LN-11": Other(patch={"np.polyfit": lambda x, y, degree: np.array([1.0, 0.0])}),
    "LN-12": Other(patch={"np.trapezoid": lambda y, x: 0.5}),
    "LN-13": Other(run=_both_grow_alike),
    "BC-01": Other("2 and 3.4"),
    "BC-02": Other(run=_other_example),
    "BC-03": Other("about 1e-9"),
    "BC-04": Other("2.808"),
    "BC-05": Other("about 1.5"),
    "BC-06": Other(patch={"mean_ranks": lambda table: {"A0": 1.5, "B": 1.5}}),
    "BC-07": Other("0.95"),
    "BC-08": Other("0.047"),
    "BC-09": Other("sqrt(6)"),
    "BC-10": Other("2.519, 2.676, 2.889, 1.918"),
    "BC-11": Other("2.528, 2.713, 2.102, 2.659"),
    "BC-12": Other("3.06 and 2.47"),
    "BC-13": Other("2.63"),
    "BC-14": Other("C2-C4 7/10 9/10 3/5; C2-C7 1/10 - -; C3-C7 2/10 - -; C4-C6 9/10 4/10 -"),
    "BC-15": Other("0.0001"),
    "BC-16": Other("0.0083"),
    "BC-17": Other(run=_as_many_algorithms_as_data_sets),
    "BC-18": Other(patch={"error_of_three": lambda: 0.049}),
    "BC-19": Other(run=_other_table),
    "BC-20": Other(patch={"friedman_test": _uncorrected_friedman}),
    "EJ-01": Other(patch={"np.searchsorted": lambda a, v: -np.arange(len(v))}),
    "EJ-02": Other(run=_curves_that_end_elsewhere),
    "EJ-03": Other(patch={"tango_interval": wald_interval}),
    "EJ-04": Other(patch={"tango_interval": wald_interval}),
    "EJ-05": Other(patch={"tango_interval": agresti_min_interval}),
    "EJ-06": Other(
        patch={
            "load_elazmeh_class_counts": lambda: RIGHT_COUNTS,
            "PRINTED_SHARES": {"dis": 1.3, "spectf": 20.4},
        }
    ),
    "EJ-07": Other(patch={"load_elazmeh_auc": lambda: OUR_AUCS}),
    "EJ-08": Other(run=_confident_points_with_a_gap),
    "EJ-09": Other("0.29"),
    "EJ-10": Other(run=_stump_with_the_trees_band),
    "EJ-11": Other(patch={"PRINTED_EMPTY": {"dis": "S", "spect": "ST"}}),
    "EJ-12": Other(run=_measured_otherwise),
    "EJ-13": Other(patch={"PRINTED_TREE_RANGE": (0.1, 0.6)}),
    "EJ-14": Other(run=_spectf_by_its_test_file),
    "EJ-15": Other(patch=ONE_TREE_POINT_MORE),
    "EJ-16": Other(patch={"PRINTED_DISCORDANT": "b and c"}),
}


@pytest.mark.parametrize("claim_id", IDS)
def test_in_another_world_the_verdict_would_be_another(claim_id, runs, verdicts, monkeypatch):
    prefix = claim_id[:2]
    module, run, other = BY_PREFIX[prefix], runs[prefix], OTHERWISE[claim_id]
    if other.run:
        run = other.run(run)
    for name, value in other.patch.items():
        place = module
        *way, last = name.split(".")
        for step in way:
            place = getattr(place, step)
        monkeypatch.setattr(place, last, value)
    claim = CLAIMS[claim_id]
    if other.published:
        claim = dataclasses.replace(claim, published=other.published)
    found = module.CHECKS[claim_id](claim, run).verdict
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
        ("BC-03", "about 1e-9", Verdict.REPRODUCED),
        ("BC-10", "2.519, 2.676, 2.889", Verdict.DIFFERS),
        ("BC-14", "C2-C4 7/10 9/10 3/5; C2-C7 1/10 - -; C3-C7 2/10 - -", Verdict.DIFFERS),
        ("EJ-09", "0.147", Verdict.REPRODUCED),
    ],
)
def test_what_the_verdict_would_be(runs, claim_id, published, verdict):
    prefix = claim_id[:2]
    claim = dataclasses.replace(CLAIMS[claim_id], published=published)
    assert BY_PREFIX[prefix].CHECKS[claim_id](claim, runs[prefix]).verdict is verdict


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


def test_claims_link_back_to_where_they_are_shown(whole):
    page = whole.page.read_text()
    ledger = page[page.index('id="ledger"') :]
    for rebuilt in whole.sources:
        for exhibit in (*rebuilt.pictures, *rebuilt.tables):
            for claim_id in exhibit.claims:
                row = ledger[ledger.index(f'id="{claim_id}"') :].partition("</tr>")[0]
                assert f'href="#{rebuilt.source.key}-{exhibit.name}"' in row


def test_errata_come_first_and_each_is_there(whole, verdicts):
    page = whole.page.read_text()
    top = page[: page.index('id="forman-cohen"')]
    for claim_id, verdict in verdicts.items():
        linked = f'href="#{claim_id}"' in top
        assert linked == (verdict not in (Verdict.REPRODUCED, Verdict.WITHIN_NOISE)), claim_id


def test_each_figure_stands_beside_what_the_source_shows(whole):
    page = whole.page.read_text()
    for rebuilt in whole.sources:
        for picture in rebuilt.pictures:
            start = page.index(f'id="{rebuilt.source.key}-{picture.name}"')
            section = page[start : page.index("</section>", start)]
            assert "In the source" in section
            assert len(picture.described) > 60
            assert picture.claims
            for claim_id in picture.claims:
                assert claim_id in CLAIMS
                assert f'href="#{claim_id}"' in section
            assert 'href="lessons/' in section
            assert picture.png.read_bytes().startswith(b"\x89PNG")
            assert "<svg" in picture.svg.read_text()


def test_every_figure_and_table_of_the_sources_is_accounted_for(whole):
    for rebuilt in whole.sources:
        made = {p.name for p in (*rebuilt.pictures, *rebuilt.tables)}
        exhibits = load_exhibits(rebuilt.source.key)
        assert {name for exhibit in exhibits for name in exhibit.rebuilt} == made
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
    found = " ".join(e.exhibit for e in load_exhibits(key) if "Appendix" not in e.exhibit)
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
        (rebuilt.source.key, table.name): table
        for rebuilt in whole.sources
        for table in rebuilt.tables
    }
    for (key, name), table in tables.items():
        with (whole.folder / "tables" / key / f"{name}.csv").open() as file:
            assert [tuple(row) for row in csv.reader(file)] == [table.head, *table.rows]
        assert all(len(row) == len(table.head) for row in table.rows)
        for i, j, printed in table.printed:
            assert table.rows[i][j] != printed
    marked = {key: len(table.printed) for key, table in tables.items() if table.printed}
    nine = sum(marked[("forman-cohen", f"table_{n}")] for n in range(1, 10))
    assert nine == sum((~c.agrees).sum() for c in runs["FC"].comparisons.values())
    assert marked["lecture", "t_table"] == 3
    assert marked["lecture", "sign_table"] == 5
    assert marked["elazmeh", "table_2"] == 3
    assert marked["elazmeh", "table_3"] == 5  # the forest, but for sick
    assert len(tables["forman-cohen", "table_cells"].rows) == 3249
    assert tables["benavoli", "table_1"].rows[0] == ("C2-C4", "7/10", "9/10", "3/5")
    segments = [dict(zip(t.head, row, strict=True)) for t in [tables["elazmeh", "segments"]]
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


def test_errata_md_is_what_the_verdicts_say(whole):
    assert (ROOT / "ERRATA.md").read_text() == errata.errata_page(whole.findings), (
        "run `make errata`"
    )


# --- Going on after an interruption ---------------------------------------------------------------


@pytest.fixture
def light(monkeypatch):
    """Two sources that are quick to rebuild, and a count of how often each was."""
    counts = {"benavoli": 0, "elazmeh": 0}
    for module in (benavoli, elazmeh):

        def findings(run, key=module.SOURCE.key, module=module):
            counts[key] += 1
            return [
                reproduction.Finding(claim, module.CHECKS[claim.id](claim, run))
                for claim in load_claims(key)
                if claim.id in ("BC-04", "BC-16", "EJ-03", "EJ-16")
            ]

        monkeypatch.setattr(module, "findings", findings)
        exhibits = MODULES[module.SOURCE.key][1]
        monkeypatch.setattr(exhibits, "tables", lambda run: [])
        monkeypatch.setattr(exhibits, "pictures", lambda run: [])
    monkeypatch.setattr("course_lib.reports.reproduction.load_exhibits", lambda key: [])
    monkeypatch.setattr("course_lib.reports.reproduction.write_lessons", lambda folder: {})
    return counts


def test_an_interrupted_run_goes_on_where_it_was(light, tmp_path, monkeypatch):
    def interrupted(run):
        raise KeyboardInterrupt

    told = []
    with monkeypatch.context() as patch:
        patch.setattr(elazmeh, "findings", interrupted)
        with pytest.raises(KeyboardInterrupt):
            reproduce(tmp_path, ["benavoli", "elazmeh"])
    found = reproduce(tmp_path, ["benavoli", "elazmeh"], tell=told.append)
    assert light == {"benavoli": 1, "elazmeh": 1}
    assert [source.resumed for source in found.sources] == [True, False]
    assert told[0] == "Going on where the last run was interrupted."
    assert told[1].endswith("(as the run that was interrupted left it)")
    uninterrupted = reproduce(tmp_path / "again", ["benavoli", "elazmeh"])
    assert uninterrupted.findings == found.findings
    assert uninterrupted.sources[0].tables == found.sources[0].tables


def test_a_run_that_ended_is_not_taken_for_the_next(light, tmp_path):
    for _ in range(2):
        reproduce(tmp_path, ["benavoli"])
    assert light["benavoli"] == 2
    assert not (tmp_path / "unfinished").exists()


def test_what_is_left_is_not_used_if_anything_changed_since(light, tmp_path, monkeypatch):
    def interrupted(run):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(elazmeh, "findings", interrupted)
        with pytest.raises(KeyboardInterrupt):
            reproduce(tmp_path, ["benavoli", "elazmeh"])
    monkeypatch.setattr(reproduction, "_stamp", lambda: "another version")
    reproduce(tmp_path, ["benavoli", "elazmeh"])
    assert light == {"benavoli": 2, "elazmeh": 1}


def test_what_is_remembered_comes_back_whole(whole, tmp_path):
    for rebuilt in whole.sources:
        note = tmp_path / f"{rebuilt.source.key}.json"
        reproduction._remember(rebuilt, note, "stamp")
        back = reproduction._remembered(note, "stamp", whole.folder)
        assert back == dataclasses.replace(rebuilt, resumed=True)
        assert reproduction._remembered(note, "another", whole.folder) is None


# --- The command ----------------------------------------------------------------------------------


def test_the_command_says_how_many_have_a_verdict(light, tmp_path, capsys):
    assert main(["reproduce", "benavoli", "elazmeh", "--folder", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert "Benavoli et al. 2016: 2 claims: 2 reproduced." in out
    assert "4 of 4 claims have a verdict. Open" in out
    page = (tmp_path / "index.html").read_text()
    assert "<h1>Benavoli et al. 2016 and Elazmeh et al. 2006, reproduced</h1>" in page


def test_a_source_named_twice_is_rebuilt_once(light, tmp_path):
    assert len(reproduce(tmp_path, ["benavoli", "benavoli"]).findings) == 2


def test_some_sources_do_not_write_over_the_page_of_all(light, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["reproduce", "elazmeh"]) == 0
    assert (tmp_path / "build" / "reproduction-elazmeh" / "index.html").exists()
    assert not (tmp_path / "build" / "reproduction").exists()


def test_ctrl_c_gives_one_line(light, tmp_path, monkeypatch, capsys):
    def interrupted(run):
        raise KeyboardInterrupt

    monkeypatch.setattr(elazmeh, "findings", interrupted)
    assert main(["reproduce", "elazmeh", "--folder", str(tmp_path)]) == 130
    said = capsys.readouterr().err.strip()
    assert said == "course: interrupted; the same command goes on where it was"


def test_charts_from_an_interrupted_run_keep_the_time_they_took(tmp_path, monkeypatch):
    monkeypatch.setattr(forman_cohen, "ALL_METRICS", ("top_k",))
    monkeypatch.setattr(forman_cohen, "SIZES", (10, 20))
    first, second = (forman_cohen.Run(progress=False, cache=tmp_path) for _ in range(2))
    assert (first.grids["top_k"] == second.grids["top_k"]).all()
    assert first.seconds["grids"] == second.seconds["grids"] > 0


def test_an_unknown_source_is_refused(capsys):
    with pytest.raises(SystemExit) as stop:
        main(["reproduce", "shakespeare"])
    assert stop.value.code == 2
    assert "sources must be some of forman-cohen, lecture, benavoli, elazmeh" in (
        capsys.readouterr().err
    )


def test_modules_keep_their_promises():
    assert list(MODULES) == ["forman-cohen", "lecture", "benavoli", "elazmeh"]
    for module, _ in MODULES.values():
        assert {claim.source for claim in load_claims(module.__name__.rsplit(".", 1)[1])} == {
            module.SOURCE.name
        }
