"""Explained moves and positions; a clause states one fact, and a sentence joins clauses."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from noughts import notebook_repr
from noughts.analysis.analyse import Analysis
from noughts.analysis.explain.facts import (
    ALLOWS_WIN,
    DRAWBACKS,
    FALLBACKS,
    FAULTS,
    IMPLY_THE_REPLY,
    MAKES_REDUNDANT,
    MISTAKES,
    PASSES_OVER,
    Fact,
    FactKind,
    Facts,
)
from noughts.analysis.voice import Voice, chained, quantity, worth_text
from noughts.game import Game
from noughts.solving.api import Bounds, bounds_of_scores
from noughts.value import DRAW, LOSS, OPEN, WIN, AnyValue, Certainty, Margin, Value


class Reply(NamedTuple):
    move: int
    value: AnyValue
    facts: Facts


class MoveExplanation(NamedTuple):
    """One move explained, for the player `turn` who makes it."""

    game: Game[Any]
    turn: int
    move: int
    value: AnyValue | None  # for that player; None if not proved
    best: bool  # whether it is proved that no move is better
    facts: Facts  # the most telling first
    reply: Reply | None = None  # None at the end of the game, or if nothing is proved
    line: tuple[int, ...] = ()  # best play after the move, if a side wins

    @property
    def certainty(self) -> Certainty:
        return Certainty.UNKNOWN if self.value is None else Certainty.PROVED


@notebook_repr.in_notebooks
class Explanation(NamedTuple):
    """A position explained; `moves` has all moves, best first, equals in the game's order."""

    game: Game[Any]
    position: Any
    turn: int
    value: AnyValue | None  # for the player to move; None if not proved
    moves: tuple[MoveExplanation, ...]
    bounds: Bounds | None = None  # of the value, if it is not proved

    @property
    def certainty(self) -> Certainty:
        return Certainty.UNKNOWN if self.value is None else Certainty.PROVED

    def __str__(self) -> str:
        return "\n".join(explanation_lines(self))

    def of(self, move: int) -> MoveExplanation:
        """The explanation of one of the moves; KeyError if it is not legal."""
        for explained in self.moves:
            if explained.move == move:
                return explained
        raise KeyError(move)

    @property
    def best(self) -> tuple[MoveExplanation, ...]:
        return tuple(move for move in self.moves if move.best)


Name = Callable[[int], str]

# The reason why a best move is unique; follows a semicolon.
DISTINCTIONS = {
    FactKind.ONLY_LEGAL_MOVE: "there is no other move",
    FactKind.ONLY_WIN: "no other move wins",
    FactKind.FASTEST_WIN: "no other move wins so soon",
    FactKind.ONLY_DRAW: "no other move does",
    FactKind.LONGEST_DEFENCE: "no other move holds out so long",
}
# By points.
MARGIN_DISTINCTIONS = {
    **DISTINCTIONS,
    FactKind.FASTEST_WIN: "no other move wins by so much",
    FactKind.LONGEST_DEFENCE: "no other move loses by so little",
}


class Blanks(dict[str, str]):
    """The values for a clause's placeholders, computed when needed."""

    def __init__(self, fact: Fact, voice: Voice) -> None:
        super().__init__()
        self.fact = fact
        self.voice = voice

    def __missing__(self, blank: str) -> str:
        fact, voice = self.fact, self.voice
        fillings: dict[str, Callable[[], str]] = {
            "who": lambda: voice.mark(fact.turn),
            "other": lambda: voice.mark(1 - fact.turn),
            "cells": lambda: voice.cells(fact.cells),
            "any_cell": lambda: voice.any_cell(fact.cells),
            "lines": lambda: voice.lines(fact.lines),
            "any_line": lambda: voice.lines(fact.lines, "or"),
            "moves": lambda: voice.any_of(fact.moves),
            "number": lambda: quantity(fact.number, "line"),
            "answers": lambda: quantity(fact.number, "move"),
            "good": lambda: f"{quantity(len(fact.moves), 'good answer')} of {fact.number}",
            "text": lambda: fact.text,
        }
        return fillings[blank]()


