"""Wrong answers made by machine: which are made, what becomes of them, that none gets through."""

import ast
import difflib
import fnmatch
import json
import re
import tomllib
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from course_lib.classroom import calling, mutants
from course_lib.classroom.bank import QUESTIONS
from course_lib.classroom.mutations import kin
from course_lib.classroom.mutations.place import data_of, kinds_of, words_of
from course_lib.classroom.mutations.programs import Mutant, mutants_of
from course_lib.classroom.questions import ChoiceQuestion, FunctionQuestion, NumberQuestion
from course_lib.classroom.replies import correct
from course_lib.classroom.trials import try_mutants
from course_lib.classroom.whose import Learner
from course_lib.classroom.worked import worked_answers
from tools.classroom import ASSIGNMENTS, starter
from tools.handwriting import answers, listed_right, variable

HERE = Path(__file__).parent
EQUIVALENT = tomllib.loads((HERE / "equivalent_mutants.toml").read_text(encoding="utf-8"))
DRAWN_ALIKE = tomllib.loads((HERE / "equivalent_drawn.toml").read_text(encoding="utf-8"))


def changed(source, **known):
    """The text of every mutant."""
    return [mutant.source for mutant in mutants_of(source, **known)]


# --- What is made ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("program", "mutant"),
    [
        # constants
        ("x = 3", "x = 4"),
        ("x = 3", "x = 2"),
        ("x = 3", "x = 6"),
        ("x = 4", "x = 2"),
        ("x = 3", "x = -3"),
        ("x = 0.05", "x = 0.01"),
        ("x = 0.05", "x = 0.95"),
        ("x = f(True)", "x = f(False)"),
        ("x = f('auc')", "x = f('accuracy')"),
        ("x = f('two-sided')", "x = f('less')"),
        ("x = f('1:9')", "x = f('9:1')"),
        # comparisons and logic
        ("x = a > b", "x = a >= b"),
        ("x = a > b", "x = a < b"),
        ("x = a == b", "x = a != b"),
        ("x = a <= b <= c", "x = a <= b"),
        ("x = a <= b <= c", "x = b <= c"),
        ("x = a and b", "x = a or b"),
        ("x = a and b", "x = b"),
        ("x = a & b", "x = a | b"),
        ("x = not a", "x = a"),
        ("x = a if b else c", "x = c if b else a"),
        ("x = [i for i in a if i]", "x = [i for i in a]"),
        ("x = [i for i in a if i]", "x = [i for i in a if not i]"),
        # arithmetic
        ("x = a + b", "x = a - b"),
        ("x = a / b", "x = a // b"),
        ("x = a / b", "x = b / a"),
        ("x = a * b", "x = a ** b"),
        ("x = a - b", "x = a"),
        ("x = -a", "x = a"),
        ("x = a / (b * c)", "x = a / b * c"),
        ("x = (a + b) / c", "x = a + b / c"),
        ("x = a ** (1 / n)", "x = a ** 1 / n"),
        # names, siblings, attributes
        ("def f(a, b):\n    return g(a)", "def f(a, b):\n    return g(b)"),
        ("x = max(a)", "x = min(a)"),
        ("x = a.max()", "x = a.argmax()"),
        ("a = g()\nx = a.max()", "a = g()\nx = a"),
        ("a = g()\nx = a.mean()", "import numpy as np\na = g()\nx = np.median(a)"),
        ("x = a.std(ddof=1)", "x = a.var(ddof=1)"),
        ("x = a.std(ddof=1)", "x = a.std(ddof=0)"),
        ("x = a.std(ddof=1)", "x = a.std()"),
        ("x = a.std()", "x = a.std(ddof=1)"),
        ("x = stats.rankdata(a)", "x = stats.rankdata(a, method='dense')"),
        ("x = rankdata(a, method='min')", "x = rankdata(a, method='average')"),
        ("x = np.maximum.accumulate(a)", "x = np.minimum.accumulate(a)"),
        ("x = d.isf(a)", "x = d.ppf(a)"),
        ("x = sqrt(a)", "x = a"),
        ("x = comb(n, k)", "from math import perm\nx = perm(n, k)"),
        ("x = sign_test(a, b)", "from course_lib import wilcoxon_test\nx = wilcoxon_test(a, b)"),
        ("x = t.p_value", "x = t.statistic"),
        ("x = t.area", "x = t.vertical_area"),
        ("x = sign_test(a, b)", "x = sign_test(b, a)"),
        ("x = sign_test(a, b)", "x = sign_test(a, b, alternative='less')"),
        ("x = f(a, k=1)", "x = f(a)"),
        ("x = f(a, b)", "x = f(b)"),
        ("x = f(j=1, k=2)", "x = f(j=2, k=1)"),
        # one more, one less
        ("x = range(n)", "x = range(n - 1)"),
        ("x = range(n)", "x = range(n + 1)"),
        ("x = range(n)", "x = range(1, n)"),
        ("x = len(a)", "x = len(a) - 1"),
        ("x = a.size", "x = a.size + 1"),
        ("x = a[i]", "x = a[i + 1]"),
        ("x = a[i:]", "x = a[:]"),
        ("x = a[:n]", "x = a[:n - 1]"),
        ("x = a[::-1]", "x = a[::]"),
        ("x = (a, b)", "x = (b, a)"),
        ("x = [a, b]", "x = [a]"),
        # statements
        ("def f(a):\n    a += 1\n    return a", "def f(a):\n    return a"),
        ("def f(a):\n    a += 1\n    return a", "def f(a):\n    a -= 1\n    return a"),
        ("def f(a):\n    a += 1\n    return a", "def f(a):\n    a = 1\n    return a"),
        ("if a:\n    x = 1", "if not a:\n    x = 1"),
        ("if a:\n    x = 1\nelse:\n    x = 2", "if a:\n    x = 1"),
        ("if a:\n    x = 1\nelif b:\n    x = 2", "if a:\n    x = 1\nif b:\n    x = 2"),
        ("for i in a:\n    x = i", "for i in a:\n    x = i\n    break"),
        (
            "def f(a):\n    for i in a:\n        g(i)\n    return a",
            "def f(a):\n    for i in a:\n        g(i)\n        return a",
        ),
        (
            "def f(a):\n    n = 0\n    for i in a:\n        g(i)",
            "def f(a):\n    for i in a:\n        n = 0\n        g(i)",
        ),
        # what comes out
        ("x = f(a)", "import numpy as np\nx = np.round(f(a), 2)"),
        ("x = f(a)", "import numpy as np\nx = np.multiply(100, f(a))"),
        ("x = f(a)", "import numpy as np\nx = np.subtract(1, f(a))"),
        ("x = f(a)", "x = str(f(a))"),
        ("x = f(a)", "x = [f(a)]"),
        ("x = f(a)", "x = None"),
        ("def f(a):\n    return a + 1", "def f(a):\n    return (a + 1, a + 1)"),
        ("def f(a, b):\n    return (a, b)", "def f(a, b):\n    return (str(a), b)"),
        ("def f(a, b):\n    return (a, b)", "def f(a, b):\n    return tuple(map(str, (a, b)))"),
        ("f = lambda a: a + 1", "f = lambda a: str(a + 1)"),
        # what goes in
        ("def f(a, b):\n    return g(a, b)", "def f(b, a):\n    return g(a, b)"),
        ("def f(a):\n    return g(a)", "def f(a):\n    a = 0.5\n    return g(a)"),
        (
            "def f(a):\n    return g(a)",
            "import numpy as np\ndef f(a):\n    a = np.asarray(a) > 0.5\n    return g(a)",
        ),
        ("def f(a):\n    return g(a)", "def f(a):\n    a = sorted(a)\n    return g(a)"),
        ("def f(a):\n    return g(a)", "def f(a):\n    return a\n    return g(a)"),
        ("f = lambda a: g(a)", "f = lambda a: g(a[1:])"),
    ],
)
def test_a_wrong_turn_is_taken(program, mutant):
    # As Python writes it: versions put blank lines and brackets in different places.
    assert ast.unparse(ast.parse(mutant)) in [ast.unparse(ast.parse(m)) for m in changed(program)]


