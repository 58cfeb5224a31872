"""The classroom: what the checker says, what the board keeps, how exercises are made."""

import importlib.util
import json
import re
import shutil
import subprocess
import sys
import warnings
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path

import nbformat
import numpy as np
import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook

from course_lib import check, hint, progress_board, reset_progress, solution
from course_lib.classroom import board, calling, desk, generate
from course_lib.classroom.bank import QUESTIONS, ROWS
from course_lib.classroom.questions import ChoiceQuestion, FunctionQuestion, WrittenQuestion
from course_lib.classroom.replies import Outcome, not_yet

ROOT = Path(__file__).parent.parent
SOURCES = sorted((ROOT / "solutions").glob("*/*.ipynb"))
STARTERS = sorted((ROOT / "exercises").glob("*/*.ipynb"))
CHECKED = [name for name, question in QUESTIONS.items() if question.checked]
EXERCISES = [name for row in ROWS for name in row.exercises.names]
FUNCTIONS = [name for name in CHECKED if isinstance(QUESTIONS[name], FunctionQuestion)]


@pytest.fixture(autouse=True)
def _a_new_learner(monkeypatch, tmp_path):
    """Nobody has answered anything, and no grader is at work."""
    monkeypatch.setenv("COURSE_PROGRESS", str(tmp_path / "progress.json"))
    monkeypatch.delenv("NBGRADER_EXECUTION", raising=False)
    monkeypatch.setattr(board, "_memory", {})
    monkeypatch.setattr(desk, "_hints_given", {})


def reply_to(name, answer):
    return QUESTIONS[name].check(answer)


# --- What the checker says ----------------------------------------------------------------------


def test_an_answer_is_correct_not_yet_or_not_attempted(capsys):
    check("first-winner", 0.753125)
    check("first-winner", 0.5)
    check("first-winner", ...)
    said = capsys.readouterr()
    first, second, third = said.out.splitlines()
    assert first.startswith("✔ Correct. ")
    assert second.startswith("✘ Not yet, because 0.5 is not it.")
    assert third.startswith("○ Not attempted. ")
    assert said.err == ""


def only_a_docstring(*_):
    """To be written."""


def only_pass(*_):
    pass


def only_dots(*_): ...


def returns_dots(*_):
    return ...


@pytest.mark.parametrize("name", CHECKED)
@pytest.mark.parametrize("answer", [..., None], ids=str)
def test_what_a_starter_leaves_open_is_not_attempted(name, answer):
    reply = reply_to(name, answer)
    assert reply.outcome is Outcome.NOT_ATTEMPTED
    assert f'hint("{name}")' in reply.reason


@pytest.mark.parametrize("stub", [only_a_docstring, only_pass, only_dots, returns_dots])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_without_a_body_is_not_attempted(name, stub):
    assert reply_to(name, stub).outcome is Outcome.NOT_ATTEMPTED


def test_a_function_that_returns_a_constant_is_an_attempt():
    assert reply_to("first-share", lambda scores, score: 0.5).outcome is Outcome.NOT_YET


@pytest.mark.parametrize("answer", ["", "?", "...", " "])
def test_an_empty_choice_is_not_attempted(answer):
    assert reply_to("first-reason", answer).outcome is Outcome.NOT_ATTEMPTED


def test_nobody_judges_a_written_answer_by_machine():
    for name, question in QUESTIONS.items():
        if isinstance(question, WrittenQuestion):
            reply = reply_to(name, "my sentences")
            assert reply.outcome is Outcome.NOT_ATTEMPTED
            assert f'solution("{name}")' in reply.reason


def test_a_misspelt_question_is_an_error_that_helps():
    for ask in (hint, solution, lambda name: check(name, 1)):
        with pytest.raises(ValueError, match="Did you mean 'first-winner'"):
            ask("first-winer")


@pytest.mark.parametrize("name", QUESTIONS)
def test_hints_come_one_after_another_and_the_last_one_stays(name, capsys):
    hints = QUESTIONS[name].hints
    assert 2 <= len(hints) <= 3
    for number, text in enumerate(hints, start=1):
        hint(name)
        said = capsys.readouterr().out
        assert said.startswith(f"Hint {number} of {len(hints)}: {text}")
        assert (f'solution("{name}")' in said) == (number == len(hints))
    hint(name)
    assert capsys.readouterr().out == said


@pytest.mark.parametrize("answer", [..., None, 0.5, "text", 10**400], ids=str)
def test_a_grader_gets_an_error_for_whatever_is_not_correct(answer, monkeypatch, capsys):
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    with pytest.raises(desk.NotCorrect, match=r"Not (yet|attempted)"):
        check("first-winner", answer)
    assert capsys.readouterr().out.startswith(("✘", "○"))  # said, for the page of the student


@pytest.mark.parametrize("mode", ["autograde", "validate"])
def test_a_grader_gets_no_error_for_what_is_correct(mode, monkeypatch, tmp_path):
    monkeypatch.setenv("NBGRADER_EXECUTION", mode)
    check("first-winner", 0.753125)
    assert list(tmp_path.iterdir()) == []  # and nothing is left behind where grading runs


