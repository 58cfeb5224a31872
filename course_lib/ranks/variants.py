"""The trick with weak variants: how to look significantly better without winning more often."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from course_lib.common.arguments import one_of, open_unit_interval, whole_number
from course_lib.common.phrases import counted, percent
from course_lib.common.result import TableResult, records
from course_lib.common.score_table import ScoreTable
from course_lib.ranks.nemenyi import critical_z, rank_spread

_MOST = 1000


@dataclass(frozen=True, eq=False, repr=False)
class VariantTrick(TableResult):
    """What weak variants of a new algorithm do to its mean-ranks test. Made by `variant_trick`."""

    _also = ("needed",)

    wins: int
    losses: int
    alpha: float
    correction: str
    #: For 0, 1, 2, ... variants: the new algorithm's lead in mean ranks, in units of its spread
    #: (negative: it is behind), and what it must reach.
    z: np.ndarray
    critical: np.ndarray

    @property
    def needed(self) -> int | None:
        """With how many variants the new algorithm becomes significantly better; None: never."""
        enough = np.flatnonzero(self.z >= self.critical * (1 - 1e-12))
        return int(enough[0]) if enough.size else None

    def facts(self) -> dict[str, str]:
        """The duels, and how many variants turn them into a victory."""
        needed = f"none of 0 to {self.z.size - 1:,}" if self.needed is None else f"{self.needed:,}"
        return {
            "wins": f"{self.wins:,}",
            "losses": f"{self.losses:,}",
            "variants needed": needed,
        }

    def rows(self) -> list[dict[str, Any]]:
        """For each number of variants: the lead in units of its spread, and what it must reach."""
        variants = np.arange(self.z.size)
        return records({"variants": variants, "z": self.z, "critical": self.critical})

    def table(self, variants: int | None = None) -> Any:
        """Scores that show it: the new algorithm, its variants, and the rival.

        Without a number there is nothing to show but the facts.
        """
        if variants is None:
            return None
        variants = whole_number("variants", variants, 0, self.z.size - 1)
        steps = np.arange(1, variants + 1)
        # Where the new one wins, it and all its variants are above the rival; elsewhere below.
        won = [0.9, *(0.9 - 0.3 * steps / (variants + 1)), 0.5]
        lost = [0.7, *(0.7 - 0.3 * steps / (variants + 1)), 0.8]
        names = ("A0", *(f"A{i}" for i in steps), "B")
        data_sets = tuple(str(i + 1) for i in range(self.wins + self.losses))
        return ScoreTable(
            np.repeat(np.array([won, lost]), [self.wins, self.losses], axis=0), names, data_sets
        )

    def sentence(self) -> str:
        """The trick in words."""
        record = f"A0 wins {self.wins} and loses {self.losses} of its duels with B"
        level = f"at the {percent(self.alpha)} level ({self.correction})"
        if self.needed is None:
            return (
                f"{record}; with up to {counted(self.z.size - 1, 'weak variant')} in the pool the "
                f"mean-ranks test does not call it better {level}."
            )
        if self.needed == 0:
            return f"{record}; the mean-ranks test calls it better {level} without any variant."
        return (
            f"{record}; with {counted(self.needed, 'weak variant')} of itself in the pool the "
            f"mean-ranks test calls it significantly better {level}."
        )


def variant_trick(
    wins: int, losses: int, most: int = 30, alpha: float = 0.05, correction: str = "bonferroni"
) -> VariantTrick:
    """How many weak variants of itself does an algorithm need to beat a rival by mean ranks?

    A0 beats B on `wins` data sets, and there its variants beat B as well; on the `losses` B beats
    them all. Each variant lifts A0's lead by one rank wherever A0 wins, and costs it nothing
    where it loses. A and B themselves do not change.

    Examples
    --------
    Even, ten to ten, and yet:

    >>> trick = variant_trick(10, 10)
    >>> trick.needed, trick.table(trick.needed).names
    (3, ('A0', 'A1', 'A2', 'A3', 'B'))
    """
    wins, losses = whole_number("wins", wins, 0), whole_number("losses", losses, 0)
    if wins + losses < 2:
        raise ValueError(f"wins and losses must be at least 2 together; got {wins} and {losses}")
    most = whole_number("most", most, 0, _MOST)
    alpha = open_unit_interval("alpha", alpha)
    correction = one_of("correction", correction, ("bonferroni", "nemenyi", "none"))
    data_sets = wins + losses
    variants = np.arange(most + 1)
    lead = (wins * (variants + 1) - losses) / data_sets
    sizes = range(2, most + 3)
    z = lead / np.array([rank_spread(size, data_sets) for size in sizes])
    critical = np.array([critical_z(size, alpha, correction) for size in sizes])
    return VariantTrick(wins, losses, alpha, correction, z, critical)
