"""Run all comparisons and print a table: ratio, what it is of, the target."""

import statistics
import subprocess
import sys
import time

import numpy as np
from scipy import stats
from sklearn.metrics import precision_recall_curve, roc_auc_score, roc_curve

from benchmarks import roc
from benchmarks.browser import browser
from benchmarks.intervals import intervals
from benchmarks.ranks import ranks
from course_lib import critical_value, null_distribution, p_value, simulate_null
from course_lib.chance.pieces import NamedScorer, pieces

ROUNDS = 5


def seconds(function, rounds=ROUNDS):
    """Median time of a call, after one to warm up."""
    function()
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def report(name, ratio, target=None):
    """One line: how many times faster ours is, and whether that meets its target."""
    verdict = (
        "" if target is None else f"   target {target:g}: {'met' if ratio >= target else 'MISSED'}"
    )
    print(f"{ratio:12,.1f} x  {name}{verdict}", flush=True)


# --- The peers ------------------------------------------------------------------------------


def sklearn_loop(positives, negatives, repetitions, rng):
    """AUC, best accuracy and best F of shuffles, one ranking at a time, with scikit-learn."""
    labels = np.array([1] * positives + [0] * negatives)
    scores = np.arange(labels.size, 0, -1.0)
    for _ in range(repetitions):
        truth = rng.permutation(labels)
        roc_auc_score(truth, scores)
        fpr, tpr, _ = roc_curve(truth, scores, drop_intermediate=False)
        (tpr * positives + (1 - fpr) * negatives).max() / labels.size
        precision, recall, _ = precision_recall_curve(truth, scores)
        np.nanmax(2 * precision * recall / np.maximum(precision + recall, 1e-300))


def numpy_batch(positives, negatives, repetitions, rng, batch=1000):
    """The same in NumPy, a batch of rankings at a time, as fast as we could make it."""
    labels = np.zeros((batch, positives + negatives), np.int32)
    labels[:, :positives] = 1
    cut = np.arange(1, positives + negatives + 1, dtype=np.int32)
    for _ in range(repetitions // batch):
        truth = rng.permuted(labels, axis=1)
        tp = truth.cumsum(axis=1, dtype=np.int32)
        (tp * (1 - truth)).sum(axis=1) / (positives * negatives)
        ((2 * tp - cut).max(axis=1).clip(0) + negatives) / (positives + negatives)
        (2 * tp / (positives + cut)).max(axis=1)


def ours(positives, negatives, repetitions, threads):
    """AUC, best accuracy and best F together, from one run of rankings."""
    metrics = ["auc", "accuracy", "f_measure"]
    scorer = NamedScorer(metrics, positives, negatives, 10, np.uint64(1))
    for _ in pieces(scorer, repetitions, threads):
        pass


def import_seconds(module):
    """Time to import a module in a fresh interpreter, less that of an empty one."""

    def fresh(code):
        return seconds(lambda: subprocess.run([sys.executable, "-c", code], check=True))

    return max(fresh(f"import {module}") - fresh("pass"), 1e-4)


# --- The comparisons --------------------------------------------------------------------------


def simulation():
    """Rankings a second at P = N = 100, AUC, accuracy and F together."""
    rng = np.random.default_rng(1)
    many = 2_000_000
    one = many / seconds(lambda: ours(100, 100, many, threads=1))
    two = many / seconds(lambda: ours(100, 100, many, threads=2))
    batch = 10_000 / seconds(lambda: numpy_batch(100, 100, 10_000, rng))
    loop = 100 / seconds(lambda: sklearn_loop(100, 100, 100, rng))
    print(f"Simulation at P = N = 100: {one:,.0f} rankings a second on one core")
    report("a loop over scikit-learn's metrics", one / loop)
    report("a NumPy batch", one / batch, 8)
    report("one thread, when two are used", two / one)


def exact():
    """One critical value at P = N = 1000 against 20,000 simulated repetitions."""
    print("One exact critical value at P = N = 1000, against 20,000 simulated rankings")
    for metric in ("auc", "accuracy", "f_measure", "top_k"):
        simulated = seconds(lambda metric=metric: simulate_null(metric, 1000, 1000, 20_000, seed=1))
        # A new distribution each time: nothing is remembered from the call before.
        found = seconds(
            lambda metric=metric: null_distribution(metric, 1000, 1000).critical_value(1000, 0.01)
        )
        report(f"cheaper for {metric}", simulated / found, 1)


def mann_whitney():
    """An exact p-value of the AUC against scipy's exact Mann-Whitney test."""
    print("An exact p-value of the AUC, against scipy's exact Mann-Whitney")
    for size in (50, 100, 200):
        x, y = np.arange(size) + 0.5, np.arange(size)

        def scipy_exact(x=x, y=y):
            # scipy remembers the counts of the last sizes; others in between make it forget.
            stats.mannwhitneyu([1.0], [2.0], method="exact")
            return stats.mannwhitneyu(x, y, alternative="greater", method="exact").pvalue

        right = size * (size + 1) // 2 / size**2
        ours_seconds = seconds(
            lambda right=right, size=size: null_distribution("auc", size, size).p_value(right)
        )
        report(f"faster at P = N = {size}", seconds(scipy_exact, rounds=3) / ours_seconds)
    # Should the two agree one day, scipy has been mended, and REFERENCE.md must follow.
    size = 515
    x, y = np.arange(size) + 0.5, np.arange(size)
    with np.errstate(all="ignore"):
        theirs = stats.mannwhitneyu(x, y, alternative="greater", method="exact").pvalue
    found = p_value("auc", size * (size + 1) // 2 / size**2, size, size)
    verdict = "AGREES (mend REFERENCE.md)" if abs(theirs / found - 1) < 1e-3 else "overflows"
    print(f"                (at P = N = 515 scipy {verdict}: {theirs:.6g}; ours is {found:.6g})")


def imports():
    """Time of `import course_lib`."""
    print("import course_lib")
    report(
        "faster than import scipy.stats",
        import_seconds("scipy.stats") / import_seconds("course_lib"),
        3,
    )


if __name__ == "__main__":
    print("Each ratio is how many times faster ours is than what the line names.\n")
    critical_value("f_measure", 100, 100)  # compile before anything is timed
    for comparison in (simulation, exact, mann_whitney, imports):
        comparison()
        print()
    ranks(seconds, report)
    print()
    intervals(report, seconds)
    print()
    roc.run(seconds, report)
    print()
    browser()
