"""Make the pictures of the docs anew: docs/images/.

Run it after a change to pictures or to the full screen: .venv/bin/python tools/make_images.py
"""

import asyncio
import importlib
import re
import tomllib
from collections.abc import Callable, Coroutine, Iterable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from textual.app import App

from noughts.analysis.analyse import analyse
from noughts.analysis.game_record import Record
from noughts.analysis.game_tree import game_tree
from noughts.analysis.record_search import record_search
from noughts.analysis.review import review
from noughts.analysis.strategy_tree import strategy
from noughts.games.registry import find_game
from noughts.games.tictactoe import TicTacToe
from noughts.pictures import draw
from noughts.pictures.board.geometry import CELL, Geometry
from noughts.pictures.charts.history import history
from noughts.pictures.svg import Picture, Piece, Theme, joined, tag, theme_called, words
from noughts.pictures.trees.strategy_map import strategy_map
from noughts.pictures.trees.tree import draw_tree
from noughts.puzzles.pack import shipped
from noughts.terminal.game.puzzles import Puzzles
from noughts.terminal.game.session import SIDES, Session
from noughts.terminal.screen.screen import NoughtsApp
from noughts.terminal.screen.watch import WatchApp

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "docs" / "images"

# A game in which some moves win, some draw and some lose: X played 5 and 2.
SEED, GAME = 0, ("5", "2")
# The sizes of the full screen: three panes, three, two, one, and the smallest.
SIZES = ((160, 40), (100, 30), (80, 24), (48, 16), (24, 8))
# What to press for each picture of the full screen, in every size or in the middle one only.
PANES = {
    "play": (*GAME, "tab", "down", "space"),
    "review": (*GAME, "1", "g"),
    "lesson": (*GAME, "m", "4"),
    "puzzle": ("2",),  # O saves the draw at 5 alone
}
SCREENS = {
    "terminal.svg": (*GAME, "v", "h", "down", "left"),
    "terminal-keys.svg": (*GAME, "question_mark"),
    "terminal-games.svg": (*GAME, "p", "slash", *"four"),
    "terminal-opponents.svg": (*GAME, "o"),
    "terminal-why.svg": (*GAME, "w"),
}
# Boards as they are drawn: the game, and the moves played.
BOARDS = {
    "picaria": "a5 e1 b4 a1 c5",
    "hex": "b2 c2 c1",
    "dots": "b5 a4 c4 b3 d3",
    "kalah:6,4": "c f",
    "pentago": "b3-1r c2-4l",
    "qubic": "1a1 2b2 4d4",
    "mnk:15,15,5": "h8 i9 h9 h7 i8",
}


async def terminal(
    keys: Iterable[str], size: tuple[int, int] = (80, 24), spec: str = "", moves: str = ""
) -> str:
    """The full screen after these moves and keys, as SVG."""
    game = find_game(spec or "tictactoe")
    people = SIDES["both"] if moves else SIDES["x"]
    session = Session(game, people, level="looks:1", seed=SEED, seconds=2 if moves else None)
    for move in game.read_moves(moves) if moves else ():
        session.play(move)
    return await pictured(NoughtsApp(session), keys, size, f"noughts play {spec}")


async def puzzle(keys: Iterable[str], size: tuple[int, int]) -> str:
    """The first puzzle of tic-tac-toe after these keys, as SVG."""
    puzzles = Puzzles(shipped(TicTacToe()), seed=SEED, keeps=False)
    app = NoughtsApp(Session(TicTacToe(), SIDES["both"]), puzzles=(puzzles, 1))
    return await pictured(app, keys, size, "noughts puzzle")


async def pictured(app: App[Any], keys: Iterable[str], size: tuple[int, int], title: str) -> str:
    """The screen of an application after these keys, as SVG."""
    async with app.run_test(size=size) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        for key in keys:
            await pilot.press(key)
            await app.workers.wait_for_complete()
            await pilot.pause()
        return without_remote_fonts(app.export_screenshot(title=title))


async def watching(size: tuple[int, int]) -> str:
    """Two searches side by side, where alpha-beta cuts, as SVG."""
    game = TicTacToe()
    position, turn = game.parse("xo1/1x1/o2 x")
    names = ("minimax", "alphabeta")
    app = WatchApp([record_search(game, position, name, turn=turn) for name in names])
    keys = (*["pagedown"] * 12, "right")
    return await pictured(app, keys, size, "noughts watch")


