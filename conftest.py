"""How the tests are run: what is slow, who does what, and no trace on a reader's board."""

import os
from collections import Counter
from typing import Any

import pytest

# Kernels started by nbval inherit these: a lesson under test leaves the reader's board alone, and
# says the same on a slow machine.
os.environ["COURSE_PROGRESS"] = "memory"
os.environ["COURSE_BARS"] = "off"

#: Left out by `make test-fast`, as are single tests marked `slow`. The longest first, so that
#: workers who begin with these end together.
SLOW = (
    "tests/test_classroom_cycle.py",
    "tests/browser/",
    "notebooks/",
    "tests/test_papers.py",
    "tests/test_lab.py",
)
#: So are tests that look at something which takes long to make.
SLOW_FIXTURES = {"made", "rehearsal", "run_notebooks"}
#: Shared out among workers lesson by lesson; all else file by file, as nbval needs it.
SHARED_OUT = "tests/browser/test_lessons.py"

left_out: Counter[str] = Counter()


def rank(item: pytest.Item) -> int:
    """The position in SLOW of what an item belongs to; one behind the last for all others."""
    found = (i for i, start in enumerate(SLOW) if item.nodeid.startswith(start))
    return next(found, len(SLOW))


@pytest.hookimpl(tryfirst=True)  # before pytest chooses by mark
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what is slow, and let workers begin with it."""
    for item in items:
        needed = getattr(item, "fixturenames", ())
        if rank(item) < len(SLOW) or not SLOW_FIXTURES.isdisjoint(needed):
            item.add_marker(pytest.mark.slow)
    if hasattr(config, "workerinput"):
        items.sort(key=rank)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """As `--dist loadfile` has it, but a lesson in the browser counts as a file."""
    from xdist.scheduler import LoadFileScheduling

    class Scheduler(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            shared = nodeid.startswith(SHARED_OUT)
            return nodeid.partition("[")[2] if shared else super()._split_scope(nodeid)

    return Scheduler(config, log) if config.getvalue("dist") == "loadfile" else None


def pytest_deselected(items: list[pytest.Item]) -> None:
    """Count what is left out because it is slow."""
    for item in items:
        if item.get_closest_marker("slow"):
            left_out[[*SLOW, item.nodeid.partition("::")[0]][rank(item)]] += 1


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Workers choose; whoever sent them out hears of it."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left_out"] = dict(left_out)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Every worker leaves out the same: it is enough to hear it once."""
    if not left_out:
        left_out.update(getattr(node, "workeroutput", {}).get("left_out", {}))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what was left out."""
    if left_out:
        what = ", ".join(f"{name} ({count})" for name, count in left_out.items())
        terminalreporter.write_line(f"Left out as slow: {what}. `make test` runs them.")
