"""A process that grades one student after another: nbgrader is loaded once."""

import glob
import logging
import multiprocessing
import os
import re
import shutil
import signal
import sys
import threading
import time
from multiprocessing.connection import wait
from pathlib import Path

#: Others write to the gradebook as well; who finds it locked tries again after so many seconds.
_WAITS = (0.5, 1, 2, 4, 8)
#: Seconds to end in, where we are left alone.
_PATIENCE = 20
_REASONS = {
    r"DeadKernelError: Kernel died: (.*)": r"stopped: \1",
    r"DeadKernelError": "the kernel died: the code ended Python (exit), or memory ran out",
    r"NotJSONError|JSONDecodeError|not appear to be (valid )?JSON": "is not a whole notebook file",
    r"TooMuch: (.*)": r"\1",
    r"Kernel didn't respond|RuntimeError: Kernel": "the kernel did not start in time; try again",
    r"UnicodeDecodeError": "is not a text file, so not a notebook",
    r"PermissionError: (.*)": r"no permission: \1",
    r"database is locked": "the gradebook stayed locked: does another program use it?",
    r"ValidationError: (.*)": r"is not a valid notebook: \1",
}


def aside(folder, assignment, student):
    """Where what was graded before waits until the new version is graded."""
    return Path(folder) / "autograded" / ".before" / assignment / student


def put_back(folder, assignment, student):
    """What was graded before is there again, and nothing half done."""
    made = Path(folder) / "autograded" / student / assignment
    before = aside(folder, assignment, student)
    shutil.rmtree(made, ignore_errors=True)
    if before.exists():
        made.parent.mkdir(parents=True, exist_ok=True)
        before.rename(made)
    _tidy(before.parent)
    _tidy(made.parent)


def _tidy(folder):
    """Remove folders that have become empty."""
    while folder.name and folder.name != "autograded":
        try:
            folder.rmdir()
        except OSError:
            return
        folder = folder.parent


def work(orders, folder, assignment, settings, log):
    """Take names over the pipe `orders`, grade each, and say what came of it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started us decides
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    threading.Thread(target=_end_with_our_parent, daemon=True).start()
    os.chdir(folder)
    # Libraries, and students' code where there is no sandbox, write where they like.
    target = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    for number in (1, 2):
        os.dup2(target, number)
    grader = _Grader(Path(folder), assignment, settings, log)
    orders.send(("ready", None, 0.0))
    while (student := orders.recv()) is not None:
        begin = time.monotonic()
        why = grader.grade(student)
        orders.send((student, why, time.monotonic() - begin))


def _end_with_our_parent():
    """Whoever started us was killed: the next run must not find us still writing."""
    wait([multiprocessing.parent_process().sentinel])
    os.kill(os.getpid(), signal.SIGTERM)  # which ends the kernel, too
    time.sleep(_PATIENCE)
    os._exit(1)


class _Grader:
    def __init__(self, folder, assignment, settings, log):
        from traitlets.config.loader import PyFileConfigLoader

        self.folder, self.assignment = folder, assignment
        self.config = PyFileConfigLoader("nbgrader_config.py", path=str(folder)).load_config()
        for section, values in settings.items():
            for name, value in values.items():
                self.config[section][name] = value
        self.heard = _Heard()
        self.log = logging.getLogger("nbgrader-worker")
        self.log.setLevel(logging.INFO)
        self.log.propagate = False
        to_file = logging.FileHandler(log)
        to_file.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
        self.log.handlers = [to_file, self.heard]

    def grade(self, student):
        """Grade one student; returns why that was not possible, or None."""
        self.log.info("---- %s, %s", student, self.assignment)
        made = self.folder / "autograded" / student / self.assignment
        before = aside(self.folder, self.assignment, student)
        # Left from a run that was ended by force: what was graded before is the better one.
        if before.exists():
            put_back(self.folder, self.assignment, student)
        if made.exists():
            before.parent.mkdir(parents=True, exist_ok=True)
            made.rename(before)
        for pause in (*_WAITS, None):
            why = self._try(student)
            if why is None:
                shutil.rmtree(before, ignore_errors=True)
                _tidy(before.parent)
                return None
            if pause is None or "database is locked" not in self.heard.text():
                break
            self.log.info("the gradebook is locked; again in %s seconds", pause)
            time.sleep(pause)
        put_back(self.folder, self.assignment, student)
        return why

    def _try(self, student):
        from nbgrader.converters import Autograde
        from nbgrader.coursedir import CourseDirectory

        self.heard.lines.clear()
        rooms = CourseDirectory(config=self.config, root=str(self.folder), log=self.log)
        rooms.assignment_id, rooms.student_id = self.assignment, glob.escape(student)
        converter = Autograde(coursedir=rooms, config=self.config, log=self.log)
        converter.force = True
        try:
            converter.start()
        except Exception as error:  # whatever it is, the others are graded
            self.log.error("%s: %s", type(error).__name__, error)
            return _reason(self.heard.text())
        return None


class _Heard(logging.Handler):
    """Keeps what went wrong, for a short reason."""

    def __init__(self):
        super().__init__(logging.ERROR)
        self.lines = []

    def emit(self, record):
        self.lines.append(record.getMessage())

    def text(self):
        return "\n".join(self.lines)


def _reason(text):
    """A few words from a long log."""
    for pattern, words in _REASONS.items():
        found = re.search(pattern, text)
        if found:
            return " ".join(found.expand(words).split())[:200]
    # The last line of a traceback says what it was.
    for line in reversed(text.splitlines()):
        if re.match(r"[\w.]*(Error|Exception)\b", line) and "NbGraderException" not in line:
            return line[:200]
    return "nbgrader gave up; the log says more"
