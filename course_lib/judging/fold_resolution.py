"""Errors of differences on folds; and how fine scores are: a share of 30 goes in steps of 1/30."""

import math

import numpy as np

#: Shares of more cases than this go in steps too small to matter.
_FINEST = 10_000
#: So many decimals are those of numbers in a file that somebody rounded.
_ROUNDED_TO = 6
#: How often numbers in no steps at all may look as if they were shares of so few cases.
_BY_ACCIDENT = 0.01
#: Of so many different scores the smallest gap tells the step, if there are ties among them.
_ENOUGH = 5
#: So many scores of a fold are looked at for their common step.
_LOOKED_AT = 20
#: Equal differences, as if they were rounded to steps of their own size: so much is their spread.
_ROUNDED = 1 / math.sqrt(12)


def pair_errors(
    up: np.ndarray, fraction: float, precision: float
) -> tuple[np.ndarray, np.ndarray, list[tuple[int, int]], int]:
    """For all pairs the mean difference and its standard error; the pairs without any spread.

    The error is Nadeau and Bengio's: 1/n + test/train in place of 1/n. Where all differences of a
    pair are equal there is nothing to judge them by, and an error of 0 would be certainty from
    nothing: among 300 candidates of equal worth on five folds such a pair is found nearly always.
    The spread is then taken to be that of numbers rounded to steps of this very size. Folds of 31
    and of 30 cases turn equal differences into nearly equal ones: so the spread of no pair is taken
    to be less than the steps of the scores say. Last comes for how many others that was more.
    """
    folds, models = up.shape
    factor = math.sqrt(1 / folds + fraction / (1 - fraction))
    differences, errors = np.zeros((models, models)), np.zeros((models, models))
    alike, raised, least = [], 0, smallest_spread(up)
    for i in range(models - 1):
        one, others = up[:, [i]], up[:, i + 1 :]
        d = one - others
        grain = precision * np.maximum(np.abs(one), np.abs(others))
        d[np.abs(d) <= grain] = 0.0
        equal = (d - grain).max(axis=0) <= (d + grain).min(axis=0)
        # Over a power of two, lest the squares of tiny differences vanish.
        power = np.frexp(np.abs(d).max(axis=0))[1]
        spread = np.ldexp(np.ldexp(d, -power).std(axis=0, ddof=1), power)
        mean = d.mean(axis=0)
        small = (spread < least * (1 - 1e-9)) & ~equal
        raised += int(np.count_nonzero(small))
        spread[small] = least
        spread[equal] = np.abs(mean[equal]) * _ROUNDED
        differences[i, i + 1 :], errors[i, i + 1 :] = mean, spread * factor
        alike += [(i, i + 1 + int(j)) for j in np.flatnonzero(equal & (mean != 0))]
    return differences - differences.T, errors + errors.T, alike, raised


def smallest_spread(scores: np.ndarray) -> float:
    """The standard deviation that differences on folds have at least, by their resolution alone.

    Of numbers rounded to steps it is step/sqrt(12), for they hide so much. With more than 12 folds
    it is step/sqrt(folds): whole steps that are not all the same spread at least so much, so that
    only those that (nearly) are the same are touched. The step is the median over the folds.

    >>> sizes = np.array([[31], [31], [30], [30], [30]])
    >>> round(smallest_spread((sizes - [3, 4]) / sizes) * 30 * math.sqrt(12), 9)
    1.0
    """
    steps = [resolution(row) for row in scores]
    return float(np.median(steps)) / math.sqrt(max(12, scores.shape[0]))


def resolution(scores: np.ndarray) -> float:
    """The step between the scores that are possible on one fold; 0 if none is seen.

    It is the largest of what is known: one unit of the last decimal; 1/n if all are shares of n
    cases (or in per cent), also where they were rounded; and where there are ties among many
    models, the smallest gap between two that differ. It is never more than that gap.

    >>> resolution(np.array([28, 25]) / 31) * 31
    1.0
    >>> resolution(np.array([0.9032, 0.8065])) * 31     # the same, rounded
    1.0
    >>> resolution(np.array([0.9, 0.9])), resolution(np.array([math.pi, math.e]))
    (0.0, 0.0)
    """
    size = float(np.abs(scores).max())
    ordered = np.unique(scores)
    gaps = np.diff(ordered)
    gaps = gaps[gaps > 1e-9 * size]
    if not gaps.size:
        return 0.0
    decimals = _decimals(ordered)
    steps = [0.0 if decimals is None else 10.0**-decimals]
    whole = 1.0 if size <= 1 else 100.0 if size <= 100 and decimals != 0 else None
    if whole is not None:
        error = 1e-12 if decimals is None else 0.5 * 10.0**-decimals / whole
        steps.append(whole * _step_of_shares(ordered / whole, error))
    if _ENOUGH <= gaps.size + 1 <= scores.size / 2:
        steps.append(float(gaps.min()))
    return min(max(steps), float(gaps.min()))


def _decimals(numbers: np.ndarray) -> int | None:
    """To how many decimals they were rounded; None if they were not."""
    for decimals in range(_ROUNDED_TO + 1):
        if (np.abs(np.round(numbers, decimals) - numbers) <= 1e-14 * np.abs(numbers)).all():
            return decimals
    return None


def _step_of_shares(shares: np.ndarray, error: float) -> float:
    """1/n for the smallest n of which all are shares, up to an error; 0 if there is none."""
    if shares.size > _LOOKED_AT:
        shares = shares[np.linspace(0, shares.size - 1, _LOOKED_AT).astype(int)]
    numbers = np.arange(1, _FINEST + 1)
    # Any number is a share of n cases up to 1/2n. How likely is it for all, by accident?
    accident = np.cumsum(np.minimum(1.0, 2 * error * numbers) ** shares.size)
    numbers = numbers[accident <= _BY_ACCIDENT]
    for share in shares:
        counts = numbers * share
        numbers = numbers[np.abs(counts - np.round(counts)) <= numbers * error * 1.001]
    return float(1 / numbers[0]) if numbers.size else 0.0
