"""Intervals for paired differences, against answers that share no code with the library.

Known tables, Tango's equation in sixty digits, maximised likelihoods, every outcome of a small
sample counted with fractions, simulation, and what must hold for any interval of this kind.
"""

import itertools
import math
import random
import warnings
from collections import Counter
from fractions import Fraction
from functools import partial
from statistics import NormalDist

import mpmath
import numpy as np
import pytest
from hypothesis import assume, given, settings, strategies as st
from scipy import optimize, stats
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

from course_lib import (
    agresti_min_interval,
    bootstrap_interval,
    equivalence_test,
    interval_coverage,
    interval_sample_size,
    mcnemar_test,
    newcombe_interval,
    non_inferiority_test,
    paired_difference,
    tango_interval,
    wald_interval,
)
from course_lib.intervals import score, tango
from course_lib.intervals.counts import normal_quantile
from course_lib.intervals.score import score_statistic
from course_lib.intervals.wilson import (
    effective_number,
    largest_share,
    quantile,
    wilson_limits,
)
from tests.helpers import missing, refused

# Published limits of Tango's interval, each with where it stands. The tests below come to them in
# other ways as well, without the library.
#: b, c, n, confidence, lower, upper, decimals.
KNOWN = [
    (6, 16, 161, 0.95, -0.1240, -0.0054, 4),  # Cavo et al. 2012, tests of R's contingencytables
    (9, 3, 32, 0.95, -0.027, 0.390, 3),  # Tango 1998, Table VII
    (0, 1, 44, 0.90, -0.096, 0.037, 3),  # Tango 1998, Table V
    (16, 8, 86, 0.95, -0.020, 0.207, 3),  # Agresti and Min 2005
    (1, 7, 21, 0.95, -0.517, -0.026, 3),  # Fagerland et al. 2014, Bentur's data
    (3, 1, 14, 0.95, -0.1670, 0.4327, 4),  # Tang et al. 2010
]
#: both, b, c, neither, and p: asymptotic, corrected, exact, mid-p.
MCNEMAR = [
    (59, 6, 16, 80, 0.033006, 0.055009, 0.052479, 0.034690),
    (1, 1, 7, 12, 0.033895, 0.077100, 0.070312, 0.039063),
]
#: both, b, c, neither, decimals; then the limits of Wald, Agresti and Min, Newcombe. The first are
#: those of contingencytables' tests, the second are worked out from the formulas.
OTHERS = [
    ((59, 6, 16, 80), 4, (-0.1184, -0.0058), (-0.1182, -0.0045), (-0.1186, -0.0046)),
    ((1, 1, 7, 12), 3, (-0.520, -0.052), (-0.493, -0.029), (-0.507, -0.026)),
]
BY_NAME = {
    "tango": tango_interval,
    "wald": wald_interval,
    "agresti-min": agresti_min_interval,
    "bootstrap": partial(bootstrap_interval, repetitions=None),
}
#: With it z is exactly 1, and ties between the two sides of McNemar's test are exact.
ONE_SIGMA = 0.6826894921370859
repeatable = settings(max_examples=150, deadline=None, derandomize=True)


@st.composite
def counts(draw, most=10**7):
    n = draw(st.one_of(st.integers(1, 60), st.integers(1, most)))
    total = draw(st.one_of(st.integers(0, min(n, 12)), st.integers(0, n), st.just(n)))
    b = draw(st.one_of(st.integers(0, total), st.just(0), st.just(total)))
    return b, total - b, n


confidence_levels = st.sampled_from([0.01, 0.5, 0.8, 0.9, 0.95, 0.99, 0.9999])


# --- The equation in many digits ------------------------------------------------------------------


def excess_and_variance(b, c, n, d):
    """Both sides of Elazmeh, Japkowicz and Matwin's equations 1 and 2, as they are printed."""
    b, c, n = mpmath.mpf(b), mpmath.mpf(c), mpmath.mpf(n)
    w = -b - c + (2 * n - b + c) * d
    q = (mpmath.sqrt(w**2 - 8 * n * (-c * d * (1 - d))) - w) / (4 * n)
    return b - c - n * d, n * (2 * q + d * (1 - d))


def rejected(b, c, n, d, z):
    """Would the score test reject the difference d?"""
    excess, variance = excess_and_variance(b, c, n, d)
    return excess**2 > z**2 * variance


def solved(b, c, n, z, side):
    """The limit above (1) or below (-1) the estimate, by bisection in sixty digits."""
    if (side == 1 and b == n) or (side == -1 and c == n):
        return mpmath.mpf(side)
    inside, outside = mpmath.mpf(b - c) / n, mpmath.mpf(side)
    for _ in range(100):
        middle = (inside + outside) / 2
        if rejected(b, c, n, middle, z):
            outside = middle
        else:
            inside = middle
    return inside


