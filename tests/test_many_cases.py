"""Very many cases: what is drawn from a normal limit is what flips and shuffles come to."""

from itertools import combinations, product

import numpy as np
import pytest
from scipy.stats import binom, hypergeom, norm

from course_lib import judge, prediction_table, swap_test
from course_lib.chance import shuffle
from course_lib.chance.normal_sums import NormalSums
from course_lib.chance.shuffle import shuffle_test
from course_lib.common.normals import root_of
from course_lib.pairs import flip_sums, flips, questions
from course_lib.pairs.flips import flip_test
from course_lib.pairs.questions import Differences, Moments, Table
from course_lib.roc.swaps import AucSwaps, auc_swaps
from tests.helpers import refused

CASES = 30_000


def some_predictions(cases=CASES, seed=1, share=0.3):
    """Three classifiers that are much alike, one of them of labels only."""
    generator = np.random.default_rng(seed)
    truth = generator.random(cases) < share
    common = generator.normal(size=cases)
    noise = generator.normal(size=(3, cases))
    scores = np.array([1, 1.01, 1.02])[:, None] * truth + common + noise
    scores[2] = scores[2] > np.median(scores[2])
    return truth, scores.T


def same_chance(p, q, draws):
    """Shares of so many draws each, within five standard errors of their difference."""
    p, q = np.asarray(p), np.asarray(q)
    error = np.sqrt((p * (1 - p) + q * (1 - q)) / draws)
    return bool((np.abs(p - q) <= 5 * error + 2 / draws).all())


# --- The limit ------------------------------------------------------------------------------------


def chance_of_flips(added, at_least):
    """P(|sum| >= at_least) exactly: how whole numbers with random signs add up, by convolution."""
    values, counts = np.unique(np.abs(added), return_counts=True)
    size = 1 << int(np.ceil(np.log2(2 * values @ counts + 2)))
    angle = 2 * np.pi * np.arange(size) / size
    wave = np.prod([np.cos(v * angle) ** int(c) for v, c in zip(values, counts, strict=True)], 0)
    chances = np.fft.ifft(wave).real
    sums = np.fft.fftfreq(size, 1 / size).round()
    return chances[np.abs(sums) >= at_least].sum()


@pytest.mark.parametrize(
    ("added", "most"),
    [
        (np.ones(10_000, int), 0.005),
        (np.repeat([1, 3], [30_000, 8_000]), 0.005),
        (np.repeat([1, 2, 4, 8], [9_000, 8_000, 7_000, 9_000]), 0.005),
        # The least that a case adds is no step here: half of it is more than half a step.
        (np.repeat([2, 3], [8_000, 8_000]), 0.03),
    ],
)
def test_where_no_case_weighs_much_p_is_too_high_by_a_trifle(added, most):
    """As the text of `LITTLE` promises, to p = 0.000001."""
    own = Moments.of(Table(added[None]))
    assert (added**2).max() / own.lengths[0] ** 2 <= 1.0001 * flip_sums.LITTLE
    for z in (1.0, 1.96, 2.6, 3.3, 3.9, 4.4, 4.9):
        reached = int(z * own.lengths[0])
        reached += (added.sum() - reached) % 2  # a flip changes the sum by an even number
        exact = chance_of_flips(added, reached)
        normal = 2 * norm.sf((reached - own.smallest[0]) / own.lengths[0])
        assert -1e-4 <= normal / exact - 1 <= most


def test_with_many_cases_a_pair_has_the_p_value_of_mcnemar():
    for only_a, only_b in ((12_000, 12_300), (20_000, 20_500), (300, 350)):
        table = np.repeat([[1, -1, 0]], [only_a, only_b, 7_000], axis=1).astype(np.int8)
        generator = np.random.default_rng(1)
        table = np.concatenate([table, generator.choice([-1, 0, 1], (1, table.shape[1]))])
        if table.shape[1] <= flips.MANY_CASES:
            table = np.pad(table, ((0, 0), (0, flips.MANY_CASES)), mode="wrap")
            only_a, only_b = ((table[0] == sign).sum() for sign in (1, -1))
        found = flip_test([table], 99_999)
        exact = 2 * binom.cdf(min(only_a, only_b), only_a + only_b, 0.5)
        assert found.normal
        assert not found.every_way
        assert same_chance(found.p_values[0, 0], exact, 99_999)
        assert same_chance(found.adjusted[0].min(), 1 - (1 - found.p_values.min()) ** 2, 40_000)


