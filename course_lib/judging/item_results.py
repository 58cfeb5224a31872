"""What a judgement of items consists of: frozen records, each about one thing."""

from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from course_lib.common.phrases import (
    counted,
    p_alone,
    percent,
    points_in_words,
    shares_in_words,
)
from course_lib.common.result import PageResult, Result, Table
from course_lib.judging import item_notes, item_paper, item_words
from course_lib.judging.items import Items
from course_lib.pairs.flips import FlipTest


@dataclass(frozen=True, repr=False)
class ModelAccuracy(Result):
    """One model: on which share of the items it is right."""

    name: str
    accuracy: float
    #: Wilson's limits, two-sided, for this model by itself.
    low: float
    high: float
    #: How many it has right, and of how many; parts where items count in part.
    right: float
    items: int
    #: So many independent items, right or wrong, would tell as much.
    effective_items: float
    confidence: float

    @property
    def error(self) -> float:
        """About the standard error: a quarter of the interval."""
        return (self.high - self.low) / 4

    def sentence(self) -> str:
        """How often it is right, with its interval."""
        share, low, high = shares_in_words(self.accuracy, self.low, self.high, error=self.error)
        return (
            f"{self.name} has an accuracy of {share} % on {counted(self.items, 'item')} "
            f"({percent(self.confidence)} interval {low} to {high} %)."
        )


@dataclass(frozen=True, repr=False)
class ItemPair(Result):
    """Two models on the same items; the first is right no less often than the second."""

    first: str
    second: str
    #: Items that one alone has right; parts where items count in part.
    only_first_right: float
    only_second_right: float
    #: Accuracy of the first less that of the second, with Tango's limits; those of all pairs hold
    #: together.
    difference: float
    low: float
    high: float
    #: Of this pair alone, and corrected for all pairs.
    p_value: float
    adjusted: float
    differs: bool
    #: The interval lies "beyond" the margin, the difference is shown and it matters; "within" the
    #: margin, it is too small to matter; or it is "open". None if no margin was given.
    against_margin: str | None = None

    @property
    def at_the_margin(self) -> bool:
        """Do the test and the interval part, as they may close to the level?"""
        return self.differs != (not self.low <= 0 <= self.high)

    def points(self) -> tuple[str, str, str]:
        """The difference and its limits in percentage points."""
        error = (self.high - self.low) / 6
        told = points_in_words(self.difference, self.low, self.high, error=error)
        return told[0], told[1], told[2]

    def sentence(self) -> str:
        """Who is right more often, as far as it is shown, and by how much."""
        difference, low, high = self.points()
        who = (
            f"{self.first} is right more often than {self.second}"
            if self.differs
            else f"{self.first} and {self.second} are not shown to differ"
        )
        return (
            f"{who}: by {difference} points, interval {low} to {high} "
            f"(adjusted p = {self.adjusted:.2g}, two-sided)."
        )


@dataclass(frozen=True, repr=False)
class Winner(Result):
    """The model with the highest accuracy, and how much of that is owed to its being chosen."""

    name: str
    #: All that share the highest accuracy.
    shared_by: tuple[str, ...]
    accuracy: float
    #: What whoever looks best scores on items that it was not chosen on; None where no item can be
    #: left out.
    corrected: float | None
    #: Limits that hold for whichever of the models was chosen.
    low: float
    high: float
    #: How many it is the best of, and the confidence of the interval.
    models: int
    confidence: float
    resamples: int

    def sentence(self) -> str:
        """The accuracy as it is, corrected, and with an interval that allows for the choice."""
        return item_words.winner_in_words(self)


