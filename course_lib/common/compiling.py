"""How kernels are compiled."""

from collections.abc import Callable
from typing import Any

import numba


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile without the interpreter's lock; keep the result on disk where that is possible."""
    try:
        return numba.njit(nogil=True, cache=True)(function)
    except RuntimeError:  # neither the package's folder nor the home folder is writable
        return numba.njit(nogil=True)(function)
