"""Words, symbols and the shape of lessons: the same everywhere, and explained before they are used.

The glossary is a notebook with a cell for each word: a heading, what it means, and at the end a
link to the lesson that introduces it. The cell's id is the word, and links go there by
`glossary.ipynb#cell-id=critical-value`: the only form that JupyterLab follows into a notebook
that is not open yet.
"""

import re
from functools import cache
from itertools import pairwise
from pathlib import Path

import nbformat
import pytest

from course_lib.classroom.bank import ROWS
from course_lib.plots.style import COLOURS, MEANINGS

ROOT = Path(__file__).parent.parent
NOTEBOOKS = ROOT / "notebooks"
LESSONS = sorted(NOTEBOOKS.glob("0[0-9]_*.ipynb"))
PAGES = [NOTEBOOKS / "glossary.ipynb", NOTEBOOKS / "notation.ipynb"]
PANEL = "course_panel"


def name(path):
    return path.name


@cache
def cells(path):
    return nbformat.read(path, as_version=4).cells


def markdown(path):
    return [cell for cell in cells(path) if cell.cell_type == "markdown"]


# --- What a lesson says ---------------------------------------------------------------------------


def plain(text):
    """What a reader reads as prose: no code, no formulas, no names of other pages, no sources."""
    text = "\n\n".join(
        paragraph
        for paragraph in text.split("\n\n")
        if not re.match(r"\*(Sources|Exercises):\*", paragraph)
    )
    text = re.sub(r"`[^`]*`|\$\$.*?\$\$|\$[^$]*\$", " ", text, flags=re.DOTALL)
    text = re.sub(r"\[([^\]]*)\]\(glossary\.ipynb#[^)]*\)", r"\1", text)
    return re.sub(r"\[[^\]]*\]\([^)]*\)", " ", text)


@cache
def prose(path):
    """All of a lesson; of lesson 00 without the map, which names what is still to come."""
    return "\n\n".join(plain(cell.source) for cell in markdown(path) if cell.id != "map")


def spoken(word):
    """A pattern for the word, with or without an ending; letters such as AUC only in capitals."""
    pattern = re.escape(word).replace(r"\ ", r"[\s-]")
    case = 0 if re.search(r"[A-Z]{2}|^.$|^Li$", word) else re.IGNORECASE
    # Statistics is a science; a statistic is a number.
    ending = "" if word == "statistic" else r"(?:e?s|'s)?"
    return re.compile(rf"(?<![\w-]){pattern}{ending}(?![\w-])", case)


# --- The glossary ---------------------------------------------------------------------------------


def entries():
    """For each word: its cell's id, other words for it, what is said, and its lesson's file."""
    found = {}
    for cell in markdown(PAGES[0])[1:]:
        heading, said = cell.source.split("\n\n", 1)
        word = heading.removeprefix("### ")
        (lesson,) = re.findall(r"\*\[Lesson \d\d\]\(([^)]+)\)\*$", said)
        also = re.search(r"\*Also:\* ([^.]+(?:\.-H)?)\.", said)
        others = also[1].split(", ") if also else []
        assert word not in found, word
        found[word] = (cell.id, others, said, NOTEBOOKS / lesson)
    return found


ENTRIES = entries()


def slug(word):
    return re.sub(r"[^a-z0-9]+|(?<=[a-z])(?=\d)", "-", word.lower().replace("²", "-squared")).strip(
        "-"
    )


def test_the_glossary_is_in_alphabetical_order_each_word_once():
    words = list(ENTRIES)
    assert words == sorted(words, key=lambda word: re.sub(r"[^a-z0-9]", "", word.lower()))
    every = [w.lower() for w, (_, others, *_) in ENTRIES.items() for w in (w, *others)]
    assert len(every) == len(set(every))
    assert [cell_id for cell_id, *_ in ENTRIES.values()] == [slug(word) for word in words]


@pytest.mark.parametrize("word", ENTRIES)
def test_a_word_is_introduced_by_the_lesson_that_its_entry_names(word):
    _, others, said, lesson = ENTRIES[word]
    number = re.findall(r"\[Lesson (\d\d)\]", said)[-1]
    assert lesson.name.startswith(number)
    patterns = [spoken(w) for w in (word, *others)]
    assert any(pattern.search(prose(lesson)) for pattern in patterns), f"not in {lesson.name}"
    for earlier in LESSONS[: LESSONS.index(lesson)]:
        for pattern in patterns:
            used = pattern.search(prose(earlier))
            around = used and prose(earlier)[max(0, used.start() - 40) : used.end() + 30]
            assert used is None, f"{earlier.name} says it first: {around!r}"


@pytest.mark.parametrize("word", ENTRIES)
def test_a_word_is_explained_in_a_sentence_or_two(word):
    said = re.sub(r"\*(Also|\[).*", "", ENTRIES[word][2])
    assert 3 <= len(said.split()) <= 60


