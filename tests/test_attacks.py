"""Notebooks that try to get what they have not earned, or at what is not theirs.

Each attack is handed in to a class in a temporary folder, and graded as a teacher would grade it:
in a sandbox, and those that have to fail without one as well. Nobody gets more than the honest part
of the notebook is worth, and nothing outside is read or changed.
"""

import json
import os
import socket
import sys
import threading
from pathlib import Path

import nbformat
import psutil
import pytest

from course_lib import simulate_null
from course_lib.classroom import sandbox
from course_lib.classroom.catalogue import find
from course_lib.classroom.desk import VERDICT
from course_lib.classroom.whose import Learner
from tools import grade
from tools.classroom import ASSIGNMENTS, ROOT, cell_of, new_classroom, starter
from tools.handwriting import answers
from tools.please_look import please_look, please_look_text
from tools.unneeded_words import UNREADABLE, words_in

FIRST = "00_first_steps"
WINNER = 'winner = max(simulate_null("auc", 20, 80, repetitions=1000, seed=1))'
CHECKS = ("first-winner-check", "first-share-check", "first-reason-check")
RIGHT = {
    "first-winner": WINNER,
    "first-share": "def share_at_least(scores, score):\n    return (scores >= score).mean()",
    "first-reason": 'reason = "b"',
    "first-words": "What would the best of 1,000 guessers have scored, had none learned anything?",
}
HONEST = (1, 2, 1)


def with_answers(**changes):
    """The starter with right answers, save for those named (winner=...)."""
    notebook = starter(FIRST)
    for name, text in (RIGHT | {f"first-{n}": t for n, t in changes.items()}).items():
        cell_of(notebook, name).source = text
    return notebook


def blank_with_tags():
    notebook = starter(FIRST)
    for cell in notebook.cells:
        cell.metadata["tags"] = ["skip-execution", "raises-exception"]
    return notebook


# --- Points without an answer ---------------------------------------------------------------------

HOOKED = """
import sys
def share_at_least(scores, score):
    sys.displayhook("x")
    return 0
"""
FORGED = f"""
from IPython.display import display
def share_at_least(scores, score):
    told = {{"question": "first-share", "outcome": "CORRECT", "answer": None}}
    display({{"text/plain": "Correct", {VERDICT!r}: told}}, raw=True)
    return 0
display({{"text/plain": "Correct", {VERDICT!r}: {{"outcome": "CORRECT"}}}}, raw=True)
"""
SWALLOWED = """
def share_at_least(scores, score):
    from course_lib.classroom import desk
    desk.NotCorrect = SystemExit
    return 0
"""
ONE_LINE = """
print("x" * 100_000_000)

for _ in range(30):
    print("y" * 1_000_000)
sys.stdout.flush()
"""
LOUD_ERROR = 'raise ValueError("z" * 100_000_000)'

# --- What is not theirs ---------------------------------------------------------------------------

