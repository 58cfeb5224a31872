"""The whole way through a classroom: release, hand in, grade, give feedback, export.

Everything runs as a teacher would run it, with nbgrader's commands and our nbgrader_config.py, in a
copy of the house. It runs once; the tests look at what came of it.
"""

import copy
import re

import pytest

from course_lib import simulate_null
from tools.classroom import ASSIGNMENTS, ROOT, cell_of, new_classroom, points, source, starter

FIRST = "00_first_steps"

# --- What students hand in ------------------------------------------------------------------------

CONTEST = 'contest = simulate_null("auc", 20, 80, repetitions=1000, seed=1)'
RIGHT = {
    "first-winner": f"{CONTEST}\nwinner = max(contest)",
    "first-share": "def share_at_least(scores, score):\n    return (scores >= score).mean()",
    "first-reason": 'reason = "b"',
    "first-words": "What would the best of 1,000 guessers have scored?",
}


def with_answers(**changes):
    """The starter with right answers in it, save for those named (winner=...)."""
    notebook = starter(FIRST)
    answers = RIGHT | {f"first-{name}": text for name, text in changes.items()}
    for name, text in answers.items():
        cell_of(notebook, name).source = text
    return notebook


def without(*names):
    notebook = with_answers()
    notebook.cells = [cell for cell in notebook.cells if cell.id not in names]
    return notebook


def tampered():
    """Wrong answers, and tests that were made to pass."""
    notebook = with_answers(winner="winner = 0", share="def share_at_least(a, b):\n    return 1")
    cell_of(notebook, "first-winner-check").source = ""
    cell_of(notebook, "first-share-check").source = "assert True"
    cell_of(notebook, "first-reason-check").metadata.nbgrader.points = 100
    return notebook


def copied():
    """Cells copied with their metadata, as Jupyter does: from here, and from elsewhere."""
    notebook = with_answers()
    for number, name in enumerate(["first-share-check", "first-winner", "first-words"]):
        double = copy.deepcopy(cell_of(notebook, name))
        double.id = f"copy-{number}"
        notebook.cells.insert(notebook.cells.index(cell_of(notebook, name)) + 1, double)
    other = starter("02_luck")
    cut_off = cell_of(other, "luck-auc")
    cut_off.metadata.nbgrader = {"grade_id": "luck-auc", "solution": True}
    notebook.cells += [cut_off, cell_of(other, "luck-auc-check")]
    return notebook


NOISY = """
import sys, warnings
def share_at_least(scores, score):
    warnings.warn("this will be removed one day", FutureWarning)
    print("working hard", file=sys.stderr)
    return (scores >= score).mean()
"""
OWN_CHECK = """
winner = 1
def check(name, answer):
    return 1
"""
PATCHED = """
import course_lib
course_lib.check = lambda name, answer: None
winner = 1
"""
WRONG_SHARE = "def share_at_least(scores, score):\n    return (scores > score).mean()"
ENDLESS = "def share_at_least(scores, score):\n    while True:\n        pass"

SUBMISSIONS = {
    "right": with_answers(),
    "half-right": with_answers(winner=f"{CONTEST}\nwinner = contest.mean()", share=WRONG_SHARE),
    "untouched": starter(FIRST),
    "tampered": tampered(),
    "some-deleted": without("first-share-check", "first-reason"),
    "more-deleted": without("first-share", "first-share-check", "first-words"),
    "copied": copied(),
    "endless-cell": with_answers(winner="while True:\n    pass"),
    "endless-function": with_answers(share=ENDLESS),
    "noisy": with_answers(share=NOISY, words=cell_of(starter(FIRST), "first-words").source),
    "own-check": with_answers(winner=OWN_CHECK, share=WRONG_SHARE),
    "patched": with_answers(winner=PATCHED, share=WRONG_SHARE),
    "broken-json": '{"cells": [',
    "no-notebook": "Dear teacher, my answers are in the mail.",
    "quits": with_answers(winner="exit()"),
}

#: For each test in turn (1, 2 and 1 points) and for the sentences (2 points): what nbgrader gives
#: before anybody has read anything. None: no points yet, and a person is asked to look.
EXPECTED = {
    "right": (1, 2, 1, None),
    "half-right": (0, 0, 1, None),
    "untouched": (0, 0, 0, 0),
    "tampered": (0, 0, 1, None),
    # A test that was deleted does not come back: a person has to look.
    "some-deleted": (1, None, 0, None),
    "more-deleted": (1, None, 1, None),
    "copied": (1, 2, 1, None),
    "endless-cell": (0, 2, 1, None),
    "endless-function": (1, 0, 1, None),
    "noisy": (1, 2, 1, 0),
    "own-check": (0, 0, 1, None),
    # Whoever changes the library's `check` does not fool the hidden tests; and where they pass,
    # the verdict is missing that a check has to show.
    "patched": (0, 0, 0, None),
    "broken-json": (None, None, None, None),
    "no-notebook": (None, None, None, None),
    "quits": (None, None, None, None),
}
UNREADABLE = {"broken-json", "no-notebook", "quits"}
GRADED = ["first-winner-check", "first-share-check", "first-reason-check", "first-words"]


