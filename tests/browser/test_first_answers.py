"""In JupyterLab the first answer to a checkpoint counts for the board; later ones teach."""

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from course_lib.classroom.bank import QUESTIONS

from .lab import ROOT, Lesson, running_lab
from .panel import wait_until

PICTURES = ROOT / "build" / "screenshots"
#: One for each thing that a reader does; the order is that of the cells below.
RIGHT_AT_FIRST, RIGHT_LATER, CLICKED_THROUGH, SHOWN_AGAIN, WITH_A_HINT, TOLD_LATE = (
    "start-p-value",
    "luck-level",
    "luck-skew",
    "critical-chart",
    "critical-tenfold",
    "critical-dependent",
)
NAMES = (RIGHT_AT_FIRST, RIGHT_LATER, CLICKED_THROUGH, SHOWN_AGAIN, WITH_A_HINT, TOLD_LATE)
BOARD = "from course_lib import progress_board\n\nprogress_board()"
REMARK = "The progress board counts first answers; later ones are there to learn from."


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """The folder of a reader who keeps a board."""
    home = tmp_path_factory.mktemp("first_answers")
    (home / "notebooks").mkdir()
    asked = [f"Checkpoint({name!r})" for name in NAMES]
    sources = ["from course_lib.widgets import Checkpoint", *asked, BOARD]
    notebook = new_notebook(cells=[new_code_cell(source) for source in sources])
    notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3"}
    nbformat.write(notebook, home / "notebooks" / "scratch.ipynb")
    return home


def opened(home):
    return running_lab(None, home, COURSE_PROGRESS=str(home / "progress.json"))


@pytest.fixture(scope="module")
def lesson(browser, home):
    with opened(home) as address:
        lesson = Lesson(browser, address, "scratch.ipynb")
        lesson.open()
        lesson.restart_and_run_all()
        yield lesson
        lesson.close()


def letters(name):
    """The right letter of a question, and the wrong ones."""
    asked = QUESTIONS[name]
    return asked.right, [letter for letter in asked.options if letter != asked.right]


def checkpoint(lesson, name):
    return lesson.page.locator(".course-checkpoint").nth(NAMES.index(name))


def choose(lesson, name, letter):
    checkpoint(lesson, name).locator(f"input[value={letter}]").click()


def says(lesson, name, *words):
    """Wait until the checkpoint says all of it."""
    answer = checkpoint(lesson, name).locator(".course-answer")
    return wait_until(lesson.page, lambda: all(word in answer.inner_text() for word in words))


def says_remark(lesson, name):
    return REMARK in checkpoint(lesson, name).inner_text()


def on_board(lesson, name, outcome):
    """Wait until the board has it."""
    ask = f"from course_lib.classroom import board; print(board.outcomes().get({name!r}))"
    return wait_until(lesson.page, lambda: lesson.ask_kernel(ask) == f"Outcome.{outcome}\n")


def run(lesson, cell):
    """Run one cell, by its number."""
    lesson.page.evaluate(
        """async cell => {
            const app = window.jupyterapp;
            app.shell.currentWidget.content.activeCellIndex = cell;
            await app.commands.execute("notebook:run-cell");
        }""",
        cell,
    )
    lesson.wait_for_widgets()


class BusyKernel:
    """While this lasts, the kernel has no time for what the page sends."""

    def __init__(self, lesson, home):
        self.lesson, self.done = lesson, home / "done"

    def __enter__(self):
        self.done.unlink(missing_ok=True)
        self.lesson.page.evaluate(
            """code => {
                const session = window.jupyterapp.shell.currentWidget.sessionContext.session;
                window.work = session.kernel.requestExecute({code, store_history: false}).done;
            }""",
            "import time\nfrom pathlib import Path\n"
            f"while not Path({str(self.done)!r}).exists(): time.sleep(0.05)",
        )

    def __exit__(self, *_):
        self.done.touch()
        self.lesson.page.evaluate("window.work")


def test_right_at_first_is_a_tick_whatever_is_clicked_then(lesson):
    right, wrong = letters(RIGHT_AT_FIRST)
    for letter in [right, *wrong, right]:
        choose(lesson, RIGHT_AT_FIRST, letter)
        assert on_board(lesson, RIGHT_AT_FIRST, "CORRECT")
    assert says(lesson, RIGHT_AT_FIRST, "✔ Correct. ")
    assert not says_remark(lesson, RIGHT_AT_FIRST)


