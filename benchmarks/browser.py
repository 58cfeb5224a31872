"""How long a reader waits for a panel: from a key press to the new picture, in a real browser.

python -m benchmarks.browser
"""

import statistics
import tempfile
from pathlib import Path

from tests.browser.available import chromium, missing
from tests.browser.lab import ARGUMENTS, ROOT, Lesson, running_lab

PRESSES = 15


def browser():
    """Median milliseconds of a redraw, for each lesson's panels with a slider."""
    print("From a key press to a new picture in JupyterLab, median milliseconds")
    if missing():
        print(f"                not measured: {missing()}")
        return
    from playwright.sync_api import sync_playwright

    with (
        tempfile.TemporaryDirectory() as home,
        sync_playwright() as playwright,
        running_lab(ROOT / "notebooks", Path(home)) as address,
    ):
        chrome = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        for path in sorted((ROOT / "notebooks").glob("0[0-9]_*.ipynb")):
            lesson = Lesson(chrome, address, path.name)
            lesson.open()
            lesson.restart_and_run_all()
            told = []
            for panel in lesson.panels():
                for slider in panel.controls(".noUi-handle")[:1]:
                    median = statistics.median(panel.walk(slider, PRESSES))
                    told.append(f"{panel.name} {median:.0f}")
            lesson.close()
            if told:
                print(f"                {path.stem}: {', '.join(told)}", flush=True)
        chrome.close()


if __name__ == "__main__":
    browser()
