"""Directives of the documentation's site: boards to play on, searches, trees, notebooks.

A Sphinx extension; `docs/conf.py` names it.
"""

import re
import subprocess
from collections.abc import Iterator
from html import escape
from pathlib import Path
from shutil import copytree
from typing import Any, ClassVar
from zipfile import ZIP_DEFLATED, ZipFile

import nbformat
from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.osutil import relative_uri

import noughts
from noughts import find_game, game_tree
from noughts.analysis.game_tree import GameTree
from noughts.analysis.record_search import WATCHED, record_search
from noughts.game import Game
from noughts.pictures.board.draw import draw
from noughts.pictures.search_page import page
from noughts.web.export import exported

# What a page of its own lies in, below the site.
PAGES = "pages"
ROOT = Path(__file__).parents[1]
# Where get_pyodide.py puts Python for browsers.
PYODIDE = ROOT / ".tools" / "pyodide"
# The Python of the page's classroom.
CLASSROOM = ROOT / "docs" / "_static" / "classroom"
# The files of noughts that a browser's Python gets, and the rooms that it does not need.
SOURCES = (".py", ".pyi", ".toml", ".tsv", ".json")
LEFT_OUT = ("lab", "web")


# A directive in a comment, since pages on GitHub would show it as code.
HIDDEN = re.compile(r"^<!-- (\{\w+\}.*?)^-->$", re.DOTALL | re.MULTILINE)


def with_directives(text: str) -> str:
    """The text of a page with the directives that it has in comments.

    >>> print(with_directives("<!-- {play} tictactoe\\n:title: A game\\n-->"))
    ```{play} tictactoe
    :title: A game
    ```
    """
    return HIDDEN.sub(r"```\1```", text)


class OfAGame(SphinxDirective):
    """A directive about a game, or about a position of it after some moves."""

    option_spec: ClassVar[dict[str, Any]] = {
        "moves": directives.unchanged,
        "title": directives.unchanged_required,
        "algorithms": directives.unchanged,
    }
    optional_arguments = 1

    def game(self) -> Game[Any]:
        """The game: tic-tac-toe unless another is named."""
        return find_game(self.arguments[0] if self.arguments else "tictactoe", files=False)

    def position(self) -> tuple[Any, int]:
        """The position after the moves, and whose turn it is."""
        game = self.game()
        position, turn = game.start(), 0
        for move in game.read_moves(self.options.get("moves", "")):
            position, turn = game.play(position, move), 1 - turn
        return position, turn

    def framed(self, name: str, html: str) -> list[nodes.Node]:
        """A page of its own, in a frame."""
        folder = Path(self.env.app.outdir) / PAGES
        folder.mkdir(exist_ok=True)
        file = re.sub(r"\W+", "-", name) + ".html"
        (folder / file).write_text(html, encoding="utf-8")
        builder = self.env.app.builder
        link = relative_uri(builder.get_target_uri(self.env.docname), f"{PAGES}/{file}")
        title = escape(self.options["title"])
        return [raw(f'<iframe class="page" src="{link}" title="{title}" loading="lazy"></iframe>'
                    f'<p class="whole"><a href="{link}">Open it alone</a></p>')]  # fmt: skip


class Play(OfAGame):
    """A board that plays by itself: the page that `noughts export` writes."""

    def run(self) -> list[nodes.Node]:
        """Make the page."""
        name = self.arguments[0] if self.arguments else "tictactoe"
        return self.framed(name, exported(self.game()))


class Watch(OfAGame):
    """Searches to step through: the page that `noughts watch` writes."""

    def run(self) -> list[nodes.Node]:
        """Make the page."""
        names = self.options.get("algorithms", ",".join(WATCHED)).split(",")
        position, turn = self.position()
        searches = [record_search(self.game(), position, name, turn=turn) for name in names]
        return self.framed(f"watch {self.options.get('moves', '')} {'-'.join(names)}",
                           page(searches))  # fmt: skip


