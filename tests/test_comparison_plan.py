"""Planning a comparison of two: so many cases, or so small a difference."""

import json
import math

import numpy as np
import pytest
from scipy.stats import binom, norm

from course_lib import mcnemar_power, mcnemar_sample_size, plan_comparison, smallest_difference
from course_lib.cli import main
from course_lib.pairs.comparison_plan import disagreement_limits
from course_lib.plots import draw_difference_power, draw_power_growth
from tests.helpers import line_of_refusal, missing, refused, texts


def answers(rng, n, a, b, disagreement, repetitions):
    """Right or wrong, case by case: how often only the one and only the other is right."""
    only_a, only_b = (disagreement + a - b) / 2, (disagreement - a + b) / 2
    cells = rng.multinomial(n, [only_a, only_b, 1 - disagreement], repetitions)
    return cells[:, 0], cells[:, 1]


@pytest.mark.parametrize(
    ("a", "b", "disagreement", "power", "comparisons"),
    [(0.80, 0.82, 0.10, 0.8, 1), (0.80, 0.82, 0.02, 0.8, 1), (0.7, 0.6, 0.3, 0.9, 1),
     (0.55, 0.60, 0.20, 0.8, 10), (0.95, 0.93, None, 0.8, 3)],
)  # fmt: skip
def test_at_the_planned_number_the_power_is_as_wanted(a, b, disagreement, power, comparisons):
    plan = plan_comparison(a, b, disagreement, power=power, comparisons=comparisons)
    rng, repetitions = np.random.default_rng(16), 20_000
    first, second = answers(rng, plan.cases, a, b, plan.disagreement, repetitions)
    p = np.minimum(1, 2 * binom.cdf(np.minimum(first, second), first + second, 0.5))
    found = np.mean(p <= 0.05 / comparisons)
    error = math.sqrt(power * (1 - power) / repetitions)
    assert abs(found - plan.attained_power) < 2 * error
    assert power <= plan.attained_power < power + 0.02


def test_from_the_planned_number_on_the_power_stays():
    plan = plan_comparison(0.6, 0.75, 0.35)
    chances = ((0.35 - 0.15) / 2, (0.35 + 0.15) / 2)
    powers = [mcnemar_power(*chances, n) for n in range(plan.cases - 1, 3 * plan.cases)]
    assert powers[0] < 0.8 <= min(powers[1:])


def test_it_is_the_sample_size_of_mcnemars_test_whoever_comes_first():
    assert plan_comparison(0.9, 0.8, 0.2).cases == mcnemar_sample_size(0.05, 0.15) == 168
    assert plan_comparison(0.8, 0.9, 0.2).cases == 168
    shared = plan_comparison(0.9, 0.8, 0.2, comparisons=5, alpha=0.1)
    assert shared.cases == mcnemar_sample_size(0.05, 0.15, alpha=0.02)


def connor(difference, disagreement, alpha=0.05, power=0.8):
    """Connor (1987), for large numbers: the asymptotic test, which asks for a little less."""
    a, b = norm.isf(alpha / 2), norm.ppf(power)
    root = a * disagreement**0.5 + b * (disagreement - difference**2) ** 0.5
    return root**2 / difference**2


def test_the_numbers_are_near_those_of_the_textbook_formula():
    assert math.ceil(connor(0.15, 0.45)) == 155  # as an online calculator has it
    for difference, disagreement in ((0.15, 0.45), (0.02, 0.1), (0.02, 0.3), (0.05, 0.08)):
        exact = plan_comparison(0.5, 0.5 + difference, disagreement).cases
        assert 1 <= exact / connor(difference, disagreement) < 1.16


def test_beyond_what_is_summed_up_a_formula_answers_and_says_so():
    plan = plan_comparison(0.80, 0.802, 0.10)
    assert (plan.cases, plan.exact) == (200_000, False)  # 197,202 by summation
    assert connor(0.002, 0.1) < plan.cases < 1.05 * connor(0.002, 0.1)
    assert not missing(plan.sentence(), "with about 200,000 cases", "that of a formula, rounded up")
    assert plan.facts()["cases"] == "about 200,000"


