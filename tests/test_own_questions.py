"""A teacher's own questions: begun by a command, found beside the gradebook."""

import json
import os

import nbformat
import pytest

from course_lib import ask, check, hint, i_am, solution
from course_lib.classroom import board, catalogue, generate, whose
from course_lib.classroom.bank import QUESTIONS
from course_lib.classroom.questions import NumberQuestion
from course_lib.classroom.replies import Outcome
from tools import new_question
from tools.classroom import new_classroom

KINDS = ("number", "function", "choice", "written")


@pytest.fixture(autouse=True)
def _a_new_kernel(monkeypatch):
    monkeypatch.setenv("COURSE_PROGRESS", "memory")
    monkeypatch.delenv("NBGRADER_EXECUTION", raising=False)
    monkeypatch.setattr(board, "_memory", {})
    whose.forget()
    yield
    whose.forget()


@pytest.fixture
def house(tmp_path):
    """A copy of what a teacher works in."""
    return new_classroom(tmp_path).folder


def begin(house, name, assignment="08_mine", kind="number"):
    return new_question.main([name, assignment, "--kind", kind, "--folder", str(house)])


def cell(house, name):
    notebook = nbformat.read(house / "solutions/08_mine/mine.ipynb", as_version=4)
    return next(cell for cell in notebook.cells if cell.id == name)


# --- A skeleton that works ------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_question_works_before_anything_is_changed(house, kind, monkeypatch, capsys):
    assert begin(house, f"own-{kind}-one", kind=kind) == 0
    assert set(generate.write(house)) == {"08_mine/mine.ipynb"}
    monkeypatch.chdir(house / "exercises" / "08_mine")
    question = catalogue.find(f"own-{kind}-one")
    world = {}
    for source in ("from course_lib import ask", cell(house, question.name).source):
        if question.checked:
            exec(source, world)
    if not question.checked:
        assert "MARK SCHEME" in cell(house, question.name).source
        return
    assert question.check(world[f"{kind}_one"]).correct
    assert question.check(...).outcome is Outcome.NOT_ATTEMPTED
    exec(cell(house, f"{question.name}-check").source, world)
    hint(question.name)
    assert "✔ Correct" in capsys.readouterr().out


def test_a_new_number_question_draws_numbers_and_knows_its_mistakes(house, monkeypatch, capsys):
    begin(house, "own-nothing-done")
    monkeypatch.chdir(house)
    question = catalogue.find("own-nothing-done")
    assert isinstance(question, NumberQuestion)
    assert question.draws
    for number in range(100):
        mine = question.for_learner(whose.Learner(f"student {number}", "k"))
        assert mine.is_sound()
    i_am("Asa")
    ask("own-nothing-done")
    solution("own-nothing-done")
    mine = question.for_learner(whose.Learner("Asa"))
    said = capsys.readouterr().out
    assert mine.text in said
    assert mine.worked in said
    assert mine.worked.startswith("nothing_done = ")
    for mistake in mine.mistakes:
        check("own-nothing-done", mistake.value())
        assert mistake.because in capsys.readouterr().out


def test_questions_can_be_added_one_after_another_and_to_an_assignment_of_the_course(house, capsys):
    for number, kind in enumerate([*KINDS, *KINDS]):
        assert begin(house, f"own-{kind}-{number}", kind=kind) == 0
    assert begin(house, "own-more", "02_luck") == 0
    written = generate.write(house)
    assert set(written) == {"08_mine/mine.ipynb", "02_luck/luck.ipynb"}
    starter = (house / "exercises/08_mine/mine.ipynb").read_text()
    assert starter.count("own-") > 8
    assert "BEGIN" not in starter


@pytest.mark.parametrize("kind", KINDS)
def test_the_cells_added_to_the_course_run_and_stand_before_the_board(
    house, kind, monkeypatch, capsys
):
    path = house / "solutions/02_luck/luck.ipynb"
    before = [cell.id for cell in nbformat.read(path, as_version=4).cells]
    for name in ("own-power", "own-more"):
        assert begin(house, name, "02_luck", kind) == 0
    cells = nbformat.read(path, as_version=4).cells
    ids = [cell.id for cell in cells]
    assert [i for i in ids if i in before] == before
    assert ids[: before.index("board")] == before[: before.index("board")]
    assert ids[-2:] == before[-2:] == ["board", "where"]
    assert ids.index("own-power") < ids.index("own-more")
    monkeypatch.chdir(path.parent)
    capsys.readouterr()
    world = {}
    for cell in cells:
        if cell.cell_type == "code":
            exec(cell.source, world)
    said = capsys.readouterr().out
    assert said.count("✔ Correct") == sum(cell.id.endswith("-check") for cell in cells)
    assert "Not yet" not in said


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["power", "08_mine"], "name must be 'own-' and then small letters"),
        (["own-Power", "08_mine"], "name must be 'own-' and then small letters"),
        (["own-power", "mine"], "assignment must be two digits and a word"),
        (["own-power", "08_../x"], "assignment must be two digits and a word"),
    ],
)
def test_wrong_names_are_refused_and_nothing_is_written(house, arguments, words, capsys):
    assert new_question.main([*arguments, "--folder", str(house)]) == 2
    assert words in capsys.readouterr().err
    assert not (house / "questions").exists()