def screens() -> dict[str, Callable[[], Coroutine[Any, Any, str]]]:
    """The pictures of the full screen, by the names of their files."""
    found: dict[str, Callable[[], Coroutine[Any, Any, str]]] = {
        name: partial(terminal, keys) for name, keys in SCREENS.items()
    }
    for pane, keys in PANES.items():
        draw_it = puzzle if pane == "puzzle" else terminal
        for size in SIZES:
            found[f"terminal-{pane}-{size[0]}.svg"] = partial(draw_it, keys, size)
    for spec, moves in BOARDS.items():
        name = f"terminal-{spec.partition(':')[0]}.svg"
        found[name] = partial(terminal, (), (80, 24), spec, moves)
    return found | {f"terminal-watch-{size[0]}.svg": partial(watching, size) for size in SIZES}


def without_remote_fonts(svg: str) -> str:
    """The picture without the fonts that it would fetch: any fixed-width font will do."""
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)


def position_of(
    spec: str, moves: str, theme: str, *, values: bool = True, ghosts: int = 0
) -> Picture:
    """A position after these moves, the last one pointed out, with what its moves are worth."""
    game = find_game(spec)
    record = Record.of(game, game.read_moves(moves))
    position, turn = record.positions[-1], len(record.moves) % 2
    known = analyse(game, position, turn) if values or ghosts else None
    return draw(
        game,
        position,
        turn,
        values=known if values else None,
        last=record.moves[-1],
        before=record.positions[-2],
        ghosts=known.principal_variation[:ghosts] if known else (),
        theme=theme,
    )


def course(theme: str) -> Picture:
    """The course of a game of Connect Four with mistakes on both sides."""
    game = find_game("connectfour:5,4")
    moves = game.read_moves("54314413355112435222")
    return history(review(Record.of(game, moves)), theme=theme)


# A game of each look, and moves of it.
GALLERY = {
    "tictactoe": "a3 b2 c1",
    "connectfour": "4 4 5 3 3 1 1 4 5",
    "othello:6": "d2 c2 b2 e4 d5",
    "gomoku:9,9": "e5 f5 e4 d6 f4 g5",
    "hex:5": "b2 c3 b3 d2 c4",
    "kalah:6,4": "3 4 2 5",
    "pentago:6": "a6-1l d5-2r c3-3r e2-4l b5-1r d5-4r",
    "dots:3,3": "b7 a6 c6 b5 c4 d5 e4",
    "morris": "b2 a1 c3 a3 a2 c2",
    "nim:3,4,5": "b1",
    "ultimate": "e5 d6 a9 c7 h2 e4",
    "lines:3,3,a3b3c3,a3a2b1,c3c2b1": "a3 c3 c2",
}
ACROSS, SIDE = 3, 200