def test_without_a_disagreement_independent_errors_are_assumed_and_others_told():
    plan = plan_comparison(0.80, 0.82)
    assert plan.guessed
    assert plan.disagreement == plan.unrelated == pytest.approx(0.8 * 0.18 + 0.82 * 0.2)
    assert plan.possible == pytest.approx((0.02, 0.38))
    assert not missing(
        plan.sentence(),
        "of 82 % is better than one of 80 %",
        "That share decides, and nobody told it: 30.8 % is what independent errors bring",
        "anything from 2 % to 38 %",
    )
    shares, cases = zip(*[(size.disagreement, size.cases) for size in plan.sizes], strict=True)
    assert list(shares) == sorted(shares)
    assert list(cases) == sorted(cases)  # more disagreement takes more cases
    assert (cases[0], cases[-1]) == (plan_comparison(0.80, 0.82, 0.02).cases, plan.cases)
    given = plan_comparison(0.80, 0.82, 0.10)
    assert "nobody told it" not in given.sentence()
    assert [row[2] for row in given.table().rows if row[0] == "10 %"] == ["as asked"]
    # The share of a perfect one is no guess.
    assert not plan_comparison(1.0, 0.9).guessed


def test_limits_of_disagreement_are_those_of_all_tables():
    # By counting: of n cases, a and b right, exactly one of them on d.
    n = 12
    for a in range(n + 1):
        for b in range(n + 1):
            possible = {a + b - 2 * both for both in range(max(0, a + b - n), min(a, b) + 1)}
            limits = disagreement_limits(a / n, b / n)
            assert limits == pytest.approx((min(possible) / n, max(possible) / n))


@pytest.mark.parametrize(
    ("cases", "disagreement", "comparisons"),
    [(500, 0.1, 1), (120, 0.5, 1), (2000, 0.05, 20), (40, 1.0, 1)],
)
def test_the_smallest_difference_has_just_the_power(cases, disagreement, comparisons):
    found = smallest_difference(cases, disagreement, comparisons=comparisons)
    level = 0.05 / comparisons

    def power(difference):
        only = ((disagreement - difference) / 2, (disagreement + difference) / 2)
        return mcnemar_power(*only, cases, level)

    assert power(found.difference * 1.0001) >= 0.8 >= power(found.difference * 0.9999)
    rng, repetitions = np.random.default_rng(4), 20_000
    a, b = 0.5 + found.difference / 2, 0.5 - found.difference / 2
    first, second = answers(rng, cases, a, b, disagreement, repetitions)
    p = np.minimum(1, 2 * binom.cdf(np.minimum(first, second), first + second, 0.5))
    assert abs(np.mean(p <= level) - 0.8) < 2 * math.sqrt(0.16 / repetitions)


def test_the_two_answers_are_each_others_reverse():
    difference = smallest_difference(2043, 0.10).difference
    assert difference == pytest.approx(0.02, abs=1e-4)
    # The power is jagged in the number of cases: as far as that, they agree.
    assert plan_comparison(0.8, 0.8 + difference, 0.10).cases == pytest.approx(2043, rel=0.01)


def test_the_smallest_difference_from_an_accuracy():
    found = smallest_difference(500, accuracy=0.8)
    assert found.guessed
    assert found.disagreement == pytest.approx(0.32)
    assert not missing(
        found.sentence(),
        "a difference of 7.24 points or more: against an accuracy of 80 %, one of 87.24 % or more, "
        "or of 72.76 % or less.",
        "from the difference itself to about 40 %: take it from a pilot",
    )
    near_one = smallest_difference(500, 0.1, accuracy=0.95).sentence()  # none can be better
    assert "one of 90.93 % or less" in near_one
    assert "or more, or" not in near_one
    few = smallest_difference(5, 0.5)
    assert few.difference is None
    assert "does not reach a power of 80 %, not even if all of those go one way" in few.sentence()
    assert few.as_dict()["difference"] is None


