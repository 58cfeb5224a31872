"""The panels of the lesson on two classifiers, on their Python side."""

import json
from itertools import product

import numpy as np
import pytest
from scipy import stats

from course_lib.pairs.choose import choose_test
from course_lib.pairs.mcnemar import METHODS, mcnemar_test
from course_lib.pairs.regions import critical_region, distribution, law_in_words
from course_lib.widgets import CriticalRegion, McNemarTable, TypeIError, WhichTest
from course_lib.widgets.type_i_error import (
    ALPHA,
    CASES,
    FILE,
    FOLDS,
    LEARNERS,
    REPETITIONS,
    RUNS,
    key,
    simulated,
)
from course_lib.widgets.which_test import QUESTIONS, idle_answers


def said(panel, **values):
    return panel.tell({**panel.values, **values}).words


# --- Critical region ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("law", "n", "tails", "region"),
    [
        ("t", 9, "both", "2.262 or more, or -2.262 or less"),
        ("t", 9, "upper", "1.833 or more"),
        ("t", 9, "lower", "-1.833 or less"),
        ("normal", 9, "both", "1.96 or more, or -1.96 or less"),
        ("chi-squared", 1, "both", "3.841 or more"),
        ("wins", 10, "both", "9 or more, or 1 or fewer"),
        ("wins", 5, "both", "empty: no outcome is rare enough"),
        ("wins", 5, "upper", "5 or more"),
    ],
)
def test_the_region_is_the_one_of_the_tables(law, n, tails, region):
    words = said(CriticalRegion(), law=law, n=n, tails=tails)
    assert words.startswith(f"At the 5 % level the critical region is {region}. ")


def test_a_statistic_beside_an_edge_is_told_apart_from_it():
    # With 60 degrees of freedom the region begins at 2.000298.
    words = said(CriticalRegion(), n=60, statistic=2.0)
    assert "is 2.0003 or more, or -2.0003 or less. Yours, 2, lies outside it" in words
    words = said(CriticalRegion(), n=60, statistic=2.0003)
    assert "is 2.000298 or more" in words
    assert "Yours, 2.0003, lies inside it" in words


@pytest.mark.parametrize(
    ("values", "edge"),
    [
        ({"law": "wins", "n": 10, "statistic": 9}, "Yours, 9, lies on its edge"),
        ({"law": "wins", "n": 10, "statistic": 1}, "Yours, 1, lies on its edge"),
        ({"law": "normal", "tails": "upper", "alpha": 0.5, "statistic": 0}, "Yours, 0, lies on"),
        ({"law": "t", "tails": "lower", "alpha": 0.5, "statistic": 0}, "Yours, 0, lies on its"),
        # P(3 of 3) is 1/8: as rare as the level asks for, not rarer.
        ({"law": "wins", "n": 3, "tails": "upper", "alpha": 0.125, "statistic": 3}, "Yours, 3, "),
    ],
)
def test_an_edge_belongs_to_the_region(values, edge):
    words = said(CriticalRegion(), **values)
    assert edge in words
    assert "which belongs to it" in words
    assert ": reject the null hypothesis" in words


@pytest.mark.parametrize("law", ["t", "chi-squared", "normal", "wins"])
@pytest.mark.parametrize("tails", ["both", "upper", "lower"])
def test_the_words_reject_where_p_is_at_most_alpha(law, tails):
    panel = CriticalRegion()
    for n, alpha, statistic in product((1, 6, 40), (0.5, 0.1, 0.03, 0.001), range(-6, 41)):
        values = {"law": law, "n": n, "alpha": alpha, "tails": tails, "statistic": statistic}
        settled = panel.settled(values)["statistic"]
        region = critical_region(law, n, alpha, tails, settled)
        rejects = region.p_value <= alpha * (1 + 1e-12)
        words = panel.tell(values).words
        assert (": reject" in words) == rejects == region.holds(settled), values
        assert ("outside it" in words) != rejects


