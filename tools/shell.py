"""How commands of the classroom end: with an exit code, and one line where something is wrong."""

import os
import sqlite3
import sys


def run(name, work):
    """Do `work`, which returns an exit code; 2 and one clear line for what cannot be done."""
    try:
        code = work()
        sys.stdout.flush()
    except KeyboardInterrupt:
        return _told(name, "interrupted", 130)
    except BrokenPipeError:  # whoever reads our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        return _told(name, f"{error.strerror}: {error.filename}" if error.filename else error)
    except sqlite3.Error as error:
        return _told(name, f"the gradebook cannot be used: {error}")
    except ValueError as error:
        return _told(name, error)
    return code


def _told(name, text, code=2):
    print(f"{name}: {text}", file=sys.stderr)
    return code
