"""Forman & Cohen (2005), *Beware the Null Hypothesis*: a check for each claim.

The paper simulated what `course_lib.chance` computes exactly, so most of its numbers can be set
beside exact ones.
"""

import math
import re
from collections.abc import Callable
from itertools import combinations

import numpy as np

from course_lib.chance.competition import level_for_each
from course_lib.chance.exact import critical_value, null_distribution
from course_lib.chance.metrics import METRICS
from course_lib.chance.plain import score_rankings
from course_lib.common.phrases import percent
from course_lib.papers.checks import (
    check,
    judge_number,
    judge_property,
    judge_readings,
    judge_words,
    printed_number,
    printed_numbers,
)
from course_lib.papers.ledger import Claim, Evidence, Verdict
from course_lib.papers.sources.forman_cohen.printed_tables import (
    AGREES,
    ALPHA,
    MOST_BIAS,
    NOISE,
    REPETITIONS,
    UNEXPLAINED,
    TableComparison,
)
from course_lib.papers.sources.forman_cohen.run import COMPETITORS, SIZES, Run, title_of
from course_lib.roc.points import auc_score

_SEED = 2005
#: Simulated studies of noise: enough to tell one percent from two.
_STUDIES = 4000


def _number(
    claim: Claim, number: float, shown: str, method: str, explanation: str = ""
) -> Evidence:
    return Evidence(shown, method, judge_number(claim.value, number), explanation)


@check("FC-01")
def _percentile(claim: Claim, run: Run) -> Evidence:
    found = 1 - level_for_each(10, ALPHA)
    return _number(claim, found, f"{found:.7f}", "(1 - alpha)^(1/C)")


@check("FC-02", competitors=100)
@check("FC-03", competitors=1000)
def _repetitions(claim: Claim, run: Run, competitors: int) -> Evidence:
    found = math.floor(1000 / level_for_each(competitors, ALPHA))
    return _number(claim, found, f"{found:,}", "1000 / (1 - (1 - alpha)^(1/C)), rounded down")


@check("FC-04")
def _memory(claim: Claim, run: Run) -> Evidence:
    mebibytes = 4 * math.floor(1000 / level_for_each(1000, ALPHA)) / 2**20
    return _number(
        claim, mebibytes, f"{mebibytes:.1f} MiB", "four bytes for each of the repetitions of FC-03"
    )


@check("FC-05")
def _majority(claim: Claim, run: Run) -> Evidence:
    return _number(claim, 1000 / 1030, f"{1000 / 1030:.4f}", "1000 of 1030 cases are negative")


def _judge_cost(value: str, rankings: int) -> Verdict:
    """A time belongs to the machine it was taken on; work that is counted can be compared."""
    if re.search(r"hour|year|minute|second", value):
        return Verdict.INCOMPARABLE
    return judge_number(value, rankings)


@check("FC-06")
def _simulation_time(claim: Claim, run: Run) -> Evidence:
    return Evidence(
        f"{run.simulation_seconds:.1f} seconds of CPU time",
        "the procedure of Table 2 with all its repetitions, timed here",
        _judge_cost(claim.value, math.floor(1000 / level_for_each(100, ALPHA))),
        "A time of 2005, on another machine and by another program.",
    )


@check("FC-07")
def _charts_time(claim: Claim, run: Run) -> Evidence:
    sizes = range(2, 1001)
    large = sum(p + n >= 200 for p in sizes for n in sizes)
    hours = printed_number(run.source.claims["FC-06"].value).value
    return Evidence(
        f"{run.grid_seconds:.1f} seconds of CPU time",
        "all charts, exact, timed here",
        _judge_cost(claim.value, REPETITIONS * len(sizes) ** 2),
        f"Nothing is simulated here, and {len(SIZES)} x {len(SIZES)} test sets make the charts.",
        f"Table 3 goes through {len(sizes)} x {len(sizes)}, of which {large:,} have 200 cases or "
        f"more. If each of these took the {hours:g} hours of FC-06, that would be "
        f"{large * hours / (24 * 365.25):.0f} years: the charts must rest on far fewer.",
    )


