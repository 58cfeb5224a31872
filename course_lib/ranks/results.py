"""What the tests for many algorithms answer."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from course_lib.common.arguments import open_unit_interval
from course_lib.common.phrases import counted, p_alone, p_in_words, percent
from course_lib.common.result import Table, TableResult


@dataclass(frozen=True, repr=False)
class RankTest(TableResult):
    """A test of whether several algorithms differ at all."""

    #: Its name, with the variant.
    test: str
    #: "chi-squared" or "F".
    statistic_name: str
    statistic: float
    p_value: float
    degrees_of_freedom: tuple[int, ...]
    #: Of the algorithms.
    names: tuple[str, ...]
    #: In the same order; 1 would be the best on every data set.
    mean_ranks: tuple[float, ...]
    data_sets: int
    notes: tuple[str, ...]

    def heading(self) -> str:
        """Which test."""
        return self.test

    def facts(self) -> dict[str, str]:
        """The statistic, its degrees of freedom and the p-value."""
        return {
            self.statistic_name: f"{self.statistic:.4g}",
            "degrees of freedom": " and ".join(map(str, self.degrees_of_freedom)),
            "p-value": p_alone(self.p_value, 0.05),
            "data sets": f"{self.data_sets:,}",
        }

    def rows(self) -> list[dict[str, Any]]:
        """The mean rank of each algorithm, the best first."""
        ordered = sorted(zip(self.mean_ranks, self.names, strict=True))
        return [{"algorithm": name, "mean_rank": rank} for rank, name in ordered]

    def table(self) -> Table:
        """The same, to be shown."""
        rows = [(row["algorithm"], f"{row['mean_rank']:.3f}") for row in self.rows()]
        return Table(("algorithm", "mean rank"), rows)

    def sentence(self, alpha: float = 0.05) -> str:
        """The finding, fit for a paper."""
        alpha = open_unit_interval("alpha", alpha)
        freedom = " and ".join(map(str, self.degrees_of_freedom))
        degrees = "degree" if self.degrees_of_freedom == (1,) else "degrees"
        found = (
            "some of the algorithms differ"
            if self.p_value <= alpha
            else "no difference between any is shown"
        )
        words = (
            f"{self.test} of {counted(len(self.names), 'algorithm')} on "
            f"{counted(self.data_sets, 'data set')}: {self.statistic_name} = {self.statistic:.4g} "
            f"with {freedom} {degrees} of freedom, {p_in_words(self.p_value, alpha)}; at the "
            f"{percent(alpha)} level {found}."
        )
        return self._with_notes(words)


@dataclass(frozen=True, eq=False, repr=False)
class PairwiseTests(TableResult):
    """Which of several algorithms differ. Made by `pairwise_tests`."""

    _also = ("pairs",)

    #: "Wilcoxon signed-rank test", "sign test", "mean-ranks test", or the name of a function.
    test: str
    #: "holm" and so on.
    correction: str
    #: Whether both directions count; of a function that was handed over we do not know.
    two_sided: bool
    #: Of the algorithms, in the order of rows and columns of every table here.
    names: tuple[str, ...]
    #: All others were compared with this one; None if all pairs were.
    control: str | None
    data_sets: int
    #: P-values as they are, and corrected for the number of tests. Symmetric, 1 on the
    #: diagonal, NaN for pairs that were not compared.
    p_values: np.ndarray
    adjusted: np.ndarray
    #: How much better the row is than the column (negative: worse), and what that number is.
    effects: np.ndarray
    effect_name: str
    #: On how many data sets the row beats the column.
    wins: np.ndarray
    #: The median over the data sets of how much better the row scores, in the units of the scores.
    median_differences: np.ndarray
    #: What a reader should know.
    notes: tuple[str, ...]

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """The pairs that were compared."""
        return tuple(
            (first, second)
            for (i, first), (j, second) in combinations(enumerate(self.names), 2)
            if not np.isnan(self.p_values[i, j])
        )

    def different(self, first: str, second: str, alpha: float = 0.05) -> bool:
        """Is a difference between the two shown, at the level alpha for the whole family?"""
        i, j = (self._index(name) for name in (first, second))
        if i == j or np.isnan(self.adjusted[i, j]):
            raise ValueError(f"{first!r} and {second!r} were not compared with each other")
        return bool(self.adjusted[i, j] <= open_unit_interval("alpha", alpha))

    def leads(self, first: str, second: str) -> bool:
        """Is the first ahead of the second in these data, significantly or not?"""
        i, j = self._index(first), self._index(second)
        if self.effects[i, j] == 0:
            return bool(self.wins[i, j] > self.wins[j, i])
        return bool(self.effects[i, j] > 0)

    def groups(self, alpha: float = 0.05) -> list[tuple[str, ...]]:
        """The largest groups in which no difference is shown between any two.

        They may overlap, and need not be neighbours in any order: "not shown to differ" is not
        "equal", and does not pass from one pair to the next.
        """
        alpha = open_unit_interval("alpha", alpha)
        if self.control is not None:
            raise ValueError(
                f"groups need all pairs; here all were compared with {self.control!r} only"
            )
        alike = self.adjusted > alpha
        np.fill_diagonal(alike, False)
        found = [tuple(sorted(group)) for group in _cliques(alike)]
        return [tuple(self.names[i] for i in group) for group in sorted(found)]

    def rows(self, alpha: float = 0.05) -> list[dict[str, Any]]:
        """A record for each pair, the clearest differences first: for files and tables."""
        alpha = open_unit_interval("alpha", alpha)
        records = []
        for first, second in self.pairs:
            i, j = self._index(first), self._index(second)
            if self.leads(second, first):
                i, j = j, i
            records.append(
                {
                    "better": self.names[i],
                    "worse": self.names[j],
                    "wins": int(self.wins[i, j]),
                    "losses": int(self.wins[j, i]),
                    "ties": self.data_sets - int(self.wins[i, j] + self.wins[j, i]),
                    "effect": float(self.effects[i, j]),
                    "median_difference": float(self.median_differences[i, j]),
                    "p_value": float(self.p_values[i, j]),
                    "adjusted": float(self.adjusted[i, j]),
                    "significant": bool(self.adjusted[i, j] <= alpha),
                }
            )
        return sorted(records, key=lambda row: (row["adjusted"], row["p_value"]))

    def sentences(self, alpha: float = 0.05) -> list[str]:
        """A sentence for each pair, the clearest differences first."""
        return [self._told(row, alpha) for row in self.rows(alpha)]

    def _told(self, row: dict[str, Any], alpha: float) -> str:
        record = f"{counted(row['wins'], 'win')}, {row['losses']} "
        record += "loss" if row["losses"] == 1 else "losses"
        if row["ties"]:
            record += f", {counted(row['ties'], 'tie')}"
        record += f"; median difference {row['median_difference'] + 0.0:.3g}"
        p = p_in_words(row["adjusted"], alpha).replace("p ", "adjusted p ", 1)
        if row["significant"]:
            return f"{row['better']} is better than {row['worse']} ({record}; {p})."
        return f"Between {row['better']} and {row['worse']} no difference is shown ({record}; {p})."

    def table(self) -> Table | None:
        """The adjusted p-values, those of at most 0.05 with a star; None if they are too many."""
        if len(self.names) > _MOST_SHOWN:
            return None
        rows = [
            (name, *("" if i == j or np.isnan(p) else _cell(p) for j, p in enumerate(row)))
            for i, (name, row) in enumerate(zip(self.names, self.adjusted, strict=True))
        ]
        return Table(("adjusted p (* at most 0.05)", *self.names), rows)

    def sentence(self, alpha: float = 0.05) -> str:
        """The findings, fit for a paper."""
        rows = self.rows(alpha)
        found = [row for row in rows if row["significant"]]
        against = f" with {self.control}" if self.control else ""
        words = (
            f"{self.test[0].upper()}{self.test[1:]},{' two-sided,' if self.two_sided else ''} on "
            f"{counted(self.data_sets, 'data set')}, {counted(len(rows), 'comparison')}{against} "
            f"corrected by {CORRECTION_NAMES[self.correction]}: at the {percent(alpha)} level "
        )
        if found:
            told = "; ".join(f"{row['better']} is better than {row['worse']}" for row in found)
            words += f"{len(found)} of {len(rows)} {'is' if len(found) == 1 else 'are'} "
            words += f"significant: {told}."
        else:
            words += "no difference is shown."
        if len(found) < len(rows):
            words += " Not significant does not mean equal."
        return self._with_notes(words)

    def _index(self, name: Any) -> int:
        if name not in self.names:
            raise ValueError(f"no algorithm is called {name!r}; there are {', '.join(self.names)}")
        return self.names.index(name)


#: A table of more algorithms than this does not fit on a page.
_MOST_SHOWN = 20
#: How a sentence calls each correction.
CORRECTION_NAMES = {
    "none": "nothing (uncorrected)",
    "bonferroni": "Bonferroni",
    "holm": "Holm",
    "hochberg": "Hochberg",
    "hommel": "Hommel",
    "finner": "Finner",
    "li": "Li",
    "shaffer": "Shaffer (static)",
    "bergmann-hommel": "Bergmann and Hommel",
    "nemenyi": "Nemenyi (studentized range)",
}


@dataclass(frozen=True, eq=False, repr=False)
class PoolSensitivity(TableResult, Mapping):
    """How a verdict on two algorithms hangs on which others are in the pool.

    Made by `pool_sensitivity`. By size of the pool, `result[4]` is the share of pools of four
    that call the two different.
    """

    _also = ("depends_on_pool", "depends_on_which")

    first: str
    second: str
    #: "mean-ranks", "wilcoxon" or "sign"; and the correction.
    test: str
    correction: str
    alpha: float
    #: Sizes of pools, the pair included.
    sizes: tuple[int, ...]
    #: For each size: how many pools there are, how many were looked at, and the share of those
    #: that call the two different.
    pools: tuple[int, ...]
    examined: tuple[int, ...]
    fractions: tuple[float, ...]
    #: For each size: the adjusted p-values that occur, and the share of pools with each.
    p_values: tuple[np.ndarray, ...]
    shares: tuple[np.ndarray, ...]
    #: For each size: the others in the pool that makes the two look most different, and least.
    most_different: tuple[tuple[str, ...], ...]
    least_different: tuple[tuple[str, ...], ...]

    def __getitem__(self, size: int) -> float:
        if size not in self.sizes:
            raise KeyError(size)
        return self.fractions[self.sizes.index(size)]

    def __iter__(self) -> Iterator[int]:
        return iter(self.sizes)

    def __len__(self) -> int:
        return len(self.sizes)

    @property
    def depends_on_pool(self) -> bool:
        """Do some of the pools looked at call the two different, and others not?"""
        return self.depends_on_which or len(set(self.fractions)) > 1

    @property
    def depends_on_which(self) -> bool:
        """Is that so among pools of one size: does it matter *which* others are there?"""
        return any(0 < fraction < 1 for fraction in self.fractions)

    def heading(self) -> str:
        """The two, and how they were compared."""
        return f"{self.first} and {self.second} ({self.test}, {CORRECTION_NAMES[self.correction]})"

    def rows(self) -> list[dict[str, Any]]:
        """A record for each size of pool."""
        names = ("size", "pools", "examined", "fraction", "most_different", "least_different")
        columns = (self.sizes, self.pools, self.examined, self.fractions)
        extremes = (map(", ".join, who) for who in (self.most_different, self.least_different))
        return [dict(zip(names, row, strict=True)) for row in zip(*columns, *extremes, strict=True)]

    def table(self) -> Table:
        """For each size of pool, the share that calls the two different."""
        rows = [
            (f"{row['size']:,}", f"{row['pools']:,}", f"{100 * row['fraction']:.1f} %")
            for row in self.rows()
        ]
        return Table(("algorithms in the pool", "pools", "call the two different"), rows)

    def sentence(self) -> str:
        """The finding in words."""
        told = []
        for size, pools, examined, share in zip(
            self.sizes, self.pools, self.examined, self.fractions, strict=True
        ):
            if examined == pools and pools < 2**50:
                word = "pool" if pools == 1 else "pools"
                told.append(f"{round(share * pools):,} of {pools:,} {word} of {size}")
            else:
                about = "about " if examined < pools else ""
                told.append(f"{about}{100 * share:.1f} % of the {pools:,} pools of {size}")
        words = (
            f"{self.first} and {self.second} are called different at the {percent(self.alpha)} "
            f"level ({self.test}, {CORRECTION_NAMES[self.correction]}) in {', '.join(told)}."
        )
        sampled = [
            f"{examined:,} of size {size}"
            for size, pools, examined in zip(self.sizes, self.pools, self.examined, strict=True)
            if examined < pools
        ]
        if sampled:
            words += (
                f" Too many pools to try all: a random sample was taken ({', '.join(sampled)})."
            )
        if self.depends_on_which:
            return words + " The verdict depends on which others are in the pool."
        if self.depends_on_pool:
            return words + " The verdict depends on how many others are in the pool."
        looked_at = " that were looked at" if sampled else ""
        return words + f" The verdict is the same in all of them{looked_at}."


def _cell(p: float) -> str:
    return ("< 0.0001" if p < 1e-4 else f"{p:.4f}") + (" *" if p <= 0.05 else "")


def _cliques(alike: np.ndarray) -> Iterator[frozenset[int]]:
    """All largest groups of which every two are alike (Bron and Kerbosch, with a pivot)."""
    neighbours = [frozenset(np.flatnonzero(row).tolist()) for row in alike]

    # A group, those that may join it, and those with whom it was tried before.
    nobody: frozenset[int] = frozenset()
    waiting = [(nobody, frozenset(range(len(neighbours))), nobody)]
    while waiting:
        group, candidates, done = waiting.pop()
        if not candidates and not done:
            yield group
            continue
        pivot = max(candidates | done, key=lambda v: len(neighbours[v] & candidates))
        for vertex in candidates - neighbours[pivot]:
            near = neighbours[vertex]
            waiting.append((group | {vertex}, candidates & near, done & near))
            candidates = candidates - {vertex}
            done = done | {vertex}
