"""What people answer to lesson 00 and its exercises, and what the checker must say to it.

RIGHT: answers that are right, though written in another way than in the notebook.
WRONG: answers that are not, each with a piece of the message it must get.
"""

from fractions import Fraction

import numpy as np

from course_lib import simulate_null

contest = simulate_null("auc", positives=20, negatives=80, repetitions=1000, seed=1)


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


def divides_by_what_was_found(scores, score):
    found = [s for s in scores if s >= score]
    return len(found) / len(found)


RIGHT = {
    "start-pairs": [12.0, np.int64(12), len([(p, n) for p in range(3) for n in range(4)])],
    "start-p-value": ["b", "B)"],
    "first-winner": [max(contest), sorted(contest)[-1], contest[contest.argmax()], 0.753125],
    "first-share": [
        with_a_loop,
        everything_but_the_lower,
        as_a_fraction,
        by_sorting_in_place,
        lambda scores, score: (scores >= score).mean(),
        lambda scores, score: sum(scores >= score) / len(scores),
        lambda scores, score: np.mean([s >= score for s in scores]),
    ],
    "first-reason": ["B", " b ", "(b)", "b."],
}

WRONG = {
    "start-pairs": [
        (3 + 4, "counts the cases"),
        (21, "two positives"),
        (3 * 4 / 2, "6 is not it"),
        ("12", "is text"),
        ([(3, 4)], "one number is wanted, and these are 2"),
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
        (contest[:5].max(), "the five scores on the page"),
        (contest[-1], "last score"),
        (contest.argmax(), "*who* won"),
        (contest.max, "Call it, with brackets"),
        (contest, "these are 1000"),
        (100 * contest.max(), "in percent"),
        (0.75, "0.75 is rounded"),
        (0.753, "0.753 is rounded"),
        (round(contest.max(), 4) + 1e-5, "close, but not close enough"),
        ("0.753125", "is text"),
        (True, "not True"),
        (np.percentile(contest, 99), 'hint("first-winner")'),
        (float("nan"), "nan is not a number"),
    ],
    "first-share": [
        (lambda scores, score: np.mean(scores > score), "*equal* to yours"),
        (lambda scores, score: np.mean(scores <= score), "those that did no better"),
        (lambda scores, score: np.mean(scores < score), "those that did worse"),
        (lambda scores, score: sum(scores >= score), "how many, not which share"),
        (lambda scores, score: 100 * np.mean(scores >= score), "in percent"),
        (lambda scores, score: sum(scores >= score) // len(scores), "divide with `/`"),
        (lambda scores, score: round(np.mean(scores >= score), 1), "it rounds"),
        (lambda scores, score: (1 + sum(scores >= score)) / (1 + len(scores)), "adds one"),
        (lambda scores, score: f"{np.mean(scores >= score):.2f}", "'0.50', which is text"),
        (lambda scores, score: scores >= score, "One number is wanted: 0.5."),
        (lambda scores, score: (scores >= score).mean, "gives a function"),
        (lambda scores, score: np.mean(scores) >= score, "gives False, and a number is wanted"),
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
