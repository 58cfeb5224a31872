"""*Chart reader*: the chart of critical values with your test set on it, and the verdict."""

import base64
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np
from matplotlib.figure import Figure

from course_lib.chance.exact import assess_best
from course_lib.chance.ladder import LEVELS, SIZES, chart, stored_tables
from course_lib.chance.metrics import METRICS
from course_lib.chance.results import BestScore
from course_lib.common.phrases import percent, told_apart
from course_lib.plots.reader import draw_chart_lines, draw_reader
from course_lib.widgets.best_of_c import METRIC_CHOICES, competitors as competitors_control
from course_lib.widgets.controls import Choice, Number, level, wide
from course_lib.widgets.panel import Panel, Told

#: The first cases that TP10 counts positives in.
_K = 10
#: Where a score begins if the old one is none of the new metric's: a share, and a count.
_SHARE, _COUNT = 0.6, 6
_SHARES = Number("your best score", _SHARE, 0, 1, step=0.005, whole=False)
#: The chart knows levels of a single competitor down to one in 10^9.
_LOWEST, _HIGHEST = 0.001, 0.1
_usual = level(0.01)
_ALPHA = replace(
    _usual,
    low=_LOWEST,
    high=_HIGHEST,
    stops=tuple(stop for stop in _usual.stops if _LOWEST <= stop <= _HIGHEST),
)


class ChartReader(Panel):
    """Your metric, test set, number of tries and score: where you stand, and what it means."""

    front = "chart_reader"
    size = (7.0, 5.6)
    controls: ClassVar = {
        "metric": Choice("metric", "auc", METRIC_CHOICES),
        "positives": Number("positives", 150, SIZES[0], SIZES[-1], stops=wide(2, 1000)),
        "negatives": Number("negatives", 484, SIZES[0], SIZES[-1], stops=wide(2, 1000)),
        "competitors": competitors_control,
        "alpha": _ALPHA,
        "score": replace(_SHARES, high=_K),
    }

    def __init__(
        self,
        metric: str = "auc",
        positives: int = 150,
        negatives: int = 484,
        competitors: int = 114,
        alpha: float = 0.01,
        score: float = _SHARE,
    ) -> None:
        if not (metric in METRICS and METRICS[metric].takes_k):
            _SHARES.check(score)
        super().__init__(
            metric=metric,
            positives=positives,
            negatives=negatives,
            competitors=competitors,
            alpha=alpha,
            score=score,
        )

    @classmethod
    def shared_tables(cls) -> dict[str, Any]:
        """The ladder of critical values, in four decimals: see `packed`."""
        tables = {
            name: packed(table, 1 if METRICS[name].takes_k else 10_000, METRICS[name].symmetric)
            for name, table in stored_tables().items()
        }
        return {"sizes": SIZES, "levels": LEVELS, "tables": tables}

    def settled(self, values: dict[str, Any]) -> dict[str, Any]:
        """A score of this metric; and for the first ten, as many cases."""
        score = values["score"]
        if not METRICS[values["metric"]].takes_k:
            return {**values, "score": _SHARE if score > 1 else score}
        negatives = max(values["negatives"], _K - values["positives"])
        count = score if score % 1 == 0 else _COUNT
        return {**values, "negatives": negatives, "score": min(int(count), values["positives"])}

    def make_axes(self, figure: Figure) -> Any:
        """A square chart."""
        figure.subplots_adjust(left=0.13, right=0.95, bottom=0.12, top=0.88)
        return figure.subplots()

    def draw(self, axes: Any, v: dict[str, Any]) -> None:
        """The lines of equal critical value, and where the reader stands among them."""
        v = self.settled(v)
        verdict = _assess(v)
        who = "one classifier" if v["competitors"] == 1 else f"the best of {v['competitors']:,}"
        title = f"The {verdict.title} that {who} must exceed\n({percent(v['alpha'])} level)"
        draw_chart_lines(axes, *chart(v["metric"], v["competitors"], v["alpha"]), title)
        score, critical = told_apart(verdict.score, verdict.critical_value)
        words = "beyond luck" if verdict.significant else "not beyond luck"
        label = f"{score}: {words}\n(critical value {critical})"
        draw_reader(axes, v["positives"], v["negatives"], label, verdict.significant)

    def tell(self, v: dict[str, Any]) -> Told:
        """The verdict, exact."""
        v = self.settled(v)
        verdict = _assess(v)
        score, critical = told_apart(verdict.score, verdict.critical_value)
        alt = (
            f"Lines of equal critical value of the {verdict.title} over negatives and positives "
            f"on logarithmic axes; a {'filled' if verdict.significant else 'hollow'} dot at "
            f"{v['negatives']} negatives and {v['positives']} positives, where the critical value "
            f"is {critical} and your score {score}."
        )
        return Told(verdict.sentence(), alt)


def _assess(v: dict[str, Any]) -> BestScore:
    return assess_best(
        v["metric"], v["score"], v["positives"], v["negatives"], v["competitors"], v["alpha"]
    )


def packed(table: np.ndarray, scale: int, symmetric: bool) -> dict[str, Any]:
    """A table of the ladder as whole numbers of 1/scale, in bytes or pairs of them, as text.

    All bits set stand for "no value". Of a table that is the same with the classes exchanged, only
    the cells with at least as many negatives are kept.
    """
    cells = table[np.triu_indices(len(table))] if symmetric else table.reshape(-1, table.shape[-1])
    kind = np.dtype("u1" if scale == 1 else "<u2")
    none = np.iinfo(kind).max
    numbers = np.where(np.isnan(cells), none, np.round(cells * scale)).astype(kind)
    text = base64.b64encode(numbers.tobytes()).decode()
    return {"scale": scale, "symmetric": symmetric, "values": text}
