"""The laws about rules, names, texts and boards, with their complaints.

`check` and the short form share these laws.
"""

from typing import Any, NamedTuple

from noughts.board import Board
from noughts.errors import ImpossiblePosition, NoughtsError
from noughts.game import FIRST, SECOND, Game, legal_moves, turn_after
from noughts.games.common.cell_game import CellGame
from noughts.games.common.line_game import LineGame
from noughts.knowledge import Knowledge
from noughts.laws.positions import quoted, raised
from noughts.search.exact import ANY_MARGIN
from noughts.value import DRAW, LOSS, OPEN, OUTCOME_NAMES, WIN

# Neither a move's name nor a position's text in any game.
NONSENSE = "?!"
# More moves than any position has, since a generator may never end.
MOST_MOVES = 1_000_000
TOO_MANY = f"moves() offers more than {MOST_MOVES:,} moves; it must end"
# The advice when answers change.
BY_THE_POSITION = "it must depend only on the position and the parameters"


class RulesSeen(NamedTuple):
    game: Game[Any]
    position: Any
    turn: int
    outcome: int
    moves: list[int]
    steps: list[tuple[int, Any]]


Complaint = str | None


def wrong_lines(game: Game[Any]) -> Complaint:
    """A complaint about the lines of a line game; None in any other game."""
    if not isinstance(game, LineGame):
        return None
    for line in game.board_lines:
        if type(line) is not int or not 0 < line <= game.all_cells:
            return (
                f"board_lines has {quoted(line)}; write each line as a whole number, the sum of "
                f"its cells: cell 0 is 1, cell 1 is 2, cell 2 is 4; all {game.cells} cells are "
                f"{game.all_cells}"
            )
    return None


def points_are_whole_numbers(seen: RulesSeen) -> Complaint:
    """In games with points, the margin is a whole number that a search can store."""
    if not seen.game.counts_points:
        return None
    margin: Any = seen.game.margin(seen.position)
    if type(margin) is int and abs(margin) < ANY_MARGIN:
        return None
    return f"margin() is {quoted(margin)}; return a whole number (int) below {ANY_MARGIN:,}"


def outcome_is_an_outcome(seen: RulesSeen) -> Complaint:
    """The outcome is LOSS, DRAW, WIN or OPEN."""
    whole = isinstance(seen.outcome, int) and not isinstance(seen.outcome, bool)
    if whole and seen.outcome in (LOSS, DRAW, WIN, OPEN):
        if seen.outcome == OPEN or not seen.game.counts_points:
            return None
        margin = seen.game.margin(seen.position)
        if seen.outcome == (margin > 0) - (margin < 0):
            return None
        name = OUTCOME_NAMES[seen.outcome]
        return f"the game ends as a {name}, but margin() is {margin}; its sign must be the outcome"
    return (
        f"outcome() is {quoted(seen.outcome)}; return LOSS, DRAW or WIN when the game is over, "
        f"OPEN while it goes on"
    )


def an_open_game_has_moves(seen: RulesSeen) -> Complaint:
    """An open game has moves: different whole numbers from 0."""
    moves = seen.moves
    if seen.outcome != OPEN:
        return None
    if not moves:
        return (
            "the outcome is OPEN, but there are no moves; outcome() must return how the game ended"
        )
    if len(moves) > MOST_MOVES:
        return TOO_MANY
    strange = [move for move in moves if not isinstance(move, int) or move < 0]
    if strange:
        return f"moves() offers {quoted(strange[0])}; moves are whole numbers (int) from 0"
    if len(set(moves)) < len(moves):
        twice = next(move for move in moves if moves.count(move) > 1)
        return f"moves() offers {twice} twice; offer each move once"
    return None


def offered_moves_are_legal(seen: RulesSeen) -> Complaint:
    """Every move offered leads to a possible position."""
    for move, after in seen.steps:
        if type(after) is not type(seen.position):
            kind = type(seen.position).__name__
            return (
                f"play() of the move {move} returns {quoted(after)}; return a {kind}, like start()"
            )
        try:
            seen.game.validate(after, turn_after(seen.game, seen.turn, after))
        except ImpossiblePosition as error:
            return (
                f"moves() offers {seen.game.name(move)}, but it is not legal: validate() says "
                f"{str(error).rstrip('.')!r}; remove the move from moves()"
            )
    return None


