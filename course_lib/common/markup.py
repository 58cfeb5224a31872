"""Short texts on a page: a little markup, a coloured edge, and things that show themselves so."""

import re
from abc import ABC, abstractmethod
from html import escape


class Shown(ABC):
    """Something that is read rather than used: as text in a terminal, as HTML in a notebook."""

    @abstractmethod
    def text(self) -> str:
        """What a terminal, or a page without HTML, shows."""

    @abstractmethod
    def html(self) -> str:
        """What a notebook shows."""

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        return self.html()


def edged(text: str, colour: str) -> str:
    """A note with a coloured edge, as HTML."""
    inside = marked_up(text)
    return (
        f'<div style="border-left: 4px solid {colour}; padding: 0.3em 0.8em; margin: 0.3em 0">'
        f"{inside}</div>"
    )


def marked_up(text: str) -> str:
    """Text as HTML: `code` between backticks, *emphasis* between asterisks."""
    parts = escape(text).split("`")
    inside = "".join(f"<code>{p}</code>" if i % 2 else p for i, p in enumerate(parts))
    return re.sub(r"\*(\w[^*<]*)\*", r"<em>\1</em>", inside).replace("\n", "<br>")
