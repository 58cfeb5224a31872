"""Models that are right or wrong on the same items: numbers, errors by simulation, words, doors."""

from fractions import Fraction
from itertools import combinations, permutations, product
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binomtest, studentized_range
from threadpoolctl import threadpool_limits

from benchmarks.items import answers, clustered, findings_kind, of_leaders, wrong_claim
from course_lib import (
    adjust_p_values,
    item_table,
    judge_items,
    mcnemar_test,
    tango_interval,
)
from course_lib.common.phrases import listed, points_in_words, shares_in_words
from course_lib.intervals.score import score_statistic
from course_lib.intervals.tango import tango_limits
from course_lib.intervals.wilson import effective_number, wilson_limits
from course_lib.judging.item_pairs import compare_pairs
from course_lib.judging.item_winner import corrected_accuracy
from course_lib.pairs.differences import squared_lengths
from course_lib.pairs.flips import flip_test
from course_lib.pairs.joint import joint_quantile
from course_lib.pairs.mcnemar import exact_p_values
from course_lib.pairs.standing import may_be_best, rank_intervals
from tests.helpers import missing, near, refused


def table_of(both, only_first, only_second, neither):
    """Two models with these four counts."""
    counts = [both, only_first, only_second, neither]
    return {"a": np.repeat([1, 1, 0, 0], counts), "b": np.repeat([1, 0, 1, 0], counts)}


def all_pairs(models):
    return list(combinations(range(models), 2))


SMALL = (np.random.default_rng(3).random((80, 4)) < [0.9, 0.8, 0.75, 0.5]).astype(int)


# --- Pairs ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("counts", [(60, 16, 6, 18), (5, 0, 0, 5), (0, 9, 0, 0), (300, 70, 40, 90)])
def test_two_models_are_mcnemars_exact_test_and_tangos_interval(counts):
    found = judge_items(table_of(*counts))
    (pair,) = found.pairs
    assert (pair.only_first_right, pair.only_second_right) == counts[1:3]
    exact = mcnemar_test(counts[2], counts[1]).p_value
    assert pair.p_value == pytest.approx(exact, abs=1e-12)
    assert pair.adjusted == pytest.approx(exact, abs=1e-12)
    limits = tango_interval(counts[1], counts[2], sum(counts))
    assert (pair.low, pair.high) == pytest.approx(limits, abs=1e-11)
    few = judge_items(table_of(*counts), repetitions=5)
    assert few.pairs[0].adjusted == pair.adjusted
    if counts[1:3] == (16, 6):
        assert pair.adjusted == pytest.approx(0.052479, abs=5e-7)


def test_exact_p_values_are_those_of_mcnemars_test():
    ones, others = np.array(list(product(range(30), repeat=2))).T
    slow = [mcnemar_test(int(b), int(c)).p_value for b, c in zip(ones, others, strict=True)]
    assert exact_p_values(ones, others) == pytest.approx(slow, abs=1e-13)
    assert exact_p_values(np.array([10**9]), np.array([10**9])).tolist() == [1.0]


def by_hand(right):
    """Step-down p-values of all pairs as fractions, from every flip of every item."""
    items, models = right.shape
    pairs = all_pairs(models)
    tables = [[Fraction(int(row[i] - row[j])) for row in right] for i, j in pairs]
    lengths = [sum(x * x for x in table) or Fraction(1) for table in tables]
    flips = [
        [
            sum(s * x for s, x in zip(signs, table, strict=True)) ** 2 / length
            for table, length in zip(tables, lengths, strict=True)
        ]
        for signs in product([1, -1], repeat=items)
    ]
    observed = flips[0]
    order = sorted(range(len(pairs)), key=lambda k: -observed[k])
    found, before = {}, Fraction(0)
    for place, k in enumerate(order):
        rest = order[place:]
        share = Fraction(sum(max(row[r] for r in rest) >= observed[k] for row in flips), len(flips))
        found[pairs[k]] = before = max(before, share)
    return found


@pytest.mark.parametrize("seed", range(4))
def test_corrected_p_values_are_those_of_every_flip(seed):
    right = np.random.default_rng(seed).integers(0, 2, (9, 3))
    found = judge_items(right)
    slow = by_hand(right)
    assert found.flips.every_way
    for pair in found.pairs:
        i, j = sorted("ABC".index(name) for name in (pair.first, pair.second))
        alone = mcnemar_test(int(pair.only_first_right), int(pair.only_second_right)).p_value
        assert pair.adjusted == pytest.approx(max(float(slow[i, j]), alone), abs=1e-12)


