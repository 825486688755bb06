"""Messages about a session, in full sentences, for the line mode and the full screen."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from noughts.board import Board, Cell
from noughts.errors import GameOver, MatchError, many
from noughts.game import FIRST, Game, by_points, rules_in_words
from noughts.games.registry import game_name
from noughts.players import perfect
from noughts.terminal.game.names import Labels, edge_names
from noughts.terminal.game.session import Session
from noughts.value import DRAW, WIN, AnyValue, Value

if TYPE_CHECKING:
    from noughts.analysis.analyse import Analysis
    from noughts.analysis.explain.text import Explanation, MoveExplanation
    from noughts.analysis.review import Review

    Known = Analysis | Explanation

OVER = "The game is over; type new for another one."
# Words after `why`.
ALL = ("all", "moves")
# At most this many moves of one cell are explained in full.
MOST_IN_FULL = 3
ONLY_WHY = "To explain the last move, type only why."
UNKNOWN = "Its value is unknown: the search ended before the position was solved."


def welcome(session: Session) -> str:
    x, o = session.game.marks
    game = game_name(session.game)
    if session.alone:
        mine, theirs = (x, o) if 0 in session.people else (o, x)
        who = f"you are {mine}, the computer ({session.opponent}) is {theirs}"
    elif session.people:
        who = f"two people play, {x} and {o}"
    else:
        who = f"the computer ({session.opponent}) plays both {x} and {o}"
    return f"{game}: {who}. {session.game.marks[session.match.first_turn]} moves first."


def rules_text(game: Game[Any], labels: Labels, first: int = FIRST, position: Any = None) -> str:
    words = rules_in_words(game) or "This game has no rules text: add a docstring to its class."
    advice = labels.advice(position)
    return f"{words}\n\n{game.marks[first]} moves first. {advice[0].upper()}{advice[1:]}."


def side(session: Session, turn: int) -> str:
    mark = session.game.marks[turn]
    if not session.alone:
        return mark
    return f"You ({mark})" if turn in session.people else f"The computer ({mark})"


def played_text(session: Session, turn: int, move: int) -> str:
    verb = "play" if session.owner(turn) == "you" else "plays"
    return f"{side(session, turn)} {verb} {session.labels.of(move)}."


def prompt_text(session: Session) -> str:
    if session.match.over:
        swap = "swap, " if session.alone else ""
        return f"Again? new, {swap}review, learn or quit: "
    mark = session.game.marks[session.match.turn]
    return f"Your move, {mark}: " if session.alone else f"{mark}'s move: "


def result(session: Session) -> str:
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
    points = by_points(match.game, match.position)
    return f"{side(session, match.winner)} {verb}{points}{': ' if lines else ''}{lines}."


def line_words(session: Session, board: Board, line: tuple[str, ...]) -> str:
    cells = [board.cell(name) for name in line]
    labels = [session.labels.of_cell(cell) for cell in cells]
    columns, rows = {cell.column for cell in cells}, {cell.row for cell in cells}
    if len(rows) == 1:
        place = _place("row", cells[0].row, ("top", "middle", "bottom"), edge_names(board).rows)
    elif len(columns) == 1:
        place = _place(
            "column", cells[0].column, ("left", "middle", "right"), edge_names(board).columns
        )
    else:
        place = "the diagonal"
    return f"{place}, {' '.join(labels)}"


def _place(kind: str, index: int, of_three: tuple[str, ...], names: tuple[str, ...]) -> str:
    """The place of a row or column: by position if there are three, otherwise by name."""
    if len(names) == len(of_three):
        return f"the {of_three[index]} {kind}"
    return f"{kind} {names[index] if names else index + 1}"


def score(session: Session) -> str:
    counts = session.score
    owners = ("you", "computer") if session.alone else session.game.marks
    numbers = ", ".join(f"{owner} {counts[owner]}" for owner in owners)
    return f"Score: {numbers}, draws {counts['draws']}."


def doubt_text(session: Session) -> str:
    """A warning for the header if the computer's last move may not be best; otherwise empty."""
    return perfect.perfect_doubt(session.notes.certainty)


def nodes(session: Session) -> str:
    visited = session.notes.nodes
    if visited is None:
        return "Nodes were not counted for the last move."
    if not visited:
        return "The computer needed no search."
    return f"The computer visited {many(visited, 'node')} for its move."


