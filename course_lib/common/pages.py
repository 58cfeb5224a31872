"""The page of a result, made by a module that the statistics do not know."""

from collections.abc import Callable
from importlib import import_module
from os import PathLike
from pathlib import Path
from typing import Any, Protocol


class Page(Protocol):
    """A page as HTML, and its pictures."""

    @property
    def html(self) -> str:
        """The whole page."""

    def write_figures(self, folder: str | PathLike[str]) -> list[Path]:
        """Write the pictures into a folder; returns the files."""


def page_of(maker: str, result: Any) -> Page:
    """The page that a function makes of a result; `maker` is written "module:function"."""
    module, _, function = maker.partition(":")
    make: Callable[[Any], Page] = getattr(import_module(module), function)
    return make(result)
