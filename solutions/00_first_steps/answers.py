"""What people answer to lesson 00 and its exercises, and what the checker must say to it.

RIGHT: answers that are right, though written in another way than in the notebook.
WRONG: answers that are not, each with a piece of the message it must get.
"""

from fractions import Fraction

import numpy as np
from scipy import stats

from course_lib import simulate_null

contest = simulate_null("auc", positives=20, negatives=80, repetitions=1000, seed=1)
exchanged = simulate_null("auc", positives=80, negatives=20, repetitions=1000, seed=1)


def with_a_loop(scores, score):
    count = 0
    for s in scores:
        if s >= score:
            count += 1
    return count / len(scores)


def everything_but_the_lower(scores, score):
    return 1 - sum(s < score for s in scores) / len(scores)


def as_a_fraction(scores, score):
    return Fraction(sum(1 for s in scores if s >= score), len(scores))


def by_sorting_in_place(scores, score):
    scores.sort()
    return 1 - np.searchsorted(scores, score, side="left") / len(scores)


def forgot_to_return(scores, score):
    sum(s >= score for s in scores) / len(scores)


def prints_instead(scores, score):
    print(sum(s >= score for s in scores) / len(scores))


def returns_inside_the_loop(scores, score):  # noqa: RET503
    for s in scores:
        if s >= score:
            return 1 / len(scores)


def looks_into_the_contest(scores, score):
    return (contest >= score).mean()


def half_for_a_tie(scores, score):
    return (scores > score).mean() + (scores == score).mean() / 2


def divides_by_what_was_found(scores, score):
    found = [s for s in scores if s >= score]
    return len(found) / len(found)


RIGHT = {
    "start-pairs": [12.0, np.int64(12), len([(p, n) for p in range(3) for n in range(4)])],
    "start-p-value": ["b", "B)"],
    "first-winner": [
        max(contest),
        sorted(contest)[-1],
        contest[contest.argmax()],
        0.753125,
        0.7531,
        np.array(contest.max()),
        np.float32(contest.max()),
        Fraction(241, 320),
    ],
    "first-share": [
        with_a_loop,
        everything_but_the_lower,
        as_a_fraction,
        by_sorting_in_place,
        lambda scores, score: (scores >= score).mean(),
        lambda scores, score: sum(scores >= score) / len(scores),
        lambda scores, score: np.mean([s >= score for s in scores]),
        lambda scores, score: len(list(filter(lambda s: s >= score, scores))) / len(scores),
        lambda scores, score: np.array(np.mean(scores >= score)),
        lambda scores, score: np.float32(np.mean(scores >= score)),
        lambda scores, score: np.count_nonzero(score <= scores) / scores.size,
        lambda scores, score: 1 - stats.percentileofscore(scores, score, "strict") / 100,
    ],
    "first-reason": ["B", " b ", "(b)", "b."],
}

WRONG = {
    "start-pairs": [
        (3 + 4, "counts the cases"),
        (21, "two positives"),
        (3 * 4 / 2, "6 is not it"),
        ("12", "is text"),
        ([(3, 4)], "one number is wanted, and this is a list of 2"),
    ],
    "start-p-value": [
        ("a", "*assuming* that nobody learned anything"),
        ("c", "40 percent of the pairs"),
        (0.011, "in quotes"),
    ],
    "first-winner": [
        (contest.mean(), "average"),
        (contest.min(), "lowest"),
        (contest[0], "first score"),
        (np.median(contest), "in the middle"),
        (contest[-1], "last score"),
        (exchanged.max(), "positives and negatives are exchanged"),
        (simulate_null("auc", 20, 80, 1, 1000).max(), "repetitions and seed are exchanged"),
        (simulate_null("accuracy", 20, 80, 1000, 1).max(), "that is the best accuracy"),
        (contest.argmax(), "*who* won"),
        (contest.max, "Call it, with brackets"),
        (contest, "this is a list of 1000"),
        (100 * contest.max(), "75.3125 is in percent"),
        (75.31, "75.31 is in percent."),
        (75.3, "75.3 is in percent, and rounded"),
        (0.75, "0.75 is rounded too far"),
        (0.753, "0.753 is rounded too far"),
        (round(contest.max(), 4) + 1e-3, "0.7541 is not it"),
        (simulate_null("auc", 20, 80, 1000, 2).max(), "0.726875 is not it"),
        (simulate_null("auc", 20, 80, 1000, 7).max(), "the seed of the example"),
        ("0.753125", "is text"),
        (True, "not True"),
        (np.percentile(contest, 99), "0.656912 is not it"),
        (float("nan"), "nan is not a number"),
    ],
    "first-share": [
        (lambda scores, score: np.mean(scores > score), "and are not counted. Use `>=`"),
        (lambda scores, score: np.mean(scores <= score), "those that did no better"),
        (lambda scores, score: np.mean(scores < score), "those that did worse"),
        (half_for_a_tie, "a mid-p-value"),
        (lambda scores, score: sum(scores >= score), "how many, not which share"),
        (lambda scores, score: 100 * np.mean(scores >= score), "in percent"),
        (lambda scores, score: sum(scores >= score) // len(scores), "divide with `/`"),
        (lambda scores, score: round(np.mean(scores >= score), 1), "it rounds"),
        (lambda scores, score: (1 + sum(scores >= score)) / (1 + len(scores)), "adds one"),
        (lambda scores, score: f"{np.mean(scores >= score):.2f}", "'0.50', which is text"),
        (lambda scores, score: scores >= score, "One number is wanted: 0.5."),
        (lambda scores, score: (scores >= score).mean, "gives a function"),
        (lambda scores, score: np.mean(scores) >= score, "gives False, and a number is wanted"),
        (lambda scores, score: round(np.mean(scores >= score), 4), "it rounds"),
        (lambda scores, score: np.mean(scores >= round(score, 1)), "gives 1, and should"),
        (lambda scores, score: sum(s >= score for s in scores) / 4, "gives 0.75, and should"),
        (lambda score: score, "stops with TypeError"),
        (lambda scores, score: sum(scores >= score) / scores.length, "stops with AttributeError"),
        (forgot_to_return, "forgot_to_return([0.4, 0.5, 0.6, 0.7], 0.6)` returns nothing"),
        (prints_instead, "prints_instead([0.4, 0.5, 0.6, 0.7], 0.6)` returns nothing"),
        (returns_inside_the_loop, "returns_inside_the_loop([0.1, 0.2], 0.9)` returns nothing"),
        (looks_into_the_contest, "looks_into_the_contest([0.4, 0.5, 0.6, 0.7], 0.6)` gives 0.0"),
        (divides_by_what_was_found, "stops with ZeroDivisionError"),
        (with_a_loop([0.4, 0.5, 0.6, 0.7], 0.6), "without brackets"),
    ],
    "first-reason": [
        ("a", "all of them shuffled"),
        ("c", "one half on average"),
        ("d", "'d' is not among the options"),
        (2, "in quotes"),
        (
            "It is the highest of many lucky numbers",
            "'It is the highest of many lucky numbers' is not among",
        ),
    ],
}
