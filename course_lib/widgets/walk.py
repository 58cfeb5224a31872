"""*Walk*: random rankings, one after the other, and what they score."""

from dataclasses import dataclass
from typing import Any

import ipywidgets
import numpy as np

from course_lib.chance.exact import null_distribution
from course_lib.chance.metrics import METRICS
from course_lib.chance.plain import score_rankings
from course_lib.chance.simulate import simulate_null
from course_lib.common.phrases import counted
from course_lib.plots.walk import draw_tally, draw_walk
from course_lib.widgets.panel import Panel, button, dropdown, slider

#: So many pictures from the first step of a walk to the last.
_FRAMES = 12
_CHOICES = [(metric.title, name) for name, metric in METRICS.items() if not metric.takes_k]
_MANY = 500


@dataclass
class Collected:
    """The rankings so far."""

    shuffles: int
    ranking: np.ndarray
    #: For each metric the score of each ranking, the one in view last.
    scores: dict[str, list[float]]


class Walk(Panel):
    """Shuffle the cases, watch the walk through ROC space, and collect the scores."""

    name = "walk"
    size = (8.6, 4.4)
    stills = ({"positives": 5, "negatives": 5}, {}, {"metric": "accuracy"})
    state: Collected

    def __init__(self, positives: int = 10, negatives: int = 20, seed: int = 2005) -> None:
        self._seed = seed
        # The frames of an animation; the browser counts them, so that the kernel need not wait.
        self.play = ipywidgets.Play(min=0, max=_FRAMES, value=_FRAMES, interval=70)
        self.play.layout.display = "none"
        self.shuffle_button = button("Shuffle", "Draw a new random ranking and walk it")
        self.many_button = button(f"Shuffle {_MANY} times", "Collect many scores at once")
        self.shuffle_button.on_click(lambda _: self.shuffle())
        self.many_button.on_click(lambda _: self.shuffle_many())
        self._begin(positives, negatives)
        cases = positives + negatives
        super().__init__(
            {
                "positives": slider("positives", positives, 1, 50),
                "negatives": slider("negatives", negatives, 1, 50),
                "metric": dropdown("score to collect", "auc", _CHOICES),
                "walked": slider("cases walked", cases, 0, cases),
            },
            (self.shuffle_button, self.many_button, self.play),
        )
        self.play.observe(self._frame, "value")

    def make_axes(self) -> Any:
        """Two pictures side by side."""
        axes = self.figure.subplots(1, 2)
        self.figure.subplots_adjust(left=0.09, right=0.98, bottom=0.14, top=0.86, wspace=0.28)
        return axes

    def shuffle(self) -> None:
        """A new ranking; it walks by itself where someone looks on."""
        self.at_once(lambda: (self._shuffle(), self._walk_to(0)))
        self.play.value = 0
        self.play.playing = True

    def shuffle_many(self) -> None:
        """Many new rankings at once; the last of them is shown."""
        self.at_once(self._shuffle_many)

    def paint(self) -> tuple[str, str]:
        """The walk on the left, the tally on the right."""
        positives, negatives = self.values["positives"], self.values["negatives"]
        metric = self.values["metric"]
        ranking, collected = self.state.ranking, self.state.scores[metric]
        walked = min(self.values["walked"], ranking.size)
        complete = walked == ranking.size
        left, right = self.axes
        draw_walk(left, ranking, walked)
        luck = null_distribution(metric, positives, negatives)
        draw_tally(right, luck, collected if complete else collected[:-1], mark_last=complete)
        tp = int(ranking[:walked].sum())
        fp = walked - tp
        if complete:
            auc, accuracy, f = (scores[-1] for scores in self.state.scores.values())
            words = (
                f"This ranking of {luck.setting.test_set} scores AUC {auc:.3f}, best accuracy "
                f"{accuracy:.3f}, best F {f:.3f}. Collected so far: "
                f"{counted(len(collected), 'ranking')}, with an average {luck.setting.title} of "
                f"{np.mean(collected):.3f}."
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
            f"{luck.setting.title}, and over it the spread of {counted(len(collected), 'ranking')}."
        )
        return words, alt

    def adapt(self, name: str) -> None:
        """Another test set begins anew: scores of different test sets do not mix."""
        if name in ("positives", "negatives"):
            self._begin(self.values["positives"], self.values["negatives"])
            self._walk_all()

    def forget(self) -> None:
        """Begin with the first ranking again."""
        self._begin(self._defaults["positives"], self._defaults["negatives"])

    def pose(self, settings: dict[str, Any]) -> None:
        """A still picture with many rankings collected."""
        super().pose(settings)
        self._begin(self.values["positives"], self.values["negatives"])
        self._shuffle_many()

    def _begin(self, positives: int, negatives: int) -> None:
        self.state = Collected(0, np.zeros(0, dtype=int), {metric: [] for _, metric in _CHOICES})
        self._draw(positives, negatives)

    def _shuffle(self) -> None:
        self._draw(self.values["positives"], self.values["negatives"])
        self._walk_all()

    def _shuffle_many(self) -> None:
        positives, negatives = self.values["positives"], self.values["negatives"]
        generator = np.random.default_rng((self._seed, self.state.shuffles, 1))
        seed = int(generator.integers(2**32))  # the same for all metrics, so the same rankings
        for metric, scores in self.state.scores.items():
            more = simulate_null(metric, positives, negatives, _MANY - 1, seed)
            scores.extend(more.tolist())
        self._shuffle()

    def _walk_all(self) -> None:
        self.controls["walked"].max = self.state.ranking.size
        self._walk_to(self.state.ranking.size)

    def _walk_to(self, cases: int) -> None:
        self.controls["walked"].value = cases

    def _draw(self, positives: int, negatives: int) -> None:
        """Draw the next ranking and note its scores."""
        self.state.shuffles += 1
        generator = np.random.default_rng((self._seed, self.state.shuffles))
        self.state.ranking = generator.permutation(np.repeat([1, 0], [positives, negatives]))
        scored = score_rankings(np.cumsum(self.state.ranking)[None, :], k=1)
        for metric, scores in self.state.scores.items():
            scores.append(float(scored[metric][0]))

    def _frame(self, change: dict[str, Any]) -> None:
        self._walk_to(round(change["new"] / _FRAMES * self.state.ranking.size))
