"""How the tests are run: what is slow, who does what, and no trace on a reader's board."""

import gc
import os
from collections import Counter
from typing import Any

import pytest

# Kernels started by nbval inherit these: a lesson under test leaves the reader's board alone, and
# says the same on a slow machine.
os.environ["COURSE_PROGRESS"] = "memory"
os.environ["COURSE_BARS"] = "off"

#: What `make test-fast` leaves out: folders, files, and beginnings of tests' names. The longest
#: stand first, for workers begin with them, so as to end together.
SLOW = (
    "tests/test_classroom_cycle.py",
    "tests/browser/",
    "notebooks/",
    "tests/test_papers.py",
    "tests/test_pairs.py::test_the_power_of_mcnemars_test",
    "tests/test_pairs.py::test_mcnemars_interval_agrees",
    "tests/test_exact_large.py",
    "tests/test_roc.py::test_joint_bands",
    "tests/test_roc.py::test_fixed_width_bands",
    "tests/test_roc.py::test_pointwise_bands",
    "tests/test_roc.py::test_with_13_positives",
    "tests/test_attacks.py",
    "tests/test_grade.py",
    "tests/test_mutants.py::test_no_mutant",
    "tests/test_mutants.py::test_what_is_listed",
    "tests/test_own_numbers.py::test_a_thousand_draws",
    "tests/test_pretend_class.py",
    "tests/test_marking.py",
    "tests/test_hand_back.py",
    "tests/test_items.py::test_nothing_false_is_claimed",
    "tests/test_items.py::test_rank_intervals_hold",
    "tests/test_items.py::test_a_million_items",
    "tests/test_judging.py::test_sixty_thousand_rows",
    "tests/test_judging.py::test_a_large_file",
    "tests/test_intervals.py::test_limits_are_where",
    "tests/test_interval_plots.py::test_the_map",
    "tests/test_corrections.py::test_the_family_wise_error",
    "tests/test_lecture.py",
    "tests/test_ladder.py::test_charts_are_as_near",
    "tests/test_lab.py",
    "tests/test_many_cases.py",
    "tests/test_report.py",
    "tests/test_running.py::test_workers_leave_out",
)
#: Left out too: tests that look at something which takes long to make.
SLOW_FIXTURES = {"built_site", "built_slides", "run_notebooks"}
#: Shared out among workers lesson by lesson; all else file by file, as nbval needs it.
SHARED_OUT = "tests/browser/test_lessons.py"

left_out: Counter[str] = Counter()


def file_of(item: pytest.Item) -> str:
    """The file that an item stands in."""
    return item.nodeid.partition("::")[0]


def is_slow(item: pytest.Item) -> bool:
    """Is the item among those that `make test-fast` leaves out?"""
    needed = getattr(item, "fixturenames", ())
    return item.nodeid.startswith(SLOW) or not SLOW_FIXTURES.isdisjoint(needed)


@pytest.hookimpl(tryfirst=True)  # before pytest chooses by mark
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what is slow, and let workers begin with the files it stands in."""
    slow = [item for item in items if is_slow(item)]
    for item in slow:
        item.add_marker(pytest.mark.slow)
    if hasattr(config, "workerinput"):
        files = [*SLOW, *dict.fromkeys(map(file_of, slow))]

        def turn(item: pytest.Item) -> int:
            file = file_of(item)
            fitting = (i for i, f in enumerate(files) if f.startswith(file) or file.startswith(f))
            return next(fitting, len(files))

        items.sort(key=turn)


def pytest_collection_finish() -> None:
    """What is loaded by now stays: garbage collection, which statsmodels calls for, skips it."""
    gc.freeze()


def group_of(nodeid: str) -> str:
    """Tests of one group go to one worker."""
    file, _, name = nodeid.partition("::")
    return name.partition("[")[2] if file == SHARED_OUT else file


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """As `--dist loadfile` has it, but a lesson in the browser counts as a file."""
    from xdist.scheduler import LoadFileScheduling

    class Scheduler(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return group_of(nodeid)

    return Scheduler(config, log) if config.getvalue("dist") == "loadfile" else None


def pytest_deselected(items: list[pytest.Item]) -> None:
    """Count what is left out because it is slow: by folder, where all of it is, or by file."""
    folders = [start for start in SLOW if start.endswith("/")]
    for item in items:
        if item.get_closest_marker("slow"):
            file = file_of(item)
            left_out[next((f for f in folders if file.startswith(f)), file)] += 1


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Workers choose; whoever sent them out hears of it."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left_out"] = dict(left_out)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Every worker leaves out the same: it is enough to hear it once."""
    if not left_out:
        left_out.update(getattr(node, "workeroutput", {}).get("left_out", {}))


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Say what was left out, if it was for being slow and not, say, by its name."""
    if left_out and "slow" in config.option.markexpr:
        what = ", ".join(f"{name} ({count})" for name, count in left_out.items())
        terminalreporter.write_line(f"Left out as slow: {what}. `make test` runs them.")
