"""The opponents by name: `perfect`, or `mcts:500` with an argument after the colon.

>>> player_of("mcts:500").name
'mcts:500'
>>> player_of("draws:60").name
'draws 60 % against perfect'
"""

from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from shutil import which
from typing import Any, NamedTuple

from noughts.errors import BadPlugin, NoughtsError, UnknownPlayer, did_you_mean
from noughts.files import plugins
from noughts.game import Game
from noughts.games.given import checks_numbers
from noughts.games.registry import find_game, named_object
from noughts.players.ladder import LADDER, LadderPlayer
from noughts.players.limited import LimitedPlayer, TextbookPlayer
from noughts.players.mcts import SIMULATIONS, MonteCarloPlayer
from noughts.players.measured import elo_in, plies_in
from noughts.players.perfect import PerfectPlayer
from noughts.players.player import KnownPolicy, Player, RandomPlayer, RefusesGames

LEVEL_NAMES = (*LADDER, "perfect")
# The opponents that a stranger may name. Others read files of this machine, or run programs. A
# strategy is one that noughts finds, never a named file.
OPPONENTS = (
    "random", "greedy", "beginner", "easy", "medium", "hard", "strong", "perfect", "points", "elo",
    "looks", "draws", "wins", "weights", "rules", "trickster", "mcts", "strategy",
)  # fmt: skip
# The most characters of a level that a stranger names.
LONGEST_LEVEL = 40

Seed = int | None
# Makes a player from the text after the colon, or an empty one, and a seed.
Make = Callable[[str, Seed], Player]


class LevelEntry(NamedTuple):
    form: str  # the text to type, `mcts:N`
    about: str  # a one-line description
    make: Make  # makes the player
    needs: bool = False  # whether an argument after the colon is required
    # Whether it plays only some games, given the argument after the colon.
    game_specific: Callable[[str], bool] = lambda what: False

    @property
    def name(self) -> str:
        return self.form.partition("[")[0].partition(":")[0]

    @property
    def takes(self) -> bool:
        return ":" in self.form


@checks_numbers
def player_of(spec: str, seed: Seed = None) -> Player:
    """The player of a name, with its argument if there is one.

    Args:
        spec: one of the names in `ENTRIES`; or a player of your own: the function
            `path/to/bot.py:choose`, the command `./bot --deep`, `python bot.py`.
        seed: makes the player's choices repeatable; None makes new ones each time.

    Raises:
        UnknownPlayer: the name is unknown, or its argument is wrong.

    >>> player_of("hard").name
    'hard'
    """
    if not isinstance(spec, str):
        raise UnknownPlayer(f"{spec!r} is not the name of a player: give one, such as 'easy'.")
    own = None if _is_listed(spec) else _own(spec.strip(), seed)
    if own:
        return own
    entry, colon, what = _parts(spec)
    if colon and not entry.takes:
        raise UnknownPlayer(f"{spec!r}: {entry.name} takes no argument.")
    if not what and (colon or entry.needs):
        raise UnknownPlayer(f"{spec!r} is incomplete: write {entry.form}.")
    return entry.make(what, seed)


def _is_listed(spec: str) -> bool:
    name = spec.partition(":")[0].strip().lower()
    return name in ENTRIES or (name.isidentifier() and name in installed_players())


@cache
def installed_players() -> dict[str, LevelEntry]:
    """The players of other packages, entry points in `noughts.players`.

    Each is called with the text after the colon, or an empty one, and a seed.
    """

    def entry(name: str, point: Any) -> LevelEntry:
        return LevelEntry(
            f"{name}[:ARGUMENT]",
            f"a player of the package {point.dist.name}",
            lambda what, seed: _made(name, point, what, seed),
            game_specific=lambda _: True,
        )

    return {name: entry(name, point) for name, point in plugins("players", tuple(ENTRIES)).items()}


def _made(name: str, point: Any, what: str, seed: Seed) -> Player:
    make = named_object(name, point.module, point.attr)
    try:
        player: Player = make(what, seed)
        _ = player.choose
    except Exception as error:  # as another package raises it
        raise BadPlugin(
            f"{name} of the package {point.dist.name}, called with {what!r} and the seed {seed}, "
            f"returned no player: {type(error).__name__}: {error}."
        ) from error
    return player