def test_replies_are_safe_to_put_on_a_page():
    shown = not_yet("`<lambda>(1)` gives <script>").html()
    assert "<script>" not in shown
    assert "<code>&lt;lambda&gt;(1)</code>" in shown
    assert Outcome.NOT_YET.sign in shown  # not by colour alone


# --- Numbers of all kinds -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "answer",
    [
        0.753125,
        np.float64(0.753125),
        np.float32(0.753125),
        np.array(0.753125),
        Fraction(241, 320),
        Decimal("0.753125"),
    ],
    ids=lambda answer: type(answer).__name__,
)
def test_any_kind_of_number_is_a_number(answer):
    assert reply_to("first-winner", answer).correct


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (float("nan"), "nan is not a number one can compare"),
        (np.float64("inf"), "inf is not a number"),
        (10**400, "inf is not a number"),
        ("0.753125", "is text"),
        (True, "not True"),
        (np.True_, "not True"),
        (np.array([0.7, 0.8]), "a list of 2"),
        ([0.753125], "a list of 1"),
        ([[0.7], [0.8, 0.9]], "a list of 2"),
        (0.7 + 0.1j, "a number is wanted, not (0.7+0.1j)"),
        (np.complex128(0.753125), "a number is wanted, not (0.753125+0j)"),
        ({"winner": 0.753125}, "has the type dict"),
        (max, "Call it, with brackets"),
    ],
    ids=str,
)
def test_what_is_no_number_is_told_so(answer, words):
    reply = reply_to("first-winner", answer)
    assert reply.outcome is Outcome.NOT_YET
    assert words in reply.reason


# --- Functions that misbehave ---------------------------------------------------------------------


def share(scores, score):
    return sum(s >= score for s in scores) / len(scores)


def test_what_a_function_prints_or_warns_about_is_swallowed(capfd):
    def noisy(scores, score):
        print("looking at", scores)
        print("careful", file=sys.stderr)
        warnings.warn("old-fashioned", DeprecationWarning, stacklevel=1)
        return np.float64(share(scores, score)) + 0 * np.array([0, 1])[1:].mean() / 1

    def divides_by_zero(scores, score):
        with np.errstate(all="warn"):
            np.array([1.0]) / np.array([0.0])
        return share(scores, score)

    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        check("first-share", noisy)
        check("first-share", divides_by_zero)
    said = capfd.readouterr()
    assert heard == []
    assert said.err == ""
    assert [line[0] for line in said.out.splitlines()] == ["✔", "✔"]


def test_a_function_may_spoil_what_it_is_given():
    def spoils(scores, score):
        answer = share(scores, score)
        scores[:] = -1
        return answer

    for _ in range(2):
        assert reply_to("first-share", spoils).correct


def test_a_function_that_stops_is_told_where_and_why():
    def looks_too_far(scores, score):
        return scores[3]

    reply = reply_to("first-share", looks_too_far)
    assert reply.outcome is Outcome.NOT_YET
    assert "`looks_too_far([0.5, 0.5, 0.5], 0.5)` stops with IndexError: index 3" in reply.reason


@pytest.mark.parametrize("leave", [exit, quit, sys.exit], ids=str)
def test_a_function_that_leaves_the_house_is_brought_back(leave):
    reply = reply_to("first-share", lambda scores, score: leave())
    assert "stops with SystemExit" in reply.reason


def test_an_endless_loop_ends(monkeypatch):
    monkeypatch.setattr(calling, "PATIENCE", 0.2)

    def loops(scores, score):
        while True:
            pass

    def loops_and_holds_on(scores, score):
        while True:
            try:
                share(scores, score)
            except Exception:
                continue

    for function in (loops, loops_and_holds_on):
        reply = reply_to("first-share", function)
        assert "within 0.2 seconds. Is there a loop that never ends?" in reply.reason
    assert reply_to("first-share", share).correct  # the alarm is off again


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (10**400, "and should give 0.5"),
        (0.5 + 0j, "and should give 0.5"),
        (np.complex64(0.5), "and should give 0.5"),
        (np.array([0.5]), "One number is wanted"),
        ([[1], [2, 3]], "One number is wanted"),
        (float("nan"), "gives nan, and should give 0.5"),
        (True, "gives True, and a number is wanted"),
        ("0.5", "which is text"),
        (len, "gives a function"),
        ({}, "gives {}, and should give 0.5"),
    ],
    ids=str,
)
def test_whatever_a_function_returns_gets_a_message(value, words):
    reply = reply_to("first-share", lambda scores, score: value)
    assert reply.outcome is Outcome.NOT_YET
    assert words in reply.reason


def test_a_function_may_return_any_kind_of_number():
    for kind in (float, np.float64, np.array, Fraction):
        assert reply_to("first-share", lambda a, b, kind=kind: kind(share(a, b))).correct, kind


# --- The board ------------------------------------------------------------------------------------


def stored(path):
    return json.loads(path.read_text())["questions"]


