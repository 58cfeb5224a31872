"""*Corrections*: the same p-values under nine corrections, side by side."""

from typing import Any

import numpy as np
from matplotlib.figure import Figure

from course_lib.common.phrases import counted, percent
from course_lib.plots.ranks import draw_corrections
from course_lib.ranks.corrections import adjust_pairwise
from course_lib.ranks.pairwise import pairwise_tests
from course_lib.widgets.controls import Choice, Number, level
from course_lib.widgets.own_table import TablePanel
from course_lib.widgets.panel import Told

_TESTS = (("Wilcoxon", "wilcoxon"), ("sign", "sign"), ("mean ranks", "mean-ranks"))
#: What stands above the columns, and which corrections they are.
_COLUMNS = {
    "none": "none",
    "Bonf.": "bonferroni",
    "Holm": "holm",
    "Hochb.": "hochberg",
    "Hommel": "hommel",
    "Shaffer": "shaffer",
    "B.-H.": "bergmann-hommel",
    "Li*": "li",
    "Finner*": "finner",
}
_ROWS = 10
#: Bergmann and Hommel's work grows threefold with each algorithm.
_MOST_ALGORITHMS = 9


class Corrections(TablePanel):
    """The same p-values under nine corrections, side by side."""

    front = "corrections"
    size = (9.4, 5.2)

    def __init__(self, table: Any = None) -> None:
        self.take(table)
        most = min(self.table.shape[1], _MOST_ALGORITHMS)
        fewest = min(3, most)
        self._found = {
            (test, size): self._adjusted(test, size)
            for _, test in _TESTS
            for size in range(fewest, most + 1)
        }
        super().__init__(
            {
                "test": Choice("test", "wilcoxon", _TESTS),
                "alpha": level(0.05),
                "algorithms": Number("how many algorithms", most, fewest, most),
            }
        )

    def own_tables(self) -> dict[str, Any]:
        """The adjusted p-values for each test and each number of algorithms."""
        return {
            "columns": [list(column) for column in _COLUMNS.items()],
            "rows": _ROWS,
            "names": list(self.table.names[:_MOST_ALGORITHMS]),
            "found": {
                f"{test} {size}": {"pairs": pairs.tolist(), "adjusted": adjusted.tolist()}
                for (test, size), (pairs, adjusted) in self._found.items()
            },
        }

    def _adjusted(self, test: str, algorithms: int) -> tuple[np.ndarray, np.ndarray]:
        """Pairs of columns, the smallest p-values first; and a row of them for each correction."""
        table = self.table.subset(self.table.names[:algorithms])
        raw = pairwise_tests(table, test, "none").p_values
        first, second = np.triu_indices(algorithms, 1)
        order = np.argsort(raw[first, second], kind="stable")
        first, second = first[order], second[order]
        adjusted = [adjust_pairwise(raw, method)[first, second] for method in _COLUMNS.values()]
        return np.transpose([first, second]), np.array(adjusted)

    def _labels(self, pairs: np.ndarray) -> list[str]:
        names = self.table.names
        return [f"{names[i]}-{names[j]}" for i, j in pairs]

    def make_axes(self, figure: Figure) -> Any:
        """Room for the names of pairs and corrections."""
        figure.subplots_adjust(left=0.1, right=0.99, bottom=0.03, top=0.86)
        return figure.subplots()

    def draw(self, axes: Any, v: dict[str, Any]) -> None:
        """The smallest p-values, and what becomes of them."""
        pairs, adjusted = self._found[v["test"], v["algorithms"]]
        shown = self._labels(pairs[:_ROWS])
        columns = dict(zip(_COLUMNS, adjusted[:, :_ROWS], strict=True))
        draw_corrections(axes, shown, columns, v["alpha"])
        title = (
            f"Adjusted p-values of {len(shown)} of {counted(len(pairs), 'pair')}; orange: at most "
            f"{percent(v['alpha'])}"
        )
        axes.set_title(title, loc="left", pad=30)

    def tell(self, v: dict[str, Any]) -> Told:
        """How many are significant with each correction."""
        pairs, adjusted = self._found[v["test"], v["algorithms"]]
        counts = (adjusted <= v["alpha"]).sum(axis=1)
        told = ", ".join(f"{n} {count}" for n, count in zip(_COLUMNS.values(), counts, strict=True))
        words = (
            f"Significant at the {percent(v['alpha'])} level among "
            f"{counted(len(pairs), 'pair')}: {told}. "
            "(* Li is meant for independent tests, which pairs are not; Finner does not keep the "
            "family-wise error.)"
        )
        shown = self._labels(pairs[:_ROWS])
        alt = (
            f"A table of adjusted p-values with a row for each of {counted(len(shown), 'pair')}, "
            f"from {shown[0]} to {shown[-1]}, and a column for each correction; significant: "
            f"{told}."
        )
        return Told(words, alt)
