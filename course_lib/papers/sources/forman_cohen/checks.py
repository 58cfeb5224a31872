"""Forman & Cohen (2005), *Beware the Null Hypothesis*: a check for each claim.

The paper simulated what `course_lib.chance` computes exactly, so most of its numbers can be set
beside exact ones.
"""

import math
from collections.abc import Callable
from itertools import combinations

import numpy as np

from course_lib.chance.competition import level_for_each
from course_lib.chance.exact import critical_value, null_distribution
from course_lib.chance.metrics import METRICS
from course_lib.chance.plain import score_rankings
from course_lib.papers.checks import check, judge_number, judge_property, printed_number
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

#: Times on other computers are called the same if they are within a factor of so much.
_SAME_TIME = 2.0


def _number(
    claim: Claim, number: float, shown: str, method: str, explanation: str = ""
) -> Evidence:
    return Evidence(shown, method, judge_number(claim.published, number), explanation)


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


@check("FC-06")
def _simulation_time(claim: Claim, run: Run) -> Evidence:
    published = 3600 * printed_number(claim.published).value  # "5.5 hours"
    seconds = run.simulation_seconds
    same = published / _SAME_TIME <= seconds <= published * _SAME_TIME
    return Evidence(
        f"{seconds:.1f} seconds of CPU time",
        "the procedure of Table 2 with all its repetitions, timed here",
        judge_property(same),
        "" if same else "Twenty years of hardware, and compiled code.",
    )


@check("FC-07")
def _charts_time(claim: Claim, run: Run) -> Evidence:
    seconds = run.grid_seconds
    years = 1.0 if "one year" in claim.published else printed_number(claim.published).value
    same = seconds >= years * 365 * 86400  # "more than one year"
    return Evidence(
        f"{seconds:.1f} seconds of CPU time",
        "all charts, exact, timed here",
        judge_property(same),
        ""
        if same
        else f"Nothing is simulated, and {len(SIZES)} x {len(SIZES)} test sets make the charts, "
        "four metrics, three values of C; the paper's procedure goes through 999 x 999.",
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
    return _number(claim, math.comb(100, 2), f"{math.comb(100, 2):,}", "100 choose 2")


@check("FC-17")
def _false_findings(claim: Claim, run: Run) -> Evidence:
    found = ALPHA * math.comb(100, 2)
    return _number(claim, found, f"{found:.1f}", "alpha times the number of comparisons")


@check("FC-18")
def _bonferroni(claim: Claim, run: Run) -> Evidence:
    comparisons = math.comb(100, 2)
    bonferroni, sidak = ALPHA / comparisons, level_for_each(comparisons, ALPHA)
    verdict = judge_number(claim.published, sidak)
    slipped = verdict is Verdict.DIFFERS and printed_number(claim.published).agrees_with(10 * sidak)
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
        Verdict.ERRATUM if wrong else Verdict.REPRODUCED,
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
        Verdict.ERRATUM if swapped else Verdict.REPRODUCED,
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


def _judge_example(published: str, no_better_than_luck: Callable[[float], bool]) -> Verdict:
    """An example is judged by its score, if one was published."""
    try:
        score = printed_number(published).value
    except ValueError:
        return Verdict.UNCHECKABLE
    return judge_property(no_better_than_luck(score))


@check("FC-28")
def _contest(claim: Claim, run: Run) -> Evidence:
    null = null_distribution("auc", 150, 484)
    one, middle, high = (null.critical_value(c, a) for c, a in ((1, 0.01), (114, 0.5), (114, 0.01)))
    return Evidence(
        f"the best of 114 shuffles has an AUC above {middle:.3f} half of the time, and the 1 % "
        f"critical value is {high:.3f} (for one classifier {one:.3f})",
        "exact distribution of the AUC, P = 150, N = 484",
        _judge_example(claim.published, lambda score: null.p_value(score, 114) > ALPHA),
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
        _judge_example(claim.published, lambda score: null.p_value(score, 1000) > ALPHA),
        "The paper names the data set and prints no score: we give what luck alone reaches.",
    )
