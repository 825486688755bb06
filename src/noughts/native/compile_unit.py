"""What Numba is given: copies of plain functions that call compiled ones, and games as constants.

The functions of a compile unit are copies of plain functions whose globals are compiled functions.
The source of some is changed before. Rules call methods of a base class, as
`super().moves(position)` or `Parent.moves(self, position)`: compiled, they call the function
directly. And if fields are wide, shifts to the left make wide numbers, and so do the parts from
which a position is made: in `Marks(0, cells)` the 0, too, is wide.

Inside compiled code a game has its own type, which contains the game itself and takes no room at
run time. Its methods are compiled from their own source; its attributes, including parameters,
class attributes and properties, are constants.
"""

import ast
import dis
import itertools
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from inspect import Parameter, Signature, signature
from types import FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
from numba.core import typed_passes, types, untyped_passes
from numba.core.datamodel import models
from numba.core.errors import TypingError
from numba.core.extending import lower_getattr_generic, overload_method, register_model, typeof_impl
from numba.core.imputils import lower_cast, lower_constant
from numba.core.typing.templates import AttributeTemplate, infer_getattr

from noughts import reading, source
from noughts.errors import NotCompilable
from noughts.game import FIELD_BITS, RULES, Game
from noughts.knowledge import Knowledge, is_own_game, rules_behind
from noughts.native.checked import CARE, EXACT_INTRINSICS, INLINE, Compiler, must_fit
from noughts.native.intrinsics import BITS, INTRINSICS, NARROW
from noughts.native.language import OF_RULES, admits, calls_itself, first_call, refuse_nesting
from noughts.native.object_code import position_classes
from noughts.native.wide import LONGEST_TUPLE, shift_of, widened
from noughts.search.recorder import copied

# The instructions that begin an inlined comprehension, from Python 3.12 on, and an `except`.
INLINED, EXCEPT = (dis.opmap.get(name, -1) for name in ("LOAD_FAST_AND_CLEAR", "PUSH_EXC_INFO"))
# The name in the new source of the shift that makes a wide number.
SHIFTED = "shifted_wide"
# The names there of a function that calls itself, of its first parameter, the stack pointer of the
# first call, and of what compares that.
NESTED, FIRST, DEEPER = "the function itself", "first_call_of_noughts", "no deeper than"
# The number of classes to keep for Numba, most of them users'.
KEPT = 256
# Numba's passes for things that noughts' functions do not use: `with`, arithmetic of whole arrays,
# functions inlined before type inference, listings of types. They take a sixth of the time.
NEEDLESS = {
    untyped_passes.WithLifting, untyped_passes.InlineInlinables, untyped_passes.LiteralUnroll,
    untyped_passes.FindLiterallyCalls, typed_passes.InlineOverloads, typed_passes.AnnotateTypes,
    typed_passes.NopythonRewrites,
}  # fmt: skip


class QuickCompiler(Compiler):
    left_out = NEEDLESS


# Other Python threads may work while compiled code runs.
OPTIONS = {"nogil": True, "error_model": "numpy", "pipeline_class": QuickCompiler}


class CompileUnit(dict[FunctionType, Any]):
    """The compiled functions of a unit, by the plain ones.

    Args:
        owner: the game, or knowledge, whose methods call the functions; its fields may be wide.
        of_user: its class, if it is a user's: then noughts' own functions are exact, too.
    """

    #: Replacements of some plain functions.
    intrinsics = INTRINSICS

    def __init__(self, owner: Any = None, of_user: type | None = None) -> None:
        super().__init__()
        self.wide_bits = wide_bits(owner)
        self.positions = position_classes(owner) if self.wide_bits else frozenset()
        self.of_user = of_user

    def compiled(self, clone: FunctionType, function: FunctionType) -> Any:
        return numba.njit(**self.options(function))(clone)

    def options(self, function: FunctionType) -> dict[str, Any]:
        if source.is_own(function):
            return {**OPTIONS, **(CARE if self.of_user else {})}
        return {**OPTIONS, **(OF_RULES if self.of_user else CARE)}

    def clone(self, function: FunctionType) -> FunctionType:
        exact = bool(self.of_user) or not source.is_own(function)
        shift = shift_of(self.wide_bits, exact) if self.wide_bits else None
        made = rewritten(source.plain_rule(function), self.of_user, shift, self.positions)
        steps = {*made.__code__.co_code[::2]}
        if INLINED in steps and EXCEPT not in steps:
            # After an error, which ends the rule anyway, a comprehension restores a variable.
            made.__code__ = made.__code__.replace(co_exceptiontable=b"")
        return made

    def stand_in(self, function: FunctionType) -> Any:
        if self.wide_bits and function in NARROW:
            return None
        known = EXACT_INTRINSICS if self.of_user and function in BITS else self.intrinsics
        return known.get(function)


