"""The fingerprint by which compiled code is found again: it changes with all that rules rest on."""

import os
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from importlib import import_module
from types import CellType, FunctionType, ModuleType
from typing import Any

import pytest

from tests.each import each

pytest.importorskip("numba")

from noughts import reading
from noughts.games.common.line_game import LineGame
from noughts.games.mnk import MNK
from noughts.games.registry import find_game
from noughts.games.tictactoe import TicTacToe
from noughts.knowledge import knowledge_of
from noughts.reading import Unreadable, content, fingerprint, text_digest
from noughts.search.exact import exact
from noughts.search.minimax import max_value
from noughts.search.negamax import negamax
from tests.heap import KNOWING, heap

SUB = {"pkg/__init__": "", "pkg/sub": "LIMIT = {}"}

ENUM = "from enum import Enum\nclass S(Enum):\n    A = 1"
PARTIAL = "from functools import partial\nclass P(partial): pass\nM = P(len)"
WRAPPER = (
    "class W:\n    def __init__(self, f, n): self.__wrapped__, self.n = f, n\n"
    "    def __call__(self): return self.n"
)
DATACLASS = "from dataclasses import dataclass, field\n@dataclass"

# What the rules are made of: the source with a gap, in which first a 3 and then a 2 stands.
GAPS = {
    "a rule": (heap(most="{}"), {}),
    "another method": (heap(body="def other(self): return {}"), {}),
    "a method's default": (heap(most="self.most()", body="def most(self, n={}): return n"), {}),
    "a global constant": (heap(most="MOST", head="MOST = {}"), {}),
    "a global tuple": (heap(most="MOST[1]", head="MOST = (1, ({}, 2))"), {}),
    "a table": (heap(most="MOST[1]", head="MOST = (1, {}, 2**70)"), {}),
    "a list that is a table": (heap(most="MOST[0]", head="MOST = [{}, -1]"), {}),
    "a pattern": (heap(most="M.match('aa')", head="import re\nM = re.compile('a' * {})"), {}),
    "a pattern's flags": (heap(most="M.flags", head="import re\nM = re.compile('a', 8 * {})"), {}),
    "a global of bytes": (heap(most="len(MOST)", head="MOST = b'x' * {}"), {}),
    "a number of NumPy's": (heap(most="M", head="import numpy as np\nM = np.int64({})"), {}),
    "an array": (heap(most="M[0]", head="import numpy as np\nM = np.array([{}, 9])"), {}),
    "an array of the class": (
        heap(most="self.M[0]", head="import numpy as np", body="M = np.array([{}, 9])"),
        {},
    ),
    "a tuple of NumPy's numbers": (
        heap(most="M[0]", head="import numpy as np\nM = (np.int64({}),)"),
        {},
    ),
    "an enumeration": (
        heap(most="Most.A.value", head="from enum import Enum\nclass Most(Enum):\n    A = {}"),
        {},
    ),
    "a NamedTuple's default": (
        heap(most="Pair(1).b", head="class Pair(NamedTuple):\n    a: int\n    b: int = {}"),
        {},
    ),
    "a helper": (heap(most="most()", head="def most(): return {}"), {}),
    "a helper's helper": (
        heap(most="most()", head="def most(): return deeper()\ndef deeper(): return {}"),
        {},
    ),
    "helpers in a circle": (
        heap(
            most="even(6)",
            head="def even(n): return {} if n == 0 else odd(n - 1)\ndef odd(n): return even(n - 1)",
        ),
        {},
    ),
    "a lambda": (heap(most="most()", head="most = lambda: {}"), {}),
    "a closure": (
        heap(
            most="most()",
            head="def make(n):\n    def most(): return n\n    return most\nmost = make({})",
        ),
        {},
    ),
    "an imported constant": (
        heap(most="LIMIT", head="from other import LIMIT"),
        {"other": "LIMIT = {}"},
    ),
    "an imported helper": (
        heap(most="most()", head="from other import most"),
        {"other": "def most(): return {}"},
    ),
    "a module's helper": (
        heap(most="other.most()", head="import other"),
        {"other": "def most(): return {}"},
    ),
    "a module's constant": (heap(most="other.LIMIT", head="import other"), {"other": "LIMIT = {}"}),
    "a constant of a module in a package": (heap(most="pkg.sub.LIMIT", head="import pkg.sub"), SUB),
    "a property": (heap(most="self.most", body="@property\n    def most(self): return {}"), {}),
    "a cached property": (
        heap(
            most="self.most",
            head="from functools import cached_property",
            body="@cached_property\n    def most(self): return {}",
        ),
        {},
    ),
    "a class attribute": (heap(most="self.MOST", body="MOST = {}"), {}),
    "a parameter's default": (heap(most="self.most", body="most: int = {}"), {}),
    "a hidden parameter's default": (
        heap(
            most="self.most",
            head="from dataclasses import field",
            body="most: int = field(default={}, repr=False)",
        ),
        {},
    ),
    "what __post_init__ works out": (
        heap(
            most="self.most",
            body="def __post_init__(self): object.__setattr__(self, 'most', {})",
        ),
        {},
    ),
    "a base class": (
        heap(most="self.most") + "    most = {}\nclass Other(Take):\n    pass\nTake = Other",
        {},
    ),
    "a class made without a class statement": (
        heap(most="self.most") + "\nTake = type('Made', (Take,), dict(most={}))",
        {},
    ),
    "another game": (
        heap(
            most="OTHER.m",
            head="from noughts.games.mnk import MNK\nOTHER = MNK({}, 4, 3)",
        ),
        {},
    ),
    **{
        f"a global {name}": (heap(most="max(MOST)", head=f"{imported}\nMOST = {display}"), {})
        for name, imported, display in (
            ("list", "", "[1, {}]"),
            ("set", "", "set([1, {}])"),
            ("bytearray", "", "bytearray([1, {}])"),
            ("deque", "from collections import deque", "deque([1, {}])"),
            ("range", "", "range({})"),
            ("dict", "", "dict(a=[{}])['a']"),
            ("tuple of lists", "", "max([1], [{}])"),
            ("fraction", "from fractions import Fraction", "[Fraction({})]"),
            ("text of JSON", "import json", "json.loads('[1, {}]')"),
            ("array of Python", "from array import array", "array('q', [1, {}])"),
        )
    },
    "a list of the class": (heap(most="self.MOST[0]", body="MOST = [{}]"), {}),
    "a function in a tuple": (heap(most="F[0]()", head="F = ((lambda: {}),)"), {}),
    "a list as a default": (heap(most="self.m()", body="def m(self, n=[{}]): return n[0]"), {}),
    "a keyword's default": (heap(most="self.m()", body="def m(self, *, n={}): return n"), {}),
    "a list in a closure": (
        heap(most="m()", head="def make(n):\n    return lambda: n[0]\nm = make([{}])"),
        {},
    ),
    "what a decorator wraps": (
        heap(
            most="m()",
            head="from functools import wraps\n"
            "def plus(n):\n    def wrap(f):\n        @wraps(f)\n"
            "        def g(): return f() + n[0]\n        return g\n    return wrap\n"
            "@plus([{}])\ndef m(): return 0",
        ),
        {},
    ),
    "a partial function": (
        heap(most="m()", head="from functools import partial\nm = partial(lambda n: n, {})"),
        {},
    ),
    **{
        f"{name} of an object": (heap(most=most, head=head), {})
        for name, most, head in (
            ("a slot", "M.n", "class S:\n    __slots__ = ('n',)\nM = S()\nM.n = {}"),
            (
                "a base's slot",
                "M.n",
                "class S:\n    __slots__ = ('n',)\nclass T(S): pass\nM = T()\nM.n = {}",
            ),
            ("an attribute", "M.n", "class S: pass\nM = S()\nM.n = {}"),
            ("a list's attribute", "M.n", "class S(list): pass\nM = S()\nM.n = {}"),
            ("a dict's attribute", "M.n", "class S(dict): pass\nM = S()\nM.n = {}"),
            ("a number's attribute", "M.n", "class S(int): pass\nM = S()\nM.n = {}"),
            ("an enumeration's attribute", "S.A.n", f"{ENUM}\nS.A.n = {{}}"),
            ("a partial function's attribute", "M.n", f"{PARTIAL}\nM.n = {{}}"),
            ("what wraps another", "M()", f"{WRAPPER}\nM = W(len, {{}})"),
            ("the metaclass", "S.n", "class M(type):\n    n = {}\nclass S(metaclass=M): pass"),
        )
    },
    **{
        f"{name} of a dataclass": (heap(most=most, head=f"{DATACLASS}{head}"), {})
        for name, most, head in (
            ("a factory", "S().n[0]", "\nclass S: n: list = field(default_factory=lambda: [{}])"),
            ("equality", "2 + (S(1) == S(1))", "(eq={} == 3)\nclass S: n: int"),
            (
                "a field's part in equality",
                "2 + (S(1) == S(2))",
                "\nclass S: n: int = field(compare={} == 3)",
            ),
            ("a default in slots", "S().n", "(slots=True)\nclass S: n: int = {}"),
            (
                "a written __init__",
                "S().n",
                "\nclass S:\n    n: int\n    def __init__(self): self.n = {}",
            ),
        )
    },
    "a default for what a dict lacks": (
        heap(most="D[1]", head="from collections import defaultdict\nD = defaultdict(lambda: {})"),
        {},
    ),
    "the room of a deque": (
        heap(most="D.maxlen", head="from collections import deque\nD = deque([], {})"),
        {},
    ),
    "a builtin of another": (
        heap(most="most", head="import builtins\nbuiltins.most = {}"),
        {},
    ),
    "a name put into noughts": (
        heap(most="bits.most", head="from noughts import bits\nbits.most = {}"),
        {},
    ),
}  # fmt: skip