def _own(spec: str, seed: Seed) -> Player | None:
    """The function or program that the text names; None if it has the form of neither.

    A bare command has a path in its first word, or an argument after a program that exists.
    """
    from noughts.players.function import (
        SPEC,
        FunctionPlayer,
        PolicyPlayer,
        is_policy,
        usual_function,
    )

    if SPEC.fullmatch(spec):
        return PolicyPlayer(spec, seed) if is_policy(spec) else FunctionPlayer(spec)
    command, _, arguments = spec.partition(" ")
    file = Path(spec).expanduser()
    if spec.lower().endswith(".py") and (file.is_file() or not (arguments and which(command))):
        if not file.is_file():
            raise UnknownPlayer(f"There is no file {spec}.")
        if name := usual_function(file):
            return FunctionPlayer(f"{spec}:{name}")
        raise UnknownPlayer(
            f"{spec} needs a function: write {spec}:choose, or for a program that speaks "
            f"the line protocol, program:{spec}."
        )
    if "/" in command or "\\" in command or (arguments and which(command)):
        return _program(spec, None)
    return None


def player_for(game: Game[Any], spec: str, seed: Seed = None) -> Player:
    """The player of that name, checked to play this game.

    Raises UnknownPlayer, UnsuitedGame or ExtraTurns.
    """
    player = player_of(spec, seed)
    if not _is_listed(spec):
        return player
    if isinstance(player, RefusesGames):
        player.refuse(game)
        return player
    entry, _, what = _parts(spec)
    if entry.game_specific(what) and isinstance(player, KnownPolicy):
        player.probabilities(game, game.start())
    return player


def allowed_level(level: str) -> str:
    """The level in small letters, if a stranger may name it.

    Raises:
        UnknownPlayer: its opponent is not in `OPPONENTS`.

    >>> allowed_level(" Hard ")
    'hard'
    """
    level = level.strip().lower()
    name, _, what = level.partition(":")
    named_file = name == "strategy" and what
    if len(level) > LONGEST_LEVEL or name not in OPPONENTS or named_file:
        forms = ", ".join(ENTRIES[allowed].form for allowed in OPPONENTS)
        forms = forms.replace("[:FILE]", "")
        raise UnknownPlayer(f"Unknown level {level[:LONGEST_LEVEL]!r}. Levels here: {forms}.")
    if name == "trickster" and what:
        allowed_level(what)
    return level


def about_level(spec: str, game: str = "") -> str:
    """A one-line description of the player of that name, with its rating in a game if measured.

    >>> about_level("random"), about_level("random", "nim")
    ('plays at random', 'plays at random (Elo 763)')
    """
    entry, _, what = _parts(spec)
    text = entry.about.replace(" N ", f" {what or 'N'} ") if entry.needs else entry.about
    text = text.replace("5 plies", f"{plies_in(game)} plies")
    elo = elo_in(game).get(spec) if game else None
    return f"{text} (Elo {elo})" if elo else text


def _parts(spec: str) -> tuple[LevelEntry, str, str]:
    name, colon, what = (part.strip() for part in spec.partition(":"))
    entry = ENTRIES.get(name.lower()) or installed_players().get(name.lower())
    if entry is None:
        raise UnknownPlayer(_unknown(name))
    return entry, colon, what


def _unknown(name: str) -> str:
    with suppress(NoughtsError):
        find_game(name, files=False)
        return (
            f"{name} is a game, not a player. Name a player, such as easy. In noughts arena, "
            f"choose the game with --game {name}."
        )
    hint = did_you_mean(name, ENTRIES)
    levels = (*LEVEL_NAMES, "random")
    others = ", ".join(entry.form for entry in ENTRIES.values() if entry.name not in levels)
    return (
        f"Unknown level {name!r}.{hint} Levels: {', '.join(LEVEL_NAMES)}, random; also: {others}, "
        f"path/to/bot.py:FUNCTION."
    )


def _number(what: str, form: str, most: int) -> int:
    if not (what.isdecimal() and 1 <= int(what) <= most):
        raise UnknownPlayer(f"N in {form} must be 1 to {most:,}, not {what!r}.")
    return int(what)


# Players that few matches need are imported by their makers.


def _imported(module: str, name: str) -> Make:
    """Makes a player of this class, which takes the argument after the colon and a seed."""

    def make(what: str, seed: Seed) -> Player:
        player: Player = getattr(import_module(f"noughts.players.{module}"), name)(what, seed)
        return player

    return make


def _looks(what: str, seed: Seed) -> Player:
    plies = _number(what, "looks:N", 1_000)
    return LimitedPlayer(plies, seed, f"looks:{plies}")


def _rated(what: str, seed: Seed) -> Player:
    return LadderPlayer(f"elo:{_number(what, 'elo:N', 9_999)}", seed)


def _strength(verb: str, what: str, seed: Seed) -> Player:
    from noughts.players.strength import StrengthPlayer, Target

    return StrengthPlayer(Target(verb, _number(what, f"{verb}:N", 100)), seed)


