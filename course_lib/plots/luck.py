"""Where a score falls among those that luck alone brings."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from course_lib.chance.competition import chance_none_exceeds
from course_lib.chance.distribution import LatticeDistribution, NullDistribution
from course_lib.common.phrases import percent, told_apart
from course_lib.plots.style import COLOURS, styled

#: With more attainable scores than this they are gathered into bins.
_MOST_BARS = 80


@dataclass(frozen=True)
class LuckPicture:
    """What `draw_luck` drew."""

    #: Edges of the bars and the probability in each.
    edges: np.ndarray
    chances: np.ndarray
    critical_value: float


@styled
def draw_luck(
    ax: Any,
    luck: NullDistribution,
    competitors: int = 1,
    alpha: float = 0.01,
    score: float | None = None,
) -> LuckPicture:
    """Draw how likely each score is for the best of `competitors` that learned nothing.

    The scores above the critical value, which luck rarely reaches, stand out; `score` is marked
    if given.
    """
    if score is not None:
        score = luck.setting.score(score)
    critical = luck.critical_value(competitors, alpha)
    edges, chances = _bars(luck, competitors, critical, score)
    # The bar that holds the critical value ends there, or half a step above it.
    beyond = edges[:-1] > critical - 0.01 * np.diff(edges).min()
    draw_split_bars(ax, edges, chances, beyond)
    critical_text, *score_text = told_apart(critical, *([] if score is None else [score]))
    top = chances.max()
    # The line stands between what does not exceed the critical value and what does.
    edge = edges[:-1][beyond][0] if beyond.any() else edges[-1]
    ax.axvline(edge, color=COLOURS["critical"], linestyle="--", linewidth=1.8)
    span = edges[-1] - edges[0]
    middle = (edges[0] + edges[-1]) / 2
    # Labels are written towards the middle, where there is room; or, if the two lines are close to
    # each other, each on its own side of them.
    close = score is not None and abs(score - critical) < 0.25 * span
    left = critical < score if close else critical > middle
    marks = [(edge, f"critical value {critical_text}", "critical", 1.12, left)]
    if score is not None:
        ax.axvline(score, color=COLOURS["score"], linestyle="-", linewidth=1.8)
        left = not left if close else score > middle
        marks.append((score, f"your score {score_text[0]}", "score", 1.24, left))
    for x, text, colour, height, left in marks:
        label_line(ax, x, text, top * height, colour, left)
    ax.set_ylim(0, top * 1.32)
    ax.set_xlim(edges[0] - 0.12 * span, edges[-1] + 0.12 * span)  # room for the labels
    who = "one classifier" if competitors == 1 else f"the best of {competitors:,} classifiers"
    ax.set(xlabel=luck.setting.title, ylabel="probability of each bar")
    ax.set_title(
        f"Luck alone: {who} on {luck.setting.test_set}.\n"
        f"At most {percent(alpha)} lies beyond the dashed line (orange)."
    )
    return LuckPicture(edges, chances, critical)


def draw_split_bars(ax: Any, edges: np.ndarray, heights: np.ndarray, beyond: np.ndarray) -> None:
    """Bars between edges; those `beyond` the critical value stand out."""
    looks = {"align": "edge", "edgecolor": "white", "linewidth": 0.4}
    for part, colour in ((~beyond, "luck"), (beyond, "critical")):
        widths = np.diff(edges)[part]
        ax.bar(edges[:-1][part], heights[part], widths, color=COLOURS[colour], **looks)


def label_line(ax: Any, x: float, text: str, height: float, colour: str, left: bool) -> None:
    """Write beside an upright line, on its left or on its right."""
    ax.annotate(
        f"{text} " if left else f" {text}",
        (x, height),
        ha="right" if left else "left",
        va="center",
        color=COLOURS[colour],
    )


def _bars(
    luck: NullDistribution, competitors: int, critical: float, score: float | None
) -> tuple[np.ndarray, np.ndarray]:
    """Edges and probabilities: a bar for each attainable score, or bins if there are too many."""
    # From where the best of C almost surely gets to where it almost never does.
    low, high = luck.critical_value(competitors, 0.9999), luck.critical_value(competitors, 1e-6)
    marked = [critical] if score is None else [critical, score]
    low, high = min(low, *marked), max(high, *marked)
    if isinstance(luck, LatticeDistribution):
        # Each bar holds equally many attainable scores, the last of them on a bar's right edge
        # less half a step, so that the critical value ends a bar.
        width = max(1, round((high - low) * luck.scale / _MOST_BARS))
        index = round(critical * luck.scale)
        below = -(-(index - round(low * luck.scale) + 1) // width)
        above = -(-(round(high * luck.scale) - index) // width)
        edges = (index + 0.5 + width * np.arange(-below, above + 1)) / luck.scale
    else:
        # Attainable scores lie unevenly: fewer and wider bars, one of them ending at the critical
        # value.
        step = 2 * (high - low) / _MOST_BARS
        below, above = np.ceil((critical - low) / step), np.ceil((high - critical) / step)
        edges = critical + step * np.arange(-below - 1, above + 2)
    return edges, np.diff(chance_none_exceeds(luck.sf(edges), competitors))
