"""The files that lie beside this module."""

from importlib import resources
from pathlib import Path

from course_lib.common.files import read_table


def stored(name: str) -> Path:
    """The path of a stored file."""
    return Path(str(resources.files(__package__).joinpath(name)))


def rows_of(name: str) -> list[dict[str, str]]:
    """A file's rows, by the names in its header."""
    return read_table(stored(name)).records()
