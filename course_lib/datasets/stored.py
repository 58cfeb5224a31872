"""The files of this folder."""

from importlib import resources
from pathlib import Path

from course_lib.common.files import read_table


def stored(name: str) -> Path:
    """The path of a stored file."""
    return Path(str(resources.files(__package__).joinpath(name)))


def records(name: str) -> list[dict[str, str]]:
    """The rows of a stored table, by the names in its header."""
    return read_table(stored(name)).records()
