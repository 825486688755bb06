"""What there is to say about a session, in full sentences. Both faces use these words."""

from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING

from noughts.board import Board
from noughts.games.registry import spec_of
from noughts.terminal.game.session import Session
from noughts.terminal.output.board_edges import edges
from noughts.value import DRAW, WIN, Value

if TYPE_CHECKING:
    from noughts.analysis.analyse import Analysis

TOO_LARGE = "solving this position would take too long, so who wins is unknown"
OVER = "The game is over; type new for another one."


def welcome(session: Session) -> str:
    """What is played, and by whom."""
    x, o = session.game.marks
    game = spec_of(session.game)
    if session.alone:
        mine, theirs = (x, o) if 0 in session.people else (o, x)
        who = f"you are {mine}, the computer ({session.opponent}) is {theirs}"
    elif session.people:
        who = f"two people play, {x} and {o}"
    else:
        who = f"the computer ({session.opponent}) plays both {x} and {o}"
    return f"{game}: {who}. {x} moves first."


def side(session: Session, turn: int) -> str:
    """The player of a side, to begin a sentence with."""
    mark = session.game.marks[turn]
    if not session.alone:
        return mark
    return f"You ({mark})" if turn in session.people else f"The computer ({mark})"


def played(session: Session, turn: int, move: int) -> str:
    """Who has played what."""
    verb = "play" if session.owner(turn) == "you" else "plays"
    return f"{side(session, turn)} {verb} {session.labels.of(move)}."


def question(session: Session) -> str:
    """What the person is asked next."""
    if session.match.over:
        swap = "swap, " if session.alone else ""
        return f"Again? new, {swap}review, learn or quit: "
    mark = session.game.marks[session.match.turn]
    return f"Your move, {mark}: " if session.alone else f"{mark}'s move: "


def result(session: Session) -> str:
    """How the game ended; empty while it goes on."""
    match = session.match
    if not match.over:
        return ""
    if match.winner is None:
        return f"The game is a draw{' by repetition' if match.repeated else ''}."
    verb = "win" if session.owner(match.winner) == "you" else "wins"
    if match.forfeited:
        loser = f"{side(session, 1 - match.winner)} forfeits the game"
        return f"{loser}: {match.forfeited.rstrip('.')}. {side(session, match.winner)} {verb}."
    lines = " and ".join(line_words(session, match.board, line) for line in match.lines)
    return f"{side(session, match.winner)} {verb}{': ' if lines else ''}{lines}."


def line_words(session: Session, board: Board, line: tuple[str, ...]) -> str:
    """A line in words: where it lies, and its cells."""
    cells = [board.cell(name) for name in line]
    labels = [session.labels.of_cell(cell) for cell in cells]
    columns, rows = {cell.column for cell in cells}, {cell.row for cell in cells}
    if len(rows) == 1:
        place = _place("row", cells[0].row, ("top", "middle", "bottom"), edges(board).rows)
    elif len(columns) == 1:
        place = _place("column", cells[0].column, ("left", "middle", "right"), edges(board).columns)
    else:
        place = "the diagonal"
    return f"{place}, {' '.join(labels)}"


def _place(kind: str, index: int, of_three: tuple[str, ...], names: tuple[str, ...]) -> str:
    """Which of the rows, or columns: where it lies if there are three, else its name."""
    if len(names) == len(of_three):
        return f"the {of_three[index]} {kind}"
    return f"{kind} {names[index] if names else index + 1}"


def score(session: Session) -> str:
    """The running score."""
    counts = session.score
    owners = ("you", "computer") if session.alone else session.game.marks
    numbers = ", ".join(f"{owner} {counts[owner]}" for owner in owners)
    return f"Score: {numbers}, draws {counts['draws']}."


def look_ahead(session: Session) -> str:
    """That a perfect computer is none here."""
    from noughts.players.perfect import FALLBACK

    return (
        f"{spec_of(session.game)} is too large to be solved here: for now the computer "
        f"looks {FALLBACK} plies ahead, and may be beaten."
    )


def goodbye(session: Session) -> str:
    """The last word: the score too, unless it has just been told or nobody has scored."""
    told = session.match.over or not session.score.total()
    return "Goodbye." if told else f"{score(session)} Goodbye."


def taken_back(session: Session, moves: Iterable[int]) -> str:
    """What an undo has undone."""
    return f"Taken back: {', '.join(map(session.labels.of, moves))}."


# What the position is worth.


def verdict(session: Session, analysis: "Analysis") -> str:
    """Who wins from here under best play."""
    if session.match.over:
        return result(session)
    mark = session.game.marks[analysis.turn]
    return f"{mark} to move: {prospects(mark, analysis.value)}."


def prospects(mark: str, value: Value | None) -> str:
    """What best play leads to for the player of that mark, who is to move."""
    if value is None:
        return TOO_LARGE
    if value.outcome == DRAW:
        return "with best play this is a draw"
    verb = "wins" if value.outcome == WIN else "loses"
    return f"with best play {mark} {verb} in {value.plies}"


def values(session: Session, analysis: "Analysis") -> list[str]:
    """What every move is worth, the best first: one sentence for each value."""
    groups = [
        ("unknown" if value is None else str(value), [move.move for move in moves])
        for value, moves in groupby(analysis.moves, key=lambda move: move.value)
    ]
    if len(groups) == 1 and len(analysis.moves) > 1:
        return [f"Every move: {groups[0][0]}."]
    return [f"{name.capitalize()}: {session.labels.list(moves)}." for name, moves in groups]


def signs(analysis: "Analysis") -> dict[int, str]:
    """What every move is worth, in one short word each: W3, D, L4, ?."""
    return {move.move: "?" if move.value is None else move.value.sign() for move in analysis.moves}


def hint(session: Session, analysis: "Analysis") -> str:
    """The best moves, and what they are worth."""
    if session.match.over:
        return OVER
    if analysis.value is None:
        return _guess(session, analysis)
    best = [move.move for move in analysis.moves if move.best]
    names = session.labels.list(best)
    if len(best) == 1:
        return f"Hint: {names} is a {analysis.value}."
    if len(best) == len(analysis.moves):
        return f"Hint: every move is a {analysis.value}."
    return f"Hint: {names}; each is a {analysis.value}."


def _guess(session: Session, analysis: "Analysis") -> str:
    """A hint that nobody can vouch for: what looks best as far ahead as was looked."""
    name = session.labels.of(analysis.moves[0].move)
    plies = len(analysis.principal_variation)
    ahead = f"{plies} {'ply' if plies == 1 else 'plies'} ahead"
    return f"Hint: perhaps {name}, from looking {ahead}; its true value is unknown."


# For the full screen.

AGAIN = "n plays again, s swaps sides, u takes back, w says why, m asks your mistakes again."


def played_again(session: Session, moves: list[int]) -> str:
    """What a redo has played."""
    return f"Played again: {', '.join(map(session.labels.of, moves))}."


def move_list(session: Session) -> str:
    """The moves so far, a line for each pair: `1. X 5   O 1`."""
    first = session.match.first_turn
    names = [
        f"{session.game.marks[(first + ply) % 2]} {session.labels.of(move)}"
        for ply, move in enumerate(session.match.moves)
    ]
    return "\n".join(
        f"{i // 2 + 1:2}. {'  '.join(name.ljust(5) for name in names[i : i + 2])}".rstrip()
        for i in range(0, len(names), 2)
    )