@pytest.mark.parametrize(
    ("tails", "null"),
    [
        ("both", "neither is better"),
        ("upper", "A is no better than B"),
        ("lower", "B is no better than A"),
    ],
)
def test_the_null_hypothesis_goes_with_the_tails(tails, null):
    assert said(CriticalRegion(), tails=tails).endswith(f"the null hypothesis that {null}.")
    words = said(CriticalRegion(), law="chi-squared", n=1, tails=tails)
    assert "the null hypothesis that neither is better." in words
    assert ("it has one tail" in words) == (tails != "both")


def test_statistics_fit_their_distribution():
    panel = CriticalRegion(law="wins", n=10, statistic=25)
    assert panel.values["statistic"] == 10
    panel.set(statistic=2.5)
    assert panel.values["statistic"] == 2  # as Python rounds
    panel.set(law="chi-squared", statistic=-3)
    assert panel.values["statistic"] == 0
    # Set one by one, they may not fit; the words do as if they did.
    panel = CriticalRegion(statistic=-2.0)
    panel.law = "wins"
    assert "Yours, 0, lies" in panel.tell(panel.values).words


def test_regions_of_wins_agree_with_the_binomial_test():
    for n, tails in product((1, 2, 7, 30, 101), ("both", "upper", "lower")):
        alternative = {"both": "two-sided", "upper": "greater", "lower": "less"}[tails]
        for wins in range(n + 1):
            found = critical_region("wins", n, 0.05, tails, wins)
            exact = stats.binomtest(wins, n, alternative=alternative).pvalue
            assert found.p_value == pytest.approx(exact, rel=1e-9)
            assert found.holds(wins) == (exact <= 0.05)


def test_distributions_have_names():
    assert law_in_words("chi-squared", 1000) == "chi-squared, 1,000 degrees of freedom"
    assert law_in_words("normal", 5) == "z"
    assert distribution("wins", 4).pmf(2) == pytest.approx(6 / 16)


# --- McNemar table --------------------------------------------------------------------------------


def test_the_table_tells_errors_the_exact_test_and_who_rejects():
    words = said(McNemarTable())
    assert words.startswith("Error of A 0.250, of B 0.350, on 100 cases. McNemar test (exact)")
    assert mcnemar_test(6, 16).sentence() in words
    assert words.endswith(
        "Versions that reject: mid-p and asymptotic; that do not: exact and corrected."
    )


def test_lesson_04s_answer_six_against_none():
    panel = McNemarTable()
    assert "that do not: exact and corrected." in said(panel, only_a_wrong=0, only_b_wrong=5)
    assert said(panel, only_a_wrong=0, only_b_wrong=6).endswith("All four versions reject.")
    assert said(panel, only_a_wrong=3, only_b_wrong=3).endswith(
        "None of the four versions rejects."
    )


@pytest.mark.parametrize("counts", [(0, 1), (5, 20), (40, 44), (300, 400), (10_000, 9_700)])
@pytest.mark.parametrize("alpha", [0.5, 0.05, 0.0001])
def test_versions_reject_as_the_library_does(counts, alpha):
    words = said(McNemarTable(), only_a_wrong=counts[0], only_b_wrong=counts[1], alpha=alpha)
    rejecting = {m for m in METHODS if mcnemar_test(*counts, m).p_value <= alpha}
    told = words.rsplit(". ", 1)[1]
    if 0 < len(rejecting) < 4:
        named = told.split(";")[0].removeprefix("Versions that reject: ")
        assert set(named.replace(" and ", ", ").split(", ")) == rejecting
    else:
        assert told.startswith("All four" if rejecting else "None of the four")


def test_without_cases_there_is_nothing_to_compare():
    nothing = dict.fromkeys(("both_right", "only_a_wrong", "only_b_wrong", "both_wrong"), 0)
    assert said(McNemarTable(), **nothing).startswith("No cases have been counted")
    assert "on 1 case. " in said(McNemarTable(), **{**nothing, "both_right": 1})


@pytest.mark.parametrize("value", [-1, 10_001, 2.5])
def test_counts_are_counts(value):
    with pytest.raises(ValueError, match="only A wrong must be"):
        McNemarTable(only_a_wrong=value)
    assert McNemarTable(only_a_wrong=10_000).values["only_a_wrong"] == 10_000


