"""Printed numbers: verdicts that hold whoever was right where."""

import json
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

import numpy as np
import pandas as pd
import pytest

from course_lib import counts_of, mcnemar_test, possible_cases, printed_table, printed_verdict
from course_lib.cli import main
from course_lib.pairs.overlap import exact_p
from course_lib.plots import draw_printed, draw_printed_ranges
from tests.helpers import line_of_refusal, missing, refused, texts

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
    p = p_of(1200, 1350)
    assert exact_p(150, 2550) == pytest.approx(float(p), rel=1e-11)


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
        "at most half a unit of the last digit away. Accuracies were taken to be rounded, not cut",
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


# --- A whole table --------------------------------------------------------------------------------

NAMES = ["a", "b", "c", "d"]


def test_a_table_is_all_its_pairs_at_a_shared_level():
    right = dict(zip(NAMES, (396, 388, 350, 300), strict=True))
    found = printed_table(500, right, alpha=0.1)
    assert found.comparisons == len(found.pairs) == 6
    for pair in found.pairs:
        first, second = pair.names
        alone = printed_verdict(
            500, right[first], right[second], alpha=0.1, comparisons=6, names=pair.names
        )
        for name in ("verdict", "ahead", "lowest_p", "highest_p", "significant_up_to"):
            assert getattr(pair, name) == getattr(alone, name)
    better = {(p.ahead, *(set(p.names) - {p.ahead})) for p in found.pairs if p.verdict == "always"}
    assert better == {("a", "c"), ("a", "d"), ("b", "d"), ("c", "d")}
    assert found.rank_ranges == {"a": (1, 2), "b": (1, 3), "c": (2, 3), "d": (4, 4)}
    assert found.may_be_best == ("a", "b")
    rows = {row[0]: row[1:] for row in found.table().rows}
    assert rows["c"] == ("350", "2 to 3", "1", "1", "1")
    assert [row["first"] for row in found.rows()] == ["a", "a", "a", "b", "b", "c"]
    assert not missing(
        found.sentence(),
        "4 of 6 pairs are significant at the 10 % level whoever was right where, 0 cannot be, and "
        "2 depend on that (exact McNemar test, two-sided, Bonferroni for 6 comparisons: p at most "
        "0.0167).",
        "2 of the 4 may be the best: a, b.",
        "Not shown is not equal.",
    )


def test_ranks_hold_for_every_way_the_cases_may_have_gone():
    # Draw answers case by case with these margins: whoever is significantly better by the exact
    # test of the cases themselves never contradicts a rank range, nor an "always" or "never".
    rng = np.random.default_rng(16)
    counts = np.array([58, 52, 40, 22, 20])
    found = printed_table(60, counts.tolist())
    verdicts = {pair.names: pair for pair in found.pairs}
    for trial in range(200):
        order = np.arange(60) if trial % 2 else rng.permutation(60)  # nested, or at random
        answers = np.zeros((60, 5), dtype=bool)
        for model, count in enumerate(counts):
            answers[order if trial % 2 else rng.permutation(60), model] = np.arange(60) < count
        for (first, second), pair in verdicts.items():
            a, b = answers[:, "ABCDE".index(first)], answers[:, "ABCDE".index(second)]
            p = mcnemar_test(int(np.sum(~a & b)), int(np.sum(a & ~b))).p_value
            assert pair.lowest_p * (1 - 1e-12) <= p <= pair.highest_p * (1 + 1e-12)
            if pair.verdict != "depends":
                assert (p <= 0.05 / 10) == (pair.verdict == "always")
    assert {pair.verdict for pair in found.pairs} == {"always", "never", "depends"}


def test_a_false_always_is_rare():
    # Six models of equal accuracy whose errors are as unlike as can be expected: independent.
    rng = np.random.default_rng(3)
    repetitions, wrong = 400, 0
    for _ in range(repetitions):
        right = rng.binomial(100, 0.7, 6)
        found = printed_table(100, right.tolist())
        wrong += any(pair.verdict == "always" for pair in found.pairs)
    assert wrong <= 0.05 * repetitions


def test_a_control_is_compared_with_all_others_only():
    right = {"new": 396, "old": 350, "older": 396 - 6}
    found = printed_table(500, right, control="new")
    assert found.comparisons == 2
    assert [(pair.names, pair.verdict) for pair in found.pairs] == [
        (("old", "new"), "always"),
        (("older", "new"), "never"),
    ]
    words = found.sentence()
    assert "Shown to be worse than new: old." in words
    assert "If new was chosen because it leads the table, all pairs count" in words
    assert found.table().rows[0][:4] == ("old", "350", "-46", "always")
    better = printed_table(500, right, control="old").sentence()
    assert "Shown to be better than old: new" in better
    assert "chosen because it leads" not in better


