"""Grade an assignment: each submission in a sandbox, several at once, one line a student.

    python -m tools.grade 02_luck [--jobs N] [--student PATTERN] [--force] [--sandbox required]

Who is graded already is left out, unless something new was handed in, or the assignment changed.
Exit code 1: somebody could not be graded.
"""

import argparse
import contextlib
import multiprocessing
import os
import subprocess
import sys
import time
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from pathlib import Path

from course_lib.classroom import sandbox
from course_lib.common.bars import progress_bar
from tools import shell
from tools.classroom import ROOT, Classroom
from tools.grade_worker import put_back, work
from tools.handed_in import look, note, released
from tools.marks import back_up
from tools.one_at_a_time import alone

#: Seconds beyond a notebook's own limit, after which a worker is taken for lost.
_GRACE = 180
NO_SANDBOX = """
    There is no sandbox here: {why}
    Students' code will run as you. It can read and change your files, the gradebook and other
    students' work, and use the network. SANDBOX=no says that you know; SANDBOX=required refuses.
"""


@dataclass
class Outcome:
    """What a run came to."""

    graded: dict = field(default_factory=dict)  # student: seconds
    failed: dict = field(default_factory=dict)  # student: why
    stopped: bool = False


def _new(path):
    """The path, or one like it that is not there yet."""
    number, wanted = 1, path
    while wanted.exists():
        number += 1
        wanted = path.with_stem(f"{path.stem}-{number}")
    return wanted


# --- Several at once ------------------------------------------------------------------------------


class _Worker:
    """A process that grades; `student` is whom it grades now."""

    def __init__(self, *arguments):
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        # Not a daemon: it starts kernels of its own, and has to end them.
        self.process = context.Process(target=work, args=(theirs, *arguments))
        self.process.start()
        theirs.close()
        self.student, self.since = None, time.monotonic()

    def take(self, student):
        self.student, self.since = student, time.monotonic()
        self.pipe.send(student)

    def end(self, patience=20):
        """End it, and the kernel with it."""
        self.process.terminate()
        self.process.join(patience)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


def grade(folder, assignment, students, jobs, settings, log, told, ready=lambda: None):
    """Grade these students; `told` is called after each with name, reason or None, and seconds.

    `ready` is called once, while the workers load. Ctrl-C leaves nobody half graded.
    """
    outcome = Outcome()
    waiting = list(students)
    patience = _patience(folder, settings)
    arguments = (folder, assignment, settings, log)
    workers = [_Worker(*arguments) for _ in range(min(jobs, len(waiting)))]

    def finish(student, why, seconds):
        note(folder, assignment, student, None if why else students[student])
        if why:
            outcome.failed[student] = why
        else:
            outcome.graded[student] = seconds
        told(student, why, seconds)

    try:
        ready()
        while workers:
            for pipe in wait([worker.pipe for worker in workers], timeout=1):
                worker = next(one for one in workers if one.pipe is pipe)
                try:
                    student, why, seconds = pipe.recv()
                except (EOFError, OSError):
                    _bury(worker, workers, waiting, arguments, finish, "died")
                    continue
                if worker.student is not None:
                    finish(student, why, seconds)
                worker.student = None
                if waiting:
                    # Forgotten first: whoever is half graded when we are killed is not done.
                    note(folder, assignment, waiting[0], None)
                    worker.take(waiting.pop(0))
                else:
                    pipe.send(None)
                    worker.process.join()
                    workers.remove(worker)
            for worker in list(workers):
                if time.monotonic() - worker.since > patience:
                    _bury(worker, workers, waiting, arguments, finish, "did not answer")
    except KeyboardInterrupt:
        outcome.stopped = True
    finally:
        for worker in workers:
            worker.end()
            if worker.student is not None:
                put_back(folder, assignment, worker.student)
                note(folder, assignment, worker.student, None)
    return outcome


def _bury(worker, workers, waiting, arguments, finish, what):
    """A worker is lost: report its student, and let another one take its place."""
    worker.end()
    workers.remove(worker)
    folder, assignment, *_ = arguments
    if worker.student is None:  # it never began: nobody could
        raise RuntimeError(f"the process that grades {what} (exit code {worker.process.exitcode})")
    put_back(folder, assignment, worker.student)
    why = f"the process that grades {what} (exit code {worker.process.exitcode})"
    finish(worker.student, why, time.monotonic() - worker.since)
    if waiting:
        workers.append(_Worker(*arguments))


def _patience(folder, settings):
    limit = settings.get("ExecuteWithinLimits", {}).get("total_timeout", 300)
    return limit + _GRACE


# --- What is compiled once ------------------------------------------------------------------------

_RUN = """
import json, sys
world = {"__name__": "__main__"}
for cell in json.load(open(sys.argv[1], encoding="utf-8"))["cells"]:
    if cell["cell_type"] == "code":
        try:
            exec("".join(cell["source"]), world)
        except Exception:
            pass
"""


def warm_up(folder, assignment):
    """Run the teacher's own solution once, so that what numba compiles is stored for everybody.

    A sandbox cannot store it, and each student would wait for it again.
    """
    quiet = {"COURSE_PROGRESS": "memory", "COURSE_BARS": "off", "MPLBACKEND": "agg"}
    for path in sorted((Path(folder) / "solutions" / assignment).glob("*.ipynb")):
        with contextlib.suppress(subprocess.TimeoutExpired):
            subprocess.run(
                [sys.executable, "-c", _RUN, str(path)],
                env=os.environ | quiet,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=120,
            )


