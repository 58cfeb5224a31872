"""What an operator on the syntax tree is given, and what it yields."""

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Scope:
    """What is known about the place of an answer."""

    #: Words that can be mixed up, family by family.
    words: tuple[tuple[str, ...], ...] = ()
    #: Variables that can be mixed up: those of the program, and the given data.
    names: tuple[str, ...] = ()
    #: What each argument of the function asked for is: "whole", "number", "labels" or "list".
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True)
class Change:
    """Something else in the place of a node."""

    what: str
    #: One node in the place of another; of a statement, a list.
    node: Any
    #: What the change needs: `import numpy as np`.
    needs: str = ""


Changes = Iterator[Change]
NUMPY = "import numpy as np"


def altered(node: Any, **fields: Any) -> Any:
    """A copy of a node in which a few fields are others."""
    twin = copy.copy(node)
    for name, value in fields.items():
        setattr(twin, name, value)
    return twin


def expression(template: str, **parts: ast.expr) -> ast.expr:
    """Code with nodes in the place of names."""
    return _Filled(parts).visit(ast.parse(template, mode="eval").body)


class _Filled(ast.NodeTransformer):
    def __init__(self, parts: dict[str, ast.expr]) -> None:
        self.parts = parts

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.parts.get(node.id, node)


def shown(node: Any) -> str:
    """A node as text, in a line."""
    text = ast.unparse(node) if isinstance(node, ast.AST) else repr(node)
    return " ".join(text.split())


def instead(old: ast.AST, new: ast.AST, needs: str = "") -> Change:
    """A change that is said by showing both."""
    return Change(f"{shown(old)} became {shown(new)}", new, needs)
