"""The tests of two classifiers in the front end: the same numbers and words as Python's."""

import math
import random
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from scipy import special, stats

from course_lib.pairs.comparison_plan import disagreement_limits, one_way, plan_comparison
from course_lib.pairs.mcnemar import METHODS, mcnemar_test
from course_lib.pairs.overlap import exact_p, smallest_lead, tipping_point
from course_lib.pairs.power import (
    LARGEST_TEST_SET,
    _mcnemar_powers,
    _sign_powers,
    _smallest,
    mcnemar_power,
    mcnemar_sample_size,
    sign_test_power,
    sign_test_sample_size,
)
from course_lib.pairs.printed import printed_verdict
from course_lib.pairs.regions import _p_value, critical_region
from course_lib.pairs.rounded import counts_together
from course_lib.pairs.samples import at_least, share_interval

MANY = 12_000
ALTERNATIVES = ("two-sided", "greater", "less")
LEVELS = (0.2, 0.1, 0.05, 0.02, 0.01, 0.001)

# Functions that answer with more than a number, with what the page is to say of it.
SAY = """
window.say = {
  mcnemar: (a, b, method, alternative, confidence, alpha) => {
    const test = front["math/mcnemar.js"].mcnemarTest(a, b, method, {alternative, confidence});
    return [test.pValue, test.statistic, test.effect, ...test.interval, test.sentence(alpha)];
  },
  plan: (a, b, disagreement, alpha, power, comparisons) => {
    const options = {alpha, power, comparisons};
    let plan;
    try {
      plan = front["math/plan.js"].planComparison(a, b, disagreement, options);
    } catch (error) {
      return String(error);
    }
    return [plan.sizes.map(size => [size.disagreement, size.cases, size.exact]), plan.cases,
            plan.attainedPower, plan.guessed, plan.sentence()];
  },
  printed: (cases, a, b, alpha, comparisons) => {
    try {
      const found = front["math/printed.js"].printedVerdict(cases, a, b, {alpha, comparisons});
      return [found.verdict, found.ahead, found.rightA, found.rightB, found.fewestDiscordant,
              found.mostDiscordant, found.significantUpTo, found.neverAbove, found.lowestP,
              found.highestP, found.sentence()];
    } catch (error) {
      return String(error);
    }
  },
  counts: (texts, cases) => {
    try {
      return front["math/rounded.js"].countsTogether(texts, cases);
    } catch (error) {
      return String(error);
    }
  },
  region: (law, n, alpha, tails, statistic) => {
    const found = front["math/regions.js"].criticalRegion(law, n, alpha, tails, statistic);
    return [found.upper, found.lower, found.mass, found.pValue];
  },
};
front.say = window.say;
"""


@pytest.fixture(scope="module")
def pairs(front):
    names = "normal student chisquared binomial regions mcnemar shares power plan printed rounded"
    found = front(*(f"math/{name}.js" for name in names.split()))
    found.page.evaluate(SAY)
    return found


def off(found, wanted):
    """By how much a number is off, relative to its size; below 1e-300 nobody has all digits."""
    found, wanted = float(found), float(wanted)
    if found == wanted or max(abs(found), abs(wanted)) < 1e-300:
        return 0.0
    return abs(found - wanted) / abs(wanted) if wanted else math.inf


def agree(pairs, module, name, python, inputs, within=1e-10):
    """Compare numbers with Python's, relative to their size; `python` may take whole columns."""
    assert len(inputs) >= 10_000
    found = pairs.call(module, name, inputs)
    wanted = python(*map(np.array, zip(*inputs, strict=True)))
    gaps = [off(f, w) for f, w in zip(found, wanted, strict=True)]
    worst = int(np.argmax(gaps))
    where = f"{name}{inputs[worst]} = {found[worst]}, and Python's {wanted[worst]}"
    assert gaps[worst] <= within, f"off by {gaps[worst]:.2g}: {where}"


def equal(pairs, module, name, python, inputs):
    """Compare answers that must be the same."""
    found = pairs.call(module, name, inputs)
    wrong = [
        (one, theirs, ours)
        for one, theirs in zip(inputs, found, strict=True)
        if theirs != (ours := python(*one))
    ]
    assert not wrong, f"{name}: {len(wrong)} of {len(inputs)} differ, such as {wrong[:3]}"


