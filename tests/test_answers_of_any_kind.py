"""The one rule for rounding, and answers in every honest form."""

import itertools
import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from course_lib.classroom.bank import QUESTIONS
from course_lib.classroom.forms import as_number, same, short
from course_lib.classroom.questions import FunctionQuestion, Mistake, NumberQuestion
from course_lib.classroom.replies import Outcome, Reply
from course_lib.classroom.rounding import DIGITS, RULE, agrees, apart, rounded_too_far

# --- The rule -------------------------------------------------------------------------------------

RIGHTS = (0.678137, 0.0713149, 7.879438, 0.00012345678, 123.4567, -0.04196, 2 / 3, 0.9999712)


@pytest.mark.parametrize("right", RIGHTS)
def test_four_digits_are_enough_and_three_are_not(right):
    """Written out with decimal arithmetic, which shares nothing with the rule's own."""
    exact = Decimal(right)
    for digits in range(1, 12):
        given = float(f"{exact:.{digits - 1}e}")
        enough = abs(Decimal(given) - exact) <= Decimal(5).scaleb(exact.adjusted() - DIGITS)
        assert agrees(given, right) == enough, given
        assert agrees(given, right) or digits < DIGITS
        if not enough and digits >= 2:
            assert rounded_too_far(given, right)
    assert RULE.startswith("A number counts if its first four digits")


def test_four_digits_may_be_cut_off_as_well_as_rounded():
    for right, cut in ((0.8088888, 0.8088), (7.879438, 7.879), (0.00012349, 0.0001234)):
        assert agrees(cut, right)
        assert not agrees(float(f"{right - (right - cut) / 2:.6g}") - (right - cut), right)
    assert not agrees(0.8087, 0.8088888)
    assert not agrees(0.80875, 0.8088888)
    assert agrees(-0.04196, -0.041969)


def test_the_rule_judges_all_alike():
    """These were judged differently once: each has three digits, and none has enough."""
    for given, right in ((0.678, 0.678137), (0.138, 0.13849), (7.88, 7.879438), (0.656, 0.65578)):
        assert not agrees(given, right)
        assert rounded_too_far(given, right)


def test_a_count_is_right_as_it_is():
    assert agrees(43.0, 43)
    assert not agrees(43.0001, 43)
    assert not agrees(44, 43)
    assert not rounded_too_far(40, 43)
    assert apart(44, 43)


def test_what_only_looks_rounded_is_not_called_so():
    for other in (0.6772, 0.66, 0.69, 0.5, 0.7, 1.0, 0.678137 / 2):
        assert not rounded_too_far(other, 0.678137), other
    assert rounded_too_far(0.67, 0.678137)  # cut off
    assert not agrees(float("nan"), 0.5)
    assert not agrees(0.5, float("nan"))


def test_apart_means_that_no_rounding_brings_them_together():
    right = 0.65578
    for wrong in np.linspace(right - 3e-4, right + 3e-4, 61):
        if apart(wrong, right):
            for digits in (4, 5, 6):
                assert not agrees(float(f"{wrong:.{digits}g}"), right)
                assert not agrees(float(str(wrong)[: digits + 2]), right)  # cut off


# --- Numbers --------------------------------------------------------------------------------------


def number_question(right, *mistakes):
    return NumberQuestion(
        name="a-number",
        title="A number",
        right=lambda: right,
        mistakes=[Mistake(value, f"that is {value}.") for value in mistakes],
        hints=("one", "two"),
        why="So it is.",
    )


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (0.68, "0.68 is rounded too far. Give four digits"),
        (0.678, "0.678 is rounded too far"),
        (67.81, "67.81 is in percent"),
        (68, "68 is in percent, and rounded"),
        (0.6775, "0.6775 is not it"),
        (0.7, "0.7 is not it"),
        ("0.6781", "Leave out the quotes"),
        ("67.8%", "in percent. Give a share of 1, as a number without quotes"),
        ("67,8 %", "in percent"),
        ("about a third", "'about a third' is text, and a number is wanted"),
        ("", "is text, and a number is wanted"),
        (np.array(True), "a number is wanted, not True"),
        (np.array(0.5 + 1j), "a number is wanted, not (0.5+1j)"),
    ],
)
def test_what_is_said_to_a_number_that_is_not_right(answer, words):
    reply = number_question(0.678137).check(answer)
    assert reply.outcome is Outcome.NOT_YET
    assert words in reply.reason


def test_rounding_is_mentioned_only_where_rounding_gives_the_answer():
    asked = number_question(0.678137)
    for answer in np.linspace(0.6, 0.75, 3001):
        said = asked.check(float(answer))
        if "round" in said.reason:
            digits = len(f"{answer:.10g}") - 2
            assert float(f"{0.678137:.{digits}g}") == pytest.approx(answer) or str(
                0.678137
            ).startswith(f"{answer:.10g}")


def test_a_mistake_that_is_just_this_number_comes_first_then_rounding_then_what_is_near():
    assert "that is 0.68." in number_question(0.678137, 0.68).check(0.68).reason
    assert "rounded too far" in number_question(0.699574, 0.700047).check(0.7).reason
    assert "that is 0.700047." in number_question(0.699574, 0.700047).check(0.70005).reason


@pytest.mark.parametrize(
    "form", [float, np.float64, np.float32, np.float16, np.array, Fraction, Decimal], ids=str
)
def test_a_number_may_have_any_honest_form(form):
    right = 0.75
    assert number_question(right).check(form(right)).correct


def test_text_is_never_a_number():
    for answer in ("0.5", b"0.5", np.str_("0.5"), np.array("0.5"), ["0.5"]):
        assert isinstance(as_number(answer), Reply)


