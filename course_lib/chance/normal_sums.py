"""Sums of ranks over the positives, when labels are shuffled over very many cases: normal."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from course_lib.common.normals import root_of

#: Numbers at a time, which bounds the memory.
_AT_ONCE = 2_000_000


class Ranked(Protocol):
    """Cases among which labels change places."""

    @property
    def twice_ranks(self) -> np.ndarray:
        """A row for each case, a column for each classifier."""

    @property
    def positives(self) -> int:
        """How many are positive."""


@dataclass(frozen=True, eq=False)
class NormalSums:
    """The normal distribution of the sums over the positives, column by column."""

    means: np.ndarray
    deviations: np.ndarray
    #: Standard normal deviates times its transpose vary together as the columns do.
    root: np.ndarray
    #: Half of the least step in which each sum can go.
    half_steps: np.ndarray
    #: Third and fourth cumulants, standardised: 0 for the normal distribution.
    skewness: np.ndarray
    kurtosis: np.ndarray

    @classmethod
    def of(cls, parts: Sequence[Ranked]) -> "NormalSums":
        """Of several folds, in each of which labels change places by themselves."""
        columns = parts[0].twice_ranks.shape[1]
        means, third, fourth = np.zeros(columns), np.zeros(columns), np.zeros(columns)
        covariance = np.zeros((columns, columns))
        steps = np.full(columns, np.inf)
        for part in parts:
            ranks = part.twice_ranks
            centred = ranks - ranks.mean(axis=0)
            squares = centred**2
            one, two, three, four = _chances(len(ranks), part.positives)
            means += part.positives * ranks.mean(axis=0)
            covariance += (one - two) * (centred.T @ centred)
            # Moments of a sample without replacement, from how likely it is that it holds one given
            # case, or two, three, four; values that sum to 0 leave only sums of powers.
            third += (one - 3 * two + 2 * three) * (squares * centred).sum(axis=0)
            of_squares, of_fourths = squares.sum(axis=0), (squares**2).sum(axis=0)
            fourth += (
                (one - 7 * two + 12 * three - 6 * four) * of_fourths
                + 3 * (two - 2 * three + four) * of_squares**2
                - 3 * ((one - two) * of_squares) ** 2
            )
            gaps = [np.diff(np.unique(column)) for column in ranks.T]
            steps = np.minimum(steps, [gap.min(initial=np.inf) for gap in gaps])
        deviations = np.sqrt(np.diag(covariance))
        varies = np.where(deviations > 0, deviations, 1.0)  # a column that is the same everywhere
        return cls(
            means,
            deviations,
            root_of(covariance / np.outer(varies, varies)),
            np.where(np.isfinite(steps), steps / 2, 0.0),
            third / varies**3,
            fourth / varies**4,
        )

    def wrong_at(self, p: float) -> float:
        """By what share a p-value of that size would be wrong, for the worst of the columns.

        It is what the first terms of Edgeworth's series come to, far out.
        """
        from scipy.special import ndtri

        z = -float(ndtri(p / self.means.size))
        return float(np.max(np.abs(self.skewness) * z**3 / 6 + np.abs(self.kurtosis) * z**4 / 24))

    def drawn(self, number: int, generator: np.random.Generator) -> Iterator[np.ndarray]:
        """So many draws, a row for each, some of them at a time."""
        at_once = max(1, _AT_ONCE // self.means.size)
        for start in range(0, number, at_once):
            rows = min(at_once, number - start)
            deviates = generator.standard_normal((rows, self.root.shape[1]))
            yield self.means + self.deviations * (deviates @ self.root.T)


def _chances(cases: int, positives: int) -> list[float]:
    """How likely it is that one given case is positive; that two are, three, four."""
    shares = [(positives - k) / (cases - k) for k in range(4)]
    return [math.prod(shares[: k + 1]) for k in range(4)]
