"""Who differs from whom: signs flipped, ranks exchanged, folds respected, and words that hold."""

import math
from fractions import Fraction
from itertools import combinations, permutations, product

import numpy as np
import pytest
from scipy.stats import binom
from threadpoolctl import threadpool_limits

from course_lib import (
    assess_best,
    delong_test,
    judge,
    mcnemar_test,
    p_value,
    prediction_table,
    read_predictions,
    swap_test,
    tango_interval,
)
from course_lib.datasets import example_predictions
from course_lib.pairs import flips as flipping
from course_lib.pairs.flips import flip_test
from course_lib.reports.judgement import judgement_page
from course_lib.roc.swaps import auc_swaps
from tests.helpers import exact_auc, missing, near, refused

TRUTH = np.array([1, 1, 1, 1, 0, 0, 0, 0, 0, 0], bool)
A = [9, 8, 6, 3, 7, 5, 4, 2, 1, 0]
B = [9, 4, 6, 3, 7, 5, 8, 2, 1, 0]


def auc_of(truth, scores):
    """By comparing all pairs, as a fraction."""
    return exact_auc([s for s, t in zip(scores, truth, strict=True) if t],
                     [s for s, t in zip(scores, truth, strict=True) if not t])  # fmt: skip


# --- Signs flipped --------------------------------------------------------------------------------


def test_two_columns_and_all_flips_are_mcnemars_exact_test():
    tables = [(b, c) for b in range(75) for c in range(b, 75)]
    assert len(tables) > 2_800
    for b, c in tables:
        found = flip_test([np.array([[1] * b + [-1] * c + [0, 0]])])
        assert found.every_way
        coins = min(1.0, 2 * binom.cdf(b, b + c, 0.5))
        assert found.p_values[0, 0] == found.adjusted[0, 0] == pytest.approx(coins, abs=1e-12)
    assert flip_test([np.array([[1] * 6 + [-1] * 16])]).p_values[0, 0] == pytest.approx(
        mcnemar_test(6, 16).p_value, abs=1e-12
    )
    assert mcnemar_test(6, 16).p_value == pytest.approx(0.052479, abs=5e-7)


def by_hand(questions):
    """Adjusted p-values as fractions, from the definition: every flip, every set of pairs."""
    signs = list(product([1, -1], repeat=questions[0].shape[1]))

    def sizes(table):  # squared, so that fractions suffice
        squares = [sum(Fraction(x) ** 2 for x in row) for row in table.tolist()]
        return [
            [
                sum(s * Fraction(x) for s, x in zip(flip, row, strict=True)) ** 2 / square
                if square
                else Fraction(0)
                for row, square in zip(table.tolist(), squares, strict=True)
            ]
            for flip in signs
        ]

    def step_down(flipped):
        observed = flipped[0]  # nothing is flipped
        found = []
        for own in observed:
            # Every set of pairs that are not larger than one at least as large as this one.
            shares = [
                Fraction(sum(max(row[k] for k in rest) >= other for row in flipped), len(signs))
                for other in observed
                if other >= own
                for rest in [[k for k, third in enumerate(observed) if third <= other]]
            ]
            found.append(max(shares))
        return found

    each = [sizes(table) for table in questions]
    joint = [
        [max(values) for values in zip(*rows, strict=True)] for rows in zip(*each, strict=True)
    ]
    together = step_down(joint)
    return [[max(p, q) for p, q in zip(step_down(one), together, strict=True)] for one in each]


def test_step_down_is_what_its_definition_says():
    generator = np.random.default_rng(4)
    for columns, cases in ((2, 7), (3, 7), (4, 6)):
        wrong = generator.integers(0, 2, (columns, cases))
        couples = list(combinations(range(columns), 2))
        errors = np.array([wrong[i] - wrong[j] for i, j in couples])
        scores = generator.integers(0, 5, (columns, cases)) * 2
        others = np.array([scores[i] - scores[j] for i, j in couples])
        found = flip_test([errors, others])
        assert found.every_way
        for row, exact in zip(found.adjusted, by_hand([errors, others]), strict=True):
            assert row == pytest.approx([float(p) for p in exact], abs=1e-12)


