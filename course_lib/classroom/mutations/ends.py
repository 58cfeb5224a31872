"""Wrong turns at both ends of an answer: what goes in is spoilt, or what comes out."""

import ast
from itertools import pairwise
from typing import Any

from course_lib.classroom.mutations.changes import (
    NUMPY,
    Change,
    Changes,
    Scope,
    altered,
    expression,
    shown,
)

#: What people do to a right value in the last line.
_SPOILT = (
    *(f"np.round(x, {digits})" for digits in (0, 1, 2, 3, 4, 5)),
    "np.multiply(100, x)",
    "np.subtract(1, x)",
    "np.negative(x)",
    "np.divide(1, x)",
    "np.square(x)",
    "np.sqrt(x)",
    "np.log(x)",
    "np.multiply(2, x)",
    "np.divide(x, 2)",
    "np.multiply(1.01, x)",
    "np.add(x, 1)",
    "np.subtract(x, 1)",
    "np.floor(x)",
    "np.maximum(x, 0)",
    "np.abs(x)",
    "np.sort(x)",
    "np.flip(x)",
    "np.mean(x)",
    "np.cumsum(x)",
    "np.logical_not(x)",
    "int(x)",
    "str(x)",
    "tuple(map(str, x))",
    "list(map(str, x))",
    "[x]",
    "(x, x)",
    "{'answer': x}",
    "lambda: x",
    "print(x)",
    "None",
    "0",
    "0.5",
    "1",
    "True",
    "False",
)

#: What people hand on instead of an argument, or take it for.
_TAKEN_FOR = (
    "0",
    "0.5",
    "1",
    "-x",
    "x + 1",
    "x - 1",
    "2 * x",
    "1 - x",
    "abs(x)",
    "np.asarray(x) > 0.5",
    "(np.asarray(x) > 0.5).tolist()",
    "(np.asarray(x) > 0.5).astype(int)",
    "np.round(x)",
    "np.round(x, 1)",
    "np.asarray(x).astype(int)",
    "np.argsort(np.argsort(x))",
    "np.sort(x)",
    "np.sort(x)[::-1]",
    "sorted(x)",
    "sorted(x, reverse=True)",
    "x[::-1]",
    "np.unique(x)",
    "x[1:]",
    "x[:-1]",
    "x[:3]",
    "np.clip(x, 0, 1)",
)


def returned(node: ast.AST, _: Scope) -> Changes:
    """A right value that is spoilt in the end, or thrown away."""
    if isinstance(node, ast.Return) and node.value is not None:
        for new, needs in _spoilt(node.value):
            yield Change(f"returned {shown(new)}", [ast.Return(new)], needs)
    elif isinstance(node, ast.Lambda):
        for new, needs in _spoilt(node.body):
            yield Change(f"returned {shown(new)}", altered(node, body=new), needs)
    elif isinstance(node, ast.Module) and node.body and isinstance(node.body[-1], ast.Assign):
        last = node.body[-1]
        if isinstance(last.value, ast.Lambda):
            return
        for new, needs in _spoilt(last.value):
            changed = altered(node, body=[*node.body[:-1], altered(last, value=new)])
            yield Change(f"answered {shown(new)}", changed, needs)


def _spoilt(value: ast.expr) -> list[tuple[ast.expr, str]]:
    found = [_filled(template, value) for template in _SPOILT]
    if isinstance(value, ast.Tuple):
        for i, part in enumerate(value.elts):
            for template in _SPOILT:
                new, needs = _filled(template, part)
                found.append(
                    (altered(value, elts=[*value.elts[:i], new, *value.elts[i + 1 :]]), needs)
                )
    return found


def _filled(template: str, value: ast.expr) -> tuple[ast.expr, str]:
    return expression(template, x=value), NUMPY if "np." in template else ""


def parameters(node: ast.AST, _: Scope) -> Changes:
    """An argument ignored, taken for something else, or two of them exchanged."""
    if not isinstance(node, ast.FunctionDef | ast.Lambda):
        return
    listed = node.args.args
    for i, (one, two) in enumerate(pairwise(listed)):
        turned = altered(node.args, args=[*listed[:i], two, one, *listed[i + 2 :]])
        yield _whole(f"{one.arg} and {two.arg} exchanged", node, args=turned)
    for parameter in listed:
        name = ast.Name(parameter.arg, ast.Load())
        for template in _TAKEN_FOR:
            new, needs = _filled(template, name)
            what = f"{parameter.arg} taken for {shown(new)}"
            if isinstance(node, ast.FunctionDef):
                first = ast.Assign([ast.Name(parameter.arg, ast.Store())], new, lineno=0)
                yield _whole(what, node, needs, body=[first, *node.body])
            else:
                yield _whole(what, node, needs, body=_Substituted(parameter.arg, new).of(node.body))
        if isinstance(node, ast.FunctionDef):
            yield _whole(
                f"returns {parameter.arg} as it is", node, body=[ast.Return(name), *node.body]
            )
        else:
            yield _whole(f"returns {parameter.arg} as it is", node, body=name)


class _Substituted(ast.NodeTransformer):
    def __init__(self, name: str, new: ast.expr) -> None:
        self.name, self.new = name, new

    def of(self, node: ast.expr) -> ast.expr:
        return self.visit(ast.parse(ast.unparse(node), mode="eval").body)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.new if node.id == self.name else node


def _whole(what: str, node: ast.AST, needs: str = "", **fields: Any) -> Change:
    new = altered(node, **fields)
    return Change(what, [new] if isinstance(node, ast.stmt) else new, needs)


OPERATORS = (returned, parameters)
