"""Elazmeh et al. (2006): checks of what is said of (b - c)/n and of Tango's interval."""

import math

import numpy as np

from course_lib.datasets import ELAZMEH_CLASSIFIERS, ELAZMEH_DATA_SETS, load_elazmeh_scores
from course_lib.intervals.tango import tango_interval
from course_lib.papers.checks import check, judge_property, judge_words
from course_lib.papers.ledger import Claim, Evidence
from course_lib.papers.sources.elazmeh.run import Run
from course_lib.roc.segment import ConfidentSegment

#: 1.96 and all its digits: the 95 % quantile of |z|.
_Z = 1.959963984540054


def _all_segments(run: Run) -> dict[tuple[str, str], ConfidentSegment]:
    return {
        (data_set, letter): segment
        for data_set in ELAZMEH_DATA_SETS
        for letter, segment in run.segments(data_set).items()
    }


@check("EJ-01")
def _monotone(claim: Claim, run: Run) -> Evidence:
    curves = rising = 0
    for data_set in ELAZMEH_DATA_SETS:
        data = load_elazmeh_scores(data_set)
        for name in ELAZMEH_CLASSIFIERS:
            scores = data.scores[name]
            positives, negatives = (np.sort(scores[data.is_positive == x]) for x in (True, False))
            thresholds = np.unique(scores)
            misses = np.searchsorted(positives, thresholds)  # positives below the threshold
            alarms = negatives.size - np.searchsorted(negatives, thresholds)
            curves += 1
            rising += bool((np.diff(misses - alarms) >= 0).all())
    return Evidence(
        f"it never falls as the threshold rises along {rising} of {curves} curves",
        "follows from the definition; errors counted anew for four classifiers on six data sets",
        judge_property(rising == curves),
        "And for a plain reason: b - c is the number of positives less the number of cases called "
        "positive, for any classifier whatever.",
    )


@check("EJ-02")
def _extremes(claim: Claim, run: Run) -> Evidence:
    curves = _all_segments(run)
    right = sum(
        s.along.differences[0] == s.curve.positives / s.along.cases
        and s.along.differences[-1] == -s.curve.negatives / s.along.cases
        for s in curves.values()
    )
    dis = run.segments("dis")["T"].along
    return Evidence(
        f"right at both ends of {right} of {len(curves)} curves; on dis from "
        f"{dis.differences[-1]:.4f} to {dis.differences[0]:.4f}",
        "follows from the definition: calling everybody positive, and nobody",
        judge_property(right == len(curves)),
    )


def _grid() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """All b, c and n with b + c <= n <= 40."""
    cells = [(b, c, n) for n in range(1, 41) for b in range(n + 1) for c in range(n - b + 1)]
    b, c, n = np.array(cells).T
    return b, c, n


@check("EJ-03")
def _mcnemar(claim: Claim, run: Run) -> Evidence:
    b, c, n = _grid()
    low, high = tango_interval(b, c, n)
    holds = (low <= 0) & (high >= 0)
    # Without division, so that b = c = 0 needs no rule of its own.
    accepts = (b - c) ** 2 <= _Z**2 * (b + c)
    wrong = int((holds != accepts).sum())
    at_zero = np.array([_likeliest(*cell, 0.0) for cell in zip(b, c, n, strict=True)])
    gap = float(np.abs(2 * n * at_zero - (b + c)).max())
    return Evidence(
        f"of {b.size:,} tables up to n = 40, {b.size - wrong:,} have 0 in the interval exactly "
        "where McNemar's test does not reject; at delta = 0 the variance n(2 q21) is b + c "
        f"(largest difference {gap:.0e})",
        "McNemar's statistic without continuity correction, (b - c)^2/(b + c), against z^2",
        judge_property(wrong == 0 and gap < 1e-9),
    )


@check("EJ-04")
def _stay_inside(claim: Claim, run: Run) -> Evidence:
    b, c, n = _grid()
    low, high = tango_interval(b, c, n)
    inside = bool((low >= -1).all() and (high <= 1).all())
    narrowest = float((high - low).min())
    none = (b == 0) & (c == 0)
    formula = _Z**2 / (n[none] + _Z**2)
    gap = float(np.abs(high[none] - formula).max())
    return Evidence(
        f"all of {b.size:,} intervals lie within [-1, 1], the narrowest has width {narrowest:.3f}; "
        f"b = c = 0 gives +-z^2/(n + z^2), to {gap:.0e}",
        "every table with n up to 40",
        judge_property(inside and narrowest > 0 and gap < 1e-9),
    )


def _likeliest(b: float, c: float, n: float, d: float) -> float:
    """The paper's equation 2, letter by letter."""
    w = -b - c + (2 * n - b + c) * d
    return (math.sqrt(w * w - 8 * n * (-c * d * (1 - d))) - w) / (4 * n)


def _log_likelihood(b: int, c: int, n: int, d: float, q: float) -> float:
    """Of q21 = q and q12 = q + d, given the counts."""
    parts = ((b, q + d), (c, q), (n - b - c, 1 - 2 * q - d))
    return sum(count * math.log(p) for count, p in parts if count)


@check("EJ-05")
def _score_equation(claim: Claim, run: Run) -> Evidence:
    random = np.random.default_rng(1998)
    worst, best = 0.0, True
    for _ in range(300):
        n = int(random.integers(5, 200))
        b = int(random.integers(1, n - 1))
        c = int(random.integers(1, n - b + 1))
        for limit in tango_interval(b, c, n):
            q = _likeliest(b, c, n, limit)
            variance = n * (2 * q + limit * (1 - limit))
            if variance <= 0:  # no such difference is possible
                worst = math.inf
                continue
            worst = max(worst, abs(abs(b - c - n * limit) / math.sqrt(variance) - _Z))
            # Is q the likeliest? Nothing beside it is likelier.
            room = min(q, q + limit, 1 - 2 * q - limit)
            if room > 1e-6:
                here = _log_likelihood(b, c, n, limit, q)
                beside = (q - 1e-3 * room, q + 1e-3 * room)
                best &= all(here >= _log_likelihood(b, c, n, limit, o) for o in beside)
    return Evidence(
        f"put into equation 1, the limits of 300 random tables give z to {worst:.0e}; equation 2 "
        f"{'is' if best else 'is not'} the likeliest q21",
        "equations 1 and 2 as printed, beside an interval computed in another way and the "
        "likelihood itself",
        judge_property(worst < 1e-7 and best),
    )


@check("EJ-16")
def _wording(claim: Claim, run: Run) -> Evidence:
    # The same two lists of labels, with 20 more cases on which they agree: nothing but n changes.
    few, many = tango_interval(9, 3, 32), tango_interval(9, 3, 52)
    same_test = all((low <= 0 <= high) == (_Z**2 * 12 >= 3**2 * 4) for low, high in (few, many))
    moved = tango_interval(12, 0, 32)
    informative = "b and c" if same_test and not moved[0] <= 0 <= moved[1] else "a and d"
    printed = run.printed["discordant"]
    wrong = informative != printed
    return Evidence(
        "20 more cases on which label and prediction agree (a, d) leave the test as it is; three "
        "cases moved from c to b turn its verdict",
        "b = 9, c = 3, n = 32 against n = 52, and against b = 12, c = 0",
        judge_words(wrong),
        f"Discordant means that the two disagree: {informative} are the discordant, informative "
        f"pairs, and the appendix has it the other way round ({printed})."
        if wrong
        else "",
    )
