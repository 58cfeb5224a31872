"""Records in JSON, as programs log them: a table with a row for each record.

One record on each line, or a list of records. What lies deeper gets a name with dots:
`{"scores": {"match": {"value": "C"}}}` has the column `scores.match.value`. Lists stay one cell.
"""

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

#: How JSON begins: a record, or a list of something.
_BEGINNING = re.compile(rb'\s*(\{\s*["}]|\[\s*[\[{\]"\d])')
_BY_LINE = (".jsonl", ".ndjson")
_ENDINGS = (".json", *_BY_LINE)
#: With more parts than this, what lies below a key is not columns: it is text.
_MOST_PARTS = 60
_AS_CSV = "save the table as CSV first (in pandas: to_csv(..., index=False))"


class Records(NamedTuple):
    """Records as a table: cells hold text, and what a record does not have is empty."""

    header: tuple[str, ...]
    rows: list[list[str]]
    #: The line of each record, or its number where they are a list.
    lines: list[int]
    #: What a complaint calls these.
    unit: str


def may_hold_records(path: Path, data: bytes) -> bool:
    """Is it JSON, by the ending of its name, compressed or not, or by how it begins?"""
    beginning = data[:1_000].removeprefix(b"\xef\xbb\xbf")
    return _ending(path) in _ENDINGS or _BEGINNING.match(beginning) is not None


def _ending(path: Path) -> str:
    name = Path(path.stem) if path.suffix.lower() == ".gz" else path
    return name.suffix.lower()


def records_in(path: Path, text: str) -> Records:
    """The records of a JSON file.

    The log of an Inspect evaluation is read as the records of its samples, with model and task.
    """
    if not text.strip():
        return Records((), [], [], "line")
    by_line = _first_line(path, text)
    unit = "line" if by_line else "record"
    records = _lines if by_line else _document

    def flat(whole: Collection[str]) -> tuple[list[int], list[dict[str, str]], dict[str, None]]:
        lines, found, header = [], [], {}
        for line, record in records(path, text):  # one by one: whole records take much room
            lines.append(line)
            found.append(_flat(path, unit, line, record, whole))
            header.update(dict.fromkeys(found[-1]))
        return lines, found, header

    lines, found, header = flat(())
    if crowded := _crowded(header):
        lines, found, header = flat(crowded)
    rows = [[record.get(name, "") for name in header] for record in found]
    return Records(tuple(header), rows, lines, unit)


def _first_line(path: Path, text: str) -> bool:
    """Does a record stand on the first line, and others on the next; or is all one document?"""
    first, _, rest = text.strip().partition("\n")
    try:
        record = json.loads(first)
    except (json.JSONDecodeError, RecursionError):
        # A line that ends like a record is a damaged one; its reader will say so.
        return _ending(path) != ".json" and first.rstrip().endswith("}")
    # A single line may be a whole table, column by column, unless its name says "lines".
    return isinstance(record, dict) and (bool(rest) or _ending(path) in _BY_LINE)


def _lines(path: Path, text: str) -> Iterator[tuple[int, dict]]:
    """The record on each line, with the number of the line."""
    # Not splitlines: other signs that end a line may stand inside a text.
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except (json.JSONDecodeError, RecursionError) as error:
            raise ValueError(
                f"{path}, line {number}: every line must hold one whole record in JSON; "
                f"{_why(error)}"
            ) from None
        if not isinstance(record, dict):
            raise ValueError(
                f"{path}, line {number}: every line must hold a record, {{...}}; got "
                f"{line.strip()[:40]!r}"
            )
        yield number, record


def _document(path: Path, text: str) -> Iterator[tuple[int, dict]]:
    """The records in a file that is one piece of JSON, counted from 1."""
    try:
        document = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise ValueError(
            f"{path} is a JSON file that cannot be read, a record on each line or a list of "
            f"records; {_why(error)}. Or {_AS_CSV}"
        ) from None
    if isinstance(document, dict) and isinstance(document.get("eval"), dict):
        document = _samples(path, document)
    if isinstance(document, list) and document:
        for number, record in enumerate(document, 1):
            if not isinstance(record, dict):
                raise ValueError(
                    f"{path}, record {number}: the list must hold records, {{...}}; got "
                    f"{json.dumps(record)[:40]!r}. Or {_AS_CSV}"
                )
            yield number, record
        return
    hint = ""
    if isinstance(document, dict) and {"results", "configs"} <= set(document):
        hint = (
            " It looks like the summary of lm-evaluation-harness: the items are in the files "
            "samples_*.jsonl beside it, which --log_samples writes."
        )
    raise ValueError(
        f"{path} is a JSON file without a list of records, such as "
        f'[{{"model": "a", "item": 1, "correct": true}}, ...], or one of them on each line: '
        f"{_AS_CSV}.{hint}"
    )


def _why(error: Exception) -> str:
    """What is wrong with the JSON; the caller knows the line."""
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg} (sign {error.colno})"
    return "it is nested too deeply"


def _samples(path: Path, log: dict) -> list[dict]:
    """The samples of an Inspect log: what tells them apart and what they scored."""
    samples = log.get("samples")
    if not isinstance(samples, list) or not samples:
        raise ValueError(
            f"{path} is the log of an evaluation without its samples: log them, too (in Inspect: "
            "log_samples)"
        )
    wanted = ("id", "epoch", "target", "scores", "metadata")
    about = {"model": log["eval"].get("model"), "task": log["eval"].get("task")}
    return [
        {**about, **{key: sample[key] for key in wanted if key in sample}}
        if isinstance(sample, dict)
        else sample
        for sample in samples
    ]


def _flat(path: Path, unit: str, line: int, record: dict, whole: Collection[str]) -> dict[str, str]:
    """One record without depth; what lies below the keys in `whole` stays one cell."""
    cells: dict[str, str] = {}

    def put(name: str, value: Any) -> None:
        if value.__class__ is dict and value and name not in whole:
            for key, part in value.items():
                put(f"{name}.{_clean(key)}", part)
        elif name in cells:
            raise ValueError(f"{path}, {unit} {line}: the record has two values for {name!r}")
        else:
            cells[name] = _cell(value)

    for key, value in record.items():
        put(_clean(key), value)
    return cells


@lru_cache(10_000)
def _clean(key: str) -> str:
    return " ".join(key.split())


def _cell(value: Any) -> str:
    if isinstance(value, str):
        return value.strip()
    if value is None or value == {}:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    return json.dumps(value, ensure_ascii=False)


def _crowded(header: Iterable[str]) -> set[str]:
    """First keys with too many parts below them: other keys in every record, as a rule."""
    parts = Counter(name.partition(".")[0] for name in header if "." in name)
    return {name for name, count in parts.items() if count > _MOST_PARTS}
