"""Panels of the lesson on intervals."""

from functools import lru_cache
from typing import Any, ClassVar

import numpy as np
from matplotlib.figure import Figure

from course_lib.common.phrases import p_in_words, percent
from course_lib.intervals.coverage import interval_coverage
from course_lib.intervals.difference import limits_in_words
from course_lib.intervals.methods import METHODS, interval_by_name
from course_lib.pairs.mcnemar import mcnemar_test
from course_lib.plots.intervals import (
    draw_coverage,
    draw_coverage_map,
    draw_intervals,
    interval_name,
)
from course_lib.widgets.controls import Choice, Number, confidence, wide
from course_lib.widgets.panel import Panel, Told

#: Of all pairs; the first gives way first.
_PARTS = ("both_right", "c", "b")
#: Of the map.
_GRID = np.linspace(0, 1, 41)
#: Of the cut: the share of b among the discordant pairs.
_SPLIT = np.linspace(0, 1, 81)
#: Limits and edges that differ by less are the same.
_GRAIN = 1e-12


def _count(label: str, first: int, low: int, high: int) -> Number:
    """One by one up to 60, in larger steps beyond."""
    stops = (*range(low, 61), *(stop for stop in wide(1, high) if stop > 60))
    return Number(label, first, low, high, stops=stops)


class IntervalRace(Panel):
    """Three counts, five intervals side by side."""

    front = "interval_race"
    size = (8.2, 3.7)
    stills = (
        {},
        {"b": 0, "c": 0, "both_right": 14, "n": 20},
        {"b": 9, "c": 0, "both_right": 1, "n": 10},
    )
    #: In the browser they also say which counts had to follow, and that depends on the way there.
    tells_all = False
    controls: ClassVar = {
        "b": _count("b: only A right", 9, 0, 2000),
        "c": _count("c: only B right", 3, 0, 2000),
        "both_right": _count("both right", 14, 0, 6000),
        "n": _count("n: all pairs", 32, 1, 10_000),
        "confidence": confidence(0.95),
    }

    def __init__(
        self, b: int = 9, c: int = 3, n: int = 32, both_right: int = 14, confidence: float = 0.95
    ) -> None:
        super().__init__(b=b, c=c, n=n, both_right=both_right, confidence=confidence)

    def settled(self, values: dict[str, Any]) -> dict[str, Any]:
        """The whole is at least the sum of its parts."""
        return {**values, "n": max(values["n"], sum(values[part] for part in _PARTS))}

    def set(self, **values: Any) -> None:
        """Set several controls at once; if the whole is named, parts that are not give way."""
        excess = sum({**self.values, **values}[part] for part in _PARTS) - values.get("n", np.inf)
        for part in _PARTS:
            if excess > 0 and part not in values:
                less = min(excess, self.values[part])
                values[part], excess = self.values[part] - less, excess - less
        super().set(**values)

    def make_axes(self, figure: Figure) -> Any:
        """Room for names on the left and numbers on the right."""
        figure.subplots_adjust(left=0.15, right=0.77, bottom=0.16, top=0.88)
        return figure.subplots()

    def draw(self, axes: Any, v: dict[str, Any]) -> None:
        """All intervals."""
        title = f"Five {percent(v['confidence'])} intervals for the difference in accuracy"
        draw_intervals(axes, self._limits(v), (v["b"] - v["c"]) / v["n"], title=title)

    def tell(self, v: dict[str, Any]) -> Told:
        """Tango's interval, what McNemar's test says, and which interval cannot be."""
        v = self.settled(v)
        b, c, n, level = v["b"], v["c"], v["n"], v["confidence"]
        limits = self._limits(v)
        low, high = limits["tango"]
        holds = low <= 0 <= high
        told_low, told_high, told = limits_in_words(low, high, (b - c) / n)
        test = mcnemar_test(c, b, "asymptotic")
        words = (
            f"The difference is {told} ({b:,} - {c:,} of {n:,}; {v['both_right']:,} both right). "
            f"Tango: {told_low} to {told_high}, which {'holds' if holds else 'does not hold'} 0; "
            f"so McNemar's test (asymptotic) {'does not reject' if holds else 'rejects'} at the "
            f"{percent(1 - level)} level, {p_in_words(test.p_value, 1 - level)}."
        )
        for method, (low, high) in limits.items():
            if max(-low, high) > 1 + _GRAIN:
                words += f" {interval_name(method)} leaves [-1, 1]."
            elif high - low <= _GRAIN:
                words += f" {interval_name(method)} has no width."
        listed = "; ".join(
            f"{interval_name(m)} {low + 0.0:.3f} to {high + 0.0:.3f}"
            for m, (low, high) in limits.items()
        )
        return Told(words, f"Five intervals one below the other: {listed}.")

    def _limits(self, v: dict[str, Any]) -> dict[str, tuple[float, float]]:
        limits = {}
        for method in METHODS:
            more = {"repetitions": None} if method == "bootstrap" else {}
            limits[method] = interval_by_name(
                method, v["b"], v["c"], v["n"], v["confidence"], v["both_right"], **more
            )
        return limits


