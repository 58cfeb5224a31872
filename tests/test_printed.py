"""Printed numbers: verdicts that hold whoever was right where."""

import json
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

import numpy as np
import pytest

from course_lib import counts_of, mcnemar_test, possible_cases, printed_table, printed_verdict
from course_lib.cli import main
from course_lib.pairs.overlap import exact_p
from tests.helpers import line_of_refusal, missing, refused

# --- Every table of few cases, in integers --------------------------------------------------------


@cache
def p_of(only_a, only_b):
    """Two-sided exact McNemar, as a fraction."""
    d, fewer = only_a + only_b, min(only_a, only_b)
    return min(Fraction(1), Fraction(2 * sum(comb(d, k) for k in range(fewer + 1)), 2**d))


def every_table(n, counts_a, counts_b):
    """All (discordant cases, p) of all 2 x 2 tables with these margins."""
    return [
        (2 * only_a - (a - b), p_of(only_a, only_a - (a - b)))
        for a, b in product(counts_a, counts_b)
        for only_a in range(max(0, a - b), min(a, n - b) + 1)
    ]


def check(found, tables, level, exact_counts):
    """The verdict, the range of p and the tipping points are those of the listed tables."""
    numbers, ps = zip(*tables, strict=True)
    significant = [p <= level for p in ps]
    told = "always" if all(significant) else "depends" if any(significant) else "never"
    assert found.verdict == told
    assert found.lowest_p == pytest.approx(float(min(ps)), rel=1e-12)
    assert found.highest_p == pytest.approx(float(max(ps)), rel=1e-12)
    assert (found.fewest_discordant, found.most_discordant) == (min(numbers), max(numbers))
    if told == "never":
        assert found.significant_up_to is found.never_above is None
        return
    # Up to this number all is significant; above that one nothing is.
    up_to, above = found.significant_up_to, found.never_above
    if up_to is not None:
        assert all(p <= level for d, p in tables if d <= up_to)
    assert not any(p <= level for d, p in tables if d > above)
    if told == "depends":
        first_failure = min(d for d, p in tables if p > level)
        if up_to is None:
            assert first_failure == min(numbers)
        else:
            assert first_failure == up_to + 2
    if exact_counts:
        assert up_to == above == max(d for d, p in tables if p <= level)


@pytest.mark.parametrize(("alpha", "comparisons"), [(0.05, 1), (0.05, 10), (0.03125, 1)])
def test_equals_brute_force_over_every_table_of_up_to_40_cases(alpha, comparisons):
    # At 0.03125 = 1/32 a lead of six just makes it: p equals the level.
    level = Fraction(str(alpha)) / comparisons
    verdicts = set()
    for n in range(1, 41):
        for a in range(n + 1):
            for b in range(a + 1):
                found = printed_verdict(n, a, b, alpha=alpha, comparisons=comparisons)
                check(found, every_table(n, [a], [b]), level, exact_counts=True)
                assert found.ahead == ("A" if a > b else None)
                verdicts.add(found.verdict)
    assert verdicts == {"always", "never", "depends"}


def test_it_does_not_matter_who_comes_first():
    for n, a, b in ((40, 30, 12), (500, 396, 388), (33, 0, 33)):
        one, other = printed_verdict(n, a, b), printed_verdict(n, b, a)
        for name in ("verdict", "lowest_p", "highest_p", "significant_up_to", "never_above"):
            assert getattr(one, name) == getattr(other, name)
        assert (one.ahead, other.ahead) == (("A", "B") if a > b else ("B", "A"))


TEXTS = ["0.0", "0.1", "0.2", "0.35", "0.5", "0.8", "0.9", "1.0", "0.97", "0.666"]


@pytest.mark.parametrize("n", [1, 7, 12, 23, 31, 40])
def test_rounded_accuracies_equal_brute_force_over_all_counts_that_fit(n):
    level, verdicts = Fraction(1, 20), set()
    for a, b in product(TEXTS, TEXTS):
        if {a, b} <= {"0.0", "1.0"}:
            continue  # percent or shares?
        fitting = []
        for text in (a, b):
            half = Fraction(1, 2 * 10 ** len(text.partition(".")[2]))
            shares = (Fraction(k, n) for k in range(n + 1))
            x = Fraction(text)
            fitting.append([k for k, s in enumerate(shares) if x - half <= s <= x + half])
        if not all(fitting):
            refused("must be what a count of", printed_verdict, n, accuracy_a=a, accuracy_b=b)
            continue
        found = printed_verdict(n, accuracy_a=a, accuracy_b=b)
        assert found.right_a == (fitting[0][0], fitting[0][-1])
        check(found, every_table(n, *fitting), level, exact_counts=False)
        verdicts.add(found.verdict)
    assert n < 23 or verdicts == {"always", "never", "depends"}


# --- Known examples -------------------------------------------------------------------------------

#: SWE-bench Verified, resolved of 500: others against 396, and the exact p from the instances.
RESOLVED = [(394, 0.901), (388, 0.243), (387, 0.253), (384, 0.156), (384, 0.134), (382, 0.115)]


