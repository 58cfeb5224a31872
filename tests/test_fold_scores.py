"""Models on the folds of one data set, candidates of a search: compared, and the winner doubted."""

import json
import math
import statistics
from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from sklearn.datasets import make_classification
from sklearn.exceptions import FitFailedWarning
from sklearn.experimental import enable_halving_search_cv  # noqa: F401
from sklearn.model_selection import (
    GridSearchCV,
    HalvingGridSearchCV,
    KFold,
    LeaveOneOut,
    PredefinedSplit,
    RepeatedKFold,
    RepeatedStratifiedKFold,
    ShuffleSplit,
    TimeSeriesSplit,
)
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from course_lib import adjust_p_values, compare_folds, corrected_t_test, pairwise_tests
from course_lib.cli import main
from course_lib.judging.fold_data import splits_of
from course_lib.judging.fold_scores import fold_scores
from course_lib.judging.search_scores import candidate_names
from course_lib.plots import draw_fold_scores, figure
from tests.helpers import line_of_refusal, missing, near, refused

RNG = np.random.default_rng(5)
#: Drawn before anything else, so that other packages could be given the same numbers.
THREE = RNG.normal(0.8, 0.03, (100, 1)) + RNG.normal(0, 0.02, (100, 3)) + [0, 0.01, 0.02]
EIGHT = RNG.normal(0.8, 0.03, (100, 1)) + RNG.normal(0, 0.02, (100, 8)) + np.linspace(0, 0.06, 8)
TEN = {
    "forest": [0.81, 0.78, 0.84, 0.80, 0.79, 0.82, 0.80, 0.83, 0.78, 0.81],
    "bayes": [0.79, 0.77, 0.80, 0.80, 0.76, 0.81, 0.79, 0.80, 0.79, 0.79],
    "stump": [0.70, 0.71, 0.74, 0.69, 0.70, 0.72, 0.70, 0.74, 0.70, 0.71],
}


def by_hand(a, b, fraction):
    """The corrected t test of Nadeau and Bengio, from its formula."""
    d = [x - y for x, y in zip(a, b, strict=True)]
    error = math.sqrt((1 / len(d) + fraction / (1 - fraction)) * statistics.variance(d))
    return statistics.mean(d), error, 2 * stats.t(len(d) - 1).sf(abs(statistics.mean(d)) / error)


# --- The test -------------------------------------------------------------------------------------


def test_p_values_are_those_of_another_package():
    # baycomp 1.0.3: 2 * min(CorrelatedTTest.probs(first, second, rope=0, runs=10))
    theirs = [0.18651498767486663, 0.025432833486042306, 0.2804527128049237]
    found = compare_folds(THREE, 0.1)
    ours = [found.p_values[1, 0], found.p_values[2, 0], found.p_values[2, 1]]
    assert ours == pytest.approx(theirs, rel=1e-12)


@pytest.mark.parametrize("fraction", [0.1, 0.5])
def test_every_pair_is_the_formula_and_the_test_of_two(fraction):
    found = compare_folds(EIGHT, fraction)
    for i, j in combinations(range(8), 2):
        mean, error, p = by_hand(EIGHT[:, i], EIGHT[:, j], fraction)
        assert found.p_values[i, j] == found.p_values[j, i] == pytest.approx(p, rel=1e-9)
        assert found.differences[i, j] == -found.differences[j, i] == pytest.approx(mean, rel=1e-9)
        assert found.errors[i, j] == pytest.approx(error, rel=1e-9)
        two = corrected_t_test(EIGHT[:, i], EIGHT[:, j], fraction)
        assert found.p_values[i, j] == pytest.approx(two.p_value, rel=1e-12)
    assert (np.diag(found.p_values) == 1).all()


def test_all_pairs_are_corrected_for_their_number():
    found = compare_folds(EIGHT, 0.1)
    upper = np.triu_indices(8, 1)
    assert found.adjusted[upper] == pytest.approx(adjust_p_values(found.p_values[upper], "holm"))
    assert found.comparisons == len(found.pairs) == 28
    plain = compare_folds(EIGHT, 0.1, correction="none")
    assert (plain.adjusted == plain.p_values).all()
    shaffer = compare_folds(EIGHT, 0.1, correction="shaffer").adjusted
    assert (shaffer <= found.adjusted).all()


def test_a_control_is_compared_with_the_others_only():
    found = compare_folds(TEN, 0.1, control="stump")
    assert [(pair.first, pair.second) for pair in found.pairs] == [
        ("forest", "stump"),
        ("bayes", "stump"),
    ]
    assert np.isnan(found.adjusted[0, 1])
    assert found.adjusted[2, :2] == pytest.approx(adjust_p_values(found.p_values[2, :2], "holm"))
    assert "2 comparisons with stump corrected by Holm" in found.sentence()
    assert "the control was chosen beforehand" in found.assumes
    assert compare_folds(np.array(list(TEN.values())).T, 0.1, control=2).reference == "C"
    refused("were not compared", found.pair, "forest", "bayes")


