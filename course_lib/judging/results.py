"""What a judgement consists of: frozen records, each about one thing."""

from dataclasses import asdict, dataclass
from html import escape
from typing import Any

from course_lib.chance.column import ColumnDistribution
from course_lib.chance.results import BestScore
from course_lib.chance.shuffle import ShuffleTest
from course_lib.judging.predictions import Predictions
from course_lib.measures.counts import BinaryCounts
from course_lib.roc.delong import AucInterval
from course_lib.roc.segment import ConfidentSegment, confident_segment


@dataclass(frozen=True)
class ClassifierJudgement:
    """One classifier: how it ranks, and what it does at its threshold."""

    name: str
    auc: float
    #: DeLong's, None if a class has a single case, or nothing varies.
    auc_interval: AucInterval | None
    #: Whether cases share a score, which the exact law does not know of.
    ties: bool
    #: Cases that score at least this are called positive.
    threshold: float
    counts: BinaryCounts
    #: How often the best of the file's columns reaches this AUC when the truth is shuffled, and how
    #: often the worst of them falls as low.
    p_value: float
    p_value_low: float

    @property
    def beats_majority(self) -> bool:
        """Is it right more often than always naming the larger class?"""
        return self.counts.accuracy > self.counts.majority_accuracy


@dataclass(frozen=True)
class PairJudgement:
    """Two classifiers on the same cases; the first makes no more errors than the second."""

    first: str
    second: str
    #: Cases on which one alone is wrong.
    only_first_wrong: int
    only_second_wrong: int
    cases: int
    #: McNemar's p-value, and Holm's for all pairs.
    p_value: float
    adjusted: float
    differs: bool
    #: Error rate of the second less that of the first, and Tango's limits for it; the limits of all
    #: pairs hold together.
    difference: float
    low: float
    high: float
    #: AUC of the first less that of the second, with DeLong's p-value and Holm's; None where there
    #: is nothing to estimate an error from.
    auc_difference: float
    auc_p_value: float | None
    auc_adjusted: float | None
    auc_differs: bool

    @property
    def at_the_margin(self) -> bool:
        """Do the test and the interval part, as they may close to the level?"""
        return self.differs != (not self.low <= 0 <= self.high)


def confidence_of_each(alpha: float, pairs: int) -> float:
    """The confidence of each of several intervals, so that all hold at 1 - alpha (Bonferroni)."""
    return 1 - alpha / max(1, pairs)


@dataclass(frozen=True)
class LuckTest:
    """One answer to the question whether the best is beyond luck."""

    #: "shuffling", "exact law" or "own law".
    name: str
    #: How many the best is taken to be the best of.
    best_of: int
    p_value: float
    #: What the AUC must exceed; infinite if nothing suffices.
    critical_value: float
    #: Whether the verdict heeds it.
    counts: bool

    @property
    def out_of_reach(self) -> bool:
        """Would even a perfect score fail to be significant?"""
        return self.critical_value >= 1 - 1e-9


@dataclass(frozen=True, eq=False)
class Luck:
    """Is the best beyond luck?"""

    #: The classifier with the highest AUC, and all that share it.
    best: str
    shared_by: tuple[str, ...]
    auc: float
    #: How many the best is the best of: those that were tried, of which the file holds `columns`.
    tried: int
    columns: int
    alpha: float
    #: By the exact law for independent rankings without ties; None where a class is too large.
    exact: BestScore | None
    #: By shuffling the truth over the columns of the file.
    shuffled: ShuffleTest
    shuffled_p_value: float
    #: By the law of the best column alone, with its ties, as if all that were tried had it; None
    #: where shuffling decides, or where there are no ties and the exact law says the same.
    own: ColumnDistribution | None
    own_p_value: float | None
    #: All of them; of those that count the largest p-value decides.
    tests: tuple[LuckTest, ...]
    #: Whether the best has tied scores.
    ties: bool

    @property
    def deciding(self) -> LuckTest:
        """The test that decides: of those that count, the one with the largest p-value."""
        return max((test for test in self.tests if test.counts), key=lambda test: test.p_value)

    @property
    def p_value(self) -> float:
        """The p-value that counts."""
        return self.deciding.p_value

    @property
    def decided_by(self) -> str:
        """Where it comes from: "shuffling", "exact law" or "own law"."""
        return self.deciding.name

    @property
    def beyond_the_file(self) -> bool:
        """Were more tried than the file holds?"""
        return self.tried > self.columns

    @property
    def out_of_reach(self) -> bool:
        """Would even a perfect score fail to rule luck out?"""
        return any(test.counts and test.out_of_reach for test in self.tests)

    @property
    def seed_matters(self) -> bool:
        """Is the p-value so close to the level that other shuffles may decide otherwise?"""
        p = self.shuffled_p_value
        return self.decided_by == "shuffling" and self.shuffled.is_close(p, self.alpha)

    @property
    def beyond_luck(self) -> bool:
        """Is luck alone no plausible explanation?"""
        return self.p_value <= self.alpha

    @property
    def tests_disagree(self) -> bool:
        """Do the tests come to different verdicts?"""
        return len({test.p_value <= self.alpha for test in self.tests}) > 1


