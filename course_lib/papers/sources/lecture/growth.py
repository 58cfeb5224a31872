"""Time and memory of two learners, measured as the data grow."""

import time
import tracemalloc
from typing import Any

import numpy as np


def measure_growth(sizes: tuple[int, ...] = (200, 400, 800, 1600)) -> dict[str, Any]:
    """Measure the time and memory to train a naive Bayes and a kernel ridge on growing data."""
    from sklearn.kernel_ridge import KernelRidge
    from sklearn.naive_bayes import GaussianNB
    from threadpoolctl import threadpool_limits

    random = np.random.default_rng(0)
    found: dict[str, Any] = {"cases": np.array(sizes)}
    learners = {"naive Bayes": GaussianNB(), "kernel ridge": KernelRidge(kernel="rbf")}
    # On one thread: how work is shared out among several shows more than the work itself.
    with threadpool_limits(1):
        for name, learner in learners.items():
            found |= _measured(name, learner, sizes, random)
    return found


def _measured(name: str, learner: Any, sizes: tuple[int, ...], random: Any) -> dict[str, Any]:
    """Seconds and bytes that one learner takes to train, for each size."""
    seconds, memory = [], []
    learner.fit(random.standard_normal((50, 20)), np.arange(50) % 2)  # load what it needs
    for size in sizes:
        x, y = random.standard_normal((size, 20)), np.arange(size) % 2
        best = np.inf
        for _ in range(3):  # the fastest is the least disturbed
            start = time.perf_counter()
            learner.fit(x, y)
            best = min(best, time.perf_counter() - start)
        tracemalloc.start()
        learner.fit(x, y)
        memory.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        seconds.append(best)
    return {f"{name}, seconds": np.array(seconds), f"{name}, bytes": np.array(memory)}