def test_folds_are_not_data_sets():
    """Taken for 100 data sets, 10 x 10 folds show far more than there is."""
    wrong = sum(row["significant"] for row in pairwise_tests(EIGHT).rows())
    right = sum(pair.differs for pair in compare_folds(EIGHT, 0.1).pairs)
    assert (wrong, right) == (27, 10)


def test_intervals_hold_at_once_and_agree_with_bonferroni():
    found = compare_folds(EIGHT, 0.1, correction="bonferroni")
    critical = stats.t(99).isf(0.05 / 2 / 28)
    for pair in found.pairs:
        i, j = found.names.index(pair.first), found.names.index(pair.second)
        _, error, _ = by_hand(EIGHT[:, i], EIGHT[:, j], 0.1)
        assert pair.difference >= 0
        assert pair.high - pair.low == pytest.approx(2 * critical * error)
        assert pair.differs == (pair.low > 0)
        assert found.pair(pair.second, pair.first) == pair


def test_lower_is_better_turns_everything_round():
    up, down = compare_folds(TEN, 0.1), compare_folds(
        {name: [1 - score for score in scores] for name, scores in TEN.items()},
        0.1,
        higher_is_better=False,
    )  # fmt: skip
    assert down.adjusted == pytest.approx(up.adjusted)
    assert [pair.first for pair in down.pairs] == [pair.first for pair in up.pairs]
    assert down.winner.name == up.winner.name == "forest"
    assert down.winner.mean == pytest.approx(1 - up.winner.mean)
    assert down.winner.corrected == pytest.approx(1 - up.winner.corrected)
    assert down.rank_intervals == up.rank_intervals
    assert "lowest mean" in down.sentence()
    assert "exceeded" not in down.for_the_paper()


def test_a_margin_says_which_differences_matter():
    found = compare_folds(TEN, 0.1, margin=0.06)
    told = {(pair.first, pair.second): pair.matters for pair in found.pairs}
    assert told == {("forest", "stump"): True, ("bayes", "stump"): None, ("forest", "bayes"): False}
    assert "1 is shown to be more than 0.06 apart, 1 is shown to be less" in found.sentence()


def test_equal_differences_are_no_certainty():
    """Among many candidates some pair differs by one case on every fold; that proves nothing."""
    found = compare_folds({"a": [0.5, 0.75, 0.5, 0.25], "b": [0.25, 0.5, 0.25, 0.0]}, 0.25)
    assert corrected_t_test([0.5, 0.75, 0.5, 0.25], [0.25, 0.5, 0.25, 0.0], 0.25).p_value == 0
    t = math.sqrt(12) / math.sqrt(1 / 4 + 1 / 3)
    assert found.p_values[0, 1] == pytest.approx(2 * stats.t(3).sf(t))
    assert "differs by the same amount on every fold" in found.sentence()
    same = compare_folds({"a": [0.1, 0.2, 0.3], "b": [0.1, 0.2, 0.1 + 0.2]}, 0.3)
    assert (same.p_values == 1).all()
    assert "same amount" not in same.sentence()


@pytest.mark.parametrize("decimals", [2, 3, 4, 16])
def test_nearly_equal_differences_are_no_certainty_either(decimals):
    """Folds of 31 and 30 cases, one case apart on each: as with folds of one size, or nearly so."""
    sizes = np.array([31, 31, 30, 30, 30])
    scores = {"a": (sizes - 3) / sizes, "b": (sizes - 4) / sizes}
    found = compare_folds({name: s.round(decimals) for name, s in scores.items()}, 0.2)
    t = math.sqrt(12) / math.sqrt(1 / 5 + 1 / 4)
    assert found.p_values[0, 1] == pytest.approx(2 * stats.t(4).sf(t), rel=0.1)
    assert "same amount on every fold" in found.sentence()


def test_steps_of_scores_leave_the_spread_of_others_alone():
    """Whole steps that are not all the same, and scores in no steps: the textbook's p-value."""
    rng = np.random.default_rng(8)
    fine, shares, rounded = rng.random((5, 6)), rng.integers(20, 30, (5, 2)), rng.random((30, 2))
    for folds in (fine, shares / 30, rounded.round(1)):
        found = compare_folds(folds, 0.2)
        for i, j in combinations(range(folds.shape[1]), 2):
            assert found.p_values[i, j] == pytest.approx(by_hand(folds[:, i], folds[:, j], 0.2)[2])


def test_equal_candidates_on_folds_of_unequal_size_are_not_told_apart():
    """152 cases on 5 folds, 60 candidates: 0 of 40 are wrong; without the steps, 18."""
    rng, wrong = np.random.default_rng(9), 0
    for _ in range(40):
        hard = rng.standard_normal((152, 1))
        right = (hard + rng.standard_normal((152, 60))) < 1.8
        scores = [fold.mean(axis=0) for fold in np.array_split(right, 5)]
        wrong += bool((compare_folds(np.array(scores), 0.2).adjusted <= 0.05).any())
    assert wrong <= 5