def chances(rng, count, smallest=300):
    kinds = [
        lambda: rng.random(),
        lambda: 10 ** -rng.uniform(0, smallest),
        lambda: 1 - 10 ** -rng.uniform(0, 15),
        lambda: 0.5 + rng.choice([-1, 1]) * 10 ** -rng.uniform(0.31, 3),
        lambda: rng.choice(LEVELS) / rng.choice([1, 2]),
    ]
    return [0.5, 1e-300, 1 - 2**-53] + [kinds[i % 5]() for i in range(count)]


def test_normal(pairs):
    rng = random.Random(1)
    x = [(rng.choice([rng.uniform(-37, 37), rng.gauss(0, 2)]),) for _ in range(MANY)]
    x += [(0.0,), (-0.0,), (1.5,), (-1.5,), (40.0,), (1e-300,)]
    agree(pairs, "math/normal.js", "normalCdf", special.ndtr, x)
    agree(pairs, "math/normal.js", "normalSf", lambda x: special.ndtr(-x), x)
    agree(pairs, "math/normal.js", "normalPdf", stats.norm.pdf, x)
    p = [(q,) for q in chances(rng, MANY)]
    agree(pairs, "math/normal.js", "normalQuantile", special.ndtri, p, within=1e-13)
    agree(pairs, "math/normal.js", "normalIsf", stats.norm.isf, p, within=1e-13)


def degrees(rng):
    return rng.choice([1, 2, 3, 4, 5, rng.randint(1, 60), rng.randint(1, 2000)])


def test_student(pairs):
    rng = random.Random(2)
    # Not nearer to 0: there scipy itself is off, by 3e-9 at t = 1e-8.
    t = [
        (rng.choice([-1, 1]) * rng.choice([rng.uniform(1e-3, 8), 10 ** rng.uniform(-3, 4)]), df)
        for df in (degrees(rng) for _ in range(MANY))
    ]
    agree(pairs, "math/student.js", "studentSf", stats.t.sf, t)
    agree(pairs, "math/student.js", "studentCdf", stats.t.cdf, t)
    agree(pairs, "math/student.js", "studentPdf", stats.t.pdf, t)
    p = [(q, degrees(rng)) for q in chances(rng, MANY, smallest=30)]
    p = [(q, df) for q, df in p if abs(q - 0.5) > 1e-3 or q == 0.5]
    agree(pairs, "math/student.js", "studentIsf", stats.t.isf, p)
    agree(pairs, "math/student.js", "studentQuantile", stats.t.ppf, p)


def test_student_with_one_degree_of_freedom_is_the_arcus_tangent(pairs):
    t = [10.0**k for k in range(-12, 7)]
    found = pairs.call("math/student.js", "studentCdf", [(x, 1) for x in t])
    assert found == pytest.approx([0.5 + math.atan(x) / math.pi for x in t], rel=1e-15)


def test_chi_squared(pairs):
    rng = random.Random(3)
    x = [
        (rng.choice([rng.uniform(0, 20), 10 ** rng.uniform(-6, 3), df * rng.uniform(0.5, 2)]), df)
        for df in (degrees(rng) for _ in range(MANY))
    ]
    # Numbers with all their digits only: below 1e-300 neither side has them.
    x = [(y, df) for y, df in x if min(stats.chi2.cdf(y, df), stats.chi2.sf(y, df)) > 1e-300]
    x += [(0.0, 3), (1e-12, 1)]
    agree(pairs, "math/chisquared.js", "chiSquaredSf", stats.chi2.sf, x)
    agree(pairs, "math/chisquared.js", "chiSquaredCdf", stats.chi2.cdf, x)
    agree(pairs, "math/chisquared.js", "chiSquaredPdf", stats.chi2.pdf, x)
    p = [(q, degrees(rng)) for q in chances(rng, MANY, smallest=30)]
    agree(pairs, "math/chisquared.js", "chiSquaredIsf", stats.chi2.isf, p)
    agree(pairs, "math/chisquared.js", "chiSquaredQuantile", stats.chi2.ppf, p)


