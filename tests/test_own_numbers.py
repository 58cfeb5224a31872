"""Numbers of each learner's own: drawn by a hash, followed by all that a question says."""

import ast
import contextlib
import re
from functools import cache
from pathlib import Path

import nbformat
import numpy as np
import pytest

from course_lib import ask, check, hint, i_am, solution
from course_lib.classroom import board, class_file, desk, own, whose
from course_lib.classroom.bank import QUESTIONS
from course_lib.classroom.questions import Mistake, NumberQuestion, own_numbers
from course_lib.classroom.whose import NOBODY, Learner, folded

ROOT = Path(__file__).parent.parent
DRAWN = [
    name for name, q in QUESTIONS.items() if isinstance(q, NumberQuestion) and q.draws is not None
]
NUMBERS_IN_EXERCISES = [
    name
    for name, q in QUESTIONS.items()
    if isinstance(q, NumberQuestion) and not name.startswith("start-")
]
THOUSAND = [Learner(f"student {i}", "a class") for i in range(1000)]


@pytest.fixture(autouse=True)
def _a_new_kernel(monkeypatch):
    """Nobody has said who they are, and no grader is at work."""
    monkeypatch.setenv("COURSE_PROGRESS", "memory")
    monkeypatch.delenv("NBGRADER_EXECUTION", raising=False)
    monkeypatch.setattr(board, "_memory", {})
    monkeypatch.setattr(desk, "_hints_given", {})
    whose.forget()
    yield
    whose.forget()


def drawn(name, learner):
    return QUESTIONS[name].for_learner(learner)


def numbers(name, learner):
    return QUESTIONS[name].draws.numbers(learner)


# --- A thousand draws -----------------------------------------------------------------------------


def test_every_question_about_a_number_draws_its_own():
    assert DRAWN == NUMBERS_IN_EXERCISES
    assert len(DRAWN) >= 12


