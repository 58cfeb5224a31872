"""What a judgement of predicted numbers consists of, and how it is said."""

from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import numpy as np

from course_lib.common.phrases import counted, percent, told_apart
from course_lib.common.result import Result, Table, TableResult, json_ready
from course_lib.judging import regression_words as words
from course_lib.pairs.flips import FlipTest

LOSSES = ("absolute", "squared")


@dataclass(frozen=True, eq=False, repr=False)
class NumberPredictions(Result):
    """The true numbers, and a column of predictions for each model."""

    names: tuple[str, ...]
    truth: np.ndarray
    predictions: np.ndarray
    source: str
    notes: tuple[str, ...] = ()

    def sentence(self) -> str:
        """How many models, how many cases."""
        who = f"{counted(len(self.names), 'model')} on {counted(self.truth.size, 'case')}, "
        low, high = told_apart(float(self.truth.min()), float(self.truth.max()))
        return self._with_notes(f"{who}whose true numbers reach from {low} to {high}.")


@dataclass(frozen=True, repr=False)
class RegressionModel(Result):
    """One model: how far off it is."""

    name: str
    #: Of the absolute or squared errors, with limits by Student's t, for this model by itself.
    mean_loss: float
    low: float
    high: float
    #: The mean error: above 0 it predicts too much.
    bias: float
    #: 1 is perfect, 0 no better than always saying the mean of these cases; NaN if all are alike.
    r_squared: float
    loss: str
    confidence: float

    @property
    def typical_error(self) -> float:
        """In the units of the truth: the mean absolute error, or the root of the mean square."""
        return self.mean_loss if self.loss == "absolute" else self.mean_loss**0.5

    def sentence(self) -> str:
        """How far off it is, with its interval."""
        mean, low, high = words.told(self.mean_loss, self.low, self.high)
        root = f"root {self.typical_error:.4g}; " if self.loss == "squared" else ""
        if low == high:
            return (
                f"{self.name} has a {words.MEANS[self.loss]} of {mean} ({root}the same in every "
                "case, so there is no interval)."
            )
        return (
            f"{self.name} has a {words.MEANS[self.loss]} of {mean} "
            f"({root}{percent(self.confidence)} interval {low} to {high})."
        )


@dataclass(frozen=True, repr=False)
class RegressionPair(Result):
    """Two models on the same cases; the first has the smaller mean loss."""

    first: str
    second: str
    #: Mean loss of the second less that of the first; the limits of all pairs hold together.
    difference: float
    low: float
    high: float
    #: Of this pair alone, and corrected for all pairs.
    p_value: float
    adjusted: float
    differs: bool
    #: "beyond" the margin, "within" it or "open"; None if no margin was given.
    against_margin: str | None = None

    def sentence(self) -> str:
        """Whose errors are smaller, as far as it is shown, and by how much."""
        difference, low, high = words.told(self.difference, self.low, self.high)
        who = (
            f"{self.first} has smaller errors than {self.second}"
            if self.differs
            else f"{self.first} and {self.second} are not shown to differ"
        )
        return (
            f"{who}: by {difference} on average, interval {low} to {high} "
            f"(adjusted p = {self.adjusted:.2g}, two-sided)."
        )


@dataclass(frozen=True, eq=False, repr=False)
class RegressionJudgement(TableResult):
    """Models that predict numbers, judged. Made by `judge_regression`."""

    data: NumberPredictions
    #: In the order of the columns.
    models: tuple[RegressionModel, ...]
    #: The most different first.
    pairs: tuple[RegressionPair, ...]
    #: The ranks that each may have, all at once; and who is not shown worse than anybody.
    rank_intervals: dict[str, tuple[int, int]]
    may_be_best: tuple[str, ...]
    #: The mean loss of whoever looks best, on cases that it was not chosen on.
    winner_corrected: float | None
    loss: str
    alpha: float
    control: str | None
    margin: float | None
    flips: FlipTest | None

    @property
    def ranking(self) -> tuple[RegressionModel, ...]:
        """From the smallest mean loss to the largest."""
        return tuple(sorted(self.models, key=lambda one: (one.mean_loss, one.name)))

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """What a reader should know of these very numbers."""
        return (*self.data.notes, *words.notes_of(self))

    def heading(self) -> str:
        """Who leads, and whether that is shown."""
        best = self.ranking[0]
        if len(self.models) == 1:
            return f"{best.name}, judged."
        if self.may_be_best == (best.name,):
            return f"{best.name} has smaller errors than all others."
        if self.control is not None:
            return f"All others, compared with {self.control}."
        return "Who has the smallest errors is not shown."

    def findings(self) -> tuple[str, ...]:
        """The findings in up to three sentences."""
        return tuple(self.sentences().values())

    def sentences(self) -> dict[str, str]:
        """The findings by question: the best, the rest, what it means."""
        found = {"best": words.best(self)}
        if self.pairs:
            found["rest"] = words.rest(self)
        return {**found, "meaning": words.meaning(self)}

    def sentence(self) -> str:
        """The findings in a few sentences."""
        return " ".join(self.sentences().values())

    def for_the_paper(self) -> str:
        """What was done and what came out, as text to copy."""
        return words.paper(self)

    def table(self) -> Table:
        """The models, the smallest mean loss first."""
        square = self.loss == "squared"
        header = [
            "model",
            words.MEANS[self.loss],
            f"{percent(1 - self.alpha)} interval",
            "bias",
            "R²",
        ]
        if square:
            header.insert(1, "root")
        if self.rank_intervals:
            header.append("rank")
        rows = []
        for one in self.ranking:
            mean, low, high = words.told(one.mean_loss, one.low, one.high)
            row = [
                one.name,
                mean,
                f"{low} to {high}" if low != high else "none",
                f"{one.bias + 0.0:.3g}",
                words.r_in_words(one.r_squared),
            ]
            if square:
                row.insert(1, f"{one.typical_error:.4g}")
            if self.rank_intervals:
                best, worst = self.rank_intervals[one.name]
                row.append(str(best) if best == worst else f"{best} to {worst}")
            rows.append(row)
        return Table(header, rows)

    def _paragraphs(self) -> list[str]:
        noted = [f"Please note: {' '.join(self.notes)}"] if self.notes else []
        return [*self.sentences().values(), *noted]

    def rows(self) -> list[dict[str, Any]]:
        """A row for each model, in the order of the columns."""
        return [asdict(one) for one in self.models]

    def pair_rows(self) -> list[dict[str, Any]]:
        """A row for each pair, for a file."""
        return [asdict(pair) for pair in self.pairs]

    def as_dict(self) -> dict[str, Any]:
        """All of it as plain numbers and texts, for JSON."""
        return json_ready(
            {
                "source": self.data.source,
                "cases": self.data.truth.size,
                "loss": self.loss,
                "alpha": self.alpha,
                "control": self.control,
                "margin": self.margin,
                "models": self.models,
                "pairs": self.pairs,
                "rank_intervals": self.rank_intervals,
                "may_be_best": self.may_be_best,
                "winner_corrected": self.winner_corrected,
                "sign_flips": self.flips.repetitions if self.flips else None,
                "notes": self.notes,
                "sentences": self.sentences(),
                "sentence": self.sentence(),
                "for_the_paper": self.for_the_paper(),
            }
        )
