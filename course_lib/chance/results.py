"""What the questions about luck are answered with."""

from dataclasses import dataclass

from course_lib.common.phrases import counted, p_alone, p_in_words, percent, told_apart
from course_lib.common.result import Result, Table


@dataclass(frozen=True, repr=False)
class BestScore(Result):
    """Is the best of several classifiers beyond luck? Made by `assess_best`."""

    _also = ("significant", "out_of_reach")

    metric: str
    #: How a sentence calls the score: "AUC", "best accuracy".
    title: str
    #: The best score that was reached.
    score: float
    positives: int
    negatives: int
    #: How many classifiers it is the best of.
    competitors: int
    alpha: float
    #: For `"top_k"` only, else None.
    k: int | None
    #: How often luck alone does as well.
    p_value: float
    #: What must be exceeded to be significant.
    critical_value: float
    #: The lowest and the highest score there is.
    lowest: float
    highest: float
    #: Whether the score lies between the critical value and the next score that is attainable: it
    #: may be the critical value, rounded up.
    just_above_critical: bool
    #: How often one classifier falls as low by luck.
    p_value_low: float
    #: Whether the score is that at the best threshold along the ranking.
    at_best_threshold: bool

    @property
    def significant(self) -> bool:
        """Does the score exceed the critical value, and so the p-value not exceed alpha?"""
        return self.p_value <= self.alpha

    @property
    def out_of_reach(self) -> bool:
        """Would even a perfect score fail to be significant on this test set?"""
        return self.critical_value >= self.highest

    @property
    def reversed(self) -> bool:
        """Is it so low that the scores, or the labels, may be reversed?"""
        attainable = self.score >= self.lowest - 1e-9
        return attainable and self.p_value_low <= self.alpha and not self.significant

    def heading(self) -> str:
        """The verdict in three words."""
        return f"{self.title}: {'beyond luck' if self.significant else 'not beyond luck'}"

    def facts(self) -> dict[str, str]:
        """Score, critical value, p-value, and what they are about."""
        score, critical = told_apart(self.score, self.critical_value)
        return {
            "score": score,
            "critical value": critical,
            "p-value": p_alone(self.p_value, self.alpha),
            "best of": f"{self.competitors:,}",
            "level": percent(self.alpha),
        }

    def sentence(self) -> str:
        """The finding, fit for a paper."""
        one = self.competitors == 1
        who = "one classifier" if one else f"the best of {self.competitors:,} classifiers"
        score, critical = told_apart(self.score, self.critical_value)
        where = " at the best threshold" if self.at_best_threshold else ""
        if self.significant:
            verdict = "luck alone is not a plausible explanation."
        elif self.out_of_reach:
            verdict = "on this test set not even a perfect score would be significant."
        else:
            verdict = "luck alone is not ruled out."
        if self.reversed:
            verdict += (
                f" It is far below what luck brings (one-sided p = {self.p_value_low:.2g}): are "
                "the scores or the labels reversed?"
            )
        if self.just_above_critical:
            verdict += (
                f" But {score} is not a score that this test set can give; if it was rounded from "
                f"{self.critical_value:.10g}, it is not significant."
            )
        elif self.at_best_threshold and self.score >= self.lowest:
            verdict += (
                f" (At its best threshold no ranking scores below {self.lowest:.4g}: that is what "
                "giving all cases the same answer brings.)"
            )
        elif self.score < self.lowest - 1e-9:
            verdict += (
                f" But no ranking scores below {self.lowest:.4g} at its best threshold; this may "
                "be the score at some other threshold."
            )
        return (
            f"The {self.title} of {score}{where}, reached by {who} on "
            f"{counted(self.positives, 'positive')} and {counted(self.negatives, 'negative')}, "
            f"{'exceeds' if self.significant else 'does not exceed'} {critical}, the "
            f"{percent(self.alpha)} critical value for {who} that learned nothing "
            f"(one-sided {p_in_words(self.p_value, self.alpha)}): {verdict}"
        )


@dataclass(frozen=True)
class MetricMix:
    """The mix of a test set of given size that gives a metric its lowest critical value."""

    metric: str
    title: str
    positives: int
    negatives: int
    critical_value: float
    #: Numbers of positives that were tried, and the critical value of each.
    tried: tuple[int, ...]
    critical_values: tuple[float, ...]


