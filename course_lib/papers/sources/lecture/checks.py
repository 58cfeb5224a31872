"""M. Neumann, *Lecture 6: Performance Evaluation of ML Methods*: a check for each claim."""

import numpy as np

from course_lib.common.phrases import p_in_words, percent
from course_lib.pairs.sign import sign_test
from course_lib.papers.checks import check, judge_if_printed, judge_property, judge_words
from course_lib.papers.ledger import Claim, Evidence, Verdict
from course_lib.papers.sources.lecture.printed_tables import (
    consistent_f,
    critical_difference,
    sign_table_misprints,
    t_table_misprints,
)
from course_lib.papers.sources.lecture.run import Run
from course_lib.roc.points import auc_score


def printed_f(precision: float, recall: float) -> float:
    """The first of two expressions for F, as it stands in the text we have."""
    return 2 * (1 / precision + 1 / recall) / (1 / precision + 1 / recall)


@check("LN-01")
def _scores_agree(claim: Claim, run: Run) -> Evidence:
    rows = run.scores
    odd = [
        name
        for name, row in rows.items()
        if not consistent_f(row["precision"], row["recall"], row["f_measure"])
        or row["recall"] != row["tpr"]
    ]
    return Evidence(
        f"{len(rows) - len(odd)} of {len(rows)} rows agree",
        "F from precision and recall, each known to half a unit of its last digit; recall is TPR",
        judge_property(not odd),
        f"Not: {', '.join(odd)}." if odd else "",
    )


@check("LN-02")
def _leaves(claim: Claim, run: Run) -> Evidence:
    labels, counts = run.leaves
    truth = counts.sum(axis=0)  # columns are true classes
    recall = dict(zip(labels, np.diag(counts) / truth, strict=True))
    edge = run.printed["recall_exceeded"]
    share = truth[labels.index("phom")] / truth.sum()
    low = [label for label in labels if recall[label] <= edge]
    told = ", ".join(f"{label} {100 * recall[label]:.1f} %" for label in labels)
    return Evidence(
        f"{told}; phom is {100 * share:.2f} % of {truth.sum():,} regions",
        "recall of each class; rows of the matrix are predictions",
        judge_property(low == ["phom"] and share < run.printed["rare_share"]),
        "" if low == ["phom"] else f"Not above {100 * edge:g} %: {', '.join(low)}.",
    )


@check("LN-03")
def _f_formula(claim: Claim, run: Run) -> Evidence:
    precision, recall = 0.53, 0.44
    first = printed_f(precision, recall)
    second = 2 * precision * recall / (precision + recall)
    harmonic = 2 / (1 / precision + 1 / recall)
    wrong = abs(first - harmonic) > 1e-12 and abs(second - harmonic) < 1e-12
    return Evidence(
        f"for precision {precision} and recall {recall}: first {first:.3f}, second {second:.3f}, "
        f"harmonic mean {harmonic:.3f}",
        "both expressions and the harmonic mean evaluated",
        judge_words(wrong),
        "In the text we have, the first expression is 2 whatever the scores are; the harmonic mean "
        "is 2 divided by the sum of the reciprocals, and the second expression is right."
        if wrong
        else "",
        "Our text was read by a machine, which may have mistaken the fraction." if wrong else "",
    )


@check("LN-04")
def _chi_squared(claim: Claim, run: Run) -> Evidence:
    from scipy.special import chdtrc, chdtri

    printed = run.printed["chi_squared"]
    edge, p = float(chdtri(1, 0.01)), float(chdtrc(1, printed))
    exceeds = "exceeds" if edge < printed else "does not exceed"
    return Evidence(
        f"critical value {edge:.3f}; {printed:g} {exceeds} it ({p_in_words(p, 0.01)})",
        "chi-squared distribution with one degree of freedom",
        judge_if_printed(claim.value, [edge], Verdict.ANSWERED),
        f"H0 is {'rejected' if p <= 0.01 else 'not rejected'}.",
        "Which of the two is better, the statistic does not say: look at who is wrong more often. "
        "And 0.01 is how often equally good classifiers land in the critical region, not how "
        "likely it is that they are equal.",
    )


