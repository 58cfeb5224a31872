"""Simulated luck: the same as the exact distributions, repeatable, bounded, stoppable."""

import math
import os
import signal
import subprocess
import sys
import textwrap
import threading
from itertools import combinations, product

import numba
import numpy as np
import pytest

from course_lib import (
    critical_value,
    null_distribution,
    simulate_null,
    simulated_critical_value,
    simulated_critical_value_table,
)
from course_lib.chance import kernels, plain, simulate
from course_lib.chance.pieces import NamedScorer
from tests.helpers import near, refused, run_python

SETTINGS = [(10, 1000), (30, 20), (1, 7), (200, 100)]
METRICS = ["auc", "accuracy", "f_measure", "top_k"]


def largest_gap(scores, luck, most):
    """Between the cdf of the scores and the exact one, at so many of the scores or twice that."""
    at = np.unique(scores)[:: max(1, np.unique(scores).size // most)]
    seen = np.searchsorted(np.sort(scores), at, side="right") / scores.size
    return np.abs(seen - luck.cdf(at)).max()


@pytest.mark.parametrize(("p", "n"), SETTINGS)
@pytest.mark.parametrize("metric", METRICS)
def test_simulation_follows_the_exact_distribution(metric, p, n):
    repetitions = 200_000
    luck = null_distribution(metric, p, n, k=5)
    scores = simulate_null(metric, p, n, repetitions, seed=7, k=5)
    assert np.isin(scores, luck.support).all()
    # The largest gap between the two cdfs: for so many scores it exceeds 2.2 / sqrt(R) about once
    # in 10,000 runs (Kolmogorov's distribution; discrete scores only make it smaller).
    assert largest_gap(scores, luck, 300) < 2.2 / math.sqrt(repetitions)
    # And the upper tail, where critical values live, to four standard errors.
    for alpha in (0.1, 0.01, 0.001):
        critical = luck.critical_value(1, alpha)
        expected = luck.sf(critical)
        assert near((scores > critical).mean(), expected, repetitions, 4)


def test_the_test_above_would_notice_a_slightly_wrong_distribution():
    scores = simulate_null("auc", 30, 20, 200_000, seed=7)
    wrong = null_distribution("auc", 31, 20)
    assert largest_gap(scores, wrong, scores.size) > 2.2 / math.sqrt(scores.size)


def test_every_ranking_is_as_likely_as_every_other():
    repetitions = 350_000
    walks = np.empty((repetitions, 7), np.int64)
    kernels.draw_rankings(3, np.uint64(11), 0, walks)
    labels = np.diff(walks, prepend=0, axis=1)
    _, counts = np.unique(labels @ (2 ** np.arange(7)), return_counts=True)
    assert counts.size == len(list(combinations(range(7), 3)))
    chi_squared = ((counts - repetitions / 35) ** 2 / (repetitions / 35)).sum()
    assert chi_squared < 71  # exceeded by a fair source about once in 5,000 times (34 degrees)


# --- The kernels against their plain twins -----------------------------------------------------


def python_ranking(p, n, key, repetition):
    """The stream of one repetition in Python's own integers: splitmix64 and xoshiro128++."""

    def mix(z):
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) % 2**64
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) % 2**64
        return z ^ (z >> 31)

    def rotate(x, by):
        return ((x << by) | (x >> (32 - by))) % 2**32

    golden = 0x9E3779B97F4A7C15
    one = mix((key + repetition * golden) % 2**64)
    two = mix((one + golden) % 2**64)
    s = [one >> 32, one % 2**32, two >> 32, two % 2**32]
    tp, walk = 0, []
    for left in range(p + n, 0, -1):
        draw = (rotate((s[0] + s[3]) % 2**32, 7) + s[0]) % 2**32
        shifted = (s[1] << 9) % 2**32
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= shifted
        s[3] = rotate(s[3], 11)
        tp += (draw * left) >> 32 < p - tp
        walk.append(tp)
    return walk