def test_a_question_is_not_written_over(house, capsys):
    begin(house, "own-power")
    file = house / "questions/power.py"
    file.write_text("# mine\n" + file.read_text())
    assert begin(house, "own-power") == 2
    assert "power.py is there already" in capsys.readouterr().err
    assert file.read_text().startswith("# mine")


def test_a_question_that_does_not_work_is_not_handed_out(house, capsys):
    begin(house, "own-power")
    file = house / "questions/power.py"
    text = file.read_text()
    for change, words in (
        (("right=lambda: negatives / cases", "right=lambda: negativs / cases"), "NameError"),
        (
            ("right=lambda: negatives / cases", "right=lambda: 17.0"),
            "answer in the notebook is not",
        ),
        (
            ("Mistake(lambda: positives / cases", "Mistake(lambda: negatives / cases"),
            "a known mistake leads to the right answer",
        ),
    ):
        file.write_text(text.replace(*change))
        os.utime(file, (2e9, 2e9 + len(words)))
        assert generate.main([], house) == 1
        assert words in capsys.readouterr().err
    assert not (house / "exercises/08_mine").exists()


def test_what_is_made_for_a_class_keeps_its_key(house):
    (house / "class.toml").write_text('key = "k77"')
    generate.write(house)
    starter = (house / "exercises/03_critical_values/critical_values.ipynb").read_text()
    assert 'i_am(\\"\\", class_key=\\"k77\\")' in starter
    assert "alone, leave them empty" not in starter


# --- Where it is found ----------------------------------------------------------------------------


def test_it_is_found_from_every_folder_of_a_class_and_by_its_place(house, monkeypatch, tmp_path):
    begin(house, "own-power")
    for folder in ("exercises/08_mine", "autograded/asa/08_mine", "."):
        (house / folder).mkdir(parents=True, exist_ok=True)
        monkeypatch.chdir(house / folder)
        assert catalogue.find("own-power").name == "own-power"
    elsewhere = tmp_path.parent / f"{tmp_path.name}-elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    with pytest.raises(catalogue.NotHere):
        catalogue.find("own-power")
    monkeypatch.setenv("COURSE_QUESTIONS", str(house / "questions"))
    assert catalogue.find("own-power").name == "own-power"


def test_where_it_is_missing_a_student_hears_so_and_a_grader_stops(monkeypatch, tmp_path, capsys):
    monkeypatch.chdir(tmp_path)
    for asking in (ask, hint, solution, lambda name: check(name, 1)):
        asking("own-power")
        assert "a question of your teacher's own" in capsys.readouterr().out
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    with pytest.raises(catalogue.NotHere):
        check("own-power", 1)


def test_a_changed_file_is_read_again(house, monkeypatch):
    begin(house, "own-power")
    monkeypatch.chdir(house)
    assert catalogue.find("own-power").title == "The accuracy of doing nothing"
    file = house / "questions/power.py"
    file.write_text(file.read_text().replace("The accuracy of doing nothing", "Another title"))
    os.utime(file, (2e9, 2e9))
    assert catalogue.find("own-power").title == "Another title"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("QUESTIONS = [", "power.py cannot be loaded: SyntaxError"),
        ("1 / 0", "power.py cannot be loaded: ZeroDivisionError"),
        ("", "must have a list QUESTIONS"),
        ("QUESTIONS = [1]", "must have a list QUESTIONS"),
        (
            "from course_lib.classroom.questions import WrittenQuestion as W\n"
            "QUESTIONS = [W(name='luck-auc', title='', hints=(), why='')]",
            "the name 'luck-auc' must be 'own-' and then small letters",
        ),
        (
            "from course_lib.classroom.questions import WrittenQuestion as W\n"
            "QUESTIONS = [W(name='own-power', title='', hints=(), why='')] * 2",
            "own-power is there already",
        ),
    ],
)
def test_a_file_that_is_wrong_is_named(house, text, words, monkeypatch, capsys):
    begin(house, "own-power")
    file = house / "questions/power.py"
    file.write_text(text)
    os.utime(file, (2e9, 2e9))
    monkeypatch.chdir(house)
    with pytest.raises(ValueError, match=r"power\.py") as refused:
        catalogue.find("own-power")
    assert words in str(refused.value)
    assert generate.main([], house) == 1
    assert words in capsys.readouterr().err


def test_the_bank_is_the_banks(house, monkeypatch):
    begin(house, "own-power")
    monkeypatch.chdir(house)
    catalogue.find("own-power")
    assert not any(name.startswith("own-") for name in QUESTIONS)
    with pytest.raises(ValueError, match="Did you mean 'luck-auc'"):
        catalogue.find("luck-acu")
    notebook = json.loads((house / "solutions/08_mine/mine.ipynb").read_text())
    assert notebook["nbformat"] == 4