def test_what_cannot_be_is_refused_with_the_reason():
    low = "disagreement must be a number from 0.02 to 0.38 (the difference of 0.8 and 0.82, and at"
    refused([low, "got 0.01"], plan_comparison, 0.80, 0.82, 0.01)
    refused([low, "got 0.39"], plan_comparison, 0.80, 0.82, 0.39)
    assert plan_comparison(0.80, 0.82, 0.02).cases == plan_comparison(0.80, 0.82, 0.82 - 0.8).cases
    refused("accuracy_a and accuracy_b must differ", plan_comparison, 0.8, 0.8, 0.1)
    refused("accuracy_a must be a number from 0 to 1 (a share", plan_comparison, 80, 82, 0.1)
    refused("accuracy_b must be", plan_comparison, 0.8, math.nan, 0.1)
    refused("power must be above alpha, 0.9", lambda: plan_comparison(0.8, 0.9, 0.2, alpha=0.9))
    refused("power must be", lambda: plan_comparison(0.8, 0.9, 0.2, power=1))
    refused("comparisons must be", lambda: plan_comparison(0.8, 0.9, 0.2, comparisons=0))
    refused("disagreement or accuracy must be given", smallest_difference, 500)
    refused("disagreement must leave cases", smallest_difference, 500, 0)
    refused("accuracy must leave cases", lambda: smallest_difference(500, accuracy=1))
    refused("cases must be a whole number from 1 to 100,000", smallest_difference, 0, 0.1)
    refused(
        ["disagreement must be a number from 0 to 0.19", "as near as that to 0.95", "got 0.5"],
        lambda: smallest_difference(500, 0.5, accuracy=0.95),
    )


# --- The command ----------------------------------------------------------------------------------

PLAN = ["plan", "--accuracies", "0.80", "0.82", "--disagreement", "0.10"]
REVERSE = ["plan", "--cases", "500", "--disagreement", "0.10"]


def test_the_command_answers_both_ways(capsys):
    assert main(PLAN) == 0
    out = capsys.readouterr().out
    assert not missing(
        out, "has a power of 80 % from 2,043 cases on.", "if errors were independent"
    )
    assert main([*PLAN, "--comparisons", "10", "--power", "0.9", "--alpha", "0.01", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    more = plan_comparison(0.8, 0.82, 0.1, power=0.9, comparisons=10, alpha=0.01)
    assert found["cases"] == more.cases
    assert main(REVERSE) == 0
    assert "for a difference of 4.07 points or more." in capsys.readouterr().out
    assert main(["plan", "--cases", "500", "--accuracies", "0.8", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["guessed"] is True


@pytest.mark.parametrize("arguments", [PLAN, REVERSE])
def test_the_command_draws_the_power(arguments, tmp_path, capsys):
    file = tmp_path / "power.png"
    assert main([*arguments, "--plot", str(file)]) == 0
    assert file.stat().st_size > 5000


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["plan"], "--metric is required to plan for a score; to plan a comparison of two, give"),
        (["plan", "--metric", "auc"], "--score is required to plan for a score"),
        ([*PLAN, "--metric", "auc"], "--metric asks when a score counts, --accuracies when A is"),
        (["plan", "--ratio", "1:4", "--power", "0.9"], "two questions, and do not go together"),
        ([*PLAN, "--cases", "500"], "--accuracies must be two, for the number of cases, or one or"),
        (["plan", "--accuracies", "0.8"], "got 1 without --cases"),
        (["plan", "--disagreement", "0.1"], "got 0 without --cases"),
        ([*PLAN, "--disagreement", "0.01"], "disagreement must be a number from 0.02 to 0.38"),
        (["plan", "--cases", "500"], "disagreement or accuracy must be given"),
        (["plan", "--accuracies", "80", "82"], "from 0 to 1 (a share: 72 % is 0.72); got 80"),
        (["plan", "--accuracies", "high"], "argument --accuracies: 'high' is not a number"),
    ],
)
def test_options_that_do_not_go_together_are_refused(arguments, line, capsys):
    assert line in line_of_refusal(arguments, capsys)


# --- Pictures -------------------------------------------------------------------------------------


def test_the_power_is_drawn_against_the_cases(ax):
    plan = plan_comparison(0.6, 0.75, 0.35)
    sizes, powers = draw_power_growth(ax, plan)
    assert powers[-1] > 0.9
    for n, power in zip(sizes[::20], powers[::20], strict=True):
        assert power == pytest.approx(mcnemar_power(0.1, 0.25, int(n)))
    assert texts(ax) == [f" {plan.cases:,} cases"]
    assert {0.8} in [set(line.get_ydata()) for line in ax.lines]


def test_the_power_is_drawn_against_the_difference(ax):
    found = smallest_difference(500, 0.1)
    differences, powers = draw_difference_power(ax, found)
    assert np.interp(found.difference, differences, powers) == pytest.approx(0.8, abs=0.005)
    assert texts(ax) == [" 4.07 points"]
    draw_difference_power(ax, smallest_difference(5, 0.5))  # nothing to mark
    assert texts(ax) == [" 4.07 points"]
