"""What `why` answers while people play: the reasons for the last move, and for those on offer."""

from noughts.analysis.explain.model import MoveExplanation
from noughts.analysis.explain.text import in_full
from noughts.board import Cell
from noughts.errors import GameOver, MatchError
from noughts.terminal.commands.explain import lines_of
from noughts.terminal.game.session import Session

ALL = ("all", "moves")
# So many moves of one cell are told in full.
MOST_IN_FULL = 3
OVER = "For the last move, type why alone."
UNKNOWN = "What it is worth is not known, for the position is too large to be solved here."


def reasons(session: Session, what: str = "") -> str:
    """The reasons in words.

    Args:
        session: the game.
        what: nothing for the last move, "all" for every move on offer, or the name of one.

    Raises:
        MatchError: no move has been played.
        GameOver: the game is over, and no move is on offer.
        MoveError: there is no such move, or it cannot be played.

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
    return why_move(session, session.labels.read(what))


def why_last(session: Session) -> str:
    """Why the last move was good or bad, and what the computer went by if it was its own."""
    if not session.match.ply:
        raise MatchError(
            "No move has been played yet; why with a move tells about that one, why all about all."
        )
    move, own = session.last_move(), session.own_reason()
    better = move.better[0] if move.better else None
    said = in_full(move.explained, better, session.labels.of)
    parts = [said, _unknown(move.explained), f"The computer's own reason: {own}." if own else ""]
    return " ".join(filter(None, parts))


def why_move(session: Session, move: int) -> str:
    """The reasons for and against one of the moves on offer."""
    if session.match.over:
        name = session.labels.of(move)
        raise GameOver(f"The game is over, so {name} cannot be played. {OVER}")
    session.require_legal(move)
    explained = session.explanation().of(move)
    said = in_full(explained, None, session.labels.of)
    return " ".join(filter(None, [said, _unknown(explained)]))


def why_all(session: Session) -> str:
    """A line about every move on offer, best first, below the verdict on the position."""
    if session.match.over:
        raise GameOver(f"The game is over, so no move is on offer. {OVER}")
    return "\n".join(lines_of(session.explanation(), name=session.labels.of))


def page(session: Session, cell: Cell | None = None) -> str:
    """All of it: the last move, what the chosen cell has on offer, and every move.

    Args:
        session: the game.
        cell: a cell whose moves are told in full.
    """
    moves = cell.moves[:MOST_IN_FULL] if cell else ()
    parts = [
        why_last(session) if session.match.ply else "No move has been played yet.",
        *(why_move(session, move) for move in moves if not session.match.over),
        *([] if session.match.over else [why_all(session)]),
    ]
    return "\n\n".join(parts)


def _unknown(explained: MoveExplanation) -> str:
    """That nobody knows what a move is worth; empty where it is known."""
    return "" if explained.value else UNKNOWN
