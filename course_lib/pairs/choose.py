"""Which test? A few questions lead to it, with the reason."""

from dataclasses import dataclass

from course_lib.common.arguments import one_of, true_or_false
from course_lib.common.result import Result

_DATA_SETS = ("one", "many")
_OUTCOMES = ("right or wrong", "scores")
_RESAMPLED = ("no", "cross-validation", "repeated cross-validation", "5x2 cross-validation")


@dataclass(frozen=True, repr=False)
class Advice(Result):
    """A test for two classifiers, and why. Made by `choose_test`."""

    #: In words, and the function that does it (None where no test can help).
    test: str
    function: str | None
    reason: str
    #: What else to know.
    caution: str

    def heading(self) -> str:
        """Which test."""
        return self.test

    def facts(self) -> dict[str, str]:
        """The function that does it."""
        return {"function": self.function or "none"}

    def sentence(self) -> str:
        """The advice in words."""
        call = f" (`{self.function}`)" if self.function else ""
        return f"{self.test}{call}: {self.reason} {self.caution}".strip()


def choose_test(
    data_sets: str = "one",
    outcome: str = "right or wrong",
    paired: bool = True,
    resampled: str = "no",
) -> Advice:
    """The test for two classifiers that fits what you have, with the reason.

    Parameters
    ----------
    data_sets
        `"one"` or `"many"`: were A and B compared on one data set or on several?
    outcome
        `"right or wrong"`, for each test case; or `"scores"`, a number for each split or data set.
    paired
        Were both tested on the very same cases, splits or data sets?
    resampled
        Where the scores on one data set come from: `"no"` (independent test sets),
        `"cross-validation"`, `"repeated cross-validation"` or `"5x2 cross-validation"`.

    Examples
    --------
    >>> choose_test("one", "right or wrong").function
    'mcnemar_test'
    >>> choose_test("one", "scores", resampled="repeated cross-validation").function
    'corrected_t_test'
    >>> choose_test("many", "scores").function
    'wilcoxon_test'
    """
    data_sets = one_of("data_sets", data_sets, _DATA_SETS, {"several": "many", "single": "one"})
    outcome = one_of("outcome", outcome, _OUTCOMES, {"right/wrong": "right or wrong"})
    resampled = one_of("resampled", resampled, _RESAMPLED, {"5x2": "5x2 cross-validation"})
    return _advice(data_sets, outcome, true_or_false("paired", paired), resampled)


def _advice(data_sets: str, outcome: str, paired: bool, resampled: str) -> Advice:
    if not paired:
        return Advice(
            "None of these tests",
            None,
            "they all live on comparing A and B on the same cases, splits or data sets.",
            "Test both on the same data; it costs little and tells far more.",
        )
    if data_sets == "many":
        if outcome == "right or wrong":
            return Advice(
                "The sign test over data sets",
                "sign_test",
                "count on how many data sets A beats B; cases of different data sets do not mix.",
                "With a score for each data set, Wilcoxon's test uses more of what you know.",
            )
        return Advice(
            "Wilcoxon's signed-rank test over data sets",
            "wilcoxon_test",
            "one difference for each data set; scores of different data sets are hardly normal, "
            "and a large difference should count for more than a small one.",
            "If only the winner of each data set is known, take the sign test. With more than two "
            "classifiers, correct for the number of comparisons.",
        )
    if outcome == "right or wrong" and resampled in ("no", "cross-validation"):
        return Advice(
            "McNemar's test",
            "mcnemar_test",
            "both were right or wrong on the same test cases, and the cases where they differ "
            "tell who is better.",
            "It judges these two trained classifiers, not the algorithms that made them. Take the "
            "exact or the mid-p version; the chi-squared ones need 20 discordant cases."
            if resampled == "no"
            else "Each case was tested once, but by different models whose training sets overlap, "
            "so take the p-value as a rough one.",
        )
    if resampled == "no":
        return Advice(
            "The paired t test",
            "paired_t_test",
            "the scores come from test sets and training sets that share no cases.",
            "If you doubt that the differences are about normal, take Wilcoxon's test.",
        )
    if resampled == "5x2 cross-validation":
        return Advice(
            "The 5x2cv F test",
            "five_by_two_test",
            "it was made for five halvings, and knows that they overlap. Give it the score of each "
            "half.",
            "It has little power; the F version is more dependable than the t version.",
        )
    return Advice(
        "The corrected resampled t test",
        "corrected_t_test",
        "training sets of different splits share most of their cases, and cases are tested again "
        "and again: neither scores nor cases are independent, and a plain test takes "
        "resemblance for evidence.",
        "Give it the score of each split, and the share of the cases that each test set holds: 0.1 "
        "in ten-fold cross-validation. The correction is approximate.",
    )
