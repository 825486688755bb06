"""The laws, one function each: rules for any position of any game.

A law returns a complaint in words, or None. Its docstring states the law.
"""

from array import array
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from noughts.errors import SearchStopped
from noughts.game import Game, P, legal_moves, turn_at
from noughts.knowledge import Knowledge
from noughts.laws import rules
from noughts.laws.points import COMPARE_NODES, wrong_points
from noughts.laws.positions import quoted
from noughts.laws.rules import Complaint, RulesSeen
from noughts.search.context import SearchContext
from noughts.search.memory import write_position, zeros
from noughts.search.root import Negamax
from noughts.value import BASE, DRAW, ESTIMATE_LIMIT, INFINITY, LOSS, OPEN

# outcome, canonical, draw_plies, estimate, mover.
Answers = tuple[int, Any, int, int, int]
# The answers; and for every move: the move, the position after it, its score.
Snapshot = tuple[Answers, list[tuple[int, Any, int]]]

# The most numbers recorded for one position.
ROOM = 1 << 14


class Transcript:
    """A record of numbers, to compare the results of two forms of a function."""

    __slots__ = ("size", "words")

    words: "array[int]"
    size: int

    def __init__(self) -> None:
        self.words = zeros(ROOM)
        self.size = 0

    def note(self, number: int) -> None:
        if self.size < ROOM:
            self.words[self.size] = number
            self.size += 1

    def note_position(self, position: Any, words: int) -> None:
        """Record a position of `words` machine words, if there is room."""
        if self.size + words <= ROOM:
            write_position(self.words, self.size, position, words)
            self.size += words

    def noted(self) -> list[int]:
        return list(self.words[: self.size])


def answers_for(game: Knowledge[P], position: P) -> Answers:
    return (
        game.outcome(position),
        game.canonical(position),
        game.draw_plies(position),
        game.estimate(position),
        game.mover(position),
    )


def snapshot(game: Knowledge[P], position: P) -> Snapshot:
    """The results of all methods; a finished position has no moves."""
    returned, moves = answers_for(game, position), []
    if returned[0] == OPEN:
        for move in game.moves(position):
            moves.append(
                (move, game.play(position, move), game.move_score(game.state(position), move))
            )
    return returned, moves


def transcribe(game: Knowledge[P], position: P, transcript: Transcript) -> Answers:
    """The answers, with a transcript of the moves: compiled code returns no lists."""
    returned = answers_for(game, position)
    if returned[0] == OPEN:
        for move in game.moves(position):
            transcript.note(move)
            note(game, game.play(position, move), transcript)
            transcript.note(game.move_score(game.state(position), move))
    return returned


def note(game: Knowledge[P], position: Any, transcript: Transcript) -> None:
    transcript.note_position(position, len(position) * game.field_words)


def own_key(game: Knowledge[P], position: P) -> int:
    return game.key(position)


# The windows for `bounds`: full, a win, a loss, a late win, a late loss.
WINDOWS = ((-INFINITY, INFINITY), (0, 1), (-1, 0), (BASE - 30, BASE - 29), (29 - BASE, 30 - BASE))


def transcribe_hints(game: Knowledge[P], position: P, transcript: Transcript) -> None:
    """A transcript of the hints that searches get, from states made by `advance`.

    Bounds and closer ones, a pair for each window; every candidate move, the position after it and
    its lower bound; every child and its score; the forcing moves; the position after the forced
    moves, and their number.
    """
    state = game.state(position)
    for alpha, beta in WINDOWS:
        transcript.note_position(game.bounds(state, alpha, beta), 2)
    if game.outcome(position) == OPEN:
        for alpha, beta in WINDOWS:
            transcript.note_position(game.closer_bounds(state, alpha, beta), 2)
        for move in game.candidate_moves(state):
            after = game.advance(state, move)
            transcript.note(move)
            note(game, game.position(after), transcript)
            transcript.note(game.bounds(after, -INFINITY, INFINITY)[0])
        for child, score in game.children(state):
            note(game, game.position(child), transcript)
            transcript.note(score)
            transcript.note(game.late_score(child))
        for move in game.forcing(state):
            transcript.note(move)
    after, plies = game.play_forced(state)
    note(game, game.position(after), transcript)
    transcript.note(plies)


# Plies and nodes by which two symmetric positions are compared; fewer when interpreted.
COMPARE_PLIES = 4
COMPARE_NODES_COMPILED = 10_000


class CompiledRules(NamedTuple):
    """The compiled forms of `transcribe` and `negamax`, and of functions for a game's own hints."""

    transcribe: Callable[..., Any]
    negamax: Callable[..., Any]
    own_key: Callable[..., Any] | None
    hints: Callable[..., Any] | None


