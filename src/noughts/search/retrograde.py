"""Retrograde analysis: solves all positions backwards from finished ones.

A forward search need not end if positions can repeat. Retrograde analysis does: it first numbers
all positions; then each settled position updates its predecessors. A move to a lost position wins;
if all moves lead to won positions, the position is lost. Positions nearest to the end come first,
so that every win is found in the fewest plies and every loss in the most. A position that stays
unsettled is a draw: both players can go on forever.

    Thomas Ströhlein, "Untersuchungen über kombinatorische Spiele", dissertation, Munich,
    1970; Ken Thompson, "Retrograde Analysis of Certain Endgames", 1986; with counts of the
    moves still open as in Ralph Gasser, "Solving Nine Men's Morris", 1996.
"""

from noughts.game import P, keeps_turn
from noughts.knowledge import Knowledge
from noughts.search.graph import AGAIN_BIT, END, LINK_BITS, NUMBER, Graph
from noughts.search.position_index import PositionIndex
from noughts.value import DRAW, LOSS, OPEN, WIN

DONE = -1


def explore(game: Knowledge[P], example: P, register: PositionIndex[P], graph: Graph) -> int:
    """Number every position reachable from those numbered, and link them.

    Stops when room runs out, and continues from there when called again.

    Returns:
        DONE, or the number of moves of the position that did not fit.
    """
    while graph.explored < register.count:
        number = graph.explored
        position = register.at(number, example)
        outcome = game.outcome(position)
        moves = 0
        if outcome == OPEN:
            for _ in game.moves(position):
                moves += 1
        if not graph.has_room(register.count + moves, moves):
            return moves
        graph.enter(outcome, moves)
        if outcome == OPEN:
            for move in game.moves(position):
                after = game.play(position, move)
                found = register.number(game.canonical(after))
                graph.link(number, found, keeps_turn(game, position, after))
    return DONE


def retrograde(game: Knowledge[P], graph: Graph) -> None:
    """Settle every position of a completely explored graph that has a queue.

    A position that stays OPEN is an endless draw. For other draws it finds how soon they can end if
    both sides only avoid losing.
    """
    graph.begin(LOSS)
    graph.begin(WIN)
    spread(graph)
    graph.begin(DRAW)
    spread(graph)


def spread(graph: Graph) -> None:
    """Propagate settled positions to their predecessors, the nearest to the end first."""
    while graph.spread < graph.settled:
        number = graph.queue[graph.spread]
        graph.spread += 1
        link = graph.chains[number]
        while link != END:
            word = graph.links[link]
            outcome = -graph.outcomes[number] if word >> AGAIN_BIT else graph.outcomes[number]
            graph.learn(word & NUMBER, outcome, graph.counts[number])
            link = word >> LINK_BITS & NUMBER
