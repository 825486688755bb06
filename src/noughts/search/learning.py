"""An evaluation learned from the rules alone, by self-play.

A network looks at a few bits of a position at a time, an n-tuple, and adds up a weight for each
tuple's content. Tuples that are images of one another under a symmetry share their weights. After
each game, each position takes on some of the value of the next one, from the end backwards
(temporal differences).

    Simon Lucas, "Learning to Play Othello with N-Tuple Systems", 2007; Markus Thill, Patrick Koch
    and Wolfgang Konen, "Reinforcement Learning with N-tuples on the Game Connect-4", 2012; Wojciech
    Jaśkowski, "Systematic n-tuple networks for Othello position evaluation", ICGA Journal 37, 2014;
    Richard Sutton, "Learning to Predict by the Methods of Temporal Differences", 1988.

Values are whole numbers from -`ONE` to `ONE`, so that the interpreted and the compiled form learn
the same.
"""

from array import array
from collections.abc import Sequence
from typing import Any

from noughts.game import P, keeps_turn
from noughts.knowledge import Knowledge
from noughts.search.context import RandomControl
from noughts.search.memory import unpack_position, write_position, zeros
from noughts.search.table import word_within
from noughts.value import ESTIMATE_LIMIT, OPEN

# The value of a win.
ONE = 1 << 24
# A bit's address: the word of the position in the higher bits, the bit in the lower ones.
BIT_OF_WORD = 6
# One of ten moves is played at random.
EXPLORE = 10
# Equal moves are chosen among by chance: values get a random part smaller than this.
NOISE = ONE >> 10
# A position's value moves by a third of its error.
RATE = 3


class Network:
    """Weights of the contents of n-tuples.

    Args:
        images: for each tuple, its images: each is a row of bits' addresses. The word after the
            position is the side to move.
        words: the machine words of a position.

    >>> network = Network([[[0, 1], [2, 1]]], words=1)
    >>> network.read((0b101,), side=0)
    >>> network.value()
    0
    >>> network.adjust(ONE)
    >>> network.value() > 0
    True
    """

    __slots__ = ("bits", "count", "firsts", "places", "row", "tables", "weights", "words")

    bits: "array[int]"
    count: int  # of images
    firsts: "array[int]"  # where the bits of each image begin; at last, where they end
    places: "array[int]"  # of the weights that made up the last value
    row: "array[int]"  # the words of the position that is looked at, and whose turn it is
    tables: "array[int]"  # where the weights of each image begin
    weights: "array[int]"
    words: int

    def __init__(self, images: Sequence[Sequence[Sequence[int]]] = (), words: int = 1) -> None:
        rows = [row for tuple_images in images for row in tuple_images]
        self.bits = array("q", [bit for row in rows for bit in row] or [0])
        self.count = len(rows)
        self.firsts = array("q", [0])
        self.tables = array("q", [])
        size = 0
        for tuple_images in images:
            for row in tuple_images:
                self.firsts.append(self.firsts[-1] + len(row))
                self.tables.append(size)
            size += 1 << len(tuple_images[0])
        self.tables.append(size)
        self.weights = zeros(max(1, size))
        self.places = zeros(self.count + 1)
        self.row = zeros(words + 1)
        self.words = words

    def read(self, position: Any, side: int) -> None:
        """Read the words of the position to look at; FIRST or SECOND is to move."""
        write_position(self.row, 0, position, self.words)
        self.row[self.words] = word_within(side, 1)

    def value(self) -> int:
        """The value of the position, from -ONE to ONE."""
        total = 0
        for image in range(self.count):
            content = 0
            for place in range(self.firsts[image], self.firsts[image + 1]):
                bit = self.bits[place]
                content = content << 1 | self.row[bit >> BIT_OF_WORD] >> (bit & 63) & 1
            self.places[image] = self.tables[image] + content
            total += self.weights[self.places[image]]
        return total * ONE // (ONE + abs(total))

    def adjust(self, change: int) -> None:
        """Change each of the weights that made up the last value."""
        for image in range(self.count):
            self.weights[self.places[image]] += change


