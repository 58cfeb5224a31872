"""What the place of an answer tells about the wrong turns that can be taken there."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np


def words_of(world: Mapping[str, Any]) -> tuple[tuple[str, ...], ...]:
    """Names of things in the given data that can be mixed up: keys, labels."""
    found = {family for value in world.values() for family in _families(value)}
    return tuple(sorted(family for family in found if 1 < len(family) <= 30))


def _families(value: Any, depth: int = 2) -> Iterator[tuple[str, ...]]:
    if isinstance(value, Mapping):
        if all(isinstance(key, str) for key in value):
            yield tuple(value)
    elif isinstance(value, list | tuple) and all(isinstance(part, str) for part in value):
        yield tuple(value)
    elif depth and hasattr(value, "__dataclass_fields__"):
        for name in value.__dataclass_fields__:
            yield from _families(getattr(value, name), depth - 1)


def data_of(world: Mapping[str, Any]) -> tuple[str, ...]:
    """The names of the given data: lists, arrays, numbers; neither functions nor modules."""
    kinds = (int, float, list, tuple, dict, np.ndarray)
    return tuple(
        name
        for name, value in world.items()
        if not name.startswith("_")
        and (isinstance(value, kinds) or hasattr(value, "__dataclass_fields__"))
        and not isinstance(value, type)
    )


def kinds_of(cases: Any) -> tuple[str, ...]:
    """What each argument of a function is in the cases that it is tried on.

    "whole" numbers, other "number"s, "labels" (0 and 1), other "list"s; nothing is said where
    there are no cases.
    """
    if not isinstance(cases, Sequence) or not all(isinstance(case, tuple) for case in cases):
        return ()
    return tuple(_kind(values) for values in zip(*cases, strict=False))


def _kind(values: Sequence[Any]) -> str:
    parts = [part for value in values for part in _flat(value)]
    listed = any(np.ndim(value) for value in values)
    if listed:
        return "labels" if all(part in (0, 1) for part in parts) else "list"
    is_whole = all(isinstance(part, int | np.integer) for part in parts)
    return "whole" if is_whole else "number"


def _flat(value: Any) -> list[Any]:
    return np.asarray(value, dtype=object).ravel().tolist()
