"""Wrong turns inside of an expression. Each operator takes a node and yields others for it."""

import ast
from itertools import pairwise
from typing import Any, TypeGuard

from course_lib.classroom.mutations import kin
from course_lib.classroom.mutations.changes import (
    NUMPY,
    Change,
    Changes,
    Scope,
    altered,
    expression,
    instead,
    shown,
)

_COMPARISONS = (ast.Gt, ast.GtE, ast.Lt, ast.LtE, ast.Eq, ast.NotEq)
_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Pow)
_ONE = ast.Constant(1)


def constants(node: ast.AST, scope: Scope) -> Changes:
    """Another number, the other truth value, a word of the same family."""
    if not isinstance(node, ast.Constant):
        return
    for value in _other_constants(node.value, scope):
        new = ast.Constant(value)
        yield Change(f"{node.value!r} became {value!r}", new)


def _other_constants(value: Any, scope: Scope) -> list[Any]:
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, str):
        return list(kin.others((*kin.WORDS, *scope.words), value))
    if isinstance(value, int):
        half = [value // 2] if value % 2 == 0 else [value / 2]
        return [v for v in (value + 1, value - 1, 2 * value, *half, -value) if v != value]
    if isinstance(value, float):
        near = [value + 1, value - 1, 2 * value, value / 2, -value]
        share = [1 - value] if 0 < value < 1 else []
        return [v for v in (*near, *share, *kin.others(kin.LEVELS, value)) if v != value]
    return []


def comparisons(node: ast.AST, _: Scope) -> Changes:
    """A comparison turned, or left out on one side."""
    if not isinstance(node, ast.Compare):
        return
    for i, operator in enumerate(node.ops):
        if not isinstance(operator, _COMPARISONS):
            continue
        for kind in _COMPARISONS:
            if not isinstance(operator, kind):
                yield instead(node, altered(node, ops=[*node.ops[:i], kind(), *node.ops[i + 1 :]]))
    if len(node.ops) == 2:
        yield instead(node, ast.Compare(node.left, node.ops[:1], node.comparators[:1]))
        yield instead(node, ast.Compare(node.comparators[0], node.ops[1:], node.comparators[1:]))
    for value in (True, False):
        yield instead(node, ast.Constant(value))


def arithmetic(node: ast.AST, _: Scope) -> Changes:
    """Another operation, the operands exchanged, one of them alone, brackets elsewhere."""
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, _ARITHMETIC):
        return
    by_one = isinstance(node.right, ast.Constant) and node.right.value == 1
    for kind in (ast.Add, ast.Sub) if by_one else _ARITHMETIC:  # x * 1 is x, which comes below
        if not isinstance(node.op, kind):
            yield instead(node, altered(node, op=kind()))
    if not isinstance(node.op, ast.Add | ast.Mult):
        yield instead(node, altered(node, left=node.right, right=node.left))
    yield instead(node, node.left)
    yield instead(node, node.right)
    # Brackets elsewhere, save where they do not matter: a + (b - c), (a * b) / c.
    outer, right, left = node.op, node.right, node.left
    if isinstance(right, ast.BinOp) and not _same_rank(outer, right.op):
        inner = ast.BinOp(left, outer, right.left)  # a / (b * c) became a / b * c
        yield instead(node, ast.BinOp(inner, right.op, right.right))
    if isinstance(left, ast.BinOp) and not _same_rank(left.op, outer):
        inner = ast.BinOp(left.right, outer, right)  # (a + b) / c became a + b / c
        yield instead(node, ast.BinOp(left.left, left.op, inner))


def _same_rank(first: ast.operator, second: ast.operator) -> bool:
    """Is `a first (b second c)` the same as `(a first b) second c`?"""
    return any(
        isinstance(first, one) and isinstance(second, one | other)
        for one, other in ((ast.Add, ast.Sub), (ast.Mult, ast.Div))
    )