def test_rankings_are_those_of_plain_python():
    key = 0xFEDCBA9876543210
    walks = np.empty((20, 37), np.int64)
    kernels.draw_rankings(9, np.uint64(key), 1000, walks)
    assert walks.tolist() == [python_ranking(9, 28, key, 1000 + i) for i in range(20)]


@pytest.mark.parametrize(("p", "n"), [(9, 28), (28, 9), (1, 1), (1, 60), (60, 1), (500, 700)])
def test_kernel_scores_are_those_of_plain_numpy(p, n):
    count, key, k = 45, np.uint64(3), min(4, p + n)  # 45: not a whole number of batches
    walks = np.empty((count, p + n), np.int64)
    kernels.draw_rankings(p, key, 5, walks)
    pairs, peak, top = (np.empty(count, np.int64) for _ in range(3))
    best_f = np.empty(count)
    kernels.score_rankings(p, n, k, key, 5, pairs, peak, best_f, top)
    expected = plain.score_rankings(walks, k)
    assert (pairs / (p * n)).tolist() == expected["auc"].tolist()
    assert ((peak + n) / (p + n)).tolist() == expected["accuracy"].tolist()
    assert best_f.tolist() == expected["f_measure"].tolist()
    assert top.tolist() == expected["top_k"].tolist()


