"""The opponents by name: `perfect`, or `mcts:500` with what belongs behind a colon.

>>> player_of("mcts:500").name
'mcts:500'
>>> player_of("draws:60").name
'draws 60 % against perfect'
"""

from collections.abc import Callable
from difflib import get_close_matches
from shutil import which
from typing import Any, NamedTuple

from noughts.errors import UnknownPlayer
from noughts.game import Game
from noughts.players.limited import LEVELS, LimitedPlayer
from noughts.players.perfect import PerfectPlayer
from noughts.players.player import KnownPolicy, Player
from noughts.players.random_player import RandomPlayer

LEVEL_NAMES = (*LEVELS, "perfect")

Seed = int | None
# Makes a player from what stands behind the colon (empty if nothing does) and a seed.
Make = Callable[[str, Seed], Player]


class Entry(NamedTuple):
    """An opponent that can be had by name.

    Args:
        form: what people type, `mcts:N`.
        about: one line that says who that is.
        make: makes the player.
        needs: whether something must stand behind the colon.
        game_specific: whether it plays some games only, by what stands after the colon.
    """

    form: str
    about: str
    make: Make
    needs: bool = False
    game_specific: Callable[[str], bool] = lambda what: False

    @property
    def name(self) -> str:
        """What stands before the colon."""
        return self.form.partition("[")[0].partition(":")[0]

    @property
    def takes(self) -> bool:
        """Whether anything may stand behind a colon."""
        return ":" in self.form


def player_of(spec: str, seed: Seed = None) -> Player:
    """The player that `name` or `name:what` stands for.

    Args:
        spec: the name, `ENTRIES` lists them; or what one has written oneself: the function
            `path/to/bot.py:choose`, the command `./bot --deep`, `python bot.py`.
        seed: settles the player's choices; None settles them anew each time.

    Raises:
        UnknownPlayer: there is none of that name, or what stands behind its colon is wrong.

    >>> player_of("hard").name
    'hard'
    """
    own = None if _is_listed(spec) else _own(spec.strip())
    if own:
        return own
    entry, colon, what = _parts(spec)
    if colon and not entry.takes:
        raise UnknownPlayer(f"{spec!r}: nothing belongs behind {entry.name}.")
    if not what and (colon or entry.needs):
        raise UnknownPlayer(f"{spec!r} is not complete: write {entry.form}.")
    return entry.make(what, seed)


def _is_listed(spec: str) -> bool:
    """Whether it begins with a name of `ENTRIES`."""
    return spec.partition(":")[0].strip().lower() in ENTRIES


def _own(spec: str) -> Player | None:
    """The function or the program that the text names, if it is of the form of one.

    A bare command is known by a path in its first word, or by an argument behind a program
    that is there.
    """
    from noughts.players.function import SPEC, FunctionPlayer

    if SPEC.fullmatch(spec):
        return FunctionPlayer(spec)
    command, _, arguments = spec.partition(" ")
    if command.endswith(".py") and not arguments:
        raise UnknownPlayer(
            f"Which function of {command}? Name it, {command}:choose. If it is a program that "
            f"speaks the line protocol, write program:{command}."
        )
    if "/" in command or "\\" in command or (arguments and which(command)):
        return _program(spec, None)
    return None


def player_for(game: Game[Any], spec: str, seed: Seed = None) -> Player:
    """The player of that name, sure to play this game.

    Raises:
        UnknownPlayer: there is none of that name, or what stands behind its colon is wrong.
        UnsuitedGame: it does not play the game.

    >>> from noughts.games.mnk import MNK
    >>> player_for(MNK(4, 4, 3), "weights").name
    'weights'
    """
    player = player_of(spec, seed)
    if not _is_listed(spec):
        return player
    entry, _, what = _parts(spec)
    if entry.game_specific(what) and isinstance(player, KnownPolicy):
        player.probabilities(game, game.start())
    return player


def about(spec: str) -> str:
    """One line that says who the player of that name is.

    Raises:
        UnknownPlayer: there is none of that name.

    >>> about("random")
    'any legal move'
    """
    entry, _, what = _parts(spec)
    return entry.about.replace(" N ", f" {what or 'N'} ") if entry.needs else entry.about


def _parts(spec: str) -> tuple[Entry, str, str]:
    """The entry, the colon if there is one, and what stands behind it.

    Raises:
        UnknownPlayer: there is none of that name.
    """
    name, colon, what = (part.strip() for part in spec.partition(":"))
    entry = ENTRIES.get(name.lower())
    if entry is None:
        raise UnknownPlayer(_unknown(name))
    return entry, colon, what


