"""Type I errors in the browser: the same rates, verdicts and words as Python's."""

import itertools

from course_lib.widgets import TypeIError

from .told import Said


def test_the_same_words_as_python_for_every_setting(browser):
    panel = TypeIError()
    options = [[value for _, value in control.options] for control in panel.controls.values()]
    values = [dict(zip(panel.controls, one, strict=True)) for one in itertools.product(*options)]
    assert len(values) == 288
    assert not Said(browser.new_page(), panel).differ_from_python(values)
