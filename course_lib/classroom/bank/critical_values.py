"""Lesson 03 and its exercises: how good the best must be."""

from functools import cache
from typing import Any

from course_lib.chance.exact import critical_value, null_distribution, p_value
from course_lib.chance.plan import plan_test_set
from course_lib.chance.results import TestSetPlan
from course_lib.classroom.bank.in_words import in_words
from course_lib.classroom.questions import (
    FunctionQuestion,
    Mistake,
    NumberQuestion,
    own_numbers,
)

LESSON = [in_words("critical-chart"), in_words("critical-tenfold"), in_words("critical-dependent")]


def _significant(
    score: float, positives: int, negatives: int, competitors: int, alpha: float
) -> bool:
    return score > critical_value("accuracy", positives, negatives, competitors, alpha)


def _look_up(cases: int, positives: int, competitors: int, alpha: float) -> NumberQuestion:
    negatives = cases - positives

    def line(c: int = competitors, a: float = alpha, metric: str = "auc") -> float:
        return critical_value(metric, positives, negatives, c, a)

    return NumberQuestion(
        name="critical-look-up",
        title="A critical value",
        text=f"{cases} cases, {positives} of them positive; {competitors} classifiers; alpha "
        f"{alpha}. Which AUC must the winner exceed?",
        right=line,
        worked=f'line = critical_value("auc", positives={positives}, negatives={negatives}, '
        f"competitors={competitors}, alpha={alpha})",
        mistakes=[
            Mistake(
                lambda: line(a=0.01),
                "that is for a level of 1 percent, the one that is used if you give none. The "
                f"question says {100 * alpha:g} percent.",
            ),
            Mistake(
                lambda: line(1),
                f"that is for one classifier. The winner is the best of {competitors}.",
            ),
            Mistake(
                lambda: line(1, 0.01),
                "that is for one classifier at 1 percent. Give `competitors` and `alpha`.",
            ),
            Mistake(
                lambda: critical_value("auc", positives, cases, competitors, alpha),
                f"{cases} is the number of all cases. The negatives are {negatives}.",
            ),
            Mistake(
                lambda: line(metric="accuracy"),
                "that is for the best accuracy. The winner reports an AUC.",
            ),
            Mistake(
                lambda: line(1, alpha / competitors),
                f"that is for one classifier at alpha divided by {competitors} (Bonferroni), which "
                f"is a little too strict. Give `competitors={competitors}` for the exact line.",
            ),
        ],
        hints=(
            "`critical_value(metric, positives, negatives, competitors, alpha)` is the function.",
            f"{cases} cases of which {positives} are positive leave {negatives} negative ones.",
        ),
        why=f"Luck alone takes the best of {competitors} beyond this score in at most "
        f"{100 * alpha:g} of 100 contests.",
    )


def _winner(cases: int, positives: int, competitors: int, score: float) -> NumberQuestion:
    negatives = cases - positives

    def p(c: int = competitors, metric: str = "auc") -> float:
        return p_value(metric, score, positives, negatives, c)

    return NumberQuestion(
        name="critical-p",
        title="The p-value of a winner",
        text=f"{cases} cases, {positives} of them positive. The best of {competitors} classifiers "
        f"has an AUC of {score}. How often would the best of {competitors} guessers do at least as "
        "well?",
        right=p,
        worked=f'p = p_value("auc", {score}, positives={positives}, negatives={negatives}, '
        f"competitors={competitors})",
        mistakes=[
            Mistake(
                lambda: p(1),
                "that is the p-value of one classifier named in advance. This one was chosen "
                f"*because* it scored best of {competitors}.",
            ),
            Mistake(
                lambda: competitors * p(1),
                f"{competitors} times the p-value of one (Bonferroni) is an upper bound. For "
                "independent competitors there is an exact answer.",
            ),
            Mistake(lambda: 1 - p(), "that is the chance that luck does *worse*."),
            Mistake(
                lambda: (
                    1
                    - (1 - null_distribution("auc", positives, negatives).sf(score)) ** competitors
                ),
                f"that is how often the best of {competitors} does *better* than {score}. Doing as "
                "well counts.",
            ),
            Mistake(
                lambda: p(metric="accuracy"),
                "that is for the best accuracy. The winner's score is an AUC.",
            ),
            Mistake(
                lambda: critical_value("auc", positives, negatives, competitors, 0.05),
                f"that is a score to exceed. How often would luck reach {score}?",
            ),
            Mistake(
                lambda: p_value("auc", score, positives, cases, competitors),
                f"{cases} is the number of all cases. The negatives are {negatives}.",
            ),
        ],
        hints=(
            "`p_value(metric, score, positives, negatives, competitors)` is the function.",
            "Without `competitors` it judges one classifier that was named before the test.",
        ),
        why=f"One classifier named in advance: about {p(1):.1g}. The best of {competitors}: nearly "
        f"{competitors} times as much.",
    )


def _says_something(**numbers: Any) -> bool:
    """A p-value that is neither next to 0 nor next to 1, and told apart from the others."""
    asked = _winner(**numbers)
    return 0.02 <= asked.right() <= 0.4 and asked.is_sound()


@cache  # it takes a fraction of a second, and a wrong answer is compared with several
def _plan(score: float, competitors: int, ratio: str, alpha: float = 0.05) -> TestSetPlan:
    return plan_test_set("auc", score, competitors, ratio, alpha)