def counts(rng, count, largest=10**6):
    """A count, of how many, and the chance: a few standard deviations from the mean."""
    found = [(0, 1, 0.5), (1, 1, 0.5), (-1, 5, 0.5), (5, 5, 0.3), (6, 5, 0.3), (0, 5, 0.0)]
    found += [(5, 5, 1.0), (2, 5, 0.0), (2, 5, 1.0), (largest // 2, largest, 0.5)]
    for _ in range(count):
        n = rng.choice([rng.randint(1, 60), rng.randint(1, 2000), rng.randint(1, largest)])
        p = rng.choice([0.5, rng.random(), rng.randint(1, 99) / 100, 10 ** -rng.uniform(0, 6)])
        k = round(n * p + rng.gauss(0, 1) * rng.choice([1, 8]) * math.sqrt(n * p * (1 - p)))
        found.append((min(max(k, -1), n + 1), n, p))
    return found


def test_binomial(pairs):
    inputs = counts(random.Random(4), MANY)
    agree(pairs, "math/binomial.js", "binomialPmf", stats.binom.pmf, inputs)
    agree(pairs, "math/binomial.js", "binomialCdf", stats.binom.cdf, inputs)
    agree(pairs, "math/binomial.js", "binomialSf", stats.binom.sf, inputs)
    agree(pairs, "math/binomial.js", "atLeast", np.vectorize(at_least), inputs)


def test_a_fair_coin_is_counted_exactly(pairs):
    inputs, wanted = [], []
    for n in range(51):
        ways = 0
        for k in range(n, -1, -1):
            ways += math.comb(n, k)
            inputs.append((k, n))
            wanted.append(float(Fraction(ways, 2**n)))
    assert pairs.call("math/binomial.js", "atLeast", inputs) == wanted


def test_single_chances_to_the_last_digits(pairs):
    inputs = [(k, n, 0.5) for n in range(1, 160) for k in range(n + 1)]
    found = pairs.call("math/binomial.js", "binomialPmf", inputs)
    for p, (k, n, _) in zip(found, inputs, strict=True):
        exact = math.comb(n, k) / 2**n
        # An exponential is off by as much as its argument, in whose last digit there is rounding.
        assert off(p, exact) <= 4 * 2**-52 * (1 - math.log(exact)), (k, n)
        assert off(p, exact) < 3e-14, (k, n)


def test_chances_of_almost_nothing(pairs):
    inputs = [(k, n) for n in (1080, 1100, 1200) for k in range(n - 40, n + 1)]
    found = pairs.call("math/binomial.js", "atLeast", inputs)
    for (k, n), theirs in zip(inputs, found, strict=True):
        exact = sum(math.comb(n, j) for j in range(k, n + 1)) / 2**n
        assert off(theirs, exact) <= 1e-11
        assert off(at_least(k, n), exact) <= 1e-11


@pytest.mark.parametrize("law", ["t", "chi-squared", "normal", "wins"])
def test_critical_regions(pairs, law):
    rng = random.Random(5)
    inputs = []
    for i in range(10_200):
        n = rng.choice([1, rng.randint(1, 12), rng.randint(1, 60), rng.randint(1, 400)])
        alpha = rng.choice([*LEVELS, 0.5**5, rng.random(), 10 ** -rng.uniform(0, 9)])
        value = {"chi-squared": rng.uniform(0, 20), "wins": rng.randint(0, n)}
        statistic = value.get(law, rng.choice([-1, 1]) * rng.uniform(1e-3, 8))
        inputs.append((law, n, alpha, ("both", "upper", "lower")[i % 3], statistic))
    wanted = (wins_regions if law == "wins" else curve_regions)(inputs)
    found = pairs.call("say", "region", inputs)
    # Some by Python's own function, which takes one at a time.
    for k, one in enumerate(inputs[:500]):
        region = critical_region(*one)
        wanted[k] = [region.upper, region.lower, region.mass, region.p_value]
    for one, answer, ours in zip(inputs, found, wanted, strict=True):
        assert all(map(same_edge, answer[:2], ours[:2])), (one, answer, ours)
        assert max(map(off, answer[2:], ours[2:])) <= 1e-10, (one, answer, ours)


def same_edge(theirs, ours):
    return theirs is ours if None in (theirs, ours) else off(theirs, ours) <= 1e-10


def curve_regions(inputs):
    """What `critical_region` computes, for all inputs at once."""
    (law, *_), n, alpha, tails, statistic = map(np.array, zip(*inputs, strict=True))
    shape = {"t": stats.t, "chi-squared": stats.chi2, "normal": stats.norm}[str(law)]
    df = () if law == "normal" else (n,)
    tails = np.full_like(tails, "upper") if law == "chi-squared" else tails
    part = np.where(tails == "both", alpha / 2, alpha)
    edges = shape.isf(part, *df).tolist(), shape.ppf(part, *df).tolist()
    chances = shape.sf(statistic, *df).tolist(), shape.cdf(statistic, *df).tolist()
    return [
        [None if t == "lower" else up, None if t == "upper" else low, a, _p_value(high, below, t)]
        for t, a, up, low, high, below in zip(tails, alpha, *edges, *chances, strict=True)
    ]


def wins_regions(inputs):
    return [wins_region(*one[1:]) for one in inputs]


@cache
def coin(n):
    wins = np.arange(n + 1)
    laws = stats.binom.cdf(wins, n, 0.5), stats.binom.sf(wins - 1, n, 0.5)
    return wins, *laws, stats.binom.pmf(wins, n, 0.5)


def wins_region(n, alpha, tails, statistic):
    wins, below, above, chances = coin(n)
    part = (alpha / 2 if tails == "both" else alpha) * (1 + 1e-12)
    high = wins[above <= part] if tails != "lower" else wins[:0]
    low = wins[below <= part] if tails != "upper" else wins[:0]
    return [
        float(high.min()) if high.size else None,
        float(low.max()) if low.size else None,
        chances[high].sum() + chances[low].sum(),
        _p_value(above[statistic], below[statistic], tails),
    ]


def mcnemar_inputs(rng, count):
    """Small tables all of them, larger ones at random."""
    small = [(a, b) for a in range(13) for b in range(13)]
    large = [(0, 500), (500, 0), (1000, 1000), (10**6, 10**6 + 3000), (0, 10**6), (999, 10**5)]
    for i in range(count):
        most = rng.choice([25, 60, 60, 500, 5000])
        table = (rng.randint(0, most), rng.randint(0, most))
        a, b = small[i] if i < len(small) else large[i % len(large)] if i % 500 == 0 else table
        yield a, b


@pytest.mark.parametrize("method", METHODS)
def test_mcnemar(pairs, method):
    rng = random.Random(6)
    inputs = []
    for alternative in ALTERNATIVES:
        for a, b in mcnemar_inputs(rng, 3_600):
            confidence = rng.choice([0.95, 0.95, 0.99, 0.9, 0.999])
            inputs.append((a, b, method, alternative, confidence, rng.choice(LEVELS)))
    assert len(inputs) >= 10_000
    found = pairs.call("say", "mcnemar", inputs)
    for one, answer in zip(inputs, found, strict=True):
        a, b, method, alternative, confidence, alpha = one
        test = mcnemar_test(a, b, method, alternative=alternative, confidence=confidence)
        wanted = [test.p_value, test.statistic, test.effect, *test.interval]
        # scipy seeks the limits of the mid-p interval to 1e-12.
        near = 1e-8 if method == "mid-p" else 1e-10
        for k, (theirs, ours) in enumerate(zip(answer[:5], wanted, strict=True)):
            within = near if k > 2 else 1e-10
            assert off(theirs, ours) <= within, (one, k, theirs, ours)
        assert answer[5] == test.sentence(alpha)


def test_intervals_of_a_share(pairs):
    rng = random.Random(7)
    inputs = []
    for i in range(MANY):
        total = rng.choice([rng.randint(1, 40), rng.randint(1, 1000), rng.randint(1, 10**5)])
        method = ("exact", "corrected", "asymptotic")[i % 3]
        confidence = rng.choice([0.95, 0.99, rng.random(), 1 - 10 ** -rng.uniform(1, 9)])
        inputs.append((rng.randint(0, total), total, confidence, method))
    for end in (0, 1):
        wanted = [share_interval(*one)[end] for one in inputs]
        found = [limits[end] for limits in pairs.call("math/shares.js", "shareInterval", inputs)]
        worst = max(zip(map(off, found, wanted), inputs, strict=True))
        assert worst[0] <= 1e-10, worst


def test_power_of_the_sign_test(pairs):
    rng = random.Random(8)
    inputs, wanted = [], []
    for i in range(110):
        alternative, alpha = ALTERNATIVES[i % 3], rng.choice([*LEVELS, rng.random()])
        win = rng.choice([rng.random(), rng.randint(0, 20) / 20, 0.5 + rng.gauss(0, 0.01)])
        most = rng.choice([60, 500, 20_000])
        sizes = [rng.randint(1, most) for _ in range(95)]
        inputs += [(win, n, alpha, alternative) for n in sizes]
        wanted += list(_sign_powers(np.array(sizes), win, alpha, alternative))
    same_powers(pairs, "signTestPower", inputs, wanted, sign_test_power)


def same_powers(pairs, name, inputs, wanted, python):
    """Compare with what Python says of many sizes at once, and now and then of one."""
    assert len(inputs) >= 10_000
    found = pairs.call("math/power.js", name, inputs)
    for k, (one, theirs, ours) in enumerate(zip(inputs, found, wanted, strict=True)):
        ours = python(*one) if k % 500 == 0 else ours
        # Python leaves out numbers of cases whose chances add up to 2e-13.
        assert off(theirs, ours) <= 1e-10 or abs(theirs - ours) < 1e-12, (one, theirs, ours)


def test_power_of_mcnemar(pairs):
    rng = random.Random(9)
    inputs, wanted = [], []
    for i in range(110):
        alternative, method = ALTERNATIVES[i % 3], METHODS[i % 4]
        alpha = rng.choice([*LEVELS, rng.random()])
        discordant = rng.choice([rng.random(), rng.randint(1, 40) / 100, 1.0, 0.0])
        share = rng.choice([rng.random(), rng.randint(0, 10) / 10])
        errors = discordant * (1 - share), discordant * share
        most = rng.choice([60, 500, 3000])
        sizes = [rng.randint(1, most) for _ in range(95)]
        inputs += [(*errors, n, alpha, method, alternative) for n in sizes]
        wanted += list(_mcnemar_powers(np.array(sizes), *errors, alpha, method, alternative))
    same_powers(pairs, "mcnemarPower", inputs, wanted, mcnemar_power)


def remembered(powers, *settings):
    """The power of sizes as Python has it: of many at once, and of no size twice."""
    known = [np.zeros(0), np.zeros(0)]

    def ask(sizes, more):
        largest = int(sizes.max(initial=0))
        if largest > known[more].size:
            known[more] = powers(np.arange(1, 2 * largest + 200), *settings, more)
        return known[more][sizes - 1]

    return ask


POWERS = [0.5, 0.8, 0.9, 0.95, 0.99]


def test_sizes_for_the_sign_test(pairs):
    rng = random.Random(10)
    inputs, wanted = [], []
    for i in range(120):
        alternative, alpha = ALTERNATIVES[i % 3], rng.choice(LEVELS)
        win = rng.choice([0.6, 0.7, 0.75, 0.9, rng.uniform(0.6, 1), 1.0])
        win = 1 - win if alternative == "less" or (alternative == "two-sided" and i % 2) else win
        powers = remembered(_sign_powers, win, alpha, alternative)
        for power in POWERS + [rng.uniform(0.01, 0.99) for _ in range(80)]:
            inputs.append((win, power, alpha, alternative))
            wanted.append(_smallest(powers, power, 1))
    assert len(inputs) >= 10_000
    assert pairs.call("math/power.js", "signTestSampleSize", inputs) == wanted
    for k in range(0, len(inputs), 500):  # and without a memory
        assert sign_test_sample_size(*inputs[k]) == wanted[k]


def test_sizes_for_mcnemar(pairs):
    rng = random.Random(11)
    inputs, wanted = [], []
    for i in range(120):
        alternative, alpha, method = ALTERNATIVES[i % 3], rng.choice(LEVELS), METHODS[i % 4]
        discordant = rng.choice([rng.uniform(0.05, 1), 1.0])
        errors = one_way(discordant * rng.choice([rng.uniform(0.3, 1), 1.0]), discordant)
        errors = errors[::-1] if alternative == "less" else errors
        powers = remembered(_mcnemar_powers, *errors, alpha, method, alternative)
        for power in POWERS + [rng.uniform(0.01, 0.99) for _ in range(80)]:
            inputs.append((*errors, power, alpha, method, alternative))
            wanted.append(_smallest(powers, power, 1, LARGEST_TEST_SET))
    assert len(inputs) >= 10_000
    assert pairs.call("math/power.js", "mcnemarSampleSize", inputs) == wanted
    for k in range(0, len(inputs), 500):  # and without a memory
        assert mcnemar_sample_size(*inputs[k]) == wanted[k]


def test_plans(pairs):
    rng = random.Random(12)
    inputs = [(0.8, 0.82, 0.1, 0.05, 0.8, 1), (0.9, 0.901, None, 0.05, 0.8, 1)]
    inputs += [(1.0, 0.9, None, 0.05, 0.8, 1), (0.0, 0.5, 0.5, 0.05, 0.8, 6)]
    for _ in range(100):
        a, b = (round(rng.random(), rng.choice([1, 2, 3])) for _ in "ab")
        if abs(a - b) < 0.1:
            continue
        least, most = disagreement_limits(a, b)
        asked = rng.choice([None, least, most, round(rng.uniform(least, most), 3)])
        asked = asked if asked is None else min(max(asked, least), most)
        alpha, power = rng.choice(LEVELS), rng.choice([0.8, 0.9, 0.5])
        inputs.append((a, b, asked, alpha, power, rng.choice([1, 1, 6, 1770])))
    same_plans(pairs, inputs)


def same_plans(pairs, inputs):
    """Compare plans; returns how many were out of reach for both."""
    refused = 0
    for one, answer in zip(inputs, pairs.call("say", "plan", inputs), strict=True):
        a, b, disagreement, alpha, power, comparisons = one
        try:
            ours = plan_comparison(
                a, b, disagreement, alpha=alpha, power=power, comparisons=comparisons
            )
        except ValueError:
            assert answer == "RangeError: more than 100,000 cases would be needed", one
            refused += 1
            continue
        sizes, cases, attained, guessed, sentence = answer
        assert [tuple(size) for size in sizes] == [tuple(size[:3]) for size in ours.sizes], one
        assert (cases, guessed, sentence) == (ours.cases, ours.guessed, ours.sentence()), one
        assert attained == pytest.approx(ours.attained_power, rel=1e-10), one
    return refused


def test_large_sizes_are_those_of_the_formula(pairs):
    rng = random.Random(13)
    inputs = []
    while len(inputs) < 10_100:
        a = rng.uniform(0.6, 0.95)
        alpha, power = rng.choice(LEVELS), rng.choice([0.8, 0.9])
        inputs.append((a, a + 10 ** -rng.uniform(4.4, 6), None, alpha, power, 1))
    # Not quite large enough for the formula, and too large for summation.
    inputs.append((0.7149592471349827, 0.715031124415826, None, 0.1, 0.5, 1))
    assert same_plans(pairs, inputs) == 1


def test_overlap(pairs):
    rng = random.Random(14)
    inputs = []
    for _ in range(MANY):
        lead = rng.choice([rng.randint(0, 12), rng.randint(0, 200)])
        most = lead + 2 * rng.choice([0, rng.randint(0, 30), rng.randint(0, 5000)])
        inputs.append((lead, most))
    agree(pairs, "math/printed.js", "exactP", np.vectorize(exact_p), inputs)
    levels = [(10 ** -rng.uniform(0.3, 200),) for _ in range(MANY)]
    levels += [(0.5**k,) for k in range(1, 60)] + [(level,) for level in LEVELS]
    equal(pairs, "math/printed.js", "smallestLead", smallest_lead, levels)
    tips = [(max(2, lead), most + 1, rng.choice([*LEVELS, 0.5**6])) for lead, most in inputs]
    equal(pairs, "math/printed.js", "tippingPoint", tipping_point, tips)


def printed_inputs(rng, count):
    """Counts, accuracies as texts, and texts that are none, of all kinds."""
    fixed = [(500, 396, 388), (500, 395, 363), (10**7, 900_005, 900_000), (500, "79", "77")]
    fixed += [(10, "0.333", 4), (500, "79,2", 3), (500, "1", "1"), (500, "0", "0.5"), (1, 0, 1)]
    fixed += [(500, "0.5", "79"), (500, "101", 5), (500, " 79.20 % ", "1 percent"), (7, "1e2", 0)]
    fixed += [(500, "", 1), (500, "abc'd", 1), (500, "a" * 40, 2), (500, "0.3 %", "79"), (9, 4, 4)]
    fixed += [(10**9, "0.9", "0.90001"), (10**6, "123e-3", ".5"), (500, "79.", "78."), (3, "0%", 3)]
    fixed += [(10, "0.333", "101"), (100, "79.20000000000000000001", 50), (500, "nan", "1_0")]
    yield from ((*one, 0.05, 1) for one in fixed)
    for _ in range(count):
        cases = rng.choice([rng.randint(1, 40), rng.randint(1, 1000), rng.randint(1, 10**6)])
        right = rng.randint(0, cases)
        gap = rng.choice([0, rng.randint(-8, 8), rng.randint(-60, 60), round(cases * 0.05)])
        rights = [right, min(max(right + gap, 0), cases)]
        for k in range(2):
            decimals = rng.randint(0, 5)
            text = rng.choice([f"{100 * rights[k] / cases:.{decimals}f}", None, None])
            share = f"{rights[k] / cases:.{decimals}f}" if rng.random() < 0.2 else None
            rights[k] = share or (text and text + rng.choice(["", "", " %", "%"])) or rights[k]
        yield cases, *rights, rng.choice(LEVELS), rng.choice([1, 1, 3, 1770])


def printed_or_refused(cases, a, b, alpha, comparisons):
    """The verdict, or what is wrong with the numbers."""
    given = {"alpha": alpha, "comparisons": comparisons}
    for which, value in (("a", a), ("b", b)):
        given[f"{'accuracy' if isinstance(value, str) else 'right'}_{which}"] = value
    try:
        return printed_verdict(cases, **given)
    except ValueError as error:
        return str(error)


def test_printed_numbers(pairs):
    inputs = list(printed_inputs(random.Random(15), MANY))
    found = pairs.call("say", "printed", inputs)
    verdicts = dict.fromkeys(("always", "never", "depends", "refused"), 0)
    for one, answer in zip(inputs, found, strict=True):
        ours = printed_or_refused(*one)
        if isinstance(ours, str):
            verdicts["refused"] += 1
            assert answer == f"RangeError: {ours}", one
            continue
        verdicts[ours.verdict] += 1
        wanted = [ours.verdict, ours.ahead, list(ours.right_a), list(ours.right_b)]
        wanted += [ours.fewest_discordant, ours.most_discordant, ours.significant_up_to]
        wanted += [ours.never_above]
        assert answer[:8] == wanted, one
        for theirs, p in zip(answer[8:10], (ours.lowest_p, ours.highest_p), strict=True):
            assert off(theirs, p) <= 1e-10, (one, theirs, p)
        assert answer[10] == ours.sentence(), one
    assert min(verdicts.values()) > 500, verdicts


def test_counts_of_printed_accuracies(pairs):
    rng = random.Random(16)
    inputs, refused = [], 0
    for _ in range(MANY):
        cases = rng.choice([rng.randint(1, 1000), rng.randint(1, 10**9)])
        share, places = rng.randint(0, cases) / cases, rng.randint(1, 15)
        # No share is trusted beyond twelve decimals: some are off by as little.
        share = min(max(share + rng.choice([0, 0, 0, rng.uniform(-3e-12, 3e-12)]), 0), 1)
        text = rng.choice([f"{100 * share:.{places}f} %", f"{share:.{places}f}"])
        inputs.append(({"x": text, "y": "0.5"} if "%" not in text else {"x": text}, cases))
    for one, answer in zip(inputs, pairs.call("say", "counts", inputs), strict=True):
        ours = counts_or_refused(*one)
        refused += isinstance(ours, str)
        assert answer == ours, one
    assert 100 < refused < 5_000


def counts_or_refused(texts, cases):
    """The fewest and the most right answers, or what is wrong with the texts."""
    try:
        found = counts_together(texts, cases)
    except ValueError as error:
        return f"RangeError: {error}"
    return {name: [counts[0], counts[-1]] for name, counts in found.items()}