def test_flips_that_are_drawn_agree_with_all_of_them(monkeypatch):
    generator = np.random.default_rng(5)
    scores = generator.normal(size=(4, 14))
    table = np.array([scores[i] - scores[j] for i, j in combinations(range(4), 2)])
    exact = flip_test([table])
    assert (exact.every_way, exact.repetitions) == (True, 2**14)
    monkeypatch.setattr(flipping, "MOST_WAYS", 0)
    drawn = flip_test([table], 40_000, seed=1)
    errors = np.sqrt(exact.adjusted * (1 - exact.adjusted) / 40_000)
    assert (np.abs(drawn.adjusted - exact.adjusted) <= 4.5 * errors + 3e-5).all()
    assert np.array_equal(drawn.adjusted, flip_test([table], 40_000, seed=1).adjusted)
    assert not np.array_equal(drawn.adjusted, flip_test([table], 40_000, seed=2).adjusted)


def test_cases_that_are_nearly_alike_are_not_taken_for_alike():
    table = np.array([[1.0] * 5 + [1.0001] * 5 + [-1.0] * 3])
    signs = np.array(list(product([1, -1], repeat=13)))
    sums = np.abs(signs @ table[0])
    found = flip_test([table])
    assert found.p_values[0, 0] == (sums >= abs(table.sum()) - 1e-9).mean()
    assert found.repetitions == 9 * 6  # so many of the one kind flipped, so many of the other


def test_too_many_columns_and_cases_are_refused_before_they_fill_the_memory(monkeypatch):
    monkeypatch.setattr(flipping, "MOST_NUMBERS", 100)
    refused("scores must have fewer columns, or fewer cases", flip_test, [np.ones((4, 30))])


def test_close_to_the_level_more_flips_are_made():
    table = np.array([[1.0] * 40 + [-1.0] * 22]) * np.random.default_rng(1).normal(1, 0.01, 62)
    first = flip_test([table], 9_999)
    assert first.is_close(float(first.p_values[0, 0]))
    assert flip_test([table], alpha=float(first.p_values[0, 0])).repetitions == 99_999
    assert flip_test([table], alpha=0.3).repetitions == 9_999
    # Enough to show what is as rare as alpha.
    assert flip_test([table], alpha=1e-4).smallest_p_value <= 1e-4 / 20


def test_the_largest_of_equal_pairs_is_declared_different_as_often_as_promised():
    generator = np.random.default_rng(12)
    files, found = 1_000, 0
    couples = list(combinations(range(5), 2))
    for seed in range(files):
        wrong = (generator.random((5, 30)) < 0.4).astype(int)
        errors = np.array([wrong[i] - wrong[j] for i, j in couples])
        found += flip_test([errors], 199, seed).adjusted.min() <= 0.05
    assert near(found / files, 0.05, files, 3)


# --- Ranks exchanged ------------------------------------------------------------------------------


def test_flipping_signs_is_exchanging_ranks():
    generator = np.random.default_rng(6)
    for _ in range(200):
        truth = np.arange(9) < generator.integers(1, 9)
        both = np.array([generator.permutation(9), generator.permutation(9)])
        (added,) = auc_swaps(truth, both.T, [(0, 1)])
        flipped = generator.random(9) < 0.5
        swapped = np.where(flipped, both[::-1], both)
        difference = auc_of(truth, swapped[0]) - auc_of(truth, swapped[1])
        assert np.where(flipped, -added, added).sum() == pytest.approx(float(difference), abs=1e-12)


def test_with_ties_it_is_the_mean_over_all_ways_to_break_them():
    truth = np.array([1, 0, 1, 0, 0], bool)
    a, b = [2, 2, 2, 1, 1], [3, 2, 1, 2, 2]

    def orders(scores):
        found = []
        for broken in permutations(range(5)):
            ranked = sorted(range(5), key=lambda i: (scores[i], broken[i]))
            found.append([ranked.index(i) for i in range(5)])
        return found

    mean = np.mean(
        [auc_swaps(truth, np.array([x, y]).T, [(0, 1)])[0] for x in orders(a) for y in orders(b)],
        axis=0,
    )
    (added,) = auc_swaps(truth, np.array([a, b]).T, [(0, 1)])
    assert added == pytest.approx(mean, abs=1e-12)
    assert added.sum() == pytest.approx(float(auc_of(truth, a) - auc_of(truth, b)))


