"""What all tests share."""

import sys

import pytest


@pytest.fixture(autouse=True)
def no_figure_stays_open():
    """Close what a test drew: matplotlib warns from 20 open figures on, whoever left them open."""
    yield
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")


@pytest.fixture
def ax():
    """Where a test draws."""
    from course_lib.plots import figure

    return figure()[1]


@pytest.fixture(scope="session")
def built_site(tmp_path_factory):
    """The web site, with the reproduction of one source: all four take longer than the rest."""
    from course_lib.reports.reproduction import reproduce
    from tools.build_site import build_site

    home = tmp_path_factory.mktemp("site")
    reproduce(home / "reproduction", ["lecture"])
    build_site(home / "pages", home / "work", home / "reproduction")
    return home / "pages"


@pytest.fixture(scope="session")
def built_slides(tmp_path_factory):
    """The decks of all lessons, in a folder with a name that addresses must not trip over."""
    from tools.slides import LESSONS, write_decks

    folder = tmp_path_factory.mktemp("slides") / 'Vorträge, "2. Teil" #1'
    write_decks(folder, list(LESSONS))
    return folder
