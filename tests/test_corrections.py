"""Corrections for many tests, against closed testing by brute force and against peers.

The oracles here know nothing of step-up and step-down: they test every set of hypotheses that can
be true together, in fractions.
"""

import math
from fractions import Fraction
from itertools import combinations, pairwise, permutations, product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings, strategies as st
from scipy import integrate, special, stats
from statsmodels.stats.multitest import multipletests

from course_lib import adjust_p_values, adjust_pairwise, pairwise_tests
from course_lib.ranks.exhaustive import by_divisions, by_groups, divisions, shaffer_counts
from tests.helpers import near, refused

ALPHA = 0.05
ANY_FAMILY = ["none", "bonferroni", "holm", "hochberg", "hommel", "finner", "li"]
ALL_PAIRS = [*ANY_FAMILY, "shaffer", "bergmann-hommel"]
#: Those that go through the p-values in their order, so that a smaller one cannot come out larger.
ORDERLY = [*ANY_FAMILY, "shaffer"]
each_method = pytest.mark.parametrize("method", ANY_FAMILY)
each_pairwise = pytest.mark.parametrize("method", ALL_PAIRS)
repeatable = settings(max_examples=30, deadline=None, derandomize=True)

#: Multiples of 1/1024: whole numbers of times such a number is exact in a float. Ties are likely,
#: and so are 0 and 1.
parts = st.one_of(st.integers(0, 1024), st.integers(0, 40), st.sampled_from([0, 1, 51, 1024]))
families = st.lists(parts, min_size=1, max_size=7).map(lambda ks: [Fraction(k, 1024) for k in ks])


def pairs_of(algorithms):
    return list(combinations(range(algorithms), 2))


def tables_of(algorithms):
    count = len(pairs_of(algorithms))
    return st.lists(parts, min_size=count, max_size=count).map(
        lambda ks: [Fraction(k, 1024) for k in ks]
    )


def as_matrix(p, algorithms):
    matrix = np.ones((algorithms, algorithms))
    for (i, j), value in zip(pairs_of(algorithms), p, strict=True):
        matrix[i, j] = matrix[j, i] = value
    return matrix


def adjusted_pairs(p, algorithms, method):
    adjusted = adjust_pairwise(as_matrix(p, algorithms), method)
    assert (adjusted == adjusted.T).all()
    assert (np.diag(adjusted) == 1).all()
    return np.array([adjusted[pair] for pair in pairs_of(algorithms)])


def adjust(p, method):
    """A list of p-values, whichever function takes it."""
    if method in ANY_FAMILY:
        return adjust_p_values(np.array(p, dtype=float), method)
    return adjusted_pairs(p, round((1 + math.sqrt(1 + 8 * len(p))) / 2), method)


# --- Answers found the slow way -----------------------------------------------------------------


def bonferroni_of(p):
    return len(p) * min(p)


def simes_of(p):
    return min(Fraction(len(p)) * x / place for place, x in enumerate(sorted(p), start=1))


def closed(p, sets, test):
    """A hypothesis is rejected if every set with it in it is: so its largest p-value counts."""
    adjusted = [Fraction(0)] * len(p)
    for chosen in sets:
        value = test([p[i] for i in chosen])
        for i in chosen:
            adjusted[i] = max(adjusted[i], value)
    return [min(value, Fraction(1)) for value in adjusted]


def all_subsets(count):
    return [s for size in range(1, count + 1) for s in combinations(range(count), size)]


def exhaustive_sets(algorithms):
    """The sets of pairs that can be all the true ones: give each algorithm a true value, and see
    which pairs are equal."""
    number = {pair: i for i, pair in enumerate(pairs_of(algorithms))}
    return {
        tuple(number[i, j] for i, j in number if values[i] == values[j])
        for values in product(range(algorithms), repeat=algorithms)
    } - {()}


EXHAUSTIVE = {algorithms: exhaustive_sets(algorithms) for algorithms in range(2, 7)}


def shaffer_by_definition(p, algorithms):
    """Step j, j - 1 rejected: at most so many of the others can be true, as some set has so many
    and not more than are left."""
    order = sorted(range(len(p)), key=p.__getitem__)
    adjusted, highest = [None] * len(p), Fraction(0)
    for rejected, i in enumerate(order):
        left = len(p) - rejected
        most = max(len(s) for s in EXHAUSTIVE[algorithms] if len(s) <= left)
        highest = max(highest, most * p[i])
        adjusted[i] = min(highest, Fraction(1))
    return adjusted


