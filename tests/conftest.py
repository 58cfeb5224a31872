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
