"""`make grade`: who is graded, who is not and why, and what happens when it is interrupted."""

import contextlib
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time

import nbformat
import psutil
import pytest

from course_lib import simulate_null
from course_lib.classroom import sandbox
from tools import grade, grade_worker, one_at_a_time
from tools.classroom import ROOT, cell_of, new_classroom, starter
from tools.handed_in import look, read_record

FIRST = "00_first_steps"
WINNER = 'winner = max(simulate_null("auc", 20, 80, repetitions=1000, seed=1))'
FILE = "first_steps.ipynb"
ODD = "Zoë O'Neil, Jr"


def answered(winner=WINNER):
    notebook = starter(FIRST)
    cell_of(notebook, "first-winner").source = winner
    return notebook


def hand_in_again(room, student, notebook):
    (room.folder / "submitted" / student / FIRST / FILE).write_text(nbformat.writes(notebook))


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    """A class that was released, and has handed in; nobody is graded."""
    simulate_null("auc", 20, 80, repetitions=1, seed=1)  # compiled now, not in a student's time
    room = new_classroom(tmp_path_factory.mktemp("grade"))
    assert room.run("generate_assignment", FIRST).returncode == 0
    room.ask_gradebook("for name in ('asa', 'nobody'): gb.add_student(name)")
    room.hand_in("asa", FIRST, answered())
    room.hand_in(ODD, FIRST, answered())
    room.hand_in("mis", FIRST, answered(), "first_steps (1).ipynb")
    room.hand_in("text", FIRST, "Dear teacher", "answers.txt")
    room.hand_in("half", FIRST, '{"cells": [')
    room.hand_in("st*r", FIRST, answered())
    (room.folder / "submitted" / "empty" / FIRST).mkdir(parents=True)
    linked = room.folder / "submitted" / "linked" / FIRST
    linked.mkdir(parents=True)
    (linked / FILE).symlink_to(room.folder / "submitted" / "asa" / FIRST / FILE)
    return room


def run(room, **options):
    said = []
    options = {"use": "no", "jobs": 2, "out": said.append} | options
    return grade.run(room.folder, FIRST, **options), "\n".join(said)


@pytest.fixture(scope="module")
def first(room):
    return run(room)


def test_each_student_has_one_line_and_the_odd_ones_a_reason(first):
    code, said = first
    assert code == 1
    lines = said.splitlines()
    for student, words in {
        "asa": "1 points  (",
        ODD: "1 points  (",
        "mis": 'NOT GRADED: "first_steps (1).ipynb" should be called first_steps.ipynb: rename it',
        "text": 'NOT GRADED: no notebook, but "answers.txt"',
        "half": "NOT GRADED: is not a whole notebook file",
        "st*r": "NOT GRADED: nbgrader cannot read a folder with [, ], * or ? in its name",
        "linked": "NOT GRADED: contains a link to another file",
        "empty": "nothing handed in",
        "nobody": "nothing handed in",
    }.items():
        found = [line for line in lines if line.startswith(f"{student} ")]
        assert len(found) == 1, said
        assert words in found[0]
    assert lines[-1] == "2 graded; 5 could not be graded; 2 handed in nothing."


def test_the_gradebook_was_copied_and_the_log_is_where_it_says(room, first):
    _, said = first
    backup, log = (
        room.folder / line.partition(": ")[2]
        for line in said.splitlines()
        if line.startswith(("The gradebook as it was", "nbgrader's own words"))
    )
    with contextlib.closing(sqlite3.connect(backup)) as copy:
        assert copy.execute("SELECT count(*) FROM student").fetchone() == (2,)
        assert copy.execute("SELECT count(*) FROM submitted_assignment").fetchone() == (0,)
    assert "Creating/updating student with ID 'asa'" in log.read_text()
    assert "NotJSONError" in log.read_text()