@pytest.mark.parametrize(
    ("program", "mutant"),
    [
        ("x = max(a, b)", "x = max(b, a)"),
        ("x = a * b * c", "x = a * (b * c)"),
        ("x = a + b - c", "x = a + (b - c)"),
        ("x = np.asarray(a)", "x = a"),
        ("x = np.asarray(a, dtype=float)", "x = np.asarray(a)"),
        ("x = n + 1", "x = n * 1"),
        ("import math\nx = math.pi", "x = math.pi"),
        ("x = stats.rankdata(a)", "x = stats"),
    ],
)
def test_what_is_right_all_the_same_is_not_made(program, mutant):
    assert mutant not in changed(program)


def test_every_mutant_is_another_program_and_comes_once():
    source = "def f(a, b):\n    '''Add.'''\n    return a + b\n"
    made = changed(source)
    assert len(made) == len(set(made)) > 30
    assert "def f(a, b):\n    return a + b" not in made
    for text in made:
        compile(text, "mutant", "exec")


def test_a_mutant_says_what_was_changed_and_where():
    said = {mutant.source: mutant.what for mutant in mutants_of("y = 1\nx = a > b")}
    assert said["y = 1\nx = a >= b"] == "line 2: a > b became a >= b"


def test_docstrings_dots_and_formats_are_left_alone():
    source = "x = ...\nx = f(f'{a:3}')"
    assert all(
        "x = ..." not in text and "{a:3}" in text for text in changed(source) if "f'" in text
    )
    assert changed("'''auc'''\nx = f(a)") == changed("x = f(a)")