def test_barrier_kernel_is_its_integer_twin():
    from course_lib.chance.f_measure import FMeasureDistribution, rankings_reaching
    from course_lib.chance.metrics import check_setting

    for p, n in [(8, 60), (60, 60), (5, 400), (400, 5), (1, 50), (50, 1), (150, 90)]:
        luck = FMeasureDistribution(check_setting("f_measure", p, n))
        total = math.comb(p + n, p)
        for score in [*luck.support[:: max(1, luck.support.size // 9)], 1.0]:
            reach = luck._reach(score)
            count = rankings_reaching(p, n, reach)
            touched, passed = kernels.walk_to_barrier(p, n, reach)
            assert touched / kernels.WALK_SCALE == pytest.approx(count / total, rel=1e-12)
            assert passed / kernels.WALK_SCALE == pytest.approx((total - count) / total, rel=1e-12)


# --- Repeatable --------------------------------------------------------------------------------


def test_same_seed_same_scores_for_any_number_of_threads_and_pieces(monkeypatch):
    monkeypatch.setattr(NamedScorer, "cases_in_a_piece", 5000)
    expected = simulate_null("f_measure", 20, 30, 3001, seed=5, threads=1)
    for threads in (2, 3, 8):
        assert (simulate_null("f_measure", 20, 30, 3001, seed=5, threads=threads) == expected).all()
    monkeypatch.setattr(NamedScorer, "cases_in_a_piece", 777)
    assert (simulate_null("f_measure", 20, 30, 3001, seed=5) == expected).all()
    assert not (simulate_null("f_measure", 20, 30, 3001, seed=6) == expected).all()


def test_seeds_of_every_kind():
    def scores(seed):
        return simulate_null("auc", 20, 30, 50, seed=seed).tolist()

    assert scores(1) == scores(np.int64(1)) == scores(np.random.SeedSequence(1))
    assert scores(np.random.default_rng(1)) == scores(np.random.default_rng(1))
    assert scores(None) != scores(None)
    rng = np.random.default_rng(1)
    assert scores(rng) != scores(rng)
    for wrong in (-1, 1.5, True, "x"):
        refused("seed must be None, a whole number", scores, wrong)


def test_global_random_state_is_left_alone():
    np.random.seed(1)  # noqa: NPY002
    before = np.random.get_state()[1].copy()  # noqa: NPY002
    simulate_null("auc", 5, 5, 10)
    assert (np.random.get_state()[1] == before).all()  # noqa: NPY002


# --- Metrics that readers bring ----------------------------------------------------------------


def best_accuracy(tp, fp):
    return max(0, (tp - fp).max()) / len(tp) + fp[-1] / len(tp)


def tenth(tp, fp):
    return tp[9]


def test_a_metric_that_a_reader_brings_compiled_or_not():
    named = simulate_null("accuracy", 12, 30, 500, seed=3)
    plain_scores = simulate_null(best_accuracy, 12, 30, 500, seed=3)
    fast_scores = simulate_null(numba.njit(best_accuracy), 12, 30, 500, seed=3, threads=2)
    assert plain_scores == pytest.approx(named, abs=1e-12)
    assert fast_scores == pytest.approx(named, abs=1e-12)
    assert simulate_null(tenth, 12, 30, 99, seed=1).tolist() == (
        simulate_null("TP10", 12, 30, 99, seed=1).tolist()
    )


def test_a_metric_sees_counts_along_the_ranking():
    seen = []

    def metric(tp, fp):
        seen.append((tp.copy(), fp.copy()))
        return 0.0

    simulate_null(metric, 3, 4, 5, seed=1)
    for tp, fp in seen:
        assert (tp + fp == np.arange(1, 8)).all()
        assert (tp[-1], fp[-1]) == (3, 4)
        assert np.isin(np.diff(tp), (0, 1)).all()
    assert len(seen) == 5


def test_a_metric_that_returns_nan_is_named():
    def precision_of_nobody(tp, fp):
        return float("nan")

    for metric in (precision_of_nobody, numba.njit(precision_of_nobody)):
        told = "'precision_of_nobody', called as metric(tp, fp), must"
        refused(told, simulate_null, metric, 3, 4, 5, seed=1)


@pytest.mark.parametrize("answer", [None, "high", [0.5, 0.6], 1j])
def test_a_metric_that_returns_no_number_is_named(answer):
    def forgetful(tp, fp):
        return answer

    refused(["'forgetful', called as metric", " got"], simulate_null, forgetful, 3, 4, 5, seed=1)


def test_a_compiled_metric_that_reads_too_far_is_noticed():
    @numba.njit
    def too_far(tp, fp):
        return tp[100]

    with pytest.raises(IndexError):
        simulate_null(too_far, 3, 4, 5, seed=1)


def test_a_metric_may_write_into_what_it_is_given():
    def count_first_half(tp, fp):
        tp += 1
        return tp[2]

    expected = simulate_null(lambda tp, fp: tp[2] + 1, 3, 4, 20, seed=1).tolist()
    assert simulate_null(count_first_half, 3, 4, 20, seed=1).tolist() == expected
    assert simulate_null(numba.njit(count_first_half), 3, 4, 20, seed=1).tolist() == expected


def test_an_error_in_a_metric_reaches_its_author():
    def broken(tp, fp):
        raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine"):
        simulate_null(broken, 3, 4, 5, seed=1)


# --- Keeping only the top ----------------------------------------------------------------------


def test_keep_top_is_the_top_of_everything(monkeypatch):
    monkeypatch.setattr(NamedScorer, "cases_in_a_piece", 5000)
    for metric in METRICS:
        everything = simulate_null(metric, 20, 30, 5000, seed=5)
        for size in (1, 99, 5000):
            top = simulate_null(metric, 20, 30, 5000, seed=5, keep_top=size)
            assert top.tolist() == np.sort(everything)[::-1][:size].tolist()


def test_memory_stays_small_when_only_the_top_is_kept():
    code = """
        import resource, sys
        from course_lib import simulate_null
        simulate_null("auc", 2, 2, 1000, seed=1, keep_top=10)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        top = simulate_null("auc", 2, 3, 60_000_000, seed=1, keep_top=1000)
        after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        unit = 1 if sys.platform == "darwin" else 1024
        print(top.size, (after - before) * unit)
    """
    size, grown = run_python(code)[0].split()
    assert int(size) == 1000
    assert int(grown) < 200e6  # all the scores would be 480 MB


def test_ctrl_c_stops_a_long_run_cleanly():
    code = """
        import signal, threading
        from course_lib import simulate_null
        signal.signal(signal.SIGINT, signal.default_int_handler)  # it may be inherited as ignored
        simulate_null("auc", 2, 2, 1000, seed=1)
        print("ready", flush=True)
        try:
            simulate_null("auc", 500, 500, 2_000_000_000, seed=1, keep_top=10, progress=False)
        except KeyboardInterrupt:
            print("stopped", threading.active_count())
    """
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout.readline() == "ready\n"
            timer = threading.Timer(1.0, os.kill, (process.pid, signal.SIGINT))
            timer.start()
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()  # if it has not stopped by itself
    assert (out, err, process.returncode) == ("stopped 1\n", "", 0)


# --- Critical values by simulation -------------------------------------------------------------


@pytest.mark.parametrize("metric", METRICS)
def test_simulated_critical_value_has_an_honest_interval(metric):
    # Twenty runs at 95 %: the chance that five or more miss is below 0.003 even if they were
    # only just honest; scores are discrete, which makes the range wider, not narrower.
    exact = critical_value(metric, 15, 40, competitors=3, alpha=0.05, k=6)
    runs = [
        simulated_critical_value(metric, 15, 40, 3, 0.05, repetitions=4000, seed=seed, k=6)
        for seed in range(20)
    ]
    assert sum(run.low <= exact <= run.high for run in runs) >= 16
    assert all(run.low <= run.value <= run.high for run in runs)


def test_the_interval_narrows_with_repetitions_and_widens_with_confidence():
    def width(repetitions, confidence):
        found = simulated_critical_value(
            "auc", 60, 90, 10, repetitions=repetitions, seed=1, confidence=confidence
        )
        return found.high - found.low

    assert width(400_000, 0.95) < width(20_000, 0.95) < width(20_000, 0.999)


def test_repetitions_are_those_of_the_paper():
    # Forman & Cohen, section 3: 9,950,416 repetitions for C = 100 and alpha = 0.01.
    found = simulated_critical_value("auc", 2, 2, competitors=100, seed=1)
    assert (found.repetitions, found.rank) == (9_950_416, 1000)
    assert found.value == 1.0


def test_ranks_left_open_are_binomial_quantiles():
    from scipy.stats import binom

    for r, level in [(1000, 0.01), (5000, 0.3), (10**7, 1e-5), (400, 0.97), (10**14, 1e-11)]:
        above, below = simulate._ranks_left_open(r, level, 0.025)
        assert binom.cdf(above - 1, r, level) <= 0.025 < binom.cdf(above, r, level)
        assert binom.sf(below - 1, r, level) <= 0.025 < binom.sf(below - 2, r, level)


def test_a_metric_of_ones_own_has_critical_values_too():
    found = simulated_critical_value(
        numba.njit(tenth), 30, 30, alpha=0.05, repetitions=20_000, seed=2
    )
    assert found.low <= critical_value("TP10", 30, 30, alpha=0.05) <= found.high
    assert "critical value of tenth for one classifier at" in found.sentence()


def test_a_simulated_table_is_near_the_exact_one():
    metrics = ["auc", "accuracy", "f_measure", "TP5", "TP10"]
    found = simulated_critical_value_table(
        metrics, [20, 40], [30, 60], competitors=[1, 10], alpha=0.01, repetitions=100_000, seed=4
    )
    for metric in metrics:
        assert found[metric].shape == (2, 2, 2)
        cells = product(enumerate([1, 10]), enumerate([20, 40]), enumerate([30, 60]))
        for (c, competitors), (i, p), (j, n) in cells:
            luck = null_distribution(metric, p, n)
            # The estimate's own tail must be near the level: within five standard errors.
            level = -math.expm1(math.log1p(-0.01) / competitors)
            error = math.sqrt(level / 100_000)
            value = found[metric][c, i, j]
            assert luck.sf(value) <= level + 5 * error
            assert luck.chance_at_least(value) >= level - 5 * error


def test_a_cell_of_a_simulated_table_does_not_depend_on_the_others():
    def cell(rows, columns):
        table = simulated_critical_value_table(
            "auc", rows, columns, competitors=10, repetitions=20_000, seed=4
        )
        return table["auc"][0, rows.index(40), columns.index(60)]

    assert cell([20, 40], [30, 60]) == cell([40], [60])
