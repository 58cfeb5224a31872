"""Two printed numbers on the same cases: what they say about a test, whoever was right where."""

from collections.abc import Iterable, Sequence
from typing import Any

from course_lib.common.arguments import open_unit_interval, whole_number
from course_lib.common.columns import names_for
from course_lib.pairs.overlap import at_most, exact_p, tipping_point
from course_lib.pairs.printed_results import PrintedVerdict
from course_lib.pairs.rounded import LARGEST_TEST_SET, counts_together, were_numbers

#: What must hold for these verdicts to mean what they say.
SAME_CASES = (
    "all numbers are of the same cases, and each case is simply right or wrong",
    "the cases are independent of each other",
)


def printed_verdict(
    cases: int,
    right_a: int | None = None,
    right_b: int | None = None,
    *,
    alpha: float = 0.05,
    comparisons: int = 1,
    accuracy_a: str | float | None = None,
    accuracy_b: str | float | None = None,
    names: tuple[str, str] = ("A", "B"),
) -> PrintedVerdict:
    """Can a printed lead be luck? What two numbers on the same cases say, whoever was right where.

    The exact McNemar test, two-sided, needs to know on how many cases exactly one of the two was
    right. Two printed numbers do not tell, but they bound it, and so the p-value. "always": it is
    significant however their errors overlap. "never": it is not. "depends": up to
    `significant_up_to` cases on which exactly one is right it is, beyond `never_above` it is not.

    Instead of a count of right answers there may be a printed accuracy, best as text, which keeps
    the zeros: "79.2", "79.20 %", "0.792". Then the verdict is over all counts that are printed so
    (see `counts_of`). With `comparisons` each is held to alpha / comparisons (Bonferroni): count
    all pairs of a table from which these two were picked.

    Examples
    --------
    >>> found = printed_verdict(500, 396, 388)
    >>> found.verdict, found.lowest_p, round(found.highest_p, 2), found.significant_up_to
    ('depends', 0.0078125, 0.63, 12)
    >>> printed_verdict(500, 395, 363).verdict, printed_verdict(10**7, 900_005, 900_000).verdict
    ('always', 'never')
    >>> printed_verdict(500, accuracy_a="79", accuracy_b="77").right_b
    (383, 387)
    """
    cases = whole_number("cases", cases, 1, LARGEST_TEST_SET)
    alpha = open_unit_interval("alpha", alpha)
    comparisons = whole_number("comparisons", comparisons, 1, LARGEST_TEST_SET)
    names = _two_names(names)
    given = {"a": (right_a, accuracy_a), "b": (right_b, accuracy_b)}
    for which, (right, accuracy) in given.items():
        if (right is None) == (accuracy is None):
            raise ValueError(
                f"right_{which} or accuracy_{which} must be given, and not both; got "
                f"{right!r} and {accuracy!r}"
            )
    accuracies = {f"accuracy_{key}": x for key, (_, x) in given.items() if x is not None}
    rounded = counts_together(accuracies, cases)
    counts = []
    for which, (right, _) in given.items():
        if right is not None:
            right = whole_number(f"right_{which}", right, 0, cases)
            counts.append((right, right))
        else:
            fitting = rounded[f"accuracy_{which}"]
            counts.append((fitting[0], fitting[-1]))
    printed = [None if x is None else str(x) for x in (accuracy_a, accuracy_b)]
    notes = rounding_notes(accuracies.values())
    return verdict_on(cases, names, counts, printed, alpha, comparisons, notes)


def verdict_on(
    cases: int,
    names: tuple[str, str],
    counts: Sequence[tuple[int, int]],
    printed: Sequence[str | None],
    alpha: float,
    comparisons: int,
    notes: tuple[str, ...] = (),
) -> PrintedVerdict:
    """The verdict on ranges of counts that were checked before."""
    (a_low, a_high), (b_low, b_high) = counts
    level = alpha / comparisons
    lowest_lead, highest_lead = a_low - b_high, a_high - b_low
    largest = max(highest_lead, -lowest_lead)
    # The least favourable: the smallest lead. Counts further apart, by one case of either, change
    # the most that can be discordant by one, and so lower the p-value.
    smallest = max(lowest_lead, -highest_lead, 0)
    nearest = a_low + b_high if lowest_lead >= 0 else a_high + b_low
    most_at_smallest = min(nearest, 2 * cases - nearest)
    lowest_p = exact_p(largest, largest)
    highest_p = exact_p(smallest, most_at_smallest) if smallest else 1.0
    # The sum of the two counts that is nearest to the number of cases leaves most room.
    total = min(max(a_low + b_low, cases), a_high + b_high)
    most = min(total, 2 * cases - total)
    if at_most(highest_p, level):
        verdict, up_to, above = "always", most, most
    elif not at_most(lowest_p, level):
        verdict, up_to, above = "never", None, None
    else:
        verdict = "depends"
        up_to = tipping_point(smallest, most_at_smallest, level)
        # The most may go with a smaller lead, and one case less or more with the largest.
        above = min(most, tipping_point(largest, most + 1, level) or 0)
    ahead = names[0] if lowest_lead > 0 else names[1] if highest_lead < 0 else None
    if verdict != "never" and comparisons == 1:
        notes += (
            "If these two were picked out of a longer table, all of its pairs count as "
            "comparisons.",
        )
    return PrintedVerdict(
        cases=cases,
        names=names,
        right_a=(a_low, a_high),
        right_b=(b_low, b_high),
        printed=(printed[0], printed[1]),
        alpha=alpha,
        comparisons=comparisons,
        verdict=verdict,
        ahead=ahead,
        lowest_p=lowest_p,
        highest_p=highest_p,
        fewest_discordant=smallest,
        most_discordant=most,
        significant_up_to=up_to,
        never_above=above,
        assumes=SAME_CASES,
        notes=notes,
    )


def rounding_notes(accuracies: Iterable[Any]) -> tuple[str, ...]:
    """How printed accuracies were read; nothing where there are none."""
    accuracies = list(accuracies)
    if not accuracies:
        return ()
    notes = [
        "All counts that are printed like that were considered: those at most half a unit of the "
        "last digit away. Accuracies were taken to be rounded, not cut off."
    ]
    if were_numbers(accuracies):
        notes.append(
            "An accuracy that comes as a number has lost the zeros at its end: as text, it keeps "
            "them."
        )
    return tuple(notes)


def _two_names(names: Any) -> tuple[str, str]:
    first, second = names_for(names, 2, "classifier")
    return first, second
