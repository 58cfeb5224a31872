"""Lesson 07 and its exercises: which part of a ROC curve can be trusted."""

import math
from collections.abc import Callable
from functools import cache

import numpy as np
from scipy.special import ndtr, ndtri
from scipy.stats import binom

from course_lib.classroom.bank.in_words import in_words
from course_lib.classroom.questions import FunctionQuestion, Mistake, NumberQuestion
from course_lib.datasets import load_elazmeh_scores
from course_lib.roc.delong import delong_interval, delong_test
from course_lib.roc.points import auc_score
from course_lib.roc.segment import ConfidentSegment, confident_segment

LESSON = [in_words("roc-zero"), in_words("roc-more")]

_Z = float(ndtri(0.975))
#: Chi-squared with one degree of freedom, 5 %.
_EDGE = _Z**2


def _exact(b: int, c: int) -> bool:
    """McNemar's exact test does not reject."""
    return bool(2 * binom.cdf(min(b, c), b + c, 0.5) >= 0.05)


def _wald(n: int | None) -> Callable[[int, int], bool]:
    """Wald's interval holds 0, with n cases, or as many as there are errors."""
    return lambda b, c: (b - c) ** 2 <= _EDGE * (b + c - (b - c) ** 2 / (n or max(b + c, 1)))


def _errors(truth: np.ndarray, scores: np.ndarray, threshold: float) -> tuple[int, int]:
    b = sum(t == 1 and s < threshold for t, s in zip(truth, scores, strict=True))
    c = sum(t == 0 and s >= threshold for t, s in zip(truth, scores, strict=True))
    return b, c


def _difference(truth: np.ndarray, scores: np.ndarray, threshold: float) -> float:
    b, c = _errors(truth, scores, threshold)
    return (b - c) / len(truth)


def _strict(truth: np.ndarray, scores: np.ndarray, threshold: float) -> float:
    """Whoever scores exactly the threshold is called negative."""
    b = sum(t == 1 and s <= threshold for t, s in zip(truth, scores, strict=True))
    c = sum(t == 0 and s > threshold for t, s in zip(truth, scores, strict=True))
    return (b - c) / len(truth)


def _rates(truth: np.ndarray, scores: np.ndarray, threshold: float) -> float:
    b, c = _errors(truth, scores, threshold)
    return b / sum(truth) - c / (len(truth) - sum(truth))


@cache
def _sick(
    classifier: str = "decision_tree", confidence: float = 0.95, data_set: str = "sick"
) -> ConfidentSegment:
    data = load_elazmeh_scores(data_set)
    return confident_segment(data.is_positive, data.scores[classifier], confidence)


def _spect_auc(classifier: str) -> float:
    data = load_elazmeh_scores("spect")
    return auc_score(data.is_positive, data.scores[classifier])


@cache
def _delong(alternative: str = "two-sided", first: str = "decision_tree") -> float:
    data = load_elazmeh_scores("spect")
    return delong_test(
        data.is_positive, data.scores[first], data.scores["naive_bayes"], alternative
    ).p_value


@cache
def _as_if_independent() -> float:
    data = load_elazmeh_scores("spect")
    found = [
        delong_interval(data.is_positive, data.scores[name])
        for name in ("decision_tree", "naive_bayes")
    ]
    spread = math.hypot(*(interval.standard_error for interval in found))
    return float(2 * ndtr(-abs(found[0].auc - found[1].auc) / spread))