@pytest.mark.parametrize("name", DRAWN)
def test_a_thousand_draws_can_be_solved_and_wrong_answers_stay_apart(name):
    different = {}
    for learner in THOUSAND:
        found = numbers(name, learner)
        different[tuple(found.values())] = found
    assert len(different) >= 40
    printed = QUESTIONS[name]
    answers = set()
    for found in different.values():
        asked = printed.draws.make(**found)
        right = asked.right()
        assert type(right) is type(printed.right()), found
        assert np.isfinite(right)
        assert asked.is_sound(), found
        assert asked.check(right).correct, found
        if not isinstance(right, int):
            # Four digits are enough, as the learner was told, and two are not.
            assert asked.check(float(f"{right:.4g}")).correct, found
        answers.add(f"{right:.4g}")
    # Whoever passes on a number helps few.
    assert len(answers) >= min(20, len(different) // 3)


@pytest.mark.parametrize("name", DRAWN)
def test_every_known_mistake_hears_its_own_message_whatever_the_numbers(name):
    for learner in THOUSAND[:12]:
        asked = drawn(name, learner)
        for mistake in asked.mistakes:
            assert mistake.because
            assert asked.check(mistake.value()).reason == mistake.because


@pytest.mark.parametrize("name", DRAWN)
def test_text_and_solution_hold_the_numbers_and_change_with_them(name):
    texts, worked = set(), set()
    for learner in THOUSAND[:40]:
        asked = drawn(name, learner)
        texts.add(asked.text)
        worked.add(asked.worked)
        assert asked.text.endswith("?") or "?" in asked.text
        # Some mistakes need certain numbers: a level that is the default, a lower end that is far.
        assert len(asked.mistakes) >= max(3, len(QUESTIONS[name].mistakes) // 2)
    assert len(texts) > 10
    assert len(worked) > 10


@cache
def notebook_of(name):
    """The notebook of solutions/ that asks this question."""
    for path in sorted((ROOT / "solutions").glob("*/*.ipynb")):
        notebook = nbformat.read(path, as_version=4)
        if any(cell.id == name for cell in notebook.cells):
            return notebook
    raise AssertionError(name)


def world_above(name):
    """What the notebook has defined when it comes to the answer."""
    world = {}
    for cell in notebook_of(name).cells:
        if cell.id == name:
            return world
        if cell.cell_type == "code" and "nbgrader" not in cell.metadata:
            exec(cell.source, world)
    raise AssertionError(name)


def variable_of(name):
    check_cell = next(c for c in notebook_of(name).cells if c.id == f"{name}-check")
    return re.search(rf'check\("{name}", (\w+)\)', check_cell.source)[1]


@pytest.mark.parametrize("name", DRAWN)
def test_the_worked_answer_is_right_for_each_learners_numbers(name, capsys):
    world = world_above(name)
    for learner in [NOBODY, *THOUSAND[:8]]:
        asked = drawn(name, learner)
        here = dict(world)
        exec(asked.worked, here)
        assert asked.check(here[variable_of(name)]).correct, (learner, asked.worked)


@pytest.mark.parametrize("name", DRAWN)
def test_the_solution_in_the_notebook_is_the_worked_answer_for_the_printed_numbers(name):
    cell = next(c for c in notebook_of(name).cells if c.id == name)
    inside = re.search(r"### BEGIN SOLUTION\n(.*?)### END", cell.source, re.DOTALL)[1]
    assert ast.dump(ast.parse(inside)) == ast.dump(ast.parse(QUESTIONS[name].worked))


@pytest.mark.parametrize("name", DRAWN)
def test_the_notebook_asks_with_the_learners_numbers_before_the_answer(name):
    ids = [cell.id for cell in notebook_of(name).cells]
    sources = [cell.source for cell in notebook_of(name).cells]
    assert f'ask("{name}")' in sources
    assert sources.index(f'ask("{name}")') < ids.index(name)
    assert ids.index("who") < ids.index("tools")


# --- Whose numbers --------------------------------------------------------------------------------


def test_the_same_name_draws_the_same_numbers_however_it_is_typed():
    first = numbers("critical-look-up", Learner("Asa  Ambler", "k"))
    assert first == numbers("critical-look-up", Learner(" asa ambler ", "k"))
    assert folded("Ångström\u00a0B") == folded("ÅNGSTRÖM b")


def test_class_name_question_and_again_each_change_the_numbers():
    def many(**changes):
        return [
            numbers("critical-look-up", Learner(**({"name": f"s{i}", "class_key": "k"} | changes)))
            for i in range(20)
        ]

    def different(one, other):
        return sum(a != b for a, b in zip(one, other, strict=True))

    usual = [numbers("critical-look-up", Learner(f"s{i}", "k")) for i in range(20)]
    assert different(usual, [numbers("critical-look-up", Learner(f"s{i}", "l")) for i in range(20)])
    assert (
        different(usual, [numbers("critical-look-up", Learner(f"s{i}", "k", 1)) for i in range(20)])
        >= 18
    )
    assert len({tuple(n.values()) for n in usual}) >= 18
    assert many(name="x")[0] == many(name="x")[1]
    among = {"n": range(1000)}
    assert Learner("a").draw("one", among) != Learner("a").draw("another", among)


def test_the_draw_is_a_promise_to_those_who_have_begun():
    """Numbers must not change under people's hands: these were drawn by the first version."""
    assert Learner("asa", "autumn", 1).draw("a question", {"n": range(1000), "m": "xyz"}) == {
        "n": 838,
        "m": "z",
    }


def test_nobody_has_the_printed_numbers(capsys):
    ask("critical-look-up")
    i_am("")
    ask("critical-look-up")
    said = capsys.readouterr().out.splitlines()
    assert said[0] == said[2]
    assert "200 cases, 40 of them positive; 60 classifiers; alpha 0.05" in said[0]


def test_everything_follows_the_name(capsys):
    learner = Learner("Asa")
    asked = drawn("critical-look-up", learner)
    i_am("Asa")
    ask("critical-look-up")
    hint("critical-look-up")
    hint("critical-look-up")
    solution("critical-look-up")
    check("critical-look-up", asked.right())
    for mistake in asked.mistakes:
        check("critical-look-up", mistake.value())
    said = capsys.readouterr().out
    assert asked.text != QUESTIONS["critical-look-up"].text
    for words in (asked.text, asked.hints[1], asked.worked, asked.why):
        assert words in said
    for mistake in asked.mistakes:
        assert mistake.because in said


def test_new_numbers_can_be_had(capsys):
    texts = set()
    for again in range(5):
        i_am("Asa", again=again)
        capsys.readouterr()
        ask("critical-look-up")
        texts.add(capsys.readouterr().out)
    assert len(texts) == 5


def test_in_a_class_a_right_answer_without_a_name_is_no_answer_yet(capsys):
    i_am("", class_key="7d0c")
    check("critical-look-up", own.right_for("critical-look-up", NOBODY))
    assert "Put your name into the first cell" in capsys.readouterr().out
    check("first-reason", "b")
    assert "✔" in capsys.readouterr().out


def test_in_a_class_a_name_is_wanted(capsys):
    i_am("", class_key="7d0c")
    assert "Whose notebook is this?" in capsys.readouterr().out
    i_am("  ", class_key="7d0c")
    assert "Whose notebook is this?" in capsys.readouterr().out
    ask("critical-look-up")
    assert QUESTIONS["critical-look-up"].text in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"name": 7}, "name must be text"),
        ({"name": "a", "class_key": None}, "class_key must be text"),
        ({"name": "a", "again": -1}, "again must be a whole number of at least 0"),
        ({"name": "a", "again": 1.5}, "again must be a whole number"),
    ],
)
def test_odd_names_are_refused(arguments, words):
    with pytest.raises(ValueError, match=words):
        i_am(**arguments)


