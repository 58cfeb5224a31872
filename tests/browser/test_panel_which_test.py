"""Which test? in the browser: Python's advice, and what makes no difference is grey."""

import itertools

from course_lib.widgets import WhichTest
from course_lib.widgets.which_test import idle_answers

from .front import Front
from .live import LivePanel
from .told import Said

MODULE = "panels/which_test.js"


def every_answer():
    panel = WhichTest()
    options = [[value for _, value in control.options] for control in panel.controls.values()]
    return [dict(zip(panel.controls, one, strict=True)) for one in itertools.product(*options)]


def test_the_same_words_as_python_for_every_answer(browser):
    assert not Said(browser.new_page(), WhichTest()).differ_from_python(every_answer())


def test_what_makes_no_difference_is_grey(browser, tmp_path):
    context = browser.new_context()
    live = LivePanel(context, tmp_path, "WhichTest")
    names, seen = list(WhichTest.controls), set()
    for answers in every_answer():
        for name, value in answers.items():
            texts = {option: text for text, option in WhichTest.controls[name].options}
            live.page.select_option(f"select[name={name}]", label=texts[value])
        live.settle()
        assert live.values() == answers
        grey = live.page.query_selector_all(".course-idle select")
        idle = [select.get_attribute("name") for select in grey]
        assert idle == idle_answers(answers)
        assert live.page.locator(".course-picture circle.other").count() == len(idle)
        seen.update(idle)
    assert seen == set(names[1:])
    context.close()


def test_long_texts_are_cut_between_words_into_lines_that_fit(browser):
    front = Front(browser.new_page(), MODULE)
    text = "The corrected resampled t test for repeated cross-validation"
    for room in range(60, 500, 20):
        (lines,) = front.call(MODULE, "wrapped", [[text, room]])
        assert " ".join(lines) == text
        assert all(0.56 * 13 * len(line) <= room or " " not in line for line in lines)
