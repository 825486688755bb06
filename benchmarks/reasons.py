"""`python -m benchmarks.reasons [GAME ...]`: how many moves are explained, and how truly.

Takes moves of random games and prints, for each game, how many have their value alone, how many
a place or a count besides, and how many of the facts are false by readings of the rules that
share nothing with the package. Facts about values, and what games name themselves, are held
against brute force and other readings in `tests/analysis`.
"""

import random
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

import click

from benchmarks.report import Command
from noughts.analysis.explain.explainer import Explainer
from noughts.analysis.explain.facts import FALLBACKS, FactKind
from noughts.analysis.explain.text import MoveExplanation, notable_facts
from noughts.game import FIRST, turn_after
from noughts.games.registry import find_game
from noughts.solving.api import solver_for
from noughts.value import OPEN
from tests.analysis import claims, rule_claims
from tests.analysis.paper import Paper, landing

# Nodes for the values of all moves of one position.
NODES = 200_000
# In games without end a play is cut here.
MOST_PLIES = 100

# The games, and the same on paper where they have lines of one's own.
GAMES: dict[str, Paper | None] = {
    "tictactoe": Paper(3, 3, 3),
    "mnk:3,3,3,misere": Paper(3, 3, 3, misere=True),
    "mnk:5,5,4": Paper(5, 5, 4),
    "mnk:4,4,3,torus": Paper(4, 4, 3, wraps_across=True, wraps_down=True),
    "connectfour": Paper(7, 6, 4, falls=True),
    "connectfour:5,4,misere": Paper(5, 4, 4, misere=True, falls=True),
    "cube": Paper(3, 3, 3, levels=3),
    "cube:3,misere": Paper(3, 3, 3, levels=3, misere=True),
    "qubic": Paper(4, 4, 4, levels=4),
    "wild": None,
    "wild:4,4,4": None,
    "wild:misere": None,
    "notakto": None,
    "notakto:2": None,
    "notakto:3": None,
    "orderchaos:4,4,4": None,
    "orderchaos": None,
    "morris": None,
    "morris:nodiagonals": None,
    "threemarks": None,
    "threemarks:blocking": None,
    "numerical": None,
    "ultimate": None,
    "hex:4": None,
    "hex:6": None,
    "nim": None,
    "chomp": None,
    "domineering": None,
    "domineering:4,4": None,
    "picaria": None,
    "standardgomoku:4,4,3": None,
    "standardgomoku:5,5,4": None,
    "pentago": None,
    "dots:3,2": None,
    "kalah": None,
    "othello": None,
    "examples/mygame.py": None,
}


def sampled(game: Any, number: int) -> Iterator[tuple[Any, int]]:
    """Open positions, one of each of `number` random games, the same ones each time."""
    chance = random.Random(1)
    for _ in range(number):
        position, turn = game.start(), FIRST
        met: list[tuple[Any, int]] = []
        while game.outcome(position) == OPEN and len(met) < MOST_PLIES:
            met.append((position, turn))
            position = game.play(position, chance.choice(list(game.moves(position))))
            turn = turn_after(game, turn, position)
        yield chance.choice(met)


def measure(spec: str, moves: int, each: int = 6, nodes: int = NODES) -> Counter[str]:
    """What is said of sampled moves, at most `each` of a position, with values from these nodes."""
    game, told, chance = find_game(spec), Counter[str](), random.Random(2)
    explainer = Explainer(game, solver_for(game, nodes))
    for position, turn in sampled(game, moves):
        explained = explainer.explain(position, turn).moves
        for move in chance.sample(explained, min(each, len(explained))):
            if told["moves"] == moves:
                return told
            told.update({"moves": 1, _reason(move): 1})
            told.update(_checked(spec, game, position, turn, move))
    return told


def _reason(move: MoveExplanation) -> str:
    """What kind of reason the move has."""
    said = notable_facts(move.facts, most=9).kinds
    if not said and FactKind.ONLY_LEGAL_MOVE not in move.facts.kinds:
        return "alone"
    return (
        "placed" if said <= {*FALLBACKS} - {FactKind.FEW_REPLIES, FactKind.CLAIMEVEN} else "reason"
    )


def _checked(spec: str, game: Any, position: Any, turn: int, move: MoveExplanation) -> Counter[str]:
    """How many facts were held against the rules, and how many are false."""
    held, paper = Counter[str](), GAMES.get(spec)
    for fact in move.facts:
        if paper and fact.kind in claims.RULES:
            board, side = paper.board(game.text(position, turn))
            cell = landing(paper, board, move.move)
            true = claims.holds(paper, board, side, cell, fact)
        elif fact.kind in rule_claims.CLAIMS:
            true = rule_claims.holds(game, position, turn, move.move, fact)
        else:
            continue
        held.update(["checked"] if true else ["checked", "false"])
        if not true:
            click.echo(f"FALSE in {spec}: {game.text(position, turn)} {move.move} {fact}")
    return held


@click.command(cls=Command)
@click.option("--moves", type=click.IntRange(min=1), default=300, help="How many of each game.")
@click.option("--each", type=click.IntRange(min=1), default=6, help="Moves of a position, at most.")
@click.option("--nodes", type=click.IntRange(min=1), default=NODES, help="For a position's values.")
@click.argument("specs", nargs=-1, metavar="[GAME ...]")
def main(moves: int, each: int, nodes: int, specs: tuple[str, ...]) -> None:
    """Print how many sampled moves have a reason, and how many facts are false."""
    click.echo("game                      moves  value alone  place or count  facts checked  false")
    for spec in specs or GAMES:
        told = measure(spec, moves, each, nodes)
        alone, placed = (told[what] / told["moves"] for what in ("alone", "placed"))
        click.echo(
            f"{spec:24}{told['moves']:7}{alone:12.1%} {placed:15.1%}"
            f"{told['checked']:15}{told['false']:7}"
        )


if __name__ == "__main__":
    sys.exit(main())
