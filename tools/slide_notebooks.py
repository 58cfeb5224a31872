"""A lesson as a notebook of slides: pictures, questions and few words; no code.

A question stands on a slide before anything that answers it, and its answer on a slide below. What
the lesson says between them goes into the speaker's notes.
"""

import base64
import io
import re
from dataclasses import dataclass, field
from html import escape

from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell, new_notebook
from PIL import Image

# What a panel's output tells of itself: its name and its settings.
from course_lib.widgets.panel import LIVE as PANEL
from tools.slide_text import (
    begins_fit,
    blocks,
    ends_in_question,
    has_code,
    in_groups,
    is_list,
    items,
    lead,
    question,
    run_in,
    said,
    spoken,
)

#: How much fits on a slide: lines, and letters in each. tests/browser/test_slides.py measures it.
ROOM = (10.0, 62)
ROOM_FOR_SMALL = (13.0, 76)
#: Printed output with more lines, or longer ones, cannot be read from the last row.
MOST_PRINTED = (13, 90)
#: Below a table with more rows there is no room for words.
MOST_ROWS_WITH_WORDS = 6
#: A question with more letters is cut to its last sentences.
MOST_ASKED = 360
#: The title of what answers a prediction.
PREDICTED = "What comes out"
#: Longer lines are set in a smaller type.
MOST_IN_LARGE = 70
#: What the first cell of a lesson says of it in italics.
_AIMS = re.compile(
    r"\*After this \w+ you can:\* (?P<aims>.+?)\s*(?=\*\d+ minutes|\n\n|\Z)", re.DOTALL
)
_MINUTES = re.compile(r"\*(?P<minutes>\d+ minutes\..+)\*$", re.MULTILINE)
#: Sentences after which one expects to be shown something.
_PROMISES = re.compile(r"[:?]$|(?:^|\. )Here (?:is|are) (?:[^.]|\.(?! ))*$")
#: What a cell prints of the reader's own guess; a class has many.
_GUESS = re.compile(r"^you said.*\n?|\s*\((?:[a-z]+\? )?you said [^)]*\)", re.MULTILINE)


@dataclass
class Slide:
    """One slide: its kind, which its looks depend on, its title, and its body in Markdown."""

    kind: str
    title: str
    body: str = ""
    #: Reached by the arrow down, as an answer from its question.
    below: bool = False
    notes: list[str] = field(default_factory=list)


def slides_of(lesson: NotebookNode) -> list[Slide]:
    """The slides of a lesson, in the lesson's order."""
    outputs = [output for cell in lesson.cells for output in cell.get("outputs", [])]
    deck = _Deck(names_guess=any(_GUESS.search(output.get("text", "")) for output in outputs))
    deck.add_title(lesson.cells[0].source)
    for cell in lesson.cells[1:]:
        if cell.cell_type == "markdown":
            deck.add_prose(cell.source)
        elif cell.cell_type == "code":
            deck.add_outputs(cell.outputs)
    return deck.finished()


def as_notebook(slides: list[Slide]) -> NotebookNode:
    """A notebook from which nbconvert makes these slides."""
    cells = []
    for number, slide in enumerate(slides):
        mark = "#" if slide.kind == "title" else "##"
        kept = {"slide_type": "subslide" if slide.below else "slide", "data": {"kind": slide.kind}}
        text = f"{mark} {slide.title}\n\n{slide.body}"
        cells.append(new_markdown_cell(text, id=f"slide-{number}", metadata={"slideshow": kept}))
        if slide.notes:
            notes = {"slideshow": {"slide_type": "notes"}}
            text = "\n\n".join(slide.notes)
            cells.append(new_markdown_cell(text, id=f"notes-{number}", metadata=notes))
    return new_notebook(cells=cells, metadata={"title": slides[0].title})