def gallery(theme: str) -> Picture:
    """A board of each look on one sheet."""
    colours = theme_called(theme)
    found = [position_of(spec, moves, theme, values=False) for spec, moves in GALLERY.items()]
    placed = (
        _captioned(picture, 12 + (i % ACROSS) * (SIDE + 20), (i // ACROSS) * (SIDE + 50), colours)
        for i, picture in enumerate(found)
    )
    about = " ".join(f"{picture.title}." for picture in found)
    high = -(-len(found) // ACROSS) * (SIDE + 50)
    whole = Piece(joined(*placed), 4 + ACROSS * (SIDE + 20), high)
    return Picture(whole, "Boards of twelve games", about, colours)


def _captioned(picture: Picture, x: float, y: float, colours: Theme) -> str:
    """A board in the middle of its square, and the name of the game above it."""
    name = picture.title.rsplit(", ", 1)[0]
    _, width, height = picture.piece
    scale = SIDE / max(width, height)
    caption = words(name, x + SIDE / 2, y + 20, 13, colours.ink, font_weight="bold")
    left, top = x + (SIDE - width * scale) / 2, y + 36 + (SIDE - height * scale) / 2
    return joined(caption, picture.piece.at(left, top, scale))


def both(name: str, draw_it: Callable[[str], Picture]) -> Iterator[tuple[str, Callable[[], str]]]:
    """A picture on a light and on a dark ground, by the names of its files."""
    for theme, ending in (("light", ""), ("dark", "-dark")):
        yield f"{name}{ending}.svg", lambda theme=theme: f"{draw_it(theme).svg}\n"  # type: ignore[misc]


BOARD = partial(position_of, "tictactoe", "a1 b1 c2 a3")
CONNECT_FOUR = partial(position_of, "connectfour", "316547341227477353155466")


# Where the players of the tutorial hospital err.
PATIENTS = {
    "weights": partial(position_of, "tictactoe", "a3 b2 c1"),
    "terminal": partial(position_of, "tictactoe", "a3 c3 b3 a2 b2 a1"),
    "limit": partial(position_of, "tictactoe", "a3 c3"),
    "two-functions": partial(position_of, "tictactoe", "c1 a3"),
    "ten-minus": partial(position_of, "connectfour:4,4", "2 1 3 1 1 1 3"),
}


def tree(theme: str) -> Picture:
    """The first two plies of tic-tac-toe, symmetric siblings merged."""
    return draw_tree(game_tree(TicTacToe(), merge=True), theme=theme)


def best_lines(theme: str) -> Picture:
    """The two best moves of each position, for three plies."""
    game = TicTacToe()
    position, turn = game.parse("x2/1o1/2x o")
    return draw_tree(game_tree(game, position, turn, depth=3, best=2), theme=theme)


def tree_by_hand(theme: str) -> Picture:
    """The tree of eleven nodes that lesson 3 works out by hand."""
    game = TicTacToe()
    position, turn = game.parse("xox/1o1/x1o x")
    return draw_tree(game_tree(game, position, turn, depth=None), scores=True, theme=theme)


def strategy_of_x(theme: str) -> Picture:
    """The map for X."""
    return strategy_map(strategy(TicTacToe()), theme=theme)


def cells(theme: str) -> Picture:
    """The empty board, with the number of each cell and its name."""
    game, colours = TicTacToe(), theme_called(theme)
    empty = draw(game, coordinates=False, theme=theme)
    # Margins are equal on all sides.
    board = game.board(game.start(), 0)
    room = (empty.piece.width - Geometry(board).width) / 2
    named = (
        joined(
            words(f"{number}", x + room, y + room - 5, CELL / 3, colours.ink, font_weight="bold"),
            words(cell.name, x + room, y + room + 13, CELL / 4, colours.faint),
        )
        for number, (cell, (x, y)) in enumerate(
            zip(board.cells, Geometry(board).centres, strict=True)
        )
    )
    whole = empty.piece._replace(svg=joined(empty.piece.svg, *named))
    return Picture(whole, "The cells of tic-tac-toe", "Cells 0 to 8, a3 to c1.", colours)


class Spot(NamedTuple):
    """A node of a sketched tree."""

    text: str
    note: str = ""  # what is written below it
    move: str = ""  # what is written above it
    below: tuple["Spot", ...] = ()
    cut: bool = False  # whether the search leaves it out


# The trees that lessons work out by hand.
ENDS = Spot("O: 0", "full board"), Spot("O: -1", "X has won")
NEGAMAX = Spot("X: 1", "max(1, -1, -0)", "", (
    Spot("O: -1", "X has won", "a2"),
    Spot("O: 1", "max(-0, 1)", "c2", (
        Spot("X: 0", "max(-0)", "a2", (ENDS[0]._replace(move="b1"),)),
        Spot("X: -1", "O has won", "b1"))),
    Spot("O: 0", "max(-0, -1)", "b1", (
        Spot("X: 0", "max(-0)", "a2", (ENDS[0]._replace(move="c2"),)),
        Spot("X: 1", "max(1)", "c2", (ENDS[1]._replace(move="a2"),)))),
))  # fmt: skip
WINDOWS = Spot("R: 3", "(-9, 9)", "", (
    Spot("A: 3", "(-9, 9)", "", (Spot("3", "(-9, 9)"), Spot("5", "(-9, 3)"))),
    Spot("B: 2 at most", "(3, 9)", "", (Spot("2", "(3, 9)"), Spot("8", "cut", cut=True))),
))  # fmt: skip
PROOF = Spot("R", "(0, ∞)", "", (
    Spot("A", "(1, 2)", "", (Spot("C", "(1, 1)"), Spot("D", "(1, 1)"))),
    Spot("B", "(∞, 0)", "", (Spot("E", "(0, ∞)"),)),
))  # fmt: skip
# The distance of two leaves, and of two levels; a node's height, and the size of its text.
APART, LEVEL, BOX, TEXT = 96, 84, 26, 13


def sketch(title: str, root: Spot, theme: str) -> Picture:
    """A tree with a name or a number in each node, and a note below it."""
    colours, pieces, leaves, depths = theme_called(theme), list[str](), count(), list[int]()

    def placed(spot: Spot, depth: int) -> float:
        """Draw a node and what is below it; its middle."""
        xs = [placed(child, depth + 1) for child in spot.below]
        x = sum(xs) / len(xs) if xs else APART * (next(leaves) + 0.5)
        y = LEVEL * depth + 24
        depths.append(depth)
        for child, end in zip(spot.below, xs, strict=True):
            dashes = "4 4" if child.cut else None
            start, stop = y + BOX + 18, y + LEVEL - (14 if child.move else 0)
            pieces.append(tag("path", d=f"M{x:g} {start:g}L{end:g} {stop:g}",
                              stroke=colours.rule, stroke_dasharray=dashes))  # fmt: skip
        wide = max(40, 9 * len(spot.text))
        pieces.append(tag("rect", x=x - wide / 2, y=y, width=wide, height=BOX, rx=4,
                          fill=colours.soft, stroke=colours.rule,
                          stroke_dasharray="4 4" if spot.cut else None))  # fmt: skip
        pieces.append(words(spot.text, x, y + BOX / 2, TEXT, colours.ink))
        pieces.append(words(spot.note, x, y + BOX + 10, 11, colours.faint))
        if spot.move:
            pieces.append(words(spot.move, x, y - 8, 11, colours.ink, font_weight="bold"))
        return x

    placed(root, 0)
    whole = Piece(joined(*pieces), APART * next(leaves), LEVEL * (max(depths) + 1))
    return Picture(whole, title, "", colours)


# The picture of the rooms: how high a line is, how wide the sheet, where names and sentences begin.
LINE, WIDE, NAME, SENTENCE = 26, 760, 30, 150


def layers() -> list[list[str]]:
    """The rooms from the top down, as import-linter holds them; those of a layer side by side."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    order = next(each["layers"] for each in contracts["contracts"] if each["type"] == "layers")
    return [re.findall(r"\w+", layer) for layer in order if "__" not in layer]


def about(room: str) -> str:
    """The first sentence of a room's docstring."""
    return (importlib.import_module(f"noughts.{room}").__doc__ or "").split("\n")[0]


def rooms(theme: str) -> Picture:
    """The rooms of the house: each imports only from those below it."""
    colours, y, pieces = theme_called(theme), 10, list[str]()
    for layer in layers():
        height = LINE * len(layer)
        pieces.append(
            tag("rect", x=14, y=y, width=WIDE - 28, height=height, rx=4, fill=colours.soft)
        )
        for room in layer:
            middle = y + LINE / 2
            pieces.append(words(room, NAME, middle, 14, colours.ink, anchor="start"))
            pieces.append(words(about(room), SENTENCE, middle, 13, colours.ink, anchor="start"))
            y += LINE
        y += 6
    told = "From the top down: " + "; ".join(" and ".join(layer) for layer in layers()) + "."
    return Picture(Piece(joined(*pieces), WIDE, y + 4), "The rooms of noughts", told, colours)


# Every picture of ours by the name of its file. That of the full screen is Textual's.
DRAWN: dict[str, Callable[[str], Picture]] = {
    "board": BOARD,
    "connectfour": CONNECT_FOUR,
    "history": course,
    "games": gallery,
    "tree": tree,
    "tree-best": best_lines,
    "course-tree": tree_by_hand,
    "course-cells": cells,
    "course-negamax": partial(sketch, "A tree for one function", NEGAMAX),
    "course-windows": partial(sketch, "Windows on seven nodes", WINDOWS),
    "course-proof": partial(sketch, "Proof numbers on six nodes", PROOF),
    "course-hex": partial(position_of, "hex:3", "b2 a2 c1 b1 a3", values=False),
    "course-forced": partial(position_of, "mnk:4,3,3", "b3 b2", ghosts=5),
    "course-four": partial(position_of, "connectfour", "44444225"),
    **{f"hospital-{name}": patient for name, patient in PATIENTS.items()},
    "map": strategy_of_x,
    "rooms": rooms,
}
PICTURES = dict(pair for name, draw_it in DRAWN.items() for pair in both(name, draw_it))


def main() -> None:
    """Write them."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    for name, screen in screens().items():
        (IMAGES / name).write_text(asyncio.run(screen()), encoding="utf-8")
    for name, picture in PICTURES.items():
        (IMAGES / name).write_text(picture(), encoding="utf-8")


if __name__ == "__main__":
    main()
