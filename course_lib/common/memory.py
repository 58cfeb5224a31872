"""How much memory there is, and what would not fit into it."""

import os
from pathlib import Path

#: Reading a table takes about so many times the memory of its text: a cell is an object of its own.
_TIMES = 16


def check_memory(path: Path, size: int) -> None:
    """Refuse a text of so many bytes if its table would not fit into this machine's memory."""
    memory = memory_of_machine()
    if memory is not None and _TIMES * size > memory:
        text, need, there = (number / 1e9 for number in (size, _TIMES * size, memory))
        raise ValueError(
            f"{path} is too large: {text:,.1f} GB of text take some {need:,.0f} GB of memory to "
            f"read, and this machine has {there:,.0f} GB. Keep fewer columns, or draw some of its "
            "rows at random"
        )


def memory_of_machine() -> int | None:
    """In bytes; None where the system does not tell."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return None
