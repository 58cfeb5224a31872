"""The best against the rest, or all against the control, as a table."""

from course_lib.common.phrases import decimals_for, fixed, level_in_words, p_briefly, percent
from course_lib.common.result import Table
from course_lib.judging.margins import BEYOND, OPEN, WITHIN
from course_lib.judging.results import MOST_SHOWN, Judgement
from course_lib.judging.rivals import Difference
from course_lib.judging.words import corrected_for


def rival_table(found: Judgement, most: int = MOST_SHOWN) -> Table:
    """Of each other, the nearest first: by how much its AUC and its error rate exceed."""
    columns = [("AUC differs by", [rival.auc for rival in found.rivals])]
    if found.compares_errors:
        errors = [rival.errors for rival in found.rivals if rival.errors]
        columns.append(("error rate by", errors))
    header, rows = ["classifier"], [[rival.name] for rival in found.rivals[:most]]
    for title, differences in columns:
        limits = any(one.low is not None for one in differences)
        header += [title, *(["interval"] if limits else []), "adjusted p"]
        header += [] if found.margin is None else ["matters"]
        decimals = _decimals(differences)
        for row, one in zip(rows, differences, strict=False):
            row += _cells(one, decimals, found, limits)
    return Table(header, rows)


def rival_words(found: Judgement) -> str:
    """What the table holds, and what its stars mean."""
    several = len(found.pairs) > 1
    hold = "intervals hold together" if several else "intervals hold"
    each = f" ({level_in_words(found.pair_confidence)} each)" if several else ""
    what = "AUC and error rate" if found.compares_errors else "AUC"
    return (
        f"{what} of each classifier less {'those' if found.compares_errors else 'that'} of "
        f"{found.reference}, the nearest first. "
        f"* differs at the {percent(found.alpha)} level; p-values are two-sided and corrected for "
        f"{corrected_for(found)}; {hold} at {percent(1 - found.alpha)}{each}."
    )


def _decimals(differences: list[Difference]) -> int:
    """As many as the narrowest interval carries, if limits lie about three errors out."""
    widths = [
        one.high - one.low for one in differences if one.low is not None and one.high is not None
    ]
    known = [width for width in widths if width > 0]
    return decimals_for(min(known) / 6) if known else 3


def _cells(one: Difference, decimals: int, found: Judgement, limits: bool) -> list[str]:
    cells = [fixed(one.size, decimals)]
    if limits and one.low is not None and one.high is not None:
        cells.append(f"{fixed(one.low, decimals)} to {fixed(one.high, decimals)}")
    elif limits:
        cells.append("none")
    p = "none"
    if one.adjusted is not None:
        p = p_briefly(one.adjusted, found.alpha).removeprefix("p = ").removeprefix("p ")
        p += "*" if one.shown else " "
    cells.append(p)
    return cells if found.margin is None else [*cells, _MATTERS[one.beside(found.margin)]]


_MATTERS = {BEYOND: "yes", WITHIN: "no", OPEN: "open"}