def test_what_was_once_correct_stays_correct(tmp_path, capsys):
    path = tmp_path / "progress.json"
    check("first-winner", ...)
    assert not path.exists()
    check("first-winner", 1)
    assert stored(path) == {"first-winner": "NOT_YET"}
    check("first-winner", 0.753125)
    check("first-reason", "a")
    check("first-winner", 1)
    assert stored(path) == {"first-reason": "NOT_YET", "first-winner": "CORRECT"}
    assert [file.name for file in tmp_path.iterdir()] == ["progress.json"]
    (line,) = [line for line in str(progress_board()).splitlines() if "Start here  " in line]
    assert line.split("  ")[-2:] == ["1 of 3", "✔ ○ ✘"]


def words_of(capsys):
    return capsys.readouterr().out.strip()


def test_of_options_the_first_answer_counts(tmp_path, capsys):
    path = tmp_path / "progress.json"
    check("first-reason", "a")
    assert stored(path) == {"first-reason": "NOT_YET"}
    check("first-reason", "c")
    assert stored(path) == {"first-reason": "NOT_YET"}
    assert "later" not in words_of(capsys)
    because = QUESTIONS["first-reason"].options["b"].because
    for _ in range(2):  # and it stays so
        check("first-reason", "b")
        assert stored(path) == {"first-reason": "LATER"}
        said = words_of(capsys)
        assert said.startswith(f"◐ Correct on a later try. {because} ")
        assert said.endswith(
            "The progress board counts first answers; later ones are there to learn from."
        )
        check("first-reason", "a")
        assert words_of(capsys).startswith("✘ Not yet, because ")
        assert stored(path) == {"first-reason": "LATER"}


def test_options_right_at_first_have_their_tick_for_good(tmp_path, capsys):
    for letter, sign in [("b", "✔ Correct. "), ("a", "✘ Not yet, "), ("b", "✔ Correct. ")]:
        check("first-reason", letter)
        said = words_of(capsys)
        assert said.startswith(sign)
        assert "first answers" not in said
        assert stored(tmp_path / "progress.json") == {"first-reason": "CORRECT"}


def test_numbers_and_functions_may_be_worked_on_until_they_are_right(tmp_path, capsys):
    for answers in [("first-winner", 1, 0.753125), ("first-share", lambda a, b: 0.5, share)]:
        name, wrong, right = answers
        check(name, wrong)
        check(name, right)
        assert words_of(capsys).splitlines()[-1].startswith("✔ Correct. ")
        assert stored(tmp_path / "progress.json")[name] == "CORRECT"


@pytest.mark.parametrize("slip", ["d", "", "?", "b because", 2, None, ..., ["b"]], ids=str)
def test_what_is_none_of_the_options_is_no_first_answer(slip, tmp_path, capsys):
    check("first-reason", slip)
    assert not (tmp_path / "progress.json").exists()
    check("first-reason", " (B).")
    assert stored(tmp_path / "progress.json") == {"first-reason": "CORRECT"}


def test_an_answer_that_is_not_noted_is_no_first_answer(tmp_path, capsys):
    check("first-reason", "a", note=False)
    check("first-reason", "b")
    assert stored(tmp_path / "progress.json") == {"first-reason": "CORRECT"}


def test_a_grader_takes_what_is_right_on_a_later_try(monkeypatch, capsys):
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    with pytest.raises(desk.NotCorrect):
        check("first-reason", "a")
    check("first-reason", "b")
    assert progress_board().outcomes == {"first-reason": Outcome.LATER}


def test_a_board_of_an_older_course_is_read_on(tmp_path, capsys):
    path = tmp_path / "progress.json"
    before = {"first-reason": "CORRECT", "start-p-value": "NOT_YET", "first-winner": "NOT_YET"}
    path.write_text(json.dumps({"questions": before}))
    check("first-reason", "a")
    check("start-p-value", "b")  # it was wrong when it was first answered
    check("first-winner", 0.753125)
    assert stored(path) == {
        "first-reason": "CORRECT",
        "start-p-value": "LATER",
        "first-winner": "CORRECT",
    }


def test_what_came_right_later_is_done_and_has_no_tick():
    lesson = ROWS[0].lesson
    answer(lesson.names, Outcome.LATER)
    shown = progress_board()
    assert (shown.correct, shown.later) == (0, len(lesson.names))
    assert shown.next == ("exercises 00", ROWS[0].exercises)
    assert shown.to_try_again == ()
    more = f"{len(lesson.names)} more on a later try."
    summary = f"0 of {len(CHECKED)} questions correct (0 percent), {more}"
    assert str(shown).startswith(f"{summary}\n")
    assert f"<b>{summary}</b>" in shown._repr_html_()
    for page in (str(shown), shown._repr_html_()):
        assert f"0 of {len(lesson.names)}  ◐ ◐" in page
        assert "To try again" not in page
    answer(CHECKED)
    shown = progress_board()
    assert shown.correct == len(CHECKED) - len(lesson.names)
    assert shown.next is None
    share = 100 * shown.correct // len(CHECKED)
    assert f"({share} percent), {more}\nNothing is left to do." in str(shown)


