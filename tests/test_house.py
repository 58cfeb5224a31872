"""The house is in order: derived files, public names, notebooks, imports."""

import ast
import doctest
import inspect
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from rattler import MatchSpec

import course_lib
from tools.write_environment import environment_yml

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def test_environment_yml_is_what_pyproject_says():
    text = (ROOT / "environment.yml").read_text()
    assert text == environment_yml(), "run `make environment`"
    requirements = [r for r in yaml.safe_load(text)["dependencies"] if isinstance(r, str)]
    extras = PROJECT["optional-dependencies"]
    wanted = [*PROJECT["dependencies"], *extras["lab"], *extras["test"], *extras["grading"]]
    assert sorted(requirements) == sorted([*wanted, "python" + PROJECT["requires-python"], "pip"])
    for requirement in requirements:
        MatchSpec(requirement, strict=True)  # conda understands it


def test_constraints_name_every_requirement_and_no_address():
    text = (ROOT / "constraints.txt").read_text()
    pinned = set(re.findall(r"^([a-z0-9._-]+)==", text, re.MULTILINE))
    extras = PROJECT["optional-dependencies"].values()
    for requirement in [*PROJECT["dependencies"], *(r for extra in extras for r in extra)]:
        name = re.match(r"[A-Za-z0-9._-]+", requirement)[0].lower()
        assert name in pinned, f"{name}: run `make constraints`"
    assert "http://" not in text
    assert "https://" not in text


def test_versions_agree():
    assert course_lib.__version__ == PROJECT["version"]
    assert yaml.safe_load((ROOT / "CITATION.cff").read_text())["version"] == PROJECT["version"]
    assert f"## {PROJECT['version']}" in (ROOT / "CHANGELOG.md").read_text()


def public_callables():
    for name in course_lib.__all__:
        thing = getattr(course_lib, name)
        yield name, thing
        if inspect.isclass(thing):
            for part, value in vars(thing).items():
                if not part.startswith("_") and callable(value):
                    yield f"{name}.{part}", value


@pytest.mark.parametrize(("name", "thing"), list(public_callables()))
def test_public_names_have_type_hints_and_a_docstring(name, thing):
    assert inspect.getdoc(thing), name
    if inspect.isclass(thing):
        return
    signature = inspect.signature(thing)
    for parameter in signature.parameters.values():
        assert parameter.name == "self" or parameter.annotation is not parameter.empty, parameter
    assert signature.return_annotation is not signature.empty


def test_promised_signatures():
    promised = {
        "critical_value": "metric positives negatives competitors=1 alpha=0.01 * k=10",
        "p_value": "metric score positives negatives competitors=1 * k=10",
        "null_distribution": "metric positives negatives * k=10",
        "simulate_null": "metric positives negatives repetitions seed=None",
        "critical_value_table": "metric positives negatives competitors alpha=0.01",
        "paired_t_test": "a b alternative=two-sided",
        "corrected_t_test": "a b test_fraction alternative=two-sided",
        "mcnemar_test": "only_a_wrong only_b_wrong method=exact",
        "printed_verdict": "cases right_a right_b * alpha=0.05 comparisons=1",
        "sign_test": "a b alternative=two-sided",
        "wilcoxon_test": "a b alternative=two-sided",
        "friedman_test": "scores",
        "pairwise_tests": "scores test=wilcoxon correction=holm",
        "adjust_p_values": "p_values method",
        "adjust_pairwise": "p_matrix method",
        "pool_sensitivity": "scores first second sizes",
        "roc_points": "is_positive scores",
        "tango_interval": "b c n confidence=0.95",
        "confident_segment": "is_positive scores confidence=0.95",
    }
    for name, text in promised.items():
        parameters = list(inspect.signature(getattr(course_lib, name)).parameters.values())
        keyword_only = False
        words = text.replace("* ", "*").split()
        assert len(parameters) >= len(words), name
        for word, parameter in zip(words, parameters, strict=False):
            keyword_only = keyword_only or word.startswith("*")
            expected, _, default = word.lstrip("*").partition("=")
            assert parameter.name == expected
            assert str(parameter.default) == default or not default
            assert (parameter.kind == parameter.KEYWORD_ONLY) == keyword_only


def test_importing_the_library_loads_nothing_heavy():
    code = "import sys, course_lib; print(*sorted({m.split('.')[0] for m in sys.modules}))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(run.stdout.split())
    assert loaded.isdisjoint({"numpy", "scipy", "numba", "matplotlib", "sklearn", "IPython"})