class SearchUnit(CompileUnit):
    """Functions are inlined into their callers, except recursive ones."""

    def options(self, function: FunctionType) -> dict[str, Any]:
        return {**super().options(function), **({} if source.recurs(function) else INLINE)}


def member(function: FunctionType, unit: CompileUnit) -> Any:
    if stand_in := unit.stand_in(function):
        return stand_in
    if function not in unit:
        clone = unit.clone(function)
        unit[function] = unit.compiled(clone, function)
        if unit.of_user and not source.is_own(function) and source.recurs(function):
            if function.__code__ in source.codes_reached(clone):  # by another way
                raise calls_itself(function)
            clone.__globals__[NESTED] = unit[function]
            unit[function] = first_call(unit[function])
        # Only now, so that recursive functions are found.
        compile_globals(clone, unit)
    return unit[function]


def compile_globals(clone: FunctionType, unit: CompileUnit) -> None:
    for name, thing in source.globals_named(clone).items():
        if isinstance(thing, FunctionType):
            clone.__globals__[name] = member(thing, unit)
        elif isinstance(thing, ModuleType):
            clone.__globals__[name] = _module(thing, clone, unit)
        elif unit.wide_bits:
            clone.__globals__[name] = widened(thing, unit.wide_bits)


def _module(module: ModuleType, function: FunctionType, unit: CompileUnit) -> ModuleType:
    named = source.attributes_named(function, module)
    functions = {name: thing for name, thing in named.items() if isinstance(thing, FunctionType)}
    if not functions:
        return module
    clone = ModuleType(module.__name__)
    clone.__dict__.update(named)
    clone.__dict__.update({name: member(thing, unit) for name, thing in functions.items()})
    return clone


def rewritten(
    function: FunctionType, cls: type | None = None, shift: Any = None, positions: Any = ()
) -> FunctionType:
    """A copy of a function that can be compiled.

    `cls` is the class of the game, if methods of its bases may be called; `shift` is the shift that
    makes a wide number, if fields are wide, and `positions` are the classes with wide fields.

    Raises:
        NotCompilable: its source must be changed, but is not available.
    """
    parents = _Parents(function, cls)
    named = () if source.is_own(function) else source.globals_named(function).values()
    of_a_base = any(isinstance(each, type) and each in parents.line for each in named)
    nested = cls is not None and not source.is_own(function) and _calls_itself(function)
    if not (nested or shift or "__class__" in function.__code__.co_freevars or of_a_base):
        return copied(function)
    if (tree := source.definition(function)) is None:
        raise NotCompilable(f"The source of {function.__name__}() cannot be found")
    tree = parents.visit(tree)
    if shift:
        tree = _Shifts(function.__globals__, positions).visit(tree)
    if nested:
        tree = _Nested(function.__name__).visit(tree)
    made = copied(function, source.code_from(ast.fix_missing_locations(tree), function))
    made.__globals__.update(parents.found)
    made.__globals__.update({SHIFTED: shift, DEEPER: refuse_nesting})
    return made