def test_a_table_of_printed_accuracies():
    found = printed_table(500, accuracies={"a": "79.2", "b": "77", "c": "60.2 %"})
    assert found.right == ((396, 396), (383, 387), (301, 301))
    assert "half a unit of the last digit" in found.sentence()
    more = printed_table(500, accuracies={"a": "79.2", "b": "77", "c": "60.2"}, comparisons=900)
    assert more.pairs[0].level == 0.05 / 900
    two = printed_table(500, [400, 300])
    assert two.sentence().startswith("A is better than B at the 5 % level, whoever was right")
    strange = printed_table(500, {"x, y": 396, "<b>": 395, "é %": 394})
    assert "all of the 3 may be the best: x, y; <b>; é %." in strange.sentence()


def test_wrong_tables_are_refused():
    refused("right or accuracies must be given, and not both", printed_table, 500)
    refused(
        "right['b'] must be a whole number from 0 to 10; got 11",
        printed_table,
        10,
        {"a": 1, "b": 11},
    )
    refused("right must hold two or more to compare; got 1", printed_table, 10, {"a": 1})
    refused("right must be a dictionary of names and numbers; got 5", printed_table, 10, 5)
    refused(
        "control must be one of 'a', 'b'; got 'z'",
        lambda: printed_table(9, {"a": 1, "b": 2}, control="z"),
    )
    refused(
        "comparisons must be a whole number from 3",
        lambda: printed_table(9, [1, 2, 3], comparisons=2),
    )
    refused(
        ["accuracies['a'] and accuracies['b'] must both be percent", "'80' and '0.8'"],
        lambda: printed_table(10, accuracies={"a": "80", "b": "0.8"}),
    )
    refused("names must differ", printed_table, 10, {1: 4, "1": 5})
    frame = pd.DataFrame({"a": [1], "b": [2]})
    refused("a dictionary of names and numbers; got a table", printed_table, 10, frame)
    assert printed_table(10, pd.Series([1, 2], ["a", "b"])).names == ("a", "b")


def test_without_names_a_number_is_one():
    assert printed_table(500, [396, 388, 300], control=1).control == "B"
    refused("control must be one of 'A', 'B'; got 2", lambda: printed_table(9, [1, 2], control=2))
    refused("got 0", lambda: printed_table(9, {"a": 1, "b": 2}, control=0))


# --- The command ----------------------------------------------------------------------------------

PRINTED = ["printed", "--cases", "500"]


def test_the_command_prints_the_verdict(capsys):
    assert main([*PRINTED, "--right", "396", "388", "--names", "new", "old"]) == 0
    out = capsys.readouterr().out
    assert not missing(
        out, "do not tell whether new is better than old", "just few enough", "0.039"
    )
    assert "Assumed: all numbers are of the same cases" in out