def finner_rejects(p, alpha):
    """Down from the smallest p-value, until one is above 1 - (1 - alpha)^(place / k)."""
    rejected = set()
    for place, i in enumerate(sorted(range(len(p)), key=p.__getitem__), start=1):
        if p[i] > 1 - (1 - alpha) ** (place / len(p)):
            break
        rejected.add(i)
    return rejected


def li_rejects(p, alpha):
    """All, if the largest is at most alpha; or those up to (1 - largest) / (1 - alpha) * alpha."""
    if max(p) <= alpha:
        return set(range(len(p)))
    return {i for i, x in enumerate(p) if x <= (1 - max(p)) / (1 - alpha) * alpha}


# --- Any family: by closed testing, by definition, by peers -------------------------------------


@repeatable
@given(families)
def test_holm_and_hommel_are_closed_testing_with_bonferroni_and_simes(p):
    assert adjust(p, "holm").tolist() == closed(p, all_subsets(len(p)), bonferroni_of)
    expected = [float(x) for x in closed(p, all_subsets(len(p)), simes_of)]
    assert adjust(p, "hommel") == pytest.approx(expected, rel=1e-14, abs=0)


@repeatable
@given(families)
def test_bonferroni_and_hochberg_are_their_formulas(p):
    assert adjust(p, "bonferroni").tolist() == [min(1, len(p) * x) for x in p]
    # Hochberg: the smallest of (k - j + 1) p_(j) over all j from the place of p on.
    ordered = sorted(p)
    expected = [
        min((len(p) - j) * y for j, y in enumerate(ordered) if j >= ordered.index(x)) for x in p
    ]
    assert adjust(p, "hochberg").tolist() == expected


@pytest.mark.parametrize(("method", "rejects"), [("finner", finner_rejects), ("li", li_rejects)])
def test_finner_and_li_reject_what_their_definitions_do(method, rejects):
    random = np.random.default_rng(5)
    found = 0
    for _ in range(300):
        p = random.beta(0.4, 1, random.integers(1, 12)).round(random.integers(2, 6))
        adjusted = adjust(p, method)
        for alpha in (0.01, 0.05, 0.1, 0.5):
            # A p-value on the border may fall either way, by rounding.
            sure = np.abs(adjusted - alpha) > 1e-12
            expected = np.isin(np.arange(p.size), list(rejects(p.tolist(), alpha)))
            assert ((adjusted <= alpha) == expected)[sure].all()
            found += expected.sum()
    assert found > 100


@repeatable
@given(families)
def test_finner_and_li_are_the_smallest_levels_that_reject(p):
    # 1 - (1 - p_(j))^(k/j), and never below the one before.
    p = [float(x) for x in p]
    steps = [
        1 - (1 - x) ** (len(p) / place) if x < 1 else 1.0
        for place, x in enumerate(sorted(p), start=1)
    ]
    assert sorted(adjust(p, "finner")) == pytest.approx(np.maximum.accumulate(steps), abs=1e-12)
    for x, level in zip(p, adjust(p, "li"), strict=True):
        if level < 1:
            assert x == pytest.approx(level * (1 - max(p)) / (1 - level), abs=1e-12) or (
                level == pytest.approx(max(p), abs=1e-12)
            )


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("bonferroni", "bonferroni"),
        ("holm", "holm"),
        ("hochberg", "simes-hochberg"),
        ("hommel", "hommel"),
    ],
)
@pytest.mark.parametrize("count", [1, 3, 10, 200])
def test_statsmodels_agrees(ours, theirs, count):
    random = np.random.default_rng(count)
    for spread, digits in ((1, 16), (0.3, 2), (0.05, 300)):
        p = random.beta(spread, 1, count).round(digits)
        # What is below 1e-200 has no digits left to lose.
        expected = multipletests(p, method=theirs)[1]
        assert adjust(p, ours) == pytest.approx(expected, rel=1e-12, abs=1e-200)


def test_the_textbook_example_of_hommel():
    # By hand: 0.02, 0.03, 0.04. Simes of all three 0.04; of {0.02, 0.04} 0.04; of {0.02, 0.03}
    # 0.03. Hochberg gives the same, Holm 0.06.
    assert adjust([0.02, 0.03, 0.04], "hommel") == pytest.approx([0.04, 0.04, 0.04])
    assert adjust([0.02, 0.03, 0.04], "holm") == pytest.approx([0.06, 0.06, 0.06])
    # And one where Hommel rejects what Hochberg does not: 0.01, 0.04, 0.06 (Simes of all: 0.03,
    # of the larger two 0.06, of 0.01 and either 0.02).
    assert adjust([0.01, 0.04, 0.06], "hommel") == pytest.approx([0.03, 0.06, 0.06])