def a_move_is_a_cell(seen: RulesSeen) -> Complaint:
    """In a `CellGame` that names moves as usual, a move is the number of a cell that it changes.

    A mark may also take the place of one that vanishes.
    """
    game = seen.game
    if not isinstance(game, CellGame) or game.falls or type(game).name is not CellGame.name:
        return None
    before = game.contents(seen.position, seen.turn, (1, 2, 0))
    for move, after in seen.steps:
        cell = move % game.cells if game.steps is True else move
        if 0 <= move < game.actions:
            now = game.contents(after, turn_after(game, seen.turn, after), (1, 2, 0))
            if now[cell] or before[cell]:
                continue
        return (
            f"the move {move} changes no cell of this number; in a CellGame a move is the number "
            f"of a cell, 0 to {game.cells - 1}. For moves from cell to cell write steps = True, "
            f"and the first cell times {game.cells} plus the second; or write name() and read()"
        )
    return None


def the_turn_is_told_rightly(seen: RulesSeen) -> Complaint:
    """If the position determines whose turn it is, `turn` returns it."""
    game, after = seen.game, [after for _, after in seen.steps]
    strange = [each for each in (seen.position, *after) if not _has_mover(game, each)]
    if strange:
        return (
            f"mover() of {quoted(strange[0])} is {quoted(game.mover(strange[0]))}; it must be 0 "
            f"for the first player or 1 for the second, and 0 at the start"
        )
    returned = game.turn(seen.position)
    if returned in (None, seen.turn):
        return None
    return f"turn() is {quoted(returned)}, but {seen.turn} is to move; return None if unknown"


def _has_mover(game: Game[Any], position: Any) -> bool:
    if game.alternates:
        return True
    mover = game.mover(position)
    allowed = (FIRST,) if position == game.start() else (FIRST, SECOND)
    return isinstance(mover, int) and mover in allowed


def names_can_be_read_back(seen: RulesSeen) -> Complaint:
    """`read` is the inverse of `name`, and raises UnreadableMove for anything else."""
    for move, _ in seen.steps:
        complaint = _misread(seen.game, move, seen.moves)
        if complaint:
            return complaint
    return refused_with(seen.game, "read", "UnreadableMove")


def _misread(game: Game[Any], move: int, moves: list[int]) -> Complaint:
    name = game.name(move)
    if not isinstance(name, str):
        return f"name() calls the move {move} {quoted(name)}; return a str"
    wrong = _wrong_answer(game, lambda: game.read(name), move)
    if wrong is None:
        return None
    cls: Any = type(game)
    if cls.read is Game.read:
        return f"the move {move} is called {name!r}; write read() too, the inverse of name()"
    if cls.name is Game.name:
        return f"read({name!r}) {wrong}; write name() too, the inverse of read()"
    other = next((other for other in moves if other != move and game.name(other) == name), None)
    if other is not None:
        return f"the moves {move} and {other} are both called {name!r}; give each its own name"
    return f"the move {move} is called {name!r}, but read({name!r}) {wrong}; it must return {move}"


def texts_can_be_read_back(seen: RulesSeen) -> Complaint:
    """`parse` is the inverse of `text`, and raises UnreadablePosition for anything else."""
    game, expected = seen.game, (seen.position, seen.turn)
    text = game.text(*expected)
    if not isinstance(text, str):
        return f"text() is {quoted(text)}; return a str"
    wrong = _wrong_answer(game, lambda: game.parse(text), expected)
    if wrong is None:
        return refused_with(game, "parse", "UnreadablePosition")
    cls: Any = type(game)
    if cls.parse is Game.parse and cls.text is not Game.text:
        return f"text() writes {quoted(text)}; write parse() too, the inverse of text()"
    if cls.text is Game.text and cls.parse is not Game.parse:
        return f"parse({quoted(text)}) {wrong}; write text() too, the inverse of parse()"
    return f"text() writes {quoted(text)}, but parse() {wrong}; it must return {quoted(expected)}"


