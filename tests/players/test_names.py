"""Opponents by name: who there is, and what is said about who there is not."""

import pytest

from noughts.errors import NoughtsError, UnknownPlayer
from noughts.players.levels import ENTRIES, player_of
from tests.each import each

NAMES = {
    "random": "random",
    "looks:2": "looks:2",
    "elo:1200": "elo:1200",
    "draws:60": "draws 60 % against perfect",
    "wins:70": "wins 70 % against random",
    "weights": "weights",
    "rules": "rules",
    "rules:guarded": "rules",
    "rules:literal": "rules:literal",
    "trickster": "trickster",
    "trickster:rules:literal": "trickster:rules:literal",
    "mcts": "mcts:1000",
    "minimax": "minimax",
    "negamax": "negamax",
    "alphabeta": "alphabeta",
    "mcts:50": "mcts:50",
    "program:./bot --deep 3": "program:./bot --deep 3",
    " MCTS : 50 ": "mcts:50",
}


@each("spec", NAMES)
def test_each_name_gives_its_player(spec):
    assert player_of(spec).name == NAMES[spec]


def test_every_entry_is_tried_above_or_is_a_level():
    tried = {spec.partition(":")[0].strip().lower() for spec in NAMES}
    levels = {"greedy", "beginner", "easy", "medium", "hard", "strong", "perfect"}
    # The others have modules of their own.
    assert set(ENTRIES) - tried == {*levels, "policy", "tablebase", "strategy", "trained", "points"}


@each(
    "spec, message",
    [
        ("godlike", "Unknown level 'godlike'.*Levels: beginner.*mcts"),
        ("kalah", "is a game, not"),
        ("trixter", "Did you mean trickster"),
        ("", "Unknown level ''"),
        ("perfect:2", "perfect takes no argument"),
        ("mcts:", r"write mcts\[:N\]"),
        ("mcts:0", "must be 1 to 10,000,000"),
        ("mcts:many", "N in .* must be 1 to .*'many'"),
        ("elo:high", "N in elo:N must be 1 to 9,999, not 'high'"),
        ("draws", "write draws:N"),
        ("draws:101", "must be 1 to 100"),
        ("looks:-1", "must be 1 to"),
        ("rules:strict", "rules or rules:literal"),
        ("trickster:nobody", "Unknown level 'nobody'"),
        ("trickster:mcts", "known policy"),
        ("program:", "write program:COMMAND"),
    ],
)
def test_what_is_wrong_with_a_name(spec, message):
    with pytest.raises(UnknownPlayer, match=message):
        player_of(spec)


def test_unknown_players_are_caught_as_what_they_are():
    for kind in (NoughtsError, LookupError, ValueError):
        with pytest.raises(kind):
            player_of("godlike")
