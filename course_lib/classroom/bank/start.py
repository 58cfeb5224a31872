"""Lesson 00 and its exercises: how to answer, and a first taste of luck."""

import numpy as np

from course_lib.chance.simulate import simulate_null
from course_lib.classroom.bank.in_words import in_words
from course_lib.classroom.questions import FunctionQuestion, Mistake, NumberQuestion

LESSON = [
    NumberQuestion(
        name="start-pairs",
        title="Pairs of a positive and a negative case",
        right=lambda: 3 * 4,
        mistakes=[
            Mistake(3 + 4, "3 + 4 counts the cases. A pair takes one positive and one negative."),
            Mistake(
                21,
                "21 counts all pairs among the seven cases, also those of two positives or of two "
                "negatives.",
            ),
        ],
        hints=(
            "Take one positive case. With how many negative cases can it make a pair?",
            "It makes 4 pairs. The other positive cases make as many each.",
        ),
        why="12. Each of the 3 positives meets each of the 4 negatives. The AUC is the share of "
        "these 12 pairs in which the positive case stands above the negative one.",
    ),
    in_words("start-p-value"),
]


def _contest() -> np.ndarray:
    return simulate_null("auc", 20, 80, repetitions=1000, seed=1)


EXERCISES = [
    NumberQuestion(
        name="first-winner",
        title="The winner of a contest among shufflers",
        right=lambda: float(_contest().max()),
        mistakes=[
            Mistake(
                lambda: float(_contest().mean()),
                "that is the average score. The winner is the one with the highest.",
            ),
            Mistake(lambda: float(_contest().min()), "that is the lowest score, not the highest."),
            Mistake(lambda: float(_contest()[0]), "that is the first score, not the highest."),
            Mistake(
                lambda: float(_contest()[:5].max()),
                "that is the highest of the five scores on the page. The contest has a thousand.",
            ),
            Mistake(
                lambda: float(_contest()[-1]),
                "that is the last score. The scores are not sorted.",
            ),
            Mistake(lambda: int(_contest().argmax()), "that is *who* won. What did it score?"),
        ],
        hints=(
            "`contest` is a NumPy array with one score for each classifier.",
            "An array has methods such as `.mean()`, `.min()` and `.max()`.",
        ),
        why="Nobody learned anything, and still the winner is far above one half: it was chosen "
        "because it scored best.",
    ),
    FunctionQuestion(
        name="first-share",
        title="How often luck does as well",
        reference=lambda scores, score: float(np.mean(scores >= score)),
        # Ties with the score, for that is where people go wrong; arrays, for the notebook's scores
        # are one, so whoever writes `(scores >= score).mean()` is right.
        cases=[
            (np.array([0.4, 0.5, 0.6, 0.7]), 0.6),
            (np.array([0.5, 0.5, 0.5]), 0.5),
            (np.array([0.1, 0.2]), 0.9),
            (np.array([0.6, 0.7, 0.5]), 0.6),
            (np.array([0.3, 0.45, 0.45, 0.8, 0.9]), 0.45),
        ],
        mistakes=[
            Mistake(
                lambda scores, score: float(np.mean(scores > score)),
                "scores *equal* to yours did as well, and are not counted. Use `>=`.",
            ),
            Mistake(
                lambda scores, score: float(np.mean(scores <= score)),
                "it counts those that did no better. How many did at least as well?",
            ),
            Mistake(
                lambda scores, score: float(np.mean(scores < score)),
                "it counts those that did worse. How many did at least as well?",
            ),
            Mistake(
                lambda scores, score: int(np.sum(scores >= score)),
                "that is how many, not which share. Divide by the number of scores.",
            ),
            Mistake(
                lambda scores, score: (np.sum(scores >= score) + 1) / (len(scores) + 1),
                "it adds one above and below: a good habit for p-values from a simulation, which "
                "then are never 0. Here the plain share is wanted.",
            ),
        ],
        hints=(
            "Count the scores that are at least as high as `score`.",
            "Then divide by `len(scores)`, so that the answer lies between 0 and 1.",
            "`sum(s >= score for s in scores)` counts them.",
        ),
        why="That is how a p-value is estimated from simulated scores: the share of lucky scores "
        "that are at least as good as the one in hand.",
    ),
    in_words("first-reason"),
    in_words("first-words"),
]
