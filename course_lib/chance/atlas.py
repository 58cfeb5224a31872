"""Critical values over a whole grid of test sets: in parallel, and remembered on disk.

A remembered grid is used only if it is whole and was made by this very code for this very
question; anything else is computed anew.
"""

import hashlib
import json
import os
import tempfile
import warnings
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor, as_completed
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import numpy as np

from course_lib.chance.competition import check_competitors
from course_lib.chance.metrics import check_metric, check_setting, check_sizes
from course_lib.chance.setting import Metric, Setting
from course_lib.common.arguments import as_list, open_unit_interval
from course_lib.common.bars import progress_bar

#: Test sets in one task: enough work that handing it to another process or machine pays.
_CELLS_IN_A_TASK = 16


def critical_value_table(
    metric: str,
    positives: Any,
    negatives: Any,
    competitors: int,
    alpha: float = 0.01,
    *,
    k: int = 10,
    progress: bool | None = None,
) -> np.ndarray:
    """Critical values for every pair of class sizes: a row for each size in `positives`, a
    column for each in `negatives`.

    `progress` shows a bar (None: when it takes longer than two seconds and someone can see it).

    Examples
    --------
    >>> critical_value_table("accuracy", [10, 20], [10, 20, 40], competitors=10)
    array([[0.9       , 0.83333333, 0.88      ],
           [0.83333333, 0.775     , 0.78333333]])
    """
    largest = check_metric(metric, k)[0].largest_class
    rows = check_sizes("positives", positives, largest)
    columns = check_sizes("negatives", negatives, largest)
    check_setting(metric, min(rows), min(columns), k)  # k must make sense for the smallest of them
    counts = [check_competitors(competitors)]
    return critical_value_grid(metric, rows, columns, counts, alpha, k=k, progress=progress)[0]


def critical_value_grid(
    metric: str,
    positives: Any,
    negatives: Any,
    competitors: Any,
    alpha: float = 0.01,
    *,
    k: int = 10,
    executor: Executor | None = None,
    cache: str | os.PathLike | None = None,
    progress: bool | None = None,
) -> np.ndarray:
    """Critical values for many test sets and several numbers of competitors at once.

    Returns an array with an axis for `competitors`, one for `positives`, one for `negatives`.
    Where a test set has fewer than `k` cases, `"top_k"` has no value, and the grid has NaN.

    Parameters
    ----------
    executor
        Anything with the interface of `concurrent.futures.Executor`: a process pool, or a dask
        client's `get_executor()` when one machine is not enough. Without one, threads are used.
        The values are the same with any.
    cache
        A folder to remember the grid in. A file that is damaged, or that was made by another
        version of the code, is not used but replaced.
    progress
        Show a bar (None: when it takes longer than two seconds and someone can see it).

    Examples
    --------
    >>> critical_value_grid("accuracy", [10, 20], [10, 20, 40], competitors=[10, 1000]).shape
    (2, 2, 3)
    """
    largest = check_metric(metric, k)[0].largest_class
    rows = check_sizes("positives", positives, largest)
    columns = check_sizes("negatives", negatives, largest)
    counts = [check_competitors(c) for c in as_list(competitors)]
    if not counts:
        raise ValueError("competitors must hold at least one number; got an empty list")
    alpha = open_unit_interval("alpha", alpha)
    # k must make sense for the largest of them; what is smaller has no value.
    setting = check_setting(metric, max(rows), max(columns), k)
    found = setting.metric

    question = {
        "metric": found.name,
        "positives": rows,
        "negatives": columns,
        "competitors": counts,
        "alpha": alpha,
        "k": setting.k,
    }
    file = None if cache is None else _GridFile(Path(cache), question)
    if file is not None and (remembered := file.read()) is not None:
        return remembered

    tasks = list(_tasks(found, rows, columns))
    known: dict[tuple[int, int], list[float]] = {}
    what = f"critical values of {found.name}"
    with progress_bar(sum(map(len, tasks)), what, progress) as bar:
        for cells, values in _in_parallel(executor, tasks, found, counts, alpha, setting.k):
            known |= zip(cells, values, strict=True)
            bar.update(len(cells))
    grid = np.array([[known[_cell(found, p, n)] for n in columns] for p in rows])
    grid = np.moveaxis(grid, 2, 0).copy()
    if file is not None:
        file.write(grid)
    return grid


