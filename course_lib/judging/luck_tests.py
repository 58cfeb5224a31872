"""The tests of whether the best is beyond luck."""

from dataclasses import dataclass

#: By what they compare it with.
SHUFFLING = "shuffling"
EVERY_WAY = "every way"
EXACT = "exact distribution"
COLUMN = "column distribution"


@dataclass(frozen=True)
class LuckTest:
    """One answer to the question whether the best is beyond luck."""

    #: One of `SHUFFLING`, `EVERY_WAY`, `EXACT` and `COLUMN`.
    name: str
    #: How many the best is taken to be the best of.
    best_of: int
    p_value: float
    #: What the AUC must exceed; infinite if nothing suffices.
    critical_value: float
    #: Whether the verdict heeds it.
    counts: bool

    @property
    def out_of_reach(self) -> bool:
        """Would even a perfect score fail to be significant?"""
        return self.critical_value >= 1 - 1e-9
