"""Other right answers, and the wrong ones that people give, with a piece of what each hears."""

import math

import numpy as np
from scipy import optimize, stats

from course_lib import (
    agresti_min_interval,
    interval_coverage,
    tango_interval,
    wald_interval,
)
from course_lib.intervals.score import score_statistic

Z = stats.norm.isf(0.025)
low, high = tango_interval(9, 12, 400, 0.9)

# --- The score ------------------------------------------------------------------------------------


def from_the_library(b, c, n, d):
    return float(score_statistic(*(np.asarray(float(x)) for x in (b, c, n, d))))


def likeliest(b, c, n, d):
    w = -b - c + (2 * n - b + c) * d
    return (math.sqrt(w**2 + 8 * n * c * d * (1 - d)) - w) / (4 * n)


def by_shares(b, c, n, d):
    q = likeliest(b, c, n, d)
    return ((b - c) / n - d) / math.sqrt((2 * q + d - d**2) / n)


def at(b, c, n, d, q):
    return (b - c - n * d) / math.sqrt(n * (2 * q + d * (1 - d)))


def loss(q, b, c, n, d):
    return -b * np.log(q + d) - c * np.log(q) - (n - b - c) * np.log(1 - 2 * q - d)


def by_a_search(b, c, n, d):
    between = (max(0, -d), (1 - d) / 2)
    found = optimize.minimize_scalar(loss, args=(b, c, n, d), bounds=between)
    return at(b, c, n, d, found.x)


def by_a_coarse_search(b, c, n, d):
    between = (max(0, -d), (1 - d) / 2)
    found = optimize.minimize_scalar(
        loss, args=(b, c, n, d), bounds=between, options={"xatol": 1e-3}
    )
    return at(b, c, n, d, found.x)


def as_wald(b, c, n, d):
    return (b - c - n * d) / math.sqrt(b + c - (b - c) ** 2 / n)


def as_mcnemar(b, c, n, d):
    return (b - c - n * d) / math.sqrt(b + c)


def q_once(b, c, n, d):
    return (b - c - n * d) / math.sqrt(n * (likeliest(b, c, n, d) + d * (1 - d)))


def not_moved(b, c, n, d):
    return (b - c) / math.sqrt(n * (2 * likeliest(b, c, n, d) + d * (1 - d)))


def not_scaled(b, c, n, d):
    return ((b - c) / n - d) / math.sqrt(2 * likeliest(b, c, n, d) + d * (1 - d))


def share_above(b, c, n, d):
    return ((b - c) / n - d) / math.sqrt(n * (2 * likeliest(b, c, n, d) + d * (1 - d)))


def forgets_n(b, c, n, d):
    return (b - c - n * d) / math.sqrt(2 * likeliest(b, c, n, d) + d * (1 - d))


def without_brackets(b, c, n, d):
    w = -b - c + (2 * n - b + c) * d
    q = (math.sqrt(w**2 + 8 * n * c * d * (1 - d)) - w) / 4 * n
    return (b - c - n * d) / math.sqrt(n * (2 * q + d * (1 - d)))


def without_the_root(b, c, n, d):
    return (b - c - n * d) / (n * (2 * likeliest(b, c, n, d) + d * (1 - d)))


def exchanged(b, c, n, d):
    q = likeliest(c, b, n, d)
    return (b - c - n * d) / math.sqrt(n * (2 * q + d * (1 - d)))


def squared(b, c, n, d):
    return by_shares(b, c, n, d) ** 2


# --- A broken promise, counted --------------------------------------------------------------------


def with_scipy(n, chance):
    b = np.arange(n + 1)
    low, high = wald_interval(b, 0, n)
    holds = (low <= chance + 1e-12) & (chance - 1e-12 <= high)
    return stats.binom.pmf(b, n, chance)[holds].sum()


def limits(n, z=1.96):
    for b in range(n + 1):
        reach = z * math.sqrt(b / n * (1 - b / n) / n)
        yield b, b / n - reach, b / n + reach


def with_a_loop(n, chance, z=Z):
    return sum(
        math.comb(n, b) * chance**b * (1 - chance) ** (n - b)
        for b, low, high in limits(n, z)
        if low <= chance <= high
    )


def forgets_the_orders(n, chance):
    return sum(
        chance**b * (1 - chance) ** (n - b)
        for b, low, high in limits(n, Z)
        if low <= chance <= high
    )


def counts_outcomes(n, chance):
    return sum(low <= chance <= high for _, low, high in limits(n, Z)) / (n + 1)


def only_the_upper_limit(n, chance):
    return sum(
        math.comb(n, b) * chance**b * (1 - chance) ** (n - b)
        for b, _, high in limits(n, Z)
        if chance <= high
    )


def tango_instead(n, chance):
    b = np.arange(n + 1)
    low, high = tango_interval(b, 0, n)
    return stats.binom.pmf(b, n, chance)[(low <= chance) & (chance <= high)].sum()


def spread_of_the_truth(n, chance):
    reach = Z * math.sqrt(chance * (1 - chance) / n)
    b = np.arange(n + 1)
    return stats.binom.pmf(b, n, chance)[np.abs(b / n - chance) <= reach].sum()


