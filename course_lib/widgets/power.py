"""*Power*: the others move away, and the mean-ranks test loses sight of the two."""

from typing import Any, ClassVar

import numpy as np
from scipy.special import ndtr

from course_lib.common.phrases import counted
from course_lib.pairs.power import sign_test_power
from course_lib.plots.ranks import draw_power
from course_lib.ranks.power import mean_ranks_power
from course_lib.widgets.controls import Number
from course_lib.widgets.panel import Panel, Told

_NEAREST, _FURTHEST, _STEP = -4.0, 6.0, 0.5
_DISTANCES = np.arange(_NEAREST, _FURTHEST + _STEP / 2, _STEP).tolist()


class Power(Panel):
    """A and B stay where they are; the others move away, and the test loses sight of the two."""

    front = "power"
    size = (8.0, 4.2)
    controls: ClassVar = {
        "distance": Number("first other ahead by", 3.5, _NEAREST, _FURTHEST, _STEP),
        "data_sets": Number("data sets", 20, 6, 100),
        "gap": Number("B ahead of A by", 1.5, 0.0, 3.0, 0.25),
        "others": Number("number of others", 3, 1, 8),
    }

    def __init__(
        self, distance: float = 3.5, data_sets: int = 20, gap: float = 1.5, others: int = 3
    ) -> None:
        super().__init__(distance=distance, data_sets=data_sets, gap=gap, others=others)

    def draw(self, axes: Any, v: dict[str, Any]) -> None:
        """Both powers, and where we are."""
        # With a point where the others are, so that the dot lies on the curve.
        distances = sorted({*_DISTANCES, v["distance"]})
        draw_power(axes, distances, _powers(v, distances), _sign_power(v), v["distance"])

    def tell(self, v: dict[str, Any]) -> Told:
        """Both powers."""
        distance, others, sign = v["distance"], v["others"], _sign_power(v)
        nearest, here, furthest = _powers(v, [_NEAREST, distance, _FURTHEST])
        words = (
            f"On {v['data_sets']} data sets, at the 5 % level, the sign test finds the difference "
            f"between A and B with chance {sign:.3f}, whoever else is there. With "
            f"{counted(others, 'other')}, the first {abs(distance):.2f} standard deviations "
            f"{'ahead of' if distance >= 0 else 'behind'} B{_next_ones(others)}, the mean-ranks "
            f"test finds it with chance {here:.3f}."
        )
        if v["gap"] == 0:
            words += " (There is no difference: both chances are errors.)"
        alt = (
            f"A level line for the sign test at {sign:.3f}, and a dashed curve for the mean-ranks "
            f"test from {nearest:.3f} to {furthest:.3f} as the others move from 4 standard "
            "deviations behind B to 6 ahead."
        )
        return Told(words, alt)


def _powers(v: dict[str, Any], distances: list[float]) -> list[float]:
    first = [v["gap"] + distance for distance in distances]
    pools = [[0.0, v["gap"], *(mean + i for i in range(v["others"]))] for mean in first]
    return [mean_ranks_power(means, v["data_sets"]) for means in pools]


def _sign_power(v: dict[str, Any]) -> float:
    return sign_test_power(float(ndtr(v["gap"] / np.sqrt(2))), v["data_sets"])


def _next_ones(others: int) -> str:
    return " and each next one 1 further ahead" if others > 1 else ""