# --- All pairs ----------------------------------------------------------------------------------


def test_pairs_that_can_be_equal_together_are_as_many_as_divisions():
    # Bell's numbers, less the division in which nobody is equal.
    assert [len(EXHAUSTIVE[m]) + 1 for m in range(2, 7)] == [2, 5, 15, 52, 203]
    for m in range(2, 7):
        number = {pair: i for i, pair in enumerate(pairs_of(m))}
        found = {
            tuple(sorted(number[pair] for group in d for pair in combinations(sorted(group), 2)))
            for d in divisions(list(range(m)))
        } - {()}
        assert found == EXHAUSTIVE[m]


@pytest.mark.parametrize(
    ("algorithms", "counts"),
    [
        # Garcia and Herrera (2008), section 3.2: S(5) = {0, 1, 2, 3, 4, 6, 10}.
        (2, [1]),
        (3, [3, 1, 1]),
        (4, [6, 3, 3, 3, 2, 1]),
        (5, [10, 6, 6, 6, 6, 4, 4, 3, 2, 1]),
    ],
)
def test_shaffers_counts_are_the_published_ones(algorithms, counts):
    assert shaffer_counts(algorithms).tolist() == counts


@pytest.mark.parametrize("algorithms", [2, 3, 4, 5, 6])
def test_shaffer_is_its_definition_and_bergmann_hommel_closed_testing(algorithms):
    @settings(repeatable, max_examples=20)
    @given(tables_of(algorithms))
    def check(p):
        for method, expected in (
            ("shaffer", shaffer_by_definition(p, algorithms)),
            ("bergmann-hommel", closed(p, EXHAUSTIVE[algorithms], bonferroni_of)),
        ):
            assert adjusted_pairs(p, algorithms, method).tolist() == expected

    check()


def test_bergmann_hommel_rejects_what_their_procedure_does():
    # As they put it: accept every pair of every exhaustive set whose p-values are all above
    # alpha / size, and reject the others.
    random = np.random.default_rng(6)
    for _ in range(40):
        p = random.beta(0.2, 1, 10)
        for alpha in (0.01, 0.05, 0.3):
            accepted = {
                i for s in EXHAUSTIVE[5] if min(p[i] for i in s) > alpha / len(s) for i in s
            }
            found = adjusted_pairs(p, 5, "bergmann-hommel") > alpha
            assert set(np.flatnonzero(found)) == accepted


@pytest.mark.parametrize("algorithms", [2, 5, 8, 9])
def test_groups_give_what_trying_all_divisions_gives(algorithms):
    random = np.random.default_rng(algorithms)
    count = len(pairs_of(algorithms))
    for p in (
        random.uniform(size=count),
        random.beta(0.1, 1, count),
        random.choice([0.0, 0.001, 0.01, 0.2, 1.0], count),
    ):
        expected = by_divisions(p, algorithms)
        assert (by_groups(p, algorithms) == expected).all()
        adjusted = adjusted_pairs(p, algorithms, "bergmann-hommel")
        assert (adjusted == np.minimum(expected, 1)).all()


def test_bergmann_hommel_of_many_knows_what_must_be_equal():
    # Twelve algorithms in two camps of six. All pairs across differ beyond doubt, and so does the
    # first from all of its camp, except perhaps from the second.
    p = np.full((12, 12), 1e-9)
    camp = np.arange(12) < 6
    p[np.equal.outer(camp, camp)] = 0.9
    p[0, 2:6] = p[2:6, 0] = 1e-9
    p[0, 1] = p[1, 0] = 0.001
    adjusted = adjust_pairwise(p, "bergmann-hommel")
    # With the first two, the other four of their camp can be equal, and the other camp: 1 + 6 + 15.
    assert adjusted[0, 1] == pytest.approx(22 * 0.001)
    # Holm only knows that 40 of 66 are done with.
    assert adjust_pairwise(p, "holm")[0, 1] == pytest.approx(26 * 0.001)
    assert adjusted[1, 2] == adjusted[8, 9] == 1
    # A pair across: everybody equal.
    assert adjusted[0, 6] == pytest.approx(66 * 1e-9)


@pytest.mark.parametrize("method", ANY_FAMILY)
def test_any_correction_of_pairs_is_that_of_a_list(method):
    p = np.random.default_rng(7).beta(0.3, 1, 15)
    assert (adjusted_pairs(p, 6, method) == adjust_p_values(p, method)).all()


