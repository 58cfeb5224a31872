"""Pictures behind the exact distributions: a walk that is reflected, a barrier that rises."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from course_lib.plots.style import COLOURS, styled


@styled
def draw_reflection(ax: Any, ranking: Sequence[int], lead: int) -> np.ndarray | None:
    """Draw the lead of positives over negatives along a ranking, mirrored once it reaches `lead`.

    Returns the mirrored walk, or None if the ranking never gets so far ahead.
    """
    steps = np.where(np.asarray(ranking) == 1, 1, -1)
    walk = np.concatenate([[0], np.cumsum(steps)])
    cases = np.arange(walk.size)
    ax.axhline(lead, color=COLOURS["critical"], linestyle="--", linewidth=1.8)
    ax.text(0, lead + 0.15, f"lead {lead}", color=COLOURS["critical"], va="bottom")
    ax.plot(cases[[0, -1]], [0, 0], color="#999999", linewidth=0.8)
    mirrored = None
    reached = np.flatnonzero(walk >= lead)
    if reached.size:
        first = int(reached[0])
        mirrored = np.concatenate([walk[: first + 1], 2 * lead - walk[first + 1 :]])
        ax.plot(cases[first:], mirrored[first:], color=COLOURS["first"], linestyle=":", lw=2.5)
        ax.text(
            cases[-1],
            mirrored[-1],
            f" mirrored: ends at {mirrored[-1]}",
            va="center",
            color=COLOURS["first"],
        )
        ax.plot(first, lead, marker="o", markersize=9, color=COLOURS["critical"])
    ax.plot(cases, walk, color=COLOURS["score"], linewidth=2)
    ax.text(cases[-1], walk[-1], f" ends at {walk[-1]}", va="center")
    ax.set_xlim(-0.5, cases[-1] * 1.32)
    ax.set(xlabel="cases walked", ylabel="positives minus negatives so far")
    ax.set_title("After the first touch, up and down change places")
    return mirrored


@styled
def draw_barrier(ax: Any, ranking: Sequence[int], f: float) -> np.ndarray:
    """Draw the positives along a ranking, and the barrier above which F exceeds `f`.

    Returns the barrier at each threshold.
    """
    ranking = np.asarray(ranking)
    tp = np.concatenate([[0], np.cumsum(ranking)])
    cases = np.arange(tp.size)
    barrier = f * (ranking.sum() + cases) / 2
    above = tp > barrier + 1e-12
    ax.plot(cases, barrier, color=COLOURS["critical"], linestyle="--", linewidth=1.8)
    ax.text(
        cases[-1], barrier[-1], f" barrier for F = {f:g}", color=COLOURS["critical"], va="center"
    )
    ax.plot(cases, tp, color=COLOURS["score"], linewidth=2, marker="o", markersize=3)
    ax.plot(
        cases[above],
        tp[above],
        color=COLOURS["critical"],
        linestyle="none",
        marker="o",
        markersize=7,
    )
    ax.text(cases[-1], tp[-1], " positives so far", va="center")
    ax.set_xlim(-0.5, cases[-1] * 1.35)
    ax.set(xlabel="cases called positive (the threshold)", ylabel="true positives")
    ax.set_title("F exceeds the value wherever the walk is above the barrier")
    return barrier


@styled
def draw_shares(ax: Any, edges: np.ndarray, scores: Sequence[float]) -> np.ndarray:
    """Outline how scores that were collected are spread over bins; returns the shares."""
    shares = np.histogram(scores, edges)[0] / len(scores)
    ax.stairs(shares, edges, color=COLOURS["score"], linewidth=1.5, baseline=None)
    return shares
