"""Explanations in sentences.

A clause states one fact, and a sentence joins clauses.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from noughts.analysis.analyse import Analysis, MoveAnalysis
from noughts.analysis.explain.facts import Fact, Facts, Kind
from noughts.analysis.explain.model import Explanation, MoveExplanation, Reply
from noughts.analysis.explain.naming import Blanks, Voice, chained
from noughts.game import Game, winner_of
from noughts.solving.answer import Bounds, bounds_of_scores
from noughts.value import DRAW, LOSS, OPEN, WIN, Value, soon

Name = Callable[[int], str]

# One clause for each kind of fact. The subject is the move, or the player who makes it.
CLAUSES = {
    Kind.NAMED: "{text}",
    Kind.NAMED_DRAWBACK: "{text}",
    Kind.COMPLETES_LINE: "completes {lines} and wins",
    Kind.PASSES_OVER_WIN: "misses the win at {any_cell}",
    Kind.LEAVES_WIN: "lets {who} win at {cells} with {any_line}",
    Kind.BLOCKS: "blocks {who} in {lines}",
    Kind.MAKES_FORK: "makes a fork with threats at {cells}",
    Kind.THREATENS: "threatens to complete {lines}",
    Kind.FORCES_REPLY: "forces {who} to answer {moves}",
    Kind.FORCES_INTO_FORK: "forces {who} to answer {moves}, where {who} makes a fork",
    Kind.ALLOWS_FORK: "lets {who} make a fork at {any_cell}",
    Kind.STOPS_FORK: "stops {who} from making a fork at {any_cell}",
    Kind.KEEPS_BUSY: "makes threats, so that {who} has no time for a fork at {any_cell}",
    Kind.PASSES_OVER_FORK: "misses the fork at {any_cell}",
    Kind.PREPARES_FORK: "prepares a fork at {any_cell}",
    Kind.LEAVES_NO_LINE: "closes the last line that {who} could complete",
    Kind.HANDS_WIN: "lets {who} win above, at {cells}, with {any_line}",
    Kind.STACKS_THREATS: "threatens at {cells}, one above the other",
    Kind.LEAVES_NO_DEFENCE: "leaves {who} only moves that let {other} complete a line",
    Kind.BARS: "bars {who} from {moves}, above which {other} would complete {any_line}",
    Kind.ODD_THREAT: "builds a threat on an odd row, at {cells}",
    Kind.EVEN_THREAT: "builds a threat on an even row, at {cells}",
    Kind.CLAIMEVEN: "can claim {cells} by claimeven, on {number} still open to {other}",
    Kind.COMPLETES_LOSING_LINE: "completes {lines}, which loses in misère play",
    Kind.LEAVES_NO_SAFE_CELL: "leaves {who} no safe cell",
    Kind.LEAVES_ONE_SAFE_CELL: "leaves {who} only {moves} as a safe cell",
    Kind.TAKES_DEADLY_CELL: "takes a cell deadly to {who}, the last of {lines}",
    Kind.MAKES_DEADLY: "makes {cells} deadly to {who}",
    Kind.LEAVES_OPPONENT_SAFE: "closes the last line that {who} could be forced to complete",
    Kind.MISSES_WIN: "misses the immediate win with {moves}",
    Kind.GIVES_WIN: "lets {who} win at once with {moves}",
    Kind.ONLY_SAFE_MOVE: "stops {other} from winning at once, as no other move does",
    Kind.LEAVES_NO_SAFE_MOVE: "leaves {who} no move that stops {other} from winning at once",
    Kind.LEAVES_FEW_SAFE_MOVES: "leaves {who} only {moves} to stop {other} from winning at once",
    Kind.LEAVES_ONE_MOVE: "leaves {who} only the move {moves}",
    Kind.ZUGZWANG: "puts {who} in zugzwang",
    Kind.TAKES_CENTRE: "takes the centre",
    Kind.TAKES_CORNER: "takes a corner",
    Kind.TAKES_EDGE: "takes an edge",
    Kind.ON_NO_OPEN_LINE: "is on no line that can still be completed",
    Kind.ON_OPEN_LINES: "is on {number} still open to {who}",
    Kind.CLOSES_LINES: "closes {number} to {who}",
    Kind.ENDS_WITH_LINE: "completes {lines}",
    Kind.FEW_REPLIES: "leaves {who} {good}",
    Kind.ON_LIVE_LINES: "is on {number} that can still be completed",
    Kind.CLOSES_SHARED_LINES: "closes {number} for both",
    Kind.ON_CLEAR_LINES: "is on {number} without a mark of {who}",
    Kind.LEAVES_MOVES: "leaves {who} {answers}",
}

# Mentioned only if there is no other fact.
PLACES = (Kind.TAKES_CENTRE, Kind.TAKES_CORNER, Kind.TAKES_EDGE)
FALLBACKS = (
    Kind.FEW_REPLIES,
    *PLACES,
    Kind.CLAIMEVEN,
    Kind.ON_NO_OPEN_LINE,
    Kind.ON_OPEN_LINES,
    Kind.CLOSES_LINES,
    Kind.ON_LIVE_LINES,
    Kind.CLOSES_SHARED_LINES,
    Kind.ON_CLEAR_LINES,
    Kind.LEAVES_MOVES,
)

# A fact of the first kind makes a fact of the second redundant.
MAKES_REDUNDANT = {
    Kind.FORCES_REPLY: Kind.THREATENS,
    Kind.FORCES_INTO_FORK: Kind.THREATENS,
    Kind.LEAVES_NO_SAFE_CELL: Kind.ZUGZWANG,
    Kind.LEAVES_WIN: Kind.PASSES_OVER_FORK,
    Kind.HANDS_WIN: Kind.PASSES_OVER_FORK,
    Kind.STACKS_THREATS: Kind.THREATENS,
}

# Facts against a move: a loss follows them with "and", not with "but".
DRAWBACKS = {
    Kind.NAMED_DRAWBACK,
    Kind.PASSES_OVER_WIN,
    Kind.MISSES_WIN,
    Kind.LEAVES_WIN,
    Kind.HANDS_WIN,
    Kind.GIVES_WIN,
    Kind.FORCES_INTO_FORK,
    Kind.ALLOWS_FORK,
    Kind.PASSES_OVER_FORK,
    Kind.COMPLETES_LOSING_LINE,
    Kind.MAKES_DEADLY,
}

# With one of these, only drawbacks and blocks are mentioned.
MISTAKES = {
    Kind.PASSES_OVER_WIN,
    Kind.PASSES_OVER_FORK,
    Kind.MISSES_WIN,
    Kind.LEAVES_WIN,
    Kind.HANDS_WIN,
    Kind.GIVES_WIN,
}

# These already name the better move.
PASSES_OVER = {Kind.PASSES_OVER_WIN, Kind.PASSES_OVER_FORK, Kind.MISSES_WIN}

# These state the consequence, so that no reply is mentioned.
IMPLY_THE_REPLY = {
    Kind.LEAVES_WIN,
    Kind.HANDS_WIN,
    Kind.GIVES_WIN,
    Kind.ALLOWS_FORK,
    Kind.FORCES_INTO_FORK,
    Kind.FORCES_REPLY,
    Kind.ENDS_GAME,
}

FAULTS = (Kind.THROWS_WIN, Kind.THROWS_DRAW, Kind.WINS_LATE, Kind.LOSES_EARLY)

# The reason why a best move is unique; follows a semicolon.
DISTINCTIONS = {
    Kind.ONLY_LEGAL_MOVE: "there is no other move",
    Kind.ONLY_WIN: "no other move wins",
    Kind.FASTEST_WIN: "no other move wins so soon",
    Kind.ONLY_DRAW: "no other move does",
    Kind.LONGEST_DEFENCE: "no other move holds out so long",
}


# One move in one line.


def one_line(move: MoveExplanation, name: Name | None = None) -> str:
    """A move, its purpose and its value, in one line.

    Args:
        move: one explained move.
        name: another function to name moves.
    """
    voice = Voice(move.game, name)
    return f"{voice.name(move.move)}: {_deed_and_worth(move, voice)}{_answer(move, voice)}."


def worth_mentioning(facts: Facts, most: int) -> Facts:
    """The facts worth mentioning, at most `most`; the cell's location if there are no others.

    If nothing is proved, two weak facts are mentioned.
    """
    redundant = {MAKES_REDUNDANT.get(kind) for kind in facts.kinds}
    telling = [fact for fact in facts if fact.kind in CLAUSES and fact.kind not in redundant]
    first = [fact for fact in telling if fact.kind not in FALLBACKS]
    enough = 1 if facts.first(Kind.WINS, Kind.DRAWS, Kind.LOSES) else 2
    weak = sorted((fact for fact in telling if fact.kind in FALLBACKS), key=_rank)
    # The number of moves left is the last resort.
    chosen = first or [fact for fact in weak if fact.kind != Kind.LEAVES_MOVES][:enough] or weak
    if facts.kinds & MISTAKES:
        chosen = [fact for fact in chosen if fact.kind in DRAWBACKS or fact.kind == Kind.BLOCKS]
    return Facts(chosen[:most])


def _rank(fact: Fact) -> int:
    return FALLBACKS.index(fact.kind)


def clause(fact: Fact, voice: Voice) -> str:
    """One fact as a clause about the move."""
    return CLAUSES[fact.kind].format_map(Blanks(fact, voice))


def _deed_and_worth(move: MoveExplanation, voice: Voice) -> str:
    """The move's purpose and value: good points, "but" bad points, or the reverse."""
    facts, worth = worth_mentioning(move.facts, most=2), worth_of(move, voice)
    against = [clause(fact, voice) for fact in facts if fact.kind in DRAWBACKS]
    in_favour = [clause(fact, voice) for fact in facts if fact.kind not in DRAWBACKS]
    if not worth:
        return _balanced(in_favour, against) or "has no proved value"
    if Kind.COMPLETES_LOSING_LINE in facts.kinds:
        return f"{_balanced([], against)}{worth}"
    if facts.kinds & PASSES_OVER:
        return f"{_balanced(in_favour, against)}; {worth}"
    if move.best and move.value and move.value.outcome != LOSS:
        return _balanced(against, [*in_favour, worth])
    if facts.kinds <= {Kind.ON_NO_OPEN_LINE}:
        return _balanced([], [*in_favour, worth])
    return _balanced(in_favour, [*against, worth])