def test_the_board_counts_every_checked_question():
    shown = progress_board()
    names = [name for row in shown.rows for name in (*row.lesson.names, *row.exercises.names)]
    assert names == CHECKED
    assert shown.total == len(CHECKED)
    assert shown.correct == 0
    page = shown._repr_html_()
    key = "✔ correct · ◐ correct on a later try · ✘ not yet · ○ not attempted"
    assert f"<p>{key}</p>" in page
    assert str(shown).endswith(f"\n\n{key}")


def asked_in(path):
    """The questions that a notebook asks, in their order."""
    text = "\n".join(c.source for c in nbformat.read(path, 4).cells if c.cell_type == "code")
    return list(dict.fromkeys(re.findall(r"(?:check|Checkpoint)\(\"([a-z0-9-]+)\"", text)))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.number)
def test_a_line_of_the_board_is_what_its_notebooks_ask(row):
    for part in (row.lesson, row.exercises):
        assert asked_in(ROOT / part.file) == list(part.names)


def test_the_board_has_a_line_for_each_lesson_and_each_assignment():
    lessons = sorted((ROOT / "notebooks").glob("0[0-9]_*.ipynb"))
    assert [ROOT / row.lesson.file for row in ROWS] == lessons
    assert [ROOT / row.exercises.file for row in ROWS] == STARTERS
    assert [row.number for row in ROWS] == [path.name[:2] for path in lessons]


def answer(names, outcome=Outcome.CORRECT):
    for name in names:
        board.record(name, outcome)


def test_the_board_says_how_far_one_is_and_what_to_do_next():
    assert "Next: lesson 00, Start here." in str(progress_board())
    answer(ROWS[0].lesson.names)
    assert "Next: exercises 00, first steps." in str(progress_board())
    answer(ROWS[0].exercises.names)
    answer(ROWS[2].lesson.names)  # a lesson was skipped
    assert "Next: lesson 01, Measuring performance." in str(progress_board())
    done = len(ROWS[0].lesson.names + ROWS[0].exercises.names + ROWS[2].lesson.names)
    share = 100 * done // len(CHECKED)
    assert f"{done} of {len(CHECKED)} questions correct ({share} percent)." in str(progress_board())
    answer(CHECKED)
    assert progress_board().next is None
    assert "(100 percent).\nNothing is left to do." in str(progress_board())


def test_the_board_names_what_to_try_again():
    assert "try again" not in str(progress_board())
    answer(["luck-auc", "first-winner"], Outcome.NOT_YET)
    both = "exercises 00, question 1 (first-winner); exercises 02, question 1 (luck-auc)"
    assert f"To try again: {both}." in str(progress_board())
    answer(["first-winner"])
    assert "To try again: exercises 02, question 1 (luck-auc)." in str(progress_board())


@pytest.mark.parametrize(
    ("folder", "lesson", "exercises"),
    [
        ("notebooks", "02_luck_has_a_distribution.ipynb", "../exercises/02_luck/luck.ipynb"),
        (
            "exercises/05_mean_ranks",
            "../../notebooks/02_luck_has_a_distribution.ipynb",
            "../02_luck/luck.ipynb",
        ),
    ],
)
def test_the_boards_links_lead_from_the_notebook_that_shows_it(
    folder, lesson, exercises, monkeypatch
):
    monkeypatch.chdir(ROOT / folder)
    links = re.findall(r'href="([^"]+)"', progress_board()._repr_html_())
    assert {lesson, exercises} <= set(links)
    for link in links:
        assert Path(link).is_file()


