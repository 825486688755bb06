"""Keeps the results of a program's functions that depend on their arguments alone.

A search as the lessons write it meets every position many times, and a browser's Python is slow.
What such a function returns for equal arguments is the same: it need not be computed again. If a
program may keep state, ask chance or change its arguments, nothing is kept.
"""

import ast
import builtins
from copy import deepcopy
from marshal import dumps, loads
from symtable import SymbolTable, symtable
from types import FunctionType

# What a function may use: Python's functions, and modules. Neither keeps state.
BUILTINS = {
    "abs", "all", "any", "bool", "dict", "divmod", "enumerate", "filter", "float", "frozenset",
    "int", "isinstance", "iter", "len", "list", "map", "max", "min", "next", "print", "range",
    "repr", "reversed", "round", "set", "sorted", "str", "sum", "tuple", "zip", "Exception",
    "IndexError", "KeyError", "TypeError", "ValueError",
}  # fmt: skip
MODULES = "math", "copy"
# What it may not contain.
REFUSED = (
    ast.Global, ast.Nonlocal, ast.ClassDef, ast.AsyncFunctionDef, ast.Await, ast.With,
    ast.Import, ast.ImportFrom,
)  # fmt: skip
IDENTITY = ast.Is, ast.IsNot
SCALARS = {int, float, bool, str, type(None)}
# The methods by which lists, sets and dictionaries change.
CHANGING = (
    "__setitem__", "__delitem__", "__iadd__", "__imul__", "__ior__", "__iand__", "__isub__",
    "__ixor__", "append", "extend", "insert", "pop", "popitem", "remove", "clear", "sort",
    "reverse", "update", "setdefault", "add", "discard", "difference_update",
    "intersection_update", "symmetric_difference_update",
)  # fmt: skip


class KeepsState(BaseException):
    """A function has changed a global: it depends on more than its arguments."""


class Results:
    """Results of the recursive functions of a program.

    Attributes:
        wrong: whether they may be wrong, since the program has changed a global after all.
    """

    def __init__(self, code: str, names: dict, function) -> None:
        self.wrong = False
        self.names = names
        tables = {each.get_lineno(): each for each in symtable(code, "", "exec").get_children()}
        self._trees = {node.lineno: node for node in ast.parse(code).body}
        self._calls: dict[str, set[str]] = {}
        frozen = {}
        try:
            found = [self._plain(function)]
            for name in found:  # it grows
                for used in _globals(tables[names[name].__code__.co_firstlineno]):
                    held = names.get(used)
                    if isinstance(held, FunctionType) and held.__module__ not in MODULES:
                        self._calls.setdefault(name, set()).add(self._plain(held))
                        found += {held.__name__} - {*found}
                    elif used in names:
                        frozen[used] = self._frozen(held)
                    elif used not in BUILTINS:
                        return
        except TypeError:
            return
        names |= frozen
        names |= {name: self._remembering(names[name]) for name in found if self._repeats(name)}

    def _plain(self, function) -> str:
        """The name of a function whose text shows that it keeps no state; TypeError for others."""
        name = getattr(function, "__name__", "")
        if not isinstance(function, FunctionType) or self.names.get(name) is not function:
            raise TypeError
        tree = self._trees.get(function.__code__.co_firstlineno)
        given = *(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()
        own = isinstance(tree, ast.FunctionDef) and tree.name == name and not tree.decorator_list
        if (not own or not {*map(type, given)} <= SCALARS or vars(function)
                or not all(map(self._is_harmless, ast.walk(tree)))):  # fmt: skip
            raise TypeError
        return name

    def _is_harmless(self, node: ast.AST) -> bool:
        if isinstance(node, ast.Attribute):
            of = node.value.id if isinstance(node.value, ast.Name) else ""
            own = of in self.names or not hasattr(builtins, of) or node.attr == "fromkeys"
            return own and isinstance(node.ctx, ast.Load) and not node.attr.startswith("_")
        if isinstance(node, ast.Compare) and any(isinstance(one, IDENTITY) for one in node.ops):
            return all(isinstance(one, ast.Constant) for one in node.comparators)
        return not isinstance(node, REFUSED)

    def _repeats(self, name: str) -> bool:
        """Whether a function calls itself, also through others."""
        reached = [*self._calls.get(name, ())]
        for each in reached:
            reached += self._calls.get(each, set()) - {*reached}
        return name in reached

    def _frozen(self, held):
        """An equal value that cannot change; TypeError if there is none."""
        if type(held) in SCALARS or type(held) is range:
            return held
        if getattr(held, "__module__", getattr(held, "__name__", "")) in MODULES:
            return held  # of a module, or a module
        if type(held) in (tuple, frozenset):
            return type(held)(map(self._frozen, held))
        if type(held) in (list, set):
            return _fixed(type(held), self)(map(self._frozen, held))
        if type(held) is dict:
            return _fixed(dict, self)((key, self._frozen(each)) for key, each in held.items())
        raise TypeError

    def _remembering(self, function: FunctionType):
        """The function, called once for equal arguments."""
        kept: dict[bytes, tuple] = {}

        def called(*given, **named):
            met: set[int] = set()
            try:
                key = dumps((given, named), 0)
            except ValueError:
                key = b""
            if not key or not _apart((given, *named.values()), met):
                return function(*given, **named)
            if key in kept:
                return loads(kept[key])
            result = function(*given, **named)
            try:
                if dumps((given, named), 0) == key and _apart(result, met):
                    kept[key] = dumps(result)
            except ValueError:
                pass
            return result

        return called


def _globals(table: SymbolTable) -> set[str]:
    """The names that a function takes from outside."""
    own = {one.get_name() for one in table.get_symbols() if one.is_global()}
    return own.union(*map(_globals, table.get_children()))


def _apart(value, met: set[int]) -> bool:
    """Whether no list, set or dictionary is met twice in a value."""
    if type(value) in (list, set, dict):
        if id(value) in met:
            return False
        met.add(id(value))
    elif type(value) in SCALARS:
        return True
    for one in value.values() if type(value) is dict else value:
        if type(one) not in SCALARS and not _apart(one, met):
            return False
    return True


def _fixed(kind: type, results: Results) -> type:
    """A kind of list, set or dictionary that says when it is changed; its copies may be changed."""

    def change(*_):
        results.wrong = True
        raise KeepsState

    changing = dict.fromkeys((name for name in CHANGING if hasattr(kind, name)), change)
    copied = {"__deepcopy__": lambda held, memo: deepcopy(kind(held), memo), "__copy__": kind}
    return type(kind.__name__, (kind,), {**changing, **copied})
