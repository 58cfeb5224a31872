"""Write tests/data/auc_tails_large.json: tails of the AUC counted in integers.

Takes some minutes and a few gigabytes, which is why the result is stored. The counting is exact:
modulo enough primes of 61 bits that their product exceeds the number of rankings, put together
by the Chinese remainder theorem. It shares no code with course_lib.
"""

import json
import math
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path

import numba
import numpy as np

TARGET = Path(__file__).parent.parent / "tests" / "data" / "auc_tails_large.json"
# (positives, negatives, standard deviations below the middle)
CASES = [(1000, 1000), (600, 1500), (2000, 2000)]
DEVIATIONS = (0.5, 2.3, 4.5, 6.5)


def is_prime(number):
    """Miller-Rabin with bases that are enough for 64 bits."""
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        x = pow(base, odd, number)
        if x in (1, number - 1):
            continue
        for _ in range(twos - 1):
            x = x * x % number
            if x == number - 1:
                break
        else:
            return False
    return True


@numba.njit(nogil=True)
def cumulative_counts(fewer, more, degree, prime):
    """Coefficients 0 .. degree of G(q)/(1 - q), modulo a prime."""
    counts = np.zeros(degree + 1, np.uint64)
    counts[0] = 1
    for j in range(1, fewer + 1):
        for d in range(degree, more + j - 1, -1):
            value = counts[d] + prime - counts[d - more - j]
            counts[d] = value - prime if value >= prime else value
        for d in range(j, degree + 1):
            value = counts[d] + counts[d - j]
            counts[d] = value - prime if value >= prime else value
    for d in range(1, degree + 1):
        value = counts[d] + counts[d - 1]
        counts[d] = value - prime if value >= prime else value
    return counts


def exact_tails(p, n):
    """P(at most `wrong` pairs in the wrong order) at a few places, as decimal strings."""
    spread = math.sqrt(p * n * (p + n + 1) / 12)
    wrong = [int(p * n / 2 - z * spread) for z in DEVIATIONS]
    total = math.comb(p + n, p)
    primes, product, candidate = [], 1, 2**61 - 1
    while product <= total:
        if is_prime(candidate):
            primes.append(candidate)
            product *= candidate
        candidate -= 2
    fewer, more = sorted((p, n))

    def residues(prime):
        counts = cumulative_counts(fewer, more, max(wrong), np.uint64(prime))
        return [int(counts[d]) for d in wrong]

    with ThreadPoolExecutor() as pool:
        found = list(pool.map(residues, primes))
    for place, d in enumerate(wrong):
        count = 0
        for prime, row in zip(primes, found, strict=True):
            rest = product // prime
            count += row[place] * rest * pow(rest, -1, prime)
        yield d, Fraction(count % product, total)


def main():
    """Count, and write the file."""
    tails = []
    for p, n in CASES:
        for wrong, tail in exact_tails(p, n):
            digits = 20 - math.floor(math.log10(float(tail)))
            text = f"{tail.numerator * 10**digits // tail.denominator}e-{digits}"
            tails.append([p, n, wrong, text])
            print(*tails[-1], flush=True)
    note = (
        "[positives, negatives, wrong pairs d, P(at most d wrong)]; tools/write_large_auc_tails.py"
    )
    rows = ",\n  ".join(json.dumps(row) for row in tails)
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(f'{{\n "note": {json.dumps(note)},\n "tails": [\n  {rows}\n ]\n}}\n')


if __name__ == "__main__":
    main()