def test_the_example_of_delongs_docstring_has_a_p_value_of_one_half():
    (added,) = auc_swaps(TRUTH, np.array([A, B]).T, [(0, 1)])
    reached = sum(
        abs((added * signs).sum()) >= abs(added.sum()) - 1e-12
        for signs in product([1, -1], repeat=10)
    )
    assert Fraction(reached, 2**10) == Fraction(512, 1024)
    found = swap_test(TRUTH, A, B)
    assert found.p_value == 0.5
    assert found.test == "swap test (all exchanges)"
    assert found.effect == pytest.approx(float(auc_of(TRUTH, A) - auc_of(TRUTH, B)))
    assert found.interval == delong_test(TRUTH, A, B).interval
    assert any("too narrow" in note for note in found.notes)


def test_where_luck_may_explain_both_areas_exchanges_do_not_overrule_it():
    # A perfect ranking of 3 + 4 against a constant: all exchanges but two are less extreme, 2/128;
    # but one of 35 rankings is perfect and one the reverse, and there are two columns.
    truth, ranking = [1] * 3 + [0] * 4, [7, 6, 5, 4, 3, 2, 1]
    found = swap_test(truth, ranking, [0] * 7)
    assert found.p_value == pytest.approx(4 / 35)
    assert "a share of 0.016 brings such a difference" in found.sentence()
    declared = 0
    for chosen in combinations(range(7), 3):
        labels = np.isin(np.arange(7), chosen)
        declared += swap_test(labels, ranking, [0] * 7).p_value <= 0.05
    assert declared / 35 <= 0.05


def test_wrong_arguments_are_refused_even_where_every_way_is_listed():
    refused("repetitions must be a whole number from 1", swap_test, TRUTH, A, B, repetitions=0)
    refused("seed must be None, a whole number", swap_test, TRUTH, A, B, seed=-1)


