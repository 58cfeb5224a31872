"""The few loops that are worth compiling. Each has a plain twin that a test compares it with.

Kernels that call each other live in this one file: a cached kernel does not notice that a
function it calls in another file has changed. Where numba is not installed, loops over lanes and
cells give way to twins in NumPy; what calls them, and what takes numbers or arrays alike, runs
as it stands. The results are the same to the last bit.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from course_lib.chance.setting import RankingCounts
from course_lib.common.compiling import compiled

#: Probabilities in `walk_to_barrier` start from this instead of 1, so that tails far below the
#: smallest float still come out right. Powers of two change no digits.
WALK_SCALE = 2.0**900
#: Mass below this is dropped: it is no more than 1e-550 of the whole.
_WALK_NOTHING = 1e-280


def _step_of_arrays(
    moved: np.ndarray,
    before: np.ndarray,
    stayed: np.ndarray,
    number: np.ndarray,
    positives: float,
    offset: float,
    weight: float,
) -> None:
    up = before * (positives - number[:-1])
    moved[:] = weight * (up + stayed * (offset + number[1:]))


@compiled(twin=_step_of_arrays)
def _step(
    moved: np.ndarray,
    before: np.ndarray,
    stayed: np.ndarray,
    number: np.ndarray,
    positives: float,
    offset: float,
    weight: float,
) -> None:
    # Slices and floats, so that the compiler sees independent lanes and uses them.
    for i in range(moved.size):
        up = before[i] * (positives - number[i])
        moved[i] = weight * (up + stayed[i] * (offset + number[i + 1]))


@compiled
def walk_to_barrier(positives: int, negatives: int, reach: np.ndarray) -> tuple[float, float]:
    """Chance that a random ranking touches a barrier, and that it does not, times `WALK_SCALE`.

    `reach[tp]` is the largest number of false positives with which `tp` true positives still
    touch it (-1: none does). `tp + reach[tp]` must not fall as `tp` rises. The plain twin is
    `f_measure.rankings_reaching`.
    """
    cases = positives + negatives
    # mass[tp]: at step t with tp positives so far, never having touched the barrier.
    mass = np.zeros(positives + 2)
    moved = np.zeros(positives + 2)
    mass[0] = WALK_SCALE
    low, high = 0, 0  # where mass is not zero
    touched = 0.0
    number = np.arange(positives + 2).astype(np.float64)
    for t in range(cases):
        weight = 1.0 / (cases - t)
        first = max(low, t - negatives)  # no more negatives than there are
        last = min(high, positives)
        moved[first] = mass[first] * ((negatives - t + first) * weight)
        _step(
            moved[first + 1 : last + 1],
            mass[first:last],
            mass[first + 1 : last + 1],
            number[first : last + 1],
            float(positives),
            float(negatives - t),
            weight,
        )
        moved[last + 1] = mass[last] * ((positives - last) * weight)
        high = last + 1
        # Those that touch the barrier now: the ones with the most true positives.
        while high >= first and (high > positives or t + 1 - high <= reach[high]):
            touched += moved[high]
            moved[high] = 0.0
            high -= 1
        low = first
        while low <= high and moved[low] < _WALK_NOTHING:
            moved[low] = 0.0
            low += 1
        if low > high:
            return touched, 0.0
        mass, moved = moved, mass
        if low > 0:
            mass[low - 1] = 0.0
        mass[high + 1] = 0.0
    return touched, mass[positives]


# --- Random rankings -----------------------------------------------------------------------
#
# Each repetition has a random stream of its own, started from (key, number of the repetition).
# So a run gives the same numbers however it is cut into pieces and on however many threads.
# Streams are xoshiro128++, which needs only shifts, xors and sums of 32-bit numbers: the
# compiler works on a batch of repetitions at once, one in each lane of the vector unit. The
# next case is positive with probability (positives left) / (cases left), right to 2^-32.

LANES = 16


@compiled
def _mix(z: Any) -> Any:
    """The finalizer of splitmix64: neighbouring numbers in, unrelated numbers out."""
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@compiled
def _start(state: np.ndarray, key: int, repetition: Any, lane: Any) -> None:
    """Begin the stream of one repetition in one lane, or of each in its own."""
    one = _mix(key + np.uint64(repetition) * np.uint64(0x9E3779B97F4A7C15))
    two = _mix(one + np.uint64(0x9E3779B97F4A7C15))
    state[0, lane] = np.uint32(one >> np.uint64(32))
    state[1, lane] = np.uint32(one & np.uint64(0xFFFFFFFF))
    state[2, lane] = np.uint32(two >> np.uint64(32))
    state[3, lane] = np.uint32(two & np.uint64(0xFFFFFFFF))


@compiled
def _next_is_positive(state: np.ndarray, lane: Any, positives_left: Any, cases_left: int) -> Any:
    """Draw the next case of the ranking in one lane: 1 for a positive, 0 for a negative."""
    s0, s1, s2, s3 = state[0, lane], state[1, lane], state[2, lane], state[3, lane]
    total = np.uint32(s0 + s3)
    draw = np.uint32(np.uint32((total << np.uint32(7)) | (total >> np.uint32(25))) + s0)
    shifted = np.uint32(s1 << np.uint32(9))
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = np.uint32((s3 << np.uint32(11)) | (s3 >> np.uint32(21)))
    state[0, lane], state[1, lane], state[2, lane], state[3, lane] = s0, s1, s2, s3
    case = np.int32((np.uint64(draw) * np.uint64(cases_left)) >> np.uint64(32))
    return np.int32(case < positives_left)


#: So many cells of rankings are held at once where all repetitions go side by side.
_CELLS = 2_000_000


def _score_side_by_side(
    positives: int, negatives: int, k: int, key: int, first: int, *filled: np.ndarray
) -> None:
    cases = positives + negatives
    rows = max(1, _CELLS // cases)
    for start in range(0, filled[0].size, rows):
        part = slice(start, start + rows)
        walks = np.empty((filled[0][part].size, cases), np.int64)
        draw_rankings(positives, key, first + start, walks)
        for array, counts in zip(filled, RankingCounts.of(walks, k)[2:], strict=True):
            array[part] = counts


@compiled(twin=_score_side_by_side)
def score_rankings(
    positives: int,
    negatives: int,
    k: int,
    key: int,
    first: int,
    right_pairs: np.ndarray,
    peak: np.ndarray,
    best_f: np.ndarray,
    in_top_k: np.ndarray,
) -> None:
    """Score repetitions `first`, `first + 1`, ... by all four metrics at once.

    Fills the pairs in the right order (AUC), the highest TP - FP (best accuracy), the best F and
    the positives among the first `k`. Branches on random outcomes would be mispredicted half of
    the time, so there are none. The plain twin is `RankingCounts.of`.
    """
    cases = positives + negatives
    state = np.empty((4, LANES), np.uint32)
    tp = np.empty(LANES, np.int32)
    pairs = np.empty(LANES, np.int64)
    highest = np.empty(LANES, np.int32)
    f = np.empty(LANES, np.float64)
    f_cut = np.empty(LANES, np.int32)
    top = np.empty(LANES, np.int32)
    reciprocal = 2.0 / (positives + np.arange(1, cases + 1))
    for start in range(0, right_pairs.size, LANES):
        for lane in range(LANES):
            _start(state, key, first + start + lane, lane)
            tp[lane] = pairs[lane] = highest[lane] = f_cut[lane] = top[lane] = 0
            f[lane] = 0.0
        for t in range(cases):
            cut = np.int32(t + 1)
            for lane in range(LANES):
                positive = _next_is_positive(state, lane, positives - tp[lane], cases - t)
                tp[lane] += positive
                pairs[lane] += (np.int32(1) - positive) * tp[lane]
                highest[lane] = max(highest[lane], np.int32(2) * tp[lane] - cut)
                value = tp[lane] * reciprocal[t]
                better = value > f[lane]
                f[lane] = value if better else f[lane]
                f_cut[lane] = cut if better else f_cut[lane]
            if cut == k:
                top[:] = tp
        for lane in range(min(LANES, right_pairs.size - start)):
            right_pairs[start + lane] = pairs[lane]
            peak[start + lane] = highest[lane]
            in_top_k[start + lane] = top[lane]
            # A product with a reciprocal is off by a bit; divide once to get the very number.
            size = positives + f_cut[lane]
            best_f[start + lane] = 2.0 * np.rint(0.5 * f[lane] * size) / size


def _draw_side_by_side(positives: int, key: int, first: int, true_positives: np.ndarray) -> None:
    rows, cases = true_positives.shape
    state = np.empty((4, rows), np.uint32)
    every = slice(None)
    _start(state, key, np.arange(first, first + rows), every)
    tp = np.zeros(rows, np.int64)
    for t in range(cases):
        tp += _next_is_positive(state, every, positives - tp, cases - t)
        true_positives[:, t] = tp


@compiled(twin=_draw_side_by_side)
def draw_rankings(positives: int, key: int, first: int, true_positives: np.ndarray) -> None:
    """Fill each row with the cumulative true positives of a repetition: the same rankings that
    `score_rankings` scores.
    """
    cases = true_positives.shape[1]
    state = np.empty((4, 1), np.uint32)
    for row in range(true_positives.shape[0]):
        _start(state, key, first + row, 0)
        tp = 0
        for t in range(cases):
            tp += _next_is_positive(state, 0, positives - tp, cases - t)
            true_positives[row, t] = tp


@compiled(cache=False)  # anew for each metric that a user brings
def score_by_metric(
    metric: Callable[[np.ndarray, np.ndarray], float],
    true_positives: np.ndarray,
    scores: np.ndarray,
) -> None:
    """Score each row of cumulative true positives by a compiled metric."""
    position = np.arange(1, true_positives.shape[1] + 1)
    for row in range(scores.size):
        scores[row] = metric(true_positives[row], position - true_positives[row])