# What a game can rest on besides, for changes in the same process.
KEPT = {
    "everything at once": (
        heap(
            most="min(most(), LIST[0], max(SET), TABLE['a'][0], M.n.k, PART())",
            head="from functools import partial, lru_cache\nLIST, SET = [{}, 4], set([9])\n"
            "TABLE = dict(a=[4], b=(5, [6]))\n"
            "class Slots:\n    __slots__ = ('n',)\n"
            "class Plain:\n    kind = [1]\n    def __init__(self): self.k = 7\n"
            "M = Slots()\nM.n = Plain()\n"
            "def make():\n    n = [8]\n    def most(a=[9], *, b=[9]):\n"
            "        return min(n[0], a[0], b[0])\n    most.mark = [1]\n    return most\n"
            "most = make()\nPART = partial(lambda n: n[0], [9])\n"
            "@lru_cache\ndef kept(): return LIST[1]",
            body="@staticmethod\n    def still(): return kept()\n"
            "    @classmethod\n    def of(cls): return cls.still()\n"
            "    def imports(self):\n        from noughts.bits import lowest\n"
            "        return lowest(4)\n    size_of: int = 3",
        ),
        {},
    ),
    "what a module makes up": (
        heap(most="other.most", head="import other"),
        {"other": "L = [{}]\ndef __getattr__(name): return L[-1]"},
    ),
    "what a module of another kind makes up": (
        heap(
            most="S.most",
            head="from types import ModuleType\nL = [{}]\nclass Strange(ModuleType):\n"
            "    @property\n    def most(self): return L[-1]\nS = Strange('strange')",
        ),
        {},
    ),
    "a name imported in a rule": (
        heap(
            most="self.most()",
            body="def most(self):\n        from other import LIMIT\n        return LIMIT",
        ),
        {"other": "LIMIT = {}"},
    ),
}