# --- What a function returns ----------------------------------------------------------------------

PAIR = (1 / 3, 2.0)


@pytest.mark.parametrize(
    "value",
    [
        PAIR,
        list(PAIR),
        np.array(PAIR),
        np.array(PAIR, dtype=np.float32),
        (Fraction(1, 3), 2),
        (Decimal("0.333333333333"), Decimal(2)),
        [np.float32(1 / 3), np.array(2.0)],
    ],
    ids=str,
)
def test_two_numbers_in_any_honest_form_are_the_same(value):
    assert same(value, PAIR, 1e-6)


@pytest.mark.parametrize(
    "value",
    [
        ("0.3333333333", "2"),
        (1 / 3, "2"),
        np.array(["0.3333333333", "2"]),
        (True, 2.0),
        (1 / 3, 2.0, 0.0),
        ((1 / 3, 2.0),),
        [[1 / 3], 2.0],
        (1 / 3, None),
        (1 / 3, 2 + 0j),
        (1 / 3, float("nan")),
        1 / 3,
        "ab",
        None,
        {1 / 3, 2.0},
    ],
    ids=str,
)
def test_what_is_not_these_two_numbers_is_not_the_same(value):
    assert not same(value, PAIR, 1e-6)


def test_truth_is_truth_in_any_form_and_no_number():
    for value in (True, np.True_, np.array(True)):
        assert same(value, True, 1e-6)
        assert not same(value, False, 1e-6)
        assert not same(value, 1.0, 1e-6)
    for value in (1, 1.0, "True", [True], np.array([True])):
        assert not same(value, True, 1e-6)


def test_infinities_are_compared_in_silence():
    assert same(np.inf, np.inf, 1e-6)
    assert not same(np.inf, 1.0, 1e-6)
    assert not same(-np.inf, np.inf, 1e-6)


def twice(value):
    return 2 * value


def doubling(tolerance=1e-6):
    return FunctionQuestion(
        name="a-function",
        title="A function",
        reference=lambda values: [2 * value for value in values],
        cases=[([1, 2, 3],), ([0.125, 1 / 3],)],
        mistakes=[Mistake(lambda values: [3 * v for v in values], "that is three times.")],
        hints=("one", "two"),
        why="Twice.",
        tolerance=tolerance,
    )


@pytest.mark.parametrize(
    "answer",
    [
        lambda values: values * 2,
        lambda values: values + values,
        lambda values: values[values == values] * 2,
        lambda values: [2 * v for v in values],
        lambda values: (2 * v for v in values),
        lambda values: map(twice, values),
        lambda values: {i: 2 * v for i, v in enumerate(values)}.values(),
        lambda values: np.float32(values) * 2,
        lambda values: [values.pop(0) * 2 for _ in range(len(values))],
        lambda values: [2 * v for v in values if values.count(v)],
    ],
)
def test_a_function_may_be_written_for_arrays_or_for_lists(answer):
    assert doubling().check(answer).correct


def test_an_endless_generator_comes_to_an_end():
    def never_ends(values):
        return itertools.count()

    assert "should give" in doubling().check(never_ends).reason


def test_a_function_that_fails_with_arrays_and_is_wrong_with_lists_is_told_what_is_wrong():
    reply = doubling().check(lambda values: [3 * v for v in values if values.count(v)])
    assert reply.reason == "that is three times."


def test_a_function_that_fails_either_way_hears_of_the_arrays():
    reply = doubling().check(lambda values: values.nothing)
    assert "'numpy.ndarray' object has no attribute 'nothing'" in reply.reason


def test_numbers_that_look_alike_are_shown_until_they_differ():
    one = FunctionQuestion(
        name="a-function",
        title="A function",
        reference=lambda x: x,
        cases=[(1.0,), (5.0,)],
        mistakes=[],
        hints=("one", "two"),
        why="The same.",
    )
    reply = one.check(lambda x: x + 1.5e-6)
    assert "gives 1.0000015, and should give 1" in reply.reason
    assert one.check(lambda x: x + 3e-9).correct


# --- Answers of no honest form --------------------------------------------------------------------

HUGE = 10**5000  # more digits than Python writes


@pytest.mark.parametrize(
    "odd",
    [np, math, HUGE, [HUGE], np.float64, type, object(), {1: 2}, (np.int64(3), np.int64(1))],
    ids=lambda odd: type(odd).__name__,
)
@pytest.mark.parametrize("name", QUESTIONS)
def test_every_checker_replies_whatever_is_answered(name, odd):
    for answer in (odd, lambda *_: odd):
        reply = QUESTIONS[name].check(answer)
        assert isinstance(reply, Reply)
        assert not reply.correct


def test_a_module_is_told_what_it_is():
    assert as_number(np).reason == "numpy is a module, and a number is wanted."
    assert (
        "gives the module numpy. One number" in QUESTIONS["first-share"].check(lambda *_: np).reason
    )
    assert "the module math is not a function" in QUESTIONS["first-share"].check(math).reason


def test_numbers_are_shown_as_python_writes_them():
    assert short((np.int64(3), np.int64(1))) == "(3, 1)"
    assert short([np.float64(0.25), (np.int8(1), np.True_)]) == "[0.25, (1, True)]"
    assert short(np.array([[1, 2]])) == "[[1, 2]]"
    assert short(np.float32(0.5)) == "0.5"
    assert short(HUGE) == short((1, HUGE)) == "a number of thousands of digits"
    counts = QUESTIONS["pairs-discordant"].check(lambda *_: (np.int64(3), np.int64(1)))
    assert "gives (3, 1), and should give" in counts.reason
