"""Mean ranks, what they must reach and their power: the front end has the same numbers."""

import random

import numpy as np
import pytest

from course_lib.common.score_table import score_table
from course_lib.ranks.nemenyi import critical_difference, critical_z, range_tail
from course_lib.ranks.power import mean_ranks_power, rank_difference_law
from course_lib.ranks.ranking import mean_ranks, win_table
from course_lib.ranks.variants import variant_trick

RANKS, RANGE, POWER = "math/ranks.js", "math/studentized_range.js", "math/rank_power.js"
MANY = 10_000


@pytest.fixture(scope="module")
def ranks(front):
    return front(RANKS, POWER)


def furthest(found, expected, relative=False):
    """How far the two are from each other, at worst."""
    found, expected = np.array(found, dtype=float), np.array(expected, dtype=float)
    apart = np.abs(found - expected)
    return float((apart / expected if relative else apart).max())


def test_the_tail_of_the_range(ranks):
    rng = np.random.default_rng(1)
    inputs, expected = [], []
    for algorithms in range(2, 62):
        q = np.concatenate([[0.0, 0.001, 1.0, 10.0], rng.uniform(0, 9, 166)])
        inputs += [(x, algorithms) for x in q.tolist()]
        expected += range_tail(q, algorithms).tolist()
    assert len(inputs) >= MANY
    assert furthest(ranks.call(RANGE, "rangeTail", inputs), expected, relative=True) < 1e-10


def test_what_z_must_reach(ranks):
    rng = random.Random(2)
    levels = [1e-4, 0.001, 0.01, 0.05, 0.1, 0.5, 0.9]
    inputs = [(m, alpha, "nemenyi") for m in range(2, 62) for alpha in levels]
    inputs += [(rng.randint(2, 40), 10 ** rng.uniform(-4, -0.05), "nemenyi") for _ in range(400)]
    plain = ("bonferroni", "bonferroni-dunn", "none")
    while len(inputs) < MANY:
        inputs.append((rng.randint(2, 1000), 10 ** rng.uniform(-6, -0.01), rng.choice(plain)))
    expected = [critical_z(*one) for one in inputs]
    assert furthest(ranks.call(RANKS, "criticalZ", inputs), expected) < 1e-10


def test_critical_differences(ranks):
    rng = random.Random(3)
    methods = ("bonferroni", "nemenyi")
    inputs = [
        (
            rng.randint(2, 30),
            rng.randint(1, 500),
            rng.choice([0.01, 0.05, 0.1]),
            rng.choice(methods),
        )
        for _ in range(MANY)
    ]
    expected = [critical_difference(*one) for one in inputs]
    assert furthest(ranks.call(RANKS, "criticalDifference", inputs), expected) < 1e-10


def test_mean_ranks_in_every_pool(ranks):
    rng = np.random.default_rng(4)
    inputs, expected = [], []
    while len(inputs) < MANY:
        data_sets, algorithms = int(rng.integers(2, 40)), int(rng.integers(2, 7))
        # Few different scores: many ties.
        table = score_table(rng.integers(0, rng.integers(2, 30), (data_sets, algorithms)) / 7)
        up = bool(rng.random() < 0.5)
        wins, ties = win_table(table, up)
        for _ in range(20):
            pool = rng.permutation(algorithms)[: rng.integers(2, algorithms + 1)].tolist()
            inputs.append(((wins.T + ties / 2).tolist(), pool, data_sets))
            names = [table.names[column] for column in pool]
            expected.append(list(mean_ranks(table.subset(names), up).values()))
    assert ranks.call(RANKS, "meanRanks", inputs) == expected


def test_the_trick_with_variants(ranks):
    rng = random.Random(5)
    inputs = [(wins, 20 - wins, 30, 0.05, "bonferroni") for wins in range(21)]
    while len(inputs) < MANY:
        wins, losses = rng.randint(0, 250), rng.randint(2, 250)
        correction = rng.choice(("bonferroni", "nemenyi", "none"))
        inputs.append((wins, losses, rng.randint(0, 12), rng.choice((0.01, 0.05)), correction))
    for one, found in zip(inputs, ranks.call(RANKS, "variantTrick", inputs), strict=True):
        trick = variant_trick(*one)
        assert found["needed"] == trick.needed, one
        assert found["z"] == trick.z.tolist(), one  # nothing but whole numbers and roots
        assert furthest(found["critical"], trick.critical) < 1e-10, one


def means_of_all_kinds(count):
    """As the panel has them, others one apart; and any others."""
    rng = random.Random(6)
    for gap in (0.0, 1.5, 3.0):
        for distance in (-4.0, 0.0, 6.0):
            for others in (1, 8):
                yield [0.0, gap, *(gap + distance + i for i in range(others))]
    yield from ([0.0, 1.5], [1.5, 0.0], [0.0] * 10, [0.0, 1.5, *[1.0] * 8])
    for _ in range(count):
        gap, distance = rng.uniform(0, 3), rng.uniform(-4, 6)
        yield [0.0, gap, *(gap + distance + i for i in range(rng.randint(1, 8)))]
        yield [rng.uniform(-3, 3) for _ in range(rng.randint(2, 10))]


def test_ranks_ahead_and_the_power_of_the_test(ranks):
    all_means = list(means_of_all_kinds(160))
    laws = ranks.call(POWER, "rankDifferenceLaw", [(means,) for means in all_means])
    for means, law in zip(all_means, laws, strict=True):
        assert furthest(law, rank_difference_law(means)) < 1e-12, means
    rng = random.Random(7)
    inputs, expected = [], []
    for means, law in zip(all_means, laws, strict=True):
        for data_sets in (1, 6, 20, 100, *(rng.randint(1, 100) for _ in range(27))):
            alpha = rng.choice((0.001, 0.05, 0.5))
            correction = rng.choice(("none", "none", "bonferroni", "nemenyi"))
            inputs.append((law, data_sets, alpha, correction))
            expected.append(mean_ranks_power(means, data_sets, alpha, correction))
    assert len(inputs) >= MANY
    assert furthest(ranks.call(POWER, "meanRanksPower", inputs), expected) < 1e-10
