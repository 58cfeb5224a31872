"""One JupyterLab and one browser for all tests in here."""

import pytest

from .available import REQUIRED, chromium, missing
from .front import Front
from .lab import ARGUMENTS, ROOT, running_lab


# Not of session scope: while Playwright runs, its event loop keeps others, such as nbval's, out.
@pytest.fixture(scope="package")
def browser():
    if missing():
        (pytest.fail if REQUIRED else pytest.skip)(f"browser tests: {missing()}")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chrome = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        yield chrome
        chrome.close()


@pytest.fixture(scope="package")
def lab_home(tmp_path_factory):
    return tmp_path_factory.mktemp("lab")


@pytest.fixture(scope="package")
def lab(browser, lab_home):
    """A lab that serves a copy of the lessons."""
    with running_lab(ROOT / "notebooks", lab_home) as address:
        yield address


@pytest.fixture(scope="module")
def front(browser):
    """Modules of the front end in a page of their own: `front("words.js").call(...)`."""
    context = browser.new_context()
    yield lambda *modules: Front(context.new_page(), *modules)
    context.close()
