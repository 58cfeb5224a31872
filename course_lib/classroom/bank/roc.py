"""Lesson 07 and its exercises: which part of a ROC curve can be trusted."""

import math
from collections.abc import Callable
from functools import lru_cache
from itertools import combinations
from typing import Any

import numpy as np
from scipy.special import ndtr, ndtri
from scipy.stats import binom, chi2

from course_lib.classroom.bank.in_words import in_words
from course_lib.classroom.questions import (
    FunctionQuestion,
    Mistake,
    NumberQuestion,
    own_numbers,
)
from course_lib.classroom.rounding import apart
from course_lib.datasets import load_elazmeh_scores
from course_lib.intervals.simple import wald_interval
from course_lib.intervals.tango import tango_interval
from course_lib.pairs.results import PairTest
from course_lib.roc.delong import FALSE_DIFFERENCES, delong_interval, delong_test
from course_lib.roc.differences import Interval
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


# --- Some cases of a data set ---------------------------------------------------------------------

_CLASSIFIERS = {
    "decision_stump": "the decision stump",
    "decision_tree": "the decision tree",
    "random_forest": "the random forest",
    "naive_bayes": "naive Bayes",
}


def _truth(data_set: str, start: int, step: int) -> np.ndarray:
    return load_elazmeh_scores(data_set).is_positive[start::step]


def _scores(data_set: str, classifier: str, start: int, step: int) -> np.ndarray:
    return load_elazmeh_scores(data_set).scores[classifier][start::step]


def _fewest(truth: np.ndarray) -> int:
    """How many cases the rarer class has."""
    return int(min(truth.sum(), truth.size - truth.sum()))


# --- The area of a confident segment --------------------------------------------------------------


def _as_interval(p_value: Callable[[np.ndarray, np.ndarray], np.ndarray]) -> Interval:
    """Two limits with 0 between them where a test of b against c does not reject."""

    def limits(b: Any, c: Any, n: Any, confidence: float) -> tuple[np.ndarray, np.ndarray]:
        return np.where(p_value(b, c) < 1 - confidence, 0.5, -0.5), np.full(b.shape, 0.5)

    return limits


_EXACT = _as_interval(lambda b, c: np.minimum(1, 2 * binom.cdf(np.minimum(b, c), b + c, 0.5)))
_CORRECTED = _as_interval(
    lambda b, c: chi2.sf(np.maximum(abs(b - c) - 1, 0) ** 2 / np.maximum(b + c, 1), 1)
)


@lru_cache(maxsize=1000)
def _segment(
    data_set: str,
    classifier: str,
    start: int,
    step: int,
    confidence: float,
    interval: Interval = tango_interval,
) -> ConfidentSegment:
    truth, scores = _truth(data_set, start, step), _scores(data_set, classifier, start, step)
    return confident_segment(truth, scores, confidence, interval=interval)