def test_flipping_models_is_flipping_pairs():
    for seed, size in ((1, 12), (2, 100)):
        right = (np.random.default_rng(seed).random((5, size)) < 0.6).astype(float)
        couples = all_pairs(5)
        rows = np.array([right[i] - right[j] for i, j in couples])
        by_pair, by_model = flip_test([rows], seed=1), flip_test([right], seed=1, couples=couples)
        assert by_model.every_way == by_pair.every_way == (size == 12)
        tolerance = 1e-12 if by_pair.every_way else 4 * (0.5 / 9_999) ** 0.5  # coins of their own
        assert by_model.adjusted == pytest.approx(by_pair.adjusted, abs=tolerance)
        assert by_model.p_values == pytest.approx(by_pair.p_values, abs=tolerance)


def test_many_items_of_a_kind_are_thrown_at_once():
    # Three models differ in three ways only: 3,000 items are three kinds, with 1,001 ways each.
    right = np.repeat([[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]], [1100, 1000, 950, 500], axis=0)
    found = judge_items(right)
    assert not found.flips.every_way
    for pair in found.pairs:
        flips = found.flips.p_values[0]
        assert min(abs(flips - pair.p_value)) < 4 * (0.25 / found.flips.repetitions) ** 0.5


def test_squared_lengths_lose_no_digits():
    rng = np.random.default_rng(1)
    table = rng.random((3, 50))
    table = np.vstack([table, table[0] + 1e-9 * rng.random(50), table[0]])
    first, second = np.array(all_pairs(5)).T
    slow = [((table[i] - table[j]) ** 2).sum() for i, j in zip(first, second, strict=True)]
    assert squared_lengths(table, first, second) == pytest.approx(slow, rel=1e-9, abs=0)


def test_at_least_as_many_pairs_as_holm():
    for seed in (1, 2, 3):
        found = judge_items(findings_kind(np.random.default_rng(seed)), repetitions=9_999)
        p_values = [pair.p_value for pair in found.pairs]
        by_holm = (adjust_p_values(p_values, "holm") <= 0.05).sum()
        assert 100 < by_holm <= len(found.different) < 150


def test_with_a_control_fewer_pairs_and_no_ranks():
    everything, found = judge_items(SMALL), judge_items(SMALL, control="D")
    assert {pair.second for pair in found.pairs} == {"D"}
    for pair in found.pairs:
        other = everything.pair(pair.first, "D")
        assert (pair.difference, pair.p_value) == (other.difference, other.p_value)
        assert pair.adjusted <= other.adjusted
        assert pair.high - pair.low < other.high - other.low
    assert (found.rank_intervals, found.may_be_best) == ({}, ())
    assert "ranks, and who may be the best, need all pairs" in " ".join(found.notes)
    assert judge_items(SMALL, control=3).control == "D"
    assert judge_items(pd.DataFrame(SMALL), control=3).control == "3"


# --- Intervals ------------------------------------------------------------------------------------


def test_wilsons_interval_is_scipys():
    for right, number in ((8, 10), (0, 7), (7, 7), (812, 1000)):
        values = np.repeat([1, 0], [right, number - right])
        (found,) = judge_items({"a": values}).accuracies
        known = binomtest(right, number).proportion_ci(method="wilson")
        assert (found.low, found.high) == pytest.approx((known.low, known.high), abs=1e-12)
        assert (found.right, found.items, found.effective_items) == (right, number, number)


def test_the_variance_between_clusters_of_one_size_is_that_of_their_means():
    rng = np.random.default_rng(5)
    values = rng.random(40) < np.repeat(rng.random(8), 5)
    values = values.astype(float)
    number, freedom = effective_number(values, np.repeat(np.arange(8), 5))
    means = values.reshape(8, 5).mean(axis=1)
    share = values.mean()
    variance = means.var(ddof=1) / 8
    assert freedom == 7
    assert number == pytest.approx(40 * share * (1 - share) / 39 / variance)
    assert number < 40


def test_effective_numbers_at_the_edges():
    halves = np.tile([0.0, 1.0], 6)
    pairs = np.repeat(np.arange(6), 2)
    # Every cluster has one of two: the totals do not vary, and yet 12 items are no more than 12.
    assert effective_number(halves, pairs).number == pytest.approx(12)
    assert effective_number(np.ones(12), pairs).number == 6
    assert effective_number(np.ones(1), None).number == 1
    # What counts in part varies less than right and wrong with the same mean.
    assert effective_number(np.array([0.4, 0.6, 0.5, 0.5]), None).number > 4
    with_two = judge_items(SMALL, clusters=np.repeat([1, 2], 40)).accuracies[0]
    assert with_two.high - with_two.low > 0.5


