"""The files that lie beside this module."""

import csv
from importlib import resources


def rows_of(name: str) -> list[dict[str, str]]:
    """A file's rows, by the names in its header."""
    text = resources.files(__package__).joinpath(name).read_text("utf-8")
    return list(csv.DictReader(text.splitlines()))
