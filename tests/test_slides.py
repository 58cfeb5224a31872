"""Slides for the lecture: questions before answers, every picture, no code, and no network."""

import base64
import io
import re
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from PIL import Image

from tools import slides
from tools.formulas import mathml
from tools.slide_notebooks import PANEL, as_notebook, frames, slides_of
from tools.slide_text import blocks, in_groups, lead, question, run_in, said, sentences
from tools.slides import LESSONS, REVEAL, deck_exporter, main, with_formulas, write_decks

TITLE = """# Is it luck?

A coin fell heads up nine times.

*After this lesson you can:* toss a coin · say why $p < 0.05$.

*20 minutes. Needs [lesson 00](00_start_here.ipynb). Rebuilds nothing.*

**Predict.** How often does that happen? Write your guess into the cell."""


def picture(*colours):
    """One picture of 6 by 4 pixels for each colour, below each other."""
    image = Image.new("RGB", (6, 4 * len(colours)))
    for number, colour in enumerate(colours):
        image.paste(colour, (0, 4 * number, 6, 4 * (number + 1)))
    buffer = io.BytesIO()
    image.save(buffer, "png")
    return buffer.getvalue()


def drawn(data, alt, **metadata):
    data = {"image/png": base64.b64encode(data).decode(), "text/plain": "<Image>"}
    return new_output("display_data", data=data, metadata={"image/png": {"alt": alt}, **metadata})


def printed(text):
    return new_output("stream", name="stdout", text=text)


def panel(name):
    return {PANEL: {"panel": name, "settings": {}}}


def checkpoint():
    html = (
        "<p>a) Yes</p><p>b) No</p><details><summary>Answer</summary>"
        "<p>a) No: it fell.</p><p>b) Right: 1 of 512.</p></details>"
    )
    data = {"text/html": html, "text/plain": "a  Yes"}
    return new_output("execute_result", data=data, metadata=panel("Checkpoint"), execution_count=1)


def lesson():
    def said_by(text):
        return new_markdown_cell(text)

    def run(source, *outputs):
        return new_code_cell(source, outputs=list(outputs))

    return new_notebook(
        cells=[
            said_by(TITLE),
            run("my_guess = 0.5"),
            said_by("Now toss."),
            run("secret_code()", printed("0.002   (you said 0.5)\n")),
            said_by("Twice in a thousand. Rare.\n\n## The law\n\nIt is binomial. It has n. Third."),
            run("draw()", drawn(picture("red"), 'bars & "lines"')),
            said_by("Between.\n\n**Checkpoint.** Is the coin fair?"),
            run('Checkpoint("coin")', checkpoint()),
            said_by("## Play: the coin\n\nRun the cell first. Toss it.\n\n1. What do you see?"),
            run("Coin()", drawn(picture("red", "blue"), "one toss\ntwo tosses", **panel("Coin"))),
            said_by("<details><summary>Answers</summary>\n\n(1) Heads.\n\n</details>"),
            said_by("**Trap: tails.** Nobody counts them."),
            run("count()", printed("tails 9\n")),
            run("more()", printed("nobody asked\n")),
            said_by("So\n\n$$a < b$$\n\n## To take along\n\n- Toss.\n- Count `heads`."),
        ]
    )  # fmt: skip


EXPECTED = [
    ("title", "Is it luck?", False),
    ("story", "To begin with", False),
    ("question", "Predict", False),
    ("result", "What comes out", True),
    ("section", "The law", False),
    ("picture", "The law", False),
    ("checkpoint", "Checkpoint", False),
    ("answer", "Checkpoint: the answer", True),
    ("play", "Play: the coin", False),
    ("picture", "Play: the coin", False),
    ("picture", "Play: the coin", False),
    ("answer", "Answers", True),
    ("trap", "Trap: tails", False),
    ("result", "Trap: tails", True),
    ("formula", "Play: the coin", False),
    ("recap", "To take along", False),
]


# --- A lesson as slides -------------------------------------------------------------------------


def test_which_slides_there_are_and_in_which_order():
    made = slides_of(lesson())
    assert [(slide.kind, slide.title, slide.below) for slide in made] == EXPECTED


def test_the_title_says_what_one_will_be_able_to_do_and_how_long_it_takes():
    body = slides_of(lesson())[0].body
    assert "- toss a coin\n- say why $p < 0.05$\n" in body
    assert body.endswith("20 minutes. Needs lesson 00.")


def test_a_question_holds_no_answer_and_its_answer_stands_below():
    made = slides_of(lesson())
    asked, told = made[2].body, made[3].body
    assert asked == "How often does that happen?"
    assert told == "<pre>0.002</pre>\n\nTwice in a thousand. Rare."
    options, reasons = made[6].body, made[7].body
    assert options.startswith("Is the coin fair?")
    assert "a) Yes" in options
    assert "Right" not in options
    assert '<p class="right">b) Right: 1 of 512.</p>' in reasons