def test_joint_quantile_of_independent_scores_is_the_studentized_range():
    for models in (3, 10):
        rows = np.linalg.qr(np.random.default_rng(0).standard_normal((100, models)))[0].T
        known = studentized_range.ppf(0.95, models, 1e7) / np.sqrt(2)
        assert joint_quantile(rows, all_pairs(models), 0.05) == pytest.approx(known, abs=0.03)


def test_limits_of_pairs_are_where_the_score_says():
    rng = np.random.default_rng(8)
    right, clusters = clustered(rng, np.array([0.9, 0.7, 0.6, 0.6]), 30, np.full(30, 4), 0.6)
    table = item_table(right, clusters=clusters)
    couples = all_pairs(4)
    found = compare_pairs(table, couples, 0.05, None, 0)
    totals = np.array([np.bincount(clusters, column) for column in right.T])
    for k, (i, j) in enumerate(couples):
        differences = totals[i] - totals[j]
        b, c = found.only_first[k], found.only_second[k]
        effect = (differences**2).sum() / (b + c)
        assert effect > 1
        counts = [np.asarray(x / effect) for x in (b, c, 120)]
        # At no difference the score is the statistic that is flipped.
        flipped = differences.sum() / np.sqrt((differences**2).sum())
        assert score_statistic(*counts, np.asarray(0.0)) == pytest.approx(flipped)
        for limit, side in ((found.low[k], 1), (found.high[k], -1)):
            score = score_statistic(*counts, np.asarray(limit))
            assert score == pytest.approx(side * found.quantile, abs=1e-6)
    assert 2 < found.quantile < 2.64  # Bonferroni for 6


def test_tango_takes_parts_of_counts():
    whole = tango_interval(9, 3, 32)
    assert tango_limits(*map(np.asarray, (9.0, 3.0, 32.0, 1.959963984540054))) == whole
    b, c, n, z = map(np.array, ([4.5, 0.3], [1.5, 0.0], [16.0, 7.7], [1.96, 2.5]))
    low, high = tango_limits(b, c, n, z)
    assert score_statistic(b, c, n, low) == pytest.approx(z)
    assert score_statistic(b, c, n, high) == pytest.approx(-z)


# --- Evidence is not manufactured -----------------------------------------------------------------


def same_judgement(found, other):
    """The same numbers of pairs, ranks and winner, whatever there is of items."""
    for pair, twin in zip(found.pairs, other.pairs, strict=True):
        for name in ("first", "second", "p_value", "adjusted", "differs", "difference"):
            assert getattr(pair, name) == getattr(twin, name), name
        assert (pair.low, pair.high) == pytest.approx((twin.low, twin.high), abs=1e-9)
    for one, twin in zip(found.accuracies, other.accuracies, strict=True):
        limits = (one.accuracy, one.low, one.high)
        assert limits == pytest.approx((twin.accuracy, twin.low, twin.high), abs=1e-12)
    assert found.rank_intervals == other.rank_intervals
    assert found.may_be_best == other.may_be_best
    assert found.winner.corrected == pytest.approx(other.winner.corrected, abs=1e-12)


@pytest.mark.parametrize("right", [SMALL, findings_kind(np.random.default_rng(4), 8, 400)])
def test_five_copies_of_every_item_change_nothing(right):
    found = judge_items(right)
    items = np.arange(len(right))
    copies = judge_items(np.repeat(right, 5, axis=0), clusters=np.repeat(items, 5))
    same_judgement(found, copies)
    runs = judge_items(
        np.tile(right, (5, 1)), items=np.tile(items, 5), runs=np.repeat(np.arange(5), len(right))
    )
    same_judgement(found, runs)
    assert runs.items.runs == 5
    assert (runs.items.number, copies.items.number) == (len(right), 5 * len(right))
    same_judgement(found, judge_items(right, clusters=items))
    # Taken for items of their own, they would be evidence.
    taken_in = judge_items(np.repeat(right, 5, axis=0))
    assert all(
        taken_in.pair(pair.first, pair.second).p_value < pair.p_value
        for pair in found.pairs
        if pair.p_value < 1
    )


def test_the_order_of_items_and_models_is_no_matter():
    rng = np.random.default_rng(6)
    right = findings_kind(rng, 6, 300)
    frame = pd.DataFrame(right, columns=list("uvwxyz"))
    found = judge_items(frame)
    assert not found.flips.every_way
    shuffled = frame.sample(frac=1, random_state=2).reset_index(drop=True)[list("zxvuwy")]
    other = judge_items(shuffled)
    assert [pair.adjusted for pair in found.pairs] == [pair.adjusted for pair in other.pairs]
    assert found.winner.corrected == other.winner.corrected
    assert found.as_dict() == judge_items(frame).as_dict()


