"""The browser tests notice what they are there to notice: tried on panels good and bad."""

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from .lab import Lesson

# A panel whose parts can be left out or made to sulk.
PANEL = """
import io, struct, zlib
import ipywidgets as widgets
from traitlets import Unicode

class Picture(widgets.Image):
    description = Unicode("").tag(sync=True)

def png(shade):
    def part(kind, data):
        check = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + check
    header = struct.pack(">IIBBBBB", 40, 40, 8, 0, 0, 0, 0)
    rows = zlib.compress(bytes([0, *[shade] * 40]) * 40)
    parts = part(b"IHDR", header) + part(b"IDAT", rows) + part(b"IEND", b"")
    return b"\\x89PNG\\r\\n\\x1a\\n" + parts

def panel(name, *, label="size", draws=True, says=True, resets=True, named=True):
    slider = widgets.IntSlider(description=label, value=5, max=9)
    choice = widgets.Dropdown(description="kind", options=["a", "b", "c"])
    again = widgets.Button(description="again")
    reset = widgets.Button(description="reset")
    picture, words = Picture(), widgets.HTML()
    count = 0
    def show(*_):
        shade = 10 * slider.value + choice.index + 5 * count
        if draws or not picture.value:
            picture.value = png(shade)
        if says or not words.value:
            words.value = f"shade {shade}"
            picture.tooltip = words.value if named else ""
    def more(_):
        nonlocal count
        count += 1
        show()
    def back(_):
        nonlocal count
        count = 0
        if resets:
            slider.value, choice.value = 5, "a"
        show()
    slider.observe(show, "value")
    choice.observe(show, "value")
    again.on_click(more)
    reset.on_click(back)
    show()
    picture.add_class("course-picture")
    words.add_class("course-words")
    reset.add_class("course-reset")
    box = widgets.VBox([slider, choice, again, reset, picture, words])
    box.add_class("course-panel")
    box.add_class("course-panel-" + name)
    return box
"""
CELLS = [
    PANEL,
    "panel('good')",
    "panel('still', draws=False)",
    "panel('silent', says=False)",
    "panel('stubborn', resets=False)",
    "panel('nameless', label='', named=False)",
    "panel('wordy', label='a label much too long to be read in full')",
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


@pytest.fixture
def panels(lesson):
    return {panel.name: panel for panel in lesson.panels()}


def test_a_good_panel_passes(panels):
    good = panels["good"]
    good.work_everything()
    assert good.complain_about_names() == []
    times = good.walk(good.controls(".noUi-handle")[0], 15)  # there and back again
    assert len(times) == 15
    good.reset()
    assert good.see() == good.first


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("still", "ArrowRight on 'size' does not change the picture"),
        ("silent", "changes neither the words nor the picture's name"),
        ("stubborn", "reset leaves"),
    ],
)
def test_a_bad_panel_does_not(panels, name, message, monkeypatch):
    monkeypatch.setattr("tests.browser.panel.WAIT", 2_000)  # nothing will come
    with pytest.raises(AssertionError, match=message):
        panels[name].work_everything()


def test_missing_and_unreadable_names_are_noticed(panels):
    assert len(panels["nameless"].complain_about_names()) == 2  # the slider, the picture
    (complaint,) = panels["wordy"].complain_about_names()
    assert "cut off" in complaint


def test_errors_and_warnings_are_seen(lesson):
    assert any(output.get("name") == "stderr" for output in lesson.outputs())
    assert any(output["output_type"] == "error" for output in lesson.outputs())
    assert lesson.code_cells()[-1]["execution_count"] is None
    assert any("ours" in error for error in lesson.page_errors)


def test_a_request_to_another_machine_is_noticed(lesson):
    assert set(lesson.foreign_requests) == {"https://example.org/away.png"}