class Case(NamedTuple):
    game: Game[Any]
    known: Knowledge[Any]
    position: Any
    play: tuple[int, ...]
    asked: Snapshot  # the interpreted rules' answers
    compiled: CompiledRules | None
    keys: dict[int, Any]  # so far, with their positions

    @property
    def search(self) -> tuple[Callable[..., Any], int]:
        """A search by the rules alone, and the nodes that it may take."""
        if self.compiled:
            return self.compiled.negamax, COMPARE_NODES_COMPILED
        return Negamax().kernel_for(self.known), COMPARE_NODES

    @property
    def turn(self) -> int:
        return turn_at(self.game, self.position, len(self.play))

    @property
    def moves(self) -> list[int]:
        return [move for move, _, _ in self.asked[1]]

    @property
    def seen(self) -> RulesSeen:
        steps = [(move, after) for move, after, _ in self.asked[1]]
        return RulesSeen(self.game, self.position, self.turn, self.asked[0][0], self.moves, steps)


def answers_do_not_change(case: Case) -> Complaint:
    """Repeated calls return equal answers."""
    again = snapshot(case.known, case.position)
    for first, second, what in zip(case.asked[0], again[0], ANSWERS, strict=True):
        if first != second:
            changed = f"{what}() returned {quoted(first)} and then {quoted(second)}"
            return f"{changed}; {rules.BY_THE_POSITION}"
    if case.asked[1] != again[1]:
        return (
            f"moves() or play() returned something else when called again; {rules.BY_THE_POSITION}"
        )
    return None


def a_key_means_one_value(case: Case) -> Complaint:
    """Keys are whole numbers from 0 of at most `key_bits` bits; of equal ones the values agree."""
    key, bits = case.known.key(case.position), case.known.key_bits
    if not isinstance(key, int) or key < 0:
        return f"key() is {key!r}"
    if 0 < bits < key.bit_length():
        return f"key() is {key}, which has more than the {bits} bits of key_bits"
    other = case.keys.setdefault(key, case.position)
    if other == case.position:
        return None
    shared = f"{other!r} and {case.position!r} share the key {key}"
    if len(snapshot(case.known, other)[1]) != len(case.moves):
        return f"{shared}, but have different numbers of moves"
    mine, theirs = _looked_ahead(case, case.position, other)
    if mine != theirs:
        return f"{shared}; looking ahead, the one scores {theirs}, the other {mine}"
    return None


def symmetry_keeps_the_value(case: Case) -> Complaint:
    """The canonical position has the same value, and is its own canonical position."""
    image = case.asked[0][1]
    if image == case.position:
        return None
    if case.known.canonical(image) != image:
        return f"canonical() of {image!r}, itself canonical, is {case.known.canonical(image)!r}"
    if len(snapshot(case.known, image)[1]) != len(case.moves):
        return f"canonical() is {image!r}, which has a different number of moves"
    mine, theirs = _looked_ahead(case, case.position, image)
    if mine != theirs:
        return f"canonical() is {image!r}; looking ahead, one scores {mine}, the other {theirs}"
    return None


def _looked_ahead(case: Case, *positions: Any) -> list[int]:
    search, budget = case.search
    for limit in range(COMPARE_PLIES, 0, -1):
        try:
            return [
                search(case.known, position, 0, SearchContext(limit=limit, budget=budget))
                for position in positions
            ]
        except SearchStopped:
            continue
    return [case.game.outcome(position) for position in positions]


def compiled_is_interpreted(case: Case) -> Complaint:
    """Compiled and interpreted rules return the same."""
    if case.compiled is None:
        return None
    answers, moves = _transcribed(case, case.compiled.transcribe)
    for plain, quick, what in zip(case.asked[0], answers, ANSWERS, strict=True):
        if plain != quick:
            return f"{what}() is {plain!r} interpreted and {quick!r} compiled"
    if _transcribed(case, transcribe)[1] != moves:
        return "moves(), play() or move_score(): not all agree when compiled"
    if case.compiled.hints and _transcribed(case, transcribe_hints) != _transcribed(
        case, case.compiled.hints
    ):
        return f"{', '.join(f'{name}()' for name in HINTS)}: not all agree when compiled"
    if case.compiled.own_key:
        plain, quick = (ask(case.known, case.position) for ask in (own_key, case.compiled.own_key))
        if plain != quick:
            return f"key() is {plain} interpreted and {quick} compiled"
    return None


