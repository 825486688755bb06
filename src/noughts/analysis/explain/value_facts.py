"""Facts from proved values, in any game: moves that keep or throw away value."""

from collections.abc import Iterator, Sequence

from noughts.analysis.explain.facts import Fact, Kind
from noughts.solving.exact_solver import MoveValue
from noughts.value import DRAW, LOSS, WIN, Value

OUTCOMES = {WIN: Kind.WINS, DRAW: Kind.DRAWS, LOSS: Kind.LOSES}


def value_facts(values: Sequence[MoveValue], turn: int, move: int) -> Iterator[Fact]:
    """The move's value compared with the others; the outcome comes last."""
    best = max(value for _, value, _ in values)
    value = next(value for other, value, _ in values if other == move)
    better = tuple(move for move, value, _ in values if value == best)
    if value != best:
        yield Fact(_fault(best, value), turn, moves=better, value=best)
    elif len(values) > 1:
        yield from _distinction(values, value, turn)
    yield Fact(OUTCOMES[value.outcome], turn, value=value)


def _fault(best: Value, value: Value) -> Kind:
    if best.outcome == value.outcome:
        return Kind.WINS_LATE if value.outcome == WIN else Kind.LOSES_EARLY
    return Kind.THROWS_WIN if best.outcome == WIN else Kind.THROWS_DRAW


def _distinction(values: Sequence[MoveValue], best: Value, turn: int) -> Iterator[Fact]:
    """A unique best move: the only win or draw, the fastest win, the longest defence."""
    alike = sum(value.outcome == best.outcome for _, value, _ in values)
    equal = sum(value == best for _, value, _ in values)
    if alike == 1 and best.outcome != LOSS:
        yield Fact(Kind.ONLY_WIN if best.outcome == WIN else Kind.ONLY_DRAW, turn, value=best)
    elif equal == 1:
        kind = Kind.FASTEST_WIN if best.outcome == WIN else Kind.LONGEST_DEFENCE
        yield Fact(kind, turn, value=best)


def few_replies(replies: Sequence[MoveValue], turn: int) -> Iterator[Fact]:
    """The replies that keep the draw or the win, if others do not."""
    best = max((value for _, value, _ in replies), default=None)
    if best is None or best.outcome == LOSS:
        return
    holding = tuple(move for move, value, _ in replies if value.outcome == best.outcome)
    if len(holding) < len(replies):
        yield Fact(Kind.FEW_REPLIES, 1 - turn, moves=holding, value=best, number=len(replies))


def one_reply(replies: Sequence[MoveValue], turn: int) -> Iterator[Fact]:
    """The single reply among several that keeps the draw or the win."""
    best = max((value for _, value, _ in replies), default=None)
    if best is None or best.outcome == LOSS or len(replies) == 1:
        return
    holding = [move for move, value, _ in replies if value.outcome == best.outcome]
    if len(holding) == 1:
        yield Fact(Kind.ONE_REPLY, 1 - turn, moves=(holding[0],), value=best)
