"""What planning a comparison answers: so many cases, or so small a difference."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from course_lib.common.phrases import percent
from course_lib.common.result import Table, TableResult

_ASSUMES = (
    "both are tested on the same cases, which are independent of each other",
    "accuracies and disagreement are as guessed",
)


def _shown(share: float) -> str:
    """A share in percent, in as many digits as anybody guesses it."""
    return percent(float(f"{share:.3g}"))


def _points(difference: float) -> str:
    return f"{100 * difference:.3g} points"


def _level_in_words(alpha: float, comparisons: int) -> str:
    words = f"at the {percent(alpha)} level"
    return words + (f" shared by {comparisons:,} comparisons" if comparisons > 1 else "")


class PlannedCases(NamedTuple):
    """How many cases it takes if the two disagree on this share of them."""

    disagreement: float
    cases: int
    #: By summation; otherwise by a formula for large numbers.
    exact: bool
    power: float


class FoundDifference(NamedTuple):
    """The smallest difference that is found if the two disagree on this share of the cases."""

    disagreement: float
    #: None if not even the largest that is possible is found often enough.
    difference: float | None


@dataclass(frozen=True, repr=False)
class ComparisonPlan(TableResult):
    """How many cases show that one of two is better. Made by `plan_comparison`."""

    _also = ("assumes",)

    accuracy_a: float
    accuracy_b: float
    #: The share of cases on which exactly one of the two is right; guessed, if nobody told it.
    disagreement: float
    guessed: bool
    #: The least and the most that these accuracies allow, and what unrelated errors bring.
    possible: tuple[float, float]
    unrelated: float
    alpha: float
    power: float
    comparisons: int
    #: From this number of cases on the power is as wanted; about, where it is not exact.
    cases: int
    exact: bool
    attained_power: float
    #: The same for other disagreements.
    sizes: tuple[PlannedCases, ...]

    @property
    def assumes(self) -> tuple[str, ...]:
        """What the plan rests on."""
        return _ASSUMES

    def facts(self) -> dict[str, str]:
        """The number of cases, and for what."""
        return {
            "cases": f"{'' if self.exact else 'about '}{self.cases:,}",
            "difference": _points(abs(self.accuracy_a - self.accuracy_b)),
            "disagreement": _shown(self.disagreement) + (" (guessed)" if self.guessed else ""),
            "power": percent(self.power),
            "level": percent(float(f"{self.alpha / self.comparisons:.3g}")),
        }

    def rows(self) -> list[dict[str, Any]]:
        """A record for each disagreement."""
        return [size._asdict() for size in self.sizes]

    def table(self) -> Table:
        """The number of cases for several disagreements."""
        return Table(
            ("exactly one of the two is right on", "cases needed", "which are"),
            [
                (
                    _shown(size.disagreement),
                    f"{'' if size.exact else 'about '}{size.cases:,}",
                    self._remark(size.disagreement),
                )
                for size in self.sizes
            ],
        )

    def _remark(self, disagreement: float) -> str:
        words = []
        if abs(disagreement - self.disagreement) < 1e-9 and not self.guessed:
            words.append("as asked")
        if abs(disagreement - self.possible[0]) < 1e-9:
            words.append("the better one is right wherever the other is")
        if abs(disagreement - self.unrelated) < 1e-9:
            words.append("if errors were independent")
        return ", ".join(words)

    def sentence(self) -> str:
        """The plan in words."""
        high, low = sorted((self.accuracy_a, self.accuracy_b), reverse=True)
        about = (
            f"from {self.cases:,} cases on" if self.exact else f"with about {self.cases:,} cases"
        )
        words = (
            f"To show that an accuracy of {percent(high)} is better than one of {percent(low)}, "
            f"if exactly one of the two is right on {_shown(self.disagreement)} of the cases, the "
            f"exact McNemar test, two-sided, {_level_in_words(self.alpha, self.comparisons)}, has "
            f"a power of {percent(self.power)} {about}."
        )
        least, most = (_shown(limit) for limit in self.possible)
        if self.guessed:
            words += (
                f" That share decides, and nobody told it: {_shown(self.unrelated)} is what "
                "independent errors bring, and models that find the same cases hard disagree less. "
                f"These accuracies allow anything from {least} to {most}: take it from a pilot."
            )
        if not self.exact:
            words += " So large a number is that of a formula, rounded up."
        return words


@dataclass(frozen=True, repr=False)
class SmallestDifference(TableResult):
    """The smallest difference that so many cases show. Made by `smallest_difference`."""

    _also = ("assumes",)

    cases: int
    #: The share of cases on which exactly one of the two is right; guessed, if nobody told it.
    disagreement: float
    guessed: bool
    accuracy: float | None
    alpha: float
    power: float
    comparisons: int
    #: None if so few cases do not show any difference with this power.
    difference: float | None
    #: The same for other disagreements.
    differences: tuple[FoundDifference, ...]

    @property
    def assumes(self) -> tuple[str, ...]:
        """What the answer rests on."""
        return _ASSUMES

    def facts(self) -> dict[str, str]:
        """The difference, and for what."""
        found = "none" if self.difference is None else _points(self.difference)
        return {
            "smallest difference": found,
            "cases": f"{self.cases:,}",
            "disagreement": _shown(self.disagreement) + (" (guessed)" if self.guessed else ""),
            "power": percent(self.power),
            "level": percent(float(f"{self.alpha / self.comparisons:.3g}")),
        }

    def rows(self) -> list[dict[str, Any]]:
        """A record for each disagreement."""
        return [found._asdict() for found in self.differences]

    def table(self) -> Table:
        """The smallest difference for several disagreements."""
        return Table(
            ("exactly one of the two is right on", "smallest difference"),
            [
                (
                    _shown(found.disagreement),
                    "none" if found.difference is None else _points(found.difference),
                )
                for found in self.differences
            ],
        )

    def sentence(self) -> str:
        """The answer in words."""
        test = f"the exact McNemar test, two-sided, {_level_in_words(self.alpha, self.comparisons)}"
        where = f"if exactly one of the two is right on {_shown(self.disagreement)} of them"
        if self.difference is None:
            words = (
                f"On {self.cases:,} cases, {where}, {test}, does not reach a power of "
                f"{percent(self.power)}, not even if all of those go one way."
            )
        else:
            words = (
                f"On {self.cases:,} cases, {where}, {test}, has a power of {percent(self.power)} "
                f"for a difference of {_points(self.difference)} or more"
                f"{self._from_the_accuracy(self.difference)}. A smaller one may be real, and is "
                "missed more often."
            )
        if self.guessed and self.accuracy is not None:
            most = 2 * min(self.accuracy, 1 - self.accuracy)
            words += (
                f" That share decides, and nobody told it: {_shown(self.disagreement)} is what "
                "independent errors of two such models bring, and models that find the same cases "
                "hard disagree less, so that smaller differences show. Anything is possible from "
                f"the difference itself to about {_shown(most)}: take it from a pilot."
            )
        return words

    def _from_the_accuracy(self, difference: float) -> str:
        """What another must have, to be shown better or worse than this one."""
        if self.accuracy is None:
            return ""
        words = []
        for sign, more in ((1, "more"), (-1, "less")):
            other = self.accuracy + sign * difference
            both = self.accuracy + other
            if 0 <= other <= 1 and self.disagreement <= min(both, 2 - both) + 1e-9:
                words.append(f"{percent(float(f'{other:.4g}'))} or {more}")
        if not words:
            return ""
        return f": against an accuracy of {percent(self.accuracy)}, one of {', or of '.join(words)}"