def test_what_an_argument_is_decides_how_it_is_spoilt():
    source = "def f(a):\n    return g(a)"
    spoilt = {kind: "\n".join(changed(source, kinds=[kind])) for kind in ("whole", "list")}
    assert "a = a + 1" in spoilt["whole"]
    assert "np.asarray(a) > 0.5" not in spoilt["whole"]
    assert "np.asarray(a) > 0.5" in spoilt["list"]
    assert "a = a + 1" not in spoilt["list"]


def test_the_place_tells_words_names_and_kinds():
    world = {"labels": ("rust", "ram"), "scores": {"tree": [1], "bayes": [2]}, "np": np, "n": 3}
    assert words_of(world) == (("rust", "ram"), ("tree", "bayes"))
    assert data_of(world) == ("labels", "scores", "n")
    assert "x = scores['bayes']" in changed("x = scores['tree']", words=words_of(world))
    assert "x = f(n)" in changed("x = f(scores)", names=data_of(world))
    cases = [(1, 0.5, [0, 1], [0.2]), (2, 1, [1], [3])]
    assert kinds_of(cases) == ("whole", "number", "labels", "list")
    assert kinds_of(()) == kinds_of(None) == kinds_of("ab") == ()


def test_relatives_come_once_each_and_not_oneself():
    assert list(kin.others([("a", "b"), ("b", "c", "a")], "a")) == ["b", "c"]


# --- What becomes of them -------------------------------------------------------------------------


def half():
    """A question about a function, with cases that tell little."""
    return FunctionQuestion(
        name="half",
        title="Half",
        hints=(),
        why="",
        reference=lambda x: x / 2,
        cases=[(0,), (2,)],
        mistakes=[],
    )


def test_survivors_are_those_that_the_cases_cannot_tell_apart():
    trial = try_mutants(half(), "def f(x):\n    return x / 2", {}, "f")
    survivors = {mutant.what for mutant in trial.survivors}
    assert "line 2: x / 2 became x // 2" in survivors
    assert "line 2: x / 2 became x * 2" not in survivors
    assert trial.tried > len(survivors)
    assert trial.crashes == trial.slow == ()


def test_what_raises_defines_nothing_or_never_ends_is_refused(monkeypatch, capfd):
    monkeypatch.setattr("course_lib.classroom.trials._PATIENCE", 0.2)
    source = "def f(x):\n    i = 0\n    while i < x:\n        i += 1\n    return i / 2"
    trial = try_mutants(half(), source, {}, "f")
    assert any(mutant.what.endswith("left out: i += 1") for mutant in trial.slow)
    assert not any("left out" in mutant.what for mutant in trial.survivors)
    assert calling.PATIENCE == 5
    assert capfd.readouterr() == ("", "")


def test_what_eats_memory_is_refused_where_the_system_can_tell():
    question = NumberQuestion(name="n", title="", hints=(), why="", right=lambda: 10, mistakes=[])
    source = "import numpy as np\nx = np.zeros(10 + 0 * 400000000)[:10].size"
    trial = try_mutants(question, source, {}, "x")
    eater = "x = np.zeros(10 + 1 * 400000000)[:10].size"
    got_through = eater in [mutant.source for mutant in trial.survivors]
    assert got_through != Path("/proc/self/statm").exists()


def test_a_mutant_cannot_spoil_the_world():
    world = {"data": [3, 1, 2]}
    question = NumberQuestion(name="n", title="", hints=(), why="", right=lambda: 1, mistakes=[])
    try_mutants(question, "data.sort()\nx = data[0]", world, "x")
    assert world == {"data": [3, 1, 2]}