# --- What adjusted p-values must be -------------------------------------------------------------


@each_pairwise
@repeatable
@given(st.lists(st.floats(0, 1), min_size=10, max_size=10))
def test_adjusted_p_values_are_not_below_the_raw_ones_nor_above_one(method, p):
    adjusted = adjust(p, method)
    assert (adjusted <= 1).all()
    assert (adjusted >= np.array(p)).all()


@each_method
def test_rounding_does_not_take_an_adjusted_p_value_below_the_raw_one(method):
    for p in np.random.default_rng(18).beta(0.5, 1, (1000, 4)):
        assert (adjust(p, method) >= p).all()


@each_pairwise
def test_one_p_value_needs_no_correction(method):
    for p in (0.0, 1e-300, 0.031, 0.5, 1 - 2**-53, 1.0):
        assert adjust([p], method).tolist() == pytest.approx([p], rel=1e-15, abs=0)


@pytest.mark.parametrize("method", ORDERLY)
@repeatable
@given(tables_of(5))
def test_a_smaller_p_value_stays_smaller(method, p):
    ordered = adjust(p, method)[np.argsort(np.array(p, dtype=float), kind="stable")]
    assert (np.diff(ordered) >= 0).all()


@pytest.mark.parametrize("method", ANY_FAMILY)
def test_equal_p_values_stay_equal(method):
    adjusted = adjust([0.01, 0.2, 0.01, 0.02, 0.2, 0.01], method)
    assert adjusted[0] == adjusted[2] == adjusted[5]
    assert adjusted[1] == adjusted[4]


def test_bergmann_hommel_may_put_a_smaller_p_value_behind_a_larger_one():
    # A-B and C-D can be equal with nothing else: 2 * 0.020. Whatever else can be equal along with
    # A-C holds something far smaller, so A-C stands alone with its 0.021.
    p = as_matrix([0.020, 0.021, 0.001, 0.001, 0.001, 0.5], 4)
    adjusted = adjust_pairwise(p, "bergmann-hommel")
    assert p[0, 1] < p[0, 2]
    assert (adjusted[0, 1], adjusted[0, 2]) == pytest.approx((0.040, 0.021))
    # Shaffer's, which it refines, keeps the order.
    assert adjust_pairwise(p, "shaffer")[0, 1] <= adjust_pairwise(p, "shaffer")[0, 2]
    # Also equal ones may part.
    p[0, 1] = p[1, 0] = 0.021
    adjusted = adjust_pairwise(p, "bergmann-hommel")
    assert adjusted[0, 2] < adjusted[0, 1]


@each_pairwise
@repeatable
@given(tables_of(5), st.integers(0, 9), parts)
def test_raising_a_p_value_lowers_no_adjusted_one(method, p, i, k):
    raised = [max(x, Fraction(k, 1024)) if j == i else x for j, x in enumerate(p)]
    assert (adjust(raised, method) >= adjust(p, method) - 1e-14).all()


@each_pairwise
def test_the_order_of_the_algorithms_does_not_matter(method):
    random = np.random.default_rng(8)
    for digits in (16, 1):
        p = as_matrix(random.beta(0.3, 1, 15).round(digits), 6)
        adjusted = adjust_pairwise(p, method)
        for _ in range(5):
            order = np.ix_(*[random.permutation(6)] * 2)
            found = adjust_pairwise(p[order], method)
            assert found == pytest.approx(adjusted[order], rel=1e-14, abs=0)


@each_method
def test_the_order_of_the_tests_does_not_matter(method):
    p = np.random.default_rng(9).beta(0.3, 1, 5)
    for order in permutations(range(5)):
        found = adjust_p_values(p[list(order)], method)
        assert found == pytest.approx(adjust_p_values(p, method)[list(order)], rel=1e-14, abs=0)


@pytest.mark.parametrize("algorithms", [3, 4, 5, 6])
def test_what_knows_more_rejects_more(algorithms):
    @settings(repeatable, max_examples=20)
    @given(tables_of(algorithms))
    def check(p):
        chain = ["bergmann-hommel", "shaffer", "holm", "bonferroni"]
        steps = [adjusted_pairs(p, algorithms, method) for method in chain]
        for one, other in pairwise(steps):
            assert (one <= other).all()
        hommel, hochberg, holm = (adjust(p, m) for m in ("hommel", "hochberg", "holm"))
        assert (hommel <= hochberg * (1 + 1e-14)).all()  # Hommel divides, so it rounds
        assert (hochberg <= holm).all()

    check()


