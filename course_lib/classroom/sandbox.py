"""A kernel that is shut in: students' code runs in it and reaches nothing of the teacher's.

    python -m course_lib.classroom.sandbox --check      does it work here? If not, why?

bubblewrap builds a small world around the kernel: Python, the packages and the course, to be read
only; the files that were handed in, as copies; no network, no home, no other process. A watchdog
outside ends that world when it takes too much memory, time or disk, or starts too many processes.
"""

import argparse
import contextlib
import json
import os
import shutil
import signal
import site
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from types import FrameType
from typing import Any

#: The folder of the package, the only part of the course that students' code needs.
_COURSE = Path(__file__).resolve().parents[1]
_HOME = "/home/student"
#: Where the notebook runs. What lies beside it was copied here.
_DESK = f"{_HOME}/desk"
#: A folder with questions of the teacher's own; the checks read them. (The name is that in
#: `catalogue.py`, which would load the whole bank with it.)
_QUESTIONS = "COURSE_QUESTIONS"
_GRADING = "NBGRADER_EXECUTION"
#: Read on many systems by the linker, by matplotlib and by clocks; nothing in them is private.
_PUBLIC = ("/etc/ld.so.cache", "/etc/fonts", "/etc/localtime", "/etc/alternatives", "/nix/store")
#: Several kernels run at once: one thread each, and no memory set aside for more.
_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
#: First of all the path: a module of the student's must not be taken for one of ours.
_BEGIN = "import sys; sys.path[:] = {path!r}; "
_OUTSIDE = (
    _BEGIN + "from course_lib.classroom.sandbox import launch; sys.exit(launch(sys.argv[1:]))"
)
_INSIDE = (
    _BEGIN + "import course_lib; from ipykernel.kernelapp import launch_new_instance as start; "
    "start()"
)
_TRY = _BEGIN + "import course_lib, ipykernel, numpy"
#: What a kernel that grades is told: no notes in the teacher's history, and modules of the
#: student's own are found last of all, so that none of them can stand in for the course.
KERNEL_OPTIONS = (
    "--HistoryManager.hist_file=:memory:",
    "--InteractiveShellApp.ignore_cwd=True",
    "--IPKernelApp.exec_lines=import course_lib, sys; sys.path.append(''); del course_lib, sys",
)
#: For bubblewrap itself: it is the first process inside, where its environment can be read.
_BARE = {"PATH": os.defpath}
_MB = 1_000_000
#: For the kernel's sockets; anything beyond was not put there by the kernel.
_MOST_ON_THE_WIRE = _MB
_MOST_FILES = 200
_POLL = 0.1


@dataclass(frozen=True)
class Limits:
    """How much one notebook may take."""

    #: Bytes, all processes together; also what one process may ask for.
    memory: int = 4000 * _MB
    processes: int = 64
    #: Bytes written.
    disk: int = 200 * _MB
    seconds: float = 420


class TooMuch(ValueError):
    """What was handed in cannot be put into a sandbox."""


# --- The world inside -----------------------------------------------------------------------------


def problem() -> str | None:
    """Why there is no sandbox here, in a sentence; None if it works."""
    if not sys.platform.startswith("linux"):
        return "bubblewrap, which shuts the kernel in, needs Linux."
    if shutil.which("bwrap") is None:
        return "bubblewrap is not installed (on Debian and Ubuntu: apt install bubblewrap)."
    with tempfile.TemporaryDirectory() as folder, _files(Path(folder)) as files:
        argv = [*_world(Path(folder), Limits(), files), sys.executable, "-I", "-c", _code(_TRY)]
        try:
            run = subprocess.run(
                argv,
                env=_BARE,
                pass_fds=list(files),
                capture_output=True,
                text=True,
                timeout=60,
            )
        except subprocess.TimeoutExpired:
            return "bubblewrap is installed, but Python did not start in it within a minute."
    if run.returncode == 0:
        return None
    said = (run.stderr.strip().splitlines() or ["it gave no reason"])[-1]
    if any(words in said for words in ("namespace", "uid map", "not permitted", "denied")):
        return f"bubblewrap is installed, but this system forbids user namespaces ({said})."
    return f"bubblewrap is installed, but does not work here ({said})."


