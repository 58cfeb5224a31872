"""A bar for long work, nothing for short work, nothing where nobody looks."""

import io
import sys

from course_lib import critical_value_table, simulate_null
from course_lib.common.bars import NoBar, progress_bar


def test_a_bar_on_request(monkeypatch):
    written = io.StringIO()
    monkeypatch.setattr(sys, "stderr", written)
    simulate_null("auc", 10, 10, 1000, seed=1, progress=True)
    assert "random rankings, auc" in written.getvalue()
    assert "1.00k" in written.getvalue()
    critical_value_table("accuracy", [5, 6], [7], 10, progress=True)
    assert "critical values of accuracy" in written.getvalue()


def test_no_bar_where_nobody_looks(monkeypatch, capsys):
    assert isinstance(progress_bar(10, "work"), NoBar)
    assert isinstance(progress_bar(10, "work", show=False), NoBar)
    simulate_null("auc", 10, 10, 1000, seed=1)
    assert capsys.readouterr().err == ""


def test_bars_can_be_switched_off_for_stored_outputs(monkeypatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("COURSE_BARS", "off")
    assert isinstance(progress_bar(10, "work"), NoBar)
    monkeypatch.delenv("COURSE_BARS")
    with progress_bar(10, "work") as bar:
        assert not isinstance(bar, NoBar)


def test_short_work_in_a_terminal_shows_nothing(monkeypatch):
    monkeypatch.delenv("COURSE_BARS", raising=False)

    class Terminal(io.StringIO):
        def isatty(self):
            return True

    written = Terminal()
    monkeypatch.setattr(sys, "stderr", written)
    simulate_null("auc", 10, 10, 1000, seed=1)
    assert written.getvalue() == ""
