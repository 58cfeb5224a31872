"""`class.toml`, beside the gradebook: what makes the numbers of one class its own.

key = "7d0c2f51"          # other numbers in every class, and every year
own_numbers = true        # false: everybody has the printed ones

[known_as]                # where a folder's name is not what the student was told to type
"Asa Ambler" = "asa"

[again]                   # new numbers for one student: the count, told to the student as well
asa = 1
"""

import re
import secrets
import sys
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from course_lib.classroom.whose import NOBODY, Learner, folded

NAME = "class.toml"
_KNOWN = {"key": str, "own_numbers": bool, "known_as": dict, "again": dict}


@dataclass(frozen=True)
class ClassFile:
    """What a class has agreed on; empty where there is no such file."""

    key: str = ""
    own_numbers: bool = True
    known_as: dict[str, str] = field(default_factory=dict)
    again: dict[str, int] = field(default_factory=dict)

    def learner(self, student: str) -> Learner:
        """Whose numbers a folder's student has."""
        if not self.own_numbers:
            return NOBODY
        name = _of(self.known_as, student, student)
        return Learner(name, self.key, _of(self.again, student, _of(self.again, name, 0)))


def _of(table: dict[str, Any], name: str, otherwise: Any) -> Any:
    """The entry under this name, however it is capitalised."""
    return next((v for k, v in table.items() if folded(k) == folded(name)), otherwise)


def read(folder: Path) -> ClassFile:
    """The class file in a folder. Raises `ValueError` for one that cannot be understood."""
    path = Path(folder) / NAME
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return ClassFile()
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path} cannot be read: {error}") from None
    for name, value in found.items():
        if name not in _KNOWN:
            raise ValueError(f"{path}: {name} is not one of {', '.join(_KNOWN)}")
        if not isinstance(value, _KNOWN[name]):
            raise ValueError(f"{path}: {name} must be of the type {_KNOWN[name].__name__}")
    if not re.fullmatch(r"[\w.-]*", found.get("key", "")):
        raise ValueError(f"{path}: key must be letters, digits, dots and hyphens")
    for table, kind in (("known_as", str), ("again", int)):
        for name, value in found.get(table, {}).items():
            if not isinstance(value, kind) or (kind is int and (value is True or value < 0)):
                raise ValueError(f"{path}: {table}.{name} is {value!r}, which it cannot be")
    _refuse_one_name_for_two(path, found.get("known_as", {}))
    return ClassFile(**found)


def _refuse_one_name_for_two(path: Path, known_as: dict[str, str]) -> None:
    """Two students under one name would have the same numbers, and neither would be told."""
    folder_of: dict[str, str] = {}
    for folder, name in known_as.items():
        other = folder_of.setdefault(folded(name), folder)
        if other != folder:
            raise ValueError(
                f"{path}: known_as gives {other!r} and {folder!r} the same name, {name!r}; "
                "each student needs a name of their own"
            )


def read_or_make(folder: Path) -> ClassFile:
    """The class file in a folder; made with a key of its own where there is none."""
    path = Path(folder) / NAME
    if not path.exists():
        path.write_text(
            "# What makes the numbers of this class its own. Keep it for as long as you grade.\n"
            f'key = "{secrets.token_hex(4)}"\n',
            encoding="utf-8",
        )
    return read(folder)


def main() -> int:
    """The command; returns the exit code."""
    path = Path.cwd() / NAME
    was_there = path.exists()
    try:
        agreed = read_or_make(Path.cwd())
    except (ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{path} {'is there already' if was_there else 'is written'}; its key is {agreed.key!r}.")
    if agreed.own_numbers:
        print("What you release from now on asks for a name, and draws numbers from it.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