def _balanced(one_side: list[str], other_side: list[str]) -> str:
    return ", but ".join(chained(clauses) for clauses in (one_side, other_side) if clauses)


def worth_of(move: MoveExplanation, voice: Voice) -> str:
    """The move's value compared with the others; empty if unproved or already mentioned."""
    kinds, fault = worth_mentioning(move.facts, most=2).kinds, move.facts.first(*FAULTS)
    if move.value is None or Kind.COMPLETES_LINE in kinds:
        return ""
    if Kind.COMPLETES_LOSING_LINE in kinds:
        return f"; {instead(fault, voice)}" if fault else ""
    if fault:
        named = kinds & PASSES_OVER
        return faint_praise(move.value, fault) if named else faulty(move.value, fault, voice)
    ends = Kind.ENDS_GAME in move.facts.kinds
    worth = at_the_end(move.value) if ends else outcome_of(move.value)
    return f"{worth}{_distinction(move.facts)}"


def outcome_of(value: Value) -> str:
    """The clause for the value of a best move."""
    return ("loses {}", "holds the draw", "wins {}")[value.outcome + 1].format(soon(value.plies))


def at_the_end(value: Value) -> str:
    """The clause for a move that ends the game."""
    return ("loses at once", "ends the game in a draw", "wins at once")[value.outcome + 1]


