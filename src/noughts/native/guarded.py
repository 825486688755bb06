"""A guard for users' rules that call themselves.

Compiled code that calls itself without end overflows the stack, which kills the process. So such a
function is compiled from its source with one more parameter: the lowest address that its calls may
reach. Past it the compiled form raises RecursionError, and the plain form answers instead.
"""

import ast
import inspect
import textwrap
from types import CodeType, FunctionType

from noughts import source
from noughts.errors import NotCompilable
from noughts.search.copies import copied
from noughts.search.stack import here

# Stack bytes for the nested calls of a rule: about as many calls as Python allows.
ROOM = 128 << 10
# The new parameter, and what the new source calls the stack pointer.
FLOOR, HERE = "floor_of_the_stack", "here_on_the_stack"


def needs_guard(function: FunctionType) -> bool:
    """Whether a function is a user's, and calls itself or comes to one that does.

    >>> from noughts.search.negamax import negamax
    >>> needs_guard(negamax)
    False
    """
    if source.of_the_house(function.__module__) or FLOOR in function.__code__.co_varnames:
        return False
    reached = (function, *source.functions_reached(function))
    return any(not source.of_the_house(each.__module__) and source.recurs(each) for each in reached)


def with_guard(function: FunctionType) -> FunctionType:
    """The same function, whose nested calls end before the stack does.

    Raises:
        NotCompilable: its source is not at hand, or says more than we can follow.
    """
    within = _within(function, {})
    entry = definition(function)
    given = [FLOOR, *(each.arg for each in entry.args.args)]
    call = f"{within.__name__}({', '.join(given)})"
    entry.body = ast.parse(f"{FLOOR} = {HERE}() - {ROOM}\nreturn {call}").body
    made = remade(entry, function)
    made.__globals__.update({HERE: here, within.__name__: within})
    return made


def _within(function: FunctionType, known: dict[FunctionType, FunctionType]) -> FunctionType:
    """The function with the floor as its first parameter, which it hands on to those it calls."""
    if function in known:
        return known[function]
    tree = definition(function)
    tree.name = _name_within(function.__name__)
    tree.args.args.insert(0, ast.arg(FLOOR))
    called = source.functions_named(function)
    named = {name: other for name, other in called.items() if needs_guard(other)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id in named:
            raise _refused(function, f"which also calls something else {node.id!r}")
    _HandOn(set(named)).visit(tree)
    tree.body[:0] = ast.parse(f"if {HERE}() < {FLOOR}:\n    raise RecursionError").body
    made = known[function] = remade(tree, function)
    made.__globals__[HERE] = here
    for name, other in named.items():
        made.__globals__[_name_within(name)] = _within(other, known)
    return made


def _name_within(name: str) -> str:
    return f"{name.replace('.', '_')}_within"


class _HandOn(ast.NodeTransformer):
    """Let the calls of some functions hand on the floor."""

    def __init__(self, names: set[str]) -> None:
        self.names = names

    def visit_Call(self, node: ast.Call) -> ast.Call:  # as `ast` calls it
        self.generic_visit(node)
        if (name := ast.unparse(node.func)) in self.names:
            node.func = ast.Name(_name_within(name), ast.Load())
            node.args.insert(0, ast.Name(FLOOR, ast.Load()))
        return node


def definition(function: FunctionType) -> ast.FunctionDef:
    """The source of a function, if it is certain to be what runs."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    except (OSError, SyntaxError):
        raise _refused(function, "which is not at hand") from None
    if not isinstance(tree, ast.FunctionDef) or not _is_plain(tree.args):
        raise _refused(function, "which has no plain list of parameters")
    _set_docstring(tree, function.__doc__)
    if function.__closure__ or not _is_source_of(tree, function):
        raise _refused(function, "which is not all that runs")
    return tree


def _set_docstring(tree: ast.FunctionDef, docstring: str | None) -> None:
    """Give a definition the docstring that the function has: its own was moved to the left."""
    first = tree.body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and docstring:
        first.value.value = docstring


def _is_source_of(tree: ast.FunctionDef, function: FunctionType) -> bool:
    """Whether a definition is what runs. Of the house's own source the names and constants tell.

    Python compiles the call of a function in a module that it sees imported in a way of its own.
    """
    from_source, runs = _meaning(_code(tree, function)), _meaning(function.__code__)
    if source.of_the_house(function.__module__):
        return from_source[1:] == runs[1:]
    return from_source == runs


def _meaning(code: CodeType) -> tuple[object, ...]:
    constants = [each for each in code.co_consts if not isinstance(each, CodeType)]
    return code.co_code, code.co_names, code.co_varnames, constants


def _is_plain(parameters: ast.arguments) -> bool:
    others = (parameters.posonlyargs, parameters.kwonlyargs, parameters.vararg, parameters.kwarg)
    return not any(others)


def _code(tree: ast.FunctionDef, function: FunctionType) -> CodeType:
    """The code of a definition, which is to be found where the function was."""
    tree.decorator_list, tree.returns = [], None
    for parameter in tree.args.args:
        parameter.annotation = None
    module = ast.fix_missing_locations(ast.Module([tree], []))
    ast.increment_lineno(module, function.__code__.co_firstlineno - tree.lineno)
    outer = compile(module, function.__code__.co_filename, "exec", dont_inherit=True)
    return next(each for each in outer.co_consts if isinstance(each, CodeType))


def remade(tree: ast.FunctionDef, function: FunctionType) -> FunctionType:
    """The function that a changed definition defines, in place of the function."""
    made = copied(function)
    made.__code__, made.__name__ = _code(tree, function), tree.name
    return made


def _refused(function: FunctionType, reason: str) -> NotCompilable:
    return NotCompilable(f"{function.__name__}() can only be compiled from its source, {reason}.")
