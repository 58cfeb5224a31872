"""Tango's intervals, all at once, against a root finder in a loop.

python -m benchmarks.intervals
"""

import math
import statistics

import numpy as np
from scipy.optimize import brentq

from course_lib import tango_interval
from course_lib.intervals.counts import normal_quantile

HOW_MANY = 10_000


def cases(largest, rng):
    """Counts as they come: few discordant pairs or many, on test sets of all sizes."""
    n = np.floor(10 ** rng.uniform(1, math.log10(largest), HOW_MANY)).astype(int)
    total = np.floor(n * rng.uniform(0, 1, HOW_MANY) ** 3).astype(int)
    b = rng.integers(0, total + 1)
    return b, total - b, n


def one_by_one(b, c, n, z):
    """Brent's method on the equation as it is printed, in plain floats, limit by limit."""

    def gap(d, b, c, n, side):
        w = -b - c + (2 * n - b + c) * d
        q = (math.sqrt(max(0.0, w * w + 8 * n * c * d * (1 - d))) - w) / (4 * n)
        return b - c - n * d + side * z * math.sqrt(max(0.0, n * (2 * q + d * (1 - d))))

    limits = []
    for first, second, total in zip(b.tolist(), c.tolist(), n.tolist(), strict=True):
        estimate = (first - second) / total
        if first + second == 0:  # the estimate is a root of its own
            share = z * z / (total + z * z)
            limits.append((-share, share))
            continue
        case = first, second, total
        low = -1.0 if second == total else brentq(gap, -1, estimate, (*case, -1), xtol=1e-12)
        high = 1.0 if first == total else brentq(gap, estimate, 1, (*case, 1), xtol=1e-12)
        limits.append((low, high))
    return np.array(limits).T


def intervals(report, seconds):
    """10,000 intervals; `report` and `seconds` are those of `benchmarks.__main__`."""
    print(f"{HOW_MANY:,} of Tango's intervals, against scipy's brentq in a loop")
    z = float(normal_quantile(0.95))
    for largest in (1_000, 1_000_000):
        counts = cases(largest, np.random.default_rng(1998))
        off = np.abs(np.array(tango_interval(*counts)) - one_by_one(*counts, z)).max()
        # Turn by turn, so that whatever else the machine does disturbs both alike.
        ratios, times = [], []
        for _ in range(5):
            times.append(seconds(lambda counts=counts: tango_interval(*counts), rounds=25))
            loop = seconds(lambda counts=counts: one_by_one(*counts, z), rounds=1)
            ratios.append(loop / times[-1])
        told = f"in {1000 * statistics.median(times):.1f} ms, apart by {off:.0e}"
        report(f"faster on up to {largest:,} pairs ({told})", statistics.median(ratios), 50)


if __name__ == "__main__":
    from benchmarks.__main__ import report, seconds

    intervals(report, seconds)
