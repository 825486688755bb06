"""Networks of n-tuples: sums of weights, and learning that moves values towards results."""

from array import array
from random import Random

import pytest

from noughts.games.registry import find_game
from noughts.knowledge import knowledge_of
from noughts.native import compiled
from noughts.players.tuples import chosen_tuples
from noughts.search.learning import (
    ONE,
    Network,
    SelfPlay,
    learn_from,
    learned_evaluation,
    learning_move,
    practise,
)
from noughts.search.memory import words_of, write_position
from noughts.value import ESTIMATE_LIMIT


def test_a_value_is_the_sum_of_the_weights_of_what_the_tuples_contain():
    network = Network([[[0, 1], [2, 3]], [[64]]], words=1)
    for content in range(4):
        network.weights[content] = 10 ** (content + 1)
    network.weights[4], network.weights[5] = 5, 7
    for bits, side, total in ((0b0000, 0, 25), (0b1001, 1, 1_107), (0b1111, 0, 20_005)):
        network.read((bits,), side)
        assert network.value() == total * ONE // (ONE + total)
    random = Random(4)
    images = [[random.sample(range(129), size)] * random.randint(1, 3) for size in range(1, 14)]
    network, table, total = Network(images, words=2), 0, 0
    network.weights = array("q", [random.randrange(-99, 99) for _ in network.weights])
    position = random.getrandbits(63), random.getrandbits(63)
    bits = position[0] | position[1] << 64 | 1 << 128
    for rows in images:
        for row in rows:
            total += network.weights[table + int("".join(str(bits >> at & 1) for at in row), 2)]
        table += 1 << len(rows[0])
    network.read(position, 1)
    assert network.value() == total * ONE // (ONE + abs(total))


def test_equal_contents_of_images_share_their_weight():
    network = Network([[[0], [1]]], words=1)
    network.read((0b01,), 0)
    network.value()
    network.adjust(100)
    assert list(network.weights) == [100, 100]
    network.read((0b10,), 0)
    assert network.value() == 200 * ONE // (ONE + 200)


def test_an_evaluation_stays_within_its_limits():
    known = knowledge_of(find_game("nim"))
    network = Network([[[0]]], words=1)
    for weight in (ONE << 20, -ONE << 20):
        network.weights[0] = network.weights[1] = weight
        assert 0 < abs(learned_evaluation(known, known.start(), network)) < ESTIMATE_LIMIT


@pytest.mark.parametrize(("taken", "sign"), [((3,), 1), ((1, 2), -1), ((1, 1, 1), 1)])
def test_a_game_moves_the_value_of_its_start_towards_its_result(taken, sign):
    """One heap of 3: whoever takes the last counter wins."""
    game = find_game("nim:3")
    known, start = knowledge_of(game), game.start()
    session = SelfPlay(1, 0, 10, words_of(game, start))
    position = start
    for number, move in enumerate((None, *taken)):
        position = position if move is None else game.play(position, game.read(f"a{move}"))
        write_position(session.path, number * session.words, position, session.words)
    network = Network(chosen_tuples(game, 0), session.words)
    learn_from(known, start, len(taken), session, network)
    network.read(start, 0)
    assert network.value() * sign > 0


def test_moves_that_let_the_other_side_win_at_once_are_avoided():
    """Heaps of 1 and 2: only a counter from the second one leaves two heaps."""
    game = find_game("nim:1,2")
    known, start = knowledge_of(game), game.start()
    network = Network(chosen_tuples(game, 0), words_of(game, start))
    chosen = set()
    for explores in (0, 1):
        session = SelfPlay(1, 0, 10, network.words)
        moves = [learning_move(known, start, explores, session, network) for _ in range(30)]
        chosen.add(frozenset(map(game.name, moves)))
    assert chosen == {frozenset({"b1"}), frozenset({"a1", "b1", "b2"})}


@pytest.mark.parametrize("spec", ["kalah:3,3", "mnk:9,9,5"])
def test_both_forms_learn_the_same(spec):
    game = find_game(spec)
    known, start = knowledge_of(game), game.start()
    tuples, weights = chosen_tuples(game, 1), []
    for form in (practise, compiled(practise, known)):
        session = SelfPlay(4, 5, 90, words_of(game, start))
        network = Network(tuples, session.words)
        assert form(known, start, session, network) == 4
        weights.append((session.state, tuple(network.weights)))
    assert weights[0] == weights[1]
    assert any(weights[0][1])
