"""The teacher's guide says what is so: lessons, minutes, points, commands, links."""

import importlib.util
import json
import re
import shlex

import pytest
from nbgrader.apps import DbApp, NbGraderApp
from nbgrader.apps.dbapp import DbAssignmentApp, DbStudentApp
from traitlets.config.loader import PyFileConfigLoader

from course_lib import widgets
from course_lib.classroom.execution import ExecuteWithinLimits
from course_lib.classroom.sandbox import Limits
from tools.class_report import grades_table
from tools.classroom import ASSIGNMENTS, ROOT, points, starter
from tools.pretend_class import submissions

GUIDE = ROOT / "solutions" / "INSTRUCTOR_GUIDE.md"
TEXT = GUIDE.read_text(encoding="utf-8")
LESSONS = {path.stem[:2]: path for path in sorted((ROOT / "notebooks").glob("0[0-9]_*.ipynb"))}
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", TEXT, re.S)
COMMANDS = [
    line.partition("#")[0].strip()
    for kind, block in BLOCKS
    if kind == "bash"
    for line in block.splitlines()
]
WORDS = {"Fifteen": 15, "Thirty": 30, "Forty": 40, "Forty-five": 45}


def first_cell(path):
    return "".join(json.loads(path.read_text(encoding="utf-8"))["cells"][0]["source"])


def minutes_of(text):
    """'*50 minutes.' or '*Forty-five minutes.' as a number."""
    said = re.search(r"\*([\w-]+) minutes", text)[1]
    return WORDS.get(said) or int(said)


LESSON_MINUTES = {number: minutes_of(first_cell(path)) for number, path in LESSONS.items()}
EXERCISE_MINUTES = {name[:2]: minutes_of(starter(name).cells[0].source) for name in ASSIGNMENTS}


def rows(heading):
    """The rows of the first table below a heading, as lists of text."""
    below = TEXT.partition(f"{heading}\n")[2]
    assert below, f"{heading} is missing"
    lines = re.search(r"((?:^\|.*\n)+)", below, re.M)[1].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def section(heading):
    return re.split(r"^#+ ", TEXT.partition(f"{heading}\n")[2], maxsplit=1, flags=re.M)[0]


def test_the_table_at_a_glance_lists_every_lesson_with_its_minutes_and_points():
    *lines, total = rows("## The course at a glance")
    assert [line[0][1:3] for line in lines] == list(LESSONS)
    for line, assignment in zip(lines, ASSIGNMENTS, strict=True):
        worth = points(assignment)
        machine = sum(p for name, p in worth.items() if name.endswith("-check"))
        assert line[3] == f"`{assignment}`"
        assert [int(line[i]) for i in (2, 4, 5, 6)] == [
            LESSON_MINUTES[assignment[:2]],
            EXERCISE_MINUTES[assignment[:2]],
            machine,
            sum(worth.values()) - machine,
        ], line[0]
    for column in (2, 4, 5, 6):
        assert int(total[column]) == sum(int(line[column]) for line in lines)


@pytest.mark.parametrize("heading", ["### Half a day", "### A week", "### A term"])
def test_minutes_of_the_schedules_are_those_of_the_lessons_and_add_up(heading):
    whole = re.search(rf"^{heading}.*$", TEXT, re.M)[0]
    *lines, total = rows(whole)
    for line in lines:
        for kind, known in (("lesson", LESSON_MINUTES), ("exercises", EXERCISE_MINUTES)):
            for cell in line:
                for number, minutes in re.findall(rf"{kind} (\d\d) \((\d+)\)", cell):
                    assert int(minutes) == known[number], (kind, number)
        for what, minutes in zip(line[1::2], line[2::2], strict=True):
            assert sum(map(int, re.findall(r"\((\d+)\)", what))) == int(minutes or 0), line
    for column in range(2, len(total), 2):
        assert int(total[column]) == sum(int(line[column] or 0) for line in lines)


def test_the_half_day_starts_each_part_when_the_one_before_ends():
    clock = None
    for when, _, minutes in rows(re.search(r"^### Half a day.*$", TEXT, re.M)[0])[:-1]:
        hours, rest = map(int, when.split(":"))
        assert clock is None or clock == 60 * hours + rest, when
        clock = 60 * hours + rest + int(minutes)


def test_week_and_term_leave_out_no_lesson():
    for heading in ("### A week", "### A term of thirteen weeks"):
        for kind in ("lesson", "exercises"):
            assert set(re.findall(rf"{kind} (\d\d) \(", section(heading))) == set(LESSONS)


@pytest.mark.parametrize("number", LESSONS)
def test_each_lesson_has_a_section_with_its_own_promises_and_times(number):
    heading = re.search(rf"^### {number} .*$", TEXT, re.M)
    assert heading, f"lesson {number} has no section"
    text = section(heading[0])
    promised = re.search(
        r"\*After this \w+ you can:\*\s+(.*?)\.(?:\s|$)", first_cell(LESSONS[number])
    )[1]
    assert promised in text, f"lesson {number} promises: {promised}"
    assignment = next(name for name in ASSIGNMENTS if name.startswith(number))
    assert (
        f"{LESSON_MINUTES[number]} minutes and {EXERCISE_MINUTES[number]} for `{assignment}`"
        in text
    )
    for part in ("Can", "Time", "Hard", "Ask", "Show"):
        assert f"**{part}:**" in text