Change = tuple[Callable[[], object], Callable[[], object]]


def changes(*modules: ModuleType) -> Iterator[Change]:
    """Changes of all that the names of modules reach and that they made, each to be undone."""
    waiting, seen = list[Any](), dict[int, Any]()
    for module in modules:
        waiting += attributes(module)
        for name in [name for name in vars(module) if not name.startswith("__")]:
            yield attribute(module, name, 77)
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen or not made_by(thing, modules):
            continue
        seen[id(thing)] = thing
        parts = attributes(thing)
        if isinstance(thing, FunctionType):
            cells = [cell for cell in thing.__closure__ or () if cell.cell_contents is not None]
            parts += [thing.__defaults__, thing.__kwdefaults__, *cells]
        elif isinstance(thing, type):
            parts += [*thing.__bases__, *vars(thing).get("__dataclass_fields__", {}).values()]
        elif isinstance(thing, dict):
            parts += [*thing.keys(), *thing.values()]
        elif isinstance(thing, list | tuple | set | frozenset):
            parts += thing
        elif isinstance(thing, staticmethod | classmethod | partial):
            parts += [getattr(thing, "__func__", None), *getattr(thing, "args", ())]
        elif isinstance(thing, CellType):
            parts.append(thing.cell_contents)
        elif hasattr(thing, "__slots__") and not isinstance(thing, type):
            parts += [getattr(thing, name) for name in thing.__slots__]
        waiting += parts
        yield from changes_of(thing)