def simulated(n, chance):
    b = np.random.default_rng(1).binomial(n, chance, size=20_000)
    low, high = wald_interval(b, 0, n)
    return ((low <= chance) & (chance <= high)).mean()


RIGHT = {
    "intervals-meaning": ["b", "B"],
    "intervals-equal": ["b", "(b)"],
    "intervals-perfect": [
        0.07134759913,
        Z**2 / (50 + Z**2),
        stats.chi2.isf(0.05, 1) / 53.841458821,
        stats.binomtest(0, 50).proportion_ci(method="wilson").high,  # the same without any pair
        0.07135,
    ],
    "intervals-score": [
        from_the_library,
        by_shares,
        by_a_search,
        lambda *case: np.float32(by_shares(*case)),
    ],
    "intervals-margin": [
        -low,  # the farther end, as one sees
        tango_interval(12, 9, 400, 0.9)[1],
        np.max(np.abs((low, high))),
        0.02772,
    ],
    "intervals-coverage": [
        with_scipy,
        with_a_loop,
        lambda n, p: with_a_loop(n, p, 1.96),
        lambda n, p: interval_coverage(n, p, 0.0, "wald"),
    ],
}

WRONG = {
    "intervals-meaning": [
        ("a", "the true difference is one number"),
        ("c", "vary around the truth"),
        (95, "one of the letters"),
    ],
    "intervals-equal": [
        ("a", "too small for the data to show"),
        ("c", "how wide the interval is"),
        ("e", "is not among the options"),
    ],
    "intervals-perfect": [
        (wald_interval(0, 0, 50)[1], "Wald's limit"),
        (tango_interval(0, 0, 50, 0.9)[1], "for 90 percent"),
        (Z / (50 + Z), "z must be squared"),
        (Z**2 / 50, "n + z squared"),
        (0.06, "rule of three"),
        (tango_interval(0, 0, 50)[0], "the lower limit"),
        (2 * tango_interval(0, 0, 50)[1], "the width"),
        (stats.binomtest(0, 50).proportion_ci().high, "Clopper and Pearson"),
        (1 - 0.05 ** (1 / 50), "with one side. Tango's"),
        (agresti_min_interval(0, 0, 50)[1], "Agresti and Min"),
        (7.134759913, "is in percent. Give"),
        (7.13, "is in percent, and rounded"),
        (0.0713, "0.0713 is rounded too far"),
        (0.0723, "0.0723 is not it"),
        (tango_interval(0, 0, 50), "a list of 2"),
    ],
    "intervals-score": [
        (as_wald, "That is Wald's idea"),
        (as_mcnemar, "right only for d = 0"),
        (q_once, "q counts twice"),
        (not_moved, "how far b - c is from n d"),
        (not_scaled, "divide the variance by n"),
        (share_above, "Multiply or divide both by n"),
        (forgets_n, "n is missing under the root"),
        (without_brackets, "`/ (4 * n)`"),
        (without_the_root, "you divide by the variance"),
        (exchanged, "exchanged"),
        (lambda *case: -by_shares(*case), "the sign is turned round"),
        (by_a_coarse_search, "search more finely"),
        (lambda *case: round(by_shares(*case), 5), "it rounds"),
        (lambda *case: round(by_shares(*case), 2), "it rounds"),
        (squared, "should give"),
        (lambda b, c, n: 0.0, "stops with TypeError"),
        (2.13, "is not a function"),
    ],
    "intervals-margin": [
        (-tango_interval(9, 12, 400)[0], "that comes from the 95 percent interval"),
        (tango_interval(9, 12, 400)[0], "that is an end of the 95 percent interval"),
        (low, "and a margin is its *size*"),
        (3 / 400, "the size of the difference itself"),
        (-3 / 400, "that is the difference itself. A margin is a size"),
        (high, "*both* sides"),
        (max(low, high), "*both* sides"),
        (high - low, "that is the width"),
        ((high - low) / 2, "half the width"),
        (-tango_interval(9, 12, 400, 0.975)[0], "97.5 percent is too much"),
        (-wald_interval(9, 12, 400, 0.9)[0], "Wald's interval"),
        (0.028, "0.028 is rounded too far"),
        (-100 * low, "is in percent. Give"),
        (2.77, "is in percent, and rounded"),
        (0.05, "is not it"),
        ((low, high), "a list of 2"),
    ],
    "intervals-coverage": [
        (forgets_the_orders, "`math.comb(n, b)`"),
        (counts_outcomes, "not equally likely"),
        (lambda n, p: 1 - with_a_loop(n, p), "how often the interval *misses*"),
        (lambda n, p: with_a_loop(n, p, stats.norm.isf(0.05)), "belongs to 90 percent"),
        (only_the_upper_limit, "upper limit alone"),
        (tango_instead, "Tango's limits"),
        (spread_of_the_truth, "comes from the true chance"),
        (simulated, "If that is simulated"),
        (lambda n, p: 0.95, "should give"),
        (lambda n, p: 100 * with_a_loop(n, p), "in percent"),
        (lambda n, p: print(with_a_loop(n, p)), "Is a `return` missing?"),
    ],
}
