"""Winning by threats alone: every move threatens to win at once, so every answer is forced.

Such a sequence branches at the attacker's moves only, so it is found as deep as it goes, where a
search of all moves sees a few plies. It proves wins and nothing else: none may be found where
a quiet move wins.

    Oren Patashnik, "Qubic: 4×4×4 Tic-Tac-Toe", Mathematics Magazine 53, 1980, whose computer
    looked for just these; Victor Allis, Jaap van den Herik and Matty Huntjens, "Go-Moku Solved
    by New Search Techniques", Computational Intelligence 12, 1996, for threat-space search.
"""

from noughts.game import Game, P
from noughts.search.proof import ProofRun
from noughts.value import LOSS, OPEN

NONE = -1


def winning_threat(game: Game[P], position: P, run: ProofRun) -> int:
    """The first move of a sequence of threats that wins; NONE if none is found.

    Where the other player threatens, only the answer to that is looked at, if it is itself a
    threat. The search ends without a move when the run's budget is used up.
    """
    run.nodes += 1
    answers = 0
    only = NONE
    for move in game.safe(position):
        answers += 1
        only = move
    if answers == 1 and game.outcome(game.play(position, only)) == LOSS:
        return only
    for move in game.forcing(position):
        if run.nodes < run.budget and (answers > 1 or move == only):
            after = game.play(position, move)
            for reply in game.safe(after):
                then = game.play(after, reply)
                if game.outcome(then) == OPEN and winning_threat(game, then, run) != NONE:
                    return move
    return NONE
