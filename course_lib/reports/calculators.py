"""Calculators: the questions that people ask most, on one page that works without Python.

Each is a module in `widgets/front/calculators/`; here are its controls, and the sentence that
Python would write for them, by which the page is tested.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markupsafe import Markup

from course_lib.chance.exact import assess_best
from course_lib.chance.metrics import METRICS
from course_lib.chance.plan import plan_test_set
from course_lib.common.phrases import p_in_words
from course_lib.intervals.difference import paired_difference
from course_lib.intervals.margin import equivalence_test
from course_lib.pairs.comparison_plan import plan_comparison
from course_lib.pairs.mcnemar import mcnemar_test
from course_lib.pairs.printed import printed_verdict
from course_lib.reports.pages import render
from course_lib.widgets.controls import Choice, Control, Number, Text, level, wide
from course_lib.widgets.static import live_place, live_script

Values = dict[str, Any]
_METRICS = tuple((metric.title.format(k=10), name) for name, metric in METRICS.items())
_MOST_COMPETITORS = 1_000_000
_LARGEST_CLASS = 10_000
_LARGEST_COUNT = 10_000
#: Up to so many cases the test of equivalence is exact.
_MOST_EXACT = 1000


@dataclass(frozen=True)
class Calculator:
    """One of them."""

    #: The module in `front/calculators/`, and the name of its place on the page.
    front: str
    question: str
    #: What to type in, in a sentence or two.
    text: str
    controls: dict[str, Control]
    #: What Python says to these values.
    tell: Callable[[Values], str]

    def place(self) -> Markup:
        """Its place on the page."""
        first = {name: control.first for name, control in self.controls.items()}
        controls = {name: control.spec() for name, control in self.controls.items()}
        spec = {"panel": self.front, "controls": controls, "first": first}
        return Markup(live_place(self.front, {"spec": spec, "data": {}, **first}))


def _tell_beyond_luck(v: Values) -> str:
    asked = ("metric", "score", "positives", "negatives", "competitors", "alpha")
    return assess_best(*(v[name] for name in asked)).sentence()


def _tell_four_counts(v: Values) -> str:
    a_wrong, b_wrong, alpha = v["only_a_wrong"], v["only_b_wrong"], v["alpha"]
    cases = v["both_right"] + a_wrong + b_wrong + v["both_wrong"]
    if not cases:
        return "There are no cases yet."
    method = "exact" if cases <= _MOST_EXACT else "score"
    exact = mcnemar_test(a_wrong, b_wrong)
    interval = paired_difference(b_wrong, a_wrong, cases, "tango", 1 - alpha)
    parting = ""
    if (exact.p_value <= alpha) == interval.contains_zero:
        asymptotic = mcnemar_test(a_wrong, b_wrong, "asymptotic").p_value
        parting = (
            f" It goes with McNemar's asymptotic test ({p_in_words(asymptotic, alpha)}), from "
            "which the exact one parts here."
        )
    return "\n".join(
        [
            exact.sentence(alpha),
            interval.sentence() + parting,
            equivalence_test(b_wrong, a_wrong, cases, v["margin"], method=method).sentence(alpha),
        ]
    )


def _tell_printed(v: Values) -> str:
    more = {"alpha": v["alpha"], "comparisons": v["comparisons"]}
    if v["form"] == "counts":
        return printed_verdict(v["cases"], int(v["first"]), int(v["second"]), **more).sentence()
    given = {"accuracy_a": v["first"], "accuracy_b": v["second"]}
    return printed_verdict(v["cases"], **given, **more).sentence()


def _tell_cases_for_two(v: Values) -> str:
    asked = ("accuracy_a", "accuracy_b", "disagreement")
    levels = {"alpha": v["alpha"], "power": v["power"]}
    return plan_comparison(*(v[name] for name in asked), **levels).sentence()


def _tell_cases_for_luck(v: Values) -> str:
    ratio = (v["positives"], v["negatives"])
    asked = (v["metric"], v["score"], v["competitors"], ratio, v["alpha"])
    return plan_test_set(*asked).sentence()


def _competitors(first: int) -> Number:
    stops = wide(1, _MOST_COMPETITORS)
    return Number("how many were tried", first, 1, _MOST_COMPETITORS, stops=stops)


def _cases(label: str, first: int, low: int = 0, high: int = _LARGEST_COUNT) -> Number:
    return Number(label, first, low, high, stops=wide(low, high))


def _share(label: str, first: float, low: float, high: float, step: float) -> Number:
    return Number(label, first, low, high, step, whole=False)


CALCULATORS = (
    Calculator(
        "beyond_luck",
        "Is my best score beyond luck?",
        "Type the best score, how many positive and negative cases it was measured on, and how "
        "many classifiers or settings were tried before this one was chosen.",
        {
            "metric": Choice("metric", "auc", _METRICS),
            "score": _share("best score", 0.6, 0.0, 10.0, 0.005),
            "positives": _cases("positives", 150, 1, _LARGEST_CLASS),
            "negatives": _cases("negatives", 484, 1, _LARGEST_CLASS),
            "competitors": _competitors(114),
            "alpha": level(0.01),
        },
        _tell_beyond_luck,
    ),
    Calculator(
        "four_counts",
        "Is A better than B, tested on the same cases?",
        "Type on how many cases both were right, only one was wrong, and both were wrong; and "
        "the difference in accuracy that would not matter to you.",
        {
            "both_right": _cases("both right", 59),
            "only_a_wrong": _cases("only A wrong", 6),
            "only_b_wrong": _cases("only B wrong", 16),
            "both_wrong": _cases("both wrong", 19),
            "alpha": level(0.05),
            "margin": _share("margin", 0.05, 0.001, 0.5, 0.001),
        },
        _tell_four_counts,
    ),
    Calculator(
        "printed",
        "Two printed accuracies: can the lead be luck?",
        "Type how many cases there were and the two accuracies just as they were printed (79.20 "
        "says more than 79.2), or how many cases each had right.",
        {
            "cases": _cases("cases", 500, 1, 100_000),
            "form": Choice(
                "given as",
                "accuracies",
                (("accuracies, as printed", "accuracies"), ("numbers of right cases", "counts")),
            ),
            "first": Text("A", "79.2"),
            "second": Text("B", "77.6"),
            "alpha": level(0.05),
            "comparisons": Number("comparisons", 1, 1, 10_000, stops=wide(1, 10_000)),
        },
        _tell_printed,
    ),
    Calculator(
        "cases_for_two",
        "How large a test set shows that one of two is better?",
        "Type the two accuracies you expect, and on which share of the cases you expect exactly "
        "one of the two to be right; a pilot tells it.",
        {
            "accuracy_a": _share("accuracy of A", 0.8, 0.01, 0.99, 0.01),
            "accuracy_b": _share("accuracy of B", 0.85, 0.01, 0.99, 0.01),
            "disagreement": _share("only one is right", 0.15, 0.001, 1.0, 0.005),
            "alpha": level(0.05),
            "power": _share("power", 0.8, 0.51, 0.99, 0.01),
        },
        _tell_cases_for_two,
    ),
    Calculator(
        "cases_for_luck",
        "How large a test set puts a score beyond luck?",
        "Type the score you hope for, how many will be tried, and the mix of the test set: so "
        "many positives to so many negatives.",
        {
            "metric": Choice("metric", "auc", _METRICS[:3]),
            "score": _share("score", 0.65, 0.5, 1.0, 0.01),
            "competitors": _competitors(50),
            "positives": Number("positives in the mix", 1, 1, 20),
            "negatives": Number("negatives in the mix", 4, 1, 20),
            "alpha": level(0.01),
        },
        _tell_cases_for_luck,
    ),
)


def calculators_page() -> str:
    """All of them on one page that needs nothing but itself."""
    modules = {c.front: f"calculators/{c.front}.js" for c in CALCULATORS}
    script = Markup(live_script(modules))
    return render("calculators.html", title="Calculators", calculators=CALCULATORS, script=script)


def write_calculators(path: Any) -> None:
    """Write the page into a file."""
    Path(path).write_text(calculators_page(), encoding="utf-8")
