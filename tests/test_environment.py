"""The environment check says in words what is missing or too old."""

from importlib import metadata

import pytest

from course_lib import check_environment


def test_all_is_well_here():
    found = check_environment()
    assert found.complete
    assert dict(found.versions)["numpy"] == metadata.version("numpy")


def test_what_is_missing_or_old_is_named(monkeypatch):
    real = metadata.version

    def version(name):
        if name == "numba":
            raise metadata.PackageNotFoundError(name)
        return "1.26.4" if name == "numpy" else real(name)

    monkeypatch.setattr(metadata, "version", version)
    found = check_environment()
    assert not found.complete
    assert found.troubles == (
        "numba is missing; the course needs version 0.61 or later, below 1.",
        "numpy is 1.26.4, and the course needs version 2.0 or later, below 3.",
    )
    assert found.sentence().endswith("or install as README.md shows.")


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


@pytest.mark.parametrize("trouble", [True, False])
def test_the_command_fails_when_something_is_missing(monkeypatch, trouble):
    from course_lib.cli import main

    if trouble:
        monkeypatch.setattr(
            "course_lib.common.environment.sys.version_info", (3, 10, 4, "final", 0)
        )
    assert main(["check"]) == (1 if trouble else 0)
