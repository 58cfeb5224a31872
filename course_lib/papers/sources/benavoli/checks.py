"""Benavoli, Corani & Mangili (2016), *Should We Really Use Post-Hoc Tests Based on Mean-Ranks?*

A check for each claim.
"""

import math
import re
from collections.abc import Sequence

import numpy as np

from course_lib.common.phrases import percent
from course_lib.pairs.power import sign_test_power
from course_lib.pairs.sign import sign_test
from course_lib.pairs.t import paired_t_test
from course_lib.pairs.wilcoxon import wilcoxon_test
from course_lib.papers.checks import (
    check,
    judge_number,
    judge_property,
    judge_words,
    printed_number,
    printed_numbers,
)
from course_lib.papers.ledger import Claim, Evidence, Verdict
from course_lib.papers.sources.benavoli.run import (
    ALPHA,
    DATA_SETS,
    MEANS,
    POOLS,
    SEED,
    Run,
    table_1,
    win_chance,
)
from course_lib.ranks.friedman import friedman_test
from course_lib.ranks.nemenyi import critical_difference, critical_z, rank_spread
from course_lib.ranks.power import mean_ranks_power
from course_lib.ranks.ranking import mean_ranks
from course_lib.ranks.variants import variant_trick


def judge_numbers(value: str, ours: Sequence[float]) -> tuple[Verdict, str]:
    """Reproduced if each number rounds to the printed one; one that was cut off is an erratum."""
    printed = printed_numbers(value)
    if len(printed) != len(ours):
        return Verdict.DIFFERS, f"{len(printed)} numbers are printed, and there are {len(ours)}."
    off = [(n, x) for n, x in zip(printed, ours, strict=True) if not n.agrees_with(x)]
    if not off:
        return Verdict.REPRODUCED, ""
    told = ", ".join(f"{number.value:g}" for number, _ in off)
    if all(0 <= value - number.value < 2 * number.tolerance for number, value in off):
        return Verdict.ERRATUM, f"Cut off in print instead of rounded: {told}."
    return Verdict.DIFFERS, f"Not what the scores give: {told}."


@check("BC-01")
def _example_ranks(claim: Claim, run: Run) -> Evidence:
    ranks = mean_ranks(run.example, best="highest")
    verdict, why = judge_numbers(claim.value, [ranks["A"], ranks["B"]])
    return Evidence(
        f"{ranks['A']:g} and {ranks['B']:g}",
        "mean ranks of the printed accuracies; the best of five has rank 5, as in the paper",
        verdict,
        why,
    )


@check("BC-02")
def _alone(claim: Claim, run: Run) -> Evidence:
    a, b = run.example.scores[:, :2].T
    found = {
        "t": paired_t_test(a, b).p_value,
        "Wilcoxon": wilcoxon_test(a, b).p_value,
        "sign": sign_test(a, b).p_value,
    }
    expected = float(claim.value)
    return Evidence(
        ", ".join(f"{name} {p:g}" for name, p in found.items()),
        "two-sided tests of A and B alone; exact Wilcoxon and sign tests",
        judge_property(all(abs(p - expected) < 1e-9 for p in found.values())),
    )


@check("BC-03")
def _friedman(claim: Claim, run: Run) -> Evidence:
    result = friedman_test(run.example)
    printed = float(claim.value)
    wrong = abs(math.log10(result.p_value / printed)) > 0.5
    return Evidence(
        f"chi-squared {result.statistic:g}, p = {result.p_value:.2g}",
        "Friedman's statistic of the printed ranks (there are no ties), chi-squared with 4 degrees "
        "of freedom",
        judge_words(wrong),
        f"It is nearer to 1e{round(math.log10(result.p_value))} than to {printed:.0e}; the "
        "conclusion is the same."
        if wrong
        else "",
    )


@check("BC-04", algorithms=5)
@check("BC-13", algorithms=4)
def _z(claim: Claim, run: Run, algorithms: int) -> Evidence:
    z = critical_z(algorithms, ALPHA, "bonferroni")
    return Evidence(
        f"{z:.4f}",
        f"upper normal quantile at {ALPHA:g} / ({algorithms} x {algorithms - 1})",
        judge_number(claim.value, z),
    )


