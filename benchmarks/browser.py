"""How long a reader waits for a panel: from a move of a control to the new picture.

python -m benchmarks.browser

Every control of every panel is walked through with keys, in JupyterLab, on a page opened from a
file, and on such a page on a phone whose processor is slowed fourfold. For each panel the median
and the 95th percentile of all its moves, in milliseconds.
"""

import statistics
import tempfile
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_notebook

from tests.browser.available import chromium, missing
from tests.browser.lab import ARGUMENTS, Lesson, running_lab
from tests.browser.live import PANELS, LivePanel

#: Moves of a control to and fro.
KEYS = ("Home", *["ArrowRight"] * 4, "End", *["ArrowLeft"] * 4)
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SLOWER = 4
#: Milliseconds, median and 95th percentile.
TARGETS = {"JupyterLab": (50, 100), "page": (50, 100), "slow phone": (100, 250)}


def moves(panel):
    """Keys on every slider, every option of every list, every box there and back."""
    for slider in panel.find("input[type=range]"):
        for key in KEYS:
            yield lambda s=slider, k=key: s.press(k)
    for select in panel.find("select"):
        count = select.evaluate("s => s.options.length")
        for i in (*range(count), *reversed(range(count))):
            yield lambda s=select, i=i: s.select_option(index=i)
    for box in panel.find("input[type=checkbox]"):
        for _ in range(2):
            yield lambda b=box: b.press("Space")


def times(panel):
    """Milliseconds of all moves that change the picture."""
    found = []
    for move in moves(panel):
        before = panel.see()["controls"]
        spent = panel.milliseconds(move, limit=2_000)
        if spent is not None and panel.see()["controls"] != before:
            found.append(spent)
    return found


def told(found):
    """Median and 95th percentile."""
    return statistics.median(found), statistics.quantiles(found, n=20)[-1]


def in_jupyterlab(chrome):
    """The times of each panel, all in one notebook."""
    with tempfile.TemporaryDirectory() as home:
        notebooks = Path(home) / "source"
        notebooks.mkdir()
        cells = [new_code_cell(f"from course_lib.widgets import {n}\n\n{n}()") for n in PANELS]
        notebook = new_notebook(cells=cells)
        notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3"}
        nbformat.write(notebook, notebooks / "all.ipynb")
        (Path(home) / "lab").mkdir()
        with running_lab(notebooks, Path(home) / "lab") as address:
            lesson = Lesson(chrome, address, "all.ipynb")
            lesson.open()
            lesson.restart_and_run_all()
            found = [times(panel) for panel in lesson.panels()]
            lesson.close()
    return dict(zip(PANELS, found, strict=True))


def on_a_page(chrome, slower=1, **screen):
    """The times of each panel on a page of its own."""
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for name in PANELS:
            context = chrome.new_context(**screen)
            panel = LivePanel(context, Path(folder), name)
            if slower > 1:
                session = context.new_cdp_session(panel.page)
                session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
            found[name] = times(panel)
            context.close()
    return found


def browser():
    """A line for each panel, and whether all of them meet the targets."""
    print("From a move of a control to the new picture, milliseconds: median, 95th percentile")
    if missing():
        print(f"                not measured: {missing()}")
        return
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chrome = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        found = {
            "JupyterLab": in_jupyterlab(chrome),
            "page": on_a_page(chrome, viewport={"width": 940, "height": 700}),
            "slow phone": on_a_page(chrome, SLOWER, **PHONE),
        }
        chrome.close()
    print(f"{'':18}" + "".join(f"{where:>16}" for where in found))
    met = dict.fromkeys(found, True)
    for name in PANELS:
        line = f"{name:18}"
        for where, panels in found.items():
            median, late = told(panels[name])
            met[where] &= median <= TARGETS[where][0] and late <= TARGETS[where][1]
            line += f"{f'{median:.0f}, {late:.0f}':>16}"
        print(line, flush=True)
    for where, (median, late) in TARGETS.items():
        verdict = "met by all" if met[where] else "MISSED"
        print(f"{where}: target {median} and {late}: {verdict}")


if __name__ == "__main__":
    browser()