def test_equals_are_told_apart_no_more_often_than_promised():
    """Scores as the test takes them to be, 20 equal models, 300 times; and few cases in a fold."""
    rng, wrong, lost, times = np.random.default_rng(3), 0, 0, 300
    for _ in range(times):
        shared = math.sqrt(0.1) * rng.standard_normal(20)  # correlation between folds 0.1
        folds = shared + math.sqrt(0.9) * rng.standard_normal((10, 20))
        found = compare_folds(folds, 0.1, control="best")
        wrong += bool((found.adjusted <= 0.05).any())
        lost += "A" not in found.may_be_best
    assert wrong / times <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / times)
    assert lost / times <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / times)
    wrong = 0
    for _ in range(60):
        right = rng.random((5, 20, 1)) < 0.8  # on four of five cases all models agree
        own = np.where(rng.random((5, 20, 60)) < 0.2, rng.random((5, 20, 60)) < 0.8, right)
        wrong += bool((compare_folds(own.mean(axis=1), 0.2).adjusted <= 0.05).any())
    assert wrong <= 8  # 1,770 pairs each: one without a spread is found in most


def test_one_pair_is_wrong_as_often_as_promised():
    rng, times = np.random.default_rng(4), 1_000
    wrong = 0
    for _ in range(times):
        folds = math.sqrt(0.2) * rng.standard_normal(2) + math.sqrt(0.8) * rng.standard_normal(
            (5, 2)
        )
        wrong += compare_folds(folds, 0.2).p_values[0, 1] <= 0.05
    assert near(wrong / times, 0.05, times, 3)


# --- Ranks, and who may be the best ---------------------------------------------------------------


def test_ranks_and_who_may_be_the_best_follow_from_the_pairs():
    found = compare_folds(EIGHT, 0.1)
    shown = {(pair.first, pair.second) for pair in found.pairs if pair.differs}
    for name, (low, high) in found.rank_intervals.items():
        assert low == 1 + sum(second == name for _, second in shown)
        assert high == 8 - sum(first == name for first, _ in shown)
    beaten = {second for _, second in shown}
    assert set(found.may_be_best) == set(found.names) - beaten
    assert found.models()[0]["model"] == found.winner.name


def test_the_best_against_the_rest_keeps_the_truly_best():
    """Each is tested against all others, one-sided, for K - 1 of them (Bonferroni)."""
    found = compare_folds(EIGHT, 0.1, control="best")
    gone = set()
    for j in range(8):
        for i in set(range(8)) - {j}:
            mean, error, _ = by_hand(EIGHT[:, i], EIGHT[:, j], 0.1)
            if stats.t(99).sf(mean / error) <= 0.05 / 7:
                gone.add(found.names[j])
    assert 0 < len(gone) < 8
    assert set(found.may_be_best) == set(found.names) - gone
    # The rest is asked about one, and corrected for all pairs, since the scores chose it.
    assert found.comparisons == 28
    assert len(found.pairs) == 7
    assert (found.adjusted == compare_folds(EIGHT, 0.1).adjusted).all()
    assert "because the same scores chose it" in found.sentence()


# --- The winner -----------------------------------------------------------------------------------


def test_the_winner_is_chosen_again_on_the_other_folds():
    scores = RNG.normal(0.8, 0.05, (5, 12))
    again = []
    for fold in range(5):
        others = [statistics.fsum(np.delete(scores[:, j], fold)) for j in range(12)]
        again.append(scores[fold, others.index(max(others))])
    winner = compare_folds(scores, 0.2).winner
    assert winner.corrected == pytest.approx(statistics.mean(again))
    assert winner.mean == pytest.approx(max(scores.mean(axis=0)))
    assert winner.optimism == pytest.approx(winner.mean - winner.corrected)


def test_in_repeated_folds_the_choice_is_made_within_each_repetition():
    """Elsewhere other repetitions tested on the cases of the fold left out."""
    scores = RNG.normal(0.8, 0.05, (20, 6))
    apart = [compare_folds(scores[start : start + 5], 0.2).winner.corrected
             for start in range(0, 20, 5)]  # fmt: skip
    found = compare_folds(scores, 0.2)
    assert found.splits == "4 x 5 folds"
    mean = min(statistics.mean(apart), found.winner.mean)
    assert found.winner.corrected == pytest.approx(mean)
    assert "taken for 4 x 5 folds, one repetition after the other" in found.sentence()
    order = np.arange(20).reshape(4, 5).T.ravel()  # all first folds come first
    told = compare_folds(scores[order], 0.2, repeats=[0, 1, 2, 3] * 5)
    assert told.winner.corrected == pytest.approx(mean)
    assert "one repetition after the other" not in told.sentence()


def test_equals_that_win_share_the_fold_left_out():
    scores = {"a": [1.0, 0.0, 1.0, 0.0], "b": [0.0, 1.0, 0.0, 1.0]}
    winner = compare_folds(scores, 0.25).winner
    # Without a fold that a won, b leads by one; so the other one is always looked at.
    assert (winner.mean, winner.corrected, winner.shared_with) == (0.5, 0.0, 1)
    same = compare_folds({"a": [0.6, 0.8], "b": [0.8, 0.6], "c": [0.8, 0.6]}, 0.5).winner
    assert same.corrected == pytest.approx((0.6 + 0.6) / 2)


