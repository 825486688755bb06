"""Functions whose source is changed before they are compiled.

Rules call methods of a base class, as `super().moves(position)` or `Parent.moves(self, position)`:
compiled, they call the function directly. And if fields are wide, shifts to the left make wide
numbers.
"""

import ast
from types import FunctionType
from typing import Any

from noughts import source
from noughts.errors import NotCompilable
from noughts.search.recorder import copied

# The name in the new source of the shift that makes a wide number.
SHIFTED = "shifted_wide"


def rewritten(function: FunctionType, cls: type | None = None, shift: Any = None) -> FunctionType:
    """A copy of a function that can be compiled.

    Args:
        function: the function.
        cls: the class of the game, if methods of its bases may be called.
        shift: the shift that makes a wide number, if fields are wide.

    Raises:
        NotCompilable: its source must be changed, but is not available.
    """
    parents = _Parents(function, cls)
    if not (shift or "__class__" in function.__code__.co_freevars or _names_a_base(function, cls)):
        return copied(function)
    if (tree := source.definition(function)) is None:
        raise NotCompilable(f"The source of {function.__name__}() cannot be found")
    tree = parents.visit(tree)
    if shift:
        tree = _Shifts().visit(tree)
    made = copied(function, source.code_of(ast.fix_missing_locations(tree), function))
    made.__globals__.update(parents.found)
    made.__globals__[SHIFTED] = shift
    return made


def _names_a_base(function: FunctionType, cls: type | None) -> bool:
    if cls is None or source.is_own(function):
        return False
    return any(
        each in cls.__mro__
        for each in source.globals_named(function).values()
        if isinstance(each, type)
    )


class _Parents(ast.NodeTransformer):
    """Replaces calls of a base class's methods by calls of functions."""

    def __init__(self, function: FunctionType, cls: type | None) -> None:
        self.function = function
        self.line = cls.__mro__ if cls else ()
        self.found: dict[str, FunctionType] = {}

    def visit_Call(self, node: ast.Call) -> ast.Call:  # as `ast` calls it
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute):
            classes, first = self._meant(node.func.value)
            for cls in classes:
                if isinstance(function := vars(cls).get(node.func.attr), FunctionType):
                    name = f"{node.func.attr}_of_{cls.__name__}"
                    self.found[name] = function
                    node.func = ast.Name(name, ast.Load())
                    node.args[:0] = first
                    break
        return node

    def _meant(self, node: ast.expr) -> tuple[tuple[type, ...], list[ast.expr]]:
        """The classes to search for a method, and the argument that `super()` adds."""
        code = self.function.__code__
        if ast.unparse(node) == "super()" and "__class__" in code.co_freevars:
            cells = dict(zip(code.co_freevars, self.function.__closure__ or (), strict=True))
            cls = cells["__class__"].cell_contents
            after = self.line[self.line.index(cls) + 1 :] if cls in self.line else ()
            return after, [ast.Name(code.co_varnames[0], ast.Load())]
        named = self.function.__globals__.get(node.id) if isinstance(node, ast.Name) else None
        return (named.__mro__ if isinstance(named, type) and named in self.line else ()), []


class _Shifts(ast.NodeTransformer):
    """Replaces shifts to the left by calls."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.op, ast.LShift):
            return node
        return _shifted(node.left, node.right)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        self.generic_visit(node)
        if not (isinstance(node.op, ast.LShift) and isinstance(node.target, ast.Name)):
            return node
        shifted = _shifted(ast.Name(node.target.id, ast.Load()), node.value)
        return ast.copy_location(ast.Assign([node.target], shifted), node)


def _shifted(number: ast.expr, places: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(SHIFTED, ast.Load()), [number, places], [])
