"""Write tests/data/auc_tails_large.json: tails and critical values of the AUC, in integers.

Takes some minutes and a few gigabytes, which is why the result is stored. The counting is exact:
modulo enough primes of 61 bits that their product exceeds the number of rankings, put together
by the Chinese remainder theorem. It shares no code with course_lib.
"""

import json
import math
from bisect import bisect_left
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path

import numba
import numpy as np

TARGET = Path(__file__).parent.parent / "tests" / "data" / "auc_tails_large.json"
#: Positives and negatives, for tails at so many standard deviations below the middle.
LARGE = [(1000, 1000), (600, 1500), (2000, 2000)]
DEVIATIONS = (0.5, 2.3, 4.5, 6.5)
#: For tails all over, and critical values for (competitors, alpha).
MIDDLING = [(515, 515), (241, 458)]
LEVELS = [(1, "0.01"), (1, "0.3"), (10, "0.01"), (100, "0.05"), (1000, "0.01"), (1000, "1e-9")]


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


def counter(p, n, wrong):
    """A function from d, any in `wrong`, to the number of rankings with at most d wrong pairs."""
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
        return dict(zip(wrong, counts[list(wrong)].tolist(), strict=True))

    with ThreadPoolExecutor() as pool:
        found = list(pool.map(residues, primes))
    weights = [product // prime * pow(product // prime, -1, prime) for prime in primes]

    def count(d):
        return sum(row[d] * weight for row, weight in zip(found, weights, strict=True)) % product

    return count


def tail_row(p, n, wrong, count):
    """The tail as a row of the file, with 21 digits."""
    tail = Fraction(count, math.comb(p + n, p))
    digits = 20 - math.floor(math.log10(float(tail)))
    return [p, n, wrong, f"{tail.numerator * 10**digits // tail.denominator}e-{digits}"]


def large_tails(p, n):
    """Tails at a few numbers of wrong pairs."""
    spread = math.sqrt(p * n * (p + n + 1) / 12)
    wrong = [int(p * n / 2 - z * spread) for z in DEVIATIONS]
    count = counter(p, n, wrong)
    return [tail_row(p, n, d, count(d)) for d in wrong]


def middling_size(p, n):
    """Tails all over, and the critical values."""
    total, pairs = math.comb(p + n, p), p * n
    every = range(pairs // 2)
    count = counter(p, n, every)
    some = np.unique(np.linspace(0, every[-1], 60).astype(int)).tolist()
    tails = [tail_row(p, n, d, count(d)) for d in some if count(d) / total > 1e-290]
    critical = []
    for competitors, alpha in LEVELS:
        # The best of C gets there with 1 - (1 - tail)^C: too often, if that exceeds alpha.
        left = 1 - Fraction(alpha)

        def too_often(d, competitors=competitors, left=left):
            none = (total - count(d)) ** competitors
            return none * left.denominator < left.numerator * total**competitors

        critical.append([p, n, competitors, alpha, pairs - bisect_left(every, True, key=too_often)])
    return tails, critical


def main():
    """Count, and write the file."""
    rows = {"tails": [], "tails_all_over": [], "critical_values": []}
    for p, n in MIDDLING:
        tails, critical = middling_size(p, n)
        rows["tails_all_over"] += tails
        rows["critical_values"] += critical
    for p, n in LARGE:
        rows["tails"] += large_tails(p, n)
        print(*rows["tails"], sep="\n", flush=True)
    write(rows)


def write(rows):
    """The file, with a row in each line."""
    note = (
        "tails: [positives, negatives, wrong pairs d, P(at most d wrong)]; critical values: "
        "[positives, negatives, competitors, alpha, pairs in the right order]; "
        "tools/write_large_auc_tails.py"
    )
    parts = [
        f' "{name}": [\n  ' + ",\n  ".join(map(json.dumps, lines)) + "\n ]"
        for name, lines in rows.items()
    ]
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(f'{{\n "note": {json.dumps(note)},\n' + ",\n".join(parts) + "\n}\n")


if __name__ == "__main__":
    main()