def test_the_command_keeps_the_text_of_accuracies(capsys):
    for text, counts in (("79.20", [3960, 3960]), ("79.2", [3958, 3962])):
        assert main(["printed", "--cases", "5000", "--accuracy", text, "70.0", "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert (found["right_a"], found["printed"][0]) == (counts, text)


def test_the_command_reads_a_table(tmp_path, capsys):
    file, rows = tmp_path / "board.csv", tmp_path / "rows.csv"
    file.write_text('model,year,resolved\n"Größe, 100 %",2024,396\nb,2023,388\nc,2023,300\n')
    assert main([*PRINTED, "--table", str(file), "--csv", str(rows)]) == 0
    out = capsys.readouterr().out
    assert not missing(out, "Größe, 100 %      396  1 to 2", "2 of the 3 may be the best")
    assert len(rows.read_text().splitlines()) == 4
    file.write_text("model;% resolved\nx;79,20\ny;77,6\nz;60,00\n")
    assert main([*PRINTED, "--table", str(file), "--json", "--control", "x"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["printed"] == ["79.20", "77.6", "60.00"]
    assert (found["control"], len(found["pairs"])) == ("x", 2)
    file.write_text("model,foo\nx,79\ny,70\n")
    kind = ["--column", "foo", "--kind", "accuracy"]
    assert main([*PRINTED, "--table", str(file), *kind]) == 0
    assert "79 against 70 printed" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "options", "line"),
    [
        ("model,foo\nx,79\ny,70\n", [], "--column must say which column holds the numbers; it has"),
        ("model,foo\nx,79\ny,70\n", ["--column", "foo"], "--kind must say what column 'foo' holds"),
        ("model,foo\nx,79\ny,70\n", ["--column", "fo"], "Did you mean 'foo'?"),
        ("model,right\nx,79\nx,70\n", [], "line 3, column 'model': every row must have a name of"),
        ("model,right\n,79\nx,70\n", [], "line 2, column 'model': every row must have a name"),
        ("right\n79\n70\n", [], "must have a column of names beside the one of numbers"),
        ("model,right\nx,79.2\ny,70\n", [], "line 2, column 'right': must be a number of right an"),
        ("model,accuracy\nx,79.2\ny,\n", [], "line 3, column 'accuracy': the accuracy is missing"),
        ("model,accuracy\nx,79.2\ny,high\n", [], "accuracies['y'] must be an accuracy as printed"),
        ("model,accuracy,right\nx,79.2,396\ny,60,300\n", [], "--column must say which column"),
        ("model,right\nx,396\ny,501\n", [], "right['y'] must be a whole number from 0 to 500"),
        ("model,right\nx,396\n", [], "right must hold two or more to compare; got 1"),
        ("model,right\nx,396\ny,388\n", ["--names", "p", "q"], "--names goes with --right or"),
    ],
)  # fmt: skip
def test_tables_that_cannot_be_read_are_refused(content, options, line, tmp_path, capsys):
    file = tmp_path / "board.csv"
    file.write_text(content)
    assert line in line_of_refusal([*PRINTED, "--table", str(file), *options], capsys)


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (PRINTED, "one of --right, --accuracy and --table must be given; got none of them"),
        ([*PRINTED, "--right", "3", "4", "--accuracy", "3", "4"], "got --right and --accuracy"),
        (["printed", "--right", "3", "4"], "--cases must say how many cases there were"),
        (["printed", "--accuracy", "95.12", "89.02", "84.76"], "accuracies fit 164, 328, 492"),
        (["printed", "--accuracy", "0.123456789", "0.5"], "fit no number of cases up to 2,000"),
        ([*PRINTED, "--right", "3", "x"], "argument --right: 'x' is not a number"),
        ([*PRINTED, "--right", "396", "388", "--names", "x"], "names must be as many as there are"),
        ([*PRINTED, "--right", "396", "388", "--kind", "right"], "--kind goes with --table only"),
        ([*PRINTED, "--accuracy", "1", "1"], "which may be either: write it with a percent sign"),
        ([*PRINTED, "--table", "no-such.csv"], "No such file or directory: 'no-such.csv'"),
        ([*PRINTED, "--right", "396", "388", "--control", "C"], "control must be one of 'A', 'B'"),
    ],
)  # fmt: skip
def test_wrong_options_are_refused(arguments, line, capsys):
    assert line in line_of_refusal(arguments, capsys)


# --- Pictures -------------------------------------------------------------------------------------


def test_the_picture_of_a_pair_crosses_the_level_where_the_verdict_tips(ax):
    found = printed_verdict(500, 396, 388)
    ((numbers, values),) = draw_printed(ax, found)
    assert numbers[values <= 0.05].max() == found.significant_up_to
    assert (numbers[0], numbers[-1]) == (8, 216)
    level = next(line for line in ax.lines if set(line.get_ydata()) == {0.05})
    assert level.get_linestyle() == "--"
    assert texts(ax) == ["level 0.05"]


def test_rounded_numbers_are_drawn_as_two_curves(ax):
    found = printed_verdict(500, accuracy_a="79", accuracy_b="77")
    small, large = draw_printed(ax, found)
    assert small[0][small[1] <= 0.05].max() == found.significant_up_to
    assert large[0][large[1] <= 0.05].max() == found.never_above
    assert [text.get_text() for text in ax.get_legend().get_texts()] == [
        "a lead of 6", "a lead of 14"]  # fmt: skip


def test_the_picture_of_a_table_shows_all_others_against_the_one_ahead(ax):
    found = printed_table(500, {"d": 300, "a": 396, "b $x$": 388})
    assert draw_printed_ranges(ax, found) == ["b $x$", "d"]
    assert "Against a:" in ax.get_title(loc="left")
    control = printed_table(500, {"d": 300, "a": 396, "b": 388}, control="b")
    assert draw_printed_ranges(ax, control) == ["a", "d"]


@pytest.mark.parametrize("more", [["388"], ["388", "384", "300"]])
def test_the_command_draws(more, tmp_path, capsys):
    file = tmp_path / "picture.png"
    assert main([*PRINTED, "--right", "396", *more, "--plot", str(file)]) == 0
    assert file.stat().st_size > 5000
