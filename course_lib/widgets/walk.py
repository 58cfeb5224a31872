"""*Walk*: random rankings, one after the other, and what they score."""

from functools import lru_cache
from typing import Any, ClassVar, NamedTuple

import numpy as np
from matplotlib.figure import Figure

from course_lib.chance.exact import null_distribution
from course_lib.chance.metrics import METRICS
from course_lib.chance.pieces import NamedScorer
from course_lib.common.arguments import whole_number
from course_lib.common.phrases import counted
from course_lib.common.randomness import key as random_key
from course_lib.plots.walk import draw_tally, draw_walk
from course_lib.widgets.controls import Choice, Number, wide
from course_lib.widgets.panel import Panel, Told

_CHOICES = tuple((metric.title, name) for name, metric in METRICS.items() if not metric.takes_k)
MOST_OF_A_CLASS = 50
MOST_RANKINGS = 10_000
#: A still picture shows a walk that is complete, after "Shuffle 500 times".
_MANY = {"rankings": 501, "walked": 2 * MOST_OF_A_CLASS}


class Collected(NamedTuple):
    """The rankings so far."""

    #: The last of them: 1 for a positive, 0 for a negative.
    ranking: np.ndarray
    #: For each metric the score of each ranking, that of the last one last.
    scores: dict[str, np.ndarray]


class Walk(Panel):
    """Shuffle the cases, watch the walk through ROC space, and collect the scores."""

    front = "walk"
    size = (8.6, 4.4)
    stills = ({"positives": 5, "negatives": 5, **_MANY}, _MANY, {"metric": "accuracy", **_MANY})
    controls: ClassVar = {
        "positives": Number("positives", 10, 1, MOST_OF_A_CLASS),
        "negatives": Number("negatives", 20, 1, MOST_OF_A_CLASS),
        "metric": Choice("score to collect", "auc", _CHOICES),
        "rankings": Number("rankings collected", 1, 1, MOST_RANKINGS, stops=wide(1, MOST_RANKINGS)),
        "walked": Number("cases walked", 30, 0, 2 * MOST_OF_A_CLASS),
    }

    def __init__(self, positives: int = 10, negatives: int = 20, seed: int = 2005) -> None:
        self.seed = whole_number("seed", seed, 0)
        # All cases: what is too much is settled below.
        super().__init__(positives=positives, negatives=negatives, walked=2 * MOST_OF_A_CLASS)

    def own_tables(self) -> dict[str, Any]:
        """Where the random rankings begin."""
        return {"key": f"{int(random_key(self.seed)):016x}"}

    def settled(self, values: dict[str, Any]) -> dict[str, Any]:
        """No more cases can be walked than there are."""
        cases = values["positives"] + values["negatives"]
        return {**values, "walked": min(values["walked"], cases)}

    def set(self, **values: Any) -> None:
        """Set several controls; another test set begins anew, for scores of two do not mix."""
        if not {"positives", "negatives"}.isdisjoint(values):
            values = {"rankings": 1, "walked": 2 * MOST_OF_A_CLASS, **values}
        super().set(**values)

    def settings(self) -> dict[str, Any]:
        """The values, and the seed."""
        return {**self.values, "seed": self.seed}

    @classmethod
    def as_set(cls, settings: dict[str, Any]) -> "Walk":
        """A walk with these values and this seed."""
        values = dict(settings)
        panel = cls(seed=values.pop("seed", 2005))
        panel.set(**values)
        panel.spec = {**panel.spec, "first": panel.values}
        return panel

    def collected(self, v: dict[str, Any]) -> Collected:
        """The rankings that these values speak of."""
        return _collected(self.seed, v["positives"], v["negatives"], v["rankings"])

    def make_axes(self, figure: Figure) -> Any:
        """Two pictures side by side."""
        axes = figure.subplots(1, 2)
        figure.subplots_adjust(left=0.09, right=0.98, bottom=0.14, top=0.86, wspace=0.28)
        return axes

    def draw(self, axes: Any, v: dict[str, Any]) -> None:
        """The walk on the left, the tally on the right."""
        ranking, scores = self.collected(v)
        complete = v["walked"] >= ranking.size
        luck = null_distribution(v["metric"], v["positives"], v["negatives"])
        shown = scores[v["metric"]] if complete else scores[v["metric"]][:-1]
        draw_walk(axes[0], ranking, min(v["walked"], ranking.size))
        draw_tally(axes[1], luck, shown.tolist(), mark_last=complete)

    def tell(self, v: dict[str, Any]) -> Told:
        """How far the walk is; at its end, what it scored, and what was collected."""
        positives, negatives = v["positives"], v["negatives"]
        ranking, scores = self.collected(v)
        setting = METRICS[v["metric"]]
        walked = min(v["walked"], ranking.size)
        tp = int(ranking[:walked].sum())
        fp = walked - tp
        complete = walked == ranking.size
        count = v["rankings"] if complete else v["rankings"] - 1
        if complete:
            auc, accuracy, f = (scores[name][-1] for _, name in _CHOICES)
            # One after the other, as the front end adds: both round alike.
            average = np.cumsum(scores[v["metric"]])[-1] / count
            words = (
                f"This ranking of {counted(positives, 'positive')} and "
                f"{counted(negatives, 'negative')} scores AUC {auc:.3f}, best accuracy "
                f"{accuracy:.3f}, best F {f:.3f}. Collected so far: {counted(count, 'ranking')}, "
                f"with an average {setting.title} of {average:.3f}."
            )
        else:
            words = (
                f"After {counted(walked, 'case')}: {counted(tp, 'positive')} and "
                f"{counted(fp, 'negative')} passed. A threshold here has accuracy "
                f"{(tp + negatives - fp) / ranking.size:.3f} and F "
                f"{2 * tp / (positives + walked):.3f}."
            )
        alt = (
            f"Left: a staircase from the lower left corner up to {fp} of {negatives} negatives and "
            f"{tp} of {positives} positives. Right: the exact distribution of the "
            f"{setting.title}, and over it the spread of {counted(count, 'ranking')}."
        )
        return Told(words, alt)


@lru_cache(maxsize=8)
def _collected(seed: int, positives: int, negatives: int, rankings: int) -> Collected:
    from course_lib.chance.kernels import draw_rankings  # numba: only when needed

    key = random_key(seed)
    names = [name for _, name in _CHOICES]
    scores = NamedScorer(names, positives, negatives, None, key)(0, rankings)
    walk = np.empty((1, positives + negatives), np.int64)
    draw_rankings(positives, key, rankings - 1, walk)
    ranking = np.diff(walk[0], prepend=0)
    for array in (ranking, *scores):
        array.setflags(write=False)  # they are remembered, and shared
    return Collected(ranking, dict(zip(names, scores, strict=True)))