def test_without_a_sandbox_that_is_said(first, monkeypatch):
    assert "Without a sandbox, as you chose" in first[1]
    monkeypatch.setattr(sandbox, "problem", lambda: "bubblewrap is not installed.")
    use, words = grade.choose_sandbox("auto")
    assert not use
    assert "bubblewrap is not installed." in words
    assert "can read and change your files, the gradebook" in words
    with pytest.raises(ValueError, match="there is no sandbox here: bubblewrap is not installed"):
        grade.choose_sandbox("required")


def to_do(room, **options):
    return sorted(look(room.folder, FIRST, **options).to_do)


def test_who_is_graded_is_left_out_until_something_changes(room, first):
    assert to_do(room) == ["half"]
    assert to_do(room, again=True) == [ODD, "asa", "half"]
    assert to_do(room, again=True, pattern="a*") == ["asa"]
    # A new version.
    before = (room.folder / "submitted" / "asa" / FIRST / FILE).read_text()
    hand_in_again(room, "asa", answered("winner = 0"))
    assert to_do(room) == ["asa", "half"]
    (room.folder / "submitted" / "asa" / FIRST / FILE).write_text(before)
    assert to_do(room) == ["half"]
    # New numbers for one.
    (room.folder / "class.toml").write_text('key = "k"\n[again]\nasa = 1\n')
    assert to_do(room) == [ODD, "asa", "half"]
    (room.folder / "class.toml").unlink()
    # A question of the teacher's own that is new, or was mended; what Python makes of it is none.
    own = room.folder / "questions"
    own.mkdir()
    (own / "mine.py").write_text("QUESTIONS = []\n")
    assert to_do(room) == [ODD, "asa", "half"]
    grade.note(room.folder, FIRST, "asa", look(room.folder, FIRST).to_do["asa"])
    (own / "__pycache__").mkdir()
    (own / "__pycache__" / "mine.pyc").write_text("x")
    assert to_do(room) == [ODD, "half"]
    (own / "mine.py").write_text("QUESTIONS = []  # mended\n")
    assert to_do(room) == [ODD, "asa", "half"]
    shutil.rmtree(own)
    grade.note(room.folder, FIRST, "asa", look(room.folder, FIRST).to_do["asa"])
    assert to_do(room) == ["half"]
    # Half done: the notebook is there and was not run, or it is gone.
    made = room.folder / "autograded" / "asa" / FIRST / FILE
    kept = made.read_bytes()
    made.unlink()
    assert to_do(room) == ["asa", "half"]
    made.write_bytes(kept)
    made.chmod(0o444)


def test_what_nbgrader_graded_itself_counts_unless_it_was_interrupted(room, first):
    record = room.folder / "autograded" / ".graded.json"
    kept = record.read_text()
    record.write_text("{}")
    assert to_do(room) == ["half"]
    made = room.folder / "autograded" / "asa" / FIRST / FILE
    made.chmod(0o644)  # nbgrader's last step did not come to pass
    assert to_do(room) == ["asa", "half"]
    made.chmod(0o444)
    record.write_text("damaged")
    assert read_record(room.folder) == {}
    record.write_text(kept)


def test_a_version_that_cannot_be_graded_leaves_the_one_before(room, first):
    before = (room.folder / "autograded" / "asa" / FIRST / FILE).read_bytes()
    handed_in = room.folder / "submitted" / "asa" / FIRST / FILE
    kept = handed_in.read_text()
    handed_in.write_text("{")
    code, said = run(room, pattern="asa")
    assert code == 1
    assert "is not a whole notebook file" in said
    assert (room.folder / "autograded" / "asa" / FIRST / FILE).read_bytes() == before
    assert not (room.folder / "autograded" / ".before").exists()
    assert to_do(room) == ["asa", "half"]
    handed_in.write_text(kept)
    assert run(room, pattern="asa")[0] == 0