@pytest.mark.parametrize("runs", [1, 3])
def test_the_number_of_threads_does_not_matter(runs):
    right = np.vstack([findings_kind(np.random.default_rng(n), 12, 500) for n in range(runs)])
    items, run = np.tile(np.arange(500), runs), np.repeat(np.arange(runs), 500)
    found = []
    for threads in (1, 2):
        with threadpool_limits(threads):
            found.append(judge_items(right, items=items, runs=run, repetitions=999))
    assert found[0].as_dict() == found[1].as_dict()
    assert found[0].items.whole == (runs == 1)


# --- Errors, by simulation ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("accuracies", "draw"),
    [
        (np.full(8, 0.7), lambda rng, p: (answers(rng, p, 120), None)),
        (np.r_[np.full(4, 0.7), 0.75, 0.8, 0.85, 0.9], lambda rng, p: (answers(rng, p, 120), None)),
        (np.full(5, 0.7), lambda rng, p: clustered(rng, p, 80, rng.integers(1, 9, 80), 0.5)),
        (np.full(5, 0.7), lambda rng, p: clustered(rng, p, 120, np.full(120, 5), 1.0)),
    ],
    ids=["equal", "half equal", "clusters", "copies"],
)
def test_nothing_false_is_claimed_more_often_than_promised(accuracies, draw):
    """No equal pair is declared different, so all rank intervals hold, in 95 % of tables."""
    rng, tables, couples = np.random.default_rng(9), 200, all_pairs(accuracies.size)
    first, second = np.array(couples).T
    true = accuracies[first] - accuracies[second]
    false = held = 0
    for seed in range(tables):
        right, clusters = draw(rng, accuracies)
        found = compare_pairs(item_table(right, clusters=clusters), couples, 0.05, 199, seed)
        false += wrong_claim(found, true)
        held += bool(((found.low <= true + 1e-12) & (true - 1e-12 <= found.high)).all())
    assert false / tables <= 0.05 or near(false / tables, 0.05, tables, 2)
    assert held / tables >= 0.95 or near(held / tables, 0.95, tables, 2)


def test_rank_intervals_hold_for_equal_and_unequal_models():
    accuracies = np.array([0.9, 0.8, 0.8, 0.7, 0.7, 0.5])
    better = (accuracies[:, None] < accuracies).sum(axis=1)
    worse = (accuracies[:, None] > accuracies).sum(axis=1)
    rng, tables, held, narrow = np.random.default_rng(10), 200, 0, 0
    for seed in range(tables):
        found = judge_items(answers(rng, accuracies, 150), repetitions=199, seed=seed)
        ranks = np.array(list(found.rank_intervals.values()))
        # Equals share the ranks from the first to the last of them: all must lie inside.
        held += bool((ranks[:, 0] <= 1 + better).all() and (ranks[:, 1] >= 6 - worse).all())
        narrow += ranks[5].tolist() == [6, 6]
        assert set(found.may_be_best) == {n for n, r in found.rank_intervals.items() if r[0] == 1}
    assert held / tables >= 0.95 or near(held / tables, 0.95, tables, 2)
    assert narrow > tables / 2


def test_the_corrected_winner_is_right_on_average():
    """Ten equal models; the naive score is 4 points too high, and less the mean gap 2 too low."""
    rng, tables, items = np.random.default_rng(11), 200, 100
    off = []
    for seed in range(tables):
        right = answers(rng, np.full(10, 0.7), items)
        off.append((right.mean(axis=0).max(), corrected_accuracy(right, np.ones(items), seed)[0]))
    naive, corrected = np.array(off).T - 0.7
    error = corrected.std() / np.sqrt(tables)
    assert abs(corrected.mean()) < 3 * error < 0.015
    assert naive.mean() > 0.03


def test_the_corrected_winner_is_what_leaving_items_out_gives():
    """All resamples of few items, listed; those with nothing left out do not count."""
    right = np.array([[1, 0, 1], [1, 1, 0], [0, 1, 1], [1, 0, 0], [1, 1, 0]], float)
    inside, outside = [], []
    for drawn in product(range(5), repeat=5):
        left_out = sorted(set(range(5)) - set(drawn))
        if left_out:
            inside.append(right[list(drawn)].mean(axis=0))
            outside.append(right[left_out].mean(axis=0))
    exact = of_leaders(np.array(inside), np.array(outside)).mean()
    found, resamples = corrected_accuracy(right, np.ones(5), 0)
    assert resamples == 1_000
    assert found == pytest.approx(exact, abs=0.03)
    # Always the same winner, or all the same: nothing to correct, and no noise of the resamples.
    leader = np.array([[1, 0], [1, 0.5], [0.5, 0]])
    assert corrected_accuracy(leader, np.ones(3), 0)[0] == pytest.approx(5 / 6, abs=1e-12)
    assert corrected_accuracy(np.ones((1, 2)), np.ones(1), 0) == (None, 0)