def notable_facts(facts: Facts, most: int) -> Facts:
    """The facts worth mentioning, at most `most`; the cell's location if there are no others.

    If nothing is proved, two weak facts are mentioned.
    """
    redundant = {MAKES_REDUNDANT.get(kind) for kind in facts.kinds}
    telling = [fact for fact in facts if fact.kind.clause and fact.kind not in redundant]
    first = [fact for fact in telling if fact.kind not in FALLBACKS]
    enough = 1 if facts.first(FactKind.WINS, FactKind.DRAWS, FactKind.LOSES) else 2
    weak = [fact for kind in FALLBACKS for fact in telling if fact.kind == kind]
    # The number of moves left is the last resort.
    chosen = first or [fact for fact in weak if fact.kind != FactKind.LEAVES_MOVES][:enough] or weak
    if facts.kinds & MISTAKES:
        chosen = [fact for fact in chosen if fact.kind in DRAWBACKS or fact.kind == FactKind.BLOCKS]
    return Facts(chosen[:most])


def _clauses(facts: Iterable[Fact], voice: Voice) -> list[str]:
    return [fact.kind.clause.format_map(Blanks(fact, voice)) for fact in facts]


# One move in one line.


def one_line(move: MoveExplanation, name: Name | None = None) -> str:
    """A move, its purpose and its value, in one line; `name` is another function to name moves."""
    voice = Voice(move.game, name)
    text = f"{voice.name(move.move)}: {_purpose_and_value(move, voice)}"
    lost = move.value is not None and move.value.outcome == LOSS
    if lost and move.reply and not move.facts.kinds & IMPLY_THE_REPLY:
        text += f"; {_answered(move.reply, 1 - move.turn, voice)}"
    return f"{text}."


def _purpose_and_value(move: MoveExplanation, voice: Voice) -> str:
    """The move's purpose and value: good points, "but" bad points, or the reverse."""
    facts, value = notable_facts(move.facts, most=2), _value_clause(move, voice)
    against = _clauses((fact for fact in facts if fact.kind in DRAWBACKS), voice)
    in_favour = _clauses((fact for fact in facts if fact.kind not in DRAWBACKS), voice)
    if not value:
        return _balanced(in_favour, against) or "has no proved value"
    if FactKind.COMPLETES_LOSING_LINE in facts.kinds:
        return f"{_balanced([], against)}{value}"
    if facts.kinds & PASSES_OVER:
        return f"{_balanced(in_favour, against)}; {value}"
    if move.best and move.value and move.value.outcome != LOSS:
        return _balanced(against, [*in_favour, value])
    if facts.kinds <= {FactKind.ON_NO_OPEN_LINE}:
        return _balanced([], [*in_favour, value])
    return _balanced(in_favour, [*against, value])


def _balanced(one_side: list[str], other_side: list[str]) -> str:
    return ", but ".join(chained(clauses) for clauses in (one_side, other_side) if clauses)


def _value_clause(move: MoveExplanation, voice: Voice) -> str:
    """The move's value compared with the others; empty if unproved or already mentioned."""
    kinds, fault = notable_facts(move.facts, most=2).kinds, move.facts.first(*FAULTS)
    if move.value is None or FactKind.COMPLETES_LINE in kinds:
        return ""
    if FactKind.COMPLETES_LOSING_LINE in kinds:
        return f"; {_instead(fault, voice)}" if fault else ""
    if fault:
        named = kinds & PASSES_OVER
        return _faint_praise(move.value, fault) if named else _faulty(move.value, fault, voice)
    clause = _best_value(move.value, FactKind.ENDS_GAME in move.facts.kinds)
    unique = move.facts.first(*DISTINCTIONS)
    distinctions = MARGIN_DISTINCTIONS if isinstance(move.value, Margin) else DISTINCTIONS
    return f"{clause}; {distinctions[unique.kind]}" if unique else clause


def _best_value(value: AnyValue, ends: bool) -> str:
    if ends and (value.outcome == DRAW or isinstance(value, Value)):
        return ("loses at once", "ends the game in a draw", "wins at once")[value.outcome + 1]
    return ("loses {}", "holds the draw", "wins {}")[value.outcome + 1].format(value.extent)


def _faulty(value: AnyValue, fault: Fact, voice: Voice) -> str:
    if fault.kind == FactKind.THROWS_WIN and value.outcome == DRAW:
        clause = "throws the win away: only a draw is left"
    elif fault.kind == FactKind.THROWS_WIN:
        clause = f"turns the win into a loss {value.extent}"
    else:
        verb = "wins only" if fault.kind == FactKind.WINS_LATE else "loses"
        clause = f"{verb} {value.extent}"
    return f"{clause}; {_instead(fault, voice)}"