def test_who_was_half_graded_when_the_run_was_killed_is_not_done(room, first):
    made = room.folder / "autograded" / "asa" / FIRST
    before = grade_worker.aside(room.folder, FIRST, "asa")
    assert "asa" not in to_do(room)
    # As nbgrader leaves it between its two passes: the copy was not run, nor cleaned.
    before.parent.mkdir(parents=True)
    made.rename(before)
    made.mkdir()
    (made / FILE).write_text((room.folder / "submitted" / "asa" / FIRST / FILE).read_text())
    assert "asa" in to_do(room)
    assert run(room, pattern="asa")[0] == 0
    assert not before.exists()
    assert "asa" not in to_do(room)


def test_a_student_is_forgotten_before_a_worker_begins(room, first, monkeypatch):
    """Even if nothing was set aside, and what is there looks like nbgrader's own last step."""
    record = (room.folder / "autograded" / ".graded.json").read_text()
    seen = []

    def take(worker, student):
        seen.append(read_record(room.folder)[FIRST][student])
        seen.append("asa" in to_do(room))
        raise KeyboardInterrupt

    monkeypatch.setattr(grade._Worker, "take", take)
    code, said = run(room, pattern="asa", force=True)
    assert code == 1
    assert "stopped, 1 left" in said
    assert seen == [None, True]
    (room.folder / "autograded" / ".graded.json").write_text(record)


def test_a_gradebook_that_is_locked_is_waited_for(room, first):
    lock = sqlite3.connect(room.folder / "gradebook.db", check_same_thread=False)
    lock.execute("BEGIN EXCLUSIVE")
    students = {"asa": "x"}
    log = str(room.folder / "locked.log")

    def let_go():
        while "the gradebook is locked" not in (room.folder / "locked.log").read_text():
            time.sleep(0.1)
        lock.commit()
        lock.close()

    heard = []
    arguments = (room.folder, FIRST, students, 1, {}, log, lambda *said: heard.append(said))
    (room.folder / "locked.log").write_text("")
    thread = threading.Thread(target=let_go)
    outcome = grade.grade(*arguments, ready=thread.start)
    thread.join()
    assert list(outcome.graded) == ["asa"]


def test_a_grader_that_dies_is_replaced_and_its_student_reported(room, first):
    hand_in_again(room, "asa", answered("import os\nos.kill(os.getppid(), 9)"))
    before = (room.folder / "autograded" / "asa" / FIRST / FILE).read_bytes()
    code, said = run(room, pattern="[aZ]*", force=True, jobs=1)
    assert code == 1
    assert "NOT GRADED: the process that grades died (exit code -9)" in said
    assert f"{ODD}  1 points" in said
    assert (room.folder / "autograded" / "asa" / FIRST / FILE).read_bytes() == before
    hand_in_again(room, "asa", answered())


