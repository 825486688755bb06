"""The laws about the rules and about what a game tells people: what is wrong, and what to write.

`check` and the short form try the same laws and say the same sentences.
"""

from typing import Any, NamedTuple

from noughts.board import Board
from noughts.errors import ImpossiblePosition, NoughtsError
from noughts.game import Game
from noughts.laws.broken import raised, shown
from noughts.value import DRAW, LOSS, OPEN, OUTCOME_NAMES, WIN

# No game's move is called that, and no position's text reads so.
NONSENSE = "?!"
# More moves than any position has; a generator may never end.
MOST_MOVES = 1_000_000
TOO_MANY = f"moves() offers more than {MOST_MOVES:,} moves; let it come to an end"
# What to do about answers that change.
BY_THE_POSITION = "let it rest on the position and the parameters alone"


class Seen(NamedTuple):
    """What the rules said of one position.

    Args:
        game: the rules.
        position: the position.
        turn: whose turn it is.
        outcome: what `outcome` said.
        moves: what `moves` said; none when the game is over.
        steps: moves, all or some of them, each with the position after it.
    """

    game: Game[Any]
    position: Any
    turn: int
    outcome: int
    moves: list[int]
    steps: list[tuple[int, Any]]


Complaint = str | None


def outcome_is_an_outcome(seen: Seen) -> Complaint:
    """The outcome is LOSS, DRAW, WIN or OPEN."""
    if isinstance(seen.outcome, int) and seen.outcome in (LOSS, DRAW, WIN, OPEN):
        return None
    return (
        f"outcome() is {shown(seen.outcome)}; answer LOSS, DRAW or WIN when the game is over, "
        f"and OPEN while it goes on"
    )


def an_open_game_has_moves(seen: Seen) -> Complaint:
    """While the game is open there are moves: different whole numbers from 0."""
    moves = seen.moves
    if seen.outcome != OPEN:
        return None
    if not moves:
        return "the outcome is OPEN, but there is no move; let outcome() say how the game has ended"
    if len(moves) > MOST_MOVES:
        return TOO_MANY
    strange = [move for move in moves if not isinstance(move, int) or move < 0]
    if strange:
        return f"{shown(strange[0])} is offered as a move; moves are whole numbers (int) from 0"
    if len(set(moves)) < len(moves):
        twice = next(move for move in moves if moves.count(move) > 1)
        return f"the move {twice} is offered twice; offer each move once"
    return None


def offered_moves_are_legal(seen: Seen) -> Complaint:
    """Every move offered leads to a position that can arise."""
    for move, after in seen.steps:
        if type(after) is not type(seen.position):
            kind = type(seen.position).__name__
            return f"play() of the move {move} answers {shown(after)}; return a {kind}, as start()"
        try:
            seen.game.validate(after, 1 - seen.turn)
        except ImpossiblePosition as error:
            return (
                f"{seen.game.name(move)} is offered, but is not legal: validate() says "
                f"{str(error).rstrip('.')!r}; leave the move out of moves()"
            )
    return None


def the_turn_is_told_rightly(seen: Seen) -> Complaint:
    """A position that tells whose turn it is tells it rightly."""
    told = seen.game.turn(seen.position)
    if told in (None, seen.turn):
        return None
    return f"turn() is {shown(told)}, but {seen.turn} is to move; None says that it does not tell"


def names_can_be_read_back(seen: Seen) -> Complaint:
    """`read` finds the move by its name, and says so where there is none."""
    for move, _ in seen.steps:
        complaint = _misread(seen.game, move, seen.moves)
        if complaint:
            return complaint
    return refused_with(seen.game, "read", "UnreadableMove")


def _misread(game: Game[Any], move: int, moves: list[int]) -> Complaint:
    """What is wrong with one move's name."""
    name = game.name(move)
    if not isinstance(name, str):
        return f"name() calls the move {move} {shown(name)}; return a str"
    wrong = _wrong_answer(game, lambda: game.read(name), move)
    if wrong is None:
        return None
    cls: Any = type(game)
    if cls.read is Game.read:
        return f"the move {move} is called {name!r}; write read() too, the way back from name()"
    if cls.name is Game.name:
        return f"read({name!r}) {wrong}; write name() too, the way back from read()"
    other = next((other for other in moves if other != move and game.name(other) == name), None)
    if other is not None:
        return f"the moves {move} and {other} are both called {name!r}; give each its own name"
    return f"the move {move} is called {name!r}, but read({name!r}) {wrong}; let it answer {move}"


def texts_can_be_read_back(seen: Seen) -> Complaint:
    """`parse` finds the position and the turn by their text, and says so where there is none."""
    game, expected = seen.game, (seen.position, seen.turn)
    text = game.text(*expected)
    if not isinstance(text, str):
        return f"text() is {shown(text)}; return a str"
    wrong = _wrong_answer(game, lambda: game.parse(text), expected)
    if wrong is None:
        return refused_with(game, "parse", "UnreadablePosition")
    cls: Any = type(game)
    if cls.parse is Game.parse and cls.text is not Game.text:
        return f"text() writes {shown(text)}; write parse() too, the way back from text()"
    if cls.text is Game.text and cls.parse is not Game.parse:
        return f"parse({shown(text)}) {wrong}; write text() too, the way back from parse()"
    return f"text() writes {shown(text)}, but parse() {wrong}; let it answer {shown(expected)}"


def _wrong_answer(game: Game[Any], ask: Any, expected: object) -> Complaint:
    """What was answered instead; None where it is what was expected."""
    try:
        answer = ask()
    except NoughtsError as error:
        return f"raises {type(error).__name__}"
    except Exception as error:  # noqa: BLE001  # the rules are anybody's code
        return f"raises {raised(game, error)}"
    return None if answer == expected else f"answers {shown(answer)}"


def refused_with(game: Game[Any], method: str, kind: str) -> Complaint:
    """What a text that means nothing comes to, if it is not the error that it should be."""
    try:
        answer = getattr(game, method)(NONSENSE)
    except NoughtsError:
        return None
    except Exception as error:  # noqa: BLE001  # the rules are anybody's code
        wrong = f"raises {raised(game, error)}"
        return f"{method}({NONSENSE!r}) {wrong}; raise {kind} from noughts.errors"
    if answer is None:
        return f"{method}({NONSENSE!r}) answers None; raise {kind} from noughts.errors"
    return None


def only_offered_moves_are_on_the_board(seen: Seen) -> Complaint:
    """The board is one, and offers the moves that the rules offer."""
    board = seen.game.board(seen.position, seen.turn)
    if not isinstance(board, Board):
        return f"board() is {shown(board)}; return Board(cells), from noughts.board"
    extra = {move for cell in board.cells for move in cell.moves} - set(seen.moves)
    if not extra:
        return None
    return f"the board offers {shown(sorted(extra))}, and moves() does not; leave them out"


def the_line_is_on_the_board(seen: Seen) -> Complaint:
    """Lines are named when a game is over, and not before."""
    lines = seen.game.lines(seen.position)
    if not lines or seen.outcome not in (OPEN, DRAW):
        return None
    outcome = OUTCOME_NAMES.get(seen.outcome, "open")
    return f"the game is {outcome}, but lines() names {shown(lines)}; return () there"


# About the rules, in every position; and about what people are told, where there is time for it.
ABOUT_RULES = (outcome_is_an_outcome, an_open_game_has_moves, offered_moves_are_legal)
FOR_PEOPLE = (
    the_turn_is_told_rightly,
    names_can_be_read_back,
    texts_can_be_read_back,
    only_offered_moves_are_on_the_board,
    the_line_is_on_the_board,
)
