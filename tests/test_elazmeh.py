"""The paper on confident ROC segments: other numbers would get other verdicts."""

import matplotlib
import numpy as np
import pytest

from course_lib import agresti_min_interval, wald_interval
from course_lib.datasets import (
    ELAZMEH_DATA_SETS,
    load_elazmeh_auc,
    load_elazmeh_class_counts,
    load_elazmeh_scores,
    load_uci_class_counts,
)
from course_lib.papers import elazmeh, elazmeh_exhibits
from course_lib.papers.ledger import Verdict, load_claims

matplotlib.use("Agg")
CLAIMS = {claim.id: claim for claim in load_claims("elazmeh")}


@pytest.fixture(scope="module")
def run():
    return elazmeh.Run()


@pytest.fixture(scope="module")
def findings(run):
    return {finding.claim.id: finding for finding in elazmeh.findings(run)}


def verdict(claim_id, run):
    return elazmeh.CHECKS[claim_id](CLAIMS[claim_id], run).verdict


def test_verdicts_are_what_they_are(findings):
    kinds = {i: f.evidence.verdict for i, f in findings.items()}
    assert {i for i, v in kinds.items() if v is Verdict.ERRATUM} == {"EJ-06", "EJ-14", "EJ-16"}
    assert {i for i, v in kinds.items() if v is Verdict.DIFFERS} == {
        *("EJ-07", "EJ-10", "EJ-12", "EJ-15")
    }
    assert {i for i, v in kinds.items() if v is Verdict.UNCHECKABLE} == {"EJ-08", "EJ-09"}


# --- Another number, another verdict --------------------------------------------------------------


def test_other_aucs_would_get_another_verdict(run, monkeypatch):
    printed = load_elazmeh_auc()
    for data_set, row in printed.items():  # as if it had printed our forest
        ours = elazmeh.auc_differences()[data_set, "F"]
        row["random_forest"] = round(row["random_forest"] + ours, 3)
    monkeypatch.setattr(elazmeh, "load_elazmeh_auc", lambda: printed)
    assert verdict("EJ-07", run) is Verdict.REPRODUCED
    printed["dis"]["decision_tree"] += 0.001
    assert verdict("EJ-07", run) is Verdict.DIFFERS


def test_18_of_18_and_the_forest_as_it_is(findings):
    ours = findings["EJ-07"].evidence.ours
    assert "18 of 18 to three decimals" in ours
    assert "sick 0.997 (printed 0.997)" in ours
    assert "dis 0.948 (printed 0.805)" in ours


def test_the_printed_spectf_aucs_come_from_neither_test_file(findings):
    told = findings["EJ-07"].evidence.details
    assert "0 agree on today's, 0 on the withdrawn one, 3 with cross-validation" in told
    for other in ("spectf-test", "spectf-withdrawn"):
        found = elazmeh.auc_differences({"spectf": other})
        assert not any(elazmeh.agrees(found["spectf", letter]) for letter in "STB")
    assert all(elazmeh.agrees(elazmeh.auc_differences()["spectf", letter]) for letter in "STB")


def test_other_class_counts_would_get_another_verdict(run, monkeypatch):
    printed = load_elazmeh_class_counts()
    printed["sick"] = load_uci_class_counts()["sick"]
    monkeypatch.setattr(elazmeh, "load_elazmeh_class_counts", lambda: printed)
    assert elazmeh.count_misprints() == []
    assert verdict("EJ-06", run) is Verdict.ERRATUM  # for the percentages in the text
    monkeypatch.setattr(elazmeh, "PRINTED_SHARES", {"dis": 1.3, "spectf": 20.4})
    assert verdict("EJ-06", run) is Verdict.REPRODUCED
    printed["dis"]["train_positives"] = 46
    assert verdict("EJ-06", run) is Verdict.ERRATUM


def test_the_counts_of_sick_are_impossible():
    wrong = elazmeh.count_misprints()
    assert [(data_set, key) for data_set, key, _, _ in wrong] == [
        ("sick", "train_negatives"),
        ("sick", "test_positives"),
        ("sick", "test_negatives"),
    ]
    # The scores, which know nothing of the table of counts, say the same.
    sick, dis = load_elazmeh_scores("sick"), load_elazmeh_scores("dis")
    assert (sick.positives, sick.negatives) == (60, 912) == tuple(row[3] for row in wrong[1:])
    assert sick.is_positive.size == dis.is_positive.size


def test_other_points_would_get_another_verdict(run, monkeypatch):
    monkeypatch.setattr(elazmeh, "PRINTED_TREE_POINTS", 3)
    assert verdict("EJ-15", run) is Verdict.REPRODUCED
    monkeypatch.setattr(elazmeh, "PRINTED_EMPTY", {"dis": "S", "spect": "ST"})
    for claim in ("EJ-11", "EJ-15"):
        assert verdict(claim, run) is Verdict.DIFFERS