def test_each_correction_has_cases_where_it_rejects_more_than_the_next():
    p = np.random.default_rng(10).beta(0.2, 1, (50, 10))
    for chain in (["bergmann-hommel", "shaffer", "holm", "bonferroni"], ["hommel", "hochberg"]):
        sums = [sum(adjust(row, method).sum() for row in p) for method in chain]
        assert all(np.diff(sums) > 0.01)


# --- The family-wise error ----------------------------------------------------------------------


def at_most_alpha(errors, repetitions, alpha=ALPHA):
    """Not above alpha by more than three standard errors of a rate of alpha."""
    return errors / repetitions <= alpha + 3 * math.sqrt(alpha * (1 - alpha) / repetitions)


#: How the p-values of six tests behave whose first hypotheses are false.
PARTIAL_NULLS = {
    "all true": (0, None),
    "one beyond doubt": (1, (0, 1)),
    "three beyond doubt": (3, (0, 1)),
    "five beyond doubt": (5, (0, 1)),
    "two that are hard to see": (2, (0.5, 1)),
    "four of middling size": (4, (0.1, 1)),
}


@pytest.mark.parametrize("false", PARTIAL_NULLS.values(), ids=PARTIAL_NULLS.keys())
def test_the_family_wise_error_of_independent_tests(false):
    count, shape = false
    random, repetitions = np.random.default_rng(100 + count), 2000
    p = random.uniform(size=(repetitions, 6))
    if count:
        p[:, :count] = 0 if shape[0] == 0 else random.beta(*shape, (repetitions, count))
    for method in ("bonferroni", "holm", "hochberg", "hommel", "li"):
        errors = sum((adjust(row, method)[count:] <= ALPHA).any() for row in p)
        assert at_most_alpha(errors, repetitions), method
        if method == "li" and (not count or shape[0] == 0):
            # Li's first step makes it exactly alpha, whatever is beyond doubt.
            assert near(errors / repetitions, ALPHA, repetitions, 3)
        if method == "bonferroni":
            assert near(errors / repetitions, 1 - (1 - ALPHA / 6) ** (6 - count), repetitions, 3)


@pytest.mark.parametrize(("false", "true"), [(1, 1), (2, 2), (4, 6), (5, 5), (19, 20)])
def test_finners_correction_does_not_keep_the_family_wise_error(false, true):
    # The smallest p-value of the true ones is rejected if it is at most this.
    count = false + true
    border = 1 - (1 - ALPHA) ** ((false + 1) / count)
    just = adjust([0.0] * false + [border] + [1.0] * (true - 1), "finner")[false]
    assert just == pytest.approx(ALPHA, rel=1e-12, abs=0)
    # So any of them is with this chance, above alpha.
    expected = 1 - (1 - border) ** true
    assert expected == pytest.approx(1 - (1 - ALPHA) ** (true * (false + 1) / count))
    assert expected > ALPHA * 1.0001 or true == false == 1
    random, repetitions = np.random.default_rng(12), 2000
    p = random.uniform(size=(repetitions, count))
    p[:, :false] = 0
    errors = sum((adjust(row, "finner")[false:] <= ALPHA).any() for row in p)
    assert near(errors / repetitions, expected, repetitions, 3)


def test_finners_correction_is_exact_if_nothing_is_false():
    random, repetitions = np.random.default_rng(13), 4000
    errors = sum(
        (adjust(row, "finner") <= ALPHA).any() for row in random.uniform(size=(repetitions, 8))
    )
    # The steps go down, so the smallest decides, at 1 - (1 - alpha)^(1/8).
    assert near(errors / repetitions, ALPHA, repetitions, 3)


#: Those that keep the family-wise error of all pairs.
KEEPING = ["bonferroni", "holm", "hochberg", "hommel", "shaffer", "bergmann-hommel"]
#: Algorithms in groups of equals, and how far apart the groups are in standard deviations.
GROUPS = {
    "five equals": ([5], 0),
    "four and an outsider": ([4, 1], 20),
    "three and two": ([3, 2], 20),
    "three and two, hard to tell": ([3, 2], 2),
    "two, two and one": ([2, 2, 1], 6),
    "two pairs": ([2, 2], 20),
}


