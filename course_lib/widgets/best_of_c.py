"""*Best of C*: how the line moves with the number of competitors and with alpha."""

from course_lib.chance.exact import null_distribution
from course_lib.chance.metrics import METRICS
from course_lib.common.phrases import counted, percent, told_apart
from course_lib.plots.contest import draw_contest
from course_lib.widgets.panel import Panel, dropdown, ladder, slider

COMPETITORS = [
    (f"{c:,}", c)
    for c in (1, 2, 3, 5, 10, 20, 50, 100, 114, 200, 500, 1000, 10_000, 100_000, 1_000_000)
]
ALPHAS = [(percent(a), a) for a in (0.1, 0.05, 0.02, 0.01, 0.005, 0.001)]
METRIC_CHOICES = [(metric.title.format(k=10), name) for name, metric in METRICS.items()]


class BestOfC(Panel):
    """Slide C and alpha: one guesser's distribution stays, the best one's and the line move."""

    name = "best_of_c"
    stills = ({"competitors": 1}, {"competitors": 10}, {"competitors": 1000})

    def __init__(
        self,
        metric: str = "auc",
        positives: int = 50,
        negatives: int = 100,
        competitors: int = 10,
        alpha: float = 0.01,
    ) -> None:
        super().__init__(
            {
                "competitors": ladder("competitors C", competitors, COMPETITORS, "{:,}".format),
                "alpha": ladder("level alpha", alpha, ALPHAS, percent),
                "metric": dropdown("metric", metric, METRIC_CHOICES),
                "positives": slider("positives", positives, 10, 200),
                "negatives": slider("negatives", negatives, 10, 200),
            }
        )

    def paint(self) -> tuple[str, str]:
        """The two distributions and the line."""
        v = self.values
        luck = null_distribution(v["metric"], v["positives"], v["negatives"])
        drawn = draw_contest(self.axes, luck, v["competitors"], v["alpha"])
        alone, critical = told_apart(luck.critical_value(1, v["alpha"]), drawn.critical_value)
        who = (
            "One classifier"
            if v["competitors"] == 1
            else f"The best of {v['competitors']:,} classifiers"
        )
        words = (
            f"{who} must exceed {critical} to be beyond luck at the {percent(v['alpha'])} level "
            f"({luck.setting.title}, {luck.setting.test_set}); guessers do so in "
            f"{percent(round(drawn.beyond, 5))} of all contests."
        )
        if v["competitors"] > 1:
            words += f" One named in advance need only exceed {alone}."
        if drawn.critical_value >= luck.setting.highest:
            words += " Not even a perfect score is beyond luck here."
        alt = (
            f"Bars for the {luck.setting.title} of the best of "
            f"{counted(v['competitors'], 'guesser')}, a dotted outline for a single one, and a "
            f"dashed line at the critical value {critical}; the little that lies beyond is orange."
        )
        return words, alt
