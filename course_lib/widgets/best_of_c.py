"""*Best of C*: how the line moves with the number of competitors and with alpha."""

from typing import Any, ClassVar

from course_lib.chance.competition import chance_none_exceeds
from course_lib.chance.exact import null_distribution
from course_lib.chance.metrics import METRICS
from course_lib.common.phrases import counted, percent, told_apart
from course_lib.plots.contest import draw_contest
from course_lib.widgets.controls import Choice, Number, level, wide
from course_lib.widgets.panel import Panel, Told

METRIC_CHOICES = tuple((metric.title.format(k=10), name) for name, metric in METRICS.items())
MOST_COMPETITORS = 1_000_000
competitors = Number("competitors C", 10, 1, MOST_COMPETITORS, stops=wide(1, MOST_COMPETITORS))


class BestOfC(Panel):
    """Move C and alpha: one guesser's distribution stays, the best one's and the line move."""

    front = "best_of_c"
    stills = ({"competitors": 1}, {"competitors": 10}, {"competitors": 1000})
    controls: ClassVar = {
        "competitors": competitors,
        "alpha": level(0.01),
        "metric": Choice("metric", "auc", METRIC_CHOICES),
        "positives": Number("positives", 50, 10, 200),
        "negatives": Number("negatives", 100, 10, 200),
    }

    def __init__(
        self,
        metric: str = "auc",
        positives: int = 50,
        negatives: int = 100,
        competitors: int = 10,
        alpha: float = 0.01,
    ) -> None:
        super().__init__(
            metric=metric,
            positives=positives,
            negatives=negatives,
            competitors=competitors,
            alpha=alpha,
        )

    def draw(self, axes: Any, v: dict[str, Any]) -> None:
        """The two distributions and the line."""
        luck = null_distribution(v["metric"], v["positives"], v["negatives"])
        draw_contest(axes, luck, v["competitors"], v["alpha"])

    def tell(self, v: dict[str, Any]) -> Told:
        """Where the line is, for the best and for one."""
        competitors, alpha = v["competitors"], v["alpha"]
        luck = null_distribution(v["metric"], v["positives"], v["negatives"])
        line = luck.critical_value(competitors, alpha)
        beyond = 1 - float(chance_none_exceeds(luck.sf(line), competitors))
        alone, critical = told_apart(luck.critical_value(1, alpha), line)
        one = competitors == 1
        who = "One classifier" if one else f"The best of {competitors:,} classifiers"
        words = (
            f"{who} must exceed {critical} to be beyond luck at the {percent(alpha)} level "
            f"({luck.setting.title}, {luck.setting.test_set}); guessers do so in "
            f"{percent(round(beyond, 5))} of all contests."
        )
        if not one:
            words += f" One named in advance need only exceed {alone}."
        if line >= luck.setting.highest:
            words += " Not even a perfect score is beyond luck here."
        alt = (
            f"Bars for the {luck.setting.title} of the best of {counted(competitors, 'guesser')}, "
            f"a dotted outline for a single one, and a dashed line at the critical value "
            f"{critical}; the little that lies beyond is orange."
        )
        return Told(words, alt)
