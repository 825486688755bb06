"""Mutants: does some test notice when one operator, number or condition of a file is changed?

    python tools/mutants.py src/noughts/search/packed.py tests/search/test_packed.py

makes up to 60 mutants of a file, each in a copy of the package, and runs the tests and the examples
of the file against each. A mutant that survives is listed with its line. The copy has its own cache
of compiled code.
"""

import argparse
import ast
import contextlib
import doctest
import importlib
import os
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
HEAVY = ("pytest", "numpy", "numba", "hypothesis", "schemathesis", "xdist", "pytest_asyncio")
SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd, ast.And: ast.Or, ast.Or: ast.And, ast.Mod: ast.Mult,
}  # fmt: skip
OPTIONS = ("-x", "-q", "-n0", "-p", "no:cacheprovider", "-m", "not large")
NAMES = {"max": "min", "min": "max", "any": "all", "all": "any"}


class Mutant(NamedTuple):
    line: int
    before: str
    after: str
    text: str  # of the whole file


def changed(node: ast.AST) -> ast.AST | None:
    """The node with one thing changed; None where there is nothing to change."""
    match node:
        case ast.Compare(ops=[kind]) if type(kind) in SWAPS:
            return ast.Compare(node.left, [SWAPS[type(kind)]()], node.comparators)  # type: ignore[list-item]
        case ast.BinOp(op=kind) if type(kind) in SWAPS:
            return ast.BinOp(node.left, SWAPS[type(kind)](), node.right)  # type: ignore[arg-type]
        case ast.BoolOp(op=kind):
            return ast.BoolOp(SWAPS[type(kind)](), node.values)  # type: ignore[arg-type]
        case ast.AugAssign(op=kind) if type(kind) in SWAPS:
            return ast.AugAssign(node.target, SWAPS[type(kind)](), node.value)  # type: ignore[arg-type]
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            return node.operand
        case ast.Constant(value=bool(value)):
            return ast.Constant(not value)
        case ast.Constant(value=int(value)):
            return ast.Constant(value + 1)
        case ast.Call(func=ast.Name(id=name)) if name in NAMES:
            return ast.Call(ast.Name(NAMES[name]), node.args, node.keywords)
        case ast.Expr(value=ast.Call()):
            return ast.Pass()
        case ast.IfExp():
            return ast.IfExp(node.test, node.orelse, node.body)
    return None


def code_of(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes that are run: no annotations, no messages of errors, no slots."""
    skipped: list[ast.AST | None] = []
    match node:
        case ast.Raise() | ast.JoinedStr() | ast.Assert():
            return
        case ast.Assign(targets=[ast.Name(id="__slots__")]):
            return
        case ast.AnnAssign():
            skipped = [node.annotation]
        case ast.FunctionDef():
            skipped = [node.returns, *node.decorator_list]
        case ast.arg():
            return
    yield node
    for child in ast.iter_child_nodes(node):
        if child not in skipped:
            yield from code_of(child)


def mutants(text: str) -> list[Mutant]:
    """All mutants of a file."""
    data, starts, found = text.encode(), [0], []
    for line in data.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node in code_of(ast.parse(text)):
        other = changed(node)
        if other is None or not isinstance(node, ast.expr | ast.stmt):
            continue
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        begin = starts[node.lineno - 1] + node.col_offset
        end = starts[node.end_lineno - 1] + node.end_col_offset
        after = ast.unparse(ast.fix_missing_locations(other))
        if isinstance(other, ast.expr):
            after = f"({after})"
        whole = data[:begin] + after.encode() + data[end:]
        before = " ".join(data[begin:end].decode().split())
        found.append(Mutant(node.lineno, before, after, whole.decode()))
    return found


def run_tests(place: Path, file: Path, tests: list[str]) -> int:
    """Run the tests on the copy of the package; what they print goes into a file."""
    os.setsid()
    log = os.open(place / "log", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(log, 1)
    os.dup2(log, 2)
    os.environ |= {"NOUGHTS_CACHE": str(place / "cache"), "PYTHONPATH": str(place)}
    sys.path[:0] = [str(place), str(ROOT)]
    sys.dont_write_bytecode = True  # two mutants may have one size, in one second
    import pytest

    quiet = ("-W", "ignore::pytest.PytestAssertRewriteWarning")  # it is loaded before pytest begins
    return int(pytest.main([*OPTIONS, *quiet, *tests])) or examples_fail(file)


def examples_fail(file: Path) -> int:
    """How many examples in the file's docstrings fail."""
    name = ".".join(file.with_suffix("").parts[1:])
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    return min(1, doctest.testmod(importlib.import_module(name), optionflags=flags).failed)


def tests_pass(place: Path, file: Path, tests: list[str], seconds: float) -> bool:
    """Run the tests in a child of this process, which has loaded the large libraries already."""
    child = os.fork()
    if not child:
        code = 1
        try:
            code = run_tests(place, file, tests)
        except BaseException:
            traceback.print_exc()
            raise
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)  # never back into what the parent has to do
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return status == 0
        time.sleep(0.05)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return False


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path, help="a file of src/noughts")
    parser.add_argument("tests", nargs="+", help="tests, as pytest names them")
    parser.add_argument("--most", type=int, default=60, help="number of mutants")
    parser.add_argument("--seconds", type=float, default=120, help="limit for each mutant")
    parser.add_argument("--seed", type=int, default=0, help="chooses among the mutants")
    asked = parser.parse_args()
    os.chdir(ROOT)
    for name in HEAVY:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    file = asked.file.resolve().relative_to(ROOT)
    text = file.read_text("utf-8")
    found = mutants(text)
    chosen = sorted(Random(asked.seed).sample(found, min(asked.most, len(found))))
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        shutil.copytree(ROOT / "src" / "noughts", place / "noughts")
        if (kept := ROOT / ".noughts_cache").is_dir():
            shutil.copytree(kept, place / "cache")
        if not tests_pass(place, file, asked.tests, 10 * asked.seconds):
            sys.exit(f"The tests fail without a mutant:\n{(place / 'log').read_text()}")
        copy = place / file.relative_to("src")
        lived = 0
        for one in chosen:
            copy.write_text(one.text, "utf-8")
            if tests_pass(place, file, asked.tests, asked.seconds):
                lived += 1
                print(f"{file}:{one.line}: {one.before} -> {one.after}", flush=True)
        print(f"{file}: {len(chosen) - lived} of {len(chosen)} killed, of {len(found)}")


if __name__ == "__main__":
    main()