#: Arrays, with Booleans for the truth: so the lesson's own function can be handed in.
_CASES = [
    (np.array(truth, dtype=bool), np.array(scores), threshold)
    for truth, scores, threshold in (
        ([1, 1, 0, 0], [0.9, 0.4, 0.6, 0.2], 0.5),
        ([1, 1, 1, 0, 0, 0, 0, 0], [0.9, 0.5, 0.3, 0.8, 0.5, 0.4, 0.2, 0.1], 0.5),
        ([1, 0, 0, 0, 0], [0.2, 0.9, 0.7, 0.6, 0.1], 0.6),
        ([1, 1, 1, 0], [0.1, 0.2, 0.3, 0.0], 0.9),
    )
]
#: At most 100 errors, so that whoever takes n = 100 for Tango's interval is right. The second half
#: tells apart what people take for it: 1.96 not squared (2.0 = 36/18 lies above it and below 2.71),
#: a correction (8, 18), the exact test (4, 13), Wald's interval (3, 10), (16, 29), (22, 37) and
#: (20, 33), equality (4, 3).
_TABLES = [
    *((10, 7), (10, 25), (0, 0), (0, 3), (4, 0), (3, 3), (0, 4), (1, 8), (8, 1), (20, 35)),
    *((12, 6), (4, 3), (3, 10), (22, 37), (8, 18), (5, 0), (16, 29), (4, 13), (20, 33), (30, 5)),
]

