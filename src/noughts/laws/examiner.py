"""`check`: test every law on any game."""

from itertools import islice
from random import Random
from typing import Any, NamedTuple

from noughts.errors import NotCompilable
from noughts.game import Game, P
from noughts.games.given import takes_names
from noughts.knowledge import Knowledge, knowledge_of, set_aside
from noughts.laws.each import (
    LAWS,
    Case,
    CompiledRules,
    Snapshot,
    Transcript,
    complaints,
    gives_hints,
    own_key,
    snapshot,
    transcribe,
    transcribe_hints,
)
from noughts.laws.positions import broken, no_value, wrong_kind
from noughts.laws.rules import MOST_MOVES, TOO_MANY
from noughts.laws.short import Walker
from noughts.native import compiled
from noughts.search.context import SearchContext
from noughts.search.root import Negamax
from noughts.value import OPEN

# A random play is cut off after this many plies; if positions repeat, it may never end.
LONGEST_PLAY = 2_000
LONGEST_REPEATING_PLAY = 200


class LawReport(NamedTuple):
    """The result of `check` if all laws hold.

    Args:
        positions: the number of different positions.
        plays: the number of random games.
        depth: every position up to this ply was checked; None if all positions were.
        interpreted_because: the reason not to compare compiled rules; empty if they were compared.
        set_aside: knowledge not used because this game changes its rules; empty if none.
    """

    positions: int
    plays: int
    depth: int | None
    interpreted_because: str
    set_aside: str = ""

    def __str__(self) -> str:
        form = self.interpreted_because or "Interpreted and compiled agree."
        form += f"\n{self.set_aside}" if self.set_aside else ""
        if self.depth is None:
            return f"{len(LAWS)} laws hold in all {self.positions:,} positions.\n{form}"
        return (
            f"{len(LAWS)} laws hold in {self.positions:,} positions: all up to ply {self.depth} "
            f"and those of {self.plays:,} random games.\n{form}"
        )


@takes_names
def check(game: Game[P], *, positions: int = 500, plays: int = 50, seed: int = 0) -> LawReport:
    """Test the laws on a game: on its first positions, breadth first, and on random games.

    Args:
        game: the rules to check.
        positions: the number of positions to test, nearest to the start first.
        plays: the number of random games to test.
        seed: equal seeds give equal games.

    Raises:
        BrokenLaw: a law is broken; the message names it, and the shortest play found
            that breaks it.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> print(check(TicTacToe()))
    21 laws hold in 703 positions: all up to ply 3 and those of 50 random games.
    Interpreted and compiled agree.
    """
    examiner = Examiner(game)
    depth = examiner.near(positions)
    longest = LONGEST_REPEATING_PLAY if game.repeats else LONGEST_PLAY
    examiner.at_random(plays, longest, Random(seed))
    because = examiner.interpreted_because
    return LawReport(len(examiner.seen), plays, depth, because, set_aside(game))


class Examiner(Walker):
    def __init__(self, game: Game[Any], *, compiling: bool = True) -> None:
        super().__init__(game)
        self.known = knowledge_of(game)
        self.keys: dict[int, Any] = {}
        self.compiled: CompiledRules | None = None
        self.interpreted_because = ""
        self.examine(self.start, ())  # before compiling
        if compiling:
            self.compiled, self.interpreted_because = _compile(self.known, self.start)

    def play(self, random: Random, plies: int, number: int) -> None:
        position: Any = self.start
        play: tuple[int, ...] = ()
        before: set[Any] = set()
        while True:
            self.must_be_new(position, play, before)
            moves = (
                snapshot(self.known, position)[1]
                if position in self.seen
                else self.examine(position, play)
            )
            self.seen.add(position)
            if not moves or len(play) >= plies:
                return
            before.add(position)
            move, position, _ = random.choice(moves)
            play = (*play, move)

    def examine(self, position: Any, play: tuple[int, ...]) -> list[Any]:
        """Test every law on one position.

        Raises:
            BrokenLaw: the first law that is broken.
        """
        self.complain("positions_are_values", play, no_value(position))
        self.guarded(play, lambda: self._must_come_to_an_end(position, play))
        before = repr(position)
        asked: Snapshot = self.guarded(play, lambda: snapshot(self.known, position))
        if repr(position) != before:
            became = f"{before} became {position!r}; play() must return a new position"
            raise broken(self.game, "positions_do_not_change", play, became)
        self._must_be_of_the_kind(position, play, asked)
        case = Case(self.game, self.known, position, play, asked, self.compiled, self.keys)
        first = self.guarded(play, lambda: next(complaints(case), None))
        if first:
            self.complain(first[0], play, first[1])
        return asked[1]

    def _must_come_to_an_end(self, position: Any, play: tuple[int, ...]) -> None:
        """Check that `moves` ends, by counting up to a limit."""
        if self.game.outcome(position) != OPEN:
            return
        if sum(1 for _ in islice(self.game.moves(position), MOST_MOVES + 1)) > MOST_MOVES:
            raise broken(self.game, "an_open_game_has_moves", play, TOO_MANY)

    def _must_be_of_the_kind(self, position: Any, play: tuple[int, ...], asked: Snapshot) -> None:
        same = type(position)
        after = [((*play, move), later) for move, later, _ in asked[1] if type(later) is same]
        for way, there in [(play, position), *after]:
            if complaint := wrong_kind(self.game, there):
                raise broken(self.game, "positions_are_named_tuples_of_int", way, complaint)


def _compile(game: Knowledge[Any], start: Any) -> tuple[CompiledRules | None, str]:
    try:
        rules = CompiledRules(
            compiled(transcribe, game),
            compiled(Negamax().kernel_for(game), game),
            compiled(own_key, game) if game.key_bits else None,
            compiled(transcribe_hints, game) if gives_hints(game) else None,
        )
        rules.transcribe(game, start, Transcript())
        rules.negamax(game, start, 0, SearchContext(limit=1))
        if rules.own_key:
            rules.own_key(game, start)
        if rules.hints:
            rules.hints(game, start, Transcript())
    except NotCompilable as error:
        return None, str(error)
    return rules, ""