# --- Ranks ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_ranks_are_those_of_all_orders_that_fit(seed):
    rng = np.random.default_rng(seed)
    names = "ABCDE"
    shown = [pair for pair in combinations(names, 2) if rng.random() < 0.4]
    orders = [
        order
        for order in permutations(names)
        if all(order.index(first) < order.index(second) for first, second in shown)
    ]
    found = rank_intervals(names, shown)
    transitive = all(
        (a, d) in shown for a, b in shown for c, d in shown if b == c
    )  # fmt: skip
    for name in names:
        ranks = [1 + order.index(name) for order in orders]
        low, high = found[name]
        assert low <= min(ranks) <= max(ranks) <= high
        if transitive:
            assert (low, high) == (min(ranks), max(ranks))
    firsts = {order[0] for order in orders}
    assert firsts <= set(may_be_best(names, shown))
    assert set(may_be_best(names, shown)) == {n for n in names if found[n][0] == 1}


# --- Degenerate tables ----------------------------------------------------------------------------


def test_one_model_one_item_all_right_all_wrong():
    one = judge_items({"a": [1, 0, 1, 1]})
    assert (one.pairs, one.flips, one.may_be_best) == ((), None, ("a",))
    assert one.rank_intervals == {"a": (1, 1)}
    assert (one.winner.corrected, one.winner.accuracy) == (0.75, 0.75)
    assert "a has an accuracy of 75 % on 4 items (95 % interval 30 to 95 %)." in one.sentence()
    item = judge_items([[1, 0]])
    assert (item.pairs[0].adjusted, item.winner.corrected) == (1.0, None)
    for value in (0, 1):
        same = judge_items(np.full((12, 3), value))
        assert same.may_be_best == ("A", "B", "C")
        assert all(pair.adjusted == pair.p_value == 1 for pair in same.pairs)
        assert all(pair.low < 0 < pair.high for pair in same.pairs)
        assert same.winner.shared_by == ("A", "B", "C")
        assert same.winner.corrected == value
    twins = judge_items({"a": SMALL[:, 0], "b": SMALL[:, 0], "c": SMALL[:, 3]})
    assert twins.pair("a", "b").adjusted == 1
    assert twins.winner.corrected == pytest.approx(SMALL[:, 0].mean(), abs=0.002)
    assert "a and b are right and wrong on the very same items." in twins.notes


def test_what_cannot_be_shown_is_said():
    few = judge_items(findings_kind(np.random.default_rng(1), 6, 300), repetitions=10)
    assert not few.different
    assert "10 flips cannot show anything at 5 %: it takes more." in few.notes
    small = judge_items([[1, 0, 0]] * 4)
    assert "Too few items tell the models apart" in " ".join(small.notes)


def test_a_hundred_thousand_disagreements_still_have_an_exact_p_value():
    (pair,) = judge_items(table_of(0, 100_000, 102_000, 5)).pairs
    assert pair.adjusted == pair.p_value == mcnemar_test(100_000, 102_000).p_value < 1e-4


def test_clusters_that_cancel_out_leave_an_interval():
    found = judge_items({"a": [1, 0] * 20, "b": [0, 1] * 20}, clusters=np.repeat(range(20), 2))
    (pair,) = found.pairs
    assert pair.adjusted == 1
    assert pair.high == -pair.low == pytest.approx(tango_interval(20, 20, 40)[1])


def test_partial_credit():
    found = judge_items(SMALL / 2)
    whole = judge_items(SMALL)
    assert "entries of 320 lie between wrong and right" in found.notes[0]
    for pair, twin in zip(found.pairs, whole.pairs, strict=True):
        assert pair.adjusted == twin.adjusted
        assert pair.difference == pytest.approx(twin.difference / 2)
    # Half the size, half the width: what matters is how much it varies.
    pair, twin = found.pairs[-1], whole.pairs[-1]
    assert pair.high - pair.low == pytest.approx((twin.high - twin.low) / 2, rel=0.05)


