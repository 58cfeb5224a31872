"""Widgets of the lesson on mean ranks."""

from itertools import combinations
from typing import Any, ClassVar

import ipywidgets
import numpy as np
from scipy.special import ndtr

from course_lib.common.phrases import counted, p_in_words, percent
from course_lib.common.score_table import score_table
from course_lib.datasets import load_benavoli_accuracies
from course_lib.pairs.power import sign_test_power
from course_lib.pairs.wilcoxon import wilcoxon_test
from course_lib.plots.ranks import (
    draw_corrections,
    draw_duel,
    draw_line_of_ranks,
    draw_power,
    draw_variants,
)
from course_lib.ranks.corrections import adjust_pairwise
from course_lib.ranks.nemenyi import critical_difference
from course_lib.ranks.pairwise import pairwise_tests
from course_lib.ranks.power import mean_ranks_power
from course_lib.ranks.ranking import mean_ranks
from course_lib.ranks.variants import variant_trick
from course_lib.widgets.panel import Panel, dropdown, ladder, scores, slider, tick
from course_lib.widgets.two_classifiers import ALPHAS

_CORRECTIONS = [("Bonferroni, as in the paper", "bonferroni"), ("Nemenyi", "nemenyi")]
_TESTS = [("Wilcoxon", "wilcoxon"), ("sign", "sign"), ("mean ranks", "mean-ranks")]


class PoolPicker(Panel):
    """Two algorithms whose scores never change, and a pool of others to choose."""

    name = "pool_picker"
    size = (8.6, 3.9)

    def __init__(
        self,
        table: Any = None,
        first: str = "C2",
        second: str = "C4",
        pool: Any = ("C1", "C3"),
        higher_is_better: bool = True,
    ) -> None:
        self.table = load_benavoli_accuracies() if table is None else score_table(table)
        self.higher_is_better = higher_is_better
        if table is None:
            self.stills = ({}, {"C1": True, "C3": False, "C5": True})
        taken = {"correction", "alpha"} & set(self.table.names)
        if taken:
            raise ValueError(
                f"table must have other names than {', '.join(sorted(taken))}, which a control of "
                "the panel has"
            )
        a, b = self.table.column("first", first), self.table.column("second", second)
        for name in pool:
            self.table.column("pool", name)
        self.first, self.second = first, second
        self.others = [name for name in self.table.names if name not in (first, second)]
        up = self.table.upwards(higher_is_better)
        self._difference = up[:, a] - up[:, b]
        own = wilcoxon_test(self.table.scores[:, a], self.table.scores[:, b])
        self._own = p_in_words(own.p_value, 0.05)
        super().__init__(
            {
                **{name: tick(name, name in pool) for name in self.others},
                "correction": dropdown("critical difference", "bonferroni", _CORRECTIONS),
                "alpha": ladder("level alpha", 0.05, ALPHAS),
            }
        )

    def arrange(self, controls: dict[str, ipywidgets.Widget]) -> list[ipywidgets.Widget]:
        """The boxes to tick stand in one row."""
        boxes = [controls[name] for name in self.others]
        label = ipywidgets.HTML(f"Beside {self.first} and {self.second} in the pool:")
        row = ipywidgets.HBox([label, *boxes], layout={"flex_flow": "row wrap"})
        return [row, *(c for name, c in controls.items() if name not in self.others)]

    def make_axes(self) -> Any:
        """The line of ranks on the left, the duel of the two on the right."""
        axes = self.figure.subplots(1, 2, width_ratios=[1.7, 1])
        self.figure.subplots_adjust(left=0.03, right=0.98, bottom=0.15, top=0.88, wspace=0.25)
        return axes

    def paint(self) -> tuple[str, str]:
        """Mean ranks in this pool; and the duel, which never changes."""
        v = self.values
        pool = [self.first, self.second, *(name for name in self.others if v[name])]
        table = self.table.subset(pool)
        ranks = mean_ranks(table, self.higher_is_better)
        needed = critical_difference(len(pool), table.shape[0], v["alpha"], v["correction"])
        far = draw_line_of_ranks(
            self.axes[0], ranks, self.first, self.second, needed, self.table.shape[1]
        )
        draw_duel(self.axes[1], self._difference, self.first, self.second)
        company = " and ".join([", ".join(pool[2:-1]), pool[-1]]) if pool[3:] else "".join(pool[2:])
        words = (
            f"With {company or 'nobody else'} in the pool: {self.first} and {self.second} are "
            f"{abs(ranks[self.first] - ranks[self.second]):.2f} ranks apart and must be "
            f"{needed:.2f}: {'significantly different' if far else 'not significant'} at the "
            f"{percent(v['alpha'])} level. Their own scores have not changed: Wilcoxon's test of "
            f"the two alone gives {self._own}, whoever else is there."
        )
        told = ", ".join(f"{name} {rank:.2f}" for name, rank in ranks.items())
        alt = (
            f"Mean ranks on a line: {told}; a bar of length {needed:.2f} shows how far apart "
            f"{self.first} and {self.second} must be. Beside it their differences on "
            f"{table.shape[0]} data sets."
        )
        return words, alt


