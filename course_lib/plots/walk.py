"""One random ranking as a walk through ROC space, and the tally of many of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from course_lib.chance.distribution import NullDistribution
from course_lib.chance.exact import cached_distribution
from course_lib.chance.setting import Setting
from course_lib.common.phrases import counted
from course_lib.plots.contest import luck_bins
from course_lib.plots.explain import draw_shares
from course_lib.plots.style import COLOURS, draw_diagonal, styled

#: Few and wide, so that some hundred rankings already show the shape.
_BINS = 24
#: With fewer rankings than this an outline would be a few towers.
_ENOUGH = 20


@dataclass(frozen=True)
class WalkPicture:
    """What `draw_walk` drew: the corners of the staircase."""

    false_positive_rates: np.ndarray
    true_positive_rates: np.ndarray


@styled
def draw_walk(
    ax: Any,
    ranking: Sequence[int],
    walked: int | None = None,
    title: str = "One random ranking as a walk",
) -> WalkPicture:
    """Draw the first `walked` cases of a ranking as steps: up for a positive, right for a negative.

    Once the walk is complete, the thresholds at which accuracy and F are best are marked.
    """
    ranking = np.asarray(ranking)
    walked = ranking.size if walked is None else walked
    steps = ranking[:walked]
    tp = np.concatenate([[0], np.cumsum(steps)])
    fp = np.arange(walked + 1) - tp
    positives, negatives = ranking.sum(), (1 - ranking).sum()
    across, up = fp / negatives, tp / positives
    draw_diagonal(ax, "luck, on average")
    ax.fill_between(across, up, color=COLOURS["luck"], alpha=0.25, linewidth=0)
    ax.plot(across, up, color=COLOURS["score"], linewidth=2)
    ax.plot(across[-1:], up[-1:], marker="o", color=COLOURS["score"], markersize=6)
    if walked == ranking.size:
        f = 2 * tp / (positives + np.arange(walked + 1))
        best = np.flatnonzero(tp - fp == (tp - fp).max())  # there may be several
        best_f = np.flatnonzero(f >= f.max() - 1e-12)
        marks = ((best, "best accuracy here", "s", 11), (best_f, "best F here", "D", 6))
        for cuts, label, marker, size in marks:
            ax.plot(
                across[cuts],
                up[cuts],
                marker=marker,
                markersize=size,
                color=COLOURS["score"],
                markerfacecolor="white",
                markeredgewidth=2,
                linestyle="none",
                label=label,
                clip_on=False,
                zorder=4,
            )
    # The legend goes where the walk does not.
    below = np.trapezoid(up, across) < across[-1] * up[-1] / 2
    ax.legend(loc="upper left" if below else "lower right", fontsize=10, borderaxespad=0.2)
    ax.set(xlim=(-0.03, 1.03), ylim=(-0.03, 1.03), xlabel="negatives passed (false positive rate)")
    ax.set(ylabel="positives passed (true positive rate)", title=title)
    return WalkPicture(across, up)


@dataclass(frozen=True)
class TallyPicture:
    """What `draw_tally` drew: bins, the exact chance of each, and the share of the scores in it."""

    edges: np.ndarray
    chances: np.ndarray
    shares: np.ndarray


@styled
def draw_tally(
    ax: Any, luck: NullDistribution, scores: Sequence[float], mark_last: bool = True
) -> TallyPicture:
    """Draw the exact distribution, and over it how the scores collected so far are spread.

    A triangle marks the last of them.
    """
    edges, exceeded = _all_bins(luck.setting)
    chances = -np.diff(exceeded)
    ax.stairs(chances, edges, fill=True, color=COLOURS["luck"])
    top = 1.6 * chances.max()
    ax.set_ylim(0, top)
    shares = np.histogram(scores, edges)[0] / max(1, len(scores))
    if len(scores) >= _ENOUGH:
        draw_shares(ax, edges, scores)
    else:  # too few for a shape: a stroke for each
        ax.plot(
            scores,
            np.full(len(scores), 0.04 * top),
            marker="|",
            markersize=18,
            markeredgewidth=2,
            color=COLOURS["score"],
            linestyle="none",
        )
    last = scores[-1:] if mark_last else []
    ax.plot(
        last,
        [0.012 * top] * len(last),
        marker="^",
        markersize=9,
        color=COLOURS["score"],
        linestyle="none",
        clip_on=False,
    )
    ax.set(xlim=(edges[0], edges[-1]), xlabel=luck.setting.title, ylabel="share of the rankings")
    count = len(scores)
    ax.set_title(
        f"{counted(count, 'ranking')} ({'outline' if count >= _ENOUGH else 'strokes'}) and\n"
        "the exact distribution (filled)"
    )
    return TallyPicture(edges, chances, shares)


@lru_cache(maxsize=64)
def _all_bins(setting: Setting) -> tuple[np.ndarray, np.ndarray]:
    """The bins of a distribution, widened so that no score falls outside."""
    luck = cached_distribution(setting)
    edges, exceeded = luck_bins(luck, _BINS)
    step = edges[1] - edges[0]
    below = max(0, int(np.ceil((edges[0] - luck.lowest) / step)))
    above = max(0, int(np.ceil((luck.setting.highest - edges[-1]) / step)))
    edges = np.concatenate(
        [
            edges[0] - step * np.arange(below, 0, -1),
            edges,
            edges[-1] + step * np.arange(1, above + 1),
        ]
    )
    more = np.array([luck.sf(float(edge)) for edge in edges[:below]])
    beyond = np.array([luck.sf(float(edge)) for edge in edges[edges.size - above :]])
    return edges, np.concatenate([more, exceeded, beyond])