def _area(
    data_set: str, classifier: str, start: int, step: int, confidence: float
) -> NumberQuestion:
    percent, part = f"{100 * confidence:g}", f"[{start}::{step}]"

    def found(
        name: str = classifier, at: float = confidence, interval: Interval = tango_interval
    ) -> ConfidentSegment:
        return _segment(data_set, name, start, step, at, interval)

    truth = _truth(data_set, start, step)
    return NumberQuestion(
        name="roc-area",
        title="The area of a confident segment",
        text=f"This is about {_CLASSIFIERS[classifier]} (`{classifier}`) on `{data_set}`. Labels "
        f"cost money, so only one case in {step} is tested, from number {start} on (`{part}`): "
        f"{truth.size} cases, {truth.sum()} of them positive. What is the CAUC, the mean of the "
        f"areas below and beside the confident segment, at {percent} percent confidence?",
        right=lambda: found().area,
        worked=f'data = load_elazmeh_scores("{data_set}")\n'
        f"is_positive = data.is_positive{part}\n"
        f'scores = data.scores["{classifier}"]{part}\n'
        f"cauc = confident_segment(is_positive, scores, confidence={confidence}).area",
        mistakes=[
            Mistake(
                lambda: found(interval=wald_interval).area,
                "that is with Wald's interval. A confident segment takes Tango's.",
            ),
            *(
                Mistake(
                    lambda at=at: found(at=at).area,
                    f"that is what one gets at {100 * at:g} percent{said}, or with another test. "
                    f"The question says {percent} percent, and Tango's interval.",
                )
                for at, said in (
                    (0.9, ""),
                    (0.95, " (and so if one says nothing)"),
                    (0.99, ""),
                )
                if at != confidence
            ),
            Mistake(
                lambda: found().curve.auc,
                "that is the AUC, the area under the whole curve. Only the confident points count.",
            ),
            Mistake(
                lambda: found().vertical_area,
                "that is the area below the segment. CAUC is the mean of it and the area beside.",
            ),
            Mistake(
                lambda: found().horizontal_area,
                "that is the area beside the segment. CAUC is the mean of it and the area below.",
            ),
            Mistake(
                lambda: found().vertical_area + found().horizontal_area,
                "that is the sum of both areas. Take their mean, or a whole curve would have twice "
                "its AUC.",
            ),
            Mistake(
                lambda: found().mean_difference,
                "that is AveD, the mean difference. The area is asked for.",
            ),
            *(
                Mistake(
                    lambda name=name: found(name).area,
                    f"that is the area of {words}. The question is about "
                    f"{_CLASSIFIERS[classifier]}.",
                )
                for name, words in _CLASSIFIERS.items()
                if name != classifier
            ),
            Mistake(
                lambda: _segment(data_set, classifier, 0, 1, confidence).area,
                f"that is with all cases of `{data_set}`. Take only those from number {start} on, "
                f"in steps of {step}: `{part}`.",
            ),
            Mistake(
                lambda: _segment(data_set, classifier, 0, step, confidence).area,
                f"that begins with case 0. Begin with number {start}: `{part}`.",
            ),
        ],
        hints=(
            f"`data.is_positive{part}` are the cases in question; their scores are taken in the "
            "same way.",
            "`confident_segment(is_positive, scores, confidence)` has it all.",
            "Its `.area` is the mean of `.vertical_area` and `.horizontal_area`.",
        ),
        why=f"Of an AUC of {found().curve.auc:.3f} the confident part holds {found().area:.3f}; "
        f"with all {load_elazmeh_scores(data_set).is_positive.size:,} cases it would hold "
        f"{_segment(data_set, classifier, 0, 1, confidence).area:.3f}.",
    )


def _has_a_segment(
    data_set: str, classifier: str, start: int, step: int, confidence: float
) -> bool:
    """Cases enough for a curve, a segment that is more than a speck, and numbers apart."""
    if start >= step or _fewest(_truth(data_set, start, step)) < 8:
        return False
    asked = data_set, classifier, start, step, confidence
    area = _segment(*asked).area
    if area < 0.02:
        return False
    # Other tests may lead to the same points as another confidence does, but not to the right ones.
    for test in (wald_interval, _EXACT, _CORRECTED):
        if not apart(_segment(*asked, interval=test).area, area):
            return False
    return _area(*asked).is_sound()


# --- Two AUCs -------------------------------------------------------------------------------------


@lru_cache(maxsize=1000)
def _test(data_set: str, first: str, second: str, start: int, step: int) -> PairTest:
    a, b = (_scores(data_set, name, start, step) for name in (first, second))
    return delong_test(_truth(data_set, start, step), a, b)


def _unpaired(data_set: str, first: str, second: str, start: int, step: int) -> float:
    """The p-value of two AUCs that come from different cases."""
    truth = _truth(data_set, start, step)
    one, other = (
        delong_interval(truth, _scores(data_set, name, start, step)) for name in (first, second)
    )
    spread = math.hypot(one.standard_error, other.standard_error)
    return float(2 * ndtr(-abs(one.auc - other.auc) / spread))