def _world(wire: Path, limits: Limits, files: dict[int, str]) -> list[str]:
    """The command that builds the world; what is to run in it follows."""
    argv = [
        *(
            shutil.which("bwrap") or "bwrap",
            "--unshare-all",
            "--unshare-user",
            "--disable-userns",
            "--die-with-parent",
        ),
        *("--new-session", "--cap-drop", "ALL", "--clearenv", "--hostname", "sandbox"),
        *("--ro-bind", "/usr", "/usr"),
    ]
    for name in ("bin", "sbin", "lib", "lib32", "lib64"):
        there = Path("/", name)
        if there.is_symlink():
            argv += ["--symlink", os.readlink(there), str(there)]
        elif there.is_dir():
            argv += ["--ro-bind", str(there), str(there)]
    for public in _PUBLIC:
        argv += ["--ro-bind-try", public, public]
    # To be read only: who grades as root is still root inside, and root may set the whole
    # machine's switches in /proc/sys.
    argv += ["--proc", "/proc", "--remount-ro", "/proc", "--dev", "/dev"]
    for folder in ("/dev/shm", "/tmp", _HOME):
        argv += ["--size", str(limits.disk // 2), "--tmpfs", folder]
    for folder in _to_read():
        argv += ["--ro-bind", str(folder), str(folder)]
    # numba stores what it compiled beside the source, and reads it only where it may also write.
    for folder in _compiled():
        argv += ["--size", str(limits.disk), "--tmpfs", str(folder)]
    argv += ["--dir", _DESK]
    for number, inside in files.items():
        argv += ["--file", str(number), inside]
    # The wire, and then nothing else: a folder that is not named above cannot be written to.
    argv += ["--bind", str(wire), str(wire), "--remount-ro", "/dev", "--remount-ro", "/"]
    environment = {
        "HOME": _HOME,
        "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "TMPDIR": "/tmp",
        **dict.fromkeys(_ONE_THREAD, "1"),
        **{name: os.environ[name] for name in (_GRADING, _QUESTIONS) if os.environ.get(name)},
    }
    for name, value in environment.items():
        argv += ["--setenv", name, value]
    return [*argv, "--chdir", _DESK, "--"]


def _to_read() -> list[Path]:
    """Python, the packages and the course: by the names they are called and where links lead."""
    wanted = [Path(sys.prefix), Path(sys.base_prefix), Path(sys.exec_prefix)]
    wanted += [Path(name) for name in _path() if Path(name).name.endswith("-packages")]
    wanted += [_COURSE]
    if os.environ.get(_QUESTIONS):
        wanted += [Path(os.environ[_QUESTIONS]).absolute()]
    found: list[Path] = []
    for folder in sorted({*wanted, *(folder.resolve() for folder in wanted)}):
        inside = any(folder.is_relative_to(other) for other in [Path("/usr"), *found])
        if folder.is_dir() and not inside:
            found.append(folder)
    return found


def _path() -> list[str]:
    """Where Python finds modules, without the folder it happens to be in."""
    folders = [name for name in sys.path if os.path.isabs(name) and name != os.getcwd()]
    if site.ENABLE_USER_SITE:
        folders.append(site.getusersitepackages())
    return list(dict.fromkeys([*folders, str(_COURSE.parent)]))


def _code(template: str) -> str:
    # The course first: another copy of it may be installed as well.
    return template.format(path=list(dict.fromkeys([str(_COURSE.parent), *_path()])))


def _compiled() -> list[Path]:
    return sorted({path.parent for path in _COURSE.rglob("__pycache__/*.nbi")})


@contextlib.contextmanager
def _files(desk: Path) -> Iterator[dict[int, str]]:
    """What goes into the world as a copy: open files, and the name that each gets inside.

    Notebooks stay outside: the one that is graded contains the hidden tests.
    """
    copies = [(path, str(path)) for folder in _compiled() for path in folder.iterdir()]
    handed_in = [path for path in sorted(desk.rglob("*")) if path.is_file()]
    handed_in = [path for path in handed_in if not path.is_symlink() and path.suffix != ".ipynb"]
    if len(handed_in) > _MOST_FILES:
        raise TooMuch(f"{len(handed_in)} files were handed in; {_MOST_FILES} is the most")
    if sum(path.stat().st_size for path in handed_in) > Limits().disk // 4:
        raise TooMuch(f"the files handed in are larger than {Limits().disk // 4 // _MB} MB")
    copies += [(path, f"{_DESK}/{path.relative_to(desk).as_posix()}") for path in handed_in]
    with contextlib.ExitStack() as stack:
        opened = {stack.enter_context(path.open("rb")).fileno(): name for path, name in copies}
        yield opened


# --- The watchdog outside -------------------------------------------------------------------------


def launch(arguments: Sequence[str]) -> int:
    """Run one kernel, shut in, and end it when it takes too much. Its parent is Jupyter."""
    connection, chosen, *_ = arguments
    wire = Path(connection).parent
    limits = Limits(**json.loads(chosen))
    parent = os.getppid()
    with _files(Path.cwd()) as files:
        inside = [sys.executable, "-I", "-c", _code(_INSIDE), "-f", connection, *KERNEL_OPTIONS]
        process = subprocess.Popen(
            [*_world(wire, limits, files), *inside],
            env=_BARE,
            pass_fds=list(files),
            preexec_fn=lambda: _bound(limits),
            # What a notebook shows goes over the wire; this would end up in the teacher's log.
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    signal.signal(signal.SIGTERM, _leave)
    try:
        left = limits.seconds
        while True:
            with contextlib.suppress(subprocess.TimeoutExpired):
                return process.wait(_POLL)
            left -= _POLL
            why = _excess(process.pid, wire, limits, left)
            if why:
                _why_file(wire).write_text(why, encoding="utf-8")
                return 1
            if os.getppid() != parent:  # whoever wanted the kernel is gone
                return 1
    finally:
        process.kill()  # bubblewrap takes the whole world with it
        process.wait()


def _leave(number: int, frame: FrameType | None) -> None:
    raise SystemExit(1)


def _bound(limits: Limits) -> None:
    """Limits that the system itself keeps, for each process."""
    import resource

    for kind, most in (
        (resource.RLIMIT_AS, limits.memory),
        (resource.RLIMIT_FSIZE, limits.disk),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard = resource.getrlimit(kind)
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (most, most))


def _excess(process: int, wire: Path, limits: Limits, left: float) -> str | None:
    """What the world takes too much of; None while all is well."""
    import psutil

    if left < 0:
        return f"it was not done after {limits.seconds:g} seconds"
    try:
        family = psutil.Process(process).children(recursive=True)
    except psutil.NoSuchProcess:
        return None
    if len(family) > limits.processes:
        return f"it started more than {limits.processes} processes"
    memory = 0
    for one in family:
        with contextlib.suppress(psutil.Error):
            memory += one.memory_info().rss
    if memory > limits.memory:
        return f"it took more than {limits.memory // _MB:,} MB of memory"
    if _size(wire) > _MOST_ON_THE_WIRE:
        return "it wrote into the folder that is for the kernel's sockets alone"
    return None


def _size(folder: Path) -> int:
    """Bytes on the disk, links not followed; a file that is gone meanwhile takes none."""
    total = 0
    for where, folders, names in os.walk(folder):
        for name in [*folders, *names]:
            with contextlib.suppress(OSError):
                total += os.lstat(os.path.join(where, name)).st_blocks * 512
    return total


def _why_file(wire: Path) -> Path:
    """Beside the wire, where nobody inside can write."""
    return wire.parent / "why.txt"


# --- For whoever starts kernels -------------------------------------------------------------------


class Wire:
    """A private folder for one kernel's sockets. `close` removes it."""

    def __init__(self) -> None:
        # A socket's path may have some hundred characters; a long TMPDIR leaves too few.
        short = None if len(tempfile.gettempdir()) < 40 else "/tmp"
        self._folder = Path(tempfile.mkdtemp(prefix="kernel-", dir=short))
        (self._folder / "wire").mkdir()

    @property
    def connection_file(self) -> str:
        """Where Jupyter writes how to reach the kernel."""
        return str(self._folder / "wire" / "k.json")

    def why(self) -> str | None:
        """Why the watchdog ended the kernel; None if it did not."""
        with contextlib.suppress(OSError):
            return _why_file(self._folder / "wire").read_text(encoding="utf-8")
        return None

    def close(self) -> None:
        """Leave nothing behind, whatever was done to the folder."""
        for where, folders, _ in os.walk(self._folder):
            for name in folders:
                with contextlib.suppress(OSError):
                    if not os.path.islink(os.path.join(where, name)):
                        os.chmod(os.path.join(where, name), 0o700)
        shutil.rmtree(self._folder, ignore_errors=True)


def kernel_spec(limits: Limits | None = None) -> dict[str, Any]:
    """What Jupyter needs to know to start such a kernel."""
    chosen = json.dumps(asdict(limits or Limits()))
    return {
        "argv": [sys.executable, "-I", "-c", _code(_OUTSIDE), "{connection_file}", chosen],
        "display_name": "Python 3, shut in",
        "language": "python",
        # A signal would reach bubblewrap, not the kernel.
        "interrupt_mode": "message",
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m course_lib.classroom.sandbox",
        description="Does the sandbox for grading work on this computer?",
    )
    parser.add_argument("--check", action="store_true", required=True, help="say so, and why not")
    parser.parse_args(arguments)
    why = problem()
    print(f"No sandbox here: {why}" if why else "The sandbox works here.")
    return 1 if why else 0


if __name__ == "__main__":
    sys.exit(main())