def test_the_limit_is_what_real_flips_come_to(monkeypatch):
    truth, scores = some_predictions()
    wrong = ((scores > [1, 1, 0.5]) != truth[:, None]).astype(np.int8)
    couples = list(combinations(range(3), 2))
    asked = [Differences(wrong.T, couples), AucSwaps(truth, scores, couples)]
    limit = flip_test(asked, 9_999)
    monkeypatch.setattr(flips, "MANY_CASES", CASES)
    real = flip_test(asked, 4_999)
    monkeypatch.setattr(questions, "KEPT", 0)
    by_cases = flip_test(asked, 4_999)
    assert (limit.normal, real.normal, by_cases.normal) == (True, False, False)
    for other in (real, by_cases):
        assert same_chance(limit.p_values, other.p_values, 4_999)
        assert same_chance(limit.adjusted, other.adjusted, 4_999)
        # How often the largest of all is as large as the other's critical value.
        for alpha in (0.2, 0.05, 0.01):
            share = (limit.largest >= other.critical_value(alpha)).mean()
            assert same_chance(share, alpha, 4_999)
    assert "drawn from their normal limit" in limit.how
    assert real.how == by_cases.how == "4,999 sign flips"


def test_cases_that_weigh_much_are_flipped_whatever_the_others_are():
    """A pair with 40 cases among 60,000: its sums go in steps, and keep their exact chances."""
    generator = np.random.default_rng(3)
    table = np.zeros((2, 60_000))
    table[0] = generator.normal(size=60_000)
    table[1, 500:540] = [1] * 26 + [-1] * 14
    found = flip_test([table], 99_999)
    exact = 2 * binom.cdf(14, 40, 0.5)
    assert found.normal
    assert same_chance(found.p_values[0, 1], exact, 99_999)
    # And if no other case adds anything, every way can still be listed.
    few = flip_test([np.pad([[1] * 6 + [-1] * 16], ((0, 0), (0, 50_000)))])
    assert (few.every_way, few.normal) == (True, False)
    assert few.p_values[0, 0] == pytest.approx(2 * binom.cdf(6, 22, 0.5))


def test_a_pair_that_never_differs_is_never_declared_different():
    table = np.zeros((2, 40_000))
    table[1] = np.random.default_rng(2).normal(0.02, 1, 40_000)
    found = flip_test([table], 999)
    assert found.p_values[0, 0] == found.adjusted[0, 0] == 1
    assert found.adjusted[0, 1] < 0.05


def test_swaps_of_some_cases_are_those_of_all():
    truth, scores = some_predictions(400)
    folds = np.arange(400) // 50
    couples = list(combinations(range(3), 2))
    for given in (None, folds):
        whole = auc_swaps(truth, scores, couples, given)
        question = AucSwaps(truth, scores, couples, given)
        some = np.array([3, 77, 300])
        assert np.array_equal(question.block(some), whole[:, some])
        assert np.array_equal(question.block(slice(10, 90)), whole[:, 10:90])
    assert np.array_equal(
        Differences(scores.T, couples).block(slice(5, 8)),
        np.array([scores[5:8, i] - scores[5:8, j] for i, j in couples]),
    )


def test_deviates_vary_together_as_they_should():
    generator = np.random.default_rng(4)
    table = generator.normal(size=(3, 5))
    rows = np.array([table[0], table[1], table[0] - table[1], table[2], 0 * table[0]])
    covariance = rows @ rows.T
    root = root_of(covariance)
    assert root.shape == (5, 3)
    assert root @ root.T == pytest.approx(covariance)


# --- Shuffles -------------------------------------------------------------------------------------


