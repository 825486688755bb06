"""What the tests of single games have in common: positions, counts, whole games as text."""

from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

from noughts import Match, compiled, find_game
from noughts.game import Game, legal_moves
from noughts.knowledge import knowledge_of
from noughts.laws.each import Transcript, transcribe
from noughts.value import OPEN

GOLDEN = Path(__file__).parent / "golden"


def every_position(game: Game[Any]) -> set[Any]:
    """All positions that can be reached."""
    seen, todo = {game.start()}, [game.start()]
    while todo:
        position = todo.pop()
        for move in legal_moves(game, position):
            after = game.play(position, move)
            if after not in seen:
                seen.add(after)
                todo.append(after)
    return seen


def random_positions(game: Game[Any], plays: int, seed: int = 0) -> list[Any]:
    """The positions of so many random plays, the same in every run."""
    random = Random(f"{game} {seed}")
    found = []
    for _ in range(plays):
        found.append(position := game.start())
        while moves := legal_moves(game, position):
            found.append(position := game.play(position, random.choice(moves)))
    return found


def perft(game: Game[Any], position: Any, plies: int) -> int:
    """How many plays of exactly so many plies there are."""
    if plies == 0:
        return 1
    total = 0
    if game.outcome(position) == OPEN:
        for move in game.moves(position):
            total += perft(game, game.play(position, move), plies - 1)
    return total


def perfts(game: Game[Any], plies: int) -> list[int]:
    """The counts for 0, 1, 2 ... plies, compiled."""
    count = compiled(perft, game)
    return [count(game, game.start(), ply) for ply in range(plies + 1)]


def assert_compiled_agrees(game: Game[Any], positions: Iterable[Any]) -> None:
    """Compiled, the rules say of these positions what they say interpreted."""
    known = knowledge_of(game)
    fast = compiled(transcribe, known)
    for position in positions:
        assert transcribed(fast, known, position) == transcribed(transcribe, known, position)


def transcribed(form: Any, known: Any, position: Any) -> tuple[Any, list[int]]:
    """What a form of `transcribe` returns, and what it notes."""
    transcript = Transcript()
    return form(known, position, transcript), transcript.noted()


def transcript(spec: str, moves: str) -> str:
    """A whole game as text: every position, the board at the end, and the result."""
    match = Match(find_game(spec))
    game = match.game
    rows = [f"game: {spec}", "", f"       {game.text(match.position, match.turn)}"]
    for word in moves.split():
        who = game.marks[match.turn]
        match.play(game.read(word))
        text = game.text(match.position, match.turn)
        rows.append(f"{match.ply:2} {who:4} {word:5} {text}")
    return "\n".join([*rows, "", *drawn(match), "", match.result or "not over", ""])


def drawn(match: Match[Any]) -> list[str]:
    """The board, the cells of the deciding lines in brackets."""
    board = match.board
    decided = {name for line in board.lines for name in line}
    rows = [[" " * 3] * board.columns for _ in range(board.rows)]
    for cell in board.cells:
        mark = cell.mark or "."
        rows[cell.row][cell.column] = f"[{mark}]" if cell.name in decided else f" {mark} "
    lines = []
    for index, row in enumerate(rows):
        lines += [""] * (index in board.row_gaps)
        gaps = ["  " * (column in board.column_gaps) for column in range(board.columns)]
        lines.append(
            " " * (3 * board.slant * index // 2) + "".join(map(str.__add__, gaps, row)).rstrip()
        )
    return lines


def assert_golden(name: str) -> None:
    """The game of the file, played again, gives the file's text."""
    text = (GOLDEN / f"{name}.txt").read_text("utf-8")
    header, plies, *_ = text.split("\n\n")
    moves = [row.split()[2] for row in plies.splitlines()[1:]]
    assert transcript(header.removeprefix("game: "), " ".join(moves)) == text