# --- The command ----------------------------------------------------------------------------------


def choose_sandbox(wanted):
    """Whether to use one, and what to say about it. Raises ValueError where it must, but cannot."""
    if wanted == "no":
        return False, "Without a sandbox, as you chose: students' code runs as you."
    why = sandbox.problem()
    if why is None:
        return True, "In a sandbox: no network, nothing of yours, limited memory, disk and time."
    if wanted == "required":
        raise ValueError(f"there is no sandbox here: {why}")
    return False, NO_SANDBOX.format(why=why).strip("\n")


def points_of(folder, assignment, student):
    """What a student has so far, in words."""
    scores = Classroom(folder).grades(assignment).get(student, {})
    total = sum(score or 0 for score in scores.values())
    asks = sum(score is None for score in scores.values())
    return f"{total:g} points" + (f", {asks} for a person to read" if asks else "")


def run(
    folder, assignment, *, jobs=None, pattern="*", force=False, use="auto", settings=None, out=print
):
    """Grade an assignment; returns the exit code. Raises ValueError on wrong use."""
    folder = Path(folder).resolve()
    if not (folder / "nbgrader_config.py").exists():
        raise ValueError(f"{folder} is not the folder of a course: nbgrader_config.py is missing")
    if not released(folder, assignment):
        raise ValueError(
            f"{assignment} was not released yet, so the gradebook does not know its questions: "
            f"run `nbgrader generate_assignment {assignment}` first"
        )
    with alone(folder):
        return _run_alone(folder, assignment, jobs, pattern, force, use, settings, out)


def _run_alone(folder, assignment, jobs, pattern, force, use, settings, out):
    found = look(folder, assignment, pattern, force)
    if not (found.to_do or found.done or found.wrong or found.missing):
        raise ValueError(f"nobody handed in: no folder submitted/{pattern}/{assignment}")
    shut_in, words = choose_sandbox(use)
    out(words)
    settings = {name: dict(values) for name, values in (settings or {}).items()}
    settings.setdefault("ExecuteWithinLimits", {})["shut_in"] = shut_in
    width = max(map(len, [*found.to_do, *found.wrong, *found.missing, "student"]))
    for student, why in found.wrong.items():
        out(f"{student:{width}}  NOT GRADED: {why}")
    outcome = Outcome()
    if found.to_do:
        out(f"The gradebook as it was: {back_up(Classroom(folder)).relative_to(folder)}")
        log = _new(folder / "logs" / f"grade-{assignment}-{time.strftime('%Y%m%d-%H%M%S')}.log")
        log.parent.mkdir(exist_ok=True)
        out(f"nbgrader's own words: {log.relative_to(folder)}")
        with progress_bar(len(found.to_do), assignment, unit=" students") as bar:

            def told(student, why, seconds):
                worth = f"NOT GRADED: {why}" if why else points_of(folder, assignment, student)
                _say(bar, out, f"{student:{width}}  {worth}  ({seconds:.1f} s)")
                bar.update(1)

            outcome = grade(
                *(folder, assignment, found.to_do, jobs or os.cpu_count() or 1, settings, str(log)),
                told,
                ready=lambda: (
                    warm_up(folder, assignment) if shut_in and len(found.to_do) > 2 else None
                ),
            )
    for student in found.missing:
        out(f"{student:{width}}  nothing handed in")
    out(_summary(found, outcome))
    return 1 if found.wrong or outcome.failed or outcome.stopped else 0


def _say(bar, out, text):
    """A line above the bar, where there is one."""
    write = getattr(bar, "write", None)
    if write is not None and out is print:
        write(text)
    else:
        out(text)


def _summary(found, outcome):
    parts = [f"{len(outcome.graded)} graded"]
    if found.done:
        parts.append(f"{len(found.done)} graded before and unchanged (FORCE=1 grades them again)")
    failed = len(found.wrong) + len(outcome.failed)
    if failed:
        parts.append(f"{failed} could not be graded")
    if found.missing:
        parts.append(f"{len(found.missing)} handed in nothing")
    if outcome.stopped:
        left = len(found.to_do) - len(outcome.graded) - len(outcome.failed)
        parts.append(f"stopped, {left} left; nobody is half graded, run it again to go on")
    return "; ".join(parts) + "."


def main(arguments=None):
    """The command; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.grade", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("assignment", help="such as 02_luck")
    parser.add_argument("--jobs", type=int, help="how many at once; default: one for each core")
    parser.add_argument("--student", default="*", metavar="PATTERN", help="only these, as in 'a*'")
    parser.add_argument("--force", action="store_true", help="also who is graded already")
    parser.add_argument("--sandbox", choices=("auto", "required", "no"), default="auto")
    parser.add_argument("--timeout", type=int, help="seconds for one cell; default: as configured")
    parser.add_argument("--folder", type=Path, default=ROOT, help="where gradebook.db is")
    asked = parser.parse_args(arguments)
    if asked.jobs is not None and asked.jobs < 1:
        parser.error(f"jobs must be 1 or more, not {asked.jobs}")
    settings = {"Execute": {"timeout": asked.timeout}} if asked.timeout else {}
    return shell.run(
        "grade",
        lambda: run(
            *(asked.folder, asked.assignment),
            jobs=asked.jobs,
            pattern=asked.student,
            force=asked.force,
            use=asked.sandbox,
            settings=settings,
        ),
    )


if __name__ == "__main__":
    sys.exit(main())