def normal_pairs(groups, gap, repetitions, seed):
    """p-values of all pairs of normal means, and which hypotheses are true."""
    group = np.repeat(np.arange(len(groups)), groups)
    i, j = np.triu_indices(group.size, 1)
    x = gap * group + np.random.default_rng(seed).standard_normal((repetitions, group.size))
    return 2 * stats.norm.sf(np.abs(x[:, i] - x[:, j]) / math.sqrt(2)), group[i] == group[j]


@pytest.mark.parametrize(("groups", "gap"), GROUPS.values(), ids=GROUPS.keys())
def test_the_family_wise_error_of_all_pairs(groups, gap):
    repetitions = 800
    p, true = normal_pairs(groups, gap, repetitions, seed=14)
    rates = {}
    for method in KEEPING:
        errors = sum((adjust(row, method)[true] <= ALPHA).any() for row in p)
        assert at_most_alpha(errors, repetitions), method
        rates[method] = errors / repetitions
    assert rates["bonferroni"] <= rates["holm"] <= rates["shaffer"] <= rates["bergmann-hommel"]


@pytest.mark.parametrize("groups", [[4], [3, 1], [2, 2], [3, 2]], ids=str)
def test_the_family_wise_error_of_all_pairs_by_signs(groups):
    random, repetitions, n = np.random.default_rng(15), 300, 14
    group = np.repeat(np.arange(len(groups)), groups)
    i, j = np.triu_indices(group.size, 1)
    true = group[i] == group[j]
    errors = dict.fromkeys(KEEPING, 0)
    for _ in range(repetitions):
        # A data set may suit all of them, or none: scores of a row hang together.
        scores = 20 * group + random.normal(size=(n, group.size)) + 5 * random.normal(size=(n, 1))
        raw = pairwise_tests(scores, "sign", "none").p_values
        for method in errors:
            errors[method] += (adjust_pairwise(raw, method)[i, j][true] <= ALPHA).any()
    for method, count in errors.items():
        assert at_most_alpha(count, repetitions), method


def test_li_does_not_hold_for_all_pairs():
    # Three equal algorithms, z tests of all pairs: Li errs in 6.2 % of the cases, not in 5.
    # The three differences of normal numbers point in a uniform direction with a Rayleigh length:
    # z_k = r cos(angle - k 120 degrees), and 1 - Rayleigh's cdf is exp(-r^2 / 2).
    # Reject if p_min <= c (1 - p_max), or p_max <= alpha; both fall with r, so solve for r.

    def p_values(r, angle):
        z = r * np.cos(angle + np.array([0, 2, 4]) * np.pi / 3)
        return 2 * special.ndtr(-np.abs(z))

    def exceeds(angle):
        low, high = 0.0, 60.0
        for _ in range(50):
            middle = (low + high) / 2
            some = (adjust(p_values(middle, angle), "li") <= ALPHA).any()
            low, high = (low, middle) if some else (middle, high)
        return math.exp(-(low**2) / 2)

    # By symmetry a twelfth of the circle is enough.
    rate = integrate.quad(exceeds, 0, np.pi / 6, epsabs=1e-5, limit=30)[0] / (np.pi / 6)
    assert rate == pytest.approx(0.0616, abs=1e-4)
    p, true = normal_pairs([3], 0, 20_000, seed=16)
    assert true.all()
    errors = (p / (p + 1 - p.max(axis=1, keepdims=True)) <= ALPHA).any(axis=1).sum()
    assert near(errors / 20_000, rate, 20_000, 3)
    assert not at_most_alpha(errors, 20_000)


def test_finners_correction_of_all_pairs_errs_seven_times_as_often_as_it_says():
    # Two camps of five equals, far apart: 25 false hypotheses of 45.
    p, true = normal_pairs([5, 5], 20, 1000, seed=17)
    errors = {
        m: sum((adjust(row, m)[true] <= ALPHA).any() for row in p) for m in ("finner", "holm")
    }
    assert near(errors["finner"] / 1000, 0.338, 1000, 3)
    assert at_most_alpha(errors["holm"], 1000)


# --- What comes in comes out --------------------------------------------------------------------


