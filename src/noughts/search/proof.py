"""Depth-first proof-number search (df-pn)."""

from noughts.game import Game, P
from noughts.search.prooftable import ProofTable, disproof, proof, pack, MOST
from noughts.search.run import Run
from noughts.value import OPEN

PROVED = pack(0, MOST)
DISPROVED = pack(MOST, 0)


def dfpn(game: Game[P], position: P, goal: int, most_proof: int, most_disproof: int, run: Run, table: ProofTable) -> int:
    run.nodes += 1
    outcome = game.outcome(position)
    if outcome != OPEN:
        return PROVED if outcome >= goal else DISPROVED
    if game.at_least(position) >= goal:
        return PROVED
    if game.at_most(position) < goal:
        return DISPROVED
    begun = run.nodes
    moves = [move for move in game.safe(position)]
    proofs = [1 for _ in moves]
    disproofs = [1 for _ in moves]
    for i in range(len(moves)):
        after = game.canonical(game.play(position, moves[i]))
        entry = table.find(after, -goal + 1)
        if entry:
            proofs[i], disproofs[i] = proof(entry), disproof(entry)
    while True:
        lowest, second, best, total, largest, left = MOST, MOST, -1, 0, 0, 0
        for i in range(len(moves)):
            if proofs[i] > 0 and disproofs[i] == 0:
                lowest, best = 0, i
                break
            if disproofs[i] < lowest:
                lowest, second, best = disproofs[i], lowest, i
            elif disproofs[i] < second:
                second = disproofs[i]
            if proofs[i]:
                left += 1
                total += proofs[i]
                largest = max(largest, proofs[i])
        if run.scoring_sum:
            mine = min(total, MOST - 1)
        else:
            mine = min(MOST - 1, largest + left - 1) if left else 0
        if lowest == 0:
            result = PROVED
        elif left == 0:
            result = DISPROVED
        else:
            result = pack(lowest, mine)
        if lowest >= most_proof or mine >= most_disproof or lowest == 0 or left == 0 or run.nodes >= run.budget:
            table.keep(game.canonical(position), goal, result, run.nodes - begun + 1)
            return result
        after = game.play(position, moves[best])
        entry = dfpn(
            game, after, 1 - goal,
            most_disproof - (mine - proofs[best]),
            min(most_proof, max(second + 1, second + second // 4)) ,
            run, table,
        )
        proofs[best], disproofs[best] = proof(entry), disproof(entry)