class VariantFactory(Panel):
    """How many weak variants of itself make an algorithm look significantly better?"""

    name = "variant_factory"
    size = (8.0, 4.4)
    stills = ({}, {"variants": 3})
    _MOST = 30

    def __init__(self, wins: int = 10, data_sets: int = 20, variants: int = 0) -> None:
        super().__init__(
            {
                "variants": slider("weak variants", variants, 0, self._MOST),
                "wins": slider("A0 beats B on", wins, 0, data_sets),
                "data_sets": slider("data sets", data_sets, 5, 60),
                "correction": dropdown("critical difference", "bonferroni", _CORRECTIONS),
            }
        )

    def adapt(self, name: str) -> None:
        """Nobody wins on more data sets than there are."""
        if name == "data_sets":
            self.controls["wins"].max = self.values["data_sets"]

    def pose(self, settings: dict[str, Any]) -> None:
        """The data sets first, for the wins must fit into them."""
        wanted = {**self._defaults, **settings}
        self._fit(wanted["data_sets"])
        super().pose(settings)

    def reset(self) -> None:
        """Back, with room for the wins."""
        self.at_once(lambda: (self._fit(self._defaults["data_sets"]), self._move(self._defaults)))

    def _fit(self, data_sets: int) -> None:
        self.controls["data_sets"].value = data_sets
        self.controls["wins"].max = data_sets

    def _verdict(self, needed: int | None, variants: int) -> str:
        """How many it takes; only once that was found out, for it is what the reader looks for."""
        if needed is not None and variants >= needed:
            return f"Variants needed: {needed}."
        return f"Not even {self._MOST} variants do." if variants == self._MOST else "Not yet."

    def paint(self) -> tuple[str, str]:
        """The lead and what it must reach."""
        v = self.values
        trick = variant_trick(
            v["wins"], v["data_sets"] - v["wins"], self._MOST, 0.05, v["correction"]
        )
        reached = draw_variants(self.axes, trick, v["variants"])
        words = (
            f"With {counted(v['variants'], 'weak variant')} in the pool, z is "
            f"{trick.z[v['variants']]:.2f} and must reach {trick.critical[v['variants']]:.2f} "
            f"({v['correction'].capitalize()}): A0 "
            f"is {'significantly better' if reached else 'not significantly better'} than B, which "
            f"it beats on {v['wins']} of {v['data_sets']} data sets. "
            + self._verdict(trick.needed, v["variants"])
        )
        alt = (
            f"A curve of A0's lead over B for 0 to {self._MOST} weak variants, from "
            f"{trick.z[0]:.2f} to {trick.z[-1]:.2f}, and a dashed curve of what it must reach, "
            f"from {trick.critical[0]:.2f} to {trick.critical[-1]:.2f}; a dot at {v['variants']}."
        )
        return words, alt


def _power(gap: float, distance: float, others: int, data_sets: int) -> float:
    means = [0.0, gap, *(gap + distance + i for i in range(others))]
    return mean_ranks_power(means, data_sets)