def grading(room):
    """A run of its own that has just begun to grade Asa again; and where her old version is."""
    command = [sys.executable, "-m", "tools.grade", FIRST, "--folder", str(room.folder)]
    process = subprocess.Popen(
        [*command, "--student", "asa", "--sandbox", "no"],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    half = room.folder / "autograded" / ".before" / FIRST / "asa"
    while not half.exists():
        assert process.poll() is None
        time.sleep(0.1)
    return process, half


def test_who_is_killed_takes_the_graders_along_and_asa_is_graded_by_the_next_run(room, first):
    hand_in_again(room, "asa", answered("import time\ntime.sleep(600)"))
    process, half = grading(room)
    graders = psutil.Process(process.pid).children(recursive=True)
    process.kill()
    process.communicate()
    _, alive = psutil.wait_procs(graders, timeout=60)
    assert not alive
    assert half.exists()
    hand_in_again(room, "asa", answered())
    assert "asa" in to_do(room)
    assert run(room, pattern="asa")[0] == 0
    assert not half.exists()


def test_ctrl_c_leaves_nobody_half_graded(room, first):
    """As in a terminal: the whole group of processes gets the signal."""
    hand_in_again(room, "asa", answered("import time\ntime.sleep(600)"))
    before = (room.folder / "autograded" / "asa" / FIRST / FILE).read_bytes()
    process, half = grading(room)
    os.killpg(process.pid, signal.SIGINT)
    said, _ = process.communicate()
    assert process.returncode == 1
    assert "stopped, 1 left; nobody is half graded, run it again to go on." in said
    assert "Traceback" not in said
    assert (room.folder / "autograded" / "asa" / FIRST / FILE).read_bytes() == before
    assert not half.exists()
    assert "asa" in to_do(room)
    hand_in_again(room, "asa", answered())


def test_a_second_run_in_the_same_folder_is_refused_and_told_who_is_there(room, capsys):
    asked = [FIRST, "--folder", str(room.folder), "--student", "nobody", "--sandbox", "no"]
    with one_at_a_time.alone(room.folder):
        assert grade.main(asked) == 2
        said = capsys.readouterr().err
        assert f"already (process {os.getpid()}): wait" in said
        assert said.count("\n") == 1
    assert grade.main(asked) == 0


def test_where_there_are_no_locks_it_goes_without(tmp_path, monkeypatch):
    monkeypatch.setattr(one_at_a_time, "fcntl", None)
    with one_at_a_time.alone(tmp_path), one_at_a_time.alone(tmp_path):
        assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["00_first_steps", "--student", "zzz"], "nobody handed in: no folder submitted/zzz/"),
        (["02_luck"], "02_luck was not released yet"),
        (["09_nothing"], "09_nothing was not released yet"),
    ],
)
def test_what_cannot_be_graded_is_refused_in_a_sentence(room, arguments, words, capsys):
    assert grade.main([*arguments, "--folder", str(room.folder)]) == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["00_first_steps", "--jobs", "0"], "jobs must be 1 or more, not 0"),
        (["00_first_steps", "--sandbox", "maybe"], "invalid choice: 'maybe'"),
        ([], "the following arguments are required: assignment"),
    ],
)
def test_wrong_use_is_refused_in_a_sentence(arguments, words, capsys):
    with pytest.raises(SystemExit) as stopped:
        grade.main(arguments)
    assert stopped.value.code == 2
    assert words in capsys.readouterr().err


def test_a_folder_without_a_course_is_refused(tmp_path, capsys):
    assert grade.main([FIRST, "--folder", str(tmp_path)]) == 2
    assert "is not the folder of a course" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("DeadKernelError: Kernel died: it took too much", "stopped: it took too much"),
        ("nbclient.exceptions.DeadKernelError: Kernel died", "the code ended Python"),
        ("x\nKeyError: 'cells'\nNbGraderException: see above", "KeyError: 'cells'"),
        ("nothing that is known", "the log says more"),
    ],
)
def test_reasons_are_short(text, words):
    assert words in grade_worker._reason(text)


def test_the_sandbox_says_why_it_does_not_work(monkeypatch, capsys):
    monkeypatch.setattr(sandbox.shutil, "which", lambda name: None)
    monkeypatch.setattr(sandbox.sys, "platform", "linux")
    assert sandbox.main(["--check"]) == 1
    assert "No sandbox here: bubblewrap is not installed" in capsys.readouterr().out
    monkeypatch.setattr(sandbox.sys, "platform", "darwin")
    assert "needs Linux" in sandbox.problem()


@pytest.mark.parametrize(
    ("says", "words"),
    [
        ("bwrap: No permissions to create new namespace", "forbids user namespaces"),
        ("bwrap: setting up uid map: Permission denied", "forbids user namespaces"),
        ("bwrap: Unknown option --size", "does not work here (bwrap: Unknown option --size)"),
    ],
)
def test_a_bubblewrap_that_may_not_do_its_work_is_no_sandbox(says, words, tmp_path, monkeypatch):
    fake = tmp_path / "bwrap"
    fake.write_text(f"#!/bin/sh\necho '{says}' >&2\nexit 1\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    assert words in sandbox.problem()
