"""What can be typed into the field of a number, and what is refused."""

import math

import pytest

MODULES = ("controls.js",)


@pytest.fixture(scope="module")
def typed(front):
    page = front(*MODULES)
    return lambda *texts: page.call("controls.js", "typed", [[text] for text in texts])


def test_numbers_as_people_type_them(typed):
    texts = {"12": 12, " 1,000 ": 1000, "1,234,567.5": 1234567.5, "0.05": 0.05, ".5": 0.5}
    texts |= {"5 %": 0.05, "-3": -3, "\u22123": -3, "1e-3": 0.001, "1E6": 1e6, "99.9%": 0.999}
    assert typed(*texts) == pytest.approx(list(texts.values()))


def test_what_may_mean_something_else_is_refused(typed):
    for found in typed("2,5", "1,00", "1,0000", "", " ", "%", "ten", "1 2", "1.2.3", "--1", "e5"):
        assert math.isnan(float(found))
