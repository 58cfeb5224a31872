"""The base of everything that the library answers, so that all results are shown alike.

A result is a frozen dataclass. It says what was found in `sentence()`, may name its most telling
numbers in `facts()` and lay out a table in `table()`; how that looks in a terminal, in a notebook
and in JSON is decided here, once. NumPy is not needed to say that NumPy is missing.
"""

import dataclasses
import math
import reprlib
import textwrap
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from enum import Enum
from html import escape
from os import PathLike
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from course_lib.common.latex import latex_table, latex_text
from course_lib.common.pages import page_of

#: A `repr` is cut here: some three lines.
_LONGEST_REPR = 280
#: Sentences are broken here where text is all there is.
_WIDTH = 88


class Table(NamedTuple):
    """Cells as people read them: the first column holds names, the others numbers or words."""

    header: Sequence[str]
    rows: Sequence[Sequence[str]]

    def text(self) -> str:
        """The table for a terminal: the first column to the left, all others to the right."""
        lines = [list(map(str, row)) for row in (self.header, *self.rows)]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        return "\n".join(
            "  ".join(
                cell.rjust(width) if column else cell.ljust(width)
                for column, (cell, width) in enumerate(zip(line, widths, strict=True))
            ).rstrip()
            for line in lines
        )

    def html(self) -> str:
        """The table for a page."""
        header = "".join(f'<th scope="col">{escape(str(cell))}</th>' for cell in self.header)
        body = "".join(
            f'<tr><th scope="row">{escape(str(row[0]))}</th>'
            + "".join(f"<td>{escape(str(cell))}</td>" for cell in row[1:])
            + "</tr>"
            for row in self.rows
        )
        return f"<table><thead><tr>{header}</tr></thead><tbody>{body}</tbody></table>"

    def latex(self, caption: str = "", label: str = "") -> str:
        """The table for a paper, in the style of the package booktabs."""
        return latex_table(list(map(str, self.header)), [list(map(str, row)) for row in self.rows],
                           caption, label)  # fmt: skip


class Result(ABC):
    """A finding that people read and programs use. See the module for how to make one."""

    __dataclass_fields__: ClassVar[dict[str, dataclasses.Field[Any]]]  # a result is a dataclass
    #: Properties that `as_dict` tells besides the fields.
    _also: ClassVar[tuple[str, ...]] = ()

    @abstractmethod
    def sentence(self) -> str:
        """The finding in words, with what should be known about it."""

    def heading(self) -> str:
        """A few words above the facts; most results need none."""
        return ""

    def facts(self) -> dict[str, str]:
        """The most telling numbers, by name, as people write them."""
        return {}

    def table(self) -> Table | None:
        """The table to show, where there is one."""
        return None

    def caption(self) -> str:
        """What stands above the table in a paper."""
        return self.heading()

    def to_latex(self, label: str = "", *, words: bool = False) -> str:
        """The table as LaTeX (booktabs), with its caption; with `words` also what is said of it.

        Names and words are written so that LaTeX prints them sign by sign.
        """
        table = self.table()
        if table is None:
            raise ValueError(f"to_latex needs a table, and a {type(self).__name__} has none")
        parts = [table.latex(self.caption(), label)]
        if words:
            parts += [f"{latex_text(text)}\n" for text in self._words_for_the_paper()]
        return "\n".join(parts)

    def _words_for_the_paper(self) -> list[str]:
        told = getattr(self, "for_the_paper", self.sentence)()
        return list(told.values()) if isinstance(told, Mapping) else [told]

    def summary(self) -> str:
        """All of it as text: the heading, the facts, the table, the sentence, what was assumed."""
        facts, table = self.facts(), self.table()
        width = max(map(len, facts), default=0)
        parts = [
            self.heading(),
            "\n".join(f"{name:{width}}  {text}" for name, text in facts.items()),
            table.text() if table else "",
            *(textwrap.fill(text, _WIDTH, break_on_hyphens=False) for text in self._paragraphs()),
        ]
        return "\n".join(part for part in parts if part)

    def as_dict(self) -> dict[str, Any]:
        """Every number and text as JSON can hold it: what is not a finite number is None."""
        names = [field.name for field in dataclasses.fields(self)]
        found = {name: getattr(self, name) for name in (*names, *self._also)}
        return json_ready({**found, "sentence": self.sentence()})

    def _with_notes(self, *words: str) -> str:
        """The words, and then what a reader should know about this very result."""
        return " ".join([*words, *getattr(self, "notes", ())])

    def _paragraphs(self) -> list[str]:
        assumed = "; ".join(getattr(self, "assumes", ()))
        return [self.sentence(), *([f"Assumed: {assumed}."] if assumed else [])]

    def __str__(self) -> str:
        return self.sentence()

    def __repr__(self) -> str:
        parts = (
            f"{field.name}={_short(getattr(self, field.name))}"
            for field in dataclasses.fields(self)
            if field.repr
        )
        text = f"{type(self).__name__}({', '.join(parts)})"
        if len(text) <= _LONGEST_REPR:
            return text
        return f"{text[:_LONGEST_REPR].rpartition(', ')[0]}, ...)"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """How IPython shows it where there is no HTML."""
        printer.text(self.summary())

    def _repr_html_(self) -> str:
        """How a notebook shows it."""
        facts, table = self.facts(), self.table()
        rows = "".join(
            f'<tr><th scope="row">{escape(name)}</th><td>{escape(text)}</td></tr>'
            for name, text in facts.items()
        )
        return "".join(
            [
                f"<strong>{escape(self.heading())}</strong>" if self.heading() else "",
                f"<table>{rows}</table>" if rows else "",
                table.html() if table else "",
                *(f"<p>{escape(text)}</p>" for text in self._paragraphs()),
            ]
        )


