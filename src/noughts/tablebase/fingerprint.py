"""A fingerprint of a game's rules: their effect, and for a user's game their text.

It is the same on every machine and for every version of Python, and changes when a rule does. Games
are played at random, the same ones every time, and all results of the rules are digested. Random
plays miss rare positions, so the text of a user's rules is digested, too.
"""

import hashlib
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any
from warnings import warn

from noughts import reading, source
from noughts.errors import BadTablebase
from noughts.game import Game, legal_moves, random_play
from noughts.games.registry import spec_of
from noughts.knowledge import Knowledge, knowledge_of

PLAYS = 64
# Longest random play, in plies.
PLIES = 200


def rules_fingerprint(game: Game[Any]) -> str:
    """The fingerprint, in hexadecimal digits; for a user's game followed by the text's digest."""
    digest = hashlib.sha256(spec_of(game).encode())
    known = knowledge_of(game)
    for play in fixed_plays(game):
        for position in play:
            digest.update(repr(_said(known, position)).encode())
    return digest.hexdigest() + rules_text_digest(game)


def rules_text_digest(game: Game[Any]) -> str:
    """The digest of the text of a user's rules, after a hyphen; empty for noughts' own games."""
    if source.is_own(type(game)):
        return ""
    try:
        return f"-{reading.text_digest(game)}"
    except reading.Unreadable as what:
        warn(
            f"noughts cannot read all that the rules of {type(game).__name__} rest on: {what}. It "
            f"will not notice every change of them.",
            stacklevel=2,
        )
        return "-unread"


def refuse_other_rules(folder: Path, found: str, game: Game[Any]) -> None:
    """Raise BadTablebase unless a folder was made with the game's current rules."""
    if found == (now := rules_fingerprint(game)):
        return
    if found.partition("-")[0] == now.partition("-")[0]:
        raise BadTablebase(
            f"The text of the rules of {spec_of(game)} has changed since {folder} was made, or was "
            f"not kept. Compare every value with the rules as they are: noughts verify {folder} "
            f"--game {spec_of(game)} --rules"
        )
    raise BadTablebase(
        f"{folder} was made with different rules of {spec_of(game)}; solve the game again."
    )


def fixed_plays(game: Game[Any]) -> Iterator[Iterator[Any]]:
    """The positions of some fixed random plays."""
    for play in range(PLAYS):
        positions = islice(random_play(game, _chooser(play)), PLIES)
        yield (position for position, _, _ in positions)


def _said(known: Knowledge[Any], position: Any) -> tuple[Any, ...]:
    folded, moves = known.canonical(position), legal_moves(known.game, position)
    said = tuple(position), tuple(folded), known.outcome(position), tuple(moves)
    return said if known.alternates else (*said, known.mover(position))


def _chooser(state: int) -> Callable[[list[int]], int]:
    """Chooses by random numbers that never change: linear congruential (Knuth's MMIX)."""

    def choose(moves: list[int]) -> int:
        nonlocal state
        state = (state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        return moves[(state >> 33) % len(moves)]

    return choose
