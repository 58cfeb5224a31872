"""Sources for notebooks: open one, show a figure, show a table."""

from markupsafe import Markup

from course_lib.common.arguments import one_of
from course_lib.papers.exhibits import Picture, Table
from course_lib.papers.source import SOURCES, OpenSource


def open_source(key: str, progress: bool | None = None) -> OpenSource:
    """Open one of the sources: `"forman-cohen"`, `"lecture"`, `"benavoli"` or `"elazmeh"`.

    >>> paper = open_source("benavoli")
    >>> print(paper.judge("BC-13").evidence.verdict)
    reproduced
    >>> print(paper.judge("BC-13", published="2.63").evidence.verdict)
    differs
    """
    return SOURCES[one_of("key", key, tuple(SOURCES))].open(progress)


def show_picture(picture: Picture) -> None:
    """Put a figure into a notebook, below what the source shows and says."""
    from IPython.display import HTML, display

    from course_lib.plots import show

    told = Markup("<b>{}</b><br>In the source: {}")
    display(HTML(told.format(picture.title, picture.described)))
    show(picture.figure, alt=picture.text)


def show_table(table: Table, rows: int | None = None) -> None:
    """Put a table into a notebook; in brackets what the source prints, where that is other."""
    from IPython.display import HTML, display

    told = Markup("<b>{}</b><br>{}{}")
    shown = table if rows is None else table.first_rows(rows)
    display(HTML(told.format(table.title, table.text, shown.html())))