def _weights(what: str, seed: Seed) -> Player:
    from noughts.players.weights import WEIGHTS, Among, Weights, WeightsPlayer

    *numbers, last = what.split(",") if what else ("",)
    if last in [*Among]:
        among = Among(last)
    else:
        numbers, among = [*numbers, last] if last else [], Among.FIRST
    if len(numbers) not in (0, 3) or not all(number.isdecimal() for number in numbers):
        raise UnknownPlayer(
            f"{what!r} are not weights: write weights:10,5,1 for a line of its own, one of the "
            "opponent's, and any other; add first, last or chance to choose among equal moves."
        )
    return WeightsPlayer(Weights(*map(int, numbers)) if numbers else WEIGHTS, among, seed)


def _rules(what: str, seed: Seed) -> Player:
    from noughts.players.rules import Reading, RulesPlayer

    if what not in ("", *Reading):
        raise UnknownPlayer(
            f"{what!r} is not a reading of the rules: write rules or rules:literal."
        )
    return RulesPlayer(Reading(what or Reading.GUARDED), seed)


def _trickster(what: str, seed: Seed) -> Player:
    from noughts.players.trickster import Trickster

    model = player_of(what, seed) if what else None
    if model is not None and not isinstance(model, KnownPolicy):
        raise UnknownPlayer(
            f"The trickster cannot predict {what}; name an opponent with a known policy."
        )
    return Trickster(model, seed)


def _mcts(what: str, seed: Seed) -> Player:
    return MonteCarloPlayer(_number(what, "mcts:N", 10_000_000) if what else SIMULATIONS, seed)


def _points(what: str, seed: Seed) -> Player:
    from noughts.players.points import PointsPlayer

    return PointsPlayer(seed)


def _program(what: str, _: Seed) -> Player:
    from noughts.players.program import ProgramPlayer

    return ProgramPlayer(what)


def _textbook(algorithm: str, _: str, __: Seed) -> Player:
    return TextbookPlayer(algorithm)


def _any_game(name: str, about: str) -> LevelEntry:
    return LevelEntry(name, about, lambda _, seed: LadderPlayer(name, seed))


def _one_game(form: str, about: str, make: Make) -> LevelEntry:
    """A player that plays only some games; without [] its argument is required."""
    return LevelEntry(form, about, make, ":" in form and "[" not in form, lambda _: True)


ENTRIES = {
    entry.name: entry
    for entry in (
        LevelEntry("random", "plays at random", lambda _, seed: RandomPlayer(seed)),
        _any_game("greedy", "sees wins and threats in one move, otherwise plays any safe move"),
        _any_game("beginner", "a beginner: misses forks and some threats"),
        _any_game("easy", "looks 5 plies ahead on 3 moves in 10, otherwise plays like greedy"),
        _any_game("medium", "looks 5 plies ahead on 2 moves in 3, otherwise plays like greedy"),
        _any_game("hard", "looks 5 plies ahead"),
        LevelEntry("strong", "looks ahead as deep as its time allows",
                   _imported("strong", "strong_player")),
        LevelEntry("perfect", "never throws away a win or a draw that it can prove",
                   lambda _, seed: PerfectPlayer(seed)),
        _one_game("points", "wins by as many points as it can, where points count", _points),
        LevelEntry("looks:N", "looks N plies ahead", _looks, needs=True),
        _one_game("elo:N", "plays at Elo N (greedy is 1000)", _rated),
        _one_game("draws:N", "draws exactly N % against perfect", partial(_strength, "draws")),
        _one_game("wins:N", "wins exactly N % against random", partial(_strength, "wins")),
        _one_game("weights[:10,5,1]",
                  "adds up weights of cells, as in tutorials; can be beaten", _weights),
        _one_game("rules[:literal]", "the expert's rules; the literal reading can be beaten",
                  _rules),
        LevelEntry("trickster[:OPPONENT]", "perfect, and sets traps", _trickster,
                   game_specific=bool),
        LevelEntry("mcts[:N]", "Monte Carlo tree search, N simulations a move", _mcts),
        LevelEntry("minimax", "searches every line to its end, as the first tutorials do",
                   partial(_textbook, "minimax")),
        LevelEntry("negamax", "minimax as one function", partial(_textbook, "negamax")),
        LevelEntry("alphabeta", "negamax with pruning", partial(_textbook, "alpha-beta")),
        _one_game("trained:FILE", "looks ahead with what noughts train has learned",
                  _imported("trained", "TrainedPlayer")),
        _one_game("tablebase:DIR", "perfect, from a tablebase written by noughts solve",
                  _imported("stored", "TablebasePlayer")),
        _one_game("strategy[:FILE]",
                  "a strategy that anyone can check; elsewhere plays like perfect",
                  _imported("stored", "StrategyPlayer")),
        LevelEntry("policy:FILE.py:NAME", "a policy(observation, mask) of yours",
                   _imported("function", "PolicyPlayer"), needs=True),
        LevelEntry("program:COMMAND", "a program that speaks the line protocol", _program,
                   needs=True),
    )
}  # fmt: skip