@dataclass(frozen=True, eq=False)
class Judgement:
    """A file of predictions, judged. Made by `judge`."""

    predictions: Predictions
    #: In the order of the columns.
    classifiers: tuple[ClassifierJudgement, ...]
    luck: Luck
    #: All pairs, the most different first.
    pairs: tuple[PairJudgement, ...]
    alpha: float
    #: "exact" or "mid-p".
    mcnemar: str
    #: What a reader should know of this very file.
    notes: tuple[str, ...]

    @property
    def ranking(self) -> tuple[ClassifierJudgement, ...]:
        """The classifiers from the highest AUC to the lowest."""
        return tuple(sorted(self.classifiers, key=lambda one: (-one.auc, one.name)))

    @property
    def upside_down(self) -> tuple[ClassifierJudgement, ...]:
        """Those that rank worse than luck does, as shuffling tells."""
        return tuple(
            one for one in self.classifiers if one.p_value_low <= self.alpha and one.auc < 0.5
        )

    @property
    def pair_confidence(self) -> float:
        """The confidence of each interval for a pair, so that all of them hold at 1 - alpha."""
        return confidence_of_each(self.alpha, len(self.pairs))

    def classifier(self, name: str) -> ClassifierJudgement:
        """One classifier, by its name."""
        found = {one.name: one for one in self.classifiers}
        if name not in found:
            raise ValueError(f"name must be one of {', '.join(found)}; got {name!r}")
        return found[name]

    def segment(self, name: str) -> ConfidentSegment:
        """The confident segment of a classifier's ROC curve, at confidence 1 - alpha."""
        column = self.predictions.column(name)
        return confident_segment(self.predictions.is_positive, column, 1 - self.alpha)

    def headline(self) -> str:
        """The verdict on the best, in a few words."""
        from course_lib.judging.words import headline

        return headline(self)

    def sentences(self) -> dict[str, str]:
        """The findings in words, by question: data, accuracy, luck, errors, ranking."""
        from course_lib.judging.words import findings

        return findings(self)

    def sentence(self) -> str:
        """The findings in a few sentences."""
        return " ".join(self.sentences().values())

    def for_the_paper(self) -> dict[str, str]:
        """For each question what was done and what came out, as text to copy."""
        from course_lib.judging.words import paper

        return paper(self)

    def __str__(self) -> str:
        return self.sentence()

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """How IPython shows it where there is no HTML."""
        printer.text(self.sentence())

    def _repr_html_(self) -> str:
        """How a notebook shows it."""
        words = "".join(f"<p>{escape(text)}</p>" for text in self.sentences().values())
        rows = "".join(
            f"<tr><th>{escape(one.name)}</th><td>{one.auc:.3f}</td>"
            f"<td>{one.counts.accuracy:.3f}</td></tr>"
            for one in self.ranking
        )
        head = "<tr><th>classifier</th><th>AUC</th><th>accuracy</th></tr>"
        return f"{words}<table>{head}{rows}</table>"

    def pair_rows(self) -> list[dict[str, Any]]:
        """A row for each pair, for a file."""
        return [asdict(pair) for pair in self.pairs]

    def as_dict(self) -> dict[str, Any]:
        """All of it as plain numbers and texts, for JSON."""
        data, luck = self.predictions, self.luck
        return {
            "source": data.source,
            "positives": data.positives,
            "negatives": data.negatives,
            "positive_label": data.positive_label,
            "negative_label": data.negative_label,
            "alpha": self.alpha,
            "classifiers": [_classifier_row(one) for one in self.classifiers],
            "luck": {
                "best": luck.best,
                "auc": luck.auc,
                "tried": luck.tried,
                "columns": luck.columns,
                "beyond_luck": luck.beyond_luck,
                "p_value": luck.p_value,
                "decided_by": luck.decided_by,
                "exact_p_value": luck.exact.p_value if luck.exact else None,
                "exact_critical_value": luck.exact.critical_value if luck.exact else None,
                "own_p_value": luck.own_p_value,
                "shuffled_p_value": luck.shuffled_p_value,
                "shuffles": luck.shuffled.repetitions,
            },
            "mcnemar": self.mcnemar,
            "pair_confidence": self.pair_confidence,
            "pairs": self.pair_rows(),
            "notes": list(self.notes),
            "sentences": self.sentences(),
            "for_the_paper": self.for_the_paper(),
        }


def _classifier_row(one: ClassifierJudgement) -> dict[str, Any]:
    interval = one.auc_interval
    return {
        "name": one.name,
        "auc": one.auc,
        "auc_low": interval.low if interval else None,
        "auc_high": interval.high if interval else None,
        "p_value": one.p_value,
        "threshold": one.threshold,
        "accuracy": one.counts.accuracy,
        "majority_accuracy": one.counts.majority_accuracy,
        "misses": one.counts.false_negatives,
        "false_alarms": one.counts.false_positives,
    }