class TableResult(Result):
    """A finding that has a row for each of several things."""

    @abstractmethod
    def rows(self) -> list[dict[str, Any]]:
        """A record for each row: for files and data frames."""

    def to_frame(self, **options: Any) -> Any:
        """The rows as a pandas data frame; options are those of `rows`."""
        try:
            import pandas as pd
        except ImportError:
            raise ImportError(
                "to_frame needs pandas: pip install pandas (rows() does without)"
            ) from None
        return pd.DataFrame(self.rows(**options))


class PageResult(TableResult):
    """A finding with a page of its own, for those who read rather than compute."""

    #: The module that makes the page, and its function. As text, for pages know the statistics,
    #: and statistics know nothing of pages: it is loaded when somebody asks for one.
    _page: ClassVar[str]

    def write_report(
        self, path: str | PathLike[str], figures: str | PathLike[str] | None = None
    ) -> Path:
        """Write the page, which needs nothing but itself; returns where it is.

        `figures` is a folder for its pictures, each as PNG and as PDF.
        """
        target = Path(path)
        if target.suffix.lower() != ".html":
            raise ValueError(f"path must end in .html; got {str(path)!r}")
        page = page_of(self._page, self)
        target.write_text(page.html, encoding="utf-8")
        if figures is not None:
            page.write_figures(figures)
        return target

    def write_figures(self, folder: str | PathLike[str]) -> list[Path]:
        """Write the pictures of the page into a folder, each as PNG and as PDF; returns them."""
        return page_of(self._page, self).write_figures(folder)


def records(columns: Mapping[str, Any]) -> list[dict[str, Any]]:
    """A record for each row of columns, which are arrays of one length.

    >>> import numpy as np
    >>> records({"size": np.array([1, 2]), "share": np.array([0.5, 1.0])})
    [{'size': 1, 'share': 0.5}, {'size': 2, 'share': 1.0}]
    """
    rows = zip(*(column.tolist() for column in columns.values()), strict=True)
    return [dict(zip(columns, row, strict=True)) for row in rows]


def plain(value: Any) -> Any:
    """The value in Python's own types: arrays as lists, records as dictionaries.

    >>> import numpy as np
    >>> plain({"auc": np.float64(0.5), "limits": np.array([0.4, 0.6])})
    {'auc': 0.5, 'limits': [0.4, 0.6]}
    """
    if isinstance(value, Result):
        return value.as_dict()
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, Enum):
        return plain(value.value)
    if hasattr(value, "tolist"):  # NumPy's arrays and numbers
        return plain(value.tolist())
    if isinstance(value, Mapping):
        return {str(plain(key)): plain(item) for key, item in value.items()}
    if hasattr(value, "_asdict"):  # a named tuple
        return plain(value._asdict())
    if isinstance(value, list | tuple | set | frozenset | range):
        return [plain(item) for item in value]
    return str(value) if isinstance(value, PathLike) else value


def json_ready(value: Any) -> Any:
    """The value as JSON can hold it: what is not a finite number is null.

    >>> json_ready((1.5, math.inf, math.nan))
    [1.5, None, None]
    """
    value = plain(value)
    if isinstance(value, dict):
        return {key: json_ready(item) for key, item in value.items()}
    if isinstance(value, list):
        return [json_ready(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


class _Short(reprlib.Repr):
    """Values in few words: arrays by their shape, records by their name."""

    def __init__(self) -> None:
        super().__init__()
        self.maxstring = self.maxother = 60
        self.maxtuple = self.maxlist = self.maxdict = 3

    def repr1(self, value: Any, level: int) -> str:
        if hasattr(value, "tolist"):
            if value.size > 9:
                return f"<array {' x '.join(map(str, value.shape))}>"
            value = value.tolist()
        if dataclasses.is_dataclass(value) and not isinstance(value, type):
            return f"{type(value).__name__}(...)"
        return super().repr1(value, level)


_short = _Short().repr
