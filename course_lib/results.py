"""What the library answers: frozen records whose `.sentence()` says it in words."""

from dataclasses import dataclass
from html import escape
from typing import Any

from course_lib.arguments import open_unit_interval


def counted(number: int, noun: str) -> str:
    """A number and its noun: "1 positive", "1,000 positives"."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def percent(share: float) -> str:
    """A level as people write it; what is not quite all does not become 100 %.

    >>> percent(0.01), percent(0.001), percent(1e-9), percent(1 - 1e-9)
    ('1 %', '0.1 %', '1e-07 %', '99.9999999 %')
    """
    text = f"{100 * share:.6g}"
    return f"{100 * share:.15g} %" if text == "100" and share != 1 else f"{text} %"


def level_in_words(confidence: float) -> str:
    """A confidence in four digits, or in more if it takes more to stay below 100 %.

    >>> level_in_words(1 - 0.05 / 6), level_in_words(1 - 0.05 / 1770)
    ('99.17 %', '99.9972 %')
    """
    text = f"{100 * confidence:.4g}"
    return percent(confidence) if text == "100" else f"{text} %"


def p_alone(p: float, alpha: float) -> str:
    """The same as `p_in_words`, for a table: without the "p =".

    >>> p_alone(0.01134, 0.01), p_alone(0.0, 0.01)
    ('0.011', '< 1e-300')
    """
    return p_in_words(p, alpha).removeprefix("p = ").removeprefix("p ")


def p_in_words(p: float, alpha: float) -> str:
    """A p-value for a sentence: two digits, more if it takes more to tell it from the level.

    >>> p_in_words(0.01134, 0.01), p_in_words(0.010468, 0.01), p_in_words(0.0, 0.01)
    ('p = 0.011', 'p = 0.0105', 'p < 1e-300')
    """
    if p < 1e-300:
        return "p < 1e-300"
    for digits in range(2, 16):
        text = f"{p:.{digits}g}"
        if p == alpha or ((float(text) <= alpha) == (p <= alpha) and float(text) != alpha):
            break
    return f"p = {text}"


def told_apart(*scores: float) -> list[str]:
    """Scores in four digits, or in as many as it takes to tell different ones apart.

    >>> told_apart(0.6, 0.60074), told_apart(0.600735, 0.600744), told_apart(7, 10)
    (['0.6', '0.6007'], ['0.600735', '0.600744'], ['7', '10'])
    """
    for digits in range(4, 11):
        texts = [f"{score:.{digits}g}" for score in scores]
        if len(set(texts)) == len(set(scores)):
            break
    return texts


@dataclass(frozen=True)
class BestScore:
    """Is the best of several classifiers beyond luck? Made by `assess_best`."""

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

    @property
    def significant(self) -> bool:
        """Does the score exceed the critical value, and so the p-value not exceed alpha?"""
        return self.p_value <= self.alpha

    @property
    def out_of_reach(self) -> bool:
        """Would even a perfect score fail to be significant on this test set?"""
        return self.critical_value >= self.highest

    def __str__(self) -> str:
        return self.sentence()

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """How IPython shows it where there is no HTML."""
        printer.text(self.sentence())

    def _repr_html_(self) -> str:
        """How a notebook shows it: the verdict, the numbers, and the sentence."""
        score, critical = told_apart(self.score, self.critical_value)
        verdict = "beyond luck" if self.significant else "not beyond luck"
        rows = [
            ("score", score),
            ("critical value", critical),
            ("p-value", p_alone(self.p_value, self.alpha)),
            ("best of", f"{self.competitors:,}"),
            ("level", percent(self.alpha)),
        ]
        cells = "".join(f"<tr><th>{name}</th><td>{escape(text)}</td></tr>" for name, text in rows)
        return (
            f"<strong>{escape(self.title)}: {verdict}</strong><table>{cells}</table>"
            f"<p>{escape(self.sentence())}</p>"
        )

    def sentence(self) -> str:
        """The finding, fit for a paper."""
        one = self.competitors == 1
        who = "one classifier" if one else f"the best of {self.competitors:,} classifiers"
        score, critical = told_apart(self.score, self.critical_value)
        if self.significant:
            verdict = "luck alone is not a plausible explanation."
        elif self.out_of_reach:
            verdict = "on this test set not even a perfect score would be significant."
        else:
            verdict = "luck alone is not ruled out."
        if self.just_above_critical:
            verdict += (
                f" But {score} is not a score that this test set can give; if it was rounded from "
                f"{self.critical_value:.10g}, it is not significant."
            )
        elif self.score < self.lowest - 1e-9:
            verdict += (
                f" But no ranking scores below {self.lowest:.4g} at its best threshold; this may "
                "be the score at some other threshold."
            )
        return (
            f"The {self.title} of {score}, reached by {who} on "
            f"{counted(self.positives, 'positive')} and {counted(self.negatives, 'negative')}, "
            f"{'exceeds' if self.significant else 'does not exceed'} {critical}, the "
            f"{percent(self.alpha)} critical value for {who} that learned nothing "
            f"({p_in_words(self.p_value, self.alpha)}): {verdict}"
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


@dataclass(frozen=True)
class TestSetPlan:
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

    def __str__(self) -> str:
        return self.sentence()

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """How IPython shows it where there is no HTML."""
        printer.text(self.sentence())

    def _repr_html_(self) -> str:
        """How a notebook shows it."""
        rows = "".join(
            f"<tr><th>{escape(mix.title)}</th><td>{mix.positives:,}</td><td>{mix.negatives:,}</td>"
            f"<td>{mix.critical_value:.4g}</td></tr>"
            for mix in self.mixes
        )
        head = "<tr><th>lowest for</th><th>positives</th><th>negatives</th><th>critical</th></tr>"
        return f"<p>{escape(self.sentence())}</p><table>{head}{rows}</table>"

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
            f"{what} does not become {level} as the test set grows: on {sizes} the critical value "
            f"is {critical}."
        )


@dataclass(frozen=True)
class SimulatedCriticalValue:
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

    def __str__(self) -> str:
        return self.sentence()

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


@dataclass(frozen=True)
class PairTest:
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

    def __str__(self) -> str:
        return self.sentence()

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """How IPython shows it where there is no HTML."""
        printer.text(self.sentence())

    def _repr_html_(self) -> str:
        """How a notebook shows it."""
        rows = [
            (self.statistic_name, f"{self.statistic:.4g}"),
            ("p-value", _p_alone(self.p_value)),
            (f"{self.n_name}s", f"{self.n:,}"),
            (self.effect_name, f"{self.effect:.4g}"),
            (f"{percent(self.confidence)} interval", "{:.4g} to {:.4g}".format(*self.interval)),
        ]
        cells = "".join(f"<tr><th>{escape(k)}</th><td>{escape(v)}</td></tr>" for k, v in rows)
        assumed = "; ".join(self.assumes)
        return (
            f"<strong>{escape(self.test)}</strong><table>{cells}</table>"
            f"<p>{escape(self.sentence())}</p><p>Assumed: {escape(assumed)}.</p>"
        )

    def sentence(self, alpha: float = 0.05) -> str:
        """The finding, fit for a paper; with what should be known about it."""
        alpha = open_unit_interval("alpha", alpha)
        if self.alternative == "two-sided":
            found = "A and B differ" if self.p_value <= alpha else "no difference is shown"
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
            f"{self.statistic:.4g}, {p_in_words(self.p_value, alpha)}; at the {percent(alpha)} "
            f"level {found}. The {self.effect_name} is {self.effect:.3g} "
            f"({percent(self.confidence)} {sides}interval {low:.3g} to {high:.3g})."
        )
        return " ".join([words[0].upper() + words[1:], *self.notes])


def _p_alone(p: float) -> str:
    return "< 1e-300" if p < 1e-300 else f"{p:.3g}"
