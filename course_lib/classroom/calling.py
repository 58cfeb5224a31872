"""Calling a function that a learner wrote, which may do anything: raise, print, never end."""

import contextlib
import copy
import dis
import io
import itertools
import signal
import threading
import warnings
from collections.abc import Callable, Iterator, KeysView, ValuesView
from typing import Any

#: After so many seconds a call is taken for an endless loop. What is asked for takes milliseconds.
PATIENCE = 5.0
#: An answer has a few numbers; a generator may have no end.
_MOST = 10_000


class CallFailed(Exception):
    """The learner's function did not return; the message says what happened."""


class _OutOfPatience(BaseException):
    """Not an Exception, so that a learner's `except Exception` does not swallow it."""


def call(function: Callable, arguments: tuple) -> Any:
    """What `function` returns for (copies of) the arguments.

    What it prints, and what it warns about, is thrown away: a grader counts anything on stderr
    as a failure.
    """
    arguments = copy.deepcopy(arguments)  # or a function that sorts in place spoils the next call
    quiet = io.StringIO()
    try:
        with (
            warnings.catch_warnings(),
            contextlib.redirect_stdout(quiet),
            contextlib.redirect_stderr(quiet),
            _time_limit(PATIENCE),
        ):
            warnings.simplefilter("ignore")
            return _made(function(*arguments))
    except _OutOfPatience:
        raise CallFailed(
            f"did not come back within {PATIENCE:g} seconds. Is there a loop that never ends?"
        ) from None
    except (Exception, SystemExit) as error:
        text = str(error)
        raise CallFailed(
            f"stops with {type(error).__name__}" + (f": {text}" if text else "")
        ) from (error)


def _made(value: Any) -> Any:
    """What a generator, a `map` or the like would give if it were asked."""
    if isinstance(value, Iterator | KeysView | ValuesView):
        return list(itertools.islice(value, _MOST))
    return value


@contextlib.contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """Raise `_OutOfPatience` after so long, where signals can do that: in the main thread."""
    possible = hasattr(signal, "setitimer") and (
        threading.current_thread() is threading.main_thread()
    )
    if not possible:
        yield
        return

    def stop(*_: object) -> None:
        raise _OutOfPatience

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def is_empty(function: Callable) -> bool:
    """Is there nothing in the function but its docstring, `pass` or dots?"""
    code = getattr(function, "__code__", None)
    if code is None:
        return False
    idle = {"RESUME", "NOP", "LOAD_CONST", "RETURN_VALUE", "RETURN_CONST", "POP_TOP"}
    operations = {instruction.opname for instruction in dis.get_instructions(code)}
    # A constant that is returned would be an answer; only None is none.
    returned = [
        i.argval for i in dis.get_instructions(code) if i.opname in ("LOAD_CONST", "RETURN_CONST")
    ]
    return operations <= idle and all(value is None or value is Ellipsis for value in returned)
