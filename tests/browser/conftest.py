"""One JupyterLab and one browser for each module of tests."""

import pytest

from .available import REQUIRED, chromium, missing
from .lab import ARGUMENTS, ROOT, running_lab


# Not of session scope: while Playwright runs, its event loop keeps others, such as nbval's, out.
@pytest.fixture(scope="module")
def browser():
    if missing():
        (pytest.fail if REQUIRED else pytest.skip)(f"browser tests: {missing()}")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chrome = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        yield chrome
        chrome.close()


@pytest.fixture(scope="module")
def lab(browser, tmp_path_factory):
    """A lab that serves a copy of the lessons."""
    with running_lab(ROOT / "notebooks", tmp_path_factory.mktemp("lab")) as address:
        yield address
