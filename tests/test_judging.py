"""A file of predictions, judged."""

import dataclasses
import json
import math
import re
from html import escape as html_escape, unescape
from html.parser import HTMLParser
from itertools import combinations
from statistics import NormalDist

import numpy as np
import pandas as pd
import pytest
from scipy.stats import hypergeom, mannwhitneyu
from sklearn.metrics import accuracy_score, confusion_matrix, roc_auc_score
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests

from course_lib import judge, null_distribution, prediction_table, read_predictions
from course_lib.chance import shuffle as shuffling
from course_lib.chance.column import column_distribution
from course_lib.chance.shuffle import default_repetitions, shuffle_test
from course_lib.common.phrases import three_decimals
from course_lib.common.terminal import say
from course_lib.datasets import example_predictions, load_elazmeh_scores
from course_lib.datasets.example import example_text
from course_lib.plots import figure
from course_lib.plots.judging import (
    draw_classes,
    draw_shuffles,
    draw_who_differs,
)
from course_lib.reports.judgement import judgement_page
from tests.helpers import exact_auc, line_of_refusal, loaded_by, missing, near, refused

SPECT = load_elazmeh_scores("spect")


@pytest.fixture(scope="module")
def example():
    return judge(read_predictions(example_predictions()))


@pytest.fixture(scope="module")
def noisy():
    """Thirty classifiers, some of which learned something, alike to each other."""
    generator = np.random.default_rng(3)
    truth = generator.random(120) < 0.4
    shared = 0.7 * generator.normal(size=(120, 1))
    skill = truth[:, None] * np.linspace(0, 1.5, 30)
    scores = 1 / (1 + np.exp(-generator.normal(size=(120, 30)) - shared - skill))
    return prediction_table(truth, scores, [f"model {i}" for i in range(30)])


def write(tmp_path, text, name="predictions.csv"):
    file = tmp_path / name
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    return file


# --- The example ----------------------------------------------------------------------------------


def test_the_example_file_is_what_its_source_says():
    assert example_predictions().read_text() == example_text()


def test_the_example_holds_the_scores_of_spect():
    frame = pd.read_csv(example_predictions())
    assert list(frame.columns) == ["truth", *SPECT.scores]
    assert np.array_equal(frame["truth"] == 1, SPECT.is_positive)
    for name, scores in SPECT.scores.items():
        assert np.array_equal(frame[name], scores)


# --- Numbers against other implementations --------------------------------------------------------


def test_counts_and_areas_are_those_of_scikit_learn(example):
    for one in example.classifiers:
        scores = SPECT.scores[one.name]
        called = scores >= 0.5
        assert one.auc == pytest.approx(roc_auc_score(SPECT.is_positive, scores), abs=1e-12)
        assert one.counts.accuracy == accuracy_score(SPECT.is_positive, called)
        (_, alarms), (misses, _) = confusion_matrix(SPECT.is_positive, called)
        assert (one.counts.false_positives, one.counts.false_negatives) == (alarms, misses)
        assert one.counts.majority_accuracy == 172 / 187
    assert not any(one.beats_majority for one in example.classifiers)


@pytest.mark.parametrize("table", ["example", "noisy"])
def test_mcnemar_and_holm_are_those_of_statsmodels(table, request):
    found = request.getfixturevalue(table)
    data = found if table == "noisy" else found.predictions
    found = judge(data, repetitions=99, pairs_by="delong")
    assert len(found.pairs) == math.comb(len(data.names), 2)
    p_values = []
    for pair in found.pairs:
        a_wrong, b_wrong = (
            (data.column(name) >= 0.5) != data.is_positive for name in (pair.first, pair.second)
        )
        counts = confusion_matrix(a_wrong, b_wrong, labels=[False, True])
        assert (pair.only_second_wrong, pair.only_first_wrong) == (counts[0, 1], counts[1, 0])
        assert pair.difference == pytest.approx(b_wrong.mean() - a_wrong.mean(), abs=1e-12)
        assert pair.difference >= 0
        p_values.append(mcnemar(counts, exact=True).pvalue)
    assert [pair.p_value for pair in found.pairs] == pytest.approx(p_values, rel=1e-9)
    # Errors and AUCs are one family.
    p_values += [pair.auc_p_value for pair in found.pairs]
    holm = multipletests(p_values, method="holm")[1]
    errors, aucs = np.split(holm, 2)
    assert [pair.adjusted for pair in found.pairs] == pytest.approx(errors, rel=1e-9)
    assert [pair.differs for pair in found.pairs] == [p <= 0.05 for p in errors]
    assert [pair.auc_adjusted for pair in found.pairs] == pytest.approx(aucs, rel=1e-9)


def structural_components(truth, scores):
    """DeLong's V10 and V01 from all pairs of a positive and a negative."""
    wins = np.array([[(x > y) + (x == y) / 2 for y in scores[~truth]] for x in scores[truth]])
    return wins.mean(axis=1), wins.mean(axis=0)


def test_areas_are_compared_as_delong_did(example):
    truth = SPECT.is_positive
    for pair in judge(example.predictions, pairs_by="delong").pairs:
        parts = [structural_components(truth, SPECT.scores[n]) for n in (pair.first, pair.second)]
        covariances = [np.cov(*(part[k] for part in parts)) / parts[0][k].size for k in (0, 1)]
        s = covariances[0] + covariances[1]
        z = (parts[0][0].mean() - parts[1][0].mean()) / math.sqrt(s[0, 0] + s[1, 1] - 2 * s[0, 1])
        assert pair.auc_difference == pytest.approx(parts[0][0].mean() - parts[1][0].mean())
        assert pair.auc_p_value == pytest.approx(math.erfc(abs(z) / math.sqrt(2)), rel=1e-8)


def test_tango_limits_solve_his_equation_at_the_confidence_of_all_pairs(example):
    assert example.pair_confidence == 1 - 0.05 / 6
    z = NormalDist().inv_cdf(1 - 0.05 / 12)
    for pair in example.pairs:
        b, c, n = pair.only_second_wrong, pair.only_first_wrong, pair.cases
        for d in (pair.low, pair.high):
            w = -b - c + (2 * n - b + c) * d
            q = (math.sqrt(w * w + 8 * n * c * d * (1 - d)) - w) / (4 * n)
            assert (b - c - n * d) ** 2 == pytest.approx(z * z * n * (2 * q + d * (1 - d)))


# --- Shuffled truth -------------------------------------------------------------------------------


def enumerated_p_values(table):
    """Exact p-values over all ways to hand out the labels: of the best, and of the worst."""

    def aucs(positive):
        others = [i for i in range(table.cases) if i not in positive]
        return [exact_auc(c[list(positive)], c[others]) for c in table.scores.T]

    observed = aucs(np.flatnonzero(table.is_positive).tolist())
    counts = np.zeros((2, len(observed)), int)
    for chosen in combinations(range(table.cases), table.positives):
        found = aucs(chosen)
        for k, own in enumerate(observed):
            counts[:, k] += (max(found) >= own, min(found) <= own)
    return counts / math.comb(table.cases, table.positives)


