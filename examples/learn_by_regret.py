"""A table that learns tic-tac-toe from exact regret, in a game of words; no library is needed.

Each move's reward is minus the result that it gives away, so nothing need be propagated back from
the end: a board's best moves are those whose reward is 0. It takes some seconds:

    python examples/learn_by_regret.py            prints the reward of 500 games before and after
"""

import random

from noughts import solver_for
from noughts.lab.in_words import WordsGame

REWARDS = {}  # of each move tried on a board
SOLVER = solver_for("tictactoe")


def seen(prompt):
    """The board and the legal moves of a prompt."""
    board, _, moves = prompt.rpartition("Your legal moves: ")
    return board[-60:], moves.rstrip(".").split(", ")


def choose(board, moves):
    """A move that gave nothing away, otherwise one that has not been tried."""
    return max(moves, key=lambda move: (REWARDS.get((board, move), -0.1), random.random()))


def play(seed, learning=True):
    """One game against random replies; returns the sum of the rewards."""
    game = WordsGame("tictactoe", "random", "either", reward="regret", seed=seed, solver=SOLVER)
    prompt, total = game.prompt, 0.0
    while not game.over:
        board, moves = seen(prompt)
        move = choose(board, moves) if learning else random.choice(moves)
        reply = game.answer(move)
        REWARDS[board, move] = reply.reward
        prompt, total = reply.text, total + reply.reward
    return total


if __name__ == "__main__":
    random.seed(1)
    before = sum(play(seed, learning=False) for seed in range(500)) / 500
    REWARDS.clear()
    for seed in range(2_000):
        play(seed)
    after = sum(play(seed) for seed in range(500)) / 500
    print(f"reward of a game: {before:.2f} at random, {after:.2f} after 2,000 games")
