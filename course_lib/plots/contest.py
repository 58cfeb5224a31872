"""One competitor's luck, the luck of the best of C, and the line between luck and skill."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from course_lib.chance.competition import chance_none_exceeds
from course_lib.chance.distribution import LatticeDistribution, NullDistribution
from course_lib.chance.exact import cached_distribution
from course_lib.chance.setting import Setting
from course_lib.common.phrases import percent, told_apart
from course_lib.plots.style import COLOURS, styled

#: About so many bins show a distribution.
_BINS = 60


@dataclass(frozen=True)
class ContestPicture:
    """What `draw_contest` drew."""

    #: Edges of the bins, and the probability in each, of one competitor and of the best.
    edges: np.ndarray
    one: np.ndarray
    best: np.ndarray
    critical_value: float
    #: How often the best of them gets beyond the critical value.
    beyond: float


def luck_bins(luck: NullDistribution, bins: int = _BINS) -> tuple[np.ndarray, np.ndarray]:
    """Edges over the scores that luck brings, for up to a million tries; and P(score > edge).

    They do not depend on the number of competitors, so a picture does not jump when that moves.
    """
    return _luck_bins(luck.setting, bins)


@lru_cache(maxsize=64)
def _luck_bins(setting: Setting, bins: int) -> tuple[np.ndarray, np.ndarray]:
    luck = cached_distribution(setting)
    low, high = luck.critical_value(1, 0.999), luck.critical_value(1_000_000, 1e-4)
    if isinstance(luck, LatticeDistribution):
        # Every bin holds equally many attainable scores, or the bars would look like a comb.
        first, last = round(low * luck.scale), round(high * luck.scale)
        width = max(1, -(-(last - first) // bins))
        count = -(-(last - first + 1) // width)
        edges = (first - 0.5 + width * np.arange(count + 1)) / luck.scale
    else:
        edges = np.linspace(low, high, bins // 2 + 1) - 1e-6
    exceeded = np.array([luck.sf(float(edge)) for edge in edges])
    for array in (edges, exceeded):
        array.setflags(write=False)  # they are remembered, and shared
    return edges, exceeded


@styled
def draw_contest(
    ax: Any,
    luck: NullDistribution,
    competitors: int,
    alpha: float = 0.01,
    score: float | None = None,
) -> ContestPicture:
    """Draw the scores of one competitor, of the best of `competitors`, and the critical value.

    `score`, if given, is marked as the reader's own.
    """
    edges, exceeded = luck_bins(luck)
    critical = luck.critical_value(competitors, alpha)
    best_below = chance_none_exceeds(exceeded, competitors)
    beyond = 1 - float(chance_none_exceeds(luck.sf(critical), competitors))
    one, best = -np.diff(exceeded), np.diff(best_below)
    step = edges[1] - edges[0]
    # Between the critical value, which luck may reach, and the next score, which is beyond.
    line = critical + (0.5 / luck.scale if isinstance(luck, LatticeDistribution) else 1e-6)
    ax.stairs(best, edges, fill=True, color=COLOURS["luck"], label="the best")
    inside = int(np.clip(np.searchsorted(edges, line, side="right") - 1, 0, best.size))
    if inside < best.size:  # the bar that holds the line is split by it
        parts = np.concatenate([[line], edges[inside + 1 :]])
        ax.stairs(best[inside:], parts, fill=True, color=COLOURS["critical"])
    ax.stairs(one, edges, color="#444444", linestyle=":", linewidth=2, baseline=None)
    ax.axvline(line, color=COLOURS["critical"], linestyle="--", linewidth=1.8)
    # Room for the labels, and in few different heights, so that the axis seldom changes.
    top = 1.5 ** np.ceil(np.log(1.3 * max(one.max(), best.max())) / np.log(1.5))
    (text, *own) = told_apart(critical, *([] if score is None else [score]))
    middle = (edges[0] + edges[-1]) / 2
    marks = [(line, f"critical value {text}", "critical", 0.95)]
    if score is not None:
        ax.axvline(score, color=COLOURS["score"], linewidth=1.8)
        marks.append((score, f"your score {own[0]}", "score", 0.86))
    for place, words, colour, height in marks:
        left = place > middle
        ax.text(
            place + (-0.3 if left else 0.3) * step,
            top * height,
            words,
            ha="right" if left else "left",
            va="center",
            color=COLOURS[colour],
        )
    peak = int(best.argmax())
    far = peak > 0.7 * best.size  # then the label must not run into the line
    ax.text(
        edges[peak + 1] if far else (edges[peak] + edges[peak + 1]) / 2,
        best[peak] + 0.02 * top,
        "one guesser" if competitors == 1 else f"best of {competitors:,}",
        ha="right" if far else "center",
        va="bottom",
        color=COLOURS["first"],
    )
    if competitors > 1:
        # To the left of its peak, for the best is to the right; unless it is at the very left.
        peak = int(one.argmax())
        inside = peak > one.size / 4
        ax.text(
            edges[peak if inside else peak + 1],
            one[peak],
            " one guesser ",
            ha="right" if inside else "left",
            va="bottom",
            color="#444444",
        )
    ax.set_ylim(0, top)
    ax.set_xlim(edges[0], edges[-1] + 0.02 * (edges[-1] - edges[0]))  # the line may be at the end
    ax.set(xlabel=luck.setting.title, ylabel="probability of each bar")
    ax.set_title(
        f"Luck alone on {luck.setting.test_set}:\n"
        f"at most {percent(alpha)} lies beyond the dashed line"
    )
    return ContestPicture(edges, one, best, critical, beyond)
