"""A player with an evaluation learned from the rules alone, and its file."""

import json
import zlib
from array import array
from collections.abc import Callable
from contextlib import suppress
from math import inf
from pathlib import Path
from time import perf_counter
from typing import Any, Generic, NamedTuple

from noughts.errors import BadTraining, SearchStopped, TooDeep, UnsuitedGame
from noughts.files import inflated, little_endian, write_file
from noughts.game import Game, P
from noughts.games.registry import spec_of
from noughts.knowledge import knowledge_of
from noughts.native.clock import CLOCK
from noughts.players.strong import StrongPlayer
from noughts.players.tuples import LONGEST, TUPLE_BITS, Tuples, chosen_tuples, merged
from noughts.reading import text_digest
from noughts.search.learning import RATE, SLOWING, Network, SelfPlay, practise
from noughts.search.memory import WORD_SIZE, words_of
from noughts.solving.deep import DeepSearch
from noughts.solving.driver import Driver, Form, Poll
from noughts.strategies.file import game_in_file

# The games of one call of interpreted and of compiled code.
FEW, MANY = 1, 50
SECONDS = 60.0
MAGIC, FORMAT = b"noughts-trained\n", 1
# Weights are stored in two bytes.
WEIGHT_SHIFT, WEIGHT_LETTER = 10, "h"
LARGEST_WEIGHT = (1 << 15) - 1
# The most words of a position, weights of a network, and of its images times the bits looked at.
MOST_WORDS, MOST_WEIGHTS, MOST_LOOKS = 1_000, 1 << 22, 1 << 23


class Training(NamedTuple):
    """A learned evaluation of a game.

    Args:
        game: the game's name, as `find_game` reads it.
        rules: a digest of the text of its rules.
        games: how many games were played.
        seconds: how long that took.
        tuples: of each n-tuple the images, each a row of bits' addresses.
        network: the weights.
    """

    game: str
    rules: str
    games: int
    seconds: float
    tuples: Tuples
    network: Network

    @classmethod
    def read(cls, path: str | Path) -> "Training":
        """The evaluation in a file.

        Raises:
            BadTraining: the file cannot be read, or is none that `noughts train` wrote.
        """
        try:
            data = Path(path).read_bytes()
            if not data.startswith(MAGIC):
                raise ValueError("it does not begin as one")
            head, _, weights = inflated(data[len(MAGIC) :]).partition(b"\n")
            return _training(json.loads(head), weights)
        except OSError as error:
            raise BadTraining(f"{path} cannot be read: {error.strerror}.") from None
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise BadTraining(f"{path} is not a file of noughts train: {error}.") from None

    def write(self, path: str | Path) -> None:
        """Write it to a file; OSError if that fails."""
        head = {
            "format": FORMAT,
            "game": self.game,
            "rules": self.rules,
            "games": self.games,
            "seconds": round(self.seconds, 1),
            "words": self.network.words,
            "tuples": self.tuples,
        }
        text = json.dumps(head, separators=(",", ":"))
        write_file(path, MAGIC + zlib.compress(text.encode() + b"\n" + self._weights(), 9))

    def _weights(self) -> bytes:
        numbers = (number >> WEIGHT_SHIFT for number in self.network.weights)
        held = (max(-LARGEST_WEIGHT, min(LARGEST_WEIGHT, number)) for number in numbers)
        return little_endian(array(WEIGHT_LETTER, held)).tobytes()

    def refuse(self, game: Game[Any]) -> None:
        """Raise UnsuitedGame if it was learned for another game, or for other rules."""
        if (name := game_in_file(spec_of(game))) != self.game:
            raise UnsuitedGame(f"This evaluation is of {self.game}, not of {name}.")
        if text_digest(game) != self.rules:
            raise UnsuitedGame(
                f"The rules of {self.game} have changed since its evaluation was learned: "
                f"run noughts train again."
            )


def _training(head: Any, weights: bytes) -> Training:
    if head["format"] != FORMAT:
        raise ValueError(f"its format is {head['format']!r}, not {FORMAT}")
    tuples, words = head["tuples"], head["words"]
    if not _are_sound(tuples, words):
        raise ValueError("its tuples are damaged")
    network = Network(tuples, words)
    numbers = array(WEIGHT_LETTER)
    numbers.frombytes(weights)
    if len(numbers) != network.tables[-1]:
        raise ValueError("weights are missing")
    for place, number in enumerate(little_endian(numbers)):
        network.weights[place] = number << WEIGHT_SHIFT
    game, rules, games, seconds = (head[name] for name in ("game", "rules", "games", "seconds"))
    return Training(str(game), str(rules), int(games), float(seconds), tuples, network)