def attributes(thing: Any) -> list[Any]:
    held = getattr(thing, "__dict__", {})
    return [value for name, value in held.items() if not name.startswith("__")]


def made_by(thing: Any, modules: tuple[ModuleType, ...]) -> bool:
    if isinstance(thing, type | FunctionType):
        return thing.__module__ in [module.__name__ for module in modules]
    return not isinstance(thing, ModuleType)


def changes_of(thing: Any) -> Iterator[Change]:
    if isinstance(thing, list | bytearray | deque):
        yield partial(thing.append, 77), thing.pop
    elif isinstance(thing, dict):
        yield partial(thing.__setitem__, "new", 77), partial(thing.pop, "new")
    elif isinstance(thing, set):
        yield partial(thing.add, 77), partial(thing.remove, 77)
    elif hasattr(thing, "dtype") and thing.shape:
        yield partial(thing.fill, 77), partial(thing.__setitem__, ..., thing.copy())
    for name, value in things_to_set(thing).items():
        yield attribute(thing, name, value)


def things_to_set(thing: Any) -> dict[str, Any]:
    if isinstance(thing, CellType):
        return {"cell_contents": 77}
    if isinstance(thing, FunctionType):
        code = thing.__code__.replace(co_consts=(*thing.__code__.co_consts, 77))
        changed = {"__defaults__": (77,), "__kwdefaults__": {"new": 77}, "__code__": code}
        return {"new": 77, **changed}
    names = [name for name in getattr(thing, "__slots__", ()) if isinstance(name, str)]
    if isinstance(thing, type):
        names = ["__qualname__", *(name for name in vars(thing) if not name.startswith("__"))]
    return {**dict.fromkeys(names, "77"), **({"new": 77} if hasattr(thing, "__dict__") else {})}


def attribute(thing: Any, name: str, value: Any) -> Change:
    owner = type if isinstance(thing, type) else object  # no class refuses
    held = getattr(thing, "__dict__", {})
    if name in held or hasattr(thing, name):
        before = held[name] if name in held else getattr(thing, name)
        undo = partial(owner.__setattr__, thing, name, before)
    else:
        undo = partial(owner.__delattr__, thing, name)
    return partial(owner.__setattr__, thing, name, value), undo


DYNAMIC = {
    "globals()": heap(most="globals()['MOST']", head="MOST = 3"),
    "getattr()": heap(most="getattr(self, 'most')()", body="def most(self): return 3"),
    "eval()": heap(most="eval('3')"),
    "a file": heap(most="len(open(__file__).readline())"),
    "the environment": heap(most="len(os.environ)", head="import os"),
    "the time": heap(most="time.time()", head="import time"),
    "an iterator": heap(most="next(M)", head="M = (n for n in (3, 3))"),
    "a compiled helper": heap(most="m()", head="from numba import njit\n@njit\ndef m(): return 3"),
    "eval() by another name": heap(most="m('3')", head="m = eval"),
    "an attribute's name": heap(
        most="m(rules)", head="import operator, math as rules\nm = operator.attrgetter('pi')"
    ),
    "a module handed over": heap(most="m(json)", head="import json\ndef m(n): return n.M")
    .replace("json", "tests.heap as t")
    .replace("m(tests.heap as t)", "m(t)"),
    "a docstring": heap(most="len(self.play.__doc__)"),
    "a property of another kind": heap(
        most="self.m", head="class P(property): pass", body="m = P(lambda self: 3)"
    ),
    "what the library wraps": heap(
        most="m(1)", head="from functools import singledispatch\nm = singledispatch(lambda n: 3)"
    ),
    "an annotation": heap(most="self.play.__annotations__['x']"),
    "a function's own globals": heap(most="self.play.__globals__['MOST']", head="MOST = 3"),
    "subclasses": heap(most="len(Heap.__subclasses__())"),
    "an object that hides its state": heap(
        most="M.n", head="class S:\n    def __reduce__(self): return S, ()\nM = S()\nM.n = 3"
    ),
}


@each("kind", DYNAMIC)
def test_what_can_change_unseen_has_no_fingerprint(module, kind):
    with pytest.raises(Unreadable):
        fingerprint(module(DYNAMIC[kind]).Take())