@check("BC-05")
def _difference(claim: Claim, run: Run) -> Evidence:
    needed = critical_difference(5, DATA_SETS, ALPHA, "bonferroni")
    return Evidence(
        f"{needed:.4f}",
        "z* times the root of 5 x 6 / (6 x 20)",
        judge_number(claim.value, needed),
    )


@check("BC-06")
def _variants(claim: Claim, run: Run) -> Evidence:
    trick = variant_trick(10, 10, 30, ALPHA)
    leads = []
    for variants in range(6):
        ranks = mean_ranks(trick.table(variants))
        leads.append(ranks["B"] - ranks["A0"])
    far = [
        lead >= critical_difference(variants + 2, 20, ALPHA, "bonferroni") * (1 - 1e-12)
        for variants, lead in enumerate(leads)
    ]
    return Evidence(
        f"A0 and B win ten data sets each; with 0 to 5 variants A0's lead in mean rank is "
        f"{', '.join(f'{lead:g}' for lead in leads)}; significant from "
        f"{far.index(True) if True in far else 'no'} variants on",
        "mean ranks of scores that follow the construction, critical difference by Bonferroni",
        judge_property(bool((np.diff(leads) > 0).all()) and not far[0] and True in far),
    )


def simulated_powers(repetitions: int = 20_000, seed: int = SEED) -> tuple[float, float]:
    """Powers of the sign test and the mean-ranks test in example 2, by brute force."""
    random = np.random.default_rng(seed)
    scores = random.standard_normal((repetitions, DATA_SETS, len(MEANS))) + np.array(MEANS)
    wins = (scores[..., 1] > scores[..., 0]).sum(axis=1)
    sign = {
        w: sign_test([1.0] * w + [0.0] * (DATA_SETS - w), [0.0] * w + [1.0] * (DATA_SETS - w))
        for w in range(DATA_SETS + 1)
    }
    found = np.array([sign[w].p_value <= ALPHA for w in range(DATA_SETS + 1)])[wins]
    ranks = (scores[..., :2, None] > scores[..., None, :]).sum(axis=-1).mean(axis=1)
    z = np.abs(ranks[:, 0] - ranks[:, 1]) / rank_spread(len(MEANS), DATA_SETS)
    far = z >= critical_z(len(MEANS), ALPHA, "none") * (1 - 1e-12)
    return float(found.mean()), float(far.mean())


@check("BC-07")
def _sign_power(claim: Claim, run: Run) -> Evidence:
    exact, simulated = sign_test_power(win_chance(), DATA_SETS, ALPHA), simulated_powers()[0]
    return Evidence(
        f"{exact:.4f} exactly, {simulated:.3f} simulated",
        "binomial distribution with the chance that B beats A; 20,000 simulated studies",
        judge_number(claim.value, exact),
    )


@check("BC-08")
def _ranks_power(claim: Claim, run: Run) -> Evidence:
    exact, simulated = mean_ranks_power(MEANS, DATA_SETS, ALPHA), simulated_powers()[1]
    apart = win_chance() ** DATA_SETS + (1 - win_chance()) ** DATA_SETS
    return Evidence(
        f"{exact:.4f} exactly, {simulated:.3f} simulated ({apart:.4f} if C, D, E never came near)",
        "distribution of the difference in rank on one data set by integration, 20-fold sum; "
        "20,000 simulated studies",
        judge_number(claim.value, exact),
    )


@check("BC-09")
def _inflation(claim: Claim, run: Run) -> Evidence:
    ratio = rank_spread(5, DATA_SETS) / rank_spread(2, DATA_SETS)
    expected = math.sqrt(printed_numbers(claim.value)[0].value)
    return Evidence(
        f"{ratio:.6f}, the root of {ratio**2:.6g}",
        "spread of a difference of mean ranks among 5, divided by that among 2",
        judge_property(abs(ratio - expected) < 1e-12),
    )