def _are_sound(tuples: Any, words: Any) -> bool:
    """Whether all addresses are within a position, which compiled code does not check."""
    if not (type(words) is int and 0 < words <= MOST_WORDS):
        return False
    rows = [row for images in tuples for row in images]
    lengths = [{len(row) for row in images} for images in tuples]
    return (
        all(type(bit) is int and 0 <= bit <= words * WORD_SIZE for row in rows for bit in row)
        and all(len(each) == 1 and max(each) <= TUPLE_BITS + 1 for each in lengths)
        and sum(1 << max(each) for each in lengths) <= MOST_WEIGHTS
        and len(rows) * len({bit for row in rows for bit in row}) <= MOST_LOOKS
    )


def train(
    game: Game[P],
    seconds: float = SECONDS,
    seed: int = 0,
    games: int | None = None,
    progress: Callable[[int, int | None], None] = lambda played, total: None,
) -> Training:
    """Learn an evaluation of a game by self-play; after Ctrl-C, what was learned until then.

    Args:
        game: the rules; their positions are whole numbers.
        seconds: how long to play, with the time until its code is compiled.
        seed: chooses the tuples and the random moves.
        games: the most games to play; None for no limit.
        progress: called with the games played, and with `games`.

    Raises:
        UnsuitedGame: the positions are not whole numbers.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> train(TicTacToe(), games=3).games
    3
    """
    words = words_of(game, game.start())
    if not words:
        raise UnsuitedGame(
            f"{spec_of(game)} cannot be learned: its positions are not tuples of whole numbers."
        )
    tuples = chosen_tuples(game, seed)
    if not tuples:
        raise UnsuitedGame(f"{spec_of(game)} has nothing to learn: its positions are all alike.")
    network, begun = Network(tuples, words), perf_counter()
    played = _Course(game, network, seed, seconds, games, progress).run()
    name, seconds = game_in_file(spec_of(game)), perf_counter() - begun
    return Training(name, text_digest(game), played, seconds, tuples, network)


class _Course(Generic[P]):
    """Self-play in parts, interpreted until the compiled form is ready."""

    def __init__(  # as `train`
        self,
        game: Game[P],
        network: Network,
        seed: int,
        seconds: float,
        games: int | None,
        progress: Callable[[int, int | None], None],
    ) -> None:
        self.known = knowledge_of(game)
        self.network = network
        self.most = inf if games is None else games
        self.begun, self.seconds = CLOCK.time(), max(seconds, 0.001)
        self.progress = progress
        self.total = games
        self.played = 0
        self.seed = seed
        self._driver = Driver(practise, self.known)

    def run(self) -> int:
        """Play until the time is up; the number of games."""
        with suppress(SearchStopped, KeyboardInterrupt, TooDeep):
            self._driver.run(self._step, self._check)
        return self.played

    def _step(self, form: Form, poll: Poll) -> None:
        games = int(min(FEW if form == self._driver.plain else MANY, self.most - self.played))
        spent = (CLOCK.time() - self.begun) / self.seconds
        rate = RATE + int(SLOWING * (self.played / self.total if self.total else spent))
        session = SelfPlay(games, self.seed + self.played, LONGEST, self.network.words, rate=rate)
        try:
            form(self.known, self.known.start(), session, self.network)
        finally:
            self.played += session.played
            self.progress(self.played, self.total)
        poll(0)

    def _check(self, _: int) -> None:
        if CLOCK.time() >= self.begun + self.seconds or self.played >= self.most:
            raise SearchStopped


class TrainedPlayer(StrongPlayer):
    """Looks ahead as `StrongPlayer` does, with an evaluation that `noughts train` has learned.

    Args:
        file: the file of the evaluation.
        seed: makes its choices repeatable; None makes new ones each time.
    """

    def __init__(self, file: str, seed: int | None = None) -> None:
        super().__init__(seed)
        self.name = f"trained:{file}"
        self.training = Training.read(file)

    def refuse(self, game: Game[Any]) -> None:
        """Raise UnsuitedGame if the evaluation is of another game."""
        self.training.refuse(game)

    def _search_for(self, game: Game[P]) -> DeepSearch[P]:
        self.refuse(game)
        return DeepSearch(game, merged(self.training.tuples, self.training.network))