@check("LN-05")
def _sign_tests(claim: Claim, run: Run) -> Evidence:
    scores = run.accuracies
    told, p_values = [], []
    for letter, first, second, alternative in (
        ("a", "NB", "SVM", "two-sided"),
        ("b", "SVM", "NB", "greater"),
        ("c", "Adaboost", "RandForest", "two-sided"),
        ("d", "RandForest", "Adaboost", "greater"),
    ):
        a, b = ([*scores[name].values()] for name in (first, second))
        found = sign_test(a, b, alternative)
        p_values.append(found.p_value)
        verdict = "reject" if found.p_value <= 0.05 else "do not reject"
        told.append(
            f"({letter}) {first} wins {found.statistic:.0f} of {found.n} against {second}, "
            f"{p_in_words(found.p_value, 0.05)}: {verdict}"
        )
    return Evidence(
        "; ".join(told),
        "exact sign test, the tie left out, 5 % level; (b) and (d) one-sided",
        judge_if_printed(claim.value, p_values, Verdict.ANSWERED),
        "In (b) and (d) the exercise calls what is to be shown the null hypothesis; we test that "
        "neither is better.",
        "Taken by its word, a null hypothesis that the winner is better cannot be rejected by its "
        "winning.",
    )


@check("LN-06")
def _t_table(claim: Claim, run: Run) -> Evidence:
    cells = len(run.t_table)
    wrong = t_table_misprints(run.t_table)
    odd = [(one, two) for one, two in run.printed["t_header"] if abs(two - 2 * one) > 1e-9]
    told = "; ".join(
        f"df {df}, one tail {level:g}: printed {printed:g}, is {exact:.4f}"
        for df, level, printed, exact in wrong
    )
    return Evidence(
        f"{cells - len(wrong)} of {cells} cells agree in all printed digits; {told}",
        "quantiles of the t distribution",
        judge_words(bool(wrong or odd)),
        "; ".join(
            [f"{len(wrong)} cells are off in the last digit"] * bool(wrong)
            + [
                f"in the header, the column with one tail {one:g} has two tails {2 * one:g}, not "
                f"{two:g}"
                for one, two in odd
            ]
        )
        + "." * bool(wrong or odd),
    )


@check("LN-07")
def _sign_table(claim: Claim, run: Run) -> Evidence:
    printed = run.sign_table
    cells = len(printed)
    wrong = sign_table_misprints(run.sign_table)
    # Were the entries numbers of wins, a win would be missing or too many in most cells.
    as_wins = sum(
        (exact := critical_difference(n, alpha)) is not None and value == (n + exact) // 2
        for (n, alpha), value in printed.items()
    )
    told = "; ".join(
        f"n {n}, two-sided {level:g}: printed {printed}, is {exact}"
        for n, level, printed, exact in wrong
    )
    return Evidence(
        f"{cells - len(wrong)} of {cells} cells are the smallest significant |wins - losses|; "
        f"{told}",
        "exact binomial distribution",
        judge_words(bool(wrong)),
        f"The entries count the difference between wins and losses (read as wins, {as_wins} of "
        f"{cells} would be right), while the text compares the number of wins with them; "
        f"{len(wrong)} cells are misprinted."
        if wrong
        else "",
    )


@check("LN-08")
def _t_region(claim: Claim, run: Run) -> Evidence:
    from scipy.special import stdtr

    edge = run.t_table[(9, 0.025)]
    mass = float(2 * stdtr(9, -edge))
    return Evidence(
        f"with 9 degrees of freedom the region beyond -{edge} and {edge} holds {mass:.5f}",
        "the edge as the lecture's table prints it, its mass from the t distribution; the figure "
        "is rebuilt",
        judge_property(abs(mass - 0.05) < 1e-4),
    )


