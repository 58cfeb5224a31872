"""Two runs must not grade in one folder at once: each would remove what the other writes."""

import contextlib
import os
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows has no such lock; there we go without
    fcntl = None

LOCK = ".grading.lock"


@contextlib.contextmanager
def alone(folder):
    """Nobody else grades in this folder meanwhile. Raises ValueError if somebody does already.

    The lock ends with the process that holds it, however that ends; the file itself stays.
    """
    if fcntl is None:
        yield
        return
    with open(Path(folder) / LOCK, "a+", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            raise ValueError(
                f"somebody grades in {folder} already (process {file.read().strip() or 'unknown'}):"
                " wait until that is done, or stop it"
            ) from None
        file.truncate(0)
        file.write(f"{os.getpid()}\n")
        file.flush()
        yield
