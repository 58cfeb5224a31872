"""One classifier beside all others: by how much each differs from it, and whether that matters."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from course_lib.judging.margins import beside_margin

if TYPE_CHECKING:
    from course_lib.judging.results import Judgement, PairJudgement


class Difference(NamedTuple):
    """By how much one exceeds another, with limits that hold for all pairs together."""

    size: float
    #: None where there is nothing to estimate an error from.
    low: float | None
    high: float | None
    #: Corrected for all pairs; None where there is no test.
    adjusted: float | None
    shown: bool

    @property
    def reach(self) -> float | None:
        """The largest difference, either way, that the limits leave."""
        if self.low is None or self.high is None:
            return None
        return max(-self.low, self.high, 0.0)

    def turned(self) -> Difference:
        """The same, seen from the other side."""
        low = None if self.high is None else -self.high
        high = None if self.low is None else -self.low
        return self._replace(size=-self.size, low=low, high=high)

    def beside(self, margin: float) -> str:
        """Is it shown to be larger than the margin, to be smaller, or neither?"""
        return beside_margin(margin, self.low, self.high, self.shown)


class Rival(NamedTuple):
    """Another classifier: its AUC, and its error rate, less those of the one it is seen from."""

    name: str
    auc: Difference
    #: None where errors are not compared.
    errors: Difference | None

    @property
    def shown(self) -> bool:
        """Is it shown to differ, in one respect or the other?"""
        return self.auc.shown or (self.errors is not None and self.errors.shown)


def rivals_of(found: Judgement, name: str) -> tuple[Rival, ...]:
    """All that `name` was compared with, the nearest in AUC first."""
    rivals = [_rival(pair, name) for pair in found.pairs if name in (pair.first, pair.second)]
    return tuple(sorted(rivals, key=lambda rival: (abs(rival.auc.size), rival.name)))


def _rival(pair: PairJudgement, name: str) -> Rival:
    """A pair holds the AUC of the first less the second's, and the errors the other way round."""
    auc = Difference(
        pair.auc_difference, pair.auc_low, pair.auc_high, pair.auc_adjusted, pair.auc_differs
    )
    errors = None
    if pair.difference is not None:
        errors = Difference(pair.difference, pair.low, pair.high, pair.adjusted, pair.differs)
    if pair.first == name:
        return Rival(pair.second, auc.turned(), errors)
    return Rival(pair.first, auc, errors.turned() if errors else None)
