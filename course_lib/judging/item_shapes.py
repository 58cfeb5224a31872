"""What is handed over in place of a row for each item and a column for each model."""

from collections.abc import Mapping
from os import PathLike
from typing import Any

import numpy as np

from course_lib.common.arguments import one_of
from course_lib.common.frames import is_frame
from course_lib.common.phrases import option
from course_lib.judging.item_spelling import MODELS, called
from course_lib.judging.looks import IDS, plain_name

#: So many models are hardly compared on half as many items: they are the items, more likely.
_MANY_MODELS = 200


def as_columns(right: Any) -> tuple[Any, tuple[str, ...]]:
    """The same, or with a column for each key of a list of records; and what was left out."""
    if isinstance(right, str | bytes | PathLike):
        raise ValueError(
            f"right must hold a column for each model; got {right!r}. A file is read by "
            "read_items, whose result may be judged"
        )
    if isinstance(right, list | tuple) and right and all(isinstance(r, Mapping) for r in right):
        return _of_records(right), ()
    return _without_ids(right) if is_frame(right) else (right, ())


def _of_records(records: Any) -> dict[str, list[Any]]:
    keys = list(records[0])
    if called([str(key) for key in keys], MODELS):
        raise ValueError(
            f"right must hold a column for each model; got records with {', '.join(map(str, keys))}"
            ", a record for each model and item. Written as JSON lines, read_items reads them"
        )
    for number, record in enumerate(records, 1):
        if set(record) != set(keys):
            raise ValueError(
                f"right must have the same models in every record; record {number:,} has "
                f"{', '.join(map(str, record))}, the first has {', '.join(map(str, keys))}"
            )
    return {str(key): [record[key] for record in records] for key in keys}


def _without_ids(frame: Any) -> tuple[Any, tuple[str, ...]]:
    """A data frame without columns that count the rows, or name them.

    A column that is the same throughout stays: a model may be always right.
    """
    found = []
    for name in frame.columns:
        values = np.asarray(frame[name])
        if values.ndim != 1 or values.size < 3 or values.dtype.kind not in "iuOUT":
            continue
        counter = values.dtype.kind in "iu" and values[0] in (0, 1) and np.array_equal(
            values, values[0] + np.arange(values.size)
        )  # fmt: skip
        named = IDS.fullmatch(plain_name(str(name))) and len(set(values.tolist())) == values.size
        if counter or named:
            found.append(name)
    if len(found) in (0, len(list(frame.columns))):
        return frame, ()
    notes = tuple(
        f"Column {str(name)!r} names or counts the rows: it is left out." for name in found
    )
    return frame[[name for name in frame.columns if name not in found]], notes


def check_not_turned(items: int, models: int, rows: str | None) -> None:
    """Rows are items. Turned round, each of many items would be a model, compared with all."""
    if rows is not None:
        one_of("rows", rows, ["items"])
        return
    if models > _MANY_MODELS and models > 2 * items:
        raise ValueError(
            f"right has {items:,} rows and {models:,} columns, so {models:,} models on {items:,} "
            f"items: is it transposed? A row is an item, a column a model; if that is so, "
            f"{option('rows', 'items')}"
        )