class CoverageMap(Panel):
    """How often an interval misses the truth, wherever the truth may be."""

    front = "coverage_map"
    size = (9.4, 4.5)
    stills = ({"method": "wald"}, {})
    controls: ClassVar = {
        "method": Choice("interval", "tango", tuple((interval_name(m), m) for m in METHODS)),
        "n": Number("n: all pairs", 20, 2, 100, stops=wide(2, 100)),
        "confidence": confidence(0.95, 0.999),
        "discordant": Number(
            "share of discordant pairs",
            0.2,
            0.01,
            1.0,
            stops=(0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0),
            whole=False,
        ),
    }

    def __init__(self, method: str = "tango", n: int = 20, confidence: float = 0.95) -> None:
        super().__init__(method=method, n=n, confidence=confidence)

    def make_axes(self, figure: Figure) -> Any:
        """The map on the left, a cut through it on the right."""
        axes = figure.subplots(1, 2, width_ratios=[1.08, 1])
        figure.subplots_adjust(left=0.075, right=0.97, bottom=0.14, top=0.9, wspace=0.3)
        return axes

    def draw(self, axes: Any, v: dict[str, Any]) -> None:
        """The map, and one cut through it."""
        method, n, level, share = v["method"], v["n"], v["confidence"], v["discordant"]
        heading = f"{interval_name(method)} ({percent(level)}, n = {n})"
        draw_coverage_map(axes[0], _GRID, _covered(method, n, level), level, heading)
        self._point_at_the_cut(axes[0], share)
        shown = {m: _cut(m, n, level, share) for m in dict.fromkeys(("tango", method))}
        # Two heights only, so that the axis seldom jumps.
        deep = min(values.min() for values in shown.values()) < 0.5
        draw_coverage(
            axes[1],
            _SPLIT,
            shown,
            level,
            lowest=0.0 if deep else 0.5,
            xlabel="share of b among the discordant pairs",
            title="Along the dashed line",
            legend="best" if deep else None,
        )

    def tell(self, v: dict[str, Any]) -> Told:
        """How often it holds the truth: on average, along the line, at worst."""
        method, n, level, share = v["method"], v["n"], v["confidence"], v["discordant"]
        covered, name = _covered(method, n, level), interval_name(method)
        cut, usual = float(np.min(_cut(method, n, level, share))), float(np.nanmean(covered))
        # The dashed line runs between the points of the grid, and may come upon worse ones.
        worst = min(cut, float(np.nanmin(covered)))
        mean, along, least = (_held(value, level) for value in (usual, cut, worst))
        words = (
            f"{name} on {n} pairs, promised {percent(level)}: on the grid of the map it holds the "
            f"truth in {mean} on average. Along the dashed line ({percent(share)} discordant "
            f"pairs) it is {along} at worst, and on grid and line together {least} at worst. Brown "
            "and orange are broken promises; blue is more caution than was asked for."
        )
        if method == "newcombe":
            words += (
                " Newcombe also looks at the pairs that agree: here half of them, on average, are "
                "right for both."
            )
        alt = (
            f"A map of how often {name} misses the true difference, for all chances of b and c "
            f"pairs, and a cut through it at {percent(share)} discordant pairs. Worst coverage of "
            f"both {least}, mean of the map {mean}."
        )
        return Told(words, alt)

    def _point_at_the_cut(self, ax: Any, share: float) -> None:
        """The dashed line, and an arrow to it: in the corner it is short."""
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


def _held(coverage: float, level: float) -> str:
    """A coverage in per cent; in two decimals where the promise itself leaves less than one."""
    # Without the last digits, which depend on the order of the sum.
    return f"{round(100 * coverage, 8):.{1 if level <= 0.99 else 2}f} %"


def _coverage(n: int, b: np.ndarray, c: np.ndarray, method: str, level: float) -> np.ndarray:
    """Of the pairs that agree, Newcombe's interval takes half to be right for both."""
    more = {"both_right_chance": np.maximum(1 - b - c, 0) / 2} if method == "newcombe" else {}
    return interval_coverage(n, b, c, method, level, **more)


@lru_cache(maxsize=64)
def _cut(method: str, n: int, level: float, share: float) -> np.ndarray:
    """Along the line where so many pairs are discordant."""
    return _coverage(n, share * _SPLIT, share * (1 - _SPLIT), method, level)


@lru_cache(maxsize=64)
def _covered(method: str, n: int, level: float) -> np.ndarray:
    """The map: rows are chances of a c pair, columns of a b pair; NaN where there is none."""
    b, c = np.meshgrid(_GRID, _GRID)
    inside = b + c <= 1 + 1e-9
    # To exchange b and c turns an interval round, and then half of the map is enough. Not so the
    # bootstrap's where a sum just reaches the level: it takes the lower of two values at both ends.
    mirrored = method != "bootstrap"
    asked = inside & (b >= c) if mirrored else inside
    covered = np.full(b.shape, np.nan)
    covered[asked] = _coverage(n, b[asked], np.minimum(c[asked], 1 - b[asked]), method, level)
    return np.where(np.isnan(covered), covered.T, covered) if mirrored else covered
