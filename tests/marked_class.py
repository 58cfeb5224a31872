"""A small class whose notebooks were graded, made without running any: odd names, odd answers."""

import json
import shutil

import nbformat
import pytest

from tools.classroom import ASSIGNMENTS, Classroom, cell_of, new_classroom, points, starter

LUCK, WORDS = "02_luck", "luck-words"
ATTACK = (
    "<script>document.title = 'caught'</script><img src=x onerror=\"document.title = 'caught'\">"
    "</div></article>&amp; {{ 7 * 7 }} </script><!--"
)
#: What those wrote who wait to be marked; None: the cell was deleted.
WAITING = {
    "Asa Ambler": "You get 97 percent by never marking anything.\n\n    Indented,  two spaces.",
    "Bela Brook": ATTACK,
    "Cleo O'Elm, Jr.": "The F-measure would show that.",
    'Dara "D" Dray': "the  F-measure\nwould show THAT.",
    "Ümit Öz": "Wie viel hätte das Glück erreicht? 97,1 % … 你好",
    "=cmd()": "  ",
    "Gil Garth": None,
}
#: Who has been marked already: points, comment, and whether the notebook was graded anew since.
MARKED = {"Hana Hale": (2.5, "And luck?", False), "Ivo Ives": (1, None, True)}
TEXT_OF_MARKED = "Accuracy misleads here; AUC is better."
#: Left as it came, so 0 without anybody looking.
STUB = "Juno Jay"
#: In the gradebook, and without a graded notebook.
QUITS = "Kai Quits"
#: In the list of the class alone.
ABSENT = "Lou Late"
MISNAMED = "Mia Name"
#: Her check was deleted: a person must look at that, too.
CHECK_GONE = "Hana Hale"
GIVEN = {"luck-auc-check": 2, "luck-accuracy-check": 0, "luck-share-check": 2}
GIVEN |= {"luck-reflection-check": 3}

_FILL = """
import json
plan = json.loads({plan!r})
for student in plan["class"]:
    gb.update_or_create_student(student, email=plan["emails"].get(student))
for student, cells in plan["grades"].items():
    gb.update_or_create_submission({assignment!r}, student)
    for name, (auto, manual, asks, comment) in cells.items():
        grade = gb.find_grade(name, {notebook!r}, {assignment!r}, student)
        grade.auto_score, grade.manual_score, grade.needs_manual_grade = auto, manual, asks
        if comment:
            found = gb.find_comment(name, {notebook!r}, {assignment!r}, student)
            found.manual_comment = comment
gb.db.commit()
"""


def make_class(folder):
    """A classroom in `folder` after grading 02_luck, and before anybody reads the sentences."""
    room = new_classroom(folder)
    run = room.run("generate_assignment", LUCK)
    assert run.returncode == 0, run.stdout
    plan = {
        "class": [*WAITING, *MARKED, STUB, QUITS, ABSENT, MISNAMED],
        "emails": {"Asa Ambler": "asa@example.org"},
        "grades": {student: _grades(student) for student in [*WAITING, *MARKED, STUB, QUITS]},
    }
    room.ask_gradebook(_FILL.format(plan=json.dumps(plan), assignment=LUCK, notebook="luck"))
    for student in [*WAITING, *MARKED, STUB]:
        put(room, "autograded", student, written(student))
    for student in [*WAITING, *MARKED, STUB, QUITS]:
        put(room, "submitted", student, written(student))
    put(room, "submitted", MISNAMED, starter(LUCK), "my luck.ipynb")
    return room


def copy_of(room, folder):
    """The same class once more, for a test to change."""
    return Classroom(shutil.copytree(room.folder, folder / "class"))


@pytest.fixture(scope="module")
def classroom(tmp_path_factory):
    """The class, for tests that only look at it."""
    return make_class(tmp_path_factory.mktemp("classroom"))


@pytest.fixture
def room(classroom, tmp_path):
    """A copy of the class for one test."""
    return copy_of(classroom, tmp_path)


def _grades(student):
    """By cell: points by machine and by hand, whether a person is asked, and a comment."""
    if student == QUITS:
        return dict.fromkeys(points(LUCK), (None, None, True, None))
    cells = {name: (score, None, False, None) for name, score in GIVEN.items()}
    if student == CHECK_GONE:
        cells["luck-auc-check"] = (None, None, True, None)
    manual, comment, again = MARKED.get(student, (None, None, True))
    cells[WORDS] = (None, manual, again, comment)
    if student == STUB:
        cells[WORDS] = (0, None, False, None)
    return cells


def written(student):
    """The notebook of this student."""
    notebook = starter(LUCK)
    text = WAITING.get(student, TEXT_OF_MARKED if student in MARKED else "*Your answer here.*")
    if text is None:
        notebook.cells.remove(cell_of(notebook, WORDS))
    else:
        cell_of(notebook, WORDS).source = text
    return notebook


def put(room, where, student, notebook, name=None):
    """Write a student's notebook into submitted/ or autograded/."""
    path = room.folder / where / student / LUCK / (name or ASSIGNMENTS[LUCK])
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, path)
