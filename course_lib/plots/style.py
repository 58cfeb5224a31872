"""One look for the whole course: the same thing has the same colour everywhere.

Colours are those of Okabe and Ito, which colour-blind readers can tell apart; they differ in
lightness too, so that a picture still reads when it is printed in grey.
"""

import io
from collections.abc import Callable
from html import escape
from typing import Any, TypeVar

import matplotlib as mpl
import matplotlib.pyplot as plt

_Drawing = TypeVar("_Drawing", bound=Callable)

#: The colours of all pictures, by what they stand for.
COLOURS = {
    "luck": "#56B4E9",
    "critical": "#D55E00",
    "score": "#000000",
    "first": "#0072B2",
    "second": "#E69F00",
    "trusted": "#009E73",
    "other": "#767676",
}
#: The same in words, with the dashes that tell it in grey. The notation page shows them.
MEANINGS = {
    "luck": ("--", "luck: the null hypothesis; and what is marked without a verdict"),
    "critical": ("--", "the critical value, what lies beyond it, a broken promise"),
    "score": ("-", "your own score, what was seen; dash-dot: a third classifier"),
    "first": ("-", "classifier A, or the first of several"),
    "second": ("--", "classifier B, or the second of several"),
    "trusted": ("-", "what can be trusted: a segment, an interval, a test set"),
    "other": (":", "what has no meaning of its own; a fourth classifier"),
}

SETTINGS = {
    "font.size": 12,
    "axes.titlesize": 13,
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.labelsize": 12,
    "figure.dpi": 100,
    "savefig.dpi": 100,
    "legend.frameon": False,
}


def styled(draw: _Drawing) -> _Drawing:
    """A drawing function that writes in the course's sizes wherever it is called."""
    return mpl.rc_context(SETTINGS)(draw)


def draw_diagonal(ax: Any, label: str | None = None) -> None:
    """Where luck lies in ROC space, on average: the same dashes in every picture."""
    ax.plot([0, 1], [0, 1], color=COLOURS["luck"], linestyle="--", linewidth=2.5, label=label)


def figure(
    width: float = 7.5,
    height: float = 4.0,
    rows: int = 1,
    columns: int = 1,
    projection: str | None = None,
) -> tuple[Any, Any]:
    """A figure and its axes, in the course's style; `projection="3d"` for surfaces."""
    with mpl.rc_context(SETTINGS):
        return plt.subplots(
            rows,
            columns,
            figsize=(width, height),
            layout="constrained",
            subplot_kw={"projection": projection},
        )


def show(fig: Any, alt: str) -> None:
    """Put a figure into a notebook, with a text that says what it shows.

    The text goes with the picture, where web pages made from the notebook find it, and below it,
    folded away: JupyterLab itself does not hand the first one to screen readers.
    """
    from IPython.display import HTML, Image, display

    buffer = io.BytesIO()
    with mpl.rc_context(SETTINGS):
        fig.savefig(buffer, format="png")
    plt.close(fig)  # or the notebook would show it a second time, without its text
    display(Image(buffer.getvalue(), alt=alt))
    display(HTML(in_words(alt)))


def in_words(text: str) -> str:
    """What a picture shows, folded away below it."""
    return (
        '<details style="color: #555"><summary>The picture in words</summary>'
        f"{escape(text)}</details>"
    )