class Unfold(OfAGame):
    """The whole game tree below a position; a click unfolds a node."""

    def run(self) -> list[nodes.Node]:
        """Make the tree."""
        position, turn = self.position()
        tree = game_tree(self.game(), position, turn, depth=None)
        return [raw(f'<div class="unfold">{_unfolding(tree, 0)}</div>')]


class Exercise(SphinxDirective):
    """An editor for an exercise; without Python for browsers it is not shown."""

    has_content = True
    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {
        "game": directives.unchanged_required,
        "function": directives.unchanged_required,
        "source": directives.unchanged_required,
        "golf": directives.flag,
        "also": directives.unchanged_required,  # a further function, and its game
    }

    def run(self) -> list[nodes.Node]:
        """Make the editor."""
        file, base = self.arguments[0], "../" * self.env.docname.count("/")
        game, function = (
            self.options.get(name, usual)
            for name, usual in (("game", "tictactoe"), ("function", "choose"))
        )
        text = "\n".join(self.content)
        if source := self.options.get("source"):
            text = (ROOT / source).read_text("utf-8")
            self.env.note_dependency(str(ROOT / source))
        buttons = "".join(
            f'<button type="button" data-{name}>{name.capitalize()}</button> '
            for name in ("run", "check", "stop", "restore")
        )
        script = f"{base}_static/classroom/classroom.js"
        data = f'data-game="{game}" data-function="{function}"'
        data += " data-golf" * ("golf" in self.options)
        data += f' data-also="{self.options.get("also", "")}"'
        return [
            raw(f'''<section class="exercise" {data} hidden>
<label>{file}<textarea name="{file}" rows="24" wrap="off" spellcheck="false" autocomplete="off">
{escape(text)}</textarea></label><p>{buttons}</p>
<pre data-text role="status" tabindex="0" aria-label="Result"></pre>
<p data-lost></p><div data-boards></div><pre data-counts></pre>
</section><script type="module" src="{script}"></script>''')
        ]


class Notebook(SphinxDirective):
    """A link to the page as a notebook, which is made of it."""

    def run(self) -> list[nodes.Node]:
        """Make the notebook."""
        source = Path(self.env.doc2path(self.env.docname))
        file = Path(self.env.app.outdir) / f"{self.env.docname}.ipynb"
        file.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(notebook(source.read_text(encoding="utf-8")), file)
        return [raw(f'<p><a href="{file.name}" download>This lesson as a notebook</a></p>')]


def raw(html: str) -> nodes.raw:
    """HTML as it stands."""
    return nodes.raw("", html, format="html")


def _unfolding(tree: GameTree, number: int) -> str:
    node = tree.nodes[number]
    board = draw(tree.game, node.position, node.turn, coordinates=False, theme="currentColor",
                 size=72).svg  # fmt: skip
    label = f"<span>{escape(_label(tree, number))}</span>"
    children = "".join(_unfolding(tree, child) for child in node.children)
    if not children:
        return f'<div class="leaf">{board}{label}</div>'
    opened = " open" if number == 0 else ""
    return f"<details{opened}><summary>{board}{label}</summary>{children}</details>"


def _label(tree: GameTree, number: int) -> str:
    """Who played what, and who wins from there."""
    node, game, first = tree.nodes[number], tree.game, tree.root.turn
    ending = "unknown"
    if node.value:  # seen by the player to move at the root
        outcome = node.value.outcome
        ending = f"{game.marks[first if outcome > 0 else 1 - first]} wins" if outcome else "draw"
    if not node.moves:
        return f"{game.marks[node.turn]} to move: {ending}"
    return f"{game.marks[1 - node.turn]} {game.name(node.moves[0])}: {ending}"


def notebook(text: str) -> nbformat.NotebookNode:
    """A page as a notebook: its examples are cells without their outputs."""
    make = nbformat.v4
    cells = [make.new_code_cell(part) if code else make.new_markdown_cell(part)
             for code, part in _parts(with_directives(text))]  # fmt: skip
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"  # the same in every run
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return make.new_notebook(cells=cells, metadata={"kernelspec": kernel})