def drawn(rng, good, folds, repeats, cases=200):
    """Scores of models on cases that all of them find easy or hard; what is left is their own."""
    easy = rng.random((cases, 1))
    right = np.where(rng.random((cases, good.size)) < 0.6, easy, rng.random((cases, good.size)))
    scores = []
    for _ in range(repeats):
        for test in np.array_split(rng.permutation(cases), folds):
            scores.append((right[test] < good).mean(axis=0))
    return np.array(scores)


@pytest.mark.parametrize(("folds", "repeats"), [(5, 1), (10, 1), (10, 4)])
def test_the_corrected_score_is_near_the_truth_where_the_winners_is_not(folds, repeats):
    rng, times = np.random.default_rng(6), 40
    as_it_stands, corrected, leads, luck = [], [], [], []
    for _ in range(times):
        winner = compare_folds(drawn(rng, np.full(100, 0.8), folds, repeats), 1 / folds).winner
        as_it_stands.append(winner.mean - 0.8)
        corrected.append(winner.corrected - 0.8)
        leads.append(winner.lead)
        luck.append(winner.lead_by_luck)
    error = statistics.stdev(corrected) / math.sqrt(times)
    assert statistics.mean(as_it_stands) > 0.03
    assert abs(statistics.mean(corrected)) < 3 * error < 0.02
    # All of the lead is luck here, and the folds know how much.
    assert statistics.mean(luck) == pytest.approx(statistics.mean(leads), rel=0.1)


def test_a_clear_winner_keeps_its_score():
    good = np.array([0.9] + [0.7] * 30)
    winner = compare_folds(drawn(np.random.default_rng(7), good, 10, 1, 500), 0.1).winner
    assert winner.name == "A"
    assert winner.optimism == 0
    assert winner.lead > 3 * winner.lead_by_luck


def test_random_splits_hide_part_of_the_optimism():
    """Scores correlated by the test fraction, equal models: the truth is 0."""
    rng, times, fraction = np.random.default_rng(8), 100, 0.2
    errors = []
    for _ in range(times):
        own = math.sqrt(fraction) * rng.standard_normal(50)
        scores = own + math.sqrt(1 - fraction) * rng.standard_normal((12, 50))
        found = compare_folds(scores, fraction)
        assert found.splits == "12 random splits"
        errors.append(found.winner.corrected)
    assert abs(statistics.mean(errors)) < 3 * statistics.stdev(errors) / math.sqrt(times)
    assert "was multiplied by" in found.sentence()


# --- Which splits ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "fraction", "words", "blocks"),
    [
        (10, 0.1, "10 folds", 1),
        (3, 0.33, "3 folds", 1),
        (100, 0.1, "10 x 10 folds", 10),
        (10, 0.5, "5 x 2 folds", 5),
        (5, 0.1, "5 random splits", 1),
        (30, 0.25, "30 random splits", 7),
        (7, 0.9, "7 random splits", 3),
        (2, 0.01, "2 random splits", 1),
    ],
)
def test_the_numbers_tell_how_splits_were_made(rows, fraction, words, blocks):
    data = fold_scores(RNG.random((rows, 3)))
    found = splits_of(data, fraction)
    assert (found.in_words(), len(found.blocks)) == (words, blocks)
    assert np.concatenate(found.blocks).tolist() == list(range(rows))
    assert min(block.size for block in found.blocks) > 1
    assert math.isfinite(compare_folds(data, fraction).winner.corrected)


# --- A search -------------------------------------------------------------------------------------

X, Y = make_classification(120, 8, flip_y=0.2, random_state=1)
GRID = {"max_depth": [1, 2, None], "min_samples_leaf": [1, 8], "criterion": ["gini"]}


def searched(cv=5, grid=None, kind=GridSearchCV, **more):
    tree = DecisionTreeClassifier(random_state=0)
    return kind(tree, grid or GRID, cv=cv, **more).fit(X, Y)


def test_a_search_is_read_as_it_is():
    search = searched(return_train_score=True)
    found = compare_folds(search)
    scores = np.array([search.cv_results_[f"split{k}_test_score"] for k in range(5)])
    assert found.names[:2] == ("max_depth=1, min_samples_leaf=1", "max_depth=1, min_samples_leaf=8")
    assert found.means == pytest.approx(search.cv_results_["mean_test_score"])
    assert found.test_fraction == 0.2
    assert (found.tried, found.searched, found.question) == (6, True, "best")
    assert found.reference == found.names[search.best_index_]
    assert found.adjusted == pytest.approx(compare_folds(scores, 0.2).adjusted)
    frame = pd.DataFrame(search.cv_results_)
    for same in (search.cv_results_, frame, dict(frame)):
        again = compare_folds(same, 0.2)
        assert (again.names, again.winner) == (found.names, found.winner)
    assert not missing(found.sentence(), "Of 6 candidates tried, ", "the best of 6 equally good")
    assert compare_folds(search, control=0).question == "control"
    assert compare_folds(search, names=list("abcdef")).names == tuple("abcdef")


def test_a_table_without_a_search_asks_for_the_test_fraction():
    search = searched()
    refused("5 folds of one cross-validation: test_fraction=0.2", compare_folds, search.cv_results_)
    refused("10 folds, 10 times: test_fraction=0.1", compare_folds, EIGHT)
    refused("2 folds, 4 times: test_fraction=0.5", compare_folds, RNG.random((8, 2)),
            repeats="aabbccdd".replace("", " ").split())  # fmt: skip