def test_only_questions_with_numbers_can_be_asked_for():
    with pytest.raises(ValueError, match="a question with numbers; got 'luck-auc'"):
        ask("luck-auc")


def test_the_right_answer_to_other_numbers_is_told_so(capsys):
    mine = Learner("Asa", "k", 2)
    i_am("Asa", "k", 2)
    for learner, words in (
        (NOBODY, "for the printed numbers"),
        (Learner("Asa"), "drawn without the key of your class"),
        (Learner("Asa", "k"), "before they were drawn again"),
    ):
        capsys.readouterr()
        check("critical-look-up", own.right_for("critical-look-up", learner))
        said = capsys.readouterr().out
        assert f"that is the answer for {'the numbers you had ' * ('before' in words)}" in said
        assert words in said
        assert drawn("critical-look-up", mine).text in said


# --- While grading --------------------------------------------------------------------------------


def graded(name, class_key, notebook_says, again=0):
    """As a grader runs a notebook: the folder speaks first, then the notebook."""
    whose.graded(name, class_key, again)
    i_am(notebook_says, class_key)


def told(capsys, name, answer):
    """What a grader hears about an answer."""
    capsys.readouterr()
    with contextlib.suppress(desk.NotCorrect):
        check(name, answer)
    return capsys.readouterr().out


def test_the_folder_says_who_it_is_not_the_student(monkeypatch, capsys):
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    mine = own.right_for("critical-look-up", Learner("bela", "k"))
    graded("bela", "k", "Bela ")
    assert "Correct" in told(capsys, "critical-look-up", mine)
    graded("bela", "k", "")  # forgot to type it: the numbers are bela's all the same
    assert "Correct" in told(capsys, "critical-look-up", mine)
    i_am("asa", "other key")
    assert whose.current() == Learner("bela", "k")


def test_a_copied_notebook_gets_no_points_and_says_why(monkeypatch, capsys):
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    theirs = own.right_for("critical-look-up", Learner("asa", "k"))
    graded("bela", "k", "asa")
    for name, answer in (
        ("critical-look-up", theirs),
        ("luck-share", lambda alpha, c: 1 - (1 - alpha) ** (1 / c)),
        ("first-reason", "b"),
    ):
        said = told(capsys, name, answer)
        assert "this notebook says that it is asa's, and somebody else handed it in" in said


def test_a_copied_number_gets_no_points(monkeypatch, capsys):
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    theirs = own.right_for("critical-look-up", Learner("asa", "k"))
    graded("bela", "k", "bela")
    assert "Not yet" in told(capsys, "critical-look-up", theirs)
    assert own.is_right_for("critical-look-up", Learner("asa", "k"), theirs)
    assert not own.is_right_for("critical-look-up", Learner("bela", "k"), theirs)


