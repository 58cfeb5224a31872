"""The mean-ranks paper: every claim has a computed verdict, and another number another one."""

from itertools import combinations

import matplotlib
import numpy as np
import pytest
from scipy import stats

from course_lib import ScoreTable, family_wise_errors
from course_lib.datasets import load_benavoli_accuracies, load_benavoli_example
from course_lib.papers import benavoli, benavoli_exhibits
from course_lib.papers.ledger import Verdict, load_claims, printed_numbers

matplotlib.use("Agg")
CLAIMS = {claim.id: claim for claim in load_claims("benavoli")}


@pytest.fixture(scope="module")
def run():
    return benavoli.Run()


@pytest.fixture(scope="module")
def findings(run):
    return {finding.claim.id: finding for finding in benavoli.findings(run)}


def verdict(claim_id, run):
    return benavoli.CHECKS[claim_id](CLAIMS[claim_id], run).verdict


def test_the_erratum_and_what_differs(findings):
    kinds = {i: f.evidence.verdict for i, f in findings.items()}
    assert {i for i, v in kinds.items() if v is Verdict.ERRATUM} == {"BC-17"}
    assert {i for i, v in kinds.items() if v is Verdict.DIFFERS} == {"BC-03"}


def test_other_accuracies_would_not_be_reproduced():
    table = load_benavoli_accuracies()
    scores = table.scores.copy()
    scores[:, 3] += 3.0
    run = benavoli.Run()
    run.table = ScoreTable(scores, table.names, table.data_sets)
    for claim_id in ("BC-10", "BC-11", "BC-12", "BC-14", "BC-15", "BC-19"):
        assert verdict(claim_id, run) is Verdict.DIFFERS


def test_an_example_in_which_a_wins_would_not_be_reproduced():
    table = load_benavoli_example()
    scores = table.scores.copy()
    scores[:5, 0] = 85.0
    run = benavoli.Run()
    run.example = ScoreTable(scores, table.names, table.data_sets)
    for claim_id in ("BC-01", "BC-02"):
        assert verdict(claim_id, run) is Verdict.DIFFERS


# --- The same by another way ----------------------------------------------------------------------


def test_table_1_with_scipy_alone(run):
    table = load_benavoli_accuracies()
    found = {}
    for pair in combinations(range(7), 2):
        cells = []
        for card in (2, 3, 4):
            others = [i for i in range(7) if i not in pair]
            verdicts = []
            for company in combinations(others, card):
                ranks = stats.rankdata(table.scores[:, [*pair, *company]], axis=1).mean(axis=0)
                m = card + 2
                z = abs(ranks[0] - ranks[1]) / np.sqrt(m * (m + 1) / (6 * 54))
                verdicts.append(z >= stats.norm.isf(0.05 / (m * (m - 1))))
            share = f"{sum(verdicts)}/{len(verdicts)}"
            cells.append("-" if len(set(verdicts)) == 1 else share)
        if set(cells) != {"-"}:
            found[f"C{pair[0] + 1}-C{pair[1] + 1}"] = tuple(cells)
    assert benavoli.table_1(run) == found
    assert found["C4-C6"] == ("9/10", "5/10", "-")


def test_the_error_of_three_by_simulation():
    exact = benavoli.error_of_three()
    assert exact == pytest.approx(2 * stats.binom.sf(13, 20, 0.5), rel=1e-12)
    found = family_wise_errors("generalist", 3, 20, 1500, seed=3)
    rate = found.rates["mean ranks, Bonferroni"]
    assert abs(rate - exact) < 4 * np.sqrt(exact * (1 - exact) / 1500)


def test_powers_by_simulation_are_those_by_computation(findings):
    sign, ranks = benavoli.simulated_powers(20_000, seed=5)
    for exact, simulated in ((0.94231, sign), (0.04629, ranks)):
        assert abs(simulated - exact) < 4 * np.sqrt(exact * (1 - exact) / 20_000)
    assert "0.9423 exactly" in findings["BC-07"].evidence.ours
    assert "0.0463 exactly" in findings["BC-08"].evidence.ours


def test_printed_numbers():
    assert [n.value for n in printed_numbers("2 and 3.5")] == [2.0, 3.5]
    assert [n.tolerance for n in printed_numbers("2.518, 3.1")] == pytest.approx([5e-4, 0.05])


def test_numbers_cut_off_instead_of_rounded_are_said_to_be():
    assert benavoli.judge_numbers("1.23", [1.2345]) == (Verdict.REPRODUCED, "")
    told = benavoli.judge_numbers("1.23", [1.239])
    assert told[0] is Verdict.REPRODUCED
    assert "1.23" in told[1]
    assert benavoli.judge_numbers("1.23", [1.221])[0] is Verdict.DIFFERS
    assert benavoli.judge_numbers("1.23", [1.2401])[0] is Verdict.DIFFERS


def test_figures_hold_what_they_should(run):
    pictures = {p.name: p for p in (draw() for draw in benavoli_exhibits.pictures(run))}
    assert pictures["example-1"].data == {"AB": False, "ABCDE": True}
    curve = pictures["example-2"].data
    at = curve["distances"].index(3.5)
    assert curve["powers"][at] == pytest.approx(0.0463, abs=5e-5)
    assert max(curve["powers"]) > curve["sign"]
    assert pictures["example-3"].data[4] == "7 of 10"
    assert pictures["variants"].data["z"][0] == 0
    for picture in pictures.values():
        matplotlib.pyplot.close(picture.figure)
