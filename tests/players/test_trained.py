"""Learning from the rules alone: it plays better for it, and its files are read with care."""

import json
import zlib
from array import array
from random import Random
from typing import Any

import pytest

from noughts.errors import BadTraining, NoughtsError, UnsuitedGame
from noughts.game import random_play
from noughts.games.registry import find_game
from noughts.players.levels import player_for, player_of
from noughts.players.trained import MAGIC, TrainedPlayer, Training, train
from noughts.players.tuples import chosen_tuples, merged
from noughts.search.learning import Network
from noughts.search.memory import words_of
from tests.each import each

GAME = find_game("tictactoe")


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    path = tmp_path_factory.mktemp("trained") / "ttt.trained"
    train(GAME, games=40).write(path)
    return path


def test_a_file_holds_what_was_learned(trained):
    read = Training.read(trained)
    assert (read.game, read.games) == ("tictactoe", 40)
    again = train(GAME, games=40)
    assert again.tuples == read.tuples
    # Two bytes a weight: what is smaller is rounded down.
    assert all(
        0 <= a - b < 1 << 10
        for a, b in zip(again.network.weights, read.network.weights, strict=True)
    )


def test_a_level_plays_by_it(trained):
    player: Any = player_for(GAME, f"trained:{trained}", 1)
    player.move_seconds = 0
    position, _ = GAME.parse("xx1/oo1/3 x")
    assert GAME.name(player.choose(GAME, position)) == "c3"
    for spec in ("domineering:4,4", "kalah:2,2", "tictactoe"):
        game, random = find_game(spec), Random(2)
        tuples, words = chosen_tuples(game, 0), words_of(game, game.start())
        network = Network(tuples, words)
        network.weights = array("q", [random.getrandbits(20) for _ in network.weights])
        networks = network, merged(tuples, network)
        assert networks[1].count < network.count or spec == "tictactoe"
        for position, turn, _ in random_play(game, random.choice):
            for each_one in networks:
                each_one.read(position, turn)
            assert network.value() == networks[1].value()


def test_it_is_refused_for_other_games(trained):
    for spec in ("mnk:4,4,3", "connectfour"):
        with pytest.raises(UnsuitedGame, match="is of tictactoe"):
            player_for(find_game(spec), f"trained:{trained}")
    with pytest.raises(NoughtsError, match="trained:FILE"):
        player_of("trained:")


RULES = """
from typing import NamedTuple
from noughts import Game, LOSS, OPEN

class Heap(NamedTuple):
    left: int

class Take(Game[Heap]):
    def start(self): return Heap(20)
    def moves(self, position): return range(1, min({most}, position.left) + 1)
    def play(self, position, move): return Heap(position.left - move)
    def outcome(self, position): return LOSS if position.left == 0 else OPEN
"""


def test_a_game_of_ones_own_learns_and_is_learned_again_when_its_rules_change(tmp_path):
    file = tmp_path / "take.py"
    file.write_text(RULES.format(most=3))
    spec = f"{file}:Take"
    train(find_game(spec), games=20).write(tmp_path / "take.trained")
    level = f"trained:{tmp_path / 'take.trained'}"
    player: Any = player_for(find_game(spec), level)
    player.move_seconds = 0
    assert player.choose(find_game(spec), find_game(spec).start()) in (1, 2, 3)
    file.write_text(RULES.format(most=4))
    with pytest.raises(UnsuitedGame, match=r"rules of .* have changed"):
        player_for(find_game(spec), level)


def test_positions_that_are_no_numbers_cannot_be_learned(tmp_path):
    file = tmp_path / "words.py"
    file.write_text(
        "from noughts import Game, LOSS, OPEN\n"
        "class Words(Game[tuple]):\n"
        "    def start(self): return ('a',)\n"
        "    def moves(self, position): return [0, 1]\n"
        "    def play(self, position, move): return (*position, 'b')\n"
        "    def outcome(self, position): return LOSS if len(position) > 3 else OPEN\n"
    )
    with pytest.raises(UnsuitedGame, match="whole numbers"):
        train(find_game(f"{file}:Words"), games=1)


def changed(trained, head=lambda told: None, weights=lambda data: data):
    content = zlib.decompress(trained.read_bytes()[len(MAGIC) :])
    line, _, data = content.partition(b"\n")
    told = json.loads(line)
    head(told)
    return MAGIC + zlib.compress(json.dumps(told).encode() + b"\n" + weights(data))


def with_head(**values):
    return lambda file: changed(file, lambda told: told.update(values))


def with_bit(bit):
    return lambda file: changed(file, lambda told: told["tuples"][0][0].append(bit))


@each(
    "damage, broken",
    [
        ("another format", with_head(format=9)),
        ("no words", with_head(words=0)),
        ("words of another kind", with_head(words="2")),
        ("an address beyond", with_bit(999)),
        ("an address before", with_bit(-1)),
        ("a tuple too long", with_head(tuples=[[[0] * 40]])),
        ("no tuples", lambda file: changed(file, lambda told: told.pop("tuples"))),
        ("tuples that are none", with_head(tuples=[1])),
        ("weights are missing", lambda file: changed(file, weights=lambda data: data[:-2])),
        ("half a weight", lambda file: changed(file, weights=lambda data: data[:-1])),
        ("another file", lambda file: b"hello"),
        ("nothing", lambda file: b""),
        ("cut short", lambda file: file.read_bytes()[:-20]),
        ("a bomb", lambda file: MAGIC + zlib.compress(bytes(10**8))),
    ],
)
def test_a_damaged_file_is_refused(damage, broken, trained, tmp_path):
    path = tmp_path / "bad.trained"
    path.write_bytes(broken(trained))
    with pytest.raises(BadTraining, match="not a file of noughts train"):
        TrainedPlayer(str(path))


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(BadTraining, match="cannot be read"):
        TrainedPlayer(str(tmp_path / "none"))
