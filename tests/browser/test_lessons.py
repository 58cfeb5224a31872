"""Every lesson runs in JupyterLab, and every widget in it does something, by keyboard."""

import pytest

from .lab import ROOT, WIDGET, Lesson
from .panel import wait_until

LESSONS = sorted(path.name for path in (ROOT / "notebooks").glob("[0-9][0-9]_*.ipynb"))
PICTURES = ROOT / "build" / "screenshots"
FAILED_WIDGETS = ("Click to show javascript error", "Error displaying widget", "Loading widget")


@pytest.fixture(scope="module", params=LESSONS)
def lesson(request, lab, browser):
    """A lesson, run from top to bottom."""
    lesson = Lesson(browser, lab, request.param)
    lesson.open()
    lesson.restart_and_run_all()
    yield lesson
    lesson.close()


def test_it_runs_from_top_to_bottom(lesson):
    lesson.photograph(PICTURES / lesson.name.replace(".ipynb", ".png"))
    cells = lesson.code_cells()
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    for output in lesson.outputs():
        assert output["output_type"] != "error", output
        assert output.get("name") != "stderr", output
    shown = lesson.page.locator(".jp-Notebook").inner_text()
    for failure in FAILED_WIDGETS:
        assert failure not in shown


def test_every_panel_is_found(lesson):
    # A panel brings a still picture for those who cannot run it; no other widget does.
    bundles = [output.get("data", {}).keys() for output in lesson.outputs()]
    assert len(lesson.panels()) == sum({WIDGET, "image/png"} <= bundle for bundle in bundles)


def test_every_control_changes_the_picture(lesson):
    for panel in lesson.panels():
        name = f"{lesson.name.removesuffix('.ipynb')}-{panel.name}.png"
        panel.element.screenshot(path=PICTURES / name)
        assert not panel.nameless()
        panel.work_everything()


def test_every_checkpoint_answers_by_keyboard(lesson):
    for checkpoint in lesson.page.query_selector_all(".course-checkpoint"):
        answer = checkpoint.query_selector(".course-answer")
        assert "Not attempted" in answer.inner_text()
        seen = {answer.inner_text()}
        checkpoint.query_selector("button").press("Enter")
        assert wait_until(lesson.page, lambda a=answer: "Hint 1" in a.inner_text())
        seen.add(answer.inner_text())
        for option in checkpoint.query_selector_all("input[type=radio]"):
            option.press("Space")
            assert wait_until(lesson.page, lambda a=answer, s=seen: a.inner_text() not in s)
            seen.add(answer.inner_text())
        assert sum("Correct" in text for text in seen) == 1


def test_nothing_goes_wrong_behind_the_page(lesson):
    assert not lesson.page_errors
    assert not lesson.foreign_requests