TIED = prediction_table(
    [1, 1, 0, 1, 0, 0, 0, 1, 0],
    {
        "tied": [3, 3, 3, 2, 2, 2, 1, 1, 1],
        "good": [0.9, 0.8, 0.1, 0.7, 0.3, 0.4, 0.2, 0.5, 0.5],
        "bad": [0.1, 0.1, 0.8, 0.2, 0.9, 0.7, 0.6, 0.4, 0.5],
    },
)


def test_with_few_cases_every_way_to_hand_out_the_labels_is_listed():
    found = shuffle_test(TIED.is_positive, TIED.scores, 9_999)
    assert (found.every_way, found.repetitions) == (True, math.comb(9, 4))
    listed = np.array([found.p_values, found.p_values_low])
    assert listed == pytest.approx(enumerated_p_values(TIED), abs=1e-15)


@pytest.fixture
def drawn(monkeypatch):
    """Few ways are drawn, too, as many are."""
    monkeypatch.setattr(shuffling, "MOST_WAYS", 0)


def test_shuffling_agrees_with_all_ways_to_hand_out_the_labels(drawn):
    exact = enumerated_p_values(TIED)
    repetitions = 200_000
    found = shuffle_test(TIED.is_positive, TIED.scores, repetitions, seed=5)
    assert not found.every_way
    simulated = np.array([found.p_values, found.p_values_low])
    errors = np.sqrt(exact * (1 - exact) / repetitions)
    assert (np.abs(simulated - exact) <= 4.5 * errors + 1 / repetitions).all()


def test_a_critical_value_is_what_must_be_exceeded(drawn):
    found = shuffle_test(TIED.is_positive, TIED.scores, 9999, seed=1)
    critical = found.critical_value(0.05)
    counts = (found.best_aucs >= np.nextafter(critical, 2)).sum()
    assert (1 + counts) / 10_000 <= 0.05
    assert (1 + (found.best_aucs >= critical).sum()) / 10_000 > 0.05
    assert math.isinf(shuffle_test(TIED.is_positive, TIED.scores, 9, seed=1).critical_value(0.05))


def test_of_all_ways_too_a_critical_value_is_what_must_be_exceeded():
    found = shuffle_test(TIED.is_positive, TIED.scores, 1)
    for alpha in (0.01, 0.05, 0.3):
        critical = found.critical_value(alpha)
        assert (found.best_aucs > critical).mean() <= alpha < (found.best_aucs >= critical).mean()


def test_the_same_seed_gives_the_same_shuffles_and_another_does_not(drawn):
    truth, scores = TIED.is_positive, TIED.scores
    runs = (shuffle_test(truth, scores, 500, seed=s).best_aucs.tolist() for s in (1, 1, 2))
    first, again, other = runs
    assert first == again != other


def test_every_shuffle_hands_out_as_many_positives_as_there_are():
    lazy = prediction_table([1] * 3 + [0] * 50, [7.0] * 53)
    assert (shuffle_test(lazy.is_positive, lazy.scores, 25_000, seed=3).best_aucs == 0.5).all()


def test_luck_passes_for_skill_as_often_as_promised():
    generator = np.random.default_rng(11)
    found, studies = 0, 300
    for _ in range(studies):
        truth = np.arange(30) < 12
        shared = generator.normal(size=(30, 1))
        scores = np.round(shared + generator.normal(size=(30, 5)), 1)
        found += shuffle_test(truth, scores, 199, generator).p_values.min() <= 0.05
    assert near(found / studies, 0.05, studies, 4)


@pytest.mark.parametrize(
    ("cases", "alpha", "expected"),
    [(187, 0.05, 9_999), (60_000, 0.05, 1_999), (60_000, 0.001, 20_000), (9, 1e-9, 99_999)],
)
def test_shuffles_suffice_for_the_level_within_reason(cases, alpha, expected):
    assert default_repetitions(cases, alpha) == expected


# --- Beyond luck ----------------------------------------------------------------------------------


def test_shuffling_counts_for_what_is_in_the_file_and_the_exact_distribution_beyond(example):
    assert example.luck.decided_by == "shuffling"
    assert example.luck.p_value == example.luck.shuffled_p_value == 1e-4
    more = judge(example.predictions, tried=50).luck
    assert more.decided_by in ("exact distribution", "column distribution")
    assert more.p_value == max(more.exact.p_value, more.column_p_value)
    assert more.exact.competitors == 50
    assert more.exact.p_value == pytest.approx(
        1 - (1 - example.luck.exact.p_value) ** 12.5, rel=1e-6
    )


def test_the_exact_p_value_counts_rankings():
    truth = [1, 1, 1, 0, 0, 0, 0]
    found = judge(prediction_table(truth, {"a": [7, 6, 4, 5, 3, 2, 1]}), threshold=4)
    # Of the 35 rankings two are as good: one pair in the wrong order, or none.
    assert found.luck.exact.p_value == pytest.approx(2 / 35)
    three = judge(found.predictions, threshold=4, tried=3)
    assert three.luck.p_value == pytest.approx(1 - (33 / 35) ** 3)


def test_trying_more_raises_the_bar_until_luck_is_not_ruled_out(example):
    p_values = [judge(example.predictions, tried=t).luck.p_value for t in (5, 500, 50_000)]
    assert p_values == sorted(p_values)
    assert [p <= 0.05 for p in p_values] == [True, True, False]
    words = judge(example.predictions, tried=50_000).sentences()["luck"]
    assert "luck alone is not ruled out for the best of 50,000 classifiers" in words
    assert "50,000 were tried, of which the file holds 4" in words


def test_copies_of_one_classifier_count_once_by_shuffling_and_the_page_says_why():
    generator = np.random.default_rng(1)
    truth = np.arange(60) < 20
    scores = generator.random(60) + 0.34 * truth
    table = prediction_table(truth, np.column_stack([scores + 1e-9 * i for i in range(40)]))
    found = judge(table, threshold=0.5)
    assert found.luck.shuffled_p_value <= 0.05 < found.luck.exact.p_value
    assert found.luck.tests_disagree
    assert found.luck.beyond_luck
    assert "The two disagree; shuffling counts, for it takes ties" in found.sentences()["luck"]


def test_ties_are_no_rounding(example):
    assert not example.luck.exact.just_above_critical
    assert "the exact distribution is for rankings without ties" in " ".join(example.notes)
    untied = prediction_table([1, 0, 1, 0], [4, 3, 2, 1])
    assert not any("ties" in note for note in judge(untied, threshold=2).notes)


def large_file():
    generator = np.random.default_rng(2)
    truth = np.arange(10_400) < 300
    return truth, generator.normal(size=(10_400, 2)) + 0.5 * truth[:, None]


def test_a_class_beyond_the_exact_distribution_is_judged_by_shuffling():
    found = judge(prediction_table(*large_file()), threshold=1, repetitions=199)
    luck = found.luck
    assert (luck.exact, luck.decided_by, luck.beyond_luck) == (None, "shuffling", True)
    assert any("up to 10,000 cases of each class; here shuffling was" in n for n in found.notes)