def test_a_section_gets_two_sentences_and_the_notes_the_rest():
    section = slides_of(lesson())[4]
    assert section.body == "It is binomial. It has n."
    assert section.notes == ["It is binomial. It has n. Third."]


def test_a_panel_is_shown_still_setting_by_setting_and_named():
    first, second = slides_of(lesson())[9:11]
    assert 'alt="one toss"' in first.body
    assert 'alt="two tosses"' in second.body
    assert "panel <b>Coin</b>" in first.body


def test_frames_are_cut_where_the_panel_joined_them():
    (red, _), (blue, words) = frames(picture("red", "blue"), "one\ntwo")
    colours = [Image.open(io.BytesIO(base64.b64decode(frame))).getcolors() for frame in (red, blue)]
    assert colours == [[(24, (255, 0, 0))], [(24, (0, 0, 255))]]
    assert words == "two"


def test_no_code_and_nothing_printed_that_nobody_asked_for():
    page, _ = deck_exporter().from_notebook_node(as_notebook(slides_of(lesson())))
    for hidden in ("secret_code", "my_guess", "draw()", "you said", "nobody asked", "the cell"):
        assert hidden not in page
    deck = Page()
    deck.feed(page)
    assert deck.alts[0] == 'bars & "lines"'


def test_a_prediction_that_no_output_names_is_answered_by_the_next_one():
    cells = [
        new_markdown_cell("# Q\n\n**Predict.** How many?"),
        new_markdown_cell("## Count\n\nWe count."),
        new_code_cell("count()", outputs=[printed("24\n")]),
    ]
    made = slides_of(new_notebook(cells=cells))
    assert [(slide.title, slide.below) for slide in made][-1] == ("What comes out", True)
    assert made[-1].body == "<pre>24</pre>"


def test_a_guess_that_is_taken_up_later_is_answered_there():
    cells = [
        new_markdown_cell("# Q\n\n**Predict.** How many?"),
        new_code_cell("look()", outputs=[printed("12 of something else\n")]),
        new_markdown_cell("## Count\n\nWe count."),
        new_code_cell("count()", outputs=[printed("24   (you said 3)\n")]),
    ]
    made = slides_of(new_notebook(cells=cells))
    assert [slide.title for slide in made] == ["Q", "Predict", "Count", "Count"]
    assert made[-1].body == "<p>Back to your prediction:</p>\n<pre>24</pre>"


def made_of(*prose_and_outputs):
    """The slides of a lesson of these, but for its title."""
    cells = [
        new_markdown_cell(part) if isinstance(part, str) else new_code_cell("f()", outputs=[part])
        for part in ("# Q", *prose_and_outputs)
    ]
    return slides_of(new_notebook(cells=cells))[1:]


def test_what_a_section_promises_is_shown_below_it():
    for promise in ("Look:", "Is it so?", "Here is one, for 0.01.", "See. Here are two."):
        section, below = made_of(f"## S\n\n{promise}", printed("1\n"))
        assert (section.body, below.body, below.below) == (promise, "<pre>1</pre>", True)
    for none in ("Look.", "Here is one. It is not shown."):
        assert len(made_of(f"## S\n\n{none}", printed("1\n"))) == 1


def test_a_section_that_ends_in_a_question_asks_it_once():
    (asked,) = made_of("## S\n\nOne is here. Two are there. Three are lost. How many are left?")
    assert asked.kind == "question"
    assert asked.body.count("One is here.") == 1
    assert len(asked.notes) == 1
    long = "It is said at length, and with many words, that nobody should ever need. " * 6
    section, asked = made_of(f"## S\n\nOne. Two. {long} How many are left, then?")
    assert (section.kind, section.body) == ("section", "One. Two.")
    assert asked.body.endswith("How many are left, then?")


def test_a_formula_stands_with_the_sentence_that_leads_to_it():
    first, second = made_of("## S\n\nIt is a sum.\n\n$$a$$\n\nThen more of it. So\n\n$$b$$")
    assert first.body == "It is a sum.\n\n$$a$$"
    assert second.body == "Then more of it.\n\nSo\n\n$$b$$"


def test_long_lines_are_set_as_prose_and_long_lists_are_left_out():
    long, many = "word " * 30, "x\n" * 14
    assert made_of("## S\n\nLook:", printed(long))[1].kind == "answer"
    assert len(made_of("## S\n\nLook:", printed(many))) == 1


# --- Real lessons -------------------------------------------------------------------------------


def stored(name):
    return nbformat.read(LESSONS[name], as_version=4)


def outputs_of(notebook):
    return [output for cell in notebook.cells for output in cell.get("outputs", [])]


