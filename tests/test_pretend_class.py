"""The rehearsal: what students hand in is what was planned, and a difference would be noticed."""

import copy
import re

import pytest

from course_lib.classroom import calling
from course_lib.classroom.desk import question
from tools.class_report import grades_table, heard, main as class_report, mistakes_text
from tools.classroom import ASSIGNMENTS, ROOT, Classroom, cell_of, points, starter
from tools.handwriting import answers, questions, variable
from tools.pretend_class import CLASS, MISHAPS, disagreements, main, students, submissions

FIRST = "00_first_steps"


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_listed_answers_written_as_cells_are_as_right_or_wrong_as_listed(assignment, monkeypatch):
    monkeypatch.setattr(calling, "PATIENCE", 2.0)  # one of them never ends
    for name, listed in answers(assignment).items():
        assert {answer.is_right for answer in listed} == {True, False}
        given = {}
        for cell in starter(assignment).cells:
            if cell.id == name:
                break
            if cell.cell_type == "code" and "check(" not in cell.source:
                exec(cell.source, given)
        for answer in listed:
            world = dict(given)
            exec(answer.text, world)
            reply = question(name).check(world[variable(assignment, name)])
            assert reply.correct == answer.is_right, answer.text
            assert answer.because in str(reply), answer.text


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_in_a_full_class_every_mishap_happens_once_and_everybody_is_planned_for(assignment):
    made = submissions(assignment, CLASS, seed=1)
    assert sorted(one.note for one in made.values() if one.note) == sorted(MISHAPS)
    for one in made.values():
        assert list(one.expected) == list(points(assignment))
        assert {f"{name}-check" for name in questions(assignment)} >= set(one.told)
    many = submissions(assignment, 90, seed=1)  # a dozen may well all be right
    ordinary = [one.expected for one in many.values() if not one.note]
    for name in questions(assignment):
        assert len({scores[f"{name}-check"] for scores in ordinary}) == 2, "all alike"


def test_the_same_seed_makes_the_same_class_and_another_one_another():
    def texts(seed):
        made = submissions("02_luck", 6, seed)
        return [one.notebook and str(one.notebook) for one in made.values()]

    assert texts(1) == texts(1) != texts(2)


def test_no_two_students_have_the_same_name():
    assert len(set(students(90).values())) == 90


@pytest.fixture(scope="module")
def rehearsal(tmp_path_factory):
    """Three students, one of whom gave the file another name."""
    folder = tmp_path_factory.mktemp("rehearsal")
    code = main([FIRST, "--students", "3", "--folder", str(folder)])
    return code, Classroom(folder), {FIRST: submissions(FIRST, 3, seed=1)}


def test_a_small_rehearsal_ends_well(rehearsal):
    code, room, handed_in = rehearsal
    assert code == 0
    assert [one.note for one in handed_in[FIRST].values()] == ["", "wrong file name", ""]
    assert "should be called first_steps.ipynb" in (room.folder / "nbgrader.log").read_text()


def test_a_mark_that_was_not_planned_is_noticed(rehearsal):
    _, room, handed_in = rehearsal
    assert disagreements(room, handed_in) == []
    other = copy.deepcopy(handed_in)
    one = other[FIRST]["student-01"]
    right = next(name for name, score in one.expected.items() if score)
    one.expected[right] = 0
    one.told[right] = "something else"
    other[FIRST]["student-02"].gradable = True
    found = "\n".join(disagreements(room, other))
    assert f"student-01 (ordinary), {right}: " in found
    assert "heard 'Correct'" in found
    assert "grades.csv has" in found
    assert "student-02 (wrong file name): a feedback page is missing" in found


def test_marks_by_hand_are_given_as_the_guide_says(rehearsal):
    _, room, _ = rehearsal
    guide = (ROOT / "solutions" / "INSTRUCTOR_GUIDE.md").read_text(encoding="utf-8")
    code = re.search(r"```python\n(.*?)```", guide, re.S)[1]
    for old, new in (
        ('"asa"', '"student-01"'),
        ("luck-words", "first-words"),
        ('"luck"', '"first_steps"'),
        ("02_luck", FIRST),
    ):
        assert old in code
        code = code.replace(old, new)
    before = room.grades(FIRST)["student-01"]["first-words"]
    room.ask_gradebook(code)
    assert (before, room.grades(FIRST)["student-01"]["first-words"]) == (None, 2)


def test_a_class_report_shows_points_and_what_was_heard(rehearsal, capsys):
    _, room, handed_in = rehearsal
    assert class_report([FIRST, "--folder", str(room.folder)]) == 0
    said = capsys.readouterr().out
    assert len(re.findall(r"^student-\d\d ", said, re.M)) == 2
    assert "student-02: first_steps (1).ipynb, and no first_steps.ipynb" in said
    for name in questions(FIRST):
        right = sum(bool(one.expected[f"{name}-check"]) for one in handed_in[FIRST].values())
        assert f"{name}: {right} of 2 right" in said
    assert set(heard(room.folder, FIRST)) == {f"{name}-check" for name in questions(FIRST)}


def test_a_report_on_a_folder_without_marks_says_so(tmp_path, capsys):
    assert class_report([FIRST, "--folder", str(tmp_path)]) == 2
    assert "There is no gradebook.db in" in capsys.readouterr().err


def test_tables_count_a_missing_mark_as_nothing_and_show_it():
    table = grades_table({"b": {"x": 1.0, "y": None}, "a": {"x": 0.5, "y": 2.0}}, {"x": 1, "y": 2})
    assert [line.split() for line in table.splitlines()[2:]] == [
        ["a", "0.5", "2", "2.5"],
        ["b", "1", "?", "1"],
    ]
    text = mistakes_text({"x-check": {"a": "Correct", "b": "Not yet.", "c": "Not yet."}})
    assert text.splitlines() == ["x: 1 of 3 right", "    2 x Not yet."]
    own = {"a": "for 1 of 50.", "b": "for 1 of 20.", "c": "for 0.05."}
    said = mistakes_text({"x-check": own}).splitlines()
    assert said == ["x: 0 of 3 right", "    2 x for 1 of 50.", "    1 x for 0.05."]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["09_nothing"], "there is no assignment 09_nothing"),
        (["--students", "0"], "students must be from 1 to 90, not 0"),
        (["--folder", str(ROOT / "exercises" / "new")], "belongs to the course"),
        (["--folder", str(ROOT)], "belongs to the course"),
    ],
)
def test_wrong_arguments_are_refused_before_anything_is_written(arguments, message, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert message in capsys.readouterr().err
    assert not (ROOT / "exercises" / "new").exists()


def test_a_folder_with_something_else_in_it_is_left_alone(tmp_path, capsys):
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(SystemExit):
        main(["--folder", str(tmp_path)])
    assert "is not empty, and no rehearsal made it" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_cell_in_the_pretend_notebook_holds_the_answer():
    made = submissions(FIRST, 1, seed=1)["student-01"]
    texts = {answer.text for answer in answers(FIRST)["first-share"]}
    assert cell_of(made.notebook, "first-share").source in texts
    assert 'i_am("student-01", class_key="rehearsal")' in cell_of(made.notebook, "who").source
