"""Widgets of the lesson on two classifiers."""

from typing import Any

from course_lib.common.phrases import p_in_words, percent
from course_lib.pairs.choose import choose_test
from course_lib.pairs.mcnemar import METHODS, mcnemar_test
from course_lib.pairs.resampling import remembered_type_i_errors
from course_lib.plots.pairs import draw_counts, draw_versions, draw_way
from course_lib.plots.regions import draw_region, draw_type_i_errors
from course_lib.widgets.panel import Panel, dropdown, ladder, scores, slider

ALPHAS = [(percent(a), a) for a in (0.2, 0.1, 0.05, 0.02, 0.01, 0.001)]
_DISTRIBUTIONS = [
    ("t (paired t test)", "t"),
    ("chi-squared (McNemar)", "chi-squared"),
    ("z (normal)", "normal"),
    ("wins (sign test)", "wins"),
]
_TAILS = [
    ("both: A and B differ", "both"),
    ("upper: A is better", "upper"),
    ("lower: B is better", "lower"),
]


class CriticalRegion(Panel):
    """A test's distribution, its critical region, and where your statistic falls."""

    name = "critical_region"
    stills = ({}, {"law": "chi-squared", "n": 1, "alpha": 0.01, "statistic": 7.1}, {"law": "wins"})

    def __init__(self, law: str = "t", n: int = 9, statistic: float = 2.0) -> None:
        slide = scores("your statistic", statistic, -8, 8, 0.05)
        slide.readout_format = ".2f"
        super().__init__(
            {
                "law": dropdown("distribution", law, _DISTRIBUTIONS),
                "n": slider("df, or trials n", n, 1, 60),
                "alpha": ladder("level alpha", 0.05, ALPHAS),
                "tails": dropdown("tails", "both", _TAILS),
                "statistic": slide,
            }
        )

    def make_axes(self) -> Any:
        """Set the range of the statistic before the first picture."""
        self._fit()
        return super().make_axes()

    def _fit(self) -> None:
        slide = self.controls["statistic"]
        law, n = self.values["law"], self.values["n"]
        low, high, step = {
            "t": (-8.0, 8.0, 0.05),
            "normal": (-8.0, 8.0, 0.05),
            "chi-squared": (0.0, 20.0, 0.05),
            "wins": (0.0, float(n), 1.0),
        }[law]
        # The range first as wide as both, or one end might pass the other.
        value = min(max(slide.value, low), high)
        slide.min, slide.max = min(low, slide.min), max(high, slide.max)
        slide.step = 0.05
        slide.value = round(value) if law == "wins" else value
        slide.min, slide.max, slide.step = low, high, step

    def adapt(self, name: str) -> None:
        """Wins are whole numbers from 0 to n; chi-squared is never negative, McNemar's has 1 df."""
        if name == "law" and self.values["law"] == "chi-squared":
            self.controls["n"].value = 1
        if name in ("law", "n"):
            self._fit()

    def pose(self, settings: dict[str, Any]) -> None:
        """The range follows the distribution here too."""
        self.controls["law"].value = {**self._defaults, **settings}["law"]
        self._fit()
        super().pose(settings)

    def paint(self) -> tuple[str, str]:
        """The distribution, the region, the statistic."""
        v = self.values
        drawn = draw_region(self.axes, v["law"], v["n"], v["alpha"], v["tails"], v["statistic"])
        inside = drawn.p_value <= v["alpha"]
        edges = [
            f"{'at least' if v['law'] == 'wins' else 'beyond'} {drawn.upper:.4g}"
            if drawn.upper is not None
            else "",
            f"{'at most' if v['law'] == 'wins' else 'below'} {drawn.lower:.4g}"
            if drawn.lower is not None
            else "",
        ]
        region = " or ".join(edge for edge in edges if edge) or "empty: no outcome is rare enough"
        words = (
            f"The critical region at the {percent(v['alpha'])} level is {region}. Yours, "
            f"{v['statistic']:.4g}, lies {'inside' if inside else 'outside'} "
            f"({p_in_words(drawn.p_value, v['alpha'])}): "
            f"{'reject' if inside else 'do not reject'} the null hypothesis that neither is better."
        )
        if v["law"] == "chi-squared" and v["tails"] != "both":
            words += (
                " (Chi-squared is a square: it has one tail, whichever direction is asked for.)"
            )
        alt = (
            "The distribution of the statistic without a difference, with the critical region in "
            f"orange ({region}) and a line at {v['statistic']:.4g}."
        )
        return words, alt