@check("FC-08")
def _figure_1(claim: Claim, run: Run) -> Evidence:
    shown, runs_on = [], True
    for metric in ("auc", "accuracy", "f_measure"):
        null = null_distribution(metric, 10, 1000)
        half, high, higher = (null.critical_value(1, a) for a in (0.5, 0.01, 0.00001))
        shown.append(f"{title_of(metric)} {high:.4f} to {higher:.4f}")
        runs_on &= higher - high >= (high - half) / 2 and higher > high
    return Evidence(
        "99th to 99.999th percentile: " + ", ".join(shown),
        "exact CDFs; above the 99th percentile each must run on at least half as far as from the "
        "median to there",
        judge_property(runs_on),
    )


@check("FC-09", metric="auc", positives=100, negatives=300, competitors=1000)
@check("FC-10", metric="accuracy", positives=10, negatives=10, competitors=1000)
@check("FC-11", metric="accuracy", positives=100, negatives=100, competitors=1000)
@check("FC-12", metric="accuracy", positives=100, negatives=100, competitors=100)
def _one_critical_value(
    claim: Claim, run: Run, metric: str, positives: int, negatives: int, competitors: int
) -> Evidence:
    found = critical_value(metric, positives, negatives, competitors, ALPHA)
    evidence = _number(claim, found, f"{found:.4f}", "exact critical value")
    if evidence.verdict is Verdict.REPRODUCED:
        return evidence
    explanation = f"The exact value is {found:.4f}."
    sizes = run.published.sizes
    if positives in sizes and negatives in sizes:
        cell = COMPETITORS.index(competitors), sizes.index(positives), sizes.index(negatives)
        printed = run.published.values[metric][cell]
        explanation = f"Read off a chart: the paper's own table prints {printed:.3f}."
    return Evidence(evidence.ours, evidence.method, evidence.verdict, explanation)


@check("FC-13")
def _symmetry(claim: Claim, run: Run) -> Evidence:
    symmetric = all(
        np.array_equal(_all_scores(metric, p, n), _all_scores(metric, n, p))
        for metric in ("accuracy", "auc")
        for p, n in ((1, 7), (2, 9), (4, 6), (5, 8))
    )
    size = len(run.published.sizes)
    pairs = len(COMPETITORS) * size * (size - 1) // 2
    accuracy, auc = (run.comparisons[metric].asymmetric for metric in ("accuracy", "auc"))
    return Evidence(
        "true" if symmetric else "false",
        "scores of every ranking of four small test sets, with the classes swapped",
        judge_property(symmetric),
        f"The printed tables are not: of {pairs} pairs of mirrored cells {accuracy} differ for "
        f"accuracy and {auc} for AUC, by noise.",
    )


def _all_scores(metric: str, positives: int, negatives: int) -> np.ndarray:
    """The scores of every possible ranking, in increasing order, by plain counting."""
    cases = positives + negatives
    positions = list(combinations(range(cases), positives))
    labels = np.zeros((len(positions), cases), int)
    np.put_along_axis(labels, np.array(positions), 1, axis=1)
    return np.sort(score_rankings(labels.cumsum(axis=1), k=1)[metric].round(12))


@check("FC-14")
def _useless_top_ten(claim: Claim, run: Run) -> Evidence:
    lowest = {
        c: min(critical_value("TP10", n, n, c, ALPHA) for n in run.published.sizes)
        for c in COMPETITORS
    }
    said = ", ".join(f"{value:.0f} for C = {c:,}" for c, value in lowest.items())
    return Evidence(
        f"lowest critical value of TP10 at P = N from 20 to 1,000: {said}",
        "exact critical values; at 10, not even 10 of 10 is significant",
        judge_property(lowest[1000] == 10),
        "So for C = 1000, of which the paper speaks; for C = 10 a perfect 10 of 10 does count, and "
        "for the others on test sets smaller than those of its tables."
        if lowest[10] < 10
        else "",
    )


