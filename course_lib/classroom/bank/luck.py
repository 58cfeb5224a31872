"""Lesson 02 and its exercises: what a classifier that learned nothing scores."""

from math import comb

from course_lib.classroom.bank.in_words import in_words
from course_lib.classroom.questions import FunctionQuestion, Mistake

LESSON = [in_words("luck-by-hand"), in_words("luck-skew"), in_words("luck-level")]


def _auc(ranking: list[int]) -> float:
    above = 0
    pairs_won = 0
    for case in ranking:
        if case:
            above += 1
        else:
            pairs_won += above
    return pairs_won / (above * (len(ranking) - above))


def _counts(ranking: list[int]) -> list[tuple[int, int]]:
    """True and false positives at every cut, calling nobody positive included."""
    cuts = [(0, 0)]
    for case in ranking:
        tp, fp = cuts[-1]
        cuts.append((tp + 1, fp) if case else (tp, fp + 1))
    return cuts


def _accuracies(ranking: list[int]) -> list[float]:
    negatives = ranking.count(0)
    return [(tp + negatives - fp) / len(ranking) for tp, fp in _counts(ranking)]


def _average_precision(ranking: list[int]) -> float:
    """The mean, over the positives, of the precision of a cut just below each."""
    cuts = _counts(ranking)[1:]
    return sum(tp / (tp + fp) for (tp, fp), case in zip(cuts, ranking, strict=True) if case) / sum(
        ranking
    )


def _balanced_accuracies(ranking: list[int]) -> list[float]:
    positives, negatives = sum(ranking), ranking.count(0)
    return [(tp / positives + 1 - fp / negatives) / 2 for tp, fp in _counts(ranking)]


def _chance_of_lead(positives: int, negatives: int, lead: int) -> float:
    if lead <= max(0, positives - negatives):
        return 1.0
    if lead > positives:
        return 0.0
    return comb(positives + negatives, negatives + lead) / comb(positives + negatives, positives)


def _lead_without_limits(positives: int, negatives: int, lead: int) -> float:
    total = positives + negatives
    return comb(total, negatives + lead) / comb(total, positives)


_RANKINGS = [
    ([1, 0, 1, 0, 0],),
    ([0, 0, 1],),
    ([1, 1, 0, 0],),
    ([0, 1, 0, 1, 1, 0, 1, 1],),
    ([0, 0, 0, 1, 0, 1],),
    ([1, 0, 0, 1, 1, 0, 1, 1, 1, 0, 1],),
    ([0, 1, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0],),
    ([1, 1, 1, 1, 1, 0, 1],),
]

