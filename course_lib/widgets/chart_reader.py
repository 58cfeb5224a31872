"""*Chart reader*: the chart of critical values with your test set on it, and the verdict."""

from typing import Any

from course_lib.chance.exact import assess_best
from course_lib.chance.ladder import chart
from course_lib.chance.metrics import METRICS
from course_lib.common.phrases import percent, told_apart
from course_lib.plots.reader import draw_chart_lines, draw_reader
from course_lib.widgets.best_of_c import ALPHAS, COMPETITORS, METRIC_CHOICES
from course_lib.widgets.panel import Panel, dropdown, ladder, scores, slider


class ChartReader(Panel):
    """Your metric, test set, number of tries and score: where you stand, and what it means."""

    name = "chart_reader"
    size = (7.0, 5.6)

    def __init__(
        self,
        metric: str = "auc",
        positives: int = 150,
        negatives: int = 484,
        competitors: int = 114,
        alpha: float = 0.01,
        score: float = 0.6,
    ) -> None:
        #: What the lines in view were drawn for, and the marks upon them.
        self._lines_for: tuple = ()
        self._marks: list[Any] = []
        super().__init__(
            {
                "metric": dropdown("metric", metric, METRIC_CHOICES),
                "positives": slider("positives", positives, 2, 1000),
                "negatives": slider("negatives", negatives, 2, 1000),
                "competitors": ladder("competitors C", competitors, COMPETITORS, "{:,}".format),
                "alpha": ladder("level alpha", alpha, ALPHAS, percent),
                "score": (
                    scores("your best score", score, 0, min(10, positives), 1)
                    if METRICS[metric].takes_k
                    else scores("your best score", score)
                ),
            }
        )

    def make_axes(self) -> Any:
        """A square chart."""
        self.figure.subplots_adjust(left=0.13, right=0.95, bottom=0.12, top=0.88)
        return self.figure.subplots()

    def adapt(self, name: str) -> None:
        """A count in the top ten runs from 0 to 10, other scores from 0 to 1."""
        slide = self.controls["score"]
        counts = METRICS[self.values["metric"]].takes_k
        # The value while the range is wide and the step is fine, or the browser rounds it.
        if name == "metric" and counts != (slide.step == 1):
            slide.readout_format = ".0f" if counts else ".3f"
            if counts:
                slide.max, slide.value, slide.step = 10, 6, 1
            else:
                slide.step, slide.value, slide.max = 0.005, 0.6, 1
        if counts:  # no more of them than there are
            slide.max = min(10, self.values["positives"])

    def clean(self) -> None:
        """Take away the marks; the lines only if others are to be drawn."""
        for mark in self._marks:
            mark.remove()
        self._marks = []
        wanted = tuple(self.values[name] for name in ("metric", "competitors", "alpha"))
        if wanted != self._lines_for:
            super().clean()

    def moving(self) -> list[Any]:
        """Only the marks; the lines stay while they are in view."""
        return self._marks

    def backdrop(self) -> tuple:
        """The lines are part of it."""
        return (self._lines_for,)

    def paint(self) -> tuple[str, str]:
        """The lines of equal critical value, and where the reader stands among them."""
        v = self.values
        verdict = assess_best(
            v["metric"], v["score"], v["positives"], v["negatives"], v["competitors"], v["alpha"]
        )
        wanted = (v["metric"], v["competitors"], v["alpha"])
        who = "one classifier" if v["competitors"] == 1 else f"the best of {v['competitors']:,}"
        if wanted != self._lines_for:
            title = f"The {verdict.title} that {who} must exceed\n({percent(v['alpha'])} level)"
            draw_chart_lines(self.axes, *chart(*wanted), title)
            self._lines_for = wanted
        score, critical = told_apart(verdict.score, verdict.critical_value)
        words = "beyond luck" if verdict.significant else "not beyond luck"
        label = f"{score}: {words}\n(critical value {critical})"
        self._marks = draw_reader(
            self.axes, v["positives"], v["negatives"], label, verdict.significant
        )
        alt = (
            f"Lines of equal critical value of the {verdict.title} over negatives and positives "
            f"on logarithmic axes; a {'filled' if verdict.significant else 'hollow'} dot at "
            f"{v['negatives']} negatives and {v['positives']} positives, where the critical value "
            f"is {critical} and your score {score}."
        )
        return verdict.sentence(), alt
