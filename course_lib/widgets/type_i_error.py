"""*Type I error*: how often each test finds a difference between two that are equally good."""

import json
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar

from matplotlib.figure import Figure

from course_lib.pairs.resampling import TypeIErrors, remembered_type_i_errors
from course_lib.plots.regions import draw_type_i_errors
from course_lib.widgets.controls import Choice
from course_lib.widgets.panel import Panel, Told

#: The rates of all settings: too slow for a control. Written by tools/write_type_i_errors.py.
FILE = Path(__file__).with_name("tables") / "type_i_errors.json"
REPETITIONS, ALPHA, SEED = 1000, 0.05, 2003
FOLDS, RUNS, CASES = (2, 5, 10), (1, 2, 5, 10), (50, 100, 200)
LEARNERS = (("steady: midpoint of means", "midpoint"), ("jumpy: nearest", "nearest"))
TESTS = ("naive t", "corrected t", "5x2cv F", "McNemar")


def _few(label: str, first: int, numbers: tuple[int, ...]) -> Choice:
    return Choice(label, first, tuple((str(number), number) for number in numbers))


def simulated(cases: int, folds: int, runs: int, learner: str) -> TypeIErrors:
    """What the file holds for these settings, computed anew."""
    return remembered_type_i_errors(cases, folds, runs, REPETITIONS, ALPHA, SEED, learner)


def key(cases: int, folds: int, runs: int, learner: str) -> str:
    """The settings as the file calls them."""
    return f"{learner} {cases} {folds} {runs}"


@lru_cache(maxsize=1)
def _table() -> dict[str, Any]:
    return json.loads(FILE.read_text(encoding="utf-8"))


class TypeIError(Panel):
    """Two learners that are equally good: how often does each test say otherwise?"""

    front = "type_i_error"
    size = (8.0, 3.8)
    stills = ({"runs": 1}, {})
    controls: ClassVar = {
        "folds": _few("folds", 10, FOLDS),
        "runs": _few("runs (overlap)", 10, RUNS),
        "cases": _few("cases", 100, CASES),
        "test": Choice("test", "naive t", tuple((name, name) for name in TESTS)),
        "learner": Choice("learners", "midpoint", LEARNERS),
    }

    def __init__(self, folds: int = 10, runs: int = 10, cases: int = 100) -> None:
        super().__init__(folds=folds, runs=runs, cases=cases)

    @classmethod
    def shared_tables(cls) -> dict[str, Any]:
        """Of how many data sets, and on how many of them each test found a difference."""
        return _table()

    def make_axes(self, figure: Figure) -> Any:
        """Room for the names of the tests."""
        figure.subplots_adjust(left=0.2, right=0.97, bottom=0.17, top=0.84)
        return figure.subplots()

    def draw(self, axes: Any, v: dict[str, Any]) -> None:
        """The rates as bars."""
        draw_type_i_errors(axes, self._errors(v), v["test"])

    def _errors(self, v: dict[str, Any]) -> TypeIErrors:
        where = {name: v[name] for name in ("cases", "folds", "runs", "learner")}
        found = _table()["found"][key(**where)]
        rates = {name: count / REPETITIONS for name, count in found.items()}
        return TypeIErrors(rates=rates, alpha=ALPHA, repetitions=REPETITIONS, **where)

    def tell(self, v: dict[str, Any]) -> Told:
        """The chosen test's rate beside what it promised."""
        errors = self._errors(v)
        rate, spread = errors.rates[v["test"]], errors.standard_error(v["test"])
        verdict = (
            "more often than promised"
            if rate - 2 * spread > ALPHA
            else "less often than promised"
            if rate + 2 * spread < ALPHA
            else f"as often as promised, as far as {REPETITIONS:,} data sets can tell"
        )
        words = (
            f"On {REPETITIONS:,} data sets on which neither learner is better, {v['test']} "
            f"finds a difference in {100 * rate:.1f} % (give or take {200 * spread:.1f}) instead "
            f"of 5 %: {verdict}."
        )
        told = ", ".join(f"{name} {100 * share:.1f} %" for name, share in errors.rates.items())
        return Told(words, f"Bars of type I errors beside a dashed line at 5 %: {told}.")
