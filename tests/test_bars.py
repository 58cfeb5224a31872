"""A bar for long work, nothing for short work, nothing where nobody looks."""

import io
import re
import sys
from textwrap import dedent

import nbformat
import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook

from course_lib import critical_value_table, simulate_null
from course_lib.common.bars import NoBar, progress_bar


def test_a_bar_on_request(monkeypatch):
    written = io.StringIO()
    monkeypatch.setattr(sys, "stderr", written)
    simulate_null("auc", 10, 10, 1000, seed=1, progress=True)
    assert "random rankings, auc" in written.getvalue()
    assert "1.00k" in written.getvalue()
    critical_value_table("accuracy", [5, 6], [7], 10, progress=True)
    assert "critical values of accuracy" in written.getvalue()


def test_no_bar_where_nobody_looks(monkeypatch, capsys):
    assert isinstance(progress_bar(10, "work"), NoBar)
    assert isinstance(progress_bar(10, "work", show=False), NoBar)
    simulate_null("auc", 10, 10, 1000, seed=1)
    assert capsys.readouterr().err == ""


def test_bars_can_be_switched_off_for_stored_outputs(monkeypatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("COURSE_BARS", "off")
    assert isinstance(progress_bar(10, "work"), NoBar)
    monkeypatch.delenv("COURSE_BARS")
    with progress_bar(10, "work") as bar:
        assert not isinstance(bar, NoBar)


def test_short_work_in_a_terminal_shows_nothing(monkeypatch):
    monkeypatch.delenv("COURSE_BARS", raising=False)

    class Terminal(io.StringIO):
        def isatty(self):
            return True

    written = Terminal()
    monkeypatch.setattr(sys, "stderr", written)
    simulate_null("auc", 10, 10, 1000, seed=1)
    assert written.getvalue() == ""


# --- In a notebook: a real kernel, and what is stored ---------------------------------------------

BEGIN = """
import os, threading
from course_lib import simulate_null
from course_lib.common import bars, notebook_bar
from course_lib.common.bars import progress_bar
notebook_bar._SECONDS_BETWEEN_PICTURES = 0  # every step is drawn
"""
CELLS = {
    "one": """
        print("before")
        with progress_bar(4, "<work>", True, "steps") as bar:
            for _ in range(4):
                bar.update(1)
        print("after")
        7
        """,
    "two, one after the other": """
        for total in (2, 3):
            with progress_bar(total, "work", True) as bar:
                bar.update(total)
        """,
    "two, one in the other": """
        with progress_bar(2, "outer", True) as outer:
            for _ in range(2):
                with progress_bar(3, "inner", True) as inner:
                    inner.update(3)
                outer.update(1)
        """,
    "nobody knows how long": """
        with progress_bar(None, "work", True, "steps") as bar:
            bar.update(1500)
        """,
    "an error": """
        with progress_bar(4, "work", True) as bar:
            bar.update(1)
            raise ZeroDivisionError
        """,
    "Ctrl-C": """
        with progress_bar(4, "work", True) as bar:
            bar.update(1)
            raise KeyboardInterrupt
        """,
    "threads": """
        with progress_bar(400, "work", True) as bar:
            work = lambda: [bar.update(1) for _ in range(100)]
            threads = [threading.Thread(target=work) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        late = threading.Thread(target=bar.update, args=[1])
        late.start()
        late.join()
        """,
    "the library's": "simulate_null('auc', 10, 10, 1000, seed=1, progress=True).size",
    "switched off": """
        bars._DELAY_SECONDS = 0
        with progress_bar(4, "work") as bar:
            bar.update(4)
        """,
    "while grading": """
        del os.environ["COURSE_BARS"]
        os.environ["NBGRADER_EXECUTION"] = "autograde"
        with progress_bar(4, "work") as bar:
            bar.update(4)
        """,
    "for a reader": """
        del os.environ["NBGRADER_EXECUTION"]
        with progress_bar(4, "work") as bar:
            bar.update(4)
        """,
    "short work": """
        bars._DELAY_SECONDS = 3600
        with progress_bar(4, "work") as bar:
            bar.update(4)
        """,
}
EMPTY = {"output_type": "display_data", "data": {"text/html": ""}, "metadata": {}}


class Watched(NotebookClient):
    """A notebook client that remembers what it was told to draw, cell by cell."""

    def __init__(self, notebook):
        super().__init__(notebook, allow_errors=True, timeout=120, kernel_name="python3")
        self.drawn = {}

    def process_message(self, message, cell, cell_index):
        if message["msg_type"] in ("display_data", "update_display_data"):
            data = message["content"]["data"]
            self.drawn.setdefault(cell.metadata.name, []).append(data)
        return super().process_message(message, cell, cell_index)


@pytest.fixture(scope="module")
def run():
    """The notebook after its run, by the names of its cells, and all that was drawn meanwhile."""
    cells = {"begin": BEGIN, **{name: dedent(code) for name, code in CELLS.items()}}
    notebook = new_notebook(
        cells=[new_code_cell(code, metadata={"name": name}) for name, code in cells.items()]
    )
    client = Watched(notebook)
    client.execute()
    return notebook, {cell.metadata.name: cell.outputs for cell in notebook.cells}, client.drawn


def words(drawn):
    return [data.get("text/plain", "") for data in drawn]


def test_a_bar_in_a_notebook_is_drawn_in_place(run):
    _, _, drawn = run
    said = words(drawn["one"])
    assert said[0] == "<work>: 0 of 4 steps, 0 %"
    assert [text.partition(" %")[0] for text in said[1:5]] == [
        f"<work>: {done} of 4 steps, {25 * done}" for done in (1, 2, 3, 4)
    ]
    assert re.fullmatch(r".* 25 %, \d+ s left", said[1])
    assert drawn["one"][2]["text/html"].startswith(
        '<div><progress aria-label="&lt;work&gt;" max="4" value="2"></progress> &lt;work&gt;: 2 of'
    )
    assert words(drawn["nobody knows how long"]) == ["work: 0 steps", "work: 1,500 steps", ""]
    assert (
        '<progress aria-label="work"></progress>' in drawn["nobody knows how long"][1]["text/html"]
    )
    assert said[-1] == words(drawn["threads"])[-1] == ""
    assert words(drawn["threads"])[-2] == "work: 400 of 400, 100 %"
    assert (
        words(drawn["the library's"])[-2] == "random rankings, auc: 1,000 of 1,000 rankings, 100 %"
    )
    assert "work: 4 of 4, 100 %" in words(drawn["for a reader"])


def test_nothing_but_an_empty_place_is_stored(run):
    notebook, outputs, _ = run
    before, place, after, result = outputs["one"]
    assert (before["text"], after["text"], result["data"]) == (
        "before\n",
        "after\n",
        {"text/plain": "7"},
    )
    assert place == EMPTY
    assert outputs["two, one after the other"] == [EMPTY]
    assert outputs["two, one in the other"] == [EMPTY, EMPTY]
    assert outputs["threads"] == outputs["nobody knows how long"] == [EMPTY]
    assert outputs["for a reader"] == [EMPTY]
    place, result = outputs["the library's"]
    assert place == EMPTY
    for name in ("switched off", "while grading", "short work", "begin"):
        assert outputs[name] == [], name
    for name, error in (("an error", "ZeroDivisionError"), ("Ctrl-C", "KeyboardInterrupt")):
        place, traceback = outputs[name]
        assert place == EMPTY
        assert traceback["ename"] == error
    assert "widget" not in nbformat.writes(notebook)
    nbformat.validate(notebook)


def test_what_is_stored_cannot_be_seen_and_costs_no_points(run):
    from nbconvert import HTMLExporter
    from nbgrader.utils import determine_grade

    _, outputs, _ = run
    cell = new_code_cell("pass", outputs=outputs["threads"])
    page = HTMLExporter().from_notebook_node(new_notebook(cells=[cell]))[0]
    (shown,) = re.findall(
        r'<div class="[^"]*jp-OutputArea-child[^"]*">(.*?)</div>\s*</div>', page, re.S
    )
    assert re.sub(r"<[^>]*>", "", shown).strip() == ""
    cell.metadata.nbgrader = {"grade": True, "solution": False, "points": 3}
    assert determine_grade(cell) == (3, 3)