@each_method
def test_shapes_and_kinds_are_kept(method):
    p = [0.01, 0.04, 0.03, 0.2]
    flat = adjust_p_values(p, method)
    assert isinstance(flat, np.ndarray)
    assert adjust_p_values(tuple(p), method).tolist() == flat.tolist()
    square = adjust_p_values(np.array(p).reshape(2, 2), method)
    assert (square.shape, square.ravel().tolist()) == ((2, 2), flat.tolist())
    assert adjust_p_values(np.array(p).reshape(2, 1, 2), method).shape == (2, 1, 2)
    named = adjust_p_values(dict(zip("abcd", p, strict=True)), method)
    assert type(named) is dict
    assert (list(named), list(named.values())) == (list("abcd"), flat.tolist())
    series = pd.Series(p, index=list("wxyz"), name="p")
    adjusted = adjust_p_values(series, method)
    pd.testing.assert_series_equal(adjusted, pd.Series(flat, index=list("wxyz"), name="p"))
    assert series.tolist() == p  # the caller's is left alone
    frame = pd.DataFrame({"one": p[:2], "two": p[2:]}, index=["r", "s"])
    assert adjust_p_values(frame, method).columns.tolist() == ["one", "two"]
    assert adjust_p_values(frame, method).index.tolist() == ["r", "s"]
    assert adjust_p_values(0.03, method) == pytest.approx(0.03)
    assert type(adjust_p_values(0.03, method)) is float
    assert adjust_p_values([], method).shape == (0,)
    assert adjust_p_values({}, method) == {}


@each_method
def test_zeros_and_ones_are_p_values(method):
    # A certain p-value stays certain next to any other, and all ones are nothing.
    assert adjust([0, 0.5, 1], method)[0] == 0
    assert adjust([1, 1, 1], method).tolist() == [1, 1, 1]
    assert adjust([0, 0, 0], method).tolist() == [0, 0, 0]
    assert adjust_p_values([0, 1], method).tolist() == [0, 1]  # whole numbers, too


@each_pairwise
def test_a_matrix_of_pairs_comes_back_as_one(method):
    p = np.array([[7.0, 0.01, 0.04], [0.01, math.nan, 0.03], [0.04, 0.03, -1.0]])
    before = p.copy()
    adjusted = adjust_pairwise(p, method)  # whatever stands in the diagonal
    assert (adjusted == adjusted.T).all()
    assert np.diag(adjusted).tolist() == [1, 1, 1]
    assert np.array_equal(p, before, equal_nan=True)
    assert (adjust_pairwise(p.tolist(), method) == adjusted).all()


def test_names_of_a_frame_of_pairs_are_kept():
    names = ["tree", "forest", "bayes"]
    p = pd.DataFrame(as_matrix([0.01, 0.04, 0.03], 3), index=names, columns=names)
    adjusted = adjust_pairwise(p, "holm")
    assert isinstance(adjusted, pd.DataFrame)
    assert adjusted.loc["tree", "forest"] == pytest.approx(0.03)


# --- Bad input ----------------------------------------------------------------------------------


@each_method
@pytest.mark.parametrize(
    "p",
    [*([0.1, x] for x in (-0.01, 1.0000001, math.nan, math.inf, 1j)), ["0.1", "0.2"], "0.1", None,
     [[0.1], [0.2, 0.3]], {"a": 0.1, "b": 2}],
    ids=str,
)  # fmt: skip
def test_what_is_no_p_value_is_refused(p, method):
    refused(["p_values must be", "from 0 to 1; got"], adjust_p_values, p, method)


@pytest.mark.parametrize(
    ("p", "parts"),
    [
        ([[1, 0.2], [0.3, 1]], ["p_matrix must be symmetric"]),
        ([[1, math.nan], [math.nan, 1]], ["p_matrix", "NaN"]),
        ([[1, 0.2], [math.nan, 1]], ["p_matrix", "NaN"]),
        ([[1, 2], [2, 1]], ["p_matrix must be numbers from 0 to 1", "2"]),
        ([[1, -0.1], [-0.1, 1]], ["p_matrix must be numbers from 0 to 1", "-0.1"]),
        ([[1, math.inf], [math.inf, 1]], ["p_matrix must be numbers from 0 to 1"]),
        ([[1, 0.2, 0.3], [0.2, 1, 0.3]], ["p_matrix must be a square table of numbers", "2 x 3"]),
        ([0.1, 0.2, 0.3], ["p_matrix must be a square table of numbers", "a list of 3"]),
        ([[1]], ["2 x 2 or larger", "1 x 1"]),
        (0.5, ["p_matrix must be a square table", "0.5"]),
        ("abc", ["p_matrix must be a square table", "'abc'"]),
        ([[1, "x"], ["x", 1]], ["p_matrix must be a square table of numbers", "'x'"]),
        ([[1, 0.2], [0.2]], ["p_matrix must be a square table", "[[1, 0.2], [0.2]]"]),
    ],
    ids=str,
)
def test_what_is_no_matrix_of_pairs_is_refused(p, parts):
    for method in ("holm", "shaffer", "bergmann-hommel"):
        refused(parts, adjust_pairwise, p, method)


