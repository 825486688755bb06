"""`noughts prove`: the outcome of a position, by proof-number search, without plies."""

from typing import Any, NamedTuple

import click

from noughts.answers.analyses import Json, position_answer, to_line
from noughts.answers.question import Question
from noughts.games.registry import spec_of
from noughts.native.clock import CLOCK
from noughts.solving.prover import OutcomeBounds, Prover
from noughts.terminal.support.options import Amount, Asked, about_a_position, memory_option
from noughts.terminal.support.proof_progress import watching
from noughts.terminal.support.start import left_of
from noughts.value import DRAW, LOSS, OPEN, OUTCOME_NAMES, WIN

SENTENCES = {
    OutcomeBounds(WIN, WIN): "{} wins.",
    OutcomeBounds(LOSS, LOSS): "{} loses.",
    OutcomeBounds(DRAW, DRAW): "A draw.",
    OutcomeBounds(DRAW, WIN): "{} at least draws; a win is still possible.",
    OutcomeBounds(LOSS, DRAW): "{} does not win; a draw is still possible.",
    OutcomeBounds(LOSS, WIN): "Not solved.",
}


class Proof(NamedTuple):
    """The proved bounds, and the nodes and seconds they took."""

    bounds: OutcomeBounds
    nodes: int
    seconds: float


@click.command()
@about_a_position
@click.option("--seconds", type=Amount(), default=60.0,
              show_default=True, metavar="S",
              help="Time limit in seconds.")  # fmt: skip
@memory_option
@click.option("--attack", is_flag=True, help="Search for wins by threats that leave few replies: "
              "for line games on large boards.")  # fmt: skip
def prove(asked: Asked, seconds: float, memory: int, attack: bool) -> None:
    """Prove who wins from a position, or that it is a draw, but not in how many plies.

    Solves larger boards than analyse, which also finds the plies. Two questions share the time:
    does the player to move win, and if not, is it at least a draw? If time runs out, the answer
    is what is proved so far.

    \b
      noughts prove mnk:6,6,4
      noughts prove mnk:5,5,4 --moves "c3 b2" --seconds 10
      noughts prove hex:4 --moves a1 --json
      noughts prove qubic --attack --seconds 3600 --memory 512
    """  # noqa: D301  # click wants the backspace itself
    question = asked.question
    proof = proved(question, seconds, memory, attack)
    click.echo(to_line(answer(question, proof)) if asked.as_json else proof_text(question, proof))


def proved(question: Question, seconds: float, memory: int, attack: bool) -> Proof:
    """The bounds proved in that time."""
    outcome = question.game.outcome(question.position)
    if outcome != OPEN:
        return Proof(OutcomeBounds(outcome, outcome), 0, 0.0)
    begun = CLOCK.time()
    with watching(spec_of(question.game)) as watch:
        prover: Prover[Any] = Prover(question.game, memory, attack, watch)
        bounds = prover.bounds(question.position, seconds=left_of(seconds))
    return Proof(bounds, prover.nodes, CLOCK.time() - begun)


def proof_text(question: Question, proof: Proof) -> str:
    """The answer in words."""
    who = question.game.marks[question.turn]
    sentence = SENTENCES[proof.bounds].format(f"{who}, to move,")
    return f"{sentence} ({proof.nodes:,} nodes, {proof.seconds:.1f} s)"


def answer(question: Question, proof: Proof) -> Json:
    """The JSON answer of `noughts prove`."""
    return {
        **position_answer(question),
        "at_least": OUTCOME_NAMES[proof.bounds.at_least],
        "at_most": OUTCOME_NAMES[proof.bounds.at_most],
        "nodes": proof.nodes,
        "seconds": round(proof.seconds, 3),
    }