# What only a file has that noughts reads itself: builtins of its own, and the files beside it.
IN_FILES = {
    "a name among its builtins": heap(most="most", head="__builtins__['most'] = {}"),
    "a name imported in a rule": heap(
        most="self.most()",
        body="def most(self):\n        from other import LIMIT\n        return LIMIT",
    ),
    "a module imported in a rule": heap(
        most="self.most()", body="def most(self):\n        import other\n        return other.LIMIT"
    ),
    "what a rule imports from a package": heap(
        most="self.most()",
        body="def most(self):\n        from pkg.sub import LIMIT\n        return LIMIT",
    ),
}


@each("kind", IN_FILES)
def test_a_change_of_what_a_game_file_reaches_changes_it_or_it_has_none(tmp_path, kind):
    file, marks = tmp_path / "rules.py", list[str]()
    (tmp_path / "pkg").mkdir(exist_ok=True)
    (tmp_path / "pkg" / "__init__.py").touch()
    for number in (3, 2):
        file.write_text(IN_FILES[kind].format(number))
        for beside in tmp_path / "other.py", tmp_path / "pkg" / "sub.py":
            beside.write_text(f"LIMIT = {number}")
        game = find_game(f"{file}:Take")
        assert len(list(game.moves(game.start()))) == number
        with suppress(Unreadable):
            marks.append(fingerprint(game))
    assert len(marks) == len(set(marks))


def test_a_class_made_by_exec_has_the_fingerprint_of_its_content():
    marks = []
    # So has one whose function is in a set that it names.
    for most in (3, 2):
        space: dict[str, Any] = {}
        exec(heap(most="most()", head=f"def most(): return {most} if KEPT else 1"), space)
        space["KEPT"] = {space["most"], 7}
        marks.append(fingerprint(space["Take"]()))
    assert marks[0] != marks[1]
    marks.clear()
    for most in (3, 2):
        space = {}
        exec(heap(most="MOST", head=f"MOST = {most}"), space)
        marks.append(fingerprint(space["Take"]()))
    assert marks[0] != marks[1]


def test_a_method_replaced_later_changes_it(module):
    take = module(heap()).Take
    game = take()
    before = fingerprint(game)
    take.outcome = lambda self, position: 0
    assert fingerprint(game) != before


def test_a_list_changed_later_changes_it_where_a_property_kept_the_old_one(module):
    kept = heap(
        most="self.most",
        head="from functools import cached_property\nMOST = [3]",
        body="@cached_property\n    def most(self): return MOST[0]",
    )
    loaded = module(kept)
    old = loaded.Take()
    assert old.most == 3
    before = fingerprint(old)
    loaded.MOST[0] = 2
    marks = {before, fingerprint(old), fingerprint(loaded.Take())}
    assert len(marks) == 3


def test_the_digest_of_the_text_is_that_of_the_rules_without_docstrings(module):
    plain = text_digest(module(heap(), name="rules").Take())
    told = heap().replace("move):\n", "move):\n        'Play.'\n")
    assert told != heap()
    assert plain == text_digest(module("# remark\n" + heap(), name="rules").Take())
    assert plain != text_digest(module(heap(most="2"), name="rules").Take())
    assert plain == text_digest(module(told, name="rules").Take())


@each("gap", GAPS)
def test_a_change_of_it_is_one_of_the_text(module, gap):
    """Also where the code is the same."""
    text, files = GAPS[gap]
    marks = set()
    for number in (3, 2):
        others = {name: content.format(number) for name, content in files.items()}
        with suppress(Unreadable):
            marks.add(text_digest(module(text.format(number), name="rules", **others).Take()))
    assert len(marks) in (0, 2)


@each("gap", {**GAPS, **KEPT})
def test_a_change_in_the_same_process_is_seen_although_the_content_is_kept(module, gap):
    text, files = {**GAPS, **KEPT}[gap]
    others = {name: content.format(3) for name, content in files.items()}
    loaded = module(text.format(3), name="rules", **others)
    beside = [import_module(name) for name in files if "/" not in name]
    game = loaded.Take()
    content(game)  # works out cached properties
    seen = 0
    for change, undo in changes(loaded, *beside):
        before = content(game)
        change()
        found = content(game)
        reading._classes.clear()
        assert found == content(game), change
        seen += found != before
        undo()
    assert seen >= 10