def _transcribed(case: Case, transcriber: Callable[..., Any]) -> tuple[Any, list[int]]:
    transcript = Transcript()
    return transcriber(case.known, case.position, transcript), transcript.noted()


def states_keep_step(case: Case) -> Complaint:
    """A state's position is right, at first and after a move."""
    game = case.known
    state = game.state(case.position)
    if game.position(state) != case.position:
        return f"position() of state() is {game.position(state)!r}"
    for move, after, _ in case.asked[1]:
        if game.advance(state, move) != game.state(after):
            return f"advance() by {case.game.name(move)} gives {game.advance(state, move)!r}"
    return None


def safe_moves_are_moves(case: Case) -> Complaint:
    """The candidate moves are some of the moves, each once, and at least one."""
    if case.asked[0][0] != OPEN:
        return None
    safe = list(case.known.candidate_moves(case.known.state(case.position)))
    if not safe or len(set(safe)) < len(safe) or not set(safe) <= set(case.moves):
        return f"candidate_moves() offers {safe}, moves() {case.moves}"
    return None


def hints_to_the_solver_are_true(case: Case) -> Complaint:
    """The score lies within `bounds`, and a best move is among the candidates."""
    if not gives_hints(case.known):
        return None
    if case.game.counts_points and (wrong := wrong_points(case.known, case.position)):
        return wrong
    scores = _scores(case)
    if scores is None:
        return None
    if scores:
        wins = case.known.can_win_next(case.position)
        if wins != Knowledge.can_win_next(case.known, case.position):
            return f"can_win_next() is {wins}"
    state = case.known.state(case.position)
    true = max(scores.values()) if scores else case.asked[0][0] * BASE
    for alpha, beta in WINDOWS:
        for method in ("bounds", "closer_bounds")[: 1 + bool(scores)]:
            lower, upper = getattr(case.known, method)(state, alpha, beta)
            if not lower <= true <= upper:
                asked = f"{method}() for the window from {alpha} to {beta} are {lower} and {upper}"
                return f"{asked}; the score is {true}"
    lower, upper = case.known.slow_bounds(case.position) if scores else (true, true)
    if not lower <= true <= upper:
        return f"slow_bounds() are {lower} and {upper}; the score is {true}"
    safe = list(case.known.candidate_moves(state)) if scores else []
    if scores and max(scores[move] for move in safe) < true:
        return f"candidate_moves() offers {safe}, but not a best move"
    return None


def children_are_the_safe_moves(case: Case) -> Complaint:
    """The children are the states after the candidate moves, each with its score.

    What `late_score` adds may be missing in it.
    """
    if case.asked[0][0] != OPEN:
        return None
    game, state = case.known, case.known.state(case.position)
    children = list(game.children(state))
    expected = [
        (game.advance(state, move), game.move_score(state, move))
        for move in game.candidate_moves(state)
    ]
    if children == expected:
        return None
    whole = [(child, score + game.late_score(child)) for child, score in children]
    if whole != expected:
        return f"children() are {children}, by advance() and move_score() {expected}"
    return None


def what_is_forced_is_worth_the_same(case: Case) -> Complaint:
    """A finished game forces nothing; the state after forced moves has the same score."""
    after, plies = case.known.play_forced(case.known.state(case.position))
    if plies == 0:
        return None
    if case.asked[0][0] != OPEN:
        return f"the game is over, but play_forced() goes on for {plies} plies"
    scores = _seen_from_here(case, [(case.position, 0), (case.known.position(after), plies)])
    if scores is not None and scores[0] != scores[1]:
        return f"play_forced() leads to a score of {scores[1]}; the true score is {scores[0]}"
    return None


def forcing_moves_leave_one_answer(case: Case) -> Complaint:
    """After a forcing move that does not win, one answer is safe, and all others lose."""
    if case.asked[0][0] != OPEN:
        return None
    game = case.known
    after = {move: position for move, position, _ in case.asked[1]}
    for move in game.forcing(game.state(case.position)):
        if move not in after:
            return f"forcing() offers {move}, moves() {case.moves}"
        loosely = _answered_loosely(game, after[move])
        if loosely is not None:
            return f"forcing() offers {case.game.name(move)}, but {loosely}"
    return None


def _answered_loosely(game: Knowledge[Any], position: Any) -> str | None:
    if game.outcome(position) != OPEN:
        return None if game.outcome(position) == LOSS else "it ends the game"
    answers = _followed(game, position)
    if LOSS in map(game.outcome, answers.values()):
        return None
    safe = list(game.candidate_moves(game.state(position)))
    if len(safe) != 1:
        return f"then candidate_moves() offers {safe}"
    other = next((each for move, each in answers.items() if move not in safe), None)
    if other is None or LOSS in map(game.outcome, _followed(game, other).values()):
        return None
    return f"an answer other than {game.game.name(safe[0])} does not lose in one move"