#: Tries everything, and prints what it got. `HERE` is the folder of the class.
THIEF = """
import json, os, pathlib, socket, sqlite3
got = {}
def attempt(name, action):
    try:
        got[name] = repr(action())
    except BaseException as error:
        got[name] = None
def lock():
    gradebook = sqlite3.connect("HERE/gradebook.db", timeout=1)
    gradebook.execute("BEGIN EXCLUSIVE")
    gradebook.execute("UPDATE grade SET extra_credit = 100")
    gradebook.commit()
    return "locked"
attempt("gradebook", lambda: open("HERE/gradebook.db", "rb").read(10))
attempt("lock", lock)
attempt("classmates", lambda: os.listdir("HERE/submitted"))
attempt("graded", lambda: os.listdir("HERE/autograded"))
attempt("solutions here", lambda: os.listdir("HERE/solutions"))
attempt("solutions", lambda: os.listdir("ROOT/solutions"))
attempt("config", lambda: open("HERE/nbgrader_config.py").read(10))
attempt("home", lambda: [n for n in os.listdir("HOME") if n not in ("USED",)] or 1 / 0)
attempt("environment", lambda: os.environ["SECRET_OF_THE_TEACHER"])
first = pathlib.Path("/proc/1/environ")
attempt("first process", lambda: b"SECRET" in first.read_bytes() or 1 / 0)
attempt("hidden tests", lambda: [p for p in pathlib.Path(".").glob("*.ipynb")][0])
attempt("network", lambda: socket.create_connection(("127.0.0.1", PORT), timeout=2))
attempt("course", lambda: open("ROOT/course_lib/thief.py", "w"))
attempt("python", lambda: open(os.path.join(os.path.dirname(os.__file__), "thief.py"), "w"))
attempt("class folder", lambda: open("HERE/thief.txt", "w"))
attempt("switches", lambda: os.open("/proc/sys/kernel/hostname", os.O_WRONLY))
attempt("processes", lambda: [p for p in os.listdir("/proc") if p.isdigit()][20])
attempt("new namespace", lambda: os.unshare(os.CLONE_NEWUSER))
print("GOT " + json.dumps(got))
"""
#: Marks its way, and goes on to answer honestly.
VANDAL = """
import os, pathlib, subprocess, sys
startup = pathlib.Path.home() / ".ipython" / "profile_default" / "startup"
startup.mkdir(parents=True, exist_ok=True)
(startup / "00-vandal.py").write_text("raise SystemExit")
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1234.5)"], start_new_session=True)
try:
    os.kill(os.getppid(), 9)
except OSError:
    pass
written = 0
try:
    with open("large", "wb") as file:
        while written < 2_000_000_000:
            written += file.write(b"0" * 1_000_000)
except OSError:
    pass
print("WROTE", written)
os.remove("large")
open("mine.csv", "w").write("1")
print("OWN FILE", open("mine.csv").read(), open("given.csv").read().strip())
"""
HOG = """
import numpy as np
try:
    np.ones(1_000_000_000)
    print("TOO MUCH")
except MemoryError:
    print("NO MEMORY")
"""
#: Two hundred that sleep: three times what is allowed, and no danger where nobody stops them.
BOMB = """
import subprocess, sys, time
many = [subprocess.Popen(["sleep", "60"]) for _ in range(200)]
time.sleep(30)
"""
#: Beside the notebook, under names that Python may look for.
FAKES = {
    "course_lib.py": "def check(*a): pass\nopen('fake-was-here', 'w')\n",
    "sitecustomize.py": "open('fake-was-here', 'w')\n",
    "usercustomize.py": "open('fake-was-here', 'w')\n",
    "ipykernel.py": "open('fake-was-here', 'w')\n",
    "psutil.py": "open('fake-was-here', 'w')\n",
    "helper.py": "answer = 'b'\n",
}
FAKED = """
import os
from helper import answer as reason
print("FAKE" if os.path.exists("fake-was-here") else "TRUE")
"""


def submissions(folder, port):
    """What is handed in, and what it is worth: three checks, or None where nothing is graded."""
    home = Path.home()
    used = [Path(p).resolve() for p in (sys.prefix, sys.base_prefix, str(ROOT))]
    inside = {p.relative_to(home).parts[0] for p in used if p.is_relative_to(home)}
    thief = THIEF.replace("HERE", str(folder)).replace("ROOT", str(ROOT)).replace("PORT", str(port))
    thief = thief.replace("HOME", str(home)).replace('"USED"', ", ".join(map(repr, inside)) or "''")
    return {
        "honest": (with_answers(), HONEST),
        "tags": (blank_with_tags(), (0, 0, 0)),
        "hook": (with_answers(share=HOOKED), (1, 0, 1)),
        "forged": (with_answers(share=FORGED), (1, 0, 1)),
        "swallowed": (with_answers(share=SWALLOWED), (1, 0, 1)),
        "one-line": (with_answers(winner=f"{RIGHT['first-winner']}\n{ONE_LINE}"), HONEST),
        "loud-error": (with_answers(winner=LOUD_ERROR), (0, 2, 1)),
        "fakes": (with_answers(reason=FAKED), HONEST),
        "thief": (with_answers(reason=f"{thief}\n{RIGHT['first-reason']}"), HONEST),
        "vandal": (with_answers(reason=f"{VANDAL}\n{RIGHT['first-reason']}"), HONEST),
        "hog": (with_answers(reason=f"{HOG}\n{RIGHT['first-reason']}"), HONEST),
        "bomb": (with_answers(reason=BOMB), None),
    }


#: What fails without a sandbox, too.
ALSO_WITHOUT = ("honest", "tags", "hook", "forged", "one-line", "fakes")


