"""The browser tests notice what they are there to notice: tried on panels good and bad."""

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from course_lib.widgets.bundle import as_script
from course_lib.widgets.controls import Choice, Number
from course_lib.widgets.static import live_place

from .lab import Lesson
from .live import open_page
from .panel import Panel, wait_until

CONTROLS = {
    "size": Number("size", 5, 0, 9),
    "kind": Choice("kind", "a", [("first", "a"), ("second", "b")]),
}
# A panel whose parts can be made to sulk: what it shows, its words, its way back.
PANEL = """
const dot = (v, more = "") => `<svg width="300" height="60"><text x="9" y="20">size ${v.size}</text>
    <circle cx="${50 + 9 * v.size}" cy="40" r="${v.kind === "a" ? 5 : 9}"/>${more}</svg>`;
const said = v => ({ picture: dot(v), words: `size ${v.size}, ${v.kind}`, alt: "a dot" });
const shows = {
    good: said,
    slow: function* (v) { for (let i = 0; i < 40; i++) yield pause(); return said(v); },
    still: v => ({ ...said(v), picture: dot({ size: 1, kind: "a" }) }),
    silent: v => ({ ...said(v), words: "always the same" }),
    crossed: v => ({ ...said(v), picture: dot(v, '<text x="12" y="22">in its way</text>') }),
    stubborn: said, // its reset leads elsewhere
};
const pause = () => { const end = performance.now() + 2; while (performance.now() < end); };
for (const name in shows) shows[name] = M["panel.js"].panel({ show: shows[name] });
M["host.js"].mountAll(shows, {});
"""


@pytest.fixture
def bad(browser, tmp_path):
    """A function that opens one of the panels above."""
    context = browser.new_context()

    def opened(name, controls=CONTROLS):
        first = {key: control.first for key, control in controls.items()}
        back = {**first, "size": 4} if name == "stubborn" else first
        specs = {key: control.spec() for key, control in controls.items()}
        spec = {"panel": name, "controls": specs, "first": back}
        place = live_place(name, {"spec": spec, "data": {}, **first})
        script = as_script("host.js", "panel.js", then=PANEL)
        body = f"{place}<script>{script}</script>"
        page = open_page(context, tmp_path / "page.html", name, body)
        return Panel(page, page.query_selector(".course-panel"))

    yield opened
    context.close()


@pytest.mark.parametrize("name", ["good", "slow"])
def test_a_good_panel_passes(bad, name):
    panel = bad(name)
    panel.work_everything()
    assert panel.nameless() == []
    assert panel.crossed() == []
    assert panel.milliseconds(lambda: panel.find("input[type=range]")[0].press("End")) > 0


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("still", "Home on size changes no picture"),
        ("silent", "changes neither the words nor the picture's name"),
        ("stubborn", "reset leaves"),
    ],
)
def test_a_bad_panel_does_not(bad, name, message):
    with pytest.raises(AssertionError, match=message):
        bad(name).work_everything()


def test_labels_in_each_others_way_and_missing_names_are_noticed(bad):
    assert bad("crossed").crossed() == [["size 5", "in its way"]]
    nameless = {"size": Number(" ", 5, 0, 9), "kind": CONTROLS["kind"]}
    assert len(bad("good", nameless).nameless()) == 2  # the slider and its field


# --- In JupyterLab --------------------------------------------------------------------------------

CELLS = [
    "from course_lib.widgets import BestOfC, Checkpoint\n\npanel = BestOfC(competitors=100)\npanel",
    "checkpoint = Checkpoint('luck-level')\ncheckpoint",
    "Checkpoint('luck-skew')",
    "from course_lib.widgets import Power\n\nPower()",
    "from IPython.display import HTML\nHTML('<img src=\"https://example.org/away.png\">')",
    "from IPython.display import Javascript\n"
    "Javascript('setTimeout(() => { throw new Error(\"ours\"); })')",
    "import warnings\nwarnings.warn('this goes to stderr')",
    "1 / 0",
    "'never reached'",
]


@pytest.fixture(scope="module")
def lesson(browser, lab, lab_home):
    notebook = new_notebook(cells=[new_code_cell(source) for source in CELLS])
    notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3"}
    nbformat.write(notebook, lab_home / "notebooks" / "scratch.ipynb")
    lesson = Lesson(browser, lab, "scratch.ipynb")
    lesson.open()
    lesson.restart_and_run_all()
    yield lesson
    lesson.close()


def test_python_reads_what_the_reader_set_and_sets_what_the_reader_sees(lesson):
    panel, _ = lesson.panels()
    assert "The best of 100 classifiers" in panel.see()["words"]
    panel.find("input[type=range]")[0].press("End")
    read = "print(panel.competitors, panel.values['alpha'])"
    assert wait_until(lesson.page, lambda: lesson.ask_kernel(read) == "1000000 0.01\n")
    lesson.ask_kernel("panel.set(competitors=7, metric='accuracy')")
    assert wait_until(lesson.page, lambda: "The best of 7 classifiers" in panel.see()["words"])
    assert "best accuracy" in panel.see()["words"]
    assert "from 1 to 1000000" in lesson.ask_kernel("panel.competitors = 0").replace(",", "")
    panel.reset()


def test_a_checkpoint_counts_on_the_board(lesson):
    board = "from course_lib.classroom import board; print(board.outcomes().get('luck-level'))"
    assert lesson.ask_kernel(board) == "None\n"
    lesson.page.query_selector(".course-checkpoint input[value=a]").press("Space")
    assert wait_until(lesson.page, lambda: "Outcome." in lesson.ask_kernel(board))


def test_widgets_of_one_notebook_keep_out_of_each_others_way(lesson):
    # JupyterLab loads the module anew for each: names must be the page's, not the module's.
    ticked = "boxes => boxes.map(box => box.querySelectorAll(':checked').length)"
    for checkpoint in lesson.page.query_selector_all(".course-checkpoint"):
        checkpoint.query_selector("input[value=b]").press("Space")
    assert lesson.page.eval_on_selector_all(".course-checkpoint", ticked) == [1, 1]
    ids = "parts => parts.map(part => part.id)"
    names = lesson.page.eval_on_selector_all(".course-live-part [id]", ids)
    assert len(set(names)) == len(names)
    for panel in lesson.panels():
        assert not panel.nameless()


def test_errors_and_warnings_are_seen(lesson):
    assert any(output.get("name") == "stderr" for output in lesson.outputs())
    assert any(output["output_type"] == "error" for output in lesson.outputs())
    assert lesson.code_cells()[-1]["execution_count"] is None
    assert any("ours" in error for error in lesson.page_errors)


def test_a_request_to_another_machine_is_noticed(lesson):
    assert set(lesson.foreign_requests) == {"https://example.org/away.png"}
