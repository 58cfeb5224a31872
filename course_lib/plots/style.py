"""One look for the whole course: the same thing has the same colour everywhere.

Colours are those of Okabe and Ito, which colour-blind readers can tell apart; they differ in
lightness too, so that a picture still reads when it is printed in grey.
"""

import io
from collections.abc import Callable
from html import escape
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt

#: What each colour means, in every lesson.
COLOURS = {
    "luck": "#56B4E9",  # the null hypothesis
    "critical": "#D55E00",  # the critical value and what lies beyond it
    "score": "#000000",  # the reader's own score
    "first": "#0072B2",  # classifier A
    "second": "#E69F00",  # classifier B
    "trusted": "#009E73",  # the part of a curve that can be trusted
    "other": "#767676",  # what has no meaning of its own
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


def styled(draw: Callable) -> Callable:
    """A drawing function that writes in the course's sizes wherever it is called."""
    return mpl.rc_context(SETTINGS)(draw)


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
