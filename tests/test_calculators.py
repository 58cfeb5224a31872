"""The page of calculators: one file, written by a command, with nothing of Jupyter in it."""

import json
import re

import pytest

from course_lib.cli import main
from course_lib.reports.calculators import CALCULATORS, calculators_page
from tests.helpers import loaded_by

HEAVY = ("anywidget", "ipywidgets", "matplotlib", "IPython", "numba")


def test_the_command_writes_one_page_that_holds_all_it_needs(tmp_path, capsys):
    target = tmp_path / "calculators.html"
    assert main(["calculators", "--out", str(target)]) == 0
    assert f"Written: {target}" in capsys.readouterr().out
    page = target.read_text(encoding="utf-8")
    assert page == calculators_page()
    assert not re.search(r'(?:src|href)="(?!#)', page)
    assert "https://" not in page
    assert "http://" not in page.replace("http://www.w3.org", "")
    for calculator in CALCULATORS:
        assert f'<h2 id="{calculator.front}-title">{calculator.question}</h2>' in page
        assert f'data-live="{calculator.front}"' in page


@pytest.mark.parametrize(
    ("target", "message"),
    [("page.pdf", "--out must end in .html"), ("no/such/page.html", "--out")],
)
def test_what_cannot_be_written_is_refused(target, message, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as stop:
        main(["calculators", "--out", target])
    assert stop.value.code == 2
    assert message in capsys.readouterr().err


def test_it_needs_no_jupyter_and_no_pictures():
    code = "from course_lib.reports.calculators import calculators_page; calculators_page()"
    assert not {module.split(".")[0] for module in loaded_by(code)} & set(HEAVY)


@pytest.mark.parametrize("calculator", CALCULATORS, ids=lambda c: c.front)
def test_the_first_settings_are_allowed_and_answered(calculator):
    for control in calculator.controls.values():
        assert control.check(control.first) == control.first
    first = {name: control.first for name, control in calculator.controls.items()}
    assert calculator.tell(first).endswith(".")
    state = re.search(r'"application/json">(.*?)</script>', calculator.place())[1]
    assert json.loads(state)["spec"]["first"] == first


def test_the_command_is_listed(capsys):
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "calculators" in capsys.readouterr().out