@pytest.mark.parametrize(("right", "p"), [*RESOLVED, (378, 0.026)])
def test_p_values_from_the_cases_lie_in_the_range(right, p):
    found = printed_verdict(500, 396, right)
    assert found.lowest_p <= p <= found.highest_p
    assert found.verdict == ("never" if right == 394 else "depends")


def test_a_lead_of_five_is_never_significant_and_one_of_six_may_be():
    for n in (6, 100, 500, 10_000_000):
        assert printed_verdict(n, n, n - 5).verdict == "never"
        assert printed_verdict(n, n, n - 6).verdict == "always"  # all errors are the other's
    middle = printed_verdict(10**9, 500_000_006, 500_000_000)
    assert (middle.verdict, middle.lowest_p, middle.significant_up_to) == ("depends", 1 / 32, 6)
    words = printed_verdict(500, 396, 391).sentence()
    assert "a lead of 5 cases or fewer is never significant, on however many cases" in words
    assert "a lead of 10 cases or fewer" in printed_verdict(500, 9, 5, comparisons=28).sentence()


def test_at_500_cases_and_79_percent_a_lead_of_32_is_always_significant():
    assert printed_verdict(500, 395, 363).verdict == "always"
    assert printed_verdict(500, 395, 364).verdict == "depends"


def test_p_values_are_those_of_mcnemars_test():
    for lead, discordant in ((8, 216), (1, 1), (300, 40_000), (4000, 4_000_000)):
        behind = (discordant - lead) // 2
        test = mcnemar_test(behind, behind + lead)
        assert exact_p(lead, discordant) == pytest.approx(test.p_value, rel=1e-9)
    # Integers, where they can be computed.
    p = p_of(4200, 4440)
    assert exact_p(240, 8640) == pytest.approx(float(p), rel=1e-11)


# --- Rounding -------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [3, 10, 64, 157, 500, 1319])
@pytest.mark.parametrize("decimals", [0, 1, 2, 3])
def test_every_count_is_among_those_that_its_printed_accuracy_allows(n, decimals):
    for right in range(n + 1):
        for scale, sign in ((100, " %"), (1, "")):
            if scale == 1 and decimals == 0:
                continue
            exact = Decimal(right * scale) / Decimal(n)
            unit = Decimal(1).scaleb(-decimals)
            for how in (ROUND_HALF_UP, ROUND_HALF_EVEN):
                text = str(exact.quantize(unit, how))
                if not sign and Decimal(text) in (0, 1):
                    continue  # percent or share?
                found = counts_of(text + sign, n)
                assert right in found
                # And no more than fit: the next ones on either side do not.
                half = Fraction(unit) / 2
                for other in (found[0] - 1, found[-1] + 1):
                    if 0 <= other <= n:
                        assert abs(Fraction(other * scale, n) - Fraction(text)) > half


def test_the_text_matters():
    assert counts_of("79.2", 5000) == counts_of("79.2%", 5000) == range(3958, 3963)
    assert counts_of("79.20", 5000) == range(3960, 3961)
    assert counts_of("0.792", 5000) == range(3958, 3963)
    assert counts_of("79", 5000) == range(3925, 3976)
    assert counts_of("100", 50) == range(50, 51)
    assert counts_of("0.0 %", 5000) == range(3)
    assert counts_of("0.5 percent", 1000) == range(5, 6)
    assert counts_of(388 / 497, 497) == counts_of(np.float64(388 / 497), 497) == range(388, 389)
    for n in (3, 7, 997, 10**9):  # floats with all their digits
        for right in (0.1, 1 / 3, 0.77, 0.999):
            k = max(1, round(right * n) - 1) if n > 3 else 1
            assert list(counts_of(k / n, n)) == [k]


def test_company_tells_percent_from_shares():
    assert printed_verdict(50, accuracy_a="1.00", accuracy_b="0.98").right_a == (50, 50)
    assert printed_verdict(50, accuracy_a="98", accuracy_b="0").right_b == (0, 0)
    refused(
        ["accuracy_a and accuracy_b must both be percent", "'79.2' and '0.776'"],
        lambda: printed_verdict(500, accuracy_a="79.2", accuracy_b="0.776"),
    )
    mixed = printed_verdict(500, accuracy_a="79.2", right_b=388)
    assert (mixed.verdict, mixed.right_a, mixed.right_b) == ("depends", (396, 396), (388, 388))


