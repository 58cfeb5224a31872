"""The reference of the library: a page for each room, from the docstrings of the public names."""

import ast
import importlib
import re
from pathlib import Path

import course_lib

#: A room's name as a heading, in the order in which the lessons use them.
ROOMS = {
    "measures": "What a classifier scored",
    "chance": "Luck: the best of many",
    "pairs": "Two classifiers",
    "ranks": "Many algorithms on many data sets",
    "intervals": "How large a difference may be",
    "roc": "ROC curves",
    "judging": "Files, judged from end to end",
    "classroom": "Questions and the progress board",
    "common": "What else there is",
}


def public_names() -> dict[str, list[str]]:
    """The public names by the rooms that hold them, as `__init__.pyi` lists them."""
    listed = Path(course_lib.__file__).with_name("__init__.pyi").read_text(encoding="utf-8")
    rooms: dict[str, list[str]] = {room: [] for room in ROOMS}
    for node in ast.parse(listed).body:
        if isinstance(node, ast.ImportFrom):
            room = (node.module or "").partition(".")[0]
            rooms.setdefault(room, []).extend(name.asname or name.name for name in node.names)
    return {room: names for room, names in rooms.items() if names}


def room_page(room: str, names: list[str]) -> str:
    """The page of one room: functions, then the classes of what they return."""
    heading = ROOMS.get(room, room.capitalize())
    about = (importlib.import_module(f"course_lib.{room}").__doc__ or "").partition("\n")[0]
    things = {name: getattr(course_lib, name) for name in sorted(names, key=str.lower)}
    functions = [name for name, thing in things.items() if not isinstance(thing, type)]
    classes = [name for name, thing in things.items() if isinstance(thing, type)]
    parts = [_under("=", heading), f"{about} Import from ``course_lib`` itself."]
    if functions:
        parts += [_under("-", "Functions"), *map(_function, functions)]
    if classes:
        parts += [_under("-", "Results and tables"), *map(_class, classes)]
    return "\n\n".join(parts) + "\n"


def linked(text: str) -> str:
    """Markdown in which public names, written as code, lead to their place in the reference."""
    names = "|".join(name for listed in public_names().values() for name in listed)
    pieces = re.split(r"(^```.*?^```)", text, flags=re.MULTILINE | re.DOTALL)
    # Not where the code already is the words of a link.
    code = re.compile(rf"(?<!\[)`({names})`(?!\]\()")
    pieces[::2] = [code.sub(r"{py:obj}`\1 <course_lib.\1>`", piece) for piece in pieces[::2]]
    return "".join(pieces)


def _under(sign: str, heading: str) -> str:
    return f"{heading}\n{sign * len(heading)}"


def _function(name: str) -> str:
    return f".. autofunction:: course_lib.{name}"


def _class(name: str) -> str:
    return f".. autoclass:: course_lib.{name}\n   :members:"
