"""Write the critical values behind the chart that readers move in: too slow for a slider.

    python tools/write_chart_ladder.py

A chart needs hundreds of critical values for every choice of C and alpha, and a slider must feel
immediate. C and alpha act only through the level of a single competitor, q = 1-(1-alpha)^(1/C), so
one ladder of levels serves them all: each stored value is exact, at its size and level; between
levels the chart interpolates.
"""

from pathlib import Path

import numpy as np

from course_lib.chance.ladder import FILE, LEVELS, SIZES
from course_lib.chance.metrics import METRICS, check_setting
from course_lib.common.bars import progress_bar


def main():
    """Compute all values and write the file."""
    tables = {}
    stored = [metric for metric in METRICS.values() if metric.formula is None]
    with progress_bar(len(stored) * len(SIZES) ** 2, "critical values", True, "cells") as bar:
        for metric in stored:
            table = np.full((len(SIZES), len(SIZES), len(LEVELS)), np.nan)
            for i, positives in enumerate(SIZES):
                for j, negatives in enumerate(SIZES):
                    bar.update(1)
                    if metric.symmetric and i > j:
                        table[i, j] = table[j, i]
                    elif not metric.takes_k or positives + negatives >= 10:
                        luck = check_setting(metric.name, positives, negatives).distribution()
                        table[i, j] = [luck.critical_value(1, level) for level in LEVELS]
            tables[metric.name] = table.astype(np.float32)
    np.savez_compressed(FILE, **tables)
    print(f"{Path(FILE).name}: {Path(FILE).stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