def test_a_large_file_can_be_beyond_luck_however_many_were_tried():
    truth, scores = large_file()
    found = judge(prediction_table(truth, scores), threshold=1, repetitions=199, tried=200)
    assert (found.luck.decided_by, found.luck.beyond_luck) == ("column distribution", True)
    best = scores[:, found.predictions.names.index(found.luck.best)]
    normal = mannwhitneyu(best[truth], best[~truth], alternative="greater", method="asymptotic")
    # So far out the normal distribution is a little too large for a ranking, but of the same size.
    assert 100 * normal.pvalue < found.luck.p_value < 200 * normal.pvalue
    # The row that counts is about all 200, and its critical value agrees with its p-value.
    (row,) = (test for test in found.luck.tests if test.counts)
    assert (row.name, row.best_of) == ("column distribution", 200)
    shift = math.sqrt(10_401 / (12 * 300 * 10_100)) * NormalDist().inv_cdf(0.95 ** (1 / 200))
    assert row.critical_value == pytest.approx(0.5 + shift, abs=2e-4)
    page = judgement_page(found)
    row = "own distribution</td><td>independent columns like the best"
    told = "own distribution is a saddlepoint approximation here"
    assert not missing(page, row, '<td class="number">200</td>', told)
    paper = found.for_the_paper()["luck"]
    raised = "raised to the best of 200 independent classifiers by Sidak's formula"
    assert not missing(paper, "by a saddlepoint approximation", raised)
    assert "permutations" not in paper


def test_beyond_the_file_a_column_with_ties_is_judged_by_its_own_distribution_too():
    truth = [1] * 3 + [0] * 40
    table = prediction_table(truth, {"calls": [1] * 12 + [0] * 31})
    luck = judge(table, tried=5).luck
    assert luck.exact.p_value == pytest.approx(0.049, abs=5e-4)
    assert luck.decided_by == "column distribution"
    assert luck.p_value == pytest.approx(1 - (1 - math.comb(40, 9) / math.comb(43, 12)) ** 5)
    assert not luck.beyond_luck
    found = judge(table, tried=5)
    assert "They disagree; the column's own distribution counts" in found.sentences()["luck"]
    assert any("the larger p-value counts" in note for note in found.notes)
    assert "ties included, raised to the best of 5 independent" in found.for_the_paper()["luck"]


@pytest.mark.parametrize(("positives", "negatives", "tried"), [(2, 100, 2), (3, 40, 5), (6, 9, 3)])
def test_the_best_of_several_yes_or_no_columns_keeps_the_level(positives, negatives, tried):
    # Independent columns that call equally many positive: the best has the most positives among
    # them, and luck passes for skill as often as the best of hypergeometric counts is that high.
    cases = positives + negatives
    for called in range(1, cases):
        column = np.arange(cases) < called
        own = column_distribution(column, np.arange(cases) < positives)
        counts = np.arange(max(0, called - negatives), min(called, positives) + 1)
        chances = hypergeom(cases, positives, called)
        level = 0.0
        for count in counts[::-1]:
            auc = (1 + count / positives - (called - count) / negatives) / 2
            p = 1 - (1 - float(own.chance_at_least(auc))) ** tried
            assert p == pytest.approx(1 - chances.cdf(count - 1) ** tried, rel=1e-6)
            if p <= 0.05:
                level = 1 - chances.cdf(count - 1) ** tried
        assert level <= 0.05 + 1e-9


@pytest.mark.parametrize(("positives", "negatives"), [(2, 100), (3, 40)])
def test_two_yes_or_no_columns_of_any_kind_keep_the_level(positives, negatives):
    # Every pair of numbers of calls, every outcome: the exact distribution alone passes luck for
    # skill in up to 7 or 9 of 100, the larger p-value never in more than 5.
    cases = positives + negatives
    luck = null_distribution("auc", positives, negatives)
    columns = []
    for called in range(1, cases):
        counts = np.arange(max(0, called - negatives), min(called, positives) + 1)
        aucs = (1 + counts / positives - (called - counts) / negatives) / 2
        own = column_distribution(np.arange(cases) < called, np.arange(cases) < positives)
        exact = np.array([luck.p_value(auc, 2) for auc in aucs])
        raised = np.array([1 - (1 - float(own.chance_at_least(auc))) ** 2 for auc in aucs])
        chances = hypergeom(cases, positives, called).pmf(counts)
        columns.append((aucs.round(12), chances, exact <= 0.05, np.maximum(exact, raised) <= 0.05))
    levels = []
    for place, first in enumerate(columns):
        for second in columns[place:]:
            wins = first[0][:, None] >= second[0]
            both = first[1][:, None] * second[1]
            levels.append([(both * np.where(wins, first[k][:, None], second[k])).sum()
                           for k in (2, 3)])  # fmt: skip
    by_exact_alone, by_the_larger = np.max(levels, axis=0)
    assert by_exact_alone > 0.07
    assert by_the_larger <= 0.05


