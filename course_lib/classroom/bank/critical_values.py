"""Lesson 03 and its exercises: how good the best must be."""

from functools import cache
from typing import Any

from scipy.stats import binom

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


#: One distribution answers many questions about it, and making it takes longest.
_luck = cache(null_distribution)


def _look_up(cases: int, positives: int, competitors: int, alpha: float) -> NumberQuestion:
    negatives = cases - positives

    def line(c: int = competitors, a: float = alpha, metric: str = "auc") -> float:
        return _luck(metric, positives, negatives).critical_value(c, a)

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
                "that is for a level of 1 percent: the one that is used if you give none"
                f"{', and half of 2 percent' if alpha == 0.02 else ''}. The question says "
                f"{100 * alpha:g} percent, with nothing to halve.",
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
                lambda: _luck("auc", positives, cases).critical_value(competitors, alpha),
                f"{cases} is the number of all cases. The negatives are {negatives}.",
            ),
            Mistake(
                lambda: line(metric="accuracy"),
                "that is for the best accuracy. The winner reports an AUC.",
            ),
            Mistake(
                lambda: line(1, alpha / competitors),
                f"that is a little too strict: alpha divided by {competitors} (Bonferroni) leads "
                "there, and at times so does the next score that can occur. "
                f"`competitors={competitors}` gives the exact line.",
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
        return _luck(metric, positives, negatives).p_value(score, c)

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
                lambda: 1 - (1 - _luck("auc", positives, negatives).sf(score)) ** competitors,
                f"that is how often the best of {competitors} does *better* than {score}. Doing as "
                "well counts.",
            ),
            Mistake(
                lambda: p(metric="accuracy"),
                "that is for the best accuracy. The winner's score is an AUC.",
            ),
            Mistake(
                lambda: _luck("auc", positives, negatives).critical_value(competitors, 0.05),
                f"that is a score to exceed. How often would luck reach {score}?",
            ),
            Mistake(
                lambda: _luck("auc", positives, cases).p_value(score, competitors),
                f"{cases} is the number of all cases. The negatives are {negatives}.",
            ),
        ],
        hints=(
            "`p_value(metric, score, positives, negatives, competitors)` is the function.",
            "Without `competitors` it judges one classifier that was named before the test.",
        ),
        why=f"One classifier named in advance: about {p(1):.1g}. The best of {competitors}: up to "
        f"{competitors} times as much.",
    )


def _says_something(**numbers: Any) -> bool:
    """A p-value that is neither next to 0 nor next to 1, and told apart from the others."""
    asked = _winner(**numbers)
    return 0.02 <= asked.right() <= 0.4 and asked.is_sound()


@cache  # it takes a fraction of a second, and a wrong answer is compared with several
def _plan(score: float, competitors: int, ratio: str, alpha: float = 0.05) -> TestSetPlan:
    return plan_test_set("auc", score, competitors, ratio, alpha)


#: Settings in which two ways lead to the same count, or one competitor more or less does, or one
#: negative more or less to each positive. Finding them takes a second or two each, so they are
#: listed, and a test goes through all the others.
_ALIKE = {
    *((0.66, 3, 4), (0.66, 3, 5), (0.66, 4, 4), (0.66, 5, 4), (0.66, 6, 3), (0.66, 6, 4)),
    *((0.66, 7, 4), (0.66, 8, 5)),
    *((0.67, 3, 4), (0.67, 3, 5), (0.67, 4, 5), (0.67, 5, 3), (0.67, 5, 4), (0.67, 6, 4)),
    *((0.67, 7, 3), (0.67, 8, 4), (0.67, 8, 5)),
    *((0.68, 3, 4), (0.68, 3, 5), (0.68, 4, 5), (0.68, 6, 3), (0.68, 6, 4), (0.68, 7, 4)),
    *((0.68, 7, 5), (0.68, 8, 4), (0.68, 8, 5)),
}