@pytest.mark.parametrize(
    ("cv", "fraction", "words"),
    [
        (None, 1 / 5, "5 folds"),
        (np.int64(4), 1 / 4, "4 folds"),
        (KFold(3), 1 / 3, "3 folds"),
        (RepeatedKFold(n_splits=4, n_repeats=3), 1 / 4, "3 x 4 folds"),
        (RepeatedStratifiedKFold(n_splits=2, n_repeats=5), 1 / 2, "5 x 2 folds"),
        (ShuffleSplit(10), 1 / 10, "10 random splits"),
        (ShuffleSplit(4, test_size=0.25), 1 / 4, "4 random splits"),
        (ShuffleSplit(4, train_size=0.75), 1 / 4, "4 random splits"),
        (ShuffleSplit(4, test_size=0.2, train_size=0.2), 1 / 2, "4 random splits"),
        (ShuffleSplit(4, test_size=30, train_size=60), 1 / 3, "4 random splits"),
        (LeaveOneOut(), 1 / 120, "120 folds"),
        ([(np.arange(60), np.arange(60, 90)), (np.arange(60, 120), np.arange(30))], 1 / 3,
         "2 folds"),
        ([(np.arange(60), np.arange(60, 120)), (np.arange(20, 80), np.arange(80, 120))], 0.45,
         "2 random splits"),
    ],
)  # fmt: skip
def test_a_search_knows_its_splits(cv, fraction, words):
    found = compare_folds(searched(cv, {"max_depth": [1, 3]}))
    assert found.test_fraction == pytest.approx(fraction)
    assert found.splits == words


@pytest.mark.parametrize(
    "cv",
    [ShuffleSplit(4, test_size=30), PredefinedSplit([0, 1, 2, -1] * 30), TimeSeriesSplit(4)],
)
def test_where_it_does_not_it_asks(cv):
    search = searched(cv, {"max_depth": [1, 3]})
    refused("test_fraction must be given", compare_folds, search)
    if not isinstance(cv, PredefinedSplit):
        refused("their number says nothing about it", compare_folds, search)
    assert compare_folds(search, 0.25).test_fraction == 0.25
    if isinstance(cv, TimeSeriesSplit):
        assert "train on more and more cases" in compare_folds(search, 0.25).sentence()


def test_several_scorers_need_a_choice():
    both = searched(scoring=["accuracy", "roc_auc"], refit="roc_auc")
    assert compare_folds(both).metric == "roc_auc"
    assert compare_folds(both, metric="accuracy").metric == "accuracy"
    refused("'accuracy', 'roc_auc'", compare_folds, both.cv_results_, 0.2)
    refused(
        "metric must be one of 'accuracy', 'roc_auc'; got 'f1'", compare_folds, both, metric="f1"
    )
    one = searched(scoring="roc_auc")
    assert compare_folds(one).metric == compare_folds(one, metric="roc_auc").metric == "roc_auc"
    refused("metric must be one of 'score'", compare_folds, one, metric="f1")
    refused("metric must be None unless", compare_folds, EIGHT, 0.1, metric="f1")


def test_candidates_that_failed_are_refused_or_left_out_and_counted():
    with pytest.warns(FitFailedWarning), pytest.warns(UserWarning, match="non-finite"):
        search = searched(grid={"max_depth": [1, 2, -1, 3]}, error_score=np.nan)
    refused(["1 candidate of 4 failed", "number 2", "missing='drop'"], compare_folds, search)
    found = compare_folds(search, missing="drop")
    assert found.names == ("max_depth=1", "max_depth=2", "max_depth=3")
    assert found.tried == 4
    assert "1 candidate of 4 left out" in found.sentence()
    assert compare_folds(search, missing="drop", names=list("abcd")).names == ("a", "b", "d")
    refused("missing must be one of 'refuse', 'drop'", compare_folds, search, missing="skip")


def test_of_a_halving_search_the_last_round_is_compared():
    search = searched(kind=HalvingGridSearchCV, grid={"max_depth": list(range(1, 9))}, factor=2)
    rounds = search.cv_results_["iter"]
    found = compare_folds(search)
    assert len(found.names) == np.count_nonzero(rounds == rounds.max()) >= 2
    assert found.tried == 8
    assert "A halving search" in found.sentence()


def test_a_search_must_be_fitted_and_have_a_choice():
    refused("call its fit first", compare_folds, GridSearchCV(GaussianNB(), {}))
    refused("at least 2 candidates; got 1", compare_folds, searched(grid={"max_depth": [2]}))
    refused("higher_is_better must be True", compare_folds, searched(), higher_is_better=False)
    refused("repeats must be None", compare_folds, searched(), repeats=[1] * 5)
    broken = searched().cv_results_ | {"split7_test_score": [0.5] * 6}
    refused("every split", compare_folds, broken, 0.2)