def _unknown(name: str) -> str:
    """The message that says who there is."""
    close = get_close_matches(name.lower(), ENTRIES, n=1)
    hint = f" Did you mean {close[0]}?" if close else ""
    levels = (*LEVEL_NAMES, "random")
    others = ", ".join(entry.form for entry in ENTRIES.values() if entry.name not in levels)
    return (
        f"There is no player {name!r}.{hint} As levels there are {', '.join(LEVEL_NAMES)} and "
        f"random; besides, {others}, and path/to/bot.py:FUNCTION."
    )


def _number(what: str, form: str, most: int) -> int:
    """The whole number behind a colon.

    Raises:
        UnknownPlayer: it is none from 1 to `most`.
    """
    if not (what.isdecimal() and 1 <= int(what) <= most):
        raise UnknownPlayer(f"{what!r} is no whole number from 1 to {most:,}: write {form}.")
    return int(what)


def _always(_: str) -> bool:
    """Whatever stands behind the colon."""
    return True


# Each of these loads the player's module only when the player is asked for.


def _level(name: str) -> Make:
    return lambda _, seed: LimitedPlayer(LEVELS[name], seed, name)


def _looks(what: str, seed: Seed) -> Player:
    plies = _number(what, "looks:N", 1_000)
    return LimitedPlayer(plies, seed, f"looks:{plies}")


def _draws(what: str, seed: Seed) -> Player:
    from noughts.players.strength import StrengthPlayer, Target

    return StrengthPlayer(Target("draws", _number(what, "draws:N", 100)), seed)


def _wins(what: str, seed: Seed) -> Player:
    from noughts.players.strength import StrengthPlayer, Target

    return StrengthPlayer(Target("wins", _number(what, "wins:N", 100)), seed)


def _weights(_: str, __: Seed) -> Player:
    from noughts.players.weights import WeightsPlayer

    return WeightsPlayer()


def _rules(what: str, seed: Seed) -> Player:
    from noughts.players.rules import Reading, RulesPlayer

    if what not in ("", *Reading):
        raise UnknownPlayer(f"{what!r} is no reading of the rules: write rules or rules:literal.")
    return RulesPlayer(Reading(what or Reading.GUARDED), seed)


def _trickster(what: str, seed: Seed) -> Player:
    from noughts.players.trickster import Trickster

    model = player_of(what, seed) if what else None
    if model is not None and not isinstance(model, KnownPolicy):
        raise UnknownPlayer(
            f"The trickster cannot know how {what} chooses; name an opponent with known chances."
        )
    return Trickster(model, seed)


def _mcts(what: str, seed: Seed) -> Player:
    from noughts.players.mcts import SIMULATIONS, MonteCarloPlayer

    return MonteCarloPlayer(_number(what, "mcts:N", 10_000_000) if what else SIMULATIONS, seed)


def _tablebase(what: str, seed: Seed) -> Player:
    from noughts.players.tablebase import TablebasePlayer

    return TablebasePlayer(what, seed)


def _program(what: str, _: Seed) -> Player:
    from noughts.players.program import ProgramPlayer

    return ProgramPlayer(what)


def _levels() -> list[Entry]:
    """The entries of the levels with a depth limit."""
    plies = {name: f"{limit} {'ply' if limit == 1 else 'plies'}" for name, limit in LEVELS.items()}
    return [Entry(name, f"looks {far} ahead", _level(name)) for name, far in plies.items()]


ENTRIES = {
    entry.name: entry
    for entry in (
        Entry("random", "any legal move", lambda _, seed: RandomPlayer(seed)),
        *_levels(),
        Entry("perfect", "never gives value away", lambda _, seed: PerfectPlayer(seed)),
        Entry("looks:N", "looks N plies ahead", _looks, needs=True),
        Entry(
            "draws:N",
            "draws N % against perfect, exactly",
            _draws,
            needs=True,
            game_specific=_always,
        ),
        Entry(
            "wins:N", "wins N % against random, exactly", _wins, needs=True, game_specific=_always
        ),
        Entry(
            "weights",
            "adds up weights, as tutorials do; can be beaten",
            _weights,
            game_specific=_always,
        ),
        Entry(
            "rules[:literal]",
            "the expert's rules; read literally they can be beaten",
            _rules,
            game_specific=_always,
        ),
        Entry("trickster[:OPPONENT]", "perfect, and sets traps", _trickster, game_specific=bool),
        Entry("mcts[:N]", "Monte Carlo tree search, N simulations a move", _mcts),
        Entry(
            "tablebase:DIR",
            "perfect, out of what noughts solve has written",
            _tablebase,
            needs=True,
            game_specific=_always,
        ),
        Entry("program:COMMAND", "a program that speaks a line protocol", _program, needs=True),
    )
}