def test_the_board_has_no_links_where_there_is_nothing_to_link_to(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    page = progress_board()._repr_html_()
    assert "href" not in page
    assert "Luck has a distribution" in page


def test_the_board_can_be_emptied_and_had_back(tmp_path, capsys):
    path = tmp_path / "progress.json"
    answer(["first-winner"])
    reset_progress()
    assert "is in `progress.before.json`" in capsys.readouterr().out
    assert not path.exists()
    assert progress_board().correct == 0
    (tmp_path / "progress.before.json").rename(path)
    assert progress_board().correct == 1
    path.unlink()
    reset_progress()  # nothing to forget: no error
    assert capsys.readouterr().out == "The progress board is empty.\n"


def test_a_board_in_memory_can_be_emptied(monkeypatch, capsys):
    monkeypatch.setenv("COURSE_PROGRESS", "memory")
    answer(["first-winner"])
    reset_progress()
    assert progress_board().outcomes == {}


@pytest.mark.parametrize("place", ["file", "memory"])
def test_one_question_can_begin_anew(place, monkeypatch, capsys):
    if place == "memory":
        monkeypatch.setenv("COURSE_PROGRESS", "memory")
    check("first-reason", "a")
    answer(["first-winner"])
    capsys.readouterr()
    for _ in range(2):  # there may be nothing to forget
        reset_progress("first-reason")
        assert words_of(capsys) == (
            "The question `first-reason` begins anew: its next answer is the first."
        )
        assert progress_board().outcomes == {"first-winner": Outcome.CORRECT}
    check("first-reason", "b")
    assert progress_board().outcomes["first-reason"] is Outcome.CORRECT


def test_an_empty_board_takes_a_new_first_answer(capsys):
    check("first-reason", "a")
    reset_progress()
    check("first-reason", "b")
    assert progress_board().outcomes == {"first-reason": Outcome.CORRECT}


def test_only_a_question_there_is_can_begin_anew():
    with pytest.raises(ValueError, match=r"name must be one of .*; got 'p-value'"):
        reset_progress("p-value")


def test_notebooks_that_write_at_once_lose_nothing(tmp_path):
    names = [f"question-{number}" for number in range(120)]
    script = (
        "import sys; from course_lib.classroom import board;"
        "from course_lib.classroom.replies import Outcome;"
        "[board.record(name, outcome, first_counts=True) for name in sys.argv[1:]"
        " for outcome in (Outcome.NOT_YET, Outcome.CORRECT)]"
    )
    notebooks = [
        subprocess.Popen([sys.executable, "-c", script, *names[first::4]]) for first in range(4)
    ]
    assert [notebook.wait() for notebook in notebooks] == [0, 0, 0, 0]
    # Not one wrong answer was lost, or the right one after it would count as the first.
    assert stored(tmp_path / "progress.json") == dict.fromkeys(sorted(names), "LATER")


def test_the_board_can_be_kept_in_memory(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("COURSE_PROGRESS", "memory")
    monkeypatch.chdir(tmp_path)
    check("first-reason", "b")
    assert board.progress_file() is None
    assert progress_board().outcomes == {"first-reason": Outcome.CORRECT}
    assert list(tmp_path.iterdir()) == []


def test_the_board_is_kept_beside_the_lessons_or_else_where_one_works(monkeypatch, tmp_path):
    monkeypatch.delenv("COURSE_PROGRESS")
    monkeypatch.chdir(tmp_path)
    assert board.progress_file() == ROOT / "progress.json"
    monkeypatch.setattr(board, "_HOUSE", tmp_path / "installed")
    assert board.progress_file() == tmp_path / "progress.json"


@pytest.mark.parametrize(
    "damage", [b"", b"{", b"[]", b'{"questions": {"first-winner": "YES"}}', b"\xff\xfe"], ids=str
)
def test_a_damaged_board_is_put_aside_not_overwritten(damage, tmp_path, capsys):
    path = tmp_path / "progress.json"
    path.write_bytes(damage)
    assert progress_board().outcomes == {}
    assert (tmp_path / "progress.damaged.json").read_bytes() == damage
    check("first-reason", "b")
    assert stored(path) == {"first-reason": "CORRECT"}


@pytest.mark.parametrize("place", ["nowhere/progress.json", "a_file/progress.json"])
def test_one_can_learn_where_nothing_can_be_written(place, monkeypatch, tmp_path, capsys):
    (tmp_path / "a_file").write_text("not a folder")
    monkeypatch.setenv("COURSE_PROGRESS", str(tmp_path / place))
    check("first-reason", "b")
    assert capsys.readouterr().out.startswith("✔")
    assert progress_board().outcomes == {}


# --- Solutions ------------------------------------------------------------------------------------


@cache
def source_cells():
    """Every cell of solutions/ that nbgrader knows, by its name."""
    cells = (cell for path in SOURCES for cell in nbformat.read(path, as_version=4).cells)
    return {cell.metadata.nbgrader.grade_id: cell for cell in cells if "nbgrader" in cell.metadata}


@pytest.mark.parametrize("name", EXERCISES)
def test_a_solution_is_the_worked_answer_and_it_is_correct(name, capsys):
    solution(name)
    shown = capsys.readouterr().out
    worked, why = shown.split("\nWhy: ")
    assert why.strip() == QUESTIONS[name].why
    assert "###" not in shown
    assert "SOLUTION" not in shown
    assert "..." not in shown
    inside = re.search(
        r"### BEGIN SOLUTION\n(.*?)\s*### END", source_cells()[name].source, re.DOTALL
    )
    assert inside[1] in worked


@pytest.mark.parametrize("name", [name for name in QUESTIONS if name not in CHECKED])
def test_the_solution_of_a_written_question_is_an_answer_in_sentences(name, capsys):
    solution(name)
    shown = capsys.readouterr().out
    assert source_cells()[name].source.split("\n\n")[0] in shown
    assert f"What counts: {QUESTIONS[name].why}" in shown
    assert "MARK SCHEME" not in shown


# --- Right and wrong answers ----------------------------------------------------------------------


@cache
def listed_answers():
    """RIGHT and WRONG of every answers.py, together."""
    right, wrong = {}, {}
    for path in sorted((ROOT / "solutions").glob("*/answers.py")):
        spec = importlib.util.spec_from_file_location(f"answers_{path.parent.name}", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        assert not {*right} & {*module.RIGHT}
        right |= module.RIGHT
        wrong |= module.WRONG
    return right, wrong


@pytest.fixture(autouse=True)
def _little_patience(monkeypatch):
    """Some listed answers never end."""
    monkeypatch.setattr(calling, "PATIENCE", 2.0)


@cache
def wrong_replies(name):
    """Each wrong answer to a question: the fragment it should get, and the reply it gets."""
    return [(fragment, reply_to(name, answer)) for answer, fragment in listed_answers()[1][name]]


def test_every_question_has_right_and_wrong_answers_listed():
    right, wrong = listed_answers()
    assert set(right) == set(wrong) == set(CHECKED)
    assert all(len(answers) >= 1 for answers in right.values())
    assert all(len(answers) >= 3 for answers in wrong.values())
    assert all(len(wrong[name]) >= 8 for name in FUNCTIONS)


@pytest.mark.parametrize("name", CHECKED)
def test_every_right_answer_is_accepted(name):
    for answer in listed_answers()[0][name]:
        reply = reply_to(name, answer)
        assert reply.correct, (answer, reply)


@pytest.mark.parametrize("name", EXERCISES)
def test_every_right_answer_passes_the_hidden_tests_too(name, monkeypatch, capsys):
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    test = source_cells()[f"{name}-check"].source
    variable = re.search(rf'^check\("{name}", (\w+)\)$', test, re.MULTILINE)[1]
    for answer in listed_answers()[0][name]:
        exec(test, {variable: answer})
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("name", CHECKED)
def test_every_wrong_answer_is_rejected_and_told_why(name):
    for fragment, reply in wrong_replies(name):
        assert reply.outcome is Outcome.NOT_YET, (fragment, reply)
        assert fragment in reply.reason


@pytest.mark.parametrize("name", CHECKED)
def test_different_mistakes_get_different_messages(name):
    found = wrong_replies(name)
    for fragment, _ in found:
        matching = {reply.reason for other, reply in found if fragment in reply.reason}
        shared = {reply.reason for other, reply in found if other == fragment}
        assert matching == shared, fragment


@pytest.mark.parametrize("name", CHECKED)
def test_every_mistake_that_the_bank_knows_is_among_the_wrong_answers(name):
    question = QUESTIONS[name]
    said = {reply.reason for _, reply in wrong_replies(name)}
    if isinstance(question, ChoiceQuestion):
        known = {o.because for letter, o in question.options.items() if letter != question.right}
    else:
        known = {mistake.because for mistake in question.mistakes}
        assert len(known) == len(question.mistakes)
    assert known <= said


# --- Notebooks ------------------------------------------------------------------------------------


#: Between two notebooks: a kernel as if newly started, save for what it has loaded.
BEGIN = """
%reset -f
import os
os.chdir({folder!r})
os.environ["COURSE_PROGRESS"] = {board!r}
"""


def board_of(folder, path):
    """The progress board that a notebook writes to."""
    return folder / f"{path.parent.parent.name}-{path.parent.name}.json"


@pytest.fixture(scope="module")
def run_notebooks(tmp_path_factory):
    """Solved and unsolved notebooks, run from top to bottom, in turn, in one kernel.

    (That each runs in a kernel of its own is seen where they are graded.)
    """
    folder = tmp_path_factory.mktemp("boards")
    found = {path: nbformat.read(path, as_version=4) for path in [*SOURCES, *STARTERS]}
    cells = []
    for path, notebook in found.items():
        settings = {"folder": str(path.parent), "board": str(board_of(folder, path))}
        for cell in notebook.cells:
            cell.id = f"{len(cells)}-{cell.id}"  # no two alike
        cells += [new_code_cell(BEGIN.format(**settings)), *notebook.cells]
    together = new_notebook(cells=cells)
    NotebookClient(
        together, timeout=300, kernel_name="python3", record_timing=False, allow_errors=True
    ).execute()
    return folder, found


def what_checks_say(notebook):
    """The sign that each test cell shows, by its name."""
    signs = {}
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            assert output.output_type != "error", (cell.source, output)
            assert output.get("name") != "stderr", (cell.source, output)
        if cell.id.endswith("-check"):
            (output,) = cell.outputs
            name = cell.metadata.nbgrader.grade_id.removesuffix("-check")
            signs[name] = output.data["text/html"]
    return signs


def id_of(path):
    return path.parent.name


@pytest.mark.parametrize("path", SOURCES, ids=id_of)
def test_a_solved_notebook_runs_and_everything_is_correct(path, run_notebooks):
    folder, found = run_notebooks
    said = what_checks_say(found[path])
    assert len(said) >= 3
    for text in said.values():
        assert "✔ Correct" in text
    assert stored(board_of(folder, path)) == dict.fromkeys(said, "CORRECT")


@pytest.mark.parametrize("path", STARTERS, ids=id_of)
def test_a_starter_runs_unsolved_and_nothing_is_attempted(path, run_notebooks):
    folder, found = run_notebooks
    said = what_checks_say(found[path])
    assert len(said) >= 3
    for name, text in said.items():
        assert "○ Not attempted" in text
        assert f"hint(&quot;{name}&quot;)" in text
    assert not board_of(folder, path).exists()


# --- Exercises are what solutions generate --------------------------------------------------------


@pytest.fixture
def house(tmp_path):
    """A copy of the house, to be changed at will."""
    for folder in ("solutions", "exercises"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    shutil.copy(ROOT / "nbgrader_config.py", tmp_path)
    return tmp_path


def edited(house, change, path="solutions/02_luck/luck.ipynb"):
    """Change a notebook of the copy, given as plain data."""
    notebook = json.loads((house / path).read_text())
    change({cell.get("id"): cell for cell in notebook["cells"]}, notebook)
    (house / path).write_text(json.dumps(notebook))


def test_exercises_are_what_solutions_generate(capsys):
    assert generate.main(["--check"]) == 0, capsys.readouterr().out
    assert len(STARTERS) == len(SOURCES) >= 3


def test_exercises_are_made_byte_for_byte_the_same(house, capsys):
    shutil.rmtree(house / "exercises")
    assert generate.main([], house) == 0
    assert capsys.readouterr().out.count("is missing: written") == len(SOURCES)
    for path in STARTERS:
        made = house / path.relative_to(ROOT)
        assert made.read_bytes() == path.read_bytes()
        assert made.read_bytes().endswith(b"}\n")
    assert generate.main([], house) == 0
    assert capsys.readouterr().out == "exercises/ is what solutions/ generates\n"


def test_a_changed_source_is_noticed_and_nothing_is_written(house, capsys):
    def change(cells, _):
        cells["auc"]["source"] = ["## 1. Another title"]

    edited(house, change)
    before = (house / "exercises/02_luck/luck.ipynb").read_bytes()
    assert generate.main(["--check"], house) == 1
    said = capsys.readouterr().out
    assert "exercises/02_luck/luck.ipynb differs from its source" in said
    assert "00_first_steps" not in said
    assert (house / "exercises/02_luck/luck.ipynb").read_bytes() == before
    assert generate.main([], house) == 0
    assert generate.main(["--check"], house) == 0


def test_another_way_to_the_same_answer_leaves_the_exercise_as_it_was(house):
    def change(cells, _):
        cell = cells["luck-share"]
        cell["source"] = "".join(cell["source"]).replace("one_stays_below", "each")

    edited(house, change)
    assert generate.differences(house) == {}


def test_an_edited_and_a_stale_exercise_are_noticed_and_mended(house, capsys):
    (house / "exercises/01_gone").mkdir()
    (house / "exercises/01_gone/gone.ipynb").write_text("{}")
    (house / "exercises/02_luck/notes.csv").write_text("1,2")
    kept = house / "exercises/02_luck/.ipynb_checkpoints/luck-checkpoint.ipynb"
    kept.parent.mkdir()
    kept.write_text("{}")
    with (house / "exercises/00_first_steps/first_steps.ipynb").open("a") as file:
        file.write("\n")
    expected = {
        "00_first_steps/first_steps.ipynb": "differs from its source",
        "01_gone/gone.ipynb": "has no source",
        "02_luck/notes.csv": "has no source",
    }
    assert generate.differences(house) == expected
    assert generate.write(house) == expected
    assert generate.differences(house) == {}
    assert not (house / "exercises/01_gone").exists()
    assert kept.exists()  # an editor's own copy


def test_data_go_along_and_what_is_for_teachers_stays(house):
    (house / "solutions/02_luck/scores.csv").write_bytes(b"1,2\r\n")
    (house / "solutions/02_luck/GUIDE.md").write_text("for teachers")
    generate.write(house)
    assert (house / "exercises/02_luck/scores.csv").read_bytes() == b"1,2\r\n"
    assert sorted(path.name for path in (house / "exercises/02_luck").iterdir()) == [
        "luck.ipynb",
        "scores.csv",
    ]


def test_outputs_widgets_and_versions_are_left_out(house):
    def change(cells, notebook):
        stream = {"output_type": "stream", "name": "stdout", "text": "0.75"}
        cells["luck-auc"]["outputs"] = [stream]
        cells["luck-auc"]["execution_count"] = 7
        cells["auc"]["metadata"]["execution"] = {"iopub.execute_input": "now"}
        notebook["metadata"]["widgets"] = {"state": {"answer": 0.75}}
        notebook["metadata"]["language_info"]["version"] = "3.99"

    edited(house, change)
    assert generate.differences(house) == {}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda cells, _: cells["auc"].pop("id"), "1 cells have no id"),
        (lambda cells, _: cells["auc"].update(id="title"), "two cells have the id title"),
        (
            lambda cells, _: cells["luck-auc"]["metadata"]["nbgrader"].update(grade_id="luck-acu"),
            "luck-acu is not a question: name must be one of",
        ),
        (
            lambda cells, notebook: notebook["cells"].remove(cells["luck-auc-check"]),
            "luck-auc has no test cell luck-auc-check",
        ),
        (
            lambda cells, notebook: notebook["cells"].remove(cells["luck-auc"]),
            "the test cell luck-auc-check belongs to no answer",
        ),
        (
            lambda cells, notebook: notebook["cells"].append({**cells["luck-auc"], "id": "twice"}),
            "luck-auc is asked 2 times",
        ),
        (
            lambda cells, _: cells["luck-auc-check"].update(source='check("luck-auc", auc)'),
            "luck-auc-check should import check afresh",
        ),
        (
            lambda cells, _: cells["luck-auc-check"].update(
                source="from course_lib import check\nassert auc([1, 0]) == 1"
            ),
            'luck-auc-check does not call check("luck-auc", ...)',
        ),
        (
            lambda cells, _: cells["luck-words"].update(cell_type="code"),
            "the answer to luck-words should be in a markdown cell",
        ),
        (
            lambda cells, notebook: notebook["cells"].clear(),
            "solutions/02_luck: it asks nothing",
        ),
        (
            lambda cells, _: cells["luck-auc"]["metadata"]["nbgrader"].update(grade_id="own-auc"),
            "own-auc is not in any file of questions/",
        ),
    ],
)
def test_a_source_that_asks_the_wrong_thing_is_refused(house, change, words, capsys):
    edited(house, change)
    assert generate.main([], house) == 1
    assert words in capsys.readouterr().err
    assert (house / "exercises/02_luck/luck.ipynb").read_bytes() == (
        ROOT / "exercises/02_luck/luck.ipynb"
    ).read_bytes()


@pytest.mark.parametrize("path", SOURCES, ids=id_of)
def test_the_course_asks_each_of_its_questions_once(path):
    """A teacher may ask what they like, as often as they like; the course keeps to its bank."""
    names = [cell.id for cell in nbformat.read(path, 4).cells if cell.id in QUESTIONS]
    (row,) = [row for row in ROWS if row.exercises.file.split("/")[1] == path.parent.name]
    assert tuple(name for name in names if QUESTIONS[name].checked) == row.exercises.names
    assert len([name for name in names if not QUESTIONS[name].checked]) == 1
    assert 3 <= len(names) <= 5


def test_an_assignment_made_by_copying_a_folder_is_an_assignment(house):
    shutil.copytree(house / "solutions/02_luck", house / "solutions/08_luck_again")
    assert set(generate.write(house)) == {"08_luck_again/luck.ipynb"}


def test_any_number_of_questions_makes_an_assignment(house):
    def add(cells, notebook):
        for name in ("luck-auc", "luck-words"):
            notebook["cells"].remove(cells[name])
        notebook["cells"].remove(cells["luck-auc-check"])

    edited(house, add)
    assert set(generate.write(house)) == {"02_luck/luck.ipynb"}


def test_a_file_that_is_no_notebook_is_named(house, capsys):
    (house / "solutions/02_luck/luck.ipynb").write_text("{")
    assert generate.main([], house) == 1
    assert "solutions/02_luck/luck.ipynb: this is no notebook" in capsys.readouterr().err


def test_outside_a_copy_of_the_repository_it_says_so(tmp_path, capsys):
    assert generate.main([], tmp_path) == 1
    assert "There is no solutions/ here" in capsys.readouterr().err


def test_without_nbgrader_it_says_what_to_install(house, monkeypatch, capsys):
    for name in [name for name in sys.modules if name.partition(".")[0] == "nbgrader"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "nbgrader", None)
    assert generate.main(["--check"], house) == 1
    assert "run `make setup`, or `pip install 'beyond-chance[grading]'`" in capsys.readouterr().err


# --- Nothing leaks --------------------------------------------------------------------------------


def secret_lines(cell):
    """What only the source may hold."""
    marked = re.findall(
        r"BEGIN (?:SOLUTION|HIDDEN TESTS|MARK SCHEME)[^\n]*\n(.*?)\n[^\n]*END", cell.source, re.S
    )
    if cell.cell_type == "markdown" and cell.metadata.get("nbgrader", {}).get("solution"):
        marked.append(cell.source)  # a written answer is left out as a whole
    return [line.strip() for text in marked for line in text.splitlines() if line.strip()]


@pytest.mark.parametrize("path", SOURCES, ids=id_of)
def test_no_answer_hidden_test_or_mark_scheme_gets_into_the_exercise(path):
    source = nbformat.read(path, as_version=4)
    text = (ROOT / "exercises" / path.parent.name / path.name).read_text()
    starter = nbformat.reads(text, as_version=4)
    lines = {line.strip() for cell in starter.cells for line in cell.source.splitlines()}
    secrets = [line for cell in source.cells for line in secret_lines(cell)]
    assert len(secrets) >= 10
    assert lines.isdisjoint(secrets)
    for word in ("BEGIN", "END", "SOLUTION", "HIDDEN", "MARK SCHEME", "1 point"):
        assert word not in text
    assert [cell.id for cell in starter.cells] == [cell.id for cell in source.cells]
    assert all(cell.outputs == [] for cell in starter.cells if cell.cell_type == "code")
    assert text.count("# your code here") == text.count("your code here") >= 3
    assert text.count("*Your answer here.*") == 1


def test_only_notebooks_and_data_are_handed_out():
    names = {path.name for path in (ROOT / "exercises").rglob("*") if path.is_file()}
    assert "answers.py" not in names
    assert not any(name.endswith(".md") for name in names)
