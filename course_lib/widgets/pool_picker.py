"""*Pool picker*: two algorithms whose scores never change, among others that do."""

from typing import Any, ClassVar

import numpy as np
from matplotlib.figure import Figure

from course_lib.common.phrases import p_in_words, percent, scores_apart
from course_lib.pairs.wilcoxon import wilcoxon_test
from course_lib.plots.ranks import draw_duel, draw_line_of_ranks
from course_lib.ranks.nemenyi import critical_difference
from course_lib.ranks.ranking import mean_ranks, win_table
from course_lib.widgets.controls import Choice, Ticks, level
from course_lib.widgets.own_table import TablePanel
from course_lib.widgets.panel import Told
from course_lib.widgets.variant_factory import CRITICAL_DIFFERENCES

#: So many bars show the duel; of more data sets every second or third one, and so on.
_MOST_BARS = 200


class PoolPicker(TablePanel):
    """Two algorithms whose scores never change, and a pool of others to choose."""

    front = "pool_picker"
    size = (8.6, 3.9)
    arguments = ("first", "second", "pool", "higher_is_better")
    controls: ClassVar = {
        "correction": Choice("critical difference", "bonferroni", CRITICAL_DIFFERENCES),
        "alpha": level(0.05),
    }

    def __init__(
        self,
        table: Any = None,
        first: str = "C2",
        second: str = "C4",
        pool: Any = ("C1", "C3"),
        higher_is_better: bool = True,
    ) -> None:
        self.take(table)
        names = self.table.names
        self._columns = [self.table.column("first", first), self.table.column("second", second)]
        self.first, self.second = (names[column] for column in self._columns)
        self.higher_is_better = higher_is_better
        members = {
            names[self.table.column("pool", name)]
            for name in ([pool] if isinstance(pool, str) else pool)
        }
        self.others = [name for name in names if name not in (self.first, self.second)]
        a, b = self.table.scores[:, self._columns].T
        self._difference = a - b if higher_is_better else b - a
        self._own = p_in_words(wilcoxon_test(a, b).p_value, 0.05)
        chosen = [name for name in self.others if name in members]
        label = f"Beside {self.first} and {self.second} in the pool"
        super().__init__({"pool": Ticks(label, chosen, self.others), **self.controls})

    def own_tables(self) -> dict[str, Any]:
        """The duels: a mean rank is 1 and a share for each of the others in the pool."""
        wins, ties = win_table(self.table, self.higher_is_better)
        ordered = np.sort(self._difference)[::-1]
        few = np.linspace(0, ordered.size - 1, min(ordered.size, _MOST_BARS)).round().astype(int)
        return {
            "names": list(self.table.names),
            "first": self.first,
            "second": self.second,
            "dataSets": self.table.shape[0],
            # Row by row what costs an algorithm a rank: where others win, and half of the ties.
            "duels": (wins.T + ties / 2).tolist(),
            "differences": ordered[few].tolist(),
            "won": [int((ordered > 0).sum()), int((ordered < 0).sum()), int((ordered == 0).sum())],
            "own": self._own,
        }

    def make_axes(self, figure: Figure) -> Any:
        """The line of ranks on the left, the duel of the two on the right."""
        figure.subplots_adjust(left=0.03, right=0.98, bottom=0.15, top=0.88, wspace=0.25)
        return figure.subplots(1, 2, width_ratios=[1.7, 1])

    def draw(self, axes: Any, v: dict[str, Any]) -> None:
        """Mean ranks in this pool; and the duel, which never changes."""
        ranks, needed = self._ranked(v)
        draw_line_of_ranks(axes[0], ranks, self.first, self.second, needed, self.table.shape[1])
        draw_duel(axes[1], self._difference, self.first, self.second)

    def tell(self, v: dict[str, Any]) -> Told:
        """How far apart the two are in this pool, and how far they must be."""
        ranks, needed = self._ranked(v)
        apart = abs(ranks[self.first] - ranks[self.second])
        far = apart >= needed * (1 - 1e-12)
        others = v["pool"]
        company = " and ".join([", ".join(others[:-1]), others[-1]] if others[1:] else others)
        apart_text, needed_text = scores_apart(apart, needed, decimals=2)
        words = (
            f"With {company or 'nobody else'} in the pool: {self.first} and {self.second} are "
            f"{apart_text} ranks apart and must be {needed_text}: "
            f"{'significantly different' if far else 'not significant'} at the "
            f"{percent(v['alpha'])} level. Their own scores have not changed: Wilcoxon's test of "
            f"the two alone gives {self._own}, whoever else is there."
        )
        told = ", ".join(f"{name} {rank:.2f}" for name, rank in ranks.items())
        alt = (
            f"Mean ranks on a line: {told}; a bar of length {needed:.2f} shows how far apart "
            f"{self.first} and {self.second} must be. Beside it their differences on "
            f"{self.table.shape[0]} data sets."
        )
        return Told(words, alt)

    def _ranked(self, v: dict[str, Any]) -> tuple[dict[str, float], float]:
        pool = self.table.subset([self.first, self.second, *v["pool"]])
        data_sets, algorithms = pool.shape
        needed = critical_difference(algorithms, data_sets, v["alpha"], v["correction"])
        return mean_ranks(pool, self.higher_is_better), needed
