"""The web site: nothing is missing, links lead somewhere, and nothing comes from elsewhere."""

import base64
import json
import posixpath
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import nbformat
import pytest
import yaml
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

import course_lib
from tools.build_site import TEXTS, build_site
from tools.site_links import in_html, in_markdown, on_site
from tools.site_notebooks import LIVE, MOST_LINES, PANEL, Rewriter
from tools.site_reference import linked, public_names

ROOT = Path(__file__).parent.parent
NOTEBOOKS = sorted(
    path.relative_to(ROOT).as_posix()
    for pattern in ("notebooks/*.ipynb", "exercises/*/*.ipynb")
    for path in ROOT.glob(pattern)
)
PAGES = {"index.md", "exercises.md", *TEXTS, *NOTEBOOKS}
LESSON = "notebooks/03_critical_values.ipynb"
#: The beginning of a picture, 7 pixels by 5.
DOT = base64.b64encode(
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x07\0\0\0\x05\x08\0\0\0\0" + b"\0" * 20
).decode()


# --- Links --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "there"),
    [
        ("04_two_classifiers.ipynb", "04_two_classifiers.ipynb"),
        ("glossary.ipynb#cell-id=p-value", "glossary.ipynb#word-p-value"),
        ("00_start_here.ipynb#The-map", "00_start_here.ipynb#the-map"),
        ("#The-map", "#the-map"),
        ("../WHICH_TOOL.md#several-test-sets", "../WHICH_TOOL.md#several-test-sets"),
        ("../README.md", "../index.md"),
        ("../exercises/", "../exercises.md"),
        ("https://example.org/a.ipynb#B", "https://example.org/a.ipynb#B"),
        ("../solutions/02_luck/luck.ipynb", ""),
        ("../pyproject.toml", ""),
    ],
)
def test_where_a_link_leads(target, there):
    assert on_site(target, LESSON, PAGES) == there


def test_words_of_a_link_to_nowhere_stay_and_code_is_left_alone():
    text = "[`make`](../Makefile), `[a](b)`, [`x`](../ERRATA.md)\n```\n[c](d)\n```\n![e](f.png)"
    expected = "`make`, `[a](b)`, [`x`](../ERRATA.md)\n```\n[c](d)\n```\n![e](f.png)"
    assert in_markdown(text, LESSON, PAGES) == expected


def test_links_in_html_have_the_names_of_pages():
    html = '<a class="x" href="00_start_here.ipynb#The-map">a</a> <a href="../Makefile">b</a>'
    assert in_html(html, LESSON, PAGES) == (
        '<a class="x" href="00_start_here.html#the-map">a</a> b'
    )


# --- Notebooks ----------------------------------------------------------------------------------


def live_html(name, settings, still):
    return f'<div class="course-live" data-live="{name}">{json.dumps(settings)}{still}</div>'


def rewritten(*cells, page=LESSON):
    rewriter = Rewriter(PAGES, live_html)
    return rewriter.rewritten(new_notebook(cells=list(cells)), page).cells, rewriter


def shown(data, **metadata):
    return new_output("execute_result", data=data, metadata=metadata, execution_count=1)


def panel_cell(**more):
    data = {
        "application/vnd.jupyter.widget-view+json": {"model_id": "x"},
        "image/png": DOT,
        "text/plain": "words",
    }
    return new_code_cell(
        "BestOfC()", outputs=[shown(data, **{"image/png": {"alt": 'a "b"'}}, **more)]
    )


def test_a_panel_becomes_a_live_one_with_its_picture_for_those_without_scripts():
    panel = {"panel": "BestOfC", "settings": {"competitors": 100}}
    cells, rewriter = rewritten(panel_cell(**{PANEL: panel}))
    (output,) = cells[0].outputs
    assert set(output.data) == {"text/html"}
    live, _, still = output.data["text/html"].partition("<img ")
    assert live == '<div class="course-live" data-live="BestOfC">{"competitors": 100}'
    assert 'alt="a &quot;b&quot;"' in still
    assert list(rewriter.pictures.values()) == [base64.b64decode(DOT)]
    assert cells[0].metadata["tags"] == ["hide-input"]  # only opens the panel


def test_prose_does_not_ask_a_page_to_run_cells():
    text = "**Play: it.** Run the cell first. Slide. Run the cell first, then add one."
    text += " Run the cell first. Then go."
    cells, _ = rewritten(new_markdown_cell(text))
    assert cells[0].source == "**Play: it.** Slide. Add one. Go."