def _distinction(facts: Facts) -> str:
    fact = facts.first(*DISTINCTIONS)
    return f"; {DISTINCTIONS[fact.kind]}" if fact else ""


def faulty(value: Value, fault: Fact, voice: Voice) -> str:
    """The clause for a mistake: its value, and the better moves."""
    worth = {
        Kind.THROWS_WIN: "throws the win away: only a draw is left"
        if value.outcome == DRAW
        else f"turns the win into a loss {soon(value.plies)}",
        Kind.THROWS_DRAW: f"loses {soon(value.plies)}",
        Kind.WINS_LATE: f"wins only {soon(value.plies)}",
        Kind.LOSES_EARLY: f"loses {soon(value.plies)}",
    }[fault.kind]
    return f"{worth}; {instead(fault, voice)}"


def faint_praise(value: Value, fault: Fact) -> str:
    """The value of a move whose missed win has been named."""
    if fault.kind == Kind.WINS_LATE:
        return f"it still wins, but only {soon(value.plies)}"
    if value.outcome == DRAW:
        return "only a draw is left"
    return f"it even loses {soon(value.plies)}"


def instead(fault: Fact, voice: Voice) -> str:
    """The clause for the better moves."""
    better = voice.any_of(fault.moves)
    if fault.value is None or fault.value.outcome == DRAW:
        return f"{better} would draw"
    if fault.value.outcome == WIN:
        return f"{better} would win {soon(fault.value.plies)}"
    return f"{better} would hold out for {fault.value.plies} plies"