def test_wrong_at_first_and_right_later_is_no_tick_and_is_told_kindly(lesson):
    right, wrong = letters(RIGHT_LATER)
    choose(lesson, RIGHT_LATER, wrong[0])
    assert on_board(lesson, RIGHT_LATER, "NOT_YET")
    assert says(lesson, RIGHT_LATER, "✘ Not yet, because ")
    assert not says_remark(lesson, RIGHT_LATER)
    choose(lesson, RIGHT_LATER, right)
    assert on_board(lesson, RIGHT_LATER, "LATER")
    because = QUESTIONS[RIGHT_LATER].options[right].because
    assert says(lesson, RIGHT_LATER, "◐ Correct on a later try. ", because, REMARK)


def test_not_a_click_is_lost_while_the_kernel_is_busy(lesson, home):
    right, wrong = letters(CLICKED_THROUGH)
    with BusyKernel(lesson, home):
        for letter in [wrong[0], right, *wrong[1:]]:
            choose(lesson, CLICKED_THROUGH, letter)
    assert on_board(lesson, CLICKED_THROUGH, "LATER")
    choose(lesson, CLICKED_THROUGH, right)
    assert says(lesson, CLICKED_THROUGH, "◐")


def test_the_word_of_a_busy_kernel_comes_when_it_has_time(lesson, home):
    right, wrong = letters(TOLD_LATE)
    with BusyKernel(lesson, home):
        choose(lesson, TOLD_LATE, wrong[0])
        choose(lesson, TOLD_LATE, right)
        assert says(lesson, TOLD_LATE, "✔ Correct. ")  # as far as the page knows
    assert says(lesson, TOLD_LATE, "◐ Correct on a later try. ", REMARK)


def test_a_hint_stays_when_the_kernel_has_noted_the_answer(lesson, home):
    right, wrong = letters(WITH_A_HINT)
    with BusyKernel(lesson, home):
        choose(lesson, WITH_A_HINT, wrong[0])
        choose(lesson, WITH_A_HINT, right)
        checkpoint(lesson, WITH_A_HINT).get_by_role("button", name="Hint").click()
    assert on_board(lesson, WITH_A_HINT, "LATER")
    # The new reply came before the board's word, for a kernel speaks in order.
    assert "Hint 1" in checkpoint(lesson, WITH_A_HINT).inner_text()
    choose(lesson, WITH_A_HINT, wrong[0])
    choose(lesson, WITH_A_HINT, right)
    assert says(lesson, WITH_A_HINT, "◐")


def test_a_checkpoint_that_is_run_again_remembers(lesson):
    right, wrong = letters(SHOWN_AGAIN)
    choose(lesson, SHOWN_AGAIN, wrong[0])
    assert on_board(lesson, SHOWN_AGAIN, "NOT_YET")
    run(lesson, 1 + NAMES.index(SHOWN_AGAIN))
    assert says(lesson, SHOWN_AGAIN, "Not attempted")  # a new one
    choose(lesson, SHOWN_AGAIN, right)
    assert says(lesson, SHOWN_AGAIN, "◐ Correct on a later try. ")
    assert on_board(lesson, SHOWN_AGAIN, "LATER")


def test_the_board_shows_it(lesson):
    run(lesson, 1 + len(NAMES))
    board = lesson.page.locator(".jp-RenderedHTMLCommon", has_text="questions correct").last
    shown = board.inner_text()
    assert shown.startswith("1 of ")
    assert "percent), 5 more on a later try." in shown
    assert "To try again" not in shown
    assert "◐ correct on a later try" in shown
    board.screenshot(path=PICTURES / "first-answers-board.png")
    assert not lesson.page_errors


def test_on_the_second_day_it_shows_what_was_chosen(lesson, browser, home):
    lesson.save()
    with opened(home) as address:
        second_day = Lesson(browser, address, "scratch.ipynb")
        second_day.open()
        second_day.wait_for_widgets()
        for name, sign in [(RIGHT_AT_FIRST, "✔"), (RIGHT_LATER, "◐"), (SHOWN_AGAIN, "◐")]:
            right, _ = letters(name)
            assert checkpoint(second_day, name).locator(f"input[value={right}]").is_checked()
            assert says(second_day, name, sign)
            assert says_remark(second_day, name) == (sign == "◐")
        second_day.close()