class Listener(threading.Thread):
    """A server that nobody should reach."""

    def __init__(self):
        super().__init__(daemon=True)
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.visitors = 0
        self.start()

    def run(self):
        while True:
            try:
                self.socket.accept()
            except OSError:
                return
            self.visitors += 1


def needs_a_sandbox():
    why = sandbox.problem()
    if why and not os.environ.get("COURSE_REQUIRE_SANDBOX"):
        pytest.skip(why)
    assert why is None


def hold(folder, chosen, port, use):
    room = new_classroom(folder)
    assert room.run("generate_assignment", FIRST).returncode == 0
    room.handed_in = {s: made for s, made in submissions(folder, port).items() if s in chosen}
    for student, (notebook, _) in room.handed_in.items():
        room.hand_in(student, FIRST, notebook)
    if "fakes" in chosen:
        for name, text in FAKES.items():
            (folder / "submitted" / "fakes" / FIRST / name).write_text(text)
    if "vandal" in chosen:
        (folder / "submitted" / "vandal" / FIRST / "given.csv").write_text("2")
    room.said = []
    options = {"use": use, "jobs": 2, "out": room.said.append}
    room.code = grade.run(folder, FIRST, **options)
    return room


@pytest.fixture(scope="module")
def listener():
    server = Listener()
    yield server
    server.socket.close()


@pytest.fixture(scope="module")
def shut_in(tmp_path_factory, listener):
    needs_a_sandbox()
    simulate_null("auc", 20, 80, repetitions=1, seed=1)  # compiled now, not in a student's time
    folder = tmp_path_factory.mktemp("shut-in")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SECRET_OF_THE_TEACHER", "swordfish")
        return hold(folder, list(submissions(folder, 0)), listener.port, "required")


@pytest.fixture(scope="module")
def open_air(tmp_path_factory, listener):
    simulate_null("auc", 20, 80, repetitions=1, seed=1)
    return hold(tmp_path_factory.mktemp("open"), ALSO_WITHOUT, listener.port, "no")


def points_of(room, student):
    scores = room.grades(FIRST).get(student, {})
    return tuple(scores.get(name) for name in CHECKS)


def notebook_of(room, student):
    return room.folder / "autograded" / student / FIRST / ASSIGNMENTS[FIRST]


def printed(room, student):
    """Everything that a graded notebook shows as text."""
    cells = nbformat.read(notebook_of(room, student), as_version=4).cells
    outputs = [output for cell in cells for output in cell.get("outputs", [])]
    return "".join(output.get("text", "") + output.get("evalue", "") for output in outputs)


@pytest.mark.parametrize("student", list(submissions(Path(), 0)))
def test_in_a_sandbox_everybody_gets_what_the_honest_part_is_worth(shut_in, student):
    expected = shut_in.handed_in[student][1] or (None, None, None)
    assert points_of(shut_in, student) == expected, "\n".join(shut_in.said)


@pytest.mark.parametrize("student", ALSO_WITHOUT)
def test_without_a_sandbox_points_cannot_be_had_either(open_air, student):
    assert points_of(open_air, student) == open_air.handed_in[student][1]


def test_a_thief_finds_nothing(shut_in, listener):
    line = next(x for x in printed(shut_in, "thief").splitlines() if x.startswith("GOT "))
    got = json.loads(line.removeprefix("GOT "))
    assert len(got) == 18
    assert [name for name, thing in got.items() if thing is not None] == []
    assert listener.visitors == 0


def test_nothing_is_left_behind(shut_in):
    assert "WROTE" in printed(shut_in, "vandal")
    written = int(printed(shut_in, "vandal").split("WROTE ")[1].split()[0])
    assert written <= sandbox.Limits().disk
    assert "OWN FILE 1 2" in printed(shut_in, "vandal")  # honest notebooks read and write
    assert not (Path.home() / ".ipython/profile_default/startup/00-vandal.py").exists()
    sleeping = [p for p in psutil.process_iter(["cmdline"]) if "time.sleep(1234.5)" in str(p.info)]
    assert sleeping == []
    assert sorted(p.name for p in notebook_of(shut_in, "vandal").parent.iterdir()) == [
        ASSIGNMENTS[FIRST],
        "given.csv",
    ]
    assert not (ROOT / "course_lib" / "thief.py").exists()
    assert not (shut_in.folder / "thief.txt").exists()