def solved(assignment):
    """The starter with the answers of the source."""
    answered = source(assignment)
    notebook = starter(assignment)
    for cell in notebook.cells:
        if cell.metadata.get("nbgrader", {}).get("solution"):
            cell.source = cell_of(answered, cell.id).source
    return notebook


# --- The cycle ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def classroom(tmp_path_factory):
    simulate_null("auc", 20, 80, repetitions=1, seed=1)  # compiled now, not in a student's time
    room = new_classroom(tmp_path_factory.mktemp("classroom"))
    # Data and a guide beside a notebook: one is for students, the other is not.
    (room.folder / "solutions" / FIRST / "scores.csv").write_text("0.5\n")
    (room.folder / "solutions" / FIRST / "GUIDE.md").write_text("for teachers")
    room.said = {"release": room.run("generate_assignment", "*")}
    for student, submission in SUBMISSIONS.items():
        room.hand_in(student, FIRST, submission)
    for assignment in sorted({*ASSIGNMENTS} - {FIRST}):
        room.hand_in("right", assignment, solved(assignment))
        room.hand_in("untouched", assignment, starter(assignment))
    # A short limit where time runs out for certain; for all others the one in nbgrader_config.py.
    endless = "--student=endless-cell"
    room.said["stop"] = room.run("autograde", FIRST, endless, "--Execute.timeout=6")
    room.said["grade"] = room.run("autograde", "*")
    room.automatic = {assignment: room.grades(assignment) for assignment in ASSIGNMENTS}
    # A teacher reads the sentences of one student.
    room.ask_gradebook(
        f"g = gb.find_grade('first-words', 'first_steps', {FIRST!r}, 'right')\n"
        "g.manual_score = 1.5\ng.needs_manual_grade = False\ngb.db.commit()"
    )
    room.said["feedback"] = room.run("generate_feedback", FIRST)
    room.said["export"] = room.run("export")
    return room


def test_every_command_succeeds_save_where_somebody_cannot_be_graded(classroom):
    for step, run in classroom.said.items():
        assert run.returncode == (1 if step == "grade" else 0), run.stdout


@pytest.mark.parametrize("assignment", sorted(ASSIGNMENTS))
def test_nbgrader_releases_what_our_generator_writes(classroom, assignment):
    ours = ROOT / "exercises" / assignment / ASSIGNMENTS[assignment]
    theirs = classroom.folder / "exercises" / assignment / ASSIGNMENTS[assignment]
    assert theirs.read_bytes() == ours.read_bytes()


def test_students_get_notebooks_and_data_but_nothing_for_teachers(classroom):
    names = sorted(path.name for path in (classroom.folder / "exercises" / FIRST).iterdir())
    assert names == ["first_steps.ipynb", "scores.csv"]
    graded = classroom.folder / "autograded" / "right" / FIRST
    assert sorted(path.name for path in graded.iterdir()) == names


@pytest.mark.parametrize("student", EXPECTED)
def test_everybody_gets_the_points_they_should(classroom, student):
    found = classroom.automatic[FIRST][student]
    assert tuple(found[name] for name in GRADED) == EXPECTED[student]


def test_one_bad_submission_does_not_stop_the_others(classroom):
    said = classroom.said["grade"].stdout
    failed = re.findall(r"error processing assignment '(.*?)' for student '(.*?)'", said)
    assert set(failed) == {(FIRST, student) for student in UNREADABLE}
    assert set(classroom.automatic[FIRST]) == set(SUBMISSIONS)


@pytest.mark.parametrize("assignment", sorted(ASSIGNMENTS))
def test_the_solutions_get_full_points_and_the_starters_none(classroom, assignment):
    right = classroom.automatic[assignment]["right"]
    wanted = points(assignment)
    assert right == {n: None if n.endswith("-words") else p for n, p in wanted.items()}
    assert classroom.automatic[assignment]["untouched"] == dict.fromkeys(wanted, 0)


@pytest.mark.parametrize("student", SUBMISSIONS)
def test_everybody_who_could_be_graded_gets_a_page(classroom, student):
    page = classroom.folder / "feedback" / student / FIRST / "first_steps.html"
    assert page.exists() == (student not in UNREADABLE)


def page_of(classroom, student):
    return (classroom.folder / "feedback" / student / FIRST / "first_steps.html").read_text()


def test_pages_say_what_was_wrong(classroom):
    page = page_of(classroom, "half-right")
    assert "that is the average score" in page
    assert "are not counted" in page
    assert "NotCorrect" not in page_of(classroom, "right")
    assert "Not attempted" in page_of(classroom, "untouched")
    assert "Is there a loop that never ends?" in page_of(classroom, "endless-function")
    assert "CellTimeoutError" in page_of(classroom, "endless-cell")
    assert "this will be removed one day" in page_of(classroom, "noisy")  # told, not punished


def test_the_exported_grades_are_those_in_the_gradebook(classroom):
    exported = classroom.exported()
    for assignment, students in classroom.automatic.items():
        for student, scores in students.items():
            row = exported[assignment, student]
            total = sum(score or 0 for score in scores.values())
            if (assignment, student) == (FIRST, "right"):
                total += 1.5  # what the teacher gave for the sentences
            assert float(row["score"]) == total
    assert float(exported[FIRST, "right"]["max_score"]) == 6
