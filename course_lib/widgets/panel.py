"""What every widget of the course shares: controls, a picture, words, and a way back.

A panel redraws by changing the bytes of one picture, so nothing flickers; what the picture says is
said in words too, for those who read rather than look and for screen readers. Where there is no
kernel (on a web page, in a notebook that was not run) a still picture of some settings stands in
its place.
"""

import base64
import copy
import io
from collections.abc import Callable
from typing import Any

import ipywidgets
import matplotlib as mpl
import numpy as np
import traitlets
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image as Picture

from course_lib.common.arguments import number_between, whole_number
from course_lib.common.markup import marked_up
from course_lib.plots.style import SETTINGS

#: Wide enough for the longest label, so that the controls stand in line.
_LABEL = "150px"
_WIDTH = "520px"
#: Backdrops that a panel remembers, a megabyte or two each.
_MOST_BACKDROPS = 12
#: Where matplotlib keeps what was painted on axes; contours first, for they bring texts along.
_PAINTED = ("collections", "lines", "patches", "texts")


def slider(label: str, value: int, low: int, high: int) -> ipywidgets.IntSlider:
    """A slider over whole numbers; its number can be typed too."""
    value = whole_number(label, value, low, high)
    return ipywidgets.IntSlider(value, low, high, description=label, **_looks())


def ladder(
    label: str, value: Any, options: list[tuple[str, Any]], name: Callable[[Any], str] = str
) -> ipywidgets.SelectionSlider:
    """A slider over a few values that are not evenly spaced; `name` writes a value."""
    values = [option[1] for option in options]
    if value not in values:  # a reader's own value takes its place among them
        if not min(values) <= value <= max(values):
            raise ValueError(
                f"{label} must be from {name(min(values))} to {name(max(values))}; got {value!r}"
            )
        downwards = values[0] > values[-1]
        options = sorted([*options, (name(value), value)], key=lambda o: o[1], reverse=downwards)
    return ipywidgets.SelectionSlider(
        options=options, value=value, description=label, continuous_update=True, **_looks()
    )


def scores(
    label: str, value: float, low: float = 0.0, high: float = 1.0, step: float = 0.005
) -> ipywidgets.FloatSlider:
    """A slider over scores; its number can be typed too."""
    value = number_between(label, value, low, high)
    return ipywidgets.FloatSlider(
        value, min=low, max=high, step=step, description=label, readout_format=".3f", **_looks()
    )


def dropdown(label: str, value: Any, options: list[tuple[str, Any]]) -> ipywidgets.Dropdown:
    """A choice among a few."""
    return ipywidgets.Dropdown(options=options, value=value, description=label, **_looks())


def tick(label: str, value: bool) -> ipywidgets.Checkbox:
    """A box to tick."""
    return ipywidgets.Checkbox(
        value=value, description=label, indent=False, layout={"width": "auto", "margin": "0 12px"}
    )


def _looks() -> dict[str, Any]:
    return {"style": {"description_width": _LABEL}, "layout": {"width": _WIDTH}}


class _NamedImage(ipywidgets.Image):
    """An image whose tooltip arrives: ipywidgets looks at the description before it sets one."""

    description = traitlets.Unicode("").tag(sync=True)