# --- Type I error ---------------------------------------------------------------------------------


def settings():
    return list(product(CASES, FOLDS, RUNS, [learner for _, learner in LEARNERS]))


def test_the_table_holds_every_setting():
    table = json.loads(FILE.read_text())
    assert table["repetitions"] == REPETITIONS
    assert set(table["found"]) == {key(*one) for one in settings()}
    for one in settings():
        tests = set(table["found"][key(*one)])
        assert ("t of run means" in tests) == (one[2] > 1)


@pytest.mark.parametrize(
    "setting",
    [
        (50, 2, 1, "midpoint"),
        (100, 10, 1, "midpoint"),
        (200, 5, 2, "midpoint"),
        (50, 5, 2, "nearest"),
    ],
)
def test_the_table_is_what_the_simulation_gives(setting):
    found = json.loads(FILE.read_text())["found"][key(*setting)]
    rates = simulated(*setting).rates
    assert found == {name: round(REPETITIONS * rate) for name, rate in rates.items()}


def test_runs_make_the_naive_test_worse_and_not_the_corrected_one():
    panel = TypeIError()
    rates = [panel._errors({**panel.values, "runs": runs}).rates for runs in RUNS]
    naive = [rate["naive t"] for rate in rates]
    assert naive == sorted(naive)
    assert naive[-1] > 5 * ALPHA
    assert max(rate["corrected t"] for rate in rates) < 2 * ALPHA
    assert len({rate["McNemar"] for rate in rates}) == 1


def test_each_verdict_follows_from_the_rate_and_its_noise():
    panel, seen = TypeIError(), set()
    for cases, folds, runs, learner in settings():
        where = {"cases": cases, "folds": folds, "runs": runs, "learner": learner}
        errors = panel._errors({**panel.values, **where})
        for test in ("naive t", "corrected t", "5x2cv F", "McNemar"):
            words = said(panel, **where, test=test)
            gap = errors.rates[test] - ALPHA
            kind = 0 if abs(gap) <= 2 * errors.standard_error(test) else np.sign(gap)
            told = {1: ": more often", -1: ": less often", 0: ": as often as promised"}[kind]
            assert told in words
            assert f"in {100 * errors.rates[test]:.1f} % " in words
            seen.add(told)
    assert len(seen) == 3


@pytest.mark.parametrize("wrong", [3, "10", True, 10.5])
def test_folds_are_among_those_of_the_table(wrong):
    with pytest.raises(ValueError, match="folds must be one of 2, 5, 10"):
        TypeIError(folds=wrong)


# --- Which test? ----------------------------------------------------------------------------------


def answers():
    values = [[value for _, value in WhichTest.controls[name].options] for name in QUESTIONS]
    return [dict(zip(QUESTIONS, one, strict=True)) for one in product(*values)]


def test_the_panel_gives_the_librarys_advice():
    panel = WhichTest()
    assert len(answers()) == 32
    for one in answers():
        words = panel.tell(one).words
        assert words.startswith(choose_test(**one).sentence())
        assert panel.tell(one).alt.endswith(f"This leads to: {choose_test(**one).test}.")


def test_answers_that_make_no_difference_are_told():
    panel = WhichTest()
    assert idle_answers(panel.values) == []
    assert "no difference" not in said(panel)
    assert idle_answers({**panel.values, "paired": False}) == ["data_sets", "outcome", "resampled"]
    assert said(panel, data_sets="many").endswith(
        "(It makes no difference here where the results come from.)"
    )
    # Scores or not: results of repeated cross-validation need the corrected test.
    repeated = {**panel.values, "resampled": "repeated cross-validation"}
    assert idle_answers(repeated) == ["outcome"]
    for one in answers():
        idle = idle_answers(one)
        for name, (_, nothing) in QUESTIONS.items():
            assert (nothing in panel.tell(one).words) == (name in idle)


def test_a_choice_takes_what_is_offered_and_nothing_like_it():
    panel = WhichTest()
    for wrong in (1, "yes", None):
        with pytest.raises(ValueError, match="same data for both must be one of True, False"):
            panel.paired = wrong
    panel.paired = False
    assert panel.values["paired"] is False