def goodbye(session: Session) -> str:
    """The farewell, with the score unless it was just shown or is empty."""
    shown = session.match.over or not session.score.total()
    last = "Goodbye." if shown else f"{score(session)} Goodbye."
    return "\n".join(filter(None, (way_back(session), last)))


def way_back(session: Session) -> str:
    """The command that resumes the game; empty if it is over, or not kept."""
    return "To resume this game: noughts play --resume" if session.can_be_resumed else ""


def moved_text(session: Session, how: str, moves: Iterable[int]) -> str:
    return f"{how}: {', '.join(map(session.labels.of, moves))}."


def verdict(session: Session, analysis: "Known") -> str:
    if session.match.over:
        return result(session)
    return _verdict(session, analysis)


def verdict_of(session: Session, ply: int) -> str:
    """The value of the position after `ply` plies in words, if it is known."""
    known = session.knowing.known(session.spots[ply])
    return _verdict(session, known) if known and known.moves else result(session)


def ply_text(session: Session, ply: int) -> str:
    """The place in the game: `Move 3 of 7: X c3.`"""
    match = session.match
    if not ply:
        return "The beginning of the game."
    name = session.labels.of(match.moves[ply - 1])
    return f"Move {ply} of {match.ply}: {session.game.marks[match.turns[ply - 1]]} {name}."


def _verdict(session: Session, analysis: "Known") -> str:
    if analysis.value is None:
        # Not needed for the first board.
        from noughts.analysis.explain.text import position_verdict

        return position_verdict(analysis)
    mark = session.game.marks[analysis.turn]
    return f"{mark} to move: {prospects(mark, analysis.value)}.{_late(session, analysis)}"


def _late(session: Session, analysis: "Known") -> str:
    """A remark that the values are not by points."""
    lacks_points = session.knowing.points and isinstance(analysis.value, Value)
    return " The points were not found in time." if lacks_points else ""


def prospects(mark: str, value: AnyValue) -> str:
    if value.outcome == DRAW:
        return "with best play this is a draw"
    verb = "wins" if value.outcome == WIN else "loses"
    return f"with best play {mark} {verb} {value.extent}"


def values_text(session: Session, analysis: "Analysis") -> list[str]:
    valued = ((each.value, each.move) for each in analysis.moves)
    groups = [
        ("unknown" if value is None else str(value), [move for _, move in moves])
        for value, moves in groupby(valued, key=itemgetter(0))
    ]
    if len(groups) == 1 and len(analysis.moves) > 1:
        return [f"Every move: {groups[0][0]}."]
    return [f"{name.capitalize()}: {session.labels.list(moves)}." for name, moves in groups]


def move_signs(analysis: "Known") -> dict[int, str]:
    """The value of every move as a sign: W3, D, L4, ?."""
    return {move.move: "?" if move.value is None else move.value.sign() for move in analysis.moves}


def sign_of(cell: Cell, signs: Mapping[int, str]) -> str:
    """The value of the cell's best move; empty if it has none, or no values are shown."""
    return next((sign for move, sign in signs.items() if move in cell.moves), "")


def hint(session: Session, analysis: "Analysis") -> str:
    if session.match.over:
        return OVER
    if analysis.value is None:
        # A hint without proof: the best move of the depth-limited search.
        if not analysis.principal_variation:
            return "Hint: none; no move looks better than the others, and their values are unknown."
        name = session.labels.of(analysis.moves[0].move)
        plies = len(analysis.principal_variation)
        ahead = f"from looking {many(plies, 'ply', 'plies')} ahead"
        return f"Hint: perhaps {name}, {ahead}; its value is unknown."
    best = [move.move for move in analysis.moves if move.best]
    names = session.labels.list(best)
    each = f"{names} is" if len(best) == 1 else f"{names}; each is"
    said = "every move is" if len(best) == len(analysis.moves) > 1 else each
    return f"Hint: {said} a {analysis.value}.{_late(session, analysis)}"


# For the full screen.

# A lead in blocks, by the most plies to the win.
LEADS = ((2, 4), (6, 3), (14, 2))


class StoryRow(NamedTuple):
    """A move of the game in the list of moves; the first row is the beginning."""

    text: str  # the move's number, player and name
    sign: str = ""  # its value: W3, D, L4; empty if unknown
    fault: str = ""  # ?? if it made the outcome worse, ?! if it lost only time
    lead: int | None = None  # of the first player afterwards, in blocks; None if unknown