class McNemarTable(Panel):
    """Four counts, four versions of the test."""

    name = "mcnemar_table"
    size = (8.6, 3.9)
    stills = ({}, {"only_a_wrong": 1, "only_b_wrong": 7})

    def __init__(
        self,
        both_right: int = 59,
        only_a_wrong: int = 6,
        only_b_wrong: int = 16,
        both_wrong: int = 19,
    ) -> None:
        super().__init__(
            {
                "both_right": slider("both right", both_right, 0, 500),
                "only_a_wrong": slider("only A wrong", only_a_wrong, 0, 60),
                "only_b_wrong": slider("only B wrong", only_b_wrong, 0, 60),
                "both_wrong": slider("both wrong", both_wrong, 0, 500),
                "alpha": ladder("level alpha", 0.05, ALPHAS),
            }
        )

    def make_axes(self) -> Any:
        """The table on the left, p-values on the right."""
        axes = self.figure.subplots(1, 2, width_ratios=[1, 1.7])
        self.figure.subplots_adjust(left=0.1, right=0.97, bottom=0.15, top=0.8, wspace=0.35)
        return axes

    def paint(self) -> tuple[str, str]:
        """The table and the four p-values."""
        v = self.values
        counts = v["only_a_wrong"], v["only_b_wrong"]
        results = [mcnemar_test(*counts, method) for method in METHODS]
        draw_counts(self.axes[0], v["both_right"], *counts, v["both_wrong"])
        draw_versions(self.axes[1], results, METHODS, v["alpha"])
        total = sum(v[name] for name in ("both_right", "both_wrong")) + sum(counts)
        error_a = (counts[0] + v["both_wrong"]) / max(1, total)
        error_b = (counts[1] + v["both_wrong"]) / max(1, total)
        words = (
            f"Error of A {error_a:.3f}, of B {error_b:.3f}, on {total} cases. "
            f"{results[0].sentence(v['alpha'])}"
        )
        told = ", ".join(f"{m} {r.p_value:.4f}" for m, r in zip(METHODS, results, strict=True))
        alt = f"A table of four counts, and bars for the p-values of four versions: {told}."
        return words, alt


class TypeIError(Panel):
    """Two learners that are equally good: how often does each test say otherwise?"""

    name = "type_i_error"
    size = (8.0, 3.8)
    stills = ({"runs": 1}, {})
    _REPETITIONS = 200

    def __init__(self, folds: int = 10, runs: int = 10, cases: int = 100) -> None:
        super().__init__(
            {
                "folds": ladder("folds", folds, [(str(k), k) for k in (2, 5, 10)]),
                "runs": ladder("runs (overlap)", runs, [(str(k), k) for k in (1, 2, 5, 10)]),
                "cases": ladder("cases", cases, [(str(k), k) for k in (50, 100, 200)]),
                "test": dropdown(
                    "test",
                    "naive t",
                    [(name, name) for name in ("naive t", "corrected t", "5x2cv F", "McNemar")],
                ),
                "learner": dropdown(
                    "learners",
                    "midpoint",
                    [("steady: midpoint of means", "midpoint"), ("jumpy: nearest", "nearest")],
                ),
            }
        )

    def make_axes(self) -> Any:
        """Room for the names of the tests."""
        self.figure.subplots_adjust(left=0.2, right=0.97, bottom=0.17, top=0.84)
        return self.figure.subplots()

    def paint(self) -> tuple[str, str]:
        """The rates as bars."""
        v = self.values
        errors = remembered_type_i_errors(
            v["cases"], v["folds"], v["runs"], self._REPETITIONS, 0.05, 2003, v["learner"]
        )
        draw_type_i_errors(self.axes, errors, v["test"])
        rate, spread = errors.rates[v["test"]], errors.standard_error(v["test"])
        verdict = (
            "more often than promised"
            if rate - 2 * spread > errors.alpha
            else "less often than promised"
            if rate + 2 * spread < errors.alpha
            else "as often as promised, as far as so few data sets can tell"
        )
        words = (
            f"On {self._REPETITIONS} data sets on which neither learner is better, {v['test']} "
            f"finds a difference in {100 * rate:.1f} % (give or take {200 * spread:.1f}) instead "
            f"of 5 %: {verdict}."
        )
        told = ", ".join(f"{name} {100 * r:.1f} %" for name, r in errors.rates.items())
        return words, f"Bars of type I errors beside a dashed line at 5 %: {told}."


class WhichTest(Panel):
    """A few questions, and the test they lead to, with the reason."""

    name = "which_test"
    size = (7.5, 3.6)

    def __init__(self) -> None:
        super().__init__(
            {
                "paired": dropdown(
                    "same data for both", True, [("yes, paired", True), ("no", False)]
                ),
                "data_sets": dropdown("data sets", "one", [("one", "one"), ("many", "many")]),
                "outcome": dropdown(
                    "outcome",
                    "right or wrong",
                    [("right or wrong, case by case", "right or wrong"), ("scores", "scores")],
                ),
                "resampled": dropdown(
                    "results come from",
                    "no",
                    [
                        ("independent test sets", "no"),
                        ("cross-validation", "cross-validation"),
                        ("repeated cross-validation", "repeated cross-validation"),
                        ("5x2 cross-validation", "5x2 cross-validation"),
                    ],
                ),
            }
        )

    def make_axes(self) -> Any:
        """The whole figure: there are no axes to see."""
        return self.figure.add_axes([0.02, 0.02, 0.96, 0.96])

    def paint(self) -> tuple[str, str]:
        """The way, and the advice."""
        advice = choose_test(**self.values)
        asked = {
            "paired": "Were both tested on the same data?",
            "data_sets": "One data set, or many?",
            "outcome": "What do you have?",
            "resampled": "Where do the results come from?",
        }
        relevant = {"paired"}
        if self.values["paired"]:
            relevant |= {"data_sets", "outcome"}
            if self.values["data_sets"] == "one":
                relevant.add("resampled")
        steps = [(asked[name], self.controls[name].label, name in relevant) for name in asked]
        draw_way(self.axes, steps, advice.test)
        told = "; ".join(f"{question} {answer}" for question, answer, counts in steps if counts)
        idle = ", ".join(f"{question} {answer}" for question, answer, counts in steps if not counts)
        words = advice.sentence() + (f" (Makes no difference here: {idle}.)" if idle else "")
        return words, f"{told}. This leads to: {advice.test}."