#: In bold for emphasis, not because it is a word of the trade.
EMPHASIS = {
    "0.60", "F", "Shift+Enter", "because", "bold", "collapses", "correct", "cross", "explain",
    "leaves the range", "look", "not attempted", "not yet", "one", "play", "predict", "rank",
    "ranks", "shuffled labels", "single feature", "true", "use it", "use the exact values",
    "on the safe side", "exactly as many", "barrier that rises", "(b \N{MINUS SIGN} c)/n",
    "Tango's", "segment", "vertical", "horizontal", "confident",
}  # fmt: skip


@pytest.mark.parametrize("path", LESSONS, ids=name)
def test_every_word_that_a_lesson_sets_in_bold_is_in_the_glossary(path):
    known = [spoken(w) for word, (_, others, *_) in ENTRIES.items() for w in (word, *others)]
    bold = set(re.findall(r"\*\*(.+?)\*\*", prose(path))) - EMPHASIS
    headings = re.compile(r"Play: |Trap: |Step \d|.*[.?:]$")
    unknown = {
        word
        for word in bold
        if not headings.match(word) and not any(pattern.search(word) for pattern in known)
    }
    assert unknown == set()


# --- Links to the glossary and the notation page --------------------------------------------------


@pytest.mark.parametrize("path", LESSONS, ids=name)
def test_a_lesson_links_to_both_pages_in_its_first_cell(path):
    assert "[Glossary](glossary.ipynb) · [Notation](notation.ipynb).*" in cells(path)[0].source


@pytest.mark.parametrize("path", [*LESSONS, *PAGES], ids=name)
def test_links_into_notebooks_find_their_place(path):
    text = "\n".join(cell.source for cell in markdown(path))
    for target, fragment in re.findall(r"\]\(([^)#\s]*)#([^)\s]+)\)", text):
        there = cells(path.parent / target if target else path)
        if fragment.startswith("cell-id="):
            assert fragment.removeprefix("cell-id=") in [cell.id for cell in there], fragment
        else:
            headings = re.findall(r"^#+ (.+)$", "\n".join(c.source for c in there), re.MULTILINE)
            assert fragment in [heading.replace(" ", "-") for heading in headings], fragment


@pytest.mark.parametrize("path", LESSONS, ids=name)
def test_a_word_that_a_lesson_links_is_its_own_and_linked_once(path):
    text = "\n".join(cell.source for cell in markdown(path))
    linked = re.findall(r"\]\(glossary\.ipynb#cell-id=([^)]+)\)", text)
    assert len(linked) >= 3
    assert len(linked) == len(set(linked))
    introduced = {cell_id: lesson for cell_id, _, _, lesson in ENTRIES.values()}
    for cell_id in linked:
        assert introduced[cell_id] <= path, cell_id


def test_the_first_lesson_introduces_both_pages_and_the_map_lists_them():
    texts = {cell.id: cell.source for cell in markdown(LESSONS[0])}
    for cell in ("rhythm", "map"):
        assert "(glossary.ipynb)" in texts[cell]
        assert "(notation.ipynb)" in texts[cell]


# --- The notation page ----------------------------------------------------------------------------


def test_the_notation_page_has_every_colour():
    said = "\n".join(cell.source for cell in cells(PAGES[1]))
    (picture,) = [o for c in cells(PAGES[1]) for o in c.get("outputs", []) if "image/png" in o.data]
    alt = picture.metadata["image/png"]["alt"]
    assert set(MEANINGS) == set(COLOURS)
    for _, meaning in MEANINGS.values():
        assert meaning in alt
    for colour in ("lue", "range", "lack", "reen", "rey", "ellow"):
        assert colour in said


def symbols(text):
    """The letters in the formulas of a text, without what is only a command of TeX."""
    found = set()
    for formula in re.findall(r"\$\$(.+?)\$\$|\$([^$\n]+)\$", text, re.DOTALL):
        plain_formula = re.sub(r"\\(text|tfrac|quad|qquad)\{[^}]*\}", " ", "".join(formula))
        plain_formula = plain_formula.replace(r"\alpha", " LEVEL ")
        plain_formula = re.sub(r"\\[a-zA-Z]+", " ", plain_formula)
        found |= set(
            re.findall(r"TP|FP|SS|LEVEL|[A-Za-z]", re.sub(r"_\{?[a-z]+\}?", "", plain_formula))
        )
    return found


@pytest.mark.parametrize("path", LESSONS, ids=name)
def test_every_symbol_of_a_lesson_is_on_the_notation_page(path):
    known = symbols("\n".join(cell.source for cell in markdown(PAGES[1])))
    used = symbols("\n".join(cell.source for cell in markdown(path)))
    assert used <= known | {"i"}


# --- The shape of a lesson ------------------------------------------------------------------------


