"""Lesson 01 and its exercises: what a score says, and what it hides."""

from collections.abc import Sequence
from functools import cache, partial

import numpy as np

from course_lib.classroom.bank.in_words import in_words
from course_lib.classroom.questions import (
    FunctionQuestion,
    Mistake,
    NumberQuestion,
    own_numbers,
)
from course_lib.classroom.rounding import apart
from course_lib.datasets import load_lecture_leaf_confusion

LESSON = [in_words("measures-rows"), in_words("measures-spam"), in_words("measures-crossing")]


@cache
def _leaves() -> tuple[tuple[str, ...], np.ndarray]:
    """The names of the classes; counts with a row for each prediction, a column for each truth."""
    return load_lecture_leaf_confusion()


def _corrected(true: str, called: str, spots: int) -> np.ndarray:
    """The counts as they would be, had so many spots been called what they are."""
    labels, counts = _leaves()
    better = counts.copy()
    better[labels.index(called), labels.index(true)] -= spots
    better[labels.index(true), labels.index(true)] += spots
    return better


def _share(counts: np.ndarray, place: int, of: str) -> float:
    """The recall ("true") or the precision ("called") of a class."""
    return float(counts[place, place] / (counts[:, place] if of == "true" else counts[place]).sum())


def _leaf(true: str, called: str, spots: int, of: str) -> NumberQuestion:
    labels, before = _leaves()
    place = labels.index(true)
    counts = _corrected(true, called, spots)
    hits, everything = int(counts[place, place]), int(counts.sum())
    truly, so_called = int(counts[:, place].sum()), int(counts[place].sum())
    story = (
        f"Suppose that {spots} of the true {true} spots that were called {called} had been called "
        f"{true} instead."
    )
    if of == "true":
        text = f"{story} Which share of the true {true} spots would then be called {true}?"
        line, total = "better[:, true].sum()", truly
        mistakes = [
            Mistake(
                lambda: hits / so_called,
                f"that is precision: you divided by the spots that would be *called* {true}. Rows "
                f"are predictions here, so the true {true} spots are in a column.",
            ),
            Mistake(
                lambda: hits / (so_called - spots),
                f"you divided by the row of {true}. Rows are predictions here: the true {true} "
                "spots are in a column.",
            ),
            Mistake(
                lambda: hits / (truly + spots),
                f"you divided by {spots} spots too many. They were {true} all along: no true spot "
                "is added.",
            ),
            Mistake(
                lambda: truly / everything,
                f"that is the share of all spots that truly are {true}.",
            ),
        ]
    else:
        text = f"{story} Which share of the spots called {true} would then truly be {true}?"
        line, total = "better[true].sum()", so_called
        mistakes = [
            Mistake(
                lambda: hits / truly,
                f"that is recall: you divided by the spots that truly *are* {true}. Rows are "
                f"predictions here, so the spots called {true} are in a row.",
            ),
            Mistake(
                lambda: hits / (truly + spots),
                f"you divided by the column of {true}, or by one that grew. Rows are predictions "
                f"here: the spots called {true} are in a row.",
            ),
            Mistake(
                lambda: hits / (so_called - spots),
                f"you divided by those that were called {true} before. Now {spots} more are.",
            ),
            Mistake(
                lambda: so_called / everything,
                f"that is the share of all spots that would be called {true}.",
            ),
        ]
    mistakes += [
        Mistake(
            lambda: _share(before, place, of),
            f"that is the share as it was, before those {spots} spots.",
        ),
        Mistake(
            lambda: _share(_corrected(true, called, 2 * spots), place, of),
            f"you moved the {spots} spots twice. If your cell changes `counts` itself, run the one "
            "that loads it again.",
        ),
        Mistake(
            lambda: _share(_corrected(true, called, -spots), place, of),
            f"the {spots} spots went the other way. They leave the entry of {called}.",
        ),
        Mistake(
            lambda: 1 - hits / total, "that is the share of the others: 1 minus what is asked."
        ),
        Mistake(
            lambda: float(np.trace(counts) / everything), "that is the accuracy over all classes."
        ),
        Mistake(lambda: hits / everything, f"you divided by all {everything} spots."),
        Mistake(lambda: hits, f"that is how many. Which share of the {total} is it?"),
    ]
    for other, label in enumerate(labels):
        if label != true:
            mistakes.append(
                Mistake(
                    partial(_share, counts, other, of), f"that is for {label}, and not for {true}."
                )
            )
    return NumberQuestion(
        name="measures-leaf",
        title="How much of a disease would be found",
        text=text,
        right=lambda: _share(counts, place, of),
        worked=f'true, called = labels.index("{true}"), labels.index("{called}")\n'
        "better = counts.copy()\n"
        f"better[called, true] -= {spots}\n"
        f"better[true, true] += {spots}\n"
        f"share = better[true, true] / {line}",
        mistakes=mistakes,
        hints=(
            f"Two entries change: {spots} spots move within the column of {true}, from the row of "
            f"{called} to the row of {true}.",
            f"The column of {true} holds all that truly are {true}; the row of {true} holds all "
            "that are called so.",
            f"Divide the new entry on the diagonal by the sum of the "
            f"{'column' if of == 'true' else 'row'} of {true}.",
        ),
        why=f"{hits} of {total}: {100 * hits / total:.1f} percent. Moving spots within a column "
        "leaves its sum as it is, which recall divides by; the rows, which precision divides by, "
        "change.",
    )


