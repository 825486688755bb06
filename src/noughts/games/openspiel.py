"""Games of OpenSpiel as games of noughts: `openspiel:hex(board_size=3)`.

Any deterministic game of perfect information for two players can be played, solved and explained
(Lanctot et al., "OpenSpiel: A Framework for Reinforcement Learning in Games", 2019). It runs
interpreted. It needs OpenSpiel: `pip install "noughts[openspiel]"`.

A position is a digest: for games in `MERGED`, of the state's text; for all others of the history,
which is right for all rules, but slow.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from random import Random
from typing import Any

from noughts.errors import NotAGame, UnknownGame, requiring
from noughts.games.common.foreign import Foreign, ForeignStates

PREFIX = "openspiel:"
# Games whose text determines what follows. A test checks small ones.
MERGED = {
    "breakthrough", "clobber", "connect_four", "dots_and_boxes", "hex", "mnk", "nim", "tic_tac_toe",
    "y",
}  # fmt: skip
# A parameter by which a player may take over the first move, which a text may not show.
SWAP = "swap"
# The number of random states from which names of actions are collected.
STATES = 3_000


class OpenSpiel(Foreign):
    """A game of OpenSpiel.

    Args:
        spec: OpenSpiel's name of the game, `hex(board_size=3)`.

    Raises:
        UnknownGame: OpenSpiel is not installed, or has no such game.
        NotAGame: it has chance, hidden information, or not two players.
    """

    @property
    def met(self) -> ForeignStates:
        return _met(self.spec)


@lru_cache(maxsize=16)
def _met(spec: str) -> ForeignStates:
    game = _loaded(spec)
    merged = game.get_type().short_name in MERGED and not game.get_parameters().get(SWAP)
    key = _text if merged else _history
    return ForeignStates(
        spec, game.new_initial_state(), game.num_distinct_actions(), key, _names(game)
    )


def _text(state: Any) -> str:
    return f"{state}\n{state.move_number()} {state.current_player()}"


def _history(state: Any) -> str:
    return str(state.history_str())


def _names(game: Any) -> dict[int, str]:
    """The usable names of actions: of one word, unchanging, and unique.

    Only legal actions are looked up: others crash some games.
    """
    names: dict[int, str] = {}
    for state in islice(_random_states(game), STATES):
        for move in state.legal_actions():
            name = state.action_to_string(move)
            if names.setdefault(move, name) != name:
                return {}
    if len(set(names.values())) < len(names):
        return {}
    return {
        move: name
        for move, name in names.items()
        if len(name.split()) == 1 and not name.isdecimal()
    }


def _random_states(game: Any) -> Iterator[Any]:
    """Unfinished states of random games, without end."""
    chance = Random(0)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            yield state
            state = state.child(chance.choice(state.legal_actions()))


def _loaded(spec: str) -> Any:
    with requiring("openspiel", f"{PREFIX}{spec} needs OpenSpiel", UnknownGame):
        import pyspiel
    if spec.partition("(")[0] not in pyspiel.registered_names():
        raise UnknownGame(f"OpenSpiel has no game {spec!r}: pyspiel.registered_names() lists them.")
    try:
        game = pyspiel.load_game(spec)
    except pyspiel.SpielError as error:
        raise UnknownGame(f"OpenSpiel refuses {spec!r}: {error}") from None
    wrong = _wrong(pyspiel.GameType, game)
    if wrong:
        raise NotAGame(
            f"{PREFIX}{spec} {wrong}: noughts solves games of perfect information for two."
        )
    return game


def _wrong(kinds: Any, game: Any) -> str:
    """Why it is not a deterministic game of perfect information for two; empty if it is."""
    kind = game.get_type()
    if game.num_players() != 2:
        return f"has {game.num_players()} player{'s' * (game.num_players() != 1)}"
    if kind.chance_mode != kinds.ChanceMode.DETERMINISTIC:
        return "has chance"
    if kind.dynamics != kinds.Dynamics.SEQUENTIAL:
        return "has moves at the same time"
    if kind.information != kinds.Information.PERFECT_INFORMATION:
        return "has hidden information"
    if kind.utility not in (kinds.Utility.ZERO_SUM, kinds.Utility.CONSTANT_SUM):
        return "is not zero-sum"
    return ""
