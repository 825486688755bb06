"""Lesson 1: a player that keeps the rules."""

import random


def choose(board, mark):
    return random.choice([cell for cell in range(9) if board[cell] == " "])