@pytest.mark.parametrize("name", LESSONS)
def test_every_picture_of_a_lesson_is_in_its_deck_with_its_words(name):
    wanted = []
    for output in outputs_of(stored(name)):
        if "image/png" in output.get("data", {}):
            wanted += output.metadata["image/png"]["alt"].split("\n")
    assert wanted
    made = slides_of(stored(name))
    shown = [re.findall(r"<img alt=\"(.*?)\"", slide.body) for slide in made]
    assert [len(words) for words in shown if words] == [1] * len(wanted)  # each one alone
    page = Page()
    page.feed("".join(slide.body for slide in made))
    assert page.alts == wanted


@pytest.mark.parametrize("name", LESSONS)
def test_every_question_of_a_lesson_is_asked_before_it_is_answered(name):
    notebook = stored(name)
    made = slides_of(notebook)
    titles = [slide.title for slide in made]
    prose = "\n\n".join(c.source for c in notebook.cells if c.cell_type == "markdown")
    assert titles.count("Predict") == prose.count("**Predict.**")
    panels = [output.get("metadata", {}).get(PANEL, {}) for output in outputs_of(notebook)]
    asked = [number for number, slide in enumerate(made) if slide.kind == "checkpoint"]
    assert len(asked) == sum(panel.get("panel") == "Checkpoint" for panel in panels)
    for number in asked:
        words, _, options = made[number].body.partition("\n\n")
        assert words.rstrip("*").endswith(("?", "…"))
        assert options.count("<p>") >= 2
        assert "Right:" not in options
        assert made[number + 1].below
        assert "Right:" in made[number + 1].body
    traps = re.findall(r"^(?:## |\*\*)(Trap: .+?)(?:\.\*\*|\?\*\*|$)", prose, re.MULTILINE)
    assert len([slide for slide in made if slide.kind == "trap"]) == len(traps)
    assert "To take along" in titles


@pytest.mark.parametrize("name", LESSONS)
def test_a_deck_shows_no_code(name, built_slides):
    page = (built_slides / f"{name}.html").read_text(encoding="utf-8")
    shown = re.sub(r"<aside.*?</aside>", "", page, flags=re.DOTALL)
    for cell in stored(name).cells:
        if cell.cell_type == "code":
            assert cell.source.splitlines()[0] not in shown
    assert "import " not in re.sub(r"<[^>]*>", "", shown)


# --- Pages --------------------------------------------------------------------------------------


class Page(HTMLParser):
    """What a page loads and links to, what its pictures show, and what it says."""

    def __init__(self):
        super().__init__()
        self.loaded, self.links, self.alts, self.text = [], [], [], []

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag == "img":
            self.alts.append(values["alt"])
        if tag == "a":
            self.links.append(values["href"])
        else:
            self.loaded += [
                values[key] for key in ("src", "href", "data", "poster") if key in values
            ]

    def handle_data(self, data):
        self.text.append(data)


def read(path):
    page = Page()
    page.feed(path.read_text(encoding="utf-8"))
    return page


@pytest.mark.parametrize("name", [*LESSONS, "index"])
def test_nothing_is_loaded_that_does_not_lie_beside_the_deck(name, built_slides):
    page = read(built_slides / f"{name}.html")
    files = [address for address in page.loaded if not address.startswith("data:")]
    for address in [*files, *page.links]:
        assert not urlsplit(address).scheme, address
        assert (built_slides / unquote(address)).is_file(), address
    if name != "index":
        assert {f"{REVEAL}/reveal.js", f"{REVEAL}/reveal.css", "deck.css"} <= set(files)


def test_style_sheets_load_nothing_more(built_slides):
    sheets = list(built_slides.rglob("*.css"))
    assert len(sheets) == 3
    for sheet in sheets:
        text = re.sub(r"url\([\"']?data:[^)]*\)", "", sheet.read_text(encoding="utf-8"))
        assert "@import" not in text
        assert "url(" not in text


def test_reveal_comes_with_its_licence(built_slides):
    assert "Permission is hereby granted" in (built_slides / REVEAL / "LICENSE").read_text()


def test_the_list_names_every_deck(built_slides):
    links = read(built_slides / "index.html").links
    assert [link for link in links if link.endswith(".html")] == [f"{n}.html" for n in LESSONS]


@pytest.mark.parametrize("name", LESSONS)
def test_formulas_are_set_and_none_is_left_between_dollars(name, built_slides):
    path = built_slides / f"{name}.html"
    prose = "".join(cell.source for cell in stored(name).cells if cell.cell_type == "markdown")
    assert ("<math" in path.read_text(encoding="utf-8")) == ("$" in prose)
    assert "$" not in "".join(read(path).text)