class Panel(ipywidgets.VBox):
    """Controls above a picture and a sentence. Subclasses say what to paint."""

    #: Of the panel, for styles and tests.
    name = "panel"
    #: Width and height in inches.
    size = (7.5, 4.2)
    #: The settings that the still picture shows, one below the other; {} are the first ones.
    stills: tuple[dict[str, Any], ...] = ({},)
    #: What the panel remembers besides its controls.
    state: Any = None

    def __init_subclass__(cls, **kwargs: Any) -> None:
        # `abc.abstractmethod` would not be heard: widgets have another metaclass.
        super().__init_subclass__(**kwargs)
        if cls.paint is Panel.paint:
            raise TypeError(f"{cls.__name__} must say what to paint: it needs a method paint()")

    def __init__(
        self, controls: dict[str, ipywidgets.Widget], buttons: tuple[ipywidgets.Button, ...] = ()
    ) -> None:
        self.controls = controls
        self._defaults = {name: control.value for name, control in controls.items()}
        self.figure = Figure(figsize=self.size, dpi=100)
        FigureCanvasAgg(self.figure)
        with mpl.rc_context(SETTINGS):
            self.axes = self.make_axes()
        self.picture = _NamedImage(format="png")
        # At its own size, for it would be blurred otherwise; smaller where the page is narrow.
        self.picture.layout = {
            "width": f"{100 * self.size[0]:.0f}px",
            "max_width": "100%",
            "align_self": "flex-start",
        }
        self.picture.add_class("course-picture")
        self.words = ipywidgets.HTML()
        self.words.add_class("course-words")
        self.reset_button = button("Reset", "Back to the first settings")
        self.reset_button.add_class("course-reset")
        self.reset_button.on_click(lambda _: self.reset())
        self._paused = 0
        self._backdrops: dict[tuple, Any] = {}
        row = ipywidgets.HBox([*buttons, self.reset_button])
        super().__init__([*self.arrange(controls), row, self.picture, self.words])
        self.add_class("course-panel")
        self.add_class(f"course-panel-{self.name}")
        for control in controls.values():
            control.observe(self._changed, "value")
        self.redraw()

    # --- What a subclass fills in ---------------------------------------------------------------

    def arrange(self, controls: dict[str, ipywidgets.Widget]) -> list[ipywidgets.Widget]:
        """How the controls stand above the picture: one below the other."""
        return list(controls.values())

    def make_axes(self) -> Any:
        """The axes of the picture, placed once, so that nothing moves when numbers change."""
        self.figure.subplots_adjust(left=0.11, right=0.97, bottom=0.15, top=0.84)
        return self.figure.subplots()

    def paint(self) -> tuple[str, str]:
        """Paint on clean axes; return the words below the picture, and what the picture shows.

        Every panel has its own: a class without one cannot be made.
        """

    def adapt(self, name: str) -> None:
        """The control `name` was moved: bring the others into line with it."""

    def forget(self) -> None:
        """Forget what was collected, on reset."""

    def pose(self, settings: dict[str, Any]) -> None:
        """Take a setting for a still picture."""
        self._move({**self._defaults, **settings})

    def clean(self) -> None:
        """Take away what was painted before."""
        for ax in np.ravel(self.axes):
            wipe(ax)

    def moving(self) -> list[Any]:
        """What may change from one picture to the next: everything painted on the axes."""
        painted = [a for ax in np.ravel(self.axes) for kind in _PAINTED for a in getattr(ax, kind)]
        return painted + [ax.get_legend() for ax in np.ravel(self.axes) if ax.get_legend()]

    def backdrop(self) -> tuple:
        """What the rest of the picture depends on."""
        return tuple(
            (ax.get_xlim(), ax.get_ylim(), ax.get_xlabel(), ax.get_ylabel(), ax.get_title("left"))
            for ax in np.ravel(self.axes)
        )

    # --- What all panels do ---------------------------------------------------------------------

    @property
    def values(self) -> dict[str, Any]:
        """What the controls say."""
        return {name: control.value for name, control in self.controls.items()}

    def set(self, **values: Any) -> None:
        """Move several controls, and redraw once."""
        self.at_once(lambda: self._move(values))

    def reset(self) -> None:
        """Back to where it began."""
        self.at_once(lambda: (self.forget(), self._move(self._defaults)))

    def at_once(self, change: Callable[[], Any]) -> None:
        """Make a change that may move several controls, and redraw once, after it."""
        self._paused += 1
        try:
            change()
        finally:
            self._paused -= 1
        if not self._paused:
            self.redraw()

    def redraw(self) -> None:
        """Paint the picture anew. A setting that cannot be is said in words; the picture stays."""
        try:
            image, words, alt = self._painted()
        except ValueError as error:
            self.words.value = _said(f"⚠ {error}. The picture shows the last setting that works.")
            return
        with self.picture.hold_sync():  # in one message, or the browser draws it twice
            self.picture.value = _png(image, fast=True)
            self.picture.tooltip = alt  # the accessible name
        self.words.value = _said(words)

    def _move(self, values: dict[str, Any]) -> None:
        for name, value in values.items():
            self.controls[name].value = value

    def _changed(self, change: dict[str, Any]) -> None:
        names = [name for name, control in self.controls.items() if control is change["owner"]]
        self.at_once(lambda: self.adapt(names[0]))

    def _painted(self) -> tuple[np.ndarray, str, str]:
        with mpl.rc_context(SETTINGS):
            self.clean()
            words, alt = self.paint()
            self._render()
        return np.asarray(self.figure.canvas.buffer_rgba())[..., :3].copy(), words, alt

    def _render(self) -> None:
        """Draw what moves upon a backdrop of what does not.

        Most of the time of a picture goes into axes, ticks and titles, and those often stay as
        they are: they are drawn once and remembered.
        """
        canvas, moving = self.figure.canvas, self.moving()
        key = self.backdrop()
        if key not in self._backdrops:
            for artist in moving:
                artist.set_visible(False)
            canvas.draw()
            if len(self._backdrops) >= _MOST_BACKDROPS:
                self._backdrops.pop(next(iter(self._backdrops)))
            self._backdrops[key] = canvas.copy_from_bbox(self.figure.bbox)
            for artist in moving:
                artist.set_visible(True)
        canvas.restore_region(self._backdrops[key])
        # The lines of the axes once more, for they lie above most of what is painted.
        spines = [spine for ax in np.ravel(self.axes) for spine in ax.spines.values() if ax.axison]
        for artist in sorted([*moving, *spines], key=lambda artist: artist.get_zorder()):
            artist.axes.draw_artist(artist)

    def still(self) -> tuple[bytes, str, str]:
        """A picture of the settings in `stills`, its words, and what it shows.

        For readers without a kernel.
        """
        before, state = self.values, copy.deepcopy(self.state)
        images, texts = [], []
        self._paused += 1
        try:
            for settings in self.stills:
                self.pose(settings)
                image, words, alt = self._painted()
                images.append(image)
                texts.append((words, alt))
            self._move(before)
            self.state = state
        finally:
            self._paused -= 1
        words, alts = ("\n".join(part) for part in zip(*texts, strict=True))
        return _png(np.vstack(images), fast=False), words, alts

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """The widget, and a still picture and words for those who cannot run it."""
        data = dict(super()._repr_mimebundle_(**kwargs))
        picture, words, alt = self.still()
        data["image/png"] = base64.b64encode(picture).decode()
        data["text/plain"] = words
        return data, {"image/png": {"alt": alt}}


def button(label: str, tooltip: str) -> ipywidgets.Button:
    """A button."""
    return ipywidgets.Button(description=label, tooltip=tooltip, layout={"width": "auto"})


def wipe(ax: Any) -> None:
    """Take away what was painted and keep axes and ticks: several times as fast as `clear`."""
    for kind in _PAINTED:
        for artist in list(getattr(ax, kind)):
            artist.remove()
    if ax.get_legend():
        ax.get_legend().remove()


def _said(words: str) -> str:
    # A live region: screen readers say the new words after each change.
    looks = "font-size: 14px; line-height: 1.5; max-width: 750px"
    return f'<div role="status" aria-live="polite" style="{looks}">{marked_up(words)}</div>'


def _png(image: np.ndarray, fast: bool) -> bytes:
    buffer = io.BytesIO()
    Picture.fromarray(image).save(buffer, "png", compress_level=1 if fast else 9)
    return buffer.getvalue()