def _positives_to_collect(score: float, competitors: int, one_in: int) -> NumberQuestion:
    ratio = f"1:{one_in - 1}"

    def positives(c: int = competitors, r: str = ratio, alpha: float = 0.05) -> int:
        return _plan(score, c, r, alpha).positives

    return NumberQuestion(
        name="critical-plan",
        title="How many positives to collect",
        text=f"Next year you will try {competitors} models. One case in {one_in} is positive, and "
        f"an AUC of {score} would be good enough for you. How many positives must the test set "
        f"hold, at least, so that the best of {competitors} with an AUC of {score} is significant "
        "at the 5 percent level?",
        right=positives,
        worked=f'plan = plan_test_set("auc", {score}, competitors={competitors}, '
        f'ratio="{ratio}", alpha=0.05)\npositives_needed = plan.positives',
        mistakes=[
            Mistake(lambda: _plan(score, competitors, ratio).negatives, "those are the negatives."),
            Mistake(
                lambda: one_in * positives(),
                "those are all cases. How many of them are positive?",
            ),
            Mistake(
                lambda: positives(1),
                f"that is enough for one classifier. You will choose the best of {competitors}.",
            ),
            Mistake(
                lambda: positives(r="1:1"),
                "that is for as many positives as negatives. Here one case in "
                f"{one_in} is positive.",
            ),
            Mistake(
                lambda: positives(alpha=0.01),
                "that is for a level of 1 percent. The question says 5 percent.",
            ),
            Mistake(
                lambda: positives(r=f"1:{one_in}"),
                f"one in {one_in} means one positive to {one_in - 1} negatives, not to {one_in}.",
            ),
        ],
        hints=(
            "`plan_test_set(metric, score, competitors, ratio, alpha)` searches for you.",
            f'One case in {one_in} positive is the ratio "{ratio}".',
            "The answer has `.positives`, `.negatives` and `.sentence()`.",
        ),
        why="With fewer, such a score could not count. It is the least, not enough: a classifier "
        f"whose true AUC is {score} reaches {score} on the test set only about half of the time.",
    )


# The winner stands exactly on the line in the first case.
_CONTESTS = [
    (0.95, 10, 10, 1000, 0.01),
    (1.0, 10, 10, 1000, 0.01),
    (0.85, 20, 20, 10, 0.01),
    (0.7, 50, 50, 1, 0.05),
    (0.66, 50, 50, 200, 0.05),
    (0.97, 30, 970, 5, 0.05),
    (0.8, 10, 10, 1, 0.05),
    (0.6, 20, 20, 1, 0.05),
    (0.725, 20, 20, 3, 0.05),  # where Bonferroni is too strict
]

EXERCISES = [
    own_numbers(
        _look_up,
        {"cases": 200, "positives": 40, "competitors": 50, "alpha": 0.05},
        {
            "cases": range(160, 301, 20),
            "positives": range(24, 61, 4),
            "competitors": (20, 30, 40, 50, 60, 80),
            "alpha": (0.05, 0.02, 0.1),
        },
    ),
    own_numbers(
        _winner,
        {"cases": 200, "positives": 40, "competitors": 50, "score": 0.64},
        {
            "cases": range(160, 301, 20),
            "positives": range(24, 61, 4),
            "competitors": (20, 30, 40, 50, 60, 80),
            "score": (0.62, 0.63, 0.64, 0.65, 0.66, 0.67, 0.68),
        },
        _says_something,
    ),
    FunctionQuestion(
        name="critical-verdict",
        title="The verdict as a function",
        reference=_significant,
        cases=_CONTESTS,
        mistakes=[
            Mistake(
                lambda s, p, n, c, a: s >= critical_value("accuracy", p, n, c, a),
                "a score *equal* to the critical value passes. It must be exceeded: at the value "
                "itself luck is still too frequent.",
            ),
            Mistake(
                lambda s, p, n, c, a: s > critical_value("accuracy", p, n, 1, a),
                "the number of competitors makes no difference. Hand it on.",
            ),
            Mistake(
                lambda s, p, n, c, a: s > critical_value("accuracy", p, n, c),
                "the level makes no difference. Hand `alpha` on.",
            ),
            Mistake(
                lambda s, p, n, c, a: s < critical_value("accuracy", p, n, c, a),
                "it says True when the score is *below* the critical value.",
            ),
            Mistake(
                lambda s, p, n, c, a: s > critical_value("auc", p, n, c, a),
                "it compares an accuracy with the critical value of an AUC. Say which metric.",
            ),
            Mistake(
                lambda s, p, n, c, a: s > critical_value("f_measure", p, n, c, a),
                "it compares an accuracy with the critical value of an F-measure. Say which "
                "metric.",
            ),
            Mistake(
                lambda s, p, n, c, a: p_value("accuracy", s, p, n) <= a / c,
                "it divides alpha by the number of competitors (Bonferroni), which is a little too "
                "strict. For independent competitors there is an exact answer.",
            ),
            Mistake(
                lambda s, p, n, c, a: s > max(p, n) / (p + n),
                "it compares with majority voting. The best of many beats that by luck.",
            ),
        ],
        hints=(
            'Compare the score with `critical_value("accuracy", ...)`.',
            "The order is metric, positives, negatives, competitors, alpha.",
            "Significant means that the critical value is *exceeded*.",
        ),
        why="Exceeding the critical value and a p-value of at most alpha are the same verdict.",
    ),
    own_numbers(
        _positives_to_collect,
        {"score": 0.62, "competitors": 20, "one_in": 10},
        {
            "score": (0.65, 0.66, 0.67, 0.68, 0.7),
            "competitors": (10, 20, 30, 50),
            "one_in": (5, 10, 20),
        },
        # Computing every mistake would take a second or two each time: a test does.
        lambda **_: True,
    ),
    in_words("critical-words"),
]