def test_a_checker_that_stops_with_an_error_is_noticed():
    class Fragile(FunctionQuestion):
        def _judge(self, answer):
            return correct() if answer(4) == 2 else 1 / 0

    fragile = Fragile(name="half", title="", hints=(), why="", reference=abs, cases=[], mistakes=[])
    trial = try_mutants(fragile, "def f(x):\n    return x / 2", {}, "f")
    assert "line 2: x / 2 became x * 2" in {mutant.what for mutant in trial.crashes}


def test_a_number_of_more_digits_than_python_writes_is_judged():
    question = NumberQuestion(name="n", title="", hints=(), why="", right=lambda: 1, mistakes=[])
    assert "x = 10 ** (100 * 200)" in changed("x = 10 ** (100 // 200)")
    trial = try_mutants(question, "x = 10 ** (100 // 200)", {}, "x")
    assert trial.tried > 10
    assert trial.crashes == ()


def test_an_answer_that_is_wrong_itself_is_an_error():
    with pytest.raises(ValueError, match="source must be a right answer to half, not"):
        try_mutants(half(), "def f(x):\n    return x", {}, "f")


def test_worked_answers_stand_in_their_world():
    path = next((HERE.parent / "solutions" / "01_measures").glob("*.ipynb"))
    found = {answer.question.name: answer for answer in worked_answers(path)}
    assert list(found) == ["measures-rates", "measures-leaf", "measures-auc", "measures-r2"]
    leaf = found["measures-leaf"]
    assert leaf.variable == "share"
    assert leaf.source.startswith('true, called = labels.index("ram"), labels.index("cerc")')
    assert leaf.world["labels"][4] == "ram"


def test_the_command_shows_what_is_called_correct(capsys):
    assert mutants.main(["first-reason", "luck-share"]) == 0
    first, second, *rest = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"first-reason: \d+ mutants, 0 called correct", first)
    assert re.fullmatch(r"luck-share: \d+ mutants, 1 called correct", second)
    assert rest == [
        "  line 5: returned np.maximum(1 - one_stays_below, 0)",
        "      import numpy as np",
        "      def chance_for_each(alpha, competitors):",
        "          all_stay_below = 1 - alpha",
        "          one_stays_below = all_stay_below ** (1 / competitors)",
        "          return np.maximum(1 - one_stays_below, 0)",
    ]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["first-winer"], "Did you mean 'first-winner'"),
        (["--notebook", "nowhere.ipynb"], "there is no notebook nowhere.ipynb"),
        (["--notebook", __file__], "notebook must be a Jupyter notebook, not"),
    ],
)
def test_wrong_arguments_are_refused(arguments, words, capsys):
    with pytest.raises(SystemExit) as stopped:
        mutants.main(arguments)
    assert stopped.value.code == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize(
    ("given", "answer", "words"),
    [
        ("1 / 0", "x = 12", "a cell of"),
        ("", "x = 13", "source must be a right answer to start-pairs, not\nx = 13"),
    ],
)
def test_a_notebook_that_fails_is_told_so(given, answer, words, tmp_path, capsys):
    def cell(name, source, **marks):
        text = {"cell_type": "code", "id": name, "source": [source]}
        return text | {"metadata": {"nbgrader": marks} if marks else {}}

    check = 'check("start-pairs", x)'
    cells = [
        cell("given", given),
        cell("start-pairs", answer, solution=True),
        cell("start-pairs-check", check, grade=True),
    ]
    path = tmp_path / "my own.ipynb"
    path.write_text(json.dumps({"cells": cells}))
    with pytest.raises(SystemExit) as stopped:
        mutants.main(["--notebook", str(path)])
    assert stopped.value.code == 2
    assert words in capsys.readouterr().err


# --- None gets through ----------------------------------------------------------------------------


def given_above(assignment, name):
    """What the notebook defines above an answer."""
    world = {}
    for cell in starter(assignment).cells:
        if cell.id == name:
            break
        if cell.cell_type == "code" and "check(" not in cell.source:
            exec(cell.source, world)
    world.pop("__builtins__", None)
    return world


@cache
def programs(name):
    """Every right answer to a question that is listed, with its world and the name it defines."""
    for assignment in ASSIGNMENTS:
        listed = answers(assignment)
        if name in listed:
            world, wanted = given_above(assignment, name), variable(assignment, name)
            return [(answer.text, world, wanted) for answer in listed[name] if answer.is_right]
    return [(f"answer = {text}", {"np": np}, "answer") for text in listed_right(name)]


