"""Wrong turns between statements: one left out, one at the wrong place."""

import ast
from typing import Any

from course_lib.classroom.mutations.changes import Change, Changes, Scope, altered, shown

_LOOPS = (ast.For, ast.While)


def dropped(node: ast.AST, _: Scope) -> Changes:
    """One statement left out; no import, which often stands above as well."""
    if isinstance(node, ast.stmt) and not isinstance(node, ast.Pass | ast.Import | ast.ImportFrom):
        yield Change(f"left out: {shown(node)}", [])


def branches(node: ast.AST, _: Scope) -> Changes:
    """A condition turned, its branches taken always, or `elif` made an `if` of its own."""
    if not isinstance(node, ast.If):
        return
    condition = shown(node.test)
    yield Change(
        f"if {condition} became its opposite",
        [altered(node, test=ast.UnaryOp(ast.Not(), node.test))],
    )
    yield Change(f"if {condition} always", node.body)
    yield Change(f"if {condition} never", node.orelse)
    if node.orelse:
        yield Change(f"no else to if {condition}", [altered(node, orelse=[])])
        yield Change(
            f"what comes after else to if {condition} done always",
            [altered(node, orelse=[]), *node.orelse],
        )


def counting(node: ast.AST, _: Scope) -> Changes:
    """`+=` made something else."""
    if not isinstance(node, ast.AugAssign):
        return
    for kind in (ast.Add, ast.Sub, ast.Mult):
        if not isinstance(node.op, kind):
            new = altered(node, op=kind())
            yield Change(f"{shown(node)} became {shown(new)}", [new])
    new = ast.Assign([node.target], node.value, lineno=node.lineno)
    yield Change(f"{shown(node)} became {shown(new)}", [new])


def loops(node: ast.AST, _: Scope) -> Changes:
    """What stands before or after a loop moved into it; a loop left after its first round."""
    if isinstance(node, _LOOPS):
        yield Change(
            f"the loop over {_over(node)} ends after a round",
            [altered(node, body=[*node.body, ast.Break()])],
        )
        for i, inner in enumerate(node.body):
            if isinstance(inner, ast.If):
                left = altered(inner, body=[*inner.body, ast.Break()])
                yield Change(
                    f"the loop over {_over(node)} ends where {shown(inner.test)}",
                    [altered(node, body=[*node.body[:i], left, *node.body[i + 1 :]])],
                )
    body: list[Any] = getattr(node, "body", [])
    if not isinstance(body, list) or not isinstance(node, ast.stmt):
        return
    for i, loop in enumerate(body):
        if not isinstance(loop, _LOOPS):
            continue
        if i + 1 < len(body):
            inside = altered(loop, body=[*loop.body, body[i + 1]])
            yield Change(
                f"in the loop instead of after it: {shown(body[i + 1])}",
                [altered(node, body=[*body[:i], inside, *body[i + 2 :]])],
            )
        if i > 0:
            inside = altered(loop, body=[body[i - 1], *loop.body])
            yield Change(
                f"in the loop instead of before it: {shown(body[i - 1])}",
                [altered(node, body=[*body[: i - 1], inside, *body[i + 1 :]])],
            )


def _over(loop: ast.For | ast.While) -> str:
    return shown(loop.iter if isinstance(loop, ast.For) else loop.test)


OPERATORS = (dropped, branches, counting, loops)
