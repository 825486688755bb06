"""A copy of noughts' rules and knowledge in a user's file: what a game of one's own costs.

A copy has all definitions that the game's class and its knowledge reach in the files of games and
of knowledge. It imports what `docs/your-own-game.md` and its examples import: `Knowledge`, boards,
bits, values, and what is in `noughts.games.common`.
"""

import ast
from pathlib import Path
from sys import modules
from types import ModuleType
from typing import Any

from noughts.game import Game
from noughts.knowledge import knowledge_of

COPIED = "noughts.games.", "noughts.knowledge."
IMPORTED = "noughts.games.common", "noughts.knowledge.base"


def write_copy(game: Game[Any], folder: Path) -> str:
    """Write a copy of the game's rules and knowledge to a file; returns the name of the game."""
    rules, knowledge = type(game), type(knowledge_of(game))
    made = _Copy()
    names = [made.name_of(cls.__module__, cls.__name__) for cls in (rules, knowledge)]
    path = folder / f"{names[0].lower()}.py"
    text = [*made.imports, *made.parts, f"{names[0]}.knowledge = {names[1]}", ""]
    path.write_text("\n\n".join(text), "utf-8")
    return f"{path}:{names[0]}"


class _Copy:
    def __init__(self) -> None:
        self.imports: list[str] = []
        self.parts: list[str] = []  # each after those that it needs
        self.names: dict[tuple[str, str], str] = {}
        self.files: dict[str, _File] = {}

    def name_of(self, module: str, name: str) -> str:
        """The name in the copy of what a module calls so; it is copied, or imported."""
        file = self.files.setdefault(module, _File(module))
        if name in file.imported:
            return self._imported(*file.imported[name])
        if name not in file.defined:  # a builtin, a parameter, a variable
            return name
        if (module, name) not in self.names:
            node = file.defined[name]
            # Others call functions by their module, beside variables of the same name.
            given = self._named(module, name, isinstance(node, ast.FunctionDef))
            if isinstance(node, ast.FunctionDef):
                node.name = given
            self.parts.append(ast.unparse(_Renamed(self, module).visit(node)))
        return self.names[module, name]

    def _imported(self, module: str, name: str) -> str:
        if module.startswith(COPIED) and not module.startswith(IMPORTED):
            return self.name_of(module, name)
        if (module, name) not in self.names:
            given, place = self._named(module, name), f"from {module} " if name else ""
            self.imports.append(f"{place}import {name or module} as {given}")
        return self.names[module, name]

    def _named(self, module: str, name: str, with_module: bool = False) -> str:
        end = module.rpartition(".")[2]
        long = with_module or name in self.names.values()
        self.names[module, name] = f"{name}_of_{end}" if long else name or end
        return self.names[module, name]


class _File:
    """The definitions of a module, and where it imports from, by their names."""

    def __init__(self, module: str) -> None:
        self.defined: dict[str, ast.stmt] = {}
        self.imported: dict[str, tuple[str, str]] = {}
        for node in ast.parse(Path(str(modules[module].__file__)).read_text("utf-8")).body:
            if isinstance(node, ast.ImportFrom):
                self.imported |= {each.name: (str(node.module), each.name) for each in node.names}
            elif isinstance(node, ast.Import):
                self.imported |= {each.name: (each.name, "") for each in node.names}
            elif isinstance(node, ast.ClassDef | ast.FunctionDef):
                self.defined[node.name] = node
            else:
                bound = (each for each in ast.walk(node) if isinstance(each, ast.Name))
                self.defined |= {n.id: node for n in bound if isinstance(n.ctx, ast.Store)}


class _Renamed(ast.NodeTransformer):
    """Gives each name of a definition its name in the copy."""

    def __init__(self, copy: _Copy, module: str) -> None:
        self.copy, self.module = copy, module

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """A function without annotations, which may name what comes after it."""
        every = *node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs
        for each in every:
            each.annotation = None
        node.returns = None
        self.generic_visit(node)
        return node

    def visit_Name(self, node: ast.Name) -> ast.Name:
        node.id = self.copy.name_of(self.module, node.id)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """`symmetry.image` of a copied module is `image`."""
        value = vars(modules[self.module]).get(getattr(node.value, "id", ""))
        if isinstance(value, ModuleType) and value.__name__.startswith(COPIED):
            return ast.Name(self.copy.name_of(value.__name__, node.attr), node.ctx)
        self.generic_visit(node)
        return node
