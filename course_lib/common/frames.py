"""Data frames: as a table of text, like a file; and rows that belong together, by their index."""

from collections.abc import Mapping
from typing import Any

from course_lib.common.files import FileTable


def is_frame(value: Any) -> bool:
    """Is it a data frame, of pandas or polars?"""
    return hasattr(value, "columns") and hasattr(value, "to_numpy")


def frame_table(frame: Any, source: str = "the data frame") -> FileTable:
    """A data frame as if it had been read from a file: every cell as text, gaps as empty cells.

    Numbers are written such that they are read again as they are. An index that was set by hand
    becomes the first column.
    """
    if getattr(frame, "index", None) is not None and _is_meant(frame.index):
        frame = frame.reset_index()
    if hasattr(frame, "notna"):
        whole = frame.astype(object).where(frame.notna(), "")
        rows = [[str(cell).strip() for cell in row] for row in whole.itertuples(index=False)]
    else:
        rows = [["" if x is None else str(x).strip() for x in row] for row in frame.rows()]
    header = tuple(" ".join(str(name).split()) for name in frame.columns)
    if len(set(header)) < len(header):
        twice = next(name for name in header if header.count(name) > 1)
        raise ValueError(f"{source} must have columns with different names; {twice!r} occurs twice")
    if not rows:
        raise ValueError(f"{source} must have at least one row; got none")
    return FileTable(source, header, rows, list(range(len(rows))), unit="row")


def _is_meant(index: Any) -> bool:
    """Does an index name the rows, rather than count or shuffle them?"""
    one = getattr(index, "nlevels", 1) == 1
    return one and getattr(getattr(index, "dtype", None), "kind", "") in "OUTS"


def aligned(**given: Any) -> dict[str, Any]:
    """What has an index, brought into the order of the first that has one, row by row.

    Lists and arrays have none and are left as they are. Where indexes do not hold the same labels
    it is an error: read by position, labels of one case would go with the scores of another.
    """
    flat: dict[tuple[str, Any], Any] = {}
    for name, value in given.items():
        if isinstance(value, Mapping):
            flat |= {(name, key): column for key, column in value.items()}
        else:
            flat[name, None] = value
    indexed = {key: value for key, value in flat.items() if _has_index(value)}
    plain = [key for key, value in flat.items() if key not in indexed and value is not None]
    if plain and reordered(**given):
        raise ValueError(
            f"{_told(plain[0])} has no index, and others have indexes in different orders: "
            "nobody knows which of its entries goes with which of theirs"
        )
    for key in list(indexed)[1:]:
        first, model = next(iter(indexed.items()))
        flat[key] = _in_order_of(model, indexed[key], _told(first), _told(key))
    return {
        name: {key: flat[name, key] for key in value}
        if isinstance(value, Mapping)
        else flat[name, None]
        for name, value in given.items()
    }


#: Said where rows were brought into another order.
MATCHED = ("Rows were matched by their index, not by their place.",)


def reordered(**given: Any) -> bool:
    """Do indexes hold the same labels in different orders?"""
    columns = [
        column
        for value in given.values()
        for column in (value.values() if isinstance(value, Mapping) else [value])
        if _has_index(column)
    ]
    return any(not column.index.equals(columns[0].index) for column in columns[1:])


def _told(key: tuple[str, Any]) -> str:
    name, column = key
    return name if column is None else f"{name}[{column!r}]"


def _has_index(value: Any) -> bool:
    index = getattr(value, "index", None)
    return index is not None and not callable(index) and hasattr(value, "to_numpy")


def _in_order_of(first: Any, other: Any, name: str, other_name: str) -> Any:
    if first.index.equals(other.index):
        return other
    alike = len(first) == len(other) and first.index.is_unique and other.index.is_unique
    if not alike or not first.index.isin(other.index).all():
        raise ValueError(
            f"{name} and {other_name} must be about the same cases: their indexes differ "
            f"({_ends(first.index)} and {_ends(other.index)}). If the rows are in the same order "
            f"nevertheless, hand over {other_name}.to_numpy()"
        )
    return other.loc[first.index]


def _ends(index: Any) -> str:
    return f"{index[0]!r} ... {index[-1]!r}" if len(index) else "empty"
