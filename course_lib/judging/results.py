"""What a judgement consists of: frozen records, each about one thing."""

from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from course_lib.common.phrases import (
    decimals_for,
    fixed,
    percent,
    shares_in_words,
    three_decimals,
)
from course_lib.common.result import PageResult, Result, Table
from course_lib.judging import findings, paper, words
from course_lib.judging.luck_results import Luck
from course_lib.judging.notes import notes_of
from course_lib.judging.predictions import Predictions
from course_lib.judging.rivals import Rival, rivals_of
from course_lib.measures.counts import BinaryCounts
from course_lib.pairs.flips import FlipTest
from course_lib.pairs.standing import may_be_best
from course_lib.roc.delong import AucInterval
from course_lib.roc.segment import ConfidentSegment, confident_segment

#: A table shows so many classifiers, the best first.
MOST_SHOWN = 25


@dataclass(frozen=True, repr=False)
class ClassifierJudgement(Result):
    """One classifier: how it ranks, and what it does at its threshold."""

    name: str
    auc: float
    #: DeLong's, two-sided; None if a class has a single case, nothing varies, or there are folds.
    auc_interval: AucInterval | None
    #: Whether cases share a score, which the exact distribution knows nothing of.
    ties: bool
    #: Cases that score at least this are called positive, which gives these counts, and Wilson's
    #: two-sided interval for the accuracy; None where there is no threshold.
    threshold: float | None
    counts: BinaryCounts | None
    accuracy_interval: tuple[float, float] | None
    #: How often the best of the file's columns reaches this AUC when the truth is shuffled, and how
    #: often the worst of them falls as low.
    p_value: float
    p_value_low: float

    @property
    def beats_majority(self) -> bool:
        """Is it right more often than always naming the larger class, in this sample?"""
        return self.counts is not None and self.counts.accuracy > self.counts.majority_accuracy

    @property
    def decimals(self) -> int:
        """So many decimals of the AUC carry."""
        limits = self.auc_interval
        return decimals_for((limits.high - limits.low) / 4) if limits else 3

    @property
    def accuracy_error(self) -> float:
        """About the standard error of the accuracy: a quarter of its interval."""
        low, high = self.accuracy_interval or (0.0, 1.0)
        return (high - low) / 4

    @property
    def interval_in_words(self) -> str:
        """The limits of the AUC, or that there are none."""
        limits = self.auc_interval
        return _limits(limits.low, limits.high, self.decimals) if limits else "none"

    def sentence(self) -> str:
        """How it ranks, and what it does at its threshold."""
        limits, counts, interval = self.auc_interval, self.counts, ""
        if limits:
            interval = f" ({percent(limits.confidence)} interval {self.interval_in_words})"
        words = f"{self.name} has an AUC of {fixed(self.auc, self.decimals)}{interval}"
        if counts is None:
            return f"{words}; without a threshold its errors are not counted."
        (right,) = shares_in_words(counts.accuracy, error=self.accuracy_error)
        return (
            f"{words}; at threshold "
            f"{self.threshold:g} it is right in {right} % of the cases "
            f"(misses: {counts.false_negatives:,}, false alarms: {counts.false_positives:,})."
        )


@dataclass(frozen=True, repr=False)
class PairJudgement(Result):
    """Two classifiers on the same cases; the first makes no more errors than the second.

    Where somebody has no threshold, errors are not compared: they are None, and the first has the
    higher AUC.
    """

    first: str
    second: str
    #: Cases on which one alone is wrong.
    only_first_wrong: int | None
    only_second_wrong: int | None
    cases: int
    #: McNemar's exact p-value of this pair alone (with folds, that of flipping signs), and the one
    #: corrected for all pairs and both questions.
    p_value: float | None
    adjusted: float | None
    differs: bool
    #: Error rate of the second less that of the first, and Tango's limits for it; the limits of all
    #: pairs hold together.
    difference: float | None
    low: float | None
    high: float | None
    #: AUC of the first less that of the second, with its p-value alone and corrected; None where
    #: DeLong's test was asked for and has nothing to estimate an error from.
    auc_difference: float
    auc_p_value: float | None
    auc_adjusted: float | None
    auc_differs: bool
    #: DeLong's limits for the difference of the AUCs, those of all pairs together; None where there
    #: is nothing to estimate an error from, or there are folds.
    auc_low: float | None
    auc_high: float | None

    @property
    def at_the_margin(self) -> bool:
        """Do the test and the interval part, as they may close to the level?"""
        if self.low is None or self.high is None:
            return False
        return self.differs != (not self.low <= 0 <= self.high)

    @property
    def ranks_better(self) -> tuple[str, str] | None:
        """Whose AUC is shown to be the higher one, and whose the lower."""
        if not self.auc_differs:
            return None
        both = (self.first, self.second)
        return both if self.auc_difference > 0 else both[::-1]

    def sentence(self) -> str:
        """Who errs less often, and who ranks better, as far as it is shown."""
        errors = ""
        if self.difference is not None:
            errors = (
                f"{self.first} errs less often than {self.second}"
                if self.differs
                else f"{self.first} and {self.second} are not shown to differ in their errors"
            )
            errors += (
                f" (difference of the error rates {three_decimals(self.difference)}, interval "
                f"{three_decimals(self.low, self.high)}; adjusted p = {self.adjusted:.2g}); "
            )
        whose = "their AUCs" if errors else f"the AUCs of {self.first} and {self.second}"
        limits = ""
        if self.auc_low is not None and self.auc_high is not None:
            limits = f"difference {three_decimals(self.auc_difference)}, interval "
            limits += f"{three_decimals(self.auc_low, self.auc_high)}; "
        ranking = (
            f"{whose} cannot be compared"
            if self.auc_adjusted is None
            else f"{self.ranks_better[0]} has the higher AUC ({limits}adjusted p = "
            f"{self.auc_adjusted:.2g})"
            if self.ranks_better
            else f"{whose} are not shown to differ ({limits}adjusted p = {self.auc_adjusted:.2g})"
        )
        return f"{errors}{ranking}."