@check("FC-15")
def _valley(claim: Claim, run: Run) -> Evidence:
    # Evenly spaced sizes, so that cells count as area.
    even = [i for i, size in enumerate(SIZES) if size % 50 == 0]
    sizes = np.array(SIZES)[even]
    grids = {m: run.grid(m, 1000)[np.ix_(even, even)] for m in ("f_measure", "accuracy")}
    holds, said = True, []
    for low in (0.55, 0.6, 0.65, 0.7, 0.75):
        f, accuracy = (grids[m] < low for m in ("f_measure", "accuracy"))
        said.append(f"below {low:g}: {f.mean():.0%} and {accuracy.mean():.0%}")
        if low < 0.7:  # what one would call low
            fewer_positives = (sizes[:, None] < sizes)[f].mean()
            holds &= bool(f.mean() > accuracy.mean() and fewer_positives > 0.5)
    return Evidence(
        "share of the plane for F and for accuracy " + ", ".join(said),
        "exact grid for C = 1000, sizes 50 to 1,000; below 0.55, 0.6 and 0.65, F's share must be "
        "larger and mostly at P < N",
        judge_property(holds),
        "So for values up to 0.65; from 0.7 on accuracy's share is as large.",
    )


@check("FC-16")
def _pairs(claim: Claim, run: Run) -> Evidence:
    of, chosen = (int(number.value) for number in printed_numbers(claim.value))
    pairs = sum(1 for _ in combinations(range(100), 2))
    return Evidence(
        f"{pairs:,}", "all pairs, listed", judge_property(math.comb(of, chosen) == pairs)
    )


@check("FC-17")
def _false_findings(claim: Claim, run: Run) -> Evidence:
    found = ALPHA * math.comb(100, 2)
    return _number(claim, found, f"{found:.1f}", "alpha times the number of comparisons")


@check("FC-18")
def _bonferroni(claim: Claim, run: Run) -> Evidence:
    comparisons = math.comb(100, 2)
    bonferroni, sidak = ALPHA / comparisons, level_for_each(comparisons, ALPHA)
    verdict = judge_number(claim.value, sidak)
    slipped = verdict is Verdict.DIFFERS and printed_number(claim.value).agrees_with(10 * sidak)
    return Evidence(
        f"{sidak:.8f}",
        "1 - (1 - alpha)^(1/4950)",
        Verdict.ERRATUM if slipped else verdict,
        "A zero is missing: the printed level is ten times the right one." if slipped else "",
        f"Bonferroni's own, alpha / 4950, is {bonferroni:.8f}.",
    )


@check("FC-19")
def _extra_computation(claim: Claim, run: Run) -> Evidence:
    found = level_for_each(100, ALPHA) / (ALPHA / math.comb(100, 2))
    return _number(
        claim,
        found,
        f"{found:.1f} times",
        "best-of-100 level over Bonferroni's level, 0.01 / 4950",
    )


@check("FC-20")
def _hypergeometric(claim: Claim, run: Run) -> Evidence:
    start = run.printed["hypergeometric_start"]
    positives, negatives, draws = 20, 300, 10
    total = math.comb(positives + negatives, draws)
    ways = [math.comb(positives, i) * math.comb(negatives, draws - i) for i in range(draws + 1)]
    as_printed, from_zero = sum(ways[start:]) / total, sum(ways) / total
    wrong = as_printed < 1 == from_zero
    return Evidence(
        f"over all counts the sum from {start} gives {as_printed:.4f}, from 0 gives "
        f"{from_zero:.4f}",
        "the formula as printed and with i = 0, P = 20, N = 300, ten draws",
        judge_words(wrong),
        "The sum must start at 0: finding no positive at all is possible too." if wrong else "",
    )