@pytest.mark.parametrize(
    ("accuracy", "cases", "parts"),
    [
        ("0.333", 10, ["'0.333', but 3 right are printed as 0.300 and 4 as 0.400"]),
        ("99.99", 100, ["99 right are printed as 99.00 and 100 as 100.00"]),
        ("0.1 %", 10, ["0 right are printed as 0.0 and 1 as 10.0"]),
        ("1", 10, ["accuracy must be clearly percent or a share; got '1', which may be either"]),
        ("0.00", 10, ["clearly percent or a share; got '0.00'"]),
        ("100.5", 10, ["from 0 to 100 percent; got '100.5'"]),
        ("79,2", 500, ["'79,2'. Decimals take a point"]),
        ("-0.5", 10, ["as printed, such as '79.2' (percent) or '0.792'; got '-0.5'"]),
        ("", 10, ["got ''"]),
        ("79.2 ± 1", 10, ["got '79.2 ± 1'"]),
        (float("nan"), 10, ["got nan"]),
        (float("inf"), 10, ["got inf"]),
        (True, 10, ["got True"]),
        (None, 10, ["got None"]),
        ([0.5], 10, ["got [0.5]"]),
        ("1_0", 10, ["got '1_0'"]),
        ("0.5", 0, ["cases must be a whole number from 1 to 1,000,000,000; got 0"]),
        ("0.5", 10**9 + 1, ["cases must be a whole number"]),
    ],
)
def test_what_cannot_be_is_refused(accuracy, cases, parts):
    refused(parts, counts_of, accuracy, cases)


def test_the_number_of_cases_is_recovered():
    rights = (156, 146, 139)
    texts = [f"{100 * right / 164:.2f}" for right in rights]
    assert possible_cases(texts, 400) == [164, 328]
    brute = [
        n
        for n in range(1, 400)
        if all(any(f"{100 * k / n:.2f}" == text for k in range(n + 1)) for text in texts)
    ]
    assert brute == [164, 328]
    assert possible_cases("0.5", 6) == [2, 4, 6]  # 2 of 5 are 0.4
    refused("largest must be a whole number from 1", possible_cases, texts, 0)
    refused("accuracies must hold at least one", possible_cases, [])
    refused("accuracies[1] must be an accuracy as printed", possible_cases, ["79.2", "high"])


def test_wrong_arguments_are_named():
    refused("right_b or accuracy_b must be given, and not both", printed_verdict, 10, 5)
    refused(
        "right_a or accuracy_a must be given, and not both; got 5 and '0.5'",
        lambda: printed_verdict(10, 5, 5, accuracy_a="0.5"),
    )
    refused("right_a must be a whole number from 0 to 10; got 11", printed_verdict, 10, 11, 5)
    refused("right_b must be a whole number from 0 to 10; got -1", printed_verdict, 10, 1, -1)
    refused("right_a must be a whole number", printed_verdict, 10, 7.5, 1)
    refused("cases must be a whole number from 1", printed_verdict, 0, 0, 0)
    refused("alpha must be", lambda: printed_verdict(10, 5, 4, alpha=0))
    refused("comparisons must be", lambda: printed_verdict(10, 5, 4, comparisons=0))
    refused("names must differ", lambda: printed_verdict(10, 5, 4, names=("x", "x")))


# --- Words ----------------------------------------------------------------------------------------


def test_sentences_say_who_is_better_and_what_is_open():
    always = printed_verdict(500, 363, 395, names=("tree", "forest")).sentence()
    assert always.startswith(
        "forest is better than tree at the 5 % level, whoever was right where (395 against 363 of "
        "500 cases right; exact McNemar test, two-sided, p from 4.7e-10 to 0.046)."
    )
    open_ = printed_verdict(500, 396, 388).sentence()
    assert not missing(
        open_,
        "do not tell whether A is better than B at the 5 % level: that depends on who was right",
        "Exactly one of the two may be right on 8 to 216 cases: up to 12 (2.4 %) it is significant,"
        " from 14 (2.8 %) on not.",
        "all of its pairs count as comparisons",
    )
    assert "count as comparisons" not in printed_verdict(500, 396, 380, comparisons=3).sentence()
    equal = printed_verdict(500, 396, 396).sentence()
    assert "right equally often" in equal
    assert equal.endswith("(396 against 396 of 500 cases right; exact McNemar test, two-sided, "
                          "p = 1). Not shown is not equal.")  # fmt: skip
    rounded = printed_verdict(500, accuracy_a="79", accuracy_b="77").sentence()
    assert not missing(
        rounded,
        "79 against 77 printed, 393 to 397 against 383 to 387 of 500 cases right",
        "up to 6 (1.2 %) it is significant however the numbers were rounded; above 44 (8.8 %) it",
        "half a unit of the last digit, both ends included",
    )
    coarse = printed_verdict(500, accuracy_a=0.79, accuracy_b=0.78)
    assert coarse.significant_up_to is None
    assert "however few they are, the rounding leaves it open; above 17" in coarse.sentence()
    assert "has lost the zeros at its end" in coarse.sentence()
    assert "p from below 1e-300 to" in printed_verdict(10**7, 9_000_000, 8_990_000).sentence()


def test_the_table_of_a_verdict_shows_where_it_tips():
    rows = {row[0]: row[1:] for row in printed_verdict(500, 396, 388).table().rows}
    assert rows["just few enough"] == ("12", "2.4 %", "0.039", "yes")
    assert rows["too many"] == ("14", "2.8 %", "0.057", "no")
    assert rows["if errors were independent"][0] == "170"
    assert printed_verdict(500, 396, 396).table() is None
    assert printed_verdict(10, 10, 3).table().rows == [
        ("nothing else is possible", "7", "70 %", "0.016", "yes")
    ]
