"""The walk: what is met, by which way, and how it may end, on a graph that one sees through."""

from noughts.classroom.query import Fall, Forfeit, PlayerAnswer
from noughts.classroom.walk import Walk, WalkNode
from noughts.game import FIRST, SECOND, Game
from noughts.value import DRAW, LOSS, OPEN, WIN

# From each place the places one can go to: round and round in threes, so that each comes with
# either player to move; from 1 to a draw, from 2 to a place where who is to move has lost.
WAYS = {0: (1,), 1: (2, 4), 2: (0, 3)}
ENDS = {3: LOSS, 4: DRAW, 5: WIN}


class Places(Game[int]):
    """A move is the place one goes to."""

    repeats = True

    def start(self):
        return 0

    def moves(self, position):
        return WAYS[position]

    def play(self, position, move):
        return move

    def outcome(self, position):
        return ENDS.get(position, OPEN)


def anything(node):
    return PlayerAnswer(WAYS[node.position])


def walked(seat, ask=anything, most=None):
    walk = Walk(Places(), seat, most)
    return walk, list(walk.run(ask))


def test_every_place_is_met_once_with_each_turn():
    walk, asked = walked(FIRST)
    assert asked == [WalkNode(0, FIRST), WalkNode(2, FIRST), WalkNode(1, FIRST)]
    assert walk.complete
    assert walk.waiting == 0
    assert walked(SECOND)[1] == [WalkNode(1, SECOND), WalkNode(0, SECOND), WalkNode(2, SECOND)]


def test_a_shortest_play_leads_to_each():
    walk, _ = walked(FIRST)
    assert walk.play_to(WalkNode(0, FIRST)) == ()
    assert walk.play_to(WalkNode(2, FIRST)) == (1, 2)
    assert walk.play_to(WalkNode(1, FIRST)) == (1, 2, 0, 1)


def test_the_way_to_a_loss_is_a_shortest_one():
    """At place 3 who is to move has lost: FIRST, if SECOND goes there from place 2."""
    walk, _ = walked(FIRST)
    assert walk.loses
    assert walk.way_to_loss(walk.start) == (1, 2, 0, 1, 2, 3)
    assert walk.way_to_loss(WalkNode(2, SECOND)) == (3,)
    assert walk.way_to_loss(WalkNode(4, FIRST)) is None
    assert walk.fall_at_end((1, 2, 0, 1, 2, 3)) == ""


def test_who_goes_another_way_does_not_lose():
    walk, asked = walked(FIRST, lambda node: PlayerAnswer(WAYS[node.position][-1:]))
    assert asked == [WalkNode(0, FIRST), WalkNode(2, FIRST)]
    assert not walk.loses
    assert walk.way_to_loss(walk.start) is None


def test_a_win_for_who_is_to_move_is_lost_by_the_other(monkeypatch):
    monkeypatch.setitem(WAYS, 2, (5,))
    assert not walked(SECOND)[0].loses  # FIRST goes from 2 to 5, where SECOND has won
    assert walked(FIRST)[0].way_to_loss(WalkNode(0, FIRST)) == (1, 2, 5)


def test_a_forfeit_is_a_loss_where_it_happens():
    fall = PlayerAnswer((), (Fall(Forfeit.CRASH, "oh"),))
    walk, asked = walked(FIRST, lambda node: fall if node.position == 2 else anything(node))
    assert asked == [WalkNode(0, FIRST), WalkNode(2, FIRST)]
    assert walk.way_to_loss(walk.start) == (1, 2)
    assert walk.fall_at_end((1, 2)) == "oh"


def test_a_limit_stops_before_the_question():
    walk, asked = walked(FIRST, most=2)
    assert len(asked) == 2
    assert not walk.complete
    assert walk.waiting == 1
    assert walked(FIRST, most=3)[0].complete