EXERCISES = [
    FunctionQuestion(
        name="luck-auc",
        title="The AUC of one ranking",
        reference=_auc,
        cases=_RANKINGS,
        mistakes=[
            Mistake(
                lambda ranking: 1 - _auc(ranking),
                "it counts the pairs in which the *negative* case stands above. The ranking "
                "begins with the case most likely to be positive.",
            ),
            Mistake(
                lambda ranking: _auc(ranking) * sum(ranking) * ranking.count(0),
                "that is how many pairs are in the right order. Divide by the number of all pairs "
                "of a positive and a negative.",
            ),
            Mistake(
                lambda ranking: _auc(ranking) * sum(ranking) * ranking.count(0) / len(ranking),
                "it divides by the number of cases. The AUC is a share of *pairs*: positives times "
                "negatives.",
            ),
            Mistake(
                lambda ranking: (
                    2
                    * _auc(ranking)
                    * (sum(ranking) * ranking.count(0))
                    / (len(ranking) * (len(ranking) - 1))
                ),
                "it divides by all pairs of cases. Pairs of two positives or of two negatives do "
                "not count.",
            ),
            Mistake(
                lambda ranking: max(_auc(ranking), 1 - _auc(ranking)),
                "it never goes below one half. A ranking that is upside down deserves its low AUC.",
            ),
            Mistake(
                lambda ranking: 2 * _auc(ranking) - 1,
                "that is the pairs in the right order less those in the wrong one (the Gini "
                "coefficient, 2 AUC - 1). Count only the right ones.",
            ),
            Mistake(
                _average_precision,
                "that is the average precision. The AUC is a share of pairs.",
            ),
            Mistake(
                lambda ranking: sum(ranking[: sum(ranking)]) / sum(ranking),
                "that is the share of the positives among as many cases at the top. The AUC is a "
                "share of pairs.",
            ),
        ],
        hints=(
            "Walk down the ranking and remember how many positives you have passed.",
            "At every negative, that number is how many pairs it loses. Add them up.",
            "In the end divide by positives times negatives.",
        ),
        why="What you added up is the Mann-Whitney statistic U, and the AUC is U divided by the "
        "number of pairs.",
    ),
    FunctionQuestion(
        name="luck-accuracy",
        title="The best accuracy along a ranking",
        reference=lambda ranking: max(_accuracies(ranking)),
        cases=_RANKINGS,
        mistakes=[
            Mistake(
                lambda ranking: max(_accuracies(ranking)[1:]),
                "one threshold is missing: the one above the whole ranking, where nobody is called "
                "positive. Try it on `[0, 0, 1]`.",
            ),
            Mistake(
                lambda ranking: max(_accuracies(ranking)[:-1]),
                "one threshold is missing: the one below the whole ranking, where everybody is "
                "called positive. Try it on `[0, 1, 1]`.",
            ),
            Mistake(
                lambda ranking: max(_accuracies(ranking)[1:-1]),
                "two thresholds are missing: above the whole ranking, and below it.",
            ),
            Mistake(
                lambda ranking: _accuracies(ranking)[sum(ranking)],
                "it cuts the ranking after as many cases as there are positives. Another threshold "
                "may do better: try them all.",
            ),
            Mistake(
                lambda ranking: max(_accuracies(ranking)) * len(ranking),
                "that is how many calls are right. Divide by the number of cases.",
            ),
            Mistake(
                lambda ranking: 1 - min(_accuracies(ranking)),
                "it calls the cases *above* the cut negative. The ranking begins with the case "
                "most likely to be positive.",
            ),
            Mistake(
                lambda ranking: max(tp for tp, fp in _counts(ranking) if fp == 0) / len(ranking),
                "it counts only the positives. Negatives below the threshold are called rightly "
                "too.",
            ),
            Mistake(
                lambda ranking: max(tp - fp for tp, fp in _counts(ranking)) / len(ranking),
                "that is the greatest lead of true over false positives. The negatives below the "
                "threshold are called rightly too.",
            ),
            Mistake(
                lambda ranking: max(tp / (tp + fp) for tp, fp in _counts(ranking) if tp + fp),
                "that is precision: right calls among those called positive. Accuracy counts all "
                "cases.",
            ),
            Mistake(
                lambda ranking: max(ranking.count(0), ranking.count(1)) / len(ranking),
                "that is majority voting: one call for all. Some threshold may do better: try "
                "them all.",
            ),
            Mistake(
                lambda ranking: max(_balanced_accuracies(ranking)),
                "that is the balanced accuracy, in which both classes weigh alike. Accuracy is "
                "the share of all cases called rightly.",
            ),
            Mistake(
                lambda ranking: _accuracies(ranking).index(max(_accuracies(ranking))),
                "that is *where* the best threshold is. How good is it?",
            ),
            Mistake(
                lambda ranking: sum(_accuracies(ranking)) / len(_accuracies(ranking)),
                "that is the average over the thresholds. The best one is wanted.",
            ),
        ],
        hints=(
            "A threshold after t cases calls those t positive and the rest negative.",
            "Right calls are the positives above the threshold and the negatives below it.",
            "There are len(ranking) + 1 thresholds: one may also call nobody positive.",
        ),
        why="Calling nobody positive is a threshold too. That is why the best accuracy never falls "
        "below majority voting.",
    ),
    FunctionQuestion(
        name="luck-share",
        title="How often one of C may be lucky",
        reference=lambda alpha, competitors: 1 - (1 - alpha) ** (1 / competitors),
        cases=[(0.05, 50), (0.01, 1), (0.01, 10), (0.1, 3), (0.37, 7)],
        mistakes=[
            Mistake(
                lambda alpha, competitors: alpha,
                "with `alpha` for each of them, somebody gets lucky far more often than that.",
            ),
            Mistake(
                lambda alpha, competitors: alpha / competitors,
                "`alpha / competitors` (Bonferroni) is close and a little too strict. With "
                "independent competitors it can be exact: when do *all* stay below the line?",
            ),
            Mistake(
                lambda alpha, competitors: (1 - alpha) ** (1 / competitors),
                "that is the chance for one competitor to stay *below* the line. The question is "
                "how often it gets beyond.",
            ),
            Mistake(
                lambda alpha, competitors: 1 - (1 - alpha) ** competitors,
                "that goes the other way: how often somebody gets beyond the line if each does so "
                "with chance `alpha`. Here the whole contest has `alpha`.",
            ),
            Mistake(
                lambda alpha, competitors: 1 - (1 - alpha) / competitors,
                "it divides `1 - alpha` by the number of competitors. A root is wanted: "
                "`** (1 / competitors)`, and the brackets matter.",
            ),
            Mistake(
                lambda alpha, competitors: alpha ** (1 / competitors),
                "it takes the root of the chance to get *beyond*. Staying below is what all "
                "competitors have to do together, so take the root of `1 - alpha`.",
            ),
            Mistake(
                lambda alpha, competitors: 1 - alpha,
                "that is the chance that *nobody* gets beyond the line. How often may one of them?",
            ),
            Mistake(
                lambda alpha, competitors: alpha * competitors,
                "it multiplies by the number of competitors. Each of many may get beyond the line "
                "*less* often than the whole contest.",
            ),
            Mistake(
                lambda alpha, competitors: 1 - alpha ** (1 / competitors),
                "it takes the root of `alpha`. Staying below has the chance `1 - alpha`: take the "
                "root of that.",
            ),
        ],
        hints=(
            "Nobody gets beyond the line with chance `1 - alpha`.",
            "If each stays below with chance x, all of them do with chance `x ** competitors`.",
            "Solve `x ** competitors == 1 - alpha`; the answer is `1 - x`.",
        ),
        why="This is the formula behind the paper's tables: each competitor is held to "
        "1 - (1 - alpha)^(1/C), so that the contest as a whole has alpha.",
    ),
    FunctionQuestion(
        name="luck-reflection",
        title="How often a random walk gets so far ahead",
        reference=_chance_of_lead,
        # A lead of 0, one below the end of the walk, at its end, just above it, out of reach.
        cases=[
            (3, 3, 2),
            (10, 10, 4),
            (5, 9, 1),
            (5, 9, 0),
            (9, 5, 2),
            (9, 5, 6),
            (4, 7, 5),
            (9, 5, 4),
            (9, 5, 5),
            (4, 7, 4),
            (13, 6, 9),
        ],
        mistakes=[
            Mistake(
                _lead_without_limits,
                "the formula holds for a lead above `max(0, positives - negatives)`. A smaller "
                "lead is always reached: the walk starts at 0 and ends at positives - negatives.",
            ),
            Mistake(
                lambda p, n, lead: 0 if lead <= max(0, p - n) else _chance_of_lead(p, n, lead),
                "a lead of `max(0, positives - negatives)` or less has no chance at all. It is "
                "*always* reached: the walk starts at 0 and ends at positives - negatives.",
            ),
            Mistake(
                lambda p, n, lead: (
                    1.0 if lead <= max(0, p - n) else comb(p + n, p + lead) / comb(p + n, p)
                ),
                "positives and negatives are exchanged: reflecting the walk leaves negatives + "
                "lead of one kind.",
            ),
            Mistake(
                lambda p, n, lead: _chance_of_lead(p, n, lead + 1),
                "it gives the chance to get *beyond* the lead. Reaching it is enough.",
            ),
            Mistake(
                lambda p, n, lead: _chance_of_lead(p, n, lead) * comb(p + n, p),
                "that is how many rankings get so far ahead. Divide by how many there are.",
            ),
            Mistake(
                lambda p, n, lead: (
                    1.0 if lead <= max(0, p - n) else comb(p + n, n + lead) / 2 ** (p + n)
                ),
                "it divides by 2^(cases), as if every case were a coin. There are only "
                "`comb(cases, positives)` rankings.",
            ),
        ],
        hints=(
            "Count rankings with `math.comb`: there are comb(positives + negatives, positives).",
            "After reflection those that reach the lead are comb(positives + negatives, "
            "negatives + lead).",
            "A lead of `max(0, positives - negatives)` or less is always reached: chance 1.",
        ),
        why="Reflection turns a question about the *highest* point of a walk into a count of all "
        "walks with another end. It replaces ten million shuffles.",
    ),
    in_words("luck-words"),
]