EXERCISES = [
    FunctionQuestion(
        name="roc-difference",
        title="The difference at a threshold",
        reference=_difference,
        cases=_CASES,
        mistakes=[
            Mistake(
                lambda *case: -_difference(*case),
                "the sign is exchanged: misses (b) come first, false alarms (c) are taken off.",
            ),
            Mistake(
                _strict,
                "a case whose score equals the threshold is called positive: compare with `>=`.",
            ),
            Mistake(
                _rates,
                "it takes the miss rate less the false positive rate. Here counts are compared, "
                "each as a share of all n cases.",
            ),
            Mistake(
                lambda *case: sum(_errors(*case)) / len(case[0]),
                "it adds the two kinds of errors: that is the error rate. Take one off the other.",
            ),
            Mistake(
                lambda *case: _errors(*case)[0] - _errors(*case)[1],
                "that is b - c. Divide by the number of cases.",
            ),
        ],
        hints=(
            "b: positive and called negative. c: negative and called positive.",
            "Or without counting either: b - c is the number of positives less the number called "
            "positive.",
        ),
        why="b - c is positives less cases called positive, whoever ranks them.",
    ),
    FunctionQuestion(
        name="roc-confident",
        title="Is a point confident?",
        reference=lambda b, c: (b - c) ** 2 <= _EDGE * (b + c),
        cases=_TABLES,
        mistakes=[
            Mistake(
                lambda b, c: (b - c) ** 2 > _EDGE * (b + c),
                "it is the other way round: a point is confident where McNemar's test does *not* "
                "reject.",
            ),
            Mistake(
                lambda b, c: (b - c) ** 2 < _EDGE * (b + c),
                "without any error, b = c = 0, nothing is rejected either: the interval holds 0. "
                "Allow for equality.",
            ),
            Mistake(
                lambda b, c: True,  # as is |b - c| <= 3.84 (b + c)
                "it is always `True`. Was the difference left without its square? (b - c)^2/(b + "
                "c) is the statistic; |b - c| is never above b + c.",
            ),
            Mistake(
                lambda b, c: (b - c) ** 2 <= _Z * (b + c),
                "1.96 is z. The statistic is squared, so compare it with 1.96**2 = 3.84.",
            ),
            Mistake(
                lambda b, c: abs(b - c) <= _Z,
                "it compares b - c itself with z. How far it strays by luck grows with the number "
                "of errors: compare (b - c)^2/(b + c) with 1.96**2 = 3.84.",
            ),
            Mistake(
                _exact,
                "that is McNemar's *exact* test. Tango's interval goes with the one that compares "
                "(b - c)^2/(b + c) with 3.84, and the two differ where errors are few.",
            ),
            *(
                Mistake(
                    _wald(n),
                    f"that is Wald's interval (n = {n or 'b + c'}). It takes the spread from the "
                    "difference that was found; Tango's asks what luck does if there is none, and "
                    "that is McNemar's test.",
                )
                for n in (None, 100, 200, 500)
            ),
            Mistake(
                lambda b, c: max(abs(b - c) - 1, 0) ** 2 <= _EDGE * (b + c),
                "it uses the continuity correction. Tango's interval goes with the test without "
                "it.",
            ),
            Mistake(
                lambda b, c: (b - c) ** 2 <= float(ndtri(0.95)) ** 2 * (b + c),
                "the critical value is that of 10 percent: 95 percent confidence leaves 2.5 on "
                "either side, so z is 1.96.",
            ),
            Mistake(
                lambda b, c: (b - c) ** 2 <= float(ndtri(0.995)) ** 2 * (b + c),
                "the critical value is that of 1 percent: for 95 percent confidence z is 1.96.",
            ),
            Mistake(
                lambda b, c: b == c,
                "it asks whether b and c are equal. The question is whether a difference is shown.",
            ),
        ],
        hints=(
            "Tango's interval holds 0 exactly where McNemar's test, without correction, does not "
            "reject.",
            "Compare (b - c)^2/(b + c) with 1.96 squared; multiply instead of dividing, and "
            "b = c = 0 takes care of itself.",
            "Or ask `tango_interval(b, c, n)`: any n of at least b + c will do, but not 0.",
        ),
        why="Neither n nor the cases that were called right come into it.",
    ),
    NumberQuestion(
        name="roc-area",
        title="The area of a confident segment",
        right=lambda: _sick().area,
        mistakes=[
            Mistake(
                lambda: _sick().curve.auc,
                "that is the AUC, the area under the whole curve. Only the confident points count.",
            ),
            Mistake(
                lambda: _sick().vertical_area,
                "that is the area below the segment. CAUC is the mean of it and the area beside.",
            ),
            Mistake(
                lambda: _sick().horizontal_area,
                "that is the area beside the segment. CAUC is the mean of it and the area below.",
            ),
            Mistake(
                lambda: _sick().vertical_area + _sick().horizontal_area,
                "that is the sum of both areas. Take their mean, or a whole curve would have twice "
                "its AUC.",
            ),
            Mistake(
                lambda: _sick().mean_difference,
                "that is AveD, the mean difference. The area is asked for.",
            ),
            *(
                Mistake(
                    lambda name=name: _sick(name).area,
                    f"that is the area of {words}. The question is about the tree.",
                )
                for name, words in (("random_forest", "the forest"), ("naive_bayes", "naive Bayes"))
            ),
            Mistake(
                lambda: _sick(confidence=0.9).area,
                "that is with 90 percent confidence. The question says 95, which is also what you "
                "get if you say nothing.",
            ),
            Mistake(
                lambda: _sick(data_set="dis").area,
                "that is the tree on `dis`. The question is about `sick`.",
            ),
        ],
        hints=(
            "`confident_segment(is_positive, scores)` has it all.",
            "Its `.area` is the mean of `.vertical_area` and `.horizontal_area`.",
        ),
        why="Of an AUC of 0.956 the confident part holds 0.053.",
    ),
    NumberQuestion(
        name="roc-delong",
        title="Do two AUCs differ?",
        right=_delong,
        mistakes=[
            Mistake(
                _as_if_independent,
                "it treats the two AUCs as independent. They come from the same cases and go up "
                "and down together: use the paired test.",
            ),
            Mistake(
                lambda: _delong("less"),
                "that is one-sided. The question is whether they differ, in either direction.",
            ),
            Mistake(
                lambda: _delong("greater"),
                "that asks whether the *tree* is better, and with one tail.",
            ),
            Mistake(
                lambda: _delong(first="random_forest"),
                "that is the forest against naive Bayes. The question is about the tree.",
            ),
            Mistake(
                lambda: _spect_auc("decision_tree") - _spect_auc("naive_bayes"),
                "that is the difference of the two AUCs. How surprising is it?",
            ),
        ],
        hints=(
            "`delong_test(is_positive, a, b)` compares two lists of scores for the same cases.",
            "Its result has `.p_value`.",
        ),
        why="0.745 against 0.835, p = 0.017; treated as independent they would not differ.",
    ),
    in_words("roc-words"),
]
