"""Every position of a small game, and random plays of any: to compare rules with rules."""

from collections.abc import Iterator
from random import Random
from typing import Any

from noughts.game import Game, legal_moves
from noughts.knowledge import knowledge_of
from noughts.laws.each import transcribe
from noughts.native import compiled
from noughts.value import OPEN
from tests.playing import transcribed


def every_position(game: Game[Any]) -> Iterator[tuple[Any, int]]:
    """Every position that can arise, with the ply at which it is met first."""
    seen = {game.start()}
    ply, now = 0, [game.start()]
    while now:
        after = []
        for position in now:
            yield position, ply
            for move in legal_moves(game, position):
                child = game.play(position, move)
                if child not in seen:
                    seen.add(child)
                    after.append(child)
        ply, now = ply + 1, after


def assert_compiled_is_interpreted(game: Game[Any]) -> int:
    """Compare all answers in every position, and check its text; how many there were."""
    known = knowledge_of(game)
    quick = compiled(transcribe, known)
    count = 0
    for position, ply in every_position(game):
        assert transcribed(quick, known, position) == transcribed(transcribe, known, position)
        assert game.parse(game.text(position, ply % 2)) == (position, ply % 2)
        count += 1
    return count


def random_play(game: Game[Any], random: Random) -> Iterator[tuple[Any, tuple[int, ...]]]:
    """The positions of one play to the end, each with the moves that led to it."""
    position: Any = game.start()
    played: tuple[int, ...] = ()
    while True:
        yield position, played
        if game.outcome(position) != OPEN:
            return
        move = random.choice(list(game.moves(position)))
        position, played = game.play(position, move), (*played, move)
