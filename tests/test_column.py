"""The distribution of one column's AUC when the truth is shuffled, ties as they are."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from statistics import NormalDist

import numpy as np
import pytest
from scipy.stats import hypergeom

from course_lib import null_distribution
from course_lib.chance import column as module
from course_lib.chance.column import ColumnDistribution, column_distribution
from course_lib.chance.shuffle import shuffle_test
from tests.helpers import exact_auc


def luck_of(scores, positives):
    """The distribution of a column, so many of whose cases are positive, whichever."""
    return column_distribution(np.asarray(scores), np.arange(len(scores)) < positives)


def enumerated(scores, positives):
    """How often each AUC occurs over all ways to choose the positives."""
    found = Counter()
    for chosen in combinations(range(len(scores)), positives):
        others = [score for i, score in enumerate(scores) if i not in chosen]
        found[exact_auc([scores[i] for i in chosen], others)] += 1
    return found


@pytest.mark.parametrize("positives", [1, 2, 4, 6, 8])
@pytest.mark.parametrize(
    "scores",
    [
        [1, 2, 3, 4, 5, 6, 7, 8, 9],
        [0, 0, 0, 0, 0, 1, 1, 1, 2],
        [0, 0, 0, 0, 0, 0, 0, 0, 1],
        [3, 3, 3, 3, 3, 3, 3, 3, 3],
        [0.5, 0.1, 0.1, 0.7, 0.7, 0.7, 0.2, 0.9, 0.9],
    ],
)
def test_every_way_to_hand_out_the_labels_is_counted(scores, positives):
    ways = enumerated(scores, positives)
    total = sum(ways.values())
    own = luck_of(scores, positives)
    assert own.exact
    for auc in ways:
        tail = Fraction(sum(n for other, n in ways.items() if other >= auc), total)
        assert own.chance_at_least(float(auc)) == tail
    for level in (0.3, 0.1, 0.05):
        critical = own.critical_value(level)
        exceeded = sum(n for auc, n in ways.items() if float(auc) > critical + 1e-9)
        assert exceeded / total <= level
        reached = sum(n for auc, n in ways.items() if float(auc) >= critical - 1e-9)
        assert reached / total > level


def test_without_ties_it_is_the_exact_distribution():
    exact = null_distribution("auc", 15, 40)
    own = luck_of(np.arange(55), 15)
    for auc in (0.5, 0.61, 0.75, 0.9, 1.0):
        assert float(own.chance_at_least(auc)) == pytest.approx(exact.p_value(auc), rel=1e-9)
    for level in (0.05, 0.001):
        assert own.critical_value(level) == pytest.approx(exact.critical_value(1, level), abs=1e-9)


# --- Large files ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("positives", "negatives"), [(5_000, 5_000), (300, 5_000), (20, 9_000)])
def test_a_large_ranking_agrees_with_the_exact_distribution_far_out(positives, negatives):
    exact = null_distribution("auc", positives, negatives)
    own = luck_of(np.arange(positives + negatives), positives)
    assert not own.exact
    for level in (0.05, 1e-3, 1e-6):
        critical = exact.critical_value(1, level)
        auc = critical + 1 / (positives * negatives)
        assert own.chance_at_least(auc) == pytest.approx(exact.p_value(auc), rel=2e-3)
        assert own.critical_value(level) == pytest.approx(critical, abs=1e-4)


@pytest.mark.parametrize(
    ("cases", "positives", "called"), [(40_000, 4_000, 100), (40_000, 30_000, 2_000)]
)
def test_a_column_of_calls_is_hypergeometric(cases, positives, called):
    own = luck_of(np.arange(cases) < called, positives)
    assert not own.exact
    chances = hypergeom(cases, positives, called)
    for level in (0.3, 0.05, 1e-3, 1e-6, 1e-12):
        count = int(chances.isf(level)) + 1
        auc = (1 + count / positives - (called - count) / (cases - positives)) / 2
        assert own.chance_at_least(auc) == pytest.approx(chances.sf(count - 1), rel=2e-3)
        # One more than is allowed is beyond the critical value, and what is allowed is not.
        step = (1 / positives + 1 / (cases - positives)) / 2
        assert auc - step - 1e-9 <= own.critical_value(level) < auc


def test_the_normal_distribution_would_promise_too_much_for_few_calls():
    # 23 of 100 calls are right, where 10 would be by luck.
    chances = hypergeom(40_000, 4_000, 100)
    z = (22.5 - chances.mean()) / chances.std()
    assert 1 - NormalDist().cdf(z) < chances.sf(22) / 5


def test_a_large_column_with_ties_agrees_with_shuffles():
    generator = np.random.default_rng(6)
    scores = np.maximum(np.round(generator.normal(size=12_000), 1), 1.0)
    own = luck_of(scores, 400)
    assert not own.exact
    found = shuffle_test(np.arange(12_000) < 400, scores[:, None], 4_999, seed=1)
    for share in (0.5, 0.1, 0.02):
        auc = float(np.quantile(found.best_aucs, 1 - share, method="higher"))
        seen = (found.best_aucs >= auc - 1e-9).mean()
        error = np.sqrt(seen * (1 - seen) / 4_999)
        assert own.chance_at_least(auc) == pytest.approx(seen, abs=4 * error)


def test_a_moderate_column_is_the_same_counted_and_approximated(monkeypatch):
    generator = np.random.default_rng(7)
    scores = np.minimum(np.round(generator.exponential(size=90), 1), 2.0)
    counted = luck_of(scores, 30)
    assert counted.exact
    monkeypatch.setattr(module, "_MOST_ADDITIONS", 0)
    rough = luck_of(scores, 30)
    assert not rough.exact
    for auc in (0.45, 0.52, 0.6, 0.7, 0.8):
        tail = float(counted.chance_at_least(auc))
        assert rough.chance_at_least(auc) == pytest.approx(tail, rel=0.02)
    for level in (0.4, 0.05, 1e-4):
        assert rough.critical_value(level) == pytest.approx(counted.critical_value(level), abs=1e-3)


def test_extremes_of_a_large_column():
    scores = np.arange(12_000)
    own = luck_of(scores, 2_000)
    # One way only, and too rare for a float.
    assert 0 < own.chance_at_least(1.0) < Fraction(1, 10**1000)
    called = luck_of(np.arange(12_000) < 5, 4_000)
    perfect = (1 + 5 / 4_000) / 2
    assert not called.exact
    assert called.chance_at_least(perfect) == pytest.approx(
        hypergeom(12_000, 4_000, 5).pmf(5), rel=1e-9
    )
    assert own.chance_at_least(0.0) == 1
    assert own.chance_at_least(0.5) == pytest.approx(0.5, abs=1e-3)
    lazy = luck_of(np.zeros(40_000), 20_000)
    assert isinstance(lazy, ColumnDistribution)
    assert (lazy.chance_at_least(0.5), lazy.chance_at_least(0.51)) == (1, 0)
    assert lazy.critical_value(0.05) == 0.5


# --- Folds ----------------------------------------------------------------------------------------


def ways_within_folds(scores, truth, folds):
    """How often each AUC within folds occurs, over all ways to hand out labels within folds."""
    pairs = {f: truth[folds == f].sum() * (~truth[folds == f]).sum() for f in set(folds)}
    found = Counter({Fraction(0): 1})
    for fold, weight in pairs.items():
        here = [score for score, f in zip(scores, folds, strict=True) if f == fold]
        if weight:
            ways = enumerated(here, int(truth[folds == fold].sum()))
            joined = Counter()
            for (before, n), (auc, m) in product(found.items(), ways.items()):
                joined[before + auc * int(weight)] += n * m
            found = joined
    return {auc / int(sum(pairs.values())): n for auc, n in found.items()}


@pytest.mark.parametrize("levels", [12, 3])
def test_within_folds_every_way_is_counted_and_widened(levels):
    generator = np.random.default_rng(levels)
    folds = np.array([0] * 5 + [1] * 4 + [2] * 3)
    truth = np.array([1, 1, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0], bool)  # the last fold ranks nobody
    scores = generator.integers(levels, size=12) if levels < 12 else generator.permutation(12)
    own = column_distribution(scores, truth, folds)
    assert own.exact
    assert len(own.strata) == 2
    ways = ways_within_folds(scores, truth, folds)
    total = sum(ways.values())
    wide = np.sqrt(1 + 3 / 2)
    for auc in ways:
        tail = Fraction(sum(n for other, n in ways.items() if other >= auc), total)
        assert own.chance_at_least(0.5 + wide * (float(auc) - 0.5)) == tail
    listed = shuffle_test(truth, scores[:, None], 99, folds=folds)
    assert listed.every_way
    assert listed.repetitions == total == 40
    counted = sorted(0.5 + wide * (float(auc) - 0.5) for auc, n in ways.items() for _ in range(n))
    assert listed.best_aucs == pytest.approx(counted, abs=1e-12)


def test_within_folds_counted_and_approximated_agree(monkeypatch):
    generator = np.random.default_rng(8)
    folds = np.repeat(np.arange(5), 24)
    truth = np.tile(np.arange(24) < 9, 5)
    scores = np.round(generator.normal(size=120), 1) + folds
    counted = column_distribution(scores, truth, folds)
    assert counted.exact
    monkeypatch.setattr(module, "_MOST_ADDITIONS", 0)
    rough = column_distribution(scores, truth, folds)
    assert not rough.exact
    for auc in (0.4, 0.5, 0.6, 0.7, 0.8):
        tail = float(counted.chance_at_least(auc))
        assert float(rough.chance_at_least(auc)) == pytest.approx(tail, rel=0.02)
    for level in (0.4, 0.05, 1e-4):
        assert rough.critical_value(level) == pytest.approx(counted.critical_value(level), abs=3e-3)