@dataclass(frozen=True, repr=False)
class TestSetPlan(Result):
    """How large a test set must be for a score to be significant. Made by `plan_test_set`."""

    __test__ = False  # pytest: not a test

    metric: str
    title: str
    score: float
    competitors: int
    alpha: float
    k: int | None
    #: Positives to negatives.
    ratio: tuple[int, int]
    #: "from" the size below on, only "up to" it (for TP10, where more positives come to the top by
    #: luck alone), or "never": then the size is the largest that was tried.
    significant: str
    positives: int
    negatives: int
    critical_value: float
    #: How the critical value falls as the test set grows: totals, and the value at each.
    totals: tuple[int, ...]
    critical_values: tuple[float, ...]
    #: For as many cases in all: the mix at which the critical value of each metric is lowest.
    mixes: tuple[MetricMix, ...]

    def facts(self) -> dict[str, str]:
        """The size, and what must be exceeded there."""
        return {
            "positives": f"{self.positives:,}",
            "negatives": f"{self.negatives:,}",
            "critical value": f"{self.critical_value:.4g}",
            "best of": f"{self.competitors:,}",
            "level": percent(self.alpha),
        }

    def table(self) -> Table:
        """For as many cases in all, the mix with the lowest critical value of each metric."""
        total = self.positives + self.negatives
        return Table(
            (f"lowest of {total:,} cases for", "positives", "negatives", "critical value"),
            [
                (mix.title, f"{mix.positives:,}", f"{mix.negatives:,}", f"{mix.critical_value:.4g}")
                for mix in self.mixes
            ],
        )

    def sentence(self) -> str:
        """The plan in words."""
        score, critical = told_apart(self.score, self.critical_value)
        who = "one classifier" if self.competitors == 1 else f"the best of {self.competitors:,}"
        sizes = f"{counted(self.positives, 'positive')} and {counted(self.negatives, 'negative')}"
        what = (
            f"At {self.ratio[0]}:{self.ratio[1]}, positives to negatives, {score} as the "
            f"{self.title} of {who}"
        )
        level = f"significant at the {percent(self.alpha)} level"
        if self.significant == "from":
            return f"{what} is {level} from {sizes} on, where the critical value is {critical}."
        if self.significant == "up to":
            return (
                f"{what} is {level} only up to {sizes}, where the critical value is {critical}; on "
                "larger test sets so many come to the top by luck."
            )
        return (
            f"{what} does not become {level} up to {sizes}, where the critical value is {critical}."
        )


@dataclass(frozen=True, repr=False)
class SimulatedCriticalValue(Result):
    """A critical value found by simulation, with the range that its noise leaves open."""

    #: The estimate: the `rank`-th best of all simulated scores.
    value: float
    #: The exact critical value lies from `low` to `high` with at least `confidence`.
    low: float
    high: float
    confidence: float
    #: A metric's name, or that of the function that was brought.
    metric: str
    positives: int
    negatives: int
    competitors: int
    alpha: float
    repetitions: int
    rank: int

    def facts(self) -> dict[str, str]:
        """The estimate, what its noise leaves open, and how much was drawn."""
        value, low, high = told_apart(self.value, self.low, self.high)
        return {
            "critical value": value,
            f"{percent(self.confidence)} interval": f"{low} to {high}",
            "rankings": f"{self.repetitions:,}",
            "best of": f"{self.competitors:,}",
            "level": percent(self.alpha),
        }

    def sentence(self) -> str:
        """The estimate and its uncertainty, in words."""
        who = "one classifier" if self.competitors == 1 else f"the best of {self.competitors:,}"
        value, low, high = told_apart(self.value, self.low, self.high)
        return (
            f"On {counted(self.positives, 'positive')} and {counted(self.negatives, 'negative')}, "
            f"{self.repetitions:,} simulated rankings put the {percent(self.alpha)} critical value "
            f"of {self.metric} for {who} at {value}; their noise leaves open anything from "
            f"{low} to {high} ({percent(self.confidence)} confidence)."
        )
