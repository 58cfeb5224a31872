"""A whole printed table: who is better than whom, and who may be the best, whoever was right where.

A pair that is "always" significant at alpha / pairs stays so whatever the cases were, hence the
chance of one false "always" or more is at most alpha for the table (Bonferroni). From the pairs
follow ranks, all at once: 1 + those always better, up to the number of all - those always worse.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from course_lib.common.arguments import one_of, open_unit_interval, whole_number
from course_lib.common.columns import names_for, short
from course_lib.common.phrases import counted, percent
from course_lib.common.result import Table, TableResult
from course_lib.common.tables import letters
from course_lib.pairs.overlap import smallest_lead
from course_lib.pairs.printed import SAME_CASES, rounding_notes, verdict_on
from course_lib.pairs.printed_results import PrintedVerdict, p_span, span
from course_lib.pairs.rounded import LARGEST_TEST_SET, counts_together

#: More names than this are not listed in a sentence.
_MANY = 8


@dataclass(frozen=True, repr=False)
class PrintedTable(TableResult):
    """What a printed table says of all its pairs. Made by `printed_table`."""

    cases: int
    #: In the order of the table.
    names: tuple[str, ...]
    #: The fewest and the most that each may have right; the same unless the numbers were rounded.
    right: tuple[tuple[int, int], ...]
    #: The accuracies as they were printed; None where there were counts.
    printed: tuple[str | None, ...]
    alpha: float
    #: The one that all others are compared with; None for all pairs.
    control: str | None
    comparisons: int
    pairs: tuple[PrintedVerdict, ...]
    #: The best and the worst rank that each may have, for all of them at once.
    rank_ranges: dict[str, tuple[int, int]]
    #: Those that are not always worse than some other, the one ahead first.
    may_be_best: tuple[str, ...]
    assumes: tuple[str, ...]
    notes: tuple[str, ...]

    def facts(self) -> dict[str, str]:
        """How many pairs are decided."""
        return {
            "pairs": f"{len(self.pairs):,}",
            "always significant": f"{len(self._with_verdict('always')):,}",
            "never": f"{len(self._with_verdict('never')):,}",
            "depends on who was right where": f"{len(self._with_verdict('depends')):,}",
            "level for each": percent(float(f"{self.alpha / self.comparisons:.3g}")),
        }

    def rows(self) -> list[dict[str, Any]]:
        """A record for each pair, the one ahead first."""
        return [pair_record(pair) for pair in self.pairs]

    def table(self) -> Table:
        """The ranks that each may have; or what is said of each and the control."""
        texts = {
            name: printed or span(*right)
            for name, printed, right in zip(self.names, self.printed, self.right, strict=True)
        }
        if self.control is not None:
            header = (
                "",
                "printed",
                f"lead on {self.control}",
                "significant",
                "p",
                "if one alone is right on",
            )
            return Table(header, [self._against_control(pair, texts) for pair in self.pairs])
        better, worse = _beaten(self.pairs)
        rows = []
        for name in _from_the_best(self.names, self.right):
            low, high = self.rank_ranges[name]
            unclear = len(self.names) - 1 - better[name] - worse[name]
            counts = (f"{better[name]:,}", f"{worse[name]:,}", f"{unclear:,}")
            rows.append((name, texts[name], span(low, high), *counts))
        header = ("", "printed", "rank", "always better than", "always worse than", "not decided")
        return Table(header, rows)

    def sentence(self) -> str:
        """Who is shown to be better than whom, and what is left open."""
        told, total = f"{len(self.pairs):,}", len(self.pairs)
        always, never, depends = (
            len(self._with_verdict(verdict)) for verdict in ("always", "never", "depends")
        )
        pairs = f"comparisons with {self.control}" if self.control else "pairs"
        level = self.alpha / self.comparisons
        words = [
            f"On {counted(self.cases, 'case')}, {always:,} of {told} {pairs} "
            f"{'is' if always == 1 else 'are'} significant at the {percent(self.alpha)} level "
            f"whoever was right where, {never:,} cannot be, and {depends:,} "
            f"{'depends' if depends == 1 else 'depend'} on that (exact McNemar test, two-sided, "
            f"Bonferroni for {counted(self.comparisons, 'comparison')}: p at most {level:.3g})."
        ]
        if total == 1:
            words = [self.pairs[0].sentence()]
        elif self.control is not None:
            words += self._control_in_words()
        elif len(self.may_be_best) == 1:
            words.append(f"{self.may_be_best[0]} is shown to be better than all others.")
        else:
            many = "all" if len(self.may_be_best) == len(self.names) else len(self.may_be_best)
            words.append(
                f"Going by these numbers alone, {many} of the {len(self.names):,} may be the best"
                f": {_listed(self.may_be_best)}."
            )
        few = smallest_lead(level) - 1
        if never and total > 1:
            words.append(f"A lead of {counted(few, 'case')} or fewer is never significant here.")
        if always < total > 1:
            words.append("Not shown is not equal.")
        return self._with_notes(*words)

    def _with_verdict(self, verdict: str) -> list[PrintedVerdict]:
        return [pair for pair in self.pairs if pair.verdict == verdict]

    def _against_control(self, pair: PrintedVerdict, texts: dict[str, str]) -> tuple[str, ...]:
        """The other one is the first of the pair."""
        name, tip = pair.names[0], pair.significant_up_to
        if_at_most = f"at most {tip:,}" if pair.verdict == "depends" and tip is not None else ""
        low, high = pair.lead
        return (name, texts[name], span(low, high), pair.verdict, p_span(pair), if_at_most)

    def _control_in_words(self) -> list[str]:
        always = self._with_verdict("always")
        better = [pair.names[0] for pair in always if pair.ahead != self.control]
        worse = [pair.names[0] for pair in always if pair.ahead == self.control]
        words = []
        if better:
            words.append(f"Shown to be better than {self.control}: {_listed(better)}.")
        if worse:
            words.append(f"Shown to be worse than {self.control}: {_listed(worse)}.")
        return words


def printed_table(
    cases: int,
    right: Any = None,
    *,
    accuracies: Any = None,
    control: str | int | None = None,
    alpha: float = 0.05,
    comparisons: int | None = None,
) -> PrintedTable:
    """Who is shown to be better than whom by a printed table, whoever was right where?

    `right` is a dictionary of names and counts of right answers; or `accuracies` one of names and
    printed accuracies, best as text (see `counts_of`). Every pair gets its `printed_verdict`, each
    at alpha / pairs; with a `control` only the pairs with it, at alpha / (all others), which holds
    for a control that was chosen before the table was seen, and not because it leads it.
    `comparisons` says how many there are in all, if the table is but a part.

    Who is not always worse than some other may be the best. A rank reaches from 1 + the number of
    those always better to the number of all - those always worse.

    Examples
    --------
    >>> found = printed_table(500, {"a": 396, "b": 388, "c": 340, "d": 300})
    >>> found.may_be_best, found.rank_ranges["d"]
    (('a', 'b'), (3, 4))
    """
    cases = whole_number("cases", cases, 1, LARGEST_TEST_SET)
    alpha = open_unit_interval("alpha", alpha)
    if (right is None) == (accuracies is None):
        raise ValueError(
            f"right or accuracies must be given, and not both; got {short(right)} and "
            f"{short(accuracies)}"
        )
    argument, given = ("right", right) if accuracies is None else ("accuracies", accuracies)
    names, values = _named(argument, given)
    if len(names) < 2:
        raise ValueError(f"{argument} must hold two or more to compare; got {len(names)}")
    keys = [f"{argument}[{name!r}]" for name in names]
    printed: list[str | None] = [None] * len(names)
    if accuracies is None:
        pairs_of_keys = zip(keys, values, strict=True)
        exact = [whole_number(key, value, 0, cases) for key, value in pairs_of_keys]
        counts = [(count, count) for count in exact]
    else:
        fitting = counts_together(dict(zip(keys, values, strict=True)), cases)
        counts = [(fitting[key][0], fitting[key][-1]) for key in keys]
        printed = [str(value) for value in values]
    if control is None:
        chosen = list(combinations(range(len(names)), 2))
    else:
        if not _has_names(given) and isinstance(control, int) and 0 <= control < len(names):
            control = names[control]  # the numbers of a list without names are names
        control = one_of("control", control, names)
        at = names.index(control)
        chosen = [(other, at) for other in range(len(names)) if other != at]
    comparisons = len(chosen) if comparisons is None else comparisons
    comparisons = whole_number(
        "comparisons", comparisons, len(chosen), LARGEST_TEST_SET, "as many as there are or more"
    )
    pairs = tuple(
        verdict_on(
            cases,
            (names[i], names[j]),
            (counts[i], counts[j]),
            (printed[i], printed[j]),
            alpha,
            comparisons,
        )
        for i, j in chosen
    )
    better, worse = _beaten(pairs)
    notes = rounding_notes(values if accuracies is not None else ())
    if control is not None and all(sum(counts[at]) >= sum(count) for count in counts):
        notes += (
            f"If {control} was chosen because it leads the table, all pairs count, and not only "
            "those with it.",
        )
    return PrintedTable(
        cases=cases,
        names=names,
        right=tuple(counts),
        printed=tuple(printed),
        alpha=alpha,
        control=control,
        comparisons=comparisons,
        pairs=pairs,
        rank_ranges={name: (1 + worse[name], len(names) - better[name]) for name in names},
        may_be_best=tuple(name for name in _from_the_best(names, counts) if not worse[name]),
        assumes=SAME_CASES,
        notes=notes,
    )


def pair_record(pair: PrintedVerdict) -> dict[str, Any]:
    """A row for a file: the one ahead first."""
    low, high = pair.lead
    names = pair.names
    if low + high < 0:
        names, low, high = names[::-1], -high, -low
    return {
        "first": names[0],
        "second": names[1],
        "lowest_lead": low,
        "highest_lead": high,
        "verdict": pair.verdict,
        "lowest_p": pair.lowest_p,
        "highest_p": pair.highest_p,
        "fewest_discordant": pair.fewest_discordant,
        "most_discordant": pair.most_discordant,
        "significant_up_to": pair.significant_up_to,
        "never_above": pair.never_above,
    }


def _named(argument: str, given: Any) -> tuple[tuple[str, ...], list[Any]]:
    """Names and values of a dictionary, of a pandas series, or of a list without names."""
    if hasattr(given, "columns"):
        raise ValueError(f"{argument} must be a dictionary of names and numbers; got a table")
    if _has_names(given):
        items = list(given.items())
        return names_for([name for name, _ in items], len(items), "row"), [x for _, x in items]
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise ValueError(f"{argument} must be a dictionary of names and numbers; got {given!r}")
    values = list(given)
    return tuple(map(letters, range(len(values)))), values


def _has_names(given: Any) -> bool:
    return isinstance(given, Mapping) or hasattr(given, "items")


def _beaten(pairs: Iterable[PrintedVerdict]) -> tuple[dict[str, int], dict[str, int]]:
    """How many others each is always better than, and always worse than."""
    better: dict[str, int] = {}
    worse: dict[str, int] = {}
    for pair in pairs:
        for name in pair.names:
            better.setdefault(name, 0)
            worse.setdefault(name, 0)
            if pair.verdict == "always":
                (better if pair.ahead == name else worse)[name] += 1
    return better, worse


def _from_the_best(names: Sequence[str], counts: Sequence[tuple[int, int]]) -> list[str]:
    right = dict(zip(names, counts, strict=True))
    return sorted(names, key=lambda name: -sum(right[name]))


def _listed(names: Iterable[str]) -> str:
    names = list(names)
    between = "; " if any("," in name for name in names) else ", "
    shown = between.join(names[:_MANY])
    return shown + (f" and {len(names) - _MANY:,} more" if len(names) > _MANY else "")
