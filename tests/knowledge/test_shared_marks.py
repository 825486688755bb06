"""What is known of games in which both players may put either mark."""

from noughts.games.common.shared_marks import FreeMarks
from noughts.games.wild import Wild
from noughts.knowledge.marks import WildKnowledge
from tests.whole import every_position


def test_x_and_o_are_alike_and_so_are_the_eight_turns_of_the_board():
    game = Wild()
    known = WildKnowledge(game)
    classes = {}
    for position, _ in every_position(game):
        classes.setdefault(known.canonical(position), set()).add(position)
    assert len(known.symmetries) == 8
    assert max(map(len, classes.values())) == 16
    for canonical, members in classes.items():
        assert canonical == min(members)
        swapped = {FreeMarks(member.noughts, member.crosses) for member in members}
        assert swapped == members