@check("BC-10", names=POOLS[0])
@check("BC-11", names=POOLS[1])
def _pool_ranks(claim: Claim, run: Run, names: Sequence[str]) -> Evidence:
    ranks = mean_ranks(run.table.subset(names), best="highest")
    verdict, why = judge_numbers(claim.value, list(ranks.values()))
    told = ", ".join(f"{name} {rank:.4f}" for name, rank in ranks.items())
    return Evidence(told, "mean ranks of the printed accuracies, best highest", verdict, why)


@check("BC-12")
def _two_z(claim: Claim, run: Run) -> Evidence:
    ours = []
    for names in POOLS:
        ranks = mean_ranks(run.table.subset(names))
        ours.append(abs(ranks["C2"] - ranks["C4"]) / rank_spread(4, run.table.shape[0]))
    verdict, why = judge_numbers(claim.value, ours)
    return Evidence(f"{ours[0]:.4f} and {ours[1]:.4f}", "from the mean ranks above", verdict, why)


@check("BC-14")
def _table_1(claim: Claim, run: Run) -> Evidence:
    printed = {
        name: tuple(cells.split())
        for name, cells in re.findall(r"(C\d-C\d)((?: (?:\d+/\d+|-))+)", claim.value)
    }
    ours = table_1(run)
    told = "; ".join(f"{name} {' '.join(cells)}" for name, cells in ours.items())
    return Evidence(
        f"{told}; the other {len(run.pools) - len(ours)} pairs do not depend on the pool",
        "all 25 pools of each of 21 pairs, counted exactly",
        judge_property(printed == ours),
    )


@check("BC-15")
def _wilcoxon(claim: Claim, run: Run) -> Evidence:
    a, b = (run.table.scores[:, run.table.names.index(name)] for name in ("C2", "C4"))
    normal, exact = (wilcoxon_test(a, b, method=m).p_value for m in ("normal", "exact"))
    verdict = judge_number(claim.value, normal)
    return Evidence(
        f"{normal:.6f} by the normal approximation, {exact:.6f} exactly",
        "Wilcoxon's test, the one tie left out; the verdict is on the normal approximation",
        verdict,
        "The printed value is that of the normal approximation; the exact one is smaller."
        if verdict is Verdict.REPRODUCED and judge_number(claim.value, exact) != verdict
        else "",
    )


@check("BC-16")
def _level(claim: Claim, run: Run) -> Evidence:
    two_sided, one_tail = ALPHA / math.comb(4, 2), ALPHA / (4 * 3)
    verdict = judge_number(claim.value, two_sided)
    halved = verdict is Verdict.DIFFERS and printed_number(claim.value).agrees_with(one_tail)
    return Evidence(
        f"{two_sided:.6f} for a two-sided p-value, {one_tail:.6f} for one tail",
        "0.05 shared out among six pairs; and among twelve tails",
        Verdict.ERRATUM if halved else verdict,
        "The printed level is that of one tail, as a normal quantile needs it, but the p-value it "
        "is compared with is two-sided (BC-15)."
        if halved
        else "",
        "It errs to the side of caution, and the conclusion is the same." if halved else "",
    )


@check("BC-17")
def _statistic(claim: Claim, run: Run) -> Evidence:
    data_sets, algorithms = run.example.shape
    sums = data_sets * np.array(list(mean_ranks(run.example).values()))
    middle = data_sets * (algorithms + 1) / 2
    factor = 12 / (data_sets * algorithms * (algorithms + 1))
    statistic = factor * float(((sums - middle) ** 2).sum())
    wrong = sums.size < data_sets  # the printed sum asks for a rank sum that does not exist
    return Evidence(
        f"example 1: there are {sums.size} rank sums, and eq. 3 adds up {data_sets}; over those "
        f"that exist it gives {statistic:g}",
        "eq. 3 evaluated term by term",
        judge_words(wrong),
        "R_i is the rank sum of an algorithm, so the sum in eq. 3 runs to m, not to n."
        if wrong
        else "",
    )


