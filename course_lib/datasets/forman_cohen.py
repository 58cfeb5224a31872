"""The tables of Forman and Cohen (2005)."""

from dataclasses import dataclass

import numpy as np

from course_lib.datasets.files import rows_of


@dataclass(frozen=True)
class PublishedCriticalValues:
    """The nine tables in appendix B of Forman & Cohen's technical report."""

    #: Numbers of competitors, the first axis of each array.
    competitors: tuple[int, ...]
    #: Class sizes, in the order of the other two axes: positives, then negatives.
    sizes: tuple[int, ...]
    #: For each of "accuracy", "auc" and "f_measure", the printed critical values.
    values: dict[str, np.ndarray]


def load_forman_cohen_critical_values() -> PublishedCriticalValues:
    """Critical values at alpha = 0.01 as printed in 2005, to three decimals.

    Source: G. Forman and I. Cohen, *Beware the Null Hypothesis: Critical Value Tables for
    Evaluating Classifiers*, HP Laboratories, HPL-2005-70, appendix B, tables 1 to 9.

    >>> published = load_forman_cohen_critical_values()
    >>> published.competitors, published.values["auc"].shape
    ((10, 100, 1000), (3, 19, 19))
    """
    rows = rows_of("forman_cohen_critical_values.csv")
    competitors = tuple(sorted({int(row["competitors"]) for row in rows}))
    sizes = tuple(sorted({int(row["positives"]) for row in rows}))
    shape = (len(competitors), len(sizes), len(sizes))
    values = {row["metric"]: np.full(shape, np.nan) for row in rows}
    for row in rows:
        cell = (
            competitors.index(int(row["competitors"])),
            sizes.index(int(row["positives"])),
            sizes.index(int(row["negatives"])),
        )
        values[row["metric"]][cell] = float(row["critical_value"])
    return PublishedCriticalValues(competitors, sizes, values)