@pytest.mark.parametrize(
    ("claim", "interval"),
    [("EJ-03", wald_interval), ("EJ-04", wald_interval), ("EJ-05", agresti_min_interval)],
)
def test_another_interval_would_not_pass_for_tangos(claim, interval, run, monkeypatch):
    assert verdict(claim, run) is Verdict.REPRODUCED
    monkeypatch.setattr(elazmeh, "tango_interval", interval)
    assert verdict(claim, run) is Verdict.DIFFERS


def test_another_formula_would_not_pass(run, monkeypatch):
    right = elazmeh._likeliest
    monkeypatch.setattr(elazmeh, "_likeliest", lambda b, c, n, d: right(b, c, n, d) + 0.001)
    assert verdict("EJ-05", run) is Verdict.DIFFERS
    assert verdict("EJ-03", run) is Verdict.DIFFERS


class Swapped(elazmeh.Run):
    """A run that takes the scores of another data set for one of them."""

    def __init__(self, **names):
        super().__init__()
        self.names = names

    def segments(self, data_set):
        return super().segments(self.names.get(data_set, data_set))


def test_on_test_files_the_figures_of_spectf_would_be_others():
    with_the_test_file = Swapped(spectf="spectf-test")
    assert verdict("EJ-14", with_the_test_file) is Verdict.DIFFERS
    assert verdict("EJ-11", with_the_test_file) is Verdict.DIFFERS
    # If today's test file gave what cross-validation gives, nothing would be impossible; but two
    # statements would still fail.
    assert verdict("EJ-14", Swapped(**{"spectf-test": "spectf"})) is Verdict.DIFFERS
    assert [k for k, v in elazmeh.figure_8_fits(elazmeh.Run(), "spectf").items() if not v] == [
        "F and B come close to no difference",
        "T has the least difference",
    ]


def test_a_figure_8_that_a_test_file_fits_would_be_reproduced(run, monkeypatch):
    right = dict.fromkeys(elazmeh.figure_8_fits(run, "spectf"), True)
    monkeypatch.setattr(elazmeh, "figure_8_fits", lambda run, name: right)
    assert verdict("EJ-14", run) is Verdict.REPRODUCED


def test_statements_about_figure_6_depend_on_how_one_measures(run):
    held = {
        (area, spread): sum(elazmeh.plane_statements(run, area, spread).values())
        for area in ("mean", "vertical")
        for spread in ("signed", "absolute")
    }
    assert held == {
        ("mean", "signed"): 1,
        ("mean", "absolute"): 3,
        ("vertical", "signed"): 3,
        ("vertical", "absolute"): 4,  # all of them
    }


# --- Figures --------------------------------------------------------------------------------------


def test_pictures_hold_what_they_say(run):
    drawn = {
        picture.name: picture for picture in (draw() for draw in elazmeh_exhibits.pictures(run))
    }
    assert list(drawn) == [f"figure-{i}" for i in (1, 3, 4, 5, 6, 7, 8)]
    assert drawn["figure-1"].data == {"points": 76, "confident": 17}
    curve = run.segments("spectf")["T"]
    assert drawn["figure-3"].data["vertical"] == curve.vertical_area
    assert drawn["figure-4"].data == {k: band.share for k, band in run.bands.items()}
    assert drawn["figure-7"].data == {"S": 0, "T": 3, "F": 17, "B": 18}
    assert drawn["figure-8"].data == {"S": 3, "T": 10, "F": 8, "B": 17}
    for data_set in ELAZMEH_DATA_SETS:
        placed = drawn["figure-6"].data[data_set]
        segments = run.segments(data_set)
        assert set(placed) == {k for k, segment in segments.items() if not segment.empty}
        for letter, (x, y) in placed.items():
            assert (x, y) == (segments[letter].mean_difference, segments[letter].area)
    axes = drawn["figure-5"].figure.axes
    assert [ax.get_title("left") for ax in axes] == list(ELAZMEH_DATA_SETS)
    for ax, data_set in zip(axes, ELAZMEH_DATA_SETS, strict=True):
        curves = [line.get_xydata() for line in ax.lines]
        curve = run.segments(data_set)["B"].curve
        wanted = np.column_stack([curve.false_positive_rates, curve.true_positive_rates])
        assert any(c.shape == wanted.shape and np.allclose(c, wanted) for c in curves)
    for picture in drawn.values():
        assert len(picture.text) > 40
        for ax in picture.figure.axes:
            assert ax.get_xlabel()
            assert ax.get_ylabel()
        matplotlib.pyplot.close(picture.figure)
