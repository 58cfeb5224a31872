"""Wrong programs made from a right one: each differs from it by one wrong turn."""

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from course_lib.classroom.mutations import ends, expressions, statements
from course_lib.classroom.mutations.changes import Change, Scope

#: Every wrong turn that is known.
OPERATORS = (*ends.OPERATORS, *expressions.OPERATORS, *statements.OPERATORS)


@dataclass(frozen=True)
class Mutant:
    """A changed program, and what was changed."""

    what: str
    source: str


def mutants_of(
    source: str,
    words: Sequence[Sequence[str]] = (),
    names: Sequence[str] = (),
    kinds: Sequence[str] = (),
) -> Iterator[Mutant]:
    """Every program that is one wrong turn away from this one, each once.

    `words` are families of words that can be mixed up there (labels, keys of the given data),
    `names` are variables that stand above the program, and `kinds` says what each argument of the
    function is (`place` finds all three).

    Examples
    --------
    >>> for mutant in mutants_of("x = a > b"):
    ...     if ">=" in mutant.source:
    ...         print(mutant.what)
    line 1: a > b became a >= b
    """
    tree = ast.parse(source)
    _strip(tree)
    variables = tuple(dict.fromkeys([*_variables(tree), *names]))
    scope = Scope(tuple(tuple(family) for family in words), variables, tuple(kinds))
    seen = {ast.unparse(tree)}
    for place in _places(tree):
        for operator in OPERATORS:
            for change in operator(place.node, scope):
                text = place.with_(change)
                if text not in seen:
                    seen.add(text)
                    line = getattr(place.node, "lineno", None)
                    yield Mutant(f"line {line}: {change.what}" if line else change.what, text)


def _strip(tree: ast.AST) -> None:
    """Leave out docstrings and dots: no wrong turn can be taken there."""
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            kept = [s for s in body if not _says_nothing(s)]
            node.body = kept or [ast.Pass()]  # type: ignore[attr-defined]


def _says_nothing(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Expr | ast.Assign) and isinstance(statement.value, ast.Constant):
        return isinstance(statement, ast.Expr) or statement.value.value is Ellipsis
    return False


def _variables(tree: ast.AST) -> list[str]:
    """Names that the program itself gives to values: parameters and what it assigns."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.append(node.id)
        elif isinstance(node, ast.arg):
            found.append(node.arg)
    return found


@dataclass(frozen=True)
class _Place:
    """Where a node hangs in the tree."""

    tree: ast.Module
    parent: Any
    field: str
    index: int | None
    node: ast.AST

    def with_(self, change: Change) -> str:
        """The text of the program with a change at this place."""
        if self.parent is None:
            return _text(change.node, change.needs)
        before = getattr(self.parent, self.field)
        if self.index is None:
            setattr(self.parent, self.field, change.node)
        else:
            new = change.node if isinstance(change.node, list) else [change.node]
            rest = [*before[: self.index], *new, *before[self.index + 1 :]]
            empty = not rest and self.field == "body"
            setattr(self.parent, self.field, [ast.Pass()] if empty else rest)
        try:
            return _text(self.tree, change.needs)
        finally:
            setattr(self.parent, self.field, before)


def _text(tree: ast.AST, needs: str) -> str:
    text = ast.unparse(tree)
    return f"{needs}\n{text}" if needs and needs not in text else text


def _places(tree: ast.Module) -> list[_Place]:
    """Every node, with its place; neither imports nor the parts of a text with braces."""
    found, unseen = [], [_Place(tree, None, "", None, tree)]
    while unseen:
        place = unseen.pop(0)
        found.append(place)
        if isinstance(place.node, ast.Import | ast.ImportFrom | ast.JoinedStr | ast.arguments):
            continue
        for field, value in ast.iter_fields(place.node):
            if isinstance(value, ast.AST):
                unseen.append(_Place(tree, place.node, field, None, value))
            elif isinstance(value, list):
                unseen += [
                    _Place(tree, place.node, field, i, child)
                    for i, child in enumerate(value)
                    if isinstance(child, ast.AST)
                ]
    return found