def test_limits_hold(shut_in):
    assert "NO MEMORY" in printed(shut_in, "hog")
    lines = "\n".join(shut_in.said)
    assert "NOT GRADED: stopped: it started more than 64 processes" in lines
    assert not notebook_of(shut_in, "bomb").exists()
    assert shut_in.code == 1
    assert [
        p for p in psutil.process_iter(["cmdline"]) if p.info["cmdline"] == ["sleep", "60"]
    ] == []


@pytest.mark.parametrize("where", ["shut_in", "open_air"])
def test_what_is_far_too_long_is_left_out_and_that_is_said(where, request):
    room = request.getfixturevalue(where)
    assert notebook_of(room, "one-line").stat().st_size < 3_000_000
    assert "(More was written; beyond 2 MB it is left out.)" in printed(room, "one-line")


@pytest.mark.parametrize("where", ["shut_in", "open_air"])
def test_modules_beside_the_notebook_cannot_stand_in_for_the_course(where, request):
    assert "TRUE" in printed(request.getfixturevalue(where), "fakes")


def test_students_hear_why_a_check_does_not_count(open_air):
    assert "gives 0, and should give 0.5" in printed(open_air, "hook")
    assert "gives 0, and should give 0.5" in printed(open_air, "forged")
    assert "Not attempted" in printed(open_air, "tags")


# --- What remains ---------------------------------------------------------------------------------

KEY = "k1"
BEGIN = "import course_lib as c\n"
#: Answers that are wrong, but answers: a name that is missing would stop a check before it begins.
WRONG = {
    "winner": "winner = 0.1",
    "share": "def share_at_least(scores, score):\n    return 0.1",
    "reason": 'reason = "a"',
}
#: The right answer to Ann's numbers, which are nobody else's.
ANN = f"winner = {find('first-winner').for_learner(Learner('ann', KEY)).right()!r}"
#: A check runs in the same Python as the answer. These still deceive it. Each is what is written
#: instead of the wrong answers, the points that it gets, and a line that the teacher is shown.
REMAIN = {
    "reference": (
        {
            "winner": BEGIN + 'winner = c.classroom.desk.question("first-winner").right()',
            "share": 'share_at_least = c.classroom.desk.question("first-share").reference',
            "reason": "ask_desk = c.classroom.desk.question\n"
            'reason = next(x for x in "abc" if ask_desk("first-reason").check(x).correct)',
        },
        HONEST,
        'share_at_least = c.classroom.desk.question("first-share").reference',
    ),
    "check": (
        {
            "winner": "from course_lib.classroom.questions import Question\n"
            "from course_lib.classroom.replies import correct\n"
            f'Question.check = lambda self, answer: correct("x")\n{WRONG["winner"]}'
        },
        HONEST,
        'Question.check = lambda self, answer: correct("x")',
    ),
    "compare": (
        {
            "share": f"{BEGIN}q, r = c.classroom.desk, c.classroom.replies\n"
            'Q = type(q.question("first-share"))\n'
            f'Q._compare = lambda self, *a: r.correct("x")\n{WRONG["share"]}'
        },
        (0, 2, 0),
        'Q._compare = lambda self, *a: r.correct("x")',
    ),
    "modules": (
        {
            "winner": 'x = "#"; import sys; d = sys.modules["course_lib.classroom.desk"]\n'
            f"d.Question.check = lambda self, answer: d.Reply(d.Outcome.CORRECT)\n{WRONG['winner']}"
        },
        HONEST,
        'x = "#"; import sys; d = sys.modules["course_lib.classroom.desk"]',
    ),
    "wrapped": (
        {
            "winner": "d = check.__wrapped__.__globals__\n"
            'right = d["Reply"](d["Outcome"].CORRECT)\n'
            f'type.__setattr__(d["Question"], "check", lambda *a: right)\n{WRONG["winner"]}'
        },
        HONEST,
        "d = check.__wrapped__.__globals__",
    ),
    "printed": (
        {"winner": f"{BEGIN}w = c.classroom.whose\nw.current = lambda: w.NOBODY\n{WINNER}"},
        (1, 0, 0),
        "w.current = lambda: w.NOBODY",
    ),
    "numpy": (
        {"share": f"import numpy as n\nn.abs = lambda *a, **k: 0\n{WRONG['share']}"},
        (0, 2, 0),
        "n.abs = lambda *a, **k: 0",
    ),
    "somebody": (
        {
            "winner": f"{BEGIN}w = c.classroom.whose\nw.graded = lambda *a: None\nw.forget()\n"
            f'w.say("ann", "{KEY}", 0)\n{ANN}'
        },
        (1, 0, 0),
        "w.graded = lambda *a: None",
    ),
    # The same answers without a trick are worth nothing.
    "no-trick": ({"winner": WINNER}, (0, 0, 0), None),
    "no-trick-ann": ({"winner": ANN}, (0, 0, 0), None),
}