def test_a_class_without_a_key_has_the_printed_numbers_or_those_of_the_name(monkeypatch, capsys):
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    graded("asa", "", "")
    assert "Correct" in told(capsys, "critical-look-up", own.right_for("critical-look-up", NOBODY))
    graded("asa", "", "Asa")
    assert "Correct" in told(
        capsys, "critical-look-up", own.right_for("critical-look-up", Learner("asa"))
    )


# --- class.toml -----------------------------------------------------------------------------------


def test_a_class_file_is_made_once_with_a_key_of_its_own(tmp_path):
    assert class_file.read(tmp_path) == class_file.ClassFile()
    assert not (tmp_path / "class.toml").exists()
    made = class_file.read_or_make(tmp_path)
    assert len(made.key) >= 8
    assert class_file.read_or_make(tmp_path) == class_file.read(tmp_path) == made
    (tmp_path / "other").mkdir()
    assert class_file.read_or_make(tmp_path / "other").key != made.key


def test_the_command_makes_a_class_file_and_leaves_one_alone(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert class_file.main() == 0
    made = (tmp_path / "class.toml").read_text()
    assert "is written" in capsys.readouterr().out
    assert class_file.main() == 0
    assert "is there already" in capsys.readouterr().out
    assert (tmp_path / "class.toml").read_text() == made
    (tmp_path / "class.toml").write_text("key = 1")
    assert class_file.main() == 2
    assert "key must be of the type str" in capsys.readouterr().err


def test_a_class_file_knows_names_and_new_numbers(tmp_path):
    (tmp_path / "class.toml").write_text(
        'key = "k"\n[known_as]\n"Asa Ambler" = "asa"\n[again]\nasa = 2\n"Bela Brook" = 1\n'
    )
    found = class_file.read(tmp_path)
    assert found.learner("Asa Ambler") == found.learner("asa ambler") == Learner("asa", "k", 2)
    assert found.learner("Bela Brook") == Learner("Bela Brook", "k", 1)
    assert found.learner("Cleo") == Learner("Cleo", "k", 0)


def test_a_class_may_do_without_numbers_of_its_own(tmp_path):
    (tmp_path / "class.toml").write_text('key = "k"\nown_numbers = false\n')
    assert class_file.read(tmp_path).learner("asa").is_nobody


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("key = ", "cannot be read"),
        ("kee = 'x'", "kee is not one of key, own_numbers, known_as, again"),
        ("key = 7", "key must be of the type str"),
        ("key = 'a\"b'", "key must be letters, digits, dots and hyphens"),
        ("[again]\nasa = 'often'", "again.asa is 'often'"),
        ("[again]\nasa = -1", "again.asa is -1"),
        ("[again]\nasa = true", "again.asa is True"),
        ("[known_as]\nasa = 3", "known_as.asa is 3"),
        (
            "[known_as]\n'Asa Ambler' = 'asa'\nBela = 'b'\n'Asa Brook' = ' ASA '",
            "known_as gives 'Asa Ambler' and 'Asa Brook' the same name, ' ASA '",
        ),
    ],
)
def test_a_class_file_that_cannot_be_understood_is_refused(tmp_path, text, words):
    (tmp_path / "class.toml").write_text(text)
    with pytest.raises(ValueError, match=re.escape(words)):
        class_file.read(tmp_path)


# --- Draws that make no question ------------------------------------------------------------------


def made(n):
    return NumberQuestion(
        name="a-draw",
        title="A draw",
        text=f"What is {n} times 3?",
        right=lambda: n * 3,
        mistakes=[Mistake(lambda: n + 3, "that is the sum."), Mistake(lambda: n**2, "squared.")],
        hints=("one", "two"),
        why="It is so.",
    )


def test_draws_in_which_a_mistake_is_right_are_passed_over():
    asked = own_numbers(made, {"n": 4}, {"n": [3, 5, 7]})  # 3 times 3 is 3 squared
    found = {asked.draws.numbers(learner)["n"] for learner in THOUSAND[:60]}
    assert found == {5, 7}


def test_a_question_without_any_possible_draw_says_so():
    asked = own_numbers(made, {"n": 4}, {"n": [3]})
    with pytest.raises(RuntimeError, match="a-draw: none of a thousand draws makes a question"):
        asked.for_learner(Learner("asa"))
