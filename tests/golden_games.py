"""Whole games as text: every position, the board at the end and the result."""

from pathlib import Path

from noughts import Match, find_game

GOLDEN = Path(__file__).parent / "golden"


def transcript(spec: str, moves: list[str]) -> str:
    """A game as text."""
    match = Match(find_game(spec))
    game = match.game
    rows = [f"game: {spec}", "", f"       {game.text(match.position, match.turn)}"]
    for word in moves:
        who = game.marks[match.turn]
        match.play(game.read(word))
        rows.append(f"{match.ply:2} {who:4} {word:5} {game.text(match.position, match.turn)}")
    return "\n".join([*rows, "", *drawn(match), "", match.result or "not over", ""])


def drawn(match) -> list[str]:
    """The board, the cells of the deciding lines in brackets."""
    board = match.board
    decided = {name for line in board.lines for name in line}
    rows = [[" " * 3] * board.columns for _ in range(board.rows)]
    for cell in board.cells:
        mark = cell.mark or "."
        rows[cell.row][cell.column] = f"[{mark}]" if cell.name in decided else f" {mark} "
    return ["".join(row).rstrip() for row in rows]


def assert_golden(name: str) -> None:
    """The game of the file, played again, gives the file's text."""
    text = (GOLDEN / f"{name}.txt").read_text("utf-8")
    header, plies, *_ = text.split("\n\n")
    moves = [row.split()[2] for row in plies.splitlines()[1:]]
    assert transcript(header.removeprefix("game: "), moves) == text