def last_words(path):
    """The text from *To take along* to the end."""
    texts = [cell.source for cell in markdown(path)]
    start = next(i for i, text in enumerate(texts) if text.startswith("## To take along\n"))
    assert start >= len(texts) - 2
    return "\n\n".join(texts[start:])


@pytest.mark.parametrize("path", LESSONS, ids=name)
def test_lessons_begin_alike(path):
    paragraphs = cells(path)[0].source.split("\n\n")
    assert re.fullmatch(r"# .+\?", paragraphs[0])
    (able,) = [p for p in paragraphs if p.startswith("*After this lesson you can:* ")]
    assert able.count(" · ") >= 2
    assert re.match(r"\*\d\d minutes\. Needs .+\*$", paragraphs[paragraphs.index(able) + 1])
    first_code = next(cell for cell in cells(path) if cell.id == "guess")
    before = cells(path)[cells(path).index(first_code) - 1]
    assert "**Predict.**" in before.source
    assert first_code.source.startswith("my_guess = ")


@pytest.mark.parametrize("path", LESSONS, ids=name)
def test_lessons_end_alike(path):
    text = last_words(path)
    for part in ("\n- ", "\n\n*When not to use it:* ", "\n\n*Sources:* ", "\n\n*Exercises:* ["):
        assert part in text, part
    end = text.rsplit("\n\n", 1)[-1]
    links = re.findall(r"\*(Exercises|Next|Where you stand):\* \[([^\]]+)\]\(([^)]+)\)", end)
    assert [kind for kind, *_ in links] == ["Exercises", "Next", "Where you stand"]
    (row,) = [row for row in ROWS if path.name == Path(row.lesson.file).name]
    assert links[0][2] == f"../{row.exercises.file}"
    assert links[2][1:] == (
        "the progress board",
        f"{'' if path == LESSONS[0] else LESSONS[0].name}#Where-you-stand",
    )


@pytest.mark.parametrize(("path", "following"), list(pairwise(LESSONS)))
def test_a_lesson_leads_to_the_next_one_by_its_question(path, following):
    question = cells(following)[0].source.splitlines()[0].removeprefix("# ")
    assert f"*Next:* [{following.name[:2]}, {question}]({following.name})" in last_words(path)


def test_the_map_names_lessons_and_exercises_as_the_board_does():
    (text,) = [cell.source for cell in markdown(LESSONS[0]) if cell.id == "map"]
    for row in ROWS:
        question = cells(ROOT / row.lesson.file)[0].source.splitlines()[0].removeprefix("# ")
        assert f"{row.number} {row.lesson.title}" in text
        assert f" | {question} | [{row.exercises.title}](../{row.exercises.file}) |" in text


@pytest.mark.parametrize("path", LESSONS, ids=name)
def test_widgets_and_checkpoints_are_introduced_alike(path):
    page = cells(path)
    for place, cell in enumerate(page):
        if cell.cell_type != "code":
            continue
        if not any(PANEL in output.get("metadata", {}) for output in cell.outputs):
            continue
        before = page[place - 1].source
        if re.search(r"^Checkpoint\(", cell.source, re.MULTILINE):
            assert re.search(r"\*\*Checkpoint\.\*\*|\*\*checkpoints\*\*", before), before
        else:
            assert re.search(r"^(## |\*\*)Play: ", before, re.MULTILINE), before
            assert "Run the cell first" in before
            asked = re.findall(r"^\d\. ", before, re.MULTILINE)
            if asked:
                after = page[place + 1].source
                assert after.startswith("<details><summary>Answers</summary>")
                answers = after.split("</details>")[0]
                assert re.findall(r"\((\d)\) ", answers) == [a[0] for a in asked]


#: What we do not say, and what we say instead.
VARIANTS = {
    r"shufflers?": "guesser",
    r"[Rr]andom (guesser|classifier)s?": "guesser",
    r"lucky classifiers?": "guesser",
    r"A trap|Another trap|\*\*Trap\.": "Trap: ...",
    r"\*\*Play\.\*\*": "Play: ...",
    r"\d ?%": "percent",
    r"\d{1,3}[ ']\d{3}\b|(?<![\d.,#-])(?!19\d\d|20\d\d)\d{4,}\b": "1,000",
    r"[Gg]row it": "compute it by hand",
    r"instances?\b|\bexamples? (are|is) classified": "case",
    r"p-val\b|P-value|p value": "p-value",
    r"\bdatasets?\b": "data set",
    r"\btestsets?\b|[Tt]est-set": "test set",
    r"\bchance levels?\b": "luck",
    r"[Ll]esson (08|09)|0[89]_": "nothing: they do not exist",
    r"safe side of|careful side": "on the safe side",
}


@pytest.mark.parametrize("path", LESSONS, ids=name)
def test_the_same_thing_has_the_same_name(path):
    for pattern, ours in VARIANTS.items():
        found = re.search(rf".{{0,30}}(?:{pattern}).{{0,20}}", prose(path))
        assert found is None, f"{found[0]!r}: we say {ours!r}"