def test_numbers_too_large_for_a_float_are_refused():
    huge = 10**400
    refused("p_values must be numbers from 0 to 1", adjust_p_values, [0.1, huge], "holm")
    refused("p_matrix", adjust_pairwise, [[1, huge], [huge, 1]], "holm")


def test_text_is_no_p_value_even_if_it_reads_like_one():
    refused("p_matrix", adjust_pairwise, [["1", "0.2"], ["0.2", "1"]], "holm")
    refused("p_values", adjust_p_values, np.array([0.1, "0.2"], dtype=object), "holm")


def test_unknown_corrections_are_refused_with_a_hint():
    matrix = as_matrix([0.01, 0.04, 0.03], 3)
    known = "method must be one of 'none', 'bonferroni', 'holm', 'hochberg', 'hommel', 'finner'"
    hints = {"bonferoni": "bonferroni", "Holm": "holm", "simes-hochberg": "hochberg"}
    for method, hint in hints.items():
        parts = [known, f"got {method!r}. Did you mean {hint!r}?"]
        refused(parts, adjust_p_values, [0.1], method)
        refused(["'shaffer', 'bergmann-hommel'", hint], adjust_pairwise, matrix, method)
    for method in (None, 3, ["holm"], "fdr_bh", ""):
        refused(["method must be one of", repr(method)], adjust_p_values, [0.1], method)
        refused(["method must be one of", repr(method)], adjust_pairwise, matrix, method)
    refused("Did you mean 'bergmann-hommel'?", adjust_pairwise, matrix, "bergmann")
    # To most people BH is Benjamini and Hochberg's, which promises something else.
    with pytest.raises(ValueError, match=r"got 'bh'$"):
        adjust_pairwise(matrix, "bh")


@pytest.mark.parametrize("method", ["shaffer", "bergmann-hommel"])
def test_what_needs_to_know_the_pairs_does_not_take_a_list(method):
    refused([method, "adjust_pairwise"], adjust_p_values, [0.01, 0.02, 0.03], method)


def test_a_matrix_of_pairs_is_not_taken_for_a_list():
    # Each test would count twice, and the diagonal as well.
    matrix = as_matrix([0.01, 0.04, 0.03], 3)
    refused("adjust_pairwise", adjust_p_values, matrix, "holm")
    names = list("abc")
    frame = pd.DataFrame(matrix, index=names, columns=names)
    refused("adjust_pairwise", adjust_p_values, frame, "holm")


def test_bergmann_hommel_of_too_many_is_refused_and_shaffer_is_not():
    matrix = as_matrix([0.01] * 136, 17)
    refused(["16", "17", "'shaffer'"], adjust_pairwise, matrix, "bergmann-hommel")
    assert adjust_pairwise(matrix, "shaffer").shape == (17, 17)


def test_shaffer_and_bergmann_hommel_need_equality_to_pass_on():
    # For the sign test A = B and B = C, but A beats C on three of four data sets. The two true
    # hypotheses are independent here, and A-C is rejected practically always, so Holm is left with
    # two at half the level each, and the others with one at a time at the full level.
    rng = np.random.default_rng(8)
    orders = np.array([[3, 2, 1], [3, 1, 2], [2, 3, 1], [1, 2, 3]])
    studies = 1500
    errors = dict.fromkeys(("holm", "shaffer", "bergmann-hommel"), 0)
    for _ in range(studies):
        scores = orders[rng.integers(4, size=267)]
        for method in errors:
            adjusted = pairwise_tests(scores, "sign", method).adjusted
            errors[method] += bool(adjusted[0, 1] <= 0.05 or adjusted[1, 2] <= 0.05)
    one = 2 * stats.binom.cdf(int(stats.binom.ppf(0.025, 267, 0.5)) - 1, 267, 0.5)
    half = 2 * stats.binom.cdf(int(stats.binom.ppf(0.0125, 267, 0.5)) - 1, 267, 0.5)
    expected = 1 - (1 - one) ** 2
    for method in ("shaffer", "bergmann-hommel"):
        assert abs(errors[method] / studies - expected) < 4 * np.sqrt(expected / studies)
    assert errors["holm"] / studies < 0.05 + 3 * np.sqrt(0.05 / studies)
    assert errors["holm"] / studies > half
    note = pairwise_tests(scores, "sign", "shaffer").notes
    assert any("takes for granted that equality passes on" in text for text in note)
