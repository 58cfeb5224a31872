"""What a comparison on folds answers."""

from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import numpy as np

from course_lib.common.arguments import one_of
from course_lib.common.phrases import p_alone
from course_lib.common.result import Table, TableResult
from course_lib.judging import fold_words
from course_lib.judging.winner import WinnerScore
from course_lib.pairs.standing import rank_intervals

#: A table shows so many models, the best first.
MOST_SHOWN = 20


@dataclass(frozen=True)
class FoldPair:
    """Two models, the better one first."""

    first: str
    second: str
    #: How much better the first is on average (0 or more, also for errors), and where the true
    #: difference may lie, for all pairs of the family at once (Bonferroni).
    difference: float
    low: float
    high: float
    p_value: float
    #: Corrected for the number of comparisons.
    adjusted: float
    differs: bool
    #: Whether the difference is shown to be larger than the margin (True), or smaller (False).
    matters: bool | None


@dataclass(frozen=True, eq=False, repr=False)
class FoldComparison(TableResult):
    """Who differs from whom on the folds of one data set. Made by `compare_folds`."""

    _also = ("pairs", "rank_intervals", "may_be_best", "comparisons")

    #: Of the models, in the order of rows and columns of every table here.
    names: tuple[str, ...]
    #: "all pairs"; "control": all others with it; "best": the winner with all others.
    question: str
    #: The control, or else the winner.
    reference: str
    #: How many scores each model has, and what they are: "10 x 10 folds".
    folds: int
    splits: str
    test_fraction: float
    correction: str
    higher_is_better: bool
    alpha: float
    margin: float | None
    #: What the scores are.
    metric: str
    #: Whether they are candidates of a search; and how many were tried in it.
    searched: bool
    tried: int
    means: np.ndarray
    standard_deviations: np.ndarray
    #: P-values of the corrected resampled t test, two-sided, as they are and corrected for the
    #: number of tests. Symmetric, 1 on the diagonal, NaN for pairs that were not compared.
    p_values: np.ndarray
    adjusted: np.ndarray
    #: How much better the row is than the column (negative: worse), and its standard error.
    differences: np.ndarray
    errors: np.ndarray
    #: The highest mean, and what is left of it if the choice is made on other folds.
    winner: WinnerScore
    notes: tuple[str, ...]

    @property
    def comparisons(self) -> int:
        """How many the correction allows for: all pairs, unless a control was named beforehand."""
        models = len(self.names)
        return models - 1 if self.question == "control" else models * (models - 1) // 2

    @property
    def assumes(self) -> tuple[str, ...]:
        """What must hold for the p-values to mean what they say."""
        return (
            f"all scores come from splits of one data set with {self.test_fraction:.3g} of it for "
            "testing, the same splits for all models",
            "two scores resemble each other as much as their test set is large (Nadeau and Bengio)",
            "differences on folds are about normal",
            *(("the control was chosen beforehand",) if self.question == "control" else ()),
        )

    @cached_property
    def pairs(self) -> tuple[FoldPair, ...]:
        """The pairs that were asked for, the clearest differences first."""
        models = range(len(self.names))
        if self.question == "all pairs":
            asked = [(i, j) for i in models for j in models if i < j]
        else:
            column = self.names.index(self.reference)
            asked = [(column, j) for j in models if j != column]
        found = [self._pair(i, j) for i, j in asked]
        return tuple(sorted(found, key=lambda pair: (pair.adjusted, pair.p_value)))

    def pair(self, first: str, second: str) -> FoldPair:
        """Any two of them that were compared, by their names; the better one comes first."""
        i, j = (
            self.names.index(one_of(argument, name, self.names))
            for argument, name in (("first", first), ("second", second))
        )
        if i == j or np.isnan(self.p_values[i, j]):
            raise ValueError(f"{first!r} and {second!r} were not compared with each other")
        return self._pair(i, j)

    def _pair(self, i: int, j: int) -> FoldPair:
        if self.differences[i, j] < 0:
            i, j = j, i
        difference = float(self.differences[i, j])
        reach = self._critical_t * float(self.errors[i, j])
        low, high = difference - reach, difference + reach
        matters = None
        if self.margin is not None:
            inside = -self.margin < low and high < self.margin
            matters = True if low > self.margin else False if inside else None
        return FoldPair(
            first=self.names[i],
            second=self.names[j],
            difference=difference,
            low=low,
            high=high,
            p_value=float(self.p_values[i, j]),
            adjusted=float(self.adjusted[i, j]),
            differs=bool(self.adjusted[i, j] <= self.alpha),
            matters=matters,
        )

    @cached_property
    def _critical_t(self) -> float:
        """How many standard errors an interval reaches, so that all of them hold at once."""
        from scipy.special import stdtrit

        family = 1 if self.correction == "none" else self.comparisons
        return -float(stdtrit(self.folds - 1, self.alpha / 2 / family))

    @cached_property
    def _shown(self) -> list[tuple[str, str]]:
        """Who is shown better than whom."""
        better = (self.adjusted <= self.alpha) & (self.differences > 0)
        return [(self.names[i], self.names[j]) for i, j in np.argwhere(better)]

    @cached_property
    def rank_intervals(self) -> dict[str, tuple[int, int]]:
        """The ranks that each model may have, 1 for the best; all of them hold at once."""
        return rank_intervals(self.names, self._shown)

    @cached_property
    def may_be_best(self) -> tuple[str, ...]:
        """Those that may be the best of all, the highest mean first.

        All pairs: those that are not shown worse than any other. The best against the rest: a set
        that holds the truly best with a confidence of 1 - alpha. To lose the truly best, one of
        the *others* must seem to beat it: so each is tested against all others, one-sided, and
        corrected for these alone (Bonferroni), although nobody knows which it is. With a control,
        nothing is known of pairs without it: those that are not shown worse than the control.
        """
        beaten = {second for _, second in self._shown}
        if self.question == "best":
            from scipy.special import stdtr

            t = np.divide(
                self.differences, self.errors, out=np.zeros_like(self.errors), where=self.errors > 0
            )
            by_others = stdtr(self.folds - 1, t.min(axis=1))  # each row's worst duel
            family = 1 if self.correction == "none" else len(self.names) - 1
            gone = by_others <= self.alpha / family
            beaten = {name for name, out in zip(self.names, gone, strict=True) if out}
        return tuple(self.names[i] for i in self.order if self.names[i] not in beaten)

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The columns from the best mean to the worst."""
        means = self.means if self.higher_is_better else -self.means
        first = self.names.index(self.winner.name)
        return tuple(sorted(range(means.size), key=lambda i: (i != first, -means[i], i)))

    def rows(self) -> list[dict[str, Any]]:
        """A record for each pair, the clearest differences first: for files and data frames."""
        return [asdict(pair) for pair in self.pairs]

    def models(self) -> list[dict[str, Any]]:
        """A record for each model, the best mean first."""
        best = set(self.may_be_best)
        return [
            {
                "model": self.names[i],
                "mean": float(self.means[i]),
                "standard_deviation": float(self.standard_deviations[i]),
                "lowest_rank": self.rank_intervals[self.names[i]][0],
                "highest_rank": self.rank_intervals[self.names[i]][1],
                "may_be_best": self.names[i] in best,
            }
            for i in self.order
        ]

    def heading(self) -> str:
        """Which test, of how many."""
        what = "candidates" if self.searched else "models"
        return f"Corrected resampled t test, {len(self.names):,} {what}, {self.splits}"

    def table(self) -> Table:
        """The models, the best mean first, each beside the control or the winner."""
        write = fold_words.writer(self)
        beside = self.names.index(self.reference)
        best, rows = set(self.may_be_best), []
        for i in self.order[:MOST_SHOWN]:
            name = self.names[i]
            cells = [name, write(self.means[i]), write(self.standard_deviations[i])]
            if self.question == "best":
                cells.append("may be" if name in best else "no")
            else:
                low, high = self.rank_intervals[name]
                cells.append(f"{low:,}" if low == high else f"{low:,} to {high:,}")
            if i == beside:
                cells += ["", "", ""]
            else:
                # For errors, too, more is better here: a negative gap is that of a worse model.
                gap = float(self.differences[i, beside])
                reach = self._critical_t * float(self.errors[i, beside])
                p = float(self.adjusted[i, beside])
                star = "*" if p <= self.alpha else ""
                cells += [
                    write(gap),
                    f"{write(gap - reach)} to {write(gap + reach)}",
                    p_alone(p, self.alpha) + star,
                ]
            rows.append(cells)
        whom = "the control" if self.question == "control" else "the best"
        what = "candidate" if self.searched else "model"
        place = "the best?" if self.question == "best" else "ranks"
        header = (what, "mean", "sd", place, f"less {whom}", "interval", "adjusted p")
        return Table(header, rows)

    def facts(self) -> dict[str, str]:
        """The winner, with its score as it stands and corrected for having won."""
        write = fold_words.writer(self)
        told = {
            "highest mean" if self.higher_is_better else "lowest mean": (
                f"{write(self.winner.mean)} ({self.winner.name})"
            ),
            "chosen on other folds": write(self.winner.corrected),
            "comparisons": f"{self.comparisons:,}",
        }
        if self.searched:
            told["candidates tried"] = f"{self.tried:,}"
        return told

    def sentence(self) -> str:
        """The findings: who is better, what was assumed, and what is left of the winner's score."""
        return self._with_notes(fold_words.sentence(self))

    def sentences(self) -> list[str]:
        """A sentence for each pair, the clearest differences first."""
        return [fold_words.of_pair(self, pair) for pair in self.pairs]

    def for_the_paper(self) -> str:
        """What was done and what came out, to copy."""
        return fold_words.for_the_paper(self)