def _cell(metric: Metric, positives: int, negatives: int) -> tuple[int, int]:
    """The test set to compute: for symmetric metrics, the same for both orders."""
    if metric.symmetric:
        return min(positives, negatives), max(positives, negatives)
    return positives, negatives


def _tasks(metric: Metric, rows: list[int], columns: list[int]) -> Iterator[list[tuple[int, int]]]:
    """The different test sets, in tasks of similar cost, the dearest first."""
    cells = sorted({_cell(metric, p, n) for p in rows for n in columns}, key=np.prod, reverse=True)
    count = max(1, len(cells) // _CELLS_IN_A_TASK)
    for start in range(count):
        yield cells[start::count]


def _in_parallel(
    executor: Executor | None,
    tasks: list[list[tuple[int, int]]],
    metric: Metric,
    competitors: list[int],
    alpha: float,
    k: int | None,
) -> Iterator[tuple[list[tuple[int, int]], list[list[float]]]]:
    """Each task and its values, as they are done."""
    given = None if executor is None else nullcontext(executor)
    with given or ThreadPoolExecutor(os.cpu_count()) as pool:
        futures: dict[Future, list[tuple[int, int]]] = {
            pool.submit(_critical_values, metric, cells, competitors, alpha, k): cells
            for cells in tasks
        }
        try:
            for future in as_completed(futures):
                yield futures[future], future.result()
        finally:
            for future in futures:
                future.cancel()


def _critical_values(
    metric: Metric,
    cells: Sequence[tuple[int, int]],
    competitors: list[int],
    alpha: float,
    k: int | None,
) -> list[list[float]]:
    """For each test set, the critical value for each number of competitors."""
    values = []
    for positives, negatives in cells:
        if k is not None and k > positives + negatives:
            values.append([np.nan] * len(competitors))
            continue
        luck = Setting(metric, positives, negatives, k).distribution()
        values.append([luck.critical_value(c, alpha) for c in competitors])
    return values


class _GridFile:
    """A grid on disk, with what it takes to know that it is the right one."""

    def __init__(self, folder: Path, question: dict[str, Any]) -> None:
        self.label = json.dumps({**question, "code": _code_fingerprint()}, sort_keys=True)
        digest = hashlib.sha256(self.label.encode()).hexdigest()[:16]
        self.path = folder / f"{question['metric']}-{digest}.npz"
        self.shape = tuple(len(question[x]) for x in ("competitors", "positives", "negatives"))

    def read(self) -> np.ndarray | None:
        """The grid, or None if there is none to be trusted."""
        try:
            # Opened here, for np.load does not close a file that it cannot read.
            with self.path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
                label, digest, grid = str(stored["label"]), str(stored["digest"]), stored["grid"]
        except Exception:  # missing, truncated, not a zip file, a key missing: all the same to us
            return None
        good = (
            label == self.label
            and grid.shape == self.shape
            and grid.dtype == np.float64
            and digest == _digest(grid)
        )
        return grid if good else None

    def write(self, grid: np.ndarray) -> None:
        """Store the grid, all of it or nothing."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=self.path.parent, delete=False) as part:
                np.savez_compressed(part, label=self.label, digest=_digest(grid), grid=grid)
            Path(part.name).replace(self.path)
        except OSError as error:  # the grid itself is fine, and must not be lost over this
            warnings.warn(f"the grid could not be remembered: {error}", stacklevel=3)


def _digest(grid: np.ndarray) -> str:
    return hashlib.sha256(np.ascontiguousarray(grid).tobytes()).hexdigest()


def _code_fingerprint() -> str:
    """Changes whenever the code that computes critical values does, or NumPy."""
    digest = hashlib.sha256(np.__version__.encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()