def test_margin():
    found = judge_items(table_of(500, 200, 100, 200), margin=0.05)
    assert (found.pairs[0].against_margin, found.pairs[0].low > 0.05) == ("beyond", True)
    assert "The difference matters" in found.sentences()["pairs"]
    close = judge_items(table_of(500, 20, 18, 462), margin=0.05)
    assert close.pairs[0].against_margin == "within"
    assert "too small to matter" in close.sentences()["pairs"]
    unclear = judge_items(table_of(50, 20, 10, 20), margin=0.05)
    assert unclear.pairs[0].against_margin == "open"
    assert judge_items(SMALL).pairs[0].against_margin is None
    many = judge_items(SMALL, margin=0.05).sentences()["pairs"]
    assert "Beside a margin of 5 points:" in many


# --- What comes in --------------------------------------------------------------------------------


def test_truth_and_labels_of_any_number_of_classes():
    truth = ["cat", "dog", "cow", "cat", "dog", "cow"]
    said = {"a": ["cat", "dog", "cow", "cat", "Dog ", "dog"], "b": ["cow"] * 6}
    found = item_table(said, truth=truth)
    assert found.right.T.tolist() == [[1, 1, 1, 1, 1, 0], [0, 0, 1, 0, 0, 1]]
    columns = np.array([said["a"], said["b"]]).T
    assert item_table(columns, truth=truth).right.tolist() == found.right.tolist()
    assert item_table(pd.DataFrame(said), truth=pd.Series(truth)).right.tolist() == (
        found.right.tolist()
    )
    assert item_table({"a": [1.0, 0.0, True]}, truth=["1", "0", "1"]).right.all()
    odd = item_table({"a": ["cat", "dog", "owl"] * 2}, truth=truth)
    assert "a answers 'owl', which the truth never is (2 items): counted as wrong." in odd.notes
    assert item_table({"a": ["none", "x"]}, truth=["none", "x"]).right.all()


@pytest.mark.parametrize(
    ("parts", "arguments"),
    [
        (["labels as the truth has them", "never one of them"],
         {"right": {"a": ["x", "y"]}, "truth": ["cat", "dog"]}),
        (["(-1, 1)", "'a' holds 1, 0", "Recode"],
         {"right": {"a": [1, 0, 1]}, "truth": [-1, 1, 1]}),
        (["Probabilities become labels"], {"right": {"a": [0.2, 0.9, 1]}, "truth": [0, 1, 1]}),
        (["truth must have a label for every item", "nan", "row 2"],
         {"right": {"a": [1, 0]}, "truth": [1, np.nan]}),
        (["right ('a') must have a label", "None", "row 1"],
         {"right": {"a": [None, 0]}, "truth": [1, 0]}),
        (["truth must have a label for each item", "3 and 2"],
         {"right": {"a": [1, 0]}, "truth": [1, 0, 1]}),
        ("truth must be a list", {"right": {"a": [1, 0]}, "truth": "cat"}),
        (["got 'yes'", "truth"], {"right": {"a": ["yes", "no"]}}),
        (["got 'yes'", "truth"], {"right": [["yes", "no"]]}),
        (["got 2 for 'B' on item '1'", "truth"], {"right": [[1, 2]]}),
        (["got -1 for 'A'"], {"right": [[-1, 1]]}),
        (["got none for 'B' on item '2' and 1 more"], {"right": [[1, 0], [0, None], [np.nan, 1]]}),
        ("read_items", {"right": "right.csv"}),
        ("table of numbers", {"right": []}),
        ("at least one item", {"right": pd.DataFrame()}),
        (["a 1, b 2"], {"right": {"a": [1], "b": [1, 0]}}),
        (["names must differ"], {"right": [[1, 0]], "names": ["x", "x"]}),
        (["'q' has 2 rows", "runs", "clusters"], {"right": [[1], [0]], "items": ["q", "q"]}),
        (["index of right", "'q' has 2 rows"],
         {"right": pd.DataFrame({"a": [1, 0]}, index=["q", "q"])}),
        (["runs need items"], {"right": [[1], [0]], "runs": [1, 2]}),
        (["item 'q' has run '1' twice"],
         {"right": [[1], [0]], "items": ["q", "q"], "runs": [1, 1]}),
        (["truth must be the same in all rows of an item", "'q'"],
         {"right": [["a"], ["b"]], "truth": ["a", "b"], "items": ["q", "q"], "runs": [1, 2]}),
        (["clusters must be the same in all rows of an item", "'q'"],
         {"right": [[1], [0]], "items": ["q", "q"], "clusters": [1, 2]}),
        (["clusters must be at least 2", "'x'"], {"right": [[1], [0]], "clusters": ["x", "x"]}),
        (["clusters must have an entry for each of the 2 rows; got 3"],
         {"right": [[1], [0]], "clusters": [1, 2, 3]}),
        (["clusters must have a cluster for each row", "None", "row 2"],
         {"right": [[1], [0]], "clusters": [1, None]}),
        (["clusters must be a list"], {"right": [[1], [0]], "clusters": "text"}),
        (["control must be one of 'a'"], {"right": {"a": [1], "b": [0]}, "control": "c"}),
        (["control must be a whole number from 0 to 1"], {"right": [[1, 0]], "control": 2}),
        (["control must have others"], {"right": {"a": [1]}, "control": "a"}),
        (["margin must be a number from 0 to 1"], {"right": [[1, 0]], "margin": 2}),
        (["alpha must be"], {"right": [[1, 0]], "alpha": 1}),
        (["repetitions must be"], {"right": [[1, 0]], "repetitions": 0}),
        (["seed must be"], {"right": [[1, 0]], "seed": -1}),
        (["names must be None"], {"right": item_table([[1, 0]]), "names": ["x", "y"]}),
    ],
)  # fmt: skip
def test_what_is_refused(parts, arguments):
    refused(parts, judge_items, **arguments)