def test_names_tell_what_varies():
    pipe = make_pipeline(StandardScaler(), DecisionTreeClassifier())
    grid = {"decisiontreeclassifier__max_depth": [1, 2], "standardscaler": [StandardScaler(), None]}
    found = compare_folds(GridSearchCV(pipe, grid, cv=3).fit(X, Y))
    assert found.names[:2] == (
        "max_depth=1, standardscaler=StandardScaler",
        "max_depth=1, standardscaler=None",
    )
    assert candidate_names([{"a__C": 1, "b__C": 2}, {"a__C": 2, "b__C": 1}], [0, 1]) == (
        "a__C=1, b__C=2",
        "a__C=2, b__C=1",
    )
    close = [{"C": 1.00001}, {"C": 1.00002}, {"C": 2.0}]
    assert candidate_names(close, range(3)) == ("C=1.00001", "C=1.00002", "C=2.0")
    twice = candidate_names([{"C": 1}, {"C": 1}, {"C": 2}], [4, 5, 6])
    assert twice == ("C=1 (candidate 4)", "C=1 (candidate 5)", "C=2")
    assert candidate_names([{}, {}], [0, 1]) == ("(candidate 0)", "(candidate 1)")
    absent = candidate_names(
        [{"kernel": "rbf", "gamma": np.float64(0.1)}, {"kernel": "linear"}], [0, 1]
    )
    assert absent == ("kernel=rbf, gamma=0.1", "kernel=linear")
    scaled = [{"scaler": StandardScaler()}, {"scaler": StandardScaler(with_mean=False)}]
    assert candidate_names(scaled, [0, 1])[1] == "scaler=StandardScaler(with_mean=False)"


# --- What is wrong --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scores", "named", "parts"),
    [
        ([[0.5, 0.6]], {}, "at least 2 folds (rows); got 1"),
        ([[0.5], [0.6]], {}, "at least 2 models (columns); got 1"),
        ([[0.5, math.nan], [0.6, 0.7]], {}, ["got nan for 'B' on fold '1'", "missing='drop'"]),
        ([[0.5, "x"], [0.6, 0.7]], {}, "'x'"),
        ([[1e200, 0.0], [0.6, 0.7]], {}, "from -1e+150 to 1e+150"),
        (TEN, {"test_fraction": 1.0}, "test_fraction must be a number strictly between 0 and 1"),
        (TEN, {"alpha": 5}, "alpha must be"),
        (TEN, {"margin": 0}, "margin must be greater than 0"),
        (TEN, {"margin": -1}, "margin must be"),
        (TEN, {"control": "tree"}, "control must be one of 'forest', 'bayes', 'stump'; got 'tree'"),
        (TEN, {"control": "bayes", "correction": "shaffer"}, "with a control use one of"),
        (TEN, {"correction": "nemenyi"}, "correction must be one of"),
        (TEN, {"higher_is_better": 1}, "higher_is_better must be True or False"),
        (TEN, {"repeats": [1, 2]}, "repeats must have an entry for each of 10 folds; got 2"),
        (TEN, {"repeats": "1212121212"}, "repeats must be a list"),
        (TEN, {"names": ["a", "b"]}, "names must be as many"),
        (None, {}, "scores must be"),
    ],
)
def test_wrong_input_is_named(scores, named, parts):
    refused(parts, compare_folds, scores, **{"test_fraction": 0.1, **named})


def test_columns_of_a_frame_that_name_the_folds_are_no_models():
    frame = pd.DataFrame(EIGHT, columns=list("ABCDEFGH"))
    frame.insert(0, "fold", np.tile(np.arange(10), 10))
    frame.insert(0, "repeat", np.repeat(np.arange(10), 10))
    found = compare_folds(frame, 0.1)
    assert found.names == tuple("ABCDEFGH")
    assert found.winner.corrected == compare_folds(EIGHT, 0.1).winner.corrected
    assert "Columns 'repeat' and 'fold' name the folds, and no model." in found.notes
    alone = {"fold": range(10), **TEN}
    assert compare_folds(alone, 0.1).names == tuple(TEN)
    timed = {"fit_time": [0.1, 0.2], "score_time": [0.1, 0.1], "test_score": [0.8, 0.9]}
    refused("what cross_validate tells of one model", compare_folds, timed, 0.5)
    refused("names 2 (a, b, ...)", compare_folds, {"dataset": ["a", "b"], "x": [0.1, 0.2]}, 0.5)
    assert compare_folds({"1": TEN["bayes"], "2": TEN["stump"]}, 0.1).names == ("1", "2")
    turned = compare_folds(EIGHT[:5], 0.2)
    assert "There are more models than folds" in turned.sentence()


def test_folds_without_a_score_are_left_out_on_request():
    scores = np.array(EIGHT)
    scores[3, 1] = np.nan
    found = compare_folds(scores, 0.1, missing="drop")
    whole = np.delete(EIGHT, 3, axis=0)
    assert found.p_values == pytest.approx(compare_folds(whole, 0.1).p_values)
    assert "1 fold of 100 left out" in found.sentence()


@pytest.mark.parametrize("scale", [1e-160, 1e-12, 1e12, 1e140])
def test_the_size_of_scores_does_not_matter(scale):
    found = compare_folds({name: np.array(s) * scale for name, s in TEN.items()}, 0.1)
    assert found.adjusted == pytest.approx(compare_folds(TEN, 0.1).adjusted, rel=1e-6)


