"""Make `exercises/` from `solutions/`: one source, one direction.

    python -m course_lib.classroom.generate             write exercises/
    python -m course_lib.classroom.generate --check     write nothing; say what differs

It takes nbgrader's own steps, with the settings of `nbgrader_config.py` but without its gradebook,
so that `nbgrader generate_assignment` writes the very same files.
"""

import argparse
import contextlib
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from course_lib.classroom.catalogue import OWN, NotHere, find
from course_lib.classroom.questions import NumberQuestion
from course_lib.classroom.whose import NOBODY, Learner

_HOUSE = Path(__file__).parents[2]
#: In every test cell, before the call: an answer may have used the name `check` for something else.
_FRESH_CHECK = re.compile(r"^from course_lib import (\w+, )*check\b", re.MULTILINE)
_STALE = "has no source"


class SourceError(ValueError):
    """`solutions/` is not as it should be; the message lists everything that is wrong."""


def exercises(house: Path = _HOUSE) -> dict[str, bytes]:
    """What belongs into `exercises/`: the content of each file, by its path in there.

    Raises `SourceError` if `solutions/` asks too much, too little or the wrong thing.
    """
    wrong = problems(house)
    if wrong:
        raise SourceError("\n".join(wrong))
    from nbgrader.utils import find_all_files
    from traitlets.config.loader import PyFileConfigLoader

    config = PyFileConfigLoader("nbgrader_config.py", path=str(house)).load_config()
    made = {}
    for folder in _assignments(house):
        for path in sorted(folder.glob("*.ipynb")):
            made[f"{folder.name}/{path.name}"] = _starter(path, config, house).encode()
        # Data that a notebook reads go along with it, as they are.
        for name in find_all_files(str(folder), [*config.CourseDirectory.ignore, "*.ipynb"]):
            relative = Path(name).relative_to(folder).as_posix()
            made[f"{folder.name}/{relative}"] = Path(name).read_bytes()
    return made


def _starter(path: Path, config: Any, house: Path) -> str:
    """One notebook without its answers, hidden tests and mark schemes."""
    from nbconvert.exporters import NotebookExporter
    from nbgrader.preprocessors import SaveCells

    exporter = NotebookExporter(config=config, default_preprocessors=[])
    for step in config.GenerateAssignment.preprocessors:
        if step is not SaveCells:  # the only one that needs a gradebook
            exporter.register_preprocessor(step)
    # Where the class file would be, as nbgrader says it.
    told = {"nbgrader": {"db_url": f"sqlite:///{house / 'gradebook.db'}"}}
    text, _ = exporter.from_filename(str(path), resources=told)
    return text


def problems(house: Path = _HOUSE) -> list[str]:
    """Everything that is wrong with the notebooks in `solutions/`, in plain words."""
    if not _assignments(house):
        return ["There is no solutions/ here: exercises are made in a copy of the repository."]
    found = []
    for folder in _assignments(house):
        asked: Counter[str] = Counter()
        for path in sorted(folder.glob("*.ipynb")):
            where = path.relative_to(house).as_posix()
            try:
                cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
            except (ValueError, KeyError, TypeError):
                found.append(f"{where}: this is no notebook")
                continue
            found += [f"{where}: {text}" for text in _problems_of_cells(cells, house)]
            if not found and any(cell.get("id", "").startswith(OWN) for cell in cells):
                found += [f"{where}: {text}" for text in _problems_of_own(path, house)]
            asked.update(_mark(cell)["grade_id"] for cell in cells if _mark(cell).get("solution"))
        where = folder.relative_to(house).as_posix()
        if not asked:
            found.append(f"{where}: it asks nothing")
        for name, times in asked.items():
            if times > 1:
                found.append(f"{where}: {name} is asked {times} times; it should be once")
    return found


def _problems_of_own(path: Path, house: Path) -> Iterator[str]:
    """What is wrong with a teacher's own questions, seen by trying them. The bank has its tests."""
    from course_lib.classroom.worked import worked_answers

    with contextlib.chdir(house):
        try:
            for answer in worked_answers(path):
                name = answer.question.name
                if not name.startswith(OWN):
                    continue
                world = dict(answer.world)
                exec(answer.source, world)
                for learner in (NOBODY, Learner("one"), Learner("another")):
                    drawn = answer.question.for_learner(learner)
                    if isinstance(drawn, NumberQuestion) and not drawn.is_sound():
                        yield f"{name}: a known mistake leads to the right answer, or to another's"
                reply = answer.question.check(world[answer.variable])
                if not reply.correct:
                    yield f"{name}: the answer in the notebook is not correct: {reply}"
        except Exception as error:  # whatever a question or an answer may do
            yield f"its questions cannot be tried: {type(error).__name__}: {error}"