@check("FC-21")
def _meaning_of_alpha(claim: Claim, run: Run) -> Evidence:
    competitors = 10
    null = null_distribution("auc", 100, 100)
    reject = -math.expm1(
        competitors * math.log1p(-null.sf(null.critical_value(competitors, ALPHA)))
    )
    chances = {"rejecting": reject, "failing to reject": 1 - reject}
    swapped = chances[run.printed["alpha_is_the_chance_of"]] > ALPHA >= reject
    return Evidence(
        f"if nobody learned anything, the null hypothesis is rejected with probability "
        f"{reject:.4f} and not rejected with {1 - reject:.4f}",
        "exact distribution of the best of 10, AUC, P = N = 100",
        judge_words(swapped),
        "Alpha is the chance of rejecting it by mistake, not of failing to." if swapped else "",
    )


def _judge_cells(comparisons: list[TableComparison], competitors: int | None = None) -> Verdict:
    counts = [
        sum(comparison.count(kind, competitors) for comparison in comparisons)
        for kind in (AGREES, NOISE, UNEXPLAINED)
    ]
    biased = any(
        abs(comparison.bias(c)) > MOST_BIAS
        for comparison in comparisons
        for c in comparison.competitors
        if competitors in (None, c)
    )
    if counts[UNEXPLAINED] or biased:
        return Verdict.DIFFERS
    return Verdict.WITHIN_NOISE if counts[NOISE] else Verdict.REPRODUCED


@check("FC-22", metric="accuracy")
@check("FC-23", metric="auc")
@check("FC-24", metric="f_measure")
def _table(claim: Claim, run: Run, metric: str) -> Evidence:
    comparison = run.comparisons[metric]
    agree, noise, unexplained = (comparison.count(k) for k in (AGREES, NOISE, UNEXPLAINED))
    parted = ~comparison.agrees
    steps = ""
    if METRICS[metric].moves_by_cases and comparison.within_one_case.all():
        steps = "Each cell that parts is one attainable step away."
    largest = np.abs(comparison.published - comparison.exact).max()
    return Evidence(
        f"{agree:,} of {comparison.published.size:,} cells agree to three decimals, {noise} more "
        f"are within simulation noise, {unexplained} are not",
        f"exact critical values; noise of the r-th best of {REPETITIONS:,} rankings by the "
        "binomial distribution",
        _judge_cells([comparison]),
        f"The largest difference is {largest:.4f}; {parted[2].sum()} of the {parted.sum()} cells "
        "that part are for C = 1000.",
        steps,
    )


@check("FC-25", competitors=(1000,))
@check("FC-26", competitors=(10, 1000))
@check("FC-27", competitors=COMPETITORS)
def _figure_from_cells(claim: Claim, run: Run, competitors: tuple[int, ...]) -> Evidence:
    verdicts = [_judge_cells(list(run.comparisons.values()), c) for c in competitors]
    worst = max(verdicts, key=list(Verdict).index)
    cells = sum(c.published[0].size for c in run.comparisons.values()) * len(competitors)
    return Evidence(
        f"rebuilt from exact values on {len(SIZES)} x {len(SIZES)} test sets",
        f"exact grid; judged by the {cells:,} printed cells behind the figures",
        worst,
        "The figures' own pixels are not compared; TP10 and sizes below 20 have no printed "
        "cells, and stand on the exact distributions alone.",
    )


def _judge_example(value: str, no_better_than_luck: Callable[[float], bool]) -> Verdict:
    """An example is judged by its score, if one was published."""
    if not value:
        return Verdict.UNCHECKABLE
    return judge_property(no_better_than_luck(printed_number(value).value))