def test_words_carry_no_empty_digits():
    close = {"a": [0.9000, 0.9001, 0.9002], "b": [0.9001, 0.9001, 0.9003], "c, 5 %": [0.9] * 3}
    found = compare_folds(close, 1 / 3)
    text = " ".join([found.sentence(), *found.sentences(), found.table().text()])
    assert "-0.000 " not in text
    assert "c, 5 %" in text
    large = compare_folds(np.array(list(TEN.values())).T * 1e4, 0.1)
    assert "8060" in large.sentence()
    assert "8060." not in large.sentence().replace("8060. ", "").replace("8060.\n", "")


def test_sentences_say_who_is_better_and_what_is_assumed():
    found = compare_folds(TEN, 0.1)
    assert not missing(
        found.sentence(),
        "two-sided, on 10 folds with 0.1 of the cases in each test set, 3 pairs of models",
        "at the 5 % level 3 of 3 are shown to differ: forest is better than stump (by 0.095)",
        "forest is shown to be the best of them.",
        "training sets that overlap (Nadeau and Bengio)",
        "it says nothing of others",
    )
    assert found.sentences()[2].startswith("forest is better than bayes by 0.016 (-0.004 to")
    assert "for 1 pair that is shown to differ the interval holds 0" in found.sentence()
    bonferroni = compare_folds(TEN, 0.1, correction="bonferroni")
    assert "the interval holds 0" not in bonferroni.sentence()
    assert not missing(found.for_the_paper(), "forest exceeded stump by", "two-sided, 9 degrees")
    none = compare_folds({name: TEN[name] for name in ("forest", "bayes")}, 0.3)
    assert "no difference is shown, which is not to say that there is none" in none.sentence()
    assert "Any of them may be the best." in none.sentence()
    assert list(none.to_frame().columns)[:5] == ["first", "second", "difference", "low", "high"]
    assert none.rows()[0]["differs"] is False


# --- Files, and the command -----------------------------------------------------------------------


def written(path, header, rows):
    path.write_text("\n".join([header, *(",".join(map(str, row)) for row in rows)]) + "\n")
    return str(path)


