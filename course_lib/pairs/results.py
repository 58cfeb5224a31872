"""What a test of two classifiers answers, and what a simulation of tests does."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from course_lib.common.arguments import open_unit_interval
from course_lib.common.phrases import counted, p_in_words, percent
from course_lib.common.result import Result, Table, TableResult


@dataclass(frozen=True, repr=False)
class PairTest(Result):
    """A test of whether one of two classifiers, A and B, is better."""

    #: Its name, with the variant: "McNemar test (exact)".
    test: str
    #: What the statistic is: "t", "chi-squared", "wins of A".
    statistic_name: str
    statistic: float
    p_value: float
    #: "two-sided", "greater" (A is better) or "less" (B is better).
    alternative: str
    #: How many of what the test rests on: pairs, discordant cases, trials.
    n: int
    n_name: str
    #: How large the difference is, with an interval of this confidence.
    effect_name: str
    effect: float
    interval: tuple[float, float]
    confidence: float
    #: The effect if neither is better.
    neutral: float
    #: What must hold for the p-value to mean what it says.
    assumes: tuple[str, ...]
    #: What a reader should know about this very result: ties, few cases, a violated requirement.
    notes: tuple[str, ...]

    def heading(self) -> str:
        """Which test."""
        return self.test

    def facts(self) -> dict[str, str]:
        """The statistic, the p-value, and how large the difference is."""
        low, high = self.interval
        one, two = ("", "") if self.alternative == "two-sided" else ("one-sided ", "two-sided ")
        return {
            self.statistic_name: _told(self.statistic),
            f"{one}p-value": "< 1e-300" if self.p_value < 1e-300 else f"{self.p_value:.3g}",
            f"{self.n_name}s": f"{self.n:,}",
            self.effect_name: f"{self.effect:.4g}",
            f"{percent(self.confidence)} {two}interval": f"{low:.4g} to {high:.4g}",
        }

    def sentence(self, alpha: float = 0.05) -> str:
        """The finding, fit for a paper; with what should be known about it."""
        alpha = open_unit_interval("alpha", alpha)
        if self.alternative == "two-sided":
            better = "A is better than B" if self.effect > self.neutral else "B is better than A"
            found = better if self.p_value <= alpha else "no difference is shown"
        else:
            better = "A" if self.alternative == "greater" else "B"
            found = (
                f"{better} is better"
                if self.p_value <= alpha
                else (f"it is not shown that {better} is better")
            )
        tails = "two-sided" if self.alternative == "two-sided" else "one-sided"
        low, high = self.interval
        sides = "" if self.alternative == "two-sided" else "two-sided "
        words = (
            f"{self.test}, {tails}, on {counted(self.n, self.n_name)}: {self.statistic_name} = "
            f"{_told(self.statistic)}, {p_in_words(self.p_value, alpha)}; at the {percent(alpha)} "
            f"level {found}."
        )
        if self.n:  # of nothing there is no share
            words += (
                f" The {self.effect_name} is {self.effect:.3g} "
                f"({percent(self.confidence)} {sides}interval {low:.3g} to {high:.3g})."
            )
        if sides and self.p_value <= alpha and low <= self.neutral <= high:
            words += f" The interval holds {self.neutral:g}, for it looks to both sides, the test "
            words += "to one only."
        return self._with_notes(words[0].upper() + words[1:])


def _told(statistic: float) -> str:
    """In four digits; a large count in all of its own."""
    whole = abs(statistic) >= 10_000 and float(statistic).is_integer()
    return f"{statistic:,.0f}" if whole else f"{statistic:.4g}"


class ErrorRates(TableResult):
    """How often each of several tests finds what is not there, by simulation."""

    _also = ("standard_errors",)

    #: By test.
    rates: dict[str, float]
    repetitions: int

    def standard_error(self, test: str) -> float:
        """How far a rate may be off by the luck of the simulation."""
        rate = self.rates[test]
        return float(np.sqrt(max(rate * (1 - rate), 1 / self.repetitions) / self.repetitions))

    @property
    def standard_errors(self) -> dict[str, float]:
        """The same for every test."""
        return {test: self.standard_error(test) for test in self.rates}

    def rows(self) -> list[dict[str, Any]]:
        """A record for each test."""
        return [
            {"test": test, "rate": rate, "standard_error": self.standard_error(test)}
            for test, rate in self.rates.items()
        ]

    def table(self) -> Table:
        """The rate of each test."""
        return Table(
            ("test", "error rate", "standard error"),
            [
                (test, percent(round(rate, 4)), f"{100 * self.standard_error(test):.2g} %")
                for test, rate in self.rates.items()
            ],
        )