@cache
def survivors(name):
    """All mutants of all right answers that are called correct, with the lines they change."""
    found = {}
    for source, world, wanted in programs(name):
        trial = try_mutants(QUESTIONS[name], source, world, wanted)
        assert trial.crashes == (), f"the checker of {name} stops with an error"
        found |= {mutant: new_lines(source, mutant) for mutant in trial.survivors}
    return found


def new_lines(source, mutant):
    """The lines that a mutant has, and the program has not."""
    before = ast.unparse(ast.parse(source)).splitlines()
    after = [line for line in mutant.source.splitlines() if not line.startswith("import ")]
    lines = difflib.ndiff(before, after)
    return " / ".join(line[2:].strip() for line in lines if line.startswith("+ "))


def fits(group, pattern, mutant, lines):
    what = mutant.what.partition(": ")[2] if mutant.what.startswith("line ") else mutant.what
    pattern = pattern.replace("[", "[[]")  # a bracket stands for itself
    return group.get("where", "") in mutant.source and any(
        fnmatch.fnmatchcase(text, pattern) for text in (what, lines)
    )


CHECKED = [name for name, question in QUESTIONS.items() if question.checked]


@pytest.mark.parametrize("name", CHECKED)
def test_no_mutant_gets_through_but_those_that_are_right(name):
    pairs = [(group, p) for group in EQUIVALENT.get(name, []) for p in group["mutants"]]
    through = [
        f"{mutant.what}\n{lines}"
        for mutant, lines in survivors(name).items()
        if not any(fits(group, pattern, mutant, lines) for group, pattern in pairs)
    ]
    assert through == []


@pytest.mark.parametrize("name", CHECKED)
def test_what_is_listed_as_right_still_occurs(name):
    for group in EQUIVALENT.get(name, []):
        assert group["because"]
        for pattern in group["mutants"]:
            assert any(fits(group, pattern, *one) for one in survivors(name).items()), pattern


def test_only_checked_questions_are_listed():
    assert set(EQUIVALENT) <= set(CHECKED)


def test_choices_are_tried_with_every_letter_and_text():
    choice = next(q for q in QUESTIONS.values() if isinstance(q, ChoiceQuestion))
    trial = try_mutants(choice, f"answer = {choice.right!r}", {}, "answer")
    assert trial.tried >= 2 * len(choice.options) - 1
    assert trial.survivors == ()


# --- Nor with numbers of one's own ----------------------------------------------------------------

DRAWN = [name for name in CHECKED if getattr(QUESTIONS[name], "draws", None)]


@cache
def survivors_of_draws(name):
    """What is called correct of the mutants of a few learners' worked answers."""
    _, world, wanted = programs(name)[0]
    found = {}
    for i in (1, 2, 4):
        asked = QUESTIONS[name].for_learner(Learner(f"student {i}", "k"))
        trial = try_mutants(asked, asked.worked, world, wanted)
        assert trial.crashes == (), f"the checker of {name} stops with an error"
        for mutant in trial.survivors:
            said = Mutant(a_neighbour(mutant.what), mutant.source)
            found[said] = new_lines(asked.worked, mutant)
    return found


def a_neighbour(what):
    """Numbers are drawn, so a pattern cannot name them: one more or less is said in words."""
    numbers = re.fullmatch(r"(line \d+: )(\d+) became (\d+)", what)
    if numbers and abs(int(numbers[2]) - int(numbers[3])) == 1:
        return f"{numbers[1]}a number became its neighbour"
    return what


@pytest.mark.parametrize("name", DRAWN)
def test_no_mutant_gets_through_whatever_was_drawn(name):
    groups = [*DRAWN_ALIKE["every"], *DRAWN_ALIKE.get(name, [])]
    pairs = [(group, pattern) for group in groups for pattern in group["mutants"]]
    through = [
        f"{mutant.what}\n{lines}"
        for mutant, lines in survivors_of_draws(name).items()
        if not any(fits(group, pattern, mutant, lines) for group, pattern in pairs)
    ]
    assert through == []


@pytest.mark.parametrize("name", [name for name in DRAWN_ALIKE if name != "every"])
def test_what_is_right_with_drawn_numbers_still_occurs(name):
    for group in DRAWN_ALIKE[name]:
        assert group["because"]
        for pattern in group["mutants"]:
            found = survivors_of_draws(name).items()
            assert any(fits(group, pattern, *one) for one in found), pattern