def test_where_an_output_names_no_panel_the_picture_stands():
    cells, rewriter = rewritten(panel_cell())
    html = cells[0].outputs[0].data["text/html"]
    (name,) = rewriter.pictures
    assert f'src="../_static/pictures/{name}" width="7" height="5"' in html
    assert "course-live" not in html
    assert cells[0].metadata["tags"] == []


def test_where_a_panel_has_no_picture_its_html_stands():
    view = {"application/vnd.jupyter.widget-view+json": {"model_id": "x"}}
    output = shown({**view, "text/html": "<p>a) 1</p>", "text/plain": "a"})
    cells, _ = rewritten(new_code_cell("Checkpoint()", outputs=[output]))
    assert cells[0].outputs[0].data == {"text/html": "<p>a) 1</p>"}


@pytest.mark.parametrize(
    ("lines", "jupyter", "page", "tags"),
    [
        (MOST_LINES, {}, LESSON, []),
        (MOST_LINES + 1, {}, LESSON, ["hide-input"]),
        (MOST_LINES + 1, {}, "exercises/02_luck/luck.ipynb", []),
        (1, {"outputs_hidden": True}, LESSON, ["hide-output"]),
        (1, {"source_hidden": True}, LESSON, ["hide-input"]),
        (9, {"outputs_hidden": True}, LESSON, ["hide-input", "hide-output"]),
    ],
)
def test_what_is_folded(lines, jupyter, page, tags):
    code = "\n\n".join(["x = 1"] * lines)
    output = new_output("stream", name="stdout", text="1")
    cell = new_code_cell(code, outputs=[output], metadata={"jupyter": jupyter})
    cells, _ = rewritten(cell, page=page)
    assert cells[0].metadata["tags"] == tags


def test_no_level_of_headings_is_skipped_and_words_have_anchors():
    title, word = new_markdown_cell("# Words"), new_markdown_cell("### AUC\n\nArea.", id="auc")
    cells, _ = rewritten(title, word, page="notebooks/glossary.ipynb")
    assert cells[1].source == "(word-auc)=\n## AUC\n\nArea."


def test_names_become_links_but_not_in_blocks_nor_in_links():
    text = "`judge`, `sky`, [`judge`](x)\n```\n`judge`\n```"
    expected = "{py:obj}`judge <course_lib.judge>`, `sky`, [`judge`](x)\n```\n`judge`\n```"
    assert linked(text) == expected


def test_the_reference_lists_the_public_names():
    listed = [name for names in public_names().values() for name in names]
    assert sorted([*listed, "__version__"]) == sorted({*course_lib.__all__, "__version__"})


def test_a_folder_that_holds_something_else_is_left_alone(tmp_path):
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(SystemExit, match="not empty"):
        build_site(tmp_path, tmp_path / "work", tmp_path)
    assert (tmp_path / "thesis.txt").read_text() == "mine"


# --- The workflow for those who fork the course -------------------------------------------------


def test_the_workflow_tests_everything_and_publishes_the_site_with_few_rights():
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "course.yml").read_text())
    jobs = workflow["jobs"]
    runs = {name: [s.get("run", "") for s in job["steps"]] for name, job in jobs.items()}
    assert "make test" in runs["test"]
    assert "make site" in runs["site"]
    assert workflow["permissions"] == {"contents": "read"}
    assert jobs["publish"]["permissions"] == {"pages": "write", "id-token": "write"}
    assert "permissions" not in jobs["test"]
    assert "refs/heads/main" in jobs["site"]["if"]
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M)
    assert {"test", "site"} <= set(targets)


# --- The site itself ----------------------------------------------------------------------------