class _Deck:
    """Slides in the making, and what the lesson is about at the moment."""

    def __init__(self, names_guess: bool) -> None:
        self.slides: list[Slide] = []
        #: Does an output repeat the reader's guess? Then that one answers the prediction.
        self.names_guess = names_guess
        #: The title of the section that we are in, and of the part that began with bold words.
        self.section = self.part = ""
        #: A checkpoint's question, whose options come with the next output.
        self.asked = ""
        #: Does the slide of a section still wait for its leading sentences?
        self.bare = False
        #: While a question is open the next output is its answer; this is the answer's title.
        self.open = ""
        #: Was an answer just shown, so that the next sentences explain it?
        self.answered = False

    def add(self, kind: str, title: str, body: str = "", below: bool = False) -> None:
        self.slides.append(Slide(kind, title, body, below))

    def note(self, text: str) -> None:
        """What is not on a slide goes into the notes of the one before."""
        self.slides[-1].notes.append(spoken(text))

    def finished(self) -> list[Slide]:
        """All slides but those of sections that got no words of their own."""
        kept: list[Slide] = []
        notes: list[str] = []
        for slide, after in zip(self.slides, [*self.slides[1:], None], strict=True):
            if slide.kind == "section" and not slide.body and after and not after.below:
                notes += slide.notes
            else:
                slide.notes, notes = notes + slide.notes, []
                kept.append(slide)
        return kept

    # --- Prose ----------------------------------------------------------------------------------

    def add_title(self, text: str) -> None:
        """The lesson's question, what one will be able to do, minutes; then how it begins."""
        heading, _, text = text.partition("\n")
        self.section = heading.lstrip("# ")
        aims = _AIMS.search(text)
        minutes = _MINUTES.search(text)
        able = spoken(aims["aims"]).split(" · ") if aims else []
        body = ["After this lesson you can\n"] if able else []
        body += [f"- {aim.strip().rstrip('.')}" for aim in able]
        body += [f"\n{lead(minutes['minutes'])}"] if minutes else []
        self.add("title", self.section, "\n".join(body))
        for block in blocks(_MINUTES.sub("", _AIMS.sub("", text))):
            if run_in(block)[0]:
                self._paragraph(block)
            elif not has_code(block):
                self._story(block)

    def _story(self, paragraph: str) -> None:
        """How a lesson begins, in full: the questions need it."""
        if self.slides[-1].kind == "story":
            self.slides[-1].body += f"\n\n{' '.join(said(paragraph))}"
        else:
            self.add("story", "To begin with", " ".join(said(paragraph)))

    def add_prose(self, text: str) -> None:
        self.part = ""
        for block in blocks(text):
            self._block(block)
        self.answered = False

    def _block(self, block: str) -> None:
        if block.startswith("#"):
            self._heading(block.lstrip("# "))
        elif block.startswith("<details>"):
            self._folded(block)
        elif is_list(block):
            self._list(block)
        elif block.startswith("$$"):
            self._formula(block)
        elif block.startswith("|"):
            self._table(block)
        else:
            self._paragraph(block)
        if not block.startswith("#"):
            self.answered = False

    def _heading(self, title: str) -> None:
        self.section, self.part, self.bare = title, "", True
        kinds = {"Trap": "trap", "Play": "play", "To take along": "recap"}
        kind = next((kinds[start] for start in kinds if title.startswith(start)), "section")
        self.add(kind, title)
        if self.open != PREDICTED:  # which stays open until something is shown
            self.open = title if kind == "trap" else ""

    def _paragraph(self, paragraph: str) -> None:
        title, text = run_in(paragraph)
        if title == "Predict":
            self.add("question", "Predict", question(text))
            self.open, self.bare = "" if self.names_guess else PREDICTED, False
        elif title == "Checkpoint":
            self.asked = question(text)
        elif title:
            self._part(title, text)
        elif paragraph.startswith("*When not to use it:*"):
            self._when_not(paragraph)
        elif self.bare and lead(paragraph):
            self._leading(paragraph)
        elif self.answered and lead(paragraph):
            self.slides[-1].body += f"\n\n{lead(paragraph)}"
            self.note(paragraph)
        elif ends_in_question(paragraph) and not self.bare:
            self._question(paragraph)
            self.note(paragraph)
        else:
            self._keep_question(paragraph)
            self.note(paragraph)

    def _part(self, title: str, text: str) -> None:
        """A part that begins with bold words, as a small section."""
        trap, play = title.startswith("Trap"), title.startswith("Play")
        words = lead(text) if begins_fit(text) else ""
        self.part = title
        self.add("trap" if trap else "play" if play else "section", title, words)
        self.note(text)
        self.open, self.bare = title if trap or words.endswith(":") else "", False

    def _leading(self, paragraph: str) -> None:
        """The leading sentences of a section; what it asks at its end gets a slide of its own."""
        words = lead(paragraph)
        self.slides[-1].body, self.bare = words, False
        self.note(paragraph)
        self._keep_question(paragraph)
        if self.slides[-1].kind != "play" and _PROMISES.search(words):
            self.open = self.section
        elif ends_in_question(paragraph):
            self._question(paragraph)
            if self.slides[-1].body.startswith(words):  # then it need not be said twice
                self.slides[-1].notes = self.slides.pop(-2).notes

    def _question(self, paragraph: str) -> None:
        """What a paragraph asks at its end: all of it if it is short, else two sentences."""
        words = " ".join(said(paragraph))
        words = words if len(words) <= MOST_ASKED else " ".join(said(paragraph)[-2:])
        self.add("question", self.part or self.section, words)
        self.open = self.part or self.section

    def _keep_question(self, paragraph: str) -> None:
        """A question in italics may be a checkpoint's: the last one is."""
        asked = re.findall(r"(?<!\*)\*([^*]+\?)\*(?!\*)", spoken(paragraph))
        self.asked = asked[-1] if asked else self.asked

    def _when_not(self, paragraph: str) -> None:
        text = paragraph.removeprefix("*When not to use it:*").strip()
        told = lead(text, 3, 500)
        self.add("section", "When not to use it", told[:1].upper() + told[1:])
        self.note(paragraph)

    def _list(self, block: str) -> None:
        """A list: whole in a recap and in what to play with, else the beginning of each item."""
        slide = self.slides[-1]
        listed = [spoken(item) for item in items(block)]
        if slide.kind not in ("play", "recap"):
            self.note(block)
            listed = [_beginning(item) for item in listed]
            if not all(listed):
                return
        if slide.kind == "play":
            slide.body = "\n".join([slide.body, "", *listed])
            return
        if slide.kind not in ("section", "recap", "trap") or slide.body:
            self.add("list", self.part or self.section)
        for number, group in enumerate(in_groups(listed, *ROOM)):
            if number:
                self.add(self.slides[-1].kind, self.slides[-1].title)
            self.slides[-1].body = "\n".join(group)
        self.bare, self.open = False, ""

    def _formula(self, block: str) -> None:
        """A formula, with the sentence that leads to it."""
        slide = self.slides[-1]
        told = said(slide.notes[-1]) if slide.notes else []
        words = told[-1:] if told and len(told[-1].split()) > 3 else told[-2:]
        if slide.kind == "section" and words and slide.body.endswith(words[0]):
            slide.kind, slide.body = "formula", f"{slide.body}\n\n{block}"
        else:
            self.add("formula", self.part or self.section, "\n\n".join([*words, block]))

    def _table(self, block: str) -> None:
        if self.bare:
            self.slides[-1].body, self.bare = spoken(block), False
            self.slides[-1].kind = "table"
        else:
            self.note(block)

    def _folded(self, block: str) -> None:
        """Answers to what one played with go below; other folded parts are notes."""
        summary = re.search(r"<summary>(.*?)</summary>", block)
        text = re.sub(r"</?details>|<summary>.*?</summary>", "", block).strip()
        if summary and summary[1] == "Answers":
            answers = re.split(r"\s+(?=\(\d\) )", spoken(text))
            for group in in_groups(answers, *ROOM_FOR_SMALL):
                self.add("answer", "Answers", "\n\n".join(group), below=True)
        else:
            self.note(text)

    # --- Outputs --------------------------------------------------------------------------------

    def add_outputs(self, outputs: list[NotebookNode]) -> None:
        caption = ""
        for output in outputs:
            data, panel = output.get("data", {}), output.get("metadata", {}).get(PANEL, {})
            html = data.get("text/html", "")
            if panel.get("panel") == "Checkpoint":
                self._checkpoint(html)
            elif "image/png" in data:
                self._picture(output, caption, panel.get("panel", ""))
            elif html.startswith("<b>"):
                caption = re.split(r"</?b>", html)[1]
                self._tabled(html)
            elif html.startswith("<strong>"):
                self._tabled(html)
            elif not html:
                self._printed(output.get("text") or data.get("text/plain", ""))

    def _checkpoint(self, html: str) -> None:
        """The question with its options, and below it the answer with reasons."""
        options, _, reasons = html.partition("<details>")
        self.add("checkpoint", "Checkpoint", f"{self.asked}\n\n{options}")
        self.asked = ""
        told = re.findall(r"<p>.*?</p>", reasons, re.DOTALL)
        told = [re.sub(r"<p>(\w\) Right)", r'<p class="right">\1', reason) for reason in told]
        for group in in_groups(told, *ROOM_FOR_SMALL):
            self.add("answer", "Checkpoint: the answer", "\n".join(group), below=True)

    def _picture(self, output: NotebookNode, caption: str, panel: str) -> None:
        """A picture, large and alone; a panel's settings one by one, and where to open it."""
        title = self.part or self.section
        words = output.metadata.get("image/png", {}).get("alt", "")
        for picture, alt in frames(base64.b64decode(output.data["image/png"]), words):
            image = f'<img alt="{escape(alt)}" src="data:image/png;base64,{picture}">'
            line = f"<p>Open it live in the lesson: the panel <b>{panel}</b></p>" if panel else ""
            told = f"<p>{caption}</p>" if caption else line
            self.add("picture", title, f"{image}\n{told}")
        self.open, self.answered = "", False

    def _tabled(self, html: str) -> None:
        """A table of results is shown if it answers something, and can be read."""
        table = re.search(r"<table.*</table>", html, re.DOTALL)
        rows = table[0].count("<tr") if table else 0
        if self.open and table and rows <= MOST_PRINTED[0]:
            self._answer("result", table[0])
            self.answered = rows <= MOST_ROWS_WITH_WORDS

    def _printed(self, text: str) -> None:
        """Printed lines are shown if they answer something, and can be read."""
        predicted = bool(_GUESS.search(text))
        text = _GUESS.sub("", text).strip("\n")
        lines = [line for line in text.splitlines() if line.strip()]
        wide = max(map(len, lines), default=0)
        if not lines or not (self.open or predicted):
            return
        at_once = self.slides[-1].title == "Predict"
        self.open = PREDICTED if at_once else self.open or self.part or self.section
        if wide > MOST_PRINTED[1]:
            groups = in_groups([escape(line) for line in lines], *ROOM_FOR_SMALL)
            self._answer("answer", *("\n\n".join(group) for group in groups))
        elif len(lines) <= MOST_PRINTED[0]:
            size = ' class="wide"' if wide > MOST_IN_LARGE else ""
            back = "<p>Back to your prediction:</p>\n" if predicted and not at_once else ""
            self._answer("result", f"{back}<pre{size}>{escape(text)}</pre>")

    def _answer(self, kind: str, *bodies: str) -> None:
        """What answers the open question, on as many slides below it."""
        for body in bodies:
            self.add(kind, self.open, body, below=True)
        self.open, self.answered = "", len(bodies) == 1


def frames(picture: bytes, words: str) -> list[tuple[str, str]]:
    """The pictures that a panel has put below each other, each in base64 with its own words.

    Its words have a line for each of them; any other picture is one, however long its words are.
    """
    lines = words.split("\n")
    image = Image.open(io.BytesIO(picture))
    width, height = image.width, image.height // len(lines)
    found = []
    for number, line in enumerate(lines):
        buffer = io.BytesIO()
        image.crop((0, number * height, width, (number + 1) * height)).save(buffer, "png")
        found.append((base64.b64encode(buffer.getvalue()).decode(), line))
    return found


def _beginning(item: str) -> str:
    """An item's first sentence, with its dot or number; empty if that cannot be said."""
    mark, _, text = item.partition(" ")
    title, rest = run_in(text)
    told = lead(rest, 1) if title else lead(text, 1)
    return f"{mark} **{title}.** {told}" if title and told else f"{mark} {told}" if told else ""