def error_of_three() -> float:
    """How often the mean-ranks test calls A and B different if C always comes between the two.

    A and B are equally good: on each data set a coin decides which of them is best and which
    worst. Then their ranks differ by 2 every time, and the sum of these differences is binomial.
    """
    n = DATA_SETS
    needed = critical_difference(3, n, ALPHA, "bonferroni") * n / 2
    far = (math.comb(n, w) for w in range(n + 1) if abs(2 * w - n) >= needed * (1 - 1e-12))
    return sum(far) / 2**n


@check("BC-18")
def _family_wise(claim: Claim, run: Run) -> Evidence:
    three = error_of_three()
    ways = ("mean ranks, Bonferroni", "mean ranks, Nemenyi", "Wilcoxon, Holm")
    told = "; ".join(
        f"{world}: " + ", ".join(f"{way} {percent(round(errors.rates[way], 3))}" for way in ways)
        for world, errors in run.errors.items()
    )
    repetitions = run.errors["equal"].repetitions
    return Evidence(
        f"three algorithms, one always between two equals: {percent(round(three, 4))} instead of "
        f"{percent(ALPHA)}. Five algorithms, {told}",
        f"three: exactly, by the binomial distribution, Bonferroni; five: {repetitions:,} "
        "simulated studies of each kind; 20 data sets",
        judge_property(three > ALPHA),
        "It happens where the odd one comes between the others (a generalist among specialists); "
        "where it is far worse than all of them, the error falls below alpha instead, and power "
        "with it.",
    )


@check("BC-19")
def _table_2(claim: Claim, run: Run) -> Evidence:
    data_sets, algorithms = run.table.shape
    whole = (
        np.isfinite(run.table.scores).all()
        and ((run.table.scores >= 0) & (run.table.scores <= 100)).all()
    )
    follows = [
        claim_id
        for claim_id in ("BC-10", "BC-11", "BC-12", "BC-14")
        if run.judge(claim_id).evidence.verdict is not Verdict.DIFFERS  # but for a last digit
    ]
    return Evidence(
        f"{data_sets} data sets, {algorithms} classifiers; {len(follows)} of 4 claims about "
        "example 3 follow from the table",
        "the printed accuracies, as a file; mean ranks, z and Table 1 computed from it",
        judge_property(bool(whole) and (data_sets, algorithms) == (54, 7) and len(follows) == 4),
        "In the text we have, five names of data sets lost a letter v, and credit stands there "
        "twice with different scores.",
    )


@check("BC-20")
def _sign_identity(claim: Claim, run: Run) -> Evidence:
    from scipy.special import ndtr

    random = np.random.default_rng(SEED)
    worst = 0.0
    for _ in range(200):
        table = random.integers(0, 6, (int(random.integers(2, 40)), 2)).astype(float)
        wins, losses = (table[:, 0] > table[:, 1]).sum(), (table[:, 0] < table[:, 1]).sum()
        if wins + losses:
            z = abs(wins - losses) / math.sqrt(wins + losses)
            worst = max(worst, abs(friedman_test(table).p_value - 2 * float(ndtr(-z))))
    return Evidence(
        f"largest difference of p-values on 200 random tables with ties: {worst:.1g}",
        "Friedman's test corrected for ties against the normal sign test, ties left out",
        judge_property(worst < 1e-12),
        "The sign test meant here is the approximation without continuity correction.",
    )


@check("BC-21")
def _friedman_again(claim: Claim, run: Run) -> Evidence:
    as_printed, corrected = (
        {names: friedman_test(run.table.subset(names), ties=ties).p_value for names in POOLS}
        for ties in ("uncorrected", "corrected")
    )
    first, again = POOLS
    wrong = as_printed[again] > ALPHA
    return Evidence(
        f"p = {as_printed[again]:.4f} by eq. 3, {corrected[again]:.4f} corrected for ties; in the "
        f"pool before it ({', '.join(first)}) {as_printed[first]:.4f} and {corrected[first]:.4f}",
        "Friedman's statistic over the m rank sums, chi-squared with 3 degrees of freedom; with "
        "and without the correction for ties",
        judge_words(wrong),
        "By the paper's own eq. 3 it does not reject at 5 %; corrected for ties, which eq. 3 is "
        "not, it does."
        if wrong
        else "",
    )
