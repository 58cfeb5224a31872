"""*Critical region*: where a statistic falls, and which values are too rare."""

import math
from typing import Any, ClassVar

from course_lib.common.phrases import p_in_words, percent, told_apart
from course_lib.pairs.regions import Region, critical_region, law_in_words
from course_lib.plots.regions import draw_region
from course_lib.widgets.controls import Choice, Number, level, wide
from course_lib.widgets.panel import Panel, Told

_DISTRIBUTIONS = (
    ("t (paired t test)", "t"),
    ("chi-squared (McNemar)", "chi-squared"),
    ("z (normal)", "normal"),
    ("wins (sign test)", "wins"),
)
_TAILS = (
    ("both: A and B differ", "both"),
    ("upper: A is better", "upper"),
    ("lower: B is better", "lower"),
)
#: What a test wants to rule out, by the tails that are asked for.
_NULLS = {
    "both": "neither is better",
    "upper": "A is no better than B",
    "lower": "B is no better than A",
}
_MOST = 1000
_FARTHEST = 10_000
#: One by one as long as each matters.
_SIZES = (*range(1, 31), *(stop for stop in wide(1, _MOST) if stop > 30))
_STOPS = tuple(round(0.05 * step, 2) for step in range(-160, 161))


class CriticalRegion(Panel):
    """A test's distribution, its critical region, and where your statistic falls."""

    front = "critical_region"
    stills = (
        {},
        {"law": "chi-squared", "n": 1, "alpha": 0.01, "statistic": 7.1},
        {"law": "wins", "n": 20, "statistic": 15},
    )
    controls: ClassVar = {
        "law": Choice("distribution", "t", _DISTRIBUTIONS),
        "n": Number("df, or trials n", 9, 1, _MOST, stops=_SIZES),
        "alpha": level(0.05),
        "tails": Choice("tails", "both", _TAILS),
        "statistic": Number(
            "your statistic", 2.0, -_FARTHEST, _FARTHEST, stops=_STOPS, whole=False
        ),
    }

    def __init__(self, law: str = "t", n: int = 9, statistic: float = 2.0) -> None:
        super().__init__(law=law, n=n, statistic=statistic)

    def settled(self, values: dict[str, Any]) -> dict[str, Any]:
        """Wins are whole numbers from 0 to n; chi-squared is never negative."""
        statistic = values["statistic"]
        if values["law"] == "wins":
            statistic = float(min(max(round(statistic), 0), values["n"]))
        elif values["law"] == "chi-squared":
            statistic = max(statistic, 0.0)
        return {**values, "statistic": statistic}

    def draw(self, axes: Any, v: dict[str, Any]) -> None:
        """The distribution, the region, the statistic."""
        draw_region(axes, v["law"], v["n"], v["alpha"], v["tails"], self.settled(v)["statistic"])

    def tell(self, v: dict[str, Any]) -> Told:
        """Where the region begins, and whether the statistic lies in it."""
        law, n, alpha, statistic = v["law"], v["n"], v["alpha"], self.settled(v)["statistic"]
        tails = "both" if law == "chi-squared" else v["tails"]
        region = critical_region(law, n, alpha, tails, statistic)
        yours, values = _in_words(region, statistic, "fewer" if law == "wins" else "less")
        inside = region.holds(statistic)
        where, p = "inside it" if inside else "outside it", region.p_value
        if region.has_edge(statistic):
            where = "on its edge, which belongs to it"
            p = alpha if math.isclose(p, alpha) else p  # the same, but for rounding
        words = (
            f"At the {percent(alpha)} level the critical region is {values}. Yours, {yours}, lies "
            f"{where} ({p_in_words(p, alpha)}): "
            f"{'reject' if inside else 'do not reject'} the null hypothesis that {_NULLS[tails]}."
        )
        if law == "chi-squared" and v["tails"] != "both":
            words += (
                " (Chi-squared is a square: it has one tail, whichever direction is asked for.)"
            )
        alt = (
            f"The distribution of the statistic ({law_in_words(law, n)}) if there is no "
            f"difference, with the critical region in orange ({values}) and a line at {yours}."
        )
        return Told(words, alt)


def _in_words(region: Region, statistic: float, less: str) -> tuple[str, str]:
    """The statistic and the region, in digits that tell them apart."""
    edges = [edge for edge in (region.upper, region.lower) if edge is not None]
    yours, *texts = told_apart(statistic + 0.0, *edges)
    ways = ["more"] * (region.upper is not None) + [less] * (region.lower is not None)
    parts = [f"{text} or {way}" for text, way in zip(texts, ways, strict=True)]
    return yours, ", or ".join(parts) or "empty: no outcome is rare enough"