def test_trying_more_than_the_file_holds_never_helps():
    # The best is a ranking without ties. The other columns call 14 cases each, and reach its AUC by
    # luck about twice as often as a ranking would.
    truth = np.arange(102) < 2
    ranking = np.where(truth, 200, np.arange(102)) + 100.0 * (np.arange(102) > 95) * 2
    calls = {f"calls {i}": (np.arange(102) // 14 == i).astype(float) for i in (1, 2, 3)}
    table = prediction_table(truth, {"ranking": ranking + np.arange(102) / 1000} | calls)
    here, more = (judge(table, threshold=1, tried=tried).luck for tried in (4, 5))
    assert (here.best, here.auc) == ("ranking", 1 - 12 / 200)
    assert not here.beyond_luck
    assert more.exact.p_value <= 0.05
    assert not more.beyond_luck
    assert more.decided_by == "every way"
    words = judge(table, threshold=1, tried=5).sentences()["luck"]
    assert "the best of more cannot be beyond luck where the best of these is not" in words


def test_what_is_out_of_reach_is_told_by_the_test_that_decides():
    truth = [1, 1, 1, 0, 0, 0, 0]
    a = np.array([0.9, 0.8, 0.3, 0.4, 0.35, 0.2, 0.1])
    twins = judge(prediction_table(truth, {"a": a, "b": a**2}))
    assert not twins.luck.beyond_luck
    assert twins.luck.exact.out_of_reach  # for two that are independent
    assert not twins.luck.out_of_reach
    assert "no score could rule it out" not in twins.sentences()["luck"]
    perfect = np.array([0.9, 0.8, 0.7, 0.4, 0.35, 0.2, 0.1])
    assert judge(prediction_table(truth, {"a": perfect, "b": perfect**2})).luck.beyond_luck


def near_the_level():
    """Two alike columns of which the best has a true p-value, by shuffling, near 5 %."""
    generator = np.random.default_rng(0)
    truth = np.arange(40) < 20
    luck = null_distribution("auc", 20, 20)
    scores = generator.permutation(40) + 0.0
    while not 0.0497 < luck.p_value(roc_auc_score(truth, scores)) < 0.0524:
        scores = generator.permutation(40) + 0.0
    return prediction_table(truth, {"a": scores, "b": scores / 2 + 10})


def test_close_to_the_level_more_shuffles_are_made_and_what_remains_open_is_said():
    table = near_the_level()
    found = judge(table, threshold=20)
    assert found.luck.shuffled.repetitions == 99_999
    # The two rank alike, and count as one.
    exact = null_distribution("auc", 20, 20).p_value(found.luck.auc)
    assert found.luck.p_value == pytest.approx(exact, abs=4 * math.sqrt(exact / 99_999))
    few = judge(table, threshold=20, repetitions=999)
    assert few.luck.shuffled.repetitions == 999
    assert few.luck.seed_matters
    assert "another seed may decide otherwise" in few.sentences()["luck"]
    assert any("another seed may decide otherwise" in note for note in few.notes)


def test_far_from_the_level_nothing_is_said_of_seeds(example):
    assert example.luck.shuffled.repetitions == 9_999
    assert not example.luck.seed_matters
    assert "seed" not in example.sentence()


def test_the_interval_of_the_best_of_several_says_what_it_leaves_out(example):
    told = "not corrected for choosing the best"
    assert told in example.sentences()["luck"]
    assert told in example.for_the_paper()["luck"]
    one = judge(prediction_table([1, 1, 0, 0, 0], [0.9, 0.4, 0.6, 0.2, 0.1]))
    assert one.classifiers[0].auc_interval is not None
    assert told not in one.sentence() + one.for_the_paper()["luck"]


def test_the_paper_names_the_test_that_decides_and_no_other(example):
    here = example.for_the_paper()["luck"]
    assert "9,999 random permutations of the class labels (the best of these 4 columns)" in here
    assert "exact" not in here
    more = judge(example.predictions, tried=50)
    words = more.for_the_paper()["luck"]
    assert "the best AUC of 50 classifiers that rank at random" in words
    assert "raised to the best of 50 independent classifiers by Sidak's formula" in words
    assert "the larger p-value counts" in words
    assert "permutations" not in words
    assert words.count("p = ") == 1


def test_scores_upside_down_are_pointed_out(example):
    data = example.predictions
    assert not any("ranks worse than luck" in note for note in example.notes)
    turned = prediction_table(data.is_positive, 1 - data.scores, data.names)
    notes = judge(turned).notes
    assert sum("ranks worse than luck" in note for note in notes) == 4
    assert "All rank worse than luck" in judge(turned).sentences()["luck"]
    asked = "All rank worse than luck: are the scores or the labels reversed?"
    assert judge(turned).heading() == asked
    assert asked in judgement_page(judge(turned))
    one = prediction_table(data.is_positive, 1 - data.scores[:, 2], ["forest"])
    asked = "forest ranks worse than luck: are its scores or the labels reversed?"
    assert judge(one).heading() == asked
    assert example.heading() == "naive_bayes is beyond luck."
    assert any("is the other label the positive one?" in note for note in notes)


def test_too_few_shuffles_for_the_level_leave_it_to_the_exact_distribution(example):
    found = judge(example.predictions, repetitions=9)
    assert found.luck.decided_by in ("exact distribution", "column distribution")
    assert "The shuffles are too few to show a critical value." in judgement_page(found)
    assert any("9 shuffles cannot show a p-value below 0.1" in note for note in found.notes)


# --- What must not matter -------------------------------------------------------------------------


def numbers(found):
    """All numbers of a judgement, whatever the order."""
    ones = {
        one.name: (one.auc, one.auc_interval, one.counts, one.p_value, one.p_value_low)
        for one in found.classifiers
    }
    pairs = {(pair.first, pair.second): pair for pair in found.pairs}
    return ones, pairs, found.luck.p_value, found.luck.best


def test_the_order_of_rows_and_columns_does_not_matter(noisy):
    generator = np.random.default_rng(4)
    rows, columns = generator.permutation(noisy.cases), generator.permutation(30)
    names = [noisy.names[i] for i in columns]
    mixed = prediction_table(noisy.is_positive[rows], noisy.scores[rows][:, columns], names)
    ours, theirs = (numbers(judge(table, repetitions=499)) for table in (noisy, mixed))
    assert ours[2:] == theirs[2:]
    for name, (auc, interval, *rest) in ours[0].items():
        assert (theirs[0][name][0], theirs[0][name][2:]) == (auc, tuple(rest))
        assert theirs[0][name][1].low == pytest.approx(interval.low, rel=1e-12)
    assert ours[1].keys() == theirs[1].keys()
    for key, pair in ours[1].items():
        for field in dataclasses.fields(pair):
            value = getattr(pair, field.name)
            same = pytest.approx(value, rel=1e-7) if isinstance(value, float) else value
            assert getattr(theirs[1][key], field.name) == same, field.name


def test_only_the_order_of_the_scores_matters_to_areas(noisy):
    bent = prediction_table(noisy.is_positive, np.exp(3 * noisy.scores), noisy.names)
    found = [judge(noisy, repetitions=499), judge(bent, repetitions=499, threshold=math.exp(1.5))]
    assert numbers(found[0]) == numbers(found[1])


def test_calling_the_other_class_positive_and_turning_the_scores_changes_nothing_but_names():
    other = prediction_table(~TIED.is_positive, 10 - TIED.scores, TIED.names)
    here, there = judge(TIED, threshold=2), judge(other, threshold=np.nextafter(8, 9))
    for one, two in zip(here.classifiers, there.classifiers, strict=True):
        assert one.auc == pytest.approx(two.auc, abs=1e-12)
        assert one.counts.false_negatives == two.counts.false_positives
        assert one.counts.accuracy == two.counts.accuracy
    for pair, same in zip(here.pairs, there.pairs, strict=True):
        assert (pair.first, pair.second, pair.adjusted) == (same.first, same.second, same.adjusted)
        assert pair.auc_p_value == pytest.approx(same.auc_p_value)
    assert here.luck.exact.p_value == pytest.approx(there.luck.exact.p_value)


# --- Few cases, one classifier, nothing that varies -----------------------------------------------


def test_one_classifier_has_no_pairs():
    found = judge(prediction_table([1, 1, 0, 0, 0], [0.9, 0.4, 0.6, 0.2, 0.1]))
    assert (found.pairs, list(found.sentences())) == ((), ["data", "accuracy", "luck"])
    assert "A has an AUC of 0.833" in found.sentence()
    assert not any(text in judgement_page(found) for text in ("Who differs", "against the rest"))


def test_on_seven_cases_nothing_can_be_beyond_luck():
    table = prediction_table(
        [1, 1, 1, 0, 0, 0, 0],
        {"a": [0.9, 0.8, 0.7, 0.1, 0.2, 0.3, 0.4], "b": [0.2, 0.9, 0.6, 0.3, 0.5, 0.1, 0.7]},
    )
    found = judge(table)
    assert not found.luck.beyond_luck
    assert "on so few cases no score could rule it out" in found.sentences()["luck"]
    assert found.classifier("a").auc_interval is None  # it has no width, which is no certainty
    asked = judge(table, pairs_by="delong")
    assert any("With 3 positives the normal distribution" in note for note in asked.notes)


def test_a_single_positive_is_no_variation():
    table = prediction_table([1, 0, 0], {"a": [0.9, 0.1, 0.2], "b": [0.5, 0.6, 0.4]})
    assert not judge(table).pairs[0].auc_differs
    found = judge(table, pairs_by="delong")
    assert found.pairs[0].auc_p_value is None
    assert "cannot be tested" in found.sentences()["ranking"]
    assert "ranking" not in found.for_the_paper()
    assert any("A class with a single case" in note for note in found.notes)
    assert "none" in judgement_page(found)


def test_a_difference_that_never_varies_is_left_open():
    table = prediction_table(
        [1, 1, 1, 0, 0, 0], {"perfect": [6, 5, 4, 3, 2, 1], "lazy": [0, 0, 0, 0, 0, 0]}
    )
    # One of 20 ways to hand out the labels is perfect, one the reverse: it may be luck.
    assert judge(table, threshold=3.5).pairs[0].auc_adjusted == 2 / 20
    found = judge(table, threshold=3.5, pairs_by="delong")
    assert found.classifier("lazy").auc == 0.5
    assert found.pairs[0].auc_p_value is None
    assert not found.pairs[0].auc_differs
    assert any("DeLong's test is left open there" in note for note in found.notes)


def test_where_test_and_interval_part_it_is_said():
    # 5 against 0: exact McNemar p = 0.0625, while the asymptotic test rejects.
    truth, b = [1.0] * 10 + [0.0] * 10, [0.0] * 5 + [1.0] * 5 + [0.0] * 10
    found = judge(prediction_table(truth, {"a": truth, "b": b}))
    assert not found.pairs[0].differs
    assert found.pairs[0].low > 0
    assert found.pairs[0].at_the_margin
    assert any("At the margin" in note and "the test decides" in note for note in found.notes)


# --- Words ----------------------------------------------------------------------------------------


def test_the_details_have_seven_parts(example):
    words = example.sentences()
    assert list(words) == ["data", "accuracy", "luck", "meaning", "rivals", "errors", "ranking"]
    assert words["data"].endswith("always answering '0' is right for 92.0 % of them.")
    assert words["accuracy"] == (
        "At threshold 0.5, none of the 4 is right more often in this sample (at most 78 %) than "
        "always answering '0' (92 %)."
    )
    how = "(9,999 sign flips, corrected for all pairs and both questions, 5 %)"
    assert f"3 of 6 pairs differ {how}" in words["errors"]
    assert f"1 of 6 pairs differs {how}" in words["ranking"]
    asked = judge(example.predictions, pairs_by="delong").sentences()
    assert "(exact McNemar tests, Holm for all pairs and both questions, 5 %)" in asked["errors"]
    assert "(DeLong, Holm for all pairs and both questions, 5 %)" in asked["ranking"]
    assert str(example) == " ".join(example.findings())


def test_no_difference_shown_is_not_called_equal():
    table = prediction_table([1, 0] * 10, {"a": [0.9, 0.2] * 10, "b": [0.8, 0.1] * 10})
    words = judge(table).sentences()["errors"]
    assert "the two are not shown to differ" in words
    assert "not to say they are equal: differences of the error rates of up to 0.16" in words


def test_columns_that_are_the_same_leave_no_difference_open():
    scores = [0.9, 0.2, 0.3, 0.1] * 5
    found = judge(prediction_table([1, 0] * 10, {"a": scores, "b": scores}))
    words = found.sentences()
    assert words["errors"].endswith("both questions, 5 %): their scores are the same.")
    assert words["luck"].startswith("a and b share the highest AUC, ")


def test_no_confidence_is_called_all(example):
    many = dataclasses.replace(example, pairs=example.pairs * 295)
    assert many.pair_confidence == 1 - 0.05 / 1_770
    assert "at 99.9972 % confidence each" in many.for_the_paper()["errors"]


def test_more_often_right_than_the_majority_is_a_count_in_this_sample():
    truth = [1] * 4 + [0] * 6
    good = [0.9] * 4 + [0.1] * 6
    one = judge(prediction_table(truth, {"good": good}))
    assert one.sentences()["accuracy"] == (
        "At threshold 0.5, good is right more often in this sample (100 %) than always answering "
        "'0' (60 %)."
    )
    two = judge(prediction_table(truth, {"good": good, "lazy": [0.2] * 10}))
    assert "1 of 2 is right more often in this sample (good 100 %)" in two.sentences()["accuracy"]


def test_the_paper_gets_method_and_result_for_each_question(example):
    words = example.for_the_paper()
    assert list(words) == ["luck", "errors", "ranking", "segments"]
    assert "9,999 random permutations of the class labels" in words["luck"]
    assert "Tango intervals for the difference of the error rates at 99.17 %" in words["errors"]
    assert "Of 6 pairs, 3 differed: random_forest made fewer errors" in words["errors"]
    assert (
        "exchanges the within-classifier ranks of two classifiers case by case" in words["ranking"]
    )
    assert "adjusted for all pairs and both questions by the step-down procedure" in words["errors"]
    asked = judge(example.predictions, pairs_by="delong").for_the_paper()
    assert "DeLong's test (two-sided, Holm-adjusted for all pairs and" in asked["ranking"]
    assert "For naive_bayes: on 15 positives" in words["segments"]


def test_every_part_says_what_it_found_in_few_words_and_as_json(example):
    again = json.loads(json.dumps(example.as_dict()))
    assert (again["luck"]["best"], again["classifiers"][0]["misses"]) == ("naive_bayes", 2)
    assert again["sentences"] == example.sentences()
    assert len(again["pairs"]) == 6
    assert example.luck.sentence().startswith("naive_bayes has the highest AUC, 0.835: beyond luck")
    assert example.classifier("naive_bayes").sentence() == (
        "naive_bayes has an AUC of 0.835 (95 % interval 0.703 to 0.915); at threshold 0.5 it is "
        "right in 75 % of the cases (misses: 5, false alarms: 42)."
    )
    assert example.pairs[0].sentence() == (
        "random_forest errs less often than decision_stump (difference of the error rates 0.166, "
        "interval 0.078 to 0.261; adjusted p = 0.0001); random_forest has the higher AUC "
        "(difference 0.087, interval 0.004 to 0.170; adjusted p = 0.033)."
    )
    last = example.pairs[-1]
    assert "are not shown to differ in their errors" in last.sentence()
    limits = f"interval {three_decimals(last.auc_low, last.auc_high)}"
    assert f"{limits}; adjusted p = {last.auc_adjusted:.2g})" in str(last)


def test_a_terminal_a_notebook_and_a_data_frame_show_the_same_classifiers(example):
    html, text, frame = example._repr_html_(), example.summary(), example.to_frame()
    assert (html.count("<tr>"), list(frame["name"])) == (5, list(example.predictions.names))
    for one, row in zip(example.classifiers, frame.to_dict("records"), strict=True):
        told = (one.name, f"{row['auc']:.3f}", f"{row['auc_low']:.3f} to {row['auc_high']:.3f}",
                f"{row['accuracy']:.3f}",
                f"{row['accuracy_low']:.3f} to {row['accuracy_high']:.3f}",
                str(row["misses"]), str(row["false_alarms"]))  # fmt: skip
        assert re.search(r"\s+".join(map(re.escape, told)), text)
        assert "</td><td>".join(told[1:]) in html
    for sentence in example.findings():
        assert html_escape(sentence) in html
        assert sentence in " ".join(text.split())


# --- Files ----------------------------------------------------------------------------------------

GOOD = "truth,a,b\n1,0.9,0.8\n0,0.2,0.3\n1,0.7,0.1\n0,0.4,0.2\n"


def test_a_plain_file_is_read(tmp_path):
    table = read_predictions(write(tmp_path, GOOD))
    assert (table.names, table.is_positive.tolist()) == (("a", "b"), [True, False, True, False])
    assert table.scores.tolist() == [[0.9, 0.8], [0.2, 0.3], [0.7, 0.1], [0.4, 0.2]]
    assert table.notes == ()
    with pytest.raises(ValueError, match="read-only"):
        table.scores[0, 0] = 1


@pytest.mark.parametrize(
    ("positive", "negative"),
    [("true", "False"), ("YES", "no"), ("1.0", "0"), ("y", "n"), ("+", "-"), ("1", "-1"),
     ("pos", "neg")],
)  # fmt: skip
def test_labels_that_explain_themselves(tmp_path, positive, negative):
    text = f"truth,a\n{negative},0.1\n{positive},0.9\n{positive},0.4\n"
    table = read_predictions(write(tmp_path, text))
    assert table.is_positive.tolist() == [False, True, True]


def test_other_labels_need_a_word(tmp_path):
    file = write(tmp_path, "kind,a\nham,0.1\nspam,0.9\nham,0.2\n")
    refused("holds the labels 'ham' and 'spam': say which is posit", read_predictions, file)
    assert read_predictions(file, "Spam").is_positive.tolist() == [False, True, False]
    assert read_predictions(file, "ham").positive_label == "ham"
    refused("'ham' and 'spam'; got 'eggs'", read_predictions, file, "eggs")


def test_classifiers_may_be_named_by_numbers(tmp_path):
    for first in ("truth", "outcome"):
        table = read_predictions(write(tmp_path, f"{first},2019,2020\n1,0.9,0.8\n0,0.2,0.3\n"))
        assert table.names == ("2019", "2020")


MALFORMED = {
    "points and commas": (
        "truth;a\n1;0.5\n0;0,7\n",
        "line 2, column 'a': a column must have points or commas in its numbers, not both; got "
        "'0.5' and in line 3 '0,7'",
    ),
    "both in one": ("truth;a\n1;1,234.5\n0;0,7\n", "points or commas in its numbers, not both"),
    "two commas": ("truth;a\n1;1,234,567\n0;0,7\n", "one decimal comma at most; got '1,234,567'"),
    "underscore": ("truth,a\n1,1_0\n0,0.1\n", "a score must be a finite number; got '1_0'"),
    "control sign": ("truth,a\x1b[31m\n1,1\n0,0\n", "signs that can be printed; got 'a\\x1b[31m'"),
    "empty": ("", "must hold a header and at least one row below it; got nothing"),
    "header only": ("truth,a\n", "got a header only"),
    "no header": ("1,0.9\n0,0.1\n", "must begin with a header that names its columns"),
    "no header, labels": ("yes,0.9\nno,0.1\n", "must begin with a header that names its columns"),
    "one column": ("truth\n1\n0\n", "at least two columns"),
    "one class": ("truth,a\n1,0.9\n1,0.1\n", "got '1' only, in 2 rows"),
    "third class": (
        "t,a\n1,9.5\n0,1.5\n2,5.5\n",
        "line 4, column 't': a third class, '2', after '1', '0'",
    ),
    "truth missing": ("truth,a\n1,0.9\n,0.1\n", "line 3, column 'truth': the truth is missing"),
    "score missing": (
        "truth,a,b\n1,9,2\n0,,3\n",
        "line 3, column 'a': the score is missing; got ''",
    ),
    "NA": ("truth,a\n1,0.9\n0,NA\n", "line 3, column 'a': the score is missing; got 'NA'"),
    "text": ("truth,a\n1,0.9\n0,low\n", "line 3, column 'a': a score must be a finite number"),
    "nan": ("truth,a\n1,0.9\n0,nan\n", "line 3, column 'a': the score is missing; got 'nan'"),
    "inf": ("truth,a\n1,0.9\n0,-inf\n", "must be a finite number; got '-inf'"),
    "ragged": ("truth,a,b\n1,0.9,0.8\n0,0.2\n", "line 3: there must be 3 values, as in the header"),
    "ragged at once": ("truth,a,b\n1,low\n0,0.2,1\n", "line 2: there must be 3 values"),
    "same names": ("truth,a,a\n1,0.9,0.8\n0,0.2,0.1\n", "'a' occurs 2 times"),
    "no name": ("truth,a,\n1,0.9,0.8\n0,0.2,0.1\n", "line 1, column 3: every column must"),
    "decimal commas": ("truth,a\n1,0,9\n0,0,1\n", "go with semicolons between the columns"),
    "open quote": ('truth,a\n1,"0.9\n0,0.1\n', "line 3: must be a text file with commas"),
    "no text": (b"\xff\xfe\x00\x01,a\n1,2\n", "line 1: must be a text file in UTF-8"),
}


@pytest.mark.parametrize("kind", MALFORMED)
def test_a_malformed_file_gets_one_clear_line(kind, tmp_path, capsys, monkeypatch):
    text, line = MALFORMED[kind]
    monkeypatch.chdir(tmp_path)
    write(tmp_path, text)
    refused(line, read_predictions, "predictions.csv")
    assert line in line_of_refusal(["judge", "predictions.csv"], capsys)
    assert list(tmp_path.iterdir()) == [tmp_path / "predictions.csv"]


@pytest.mark.parametrize(
    ("columns", "note"),
    [
        ({"id": range(1, 9)}, "Column 'id' counts the rows from 1 to 8: if it is not a classifier"),
        ({"id": range(8)}, "counts the rows from 0 to 7"),
        ({"rank": [3, 1, 2, 8, 7, 5, 6, 4]}, "holds each whole number from 1 to 8 once: ranks are"),
        ({"same": [0.3] * 8}, "holds 0.3 everywhere: it tells no case from another"),
        ({"leak": [1, 0, 1, 0, 1, 0, 1, 0]}, "Column 'leak' is the truth itself: has the answer"),
        ({"leak": [0, 1, 0, 1, 0, 1, 0, 1]}, "Column 'leak' is the truth turned round: has the"),
        ({"hard": [1, 1, 1, 0, 1, 0, 0, 0]}, "holds two values only, as labels do"),
        (
            {"a": [1, 0.2, 3, 4, 5, 6, 7, 8], "b": [1, 0.2, 3, 4, 5, 6, 7, 8]},
            "Columns 'a' and 'b' are the same",
        ),
    ],
)
def test_what_looks_like_a_mistake_is_pointed_out(columns, note):
    table = prediction_table([1, 0] * 4, {name: list(c) for name, c in columns.items()})
    found = judge(table, threshold=0.5, repetitions=99)
    assert sum(note in text for text in found.notes) == 1
    assert note in " ".join(found.summary().split())


def test_a_perfect_column_is_a_hint_of_a_leak_and_certain_to_delong():
    generator = np.random.default_rng(9)
    truth = np.arange(40) < 20
    columns = {"perfect": generator.random(40) / 2 + truth / 2, "other": generator.random(40)}
    found = judge(prediction_table(truth, columns), repetitions=99)
    assert any("'perfect' tells all cases apart, an AUC of 1: has the" in n for n in found.notes)
    asked = judge(found.predictions, repetitions=99, pairs_by="delong")
    assert any("perfect puts every positive on one side" in note for note in asked.notes)
    few = prediction_table([1, 1, 0, 0], [4, 3, 2, 1])
    assert not any("leaked" in note for note in few.suspicions())


def test_a_sound_table_gets_no_warning(noisy):
    assert noisy.suspicions() == ()


def test_sixty_thousand_rows_are_read_and_judged(tmp_path):
    generator = np.random.default_rng(8)
    truth = generator.random(60_000) < 0.5
    rows = zip(truth, generator.random(60_000), strict=True)
    file = write(tmp_path, "truth,a\n" + "".join(f"{int(t)},{x:.5f}\n" for t, x in rows))
    found = judge(read_predictions(file), repetitions=99)
    assert found.predictions.cases == 60_000
    assert found.luck.auc == pytest.approx(roc_auc_score(truth, found.predictions.scores[:, 0]))


# --- Arrays ---------------------------------------------------------------------------------------


def test_arrays_frames_and_dictionaries_are_the_same_table():
    columns = {"a": [0.9, 0.2, 0.7], "b": [0.8, 0.3, 0.1]}
    frame = pd.DataFrame(columns)
    tables = [
        prediction_table([1, 0, 1], columns),
        prediction_table(np.array([True, False, True]), frame),
        prediction_table(pd.Series([1, 0, 1]), frame.to_numpy(), ["a", "b"]),
        prediction_table(["yes", "no", "yes"], frame.to_numpy().tolist(), ("a", "b")),
    ]
    for table in tables:
        assert table.names == ("a", "b")
        assert np.array_equal(table.scores, tables[0].scores)
        assert np.array_equal(table.is_positive, tables[0].is_positive)
    assert prediction_table([1, 0, 1], frame.to_numpy()).names == ("A", "B")
    assert prediction_table([1, 0], np.zeros((2, 28))).names[25:] == ("Z", "AA", "AB")


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (([1, 0, 2], [1, 2, 3]), "truth must hold two classes; got 1, 0, 2"),
        (([1, 1, 1], [1, 2, 3]), "truth must hold two classes; got only 1"),
        (([1, 0, None], [1, 2, 3]), "truth must have a label for every case; case 2 has None"),
        (([1, 0], [1, 2, 3]), "truth and scores must be about the same cases"),
        (("101", [1, 2, 3]), "truth must be a list with a label for each case"),
        (([1, 0], ["x", "y"]), "scores must be a table of numbers"),
        (
            ([1, 0], {"a": [1, math.nan]}),
            "scores must be finite numbers; got nan for 'a' in case 1",
        ),
        (
            ([1, 0], {"a": [1, 2], "b": [1]}),
            "scores must have as many cases for one classifier as for another; got a 2, b 1",
        ),
        (([1, 0], [1, 2], ["a", "b"]), "names must be as many as there are classifiers, 1; got 2"),
        (([1, 0], [[1, 2], [3, 4]], ["a", "a"]), "names must differ"),
        (([1, 0], [1, 2], ["a\x1b"]), r"signs that can be printed; got 'a\x1b'"),
        (([1, 0], np.empty((2, 0))), "at least one classifier"),
        (([1, 0], [1, 2], "a"), "names must be a list"),
        ((["p", "q"], [1, 2]), "say which is positive"),
    ],
)
def test_wrong_arrays_are_named(arguments, line):
    refused(line, prediction_table, *arguments)


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ({"tried": 2}, "tried must be a whole number from 3 to 1,000,000,000 (3 are here); got 2"),
        ({"alpha": 1}, "alpha must be a number strictly between 0 and 1; got 1"),
        ({"pairs_by": "mcnemar"}, "Did you mean 'delong'?"),
        ({"folds": [1, 2]}, "folds must say for each case in which fold it was; got 2 entries for"),
        ({"folds": [1] * 9}, "folds must be at least two; all cases are in fold '1'"),
        ({"folds": range(9)}, "of 9 folds none has: leave-one-out leaves each case alone"),
        ({"folds": [1, 1, 1, 1, 1, 1, 1, 2, None]}, "the fold of every case; case 8 has None"),
        ({"folds": "fold"}, "folds must be a list with the fold of each case; got 'fold'"),
        (
            {"folds": [1, 2] * 4 + [1], "pairs_by": "delong"},
            "must be 'flips' where there are folds",
        ),
        ({"threshold": {"godo": 1}}, "must be one of 'tied', 'good', 'bad'; got 'godo'. Did you"),
        ({"threshold": "0.5"}, "threshold must be a number, or a dictionary"),
        ({"threshold": math.nan}, "threshold must be a number from -inf to inf"),
        ({"repetitions": 0}, "repetitions must be a whole number from 1"),
        ({"seed": -1}, "seed must be None, a whole number of at least 0"),
        ({"control": "god"}, "control must be one of 'tied', 'good', 'bad'; got 'god'. Did you"),
        ({"margin": 0}, "margin must be a number strictly between 0 and 1; got 0"),
        ({"strata": [1] * 9}, "strata must be at least two; all cases are in stratum '1'"),
        ({"scores": [[0.5]]}, "scores must be left out: the predictions are a table already"),
    ],
)
def test_wrong_arguments_of_judge_are_named(arguments, line):
    refused(line, judge, TIED, **{"threshold": 2} | arguments)