@dataclass(frozen=True, eq=False, repr=False)
class ItemsJudgement(PageResult):
    """Several models on the same items, judged. Made by `judge_items`."""

    _page = "course_lib.reports.items:items_report"

    #: What was judged.
    items: Items
    #: In the order of the columns.
    accuracies: tuple[ModelAccuracy, ...]
    #: All pairs, or those with the control: the clearest differences first.
    pairs: tuple[ItemPair, ...]
    #: From the lowest to the highest rank that each model may have, 1 for the best; all of them
    #: hold together. Empty where models were compared with a control only.
    rank_intervals: dict[str, tuple[int, int]]
    #: Those that are not shown worse than any other, from the highest accuracy to the lowest; none
    #: where models were compared with a control only.
    may_be_best: tuple[str, ...]
    winner: Winner
    #: How the signs were flipped; None for a single model.
    flips: FlipTest | None
    alpha: float
    control: str | None
    #: A difference that matters, in accuracy; None if nobody said.
    margin: float | None
    #: The limits for a pair lie so many standard errors out; None for a single model.
    quantile: float | None

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """What a reader should know of these very items."""
        return item_notes.notes_of(self)

    @property
    def assumes(self) -> tuple[str, ...]:
        """What must hold for the numbers to mean what they say."""
        return item_notes.assumptions(self)

    @property
    def ranking(self) -> tuple[ModelAccuracy, ...]:
        """The models from the highest accuracy to the lowest."""
        return tuple(sorted(self.accuracies, key=lambda one: (-one.accuracy, one.name)))

    @property
    def different(self) -> tuple[ItemPair, ...]:
        """The pairs that are shown to differ."""
        return tuple(pair for pair in self.pairs if pair.differs)

    def model(self, name: str) -> ModelAccuracy:
        """One model, by its name."""
        return self.accuracies[self.items.column("name", name)]

    def pair(self, first: str, second: str) -> ItemPair:
        """Two models, in either order."""
        for pair in self.pairs:
            if {pair.first, pair.second} == {first, second}:
                return pair
        raise ValueError(f"{first!r} and {second!r} were not compared with each other")

    def heading(self) -> str:
        """The finding in a few words."""
        return item_words.heading(self)

    def sentences(self) -> dict[str, str]:
        """The findings in words; the first three are what somebody in a hurry should read."""
        return item_words.findings(self)

    def findings(self) -> tuple[str, ...]:
        """For somebody in a hurry: the best, who may be the best, and which differences matter."""
        return tuple(self.sentences().values())[:3]

    def sentence(self) -> str:
        """The findings in a few sentences."""
        return " ".join(self.sentences().values())

    def caption(self) -> str:
        """What stands above the table in a paper."""
        return item_paper.caption(self)

    def for_the_paper(self) -> dict[str, str]:
        """For each question what was done and what came out, as text to copy."""
        return item_paper.paper(self)

    def table(self) -> Table:
        """The models, the highest accuracy first."""
        error = min(one.error for one in self.accuracies)
        against = {pair.first: pair for pair in self.pairs} | {p.second: p for p in self.pairs}
        header = ["model", "accuracy", f"{percent(1 - self.alpha)} interval"]
        if self.control is not None:
            header += [f"points above {self.control}", "interval", "adjusted p"]
        elif self.pairs:
            header += ["rank"]
        rows = []
        for one in self.ranking:
            share, low, high = shares_in_words(one.accuracy, one.low, one.high, error=error)
            cells = [one.name, f"{share} %", f"{low} to {high} %"]
            if self.control is not None:
                cells += self._beside_control(one.name, against)
            elif self.pairs:
                lowest, highest = self.rank_intervals[one.name]
                cells += [f"{lowest}" if lowest == highest else f"{lowest} to {highest}"]
            rows.append(tuple(cells))
        return Table(tuple(header), rows)

    def _beside_control(self, name: str, against: dict[str, ItemPair]) -> list[str]:
        if name == self.control:
            return ["", "", ""]
        pair = against[name]
        sign = 1 if pair.first == name else -1
        limits = sorted((sign * pair.low, sign * pair.high))
        error = (pair.high - pair.low) / 6
        difference, low, high = points_in_words(sign * pair.difference, *limits, error=error)
        return [difference, f"{low} to {high}", p_alone(pair.adjusted, self.alpha)]

    def _paragraphs(self) -> list[str]:
        noted = [f"Please note: {' '.join(self.notes)}"] if self.notes else []
        return [*self.sentences().values(), *noted, f"Assumed: {'; '.join(self.assumes)}."]

    def rows(self) -> list[dict[str, Any]]:
        """A row for each model, in the order of the columns."""
        return [
            {
                "name": one.name,
                "accuracy": one.accuracy,
                "low": one.low,
                "high": one.high,
                "right": one.right,
                "items": one.items,
                "rank_low": self.rank_intervals.get(one.name, (None, None))[0],
                "rank_high": self.rank_intervals.get(one.name, (None, None))[1],
                "may_be_best": one.name in self.may_be_best if self.rank_intervals else None,
            }
            for one in self.accuracies
        ]

    def pair_rows(self) -> list[dict[str, Any]]:
        """A row for each pair, for a file."""
        return [asdict(pair) for pair in self.pairs]

    def as_dict(self) -> dict[str, Any]:
        """All of it as plain numbers and texts, for JSON; not what each model did on each item."""
        return {
            "source": self.items.source,
            "models": len(self.items.names),
            "items": self.items.number,
            "clusters": self.items.number_of_clusters,
            "runs": self.items.runs,
            "alpha": self.alpha,
            "control": self.control,
            "margin": self.margin,
            "accuracies": self.rows(),
            "winner": self.winner.as_dict(),
            "may_be_best": list(self.may_be_best),
            "rank_intervals": {name: list(ranks) for name, ranks in self.rank_intervals.items()},
            "pairs": self.pair_rows(),
            "quantile": self.quantile,
            "sign_flips": self.flips.repetitions if self.flips else None,
            "notes": list(self.notes),
            "sentence": self.sentence(),
            "sentences": self.sentences(),
            "for_the_paper": self.for_the_paper(),
        }
