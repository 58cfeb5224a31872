"""Lesson 00 and its exercises: how to answer, and a first taste of luck."""

from functools import cache

import numpy as np

from course_lib.chance.simulate import simulate_null
from course_lib.classroom.bank.in_words import in_words
from course_lib.classroom.questions import (
    FunctionQuestion,
    Mistake,
    NumberQuestion,
    own_numbers,
)

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


#: In the example that stands in the notebook above the question.
_SEED_ABOVE = 7


@cache  # a wrong answer is compared with several contests
def _contest(
    positives: int, negatives: int, guessers: int, seed: int, metric: str = "auc"
) -> np.ndarray:
    return simulate_null(metric, positives, negatives, repetitions=guessers, seed=seed)


def _winner(positives: int, negatives: int, guessers: int, seed: int) -> NumberQuestion:
    def scores() -> np.ndarray:
        return _contest(positives, negatives, guessers, seed)

    return NumberQuestion(
        name="first-winner",
        title="The winner of a contest among guessers",
        text=f"{guessers} guessers rank {positives} positive and {negatives} negative cases. The "
        f"seed is {seed}. What did the winner score?",
        right=lambda: float(scores().max()),
        worked=f'contest = simulate_null("auc", positives={positives}, negatives={negatives}, '
        f"repetitions={guessers}, seed={seed})\nwinner = contest.max()",
        mistakes=[
            Mistake(
                lambda: float(scores().mean()),
                "that is the average score. The winner is the one with the highest.",
            ),
            Mistake(
                lambda: float(np.median(scores())),
                "that is the score in the middle (the median). The winner has the highest.",
            ),
            Mistake(lambda: float(scores().min()), "that is the lowest score, not the highest."),
            Mistake(lambda: float(scores()[0]), "that is the first score, not the highest."),
            Mistake(
                lambda: float(scores()[-1]),
                "that is the last score. The scores are not sorted.",
            ),
            Mistake(lambda: int(scores().argmax()), "that is *who* won. What did it score?"),
            Mistake(
                lambda: float(_contest(negatives, positives, guessers, seed).max()),
                f"positives and negatives are exchanged. {positives} cases are positive, and "
                f"{negatives} are negative.",
            ),
            Mistake(
                lambda: float(_contest(positives, negatives, seed, guessers).max()),
                f"repetitions and seed are exchanged. There are {guessers} guessers, and the seed "
                f"is {seed}.",
            ),
            Mistake(
                lambda: float(_contest(positives, negatives, guessers, _SEED_ABOVE).max()),
                f"that is with the seed of the example. Yours is {seed}.",
            ),
            Mistake(
                lambda: float(_contest(positives, negatives, guessers, seed, "accuracy").max()),
                'that is the best accuracy. The score is the AUC: `simulate_null("auc", ...)`.',
            ),
        ],
        hints=(
            "`simulate_null` returns a NumPy array with one score for each guesser.",
            "An array has methods such as `.mean()`, `.min()` and `.max()`.",
        ),
        why="Nobody learned anything, and still the winner is far above one half: it was chosen "
        "because it scored best.",
    )


def _takes_the_whole_contest(positives: int, negatives: int, guessers: int, seed: int) -> bool:
    """Half of the guessers have a lower winner, twice as many a higher one."""
    scores = _contest(positives, negatives, 2 * guessers, seed)
    half, all_of_them = scores[: guessers // 2].max(), scores[:guessers].max()
    return (
        half < all_of_them < scores.max()
        and _winner(positives, negatives, guessers, seed).is_sound()
    )


def _share(scores: list, score: float, tie: float = 1) -> float:
    scores = np.asarray(scores)
    return float(np.mean((scores > score) + tie * (scores == score)))


EXERCISES = [
    own_numbers(
        _winner,
        {"positives": 20, "negatives": 80, "guessers": 1000, "seed": 1},
        {
            "positives": (12, 15, 18, 20, 22, 24, 25, 28),
            "negatives": range(60, 125, 5),
            "guessers": range(500, 1501, 100),
            "seed": range(1, 100),
        },
        _takes_the_whole_contest,
    ),
    FunctionQuestion(
        name="first-share",
        title="How often luck does as well",
        reference=_share,
        # Ties with the score, for that is where people go wrong. Scores on both sides of one that
        # has two or three decimals, below 0 and above 1; and shares that never end.
        cases=[
            ([0.4, 0.5, 0.6, 0.7], 0.6),
            ([0.5, 0.5, 0.5], 0.5),
            ([0.1, 0.2], 0.9),
            ([0.4213, 0.4251, 0.4249, 0.5], 0.425),
            ([0.6241, 0.6249, 0.62, 0.7, 0.5], 0.6248),
            ([0.6, 0.7, 0.5], 0.6),
            ([0.3, 0.45, 0.45, 0.8, 0.9], 0.45),
            ([0.47, 0.42, 0.44, 0.45, 0.451, 0.449, 0.54], 0.45),
            ([-1.5, 0.31, 2.5, -0.25, 1.75, -0.251, -3.0], -0.25),
            ([1.75, 0.31, 1.2, -0.25, 2.5, 1.749, 1.0, 3.0, 1.8, 0.5, 1.76], 1.75),
        ],
        mistakes=[
            Mistake(
                lambda scores, score: _share(scores, score, 0),
                "scores *equal* to yours did as well, and are not counted. Use `>=`.",
            ),
            Mistake(
                lambda scores, score: _share(scores, score, 0.5),
                "scores *equal* to yours count one half (a mid-p-value). They did as well: count "
                "them in full.",
            ),
            Mistake(
                lambda scores, score: 1 - _share(scores, score, 0),
                "it counts those that did no better. How many did at least as well?",
            ),
            Mistake(
                lambda scores, score: 1 - _share(scores, score),
                "it counts those that did worse. How many did at least as well?",
            ),
            Mistake(
                lambda scores, score: _share(scores, score) * len(scores),
                "that is how many, not which share. Divide by the number of scores.",
            ),
            Mistake(
                lambda scores, score: (_share(scores, score) * len(scores) + 1) / (len(scores) + 1),
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
