"""Answers of `why`: explanations of the last move and of legal moves."""

from noughts.analysis.explain.text import MoveExplanation, explanation_lines, in_full
from noughts.board import Cell
from noughts.errors import GameOver, MatchError
from noughts.terminal.game.session import Session

ALL = ("all", "moves")
# At most this many moves of one cell are explained in full.
MOST_IN_FULL = 3
OVER = "To explain the last move, type only why."
UNKNOWN = "Its value is unknown: the search ended before the position was solved."


def reasons(session: Session, what: str = "") -> str:
    """The explanation in words.

    Args:
        session: the game.
        what: empty for the last move, "all" for every legal move, or a move's name.

    Raises:
        MatchError: no move has been played.
        GameOver: the game is over, so there is no legal move.
        MoveError: the move does not exist, or cannot be played.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> session = Session(TicTacToe(), {0, 1})
    >>> session.play(4)
    >>> print(reasons(session))
    X's move 5 takes the centre and holds the draw.
    >>> print(reasons(session, "8").partition(" X's")[0])
    O's move 8 takes an edge, but loses in 6; 1, 3, 7 or 9 would draw.
    """
    if not what:
        return why_last(session)
    if what in ALL:
        return why_all(session)
    return why_move(session, session.read(what))


def why_last(session: Session) -> str:
    """Why the last move was good or bad, and the computer's own reason for its move."""
    if not session.match.ply:
        raise MatchError(
            "No move has been played yet; type why and a move to explain it, or why all."
        )
    move, own = session.last_move(), session.own_reason()
    better = move.better[0] if move.better else None
    said = in_full(move.explained, better, session.labels.of)
    parts = [said, _unknown(move.explained), f"The computer's own reason: {own}." if own else ""]
    return " ".join(filter(None, parts))


def why_move(session: Session, move: int) -> str:
    """The reasons for and against a legal move."""
    if session.match.over:
        name = session.labels.of(move)
        raise GameOver(f"The game is over, so {name} cannot be played. {OVER}")
    session.require_legal(move)
    explained = session.explanation().of(move)
    said = in_full(explained, None, session.labels.of)
    return " ".join(filter(None, [said, _unknown(explained)]))


def why_all(session: Session) -> str:
    """The verdict on the position, then a line about every legal move, best first."""
    if session.match.over:
        raise GameOver(f"The game is over, so there is no move to explain. {OVER}")
    return "\n".join(explanation_lines(session.explanation(), name=session.labels.of))


def page(session: Session, cell: Cell | None = None) -> str:
    """The page of reasons: the last move, the moves of the chosen cell, and all legal moves.

    Args:
        session: the game.
        cell: a cell whose moves are explained in full.
    """
    moves = cell.moves[:MOST_IN_FULL] if cell else ()
    parts = [
        why_last(session) if session.match.ply else "No move has been played yet.",
        *(why_move(session, move) for move in moves if not session.match.over),
        *([] if session.match.over else [why_all(session)]),
    ]
    return "\n\n".join(parts)


def _unknown(explained: MoveExplanation) -> str:
    """A note that the move's value is unknown; empty if it is known."""
    return "" if explained.value else UNKNOWN