def _delong(data_set: str, first: str, second: str, start: int, step: int) -> NumberQuestion:
    truth = _truth(data_set, start, step)
    found = _test(data_set, first, second, start, step)
    one, other = (
        auc_score(truth, _scores(data_set, name, start, step)) for name in (first, second)
    )
    # What has the higher AUC, and what has the lower?
    better, worse = (first, second) if found.effect > 0 else (second, first)
    part = f"[{start}::{step}]" if step > 1 else ""
    where = f"one case in {step} of `{data_set}`, from number {start} on (`{part}`)"
    unpaired = _unpaired(data_set, first, second, start, step)
    pairs = [p for p in combinations(_CLASSIFIERS, 2) if {*p} != {first, second}]
    mistakes = [
        Mistake(
            unpaired,
            "it treats the two AUCs as independent. They come from the same cases and go up and "
            "down together: use the paired test.",
        ),
        Mistake(
            found.p_value / 2,
            "that is one-sided. The question is whether they differ, in either direction.",
        ),
        Mistake(
            1 - found.p_value / 2,
            f"that asks whether {_CLASSIFIERS[worse]} is better, and with one tail.",
        ),
        Mistake(1 - found.p_value, "that is 1 less the p-value."),
        Mistake(
            found.statistic,
            "that is z, the difference in standard errors. The p-value says how often chance alone "
            "makes it so large.",
        ),
        Mistake(
            -found.statistic,
            "that is z, with the two exchanged. The p-value says how often chance alone makes it "
            "so large, with either sign.",
        ),
        Mistake(abs(found.effect), "that is the difference of the two AUCs. How surprising is it?"),
        Mistake(
            -abs(found.effect),
            f"that is the AUC of {_CLASSIFIERS[worse]} less that of {_CLASSIFIERS[better]}. How "
            "surprising is the difference?",
        ),
        *(
            Mistake(
                lambda a=a, b=b: _test(data_set, a, b, start, step).p_value,
                f"that is {_CLASSIFIERS[a]} against {_CLASSIFIERS[b]}. The question is about "
                f"{_CLASSIFIERS[first]} and {_CLASSIFIERS[second]}.",
            )
            for a, b in pairs
        ),
    ]
    if part:
        mistakes.append(
            Mistake(
                lambda: _test(data_set, first, second, 0, 1).p_value,
                f"that is with all cases of `{data_set}`. Take only those from number {start} on, "
                f"in steps of {step}: `{part}`.",
            )
        )
    return NumberQuestion(
        name="roc-delong",
        title="Do two AUCs differ?",
        text=f"On {where if part else f'`{data_set}`'}, {truth.size:,} cases of which "
        f"{truth.sum()} are positive, {_CLASSIFIERS[first]} (`{first}`) has an AUC of "
        f"{one:.3f} and {_CLASSIFIERS[second]} (`{second}`) one of {other:.3f}. DeLong's "
        f"test compares them. {_warning(truth)}What is its two-sided p-value?",
        right=lambda: found.p_value,
        worked=f'data = load_elazmeh_scores("{data_set}")\n'
        f'first, second = data.scores["{first}"]{part}, data.scores["{second}"]{part}\n'
        f"p = delong_test(data.is_positive{part}, first, second).p_value",
        mistakes=mistakes,
        hints=(
            "`delong_test(is_positive, a, b)` compares two lists of scores for the same cases.",
            "Its result has `.p_value`.",
        ),
        why=f"{one:.3f} against {other:.3f}, p = {found.p_value:.2g}; treated as "
        f"independent, p would be {unpaired:.2g}.",
    )


def _warning(truth: np.ndarray) -> str:
    """What to say where DeLong's test finds differences in noise too often."""
    fewest = _fewest(truth)
    size = max(size for size in FALSE_DIFFERENCES if size <= fewest)
    if FALSE_DIFFERENCES[size][0] <= 0.055:
        return ""
    few = "positives" if truth.sum() == fewest else "negatives"
    return (
        f"(Do not lean on it: with {fewest} {few} its normal approximation finds differences too "
        "easily, as lesson 07 warns.) "
    )


