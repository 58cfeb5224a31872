"""Links of the course's texts, as they must be on the web site.

The site keeps the places that files have in the repository, so most links need no change. The
others: `#cell-id=word`, which JupyterLab follows, becomes the word's own anchor; headings' anchors
are spelled as Sphinx spells them; and what is not on the site becomes plain words.
"""

import posixpath
import re
from collections.abc import Callable, Collection

#: Words and target of a link in Markdown, but for pictures.
_LINK = re.compile(r"(?<!!)\[(?P<words>(?:[^\[\]]|\[[^\[\]]*\])*)\]\((?P<target>[^()\s]+)\)")
_HREF = re.compile(
    r'<a (?P<more>[^>]*)href="(?P<target>[^"]*)"(?P<rest>[^>]*)>(?P<words>.*?)</a>', re.DOTALL
)
#: What a text only quotes: blocks of code and code within a line.
_CODE = re.compile(r"(^```.*?^```|`[^`\n]+`)", re.MULTILINE | re.DOTALL)
_OUTSIDE = re.compile(r"[a-z]+:")
#: What stands in for a file of the repository that has no page of its own.
STAND_INS = {"README.md": "index.md", "exercises": "exercises.md"}


def word_anchor(cell_id: str) -> str:
    """The anchor of a word in the glossary; no heading's can be the same."""
    return f"word-{cell_id}"


def in_markdown(text: str, page: str, pages: Collection[str]) -> str:
    """A page's text with links that lead somewhere on the site; `pages` are all files on it."""

    def change(found: re.Match[str]) -> str:
        target = on_site(found["target"], page, pages)
        return f"[{found['words']}]({target})" if target else found["words"]

    return _outside_code(text, lambda piece: _LINK.sub(change, piece))


def in_html(text: str, page: str, pages: Collection[str]) -> str:
    """The same for HTML that Sphinx hands on as it is: pages have their final names."""

    def change(found: re.Match[str]) -> str:
        target = on_site(found["target"], page, pages)
        if not target:
            return found["words"]
        if not _OUTSIDE.match(target):
            target = re.sub(r"\.(ipynb|md|rst)(?=#|$)", ".html", target)
        return f'<a {found["more"]}href="{target}"{found["rest"]}>{found["words"]}</a>'

    return _HREF.sub(change, text)


def on_site(target: str, page: str, pages: Collection[str]) -> str:
    """Where a link in `page` must lead; empty if the site has nothing to lead to."""
    if _OUTSIDE.match(target):
        return target
    path, _, fragment = target.partition("#")
    folder = posixpath.dirname(page)
    there = posixpath.normpath(posixpath.join(folder, path)) if path else page
    there = STAND_INS.get(there, there)
    if there not in pages:
        return ""
    if there.endswith(".ipynb"):
        word = fragment.removeprefix("cell-id=")
        fragment = word_anchor(word) if word != fragment else fragment.lower()
    anchor = f"#{fragment}" if fragment else ""
    return f"{posixpath.relpath(there, folder or '.')}{anchor}" if path else anchor


def _outside_code(text: str, change: Callable[[str], str]) -> str:
    """Change all but the code; the words of a link may be code all the same."""
    kept: list[str] = []

    def put_away(found: re.Match[str]) -> str:
        kept.append(found[0])
        return f"\0{len(kept) - 1}\0"

    changed = change(_CODE.sub(put_away, text))
    return re.sub(r"\0(\d+)\0", lambda found: kept[int(found[1])], changed)
