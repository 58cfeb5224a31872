"""What figures, tables and claims of the paper share, computed once and when first asked for."""

import time
from functools import cached_property

import numpy as np

from course_lib.chance.atlas import critical_value_grid
from course_lib.chance.metrics import METRICS
from course_lib.chance.simulate import simulated_critical_value
from course_lib.datasets import PublishedCriticalValues, load_forman_cohen_critical_values
from course_lib.papers.source import OpenSource
from course_lib.papers.sources.forman_cohen.printed_tables import (
    ALPHA,
    TableComparison,
    compare_tables,
)

#: Class sizes of the charts: the paper's 2 to 1000, closer together where the surfaces bend. All
#: sizes printed in the tables are among them.
SIZES = (
    *(2, 3, 4, 5, 6, 8, 10, 13, 16),
    *range(20, 101, 10),
    *(125, 150, 175, 200),
    *range(250, 1001, 50),
)
COMPETITORS = (10, 100, 1000)
ALL_METRICS = ("auc", "accuracy", "f_measure", "top_k")


class Run(OpenSource):
    """The paper, opened: it simulated what is computed exactly here."""

    @cached_property
    def published(self) -> PublishedCriticalValues:
        """The nine printed tables."""
        return load_forman_cohen_critical_values()

    @cached_property
    def comparisons(self) -> dict[str, TableComparison]:
        """The printed tables beside the exact values."""
        rows = [SIZES.index(size) for size in self.published.sizes]
        return {
            metric: compare_tables(
                self.published, metric, self.grids[metric][:, rows][:, :, rows], self.progress
            )
            for metric in self.published.values
        }

    @property
    def grids(self) -> dict[str, np.ndarray]:
        """Exact critical values by metric, over competitors, positives and negatives."""
        return self._timed_grids[0]

    @property
    def grid_seconds(self) -> float:
        """CPU time of these."""
        return self._timed_grids[1]

    @cached_property
    def _timed_grids(self) -> tuple[dict[str, np.ndarray], float]:
        start = time.process_time()
        grids = {
            metric: critical_value_grid(
                metric, SIZES, SIZES, COMPETITORS, ALPHA, progress=self.progress
            )
            for metric in ALL_METRICS
        }
        return grids, time.process_time() - start

    def grid(self, metric: str, competitors: int) -> np.ndarray:
        """One grid: rows of positives, columns of negatives."""
        return self.grids[metric][COMPETITORS.index(competitors)]

    @cached_property
    def simulation_seconds(self) -> float:
        """CPU time of the paper's own procedure here: C = 100, P = N = 100."""
        simulated_critical_value("auc", 100, 100, 1, repetitions=10_000, seed=1)  # compile
        start = time.process_time()
        simulated_critical_value("auc", 100, 100, 100, seed=1, progress=self.progress)
        return time.process_time() - start


def title_of(metric: str) -> str:
    """The metric's name for a heading."""
    return METRICS[metric].title.format(k=10)
