"""Time and memory of two learners, measured as the data grow."""

import time
import tracemalloc
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import numpy as np


def naive_bayes(x: np.ndarray, y: np.ndarray) -> Any:
    """Train a naive Bayes: a mean and a standard deviation for each feature in each class."""
    return [(x[y == label].mean(axis=0), x[y == label].std(axis=0)) for label in (0, 1)]


def kernel_ridge(x: np.ndarray, y: np.ndarray) -> Any:
    """Train a kernel ridge: weights of the cases, from a table that compares all with all."""
    squares = (x**2).sum(axis=1)
    kernel = np.exp(-(squares[:, None] + squares - 2 * x @ x.T) / x.shape[1])
    return np.linalg.solve(kernel + np.eye(len(x)), y)


def measure_growth(sizes: tuple[int, ...] = (200, 400, 800, 1600)) -> dict[str, Any]:
    """Measure the time and memory to train a naive Bayes and a kernel ridge on growing data."""
    random = np.random.default_rng(0)
    found: dict[str, Any] = {"cases": np.array(sizes)}
    # On one thread: how work is shared out among several shows more than the work itself.
    with _one_thread():
        for name, train in (("naive Bayes", naive_bayes), ("kernel ridge", kernel_ridge)):
            measured = [_measured(train, size, random) for size in sizes]
            found[f"{name}, seconds"], found[f"{name}, bytes"] = np.array(measured).T
    return found


def _measured(train: Callable, size: int, random: np.random.Generator) -> tuple[float, int]:
    """Seconds and bytes that training takes."""
    x, y = random.standard_normal((size, 20)), np.arange(size) % 2
    best = np.inf
    for _ in range(3):  # the fastest is the least disturbed
        start = time.perf_counter()
        train(x, y)
        best = min(best, time.perf_counter() - start)
    tracemalloc.start()
    train(x, y)
    memory = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return best, memory


def _one_thread() -> AbstractContextManager:
    try:
        from threadpoolctl import threadpool_limits
    except ImportError:  # it comes with the course, not with the library alone
        return nullcontext()
    return threadpool_limits(1)