@each("gap", GAPS)
def test_a_change_of_what_the_rules_rest_on_changes_it(module, gap):
    text, files = GAPS[gap]

    def mark(number: int) -> str:
        others = {name: content.format(number) for name, content in files.items()}
        loaded = module(text.format(number), name="rules", **others)
        return fingerprint(negamax, loaded.Take())

    first, again, changed = mark(3), mark(3), mark(2)
    assert first == again
    assert first != changed


def test_what_the_rules_do_not_rest_on_does_not_change_it(module):
    plain = module(heap(head="def unused(): return 3"), name="rules")
    mark = fingerprint(negamax, plain.Take())
    other = module("# A remark\n\n" + heap(head="def unused(): return 2"), name="rules")
    assert fingerprint(negamax, other.Take()) == mark


def test_searches_parameters_games_and_tables_have_fingerprints_of_their_own():
    marks = [
        fingerprint(search, game)
        for search in (negamax, max_value, exact)
        for game in (TicTacToe(), MNK(3, 3, 3), MNK(4, 3, 3))
    ]
    assert len(set(marks)) == len(marks)
    tables = [(1, 2), [1, 2], (True, 2), (1, 2.0), (1, 2, 0), (12,), (1 << 40, 2), (), "(1, 2)"]
    assert len(set(map(fingerprint, tables))) == len(tables)
    twice = 10**30
    assert fingerprint((twice, twice)) == fingerprint((10**29 * 10, int("1" + "0" * 30)))
    assert text_digest((1, 2)) == "aa4f66c79437a760c6d60b5200a35198"  # stored with tablebases


def test_games_of_classes_made_by_calling_type_have_fingerprints_of_their_own():
    def game(line):
        return type("Lines", (LineGame,), {"board_lines": (line,)})()

    assert fingerprint(game(0b11)) != fingerprint(game(0b101))
    assert fingerprint(knowledge_of(game(0b11))) != fingerprint(knowledge_of(game(0b101)))


def test_what_has_been_worked_out_already_does_not_matter(module):
    known: Any = knowledge_of(MNK(4, 3, 3))
    before = fingerprint(known)
    assert known.canonical(known.start()) == known.start()  # fills the cached properties
    assert fingerprint(known) == before
    # Nor are tables of users' knowledge worked out to be read; what they are made of is read.
    loaded = module(heap() + KNOWING)
    known = knowledge_of(loaded.Take())
    before = fingerprint(known)
    assert "most" not in vars(known)
    assert known.most == 3
    assert fingerprint(known) == before
    loaded.MOST = 2
    assert fingerprint(known) != before


def test_it_is_the_same_in_every_process():
    """However Python shuffles its sets there."""
    script = (
        "from noughts.games.mnk import MNK\n"
        "from noughts.reading import fingerprint\n"
        "from noughts.search.exact import exact\n"
        "print(fingerprint(exact, MNK(4, 3, 3)))"
    )
    marks = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("1", "2")
    }
    assert marks == {fingerprint(exact, MNK(4, 3, 3))}
    # Digests of text are stored in tables, so they remain as they were.
    assert text_digest({1, 2, (3, 4), "a"}) == "6d99eca26286ccdc11429638a725c0fc"


@each("kind", ["list", "int", "str", "tuple", "dict"])
def test_what_a_subclass_of_a_builtin_holds_counts(module, kind):
    given = {"list": "[{}]", "int": "{}", "str": "'{}'", "tuple": "({},)", "dict": "dict(a={})"}
    head = f"class Own({kind}):\n    pass\nMOST = Own({given[kind]})"
    marks = {
        fingerprint(module(heap(most="MOST", head=head.format(n)), name="rules").Take())
        for n in (2, 3)
    }
    assert len(marks) == 2


def test_what_a_function_carries_counts(module):
    text = heap(most="most.n", head="def most(): pass\nmost.n = {}")
    marks = {fingerprint(module(text.format(n), name="rules").Take()) for n in (2, 3)}
    assert len(marks) == 2


def test_a_numpy_that_is_still_being_loaded_does_not_matter(module, monkeypatch):
    game = module(heap(most="M.n", head="class S: pass\nM = S()\nM.n = 3")).Take()
    before = fingerprint(game)
    monkeypatch.setitem(sys.modules, "numpy", ModuleType("numpy"))
    assert fingerprint(game) == before
