"""The front end writes numbers, and speaks of them, to the letter as Python does."""

import random
import struct

import pytest

from course_lib.common import phrases

MODULE = "words.js"
MANY = 12_000


@pytest.fixture(scope="module")
def words(front):
    return front(MODULE)


def say_the_same(words, name, python, inputs):
    """Compare the function of the front end with Python's on all inputs."""
    inputs = list(inputs)
    assert len(inputs) >= 10_000
    found = words.call(MODULE, name, inputs)
    wrong = [
        (one, theirs, ours)
        for one, theirs in zip(inputs, found, strict=True)
        if theirs != (ours := python(*one))
    ]
    assert not wrong, f"{name}: {len(wrong)} of {len(inputs)} differ, such as {wrong[:5]}"


def numbers(seed, count=MANY):
    """Numbers of all kinds, the awkward ones first: ties, ends of the range, both zeros."""
    rng = random.Random(seed)
    awkward = [0.0, -0.0, 1.0, -1.0, 0.5, 1.5, 2.5, 9.5, 99.5, 0.05, 1e21, 1e22, 1e23, -1e21]
    awkward += [5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 1e-5, 1e-4, 0.0001234]
    awkward += [9.5e-5, 99999.5, 999999.5, 9999995.0, 1e15, 1e16, 123456789012345680.0, 0.1, 0.3]
    awkward += [float("inf"), float("-inf"), float("nan")]
    kinds = [
        lambda: rng.random(),
        lambda: rng.uniform(-100, 100),
        lambda: rng.randrange(-(2**20), 2**20) / 2 ** rng.randrange(21),  # ties
        lambda: (2 * rng.randrange(2**30) + 1) / 2 ** rng.randrange(1, 14),
        lambda: 5.0 * rng.randrange(10**6) * 10 ** rng.randrange(12),  # ties of tens, hundreds
        lambda: round(rng.random(), rng.randrange(1, 7)),
        lambda: float(10 ** rng.randrange(20) - rng.choice([0.5, 5, 50, 1e-3, 1e-9])),
        lambda: rng.choice([-1, 1]) * 10 ** rng.uniform(-320, 308),
        lambda: struct.unpack("d", struct.pack("Q", rng.getrandbits(64)))[0],
        lambda: float(rng.randrange(-(10**9), 10**9)),
    ]
    return awkward + [kinds[i % len(kinds)]() for i in range(count)]


def finite(seed, count=MANY):
    return [x for x in numbers(seed, count) if x - x == 0]


def shares(seed, count=MANY):
    """From 0 to 1, many of them close to an end or with few digits."""
    rng = random.Random(seed)
    kinds = [
        lambda: rng.random(),
        lambda: rng.randrange(1, 1000) / 1000,
        lambda: 10 ** -rng.uniform(0, 18),
        lambda: 1 - 10 ** -rng.uniform(0, 16),
        lambda: rng.randrange(2**16) / 2**16,
    ]
    return [0.0, 1.0, 0.5, 1e-300, 5e-324] + [kinds[i % 5]() for i in range(count)]


def with_places(values, seed, lowest, highest):
    rng = random.Random(seed)
    return [(x, rng.randint(lowest, highest)) for x in values]


def test_significant_digits(words):
    inputs = with_places(numbers(1, 40_000), 2, 0, 17)
    say_the_same(words, "general", lambda x, digits: f"{x:.{digits}g}", inputs)


def test_decimals(words):
    inputs = with_places(numbers(3, 40_000), 4, 0, 15)
    say_the_same(words, "decimals", lambda x, places: f"{x:.{places}f}", inputs)


def test_decimals_with_a_sign(words):
    inputs = with_places(numbers(5), 6, 0, 15)
    say_the_same(words, "signed", lambda x, places: f"{x:+.{places}f}", inputs)


def test_rounding(words):
    inputs = with_places(finite(7, 40_000), 8, 0, 15)
    # Past 2^53 a whole float comes back in other digits than Python's: compared as a float.
    found = words.call(MODULE, "round", inputs)
    wrong = [x for x, y in zip(inputs, found, strict=True) if float(y) != round(*x)]
    assert not wrong, f"{len(wrong)} of {len(inputs)} differ, such as {wrong[:5]}"


def test_rounding_to_whole_numbers(words):
    inputs = [(x,) for x in finite(9, 20_000) if abs(x) < 2**53]
    say_the_same(words, "round", round, inputs)


def test_thousands(words):
    rng = random.Random(10)
    whole = [0, 1, 999, 1000, -1000, 10**6, 2**53] + [
        rng.randrange(10 ** rng.randrange(1, 16)) * rng.choice([1, 1, -1]) for _ in range(MANY)
    ]
    say_the_same(words, "grouped", lambda n: f"{n:,}", [(n,) for n in whole])


def test_thousands_with_decimals(words):
    inputs = with_places([x + 0.0 for x in finite(11)], 12, 0, 6)
    say_the_same(words, "grouped", lambda x, places: f"{x:,.{places}f}", inputs)


def test_counted(words):
    rng = random.Random(13)
    inputs = [(rng.randrange(10 ** rng.randrange(1, 10)), "case") for _ in range(MANY)]
    say_the_same(words, "counted", phrases.counted, inputs)


def test_levels(words):
    say_the_same(words, "percent", phrases.percent, [(x,) for x in shares(14)])


@pytest.mark.parametrize(
    ("name", "python"),
    [("pInWords", phrases.p_in_words), ("pAlone", phrases.p_alone)],
)
def test_p_values(words, name, python):
    rng = random.Random(15)
    levels = [0.05, 0.01, 0.1, 0.001, 0.05 / 3, 1e-4, 1e-5, 0.5]
    inputs = []
    for p in shares(16, 16_000):
        alpha = rng.choice(levels)
        near = alpha * (1 + rng.choice([-1, 0, 1]) * 10 ** -rng.uniform(1, 17))
        inputs.append((rng.choice([p, near, p * 1e-290]), alpha))
    say_the_same(words, name, python, inputs)


def test_without_the_sign_of_a_zero(words):
    say_the_same(words, "fixed", phrases.fixed, with_places(finite(17, 20_000), 18, 0, 10))


def few_scores(seed, count=MANY):
    """One to five scores; some equal, some almost."""
    rng = random.Random(seed)
    for _ in range(count):
        scores = [rng.choice([rng.random(), rng.randrange(101) / 100, 0.0, 1.0])]
        for _ in range(rng.randrange(5)):
            near = rng.choice(scores) + rng.choice([-1, 0, 1]) * 10 ** -rng.uniform(1, 14)
            scores.append(rng.choice([rng.random(), rng.choice(scores), near, 7, 10]))
        yield scores


def test_scores_told_apart(words):
    inputs = [(scores,) for scores in few_scores(20)]
    say_the_same(words, "toldApart", lambda scores: phrases.told_apart(*scores), inputs)


def test_scores_apart(words):
    rng = random.Random(21)
    inputs = [(scores, rng.randrange(5)) for scores in few_scores(22)]

    def python(scores, places):
        return phrases.scores_apart(*scores, decimals=places)

    say_the_same(words, "scoresApart", python, inputs)


def test_lists(words):
    rng = random.Random(28)
    inputs = []
    for _ in range(MANY):
        texts = [rng.choice("abcdefg") * rng.randrange(1, 4) for _ in range(rng.randrange(1, 15))]
        inputs.append((texts, rng.randrange(1, 8)))
    inputs.append((["a"] * 2000, 5))
    say_the_same(words, "listed", phrases.listed, inputs)