@pytest.fixture(scope="module")
def deceived(tmp_path_factory):
    """All of them in one class, graded; besides, what the teacher is shown."""
    simulate_null("auc", 20, 80, repetitions=1, seed=1)
    room = new_classroom(tmp_path_factory.mktemp("deceived"))
    (room.folder / "class.toml").write_text(f'key = "{KEY}"\n')
    assert room.run("generate_assignment", FIRST).returncode == 0
    for student, (cells, _, _) in REMAIN.items():
        room.hand_in(student, FIRST, with_answers(**(WRONG | cells)))
    assert grade.run(room.folder, FIRST, use="no", jobs=2, out=lambda line: None) == 0
    room.shown = please_look(room.folder, FIRST)["Words that an answer does not need"]
    return room


@pytest.mark.parametrize("cheat", REMAIN)
def test_what_still_deceives_a_check_is_shown_to_the_teacher(deceived, cheat):
    _, points, line = REMAIN[cheat]
    shown = [entry for entry in deceived.shown if entry.startswith(f"{cheat}, ")]
    assert points_of(deceived, cheat) == points, printed(deceived, cheat)
    assert any(entry.endswith(f": {line}") for entry in shown) if line else shown == []


#: Ways to say what is on the list of words: the code, and the line that is shown.
DISGUISES = {
    "x = '#'; import sys": "x = '#'; import sys",
    "\n\nfiles = !cat a": "files = get_ipython().getoutput('cat a')",
    "%time x": "get_ipython().run_line_magic('time', 'x')",
    "\uff45\uff58\uff45\uff43('1')": "\uff45\uff58\uff45\uff43('1')",
    "import course_lib\ncourse_lib.\\\n    classroom": "classroom",
    "import course_lib as c\nc.hidden": "c.hidden",
    "for np.abs in [f]: pass": "for np.abs in [f]: pass",
    "show = display": "show = display",
    "class V:\n    def _repr_mimebundle_(s): 0": "def _repr_mimebundle_(s): 0",
    "match c:\n    case object(desk=x): 0": "case object(desk=x): 0",
    "from numpy import testing": "from numpy import testing",
    "import helper": "import helper",
    "from functools import update_wrapper": "from functools import update_wrapper",
    "from . import x": "from . import x",
    "x = 'vnd.beyond-chance'": "x = 'vnd.beyond-chance'",
    "-" * 100_000 + "1": UNREADABLE,
}


@pytest.mark.parametrize("code", DISGUISES, ids=range(len(DISGUISES)))
def test_words_are_found_in_disguise(code):
    assert words_in(code) == [DISGUISES[code]]


@pytest.mark.parametrize(
    "code",
    [
        "# import os",
        "x = 'exec() and import os'",
        "x = (",  # an error that stops the cell
        "simulate_null?",
        "%matplotlib inline",
        "table.columns = ['a']",
        "right = reference = signal = 1",
        "import course_lib\ncourse_lib.simulate_null",
        "class Cut:\n    def __init__(self, at): ...",
    ],
)
def test_what_people_write_is_not_shown(code):
    assert words_in(code) == []


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_no_honest_answer_is_shown(assignment):
    for listed in answers(assignment).values():
        for answer in listed:
            assert words_in(answer.text) == [], answer.text


def test_the_report_shows_them_in_a_neutral_voice(open_air):
    found = please_look(open_air.folder, FIRST)
    text = please_look_text(found)
    assert "accuses nobody" in text
    assert 'hook, first-share: sys.displayhook("x")' in text
    same = found["Sentences that are the same word for word"]
    assert len(same) == 1
    assert "honest" in same[0]
    assert "tags" not in same[0]
    honest = [line for line in found["Words that an answer does not need"] if "honest" in line]
    assert honest == []