def test_formulas_between_dollars_become_mathml_but_not_in_what_was_printed():
    html = "<p>$a &lt; b$</p><pre>$x$ and $y$</pre><p>$$c$$</p>"
    made = with_formulas(html)
    assert mathml("a < b") in made
    assert "<pre>$x$ and $y$</pre>" in made
    assert f"<div>{mathml('c', as_block=True)}</div>" in made


def test_a_formula_that_cannot_be_set_is_named():
    with pytest.raises(ValueError, match=r"no MathML for the formula .*nonsense"):
        mathml(r"\nonsense{x}")


# --- Words --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("One. Two? Three!", ["One.", "Two?", "Three!"]),
        ("See Fig. 1 of M. Neumann et al. (2016). Then go.",
         ["See Fig. 1 of M. Neumann et al. (2016).", "Then go."]),
        ("He says: \"No. Never.\" Well.", ["He says: \"No. Never.\"", "Well."]),
        ("A (b. C.) d. E.", ["A (b. C.) d.", "E."]),
        ("Let $a. B$ be. C.", ["Let $a. B$ be.", "C."]),
        ("It is 0.5 of 1. **Bold. Still.** End.", ["It is 0.5 of 1.", "**Bold. Still.**", "End."]),
        ("", []),
    ],
)  # fmt: skip
def test_sentences(text, parts):
    assert sentences(text) == parts


def test_what_is_not_said_in_a_lecture():
    text = (
        "`f(x)` does it. We look at `dis`. (An aside.) Run it in the cell below. [A](b.ipynb) word."
    )
    assert said(text) == ["We look at `dis`.", "A word."]


def test_leading_sentences_follow_each_other():
    assert lead("(Aside.) One. `f(x)` two. Three.") == "One."
    assert lead("`f(x)` one. Two. (Aside.) Three. Four.") == "Two. Three."
    assert lead(f"One. {'Long ' * 80}end.") == "One."


def test_a_question_loses_what_is_asked_of_readers_only():
    text = (
        "How many? Write your guess into the cell. The guess is what people skip. 0 is an answer."
    )
    assert question(text) == "How many? 0 is an answer."


def test_blocks_keep_together_what_is_folded():
    text = "## A\n\nB\nC\n\n<details><summary>D</summary>\n\nE\n\n</details>\n\n- F\n- G"
    assert blocks(text) == ["## A", "B\nC", "<details><summary>D</summary>\n\nE\n\n</details>",
                            "- F\n- G"]  # fmt: skip


def test_bold_words_that_a_paragraph_begins_with():
    assert run_in("**One tail or two?** It depends.") == ("One tail or two?", "It depends.")
    assert run_in("**Trap: x.** y") == ("Trap: x", "y")
    assert run_in("**AUC** is an area.") == ("", "**AUC** is an area.")


def test_text_is_shared_out_and_none_is_lost():
    pieces = ["x" * 100] * 7
    groups = in_groups(pieces, lines=8, letters=50)
    assert [len(group) for group in groups] == [3, 3, 1]
    assert [piece for group in groups for piece in group] == pieces
    assert in_groups(["x" * 1000], lines=8, letters=50) == [["x" * 1000]]


# --- The command --------------------------------------------------------------------------------


def test_one_deck_a_second_one_and_the_first_again(tmp_path, capsys):
    folder = tmp_path / "a, b"
    first, second = list(LESSONS)[:2]
    main([first, "--folder", str(folder)])
    assert capsys.readouterr().out == f"Open {folder / first}.html\n"
    main([second, "--folder", str(folder)])
    page = (folder / f"{first}.html").read_bytes()
    main([first, "--folder", str(folder)])
    assert (folder / f"{first}.html").read_bytes() == page
    links = read(folder / "index.html").links
    assert links[:-1] == [f"{first}.html", f"{second}.html"]


@pytest.mark.parametrize("wrong", ["11_nothing", "", "glossary", "../notebooks/00_start_here"])
def test_a_lesson_that_is_not_there(wrong, tmp_path, capsys):
    with pytest.raises(SystemExit) as left:
        main([wrong, "--folder", str(tmp_path / "new")])
    assert left.value.code == 2
    assert f"lesson: {wrong!r} is none of 00_start_here, " in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_a_folder_that_is_a_file(tmp_path, capsys):
    (tmp_path / "taken").write_text("")
    with pytest.raises(SystemExit) as left:
        main(["00_start_here", "--folder", str(tmp_path / "taken")])
    assert left.value.code == 2
    assert f"folder: cannot write {tmp_path / 'taken'}: " in capsys.readouterr().err


def test_without_the_package_it_says_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setattr(slides.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SystemExit, match=r"^reveal\.js is missing: `make setup`"):
        write_decks(tmp_path, ["00_start_here"])