def story(session: Session) -> list[StoryRow]:
    """The moves so far with their values, if they are known."""
    match, known = session.match, session.knowing.known
    spots = [known(spot) for spot in session.spots]
    leads = [lead(found, turn) for found, turn in zip(spots, match.turns, strict=True)]
    rows = [StoryRow("Start", lead=leads[0])]
    width = len(str(match.ply))
    for ply, (move, turn, before) in enumerate(zip(match.moves, match.turns, spots), 1):  # noqa: B905
        text = f"{ply:{width}}. {session.game.marks[turn]} {session.labels.of(move)}"
        rows.append(StoryRow(text, *_judged(before, move), leads[ply]))
    return rows


def story_head(session: Session) -> str:
    """The score, and the heading of the bars: the first player's lead is to the left."""
    marks = " ".join(mark.center(4) for mark in session.game.marks)
    played = any(session.score.values())
    return f"{score(session).removeprefix('Score: ')}\n{marks}" if played else marks


def why_ply(session: Session, ply: int) -> str:
    """The reason of a past move, and the better one if it was bad."""
    from noughts.analysis.explain.text import in_full
    from noughts.analysis.review import judged

    spot = session.spots[ply - 1]
    move = judged(session.knowing.explanation(spot), session.match.moves[ply - 1], ply)
    return in_full(move.explained, move.better[0] if move.better else None, session.labels.of)


def review_words(session: Session, review: "Review") -> str:
    """The bad moves of a game with their reasons, and how many moves were best."""
    from noughts.analysis.review_text import accuracy_line, bad_move
    from noughts.analysis.voice import Voice

    voice = Voice(session.game, session.labels.of)
    counts = [accuracy_line(accuracy, voice) for accuracy in review.accuracies]
    bad = [bad_move(move, session.labels.of) for move in review.bad_moves]
    return "\n\n".join(("\n".join(counts), *bad))


def _judged(before: "Known | None", move: int) -> tuple[str, str]:
    """The value of a move, and its fault, if the position before it is known."""
    from noughts.analysis.review import grade_of

    value = next((one.value for one in before.moves if one.move == move), None) if before else None
    if before is None or value is None:
        return "", ""
    grade = grade_of(before.value, value)
    return value.sign(), "??" if grade.mistake else "?!" if grade.slip else ""


def lead(known: "Known | None", turn: int) -> int | None:
    """The lead of the first player, in blocks: the sooner the win, the more."""
    if known is None or known.value is None:
        return None
    value = known.value if turn == FIRST else -known.value
    if isinstance(value, Value):
        return value.outcome * next((size for plies, size in LEADS if value.plies <= plies), 1)
    return value.outcome * min(value.points.bit_length(), LEADS[0][1])


def reasons(session: Session, what: str = "") -> str:
    if not what:
        return why_last(session)
    if what in ALL:
        return why_all(session)
    return why_move(session, session.read(what))


def why_last(session: Session) -> str:
    if not session.match.ply:
        raise MatchError(
            "No move has been played yet; type why and a move to explain it, or why all."
        )
    move, own = session.last_move(), session.own_reason()
    said = _in_full(session, move.explained, move.better[0] if move.better else None)
    return f"{said} The computer's own reason: {own}." if own else said


def why_move(session: Session, move: int) -> str:
    if session.match.over:
        name = session.labels.of(move)
        raise GameOver(f"The game is over, so {name} cannot be played. {ONLY_WHY}")
    session.require_legal(move)
    return _in_full(session, session.explanation().of(move))


def _in_full(
    session: Session, explained: "MoveExplanation", better: "MoveExplanation | None" = None
) -> str:
    from noughts.analysis.explain.text import in_full

    said = in_full(explained, better, session.labels.of)
    return said if explained.value else f"{said} {UNKNOWN}"


def why_all(session: Session) -> str:
    from noughts.analysis.explain.text import explanation_lines

    if session.match.over:
        raise GameOver(f"The game is over, so there is no move to explain. {ONLY_WHY}")
    return "\n".join(explanation_lines(session.explanation(), name=session.labels.of))


def reasons_page(session: Session, cell: Cell | None = None) -> str:
    """The page of reasons: the last move, the moves of the chosen cell, and all legal moves."""
    moves = cell.moves[:MOST_IN_FULL] if cell else ()
    parts = [
        why_last(session) if session.match.ply else "No move has been played yet.",
        *(why_move(session, move) for move in moves if not session.match.over),
        *([] if session.match.over else [why_all(session)]),
    ]
    return "\n\n".join(parts)