class SelfPlay(RandomControl):
    """Games that a network plays against itself.

    Args:
        games: how many to play.
        seed: makes the games repeatable.
        longest: the plies after which a game that goes on counts as a draw.
        words: the machine words of a position.
        live: as for `SearchControl`.
    """

    __slots__ = ("games", "longest", "path", "played", "words")

    games: int
    longest: int
    path: "array[int]"  # the positions of the game that is played
    played: int
    words: int

    def __init__(
        self, games: int, seed: int, longest: int, words: int, live: "array[int] | None" = None
    ) -> None:
        super().__init__(seed, live)
        self.games = games
        self.longest = longest
        self.path = zeros((longest + 1) * words)
        self.played = 0
        self.words = words


def practise(game: Knowledge[P], start: P, session: SelfPlay, network: Network) -> int:
    """Play games, and learn from each; their number."""
    while session.played < session.games:
        plies = play_game(game, start, session, network)
        learn_from(game, start, plies, session, network)
        session.played += 1
    return session.played


def play_game(game: Knowledge[P], start: P, session: SelfPlay, network: Network) -> int:
    """Play a game, put its positions into the path, and count its plies."""
    position, plies = start, 0
    write_position(session.path, 0, position, session.words)  # type: ignore[arg-type]  # of whole numbers
    while plies < session.longest and game.outcome(position) == OPEN:
        session.visit()
        position = game.play(position, learning_move(game, position, session, network))
        plies += 1
        write_position(session.path, plies * session.words, position, session.words)  # type: ignore[arg-type]
    return plies


def learning_move(game: Knowledge[P], position: P, session: SelfPlay, network: Network) -> int:
    """The move to the best position by the network, or now and then a random one."""
    explores = session.draw(EXPLORE) == 0
    best, chosen = -4 * ONE, -1
    for move in game.moves(position):
        after = game.play(position, move)
        value = 0
        if not explores:
            value = value_after(game, after, network)
            if not keeps_turn(game, position, after):
                value = -value
        value += session.draw(ONE if explores else NOISE)
        if value > best:
            best, chosen = value, move
    return chosen


def value_after(game: Knowledge[P], position: P, network: Network) -> int:
    """The value of a position by its outcome, or while the game goes on by the network."""
    outcome = game.outcome(position)
    return learned_value(game, position, network) if outcome == OPEN else outcome * ONE


def learned_value(game: Knowledge[P], position: P, network: Network) -> int:
    """The value of an open position for the player to move, from -ONE to ONE."""
    network.read(position, game.side(position))
    return network.value()


def learned_evaluation(game: Knowledge[P], position: P, network: Network) -> int:
    """The value as an evaluation of a search that looks ahead, within ±`ESTIMATE_LIMIT`."""
    return learned_value(game, position, network) * (ESTIMATE_LIMIT - 1) // ONE


def learn_from(
    game: Knowledge[P], start: P, plies: int, session: SelfPlay, network: Network
) -> None:
    """Move the value of each position on the path towards its target, from the last one back.

    The target is half the value of the position after it and half that position's own target.
    """
    after: P = unpack_position(start, session.path, plies * session.words, session.words)
    outcome = game.outcome(after)
    target = 0 if outcome == OPEN else outcome * ONE
    while plies > 0:
        plies -= 1
        position: P = unpack_position(start, session.path, plies * session.words, session.words)
        if not keeps_turn(game, position, after):
            target = -target
        value = learned_value(game, position, network)
        network.adjust(weight_change(target - value, value, network.count))
        target = (target + value) // 2
        after = position


def weight_change(error: int, value: int, weights: int) -> int:
    """The change of each weight of a sum, by its value's error and the slope there."""
    slope = ONE - abs(value)
    return error * slope // ONE * slope // ONE // (RATE * weights)
