"""What two printed numbers say of a test, in numbers and in words."""

from dataclasses import dataclass

from course_lib.common.phrases import counted, p_alone, percent
from course_lib.common.result import Result, Table
from course_lib.pairs.overlap import at_most, exact_p, smallest_lead


@dataclass(frozen=True, repr=False)
class PrintedVerdict(Result):
    """What two printed numbers say of any exact McNemar test. Made by `printed_verdict`."""

    _also = ("level", "lead")

    cases: int
    names: tuple[str, str]
    #: The fewest and the most that each may have right; the same unless the numbers were rounded.
    right_a: tuple[int, int]
    right_b: tuple[int, int]
    #: The accuracies as they were printed; None where there was a count.
    printed: tuple[str | None, str | None]
    alpha: float
    comparisons: int
    #: Significant "always", "never", or it "depends" on who was right where (or on the rounding).
    verdict: str
    #: Who has more cases right, for certain; None if that is open, or nobody has.
    ahead: str | None
    #: The exact two-sided McNemar p-value is no lower and no higher, and may be either.
    lowest_p: float
    highest_p: float
    #: On how many cases exactly one of the two may be right.
    fewest_discordant: int
    most_discordant: int
    #: Up to so many of them it is significant, whatever the rest; None if it may never be.
    significant_up_to: int | None
    #: With more of them than this it is not; None if it is never significant anyway.
    never_above: int | None
    assumes: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def level(self) -> float:
        """What a p-value must not exceed: alpha, shared among all comparisons (Bonferroni)."""
        return self.alpha / self.comparisons

    @property
    def lead(self) -> tuple[int, int]:
        """By how many cases A may be ahead of B, at the least and at the most."""
        return self.right_a[0] - self.right_b[1], self.right_a[1] - self.right_b[0]

    def heading(self) -> str:
        """What was asked."""
        first, second = self.names
        return f"{first} and {second}, by their printed numbers"

    def facts(self) -> dict[str, str]:
        """The verdict, and between what the p-value lies."""
        return {
            "significant": self.verdict,
            "p-value": f"{p_span(self)} (two-sided)",
            "level": percent(float(f"{self.level:.3g}")),
            "exactly one is right on": span(self.fewest_discordant, self.most_discordant)
            + f" of {self.cases:,} cases",
        }

    def table(self) -> Table | None:
        """The p-value at some numbers of discordant cases; for counts that are known."""
        if self.lead[0] != self.lead[1] or self.lead[0] == 0:
            return None
        gap, rows = abs(self.lead[0]), []
        for discordant, remark in sorted(self._landmarks().items()):
            p = exact_p(gap, discordant)
            significant = "yes" if at_most(p, self.level) else "no"
            shown = (f"{discordant:,}", percent(round(discordant / self.cases, 4)))
            rows.append((remark, *shown, p_alone(p, self.level), significant))
        header = ("exactly one of the two is right", "cases", "share", "p", "significant")
        return Table(header, rows)

    def _landmarks(self) -> dict[int, str]:
        """Numbers of discordant cases worth a row, and why."""
        gap, n = abs(self.lead[0]), self.cases
        a, b = self.right_a[0], self.right_b[0]
        # As for independent errors, among the numbers that are possible: gap, gap + 2, ...
        alike = gap + 2 * round((a * (n - b) + b * (n - a)) / n / 2 - gap / 2)
        found = {min(max(alike, gap), self.most_discordant): "if errors were independent"}
        if self.verdict == "depends" and self.significant_up_to is not None:
            found[self.significant_up_to + 2] = "too many"
            found[self.significant_up_to] = "just few enough"
        if self.fewest_discordant == self.most_discordant:
            return {gap: "nothing else is possible"}
        return found | {self.fewest_discordant: "the fewest", self.most_discordant: "the most"}

    def sentence(self) -> str:
        """What can be said, and what cannot."""
        return self._with_notes(_in_words(self))


def span(low: int, high: int) -> str:
    """A number, or two with all between them."""
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"


def p_span(found: PrintedVerdict) -> str:
    """Between what the p-value lies: "0.0078 to 0.63"."""
    low, high = (p_alone(p, found.level) for p in (found.lowest_p, found.highest_p))
    return low if low == high else f"{low.replace('<', 'below')} to {high}"


def _in_words(found: PrintedVerdict) -> str:
    names, counts, printed = found.names, [found.right_a, found.right_b], list(found.printed)
    if found.lead[0] + found.lead[1] < 0:  # the one ahead is named first
        names, counts, printed = names[::-1], counts[::-1], printed[::-1]
    first, second = names
    how_often = " against ".join(span(*count) for count in counts)
    if any(printed):
        texts = " against ".join(p or span(*c) for p, c in zip(printed, counts, strict=True))
        how_often = f"{texts} printed, {how_often}"
    p = p_span(found)
    tested = (
        f"{how_often} of {counted(found.cases, 'case')} right; exact McNemar test, two-sided, p "
        f"{'from ' if ' to ' in p else '= '}{p}"
    ).replace("= <", "<")
    level = f"at the {percent(found.alpha)} level"
    if found.comparisons > 1:
        level += f" shared by {found.comparisons:,} comparisons (p at most {found.level:.3g} each)"
    if found.verdict == "always":
        return f"{first} is better than {second} {level}, whoever was right where ({tested})."
    if found.lead == (0, 0):
        return (
            f"{first} and {second} are right equally often: whoever was right where, no difference "
            f"is shown ({tested}). Not shown is not equal."
        )
    if found.verdict == "never":
        few = smallest_lead(found.level) - 1
        return (
            f"Whoever was right where, it is not shown {level} that {first} is better than "
            f"{second} ({tested}): a lead of {counted(few, 'case')} or fewer is never significant, "
            "on however many cases. Not shown is not equal."
        )
    return (
        f"Two printed numbers do not tell whether {first} is better than {second} {level}: that "
        f"depends on who was right where ({tested}). {_tipping_in_words(found)}"
    )


def _tipping_in_words(found: PrintedVerdict) -> str:
    up_to, above, most = found.significant_up_to, found.never_above, found.most_discordant
    assert above is not None  # it depends, so it may be significant

    def share(number: int) -> str:
        return f"{number:,} ({percent(round(number / found.cases, 4))})"

    possible = f"Exactly one of the two may be right on {span(found.fewest_discordant, most)} cases"
    if found.lead[0] == found.lead[1] and up_to is not None:
        return (
            f"{possible}: up to {share(up_to)} it is significant, from {share(up_to + 2)} on not."
        )
    words = (
        "however few they are, the rounding leaves it open"
        if up_to is None
        else f"up to {share(up_to)} it is significant however the numbers were rounded"
    )
    return f"{possible}: {words}" + (f"; above {share(above)} it is not." if above < most else ".")
