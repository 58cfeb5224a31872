"""Is the best beyond luck? The tests that were made, and which of them decides."""

from dataclasses import dataclass
from typing import Any

from course_lib.chance.column import ColumnDistribution
from course_lib.chance.results import BestScore
from course_lib.chance.shuffle import ShuffleTest
from course_lib.common.result import Result
from course_lib.judging import words
from course_lib.judging.luck_tests import EVERY_WAY, SHUFFLING, LuckTest


@dataclass(frozen=True, eq=False, repr=False)
class Luck(Result):
    """Is the best beyond luck?"""

    #: The classifier with the highest AUC, and all that share it.
    best: str
    shared_by: tuple[str, ...]
    auc: float
    #: How many the best is the best of: those that were tried, of which the file holds `columns`.
    tried: int
    columns: int
    alpha: float
    #: By the exact distribution for independent rankings without ties; None where a class is too
    #: large, or cases are ranked within folds.
    exact: BestScore | None
    #: By shuffling the truth over the columns of the file; None if there is one, whose distribution
    #: is known.
    shuffled: ShuffleTest | None
    #: By the best column's own distribution under shuffled labels, with its ties and folds, as if
    #: all that were tried had it; None where shuffling decides, or where there are no ties and the
    #: exact distribution says the same.
    column_distribution: ColumnDistribution | None
    column_p_value: float | None
    #: All of them; of those that count the largest p-value decides.
    tests: tuple[LuckTest, ...]
    #: Whether the best has tied scores, and whether cases are ranked within folds.
    ties: bool
    folds: bool
    #: Whether cases are ranked within several test sets.
    strata: bool = False

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
        """Where it comes from: "shuffling", "every way" to hand out the labels, "exact
        distribution" or "column distribution".
        """
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
    def shuffled_p_value(self) -> float | None:
        """By shuffling, or by listing every way to hand out the labels; None for one column."""
        found = (test.p_value for test in self.tests if test.name in (SHUFFLING, EVERY_WAY))
        return next(found, None)

    @property
    def seed_matters(self) -> bool:
        """Is the p-value so close to the level that other shuffles may decide otherwise?"""
        return self.shuffled is not None and (
            self.decided_by == SHUFFLING and self.shuffled.is_close(self.p_value, self.alpha)
        )

    @property
    def beyond_luck(self) -> bool:
        """Is luck alone no plausible explanation?"""
        return self.p_value <= self.alpha

    @property
    def tests_disagree(self) -> bool:
        """Do the tests come to different verdicts?"""
        return len({test.p_value <= self.alpha for test in self.tests}) > 1

    def sentence(self) -> str:
        """Whether luck alone explains the highest AUC, and how that was found."""
        return words.luck_in_words(self)

    def as_dict(self) -> dict[str, Any]:
        """The numbers that count, for JSON; not those of every shuffle."""
        return {
            "best": self.best,
            "auc": self.auc,
            "tried": self.tried,
            "columns": self.columns,
            "folds": self.folds,
            "strata": self.strata,
            "beyond_luck": self.beyond_luck,
            "p_value": self.p_value,
            "decided_by": self.decided_by,
            "exact_p_value": self.exact.p_value if self.exact else None,
            "exact_critical_value": self.exact.critical_value if self.exact else None,
            "column_p_value": self.column_p_value,
            "shuffled_p_value": self.shuffled_p_value,
            "shuffles": self.shuffled.repetitions if self.shuffled else None,
            "shuffles_normal": self.shuffled.normal if self.shuffled else None,
            "sentence": self.sentence(),
        }
