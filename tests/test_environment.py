"""The environment check says in words what is missing or too old."""

import subprocess
import sys
from importlib import metadata

import pytest

from course_lib import check_environment
from course_lib.cli import main

#: A light core, an extra for lessons, and one for others.
REQUIRES = [
    "numpy<3,>=2.0",
    "scipy<2,>=1.13",
    'jupyterlab<5,>=4.2; extra == "lab"',
    'numba<1,>=0.61; extra == "lab"',
    'nbgrader<1,>=0.9; extra == "grading"',
]


@pytest.fixture
def installed(monkeypatch):
    """What is installed, to be changed by a test; to begin with all that lessons need."""
    found = {"numpy": "2.1.0", "scipy": "1.14.1", "jupyterlab": "4.4.0", "numba": "0.62.1"}

    def version(name):
        if name not in found:
            raise metadata.PackageNotFoundError(name)
        return found[name]

    monkeypatch.setattr(metadata, "requires", lambda name: REQUIRES)
    monkeypatch.setattr(metadata, "version", version)
    return found


def test_all_is_well_here(capsys):
    found = check_environment()
    assert found.complete
    assert found.facts()["numpy"] == metadata.version("numpy")
    assert main(["check"]) == 0
    *versions, last = capsys.readouterr().out.splitlines()
    assert [line.split() for line in versions] == [list(pair) for pair in found.versions]
    assert last == "Everything the course needs is here."


def test_where_lessons_find_all_they_need_nothing_else_is_asked_for(installed, capsys):
    assert check_environment().complete
    assert main(["check"]) == 0
    assert capsys.readouterr().out.endswith("\nEverything the course needs is here.\n")


def test_a_light_core_is_enough_for_commands_and_says_what_lessons_need(installed, capsys):
    del installed["jupyterlab"]
    installed["numba"] = "0.58.0"
    found = check_environment()
    assert (found.troubles, found.complete) == ((), False)
    assert found.missing_for_lessons == (
        "jupyterlab (version 4.2 or later, below 5)",
        "numba (version 0.61 or later, below 1)",
    )
    assert found.sentence() == (
        "Every command and statistic works. The lessons also need jupyterlab (version 4.2 or "
        "later, below 5), numba (version 0.61 or later, below 1): run `make setup` in the "
        "course's folder, or `pip install 'beyond-chance[lab]'`."
    )
    assert main(["check"]) == 0
    assert " ".join(capsys.readouterr().out.split()).endswith(found.sentence())


def test_what_the_core_lacks_is_named_and_the_command_fails(installed, capsys):
    del installed["scipy"]
    installed["numpy"] = "1.26.4"
    found = check_environment()
    assert not found.complete
    assert found.troubles == (
        "numpy is 1.26.4, and the course needs version 2.0 or later, below 3.",
        "scipy is missing; the course needs version 1.13 or later, below 2.",
    )
    assert found.sentence().endswith("or install as README.md shows.")
    assert main(["check"]) == 1
    assert "\nscipy is missing; the course needs" in capsys.readouterr().out


def test_an_old_python_is_named(monkeypatch):
    monkeypatch.setattr("course_lib.common.environment.sys.version_info", (3, 10, 4, "final", 0))
    assert check_environment().troubles == (
        "Python is 3.10.4, and the course needs version 3.11 or later, below 3.14.",
    )


def test_a_course_that_is_not_installed_says_so(monkeypatch):
    def requires(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "requires", requires)
    assert check_environment().sentence().startswith("The course itself is not installed.")


def test_nothing_that_may_be_missing_is_needed_to_say_so():
    code = (
        "import sys; sys.modules.update(dict.fromkeys(['numpy', 'scipy', 'matplotlib']));"
        "import course_lib; print(course_lib.check_environment().sentence())"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "Everything the course needs is here.\n"
