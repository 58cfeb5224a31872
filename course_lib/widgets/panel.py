"""What every panel of the course shares.

A panel lives in the browser: its module in `front/panels/` computes, draws and says what it shows,
with a kernel or without. Here it has its settings, which Python may read and set, and a still
picture with words for places where nothing runs.
"""

import base64
import io
from abc import ABCMeta, abstractmethod
from typing import Any, ClassVar, NamedTuple

import anywidget
import matplotlib as mpl
import numpy as np
import traitlets
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image as Picture

from course_lib.plots.style import SETTINGS
from course_lib.widgets.bundle import as_module
from course_lib.widgets.controls import Control

#: What an output tells of the panel in it, for pages that bring it to life without a kernel.
LIVE = "course_panel"


class Told(NamedTuple):
    """What a panel says, and what its picture shows to those who cannot see it."""

    words: str
    alt: str


class Setting(traitlets.TraitType):
    """The value of a control."""

    def __init__(self, control: Control) -> None:
        super().__init__(control.first)
        self.control = control

    def validate(self, obj: Any, value: Any) -> Any:
        """As the control allows."""
        return self.control.check(value)


class _AbstractWidget(type(anywidget.AnyWidget), ABCMeta):  # type: ignore[misc]
    """Widgets have a metaclass of their own; with this one, what lacks a method cannot be made."""


class LiveWidget(anywidget.AnyWidget, metaclass=_AbstractWidget):
    """Something that lives in the browser: the module `front` of `front/panels/`."""

    front: ClassVar[str]

    @property
    def _esm(self) -> str:
        return as_module(f"panels/{self.front}.js")

    @abstractmethod
    def settings(self) -> dict[str, Any]:
        """What `as_set` makes the same one from."""

    @classmethod
    def as_set(cls, settings: dict[str, Any]) -> "LiveWidget":
        """One with these settings."""
        return cls(**settings)

    @abstractmethod
    def state(self) -> dict[str, Any]:
        """What its module finds in the model on a page without a kernel."""

    @classmethod
    def shared_tables(cls) -> dict[str, Any]:
        """What all of its kind look up, and a page needs only once."""
        return {}

    def _bundled(self, data: dict[str, Any], **metadata: Any) -> tuple[dict, dict]:
        """The widget, and what stands in for it where there is none."""
        widget, _ = super()._repr_mimebundle_()
        live = {"panel": type(self).__name__, "settings": self.settings()}
        return {**widget, **data}, {LIVE: live, **metadata}


class Panel(LiveWidget):
    """Controls, a picture and a sentence. Subclasses say what they are."""

    #: The controls by name; where an instance has its own, it hands them to `__init__`.
    controls: ClassVar[dict[str, Control]] = {}
    #: Of the still picture, in inches; and the settings it shows, one below the other.
    size: ClassVar[tuple[float, float]] = (7.5, 4.2)
    stills: ClassVar[tuple[dict[str, Any], ...]] = ({},)
    #: Whether the words depend on the values alone, so that Python can say them too.
    tells_all: ClassVar[bool] = True

    #: For the front end: the controls, and where a reset brings them back to.
    spec = traitlets.Dict().tag(sync=True)
    #: Tables that the front end does not compute itself.
    data = traitlets.Dict().tag(sync=True)

    def __init__(self, controls: dict[str, Control] | None = None, **values: Any) -> None:
        # Each control checks its own first value; what belongs together is settled afterwards.
        own = self.controls if controls is None else controls
        self.controls = {
            name: control.beginning_with(values.get(name, control.first))
            for name, control in own.items()
        }
        first = self.settled({name: control.first for name, control in self.controls.items()})
        self.controls = {n: c.beginning_with(first[n]) for n, c in self.controls.items()}
        self.add_traits(**{n: Setting(c).tag(sync=True) for n, c in self.controls.items()})
        spec = {
            "panel": self.front,
            "controls": {name: control.spec() for name, control in self.controls.items()},
            "first": first,
        }
        super().__init__(spec=spec, data={**self.shared_tables(), **self.own_tables()})

    # --- What a subclass fills in ---------------------------------------------------------------

    def own_tables(self) -> dict[str, Any]:
        """What only this one looks up: a reader's own scores, say."""
        return {}

    def settled(self, values: dict[str, Any]) -> dict[str, Any]:
        """Values that can be together: as they are, if each is allowed."""
        return values

    def make_axes(self, figure: Figure) -> Any:
        """The axes of the still picture."""
        figure.subplots_adjust(left=0.11, right=0.97, bottom=0.15, top=0.84)
        return figure.subplots()

    @abstractmethod
    def draw(self, axes: Any, v: dict[str, Any]) -> None:
        """Draw the still picture for these values."""

    @abstractmethod
    def tell(self, v: dict[str, Any]) -> Told:
        """What the panel says with these values: the same, letter by letter, as its front end."""

    # --- What all panels do ---------------------------------------------------------------------

    @property
    def values(self) -> dict[str, Any]:
        """What the controls say, as far as that can be together."""
        return self.settled({name: getattr(self, name) for name in self.controls})

    def set(self, **values: Any) -> None:
        """Set several controls at once."""
        for name in values:
            if name not in self.controls:
                raise ValueError(
                    f"set takes the panel's controls, {', '.join(self.controls)}; got {name!r}"
                )
        with self.hold_sync():
            for name, value in self.settled({**self.values, **values}).items():
                setattr(self, name, value)

    def reset(self) -> None:
        """Back to where it began."""
        self.set(**{name: control.first for name, control in self.controls.items()})

    def settings(self) -> dict[str, Any]:
        """Its values."""
        return self.values

    @classmethod
    def as_set(cls, settings: dict[str, Any]) -> "Panel":
        """A panel with these values, also of controls that are no arguments."""
        panel = cls()
        panel.set(**settings)
        panel.spec = {**panel.spec, "first": panel.values}
        return panel

    def state(self) -> dict[str, Any]:
        """The values, the controls, and tables of its own."""
        return {"spec": self.spec, "data": self.own_tables(), **self.values}

    def still(self) -> tuple[bytes, Told]:
        """A picture of the settings in `stills`, its words, and what it shows."""
        images, told = [], []
        for settings in self.stills:
            values = self.settled({**self.values, **settings})
            figure = Figure(figsize=self.size, dpi=100)
            canvas = FigureCanvasAgg(figure)
            with mpl.rc_context(SETTINGS):
                self.draw(self.make_axes(figure), values)
                canvas.draw()
            images.append(np.asarray(canvas.buffer_rgba())[..., :3].copy())
            told.append(self.tell(values))
        buffer = io.BytesIO()
        Picture.fromarray(np.vstack(images)).save(buffer, "png", compress_level=9)
        return buffer.getvalue(), Told(*("\n".join(part) for part in zip(*told, strict=True)))

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """The widget, and a still picture and words for those who cannot run it."""
        picture, told = self.still()
        data = {"image/png": base64.b64encode(picture).decode(), "text/plain": told.words}
        return self._bundled(data, **{"image/png": {"alt": told.alt}})
