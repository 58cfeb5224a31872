"""Answers found the slow way, sharing no code with course_lib.

Small test sets: every ranking, with fractions. Larger ones: integers only, by other recursions
than the library's.
"""

from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import numpy as np


def score_ranking(metric, positive_positions, positives, negatives, k):
    """The score of one ranking, given the positions (0 = top) of its positives, as a Fraction."""
    labels = [i in positive_positions for i in range(positives + negatives)]
    if metric == "auc":
        right = sum(
            labels[i] and not labels[j]
            for i in range(len(labels))
            for j in range(i + 1, len(labels))
        )
        return Fraction(right, positives * negatives)
    if metric == "top_k":
        return Fraction(sum(labels[:k]))
    best = Fraction(0)
    for cut in range(len(labels) + 1):
        tp = sum(labels[:cut])
        fp = cut - tp
        if metric == "accuracy":
            score = Fraction(tp + negatives - fp, positives + negatives)
        else:
            # From precision and recall, as the definition says.
            precision = Fraction(tp, cut) if cut else Fraction(0)
            recall = Fraction(tp, positives)
            both = precision + recall
            score = 2 * precision * recall / both if both else Fraction(0)
        best = max(best, score)
    return best


@cache
def enumerated(metric, positives, negatives, k=10):
    """{score: probability} over all rankings, in increasing order of the score."""
    counts = {}
    for chosen in combinations(range(positives + negatives), positives):
        score = score_ranking(metric, frozenset(chosen), positives, negatives, k)
        counts[score] = counts.get(score, 0) + 1
    total = comb(positives + negatives, positives)
    return {score: Fraction(count, total) for score, count in sorted(counts.items())}


def critical_value_of(chances, competitors, alpha):
    """The smallest score that the best of `competitors` exceeds with probability <= alpha.

    `chances` maps scores to probabilities and `alpha` is a Fraction; all comparisons are exact.
    """
    scores = sorted(chances)
    tail = Fraction(0)
    answer = scores[-1]
    for score, below in zip(reversed(scores), [*reversed(scores[:-1]), None], strict=True):
        tail += chances[score]  # P(score' >= score) = P(score' > below)
        if below is None or 1 - (1 - tail) ** competitors > alpha:
            break
        answer = below
    return answer


# --- Counting rankings of larger test sets, in integers ----------------------------------------


def rankings_with_at_most(wrong, positives, negatives):
    """How many rankings have at most 0, 1, ..., `wrong` pairs in the wrong order: a list.

    Multiplies (1 - q^(negatives + j)) / (1 - q^j) out with Python integers.
    """
    fewer, more = sorted((positives, negatives))
    counts = np.array([1] + [0] * wrong, dtype=object)
    for j in range(1, min(fewer, wrong) + 1):
        counts[more + j :] -= counts[: max(0, counts.size - more - j)].copy()
        # Dividing by 1 - q^j adds, to each count, the one j before it.
        rows = -(-counts.size // j)
        table = np.zeros(rows * j, dtype=object)
        table[: counts.size] = counts
        counts = np.add.accumulate(table.reshape(rows, j), axis=0).ravel()[: counts.size]
    return np.add.accumulate(counts)


def rankings_with_at_least_right(right, positives, negatives):
    """How many rankings have a cut that gets at least `right` cases right.

    Counts the rankings in which TP - FP never reaches the height asked for, row by row.
    """
    height = right - negatives
    if height <= max(0, positives - negatives):
        return comb(positives + negatives, positives)
    # paths[fp]: rankings of tp positives and fp negatives, all of whose prefixes stay below.
    paths = [1] * (negatives + 1)
    for tp in range(1, positives + 1):
        running = 0
        for fp in range(negatives + 1):
            running = running + paths[fp] if tp - fp < height else 0
            paths[fp] = running
    return comb(positives + negatives, positives) - paths[negatives]


def rankings_with_f_at_least(score, positives, negatives):
    """How many rankings reach F >= score (a Fraction) somewhere."""
    paths = [1] * (negatives + 1)  # no true positive: F = 0
    for tp in range(1, positives + 1):
        running = 0
        for fp in range(negatives + 1):
            below = 2 * tp * score.denominator < score.numerator * (positives + tp + fp)
            running = running + paths[fp] if below else 0
            paths[fp] = running
    return comb(positives + negatives, positives) - paths[negatives]


def draws_with_at_least(count, positives, negatives, k):
    """How many draws of k cases hold at least `count` positives."""
    return sum(
        comb(positives, i) * comb(negatives, k - i) for i in range(count, min(k, positives) + 1)
    )


def is_rare(favourable, total, competitors, alpha):
    """Is 1 - (1 - favourable/total)^competitors <= alpha? Exactly, in integers."""
    alpha = Fraction(alpha)
    return (total - favourable) ** competitors * alpha.denominator >= (
        alpha.denominator - alpha.numerator
    ) * total**competitors