#: A room may use those that stand after it.
ROOMS = (
    "cli", "reports", "papers", "widgets", "classroom", "plots", "judging", "bayes", "roc", "ranks",
    "pairs", "intervals", "chance", "measures", "datasets", "common",
)  # fmt: skip
#: Rooms of statistics, which know nothing of pictures, pages and notebooks.
STATISTICS = ROOMS[ROOMS.index("judging") :]
NOT_FOR_STATISTICS = {
    "matplotlib", "PIL", "IPython", "ipywidgets", "jinja2", "markupsafe", "nbformat", "nbconvert",
}  # fmt: skip
#: These load modules by their names: a command, the checks of a source, the page of a result.
BY_NAME = {"cli/__init__.py", "papers/source.py", "common/pages.py", "widgets/__init__.py"}
LIBRARY = ROOT / "course_lib"
MODULES = {path.relative_to(LIBRARY).as_posix(): path for path in LIBRARY.rglob("*.py")}


def for_types_only(tree):
    """What stands under `if TYPE_CHECKING:` and is never imported when the library runs."""
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            yield from (inner for part in node.body for inner in ast.walk(part))


def imports_of(text, types=True):
    """The full names that a module takes, at its top or inside a function."""
    tree = ast.parse(text)
    left_out = set() if types else set(for_types_only(tree))
    for node in ast.walk(tree):
        if node in left_out:
            continue
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, "write the whole name"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def wrong_imports(room, text):
    """Of what a module of this room imports, what it must not."""
    for name in imports_of(text):
        top, _, rest = name.partition(".")
        other = rest.partition(".")[0]
        if top == "course_lib" and other not in (*ROOMS[ROOMS.index(room) :], "__version__"):
            yield name
        if top in NOT_FOR_STATISTICS and room in STATISTICS:
            yield name


def test_every_folder_of_the_library_is_a_room():
    assert {path.parent.name for path in LIBRARY.glob("*/__init__.py")} <= set(ROOMS)
    assert {path.name for path in LIBRARY.glob("*.py")} == {"__init__.py"}


@pytest.mark.parametrize("room", ROOMS)
def test_imports_point_one_way(room):
    inside = [name for name in MODULES if name.startswith(f"{room}/")]
    texts = {name: MODULES[name].read_text() for name in inside}
    assert [f"{name}: {x}" for name, text in texts.items() for x in wrong_imports(room, text)] == []
    by_name = re.compile("import_module|__import__")
    assert {name for name, text in texts.items() if by_name.search(text)} <= BY_NAME


@pytest.mark.parametrize(
    "text",
    [
        "import course_lib",
        "import course_lib.plots as p",
        "from course_lib import judge",
        "def f():\n    from course_lib.roc.points import roc_points",
        "import matplotlib.pyplot as plt",
        "from IPython.display import HTML",
    ],
)
def test_a_wrong_import_is_found(text):
    assert list(wrong_imports("measures", text))


def cycle_in(graph):
    """The modules of some cycle; none, if there is none."""
    graph = {name: set(others) for name, others in graph.items()}
    while ends := [name for name, others in graph.items() if not others & set(graph)]:
        for name in ends:
            del graph[name]
    return set(graph)


def test_no_modules_import_each_other():
    dotted = {
        "course_lib." + name.removesuffix(".py").removesuffix("/__init__").replace("/", "."): path
        for name, path in MODULES.items()
    }
    graph = {
        module: {
            other
            for name in imports_of(path.read_text(), types=False)
            for other in (name, name.rpartition(".")[0])
            if other in dotted and other != module
        }
        for module, path in dotted.items()
    }
    assert len(graph["course_lib.cli.judge"]) > 5
    assert cycle_in(graph) == set()
    assert cycle_in({"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": {"e"}, "e": set()}) == {*"abc"}


# --- The README's own examples ------------------------------------------------------------------


def test_examples_in_the_readme_are_true():
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.S)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "README.md", None, 0)
    found = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test)
    assert found.attempted >= 4
    assert found.failed == 0


def test_the_readmes_shell_examples_print_what_they_say(capsys):
    from course_lib.cli import main

    text = (ROOT / "README.md").read_text()
    blocks = re.findall(r"```console\n\$ \.venv/bin/course (.*?)\n(.*?)```", text, re.S)
    assert len(blocks) == 2
    for command, expected in blocks:
        assert main(command.split()) == 0
        assert capsys.readouterr().out.split() == expected.split()


def test_the_reference_lists_every_public_function_and_no_other():
    text = (ROOT / "REFERENCE.md").read_text()
    cells = re.findall(r"^\| (`.*?) \|", text, re.M)
    listed = [name for cell in cells for name in re.findall(r"`(\w+)`", cell)]
    functions = [
        name for name in course_lib.__all__ if inspect.isfunction(getattr(course_lib, name))
    ]
    assert sorted(listed) == sorted(functions)


def test_make_help_lists_every_target():
    run = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True)
    makefile = (ROOT / "Makefile").read_text()
    for target in re.search(r"\.PHONY: (.*)", makefile)[1].split():
        assert f"make {target} " in run.stdout
