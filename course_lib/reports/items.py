"""Models on the same items as one HTML page: who is right more often, and who may be the best."""

import numpy as np

from course_lib import __version__
from course_lib.common.phrases import (
    AT_THE_SHELL,
    counted,
    p_briefly,
    percent,
    points_in_words,
    shares_in_words,
)
from course_lib.common.result import Table
from course_lib.judging.item_results import ItemPair, ItemsJudgement
from course_lib.plots.forest import WIDTH, ForestRow, draw_forest, draw_strip, forest_height
from course_lib.plots.style import figure
from course_lib.reports.pages import render
from course_lib.reports.pictures import (
    Picture,
    Report,
    fits_a_matrix,
    matrices,
    pair_matrix,
    picture,
)

#: More models than these are not drawn one by one, and more pairs are not listed.
MOST_SHOWN = 25
MOST_ROWS = 40


def items_report(found: ItemsJudgement) -> Report:
    """The page, and its pictures."""
    name = found.items.source.replace("\\", "/").rsplit("/", 1)[-1]
    beside = _beside(found)
    pictures = {
        "accuracies": _accuracies(found),
        "best_against_rest": _best_against_rest(found, beside) if beside else None,
        "who_differs": _who_differs(found),
    }
    table = found.table()
    html = render(
        "items.html",
        title=f"{name}, judged item by item",
        found=found,
        pictures=pictures,
        tables={
            "models": table._replace(rows=table.rows[:MOST_SHOWN]),
            "beside": _beside_table(found, beside[:MOST_SHOWN]),
            "pairs": _pair_table(found),
        },
        reference=_reference(found),
        left_out=max(0, len(found.accuracies) - MOST_SHOWN),
        pairs_left_out=max(0, len(found.pairs) - MOST_ROWS),
        all_pairs="--csv pairs.csv" if AT_THE_SHELL.get() else "pair_rows()",
        level=percent(found.alpha),
        confidence=percent(1 - found.alpha),
        version=__version__,
    )
    return Report(html, pictures)


def _reference(found: ItemsJudgement) -> str:
    """The model that the others are seen from: the control, or else the best."""
    return found.control or found.winner.name


def _beside(found: ItemsJudgement) -> list[tuple[str, ItemPair, int]]:
    """The others beside the reference, the nearest first: name, pair, and 1 if it comes first."""
    one = _reference(found)
    pairs = [pair for pair in found.pairs if one in (pair.first, pair.second)]
    beside = [
        (pair.second, pair, -1) if pair.first == one else (pair.first, pair, 1) for pair in pairs
    ]
    return sorted(beside, key=lambda row: (row[1].difference, row[0]))


def _limits(pair: ItemPair, sign: int) -> tuple[float, float, float]:
    """The difference and its limits, turned if the model in question is the second."""
    low, high = (pair.low, pair.high) if sign > 0 else (-pair.high, -pair.low)
    return sign * pair.difference, low, high


def _points(pair: ItemPair, sign: int) -> list[str]:
    return points_in_words(*_limits(pair, sign), error=(pair.high - pair.low) / 6)


# --- Pictures -------------------------------------------------------------------------------------


def _accuracies(found: ItemsJudgement) -> Picture:
    """Every accuracy with its interval, and the ranks it may have; of very many a strip."""
    number, best = len(found.accuracies), set(found.may_be_best)
    told = f"{len(best):,} of {number:,} may be the best." if best and number > 1 else ""
    if number > MOST_SHOWN:
        fig, ax = figure(WIDTH, 4.2)
        shares = np.array([100 * one.accuracy for one in found.accuracies])
        draw_strip(ax, shares, np.array([one.name in best for one in found.accuracies]))
        ax.set_ylabel("accuracy in %")
        ax.set_title(told, loc="left")
        alt = f"The accuracies of {number:,} models, from the highest to the lowest. {told}"
        return picture(fig, alt, "Blue: may be the best." if best else "")
    accuracies, ranks = [], []
    ranked = bool(found.rank_intervals) and number > 1
    for place, one in enumerate(found.ranking, 1):
        text = ""
        if not ranked:
            share, low, high = shares_in_words(one.accuracy, one.low, one.high, error=one.error)
            text = f"{share} % ({low} to {high} %)"
        marked = ranked and one.name in best
        ends = 100 * one.low, 100 * one.high
        accuracies.append(ForestRow(one.name, 100 * one.accuracy, *ends, marked, text))
        if ranked:
            first, last = found.rank_intervals[one.name]
            ranks.append(ForestRow(one.name, place, first, last, marked))
    fig, axes = figure(WIDTH, forest_height(accuracies), columns=2 if ranked else 1)
    panels = np.atleast_1d(axes)
    draw_forest(panels[0], accuracies)
    panels[0].set_xlabel("accuracy in %")
    alt = f"The accuracies of {counted(number, 'model')}, with intervals. {told}".strip()
    if not ranked:
        return picture(fig, alt)
    draw_forest(panels[1], ranks, names=False)
    panels[1].set_xlabel("rank, 1 for the best")
    panels[1].xaxis.get_major_locator().set_params(integer=True)
    caption = (
        "Left: accuracies, each with its own interval. Right: the ranks that a model may have, all "
        "of them together. Blue: may be the best."
    )
    return picture(fig, f"{alt} And the ranks that each may have.", caption)


