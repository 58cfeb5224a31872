"""Widgets of the lesson on intervals."""

from functools import lru_cache
from typing import Any

import numpy as np

from course_lib.common.phrases import p_in_words, percent
from course_lib.intervals.coverage import interval_coverage
from course_lib.intervals.difference import limits_in_words
from course_lib.intervals.methods import METHODS, interval_by_name
from course_lib.intervals.tango import tango_interval
from course_lib.pairs.mcnemar import mcnemar_test
from course_lib.plots.intervals import (
    draw_coverage,
    draw_coverage_map,
    draw_intervals,
    interval_name,
)
from course_lib.widgets.panel import Panel, dropdown, ladder, slider

CONFIDENCES = [(percent(c), c) for c in (0.8, 0.9, 0.95, 0.99, 0.999)]
_SIZES = [(str(n), n) for n in (5, 10, 15, 20, 30, 40, 50, 60)]
_SHARES = [(percent(s), s) for s in (0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0)]
#: Of the map.
_GRID = np.linspace(0, 1, 41)


#: Of all pairs; the first gives way first.
_PARTS = ("both_right", "c", "b")
_COUNTS = (*_PARTS, "n")


class IntervalRace(Panel):
    """Three counts, five intervals side by side."""

    name = "interval_race"
    size = (8.2, 3.7)
    stills = (
        {},
        {"b": 0, "c": 0, "both_right": 14, "n": 20},
        {"b": 9, "c": 0, "both_right": 1, "n": 10},
    )
    _fitting = False
    #: What the reader asked for, where it differs from what fits.
    _wanted: dict[str, int] | None = None

    def __init__(
        self, b: int = 9, c: int = 3, n: int = 32, both_right: int = 14, confidence: float = 0.95
    ) -> None:
        super().__init__(
            {
                "b": slider("b: only A right", b, 0, 60),
                "c": slider("c: only B right", c, 0, 60),
                "both_right": slider("both right", both_right, 0, 80),
                "n": slider("n: all pairs", n, 1, 200),
                "confidence": ladder("confidence", confidence, CONFIDENCES, percent),
            }
        )

    def make_axes(self) -> Any:
        """Room for names on the left and numbers on the right."""
        self._fit("b")
        self.figure.subplots_adjust(left=0.15, right=0.77, bottom=0.16, top=0.88)
        return self.figure.subplots()

    def _fit(self, name: str) -> None:
        """The parts never exceed the whole: more of a part enlarges it, less of it the parts.

        What gave way comes back when there is room again, so that to move a slider there and back
        changes nothing.
        """
        if self._fitting:  # what is moved here moves nothing else
            return
        self._fitting = True
        try:
            self._make_room(name)
        finally:
            self._fitting = False

    def _make_room(self, name: str) -> None:
        shown = self._counts()
        wanted = self._wanted or shown
        if name == "n":
            wanted = fitting = {**wanted, "n": shown["n"]}
            excess = sum(wanted[part] for part in _PARTS) - wanted["n"]
            for part in _PARTS:
                less = min(max(excess, 0), wanted[part])
                fitting = {**fitting, part: wanted[part] - less}
                excess -= less
        else:  # the other parts are as the reader left them
            wanted = {**shown, "n": wanted["n"]}
            fitting = {**wanted, "n": max(wanted["n"], sum(wanted[part] for part in _PARTS))}
        self._wanted = wanted
        for count, value in fitting.items():
            self.controls[count].value = value

    def _move(self, values: dict[str, Any]) -> None:
        """What is named here is meant, also where it is what a slider shows already."""
        meant = {name: self.controls[name].value for name in values if name in _COUNTS}
        self._wanted = {**(self._wanted or self._counts()), **meant}
        super()._move(values)

    def _counts(self) -> dict[str, int]:
        return {name: self.controls[name].value for name in _COUNTS}

    def _followed(self) -> str:
        """Which sliders are not where the reader put them, in words."""
        v, wanted = self.values, self._wanted or {}
        if v["n"] > wanted.get("n", v["n"]):
            return f" (n followed, from {wanted['n']} to {v['n']}: it holds all the parts.)"
        names = {"b": "b", "c": "c", "both_right": "both right"}
        moved = [
            f"{names[part]} from {wanted[part]} to {v[part]}"
            for part in reversed(_PARTS)
            if v[part] < wanted.get(part, 0)
        ]
        if not moved:
            return ""
        return f" (Other sliders followed, for the parts must fit into n: {', '.join(moved)}.)"

    def adapt(self, name: str) -> None:
        """Keep the counts possible."""
        if name != "confidence":
            self._fit(name)

    def paint(self) -> tuple[str, str]:
        """All intervals, and what McNemar's test says."""
        v = self.values
        b, c, n, level = v["b"], v["c"], v["n"], v["confidence"]
        limits = {}
        for method in METHODS:
            more = {"repetitions": None} if method == "bootstrap" else {}
            limits[method] = interval_by_name(method, b, c, n, level, v["both_right"], **more)
        title = f"Five {percent(level)} intervals for the difference in accuracy"
        notes = draw_intervals(self.axes, limits, (b - c) / n, title=title)
        low, high = tango_interval(b, c, n, level)
        holds = low <= 0 <= high
        told_low, told_high, told = limits_in_words(low, high, (b - c) / n)
        test = mcnemar_test(c, b, "asymptotic")
        words = (
            f"The difference is {told} ({b} - {c} of {n}; {v['both_right']} both right). Tango: "
            f"{told_low} to {told_high}, which {'holds' if holds else 'does not hold'} 0; so "
            f"McNemar's test (asymptotic) does {'not reject' if holds else 'reject'} at the "
            f"{percent(1 - level)} level, {p_in_words(test.p_value, 1 - level)}."
        )
        for method, note in notes.items():
            if note:
                what = "has no width" if note == "no width" else "leaves [-1, 1]"
                words += f" {interval_name(method)} {what}."
        words += self._followed()
        told = "; ".join(
            f"{interval_name(m)} {low:.3f} to {high:.3f}" for m, (low, high) in limits.items()
        )
        return words, f"Five intervals one below the other: {told}."