@pytest.mark.parametrize(
    "folds", [(i // 2 for i in range(4)), [1, 1.0, 2, "2"], np.array(["a", "a", "b", "b"])]
)
def test_folds_may_be_written_in_any_honest_form(folds):
    assert prediction_table([1, 0, 1, 0], [0.1, 0.2, 0.3, 0.4], folds=folds).number_of_folds == 2


def test_folds_in_no_order_are_refused():
    for folds in ({1, 2, 3, 4}, {1: "a", 2: "a", 3: "b", 4: "b"}):
        refused("folds must be a list with the fold of each case", prediction_table,
                [1, 0, 1, 0], [0.1, 0.2, 0.3, 0.4], folds=folds)  # fmt: skip


def test_only_the_order_of_scores_matters_and_a_copy_has_nothing_to_compare():
    generator = np.random.default_rng(3)
    truth, a, b = np.arange(60) < 20, generator.random(60), generator.random(60)
    p = swap_test(truth, a, b, repetitions=999).p_value
    assert p == swap_test(truth, np.exp(a), 5 * b - 3, repetitions=999).p_value
    assert p == swap_test(truth, b, a, repetitions=999).p_value
    same = swap_test(truth, a, 2 * a)
    assert (same.p_value, same.effect) == (1.0, 0.0)
    refused("a must", swap_test, truth, a[1:], b)


def test_delong_warns_by_how_much_it_is_off():
    generator = np.random.default_rng(0)

    def notes(positives, negatives):
        truth = np.arange(positives + negatives) < positives
        return " ".join(delong_test(truth, *generator.random((2, truth.size))).notes)

    assert "With 3 positives" in notes(3, 60)
    assert "With 7 negatives" in notes(90, 7)
    assert notes(400, 400) == ""
    shares = [
        float(notes(size, 400).split("in some ")[1].split(" %")[0]) for size in (3, 5, 10, 20)
    ]
    assert shares == sorted(shares, reverse=True)


# --- What a file may claim ------------------------------------------------------------------------


@pytest.mark.parametrize("positives", [3, 4])
def test_on_tiny_files_of_noise_no_more_than_alpha_are_declared_different(positives):
    # Every way to hand out the labels is as likely as any other: a ranking, a constant, calls.
    cases = 2 * positives
    columns = np.array([np.arange(cases), np.ones(cases), np.arange(cases) % 3 == 0], float).T
    found = 0
    for chosen in combinations(range(cases), positives):
        truth = np.isin(np.arange(cases), chosen)
        pairs = judge(prediction_table(truth, columns), threshold=1).pairs
        found += any(pair.auc_differs for pair in pairs)
    assert found / math.comb(cases, positives) <= 0.05


def test_where_luck_is_not_ruled_out_no_two_areas_are_declared_different():
    generator = np.random.default_rng(2)
    declared = 0
    for seed in range(150):
        truth = np.arange(63) < 3
        found = judge(
            prediction_table(truth, generator.random((63, 5))), repetitions=199, seed=seed
        )
        differ = any(pair.auc_differs for pair in found.pairs)
        declared += differ
        assert not differ or found.luck.beyond_luck or found.upside_down
    assert declared / 150 <= 0.05


def test_one_perfect_column_gets_the_verdict_of_assess_best_whatever_the_seed():
    table = prediction_table([1, 1, 1, 0, 0, 0], [0.9, 0.8, 0.7, 0.3, 0.2, 0.1])
    asked = assess_best("auc", 1.0, 3, 3, alpha=0.05)
    assert asked.significant
    for seed in range(100):
        luck = judge(table, seed=seed).luck
        assert (luck.beyond_luck, luck.p_value) == (True, asked.p_value) == (True, 0.05)
        assert luck.decided_by == "exact distribution"
    assert not judge(table, alpha=0.049).luck.beyond_luck


def test_one_column_and_assess_best_never_disagree():
    generator = np.random.default_rng(9)
    for _ in range(60):
        positives, negatives = generator.integers(2, 40, 2).tolist()
        truth = np.arange(positives + negatives) < positives
        table = prediction_table(truth, generator.random(truth.size) + 0.2 * truth)
        for tried in (1, 7):
            luck = judge(table, threshold=0.6, tried=tried, seed=None).luck
            asked = assess_best("auc", luck.auc, positives, negatives, tried, 0.05)
            assert luck.p_value == asked.p_value
            assert luck.beyond_luck == asked.significant


def test_a_tied_column_is_judged_by_its_own_distribution():
    truth = [1] * 3 + [0] * 40
    luck = judge(prediction_table(truth, {"calls": [1] * 12 + [0] * 31}), seed=None).luck
    assert luck.decided_by == "column distribution"
    assert luck.p_value == pytest.approx(math.comb(40, 9) / math.comb(43, 12))


def test_few_cases_and_several_columns_need_no_seed():
    table = prediction_table(
        [1, 1, 1, 0, 0, 0, 0, 0], {"a": [8, 7, 6, 5, 4, 3, 2, 1], "b": [8, 5, 7, 6, 4, 3, 2, 1]}
    )
    p_values = {judge(table, threshold=5, seed=seed).luck.p_value for seed in range(20)}
    # One of C(8, 3) ways is perfect for a, another one for b.
    assert p_values == {2 / 56}
    found = judge(table, threshold=5)
    assert "by listing every way to hand out the labels" in found.sentences()["luck"]
    assert "all 56 possible permutations of the class labels" in found.for_the_paper()["luck"]
    assert "these p-values are exact" in judgement_page(found)


def test_rows_and_columns_may_stand_in_any_order():
    generator = np.random.default_rng(7)
    truth = np.arange(80) < 30
    scores = generator.random((80, 3)) + 0.2 * truth[:, None]
    folds = generator.integers(0, 4, 80)
    names = ["a", "b", "c"]
    for given in (None, folds):
        first = judge(prediction_table(truth, scores, names, folds=given), threshold=0.6)
        rows, columns = generator.permutation(80), [2, 0, 1]
        other = prediction_table(truth[rows], scores[rows][:, columns], [names[k] for k in columns],
                                 folds=None if given is None else folds[rows])  # fmt: skip
        assert set(first.pairs) == set(judge(other, threshold=0.6).pairs)


def test_the_number_of_threads_does_not_matter():
    generator = np.random.default_rng(10)
    truth = np.arange(400) < 90
    table = prediction_table(truth, np.round(generator.random((400, 9)), 2))
    found = []
    for threads in (1, 2):
        with threadpool_limits(threads):
            found.append(judge(table, repetitions=999))
    assert found[0].pairs == found[1].pairs
    assert found[0].luck.p_value == found[1].luck.p_value


# --- Folds ----------------------------------------------------------------------------------------


def cross_validated(generator, cases=60, models=1):
    """Truth, scores and folds of models of noise: along the line from mean to mean of the classes,
    from the middle between them.
    """
    truth = generator.permutation(np.arange(cases) < cases // 2)
    scores, folds = np.empty((cases, models)), generator.permutation(np.arange(cases) % 10)
    for k in range(models):
        features = generator.normal(size=(cases, 5))
        for fold in range(10):
            test = folds == fold
            ours, theirs = (
                features[~test & (truth == side)].mean(axis=0) for side in (True, False)
            )
            shares = np.log(truth[~test].mean() / (1 - truth[~test].mean()))
            scores[test, k] = (features[test] - (ours + theirs) / 2) @ (ours - theirs) + shares
    return truth, 1 / (1 + np.exp(-scores)), folds


def test_pooled_folds_break_the_test_and_folds_that_are_named_do_not():
    generator = np.random.default_rng(1)
    files = 300
    pooled, within = np.zeros(2), np.zeros(2)
    for _ in range(files):
        truth, scores, folds = cross_validated(generator)
        for counts, given in ((pooled, None), (within, folds)):
            (one,) = judge(prediction_table(truth, scores, folds=given)).classifiers
            counts += one.p_value <= 0.05, one.p_value_low <= 0.05
    bound = 0.05 + 2 * math.sqrt(0.05 * 0.95 / files)
    assert pooled[1] / files > bound
    assert (within / files <= bound).all()


def test_two_models_of_noise_differ_too_often_unless_widened():
    generator = np.random.default_rng(2)
    files, plain, widened = 300, 0, 0
    for seed in range(files):
        truth, scores, folds = cross_validated(generator, models=2)
        found = judge(prediction_table(truth, scores, folds=folds), repetitions=199, seed=seed)
        widened += found.pairs[0].differs or found.pairs[0].auc_differs
        swaps = auc_swaps(truth, scores, [(0, 1)], folds)
        plain += flip_test([swaps], 199, seed).p_values[0, 0] <= 0.05
    bound = 0.05 + 2 * math.sqrt(0.05 * 0.95 / files)
    assert plain / files > bound
    assert widened / files <= bound


def test_within_folds_only_cases_of_a_fold_are_compared():
    # In each fold the positive is first; pooled, the second fold lies below the first.
    truth, scores, folds = [1, 0, 0, 1, 0, 0], [9, 8, 7, 3, 2, 1], [1, 1, 1, 2, 2, 2]
    assert judge(prediction_table(truth, scores), threshold=5).luck.auc == 6 / 8
    found = judge(prediction_table(truth, scores), threshold=5, folds=folds)
    assert found.luck.auc == 1
    assert found.classifiers[0].auc_interval is None
    assert found.as_dict()["folds"] == 2
    # Each positive is first in one of three ways. (To be widened does not help here.)
    assert found.luck.p_value == pytest.approx(1 / 9)


def test_a_file_with_folds_asks_for_them_and_says_why(tmp_path):
    file = tmp_path / "cv.csv"
    rows = [f"{int(i % 3 == 0)},{i / 40:.3f},{(i * 7) % 40 / 40:.3f},{i % 4}" for i in range(40)]
    file.write_text("truth,a,b,Fold\n" + "\n".join(rows))
    refused(
        "column 'Fold' says that these are the scores of a cross-validation", read_predictions, file
    )
    refused("logistic regression", read_predictions, file)
    refused("cv.csv but the truth, a, b, Fold; got 'split'", read_predictions, file,
            folds="split")  # fmt: skip
    table = read_predictions(file, folds="Fold")
    assert (table.names, table.number_of_folds) == (("a", "b"), 4)
    found = judge(table)
    assert any("within their 4 folds" in note for note in found.notes)
    assert not missing(judgement_page(found), "ranked, shuffled and compared within folds")
    pooled = judge(read_predictions(example_predictions()))
    assert any("pooled from the folds of a cross-validation" in note for note in pooled.notes)
    assert not missing(judgement_page(pooled), "Was it a cross-validation?", "folds=")


@pytest.mark.parametrize(
    ("name", "is_fold"),
    [("fold", 1), ("CV fold", 1), ("k_fold", 1), ("split", 1), ("cv_split", 1), ("Fold-ID", 1),
     ("outer_fold", 1), ("fold_number", 1), ("cv", 1), ("tenfold", 0), ("manifold", 0)],
)  # fmt: skip
def test_what_people_call_a_fold(name, is_fold, tmp_path):
    file = tmp_path / "cv.csv"
    file.write_text(f"truth,a,{name}\n" + "\n".join(f"{i % 2},0.{i},{i % 3}" for i in range(9)))
    if is_fold:
        refused("scores of a cross-validation", read_predictions, file)
    else:
        assert read_predictions(file).names == ("a", name)


def test_folds_that_are_scores_or_missing_are_refused_by_line(tmp_path):
    file = tmp_path / "cv.csv"
    file.write_text("truth,a,b\n1,0.4,0.5\n0,0.3,0.25\n")
    said = "line 2, column 'b': the fold is '0.5', which looks like a score"
    refused(said, read_predictions, file, folds="b")
    file.write_text("truth,a,group\n1,0.4,x\n0,0.3,\n")
    refused("line 3, column 'group': the fold is missing", read_predictions, file, folds="group")


def test_folds_of_one_class_are_counted_and_no_curve_pools_the_folds():
    truth, scores = np.tile([1, 0, 0, 1, 0, 0, 0, 0, 0], 2), np.arange(18) / 18
    found = judge(prediction_table(truth, {"a": scores, "b": scores**2}), folds=np.arange(18) // 3)
    said = "2 of them hold one class only, and count for errors but not for AUCs"
    assert any(said in note for note in found.notes)
    assert "segments" not in found.for_the_paper()
    assert "ROC curves and" not in judgement_page(found)
    assert "after Nadeau and Bengio (2003)" in found.for_the_paper()["errors"]


def test_within_folds_the_interval_is_as_much_wider_as_the_test():
    generator = np.random.default_rng(4)
    truth = np.arange(200) < 100
    calls = np.where(generator.random((2, 200)) < [[0.2], [0.35]], ~truth, truth).T.astype(float)
    plain = judge(prediction_table(truth, calls)).pairs[0]
    within = judge(prediction_table(truth, calls), folds=np.arange(200) % 5).pairs[0]
    assert (within.low < plain.low, within.high > plain.high) == (True, True)
    assert within.p_value > plain.p_value
    # Five folds: limits 1.5 times as many standard errors away.
    wide = math.erf(1.5 * 1.959964 / math.sqrt(2))
    assert (within.low, within.high) == pytest.approx(
        tango_interval(plain.only_second_wrong, plain.only_first_wrong, 200, wide), abs=1e-6
    )


def test_a_level_that_flips_cannot_reach_is_told():
    generator = np.random.default_rng(5)
    truth = np.arange(60) < 30
    table = prediction_table(truth, generator.random((60, 2)) / 2 + [0.5, 0] * truth[:, None])
    found = judge(table, alpha=0.001, repetitions=99)
    assert any("99 flips cannot show a p-value below 0.01" in note for note in found.notes)
    assert not any("At the margin" in note for note in found.notes)
    rare = judge(table, alpha=1e-5)
    assert rare.pairs[0].auc_differs
    assert not rare.luck.seed_matters


# --- Words ----------------------------------------------------------------------------------------


def test_beyond_luck_says_what_it_means_and_luck_is_one_sided():
    found = judge(read_predictions(example_predictions()))
    words = found.sentences()
    assert "Whether training did it is another question" in words["meaning"]
    assert "(one-sided p = 0.0001 by shuffling" in words["luck"]
    assert "two-sided 95 % interval" in words["luck"]
    assert "one-sided p" in found.for_the_paper()["luck"]
    noise = judge(prediction_table([1, 0] * 20, np.random.default_rng(1).random((40, 2))))
    assert not noise.luck.beyond_luck
    assert "meaning" not in noise.sentences()


def test_a_one_sided_test_beside_an_interval_that_holds_one_half_says_so():
    generator = np.random.default_rng(3)
    truth = np.arange(30) < 12
    while True:
        found = judge(prediction_table(truth, generator.random(30) + 0.2 * truth), threshold=0.6)
        if found.luck.beyond_luck and found.classifiers[0].auc_interval.low < 0.5:
            break
    assert "reaches below 0.5; the test asks about one" in found.sentences()["luck"]


def test_far_below_luck_the_best_score_asks_whether_something_is_reversed():
    low = assess_best("auc", 0.2, 20, 30)
    assert low.p_value_low == pytest.approx(p_value("auc", 0.8, 20, 30))
    assert low.sentence().endswith("are the scores or the labels reversed?")
    assert not assess_best("auc", 0.45, 20, 30).reversed
    # Below the lowest there is, another threshold explains it.
    assert not assess_best("accuracy", 0.3, 20, 30).reversed


@pytest.mark.parametrize(
    ("metric", "said"), [("accuracy", True), ("f_measure", True), ("auc", False)]
)
def test_a_score_at_the_best_threshold_is_called_so(metric, said):
    assert ("at the best threshold" in assess_best(metric, 0.8, 20, 30).sentence()) is said