def _faint_praise(value: AnyValue, fault: Fact) -> str:
    """The value of a move whose missed win has been named."""
    if fault.kind == FactKind.WINS_LATE:
        return f"it still wins, but only {value.extent}"
    if value.outcome == DRAW:
        return "only a draw is left"
    return f"it even loses {value.extent}"


def _instead(fault: Fact, voice: Voice) -> str:
    better = voice.any_of(fault.moves)
    if fault.value is None or fault.value.outcome == DRAW:
        return f"{better} would draw"
    if fault.value.outcome == WIN:
        return f"{better} would win {fault.value.extent}"
    if isinstance(fault.value, Margin):
        return f"{better} would lose only {fault.value.extent}"
    return f"{better} would hold out for {fault.value.plies} plies"


def _answered(reply: Reply, turn: int, voice: Voice) -> str:
    wins = ["wins at once"] if reply.value == Value(WIN, 1) else []
    clauses = _purposes(reply, voice, most=1) or wins
    purpose = f" and {clauses[0]}" if clauses else ""
    return f"{voice.mark(turn)} answers {voice.name(reply.move)}{purpose}"


def _purposes(reply: Reply, voice: Voice, most: int) -> list[str]:
    """The clauses for a reply; empty if there is only its location to mention."""
    facts = notable_facts(reply.facts, most)
    quiet = facts.kinds <= {*FALLBACKS} - {FactKind.TAKES_CENTRE}
    return [] if quiet else _clauses(facts, voice)


def few_words(move: MoveExplanation, name: Name | None = None) -> str:
    """The most telling fact about a move; empty if there is none beside its value."""
    facts = notable_facts(move.facts, most=1)
    return chained(_clauses(facts, Voice(move.game, name))) if facts else ""


def refutation(move: MoveExplanation, name: Name | None = None) -> str:
    """The best answer to a bad move, with its purpose; empty if none is known or it is good."""
    if move.reply is None or move.best:
        return ""
    return _answered(move.reply, 1 - move.turn, Voice(move.game, name))


# One move in full.


def in_full(
    move: MoveExplanation, better: MoveExplanation | None = None, name: Name | None = None
) -> str:
    """A move explained in a few sentences, and `better`, a better one."""
    voice = Voice(move.game, name)
    who = f"{voice.mark(move.turn)}'s move {voice.name(move.move)}"
    sentences = [
        f"{who} {_purpose_and_value(move, voice)}",
        *_more(move, voice),
        *_reply_sentence(move, voice),
        *_line_sentence(move, voice),
    ]
    if better:
        purpose = _purpose_and_value(better, voice)
        sentences.append(f"Better is {voice.name(better.move)}: it {purpose}")
    return " ".join(f"{sentence}." for sentence in sentences)


def _more(move: MoveExplanation, voice: Voice) -> Iterator[str]:
    facts, who, other = move.facts, voice.mark(move.turn), voice.mark(1 - move.turn)
    mentioned = notable_facts(facts, most=len(facts))
    rest, kinds = _clauses(mentioned[2:], voice), mentioned.kinds
    if rest:
        yield f"It also {chained(rest)}"
    if FactKind.MAKES_FORK in kinds:
        yield f"{other} can take only one of these cells, and {who} takes another"
    threat = facts.first(FactKind.THREATENS)
    if threat and FactKind.FORCES_REPLY in kinds:
        yield f"If {other} plays anything else, {who} completes {voice.lines(threat.lines)}"
    if FactKind.LEAVES_NO_SAFE_CELL in kinds:
        yield f"Wherever {other} goes, {other} completes a line"
    if FactKind.STACKS_THREATS in kinds:
        yield f"If {other} takes the lower cell, {who} takes the upper one"
    zugzwang = facts.first(FactKind.ZUGZWANG)
    if zugzwang and zugzwang.value:
        would = "win" if zugzwang.value.outcome == WIN else "hold the draw"
        yield f"{other} would {would} if {other} could pass, but has to move"