def _best_against_rest(found: ItemsJudgement, beside: list[tuple[str, ItemPair, int]]) -> Picture:
    """By how many points each other differs from the best, or the control."""
    rows = []
    for name, pair, sign in beside[:MOST_SHOWN]:
        size, low, high = (100 * number for number in _limits(pair, sign))
        told = _points(pair, sign)
        text = f"{told[0]} ({told[1]} to {told[2]})"
        rows.append(ForestRow(name, size, low, high, pair.differs, text))
    fig, ax = figure(WIDTH, forest_height(rows))
    margin = None if found.margin is None else 100 * found.margin
    draw_forest(ax, rows, line=0.0, margin=margin)
    ax.set_xlabel(f"points above {_reference(found)}" if found.control else "points above the best")
    shown = sum(row.marked for row in rows)
    alt = (
        f"Differences of {counted(len(rows), 'model')} from {_reference(found)} in percentage "
        f"points, with intervals that hold together; {shown} are shown to differ."
    )
    caption = f"Each model less {_reference(found)}. Blue: shown to differ."
    if margin is not None:
        caption += f" Shaded: differences of up to {margin:g} points, too small to matter."
    if left_out := len(beside) - len(rows):
        caption += f" The {len(rows)} nearest are drawn, {left_out:,} are left out."
    return picture(fig, alt, caption)


def _who_differs(found: ItemsJudgement) -> Picture | None:
    """Who differs from whom, where some pair does and all can be read."""
    names = [one.name for one in found.ranking]
    if not fits_a_matrix(len(names)) or found.control is not None or not found.different:
        return None
    pairs = [
        (p.first, p.second, p.adjusted, (p.first, p.second) if p.differs else None)
        for p in found.pairs
    ]
    fig, told = matrices(names, [("Right more often", *pair_matrix(names, pairs))])
    caption = (
        "Columns have the numbers of the rows. Blue: the row is better than the column; orange: it "
        "is worse; grey: no difference is shown."
    )
    caption += " The numbers are adjusted p-values." if len(names) <= 8 else ""
    return picture(fig, f"A table of who differs from whom. {told}", caption)


# --- Tables ---------------------------------------------------------------------------------------

_MATTERS = {"beyond": "yes", "within": "no", "open": "open"}


def _beside_table(found: ItemsJudgement, beside: list[tuple[str, ItemPair, int]]) -> Table:
    header = ["model", "only it right", f"only {_reference(found)} right", "points", "interval",
              "adjusted p"]  # fmt: skip
    header += [] if found.margin is None else ["matters"]
    rows = []
    for name, pair, sign in beside:
        counts = [pair.only_first_right, pair.only_second_right][::sign]
        size, low, high = _points(pair, sign)
        row = [name, *(f"{count:,.6g}" for count in counts), size, f"{low} to {high}"]
        row.append(_p(pair, found.alpha))
        rows.append([*row, *([] if pair.against_margin is None else [_kind(pair)])])
    return Table(header, rows)


def _pair_table(found: ItemsJudgement) -> Table:
    header = ["first", "second", "only first right", "only second right", "points", "interval", "p",
              "adjusted p"]  # fmt: skip
    header += [] if found.margin is None else ["matters"]
    rows = []
    for pair in found.pairs[:MOST_ROWS]:
        size, low, high = _points(pair, 1)
        alone = p_briefly(pair.p_value, found.alpha).removeprefix("p = ").removeprefix("p ")
        row = [pair.first, pair.second, f"{pair.only_first_right:,.6g}",
               f"{pair.only_second_right:,.6g}", size, f"{low} to {high}", alone,
               _p(pair, found.alpha)]  # fmt: skip
        rows.append([*row, *([] if pair.against_margin is None else [_kind(pair)])])
    return Table(header, rows)


def _kind(pair: ItemPair) -> str:
    return _MATTERS[pair.against_margin or "open"]


def _p(pair: ItemPair, alpha: float) -> str:
    told = p_briefly(pair.adjusted, alpha).removeprefix("p = ").removeprefix("p ")
    return f"{told} *" if pair.differs else told