def test_widgets_in_the_guide_exist_and_stand_in_that_lesson():
    for number, path in LESSONS.items():
        text = section(re.search(rf"^### {number} .*$", TEXT, re.M)[0])
        lesson = path.read_text(encoding="utf-8")
        for name in re.findall(r"`(\w+)\([^`]*\)`", text.partition("**Show:**")[2]):
            assert hasattr(widgets, name), name
            assert f"{name}(" in lesson, f"{name} is not in lesson {number}"


def test_commands_are_those_of_the_makefile_and_of_nbgrader():
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M)
    everywhere = "\n".join([*COMMANDS, *re.findall(r"`([^`\n]+)`", TEXT)])
    made = re.findall(r"\bmake ([a-z-]+)", everywhere)
    steps = {"class", "grade", "mark", "hand-back", "question", "slides"}
    assert {"setup", "classroom", "exercises", "lab", "reproduce", *steps} <= set(made)
    assert set(made) <= set(targets)
    called = re.findall(r"\bnbgrader ((?:db \w+ \w+)|(?!db)[a-z]\w+)", everywhere)
    assert {"autograde", "zip_collect", "generate_assignment", "export"} <= set(called)
    nested = {"student": DbStudentApp, "assignment": DbAssignmentApp}
    for command in called:
        first, *rest = command.split()
        assert first in NbGraderApp().subcommands, command
        if rest:
            assert rest[0] in DbApp().subcommands, command
            assert rest[1] in nested[rest[0]]().subcommands, command
    for module in re.findall(r"python -m ((?:tools|course_lib)[\w.]+)", everywhere):
        assert importlib.util.find_spec(module), module


def test_command_lines_can_be_read_by_a_shell():
    assert len(COMMANDS) > 10
    for command in COMMANDS:
        shlex.split(command)


def test_assignments_named_in_commands_exist():
    named = re.findall(r"(?:autograde|zip_collect|generate_\w+|class_report|add) (\d\w+)", TEXT)
    assert named
    assert set(named) <= set(ASSIGNMENTS)


def test_links_lead_somewhere():
    headings = {
        re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        for heading in re.findall(r"^#+ (.+)$", TEXT, re.M)
    }
    for target in re.findall(r"\]\(([^)]+)\)", TEXT):
        if target.startswith("#"):
            assert target[1:] in headings, target
        elif not target.startswith("https://"):
            assert (GUIDE.parent / target).exists(), target


def test_limits_in_the_guide_are_those_that_are_set():
    config = PyFileConfigLoader("nbgrader_config.py", path=str(ROOT)).load_config()
    seconds = re.search(r"any cell after (\d+) seconds \(`c\.Execute\.timeout`\)", TEXT)[1]
    assert int(seconds) == config.Execute.timeout
    total = re.search(r"notebook after (\d+) \(`c\.ExecuteWithinLimits\.total_timeout`\)", TEXT)[1]
    assert int(total) == ExecuteWithinLimits.total_timeout.default_value
    most = re.search(r"at most (\d+) GB of memory, (\d+) processes, .*? and (\w+) minutes", TEXT)
    assert int(most[1]) * 10**9 == Limits().memory
    assert int(most[2]) == Limits().processes
    assert most[3] == "seven"
    assert Limits().seconds == 7 * 60


def test_downloads_of_learning_management_systems_are_sorted_by_student_and_file():
    config = PyFileConfigLoader("nbgrader_config.py", path=str(ROOT)).load_config()
    moodle = config.FileNameCollectorPlugin.named_regexp
    canvas = re.search(r"named_regexp='(.+)'", TEXT)[1]
    for pattern, name, student, notebook in (
        (moodle, "Asa Ambler_1001_assignsubmission_file_/luck (1).ipynb", "Asa Ambler", "luck"),
        (moodle, "Cleo von Elm_17_assignsubmission_file_roc.ipynb", "Cleo von Elm", "roc"),
        (moodle, "Bo Ny_2_assignsubmission_file/first_steps.ipynb", "Bo Ny", "first_steps"),
        (canvas, "amblerasa_1001_20442_luck-1.ipynb", "1001", "luck"),
        (canvas, "brookbela_LATE_1002_20443_critical_values.ipynb", "1002", "critical_values"),
    ):
        found = re.match(pattern, f"/home/me/extracted/x/{name}")
        assert (found["student_id"], found["file_id"]) == (student, notebook)


def test_the_rubric_shows_an_answer_at_every_level():
    scheme = (ROOT / "solutions/02_luck/luck.ipynb").read_text().partition("BEGIN MARK SCHEME")[2]
    assert (
        scheme.partition("END MARK SCHEME")[0].count("1 point") == points("02_luck")["luck-words"]
    )
    assert [int(n) for n in re.findall(r"^\| (\d) of 3 \|", TEXT, re.M)] == [3, 2, 1, 0]


def test_the_rehearsal_in_the_guide_is_the_one_that_students_are_made_for():
    made = submissions("02_luck", 30, seed=1)
    table = grades_table(
        {student: one.expected for student, one in made.items()},
        points("02_luck"),
        {student: one.note for student, one in made.items()},
    )
    shown, said = (b for kind, b in BLOCKS if kind == "text" and ("student-01" in b or " x " in b))
    *lines, dots = shown.splitlines()
    assert dots == "..."
    assert lines == table.splitlines()[: len(lines)]
    # A check that was deleted says nothing, nor does a notebook that cannot be run.
    scores = [one.expected["luck-share-check"] for one in made.values() if one.gradable]
    assert f"luck-share: {sum(map(bool, scores))} of {len(scores)} right" in said
