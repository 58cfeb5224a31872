"""What a judgement of predicted numbers consists of, and how it is said."""

from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import numpy as np

from course_lib.common.phrases import counted, p_alone, p_in_words, percent, told_apart
from course_lib.common.result import Result, Table, TableResult, json_ready
from course_lib.pairs.flips import FlipTest

LOSSES = ("absolute", "squared")
#: What the mean of the losses is called.
_MEANS = {"absolute": "mean absolute error", "squared": "mean squared error"}
#: So many names are listed in a sentence.
_LISTED = 3
#: If so few cases make up half of the mean loss, the mean rests on them.
_FEW_CASES = 0.02


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
        words = f"{counted(len(self.names), 'model')} on {counted(self.truth.size, 'case')}, "
        low, high = told_apart(float(self.truth.min()), float(self.truth.max()))
        return self._with_notes(f"{words}whose true numbers reach from {low} to {high}.")


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
        mean, low, high = _told(self.mean_loss, self.low, self.high)
        root = f"root {self.typical_error:.4g}; " if self.loss == "squared" else ""
        return (
            f"{self.name} has a {_MEANS[self.loss]} of {mean} "
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
        difference, low, high = _told(self.difference, self.low, self.high)
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
        return (*self.data.notes, *_notes(self))

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
        words = {"best": _best(self)}
        if self.pairs:
            words["rest"] = _rest(self)
        words["meaning"] = _meaning(self)
        return words

    def sentence(self) -> str:
        """The findings in a few sentences."""
        return " ".join(self.sentences().values())

    def for_the_paper(self) -> str:
        """What was done and what came out, as text to copy."""
        return _paper(self)

    def table(self) -> Table:
        """The models, the smallest mean loss first."""
        square = self.loss == "squared"
        header = ["model", _MEANS[self.loss], f"{percent(1 - self.alpha)} interval", "bias", "R²"]
        if square:
            header.insert(1, "root")
        if self.rank_intervals:
            header.append("rank")
        rows = []
        for one in self.ranking:
            mean, low, high = _told(one.mean_loss, one.low, one.high)
            row = [one.name, mean, f"{low} to {high}", f"{one.bias + 0.0:.3g}", _r(one.r_squared)]
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


def _told(*numbers: float) -> list[str]:
    """Numbers of one kind with as many decimals as the widest distance among them carries."""
    spread = max(numbers) - min(numbers)
    if not spread:
        return [f"{number + 0.0:.4g}" for number in numbers]
    decimals = int(np.clip(1 - np.floor(np.log10(spread)), 0, 12))
    return [f"{round(number, decimals) + 0.0:.{decimals}f}" for number in numbers]


def _r(r_squared: float) -> str:
    return "none" if np.isnan(r_squared) else f"{r_squared + 0.0:.3f}"


def _best(found: RegressionJudgement) -> str:
    best = found.ranking[0]
    words = best.sentence()
    if len(found.models) > 1:
        mean = _MEANS[found.loss]
        words = words.replace(f"has a {mean} of", f"has the smallest {mean},", 1)
        if found.winner_corrected is not None and found.winner_corrected > best.mean_loss:
            corrected = told_apart(found.winner_corrected, best.mean_loss)[0]
            words += f" It was chosen for that: on other cases expect about {corrected}."
    return words


def _rest(found: RegressionJudgement) -> str:
    how = _how(found)
    if found.control is not None:
        differ = [pair for pair in found.pairs if pair.differs]
        told = [f"{pair.first} has smaller errors than {pair.second}" for pair in differ]
        shown = f": {_listed(told)}" if differ else ""
        return (
            f"Against {found.control}, {len(differ)} of {len(found.pairs)} differ ({how}){shown}."
        )
    best, others = found.ranking[0].name, list(found.may_be_best)
    if others == [best]:
        return f"It is shown to have smaller errors than {_every(found)} ({how})."
    rivals = [name for name in others if name != best]
    return (
        f"{len(others)} of {len(found.models)} may be the best, for none is shown to have smaller "
        f"errors than they have ({how}): {_listed([best, *rivals])}. Not shown is not equal."
    )


def _every(found: RegressionJudgement) -> str:
    return "the other" if len(found.models) == 2 else f"all {len(found.models) - 1} others"


def _meaning(found: RegressionJudgement) -> str:
    best = found.ranking[0]
    words = (
        "Always saying the mean of these cases would have an R² of 0; "
        f"{best.name} has {_r(best.r_squared)}."
    )
    if found.margin is not None and found.pairs:
        mine = [pair for pair in found.pairs if best.name in (pair.first, pair.second)] or [
            found.pairs[0]
        ]
        nearest = min(mine, key=lambda pair: pair.difference)
        _, low, high = _told(nearest.difference, nearest.low, nearest.high)
        verdict = {
            "beyond": "more than the margin: it matters",
            "within": "less than the margin: too little to matter",
            "open": "whether it matters is not known",
        }[nearest.against_margin or "open"]
        other = nearest.second if nearest.first == best.name else nearest.first
        words += (
            f" The difference from {other} is {low} to {high}, and the margin {found.margin:g}: "
            f"{verdict}."
        )
    return words


def _how(found: RegressionJudgement) -> str:
    assert found.flips is not None
    flips = "every way to flip signs" if found.flips.every_way else (
        f"{found.flips.repetitions:,} sign flips"
    )  # fmt: skip
    family = "" if len(found.pairs) == 1 else ", corrected for all pairs"
    return f"{flips}, two-sided{family}, {percent(found.alpha)}"


def _listed(texts: list[str]) -> str:
    if len(texts) > _LISTED:
        return ", ".join(texts[:_LISTED]) + f" and {len(texts) - _LISTED} more"
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"


def _paper(found: RegressionJudgement) -> str:
    size = counted(found.data.truth.size, "case")
    words = (
        f"On {size}, {_MEANS[found.loss]}s were compared between models by a permutation test that "
        f"exchanges the losses of two models case by case ({_how(found)}; step-down procedure of "
        "Westfall and Young)."
        if found.flips
        else f"The {_MEANS[found.loss]} was taken on {size}."
    )
    results = []
    for pair in found.pairs[:10]:
        if pair.differs:
            difference, low, high = _told(pair.difference, pair.low, pair.high)
            results.append(
                f"{pair.first} had smaller losses than {pair.second} (by {difference}, "
                f"simultaneous {percent(1 - found.alpha)} interval {low} to {high}; adjusted "
                f"{p_in_words(pair.adjusted, found.alpha)})"
            )
    if found.pairs and not results:
        results.append(f"no difference was shown at the {percent(found.alpha)} level")
    told = f" {'; '.join(results)}." if results else ""
    return words + (told[:2].upper() + told[2:] if told else "")


def _notes(found: RegressionJudgement) -> list[str]:
    data, notes = found.data, []
    if found.flips is not None and found.flips.is_close(found.alpha):
        notes.append("A p-value lies so close to the level that another seed may decide otherwise.")
    if found.flips is not None and found.flips.every_way and found.flips.repetitions < 40:
        notes.append(
            f"On so few cases there are {found.flips.repetitions} ways to flip signs: hardly "
            "anything can be shown."
        )
    errors = np.abs(data.predictions - data.truth[:, None])
    losses = errors if found.loss == "absolute" else errors**2
    for name, own in zip(data.names, losses.T, strict=True):
        largest = np.sort(own)[::-1].cumsum()
        few = int(np.searchsorted(largest, largest[-1] / 2)) + 1
        if largest[-1] > 0 and few <= max(1, _FEW_CASES * own.size) and own.size >= 20:
            who = "1 case makes" if few == 1 else f"{few} cases make"
            notes.append(
                f"{who} up half of the mean loss of {name}: the mean rests on them, and so do the "
                "tests. Look at them; the absolute loss, or medians, heed them less."
            )
    same = [
        f"{a} and {b}"
        for i, a in enumerate(data.names)
        for j, b in enumerate(data.names[:i])
        if np.array_equal(data.predictions[:, i], data.predictions[:, j])
    ]
    if same:
        notes.append(f"{same[0]} predict the same, case by case.")
    exact = [n for n, own in zip(data.names, errors.T, strict=True) if not own.any()]
    if exact:
        notes.append(f"{exact[0]} is the truth itself: has the answer leaked into it?")
    return notes


def pair_table(found: RegressionJudgement, most: int) -> Table:
    """The pairs, the most different first."""
    rows = []
    for pair in found.pairs[:most]:
        difference, low, high = _told(pair.difference, pair.low, pair.high)
        mark = "*" if pair.differs else " "
        row = [
            f"{pair.first} / {pair.second}",
            f"{difference} ({low} to {high})",
            f"{p_alone(pair.adjusted, found.alpha)}{mark}",
        ]
        rows.append(row if pair.against_margin is None else [*row, pair.against_margin])
    header = ["first / second", "difference, interval", "adjusted p"]
    return Table(header if found.margin is None else [*header, "margin"], rows)
