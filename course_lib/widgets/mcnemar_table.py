"""*McNemar table*: four counts, four versions of the test."""

from typing import Any, ClassVar

from matplotlib.figure import Figure

from course_lib.common.phrases import counted, listed
from course_lib.pairs.mcnemar import METHODS, mcnemar_test
from course_lib.plots.pairs import draw_counts, draw_versions
from course_lib.widgets.controls import Number, level, wide
from course_lib.widgets.panel import Panel, Told

_MOST = 10_000
#: One by one as long as each case matters.
_STOPS = (*range(61), *(stop for stop in wide(1, _MOST) if stop > 60))


def _count(label: str, first: int) -> Number:
    return Number(label, first, 0, _MOST, stops=_STOPS)


class McNemarTable(Panel):
    """Four counts, four versions of the test."""

    front = "mcnemar_table"
    size = (8.6, 3.9)
    stills = ({}, {"only_a_wrong": 1, "only_b_wrong": 7})
    controls: ClassVar = {
        "both_right": _count("both right", 59),
        "only_a_wrong": _count("only A wrong", 6),
        "only_b_wrong": _count("only B wrong", 16),
        "both_wrong": _count("both wrong", 19),
        "alpha": level(0.05),
    }

    def __init__(
        self,
        both_right: int = 59,
        only_a_wrong: int = 6,
        only_b_wrong: int = 16,
        both_wrong: int = 19,
    ) -> None:
        super().__init__(
            both_right=both_right,
            only_a_wrong=only_a_wrong,
            only_b_wrong=only_b_wrong,
            both_wrong=both_wrong,
        )

    def make_axes(self, figure: Figure) -> Any:
        """The table on the left, p-values on the right."""
        axes = figure.subplots(1, 2, width_ratios=[1, 1.7])
        figure.subplots_adjust(left=0.1, right=0.97, bottom=0.15, top=0.8, wspace=0.35)
        return axes

    def draw(self, axes: Any, v: dict[str, Any]) -> None:
        """The table and the four p-values."""
        counts = v["only_a_wrong"], v["only_b_wrong"]
        draw_counts(axes[0], v["both_right"], *counts, v["both_wrong"])
        results = [mcnemar_test(*counts, method) for method in METHODS]
        draw_versions(axes[1], results, METHODS, v["alpha"])

    def tell(self, v: dict[str, Any]) -> Told:
        """Both error rates, the exact test, and which versions reject."""
        counts, alpha = (v["only_a_wrong"], v["only_b_wrong"]), v["alpha"]
        results = {method: mcnemar_test(*counts, method) for method in METHODS}
        total = v["both_right"] + sum(counts) + v["both_wrong"]
        shown = ", ".join(f"{method} {found.p_value:.4f}" for method, found in results.items())
        alt = f"A table of four counts, and bars for the p-values of four versions: {shown}."
        if total == 0:
            words = (
                "No cases have been counted: neither has an error rate, and there is nothing to "
                "compare."
            )
            return Told(words, alt)
        error_a, error_b = ((count + v["both_wrong"]) / total for count in counts)
        rejecting = [method for method in METHODS if results[method].p_value <= alpha]
        others = [method for method in METHODS if method not in rejecting]
        if not others:
            versions = "All four versions reject."
        elif not rejecting:
            versions = "None of the four versions rejects."
        else:
            versions = f"Versions that reject: {listed(rejecting)}; that do not: {listed(others)}."
        words = (
            f"Error of A {error_a:.3f}, of B {error_b:.3f}, on {counted(total, 'case')}. "
            f"{results['exact'].sentence(alpha)} {versions}"
        )
        return Told(words, alt)