@check("FC-28")
def _contest(claim: Claim, run: Run) -> Evidence:
    null = null_distribution("auc", 150, 484)
    one, middle, high = (null.critical_value(c, a) for c, a in ((1, 0.01), (114, 0.5), (114, 0.01)))
    return Evidence(
        f"the best of 114 shuffles has an AUC above {middle:.3f} half of the time, and the 1 % "
        f"critical value is {high:.3f} (for one classifier {one:.3f})",
        "exact distribution of the AUC, P = 150, N = 484",
        _judge_example(claim.value, lambda score: null.p_value(score, 114) > ALPHA),
        "The paper prints no winning score, and the finding it cites compared with trained trivial "
        "classifiers, not with shuffles: we give what luck alone reaches.",
    )


@check("FC-29")
def _breast_cancer(claim: Claim, run: Run) -> Evidence:
    null = null_distribution("accuracy", 241, 458)
    found = null.critical_value(1000, ALPHA)
    return Evidence(
        f"best accuracy must exceed {found:.3f} for the best of 1,000; majority voting gets "
        f"{458 / 699:.3f}",
        "exact critical value, P = 241, N = 458",
        _judge_example(claim.value, lambda score: null.p_value(score, 1000) > ALPHA),
        "The paper names the data set and prints no score: we give what luck alone reaches.",
    )


def pooled_scores(
    is_positive: np.ndarray, features: np.ndarray, folds: np.ndarray
) -> dict[str, np.ndarray]:
    """What two learners say of each case, having learned from the other folds; all folds pooled.

    One answers with the share of positives that it was shown, whatever the case; the other with
    the case's place along the line between the two classes' means.
    """
    prior, line = np.empty(is_positive.size), np.empty(is_positive.size)
    for fold in np.unique(folds):
        test, train = folds == fold, folds != fold
        prior[test] = is_positive[train].mean()
        means = [features[train & (is_positive == label)].mean(axis=0) for label in (True, False)]
        line[test] = features[test] @ (means[0] - means[1])
    return {"prior": prior, "line": line}


@check("FC-30")
def _cross_validation(claim: Claim, run: Run) -> Evidence:
    positives = negatives = 30
    is_positive = np.arange(positives + negatives) < positives
    low, high = (null_distribution("auc", positives, negatives).critical_value(1, a)
                 for a in (1 - ALPHA, ALPHA))  # fmt: skip
    random = np.random.default_rng(_SEED)
    aucs: dict[str, list[float]] = {"prior": [], "line": []}
    for _ in range(_STUDIES):
        # The features are noise: there is nothing to be learned.
        features = random.standard_normal((is_positive.size, 5))
        folds = random.permutation(is_positive.size) % 10
        for learner, scores in pooled_scores(is_positive, features, folds).items():
            aucs[learner].append(auc_score(is_positive, scores))
    below = {k: float((np.array(v) < low).mean()) for k, v in aucs.items()}
    above = {k: float((np.array(v) > high).mean()) for k, v in aucs.items()}
    one_out = pooled_scores(is_positive, features, np.arange(is_positive.size))["prior"]
    error = math.sqrt(ALPHA * (1 - ALPHA) / _STUDIES)
    off = any(abs(share - ALPHA) > 4 * error for share in (*below.values(), *above.values()))
    return Evidence(
        f"features of pure noise, pooled ten-fold scores: a learner that answers with the share of "
        f"positives it was shown falls below the mirrored 1 % line in {percent(below['prior'])} of "
        f"the studies, one that draws a line between the classes' means in "
        f"{percent(below['line'])} (above the line itself: {percent(above['prior'])} and "
        f"{percent(above['line'])}); leaving one out, the first has an AUC of "
        f"{auc_score(is_positive, one_out):g}",
        f"{_STUDIES:,} simulated studies, 30 positives and 30 negatives, exact lines",
        judge_words(off),
        "Scores pooled over folds are no random ranking even if nothing is learned: each fold's "
        "model has seen the other folds' labels, so its scores lean away from the fold's own."
        if off
        else "",
        "Leaving one out, a learner that answers with the share of negatives it was shown has an "
        f"AUC of {auc_score(is_positive, -one_out):g} without a look at any feature. Judge each "
        "fold as a test set of its own, or shuffle the labels and cross-validate again each time.",
    )