@check("LN-09")
def _chi_region(claim: Claim, run: Run) -> Evidence:
    from scipy.special import chdtrc

    edge = run.t_table[(0, 0.005)] ** 2  # z, squared
    mass = float(chdtrc(1, edge))
    return Evidence(
        f"beyond {edge:.3f}, the square of z, lies {mass:.5f}",
        "z at 1 % from the lecture's table, the mass from the chi-squared distribution; the "
        "figure is rebuilt",
        judge_property(abs(mass - 0.01) < 1e-4),
    )


@check("LN-10")
def _resampling(claim: Claim, run: Run) -> Evidence:
    errors = run.type_i
    # The lecture tests the averages of the runs.
    naive, spread = errors.rates["t of run means"], errors.standard_error("t of run means")
    told = ", ".join(f"{name} {percent(round(rate, 3))}" for name, rate in errors.rates.items())
    return Evidence(
        f"at the 5 % level: {told}",
        f"{errors.repetitions:,} simulated data sets, two learners that are equally good, ten runs "
        "of ten-fold cross-validation; judged by the t test on the averages of the runs, as in the "
        "lecture",
        judge_property(naive - 4 * spread > errors.alpha),
    )


@check("LN-11")
def _sums(claim: Claim, run: Run) -> Evidence:
    random = np.random.default_rng(1)
    x, y = random.standard_normal(50), random.standard_normal(50)
    fitted = np.polyval(np.polyfit(x, y, 1), x)
    residual, regression = ((y - fitted) ** 2).sum(), ((fitted - y.mean()) ** 2).sum()
    total = ((y - y.mean()) ** 2).sum()
    other = fitted + 0.1
    gap = ((y - other) ** 2).sum() + ((other - y.mean()) ** 2).sum() - total
    return Evidence(
        f"least squares: {residual + regression:.6f} and {total:.6f}; predictions moved by 0.1 "
        f"miss it by {gap:.3f}",
        "50 random cases, a fitted line, and the same line moved",
        judge_property(abs(residual + regression - total) < 1e-9 and abs(gap) > 1e-3),
    )


@check("LN-12")
def _auc_meaning(claim: Claim, run: Run) -> Evidence:
    random = np.random.default_rng(2)
    positive = np.arange(60) < 20
    scores = random.integers(0, 25, 60) + 4 * positive  # with ties
    pairs = scores[positive][:, None] - scores[~positive]
    share = ((pairs > 0) + 0.5 * (pairs == 0)).mean()
    edges = np.unique(scores)[::-1]
    tpr = np.array([0.0, *((scores[positive] >= e).mean() for e in edges)])
    fpr = np.array([0.0, *((scores[~positive] >= e).mean() for e in edges)])
    area = float(np.trapezoid(tpr, fpr))
    return Evidence(
        f"area {area:.6f}, share of pairs {share:.6f}",
        "60 cases with ties, each tie counted one half",
        judge_property(abs(area - share) < 1e-12),
    )


@check("LN-13")
def _growth(claim: Claim, run: Run) -> Evidence:
    grown = run.growth
    slopes = {
        name: float(np.polyfit(np.log(grown["cases"]), np.log(grown[f"{name}, bytes"]), 1)[0])
        for name in ("naive Bayes", "kernel ridge")
    }
    return Evidence(
        f"memory grows like n^{slopes['naive Bayes']:.1f} (naive Bayes) and "
        f"n^{slopes['kernel ridge']:.1f} (kernel ridge)",
        "measured here while training on 200 to 1,600 cases; the figure is rebuilt with time too",
        # On log-log axes a power of n is a straight line: the kernel needs a table of all pairs.
        judge_property(slopes["kernel ridge"] > 1.6 > slopes["naive Bayes"]),
    )