class _Parents(ast.NodeTransformer):
    def __init__(self, function: FunctionType, cls: type | None) -> None:
        self.function = function
        self.line = cls.__mro__ if cls else ()
        self.found: dict[str, FunctionType] = {}

    def visit_Call(self, node: ast.Call) -> ast.Call:  # as `ast` calls it
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute):
            attribute = node.func.attr
            classes, first = self._meant(node.func.value)
            cls = next((each for each in classes if attribute in vars(each)), object)
            if isinstance(function := source.plain_rule(vars(cls).get(attribute)), FunctionType):
                name = f"{attribute} of {self.line.index(cls)}"  # no name of the rules' own
                self.found[name] = function
                node.func = ast.Name(name, ast.Load())
                node.args[:0] = first
        return node

    def _meant(self, node: ast.expr) -> tuple[tuple[type, ...], list[ast.expr]]:
        """The classes to search for a method, and the argument that `super()` adds."""
        code, known = self.function.__code__, self.function.__globals__
        is_super = ast.unparse(node) == "super()" and "super" not in known
        if is_super and "__class__" in code.co_freevars:
            cells = dict(zip(code.co_freevars, self.function.__closure__ or (), strict=True))
            cls = cells["__class__"].cell_contents
            after = self.line[self.line.index(cls) + 1 :] if cls in self.line else ()
            return after, [ast.Name(code.co_varnames[0], ast.Load())]
        local = {*code.co_varnames, *code.co_cellvars, *code.co_freevars}
        if not isinstance(node, ast.Name) or node.id in local:
            return (), []
        named = known.get(node.id)
        return (named.__mro__ if isinstance(named, type) and named in self.line else ()), []


def _calls_itself(function: FunctionType) -> bool:
    """Whether the function names itself, and nothing else in it has that name."""
    name, codes = function.__name__, source.codes_in(function.__code__)
    bound = any({name, FIRST} & {*code.co_varnames, *code.co_cellvars} for code in codes)
    return source.globals_named(function).get(name) is function and not bound


class _Nested(ast.NodeTransformer):
    """A function that hands the stack pointer of its first call on to its calls of itself."""

    first = ast.Name(FIRST, ast.Load())

    def __init__(self, name: str) -> None:
        self.name = name

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.generic_visit(node)
        (node.args.posonlyargs or node.args.args).insert(0, ast.arg(FIRST))
        node.body.insert(0, ast.Expr(ast.Call(ast.Name(DEEPER, ast.Load()), [self.first], [])))
        return node

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == self.name:
            node.func.id = NESTED
            node.args.insert(0, self.first)
        return node


class _Shifts(ast.NodeTransformer):
    def __init__(self, known: dict[str, Any], positions: Any) -> None:
        self.known, self.positions = known, positions

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        called = self.known.get(node.func.id) if isinstance(node.func, ast.Name) else None
        starred = any(isinstance(each, ast.Starred) for each in node.args)
        if any(called is each for each in self.positions) and not starred:
            node.args = [_shifted(each, ast.Constant(0)) for each in node.args]
            for named in node.keywords:
                named.value = _shifted(named.value, ast.Constant(0))
        return node

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


# Games, and knowledge, as constants.


class ConstantType(types.Type):
    """The type of one object, which is a constant.

    Types of equal content are equal for noughts' own rules; those of users' rules, whose classes
    can change, are equal to none but themselves.
    """

    def __init__(self, value: Any, content: str) -> None:
        self.value = value
        self.content = content
        name = content if is_own_game(value) else f"{content} {next(_COUNT)}"
        super().__init__(f"{type(value).__name__}({name})")


_COUNT = itertools.count()
# The types used last, because several searches are compiled for a game, one after the other.
_lately: deque[ConstantType] = deque(maxlen=4)
# The types of the objects for which code is being compiled, by address.
_current: dict[int, ConstantType] = {}


@contextmanager
def taught(*owners: Any) -> Iterator[None]:
    """Context: Numba can compile for these games and knowledge, in their current state."""
    before = dict(_current)
    _current.update({id(owner): _type_of(owner) for owner in owners})
    try:
        yield
    finally:
        _current.clear()
        _current.update(before)  # inside another context of this kind


def _type_of(owner: Any) -> ConstantType:
    kind: Any = type(owner)
    content = reading.content(owner) or f"unread {next(_COUNT)}"
    for known in _lately:
        if known.value is owner and known.content == content:
            return known
    made = type_class(kind, "" if source.is_own(kind) else content)(owner, content)
    _lately.append(made)
    return made


def of_user(cls: type) -> type | None:
    return None if source.is_own(cls) else cls


