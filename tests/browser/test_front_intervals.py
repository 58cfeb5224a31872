"""Intervals, coverage and tests with a margin in the front end are those of the library."""

import random

import numpy as np
import pytest

from course_lib import (
    bootstrap_interval,
    equivalence_test,
    interval_coverage,
    non_inferiority_test,
    paired_difference,
)
from course_lib.intervals.difference import limits_in_words
from course_lib.intervals.methods import interval_by_name

MODULES = ("math/intervals.js", "math/coverage.js", "math/margin.js")
CONFIDENCES = (0.05, 0.5, 0.68, 0.8, 0.9, 0.95, 0.99, 0.999, 0.9999)
FORMULAS = ("tango", "wald", "agresti-min", "newcombe")


@pytest.fixture(scope="module")
def front_end(front):
    return front(*MODULES)


def tables(rng, number, largest):
    """Counts (b, c, n, both right): none discordant, all, on one side only, and everything else."""
    for _ in range(number):
        n = rng.choice((1, 2, rng.randint(1, 30), rng.randint(1, 300), rng.randint(1, largest)))
        b = rng.choice((0, n, rng.randint(0, n), rng.randint(0, n), rng.randint(0, 1 + n // 8)))
        c = rng.choice((0, n - b, rng.randint(0, n - b), rng.randint(0, min(n - b, 1 + n // 8))))
        b, c = rng.choice(((b, c), (c, b)))
        yield b, c, n, rng.randint(0, n - b - c)


@pytest.mark.parametrize("method", FORMULAS)
def test_limits_are_the_same(front_end, method):
    rng = random.Random(21)
    cases = [(*t, rng.choice(CONFIDENCES)) for t in tables(rng, 12_000, 100_000)]
    asked = [[method, b, c, n, level, both] for b, c, n, both, level in cases]
    found = np.array(front_end.call("math/intervals.js", "intervalByName", asked))
    b, c, n, both, level = np.array(cases).T
    expected = np.array(interval_by_name(method, b, c, n, level, both)).T
    assert np.abs(found - expected).max() <= 1e-13
    if method == "tango":  # which sign a limit has is McNemar's verdict, and no matter of rounding
        assert (np.sign(found) == np.sign(expected)).all()
        small = np.abs(expected) < 1e-3
        assert small.sum() > 100
        assert np.allclose(found[small], expected[small], rtol=1e-9, atol=0)


def test_the_bootstrap_without_drawing_is_the_same(front_end):
    rng = random.Random(22)
    every = [(b, c, n, 0) for n in range(1, 13) for b in range(n + 1) for c in range(n + 1 - b)]
    # At the last of them sums of chances equal the level: 0.8^5, 0.9^10, and with 1 of 3 as well.
    ties = (1 - 2 * 0.8**5, 1 - 2 * 0.9**10, 1 - 2 * (2 / 3) ** 3, 1 - 2 * 0.7**5)
    for confidence in (0.5, 0.8, 0.95, 0.999, *ties):
        cases = [*every, *tables(rng, 1500, 600)]
        asked = [[b, c, n, confidence] for b, c, n, _ in cases]
        found = np.array(front_end.call("math/intervals.js", "bootstrapInterval", asked))
        b, c, n, _ = np.array(cases).T
        expected = np.array(bootstrap_interval(b, c, n, confidence, repetitions=None)).T
        assert (found == expected).all()
        assert len(np.unique(expected)) > 500


def test_limits_in_words_are_the_same(front_end):
    rng = random.Random(23)
    asked = [
        [rng.choice((-1, 1)) * 10 ** (-14 * rng.random()), rng.choice((0.0, -0.0, 0.0625, 0.0005))]
        for _ in range(10_000)
    ]
    found = front_end.call("math/intervals.js", "limitsInWords", asked)
    assert found == [limits_in_words(*numbers) for numbers in asked]


SENTENCE = """([name, module, cases, more]) =>
    cases.map(asked => window.front[module][name](...asked).sentence(...more))"""


def test_differences_say_the_same(front_end):
    rng = random.Random(24)
    asked, expected = [], []
    for b, c, n, both in tables(rng, 10_000, 5000):
        method, confidence = rng.choice(FORMULAS), rng.choice(CONFIDENCES)
        asked.append([b, c, n, method, confidence, both])
        right = {"both_right": both} if method == "newcombe" else {}
        expected.append(paired_difference(b, c, n, method, confidence, **right).sentence())
    found = front_end.page.evaluate(SENTENCE, ["pairedDifference", "math/intervals.js", asked, []])
    assert found == expected
    for phrase in ("no width", "leaves [-1, 1]", "and holds 0", "does not hold 0"):
        assert sum(phrase in sentence for sentence in expected) > 50


# --- Tests with a margin ----------------------------------------------------------------------

NAMES = {"nonInferiorityTest": non_inferiority_test, "equivalenceTest": equivalence_test}
NUMBERS = """([name, cases]) => cases.map(asked => {
    const found = window.front["math/margin.js"][name](...asked);
    return [String(found.statistic), found.pValue, ...Object.values(found.facts())];
})"""


def close(found, expected):
    return found == expected or abs(found - expected) <= 1e-10 * abs(expected) + 1e-300


@pytest.mark.parametrize("name", NAMES)
def test_tests_with_a_margin_say_the_same(front_end, name):
    rng = random.Random(25)
    asked = [
        [b, c, n, rng.choice((0.0, 0.01, 0.05, 0.1, 0.25, 0.3, round(rng.random() * 0.99, 3)))]
        for b, c, n, _ in tables(rng, 10_000, 2000)
    ]
    tests = [NAMES[name](*case) for case in asked]
    for case, test, ours in zip(
        asked, tests, front_end.page.evaluate(NUMBERS, [name, asked]), strict=True
    ):
        assert close(float(ours[0].replace("Infinity", "inf")), test.statistic), case
        assert close(ours[1], test.p_value), case
        assert ours[2:] == list(test.facts().values()), case
    for alpha, number in ((0.05, 10_000), (0.01, 1000), (0.5, 1000), (0.7, 1000)):
        some = [name, "math/margin.js", asked[:number], [alpha]]
        found = front_end.page.evaluate(SENTENCE, some)
        assert found == [test.sentence(alpha) for test in tests[:number]]


@pytest.mark.parametrize("name", NAMES)
def test_exact_tests_with_a_margin_say_the_same(front_end, name):
    rng = random.Random(26)
    asked = [
        [b, c, n, rng.choice((0.0, 0.05, 0.1, 0.3)), "exact"]
        for b, c, n, _ in tables(rng, 150, 120)
        if n <= 120
    ]
    assert len(asked) > 100
    asked.append([0, 1, 44, 0.1, "exact"])  # significant by the score, and not exactly
    tests = [NAMES[name](*case) for case in asked]
    for case, test, ours in zip(
        asked, tests, front_end.page.evaluate(NUMBERS, [name, asked]), strict=True
    ):
        assert close(ours[1], test.p_value), (case, ours, test.p_value)
    found = front_end.page.evaluate(SENTENCE, [name, "math/margin.js", asked, [0.05]])
    expected = [test.sentence(0.05) for test in tests]
    assert found == expected
    assert any("parts here" in sentence for sentence in expected)


# --- Coverage ---------------------------------------------------------------------------------


def chances(rng, number):
    """Chances of a b and of a c: none, all, round ones, any."""
    steps = [i / 40 for i in range(41)]
    for _ in range(number):
        b = rng.choice((0.0, 1.0, 0.05, rng.choice(steps), rng.choice(steps), rng.random()))
        c = rng.choice((0.0, 1 - b, rng.choice(steps), rng.random(), (1 - b) * rng.random()))
        yield b, min(c, 1 - b)


@pytest.mark.parametrize("method", ["tango", "wald", "agresti-min", "bootstrap"])
def test_coverage_is_the_same(front_end, method):
    rng = random.Random(27)
    for n in (1, 2, 7, 20, 41, 60, 150):
        for confidence in (0.8, 0.95, 0.99):
            pairs = list(chances(rng, 120))
            asked = [[n, b, c, method, confidence] for b, c in pairs]
            found = front_end.call("math/coverage.js", "intervalCoverage", asked)
            b, c = np.array(pairs).T
            expected = interval_coverage(n, b, c, method, confidence)
            assert np.abs(np.array(found) - expected).max() <= 1e-10
            assert np.ptp(expected) > 0.01


@pytest.mark.parametrize("method", ["tango", "wald", "agresti-min", "bootstrap"])
def test_maps_of_coverage_are_the_same(front_end, method):
    shares = [i / 40 for i in range(41)]
    for n in (10, 60):
        (found,) = front_end.call("math/coverage.js", "coverageMap", [[n, shares, method, 0.95]])
        found = np.array(found, dtype=float).reshape(41, 41)
        b, c = np.meshgrid(shares, shares, indexing="ij")
        inside = b + c <= 1 + 1e-12
        assert (np.isnan(found) == ~inside).all()
        expected = interval_coverage(n, b[inside], np.minimum(c, 1 - b)[inside], method, 0.95)
        assert np.abs(found[inside] - expected).max() <= 1e-10