def _reply_sentence(move: MoveExplanation, voice: Voice) -> Iterator[str]:
    only, reply, who = move.facts.first(FactKind.ONE_REPLY), move.reply, voice.mark(1 - move.turn)
    if reply is None or move.facts.kinds & (ALLOWS_WIN | {FactKind.FORCES_REPLY}):
        return
    purposes = _purposes(reply, voice, most=2)
    best = voice.name(reply.move) + (f", which {chained(purposes)}" if purposes else "")
    if only and only.value:
        rest = "loses" if only.value.outcome == DRAW else "throws the win away"
        rest = "costs points" if isinstance(only.value, Margin) else rest
        yield f"{who} has one good answer, {best}; every other move {rest}"
    elif reply.value.outcome == WIN:
        yield f"{who}'s best answer is {best}"


def _line_sentence(move: MoveExplanation, voice: Voice) -> Iterator[str]:
    if len(move.line) > 1:
        turns = (voice.mark((move.turn + 1 + ply) % 2) for ply in range(len(move.line)))
        plays = [f"{mark} {voice.name(m)}" for mark, m in zip(turns, move.line, strict=True)]
        yield f"Best play then goes {', '.join(plays)}"


# The position.


# The sentences on a solved position, by the case; a page without a server fills them in, too.
VERDICTS = {
    "won all": "{who} wins {soon} with {every}.",
    "won best": "{who} wins {soon}, but only with {best}.",
    "won some": "{who} wins {soon} with {best}, later with {late}; no other move wins.",
    "won late": "{who} wins {soon} with {best}, later with {late}.",
    "won rest": "{who} wins {soon} with {best}, later with everything else.",
    "drawn all": "{who} draws with {every}.",
    "drawn best": "{who} draws, but only with {best}.",
    "lost now": "{who} loses at once with every move.",
    "lost all": "{other} wins {soon} whatever {who} does.",
    "lost best": "{other} wins {soon}; {best} lasts longest.",
}
# By points.
MARGIN_VERDICTS = {
    **VERDICTS,
    "won some": "{who} wins {soon} with {best}, by less with {late}; no other move wins.",
    "won late": "{who} wins {soon} with {best}, by less with {late}.",
    "won rest": "{who} wins {soon} with {best}, by less with everything else.",
    "lost best": "{other} wins {soon}, by more unless {who} plays {best}.",
}


def position_verdict(explanation: Explanation | Analysis, name: Name | None = None) -> str:
    """A sentence on the value of a position and the moves that keep it."""
    voice, value, moves = Voice(explanation.game, name), explanation.value, explanation.moves
    who = voice.mark(explanation.turn)
    outcome = explanation.game.outcome(explanation.position)
    if outcome != OPEN:
        return game_over(explanation.game, outcome, explanation.turn)
    if value is None or any(move.value is None for move in moves):
        return f"{who} to move. {_unsolved(explanation, who)}"
    verdicts = MARGIN_VERDICTS if isinstance(value, Margin) else VERDICTS
    late = [move for move in moves if not move.best and move.value and move.value.outcome == WIN]
    return verdicts[_case(value, len(explanation.best), len(late), len(moves))].format(
        who=who,
        other=voice.mark(1 - explanation.turn),
        soon=value.extent,
        every="every move" if len(moves) > 1 else "the only move",
        best=voice.any_of([move.move for move in explanation.best]),
        late=voice.any_of([move.move for move in late]),
    )


def _case(value: AnyValue, best: int, late: int, moves: int) -> str:
    if value == Value(LOSS, 1):
        return "lost now"
    result = {WIN: "won", DRAW: "drawn", LOSS: "lost"}[value.outcome]
    if best == moves or not late:
        return f"{result} {'all' if best == moves else 'best'}"
    if best + late < moves:
        return "won some"
    return "won late" if late == 1 else "won rest"


def _unsolved(explanation: Explanation | Analysis, who: str) -> str:
    if isinstance(explanation.value, Value):
        return Bounds(explanation.value, explanation.value).sentence(who)
    known = [move.value for move in explanation.moves if isinstance(move.value, Value)]
    lower, upper = explanation.bounds or bounds_of_scores()
    return Bounds(max([lower, *known]), upper).sentence(who)


def game_over(game: Game[Any], outcome: int, turn: int) -> str:
    """The result of a finished game; `outcome` is for the player `turn`."""
    return f"The game is over: {Voice(game).result(outcome, turn)}."


def explanation_lines(
    explanation: Explanation, in_long: bool = False, name: Name | None = None
) -> list[str]:
    moves = explanation.moves
    lines = [in_full(m, name=name) if in_long else one_line(m, name) for m in moves]
    return [position_verdict(explanation, name), *worth_text(*explanation[:3]), *lines]