def constant(owner: Any, name: str) -> Any:
    value = getattr(owner, name)
    if Game in type(value).__mro__:  # knowledge has its game as an attribute
        return value
    if of_user(type(owner)) and not admits(value):
        raise TypingError(f"is no number: self.{name}, a {type(value).__name__}")
    if bits := wide_bits(owner):
        value = widened(value, bits)
    must_fit(value)
    is_long = isinstance(value, tuple) and len(value) > LONGEST_TUPLE
    if is_long and all(isinstance(number, int) for number in value):
        return np.array(value, dtype=np.int64)
    return value


def wide_bits(owner: Any) -> int:
    """The bits of a wide number, if the game, or the knowledge's game, has any; otherwise 0."""
    bits: int = getattr(rules_behind(owner), "field_bits", FIELD_BITS)
    return bits if bits > FIELD_BITS else 0


@lru_cache(KEPT)
def type_class(cls: type, content: str) -> type[ConstantType]:
    """Teach Numba a class: its instances are constants, its methods are compiled.

    `content` is that of the instance, if the class may change while the program runs.
    """
    kind = type(f"{cls.__name__}Type", (ConstantType,), {})
    register_model(kind)(models.OpaqueModel)
    _teach_attributes(kind)

    @lower_constant(kind)
    def lower_object(context: Any, builder: Any, kind: Any, value: Any) -> Any:
        return context.get_dummy_value()

    teach_methods(kind, cls)

    @typeof_impl.register(cls)
    def typeof(value: Any, context: Any) -> ConstantType:
        if id(value) not in _current:
            _current[id(value)] = _type_of(value)
        return _current[id(value)]

    return kind


@cache
def handed_on(cls: type) -> frozenset[str]:
    """The methods of knowledge that only call the game's: compiled code calls those directly."""
    if not issubclass(cls, Knowledge):
        return frozenset()
    members = source.members(cls)
    return frozenset(name for name in RULES if members[name] is vars(Knowledge)[name])


@lower_cast(ConstantType, ConstantType)
def cast_to_game(context: Any, builder: Any, known: Any, game: Any, value: Any) -> Any:
    """Knowledge as its game, for the methods that it passes on; neither takes room."""
    return value


def _teach_attributes(kind: type[ConstantType]) -> None:
    @infer_getattr
    class Attributes(AttributeTemplate):
        key = kind

        def generic_resolve(self, owner: ConstantType, name: str) -> Any:
            kind: Any = type(owner.value)
            if of_user(kind) and {"__getattr__", "__getattribute__"} & source.members(kind).keys():
                raise NotCompilable(f"{kind.__name__} has a __getattr__ of its own")
            if name in handed_on(kind):
                game = self.context.resolve_value_type(constant(owner.value, "game"))
                return self.context.resolve_getattr(game, name)
            if isinstance(source.members(kind).get(name), FunctionType):
                if of_user(kind) and name in vars(owner.value):
                    raise NotCompilable(f"{kind.__name__} has another {name} in an instance")
                return None
            try:
                return self.context.resolve_value_type(constant(owner.value, name))
            except (AttributeError, ValueError):  # it is missing, or Numba has no type for it
                return None

    @lower_getattr_generic(kind)
    def lower_attribute(context: Any, builder: Any, owner: Any, value: Any, name: str) -> Any:
        content = constant(owner.value, name)
        kind = context.typing_context.resolve_value_type(content)
        return context.get_constant_generic(builder, kind, content)


def teach_methods(kind: type[types.Type], cls: Any) -> None:
    """Let compiled code call the methods of a class: compiled copies of the plain ones."""
    for name, method in source.methods(cls).items():
        if name not in handed_on(cls):
            options: Any = {**CompileUnit(None, of_user(cls)).options(method), **INLINE}
            choose = _chooser(method, of_user(cls))
            overload_method(kind, name, jit_options=options)(choose)  # type: ignore[call-arg]


def _chooser(method: FunctionType, cls: type | None) -> Any:
    """The function that gives Numba a method's source; it needs the method's own parameters."""

    def choose(*types_of_arguments: Any, **named: Any) -> FunctionType:
        unit = CompileUnit(vars(types_of_arguments[0]).get("value"), cls)
        clone = unit.clone(method)
        compile_globals(clone, unit)
        return clone

    plain = [p.replace(annotation=Parameter.empty) for p in signature(method).parameters.values()]
    choose.__signature__ = Signature(plain)  # type: ignore[attr-defined]
    return choose
