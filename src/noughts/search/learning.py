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
from noughts.value import ESTIMATE_LIMIT, LOSS, OPEN, WIN

# The value of a win.
ONE = 1 << 24
# A bit's address: the word of the position in the higher bits, the bit in the lower ones.
BIT_OF_WORD = 6
# The number of bits of a word that tuples read together.
PART_BITS = 6
# A word has room for the contents of four images, and the words of four parts are added together.
LANES, LANE_BITS, TOGETHER = 4, 16, 4
# One of ten moves is played at random.
EXPLORE = 10
# The first game begins with fewer random moves than this, each other with fewer than half of the
# plies of the game before.
OPENING = 8
# Equal moves are chosen among by chance: values get a random part smaller than this.
NOISE = ONE >> 10
# A value moves by 1/RATE of its error, later by less: until the end the divisor grows by SLOWING.
# A target takes 1/BLEND of its distance from the value.
RATE, SLOWING, BLEND = 15, 150, 8


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

    __slots__ = (
        "contents", "count", "part_places", "parts", "row", "sums", "tables", "weights", "width",
        "words",
    )  # fmt: skip

    contents: "array[int]"  # for each value of each part, what it adds to the images' contents
    count: int  # of images
    part_places: "array[int]"  # the addresses of the parts of a position that tuples look at
    parts: int  # their number, a multiple of `TOGETHER`
    row: "array[int]"  # the words of the position that is looked at, and whose turn it is
    sums: "array[int]"  # the contents of the images in the last position, `LANES` to a word
    tables: "array[int]"  # where the weights of each image begin; at last, where they end
    weights: "array[int]"
    width: int  # the number of words for the contents of all images
    words: int

    def __init__(self, images: Sequence[Sequence[Sequence[int]]] = (), words: int = 1) -> None:
        self.tables = array("q", [])
        size = 0
        for tuple_images in images:
            self.tables.extend(size for _ in tuple_images)
            size += 1 << len(tuple_images[0])
        self.count = len(self.tables)
        self.tables.append(size)
        self.width = -(-self.count // LANES)
        self._divide([row for tuple_images in images for row in tuple_images])
        self.weights = zeros(max(1, size))
        self.sums = zeros(self.width + 1)
        self.row = zeros(words + 1)
        self.words = words

    def _divide(self, rows: Sequence[Sequence[int]]) -> None:
        """Divide the words into parts, and find what each value of one adds to contents."""
        looks: dict[int, list[tuple[int, int, int]]] = {}
        for image, row in enumerate(rows):
            for place, bit in enumerate(reversed(row)):
                within = (bit & 63) % PART_BITS
                adds = 1 << place + image % LANES * LANE_BITS
                looks.setdefault(bit - within, []).append((within, image // LANES, adds))
        self.parts = -(-len(looks) // TOGETHER) * TOGETHER
        self.part_places = array("q", [*looks, *[0] * TOGETHER])
        self.contents = zeros((self.parts << PART_BITS) * self.width + 1)  # no buffer is empty
        for number, seen in enumerate(looks.values()):
            for part in range(1 << PART_BITS):
                begin = (number << PART_BITS | part) * self.width
                for at, word, adds in seen:
                    self.contents[begin + word] += (part >> at & 1) * adds

    def read(self, position: Any, side: int) -> None:
        """Read the words of the position to look at; FIRST or SECOND is to move."""
        write_position(self.row, 0, position, self.words)
        self.row[self.words] = word_within(side, 1)

    def value(self) -> int:
        """The value of the position, from -ONE to ONE."""
        self._look()
        total = 0
        for image in range(self.count):
            total += self.weights[self.place(image)]
        return total * ONE // (ONE + abs(total))

    def _look(self) -> None:
        """Find what the images contain; four parts at a time, as each sum waits for the last."""
        adds = self.contents
        for word in range(self.width):
            self.sums[word] = 0
        for i in range(0, self.parts, TOGETHER):
            a, b, c, d = self._begin(i), self._begin(i + 1), self._begin(i + 2), self._begin(i + 3)
            for word in range(self.width):
                self.sums[word] += adds[a + word] + adds[b + word] + adds[c + word] + adds[d + word]

    def _begin(self, number: int) -> int:
        """Where the words of a part of the position begin in `contents`."""
        place = self.part_places[number]
        part = self.row[place >> BIT_OF_WORD] >> (place & 63) & (1 << PART_BITS) - 1
        return (number << PART_BITS | part) * self.width

    def place(self, image: int) -> int:
        """The place of an image's weight in the last position."""
        lane = image % LANES * LANE_BITS
        return self.tables[image] + (self.sums[image // LANES] >> lane & (1 << LANE_BITS) - 1)

    def adjust(self, change: int) -> None:
        """Change each of the weights that made up the last value."""
        for image in range(self.count):
            self.weights[self.place(image)] += change


class SelfPlay(RandomControl):
    """Games that a network plays against itself.

    Args:
        games: how many to play.
        seed: makes the games repeatable.
        longest: the plies after which a game that goes on counts as a draw.
        words: the machine words of a position.
        live: as for `SearchControl`.
        rate: the divisor of errors.
    """

    __slots__ = ("explored", "games", "longest", "opening", "path", "played", "rate", "words")

    explored: "array[int]"  # 1 for each position in which the move was a random one
    games: int
    longest: int
    opening: int
    path: "array[int]"  # the positions of the game that is played
    played: int
    rate: int  # the divisor of errors
    words: int

    def __init__(
        self,
        games: int,
        seed: int,
        longest: int,
        words: int,
        live: "array[int] | None" = None,
        rate: int = RATE,
    ) -> None:
        super().__init__(seed, live)
        self.games = games
        self.longest = longest
        self.explored = zeros(longest + 1)
        self.opening = OPENING
        self.path = zeros((longest + 1) * words)
        self.played = 0
        self.rate = rate
        self.words = words


def practise(game: Knowledge[P], start: P, session: SelfPlay, network: Network) -> int:
    """Play games, and learn from each; their number."""
    while session.played < session.games:
        plies = play_game(game, start, session, network)
        learn_from(game, start, plies, session, network)
        session.opening = max(1, plies // 2)
        session.played += 1
    return session.played


def play_game(game: Knowledge[P], start: P, session: SelfPlay, network: Network) -> int:
    """Play a game, put its positions into the path, and count its plies."""
    position, plies, opening = start, 0, session.draw(session.opening)
    write_position(session.path, 0, position, session.words)  # type: ignore[arg-type]  # of whole numbers
    while plies < session.longest and game.outcome(position) == OPEN:
        session.visit()
        explores = 1 if plies < opening or session.draw(EXPLORE) == 0 else 0
        session.explored[plies] = explores
        position = game.play(position, learning_move(game, position, explores, session, network))
        plies += 1
        write_position(session.path, plies * session.words, position, session.words)  # type: ignore[arg-type]
    return plies


def learning_move(
    game: Knowledge[P], position: P, explores: int, session: SelfPlay, network: Network
) -> int:
    """The best move by the network after which no reply wins immediately, or a random move."""
    best, chosen = -4 * ONE, -1
    for move in game.moves(position):
        after = game.play(position, move)
        value = 0 if explores else value_of_move(game, position, after, network)
        value += session.draw(ONE if explores else NOISE)
        if value > best and not explores and wins_next(game, after):
            value = ONE if keeps_turn(game, position, after) else -ONE
        if value > best:
            best, chosen = value, move
    return chosen


def wins_next(game: Knowledge[P], position: P) -> bool:
    """Whether the player to move can win in one move."""
    if game.outcome(position) == OPEN:
        for move in game.moves(position):
            after = game.play(position, move)
            if game.outcome(after) == (WIN if keeps_turn(game, position, after) else LOSS):
                return True
    return False


def value_of_move(game: Knowledge[P], position: P, after: P, network: Network) -> int:
    """The value of a move to the position after it, by its outcome, or if open by the network."""
    outcome = game.outcome(after)
    value = learned_value(game, after, network) if outcome == OPEN else outcome * ONE
    return value if keeps_turn(game, position, after) else -value


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

    A position's target is its successor's target, moved towards its successor's value. A position
    in which the move was random learns nothing: its value is its target.
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
        if session.explored[plies]:
            target = value
        network.adjust(weight_change(target - value, value, session.rate * network.count))
        target += (value - target) // BLEND
        after = position


def weight_change(error: int, value: int, parts: int) -> int:
    """The change of each weight of a sum, a part of its value's error, by the slope there."""
    slope = ONE - abs(value)
    return error * slope // ONE * slope // ONE // parts
