"""Counts the steps of a program: the nodes of its syntax tree that Python evaluates.

A step is an expression that is evaluated: a name, a call, a comparison, an operator, an index. A
number or a text has as many steps as characters, so that a table of moves is not free. Statements
have no steps of their own. Work inside Python's own functions, such as `max`, is not seen; so a
program that is counted may import only MODULES, and nothing that runs other code.

It imports nothing of noughts, and counts the same on every machine and version of Python.
"""

import ast
import re
from types import CodeType
from typing import Any, NoReturn

MODULES = ("functools", "math")
# Names and attributes through which code could run uncounted, or change the count.
REFUSED = {
    "eval", "exec", "compile", "globals", "locals", "vars", "getattr", "setattr", "delattr", "open",
    "input", "breakpoint", "__builtins__", "__import__", "__loader__", "__spec__",
}  # fmt: skip
HIDDEN = re.compile(r"__(?!init)\w+__|(f|gi|cr|ag|tb|co)_")
# The name of the counter in a counted program.
COUNTER = "__step__"


class Counter:
    """The number of steps so far; programs call it."""

    def __init__(self) -> None:
        self.steps = 0

    def __call__(self, steps: int) -> None:
        self.steps += steps


def counted(source: str | bytes, file: str) -> CodeType:
    """The code of a program that calls COUNTER with the number of steps before it makes them.

    SyntaxError: it is not a program, or uses what a counted program may not.

    >>> counter = Counter()
    >>> exec(counted("total = sum(cell for cell in (10, 20))", "?"), {COUNTER: counter})
    >>> counter.steps  # sum, the call, the generator, the pair of 1 + 2 + 2, and cell twice
    10
    """
    tree = ast.parse(source, file)
    if COUNTER in ast.dump(tree):
        _refuse(COUNTER, file, tree.body[0])
    for node in ast.walk(tree):
        if (name := _refused(node)) is not None:
            _refuse(name, file, node)
    return compile(ast.fix_missing_locations(_Counting().visit(tree)), file, "exec")


def _refused(node: ast.AST) -> str | None:
    """The name that a counted program may not use; None if the node has none."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        names = [node.module] if isinstance(node, ast.ImportFrom) else [a.name for a in node.names]
        return next((name or "." for name in names if name not in MODULES), None)
    if isinstance(node, ast.Attribute):
        return node.attr if HIDDEN.match(node.attr) else None
    return node.id if isinstance(node, ast.Name) and node.id in REFUSED else None


def _refuse(name: str, file: str, node: Any) -> NoReturn:
    message = f"a program whose steps are counted may not use {name}"
    raise SyntaxError(message, (file, node.lineno, node.col_offset + 1, None))


def _weight(node: ast.expr) -> int:
    """The steps of an expression, its parts excluded."""
    value = getattr(node, "value", None) if isinstance(node, ast.Constant) else None
    if isinstance(value, str | bytes):
        return len(value)
    return len(str(value)) if type(value) in (int, float, complex) else int(_is_read(node))


def _is_read(node: ast.expr) -> bool:
    """Whether an expression is evaluated; a target is not, a slice or a star only its parts."""
    ours = isinstance(getattr(node, "ctx", None) or ast.Load(), ast.Load)
    return ours and not isinstance(node, ast.Slice | ast.Starred)


class _Counting(ast.NodeTransformer):
    """Puts `COUNTER(steps) or` in front of each part that is evaluated as a whole, or not."""

    def __init__(self) -> None:
        self.steps: int | None = None  # of the part in progress; None in a statement

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, ast.expr) and self.steps is None and _starts_part(node):
            return self._part(node)
        if isinstance(node, ast.expr) and self.steps is not None:
            self.steps += _weight(node)
        return super().visit(node)

    def _part(self, node: Any) -> ast.expr:
        outer, self.steps = self.steps, 0
        node = self.visit(node)
        counter = ast.Name(COUNTER, ast.Load())
        call = ast.Call(counter, [ast.Constant(self.steps)], [])
        self.steps = outer
        return ast.BoolOp(ast.Or(), [call, node])

    def _parts(self, nodes: list[Any]) -> list[Any]:
        return [self._part(node) for node in nodes]

    # Expressions of which some parts are evaluated never, or often.

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        node.values = [self.visit(node.values[0]), *self._parts(node.values[1:])]
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        first, *others = node.comparators
        node.left = self.visit(node.left)
        node.comparators = [self.visit(first), *self._parts(others)]
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        node.test = self.visit(node.test)
        node.body, node.orelse = self._parts([node.body, node.orelse])
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.expr:
        node.args = self.visit(node.args)
        node.body = self._part(node.body)
        return node

    def _comprehension(self, node: Any) -> Any:
        for number, one in enumerate(node.generators):
            one.iter = self._part(one.iter) if number else self.visit(one.iter)
            one.ifs = self._parts(one.ifs)
        for name in {"elt", "key", "value"} & set(node._fields):
            setattr(node, name, self._part(getattr(node, name)))
        return node

    visit_ListComp = visit_SetComp = _comprehension  # noqa: N815  # names of the base class
    visit_DictComp = visit_GeneratorExp = _comprehension  # noqa: N815

    # Never evaluated: docstrings, annotations, patterns.

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        return node if isinstance(node.value, ast.Constant) else self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        node.target = self.visit(node.target)
        node.value = node.value and self.visit(node.value)
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)

    def visit_match_case(self, node: ast.match_case) -> ast.AST:
        node.guard = node.guard and self.visit(node.guard)
        node.body = [self.visit(one) for one in node.body]
        return node


def _starts_part(node: ast.expr) -> bool:
    """Whether an expression of a statement is a value, which a tuple of slices is not."""
    parts = node.elts if isinstance(node, ast.Tuple) else []
    return _is_read(node) and not any(isinstance(one, ast.Slice) for one in parts)