def logic(node: ast.AST, _: Scope) -> Changes:
    """`and` for `or`, a part left out, `not` and minus left out, `if` and `else` exchanged."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd | ast.BitOr):
        turned = ast.BitOr() if isinstance(node.op, ast.BitAnd) else ast.BitAnd()
        for new in (altered(node, op=turned), node.left, node.right):
            yield instead(node, new)
    elif isinstance(node, ast.BoolOp):
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield instead(node, altered(node, op=other))
        for i in range(len(node.values)):
            left = node.values[:i] + node.values[i + 1 :]
            yield instead(node, altered(node, values=left) if len(left) > 1 else left[0])
    elif isinstance(node, ast.UnaryOp) and not isinstance(node.operand, ast.Constant):
        yield instead(node, node.operand)
    elif isinstance(node, ast.IfExp):
        yield instead(node, altered(node, body=node.orelse, orelse=node.body))
        yield instead(node, node.body)
        yield instead(node, node.orelse)
    elif isinstance(node, ast.comprehension):
        for i in range(len(node.ifs)):
            yield Change(
                f"if {shown(node.ifs[i])} left out",
                altered(node, ifs=node.ifs[:i] + node.ifs[i + 1 :]),
            )
            turned = ast.UnaryOp(ast.Not(), node.ifs[i])
            yield Change(
                f"if {shown(node.ifs[i])} became its opposite",
                altered(node, ifs=[*node.ifs[:i], turned, *node.ifs[i + 1 :]]),
            )


def names(node: ast.AST, scope: Scope) -> Changes:
    """Another variable, or a sibling of the function."""
    if not (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)):
        return
    if node.id in scope.names:
        for other in scope.names:
            if other != node.id:
                yield instead(node, ast.Name(other, ast.Load()))
    for module, family in kin.FUNCTIONS:
        for other in kin.others([family], node.id):
            needs = "" if module == "builtins" else f"from {module} import {other}"
            yield instead(node, ast.Name(other, ast.Load()), needs)


def attributes(node: ast.AST, _: Scope) -> Changes:
    """Another method, another function of the module, another part of the result."""
    if isinstance(node, ast.Attribute):
        for other in kin.others(kin.ATTRIBUTES, node.attr):
            yield Change(f".{node.attr} became .{other}", altered(node, attr=other))


def calls(node: ast.AST, scope: Scope) -> Changes:
    """An argument left out, two exchanged, one more, or none of the call but an argument."""
    if not isinstance(node, ast.Call):
        return
    for i, argument in enumerate(node.args):
        yield Change(
            f"{shown(argument)} left out of {shown(node.func)}()",
            altered(node, args=node.args[:i] + node.args[i + 1 :]),
        )
    for i, keyword in enumerate(node.keywords):
        if keyword.arg == "dtype":
            continue  # the kind, not the value
        yield Change(
            f"{keyword.arg} left out of {shown(node.func)}()",
            altered(node, keywords=node.keywords[:i] + node.keywords[i + 1 :]),
        )
    called = _name(node.func)
    for i, (first, second) in enumerate(pairwise(node.args)):
        if called in kin.EITHER_WAY:
            break
        yield instead(
            node, altered(node, args=[*node.args[:i], second, first, *node.args[i + 2 :]])
        )
    for i, (one, two) in enumerate(pairwise(node.keywords)):
        swapped = [altered(one, value=two.value), altered(two, value=one.value)]
        yield instead(
            node, altered(node, keywords=[*node.keywords[:i], *swapped, *node.keywords[i + 2 :]])
        )
    given = {keyword.arg for keyword in node.keywords}
    for name, values in kin.KEYWORDS.get(called, {}).items():
        for value in values:
            if name not in given:
                more = ast.keyword(name, ast.Constant(value))
                yield Change(
                    f"{name}={value!r} added to {shown(node.func)}()",
                    altered(node, keywords=[*node.keywords, more]),
                )
    if called in kin.ONLY_THE_KIND:
        return
    for argument in node.args:
        yield instead(node, argument)
    if isinstance(node.func, ast.Attribute) and not _is_module(node.func.value, scope):
        yield instead(node, node.func.value)
        if called == "mean" and not node.args:
            yield instead(node, expression("np.median(x)", x=node.func.value), NUMPY)


def _is_module(node: ast.expr, scope: Scope) -> bool:
    return isinstance(node, ast.Name) and node.id not in scope.names


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def off_by_one(node: ast.AST, _: Scope) -> Changes:
    """One more or one less: how far a loop goes, a length, an index, the ends of a slice."""
    if isinstance(node, ast.Call) and _name(node.func) in ("range", "arange", "comb", "perm"):
        for i, argument in enumerate(node.args):
            for near in _beside(argument):
                new = altered(node, args=[*node.args[:i], near, *node.args[i + 1 :]])
                yield instead(node, new)
        if len(node.args) == 1:
            yield instead(node, altered(node, args=[_ONE, *node.args]))
    elif _is_length(node):
        for near in _beside(node):
            yield instead(node, near)
    elif isinstance(node, ast.Subscript):
        if isinstance(node.slice, ast.Name | ast.BinOp) and isinstance(node.ctx, ast.Load):
            for near in _beside(node.slice):
                yield instead(node, altered(node, slice=near))
    elif isinstance(node, ast.Slice):
        for end in ("lower", "upper"):
            bound = getattr(node, end)
            if bound is not None:
                yield instead(node, altered(node, **{end: None}))
                for near in _beside(bound):
                    yield instead(node, altered(node, **{end: near}))
        if node.step is None:
            first = ast.Constant(1) if node.lower is None else node.lower
            yield instead(node, altered(node, lower=first))
            if node.upper is None:
                yield instead(node, altered(node, upper=ast.Constant(-1)))
        else:
            yield instead(node, altered(node, step=None))


def _is_length(node: ast.AST) -> TypeGuard[ast.expr]:
    if isinstance(node, ast.Call):
        return _name(node.func) in ("len", "count", "index")
    return isinstance(node, ast.Attribute) and node.attr == "size"


def _beside(node: ast.expr) -> list[ast.expr]:
    return [ast.BinOp(node, ast.Add(), _ONE), ast.BinOp(node, ast.Sub(), _ONE)]


def collections(node: ast.AST, _: Scope) -> Changes:
    """Two neighbours in a tuple or list exchanged, or one left out."""
    if not (isinstance(node, ast.Tuple | ast.List) and isinstance(node.ctx, ast.Load)):
        return
    for i, (first, second) in enumerate(pairwise(node.elts)):
        yield instead(
            node, altered(node, elts=[*node.elts[:i], second, first, *node.elts[i + 2 :]])
        )
    for i in range(len(node.elts)):
        yield instead(node, altered(node, elts=node.elts[:i] + node.elts[i + 1 :]))


OPERATORS = (
    constants,
    comparisons,
    arithmetic,
    logic,
    names,
    attributes,
    calls,
    off_by_one,
    collections,
)