def test_moments_of_shuffled_sums_are_those_of_all_ways():
    """Two folds, in each of which labels change places; all ways listed."""
    generator = np.random.default_rng(5)
    parts = []
    for cases, positives in ((7, 3), (6, 2)):
        scores = generator.integers(0, 4, (cases, 2)).astype(float)
        parts.append(shuffle._Fold.of(np.arange(cases) < positives, scores))
    each = [
        [part.twice_ranks[list(chosen)].sum(axis=0) for chosen in combinations(range(n), k)]
        for part, n, k in zip(parts, (7, 6), (3, 2), strict=True)
    ]
    sums = np.array([a + b for a, b in product(*each)])
    found = NormalSums.of(parts)
    centred = sums - sums.mean(axis=0)
    variances = (centred**2).mean(axis=0)
    assert found.means == pytest.approx(sums.mean(axis=0))
    correlation = np.corrcoef(sums.T)
    assert found.root @ found.root.T == pytest.approx(correlation)
    assert found.deviations**2 == pytest.approx(variances)
    assert found.skewness == pytest.approx((centred**3).mean(axis=0) / variances**1.5)
    # Cumulants of independent folds add up; fourth moments do not.
    assert found.kurtosis == pytest.approx((centred**4).mean(axis=0) / variances**2 - 3)


def test_the_limit_is_what_real_shuffles_come_to(monkeypatch):
    truth, scores = some_predictions(seed=6)
    shuffled = np.random.default_rng(7).permutation(truth)  # so that p-values are neither 0 nor 1
    limit = shuffle_test(shuffled, scores, 9_999)
    monkeypatch.setattr(shuffle, "NORMAL_CASES", CASES)
    real = shuffle_test(shuffled, scores, 1_999)
    assert (limit.normal, real.normal) == (True, False)
    assert same_chance(limit.p_values, real.p_values, 1_999)
    assert same_chance(limit.p_values_low, real.p_values_low, 1_999)
    for alpha in (0.3, 0.1, 0.02):
        share = (limit.best_aucs > real.critical_value(alpha)).mean()
        assert same_chance(share, alpha, 1_999)


def test_of_labels_only_shuffling_is_drawing_from_an_urn():
    called = np.repeat([1.0, 0.0], [20_000, 40_000])
    for hits in (10_050, 10_130, 10_250):
        truth = np.zeros(60_000, bool)
        truth[:hits] = truth[20_000 : 20_000 + 30_000 - hits] = True
        found = shuffle_test(truth, called[:, None], 99_999)
        assert found.normal
        exact = hypergeom.sf(hits - 1, 60_000, 20_000, 30_000)
        assert same_chance(found.p_values[0], exact, 99_999)
        assert same_chance(found.p_values_low[0], 1 - hypergeom.sf(hits, 60_000, 20_000, 30_000),
                           99_999)  # fmt: skip


def test_what_is_not_normal_is_shuffled():
    """Few cases that are called positive, or few that are: as from an urn, and nothing else."""
    called = np.zeros(30_000)
    called[:30] = 1
    for positives, hits in ((9_000, 14), (300, 2), (29_500, 30)):
        truth = np.zeros(30_000, bool)
        truth[:hits] = truth[30 : 30 + positives - hits] = True
        found = shuffle_test(truth, called[:, None], 1_999)
        assert not found.normal
        exact = hypergeom.sf(hits - 1, 30_000, 30, positives)
        assert same_chance(found.p_values[0], exact, 1_999)


# --- The whole ------------------------------------------------------------------------------------


def test_a_judgement_of_many_cases_says_what_was_drawn():
    truth, scores = some_predictions()
    table = prediction_table(truth, scores, ["tree", "forest", "labels"])
    found = judge(table, threshold=0.5)
    assert found.flips.normal
    assert found.luck.shuffled.normal
    words, paper = " ".join(found.sentences().values()), found.for_the_paper()
    assert "9,999 sign flips, drawn from their normal limit" in words
    assert "by shuffling the truth in its normal limit, the least that 9,999 draws" in words
    assert "permutations of the class labels, drawn from their normal limit" in paper["luck"]
    assert "9,999 sign flips, drawn from their normal limit, two-sided" in paper["errors"]
    test = swap_test(truth, scores[:, 0], scores[:, 1])
    assert "exchanges, drawn from their normal limit" in test.sentence()
    few = prediction_table(truth[:500], scores[:500], ["tree", "forest", "labels"])
    assert "normal limit" not in " ".join(judge(few, threshold=0.5).sentences().values())


def test_what_would_take_hours_is_refused(monkeypatch):
    monkeypatch.setattr(flips, "_HOURS", 1e6)
    refused("fewer columns, or fewer cases", flip_test, [np.ones((4, 300))])
