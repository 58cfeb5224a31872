"""Time and memory against the size of the data."""

from typing import Any

import numpy as np

from course_lib.plots.style import COLOURS, styled

_LOOKS = (("first", "-", "o"), ("second", "--", "s"), ("trusted", "-.", "D"))


@styled
def draw_scaling(axes: Any, grown: dict[str, np.ndarray]) -> None:
    """Draw measured seconds (left) and bytes (right) against cases, both axes logarithmic.

    `grown` holds `"cases"` and, for each learner, `"<name>, seconds"` and `"<name>, bytes"`.
    """
    names = [key.removesuffix(", seconds") for key in grown if key.endswith(", seconds")]
    for ax, unit, scale, label in (
        (axes[0], "seconds", 1e3, "milliseconds to train"),
        (axes[1], "bytes", 1e-6, "megabytes to train"),
    ):
        for name, (colour, dash, marker) in zip(names, _LOOKS, strict=False):
            values = scale * np.asarray(grown[f"{name}, {unit}"], dtype=float)
            ax.plot(
                grown["cases"], values, color=COLOURS[colour], linestyle=dash, marker=marker, lw=2
            )
            ax.annotate(
                name,
                (grown["cases"][-1], values[-1]),
                xytext=(-6, 8),
                textcoords="offset points",
                ha="right",
                color=COLOURS[colour],
            )
        ax.set(xscale="log", yscale="log", xlabel="cases", ylabel=label)
        ax.set_xticks(grown["cases"], [f"{size:,}" for size in grown["cases"]])
        ax.minorticks_off()
        ax.margins(y=0.15)
    axes[0].set_title("Time: a straight line is a power of n", loc="left")
    axes[1].set_title("Memory: a table of all pairs is n x n", loc="left")