def _wrong_answer(game: Game[Any], ask: Any, expected: object) -> Complaint:
    try:
        answer = ask()
    except NoughtsError as error:
        return f"raises {type(error).__name__}"
    except Exception as error:  # noqa: BLE001  # the rules are a user's code
        return f"raises {raised(game, error)}"
    return None if answer == expected else f"returns {quoted(answer)}"


def refused_with(game: Game[Any], method: str, kind: str) -> Complaint:
    """A complaint if nonsense text does not raise the right error, otherwise None."""
    try:
        answer = getattr(game, method)(NONSENSE)
    except NoughtsError:
        return None
    except Exception as error:  # noqa: BLE001  # the rules are a user's code
        wrong = f"raises {raised(game, error)}"
        return f"{method}({NONSENSE!r}) {wrong}; raise {kind} from noughts.errors"
    if answer is None:
        return f"{method}({NONSENSE!r}) returns None; raise {kind} from noughts.errors"
    return None


def only_offered_moves_are_on_the_board(seen: RulesSeen) -> Complaint:
    """`board` returns a Board that offers only legal moves."""
    board = seen.game.board(seen.position, seen.turn)
    if not isinstance(board, Board):
        return f"board() is {quoted(board)}; return Board(cells), from noughts.board"
    extra = {move for cell in board.cells for move in cell.moves} - set(seen.moves)
    if not extra:
        return None
    return f"the board offers {quoted(sorted(extra))}, but moves() does not; remove them"


def the_line_is_on_the_board(seen: RulesSeen) -> Complaint:
    """Lines are returned when a game is over, and not before."""
    lines = seen.game.lines(seen.position)
    if not lines or seen.outcome not in (OPEN, DRAW):
        return None
    outcome = OUTCOME_NAMES.get(seen.outcome, "open")
    return f"the game is {outcome}, but lines() names {quoted(lines)}; return () there"


def wrong_parts(known: Knowledge[Any], position: Any, steps: list[tuple[int, Any]]) -> Complaint:
    """A complaint about the `parts` of a position, with some of its moves; None if all is well."""
    other = known.passed(position)
    if not known.game.alternates or known.passed(other) != position:
        return f"parts() needs players who take turns, and passed() that undoes itself: {other!r}"
    checked = [(position, steps), (other, []), *((each, []) for each in known.parts(position))]
    wrong = (_not_independent(known, list(known.parts(at)), at, steps) for at, steps in checked)
    return next(filter(None, wrong), None)


def _not_independent(
    known: Knowledge[Any], parts: list[Any], position: Any, steps: Any
) -> Complaint:
    if parts == [position]:
        return None
    shown = f"parts() of {quoted(position)} are {quoted(parts)}, but"
    if any(known.outcome(each) not in (LOSS, OPEN) for each in (position, *parts)):
        return f"{shown} a player who cannot move does not lose"
    left = list[list[Any]]()
    for i, part in enumerate(parts):
        others = list(map(known.passed, parts[:i] + parts[i + 1 :]))
        after = [known.play(part, move) for move in legal_moves(known.game, part)]
        left += [sorted([*known.parts(each), *others]) for each in after]
    moves = legal_moves(known.game, position)
    if len(left) != len(moves):
        return f"{shown} they have {len(left)} moves together instead of {len(moves)}"
    for move, each in steps:
        if sorted(known.parts(each)) not in left:
            return f"{shown} {known.game.name(move)} is no move in one that leaves the others"
    return None


# Laws about the rules, for every position; and laws about names and texts, for a few.
ABOUT_RULES = (
    points_are_whole_numbers,
    outcome_is_an_outcome,
    an_open_game_has_moves,
    offered_moves_are_legal,
)
FOR_PEOPLE = (
    the_turn_is_told_rightly,
    names_can_be_read_back,
    texts_can_be_read_back,
    only_offered_moves_are_on_the_board,
    the_line_is_on_the_board,
)
