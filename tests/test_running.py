"""`make test-fast` leaves out what is slow, no less and no more, and says so."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture
def settings(request):
    """The conftest.py at the root of the house."""
    plugins = request.config.pluginmanager.get_plugins()
    return next(p for p in plugins if getattr(p, "__file__", None) == str(ROOT / "conftest.py"))


def test_what_is_listed_as_slow_exists(settings):
    for entry in settings.SLOW:
        file, _, name = entry.partition("::")
        path = ROOT / file
        assert path.exists(), entry
        assert not name or f"\ndef {name}" in path.read_text(), entry
    text = "\n".join(path.read_text() for path in (ROOT / "tests").glob("*.py"))
    for name in settings.SLOW_FIXTURES:
        assert f"\ndef {name}(" in text, name


def test_workers_leave_out_what_is_slow_and_it_is_said():
    options = ["-n1", "--dist=loadfile", "-mnot slow", "-pno:cacheprovider"]
    command = [sys.executable, "-m", "pytest", *options, "tests/browser", "tests/test_lab.py"]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert said.returncode == pytest.ExitCode.NO_TESTS_COLLECTED, said.stdout
    found = re.search(r"Left out as slow: (.*)\. `make test` runs them\.", said.stdout)[1]
    assert re.fullmatch(r"tests/browser/ \(\d+\), tests/test_lab\.py \(\d+\)", found)


def test_a_worker_gets_a_whole_file_or_a_whole_lesson(settings):
    group, lessons = settings.group_of, settings.SHARED_OUT
    assert group(f"{lessons}::test_a[01.ipynb]") == group(f"{lessons}::test_b[01.ipynb]")
    assert group(f"{lessons}::test_a[01.ipynb]") != group(f"{lessons}::test_a[02.ipynb]")
    assert group("notebooks/a.ipynb::Cell 1") == group("notebooks/a.ipynb::Cell 2")
    assert group("notebooks/a.ipynb::Cell 1") != group("notebooks/b.ipynb::Cell 1")
    assert (ROOT / lessons).exists()
