"""Links in JupyterLab: from a lesson to a word in the glossary, and from the board to a lesson."""

import pytest

from .lab import ROOT, Lesson
from .panel import wait_until

PICTURES = ROOT / "build" / "screenshots"

# The name of the notebook in front, and the headings of words that can be seen in it.
IN_FRONT = """() => {
    const panel = window.jupyterapp.shell.currentWidget;
    const frame = panel.content.node.getBoundingClientRect();
    const seen = [...panel.node.querySelectorAll("h3")].filter(heading => {
        const box = heading.getBoundingClientRect();
        return box.height && box.top >= frame.top - 5 && box.bottom <= frame.bottom;
    });
    return {name: panel.title.label, seen: seen.map(h => h.textContent.replace("¶", ""))};
}"""


@pytest.fixture
def start(lab, browser):
    lesson = Lesson(browser, lab, "00_start_here.ipynb")
    lesson.open()
    yield lesson
    lesson.close()


def follow(lesson, selector):
    """Click a link in the first lesson, whatever is in front."""
    lesson.page.evaluate("""name => {
        window.jupyterapp.commands.execute("docmanager:open", {path: name});
    }""", lesson.name)  # fmt: skip
    link = lesson.page.locator(selector).first
    link.scroll_into_view_if_needed()
    link.click()


def test_a_link_opens_the_glossary_and_goes_to_the_word(start):
    word = '.jp-RenderedMarkdown a[href*="cell-id=p-value"]'
    follow(start, word)
    in_front = lambda: start.page.evaluate(IN_FRONT)  # noqa: E731
    assert wait_until(start.page, lambda: in_front()["name"] == "glossary.ipynb")
    # Now and then JupyterLab looks for the word before it has laid the page out, and stays at its
    # top. Once the page is open it goes there every time.
    follow(start, word)
    assert wait_until(start.page, lambda: "p-value" in in_front()["seen"][:2])
    start.page.screenshot(path=PICTURES / "glossary-p-value.png")


def test_the_board_links_to_lessons(start):
    start.restart_and_run_all()
    board = '.jp-RenderedHTML a[href*="03_critical_values.ipynb"]'
    start.page.locator(board).first.scroll_into_view_if_needed()
    start.page.screenshot(path=PICTURES / "progress-board.png")
    follow(start, board)
    opened = lambda: start.page.evaluate(IN_FRONT)["name"] == "03_critical_values.ipynb"  # noqa: E731
    assert wait_until(start.page, opened)
