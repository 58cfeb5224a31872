"""Is there a browser to test with? `python -m tests.browser.available` answers in words."""

import importlib.util
import os
import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome")
REQUIRED = os.environ.get("COURSE_REQUIRE_BROWSER") == "1"


def chromium():
    """The path of the first Chromium found, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def missing():
    """What is missing for the browser tests, in words; empty when nothing is."""
    if not chromium():
        return f"no Chromium found (looked for {', '.join(NAMES)})"
    if not importlib.util.find_spec("playwright"):
        return "the Python package playwright is not installed (`make setup` does)"
    return ""


if __name__ == "__main__":
    if missing():
        print(f"Browser tests {'WILL FAIL' if REQUIRED else 'are SKIPPED'}: {missing()}.")