@pytest.fixture
def folds_file(tmp_path):
    rows = [(i // 10 + 1, i % 10 + 1, *row.round(6)) for i, row in enumerate(EIGHT)]
    return written(tmp_path / "folds.csv", "repeat,fold," + ",".join("ABCDEFGH"), rows)


def test_the_command_prints_the_findings(folds_file, capsys, tmp_path):
    out = tmp_path / "pairs.csv"
    arguments = ["folds", folds_file, "--test-fraction", "0.1", "--csv", str(out)]
    assert main(arguments) == 0
    text = capsys.readouterr().out
    assert not missing(text, "10 of 28 are shown to differ", "'repeat' and 'fold' name the folds",
                       "For the paper:\n", "model   mean")  # fmt: skip
    assert len(out.read_text().splitlines()) == 29
    assert main([*arguments[:4], "--json", "--control", "A", "--correction", "bonferroni"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["splits"], told["comparisons"], len(told["pairs"])) == ("10 x 10 folds", 7, 7)
    assert told["winner"]["name"] == told["models"][0]["model"] == "H"


def test_the_command_asks_for_the_test_fraction_and_says_what_it_probably_is(folds_file, capsys):
    line = line_of_refusal(["folds", folds_file], capsys)
    assert "it looks like 10 folds, 10 times: --test-fraction 0.1" in line


def test_rows_in_any_order_give_the_same_if_columns_name_the_folds(folds_file, tmp_path, capsys):
    header, *lines = Path(folds_file).read_text().splitlines()
    order = np.random.default_rng(1).permutation(100)
    mixed = written(tmp_path / "mixed.csv", header, [lines[i].split(",") for i in order])
    told = []
    for file in (folds_file, mixed):
        assert main(["folds", file, "--test-fraction", "0.1", "--json"]) == 0
        told.append(json.loads(capsys.readouterr().out)["winner"])
    assert told[0]["corrected"] == pytest.approx(told[1]["corrected"])


@pytest.mark.parametrize(
    ("header", "columns", "words"),
    [
        ("Fold", [[1, 2, 3, 4]], "4 folds"),
        ("cv_fold", [[0, 1, 0, 1]], "2 x 2 folds"),
        ("run,split", [[1, 1, 2, 2], [1, 2, 1, 2]], "2 x 2 folds"),
        ("", [[0, 1, 2, 3]], "4 folds"),
        ("Unnamed: 0", [[0, 1, 2, 3]], "4 folds"),
        ("what", [["one", "two", "three", "four"]], "4 folds"),
        ("dataset,fold", [["iris"] * 4, [1, 2, 3, 4]], "4 folds"),
        ("seed", [[11, 12, 13, 14]], "4 folds"),
    ],
)
def test_columns_that_name_the_folds_are_no_models(header, columns, words, tmp_path, capsys):
    scores = [[0.81, 0.7], [0.85, 0.71], [0.8, 0.75], [0.9, 0.72]]
    rows = [(*names, *row) for *names, row in zip(*columns, scores, strict=True)]
    file = written(tmp_path / "s.csv", f"{header},a,b", rows)
    fraction = "0.5" if " x " in words else "0.25"
    assert main(["folds", file, "--test-fraction", fraction, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["names"], told["splits"]) == (["a", "b"], words)


@pytest.mark.parametrize(
    ("header", "rows", "part"),
    [
        ("fold,a", [(1, 0.5), (2, 0.6)], "at least 2 models, besides those that name the folds"),
        ("model,fold,score", [("a", 1, 0.5), ("b", 1, 0.6), ("a", 2, 0.4), ("b", 2, 0.3)], "pivot"),
        ("dataset,a,b", [("iris", 0.5, 0.6), ("wine", 0.4, 0.3)], "course compare"),
        ("repeat,fold,a,b", [(1, 1, 0.5, 0.6), (1, 1, 0.4, 0.3)], "for the second time"),
        ("fold,a,b", [(1, 0.5, ""), (2, 0.6, 0.5)], "the score is missing"),
        ("fold,a,b", [(1, 0.5, "1.5x"), (2, 0.6, 0.5)], "a score must be a finite number"),
        ("fold,a,b", [(1, 0.5, 0.6)], "at least 2 folds"),
        ("0.5,0.6", [(0.5, 0.6), (0.7, 0.6)], "must begin with a header that names the models"),
        ("model,fold0,fold1", [("a", 0.5, 0.6), ("b", 0.7, 0.6)], "turn the table round"),
        ("truth,a,b", [(1, 0.5, 0.6), (0, 0.7, 0.6), (1, 0.2, 0.1)], "course judge"),
        ("params,split0_test_score", [("{'C': 1}", 0.5), ("{'C': 2}", 0.6)], "at least 2 folds"),
        ("params,split0_test_score,split1_test_score", [("{'C': 1}", 0.5, "x")], "column 'split1"),
    ],
)
def test_wrong_files_are_refused_in_one_line(header, rows, part, tmp_path, capsys):
    file = written(tmp_path / "s.csv", header, rows)
    assert part in line_of_refusal(["folds", file, "--test-fraction", "0.5"], capsys)


def test_missing_scores_of_a_file_are_left_out_on_request(tmp_path, capsys):
    rows = [(1, 0.5, ""), (2, 0.6, 0.5), (3, 0.7, 0.5), (4, 0.6, "nan"), (5, 0.9, 0.7)]
    file = written(tmp_path / "s.csv", "fold,a,b", rows)
    assert main(["folds", file, "--test-fraction", "0.2", "--missing", "drop"]) == 0
    assert "2 folds of 5 left out" in capsys.readouterr().out


@pytest.mark.parametrize("index", [True, False])
def test_the_results_of_a_search_are_read_from_a_file(index, tmp_path, capsys):
    search = searched(scoring=["accuracy", "roc_auc"], refit="accuracy")
    file = tmp_path / "search.csv"
    pd.DataFrame(search.cv_results_).to_csv(file, index=index)
    assert "'accuracy', 'roc_auc'" in line_of_refusal(["folds", str(file)], capsys)
    picture = tmp_path / "s.svg"
    arguments = ["folds", str(file), "--test-fraction", "0.2", "--metric", "accuracy"]
    assert main([*arguments, "--json", "--plot", str(picture)]) == 0
    told = json.loads(capsys.readouterr().out)
    found = compare_folds(search)
    assert tuple(told["names"]) == found.names
    assert told["winner"]["corrected"] == pytest.approx(found.winner.corrected)
    assert picture.stat().st_size > 1_000
    assert main(arguments) == 0
    assert "Of 6 candidates tried" in capsys.readouterr().out
    again = compare_folds(pd.read_csv(file), 0.2, metric="accuracy")
    assert again.names == found.names


def test_parameters_that_are_no_literals_are_read_from_their_columns(tmp_path, capsys):
    rows = [("{'s': Scaler()}", "Scaler()", 1, 0.5, 0.6), ("{'s': None}", "", 1, 0.4, 0.6)]
    header = "params,param_s,param_C,split0_test_score,split1_test_score"
    file = written(tmp_path / "s.csv", header, rows)
    assert main(["folds", file, "--test-fraction", "0.5", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["names"] == ["s=Scaler()", "(candidate 1)"]


def test_many_candidates_are_compared_and_drawn():
    rng = np.random.default_rng(9)
    scores = drawn(rng, np.linspace(0.6, 0.85, 300), 5, 1)
    results = {f"split{k}_test_score": scores[k] for k in range(5)}
    results["params"] = [{"C": i, "tol": 0.1} for i in range(300)]
    found = compare_folds(results, 0.2)
    assert (len(found.pairs), found.comparisons, found.tried) == (299, 44_850, 300)
    assert len(found.table().rows) == 20
    assert len(found.sentence()) < 2_000
    fig, ax = figure()
    assert draw_fold_scores(ax, found, scores) == tuple(found.names[i] for i in found.order[:20])
    assert "the first 20 of 300" in ax.get_title(loc="left")
    assert ax.get_yticklabels()[0].get_text() == found.winner.name
    fig.clear()