def _can_be_moved(true: str, called: str, spots: int, of: str) -> bool:
    """Are there so many such spots, and does every mistake lead to a number of its own?"""
    labels, counts = _leaves()
    row, column = labels.index(called), labels.index(true)
    if true == called or spots > counts[row, column]:
        return False
    asked = _leaf(true, called, spots, of)
    return asked.is_sound() and all(
        apart(value, asked.right()) for value in _miscounted(true, called, spots, of)
    )


def _miscounted(true: str, called: str, spots: int, of: str) -> list[float]:
    """What comes out if one spot more arrives than left, or one less."""
    counts = _corrected(true, called, spots)
    place = _leaves()[0].index(true)
    hits = counts[place, place]
    total = counts[:, place].sum() if of == "true" else counts[place].sum()
    return [float((hits + extra) / (total + extra)) for extra in (1, -1)]


def _auc(is_positive: list, scores: list, tie: float = 0.5) -> float:
    positives = [s for p, s in zip(is_positive, scores, strict=True) if p]
    negatives = [s for p, s in zip(is_positive, scores, strict=True) if not p]
    won = sum((x > y) + tie * (x == y) for x in positives for y in negatives)
    return won / (len(positives) * len(negatives))


def _of_hard_labels(is_positive: list, called: Sequence[bool]) -> float:
    """The AUC of calls, which is their balanced accuracy."""
    return _auc(is_positive, [float(call) for call in called])


def _without_ties(is_positive: list, scores: list) -> float:
    won, lost = _auc(is_positive, scores, 0), 1 - _auc(is_positive, scores, 1)
    return won / (won + lost) if won + lost else np.nan


def _pairs(is_positive: list) -> int:
    return sum(is_positive) * (len(is_positive) - sum(is_positive))


_COUNTS = [
    (30, 10, 20, 40),
    (1, 0, 3, 96),
    (16, 5, 39, 2897),
    (7, 7, 1, 5),
    (13, 4, 8, 21),
    (0, 6, 11, 2),
]
# Most are out of order. Scores on one side of 0.5 only, scores below 0 and above 1, and scores that
# differ in the second decimal: the order counts, not the numbers.
_SCORED = [
    ([1, 0, 1, 0, 0], [0.9, 0.8, 0.7, 0.2, 0.1]),
    ([1, 0, 1, 0], [0.5, 0.5, 0.5, 0.5]),
    ([0, 0, 1], [0.9, 0.3, 0.3]),
    ([1, 1, 0, 0, 1, 0], [3, 1, 2, 2, 2, 0]),
    ([0, 1, 0, 1, 0, 1, 0], [0.31, 0.34, 0.33, 0.12, 0.05, 0.342, 0.34]),
    ([1, 0, 0, 1, 1, 0, 0], [0.61, 0.64, 0.97, 0.64, 0.99, 0.52, 0.611]),
    ([1, 0, 1, 0, 1, 0, 1], [-2.5, -1.0, 4.1, 3.2, 1.5, -3.2, -1.0]),
    ([0, 1, 0, 0, 1, 1, 0, 1], [0.5, 0.5, 0.81, 0.33, 0.77, 0.5, 0.49, 0.96]),
]
_PREDICTED = [
    ([1.0, 2.0, 3.0, 4.0], [1.1, 1.9, 3.2, 3.7]),
    ([1.0, 2.0, 3.0], [3.0, 2.0, 1.0]),
    ([0.0, 10.0, 5.0, 5.0], [6.0, 6.0, 6.0, 6.0]),
    ([2.37, 0.11, 9.83, 1.4, 1.06], [2.125, 0.34, 7.02, 2.31, 0.875]),
    ([-3.2, 4.15, -0.55, 7.31, 1.07, -2.4], [-1.13, 2.86, 0.4, 5.55, 3.21, -4.02]),
]


