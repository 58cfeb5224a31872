"""Are the printed critical values consistent with the exact ones? Cell by cell.

Forman & Cohen drew R = 10 million random rankings for each test set and printed the r-th best
score, r = R (1 - 0.99^(1/C)), to three decimals. How many of R scores reach a given one is a
binomial count with the exact tail as its probability. So we can say how likely the r-th best is
to fall as far from the exact critical value as the printed one does, or farther: if that is
plausible, simulation noise explains the difference.
"""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from course_lib.chance.competition import (
    chance_of_count_above,
    chance_of_count_up_to,
    level_for_each,
)
from course_lib.chance.distribution import NullDistribution
from course_lib.chance.exact import null_distribution
from course_lib.common.bars import progress_bar
from course_lib.datasets import PublishedCriticalValues

#: What the paper used.
REPETITIONS = 10_000_000
ALPHA = 0.01
#: Chance that, with nothing but noise at work, one or more of all cells is called unexplained.
FAMILY_RISK = 0.01
_HALF_A_DIGIT = 0.0005

#: A table as a whole is off if its cells lie to one side by more than this many standard errors:
#: noise alone does that to one of nine tables in about one set of tables out of a hundred.
MOST_BIAS = 3.3

AGREES, NOISE, UNEXPLAINED = 0, 1, 2


@dataclass(frozen=True)
class TableComparison:
    """The tables of one metric beside the exact values; arrays by competitors, P, N."""

    metric: str
    competitors: tuple[int, ...]
    sizes: tuple[int, ...]
    published: np.ndarray
    exact: np.ndarray
    #: How plausible the printed value is if the tails are the exact ones and the rest is noise.
    plausibility: np.ndarray
    #: Where the printed value lies among those that noise would bring: 0 lowest, 1 highest.
    position: np.ndarray
    #: Cells in all tables together, for which `FAMILY_RISK` is shared out.
    cells_in_all: int

    @cached_property
    def agrees(self) -> np.ndarray:
        """Cells in which the exact value rounds to the printed one."""
        return np.abs(self.exact - self.published) <= _HALF_A_DIGIT + 1e-9

    @cached_property
    def kind(self) -> np.ndarray:
        """AGREES, NOISE or UNEXPLAINED, for each cell."""
        plausible = self.plausibility >= FAMILY_RISK / self.cells_in_all
        return np.where(self.agrees, AGREES, np.where(plausible, NOISE, UNEXPLAINED))

    def count(self, kind: int, competitors: int | None = None) -> int:
        """How many cells are of a kind, in all tables or for one number of competitors."""
        chosen = self.kind
        if competitors is not None:
            chosen = chosen[self.competitors.index(competitors)]
        return int((chosen == kind).sum())

    def bias(self, competitors: int) -> float:
        """How far a whole table lies to one side of the exact values, in standard errors.

        One cell says little about a small shift; 361 of them together do. Positions turned into
        normal deviates have mean 0 if noise is all there is.
        """
        from scipy.special import ndtri

        positions = self.position[self.competitors.index(competitors)]
        deviates = ndtri(np.clip(positions, 1e-12, 1 - 1e-12))
        return float(deviates.mean() * math.sqrt(deviates.size))

    @property
    def within_one_case(self) -> np.ndarray:
        """Cells in which printed and exact value are one case (1 / (P + N)) apart, or none."""
        sizes = np.array(self.sizes)
        one_case = 1 / (sizes[:, None] + sizes)
        return np.abs(self.published - self.exact) <= one_case + _HALF_A_DIGIT + 1e-9

    @property
    def asymmetric(self) -> int:
        """Pairs of printed cells (P, N) and (N, P) that differ."""
        upper = np.triu(np.ones(self.published.shape[1:], bool), 1)
        return int(((self.published != self.published.swapaxes(1, 2)) & upper).sum())


def compare_tables(
    published: PublishedCriticalValues,
    metric: str,
    exact: np.ndarray,
    progress: bool | None = None,
) -> TableComparison:
    """Set the published tables of a metric beside the exact critical values, of the same shape."""
    values = published.values[metric]
    plausibility, position = np.empty_like(values), np.empty_like(values)
    what = f"published tables of {metric}"
    with progress_bar(len(published.sizes) ** 2, what, progress) as bar:
        for i, positives in enumerate(published.sizes):
            for j, negatives in enumerate(published.sizes):
                null = null_distribution(metric, positives, negatives)
                for c, competitors in enumerate(published.competitors):
                    so_high, so_low = _as_high_and_as_low(null, values[c, i, j], competitors)
                    plausibility[c, i, j] = min(1.0, 2 * min(so_high, so_low))
                    position[c, i, j] = (1 - so_high + so_low) / 2
                bar.update(1)
    return TableComparison(
        metric=metric,
        competitors=published.competitors,
        sizes=published.sizes,
        published=values,
        exact=exact,
        plausibility=plausibility,
        position=position,
        cells_in_all=sum(table.size for table in published.values.values()),
    )


def rank_of_critical_value(competitors: int) -> int:
    """Which of the best scores the paper printed: R (1 - 0.99^(1/C)), rounded down."""
    return math.floor(REPETITIONS * level_for_each(competitors, ALPHA))


def _as_high_and_as_low(
    null: NullDistribution, printed: float, competitors: int
) -> tuple[float, float]:
    """How likely the r-th best of R scores is as high as the printed value, and as low.

    Both include the values that round to the printed one.
    """
    rank = rank_of_critical_value(competitors)
    # At least `printed`: r or more scores reach it. At most: fewer than r scores exceed it.
    reach = null.chance_at_least(printed - _HALF_A_DIGIT)
    exceed = null.sf(printed + _HALF_A_DIGIT)
    so_high = chance_of_count_above(rank - 1, REPETITIONS, reach)
    so_low = chance_of_count_up_to(rank - 1, REPETITIONS, exceed)
    return float(so_high), float(so_low)