def test_rows_are_matched_by_their_index():
    names = [f"q{number}" for number in range(len(SMALL))]
    frame = pd.DataFrame(SMALL, index=names, columns=list("abcd"))
    groups = pd.Series(np.arange(len(SMALL)) // 4, index=names)
    found = item_table(frame, clusters=groups)
    assert found.items == tuple(names)
    mixed = item_table(frame, clusters=groups.sample(frac=1, random_state=3))
    assert found.clusters.tolist() == mixed.clusters.tolist()
    columns = {"a": frame["a"], "b": frame["b"].sample(frac=1, random_state=3)}
    assert item_table(columns).right.tolist() == SMALL[:, :2].tolist()
    refused(["right and clusters must be about the same cases"], item_table, frame,
            clusters=groups.reset_index(drop=True))  # fmt: skip
    refused(["right['a'] and right['b'] must be about the same cases"], item_table,
            {"a": frame["a"], "b": frame["b"].iloc[1:]})  # fmt: skip
    refused("right and truth must be about the same cases", item_table, frame,
            truth=pd.Series([1] * len(SMALL)))  # fmt: skip


def test_runs_are_averaged():
    found = item_table(
        {"a": [1, 0, 1, 1], "b": [0, 0, 1, 1]},
        items=["q1", "q1", "q2", "q1"],
        runs=[1, 2, 1, 3],
        clusters=["x", "x", "y", "x"],
    )
    assert found.right.round(9).tolist() == [[round(2 / 3, 9), round(1 / 3, 9)], [1, 1]]
    assert (found.items, found.runs, found.clusters.tolist()) == (("q1", "q2"), 3, [0, 1])
    assert "Items have from 1 to 3 runs" in found.notes[0]
    assert found.sentence().startswith(
        "2 models on 2 items in 2 clusters, each the average of up to 3 runs."
    )


# --- Words ----------------------------------------------------------------------------------------


def test_three_findings_come_first():
    found = judge_items(findings_kind(np.random.default_rng(1)), repetitions=1_999)
    words = found.sentences()
    assert list(words)[:3] == ["best", "standing", "pairs"]
    assert (
        missing(
            words["best"], "Of 20 models, ", found.winner.name, "allows for the choice", "flatters"
        )
        == []
    )
    assert f"{len(found.may_be_best)} of 20 models may be the best" in words["standing"]
    assert "Not shown is not equal." in words["standing"]
    assert "two-sided, corrected for all of them, 5 %" in words["pairs"]
    assert found.sentence() == " ".join(words.values())
    assert list(found.for_the_paper()) == ["accuracy", "pairs", "ranks", "winner"]
    assert "step-down procedure of Westfall and Young" in found.for_the_paper()["pairs"]
    rows, pair_rows = found.rows(), found.pair_rows()
    assert [row["name"] for row in rows] == list(found.items.names)
    assert len(pair_rows) == 190
    assert found.to_frame().shape == (20, 9)


def test_words_for_two_and_for_a_control():
    two = judge_items(table_of(60, 16, 6, 18)).sentences()
    assert two["standing"].startswith("a is ahead of b by 10 points, which is not shown to be more")
    assert "two-sided p = 0.052" in two["standing"]
    assert "McNemar's exact test" in two["pairs"]
    clear = judge_items(table_of(600, 160, 60, 180))
    assert clear.sentences()["standing"].startswith("a is right more often than b, by 10.0 points")
    assert clear.heading() == "a is shown to be the best."
    beside = judge_items(SMALL, control="C").sentences()["standing"]
    assert missing(beside, "Compared with C, ", "D is shown to be right less often") == []


def test_a_million_items_are_told_as_far_as_digits_carry():
    right = {"a": np.ones(1_000_000), "b": np.ones(1_000_000)}
    right["a"][:100_000] = 0
    right["b"][:100_500] = 0
    text = judge_items(right).summary()
    assert missing(text, "90.00 %", "89.95 %", "by 0.0500 points") == []
    assert "-0.0" not in text


@pytest.mark.parametrize("error", [0.2, 0.04, 0.012, 0.0003, 1e-7])
def test_shares_are_told_apart_and_never_all_but(error):
    rng = np.random.default_rng(2)
    for _ in range(200):
        shares = [*rng.random(2), *(1 - 10.0 ** -rng.integers(1, 7, 2))]
        rng.shuffle(shares)
        texts = shares_in_words(*shares, error=error)
        assert len(set(texts)) == len(set(shares))
        assert float(texts[0]) not in (0, 100)
        assert all(abs(float(t) / 100 - s) < 1 for t, s in zip(texts, shares, strict=True))
        differences = [share - shares[0] for share in shares]
        points = [float(text) for text in points_in_words(*differences, error=error)]
        assert np.sign(points).tolist() == np.sign(differences).tolist()
        assert "-0" not in points_in_words(0.0, -1e-15, error=error)


def test_lists_in_words():
    assert listed(["a", "b"]) == "a and b"
    assert listed([str(n) for n in range(6)]) == "0, 1, 2, 3, 4 and 5"
    assert listed([str(n) for n in range(7)]) == "0, 1, 2, 3, 4 and 2 more"


def test_wilson_limits_are_where_the_score_says():
    for share, number, z in ((0.3, 17.5, 1.96), (0.999, 1e6, 4.0), (0.5, 2.2, 0.5)):
        for limit in wilson_limits(share, number, z):
            score = (share - limit) / np.sqrt(limit * (1 - limit) / number)
            assert abs(score) == pytest.approx(z)


def test_what_is_handed_over_in_place_of_a_table():
    frame = pd.DataFrame({"id": range(1, 5), "a": [1, 1, 0, 1], "b": [1, 1, 1, 1]})
    found = judge_items(frame)
    assert found.items.names == ("a", "b")
    assert found.notes[0] == "Column 'id' names or counts the rows: it is left out."
    records = [{"a": 1, "b": 0}, {"b": 1, "a": 0}]
    assert item_table(records).right.tolist() == [[1, 0], [0, 1]]
    refused("record 2 has a, the first has a, b", item_table, [records[0], {"a": 1}])
    refused("read_items", item_table, [{"model": "a", "item": 1, "right": 1}])
    refused("read_items", judge_items, Path("right.csv"))


def test_a_table_that_lies_on_its_side():
    turned = np.random.default_rng(0).integers(0, 2, (3, 201))
    refused(["201 models on 3 items", "transposed", "rows='items'"], judge_items, turned)
    assert item_table(turned, rows="items").number == 3
    assert item_table(turned.T).number == 201
    refused("rows", item_table, turned, rows="models")


def test_lopsided_differences_and_one_large_cluster_are_told_of():
    draw = np.random.default_rng(3)
    rare = (draw.random(50) < 0.06).astype(float)
    steady = np.clip(0.06 + draw.normal(0, 0.002, 50), 0, 1)
    assert "lopsided" in " ".join(judge_items({"a": rare, "b": steady}).notes)
    right = {"a": draw.integers(0, 2, 100), "b": draw.integers(0, 2, 100)}
    assert "lopsided" not in " ".join(judge_items(right).notes)
    even, uneven = np.repeat(np.arange(25), 4), np.r_[np.zeros(30, int), np.arange(1, 71) // 2 + 1]
    assert "largest cluster" not in " ".join(judge_items(right, clusters=even).notes)
    assert "The largest cluster holds 30 %" in " ".join(judge_items(right, clusters=uneven).notes)


def test_the_last_sentence_says_whose_interval_it_is():
    right = {"a": [1, 0, 1, 1, 0, 1], "b": [0, 0, 1, 0, 1, 1]}
    plain = judge_items(right).sentences()["data"]
    assert plain == "Each accuracy's own interval is Wilson's, at 95 %."
    runs = judge_items(right, items=list("aabbcc"), runs=[1, 2] * 3).sentences()["data"]
    assert runs.startswith("Up to 2 runs of an item are averaged, and add no items.")
    assert runs.endswith("as would tell as much.")