def _answer(move: MoveExplanation, voice: Voice) -> str:
    """The refutation of a losing move, after a semicolon."""
    lost = move.value is not None and move.value.outcome == LOSS
    if not lost or move.reply is None or move.facts.kinds & IMPLY_THE_REPLY:
        return ""
    return f"; {answered(move.reply, 1 - move.turn, voice)}"


def answered(reply: Reply, turn: int, voice: Voice) -> str:
    """The clause for a reply and its purpose."""
    wins = ["wins at once"] if reply.value == Value(WIN, 1) else []
    clauses = _deeds(reply, voice, most=1) or wins
    deed = f" and {clauses[0]}" if clauses else ""
    return f"{voice.mark(turn)} answers {voice.name(reply.move)}{deed}"


# One move in full.


def in_full(
    move: MoveExplanation, better: MoveExplanation | None = None, name: Name | None = None
) -> str:
    """A move explained in a few sentences.

    Args:
        move: one explained move.
        better: the explanation of a better move, which is added.
        name: another function to name moves.
    """
    voice = Voice(move.game, name)
    sentences = [
        f"{voice.mark(move.turn)}'s move {voice.name(move.move)} {_deed_and_worth(move, voice)}",
        *_more(move, voice),
        *_reply_sentence(move, voice),
        *_line_sentence(move, voice),
    ]
    if better:
        sentences.append(
            f"Better is {voice.name(better.move)}: it {_deed_and_worth(better, voice)}"
        )
    return " ".join(f"{sentence}." for sentence in sentences)


def _more(move: MoveExplanation, voice: Voice) -> Iterator[str]:
    """Further facts, and the reasons why a threat is forcing."""
    facts, who, other = move.facts, voice.mark(move.turn), voice.mark(1 - move.turn)
    mentioned = worth_mentioning(facts, most=len(facts))
    rest, kinds = [clause(fact, voice) for fact in mentioned[2:]], mentioned.kinds
    if rest:
        yield f"It also {chained(rest)}"
    if Kind.MAKES_FORK in kinds:
        yield f"{other} can take only one of these cells, and {who} takes another"
    threat = facts.first(Kind.THREATENS)
    if threat and Kind.FORCES_REPLY in kinds:
        yield f"If {other} plays anything else, {who} completes {voice.lines(threat.lines)}"
    if Kind.LEAVES_NO_SAFE_CELL in kinds:
        yield f"Wherever {other} goes, {other} completes a line"
    if Kind.STACKS_THREATS in kinds:
        yield f"If {other} takes the lower cell, {who} takes the upper one"
    zugzwang = facts.first(Kind.ZUGZWANG)
    if zugzwang and zugzwang.value:
        would = "win" if zugzwang.value.outcome == WIN else "hold the draw"
        yield f"{other} would {would} if {other} could pass, but has to move"


def _reply_sentence(move: MoveExplanation, voice: Voice) -> Iterator[str]:
    """The only good reply, or the reply that refutes the move."""
    only, reply, who = move.facts.first(Kind.ONE_REPLY), move.reply, voice.mark(1 - move.turn)
    named = {Kind.FORCES_REPLY, Kind.LEAVES_WIN, Kind.HANDS_WIN, Kind.GIVES_WIN}
    if reply is None or move.facts.kinds & named:
        return
    which = _which(reply, voice)
    if only and only.value:
        rest = "loses" if only.value.outcome == DRAW else "throws the win away"
        yield f"{who} has one good answer, {voice.name(reply.move)}{which}; every other move {rest}"
    elif reply.value.outcome == WIN:
        yield f"{who}'s best answer is {voice.name(reply.move)}{which}"


def _which(reply: Reply, voice: Voice) -> str:
    """The purpose of a reply, as a relative clause."""
    clauses = _deeds(reply, voice, most=2)
    return f", which {chained(clauses)}" if clauses else ""


