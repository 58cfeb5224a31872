"""A source opened for reading: claims judged, figures drawn, tables made, as they are asked for."""

import dataclasses
from functools import cached_property
from html import escape

from course_lib.common.arguments import one_of
from course_lib.papers.exhibits import Picture, Source, Table
from course_lib.papers.ledger import Finding, load_claims
from course_lib.papers.reproduce import MODULES


class OpenSource:
    """One of the four sources. Made by `open_source`."""

    def __init__(self, key: str, progress: bool | None = None) -> None:
        self._checks, self._exhibits = MODULES[one_of("source", key, tuple(MODULES))]
        self._run = self._checks.Run(progress)
        file = self._checks.__name__.rsplit(".", 1)[1]
        self._claims = {claim.id: claim for claim in load_claims(file)}

    @property
    def source(self) -> Source:
        """Its name, title and authors."""
        return self._checks.SOURCE

    @cached_property
    def findings(self) -> list[Finding]:
        """Every claim with its evidence."""
        return self._checks.findings(self._run)

    def judge(self, claim_id: str, published: str | None = None) -> Finding:
        """One claim with its evidence, or with another value as if that had been published."""
        claim = self._claims[one_of("claim_id", claim_id, tuple(self._claims))]
        if published is not None:
            claim = dataclasses.replace(claim, published=published)
        return Finding(claim, self._checks.CHECKS[claim_id](claim, self._run))

    @cached_property
    def tables(self) -> dict[str, Table]:
        """Its tables, rebuilt, by name."""
        return {table.name: table for table in self._exhibits.tables(self._run)}

    @cached_property
    def pictures(self) -> dict[str, Picture]:
        """Its figures, drawn, by name."""
        import matplotlib.pyplot as plt

        drawn = {}
        for draw in self._exhibits.pictures(self._run):
            picture = draw()
            plt.close(picture.figure)  # kept by us: no notebook need show it on its own
            drawn[picture.name] = picture
        return drawn


def open_source(key: str, progress: bool | None = None) -> OpenSource:
    """Open one of the sources: `"forman-cohen"`, `"lecture"`, `"benavoli"` or `"elazmeh"`.

    >>> paper = open_source("benavoli")
    >>> print(paper.judge("BC-13").evidence.verdict)
    reproduced
    >>> print(paper.judge("BC-13", published="2.63").evidence.verdict)
    differs
    """
    return OpenSource(key, progress)


def show_picture(picture: Picture) -> None:
    """Put a figure into a notebook, below what the source shows and says."""
    from IPython.display import HTML, display

    from course_lib.plots import show

    told = f"<b>{escape(picture.title)}</b><br>In the source: {escape(picture.described)}"
    display(HTML(told))
    show(picture.figure, alt=picture.text)


def show_table(table: Table, rows: int | None = None) -> None:
    """Put a table into a notebook; in brackets what the source prints, where that is other."""
    from IPython.display import HTML, display

    from course_lib.reports.reproduction import cells_of

    if rows is not None:
        table = dataclasses.replace(
            table,
            rows=table.rows[:rows],
            printed=tuple(p for p in table.printed if p[0] < rows),
        )
    display(HTML(f"<b>{escape(table.title)}</b><br>{escape(table.text)}{cells_of(table)}"))