class CoverageMap(Panel):
    """How often an interval misses the truth, wherever the truth may be."""

    name = "coverage_map"
    size = (9.4, 4.5)
    stills = ({"method": "wald"}, {})

    def __init__(self, method: str = "tango", n: int = 20, confidence: float = 0.95) -> None:
        named = [(interval_name(m), m) for m in METHODS if m != "newcombe"]
        super().__init__(
            {
                "method": dropdown("interval", method, named),
                "n": ladder("n: all pairs", n, _SIZES),
                "confidence": ladder("confidence", confidence, CONFIDENCES[:-1], percent),
                "discordant": ladder("discordant pairs", 0.2, _SHARES, percent),
            }
        )

    def make_axes(self) -> Any:
        """The map on the left, a cut through it on the right."""
        axes = self.figure.subplots(1, 2, width_ratios=[1.08, 1])
        self.figure.subplots_adjust(left=0.075, right=0.97, bottom=0.14, top=0.9, wspace=0.3)
        return axes

    def paint(self) -> tuple[str, str]:
        """The map, and one cut through it."""
        v = self.values
        method, n, level, share = v["method"], v["n"], v["confidence"], v["discordant"]
        covered, name = _covered(method, n, level), interval_name(method)
        # Titles and axes stay, so that only what changes is drawn anew.
        heading = f"{name} ({percent(level)}, n = {n})"
        draw_coverage_map(self.axes[0], _GRID, covered, level, heading)
        self._point_at_the_cut(share)
        split = np.linspace(0, 1, 81)
        shown = {
            m: interval_coverage(n, share * split, share * (1 - split), m, level)
            for m in dict.fromkeys(("tango", method))
        }
        # Two heights only, so that the axis seldom jumps.
        deep = min(values.min() for values in shown.values()) < 0.5
        draw_coverage(
            self.axes[1],
            split,
            shown,
            level,
            lowest=0.0 if deep else 0.5,
            xlabel="share of b among the discordant pairs",
            title="Along the dashed line",
            legend="best" if deep else None,
        )
        cut, usual = float(np.min(shown[method])), float(np.nanmean(covered))
        # The dashed line runs between the points of the grid, and may come upon worse ones.
        worst = min(cut, float(np.nanmin(covered)))
        words = (
            f"{name} on {n} pairs, promised {percent(level)}: on the grid of the map it holds the "
            f"truth in {100 * usual:.1f} % on average. Along the dashed line ({percent(share)} "
            f"discordant pairs) it is {100 * cut:.1f} % at worst, and on grid and line together "
            f"{100 * worst:.1f} % at worst. Brown and orange are broken promises; blue is more "
            "caution than was asked for."
        )
        alt = (
            f"A map of how often {name} misses the true difference, for all chances of b and c "
            f"pairs, and a cut through it at {percent(share)} discordant pairs. Worst coverage of "
            f"both {100 * worst:.1f} %, mean of the map {100 * usual:.1f} %."
        )
        return words, alt

    def _point_at_the_cut(self, share: float) -> None:
        """The dashed line, and an arrow to it: in the corner it is short."""
        ax = self.axes[0]
        ax.plot([share, 0], [0, share], color="white", linewidth=3.6)
        ax.plot([share, 0], [0, share], color="black", linestyle="--", linewidth=1.8)
        ax.annotate(
            f"dashed: {percent(share)}\ndiscordant",
            (share / 2, share / 2),
            xytext=(0.7, 0.43),
            va="center",
            fontsize=11,
            arrowprops={"arrowstyle": "->", "linewidth": 1.2, "shrinkA": 2, "shrinkB": 1},
        )


@lru_cache(maxsize=64)
def _covered(method: str, n: int, level: float) -> np.ndarray:
    """The map: rows are chances of a c pair, columns of a b pair; NaN where there is none."""
    b, c = np.meshgrid(_GRID, _GRID)
    half = (b + c <= 1 + 1e-9) & (b >= c)
    covered = np.full(b.shape, np.nan)
    covered[half] = interval_coverage(n, b[half], np.minimum(c[half], 1 - b[half]), method, level)
    # To exchange b and c turns an interval round: the other half is the mirror image.
    return np.where(np.isnan(covered), covered.T, covered)