def _r_squared(y: list, p: list) -> float:
    return _one_minus(_squares(np.subtract(y, p)), _spread(y))


def _squares(values: np.ndarray) -> float:
    return float(np.sum(np.square(values)))


def _spread(values: list, centre: float | None = None) -> float:
    """The sum of the squared distances from the mean, or from another centre."""
    return _squares(np.subtract(values, np.mean(values) if centre is None else centre))


def _one_minus(left_over: float, total: float) -> float:
    return 1 - left_over / total if total else -np.inf


def _correlation_squared(y: list, p: list) -> float:
    with np.errstate(invalid="ignore"):  # of constant predictions it is no number
        return float(np.corrcoef(y, p)[0, 1] ** 2)


EXERCISES = [
    FunctionQuestion(
        name="measures-rates",
        title="Precision and recall",
        reference=lambda tp, fp, fn, tn: (tp / (tp + fp), tp / (tp + fn)),
        cases=_COUNTS,
        mistakes=[
            Mistake(
                lambda tp, fp, fn, tn: (tp / (tp + fn), tp / (tp + fp)),
                "the two are exchanged. Precision divides by what was *called* positive.",
            ),
            Mistake(
                lambda tp, fp, fn, tn: (tp / (tp + fp), tn / (tn + fp)),
                "the second is specificity: the share of the negatives left alone. Recall is the "
                "share of the positives that were found.",
            ),
            Mistake(
                lambda tp, fp, fn, tn: ((tp + tn) / (tp + fp + fn + tn), tp / (tp + fn)),
                "the first is accuracy. Precision looks only at what was called positive.",
            ),
            Mistake(
                lambda tp, fp, fn, tn: (tn / (tn + fp), tp / (tp + fn)),
                "the first is specificity: the share of the negatives left alone. Precision is the "
                "share of those called positive that are positive.",
            ),
            Mistake(
                lambda tp, fp, fn, tn: (tp / (tp + fp), fp / (fp + tn)),
                "the second is the share of the *negatives* that were called positive. Recall is "
                "the share of the positives that were.",
            ),
            Mistake(
                lambda tp, fp, fn, tn: (fp / (tp + fp), fn / (tp + fn)),
                "both are shares of what went *wrong*. Put `tp` above the line.",
            ),
            Mistake(
                lambda tp, fp, fn, tn: (tp / (tp + fp + fn + tn),) * 2,
                "both are divided by all cases.",
            ),
            Mistake(
                lambda tp, fp, fn, tn: 2 * tp / (2 * tp + fp + fn),
                "that is the F-measure, made of both. Return precision and recall.",
            ),
        ],
        hints=(
            "Called positive are `tp + fp` cases; positive are `tp + fn`.",
            "Both have `tp` above the line.",
        ),
        why="Precision divides by what was called positive, recall by what is positive.",
    ),
    own_numbers(
        _leaf,
        {"true": "ram", "called": "cerc", "spots": 19, "of": "true"},
        {
            "true": _leaves()[0],
            "called": _leaves()[0],
            "spots": range(3, 41),
            "of": ("true", "called"),
        },
        _can_be_moved,
    ),
    FunctionQuestion(
        name="measures-auc",
        title="The AUC from scores, with ties",
        reference=_auc,
        cases=_SCORED,
        mistakes=[
            Mistake(
                lambda p, s: _auc(p, s, 0),
                "a tie counts nothing. It should count one half: nobody stands above.",
            ),
            Mistake(lambda p, s: _auc(p, s, 1), "a tie counts as a win. It should count one half."),
            Mistake(
                lambda p, s: 1 - _auc(p, s),
                "it counts the pairs in which the *negative* has the higher score.",
            ),
            Mistake(
                lambda p, s: _of_hard_labels(p, np.greater(s, 0.5)),
                "it only asks which scores are above 0.5. That is the AUC of hard 0/1 predictions, "
                "or the balanced accuracy at 0.5. The order of *all* scores counts.",
            ),
            Mistake(
                lambda p, s: _of_hard_labels(p, np.greater_equal(s, 0.5)),
                "it only asks which scores are at least 0.5. That is the AUC of hard 0/1 "
                "predictions, or the balanced accuracy at 0.5. The order of *all* scores counts.",
            ),
            Mistake(
                lambda p, s: _auc(p, np.round(s).tolist()),
                "it rounds the scores before it compares them: 0.61 and 0.64 are no tie.",
            ),
            Mistake(
                lambda p, s: float(np.mean(np.greater(s, 0.5) == np.array(p, dtype=bool))),
                "that is the accuracy at a threshold of 0.5. The AUC needs no threshold: compare "
                "scores with each other.",
            ),
            Mistake(
                _without_ties,
                "it leaves ties out, above and below the line. Such a pair counts one half, and "
                "is one of the pairs.",
            ),
            Mistake(
                lambda p, s: max(_auc(p, s), 1 - _auc(p, s)),
                "it never goes below one half. Scores that run the wrong way deserve their low "
                "AUC.",
            ),
            Mistake(
                lambda p, s: 2 * _auc(p, s) - 1,
                "that is pairs won less pairs lost (the Gini coefficient, 2 AUC - 1). Only pairs "
                "won count, and ties half.",
            ),
            Mistake(
                lambda p, s: _auc(p, range(len(p), 0, -1)),
                "it takes the cases in the order in which they stand. Look at their scores.",
            ),
            Mistake(
                lambda p, s: _auc(p, s) * _pairs(p),
                "that is how many pairs were won. Divide by the number of pairs.",
            ),
            Mistake(
                lambda p, s: _auc(p, s) * _pairs(p) / len(p) ** 2,
                "it divides by the number of cases, squared. Divide by positives times negatives.",
            ),
            Mistake(
                lambda p, s: _auc(p, s) * _pairs(p) / (len(p) * (len(p) - 1) / 2),
                "it divides by all pairs of cases. Only pairs of a positive and a negative count.",
            ),
        ],
        hints=(
            "Two loops: over the scores of the positives, and over those of the negatives.",
            "A pair counts 1 if the positive has the higher score, one half if they are equal.",
        ),
        why="That is the area under the ROC curve, ties and all.",
    ),
    FunctionQuestion(
        name="measures-r2",
        title="R squared",
        reference=_r_squared,
        cases=_PREDICTED,
        mistakes=[
            Mistake(
                lambda y, p: _spread(p, np.mean(y)) / _spread(y),
                "that is SS_reg / SS_tot, which equals R squared for least squares only. Try it on "
                "predictions that run the wrong way.",
            ),
            Mistake(
                _correlation_squared,
                "that is the squared correlation. It forgives predictions that are too high, or "
                "that run the wrong way.",
            ),
            Mistake(
                lambda y, p: 1 - _r_squared(y, p),
                "that is the share that is *left over*. Subtract it from 1.",
            ),
            Mistake(
                lambda y, p: _squares(np.subtract(y, p)),
                "that is SS_res alone. Divide it by SS_tot, and subtract that from 1.",
            ),
            Mistake(
                lambda y, p: _squares(np.subtract(y, p)) / len(y),
                "that is the mean squared error, in squared units. Compare it with what the mean "
                "would give.",
            ),
            Mistake(
                lambda y, p: 1 - _squares(np.subtract(y, p)) / len(y),
                "it subtracts the mean squared error from 1. Divide SS_res by SS_tot instead.",
            ),
            Mistake(
                lambda y, p: 1 - _squares(np.subtract(y, p)),
                "it subtracts SS_res from 1 as it is. Divide by SS_tot first.",
            ),
            Mistake(
                lambda y, p: max(0.0, _r_squared(y, p)),
                "it never goes below 0. R squared may: that is how it says *worse than the mean*.",
            ),
            Mistake(
                lambda y, p: _one_minus(_squares(np.subtract(y, p)), _spread(p)),
                "it divides by the spread of the *predictions*, as if truth and predictions were "
                "exchanged. SS_tot is about the true values.",
            ),
            Mistake(
                lambda y, p: _one_minus(_squares(np.subtract(y, p)), _spread(y, np.median(y))),
                "SS_tot is taken around the median. Take it around the mean.",
            ),
            Mistake(
                lambda y, p: 1 - (1 - _r_squared(y, p)) * (len(y) - 1) / len(y),
                "it divides one sum by n and the other by n - 1. Divide the sums themselves.",
            ),
            Mistake(
                lambda y, p: 1 - float(np.sum(np.abs(np.subtract(y, p)))) / _spread(y),
                "the errors are not squared, but SS_tot is.",
            ),
        ],
        hints=(
            "SS_res sums the squared errors; SS_tot the squared distances from the mean.",
            "R squared is 1 - SS_res / SS_tot.",
        ),
        why="It may be negative: then the mean would have been the better prediction.",
    ),
    in_words("measures-words"),
]