def _followed(game: Knowledge[Any], position: Any) -> dict[int, Any]:
    return {move: game.play(position, move) for move in legal_moves(game.game, position)}


def gives_hints(known: Knowledge[Any]) -> bool:
    names = (*HINTS, "slow_bounds", "parts")  # the last two are not in HINTS: never compiled
    return any(getattr(type(known), name) is not getattr(Knowledge, name) for name in names)


def _scores(case: Case) -> dict[int, int] | None:
    """The exact scores of the moves, by the rules alone; None if that takes too long."""
    scores = _seen_from_here(case, [(after, 1) for _, after, _ in case.asked[1]])
    return None if scores is None else dict(zip(case.moves, scores, strict=True))


def _seen_from_here(case: Case, later: list[tuple[Any, int]]) -> list[int] | None:
    """The exact scores of later positions, for the player to move now.

    Each comes with its number of plies. None if that takes too long.
    """
    search, budget = case.search
    run = SearchContext(budget=budget)
    try:
        return [
            _sign(case, after, ply) * search(case.known, after, ply, run) for after, ply in later
        ]
    except SearchStopped:
        return None


def _sign(case: Case, after: Any, ply: int) -> int:
    """1 if the player to move now is also to move in a later position, otherwise -1."""
    if case.game.alternates:
        return -1 if ply % 2 else 1
    return 1 if case.game.mover(after) == case.turn else -1


def estimates_are_no_wins(case: Case) -> Complaint:
    """An estimate lies strictly within the limit of estimates."""
    estimate = case.asked[0][3]
    if not isinstance(estimate, int) or abs(estimate) >= ESTIMATE_LIMIT:
        return f"estimate() is {estimate!r}; it must lie within ±{ESTIMATE_LIMIT}"
    return None


def games_are_as_long_as_they_say(case: Case) -> Complaint:
    """No game is longer than `max_plies`; drawn games last `draw_plies`."""
    outcome, _, draw_plies, *_ = case.asked[0]
    if case.known.max_plies and len(case.play) > case.known.max_plies:
        return f"max_plies is {case.known.max_plies}, but {len(case.play)} plies were played"
    if outcome == DRAW and draw_plies > 0:
        return f"the game is drawn and over, but draw_plies() is {draw_plies}"
    return None


def parts_are_independent(case: Case) -> Complaint:
    """Each move is one in one of the `parts`; a player who cannot move loses."""
    if case.known.sums is None:
        return None
    steps = [(move, after) for move, after, _ in case.asked[1]]
    return rules.wrong_parts(case.known, case.position, steps)


# Methods for hints to the searches.
HINTS = (
    "bounds", "closer_bounds", "candidate_moves", "forcing", "children", "play_forced", "state",
    "advance", "position", "without_points", "points_left", "final_margins", "can_win_next",
)  # fmt: skip

ANSWERS = ("outcome", "canonical", "draw_plies", "estimate", "mover")


def _about_rules(*laws: Callable[[RulesSeen], Complaint]) -> Callable[[Case], Complaint]:
    """Laws about the rules alone, as one about a case, with the name of the last."""

    def law(case: Case) -> Complaint:
        return next(filter(None, (each(case.seen) for each in laws)), None)

    law.__name__ = laws[-1].__name__
    return law


LAWS = (
    _about_rules(rules.points_are_whole_numbers),
    _about_rules(rules.outcome_is_an_outcome),
    answers_do_not_change,
    _about_rules(rules.an_open_game_has_moves),
    _about_rules(rules.offered_moves_are_legal),
    parts_are_independent,
    _about_rules(rules.a_move_is_a_cell, rules.only_offered_moves_are_on_the_board),
    a_key_means_one_value,
    symmetry_keeps_the_value,
    compiled_is_interpreted,
    states_keep_step,
    safe_moves_are_moves,
    hints_to_the_solver_are_true,
    children_are_the_safe_moves,
    what_is_forced_is_worth_the_same,
    forcing_moves_leave_one_answer,
    estimates_are_no_wins,
    games_are_as_long_as_they_say,
    _about_rules(rules.the_turn_is_told_rightly),
    _about_rules(rules.names_can_be_read_back, rules.texts_can_be_read_back),
    _about_rules(rules.the_line_is_on_the_board),
)


def complaints(case: Case) -> Iterator[tuple[str, str]]:
    for law in LAWS:
        if complaint := law(case):
            yield law.__name__, complaint