@check("FC-31")
def _chance_of_luck(claim: Claim, run: Run) -> Evidence:
    from scipy.special import ndtr

    null = null_distribution("auc", 100, 100)
    line = null.critical_value(1, ALPHA)
    # Classifiers with a true AUC of 0.6, of which some do not get past the line.
    missed = float(ndtr((line - 0.6) / math.sqrt(_auc_variance(0.6, 100, 100))))
    kept = 1 - null.sf(line)
    from_luck = {
        share: share * kept / (share * kept + (1 - share) * missed) for share in (0.001, 0.5, 0.99)
    }
    lowest_p = null.p_value(line)
    told = ", ".join(
        f"{100 * chance:.3g} % if {percent(share)} of all classifiers learned nothing"
        for share, chance in from_luck.items()
    )
    return Evidence(
        f"a score that does not exceed the line has p = {lowest_p:.4f} or more; that it came from "
        f"luck has a chance of {told}",
        "AUC, P = N = 100, one classifier; the others have a true AUC of 0.6 (normal "
        "approximation); Bayes' rule",
        judge_readings(lowest_p > ALPHA, min(from_luck.values()) >= ALPHA),
        "It holds if the chance meant is how often luck does as well; it does not if the chance "
        "meant is that luck produced this finding, for that depends on how many learned something.",
    )


def _auc_variance(auc: float, positives: int, negatives: int) -> float:
    """Of an observed AUC, roughly (Hanley and McNeil, 1982)."""
    one, two = auc / (2 - auc), 2 * auc**2 / (1 + auc)
    spread = (positives - 1) * (one - auc**2) + (negatives - 1) * (two - auc**2)
    return (auc * (1 - auc) + spread) / (positives * negatives)


@check("FC-32")
def _counted_twice(claim: Claim, run: Run) -> Evidence:
    counts = {"pairs, each once": math.comb(100, 2), "in both directions": math.perm(100, 2)}
    comparisons, false = map(printed_number, claim.value.split(" and "))
    fits = [
        comparisons.agrees_with(count) and false.agrees_with(ALPHA * count)
        for count in counts.values()
    ]
    told = "; ".join(
        f"{name}: {count:,}, of which {ALPHA * count:.1f} are significant by luck"
        for name, count in counts.items()
    )
    return Evidence(
        told,
        "100 methods, alpha = 0.01, no two of them different",
        judge_readings(*fits),
        "It holds for one-sided tests in both directions, which ask of each ordered pair whether "
        "the first is better; two-sided tests of pairs are half as many, as the paper's next "
        "paragraph has it (FC-16, FC-17).",
    )


@check("FC-33")
def _swapped_errors(claim: Claim, run: Run) -> Evidence:
    from scipy.special import ndtr, ndtri

    levels = {"uncorrected": ALPHA, "corrected": ALPHA / math.comb(100, 2)}
    # A difference of three standard errors, tested with two tails.
    missed = {name: float(ndtr(ndtri(1 - level / 2) - 3)) for name, level in levels.items()}
    grows = "type II" if missed["corrected"] > missed["uncorrected"] else "type I"
    swapped = run.printed["bonferroni_increases"] != grows
    return Evidence(
        f"by the correction the chance to find a difference that is not there (type I) falls from "
        f"{levels['uncorrected']:g} to {levels['corrected']:.2g}, and the chance to miss one of "
        f"three standard errors (type II) rises from {missed['uncorrected']:.2f} to "
        f"{missed['corrected']:.2f}",
        "two-sided z test, alpha and alpha / 4950",
        judge_words(swapped),
        f"The two have changed places: it is the {grows} error that becomes more frequent."
        if swapped
        else "",
    )