class Page(HTMLParser):
    """What a page links to, what it loads, and its anchors, headings and pictures."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.loads, self.levels, self.alts = set(), [], [], [], []
        self.language, self.in_article = None, False
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        a = dict(attributes)
        self.ids.update(filter(None, (a.get("id"), a.get("name"))))
        if tag == "html":
            self.language = a.get("lang")
        if tag == "article":
            self.in_article = True
        if tag == "a" and "href" in a:
            self.links.append(a["href"])
        if tag == "link" and not {"index", "search", "next", "prev"} & {a.get("rel")}:
            self.loads.append(a["href"])
        self.loads += [a[k] for k in ("src", "srcset", "poster", "data") if k in a and tag != "a"]
        if self.in_article and re.fullmatch("h[1-6]", tag):
            self.levels.append(int(tag[1]))
        if tag == "img":
            self.alts.append(a.get("alt"))

    def handle_endtag(self, tag):
        if tag == "article":
            self.in_article = False


@cache
def page(path):
    return Page(path.read_text(encoding="utf-8"))


def pages(folder):
    found = sorted(folder.rglob("*.html"))
    assert len(found) > len(NOTEBOOKS) + len(public_names())
    return found


def leads(path, target, folder):
    """Does a link in the page at `path` lead to a file, and to an anchor in it, on the site?"""
    file, _, anchor = target.partition("#")
    there = path.parent / unquote(file.partition("?")[0]) if file else path
    if not there.resolve().is_relative_to(folder.resolve()) or not there.is_file():
        return False
    return not anchor or there.suffix != ".html" or unquote(anchor) in page(there).ids


def test_every_link_and_everything_loaded_is_on_the_site(built_site):
    broken = [
        (path.name, target)
        for path in pages(built_site)
        for target in [*page(path).links, *page(path).loads]
        if target not in ("#", "") and not re.match(r"(https?|mailto|data):", target)
        and not leads(path, target, built_site)
    ]  # fmt: skip
    assert broken == []


def test_nothing_is_loaded_from_elsewhere(built_site):
    for path in pages(built_site):
        outside = [t for t in page(path).loads if re.match(r"(?i)([a-z]+:)?//", t)]
        assert outside == [], path.name
    styles = [*built_site.rglob("*.css"), *pages(built_site)]
    loaded = r"(?i)(?:url\(\s*|@import\s+)['\"]?((?:https?:)?//[^'\")\s]+)"
    outside = [(s.name, u) for s in styles for u in re.findall(loaded, s.read_text("utf-8"))]
    assert outside == []


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_every_notebook_is_there_and_those_with_code_to_download(built_site, name):
    notebook = nbformat.read(ROOT / name, as_version=4)
    path = built_site / name.replace(".ipynb", ".html")
    text = path.read_text(encoding="utf-8")
    title = notebook.cells[0].source.splitlines()[0].lstrip("# ")
    assert title in re.sub(r"<[^>]*>", "", text)
    downloads = [path.parent / link for link in page(path).links if link.endswith(".ipynb")]
    has_code = any(cell.cell_type == "code" for cell in notebook.cells)
    expected = [(ROOT / name).read_bytes()] * has_code
    assert [download.read_bytes() for download in downloads] == expected


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_pictures_and_panels_of_a_notebook_are_on_its_page(built_site, name):
    outputs = [
        output
        for cell in nbformat.read(ROOT / name, as_version=4).cells
        for output in cell.get("outputs", [])
        if "data" in output
    ]
    text = (built_site / name.replace(".ipynb", ".html")).read_text(encoding="utf-8")
    live = sum(PANEL in output.metadata for output in outputs)
    kinds = [output.data.keys() for output in outputs]
    pictures = sum("image/png" in data and "text/html" not in data for data in kinds)
    assert text.count(LIVE) == live
    assert text.count('class="course-picture"') >= pictures - live
    assert ("panels.js" in text) == bool(live)
    assert "widget-view" not in text


def test_the_reference_explains_every_public_name(built_site):
    explained = set().union(*(page(path).ids for path in (built_site / "api").glob("*.html")))
    assert {f"course_lib.{name}" for name in course_lib.__all__} <= explained


def test_pages_can_be_read_by_ear(built_site):
    for path in pages(built_site):
        found = page(path)
        assert found.language == "en", path
        assert all(found.alts), path  # every picture has words
        if found.levels:
            assert found.levels[0] == 1, path
            assert found.levels.count(1) == 1, path
            steps = zip(found.levels, found.levels[1:], strict=False)
            assert all(after <= before + 1 for before, after in steps), path


def test_no_page_tells_where_it_was_made(built_site):
    for path in pages(built_site):
        text = path.read_text(encoding="utf-8")
        assert str(ROOT) not in text, path
        assert posixpath.dirname(built_site.as_posix()) not in text, path


def test_formulas_are_set_without_a_script(built_site):
    path = built_site / "notebooks" / "06_tango_intervals.html"
    text = path.read_text(encoding="utf-8")
    assert text.count("<math") > 20
    assert not [load for load in page(path).loads if "mathjax" in load.lower()]
    article = re.sub(r"<(pre|code|script)\b.*?</\1>", "", text, flags=re.DOTALL)
    assert re.findall(r"\\(?:frac|sqrt|alpha|hat)|\$\$", article) == []


def test_the_reproduction_leads_to_the_lessons_and_back(built_site):
    links = page(built_site / "reproduction" / "index.html").links
    assert "../index.html" in links
    assert "../notebooks/04_two_classifiers.html" in links
