"""The prose of a lesson in pieces: blocks, sentences, and which of them are said in a lecture."""

import math
import re

from tools.site_links import in_markdown
from tools.site_notebooks import for_readers

#: Between a sentence and the next: an end, what closes with it, room, and a beginning.
_BETWEEN = re.compile(r"[.!?…][\"”*)]*\s+(?=[A-Z0-9\"“(*\[$`\u2212-])")
_ABBREVIATION = re.compile(r"(?:\b[A-Z]|\b(?:Figs?|Eqs?|[Ss]ec|[Ee]q|al|vs))\.\s*$")
_RUN_IN = re.compile(r"\*\*(?P<title>[^*]+?)(?P<end>[.?])\*\*\s*(?P<text>.*)", re.DOTALL)
#: Names of data sets and the like are written as code, too; they may be said.
_NAME = re.compile(r"[a-z-]+")
_TO_READERS = re.compile(r"\b(?:cells? (?:below|before)|next cell|last cell|the cell)\b")
_LIST = re.compile(r"(?:[-*]|\d+\.) ")


def spoken(text: str) -> str:
    """Markdown without links, which lead nowhere from a slide, and without asides on the code."""
    text = for_readers(in_markdown(text, "notebooks/lesson.ipynb", ()))
    return re.sub(r"\s*\([^()]*`[^()]*\)", "", text)


def blocks(text: str) -> list[str]:
    """Headings, paragraphs, lists, formulas, tables and folded parts, in their order."""
    folded = re.split(r"(<details>.*?</details>)", text, flags=re.DOTALL)
    found: list[str] = []
    for piece in folded:
        found += [piece] if piece.startswith("<details>") else re.split(r"\n\s*\n", piece)
    return [block.strip() for block in found if block.strip()]


def is_list(block: str) -> bool:
    """Is the block a list, with dots or with numbers?"""
    return bool(_LIST.match(block))


def items(block: str) -> list[str]:
    """The items of a list, each with its dot or number."""
    return re.split(r"\n(?=(?:[-*]|\d+\.) )", block)


def run_in(paragraph: str) -> tuple[str, str]:
    """The title in bold that a paragraph begins with, if any, and the rest of it."""
    found = _RUN_IN.match(paragraph)
    if not found:
        return "", paragraph
    return found["title"] + ("?" if found["end"] == "?" else ""), found["text"]


def sentences(paragraph: str) -> list[str]:
    """The sentences of a paragraph; what stands in brackets or quotation marks stays together."""
    text, found, start = " ".join(paragraph.split()), [], 0
    for end in (match.end() for match in _BETWEEN.finditer(text)):
        if _whole(text[start:end]):
            found.append(text[start:end].strip())
            start = end
    return [*found, text[start:]] if text[start:] else found


def _whole(text: str) -> bool:
    outside = re.sub(r"\$[^$]*\$", "", text)
    pairs = all(outside.count(a) == outside.count(b) for a, b in ("()", "[]"))
    marks = all(outside.count(mark) % 2 == 0 for mark in ("$", "`", '"', "*", "**"))
    return pairs and marks and not _ABBREVIATION.search(text)


def said(paragraph: str) -> list[str]:
    """The sentences fit for a lecture: no asides, no code, nothing about cells of a notebook."""
    return [s for s in sentences(spoken(paragraph)) if not _is_aside(s) and _is_fit(s)]


def has_code(text: str) -> bool:
    """Is there anything that one would type?"""
    return not all(_NAME.fullmatch(code) for code in re.findall(r"`([^`]*)`", text))


def _is_aside(sentence: str) -> bool:
    return sentence.startswith("(") and sentence.endswith(")")


def _is_fit(sentence: str) -> bool:
    return not has_code(sentence) and not _TO_READERS.search(sentence)


def lead(paragraph: str, most: int = 2, letters: int = 330) -> str:
    """Sentences of a paragraph to begin with: at most `most`, fewer if they are long.

    They follow each other in the lesson: after one that is not fit for a lecture, none is taken.
    """
    chosen: list[str] = []
    for sentence in sentences(spoken(paragraph)):
        if _is_aside(sentence) or (not chosen and not _is_fit(sentence)):
            continue
        longer = [*chosen, sentence]
        if (
            not _is_fit(sentence)
            or len(longer) > most
            or (chosen and len(" ".join(longer)) > letters)
        ):
            break
        chosen = longer
    return " ".join(chosen)


def begins_fit(paragraph: str) -> bool:
    """Can its first sentence be said in a lecture?"""
    return said(paragraph)[:1] == [s for s in sentences(spoken(paragraph)) if not _is_aside(s)][:1]


def question(paragraph: str) -> str:
    """A paragraph up to its last question, and what follows it that is no instruction."""
    chosen = said(paragraph)
    last = max((i for i, s in enumerate(chosen) if s.rstrip('*"”').endswith("?")), default=-1)
    rest = [s for s in chosen[last + 1 :] if not re.search(r"\b(?:guess|[Aa]nswer, then)\b", s)]
    return " ".join([*chosen[: last + 1], *rest])


def ends_in_question(paragraph: str) -> bool:
    """Does the paragraph leave its listeners with a question?"""
    told = said(paragraph)
    return bool(told) and told[-1].endswith("?") and len(" ".join(told[-2:]).split()) > 3


def in_groups(pieces: list[str], lines: float, letters: int) -> list[list[str]]:
    """Pieces of text shared out among as many slides as they need, equally full.

    A slide has room for `lines` lines of `letters` letters; half a line stands between pieces.
    """
    heights = [math.ceil(_seen(piece) / letters) + 0.5 for piece in pieces]
    slides = max(1, math.ceil(sum(heights) / lines))
    groups: list[list[str]] = [[]]
    filled = 0.0
    for piece, height in zip(pieces, heights, strict=True):
        full = filled + height > lines or filled >= sum(heights) / slides
        if groups[-1] and full:
            groups.append([])
            filled = 0.0
        groups[-1].append(piece)
        filled += height
    return groups


def _seen(text: str) -> int:
    """How many letters there are to see, roughly: tags and marks are not seen."""
    return len(re.sub(r"<[^>]+>|[*`$\\{}]", "", text))