def extreme_cases():
    for n in (1, 2, 3, 4, 7, 20, 44, 1000, 10**5, 10**7, 10**12, 10**15):
        few = sorted({k for k in (0, 1, 2, 5, n // 3, n // 2, n - 2, n - 1, n) if 0 <= k <= n})
        for b, c in itertools.product(few, few):
            if b + c <= n:
                for confidence in (0.5, 0.95, 0.999999):
                    yield b, c, n, confidence


def random_cases(number):
    rng = random.Random(1998)
    for _ in range(number):
        n = int(10 ** rng.uniform(0, 7))
        total = rng.choice([rng.randint(0, n), min(n, rng.randint(0, 30)), n])
        b = rng.randint(0, total)
        yield b, total - b, n, rng.choice([0.01, 0.3, 0.8, 0.9, 0.95, 0.99, 0.99999])


CASES = [*extreme_cases(), *random_cases(4000)]


def test_limits_are_where_the_equation_in_sixty_digits_has_its_roots():
    b, c, n, confidence = (np.array(column) for column in zip(*CASES, strict=True))
    limits = tango_interval(b, c, n, confidence)
    quantiles = normal_quantile(confidence)
    assert len(CASES) > 4000
    with mpmath.workdps(60):
        step = mpmath.mpf("1e-13")  # 1e-9 was promised
        for i, (first, second, total, _) in enumerate(CASES):
            z = mpmath.mpf(float(quantiles[i]))
            for side, limit in ((-1, limits[0][i]), (1, limits[1][i])):
                inside, outside = limit - side * step, limit + side * step
                estimate = mpmath.mpf(first - second) / total
                if (inside - estimate) * side > 0:
                    assert not rejected(first, second, total, inside, z), (CASES[i], side)
                if abs(outside) <= 1:
                    assert rejected(first, second, total, outside, z), (CASES[i], side)
                else:
                    assert abs(limit) <= 1


def test_no_equation_takes_more_than_a_dozen_steps(monkeypatch):
    steps = []

    def counting(*arguments):
        steps.append(1)
        return score.likeliest(*arguments)

    monkeypatch.setattr(tango, "likeliest", counting)
    for piece in (CASES[:1000], CASES[1000:3000], CASES[3000:]):
        steps.clear()
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # a warning costs a student points
            tango_interval(*(np.array(column) for column in zip(*piece, strict=True)))
        assert 0 < len(steps) <= 2 * 12  # for both limits


@pytest.mark.parametrize("case", CASES[::97])
def test_limits_against_a_solution_by_bisection(case):
    b, c, n, confidence = case
    with mpmath.workdps(60):
        z = mpmath.mpf(float(normal_quantile(confidence)))
        expected = [float(solved(b, c, n, z, side)) for side in (-1, 1)]
    assert tango_interval(b, c, n, confidence) == pytest.approx(expected, rel=0, abs=2e-15)


@pytest.mark.parametrize(("b", "c", "n"), [(9, 3, 32), (0, 7, 9), (5, 0, 9), (1, 1, 2), (0, 0, 5)])
def test_the_score_test_rejects_outside_and_nowhere_inside(b, c, n):
    low, high = tango_interval(b, c, n, 0.9)
    with mpmath.workdps(40):
        z = mpmath.mpf(float(normal_quantile(0.9)))
        for k in range(-499, 500):
            d = mpmath.mpf(k) / 500
            assert rejected(b, c, n, d, z) == (not low <= d <= high), k


@pytest.mark.parametrize("case", [(9, 3, 32), (3, 9, 32), (2, 0, 10), (0, 4, 10), (5, 5, 11)])
@pytest.mark.parametrize("d", [-0.6, -0.1, 0.0, 0.2, 0.7])
def test_the_score_rests_on_the_largest_likelihood(case, d):
    """Equation 2 is a maximum that can be found without it."""
    b, c, n = case

    def loss(q):
        terms = ((b, q + d), (c, q), (n - b - c, 1 - 2 * q - d))
        return -sum(k * math.log(p) for k, p in terms if k)

    edges = max(0.0, -d), (1 - d) / 2
    bounds, options = (edges[0] + 1e-12, edges[1] - 1e-12), {"xatol": 1e-12}
    found = optimize.minimize_scalar(loss, bounds=bounds, method="bounded", options=options).x
    expected = (b - c - n * d) / math.sqrt(n * (2 * found + d * (1 - d)))
    got = score_statistic(*(np.asarray(float(x)) for x in (b, c, n, d)))
    assert float(got) == pytest.approx(expected, rel=1e-6)


def test_the_normal_quantile_in_many_digits():
    levels = [1e-12, 1e-6, 0.01, 0.3, 0.5, 0.501, 0.9, 0.95, 0.999, 1 - 1e-9, 1 - 1e-15]
    with mpmath.workdps(60):
        expected = [float(mpmath.sqrt(2) * mpmath.erfinv(mpmath.mpf(level))) for level in levels]
    assert normal_quantile(levels) == pytest.approx(expected, rel=4e-15)


# --- Known tables ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("b", "c", "n", "level", "low", "high", "decimals"), KNOWN)
def test_tango_on_known_tables(b, c, n, level, low, high, decimals):
    grain = 0.5001 * 10**-decimals
    assert tango_interval(b, c, n, level) == pytest.approx((low, high), rel=0, abs=grain)
    with mpmath.workdps(60):
        z = mpmath.sqrt(2) * mpmath.erfinv(mpmath.mpf(level))
        by_bisection = [float(solved(b, c, n, z, side)) for side in (-1, 1)]
    assert by_bisection == pytest.approx((low, high), rel=0, abs=grain)


@pytest.mark.parametrize("row", MCNEMAR)
def test_mcnemar_on_known_tables_and_the_score_at_0(row):
    both, b, c, neither, *expected = row
    methods = ("asymptotic", "corrected", "exact", "mid-p")
    found = [mcnemar_test(b, c, method).p_value for method in methods]
    assert found == pytest.approx(expected, abs=5.1e-7)
    n = both + b + c + neither
    one_sided = non_inferiority_test(b, c, n, 0).p_value
    assert 2 * min(one_sided, 1 - one_sided) == pytest.approx(expected[0], abs=5.1e-7)


@pytest.mark.parametrize(("table", "decimals", "wald", "agresti_min", "newcombe"), OTHERS)
def test_the_others_on_known_tables(table, decimals, wald, agresti_min, newcombe):
    both, b, c, neither = table
    n, grain = sum(table), 0.5001 * 10**-decimals
    assert wald_interval(b, c, n) == pytest.approx(wald, rel=0, abs=grain)
    assert agresti_min_interval(b, c, n) == pytest.approx(agresti_min, rel=0, abs=grain)
    for right in (both, neither):  # to exchange right and wrong changes nothing
        found = newcombe_interval(b, c, n, both_right=right)
        assert found == pytest.approx(newcombe, rel=0, abs=grain)


@pytest.mark.parametrize("case", OTHERS)
def test_the_others_on_known_tables_by_another_way(case):
    """Each pair is written down as what it adds, 1, -1 or 0; Wilson's limits are statsmodels'."""
    (both, b, c, neither), decimals, *expected = case
    n, z = both + b + c + neither, NormalDist().inv_cdf(0.975)
    added = np.repeat([1, -1, 0], [b, c, n - b - c])
    wald = added.mean() + z * added.std() / math.sqrt(n) * np.array([-1, 1])
    more = np.repeat([1, -1, 0], [2 * b + 1, 2 * c + 1, 2 * (both + neither) + 2])  # half pairs
    agresti_min = more.mean() + z * more.std() / math.sqrt(n + 2) * np.array([-1, 1])
    excess = both * neither - b * c
    excess = max(excess - n / 2, 0) if excess > 0 else excess
    phi = excess / math.sqrt((both + b) * (c + neither) * (both + c) * (b + neither))
    first, second = (
        np.subtract(proportion_confint(both + k, n, method="wilson"), (both + k) / n)
        for k in (b, c)
    )
    # What a lower limit of the first and an upper one of the second leave, and the other way round.
    low, high = (
        math.sqrt(x**2 + y**2 - 2 * phi * x * y)
        for x, y in ((-first[0], second[1]), (first[1], -second[0]))
    )
    newcombe = (b - c) / n - low, (b - c) / n + high
    for found, limits in zip((wald, agresti_min, newcombe), expected, strict=True):
        assert tuple(found) == pytest.approx(limits, rel=0, abs=0.5001 * 10**-decimals)


def test_non_inferiority_with_a_single_discordant_pair():
    result = non_inferiority_test(0, 1, 44, 0.1)
    with mpmath.workdps(40):
        excess, variance = excess_and_variance(0, 1, 44, -mpmath.mpf(1) / 10)
        z = excess / mpmath.sqrt(variance)
        p = mpmath.ncdf(-z)
    assert (result.statistic, result.p_value) == pytest.approx((float(z), float(p)), rel=1e-12)
    assert (round(result.statistic, 3), round(result.p_value, 3)) == (1.709, 0.044)


# --- Closed forms at the edges --------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 2, 5, 44, 10**4, 10**7])
@pytest.mark.parametrize("confidence", [0.1, 0.9, 0.95, 0.9999])
def test_edges_have_closed_forms(n, confidence):
    square = NormalDist().inv_cdf((1 + confidence) / 2) ** 2
    share = square / (n + square)
    assert tango_interval(0, 0, n, confidence) == pytest.approx((-share, share), rel=1e-12)
    lowest = (n - square) / (n + square)
    assert tango_interval(n, 0, n, confidence) == pytest.approx((lowest, 1.0), rel=1e-12, abs=1e-15)
    assert tango_interval(n, 0, n, confidence)[1] == 1.0
    assert tango_interval(0, n, n, confidence)[0] == -1.0


def test_one_pair():
    assert tango_interval(0, 0, 1)[1] == pytest.approx(0.793451, abs=5e-7)
    low, high = tango_interval(1, 0, 1)
    assert (low, high) == (pytest.approx(-0.586901, abs=5e-7), 1.0)


def test_with_nothing_on_one_side_the_upper_limit_is_wilsons():
    for b, n in [(1, 10), (7, 10), (30, 1000), (9, 10)]:
        wilson = stats.binomtest(b, n).proportion_ci(0.95, "wilson").high
        assert tango_interval(b, 0, n)[1] == pytest.approx(wilson, rel=1e-12)


# --- What must hold for all of them ---------------------------------------------------------------


@repeatable
@given(counts(), confidence_levels)
def test_the_interval_holds_0_exactly_when_mcnemar_does_not_reject(case, confidence):
    b, c, n = case
    low, high = tango_interval(b, c, n, confidence)
    z = float(normal_quantile(confidence))
    assert (low <= 0 <= high) == ((b - c) ** 2 <= z * z * (b + c))
    p = mcnemar_test(b, c, "asymptotic").p_value
    if abs(p - (1 - confidence)) > 1e-9:
        assert (low <= 0 <= high) == (p > 1 - confidence)


def test_the_same_for_every_small_table():
    n = 40
    tables = np.array([(b, c) for b in range(n + 1) for c in range(n + 1 - b)])
    b, c = tables.T
    for confidence in (0.05, 0.5, 0.8, 0.9, 0.95, 0.99, 0.999):
        low, high = tango_interval(b, c, n, confidence)
        z = NormalDist().inv_cdf((1 + confidence) / 2)
        expected = [Fraction(int(x - y)) ** 2 <= Fraction(z) ** 2 * int(x + y) for x, y in tables]
        assert ((low <= 0) & (high >= 0)).tolist() == expected


@pytest.mark.parametrize(("b", "c"), [(1, 0), (3, 1), (6, 3), (10, 6), (15, 10)])
def test_a_tie_with_mcnemar_gives_a_limit_of_just_0(b, c):
    assert float(normal_quantile(ONE_SIGMA)) ** 2 == 1.0
    assert (b - c) ** 2 == b + c
    low, high = tango_interval(b, c, 50, ONE_SIGMA)
    assert low == 0.0
    assert high > 0
    assert tango_interval(c, b, 50, ONE_SIGMA)[1] == 0.0
    narrower = tango_interval(b, c, 50, np.nextafter(ONE_SIGMA, 0) - 1e-15)
    assert narrower[0] > 0


@repeatable
@given(counts(), confidence_levels)
def test_exchanging_b_and_c_turns_every_interval_round(case, confidence):
    b, c, n = case
    for interval in (tango_interval, wald_interval, agresti_min_interval):
        low, high = interval(b, c, n, confidence)
        assert interval(c, b, n, confidence) == (-high, -low)
    both = (n - b - c) // 3
    low, high = newcombe_interval(b, c, n, confidence, both_right=both)
    turned = newcombe_interval(c, b, n, confidence, both_right=both)
    assert turned == pytest.approx((-high, -low), rel=1e-12, abs=1e-15)


@repeatable
@given(counts(), confidence_levels)
def test_limits_stay_within_1_and_hold_the_estimate(case, confidence):
    b, c, n = case
    both = (n - b - c) // 2
    for low, high in (
        tango_interval(b, c, n, confidence),
        newcombe_interval(b, c, n, confidence, both_right=both),
    ):
        assert -1 <= low <= (b - c) / n + 1e-15
        assert (b - c) / n - 1e-15 <= high <= 1
        assert low < high or n == 0
    low, high = wald_interval(b, c, n, confidence)
    assert low <= (b - c) / n <= high


@repeatable
@given(counts())
def test_more_confidence_gives_a_wider_interval(case):
    levels = np.array([1e-6, 0.05, 0.5, 0.9, 0.95, 0.99, 0.999999])
    low, high = tango_interval(*case, levels)
    assert (np.diff(low) <= 0).all()
    assert (np.diff(high) >= 0).all()
    assert (np.diff(high - low) > 0).all()


@repeatable
@given(counts(), confidence_levels)
def test_one_more_pair_on_one_side_moves_both_limits_there(case, confidence):
    b, c, n = case
    assume(b + c < n)
    before = tango_interval(b, c, n, confidence)
    for interval, direction in (
        (tango_interval(b + 1, c, n, confidence), 1),
        (tango_interval(b, c + 1, n, confidence), -1),
    ):
        for limit, old in zip(interval, before, strict=True):
            assert (limit - old) * direction >= -1e-15


def test_arrays_give_what_single_counts_give():
    rng = np.random.default_rng(3)
    n = rng.integers(1, 50, (400, 60))
    total = rng.integers(0, n + 1)
    b = rng.integers(0, total + 1)
    low, high = tango_interval(b, total - b, n)
    assert low.shape == high.shape == n.shape
    for place in [(0, 0), (17, 3), (399, 59), (200, 30)]:
        one = tango_interval(int(b[place]), int((total - b)[place]), int(n[place]))
        assert one == (low[place], high[place])
    assert all(type(limit) is float for limit in tango_interval(9, 3, 32))
    row, column = tango_interval(np.arange(3)[:, None], np.arange(4), 10)
    assert row.shape == column.shape == (3, 4)
    assert tango_interval([], [], 5)[0].shape == (0,)


def test_arrays_for_the_others():
    b, c = np.array([0, 3, 9]), np.array([0, 5, 1])
    for name, interval in BY_NAME.items():
        low, high = interval(b, c, 12)
        for i in range(3):
            assert interval(int(b[i]), int(c[i]), 12) == (low[i], high[i]), name
    low, high = newcombe_interval(b, c, 12, both_right=[0, 4, 2])
    assert newcombe_interval(3, 5, 12, both_right=4) == (low[1], high[1])


# --- The ones to compare with ---------------------------------------------------------------------


def test_wald_collapses_and_leaves_the_range_as_it_is_known_for():
    assert wald_interval(0, 0, 30) == (0.0, 0.0)
    assert wald_interval(30, 0, 30) == (1.0, 1.0)
    assert wald_interval(9, 0, 10)[1] > 1
    p = np.array([1] * 9 + [-1] * 4 + [0] * 17)
    reach = NormalDist().inv_cdf(0.975) * p.std() / math.sqrt(p.size)
    assert wald_interval(9, 4, 30) == pytest.approx((p.mean() - reach, p.mean() + reach))


def test_agresti_and_min_add_half_a_pair_to_each_cell():
    low, high = agresti_min_interval(3, 1, 10)
    values, weights = np.array([1, -1, 0]), np.array([3.5, 1.5, 7.0])
    mean = np.average(values, weights=weights)
    spread = math.sqrt(np.average((values - mean) ** 2, weights=weights) / 12)
    reach = NormalDist().inv_cdf(0.975) * spread
    assert (low, high) == pytest.approx((mean - reach, mean + reach))


@pytest.mark.parametrize("table", [(6, 4, 5, 5), (1, 2, 3, 6), (10, 5, 5, 3), (0, 4, 0, 6)])
def test_without_correlation_newcombes_is_the_one_for_independent_groups(table):
    both, b, c, neither = table
    n = sum(table)
    assert 0 <= both * neither - b * c <= n / 2 or 0 in (both + b, both + c)
    expected = confint_proportions_2indep(
        both + b, n, both + c, n, method="newcomb", compare="diff"
    )
    assert newcombe_interval(b, c, n, both_right=both) == pytest.approx(expected, rel=1e-9)


def test_agreement_makes_newcombes_interval_narrower_and_contrariness_wider():
    agreeing = newcombe_interval(5, 5, 40, both_right=15)
    contrary = newcombe_interval(18, 18, 40, both_right=2)
    independent = newcombe_interval(10, 10, 40, both_right=10)
    width = [high - low for low, high in (agreeing, independent, contrary)]
    assert width[0] < width[1] < width[2]


def test_the_bootstrap_repeats_with_its_seed_and_only_then():
    first = bootstrap_interval(9, 3, 320, repetitions=200, seed=4)
    assert bootstrap_interval(9, 3, 320, repetitions=200, seed=4) == first
    others = {bootstrap_interval(9, 3, 320, repetitions=200, seed=s) for s in range(5, 15)}
    assert len(others) > 1


@pytest.mark.parametrize(("b", "c", "n"), [(0, 0, 20), (20, 0, 20), (0, 20, 20)])
@pytest.mark.parametrize("repetitions", [500, None])
def test_the_bootstrap_has_no_width_where_all_pairs_are_alike(b, c, n, repetitions):
    low, high = bootstrap_interval(b, c, n, repetitions=repetitions, seed=0)
    assert low == high == (b - c) / n


@pytest.mark.parametrize(("b", "c", "n"), [(2, 1, 5), (1, 0, 5), (3, 2, 5), (1, 1, 6)])
@pytest.mark.parametrize("confidence", [0.5, 0.8, 0.95])
def test_the_ideal_bootstrap_counts_all_resamples(b, c, n, confidence):
    pairs = [1] * b + [-1] * c + [0] * (n - b - c)
    sums = Counter(sum(drawn) for drawn in itertools.product(pairs, repeat=n))
    beside = (1 - Fraction(str(confidence))) / 2
    limits = []
    for level in (beside, 1 - beside):
        below = 0
        for value in sorted(sums):
            below += sums[value]
            if Fraction(below, n**n) >= level:
                limits.append(value / n)
                break
    assert bootstrap_interval(b, c, n, confidence, repetitions=None) == tuple(limits)


def test_many_drawn_resamples_come_to_the_ideal_bootstrap():
    low, high = bootstrap_interval(60, 30, 1000, repetitions=200_000, seed=8)
    ideal = bootstrap_interval(60, 30, 1000, repetitions=None)
    # A step is 1/1000; the noise of such a quantile is a tenth of that.
    assert (low, high) == pytest.approx(ideal, rel=0, abs=1.001e-3)


# --- Results that speak ---------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["tango", "wald", "agresti-min", "bootstrap"])
def test_a_paired_difference_is_what_its_interval_is(method):
    found = paired_difference(9, 3, 32, method, 0.9, seed=5)
    more = {"seed": 5} if method == "bootstrap" else {}
    interval = {**BY_NAME, "bootstrap": bootstrap_interval}[method]
    assert (found.low, found.high) == interval(9, 3, 32, 0.9, **more)
    assert found.difference == 6 / 32
    assert found.contains_zero == (found.low <= 0 <= found.high)


def test_newcombes_as_a_result():
    found = paired_difference(6, 16, 161, "newcombe", both_right=59)
    assert (found.low, found.high) == newcombe_interval(6, 16, 161, both_right=59)
    refused(["both_right must be given ", " got None"], paired_difference, 6, 16, 161, "newcombe")


def test_sentences_say_what_was_found():
    words = paired_difference(9, 3, 32).sentence()
    assert not missing(words, "0.188", "-0.027 to 0.390", "holds 0", "95 %", "32 pairs", "Tango")
    assert "does not hold 0" in paired_difference(20, 3, 32).sentence()
    assert "no width" in paired_difference(0, 0, 32, "wald").sentence()
    assert "leaves [-1, 1]" in paired_difference(9, 0, 10, "wald").sentence()


def test_a_limit_that_is_not_0_does_not_look_like_0():
    found = paired_difference(40, 23, 100_000, confidence=0.9)
    assert 0 < found.low < 5e-4
    assert " from 0.000 to" not in found.sentence()


# --- Tests with a margin --------------------------------------------------------------------------


@repeatable
@given(counts())
def test_without_a_margin_it_is_mcnemars_test(case):
    b, c, n = case
    result = non_inferiority_test(b, c, n, 0)
    mcnemar = mcnemar_test(c, b, "asymptotic", alternative="greater")
    assert result.statistic**2 == pytest.approx(mcnemar.statistic, rel=1e-12, abs=1e-12)
    expected = mcnemar.p_value if b + c else 0.5
    assert result.p_value == pytest.approx(expected, rel=1e-9)
    assert equivalence_test(b, c, n, 0).p_value >= 0.5


@repeatable
@given(counts(), st.sampled_from([0.01, 0.05, 0.2]), st.sampled_from([0.02, 0.1, 0.3]))
def test_a_margin_test_rejects_where_the_interval_lies_within(case, alpha, margin):
    b, c, n = case
    low, high = tango_interval(b, c, n, 1 - 2 * alpha)
    for test, limits in (
        (non_inferiority_test(b, c, n, margin), [low]),
        (equivalence_test(b, c, n, margin), [low, -high]),
    ):
        assert test.interval(alpha) == (low, high)
        if all(abs(limit + margin) > 1e-9 for limit in limits):
            assert (test.p_value <= alpha) == all(limit > -margin for limit in limits)


def test_the_margin_statistic_in_many_digits():
    for b, c, n, margin in [(0, 1, 44, 0.1), (9, 3, 32, 0.2), (50, 70, 900, 0.05), (0, 0, 20, 0.1)]:
        with mpmath.workdps(40):
            sides = [excess_and_variance(b, c, n, d * mpmath.mpf(margin)) for d in (-1, 1)]
            low, high = (float(excess / mpmath.sqrt(variance)) for excess, variance in sides)
        assert non_inferiority_test(b, c, n, margin).statistic == pytest.approx(low)
        assert equivalence_test(b, c, n, margin).statistic == pytest.approx(min(low, -high))


def test_more_pairs_of_the_same_kind_show_equivalence():
    ps = [equivalence_test(k, k, 20 * k, 0.05).p_value for k in (1, 5, 20, 80)]
    assert ps == sorted(ps, reverse=True)
    assert ps[0] > 0.2
    assert ps[-1] < 0.001


def test_no_evidence_of_a_difference_is_not_evidence_of_none():
    few, many = (4, 3, 20), (40, 30, 2000)
    for case in (few, many):
        assert mcnemar_test(*case[:2]).p_value > 0.05
    assert equivalence_test(*few, 0.05).p_value > 0.05
    assert equivalence_test(*many, 0.05).p_value < 0.05


def test_margin_sentences():
    shown = equivalence_test(10, 8, 1000, 0.02).sentence()
    assert not missing(shown, "margin of 0.02", "it is shown", "either way", "90 % two-sided")
    assert "it is not shown" in equivalence_test(9, 3, 32, 0.1).sentence()
    assert "not worse than the second by 0.1" in non_inferiority_test(9, 3, 32, 0.1).sentence()
    assert "it is not shown" in non_inferiority_test(3, 9, 32, 0.1).sentence()
    assert "interval" not in non_inferiority_test(3, 9, 32, 0.1).sentence(alpha=0.7)


def test_at_the_margin_the_test_errs_about_as_often_as_it_promises():
    n, first, second, margin = 200, 0.05, 0.15, 0.1
    errs = 0.0
    for b, c in itertools.product(range(40), range(70)):
        chance = stats.multinomial.pmf([b, c, n - b - c], n, [first, second, 1 - first - second])
        if chance > 1e-9 and non_inferiority_test(b, c, n, margin).p_value <= 0.05:
            errs += chance
    assert 0.04 < errs < 0.06


# --- Exactly, whatever the truth ------------------------------------------------------------------

MARGINS = ["0", "1/20", "1/10", "1/4", "3/5"]


def all_tables(n):
    return [(b, c) for b in range(n + 1) for c in range(n + 1 - b)]


def scores_of(n, margin):
    """The score of every table against a difference of -margin, from the printed equations."""
    with mpmath.workdps(40):
        d = -mpmath.mpf(margin.numerator) / margin.denominator
        found = {}
        for b, c in all_tables(n):
            excess, variance = excess_and_variance(b, c, n, d)
            found[b, c] = excess / mpmath.sqrt(variance) if excess else mpmath.mpf(0)
    return found


def chance_of(region, n, first, second):
    """How often n pairs come to one of these tables; exact, if the chances are fractions."""
    rest = 1 - first - second
    return sum(
        math.comb(n, b) * math.comb(n - b, c) * first**b * second**c * rest ** (n - b - c)
        for b, c in region
    )


def as_extreme(scores, b, c):
    with mpmath.workdps(40):
        least = scores[b, c] - mpmath.mpf("1e-20")
        return [table for table, score in scores.items() if score >= least]


def test_the_exact_test_with_a_single_discordant_pair():
    # The worst case has no b at all, and a chance of one tenth for each c.
    expected = Fraction(9, 10) ** 44 + 44 * Fraction(1, 10) * Fraction(9, 10) ** 43
    found = non_inferiority_test(0, 1, 44, 0.1, method="exact")
    assert found.p_value == pytest.approx(float(expected), rel=1e-12)
    assert round(found.p_value, 4) == 0.0571
    score = non_inferiority_test(0, 1, 44, 0.1)
    assert round(score.p_value, 4) == 0.0438
    assert found.statistic == score.statistic
    # Nothing discordant: both ends of the margin are equally far, and the worst case is the same.
    for n in (1, 5, 20):
        for test in (non_inferiority_test, equivalence_test):
            assert test(0, 0, n, 0.1, "exact").p_value == pytest.approx(0.9**n, rel=1e-12)


@pytest.mark.parametrize("margin", MARGINS)
@pytest.mark.parametrize("n", [1, 2, 5, 9])
def test_the_exact_p_value_is_the_largest_chance_of_all(n, margin):
    """From both sides: no truth has a larger chance, and some truth has as large a one.

    Sure of it between the points of the grid, too: with more b and with less c the chance rises, so
    of all truths between two neighbours none has a larger chance than the b of one and the c of
    the other.
    """
    margin = Fraction(margin)
    scores = scores_of(n, margin)
    steps = 300
    grid = [(1 - margin) / 2 * Fraction(k, steps) for k in range(steps + 1)]
    wide = [Fraction(k, 12) for k in range(13)]
    outside = [(p, q) for p in wide for q in wide if p + q <= 1 and p - q <= -margin]
    for b, c in list(scores)[:: max(1, len(scores) // 12)]:
        region = as_extreme(scores, b, c)
        for first, second in region:  # more b, or less c, is at least as extreme
            assert (first + 1, second) in region or first + second == n
            assert (first, second - 1) in region or second == 0
        found = non_inferiority_test(b, c, n, float(margin), method="exact").p_value
        on_edge = max(chance_of(region, n, p, p + margin) for p in map(float, grid))
        assert found >= on_edge - 1e-12
        above = max(
            chance_of(region, n, float(q), float(p + margin)) for p, q in itertools.pairwise(grid)
        )
        assert found <= above + 1e-12
        assert above - on_edge < 0.03
        # Nor does any truth that lies further outside have a larger chance; in fractions.
        assert all(chance_of(region, n, p, q) <= found + 1e-12 for p, q in outside)


@pytest.mark.parametrize("n", [1, 2, 7, 30, 90])
def test_the_score_falls_with_every_c_and_rises_with_every_b(n):
    # So the worst case lies at the margin itself, however large n is.
    tables = np.array(all_tables(n), dtype=float).T
    place = tuple(tables.astype(int))
    for margin in (0, 1e-6, 0.01, 0.05, 0.1, 0.3, 0.6, 0.99):
        z = np.full((n + 1, n + 1), np.nan)
        z[place] = score_statistic(*tables, np.asarray(float(n)), np.asarray(-float(margin)))
        assert np.nanmax(np.diff(z, axis=1)) < 1e-9
        assert np.nanmin(np.diff(z, axis=0)) > -1e-9


@pytest.mark.parametrize(("b", "c", "n", "margin"), [(3, 9, 90, 0.1), (20, 31, 300, 0.08)])
def test_the_exact_p_value_on_a_dense_grid(b, c, n, margin):
    table = np.array(all_tables(n), dtype=float).T
    z = score_statistic(*table, np.asarray(float(n)), np.asarray(-margin))
    found = non_inferiority_test(b, c, n, margin, method="exact")
    region = table[:, z >= found.statistic - 1e-10].astype(int)
    most = np.array([region[1, region[0] == i].max(initial=-1) for i in range(n + 1)])
    i = np.arange(n + 1)
    chances = [
        np.sum(stats.binom.pmf(i, n, q) * stats.binom.cdf(most, n - i, (q + margin) / (1 - q)))
        for q in np.linspace(0, (1 - margin) / 2, 4001)
    ]
    assert max(chances) <= found.p_value + 1e-11
    assert max(chances) == pytest.approx(found.p_value, rel=1e-4)


def sizes(test, n, margin, method, levels):
    """How often, at most, the test finds the difference within the margin when it is not."""
    tables = all_tables(n)
    p = {table: test(*table, n, margin, method=method).p_value for table in tables}
    truths = np.linspace(0, (1 - margin) / 2, 500)
    return [
        np.max(chance_of([t for t in tables if p[t] <= level], n, truths, truths + margin))
        for level in levels
    ]


@pytest.mark.parametrize(("n", "margin"), [(8, 0.1), (15, 0.05), (22, 0.25)])
@pytest.mark.parametrize("test", [non_inferiority_test, equivalence_test])
def test_the_exact_test_never_errs_more_often_than_it_says(test, n, margin):
    levels = np.array([0.01, 0.05, 0.1, 0.3])
    found = np.array(sizes(test, n, margin, "exact", levels))
    assert (found <= levels + 1e-12).all()
    if n == 22:  # and not because nothing is ever found
        assert found[-1] > 0.1


@pytest.mark.parametrize("method", ["score", "exact"])
def test_equivalence_takes_the_worse_of_two_one_sided_tests(method):
    for b, c, n, margin in ((3, 5, 60, 0.1), (5, 3, 60, 0.1), (0, 9, 40, 0.3), (7, 7, 30, 0)):
        sides = [non_inferiority_test(*k, n, margin, method).p_value for k in ((b, c), (c, b))]
        assert equivalence_test(b, c, n, margin, method).p_value == pytest.approx(max(sides))


def test_the_score_test_errs_more_often_than_it_says():
    # As its docstring and its sentence tell.
    for n, margin, size in ((22, 0.25, 0.078), (61, 0.0425, 0.0707), (135, 0.02, 0.0654)):
        assert sizes(non_inferiority_test, n, margin, "score", [0.05])[0] == pytest.approx(
            size, abs=0.0002
        )


def test_margin_sentences_tell_the_method():
    score, exact = (non_inferiority_test(0, 1, 44, 0.1, m) for m in ("score", "exact"))
    assert not missing(
        score.sentence(), "approximate p = 0.044", "it is shown", 'method="exact" keeps its level'
    )
    assert not missing(
        exact.sentence(), "exact p = 0.057", "it is not shown", "the exact one parts here"
    )
    # Where both say the same, nobody parts; and nobody is told to go on where nothing is shown.
    for result in (score.sentence(0.01), exact.sentence(0.01), exact.sentence(0.1)):
        assert not any(words in result for words in ("parts", "keeps its level"))
    assert (score.facts()["approximate p-value"], exact.facts()["exact p-value"]) == (
        "0.044",
        "0.057",
    )
    assert [result.as_dict()["method"] for result in (score, exact)] == ["score", "exact"]


# --- Coverage -------------------------------------------------------------------------------------


def exact_coverage(n, first, second, holds):
    """Every sequence of n pairs, with fractions."""
    rest = 1 - first - second
    total = Fraction(0)
    for kinds in itertools.product("bco", repeat=n):
        b, c = kinds.count("b"), kinds.count("c")
        if holds(b, c):
            total += first**b * second**c * rest ** (n - b - c)
    return total


CHANCES = [("1/10", "1/10"), ("3/10", "1/20"), ("1/20", "0"), ("0", "0"), ("1/2", "1/2"),
           ("1", "0")]  # fmt: skip


@pytest.mark.parametrize("chances", CHANCES)
@pytest.mark.parametrize("n", [1, 3, 6])
def test_coverage_of_tangos_interval_counted_with_fractions(n, chances):
    first, second = map(Fraction, chances)
    truth = first - second
    with mpmath.workdps(40):
        z = mpmath.mpf(float(normal_quantile(0.9)))
        d = mpmath.mpf(truth.numerator) / truth.denominator

        def holds(b, c):
            return not rejected(b, c, n, d, z)

        expected = exact_coverage(n, first, second, holds)
    got = interval_coverage(n, float(first), float(second), confidence=0.9)
    assert got == pytest.approx(float(expected), rel=1e-12)


@pytest.mark.parametrize("chances", CHANCES)
def test_coverage_of_walds_and_of_a_readers_own_interval_counted_with_fractions(chances):
    n = 6
    first, second = map(Fraction, chances)
    truth = first - second
    square = Fraction(NormalDist().inv_cdf(0.975)) ** 2

    def wald(b, c):
        spread = Fraction(b + c) - Fraction((b - c) ** 2, n)
        return (b - c - n * truth) ** 2 <= square * spread

    def fixed(b, c):
        return abs(Fraction(b - c, n) - truth) <= Fraction(1, 4)

    def own(b, c, n, confidence):
        return (b - c) / n - 0.25, (b - c) / n + 0.25

    for holds, method in ((wald, "wald"), (fixed, own)):
        expected = float(exact_coverage(n, first, second, holds))
        got = interval_coverage(n, float(first), float(second), method)
        assert got == pytest.approx(expected, rel=1e-12, abs=1e-15)


@pytest.mark.parametrize("method", [*BY_NAME, "newcombe"])
@pytest.mark.parametrize(
    ("n", "first", "second"), [(25, 0.1, 0.02), (60, 0.3, 0.25), (200, 0.02, 0)]
)
def test_coverage_against_simulation(method, n, first, second):
    if method == "newcombe" and n > 100:
        n = 100
    draws = 40_000
    right = 0.6 * (1 - first - second)
    rng = np.random.default_rng(7)
    b, c, both, _ = rng.multinomial(n, [first, second, right, 1 - first - second - right], draws).T
    if method == "newcombe":
        low, high = newcombe_interval(b, c, n, both_right=both)
        exact = interval_coverage(n, first, second, method, both_right_chance=right)
    else:
        drawn = list(zip(b.tolist(), c.tolist(), strict=True))
        tables = {pair: BY_NAME[method](*pair, n) for pair in set(drawn)}
        low, high = np.array([tables[pair] for pair in drawn]).T
        exact = interval_coverage(n, first, second, method)
    truth = first - second
    found = np.mean((low <= truth + 1e-12) & (truth - 1e-12 <= high))
    error = math.sqrt(max(exact * (1 - exact), 1e-5) / draws)
    assert abs(found - exact) < 4 * error


def test_coverage_of_many_chances_at_once():
    first, second = np.array([[0.0, 0.1, 0.4]]), np.array([[0.0], [0.3]])
    found = interval_coverage(30, first, second)
    assert found.shape == (2, 3)
    for i, j in np.ndindex(found.shape):
        one = interval_coverage(30, float(first[0, j]), float(second[i, 0]))
        assert type(one) is float
        assert one == pytest.approx(found[i, j], rel=1e-12)


def test_coverage_of_all_that_can_be_is_1_and_of_nothing_0():
    everything = lambda b, c, n, confidence: (b * 0.0 - 1, b * 0.0 + 1)  # noqa: E731
    nothing = lambda b, c, n, confidence: (b * 0.0 + 2, b * 0.0 + 3)  # noqa: E731
    for n in (1, 50, 3000):
        chances = np.array([0.0, 0.02, 0.3])
        assert interval_coverage(n, chances, 0.1, everything) == pytest.approx(1, abs=1e-11)
        assert (interval_coverage(n, chances, 0.1, nothing) == 0).all()


def test_tango_keeps_its_promise_better_than_wald():
    """Small samples, chances all over the triangle."""
    share = np.arange(0.02, 1, 0.04)
    first, second = np.meshgrid(share, share)
    inside = first + second <= 1
    for n in (15, 30, 60):
        tango, wald = (
            interval_coverage(n, first[inside], second[inside], method)
            for method in ("tango", "wald")
        )
        assert tango.min() > 0.90 > wald.min()
        assert abs(tango.mean() - 0.95) < abs(wald.mean() - 0.95)


def test_how_far_tangos_interval_keeps_its_promise():
    """What its docstring says: chances in steps, small ones in finer steps."""
    share = np.concatenate([np.arange(0, 0.06, 0.005), np.arange(0.06, 0.51, 0.01)])
    first, second = np.meshgrid(share, share)
    inside = first + second <= 0.5
    worst = [interval_coverage(n, first[inside], second[inside]).min() for n in (20, 40, 100)]
    assert all(0.927 < coverage < 0.95 for coverage in worst)


# --- Sample size ----------------------------------------------------------------------------------


def mean_width(n, first, second, interval):
    grid = [(b, c) for b in range(n + 1) for c in range(n + 1 - b)]
    b, c = np.array(grid).T
    weights = stats.multinomial.pmf(
        np.array([b, c, n - b - c]).T, n, [first, second, 1 - first - second]
    )
    low, high = interval(b, c, n)
    return float(np.sum(weights * (high - low)))


@pytest.mark.parametrize("method", ["tango", "agresti-min"])
@pytest.mark.parametrize(("width", "first", "second"), [(0.2, 0.06, 0.16), (0.15, 0.02, 0.02)])
def test_the_sample_size_is_the_smallest_that_is_narrow_enough(method, width, first, second):
    plan = interval_sample_size(width, first, second, method=method)
    interval = BY_NAME[method]
    assert plan.mean_width == pytest.approx(mean_width(plan.n, first, second, interval), rel=1e-9)
    assert plan.mean_width <= width < mean_width(plan.n - 1, first, second, interval)


def test_large_sample_sizes_against_simulation():
    plan = interval_sample_size(0.01, 0.06, 0.16)
    rng = np.random.default_rng(2)
    b, c, _ = rng.multinomial(plan.n, [0.06, 0.16, 0.78], 20_000).T
    low, high = tango_interval(b, c, plan.n)
    assert (high - low).mean() == pytest.approx(plan.mean_width, rel=1e-4)
    assert plan.mean_width == pytest.approx(0.01, rel=1e-4)
    assert f"{plan.n:,} pairs" in plan.sentence()


def test_sample_size_without_discordant_pairs_has_a_formula():
    square = NormalDist().inv_cdf(0.975) ** 2
    assert interval_sample_size(0.1, 0, 0).n == math.ceil(square * (2 / 0.1 - 1))


# --- Bad input ------------------------------------------------------------------------------------

ON_COUNTS = {
    **BY_NAME,
    "newcombe": partial(newcombe_interval, both_right=0),
    "paired_difference": lambda b, c, n, *level: paired_difference(b, c, n, "tango", *level),
    "equivalence": partial(equivalence_test, margin=0.1),
    "non-inferiority": partial(non_inferiority_test, margin=0.1),
}
WRONG = [
    ((-1, 0, 5), r"b must be .*got -1"),
    ((0, -2, 5), r"c must be .*got -2"),
    ((1, 1, 0), r"n must be .*got 0"),
    ((2.5, 1, 9), r"b must be .*whole.*got 2\.5"),
    ((1, float("nan"), 9), r"c must be .*got nan"),
    ((1, 2, float("inf")), r"n must be .*got inf"),
    (("3", 1, 9), r"b must be .*got '3'"),
    ((None, 1, 9), r"b must be .*got None"),
    ((True, 1, 9), r"b must be .*got True"),
    ((4, 3, 6), r"b \+ c must be at most n.*got b=4, c=3, n=6"),
    ((1, 2, 10**16), r"n must be .*from 1 to 1,000,000,000,000,000; got 1"),
]


@pytest.mark.parametrize("name", ON_COUNTS)
@pytest.mark.parametrize(("arguments", "message"), WRONG)
def test_counts_that_cannot_be_are_errors(name, arguments, message):
    with pytest.raises(ValueError, match=message):
        ON_COUNTS[name](*arguments)


@pytest.mark.parametrize("name", [*BY_NAME, "newcombe", "paired_difference"])
@pytest.mark.parametrize("confidence", [0, 1, 95, -0.1, float("nan"), "0.95", None, True])
def test_confidence_lies_between_0_and_1(name, confidence):
    with pytest.raises(ValueError, match=r"confidence must be .*strictly between 0 and 1"):
        ON_COUNTS[name](1, 2, 9, confidence)


def test_one_wrong_number_in_an_array_is_named():
    refused(["b must be whole numbers from 0 ", "got -3 at index 1"], tango_interval, [1, -3], 2, 9)
    refused(["at most n", "got b=8, c=2, n=9"], tango_interval, [1, 8], 2, 9)
    refused("b, c and n must have shapes that go together", tango_interval, [1, 2], [1, 2, 3], 9)
    refused("shapes that go together", tango_interval, [1, 2], 1, 9, [0.9, 0.95, 0.99])
    refused("b must be whole numbers", tango_interval, [[1], [1, 2]], 1, 9)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: newcombe_interval(3, 2, 9, both_right=5), "both_right must be at most n - b - c"),
        (lambda: newcombe_interval(3, 2, 9, both_right=-1), "both_right must be .*got -1"),
        (lambda: bootstrap_interval(3, 2, 9, repetitions=0), "repetitions must be .*got 0"),
        (lambda: bootstrap_interval(3, 2, 9, seed=-1), "seed must be"),
        (lambda: bootstrap_interval(3, 2, 9, [0.9, 0.95]), "confidence must be one number"),
        (lambda: paired_difference(3, 2, 9, "walt"), "method must be one of .*'wald'"),
        (lambda: paired_difference(3, 2, 9, "score"), "Did you mean 'tango'"),
        (lambda: equivalence_test(3, 2, 9, -0.1), "margin must be a number from 0 to 1"),
        (lambda: non_inferiority_test(3, 2, 9, 1.5), "margin must be .*got 1.5"),
        (lambda: equivalence_test(3, 2, 9, float("nan")), "margin must be"),
        (lambda: equivalence_test(3, 2, 9, 0.1, "wald"), "method must be one of 'score', 'exact'"),
        (lambda: non_inferiority_test(3, 2, 9, 0.1, "tango"), "Did you mean 'score'"),
        (
            lambda: non_inferiority_test(3, 2, 10_001, 0.1, "exact"),
            'n must be at most 10,000 for method="exact"; got 10,001.*method="score"',
        ),
        (lambda: equivalence_test(3, 2, 9, 0.1).sentence(0), "alpha must be"),
        (lambda: equivalence_test(3, 2, 9, 0.1).interval(0.6), "alpha must be"),
        (lambda: interval_coverage(0, 0.1, 0.1), "n must be .*got 0"),
        (lambda: interval_coverage(9, -0.1, 0.1), "b_chance must be a number .*; got -0.1"),
        (lambda: interval_coverage(9, 0.1, math.nan), "c_chance must be a number .*; got nan"),
        (lambda: interval_coverage(9, 0.7, 0.6), "add up to at most 1; got 0.7, 0.6"),
        (lambda: interval_coverage(9, 0.1, 0.1, "newcombe"), "both_right_chance must be given"),
        (lambda: interval_coverage(9, 0.1, 0.1, both_right_chance=0.1), "must be None"),
        (lambda: interval_coverage(9, 0.1, 0.1, "tengo"), "Did you mean 'tango'"),
        (lambda: interval_coverage(9, 0.1, 0.1, confidence=1), "confidence must be"),
        (lambda: interval_coverage(10**9, 0.3, 0.3), "n must be smaller"),
        (lambda: interval_coverage(9, 0.1, 0.1, lambda b, c, n, level: 0), "two arrays"),
        (lambda: interval_coverage(9, 0.1, 0.1, lambda b, c, n, level: (0, 1)), "two arrays"),
        (lambda: interval_sample_size(0, 0.1, 0.1), "width must be above 0"),
        (lambda: interval_sample_size(2, 0.1, 0.1), "width must be .* below 2"),
        (lambda: interval_sample_size(0.1, 0.8, 0.3), "add up to at most 1"),
        (lambda: interval_sample_size(0.1, 0.8, 0.1, method="newcombe"), "method must be one of"),
        (lambda: interval_sample_size(0.1, 0.8, 0.1, method="wald"), "method must be one of"),
        (lambda: interval_sample_size(1e-6, 0.3, 0.3), "width must be larger"),
    ],
)
def test_other_arguments_that_cannot_be_are_errors(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize(
    ("sizes", "least"),
    [([400] + [5] * 40, 0.94), ([2**i for i in range(8)] * 3, 0.92), ([5] * 40, 0.93)],
)
def test_intervals_hold_where_clusters_are_of_very_unequal_size(sizes, least):
    """600 data sets each: without the jackknife it is 0.39 of the first, 0.91 of the second."""
    rng, held = np.random.default_rng(6), 0
    clusters = np.repeat(np.arange(len(sizes)), sizes)
    for _ in range(600):
        values = (rng.random(clusters.size) < rng.beta(2.8, 1.2, len(sizes))[clusters]).astype(
            float
        )
        number, freedom = effective_number(values, clusters)
        low, high = wilson_limits(values.mean(), number, quantile(0.95, freedom))
        held += low <= 0.7 <= high
    assert held / 600 >= least


def test_the_variance_between_clusters_is_that_of_leaving_out_each():
    values = np.array([1, 1, 1, 0, 1, 0, 0, 1, 0, 1.0])
    clusters = np.array([0, 0, 0, 0, 1, 1, 2, 2, 2, 3])
    means = [values[clusters != left_out].mean() for left_out in range(4)]
    variance = 3 / 4 * sum((mean - 0.6) ** 2 for mean in means)
    number, freedom = effective_number(values, clusters)
    assert number == pytest.approx(0.6 * 0.4 / 9 * 10 / max(variance, 2.4 / 9 / 10))
    assert freedom == pytest.approx(100 / (16 + 4 + 9 + 1) - 1)
    assert largest_share(clusters) == 0.4
