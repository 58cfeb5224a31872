"""How kernels are compiled, and what answers where numba is not installed."""

import warnings
from collections.abc import Callable
from functools import partial, wraps
from threading import Lock
from typing import Any

SLOWLY = "numba is not installed: the same numbers, more slowly (pip install 'beyond-chance[lab]')"
_not_said_yet = Lock()


def compiled(
    function: Callable[..., Any] | None = None,
    *,
    twin: Callable[..., Any] | None = None,
    cache: bool = True,
) -> Any:
    """Compile without the interpreter's lock; keep the result on disk where that is possible.

    Without numba the `twin` answers, which computes the same to the last bit, or else the very
    function, not compiled; and a warning says so, once.
    """
    if function is None:
        return partial(compiled, twin=twin, cache=cache)
    try:
        import numba
    except ImportError:  # it is optional
        return _slow(twin or function)
    try:
        return numba.njit(nogil=True, cache=cache)(function)
    except RuntimeError:  # neither the package's folder nor the home folder is writable
        return numba.njit(nogil=True)(function)


def _slow(function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def slow(*arguments: Any) -> Any:
        if _not_said_yet.acquire(blocking=False):  # never released: once in a process
            # As if from the library itself: a line of its code would tell a reader nothing.
            warnings.warn_explicit(SLOWLY, UserWarning, "course_lib", 1)
        return function(*arguments)

    return slow