@check("LN-14")
def _training_cases(claim: Claim, run: Run) -> Evidence:
    random = np.random.default_rng(14)
    # Noise, and a learner that knows every training case by heart: its nearest neighbour's label.
    x, y = random.standard_normal((2200, 5)), np.arange(2200) % 2
    train, test = np.arange(2200) < 200, np.arange(2200) >= 200
    aucs = {}
    for name, cases in (("training", train), ("test", test)):
        distances = ((x[cases][:, None] - x[train]) ** 2).sum(axis=2)
        aucs[name] = auc_score(y[cases] == 1, y[train][distances.argmin(axis=1)])
    wrong = abs(aucs[run.printed["ranked"]] - 0.5) > 0.2  # there is nothing to be learned
    return Evidence(
        f"a nearest neighbour that learned from noise has an AUC of {aucs['training']:.2f} on the "
        f"cases it learned from, and of {aucs['test']:.2f} on others",
        "200 training and 2,000 test cases, five features of noise",
        judge_words(wrong),
        "It must be the test data: a model may rank perfectly what it learned from, and know "
        "nothing."
        if wrong
        else "",
    )


@check("LN-15")
def _larger_or_equal(claim: Claim, run: Run) -> Evidence:
    right = {
        cell: entry
        for cell, entry in run.sign_table.items()
        if entry is not None and entry == critical_difference(*cell)
    }
    # What the printed rule calls significant, judged by the sign test itself.
    rejects = {"larger than": lambda lead, entry: lead > entry, "at least": lambda a, b: a >= b}
    missed = [
        (n, alpha, entry)
        for (n, alpha), entry in right.items()
        if not rejects[run.printed["sign_rule"]](entry, entry)
    ]
    outcome = np.repeat([1.0, 0.0], [9, 1])  # n = 10: a difference of 8, which the table prints
    p = sign_test(outcome, 1 - outcome).p_value
    return Evidence(
        f"n = 10: at 5 % the table has {run.sign_table[10, 0.05]}, and 9 wins against 1, a "
        f"difference of 8, have {p_in_words(p, 0.05)}; as printed the rule misses the significant "
        f"difference next to the edge in {len(missed)} of {len(right)} cells",
        "exact sign test; cells that are printed rightly",
        judge_words(bool(missed)),
        "The entries belong to the critical region: a difference must be at least as large, not "
        "larger."
        if missed
        else "",
        "(And it is the difference between wins and losses that must be, LN-07.)" if missed else "",
    )


@check("LN-16")
def _two_points(claim: Claim, run: Run) -> Evidence:
    try:
        wrong = not 0 <= float(claim.value) <= 100
    except ValueError:
        wrong = True
    others = [row["accuracy"] for name, row in run.scores.items() if name != "NB"]
    return Evidence(
        f"with {claim.value.count('.')} points it is {'no' if wrong else 'a'} number; the other "
        f"{len(others)} are percentages from {min(others):g} to {max(others):g}",
        "read as a number",
        judge_words(wrong),
        "In the text we have, a point too many stands before 71.7." if wrong else "",
    )


@check("LN-17")
def _observed_means(claim: Claim, run: Run) -> Evidence:
    random = np.random.default_rng(17)
    a, b = random.standard_normal((2, 10_000, 10)).mean(axis=2)  # true means that are the same
    same = {"observed": float((a == b).mean()), "true": 1.0}[
        run.printed["means_in_the_null_hypothesis"]
    ]
    return Evidence(
        f"two models with the same true mean: in {(a == b).sum()} of {a.size:,} studies the means "
        "of ten scores are the same",
        "simulated normal scores",
        judge_words(same < 1),
        "The null hypothesis is about the true means; the observed ones are known, and hardly ever "
        "the same."
        if same < 1
        else "",
    )


@check("LN-18")
def _and_or(claim: Claim, run: Run) -> Evidence:
    from scipy.special import stdtr

    edge = run.t_table[(9, 0.025)]
    up_to_low, up_to_high = stdtr(9, -edge), stdtr(9, edge)
    shares = {
        "and": float(max(0, up_to_low - up_to_high)),
        "or": float(up_to_low + 1 - up_to_high),
    }
    empty = shares[run.printed["tails_joined_by"]] == 0
    return Evidence(
        f'with 9 degrees of freedom the region joined by "and" holds {shares["and"]:g}, the one '
        f'joined by "or" {shares["or"]:.4f}',
        f"t distribution, edges -{edge} and {edge} as the lecture's table prints them, 5 %",
        judge_words(empty),
        'No t is at most the lower edge and at least the upper one: it must be "or".'
        if empty
        else "",
    )