def _parts(text: str) -> Iterator[tuple[bool, str]]:
    """The parts of a page in order, and whether they are code; directives are left out."""
    for number, part in enumerate(
        re.split(r"```(\{?\w+\}?[^\n]*\n.*?)```\n", text, flags=re.DOTALL)
    ):
        kind, _, body = part.partition("\n")
        if number % 2 == 0:
            if part.strip():
                yield False, part.strip()
        elif kind == "python":
            lines = (line[4:] for line in body.splitlines() if line.startswith((">>>", "...")))
            yield True, "\n".join(lines) if ">>>" in body else body.rstrip()
        elif not kind.startswith("{"):
            yield False, f"```{part}```"


def read(_: Sphinx, name: str, source: list[str]) -> None:
    """Let Sphinx read a page with its directives."""
    source[0] = with_directives(source[0])


def copy_images(app: Sphinx, error: Exception | None) -> None:
    """Pictures in HTML are no images to Sphinx: bring them along."""
    if not error:
        copytree(Path(app.srcdir) / "images", Path(app.outdir) / "images", dirs_exist_ok=True)


def copy_python(app: Sphinx, error: Exception | None) -> None:
    """Bring Python for browsers and noughts along; without it the editors stay hidden."""
    place = Path(app.outdir) / "_static" / "classroom"
    if error or not place.is_dir():
        return
    if not (PYODIDE / "package.json").is_file():
        (place / "classroom.js").write_text("// This site was built without Python.\n", "utf-8")
        return
    copytree(PYODIDE, place / "pyodide", dirs_exist_ok=True)
    source = Path(noughts.__file__).parent
    with ZipFile(place / "noughts.zip", "w", ZIP_DEFLATED) as packed:
        for file in sorted(CLASSROOM.glob("*.py")):
            packed.write(file, file.name)
        for file in sorted(source.rglob("*")):
            name = file.relative_to(source)
            if file.suffix in SOURCES and name.parts[0] not in LEFT_OUT:
                packed.write(file, Path("noughts", name))
    command = ["node", str(ROOT / "tools" / "make_snapshot.mjs"), str(place)]
    try:
        subprocess.run(command, check=True, timeout=600)
    except (OSError, subprocess.SubprocessError) as error:
        print(f"No snapshot of Python's memory, so the editors start more slowly: {error}")


# What the theme leaves without a name or a place for a screen reader, and with one.
NAMED = (
    (r'role="heading">', 'role="heading" aria-level="2">'),
    (r'<aside class="sidebar-drawer"', r'\g<0> aria-label="Pages"'),
    (r'<aside class="toc-drawer', r'<aside aria-label="On this page" class="toc-drawer'),
    (r'<th class="head"><p></p></th>', "<td></td>"),
    (r'<div class="table-wrapper [^"]*"', r'\g<0> tabindex="0"'),
    (r'<div class="highlight"><pre>', '<div class="highlight"><pre tabindex="0">'),
    (r'(?s)<a href="#" class="back-to-top.*?</a>', r'<nav aria-label="Back">\g<0></nav>'),
)


def name_landmarks(app: Sphinx, error: Exception | None) -> None:
    """Name what the theme leaves without a name for screen readers."""
    for file in () if error else Path(app.outdir).rglob("*.html"):
        text = before = file.read_text("utf-8")
        for old, new in NAMED if 'class="sidebar-drawer">' in text else ():
            text = re.sub(old, new, text)
        if text != before:
            file.write_text(text, "utf-8")


def skip_field(app: Sphinx, what: str, name: str, thing: Any, skip: bool, options: Any) -> bool:
    """Whether to leave a member out: the docstring of a named tuple tells of its fields."""
    return skip or "Alias for field number" in (getattr(thing, "__doc__", None) or "")


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx what there is."""
    for name, directive in {
        "play": Play,
        "watch": Watch,
        "unfold": Unfold,
        "notebook": Notebook,
        "exercise": Exercise,
    }.items():
        app.add_directive(name, directive)
    app.connect("source-read", read)
    app.connect("build-finished", copy_images)
    app.connect("build-finished", copy_python)
    app.connect("build-finished", name_landmarks)
    app.connect("autodoc-skip-member", skip_field)
    return {"parallel_read_safe": False, "parallel_write_safe": True}