def test_the_truth_alone_is_not_judged():
    refused("scores must be given with y_true", judge, [[1, 0.5], [0, 0.2]])
    refused("A file is read by read_predictions", judge, "predictions.csv")


def test_thresholds_for_all_for_one_and_by_default():
    found = judge(TIED, threshold={None: 0.3, "tied": 2})
    assert [one.threshold for one in found.classifiers] == [2, 0.3, 0.3]
    assert "at their thresholds" in found.sentences()["errors"]
    some = judge(TIED, threshold={"tied": 3})
    assert [one.threshold for one in some.classifiers] == [3, 0.5, 0.5]
    # A case at the threshold is called positive.
    assert some.classifier("tied").counts.called_positive == 3


# --- The page -------------------------------------------------------------------------------------


class Elements(HTMLParser):
    """Tags with their attributes; and every tag that opens closes."""

    def __init__(self, page):
        super().__init__()
        self.found, self.open = [], []
        self.feed(page)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))
        if tag not in ("meta", "img", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def all(self, tag):
        return [attributes for name, attributes in self.found if name == tag]


def text_of(page):
    """What a reader sees, in one line."""
    return " ".join(unescape(re.sub(r"</?(span|code)[^>]*>", "", page)).split())


def test_the_page_needs_nothing_but_itself(example):
    page = judgement_page(example)
    elements = Elements(page)
    pictures = elements.all("img")
    assert len(pictures) == 6
    for attributes in pictures:
        assert attributes["src"].startswith("data:image/png;base64,")
        assert len(attributes["alt"]) > 20
    for tag, attributes in elements.found:
        assert tag not in ("script", "link", "iframe")
        assert "href" not in attributes
        assert tag == "img" or "src" not in attributes
    assert "url(" not in page
    assert "@import" not in page
    assert "overflow-wrap: anywhere" in page  # or long names widen a narrow page


def test_the_page_says_what_the_judgement_says(example):
    page = judgement_page(example)
    said = text_of(page)
    words = (*example.findings(), *example.sentences().values())
    for text in (*words, *example.for_the_paper().values(), *example.notes):
        assert " ".join(text.split()) in said
    assert not missing(page, "naive_bayes is beyond luck.", "<h2>What this page cannot know</h2>")
    assert page == judgement_page(example)


def test_of_many_only_some_are_drawn_and_the_page_says_so(noisy):
    page = judgement_page(judge(noisy, repetitions=499))
    assert not missing(page, "The 6 highest AUCs of 30 are drawn.", "395 more pairs are not listed")
    assert not missing(
        page, "The 25 nearest are drawn, 4 are left out.", "The 25 highest AUCs of 30"
    )
    Elements(page)


def test_names_are_text_and_never_markup():
    table = prediction_table(
        [1, 0, 1, 0], {"<b>a</b>": [0.9, 0.2, 0.8, 0.6], r"$\frac$ & 猫": [0.1, 0.3, 0.5, 0.2]}
    )
    page = judgement_page(judge(table, repetitions=99))
    assert "<b>a</b>" not in page
    assert "&lt;b&gt;a&lt;/b&gt;" in page
    Elements(page)


# --- Pictures -------------------------------------------------------------------------------------


def test_pictures_show_the_numbers(example):
    _, ax = figure()
    counts = draw_shuffles(ax, example.luck.shuffled, example.luck.auc, 4, 0.05)
    assert counts.sum() == 9999
    critical = example.luck.shuffled.critical_value(0.05)
    assert sorted(line.get_xdata()[0] for line in ax.lines) == [critical, example.luck.auc]
    beyond = [bar for bar in ax.patches if bar.get_facecolor()[0] > 0.8]
    share = sum(bar.get_height() for bar in beyond)
    assert share == pytest.approx((example.luck.shuffled.best_aucs > critical).mean())
    assert share <= 0.05

    _, ax = figure()
    draw_classes(ax, 15, 172, ("1", "0"))
    assert [bar.get_width() for bar in ax.patches] == [15, 172]


@pytest.mark.parametrize("size", [4, 12])
def test_a_table_of_pairs_shows_who_is_better(ax, size):
    better = np.zeros((size, size), bool)
    better[0, 2] = True
    adjusted = np.full((size, size), 0.5)
    adjusted[0, 2] = adjusted[2, 0] = 1e-5
    names = [f"n{i}" for i in range(size)]
    assert draw_who_differs(ax, names, adjusted, better, "title") == 1
    kinds = ax.collections[0].get_array().reshape(size, size)
    assert (kinds[0, 2], kinds[2, 0]) == (2, 3)
    assert (kinds == 1).sum() == size * (size - 1) - 2
    texts = {text.get_text() for text in ax.texts}
    assert texts == ({"0.500", "<0.001\nbetter", "<0.001\nworse"} if size == 4 else {"+", "-"})


def test_statistics_of_judging_know_nothing_of_pictures():
    loaded = loaded_by("import course_lib.judging.analysis, course_lib.judging.paper")
    assert loaded.isdisjoint({"matplotlib", "IPython", "ipywidgets", "numba"})


# --- The best among the others --------------------------------------------------------------------


def alike_and_apart():
    """Two good classifiers that are nearly the same, and one that guesses."""
    random = np.random.default_rng(4)
    truth = np.arange(300) % 3 == 0
    good = 0.5 + 0.25 * (truth - 0.5) + 0.1 * random.standard_normal(300)
    near = good + 0.01 * random.standard_normal(300)
    guess = random.uniform(size=300)
    scores = {name: np.clip(s, 0, 1) for name, s in (("a", good), ("b", near), ("c", guess))}
    return prediction_table(truth, scores)


def test_it_says_from_whom_the_best_is_not_shown_to_differ():
    found = judge(alike_and_apart())
    best = found.luck.best
    other = "b" if best == "a" else "a"
    said = found.sentences()["rivals"]
    assert said.startswith(f"{best} is not shown to differ from {other}, neither in its errors nor")
    pair = next(p for p in found.pairs if {p.first, p.second} == {best, other})
    assert not pair.differs
    assert not pair.auc_differs
    # Of the pairs that differ, the one with the best comes first.
    assert found.sentences()["errors"].partition("): ")[2].startswith(f"{best} errs less often")


def test_it_says_if_the_best_differs_from_every_other():
    table = alike_and_apart()
    two = prediction_table(table.is_positive, {n: table.column(n) for n in ("a", "c")})
    assert judge(two).sentences()["rivals"] == (
        "a is shown to differ from the other, in its errors or in its AUC."
    )


def test_a_p_value_at_its_floor_says_so():
    said = judge(alike_and_apart()).sentences()["luck"]
    assert "by shuffling the truth, the least that 9,999 shuffles can show" in said
    random = np.random.default_rng(1)
    noise = prediction_table(np.arange(60) % 2 == 0, {"a": random.uniform(size=60)})
    assert "the least that" not in judge(noise).sentences()["luck"]


def test_sentences_are_broken_between_words_in_a_terminal(capsys, monkeypatch):
    text = (
        "A sentence of nineteen words, such as nobody would like to read in one line of a small "
        "terminal window."
    )
    say(text)
    assert capsys.readouterr().out == f"{text}\n"
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "50")
    say(text, indent=2)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert max(map(len, lines)) <= 50
    assert " ".join(line.strip() for line in lines) == text