def _limits(low: float, high: float, decimals: int) -> str:
    return f"{fixed(low, decimals)} to {fixed(high, decimals)}"


def confidence_of_each(alpha: float, pairs: int) -> float:
    """The confidence of each of several intervals, so that all hold at 1 - alpha (Bonferroni)."""
    return 1 - alpha / max(1, pairs)


@dataclass(frozen=True, eq=False, repr=False)
class Judgement(PageResult):
    """A file of predictions, judged. Made by `judge`."""

    _page = "course_lib.reports.judgement:judgement_report"

    predictions: Predictions
    #: In the order of the columns.
    classifiers: tuple[ClassifierJudgement, ...]
    luck: Luck
    #: All pairs, the most different first.
    pairs: tuple[PairJudgement, ...]
    alpha: float
    #: "flips", or "delong" for McNemar's and DeLong's tests with Holm's correction.
    pairs_by: str
    #: How the signs were flipped; None for a single classifier, or if other tests were asked for.
    flips: FlipTest | None
    #: The one that all others are compared with; None if all pairs are compared.
    control: str | None = None
    #: How large a difference must be to matter, in AUC and in error rates; None if nobody said.
    margin: float | None = None

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """What a reader should know of this very file."""
        return notes_of(self)

    @property
    def ranking(self) -> tuple[ClassifierJudgement, ...]:
        """The classifiers from the highest AUC to the lowest."""
        return tuple(sorted(self.classifiers, key=lambda one: (-one.auc, one.name)))

    @property
    def shown(self) -> tuple[ClassifierJudgement, ...]:
        """Those that a table shows: the highest AUCs, as many as can be read."""
        return self.ranking[:MOST_SHOWN]

    @property
    def decimals(self) -> int:
        """So many decimals of the AUCs carry."""
        return max(one.decimals for one in self.classifiers)

    @property
    def reference(self) -> str:
        """The one that the others are seen from: the control, or else the best."""
        return self.control or self.luck.best

    @cached_property
    def rivals(self) -> tuple[Rival, ...]:
        """All others beside the control, or else beside the best; the nearest first."""
        return rivals_of(self, self.reference)

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

    @property
    def has_auc_intervals(self) -> bool:
        """Has any AUC an interval?"""
        return any(one.auc_interval for one in self.classifiers)

    @property
    def compares_errors(self) -> bool:
        """Has every classifier a threshold, so that errors can be counted and compared?"""
        return all(one.counts is not None for one in self.classifiers)

    @property
    def may_be_best(self) -> tuple[str, ...]:
        """Whose AUC is not shown to be lower than any other's; none said against a control."""
        if self.control is not None:
            return ()
        shown = [pair.ranks_better for pair in self.pairs if pair.ranks_better]
        return may_be_best([one.name for one in self.ranking], shown)

    def error_rate(self, name: str) -> float:
        """The share of the cases that a classifier has wrong at its threshold; NaN without one."""
        counts = self.classifier(name).counts
        return float("nan") if counts is None else 1 - counts.accuracy

    @cached_property
    def _by_name(self) -> dict[str, ClassifierJudgement]:
        return {one.name: one for one in self.classifiers}

    def classifier(self, name: str) -> ClassifierJudgement:
        """One classifier, by its name."""
        found = self._by_name
        if name not in found:
            raise ValueError(f"name must be one of {', '.join(found)}; got {name!r}")
        return found[name]

    def segment(self, name: str) -> ConfidentSegment:
        """The confident segment of a classifier's ROC curve, at confidence 1 - alpha."""
        column = self.predictions.column(name)
        return confident_segment(self.predictions.is_positive, column, 1 - self.alpha)

    def heading(self) -> str:
        """The verdict on the best, in a few words."""
        return words.heading(self)

    def findings(self) -> tuple[str, str, str]:
        """Is the best beyond luck, is it better than the others, and what is that worth?"""
        return findings.three_findings(self)

    def sentence(self) -> str:
        """The findings, in three sentences or little more."""
        return " ".join(self.findings())

    def sentences(self) -> dict[str, str]:
        """In detail, by question: data, accuracy, luck, errors, ranking."""
        return words.in_detail(self)

    def for_the_paper(self) -> dict[str, str]:
        """For each question what was done and what came out, as text to copy."""
        return paper.paper(self)

    def table(self) -> Table:
        """The classifiers, the highest AUC first; of very many those on top."""
        level = percent(1 - self.alpha)
        errors = [one.accuracy_error for one in self.classifiers if one.counts]
        header = ["classifier", "AUC", *([f"{level} interval"] if self.has_auc_intervals else [])]
        header += ["accuracy", f"{level} interval", "misses", "false alarms"] if errors else []
        decimals = decimals_for(min(errors)) if errors else 3
        return Table(header, [self._table_row(one, decimals, errors) for one in self.shown])

    def _table_row(
        self, one: ClassifierJudgement, decimals: int, errors: list[float]
    ) -> tuple[str, ...]:
        limits, counts = one.auc_interval, one.counts
        auc = fixed(one.auc, self.decimals)
        told = [one.name, auc]
        if self.has_auc_intervals:
            told.append(_limits(limits.low, limits.high, self.decimals) if limits else "none")
        if counts is None or one.accuracy_interval is None:
            return (*told, *(("none",) * 4 if errors else ()))
        return (
            *told,
            fixed(counts.accuracy, decimals),
            _limits(*one.accuracy_interval, decimals),
            f"{counts.false_negatives:,}",
            f"{counts.false_positives:,}",
        )

    def caption(self) -> str:
        """What stands above the table in a paper."""
        return paper.caption(self)

    def _paragraphs(self) -> list[str]:
        more = []
        if left_out := len(self.classifiers) - len(self.shown):
            more.append(f"{left_out:,} more classifiers are not shown: rows() has all.")
        if self.luck.beyond_luck:
            more.append(words.MEANING)
        if self.notes:
            more.append(f"Please note: {' '.join(self.notes)}")
        return [*self.findings(), *more]

    def rows(self) -> list[dict[str, Any]]:
        """A row for each classifier, in the order of the columns."""
        return [_row(one) for one in self.classifiers]

    def pair_rows(self) -> list[dict[str, Any]]:
        """A row for each pair, for a file."""
        return [asdict(pair) for pair in self.pairs]

    def as_dict(self) -> dict[str, Any]:
        """All of it as plain numbers and texts, for JSON."""
        data = self.predictions
        return {
            "source": data.source,
            "taken_for": data.taken_for,
            "positives": data.positives,
            "negatives": data.negatives,
            "positive_label": data.positive_label,
            "negative_label": data.negative_label,
            "alpha": self.alpha,
            "classifiers": self.rows(),
            "luck": self.luck.as_dict(),
            "pairs_by": self.pairs_by,
            "sign_flips": self.flips.repetitions if self.flips else None,
            "flips_normal": self.flips.normal if self.flips else None,
            "folds": data.number_of_folds,
            "strata": list(data.stratum_names),
            "control": self.control,
            "may_be_best": list(self.may_be_best),
            "margin": self.margin,
            "pair_confidence": self.pair_confidence,
            "pairs": self.pair_rows(),
            "notes": list(self.notes),
            "sentence": self.sentence(),
            "findings": list(self.findings()),
            "sentences": self.sentences(),
            "for_the_paper": self.for_the_paper(),
        }


def _row(one: ClassifierJudgement) -> dict[str, Any]:
    interval, counts = one.auc_interval, one.counts
    low, high = one.accuracy_interval or (None, None)
    return {
        "name": one.name,
        "auc": one.auc,
        "auc_low": interval.low if interval else None,
        "auc_high": interval.high if interval else None,
        "p_value": one.p_value,
        "threshold": one.threshold,
        "accuracy": counts and counts.accuracy,
        "accuracy_low": low,
        "accuracy_high": high,
        "majority_accuracy": counts and counts.majority_accuracy,
        "misses": counts and counts.false_negatives,
        "false_alarms": counts and counts.false_positives,
    }