def _deeds(reply: Reply, voice: Voice, most: int) -> list[str]:
    """The clauses for a reply; empty if there is only its location to mention."""
    facts = worth_mentioning(reply.facts, most)
    quiet = facts.kinds <= {*FALLBACKS} - {Kind.TAKES_CENTRE}
    return [] if quiet else [clause(fact, voice) for fact in facts]


def _line_sentence(move: MoveExplanation, voice: Voice) -> Iterator[str]:
    if len(move.line) > 1:
        turns = (voice.mark((move.turn + 1 + ply) % 2) for ply in range(len(move.line)))
        moves = map(voice.name, move.line)
        plays = [f"{mark} {name}" for mark, name in zip(turns, moves, strict=True)]
        yield f"Best play then goes {', '.join(plays)}"


# The position.


def verdict(explanation: Explanation | Analysis, name: Name | None = None) -> str:
    """A sentence on the value of a position and the moves that keep it."""
    voice = Voice(explanation.game, name)
    who = voice.mark(explanation.turn)
    outcome = explanation.game.outcome(explanation.position)
    if outcome != OPEN:
        return game_over(explanation.game, outcome, explanation.turn)
    if explanation.value is None or any(move.value is None for move in explanation.moves):
        return f"{who} to move. {_unsolved(explanation, who)}"
    sentence = {WIN: _won, DRAW: _drawn, LOSS: _lost}[explanation.value.outcome]
    return f"{sentence(explanation, explanation.value, voice)}."


def _unsolved(explanation: Explanation | Analysis, who: str) -> str:
    """The bounds of a position with unsolved moves, in words."""
    if explanation.value is not None:
        return Bounds(explanation.value, explanation.value).sentence(who)
    known = [move.value for move in explanation.moves if move.value]
    lower, upper = explanation.bounds or bounds_of_scores()
    return Bounds(max([lower, *known]), upper).sentence(who)


def game_over(game: Game[Any], outcome: int, turn: int) -> str:
    """The result of a finished game; `outcome` is for the player `turn`."""
    winner = winner_of(outcome, turn)
    ended = "a draw" if winner is None else f"{game.marks[winner]} has won"
    return f"The game is over: {ended}."


def _won(explanation: Explanation | Analysis, value: Value, voice: Voice) -> str:
    others = [move for move in explanation.moves if not move.best]
    late = [move for move in others if move.value and move.value.outcome == WIN]
    rest = [move for move in others if move not in late]
    wins = f"{voice.mark(explanation.turn)} wins {soon(value.plies)}"
    if not others:
        return f"{wins} with {_any_move(explanation)}"
    best = _any_of(explanation.best, voice)
    if not late:
        return f"{wins}, but only with {best}"
    if not rest:
        return f"{wins} with {best}, later with {_others(late, voice)}"
    return f"{wins} with {best}, later with {_any_of(late, voice)}; no other move wins"


def _drawn(explanation: Explanation | Analysis, value: Value, voice: Voice) -> str:
    holding = explanation.best
    draws = f"{voice.mark(explanation.turn)} draws"
    if len(holding) == len(explanation.moves):
        return f"{draws} with {_any_move(explanation)}"
    return f"{draws}, but only with {_any_of(holding, voice)}"


def _lost(explanation: Explanation | Analysis, value: Value, voice: Voice) -> str:
    if value.plies == 1:
        return f"{voice.mark(explanation.turn)} loses at once with every move"
    lost = f"{voice.mark(1 - explanation.turn)} wins {soon(value.plies)}"
    if len(explanation.best) == len(explanation.moves):
        return f"{lost} whatever {voice.mark(explanation.turn)} does"
    return f"{lost}; {_any_of(explanation.best, voice)} lasts longest"


def _any_of(moves: Sequence[MoveExplanation | MoveAnalysis], voice: Voice) -> str:
    return voice.any_of([move.move for move in moves])


def _others(others: Sequence[MoveExplanation | MoveAnalysis], voice: Voice) -> str:
    return voice.name(others[0].move) if len(others) == 1 else "everything else"


def _any_move(explanation: Explanation | Analysis) -> str:
    return "every move" if len(explanation.moves) > 1 else "the only move"


def lines_of(
    explanation: Explanation, in_long: bool = False, name: Callable[[int], str] | None = None
) -> list[str]:
    """The verdict on a position, then a line for every move."""
    line = partial(in_full, name=name) if in_long else partial(one_line, name=name)
    return [verdict(explanation, name), *map(line, explanation.moves)]