class Power(Panel):
    """A and B stay where they are; the others move away, and the test loses sight of the two."""

    name = "power"
    size = (8.0, 4.2)
    _DISTANCES = tuple(np.arange(-4.0, 6.01, 0.5).tolist())

    def __init__(
        self, distance: float = 3.5, data_sets: int = 20, gap: float = 1.5, others: int = 3
    ) -> None:
        super().__init__(
            {
                "distance": scores("first other ahead by", distance, -4.0, 6.0, 0.5),
                "data_sets": slider("data sets", data_sets, 6, 60),
                "gap": scores("B ahead of A by", gap, 0.0, 3.0, 0.25),
                "others": slider("number of others", others, 1, 8),
            }
        )
        for name in ("distance", "gap"):
            self.controls[name].readout_format = ".2f"

    def paint(self) -> tuple[str, str]:
        """Both powers, and where we are."""
        v = self.values
        gap, others, data_sets = v["gap"], v["others"], v["data_sets"]
        powers = [_power(gap, d, others, data_sets) for d in self._DISTANCES]
        here = _power(gap, v["distance"], others, data_sets)
        sign = sign_test_power(float(ndtr(gap / np.sqrt(2))), data_sets)
        draw_power(self.axes, self._DISTANCES, powers, sign, v["distance"])
        words = (
            f"On {data_sets} data sets, at the 5 % level, the sign test finds the difference "
            f"between A and B with chance {sign:.3f}, whoever else is there. With "
            f"{counted(others, 'other')}, the first {abs(v['distance']):.2f} standard deviations "
            f"{'ahead of' if v['distance'] >= 0 else 'behind'} B and each next one 1 further "
            f"ahead, the mean-ranks test finds it with chance {here:.3f}."
        )
        if gap == 0:
            words += " (There is no difference: both chances are errors.)"
        alt = (
            f"A level line for the sign test at {sign:.3f}, and a dashed curve for the mean-ranks "
            f"test from {powers[0]:.3f} to {powers[-1]:.3f} as the others move from 4 standard "
            "deviations behind B to 6 ahead."
        )
        return words, alt


class Corrections(Panel):
    """The same p-values under nine corrections, side by side."""

    name = "corrections"
    size = (9.4, 5.2)
    _ROWS = 10
    _COLUMNS: ClassVar = {
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

    def __init__(self, table: Any = None) -> None:
        self.table = load_benavoli_accuracies() if table is None else score_table(table)
        most = min(self.table.shape[1], 9)
        super().__init__(
            {
                "test": dropdown("test", "wilcoxon", _TESTS),
                "alpha": ladder("level alpha", 0.05, ALPHAS),
                "algorithms": slider("the first so many", most, 3, most),
            }
        )

    def make_axes(self) -> Any:
        """Room for the names of pairs and corrections."""
        self.figure.subplots_adjust(left=0.1, right=0.99, bottom=0.03, top=0.86)
        return self.figure.subplots()

    def backdrop(self) -> tuple:
        """The names of the pairs stand beside the table, and they change."""
        return (*super().backdrop(), self.state)

    def paint(self) -> tuple[str, str]:
        """The smallest p-values, and what becomes of them."""
        v = self.values
        table = self.table.subset(self.table.names[: v["algorithms"]])
        raw = pairwise_tests(table, v["test"], "none").p_values
        found = {
            label: adjust_pairwise(raw, correction) for label, correction in self._COLUMNS.items()
        }
        pairs = sorted(combinations(range(v["algorithms"]), 2), key=lambda p: (raw[p], p))
        shown = pairs[: self._ROWS]
        labels = [f"{table.names[i]}-{table.names[j]}" for i, j in shown]
        self.state = tuple(labels)
        counts = {label: int(np.triu(p <= v["alpha"], 1).sum()) for label, p in found.items()}
        draw_corrections(
            self.axes,
            labels,
            {label: [p[pair] for pair in shown] for label, p in found.items()},
            v["alpha"],
        )
        self.axes.set_title(
            f"Adjusted p-values of {len(shown)} of {counted(len(pairs), 'pair')}; orange: at most "
            f"{percent(v['alpha'])}",
            loc="left",
            pad=30,
        )
        told = ", ".join(f"{self._COLUMNS[label]} {count}" for label, count in counts.items())
        words = (
            f"Significant at the {percent(v['alpha'])} level among "
            f"{counted(len(pairs), 'pair')}: {told}. "
            "(* Li is meant for independent tests, which pairs are not; Finner does not keep the "
            "family-wise error.)"
        )
        alt = (
            f"A table of adjusted p-values with a row for each of {len(shown)} pairs, from "
            f"{labels[0]} to {labels[-1]}, and a column for each correction; significant: {told}."
        )
        return words, alt