def _cases_to_collect(score: float, competitors: int, one_in: int, kind: str) -> NumberQuestion:
    ratio = f"1:{one_in - 1}"

    def needed(c: int = competitors, r: str = ratio, alpha: float = 0.05, kind: str = kind) -> int:
        plan = _plan(score, c, r, alpha)
        return {
            "positives": plan.positives,
            "negatives": plan.negatives,
            "cases": plan.positives + plan.negatives,
        }[kind]

    code = {"positives": "plan.positives", "negatives": "plan.negatives"}
    worked = code.get(kind, "plan.positives + plan.negatives")
    others = [other for other in ("positives", "negatives", "cases") if other != kind]
    return NumberQuestion(
        name="critical-plan",
        title="How many cases to collect",
        text=f"Next year you will try {competitors} models. One case in {one_in} is positive, and "
        f"an AUC of {score} would be good enough for you. How many {kind} must the test set "
        f"hold, at least, so that the best of {competitors} with an AUC of {score} is significant "
        "at the 5 percent level?",
        right=needed,
        worked=f'plan = plan_test_set("auc", {score}, competitors={competitors}, '
        f'ratio="{ratio}", alpha=0.05)\nneeded = {worked}',
        mistakes=[
            *(
                Mistake(
                    lambda other=other: needed(kind=other),
                    f"those are {'all cases' if other == 'cases' else f'the {other}'}. The "
                    f"question asks for {'all cases' if kind == 'cases' else f'the {kind}'}.",
                )
                for other in others
            ),
            Mistake(
                lambda: needed(1),
                f"that is enough for one classifier. You will choose the best of {competitors}.",
            ),
            Mistake(
                lambda: needed(r="1:1"),
                "that is for as many positives as negatives. Here one case in "
                f"{one_in} is positive.",
            ),
            Mistake(
                lambda: needed(alpha=0.01),
                "that is for a level of 1 percent. The question says 5 percent.",
            ),
            Mistake(
                lambda: needed(r=f"1:{one_in}"),
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


# Each contest twice: the winner stands exactly on the line, and one case beyond it. They are chosen
# so that another level, another number of competitors, one case more or less in either class, and
# every other line that people compare with lead to another verdict somewhere.
_CONTESTS = [
    (correct / (positives + negatives), positives, negatives, competitors, alpha)
    for line, positives, negatives, competitors, alpha in (
        (19, 10, 10, 1000, 0.01),
        (31, 20, 20, 10, 0.01),
        (70, 50, 50, 200, 0.05),
        (58, 30, 50, 20, 0.05),
        (57, 30, 50, 20, 0.1),
        (54, 30, 50, 1, 0.05),
        (81, 25, 75, 40, 0.02),
        (971, 30, 970, 5, 0.05),
        (28, 20, 20, 3, 0.05),
        (28, 20, 20, 2, 0.05),
        (18, 12, 12, 2, 0.05),
        (51, 33, 41, 15, 0.05),
    )
    for correct in (line, line + 1)
]
# And well below the line: the last one does not even reach majority voting.
_CONTESTS += [
    (0.6, 20, 20, 1, 0.05),
    (0.66, 50, 50, 200, 0.05),
    (0.7, 30, 50, 20, 0.05),
    (0.6, 30, 50, 20, 0.05),
]
# A p-value of exactly alpha: one of four rankings puts the positive case first.
_CONTESTS += [(1.0, 1, 3, 1, 0.25)]


def _by_a_binomial(
    score: float, positives: int, negatives: int, competitors: int, alpha: float, chance: float
) -> bool:
    """The verdict of somebody to whom each call is right with this chance, whatever it is."""
    cases = positives + negatives
    p = float(binom.sf(round(score * cases) - 1, cases, chance))
    return 1 - (1 - p) ** competitors <= alpha


def _majority(positives: int, negatives: int) -> float:
    return max(positives, negatives) / (positives + negatives)


EXERCISES = [
    own_numbers(
        _look_up,
        {"cases": 200, "positives": 40, "competitors": 60, "alpha": 0.05},
        {
            "cases": range(160, 301, 20),
            "positives": range(24, 61, 4),
            "competitors": (20, 30, 40, 50, 60, 80),
            "alpha": (0.05, 0.02, 0.1),
        },
    ),
    own_numbers(
        _winner,
        {"cases": 200, "positives": 40, "competitors": 60, "score": 0.65},
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
                lambda s, p, n, c, a: s > _majority(p, n),
                "it compares with majority voting. The best of many beats that by luck.",
            ),
            Mistake(
                lambda s, p, n, c, a: _by_a_binomial(s, p, n, c, a, _majority(p, n)),
                "that is a binomial test against the share of the larger class, as if each call "
                "were a coin that falls right so often. A guesser shuffles the cases, and its "
                "threshold is the best one: use `critical_value` or `p_value`.",
            ),
            Mistake(
                lambda s, p, n, c, a: _by_a_binomial(s, p, n, 1, a, _majority(p, n)),
                "that is a binomial test of *one* classifier against the share of the larger "
                "class. Luck has another distribution here, and the number of competitors counts.",
            ),
            Mistake(
                lambda s, p, n, c, a: _by_a_binomial(s, p, n, c, a, 0.5),
                "that is a binomial test against one half, as if each call were a fair coin. A "
                "guesser shuffles the cases, and its threshold is the best one: use "
                "`critical_value` or `p_value`.",
            ),
            Mistake(
                lambda s, p, n, c, a: _by_a_binomial(s, p, n, 1, a, 0.5),
                "that is a binomial test of *one* classifier against one half. Luck has another "
                "distribution here, and the number of competitors counts.",
            ),
            Mistake(
                lambda s, p, n, c, a: s > 1 - a,
                "it compares the score with `1 - alpha`, which is a share of contests and not an "
                "accuracy.",
            ),
            Mistake(
                lambda s, p, n, c, a: s > critical_value("accuracy", p, p + n, c, a),
                "it takes all cases for the negatives. `negatives` is their number already.",
            ),
            Mistake(
                lambda s, p, n, c, a: s > critical_value("accuracy", p, n, c, 2 * a),
                "it doubles the level. The question has one side: only scores that are too good.",
            ),
            Mistake(
                lambda s, p, n, c, a: s > critical_value("accuracy", p, n, c, a / 2),
                "it halves the level, as for two sides. The question has one side: only scores "
                "that are too good.",
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
        _cases_to_collect,
        {"score": 0.62, "competitors": 8, "one_in": 5, "kind": "positives"},
        {
            "score": (0.66, 0.67, 0.68),
            "competitors": range(3, 9),
            "one_in": (3, 4, 5),
            "kind": ("positives", "negatives", "cases"),
        },
        lambda score, competitors, one_in, kind: (score, competitors, one_in) not in _ALIKE,
    ),
    in_words("critical-words"),
]