def _problems_of_cells(cells: list[dict], house: Path) -> Iterator[str]:
    ids = Counter(cell.get("id") for cell in cells)
    # Without an id of its own a cell gets a new one, by chance, each time exercises are made.
    if ids[None]:
        yield f"{ids.pop(None)} cells have no id"
    yield from (f"two cells have the id {name}" for name, count in ids.items() if count > 1)
    tests = {}
    for cell in cells:
        mark = _mark(cell)
        if mark.get("grade") and not mark.get("solution"):
            tests[mark["grade_id"]] = "".join(cell["source"])
    for cell in cells:
        mark = _mark(cell)
        if not mark.get("solution"):
            continue
        name = mark["grade_id"]
        try:
            question = find(name, house)
        except NotHere:
            yield f"{name} is not in any file of questions/"
            continue
        except ValueError as error:
            yield f"{name} is not a question: {error}"
            continue
        kind = "code" if question.checked else "markdown"
        if cell["cell_type"] != kind:
            yield f"the answer to {name} should be in a {kind} cell"
        if question.checked:
            test = tests.pop(f"{name}-check", None)
            if test is None:
                yield f"{name} has no test cell {name}-check"
            elif not _FRESH_CHECK.search(test.partition(f'check("{name}", ')[0]):
                yield f'{name}-check should import check afresh, and call check("{name}", ...)'
            elif f'check("{name}", ' not in test:
                yield f'{name}-check does not call check("{name}", ...)'
    yield from (f"the test cell {name} belongs to no answer" for name in tests)


def _mark(cell: dict) -> dict:
    """What nbgrader is told about a cell; empty for most."""
    return cell["metadata"].get("nbgrader", {})


def _assignments(house: Path) -> list[Path]:
    return sorted({path.parent for path in house.glob("solutions/*/*.ipynb")})


def differences(house: Path = _HOUSE) -> dict[str, str]:
    """Files in `exercises/` that are not what `solutions/` generates, and what is wrong."""
    made = exercises(house)
    there = _files_there(house)
    found = {}
    for name in sorted({*made, *there}):
        if name not in there:
            found[name] = "is missing"
        elif name not in made:
            found[name] = _STALE
        elif there[name].read_bytes() != made[name]:
            found[name] = "differs from its source"
    return found


def write(house: Path = _HOUSE) -> dict[str, str]:
    """Bring `exercises/` up to date; returns what had to be mended."""
    made = exercises(house)
    found = differences(house)
    there = _files_there(house)
    for name in found:
        path = house / "exercises" / name
        if name in made:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(made[name])
        else:
            there[name].unlink()
            if not any(path.parent.iterdir()):
                path.parent.rmdir()
    return found


def _files_there(house: Path) -> dict[str, Path]:
    """Files in `exercises/`, save hidden ones: editors keep their copies there."""
    folder = house / "exercises"
    files = (path for path in folder.rglob("*") if path.is_file())
    names = {path.relative_to(folder): path for path in files}
    return {
        name.as_posix(): path
        for name, path in names.items()
        if not any(part.startswith((".", "__pycache__")) for part in name.parts)
    }


def main(arguments: Sequence[str] | None = None, house: Path = _HOUSE) -> int:
    """The command; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m course_lib.classroom.generate",
        description="Make exercises/ from solutions/.",
    )
    parser.add_argument("--check", action="store_true", help="write nothing; say what differs")
    look_only = parser.parse_args(arguments).check
    try:
        found = differences(house) if look_only else write(house)
    except SourceError as error:
        print(error, file=sys.stderr)
        return 1
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "nbgrader":
            raise
        print(
            "Exercises are made with nbgrader, which is not installed: run `make setup`, or "
            "`pip install 'beyond-chance[grading]'`.",
            file=sys.stderr,
        )
        return 1
    for name, what in found.items():
        done = "" if look_only else ": removed" if what == _STALE else ": written"
        print(f"exercises/{name} {what}{done}")
    if not found:
        print("exercises/ is what solutions/ generates")
    elif look_only:
        print("Run `make exercises` (python -m course_lib.classroom.generate).")
    return 1 if look_only and found else 0


if __name__ == "__main__":
    sys.exit(main())
