"""Lesson 01 and its exercises: what a score says, and what it hides."""

import numpy as np

from course_lib.classroom.bank.in_words import in_words
from course_lib.classroom.questions import FunctionQuestion, Mistake, NumberQuestion
from course_lib.datasets import load_lecture_leaf_confusion

LESSON = [in_words("measures-rows"), in_words("measures-spam"), in_words("measures-crossing")]


def _leaf(row: bool) -> float:
    labels, counts = load_lecture_leaf_confusion()  # rows are predictions
    place = labels.index("pseu")
    total = counts[place].sum() if row else counts[:, place].sum()
    return float(counts[place, place] / total)


def _leaf_accuracy() -> float:
    _, counts = load_lecture_leaf_confusion()
    return float(np.trace(counts) / counts.sum())


def _auc(is_positive: list, scores: list, tie: float = 0.5) -> float:
    positives = [s for p, s in zip(is_positive, scores, strict=True) if p]
    negatives = [s for p, s in zip(is_positive, scores, strict=True) if not p]
    won = sum((x > y) + tie * (x == y) for x in positives for y in negatives)
    return won / (len(positives) * len(negatives))


_COUNTS = [(30, 10, 20, 40), (1, 0, 3, 96), (16, 5, 39, 2897), (7, 7, 1, 5)]
_SCORED = [
    ([1, 0, 1, 0, 0], [0.9, 0.8, 0.7, 0.2, 0.1]),
    ([1, 0, 1, 0], [0.5, 0.5, 0.5, 0.5]),
    ([0, 0, 1], [0.9, 0.3, 0.3]),
    ([1, 1, 0, 0, 1, 0], [3, 1, 2, 2, 2, 0]),
]
_PREDICTED = [
    ([1.0, 2.0, 3.0, 4.0], [1.1, 1.9, 3.2, 3.7]),
    ([1.0, 2.0, 3.0], [3.0, 2.0, 1.0]),
    ([0.0, 10.0, 5.0, 5.0], [6.0, 6.0, 6.0, 6.0]),
]


def _sums(y: list, p: list) -> tuple[float, float, float]:
    y, p = np.asarray(y, dtype=float), np.asarray(p, dtype=float)
    mean = y.mean()
    return (
        float(((y - p) ** 2).sum()),
        float(((p - mean) ** 2).sum()),
        float(((y - mean) ** 2).sum()),
    )


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
    NumberQuestion(
        name="measures-leaf",
        title="How much of the Pseudomonas was found",
        right=lambda: _leaf(row=False),
        mistakes=[
            Mistake(
                lambda: _leaf(row=True),
                "that is precision: you divided by the spots *called* pseu. Rows are predictions "
                "here, so the true ones are in the column.",
            ),
            Mistake(_leaf_accuracy, "that is the accuracy over all classes."),
            Mistake(lambda: 1 - _leaf(row=False), "that is the share of it that was *missed*."),
            Mistake(lambda: 494 / 2957, "that is the share of all spots that are of this class."),
            Mistake(lambda: 16 / 55, "that is for Phoma, from the lesson."),
        ],
        hints=(
            "The column of pseu holds the true spots of it, whatever they were called.",
            "Divide the entry on the diagonal by the sum of its column.",
        ),
        why="335 of 494: 68 percent, the second worst of the six.",
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
                lambda p, s: _auc(p, s) * sum(p) * (len(p) - sum(p)),
                "that is how many pairs were won. Divide by the number of pairs.",
            ),
            Mistake(
                lambda p, s: _auc(p, s) * sum(p) * (len(p) - sum(p)) / len(p) ** 2,
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
        reference=lambda y, p: 1 - _sums(y, p)[0] / _sums(y, p)[2],
        cases=_PREDICTED,
        mistakes=[
            Mistake(
                lambda y, p: _sums(y, p)[1] / _sums(y, p)[2],
                "that is SS_reg / SS_tot, which equals R squared for least squares only. Try it on "
                "predictions that run the wrong way.",
            ),
            Mistake(
                _correlation_squared,
                "that is the squared correlation. It forgives predictions that are too high, or "
                "that run the wrong way.",
            ),
            Mistake(
                lambda y, p: _sums(y, p)[0] / _sums(y, p)[2],
                "that is the share that is *left over*. Subtract it from 1.",
            ),
            Mistake(
                lambda y, p: 1 - _sums(y, p)[0] / len(y),
                "it compares with 1 instead of with the spread of the truth. Divide by SS_tot.",
            ),
            Mistake(
                lambda y, p: max(0.0, 1 - _sums(y, p)[0] / _sums(y, p)[2]),
                "it never goes below 0. R squared may: that is how it says *worse than the mean*.",
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
