"""Lesson 03 and its exercises: how good the best must be."""

from functools import cache

from course_lib.chance.exact import critical_value, null_distribution, p_value
from course_lib.chance.plan import plan_test_set
from course_lib.chance.results import TestSetPlan
from course_lib.classroom.bank.in_words import in_words
from course_lib.classroom.questions import FunctionQuestion, Mistake, NumberQuestion

LESSON = [in_words("critical-chart"), in_words("critical-tenfold"), in_words("critical-dependent")]


def _significant(
    score: float, positives: int, negatives: int, competitors: int, alpha: float
) -> bool:
    return score > critical_value("accuracy", positives, negatives, competitors, alpha)


@cache  # each takes about a second, and a wrong answer is compared with them all
def _plan(competitors: int = 20, ratio: str = "1:9", alpha: float = 0.05) -> TestSetPlan:
    return plan_test_set("auc", 0.62, competitors, ratio, alpha)


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
    NumberQuestion(
        name="critical-look-up",
        title="A critical value",
        right=lambda: critical_value("auc", 40, 160, 50, 0.05),
        tolerance=1e-4,
        mistakes=[
            Mistake(
                lambda: critical_value("auc", 40, 160, 50),
                "that is for a level of 1 percent, the one that is used if you give none. The "
                "question says 5 percent.",
            ),
            Mistake(
                lambda: critical_value("auc", 40, 160, 1, 0.05),
                "that is for one classifier. The winner is the best of 50.",
            ),
            Mistake(
                lambda: critical_value("auc", 40, 160),
                "that is for one classifier at 1 percent. Give `competitors` and `alpha`.",
            ),
            Mistake(
                lambda: critical_value("auc", 40, 200, 50, 0.05),
                "200 is the number of all cases. The negatives are 160.",
            ),
            Mistake(
                lambda: critical_value("accuracy", 40, 160, 50, 0.05),
                "that is for the best accuracy. The winner reports an AUC.",
            ),
            Mistake(
                lambda: critical_value("auc", 40, 160, 1, 0.05 / 50),
                "that is for one classifier at a fiftieth of the level (Bonferroni), which is a "
                "little too strict. Give `competitors=50` for the exact line.",
            ),
            Mistake(
                lambda: p_value("auc", 0.64, 40, 160, 50),
                "that is a p-value. The score to exceed is wanted.",
            ),
        ],
        hints=(
            "`critical_value(metric, positives, negatives, competitors, alpha)` is the function.",
            "200 cases of which 40 are positive leave 160 negative ones.",
        ),
        why="Luck alone takes the best of 50 beyond this score in at most 5 of 100 contests.",
    ),
    NumberQuestion(
        name="critical-p",
        title="The p-value of a winner",
        right=lambda: p_value("auc", 0.64, 40, 160, 50),
        tolerance=1e-4,
        mistakes=[
            Mistake(
                lambda: p_value("auc", 0.64, 40, 160),
                "that is the p-value of one classifier named in advance. This one was chosen "
                "*because* it scored best of 50.",
            ),
            Mistake(
                lambda: 50 * p_value("auc", 0.64, 40, 160),
                "50 times the p-value of one (Bonferroni) is an upper bound. For independent "
                "competitors there is an exact answer.",
            ),
            Mistake(
                lambda: 1 - p_value("auc", 0.64, 40, 160, 50),
                "that is the chance that luck does *worse*.",
            ),
            Mistake(
                lambda: 1 - (1 - null_distribution("auc", 40, 160).sf(0.64)) ** 50,
                "that is how often the best of 50 does *better* than 0.64. Doing as well counts.",
            ),
            Mistake(
                lambda: p_value("accuracy", 0.64, 40, 160, 50),
                "that is for the best accuracy. The winner's score is an AUC.",
            ),
            Mistake(
                lambda: critical_value("auc", 40, 160, 50, 0.05),
                "that is the score to exceed. How often would luck reach 0.64?",
            ),
            Mistake(
                lambda: p_value("auc", 0.64, 40, 200, 50),
                "200 is the number of all cases. The negatives are 160.",
            ),
        ],
        hints=(
            "`p_value(metric, score, positives, negatives, competitors)` is the function.",
            "Without `competitors` it judges one classifier that was named before the test.",
        ),
        why="One classifier in advance: about 0.003. The best of 50: fifty times as much, nearly.",
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
    NumberQuestion(
        name="critical-plan",
        title="How many positives to collect",
        right=lambda: _plan().positives,
        tolerance=0,
        mistakes=[
            Mistake(
                lambda: _plan().negatives,
                "those are the negatives.",
            ),
            Mistake(
                lambda: 10 * _plan().positives,
                "those are all cases. How many of them are positive?",
            ),
            Mistake(
                lambda: _plan(competitors=1).positives,
                "that is enough for one classifier. You will choose the best of 20.",
            ),
            Mistake(
                lambda: _plan(ratio="1:1").positives,
                "that is for as many positives as negatives. Here one case in ten is positive.",
            ),
            Mistake(
                lambda: _plan(alpha=0.01).positives,
                "that is for a level of 1 percent. The question says 5 percent.",
            ),
            Mistake(
                lambda: _plan(ratio="1:10").positives,
                "one in ten means one positive to *nine* negatives.",
            ),
        ],
        hints=(
            "`plan_test_set(metric, score, competitors, ratio, alpha)` searches for you.",
            'One case in ten positive is the ratio "1:9".',
            "The answer has `.positives`, `.negatives` and `.sentence()`.",
        ),
        why="With fewer, such a score could not count. It is the least, not enough: a classifier "
        "whose true AUC is 0.62 reaches 0.62 on the test set only about half of the time.",
    ),
    in_words("critical-words"),
]