def _can_be_compared(data_set: str, first: str, second: str, start: int, step: int) -> bool:
    """Two classifiers, ten cases of each class, and a p-value that is next to neither 0 nor 1."""
    asked = data_set, first, second, start, step
    if first == second or start >= step or _fewest(_truth(data_set, start, step)) < 10:
        return False
    p_value = _test(*asked).p_value
    if not 0.001 <= p_value <= 0.9 or 0.8 < p_value / _unpaired(*asked) < 1.25:
        return False  # or it makes no difference that both have the same cases
    return _delong(*asked).is_sound()


# --- Cases for functions --------------------------------------------------------------------------

#: Arrays, with Booleans for the truth: so the lesson's own function can be handed in.
_CASES = [
    (np.array(truth, dtype=bool), np.array(scores), threshold)
    for truth, scores, threshold in (
        # Sevenths and ninths, so that rounding shows; thresholds on which scores lie, and between
        # which and 1/2 others do; scores that are no probabilities; a last case that counts.
        ([1, 0, 1, 0, 0, 1, 1], [0.91, 0.47, 0.35, 0.35, 0.12, 0.08, 0.62], 0.35),
        (
            [1, 1, 0, 1, 0, 0, 0, 1, 1],
            [0.64, 0.58, 0.62, 0.61, 0.59, 0.97, 0.03, 0.66, 0.6],
            0.62,
        ),
        ([0, 0, 1, 1, 1, 1], [2.5, 1.7, -0.3, 3.1, 1.65, 0.2], 1.7),
        ([1, 0, 0, 0, 1, 0], [-0.52, -0.5, -1.2, 0.3, 0.8, -0.47], -0.5),
        ([1, 1, 1, 0], [0.1, 0.2, 0.3, 0.0], 0.9),
        ([0, 1, 0], [5, 3, 3], 3),
    )
]
#: The second half tells apart what people take for it: 1.96 not squared (2.0 = 36/18 lies above it
#: and below 2.71), a correction (8, 18), the exact test (4, 13), Wald's interval (3, 10), (16, 29),
#: (22, 37), (20, 33) and, with 1,000 cases, (47, 68), equality (4, 3); and whoever rounds z squared
#: to 3.84 and then asks for less than that (87, 63), for which chi squared is exactly 3.84.
_TABLES = [
    *((10, 7), (10, 25), (0, 0), (0, 3), (4, 0), (3, 3), (0, 4), (1, 8), (8, 1), (20, 35)),
    *((12, 6), (4, 3), (3, 10), (22, 37), (8, 18), (5, 0), (16, 29), (4, 13), (20, 33), (30, 5)),
    *((47, 68), (87, 63)),
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
                lambda truth, scores, threshold: _difference(truth, scores, 0.5),
                "the threshold makes no difference: it is always 0.5. Compare with `threshold`.",
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
            Mistake(
                lambda *case: (_errors(*case)[0] - _errors(*case)[1]) / sum(_errors(*case)),
                "it divides by the number of errors. Divide by the number of all cases.",
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
                    f"that is what Wald's interval (n = {n or 'b + c'}) gives, or a limit other "
                    "than 3.84. Wald's takes the spread from the "
                    "difference that was found; Tango's asks what luck does if there is none, and "
                    "that is McNemar's test.",
                )
                for n in (None, 200, 500, 1000)
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
    own_numbers(
        _area,
        {
            "data_set": "sick-euthyroid",
            "classifier": "random_forest",
            "start": 3,
            "step": 18,
            "confidence": 0.9,
        },
        {
            "data_set": ("sick-euthyroid", "hypothyroid"),
            "classifier": tuple(_CLASSIFIERS),
            "start": range(1, 21),
            "step": range(15, 31),
            "confidence": (0.9, 0.98, 0.99),
        },
        _has_a_segment,
    ),
    own_numbers(
        _delong,
        {
            "data_set": "spect",
            "first": "decision_tree",
            "second": "naive_bayes",
            "start": 0,
            "step": 1,
        },
        {
            "data_set": ("hypothyroid", "sick", "sick-euthyroid", "spectf"),
            "first": tuple(_CLASSIFIERS),
            "second": tuple(_CLASSIFIERS),
            "start": range(8),
            "step": range(2, 9),
        },
        _can_be_compared,
    ),
    in_words("roc-words"),
]
